//! Files of language models that run on the device: everything about them but the arithmetic.
//!
//! The page reads the head of a file, says if the model can run here, and talks to the worker that runs it in the
//! messages of [`protocol`]. The worker also needs tokens and chat templates, which come with the feature `engine`, so
//! that the page does not carry them. Must not be in here: the arithmetic of a model, browser types, words of the
//! interface.

pub mod endpoint;
pub mod header;
pub mod protocol;
mod refusal;
pub mod support;
#[cfg(feature = "engine")]
pub mod template;
#[cfg(feature = "engine")]
pub mod tokenizer;

#[cfg(test)]
mod sample;

pub use header::{Header, HeaderError};
pub use refusal::{DownloadProblem, FileRefusal};
pub use support::{Refusal, Support, Verdict};
