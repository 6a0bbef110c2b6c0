//! Nights, which belong to the day they begin on, beside what the clock shows minute by minute.
#![allow(clippy::expect_used, reason = "a test says what it expected")]

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use jiff::civil::Date;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{ToSpan, Unit};
use proptest::prelude::*;

use espalier_base::date::{DateRange, LocalDate, Weekday};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::mindmap::order::OrderKey;
use espalier_model::timelog::{TimeCategory, TimeEntry, TimeEntryId};
use espalier_model::workspace::Workspace;
use espalier_timelog::calendar::Calendar;
use espalier_timelog::columns::Columns;
use espalier_timelog::look_up::{self, World};
use espalier_timelog::names::Named;
use espalier_timelog::questions::{Known, Understood, answer, understand};
use espalier_timelog::report::{Dimension, Filter, Key, Query, counted, day_totals, evidence, evidence_ids, report};

/// Zones with the first day of some weeks in each: over changes of the clock, and over the end of a year.
const PLACES: [(&str, &str); 8] = [
    ("Europe/Berlin", "2026-10-14"),
    ("Europe/Berlin", "2026-03-18"),
    ("Europe/Berlin", "2026-12-20"),
    ("America/New_York", "2026-10-22"),
    ("America/New_York", "2026-02-28"),
    ("Australia/Lord_Howe", "2026-03-25"),
    ("Australia/Lord_Howe", "2026-09-24"),
    ("Asia/Shanghai", "2026-12-20"),
];
const WAYS: [&[Dimension]; 9] = [
    &[],
    &[Dimension::Day],
    &[Dimension::Week],
    &[Dimension::Month],
    &[Dimension::Year],
    &[Dimension::Weekday],
    &[Dimension::Hour],
    &[Dimension::Day, Dimension::Hour],
    &[Dimension::Weekday, Dimension::Hour],
];

fn local(date: Date) -> LocalDate {
    LocalDate::new(date.year().into(), date.month().into(), date.day().into()).expect("a date")
}

fn monday_of(date: Date) -> Date {
    date - i64::from(date.weekday().to_monday_zero_offset()).days()
}

/// The day that a minute counts for: what is after midnight in a night belongs to the day before.
fn day_of_minute(clock: Option<(i32, i32)>, shown: Date, minute: i32) -> Option<Date> {
    let Some((from, to)) = clock else { return Some(shown) };
    if from < to {
        return (from <= minute && minute < to).then_some(shown);
    }
    if minute < to { Some(shown - 1.day()) } else { (minute >= from).then_some(shown) }
}

#[derive(Debug, Default, PartialEq)]
struct Sum {
    seconds: i64,
    entries: BTreeSet<TimeEntryId>,
    days: BTreeMap<Date, i64>,
}

impl Sum {
    fn add(&mut self, entry: TimeEntryId, day: Date) {
        self.seconds += 60;
        self.entries.insert(entry);
        *self.days.entry(day).or_default() += 60;
    }
}

fn key(dimension: Dimension, day: Date, hour: i8) -> Key {
    match dimension {
        Dimension::Hour => Key::Hour(hour.unsigned_abs()),
        Dimension::Weekday => Key::Weekday(Weekday::of_monday(day.weekday().to_monday_zero_offset().into())),
        Dimension::Week => Key::From(local(monday_of(day))),
        Dimension::Month => Key::From(local(day.first_of_month())),
        Dimension::Year => Key::From(local(day.first_of_year())),
        _ => Key::From(local(day)),
    }
}

/// Sums minute by minute: of everything, by group, and by entry.
fn truth(
    rules: &TimeZone,
    entries: &[Rc<TimeEntry>],
    (first, last): (Date, Date),
    query: &Query,
    now: Timestamp,
) -> (Sum, BTreeMap<Vec<Key>, Sum>, BTreeMap<TimeEntryId, i64>) {
    let (mut total, mut groups, mut by_entry) = (Sum::default(), BTreeMap::<_, Sum>::new(), BTreeMap::new());
    for entry in entries {
        for at in (entry.start.0 / 1_000..entry.end.unwrap_or(now).0 / 1_000).step_by(60) {
            let shown = rules.to_datetime(jiff::Timestamp::from_second(at).expect("an instant"));
            let minute = i32::from(shown.hour()) * 60 + i32::from(shown.minute());
            let Some(day) = day_of_minute(query.filter.clock, shown.date(), minute) else { continue };
            let weekday = day.weekday().to_monday_zero_offset();
            let on_day = query.filter.weekdays == 0 || query.filter.weekdays >> weekday & 1 == 1;
            if on_day && first <= day && day <= last {
                total.add(entry.id, day);
                *by_entry.entry(entry.id).or_default() += 60;
                let keys = query.group_by.iter().map(|dimension| key(*dimension, day, shown.hour())).collect();
                groups.entry(keys).or_default().add(entry.id, day);
            }
        }
    }
    (total, groups, by_entry)
}

