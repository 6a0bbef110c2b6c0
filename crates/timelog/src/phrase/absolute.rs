//! Dates, months and years that are said by their numbers or names.

use espalier_base::date::{DateRange, LocalDate, Weekday};

use super::days::{Around, day_of, month_days, plus_days, plus_months, span, year_days};
use super::relative::{said_year, year_after};
use super::{Loose, Reading};
use crate::scan::{Scan, is_cjk};

const MONTHS: &[(&str, i32)] = &[
    ("january", 1),
    ("jan", 1),
    ("february", 2),
    ("feb", 2),
    ("march", 3),
    ("mar", 3),
    ("april", 4),
    ("apr", 4),
    ("may", 5),
    ("june", 6),
    ("jun", 6),
    ("july", 7),
    ("jul", 7),
    ("august", 8),
    ("aug", 8),
    ("september", 9),
    ("sept", 9),
    ("sep", 9),
    ("october", 10),
    ("oct", 10),
    ("november", 11),
    ("nov", 11),
    ("december", 12),
    ("dec", 12),
];

fn year(scan: &mut Scan) -> Option<i32> {
    let mut ahead = *scan;
    let year = ahead.digits_of(4..=4).filter(|year| (1_900..=2_200).contains(year))?;
    *scan = ahead;
    Some(year)
}

/// `2026-03-01`, `2026/3/1`, `2026.03.01`, `20260301`, `2026-03`, `2026-W09`, `2026-Q1`, `2026`
pub fn iso(scan: &mut Scan, _: &Around) -> Option<Reading> {
    let mut compact = *scan;
    if let Some(date) = compact.digits_of(8..=8) {
        *scan = compact;
        let day = day_of(date / 10_000, date / 100 % 100, date % 100)?;
        return Some(Reading::of(Some(DateRange::day(day))));
    }
    let year = year(scan)?;
    let whole = *scan;
    if let Some(separator) = scan.peek().filter(|c| matches!(c, '-' | '/' | '.')) {
        scan.at += 1;
        if scan.char('w') {
            let week = scan.digits_of(1..=2)?;
            return Some(Reading::of(iso_week(year, week)));
        }
        if let Some(month) = scan.digits_of(1..=2) {
            let month_only = *scan;
            if scan.char(separator)
                && let Some(day) = scan.digits_of(1..=2)
            {
                return Some(Reading::of(day_of(year, month, day).map(DateRange::day)));
            }
            *scan = month_only;
            if separator != '.' && !matches!(scan.peek(), Some(':')) {
                return Some(Reading::of(month_days(year, month)));
            }
        }
        *scan = whole;
    }
    if matches!(scan.peek(), Some(':' | '年')) || scan.before_number_goes_on() {
        return None;
    }
    Some(Reading::of(year_days(year)))
}

/// The days of a week by its number.
pub fn iso_week(year: i32, week: i32) -> Option<DateRange> {
    // The first week is the one with the 4th of January.
    let monday = day_of(year, 1, 4)?.week_start(Weekday::Monday);
    let first = plus_days(monday, week.checked_sub(1)?.checked_mul(7)?)?;
    // A week belongs to the year its Thursday is in.
    span(first, plus_days(first, 6)?).filter(|week| week.first.plus_days(3).year() == year)
}

/// `3/14`, `14.3.2026`, `3/4/26`: with a stroke either may be the month, with dots the day is first.
pub fn slashes(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let first = scan.digits_of(1..=2)?;
    let separator = scan.peek().filter(|c| matches!(c, '/' | '.'))?;
    scan.at += 1;
    let second = scan.digits_of(1..=2)?;
    let mut ahead = *scan;
    let mut year = None;
    if ahead.char(separator) {
        match ahead.digits() {
            Some((found, 4)) => year = Some(found),
            Some((found, 2)) => year = Some(2_000 + found),
            Some(_) => return None,
            // "3.4." is a date as well.
            None if separator == '.' => {}
            None => return None,
        }
        *scan = ahead;
    } else if separator == '.' {
        return None;
    }
    if !(1..=31).contains(&first) || !(1..=31).contains(&second) || (first > 12 && second > 12) {
        return None;
    }
    let day = |month: i32, day: i32| match year {
        Some(year) => day_of(year, month, day).map(DateRange::day),
        None => latest_day(around, month, day),
    };
    let loose = if year.is_some() { Loose::No } else { Loose::Year };
    if separator == '.' || first > 12 {
        return Some(Reading::loose(day(second, first), loose));
    }
    if second > 12 || first == second {
        return Some(Reading::loose(day(first, second), loose));
    }
    match (day(first, second), day(second, first)) {
        (Some(month_first), Some(day_first)) => Some(Reading::Either(month_first, day_first)),
        (one, other) => Some(Reading::loose(one.or(other), loose)),
    }
}

/// The latest such day that has begun; the 29th of February may be some years ago.
fn latest_day(around: &Around, month: i32, day: i32) -> Option<DateRange> {
    let year = around.today.year();
    let days = (0..9).filter_map(|back| day_of(year - back, month, day));
    days.into_iter().find(|day| *day <= around.today).map(DateRange::day)
}

