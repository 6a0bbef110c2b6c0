//! Days, parts and conditions as they are said. Every number is rounded here or in [`words`], once.

use crate::tools::{Group, Missing, Only};
use espalier_base::date::{DateRange, LocalDate, Weekday};
use espalier_base::language::Language;
use espalier_base::words;
pub use espalier_base::words::length;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Formats a part of a whole: `12.5%`.
pub fn percent(share: f64) -> String {
    let tenths = (share * 1_000.0).round() as i64;
    if tenths % 10 == 0 { format!("{}%", tenths / 10) } else { format!("{:.1}%", tenths as f64 / 10.0) }
}

/// Formats a rate: `3.4`, `3`.
pub fn rate(rate: f64) -> String {
    let tenths = (rate * 10.0).round() as i64;
    if tenths % 10 == 0 { format!("{}", tenths / 10) } else { format!("{:.1}", tenths as f64 / 10.0) }
}

/// A day as people write it, with its year where that is not this one: `17 November`, `11月17日`.
pub fn day(day: LocalDate, today: LocalDate, language: Language) -> String {
    let (year, month, number) = day.parts();
    let same = year == today.year();
    match language {
        Language::En if same => format!("{number} {}", MONTHS[month as usize - 1]),
        Language::En => format!("{number} {} {year}", MONTHS[month as usize - 1]),
        Language::Zh if same => format!("{month}月{number}日"),
        Language::Zh => format!("{year}年{month}月{number}日"),
    }
}

/// Days as people write them: `9–15 November`, `October`, `2025`, `Tuesday, 17 November`.
pub fn days(range: DateRange, today: LocalDate, language: Language) -> String {
    let (first, last) = (range.first, range.last);
    let english = language == Language::En;
    let (year, month, number) = first.parts();
    let (last_year, last_month, last_number) = last.parts();
    if first == last {
        let name = words::weekday(first.weekday(), language);
        let day = day(first, today, language);
        return if english { format!("{name}, {day}") } else { format!("{day}（{name}）") };
    }
    let begins = first == first.month_start();
    let ends = last == last.month_end();
    let (one_year, one_month) = (year == last_year, year == last_year && month == last_month);
    let this_year = year == today.year() && one_year;
    if begins && ends && one_month {
        return match (english, this_year) {
            (true, true) => MONTHS[month as usize - 1].to_owned(),
            (true, false) => format!("{} {year}", MONTHS[month as usize - 1]),
            (false, true) => format!("{month}月"),
            (false, false) => format!("{year}年{month}月"),
        };
    }
    if begins && ends && one_year && month == 1 && last_month == 12 {
        return if english { year.to_string() } else { format!("{year}年") };
    }
    let end =
        if english && this_year { format!("{last_number} {}", MONTHS[last_month as usize - 1]) } else { String::new() };
    match (english, this_year, one_month) {
        (true, true, true) => format!("{number}–{end}"),
        (true, true, false) => format!("{number} {} – {end}", MONTHS[month as usize - 1]),
        (true, false, _) => format!(
            "{number} {} {year} – {last_number} {} {last_year}",
            MONTHS[month as usize - 1],
            MONTHS[last_month as usize - 1]
        ),
        (false, true, true) => format!("{month}月{number}日至{last_number}日"),
        (false, true, false) => format!("{month}月{number}日至{last_month}月{last_number}日"),
        (false, false, _) => format!("{year}年{month}月{number}日至{last_year}年{last_month}月{last_number}日"),
    }
}

/// Names the subject; nothing where it is everything.
pub fn about(only: &Only, language: Language) -> Option<String> {
    let english = language == Language::En;
    let quoted = |text: &String| format!("“{text}”");
    let names = [
        only.category.clone(),
        only.goal.clone(),
        only.tag.as_ref().map(|tag| format!("#{tag}")),
        only.text.as_ref().map(quoted),
    ];
    let said: Vec<String> = names.into_iter().flatten().collect();
    let joint = if english { " · " } else { "·" };
    let mut text = said.join(joint);
    if !only.lacking.is_empty() {
        let lacks: Vec<&str> = only
            .lacking
            .iter()
            .map(|lack| match (lack, english) {
                (Missing::Category, true) => "category",
                (Missing::Tag, true) => "tag",
                (Missing::Category, false) => "未分类",
                (Missing::Tag, false) => "无标签",
            })
            .collect();
        let lacks = if english { format!("no {}", lacks.join(", no ")) } else { lacks.join("、") };
        text = match (text.is_empty(), english) {
            (true, true) => format!("Entries with {lacks}"),
            (true, false) => format!("{lacks}的记录"),
            (false, true) => format!("{text} with {lacks}"),
            (false, false) => format!("{text}（{lacks}）"),
        };
    }
    if !only.without.is_empty() {
        let without = only.without.join(if english { " and " } else { "和" });
        let all = match (english, text.is_empty()) {
            (true, true) => "All entries",
            (false, true) => "全部记录",
            _ => "",
        };
        text = if english {
            format!("{all}{text} without {without}")
        } else {
            format!("{all}{text}（不含{without}）")
        };
    }
    (!text.is_empty()).then_some(text)
}

