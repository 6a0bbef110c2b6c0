//! The port of storage, which the shells implement.
//!
//! - S1 `commit` is one transaction over all stores it touches: the changed rows and the journal row, or nothing.
//! - S2 A change of fields is applied to the row as it is stored at that moment, so two tabs that change different
//!   fields of one row both keep their change.
//! - S3 A commit is acknowledged only after the browser reported the transaction as complete, and, if it asked for
//!   [`Durability::Strict`], after the barrier that flushes it to disk.
//! - S4 Whether a row is packed makes no difference to readers and writers but the time it takes.
//! - S5 A file is stored once under the hash of its content, in the same transaction as the rows of its commit; it goes
//!   when nothing has named it for [`files::KEPT_MS`](super::files::KEPT_MS).
//! - S6 What a commit changes is marked in the same transaction ([`changes`](super::changes)).

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::changes::{ChangeLog, Clock, CopyKind, Touched};
use super::files::StoredFile;
use espalier_base::time::Timestamp;
use espalier_model::change::ChangeSet;
use espalier_model::conversation::FileHash;
use espalier_model::{Document, Record, RecordKey, SessionId, Table};

/// A commit: rows and journal rows to write together.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Commit {
    /// Changed rows.
    pub changes: ChangeSet,
    /// Journal rows to write, new or again.
    pub journal: Vec<JournalRow>,
    /// Keys of journal rows to delete.
    pub drop_journal: Vec<String>,
    /// Attached files that are not stored yet (S5).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<StoredFile>,
    /// Marks whose rows are in a copy by now. This and what follows is never kept outside the database.
    #[serde(skip)]
    pub copied: Option<Copied>,
    /// Whether no mark is written, so that it takes no space: the same changes come once more in a later commit.
    #[serde(skip)]
    pub unmarked: bool,
    /// Rows that are to be copied again, though nothing of them changes.
    #[serde(skip)]
    pub touch: Vec<Touched>,
    /// Changes that came from other devices.
    #[serde(skip)]
    pub merged: Option<Merged>,
}

/// Marks whose rows are in a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// The copy.
    pub by: CopyKind,
    /// Clock of the last mark that the copy holds.
    pub clock: Clock,
    /// Marks that are not needed any more.
    pub marks: Vec<Clock>,
}

/// Stamps and clocks that are written with the changes of other devices, or as those of this one are sent to them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Merged {
    /// Clock of the last commit that they were worked out with. Where there was another since, nothing is written
    /// ([`StorageError::Stale`]).
    pub expects: Option<Clock>,
    /// The latest clock among them, after which that of the next commit comes.
    pub after: Clock,
    /// Stamps by key; none where they go.
    pub stamps: Vec<(String, Option<String>)>,
    /// State of the place; empty where there is none any more.
    pub place: Option<String>,
}

/// A journal entry as stored: the key is `document/entry`, the value JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalRow {
    /// `document/entry`.
    pub key: String,
    /// The entry.
    pub json: String,
}

/// Safety of a commit when it is acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Durability {
    /// The commit survives the end of the browser's process.
    Relaxed,
    /// The commit survives the loss of power.
    Strict,
}

/// A query: the rows to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Query {
    /// All rows of these tables.
    Tables(Vec<Table>),
    /// Messages of some sessions that may contain all of some words, folded ([`espalier_base::fold`]); it is not even
    /// known of the others whether they can be read.
    Containing {
        /// The sessions, whose messages come in this order.
        sessions: Vec<SessionId>,
        /// The words.
        words: Vec<String>,
    },
    /// The rows inside one document: the messages of a conversation, the nodes of a map.
    Inside(Document),
    /// The last `limit` journal rows of a document whose key is below `before`.
    Journal {
        /// The document.
        document: String,
        /// Key that the rows come before.
        before: Option<String>,
        /// Greatest number of rows.
        limit: u32,
    },
    /// Single rows.
    Rows(Vec<(Table, String)>),
    /// Single journal rows.
    JournalRows(Vec<String>),
    /// Attached files; missing ones are left out.
    Files(Vec<FileHash>),
    /// All rows of all tables, and all files.
    Everything,
    /// The rows that messages and nodes belong to and that are not stored.
    Missing,
    /// The keys of all rows of a table, whether or not they can be read.
    Keys(Table),
    /// The hashes of all files.
    FileHashes,
    /// The marks of commits.
    Changes,
    /// The stamps with these keys.
    Stamps(Vec<String>),
    /// The stamps whose keys begin with this text.
    StampsBelow(String),
}

