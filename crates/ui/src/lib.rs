//! The screen: components that read the model through `store` and send messages back.
//!
//! Ids go down, messages go up. Local state is for drafts and for what is open, nothing else. It may depend on app and
//! all below it. Must not be in here: fetching, storing, spawning, a decision about the user's data.

pub mod app;
pub mod assistant;
pub mod chat;
pub mod chunks;
pub mod course;
pub mod formula;
pub mod highlight;
pub mod kit;
pub mod markdown;
pub mod mindmap;
pub mod pointed;
pub mod scene;
pub mod settings;
pub mod shell;
pub mod store;
#[cfg(test)]
pub mod testing;
pub mod timelog;
pub mod today;
pub mod windowed;
