//! Texts by which entries, categories and goals are found.

use espalier_base::time::Timestamp;
use espalier_find::Passage;
use espalier_model::{Record, Thing};

/// Passes on the texts of a row of the room.
pub fn of(record: &Record, add: &mut dyn FnMut(Thing, Passage<'_>)) {
    match record {
        Record::TimeEntries(row) => {
            let mut text = row.note.clone();
            for tag in row.tags.iter() {
                text.push_str(" #");
                text.push_str(tag);
            }
            add(Thing::Entry(row.id), Passage { text: &text, is_name: false, at: row.start });
        }
        Record::TimeCategories(row) => {
            for text in [&row.name].into_iter().chain(&row.aliases) {
                add(Thing::Category(row.id), Passage { text, is_name: true, at: Timestamp(0) });
            }
        }
        Record::Goals(row) => {
            add(Thing::Goal(row.id), Passage { text: &row.name, is_name: true, at: Timestamp(0) });
        }
        _ => {}
    }
}
