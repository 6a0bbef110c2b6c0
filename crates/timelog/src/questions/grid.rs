//! All questions with all ranges, names and conditions, in both languages, against brute force on random logs: what is
//! understood is what was put together, and the answer has its words and numbers.

use super::oracle::{CHINESE, ENGLISH, Log};
use super::truth::{expected, said};
use super::{Kind, Understood, understand};
use crate::phrase;
use crate::tools::{Group, Only};
use espalier_base::date::Weekday;
use espalier_base::language::Language;

/// A question with places for a name `{n}`, conditions `{c}` and days `{d}`.
const PLACES: &[(Kind, &str, &str)] = &[
    (Kind::Sum, "How much {n} did I do {c} {d}?", "{d}{c}{n}多久？"),
    (Kind::Sum, "total hours of {n} {d} {c}", "{d}{n}{c}总时长"),
    (Kind::Count, "How many {n} entries {c} {d}?", "{d}{c}{n}有多少次？"),
    (Kind::Share, "What share of {d} was {n} {c}?", "{d}{c}{n}占比多少？"),
    (Kind::MeanDay, "average {n} per day {c} {d}", "{d}{c}平均每天{n}多久"),
    (Kind::MeanWeek, "{n} per week {d} {c}", "{d}{c}每周{n}多久"),
    (Kind::MeanEntry, "average length of a {n} session {d} {c}", "{d}{c}{n}平均每次多久"),
    (Kind::Median, "median {n} day {d} {c}", "{d}{c}{n}的中位数"),
    (Kind::Longest, "longest {n} entry {d} {c}", "{d}{c}最长的{n}"),
    (Kind::Shortest, "shortest {n} session {d} {c}", "{d}{c}最短的{n}"),
    (Kind::Last, "When did I last do {n} {c} {d}?", "{d}{c}最后一次{n}是什么时候"),
    (Kind::First, "When was the first time I did {n} {c} {d}", "{d}{c}第一次{n}是什么时候"),
    (Kind::ActiveDays, "On how many days did I do {n} {c} {d}?", "{d}{c}有多少天{n}"),
    (Kind::FreeDays, "How many days without {n} {c} {d}?", "{d}{c}有几天没有{n}"),
    (Kind::WhichFree, "Which days {d} had no {n} entries {c}?", "{d}{c}哪几天没有{n}"),
    (Kind::Streak, "longest streak of {n} {d} {c}", "{d}{c}{n}最长连续几天"),
    (Kind::Most(Group::Category), "What took the most time {d} {c}?", "{d}{c}什么用时最多"),
    (Kind::Least(Group::Category), "Which category took the least time {d} {c}?", "{d}{c}哪个分类用时最少"),
    (Kind::Most(Group::Day), "Which day {d} had the most {n} {c}?", "{d}{c}哪天{n}最多"),
    (Kind::Most(Group::Weekday), "On which weekday do I do {n} most {d} {c}", "{d}{c}星期几{n}最多"),
    (Kind::Most(Group::Month), "which month had the most {n} {d} {c}", "{d}{c}哪个月{n}最多"),
    (Kind::Most(Group::Week), "which week had the most {n} {d} {c}", "{d}{c}哪一周{n}最多"),
    (Kind::Most(Group::Hour), "at which hour do I do {n} most {d} {c}", "{d}{c}哪个小时{n}最多"),
    (Kind::Most(Group::Tag), "Which tag took the most time {d} {c}?", "{d}{c}哪个标签用得最多"),
    (Kind::By(Group::Category), "{d} by category {c}", "{d}{c}按分类统计"),
    (Kind::By(Group::Day), "{n} day by day {d} {c}", "{d}{c}{n}按天统计"),
    (Kind::By(Group::Weekday), "{n} by weekday {d} {c}", "{d}{c}{n}按星期几分布"),
    (Kind::By(Group::Week), "{n} by week {d} {c}", "{d}{c}{n}按周统计"),
    (Kind::By(Group::Month), "{n} by month {d} {c}", "{d}{c}{n}按月统计"),
    (Kind::By(Group::Hour), "{n} by hour {d} {c}", "{d}{c}{n}按小时统计"),
    (Kind::By(Group::Tag), "{n} by tag {d} {c}", "{d}{c}{n}按标签统计"),
    (Kind::Entries, "show the {n} entries {d} {c}", "列出{d}{c}{n}的记录"),
    (Kind::Gaps, "gaps {d}", "{d}有哪些空档"),
    (Kind::Trend, "trend of {n} {d} {c}", "{d}{c}{n}的趋势"),
    (Kind::Weekend, "weekends compared with weekdays {n} {d}", "{d}{n}周末和工作日相比"),
    (Kind::DayParts, "{n} in the morning or in the evening {d}?", "{d}{n}早上多还是晚上多"),
];

const DAYS: &[(&str, &str)] = &[
    ("in October", "10月"),
    ("last week", "上周"),
    ("this year", "今年"),
    ("since June", "6月以来"),
    ("in March 2026", "2026年3月"),
    ("in the last 30 days", "最近30天"),
    ("between 5 and 20 August", "8月5日到20日"),
    ("yesterday", "昨天"),
    ("in Q3", "第三季度"),
    ("in May", "五月"),
];

