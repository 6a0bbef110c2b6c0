//! From one room to another: what is made in one of what stands in the other.
//!
//! - B1 What is made belongs to the room it is made in: one step of that room's history, which is shown then.
//!
//! Must not be in here: rules of a room.

use serde_json::json;

use super::edit::{self, Label};
use super::effect::Effect;
use super::navigate::Route;
use super::timelog::{self, Step};
use super::{Model, Notice, Refusal, load, notify};
use crate::base::date::LocalDate;
use crate::base::env::Env;
use crate::base::language::Language;
use crate::base::text::truncate;
use crate::command::history::Document;
use crate::feature::mindmap::maps::name_of;
use crate::feature::mindmap::node_tree::NodeTree;
use crate::feature::mindmap::transfer;
use crate::model::course::{Chapter, ChapterId, Outline, Section};
use crate::model::mindmap::Task;
use crate::model::persona::Role;
use crate::model::{Course, CourseId, MapId, Message, Session, SessionId};

const SUBJECT: usize = 60;
/// How many minutes a day are thought to be spent on a goal.
const MINUTES_PER_DAY: u32 = 60;

fn outline_of(model: &mut Model, id: CourseId) -> Option<Outline> {
    let outline = model.workspace.get::<Course>(&id).and_then(|row| row.outline.clone());
    if outline.is_none() {
        edit::refuse(model, Refusal::Gone);
    }
    outline
}

/// What is in a chapter, with the outline of its lesson.
fn content(chapter: &Chapter) -> String {
    let parts = [chapter.snippet.trim(), chapter.lesson.trim()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Makes a map of an outline.
pub fn course_to_map(model: &mut Model, env: &mut Env, id: CourseId, out: &mut Vec<Effect>) {
    let Some(outline) = outline_of(model, id) else { return };
    let title = model.course_title(id);
    let mut tree = NodeTree::default();
    let root = tree.push(None, title.as_str());
    tree.nodes[root].note.clone_from(&outline.description);
    for section in &outline.sections {
        let above = tree.push(Some(root), section.title.as_str());
        for chapter in &section.chapters {
            let at = tree.push(Some(above), chapter.title.as_str());
            tree.nodes[at].note = content(chapter);
            tree.nodes[at].task = if chapter.done { Task::Done } else { Task::Open };
        }
    }
    let label = Label { document: Document::Maps, command: "course.toMap", subject: truncate(&title, SUBJECT) };
    let made = edit::run(model, env, label, out, |draft, env| {
        let map: MapId = env.id();
        transfer::new_map(draft, env, map, &name_of(&title), &tree);
        Ok(map)
    });
    if let Some((map, _)) = made {
        load::go(model, Route::Map(Some(map), None), out);
        notify(model, Notice::Done("course.toMap", title, Document::Maps), false);
    }
}

/// How long a part takes: its share of the whole, by its chapters.
fn minutes_of(outline: &Outline, section: &Section) -> u32 {
    let all = outline.progress().1.max(1);
    let share = u64::from(outline.estimated_minutes) * section.chapters.len() as u64 / all as u64;
    u32::try_from(share).unwrap_or(u32::MAX).max(1)
}

/// Makes a goal of each part of an outline, one after the other from today on.
pub fn course_to_goals(model: &mut Model, env: &mut Env, id: CourseId, out: &mut Vec<Effect>) {
    let Some(outline) = outline_of(model, id) else { return };
    let title = model.course_title(id);
    timelog::ensure(model);
    let mut day: LocalDate = model.today();
    let steps = outline.sections.iter().map(|section| -> Step {
        let minutes = minutes_of(&outline, section);
        let last = day.plus_days(i32::try_from(minutes.div_ceil(MINUTES_PER_DAY)).unwrap_or(1).max(1) - 1);
        let name = truncate(&format!("{title}: {}", section.title), GOAL_NAME);
        let params = json!({ "name": name, "from": day.to_string(), "to": last.to_string(), "targetMinutes": minutes });
        day = last.plus_days(1);
        ("goal.create", params)
    });
    let steps: Vec<Step> = steps.collect();
    if timelog::run(model, env, "course.toGoals", steps, out).is_some() {
        load::go(model, Route::Time, out);
        notify(model, Notice::Done("course.toGoals", title, Document::TimeLog), false);
    }
}

/// The most characters of a goal's name.
const GOAL_NAME: usize = 100;

/// Opens the conversation in Chat that knows a chapter, or begins it.
pub fn chapter_to_chat(model: &mut Model, env: &mut Env, id: CourseId, chapter: ChapterId, out: &mut Vec<Effect>) {
    let Some(outline) = outline_of(model, id) else { return };
    let holds = |section: &&Section| section.chapters.iter().any(|row| row.id == chapter);
    let found = outline.sections.iter().find(holds).zip(outline.chapter(chapter));
    let Some((section, row)) = found else { return edit::refuse(model, Refusal::Gone) };
    let title = model.course_title(id);
    let session = chat_about(chapter);
    model.composer_calls += 1;
    if model.workspace.get::<Session>(&session).is_some() {
        return load::go(model, Route::Chat(Some(session), None), out);
    }
    let (part, name, more) = (&section.title, &row.title, content(row));
    let (context, question) = match model.language() {
        Language::En => (
            format!(
                "**Context of this chapter**\n\n- Course: {title}\n- Part: {part}\n- Chapter: {name}\n\n{more}\n\n*The user is at this chapter and wants to talk about it.*"
            ),
            format!("Explain “{name}” to me with an example."),
        ),
        Language::Zh => (
            format!(
                "**本章背景**\n\n- 课程：{title}\n- 部分：{part}\n- 章节：{name}\n\n{more}\n\n*用户正在学习这一章，想就此讨论。*"
            ),
            format!("请用一个例子讲解“{name}”。"),
        ),
    };
    let label = Label { document: Document::Sessions, command: "course.chat", subject: truncate(&row.title, SUBJECT) };
    let made = edit::run(model, env, label, out, |draft, env| {
        draft.put(Session::new(session, env.now));
        let message = Message::new(env.id(), session, None, Role::System, context.trim(), env.now);
        let leaf = message.id;
        draft.put(message);
        draft.update::<Session>(&session, |new| {
            new.name = truncate(&row.title, SUBJECT);
            new.active_leaf = Some(leaf);
        });
        Ok(())
    });
    if made.is_none() {
        return;
    }
    shown(model, session);
    // Something to ask, to be sent or written over.
    out.push(Effect::KeepDraft(Some(session), question.clone()));
    model.drafts.insert(Some(session), question);
    load::go(model, Route::Chat(Some(session), None), out);
}

/// The conversation about a chapter: there is one of each.
const fn chat_about(chapter: ChapterId) -> SessionId {
    SessionId::from_uuid(chapter.uuid())
}

/// A conversation that was just made is in memory already.
fn shown(model: &mut Model, session: SessionId) {
    model.opened.insert(session);
    model.stale_views.insert(session);
    model.history.absorb(Document::Session(session), []);
}
