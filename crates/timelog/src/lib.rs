//! The Time room: a log of what time was spent on, its sums, and the tools that answer questions about it.
//!
//! The records are `model::timelog`. It may depend on base, llm, model, command, agent-api and proposal. Must not be in
//! here: the screen, asking a model.

#![allow(clippy::cast_possible_wrap, reason = "days, rows and seconds of a log stay far below half of the range")]

pub mod agent;
mod amount;
pub mod billing;
pub mod calendar;
pub mod columns;
pub mod commands;
pub mod example;
pub mod formats;
pub mod grounding;
pub mod import;
pub mod insight;
pub mod look_up;
pub mod moment;
pub mod names;
pub mod overlap;
pub mod phrase;
pub mod questions;
pub mod quick_add;
pub mod report;
pub mod row;
mod scan;
pub mod target;
#[cfg(test)]
mod testing;
pub mod timesheet;
pub mod tools;

use std::sync::LazyLock;

use espalier_command::registry::Registry;
use espalier_command::spec::Category;

/// All categories of the commands of this room; an assistant may propose all of them.
pub const CATEGORIES: &[Category] = &[Category::Time];

/// All commands of the room, by which they are listed and found.
pub static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::new(commands::all().map(|command| &command.spec)));
