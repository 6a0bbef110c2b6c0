//! Things: what can be found, linked to and opened, each within the row that holds it.

use super::conversation::{MessageKey, SessionId};
use super::course::{ChapterId, CourseId};
use super::mindmap::{MapId, NodeKey};
use super::persona::PersonaId;
use super::room::RoomId;
use super::scene::{SceneId, ShapeKey};
use super::timelog::{GoalId, TimeCategoryId, TimeEntryId};
use super::{RecordKey, Table};

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

impl Table {
    /// Returns the room whose things the rows of a table are; `None` where they are none.
    pub const fn room(self) -> Option<RoomId> {
        Some(match self {
            Self::Sessions | Self::Messages | Self::Personas => RoomId::Chat,
            Self::Maps | Self::Nodes => RoomId::Map,
            Self::TimeEntries | Self::TimeCategories | Self::Goals => RoomId::Time,
            Self::Courses => RoomId::Course,
            Self::Scenes | Self::Shapes => RoomId::Scene,
            Self::Endpoints | Self::Learned | Self::Preferences | Self::Turns => return None,
        })
    }
}
