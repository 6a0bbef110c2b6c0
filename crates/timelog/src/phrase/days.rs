//! Units of the calendar around today.

use espalier_base::date::{DateRange, LocalDate, Weekday};

/// The years that are dealt with.
pub const YEARS: std::ops::RangeInclusive<i32> = 1_900..=2_199;

/// Reference point of relative phrases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Around {
    /// The viewer's local day.
    pub today: LocalDate,
    /// The day a week begins with.
    pub week_start: Weekday,
    /// The day of the first entry, which "all time" begins with; without one it is today.
    pub earliest: Option<LocalDate>,
}

/// A length of time people count in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of calendar units")]
pub enum Unit {
    Day,
    Week,
    Month,
    Quarter,
    HalfYear,
    Year,
    /// Saturday and Sunday of a week.
    Weekend,
}

impl Around {
    /// The unit that lies so many units after the one today is in.
    pub fn unit(self, unit: Unit, offset: i32) -> Option<DateRange> {
        let today = self.today;
        match unit {
            Unit::Day => plus_days(today, offset).map(DateRange::day),
            Unit::Week => self.week_of(plus_days(today, offset.checked_mul(7)?)?),
            Unit::Weekend => {
                // The two days belong together even where the week begins between them.
                let week = self.week_of(plus_days(today, offset.checked_mul(7)?)?)?;
                let saturday = plus_days(week.first, Weekday::Saturday.place(self.week_start))?;
                span(saturday, plus_days(saturday, 1)?)
            }
            Unit::Month => self.months(1, offset),
            Unit::Quarter => self.months(3, offset),
            Unit::HalfYear => self.months(6, offset),
            Unit::Year => year_days(today.year().checked_add(offset)?),
        }
    }

    fn months(self, length: i32, offset: i32) -> Option<DateRange> {
        let (_, month, _) = self.today.parts();
        let into = (month - 1).rem_euclid(length);
        let first = plus_months(self.today.month_start(), offset.checked_mul(length)?.checked_sub(into)?)?;
        span(first, plus_months(first, length - 1)?.month_end())
    }

    /// The week a day is in.
    pub fn week_of(self, day: LocalDate) -> Option<DateRange> {
        let first = known(day.week_start(self.week_start))?;
        span(first, plus_days(first, 6)?)
    }

    /// The days of so many units that end today.
    pub fn rolling(self, count: i32, unit: Unit) -> Option<DateRange> {
        let count = Some(count).filter(|count| *count > 0)?;
        let months = |each: i32| plus_months(self.today, count.checked_mul(-each)?);
        let before = match unit {
            Unit::Day => plus_days(self.today, -count),
            Unit::Week | Unit::Weekend => plus_days(self.today, count.checked_mul(-7)?),
            Unit::Month => months(1),
            Unit::Quarter => months(3),
            Unit::HalfYear => months(6),
            Unit::Year => months(12),
        };
        span(plus_days(before?, 1)?, self.today)
    }

    /// The units from so many after, to so many after, the one today is in.
    pub fn units(self, unit: Unit, from: i32, to: i32) -> Option<DateRange> {
        span(self.unit(unit, from)?.first, self.unit(unit, to)?.last)
    }
}

/// Returns the range from one day to another, if they are in order.
pub fn span(first: LocalDate, last: LocalDate) -> Option<DateRange> {
    (first <= last).then_some(DateRange { first, last })
}

/// A day, if its year is dealt with.
fn known(day: LocalDate) -> Option<LocalDate> {
    YEARS.contains(&day.year()).then_some(day)
}

/// The days of a year.
pub fn year_days(year: i32) -> Option<DateRange> {
    span(day_of(year, 1, 1)?, day_of(year, 12, 31)?)
}

/// The days of a month, which is counted from 1.
pub fn month_days(year: i32, month: i32) -> Option<DateRange> {
    let first = day_of(year, month, 1)?;
    span(first, first.month_end())
}

/// The days of so many months of a year.
pub fn months_days(year: i32, first: i32, count: i32) -> Option<DateRange> {
    span(day_of(year, first, 1)?, month_days(year, first + count - 1)?.last)
}

/// A date, if there is one.
pub fn day_of(year: i32, month: i32, day: i32) -> Option<LocalDate> {
    LocalDate::new(year, month, day).and_then(known)
}

/// Returns the day so many days later, within the years that are dealt with.
pub fn plus_days(day: LocalDate, days: i32) -> Option<LocalDate> {
    known(day.plus_days(days.clamp(-1_000_000, 1_000_000)))
}

/// Returns the day so many months later; the last day of a shorter month stands for those it does not have.
pub fn plus_months(day: LocalDate, months: i32) -> Option<LocalDate> {
    known(day.plus_months(months.clamp(-50_000, 50_000)))
}
