//! Answers that no tab makes any more (P4).

use super::begin::is_coming;
use super::control::running_at;
use super::kept::{kept_of, waits};
use crate::effect::{Effect, LoadTag};
use crate::{Model, edit};
use espalier_base::env::Env;
use espalier_model::conversation::Status;
use espalier_model::{Message, MessageKey, Record, SessionId, Table};
use espalier_storage::port::{Durability, Loaded, Query};

/// Waits for the tabs that make the unfinished answers of a session, to take up what they leave.
pub fn await_owners(model: &mut Model, session: SessionId, out: &mut Vec<Effect>) {
    let unfinished = model.workspace.messages(session).filter(|message| is_coming(message.status));
    let unfinished: Vec<MessageKey> = unfinished.map(|message| message.key()).collect();
    for key in unfinished {
        if running_at(model, key).is_none() && model.awaited.insert(key) {
            model.ownerless.remove(&key);
            out.push(Effect::AwaitOwner(key));
        }
    }
}

/// Reads an answer that no tab makes any more as it is stored (P4).
pub fn owner_gone(model: &mut Model, key: MessageKey, out: &mut Vec<Effect>) {
    model.awaited.remove(&key);
    if running_at(model, key).is_some() {
        return;
    }
    let mut rows = vec![(Table::Messages, key.to_string())];
    let turns = model.workspace.tables().turns.values();
    rows.extend(turns.filter(|kept| kept.answer() == key).map(|kept| (Table::Turns, kept.id.to_string())));
    out.push(Effect::Load(LoadTag::Orphan(key), Query::Rows(rows)));
}

/// Settles an answer that no tab makes any more, once it was read: it goes on waiting for the person, or becomes
/// stopped.
pub(super) fn orphan_loaded(model: &mut Model, env: &mut Env, key: MessageKey, loaded: Loaded, out: &mut Vec<Effect>) {
    if running_at(model, key).is_some() {
        return;
    }
    model
        .workspace
        .absorb(loaded.records.into_iter().filter(|record| matches!(record, Record::Messages(_) | Record::Turns(_))));
    if !model.message(key).is_some_and(|row| is_coming(row.status)) {
        return;
    }
    model.ownerless.insert(key);
    let status = if waits(model, key) { Status::Waiting } else { Status::Stopped };
    edit::change(model, Durability::Relaxed, out, |draft| {
        draft.update::<Message>(&key, |row| row.status = status);
    });
    let came = kept_of(model, key).map(|(kept, _)| kept.came.clone()).unwrap_or_default();
    if let Some(interview) = model.interview_of(key.session) {
        interview.on_broken_off(model, env, key, &came, out);
    }
}
