//! The endpoint client: from a conversation to a request, and from the bytes of an answer to model events.
//!
//! Everything here is a pure function of its arguments or a small state machine that is fed by a shell. It may depend
//! on base. Must not be in here: fetching, storing keys, sleeping, clocks, random numbers, prompts, sentences for
//! people, or any feature.

pub mod builtin;
pub mod capability;
pub mod error;
pub mod message;
pub mod models;
pub mod network;
pub mod price;
pub mod provider;
pub mod request;
pub mod retry;
pub mod secret;
pub mod sse;
pub mod stream;
