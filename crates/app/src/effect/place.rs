//! Effects on the copy in a folder of the person's own.

use espalier_mirror::merge::TextVersion;
use espalier_model::Table;

/// An effect on the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceEffect {
    /// Keep database and folder in step from now on; answered by `PlaceMsg::State`, `Unsent` and `Done` again and again.
    Begin,
    /// Let the person choose a folder.
    Choose,
    /// Bring both in step now.
    SaveNow,
    /// Use the folder no more.
    Leave,
    /// Decide on a text with two versions.
    Decide(Box<TwoVersions>, Decision),
}

/// Reason why a folder cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceProblem {
    /// It is not there any more, or may not be used.
    Absent,
    /// There is no space left.
    Full,
    /// Another reason, in the browser's words.
    Other(String),
}

/// A text that two devices changed without knowing of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwoVersions {
    /// The table.
    pub table: Table,
    /// The row's key.
    pub key: String,
    /// The other version.
    pub version: TextVersion,
    /// The text that stands.
    pub here: String,
    /// The other one.
    pub other: String,
}

/// Decision on a text with two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The text stays as it is.
    Keep,
    /// The other version takes its place.
    UseOther,
}
