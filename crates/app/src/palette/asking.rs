//! Commands that ask for input first, that make something in another room, or that the page itself carries out. They
//! are listed, but have no keys: a table of their own, which the start does without.

use std::rc::Rc;

use super::{Ask, Choice, CommandAction};
use crate::command::command_table;
use crate::connect::ConnectMsg;
use crate::course::CourseMsg;
use crate::files::FileMsg;
use crate::maps::MapMsg;
use crate::navigate::Route;
use crate::sessions::SessionMsg;
use crate::timelog::{self, Bulk, TimeMsg};
use crate::{Dialog, Model, Msg, clock};
use espalier_base::text::truncate;
use espalier_i18n::{Messages, messages};
use espalier_model::settings::Theme;
use espalier_model::{MindMap, TimeCategory, TimeCategoryId, TimeEntry, TimeEntryId};
use espalier_timelog::commands::CreateCategory;

/// Id of the file input of the shell for files of any room.
pub const IMPORT_INPUT: &str = "import-anything";

/// Characters of an entry's note that are shown.
const SHOWN: usize = 40;

command_table! {
    /// Those commands, in the order of lists.
    ASKING {
        RENAME_SESSION "chat.rename" = |m| m.command.rename_session, act rename_session;
        PIN_AGENT "chat.pinAgent" = |m| m.command.pin_agent, act pin_agent;
        SEARCH "chat.search" = |m| m.command.search, act search;
        NEW_MAP "map.new" = |m| m.command.new_map => new_map;
        START_TIMER "time.start" = |m| m.command.start_timer, act start_timer;
        STOP_TIMER "time.stop" = |m| m.command.stop_timer => stop_timer;
        QUICK_ADD "time.quickAdd" = |m| m.shell.palette.quick_add, act quick_add;
        START_WITH "time.startWith" = |m| m.shell.palette.start_with, act start_with;
        SET_CATEGORY "time.setCategory" = |m| m.shell.palette.set_category, act set_category;
        ADD_TAGS "time.addTags" = |m| m.shell.palette.add_tags, act add_tags;
        SET_NOTE "time.setNote" = |m| m.shell.palette.set_note, act set_note;
        NEW_CATEGORY "time.newCategory" = |m| m.shell.palette.new_category, act new_category;
        NEW_GOAL "time.newGoal" = |m| m.shell.palette.new_goal, act new_goal;
        NEW_PROJECT "course.newProject" = |m| m.shell.palette.new_project => new_project;
        EDIT_AGENT "agent.edit" = |m| m.shell.palette.edit_agent, act edit_agent;
        THEME "app.theme" = |m| m.command.switch_theme, act theme;
        IMPORT "app.import" = |m| m.command.import, act import;
        EXPORT "app.exportEverything" = |m| m.shell.banner.export => |_| Some(Msg::Files(FileMsg::ExportAll));
    }
}

fn text(name: &str, value: String, make: impl Fn(String) -> CommandAction + 'static) -> CommandAction {
    CommandAction::Ask(Ask::Text { name: name.to_owned(), value, make: Rc::new(make) })
}

fn choose(name: &str, choices: Vec<Choice>) -> CommandAction {
    CommandAction::Ask(Ask::Choose { name: name.to_owned(), choices })
}

fn words(model: &Model) -> &'static Messages {
    messages(model.language())
}

fn may_change(model: &Model) -> Option<()> {
    model.read_only.is_none().then_some(())
}

fn rename_session(model: &Model) -> Option<CommandAction> {
    may_change(model)?;
    let row = model.session()?;
    let id = row.id;
    let make = move |name| CommandAction::Send(Msg::Sessions(SessionMsg::Rename(id, name)));
    Some(text(words(model).command.rename_session, model.title(row), make))
}

fn pin_agent(model: &Model) -> Option<CommandAction> {
    may_change(model)?;
    let session = model.route.session()?;
    let agents = model.personas();
    let agents = agents.iter().map(|agent| {
        let id = agent.id;
        Choice { name: agent.name.clone(), make: Rc::new(move || Msg::Sessions(SessionMsg::Pin(session, Some(id)))) }
    });
    Some(choose(words(model).command.pin_agent, agents.collect()))
}

fn search(model: &Model) -> Option<CommandAction> {
    matches!(model.route, Route::Chat(..)).then_some(CommandAction::Press(&["session-search"]))
}

/// Asks for the idea of a new map; not while a map is shown, which lists the command itself.
fn new_map(model: &Model) -> Option<Msg> {
    may_change(model)?;
    let is_listed = model.route.map().is_some_and(|map| model.workspace.get::<MindMap>(&map).is_some());
    (!is_listed).then_some(Msg::Maps(MapMsg::Create))
}

/// Asks for the note of a new timer; not in the Time room, which starts one without asking.
fn start_timer(model: &Model) -> Option<CommandAction> {
    if matches!(model.route, Route::Time(_)) { None } else { start(model) }
}

fn start_with(model: &Model) -> Option<CommandAction> {
    if matches!(model.route, Route::Time(_)) { start(model) } else { None }
}

fn start(model: &Model) -> Option<CommandAction> {
    may_change(model)?;
    let make = |text| CommandAction::Send(Msg::Time(TimeMsg::Start(text)));
    Some(text(words(model).shell.palette.start_what, String::new(), make))
}

/// Stops the timer; not in the Time room, which lists the command itself.
fn stop_timer(model: &Model) -> Option<Msg> {
    may_change(model)?;
    let running = clock::running(model).filter(|_| !matches!(model.route, Route::Time(_)))?;
    Some(Msg::Time(TimeMsg::Stop(running.id)))
}

