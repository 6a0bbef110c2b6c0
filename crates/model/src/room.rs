//! Rooms in stored data: the names of histories and of the subjects of conversations.
//!
//! - N1 Stored names never change: `STORED` lists them for every room in one place, and names once written can be read
//!   back.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use super::{RecordKey, Table};

/// Id of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoomId {
    /// Conversations, and the agents that answer in them.
    Chat,
    /// Mind maps.
    Map,
    /// The time log.
    Time,
    /// Courses.
    Course,
    /// Shapes in space.
    Scene,
}

impl RoomId {
    /// All rooms, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Chat, Self::Map, Self::Time, Self::Course, Self::Scene];
}

impl Serialize for RoomId {
    /// Writes the name of its conversations (N1).
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(scope_names(*self).0)
    }
}

impl<'de> Deserialize<'de> for RoomId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        room_of_scope(&name).ok_or_else(|| D::Error::custom(format!("no room is called {name:?}")))
    }
}

/// The stored names of a room (N1).
struct Stored {
    room: RoomId,
    /// Names of the histories of its lists.
    lists: &'static [&'static str],
    /// Name of the histories of its single documents; empty where it has none.
    thing: &'static str,
    /// Table whose rows are inside one of them, or, where it has none, inside its first list.
    inside: Option<Table>,
    /// Name of conversations about an item of it.
    scope: &'static str,
    /// Names of the ids of that item.
    about: &'static [&'static str],
}

static STORED: [Stored; 5] = [
    Stored {
        room: RoomId::Chat,
        lists: &["sessions", "personas"],
        thing: "session",
        inside: Some(Table::Messages),
        scope: "chat",
        about: &[],
    },
    Stored {
        room: RoomId::Map,
        lists: &["maps"],
        thing: "map",
        inside: Some(Table::Nodes),
        scope: "node",
        about: &["map", "node"],
    },
    Stored {
        room: RoomId::Time,
        lists: &["timelog"],
        thing: "",
        inside: Some(Table::TimeEntries),
        scope: "time",
        about: &[],
    },
    Stored {
        room: RoomId::Course,
        lists: &["courses"],
        thing: "course",
        inside: None,
        scope: "course",
        about: &["course"],
    },
    Stored {
        room: RoomId::Scene,
        lists: &["scenes"],
        thing: "scene",
        inside: Some(Table::Shapes),
        scope: "scene",
        about: &["scene"],
    },
];

fn stored(room: RoomId) -> &'static Stored {
    STORED.iter().find(|stored| stored.room == room).unwrap_or(&STORED[0])
}

/// A document, which has a history of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Document {
    /// Room it belongs to.
    pub room: RoomId,
    /// Key of the document within its room.
    pub key: DocumentKey,
}

/// Key of a document within its room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentKey {
    /// A list, by its place among the lists of the room.
    List(u8),
    /// A single document.
    Thing(Uuid),
}

impl Document {
    /// Returns the document of a list of a room.
    pub const fn list(room: RoomId, place: u8) -> Self {
        Self { room, key: DocumentKey::List(place) }
    }

    /// Returns the single document of a room.
    pub const fn thing(room: RoomId, id: Uuid) -> Self {
        Self { room, key: DocumentKey::Thing(id) }
    }

    /// Returns the document of one item.
    pub fn of<T: Into<Self>>(thing: T) -> Self {
        thing.into()
    }

    /// Returns the id of the item of this room that it is the document of.
    pub fn thing_of(self, room: RoomId) -> Option<Uuid> {
        match self.key {
            DocumentKey::Thing(id) if self.room == room => Some(id),
            _ => None,
        }
    }

    /// Whether the steps are independent, so that undone steps are set aside and not dropped.
    pub const fn sets_aside(self) -> bool {
        matches!(self.key, DocumentKey::List(_))
    }

    /// Returns the rows that are read with the document and not before: their table, and the beginning of their keys.
    pub fn inside(self) -> Option<(Table, String)> {
        let table = stored(self.room).inside?;
        match self.key {
            DocumentKey::List(_) => None,
            DocumentKey::Thing(id) => Some((table, id.to_string())),
        }
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stored = stored(self.room);
        match self.key {
            DocumentKey::List(place) => f.write_str(stored.lists.get(place as usize).copied().unwrap_or_default()),
            DocumentKey::Thing(id) => write!(f, "{}.{id}", stored.thing),
        }
    }
}

impl FromStr for Document {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some((name, id)) = text.split_once('.') {
            let stored = STORED.iter().find(|stored| stored.thing == name && !name.is_empty()).ok_or(())?;
            return Ok(Self::thing(stored.room, id.parse().map_err(|_| ())?));
        }
        let mut places =
            STORED.iter().flat_map(|stored| stored.lists.iter().zip(0_u8..).map(move |list| (stored, list)));
        let found = places.find(|(_, (name, _))| **name == text).ok_or(())?;
        Ok(Self::list(found.0.room, found.1.1))
    }
}