fn conditions() -> Vec<(&'static str, &'static str, Only)> {
    let only = Only::default();
    let (mondays, weekend) = (vec![Weekday::Monday], vec![Weekday::Saturday, Weekday::Sunday]);
    vec![
        ("", "", only.clone()),
        ("on Mondays", "每周一", Only { weekdays: mondays, ..only.clone() }),
        ("on weekends", "每个周末", Only { weekdays: weekend, ..only.clone() }),
        ("between 9 and 12", "9点到12点", Only { clock: Some((540, 720)), ..only.clone() }),
        ("in the night", "夜里", Only { clock: Some((1_320, 360)), ..only.clone() }),
        ("after 6 pm", "18点以后", Only { clock: Some((1_080, 1_440)), ..only.clone() }),
        ("longer than an hour", "超过一小时", Only { min_secs: Some(3_601), ..only.clone() }),
        ("of at most 30 minutes", "不超过30分钟", Only { max_secs: Some(1_800), ..only }),
    ]
}

fn names(place: usize) -> Vec<(&'static str, Only)> {
    let only = Only::default();
    let category = |name: &str| Only { category: Some(name.to_owned()), ..only.clone() };
    let kinds = if place == 0 { ENGLISH } else { CHINESE };
    let text = if place == 0 { ("\"Dune\"", "Dune") } else { ("“三体”", "三体") };
    vec![
        ("", only.clone()),
        (kinds[0].0, category(kinds[0].0)),
        (kinds[3].0, category(kinds[3].0)),
        (text.0, Only { text: Some(text.1.to_owned()), ..only.clone() }),
        (
            if place == 0 { "#thesis" } else { "#论文" },
            Only { tag: Some(if place == 0 { "thesis" } else { "论文" }.to_owned()), ..only },
        ),
    ]
}

/// Tries one in so many of them all, a different one for each log.
#[expect(clippy::too_many_lines, reason = "one loop for each part of a question")]
fn try_all(seed: u64, place: usize, every: usize) {
    let kinds = if place == 0 { ENGLISH } else { CHINESE };
    let language = if place == 0 { Language::En } else { Language::Zh };
    let log = Log::new(&kinds, seed);
    let (mut at, mut right, mut refused) = (seed as usize, 0, Vec::new());
    let mut wrong: Vec<String> = Vec::new();
    for (kind, english, chinese) in PLACES {
        for (days_en, days_zh) in DAYS {
            for (name, by_name) in names(place) {
                for (cond_en, cond_zh, by_cond) in conditions() {
                    at += 1;
                    let template = if place == 0 { english } else { chinese };
                    let no_place = !template.contains("{n}") && !name.is_empty()
                        || !template.contains("{c}") && !cond_en.is_empty();
                    if at % every != 0 || no_place || *kind == Kind::Share && name.is_empty() {
                        continue;
                    }
                    let (days, cond) = if place == 0 { (*days_en, cond_en) } else { (*days_zh, cond_zh) };
                    let days = if *english == "What share of {d} was {n} {c}?" {
                        days.trim_start_matches("in ")
                    } else {
                        days
                    };
                    let text = template.replace("{n}", name).replace("{c}", cond).replace("{d}", days);
                    let range = log.with_known(|known| {
                        phrase::resolve(if place == 0 { days_en } else { days_zh }, &known.around).unwrap()
                    });
                    let only = Only {
                        category: by_name.category.clone(),
                        text: by_name.text.clone(),
                        tag: by_name.tag.clone(),
                        ..by_cond
                    };
                    let plan = match log.with_known(|known| understand(&text, &[], known)) {
                        Some(Understood::Plan(plan)) => plan,
                        other => {
                            refused.push(format!("{text}: {other:?}"));
                            continue;
                        }
                    };
                    let last = range.last.min("2026-11-22".parse().unwrap());
                    // Days of which a length is said are those with so much time, not those with such entries.
                    let of_days = *kind == Kind::ActiveDays && (only.min_secs.is_some() || only.max_secs.is_some());
                    let (kind, lengths) = if of_days {
                        (Kind::DaysOver, (only.min_secs, only.max_secs))
                    } else {
                        (*kind, (plan.least, plan.most))
                    };
                    let only = if of_days { Only { min_secs: None, max_secs: None, ..only } } else { only };
                    let same = plan.question.kind == kind
                        && (plan.least, plan.most) == lengths
                        && plan.range.first == range.first
                        && plan.range.last == last
                        && plan.only == only;
                    if !same {
                        wrong.push(format!("{text}: {:?} {:?} {:?}", plan.question.kind, plan.range, plan.only));
                        continue;
                    }
                    let answer = said(&log, &plan, language);
                    let missing: Vec<String> =
                        expected(&log, &plan, language).into_iter().filter(|part| !answer.contains(part)).collect();
                    if missing.is_empty() {
                        right += 1;
                    } else {
                        wrong.push(format!("{text}: {missing:?} is not in {answer}"));
                    }
                }
            }
        }
    }
    eprintln!("{right} right, {} refused, {} wrong", refused.len(), wrong.len());
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), wrong.iter().take(40).collect::<Vec<_>>());
    let few = refused.len() * 5 < right;
    assert!(few, "{} refused: {:#?}", refused.len(), refused.iter().take(40).collect::<Vec<_>>());
}

#[test]
fn english_answers_have_the_words_and_numbers() {
    for seed in 1..4 {
        try_all(seed, 0, 17);
    }
}

#[test]
fn chinese_answers_have_the_words_and_numbers() {
    for seed in 1..4 {
        try_all(seed, 1, 17);
    }
}
