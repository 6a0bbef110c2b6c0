//! Names of the mirror's files. They say all that is needed to tell which of them belong together.
//!
//! A generation is a copy of everything, in one or more bundles, and the changes since, in a bundle each, numbered
//! through. `0002-000010-more-0197…-3f9a….bundle` is the bundle number 16 of the generation 2, holds what was changed
//! up to that clock, and has this SHA-256. An attached file is called after its hash, `3f9a….file`.

use std::fmt;
use std::str::FromStr;

use espalier_attachments::hash::sha256;
use espalier_model::conversation::FileHash;
use espalier_storage::changes::Clock;

const BUNDLE: &str = ".bundle";
const FILE: &str = ".file";

/// Role of a bundle in its generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// One of those that hold everything.
    Base,
    /// The last of those. Without it the generation was not finished.
    Last,
    /// A bundle of later changes.
    More,
}

impl Role {
    const ALL: [(Self, &'static str); 3] = [(Self::Base, "base"), (Self::Last, "last"), (Self::More, "more")];
}

/// Name of a bundle. Names sort in the order in which the bundles were written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// The generation.
    pub generation: u32,
    /// The number within it.
    pub index: u32,
    /// Its role.
    pub role: Role,
    /// Clock of the last mark whose rows are in it or in those before.
    pub clock: Clock,
    /// SHA-256 of the bundle.
    pub hash: String,
}

impl Segment {
    /// Whether these bytes are those that the name promises.
    pub fn is_whole(&self, bytes: &[u8]) -> bool {
        sha256(bytes) == self.hash
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = Role::ALL.iter().find(|(role, _)| *role == self.role).map_or("", |(_, name)| name);
        write!(f, "{:04x}-{:06x}-{role}-{}-{}{BUNDLE}", self.generation, self.index, self.clock, self.hash)
    }
}

/// The text is no name of a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherName;

impl FromStr for Segment {
    type Err = OtherName;

    fn from_str(name: &str) -> Result<Self, OtherName> {
        let mut fields = name.strip_suffix(BUNDLE).ok_or(OtherName)?.split('-');
        let mut field = || fields.next().ok_or(OtherName);
        let number = |text: &str| u32::from_str_radix(text, 16).map_err(|_| OtherName);
        let (generation, index, role) = (number(field()?)?, number(field()?)?, field()?);
        let (role, _) = *Role::ALL.iter().find(|(_, name)| *name == role).ok_or(OtherName)?;
        let (clock, hash) = (field()?.parse().map_err(|_| OtherName)?, field()?.to_owned());
        let segment = Self { generation, index, role, clock, hash };
        if segment.to_string() == name { Ok(segment) } else { Err(OtherName) }
    }
}

/// Returns the name of the copy of an attached file.
pub fn file_name(hash: &FileHash) -> String {
    format!("{hash}{FILE}")
}

/// Returns the attached file that a name is the copy of.
pub fn file_hash(name: &str) -> Option<FileHash> {
    name.strip_suffix(FILE)?.parse().ok()
}

/// A finished generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generation {
    /// Its number.
    pub number: u32,
    /// Its bundles in order.
    pub segments: Vec<Segment>,
    /// Whether one of them is missing.
    pub has_gap: bool,
}

impl Generation {
    /// Returns the latest finished one among these files.
    pub fn latest<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut all: Vec<Segment> = names.into_iter().filter_map(|name| name.parse().ok()).collect();
        all.sort_unstable();
        let number = all.iter().filter(|one| one.role != Role::Base).map(|one| one.generation).max()?;
        all.retain(|one| one.generation == number);
        let in_order = all.iter().zip(0..).all(|(one, index)| one.index == index);
        let has_gap = !in_order || !all.iter().any(|one| one.role == Role::Last);
        Some(Self { number, segments: all, has_gap })
    }

    /// Clock of the last mark whose rows are in it.
    pub fn clock(&self) -> Clock {
        self.segments.last().map(|one| one.clock).unwrap_or_default()
    }

    /// Number of bundles with changes.
    pub fn changes(&self) -> usize {
        self.segments.iter().filter(|one| one.role == Role::More).count()
    }
}
