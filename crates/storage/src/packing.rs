//! Entries of the time log and shapes of scenes as they are stored: most of them packed, many in one value, and some as
//! rows of their own.
//!
//! A chunk (a value of the store [`Packed::CHUNKS`]) holds rows in the form of their own `packed` module. What was
//! written since lies beside it as rows: a row as it is now, or [`GONE`] where it was removed. So an edit writes one
//! small row, and in which chunk a row is found follows from its key alone:
//!
//! - An entry is in the chunk whose key its id begins with, which makes about seven weeks of them.
//! - A shape is in the chunk of its scene and the last digit of its id. Those of one import begin with the same few
//!   milliseconds and end by chance, so a scene is divided into sixteen parts whenever they were made.
//!
//! Rows that may belong to chunks next to each other lie in one *range* of keys, which is read and cleared as a whole:
//! the entries of one chunk, the shapes of one scene.
//!
//! - K1 A row wins over what a chunk has under its key, whether or not the row can be read.
//! - K2 A chunk that cannot be read is reported and left alone; rows beside it stay rows.
//! - K3 A row that cannot be read stays a row.
//! - K4 Packing changes nothing that is read, and packing again changes nothing at all.
//! - K5 A commit that changes many rows of a chunk packs that chunk within its own transaction, so that an import is
//!   written as fast as it is read.
//! - K6 With a scene goes everything in its range that can be read, marks of what is gone included, so that nothing is
//!   left that would call for it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::port::{Loaded, StorageError, Unreadable};
use super::schema::{ENTRY_CHUNKS, SHAPE_CHUNKS};
use super::writes::{Stored, Writes};
use espalier_base::{base64, collect};
use espalier_model::change::{Change, ChangeSet, Edit};
use espalier_model::{Record, RecordKey, Row, Shape, Table, TimeEntry, scene, timelog};

/// Returns the keys of packed rows that were read, those that cannot be understood included.
pub fn keys(loaded: &Loaded) -> Vec<String> {
    let broken = loaded.unreadable.iter().map(|row| row.key.clone());
    loaded.records.iter().map(|record| record.key().row_key()).chain(broken).collect()
}

/// Text of a row that marks the one in a chunk under its key as removed.
pub const GONE: &str = "null";
/// Number of changes of one chunk that make it worth packing at once (K5).
pub const MANY: usize = 64;
/// Number of rows from which on it is worth packing them, though nothing is changed.
pub const WORTH_PACKING: usize = 2_000;
/// Characters of an entry's key that are the key of its chunk: four hexadecimal digits, 2^32 ms.
const ENTRY_KEY: usize = 4;

/// The tables whose rows are packed.
pub const TABLES: [Table; 2] = [Table::TimeEntries, Table::Shapes];

/// A kind of rows that are packed.
pub trait Packed: Row {
    /// Table of the rows.
    const ROWS: Table;
    /// The store of their chunks.
    const CHUNKS: &'static str;
    /// Number of rows for which a chunk is begun.
    const FEWEST: usize;

    /// Returns the common beginning of the keys of all rows in the range of this one, and of their chunks.
    fn range(row_key: &str) -> &str;
    /// Returns the key of the chunk that a row is looked for in.
    fn chunk_key(row_key: &str) -> String;
    /// Whether all of these, in the order of their keys, belong to this chunk.
    fn all_in(chunk: &str, rows: &[Rc<Self>]) -> bool;
    /// Returns the key of a row of this kind.
    fn key_of(key: &RecordKey) -> Option<Self::Key>;
    /// Returns the range that goes with another row, when that is removed (K6).
    fn goes_with(owner: &RecordKey) -> Option<String>;
    /// Packs rows into bytes.
    fn pack<'a>(rows: impl IntoIterator<Item = &'a Rc<Self>>) -> Vec<u8>;
    /// Unpacks rows from bytes, or returns why they cannot be read.
    fn unpack(bytes: &[u8]) -> Result<Vec<Rc<Self>>, String>;
}

