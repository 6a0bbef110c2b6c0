//! When a question is about: days, days of the week, times of day, lengths, and how many. Must not be in here: names.

use std::ops::Range;

use super::Known;
use super::reader::Reader;
use super::said::{Said, Step};
use crate::base::date::{DateRange, Weekday};
use crate::feature::timelog::amount;
use crate::feature::timelog::phrase::{self, Unit};
use crate::feature::timelog::scan::{Scan, is_cjk};

const DAY_SECS: i64 = 86_400;

/// A bound and whether what is equal to it counts: least, then most.
type Bound = (Option<i64>, Option<i64>);

#[derive(Clone, Copy)]
enum Side {
    Over,
    AtLeast,
    Under,
    AtMost,
}

const BEFORE: &[(&str, Side)] = &[
    ("longer than", Side::Over),
    ("more than", Side::Over),
    ("greater than", Side::Over),
    ("over", Side::Over),
    ("above", Side::Over),
    ("exceeding", Side::Over),
    ("at least", Side::AtLeast),
    ("no less than", Side::AtLeast),
    ("not less than", Side::AtLeast),
    ("a minimum of", Side::AtLeast),
    ("shorter than", Side::Under),
    ("less than", Side::Under),
    ("fewer than", Side::Under),
    ("under", Side::Under),
    ("below", Side::Under),
    ("at most", Side::AtMost),
    ("no more than", Side::AtMost),
    ("not more than", Side::AtMost),
    ("no longer than", Side::AtMost),
    ("not longer than", Side::AtMost),
    ("up to", Side::AtMost),
    ("超过", Side::Over),
    ("超出", Side::Over),
    ("多于", Side::Over),
    ("大于", Side::Over),
    ("长于", Side::Over),
    ("高于", Side::Over),
    ("不少于", Side::AtLeast),
    ("不低于", Side::AtLeast),
    ("至少", Side::AtLeast),
    ("不到", Side::Under),
    ("不足", Side::Under),
    ("少于", Side::Under),
    ("小于", Side::Under),
    ("短于", Side::Under),
    ("低于", Side::Under),
    ("不超过", Side::AtMost),
    ("最多", Side::AtMost),
    ("至多", Side::AtMost),
];

const AFTER: &[(&str, Side)] = &[
    ("or more", Side::AtLeast),
    ("or longer", Side::AtLeast),
    ("and more", Side::AtLeast),
    ("and longer", Side::AtLeast),
    ("or less", Side::AtMost),
    ("or shorter", Side::AtMost),
    ("以上", Side::AtLeast),
    ("及以上", Side::AtLeast),
    ("以下", Side::AtMost),
    ("以内", Side::AtMost),
    ("之内", Side::AtMost),
];

/// A length; also of days and weeks.
fn length(scan: &mut Scan) -> Option<i64> {
    if let Some(amount) = amount::read(scan) {
        return Some(amount.secs);
    }
    let mut ahead = *scan;
    let half = ahead.one_of(&["half"]);
    ahead.space();
    let number = ahead.number()?;
    ahead.space();
    let units = [
        ("days", DAY_SECS),
        ("day", DAY_SECS),
        ("weeks", 7 * DAY_SECS),
        ("week", 7 * DAY_SECS),
        ("个星期", 7 * DAY_SECS),
        ("星期", 7 * DAY_SECS),
        ("周", 7 * DAY_SECS),
        ("天", DAY_SECS),
    ];
    let unit = ahead.any(&units)?;
    *scan = ahead;
    Some(i64::from(number) * unit / if half { 2 } else { 1 })
}

fn bound(scan: &mut Scan) -> Option<(Side, i64)> {
    let mut ahead = *scan;
    let side = ahead.any(BEFORE);
    ahead.space();
    let secs = length(&mut ahead)?;
    let side = side.or_else(|| {
        ahead.space();
        ahead.any(AFTER)
    })?;
    *scan = ahead;
    Some((side, secs))
}

/// Takes "longer than two hours" and the like.
pub fn lengths(said: &mut Said) {
    for _ in 0..2 {
        let before = said.reader.clone();
        let Some((range, (side, secs))) = said.reader.eat_with(bound) else { return };
        said.bound_words.push(before.slice(range));
        let (least, most): Bound = match side {
            Side::Over => (Some(secs + 1), None),
            Side::AtLeast => (Some(secs), None),
            Side::Under => (None, Some(secs - 1)),
            Side::AtMost => (None, Some(secs)),
        };
        said.least = least.or(said.least);
        said.most = most.or(said.most);
    }
}

