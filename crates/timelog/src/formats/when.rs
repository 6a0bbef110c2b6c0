//! Dates, times and lengths as files write them.

use std::collections::BTreeMap;

use super::Reason;
use crate::amount;
use crate::calendar::{Calendar, Clock, END_SECOND, FIRST_SECOND};
use crate::phrase::{self, Around};
use crate::scan::Folded;
use espalier_base::date::{LocalDate, Weekday};
use espalier_base::text::truncate;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;

/// Order of day and month in a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DayOrder {
    /// `14/03/2026`
    DayFirst,
    /// `03/14/2026`
    MonthFirst,
}

/// Evidence of the order of day and month in the dates of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Evidence {
    day_first: bool,
    month_first: bool,
    example: Option<String>,
}

impl Evidence {
    /// Looks at one more date.
    pub fn see(&mut self, text: &str) {
        let Some(Numbers { first, second, .. }) = numbers(text).filter(|numbers| numbers.is_open) else { return };
        self.day_first |= first > 12 && second <= 12;
        self.month_first |= second > 12 && first <= 12;
        if first <= 12 && second <= 12 && first != second && self.example.is_none() {
            self.example = Some(text.trim().to_owned());
        }
    }

    /// The order if all dates agree, or else the date that is unclear; nothing if there is none.
    pub fn order(self) -> Result<Option<DayOrder>, String> {
        match (self.day_first, self.month_first, self.example) {
            (true, false, _) => Ok(Some(DayOrder::DayFirst)),
            (false, true, _) => Ok(Some(DayOrder::MonthFirst)),
            (_, _, Some(example)) => Err(example),
            _ => Ok(None),
        }
    }
}

/// The numbers of a date.
struct Numbers {
    year: i32,
    first: i32,
    second: i32,
    /// Whether either of them may be the day.
    is_open: bool,
}

fn numbers(text: &str) -> Option<Numbers> {
    let text = text.trim();
    let separator = text.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '/' | '.' | '-'))?;
    let mut parts = text.trim_end_matches('.').split(separator);
    let parts = [parts.next()?, parts.next()?, parts.next().filter(|_| parts.next().is_none())?];
    let number = |part: &str| {
        let part = part.trim();
        let fits = (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        fits.then(|| part.parse::<i32>().ok()).flatten()
    };
    let [first, second, third] = [number(parts[0])?, number(parts[1])?, number(parts[2])?];
    if parts[0].trim().len() == 4 {
        // The year first: then the month follows everywhere.
        return Some(Numbers { year: first, first: third, second, is_open: false });
    }
    let year = if parts[2].trim().len() <= 2 { 2_000 + third } else { third };
    Some(Numbers { year, first, second, is_open: separator != '.' })
}

fn not_a_date(text: &str) -> Reason {
    Reason::NotADate(truncate(text.trim(), 40))
}

/// Reads a date.
pub fn date(text: &str, order: Option<DayOrder>) -> Result<LocalDate, Reason> {
    if let Some(Numbers { year, first, second, is_open }) = numbers(text) {
        let month_first = match order {
            Some(order) => is_open && order == DayOrder::MonthFirst,
            None if !is_open || first == second => false,
            None if first > 12 || second > 12 => second > 12,
            None => return Err(Reason::Unclear),
        };
        let (month, day) = if month_first { (first, second) } else { (second, first) };
        return LocalDate::new(year, month, day).ok_or_else(|| not_a_date(text));
    }
    let compact = text.trim();
    if compact.len() == 8 && compact.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = |range: std::ops::Range<usize>| compact[range].parse::<i32>().unwrap_or(0);
        return LocalDate::new(number(0..4), number(4..6), number(6..8)).ok_or_else(|| not_a_date(text));
    }
    // "Mar 1, 2026", "2026年3月1日": with a year, so that today does not matter.
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let around = Around { today: LocalDate(0), week_start: Weekday::Monday, earliest: None };
    match phrase::resolve(text, &around) {
        Ok(range) if digits >= 5 && text.len() < 40 && range.first == range.last => Ok(range.first),
        _ => Err(not_a_date(text)),
    }
}

