//! Counted periods, quarters, and parts of periods.

use super::absolute;
use super::days::{Around, Unit, months_days, plus_days, span};
use super::relative::{counted_unit, said_year, year_after};
use super::{Loose, Reading, relative};
use crate::scan::Scan;
use espalier_base::date::DateRange;

const NTH: &[(&str, i32)] =
    &[("first", 1), ("1st", 1), ("second", 2), ("2nd", 2), ("third", 3), ("3rd", 3), ("fourth", 4), ("4th", 4)];

/// `Q1`, `Q3 2025`, `2025 Q3`, `第一季度`, `去年Q4`, `上半年`, `H2`, `the first half of 2025`
pub fn quarter(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let mut ahead = *scan;
    let mut year = said_year(&mut ahead, around).or_else(|| {
        let year = ahead.digits_of(4..=4)?;
        ahead.char('-');
        Some(year)
    });
    ahead.one_of(&["的"]);
    ahead.space();
    ahead.word("the");
    ahead.space();
    let (number, months) = quarter_number(&mut ahead)?;
    if year.is_none() {
        year = year_after(&mut ahead, around);
    }
    *scan = ahead;
    let first = (number - 1) * months + 1;
    let this_year = around.today.year();
    let loose = if year.is_some() { Loose::No } else { Loose::Year };
    let begun = first <= around.today.parts().1;
    let year = year.unwrap_or(if begun { this_year } else { this_year - 1 });
    Some(Reading::loose(months_days(year, first, months), loose))
}

/// Reads the number of a part of a year, and how many months each part has.
fn quarter_number(scan: &mut Scan) -> Option<(i32, i32)> {
    if scan.one_of(&["上半年"]) {
        return Some((1, 6));
    }
    if scan.one_of(&["下半年"]) {
        return Some((2, 6));
    }
    if scan.before().is_none_or(|c| !c.is_ascii_alphabetic())
        && let Some(letter @ ('q' | 'h')) = scan.peek()
    {
        scan.at += 1;
        let number = scan.digits_of(1..=1)?;
        let (most, months) = if letter == 'q' { (4, 3) } else { (2, 6) };
        let goes_on = scan.peek().is_some_and(|c| c.is_ascii_alphanumeric());
        return ((1..=most).contains(&number) && !goes_on).then_some((number, months));
    }
    if let Some(nth) = scan.any(NTH) {
        scan.space();
        if scan.word("quarter") {
            return Some((nth, 3));
        }
        return (scan.word("half") && nth != 3).then_some((nth.min(2), 6));
    }
    scan.one_of(&["第"]);
    let number = scan.number().filter(|number| (1..=4).contains(number))?;
    scan.one_of(&["季度", "季"]).then_some((number, 3))
}

/// `spring`, `last summer`, `winter 2025`, `春天`, `去年夏天`: three whole months; winter begins in December.
pub fn season(scan: &mut Scan, around: &Around) -> Option<Reading> {
    const SEASONS: &[(&str, i32)] = &[
        ("spring", 3),
        ("summer", 6),
        ("autumn", 9),
        ("winter", 12),
        ("春天", 3),
        ("春季", 3),
        ("夏天", 6),
        ("夏季", 6),
        ("秋天", 9),
        ("秋季", 9),
        ("冬天", 12),
        ("冬季", 12),
    ];
    let mut ahead = *scan;
    let mut year = said_year(&mut ahead, around);
    ahead.one_of(&["的"]);
    let lead = ahead.any(&[("this", 0), ("last", 1), ("the", 0), ("in", 0), ("这个", 0)]);
    ahead.space();
    ahead.word("the");
    ahead.space();
    let month = match ahead.any(SEASONS) {
        Some(month) => month,
        None if lead == Some(0) && ahead.word("fall") => 9,
        None => return None,
    };
    year = year.or_else(|| year_after(&mut ahead, around));
    *scan = ahead;
    let begun = month <= around.today.parts().1;
    let latest = if begun { around.today.year() } else { around.today.year() - 1 };
    let loose = if year.is_some() { Loose::No } else { Loose::Year };
    let year = year.unwrap_or(latest);
    let first = super::days::day_of(year, month, 1)?;
    let days = span(first, super::days::plus_months(first, 2)?.month_end());
    // "Last summer" while it is summer is the one before.
    let is_now = days.is_some_and(|days| days.contains(around.today));
    if lead == Some(1) && is_now {
        let first = super::days::day_of(year - 1, month, 1)?;
        return Some(Reading::loose(span(first, super::days::plus_months(first, 2)?.month_end()), loose));
    }
    Some(Reading::loose(days, loose))
}

