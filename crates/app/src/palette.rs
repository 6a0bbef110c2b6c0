//! The registry of commands: the palette, the help sheet, global shortcuts and the names in the history come from it.

mod asking;
mod entry;

pub use self::asking::IMPORT_INPUT;
pub use self::entry::{Entry, entries};
use super::bridge::{COURSE_CHAT, COURSE_TO_GOALS, COURSE_UPDATE_GOALS};
use super::command::command_table;
pub use super::command::{Ask, Choice, Command, CommandAction};
use super::connect::ConnectMsg;
use super::course::table::with_outline;
use super::course::{CourseMsg, NEW_COURSE};
use super::files::{ExportKind, FileMsg};
use super::helper::HelperMsg;
use super::links::{ADD_LINK, REMOVE_LINK};
use super::make::{self, MAKE_CHAT, MAKE_COURSE, MAKE_GOAL, MAKE_MAP, MAKE_SCENE, MAKE_UPDATE, Source};
use super::maps::MapMsg;
use super::navigate::Route;
use super::proposals::{APPLY, REVERT};
use super::room::Room;
use super::rooms::{self, ROOMS};
use super::scenes::SceneMsg;
use super::sessions::table::EXAMPLE as CHAT_EXAMPLE;
pub use super::sessions::table::running;
use super::{Dialog, Model, Msg, places, sessions};
use espalier_command::call::CommandId;
use espalier_i18n::Messages;
use espalier_model::settings::Language;
use espalier_model::{Course, RoomId};

command_table! {
    /// The commands of the app as a whole, and of rooms whose code may not be here yet; in the order of lists.
    COMMANDS {
        FOCUS_COMPOSER "app.focusComposer" = |m| m.command.focus_composer, "Mod+Alt+M" => |_| Some(Msg::FocusComposer);
        ROOM_PARAMETERS "app.roomParameters" = |m| m.command.room_parameters => |model| {
            let room = model.route.room().filter(|room| *room != RoomId::Chat)?;
            Some(Msg::Dialog(Some(Dialog::RoomParameters(room))))
        };
        UNDO "edit.undo" = |m| m.command.undo, "Mod+Z" => |_| Some(Msg::Undo);
        REDO "edit.redo" = |m| m.command.redo, "Mod+Shift+Z" => |_| Some(Msg::Redo);
        HISTORY "edit.history" = |m| m.command.history, "Mod+Alt+H" => |_| Some(Msg::Dialog(Some(Dialog::History)));
        COPY_LINK "app.copyLink" = |m| m.command.copy_link => |model| {
            model.route.thing().map(|_| Msg::CopyLink(model.route))
        };
        LINK_TO "app.linkTo" = |m| m.command.link_to => |model| {
            model.can_link().map(|_| Msg::Dialog(Some(Dialog::LinkTo { in_text: false })))
        };
        MAKE "app.make" = |m| m.shell.make.item => |model| {
            let source = Source::shown(model).filter(|_| model.read_only.is_none())?;
            Some(Msg::Dialog(Some(Dialog::Make(source))))
        };
        MAKE_MAP = |m| m.course.commands.to_map;
        MAKE_COURSE = |m| m.shell.make.course;
        MAKE_CHAT = |m| m.shell.make.chat;
        MAKE_SCENE = |m| m.shell.make.scene;
        MAKE_GOAL = |m| m.shell.make.goal;
        MAKE_UPDATE = |m| m.shell.make.update;
        ADD_LINK = |m| m.command.add_link;
        REMOVE_LINK = |m| m.command.remove_link;
        PRINT "app.print" = |m| m.command.print => |model| can_print(model).then_some(Msg::Print);
        INSTALL "app.install" = |m| m.command.install => |model| model.install_offered.then_some(Msg::Install);
        PALETTE "app.palette" = |m| m.command.palette, "Mod+K" => |_| Some(Msg::Dialog(Some(Dialog::Palette)));
        HELPER "app.helper" = |m| m.helper.all, "Mod+J" => |model| {
            Some(Msg::Helper(HelperMsg::Show(!model.helper.is_open)))
        };
        HELP "app.help" = |m| m.command.help, "F1" => |_| Some(Msg::Dialog(Some(Dialog::Help)));
        CHAT "app.chat" = |m| m.command.chat => |model| Some(Msg::Go(places::last(model, RoomId::Chat)));
        MAP "app.map" = |m| m.map.room => |model| Some(Msg::Go(places::last(model, RoomId::Map)));
        TIME "app.time" = |m| m.time.room => |_| Some(Msg::Go(Route::Time(None)));
        COURSE "app.course" = |m| m.course.room => |model| Some(Msg::Go(places::last(model, RoomId::Course)));
        SCENE "app.scene" = |m| m.scene.room => |model| Some(Msg::Go(places::last(model, RoomId::Scene)));
        NEW_COURSE = |m| m.course.commands.new => |_| Some(Msg::Course(CourseMsg::New("course".to_owned())));
        COURSE_MAP "course.map" = |m| m.course.to_map => |model| Some(make::map_of(with_outline(model)?));
        EXPORT_MARKDOWN "chat.exportMarkdown" = |m| m.command.export_markdown => |model| {
            export(model, ExportKind::Markdown)
        };
        EXPORT_TREE "chat.exportTree" = |m| m.command.export_tree => |model| export(model, ExportKind::MarkdownTree);
        EXPORT_JSON "chat.exportJson" = |m| m.command.export_json => |model| export(model, ExportKind::Json);
        CHAT_EXAMPLE = |m| m.shell.example.see => |model| {
            matches!(model.route, Route::Chat(..)).then_some(Msg::Files(FileMsg::Example))
        };
        TODAY "app.today" = |m| m.shell.lists.today => |_| Some(Msg::Go(Route::Today));
        SETTINGS "app.settings" = |m| m.command.settings, "Mod+," => |_| Some(Msg::Go(Route::Settings));
        CONNECT "app.connect" = |m| m.settings.connect_model => |_| Some(Msg::Connect(ConnectMsg::Open));
        LANGUAGE "app.language" = |m| m.command.switch_language => |model| {
            let other = if model.language() == Language::En { Language::Zh } else { Language::En };
            Some(Msg::Connect(ConnectMsg::SetLanguage(Some(other))))
        };
        NEXT_REGION "app.nextRegion" = |m| m.command.next_region, "F6";
        PREVIOUS_REGION "app.previousRegion" = |m| m.command.previous_region, "Shift+F6";
        APPLY = |m| m.map.apply_step;
        REVERT = |m| m.map.revert_step;
        COURSE_CHAT = |m| m.course.commands.chat;
        COURSE_TO_MAP "course.toMap" = |m| m.course.commands.to_map;
        COURSE_TO_GOALS = |m| m.course.commands.to_goals;
        COURSE_UPDATE_MAP "course.updateMap" = |m| m.course.commands.update_map;
        COURSE_UPDATE_GOALS = |m| m.course.commands.update_goals;
    }
}

