//! A store in memory: the reference that the real one is compared with, and the store of tests.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::changes::ChangeLog;
use super::files::{StoredFile, UNUSED_KEY, Unused, remove_referenced};
use super::packing::{self, Packed, Parts};
use super::port::{Commit, Durability, JournalRow, Loaded, OWNED, Query, Storage, StorageError, Unreadable};
use super::schema::{CHANGES, FILES, JOURNAL, META, STAMPS};
use super::writes::{self, Stored, Writes};
use espalier_base::collect;
use espalier_base::fold::Prefilter;
use espalier_base::time::Timestamp;
use espalier_model::conversation::FileHash;
use espalier_model::{Record, Shape, Table, TimeEntry};

/// Rows by store and key, as JSON texts, and chunks of packed rows; the journal is one of the stores.
#[derive(Debug, Default)]
pub struct MemoryStorage {
    rows: RefCell<BTreeMap<(String, String), String>>,
    chunks: RefCell<BTreeMap<(String, String), Vec<u8>>>,
    /// The time of day of the next commits.
    pub now: Cell<Timestamp>,
    /// The error that the next commit fails with.
    pub fail_next: RefCell<Option<StorageError>>,
}

impl MemoryStorage {
    /// Puts a row as it is, to test how broken ones are read.
    pub fn put_raw(&self, store: &str, key: &str, json: &str) {
        self.rows.borrow_mut().insert(place(store, key), json.to_owned());
    }

    /// Returns a stored row, readable or not.
    pub fn get_raw(&self, store: &str, key: &str) -> Option<String> {
        self.rows.borrow().get(&place(store, key)).cloned()
    }

    /// Takes a row away, as damage does.
    pub fn remove_raw(&self, store: &str, key: &str) {
        self.rows.borrow_mut().remove(&place(store, key));
    }

    /// Puts a chunk of packed rows as it is.
    pub fn put_chunk(&self, store: &str, key: &str, bytes: Vec<u8>) {
        self.chunks.borrow_mut().insert(place(store, key), bytes);
    }

    /// Returns a chunk of packed rows as it is stored, readable or not.
    pub fn get_chunk(&self, store: &str, key: &str) -> Option<Vec<u8>> {
        self.chunks.borrow().get(&place(store, key)).cloned()
    }

    /// Returns all packed rows of a kind whose keys begin with `prefix`, in whatever form they are stored.
    fn parts<P: Packed>(&self, prefix: &str) -> Parts<P> {
        let mut parts = Parts::default();
        for (key, text) in self.range(P::ROWS.name(), prefix) {
            parts.row(key, Some(&text));
        }
        for (key, bytes) in self.chunks(P::CHUNKS, prefix) {
            parts.chunk(key, Some(&bytes));
        }
        parts
    }

    /// Returns packed rows of a table whose keys begin with `prefix`; `None` where the table's rows are not packed.
    fn packed(&self, table: Table, prefix: &str) -> Option<Loaded> {
        match table {
            Table::TimeEntries => Some(self.parts::<TimeEntry>(prefix).unite()),
            Table::Shapes => Some(self.parts::<Shape>(prefix).unite()),
            _ => None,
        }
    }

    /// Returns the packed rows that have these keys, by key.
    fn some<P: Packed>(&self, keys: &[(Table, String)], loaded: &mut Loaded) -> BTreeMap<String, Record> {
        let keys = keys.iter().filter(|(table, _)| *table == P::ROWS);
        let keys: Vec<&str> = keys.map(|(_, key)| key.as_str()).collect();
        if keys.is_empty() {
            return BTreeMap::new();
        }
        let (found, unreadable) = self.parts::<P>("").among(&keys);
        loaded.unreadable.extend(unreadable);
        found
    }

    fn read_rows(&self, keys: Vec<(Table, String)>, loaded: &mut Loaded) {
        let mut entries = self.some::<TimeEntry>(&keys, loaded);
        let mut shapes = self.some::<Shape>(&keys, loaded);
        for (table, key) in keys {
            if packing::is_packed(table) {
                let found = if table == Table::Shapes { &mut shapes } else { &mut entries };
                loaded.records.extend(found.remove(&key));
            } else {
                let row = self.get_raw(table.name(), &key).map(|json| (key, json));
                read_all(loaded, table, row.into_iter().collect());
            }
        }
    }