/// `week 45`, `CW 45`, `KW45`, `第45周`: a week of this year by its number.
pub fn week_number(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let mut ahead = *scan;
    let english =
        ahead.any(&[("calendar week", ()), ("week number", ()), ("week", ()), ("cw", ()), ("kw", ())]).is_some();
    if !english && !ahead.one_of(&["第"]) {
        return None;
    }
    ahead.space();
    let number = ahead.digits_of(1..=2).or_else(|| if english { None } else { ahead.chinese() })?;
    if ahead.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == ':') || !english && !ahead.one_of(&["周"]) {
        return None;
    }
    let days = absolute::iso_week(around.today.year(), number)?;
    *scan = ahead;
    Some(Reading::loose(Some(days), Loose::No))
}

const ROLLING: &[&str] = &[
    "last",
    "the last",
    "past",
    "the past",
    "the most recent",
    "recent",
    "最近的",
    "最近",
    "过去的",
    "过去",
    "近",
    "这",
];
const BEFORE: &[&str] = &["previous", "the previous", "the preceding", "preceding", "prior", "前", "之前的", "上"];

/// `last 30 days`, `past week`, `最近三个月`, `前三周`, `最近半年`, `next 7 days`
pub fn rolling(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let start = *scan;
    if scan.one_of(ROLLING) {
        if scan.spaced(&["半年"]) || scan.spaced(&["half year", "half a year"]) {
            return Some(Reading::of(around.rolling(6, Unit::Month)));
        }
        scan.space();
        let counted = scan.number();
        let is_past = counted.is_some() || matches!(start.peek(), Some('p' | '过' | '最' | '近')) || is_the_past(start);
        scan.space();
        let unit = counted_unit(scan)?;
        return is_past.then(|| Reading::of(around.rolling(counted.unwrap_or(1), unit)));
    }
    if scan.one_of(BEFORE) {
        scan.space();
        let count = scan.number()?;
        scan.space();
        scan.one_of(&["full", "whole", "整"]);
        scan.space();
        let unit = counted_unit(scan)?;
        return Some(Reading::of(count.checked_neg().and_then(|back| around.units(unit, back, -1))));
    }
    if scan.one_of(&["next", "the next", "未来", "接下来", "今后"]) {
        scan.space();
        let count = scan.number()?;
        scan.space();
        let unit = counted_unit(scan)?;
        let first = i32::from(unit != Unit::Day);
        let last = if unit == Unit::Day { count.checked_sub(1)? } else { count };
        return Some(Reading::of(around.units(unit, first, last)));
    }
    None
}

fn is_the_past(mut scan: Scan) -> bool {
    scan.word("the past")
}

/// `3 days ago`, `two weeks ago`, `两周前`, `一年前`: the day, the week, the month or the year.
pub fn ago(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let count = scan.number()?;
    scan.space();
    let count_end = *scan;
    let unit = counted_unit(scan)?;
    // "3月前" is before March.
    if matches!(count_end.until(scan.at), ['月' | '日']) || !scan.spaced(&["ago", "以前", "之前", "前"]) {
        return None;
    }
    Some(Reading::of(around.unit(unit, count.checked_neg()?)))
}

