//! Days that people name by what is kept on them, where the calendar tells which they are: those of the moon are not.

use super::days::{Around, day_of, plus_days};
use super::relative::{said_year, year_after};
use super::{Loose, Reading};
use crate::scan::Scan;
use espalier_base::date::{DateRange, LocalDate};

#[derive(Clone, Copy)]
enum Holiday {
    /// So many days after Easter Sunday.
    Easter(i32),
    /// A day of a month, and how many days with it.
    Fixed(i32, i32, i32),
}

const NAMES: &[(&str, Holiday)] = &[
    ("easter", Holiday::Easter(0)),
    ("easter sunday", Holiday::Easter(0)),
    ("easter monday", Holiday::Easter(1)),
    ("good friday", Holiday::Easter(-2)),
    ("christmas", Holiday::Fixed(12, 25, 1)),
    ("christmas day", Holiday::Fixed(12, 25, 1)),
    ("christmas eve", Holiday::Fixed(12, 24, 1)),
    ("new year", Holiday::Fixed(1, 1, 1)),
    ("new year's", Holiday::Fixed(1, 1, 1)),
    ("new year's day", Holiday::Fixed(1, 1, 1)),
    ("new year's eve", Holiday::Fixed(12, 31, 1)),
    ("复活节", Holiday::Easter(0)),
    ("圣诞节", Holiday::Fixed(12, 25, 1)),
    ("圣诞", Holiday::Fixed(12, 25, 1)),
    ("元旦", Holiday::Fixed(1, 1, 1)),
    ("国庆", Holiday::Fixed(10, 1, 7)),
    ("国庆节", Holiday::Fixed(10, 1, 7)),
    ("国庆假期", Holiday::Fixed(10, 1, 7)),
    ("国庆长假", Holiday::Fixed(10, 1, 7)),
    ("国庆七天", Holiday::Fixed(10, 1, 7)),
    ("国庆黄金周", Holiday::Fixed(10, 1, 7)),
    ("国庆那天", Holiday::Fixed(10, 1, 1)),
    ("国庆当天", Holiday::Fixed(10, 1, 1)),
    ("五一", Holiday::Fixed(5, 1, 5)),
    ("五一节", Holiday::Fixed(5, 1, 5)),
    ("五一假期", Holiday::Fixed(5, 1, 5)),
    ("五一长假", Holiday::Fixed(5, 1, 5)),
    ("五一劳动节", Holiday::Fixed(5, 1, 5)),
    ("五一那天", Holiday::Fixed(5, 1, 1)),
    ("五一当天", Holiday::Fixed(5, 1, 1)),
];

/// `Easter`, `Christmas 2025`, `去年国庆`: the latest that has begun, where no year is said.
pub fn holiday(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let mut ahead = *scan;
    let mut year = said_year(&mut ahead, around);
    ahead.one_of(&["的"]);
    // "十五一共" is no first of May.
    if ahead.before().is_some_and(|c| "零一二三四五六七八九十百周期拜月".contains(c)) && ahead.at == scan.at
    {
        return None;
    }
    let holiday = ahead.any(NAMES)?;
    if ahead.before() == Some('一') && ahead.peek().is_some_and(|c| "共直般个次天起下周点".contains(c)) {
        return None;
    }
    year = year.or_else(|| year_after(&mut ahead, around));
    *scan = ahead;
    let loose = if year.is_some() { Loose::No } else { Loose::Year };
    let days = match year {
        Some(year) => in_year(holiday, year),
        None => (0..2)
            .filter_map(|back| in_year(holiday, around.today.year() - back))
            .find(|days| days.first <= around.today),
    };
    Some(Reading::loose(days, loose))
}

fn in_year(holiday: Holiday, year: i32) -> Option<DateRange> {
    match holiday {
        Holiday::Easter(after) => plus_days(easter(year)?, after).map(DateRange::day),
        Holiday::Fixed(month, day, length) => {
            let first = day_of(year, month, day)?;
            Some(DateRange { first, last: plus_days(first, length - 1)? })
        }
    }
}

/// Returns Easter Sunday of the Gregorian calendar, by the anonymous algorithm (Meeus, Jones, Butcher).
fn easter(year: i32) -> Option<LocalDate> {
    let (golden, century, rest) = (year % 19, year / 100, year % 100);
    let epact = (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
    let weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4) % 7;
    let late = (golden + 11 * epact + 22 * weekday) / 451;
    let day = epact + weekday - 7 * late + 114;
    day_of(year, day / 31, day % 31 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easter_is_where_the_tables_have_it() {
        let days = [1961, 2000, 2008, 2011, 2024, 2025, 2026, 2038, 2100];
        let said = days.map(|year| easter(year).unwrap().to_string());
        let table = [
            "1961-04-02",
            "2000-04-23",
            "2008-03-23",
            "2011-04-24",
            "2024-03-31",
            "2025-04-20",
            "2026-04-05",
            "2038-04-25",
            "2100-03-28",
        ];
        assert_eq!(said, table);
    }
}
