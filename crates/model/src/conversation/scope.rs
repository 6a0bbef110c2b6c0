//! Subjects of conversations.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use super::SessionId;
use crate::room::{RoomId, room_of_scope, scope_names};

/// The most ids of a subject.
const MOST: usize = 2;
/// Stored name of the subject that is all rooms.
const ALL_ROOMS: &str = "workspace";

/// Subject of a conversation: a room, or an item in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope {
    room: RoomId,
    /// Ids of the subject, as many as the room has, the rest nil.
    ids: [Uuid; MOST],
}

impl Default for Scope {
    fn default() -> Self {
        Self::CHAT
    }
}

impl Scope {
    /// Any subject; the conversation is in the list of conversations.
    pub const CHAT: Self = Self::of(RoomId::Chat, [Uuid::nil(); MOST]);
    /// All rooms; the conversation is with the helper that sees them. It counts as one of Chat's room, where it is kept.
    pub const WORKSPACE: Self = Self::of(RoomId::Chat, [Uuid::max(), Uuid::nil()]);
    /// The time log.
    pub const TIME: Self = Self::of(RoomId::Time, [Uuid::nil(); MOST]);

    /// Makes the subject of a room that these ids name.
    pub const fn of(room: RoomId, ids: [Uuid; MOST]) -> Self {
        Self { room, ids }
    }

    /// Returns the room of the subject.
    pub const fn room(self) -> RoomId {
        self.room
    }

    /// Returns the ids of the subject, where it is one of this room.
    pub fn ids_in(self, room: RoomId) -> Option<[Uuid; MOST]> {
        (self.room == room).then_some(self.ids)
    }

    /// Whether the conversation belongs to the list of conversations.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the shape serde asks for")]
    pub fn is_chat(&self) -> bool {
        *self == Self::CHAT
    }

    /// Returns the one conversation of this scope, where there is only one: its id follows from the subject, so that
    /// two tabs which begin it at the same time begin the same one.
    pub fn own_session(self) -> Option<SessionId> {
        let (_, about) = scope_names(self.room);
        let [one, other] = self.ids;
        let bytes = std::array::from_fn(|at| one.as_bytes()[at] ^ other.as_bytes()[at]);
        (!about.is_empty()).then(|| SessionId::from_uuid(Uuid::from_bytes(bytes)))
    }
}

impl Serialize for Scope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, about) = match *self {
            Self::WORKSPACE => (ALL_ROOMS, &[][..]),
            _ => scope_names(self.room),
        };
        let mut map = serializer.serialize_map(Some(about.len() + 1))?;
        map.serialize_entry("room", name)?;
        for (key, id) in about.iter().zip(self.ids) {
            map.serialize_entry(key, &id.to_string())?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Scope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = BTreeMap::<String, String>::deserialize(deserializer)?;
        let name = fields.get("room").ok_or_else(|| D::Error::missing_field("room"))?;
        if name == ALL_ROOMS {
            return Ok(Self::WORKSPACE);
        }
        let room = room_of_scope(name).ok_or_else(|| D::Error::custom(format!("unknown room {name:?}")))?;
        let mut ids = [Uuid::nil(); MOST];
        for (id, key) in ids.iter_mut().zip(scope_names(room).1) {
            let text = fields.get(*key).ok_or_else(|| D::Error::missing_field(key))?;
            *id = text.parse().map_err(D::Error::custom)?;
        }
        Ok(Self { room, ids })
    }
}
