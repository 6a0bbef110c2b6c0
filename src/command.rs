//! What turns changes into something a person can take back.
//!
//! Must not be in here: the commands of a room (`feature::*`), storage.

pub mod history;
