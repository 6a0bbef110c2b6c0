//! Engine of an assistant's turn, from a prompt to its answer, as a state machine without I/O.
//!
//! It may depend on base, llm, model, command and agent-api. Must not be in here: names of rooms, the network, storage,
//! anything that waits.

pub mod context;
pub mod ladder;
pub mod progress;
pub mod prompted;
pub mod round;
pub mod salvage;
pub mod sub_agents;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod transcript;
pub mod turn;
