//! Lookup of a command's id by a model's name for it.

use espalier_command::registry::Registry;
use espalier_command::spec::Category;

/// Finds a command by whatever a model calls it.
pub trait CommandNames {
    /// Returns the id of the command, if there is exactly one of that name.
    fn canonical(&self, written: &str) -> Option<String>;
}

/// A lookup that knows no command.
#[derive(Debug, Clone, Copy)]
pub struct NoCommands;

impl CommandNames for NoCommands {
    fn canonical(&self, _written: &str) -> Option<String> {
        None
    }
}

impl CommandNames for Registry {
    fn canonical(&self, written: &str) -> Option<String> {
        self.find(written).map(|spec| spec.id.to_string())
    }
}

/// The commands of some categories, which are those that may be proposed: a name that two commands share is clear if
/// only one of them is among these.
#[derive(Debug, Clone)]
pub struct Offered {
    /// Commands of the room.
    pub registry: &'static Registry,
    /// Categories whose commands may be proposed.
    pub categories: &'static [Category],
}

impl CommandNames for Offered {
    fn canonical(&self, written: &str) -> Option<String> {
        self.registry.find_in(written, self.categories).map(|spec| spec.id.to_string())
    }
}