fn quick_add(model: &Model) -> Option<CommandAction> {
    may_change(model)?;
    let make = |text| CommandAction::Send(Msg::Time(TimeMsg::AddAnywhere(text)));
    Some(text(words(model).shell.palette.quick_add_what, String::new(), make))
}

/// Ids of the entries that a command acts on, with its name for them. Where the log is not in memory and no timer runs,
/// no ids: the room finds the last entry.
fn with_entries(model: &Model, command: &str) -> (Vec<TimeEntryId>, String) {
    let words = words(model);
    let ids = timelog::addressed(model);
    let what = match *ids {
        [] => words.shell.palette.last_entry.to_owned(),
        [id] => what_of(model, id).unwrap_or_else(|| words.time.untitled.to_owned()),
        _ => (words.time.selected)(ids.len()),
    };
    let name = (words.shell.palette.of)(command, &what);
    (ids, name)
}

/// The note of an entry, or the name of its category.
fn what_of(model: &Model, id: TimeEntryId) -> Option<String> {
    let row = model.workspace.get::<TimeEntry>(&id)?;
    let note = row.note.lines().next().filter(|note| !note.is_empty());
    let category = || model.workspace.get::<TimeCategory>(&row.category?).map(|row| row.name.as_str());
    note.or_else(category).map(|what| truncate(what, SHOWN))
}

/// `Some` where there may be an entry to change.
fn may_have_entries(model: &Model) -> Option<()> {
    may_change(model)?;
    (!model.timelog.ready || !model.timelog.columns.is_empty()).then_some(())
}

fn set_category(model: &Model) -> Option<CommandAction> {
    may_have_entries(model)?;
    let (ids, name) = with_entries(model, words(model).shell.palette.set_category);
    let choice = |name: &str, category: Option<TimeCategoryId>| {
        let ids = ids.clone();
        let make = move || Msg::Time(TimeMsg::Change(ids.clone(), Bulk::Category(category)));
        Choice { name: name.to_owned(), make: Rc::new(make) }
    };
    let categories = model.time_categories();
    let live = categories.iter().filter(|row| !row.archived).map(|row| choice(&row.name, Some(row.id)));
    Some(choose(&name, live.chain([choice(words(model).time.none, None)]).collect()))
}

fn add_tags(model: &Model) -> Option<CommandAction> {
    may_have_entries(model)?;
    let (ids, name) = with_entries(model, words(model).shell.palette.add_tags);
    let make = move |text: String| match Bulk::add_tags(&text) {
        Some(tags) => CommandAction::Send(Msg::Time(TimeMsg::Change(ids.clone(), tags))),
        None => CommandAction::Send(Msg::Dialog(None)),
    };
    Some(text(&name, String::new(), make))
}

/// Asks for a note, only where the present one can be shown, so that none is overwritten unseen. The field holds one
/// line: further lines stay.
fn set_note(model: &Model) -> Option<CommandAction> {
    may_change(model)?;
    let (ids, name) = with_entries(model, words(model).shell.palette.set_note);
    let row = model.workspace.get::<TimeEntry>(ids.first().filter(|_| ids.len() == 1)?)?;
    let (first, rest) = row.note.split_at(row.note.find('\n').unwrap_or(row.note.len()));
    let rest = rest.to_owned();
    let make = move |text: String| {
        let note = format!("{}{rest}", text.trim());
        CommandAction::Send(Msg::Time(TimeMsg::Change(ids.clone(), Bulk::Note(note))))
    };
    Some(text(&name, first.to_owned(), make))
}

/// Asks for the name of a category; not in the Time room, which lists the command itself.
fn new_category(model: &Model) -> Option<CommandAction> {
    let make = |name| CommandAction::Send(Msg::Time(TimeMsg::Do(CreateCategory::new(name).into())));
    named_abroad(model, words(model).shell.palette.new_category, make)
}

/// Asks for the name of a goal; not in the Time room, which lists the command itself.
fn new_goal(model: &Model) -> Option<CommandAction> {
    named_abroad(model, words(model).shell.palette.new_goal, |name| {
        CommandAction::Send(Msg::Time(TimeMsg::NewGoal(name)))
    })
}

/// Asks for the name of a new thing of the Time room, in the other rooms.
fn named_abroad(model: &Model, name: &str, make: impl Fn(String) -> CommandAction + 'static) -> Option<CommandAction> {
    may_change(model)?;
    (!matches!(model.route, Route::Time(_))).then(|| text(name, String::new(), make))
}

fn new_project(model: &Model) -> Option<Msg> {
    may_change(model)?;
    Some(Msg::Course(CourseMsg::New("project".to_owned())))
}

fn edit_agent(model: &Model) -> Option<CommandAction> {
    may_change(model)?;
    let agents = model.personas();
    let agents = agents.iter().map(|agent| {
        let id = agent.id;
        Choice { name: agent.name.clone(), make: Rc::new(move || Msg::Dialog(Some(Dialog::Persona(Some(id))))) }
    });
    Some(choose(words(model).shell.palette.edit_agent, agents.collect()))
}

#[allow(clippy::unnecessary_wraps, reason = "others of the table may have nothing to offer")]
fn theme(model: &Model) -> Option<CommandAction> {
    let say = &words(model).settings.looks;
    let themes = [(say.theme_system, Theme::System), (say.theme_light, Theme::Light), (say.theme_dark, Theme::Dark)];
    let choices = themes.map(|(name, theme)| Choice {
        name: name.to_owned(),
        make: Rc::new(move || Msg::Connect(ConnectMsg::SetTheme(theme))),
    });
    Some(choose(words(model).command.switch_theme, choices.into()))
}

/// Opens a file: in the file input of the room where it has one, which knows its formats best.
fn import(model: &Model) -> Option<CommandAction> {
    may_change(model)?;
    Some(CommandAction::Press(&["import-file", IMPORT_INPUT]))
}
