use super::*;
use crate::tools::{Found, Only, Sums};
use espalier_base::date::{LocalDate, Weekday};
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use proptest::prelude::*;

fn finding(total: i64, rows: &[(&str, i64)]) -> Finding {
    let sums = |secs| Sums { secs, count: 12, days: 7, mean_days: 7, active_days: 5, median_secs: 7_200, streak: 3 };
    let rows = rows.iter().map(|(name, secs)| Found {
        keys: vec![(*name).to_owned()],
        sums: Sums { count: 4, ..sums(*secs) },
        start: Some(Timestamp(1_773_126_000_000)),
        ..Found::default()
    });
    let range = DateRange { first: "2026-03-09".parse().unwrap(), last: "2026-03-15".parse().unwrap() };
    Finding {
        range,
        logged: range,
        other: None,
        total: sums(total),
        other_total: None,
        rows: rows.collect(),
        entries: Vec::new(),
        only: Only::default(),
    }
}

thread_local! {
    static CALENDAR: Calendar = Calendar::new(&Zone::new("Asia/Shanghai"), Weekday::Monday);
}

/// The claims of a reply: `+` right, `-` wrong.
fn marks(reply: &str, findings: &[Finding]) -> Vec<String> {
    let around = Around { today: "2026-03-18".parse().unwrap(), week_start: Weekday::Monday, earliest: None };
    let marks = CALENDAR.with(|calendar| check(reply, findings, &["Study", "Sport", "Deep work"], calendar, &around));
    marks
        .iter()
        .map(|mark| format!("{}{}", if mark.is_wrong() { '-' } else { '+' }, &reply[mark.range.clone()]))
        .collect()
}

fn week() -> Finding {
    // 20 hours; 12 h 3 min 20 s, which is 60.3 %.
    finding(72_000, &[("Study", 43_400), ("Sport", 28_600)])
}

fn check_marks(reply: &str, expect: &[&str]) {
    assert_eq!(marks(reply, &[week()]), expect, "{reply}");
}

#[test]
fn g1_numbers_are_right_as_they_are_rounded() {
    check_marks("You studied 12 h 3m.", &["+12 h 3m"]);
    check_marks("You studied 12h 5m.", &["-12h 5m"]);
    check_marks("12.1 hours, or 12.2 hours", &["+12.1 hours", "-12.2 hours"]);
    check_marks("about 12 hours of 20 hours", &["+12 hours", "+20 hours"]);
    check_marks("723 minutes", &["+723 minutes"]);
    check_marks("12小时3分，共二十小时", &["+12小时3分", "+二十小时"]);
    check_marks("学习了十二小时三分钟，不是十三小时", &["+十二小时三分钟", "-十三小时"]);
    check_marks("60.3%, 60 %, 61%, 39.7% for the rest", &["+60.3%", "+60 %", "-61%", "+39.7%"]);
    check_marks("百分之六十", &["+百分之六十"]);
    check_marks("２０小时", &["+２０小时"]);
    check_marks("1,200 minutes", &["+1,200 minutes"]);
}

#[test]
fn g2_dates_times_and_counts_are_checked() {
    check_marks("From 2026-03-09 to 2026-03-15", &["+From 2026-03-09 to 2026-03-15"]);
    check_marks("from 2026-03-09 to 2026-03-16", &["-from 2026-03-09 to 2026-03-16"]);
    check_marks("between March 9 and March 15", &["+between March 9 and March 15"]);
    check_marks("3月9日到15日", &["+3月9日到15日"]);
    check_marks("on 2026-03-10 at 15:00, not at 16:30", &["+2026-03-10", "+15:00", "-16:30"]);
    check_marks("3pm, 4 pm", &["+3pm", "-4 pm"]);
    check_marks("12 entries on 5 days, 13 entries", &["+12", "+5", "-13"]);
    check_marks("12条记录，分布在五天，不是九天", &["+12", "+五天", "-九天"]);
    check_marks("Today is 2026-03-18.", &[]);
    // A model that recites what it was told, and one that recites it wrong.
    check_marks("Today was 2026-03-18, Wednesday; the time zone is UTC. Yesterday was 2026-03-02.", &["-2026-03-02"]);
    check_marks("The user has 100 days.The user has 100 days.", &["-100", "-100"]);
    check_marks("in the year 2026", &["+2026"]);
    check_marks("All entries, 2026: 20 h. Not 2025: nothing", &["+2026", "+20 h", "-2025"]);
}

#[test]
fn g2_what_claims_nothing_is_left_alone() {
    check_marks("1. First\n2. Second\n\n## 3) Third", &[]);
    check_marks("Use `sleep 300` or version v2.", &[]);
    check_marks("last week, on Monday", &[]);
    check_marks("See [this](https://a.example/2026-03-01/77) or https://b.example:8080/99?x=12 there", &[]);
    check_marks("[12 h](https://a.example/12) and (13 h)", &["+12 h", "-13 h"]);
    check_marks("一个人一起，第一次", &[]);
    let named = finding(72_000, &[("Course 101", 72_000)]);
    assert_eq!(marks("Course 101 took 20 h, 102 took 0", &[named]), ["+20 h", "-102", "-0"]);
}

