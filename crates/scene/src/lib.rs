//! The Scene room: flat shapes in space, their commands, the camera, and the queries over them.
//!
//! The records are `model::scene`. It may depend on base, model, command and agent-api. Must not be in here: the
//! screen, asking a model.

/// A sentence in the person's language.
macro_rules! said {
    ($language:expr, $en:literal, $zh:literal $(,)?) => {
        match $language {
            Language::En => format!($en),
            Language::Zh => format!($zh),
        }
    };
}

pub mod agent;
pub mod arrange;
pub mod camera;
pub mod commands;
pub mod example;
pub mod formats;
pub mod geometry;
pub mod gizmo;
pub mod grid;
pub mod scenes;
pub mod target;
pub mod transfer;
pub mod world;

use std::sync::LazyLock;

use espalier_command::registry::Registry;
use espalier_command::spec::Category;

/// All categories of the commands of this room.
pub const CATEGORIES: &[Category] = &[Category::Shape, Category::Scene];

/// All commands of the room, by which they are listed and found.
pub static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let of_list = scenes::COMMANDS.iter().map(|command| &command.spec);
    Registry::new(of_list.chain(commands::all().map(|command| &command.spec)))
});
