//! Courses out to files and in from files.

use super::{SUBJECT, table};
use crate::edit::{self, Label};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Model, Notice, Refusal, notify, room};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::history::Document;
use espalier_course::{export, import};
use espalier_model::{Course, CourseId};

/// Form of an exported course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text for reading.
    Markdown,
    /// A file that can be imported again.
    Json,
}

/// Writes a course to a file.
pub(super) fn write(model: &mut Model, id: CourseId, format: Format, out: &mut Vec<Effect>) {
    let found = model.workspace.get::<Course>(&id).cloned().zip(model.course_flow(id));
    let Some((row, flow)) = found else { return edit::refuse(model, Refusal::Gone) };
    let (extension, mime, text) = match format {
        Format::Markdown => ("md", "text/markdown", export::markdown(&row, flow, model.language())),
        Format::Json => ("json", "application/json", export::json_text(&row)),
    };
    let title = model.course_title(id);
    let safe: String = title.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(SUBJECT).collect();
    let stem = safe.trim_matches('-');
    let name = format!("{}.{extension}", if stem.is_empty() { "course" } else { stem });
    notify(model, Notice::Exported(name.clone()), false);
    out.push(Effect::SaveFile { name, mime, bytes: text.into_bytes() });
}

/// Imports the course of a file, and shows it; returns whether there is one.
pub fn read(model: &mut Model, env: &mut Env, file: &str, bytes: &[u8], out: &mut Vec<Effect>) -> bool {
    let Some(course) = import::read(bytes, model.language(), env) else { return false };
    let id = course.id;
    let label = Label { document: Document::COURSES, command: table::IMPORT, subject: truncate(file, SUBJECT) };
    let done = edit::run(model, env, label, out, |draft, _| {
        draft.put(course);
        Ok(())
    });
    if done.is_some() {
        room::go(model, Route::Course(Some(id), None), out);
        notify(model, Notice::Imported(1), false);
    }
    true
}