#[test]
fn g3_sources_lead_to_the_line() {
    let calendar = Calendar::new(&Zone::new("UTC"), Weekday::Monday);
    let around = Around { today: LocalDate(20_000), week_start: Weekday::Monday, earliest: None };
    let marks = check("12 h 3 min and 20 h", &[week()], &[], &calendar, &around);
    assert_eq!(marks[0].sources, [Source { finding: 0, row: Some(0) }]);
    assert!(marks[1].sources.contains(&Source { finding: 0, row: None }));
}

#[test]
fn g4_numbers_are_right_of_what_they_are_said_of() {
    check_marks("Study: 12 h 3m, Sport: 7 h 57 min", &["+12 h 3m", "+7 h 57 min"]);
    check_marks("12 h 3m of Sport", &["-12 h 3m"]);
    check_marks("You spent 12 h 3m on Study.", &["+12 h 3m"]);
    check_marks("Deep work 12 h 3m", &["-12 h 3m"]);
    check_marks("Sport took 7 h 57 min of 20 h", &["+7 h 57 min", "+20 h"]);
    check_marks("Study and Sport took 12 h 3m and 7 h 57 min", &["+12 h 3m", "+7 h 57 min"]);
    check_marks("Study: 12 h 3m. That is 60.3% of everything.", &["+12 h 3m", "+60.3%"]);
    check_marks("Deep work: 60.3%", &["-60.3%"]);
    check_marks("12 entries, 12 days, 5 days, 5 entries", &["+12", "-12", "+5", "-5"]);
    check_marks("From 2 to 8 February Study took 12 h 3m", &["-From 2 to 8 February", "-12 h 3m"]);
    check_marks("9–15 March: 20 h", &["+9–15 March", "+20 h"]);
    check_marks("March 2026-03-09", &["+2026-03-09"]);
    check_marks("运动12小时3分钟，学习", &["+12小时3分钟"]);
    check_marks("Sport：12小时3分钟", &["-12小时3分钟"]);
}

#[test]
fn without_findings_every_number_is_wrong() {
    assert_eq!(marks("You slept 8 hours, 33%.", &[]), ["-8 hours", "-33%"]);
}

proptest! {
    #[test]
    fn g1_what_was_found_is_right_in_every_form(secs in 60_i64..400_000) {
        let minutes = (secs + 30) / 60;
        let (hours, rest) = (minutes / 60, minutes % 60);
        let tenths = (secs as f64 / 360.0).round() / 10.0;
        let found = [finding(secs, &[])];
        for text in [
            format!("{hours}h {rest}m"),
            format!("{hours} hours and {rest} minutes"),
            format!("{hours}小时{rest}分"),
            format!("{minutes} min"),
            format!("{tenths:.1} hours"),
        ] {
            if rest == 0 && text.contains(" 0 ") { continue; }
            let marked = marks(&text, &found);
            prop_assert!(marked.iter().all(|mark| mark.starts_with('+')) && !marked.is_empty(), "{} {:?}", text, marked);
        }
    }

    #[test]
    fn g3_no_wrong_length_goes_unmarked(secs in 3_600_i64..400_000, off in 2_i64..200, later in any::<bool>()) {
        let wrong = if later { secs + off * 60 } else { secs - off * 60 };
        prop_assume!(wrong >= 60);
        let sums = Sums { secs, ..Sums::default() };
        let found = Finding { total: sums, rows: Vec::new(), ..finding(secs, &[]) };
        let minutes = (wrong + 30) / 60;
        for text in [format!("{}h {:02}m", minutes / 60, minutes % 60), format!("{}小时{}分", minutes / 60, minutes % 60)] {
            let marked = marks(&text, std::slice::from_ref(&found));
            prop_assert!(marked.iter().any(|mark| mark.starts_with('-')), "{} {:?}", text, marked);
        }
    }

    #[test]
    fn any_reply_is_checked(text in any::<String>(), likely in "[0-9:.,%hm 小时分三十月日`#*\n-]{0,60}") {
        let findings = [week()];
        for text in [text, likely] {
            let around = Around { today: LocalDate(20_000), week_start: Weekday::Monday, earliest: None };
            let mut end = 0;
            for mark in CALENDAR.with(|calendar| check(&text, &findings, &["study", "分"], calendar, &around)) {
                prop_assert!(mark.range.start >= end && mark.range.end > mark.range.start);
                prop_assert!(text.get(mark.range.clone()).is_some());
                end = mark.range.end;
            }
        }
    }
}
