//! Decisions on proposals: edit, apply, cancel, undo.
//!
//! - A2 Applying writes the changes, their entry and the decision in one commit; cancelling writes the decision. Either
//!   happens once, after a reload too, and no undo takes the decision back.
//! - A3 The model is told what was applied or cancelled and answers on; that applied changes were taken back it is told
//!   with the next question.

mod decide;

use super::Model;
pub use super::conversation::{session_of, shown};
use super::effect::Effect;
pub use super::proposals::{APPLY, Assistant, Panel, ProposalTarget, REVERT, Summary, choices, reason};
use super::proposals::{change, choice, edit};
use espalier_base::env::Env;
use espalier_model::{MessageKey, SessionId};
use espalier_proposal::Params;

/// A message about a proposal, or to the assistant of the time log.
#[derive(Debug, Clone, PartialEq)]
pub enum AssistantMsg {
    /// Tick an operation, or untick it.
    Tick(MessageKey, usize, bool),
    /// Tick all that is possible, or nothing.
    TickAll(MessageKey, bool),
    /// Set other parameters of an operation.
    Edit(MessageKey, usize, Params),
    /// Apply the ticked operations.
    Apply(MessageKey),
    /// Cancel the proposal.
    Cancel(MessageKey),
    /// Undo the applied operations.
    Undo(MessageKey),
    /// Show the assistant beside the time log, or not.
    Time(bool),
    /// Begin another conversation about the time log.
    NewTime,
    /// Show a conversation about the time log.
    OpenTime(SessionId),
}

/// Handles a message about a proposal.
pub fn update(model: &mut Model, env: &mut Env, msg: AssistantMsg, out: &mut Vec<Effect>) {
    match msg {
        AssistantMsg::Tick(key, index, ticked) => {
            change(model, key, |state| {
                state.tick(index, ticked);
            });
            choice::keep(model, key, out);
        }
        AssistantMsg::TickAll(key, ticked) => {
            change(model, key, |state| state.tick_all(ticked));
            choice::keep(model, key, out);
        }
        AssistantMsg::Edit(key, index, params) => {
            edit(model, key, index, params);
            choice::keep(model, key, out);
        }
        AssistantMsg::Apply(key) => {
            decide::apply(model, env, key, out);
            choice::keep(model, key, out);
        }
        AssistantMsg::Cancel(key) => {
            decide::cancel(model, env, key, out);
            choice::keep(model, key, out);
        }
        AssistantMsg::Undo(key) => decide::take_back(model, env, key, out),
        // The Time room is sent these.
        AssistantMsg::Time(_) | AssistantMsg::NewTime | AssistantMsg::OpenTime(_) => {}
    }
}

impl AssistantMsg {
    /// Whether it is about the conversations of the time log.
    pub const fn is_of_time(&self) -> bool {
        self.answer().is_none()
    }

    /// The answer whose operations it is about.
    pub const fn answer(&self) -> Option<&MessageKey> {
        match self {
            Self::Time(_) | Self::NewTime | Self::OpenTime(_) => None,
            Self::Tick(key, ..)
            | Self::TickAll(key, _)
            | Self::Edit(key, ..)
            | Self::Apply(key)
            | Self::Cancel(key)
            | Self::Undo(key) => Some(key),
        }
    }
}
