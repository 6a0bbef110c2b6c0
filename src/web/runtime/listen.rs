//! Listeners to the browser: the address, visibility, dropped files, other tabs.

use std::rc::Rc;

use gloo::events::EventListener;
use wasm_bindgen::JsCast;

use super::Runtime;
use crate::web::page;
use espalier_app::Msg;
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
            self.listen_to_drops(&document);
        }
        let runtime = self.clone();
        let tabs = Tabs::open(move |announcement: Announcement| runtime.dispatch(Msg::Outside(announcement)));
        self.apart.set(tabs.is_none() || !Lock::is_there());
        *self.tabs.borrow_mut() = tabs;
    }

    /// Imports a file dropped anywhere on the page.
    pub(super) fn listen_to_drops(self: &Rc<Self>, document: &web_sys::Document) {
        let options = gloo::events::EventListenerOptions::enable_prevent_default();
        let holds_files = |event: &web_sys::Event| {
            let event = event.dyn_ref::<web_sys::DragEvent>()?;
            event.data_transfer()?.files().filter(|files| files.length() > 0 || event.type_() == "dragover")
        };
        EventListener::new_with_options(document, "dragover", options, move |event| {
            if event.target().is_some_and(|target| target.dyn_into::<web_sys::HtmlTextAreaElement>().is_err())
                && holds_files(event).is_some()
            {
                event.prevent_default();
            }
        })
        .forget();
        let runtime = self.clone();
        EventListener::new_with_options(document, "drop", options, move |event| {
            let Some(file) = holds_files(event).and_then(|files| files.get(0)) else {
                return;
            };
            event.prevent_default();
            runtime.read_file(file);
        })
        .forget();
    }
}

fn address_changed() -> Msg {
    page::route().map_or(Msg::RouteCleared, Msg::RouteChanged)
}
