//! The page around the app: its address, its attributes, its local storage, notices for screen readers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use web_sys::{Element, Window};

use super::local::BrowserStore;
use espalier_app::Facts;
use espalier_app::data_loss::RowCounts;
use espalier_app::effect::{ElsewhereTimes, Resume};
use espalier_app::navigate::Route;
use espalier_app::places::Places;
use espalier_base::collect;
use espalier_base::zone::Zone;
use espalier_i18n::messages;
use espalier_model::SessionId;
use espalier_model::settings::{Language, Theme};

const ORIGINS: &str = "espalier.origins";
const THEME: &str = "espalier.theme";
const LANGUAGE: &str = "espalier.lang";
const DRAFTS: &str = "espalier.drafts";
const WORDS: &str = "espalier.words";
/// Name of the instant at which one of the two above was changed last.
const TYPED_AT: &str = "espalier.typed-at";
const ROW_COUNTS: &str = "espalier.pulse";
const ELSEWHERE: &str = "espalier.elsewhere";
const PLACES: &str = "espalier.places";
const DAY: &str = "espalier.day";
const RESUME: &str = "espalier.resume-test";
/// Name of the origin of the server on which a copy is kept.
pub const PLACE_ORIGIN: &str = "espalier.place-origin";
const OLD_CONFIGURATION: &str = "ai-config";

/// Returns the window; a page without one does not exist.
pub fn window() -> Option<Window> {
    web_sys::window()
}

/// Returns the `<html>` element.
pub fn root() -> Option<Element> {
    window()?.document()?.document_element()
}

/// Whether everything is being erased, here or in another tab: nothing may be written any more.
pub fn is_erased() -> bool {
    root().is_some_and(|root| root.has_attribute("data-erased"))
}

/// Sets an attribute of `<html>`, unless it has the value already.
pub fn mark(attribute: &str, value: &str) {
    let Some(root) = root() else { return };
    if root.get_attribute(attribute).as_deref() != Some(value)
        && let Err(error) = root.set_attribute(attribute, value)
    {
        log::warn!("cannot set {attribute}: {error:?}");
    }
}

/// Returns the facts about the browser and the address.
pub fn facts() -> Facts {
    let navigator = window().map(|window| window.navigator());
    let browser_language = navigator.as_ref().and_then(web_sys::Navigator::language).unwrap_or_default();
    let platform = navigator.as_ref().and_then(|navigator| navigator.platform().ok()).unwrap_or_default();
    let location = window().map(|window| window.location());
    let search = location.as_ref().and_then(|location| location.search().ok()).unwrap_or_default();
    let host = location.as_ref().and_then(|location| location.hostname().ok()).unwrap_or_default();
    Facts {
        browser_language: if browser_language.starts_with("zh") { Language::Zh } else { Language::En },
        visit_language: search.trim_start_matches('?').split('&').find_map(|pair| match pair {
            "lang=en" => Some(Language::En),
            "lang=zh" => Some(Language::Zh),
            _ => None,
        }),
        mac: platform.starts_with("Mac") || platform.starts_with("iP"),
        allowed_origins: BrowserStore::Device.value(ORIGINS).unwrap_or_default(),
        place_origin: BrowserStore::Device.text(PLACE_ORIGIN),
        build_defaults: (
            either(option_env!("ESPALIER_AI_PROVIDER"), option_env!("VITE_AI_PROVIDER_ID"))
                .or(option_env!("VITE_AI_PROVIDER").map(str::to_owned)),
            either(option_env!("ESPALIER_AI_MODEL"), option_env!("VITE_AI_MODEL")),
            either(option_env!("ESPALIER_AI_BASE_URL"), option_env!("VITE_AI_BASE_URL")),
        ),
        old_configuration: BrowserStore::Device.text(OLD_CONFIGURATION),
        shared_origin: host.ends_with(".github.io"),
        zone: zone().map(|name| Zone::new(&name)),
        twelve_hours: counts_to_twelve(&browser_language),
        address: location
            .and_then(|location| Some(location.origin().ok()? + &location.pathname().ok()?))
            .unwrap_or_default(),
    }
}

