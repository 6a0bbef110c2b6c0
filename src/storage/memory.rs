//! A store in memory: the reference that the real one is compared with, and the store of tests.
//!
//! Must not be in here: anything the contract does not say.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::port::{Commit, Durability, JournalRow, Loaded, Query, Storage, StorageError, Unreadable};
use crate::model::Table;
use crate::model::change::Change;

/// Rows by store and key, as JSON texts.
#[derive(Debug, Default)]
pub struct MemoryStorage {
    rows: RefCell<BTreeMap<(String, String), String>>,
    journal: RefCell<BTreeMap<String, String>>,
    /// The error that the next commit fails with.
    pub fail_next: RefCell<Option<StorageError>>,
}

impl MemoryStorage {
    /// Puts a row as it is, to test how broken ones are read.
    pub fn put_raw(&self, table: Table, key: &str, json: &str) {
        self.rows
            .borrow_mut()
            .insert((table.name().to_owned(), key.to_owned()), json.to_owned());
    }

    fn range(&self, table: Table, prefix: &str) -> Loaded {
        let mut loaded = Loaded::default();
        let from = (table.name().to_owned(), prefix.to_owned());
        for ((store, key), json) in self.rows.borrow().range(from..) {
            if store != table.name() || !key.starts_with(prefix) {
                break;
            }
            read_row(&mut loaded, table, key, json);
        }
        loaded
    }
}

/// Reads one stored row, keeping a note of it when it cannot be understood.
pub fn read_row(loaded: &mut Loaded, table: Table, key: &str, json: &str) {
    match table.read(json) {
        Ok(record) => loaded.records.push(record),
        Err(error) => loaded.unreadable.push(Unreadable {
            store: table.name().to_owned(),
            key: key.to_owned(),
            reason: error.to_string(),
        }),
    }
}

/// The row after the change, given the row that is stored; `None` deletes it (S2).
pub fn changed_row(table: Table, stored: Option<&str>, change: &Change) -> Result<Option<String>, StorageError> {
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

impl Storage for MemoryStorage {
    async fn load(&self, query: Query) -> Result<Loaded, StorageError> {
        let mut loaded = Loaded::default();
        match query {
            Query::Tables(tables) => {
                for table in tables {
                    let part = self.range(table, "");
                    loaded.records.extend(part.records);
                    loaded.unreadable.extend(part.unreadable);
                }
            }
            Query::Session(session) => loaded = self.range(Table::Messages, &format!("{session}/")),
            Query::Rows(keys) => {
                for (table, key) in keys {
                    if let Some(json) = self.rows.borrow().get(&(table.name().to_owned(), key.clone())) {
                        read_row(&mut loaded, table, &key, json);
                    }
                }
            }
            Query::Journal {
                document,
                before,
                limit,
            } => {
                let prefix = format!("{document}/");
                let journal = self.journal.borrow();
                let mut rows: Vec<JournalRow> = journal
                    .range(prefix.clone()..)
                    .take_while(|(key, _)| key.starts_with(&prefix))
                    .filter(|(key, _)| before.as_ref().is_none_or(|before| *key < before))
                    .map(|(key, json)| JournalRow {
                        key: key.clone(),
                        json: json.clone(),
                    })
                    .collect();
                let skip = rows.len().saturating_sub(limit as usize);
                loaded.journal = rows.split_off(skip);
            }
            Query::JournalRows(keys) => {
                let journal = self.journal.borrow();
                loaded.journal = keys
                    .into_iter()
                    .filter_map(|key| {
                        journal.get(&key).map(|json| JournalRow {
                            json: json.clone(),
                            key,
                        })
                    })
                    .collect();
            }
        }
        Ok(loaded)
    }

    async fn commit(&self, commit: Commit, _durability: Durability) -> Result<(), StorageError> {
        if let Some(error) = self.fail_next.borrow_mut().take() {
            return Err(error);
        }
        let mut rows = self.rows.borrow().clone();
        for (key, change) in commit.changes.iter() {
            let place = (key.table().name().to_owned(), key.row_key());
            match changed_row(key.table(), rows.get(&place).map(String::as_str), change)? {
                Some(json) => rows.insert(place, json),
                None => rows.remove(&place),
            };
        }
        *self.rows.borrow_mut() = rows;
        let mut journal = self.journal.borrow_mut();
        for key in commit.drop_journal {
            journal.remove(&key);
        }
        for row in commit.journal {
            journal.insert(row.key, row.json);
        }
        Ok(())
    }
}
