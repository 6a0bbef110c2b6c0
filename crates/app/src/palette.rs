//! The registry of commands: the palette, the help sheet, global shortcuts and the names in the history come from it.

mod entry;
mod prompted;

pub use self::entry::{Entry, entries};
pub use self::prompted::{IMPORT_INPUT, PROMPTED, PromptedCommand};
use super::assistant::AssistantMsg;
pub use super::command::{Ask, Choice, CommandAction};
use super::course::CourseMsg;
use super::files::{ExportKind, FileMsg};
use super::helper::HelperMsg;
use super::make::{self, Source};
use super::maps::MapMsg;
use super::navigate::Route;
use super::scenes::SceneMsg;
use super::sessions::{self, SessionMsg};
use super::timelog::TimeMsg;
use super::{Confirm, Dialog, Model, Msg, connect, course};
use espalier_i18n::Messages;
use espalier_model::conversation::Status;
use espalier_model::persona::Role;
use espalier_model::settings::Language;
use espalier_model::{Course, CourseId, Message, MessageKey, RoomId, SessionId};

/// A command of the app.
#[derive(Debug)]
pub struct Command {
    /// The id.
    pub id: &'static str,
    /// The name.
    pub name: fn(&Messages) -> &'static str,
    /// The shortcut: `Mod` is Ctrl, or Cmd on a Mac. Empty where there is none.
    pub shortcut: &'static str,
    /// Makes its message, or `None` where it does not apply. `None` for the whole field: the command is only a name for
    /// the history, run from a message or a form.
    pub run: Option<fn(&Model) -> Option<Msg>>,
}

