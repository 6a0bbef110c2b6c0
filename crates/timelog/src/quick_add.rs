//! One line a person types, as an entry: `9-11:30 writing #thesis`, `昨天下午3点到5点 学习`, `45m standup`.
//!
//! - Q1 What is understood has a span of its own; everything else is the note. Nothing that was typed is lost.
//! - Q2 Numbers are times only where they can hardly be anything else: at the beginning, or with `:`, `am`, `点`, `for`.
//! - Q3 Of the readings of two times the shortest counts: `9-5` is eight hours, `22:00-1:30` ends on the next day.
//! - Q4 A category that is not known is a new one. Names that are not one thing stay in the note and are a doubt.
//! - Q5 A length without a time ends now; a time without an end is running if it was today.
//! - Q6 What is said without a day or a half of the day is today's if it is over and lay by day, and is asked otherwise;
//!   words for the half of the day are taken as said. Other readings are kept beside it, three in all.
//! - Q7 What is hardly meant, or looks like a time and is none, is asked and never assumed.

mod clock;
mod component;
mod likely;
mod marks;
mod place;
mod readings;
mod tail;
mod time_of_day;
mod troubles;

use std::ops::Range;

use super::amount::Amount;
use super::calendar::Calendar;
use super::names::Named;
use super::phrase::Around;
use super::row::Row;
use super::scan::{Folded, is_cjk};
use clock::Times;
use espalier_base::date::LocalDate;
use espalier_base::time::Timestamp;
pub use marks::mark;
use readings::Interpretation;
pub use readings::readings;
use time_of_day::Part;

/// The most bytes of a line in which anything is looked for.
const MAX_BYTES: usize = 4_096;
/// The lengths, in seconds, that an entry may have.
const LENGTHS: std::ops::RangeInclusive<i64> = 1..=7 * 86_400;
/// Words that may stand before a length.
const LENGTH_WORDS: &[&str] = &[
    "for",
    "about",
    "just",
    "just now",
    "the last",
    "the past",
    "past",
    "last",
    "用了",
    "花了",
    "花",
    "共",
    "历时",
    "持续",
    "大约",
    "约",
    "刚才",
    "刚刚",
    "刚",
    "过去",
    "最近",
    "过去的",
];

/// Data that a line is read against.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// The present.
    pub now: Timestamp,
    /// The viewer's zone and week.
    pub calendar: &'a Calendar,
    /// The categories.
    pub categories: &'a [Named<'a>],
    /// The goals.
    pub goals: &'a [Named<'a>],
}

/// A line as it was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuickAdd {
    /// The entry.
    pub row: Row,
    /// Whether its category is not there yet.
    pub new_category: bool,
    /// Times that were given.
    pub timed: Timed,
    /// Certainty of the times.
    pub sure: Sure,
    /// Change of the clock at that time.
    pub change: Option<ClockChange>,
    /// Parts that were understood, in order, in bytes of the line.
    pub spans: Vec<Span>,
    /// Names that are not known, or not one (Q4).
    pub doubts: Vec<Doubt>,
    /// Words that look like a time and are none (Q7).
    pub troubles: Vec<Trouble>,
}

/// Certainty of the times of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sure {
    /// All of the times were given.
    Said,
    /// The day or the half of the day is the one nearest before now, of several that may be meant (Q6).
    Guessed,
    /// Too little to go on without a question (Q7).
    Asked(Why),
}

/// Reason for asking back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// A word looks like a time and is none.
    NotUnderstood,
    /// The entry begins and ends at the same time.
    Nothing,
    /// `1:30` is a time of day or a length.
    LengthOrTime,
    /// The entry would have been running for very long.
    Long,
    /// The clock skips the time.
    Skipped,
    /// The entry is not over today, and no day was said.
    Ahead,
}

/// Change of the clock on the day, where it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockChange {
    /// The clock skipped one of the times, which is moved on.
    Skipped,
    /// The clock showed one of the times twice, and the first is taken.
    First,
    /// The clock showed one of the times twice, and the second is taken.
    Second,
}

/// Words that look like a time and are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// Place in the line, in bytes.
    pub range: Range<usize>,
    /// Kind of part that they look like.
    pub kind: Kind,
}

/// Times that a line gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timed {
    /// No time: the entry begins now.
    Now,
    /// A beginning: it is running since then.
    Since,
    /// A beginning and an end.
    Between,
    /// Too little: a day, or a beginning that is not today. The end is missing.
    Open,
}

/// Part of a line that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Place in the line, in bytes.
    pub range: Range<usize>,
    /// Kind of the part.
    pub kind: Kind,
}

/// Kind of a part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Date,
    Time,
    Length,
    Category,
    Goal,
    Tag,
}

/// A name that stands for nothing that is known, or for more than one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// The name with its sign, in bytes.
    pub range: Range<usize>,
    /// [`Kind::Category`] or [`Kind::Goal`].
    pub kind: Kind,
    /// Positions of those it could be, in the list that was handed in; none if it is new.
    pub choices: Vec<usize>,
}

/// Reads a line as what it most likely means.
pub fn read(text: &str, known: &Known) -> QuickAdd {
    readings(text, known).swap_remove(0)
}

