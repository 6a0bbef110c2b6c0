//! The Map room: mind maps, their commands, layouts and file formats.
//!
//! The records are `model::mindmap`. Must not be in here: the screen, asking a model.

pub mod formats;
pub mod layout;
pub mod node_tree;
