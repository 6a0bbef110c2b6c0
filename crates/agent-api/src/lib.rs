//! The interface between the agent and those who use it: tools, questions to the person, policies, and the state of a
//! turn.
//!
//! Rooms describe their assistants with it and words name its errors, so it stands apart from the machine that runs a
//! turn (`espalier-agent`). It may depend on base, llm, model and command. Must not be in here: requests, rounds, any
//! room's name.

pub mod ask;
pub mod partial;
pub mod repeat;
pub mod spec;
pub mod state;
pub mod tool;
