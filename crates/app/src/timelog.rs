//! The time log: its columns kept up to date, the commands of `espalier_timelog`, its view state.
//!
//! - L1 Every change of the log is one transaction of commands: one entry, one undo.
//! - L2 What is selected, edited and asked for is no record: it is neither stored nor undone.
//! - L3 Entries are read and columns made when the log is first looked at, and follow every change from then on.
//! - L4 What runs is a record with a beginning; how long it has been running is worked out from the clock.

pub mod agent;
mod asks;
mod bulk;
pub mod entry;
mod example;
pub mod files;
pub mod form;
mod keys;
mod line;
mod names;
mod proposals;
pub mod reading;
mod remove;
mod seen;
mod selector;
mod suggest;
mod texts;
mod view_state;

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

pub use self::bulk::Bulk;
pub use self::files::Import;
pub use self::form::Form;
pub use self::keys::{addressed, applies, is_here, shortcut, targets};
pub use self::line::{known_names, line_readings, read_line};
pub use self::names::{HUES, Names};
pub use self::reading::Entries;
pub use self::remove::{Removal, Removed};
use self::seen::{forget_hidden, point, prune, reveal};
pub use self::selector::{ListedEntries, clock, listed, middle_of, next_of};
pub use self::suggest::{Suggestion, suggestions, with_suggestion};
pub use self::view_state::{LogQuery, LogViewState, Preset, View};
use super::edit::{self, Label};
use super::effect::Effect;
use super::{Dialog, Model, Notice, clock as timer, journal, navigate::Route, notify, room};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_base::zone::Zone;
use espalier_command::call::{Call, CommandId};
use espalier_command::history::Document;
use espalier_command::transaction::{self, Applied, Operation};
use espalier_model::change::ChangeSet;
use espalier_model::timelog::TimePreferences;
use espalier_model::{Goal, Preferences, RecordKey, SessionId, Thing, TimeCategory, TimeEntry, TimeEntryId};
use espalier_storage::port::Durability;
use espalier_timelog::REGISTRY;
use espalier_timelog::calendar::Calendar;
use espalier_timelog::columns::Columns;
use espalier_timelog::commands::{CreateGoal, DeleteEntries, StartEntry, StopEntry};
use espalier_timelog::formats::Format;
use espalier_timelog::target::LogTarget;

const SUBJECT: usize = 60;

/// The time log in memory.
#[derive(Debug)]
pub struct TimeLog {
    /// All entries in the form that sums are made from (L3).
    pub columns: Columns,
    /// Whether [`TimeLog::columns`] has been built.
    pub ready: bool,
    /// Load state of the entries.
    pub reading: reading::Reading,
    /// Version of entries, categories, goals and preferences.
    pub version: u64,
    /// View state (L2).
    pub look: LogViewState,
    /// Categories, goals and tags, collected once per version.
    pub names: Rc<Names>,
    /// Number of requests of the person that were carried out, so that a form knows whether it was saved.
    pub done: u64,
    /// Whether a form that an earlier visit left open was looked for.
    form_asked: bool,
    /// Whether it was looked up if the assistant was open.
    panel_asked: bool,
    /// Import that waits for a decision.
    pub import: Option<Import>,
    /// The conversation of the room that is shown.
    pub session: Option<SessionId>,
    /// The browser's zone when it was last compared.
    zone: Option<Zone>,
    stale: BTreeSet<TimeEntryId>,
    /// Whether categories or goals may have changed.
    stale_names: bool,
    /// Whether the preferences may have changed.
    stale_choices: bool,
}

impl Default for TimeLog {
    fn default() -> Self {
        let calendar = Calendar::new(&Zone::default(), Default::default());
        Self {
            columns: Columns::new(calendar),
            ready: false,
            reading: reading::Reading::default(),
            version: 0,
            look: LogViewState::default(),
            names: Rc::default(),
            done: 0,
            form_asked: false,
            panel_asked: false,
            import: None,
            session: None,
            zone: None,
            stale: BTreeSet::new(),
            stale_names: false,
            stale_choices: false,
        }
    }
}

