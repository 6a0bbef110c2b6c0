//! The Chat room: conversations that branch.
//!
//! The records are `model::conversation`; what is sent is put together in `agent::context`. Must not be in here:
//! asking a model, the screen.

pub mod commands;
pub mod personas;
