//! Places that a button or an address leads to: brought into sight, given the focus, marked until the focus leaves.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, SvgElement};
use yew::prelude::*;

use crate::store::{use_selector, use_store};
use espalier_app::connect::{ConnectMsg, SettingsField};
use espalier_app::{Model, Msg};
use espalier_model::Slug;

/// Goes to the element when a button leads to this place, of this provider where it is one of an endpoint.
#[hook]
pub fn use_pointed(place: SettingsField, provider: Option<&'static str>, node: &NodeRef) {
    let node = node.clone();
    let is_pointed = move |model: &Model| {
        let pointed = model.pointed.as_ref().filter(|pointed| pointed.place == place);
        let is_here = |wanted: &Slug| provider.is_none_or(|id| id == wanted.as_str());
        pointed.is_some_and(|pointed| pointed.provider.as_ref().is_none_or(is_here)).then_some(())
    };
    use_arrival_at(is_pointed, move |()| node.cast(), || Msg::Connect(ConnectMsg::Arrived));
}

/// Goes to the element of what is pointed at, and then says that it was done. What may be pointed at several times
/// differs each time: nothing may be drawn in between.
#[hook]
pub fn use_arrival_at<T: Copy + PartialEq + 'static>(
    pointed: impl Fn(&Model) -> Option<T> + Clone + 'static,
    element: impl Fn(T) -> Option<Element> + 'static,
    arrived: fn() -> Msg,
) {
    let store = use_store();
    let now = use_selector(pointed.clone());
    use_effect_with(*now, move |&now| {
        // A dialog gives the focus to its first field as it opens, or back as it closes; this one is wanted after that.
        let going = now.map(|now| {
            Timeout::new(0, move || {
                // Something else may be pointed at by now, which is drawn next.
                if store.read(|model| pointed(model) == Some(now)) {
                    if let Some(element) = element(now) {
                        go(&element);
                    }
                    store.dispatch(arrived());
                }
            })
        });
        move || drop(going)
    });
}

fn go(element: &Element) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Center);
    element.scroll_into_view_with_scroll_into_view_options(&options);
    // Focusing fails only for what cannot take the focus, which is in sight then all the same.
    let _ = match element.dyn_ref::<SvgElement>() {
        Some(drawn) => drawn.focus(),
        None => element.unchecked_ref::<HtmlElement>().focus(),
    };
    let _ = element.set_attribute("data-pointed", "true");
    let marked = element.clone();
    let unmark = move |_: &Event| drop(marked.remove_attribute("data-pointed"));
    EventListener::once_with_options(element, "blur", EventListenerOptions::run_in_capture_phase(), unmark).forget();
}