impl Packed for TimeEntry {
    const ROWS: Table = Table::TimeEntries;
    const CHUNKS: &'static str = ENTRY_CHUNKS;
    const FEWEST: usize = 1;

    fn range(row_key: &str) -> &str {
        row_key.get(..ENTRY_KEY).unwrap_or(row_key)
    }

    fn chunk_key(row_key: &str) -> String {
        Self::range(row_key).to_owned()
    }

    fn all_in(chunk: &str, rows: &[Rc<Self>]) -> bool {
        // What lies between two keys that begin alike begins like them.
        [rows.first(), rows.last()].into_iter().flatten().all(|entry| Self::range(&entry.id.to_string()) == chunk)
    }

    fn key_of(key: &RecordKey) -> Option<Self::Key> {
        if let RecordKey::TimeEntries(id) = key { Some(*id) } else { None }
    }

    fn goes_with(_: &RecordKey) -> Option<String> {
        None
    }

    fn pack<'a>(rows: impl IntoIterator<Item = &'a Rc<Self>>) -> Vec<u8> {
        timelog::packed::pack(rows)
    }

    fn unpack(bytes: &[u8]) -> Result<Vec<Rc<Self>>, String> {
        timelog::packed::unpack(bytes).map_err(|error| error.to_string())
    }
}

impl Packed for Shape {
    const ROWS: Table = Table::Shapes;
    const CHUNKS: &'static str = SHAPE_CHUNKS;
    // Small scenes would become many tiny chunks, which are read more slowly than their rows.
    const FEWEST: usize = MANY;

    fn range(row_key: &str) -> &str {
        row_key.find('/').and_then(|slash| row_key.get(..=slash)).unwrap_or(row_key)
    }

    fn chunk_key(row_key: &str) -> String {
        let range = Self::range(row_key);
        let mut key = range.to_owned();
        key.extend(row_key.get(range.len()..).and_then(|id| id.chars().next_back()));
        key
    }

    fn all_in(chunk: &str, rows: &[Rc<Self>]) -> bool {
        let Some(first) = rows.first() else { return true };
        let last_digit = |row: &Self| row.id.uuid().as_bytes()[15] & 0xf;
        Self::chunk_key(&first.key().to_string()) == chunk
            && rows.iter().all(|row| row.scene == first.scene && last_digit(row) == last_digit(first))
    }

    fn key_of(key: &RecordKey) -> Option<Self::Key> {
        if let RecordKey::Shapes(key) = key { Some(*key) } else { None }
    }

    fn goes_with(owner: &RecordKey) -> Option<String> {
        if let RecordKey::Scenes(scene) = owner { Some(format!("{scene}/")) } else { None }
    }

    fn pack<'a>(rows: impl IntoIterator<Item = &'a Rc<Self>>) -> Vec<u8> {
        scene::packed::pack(rows)
    }

    fn unpack(bytes: &[u8]) -> Result<Vec<Rc<Self>>, String> {
        scene::packed::unpack(bytes).map_err(|error| error.to_string())
    }
}

/// Whether the rows of a table are packed.
pub fn is_packed(table: Table) -> bool {
    TABLES.contains(&table)
}

/// Returns the store of the chunks of a table's rows.
pub fn chunk_store(table: Table) -> Option<&'static str> {
    match table {
        Table::TimeEntries => Some(TimeEntry::CHUNKS),
        Table::Shapes => Some(Shape::CHUNKS),
        _ => None,
    }
}

/// Returns the stores that hold the rows of these tables.
pub fn stores(tables: impl IntoIterator<Item = Table>) -> BTreeSet<&'static str> {
    let mut stores = BTreeSet::new();
    for table in tables {
        stores.insert(table.name());
        stores.extend(chunk_store(table));
    }
    stores
}

/// Returns the rows of a chunk in the order of their keys, or why it cannot be read.
fn unpack<P: Packed>(chunk: &str, bytes: &[u8]) -> Result<Vec<Rc<P>>, String> {
    let mut rows = P::unpack(bytes)?;
    rows.sort_by_key(|row| row.key());
    // A row of another chunk would never be found by its key, so that its changes would be lost.
    if P::all_in(chunk, &rows) { Ok(rows) } else { Err("packed rows lie under a key that is not theirs".to_owned()) }
}