/// A message to the Time room.
#[derive(Debug, Clone, PartialEq)]
pub enum TimeMsg {
    /// Draw times again, as time has passed.
    Tick,
    /// Have the entries read, if they are not in memory.
    Read,
    /// Run a command.
    Do(Call),
    /// Run several commands as one step, named after one of them.
    DoAll(CommandId, Vec<Call>),
    /// Run a command on the selection.
    Key(CommandId),
    /// Add the entry of a typed line, unless a question is open about its meaning.
    QuickAdd(String),
    /// Add the entry of a line typed outside the room; an open question leads to the form there.
    AddAnywhere(String),
    /// Add the entry of a typed line under a given id; an existing entry of that id is shown instead.
    AddAs(TimeEntryId, String),
    /// Add the entry of one of the readings of a typed line, by its index.
    AddReading(String, usize),
    /// Start the timer as a typed line says.
    Start(String),
    /// Start the timer under a given id; an existing entry of that id is shown instead.
    StartAs(TimeEntryId, String),
    /// Start the timer with a note, of a thing with its name.
    StartOf((Thing, String), String),
    /// Stop a running entry.
    Stop(TimeEntryId),
    /// Stop the entry that runs; without one, show the log.
    StopRunning,
    /// Ask the assistant this in a conversation of a given id; an existing one of that id is shown instead.
    AskAs(SessionId, String),
    /// Tick these entries, and no others.
    Select(Vec<TimeEntryId>),
    /// Change all ticked entries, as one step.
    Bulk(Bulk),
    /// Change these entries as one step; without any, the last one worked on.
    Change(Vec<TimeEntryId>, Bulk),
    /// Add a goal of this name for the next thirty days, without a target.
    NewGoal(String),
    /// Move the keyboard to an entry.
    At(TimeEntryId),
    /// The entry of the address has been brought into sight.
    Arrived,
    /// Show more entries in the list.
    More,
    /// Open the form of an entry.
    Edit(TimeEntryId),
    /// Open the form of an entry, or of a new one.
    Open(Box<Form>),
    /// Take in the form after something was typed into it.
    Typed(Box<Form>),
    /// Close the form, after a question where something was typed into it.
    Close,
    /// Close the form and discard what was typed into it.
    Discard,
    /// Keep the form open.
    GoOn,
    /// Save the form.
    Save(Box<Form>),
    /// Save the form and run a command, as one step.
    SaveAnd(Box<Form>, Call),
    /// Show other days, groups or entries.
    Ask(LogQuery),
    /// Show the log in another view.
    Show(View),
    /// Show another day in the timeline; `None` is today.
    GoTo(Option<LocalDate>),
    /// Show the assistant beside the log, or not.
    Panel(bool),
    /// Set the preferences: the first day of weeks, the policy for overlaps.
    Choose(TimePreferences),
    /// Delete a category or a goal, after a question.
    Remove(Removal),
    /// Delete a category or a goal, as the question was answered with yes.
    Removed(Removal),
    /// Show the example, which is made where there is none.
    Example,
    /// Remove the example; `true` when it was asked about already.
    RemoveExample(bool),
    /// A message about an import.
    Import(files::ImportMsg),
    /// Write the log to a file.
    Export(Format),
    /// Write the timesheet of the days and entries that are shown to a file.
    ExportSheet,
}

/// Handles a message to the Time room.
pub fn update(model: &mut Model, env: &mut Env, msg: TimeMsg, out: &mut Vec<Effect>) {
    let was_open = model.timelog.look.form.is_some();
    perform(model, env, msg, out);
    if was_open || model.timelog.look.form.is_some() {
        form::keep(model, out);
    }
}

