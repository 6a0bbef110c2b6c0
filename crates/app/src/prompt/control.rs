//! Stopping an answer, trying again at once, answering what it asks.

use super::begin::resume;
use super::kept::{can_resume, forget_kept};
use super::{Running, perform, sub_agents};
use crate::effect::Effect;
use crate::{Model, Refusal, edit};
use espalier_agent::turn::{Turn, TurnId, TurnInput};
use espalier_agent_api::ask::Answer;
use espalier_base::env::Env;
use espalier_llm::error::{ErrorKind, NetworkKind};
use espalier_model::MessageKey;

pub(super) fn running_at(model: &Model, key: MessageKey) -> Option<TurnId> {
    model.running.values().find(|running| running.answer == key).map(|running| running.id)
}

/// Stops making an answer; what had arrived is kept.
pub(super) fn stop(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some(id) = running_at(model, key) else {
        if can_resume(model, key) {
            forget_kept(model, &[key], out);
        }
        return;
    };
    let Some(running) = model.running.get_mut(&id) else {
        return;
    };
    running.runs.clear();
    let outputs = running.sub_agents.stop(env);
    perform(model, env, id, outputs, out);
}

/// Begins the next try at once.
pub(super) fn retry_now(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some(id) = running_at(model, key) else { return };
    let outputs = sub_agents::drive(model, id, |sub_agents, delegates| sub_agents.retry(delegates, env));
    if outputs.is_empty() {
        return;
    }
    perform(model, env, id, outputs, out);
}

/// Sends the requests that wait for the network, now that there is one again.
pub(super) fn back_online(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let offline = ErrorKind::Network { network: NetworkKind::Offline };
    let waits = |running: &&Running| {
        running.sub_agents.turns().any(|(_, turn)| turn.waiting_for().is_some_and(|(why, _)| why.kind == offline))
    };
    let answers: Vec<MessageKey> = model.running.values().filter(waits).map(|running| running.answer).collect();
    for answer in answers {
        retry_now(model, env, answer, out);
    }
}

/// Answers a question of a turn, which goes on; where the page was loaded again since, from its checkpoint. Says
/// whether the answer was taken: a turn of another tab is answered there.
pub(super) fn answer(
    model: &mut Model,
    env: &mut Env,
    (key, call_id): (MessageKey, String),
    answer: Answer,
    out: &mut Vec<Effect>,
) -> bool {
    if model.read_only.is_some() {
        edit::refuse(model, Refusal::ReadOnly);
        return false;
    }
    if running_at(model, key).is_none() && !resume(model, env, key, out) {
        return false;
    }
    let Some(id) = running_at(model, key) else { return false };
    let Some(running) = model.running.get(&id) else { return false };
    let (turn, call_id) = running.call_of(&call_id);
    let step = running.sub_agents.turn(turn).map_or(0, Turn::step);
    let input = TurnInput::Answer { call_id, answer };
    let outputs =
        sub_agents::drive(model, id, |sub_agents, delegates| sub_agents.on(turn, step, input, delegates, env));
    perform(model, env, id, outputs, out);
    true
}