/// The content of a row.
enum RowContent<P: Packed> {
    Row(Rc<P>),
    Gone(P::Key),
}

/// Reads a key from a text, written as keys are.
fn key<P: Packed>(text: &str) -> Option<P::Key> {
    text.parse::<P::Key>().ok().filter(|key| key.to_string() == text)
}

/// Reads a row; it has to be the one that its key names.
fn read<P: Packed>(name: &str, text: &str) -> Result<RowContent<P>, String> {
    if text == GONE {
        return key::<P>(name).map(RowContent::Gone).ok_or_else(|| "no row has this key".to_owned());
    }
    let record = P::ROWS.read(text).map_err(|error| error.to_string())?;
    let row = P::from_record(&record).filter(|row| row.key().to_string() == name);
    row.map(RowContent::Row).ok_or_else(|| "not the row of this key".to_owned())
}

/// Rows and chunks that are read, in parts that come in any order.
#[derive(Debug)]
pub struct Parts<P: Packed> {
    rows: Vec<Rc<P>>,
    packed: Vec<Rc<P>>,
    /// Keys of rows that hide those of a chunk and are not to be shown (K1).
    hidden: BTreeSet<P::Key>,
    unreadable: Vec<Unreadable>,
    unpacked: usize,
}

impl<P: Packed> Default for Parts<P> {
    fn default() -> Self {
        Self { rows: Vec::new(), packed: Vec::new(), hidden: BTreeSet::new(), unreadable: Vec::new(), unpacked: 0 }
    }
}

impl<P: Packed> Parts<P> {
    /// Adds a row; `None` is one that is not a text.
    pub fn row(&mut self, name: String, text: Option<&str>) {
        self.unpacked += 1;
        match text.map_or_else(|| Err("not a text".to_owned()), |text| read::<P>(&name, text)) {
            Ok(RowContent::Row(row)) => self.rows.push(row),
            Ok(RowContent::Gone(key)) => drop(self.hidden.insert(key)),
            Err(reason) => {
                // What is packed has a key as keys are written, so another one hides nothing.
                self.hidden.extend(key::<P>(&name));
                let raw = text.unwrap_or_default().to_owned();
                self.unreadable.push(Unreadable { store: P::ROWS.name().to_owned(), key: name, reason, raw });
            }
        }
    }

    /// Adds a chunk; `None` is one that is not bytes.
    pub fn chunk(&mut self, key: String, bytes: Option<&[u8]>) {
        match bytes.map_or_else(|| Err("not bytes".to_owned()), |bytes| unpack::<P>(&key, bytes)) {
            Ok(rows) => self.packed.extend(rows),
            Err(reason) => {
                let raw = bytes.map(base64::encode).unwrap_or_default();
                self.unreadable.push(Unreadable { store: P::CHUNKS.to_owned(), key, reason, raw });
            }
        }
    }

    /// Returns all rows, in the order of keys.
    pub fn unite(self) -> Loaded {
        let Self { mut rows, mut packed, hidden, unreadable, unpacked } = self;
        rows.sort_by_key(|row| row.key());
        packed.sort_by_key(|row| row.key());
        let mut records = Vec::with_capacity(rows.len() + packed.len());
        let mut rows = rows.into_iter().peekable();
        for old in packed {
            let key = old.key();
            while let Some(row) = rows.next_if(|row| row.key() < key) {
                records.push(P::into_record(row));
            }
            let replaced = rows.peek().is_some_and(|row| row.key() == key);
            if !replaced && !hidden.contains(&key) {
                records.push(P::into_record(old));
            }
        }
        records.extend(rows.map(P::into_record));
        Loaded { records, unreadable, unpacked, ..Loaded::default() }
    }

