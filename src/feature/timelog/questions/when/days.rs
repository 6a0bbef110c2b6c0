//! Days, and days of the week. Must not be in here: times of day.

use std::ops::Range;

use crate::base::date::{DateRange, Weekday};
use crate::feature::timelog::phrase::{self, Unit};
use crate::feature::timelog::questions::Known;
use crate::feature::timelog::questions::reader::Reader;
use crate::feature::timelog::questions::said::{Said, Step};

const WEEKDAYS: [(&str, &str); 7] = [
    ("monday", "一"),
    ("tuesday", "二"),
    ("wednesday", "三"),
    ("thursday", "四"),
    ("friday", "五"),
    ("saturday", "六"),
    ("sunday", "日"),
];
const WORKDAYS: [Weekday; 5] =
    [Weekday::Monday, Weekday::Tuesday, Weekday::Wednesday, Weekday::Thursday, Weekday::Friday];
const WEEKEND: [Weekday; 2] = [Weekday::Saturday, Weekday::Sunday];

/// Takes days of the week that are no dates.
pub fn weekdays(said: &mut Said, known: &Known) {
    let has = |words: &[&str]| words.iter().any(|word| said.reader.place(word).is_some());
    let weekend = has(&["weekend*", "周末", "双休日"]);
    let workdays = has(&["weekdays", "workday*", "working days", "during the week", "工作日", "平日", "平时"]);
    if weekend && workdays {
        return;
    }
    let mut days: Vec<Weekday> = Vec::new();
    for (day, (english, chinese)) in Weekday::ALL.into_iter().zip(WEEKDAYS) {
        let mut ways = vec![format!("{english}s"), format!("every {english}"), format!("each {english}")];
        for week in ["周", "星期", "礼拜"] {
            let other = if chinese == "日" { "天" } else { chinese };
            for lead in ["每个", "每逢", "每"] {
                ways.extend([format!("{lead}{week}{chinese}"), format!("{lead}{week}{other}")]);
            }
        }
        if ways.iter().any(|way| said.reader.eat(way)) {
            days.push(day);
        }
    }
    if workdays {
        let eaten: Vec<bool> =
            ["during the week", "on weekdays", "weekdays", "workday*", "working days", "工作日", "平日", "平时"]
                .iter()
                .map(|way| said.reader.eat(way))
                .collect();
        if eaten.contains(&true) {
            days.extend(WORKDAYS);
        }
    } else if ["weekends", "every weekend", "each weekend", "每个周末", "每周末"].iter().any(|way| said.reader.eat(way))
    {
        days.extend(WEEKEND);
    } else if weekend && said.reader.place("which weekend").is_none() {
        let plain = said.reader.eat("the weekend") || said.reader.eat("weekend");
        if plain && said.dates.is_empty() {
            let offset = known.around.unit(Unit::Weekend, 0).filter(|days| days.first <= known.around.today);
            said.dates.extend(offset.or_else(|| known.around.unit(Unit::Weekend, -1)));
        } else if plain || said.reader.eat("周末") || said.reader.eat("双休日") {
            days.extend(WEEKEND);
        }
    }
    days.sort_by_key(|day| day.from_monday());
    days.dedup();
    if !days.is_empty() {
        said.only.weekdays = days;
    }
}

/// Takes days.
pub fn dates(said: &mut Said, original: &str, known: &Known) {
    let text = said.reader.text();
    let mut plain: Vec<(DateRange, Option<Weekday>)> = Vec::new();
    let mut rest: Vec<Range<usize>> = Vec::new();
    for (bytes, range) in phrase::find(&text, &known.around) {
        let chars = said.reader.range_of(&bytes);
        let words = text[bytes].trim().to_owned();
        if is_word(&said.reader, &words, &chars, original) {
            continue;
        }
        if said.reader.slice(chars.start.saturating_sub(5)..chars.start).trim_end().ends_with("than")
            || said.reader.slice(chars.start.saturating_sub(1)..chars.start) == "比"
        {
            said.than = Some(plain.len());
        }
        let range = of_entries(&said.reader, &words, &chars, known).unwrap_or(range);
        if let Some((one, other)) = from_to(&said.reader, &words, known) {
            plain.push((one, None));
            plain.push((other, None));
            rest.push(chars);
            continue;
        }
        plain.push((range, bare_weekday(&words)));
        rest.push(chars);
    }
    for range in rest {
        said.reader.take(range);
    }
    // "Mondays in October" is also said "十月的周一".
    let is_long = plain.iter().any(|(range, day)| day.is_none() && range.days() > 7);
    for (range, day) in plain {
        match day.filter(|_| is_long) {
            Some(day) => said.only.weekdays.push(day),
            None => said.dates.push(range),
        }
    }
    if said.dates.is_empty()
        && let Some(day) = said.day
    {
        said.dates.extend(known.around.unit(Unit::Day, day));
    }
    if said.dates.is_empty()
        && ["overall", "ever", "of all time", "in total so far", "有史以来", "至今", "从头到尾"]
            .iter()
            .any(|way| said.reader.eat(way))
    {
        said.dates.extend(phrase::resolve("all time", &known.around).ok());
    }
}

