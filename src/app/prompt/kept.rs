//! Turns that are kept: going on after a reload, and questions that wait.
//!
//! Must not be in here: what a checkpoint says.

use std::rc::Rc;

use super::Running;
use super::control::running_at;
use crate::agent::ask::Question;
use crate::agent::turn::{Call, State, Turn};
use crate::app::effect::Effect;
use crate::app::helper::Helper;
use crate::app::{Model, edit};
use crate::model::change::ChangeSet;
use crate::model::conversation::Status;
use crate::model::{KeptTurn, Message, MessageKey, TurnId};
use crate::storage::port::Durability;

/// A question that waits for an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenQuestion {
    /// The call that asks.
    pub call_id: String,
    /// What is asked.
    pub question: Question,
}

/// The row of a turn with its new checkpoint; it belongs to no entry of the history.
pub(super) fn keep(model: &Model, running: &Running, checkpoint: String, parked: bool) -> ChangeSet {
    let mut draft = model.workspace.draft();
    if draft.get::<KeptTurn>(&running.id).is_some() {
        draft.update::<KeptTurn>(&running.id, |row| {
            row.checkpoint = checkpoint;
            row.parked = parked;
        });
    } else {
        draft.put(KeptTurn {
            id: running.id,
            session: running.answer.session,
            message: running.answer.id,
            agent: running.helper.map(|helper| helper.agent(model, running.answer).id().to_owned()).unwrap_or_default(),
            works_for: None,
            created_at: model.now,
            before: running.before.parts.clone(),
            instead: running.instead,
            checkpoint,
            parked,
            came: Vec::new(),
        });
    }
    draft.finish()
}

/// The turn of an answer that is kept, with its assistant.
pub(super) fn kept_of(model: &Model, answer: MessageKey) -> Option<(Rc<KeptTurn>, &'static dyn Helper)> {
    let mut all = model.workspace.tables().turns.values();
    let kept = all.find(|kept| kept.answer() == answer && kept.works_for.is_none())?.clone();
    let helper = model.helper(answer.session)?;
    Some((kept, helper))
}

fn state_of(model: &Model, answer: MessageKey) -> Option<State> {
    let (kept, helper) = kept_of(model, answer)?;
    Turn::read(&*helper.agent(model, answer), &kept.checkpoint)
}

/// Whether a kept turn waits for a person.
pub(super) fn waits(model: &Model, answer: MessageKey) -> bool {
    state_of(model, answer).is_some_and(|state| state.questions().next().is_some())
}

/// Forgets the turns of these answers that run in no tab; their answers stay as they are.
pub fn forget_kept(model: &mut Model, answers: &[MessageKey], out: &mut Vec<Effect>) {
    let running: Vec<TurnId> = model.running.keys().copied().collect();
    let turns = model.workspace.tables().turns.values();
    let gone: Vec<Rc<KeptTurn>> =
        turns.filter(|kept| answers.contains(&kept.answer()) && !running.contains(&kept.id)).cloned().collect();
    if gone.is_empty() {
        return;
    }
    edit::change(model, Durability::Relaxed, out, |draft| {
        for kept in gone {
            draft.remove::<KeptTurn>(&kept.id);
            if draft.get::<Message>(&kept.answer()).is_some_and(|row| row.status == Status::Waiting) {
                draft.update::<Message>(&kept.answer(), |row| row.status = Status::Stopped);
            }
        }
    });
}

impl Model {
    /// Whether an answer can go on where its turn stopped when the page went away.
    pub fn can_resume(&self, answer: MessageKey) -> bool {
        let Some(row) = self.message(answer) else { return false };
        let free = match row.status {
            Status::Stopped => true,
            Status::Waiting | Status::Streaming => self.ownerless.contains(&answer),
            Status::Done | Status::Error => false,
        };
        free && running_at(self, answer).is_none() && state_of(self, answer).is_some()
    }

    /// A call of the turn that makes an answer, whether it is under way or kept.
    pub fn call(&self, answer: MessageKey, call_id: &str) -> Option<Call> {
        if let Some(id) = running_at(self, answer) {
            return self.running.get(&id)?.turn.state().call(call_id).cloned();
        }
        state_of(self, answer)?.call(call_id).cloned()
    }

    /// The questions of an answer that wait for the person.
    pub fn questions(&self, answer: MessageKey) -> Vec<OpenQuestion> {
        let open = |(call_id, question): (&str, &Question)| OpenQuestion {
            call_id: call_id.to_owned(),
            question: question.clone(),
        };
        if let Some(id) = running_at(self, answer) {
            return self
                .running
                .get(&id)
                .map(|running| running.turn.questions().map(open).collect())
                .unwrap_or_default();
        }
        if self.message(answer).is_none_or(|row| row.status != Status::Waiting) {
            return Vec::new();
        }
        state_of(self, answer).map(|state| state.questions().map(open).collect()).unwrap_or_default()
    }
}
