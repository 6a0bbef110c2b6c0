use super::*;
use espalier_base::date::Weekday;
use proptest::prelude::*;

fn date(text: &str) -> LocalDate {
    text.parse().unwrap()
}

/// A Wednesday.
fn around() -> Around {
    Around { today: date("2026-03-18"), week_start: Weekday::Monday, earliest: Some(date("2024-11-05")) }
}

fn said(text: &str) -> String {
    match resolve(text, &around()) {
        Ok(range) => echo(range),
        Err(PhraseError::Unknown { .. }) => "unknown".to_owned(),
        Err(PhraseError::Ambiguous { first, second, .. }) => format!("{} or {}", echo(first), echo(second)),
        Err(PhraseError::Impossible { .. }) => "impossible".to_owned(),
    }
}

fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter(|(text, expect)| said(text) != *expect)
        .map(|(text, expect)| format!("{text}: {} and not {expect}", said(text)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn dates_are_read() {
    check(&[
        ("2026-03-01", "2026-03-01"),
        (" 2026/3/1 ", "2026-03-01"),
        ("2026.03.01", "2026-03-01"),
        ("２０２６－０３－０１", "2026-03-01"),
        ("20260301", "2026-03-01"),
        ("2026-03", "2026-03-01..2026-03-31"),
        ("2026", "2026-01-01..2026-12-31"),
        ("in 2025", "2025-01-01..2025-12-31"),
        ("2026-W09", "2026-02-23..2026-03-01"),
        ("2020-W53", "2020-12-28..2021-01-03"),
        ("2021-W53", "impossible"),
        ("2025-Q4", "2025-10-01..2025-12-31"),
        ("2025 Q4", "2025-10-01..2025-12-31"),
        ("March 5", "2026-03-05"),
        ("march 5th, 2025", "2025-03-05"),
        ("5 March 2025", "2025-03-05"),
        ("the 5th of March", "2026-03-05"),
        ("Dec 24", "2025-12-24"),
        ("Dec. 24", "2025-12-24"),
        ("the 15th", "2026-03-15"),
        ("the 20th", "2026-02-20"),
        ("March", "2026-03-01..2026-03-31"),
        ("May", "2025-05-01..2025-05-31"),
        ("in May", "2025-05-01..2025-05-31"),
        ("Mar 2024", "2024-03-01..2024-03-31"),
        ("March last year", "2025-03-01..2025-03-31"),
        ("March of 2024", "2024-03-01..2024-03-31"),
        ("14/3", "2026-03-14"),
        ("3/14", "2026-03-14"),
        ("3/4", "2026-03-04 or 2025-04-03"),
        ("14.3.2026", "2026-03-14"),
        ("3.4.2026", "2026-04-03"),
        ("3/4/2026", "2026-03-04 or 2026-04-03"),
        ("3/3/26", "2026-03-03"),
        ("2026-02-30", "impossible"),
        ("Feb 29", "2024-02-29"),
        ("Feb 29 2025", "impossible"),
        ("1850", "unknown"),
    ]);
}

#[test]
fn chinese_dates_are_read() {
    check(&[
        ("3月", "2026-03-01..2026-03-31"),
        ("三月", "2026-03-01..2026-03-31"),
        ("3月份", "2026-03-01..2026-03-31"),
        ("十二月", "2025-12-01..2025-12-31"),
        ("2025年", "2025-01-01..2025-12-31"),
        ("二〇二五年三月", "2025-03-01..2025-03-31"),
        ("25年3月", "2025-03-01..2025-03-31"),
        ("2025年3月5日", "2025-03-05"),
        ("3月5号", "2026-03-05"),
        ("3月20日", "2025-03-20"),
        ("5号", "2026-03-05"),
        ("20号", "2026-02-20"),
        ("去年", "2025-01-01..2025-12-31"),
        ("今年", "2026-01-01..2026-12-31"),
        ("前年", "2024-01-01..2024-12-31"),
        ("去年3月", "2025-03-01..2025-03-31"),
        ("去年的3月5日", "2025-03-05"),
        ("今年三月", "2026-03-01..2026-03-31"),
        ("3月上旬", "2026-03-01..2026-03-10"),
        ("3月中旬", "2026-03-11..2026-03-20"),
        ("3月中", "2026-03-11..2026-03-20"),
        ("2月下旬", "2026-02-21..2026-02-28"),
        ("2月底", "2026-02-21..2026-02-28"),
        ("3月前三周", "2026-03-01..2026-03-21"),
        ("3月第二周", "2026-03-08..2026-03-14"),
        ("2月最后一周", "2026-02-22..2026-02-28"),
        ("2月最后三天", "2026-02-26..2026-02-28"),
        ("第一季度", "2026-01-01..2026-03-31"),
        ("四季度", "2025-10-01..2025-12-31"),
        ("去年第四季度", "2025-10-01..2025-12-31"),
        ("2025年Q2", "2025-04-01..2025-06-30"),
        ("上半年", "2026-01-01..2026-06-30"),
        ("去年下半年", "2025-07-01..2025-12-31"),
    ]);
}

#[test]
fn relative_phrases_are_read() {
    check(&[
        ("today", "2026-03-18"),
        ("Yesterday", "2026-03-17"),
        ("the day before yesterday", "2026-03-16"),
        ("tomorrow", "2026-03-19"),
        ("this week", "2026-03-16..2026-03-22"),
        ("last week", "2026-03-09..2026-03-15"),
        ("the week before last", "2026-03-02..2026-03-08"),
        ("this month", "2026-03-01..2026-03-31"),
        ("last month", "2026-02-01..2026-02-28"),
        ("previous month", "2026-02-01..2026-02-28"),
        ("next month", "2026-04-01..2026-04-30"),
        ("last quarter", "2025-10-01..2025-12-31"),
        ("last year", "2025-01-01..2025-12-31"),
        ("last weekend", "2026-03-14..2026-03-15"),
        ("this weekend", "2026-03-21..2026-03-22"),
        ("Monday", "2026-03-16"),
        ("on Wednesday", "2026-03-18"),
        ("Thursday", "2026-03-12"),
        ("last Wednesday", "2026-03-11"),
        ("last Monday", "2026-03-16"),
        ("this Friday", "2026-03-20"),
        ("year to date", "2026-01-01..2026-03-18"),
        ("this month so far", "2026-03-01..2026-03-18"),
        ("今天", "2026-03-18"),
        ("昨天", "2026-03-17"),
        ("前天", "2026-03-16"),
        ("大前天", "2026-03-15"),
        ("本周", "2026-03-16..2026-03-22"),
        ("这周", "2026-03-16..2026-03-22"),
        ("这个星期", "2026-03-16..2026-03-22"),
        ("上周", "2026-03-09..2026-03-15"),
        ("上个礼拜", "2026-03-09..2026-03-15"),
        ("上上周", "2026-03-02..2026-03-08"),
        ("上週", "2026-03-09..2026-03-15"),
        ("上周末", "2026-03-14..2026-03-15"),
        ("本月", "2026-03-01..2026-03-31"),
        ("上个月", "2026-02-01..2026-02-28"),
        ("上月", "2026-02-01..2026-02-28"),
        ("上上个月", "2026-01-01..2026-01-31"),
        ("上个季度", "2025-10-01..2025-12-31"),
        ("周一", "2026-03-16"),
        ("上周三", "2026-03-11"),
        ("星期天", "2026-03-15"),
        ("这周五", "2026-03-20"),
        ("今年以来", "2026-01-01..2026-03-18"),
        ("全部", "2024-11-05..2026-03-18"),
        ("all time", "2024-11-05..2026-03-18"),
    ]);
}

#[test]
fn counted_periods_are_read() {
    check(&[
        ("last 30 days", "2026-02-17..2026-03-18"),
        ("the last 7 days", "2026-03-12..2026-03-18"),
        ("past week", "2026-03-12..2026-03-18"),
        ("past two weeks", "2026-03-05..2026-03-18"),
        ("last 3 weeks", "2026-02-26..2026-03-18"),
        ("last six months", "2025-09-19..2026-03-18"),
        ("previous 3 weeks", "2026-02-23..2026-03-15"),
        ("previous 2 months", "2026-01-01..2026-02-28"),
        ("3 days ago", "2026-03-15"),
        ("two weeks ago", "2026-03-02..2026-03-08"),
        ("a month ago", "2026-02-01..2026-02-28"),
        ("最近30天", "2026-02-17..2026-03-18"),
        ("过去一周", "2026-03-12..2026-03-18"),
        ("近三个月", "2025-12-19..2026-03-18"),
        ("最近半年", "2025-09-19..2026-03-18"),
        ("前三周", "2026-02-23..2026-03-15"),
        ("前3天", "2026-03-15..2026-03-17"),
        ("前两个月", "2026-01-01..2026-02-28"),
        ("三天前", "2026-03-15"),
        ("两周前", "2026-03-02..2026-03-08"),
        ("3个月前", "2025-12-01..2025-12-31"),
        ("next 7 days", "2026-03-18..2026-03-24"),
        ("Q1", "2026-01-01..2026-03-31"),
        ("Q4", "2025-10-01..2025-12-31"),
        ("q2 2025", "2025-04-01..2025-06-30"),
        ("the first quarter of 2025", "2025-01-01..2025-03-31"),
        ("last year Q3", "2025-07-01..2025-09-30"),
        ("H2 2025", "2025-07-01..2025-12-31"),
        ("first half of last year", "2025-01-01..2025-06-30"),
        ("the first half of February", "2026-02-01..2026-02-15"),
        ("second half of February 2024", "2024-02-16..2024-02-29"),
        ("second half of last month", "2026-02-16..2026-02-28"),
        ("2025年10月上半月", "2025-10-01..2025-10-15"),
        ("上个月的下半月", "2026-02-16..2026-02-28"),
        ("first week of March", "2026-03-01..2026-03-07"),
        ("the first 3 days of last month", "2026-02-01..2026-02-03"),
        ("last 3 days of February", "2026-02-26..2026-02-28"),
        ("week of March 5", "2026-03-02..2026-03-08"),
        ("mid-February", "2026-02-10..2026-02-18"),
        ("beginning of February", "2026-02-01..2026-02-09"),
        ("99999999 days ago", "impossible"),
        ("last 0 days", "impossible"),
    ]);
}

#[test]
fn ranges_are_read() {
    check(&[
        ("2026-03-01..2026-03-05", "2026-03-01..2026-03-05"),
        ("2026-03-01 - 2026-03-05", "2026-03-01..2026-03-05"),
        ("2026-03-01 to 2026-03-05", "2026-03-01..2026-03-05"),
        ("from 2026-03-01 until yesterday", "2026-03-01..2026-03-17"),
        ("between Monday and Wednesday", "2026-03-16..2026-03-18"),
        ("Monday to Friday", "2026-03-09..2026-03-13"),
        ("March 5-8", "2026-03-05..2026-03-08"),
        ("March 5 to March 8", "2026-03-05..2026-03-08"),
        ("March 5 to 8", "2026-03-05..2026-03-08"),
        ("Nov to Jan", "2025-11-01..2026-01-31"),
        ("January to March", "2026-01-01..2026-03-31"),
        ("since Monday", "2026-03-16..2026-03-18"),
        ("since 2026-03-01", "2026-03-01..2026-03-18"),
        ("since last month", "2026-02-01..2026-03-18"),
        ("before March", "2024-11-05..2026-02-28"),
        ("until last month", "2024-11-05..2026-02-28"),
        ("after March 5", "2026-03-06..2026-03-18"),
        ("3月5日到8日", "2026-03-05..2026-03-08"),
        ("3月5日至3月8日", "2026-03-05..2026-03-08"),
        ("3月5-8日", "2026-03-05..2026-03-08"),
        ("1月到3月", "2026-01-01..2026-03-31"),
        ("从上周一到昨天", "2026-03-09..2026-03-17"),
        ("周一以来", "2026-03-16..2026-03-18"),
        ("3月5日至今", "2026-03-05..2026-03-18"),
        ("自去年以来", "2025-01-01..2026-03-18"),
        ("3月之前", "2024-11-05..2026-02-28"),
        ("截至上个月", "2024-11-05..2026-02-28"),
        ("2026-03-05 to 2026-03-01", "impossible"),
    ]);
}

#[test]
fn d2_what_is_not_understood_says_what_would_be() {
    for text in [
        "",
        "   ",
        "soon",
        "the other day",
        "last",
        "day",
        "3",
        "32nd",
        "Q5",
        "13月",
        "writing",
        "last week writing",
        "周",
    ] {
        assert_eq!(said(text), "unknown", "{text}");
    }
    let error = resolve("soon", &around()).unwrap_err().to_string();
    assert!(error.contains("“soon”") && error.contains("last 30 days") && error.contains("上个月"), "{error}");
}

#[test]
fn every_example_is_understood() {
    for text in UNDERSTOOD {
        assert!(resolve(text, &around()).is_ok(), "{text}");
    }
}

#[test]
fn weeks_begin_where_they_are_said_to() {
    let sunday = Around { week_start: Weekday::Sunday, ..around() };
    let resolved = |text| echo(resolve(text, &sunday).unwrap());
    assert_eq!(resolved("this week"), "2026-03-15..2026-03-21");
    assert_eq!(resolved("last weekend"), "2026-03-14..2026-03-15");
    assert_eq!(resolved("上周日"), "2026-03-08");
}

#[test]
fn phrases_are_found_in_sentences() {
    let found = |text: &str| -> Vec<String> {
        find(text, &around()).into_iter().map(|(range, days)| format!("{}={}", &text[range], echo(days))).collect()
    };
    assert_eq!(found("How long did I study last week?"), ["last week=2026-03-09..2026-03-15"]);
    assert_eq!(
        found("compare this month with last month"),
        ["this month=2026-03-01..2026-03-31", "last month=2026-02-01..2026-02-28"]
    );
    assert_eq!(found("我上周学习了多久？"), ["上周=2026-03-09..2026-03-15"]);
    assert_eq!(found("上个月和这个月比较"), ["上个月=2026-02-01..2026-02-28", "这个月=2026-03-01..2026-03-31"]);
    assert_eq!(found("每周一我做什么"), Vec::<String>::new());
    assert_eq!(found("what do I do every Monday"), Vec::<String>::new());
    assert_eq!(found("chapter 12 of the Sunlight book"), Vec::<String>::new());
}

proptest! {
    #[test]
    fn d1_every_written_range_comes_back(first in 0_i32..60_000, length in 0_i32..2_000) {
        let range = DateRange { first: LocalDate(first), last: LocalDate(first + length) };
        prop_assert_eq!(resolve(&echo(range), &around()), Ok(range));
        let spoken = format!("from {} to {}", range.first, range.last);
        prop_assert_eq!(resolve(&spoken, &around()), Ok(range));
    }

    #[test]
    fn d3_units_hold_what_they_are_around(day in 0_i32..60_000, start in 0_i32..7) {
        let around = Around { today: LocalDate(day), week_start: Weekday::of_monday(start), earliest: None };
        for text in ["today", "this week", "this month", "this quarter", "this year", "本周", "本月", "今年", "last 30 days"] {
            let range = resolve(text, &around).unwrap();
            prop_assert!(range.contains(around.today), "{} {}", text, echo(range));
        }
        for unit in ["week", "month", "quarter", "year"] {
            let this = resolve(&format!("this {unit}"), &around).unwrap();
            let last = resolve(&format!("last {unit}"), &around);
            if let Ok(last) = last {
                prop_assert_eq!(last.last.plus_days(1), this.first);
            }
        }
        for text in ["Monday", "周五", "March", "5月", "Q3", "3月5日", "the 31st", "Feb 29"] {
            if let Ok(range) = resolve(text, &around) {
                prop_assert!(range.first <= around.today, "{} {}", text, echo(range));
            }
        }
    }

    #[test]
    fn any_text_is_answered(text in any::<String>(), words in prop::collection::vec(prop::sample::select(WORDS), 0..8)) {
        let _ = resolve(&text, &around());
        let words = words.join("");
        if let Ok(range) = resolve(&words, &around()) {
            prop_assert!(range.first <= range.last);
        }
        let mut end = 0;
        for (span, _) in find(&words, &around()) {
            prop_assert!(span.start >= end && span.start < span.end && words.get(span.clone()).is_some());
            end = span.end;
        }
    }
}

const WORDS: &[&str] = &[
    "last",
    " ",
    "week",
    "2026",
    "-",
    "03",
    "月",
    "3",
    "日",
    "上",
    "周",
    "一",
    "前",
    "三",
    "个",
    "年",
    "Q",
    "1",
    "of",
    "since",
    "to",
    "到",
    "以来",
    "March",
    "the",
    "5th",
    "/",
    ".",
    "第",
    "季度",
    "半年",
    "号",
    "last 30 days",
    "99999",
    "W",
    "first",
];
