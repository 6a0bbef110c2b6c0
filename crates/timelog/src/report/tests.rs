//! Against sums that are made piece by piece, with the zone's rules as the library has them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use jiff::tz::{TimeZone, TimeZoneDatabase};

use super::*;
use crate::testing::{Maker, calendar};
use espalier_base::zone::Zone;
use espalier_model::timelog::TimeEntry;

/// 2025-03-01 in UTC.
const FROM: i64 = 1_740_787_200;
const DAYS: i64 = 300;
/// Step in seconds: these zones set their clocks, and begin hours and days, at multiples of it.
const STEP: i64 = 900;

fn date(day: jiff::civil::Date) -> LocalDate {
    LocalDate::new(day.year().into(), day.month().into(), day.day().into()).unwrap()
}

struct Oracle {
    rules: TimeZone,
    entries: Vec<Rc<TimeEntry>>,
    week_start: Weekday,
}

#[derive(Default)]
struct Sum {
    seconds: i64,
    entries: BTreeSet<TimeEntryId>,
    days: BTreeMap<LocalDate, i64>,
}

fn counts(filter: &Filter, entry: &TimeEntry) -> bool {
    let text = format!("{}\n#{}", entry.note, entry.tags.iter().collect::<Vec<_>>().join("\n#")).to_lowercase();
    (filter.categories.is_empty() || filter.categories.contains(&entry.category))
        && (filter.goals.is_empty() || filter.goals.contains(&entry.goal))
        && (filter.tags.is_empty() || filter.tags.iter().any(|tag| entry.tags.contains(tag)))
        && text.contains(&filter.text.to_lowercase())
        && !filter.without.contains(&entry.category)
}

fn is_on_day(filter: &Filter, day: LocalDate) -> bool {
    filter.weekdays == 0 || filter.weekdays >> day.weekday().from_monday() & 1 == 1
}

/// The day that a time counts for which the clock shows on a day: after midnight the one on which the night began.
fn day_of(filter: &Filter, day: LocalDate, minute: i32) -> Option<LocalDate> {
    let day = match filter.clock {
        // The end of a day is the beginning of the next one.
        Some((1_440, to)) if to < 1_440 => Some(day).filter(|_| minute < to),
        Some((from, to)) if from > to && minute < to => Some(day.plus_days(-1)),
        Some((from, to)) if from > to => Some(day).filter(|_| minute >= from),
        Some((from, to)) if from < to => Some(day).filter(|_| (from..to).contains(&minute)),
        _ => Some(day),
    };
    day.filter(|day| is_on_day(filter, *day))
}

impl Oracle {
    /// The day that an instant of an entry counts for, and the groups.
    fn keys(&self, query: &Query, entry: &TimeEntry, at: i64) -> Option<(LocalDate, Vec<Vec<Key>>)> {
        let shown = self.rules.to_datetime(jiff::Timestamp::from_second(at).unwrap());
        let minute = i32::from(shown.hour()) * 60 + i32::from(shown.minute());
        let day = day_of(&query.filter, date(shown.date()), minute)?;
        let mut keys = vec![Vec::new()];
        for dimension in query.dimensions() {
            let options = match dimension {
                Dimension::Weekday => vec![Key::Weekday(day.weekday())],
                Dimension::Hour => vec![Key::Hour(shown.hour() as u8)],
                Dimension::Category => vec![Key::Category(entry.category)],
                Dimension::Client => {
                    vec![Key::Category(entry.category.map(|id| query.clients.get(&id).copied().unwrap_or(id)))]
                }
                Dimension::Goal => vec![Key::Goal(entry.goal)],
                Dimension::Tag if entry.tags.is_empty() => vec![Key::Tag(None)],
                Dimension::Tag => entry.tags.iter().map(|tag| Key::Tag(Some(tag.to_owned()))).collect(),
                period => vec![Key::From(period.period_of(day, self.week_start))],
            };
            let longer = |keys: &Vec<Key>, key: &Key| keys.iter().chain([key]).cloned().collect::<Vec<Key>>();
            keys = keys.iter().flat_map(|keys| options.iter().map(|key| longer(keys, key))).collect();
        }
        Some((day, keys))
    }

