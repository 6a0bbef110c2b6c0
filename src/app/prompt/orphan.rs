//! Answers that no tab makes any more (P4).
//!
//! Must not be in here: answers of this tab.

use super::control::running_at;
use crate::app::effect::{Effect, LoadTag};
use crate::app::{Model, edit};
use crate::model::conversation::Status;
use crate::model::{Message, MessageKey, Record};
use crate::storage::port::{Durability, Loaded, Query};

/// No tab makes this answer any more: read it as it is stored, then see (P4).
pub fn owner_gone(model: &Model, key: MessageKey, out: &mut Vec<Effect>) {
    if running_at(model, key).is_none() {
        let row = (crate::model::Table::Messages, key.to_string());
        out.push(Effect::Load(LoadTag::Orphan(key), Query::Rows(vec![row])));
    }
}

/// An answer that no tab makes any more was read.
pub fn orphan_loaded(model: &mut Model, key: MessageKey, loaded: Loaded, out: &mut Vec<Effect>) {
    if running_at(model, key).is_some() {
        return;
    }
    model.workspace.absorb(loaded.records.into_iter().filter(|record| matches!(record, Record::Messages(_))));
    let unfinished = model.message(key).is_some_and(|row| matches!(row.status, Status::Streaming | Status::Waiting));
    if unfinished {
        edit::change(model, Durability::Relaxed, out, |draft| {
            draft.update::<Message>(&key, |row| row.status = Status::Stopped);
        });
    }
}
