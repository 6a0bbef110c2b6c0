//! What a commit comes to: rows to put and rows to delete, store by store.
//!
//! Must not be in here: writing them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::port::{Commit, StorageError};
use super::schema::JOURNAL;
use crate::base::gather;
use crate::model::change::Change;
use crate::model::{RecordKey, Table};

/// A key and a JSON text.
pub type Put<'a> = (Cow<'a, str>, Cow<'a, str>);

/// Rows to delete and rows to put, in this order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Writes<'a> {
    /// Stores and keys.
    pub deletes: Vec<(&'static str, Cow<'a, str>)>,
    /// Keys and JSON texts by store.
    pub puts: BTreeMap<&'static str, Vec<Put<'a>>>,
}

impl<'a> Writes<'a> {
    /// What a commit comes to where the rows it changes fields of ([`changed`]) are stored like this (S2).
    pub fn of(commit: &'a Commit, stored: &BTreeMap<RecordKey, Option<String>>) -> Result<Self, StorageError> {
        let mut writes = Self::default();
        for (key, change) in commit.changes.iter() {
            let (table, name) = (key.table(), key.row_key().into());
            match changed_row(table, stored.get(key).and_then(Option::as_deref), change)? {
                Some(json) => writes.put(table.name(), name, json.into()),
                None => writes.deletes.push((table.name(), name)),
            }
        }
        let dropped = commit.drop_journal.iter().map(|key| (JOURNAL, key.into()));
        writes.deletes.extend(dropped);
        for row in &commit.journal {
            writes.put(JOURNAL, (&row.key).into(), (&row.json).into());
        }
        Ok(writes)
    }

    /// Adds a row to be put.
    pub fn put(&mut self, store: &'static str, key: Cow<'a, str>, json: Cow<'a, str>) {
        self.puts.entry(store).or_default().push((key, json));
    }

    /// About the most space that a browser takes for it: two bytes a character, keys kept twice, something for each
    /// row.
    pub fn bytes(&self) -> usize {
        let rows = self.puts.values().flatten();
        rows.map(|(key, json)| 4 * key.len() + 2 * json.len() + 256).sum()
    }
}

/// The stores a commit touches.
pub fn touched(commit: &Commit) -> BTreeSet<&'static str> {
    let mut stores = gather::set(commit.changes.keys().map(|key| key.table().name()));
    if !commit.journal.is_empty() || !commit.drop_journal.is_empty() {
        stores.insert(JOURNAL);
    }
    stores
}

/// The rows that a commit changes fields of; they have to be read before it can be written.
pub fn changed(commit: &Commit) -> impl Iterator<Item = &RecordKey> {
    let is_changed = |(_, change): &(_, &Change)| matches!(change, Change::Updated(_));
    commit.changes.iter().filter(is_changed).map(|(key, _)| key)
}

/// The row after the change, given the row that is stored; `None` deletes it (S2).
fn changed_row(table: Table, stored: Option<&str>, change: &Change) -> Result<Option<String>, StorageError> {
    let broken = |error: serde_json::Error| StorageError::Aborted(error.to_string());
    match change {
        Change::Removed(_) => Ok(None),
        Change::Added(record) => record.to_json().map(Some).map_err(broken),
        Change::Updated(edits) => {
            // A row that another tab removed stays removed; the text of the edit is in the journal.
            let Some(stored) = stored else { return Ok(None) };
            let mut record = table.read(stored).map_err(broken)?;
            for edit in edits {
                record.set(edit.to.clone());
            }
            record.to_json().map(Some).map_err(broken)
        }
    }
}
