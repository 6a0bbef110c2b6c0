//! Sums of the time log: any range of days, filtered and grouped in up to three ways.
//!
//! - R1 Seconds are whole and exact; the cells of a report add up to its total, unless it is grouped by tag: an entry
//!   counts for each of its tags. What is rounded is rounded by the screen.
//! - R2 An entry counts in a range with the part of it that lies there, and its end, while it runs, is now.
//! - R3 Entries of a cell are different ones: one that goes over midnight is one entry in its month, and one in each of
//!   its two days.
//! - R4 A mean a day is over the days of the range that the cell is about, those without any time included, from the day
//!   of the log's first entry to today or that of its last one ([`logged`]); the median is over the days that have some.

mod cells;
mod finish;
mod keys;
mod natural;
mod scan;
mod window;

use serde::{Deserialize, Serialize};

use self::keys::Keys;
pub use self::natural::natural;
use self::window::Window;
use super::billing::Clients;
use super::columns::{Columns, QueryRow};
use super::tools::mean;
use espalier_base::date::{DateRange, LocalDate, Weekday};
use espalier_base::time::Timestamp;
use espalier_model::timelog::{GoalId, TimeCategoryId, TimeEntryId};

/// The most ways to group by at once.
pub const MAX_GROUPS: usize = 3;

/// Filter of entries.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Entries of one of these; empty is all, `None` in it is those without one.
    pub categories: Vec<Option<TimeCategoryId>>,
    /// Entries for one of these.
    pub goals: Vec<Option<GoalId>>,
    /// Entries with one of these tags.
    pub tags: Vec<String>,
    /// Entries without any tag.
    pub untagged: bool,
    /// Entries whose note or tags have this text, in any case; empty is all.
    pub text: String,
    /// Categories whose entries are left out.
    pub without: Vec<Option<TimeCategoryId>>,
    /// Days of the week that count, a bit for each from Monday; none is all.
    pub weekdays: u8,
    /// Minutes of each day between which time counts; where the second is less, of the night that begins on that day.
    pub clock: Option<(i32, i32)>,
    /// Entries of at least so many seconds, from beginning to end.
    pub min_secs: Option<i64>,
    /// Entries of at most so many.
    pub max_secs: Option<i64>,
}

/// A way to group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Dimension {
    Day,
    Week,
    Month,
    Quarter,
    Year,
    Weekday,
    /// The hour that the clock shows.
    Hour,
    /// The client of the category, which is the category itself where that is no project.
    Client,
    Category,
    Goal,
    Tag,
}

/// Value of a cell in one of the ways of grouping.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A day, a week, a month, a quarter or a year: its first day.
    From(LocalDate),
    /// A day of the week.
    Weekday(Weekday),
    /// An hour, 0 to 23.
    Hour(u8),
    /// A category or client, or none.
    Category(Option<TimeCategoryId>),
    /// A goal, or none.
    Goal(Option<GoalId>),
    /// A tag, or no tag.
    Tag(Option<String>),
}

/// Query for a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The days.
    pub range: DateRange,
    /// Entries that count.
    pub filter: Filter,
    /// Ways of grouping, at most [`MAX_GROUPS`]; the rest is ignored.
    pub group_by: Vec<Dimension>,
    /// Whether [`Cell::active_days`], [`Cell::median_secs`] and [`Cell::streak`] are wanted.
    pub by_day: bool,
    /// Clients of the categories that are projects, for [`Dimension::Client`].
    pub clients: Clients,
}

/// Sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cell {
    /// Seconds.
    pub seconds: i64,
    /// Different entries (R3).
    pub entries: u32,
    /// Days of the range that it is about.
    pub days: u32,
    /// Days that its mean is over (R4).
    pub mean_days: u32,
    /// Days with some time.
    pub active_days: u32,
    /// The median of the seconds of the days with some time; of an even number of days the mean of the two in the
    /// middle, rounded down.
    pub median_secs: i64,
    /// The most days with some time in a row.
    pub streak: u32,
}

/// The sums of one group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Group values, in the order of [`Query::group_by`].
    pub keys: Vec<Key>,
    /// The sums.
    pub cell: Cell,
}

/// Answer to a query.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Sums of everything together.
    pub total: Cell,
    /// The groups with some time: those of time in their order, the others the largest first.
    pub rows: Vec<Row>,
}

impl Query {
    /// Everything in a range, not grouped.
    pub fn new(range: DateRange) -> Self {
        Self { range, filter: Filter::default(), group_by: Vec::new(), by_day: false, clients: Clients::new() }
    }

    /// Groups the query.
    #[must_use]
    pub fn by(mut self, group_by: &[Dimension]) -> Self {
        self.group_by = group_by.to_vec();
        self
    }

    /// Restricts the query to some entries.
    #[must_use]
    pub fn of(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Adds the sums that are worked out day by day.
    #[must_use]
    pub const fn with_days(mut self) -> Self {
        self.by_day = true;
        self
    }

    /// Sets the clients of projects.
    #[must_use]
    pub fn with_clients(mut self, clients: Clients) -> Self {
        self.clients = clients;
        self
    }

    fn dimensions(&self) -> &[Dimension] {
        &self.group_by[..self.group_by.len().min(MAX_GROUPS)]
    }
}

impl Cell {
    /// The mean a day, in whole seconds (R4).
    pub fn mean_per_day(&self) -> i64 {
        mean(self.seconds, if self.mean_days == 0 { self.days } else { self.mean_days }).unwrap_or_default()
    }