/// Whether something is open that can be printed.
pub fn can_print(model: &Model) -> bool {
    let route = model.route;
    matches!(route, Route::Time(_))
        || route.session().is_some()
        || route.map().is_some()
        || route.course().and_then(|id| model.workspace.get::<Course>(&id)).is_some_and(|row| row.outline.is_some())
        || route.scene().is_some()
}

fn export(model: &Model, kind: ExportKind) -> Option<Msg> {
    model.route.session().map(|session| Msg::Files(FileMsg::ExportSession(session, kind)))
}

/// The commands of the rooms whose code is here, and those of the app.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    ROOMS.here().flat_map(Room::commands).chain(COMMANDS)
}

/// The shortcut of a command; empty where it has none.
pub fn shortcut_of(id: CommandId) -> &'static str {
    commands().find(|command| command.id == id).map_or("", |command| command.shortcut)
}

/// Whether a key combination works in the whole page, also while something is typed.
pub fn is_of_app(keys: &str) -> bool {
    !keys.is_empty()
        && COMMANDS.iter().any(|command| command.shortcut == keys && command.id.as_str().starts_with("app."))
}

/// Name of a command, or its id where it is of another version of the app.
pub fn name_of<'a>(id: &'a str, messages: &Messages) -> &'a str {
    let own = commands().find(|command| command.id.as_str() == id).map(|command| (command.name)(messages));
    own.or_else(|| Some(rooms::spec(id)?.name.get(messages.language))).unwrap_or(id)
}

