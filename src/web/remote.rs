//! Requests to a server with a copy.

use gloo::timers::future::TimeoutFuture;
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::clock;
use super::transport::{Call, IdleTimer, send_plain};
use espalier_base::time::Timestamp;
use espalier_llm::error::NetworkKind;
use espalier_remote::{Request, Response, Transport, TransportError};

/// Milliseconds in which a server has to begin its answer, and in which it has to end it.
const ANSWER_MS: u32 = 60_000;
const BODY_MS: u32 = 300_000;
/// Slowest line on which what is sent has to fit into that time, in bytes a millisecond.
const SLOWEST: usize = 20;

/// Response headers that are read.
const HEADERS: [&str; 2] = ["retry-after", "x-amz-bucket-region"];

/// Sender of requests to a server with a copy.
#[derive(Debug, Clone, Copy)]
pub struct Fetch;

impl Transport for Fetch {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let call = Call::new().ok_or(NetworkKind::Unreachable)?;
        let controller = call.controller();
        let more = u32::try_from(request.body.len() / SLOWEST).unwrap_or(u32::MAX);
        let watch = IdleTimer::start(&controller, ANSWER_MS.saturating_add(more));
        let headers = request.headers.iter().map(|(name, value)| (*name, value.as_str()));
        let body = (!request.body.is_empty()).then(|| Uint8Array::from(request.body.as_slice()).into());
        let sent = send_plain((request.method, &request.url), headers, body, &controller).await;
        let response = sent.map_err(|kind| if watch.is_over() { NetworkKind::FirstByteTimeout } else { kind })?;
        drop(watch);
        let watch = IdleTimer::start(&controller, BODY_MS);
        let read = async || {
            let buffer: ArrayBuffer = JsFuture::from(response.array_buffer()?).await?.unchecked_into();
            Ok::<_, wasm_bindgen::JsValue>(Uint8Array::new(&buffer).to_vec())
        };
        let over = |_| if watch.is_over() { NetworkKind::IdleTimeout } else { NetworkKind::Interrupted };
        let body = read().await.map_err(over)?;
        let header = |name: &str| Some((name.to_owned(), response.headers().get(name).ok()??));
        Ok(Response { status: response.status(), headers: HEADERS.into_iter().filter_map(header).collect(), body })
    }

    async fn pause(&self, ms: u32) {
        TimeoutFuture::new(ms).await;
    }

    async fn rest(&self) {
        TimeoutFuture::new(0).await;
    }

    fn now(&self) -> Timestamp {
        clock::now()
    }
}
