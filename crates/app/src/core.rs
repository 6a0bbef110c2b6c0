//! The base of every room: the records, their history, and the commits on their way to storage.
//!
//! - K1 Whatever changes records notes what it changed ([`Core::changed`]) and calls nobody; whoever derives something
//!   from records is told by `app::room` before it is asked for it.

pub mod edit;
pub mod journal;
pub mod links;
pub mod notice;

use std::collections::BTreeSet;

use self::edit::Saving;
use self::notice::Toast;
use espalier_base::time::Timestamp;
use espalier_command::history::{Document, EntryId, History, Step};
use espalier_model::change::{Change, ChangeSet};
use espalier_model::workspace::Workspace;
use espalier_model::{Field, MessageField, RecordKey, Table, Thing};
use espalier_storage::port::{StorageError, Unreadable};

/// The records, their history and their storage.
#[derive(Debug, Default)]
pub struct Core {
    /// The instant of the message that is being handled.
    pub now: Timestamp,
    /// The records in memory: all small ones, and those that were read because something was opened.
    pub workspace: Workspace,
    /// History of the steps, for undo and redo.
    pub history: History,
    /// Commits that are not stored yet.
    pub saving: Saving,
    /// While a command runs that makes something of a thing: that thing and its name.
    pub made_of: Option<(Thing, String)>,
    /// Reason why nothing may be changed, if so.
    pub read_only: Option<StorageError>,
    /// Documents that could not be read, so that they are not asked for again and again.
    pub unread: BTreeSet<Document>,
    /// The step whose rows are being read, so that it can be taken back.
    pub fetched: Option<EntryId>,
    /// Documents of which older steps are being read.
    pub reading: BTreeSet<Document>,
    /// Stored rows that could not be understood.
    pub unreadable: Vec<Unreadable>,
    /// Notices at the edge of the page, oldest first.
    pub toasts: Vec<Toast>,
    /// The number of the last notice.
    pub last_toast: u64,
    /// Tables of many rows all of which are in memory.
    pub whole: BTreeSet<Table>,
    /// Changes that the rooms were not told of yet (K1).
    pub changed: Changed,
    /// Rows of which the texts are not found as they are now; `None` while nothing was looked for.
    pub unindexed: Option<Unindexed>,
}

/// Rows that were changed since the index of texts was brought up to date.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unindexed {
    /// Rows that are in memory as they are now, or are gone.
    pub here: BTreeSet<RecordKey>,
    /// Rows that another tab changed and that are not in memory.
    pub outside: BTreeSet<RecordKey>,
}

/// Changes of records.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Changed {
    /// The rows.
    pub rows: Vec<ChangedRow>,
    /// The step that was undone or redone, where the changes are of one.
    pub step: Option<Step>,
}

/// A row that was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedRow {
    /// The row.
    pub key: RecordKey,
    /// Whether it was added, removed, or moved to another place.
    pub moved: bool,
    /// Whether it was added or removed, or its words were edited.
    pub reworded: bool,
}

impl Changed {
    /// Lists the rows of a change set.
    pub fn by(changes: &ChangeSet) -> Self {
        Self { rows: changes.iter().map(|(key, change)| ChangedRow::by(key, change)).collect(), step: None }
    }

    /// Whether there is nothing to tell.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.step.is_none()
    }
}

impl ChangedRow {
    /// A row of which everything may be different.
    pub const fn whole(key: RecordKey) -> Self {
        Self { key, moved: true, reworded: true }
    }

    fn by(key: &RecordKey, change: &Change) -> Self {
        let Change::Updated(edits) = change else { return Self::whole(key.clone()) };
        let has = |is: fn(&MessageField) -> bool| {
            edits.iter().any(|edit| matches!(&edit.to, Field::Messages(field) if is(field)))
        };
        Self {
            key: key.clone(),
            moved: has(|field| matches!(field, MessageField::Parent(_))),
            reworded: has(|field| matches!(field, MessageField::EditedAt(_))),
        }
    }
}

impl Core {
    /// Applies changes and notes them (K1); says whether they fit.
    pub(super) fn apply(&mut self, changes: &ChangeSet) -> bool {
        if self.workspace.apply(changes).is_err() {
            return false;
        }
        self.changed.rows.extend(Changed::by(changes).rows);
        true
    }

    /// Whether the browser cleared the database under this tab.
    pub fn is_cleared(&self) -> bool {
        self.saving.problem == Some(StorageError::Cleared)
    }
}
