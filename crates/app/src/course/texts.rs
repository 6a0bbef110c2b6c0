//! Texts by which courses and chapters are found.

use espalier_find::Passage;
use espalier_model::course::FieldAnswer;
use espalier_model::{Record, Thing};

/// Passes on the texts of a row of the room.
pub fn of(record: &Record, add: &mut dyn FnMut(Thing, Passage<'_>)) {
    let Record::Courses(row) = record else { return };
    let (thing, at) = (Thing::Course(row.id), row.updated_at);
    add(thing, Passage { text: row.title(), is_name: true, at });
    for answer in row.profile.values() {
        let text = match answer {
            FieldAnswer::Chosen(options) => options.join(", "),
            FieldAnswer::Words(words) => words.clone(),
            FieldAnswer::Skipped => continue,
        };
        add(thing, Passage { text: &text, is_name: false, at });
    }
    let Some(outline) = &row.outline else { return };
    if outline.title != row.title() {
        add(thing, Passage { text: &outline.title, is_name: true, at });
    }
    add(thing, Passage { text: &outline.description, is_name: false, at });
    for section in &outline.sections {
        add(thing, Passage { text: &section.title, is_name: false, at });
        for chapter in &section.chapters {
            let thing = Thing::Chapter(row.id, chapter.id);
            add(thing, Passage { text: &chapter.title, is_name: true, at });
            for text in [&chapter.snippet, &chapter.lesson] {
                add(thing, Passage { text, is_name: false, at });
            }
        }
    }
}
