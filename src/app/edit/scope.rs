//! Which histories undo and redo work on, and what of them concerns a whole document.
//!
//! - E4 While a document is open, undo and redo work on it and on its list, but take no other one away: that the making or
//!   import of another one is taken back, or its deletion done again, happens from the list alone, and it can be restored
//!   from the history. What only brings one back is done anywhere, and named.
//!
//! Must not be in here: undoing.

use crate::app::Model;
use crate::app::navigate::Route;
use crate::command::history::{Document, Entry};
use crate::model::change::{Change, ChangeSet};
use crate::model::{Course, MindMap, Record, RecordKey, Session};

/// The histories that have to do with what is shown: the list of the room first, then what is open.
pub fn histories(model: &Model) -> Vec<Document> {
    match model.route {
        Route::Map(map, _) => {
            let open = map.filter(|map| model.workspace.get::<MindMap>(map).is_some());
            std::iter::once(Document::Maps).chain(open.map(Document::Map)).collect()
        }
        Route::Time => vec![Document::TimeLog],
        Route::Course(course) => {
            let open = course.filter(|course| model.workspace.get::<Course>(course).is_some());
            let both = |id| [Document::Course(id), Document::Session(Course::session(id))];
            std::iter::once(Document::Courses).chain(open.into_iter().flat_map(both)).collect()
        }
        _ => {
            let open = model.route.session().filter(|session| model.workspace.get::<Session>(session).is_some());
            [Document::Sessions, Document::Personas].into_iter().chain(open.map(Document::Session)).collect()
        }
    }
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
    let is_list = |document: Document| document.sets_aside() && document != Document::TimeLog;
    if scope.iter().any(|&document| !is_list(document)) {
        scope.retain(|&document| !is_list(document) || may(document));
    }
    scope
}

/// Whether a step takes away a whole conversation, map, course or agent that is not the one that is shown, given which
/// of its changes take away.
fn takes_away(model: &Model, entry: &Entry, removes: impl Fn(&Change) -> bool) -> bool {
    let is_shown = |key: &RecordKey| match (key, model.route) {
        (RecordKey::Sessions(id), _) => model.route.session() == Some(*id),
        (RecordKey::Maps(id), Route::Map(shown, _)) => shown == Some(*id),
        (RecordKey::Courses(id), Route::Course(shown)) => shown == Some(*id),
        _ => false,
    };
    entry.changes.iter().any(|(key, change)| is_whole(key) && removes(change) && !is_shown(key))
}

const fn is_whole(key: &RecordKey) -> bool {
    matches!(key, RecordKey::Sessions(_) | RecordKey::Maps(_) | RecordKey::Courses(_) | RecordKey::Personas(_))
}

/// The name of a whole conversation, map, course or agent that changes take away.
pub(super) fn gone(changes: &ChangeSet) -> Option<String> {
    changes.iter().find_map(|(_, change)| match change {
        Change::Removed(Record::Sessions(row)) => Some(row.name.clone()),
        Change::Removed(Record::Maps(row)) => Some(row.name.clone()),
        Change::Removed(Record::Courses(row)) => Some(row.title().to_owned()),
        Change::Removed(Record::Personas(row)) => Some(row.name.clone()),
        _ => None,
    })
}
