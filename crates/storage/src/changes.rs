//! Marks: which rows each commit changed, kept until they are in the mirror as well (`espalier-mirror`).
//!
//! - C1 Every commit that changes rows or files writes one mark, in its own transaction, under a clock that is later
//!   than all before it.
//! - C2 A mark goes when all copies are known to hold the rows it names, and of each copy the clock of the last such mark
//!   is kept. So a database that has neither the last mark of its mirror nor its clock has lost something since, or is
//!   another one.
//! - C3 The clock is a hybrid logical clock (Kulkarni et al., “Logical Physical Clocks”, 2014): it follows the time of
//!   day and never runs back, whatever the computer's clock does.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::port::Commit;
use espalier_base::time::Timestamp;
use espalier_model::change::Change;

/// The row of the store of single values that holds the clock of the last commit.
pub const CLOCK_KEY: &str = "clock";
/// The row of the store of single values that holds what the copy elsewhere is known by, as the code for it reads it.
pub const PLACE_KEY: &str = "place";

/// A copy of the rows outside the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyKind {
    /// The one in the browser's private files.
    Mirror,
    /// The one in a place of the person's own.
    Place,
}

impl CopyKind {
    /// The row of the store of single values that holds the clock of the last mark that is in the copy.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Mirror => "mirrored",
            Self::Place => "placed",
        }
    }
}

/// Bits of a clock below the milliseconds: the commits of one millisecond are counted.
const COUNTER_BITS: u32 = 16;

/// An instant of a hybrid logical clock: milliseconds since 1970, and a counter. Its text is 16 hexadecimal digits, so
/// texts sort as clocks do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Clock(pub u64);

impl Clock {
    /// Returns the clock of what happens at `now`, after everything at this clock.
    #[must_use]
    pub fn next(self, now: Timestamp) -> Self {
        let now = u64::try_from(now.0).unwrap_or(0) << COUNTER_BITS;
        Self(now.max(self.0.saturating_add(1)))
    }

    /// Returns the time of day.
    pub const fn time(self) -> Timestamp {
        Timestamp((self.0 >> COUNTER_BITS).cast_signed())
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Clock {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

impl Serialize for Clock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Clock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A row or file that a commit changed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Touched {
    /// The store.
    #[serde(rename = "s")]
    pub store: String,
    /// The key.
    #[serde(rename = "k")]
    pub key: String,
    /// Names of the fields that were changed; none where all of it is new or gone.
    #[serde(rename = "f", default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// The row as it was before it was removed, as JSON: other devices may have changed it.
    #[serde(rename = "r", default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<String>,
}

/// The rows and files that one commit changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The clock of the commit.
    pub clock: Clock,
    /// The rows and files.
    pub touched: Vec<Touched>,
    /// Whether the changes came from the place that other devices change, too.
    pub merged: bool,
}

/// The written form of a mark.
#[derive(Serialize, Deserialize)]
struct MarkText {
    #[serde(rename = "t")]
    touched: Vec<Touched>,
    #[serde(rename = "m", default, skip_serializing_if = "std::ops::Not::not")]
    merged: bool,
}

impl Mark {
    /// Returns the mark as the text it is stored as.
    pub fn to_json(self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&MarkText { touched: self.touched, merged: self.merged })
    }
}

/// The marks that are stored, with the clocks beside them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChangeLog {
    /// The marks, the oldest first.
    pub marks: Vec<Mark>,
    /// Clock of the last commit.
    pub clock: Option<Clock>,
    /// Clock of the last mark that is known to be in the mirror.
    pub mirrored: Option<Clock>,
    /// Clock of the last mark that is known to be in the place; `None` where there is none.
    pub placed: Option<Clock>,
    /// State of the place, as the code for it reads it.
    pub place: Option<String>,
}

impl ChangeLog {
    /// The rows of the store of single values that [`ChangeLog::read`] wants, in this order.
    pub const KEYS: [&str; 4] = [CLOCK_KEY, CopyKind::Mirror.key(), CopyKind::Place.key(), PLACE_KEY];

    /// Reads the rows of the store of marks, keys and texts, and the single values; a mark that cannot be read is left
    /// out.
    pub fn read(rows: impl IntoIterator<Item = (String, String)>, values: [Option<String>; 4]) -> Self {
        let mark = |(key, json): (String, String)| {
            let MarkText { touched, merged } = serde_json::from_str(&json).ok()?;
            Some(Mark { clock: key.parse().ok()?, touched, merged })
        };
        let clock_of = |text: Option<String>| text.and_then(|text| text.parse().ok());
        let [clock, mirrored, placed, place] = values;
        Self {
            marks: rows.into_iter().filter_map(mark).collect(),
            clock: clock_of(clock),
            mirrored: clock_of(mirrored),
            placed: clock_of(placed),
            place,
        }
    }

    /// Returns the clocks of the marks that no copy needs once this one has everything up to `clock`.
    pub fn done(&self, copy: CopyKind, clock: Clock) -> Vec<Clock> {
        let other = match copy {
            CopyKind::Mirror => self.placed,
            // Where there is no mirror, it needs none of them.
            CopyKind::Place => Some(self.mirrored.unwrap_or(clock)),
        };
        let upto = other.map_or(clock, |other| other.min(clock));
        self.marks.iter().map(|mark| mark.clock).filter(|mark| *mark <= upto).collect()
    }
}

/// Returns what a commit changes, as its mark names it; nothing where no mark is to be written. Rows that are removed
/// are kept in it where there is a place that other devices change, too.
pub fn touched(commit: &Commit, has_place: bool) -> Vec<Touched> {
    let row = |(key, change): (&espalier_model::RecordKey, &Change)| {
        let mut touched = Touched { store: key.table().name().to_owned(), key: key.row_key(), ..Touched::default() };
        match change {
            Change::Updated(edits) => touched.fields = edits.iter().map(|edit| edit.to.name().to_owned()).collect(),
            Change::Removed(record) if has_place => touched.removed = record.to_json().ok(),
            Change::Added(_) | Change::Removed(_) => {}
        }
        touched
    };
    let files = commit.files.iter().map(|file| Touched::file(&file.hash));
    commit.changes.iter().map(row).chain(files).chain(commit.touch.iter().cloned()).collect()
}

impl Touched {
    /// A file that came or went.
    pub fn file(hash: &espalier_model::conversation::FileHash) -> Self {
        Self { store: super::schema::FILES.to_owned(), key: hash.to_string(), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn c3_a_clock_never_runs_back_and_its_text_sorts_as_it_does(times in prop::collection::vec(-9_i64..4_102_444_800_000, 1..50)) {
            let mut clock = Clock::default();
            for time in times {
                let next = clock.next(Timestamp(time));
                prop_assert!(next > clock && next.to_string() > clock.to_string());
                prop_assert!(next.time().0 >= time.max(0));
                prop_assert_eq!(next.to_string().parse::<Clock>(), Ok(next));
                clock = next;
            }
        }
    }
}
