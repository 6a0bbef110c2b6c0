//! Parts of the days of a query: those on some days of the week, or between two times of each day.
//!
//! - P1 Times are those the clock shows: on a day on which it is set, the part between 01:00 and 04:00 may last two or
//!   four hours.
//! - P2 A part that ends before it begins is a night: it goes on after midnight, and belongs to the day it begins on. So
//!   the last night of a range goes on after its last day, and the first morning belongs to the night before it.

use super::Filter;
use crate::calendar::{Calendar, Piece};
use espalier_base::date::{DateRange, LocalDate};

/// A day in minutes.
const DAY: i32 = 1_440;

/// The days and the times of day that count.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    range: DateRange,
    /// A bit for each day from Monday; none stands for all.
    weekdays: u8,
    clock: Option<(i32, i32)>,
}

/// The first second of a range that may count, and the first after those that may.
pub fn span(window: Option<Window>, calendar: &Calendar, range: DateRange) -> (i64, i64) {
    let more = i32::from(window.is_some_and(Window::is_night));
    calendar.span(DateRange { last: range.last.plus_days(more), ..range })
}

impl Window {
    /// The window of a filter; none where all time of the range counts.
    pub fn of(filter: &Filter, range: DateRange) -> Option<Self> {
        // A part that begins at the end of a day begins with the next one.
        let clock = filter.clock.filter(|(from, to)| from != to).map(|(from, to)| (from % DAY, to));
        (filter.weekdays != 0 || clock.is_some()).then_some(Self { range, weekdays: filter.weekdays, clock })
    }

    /// Whether a day counts.
    pub fn has_day(self, day: LocalDate) -> bool {
        self.range.contains(day) && (self.weekdays == 0 || self.weekdays >> day.weekday().from_monday() & 1 == 1)
    }

    fn is_night(self) -> bool {
        self.clock.is_some_and(|(from, to)| from > to)
    }

    /// The day that what is at an instant belongs to (P2).
    pub fn day(self, calendar: &Calendar, second: i64) -> LocalDate {
        let clock = calendar.clock(second);
        match self.clock.filter(|_| self.is_night()) {
            Some((_, to)) => clock.date.plus_days(-i32::from(clock.second < to * 60)),
            None => calendar.day(second),
        }
    }

    /// The parts of `from..to` that count, each in one day, and in one hour of the clock where that is asked for.
    pub fn each(self, calendar: &Calendar, from: i64, to: i64, by_hour: bool, part: &mut dyn FnMut(&Piece)) {
        for day in calendar.days(from, to) {
            let (first, last) = (calendar.clock(day.from), calendar.clock(day.to - 1));
            let is_set = i64::from(last.second - first.second) != day.seconds() - 1;
            if by_hour || is_set {
                calendar.hours(day.from, day.to).for_each(|piece| self.cut(calendar, &piece, part));
            } else {
                self.cut(calendar, &day, part);
            }
        }
    }

    /// The parts of a piece that count; the clock is not set in it.
    fn cut(self, calendar: &Calendar, piece: &Piece, part: &mut dyn FnMut(&Piece)) {
        let clock = calendar.clock(piece.from);
        let midnight = piece.from - i64::from(clock.second);
        let mut cut = |day: LocalDate, from: i32, to: i32| {
            let (from, to) = (midnight + i64::from(from) * 60, midnight + i64::from(to) * 60);
            let (from, to) = (piece.from.max(from), piece.to.min(to));
            if from < to && self.has_day(day) {
                part(&Piece { day, from, to, ..*piece });
            }
        };
        match self.clock {
            None => cut(piece.day, 0, DAY),
            Some((from, to)) if from <= to => cut(piece.day, from, to),
            Some((from, to)) => {
                cut(clock.date.plus_days(-1), 0, to);
                cut(clock.date, from, DAY);
            }
        }
    }

    /// Returns how many seconds of `from..to` count.
    pub fn seconds(self, calendar: &Calendar, from: i64, to: i64) -> i64 {
        let mut seconds = 0;
        self.each(calendar, from, to, false, &mut |piece| seconds += piece.seconds());
        seconds
    }
}
