//! Instants.

use serde::{Deserialize, Serialize};

use super::date::LocalDate;

/// An instant: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Returns the milliseconds from `earlier` to `self`; negative when `earlier` is later.
    pub const fn since_ms(self, earlier: Self) -> i64 {
        self.0 - earlier.0
    }

    /// Returns the instant `ms` milliseconds after this one.
    #[must_use]
    pub const fn plus_ms(self, ms: i64) -> Self {
        Self(self.0 + ms)
    }

    /// Reads an RFC 3339 text; a space in place of the `T` is allowed, and the time is in UTC where no offset is given.
    pub fn from_rfc3339(text: &str) -> Option<Self> {
        let text = text.trim().as_bytes();
        let number = |from: usize, to: usize| -> Option<i64> {
            let digits = text.get(from..to)?;
            digits
                .iter()
                .all(u8::is_ascii_digit)
                .then(|| digits.iter().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0')))
        };
        let is = |at: usize, any: &[u8]| text.get(at).is_some_and(|byte| any.contains(byte));
        if !(is(4, b"-") && is(7, b"-") && is(10, b"Tt ") && is(13, b":") && is(16, b":")) {
            return None;
        }
        let day = LocalDate::new(number(0, 4)? as i32, number(5, 7)? as i32, number(8, 10)? as i32)?;
        let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
        if hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let mut at = 19;
        let mut ms = ((hour * 60 + minute) * 60 + second) * 1_000;
        if is(at, b".,") {
            let digits = text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let places = digits.min(3);
            ms += number(at + 1, at + 1 + places)? * 10_i64.pow(3 - places as u32);
            at += 1 + digits;
        }
        let offset = match text.get(at..)? {
            [] | [b'Z' | b'z'] => 0,
            [sign @ (b'+' | b'-'), rest @ ..]
                if matches!(rest.len(), 4 | 5) && (rest.len() == 4 || rest[2] == b':') =>
            {
                let minutes = number(at + 1, at + 3)? * 60 + number(text.len() - 2, text.len())?;
                if *sign == b'-' { -minutes } else { minutes }
            }
            _ => return None,
        };
        Some(Self(i64::from(day.0) * 86_400_000 + ms - offset * 60_000))
    }

    /// Returns the RFC 3339 text in UTC with milliseconds, e.g. `2026-03-01T09:30:00.000Z`.
    pub fn to_rfc3339(self) -> String {
        let (days, ms) = (self.0.div_euclid(86_400_000), self.0.rem_euclid(86_400_000));
        let (year, month, day) = LocalDate(days as i32).parts();
        let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", ms % 1_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_read_from_rfc_3339() {
        let read = |text: &str| Timestamp::from_rfc3339(text).map(Timestamp::to_rfc3339);
        for (text, utc) in [
            ("2024-02-29T12:34:56.789Z", "2024-02-29T12:34:56.789Z"),
            ("2024-02-29 12:34:56", "2024-02-29T12:34:56.000Z"),
            ("2024-02-29T12:34:56.123456+00:00", "2024-02-29T12:34:56.123Z"),
            ("2024-02-29T12:34:56.5-0730", "2024-02-29T20:04:56.500Z"),
            ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(read(text).as_deref(), Some(utc), "{text}");
        }
        for text in [
            "",
            "2024-02-30T12:34:56Z",
            "2024-02-29",
            "2024-02-29T25:00:00Z",
            "2024-02-29T12:34:56X",
            "２024-02-29T12:34:56Z",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn an_instant_is_read_as_it_was_printed(ms in -2_000_000_000_000_i64..250_000_000_000_000) {
            let at = Timestamp(ms);
            proptest::prop_assert_eq!(Timestamp::from_rfc3339(&at.to_rfc3339()), Some(at));
        }

        #[test]
        fn no_text_makes_reading_an_instant_panic(text in "[0-9TZ:. +-]{0,40}|.{0,40}") {
            let _ = Timestamp::from_rfc3339(&text);
        }
    }

    #[test]
    fn instants_print_as_rfc_3339() {
        assert_eq!(Timestamp(0).to_rfc3339(), "1970-01-01T00:00:00.000Z");
        assert_eq!(Timestamp(1_709_210_096_789).to_rfc3339(), "2024-02-29T12:34:56.789Z");
        assert_eq!(Timestamp(-1).to_rfc3339(), "1969-12-31T23:59:59.999Z");
    }
}
