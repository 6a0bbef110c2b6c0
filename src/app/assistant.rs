//! The assistants beside rooms: their conversations, what they propose, and what becomes of that.
//!
//! - A1 A proposal is read from what the message says, whenever it is shown; only what the person decided is stored.
//! - A2 Applying writes the changes, their entry and the decision in one commit; cancelling writes the decision. Either
//!   happens once, after a reload too, and no undo takes the decision back.
//! - A3 The model is told what was applied or cancelled and answers on; that applied changes were taken back it is told
//!   with the next question.
//! - A4 What is not decided is tried again whenever the room changes, and nothing the person wrote since is overwritten.
//!
//! Must not be in here: reading proposals (`agent::proposal`), the commands, drawing.

mod ask;
mod decide;
mod panel;
mod place;
mod summary;

use std::collections::BTreeMap;
use std::rc::Rc;

pub use self::ask::{Asked, PERSONA, asked};
pub use self::decide::{news, report, turned};
pub use self::panel::{Panel, live, refresh, settle};
pub use self::place::Place;
pub use self::summary::{Summary, choices, reason};
use super::Model;
pub use super::conversation::{session_of, shown};
use super::effect::Effect;
use crate::agent::proposal::Params;
use crate::base::env::Env;
use crate::model::{MessageKey, SessionId};

/// The id of the step that applies a proposal.
pub const APPLY: &str = "ai.apply";
/// The id of the step that takes an applied proposal back after other steps.
pub const REVERT: &str = "ai.revert";

/// What is known of proposals, none of it stored.
#[derive(Debug, Default)]
pub struct Assistant {
    /// The panels of messages that were shown; none for those that propose nothing.
    pub panels: BTreeMap<MessageKey, Option<Rc<Panel>>>,
    /// Where a preview may be shown of what the open proposal would do.
    previewed: Option<Place>,
}

/// Something to do with a proposal.
#[derive(Debug, Clone, PartialEq)]
pub enum AssistantMsg {
    /// Tick an operation, or untick it.
    Tick(MessageKey, usize, bool),
    /// Tick all that is possible, or nothing.
    TickAll(MessageKey, bool),
    /// Other parameters for an operation.
    Edit(MessageKey, usize, Params),
    /// Carry out what is ticked.
    Apply(MessageKey),
    /// Do none of it.
    Cancel(MessageKey),
    /// Take back what was applied.
    Undo(MessageKey),
    /// Show the assistant beside the time log, or not.
    Time(bool),
    /// Begin another conversation about the time log.
    NewTime,
    /// Show one.
    OpenTime(SessionId),
}

/// Does one.
pub fn update(model: &mut Model, env: &mut Env, msg: AssistantMsg, out: &mut Vec<Effect>) {
    match msg {
        AssistantMsg::Tick(key, index, ticked) => {
            panel::change(model, key, |state| {
                state.tick(index, ticked);
            });
        }
        AssistantMsg::TickAll(key, ticked) => panel::change(model, key, |state| state.tick_all(ticked)),
        AssistantMsg::Edit(key, index, params) => panel::edit(model, key, index, params),
        AssistantMsg::Apply(key) => decide::apply(model, env, key, out),
        AssistantMsg::Cancel(key) => decide::cancel(model, env, key, out),
        AssistantMsg::Undo(key) => decide::take_back(model, env, key, out),
        // The Time room is sent these.
        AssistantMsg::Time(_) | AssistantMsg::NewTime | AssistantMsg::OpenTime(_) => {}
    }
}

impl AssistantMsg {
    /// Whether it is about the conversations of the time log.
    pub const fn is_of_time(&self) -> bool {
        matches!(self, Self::Time(_) | Self::NewTime | Self::OpenTime(_))
    }
}

impl Model {
    /// The panel of a message that proposes something.
    pub fn panel(&self, key: MessageKey) -> Option<&Rc<Panel>> {
        self.assistant.panels.get(&key)?.as_ref()
    }
}
