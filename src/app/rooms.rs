//! The table of rooms: all there is to say of each before its code is here, and its one entry.
//!
//! Must not be in here: what a room does.

use super::helper::{Helper, Helpers};
use super::room::{Room, RoomInfo, Rooms};
use super::{course, maps, sessions, timelog};
use crate::command::history::Document;
use crate::command::spec::{Spec, Text};
use crate::model::{RoomId, Scope, Table};

/// All rooms, in the order in which they are listed.
pub static ROOMS: Rooms = Rooms(&[
    RoomInfo {
        id: RoomId::Chat,
        title: Text::new("Chat", "对话"),
        whole: &[Table::Sessions, Table::Personas],
        later: &[Table::Messages],
        at_start: &[],
        lists: &[Document::SESSIONS, Document::PERSONAS],
        entry: sessions::entry::room,
    },
    RoomInfo {
        id: RoomId::Map,
        title: Text::new("Map", "导图"),
        whole: &[Table::Maps],
        later: &[Table::Nodes],
        at_start: &[],
        lists: &[Document::MAPS],
        entry: maps::entry::room,
    },
    RoomInfo {
        id: RoomId::Time,
        title: Text::new("Time", "时间"),
        whole: &[],
        later: &[Table::TimeEntries],
        at_start: &[Table::TimeEntries],
        lists: &[],
        entry: timelog::entry::room,
    },
    RoomInfo {
        id: RoomId::Course,
        title: Text::new("Course", "课程"),
        whole: &[Table::Courses],
        later: &[],
        at_start: &[],
        lists: &[Document::COURSES],
        entry: course::entry::room,
    },
]);

impl Default for Rooms {
    fn default() -> Self {
        ROOMS
    }
}

impl Default for Helpers {
    fn default() -> Self {
        Self(helper_of)
    }
}

/// The assistants with tools, by what a conversation is about.
pub fn helper_of(scope: Scope) -> Option<&'static dyn Helper> {
    ROOMS.get(scope.room()).and_then(|room: &dyn Room| room.agent(scope))
}

/// A command of a room.
pub fn spec(id: &str) -> Option<&'static Spec> {
    ROOMS.here().flat_map(Room::commands).copied().find(|spec| spec.id == id)
}
