//! Entries of the time log as they are stored: most of them packed, many in one value, and some as rows of their own.
//!
//! A chunk (a value of the store [`ENTRY_CHUNKS`]) holds entries whose ids begin with its key, which makes about seven
//! weeks of them, in the form of [`packed`](crate::model::timelog::packed). What was written since lies before it as
//! rows: an entry as it is now, or [`GONE`] where it was removed. So an edit writes one small row, and where an entry
//! is found follows from its id alone.
//!
//! - K1 A row wins over what a chunk has under its key, whether or not the row can be read.
//! - K2 A chunk that cannot be read is reported and left alone; rows beside it stay rows.
//! - K3 A row that cannot be read stays a row.
//! - K4 Packing changes nothing that is read, and packing again changes nothing at all.
//! - K5 A commit that changes many entries of a chunk packs that chunk within its own transaction, so that an import is
//!   written as fast as it is read.
//!
//! Must not be in here: a database, when to pack.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::port::{Loaded, StorageError, Unreadable};
use super::schema::ENTRY_CHUNKS;
use super::writes::{Stored, Writes};
use crate::base::{base64, gather};
use crate::model::change::{Change, Edit};
use crate::model::timelog::packed;
use crate::model::{Record, RecordKey, Table, TimeEntry, TimeEntryId};

/// The text of a row that says that the entry of a chunk is gone.
pub const GONE: &str = "null";
/// How many changes of one chunk make it worth packing at once (K5).
pub const MANY: usize = 64;
/// How many characters of an entry's key are the key of its chunk: four hexadecimal digits, 2^32 ms.
const CHUNK_KEY: usize = 4;

const ROWS: Table = Table::TimeEntries;

/// The key of the chunk that an entry is looked for in.
pub fn chunk_key(row_key: &str) -> &str {
    row_key.get(..CHUNK_KEY).unwrap_or(row_key)
}

/// The stores that hold the rows of these tables.
pub fn stores(tables: impl IntoIterator<Item = Table>) -> BTreeSet<&'static str> {
    let mut stores = BTreeSet::new();
    for table in tables {
        stores.insert(table.name());
        if table == ROWS {
            stores.insert(ENTRY_CHUNKS);
        }
    }
    stores
}

/// The entries of a chunk in the order of their ids, or why it cannot be read.
fn unpack(key: &str, bytes: &[u8]) -> Result<Vec<Rc<TimeEntry>>, String> {
    let mut entries = packed::unpack(bytes).map_err(|error| error.to_string())?;
    entries.sort_unstable_by_key(|entry| entry.id);
    // An entry of another chunk would never be found by its id, so that its changes would be lost.
    let ends = [entries.first(), entries.last()];
    if ends.into_iter().flatten().any(|entry| chunk_key(&entry.id.to_string()) != key) {
        return Err("packed entries lie under a key that is not theirs".to_owned());
    }
    Ok(entries)
}

/// What a row says.
enum Row {
    Entry(Rc<TimeEntry>),
    Gone(TimeEntryId),
}