fn perform(model: &mut Model, env: &mut Env, msg: TimeMsg, out: &mut Vec<Effect>) {
    match msg {
        TimeMsg::Tick => {}
        TimeMsg::Read => ensure(model),
        TimeMsg::Do(command) => drop(run_one(model, env, command, out)),
        TimeMsg::DoAll(command, steps) => drop(run(model, env, command, steps, out)),
        TimeMsg::Key(command) => keys::perform(model, env, command, out),
        TimeMsg::QuickAdd(text) => line::add(model, env, &text, None, None, out),
        TimeMsg::AddAnywhere(text) => line::add_anywhere(model, env, &text, None, out),
        TimeMsg::AddAs(id, text) => line::add_anywhere(model, env, &text, Some(id), out),
        TimeMsg::AddReading(text, place) => line::add(model, env, &text, Some(place), None, out),
        TimeMsg::Start(text) => line::start(model, env, &text, None, out),
        TimeMsg::StartAs(id, text) => line::start(model, env, &text, Some(id), out),
        TimeMsg::StartOf(made_of, note) => line::start_of(model, env, made_of, &note, out),
        TimeMsg::Stop(entry) => {
            drop(run_one(model, env, StopEntry { entry: Some(entry), ..StopEntry::new() }, out));
        }
        TimeMsg::StopRunning => match timer::running(model) {
            Some(running) => update(model, env, TimeMsg::Stop(running.id), out),
            None => room::go(model, Route::Time(None), out),
        },
        TimeMsg::AskAs(session, text) => agent::ask(model, env, session, &text, out),
        TimeMsg::Select(entries) => select(model, entries),
        TimeMsg::Bulk(change) => bulk::perform(model, env, &change, out),
        TimeMsg::Change(ids, change) => bulk::perform_on_named(model, env, ids, &change, out),
        TimeMsg::NewGoal(name) => {
            let range = new_goal_days(model.today());
            drop(run_one(model, env, CreateGoal::new(name, range.first.to_string(), range.last.to_string()), out));
        }
        TimeMsg::At(entry) => model.timelog.look.at = Some(entry),
        TimeMsg::Arrived => model.timelog.look.pointed = None,
        TimeMsg::More => model.timelog.look.shown += view_state::PAGE,
        TimeMsg::Edit(entry) => open_entry(model, entry),
        TimeMsg::Open(form) => form::open(model, Some(*form)),
        TimeMsg::Typed(form) => form::typed(model, form),
        TimeMsg::Close => form::close(model),
        TimeMsg::Discard => form::open(model, None),
        TimeMsg::GoOn => model.timelog.look.leaving = false,
        TimeMsg::Save(form) => form::save(model, env, &form, None, out),
        TimeMsg::SaveAnd(form, step) => form::save(model, env, &form, Some(step), out),
        TimeMsg::Ask(asked) => view_state::ask(model, asked),
        TimeMsg::Show(view) => switch_view(model, view),
        TimeMsg::GoTo(day) => {
            model.timelog.look.day = day;
            forget_hidden(model);
        }
        TimeMsg::Panel(open) => set_panel(model, open, out),
        TimeMsg::Choose(choices) => {
            let mut row = model.preferences();
            row.time = choices;
            edit::change(model, Durability::Strict, out, |draft| draft.put::<Preferences>(row));
        }
        TimeMsg::Remove(removal) => model.dialog = Some(Dialog::Confirm(remove::question(model, removal))),
        TimeMsg::Removed(removal) => remove::remove(model, env, removal, out),
        TimeMsg::Example => example::open(model, env, out),
        TimeMsg::RemoveExample(asked) => example::remove(model, env, asked, out),
        TimeMsg::Import(msg) => files::import(model, env, msg, out),
        TimeMsg::Export(format) => files::export(model, format, env.now, out),
        TimeMsg::ExportSheet => files::export_sheet(model, out),
    }
}

fn select(model: &mut Model, entries: Vec<TimeEntryId>) {
    ensure(model);
    model.timelog.look.selection = entries;
    prune(model);
}

fn open_entry(model: &mut Model, entry: TimeEntryId) {
    ensure(model);
    model.timelog.look.at = Some(entry);
    let form = model.timelog.columns.get(entry).map(|row| Form::of(model, row));
    form::open(model, form);
}

