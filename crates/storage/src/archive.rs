//! Export of all data to one file, and import from it.
//!
//! The file is JSON: `{"format":"espalier","v":1,"exportedAt":"…","tables":{"sessions":[…],"messages":[…],…}}`, one row
//! a line; `v` is the version of the rows' shape ([`schema::VERSION`]), so an older file goes through the same steps as
//! older data. Keys of endpoints are in no record, so they are in no file; the journal is left out.
//!
//! - A1 A written file reads back the same, and is written again as the same bytes.
//! - A2 A row that cannot be read is reported with its table and place, and the others are read.
//! - A3 A plan is one change set. A row that is here with the same content is left alone, so a file can be imported
//!   twice; one that is here with other content stays or gives way, as the policy says.
//! - A4 Settings that are here stay under any policy. Rows that decide where prompts and keys are sent are taken only
//!   where the person agreed to them, one by one; the policy for rows that differ does not count for them.
//! - A5 No message of a file is still being answered.
//! - A7 Rows that could not be read where the file was written are in it as they lie there, and are tried again.
//! - A8 Attached files follow the tables, in base64; one whose content is not what its hash says is left out and told.
//! - A6 A message whose session is neither in the file nor here is left out, and so is a node without its map; nobody
//!   would ever see it.

pub mod rescue;
mod targets;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

pub use self::targets::{OriginChange, Target, asked};
use super::files::StoredFile;
use super::port::Unreadable;
use super::{migrate, schema};
use espalier_base::collect;
use espalier_base::time::Timestamp;
use espalier_model::change::{Change, ChangeSet};
use espalier_model::conversation::Status;
use espalier_model::workspace::Draft;
use espalier_model::{Record, RecordKey, Table};

/// Value of `format`.
pub const FORMAT: &str = "espalier";
/// The version that is written, and the newest that is read.
pub const VERSION: u32 = schema::VERSION;

/// Content of a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Archive {
    /// The rows, table by table.
    pub records: Vec<Record>,
    /// Rows and tables that could not be read.
    pub broken: Vec<Broken>,
    /// Attached files.
    pub files: Vec<StoredFile>,
}

/// Name that stands for a table where a part of a backup could not be read; its index is that of the part.
pub const PART: &str = "part";

/// A row, or a whole table, that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The table as the file names it, or [`PART`].
    pub table: String,
    /// Its place in the table, from 0; `None` when the table as a whole could not be read.
    pub index: Option<usize>,
    /// Reason why it cannot be read.
    pub reason: String,
    /// The row as it was stored, where it was.
    pub row: Option<Unreadable>,
}

/// Reason why a file was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// The file is not JSON, or cut off.
    #[error("not JSON (line {line}, column {column})")]
    NotJson {
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
    },
    /// The file is no export of this app.
    #[error("not an export of this app")]
    NotOurs,
    /// The file was written by a newer version of the app.
    #[error("the file has version {found}, this app reads up to {known}")]
    Newer {
        /// The file's version.
        found: u32,
        /// The newest version that is read.
        known: u32,
    },
}

/// Policy for a row that is here with other content than in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ConflictPolicy {
    /// The row stays as it is here.
    #[default]
    KeepMine,
    /// The row becomes as it is in the file.
    TakeTheirs,
}

/// Changes that an import would make.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Plan {
    /// Changes of the rows.
    pub changes: ChangeSet,
    /// Counts for each table that the file has rows of.
    pub tables: BTreeMap<Table, Counts>,
}

/// Counts of rows by their fate in an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Rows new here.
    pub added: usize,
    /// Rows here already, with the same content.
    pub same: usize,
    /// Rows here with other content, which gives way.
    pub replaced: usize,
    /// Rows here with other content, which stays.
    pub kept: usize,
    /// Messages without a session and nodes without a map, left out (A6).
    pub stray: usize,
    /// Rows left out because nobody agreed to them (A4).
    pub asked: usize,
}

impl Plan {
    /// Returns the numbers of all tables together.
    pub fn total(&self) -> Counts {
        self.tables.values().fold(Counts::default(), |sum, table| Counts {
            added: sum.added + table.added,
            same: sum.same + table.same,
            replaced: sum.replaced + table.replaced,
            kept: sum.kept + table.kept,
            stray: sum.stray + table.stray,
            asked: sum.asked + table.asked,
        })
    }
}

