//! Courses: the interview, the outline, the list of courses.
//!
//! - C1 What a person says in an interview, and the field it fills, are one change (`espalier_course::interview`).
//! - C2 Which card is open follows from what the last answer shows and from what is known; nothing of it is stored.
//! - C3 The interview joins the history of its conversation, what is done to the outline that of the course.
//! - C4 The answers are those of the branch that is shown.

pub mod abroad;
pub mod agent;
pub mod entry;
pub mod files;
mod interview;
mod list;
mod selector;
pub mod table;
mod texts;

pub use self::abroad::{Schedule, Waiting};
use self::interview::tell_cleared;
pub use self::selector::{Activity, Growing, OpenCard, PartDraft};
use std::collections::BTreeSet;

use super::edit::{self, Label};
use super::effect::Effect;
use super::navigate::Route;
use super::{Model, Notice, Refusal, journal, notify};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::call::CommandId;
use espalier_command::history::Document;
use espalier_course::commands::{self, CourseError, Edit};
use espalier_course::interview::{NoReply, Reply};
use espalier_model::course::{ChapterId, FieldAnswer, Task};
use espalier_model::workspace::Draft;
use espalier_model::{Course, CourseId, MessageId, SessionId};

/// Id of `course.new`, which the app lists before the code of the room is here.
pub const NEW_COURSE: CommandId = CommandId::new("course.new");

const SUBJECT: usize = 60;

/// View state of courses, none of it stored.
#[derive(Debug, Default)]
pub struct Courses {
    /// Whether a narrow window shows the outline, not the conversation.
    pub outline: bool,
    /// Ticked options of the open card.
    pub ticked: Ticked,
    /// The chapter that an address led to, until it has been brought into sight.
    pub pointed: Option<ChapterId>,
    /// Counts how often an address led to a chapter.
    pub pointed_calls: u64,
    /// Counts how often the open card was asked to take the focus.
    pub card_calls: u64,
    /// The course that is to be deleted once its conversation is in memory.
    pub leaving: Option<CourseId>,
    /// Work on maps of courses that waits for their nodes.
    pub waiting: Waiting,
}