const PARTS: &[(&str, (i32, i32))] = &[
    ("morning", (360, 720)),
    ("mornings", (360, 720)),
    ("afternoon", (720, 1_080)),
    ("afternoons", (720, 1_080)),
    ("evening", (1_080, 1_440)),
    ("evenings", (1_080, 1_440)),
    ("night", (1_320, 360)),
    ("nights", (1_320, 360)),
    ("凌晨", (0, 360)),
    ("清晨", (300, 540)),
    ("早晨", (360, 600)),
    ("早上", (360, 600)),
    ("上午", (360, 720)),
    ("中午", (660, 840)),
    ("下午", (720, 1_080)),
    ("傍晚", (1_020, 1_140)),
    ("晚上", (1_080, 1_440)),
    ("晚间", (1_080, 1_440)),
    ("夜里", (1_320, 360)),
    ("夜间", (1_320, 360)),
    ("深夜", (1_320, 360)),
    ("半夜", (0, 360)),
];

/// A time of day, and whether it can be nothing else.
fn time(scan: &mut Scan, half: Option<i32>) -> Option<(i32, bool, Option<i32>)> {
    let mut ahead = *scan;
    let words = [("noon", 720), ("midday", 720), ("midnight", 1_440)];
    if let Some(at) = ahead.any(&words) {
        *scan = ahead;
        return Some((at, true, None));
    }
    let halves = [
        ("上午", 0),
        ("早上", 0),
        ("凌晨", 0),
        ("下午", 720),
        ("晚上", 720),
        ("傍晚", 720),
        ("中午", 720),
        ("夜里", 720),
    ];
    let half = ahead.any(&halves).or(half);
    let cjk = ahead.peek().is_some_and(is_cjk);
    let hour = if cjk { ahead.chinese()? } else { ahead.digits_of(1..=2)? };
    let mut minute = 0;
    let mut sure = false;
    if ahead.char(':') {
        minute = ahead.digits_of(2..=2)?;
        sure = true;
    } else if ahead.one_of(&["点钟", "点", "时"]) {
        sure = true;
        if ahead.one_of(&["半"]) {
            minute = 30;
        } else if ahead.one_of(&["一刻"]) {
            minute = 15;
        } else if let Some(found) = ahead.digits_of(1..=2).or_else(|| ahead.chinese()) {
            minute = found;
            ahead.one_of(&["分"]);
        }
    } else if cjk {
        return None;
    }
    let mut suffix = ahead;
    suffix.space();
    let noon = suffix.any(&[("am", 0), ("a.m.", 0), ("pm", 720), ("p.m.", 720), ("o'clock", -1)]);
    if noon.is_some() {
        ahead = suffix;
        sure = true;
    }
    if !(0..60).contains(&minute) || !(0..=24).contains(&hour) {
        return None;
    }
    *scan = ahead;
    let at = match noon.filter(|noon| *noon >= 0).or(half) {
        Some(noon) if hour <= 12 => {
            (hour % 12) * 60 + noon + minute + if noon == 0 && hour == 12 && half.is_some() { 720 } else { 0 }
        }
        _ => hour * 60 + minute,
    };
    Some((at.min(1_440), sure, half))
}

/// What makes a number before it one of a date.
const DATE_AFTER: &[&str] = &[
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "st", "nd", "rd", "th", "of",
    "days", "weeks", "months", "/", ".", "月", "日", "号",
];

fn between(scan: &mut Scan) -> Option<(i32, i32)> {
    let mut ahead = *scan;
    let lead = ahead.one_of(&["between", "from", "从"]);
    ahead.space();
    let (from, first_sure, half) = time(&mut ahead, None)?;
    ahead.space();
    if !ahead.one_of(&["and", "to", "until", "till", "-", "~", "到", "至"]) {
        return None;
    }
    ahead.space();
    let (to, sure, _) = time(&mut ahead, half)?;
    let mut after = ahead;
    after.space();
    let rest: String = after.until(after.at + 6).iter().chain(&[' '; 0]).collect();
    let rest = if rest.is_empty() { tail(after) } else { rest };
    let is_date = DATE_AFTER.iter().any(|word| rest.starts_with(word));
    if !(first_sure || sure) && (!lead || is_date) {
        return None;
    }
    *scan = ahead;
    // "from 2 to 4 pm"
    let from = if !first_sure && sure && from < 720 && to > 720 && from + 720 < to { from + 720 } else { from };
    Some((from, to % 1_440)).map(|(from, to)| if to == 0 { (from, 1_440) } else { (from, to) })
}

fn tail(mut scan: Scan) -> String {
    let mut text = String::new();
    while let Some(c) = scan.peek().filter(|_| text.len() < 6) {
        text.push(c);
        scan.at += 1;
    }
    text
}

fn open(scan: &mut Scan) -> Option<(i32, i32)> {
    let mut ahead = *scan;
    let side =
        ahead.any(&[("after", 1), ("later than", 1), ("before", 0), ("earlier than", 0), ("until", 0), ("by", 0)]);
    ahead.space();
    let (at, sure, _) = time(&mut ahead, None)?;
    let side =
        side.or_else(|| ahead.any(&[("以后", 1), ("之后", 1), ("后", 1), ("以前", 0), ("之前", 0), ("前", 0)]))?;
    if !sure {
        return None;
    }
    *scan = ahead;
    Some(if side == 1 { (at, 1_440) } else { (0, at) })
}

