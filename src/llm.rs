//! The endpoint client, sans-IO.

pub mod capability;
pub mod error;