/// "Entries from 21 November" are those of that day, not those since.
fn of_entries(reader: &Reader, words: &str, chars: &Range<usize>, known: &Known) -> Option<DateRange> {
    let day = words.strip_prefix("from ")?;
    let before = reader.slice(0..chars.start);
    let noun = before.split_whitespace().next_back()?.to_owned();
    let of = ["entries", "entry", "records", "sessions", "log", "everything", "all"].contains(&noun.as_str());
    if of { phrase::resolve(day, &known.around).ok() } else { None }
}

/// "grew from September to October" is about two ranges.
fn from_to(reader: &Reader, words: &str, known: &Known) -> Option<(DateRange, DateRange)> {
    let grows =
        ["grew", "grow", "grown", "chang*", "increas*", "decreas*", "difference", "增长", "变化", "增加", "减少"];
    if !grows.iter().any(|word| reader.place(word).is_some()) {
        return None;
    }
    let plain =
        words.strip_prefix("from ").or_else(|| words.strip_prefix("between ")).or_else(|| words.strip_prefix('从'))?;
    let (one, other) = [" to ", " and ", "到", "至"].into_iter().find_map(|joint| plain.split_once(joint))?;
    let resolve = |words: &str| phrase::resolve(words, &known.around).ok();
    Some((resolve(one)?, resolve(other)?))
}

fn bare_weekday(words: &str) -> Option<Weekday> {
    Weekday::ALL.into_iter().zip(WEEKDAYS).find_map(|(day, (english, chinese))| {
        let short = &english[..3];
        let zh = ["周", "星期", "礼拜"]
            .iter()
            .any(|week| words == format!("{week}{chinese}") || (chinese == "日" && words == format!("{week}天")));
        (words == english || words == short || zh).then_some(day)
    })
}

/// Dates that are also common words.
fn is_word(reader: &Reader, words: &str, chars: &Range<usize>, original: &str) -> bool {
    match words {
        "mar" | "sat" | "sun" | "all" | "ever" | "overall" | "everything" | "所有" | "全部" => true,
        "may" => {
            let before = reader.slice(0..chars.start);
            let before = before.split_whitespace().next_back().unwrap_or_default().to_owned();
            let after = reader.slice(chars.end..reader.chars().len());
            let pronoun = ["i", "you", "it", "we", "they", "he", "she", "this", "that", "what", "there"]
                .contains(&before.as_str());
            let verb = ["i ", "have ", "be ", "you "].iter().any(|word| after.trim_start().starts_with(word));
            let big = original.contains("May");
            !big && (pronoun && !before.contains("this") || verb)
        }
        _ => false,
    }
}

/// Takes "the day before" and the like, which are counted from the days of the question before.
pub fn step(said: &mut Said) {
    let steps = [
        ("the day before that", Unit::Day, -1),
        ("the day before", Unit::Day, -1),
        ("the previous day", Unit::Day, -1),
        ("the day after", Unit::Day, 1),
        ("the next day", Unit::Day, 1),
        ("the following day", Unit::Day, 1),
        ("the week before", Unit::Week, -1),
        ("the week after", Unit::Week, 1),
        ("the following week", Unit::Week, 1),
        ("the month before", Unit::Month, -1),
        ("the month after", Unit::Month, 1),
        ("the following month", Unit::Month, 1),
        ("the year before", Unit::Year, -1),
        ("再前一天", Unit::Day, -1),
        ("前一天", Unit::Day, -1),
        ("后一天", Unit::Day, 1),
        ("第二天", Unit::Day, 1),
        ("再前一周", Unit::Week, -1),
        ("前一周", Unit::Week, -1),
        ("后一周", Unit::Week, 1),
        ("再前一个月", Unit::Month, -1),
        ("前一个月", Unit::Month, -1),
        ("再上个月", Unit::Month, -1),
        ("再上一周", Unit::Week, -1),
        ("后一个月", Unit::Month, 1),
        ("前一年", Unit::Year, -1),
    ];
    let is_date =
        ["before yesterday", "before last", "after tomorrow"].iter().any(|word| said.reader.place(word).is_some());
    if is_date {
        return;
    }
    for (words, unit, offset) in steps {
        if said.reader.eat(words) {
            said.step = Some(Step { unit, offset, words: words.to_owned() });
            return;
        }
    }
}
