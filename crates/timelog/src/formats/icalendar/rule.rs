//! The recurrence rules of RFC 5545, 3.3.10, as far as they are about days: every so many days, weeks, months or years,
//! on these days.

use espalier_base::date::{DateRange, LocalDate, Weekday, days_in_month, month_after};

/// Frequency of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Every {
    Day,
    Week,
    Month,
    Year,
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    every: Every,
    interval: i32,
    /// Number of occurrences, the first included.
    pub count: Option<usize>,
    /// The value of `UNTIL`.
    pub until: Option<String>,
    /// With which one of the month or year, from the end if negative; 0 is each.
    days: Vec<(i32, Weekday)>,
    month_days: Vec<i32>,
    months: Vec<i32>,
    positions: Vec<i32>,
    week_start: Weekday,
}

/// Number of periods that may be looked at, over all rules of a file.
pub struct Budget(pub usize);

/// Reads a rule; `None` if it is not understood in every part.
pub fn read(text: &str) -> Option<Rule> {
    let mut rule = Rule {
        every: Every::Day,
        interval: 1,
        count: None,
        until: None,
        days: Vec::new(),
        month_days: Vec::new(),
        months: Vec::new(),
        positions: Vec::new(),
        week_start: Weekday::Monday,
    };
    let mut has_frequency = false;
    for part in text.split(';').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=')?;
        match name.trim().to_ascii_uppercase().as_str() {
            "FREQ" => {
                has_frequency = true;
                rule.every = match value.to_ascii_uppercase().as_str() {
                    "DAILY" => Every::Day,
                    "WEEKLY" => Every::Week,
                    "MONTHLY" => Every::Month,
                    "YEARLY" => Every::Year,
                    _ => return None,
                };
            }
            "INTERVAL" => rule.interval = value.parse().ok().filter(|interval| (1..=1_000).contains(interval))?,
            "COUNT" => rule.count = Some(value.parse().ok().filter(|count| *count > 0)?),
            "UNTIL" => rule.until = Some(value.to_owned()),
            "BYDAY" => rule.days = list(value, day)?,
            "BYMONTHDAY" => rule.month_days = list(value, |day| number(day, 31))?,
            "BYMONTH" => rule.months = list(value, |month| number(month, 12))?,
            "BYSETPOS" => rule.positions = list(value, |position| number(position, 366))?,
            "WKST" => rule.week_start = weekday(value)?,
            _ => return None,
        }
    }
    has_frequency.then_some(rule)
}

fn list<T>(value: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let items: Option<Vec<T>> = value.split(',').map(|item| read(item.trim())).collect();
    items.filter(|items| items.len() <= 400)
}

fn number(text: &str, max: i32) -> Option<i32> {
    text.parse().ok().filter(|number: &i32| *number != 0 && number.abs() <= max)
}

fn weekday(text: &str) -> Option<Weekday> {
    const CODES: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
    let place = CODES.iter().position(|code| text.eq_ignore_ascii_case(code))?;
    Weekday::ALL.get(place).copied()
}

fn day(text: &str) -> Option<(i32, Weekday)> {
    let split = text.len().checked_sub(2)?;
    let (which, code) = (text.get(..split)?, text.get(split..)?);
    Some((if which.is_empty() { 0 } else { number(which, 53)? }, weekday(code)?))
}

impl Rule {
    /// The days of the occurrences from `start` on, in order; the first is `start` itself. Where nothing has to be
    /// counted, it begins shortly before `range`; it ends behind it, or when the budget is used up, which is `None`.
    pub fn days(&self, start: LocalDate, range: DateRange, budget: &mut Budget) -> Option<Vec<LocalDate>> {
        let mut days = vec![start];
        let mut step = if self.count.is_some() { 0 } else { self.first_step(start, range.first) };
        loop {
            budget.0 = budget.0.checked_sub(1)?;
            let Some((begin, found)) = self.period(start, step) else { return Some(days) };
            if begin > range.last || self.count.is_some_and(|count| days.len() >= count) {
                days.truncate(self.count.unwrap_or(usize::MAX));
                return Some(days);
            }
            days.extend(found.into_iter().filter(|day| *day > start));
            budget.0 = budget.0.checked_sub(days.len().saturating_sub(1).min(31))?;
            step += 1;
        }
    }

    /// A step whose period is not after `day`.
    fn first_step(&self, start: LocalDate, day: LocalDate) -> i32 {
        let (start_parts, parts) = (start.parts(), day.parts());
        let months = (parts.0 - start_parts.0) * 12 + parts.1 - start_parts.1;
        let periods = match self.every {
            Every::Day => day.since(start),
            Every::Week => day.since(start) / 7,
            Every::Month => months,
            Every::Year => parts.0 - start_parts.0,
        };
        (periods / self.interval - 1).max(0)
    }