/// Reads a row; it has to be the one that its key names.
fn read(key: &str, text: &str) -> Result<Row, String> {
    if text == GONE {
        let id: TimeEntryId = key.parse().map_err(|_| "no entry has this key".to_owned())?;
        return if id.to_string() == key { Ok(Row::Gone(id)) } else { Err("no entry has this key".to_owned()) };
    }
    match ROWS.read(text) {
        Ok(Record::TimeEntries(entry)) if entry.id.to_string() == key => Ok(Row::Entry(entry)),
        Ok(_) => Err("not the entry of this key".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// What is read of a log, in parts that come in any order.
#[derive(Debug, Default)]
pub struct Parts {
    rows: Vec<Rc<TimeEntry>>,
    packed: Vec<Rc<TimeEntry>>,
    /// Keys of rows that are no entries and hide what a chunk has (K1).
    hidden: BTreeSet<String>,
    unreadable: Vec<Unreadable>,
    unpacked: usize,
}

impl Parts {
    /// Adds a row; `None` is one that is no text.
    pub fn row(&mut self, key: String, text: Option<&str>) {
        self.unpacked += 1;
        match text.map_or_else(|| Err("not a text".to_owned()), |text| read(&key, text)) {
            Ok(Row::Entry(entry)) => self.rows.push(entry),
            Ok(Row::Gone(_)) => drop(self.hidden.insert(key)),
            Err(reason) => {
                self.hidden.insert(key.clone());
                let raw = text.unwrap_or_default().to_owned();
                self.unreadable.push(Unreadable { store: ROWS.name().to_owned(), key, reason, raw });
            }
        }
    }

    /// Adds a chunk; `None` is one that is no bytes.
    pub fn chunk(&mut self, key: String, bytes: Option<&[u8]>) {
        match bytes.map_or_else(|| Err("not bytes".to_owned()), |bytes| unpack(&key, bytes)) {
            Ok(entries) => self.packed.extend(entries),
            Err(reason) => {
                let raw = bytes.map(base64::encode).unwrap_or_default();
                self.unreadable.push(Unreadable { store: ENTRY_CHUNKS.to_owned(), key, reason, raw });
            }
        }
    }

    /// All of it together, in the order of ids.
    pub fn unite(self) -> Loaded {
        let Self { mut rows, mut packed, hidden, unreadable, unpacked } = self;
        rows.sort_unstable_by_key(|entry| entry.id);
        packed.sort_unstable_by_key(|entry| entry.id);
        let mut records = Vec::with_capacity(rows.len() + packed.len());
        let mut rows = rows.into_iter().peekable();
        for entry in packed {
            while let Some(row) = rows.next_if(|row| row.id < entry.id) {
                records.push(Record::TimeEntries(row));
            }
            let replaced = rows.peek().is_some_and(|row| row.id == entry.id);
            if !replaced && (hidden.is_empty() || !hidden.contains(&entry.id.to_string())) {
                records.push(Record::TimeEntries(entry));
            }
        }
        records.extend(rows.map(Record::TimeEntries));
        Loaded { records, unreadable, unpacked, ..Loaded::default() }
    }

    /// Those of them that have these keys, by key, with a note of what could not be read.
    pub fn among(self, keys: &[&str]) -> (BTreeMap<String, Record>, Vec<Unreadable>) {
        let wanted = gather::set(keys.iter().copied());
        let Loaded { records, mut unreadable, .. } = self.unite();
        let keyed = records.into_iter().map(|record| (record.key().row_key(), record));
        let found = gather::map(keyed.filter(|(key, _)| wanted.contains(key.as_str())));
        unreadable.retain(|note| note.store == ENTRY_CHUNKS || wanted.contains(note.key.as_str()));
        (found, unreadable)
    }
}

/// What a commit needs to know of the entries it changes before it can be written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Needed {
    /// The keys of chunks.
    pub chunks: BTreeSet<String>,
    /// The keys of chunks whose rows, all that lie before them, are needed too (K5).
    pub before: BTreeSet<String>,
}

/// The changes of entries by the chunk they belong to.
pub fn by_chunk<'a>(
    changes: impl Iterator<Item = (&'a RecordKey, &'a Change)>,
) -> BTreeMap<String, Vec<(TimeEntryId, &'a Change)>> {
    let mut groups: BTreeMap<String, Vec<(TimeEntryId, &Change)>> = BTreeMap::new();
    let mut last = String::new();
    for (key, change) in changes {
        let RecordKey::TimeEntries(id) = key else { continue };
        let text = id.to_string();
        if chunk_key(&text) != last {
            chunk_key(&text).clone_into(&mut last);
        }
        groups.entry(last.clone()).or_default().push((*id, change));
    }
    groups
}

/// What changes of entries need to know.
pub fn needed<'a>(changes: impl Iterator<Item = (&'a RecordKey, &'a Change)>) -> Needed {
    let mut needed = Needed::default();
    for (key, group) in by_chunk(changes) {
        if group.len() >= MANY {
            needed.before.insert(key.clone());
            needed.chunks.insert(key);
        } else if group.iter().any(|(_, change)| !matches!(change, Change::Added(_))) {
            needed.chunks.insert(key);
        }
    }
    needed
}