/// The tables whose rows belong to a row of another table, which their keys begin with.
pub const OWNED: [(Table, Table); 3] =
    [(Table::Messages, Table::Sessions), (Table::Nodes, Table::Maps), (Table::Shapes, Table::Scenes)];

impl Query {
    /// Returns the owner of rows that belong to one other row: their table, and that row's key, which theirs begin
    /// with.
    pub fn below(&self) -> Option<(Table, String)> {
        match self {
            Self::Inside(document) => document.inside(),
            _ => None,
        }
    }
}

/// Result of a query.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Loaded {
    /// Rows that could be read.
    pub records: Vec<Record>,
    /// Journal rows, oldest first.
    pub journal: Vec<JournalRow>,
    /// Rows that are stored but could not be understood; they stay where they are.
    pub unreadable: Vec<Unreadable>,
    /// Number of rows that [`Storage::pack`] would look at; told where a table with such rows is read whole.
    pub unpacked: usize,
    /// Attached files.
    pub files: Vec<StoredFile>,
    /// Table and key of each missing row, for [`Query::Missing`].
    pub missing: Vec<(Table, String)>,
    /// Keys, for [`Query::Keys`] and [`Query::FileHashes`].
    pub keys: Vec<String>,
    /// Stamps by key, for [`Query::Stamps`] and [`Query::StampsBelow`]; missing ones are left out.
    pub stamps: Vec<(String, String)>,
    /// Marks, for [`Query::Changes`].
    pub changes: Box<ChangeLog>,
}

/// A stored row that could not be understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreadable {
    /// The store.
    pub store: String,
    /// The key.
    pub key: String,
    /// Reason why it cannot be read.
    pub reason: String,
    /// The stored value as text; bytes as base64.
    #[serde(default)]
    pub raw: String,
}

/// Reason why storage failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// The browser's space for this site is used up.
    #[error("the storage quota is used up")]
    Quota,
    /// The data was written by a newer version of the app.
    #[error("the data has version {found}, this app reads up to {supported}")]
    TooNew {
        /// The version of the data.
        found: u32,
        /// The newest version this app reads.
        supported: u32,
    },
    /// Another tab holds the database while this one has to upgrade it.
    #[error("another tab keeps the database from being upgraded")]
    Blocked,
    /// Another tab upgraded the database; this one may not write any more.
    #[error("the database was upgraded by another tab")]
    Superseded,
    /// The browser deleted the database while it was in use.
    #[error("the database was deleted while it was in use")]
    Cleared,
    /// The browser lets this page store nothing.
    #[error("the browser lets this page store nothing")]
    Denied,
    /// There was another commit since what this one was worked out with.
    #[error("there was another commit since")]
    Stale,
    /// The transaction was rolled back.
    #[error("the transaction was rolled back: {0}")]
    Aborted(String),
    /// The database cannot be used.
    #[error("the database cannot be used: {0}")]
    Unavailable(String),
}

/// A store of records.
///
/// Futures of this trait are local: every shell runs one thread.
#[allow(async_fn_in_trait, reason = "every shell runs on one thread, no Send bound is wanted")]
pub trait Storage {
    /// Reads.
    async fn load(&self, query: Query) -> Result<Loaded, StorageError>;
    /// Writes, all or nothing (S1, S2, S3).
    async fn commit(&self, commit: Commit, durability: Durability) -> Result<(), StorageError>;
    /// Packs rows that are many and small, so that they are read fast; what is read stays the same. It may be cut off
    /// at any moment, and other tabs may write, or pack, meanwhile.
    async fn pack(&self) -> Result<(), StorageError>;
    /// Deletes the files that nothing names any more, neither a row nor the journal nor words that are not sent, once
    /// that was so at an earlier call at least [`files::KEPT_MS`](super::files::KEPT_MS) ago (S5).
    async fn sweep_files(&self, now: Timestamp) -> Result<(), StorageError>;
}

impl<S: Storage + ?Sized> Storage for Rc<S> {
    async fn load(&self, query: Query) -> Result<Loaded, StorageError> {
        (**self).load(query).await
    }

    async fn commit(&self, commit: Commit, durability: Durability) -> Result<(), StorageError> {
        (**self).commit(commit, durability).await
    }

    async fn pack(&self) -> Result<(), StorageError> {
        (**self).pack().await
    }

    async fn sweep_files(&self, now: Timestamp) -> Result<(), StorageError> {
        (**self).sweep_files(now).await
    }
}

/// The rows that a tab wrote, as it tells the other tabs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Announcement {
    /// Rows that were changed or removed.
    pub rows: Vec<RecordKey>,
    /// Journal rows that were written.
    pub journal: Vec<String>,
    /// Journal rows that were dropped.
    pub dropped: Vec<String>,
}
