//! Bridge between rooms: makes things in one room of things in another.
//!
//! - B1 What is made belongs to the room it is made in: one step of that room's history, which is shown then.
//! - B2 What is made has the id of what it is made of: made again it is brought up to date, and it leads back.

use std::collections::BTreeMap;

use super::course::CourseMsg;
use super::course::abroad::{Schedule, content_of, goal_of, left_of, map_of, minutes_of};
use super::course::entry::CourseRoom;
use super::edit::{self, Label};
use super::effect::Effect;
use super::navigate::Route;
use super::room::Room;
use super::{Model, Notice, Refusal, conversation, maps, notify, room, timelog};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::text::truncate;
use espalier_command::call::CommandId;
use espalier_command::history::Document;
use espalier_course::commands::Edit;
use espalier_course::{flow, interview};
use espalier_model::course::{ChapterId, Outline, Section};
use espalier_model::mindmap::Task;
use espalier_model::persona::Role;
use espalier_model::{
    Course, CourseId, Goal, MapId, Message, MindMap, Node, NodeId, NodeKey, RoomId, Session, SessionId,
};
use espalier_storage::port::Durability;

const SUBJECT: usize = 60;
/// The most characters of a goal's name, as its form takes them.
const GOAL_NAME: usize = espalier_timelog::commands::MAX_NAME;

fn outline_of(model: &mut Model, id: CourseId) -> Option<Outline> {
    let outline = model.workspace.get::<Course>(&id).and_then(|row| row.outline.clone());
    if outline.is_none() {
        edit::refuse(model, Refusal::Gone);
    }
    outline
}

/// Id of `course.chat`, a name for the history.
pub const COURSE_CHAT: CommandId = CommandId::new("course.chat");
/// Id of `course.toGoals`, a name for the history.
pub const COURSE_TO_GOALS: CommandId = CommandId::new("course.toGoals");
/// Id of `course.updateGoals`, a name for the history.
pub const COURSE_UPDATE_GOALS: CommandId = CommandId::new("course.updateGoals");

/// The Course room, with what it makes in others.
pub static COURSE: CourseRoom = CourseRoom { perform, read };

/// The room, whose code is here.
pub fn course() -> Option<&'static dyn Room> {
    Some(&COURSE)
}

/// Handles a message to the Course room that makes something in another room; hands on any other.
fn perform(model: &mut Model, env: &mut Env, msg: CourseMsg, out: &mut Vec<Effect>) {
    let tick = match msg {
        CourseMsg::ToGoals(id, schedule) => return course_to_goals(model, env, id, &schedule, out),
        CourseMsg::Chat(id, chapter) => return chapter_to_chat(model, env, id, chapter, out),
        CourseMsg::Edit(id, Edit::Done(chapter, done)) => Some((id, chapter, done)),
        _ => None,
    };
    super::course::update(model, env, msg, out);
    let Some((id, chapter, done)) = tick else { return };
    let outline = model.workspace.get::<Course>(&id).and_then(|row| row.outline.as_ref());
    if outline.and_then(|outline| outline.chapter(chapter)).is_some_and(|row| row.done == done) {
        tick_later(model, id, (chapter, done), out);
    }
}

/// Goes on with the work that waited for the nodes of a map.
fn read(model: &mut Model, _: &mut Env, document: Document, out: &mut Vec<Effect>) {
    let Some(map) = document.thing_of(RoomId::Map).map(MapId::from_uuid) else { return };
    if model.courses.made().is_none() {
        return;
    }
    let ticks: Vec<(NodeId, bool)> = {
        let ticks = &mut model.courses.waiting.ticks;
        let all = std::mem::take(ticks);
        let (here, others): (BTreeMap<_, _>, BTreeMap<_, _>) = all.into_iter().partition(|((of, _), _)| *of == map);
        *ticks = others;
        here.into_iter().map(|((_, node), done)| (node, done)).collect()
    };
    if !ticks.is_empty() {
        edit::change(model, Durability::Strict, out, |draft| {
            for (id, done) in ticks {
                draft.update::<Node>(&NodeKey { map, id }, |row| row.task = if done { Task::Done } else { Task::Open });
            }
        });
    }
}

/// Copies a tick to the map of the course later, as the nodes of the map are not in memory yet.
fn tick_later(model: &mut Model, id: CourseId, (chapter, done): (ChapterId, bool), out: &mut Vec<Effect>) {
    let map = map_of(id);
    if model.workspace.get::<MindMap>(&map).is_none() || maps::opened_or_open(model, map, out) {
        return;
    }
    model.courses.waiting.ticks.insert((map, NodeId::from_uuid(chapter.uuid())), done);
}