/// Whether hours go to twelve in a language.
fn counts_to_twelve(language: &str) -> bool {
    let options = js_sys::Object::new();
    let cycle = js_sys::Reflect::set(&options, &"hour".into(), &"numeric".into()).and_then(|_| {
        let format = js_sys::Intl::DateTimeFormat::new(&js_sys::Array::of1(&language.into()), &options);
        js_sys::Reflect::get(&format.resolved_options(), &"hourCycle".into())
    });
    cycle.is_ok_and(|cycle| cycle.as_string().is_some_and(|cycle| matches!(cycle.as_str(), "h11" | "h12")))
}

/// Returns the zone of the browser's clock, as it is now.
pub fn zone() -> Option<String> {
    let format = js_sys::Intl::DateTimeFormat::default();
    js_sys::Reflect::get(&format.resolved_options(), &"timeZone".into()).ok()?.as_string()
}

fn either(one: Option<&str>, other: Option<&str>) -> Option<String> {
    one.or(other).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Returns the route in the address; none where it names none.
pub fn route() -> Option<Route> {
    let hash = hash();
    if Route::is_bare(&hash) { None } else { hash.parse().ok() }
}

/// Whether the address leads to a route.
pub fn is_known_place() -> bool {
    Route::is_known(&hash())
}

fn hash() -> String {
    window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// Shows a route in the address, as a step of the browser's history or in place of the present one.
pub fn set_route(route: Route, replace: bool) {
    let Some(window) = window() else { return };
    let address = route.to_string();
    if window.location().hash().ok().as_deref() == Some(&address) {
        return;
    }
    let history = window.history();
    let done = history.and_then(|history| {
        let null = wasm_bindgen::JsValue::NULL;
        // The entry of a panel that one leaves by it is not to be come back to.
        if replace || espalier_ui::kit::panel::is_over(&history) {
            history.replace_state_with_url(&null, "", Some(&address))
        } else {
            history.push_state_with_url(&null, "", Some(&address))
        }
    });
    if let Err(error) = done {
        log::warn!("cannot show {address}: {error:?}");
    }
}

/// Uses a language and a theme, and keeps them for the next start's first frame.
pub fn appearance(language: Language, theme: Theme) {
    mark("lang", messages(language).lang);
    let theme = match theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    mark("data-theme", theme);
    BrowserStore::Device.set_value(THEME, &theme);
    BrowserStore::Device.set_value(LANGUAGE, &messages(language).lang);
}

/// Tells the start script which origins requests may go to from the next load on.
pub fn allow_origins(origins: &[String]) {
    BrowserStore::Device.set_value(ORIGINS, &origins);
}

/// Words that were being typed.
pub fn words() -> BTreeMap<String, String> {
    BrowserStore::Device.value(WORDS).unwrap_or_default()
}

/// Keeps words that are being typed in a place, or forgets them.
pub fn keep_words(place: String, text: Option<String>) {
    let mut all = words();
    match text {
        Some(text) => drop(all.insert(place, text)),
        None => drop(all.remove(&place)),
    }
    BrowserStore::Device.set_value(WORDS, &all);
    typed_now();
}

/// All words that nobody has sent or committed yet, with the time of the last change.
///
/// Browsers write the small store some seconds late, so the runtime keeps a copy of this in the database, which outlives
/// a browser that is killed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Typed {
    at: f64,
    #[serde(default)]
    drafts: BTreeMap<String, String>,
    #[serde(default)]
    words: BTreeMap<String, String>,
}

fn typed_at() -> f64 {
    BrowserStore::Device.value(TYPED_AT).unwrap_or_default()
}

fn typed_now() {
    BrowserStore::Device.set_value(TYPED_AT, &js_sys::Date::now().max(typed_at() + 1.0));
}

/// Returns all words that nobody has sent yet; `None` where the small store keeps nothing.
pub fn typed() -> Option<Typed> {
    let at = typed_at();
    let drafts = || BrowserStore::Device.value(DRAFTS).unwrap_or_default();
    (at > 0.0).then(|| Typed { at, drafts: drafts(), words: words() })
}

/// Takes a copy if it is newer than the words were that this page began with; what it changed since then stays. Returns
/// whether it was newer.
pub fn take_typed(begun: Typed, copy: Typed) -> bool {
    let newer = copy.at > begun.at;
    if newer {
        let now = typed().unwrap_or_default();
        BrowserStore::Device.set_value(DRAFTS, &collect::merge(&begun.drafts, now.drafts, copy.drafts));
        BrowserStore::Device.set_value(WORDS, &collect::merge(&begun.words, now.words, copy.words));
        BrowserStore::Device.set_value(TYPED_AT, &copy.at.max(now.at));
    }
    newer
}

/// Returns the row counts of the last time that the app was seen well.
pub fn row_counts() -> Option<RowCounts> {
    BrowserStore::Device.value(ROW_COUNTS)
}

/// Keeps the row counts.
pub fn keep_row_counts(row_counts: &RowCounts) {
    BrowserStore::Device.set_value(ROW_COUNTS, row_counts);
}

/// Returns the times of saving outside this browser.
pub fn elsewhere() -> Option<ElsewhereTimes> {
    BrowserStore::Device.value(ELSEWHERE)
}

/// Keeps the times of saving outside this browser.
pub fn keep_elsewhere(times: &ElsewhereTimes) {
    BrowserStore::Device.set_value(ELSEWHERE, times);
}

/// Returns the times of saving outside this browser that another tab kept, if it is those that an event tells of.
pub fn elsewhere_kept(event: &web_sys::Event) -> Option<ElsewhereTimes> {
    let is_ours = event.dyn_ref::<web_sys::StorageEvent>()?.key().as_deref() == Some(ELSEWHERE);
    is_ours.then(elsewhere).flatten()
}

/// Returns the last place in each room.
pub fn places() -> Places {
    let addresses: Vec<String> = BrowserStore::Device.value(PLACES).unwrap_or_default();
    Places::read(&addresses)
}

/// Keeps the last place in each room.
pub fn keep_places(addresses: &[String]) {
    BrowserStore::Device.set_value(PLACES, &addresses);
}

/// Keeps the day, and returns whether it was another one that was kept.
pub fn begins_day() -> bool {
    let today = String::from(js_sys::Date::new_0().to_date_string());
    let before = BrowserStore::Device.text(DAY);
    BrowserStore::Device.set_text(DAY, &today);
    before.is_some_and(|before| before != today)
}

/// Has the start script delete everything and begin afresh.
pub fn erase() {
    ask_start_script("espalier-erase");
}

/// Has the start script show the browser's question whether to install the app.
pub fn install() {
    ask_start_script("espalier-install");
}

fn ask_start_script(event: &str) {
    if let Some(window) = window()
        && let Err(error) = web_sys::Event::new(event).and_then(|event| window.dispatch_event(&event))
    {
        log::error!("{event}: {error:?}");
    }
}

/// Returns the unsent texts.
pub fn drafts() -> BTreeMap<Option<SessionId>, String> {
    let texts: BTreeMap<String, String> = BrowserStore::Device.value(DRAFTS).unwrap_or_default();
    texts.into_iter().map(|(key, text)| (key.parse().ok(), text)).collect()
}

/// Keeps an unsent text, or forgets it when it is empty.
pub fn keep_draft(session: Option<SessionId>, text: &str) {
    let mut texts: BTreeMap<String, String> = BrowserStore::Device.value(DRAFTS).unwrap_or_default();
    let key = session.map(|id| id.to_string()).unwrap_or_default();
    if text.is_empty() {
        if texts.remove(&key).is_none() {
            return;
        }
    } else {
        texts.insert(key, text.to_owned());
    }
    BrowserStore::Device.set_value(DRAFTS, &texts);
    typed_now();
}

/// Loads the page again, which goes on with `resume` then.
pub fn reload(resume: &Resume) {
    BrowserStore::Session.set_value(RESUME, &resume.to_text());
    if let Some(window) = window()
        && let Err(error) = window.location().reload()
    {
        log::warn!("cannot reload: {error:?}");
    }
}

/// Takes the state to go on with, if the page was loaded again by itself.
pub fn take_reloaded() -> Option<Resume> {
    let text: Option<String> = BrowserStore::Session.value(RESUME);
    BrowserStore::Session.remove(RESUME);
    text.as_deref().map(Resume::from_text)
}

/// Removes the older configuration, once it was taken over.
pub fn forget_old_configuration() {
    BrowserStore::Device.remove(OLD_CONFIGURATION);
}

/// Opens an address in another tab that knows nothing of this one.
pub fn open_link(address: &str) {
    let Some(window) = window() else { return };
    if let Err(error) = window.open_with_url_and_target_and_features(address, "_blank", "noopener,noreferrer") {
        log::warn!("cannot open a link: {error:?}");
    }
}

/// Prints the page.
pub fn print() {
    if let Some(window) = window()
        && let Err(error) = window.print()
    {
        log::warn!("cannot print: {error:?}");
    }
}

/// Marks the icon of the installed app, or no more, where the browser can.
pub async fn badge(on: bool) {
    let Some(navigator) = window().map(|window| window.navigator()) else { return };
    let method = if on { "setAppBadge" } else { "clearAppBadge" };
    if js_sys::Reflect::has(&navigator, &method.into()) == Ok(true)
        && call(&navigator, method, &wasm_bindgen::JsValue::UNDEFINED).await.is_none()
    {
        log::warn!("{method} was refused");
    }
}

/// Announces a text through the polite live region, if the page has one.
pub fn announce(text: &str) {
    let region = window().and_then(|window| window.document()).and_then(|document| document.get_element_by_id("live"));
    if let Some(region) = region {
        region.set_text_content(Some(text));
    }
}

/// Puts text on the clipboard.
pub async fn copy(text: &str) -> bool {
    hand_to_clipboard("writeText", &text.into()).await
}

/// Puts a picture, as PNG, on the clipboard.
pub async fn copy_picture(bytes: &[u8]) -> bool {
    let item = || {
        let kind = js_sys::Reflect::get(&js_sys::global(), &"ClipboardItem".into()).ok()?;
        let parts = js_sys::Object::new();
        let blob = gloo::file::Blob::new_with_options(bytes, Some("image/png"));
        js_sys::Reflect::set(&parts, &"image/png".into(), blob.as_ref()).ok()?;
        js_sys::Reflect::construct(kind.dyn_ref::<js_sys::Function>()?, &js_sys::Array::of1(&parts)).ok()
    };
    match item() {
        Some(item) => hand_to_clipboard("write", &js_sys::Array::of1(&item)).await,
        None => false,
    }
}

/// Returns what is on the clipboard, as plain text and as HTML; nothing where it may not be read.
pub async fn pasted() -> Option<(String, String)> {
    let none = wasm_bindgen::JsValue::UNDEFINED;
    let Some(items) = call_clipboard("read", &none).await else {
        return Some((call_clipboard("readText", &none).await?.as_string()?, String::new()));
    };
    let item = js_sys::Array::from(&items).get(0);
    let form = async |form: &str| {
        let blob = call(&item, "getType", &form.into()).await?;
        call(&blob, "text", &wasm_bindgen::JsValue::UNDEFINED).await?.as_string()
    };
    Some((form("text/plain").await.unwrap_or_default(), form("text/html").await.unwrap_or_default()))
}

/// Hands a value to the clipboard, and returns whether it took it.
async fn hand_to_clipboard(method: &str, what: &wasm_bindgen::JsValue) -> bool {
    call_clipboard(method, what).await.is_some()
}

/// Calls a method of the clipboard; nothing where there is none, or it refuses.
async fn call_clipboard(method: &str, what: &wasm_bindgen::JsValue) -> Option<wasm_bindgen::JsValue> {
    call(&js_sys::Reflect::get(&window()?.navigator(), &"clipboard".into()).ok()?, method, what).await
}

/// Calls a method that promises something; nothing where there is none, or it refuses.
async fn call(
    object: &wasm_bindgen::JsValue,
    method: &str,
    what: &wasm_bindgen::JsValue,
) -> Option<wasm_bindgen::JsValue> {
    let method = js_sys::Reflect::get(object, &method.into()).ok()?.dyn_into::<js_sys::Function>().ok()?;
    let promise = method.call1(object, what).ok()?;
    wasm_bindgen_futures::JsFuture::from(js_sys::Promise::from(promise)).await.ok()
}
