//! Commands of a person or a model, as data, with transactions of them and their history.
//!
//! A command is declared as a type with [`commands!`] and described by a [`spec::Spec`]; everything that lists commands
//! is generated from a [`registry::Registry`] of them; a [`transaction`] runs several as one; [`history`] takes them
//! back. It may depend on base and model. Must not be in here: a room's commands, storage.

pub mod args;
pub mod call;
pub mod history;
pub mod registry;
pub mod schema;
pub mod spec;
pub mod transaction;
