//! What a conversation is about. Must not be in here: what is said in it.

use serde::{Deserialize, Serialize};

use super::SessionId;
use crate::model::RoomId;
use crate::model::course::{Course, CourseId};
use crate::model::mindmap::{MapId, NodeId};

/// What a conversation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(tag = "room", rename_all = "camelCase")]
pub enum Scope {
    /// Anything; it is in the list of conversations.
    #[default]
    Chat,
    /// A node of a map.
    Node {
        /// The map.
        map: MapId,
        /// The node.
        node: NodeId,
    },
    /// The time log.
    Time,
    /// A course.
    Course {
        /// The course.
        course: CourseId,
    },
}

impl Scope {
    /// Whether it belongs to the list of conversations.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the shape serde asks for")]
    pub const fn is_chat(&self) -> bool {
        matches!(self, Self::Chat)
    }

    /// The room it belongs to.
    pub const fn room(self) -> RoomId {
        match self {
            Self::Chat => RoomId::Chat,
            Self::Node { .. } => RoomId::Map,
            Self::Time => RoomId::Time,
            Self::Course { .. } => RoomId::Course,
        }
    }

    /// The one conversation of this scope, where there is only one: its id follows from what it is about, so that two
    /// tabs which begin it at the same time begin the same one.
    pub fn own_session(self) -> Option<SessionId> {
        match self {
            Self::Chat | Self::Time => None,
            Self::Course { course } => Some(Course::session(course)),
            Self::Node { map, node } => {
                let bytes = std::array::from_fn(|at| map.uuid().as_bytes()[at] ^ node.uuid().as_bytes()[at]);
                Some(SessionId::from_uuid(uuid::Uuid::from_bytes(bytes)))
            }
        }
    }
}