/// Entries of whole minutes: mostly of hours, of days where `long`, some at the same time; the last one is running.
fn entries(from: i64, spans: &[(i64, i64)], zone: &Zone, now: Timestamp) -> Vec<Rc<TimeEntry>> {
    let mut env = Env::deterministic(Timestamp(from * 1_000), 5);
    let mut entry = |at: i64, minutes: Option<i64>| {
        let start = Timestamp((from + at * 60) * 1_000);
        let mut entry = TimeEntry::new(env.id_at(start), start, zone.clone(), start);
        entry.end = minutes.map(|minutes| start.plus_ms(minutes * 60_000));
        Rc::new(entry)
    };
    let mut all: Vec<_> = spans.iter().map(|&(at, minutes)| entry(at, Some(minutes))).collect();
    all.push(entry((now.0 / 1_000 - from) / 60 - 500, None));
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn a_report_is_what_the_clock_shows_minute_by_minute(
        place in prop::sample::select(&PLACES[..]),
        spans in prop::collection::vec((0_i64..36_000, prop_oneof![4 => 1_i64..900, 1 => 900_i64..6_000]), 1..14),
        clock in prop::option::weighted(0.9, prop_oneof![
            (0_i32..1_440, 0_i32..1_440),
            (0_i32..24, 0_i32..24).prop_map(|(from, to)| (from * 60, to * 60)),
            (1_080_i32..1_440, 0_i32..600),
        ]),
        weekdays in prop_oneof![2 => Just(0_u8), 1 => 1_u8..128],
        (begin, length) in (0_i64..22, prop_oneof![Just(0_i64), 0_i64..22]),
        group_by in prop::sample::select(&WAYS[..]),
        now in 2_000_i64..34_000,
    ) {
        let clock = clock.filter(|(from, to)| from != to);
        let (name, start) = place;
        let start: Date = start.parse().expect("a date");
        let rules = TimeZoneDatabase::bundled().get(name).expect("a zone");
        let from = rules.to_timestamp(start.at(0, 0, 0, 0)).expect("an instant").as_second();
        let now = Timestamp((from + now * 60) * 1_000);
        let days = (start + begin.days(), start + (begin + length).days());
        let range = DateRange { first: local(days.0), last: local(days.1) };
        let zone = Zone::new(name);
        let entries = entries(from, &spans, &zone, now);
        let columns = Columns::of(Calendar::new(&zone, Weekday::Monday), &entries);
        let query = Query::new(range).of(Filter { clock, weekdays, ..Filter::default() }).by(group_by).with_days();
        let (total, groups, by_entry) = truth(&rules, &entries, days, &query, now);

        let found = report(&columns, &query, now);
        prop_assert_eq!(found.total.seconds, total.seconds);
        prop_assert_eq!(found.total.entries as usize, total.entries.len());
        prop_assert_eq!(found.total.active_days as usize, total.days.len());
        let all: Vec<Date> = (0..=length).map(|day| days.0 + day.days()).collect();
        let counts = |day: &&Date| weekdays == 0 || weekdays >> day.weekday().to_monday_zero_offset() & 1 == 1;
        prop_assert_eq!(found.total.days as usize, all.iter().filter(counts).count());
        let rows: BTreeMap<Vec<Key>, _> = found.rows.iter().map(|row| (row.keys.clone(), row.cell)).collect();
        prop_assert_eq!(rows.keys().collect::<Vec<_>>(), groups.keys().collect::<Vec<_>>());
        for (keys, sum) in &groups {
            let cell = rows[keys];
            prop_assert_eq!(cell.seconds, sum.seconds, "{:?}", keys);
            prop_assert_eq!(cell.entries as usize, sum.entries.len(), "{:?}", keys);
            prop_assert_eq!(cell.active_days as usize, sum.days.len(), "{:?}", keys);
            let ids: BTreeSet<_> = evidence_ids(&columns, &query, keys, now).into_iter().collect();
            prop_assert_eq!(&ids, &sum.entries, "{:?}", keys);
        }
        let expected: Vec<i64> = all.iter().map(|day| total.days.get(day).copied().unwrap_or_default()).collect();
        prop_assert_eq!(day_totals(&columns, range, &query.filter, now), expected);
        let parts: BTreeMap<TimeEntryId, i64> = evidence(&columns, &query, &[], now)
            .iter()
            .map(|row| (row.entry.id, counted(&columns, &query, row)))
            .collect();
        prop_assert_eq!(parts, by_entry);
    }
}

/// Sleep of some nights in Berlin, and what is asked of it at a time.
struct Log {
    workspace: Workspace,
    columns: Columns,
    now: Timestamp,
}

