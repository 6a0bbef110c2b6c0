//! Sources of the numbers and dates of an answer.
//!
//! - V1 Places are bytes of the answer's text as it was when it was checked; once the text is edited they mean nothing
//!   and are dropped.

use serde::{Deserialize, Serialize};

use super::timelog::TimeEntryId;

/// The most entries that are listed for one number.
pub const MAX_ENTRIES: usize = 100;

/// Sources and checked numbers of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Grounding {
    /// Sources that were found, each once.
    pub sources: Vec<Behind>,
    /// The numbers and dates in order.
    pub marks: Vec<Checked>,
}

/// Entries that a number comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Behind {
    /// Some of them.
    pub entries: Vec<TimeEntryId>,
    /// Number of all entries.
    pub count: usize,
}

/// A number or date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// Byte at which it begins (V1).
    pub from: usize,
    /// Byte at which it ends.
    pub to: usize,
    /// Index of its source; `None` where none was found.
    pub source: Option<usize>,
}
