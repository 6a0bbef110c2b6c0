//! Page-wide events of the map: Escape during a drag, and pasting.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::Viewport;
use crate::store::Store;
use espalier_app::Msg;
use espalier_app::maps::{Clipping, MapMsg};
use espalier_model::MapId;

/// Escape ends a drag (P2); pasting adds below what is selected.
#[hook]
pub fn use_page_events(map: MapId, viewport: &Viewport, store: &Store, cancel: impl Fn() -> bool + 'static) {
    let (viewport, store) = (viewport.clone(), store.clone());
    use_effect_with(map, move |&map| {
        let document = web_sys::window().and_then(|window| window.document());
        let listeners = document.map(|document| {
            let options = gloo::events::EventListenerOptions::run_in_capture_phase();
            let escape = EventListener::new_with_options(&document, "keydown", options, move |event| {
                let is_escape = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape");
                if is_escape && cancel() {
                    event.stop_propagation();
                }
            });
            let paste = EventListener::new(&document, "paste", move |event| {
                let Some(event) = event.dyn_ref::<web_sys::ClipboardEvent>() else { return };
                let target = event.target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
                let here = viewport.container.get().is_some_and(|node| node.contains(target.as_ref()));
                let typing = crate::kit::dom::is_typing(event);
                let Some(data) = event.clipboard_data().filter(|_| here && !typing) else { return };
                let text = data.get_data("text/plain").unwrap_or_default();
                let html = data.get_data("text/html").unwrap_or_default();
                if !text.trim().is_empty() || !html.is_empty() {
                    store.dispatch(Msg::Maps(MapMsg::Paste(map, Clipping { text, html })));
                }
            });
            (escape, paste)
        });
        move || drop(listeners)
    });
}
