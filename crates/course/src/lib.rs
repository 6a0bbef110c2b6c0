//! The course room: an interview that code steers and a model words, and the outline that comes of it.
//!
//! The records are `model::course`. It may depend on base, llm, model, command and agent-api. Must not be in here: the
//! screen, asking a model, other rooms.

pub mod agent;
pub mod builtin;
pub mod commands;
pub mod cues;
pub mod example;
pub mod export;
pub mod flow;
pub mod hear;
pub mod heard;
pub mod import;
pub mod interview;
pub mod narrow;
pub mod outline;
pub mod sketch;
pub mod template;
pub mod tools;
pub mod topic;

#[cfg(test)]
mod interviews;
