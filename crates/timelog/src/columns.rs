//! All entries in memory in the form that sums are made from, kept up to date change by change.
//!
//! - C1 After any changes they are what they would be if they were built anew.
//! - C2 Rows lie in blocks of about 24 days by their start; a block knows how far its rows reach, so that a range is
//!   answered from the blocks that meet it.
//! - C3 Seconds and beginnings of each category are kept by local day, with running sums, so that what is asked by
//!   category and calendar is answered without looking at rows.
//! - C4 Entries that are running are in no sum; who asks says until when they count.

mod block;
mod days;
mod dictionary;

use std::collections::BTreeMap;
use std::rc::Rc;

pub use self::block::{Block, Hot, fold};
pub use self::days::DayColumn;
pub use self::dictionary::{Dictionary, NONE};
use super::calendar::Calendar;
use espalier_base::time::Timestamp;
use espalier_model::RecordKey;
use espalier_model::change::ChangeSet;
use espalier_model::timelog::{TimeEntry, TimeEntryId};
use espalier_model::workspace::Workspace;

/// A block holds the rows that begin within 2^21 seconds.
const BLOCK_BITS: u32 = 21;

/// A row as long as this may meet one weekday twice.
const LONG_SECS: i64 = 6 * 86_400;

/// All entries in the form that sums are made from.
#[derive(Debug, Clone)]
pub struct Columns {
    calendar: Calendar,
    dictionary: Dictionary,
    blocks: BTreeMap<i64, Block>,
    /// Day sums by category (C3).
    days: Vec<DayColumn>,
    /// Entries that are running, by start (C4).
    running: Vec<Rc<TimeEntry>>,
    /// Starts of rows that do not begin when their id does.
    moved: BTreeMap<TimeEntryId, i64>,
    len: usize,
    /// Number of long rows ([`LONG_SECS`]).
    long: usize,
}

/// Row of a query with its entry.
#[derive(Debug, Clone, Copy)]
pub struct QueryRow<'a> {
    /// Compact row; the end of a running one is the `now` of the query.
    pub hot: Hot,
    /// The entry.
    pub entry: &'a Rc<TimeEntry>,
}

impl Columns {
    /// Creates columns without entries, to be seen in days of this calendar.
    pub fn new(calendar: Calendar) -> Self {
        Self {
            calendar,
            dictionary: Dictionary::default(),
            blocks: BTreeMap::new(),
            days: Vec::new(),
            running: Vec::new(),
            moved: BTreeMap::new(),
            len: 0,
            long: 0,
        }
    }

