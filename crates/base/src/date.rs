//! Days of the calendar, without a zone: `2026-03-01` is a date that people name, never an instant.
//!
//! Days are converted with the algorithms of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms", in the
//! proleptic Gregorian calendar.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A day of the calendar: days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LocalDate(pub i32);

/// A day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Weekday {
    #[default]
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// Days from the first to the last, both included; never empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DateRange {
    /// The first day.
    pub first: LocalDate,
    /// The last day.
    pub last: LocalDate,
}

/// Error of a text that is not a date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a date: {0:?}")]
pub struct InvalidDate(pub String);

impl Weekday {
    /// All days of the week, from Monday.
    pub const ALL: [Self; 7] =
        [Self::Monday, Self::Tuesday, Self::Wednesday, Self::Thursday, Self::Friday, Self::Saturday, Self::Sunday];

    /// Returns the place in the week from Monday, 0 to 6.
    pub const fn from_monday(self) -> i32 {
        self as i32
    }

    /// Returns the day so many days after Monday.
    pub const fn of_monday(days: i32) -> Self {
        Self::ALL[days.rem_euclid(7) as usize]
    }

    /// Returns the place in a week that begins with `first`, 0 to 6.
    pub const fn place(self, first: Self) -> i32 {
        (self as i32 - first as i32).rem_euclid(7)
    }
}

impl LocalDate {
    /// Makes the date of a year, a month from 1 and a day from 1; `None` where the calendar has none.
    pub const fn new(year: i32, month: i32, day: i32) -> Option<Self> {
        if month < 1 || month > 12 || day < 1 || day > days_in_month(year, month) || year.unsigned_abs() > 200_000 {
            return None;
        }
        let year = if month <= 2 { year - 1 } else { year };
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let shifted = (month + 9) % 12;
        let day_of_year = (153 * shifted + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Some(Self(era * 146_097 + day_of_era - 719_468))
    }

    /// Year, month from 1, day from 1.
    pub const fn parts(self) -> (i32, i32, i32) {
        let shifted = self.0 as i64 + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
        (year as i32, month as i32, day as i32)
    }

    /// Returns the year.
    pub const fn year(self) -> i32 {
        self.parts().0
    }

    /// Returns the day of the week.
    pub const fn weekday(self) -> Weekday {
        Weekday::of_monday(self.0.rem_euclid(7) + 3)
    }

    /// Returns the date so many days later.
    #[must_use]
    pub const fn plus_days(self, days: i32) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// Returns the days from `earlier` to this one.
    pub const fn since(self, earlier: Self) -> i32 {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns the date so many months later, or the last day of that month where it is shorter.
    #[must_use]
    pub fn plus_months(self, months: i32) -> Self {
        let (year, month, day) = self.parts();
        let (year, month) = month_after(year, month, months);
        Self::new(year, month, day.min(days_in_month(year, month))).unwrap_or(self)
    }

    /// Returns the first day of its month.
    #[must_use]
    pub const fn month_start(self) -> Self {
        Self(self.0 - self.parts().2 + 1)
    }

    /// Returns the last day of its month.
    #[must_use]
    pub const fn month_end(self) -> Self {
        let (year, month, day) = self.parts();
        Self(self.0 - day + days_in_month(year, month))
    }

    /// Returns the first day of its week, where weeks begin with `first`.
    #[must_use]
    pub const fn week_start(self, first: Weekday) -> Self {
        Self(self.0 - self.weekday().place(first))
    }
}

impl DateRange {
    /// Makes the range of the days from one to the other, in either order.
    pub fn new(one: LocalDate, other: LocalDate) -> Self {
        Self { first: one.min(other), last: one.max(other) }
    }

    /// Makes the range of one day.
    pub const fn day(day: LocalDate) -> Self {
        Self { first: day, last: day }
    }

    /// Returns the number of days, at least 1.
    pub const fn days(self) -> i32 {
        self.last.since(self.first).saturating_add(1)
    }

    /// Whether a day is in it.
    pub fn contains(self, day: LocalDate) -> bool {
        (self.first..=self.last).contains(&day)
    }

    /// Returns the range before it for a comparison: whole months before whole months, else as many days.
    #[must_use]
    pub fn previous(self) -> Self {
        let last = self.first.plus_days(-1);
        if self.first == self.first.month_start() && self.last == self.last.month_end() {
            let ((from_year, from_month, _), (year, month, _)) = (self.first.parts(), self.last.parts());
            let months = (year - from_year) * 12 + month - from_month + 1;
            return Self { first: self.first.plus_months(-months), last };
        }
        Self { first: last.plus_days(1 - self.days()), last }
    }
}

/// Returns the number of days of a month from 1.
pub const fn days_in_month(year: i32, month: i32) -> i32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the year and month so many months later.
pub const fn month_after(year: i32, month: i32, months: i32) -> (i32, i32) {
    let total = year as i64 * 12 + month as i64 - 1 + months as i64;
    (total.div_euclid(12) as i32, total.rem_euclid(12) as i32 + 1)
}

impl fmt::Display for LocalDate {
    /// Writes the date as in ISO 8601: `2026-03-01`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for LocalDate {
    type Err = InvalidDate;

    /// Reads `2026-03-01`, and nothing else.
    fn from_str(text: &str) -> Result<Self, InvalidDate> {
        let invalid = || InvalidDate(text.chars().take(40).collect());
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return Err(invalid());
        }
        let number = |from: usize, to: usize| {
            bytes[from..to]
                .iter()
                .try_fold(0, |sum, &byte| byte.is_ascii_digit().then(|| sum * 10 + i32::from(byte - b'0')))
        };
        let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
        let date = year.zip(month).zip(day).and_then(|((year, month), day)| Self::new(year, month, day));
        date.ok_or_else(invalid)
    }
}

impl Serialize for LocalDate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for LocalDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn date(text: &str) -> LocalDate {
        text.parse().unwrap()
    }

