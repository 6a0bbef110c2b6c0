//! Insights into a log besides sums: gaps and overlaps, progress of goals, streaks, unusual days.
//!
//! - I1 A gap is where nothing is, whatever lies over each other before it.
//! - I2 Every two entries that have a second in common are an overlap, not only neighbours.
//! - I3 Targets are compared by days of the calendar, so a day of 25 hours counts as one.

use std::rc::Rc;

use super::billing::Clients;
use super::calendar::Calendar;
use super::columns::Columns;
use super::report::{Cell, Dimension, Filter, Key, Query, report};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::time::Timestamp;
use espalier_model::timelog::{Goal, TimeEntry, TimeEntryId};

/// A stretch of a range in which nothing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The first second.
    pub from: i64,
    /// The first second after it.
    pub to: i64,
}

/// Two entries that have seconds in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlapping {
    /// The one that begins first.
    pub first: TimeEntryId,
    /// The second entry.
    pub second: TimeEntryId,
    /// The first second that they share.
    pub from: i64,
    /// The first second after those.
    pub to: i64,
}

/// The gaps of at least `min_secs` in a range, up to now, and between `hours` of each day alone, where they are given:
/// from an hour, and until one up to 24.
pub fn gaps(
    columns: &Columns,
    range: DateRange,
    filter: &Filter,
    min_secs: i64,
    hours: Option<(u8, u8)>,
    now: Timestamp,
) -> Vec<Gap> {
    let calendar = columns.calendar();
    let (from, to) = calendar.span(range);
    let to = to.min(now.0.div_euclid(1_000).max(from));
    let mut free = Vec::new();
    let mut at = from;
    let query = Query::new(range).of(filter.clone());
    let mut rows: Vec<(i64, i64)> = super::report::evidence(columns, &query, &[], now)
        .iter()
        .map(|found| (found.hot.start, found.hot.end))
        .collect();
    rows.sort_unstable();
    for (start, end) in rows {
        if start > at {
            free.push(Gap { from: at, to: start.min(to) });
        }
        at = at.max(end);
    }
    free.push(Gap { from: at, to });
    let mut gaps: Vec<Gap> = match hours {
        None => free,
        Some(hours) => free.iter().flat_map(|gap| within_hours(calendar, *gap, hours)).collect(),
    };
    gaps.retain(|gap| gap.to - gap.from >= min_secs.max(1));
    gaps
}

/// The parts of a stretch that lie between two hours of each day.
fn within_hours(calendar: &Calendar, gap: Gap, (first, last): (u8, u8)) -> Vec<Gap> {
    let window = |day: LocalDate| {
        let end = if last >= 24 {
            calendar.day_start(day.plus_days(1))
        } else {
            calendar.instant(day, i32::from(last) * 3_600)
        };
        (calendar.instant(day, i32::from(first) * 3_600).max(calendar.day_start(day)), end)
    };
    let cut = |piece: super::calendar::Piece| {
        let (from, to) = window(piece.day);
        Gap { from: piece.from.max(from), to: piece.to.min(to) }
    };
    calendar.days(gap.from, gap.to).map(cut).filter(|gap| gap.from < gap.to).collect()
}

/// The overlaps in a range by their beginning, the first `limit` of them, and how many there are.
pub fn overlaps(columns: &Columns, range: DateRange, limit: usize, now: Timestamp) -> (Vec<Overlapping>, usize) {
    let (from, to) = columns.calendar().span(range);
    let mut open: Vec<(i64, TimeEntryId)> = Vec::new();
    let (mut found, mut count) = (Vec::new(), 0);
    let mut rows: Vec<(i64, i64, TimeEntryId)> = columns
        .meeting(from, to, now)
        .filter(|row| row.hot.start < row.hot.end)
        .map(|row| (row.hot.start, row.hot.end, row.entry.id))
        .collect();
    rows.sort_unstable();
    for (start, end, id) in rows {
        open.retain(|(open_end, _)| *open_end > start);
        for &(open_end, other) in &open {
            let shared = Overlapping { first: other, second: id, from: start.max(from), to: open_end.min(end).min(to) };
            if shared.from < shared.to {
                count += 1;
                if found.len() < limit {
                    found.push(shared);
                }
            }
        }
        open.push((end, id));
    }
    (found, count)
}

/// Progress of a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The seconds spent on it, within its days.
    pub seconds: i64,
    /// The seconds that are to be spent.
    pub target_secs: Option<i64>,
    /// Days of the goal.
    pub days: i32,
    /// Days of the goal that have begun, today included.
    pub days_begun: i32,
    /// Seconds due by the end of yesterday at an even pace, rounded down: a day counts once it is over.
    pub expected_secs: Option<i64>,
    /// Seconds to spend on each day left, today included, to reach the target; rounded up. `None` where there is no
    /// target or no day left.
    pub needed_per_day_secs: Option<i64>,
    /// The day on which the target is reached, or would be at the pace so far; `None` where nothing says.
    pub reached_on: Option<LocalDate>,
}