    /// Builds columns of these entries, each given once.
    pub fn of<'a>(calendar: Calendar, entries: impl IntoIterator<Item = &'a Rc<TimeEntry>>) -> Self {
        let mut columns = Self::new(calendar);
        for entry in entries {
            columns.put(entry);
        }
        for block in columns.blocks.values_mut() {
            block.sort();
        }
        columns
    }

    /// The calendar.
    pub const fn calendar(&self) -> &Calendar {
        &self.calendar
    }

    /// Returns the dictionary of the numbers in rows.
    pub const fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// The number of entries.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether some entry may meet one weekday twice.
    pub const fn has_long(&self) -> bool {
        self.long > 0
    }

    /// The entries that are running, the earliest first.
    pub fn running(&self) -> &[Rc<TimeEntry>] {
        &self.running
    }

    /// The days of a category, by its number in the dictionary.
    pub fn days(&self, category: u32) -> Option<&DayColumn> {
        self.days.get(category as usize)
    }

    /// Changes the calendar by whose days the entries are seen.
    pub fn set_calendar(&mut self, calendar: Calendar) {
        let zone_changed = *calendar.zone() != *self.calendar.zone();
        self.calendar = calendar;
        if !zone_changed {
            return;
        }
        self.days.clear();
        for block in self.blocks.values() {
            for hot in block.rows() {
                count(&mut self.days, &self.calendar, hot, 1);
            }
        }
    }

    /// Takes over what a change set changed, which the workspace has by now (C1).
    pub fn follow(&mut self, workspace: &Workspace, changes: &ChangeSet) {
        for key in changes.keys() {
            if let RecordKey::TimeEntries(id) = key {
                self.set(*id, workspace.get::<TimeEntry>(id));
            }
        }
    }

    /// Takes over an entry as it is now; `None` says that it is gone.
    pub fn set(&mut self, id: TimeEntryId, entry: Option<&Rc<TimeEntry>>) {
        if self.get(id).is_some_and(|known| entry.is_some_and(|entry| **known == **entry)) {
            return;
        }
        self.remove(id);
        let Some(entry) = entry else { return };
        let start = self.put(entry);
        if let Some(block) = self.blocks.get_mut(&start) {
            block.sort_last();
        }
    }

    /// Returns an entry by its id.
    pub fn get(&self, id: TimeEntryId) -> Option<&Rc<TimeEntry>> {
        let start = self.start_of(id);
        let found = self.blocks.get(&block_of(start)).and_then(|block| block.get(start, id));
        found.or_else(|| self.running.iter().find(|entry| entry.id == id))
    }

    /// The first and the first second after all entries that are not running; `None` without any.
    pub fn extent(&self) -> Option<(i64, i64)> {
        let first = self.blocks.values().next()?.rows().first()?.start;
        let last = self.blocks.values().map(Block::max_end).max()?;
        Some((first, last))
    }

    fn start_of(&self, id: TimeEntryId) -> i64 {
        self.moved.get(&id).copied().unwrap_or_else(|| id.unix_ms().div_euclid(1_000))
    }

    /// Adds a row at the end of its block, which it gives; it is to be sorted in.
    fn put(&mut self, entry: &Rc<TimeEntry>) -> i64 {
        self.len += 1;
        let (start, end) = entry.seconds(entry.start);
        if entry.is_running() {
            let place = self.running.partition_point(|known| (known.start, known.id) < (entry.start, entry.id));
            self.running.insert(place, entry.clone());
            // What runs has numbers too, so that filters know them.
            self.dictionary.hot(entry, start, end);
            return i64::MIN;
        }
        let hot = self.dictionary.hot(entry, start, end);
        if start != entry.id.unix_ms().div_euclid(1_000) {
            self.moved.insert(entry.id, start);
        }
        self.long += usize::from(hot.end - hot.start > LONG_SECS);
        count(&mut self.days, &self.calendar, &hot, 1);
        let block = block_of(start);
        self.blocks.entry(block).or_default().push(hot, entry.clone());
        block
    }

    fn remove(&mut self, id: TimeEntryId) {
        let start = self.start_of(id);
        self.moved.remove(&id);
        let key = block_of(start);
        if let Some(block) = self.blocks.get_mut(&key)
            && let Some(hot) = block.remove(start, id)
        {
            if block.rows().is_empty() {
                self.blocks.remove(&key);
            }
            self.len -= 1;
            self.long -= usize::from(hot.end - hot.start > LONG_SECS);
            count(&mut self.days, &self.calendar, &hot, -1);
        } else if let Some(place) = self.running.iter().position(|entry| entry.id == id) {
            self.len -= 1;
            self.running.remove(place);
        }
    }

    /// The blocks that may have rows which meet `from..to`, each with those that begin before `to`.
    pub fn blocks(&self, from: i64, to: i64) -> impl DoubleEndedIterator<Item = (&Block, usize)> {
        let meeting = self.blocks.range(..=block_of(to)).map(|(_, block)| block);
        meeting.filter(move |block| block.max_end() > from).map(move |block| (block, block.before(to)))
    }

    /// The rows that meet `from..to`, by start; those that are running end at `now` and come last.
    pub fn meeting(&self, from: i64, to: i64, now: Timestamp) -> impl Iterator<Item = QueryRow<'_>> {
        let done = self.blocks(from, to).flat_map(move |(block, end)| {
            let rows = block.rows()[..end].iter().zip(block.entries());
            rows.filter(move |(hot, _)| hot.end > from).map(|(hot, entry)| QueryRow { hot: *hot, entry })
        });
        done.chain(self.running_rows(now).filter(move |found| found.hot.start < to && found.hot.end > from))
    }

    /// The rows that are running, as if they ended at `now`.
    pub fn running_rows(&self, now: Timestamp) -> impl Iterator<Item = QueryRow<'_>> {
        self.running.iter().map(move |entry| {
            let (start, end) = entry.seconds(now);
            QueryRow { hot: self.dictionary.known(entry, start, end), entry }
        })
    }
}

impl PartialEq for Columns {
    /// Whether both say the same; the numbers in their dictionaries may differ.
    fn eq(&self, other: &Self) -> bool {
        let rows = |columns: &Self| -> Vec<(i64, i64, TimeEntry)> {
            let done = columns.blocks.values().flat_map(|block| block.rows().iter().zip(block.entries()));
            done.map(|(hot, entry)| (hot.start, hot.end, TimeEntry::clone(entry))).collect()
        };
        let days = |columns: &Self| -> Vec<_> {
            let mut days: Vec<_> = columns
                .days
                .iter()
                .enumerate()
                .map(|(number, days)| (columns.dictionary.category(number as u32), days.content()))
                .filter(|(_, content)| !content.is_empty())
                .collect();
            days.sort_unstable();
            days
        };
        self.len == other.len
            && self.calendar == other.calendar
            && self.running == other.running
            && rows(self) == rows(other)
            && days(self) == days(other)
    }
}

const fn block_of(second: i64) -> i64 {
    second >> BLOCK_BITS
}

/// Adds a row to the days of its category, or takes it out of them.
fn count(days: &mut Vec<DayColumn>, calendar: &Calendar, hot: &Hot, sign: i64) {
    if hot.start >= hot.end {
        return;
    }
    let number = hot.category as usize;
    if days.len() <= number {
        days.resize_with(number + 1, DayColumn::default);
    }
    let column = &mut days[number];
    let first = calendar.day(hot.start);
    column.begin(first.0, sign);
    for piece in calendar.days(hot.start, hot.end) {
        column.add(piece.day.0, piece.seconds() * sign);
        if piece.day != first {
            column.go_on(piece.day.0, sign);
        }
    }
}

#[cfg(test)]
mod tests;