impl Log {
    fn new(now: &str) -> Self {
        let rules = TimeZoneDatabase::bundled().get("Europe/Berlin").expect("a zone");
        let at = |text: &str| {
            let civil: jiff::civil::DateTime = text.parse().expect("a time");
            let at = rules.to_timestamp(civil).expect("an instant").round(Unit::Second).expect("seconds");
            Timestamp(at.as_millisecond())
        };
        let mut env = Env::deterministic(at(now), 2);
        let mut workspace = Workspace::default();
        let mut draft = workspace.draft();
        let (id, aliases) = (env.id(), vec!["睡觉".to_owned(), "睡".to_owned()]);
        let (name, order) = ("Sleep".to_owned(), OrderKey::default());
        draft.put(TimeCategory { aliases, ..TimeCategory::new(id, name, order) });
        for (from, to) in [
            // Fridays: the 2nd, the 9th and the 30th of October.
            ("2026-10-02 23:00", "2026-10-03 04:00"),
            ("2026-10-09 21:00", "2026-10-10 07:00"),
            ("2026-10-10 22:00", "2026-10-11 05:00"),
            ("2026-10-24 22:00", "2026-10-25 05:00"),
            ("2026-10-25 23:30", "2026-10-26 02:00"),
            ("2026-10-30 23:00", "2026-10-31 01:00"),
            ("2026-10-31 23:00", "2026-11-01 05:00"),
            ("2026-12-31 23:00", "2027-01-01 05:30"),
        ] {
            let start = at(from);
            let mut entry = TimeEntry::new(env.id_at(start), start, Zone::new("Europe/Berlin"), start);
            (entry.end, entry.category) = (Some(at(to)), Some(id));
            draft.put(entry);
        }
        let changes = draft.finish();
        workspace.apply(&changes).expect("changes that apply");
        let rows: Vec<Rc<TimeEntry>> = workspace.tables().time_entries.values().cloned().collect();
        let columns = Columns::of(Calendar::new(&Zone::new("Europe/Berlin"), Weekday::Monday), &rows);
        Self { workspace, columns, now: at(now) }
    }

    fn ask(&self, text: &str, language: Language) -> String {
        let world = World { workspace: &self.workspace, columns: &self.columns, now: self.now };
        let aliases = ["睡觉".to_owned(), "睡".to_owned()];
        let known = Known {
            around: world.around(),
            calendar: self.columns.calendar(),
            categories: &[Named { name: "Sleep", aliases: &aliases, client: None }],
            goals: &[],
            tags: &[],
            mentions: &|words| world.mentions(words),
        };
        let plan = match understand(text, &[], &known) {
            Some(Understood::Plan(plan)) => plan,
            other => return format!("{other:?}"),
        };
        let findings: Vec<_> =
            plan.calls.iter().map(|call| look_up::answer(&world, call, 0, 10).expect("a finding").finding).collect();
        answer(&plan, &findings, &known, language).expect("an answer")
    }
}

#[test]
fn a_night_is_that_of_the_day_it_begins_on() {
    let log = Log::new("2026-11-10 12:00");
    let later = Log::new("2027-01-02 12:00");
    let morning = Log::new("2026-10-25 08:00");
    for (log, en, zh, said) in [
        (&log, "How long did I sleep in the night of 24 October?", "10月24日夜里我睡了多久？", ("8 h", "8小时")),
        (
            &log,
            "How much sleep between 22:00 and 06:00 on 24 October?",
            "10月24日22点到6点睡了多久？",
            ("8 h", "8小时"),
        ),
        (
            &log,
            "How long did I sleep on the night of 25 October?",
            "10月25日夜里我睡了多久？",
            ("2 h 30 min", "2小时30分钟"),
        ),
        (&morning, "How long did I sleep in the night yesterday?", "昨天夜里我睡了多久？", ("8 h", "8小时")),
        (
            &later,
            "How long did I sleep in the night of 31 December 2026?",
            "2026年12月31日夜里我睡了多久？",
            ("6 h 30 min", "6小时30分钟"),
        ),
        // 5 h, 8 h and 2 h.
        (&log, "How much sleep on Friday nights in October?", "10月每周五夜里睡了多久？", ("15 h", "15小时")),
        // All that begin in October: 5 + 8 + 7 + 8 + 2.5 + 2 + 6 h.
        (&log, "How much sleep at night in October?", "10月夜里睡了多久？", ("38 h 30 min", "38小时30分钟")),
    ] {
        let (en, zh) = (log.ask(en, Language::En), log.ask(zh, Language::Zh));
        assert!(en.contains(&format!("**{}**", said.0)) && en.contains("06:00 the next day"), "{en}");
        assert!(zh.contains(&format!("**{}**", said.1)) && zh.contains("22:00至次日06:00"), "{zh}");
    }
}

#[test]
fn nights_are_listed_by_the_days_they_begin_on() {
    let log = Log::new("2026-11-10 12:00");
    let said = log.ask("Sleep by day in the night from 24 to 31 October", Language::En);
    assert!(said.contains("24 October: 8 h") && said.contains("25 October: 2 h 30 min"), "{said}");
    assert!(said.contains("26 October: 0") && said.contains("31 October: 6 h"), "{said}");
}
