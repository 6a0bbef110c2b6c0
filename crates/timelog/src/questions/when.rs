//! Times in a question: days, days of the week, times of day, lengths, and how many. Each reads whole phrases only.

mod clock;
mod lengths;

pub use clock::clock;
pub use lengths::{Bound, bound};

use crate::phrase::{self, Around, Unit};
use crate::scan::{Folded, Scan};
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

/// Reads days of the week that are no dates: "Mondays", "每周一", "weekends".
pub fn weekdays(scan: &mut Scan) -> Option<Vec<Weekday>> {
    let mut ahead = *scan;
    if ahead.one_of(&["weekends", "every weekend", "每个周末", "每周末", "双休日", "周末"]) {
        *scan = ahead;
        return Some(WEEKEND.to_vec());
    }
    if ahead.one_of(&["weekdays", "workdays", "working days", "工作日", "平日"]) {
        *scan = ahead;
        return Some(WORKDAYS.to_vec());
    }
    for (day, (english, chinese)) in Weekday::ALL.into_iter().zip(WEEKDAYS) {
        // "On Friday nights", of which the nights are left to be read.
        let mut each = *scan;
        each.word("on");
        each.space();
        if each.word(english) && each.clone().spaced(&["mornings", "afternoons", "evenings", "nights"]) {
            *scan = each;
            return Some(vec![day]);
        }
        let english = [format!("{english}s"), format!("every {english}"), format!("each {english}")];
        let chinese = ["每周", "每个周", "每逢周", "每个星期", "每星期"].map(|week| format!("{week}{chinese}"));
        if english.iter().chain(&chinese).any(|way| ahead.word(way)) {
            *scan = ahead;
            return Some(vec![day]);
        }
    }
    None
}

/// The days of the week of words that name a date only by them, beside other days.
pub fn bare(words: &str) -> Vec<Weekday> {
    if words == "周末" {
        return WEEKEND.to_vec();
    }
    let of = |(day, (_, chinese)): (Weekday, (&str, &str))| {
        ["周", "星期", "礼拜"].iter().any(|week| words == format!("{week}{chinese}")).then_some(day)
    };
    Weekday::ALL.into_iter().zip(WEEKDAYS).filter_map(of).collect()
}

/// Whether words name a date by the day of the week alone.
pub fn is_weekday(words: &str) -> bool {
    let words = words.trim_start_matches("on ");
    !bare(words).is_empty() || WEEKDAYS.iter().any(|(english, _)| words == *english || words == &english[..3])
}

/// Reads days as one phrase; not those that may be another word, or that leave open which days are meant.
pub fn days(scan: &mut Scan, original: &str, folded: &Folded, around: &Around) -> Option<DateRange> {
    let mut ahead = *scan;
    let days = phrase::prefix(&mut ahead, around)?;
    let words: String = scan.until(ahead.at).iter().collect();
    let is_word = match words.as_str() {
        "mar" | "sat" | "sun" | "all" | "everything" | "overall" | "ever" | "所有" | "全部" => true,
        // "may" is a verb as well.
        "may" => !original[folded.bytes(scan.at..ahead.at)].starts_with('M') && !after_in(folded, scan.at),
        _ => false,
    };
    // "entries from 21 November" are those of the day, or those since.
    let is_open = words.starts_with("from ") && ![" to ", " until ", " till ", "-"].iter().any(|to| words.contains(to));
    // "Monday to Friday" are dates, or days of each week.
    let starts = |lead: &str| words.trim_start_matches("from ").starts_with(lead);
    let is_each = WEEKDAYS.iter().any(|(english, _)| starts(english) && words.contains([' ', '-']))
        || ["周", "星期", "礼拜"].iter().any(|week| starts(week)) && words.contains(['到', '至', '-', '~']);
    let longer = ahead.peek() == Some('那') || ahead.peek() == Some('所') || ahead.peek() == Some('当');
    if is_word || is_open || is_each || longer {
        return None;
    }
    *scan = ahead;
    Some(days)
}

fn after_in(folded: &Folded, at: usize) -> bool {
    let before: String = folded.chars()[..at].iter().collect();
    before.is_empty()
        || ["in", "of", "since", "for", "and", "with"].iter().any(|lead| before.trim_end().ends_with(lead))
}

/// Reads "the day before" and the like, which are counted from the days of the question before.
pub fn step(scan: &mut Scan) -> Option<(Unit, i32)> {
    let mut ahead = *scan;
    let step = ahead.any(&[
        ("the day before", (Unit::Day, -1)),
        ("the previous day", (Unit::Day, -1)),
        ("the day after", (Unit::Day, 1)),
        ("the week before", (Unit::Week, -1)),
        ("the week after", (Unit::Week, 1)),
        ("the month before", (Unit::Month, -1)),
        ("the month after", (Unit::Month, 1)),
        ("the year before", (Unit::Year, -1)),
        ("前一天", (Unit::Day, -1)),
        ("后一天", (Unit::Day, 1)),
        ("前一周", (Unit::Week, -1)),
        ("前一个月", (Unit::Month, -1)),
        ("前一年", (Unit::Year, -1)),
    ])?;
    let mut after = ahead;
    after.space();
    if after.one_of(&["last", "yesterday", "tomorrow", "that"]) {
        return None;
    }
    *scan = ahead;
    Some(step)
}

/// Reads how many are wanted: the number of "top 3", "前三名" and "最长的五条", leaving the words around it.
pub fn top(scan: &mut Scan, before: Option<&str>) -> Option<usize> {
    let mut ahead = *scan;
    let number = ahead.number().filter(|number| (2..=50).contains(number))?;
    let mut after = ahead;
    let unit = after.one_of(&["条", "名"]);
    let good = before.is_some_and(|word| ["top", "longest", "shortest"].contains(&word))
        || before == Some("前")
        || before == Some("的") && unit;
    if !good {
        return None;
    }
    *scan = ahead;
    usize::try_from(number).ok()
}
