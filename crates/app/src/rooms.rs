//! The table of rooms: facts about each that are known before its code has loaded, and the entry to that code.

use super::chunks::Chunk;
use super::room::{Room, RoomInfo, Rooms};
use super::sessions;
use espalier_command::history::Document;
use espalier_command::spec::{Spec, Text};
use espalier_model::{RoomId, Table};

/// All rooms, in the order in which they are listed.
pub static ROOMS: Rooms = Rooms(&[
    RoomInfo {
        id: RoomId::Chat,
        title: Text::new("Chat", "对话"),
        whole: &[Table::Sessions, Table::Personas],
        later: &[Table::Messages],
        at_start: &[],
        lists: &[Document::SESSIONS, Document::PERSONAS],
        chunk: None,
        entry: sessions::entry::room,
    },
    RoomInfo {
        id: RoomId::Map,
        title: Text::new("Map", "导图"),
        whole: &[Table::Maps],
        later: &[Table::Nodes],
        at_start: &[],
        lists: &[Document::MAPS],
        chunk: Some(Chunk::Map),
        entry: code::map,
    },
    RoomInfo {
        id: RoomId::Time,
        title: Text::new("Time", "时间"),
        whole: &[],
        later: &[Table::TimeEntries],
        at_start: &[Table::TimeEntries],
        lists: &[],
        chunk: Some(Chunk::Time),
        entry: code::time,
    },
    RoomInfo {
        id: RoomId::Course,
        title: Text::new("Course", "课程"),
        whole: &[Table::Courses],
        later: &[],
        at_start: &[],
        lists: &[Document::COURSES],
        chunk: Some(Chunk::Course),
        entry: code::course,
    },
    RoomInfo {
        id: RoomId::Scene,
        title: Text::new("Scene", "场景"),
        whole: &[Table::Scenes],
        later: &[Table::Shapes],
        at_start: &[],
        lists: &[Document::SCENES],
        chunk: Some(Chunk::Scene),
        entry: code::scene,
    },
]);

/// Entries to the code of the rooms: linked in, or registered by their chunk.
#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
mod code {
    pub use crate::bridge::course;
    pub use crate::maps::entry::room as map;
    pub use crate::scenes::entry::room as scene;
    pub use crate::timelog::entry::room as time;
}

#[cfg(all(feature = "split", target_arch = "wasm32"))]
mod code {
    use crate::room::{Room, kept};
    use espalier_model::RoomId;

    pub fn map() -> Option<&'static dyn Room> {
        kept(RoomId::Map)
    }

    pub fn time() -> Option<&'static dyn Room> {
        kept(RoomId::Time)
    }

    pub fn course() -> Option<&'static dyn Room> {
        kept(RoomId::Course)
    }

    pub fn scene() -> Option<&'static dyn Room> {
        kept(RoomId::Scene)
    }
}

impl Default for Rooms {
    fn default() -> Self {
        ROOMS
    }
}

/// A command of a room.
pub fn spec(id: &str) -> Option<&'static Spec> {
    ROOMS.here().flat_map(Room::specs).copied().find(|spec| spec.id.as_str() == id)
}
