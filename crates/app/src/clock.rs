//! The running timer as every room sees it, without the log being read for it.
//!
//! - C1 The ids of entries that run are kept beside the database, and at the start their rows are read and no others.
//!   What is shown is always a row in memory that runs, so one that has ended or is gone never is.
//! - C2 Every change of an entry is followed, and once the whole log is in memory, it decides.
//! - C3 Of what another tab writes, single entries are read although the log is not, as they may begin or end the
//!   timer.
//! - C4 The icon of the installed app is marked while a timer is running, from the start on.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::core::Changed;
use super::effect::{Effect, LoadTag};
use super::{BootState, Model};
use espalier_base::text::truncate;
use espalier_base::time::Timestamp;
use espalier_model::{Record, RecordKey, Table, TimeCategory, TimeEntry, TimeEntryId};
use espalier_storage::port::Query;

/// Key of the ids among the kept words.
pub const PLACE: &str = "time.running";
/// The most entries in an announcement that are read for the timer (C3): more are an import.
const FEW: usize = 8;
const WHAT: usize = 40;

/// Ids of the running entries.
#[derive(Debug, Default)]
pub struct Clock {
    running: BTreeSet<TimeEntryId>,
    /// Whether their rows are being read.
    coming: bool,
    /// Whether the icon is marked; `None` until it is known what to show, as it may still be marked by an earlier visit.
    marked: Option<bool>,
}

impl Clock {
    /// Whether the icon is marked; `None` until it is known whether it is to be.
    pub const fn is_marked(&self) -> Option<bool> {
        self.marked
    }
}

/// The running entry, for display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    /// The entry.
    pub id: TimeEntryId,
    /// Its note, or the name of its category, or nothing.
    pub what: String,
    /// Running time in whole minutes.
    pub minutes: i64,
}

impl Running {
    /// Running time in hours and minutes, as `0:42`.
    pub fn time(&self) -> String {
        format!("{}:{:02}", self.minutes / 60, self.minutes % 60)
    }
}

/// The running entry that began last.
fn entry(model: &Model) -> Option<&Rc<TimeEntry>> {
    let rows = model.clock.running.iter().filter_map(|id| model.workspace.get::<TimeEntry>(id));
    rows.filter(|row| row.is_running()).max_by_key(|row| (row.start, row.id))
}

/// The running entry, if there is one.
pub fn running(model: &Model) -> Option<Running> {
    let row = entry(model)?;
    let category = || row.category.and_then(|id| model.workspace.get::<TimeCategory>(&id));
    let note = row.note.lines().next().unwrap_or_default();
    let what = if note.is_empty() { category().map_or("", |row| row.name.as_str()) } else { note };
    Some(Running { id: row.id, what: truncate(what, WHAT), minutes: minutes(row, model.now) })
}

fn minutes(row: &TimeEntry, now: Timestamp) -> i64 {
    let (start, end) = row.seconds(now);
    (end - start) / 60
}

/// Whether the displayed minutes are out of date at an instant.
pub fn is_late(model: &Model, now: Timestamp) -> bool {
    entry(model).is_some_and(|row| minutes(row, now) > minutes(row, model.now))
}

/// Reads the rows of the kept ids, unless the whole log is in memory (C1).
pub fn begin(model: &mut Model, out: &mut Vec<Effect>) {
    if model.whole.contains(&Table::TimeEntries) {
        return;
    }
    let kept = model.words.get(PLACE).map(String::as_str).unwrap_or_default();
    let ids: BTreeSet<TimeEntryId> = kept.split_whitespace().filter_map(|id| id.parse().ok()).collect();
    if !ids.is_subset(&model.clock.running) {
        let rows: Vec<RecordKey> = ids.iter().copied().map(RecordKey::TimeEntries).collect();
        let keys = rows.iter().map(|key| (key.table(), key.row_key())).collect();
        out.push(Effect::Load(LoadTag::Running(rows), Query::Rows(keys)));
        model.clock.running.extend(ids);
        model.clock.coming = true;
    }
}

/// Takes in the rows of the kept ids, except those that are in memory by now, which are newer.
pub fn take_rows(model: &mut Model, rows: Vec<Record>) {
    model.clock.coming = false;
    if !model.whole.contains(&Table::TimeEntries) {
        let is_known = |row: &Record| model.workspace.tables().record(&row.key()).is_some();
        let fresh: Vec<Record> = rows.into_iter().filter(|row| !is_known(row)).collect();
        model.workspace.absorb(fresh);
    }
    let Model { core, clock, .. } = model;
    clock.running.retain(|id| core.workspace.get::<TimeEntry>(id).is_some_and(|row| row.is_running()));
}

/// Follows changes of records (C2).
pub fn changed(model: &mut Model, changed: &Changed) {
    for row in &changed.rows {
        let RecordKey::TimeEntries(id) = row.key else { continue };
        if model.workspace.get::<TimeEntry>(&id).is_some_and(|row| row.is_running()) {
            model.clock.running.insert(id);
        } else {
            model.clock.running.remove(&id);
        }
    }
}

/// Sets the running entries, once the whole log is in memory (C2).
pub fn settle(model: &mut Model, running: impl IntoIterator<Item = TimeEntryId>) {
    model.clock.running = running.into_iter().collect();
}

/// The entries written by another tab that have to be read for the timer (C3).
pub fn wanted(model: &Model, rows: &[RecordKey]) -> BTreeSet<TimeEntryId> {
    let entries = rows.iter().filter_map(|key| if let RecordKey::TimeEntries(id) = key { Some(*id) } else { None });
    let entries: BTreeSet<TimeEntryId> = entries.collect();
    if entries.len() <= FEW { entries } else { entries.intersection(&model.clock.running).copied().collect() }
}

/// Whether it is known which entries run.
fn is_known(model: &Model) -> bool {
    model.boot == BootState::Ready && !model.clock.coming
}

/// Whether the icon is to be marked from now on (C4); `None` where it is as it should be, or that is not known.
pub fn mark(model: &mut Model) -> Option<bool> {
    let runs = entry(model).is_some();
    (is_known(model) && model.clock.marked.replace(runs) != Some(runs)).then_some(runs)
}

/// The ids as text to be kept; `None` while it is not known whether the kept ones still run.
pub fn kept(model: &Model) -> Option<String> {
    if !is_known(model) {
        return None;
    }
    Some(model.clock.running.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}
