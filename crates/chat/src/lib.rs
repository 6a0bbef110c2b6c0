//! The Chat room: conversations that branch.
//!
//! The records are `model::conversation`; what is sent is put together in `agent::context`. It may depend on base, llm,
//! model, command and storage. Must not be in here: asking a model, the screen.

pub mod builtin;
pub mod commands;
pub mod difference;
pub mod example;
pub mod export;
pub mod import;
pub mod merge;
pub mod outline;
pub mod personas;
