//! Runs a language model from a GGUF file on the device it is read on: in a Web Worker of the page, in one thread and
//! without a server. Knows tokens, not text: another crate reads the vocabulary and writes prompts.
//!
//! A [`Model`] is read from the file, a [`Session`] answers with it step by step, so that its owner can listen in
//! between. The parts, from the ground up:
//!
//! | Module | Holds |
//! |---|---|
//! | [`gguf`] | the header of the file |
//! | [`kernels`] | matrices in the formats of the file, and products with them |
//! | [`weights`] | measures and weights of a model |
//! | [`forward`] | the computation and the cache |
//! | [`sample`] | the choice of a token |
//! | [`session`] | prompts and answers, step by step |

pub mod error;
pub mod forward;
pub mod gguf;
pub mod kernels;
pub mod sample;
pub mod session;
pub mod weights;

pub use error::Error;
pub use forward::Cache;
pub use gguf::Header;
pub use sample::{Sampler, Sampling, TokenSet};
pub use session::{Options, Reason, Session, Step};
pub use weights::{Measures, Model};
