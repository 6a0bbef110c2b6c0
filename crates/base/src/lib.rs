//! Foundation types that everything else is made of: ids, instants, text measures, the environment.
//!
//! It may depend on nothing of Espalier. Must not be in here: records, the clock itself, random numbers (both are
//! handed in through [`env::Env`]), any I/O.

pub mod base64;
pub mod bytes;
pub mod collect;
pub mod date;
pub mod env;
pub mod fnv;
pub mod fold;
pub mod id;
pub mod in_app;
pub mod language;
pub mod text;
pub mod time;
pub mod words;
pub mod zip;
pub mod zone;