/// Reads a time of day: seconds after midnight.
pub fn time(text: &str) -> Result<i32, Reason> {
    read_time(text).ok_or_else(|| Reason::NotATime(truncate(text.trim(), 40)))
}

fn read_time(text: &str) -> Option<i32> {
    let folded = Folded::new(text.trim());
    let mut scan = folded.scan(0);
    let mut half = scan.any(&[("上午", false), ("下午", true), ("am", false), ("pm", true)]);
    scan.space();
    let (hour, count) = scan.digits()?;
    let (mut hour, mut minute, mut second) = (hour, 0, 0);
    if scan.char(':') || scan.char('.') || scan.char('h') {
        minute = scan.digits_of(1..=2)?;
        if scan.char(':') || scan.char('.') {
            second = scan.digits_of(1..=2)?;
            if scan.char('.') {
                scan.digits()?;
            }
        }
    } else if count == 4 || count == 3 {
        (hour, minute) = (hour / 100, hour % 100);
    }
    scan.space();
    half = half.or_else(|| scan.any(&[("am", false), ("a.m.", false), ("pm", true), ("p.m.", true)]));
    match half {
        Some(_) if hour > 12 => {}
        Some(is_pm) => hour = hour % 12 + if is_pm { 12 } else { 0 },
        None => {}
    }
    let fits = scan.is_end() && minute < 60 && second < 61 && (hour < 24 || (hour == 24 && minute == 0 && second == 0));
    fits.then(|| hour * 3_600 + minute * 60 + second.min(59))
}

/// Reads a length in seconds: `1:30`, `01:30:00`, `PT1H30M`, `1h 30m`; a bare number counts hours.
pub fn length(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Some(period) = text.strip_prefix(['P', 'p']) {
        return period_length(period);
    }
    let (sign, plain) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    if plain.contains(':') {
        let mut secs = 0_i64;
        let (mut count, places) = (0, [3_600, 60, 1]);
        for part in plain.split(':') {
            let fits = !part.is_empty() && part.len() <= 6 && part.bytes().all(|byte| byte.is_ascii_digit());
            secs += fits.then(|| part.parse::<i64>().ok()).flatten()? * *places.get(count)?;
            count += 1;
        }
        return Some(sign * secs);
    }
    if let Ok(hours) = plain.replace(',', ".").parse::<f64>() {
        return (0.0..1e6).contains(&hours).then(|| sign * (hours * 3_600.0).round() as i64);
    }
    let folded = Folded::new(plain);
    let mut scan = folded.scan(0);
    let amount = amount::read(&mut scan)?;
    scan.is_end().then_some(sign * amount.secs)
}

/// The duration of RFC 5545 and ISO 8601 without its `P`: `1DT2H`, `2W`, `T90M`.
pub fn period_length(period: &str) -> Option<i64> {
    let (mut secs, mut number, mut in_time, mut any) = (0_i64, None::<i64>, false, false);
    for c in period.chars() {
        match (c.to_ascii_uppercase(), number) {
            ('T', None) => in_time = true,
            (digit @ '0'..='9', _) => {
                let digit = i64::from(digit.to_digit(10)?);
                number = Some(number.unwrap_or(0).checked_mul(10)?.checked_add(digit).filter(|n| *n < 1_000_000_000)?);
            }
            (unit, Some(count)) => {
                let each = match (unit, in_time) {
                    ('W', false) => 604_800,
                    ('D', false) => 86_400,
                    ('H', true) => 3_600,
                    ('M', true) => 60,
                    ('S', true) => 1,
                    _ => return None,
                };
                secs += count * each;
                (number, any) = (None, true);
            }
            _ => return None,
        }
    }
    (any && number.is_none()).then_some(secs)
}

/// Zones by name, each looked up once.
#[derive(Default)]
pub struct Zones(BTreeMap<String, Option<Calendar>>);

impl Zones {
    /// The calendar of a zone that is known.
    pub fn get(&mut self, name: &str) -> Result<&Calendar, Reason> {
        let unknown = || Reason::UnknownZone(truncate(name, 60));
        if !self.0.contains_key(name) {
            let calendar = (name.len() < 64).then(|| Calendar::new(&Zone::new(name), Weekday::Monday));
            self.0.insert(name.to_owned(), calendar.filter(|calendar| calendar.is_known() && !name.is_empty()));
        }
        self.0.get(name).and_then(Option::as_ref).ok_or_else(unknown)
    }

