//! A second copy of everything, outside the database: its files, what goes into them, what comes back.
//!
//! It may depend on base, attachments, model and storage. Must not be in here: the browser's files (`src/web`), when
//! to do what (the app and its runtime).

pub mod backup;
pub mod bundle;
pub mod folder;
pub mod merge;
pub mod mirror;
pub mod place;
pub mod seal;
pub mod sealed;
pub mod segment;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
