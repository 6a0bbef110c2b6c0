//! Texts by which scenes and shapes are found.

use espalier_find::Passage;
use espalier_model::{Record, Thing};

/// Passes on the texts of a row of the room.
pub fn of(record: &Record, add: &mut dyn FnMut(Thing, Passage<'_>)) {
    match record {
        Record::Scenes(row) => {
            add(Thing::Scene(row.id), Passage { text: &row.name, is_name: true, at: row.updated_at });
        }
        Record::Shapes(row) => {
            add(Thing::Shape(row.key()), Passage { text: &row.name, is_name: true, at: row.updated_at });
        }
        _ => {}
    }
}
