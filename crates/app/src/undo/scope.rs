//! Scope of undo and redo: the histories they work on, and the steps that concern a whole document.
//!
//! - E4 While a document is open, undo and redo work on it and on its list, but take no other one away: that the making
//!   or import of another one is taken back, or its deletion done again, happens from the list alone, and it can be
//!   restored from the history. What only brings one back is done anywhere, and named.

use crate::Model;
use espalier_command::history::{Document, Entry};
use espalier_model::change::{Change, ChangeSet};
use espalier_model::{Record, RecordKey};

/// Histories of what is shown: of the list of the room first, then of what is open.
pub fn histories(model: &Model) -> Vec<Document> {
    // What is no room belongs to the first one.
    let id = model.route.room().or_else(|| model.rooms.all().next().map(|info| info.id));
    id.and_then(|id| model.rooms.get(id)).map(|room| room.undo_scope(model)).unwrap_or_default()
}

/// The histories that an undo works on at the moment (E4).
pub fn undo_scope(model: &Model) -> Vec<Document> {
    scope(model, |list| {
        let entry = model.history.next_undo(&[list]).map(|(_, entry)| entry);
        entry.is_none_or(|entry| !takes_away(model, entry, |change| matches!(change, Change::Added(_))))
    })
}

/// The histories that a redo works on at the moment (E4).
pub fn redo_scope(model: &Model) -> Vec<Document> {
    scope(model, |list| {
        let entry = model.history.next_redo(&[list]).map(|(_, entry)| entry);
        entry.is_none_or(|entry| !takes_away(model, entry, |change| matches!(change, Change::Removed(_))))
    })
}

fn scope(model: &Model, may: impl Fn(Document) -> bool) -> Vec<Document> {
    let mut scope = histories(model);
    let is_list = |document: Document| model.rooms.all().any(|info| info.lists.contains(&document));
    if scope.iter().any(|&document| !is_list(document)) {
        scope.retain(|&document| !is_list(document) || may(document));
    }
    scope
}

/// Whether a step removes a whole conversation, map, course or agent that is not the one shown, given which of its
/// changes remove.
fn takes_away(model: &Model, entry: &Entry, removes: impl Fn(&Change) -> bool) -> bool {
    let is_whole = |key: &RecordKey| model.rooms.all().any(|info| info.whole.contains(&key.table()));
    let is_shown = |key: &RecordKey| model.rooms.here().any(|room| room.is_shown(model, key));
    entry.changes.iter().any(|(key, change)| is_whole(key) && removes(change) && !is_shown(key))
}

/// Name of a whole conversation, map, course or agent that changes remove.
pub(super) fn gone(changes: &ChangeSet) -> Option<String> {
    changes.iter().find_map(|(_, change)| match change {
        Change::Removed(Record::Sessions(row)) => Some(row.name.clone()),
        Change::Removed(Record::Maps(row)) => Some(row.name.clone()),
        Change::Removed(Record::Scenes(row)) => Some(row.name.clone()),
        Change::Removed(Record::Courses(row)) => Some(row.title().to_owned()),
        Change::Removed(Record::Personas(row)) => Some(row.name.clone()),
        _ => None,
    })
}
