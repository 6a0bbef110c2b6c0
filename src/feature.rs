//! The rooms: each one's rules, commands and texts, as pure functions over records.
//!
//! A room never imports another; what leads from one room into another is the application's. Must not be in here:
//! the screen, storage, the network, anything that waits.

pub mod chat;
pub mod course;
pub mod mindmap;
pub mod scene;
pub mod timelog;
