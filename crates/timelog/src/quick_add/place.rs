//! From times of day to instants, in every way they can be meant.

use super::clock::{self, Times};
use super::time_of_day::{Half, TimeOfDay};
use super::{ClockChange, Line, Sure, Timed, Why};
use crate::calendar::{Clock, ClockReading};
use espalier_base::date::LocalDate;

/// The longest that a timer may have been running for it to be taken as said.
const LONG: i64 = 10 * 3_600;

/// Beginning and end that a line may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub start: i64,
    pub end: Option<i64>,
    pub timed: Timed,
    pub sure: Sure,
    pub change: Option<ClockChange>,
}

impl Placed {
    fn new(start: i64, end: Option<i64>, timed: Timed) -> Self {
        Self { start, end, timed, sure: Sure::Said, change: None }
    }

    /// Returns the rank: what lies before now comes first, and of that the latest; what lies ahead comes last.
    pub(super) fn rank(&self, now: i64) -> (bool, i64) {
        let end = self.end.unwrap_or(self.start);
        if end <= now {
            (false, now - end)
        } else if self.start < now {
            (false, 0)
        } else {
            (true, self.start - now)
        }
    }
}

impl Line<'_> {
    /// Every way in which it can have begun and ended, the likeliest first (Q3, Q5, Q6).
    pub(super) fn placed(&self) -> Vec<Placed> {
        let now = self.known.now.0.div_euclid(1_000);
        let length = self.length.map(|length| length.secs);
        let mut all = match (self.times, length) {
            (Some(Times::Between(start, date, end)), _) => self.between(start, date, end, now),
            (Some(Times::From(start)), Some(length)) => {
                let starts = self.moments(start, now).into_iter();
                starts.map(|start| Placed::new(start, Some(start + length), Timed::Between)).collect()
            }
            (Some(Times::From(start)), None) => {
                self.moments(start, now).into_iter().map(|start| self.since(start, now)).collect()
            }
            (Some(Times::Until(end)), Some(length)) => {
                let ends = self.moments(end, now).into_iter();
                ends.map(|end| Placed::new(end - length, Some(end), Timed::Between)).collect()
            }
            (_, length) => return vec![self.without_times(length, now)],
        };
        self.order(&mut all, now);
        all.dedup_by(|one, other| (one.start, one.end) == (other.start, other.end));
        all
    }

    fn without_times(&self, length: Option<i64>, now: i64) -> Placed {
        let end = self.same_time_of_day(now);
        match length {
            Some(length) => Placed::new(end - length, Some(end), Timed::Between),
            // "This evening" without a time is too little.
            None if self.is_today() && self.part.is_none() => Placed::new(end, None, Timed::Now),
            None => Placed::new(end, None, Timed::Open),
        }
    }

    fn since(&self, start: i64, now: i64) -> Placed {
        let runs = start <= now && self.is_today();
        let is_of_today = self.known.calendar.day(start) == self.around.today;
        if !runs || (!is_of_today && now - start > LONG) {
            return Placed::new(start, None, Timed::Open);
        }
        let mut placed = Placed::new(start, None, Timed::Since);
        if now - start > LONG && !self.is_relative() {
            placed.sure = Sure::Asked(Why::Long);
        }
        placed
    }

    fn is_relative(&self) -> bool {
        matches!(self.times, Some(Times::From(time)) if time.is_relative())
    }

    fn is_today(&self) -> bool {
        self.date.is_none_or(|date| date == self.around.today)
    }

    /// The days that may be meant.
    fn days(&self) -> Vec<LocalDate> {
        let today = self.around.today;
        self.date.map_or_else(|| vec![today, today.plus_days(-1)], |date| vec![date])
    }

    /// Returns the instants at which a clock shows that long after midnight of a day.
    fn shown(&self, day: LocalDate, secs: i32) -> ClockReading {
        let clock = Clock { date: day.plus_days(secs.div_euclid(86_400)), second: secs.rem_euclid(86_400) };
        self.known.calendar.instants(clock)
    }

    /// The seconds at which it may have been that time of day.
    fn moments(&self, time: TimeOfDay, now: i64) -> Vec<i64> {
        match time.half {
            Half::Now => vec![now],
            Half::Ago => vec![now - i64::from(time.secs)],
            half => {
                let halves = [Some(time.secs), (half == Half::Open).then_some(time.secs + 43_200)];
                let of_day = |day| halves.into_iter().flatten().map(move |secs| self.shown(day, secs).first());
                self.days().into_iter().flat_map(of_day).collect()
            }
        }
    }

    fn between(&self, start: TimeOfDay, date: Option<LocalDate>, end: TimeOfDay, now: i64) -> Vec<Placed> {
        if start.is_relative() || end.is_relative() {
            let ends = self.moments(end, now);
            let pairs =
                self.moments(start, now).into_iter().flat_map(|start| ends.iter().map(move |end| (start, *end)));
            let longest = i64::from(i32::from(self.date.is_some()) * 7 + 1) * 86_400;
            let fits = |(start, end): &(i64, i64)| end > start && end - start <= longest;
            let mut all: Vec<Placed> =
                pairs.filter(fits).map(|(start, end)| Placed::new(start, Some(end), Timed::Between)).collect();
            if all.is_empty() {
                all.push(Placed::new(self.moments(start, now)[0], None, Timed::Open));
            }
            all.sort_by_key(|placed| placed.end.map(|end| end - placed.start));
            return all;
        }
        let mut all = Vec::new();
        for day in self.days() {
            for (first, last) in clock::spans(start, end, date.map(|date| date.since(day))) {
                self.between_on(day, first, last, &mut all);
            }
        }
        if date.is_none() && start.secs == end.secs && start.half == end.half {
            for placed in &mut all {
                placed.sure = Sure::Asked(Why::Nothing);
            }
        }
        if all.is_empty() {
            let start = self.shown(self.days()[0], start.secs).first();
            all.push(Placed { sure: Sure::Asked(Why::Nothing), ..Placed::new(start, None, Timed::Open) });
        }
        all
    }

    /// Adds the ways in which clocks can have shown two times; where they were set there may be two or none.
    fn between_on(&self, day: LocalDate, first: i32, last: i32, all: &mut Vec<Placed>) {
        let (from, to) = (self.shown(day, first), self.shown(day, last));
        let skipped = matches!(from, ClockReading::Never { .. }) || matches!(to, ClockReading::Never { .. });
        let twice = matches!(from, ClockReading::Twice(..)) || matches!(to, ClockReading::Twice(..));
        let pairs = [(from.first(), to.first()), (from.last(), to.last()), (from.first(), to.last())];
        let count = if twice { 3 } else { 1 };
        let before = all.len();
        for (at, (start, end)) in pairs.into_iter().take(count).enumerate().filter(|(_, (start, end))| end > start) {
            let change = match (skipped, twice, at) {
                (true, ..) => Some(ClockChange::Skipped),
                (_, true, 0) => Some(ClockChange::First),
                (_, true, _) => Some(ClockChange::Second),
                _ => None,
            };
            let known = all[before..].iter().any(|placed| (placed.start, placed.end) == (start, Some(end)));
            if !known {
                all.push(Placed { change, ..Placed::new(start, Some(end), Timed::Between) });
            }
        }
        if all.len() == before {
            let placed = Placed::new(from.first(), None, Timed::Open);
            all.push(Placed { change: Some(ClockChange::Skipped), sure: Sure::Asked(Why::Skipped), ..placed });
        }
    }

    /// The time it is now, on the day that was said.
    fn same_time_of_day(&self, now: i64) -> i64 {
        match self.date {
            Some(date) if date != self.around.today => self.shown(date, self.known.calendar.clock(now).second).first(),
            _ => now,
        }
    }
}
