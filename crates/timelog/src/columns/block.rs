//! The rows that begin within one stretch of time, sorted by start and id.

use std::cell::OnceCell;
use std::rc::Rc;

use memchr::memmem::Finder;

use espalier_model::timelog::{TimeEntry, TimeEntryId};

/// Compact row that sums are made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hot {
    /// The first second.
    pub start: i64,
    /// The first second after it.
    pub end: i64,
    /// The category's number in the dictionary.
    pub category: u32,
    /// The goal's.
    pub goal: u32,
    /// The number of its tags together.
    pub tags: u32,
}

/// Rows that begin within one stretch of time.
#[derive(Debug, Clone, Default)]
pub struct Block {
    rows: Vec<Hot>,
    entries: Vec<Rc<TimeEntry>>,
    max_end: Option<i64>,
    text: OnceCell<Text>,
}

/// Searchable text in lower case, row after row.
#[derive(Debug, Clone, Default)]
struct Text {
    bytes: Vec<u8>,
    /// End of each row.
    ends: Vec<u32>,
}

/// Separator between rows, so that nothing is found across them.
const SEPARATOR: u8 = 0;

impl Block {
    /// The rows.
    pub fn rows(&self) -> &[Hot] {
        &self.rows
    }

    /// The entries, in the order of the rows.
    pub fn entries(&self) -> &[Rc<TimeEntry>] {
        &self.entries
    }

    /// The first second after all rows.
    pub fn max_end(&self) -> i64 {
        self.max_end.unwrap_or(i64::MIN)
    }

    /// Number of rows that begin before a second.
    pub fn before(&self, second: i64) -> usize {
        self.rows.partition_point(|row| row.start < second)
    }

    /// An entry that begins at this second.
    pub fn get(&self, start: i64, id: TimeEntryId) -> Option<&Rc<TimeEntry>> {
        self.place(start, id).ok().map(|place| &self.entries[place])
    }

    fn place(&self, start: i64, id: TimeEntryId) -> Result<usize, usize> {
        let mut from = self.before(start);
        while let Some(row) = self.rows.get(from).filter(|row| row.start == start) {
            debug_assert_eq!(row.start, start);
            match self.entries[from].id.cmp(&id) {
                std::cmp::Ordering::Less => from += 1,
                std::cmp::Ordering::Equal => return Ok(from),
                std::cmp::Ordering::Greater => break,
            }
        }
        Err(from)
    }

    /// Adds a row at the end; the block is to be sorted then.
    pub fn push(&mut self, hot: Hot, entry: Rc<TimeEntry>) {
        self.rows.push(hot);
        self.entries.push(entry);
        self.max_end = self.max_end.max(Some(hot.end));
        self.text.take();
    }

    /// Sorts all rows.
    pub fn sort(&mut self) {
        let key = |index: usize| (self.rows[index].start, self.entries[index].id);
        if (1..self.rows.len()).all(|index| key(index - 1) <= key(index)) {
            return;
        }
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_unstable_by_key(|&index| key(index));
        self.rows = order.iter().map(|&index| self.rows[index]).collect();
        self.entries = order.iter().map(|&index| self.entries[index].clone()).collect();
    }

    /// Sorts in the row at the end, where all others are sorted.
    pub fn sort_last(&mut self) {
        let (Some(hot), Some(entry)) = (self.rows.pop(), self.entries.pop()) else { return };
        let (Ok(place) | Err(place)) = self.place(hot.start, entry.id);
        self.rows.insert(place, hot);
        self.entries.insert(place, entry);
    }

    /// Takes a row out.
    pub fn remove(&mut self, start: i64, id: TimeEntryId) -> Option<Hot> {
        let place = self.place(start, id).ok()?;
        self.entries.remove(place);
        let hot = self.rows.remove(place);
        if Some(hot.end) == self.max_end {
            self.max_end = self.rows.iter().map(|row| row.end).max();
        }
        self.text.take();
        Some(hot)
    }

    /// Calls `found` with the place of every row that has the text, in order.
    pub fn search(&self, finder: &Finder<'_>, mut found: impl FnMut(usize)) {
        let text = self.text.get_or_init(|| Text::of(&self.entries));
        let mut at = 0;
        while let Some(hit) = finder.find(&text.bytes[at..]) {
            let row = text.ends.partition_point(|&end| end as usize <= at + hit);
            found(row);
            let Some(&end) = text.ends.get(row) else { return };
            at = end as usize;
        }
    }
}

impl Text {
    fn of(entries: &[Rc<TimeEntry>]) -> Self {
        let mut text = Self::default();
        for entry in entries {
            fold(&entry.note, &mut text.bytes);
            for tag in entry.tags.iter() {
                text.bytes.extend(b"\n#");
                fold(tag, &mut text.bytes);
            }
            text.bytes.push(SEPARATOR);
            text.ends.push(text.bytes.len() as u32);
        }
        text
    }
}

/// Adds a text in lower case.
pub fn fold(text: &str, bytes: &mut Vec<u8>) {
    if text.is_ascii() {
        bytes.extend(text.bytes().map(|byte| byte.to_ascii_lowercase()));
    } else {
        bytes.extend(text.to_lowercase().bytes());
    }
}
