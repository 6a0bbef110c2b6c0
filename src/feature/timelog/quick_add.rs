//! One line a person types, as an entry: `9-11:30 writing #thesis`, `昨天下午3点到5点 学习`, `45m standup`.
//!
//! - Q1 What is understood has a span of its own; everything else is the note. Nothing that was typed is lost.
//! - Q2 Numbers are times only where they can hardly be anything else: at the beginning, or with `:`, `am`, `点`, `for`.
//! - Q3 Of the readings of two times the shortest counts: `9-5` is eight hours, `22:00-1:30` ends on the next day.
//! - Q4 Names of categories and goals that are not known, or not one, stay in the note and are a doubt to be shown.
//! - Q5 A length without a time ends now; a time without an end is running if it was today.
//!
//! Must not be in here: records, the clock; the present is handed in.

mod clock;
mod marks;
mod place;

use std::ops::Range;

use super::amount::{self, Amount};
use super::calendar::Calendar;
use super::names::{self, Found, How, Named};
use super::phrase::{self, Around};
use super::row::Row;
use super::scan::{Folded, Scan, is_cjk};
use crate::base::date::LocalDate;
use crate::base::time::Timestamp;
use clock::{Part, Times};

/// The most bytes of a line in which anything is looked for.
const MAX_BYTES: usize = 4_096;

/// What a line is read against.
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

/// What was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuickAdd {
    /// The entry.
    pub row: Row,
    /// What was said about when.
    pub timed: Timed,
    /// What was understood, in order, in bytes of the line.
    pub spans: Vec<Span>,
    /// Names that are not known, or not one (Q4).
    pub doubts: Vec<Doubt>,
}

/// What was said about when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timed {
    /// Nothing: it begins now.
    Now,
    /// A beginning: it is running since then.
    Since,
    /// A beginning and an end.
    Between,
    /// Too little: a day, or a beginning that is not today. The end is missing.
    Open,
}

/// Something that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// In bytes.
    pub range: Range<usize>,
    /// As what.
    pub kind: Kind,
}

/// What a part of a line is.
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

/// Reads a line.
pub fn read(text: &str, known: &Known) -> QuickAdd {
    let looked_at = text.floor_char_boundary(MAX_BYTES.min(text.len()));
    let folded = Folded::new(&text[..looked_at]);
    let mut line = Line::new(text, &folded, known);
    line.read_marks();
    line.read_times();
    let (start, end, timed) = line.placed();
    let note = line.note(text);
    let mut read = QuickAdd {
        row: Row { start, end, zone: known.calendar.zone().to_string(), note, ..line.row },
        timed,
        spans: line.found.into_iter().map(|(range, kind)| Span { range: folded.bytes(range), kind }).collect(),
        doubts: line.doubts,
    };
    if read.row.category.is_none() && !read.doubts.iter().any(|doubt| doubt.kind == Kind::Category) {
        category_of_note(text, known, &mut read);
    }
    read.spans.sort_unstable_by_key(|span| span.range.start);
    read
}

