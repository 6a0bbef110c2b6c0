//! How a model's name for a command becomes the command's id.
//!
//! Must not be in here: the names themselves; the registry has them.

use crate::command::registry::Registry;

/// Finds a command by whatever a model calls it.
pub trait CommandNames {
    /// The id of the command, if there is exactly one of that name.
    fn canonical(&self, written: &str) -> Option<String>;
}

/// Knows no command.
#[derive(Debug, Clone, Copy)]
pub struct NoCommands;

impl CommandNames for NoCommands {
    fn canonical(&self, _written: &str) -> Option<String> {
        None
    }
}

impl CommandNames for Registry {
    fn canonical(&self, written: &str) -> Option<String> {
        self.find(written).map(|spec| spec.id.to_owned())
    }
}