/// The conditions that entries are counted by, besides names and days.
pub fn conditions(only: &Only, language: Language) -> Vec<String> {
    let english = language == Language::En;
    let mut said = Vec::new();
    if !only.weekdays.is_empty() {
        let names: Vec<String> = only
            .weekdays
            .iter()
            .map(|day| {
                if english {
                    format!("{}s", words::weekday(*day, language))
                } else {
                    words::weekday(*day, language).to_owned()
                }
            })
            .collect();
        said.push(if english { format!("on {}", names.join(", ")) } else { format!("只算{}", names.join("、")) });
    }
    if let Some((from, to)) = only.clock {
        let clock = |minute: i32| format!("{:02}:{:02}", minute / 60, minute % 60);
        // A night counts for the day it begins on.
        let (next, in_chinese) = if from > to { (" the next day", "次日") } else { ("", "") };
        said.push(if english {
            format!("between {} and {}{next}", clock(from), clock(to))
        } else {
            format!("{}至{in_chinese}{}", clock(from), clock(to))
        });
    }
    said.extend(bounds(only.min_secs, only.max_secs, language));
    said
}

/// Words bounds: "longer than 2 h", "at least 2 h", "under 15 min".
pub fn bounds(least: Option<i64>, most: Option<i64>, language: Language) -> Vec<String> {
    let english = language == Language::En;
    let long = |secs: i64| long(secs, language);
    let mut said = Vec::new();
    if let Some(secs) = least.filter(|secs| *secs > 0) {
        said.push(match (english, secs % 60 == 1) {
            (true, true) => format!("longer than {}", long(secs - 1)),
            (true, false) => format!("at least {}", long(secs)),
            (false, true) => format!("超过{}", long(secs - 1)),
            (false, false) => format!("至少{}", long(secs)),
        });
    }
    if let Some(secs) = most {
        said.push(match (english, secs % 60 == 59) {
            (true, true) => format!("shorter than {}", long(secs + 1)),
            (true, false) => format!("at most {}", long(secs)),
            (false, true) => format!("不到{}", long(secs + 1)),
            (false, false) => format!("不超过{}", long(secs)),
        });
    }
    said
}

/// A bound, in days where it is whole ones.
fn long(secs: i64, language: Language) -> String {
    let days = secs / 86_400;
    if secs % 86_400 == 0 && days > 1 {
        return if language == Language::En { format!("{days} days") } else { format!("{days}天") };
    }
    length(secs, language)
}

/// Formats a count with its noun.
pub fn count(number: u32, one: &str, many: &str, zh: &str, language: Language) -> String {
    match language {
        Language::En => format!("{number} {}", if number == 1 { one } else { many }),
        Language::Zh => format!("{number}{zh}"),
    }
}

/// The name of a group as it is said.
pub fn key(key: &str, group: Group, today: LocalDate, language: Language) -> String {
    let english = language == Language::En;
    let date = key.parse::<LocalDate>().ok();
    match (group, date) {
        (Group::Category | Group::Client, _) if key.is_empty() => {
            if english { "no category" } else { "未分类" }.to_owned()
        }
        (Group::Goal, _) if key.is_empty() => if english { "no goal" } else { "无目标" }.to_owned(),
        (Group::Tag, _) if key.is_empty() => if english { "no tag" } else { "无标签" }.to_owned(),
        (Group::Tag, _) => format!("#{key}"),
        (Group::Hour, _) => {
            let part = if english { "" } else { "时段" };
            let hours = |hour: u32| format!("{hour:02}:00–{:02}:00{part}", hour + 1);
            key.parse::<u32>().map_or_else(|_| key.to_owned(), hours)
        }
        (Group::Weekday, _) => weekday(key, language),
        (Group::Week, Some(first)) => days(DateRange { first, last: first.plus_days(6) }, today, language),
        (Group::Month, Some(first)) => days(DateRange { first, last: first.month_end() }, today, language),
        (Group::Day, Some(first)) => days(DateRange::day(first), today, language),
        _ => key.to_owned(),
    }
}

fn weekday(key: &str, language: Language) -> String {
    const KEYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let place = KEYS.iter().position(|known| *known == key);
    place
        .and_then(|place| Weekday::ALL.get(place))
        .map_or_else(|| key.to_owned(), |day| words::weekday(*day, language).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_rounded_to_a_tenth() {
        assert_eq!((percent(0.125), percent(0.5), percent(1.0 / 3.0)), ("12.5%".into(), "50%".into(), "33.3%".into()));
    }

    #[test]
    fn days_are_written_as_people_write_them() {
        let today: LocalDate = "2026-11-22".parse().unwrap();
        for (first, last, en, zh) in [
            ("2026-11-17", "2026-11-17", "Tuesday, 17 November", "11月17日（星期二）"),
            ("2026-11-09", "2026-11-15", "9–15 November", "11月9日至15日"),
            ("2026-10-01", "2026-10-31", "October", "10月"),
            ("2025-10-01", "2025-10-31", "October 2025", "2025年10月"),
            ("2026-10-28", "2026-11-03", "28 October – 3 November", "10月28日至11月3日"),
            ("2025-01-01", "2025-12-31", "2025", "2025年"),
            ("2025-12-29", "2026-01-04", "29 December 2025 – 4 January 2026", "2025年12月29日至2026年1月4日"),
        ] {
            let range = DateRange { first: first.parse().unwrap(), last: last.parse().unwrap() };
            assert_eq!(days(range, today, Language::En), en);
            assert_eq!(days(range, today, Language::Zh), zh);
        }
    }
}
