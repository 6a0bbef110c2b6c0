//! Parts of a stretch of time: those on some days of the week, or between two times of each day.
//!
//! - P1 Times are those the clock shows: on a day on which it is set, the part between 01:00 and 04:00 may last two or
//!   four hours.
//! - P2 A part that ends before it begins goes over midnight and belongs to both days.

use super::Filter;
use crate::calendar::{Calendar, Clock, ClockReading, Piece};
use espalier_base::date::LocalDate;

/// A day in minutes.
const DAY: i32 = 1_440;

/// The days of the week and the times of day that count.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// A bit for each day from Monday; none stands for all.
    weekdays: u8,
    clock: Option<(i32, i32)>,
}

impl Window {
    /// The window of a filter; none where all time counts.
    pub fn of(filter: &Filter) -> Option<Self> {
        let clock = filter.clock.filter(|(from, to)| from != to);
        (filter.weekdays != 0 || clock.is_some()).then_some(Self { weekdays: filter.weekdays, clock })
    }

    /// Whether a day counts.
    pub fn has_day(self, day: LocalDate) -> bool {
        self.weekdays == 0 || self.weekdays >> day.weekday().from_monday() & 1 == 1
    }

    /// The parts of `from..to` that count, each in one day, and in one hour of it where that is asked for.
    pub fn each(self, calendar: &Calendar, from: i64, to: i64, by_hour: bool, part: &mut dyn FnMut(&Piece)) {
        for piece in calendar.days(from, to).filter(|piece| self.has_day(piece.day)) {
            for (begin, end) in self.parts(calendar, piece.day) {
                let (from, to) = (piece.from.max(begin), piece.to.min(end));
                if from >= to {
                    continue;
                }
                if by_hour {
                    calendar.hours(from, to).for_each(|piece| part(&piece));
                } else {
                    part(&Piece { from, to, ..piece });
                }
            }
        }
    }

    /// Returns how many seconds of `from..to` count.
    pub fn seconds(self, calendar: &Calendar, from: i64, to: i64) -> i64 {
        let mut seconds = 0;
        self.each(calendar, from, to, false, &mut |piece| seconds += piece.seconds());
        seconds
    }

    fn parts(self, calendar: &Calendar, day: LocalDate) -> Vec<(i64, i64)> {
        let at = |minute: i32| match minute {
            ..=0 => calendar.day_start(day),
            DAY.. => calendar.day_start(day.plus_days(1)),
            _ => match calendar.instants(Clock { date: day, second: minute * 60 }) {
                ClockReading::Never { at, .. } => at,
                shown => shown.first(),
            },
        };
        match self.clock {
            None => vec![(at(0), at(DAY))],
            Some((from, to)) if from < to => vec![(at(from), at(to))],
            Some((from, to)) => vec![(at(0), at(to)), (at(from), at(DAY))],
        }
    }
}
