//! Order of the ways in which a time can be placed, the likeliest first.
//!
//! - L1 An hour that was said without its day and its half is today's, if it is over and lay by day.
//! - L2 An hour that is written with 24 hours is that hour by night too, and of a night that ended today until evening.
//! - L3 Where there is none of these it is asked: today's that is not over, yesterday's, and one more.
//! - L4 Words for the half of the day are taken as said: it was the last such time before now.

use super::clock::Times;
use super::place::Placed;
use super::time_of_day::{Half, TimeOfDay};
use super::{Line, Sure, Why};

/// The seconds after midnight between which something lies by day.
const BY_DAY: std::ops::RangeInclusive<i32> = 6 * 3_600..=22 * 3_600;
/// The second after midnight from which a night may as well be the next one.
const EVENING: i32 = 18 * 3_600;

impl Line<'_> {
    /// Puts the likeliest first, and says how sure that is.
    pub(super) fn order(&self, all: &mut [Placed], now: i64) {
        let today = self.around.today;
        let is_open = self.is_open();
        let is_fixed = self.date.is_some_and(|date| date != today);
        if is_fixed {
            all.sort_by_key(|placed| is_open && !self.is_by_day(placed));
        } else if self.date.is_none() && !self.is_in_words() {
            self.settle(all, now);
        } else {
            all.sort_by_key(|placed| (is_open && !self.is_by_day(placed), placed.rank(now)));
            let first = all.first().filter(|first| first.over() <= now);
            if all.len() > 1 && first.is_some_and(|first| is_open || self.known.calendar.day(first.start) != today) {
                make(all, Sure::Guessed);
            }
        }
    }

    /// Orders the ways for a time that was said without its day (L1, L2, L3).
    fn settle(&self, all: &mut [Placed], now: i64) {
        let calendar = self.known.calendar;
        let meant = |placed: &Placed| self.is_meant(placed, now);
        let count = all.iter().filter(|placed| meant(placed)).count();
        let today = self.around.today;
        let group = |placed: &Placed| {
            let (over, is_today) = (placed.over(), calendar.day(placed.start) == today);
            let unlikely = if self.is_open() && !self.is_by_day(placed) { 10 } else { 0 };
            match () {
                () if meant(placed) => (0, now - over),
                () if is_today && over > now && count == 0 => (1 + unlikely, placed.start),
                () if !is_today && unlikely == 0 => (2, now - over),
                () if is_today => (3 + unlikely, (now - over).abs()),
                () => (4 + unlikely, now - over),
            }
        };
        all.sort_by_key(group);
        if count == 0 {
            // The same hour of yesterday comes before another one of today.
            let hour = |placed: &Placed| calendar.clock(placed.start).second;
            let is_twin = |placed: &Placed| calendar.day(placed.start) < today && hour(placed) == hour(&all[0]);
            if let Some(at) = all.iter().position(is_twin).filter(|at| *at > 1) {
                all[1..=at].rotate_right(1);
            }
            make(all, Sure::Asked(Why::Ahead));
        } else if count > 1 || all.first().is_some_and(|first| calendar.day(first.start) != today) {
            make(all, Sure::Guessed);
        }
    }

    /// Whether it can be taken as meant without a question.
    fn is_meant(&self, placed: &Placed, now: i64) -> bool {
        let calendar = self.known.calendar;
        let (today, over) = (self.around.today, placed.over());
        if over > now {
            return false;
        }
        if calendar.day(placed.start) == today {
            return !self.is_open() || self.is_by_day(placed);
        }
        let time = calendar.clock(now).second;
        let ended_today = calendar.day(over) == today && time < EVENING;
        // Before morning the evening is not yet another day.
        !self.is_open() && (ended_today || time < *BY_DAY.start())
    }

    fn is_by_day(&self, placed: &Placed) -> bool {
        let (from, to) = (self.known.calendar.clock(placed.start), self.known.calendar.clock(placed.over()));
        from.date == to.date && from.second >= *BY_DAY.start() && to.second <= *BY_DAY.end()
    }

    /// Whether an hour was said without its half of the day.
    fn is_open(&self) -> bool {
        match self.times {
            Some(Times::Between(start, _, end)) => start.half == Half::Open && end.half != Half::Said,
            Some(Times::From(time) | Times::Until(time)) => time.half == Half::Open,
            None => false,
        }
    }

    /// Whether words say more than the hour.
    fn is_in_words(&self) -> bool {
        let worded = |time: TimeOfDay| time.half == Half::Said || time.is_relative();
        match self.times {
            Some(Times::Between(start, date, end)) => date.is_some() || worded(start) || worded(end),
            Some(Times::From(time) | Times::Until(time)) => worded(time),
            None => true,
        }
    }
}

impl Placed {
    /// Returns the end, or the beginning where no end is known.
    fn over(&self) -> i64 {
        self.end.unwrap_or(self.start)
    }
}

/// Says how sure those are that were not asked about for another reason.
fn make(all: &mut [Placed], sure: Sure) {
    all.iter_mut().filter(|placed| placed.sure == Sure::Said).for_each(|placed| placed.sure = sure);
}
