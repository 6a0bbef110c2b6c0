//! Links between things, as rows of their own.
//!
//! - L1 A link has the id that follows from its ends and its kind, so it is the same row wherever it is made.
//! - L2 Things may go; their links stay, and hold the names that their ends had.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Thing;
use super::record::record;
use espalier_base::fnv::uuid_of;
use espalier_base::id::Id;
use espalier_base::time::Timestamp;

/// The identifier of a [`Link`].
pub type LinkId = Id<Link>;

/// State of what was made: the hash (`base::fnv`, 32 bits) of each field of each row, by the row's id. A field that has
/// another one now was changed by a person, and a row that is not there any more was removed by one.
pub type LastState = BTreeMap<Uuid, Vec<u32>>;

/// Reason why two things are linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LinkKind {
    /// The text of the first one has the address of the other.
    Text,
    /// The other was made of the first one.
    Made,
    /// A person linked them.
    Hand,
}

record! {
    /// A link from a thing to another.
    Link, LinkField, LinkId, |row| row.id;
    identity {
        /// The id (L1).
        id: LinkId,
        /// The thing it begins at.
        from: Thing,
        /// The thing it leads to.
        to: Thing,
        /// Reason for it.
        kind: LinkKind,
        /// The time it was made.
        at: Timestamp,
    }
    fields {
        /// Name of the first thing when the link was made (L2).
        #[serde(default, skip_serializing_if = "String::is_empty")]
        FromName from_name: String,
        /// Name of the other thing when the link was made (L2).
        #[serde(default, skip_serializing_if = "String::is_empty")]
        ToName to_name: String,
        /// State of the other thing when it was last made of the first one.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        State state: LastState,
    }
}

impl Link {
    /// Returns a link without names.
    pub fn new(from: Thing, to: Thing, kind: LinkKind, at: Timestamp) -> Self {
        Self {
            id: id_of(from, to, kind),
            from,
            to,
            kind,
            at,
            from_name: String::new(),
            to_name: String::new(),
            state: LastState::new(),
        }
    }

    /// Gives it the names of its ends (L2).
    #[must_use]
    pub fn named(self, from: &str, to: &str) -> Self {
        Self { from_name: from.to_owned(), to_name: to.to_owned(), ..self }
    }
}

/// Returns the id of a link (L1): the FNV-1a hash, of 128 bits, of its ends and its kind.
pub fn id_of(from: Thing, to: Thing, kind: LinkKind) -> LinkId {
    LinkId::from_uuid(uuid_of(&format!("{from} {to} {}", kind as u8)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CourseId, MapId, NodeId, NodeKey};

    fn ends() -> (Thing, Thing) {
        let map = MapId::from_uuid(Uuid::from_u128(1));
        (
            Thing::Node(NodeKey { map, id: NodeId::from_uuid(Uuid::from_u128(2)) }),
            Thing::Course(CourseId::from_uuid(Uuid::from_u128(3))),
        )
    }

    #[test]
    fn l1_the_id_follows_from_ends_and_kind_and_stays_what_it_was() {
        let (node, course) = ends();
        let ids = [
            id_of(node, course, LinkKind::Text),
            id_of(course, node, LinkKind::Text),
            id_of(node, course, LinkKind::Made),
            id_of(node, course, LinkKind::Hand),
        ];
        assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), ids.len());
        assert_eq!(ids[0].to_string(), "8ceb75f4-09b3-b465-8696-e9597e82aecd");
    }

    #[test]
    fn a_link_reads_back_and_its_ends_are_within_what_holds_them() {
        let (node, course) = ends();
        assert!(node.is_within(node) && node.is_within(node.whole().unwrap()) && !node.is_within(course));
        let link = Link::new(node, course, LinkKind::Text, Timestamp(5)).named("Ilse", "Harbour");
        let json = serde_json::to_string(&link).unwrap();
        assert_eq!(serde_json::from_str::<Link>(&json).unwrap(), link);
    }
}