fn instant(scan: &mut Scan) -> Option<(i32, i32)> {
    let mut ahead = *scan;
    let lead = ahead.one_of(&["at"]);
    ahead.space();
    let (at, sure, _) = time(&mut ahead, None)?;
    if !sure
        || !(lead
            || ahead.until(ahead.at).is_empty() && scan.peek().is_some_and(is_cjk)
            || scan.peek().is_some_and(|c| c.is_ascii_digit()))
    {
        return None;
    }
    *scan = ahead;
    Some((at % 1_440, at % 1_440 + 1))
}

/// Takes times of day.
pub fn clock(said: &mut Said) {
    let named = |reader: &Reader| -> Vec<(i32, i32)> {
        let mut found: Vec<(i32, i32)> =
            PARTS.iter().filter(|(word, _)| reader.place(word).is_some()).map(|(_, part)| *part).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let clock =
        said.reader.eat_with(between).or_else(|| said.reader.eat_with(open)).or_else(|| said.reader.eat_with(instant));
    if let Some((_, clock)) = clock {
        said.only.clock = Some(clock);
        said.reader.eat("in the morning");
        return;
    }
    // "last night" and "tonight" say the day as well.
    if let [part] = named(&said.reader)[..] {
        said.only.clock = Some(part);
        for (words, day) in [("last night", -1), ("this morning", 0), ("this afternoon", 0), ("this evening", 0)] {
            if said.reader.eat(words) {
                said.day = Some(day);
                if day == -1 {
                    said.only.clock = Some((1_080, 1_440));
                }
            }
        }
        for words in ["in the ", "at the ", "at ", "on the ", ""] {
            for (name, _) in PARTS {
                said.reader.eat(&format!("{words}{name}"));
            }
        }
        return;
    }
    let days = [
        ("今早", 0, (360, 600)),
        ("今晚", 0, (1_080, 1_440)),
        ("昨晚", -1, (1_080, 1_440)),
        ("昨夜", -1, (1_080, 1_440)),
        ("前晚", -2, (1_080, 1_440)),
        ("tonight", 0, (1_080, 1_440)),
    ];
    for (words, day, part) in days {
        if said.reader.eat(words) {
            (said.day, said.only.clock) = (Some(day), Some(part));
        }
    }
}

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

/// Takes how many are wanted.
pub fn top(said: &mut Said) {
    let read = |scan: &mut Scan| -> Option<(usize, i32)> {
        let mut ahead = *scan;
        let lead = ahead.any(&[
            ("top", 1),
            ("first", 2),
            ("last", 2),
            ("latest", 2),
            ("前", 3),
            ("最长的", 4),
            ("最短的", 4),
            ("最多的", 4),
            ("最少的", 4),
            ("最忙的", 4),
            ("最近的", 4),
            ("最近", 4),
        ]);
        ahead.space();
        let begin = ahead.at;
        let number = ahead.number().filter(|number| (2..=50).contains(number))?;
        let end = ahead.at;
        ahead.space();
        let noun = ahead.one_of(&[
            "longest",
            "shortest",
            "most",
            "biggest",
            "largest",
            "busiest",
            "latest",
            "best",
            "smallest",
            "least",
            "entries",
            "sessions",
            "categories",
            "tags",
            "days",
            "top",
        ]);
        let zh = ahead.one_of(&["个", "条", "名", "项", "类", "次", "天", "大"]);
        let good = match lead {
            Some(1) => true,
            Some(2) => noun,
            Some(3) => zh || !ahead.one_of(&["天", "周", "月", "年"]),
            Some(_) => zh,
            None => noun && ahead.until(ahead.at).is_empty() && end > begin,
        };
        if !good {
            return None;
        }
        // "three entries" alone wants nothing; "the three longest" does.
        if lead.is_none()
            && ["entries", "sessions", "categories", "tags", "days"].iter().any(|word| {
                let mut noun = *scan;
                noun.number();
                noun.space();
                noun.word(word)
            })
        {
            return None;
        }
        scan.at = begin;
        let mut end_scan = *scan;
        end_scan.number();
        scan.at = end_scan.at;
        Some((begin, number))
    };
    let mut found = None;
    let folded = crate::feature::timelog::scan::Folded::new(&said.reader.text());
    for at in 0..folded.len() {
        let mut scan = folded.scan(at);
        if scan.before().is_some_and(char::is_alphanumeric)
            && scan.peek().is_some_and(|c| c.is_ascii_alphanumeric())
            && !scan.before().is_some_and(is_cjk)
        {
            continue;
        }
        if let Some((begin, number)) = read(&mut scan) {
            found = Some((begin..scan.at, number));
            break;
        }
    }
    if let Some((range, number)) = found {
        said.reader.take(range);
        said.top = usize::try_from(number).ok();
    }
}