/// A line while it is read.
struct Line<'a> {
    text: &'a str,
    folded: &'a Folded,
    known: &'a Known<'a>,
    around: Around,
    /// Characters that were understood.
    used: Vec<bool>,
    /// Characters that must not be read as a time (Q7).
    blocked: Vec<bool>,
    interpretation: Interpretation,
    troubles: Vec<Trouble>,
    /// Parts that were understood, in characters.
    found: Vec<(Range<usize>, Kind)>,
    row: Row,
    new_category: bool,
    doubts: Vec<Doubt>,
    date: Option<LocalDate>,
    part: Option<Part>,
    times: Option<Times>,
    length: Option<Amount>,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, folded: &'a Folded, known: &'a Known<'a>, interpretation: Interpretation) -> Self {
        let today = known.calendar.day_of(known.now);
        let around = Around { today, week_start: known.calendar.week_start(), earliest: None };
        let used = vec![false; folded.len()];
        Self {
            text,
            folded,
            known,
            around,
            blocked: used.clone(),
            used,
            interpretation,
            troubles: Vec::new(),
            found: Vec::new(),
            row: Row::default(),
            new_category: false,
            doubts: Vec::new(),
            date: None,
            part: None,
            times: None,
            length: None,
        }
    }

    fn read(&mut self) {
        self.read_marks();
        self.read_troubles();
        if self.interpretation == Interpretation::Note {
            return;
        }
        self.read_times();
        if let Some(part) = self.part {
            self.times = self.times.map(|times| times.within(part));
        }
        if matches!(self.times, Some(Times::Until(_))) && self.length.is_none() {
            // An end alone is nothing that can be used: it stays in the note.
            self.give_back(Kind::Time);
            self.times = None;
        }
    }

    /// Whether nothing was found in these characters.
    fn is_free(&self, range: Range<usize>) -> bool {
        !self.used[range.clone()].contains(&true) && !self.blocked[range].contains(&true)
    }

    fn give_back(&mut self, kind: Kind) {
        for (range, found) in &self.found {
            if *found == kind {
                self.used[range.clone()].fill(false);
            }
        }
        self.found.retain(|(_, found)| *found != kind);
    }

    /// Returns the text as it was typed at these characters.
    fn original(&self, from: usize, to: usize) -> String {
        self.text[self.folded.bytes(from..to)].to_owned()
    }

    fn take(&mut self, range: Range<usize>, kind: Kind) {
        self.used[range.clone()].fill(true);
        self.found.push((range, kind));
    }

    fn read_times(&mut self) {
        let (mut at, mut lead, tail) = (0, true, self.tail());
        while at < self.folded.len() {
            let next = self.folded.chars()[at];
            lead |= at >= tail;
            if self.used[at] || self.blocked[at] || next == ' ' {
                at += 1;
            } else if lead && !self.found.is_empty() && matches!(next, ',' | ':' | ';' | '-' | '的') {
                self.absorb(at);
                at += 1;
            } else if let Some(end) = self.is_boundary(at).then(|| self.component(at, lead)).flatten() {
                at = end;
            } else {
                lead = false;
                at += 1;
            }
        }
    }

    /// A separator behind what was understood belongs to it.
    fn absorb(&mut self, at: usize) {
        let last = self.found.iter_mut().filter(|(range, _)| range.end <= at).max_by_key(|(range, _)| range.end);
        if let Some((range, _)) = last
            && self.folded.chars()[range.end..at].iter().all(|c| *c == ' ')
        {
            range.end = at + 1;
            self.used[range.clone()].fill(true);
        }
    }

    /// Whether a word or a number may begin here.
    fn is_boundary(&self, at: usize) -> bool {
        let chars = self.folded.chars();
        let Some(before) = at.checked_sub(1).map(|before| chars[before]) else { return true };
        let (letter, digit) = (|c: char| c.is_alphabetic() && !is_cjk(c), |c: char| c.is_ascii_digit());
        let next = chars[at];
        let inside_number =
            matches!(before, '.' | ':' | '/' | '-' | ',') && at > 1 && digit(chars[at - 2]) && digit(next);
        let joined = (letter(before) || digit(before)) && (letter(next) || digit(next));
        let numbered = before == '第' || (is_numeral(before) && is_numeral(next));
        !(inside_number || joined || numbered) || self.used[at - 1]
    }

    fn is_last(&self, end: usize) -> bool {
        let rest = self.folded.chars()[end..].iter().zip(&self.used[end..]);
        rest.into_iter().all(|(c, used)| *used || matches!(c, ' ' | '.' | ',' | '!'))
    }

    /// Returns the text that was not understood.
    fn note(&self, text: &str) -> String {
        let mut note = String::new();
        let mut at = 0;
        while at < self.used.len() {
            let end = (at..self.used.len()).find(|index| self.used[*index]).unwrap_or(self.used.len());
            let mut range = self.folded.bytes(at..end);
            if end == self.used.len() {
                range.end = text.len();
            }
            append(&mut note, &text[range]);
            at = (end..self.used.len()).find(|index| !self.used[*index]).unwrap_or(self.used.len());
        }
        if self.used.last() == Some(&true) || self.used.is_empty() {
            append(&mut note, &text[self.folded.bytes(0..self.used.len()).end..]);
        }
        note
    }
}

fn append(note: &mut String, piece: &str) {
    let piece = piece.trim();
    if !note.is_empty() && !piece.is_empty() {
        note.push(' ');
    }
    note.push_str(piece);
}

fn is_numeral(c: char) -> bool {
    "零一二三四五六七八九十百千万两".contains(c)
}

#[cfg(test)]
mod tests;
