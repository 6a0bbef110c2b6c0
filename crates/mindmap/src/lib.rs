//! The Map room: mind maps, their commands, layouts and file formats.
//!
//! The records are `model::mindmap`. It may depend on base, llm, model, command and proposal. Must not be in here: the
//! screen, asking a model.

pub mod branches;
pub mod builtin;
pub mod change_preview;
pub mod commands;
pub mod context;
pub mod copied_html;
pub mod edge;
pub mod example;
pub mod formats;
pub mod indented;
pub mod label;
pub mod layout;
pub mod maps;
pub mod node_tree;
pub mod pasted;
pub mod proposing;
pub mod search;
pub mod shape;
pub mod target;
pub mod theme;
pub mod transfer;

use std::sync::LazyLock;

use espalier_command::registry::Registry;
use espalier_command::spec::Category;

/// Categories of commands that are understood in a proposal.
pub const PROPOSED: &[Category] = &[Category::Node, Category::Navigation];
/// Categories of commands that a model is told of: navigation changes nothing, and each word of a prompt costs.
pub const EXPOSED: &[Category] = &[Category::Node];
/// All categories of the commands of this room.
pub const CATEGORIES: &[Category] =
    &[Category::Node, Category::Navigation, Category::View, Category::Map, Category::Edit, Category::Ai];

/// All commands of the room, by which they are listed and found.
pub static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let of_list = maps::COMMANDS.iter().map(|command| &command.spec);
    Registry::new(of_list.chain(commands::all().map(|command| &command.spec)))
});
