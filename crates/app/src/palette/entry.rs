//! Lines of the palette: commands on the records of the room that is shown, and all others.

use super::asking::ASKING;
use super::{Command, CommandAction, PALETTE, commands};
use crate::Model;
use crate::navigate::Route;
use espalier_command::call::CommandId;
use espalier_command::spec::Spec;
use espalier_i18n::Messages;

/// A line of the palette.
#[derive(Debug, Clone)]
pub enum Entry {
    /// A command of the app or of a room.
    Command(&'static Command),
    /// A command on the records of the room that is shown.
    Spec(&'static Spec),
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Entry {
    /// Id of the command.
    pub const fn id(&self) -> CommandId {
        match self {
            Self::Command(command) => command.id,
            Self::Spec(spec) => spec.id,
        }
    }

    /// Name for people.
    pub fn name(&self, messages: &Messages) -> &'static str {
        match self {
            Self::Command(command) => (command.name)(messages),
            Self::Spec(spec) => spec.name.get(messages.language),
        }
    }

    /// Shortcut; empty where there is none.
    pub fn shortcut(&self) -> &'static str {
        match self {
            Self::Command(command) => command.shortcut,
            Self::Spec(spec) => spec.shortcuts.first().copied().unwrap_or_default(),
        }
    }

    /// Action of the line at present.
    pub fn action(&self, model: &Model) -> Option<CommandAction> {
        match self {
            Self::Command(command) => command.action(model),
            Self::Spec(spec) => model.room()?.action(model, spec),
        }
    }
}

/// Commands that apply at present, those of the room first; without the palette itself.
pub fn entries(model: &Model) -> Vec<Entry> {
    let specs = model.room().into_iter().flat_map(|room| room.specs().iter().copied().map(Entry::Spec));
    let others = commands().filter(|command| command.id != PALETTE).chain(ASKING).map(Entry::Command);
    let (mut entries, mut rest): (Vec<_>, Vec<_>) = specs
        .chain(others)
        .filter(|entry| entry.action(model).is_some())
        .partition(|entry| matches!(entry, Entry::Spec(_)));
    let room = match model.route {
        Route::Map(..) => "map.",
        Route::Time(_) => "time.",
        Route::Course(..) => "course.",
        Route::Scene(..) => "scene.",
        Route::Today | Route::Settings => "app.",
        Route::Chat(..) => "chat.",
    };
    // What belongs to the room comes first; the order is otherwise that of the lists.
    rest.sort_by_key(|entry| !entry.id().as_str().starts_with(room));
    entries.append(&mut rest);
    entries
}