fn switch_view(model: &mut Model, view: View) {
    // What is ticked can be seen in the list alone, and nothing unseen is deleted.
    if std::mem::replace(&mut model.timelog.look.view, view) != view {
        model.timelog.look.selection.clear();
    }
    forget_hidden(model);
}

/// Shows the room, and the entry of the address: reads its entries, builds the columns, then reads its journal.
pub fn show(model: &mut Model, out: &mut Vec<Effect>) {
    // What the assistant was doing when the page went is gone on with in its panel.
    if !std::mem::replace(&mut model.timelog.panel_asked, true) {
        model.timelog.look.panel |= model.words.contains_key(PANEL);
    }
    if model.timelog.reading.entries != Entries::Here {
        return reading::read(model, out);
    }
    ensure(model);
    form::restore(model);
    point(model, out);
    read_steps(model, out);
}

fn read_steps(model: &mut Model, out: &mut Vec<Effect>) {
    if model.history.ask(Document::TIME_LOG) {
        model.reading.insert(Document::TIME_LOG);
        out.push(journal::read_journal(Document::TIME_LOG));
    }
}

/// Has the entries and the steps read, whatever is shown; returns whether both are in memory.
fn fetch(model: &mut Model, out: &mut Vec<Effect>) -> bool {
    reading::read(model, out);
    ensure(model);
    if model.timelog.ready {
        read_steps(model, out);
    }
    model.timelog.ready && !model.reading.contains(&Document::TIME_LOG)
}

/// The days of a goal unless a person says otherwise: thirty from today on.
pub fn new_goal_days(today: LocalDate) -> DateRange {
    DateRange::new(today, today.plus_days(29))
}

/// Key of the open assistant among the kept words.
const PANEL: &str = "time.assistant";

/// Opens the assistant or closes it, over a reload as well.
fn set_panel(model: &mut Model, open: bool, out: &mut Vec<Effect>) {
    model.timelog.look.panel = open;
    super::keep_words(model, PANEL.to_owned(), open.then(|| "open".to_owned()), out);
}

/// Builds the columns, or brings them up to date (L3).
pub fn ensure(model: &mut Model) {
    let here = model.boot == super::BootState::Ready && model.timelog.reading.entries == Entries::Here;
    if model.timelog.ready || !here {
        return refresh(model);
    }
    let calendar = Calendar::new(&model.time_zone(), model.time_choices().week_start);
    model.timelog.columns = Columns::of(calendar, model.workspace.tables().time_entries.values());
    model.timelog.ready = true;
    let running: Vec<TimeEntryId> = model.timelog.columns.running().iter().map(|row| row.id).collect();
    timer::settle(model, running);
    model.timelog.stale.clear();
    model.timelog.stale_names = false;
    model.timelog.names = Rc::new(Names::of(model));
    model.timelog.version += 1;
}

/// Marks what a change of a row makes stale.
pub fn touch(model: &mut Model, key: &RecordKey) {
    match key {
        RecordKey::TimeEntries(id) => {
            if model.timelog.ready {
                model.timelog.stale.insert(*id);
            }
        }
        RecordKey::Preferences(_) => model.timelog.stale_choices = true,
        RecordKey::TimeCategories(_) | RecordKey::Goals(_) => model.timelog.stale_names = true,
        _ => return,
    }
    model.timelog.version += 1;
}

/// Brings stale columns and names up to date (L3).
pub fn refresh(model: &mut Model) {
    room::tell(model);
    if !model.timelog.ready {
        return;
    }
    if model.timelog.zone != model.facts.zone {
        model.timelog.zone.clone_from(&model.facts.zone);
        model.timelog.stale_choices = true;
    }
    if std::mem::take(&mut model.timelog.stale_choices) {
        let (zone, week_start) = (model.time_zone(), model.time_choices().week_start);
        let calendar = model.timelog.columns.calendar();
        if *calendar.zone() != zone || calendar.week_start() != week_start {
            model.timelog.columns.set_calendar(Calendar::new(&zone, week_start));
        }
    }
    let (stale, names) = (std::mem::take(&mut model.timelog.stale), std::mem::take(&mut model.timelog.stale_names));
    for &id in &stale {
        model.timelog.columns.set(id, model.core.workspace.get::<TimeEntry>(&id));
    }
    if names || model.timelog.names.tags.len() != model.timelog.columns.dictionary().tags() as usize {
        model.timelog.names = Rc::new(Names::of(model));
    }
    if names || !stale.is_empty() {
        prune(model);
    }
}