impl RecordKey {
    /// Returns the document this row is inside of and read with; `None` for rows that are read at every start.
    pub fn inside(&self) -> Option<Document> {
        match self {
            Self::Messages(key) => Some(Document::of(key.session)),
            Self::Nodes(key) => Some(Document::of(key.map)),
            Self::Shapes(key) => Some(Document::of(key.scene)),
            Self::TimeEntries(_) => Some(Document::TIME_LOG),
            _ => None,
        }
    }
}

/// Returns the stored name of a room's conversations, and the names of the ids of their subject.
pub(super) fn scope_names(room: RoomId) -> (&'static str, &'static [&'static str]) {
    let stored = stored(room);
    (stored.scope, stored.about)
}

/// Returns the room whose conversations have this stored name.
pub(super) fn room_of_scope(name: &str) -> Option<RoomId> {
    STORED.iter().find(|stored| stored.scope == name).map(|stored| stored.room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CourseId, MapId, NodeId, SceneId, Scope, SessionId};

    const ID: &str = "0190163d-8694-739b-aea5-966c26f8ad91";
    const OTHER: &str = "0190163d-8694-739b-aea5-966c26f8ad92";

    #[test]
    fn n1_histories_keep_their_stored_names() {
        let (session, map, course): (SessionId, MapId, CourseId) =
            (ID.parse().unwrap(), ID.parse().unwrap(), ID.parse().unwrap());
        let scene: SceneId = ID.parse().unwrap();
        for (document, expect) in [
            (Document::SESSIONS, "sessions".to_owned()),
            (Document::of(session), format!("session.{ID}")),
            (Document::PERSONAS, "personas".to_owned()),
            (Document::MAPS, "maps".to_owned()),
            (Document::of(map), format!("map.{ID}")),
            (Document::TIME_LOG, "timelog".to_owned()),
            (Document::COURSES, "courses".to_owned()),
            (Document::of(course), format!("course.{ID}")),
            (Document::SCENES, "scenes".to_owned()),
            (Document::of(scene), format!("scene.{ID}")),
        ] {
            assert_eq!(document.to_string(), expect);
            assert_eq!(expect.parse::<Document>(), Ok(document));
        }
        for none in ["map.nonsense", "planet.x", "", ".", &format!(".{ID}"), "Maps"] {
            assert_eq!(none.parse::<Document>(), Err(()), "{none}");
        }
    }

    #[test]
    fn n1_a_room_keeps_its_stored_name() {
        let stored = serde_json::to_string(&RoomId::ALL).unwrap();
        assert_eq!(stored, r#"["chat","node","time","course","scene"]"#);
        assert_eq!(serde_json::from_str::<[RoomId; 5]>(&stored).unwrap(), RoomId::ALL);
        assert!(serde_json::from_str::<RoomId>(r#""planet""#).is_err());
    }

    #[test]
    fn n1_what_a_conversation_is_about_keeps_its_stored_form() {
        let (map, node, course): (MapId, NodeId, CourseId) =
            (ID.parse().unwrap(), OTHER.parse().unwrap(), ID.parse().unwrap());
        for (scope, expect) in [
            (Scope::CHAT, r#"{"room":"chat"}"#.to_owned()),
            (Scope::node(map, node), format!(r#"{{"room":"node","map":"{ID}","node":"{OTHER}"}}"#)),
            (Scope::WORKSPACE, r#"{"room":"workspace"}"#.to_owned()),
            (Scope::TIME, r#"{"room":"time"}"#.to_owned()),
            (Scope::course(course), format!(r#"{{"room":"course","course":"{ID}"}}"#)),
            (Scope::scene(ID.parse().unwrap()), format!(r#"{{"room":"scene","scene":"{ID}"}}"#)),
        ] {
            assert_eq!(serde_json::to_string(&scope).unwrap(), expect);
            assert_eq!(serde_json::from_str::<Scope>(&expect).unwrap(), scope);
        }
        let other_order = format!(r#"{{"node":"{OTHER}","map":"{ID}","room":"node"}}"#);
        assert_eq!(serde_json::from_str::<Scope>(&other_order).unwrap(), Scope::node(map, node));
        for none in [r#"{"room":"planet"}"#, r#"{"room":"node"}"#, r#"{"room":"course","course":"x"}"#, "{}"] {
            assert!(serde_json::from_str::<Scope>(none).is_err(), "{none}");
        }
    }
}