    /// The first day of a period and its days in order; `None` where the calendar ends.
    fn period(&self, start: LocalDate, step: i32) -> Option<(LocalDate, Vec<LocalDate>)> {
        let steps = step.checked_mul(self.interval)?;
        let (year, month, day_of_month) = start.parts();
        let (begin, mut days) = match self.every {
            Every::Day => {
                let day = LocalDate(start.0.checked_add(steps)?);
                (day, vec![day])
            }
            Every::Week => {
                let monday = start.week_start(self.week_start);
                let begin = LocalDate(monday.0.checked_add(steps.checked_mul(7)?)?);
                let wanted = |day: &LocalDate| match self.days[..] {
                    [] => day.weekday() == start.weekday(),
                    _ => true,
                };
                (begin, (0..7).map(|day| begin.plus_days(day)).filter(wanted).collect())
            }
            Every::Month => {
                let (year, month) = month_after(year, month, steps);
                (LocalDate::new(year, month, 1)?, self.in_month(year, month, day_of_month))
            }
            Every::Year => {
                let year = year.checked_add(steps)?;
                (LocalDate::new(year, 1, 1)?, self.in_year(year, month, day_of_month)?)
            }
        };
        if begin.year() > 2_300 {
            return None;
        }
        days.retain(|day| self.allows(*day));
        days.sort_unstable();
        days.dedup();
        if !self.positions.is_empty() {
            days = self.at_positions(&days);
        }
        Some((begin, days))
    }

    /// Whether the parts that only limit allow a day.
    fn allows(&self, day: LocalDate) -> bool {
        let (year, month, number) = day.parts();
        let from_end = number - days_in_month(year, month) - 1;
        let in_days = self.days.is_empty() || self.days.iter().any(|(_, weekday)| *weekday == day.weekday());
        let in_month_days =
            self.month_days.is_empty() || self.month_days.iter().any(|wanted| *wanted == number || *wanted == from_end);
        (self.months.is_empty() || self.months.contains(&month)) && in_days && in_month_days
    }

    fn at_positions(&self, days: &[LocalDate]) -> Vec<LocalDate> {
        let at = |position: i32| {
            let index = if position > 0 { position - 1 } else { i32::try_from(days.len()).ok()? + position };
            days.get(usize::try_from(index).ok()?).copied()
        };
        let mut chosen: Vec<LocalDate> = self.positions.iter().filter_map(|position| at(*position)).collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }

    /// The days of a month, before the parts that limit.
    fn in_month(&self, year: i32, month: i32, day_of_month: i32) -> Vec<LocalDate> {
        let all = || (1..=days_in_month(year, month)).filter_map(move |day| LocalDate::new(year, month, day));
        if !self.month_days.is_empty() {
            return all().collect();
        }
        if !self.days.is_empty() {
            return nth_days(&all().collect::<Vec<_>>(), &self.days);
        }
        // A month that has no such day has no occurrence.
        LocalDate::new(year, month, day_of_month).into_iter().collect()
    }

    fn in_year(&self, year: i32, month: i32, day_of_month: i32) -> Option<Vec<LocalDate>> {
        if !self.months.is_empty() {
            return Some(self.months.iter().flat_map(|month| self.in_month(year, *month, day_of_month)).collect());
        }
        let (first, last) = (LocalDate::new(year, 1, 1)?, LocalDate::new(year, 12, 31)?);
        let all: Vec<LocalDate> = (first.0..=last.0).map(LocalDate).collect();
        Some(match (self.month_days.is_empty(), self.days.is_empty()) {
            (false, _) => all,
            (true, false) => nth_days(&all, &self.days),
            (true, true) => LocalDate::new(year, month, day_of_month).into_iter().collect(),
        })
    }
}

