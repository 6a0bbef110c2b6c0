//! From times of day to instants. Must not be in here: words.

use super::clock::{self, Half, Hand, Times};
use super::{Kind, Line, Timed};
use crate::base::date::LocalDate;
use crate::base::time::Timestamp;
use crate::feature::timelog::calendar::Clock;

impl Line<'_> {
    /// When it began and ended (Q3, Q5).
    pub(super) fn placed(&mut self) -> (Timestamp, Option<Timestamp>, Timed) {
        let now = self.known.now.0.div_euclid(1_000);
        let (start, end, timed) = match (self.times, self.length.map(|length| length.secs)) {
            (Some(Times::Between(start, date, end)), _) => self.between(start, date, end, now),
            (Some(Times::From(start)), length) => {
                let start = self.at(start, now);
                let open = if start <= now && self.is_today() { Timed::Since } else { Timed::Open };
                (start, length.map(|secs| start + secs), if length.is_some() { Timed::Between } else { open })
            }
            (Some(Times::Until(end)), Some(length)) => {
                let end = self.at(end, now);
                (end - length, Some(end), Timed::Between)
            }
            (until, length) => {
                if until.is_some() {
                    // An end alone is nothing that can be used: it stays in the note.
                    self.give_back(Kind::Time);
                }
                let end = self.same_time_of_day(now);
                match length {
                    Some(length) => (end - length, Some(end), Timed::Between),
                    None => (end, None, if self.is_today() { Timed::Now } else { Timed::Open }),
                }
            }
        };
        let instant = |second: i64| Timestamp(second * 1_000);
        (instant(start), end.map(instant), timed)
    }

    fn is_today(&self) -> bool {
        self.date.is_none_or(|date| date == self.around.today)
    }

    fn give_back(&mut self, kind: Kind) {
        for (range, found) in &self.found {
            if *found == kind {
                self.used[range.clone()].fill(false);
            }
        }
        self.found.retain(|(_, found)| *found != kind);
    }

    /// The second at which a clock shows that long after midnight of a day.
    fn second(&self, day: LocalDate, secs: i32) -> i64 {
        let clock = Clock { date: day.plus_days(secs.div_euclid(86_400)), second: secs.rem_euclid(86_400) };
        self.known.calendar.instants(clock).first()
    }

    /// One time of day. After midnight, what lies ahead today was yesterday.
    fn at(&self, hand: Hand, now: i64) -> i64 {
        if hand.half == Half::Now {
            return now;
        }
        let day = self.day_for(hand.secs, now);
        self.second(day, hand.secs)
    }

    fn day_for(&self, secs: i32, now: i64) -> LocalDate {
        let today = self.around.today;
        let is_night = self.known.calendar.clock(now).hour() < 6;
        match self.date {
            Some(date) => date,
            None if is_night && self.second(today, secs) > now => today.plus_days(-1),
            None => today,
        }
    }

    fn between(&self, start: Hand, date: Option<LocalDate>, end: Hand, now: i64) -> (i64, Option<i64>, Timed) {
        if end.half == Half::Now {
            let start = self.at(start, now);
            return (
                start,
                Some(now).filter(|now| *now > start),
                if now > start { Timed::Between } else { Timed::Open },
            );
        }
        let first_day = self.day_for(start.secs, now);
        let days = date.map(|date| date.since(first_day));
        let Some((first, last)) = clock::shortest(start, end, days) else {
            return (self.second(first_day, start.secs), None, Timed::Open);
        };
        let (from, mut to) = (self.second(first_day, first), self.second(first_day, last));
        if to <= from {
            // Clocks went back in between, and the later of the two is meant.
            let clock = Clock { date: first_day.plus_days(last.div_euclid(86_400)), second: last.rem_euclid(86_400) };
            to = self.known.calendar.instants(clock).last();
        }
        (from, Some(to).filter(|to| *to > from), if to > from { Timed::Between } else { Timed::Open })
    }

    /// The time it is now, on the day that was said.
    fn same_time_of_day(&self, now: i64) -> i64 {
        match self.date {
            Some(date) if date != self.around.today => self.second(date, self.known.calendar.clock(now).second),
            _ => now,
        }
    }
}
