//! Requests to endpoints: fetch, its stream, its time limits, and the likely reason of a failure.
//!
//! - N1 The key of an endpoint is attached only here, and only when the request's origin is that of the saved endpoint;
//!   redirects are refused, no cookie and no referrer is sent, nothing is cached.
//! - N2 Bytes are handed on as they come, whether the tab is visible or not: no timer and no frame is in their way.

use std::cell::Cell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::{Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReadableStreamDefaultReader, RequestInit, RequestMode, Response};

use super::keys;
use super::page::window;
use espalier_app::connect::KeyPlace;
use espalier_llm::error::{self, ErrorKind, LlmError, NetworkKind};
use espalier_llm::network::{self, Facts, TargetClass};
use espalier_llm::request::HttpRequest;
use espalier_llm::retry::Timeouts;
use espalier_model::Slug;

/// A request under way; it is cut off when this is dropped.
pub struct Call {
    controller: AbortController,
}

impl Drop for Call {
    fn drop(&mut self) {
        self.controller.abort();
    }
}

impl Call {
    /// Makes the handle that cuts a request off.
    pub fn new() -> Option<Self> {
        AbortController::new().ok().map(|controller| Self { controller })
    }

    /// Returns the controller, for the request itself.
    pub fn controller(&self) -> AbortController {
        self.controller.clone()
    }
}

/// Sends a request and hands its body on piece by piece.
pub async fn stream(
    provider: &Slug,
    request: &HttpRequest,
    controller: &AbortController,
    timeouts: Timeouts,
    mut on_chunk: impl FnMut(Vec<u8>),
) -> Result<(), LlmError> {
    let watch = IdleTimer::start(controller, timeouts.first_byte_ms);
    let response = match send(provider, request, controller).await {
        Ok(response) => response,
        Err(error) => return Err(watch.expired(NetworkKind::FirstByteTimeout).unwrap_or(error)),
    };
    if !response.ok() {
        return Err(refused(&response, request).await);
    }
    let Some(body) = response.body() else { return Ok(()) };
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut watch = watch;
    let mut seen = false;
    loop {
        let Ok(piece) = JsFuture::from(reader.read()).await else {
            let kind = if seen { NetworkKind::IdleTimeout } else { NetworkKind::FirstByteTimeout };
            return Err(watch.expired(kind).unwrap_or(LlmError::network(NetworkKind::Interrupted)));
        };
        let done = Reflect::get(&piece, &"done".into()).is_ok_and(|done| done.is_truthy());
        if done {
            return Ok(());
        }
        if let Ok(value) = Reflect::get(&piece, &"value".into()) {
            seen = true;
            watch = IdleTimer::start(controller, timeouts.idle_ms);
            on_chunk(Uint8Array::new(&value).to_vec());
        }
    }
}

/// Sends a request and gives its whole body.
pub async fn fetch(provider: &Slug, request: &HttpRequest, timeouts: Timeouts) -> Result<String, LlmError> {
    let controller = AbortController::new().map_err(|_| LlmError::new(ErrorKind::Refused))?;
    let watch = IdleTimer::start(&controller, timeouts.first_byte_ms);
    let response = match send(provider, request, &controller).await {
        Ok(response) => response,
        Err(error) => return Err(watch.expired(NetworkKind::FirstByteTimeout).unwrap_or(error)),
    };
    if !response.ok() {
        return Err(refused(&response, request).await);
    }
    Ok(text_of(&response).await)
}

async fn send(provider: &Slug, request: &HttpRequest, controller: &AbortController) -> Result<Response, LlmError> {
    let place = KeyPlace { provider: provider.clone(), origin: request.origin.clone() };
    let key = keys::load(&place).and_then(|key| request.authorise(&key));
    let headers = request.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let headers = headers.chain(key.as_ref().map(|(name, value)| (*name, value.as_str())));
    let body = (!request.body.is_empty()).then(|| JsValue::from_str(&request.body));
    send_plain((request.method, &request.url), headers, body, controller).await.map_err(LlmError::network)
}

/// Sends a request, of this method to this address. It follows no redirect, sends no cookie and no referrer, and keeps
/// nothing.
pub async fn send_plain<'a>(
    (method, url): (&str, &str),
    headers: impl Iterator<Item = (&'a str, &'a str)>,
    body: Option<JsValue>,
    controller: &AbortController,
) -> Result<Response, NetworkKind> {
    let window = window().ok_or(NetworkKind::Unreachable)?;
    let init = RequestInit::new();
    init.set_method(method);
    init.set_mode(RequestMode::Cors);
    init.set_signal(Some(&controller.signal()));
    let set = |target: &JsValue, name: &str, value: &str| {
        Reflect::set(target, &name.into(), &value.into()).map(drop).map_err(|_| NetworkKind::Unreachable)
    };
    let all = Object::new();
    for (name, value) in headers {
        set(&all, name, value)?;
    }
    init.set_headers(&all);
    if let Some(body) = body {
        init.set_body(&body);
    }
    set(&init, "credentials", "omit")?;
    set(&init, "referrerPolicy", "no-referrer")?;
    set(&init, "redirect", "error")?;
    set(&init, "cache", "no-store")?;
    if let Some(space) = address_space(url) {
        set(&init, "targetAddressSpace", space)?;
    }
    match JsFuture::from(window.fetch_with_str_and_init(url, &init)).await {
        Ok(response) => Ok(response.unchecked_into()),
        Err(_) => Err(why_unreachable(url).await),
    }
}

