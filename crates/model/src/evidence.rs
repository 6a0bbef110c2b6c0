//! What stands behind the numbers and dates of an answer.
//!
//! - V1 Places are bytes of the answer's text as it was when it was checked; once the text is edited they mean nothing
//!   and are dropped.

use serde::{Deserialize, Serialize};

use super::timelog::TimeEntryId;

/// The most entries that are named behind one number.
pub const MAX_ENTRIES: usize = 100;

/// Everything that was checked in an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Grounding {
    /// What was found, each once.
    pub sources: Vec<Behind>,
    /// The numbers and dates in order.
    pub marks: Vec<Checked>,
}

/// The entries behind a number.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Behind {
    /// Some of them.
    pub entries: Vec<TimeEntryId>,
    /// How many there are.
    pub count: usize,
}

/// A number or date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// Where it begins (V1).
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// The place of its source; `None` where nothing that was found says it.
    pub source: Option<usize>,
}
