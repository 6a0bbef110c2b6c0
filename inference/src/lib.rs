//! Runs a language model from a GGUF file on the device it is read on: in a Web Worker of the page, in one thread and
//! without a server. All but the last four parts know tokens, not text, which is the matter of `espalier-local-model`.
//! Nothing in here reaches a network.
//!
//! A [`Model`] is read from the file, a [`Session`] answers with it step by step, so that its owner can listen in
//! between. The parts, from the ground up:
//!
//! | Module | Holds |
//! |---|---|
//! | [`kernels`] | matrices in the formats of the file, and products with them |
//! | [`weights`] | measures and weights of a model |
//! | [`forward`] | the computation and the cache |
//! | [`sample`] | the choice of a token |
//! | [`repeat`] | repetitions, made unlikely |
//! | [`session`] | prompts and answers, step by step |
//! | [`grammar`] | the tokens that a JSON schema leaves |
//! | [`stop`] | texts that end an answer |
//! | [`runner`] | a model with its words: requests of the page in, messages to it out |
//! | `worker` | the browser's side: the file, messages, the time; only on wasm32 |

pub mod error;
pub mod forward;
pub mod grammar;
pub mod kernels;
pub mod repeat;
pub mod runner;
pub mod sample;
pub mod session;
pub mod stop;
pub mod weights;
#[cfg(target_arch = "wasm32")]
mod worker;

pub use error::Error;
pub use forward::Cache;
pub use sample::{Sampler, Sampling, TokenSet};
pub use session::{Options, Reason, Session, Step};
pub use weights::{Measures, Model};
