//! Files that are given to a chat: their kind, their text, their form within a request.
//!
//! It works on bytes and returns words for a model or a reason for a refusal; it may depend on nothing of Espalier. Must
//! not be in here: Yew, storage, words of the interface.
//!
//! - F1 No bytes make it panic or loop, and none take more memory than a small multiple of their number or a fixed bound.
//! - F2 What a file is follows from its bytes; its name only chooses among kinds of text.
//! - F3 The text of a file can't end its own quotation in a request.

pub mod hash;
mod inspect;
pub mod parts;
pub mod pdf;
#[cfg(test)]
mod pdf_writer;
mod picture;
pub mod prompt;
pub mod text;

pub use inspect::{Inspected, Kind, MAX_FILE_BYTES, MAX_TEXT_BYTES, Refusal, inspect};