/// The latest such month that has begun.
fn latest_month(around: &Around, month: i32) -> Option<DateRange> {
    let year = around.today.year();
    month_days(if month > around.today.parts().1 { year - 1 } else { year }, month)
}

/// `3月`, `3月5日`, `2026年3月5号`, `去年十一月`, `2026年`, `5号`, `3月上旬`, `3月底`, `3月前三周`
pub fn chinese(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let year = said_year(scan, around);
    let after_year = *scan;
    scan.one_of(&["的"]);
    scan.space();
    let number = scan.digits_of(1..=2).or_else(|| scan.chinese());
    let Some(number) = number else {
        *scan = after_year;
        return year.map(|year| Reading::of(year_days(year)));
    };
    if scan.one_of(&["月份", "月"]) && (1..=12).contains(&number) {
        let loose = if year.is_some() { Loose::No } else { Loose::Year };
        let month = year.map_or_else(|| latest_month(around, number), |year| month_days(year, number));
        return Some(in_month(scan, around, month, number, year, loose));
    }
    if year.is_none() && scan.one_of(&["号", "日"]) && (1..=31).contains(&number) {
        return Some(Reading::loose(latest_of_month(around, number), Loose::No));
    }
    *scan = after_year;
    year.map(|year| Reading::of(year_days(year)))
}

fn in_month(
    scan: &mut Scan,
    around: &Around,
    month: Option<DateRange>,
    number: i32,
    year: Option<i32>,
    loose: Loose,
) -> Reading {
    let whole = *scan;
    scan.space();
    let is_numeral = scan.peek().is_some_and(is_cjk);
    let day = scan.digits_of(1..=2).or_else(|| scan.chinese()).filter(|day| (1..=31).contains(day));
    // "十月一共" is no first of October.
    let goes_on = |c: char| is_numeral && is_cjk(c) && !matches!(c, '到' | '至' | '以' | '之');
    if let Some(day) = day
        && (scan.one_of(&["日", "号"])
            || !scan.peek().is_some_and(goes_on)
                && !matches!(
                    scan.peek(),
                    Some(
                        ':' | '点' | '时' | '个' | '天' | '周' | '小' | '次' | '条' | '分' | '位' | '名' | '项' | '大'
                    )
                ))
    {
        let found =
            year.map_or_else(|| latest_day(around, number, day), |year| day_of(year, number, day).map(DateRange::day));
        return Reading::loose(found, loose);
    }
    *scan = whole;
    scan.one_of(&["的"]);
    if let Some(part) = month.and_then(|month| part_of_month(scan, around, month)) {
        return Reading::loose(Some(part), loose);
    }
    *scan = whole;
    Reading::loose(month, loose)
}

/// The thirds of a month and its ends: `上旬`, `初` (the first ten days), `底`, `前三周`, `最后一周`, `第二周`
fn part_of_month(scan: &mut Scan, around: &Around, month: DateRange) -> Option<DateRange> {
    let tenth = |day: i32| plus_days(month.first, day - 1);
    if scan.one_of(&["上旬", "初"]) {
        return span(month.first, tenth(10)?);
    }
    if scan.one_of(&["中旬"]) {
        return span(tenth(11)?, tenth(20)?);
    }
    // "三月中" is its middle; in "三月中最忙的一天" it means in March, and "三月的中位数" has none.
    let mut middle = *scan;
    let is_alone = |scan: &Scan| scan.peek().is_none_or(|c| matches!(c, '到' | '至' | '以' | '-' | '~'));
    if scan.before() != Some('的') && middle.one_of(&["中"]) && is_alone(&middle) {
        *scan = middle;
        return span(tenth(11)?, tenth(20)?);
    }
    if scan.one_of(&["下旬", "底", "末"]) {
        return span(tenth(21)?, month.last);
    }
    if scan.one_of(&["第"]) {
        let count = scan.number()?;
        scan.one_of(&["个"]);
        return scan.one_of(&["周", "星期"]).then(|| nth_week(month, count))?;
    }
    let first = scan.one_of(&["前", "头"]);
    if !first && !scan.one_of(&["最后", "后"]) {
        return None;
    }
    let count = scan.number()?;
    super::period::ends_of(scan, around, month, count, first)
}

/// The days 1 to 7, 8 to 14 and so on; the fifth is what remains.
fn nth_week(month: DateRange, count: i32) -> Option<DateRange> {
    let first =
        plus_days(month.first, count.checked_sub(1)?.checked_mul(7)?).filter(|day| *day <= month.last && count > 0)?;
    span(first, plus_days(first, 6)?.min(month.last))
}

/// The latest day of that number that has begun.
fn latest_of_month(around: &Around, day: i32) -> Option<DateRange> {
    let months = (0..12).filter_map(|back| plus_months(around.today.month_start(), -back));
    let mut days = months.filter_map(|first| {
        let (year, month, _) = first.parts();
        day_of(year, month, day)
    });
    days.find(|day| *day <= around.today).map(DateRange::day)
}

