//! A store in memory: the reference that the real one is compared with, and the store of tests.
//!
//! Must not be in here: anything the contract does not say.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::port::{Commit, Durability, JournalRow, Loaded, Query, Storage, StorageError, Unreadable};
use super::schema::JOURNAL;
use crate::model::Table;
use crate::model::change::Change;

/// Rows by store and key, as JSON texts; the journal is one of the stores.
#[derive(Debug, Default)]
pub struct MemoryStorage {
    rows: RefCell<BTreeMap<(String, String), String>>,
    /// The error that the next commit fails with.
    pub fail_next: RefCell<Option<StorageError>>,
}

impl MemoryStorage {
    /// Puts a row as it is, to test how broken ones are read.
    pub fn put_raw(&self, store: &str, key: &str, json: &str) {
        self.rows.borrow_mut().insert(place(store, key), json.to_owned());
    }

    /// What is stored, readable or not.
    pub fn get_raw(&self, store: &str, key: &str) -> Option<String> {
        self.rows.borrow().get(&place(store, key)).cloned()
    }

    /// The rows of a store whose keys begin with `prefix`, in order.
    fn range(&self, store: &str, prefix: &str) -> Vec<(String, String)> {
        let rows = self.rows.borrow();
        rows.range(place(store, prefix)..)
            .take_while(|((in_store, key), _)| in_store == store && key.starts_with(prefix))
            .map(|((_, key), json)| (key.clone(), json.clone()))
            .collect()
    }
}

fn place(store: &str, key: &str) -> (String, String) {
    (store.to_owned(), key.to_owned())
}

fn read_all(loaded: &mut Loaded, table: Table, rows: Vec<(String, String)>) {
    for (key, json) in rows {
        match table.read(&json) {
            Ok(record) => loaded.records.push(record),
            Err(error) => loaded.unreadable.push(Unreadable {
                store: table.name().to_owned(),
                key,
                reason: error.to_string(),
            }),
        }
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
                    read_all(&mut loaded, table, self.range(table.name(), ""));
                }
            }
            Query::Session(session) => {
                let rows = self.range(Table::Messages.name(), &format!("{session}/"));
                read_all(&mut loaded, Table::Messages, rows);
            }
            Query::Rows(keys) => {
                for (table, key) in keys {
                    let row = self.get_raw(table.name(), &key).map(|json| (key, json));
                    read_all(&mut loaded, table, row.into_iter().collect());
                }
            }
            Query::Journal {
                document,
                before,
                limit,
            } => {
                let mut rows = self.range(JOURNAL, &format!("{document}/"));
                rows.retain(|(key, _)| before.as_ref().is_none_or(|before| key < before));
                let skip = rows.len().saturating_sub(limit as usize);
                loaded.journal = rows.drain(skip..).map(journal_row).collect();
            }
            Query::JournalRows(keys) => {
                let row = |key: String| self.get_raw(JOURNAL, &key).map(|json| (key, json));
                loaded.journal = keys.into_iter().filter_map(row).map(journal_row).collect();
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
            let place = place(key.table().name(), &key.row_key());
            match changed_row(key.table(), rows.get(&place).map(String::as_str), change)? {
                Some(json) => rows.insert(place, json),
                None => rows.remove(&place),
            };
        }
        for key in commit.drop_journal {
            rows.remove(&place(JOURNAL, &key));
        }
        for row in commit.journal {
            rows.insert(place(JOURNAL, &row.key), row.json);
        }
        *self.rows.borrow_mut() = rows;
        Ok(())
    }
}

fn journal_row((key, json): (String, String)) -> JournalRow {
    JournalRow { key, json }
}