    #[test]
    fn dates_read_back_and_nothing_else_is_one() {
        for text in ["1970-01-01", "2024-02-29", "1900-12-31", "0001-01-01", "9999-12-31", "2000-02-29"] {
            assert_eq!(date(text).to_string(), text);
        }
        assert_eq!(date("1970-01-01"), LocalDate(0));
        for bad in ["", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-1-1", "20260101"] {
            assert_eq!(bad.parse::<LocalDate>(), Err(InvalidDate(bad.to_owned())));
        }
        for bad in ["2026-03-01T00:00", " 2026-03-01", "+026-03-01", "2026-03-1é"] {
            assert!(bad.parse::<LocalDate>().is_err(), "{bad}");
        }
    }

    #[test]
    fn weeks_begin_with_the_day_that_was_chosen() {
        assert_eq!(date("2026-03-01").weekday(), Weekday::Sunday);
        assert_eq!(date("2026-03-01").week_start(Weekday::Monday), date("2026-02-23"));
        assert_eq!(date("2026-03-01").week_start(Weekday::Sunday), date("2026-03-01"));
        assert_eq!(date("2026-03-01").week_start(Weekday::Saturday), date("2026-02-28"));
    }

    #[test]
    fn months_end_where_the_calendar_says() {
        assert_eq!(date("2026-01-31").plus_months(1), date("2026-02-28"));
        assert_eq!(date("2026-01-31").plus_months(-11), date("2025-02-28"));
        assert_eq!(date("2024-02-10").month_end(), date("2024-02-29"));
        assert_eq!(date("2024-02-10").month_start(), date("2024-02-01"));
    }

    #[test]
    fn whole_months_are_compared_with_whole_months() {
        let range = |first, last| DateRange { first: date(first), last: date(last) };
        assert_eq!(range("2026-03-01", "2026-03-31").previous(), range("2026-02-01", "2026-02-28"));
        assert_eq!(range("2026-01-01", "2026-03-31").previous(), range("2025-10-01", "2025-12-31"));
        assert_eq!(range("2025-01-01", "2025-12-31").previous(), range("2024-01-01", "2024-12-31"));
        assert_eq!(range("2026-03-02", "2026-03-08").previous(), range("2026-02-23", "2026-03-01"));
        assert_eq!(range("2026-03-02", "2026-03-02").previous(), range("2026-03-01", "2026-03-01"));
    }

    proptest! {
        #[test]
        fn days_and_parts_are_the_same(days in -800_000_i32..4_000_000) {
            let date = LocalDate(days);
            let (year, month, day) = date.parts();
            prop_assert_eq!(LocalDate::new(year, month, day), Some(date));
            prop_assert!(date.month_start() <= date && date <= date.month_end());
            prop_assert_eq!(date.plus_days(1).weekday().place(date.weekday()), 1);
            let next = date.plus_days(1).parts();
            prop_assert!(next == (year, month, day + 1) || next.2 == 1 && day == days_in_month(year, month));
        }
    }
}