/// All commands, in the order in which lists show them.
pub const COMMANDS: &[Command] = &[
    command("chat.new", |m| m.command.new_session, "Mod+Alt+N", |_| Some(Msg::Sessions(SessionMsg::New))),
    command("app.focusComposer", |m| m.command.focus_composer, "Mod+Alt+M", |_| Some(Msg::FocusComposer)),
    command("chat.stop", |m| m.command.stop, "Escape", |model| running(model).map(Msg::Stop)),
    command(
        "chat.regenerate",
        |m| m.command.regenerate,
        "Mod+Alt+R",
        |model| last(model, Role::Assistant).map(|key| Msg::Sessions(SessionMsg::Regenerate(key))),
    ),
    command(
        "chat.answerWith",
        |m| m.command.answer_with,
        "",
        |model| {
            let key = last(model, Role::Assistant).filter(|key| model.can_choose_model(key.session))?;
            Some(Msg::Dialog(Some(Dialog::ChooseModel(connect::ModelScope::Answer(key)))))
        },
    ),
    command(
        "chat.chooseModel",
        |m| m.command.choose_model,
        "Mod+Alt+L",
        |model| Some(model.model_choice(shown_session(model))),
    ),
    command(
        "chat.continue",
        |m| m.command.continue_answer,
        "",
        |model| {
            let key = last(model, Role::Assistant)?;
            let message = model.message(key)?;
            let open = matches!(message.status, Status::Stopped | Status::Error) || message.provenance.truncated;
            open.then_some(Msg::Sessions(SessionMsg::Continue(key)))
        },
    ),
    command("chat.previousBranch", |m| m.command.previous_branch, "Mod+Alt+ArrowLeft", |model| fork(model, false)),
    command("chat.nextBranch", |m| m.command.next_branch, "Mod+Alt+ArrowRight", |model| fork(model, true)),
    command(
        "chat.tree",
        |m| m.command.show_tree,
        "Mod+Alt+T",
        |model| shown_session(model).map(|session| Msg::Dialog(Some(Dialog::Tree(session)))),
    ),
    command(
        "chat.contextPreview",
        |m| m.command.context_preview,
        "Mod+Alt+P",
        |model| shown_session(model).map(|session| Msg::Dialog(Some(Dialog::ContextPreview(session)))),
    ),
    command(
        "chat.duplicate",
        |m| m.command.duplicate_session,
        "",
        |model| model.route.session().map(|session| Msg::Sessions(SessionMsg::Duplicate(session))),
    ),
    command(
        "chat.deleteSession",
        |m| m.command.delete_session,
        "",
        |model| {
            let session = model.route.session()?;
            Some(Msg::Dialog(Some(sessions::ask_delete(model, session))))
        },
    ),
    command("chat.exportMarkdown", |m| m.command.export_markdown, "", |model| export(model, ExportKind::Markdown)),
    command("chat.exportTree", |m| m.command.export_tree, "", |model| export(model, ExportKind::MarkdownTree)),
    command("chat.exportJson", |m| m.command.export_json, "", |model| export(model, ExportKind::Json)),
    command("agent.list", |m| m.command.agents, "Mod+Alt+G", |_| Some(Msg::Dialog(Some(Dialog::Personas)))),
    command("agent.new", |m| m.command.new_agent, "", |_| Some(Msg::Dialog(Some(Dialog::Persona(None))))),
    command(
        "app.roomParameters",
        |m| m.command.room_parameters,
        "",
        |model| {
            let room = model.route.room().filter(|room| *room != RoomId::Chat)?;
            Some(Msg::Dialog(Some(Dialog::RoomParameters(room))))
        },
    ),
    command("edit.undo", |m| m.command.undo, "Mod+Z", |_| Some(Msg::Undo)),
    command("edit.redo", |m| m.command.redo, "Mod+Shift+Z", |_| Some(Msg::Redo)),
    command("edit.history", |m| m.command.history, "Mod+Alt+H", |_| Some(Msg::Dialog(Some(Dialog::History)))),
    command(
        "app.copyLink",
        |m| m.command.copy_link,
        "",
        |model| model.route.thing().map(|_| Msg::CopyLink(model.route)),
    ),
    command(
        "app.linkTo",
        |m| m.command.link_to,
        "",
        |model| model.can_link().map(|_| Msg::Dialog(Some(Dialog::LinkTo { in_text: false }))),
    ),
    command(
        "app.make",
        |m| m.shell.make.item,
        "",
        |model| {
            let source = Source::shown(model).filter(|_| model.read_only.is_none())?;
            Some(Msg::Dialog(Some(Dialog::Make(source))))
        },
    ),
    named("make.map", |m| m.course.commands.to_map),
    named("make.course", |m| m.shell.make.course),
    named("make.chat", |m| m.shell.make.chat),
    named("make.scene", |m| m.shell.make.scene),
    named("make.goal", |m| m.shell.make.goal),
    named("make.update", |m| m.shell.make.update),
    named("link.add", |m| m.command.add_link),
    named("link.remove", |m| m.command.remove_link),
    command("app.print", |m| m.command.print, "", |model| can_print(model).then_some(Msg::Print)),
    command("app.install", |m| m.command.install, "", |model| model.install_offered.then_some(Msg::Install)),
    command("app.palette", |m| m.command.palette, "Mod+K", |_| Some(Msg::Dialog(Some(Dialog::Palette)))),
    command("app.helper", |m| m.helper.all, "Mod+J", |model| Some(Msg::Helper(HelperMsg::Show(!model.helper.is_open)))),
    command("app.help", |m| m.command.help, "F1", |_| Some(Msg::Dialog(Some(Dialog::Help)))),
    command("app.chat", |m| m.command.chat, "", |model| Some(Msg::Go(super::places::last(model, RoomId::Chat)))),
    command("app.map", |m| m.map.room, "", |model| Some(Msg::Go(super::places::last(model, RoomId::Map)))),
    command("app.time", |m| m.time.room, "", |_| Some(Msg::Go(Route::Time(None)))),
    command(
        "time.assistant",
        |m| m.helper.time,
        "Mod+Alt+J",
        |model| {
            let open = !takes(model, "time.closeAssistant");
            matches!(model.route, Route::Time(_)).then_some(Msg::Assistant(AssistantMsg::Time(open)))
        },
    ),
    command("app.course", |m| m.course.room, "", |model| Some(Msg::Go(super::places::last(model, RoomId::Course)))),
    command("app.scene", |m| m.scene.room, "", |model| Some(Msg::Go(super::places::last(model, RoomId::Scene)))),
    command("course.new", |m| m.course.commands.new, "", |_| Some(Msg::Course(CourseMsg::New("course".to_owned())))),
    command(
        "course.generate",
        |m| m.course.commands.generate,
        "",
        |model| {
            let id = model.route.course().filter(|_| takes(model, "course.generate"))?;
            Some(Msg::Course(CourseMsg::Generate(id)))
        },
    ),
    command(
        "course.duplicate",
        |m| m.course.commands.duplicate,
        "",
        |model| Some(Msg::Course(CourseMsg::Duplicate(model.route.course()?))),
    ),
    command(
        "course.delete",
        |m| m.course.commands.delete,
        "",
        |model| Some(Msg::Dialog(Some(Dialog::Confirm(Confirm::DeleteCourse(model.route.course()?))))),
    ),
    command(
        "course.exportMarkdown",
        |m| m.course.commands.export_markdown,
        "",
        |model| Some(Msg::Course(CourseMsg::Export(model.route.course()?, course::files::Format::Markdown))),
    ),
    command(
        "course.exportJson",
        |m| m.course.commands.export_json,
        "",
        |model| Some(Msg::Course(CourseMsg::Export(model.route.course()?, course::files::Format::Json))),
    ),
    command("course.map", |m| m.course.to_map, "", |model| Some(make::map_of(with_outline(model)?))),
    command(
        "course.goals",
        |m| m.course.to_goals,
        "",
        |model| Some(Msg::Dialog(Some(Dialog::CourseGoals(with_outline(model)?)))),
    ),
    command("app.today", |m| m.shell.lists.today, "", |_| Some(Msg::Go(Route::Today))),
    command("app.settings", |m| m.command.settings, "Mod+,", |_| Some(Msg::Go(Route::Settings))),
    command("app.connect", |m| m.settings.connect_model, "", |_| Some(Msg::Connect(connect::ConnectMsg::Open))),
    command(
        "app.language",
        |m| m.command.switch_language,
        "",
        |model| {
            let other = if model.language() == Language::En { Language::Zh } else { Language::En };
            Some(Msg::Connect(connect::ConnectMsg::SetLanguage(Some(other))))
        },
    ),
    moves("app.nextRegion", |m| m.command.next_region, "F6"),
    moves("app.previousRegion", |m| m.command.previous_region, "Shift+F6"),
    named("chat.send", |m| m.command.send),
    named("chat.rename", |m| m.command.rename_session),
    named("chat.edit", |m| m.command.edit),
    named("chat.editBranch", |m| m.command.edit_branch),
    named("chat.branchFrom", |m| m.command.branch_from),
    named("chat.switch", |m| m.command.switch_branch),
    named("chat.delete", |m| m.command.delete_message),
    named("chat.toggleContext", |m| m.command.toggle_context),
    named("chat.answerSeveral", |m| m.command.answer_several),
    named("chat.merge", |m| m.command.merge),
    named("chat.setModel", |m| m.command.set_model),
    named("chat.pinAgent", |m| m.command.pin_agent),
    named("chat.import", |m| m.command.import),
    named("ai.apply", |m| m.map.apply_step),
    named("ai.revert", |m| m.map.revert_step),
    named("course.rename", |m| m.course.commands.rename),
    named("course.answer", |m| m.course.commands.answer),
    named("course.edit", |m| m.course.commands.edit),
    named("course.add", |m| m.course.commands.add),
    named("course.move", |m| m.course.commands.do_move),
    named("course.remove", |m| m.course.commands.remove),
    named("course.done", |m| m.course.commands.tick),
    named("course.restore", |m| m.course.commands.restore),
    named("course.import", |m| m.course.commands.import),
    named("course.chat", |m| m.course.commands.chat),
    named("course.cleared", |m| m.course.commands.cleared),
    named("course.remake", |m| m.course.commands.remake),
    named("course.lesson", |m| m.course.commands.lesson),
    named("course.toMap", |m| m.course.commands.to_map),
    named("course.toGoals", |m| m.course.commands.to_goals),
    named("course.template", |m| m.course.commands.template),
    named("course.complete", |m| m.course.commands.complete),
    named("course.fill", |m| m.course.commands.fill),
    named("course.keep", |m| m.course.commands.keep),
    named("course.unfinished", |m| m.course.commands.unfinished),
    named("course.rewritten", |m| m.course.commands.rewritten),
    named("course.reply", |m| m.course.commands.reply),
    named("course.updateMap", |m| m.course.commands.update_map),
    named("course.updateGoals", |m| m.course.commands.update_goals),
    named("scene.import", |m| m.scene.import_step),
    command(
        "scene.example",
        |m| m.shell.example.see,
        "",
        |model| matches!(model.route, Route::Scene(..)).then_some(Msg::Scene(SceneMsg::Example)),
    ),
    command(
        "time.example",
        |m| m.shell.example.see,
        "",
        |model| matches!(model.route, Route::Time(_)).then_some(Msg::Time(TimeMsg::Example)),
    ),
    named("time.removeExample", |m| m.shell.example.removal),
    command(
        "course.example",
        |m| m.shell.example.see,
        "",
        |model| matches!(model.route, Route::Course(..)).then_some(Msg::Course(CourseMsg::Example)),
    ),
    command(
        "chat.example",
        |m| m.shell.example.see,
        "",
        |model| matches!(model.route, Route::Chat(..)).then_some(Msg::Files(FileMsg::Example)),
    ),
    command(
        "map.example",
        |m| m.shell.example.see,
        "",
        |model| matches!(model.route, Route::Map(..)).then_some(Msg::Maps(MapMsg::Example)),
    ),
    named("scene.assisted", |m| m.scene.assistant),
    named("agent.save", |m| m.command.save_agent),
    named("agent.duplicate", |m| m.command.duplicate_agent),
    named("agent.delete", |m| m.command.delete_agent),
];

