//! Against the library itself, over all zones and the instants at which their clocks are set.

use jiff::civil::Date;
use proptest::prelude::*;

use super::*;

fn calendar(zone: &str) -> Calendar {
    Calendar::new(&Zone::new(zone), Weekday::Monday)
}

fn date(text: &str) -> LocalDate {
    text.parse().unwrap()
}

fn zones() -> Vec<String> {
    TimeZoneDatabase::bundled().available().map(|name| name.to_string()).collect()
}

/// The first second of a day as the library has it.
fn start_of_day(rules: &TimeZone, day: LocalDate) -> i64 {
    let (year, month, day) = day.parts();
    let date = Date::new(year as i16, month as i8, day as i8).unwrap();
    date.to_zoned(rules.clone()).unwrap().start_of_day().unwrap().timestamp().as_second()
}

fn second(text: &str) -> i64 {
    text.parse::<jiff::Timestamp>().unwrap().as_second()
}

/// The seconds of a day, and whether [`Calendar::days`] and [`Calendar::hours`] give the same for it.
fn length(zone: &str, day: &str) -> i64 {
    let calendar = calendar(zone);
    let (from, to) = calendar.span(DateRange::day(date(day)));
    let days: Vec<Piece> = calendar.days(from, to).collect();
    assert!(days.len() <= 1, "{zone} {day}: {days:?}");
    assert_eq!(calendar.hours(from, to).map(|piece| piece.seconds()).sum::<i64>(), to - from);
    to - from
}

#[test]
fn days_are_as_long_as_they_really_were() {
    let check = |zone: &str, day: &str, hours: f64| {
        assert!((length(zone, day) as f64 - hours * 3_600.0).abs() < 0.5, "{zone} {day}: {}", length(zone, day));
    };
    check("Europe/Berlin", "2026-03-29", 23.0);
    check("Europe/Berlin", "2026-10-25", 25.0);
    check("Europe/Berlin", "2026-10-26", 24.0);
    check("America/New_York", "2026-03-08", 23.0);
    check("Australia/Lord_Howe", "2026-04-05", 24.5);
    check("America/Sao_Paulo", "2018-11-04", 23.0);
    check("Pacific/Apia", "2011-12-30", 0.0);
    check("Pacific/Apia", "2011-12-31", 24.0);
    check("Asia/Shanghai", "2026-03-29", 24.0);
    check("UTC", "2016-12-31", 24.0);
    // Set back from 00:01 to 23:01: the repeated minutes belong to the day that had begun.
    check("America/St_Johns", "2010-11-06", 24.0);
    check("America/St_Johns", "2010-11-07", 25.0);
    check("+05:30", "2026-03-29", 24.0);
}

#[test]
fn a_date_is_a_local_one_west_of_greenwich_too() {
    let calendar = calendar("America/Los_Angeles");
    assert_eq!(calendar.day_start(date("2026-03-01")), second("2026-03-01T08:00:00Z"));
    assert_eq!(calendar.day(second("2026-03-01T07:59:59Z")), date("2026-02-28"));
    assert_eq!(calendar.day_of(Timestamp(second("2026-03-01T08:00:00Z") * 1_000)), date("2026-03-01"));
}

#[test]
fn a_zone_that_nobody_knows_is_utc() {
    let unknown = calendar("Mars/Olympus");
    assert!(!unknown.is_known());
    assert_eq!(unknown.day_start(date("2026-03-01")), second("2026-03-01T00:00:00Z"));
    for (name, seconds) in [("+05:30", 19_800), ("-0800", -28_800), ("+9", 32_400), ("Etc/GMT-8", 28_800)] {
        let known = calendar(name);
        assert!(known.is_known(), "{name}");
        assert_eq!(known.offset(0), seconds, "{name}");
    }
    for name in ["+", "-25", "+1:2:3:4:5", "+05:60", "+x"] {
        assert!(!calendar(name).is_known(), "{name}");
    }
}

#[test]
fn times_that_are_shown_twice_or_never_say_so() {
    let calendar = calendar("Europe/Berlin");
    let shown = |day: &str, hour: i32, minute: i32| {
        calendar.instants(Clock { date: date(day), second: hour * 3_600 + minute * 60 })
    };
    let (first, last) = (second("2026-10-25T00:30:00Z"), second("2026-10-25T01:30:00Z"));
    assert_eq!(shown("2026-10-25", 2, 30), ClockReading::Twice(first, last));
    let never = ClockReading::Never { at: second("2026-03-29T01:00:00Z"), shifted: second("2026-03-29T01:30:00Z") };
    assert_eq!(shown("2026-03-29", 2, 30), never);
    assert_eq!(calendar.clock(never.first()).time(), (3, 30, 0));
    assert_eq!(shown("2026-03-29", 3, 0), ClockReading::Once(second("2026-03-29T01:00:00Z")));
}

