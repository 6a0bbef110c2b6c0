//! The shell of the page: every port of the core, done with the browser.
//!
//! Must not be in here: a decision about the user's data. The shell does what an effect says and reports what happened.

mod chunks;
pub mod clock;
pub mod device;
pub mod files;
mod kept_place;
pub mod keys;
mod local;
mod mirror;
pub mod page;
mod pages;
pub mod quota;
mod remote;
pub mod runtime;
pub mod transport;
mod unsaved;
