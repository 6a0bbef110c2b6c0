//! Days, weekdays and periods that are said from where today is.

use espalier_base::date::{DateRange, Weekday};

use super::days::{Around, Unit, plus_days, span, year_days};
use super::{Loose, Reading};
use crate::scan::Scan;

const DAYS: &[(&str, i32)] = &[
    ("today", 0),
    ("tonight", 0),
    ("yesterday", -1),
    ("last night", -1),
    ("day before yesterday", -2),
    ("the day before yesterday", -2),
    ("tomorrow", 1),
    ("day after tomorrow", 2),
    ("the day after tomorrow", 2),
    ("今天", 0),
    ("今日", 0),
    ("今晚", 0),
    ("今早", 0),
    ("当天", 0),
    ("昨天", -1),
    ("昨日", -1),
    ("昨晚", -1),
    ("昨夜", -1),
    ("前天", -2),
    ("前日", -2),
    ("前晚", -2),
    ("大前天", -3),
    ("明天", 1),
    ("明日", 1),
    ("后天", 2),
    ("大后天", 3),
];

const THIS: &[(&str, i32)] = &[
    ("this", 0),
    ("the current", 0),
    ("current", 0),
    ("last", -1),
    ("the last", -1),
    ("previous", -1),
    ("the previous", -1),
    ("next", 1),
    ("the next", 1),
    ("这一个", 0),
    ("这一", 0),
    ("这个", 0),
    ("这", 0),
    ("本", 0),
    ("当", 0),
    ("上一个", -1),
    ("上一", -1),
    ("上个", -1),
    ("上", -1),
    ("前一个", -1),
    ("前一", -1),
    ("上上个", -2),
    ("上上", -2),
    ("上上上", -3),
    ("下一个", 1),
    ("下一", 1),
    ("下个", 1),
    ("下", 1),
    ("下下个", 2),
    ("下下", 2),
];

const UNITS: &[(&str, Unit)] = &[
    ("day", Unit::Day),
    ("week", Unit::Week),
    ("month", Unit::Month),
    ("quarter", Unit::Quarter),
    ("half-year", Unit::HalfYear),
    ("half year", Unit::HalfYear),
    ("year", Unit::Year),
    ("weekend", Unit::Weekend),
    ("周", Unit::Week),
    ("星期", Unit::Week),
    ("礼拜", Unit::Week),
    ("周末", Unit::Weekend),
    ("星期末", Unit::Weekend),
    ("月", Unit::Month),
    ("月份", Unit::Month),
    ("季度", Unit::Quarter),
    ("季", Unit::Quarter),
    ("半年", Unit::HalfYear),
    ("年", Unit::Year),
    ("年度", Unit::Year),
];

const YEARS_ZH: &[(&str, i32)] =
    &[("今年", 0), ("本年", 0), ("去年", -1), ("前年", -2), ("大前年", -3), ("明年", 1), ("后年", 2)];