/// Writes everything into the text of a file.
pub fn write(records: &[Record], now: Timestamp) -> String {
    write_with(records, &[], &[], now)
}

/// Writes everything into the text of a file, unreadable rows (A7) and attached files (A8) included.
pub fn write_with(records: &[Record], unreadable: &[Unreadable], files: &[StoredFile], now: Timestamp) -> String {
    let mut tables: BTreeMap<Table, BTreeMap<RecordKey, Record>> = BTreeMap::new();
    for record in records {
        let key = record.key();
        let rows = tables.entry(key.table()).or_default();
        rows.insert(key, at_rest(record.clone()));
    }
    let at = now.to_rfc3339();
    let mut text = format!("{{\"format\":\"{FORMAT}\",\"v\":{VERSION},\"exportedAt\":\"{at}\",\"tables\":{{");
    let mut separator = "\n";
    for table in Table::ALL {
        for piece in [separator, "\"", table.name(), "\":["] {
            text.push_str(piece);
        }
        let rows = tables.get(table).into_iter().flat_map(BTreeMap::values);
        // Rows are plain data, which always has a JSON form.
        for (index, json) in rows.filter_map(|row| row.to_json().ok()).enumerate() {
            text.push_str(if index == 0 { "\n" } else { ",\n" });
            text.push_str(&json);
        }
        text.push(']');
        separator = ",\n";
    }
    text.push_str("\n}");
    if !unreadable.is_empty() {
        text.push_str(",\"unreadable\":");
        text.push_str(&serde_json::to_string(unreadable).unwrap_or_else(|_| "[]".to_owned()));
    }
    let mut separator = ",\"files\":[\n";
    for json in files.iter().filter_map(|file| serde_json::to_string(file).ok()) {
        text.push_str(separator);
        text.push_str(&json);
        separator = ",\n";
    }
    text.push_str(if files.is_empty() { "}\n" } else { "]}\n" });
    text
}

#[derive(Deserialize)]
struct Head {
    format: String,
    v: u32,
}

#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    tables: BTreeMap<String, &'a RawValue>,
    #[serde(default)]
    unreadable: Vec<Unreadable>,
    #[serde(default, borrow)]
    files: Vec<&'a RawValue>,
}

/// Reads the text of a file.
pub fn read(text: &str) -> Result<Archive, ArchiveError> {
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        return Err(ArchiveError::NotJson { line: error.line(), column: error.column() });
    }
    let head: Head = serde_json::from_str(text).map_err(|_| ArchiveError::NotOurs)?;
    if head.format != FORMAT || head.v == 0 {
        return Err(ArchiveError::NotOurs);
    }
    if head.v > VERSION {
        return Err(ArchiveError::Newer { found: head.v, known: VERSION });
    }
    let body: Body<'_> = serde_json::from_str(text).map_err(|_| ArchiveError::NotOurs)?;
    let mut archive = Archive::default();
    let mut seen = BTreeSet::new();
    // In the order of the tables, so that sessions come before their messages and maps before their nodes; unknown ones last.
    for table in Table::ALL {
        if let Some(rows) = body.tables.get(table.name()) {
            read_table(&mut archive, &mut seen, *table, head.v, rows.get());
        }
    }
    let unknown = body.tables.keys().filter(|name| Table::from_name(name).is_none());
    archive.broken.extend(unknown.map(|name| Broken {
        table: name.clone(),
        index: None,
        reason: "unknown table".to_owned(),
        row: None,
    }));
    let (files, broken) = StoredFile::read_all(body.files.iter().map(|file| file.get()));
    archive.files = files;
    archive.broken.extend(broken.into_iter().map(|(index, reason)| Broken {
        table: schema::FILES.to_owned(),
        index: Some(index),
        reason,
        row: None,
    }));
    for row in body.unreadable {
        archive.take_unreadable(row, head.v);
    }
    Ok(archive)
}

impl Archive {
    /// Takes one stored row, in the shape that it had in this version of the data.
    pub fn take_row(&mut self, table: Table, key: String, raw: String, version: u32) {
        let current = migrate::row(table.name(), &raw, version);
        let record = match current {
            Ok(Some(json)) => table.read(&json).map_err(|error| error.to_string()),
            Ok(None) => return,
            Err(reason) => Err(reason),
        };
        match record {
            Ok(record) => self.records.push(at_rest(record)),
            Err(reason) => {
                self.broken.push(rescue::broken(Unreadable { store: table.name().to_owned(), key, reason, raw }));
            }
        }
    }