/// The message of a key combination, written as in [`Command::shortcut`]. The keys of a new conversation make the thing
/// that the room is for, where that is another.
pub fn shortcut(model: &Model, keys: &str) -> Option<Msg> {
    let command = commands().find(|command| !command.shortcut.is_empty() && command.shortcut == keys)?;
    match model.route {
        Route::Map(..) if command.id == sessions::table::NEW => Some(Msg::Maps(MapMsg::Create)),
        Route::Scene(..) if command.id == sessions::table::NEW => Some(Msg::Scene(SceneMsg::Create)),
        Route::Course(..) if command.id == sessions::table::NEW => {
            Some(Msg::Course(CourseMsg::New("course".to_owned())))
        }
        _ => command.message(model),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use espalier_i18n::messages;

    #[test]
    fn what_is_done_from_other_rooms_is_called_as_in_its_own() {
        for language in [Language::En, Language::Zh] {
            let words = messages(language);
            for (ours, id) in [
                (words.command.new_map, "map.create"),
                (words.command.start_timer, "entry.start"),
                (words.command.stop_timer, "entry.stop"),
            ] {
                assert_eq!(ours, name_of(id, words));
            }
        }
    }

    #[test]
    fn every_command_has_an_id_of_its_own_a_name_in_both_languages_and_a_shortcut_of_its_own() {
        let mut ids = BTreeSet::new();
        let mut shortcuts = BTreeSet::new();
        for command in commands() {
            assert!(ids.insert(command.id), "{} is there twice", command.id);
            for language in [Language::En, Language::Zh] {
                assert!(!(command.name)(messages(language)).is_empty(), "{}", command.id);
            }
            if !command.shortcut.is_empty() {
                assert!(shortcuts.insert(command.shortcut), "{} has a shortcut that is taken", command.id);
            }
        }
    }

    /// Keys that do in each room what it is for: something new, its assistant.
    const BY_ROOM: [CommandId; 5] =
        [sessions::table::NEW, sessions::table::STOP, crate::timelog::entry::ASSISTANT, UNDO, REDO];

    #[test]
    fn no_keys_mean_one_thing_everywhere_and_another_in_a_room() {
        for spec in ROOMS.here().flat_map(Room::specs) {
            for command in commands().filter(|command| !BY_ROOM.contains(&command.id)) {
                let is_taken = !command.shortcut.is_empty() && spec.shortcuts.contains(&command.shortcut);
                assert!(!is_taken, "{} and {} have the same keys", spec.id.as_str(), command.id);
            }
        }
    }

    #[test]
    fn what_belongs_to_another_room_is_found_from_everywhere() {
        for route in [
            Route::Chat(None, None),
            Route::Map(None, None),
            Route::Time(None),
            Route::Course(None, None),
            Route::Settings,
        ] {
            let model = Model { route, ..Model::default() };
            let ids: Vec<String> = entries(&model).iter().map(|entry| entry.id().to_string()).collect();
            for id in ["chat.new", "map.new", "course.new", "course.newProject", "time.quickAdd", "app.import"] {
                assert!(ids.iter().any(|found| found == id), "{id} in {:?}", model.route);
            }
            let timer = if matches!(model.route, Route::Time(_)) { "entry.start" } else { "time.start" };
            assert!(
                ids.iter().any(|found| found == timer) && ids.iter().any(|id| id == "app.exportEverything"),
                "{ids:?}"
            );
        }
    }

    #[test]
    fn the_room_comes_first() {
        let first = |route| entries(&Model { route, ..Model::default() })[0].id().to_string();
        assert!(first(Route::Course(None, None)).starts_with("course."));
        assert!(first(Route::Chat(None, None)).starts_with("chat."));
    }

    #[test]
    fn the_keys_of_what_is_new_make_what_the_room_is_for() {
        let new = |route| shortcut(&Model { route, ..Model::default() }, "Mod+Alt+N");
        assert!(matches!(new(Route::Map(None, None)), Some(Msg::Maps(MapMsg::Create))));
        assert!(matches!(new(Route::Course(None, None)), Some(Msg::Course(CourseMsg::New(_)))));
        for route in [Route::Chat(None, None), Route::Time(None), Route::Settings] {
            assert!(matches!(new(route), Some(Msg::Sessions(sessions::SessionMsg::New))), "{route:?}");
        }
    }
}
