//! Facts of a finding that may be said (W2).

use super::{Finding, Found, Only, Sums};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::time::Timestamp;

/// A number or date that may be said because it was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fact {
    /// A length of time, in seconds.
    Secs(i64),
    /// Count, and its unit.
    Count(i64, Unit),
    /// Average count in a day, a week or a month, and its unit.
    Rate(f64, Unit),
    /// A part of a whole, 0 to 1, or a change, which may be more or negative.
    Share(f64),
    /// A day.
    Day(LocalDate),
    /// The days that were looked at.
    Days(DateRange),
    /// An hour of the day.
    Hour(u8),
    /// An instant.
    At(Timestamp),
    /// A time of day, in minutes after midnight.
    Clock(i32),
}

/// Unit of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unit {
    Days,
    Entries,
    /// Groups, gaps, overlaps, goals.
    Lines,
}

impl Sums {
    fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![Fact::Secs(self.secs), Fact::Count(self.count.into(), Unit::Entries)];
        let free = self.days.saturating_sub(self.active_days);
        let days = [self.days, self.mean_days, self.active_days, self.streak, free];
        facts.extend(days.map(|days| Fact::Count(days.into(), Unit::Days)));
        facts.push(Fact::Secs(self.median_secs));
        // Means, each rounded to the second as everything that is made of seconds.
        for count in [self.count, self.active_days] {
            facts.extend(mean(self.secs, count).map(Fact::Secs));
        }
        facts.extend(self.mean_per_day().map(Fact::Secs));
        facts.extend([WEEK_DAYS, MONTH_DAYS].map(|length| Fact::Secs(self.per(length))));
        facts.extend([1.0, WEEK_DAYS, MONTH_DAYS].map(|length| Fact::Rate(self.rate(length), Unit::Entries)));
        facts
    }

    /// The days that means are over.
    pub const fn days_of_mean(&self) -> u32 {
        if self.mean_days == 0 { self.days } else { self.mean_days }
    }

    /// The mean a day, in whole seconds.
    pub fn mean_per_day(&self) -> Option<i64> {
        mean(self.secs, self.days_of_mean())
    }

    /// Average number of entries in periods of so many days; a shorter range is one period.
    pub fn rate(&self, length: f64) -> f64 {
        f64::from(self.count) / (f64::from(self.days_of_mean()) / length).max(1.0)
    }

    /// The mean over periods of so many days; a shorter range is one period.
    pub fn per(&self, length: f64) -> i64 {
        (self.secs as f64 / (f64::from(self.days_of_mean()) / length).max(1.0)).round() as i64
    }
}

/// The days of a week.
pub const WEEK_DAYS: f64 = 7.0;
/// The days of a month, on average over the 400 years of the calendar.
pub const MONTH_DAYS: f64 = 30.436_875;

/// A mean in whole seconds.
pub fn mean(secs: i64, count: u32) -> Option<i64> {
    (count > 0).then(|| (secs as f64 / f64::from(count)).round() as i64)
}

impl Finding {
    /// Returns all facts of the finding, each with the line it comes from; `None` is the whole.
    pub fn facts(&self) -> Vec<(Fact, Option<usize>)> {
        let ranges = [Some(self.range), self.other].into_iter().flatten();
        let mut facts: Vec<(Fact, Option<usize>)> = ranges
            .flat_map(|range| {
                [
                    Fact::Days(range),
                    Fact::Day(range.first),
                    Fact::Day(range.last),
                    Fact::Count(range.days().into(), Unit::Days),
                ]
            })
            .map(|fact| (fact, None))
            .collect();
        facts.push((Fact::Count(self.rows.len() as i64, Unit::Lines), None));
        let is_day = |row: &Found| row.sums.days == 1 && row.keys.iter().any(|key| key.parse::<LocalDate>().is_ok());
        if self.rows.iter().all(is_day) {
            facts.push((Fact::Count(self.rows.len() as i64, Unit::Days), None));
        }
        facts.extend(self.only.facts().into_iter().map(|fact| (fact, None)));
        facts.extend(self.total.facts().into_iter().map(|fact| (fact, None)));
        facts.extend(change(self.total, self.other_total).into_iter().map(|fact| (fact, None)));
        for (at, row) in self.rows.iter().enumerate() {
            let mut of_row = row.sums.facts();
            of_row.extend(change(row.sums, row.other));
            of_row.extend(share(row.sums.secs, self.total.secs).map(Fact::Share));
            let other_total = self.other_total.map_or(0, |total| total.secs);
            of_row.extend(row.other.and_then(|other| share(other.secs, other_total)).map(Fact::Share));
            if let Some(target) = row.target_secs {
                of_row.extend([Fact::Secs(target), Fact::Secs(target - row.sums.secs)]);
                of_row.extend(share(row.sums.secs, target).map(Fact::Share));
            }
            of_row.extend([row.start, row.end].into_iter().flatten().map(Fact::At));
            for key in &row.keys {
                of_row.extend(key.parse().ok().map(Fact::Day));
                of_row.extend(key.parse().ok().filter(|hour| *hour < 24).map(Fact::Hour));
            }
            facts.extend(of_row.into_iter().map(|fact| (fact, Some(at))));
        }
        facts
    }
}

/// Share of a part in a whole.
pub fn share(part: i64, whole: i64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn change(one: Sums, other: Option<Sums>) -> Vec<Fact> {
    let Some(other) = other else { return Vec::new() };
    let mut facts = other.facts();
    facts.extend([Fact::Secs(one.secs - other.secs), Fact::Secs(other.secs - one.secs)]);
    facts.push(Fact::Count(i64::from(one.count.abs_diff(other.count)), Unit::Entries));
    for (a, b) in [(one, other), (other, one)] {
        facts.extend(share(a.secs - b.secs, b.secs).map(Fact::Share));
    }
    facts
}

impl Only {
    /// Facts that the conditions give.
    fn facts(&self) -> Vec<Fact> {
        let bounds = [self.min_secs.map(|secs| [secs, secs - 1]), self.max_secs.map(|secs| [secs, secs + 1])];
        let mut facts: Vec<Fact> = bounds.into_iter().flatten().flatten().map(Fact::Secs).collect();
        for secs in [self.min_secs, self.max_secs].into_iter().flatten() {
            facts.push(Fact::Count((secs + 1) / 86_400, Unit::Days));
        }
        facts.extend(self.clock.iter().flat_map(|(from, to)| [Fact::Clock(*from), Fact::Clock(*to)]));
        facts
    }
}