const WEEKDAYS: &[(&str, Weekday)] = &[
    ("monday", Weekday::Monday),
    ("mon", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("tues", Weekday::Tuesday),
    ("tue", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("wed", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("thurs", Weekday::Thursday),
    ("thu", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("fri", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sat", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
    ("sun", Weekday::Sunday),
];

const WEEKDAYS_ZH: &[(&str, Weekday)] = &[
    ("一", Weekday::Monday),
    ("二", Weekday::Tuesday),
    ("三", Weekday::Wednesday),
    ("四", Weekday::Thursday),
    ("五", Weekday::Friday),
    ("六", Weekday::Saturday),
    ("日", Weekday::Sunday),
    ("天", Weekday::Sunday),
];

/// `today`, `the day before yesterday`, `前天`
pub fn day(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let offset = scan.any(DAYS)?;
    Some(Reading::of(around.unit(Unit::Day, offset)))
}

/// `this week`, `上个月`, `last quarter`, `去年`, `the week before last`, `year to date`
pub fn unit(scan: &mut Scan, around: &Around) -> Option<Reading> {
    if let Some(offset) = scan.any(YEARS_ZH) {
        return Some(Reading::of(around.unit(Unit::Year, offset)));
    }
    let to_date = [
        ("since the beginning of the year", Unit::Year),
        ("since the start of the year", Unit::Year),
        ("since the beginning of the month", Unit::Month),
        ("since the start of the month", Unit::Month),
        ("ytd", Unit::Year),
        ("year to date", Unit::Year),
        ("mtd", Unit::Month),
        ("month to date", Unit::Month),
        ("wtd", Unit::Week),
        ("week to date", Unit::Week),
        ("week so far", Unit::Week),
        ("month so far", Unit::Month),
        ("quarter so far", Unit::Quarter),
        ("year so far", Unit::Year),
    ];
    if let Some(unit) = scan.any(&to_date) {
        let days = around.unit(unit, 0).and_then(|days| span(days.first, around.today));
        return Some(Reading::of(days));
    }
    let mut ahead = *scan;
    ahead.word("the");
    ahead.space();
    if let Some(unit) = ahead.any(UNITS)
        && ahead.spaced(&["before last"])
    {
        *scan = ahead;
        return Some(Reading::of(around.unit(unit, -2)));
    }
    let offset = scan.any(THIS)?;
    scan.space();
    let unit = scan.any(UNITS)?;
    // "本日" is no period of the calendar, "这天" is unclear.
    if unit == Unit::Day && offset == 0 {
        return None;
    }
    Some(Reading::of(around.unit(unit, offset)))
}

/// `Monday`, `last Friday`, `上周三`, `星期天`
pub fn weekday(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let said = scan.any(THIS);
    scan.space();
    if let Some(weekday) = scan.any(WEEKDAYS) {
        return Some(named_weekday(around, weekday, said));
    }
    if !scan.one_of(&["周", "星期", "礼拜"]) {
        return None;
    }
    let weekday = scan.any(WEEKDAYS_ZH)?;
    Some(match said {
        // In Chinese the week is named, and the day in it.
        Some(offset) => Reading::of(in_week(around, weekday, offset)),
        None => Reading::loose(latest(around, weekday, 0), Loose::Week),
    })
}

fn named_weekday(around: &Around, weekday: Weekday, said: Option<i32>) -> Reading {
    match said {
        Some(-1) => Reading::of(latest(around, weekday, 1)),
        Some(offset) => Reading::of(in_week(around, weekday, offset)),
        None => Reading::loose(latest(around, weekday, 0), Loose::Week),
    }
}

/// The latest such weekday that is at least so many days ago.
fn latest(around: &Around, weekday: Weekday, at_least: i32) -> Option<DateRange> {
    let from = plus_days(around.today, -at_least)?;
    let back = from.weekday().place(weekday);
    plus_days(from, -back).map(DateRange::day)
}

fn in_week(around: &Around, weekday: Weekday, offset: i32) -> Option<DateRange> {
    let week = around.unit(Unit::Week, offset)?;
    plus_days(week.first, weekday.place(around.week_start)).map(DateRange::day)
}

/// A year that is said before its months: `2026年`, `二〇二六年`, `去年`, `last year`
pub fn said_year(scan: &mut Scan, around: &Around) -> Option<i32> {
    let mut ahead = *scan;
    let this_year = around.today.year();
    let year = if let Some(offset) = ahead.any(YEARS_ZH) {
        Some(this_year + offset)
    } else if ahead.word("last year") {
        Some(this_year - 1)
    } else if ahead.word("this year") {
        Some(this_year)
    } else {
        let number = ahead.digits_of(2..=4).or_else(|| ahead.chinese());
        number.filter(|_| ahead.one_of(&["年"])).map(|year| if year < 100 { 2_000 + year } else { year })
    };
    let year = year.filter(|year| year_days(*year).is_some())?;
    *scan = ahead;
    Some(year)
}

/// A year that is said after its month: `, 2026`, `of last year`
pub fn year_after(scan: &mut Scan, around: &Around) -> Option<i32> {
    let mut ahead = *scan;
    ahead.char(',');
    ahead.space();
    ahead.one_of(&["of", "in"]);
    ahead.space();
    let said = said_year(&mut ahead, around);
    let year = said.or_else(|| {
        let year = ahead.digits_of(4..=4)?;
        // "October 2026-10-01" is a month, and then a date.
        let mut dash = ahead;
        let goes_on =
            ahead.before_number_goes_on() || (dash.char('-') && dash.peek().is_some_and(|c| c.is_ascii_digit()));
        (year_days(year).is_some() && !goes_on).then_some(year)
    })?;
    *scan = ahead;
    Some(year)
}

/// The unit of a counted period.
pub fn counted_unit(scan: &mut Scan) -> Option<Unit> {
    const COUNTED: &[(&str, Unit)] = &[
        ("days", Unit::Day),
        ("day", Unit::Day),
        ("weeks", Unit::Week),
        ("week", Unit::Week),
        ("weekends", Unit::Weekend),
        ("months", Unit::Month),
        ("month", Unit::Month),
        ("quarters", Unit::Quarter),
        ("quarter", Unit::Quarter),
        ("years", Unit::Year),
        ("year", Unit::Year),
        ("天", Unit::Day),
        ("日", Unit::Day),
        ("周", Unit::Week),
        ("个周", Unit::Week),
        ("个星期", Unit::Week),
        ("星期", Unit::Week),
        ("个礼拜", Unit::Week),
        ("个月", Unit::Month),
        ("月", Unit::Month),
        ("个季度", Unit::Quarter),
        ("季度", Unit::Quarter),
        ("年", Unit::Year),
    ];
    scan.any(COUNTED)
}