    /// Returns the rows that have these keys, by key, with a note of those that could not be read.
    pub fn among(self, keys: &[&str]) -> (BTreeMap<String, Record>, Vec<Unreadable>) {
        let wanted = collect::set(keys.iter().copied());
        let Loaded { records, mut unreadable, .. } = self.unite();
        let keyed = records.into_iter().map(|record| (record.key().row_key(), record));
        let found = collect::map(keyed.filter(|(key, _)| wanted.contains(key.as_str())));
        unreadable.retain(|note| note.store == P::CHUNKS || wanted.contains(note.key.as_str()));
        (found, unreadable)
    }
}

/// A store of chunks, or a table, with a key or the beginning of keys.
pub type RowAddress<Of> = (Of, String);

/// Chunks and rows that have to be read before a commit to packed rows can be written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Needed {
    /// Chunks by store and key.
    pub chunks: BTreeSet<RowAddress<&'static str>>,
    /// Ranges of which all chunks are needed (K6).
    pub whole: BTreeSet<RowAddress<&'static str>>,
    /// Ranges of which all rows are needed (K5).
    pub before: BTreeSet<RowAddress<Table>>,
}

/// The changes of rows of one range.
struct Group<'a, P: Packed> {
    /// Whether the row that owns them is removed (K6).
    ends: bool,
    chunks: BTreeMap<String, Vec<(P::Key, &'a Change)>>,
}

impl<P: Packed> Default for Group<'_, P> {
    fn default() -> Self {
        Self { ends: false, chunks: BTreeMap::new() }
    }
}

/// Groups the changes of rows by range and chunk.
fn groups<P: Packed>(changes: &ChangeSet) -> BTreeMap<String, Group<'_, P>> {
    let mut groups: BTreeMap<String, Group<'_, P>> = BTreeMap::new();
    for (key, change) in changes.iter() {
        if let Some(key) = P::key_of(key) {
            let text = key.to_string();
            let range = P::range(&text);
            if !groups.contains_key(range) {
                groups.insert(range.to_owned(), Group::default());
            }
            if let Some(group) = groups.get_mut(range) {
                group.chunks.entry(P::chunk_key(&text)).or_default().push((key, change));
            }
        } else if matches!(change, Change::Removed(_))
            && let Some(range) = P::goes_with(key)
        {
            groups.entry(range).or_default().ends = true;
        }
    }
    groups
}

/// Returns the table of packed rows that go with a removed row, though none of them may be changed (K6).
pub fn ended(changes: &ChangeSet) -> Option<Table> {
    let ends = |key, change| matches!(change, &Change::Removed(_)) && Shape::goes_with(key).is_some();
    changes.iter().any(|(key, change)| ends(key, change)).then_some(Shape::ROWS)
}

/// Returns the chunks and rows that have to be read before these changes can be written.
pub fn needed(changes: &ChangeSet) -> Needed {
    let mut needed = Needed::default();
    needed_of::<TimeEntry>(changes, &mut needed);
    needed_of::<Shape>(changes, &mut needed);
    needed
}

fn needed_of<P: Packed>(changes: &ChangeSet, needed: &mut Needed) {
    for (range, group) in groups::<P>(changes) {
        let mut before = group.ends;
        for (chunk, list) in group.chunks {
            let many = list.len() >= MANY;
            before |= many;
            if many || group.ends || list.iter().any(|(_, change)| !matches!(change, Change::Added(_))) {
                needed.chunks.insert((P::CHUNKS, chunk));
            }
        }
        if group.ends {
            needed.whole.insert((P::CHUNKS, range.clone()));
        }
        if before {
            needed.before.insert((P::ROWS, range));
        }
    }
}

/// Whether a row is read together with all of its range.
pub fn is_before(needed: &Needed, key: &RecordKey) -> bool {
    let (table, row_key) = (key.table(), key.row_key());
    let range = match table {
        Table::TimeEntries => TimeEntry::range(&row_key),
        Table::Shapes => Shape::range(&row_key),
        _ => return false,
    };
    needed.before.contains(&(table, range.to_owned()))
}

/// Adds the writes for changes of packed rows to `writes`.
pub fn write(writes: &mut Writes<'_>, changes: &ChangeSet, stored: &Stored) -> Result<(), StorageError> {
    for (range, group) in groups::<TimeEntry>(changes) {
        write_range(writes, range, group, stored)?;
    }
    for (range, group) in groups::<Shape>(changes) {
        write_range(writes, range, group, stored)?;
    }
    Ok(())
}

