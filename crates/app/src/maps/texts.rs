//! Texts by which maps and nodes are found.

use espalier_find::Passage;
use espalier_model::mindmap::NodeLink;
use espalier_model::{Record, Thing};

/// Passes on the texts of a row of the room.
pub fn of(record: &Record, add: &mut dyn FnMut(Thing, Passage<'_>)) {
    match record {
        Record::Maps(row) => add(Thing::Map(row.id), Passage { text: &row.name, is_name: true, at: row.updated_at }),
        Record::Nodes(row) => {
            let (thing, at) = (Thing::Node(row.key()), row.updated_at);
            add(thing, Passage { text: &row.title, is_name: true, at });
            let mut text = row.note.clone();
            if let Some(NodeLink::Url { url }) = &row.link {
                text.push('\n');
                text.push_str(url);
            }
            for tag in &row.tags {
                text.push_str("\n#");
                text.push_str(tag);
            }
            add(thing, Passage { text: &text, is_name: false, at });
        }
        _ => {}
    }
}
