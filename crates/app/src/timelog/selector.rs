//! Selectors of the time log.

use std::rc::Rc;

use super::View;
use crate::Model;
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::timelog::TimePreferences;
use espalier_model::{Goal, Preferences, Slug, TimeCategory, TimeEntry, TimeEntryId};
use espalier_timelog::billing::{self, Clients};
use espalier_timelog::report::{self, Filter, Query};
use espalier_timelog::timesheet::Timesheet;

impl Model {
    /// Preferences of the time log.
    pub fn time_choices(&self) -> TimePreferences {
        let key = Slug::new(Preferences::KEY);
        self.workspace.get::<Preferences>(&key).map(|row| row.time.clone()).unwrap_or_default()
    }

    /// Zone of calendar days: the chosen one, else the browser's.
    pub fn time_zone(&self) -> Zone {
        self.time_choices().zone.or_else(|| self.facts.zone.clone()).unwrap_or_default()
    }

    /// Today, in the zone of calendar days.
    pub fn today(&self) -> LocalDate {
        self.timelog.columns.calendar().day_of(self.now)
    }

    /// Days that are shown.
    pub fn time_range(&self) -> DateRange {
        self.timelog.look.asked.range(&self.timelog.columns, self.now)
    }

    /// Timesheet of the days and entries that are shown.
    pub fn timesheet(&self) -> Timesheet {
        let query = self.timelog.look.asked.query(self.time_range());
        let terms = billing::terms(self.workspace.tables().time_categories.values().map(AsRef::as_ref));
        Timesheet::of(&self.timelog.columns, &query, &terms, self.now)
    }

    /// Clients of the categories that are projects.
    pub fn time_clients(&self) -> Clients {
        billing::clients(self.workspace.tables().time_categories.values().map(AsRef::as_ref))
    }

    /// The days of the timeline.
    pub fn timeline_range(&self) -> DateRange {
        let look = &self.timelog.look;
        let day = look.day.unwrap_or_else(|| self.today());
        let week = self.timelog.columns.calendar().week_of(day);
        if look.view == View::Week { DateRange::new(week, week.plus_days(6)) } else { DateRange::day(day) }
    }

    /// Key that changes whenever sums of some days may have: the version of the log, and the second while an entry runs
    /// and now lies in these days.
    pub fn sums_key(&self, range: DateRange) -> (u64, i64) {
        let runs = !self.timelog.columns.running().is_empty() && range.contains(self.today());
        (self.timelog.version, if runs { self.now.0.div_euclid(1_000) } else { 0 })
    }

    /// Key that changes whenever the drawn log may have: the version of the log, and the second while an entry runs,
    /// else the minute.
    pub fn time_key(&self) -> (u64, i64) {
        let second = self.now.0.div_euclid(1_000);
        let runs = !self.timelog.columns.running().is_empty();
        (self.timelog.version, if runs { second } else { second.div_euclid(60) * 60 })
    }

    /// The categories in their order.
    pub fn time_categories(&self) -> Vec<Rc<TimeCategory>> {
        let mut rows: Vec<Rc<TimeCategory>> = self.workspace.tables().time_categories.values().cloned().collect();
        rows.sort_unstable_by(|one, other| (&one.order, one.id).cmp(&(&other.order, other.id)));
        rows
    }

    /// The currency of rates: the chosen one, else the usual one of the language, if any.
    pub fn time_currency(&self) -> Option<String> {
        let usual = || (self.language() == Language::Zh).then(|| "CNY".to_owned());
        self.time_choices().currency.or_else(usual)
    }

    /// The goals by their end; those that have ended come last, the latest first.
    pub fn goals(&self) -> Vec<Rc<Goal>> {
        let mut rows: Vec<Rc<Goal>> = self.workspace.tables().goals.values().cloned().collect();
        rows.sort_unstable_by_key(|row| (row.to, row.from, row.id));
        let today = self.today();
        let ended = rows.iter().take_while(|row| row.to < today).count();
        rows[..ended].reverse();
        rows.rotate_left(ended);
        rows
    }
}

/// Entries with their beginnings, the latest first, and how many there are beyond the end of the list.
pub type ListedEntries = (Vec<(i64, Rc<TimeEntry>)>, usize);

/// The entries of the list.
pub fn listed(model: &Model, range: DateRange, limit: usize) -> ListedEntries {
    let columns = &model.timelog.columns;
    let (calendar, filter) = (columns.calendar(), &model.timelog.look.asked.filter);
    let query = Query::new(range).of(filter.clone());
    // What has just begun to run will have a length.
    let now = model.now.plus_ms(1_000);
    let mut found: Vec<(i64, Rc<TimeEntry>)> =
        report::evidence(columns, &query, &[], now).into_iter().map(|row| (row.hot.start, row.entry.clone())).collect();
    // What has no length is in no sum, but it is there.
    let (from, to) = calendar.span(range);
    if *filter == Filter::default() {
        let points = columns.meeting(from - 1, to, now).filter(|row| row.hot.start == row.hot.end);
        found.extend(points.filter(|row| row.hot.start >= from).map(|row| (row.hot.start, row.entry.clone())));
    }
    let order = |(start, entry): &(i64, Rc<TimeEntry>)| std::cmp::Reverse((*start, entry.id));
    let more = found.len().saturating_sub(limit);
    if more > 0 && limit > 0 {
        // Most of a long log is beyond the end of the list.
        found.select_nth_unstable_by_key(limit - 1, order);
        found.truncate(limit);
    }
    found.sort_unstable_by_key(order);
    (found, more)
}

/// Time at which an entry is split by default: its middle, at a full minute if one lies within.
pub fn middle_of(row: &TimeEntry, now: Timestamp) -> Timestamp {
    let (start, end) = row.seconds(now);
    let exact = i64::midpoint(start, end);
    let minute = exact.div_euclid(60) * 60;
    Timestamp(if minute > start { minute } else { exact } * 1_000)
}

/// The next entry, if it begins within two days.
pub fn next_of(model: &Model, row: &TimeEntry) -> Option<TimeEntryId> {
    const DAY: i64 = 86_400;
    let (start, end) = row.seconds(model.now);
    let found = model.timelog.columns.meeting(start, end + 2 * DAY, model.now);
    let later = found.filter(|found| (found.entry.start, found.entry.id) > (row.start, row.id));
    later.min_by_key(|found| (found.hot.start, found.entry.id)).map(|found| found.entry.id)
}

/// Seconds as `1:05:09`.
pub fn clock(seconds: i64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::clock;

    #[test]
    fn the_clock_shows_hours_minutes_and_seconds() {
        assert_eq!([0, 59, 3_909, 36_000].map(clock), ["0:00:00", "0:00:59", "1:05:09", "10:00:00"]);
    }
}