/// Groups the rows of a range by the chunk they belong to.
fn by_chunk<P: Packed>(rows: &[(String, String)]) -> BTreeMap<String, Vec<(&str, &str)>> {
    let mut chunks: BTreeMap<String, Vec<(&str, &str)>> = BTreeMap::new();
    for (key, text) in rows {
        chunks.entry(P::chunk_key(key)).or_default().push((key, text));
    }
    chunks
}

fn write_range<P: Packed>(
    writes: &mut Writes<'_>,
    range: String,
    group: Group<'_, P>,
    stored: &Stored,
) -> Result<(), StorageError> {
    let before = stored.before.get(&(P::ROWS, range.clone()));
    let rows = before.map(|rows| by_chunk::<P>(rows)).unwrap_or_default();
    let mut chunks = group.chunks;
    if group.ends {
        let held = stored.chunks.keys().filter(|(store, key)| *store == P::CHUNKS && key.starts_with(&range));
        for (_, key) in held {
            chunks.entry(key.clone()).or_default();
        }
    }
    let mut folded = Vec::new();
    for (chunk, changes) in chunks {
        let bytes = stored.chunks.get(&(P::CHUNKS, chunk.clone()));
        let held = bytes.map(|bytes| unpack::<P>(&chunk, bytes)).transpose();
        let rows = rows.get(&chunk).map(Vec::as_slice).unwrap_or_default();
        let worth_it = changes.len() >= MANY || group.ends && bytes.is_some();
        match held {
            Ok(held) if before.is_some() && worth_it => {
                folded.extend(fold(writes, chunk, held.unwrap_or_default(), rows, &changes)?);
            }
            // Where the chunk cannot be read it is left alone (K2), and the rows before it are written one by one.
            held => write_rows(writes, &held, rows, &changes, stored)?,
        }
    }
    drop_rows::<P>(writes, range, before.map_or(0, Vec::len), folded);
    Ok(())
}

/// Deletes rows that are packed now: all at once where there are no others in the range.
fn drop_rows<P: Packed>(writes: &mut Writes<'_>, range: String, rows: usize, folded: Vec<String>) {
    if !folded.is_empty() && folded.len() == rows {
        writes.cleared.push((P::ROWS.name(), range));
    } else {
        writes.deletes.extend(folded.into_iter().map(|key| (P::ROWS.name(), key.into())));
    }
}

/// Writes changes of one chunk as rows beside it.
fn write_rows<P: Packed>(
    writes: &mut Writes<'_>,
    held: &Result<Option<Vec<Rc<P>>>, String>,
    before: &[(&str, &str)],
    changes: &[(P::Key, &Change)],
    stored: &Stored,
) -> Result<(), StorageError> {
    let before = collect::map(before.iter().copied());
    for (id, change) in changes {
        let name = id.to_string();
        let row = stored.rows.get(&P::record_key(id.clone())).map(String::as_str);
        let row = row.or_else(|| before.get(name.as_str()).copied());
        let after = match change {
            Change::Added(record) => Some(record.clone()),
            Change::Removed(_) => None,
            Change::Updated(edits) => {
                let now = match row {
                    Some(text) => match read::<P>(&name, text).map_err(StorageError::Aborted)? {
                        RowContent::Row(row) => Some(row),
                        RowContent::Gone(_) => None,
                    },
                    None => in_chunk(held.as_ref().map_err(|why| StorageError::Aborted(why.clone()))?.as_deref(), id),
                };
                // A row that another tab removed stays removed; the text of the edit is in the journal.
                now.map(|row| edited(row, edits))
            }
        };
        match after {
            Some(record) => {
                let json = record.to_json().map_err(|error| StorageError::Aborted(error.to_string()))?;
                writes.put(P::ROWS.name(), name.into(), json.into());
            }
            None if !held.as_ref().is_ok_and(|held| in_chunk(held.as_deref(), id).is_none()) => {
                writes.put(P::ROWS.name(), name.into(), GONE.into());
            }
            None => writes.deletes.push((P::ROWS.name(), name.into())),
        }
    }
    Ok(())
}