    /// The instant at which the clock of a zone shows this.
    pub fn instant(&mut self, name: &str, date: LocalDate, secs: i32) -> Result<Timestamp, Reason> {
        let clock = Clock { date: date.plus_days(secs.div_euclid(86_400)), second: secs.rem_euclid(86_400) };
        seconds(self.get(name)?.instants(clock).first())
    }
}

/// The instant of that second, if its year is dealt with.
pub fn seconds(second: i64) -> Result<Timestamp, Reason> {
    if (FIRST_SECOND..END_SECOND).contains(&second) { Ok(Timestamp(second * 1_000)) } else { Err(Reason::OutOfYears) }
}

/// Instant as a text gives it: a date, a time, and perhaps how far its clock is ahead of UTC.
pub struct Stamp {
    pub date: LocalDate,
    pub secs: i32,
    pub offset: Option<i32>,
}

impl Stamp {
    /// The instant, where a clock of unknown zone is one of this.
    pub fn instant(&self, zones: &mut Zones, zone: &str) -> Result<Timestamp, Reason> {
        match self.offset {
            Some(offset) => seconds(i64::from(self.date.0) * 86_400 + i64::from(self.secs - offset)),
            None => zones.instant(zone, self.date, self.secs),
        }
    }
}

/// Reads `2026-03-01T09:00:00Z`, `2026-03-01 09:00:00.5+01:00`, `20260301T090000Z`, `14/03/2026 9:00 AM`.
pub fn stamp(text: &str, order: Option<DayOrder>) -> Result<Stamp, Reason> {
    let text = text.trim();
    let not = || Reason::NotADate(truncate(text, 40));
    let (day, rest) = text.split_once(['T', 't', ' ']).ok_or_else(not)?;
    let (rest, offset) = offset(rest.trim());
    // "090000"
    let compact: Option<String> = (rest.len() == 6 && rest.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| format!("{}:{}:{}", &rest[..2], &rest[2..4], &rest[4..]));
    let secs = time(compact.as_deref().unwrap_or(rest))?;
    Ok(Stamp { date: date(day.trim_end_matches(','), order)?, secs, offset })
}

