//! Lines of the palette: commands of the app and of the rooms, and commands that ask for input first.

use super::{COMMANDS, Command, CommandAction, PromptedCommand, prompted};
use crate::Model;
use crate::navigate::Route;
use espalier_command::spec::Spec;
use espalier_i18n::Messages;

/// A line of the palette.
#[derive(Debug, Clone)]
pub enum Entry {
    /// A command of the app.
    App(&'static Command),
    /// A command of the app that asks for input, or that the page itself carries out.
    PromptedCommand(&'static PromptedCommand),
    /// A command of the room that is shown.
    Room(&'static Spec),
    /// A command of that room that asks for input first.
    RoomWith(&'static Spec),
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Entry {
    /// Id of the command.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::App(command) => command.id,
            Self::PromptedCommand(prompted) => prompted.id,
            Self::Room(spec) | Self::RoomWith(spec) => spec.id.as_str(),
        }
    }

    /// Name for people.
    pub fn name(&self, messages: &Messages) -> &'static str {
        match self {
            Self::App(command) => (command.name)(messages),
            Self::PromptedCommand(prompted) => (prompted.name)(messages),
            Self::Room(spec) | Self::RoomWith(spec) => spec.name.get(messages.language),
        }
    }

    /// Shortcut; empty where there is none.
    pub fn shortcut(&self) -> &'static str {
        match self {
            Self::App(command) => command.shortcut,
            Self::Room(spec) | Self::RoomWith(spec) => spec.shortcuts.first().copied().unwrap_or_default(),
            Self::PromptedCommand(_) => "",
        }
    }

    /// Action of the line at present.
    pub fn action(&self, model: &Model) -> Option<CommandAction> {
        match self {
            Self::App(command) => command.run.and_then(|run| run(model)).map(CommandAction::Send),
            Self::PromptedCommand(prompted) => (prompted.action)(model),
            Self::Room(spec) => model.room()?.command(model, spec.id).map(CommandAction::Send),
            Self::RoomWith(spec) => model.room()?.asks(model, spec).map(CommandAction::Ask),
        }
    }
}

/// Commands that apply at present, those of the room first; without the palette itself.
pub fn entries(model: &Model) -> Vec<Entry> {
    let mut entries = Vec::new();
    if let Some(room) = model.room() {
        for spec in room.commands() {
            if room.offers(model, spec) {
                entries.push(Entry::Room(spec));
            } else if room.asks(model, spec).is_some() {
                entries.push(Entry::RoomWith(spec));
            }
        }
    }
    let own = COMMANDS.iter().filter(|command| command.id != "app.palette").map(Entry::App);
    let prompted = prompted::PROMPTED.iter().map(Entry::PromptedCommand);
    let start = entries.len();
    entries.extend(own.chain(prompted).filter(|entry| entry.action(model).is_some()));
    let room = match model.route {
        Route::Map(..) => "map.",
        Route::Time(_) => "time.",
        Route::Course(..) => "course.",
        Route::Scene(..) => "scene.",
        Route::Today | Route::Settings => "app.",
        Route::Chat(..) => "chat.",
    };
    // What belongs to the room comes first; the order is otherwise that of the lists.
    entries[start..].sort_by_key(|entry| !entry.id().starts_with(room));
    entries
}
