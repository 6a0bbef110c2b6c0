//! A store in memory: the reference that the real one is compared with, and the store of tests.
//!
//! Must not be in here: anything the contract does not say.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::port::{Commit, Durability, JournalRow, Loaded, Query, Storage, StorageError, Unreadable};
use super::schema::JOURNAL;
use super::writes::{self, Writes};
use crate::model::{RecordKey, Table};

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
            Err(error) => {
                loaded.unreadable.push(Unreadable { store: table.name().to_owned(), key, reason: error.to_string() });
            }
        }
    }
}

impl Storage for MemoryStorage {
    async fn load(&self, query: Query) -> Result<Loaded, StorageError> {
        let mut loaded = Loaded::default();
        match query {
            Query::Tables(_) | Query::TimeLog => {
                for &table in query.tables() {
                    read_all(&mut loaded, table, self.range(table.name(), ""));
                }
            }
            Query::Session(_) | Query::Map(_) => {
                if let Some((table, owner)) = query.below() {
                    read_all(&mut loaded, table, self.range(table.name(), &format!("{owner}/")));
                }
            }
            Query::Rows(keys) => {
                for (table, key) in keys {
                    let row = self.get_raw(table.name(), &key).map(|json| (key, json));
                    read_all(&mut loaded, table, row.into_iter().collect());
                }
            }
            Query::Journal { document, before, limit } => {
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
        let stored = |key: &RecordKey| self.get_raw(key.table().name(), &key.row_key());
        let stored = writes::changed(&commit).map(|key| (key.clone(), stored(key))).collect();
        let writes = Writes::of(&commit, &stored)?;
        let mut rows = self.rows.borrow_mut();
        for (store, key) in writes.deletes {
            rows.remove(&place(store, &key));
        }
        for (store, puts) in writes.puts {
            rows.extend(puts.into_iter().map(|(key, json)| (place(store, &key), json.into_owned())));
        }
        Ok(())
    }
}

fn journal_row((key, json): (String, String)) -> JournalRow {
    JournalRow { key, json }
}