/// Takes the offset off the end of a time.
fn offset(text: &str) -> (&str, Option<i32>) {
    if let Some(rest) = text.strip_suffix(['Z', 'z']) {
        return (rest, Some(0));
    }
    let Some(at) = text.rfind(['+', '-', '−']) else { return (text, None) };
    let sign = if text[at..].starts_with('+') { 1 } else { -1 };
    let digits: String = text[at..].chars().filter(char::is_ascii_digit).collect();
    let number = |range: std::ops::Range<usize>| digits.get(range).and_then(|part| part.parse::<i32>().ok());
    let hours = number(0..2);
    let minutes = if digits.len() == 4 { number(2..4) } else { Some(0).filter(|_| digits.len() == 2) };
    match (hours, minutes) {
        (Some(hours @ 0..=23), Some(minutes @ 0..=59)) => {
            (text[..at].trim_end(), Some(sign * (hours * 3_600 + minutes * 60)))
        }
        _ => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dates_of_files_are_read() {
        let check = |text: &str, order, expect: Result<&str, Reason>| {
            assert_eq!(date(text, order).map(|date| date.to_string()), expect.map(str::to_owned), "{text}");
        };
        check("2026-03-01", None, Ok("2026-03-01"));
        check("2026/3/1", Some(DayOrder::MonthFirst), Ok("2026-03-01"));
        check("01.03.2026", Some(DayOrder::MonthFirst), Ok("2026-03-01"));
        check("03/04/2026", None, Err(Reason::Unclear));
        check("03/04/2026", Some(DayOrder::DayFirst), Ok("2026-04-03"));
        check("03/04/2026", Some(DayOrder::MonthFirst), Ok("2026-03-04"));
        check("14/03/26", None, Ok("2026-03-14"));
        check("03-14-2026", None, Ok("2026-03-14"));
        check("Mar 1, 2026", None, Ok("2026-03-01"));
        check("2026年3月1日", None, Ok("2026-03-01"));
        check("20260301", None, Ok("2026-03-01"));
        for bad in ["", "31/02/2026", "yesterday", "last week", "5", "14/14/2026", "Mar 1"] {
            check(bad, None, Err(Reason::NotADate(bad.to_owned())));
        }
    }

    #[test]
    fn times_of_files_are_read() {
        for (text, secs) in [
            ("9:00", 32_400),
            ("09:00:30", 32_430),
            ("9:00 AM", 32_400),
            ("12:00:00 AM", 0),
            ("12:30 pm", 45_000),
            ("下午3:00", 54_000),
            ("09:00:00.123456", 32_400),
            ("24:00", 86_400),
            ("0930", 34_200),
        ] {
            assert_eq!(time(text), Ok(secs), "{text}");
        }
        for bad in ["", "25:00", "9:60", "x", "9:00 x", "24:01"] {
            assert_eq!(time(bad), Err(Reason::NotATime(bad.to_owned())));
        }
    }

    #[test]
    fn lengths_of_files_are_read() {
        for (text, secs) in [
            ("01:30:00", 5_400),
            ("1:30", 5_400),
            ("1.5", 5_400),
            ("PT1H30M", 5_400),
            ("P1DT1H", 90_000),
            ("P2W", 1_209_600),
            ("1h 30m", 5_400),
            ("-1:00", -3_600),
        ] {
            assert_eq!(length(text), Some(secs), "{text}");
        }
        for bad in ["", "x", "P", "PT", "1:2:3:4", "P1H", "1e9"] {
            assert_eq!(length(bad), None, "{bad}");
        }
    }

    #[test]
    fn f4_the_order_is_that_of_the_whole_file() {
        let order = |dates: &[&str]| {
            let mut evidence = Evidence::default();
            for date in dates {
                evidence.see(date);
            }
            evidence.order()
        };
        assert_eq!(order(&["03/04/2026", "13/04/2026"]), Ok(Some(DayOrder::DayFirst)));
        assert_eq!(order(&["03/04/2026", "04/13/2026"]), Ok(Some(DayOrder::MonthFirst)));
        assert_eq!(order(&["03/04/2026"]), Err("03/04/2026".to_owned()));
        assert_eq!(order(&["03/04/2026", "13/04/2026", "04/13/2026"]), Err("03/04/2026".to_owned()));
        assert_eq!(order(&["2026-03-04", "03.04.2026", "03/03/2026"]), Ok(None));
    }

    #[test]
    fn instants_are_read_with_and_without_an_offset() {
        let mut zones = Zones::default();
        let mut check = |text: &str, expect: &str| {
            let at = stamp(text, None).and_then(|stamp| stamp.instant(&mut zones, "Europe/Berlin"));
            assert_eq!(at.map(Timestamp::to_rfc3339), Ok(expect.to_owned()), "{text}");
        };
        check("2026-03-01T09:00:00Z", "2026-03-01T09:00:00.000Z");
        check("2026-03-01T09:00:00.250000+00:00", "2026-03-01T09:00:00.000Z");
        check("2026-03-01 09:00", "2026-03-01T08:00:00.000Z");
        check("2026-07-01 09:00:00+0530", "2026-07-01T03:30:00.000Z");
        check("20260301T090000Z", "2026-03-01T09:00:00.000Z");
        check("14/03/2026 9:00 PM", "2026-03-14T20:00:00.000Z");
        assert!(stamp("2026-03-01", None).is_err());
        assert_eq!(zones.get("Mars/Base").err(), Some(Reason::UnknownZone("Mars/Base".to_owned())));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>(), likely in "[0-9/.:TZ+ -]{0,24}") {
            for text in [&text, &likely] {
                let _ = (date(text, None), time(text), length(text), period_length(text));
                if let Ok(stamp) = stamp(text, Some(DayOrder::DayFirst)) {
                    let _ = stamp.instant(&mut Zones::default(), "Europe/Berlin");
                }
            }
        }
    }
}
