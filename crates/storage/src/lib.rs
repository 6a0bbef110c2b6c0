//! The port of storage, the versions of stored data, and a store in memory.
//!
//! It may depend on base, llm and model. Must not be in here: the browser's database (`espalier-web-storage`), what to
//! store when (the app's `update`).

pub mod archive;
pub mod changes;
pub mod files;
pub mod memory;
pub mod migrate;
pub mod packing;
pub mod port;
pub mod schema;
pub mod writes;