/// Works out the progress of a goal by `now` (I3).
pub fn progress(columns: &Columns, goal: &Goal, now: Timestamp) -> Progress {
    let (range, today) = (goal.range(), columns.calendar().day_of(now));
    let filter = Filter { goals: vec![Some(goal.id)], ..Filter::default() };
    let per_day = super::report::day_totals(columns, range, &filter, now);
    let seconds: i64 = per_day.iter().sum();
    let days = range.days();
    let days_begun = today.since(range.first).saturating_add(1).clamp(0, days);
    let days_over = today.since(range.first).clamp(0, days);
    let target = goal.target_secs.filter(|target| *target > 0);
    let days_left = if today > range.last { 0 } else { days - (days_begun - 1).max(0) };
    let spent_before_today: i64 = per_day.iter().take((days_begun - 1).max(0) as usize).sum();
    let needed = target.filter(|_| days_left > 0).map(|target| {
        let left = (target - if days_begun > 0 { spent_before_today } else { seconds }).max(0);
        ceil(left, i64::from(days_left))
    });
    Progress {
        seconds,
        target_secs: target,
        days,
        days_begun,
        expected_secs: target.map(|target| target * i64::from(days_over) / i64::from(days)),
        needed_per_day_secs: needed,
        reached_on: target.and_then(|target| reached_on(range, &per_day, days_begun, target)),
    }
}

fn reached_on(range: DateRange, per_day: &[i64], days_begun: i32, target: i64) -> Option<LocalDate> {
    let mut sum = 0;
    for (day, seconds) in per_day.iter().enumerate() {
        sum += seconds;
        if sum >= target {
            return Some(range.first.plus_days(day as i32));
        }
    }
    if sum <= 0 || days_begun <= 0 {
        return None;
    }
    // At the pace so far: target : sum = days : days begun.
    let days = ceil(target.checked_mul(i64::from(days_begun))?, sum);
    i32::try_from(days).ok().map(|days| range.first.plus_days(days - 1))
}

const fn ceil(number: i64, divisor: i64) -> i64 {
    let rest = number.rem_euclid(divisor);
    number.div_euclid(divisor) + (rest > 0) as i64
}

/// Days in a row with some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Streak {
    /// The days.
    pub range: DateRange,
    /// The seconds in them.
    pub seconds: i64,
}

/// All streaks of a range, in order: days in a row with at least `min_secs` each.
pub fn streaks(range: DateRange, per_day: &[i64], min_secs: i64) -> Vec<Streak> {
    let mut streaks: Vec<Streak> = Vec::new();
    for (day, &seconds) in (0..).zip(per_day) {
        let day = range.first.plus_days(day);
        if seconds < min_secs.max(1) {
            continue;
        }
        match streaks.last_mut().filter(|last| last.range.last.plus_days(1) == day) {
            Some(last) => (last.range.last, last.seconds) = (day, last.seconds + seconds),
            None => streaks.push(Streak { range: DateRange::day(day), seconds }),
        }
    }
    streaks
}

/// The entries with the longest parts in a range, the longest first.
pub fn longest<'a>(columns: &'a Columns, query: &Query, limit: usize, now: Timestamp) -> Vec<(i64, &'a Rc<TimeEntry>)> {
    let found = super::report::evidence(columns, query, &[], now);
    let mut rows: Vec<(i64, &Rc<TimeEntry>)> =
        found.iter().map(|row| (super::report::counted(columns, query, row), row.entry)).collect();
    rows.sort_unstable_by(|one, other| {
        other.0.cmp(&one.0).then(one.1.start.cmp(&other.1.start)).then(one.1.id.cmp(&other.1.id))
    });
    rows.truncate(limit);
    rows
}

/// Comparison of two ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The totals of one and the other.
    pub total: (Cell, Cell),
    /// Sums of groups in one and the other; those of time stand together by their place in their range.
    pub rows: Vec<(Key, Cell, Cell)>,
}

