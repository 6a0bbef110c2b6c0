//! Instants as commands and tools are given them: `2026-03-01T09:30:00+01:00`, or a date and a time of some zone.

use super::calendar::{Calendar, Clock, END_SECOND, FIRST_SECOND};
use espalier_base::date::LocalDate;
use espalier_base::time::Timestamp;

/// Reads an instant: a date, then `T` or a space, a time, and perhaps `Z` or an offset; without one the time is what the
/// clock of the calendar's zone shows, the first time if it does so twice. A time alone is one of `today`.
pub fn read(text: &str, calendar: &Calendar, today: LocalDate) -> Option<Timestamp> {
    let text = text.trim();
    let (date, rest) = match text.get(..10).map(str::parse::<LocalDate>) {
        Some(Ok(date)) => (date, text[10..].strip_prefix(['T', 't', ' ']).map(str::trim_start)?),
        _ => (today, text),
    };
    let (time, zone) = match rest.find(['Z', 'z', '+', '-']) {
        Some(at) => (rest[..at].trim_end(), Some(&rest[at..])),
        None => (rest, None),
    };
    let second = seconds_of_day(time)?;
    let at = match zone {
        None => calendar.instant(date, second),
        Some(zone) => i64::from(date.0) * 86_400 + i64::from(second) - offset(zone)?,
    };
    (FIRST_SECOND..END_SECOND).contains(&at).then_some(Timestamp(at * 1_000))
}

/// `09:30`, `9:30:15`, `09:30:15.250`; `24:00` is the end of the day.
fn seconds_of_day(time: &str) -> Option<i32> {
    let (whole, fraction) = time.split_once('.').unwrap_or((time, "0"));
    if fraction.is_empty() || !fraction.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let mut parts = whole.split(':').map(|part| {
        let plain = (1..=2).contains(&part.len()) && part.bytes().all(|digit| digit.is_ascii_digit());
        plain.then(|| part.parse::<i32>().ok()).flatten()
    });
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    let day = hour * 3_600 + minute * 60 + second;
    (parts.next().is_none() && minute < 60 && second < 60 && day <= 86_400).then_some(day)
}

/// `Z`, `+01:00`, `-0530`, in seconds ahead of UTC.
fn offset(zone: &str) -> Option<i64> {
    if zone.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let digits: String = zone[1..].chars().filter(|c| *c != ':').collect();
    if !matches!(digits.len(), 2 | 4) || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let hours: i64 = digits[..2].parse().ok()?;
    let minutes: i64 = digits.get(2..).filter(|rest| !rest.is_empty()).map_or(Some(0), |rest| rest.parse().ok())?;
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3_600 + minutes * 60))
}

/// An instant as the clock of a zone shows it, with its offset: `2026-03-01T09:30:00+01:00`.
pub fn write(at: Timestamp, calendar: &Calendar) -> String {
    let second = at.0.div_euclid(1_000);
    let Clock { date, .. } = calendar.clock(second);
    let (hour, minute, rest) = calendar.clock(second).time();
    let offset = calendar.offset(second);
    let (sign, ahead) = if offset < 0 { ('-', -offset) } else { ('+', offset) };
    format!("{date}T{hour:02}:{minute:02}:{rest:02}{sign}{:02}:{:02}", ahead / 3_600, ahead / 60 % 60)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use espalier_base::date::Weekday;
    use espalier_base::zone::Zone;

    fn berlin() -> Calendar {
        Calendar::new(&Zone::new("Europe/Berlin"), Weekday::Monday)
    }

    #[test]
    fn instants_are_read_in_all_their_forms() {
        let calendar = berlin();
        let today: LocalDate = "2026-03-02".parse().unwrap();
        let check = |text: &str, expect: &str| {
            assert_eq!(read(text, &calendar, today).map(|at| write(at, &calendar)), Some(expect.to_owned()), "{text}");
        };
        check("2026-03-01T09:30:00+01:00", "2026-03-01T09:30:00+01:00");
        check("2026-03-01 09:30", "2026-03-01T09:30:00+01:00");
        check("2026-07-01T9:30", "2026-07-01T09:30:00+02:00");
        check("2026-03-01T09:30:15.250Z", "2026-03-01T10:30:15+01:00");
        check("2026-03-01T09:30-0530", "2026-03-01T16:00:00+01:00");
        check("2026-03-01 24:00", "2026-03-02T00:00:00+01:00");
        check("14:05", "2026-03-02T14:05:00+01:00");
        check("2026-10-25 02:30", "2026-10-25T02:30:00+02:00");
        check("2026-10-25T02:30+01:00", "2026-10-25T02:30:00+01:00");
        check("2026-03-29 02:30", "2026-03-29T03:30:00+02:00");
        for bad in
            ["", "2026-03-01", "2026-03-01T", "9", "25:00", "2026-02-30 10:00", "10:60", "10:00+1", "noon", "1é:00"]
        {
            assert_eq!(read(bad, &calendar, today), None, "{bad}");
        }
        assert_eq!(read("1700-01-01T00:00Z", &calendar, today), None);
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(second in 0_i64..4_000_000_000) {
            let at = Timestamp(second * 1_000);
            prop_assert_eq!(read(&write(at, &berlin()), &berlin(), LocalDate(0)), Some(at));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,30}") {
            let _ = read(&text, &berlin(), LocalDate(0));
        }
    }
}
