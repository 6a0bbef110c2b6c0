//! Keys and clicks on the transcript: going from message to message, doing something to one, its context menu.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::scroller::Scroller;
use crate::chat::message::action::{Action, ActionSet};
use crate::kit::dom::is_typing;
use crate::kit::{Anchor, is_composing};
use crate::store::{Store, use_store};
use espalier_app::Msg;
use espalier_app::sessions::SessionMsg;
use espalier_model::{MessageId, MessageKey, SessionId};

/// Does something to a message.
#[hook]
pub fn use_act(session: SessionId, onedit: Callback<Option<MessageId>>) -> Callback<(MessageId, Action)> {
    let store = use_store();
    use_callback((store, session, onedit), |(id, action), (store, session, onedit)| {
        act(store, MessageKey { session: *session, id }, action, onedit);
    })
}

fn act(store: &Store, at: MessageKey, action: Action, onedit: &Callback<Option<MessageId>>) {
    let (offered, msg) = store.read(|model| {
        let offered = model.message(at).map(|message| ActionSet::of(model, message));
        (offered.unwrap_or_default(), action.msg(model, at))
    });
    if !offered.has(action) {
        return;
    }
    match msg {
        Some(msg) => store.dispatch(msg),
        None => onedit.emit(Some(at.id)),
    }
}

/// Keys on the transcript: arrows go from message to message and from branch to branch, letters act on the message, the
/// keys of a page scroll.
#[hook]
pub fn use_keys(
    scroller: &Rc<Scroller>,
    session: SessionId,
    act: Callback<(MessageId, Action)>,
) -> Callback<KeyboardEvent> {
    let store = use_store();
    use_callback((scroller.clone(), store, session, act), |event: KeyboardEvent, (scroller, store, session, act)| {
        let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
        if modified || is_composing(&event) || is_typing(&event) {
            return;
        }
        let focused = message_of(&event);
        let done = match (event.key().as_str(), focused) {
            ("ArrowUp", _) => step(scroller, store, *session, focused, false),
            ("ArrowDown", _) => step(scroller, store, *session, focused, true),
            // At once: the browser's own way there is an animation, which ends wherever something else gets its height.
            ("Home", _) => scroller.to_start(),
            ("End", _) => {
                scroller.to_end();
                true
            }
            ("PageUp", _) => scroller.by_page(-1.0),
            ("PageDown", _) => scroller.by_page(1.0),
            ("ArrowLeft", Some(id)) => turn(store, MessageKey { session: *session, id }, false),
            ("ArrowRight", Some(id)) => turn(store, MessageKey { session: *session, id }, true),
            (key, Some(id)) => Action::of_key(key).map(|action| act.emit((id, action))).is_some(),
            _ => false,
        };
        if done {
            event.prevent_default();
            event.stop_propagation();
        }
    })
}

/// Moves the focus to the message before or after; without one, to the first on the screen.
fn step(scroller: &Scroller, store: &Store, session: SessionId, focused: Option<MessageId>, forward: bool) -> bool {
    let path = store.read(|model| model.view(session).map(|view| view.path.clone())).unwrap_or_default();
    let at = focused.and_then(|id| path.iter().position(|known| *known == id));
    let next = match at {
        Some(at) if forward => path.get(at + 1),
        Some(at) => at.checked_sub(1).and_then(|at| path.get(at)),
        None => None,
    };
    let fallback = || {
        if forward { scroller.first_visible() } else { path.last().copied() }
    };
    let Some(id) = next.copied().or_else(|| if at.is_none() { fallback() } else { None }) else {
        return false;
    };
    if let Some(element) = scroller.element(id) {
        // As in `focus`.
        let _ = element.focus();
    } else {
        scroller.to_row(id);
    }
    true
}

/// Goes to the alternative before or after a message, if it has one.
fn turn(store: &Store, at: MessageKey, forward: bool) -> bool {
    let there = store.read(|model| {
        let siblings = model.view(at.session)?.tree.siblings(at.id);
        let place = siblings.iter().position(|id| *id == at.id)?;
        let next = if forward { place.checked_add(1) } else { place.checked_sub(1) };
        next.and_then(|next| siblings.get(next)).copied()
    });
    if there.is_some() {
        store.dispatch(Msg::Sessions(SessionMsg::StepSibling(at, forward)));
    }
    there.is_some()
}

/// The message that an event happened in.
fn message_of(event: &Event) -> Option<MessageId> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    element.closest("[data-testid=message]").ok()??.get_attribute("data-id")?.parse().ok()
}

/// A right click on a message opens what can be done to it, except where the browser's own menu is of more use: on
/// selected text, a link, a field.
#[hook]
pub fn use_context_menu(menu: UseStateSetter<Option<(MessageId, Anchor)>>) -> Callback<MouseEvent> {
    use_callback(menu, |event: MouseEvent, menu| {
        let own = event.target_dyn_into::<Element>().and_then(|element| element.closest("a, textarea, input").ok());
        let selection = web_sys::window().and_then(|window| window.get_selection().ok()).flatten();
        let selected = selection.is_some_and(|selection| !selection.is_collapsed());
        if own.flatten().is_some() || selected {
            return;
        }
        if let Some(id) = message_of(&event) {
            event.prevent_default();
            menu.set(Some((id, Anchor::Point(f64::from(event.client_x()), f64::from(event.client_y())))));
        }
    })
}
