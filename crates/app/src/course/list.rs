//! The list of courses: making, naming, copying and deleting them.

use super::{NEW_COURSE, SUBJECT, commands, table};
use crate::edit::{self, Label};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Confirm, Dialog, Model, Notice, Refusal, conversation, notify, prompt, room, sessions};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::call::CommandId;
use espalier_command::history::Document;
use espalier_course::example::example;
use espalier_model::example::is_example;
use espalier_model::workspace::Draft;
use espalier_model::{Course, CourseId, Record, RoomId, Session};

fn run<T>(
    model: &mut Model,
    env: &mut Env,
    command: CommandId,
    subject: &str,
    out: &mut Vec<Effect>,
    act: impl FnOnce(&mut Draft<'_>, &mut Env) -> commands::Result<T>,
) -> Option<T> {
    let label = Label { document: Document::COURSES, command, subject: truncate(subject, SUBJECT) };
    edit::run(model, env, label, out, |draft, env| act(draft, env).map_err(Refusal::from)).map(|(done, _)| done)
}

pub(super) fn create(
    model: &mut Model,
    env: &mut Env,
    id: Option<CourseId>,
    flow: &str,
    out: &mut Vec<Effect>,
) -> Option<CourseId> {
    let id = run(model, env, NEW_COURSE, "", out, |draft, env| match id {
        Some(id) => commands::create_as(draft, env, id, flow),
        None => commands::create(draft, env, flow),
    })?;
    model.courses.outline = false;
    room::go(model, Route::Course(Some(id), None), out);
    model.composer_calls += 1;
    Some(id)
}

/// Makes a course and sends the first sentence in it. An existing course of the given id is shown as it is.
pub(super) fn begin(
    model: &mut Model,
    env: &mut Env,
    id: Option<CourseId>,
    (flow, text): (&str, &str),
    out: &mut Vec<Effect>,
) {
    if let Some(id) = id.filter(|id| model.workspace.get::<Course>(id).is_some()) {
        return room::go(model, Route::Course(Some(id), None), out);
    }
    if text.trim().is_empty() {
        return edit::refuse(model, Refusal::Empty);
    }
    let Some(id) = create(model, env, id, flow, out) else { return };
    // Its conversation is empty, and so in memory.
    conversation::open_shown(model, env, out);
    let session = Course::session(id);
    let (saying, text) = super::interview::words(model, session, text.to_owned());
    sessions::send(model, env, Some(session), &text, saying.map(|saying| Box::new(saying) as _), out);
}

pub(super) fn rename(model: &mut Model, env: &mut Env, id: CourseId, name: &str, out: &mut Vec<Effect>) {
    run(model, env, table::RENAME, name, out, |draft, env| commands::rename(draft, env, id, name));
}

pub(super) fn duplicate(model: &mut Model, env: &mut Env, id: CourseId, out: &mut Vec<Effect>) {
    let name = model.course_title(id);
    let made = run(model, env, table::DUPLICATE, &name, out, |draft, env| {
        commands::duplicate(draft, env, id, &format!("{name} (2)"))
    });
    if let Some(copy) = made {
        room::go(model, Route::Course(Some(copy), None), out);
    }
}

/// Shows the example, which is made where there is none.
pub(super) fn open_example(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let there = model.workspace.tables().courses.keys().copied().find(|id| is_example(RoomId::Course, *id));
    let id = there.or_else(|| {
        let course = example(model.language(), env);
        let (id, title) = (course.id, course.title().to_owned());
        run(model, env, table::EXAMPLE, &title, out, |draft, _| {
            draft.put(course);
            Ok(id)
        })
    });
    if let Some(id) = id {
        room::go(model, Route::Course(Some(id), None), out);
    }
}

/// Deletes the example, or asks first where a person changed it or said something in it.
pub(super) fn remove_example(model: &mut Model, env: &mut Env, id: CourseId, out: &mut Vec<Effect>) {
    let Some(row) = model.workspace.get::<Course>(&id).filter(|_| is_example(RoomId::Course, id)) else { return };
    if row.updated_at != row.created_at || model.workspace.get::<Session>(&Course::session(id)).is_some() {
        model.dialog = Some(Dialog::Confirm(Confirm::DeleteCourse(id)));
    } else {
        delete(model, env, id, out);
    }
}

/// Deletes a course with its conversation, once that is in memory, so that undo brings both back.
pub(super) fn delete(model: &mut Model, env: &mut Env, id: CourseId, out: &mut Vec<Effect>) {
    let session = Course::session(id);
    let has_session = model.workspace.get::<Session>(&session).is_some();
    if has_session && !model.opened.contains(&session) {
        model.courses.leaving = Some(id);
        return conversation::open(model, session, out);
    }
    remove(model, env, id, out);
}

fn remove(model: &mut Model, env: &mut Env, id: CourseId, out: &mut Vec<Effect>) {
    let session = Course::session(id);
    let keys: Vec<_> =
        model.workspace.messages(session).map(|message| Record::Messages(message.clone()).key()).collect();
    prompt::stop_touched(model, env, &keys, out);
    let name = model.course_title(id);
    let done = run(model, env, table::DELETE, &name, out, |draft, _| {
        if draft.get::<Session>(&session).is_some() && espalier_chat::commands::delete_session(draft, session).is_err()
        {
            return Err(commands::CourseError::Gone);
        }
        commands::remove(draft, id)
    });
    if done.is_some() {
        notify(model, Notice::Done(table::DELETE, name, Document::COURSES), false);
        if model.route.course() == Some(id) {
            room::go(model, Route::Course(None, None), out);
        }
    }
}
