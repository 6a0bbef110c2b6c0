//! Sums of one category, day by day, with running sums.

use std::cell::RefCell;

/// Sums of one category by days since 1970.
#[derive(Debug, Clone, Default)]
pub struct DayColumn {
    first: i32,
    days: Vec<Day>,
    sums: RefCell<Sums>,
}

/// Sums of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Day {
    /// Seconds.
    pub seconds: i64,
    /// Entries that begin in it.
    pub began: i64,
    /// Entries that began before it and go on in it.
    pub went_on: i64,
}

/// Sums of all days before each, as far as they are worked out.
#[derive(Debug, Clone, Default)]
struct Sums {
    before: Vec<(i64, i64)>,
}

impl DayColumn {
    fn day_mut(&mut self, day: i32) -> &mut Day {
        if self.days.is_empty() {
            self.first = day;
        }
        if day < self.first {
            // Room is made in advance, or building backwards would copy everything for each day.
            let missing = (self.first - day) as usize;
            let room = missing + self.days.len().min(4_096);
            self.days.splice(0..0, std::iter::repeat_n(Day::default(), room));
            self.first -= room as i32;
            self.sums.get_mut().before.clear();
        }
        let index = (day - self.first) as usize;
        if self.days.len() <= index {
            self.days.resize(index + 1, Day::default());
        }
        self.sums.get_mut().before.truncate(index + 1);
        &mut self.days[index]
    }

    /// Counts an entry that begins in a day.
    pub fn begin(&mut self, day: i32, count: i64) {
        self.day_mut(day).began += count;
    }

    /// Counts an entry that goes on in a day.
    pub fn go_on(&mut self, day: i32, count: i64) {
        self.day_mut(day).went_on += count;
    }

    /// Adds seconds to a day.
    pub fn add(&mut self, day: i32, seconds: i64) {
        self.day_mut(day).seconds += seconds;
    }

    /// Returns the sums of one day.
    pub fn day(&self, day: i32) -> Day {
        let index = usize::try_from(i64::from(day) - i64::from(self.first)).ok();
        index.and_then(|index| self.days.get(index)).copied().unwrap_or_default()
    }

    /// The first day that may have something, and the first after all of them.
    pub fn extent(&self) -> (i32, i32) {
        (self.first, self.first + self.days.len() as i32)
    }

    /// The seconds of days from `first` to `last`, and the entries that have some of them.
    pub fn sum(&self, first: i32, last: i32) -> (i64, i64) {
        let (begin, end) = self.extent();
        let (first, after) = (first.max(begin), last.saturating_add(1).min(end));
        if first >= after {
            return (0, 0);
        }
        let mut sums = self.sums.borrow_mut();
        let (to, from) = (sums.before(&self.days, after - begin), sums.before(&self.days, first - begin));
        (to.0 - from.0, to.1 - from.1 + self.day(first).went_on)
    }

    /// Returns all days that have something.
    pub fn content(&self) -> Vec<(i32, Day)> {
        let days = self.days.iter().enumerate().filter(|(_, day)| **day != Day::default());
        days.map(|(index, day)| (self.first + index as i32, *day)).collect()
    }
}

impl Sums {
    /// The seconds and beginnings of all days before the one at an index.
    fn before(&mut self, days: &[Day], index: i32) -> (i64, i64) {
        let index = index as usize;
        let mut sum = self.before.last().copied().unwrap_or_default();
        if self.before.is_empty() {
            self.before.push(sum);
        }
        while self.before.len() <= index {
            let day = &days[self.before.len() - 1];
            sum = (sum.0 + day.seconds, sum.1 + day.began);
            self.before.push(sum);
        }
        self.before[index]
    }
}