/// `first week of March`, `last 3 days of this month`, `week of March 5`, `the beginning of May`, `mid-March`
pub fn part(scan: &mut Scan, around: &Around) -> Option<Reading> {
    #[derive(Clone, Copy)]
    enum Part {
        Begin,
        Middle,
        End,
    }
    const PARTS: &[(&str, Part)] = &[
        ("beginning of", Part::Begin),
        ("start of", Part::Begin),
        ("early", Part::Begin),
        ("middle of", Part::Middle),
        ("mid", Part::Middle),
        ("end of", Part::End),
        ("late", Part::End),
    ];
    scan.word("the");
    scan.space();
    if scan.word("week of") {
        scan.space();
        let Reading::Days(days, loose) = whole(scan, around)? else { return None };
        return Some(Reading::loose(around.week_of(days.first), loose));
    }
    let mut half = *scan;
    if let Some(days) = half_of_month(&mut half, around) {
        *scan = half;
        return Some(days);
    }
    if let Some(part) = scan.any(PARTS) {
        scan.char('-');
        scan.space();
        let Reading::Days(days, loose) = whole(scan, around)? else { return None };
        let third = Some(days.days() / 3).filter(|third| *third > 0)?;
        let (first, last) = (plus_days(days.first, third)?, plus_days(days.first, 2 * third)?);
        let part = match part {
            Part::Begin => span(days.first, plus_days(first, -1)?),
            Part::Middle => span(first, plus_days(last, -1)?),
            Part::End => span(last, days.last),
        };
        return Some(Reading::loose(part, loose));
    }
    let first = scan.word("first");
    if !first && !scan.word("last") {
        return None;
    }
    scan.space();
    let count = scan.number().unwrap_or(1);
    scan.space();
    let mut unit = *scan;
    counted_unit(&mut unit)?;
    unit.space();
    if !unit.one_of(&["of", "in"]) {
        return None;
    }
    unit.space();
    let reading = whole(&mut unit, around)?;
    let Reading::Days(days, loose) = reading else { return Some(reading) };
    let part = ends_of(scan, around, days, count, first);
    *scan = unit;
    Some(Reading::loose(part, loose))
}

/// `first half of March`, `3月上半月`: up to its 15th, or from its 16th.
fn half_of_month(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let english = scan.any(&[("first half of", true), ("second half of", false)]);
    scan.space();
    let Reading::Days(days, loose) = whole(scan, around)? else { return None };
    scan.one_of(&["的"]);
    let is_first = english.or_else(|| scan.any(&[("上半月", true), ("下半月", false)]))?;
    let is_month = days.first == days.first.month_start() && days.last == days.first.month_end();
    let middle = plus_days(days.first, 14)?;
    let half = if is_first { span(days.first, middle) } else { span(plus_days(middle, 1)?, days.last) };
    is_month.then(|| Reading::loose(half, loose))
}

/// Reads the period that a part is taken of.
fn whole(scan: &mut Scan, around: &Around) -> Option<Reading> {
    scan.word("the");
    scan.space();
    super::longest(
        scan,
        around,
        &[absolute::iso, absolute::chinese, absolute::english, quarter, relative::day, relative::unit],
    )
}

/// The first or last so many units of some days, where a unit is read at the cursor: weeks are seven days each.
pub fn ends_of(scan: &mut Scan, around: &Around, days: DateRange, count: i32, first: bool) -> Option<DateRange> {
    let unit = counted_unit(scan)?;
    let count = Some(count).filter(|count| *count > 0)?;
    let length = match unit {
        Unit::Day => count,
        Unit::Week => count.checked_mul(7)?,
        Unit::Month if first => {
            let last = Around { today: days.first, ..*around }.unit(Unit::Month, count - 1)?.last;
            return span(days.first, last.min(days.last));
        }
        Unit::Month => {
            let begin = Around { today: days.last, ..*around }.unit(Unit::Month, 1 - count)?.first;
            return span(begin.max(days.first), days.last);
        }
        _ => return None,
    };
    if first {
        span(days.first, plus_days(days.first, length - 1)?.min(days.last))
    } else {
        span(plus_days(days.last, 1 - length)?.max(days.first), days.last)
    }
}

/// `all time`, `全部`
pub fn all(scan: &mut Scan, around: &Around) -> Option<Reading> {
    const ALL: &[&str] = &[
        "all time",
        "of all time",
        "all",
        "ever",
        "everything",
        "overall",
        "all days",
        "全部时间",
        "全部",
        "所有时间",
        "所有",
        "有史以来",
        "一直以来",
        "历史以来",
        "历来",
    ];
    scan.one_of(ALL).then(|| {
        let first = around.earliest.unwrap_or(around.today).min(around.today);
        Reading::of(span(first, around.today))
    })
}