    /// The part of a total, 0 to 1; 0 of nothing.
    pub fn share_of(&self, total: &Self) -> f64 {
        if total.seconds == 0 { 0.0 } else { self.seconds as f64 / total.seconds as f64 }
    }
}

impl Dimension {
    /// Whether it is a stretch of days: all of them follow each other.
    pub const fn is_period(self) -> bool {
        matches!(self, Self::Day | Self::Week | Self::Month | Self::Quarter | Self::Year)
    }

    /// The first day of the period that a day is in; the day itself where it is none.
    pub const fn period_of(self, day: LocalDate, week_start: Weekday) -> LocalDate {
        match self {
            Self::Week => day.week_start(week_start),
            Self::Month => day.month_start(),
            Self::Quarter | Self::Year => {
                let (year, month, _) = day.parts();
                let month = if matches!(self, Self::Year) { 1 } else { (month - 1) / 3 * 3 + 1 };
                match LocalDate::new(year, month, 1) {
                    Some(first) => first,
                    None => day,
                }
            }
            _ => day,
        }
    }

    /// The first day of the period after the one that begins at `first`.
    pub fn next_period(self, first: LocalDate) -> LocalDate {
        match self {
            Self::Week => first.plus_days(7),
            Self::Month => first.plus_months(1),
            Self::Quarter => first.plus_months(3),
            Self::Year => first.plus_months(12),
            _ => first.plus_days(1),
        }
    }
}

/// The days of each period of a range, in order; those at the ends may be shorter.
pub fn periods(range: DateRange, dimension: Dimension, week_start: Weekday) -> Vec<DateRange> {
    let mut periods = Vec::new();
    let mut first = range.first;
    while first <= range.last {
        let next = dimension.next_period(dimension.period_of(first, week_start));
        periods.push(DateRange { first, last: next.plus_days(-1).min(range.last) });
        first = next;
    }
    periods
}

/// Answers a query; what is running counts until `now`.
pub fn report(columns: &Columns, query: &Query, now: Timestamp) -> Report {
    scan::report(columns, query, now)
}

/// The days of a range from the log's first entry to today, or to its last one: before and after them the log says
/// nothing. The whole range where there are none.
pub fn logged(columns: &Columns, range: DateRange, now: Timestamp) -> DateRange {
    let calendar = columns.calendar();
    let done = columns.extent().map(|(first, end)| (first, end.max(first + 1) - 1));
    let running = columns.running().iter().map(|entry| entry.start.0.div_euclid(1_000)).min();
    let first = done.iter().map(|(first, _)| *first).chain(running).min();
    let last = done.map(|(_, last)| last);
    let first = first.map_or(range.first, |first| calendar.day(first).max(range.first));
    let last = last.map_or(range.first, |last| calendar.day(last)).max(calendar.day_of(now)).min(range.last);
    if first <= last { DateRange { first, last } } else { range }
}

/// The seconds of each day of a range, in order.
pub fn day_totals(columns: &Columns, range: DateRange, filter: &Filter, now: Timestamp) -> Vec<i64> {
    scan::day_totals(columns, range, filter, now)
}

/// The entries that count for a cell, by start: those of the query whose part in the range belongs to `keys`, of which
/// there may be fewer than the query groups by.
pub fn evidence<'a>(columns: &'a Columns, query: &Query, keys: &[Key], now: Timestamp) -> Vec<QueryRow<'a>> {
    let groups = Keys::new(columns, query);
    let wanted = scan::Wanted::new(columns, &query.filter, query.range);
    let mut found = Vec::new();
    wanted.each(columns, now, &mut |row| {
        if groups.is_in(columns, &row.hot, &wanted, keys) {
            found.push(row);
        }
    });
    found
}

/// The seconds of a row that count.
pub fn counted(columns: &Columns, query: &Query, row: &QueryRow<'_>) -> i64 {
    counted_in(columns, query, row).1
}

/// The first second of a row that counts with the first one after those that do, and how many count between them.
pub fn counted_in(columns: &Columns, query: &Query, row: &QueryRow<'_>) -> ((i64, i64), i64) {
    let (calendar, window) = (columns.calendar(), Window::of(&query.filter, query.range));
    let (from, to) = window::span(window, calendar, query.range);
    let (from, to) = (row.hot.start.max(from), row.hot.end.min(to));
    let Some(window) = window else { return ((from, to), (to - from).max(0)) };
    let (mut parts, mut seconds) = (None, 0);
    window.each(calendar, from, to, false, &mut |piece| {
        let (first, last) = parts.unwrap_or((piece.from, piece.to));
        parts = Some((first.min(piece.from), last.max(piece.to)));
        seconds += piece.seconds();
    });
    (parts.unwrap_or((from, to)), seconds)
}

/// The day of a query that what begins at an instant belongs to: of nights the one that they begin on.
pub fn day_of(columns: &Columns, query: &Query, second: i64) -> LocalDate {
    let calendar = columns.calendar();
    Window::of(&query.filter, query.range).map_or_else(|| calendar.day(second), |window| window.day(calendar, second))
}

/// The ids of the entries that count for a cell.
pub fn evidence_ids(columns: &Columns, query: &Query, keys: &[Key], now: Timestamp) -> Vec<TimeEntryId> {
    evidence(columns, query, keys, now).iter().map(|found| found.entry.id).collect()
}

#[cfg(test)]
mod tests;
