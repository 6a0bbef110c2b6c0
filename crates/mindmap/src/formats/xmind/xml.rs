//! `content.xml` and `styles.xml` of XMind 8.
//!
//! Attributes that no field holds are kept as `xmind8:name`, elements as `xmind8:<name>` with their whole text.

mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::formats::xml::{Token, Tokens};

/// Prefix of qualified names of this format.
const PREFIX: &str = "xmind8:";
/// Key of the kind of a topic, if it is not the usual one.
const KIND: &str = "xmind8:topics";

/// Elements of a topic with a place of their own.
const OWN_ELEMENTS: [&str; 6] = ["title", "notes", "marker-refs", "labels", "children", "topic"];

/// The text of a note: the part of it that is called `plain`.
fn note(element: &str) -> String {
    let mut tokens = Tokens::new(element);
    let mut note = String::new();
    let mut is_plain = false;
    while let Ok(Some(token)) = tokens.next() {
        match token {
            Token::Start(start) if tokens.depth() == 2 => is_plain = start.name == "plain",
            Token::Text(text) if is_plain => note.push_str(&text),
            Token::End => is_plain &= tokens.depth() > 1,
            _ => {}
        }
    }
    note
}

/// A note as it is written where a file had none.
fn note_xml(note: &str) -> String {
    let mut writer = crate::formats::xml::Writer::default();
    writer.start("notes");
    writer.element("plain", note);
    writer.finish()
}