/// Compares two ranges, grouped in one way or not at all. Groups are in the order of the first range; those that only
/// the second has come after them.
pub fn compare(
    columns: &Columns,
    clients: &Clients,
    one: DateRange,
    other: DateRange,
    filter: &Filter,
    group_by: Option<Dimension>,
    now: Timestamp,
) -> Comparison {
    let groups: Vec<Dimension> = group_by.into_iter().collect();
    let query = |range: DateRange| Query::new(range).of(filter.clone()).with_clients(clients.clone());
    let ask = |range: DateRange| report(columns, &query(range).by(&groups).with_days(), now);
    let (here, there) = (ask(one), ask(other));
    let mut comparison = Comparison { total: (here.total, there.total), rows: Vec::new() };
    let Some(dimension) = group_by else { return comparison };
    let week_start = columns.calendar().week_start();
    let (mine, theirs) = (periods_of(one, dimension, week_start), periods_of(other, dimension, week_start));
    // The period of the first range that stands at the same place.
    let moved = |key: &Key| match key {
        Key::From(first) => {
            let place = theirs.iter().position(|known| known == first);
            let same = place.and_then(|place| mine.get(place)).copied();
            same.map_or_else(|| key.clone(), Key::From)
        }
        key => key.clone(),
    };
    let mut rest: Vec<(Key, Cell)> = there.rows.iter().map(|row| (moved(&row.keys[0]), row.cell)).collect();
    for row in here.rows {
        let key = row.keys[0].clone();
        let place = rest.iter().position(|(known, _)| *known == key);
        let theirs = place.map(|place| rest.remove(place).1).unwrap_or_default();
        comparison.rows.push((key, row.cell, theirs));
    }
    comparison.rows.extend(rest.into_iter().map(|(key, cell)| (key, Cell::default(), cell)));
    comparison
}

