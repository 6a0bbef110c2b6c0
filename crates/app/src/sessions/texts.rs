//! Texts by which conversations, messages and agents are found.

use espalier_find::Passage;
use espalier_model::conversation::Part;
use espalier_model::persona::Preset;
use espalier_model::{Record, Thing};

/// Passes on the texts of a row of the room.
pub fn of(record: &Record, add: &mut dyn FnMut(Thing, Passage<'_>)) {
    match record {
        Record::Sessions(row) => {
            add(Thing::Session(row.id), Passage { text: &row.name, is_name: true, at: row.updated_at });
        }
        Record::Messages(row) => {
            let (thing, at) = (Thing::Message(row.key()), row.created_at);
            let mut whole = String::new();
            for part in &row.parts {
                let text = match part {
                    Part::Text { text } | Part::Reasoning { text } | Part::Report { text } => text,
                    Part::ToolCall { arguments, .. } => arguments,
                    Part::ToolResult { content, .. } => content,
                    Part::Attachment(file) => {
                        add(thing, Passage { text: &file.name, is_name: true, at });
                        &file.text
                    }
                    Part::Opaque { .. } => continue,
                };
                if !whole.is_empty() {
                    whole.push('\n');
                }
                whole.push_str(text);
            }
            add(thing, Passage { text: &whole, is_name: false, at });
        }
        Record::Personas(row) => {
            let (thing, at) = (Thing::Persona(row.id), row.created_at);
            add(thing, Passage { text: &row.name, is_name: true, at });
            for preset in &row.presets {
                if let Preset::Message { text, .. } = preset {
                    add(thing, Passage { text, is_name: false, at });
                }
            }
        }
        _ => {}
    }
}
