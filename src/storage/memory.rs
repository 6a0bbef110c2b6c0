//! A store in memory: the reference that the real one is compared with, and the store of tests.
//!
//! Must not be in here: anything the contract does not say.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::packing::{self, Parts};
use super::port::{Commit, Durability, JournalRow, Loaded, OWNED, Query, Storage, StorageError, Unreadable};
use super::schema::{ENTRY_CHUNKS, JOURNAL};
use super::writes::{self, Stored, Writes};
use crate::base::fold::Sieve;
use crate::base::gather;
use crate::model::Table;

/// Rows by store and key, as JSON texts, and chunks of entries; the journal is one of the stores.
#[derive(Debug, Default)]
pub struct MemoryStorage {
    rows: RefCell<BTreeMap<(String, String), String>>,
    chunks: RefCell<BTreeMap<String, Vec<u8>>>,
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

    /// Takes a row away, as damage does.
    pub fn remove_raw(&self, store: &str, key: &str) {
        self.rows.borrow_mut().remove(&place(store, key));
    }

    /// Puts a chunk of entries as it is.
    pub fn put_chunk(&self, key: &str, bytes: Vec<u8>) {
        self.chunks.borrow_mut().insert(key.to_owned(), bytes);
    }

    /// A chunk of entries as it is stored, readable or not.
    pub fn get_chunk(&self, key: &str) -> Option<Vec<u8>> {
        self.chunks.borrow().get(key).cloned()
    }

    /// All entries in whatever form they are stored.
    fn entries(&self) -> Parts {
        let mut parts = Parts::default();
        for (key, text) in self.range(Table::TimeEntries.name(), "") {
            parts.row(key, Some(&text));
        }
        for (key, bytes) in self.chunks.borrow().iter() {
            parts.chunk(key.clone(), Some(bytes));
        }
        parts
    }

    fn read_rows(&self, keys: Vec<(Table, String)>, loaded: &mut Loaded) {
        let entries = keys.iter().filter(|(table, _)| *table == Table::TimeEntries);
        let entries: Vec<&str> = entries.map(|(_, key)| key.as_str()).collect();
        let (mut found, unreadable) = self.entries().among(&entries);
        loaded.unreadable.extend(unreadable);
        for (table, key) in keys {
            if table == Table::TimeEntries {
                loaded.records.extend(found.remove(&key));
            } else {
                let row = self.get_raw(table.name(), &key).map(|json| (key, json));
                read_all(loaded, table, row.into_iter().collect());
            }
        }
    }

    /// What is stored of that which a commit changes.
    fn stored(&self, commit: &Commit) -> Stored {
        let needed = writes::needed(commit);
        let row = |key: &crate::model::RecordKey| {
            let row = self.get_raw(key.table().name(), &key.row_key())?;
            Some((key.clone(), row))
        };
        let before = |key: &String| (key.clone(), self.range(Table::TimeEntries.name(), key));
        Stored {
            rows: gather::map(needed.rows.into_iter().filter_map(row)),
            before: gather::map(needed.packed.before.iter().map(before)),
            chunks: gather::map(
                needed.packed.chunks.into_iter().filter_map(|key| Some((key.clone(), self.get_chunk(&key)?))),
            ),
        }
    }

    fn write(&self, writes: Writes<'_>) {
        let mut rows = self.rows.borrow_mut();
        let mut chunks = self.chunks.borrow_mut();
        for (store, prefix) in writes.cleared {
            rows.retain(|(in_store, key), _| in_store != store || !key.starts_with(&prefix));
        }
        for (store, key) in writes.deletes {
            if store == ENTRY_CHUNKS {
                chunks.remove(&*key);
            }
            rows.remove(&place(store, &key));
        }
        for (store, puts) in writes.puts {
            rows.extend(puts.into_iter().map(|(key, json)| (place(store, &key), json.into_owned())));
        }
        chunks.extend(writes.chunks);
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
                let (store, reason) = (table.name().to_owned(), error.to_string());
                loaded.unreadable.push(Unreadable { store, key, reason, raw: json });
            }
        }
    }
}

impl Storage for MemoryStorage {
    async fn load(&self, query: Query) -> Result<Loaded, StorageError> {
        let mut loaded = Loaded::default();
        match query {
            Query::Tables(tables) => {
                for table in tables {
                    if table == Table::TimeEntries {
                        let part = self.entries().unite();
                        loaded.records.extend(part.records);
                        loaded.unreadable.extend(part.unreadable);
                        loaded.unpacked += part.unpacked;
                    } else {
                        read_all(&mut loaded, table, self.range(table.name(), ""));
                    }
                }
            }
            Query::Inside(_) => {
                if let Some((table, owner)) = query.below() {
                    read_all(&mut loaded, table, self.range(table.name(), &format!("{owner}/")));
                }
            }
            Query::Containing { sessions, words } => {
                let mut sieve = Sieve::new(&words);
                for session in sessions {
                    let mut rows = self.range(Table::Messages.name(), &format!("{session}/"));
                    rows.retain(|(_, json)| sieve.lets_through(json));
                    read_all(&mut loaded, Table::Messages, rows);
                }
            }
            Query::Rows(keys) => self.read_rows(keys, &mut loaded),
            Query::Journal { document, before, limit } => {
                let mut rows = self.range(JOURNAL, &format!("{document}/"));
                rows.retain(|(key, _)| before.as_ref().is_none_or(|before| key < before));
                let skip = rows.len().saturating_sub(limit as usize);
                loaded.journal = rows.drain(skip..).map(journal_row).collect();
            }
            Query::Missing => {
                for (owned, owners) in OWNED {
                    let keys = self.range(owned.name(), "");
                    let named = gather::set(keys.iter().filter_map(|(key, _)| Some(key.split_once('/')?.0.to_owned())));
                    let gone = named.into_iter().filter(|key| self.get_raw(owners.name(), key).is_none());
                    loaded.missing.extend(gone.map(|key| (owners, key)));
                }
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
        let stored = self.stored(&commit);
        self.write(Writes::of(&commit, &stored)?);
        Ok(())
    }

    async fn pack(&self) -> Result<(), StorageError> {
        let keys = self.range(Table::TimeEntries.name(), "");
        let chunks = gather::set(keys.iter().map(|(key, _)| packing::chunk_key(key).to_owned()));
        for key in chunks {
            let rows = self.range(Table::TimeEntries.name(), &key);
            if let Some(writes) = packing::pack(&key, self.get_chunk(&key).as_deref(), &rows) {
                self.write(writes);
            }
        }
        Ok(())
    }
}

fn journal_row((key, json): (String, String)) -> JournalRow {
    JournalRow { key, json }
}
