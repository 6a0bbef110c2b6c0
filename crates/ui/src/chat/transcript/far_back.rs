//! Which messages are too far back to be sent with the next one.

use std::collections::BTreeSet;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::kit::shared::Shared;
use crate::store::{use_selector, use_store};
use espalier_agent::context::{Excluded, Origin};
use espalier_app::Model;
use espalier_app::selector::SessionView;
use espalier_model::{MessageId, SessionId};

/// Idle time before it is computed, in milliseconds.
const QUIET_MS: u32 = 400;

/// The messages that are too far back to be sent. Working that out means reading everything, so it is done when nothing
/// else is going on.
#[hook]
pub fn use_far_back(session: SessionId, view: Option<Shared<SessionView>>, busy: bool) -> Rc<BTreeSet<MessageId>> {
    let store = use_store();
    let agent = use_selector(move |model| model.answering(Some(session)).0);
    let beyond = use_state_eq(Rc::<BTreeSet<MessageId>>::default);
    let set = beyond.setter();
    use_effect_with((store, view, busy, *agent), move |(store, view, busy, _)| {
        let store = store.clone();
        let quiet = (view.is_some() && !busy).then(|| {
            Timeout::new(QUIET_MS, move || {
                set.set(Rc::new(store.read(|model| beyond_budget(model, session))));
            })
        });
        move || drop(quiet)
    });
    (*beyond).clone()
}

fn beyond_budget(model: &Model, session: SessionId) -> BTreeSet<MessageId> {
    let context = model.context_preview(session);
    let dropped = context.items.iter().filter(|item| item.why_excluded == Some(Excluded::Budget));
    dropped
        .filter_map(|item| match item.origin {
            Origin::Message(id) => Some(id),
            Origin::Preset(_) | Origin::Instruction => None,
        })
        .collect()
}
