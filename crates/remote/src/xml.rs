//! Answers in XML, read with limits: entities can't be defined, and size, number and depth of elements are bounded.

use roxmltree::{Document, Node, ParsingOptions};

use crate::error::RemoteError;
use crate::request::Response;

/// Most bytes of an answer; a listing of 50,000 files has less.
const MOST_BYTES: usize = 32 << 20;
/// Most elements, attributes and texts.
const MOST_NODES: u32 = 2_000_000;
/// Deepest element; those of both protocols are less than ten deep.
const DEEPEST: usize = 64;

/// Reads an answer whose root has this name.
pub fn read<O>(
    response: &Response,
    root: &str,
    take: impl FnOnce(Node<'_, '_>) -> Result<O, RemoteError>,
) -> Result<O, RemoteError> {
    let not_this_kind = RemoteError::NotThisKind { status: response.status };
    if response.body.len() > MOST_BYTES {
        return Err(RemoteError::Unreadable);
    }
    let text = std::str::from_utf8(&response.body).map_err(|_| RemoteError::Unreadable)?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if !text.starts_with('<') || is_page(text) {
        return Err(not_this_kind);
    }
    if is_too_deep(text) {
        return Err(RemoteError::Unreadable);
    }
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|_| RemoteError::Unreadable)?;
    let found = document.root_element();
    if found.tag_name().name() == root { take(found) } else { Err(not_this_kind) }
}

/// Returns the first child of that name in the namespace of its parent.
pub fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    children(node, name).next()
}

/// Returns the children of that name in the namespace of their parent.
pub fn children<'a, 'input: 'a>(node: Node<'a, 'input>, name: &str) -> impl Iterator<Item = Node<'a, 'input>> {
    let namespace = node.tag_name().namespace();
    let is_meant =
        move |child: &Node<'_, '_>| child.tag_name().namespace() == namespace && child.tag_name().name() == name;
    node.children().filter(is_meant)
}

/// Returns the text of a child, all pieces of it.
pub fn text_of(node: Node<'_, '_>, name: &str) -> Option<String> {
    Some(child(node, name)?.children().filter_map(|piece| piece.text()).collect())
}

/// Whether it is a page for people, as servers and routers answer that don't know the request.
fn is_page(text: &str) -> bool {
    let start: String = text.chars().take(15).flat_map(char::to_lowercase).collect();
    start.starts_with("<!doctype html") || start.starts_with("<html")
}

/// Whether elements stand too deep in each other. It counts what looks like a tag, also in a comment: the reader itself
/// calls itself for every level.
fn is_too_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    for (at, _) in text.match_indices('<') {
        let rest = &text.as_bytes()[at + 1..];
        match rest.first() {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') | None => {}
            Some(_) => {
                let end = rest.iter().position(|byte| matches!(byte, b'>' | b'<')).unwrap_or(rest.len());
                if end == 0 || rest[end - 1] != b'/' {
                    depth += 1;
                }
            }
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(body: &str) -> Result<String, RemoteError> {
        let response = Response { status: 200, body: body.as_bytes().to_vec(), ..Response::default() };
        read(&response, "a", |root| Ok(text_of(root, "b").unwrap_or_default()))
    }

    #[test]
    fn texts_are_found_in_the_namespace_of_the_root() {
        assert_eq!(of("\u{feff}<?xml version='1.0'?><a><b>x&amp;<![CDATA[<y>]]></b></a>").as_deref(), Ok("x&<y>"));
        assert_eq!(of("<n:a xmlns:n='N'><b>no</b><n:b>yes</n:b></n:a>").as_deref(), Ok("yes"));
    }

    #[test]
    fn hostile_xml_is_refused() {
        let bomb = "<!DOCTYPE a [<!ENTITY x 'xxxx'><!ENTITY y '&x;&x;'>]><a><b>&y;</b></a>";
        let outside = "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a><b>&x;</b></a>";
        let deep = format!("<a>{}{}</a>", "<b>".repeat(100_000), "</b>".repeat(100_000));
        let open = "<a>".repeat(1_000_000);
        let large = format!("<a>{}</a>", " ".repeat(MOST_BYTES));
        for text in [bomb, outside, &deep, &open, &large, "<a>", "<a><b></a>", "<a>&x;</a>"] {
            assert_eq!(of(text), Err(RemoteError::Unreadable), "{}", &text[..text.len().min(80)]);
        }
        let latin = Response { status: 200, body: b"<a><b>\xe4</b></a>".to_vec(), ..Response::default() };
        assert_eq!(read(&latin, "a", |_| Ok(())), Err(RemoteError::Unreadable));
    }

    #[test]
    fn a_page_for_people_is_another_kind_of_server() {
        for text in ["<!DOCTYPE html><p>Log in", "<html><body/></html>", "Hello", "{}", "", "<z/>"] {
            assert_eq!(of(text), Err(RemoteError::NotThisKind { status: 200 }), "{text}");
        }
    }
}
