//! Stopping an answer, and trying again at once.
//!
//! Must not be in here: the rules of a turn.

use super::perform;
use crate::agent::turn::TurnId;
use crate::app::Model;
use crate::app::effect::Effect;
use crate::base::env::Env;
use crate::model::{MessageKey, RecordKey};

pub(super) fn running_at(model: &Model, key: MessageKey) -> Option<TurnId> {
    model.running.values().find(|running| running.answer == key).map(|running| running.id)
}

/// Stops making an answer; what had arrived is kept.
pub fn stop(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some(id) = running_at(model, key) else { return };
    let Some(running) = model.running.get_mut(&id) else {
        return;
    };
    let outputs = running.turn.stop(env.now);
    perform(model, env, id, outputs, out);
}

/// Stops the answers among these rows.
pub fn stop_touched(model: &mut Model, env: &mut Env, keys: &[RecordKey], out: &mut Vec<Effect>) {
    let answers: Vec<MessageKey> = model
        .running
        .values()
        .map(|running| running.answer)
        .filter(|answer| keys.contains(&RecordKey::Messages(*answer)))
        .collect();
    for answer in answers {
        stop(model, env, answer, out);
    }
}

/// Begins the next try at once.
pub fn retry_now(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some(id) = running_at(model, key) else { return };
    let Some(running) = model.running.get_mut(&id) else {
        return;
    };
    if running.turn.waiting_until().is_none() {
        return;
    }
    let outputs = running.turn.start(env.now);
    perform(model, env, id, outputs, out);
}