#[test]
fn the_repeated_hour_has_two() {
    let calendar = calendar("Europe/Berlin");
    let (from, to) = calendar.span(DateRange::day(date("2026-10-25")));
    let mut hours = [0; 24];
    for piece in calendar.hours(from, to) {
        hours[usize::from(piece.hour)] += piece.seconds();
    }
    assert_eq!(hours[2], 7_200);
    assert_eq!(hours.iter().sum::<i64>(), 90_000);
}

/// Every zone at every setting of its clocks from 1900 to 2100, against the library: where days begin, what the clock
/// shows, and when it shows it.
#[test]
fn every_zone_agrees_with_the_library_wherever_clocks_are_set() {
    let (mut checked, mut odd) = (0, Vec::new());
    for name in zones() {
        let (calendar, rules) = (calendar(&name), TimeZoneDatabase::bundled().get(&name).unwrap());
        let until = second("2045-01-01T00:00:00Z");
        let settings: Vec<i64> = calendar.segments.iter().skip(1).map(|segment| segment.from).collect();
        for at in settings.into_iter().filter(|&at| at < until) {
            for near in [at - 1, at, at + 1, at - 40_000, at + 40_000, at + 86_400] {
                let zoned = jiff::Timestamp::from_second(near).unwrap().to_zoned(rules.clone());
                let clock = calendar.clock(near);
                let expected = (zoned.year().into(), zoned.month().into(), zoned.day().into());
                assert_eq!(clock.date.parts(), expected, "{name} {near}");
                let time = (zoned.hour().into(), zoned.minute().into(), zoned.second().into());
                assert_eq!(clock.time(), time, "{name} {near}");
                let compatible = rules.to_ambiguous_zoned(zoned.datetime()).compatible().unwrap();
                assert_eq!(calendar.instants(clock).first(), compatible.timestamp().as_second(), "{name} {clock:?}");
                checked += 1;
            }
            for days in -1..=1 {
                let day = calendar.day(at).plus_days(days);
                let start = calendar.day_start(day);
                if start != start_of_day(&rules, day) {
                    // Where the clock goes from 23:30 to 00:30, the library begins the day at 01:00.
                    let shows = |second| calendar.clock(second).date;
                    assert!(shows(start) == day && shows(start - 1) < day, "{name} {day}");
                    odd.push((name.clone(), day));
                }
            }
        }
    }
    assert!(checked > 100_000 && odd.len() < 20, "{checked} {odd:?}");
}

prop_compose! {
    /// A zone, and a stretch of time that mostly begins near a setting of its clock.
    fn any_stretch()(
        zone in prop::sample::select(zones()),
        near in any::<prop::sample::Index>(),
        before in -200_000_i64..200_000,
        length in prop_oneof![0_i64..10_000, 0_i64..300_000, 0_i64..20_000_000],
    ) -> (Calendar, i64, i64) {
        let calendar = calendar(&zone);
        let settings: Vec<i64> = calendar.segments.iter().skip(1).map(|segment| segment.from).collect();
        let at = if settings.is_empty() { 1_700_000_000 } else { settings[near.index(settings.len())] };
        (calendar, at - before, at - before + length)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn d3_pieces_are_the_stretch_and_lie_in_their_days((calendar, from, to) in any_stretch()) {
        let days: Vec<Piece> = calendar.days(from, to).collect();
        let hours: Vec<Piece> = calendar.hours(from, to).collect();
        for pieces in [&days, &hours] {
            let mut at = from;
            for piece in pieces {
                prop_assert_eq!(piece.from, at);
                prop_assert!(piece.to > piece.from);
                let (first, end) = calendar.span(DateRange::day(piece.day));
                prop_assert!(first <= piece.from && piece.to <= end);
                at = piece.to;
            }
            prop_assert_eq!(at, to.max(from));
        }
        for piece in &hours {
            prop_assert_eq!(calendar.clock(piece.from).hour(), i32::from(piece.hour));
            prop_assert_eq!(calendar.clock(piece.to - 1).hour(), i32::from(piece.hour));
        }
        for (one, next) in days.iter().zip(days.iter().skip(1)) {
            prop_assert!(one.day < next.day);
        }
    }

    #[test]
    fn d1_an_instant_is_in_the_day_whose_span_holds_it((calendar, at, _) in any_stretch()) {
        let day = calendar.day(at);
        let (from, to) = calendar.span(DateRange::day(day));
        prop_assert!(from <= at && at < to);
        prop_assert_eq!(calendar.span(DateRange::new(day, day.plus_days(6))).1, calendar.day_start(day.plus_days(7)));
    }

    #[test]
    fn what_a_clock_shows_is_shown_at_that_instant((calendar, at, _) in any_stretch()) {
        match calendar.instants(calendar.clock(at)) {
            ClockReading::Once(found) => prop_assert_eq!(found, at),
            ClockReading::Twice(first, last) => prop_assert!(first < last && (first == at || last == at)),
            ClockReading::Never { .. } => prop_assert!(false, "it is shown at {}", at),
        }
    }
}
