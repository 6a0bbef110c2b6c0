//! Writes of a commit: rows to put and rows to delete, store by store, and the rows to be read for them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::changes::{CLOCK_KEY, Clock, CopyKind, Mark, PLACE_KEY, Touched, touched as changed};
use super::files::{Sweep, UNUSED_KEY};
use super::packing;
use super::port::{Commit, StorageError};
use super::schema::{CHANGES, FILES, JOURNAL, META, STAMPS};
use espalier_base::time::Timestamp;
use espalier_model::change::Change;
use espalier_model::{RecordKey, Table};

/// A key and a JSON text.
pub type Put<'a> = (Cow<'a, str>, Cow<'a, str>);

/// Keys to be cleared and deleted and rows to be put, in this order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Writes<'a> {
    /// Stores, and the beginnings of keys that are all deleted.
    pub cleared: Vec<(&'static str, String)>,
    /// Stores and keys to delete.
    pub deletes: Vec<(&'static str, Cow<'a, str>)>,
    /// Keys and JSON texts to put, by store.
    pub puts: BTreeMap<&'static str, Vec<Put<'a>>>,
    /// Chunks of packed rows and files: stores, keys and bytes.
    pub chunks: Vec<(&'static str, String, Rc<[u8]>)>,
}

/// Stored rows that a commit changes ([`Needed`]), and what its mark is made with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stored {
    /// Clock of the last commit.
    pub clock: Option<Clock>,
    /// Whether there is a place that other devices change, too.
    pub has_place: bool,
    /// The current instant.
    pub now: Timestamp,
    /// Rows by key.
    pub rows: BTreeMap<RecordKey, String>,
    /// Chunks of packed rows by store and key.
    pub chunks: BTreeMap<packing::RowAddress<&'static str>, Vec<u8>>,
    /// All rows of a range, keys and texts, by table and range.
    pub before: BTreeMap<packing::RowAddress<Table>, Vec<(String, String)>>,
}

/// Rows that have to be read before a commit can be written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Needed<'a> {
    /// The rows of which fields are changed.
    pub rows: Vec<&'a RecordKey>,
    /// The chunks and ranges of packed rows.
    pub packed: packing::Needed,
}

impl<'a> Writes<'a> {
    /// Works out the writes of a commit, given the stored rows that it needs ([`needed`]) (S2).
    pub fn of(commit: &'a Commit, stored: &Stored) -> Result<Self, StorageError> {
        if commit.merged.as_ref().is_some_and(|merged| merged.expects != stored.clock) {
            return Err(StorageError::Stale);
        }
        let mut writes = Self::default();
        packing::write(&mut writes, &commit.changes, stored)?;
        for (key, change) in commit.changes.iter().filter(|(key, _)| !packing::is_packed(key.table())) {
            let (table, name) = (key.table(), key.row_key().into());
            match changed_row(table, stored.rows.get(key).map(String::as_str), change)? {
                Some(json) => writes.put(table.name(), name, json.into()),
                None => writes.deletes.push((table.name(), name)),
            }
        }
        let dropped = commit.drop_journal.iter().map(|key| (JOURNAL, key.into()));
        writes.deletes.extend(dropped);
        for row in &commit.journal {
            writes.put(JOURNAL, (&row.key).into(), (&row.json).into());
        }
        if !commit.files.is_empty() {
            // What is stored now is not named yet; the notes begin anew.
            writes.deletes.push((META, UNUSED_KEY.into()));
        }
        let files = commit.files.iter().map(|file| (FILES, file.hash.to_string(), file.bytes.clone()));
        writes.chunks.extend(files);
        let mut clock = stored.clock.max(commit.copied.as_ref().map(|copied| copied.clock));
        if let Some(merged) = &commit.merged {
            clock = clock.max(Some(merged.after));
            for (key, stamps) in &merged.stamps {
                match stamps {
                    Some(json) => writes.put(STAMPS, key.into(), json.into()),
                    None => writes.deletes.push((STAMPS, key.into())),
                }
            }
            match merged.place.as_deref() {
                Some("") => writes.deletes.extend([(META, PLACE_KEY.into()), (META, CopyKind::Place.key().into())]),
                Some(place) => writes.put(META, PLACE_KEY.into(), place.into()),
                None => {}
            }
        }
        let touched = if commit.unmarked { Vec::new() } else { changed(commit, stored.has_place) };
        writes.mark(touched, commit.merged.is_some(), clock, stored.now)?;
        if let Some(copied) = &commit.copied {
            writes.put(META, copied.by.key().into(), copied.clock.to_string().into());
            writes.deletes.extend(copied.marks.iter().map(|mark| (CHANGES, mark.to_string().into())));
        }
        Ok(writes)
    }