/// Adds to `writes` what changes of entries of one chunk come to.
pub fn write(
    writes: &mut Writes<'_>,
    chunk: &str,
    changes: &[(TimeEntryId, &Change)],
    stored: &Stored,
) -> Result<(), StorageError> {
    let held = stored.chunks.get(chunk).map(|bytes| unpack(chunk, bytes)).transpose();
    if let (Some(rows), Ok(held)) = (stored.before.get(chunk), &held) {
        return fold(writes, chunk, held.clone().unwrap_or_default(), rows, changes);
    }
    // The chunk is left alone (K2), so the rows before it are written one by one.
    let before = gather::map(stored.before.get(chunk).into_iter().flatten().map(|(key, text)| (key.as_str(), text)));
    for (id, change) in changes {
        let key = id.to_string();
        let row = stored.rows.get(&RecordKey::TimeEntries(*id)).or_else(|| before.get(key.as_str()).copied());
        let after = match change {
            Change::Added(record) => Some(record.clone()),
            Change::Removed(_) => None,
            Change::Updated(edits) => {
                let now = match row {
                    Some(text) => match read(&key, text).map_err(StorageError::Aborted)? {
                        Row::Entry(entry) => Some(entry),
                        Row::Gone(_) => None,
                    },
                    None => in_chunk(held.as_ref().map_err(|why| StorageError::Aborted(why.clone()))?.as_deref(), *id),
                };
                // A row that another tab removed stays removed; the text of the edit is in the journal.
                now.map(|entry| edited(entry, edits))
            }
        };
        match after {
            Some(record) => {
                let json = record.to_json().map_err(|error| StorageError::Aborted(error.to_string()))?;
                writes.put(ROWS.name(), key.into(), json.into());
            }
            None if !held.as_ref().is_ok_and(|held| in_chunk(held.as_deref(), *id).is_none()) => {
                writes.put(ROWS.name(), key.into(), GONE.into());
            }
            None => writes.deletes.push((ROWS.name(), key.into())),
        }
    }
    Ok(())
}

fn in_chunk(held: Option<&[Rc<TimeEntry>]>, id: TimeEntryId) -> Option<Rc<TimeEntry>> {
    let held = held?;
    held.binary_search_by_key(&id, |entry| entry.id).ok().map(|place| held[place].clone())
}

fn edited(entry: Rc<TimeEntry>, edits: &[Edit]) -> Record {
    let mut record = Record::TimeEntries(entry);
    for edit in edits {
        record.set(edit.to.clone());
    }
    record
}

/// What packing the rows before a chunk comes to; `None` where there is nothing to be packed.
pub fn pack(chunk: &str, bytes: Option<&[u8]>, rows: &[(String, String)]) -> Option<Writes<'static>> {
    let held = bytes.map(|bytes| unpack(chunk, bytes)).transpose().ok()?.unwrap_or_default();
    if !rows.iter().any(|(key, text)| packable(chunk, key, text).is_some()) {
        return None;
    }
    let mut writes = Writes::default();
    fold(&mut writes, chunk, held, rows, &[]).ok()?;
    Some(writes)
}

/// What a row says, where it can be packed (K3): under another key than its entry's it would be found no more.
fn packable(chunk: &str, key: &str, text: &str) -> Option<Row> {
    let row = read(key, text).ok()?;
    let id = match &row {
        Row::Entry(entry) => entry.id,
        Row::Gone(id) => *id,
    };
    (id.to_string() == key && chunk_key(key) == chunk).then_some(row)
}

/// Writes a chunk anew from what it holds, all rows before it, and changes.
fn fold(
    writes: &mut Writes<'_>,
    chunk: &str,
    held: Vec<Rc<TimeEntry>>,
    rows: &[(String, String)],
    changes: &[(TimeEntryId, &Change)],
) -> Result<(), StorageError> {
    let mut entries = gather::map(held.into_iter().map(|entry| (entry.id, entry)));
    let mut kept = BTreeSet::new();
    for (key, text) in rows {
        match packable(chunk, key, text) {
            Some(Row::Entry(entry)) => drop(entries.insert(entry.id, entry)),
            Some(Row::Gone(id)) => drop(entries.remove(&id)),
            None => drop(kept.insert(key.clone())),
        }
    }
    for (id, change) in changes {
        let key = if kept.is_empty() { String::new() } else { id.to_string() };
        match change {
            Change::Added(Record::TimeEntries(entry)) => {
                entries.insert(*id, entry.clone());
                kept.remove(&key);
            }
            Change::Added(_) => {}
            Change::Removed(_) => {
                entries.remove(id);
                kept.remove(&key);
            }
            Change::Updated(_) if kept.contains(&key) => {
                return Err(StorageError::Aborted("a row cannot be read".to_owned()));
            }
            Change::Updated(edits) => {
                if let Some(entry) = entries.get_mut(id)
                    && let Record::TimeEntries(after) = edited(entry.clone(), edits)
                {
                    *entry = after;
                }
            }
        }
    }
    if kept.is_empty() {
        writes.cleared.push((ROWS.name(), chunk.to_owned()));
    } else {
        let packed = rows.iter().filter(|(key, _)| !kept.contains(key));
        writes.deletes.extend(packed.map(|(key, _)| (ROWS.name(), key.clone().into())));
    }
    if entries.is_empty() {
        writes.deletes.push((ENTRY_CHUNKS, chunk.to_owned().into()));
    } else {
        writes.chunks.push((chunk.to_owned(), packed::pack(entries.values())));
    }
    Ok(())
}