/// Ticked options of a card: the message it belongs to, the field it fills, the options.
pub type Ticked = Option<((MessageId, Option<&'static str>), BTreeSet<String>)>;

/// A message to the Course room.
#[derive(Debug, Clone, PartialEq)]
pub enum CourseMsg {
    /// Begin an interview of this kind.
    New(String),
    /// Begin an interview of this kind with a first sentence.
    Begin(String, String),
    /// Begin an interview with a given id; an existing course of that id is shown instead.
    BeginAs(CourseId, String, String),
    /// Name a course.
    Rename(CourseId, String),
    /// Copy a course.
    Duplicate(CourseId),
    /// Delete a course.
    Delete(CourseId),
    /// Show the example, which is made where there is none.
    Example,
    /// Delete the example, unless something has to be asked first.
    RemoveExample(CourseId),
    /// Tick an option of the open card, or not.
    Tick(CourseId, String, bool),
    /// Choose options of the open card.
    Choose(CourseId, Vec<String>),
    /// Skip the open card.
    Skip(CourseId),
    /// Have the model make the outline, now that everything is known.
    Generate(CourseId),
    /// Make the outline from a template.
    Template(CourseId),
    /// Have the model make a part anew, outline a lesson, or make what is missing.
    Ask(CourseId, Task),
    /// Fill what is missing from a template.
    Fill(CourseId),
    /// Leave the outline as it is although answers changed.
    Keep(CourseId),
    /// Ask the model once more for a question it had no options for, in every way there is.
    AskModel(CourseId),
    /// Set a field, or clear it.
    SetField(CourseId, String, Option<FieldAnswer>),
    /// Change the outline by hand.
    Edit(CourseId, Edit),
    /// Go back to an earlier version.
    Restore(CourseId, usize),
    /// Show the outline in a narrow window, or the conversation.
    ShowOutline(bool),
    /// The chapter of the address has been brought into sight.
    Arrived,
    /// Write a course to a file.
    Export(CourseId, files::Format),
    /// Make goals of parts of it, or bring them up to date.
    ToGoals(CourseId, Schedule),
    /// Talk about a chapter in Chat.
    Chat(CourseId, ChapterId),
}

/// Handles a message to the Course room.
pub fn update(model: &mut Model, env: &mut Env, msg: CourseMsg, out: &mut Vec<Effect>) {
    match msg {
        CourseMsg::New(flow) => {
            list::create(model, env, None, &flow, out);
        }
        CourseMsg::Begin(flow, text) => list::begin(model, env, None, (&flow, &text), out),
        CourseMsg::BeginAs(id, flow, text) => list::begin(model, env, Some(id), (&flow, &text), out),
        CourseMsg::Rename(id, name) => list::rename(model, env, id, &name, out),
        CourseMsg::Duplicate(id) => list::duplicate(model, env, id, out),
        CourseMsg::Delete(id) => list::delete(model, env, id, out),
        CourseMsg::Example => list::open_example(model, env, out),
        CourseMsg::RemoveExample(id) => list::remove_example(model, env, id, out),
        CourseMsg::Tick(id, option, on) => interview::tick(model, id, option, on),
        CourseMsg::Choose(id, options) => interview::reply(model, env, id, Reply::Options(options), out),
        CourseMsg::Skip(id) => interview::reply(model, env, id, Reply::Skip, out),
        CourseMsg::Generate(id) => interview::generate(model, env, id, out),
        CourseMsg::Template(id) => interview::template(model, env, id, out),
        CourseMsg::Ask(id, task) => interview::ask(model, env, id, task, out),
        CourseMsg::Fill(id) => interview::fill(model, env, id, out),
        CourseMsg::Keep(id) => {
            change(model, env, id, table::KEEP, "", out, |draft, env| commands::keep_outline(draft, env, id));
        }
        CourseMsg::AskModel(id) => interview::ask_model(model, env, id, out),
        // What a turn is for follows from what was known when it began.
        CourseMsg::SetField(id, ..) if model.course_works(id) => edit::refuse(model, Refusal::Busy),
        CourseMsg::SetField(id, field, said) => {
            let at = interview::last_said(model, id);
            let before = model.course_profile(id).unwrap_or_default();
            change(model, env, id, table::ANSWER, &field, out, |draft, env| {
                commands::set_field(draft, env, id, at, &field, said)
            });
            tell_cleared(model, (id, before), Some(&field), Document::of(id));
        }
        CourseMsg::Edit(id, edit) => {
            let (command, subject) = named(model, id, &edit);
            let tick = if let Edit::Done(chapter, done) = edit { Some((chapter, done)) } else { None };
            let done = change(model, env, id, command, &subject, out, |draft, env| {
                commands::edit(draft, env, id, edit)?;
                if let Some((chapter, done)) = tick {
                    abroad::tick(draft, id, chapter, done);
                }
                Ok(())
            });
            // What was done is seen in the room alone.
            if done && !matches!(model.route, Route::Course(..)) {
                notify(model, Notice::Done(command, subject, Document::of(id)), false);
            }
        }
        CourseMsg::Restore(id, version) => {
            change(model, env, id, table::RESTORE, "", out, |draft, env| commands::restore(draft, env, id, version));
        }
        CourseMsg::ShowOutline(outline) => model.courses.outline = outline,
        CourseMsg::Arrived => model.courses.pointed = None,
        CourseMsg::Export(id, format) => files::write(model, id, format, out),
        // What is made in other rooms `app::bridge` does.
        CourseMsg::ToGoals(..) | CourseMsg::Chat(..) => {}
    }
}

/// Changes a course, as one step of its history.
fn change(
    model: &mut Model,
    env: &mut Env,
    id: CourseId,
    command: CommandId,
    subject: &str,
    out: &mut Vec<Effect>,
    act: impl FnOnce(&mut Draft<'_>, &mut Env) -> commands::Result<()>,
) -> bool {
    let label = Label { document: Document::of(id), command, subject: truncate(subject, SUBJECT) };
    edit::run(model, env, label, out, |draft, env| act(draft, env).map_err(Refusal::from)).is_some()
}

/// Command and subject of a change of the outline, for the history.
fn named(model: &Model, id: CourseId, edit: &Edit) -> (CommandId, String) {
    let outline = model.workspace.get::<Course>(&id).and_then(|row| row.outline.as_ref());
    let section = |id| outline.and_then(|outline| outline.section(id)).map(|row| row.title.clone());
    let chapter = |id| outline.and_then(|outline| outline.chapter(id)).map(|row| row.title.clone());
    let (command, subject) = match edit {
        Edit::Title(text) => (table::EDIT, Some(text.clone())),
        Edit::Description(_) | Edit::Difficulty(_) | Edit::Minutes(_) => (table::EDIT, None),
        Edit::AddSection(_, text) | Edit::AddChapter(_, _, text) => (table::ADD, Some(text.clone())),
        Edit::RenameSection(_, text) | Edit::RenameChapter(_, text) => (table::EDIT, Some(text.clone())),
        Edit::MoveSection(id, _) => (table::MOVE, section(*id)),
        Edit::MoveChapter(id, ..) => (table::MOVE, chapter(*id)),
        Edit::RemoveSection(id) => (table::REMOVE, section(*id)),
        Edit::RemoveChapter(id) => (table::REMOVE, chapter(*id)),
        Edit::Snippet(id, _) | Edit::Lesson(id, _) => (table::EDIT, chapter(*id)),
        Edit::Done(id, _) => (table::DONE, chapter(*id)),
    };
    (command, subject.unwrap_or_default())
}

impl From<CourseError> for Refusal {
    fn from(error: CourseError) -> Self {
        match error {
            CourseError::Gone | CourseError::NoPart | CourseError::NoFlow => Self::Gone,
            CourseError::Empty | CourseError::Reply(NoReply::Empty) => Self::Empty,
            CourseError::Full => Self::Full,
            CourseError::Last => Self::Last,
            CourseError::Reply(NoReply::NoAnswer) => Self::NoAnswer,
            CourseError::Reply(_) => Self::Stale,
        }
    }
}

/// Shows a course, or the list; with a chapter, that chapter in its outline.
pub fn show(model: &mut Model, id: Option<CourseId>, chapter: Option<ChapterId>, out: &mut Vec<Effect>) {
    let Some(id) = id else { return };
    let row = model.workspace.get::<Course>(&id);
    let outline = row.and_then(|row| row.outline.as_ref());
    let found = chapter.filter(|chapter| outline.is_some_and(|outline| outline.chapter(*chapter).is_some()));
    // A course that is gone says so itself, and which there are is not known before they were read.
    let is_missing = row.is_some() && found != chapter;
    model.courses.outline = outline.is_some();
    model.courses.pointed = found;
    model.courses.pointed_calls += u64::from(found.is_some());
    if is_missing {
        model.route = Route::Course(Some(id), None);
        out.push(Effect::SetRoute(model.route, true));
        notify(model, Notice::NoSuchPlace, false);
    }
    if model.history.ask(Document::of(id)) {
        out.push(journal::read_journal(Document::of(id)));
    }
}

/// Goes on with the work that waited for the messages of a conversation.
pub fn opened(model: &mut Model, env: &mut Env, session: SessionId, out: &mut Vec<Effect>) {
    if let Some(id) = model.courses.leaving.take_if(|id| Course::session(*id) == session) {
        list::delete(model, env, id, out);
    }
}

/// The course whose interview a conversation is.
fn of_session(model: &Model, session: SessionId) -> Option<CourseId> {
    model.scope_of(session)?.as_course()
}
