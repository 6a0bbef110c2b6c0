//! Files of language models that run on the device: everything about them but the arithmetic.
//!
//! The page reads the head of a file, says if the model can run here, and talks to the worker that runs it in the
//! messages of [`protocol`].  Must not be in here: the arithmetic of a model, browser types, words of the
//! interface.

pub mod header;
pub mod protocol;
pub mod support;

#[cfg(test)]
mod sample;

pub use header::{Header, HeaderError};
pub use support::{Refusal, Support, Verdict};