/// Whether a command that acts on what is shown applies, by its room.
fn takes(model: &Model, command: &str) -> bool {
    model.room().is_some_and(|room| room.takes(model, command))
}

type Name = fn(&Messages) -> &'static str;

/// Whether something is open that can be printed.
pub fn can_print(model: &Model) -> bool {
    let route = model.route;
    matches!(route, Route::Time(_))
        || route.session().is_some()
        || route.map().is_some()
        || route.course().and_then(|id| model.workspace.get::<Course>(&id)).is_some_and(|row| row.outline.is_some())
        || route.scene().is_some()
}

const fn command(id: &'static str, name: Name, shortcut: &'static str, run: fn(&Model) -> Option<Msg>) -> Command {
    Command { id, name, shortcut, run: Some(run) }
}

const fn named(id: &'static str, name: Name) -> Command {
    Command { id, name, shortcut: "", run: None }
}

/// A command that only moves the focus, which the page itself does.
const fn moves(id: &'static str, name: Name, shortcut: &'static str) -> Command {
    Command { id, name, shortcut, run: None }
}

/// The command with an id.
pub fn by_id(id: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.id == id)
}

/// Whether a key combination works in the whole page, also while something is typed.
pub fn is_of_app(keys: &str) -> bool {
    !keys.is_empty() && COMMANDS.iter().any(|command| command.id.starts_with("app.") && command.shortcut == keys)
}