/// Makes goals of parts of an outline, one after the other, or brings those up to date that were made of them (B2).
fn course_to_goals(model: &mut Model, env: &mut Env, id: CourseId, schedule: &Schedule, out: &mut Vec<Effect>) {
    let Some(outline) = outline_of(model, id) else { return };
    let (title, today) = (model.course_title(id), model.today());
    timelog::ensure(model);
    let mut draft = model.workspace.draft();
    let mut updates = false;
    for (part, first, last) in schedule.days(&outline) {
        let Some(section) = outline.section(part) else { continue };
        let name = truncate(&format!("{title}: {}", section.title), GOAL_NAME);
        let goal = goal_of(part);
        let known = draft.get::<Goal>(&goal);
        updates |= known.is_some();
        // What was spent on it so far counts.
        let (minutes, from) = match &known {
            Some(known) => (
                minutes_of(&outline, section.chapters.len()),
                if known.from <= today { known.from.min(first) } else { first },
            ),
            None => (left_of(&outline, section), first),
        };
        let category = known.and_then(|known| known.category);
        let target_secs = Some(i64::from(minutes.max(1)) * 60);
        draft.put(Goal { id: goal, name, from, to: last, target_secs, category });
    }
    let changes = draft.finish();
    let command = if updates { COURSE_UPDATE_GOALS } else { COURSE_TO_GOALS };
    model.dialog = None;
    if timelog::record(model, env, command, truncate(&title, SUBJECT), changes, out).is_some() {
        room::go(model, Route::Time(None), out);
        notify(model, Notice::Done(command, title, Document::TIME_LOG), false);
    }
}

/// Opens the conversation in Chat that knows a chapter, or begins it.
fn chapter_to_chat(model: &mut Model, env: &mut Env, id: CourseId, chapter: ChapterId, out: &mut Vec<Effect>) {
    let Some(outline) = outline_of(model, id) else { return };
    let holds = |section: &&Section| section.chapters.iter().any(|row| row.id == chapter);
    let found = outline.sections.iter().find(holds).zip(outline.chapter(chapter));
    let Some((section, row)) = found else { return edit::refuse(model, Refusal::Gone) };
    let title = model.course_title(id);
    let session = chat_about(chapter);
    model.composer_calls += 1;
    if model.workspace.get::<Session>(&session).is_some() {
        return room::go(model, Route::Chat(Some(session), None), out);
    }
    let (part, name, more) = (&section.title, &row.title, content_of(row));
    let who = answers(model, id);
    let (context, question) = match model.language() {
        Language::En => (
            format!(
                "**About this chapter**\n\n- Course: {title}\n- Part: {part}\n- Chapter: {name}\n{who}\n{more}\n\n*The user is at this chapter and wants to talk about it.*"
            ),
            format!("Explain “{name}” to me with an example."),
        ),
        Language::Zh => (
            format!(
                "**关于本章**\n\n- 课程：{title}\n- 部分：{part}\n- 章节：{name}\n{who}\n{more}\n\n*用户正在学习这一章，想就此讨论。*"
            ),
            format!("请用一个例子讲解“{name}”。"),
        ),
    };
    let label = Label { document: Document::SESSIONS, command: COURSE_CHAT, subject: truncate(&row.title, SUBJECT) };
    let made = edit::run(model, env, label, out, |draft, env| {
        draft.put(Session::new(session, env.now));
        let message = Message::new(env.id(), session, None, Role::System, context.trim(), env.now);
        let leaf = message.id;
        draft.put(message);
        draft.update::<Session>(&session, |new| {
            new.name = truncate(&format!("{title}: {}", row.title), 2 * SUBJECT);
            new.active_leaf = Some(leaf);
        });
        Ok(())
    });
    if made.is_none() {
        return;
    }
    conversation::begun(model, session);
    // Something to ask, to be sent or written over.
    out.push(Effect::KeepDraft(Some(session), question.clone()));
    model.drafts.insert(Some(session), question);
    room::go(model, Route::Chat(Some(session), None), out);
}

/// The person's answers as text, so that the conversation about a chapter fits what they know and want.
fn answers(model: &Model, id: CourseId) -> String {
    let language = model.language();
    let Some((flow, profile)) = model.course_flow(id).zip(model.course_profile(id)) else { return String::new() };
    let line = |field: &flow::Field| {
        let said = interview::answer_text(profile.get(field.name)?, language);
        let between = if language == Language::Zh { "：" } else { ": " };
        Some(format!("- {}{between}{said}\n", field.title.get(language)))
    };
    flow.fields.iter().filter_map(line).collect()
}

/// Id of the conversation about a chapter, of which there is one.
const fn chat_about(chapter: ChapterId) -> SessionId {
    SessionId::from_uuid(chapter.uuid())
}
