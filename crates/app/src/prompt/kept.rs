//! Stored turns: resumed after a reload, or waiting for the answer to a question.

use std::rc::Rc;

use super::control::running_at;
use super::{Running, sub_agents};
use crate::effect::Effect;
use crate::room_agent::RoomAgent;
use crate::{Model, edit};
use espalier_agent::sub_agents::StoredTurn;
use espalier_agent::turn::{Call, State, Turn};
use espalier_agent_api::ask::Question;
use espalier_model::change::ChangeSet;
use espalier_model::conversation::Status;
use espalier_model::{KeptTurn, Message, MessageKey, TurnId};
use espalier_storage::port::Durability;

/// A question that waits for an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenQuestion {
    /// Id of the call that asks; for a sub-agent, with the id of its turn.
    pub call_id: String,
    /// The question.
    pub question: Question,
}

/// The row of a turn with its new checkpoint; it belongs to no entry of the history.
pub(super) fn keep(model: &Model, running: &Running, turn: TurnId, checkpoint: String, parked: bool) -> ChangeSet {
    let mut draft = model.workspace.draft();
    let works_for = running.sub_agents.works_for(turn);
    let agent = running.sub_agents.turn(turn).map(|turn| turn.state().agent.clone()).unwrap_or_default();
    if draft.get::<KeptTurn>(&turn).is_some() {
        draft.update::<KeptTurn>(&turn, |row| {
            row.checkpoint = checkpoint;
            row.parked = parked;
        });
    } else {
        draft.put(KeptTurn {
            id: turn,
            session: running.answer.session,
            message: running.answer.id,
            agent,
            before: if works_for.is_some() { Vec::new() } else { running.before.parts.clone() },
            works_for,
            created_at: model.now,
            instead: running.instead,
            checkpoint,
            parked,
            came: Vec::new(),
        });
    }
    draft.finish()
}

/// The kept turn of an answer, with its room agent.
pub(super) fn kept_of(model: &Model, answer: MessageKey) -> Option<(Rc<KeptTurn>, &'static dyn RoomAgent)> {
    let mut all = model.workspace.tables().turns.values();
    let kept = all.find(|kept| kept.answer() == answer && kept.works_for.is_none())?.clone();
    let room_agent = model.room_agent(answer.session)?;
    Some((kept, room_agent))
}

fn state_of(model: &Model, answer: MessageKey) -> Option<State> {
    let (kept, room_agent) = kept_of(model, answer)?;
    Turn::read(&*room_agent.agent_named(model, answer, &kept.agent), &kept.checkpoint)
}

/// The kept sub-agents of an answer.
pub(super) fn members_of(model: &Model, answer: MessageKey) -> Vec<Rc<KeptTurn>> {
    let all = model.workspace.tables().turns.values();
    all.filter(|kept| kept.answer() == answer && kept.works_for.is_some()).cloned().collect()
}

/// All kept turns of an answer.
pub(super) fn kept_turns(model: &Model, answer: MessageKey) -> Vec<TurnId> {
    let all = model.workspace.tables().turns.values();
    all.filter(|kept| kept.answer() == answer).map(|kept| kept.id).collect()
}

/// States of the kept turns of an answer: of the turn itself, then of its sub-agents, with their ids.
fn kept_states(model: &Model, answer: MessageKey) -> Vec<(Option<TurnId>, State)> {
    let Some(main) = state_of(model, answer) else { return Vec::new() };
    let room_agent = model.room_agent(answer.session);
    let member = |row: Rc<KeptTurn>| {
        let agent = room_agent?.agent_named(model, answer, &row.agent);
        Some((Some(row.id), Turn::read(&*agent, &row.checkpoint)?))
    };
    std::iter::once((None, main)).chain(members_of(model, answer).into_iter().filter_map(member)).collect()
}

/// Whether a kept turn waits for a person.
pub(super) fn waits(model: &Model, answer: MessageKey) -> bool {
    kept_states(model, answer).iter().any(|(_, state)| state.questions().next().is_some())
}

/// Forgets the turns of these answers that run in no tab; their answers stay as they are.
pub fn forget_kept(model: &mut Model, answers: &[MessageKey], out: &mut Vec<Effect>) {
    let turns = model.workspace.tables().turns.values();
    let is_gone = |kept: &&Rc<KeptTurn>| answers.contains(&kept.answer()) && running_at(model, kept.answer()).is_none();
    let gone: Vec<Rc<KeptTurn>> = turns.filter(is_gone).cloned().collect();
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

/// Forgets turns that nobody waits for any more.
pub(super) fn forget_turns(model: &mut Model, turns: Vec<TurnId>, out: &mut Vec<Effect>) {
    if turns.is_empty() {
        return;
    }
    edit::change(model, Durability::Relaxed, out, |draft| {
        for turn in turns {
            draft.remove::<KeptTurn>(&turn);
        }
    });
}

/// A stored turn in the form that sub-agents are resumed from.
pub(super) fn as_kept(row: &KeptTurn) -> StoredTurn<'_> {
    StoredTurn { id: row.id, works_for: row.works_for.clone(), checkpoint: &row.checkpoint }
}

/// Whether an answer can go on where its turn stopped when the page went away.
pub(super) fn can_resume(model: &Model, answer: MessageKey) -> bool {
    let Some(row) = model.message(answer) else { return false };
    let free = match row.status {
        Status::Stopped => true,
        Status::Waiting | Status::Streaming => model.ownerless.contains(&answer),
        Status::Done | Status::Error => false,
    };
    free && running_at(model, answer).is_none() && state_of(model, answer).is_some()
}

/// The questions of an answer that wait for the person.
pub(super) fn questions(model: &Model, answer: MessageKey) -> Vec<OpenQuestion> {
    let open = |call_id: String, question: &Question| OpenQuestion { call_id, question: question.clone() };
    if let Some(running) = running_at(model, answer).and_then(|id| model.running.get(&id)) {
        let turns = running.sub_agents.turns().flat_map(|(id, turn)| turn.questions().map(move |one| (id, one)));
        return turns.map(|(id, (call, question))| open(running.name_of(id, call), question)).collect();
    }
    if model.message(answer).is_none_or(|row| row.status != Status::Waiting) {
        return Vec::new();
    }
    let states = kept_states(model, answer);
    let turns = states.iter().flat_map(|(id, state)| state.questions().map(move |one| (*id, one)));
    turns.map(|(id, (call, question))| open(sub_agents::name_of(id, call), question)).collect()
}

impl Model {
    /// A call of the turns that make an answer, by the name that [`OpenQuestion`] has for it, whether they are under
    /// way or kept.
    pub fn call(&self, answer: MessageKey, name: &str) -> Option<Call> {
        if let Some(running) = running_at(self, answer).and_then(|id| self.running.get(&id)) {
            let (turn, call) = running.call_of(name);
            return running.sub_agents.turn(turn)?.state().call(&call).cloned();
        }
        let states = kept_states(self, answer);
        let (turn, call) = sub_agents::call_of(name);
        let found = states.iter().find(|(of, _)| turn.is_some() && *of == turn).map(|(_, state)| state.call(call));
        found.unwrap_or_else(|| states.first()?.1.call(name)).cloned()
    }
}
