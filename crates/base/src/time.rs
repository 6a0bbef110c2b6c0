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
    fn instants_print_as_rfc_3339() {
        assert_eq!(Timestamp(0).to_rfc3339(), "1970-01-01T00:00:00.000Z");
        assert_eq!(Timestamp(1_709_210_096_789).to_rfc3339(), "2024-02-29T12:34:56.789Z");
        assert_eq!(Timestamp(-1).to_rfc3339(), "1969-12-31T23:59:59.999Z");
    }
}
