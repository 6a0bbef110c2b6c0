//! The screen: components that read the model through `store` and send messages back.
//!
//! Ids go down, messages go up. Local state is for drafts and for what is open, nothing else. It may depend on app and
//! all below it. Must not be in here: fetching, storing, spawning, a decision about the user's data.

pub mod app;
pub(crate) mod assistant;
pub(crate) mod chat;
pub mod chunks;
pub(crate) mod course;
pub(crate) mod formula;
pub(crate) mod highlight;
pub mod kit;
pub(crate) mod markdown;
pub(crate) mod mindmap;
pub(crate) mod pointed;
pub(crate) mod scene;
pub(crate) mod settings;
pub(crate) mod shell;
pub mod store;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod timelog;
pub(crate) mod today;
pub(crate) mod windowed;
