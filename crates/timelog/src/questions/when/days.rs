//! Days, and days of the week.

use std::ops::Range;

use crate::phrase::{self, Unit};
use crate::questions::Known;
use crate::questions::reader::Reader;
use crate::questions::said::{Said, Step};
use espalier_base::date::{DateRange, Weekday};

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
    let of_part = |unit: &str| {
        let whole = said.reader.whole();
        ["morning", "afternoon", "evening", "night"].iter().any(|part| whole.contains(&format!("{unit} {part}")))
    };
    let one_weekday = has(&["on a weekday", "a weekday", "on weekday", "average weekday"]) || of_part("weekday");
    let habit = weekend && (has(&["a weekend", "average weekend"]) || of_part("weekend"));
    let workdays =
        one_weekday || has(&["weekdays", "workday*", "working days", "during the week", "工作日", "平日", "平时"]);
    if habit {
        said.reader.eat_all(&["on a weekend", "a weekend", "on weekend", "weekend"]);
        said.only.weekdays = WEEKEND.to_vec();
        return;
    }
    if weekend && workdays {
        return;
    }
    let mut days: Vec<Weekday> = Vec::new();
    for (day, (english, chinese)) in Weekday::ALL.into_iter().zip(WEEKDAYS) {
        let leads = [
            "every ",
            "each ",
            "on an average ",
            "on a typical ",
            "on a normal ",
            "an average ",
            "average ",
            "any ",
            "a ",
        ];
        let mut ways = vec![format!("{english}s")];
        ways.extend(leads.iter().map(|lead| format!("{lead}{english}")));
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
        let eaten: Vec<bool> = [
            "during the week",
            "on weekdays",
            "weekdays",
            "on a weekday",
            "a weekday",
            "on weekday",
            "average weekday",
            "workday*",
            "working days",
            "工作日",
            "平日",
            "平时",
        ]
        .iter()
        .map(|way| said.reader.eat(way))
        .collect();
        if one_weekday && said.reader.eat("weekday") || eaten.contains(&true) {
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
    said.only.weekdays.extend(days);
    said.only.weekdays.sort_by_key(|day| day.from_monday());
    said.only.weekdays.dedup();
}

/// Takes days.
pub fn dates(said: &mut Said, original: &str, known: &Known) {
    let text = said.reader.text();
    let mut plain: Vec<(DateRange, Vec<Weekday>)> = Vec::new();
    let mut rest: Vec<Range<usize>> = Vec::new();
    for (bytes, range) in phrase::find(&text, &known.around) {
        let chars = said.reader.range_of(&bytes);
        let words = text[bytes].trim().to_owned();
        if is_word(&said.reader, &words, &chars, original) || is_any(&said.reader, &words, chars.start) {
            continue;
        }
        let before = said.reader.before(chars.start);
        let than =
            ["than", "compared to", "compared with", "relative to", "against", "versus", "vs", "vs.", "比", "相比于"];
        if than.iter().any(|word| before.trim_end().ends_with(word)) {
            said.than = Some(plain.len());
        }
        let range = of_entries(&said.reader, &words, &chars, known).unwrap_or(range);
        if let Some((one, other)) = from_to(&said.reader, &words, known) {
            plain.push((one, Vec::new()));
            plain.push((other, Vec::new()));
            rest.push(chars);
            continue;
        }
        said.date_words.push(words.clone());
        let (range, chars) = week_around(&said.reader, range, chars, known);
        plain.push((range, bare_weekdays(&words)));
        rest.push(chars);
    }
    for range in rest {
        said.reader.take(range);
    }
    // "Mondays in October" is also said "十月的周一", and what one does from Monday to Friday on average is no question
    // about this week.
    let is_long = plain.iter().any(|(range, days)| days.is_empty() && range.days() > 7) || is_habit(&said.reader);
    for (range, days) in plain {
        if days.is_empty() || !is_long {
            said.dates.push(range);
        } else {
            said.only.weekdays.extend(days);
        }
    }
    said.only.weekdays.sort_by_key(|day| day.from_monday());
    said.only.weekdays.dedup();
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

/// Reads "entries from 21 November", which are those of that day, not those since.
fn of_entries(reader: &Reader, words: &str, chars: &Range<usize>, known: &Known) -> Option<DateRange> {
    let day = words.strip_prefix("from ")?;
    let before = reader.slice(0..chars.start);
    let noun = before.split_whitespace().next_back()?.to_owned();
    let of = ["entries", "entry", "records", "sessions", "log", "everything", "all"].contains(&noun.as_str());
    if of { phrase::resolve(day, &known.around).ok() } else { None }
}

/// Reads "grew from September to October", which is about two ranges.
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

/// Whether a weekday is any one of its kind and no date: "a Monday", "any Monday".
fn is_any(reader: &Reader, words: &str, at: usize) -> bool {
    const LEADS: [&str; 6] = ["a", "any", "an average", "a typical", "a normal", "average"];
    let before = reader.before(at);
    let before = before.trim_end();
    let is_lead =
        |lead: &str| before.ends_with(lead) && !before[..before.len() - lead.len()].ends_with(char::is_alphabetic);
    bare_weekday(words).is_some() && LEADS.iter().any(|lead| is_lead(lead))
}

/// Widens "10月26号那周" to the week that the day is in.
fn week_around(reader: &Reader, range: DateRange, chars: Range<usize>, known: &Known) -> (DateRange, Range<usize>) {
    const WAYS: [&str; 12] = [
        "的那一周",
        "那一周",
        "的那周",
        "那周",
        "那个星期",
        "那个礼拜",
        "那星期",
        "所在的那周",
        "所在的一周",
        "所在的周",
        "所在周",
        "当周",
    ];
    let after = reader.after(chars.end);
    let way = WAYS.iter().find(|way| range.first == range.last && after.starts_with(**way));
    match way.zip(known.around.week_of(range.first)) {
        Some((way, week)) => (week, chars.start..chars.end + way.chars().count()),
        None => (range, chars),
    }
}

/// Whether it is about what happens again and again.
fn is_habit(reader: &Reader) -> bool {
    const WORDS: &[&str] = &[
        "averag*",
        "usually",
        "normally",
        "typically",
        "generally",
        "ever",
        "平均",
        "一般",
        "通常",
        "每天",
        "曾",
        "从来",
    ];
    // "every Tuesday and Thursday"
    let is_each = |(english, chinese): &(&str, &str)| {
        let ways = [format!("{english}s"), format!("every {english}"), format!("each {english}")];
        let zh = ["每周", "每个周", "每逢周", "每星期"].map(|each| format!("{each}{chinese}"));
        ways.iter().chain(&zh).any(|way| reader.place(way).is_some())
    };
    reader.has(WORDS) || WEEKDAYS.iter().any(is_each) || reader.has(&["有没有"]) && reader.has(&["过"])
}

/// The days of the week that are said without a week: "Monday", "Monday to Friday".
fn bare_weekdays(words: &str) -> Vec<Weekday> {
    if let Some(day) = bare_weekday(words) {
        return vec![day];
    }
    let plain = ["from ", "between ", "从"].iter().find_map(|lead| words.strip_prefix(lead)).unwrap_or(words);
    let ends = [" to ", " through ", " till ", " until ", " and ", " - ", "-", "~", "到", "至"]
        .iter()
        .find_map(|joint| plain.split_once(joint))
        .and_then(|(first, last)| bare_weekday(first.trim()).zip(bare_weekday(last.trim())));
    let Some((first, last)) = ends else { return Vec::new() };
    let length = (last.from_monday() - first.from_monday()).rem_euclid(7);
    let mut days: Vec<Weekday> = Weekday::ALL
        .into_iter()
        .filter(|day| (day.from_monday() - first.from_monday()).rem_euclid(7) <= length)
        .collect();
    days.sort_by_key(|day| day.from_monday());
    days
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

/// Whether a date is meant as a common word.
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
