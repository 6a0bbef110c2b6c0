//! Listeners to the browser: the address, visibility, dropped files, other tabs.

use std::path::Path;
use std::rc::Rc;

use gloo::events::EventListener;
use wasm_bindgen::JsCast;

use super::Runtime;
use crate::web::{files, page};
use espalier_app::Msg;
use espalier_app::attachments::ComposerPlace;
use espalier_app::connect::{ConnectMsg, ConnectPage};
use espalier_base::zone::Zone;
use espalier_storage::port::Announcement;
use espalier_web_storage::tabs::{Lock, Tabs};

impl Runtime {
    pub(super) fn listen(self: &Rc<Self>) {
        let Some(window) = page::window() else { return };
        let runtime = self.clone();
        EventListener::new(&window, "hashchange", move |_| {
            runtime.dispatch(address_changed());
            if !page::is_known_place() {
                runtime.dispatch(Msg::NoSuchPlace);
            }
        })
        .forget();
        let runtime = self.clone();
        EventListener::new(&window, "popstate", move |_| runtime.dispatch(address_changed())).forget();
        let runtime = self.clone();
        EventListener::new(&window, "online", move |_| runtime.dispatch(Msg::Online)).forget();
        for (event, offered) in [("espalier-offer", true), ("appinstalled", false)] {
            let runtime = self.clone();
            EventListener::new(&window, event, move |_| runtime.dispatch(Msg::InstallOffered(offered))).forget();
        }
        let runtime = self.clone();
        let ask = gloo::events::EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(&window, "beforeunload", ask, move |event| {
            runtime.leaving.set(true);
            if runtime.would_lose() {
                event.prevent_default();
            }
        })
        .forget();
        let runtime = self.clone();
        EventListener::new(&window, "pagehide", move |_| runtime.dispatch(Msg::Leaving)).forget();
        let runtime = self.clone();
        EventListener::new(&window, "storage", move |event| {
            if let Some(times) = page::elsewhere_kept(event) {
                runtime.dispatch(Msg::Elsewhere(times));
            }
        })
        .forget();
        for seen in ["focus", "pageshow"] {
            let runtime = self.clone();
            EventListener::new(&window, seen, move |_| {
                if let Some(zone) = page::zone() {
                    runtime.dispatch(Msg::ZoneSeen(Zone::new(&zone)));
                }
            })
            .forget();
        }
        if let Some(document) = window.document() {
            let runtime = self.clone();
            EventListener::new(&document, "visibilitychange", move |_| runtime.on_visibility()).forget();
            // Browsers freeze a tab out of sight before they discard it for its memory.
            let runtime = self.clone();
            EventListener::new(&document, "freeze", move |_| runtime.free_idle_model()).forget();
            self.listen_to_drops(&document);
            self.listen_to_files(&document);
        }
        let runtime = self.clone();
        let tabs = Tabs::open(move |announcement: Announcement| {
            runtime.mirror.committed();
            runtime.place.committed();
            runtime.dispatch(Msg::Outside(announcement));
        });
        self.apart.set(tabs.is_none() || !Lock::is_there());
        *self.tabs.borrow_mut() = tabs;
    }

    /// Attaches files that are pasted into a composer, or dropped on one; pictures and PDF documents may be dropped
    /// anywhere beside it.
    pub(super) fn listen_to_files(self: &Rc<Self>, document: &web_sys::Document) {
        let runtime = self.clone();
        let options = gloo::events::EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(document, "paste", options, move |event| {
            let Some(place) = composer_around(event) else { return };
            let pasted = event.dyn_ref::<web_sys::ClipboardEvent>().and_then(web_sys::ClipboardEvent::clipboard_data);
            let Some(data) = pasted else { return };
            let files = files::list(data.files());
            // Copied cells of a table come as text in two forms and as a picture of them: the text is meant. A copied file
            // may come with its name as text.
            let has = |form: &str| data.get_data(form).is_ok_and(|text| !text.is_empty());
            if files.is_empty() || has("text/plain") && has("text/html") {
                return;
            }
            event.prevent_default();
            runtime.attach(place, files);
        })
        .forget();
    }

    /// Attaches or imports files dropped anywhere on the page; models, and what is dropped on the list of those on this
    /// device, are added to it.
    pub(super) fn listen_to_drops(self: &Rc<Self>, document: &web_sys::Document) {
        let options = gloo::events::EventListenerOptions::enable_prevent_default();
        let holds_files = |event: &web_sys::Event| {
            let event = event.dyn_ref::<web_sys::DragEvent>()?;
            event.data_transfer()?.files().filter(|files| files.length() > 0 || event.type_() == "dragover")
        };
        EventListener::new_with_options(document, "dragover", options, move |event| {
            let is_text =
                event.target().is_some_and(|target| target.dyn_into::<web_sys::HtmlTextAreaElement>().is_ok());
            if (!is_text || composer_around(event).is_some()) && holds_files(event).is_some() {
                event.prevent_default();
            }
        })
        .forget();
        let runtime = self.clone();
        EventListener::new_with_options(document, "drop", options, move |event| {
            let files = files::list(holds_files(event));
            if files.is_empty() {
                return;
            }
            event.prevent_default();
            let is_list = closest(event, MODELS).is_some();
            // No room reads a model.
            if is_list || files.iter().all(is_model) {
                if !is_list {
                    runtime.dispatch(Msg::Connect(ConnectMsg::Open));
                    runtime.dispatch(Msg::Connect(ConnectMsg::Show(ConnectPage::File)));
                }
                runtime.take_models(files);
                return;
            }
            let is_for_models = |file: &web_sys::File| {
                let mime = file.type_();
                mime.starts_with("image/") && mime != "image/svg+xml" || mime == "application/pdf"
            };
            let beside = || files.iter().all(is_for_models).then(only_composer).flatten();
            match composer_around(event).or_else(beside) {
                Some(place) => runtime.attach(place, files),
                None => runtime.read_files(files),
            }
        })
        .forget();
    }
}

/// The attribute of a composer, with its conversation.
const COMPOSER: &str = "data-attach";
/// Selector of the list of models on this device.
const MODELS: &str = "[data-models]";

/// Returns the element with this selector that an event happened in.
fn closest(event: &web_sys::Event, selector: &str) -> Option<web_sys::Element> {
    event.target()?.dyn_into::<web_sys::Element>().ok()?.closest(selector).ok()?
}

/// Whether a file is a model, by its name.
fn is_model(file: &web_sys::File) -> bool {
    Path::new(&file.name()).extension().is_some_and(|end| end.eq_ignore_ascii_case("gguf"))
}

fn place_of(composer: &web_sys::Element) -> Option<ComposerPlace> {
    composer.get_attribute(COMPOSER).map(|session| session.parse().ok())
}

/// Returns the conversation of the composer that an event happened in.
fn composer_around(event: &web_sys::Event) -> Option<ComposerPlace> {
    place_of(&closest(event, "[data-attach]")?)
}

/// Returns the conversation of the composer on the page, where there is just one.
fn only_composer() -> Option<ComposerPlace> {
    let all = page::window()?.document()?.query_selector_all("[data-attach]").ok()?;
    let composer = all.get(0)?.dyn_into::<web_sys::Element>().ok()?;
    if all.length() == 1 { place_of(&composer) } else { None }
}

fn address_changed() -> Msg {
    page::route().map_or(Msg::RouteCleared, Msg::RouteChanged)
}