/// Runs a command, and shows what was made.
fn run_one(model: &mut Model, env: &mut Env, command: impl Into<Call>, out: &mut Vec<Effect>) -> Option<Applied> {
    let command = command.into();
    run(model, env, command.id, vec![command], out)
}

/// Runs several commands as one step, named after one of them (L1), and shows what was made.
pub fn run(
    model: &mut Model,
    env: &mut Env,
    name: CommandId,
    steps: Vec<Call>,
    out: &mut Vec<Effect>,
) -> Option<Applied> {
    run_making(model, env, name, steps, None, out)
}

/// Runs several commands as one step, with an id for the entry that the last one makes.
fn run_making(
    model: &mut Model,
    env: &mut Env,
    name: CommandId,
    steps: Vec<Call>,
    made: Option<TimeEntryId>,
    out: &mut Vec<Effect>,
) -> Option<Applied> {
    ensure(model);
    let operations = Call::operations(steps);
    let subject = subject(model, &operations);
    let policy = model.time_choices().overlap;
    let mut draft = model.workspace.draft();
    let mut stage = LogTarget::open(&mut draft, env, &model.timelog.columns, policy);
    let made = made.map(espalier_base::id::Id::uuid);
    let applied = match transaction::run_making(&mut stage, &REGISTRY, espalier_timelog::CATEGORIES, &operations, made)
    {
        Ok(applied) => applied,
        Err(failed) => {
            notify(model, Notice::Reason(failed.reason), true);
            return None;
        }
    };
    let changes = draft.finish();
    record(model, env, name, subject.clone(), changes, out)?;
    model.timelog.done += 1;
    // What was done is seen in the room alone; that the timer runs, everywhere.
    if name == DeleteEntries::ID || name != StartEntry::ID && !matches!(model.route, Route::Time(_)) {
        notify(model, Notice::Done(name, subject, Document::TIME_LOG), false);
    }
    reveal(model, &applied);
    Some(applied)
}

/// Makes changes that were worked out beforehand, as one step of the log.
pub fn record(
    model: &mut Model,
    env: &mut Env,
    command: CommandId,
    subject: String,
    changes: ChangeSet,
    out: &mut Vec<Effect>,
) -> Option<()> {
    let label = Label { document: Document::TIME_LOG, command, subject };
    edit::record(model, env, label, changes, out)?;
    refresh(model);
    Some(())
}

/// Subject of a step, in the person's words: a note, else a name.
fn subject(model: &Model, operations: &[Operation]) -> String {
    let Some(params) = operations.last().map(|operation| &operation.params) else { return String::new() };
    let text = |name: &str| params.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let of_entry = || {
        let list = params.get("entryIds").and_then(|list| list.get(0)).and_then(Value::as_str);
        let entry = model.timelog.columns.get(text("entryId").or(list)?.parse().ok()?)?;
        let category = entry.category.and_then(|id| model.workspace.get::<TimeCategory>(&id));
        Some(if entry.note.is_empty() { category?.name.clone() } else { entry.note.clone() })
    };
    let of_category = || Some(model.workspace.get::<TimeCategory>(&text("categoryId")?.parse().ok()?)?.name.clone());
    let of_goal = || Some(model.workspace.get::<Goal>(&text("goalId")?.parse().ok()?)?.name.clone());
    let own = text("note").or_else(|| text("name")).map(str::to_owned);
    let found = own.or_else(of_entry).or_else(of_category).or_else(of_goal);
    truncate(found.unwrap_or_default().lines().next().unwrap_or_default(), SUBJECT)
}
