//! Things: what can be found, linked to and opened, each within the row that holds it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::conversation::{MessageKey, SessionId};
use super::course::{ChapterId, CourseId};
use super::mindmap::{MapId, NodeKey};
use super::persona::PersonaId;
use super::room::RoomId;
use super::scene::{SceneId, ShapeKey};
use super::timelog::{GoalId, TimeCategoryId, TimeEntryId};
use super::{RecordKey, Table};
use espalier_base::id::InvalidId;

/// A thing of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// A conversation.
    Session(SessionId),
    /// A message.
    Message(MessageKey),
    /// An agent.
    Persona(PersonaId),
    /// A mind map.
    Map(MapId),
    /// A node of a map.
    Node(NodeKey),
    /// An entry of the time log.
    Entry(TimeEntryId),
    /// A category of the time log.
    Category(TimeCategoryId),
    /// A goal of the time log.
    Goal(GoalId),
    /// A course.
    Course(CourseId),
    /// A chapter of a course.
    Chapter(CourseId, ChapterId),
    /// A scene.
    Scene(SceneId),
    /// A shape of a scene.
    Shape(ShapeKey),
}

impl Thing {
    /// Returns the room it belongs to.
    pub const fn room(self) -> RoomId {
        match self {
            Self::Session(_) | Self::Message(_) | Self::Persona(_) => RoomId::Chat,
            Self::Map(_) | Self::Node(_) => RoomId::Map,
            Self::Entry(_) | Self::Category(_) | Self::Goal(_) => RoomId::Time,
            Self::Course(_) | Self::Chapter(..) => RoomId::Course,
            Self::Scene(_) | Self::Shape(_) => RoomId::Scene,
        }
    }

    /// Returns the name of its kind, as attributes of the page and addresses have it.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Session(_) => "session",
            Self::Message(_) => "message",
            Self::Persona(_) => "agent",
            Self::Map(_) => "map",
            Self::Node(_) => "node",
            Self::Entry(_) => "entry",
            Self::Category(_) => "category",
            Self::Goal(_) => "goal",
            Self::Course(_) => "course",
            Self::Chapter(..) => "chapter",
            Self::Scene(_) => "scene",
            Self::Shape(_) => "shape",
        }
    }

    /// Returns the thing that it is a part of; `None` for one that stands for itself.
    pub const fn whole(self) -> Option<Self> {
        match self {
            Self::Message(key) => Some(Self::Session(key.session)),
            Self::Node(key) => Some(Self::Map(key.map)),
            Self::Chapter(course, _) => Some(Self::Course(course)),
            Self::Shape(key) => Some(Self::Scene(key.scene)),
            _ => None,
        }
    }

    /// Whether it is a thing, or a part of it.
    pub fn is_within(self, thing: Self) -> bool {
        self == thing || self.whole() == Some(thing)
    }

    /// Returns the key of its row.
    pub const fn row(self) -> RecordKey {
        match self {
            Self::Session(id) => RecordKey::Sessions(id),
            Self::Message(key) => RecordKey::Messages(key),
            Self::Persona(id) => RecordKey::Personas(id),
            Self::Map(id) => RecordKey::Maps(id),
            Self::Node(key) => RecordKey::Nodes(key),
            Self::Entry(id) => RecordKey::TimeEntries(id),
            Self::Category(id) => RecordKey::TimeCategories(id),
            Self::Goal(id) => RecordKey::Goals(id),
            Self::Course(id) | Self::Chapter(id, _) => RecordKey::Courses(id),
            Self::Scene(id) => RecordKey::Scenes(id),
            Self::Shape(key) => RecordKey::Shapes(key),
        }
    }
}

impl fmt::Display for Thing {
    /// Writes its kind and its key: `map:<id>`, `node:<id>/<id>`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind(), self.row().row_key())?;
        if let Self::Chapter(_, id) = self { write!(f, "/{id}") } else { Ok(()) }
    }
}

impl FromStr for Thing {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let unknown = || InvalidId(text.chars().take(80).collect());
        let (kind, key) = text.split_once(':').ok_or_else(unknown)?;
        Ok(match kind {
            "session" => Self::Session(key.parse()?),
            "message" => Self::Message(key.parse()?),
            "agent" => Self::Persona(key.parse()?),
            "map" => Self::Map(key.parse()?),
            "node" => Self::Node(key.parse()?),
            "entry" => Self::Entry(key.parse()?),
            "category" => Self::Category(key.parse()?),
            "goal" => Self::Goal(key.parse()?),
            "course" => Self::Course(key.parse()?),
            "chapter" => {
                let (course, chapter) = key.split_once('/').ok_or_else(unknown)?;
                Self::Chapter(course.parse()?, chapter.parse()?)
            }
            "scene" => Self::Scene(key.parse()?),
            "shape" => Self::Shape(key.parse()?),
            _ => return Err(unknown()),
        })
    }
}

impl Serialize for Thing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Thing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Table {
    /// Returns the room whose things the rows of a table are; `None` where they are none.
    pub const fn room(self) -> Option<RoomId> {
        Some(match self {
            Self::Sessions | Self::Messages | Self::Personas => RoomId::Chat,
            Self::Maps | Self::Nodes => RoomId::Map,
            Self::TimeEntries | Self::TimeCategories | Self::Goals => RoomId::Time,
            Self::Courses => RoomId::Course,
            Self::Scenes | Self::Shapes => RoomId::Scene,
            Self::Endpoints | Self::Learned | Self::Preferences | Self::Turns | Self::Links => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::{MessageId, NodeId, ShapeId};

    #[test]
    fn a_thing_reads_back_from_its_text() {
        let [one, two] = [1, 2].map(Uuid::from_u128);
        let (session, map, course, scene) =
            (SessionId::from_uuid(one), MapId::from_uuid(one), CourseId::from_uuid(one), SceneId::from_uuid(one));
        let all = [
            Thing::Session(session),
            Thing::Message(MessageKey { session, id: MessageId::from_uuid(two) }),
            Thing::Persona(PersonaId::from_uuid(one)),
            Thing::Map(map),
            Thing::Node(NodeKey { map, id: NodeId::from_uuid(two) }),
            Thing::Entry(TimeEntryId::from_uuid(one)),
            Thing::Category(TimeCategoryId::from_uuid(one)),
            Thing::Goal(GoalId::from_uuid(one)),
            Thing::Course(course),
            Thing::Chapter(course, ChapterId::from_uuid(two)),
            Thing::Scene(scene),
            Thing::Shape(ShapeKey { scene, id: ShapeId::from_uuid(two) }),
        ];
        for thing in all {
            assert_eq!(thing.to_string().parse(), Ok(thing));
            assert_eq!(serde_json::from_str::<Thing>(&serde_json::to_string(&thing).unwrap()).unwrap(), thing);
        }
        for text in ["", "map", "map:", "node:1", "chapter:00000000-0000-0000-0000-000000000001", "plan:1"] {
            assert!(text.parse::<Thing>().is_err(), "{text}");
        }
    }
}
