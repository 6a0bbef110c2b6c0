//! Typed identifiers.
//!
//! An [`Id`] is a `UUIDv7` (RFC 9562): it sorts by creation time, so the storage order of rows is the order they were
//! made in.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

/// An identifier of a `Kind`; the kind is only there so that two sorts of id cannot be mixed up.
pub struct Id<Kind> {
    uuid: Uuid,
    kind: PhantomData<fn() -> Kind>,
}

/// Error of a text that is not an id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier: {0:?}")]
pub struct InvalidId(pub String);

impl<Kind> Id<Kind> {
    /// Wraps an existing UUID.
    pub const fn from_uuid(uuid: Uuid) -> Self {
        Self { uuid, kind: PhantomData }
    }

    /// Returns the UUID inside.
    pub const fn uuid(self) -> Uuid {
        self.uuid
    }

    /// Returns the milliseconds since 1970 that it begins with.
    pub const fn unix_ms(self) -> i64 {
        (self.uuid.as_u128() >> 80) as i64
    }
}

impl<Kind> Clone for Id<Kind> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Kind> Copy for Id<Kind> {}

impl<Kind> PartialEq for Id<Kind> {
    fn eq(&self, other: &Self) -> bool {
        self.uuid == other.uuid
    }
}

impl<Kind> Eq for Id<Kind> {}

impl<Kind> PartialOrd for Id<Kind> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<Kind> Ord for Id<Kind> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.uuid.cmp(&other.uuid)
    }
}

impl<Kind> Hash for Id<Kind> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.uuid.hash(state);
    }
}

impl<Kind> fmt::Debug for Id<Kind> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.uuid)
    }
}

impl<Kind> fmt::Display for Id<Kind> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.uuid)
    }
}

impl<Kind> FromStr for Id<Kind> {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        Uuid::try_parse(text).map(Self::from_uuid).map_err(|_| InvalidId(text.chars().take(64).collect()))
    }
}

impl<Kind> Serialize for Id<Kind> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.uuid)
    }
}

impl<'de, Kind> Deserialize<'de> for Id<Kind> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Thing;

    #[test]
    fn an_id_reads_back_from_its_text() {
        let id: Id<Thing> = "0190163d-8694-739b-aea5-966c26f8ad91".parse().unwrap();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(serde_json::from_str::<Id<Thing>>(&serde_json::to_string(&id).unwrap()).unwrap(), id);
    }

    #[test]
    fn a_bad_id_is_an_error_that_names_it() {
        assert_eq!("n1".parse::<Id<Thing>>(), Err(InvalidId("n1".into())));
    }
}
