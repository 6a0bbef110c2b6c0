//! Descriptions of steps for the history: each shape before and after.

use super::agent::STEP;
use crate::Model;
use espalier_command::history::Entry;
use espalier_i18n::messages;
use espalier_i18n::scene::Scene as Words;
use espalier_model::change::{Change, Edit};
use espalier_model::scene::{Geometry, Shape, Vector};
use espalier_model::{Field, Record, RecordKey, ShapeField};

/// Number of shapes of a step that are described; the rest is only counted.
const DESCRIBED: usize = 4;

/// Sentences for the history: the changes of shapes by a step, and who asked for them.
pub fn describe(model: &Model, entry: &Entry) -> Vec<String> {
    let words = &messages(model.language()).scene;
    let shapes = || entry.changes.iter().filter(|(key, _)| matches!(key, RecordKey::Shapes(_)));
    let mut lines: Vec<String> =
        shapes().take(DESCRIBED).filter_map(|(key, change)| sentence(model, key, change, words)).collect();
    let more = shapes().count().saturating_sub(DESCRIBED);
    if more > 0 {
        lines.push((words.more_shapes)(more));
    }
    let by_assistant = entry.command == STEP || model.decided_by(entry.id, false).is_some();
    lines.push(if by_assistant { words.by_assistant } else { words.by_you }.to_owned());
    lines
}

fn sentence(model: &Model, key: &RecordKey, change: &Change, words: &Words) -> Option<String> {
    match change {
        Change::Added(Record::Shapes(row)) => Some((words.was_made)(&(words.label)(row), &measures(row, words))),
        Change::Removed(Record::Shapes(row)) => Some((words.was_removed)(&(words.label)(row), &measures(row, words))),
        Change::Updated(edits) => {
            let row = model.workspace.tables().record(key);
            let label = match &row {
                Some(Record::Shapes(row)) => (words.label)(row),
                _ => words.gone_shape.to_owned(),
            };
            let parts: Vec<String> = edits.iter().filter_map(|edit| difference(edit, words)).collect();
            (!parts.is_empty()).then(|| format!("{label}{}{}", words.colon, parts.join(words.between)))
        }
        _ => None,
    }
}

fn measures(row: &Shape, words: &Words) -> String {
    let [x, y, z] = row.position.map(short);
    format!("({x}, {y}, {z}){}{} {}", words.between, words.size, short(row.geometry.size()))
}

/// A field before and after; `None` for times.
fn difference(edit: &Edit, words: &Words) -> Option<String> {
    let (Field::Shapes(from), Field::Shapes(to)) = (&edit.from, &edit.to) else { return None };
    let pair = |name: &str, from: String, to: String| Some(format!("{name} {from} → {to}"));
    match (from, to) {
        (ShapeField::Name(from), ShapeField::Name(to)) => pair(words.name, (words.quoted)(from), (words.quoted)(to)),
        (ShapeField::Position(from), ShapeField::Position(to)) => pair(words.position, vector(from), vector(to)),
        (ShapeField::Rotation(from), ShapeField::Rotation(to)) => pair(words.rotation, vector(from), vector(to)),
        (ShapeField::Color(from), ShapeField::Color(to)) => pair(words.color, from.to_string(), to.to_string()),
        (ShapeField::Geometry(from), ShapeField::Geometry(to)) if (from.size() - to.size()).abs() < 1e-9 => {
            pair(words.vertices, vertices(from), vertices(to))
        }
        (ShapeField::Geometry(from), ShapeField::Geometry(to)) => {
            pair(words.size, short(from.size()), short(to.size()))
        }
        // Every field by name: one that is new has to be told of.
        (
            ShapeField::UpdatedAt(_)
            | ShapeField::Name(_)
            | ShapeField::Position(_)
            | ShapeField::Rotation(_)
            | ShapeField::Color(_)
            | ShapeField::Geometry(_),
            _,
        ) => None,
    }
}

fn vector(value: &Vector) -> String {
    let [x, y, z] = value.map(short);
    format!("({x}, {y}, {z})")
}

fn vertices(geometry: &Geometry) -> String {
    match geometry {
        Geometry::Triangle { vertices } => vertices.iter().map(vector).collect::<Vec<_>>().join(" "),
        other => short(other.size()),
    }
}

/// A number with at most two decimal places.
pub fn short(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0 + 0.0;
    rounded.to_string()
}
