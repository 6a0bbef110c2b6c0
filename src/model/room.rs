//! The names of rooms. Must not be in here: what a room is.

/// Names a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoomId {
    /// Conversations.
    Chat,
    /// Mind maps.
    Map,
    /// The time log.
    Time,
    /// Courses.
    Course,
}