fn in_chunk<P: Packed>(held: Option<&[Rc<P>]>, key: &P::Key) -> Option<Rc<P>> {
    let held = held?;
    held.binary_search_by(|row| row.key().cmp(key)).ok().map(|place| held[place].clone())
}

fn edited<P: Packed>(row: Rc<P>, edits: &[Edit]) -> Record {
    let mut record = P::into_record(row);
    for edit in edits {
        record.set(edit.to.clone());
    }
    record
}

/// Returns the writes that pack the rows of a range, with the chunks of it by key; `None` where there is nothing to be
/// packed.
pub fn pack<P: Packed>(
    range: &str,
    chunks: &BTreeMap<String, Vec<u8>>,
    rows: &[(String, String)],
) -> Option<Writes<'static>> {
    let mut writes = Writes::default();
    let mut folded = Vec::new();
    for (chunk, before) in by_chunk::<P>(rows) {
        let bytes = chunks.get(&chunk);
        let Ok(held) = bytes.map(|bytes| unpack::<P>(&chunk, bytes)).transpose() else { continue };
        let fewest = if bytes.is_some() { 1 } else { P::FEWEST };
        if before.len() < fewest
            || before.iter().filter(|(key, text)| packable::<P>(&chunk, key, text).is_some()).count() < fewest
        {
            continue;
        }
        folded.extend(fold(&mut writes, chunk, held.unwrap_or_default(), &before, &[]).ok()?);
    }
    if folded.is_empty() {
        return None;
    }
    drop_rows::<P>(&mut writes, range.to_owned(), rows.len(), folded);
    Some(writes)
}

/// Returns the content of a row, where it can be packed (K3): under another key than its own it would be found no more.
fn packable<P: Packed>(chunk: &str, name: &str, text: &str) -> Option<RowContent<P>> {
    // Reading it compares the key.
    read::<P>(name, text).ok().filter(|_| P::chunk_key(name) == chunk)
}

/// Writes a chunk anew from its rows, all rows before it, and changes; returns the keys of the rows that are not needed
/// any more.
fn fold<P: Packed>(
    writes: &mut Writes<'_>,
    chunk: String,
    held: Vec<Rc<P>>,
    rows: &[(&str, &str)],
    changes: &[(P::Key, &Change)],
) -> Result<Vec<String>, StorageError> {
    let mut after = collect::map(held.into_iter().map(|row| (row.key(), row)));
    let mut kept = BTreeSet::new();
    for (name, text) in rows {
        match packable::<P>(&chunk, name, text) {
            Some(RowContent::Row(row)) => drop(after.insert(row.key(), row)),
            Some(RowContent::Gone(key)) => drop(after.remove(&key)),
            None => drop(kept.insert((*name).to_owned())),
        }
    }
    for (key, change) in changes {
        let name = if kept.is_empty() { String::new() } else { key.to_string() };
        match change {
            Change::Added(record) => {
                if let Some(row) = P::from_record(record) {
                    after.insert(key.clone(), row);
                    kept.remove(&name);
                }
            }
            Change::Removed(_) => {
                after.remove(key);
                kept.remove(&name);
            }
            Change::Updated(_) if kept.contains(&name) => {
                return Err(StorageError::Aborted("a row cannot be read".to_owned()));
            }
            Change::Updated(edits) => {
                if let Some(row) = after.get_mut(key)
                    && let Some(changed) = P::from_record(&edited(row.clone(), edits))
                {
                    *row = changed;
                }
            }
        }
    }
    if after.is_empty() {
        writes.deletes.push((P::CHUNKS, chunk.into()));
    } else {
        writes.chunks.push((P::CHUNKS, chunk, P::pack(after.values()).into()));
    }
    let folded = rows.iter().filter(|(name, _)| !kept.contains(*name));
    Ok(folded.map(|(name, _)| (*name).to_owned()).collect())
}