    /// Tries a row again that could not be read where it was written (A7).
    pub fn take_unreadable(&mut self, row: Unreadable, version: u32) {
        match Table::from_name(&row.store).filter(|table| *table != Table::TimeEntries) {
            Some(table) => self.take_row(table, row.key, row.raw, version),
            None => self.broken.push(rescue::broken(row)),
        }
    }
}

fn read_table(archive: &mut Archive, seen: &mut BTreeSet<RecordKey>, table: Table, version: u32, text: &str) {
    let mut report = |index, reason: String| {
        archive.broken.push(Broken { table: table.name().to_owned(), index, reason, row: None });
    };
    let rows: Vec<&RawValue> = match serde_json::from_str(text) {
        Ok(rows) => rows,
        Err(error) => return report(None, error.to_string()),
    };
    for (index, row) in rows.into_iter().enumerate() {
        let record = match migrate::row(table.name(), row.get(), version) {
            Ok(Some(json)) => table.read(&json).map_err(|error| error.to_string()),
            Ok(None) => continue,
            Err(reason) => Err(reason),
        };
        match record {
            Ok(record) if seen.insert(record.key()) => archive.records.push(at_rest(record)),
            Ok(_) => report(Some(index), "there twice".to_owned()),
            Err(reason) => report(Some(index), reason),
        }
    }
}

/// Works out what importing `records` would do where `present` is what there is (A3), with nothing agreed to (A4).
pub fn plan(records: &[Record], present: &[Record], policy: ConflictPolicy) -> Plan {
    plan_with(records, present, policy, &BTreeSet::new())
}

/// Works out what importing `records` would do where `present` is what there is (A3) and `taken` was agreed to (A4).
pub fn plan_with(records: &[Record], present: &[Record], policy: ConflictPolicy, taken: &BTreeSet<Target>) -> Plan {
    let given = collect::set(records.iter().map(Record::key));
    let present = collect::map(present.iter().map(|record| (record.key(), record)));
    let there = |key: RecordKey| present.contains_key(&key) || given.contains(&key);
    let mut plan = Plan::default();
    let mut changes = Vec::new();
    for record in records {
        let key = record.key();
        let agreed = targets::is_agreed(record, taken);
        let counts = plan.tables.entry(key.table()).or_default();
        if owner(&key).is_some_and(|owner| !there(owner)) {
            counts.stray += 1;
            continue;
        }
        let mine = present.get(&key).copied();
        let Some(theirs) = targets::allowed(at_rest(record.clone()), mine, taken) else {
            counts.asked += 1;
            continue;
        };
        let Some(mine) = mine else {
            counts.added += 1;
            changes.push((key, Change::Added(theirs)));
            continue;
        };
        match Change::between(Some(mine), Some(&theirs)) {
            None => counts.same += 1,
            Some(change) if agreed || policy == ConflictPolicy::TakeTheirs && !is_setting(key.table()) => {
                counts.replaced += 1;
                changes.push((key, change));
            }
            Some(_) => counts.kept += 1,
        }
    }
    plan.changes = changes.into_iter().collect();
    plan
}

/// Adds the changes of a plan to a draft.
pub fn apply(plan: &Plan, draft: &mut Draft<'_>) {
    draft.apply(&plan.changes);
}

/// Whether the table holds settings of the app, rather than texts of the user (A4).
const fn is_setting(table: Table) -> bool {
    matches!(table, Table::Endpoints | Table::Learned | Table::Preferences)
}

/// Returns the key of the row without which this one would never be seen (A6).
fn owner(key: &RecordKey) -> Option<RecordKey> {
    match key {
        RecordKey::Messages(key) => Some(RecordKey::Sessions(key.session)),
        RecordKey::Nodes(key) => Some(RecordKey::Maps(key.map)),
        RecordKey::Shapes(key) => Some(RecordKey::Scenes(key.scene)),
        _ => None,
    }
}

/// Returns the row as it is where nothing runs (A5).
fn at_rest(mut record: Record) -> Record {
    if let Record::Messages(message) = &mut record
        && matches!(message.status, Status::Streaming | Status::Waiting)
    {
        Rc::make_mut(message).status = Status::Stopped;
    }
    record
}

#[cfg(test)]
mod tests;
