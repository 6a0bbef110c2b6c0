//! Listening to the pointer and to keys on a timeline.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::drag::{Drag, HOLD, entry_of, key, press};
use super::layout::TimelineLayout;
use crate::kit::dom::use_escape;
use crate::kit::shared::Shared;
use crate::store::{use_selector, use_store};
use espalier_app::Msg;
use espalier_app::timelog::TimeMsg;
use espalier_model::TimeEntryId;

pub struct Gestures {
    pub down: Callback<PointerEvent>,
    pub moved: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
    pub cancel: Callback<PointerEvent>,
    pub key: Callback<KeyboardEvent>,
    pub focus: Callback<FocusEvent>,
}

/// Returns the event handlers of a timeline, and the current drag.
#[hook]
pub fn use_outline_actions(svg: &NodeRef, layout: &Rc<TimelineLayout>) -> (Gestures, Option<Drag>) {
    let store = use_store();
    let drag = use_state_eq(|| None::<Drag>);
    // What the pointer did last must not wait for a drawing.
    let current = use_mut_ref(|| None::<Drag>);
    let layout = Shared(layout.clone());
    let hold = use_mut_ref(|| None::<Timeout>);
    use_pan(svg, &current);
    let down = use_callback((svg.clone(), layout.clone(), store.clone(), drag.setter()), {
        let current = current.clone();
        move |event: PointerEvent, (svg, layout, store, drag)| {
            let begun = store.read(|model| press(&event, svg, layout, model));
            if begun.is_some()
                && let Some(element) = svg.cast::<web_sys::Element>()
            {
                // A pointer that is gone already cannot be held, and need not be.
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            // That a finger took hold is seen before it moves.
            let touch = begun.as_ref().filter(|begun| begun.is_touch());
            *hold.borrow_mut() = touch.map(|begun| show_later(begun.clone(), current.clone(), drag.clone()));
            *current.borrow_mut() = begun;
        }
    });
    let moved = use_callback((svg.clone(), layout, drag.setter()), {
        let current = current.clone();
        move |event: PointerEvent, (svg, layout, drag)| {
            let mut current = current.borrow_mut();
            let Some(now) = &mut *current else { return };
            if now.follow(&event, svg, layout) {
                drag.set(Some(now.clone()).filter(|now| now.moved));
            } else {
                *current = None;
            }
        }
    });
    let up = use_callback((store.clone(), drag.setter()), {
        let current = current.clone();
        move |_: PointerEvent, (store, drag)| {
            drag.set(None);
            let msg = current.borrow_mut().take().and_then(|done| store.read(|model| done.end(model)));
            if let Some(msg) = msg {
                store.dispatch(Msg::Time(msg));
            }
        }
    });
    let stop = {
        let (current, drag) = (current.clone(), drag.setter());
        Callback::from(move |()| {
            drag.set(None);
            current.borrow_mut().take();
        })
    };
    use_escape(stop.clone());
    let cancel = stop.reform(|_: PointerEvent| ());
    let key = use_keys(svg);
    let focus = use_callback(store, |event: FocusEvent, store| {
        if let Some((id, _)) = entry_of(&event) {
            store.dispatch(Msg::Time(TimeMsg::At(id)));
        }
    });
    (Gestures { down, moved, up, cancel, key, focus }, (*drag).clone())
}

/// Shows a drag that a finger began, unless it did anything else meanwhile.
fn show_later(begun: Drag, current: Rc<RefCell<Option<Drag>>>, drag: UseStateSetter<Option<Drag>>) -> Timeout {
    Timeout::new(HOLD as u32, move || {
        if current.borrow().as_ref() == Some(&begun) {
            drag.set(Some(begun));
        }
    })
}

/// A finger that moves at once pans the timeline; one that stayed first drags, and nothing pans under it.
#[hook]
fn use_pan(svg: &NodeRef, current: &Rc<RefCell<Option<Drag>>>) {
    let current = current.clone();
    use_effect_with(svg.clone(), move |svg| {
        let listener = svg.cast::<web_sys::Element>().map(|element| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&element, "touchmove", options, move |event| {
                if current.borrow().as_ref().is_some_and(|drag| drag.holds(event.time_stamp())) {
                    event.prevent_default();
                }
            })
        });
        move || drop(listener)
    });
}

/// Keys on a block; one that went to another day keeps the focus.
#[hook]
fn use_keys(svg: &NodeRef) -> Callback<KeyboardEvent> {
    let store = use_store();
    let wanted = use_mut_ref(|| None::<TimeEntryId>);
    let version = *use_selector(|model| model.timelog.version);
    use_effect_with((version, svg.clone()), {
        let wanted = wanted.clone();
        move |(_, svg)| {
            let Some(id) = wanted.borrow_mut().take() else { return };
            let block = svg.cast::<web_sys::Element>().and_then(|svg| {
                svg.query_selector(&format!(".time-block[data-id=\"{id}\"][tabindex=\"0\"]")).ok().flatten()
            });
            if let Some(block) = block.and_then(|block| block.dyn_into::<web_sys::SvgElement>().ok()) {
                // A block of the page takes the focus.
                let _ = block.focus();
            }
        }
    });
    use_callback(store, move |event: KeyboardEvent, store| {
        if let Some(msg) = key(&event, store) {
            event.prevent_default();
            if matches!(msg, Msg::Time(TimeMsg::Do(..))) {
                *wanted.borrow_mut() = entry_of(&event).map(|(id, _)| id);
            }
            store.dispatch(msg);
        }
    })
}
