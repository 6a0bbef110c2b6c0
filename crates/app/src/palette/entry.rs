//! Lines of the palette: commands of the app and of the rooms, commands that ask for input first, and places by name.

use std::borrow::Cow;

use super::{COMMANDS, Command, CommandAction, PromptedCommand, prompted};
use crate::navigate::Route;
use crate::{Model, Msg};
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
    /// A conversation, map or course, by name.
    Go(Route, String),
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id() && self.title() == other.title()
    }
}

impl Entry {
    /// Id of the command; for a place its address.
    pub fn id(&self) -> Cow<'static, str> {
        match self {
            Self::App(command) => command.id.into(),
            Self::PromptedCommand(prompted) => prompted.id.into(),
            Self::Room(spec) | Self::RoomWith(spec) => spec.id.into(),
            Self::Go(route, _) => route.to_string().into(),
        }
    }

    fn title(&self) -> &str {
        if let Self::Go(_, title) = self { title } else { "" }
    }

    /// Name for people.
    pub fn name(&self, messages: &Messages) -> Cow<'_, str> {
        match self {
            Self::App(command) => (command.name)(messages).into(),
            Self::PromptedCommand(prompted) => (prompted.name)(messages).into(),
            Self::Room(spec) | Self::RoomWith(spec) => spec.name.get(messages.language).into(),
            Self::Go(_, title) => title.as_str().into(),
        }
    }

    /// Room of a place.
    pub fn room(&self, messages: &Messages) -> Option<&'static str> {
        let Self::Go(route, _) = self else { return None };
        Some(match route {
            Route::Map(..) => messages.map.room,
            Route::Course(..) => messages.course.room,
            Route::Scene(..) => messages.scene.room,
            _ => messages.command.chat,
        })
    }

    /// Shortcut; empty where there is none.
    pub fn shortcut(&self) -> &'static str {
        match self {
            Self::App(command) => command.shortcut,
            Self::Room(spec) | Self::RoomWith(spec) => spec.shortcuts.first().copied().unwrap_or_default(),
            Self::PromptedCommand(_) | Self::Go(..) => "",
        }
    }

    /// Action of the line at present.
    pub fn action(&self, model: &Model) -> Option<CommandAction> {
        match self {
            Self::App(command) => command.run.and_then(|run| run(model)).map(CommandAction::Send),
            Self::PromptedCommand(prompted) => (prompted.action)(model),
            Self::Room(spec) => model.room()?.command(model, spec.id).map(CommandAction::Send),
            Self::RoomWith(spec) => model.room()?.asks(model, spec).map(CommandAction::Ask),
            Self::Go(route, _) => Some(CommandAction::Send(Msg::Go(*route))),
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
        Route::Settings => "app.",
        Route::Chat(..) => "chat.",
    };
    // What belongs to the room comes first; the order is otherwise that of the lists.
    entries[start..].sort_by_key(|entry| !entry.id().starts_with(room));
    entries
}

/// Conversations, maps, courses and scenes with a name. Not part of the list while the search is empty.
pub fn places(model: &Model) -> Vec<Entry> {
    let named = |route: Route, title: String| (!title.is_empty()).then_some(Entry::Go(route, title));
    let sessions = model.sessions();
    let sessions = sessions.iter().filter_map(|row| named(Route::Chat(Some(row.id), None), model.title(row)));
    let maps = model.mind_maps();
    let maps = maps.iter().filter_map(|row| named(Route::Map(Some(row.id), None), row.name.clone()));
    let title = |route: Route| model.title_of(route).unwrap_or_default();
    let courses = model.courses();
    let courses = courses.iter().filter_map(|row| {
        let route = Route::Course(Some(row.id), None);
        named(route, title(route))
    });
    let scenes = model.scene_rows();
    let scenes = scenes.iter().filter_map(|row| named(Route::Scene(Some(row.id), None), row.name.clone()));
    sessions.chain(maps).chain(courses).chain(scenes).collect()
}