    fn report(&self, query: &Query, now: Timestamp) -> (Sum, BTreeMap<Vec<Key>, Sum>) {
        let mut total = Sum::default();
        let mut groups: BTreeMap<Vec<Key>, Sum> = BTreeMap::new();
        for entry in self.entries.iter().filter(|entry| counts(&query.filter, entry)) {
            let (mut at, end) = entry.seconds(now);
            let is_long = query.filter.min_secs.is_none_or(|least| end - at >= least);
            if !is_long || query.filter.max_secs.is_some_and(|most| end - at > most) {
                continue;
            }
            while at < end {
                let next = ((at.div_euclid(STEP) + 1) * STEP).min(end);
                let counted = self.keys(query, entry, at).filter(|(day, _)| query.range.contains(*day));
                if let Some((day, keys)) = counted {
                    total.add(entry.id, day, next - at);
                    for keys in keys {
                        groups.entry(keys).or_default().add(entry.id, day, next - at);
                    }
                }
                at = next;
            }
        }
        (total, groups)
    }

    /// The days of a range that a mean is over, one by one: those with an entry before or at them, and an entry at or
    /// after them unless they are over by now.
    fn logged(&self, range: DateRange, now: Timestamp) -> Vec<LocalDate> {
        let day_of = |second: i64| date(self.rules.to_datetime(jiff::Timestamp::from_second(second).unwrap()).date());
        let all: Vec<LocalDate> = (0..range.days()).map(|at| range.first.plus_days(at)).collect();
        let begins = |day: &LocalDate| {
            self.entries.is_empty() || self.entries.iter().any(|entry| day_of(entry.start.0.div_euclid(1_000)) <= *day)
        };
        let ends = |day: &LocalDate| {
            let last = |entry: &Rc<TimeEntry>| {
                let (start, end) = entry.seconds(entry.start);
                if entry.is_running() { i64::MIN } else { (end - 1).max(start) }
            };
            let last = self.entries.iter().map(last).max().filter(|last| *last > i64::MIN);
            *day <= day_of(now.0.div_euclid(1_000)) || last.is_some_and(|last| *day <= day_of(last))
        };
        let logged: Vec<LocalDate> = all.iter().copied().filter(|day| begins(day) && ends(day)).collect();
        if logged.is_empty() { all } else { logged }
    }

    fn cell(&self, query: &Query, keys: &[Key], sum: &Sum, now: Timestamp) -> Cell {
        let mut cell = Cell { seconds: sum.seconds, entries: sum.entries.len() as u32, ..Cell::default() };
        let is_about = |day: LocalDate| {
            query.dimensions().iter().zip(keys).all(|(dimension, key)| match key {
                Key::From(first) => dimension.period_of(day, self.week_start) == *first,
                Key::Weekday(weekday) => day.weekday() == *weekday,
                _ => true,
            })
        };
        let days = (0..query.range.days()).map(|day| query.range.first.plus_days(day));
        let counts = |day: &LocalDate| is_about(*day) && is_on_day(&query.filter, *day);
        cell.days = days.clone().filter(counts).count() as u32;
        let logged = self.logged(query.range, now);
        cell.mean_days = days.clone().filter(counts).filter(|day| logged.contains(day)).count() as u32;
        if query.by_day {
            let mut run = 0;
            for day in days {
                run = if sum.days.contains_key(&day) { run + 1 } else { 0 };
                cell.streak = cell.streak.max(run);
            }
            let mut lengths: Vec<i64> = sum.days.values().copied().collect();
            lengths.sort_unstable();
            cell.active_days = lengths.len() as u32;
            let count = lengths.len();
            cell.median_secs =
                if count == 0 { 0 } else { (lengths[(count - 1) / 2] + lengths[count / 2]).div_euclid(2) };
        }
        cell
    }
}

impl Sum {
    fn add(&mut self, entry: TimeEntryId, day: LocalDate, seconds: i64) {
        self.seconds += seconds;
        self.entries.insert(entry);
        *self.days.entry(day).or_default() += seconds;
    }
}

const ALL: [Dimension; 11] = [
    Dimension::Day,
    Dimension::Week,
    Dimension::Month,
    Dimension::Quarter,
    Dimension::Year,
    Dimension::Weekday,
    Dimension::Hour,
    Dimension::Client,
    Dimension::Category,
    Dimension::Goal,
    Dimension::Tag,
];