/// Name of a command, or its id where it is of another version of the app.
pub fn name_of<'a>(id: &'a str, messages: &Messages) -> &'a str {
    let own = by_id(id).map(|command| (command.name)(messages));
    own.or_else(|| Some(super::rooms::spec(id)?.name.get(messages.language))).unwrap_or(id)
}

/// The message of a key combination, written as in [`Command::shortcut`]. The keys of a new conversation make the thing
/// that the room is for, where that is another.
pub fn shortcut(model: &Model, keys: &str) -> Option<Msg> {
    let command = COMMANDS.iter().find(|command| !command.shortcut.is_empty() && command.shortcut == keys)?;
    match model.route {
        Route::Map(..) if command.id == "chat.new" => Some(Msg::Maps(MapMsg::Create)),
        Route::Scene(..) if command.id == "chat.new" => Some(Msg::Scene(SceneMsg::Create)),
        Route::Course(..) if command.id == "chat.new" => Some(Msg::Course(CourseMsg::New("course".to_owned()))),
        _ => command.run.and_then(|run| run(model)),
    }
}

/// The conversation that is shown, in Chat or as the interview of a course.
fn shown_session(model: &Model) -> Option<SessionId> {
    model.route.session().or(model.route.course().map(Course::session))
}

fn last(model: &Model, role: Role) -> Option<MessageKey> {
    let session = shown_session(model)?;
    let &id = model.view(session)?.path.last()?;
    let key = MessageKey { session, id };
    model.workspace.get::<Message>(&key).filter(|message| message.role == role).map(|_| key)
}