/// A line while it is read.
struct Line<'a> {
    text: &'a str,
    folded: &'a Folded,
    known: &'a Known<'a>,
    around: Around,
    /// Which characters were understood.
    used: Vec<bool>,
    /// What was understood, in characters.
    found: Vec<(Range<usize>, Kind)>,
    row: Row,
    doubts: Vec<Doubt>,
    date: Option<LocalDate>,
    part: Option<Part>,
    times: Option<Times>,
    length: Option<Amount>,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, folded: &'a Folded, known: &'a Known<'a>) -> Self {
        let today = known.calendar.day_of(known.now);
        let around = Around { today, week_start: known.calendar.week_start(), earliest: None };
        let used = vec![false; folded.len()];
        Self {
            text,
            folded,
            known,
            around,
            used,
            found: Vec::new(),
            row: Row::default(),
            doubts: Vec::new(),
            date: None,
            part: None,
            times: None,
            length: None,
        }
    }

    /// What was typed at these characters.
    fn original(&self, from: usize, to: usize) -> String {
        self.text[self.folded.bytes(from..to)].to_owned()
    }

    fn take(&mut self, range: Range<usize>, kind: Kind) {
        self.used[range.clone()].fill(true);
        self.found.push((range, kind));
    }

    fn read_times(&mut self) {
        let (mut at, mut lead) = (0, true);
        while at < self.folded.len() {
            let next = self.folded.chars()[at];
            if self.used[at] || next == ' ' {
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

    /// Where the part that begins here ends, if it is one.
    fn component(&mut self, at: usize, lead: bool) -> Option<usize> {
        self.read_date(at, lead).or_else(|| self.read_length(at, lead)).or_else(|| self.read_clock(at, lead))
    }

    fn read_date(&mut self, at: usize, lead: bool) -> Option<usize> {
        if self.date.is_some() {
            return None;
        }
        let mut scan = self.folded.scan(at);
        let on = scan.one_of(&["on", "在", "于"]);
        scan.space();
        let begin = scan.at;
        let (date, is_plain) = phrase::single_day(&mut scan, &self.around)?;
        let end = scan.at;
        let is_last = self.is_last(end);
        let wanted =
            if is_plain { lead || is_last || on } else { (lead || on) && (is_last || self.time_follows(scan)) };
        if !wanted || self.used[at..end].contains(&true) {
            return None;
        }
        self.date = Some(date);
        self.part = clock::part_of_date(self.folded.scan(begin).until(end));
        // "yesterday evening" without a time says nothing more than the day.
        let mut ahead = scan;
        ahead.space();
        if self.part.is_none()
            && let Some(part) = clock::part(&mut ahead)
            && self.time_follows(ahead)
        {
            self.part = Some(part);
            scan = ahead;
        }
        self.take(at..scan.at, Kind::Date);
        Some(scan.at)
    }

    fn time_follows(&self, mut scan: Scan) -> bool {
        scan.space();
        scan.one_of(&[",", "的"]);
        scan.space();
        let mut length = scan;
        amount::read(&mut length).is_some() || clock::read(&mut scan, self.part, true, &self.around).is_some()
    }

    fn read_length(&mut self, at: usize, lead: bool) -> Option<usize> {
        if self.length.is_some() || matches!(self.times, Some(Times::Between(..))) {
            return None;
        }
        let mut scan = self.folded.scan(at);
        let said = scan.one_of(&["for", "about", "用了", "花了", "花", "共", "历时", "持续", "大约", "约"]);
        scan.space();
        let words = scan;
        let amount = amount::read(&mut scan).filter(|amount| (1..=7 * 86_400).contains(&amount.secs))?;
        // "一分耕耘" is a proverb.
        let proverb =
            words.until(scan.at).first().is_some_and(|c| is_cjk(*c)) && words.until(scan.at).last() == Some(&'分');
        if !(said || lead || self.is_last(scan.at)) || proverb || self.used[at..scan.at].contains(&true) {
            return None;
        }
        scan.spaced(&["of"]);
        self.length = Some(amount);
        self.take(at..scan.at, Kind::Length);
        Some(scan.at)
    }

    fn read_clock(&mut self, at: usize, lead: bool) -> Option<usize> {
        if self.times.is_some() {
            return None;
        }
        let mut scan = self.folded.scan(at);
        let times = clock::read(&mut scan, self.part, lead, &self.around)?;
        if self.used[at..scan.at].contains(&true) || (self.length.is_some() && matches!(times, Times::Between(..))) {
            return None;
        }
        self.times = Some(times);
        self.take(at..scan.at, Kind::Time);
        Some(scan.at)
    }

    /// What was not understood.
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

/// A note that is, or begins with, the exact name of a category says what it was.
fn category_of_note(text: &str, known: &Known, read: &mut QuickAdd) {
    let exact = |name: &str| match names::find(name, known.categories) {
        Found::One(at, How::Exact | How::Alias) => known.categories.get(at),
        _ => None,
    };
    let note = read.row.note.clone();
    let spans = read.spans.clone();
    let place = |part: &str| {
        let places = text.match_indices(part).map(|(at, _)| at..at + part.len());
        let is_free = |range: &Range<usize>| {
            spans.iter().all(|span| span.range.end <= range.start || range.end <= span.range.start)
        };
        places.filter(|range| !range.is_empty()).find(is_free)
    };
    if let Some(category) = exact(&note) {
        read.row.category = Some(category.name.to_owned());
        if let Some(range) = place(&note) {
            read.spans.push(Span { range, kind: Kind::Category });
            read.row.note.clear();
        }
        return;
    }
    let word = note.split([' ', ':', '：', '　']).next().unwrap_or_default();
    if let Some(category) = exact(word) {
        read.row.category = Some(category.name.to_owned());
        read.spans.extend(place(word).map(|range| Span { range, kind: Kind::Category }));
    }
}

#[cfg(test)]
mod tests;