fn any_filter(maker: &mut Maker) -> Filter {
    let mut filter = Filter::default();
    if maker.random.below(3) == 0 {
        filter.categories = (0..2).map(|_| maker.one_of(&maker.categories.clone())).collect();
    }
    if maker.random.below(5) == 0 {
        filter.goals = vec![maker.one_of(&maker.goals.clone())];
    }
    if maker.random.below(5) == 0 {
        filter.tags = vec![["deep", "茶", "none"][maker.random.below(3) as usize].to_owned()];
    }
    if maker.random.below(5) == 0 {
        filter.text = ["PAPER", "ü", "论文", "#deep", "nothing"][maker.random.below(5) as usize].to_owned();
    }
    if maker.random.below(4) == 0 {
        filter.weekdays = maker.random.below(128) as u8;
    }
    if maker.random.below(4) == 0 {
        filter.clock = Some((maker.random.below(25) as i32 * 60, maker.random.below(25) as i32 * 60));
    }
    if maker.random.below(6) == 0 {
        filter.min_secs = Some(maker.random.below(8_000));
        filter.max_secs = (maker.random.below(2) == 0).then(|| maker.random.below(20_000));
    }
    if maker.random.below(8) == 0 {
        filter.without = vec![maker.one_of(&maker.categories.clone())];
    }
    filter
}

fn any_query(maker: &mut Maker, first: LocalDate) -> Query {
    let begin = first.plus_days(maker.random.below(DAYS) as i32 - 20);
    let length = [0, 1, 6, 30, 100, 400][maker.random.below(6) as usize];
    let length = maker.random.below(length + 1) as i32;
    let mut group_by: Vec<Dimension> = Vec::new();
    for _ in 0..maker.random.below(4) {
        let dimension = ALL[maker.random.below(11) as usize];
        if !group_by.contains(&dimension) {
            group_by.push(dimension);
        }
    }
    let range = DateRange { first: begin, last: begin.plus_days(length) };
    // The first two are projects of the third, or of a client without an entry.
    let client = if maker.random.below(2) == 0 { maker.categories[2] } else { maker.env.id() };
    let clients = maker.categories[..2].iter().map(|project| (*project, client)).collect();
    Query { range, filter: any_filter(maker), group_by, by_day: maker.random.below(2) == 0, clients }
}