/// A number that can be a day, and whether it has the end of an ordinal.
fn ordinal(scan: &mut Scan) -> Option<(i32, bool)> {
    let mut ahead = *scan;
    let day = ahead.digits_of(1..=2).filter(|day| (1..=31).contains(day))?;
    let is_ordinal = ["st", "nd", "rd", "th"].iter().any(|end| ahead.word(end));
    let goes_on =
        matches!(ahead.peek(), Some(':' | '%' | '点')) || ahead.peek().is_some_and(|c| c.is_ascii_alphanumeric());
    // "March 5 pm" is no day, nor is "March 5.5".
    let mut hour = ahead;
    let is_hour = !is_ordinal && hour.spaced(&["am", "pm", "a.m.", "p.m.", "o'clock"]);
    if goes_on || is_hour || ahead.before_number_goes_on() {
        return None;
    }
    *scan = ahead;
    Some((day, is_ordinal))
}

const ORDINALS: &[(&str, i32)] = &[
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
    ("sixth", 6),
    ("seventh", 7),
    ("eighth", 8),
    ("ninth", 9),
    ("tenth", 10),
    ("eleventh", 11),
    ("twelfth", 12),
    ("fifteenth", 15),
    ("twentieth", 20),
    ("thirtieth", 30),
    ("thirty-first", 31),
];

/// `March`, `Mar 2026`, `the first of March`, `March 5th, 2026`, `5 March`, `the 15th of March`, `the 15th`, `March last year`
pub fn english(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let the = scan.word("the");
    scan.space();
    if let Some(day) = scan.any(ORDINALS) {
        scan.space();
        scan.word("of").then_some(())?;
        scan.space();
        let month = scan.any(MONTHS)?;
        return Some(with_year(scan, around, month, Some(day)));
    }
    if let Some((day, ordinal)) = ordinal(scan) {
        let alone = *scan;
        scan.space();
        scan.word("of");
        scan.space();
        if let Some(month) = scan.any(MONTHS) {
            return Some(with_year(scan, around, month, Some(day)));
        }
        *scan = alone;
        return (ordinal && the).then(|| Reading::loose(latest_of_month(around, day), Loose::No));
    }
    let month = scan.any(MONTHS)?;
    let mut ahead = *scan;
    ahead.char('.');
    ahead.space();
    ahead.word("the");
    ahead.space();
    let day = ordinal(&mut ahead).map(|(day, _)| day);
    if day.is_some() {
        *scan = ahead;
    }
    Some(with_year(scan, around, month, day))
}

fn with_year(scan: &mut Scan, around: &Around, month: i32, day: Option<i32>) -> Reading {
    match (year_after(scan, around), day) {
        (Some(year), Some(day)) => Reading::of(day_of(year, month, day).map(DateRange::day)),
        (Some(year), None) => Reading::of(month_days(year, month)),
        (None, Some(day)) => Reading::loose(latest_day(around, month, day), Loose::Year),
        (None, None) => Reading::loose(latest_month(around, month), Loose::Year),
    }
}

/// `9-15 November`, `from 9 to 15 November`, `between the 1st and the 15th of October`
pub fn day_span(scan: &mut Scan, around: &Around) -> Option<Reading> {
    // "16:11 – 26 October" is a time and a date.
    if scan.before().is_some_and(|c| matches!(c, ':' | '.' | ',' | '-' | '/')) {
        return None;
    }
    let mut ahead = *scan;
    let lead = ahead.one_of(&["between", "from"]);
    ahead.space();
    ahead.word("the");
    ahead.space();
    let from = ahead.digits_of(1..=2)?;
    let _ = ["st", "nd", "rd", "th"].iter().any(|end| ahead.word(end));
    ahead.space();
    if !(ahead.one_of(&["-", "to", "until", "till", "through", "~"]) || (lead && ahead.word("and"))) {
        return None;
    }
    ahead.space();
    ahead.word("the");
    ahead.space();
    let (to, _) = ordinal(&mut ahead)?;
    ahead.space();
    ahead.word("of");
    ahead.space();
    let month = ahead.any(MONTHS)?;
    let Reading::Days(end, loose) = with_year(&mut ahead, around, month, Some(to)) else { return None };
    let (year, month, _) = end.first.parts();
    let first = day_of(year, month, from).filter(|first| *first <= end.last)?;
    *scan = ahead;
    Some(Reading::loose(span(first, end.last), loose))
}

/// The second end of `March 5-8`, `3月5日到8日`: a later day of the same month.
pub fn day_after(scan: &mut Scan, start: LocalDate) -> Option<DateRange> {
    let mut ahead = *scan;
    let day = ahead.digits_of(1..=2).or_else(|| ahead.chinese())?;
    let said = ahead.one_of(&["日", "号", "st", "nd", "rd", "th"]);
    if !said && (ahead.peek().is_some_and(|c| c.is_alphanumeric() || matches!(c, ':' | '/' | '-' | '.'))) {
        return None;
    }
    let (year, month, _) = start.parts();
    let end = day_of(year, month, day).filter(|end| *end >= start)?;
    *scan = ahead;
    Some(DateRange::day(end))
}
