//! The ways in which a line can be meant, the likeliest first.

use super::clock::Times;
use super::marks::category_of_note;
use super::place::Placed;
use super::{Kind, Known, Line, MAX_BYTES, QuickAdd, Span, Sure, Why};
use crate::row::Row;
use crate::scan::Folded;
use espalier_base::time::Timestamp;

/// The most readings that are offered.
pub(super) const MOST: usize = 3;

/// Way of interpreting a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interpretation {
    /// Most likely meaning.
    Usual,
    /// `1:30` at the beginning is a length.
    Length,
    /// Numbers that stand last are times, whatever is said before them.
    Bare,
    /// Nothing is a time.
    Note,
}

/// Reads a line in every way it can be meant: one at least.
pub fn readings(text: &str, known: &Known) -> Vec<QuickAdd> {
    let looked_at = text.floor_char_boundary(MAX_BYTES.min(text.len()));
    let folded = Folded::new(&text[..looked_at]);
    let line = |interpretation| {
        let mut line = Line::new(text, &folded, known, interpretation);
        line.read();
        line
    };
    let usual = line(Interpretation::Usual);
    let mut all = Vec::new();
    let is_length = usual.is_length_too();
    if is_length {
        line(Interpretation::Length).add_to(&mut all);
    }
    usual.add_to(&mut all);
    if usual.times.is_none() && usual.length.is_none() {
        let bare = line(Interpretation::Bare);
        if bare.times.is_some() {
            bare.add_to(&mut all);
        }
    }
    // A time of day that lies ahead is a time of day all the same.
    let asked = all.iter().any(|read| matches!(read.sure, Sure::Asked(why) if why != Why::Ahead));
    let noted = asked || is_length || usual.is_bare();
    all.truncate(if noted { MOST - 1 } else { MOST });
    if is_length {
        for read in &mut all {
            read.sure = Sure::Asked(Why::LengthOrTime);
        }
    }
    if noted {
        line(Interpretation::Note).add_to(&mut all);
    }
    if !usual.troubles.is_empty() {
        for read in &mut all {
            read.sure = Sure::Asked(Why::NotUnderstood);
        }
    }
    all
}

impl Line<'_> {
    fn add_to(&self, all: &mut Vec<QuickAdd>) {
        for placed in self.placed() {
            let read = self.finish(&placed);
            let is_new = all.iter().all(|other| {
                let same = |read: &QuickAdd| (read.row.start, read.row.end, read.timed, read.row.note.clone());
                same(other) != same(&read)
            });
            if is_new {
                all.push(read);
            }
        }
    }

    fn finish(&self, placed: &Placed) -> QuickAdd {
        let instant = |second: i64| Timestamp(second * 1_000);
        let mut read = QuickAdd {
            row: Row {
                start: instant(placed.start),
                end: placed.end.map(instant),
                zone: self.known.calendar.zone().to_string(),
                note: self.note(self.text),
                ..self.row.clone()
            },
            new_category: self.new_category,
            timed: placed.timed,
            sure: placed.sure,
            change: placed.change,
            spans: self
                .found
                .iter()
                .map(|(range, kind)| Span { range: self.folded.bytes(range.clone()), kind: *kind })
                .collect(),
            doubts: self.doubts.clone(),
            troubles: self.troubles.clone(),
        };
        if read.row.category.is_none() && !read.doubts.iter().any(|doubt| doubt.kind == Kind::Category) {
            category_of_note(self.text, self.known, &mut read);
        }
        read.spans.sort_unstable_by_key(|span| span.range.start);
        read
    }

    /// Whether the time that was read, like `1:30`, can be a length as well.
    fn is_length_too(&self) -> bool {
        matches!(self.times, Some(Times::From(time)) if self.length.is_none() && self.date.is_none()
            && self.colon_at(self.time_at()) && time.secs < 5 * 3_600)
    }

    fn time_at(&self) -> usize {
        self.found.iter().find(|(_, kind)| *kind == Kind::Time).map_or(0, |(range, _)| range.start)
    }

    /// Whether all of the time that was read is digits and a colon.
    fn colon_at(&self, at: usize) -> bool {
        let found = self.found.iter().find(|(range, kind)| *kind == Kind::Time && range.start == at);
        found.is_some_and(|(range, _)| {
            self.folded.chars()[range.clone()].iter().all(|c| c.is_ascii_digit() || matches!(c, ':' | ' ' | ','))
        })
    }

    /// Whether its times are numbers that could be something else.
    fn is_bare(&self) -> bool {
        matches!(self.times, Some(Times::Between(start, _, end)) if !start.is_marked && !end.is_marked && !end.is_relative())
    }
}
