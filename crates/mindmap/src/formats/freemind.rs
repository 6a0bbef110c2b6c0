//! FreeMind's and Freeplane's `.mm`: an XML tree of `node` elements.
//!
//! Attributes that no field holds are kept as `mm:NAME`, elements as `mm:<name>` with their whole text. Rich text is
//! kept as it was beside the title and the note made of it, and is written again as long as these are unchanged.

mod read;
mod write;

pub use read::read;
pub use write::write;

/// Prefix of qualified names of this format.
const PREFIX: &str = "mm:";
/// Prefix of ids that were made here for links; they are not kept.
const OWN_ID: &str = "ID_espalier_";
/// The version that is written where a file had none.
const VERSION: &str = "1.0.1";
/// Key of an icon without a name.
const OTHER_ICON: &str = "icon-without-name";
/// Attributes of an arrow for its ends, and their values.
const START_ARROW: &str = "STARTARROW";
const END_ARROW: &str = "ENDARROW";
const ARROW: &str = "DEFAULT";
const NO_ARROW: &str = "NONE";
/// Icons that stand for tasks.
const OPEN: &str = "unchecked";
const DONE: &str = "checked";

/// Whether a key is that of an element with this name.
fn is_element_key(key: &str, name: &str) -> bool {
    super::xml::element_name(PREFIX, key) == Some(name)
}

/// Title, if there is one, and note from a node's rich texts.
fn from_rich<'a>(elements: impl Iterator<Item = &'a str>) -> (Option<String>, String) {
    let mut title = None;
    let mut note = String::new();
    for element in elements {
        if kind(element).as_deref() == Some("NODE") {
            title = Some(super::rich::read(element, true));
            continue;
        }
        let text = super::rich::read(element, false);
        if !note.is_empty() && !text.is_empty() {
            note.push_str("\n\n");
        }
        note.push_str(&text);
    }
    (title, note)
}

/// The attribute `TYPE` of an element.
fn kind(element: &str) -> Option<String> {
    match super::xml::Tokens::new(element).next() {
        Ok(Some(super::xml::Token::Start(start))) => start.get("TYPE").map(str::to_owned),
        _ => None,
    }
}
