//! simple-mind-map's JSON: each node is `{"data": {"text": …}, "children": […]}`, the whole file either the root node
//! or an object with it under `root`. Fields as its documentation lists them (`text`, `richText`, `expand`, `uid`,
//! `icon`, `tag`, `hyperlink`, `note`, `dir`, `associativeLineTargets`, `associativeLineText`).
//!
//! Pictures, summaries and styles have no field here and are left out.

use std::collections::BTreeMap;

use super::tape::{Tape, Value};
use super::{FormatError, MAX_NODES, MapFile, rich};
use crate::node_tree::{FlatLine, FlatLink, FlatNode};
use espalier_model::mindmap::{Layout, Side, Task};

/// Whether a text is a file of this format.
pub fn is_such(text: &str) -> bool {
    Tape::new(text).is_ok_and(|tape| root(tape.root()).is_some())
}

/// The root node.
fn root(document: Value<'_>) -> Option<Value<'_>> {
    let is_node = |value: &Value<'_>| value.get("data").is_some_and(|data| data.get("text").is_some());
    Some(document).filter(is_node).or_else(|| document.get("root").filter(is_node))
}

/// Reads a file.
pub fn read(text: &str) -> Result<Vec<MapFile>, FormatError> {
    let tape = Tape::new(text)?;
    let root = root(tape.root()).ok_or(FormatError::Missing("root"))?;
    let mut map = MapFile {
        arrangement: tape.root().get("layout").and_then(Value::as_str).and_then(|name| arrangement(&name)),
        ..MapFile::default()
    };
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut lines: Vec<(usize, String, String)> = Vec::new();
    let mut open: Vec<(Value<'_>, Option<usize>)> = vec![(root, None)];
    while let Some((node, parent)) = open.pop() {
        let index = map.tree.nodes.len();
        if index >= MAX_NODES {
            return Err(FormatError::TooManyNodes);
        }
        if let Some(data) = node.get("data") {
            map.tree.nodes.push(read_node(data, parent));
            let uid = text_of(data, "uid");
            if !uid.is_empty() {
                places.entry(uid).or_insert(index);
            }
            let targets = data.get("associativeLineTargets");
            let targets = targets.iter().flat_map(|targets| targets.items()).filter_map(Value::as_str);
            lines.extend(targets.map(|to| (index, to.to_string(), label(data, &to))));
        } else {
            map.tree.nodes.push(FlatNode { parent, ..FlatNode::default() });
        }
        let first = open.len();
        open.extend(node.get("children").iter().flat_map(|all| all.items()).map(|child| (child, Some(index))));
        open[first..].reverse();
    }
    for (from, to, label) in lines {
        if let Some(&to) = places.get(&to).filter(|&&to| to != from) {
            map.tree.lines.push(FlatLine { from, to, label, ..FlatLine::default() });
        }
    }
    Ok(vec![map])
}

fn read_node(data: Value<'_>, parent: Option<usize>) -> FlatNode {
    let is = |name: &str, word: &str| data.get(name).is_some_and(|value| value.raw() == word);
    let title = text_of(data, "text");
    let title = if is("richText", "true") || title.trim_start().starts_with("<p>") { plain(&title) } else { title };
    let tags = data.get("tag").into_iter().flat_map(|tags| tags.items().collect::<Vec<_>>());
    let tags = tags.filter_map(|tag| tag.as_str().map(Into::into).or_else(|| Some(text_of(tag, "text"))));
    let icons = data.get("icon").into_iter().flat_map(|icons| icons.items().collect::<Vec<_>>());
    let link = Some(text_of(data, "hyperlink")).filter(|link| !link.trim().is_empty());
    let checked = data.get("checkbox").and_then(|checkbox| checkbox.get("done"));
    FlatNode {
        parent,
        title,
        note: text_of(data, "note"),
        icons: icons.filter_map(|icon| Some(icon.as_str()?.into_owned())).collect(),
        tags: tags.filter(|tag: &String| !tag.trim().is_empty()).collect(),
        task: match checked {
            Some(done) if done.raw() == "true" => Task::Done,
            Some(_) => Task::Open,
            None => Task::None,
        },
        link: link.map(FlatLink::Url),
        folded: is("expand", "false"),
        side: match text_of(data, "dir").as_str() {
            "left" => Some(Side::Left),
            "right" => Some(Side::Right),
            _ => None,
        },
        ..FlatNode::default()
    }
}

/// Plain text of formatted text. It is HTML as browsers write it, in which a reader of XML needs the tags without an
/// end closed and the entity of the space named.
fn plain(html: &str) -> String {
    let html = html.replace("<br>", "<br/>").replace("&nbsp;", "&#160;");
    rich::read(&format!("<html>{html}</html>"), true).replace('\u{a0}', " ").trim().to_owned()
}

/// Label of the line to a node: one text for all lines, or one for each.
fn label(data: Value<'_>, to: &str) -> String {
    let text = data.get("associativeLineText");
    let own = text.and_then(|texts| texts.get(to)).and_then(Value::as_str);
    own.or_else(|| text.and_then(Value::as_str)).map(Into::into).unwrap_or_default()
}

fn text_of(data: Value<'_>, name: &str) -> String {
    data.get(name).and_then(Value::as_str).map(Into::into).unwrap_or_default()
}

/// The arrangement that is most like a layout of that name.
fn arrangement(name: &str) -> Option<Layout> {
    match name {
        "logicalStructure" => Some(Layout::Right),
        "logicalStructureLeft" => Some(Layout::Left),
        "mindMap" => Some(Layout::Both),
        "organizationStructure" => Some(Layout::OrgChart),
        "catalogOrganization" => Some(Layout::Outline),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{self, Format};

    const FILE: &str = r#"{"layout":"mindMap","theme":{"template":"classic"},"root":{"data":{"text":"<p>Trip &amp; <b>co</b></p>","richText":true,"uid":"r"},
        "children":[
          {"data":{"text":"Food","uid":"a","expand":false,"note":"eat","tag":["x",{"text":"y","style":{}}],"icon":["priority_1"],"hyperlink":"https://a.example","dir":"left","associativeLineTargets":["b","gone"],"associativeLineText":{"b":"goes with"}},
           "children":[{"data":{"text":"Ramen","checkbox":{"done":true}},"children":[]}]},
          {"data":{"text":"Drinks","uid":"b","generalization":{"text":"s"}},"children":[]}]}}"#;

    #[test]
    fn a_file_is_read_with_everything_a_map_has_a_field_for() {
        let read = formats::read(FILE.as_bytes(), "trip.json").unwrap();
        assert_eq!((read.format, read.maps.len()), (Format::Json, 1));
        let map = &read.maps[0];
        let titles: Vec<&str> = map.tree.nodes.iter().map(|node| node.title.as_str()).collect();
        assert_eq!(titles, ["Trip & co", "Food", "Ramen", "Drinks"]);
        assert_eq!((map.title.as_str(), map.arrangement), ("Trip & co", Some(Layout::Both)));
        let food = &map.tree.nodes[1];
        assert_eq!((food.note.as_str(), food.folded, food.side), ("eat", true, Some(Side::Left)));
        assert_eq!(
            (&food.tags[..], &food.icons[..]),
            (&["x".to_owned(), "y".to_owned()][..], &["priority_1".to_owned()][..])
        );
        assert_eq!(food.link, Some(FlatLink::Url("https://a.example".to_owned())));
        assert_eq!(map.tree.nodes[2].task, Task::Done);
        assert_eq!(map.tree.lines.len(), 1);
        assert_eq!((map.tree.lines[0].to, map.tree.lines[0].label.as_str()), (3, "goes with"));
        assert!(map.tree.is_pre_order());
    }

    #[test]
    fn the_root_alone_is_a_file_too_and_other_json_is_not() {
        let root = r#"{"data":{"text":"A"},"children":[{"data":{"text":"B"}}]}"#;
        assert_eq!(formats::read(root.as_bytes(), "").unwrap().maps[0].tree.nodes.len(), 2);
        assert!(!is_such(r#"{"data":{"title":"A"}}"#) && !is_such("[]") && !is_such("{"));
        let deep = format!("{}{}", r#"{"data":{"text":"x"},"children":["#.repeat(50_000), "]}".repeat(50_000));
        assert_eq!(read(&deep).unwrap()[0].tree.nodes.len(), 50_000);
    }
}
