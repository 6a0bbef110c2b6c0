//! The port of storage in a browser: IndexedDB, the other tabs that look at it, folders of files.
//!
//! It may depend on base, model, storage and mirror. Apart from the page, so that its tests compile no room and no screen; it is
//! empty outside a browser. Must not be in here: a decision about the user's data.

#![cfg(target_arch = "wasm32")]

pub mod idb;
pub mod own_folder;
pub mod private_files;
pub mod tabs;
