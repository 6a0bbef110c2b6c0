//! Courses made of something: the first level of a tree becomes parts, the second one chapters, and what is below those
//! the outlines of their lessons.

use super::content::Content;
use super::merge::{self, Made, Row, state_of};
use super::{MAKE_COURSE, MAKE_UPDATE, Making, NAME, Source, To, show};
use crate::effect::Effect;
use crate::{Model, Refusal, edit};
use espalier_base::env::Env;
use espalier_base::fnv::uuid_of;
use espalier_base::text::truncate;
use espalier_command::history::Document;
use espalier_mindmap::node_tree::FlatNode;
use espalier_model::course::{Chapter, ChapterId, Difficulty, Outline, Section, SectionId};
use espalier_model::mindmap::Task;
use espalier_model::{Course, CourseId, Thing};
use uuid::Uuid;

/// Minutes that a chapter takes, as long as nobody says otherwise.
const MINUTES: u32 = 30;

/// Makes a course, or brings the one up to date that was made before.
pub fn make(model: &mut Model, env: &mut Env, source: &Source, content: &Content, out: &mut Vec<Effect>) {
    let id = CourseId::from_uuid(source.made_id(To::Course));
    let Some(making) = Making::new(model, source, content, Thing::Course(id)) else {
        return edit::refuse(model, Refusal::Gone);
    };
    let rows = rows(content, id.uuid());
    let known = model.workspace.get::<Course>(&id).cloned();
    let command = if known.is_some() { MAKE_UPDATE } else { MAKE_COURSE };
    let document = if known.is_some() { Document::of(id) } else { Document::COURSES };
    let label = edit::Label { document, command, subject: truncate(&content.name, NAME) };
    let done = edit::run(model, env, label, out, |draft, env| {
        let before = known.as_ref().and_then(|row| row.outline.clone());
        let mut parts = Parts { root: id.uuid(), outline: before.unwrap_or_else(|| empty(content, env)) };
        merge::update(&mut parts, &rows, &making.last);
        let mut row = known.as_deref().cloned().unwrap_or_else(|| Course::new(id, "course", env.now));
        row.updated_at = env.now;
        if row.outline.as_ref() != Some(&parts.outline) {
            row.replace_outline(parts.outline);
        }
        draft.put(row);
        making.put(draft, state_of(&rows));
        Ok(())
    });
    if done.is_some() {
        show(model, Thing::Course(id), (command, document), &content.name, out);
    }
}

fn empty(content: &Content, env: &Env) -> Outline {
    let depths = content.tree.depths();
    let chapters = depths.iter().filter(|depth| **depth == 2).count().max(1);
    Outline {
        title: content.name.clone(),
        description: content.tree.nodes[0].note.clone(),
        difficulty: Difficulty::default(),
        estimated_minutes: u32::try_from(chapters).unwrap_or(1).saturating_mul(MINUTES),
        sections: Vec::new(),
        reason: String::new(),
        made_at: env.now,
        completed_here: false,
        template: false,
        unfinished: None,
        made_for: Default::default(),
        remade: String::new(),
    }
}

/// Returns the rows of a course: its parts with a title, their chapters with a title, a summary and a lesson. A part without
/// chapters gets one, and where there are no parts but only chapters, they are put into one part.
fn rows(content: &Content, course: Uuid) -> Vec<Row> {
    let (ids, depths, nodes) = (content.ids(course), content.tree.depths(), &content.tree.nodes);
    let is_flat = !depths.iter().any(|depth| *depth > 1);
    let only = |id: Uuid| uuid_of(&format!("{id} chapter"));
    let mut rows: Vec<Row> = Vec::new();
    if is_flat {
        rows.push(Row { id: only(course), parent: Some(course), fields: vec![content.name.clone()] });
    }
    for (at, node) in nodes.iter().enumerate().skip(1) {
        let (depth, id) = (depths[at] + usize::from(is_flat), ids[at]);
        match depth {
            1 => {
                rows.push(Row { id, parent: Some(course), fields: vec![node.title.clone()] });
                if depths.get(at + 1).is_none_or(|next| *next < 2) {
                    rows.push(Row { id: only(id), parent: Some(id), fields: chapter_of(node) });
                }
            }
            2 => {
                let parent = if is_flat { only(course) } else { node.parent.map_or(course, |above| ids[above]) };
                rows.push(Row { id, parent: Some(parent), fields: chapter_of(node) });
            }
            _ => {
                let Some(lesson) = rows.last_mut().and_then(|row| row.fields.get_mut(2)) else { continue };
                let indent = "  ".repeat(depth - 3);
                let mark = if node.task == Task::Done { "[x] " } else { "" };
                let line = format!("{indent}- {mark}{}", node.title.replace('\n', " "));
                let between = if lesson.is_empty() { "" } else { "\n" };
                let notes = node.note.lines().map(|line| format!("\n{indent}  {line}"));
                lesson.extend([between.to_owned(), line].into_iter().chain(notes));
            }
        }
    }
    rows
}

fn chapter_of(node: &FlatNode) -> Vec<String> {
    vec![node.title.clone(), node.note.clone(), String::new()]
}

/// The parts and chapters of an outline that was made.
struct Parts {
    /// Id that parts hang on.
    root: Uuid,
    outline: Outline,
}

impl Parts {
    fn section(&mut self, id: Uuid) -> Option<&mut Section> {
        self.outline.sections.iter_mut().find(|section| section.id.uuid() == id)
    }
}

impl Made for Parts {
    fn fields(&self, id: Uuid) -> Option<Vec<String>> {
        if id == self.root {
            return Some(Vec::new());
        }
        if let Some(chapter) = self.outline.chapter(ChapterId::from_uuid(id)) {
            return Some(vec![chapter.title.clone(), chapter.snippet.clone(), chapter.lesson.clone()]);
        }
        self.outline.section(SectionId::from_uuid(id)).map(|section| vec![section.title.clone()])
    }

    fn add(&mut self, row: &Row, position: usize) {
        let mut fields = row.fields.iter().cloned();
        let mut next = || fields.next().unwrap_or_default();
        let (title, snippet, lesson) = (next(), next(), next());
        if row.parent == Some(self.root) {
            let at = position.min(self.outline.sections.len());
            let section = Section { id: SectionId::from_uuid(row.id), title, chapters: Vec::new() };
            self.outline.sections.insert(at, section);
        } else if let Some(section) = row.parent.and_then(|parent| self.section(parent)) {
            let at = position.min(section.chapters.len());
            let chapter = Chapter { id: ChapterId::from_uuid(row.id), title, snippet, lesson, done: false };
            section.chapters.insert(at, chapter);
        }
    }

    fn write(&mut self, id: Uuid, field: usize, text: &str) {
        if let Some(chapter) = self.outline.chapter_mut(ChapterId::from_uuid(id)) {
            text.clone_into(match field {
                0 => &mut chapter.title,
                1 => &mut chapter.snippet,
                _ => &mut chapter.lesson,
            });
        } else if let Some(section) = self.section(id) {
            text.clone_into(&mut section.title);
        }
    }

    fn remove(&mut self, id: Uuid) -> bool {
        let (before, chapter) = (self.outline.sections.len(), ChapterId::from_uuid(id));
        // One that was done is the person's.
        if let Some(row) = self.outline.chapter(chapter) {
            let is_free = !row.done;
            if is_free {
                for section in &mut self.outline.sections {
                    section.chapters.retain(|row| row.id != chapter);
                }
            }
            return is_free;
        }
        self.outline.sections.retain(|section| section.id.uuid() != id || !section.chapters.is_empty());
        self.outline.sections.len() < before
    }
}
