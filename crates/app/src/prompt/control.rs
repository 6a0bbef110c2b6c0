//! Stopping an answer, trying again at once, answering what it asks.

use super::begin::resume;
use super::kept::forget_kept;
use super::{Running, perform, sub_agents};
use crate::effect::Effect;
use crate::{Model, Refusal, edit};
use espalier_agent::turn::{Turn, TurnId, TurnInput};
use espalier_agent_api::ask::Answer;
use espalier_base::env::Env;
use espalier_llm::error::{ErrorKind, NetworkKind};
use espalier_model::{MessageKey, RecordKey};

pub(super) fn running_at(model: &Model, key: MessageKey) -> Option<TurnId> {
    model.running.values().find(|running| running.answer == key).map(|running| running.id)
}

/// Stops making an answer; what had arrived is kept.
pub fn stop(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some(id) = running_at(model, key) else {
        if model.can_resume(key) {
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

/// Stops the answers among these rows, and forgets how they could go on.
pub fn stop_touched(model: &mut Model, env: &mut Env, keys: &[RecordKey], out: &mut Vec<Effect>) {
    let touched = |answer: &MessageKey| keys.contains(&RecordKey::Messages(*answer));
    let answers: Vec<MessageKey> = model.running.values().map(|running| running.answer).filter(touched).collect();
    for answer in answers {
        stop(model, env, answer, out);
    }
    let kept: Vec<MessageKey> =
        model.workspace.tables().turns.values().map(|kept| kept.answer()).filter(touched).collect();
    forget_kept(model, &kept, out);
}

/// Begins the next try at once.
pub fn retry_now(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some(id) = running_at(model, key) else { return };
    let outputs = sub_agents::drive(model, id, |sub_agents, delegates| sub_agents.retry(delegates, env));
    if outputs.is_empty() {
        return;
    }
    perform(model, env, id, outputs, out);
}

/// Sends the requests that wait for the network, now that there is one again.
pub fn back_online(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
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
pub fn answer(
    model: &mut Model,
    env: &mut Env,
    key: MessageKey,
    call_id: String,
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