#[test]
fn any_report_is_what_adding_up_pieces_gives() {
    let zones = ["Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];
    for (seed, zone) in (1..).zip(zones) {
        let week_start = [Weekday::Monday, Weekday::Sunday, Weekday::Saturday][seed as usize % 3];
        let mut maker = Maker::new(seed, FROM, DAYS * 86_400);
        let mut entries: Vec<Rc<TimeEntry>> = (0..250).map(|_| maker.entry()).collect();
        if seed % 2 == 0 {
            // Without long ones more is answered from the sums of days.
            entries.retain(|entry| entry.end.is_some_and(|end| end.since_ms(entry.start) < 400_000_000));
        }
        let now = Timestamp((FROM + DAYS * 43_200) * 1_000);
        let columns = Columns::of(calendar(zone, week_start), &entries);
        let rules = TimeZoneDatabase::bundled().get(zone).unwrap();
        let first = columns.calendar().day(FROM);
        let oracle = Oracle { rules, entries, week_start };
        for _ in 0..150 {
            let query = any_query(&mut maker, first);
            let (total, mut groups) = oracle.report(&query, now);
            let report = report(&columns, &query, now);
            assert_eq!(
                report.total,
                oracle.cell(&Query { group_by: Vec::new(), ..query.clone() }, &[], &total, now),
                "{query:?}"
            );
            for row in &report.rows {
                let sum = groups.remove(&row.keys).unwrap_or_default();
                assert_eq!(row.cell, oracle.cell(&query, &row.keys, &sum, now), "{zone} {:?} of {query:?}", row.keys);
                let ids = evidence_ids(&columns, &query, &row.keys, now);
                assert_eq!(ids.iter().copied().collect::<BTreeSet<_>>(), sum.entries, "{:?} of {query:?}", row.keys);
            }
            assert!(groups.is_empty(), "{query:?} lacks {:?}", groups.keys());
            if !query.group_by.contains(&Dimension::Tag) {
                assert_eq!(report.rows.iter().map(|row| row.cell.seconds).sum::<i64>(), report.total.seconds);
            }
            let days = day_totals(&columns, query.range, &query.filter, now);
            let expected = (0..query.range.days()).map(|day| query.range.first.plus_days(day));
            let expected: Vec<i64> = expected.map(|day| total.days.get(&day).copied().unwrap_or_default()).collect();
            assert_eq!(days, expected, "{query:?}");
        }
    }
}

#[test]
fn rows_are_in_the_order_of_time_or_of_size() {
    let mut maker = Maker::new(9, FROM, DAYS * 86_400);
    let entries: Vec<Rc<TimeEntry>> = (0..200).map(|_| maker.entry()).collect();
    let columns = Columns::of(calendar("Europe/Berlin", Weekday::Sunday), &entries);
    let range = DateRange::new(columns.calendar().day(FROM), columns.calendar().day(FROM + DAYS * 86_400));
    let of = |group_by: &[Dimension]| report(&columns, &Query::new(range).by(group_by), Timestamp(FROM * 1_000));
    let weekdays: Vec<Vec<Key>> = of(&[Dimension::Weekday]).rows.into_iter().map(|row| row.keys).collect();
    assert_eq!(weekdays[0], [Key::Weekday(Weekday::Sunday)]);
    let by_month = of(&[Dimension::Month, Dimension::Category]);
    assert!(by_month.rows.is_sorted_by(|one, next| one.keys[0] <= next.keys[0]));
    let by_category = of(&[Dimension::Category]);
    assert!(by_category.rows.is_sorted_by(|one, next| one.cell.seconds >= next.cell.seconds));
    let share: f64 = by_category.rows.iter().map(|row| row.cell.share_of(&by_category.total)).sum();
    assert!((share - 1.0).abs() < 1e-9);
    let apart = by_category.total.mean_per_day() * i64::from(by_category.total.mean_days) - by_category.total.seconds;
    assert!(apart.abs() <= i64::from(range.days()));
}

#[test]
fn periods_are_cut_at_the_ends_of_the_range() {
    let range = DateRange { first: "2026-01-30".parse().unwrap(), last: "2026-03-02".parse().unwrap() };
    let texts: Vec<String> = periods(range, Dimension::Month, Weekday::Monday)
        .into_iter()
        .map(|period| format!("{}..{}", period.first, period.last))
        .collect();
    assert_eq!(texts, ["2026-01-30..2026-01-31", "2026-02-01..2026-02-28", "2026-03-01..2026-03-02"]);
}

#[test]
fn a_mean_is_over_the_days_since_the_log_began() {
    let noon = |day: i64| Timestamp((FROM + day * 86_400 + 43_200) * 1_000);
    let day = |at: i64| LocalDate(0).plus_days((FROM / 86_400 + at) as i32);
    // Days 26 to 29 of a month that is asked for on day 29: eleven hours in four days, not in thirty.
    let entry = |at: i64, hours: i64| {
        let mut entry = TimeEntry::new(
            TimeEntryId::from_uuid(uuid::Uuid::from_u128(at as u128)),
            noon(at),
            Zone::new("UTC"),
            noon(at),
        );
        entry.end = Some(noon(at).plus_ms(hours * 3_600_000));
        Rc::new(entry)
    };
    let columns = Columns::of(calendar("UTC", Weekday::Monday), &[entry(26, 5), entry(28, 6)]);
    let of = |first: i64, last: i64, today: i64| {
        let range = DateRange { first: day(first), last: day(last) };
        let total = report(&columns, &Query::new(range), noon(today)).total;
        (total.days, total.mean_days, total.mean_per_day(), logged(&columns, range, noon(today)).first)
    };
    assert_eq!(of(0, 29, 29), (30, 4, 11 * 3_600 / 4, day(26)));
    assert_eq!(of(27, 40, 29), (14, 3, 6 * 3_600 / 3, day(27)), "what is to come does not count");
    assert_eq!(of(0, 10, 29), (11, 11, 0, day(0)), "before the log there is nothing to count from");
}
