//! What happens between a prompt and its answer, as far as it can be said without asking anyone.
//!
//! Must not be in here: names of rooms, the network, storage, anything that waits.

pub mod context;
pub mod progress;
pub mod proposal;
pub mod transcript;
pub mod turn;