fn periods_of(range: DateRange, dimension: Dimension, week_start: espalier_base::date::Weekday) -> Vec<LocalDate> {
    if !dimension.is_period() {
        return Vec::new();
    }
    let periods = super::report::periods(range, dimension, week_start);
    periods.into_iter().map(|period| dimension.period_of(period.first, week_start)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::moment;
    use crate::testing::{Maker, calendar};
    use espalier_base::date::Weekday;
    use espalier_base::env::Env;
    use espalier_base::zone::Zone;

    fn log(lines: &[(&str, &str)]) -> (Columns, Vec<Rc<TimeEntry>>) {
        let calendar = calendar("Europe/Berlin", Weekday::Monday);
        let mut env = Env::deterministic(Timestamp(0), 1);
        let day = "2026-03-02".parse().unwrap();
        let entry = |&(from, to): &(&str, &str)| {
            let start = moment::read(from, &calendar, day).unwrap();
            let mut entry = TimeEntry::new(env.id_at(start), start, Zone::default(), start);
            entry.end = moment::read(to, &calendar, day);
            Rc::new(entry)
        };
        let entries: Vec<Rc<TimeEntry>> = lines.iter().map(entry).collect();
        (Columns::of(calendar.clone(), &entries), entries)
    }

    fn range(first: &str, last: &str) -> DateRange {
        DateRange { first: first.parse().unwrap(), last: last.parse().unwrap() }
    }

    const LATER: Timestamp = Timestamp(1_800_000_000_000);

    fn texts(columns: &Columns, gaps: &[Gap]) -> Vec<String> {
        let clock = |second: i64| moment::write(Timestamp(second * 1_000), columns.calendar())[11..16].to_owned();
        gaps.iter().map(|gap| format!("{}-{}", clock(gap.from), clock(gap.to))).collect()
    }

    #[test]
    fn i1_a_gap_is_where_nothing_is() {
        let (columns, _) = log(&[("09:00", "12:00"), ("09:30", "10:00"), ("13:00", "14:00")]);
        let day = range("2026-03-02", "2026-03-02");
        let found = gaps(&columns, day, &Filter::default(), 60, None, LATER);
        assert_eq!(texts(&columns, &found), ["00:00-09:00", "12:00-13:00", "14:00-00:00"]);
        let found = gaps(&columns, day, &Filter::default(), 60, Some((8, 18)), LATER);
        assert_eq!(texts(&columns, &found), ["08:00-09:00", "12:00-13:00", "14:00-18:00"]);
        let noon = moment::read("12:30", columns.calendar(), day.first).unwrap();
        let found = gaps(&columns, day, &Filter::default(), 60, Some((8, 18)), noon);
        assert_eq!(texts(&columns, &found), ["08:00-09:00", "12:00-12:30"]);
    }

    #[test]
    fn i2_all_pairs_that_overlap_are_found() {
        let (columns, entries) = log(&[("09:00", "12:00"), ("09:30", "10:00"), ("11:00", "11:30"), ("12:00", "13:00")]);
        let (found, count) = overlaps(&columns, range("2026-03-02", "2026-03-02"), 10, LATER);
        let pairs: Vec<_> = found.iter().map(|pair| (pair.first, pair.second)).collect();
        assert_eq!(pairs, [(entries[0].id, entries[1].id), (entries[0].id, entries[2].id)]);
        assert_eq!(count, 2);
        assert_eq!(overlaps(&columns, range("2026-03-02", "2026-03-02"), 1, LATER).1, 2);
    }

    #[test]
    fn i3_goals_say_how_far_they_have_got() {
        let mut env = Env::deterministic(Timestamp(0), 2);
        let (_, entries) = log(&[("2026-03-02 09:00", "2026-03-02 11:00"), ("2026-03-03 09:00", "2026-03-03 10:00")]);
        let mut goal = Goal {
            id: env.id(),
            name: "x".to_owned(),
            from: "2026-03-01".parse().unwrap(),
            to: "2026-03-10".parse().unwrap(),
            target_secs: Some(36_000),
            category: None,
        };
        let entries: Vec<Rc<TimeEntry>> =
            entries.iter().map(|entry| Rc::new(TimeEntry { goal: Some(goal.id), ..TimeEntry::clone(entry) })).collect();
        let columns = Columns::of(calendar("Europe/Berlin", Weekday::Monday), &entries);
        let now = moment::read("2026-03-03 20:00", columns.calendar(), goal.from).unwrap();
        let done = progress(&columns, &goal, now);
        assert_eq!((done.seconds, done.days, done.days_begun), (10_800, 10, 3));
        assert_eq!(done.expected_secs, Some(7_200), "today is not over");
        assert_eq!(done.needed_per_day_secs, Some(3_600), "8 of 10 hours on 8 days, today included");
        assert_eq!(done.reached_on, Some("2026-03-10".parse().unwrap()));
        goal.target_secs = Some(7_200);
        assert_eq!(progress(&columns, &goal, now).reached_on, Some("2026-03-02".parse().unwrap()));
        goal.target_secs = None;
        let done = progress(&columns, &goal, now);
        assert_eq!((done.target_secs, done.expected_secs, done.reached_on), (None, None, None));
    }

    #[test]
    fn streaks_are_found() {
        let days = range("2026-03-01", "2026-03-12");
        let per_day = [0, 3_600, 3_700, 0, 3_500, 3_600, 3_600, 0, 40_000, 3_650, 0, 1];
        let found: Vec<(i32, i64)> = streaks(days, &per_day, 60).iter().map(|s| (s.range.days(), s.seconds)).collect();
        assert_eq!(found, [(2, 7_300), (3, 10_700), (2, 43_650)]);
    }

    #[test]
    fn ranges_are_compared_group_by_group() {
        let (columns, _) = log(&[
            ("2026-02-23 09:00", "2026-02-23 10:00"),
            ("2026-03-02 09:00", "2026-03-02 12:00"),
            ("2026-02-25 09:00", "2026-02-25 10:00"),
        ]);
        let (this, last) = (range("2026-03-02", "2026-03-08"), range("2026-02-23", "2026-03-01"));
        let compared = compare(&columns, &Clients::new(), this, last, &Filter::default(), Some(Dimension::Day), LATER);
        assert_eq!((compared.total.0.seconds, compared.total.1.seconds), (10_800, 7_200));
        let rows: Vec<_> = compared.rows.iter().map(|(_, one, other)| (one.seconds, other.seconds)).collect();
        assert_eq!(rows, [(10_800, 3_600), (0, 3_600)]);
        assert_eq!(compared.rows[1].0, Key::From("2026-03-04".parse().unwrap()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn gaps_and_entries_are_the_range(seed in 1_u64..10_000) {
            const FROM: i64 = 1_740_787_200;
            let mut maker = Maker::new(seed, FROM, 20 * 86_400);
            let entries: Vec<Rc<TimeEntry>> = (0..30).map(|_| maker.entry()).collect();
            let columns = Columns::of(calendar("Europe/Berlin", Weekday::Monday), &entries);
            let days = DateRange::new(columns.calendar().day(FROM), columns.calendar().day(FROM + 20 * 86_400));
            let (from, to) = columns.calendar().span(days);
            let found = gaps(&columns, days, &Filter::default(), 1, None, LATER);
            let spans: Vec<(i64, i64)> = entries.iter().map(|entry| entry.seconds(LATER)).collect();
            let mut at = from;
            while at < to {
                let busy = spans.iter().any(|&(start, end)| start <= at && at < end);
                let free = found.iter().any(|gap| gap.from <= at && at < gap.to);
                prop_assert_eq!(busy, !free, "{}", at);
                at += 613;
            }
            let (pairs, count) = overlaps(&columns, days, usize::MAX, LATER);
            let mut expected = 0;
            for (place, one) in spans.iter().enumerate() {
                for other in &spans[place + 1..] {
                    let (start, end) = (one.0.max(other.0).max(from), one.1.min(other.1).min(to));
                    expected += usize::from(start < end);
                }
            }
            prop_assert_eq!((pairs.len(), count), (expected, expected));
        }
    }
}