/// The answer that is being made in the session that is shown.
pub fn running(model: &Model) -> Option<MessageKey> {
    let session = shown_session(model)?;
    model.running.values().map(|running| running.answer).find(|key| key.session == session)
}

fn fork(model: &Model, forward: bool) -> Option<Msg> {
    let session = shown_session(model)?;
    let view = model.view(session)?;
    let id = view.path.iter().rev().copied().find(|&id| view.tree.siblings(id).len() > 1)?;
    Some(Msg::Sessions(SessionMsg::StepSibling(MessageKey { session, id }, forward)))
}

/// The course that is shown, where it has an outline.
fn with_outline(model: &Model) -> Option<CourseId> {
    let id = model.route.course()?;
    model.workspace.get::<Course>(&id)?.outline.as_ref().map(|_| id)
}

fn export(model: &Model, kind: ExportKind) -> Option<Msg> {
    model.route.session().map(|session| Msg::Files(FileMsg::ExportSession(session, kind)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::room::Room;
    use crate::rooms::ROOMS;
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
        for command in COMMANDS {
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
    const BY_ROOM: &[&str] = &["chat.new", "time.assistant", "edit.undo", "edit.redo"];

    #[test]
    fn no_keys_mean_one_thing_everywhere_and_another_in_a_room() {
        let specs = ROOMS.here().flat_map(Room::commands);
        for spec in specs {
            for command in COMMANDS.iter().filter(|command| !BY_ROOM.contains(&command.id) && command.id != "chat.stop")
            {
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
            let ids: Vec<String> = entries(&model).iter().map(|entry| entry.id().to_owned()).collect();
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
        let first = |route| entries(&Model { route, ..Model::default() })[0].id().to_owned();
        assert!(first(Route::Course(None, None)).starts_with("course."));
        assert!(first(Route::Chat(None, None)).starts_with("chat."));
    }

    #[test]
    fn the_keys_of_what_is_new_make_what_the_room_is_for() {
        let new = |route| shortcut(&Model { route, ..Model::default() }, "Mod+Alt+N");
        assert!(matches!(new(Route::Map(None, None)), Some(Msg::Maps(MapMsg::Create))));
        assert!(matches!(new(Route::Course(None, None)), Some(Msg::Course(CourseMsg::New(_)))));
        for route in [Route::Chat(None, None), Route::Time(None), Route::Settings] {
            assert!(matches!(new(route), Some(Msg::Sessions(SessionMsg::New))), "{route:?}");
        }
    }
}