/// Picks the wanted weekdays of some days: each, or one of them from either end.
fn nth_days(all: &[LocalDate], wanted: &[(i32, Weekday)]) -> Vec<LocalDate> {
    let mut found = Vec::new();
    for (which, weekday) in wanted {
        let days: Vec<LocalDate> = all.iter().copied().filter(|day| day.weekday() == *weekday).collect();
        let index = match which {
            0 => {
                found.extend(days);
                continue;
            }
            1.. => which - 1,
            _ => i32::try_from(days.len()).unwrap_or(0) + which,
        };
        found.extend(usize::try_from(index).ok().and_then(|index| days.get(index)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn days(rule: &str, start: &str, until: &str) -> Vec<String> {
        let start = start.parse().unwrap();
        let range = DateRange { first: start, last: until.parse().unwrap() };
        let days = read(rule).unwrap().days(start, range, &mut Budget(100_000)).unwrap();
        days.into_iter().filter(|day| range.contains(*day)).map(|day| day.to_string()[5..].to_owned()).collect()
    }

    #[test]
    fn rules_give_the_days_of_the_standard() {
        let check = |rule, start, until, expect: &[&str]| assert_eq!(days(rule, start, until), expect, "{rule}");
        check("FREQ=DAILY;COUNT=3", "2026-03-01", "2026-12-31", &["03-01", "03-02", "03-03"]);
        check("FREQ=DAILY;INTERVAL=10", "2026-03-01", "2026-03-25", &["03-01", "03-11", "03-21"]);
        check("FREQ=WEEKLY;BYDAY=TU,TH", "2026-03-03", "2026-03-12", &["03-03", "03-05", "03-10", "03-12"]);
        check(
            "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,FR",
            "2026-03-02",
            "2026-03-31",
            &["03-02", "03-06", "03-16", "03-20", "03-30"],
        );
        check("FREQ=MONTHLY;BYDAY=1FR", "2026-03-06", "2026-06-30", &["03-06", "04-03", "05-01", "06-05"]);
        check("FREQ=MONTHLY;BYDAY=-1SU", "2026-03-29", "2026-05-31", &["03-29", "04-26", "05-31"]);
        check("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31", "2026-04-30", &["01-31", "02-28", "03-31", "04-30"]);
        check("FREQ=MONTHLY", "2026-01-31", "2026-05-31", &["01-31", "03-31", "05-31"]);
        check(
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            "2026-03-31",
            "2026-05-31",
            &["03-31", "04-30", "05-29"],
        );
        check("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "2026-02-13", "2026-12-31", &["02-13", "03-13", "11-13"]);
        check("FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "2026-03-29", "2028-12-31", &["03-29", "03-28", "03-26"]);
        check("FREQ=YEARLY", "2024-02-29", "2032-12-31", &["02-29", "02-29", "02-29"]);
        check("FREQ=DAILY;BYMONTH=1;BYDAY=MO", "2026-01-05", "2026-03-01", &["01-05", "01-12", "01-19", "01-26"]);
        check("FREQ=YEARLY;BYDAY=20MO", "2026-05-18", "2027-12-31", &["05-18", "05-17"]);
    }

    #[test]
    fn what_is_not_understood_is_no_rule() {
        for text in [
            "",
            "FREQ=HOURLY",
            "FREQ=DAILY;BYHOUR=9",
            "INTERVAL=2",
            "FREQ=DAILY;INTERVAL=0",
            "FREQ=DAILY;X",
            "FREQ=WEEKLY;BYDAY=XX",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn endless_rules_end() {
        let range = DateRange { first: LocalDate(0), last: LocalDate(80_000) };
        for rule in
            ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2", "FREQ=DAILY;COUNT=999999999"]
        {
            let _ = read(rule).unwrap().days(LocalDate(0), range, &mut Budget(1_000_000));
        }
        assert_eq!(read("FREQ=DAILY").unwrap().days(LocalDate(0), range, &mut Budget(10)), None);
    }

    proptest! {
        #[test]
        fn beginning_late_gives_the_same(
            start in 10_000_i32..20_000,
            later in 0_i32..3_000,
            every in prop::sample::select(vec!["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]),
            interval in 1_i32..5,
            part in prop::sample::select(vec!["", ";BYDAY=MO,WE", ";BYMONTHDAY=1,-1", ";BYMONTH=3,9"]),
        ) {
            let rule = read(&format!("FREQ={every};INTERVAL={interval}{part}")).unwrap();
            let start = LocalDate(start);
            let range = DateRange { first: start.plus_days(later), last: start.plus_days(later + 400) };
            let whole = DateRange { first: start, last: range.last };
            let inside = |range_seen| {
                let days = rule.days(start, range_seen, &mut Budget(1_000_000)).unwrap();
                prop_assert!(days.windows(2).all(|pair| pair[0] < pair[1]));
                Ok(days.into_iter().filter(|day| range.contains(*day)).collect::<Vec<_>>())
            };
            prop_assert_eq!(inside(range)?, inside(whole)?);
        }

        #[test]
        fn any_rule_is_read(text in "[A-Z=;,0-9-]{0,60}") {
            if let Some(rule) = read(&text) {
                let _ = rule.days(LocalDate(20_000), DateRange::day(LocalDate(20_500)), &mut Budget(1_000));
            }
        }
    }
}