    /// Adds the mark of what was changed, after the last commit's clock (`changes`).
    fn mark(
        &mut self,
        touched: Vec<Touched>,
        merged: bool,
        clock: Option<Clock>,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        if touched.is_empty() {
            // Stamps can be new although no row is: what is changed next is later than they are, too.
            if let Some(clock) = clock.filter(|_| merged) {
                self.put(META, CLOCK_KEY.into(), clock.to_string().into());
            }
            return Ok(());
        }
        let clock = clock.unwrap_or_default().next(now);
        let mark = Mark { clock, touched, merged };
        let mark = mark.to_json().map_err(|error| StorageError::Aborted(error.to_string()))?;
        let clock = clock.to_string();
        self.put(META, CLOCK_KEY.into(), clock.clone().into());
        self.put(CHANGES, clock.into(), mark.into());
        Ok(())
    }

    /// Adds a row to be put.
    pub fn put(&mut self, store: &'static str, key: Cow<'a, str>, json: Cow<'a, str>) {
        self.puts.entry(store).or_default().push((key, json));
    }

    /// Adds what a look at the files leads to, with the mark of it.
    pub fn sweep_files(&mut self, sweep: &Sweep, clock: Option<Clock>, now: Timestamp) -> Result<(), StorageError> {
        self.deletes.extend(sweep.delete.iter().map(|hash| (FILES, hash.to_string().into())));
        self.mark(sweep.delete.iter().map(Touched::file).collect(), false, clock, now)?;
        match sweep.unused.to_text() {
            text if text.is_empty() => self.deletes.push((META, UNUSED_KEY.into())),
            text => self.put(META, UNUSED_KEY.into(), text.into()),
        }
        Ok(())
    }

    /// Estimates the most space that a browser takes for them: two bytes a character, keys kept twice, and some
    /// overhead for each row.
    pub fn bytes(&self) -> usize {
        let rows = self.puts.values().flatten();
        let rows: usize = rows.map(|(key, json)| 4 * key.len() + 2 * json.len() + 256).sum();
        rows + self.chunks.iter().map(|(_, _, bytes)| bytes.len() + 256).sum::<usize>()
    }
}

/// Returns the stores that a commit touches.
pub fn touched(commit: &Commit) -> BTreeSet<&'static str> {
    let tables = commit.changes.keys().map(RecordKey::table);
    let mut stores = packing::stores(tables.chain(packing::ended(&commit.changes)));
    if !commit.journal.is_empty() || !commit.drop_journal.is_empty() {
        stores.insert(JOURNAL);
    }
    if !commit.files.is_empty() {
        stores.insert(FILES);
    }
    let is_marked = !(commit.changes.is_empty() && commit.files.is_empty() && commit.touch.is_empty());
    if is_marked || commit.copied.is_some() {
        stores.extend([CHANGES, META]);
    }
    if commit.merged.is_some() {
        stores.extend([STAMPS, META]);
    }
    stores
}

/// Returns the rows that a commit needs before it can be written.
pub fn needed(commit: &Commit) -> Needed<'_> {
    let packed = packing::needed(&commit.changes);
    // Rows that are read together with their neighbours are not read one by one as well.
    let alone = |key: &RecordKey| packed.before.is_empty() || !packing::is_before(&packed, key);
    let updated = commit.changes.iter().filter(|(_, change)| matches!(change, Change::Updated(_)));
    let rows = updated.map(|(key, _)| key).filter(|key| alone(key)).collect();
    Needed { rows, packed }
}

/// Returns the row after the change, given the row that is stored; `None` deletes it (S2).
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