    /// Returns the stored rows that a commit changes.
    fn stored(&self, commit: &Commit) -> Stored {
        let needed = writes::needed(commit);
        let row = |key: &espalier_model::RecordKey| {
            let row = self.get_raw(key.table().name(), &key.row_key())?;
            Some((key.clone(), row))
        };
        let before = |place: packing::RowAddress<Table>| {
            let rows = self.range(place.0.name(), &place.1);
            (place, rows)
        };
        let chunk = |place: packing::RowAddress<&'static str>| {
            let bytes = self.get_chunk(place.0, &place.1)?;
            Some((place, bytes))
        };
        let whole = needed.packed.whole.into_iter().flat_map(|(store, range)| {
            self.chunks(store, &range).into_iter().map(move |(key, bytes)| ((store, key), bytes))
        });
        let log = self.change_log();
        Stored {
            clock: log.clock,
            has_place: log.placed.is_some(),
            now: self.now.get(),
            rows: collect::map(needed.rows.into_iter().filter_map(row)),
            before: collect::map(needed.packed.before.into_iter().map(before)),
            chunks: collect::map(needed.packed.chunks.into_iter().filter_map(chunk).chain(whole)),
        }
    }

    fn write(&self, writes: Writes<'_>) {
        let mut rows = self.rows.borrow_mut();
        let mut chunks = self.chunks.borrow_mut();
        for (store, prefix) in writes.cleared {
            rows.retain(|(in_store, key), _| in_store != store || !key.starts_with(&prefix));
        }
        for (store, key) in writes.deletes {
            chunks.remove(&place(store, &key));
            rows.remove(&place(store, &key));
        }
        for (store, puts) in writes.puts {
            rows.extend(puts.into_iter().map(|(key, json)| (place(store, &key), json.into_owned())));
        }
        chunks.extend(writes.chunks.into_iter().map(|(store, key, bytes)| (place(store, &key), bytes.to_vec())));
    }

    /// Returns the rows of a store whose keys begin with `prefix`, in order.
    fn range(&self, store: &str, prefix: &str) -> Vec<(String, String)> {
        let rows = self.rows.borrow();
        rows.range(place(store, prefix)..)
            .take_while(|((in_store, key), _)| in_store == store && key.starts_with(prefix))
            .map(|((_, key), json)| (key.clone(), json.clone()))
            .collect()
    }

    /// Returns the chunks of a store whose keys begin with `prefix`, in order.
    fn chunks(&self, store: &str, prefix: &str) -> Vec<(String, Vec<u8>)> {
        let chunks = self.chunks.borrow();
        chunks
            .range(place(store, prefix)..)
            .take_while(|((in_store, key), _)| in_store == store && key.starts_with(prefix))
            .map(|((_, key), bytes)| (key.clone(), bytes.clone()))
            .collect()
    }

    fn read_tables(&self, tables: Vec<Table>, loaded: &mut Loaded) {
        for table in tables {
            if let Some(part) = self.packed(table, "") {
                loaded.records.extend(part.records);
                loaded.unreadable.extend(part.unreadable);
                loaded.unpacked += part.unpacked;
            } else {
                read_all(loaded, table, self.range(table.name(), ""));
            }
        }
    }

    /// Finds the owners that rows belong to and that are not there.
    fn read_missing(&self, loaded: &mut Loaded) {
        for (owned, owners) in OWNED {
            let rows = self.range(owned.name(), "").into_iter().map(|(key, _)| key);
            let chunks = packing::chunk_store(owned).map(|store| self.chunks(store, "")).unwrap_or_default();
            let keys = rows.chain(chunks.into_iter().map(|(key, _)| key));
            let named = collect::set(keys.filter_map(|key| Some(key.split_once('/')?.0.to_owned())));
            let gone = named.into_iter().filter(|key| self.get_raw(owners.name(), key).is_none());
            loaded.missing.extend(gone.map(|key| (owners, key)));
        }
    }

    fn file(&self, hash: &FileHash) -> Option<StoredFile> {
        let bytes = self.get_chunk(FILES, hash.as_str())?;
        Some(StoredFile { hash: hash.clone(), bytes: bytes.into() })
    }

    fn hashes(&self) -> Vec<FileHash> {
        self.chunks(FILES, "").into_iter().filter_map(|(key, _)| key.parse().ok()).collect()
    }

    fn change_log(&self) -> ChangeLog {
        ChangeLog::read(self.range(CHANGES, ""), ChangeLog::KEYS.map(|key| self.get_raw(META, key)))
    }

    /// Returns the keys of all rows of a table.
    fn keys(&self, table: Table) -> Vec<String> {
        match self.packed(table, "") {
            Some(part) => packing::keys(&part),
            None => self.range(table.name(), "").into_iter().map(|(key, _)| key).collect(),
        }
    }

    /// Packs the rows of a kind, range by range.
    fn pack_all<P: Packed>(&self) {
        let rows = self.range(P::ROWS.name(), "");
        for range in collect::set(rows.iter().map(|(key, _)| P::range(key))) {
            let chunks = collect::map(self.chunks(P::CHUNKS, range));
            if let Some(writes) = packing::pack::<P>(range, &chunks, &self.range(P::ROWS.name(), range)) {
                self.write(writes);
            }
        }
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
            Query::Tables(tables) => self.read_tables(tables, &mut loaded),
            Query::Inside(_) => {
                if let Some((table, owner)) = query.below() {
                    let prefix = format!("{owner}/");
                    match self.packed(table, &prefix) {
                        Some(part) => loaded = part,
                        None => read_all(&mut loaded, table, self.range(table.name(), &prefix)),
                    }
                }
            }
            Query::Containing { sessions, words } => {
                let mut prefilter = Prefilter::new(&words);
                for session in sessions {
                    let mut rows = self.range(Table::Messages.name(), &format!("{session}/"));
                    rows.retain(|(_, json)| prefilter.lets_through(json));
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
            Query::Missing => self.read_missing(&mut loaded),
            Query::JournalRows(keys) => {
                let row = |key: String| self.get_raw(JOURNAL, &key).map(|json| (key, json));
                loaded.journal = keys.into_iter().filter_map(row).map(journal_row).collect();
            }
            Query::Keys(table) => loaded.keys = self.keys(table),
            Query::FileHashes => loaded.keys = self.hashes().iter().map(ToString::to_string).collect(),
            Query::Stamps(keys) => {
                let stamps = |key: String| Some((self.get_raw(STAMPS, &key)?, key));
                loaded.stamps = keys.into_iter().filter_map(stamps).map(|(json, key)| (key, json)).collect();
            }
            Query::StampsBelow(prefix) => loaded.stamps = self.range(STAMPS, &prefix),
            Query::Changes => loaded.changes = Box::new(self.change_log()),
            Query::Files(hashes) => {
                loaded.files = hashes.iter().filter_map(|hash| self.file(hash)).collect();
            }
            Query::Everything => {
                loaded = Box::pin(self.load(Query::Tables(Table::ALL.to_vec()))).await?;
                loaded.files = self.hashes().iter().filter_map(|hash| self.file(hash)).collect();
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
        self.pack_all::<TimeEntry>();
        self.pack_all::<Shape>();
        Ok(())
    }

    async fn sweep_files(&self, now: Timestamp) -> Result<(), StorageError> {
        let mut unnamed = self.hashes();
        for store in [Table::Messages.name(), JOURNAL, META] {
            for (key, text) in self.range(store, "") {
                if (store, key.as_str()) != (META, UNUSED_KEY) {
                    remove_referenced(&text, &mut unnamed);
                }
            }
        }
        let sweep = Unused::read(self.get_raw(META, UNUSED_KEY).as_deref()).sweep(&unnamed, now);
        let mut writes = Writes::default();
        writes.sweep_files(&sweep, self.change_log().clock, now)?;
        self.write(writes);
        Ok(())
    }
}

fn journal_row((key, json): (String, String)) -> JournalRow {
    JournalRow { key, json }
}