/// Returns the address space that a page on https names in a request to this device or the local network, so that the
/// browser asks.
pub fn address_space(url: &str) -> Option<&'static str> {
    if window()?.location().protocol().ok()? != "https:" {
        return None;
    }
    match network::target_class(url) {
        TargetClass::Loopback => Some("loopback"),
        TargetClass::Private => Some("local"),
        TargetClass::Public => None,
    }
}

/// Finds the likely reason of a fetch that failed without a word, from the facts that a browser lets a page know.
async fn why_unreachable(url: &str) -> NetworkKind {
    let Some(window) = window() else {
        return NetworkKind::Unreachable;
    };
    if !policy_allows(url) {
        return NetworkKind::NotYetAllowed;
    }
    let page_is_https = window.location().protocol().is_ok_and(|protocol| protocol == "https:");
    let online = window.navigator().on_line();
    let facts = Facts {
        online,
        page_is_https,
        target_is_http: url.starts_with("http:"),
        target: network::target_class(url),
        reachable_without_cors: if online { Some(answers_at_all(url).await) } else { None },
        local_network_denied: false,
    };
    network::classify(&facts)
}

/// Whether the page's own policy, which lists the origins known when it was loaded (`static/boot.js`), lets a request
/// through.
pub fn policy_allows(url: &str) -> bool {
    let Some(page) = window().and_then(|window| window.document()) else { return true };
    let Some(origin) = espalier_llm::request::origin_of(url) else { return true };
    let Ok(policies) = page.query_selector_all("meta[http-equiv=Content-Security-Policy]") else { return true };
    let last = policies.length().checked_sub(1).and_then(|last| policies.get(last));
    let policy = last.and_then(|last| last.dyn_into::<web_sys::Element>().ok()?.get_attribute("content"));
    let own = window().and_then(|window| window.location().origin().ok());
    own.as_deref() == Some(&origin)
        || policy
            .is_none_or(|policy| !policy.starts_with("connect-src") || policy.split(' ').any(|part| part == origin))
}

/// Whether a server answers there, asked in a way that needs no permission of the server.
async fn answers_at_all(url: &str) -> bool {
    let Some(window) = window() else { return false };
    let Ok(controller) = AbortController::new() else {
        return false;
    };
    let _watch = IdleTimer::start(&controller, 4_000);
    let init = RequestInit::new();
    init.set_method("GET");
    init.set_mode(RequestMode::NoCors);
    init.set_signal(Some(&controller.signal()));
    for (name, value) in [("credentials", "omit"), ("referrerPolicy", "no-referrer"), ("cache", "no-store")] {
        if Reflect::set(&init, &name.into(), &value.into()).is_err() {
            return false;
        }
    }
    JsFuture::from(window.fetch_with_str_and_init(url, &init)).await.is_ok()
}

async fn refused(response: &Response, request: &HttpRequest) -> LlmError {
    let mut headers = Vec::new();
    for name in ["retry-after", "retry-after-ms", "x-ratelimit-reset", "content-type"] {
        if let Ok(Some(value)) = response.headers().get(name) {
            headers.push((name.to_owned(), value));
        }
    }
    let body = text_of(response).await;
    error::from_response(response.status(), &headers, &body, &request.url)
}

async fn text_of(response: &Response) -> String {
    let Ok(promise) = response.text() else {
        return String::new();
    };
    JsFuture::from(promise).await.ok().and_then(|text| text.as_string()).unwrap_or_default()
}

/// Timer that cuts a request off when nothing happens for too long; dropping it calls that off.
pub struct IdleTimer {
    fired: Rc<Cell<bool>>,
    _timer: Timeout,
}

impl IdleTimer {
    /// Starts it.
    pub fn start(controller: &AbortController, after_ms: u32) -> Self {
        let fired = Rc::new(Cell::new(false));
        let (flag, controller) = (fired.clone(), controller.clone());
        let timer = Timeout::new(after_ms, move || {
            flag.set(true);
            controller.abort();
        });
        Self { fired, _timer: timer }
    }

    /// Whether it has cut the request off.
    pub fn is_over(&self) -> bool {
        self.fired.get()
    }

    /// Returns the error, if it was this timer that cut the request off.
    fn expired(&self, kind: NetworkKind) -> Option<LlmError> {
        self.is_over().then(|| LlmError::network(kind))
    }
}
