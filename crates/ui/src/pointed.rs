//! Fields that a button elsewhere leads to: brought into sight, given the focus, marked until the focus leaves.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::store::{use_dispatch, use_selector};
use espalier_app::Msg;
use espalier_app::connect::{ConnectMsg, SettingsField};
use espalier_model::Slug;

/// Goes to the element when a button leads to this place, of this provider where it is one of an endpoint.
#[hook]
pub fn use_pointed(place: SettingsField, provider: Option<&'static str>, node: &NodeRef) {
    let dispatch = use_dispatch();
    let node = node.clone();
    let pointed = use_selector(move |model| {
        let pointed = model.pointed.as_ref().filter(|pointed| pointed.place == place);
        let is_here = |wanted: &Slug| provider.is_none_or(|id| id == wanted.as_str());
        pointed.is_some_and(|pointed| pointed.provider.as_ref().is_none_or(is_here))
    });
    use_effect_with(*pointed, move |pointed| {
        // A dialog gives the focus to its first field as it opens; this one is wanted after that.
        let going = pointed.then(|| {
            Timeout::new(0, move || {
                go(&node);
                dispatch.emit(Msg::Connect(ConnectMsg::Arrived));
            })
        });
        move || drop(going)
    });
}

fn go(node: &NodeRef) {
    let Some(element) = node.cast::<web_sys::HtmlElement>() else { return };
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Center);
    element.scroll_into_view_with_scroll_into_view_options(&options);
    // Focusing fails only for what cannot take the focus, which is in sight then all the same.
    let _ = element.focus();
    let _ = element.set_attribute("data-pointed", "true");
    let marked = element.clone();
    let unmark = move |_: &Event| drop(marked.remove_attribute("data-pointed"));
    EventListener::once_with_options(&element, "blur", EventListenerOptions::run_in_capture_phase(), unmark).forget();
}
