//! Reading `content.json`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::{
    KIND, PREFIX, RELATIONSHIP, color, formatted, markers, markers_json, note, note_json, quoted, style_json, tips,
    tips_json,
};
use crate::formats::tape::{Tape, Value};
use crate::formats::xmind::{ATTACHED, OWN_ID, TOPIC_LINK, arrangement, from_markers, structure, to_markers};
use crate::formats::{FormatError, MAX_NODES, MapFile};
use crate::node_tree::{FlatLine, FlatLink, FlatNode};

/// Keys that are written before all others, in this order.
const FIRST: [&str; 7] =
    [KIND, "xmind:id", "xmind:notes", "xmind:markers", "xmind:style", "xmind:attributedTitle", "xmind:structureClass"];

/// Reads all sheets.
pub fn read(text: &str) -> Result<Vec<MapFile>, FormatError> {
    let tape = Tape::new(text)?;
    let mut maps = Vec::new();
    let mut count = 0;
    // A list of sheets, or an object with the list under a name.
    let sheets = tape.root().get("sheets").unwrap_or_else(|| tape.root());
    for value in sheets.items() {
        let Some(root) = value.get("rootTopic") else { continue };
        let mut sheet = Sheet::default();
        sheet.topics(root, MAX_NODES - count)?;
        count += sheet.map.tree.nodes.len();
        sheet.rest(value);
        maps.push(sheet.map);
    }
    if maps.is_empty() { Err(FormatError::Missing("rootTopic")) } else { Ok(maps) }
}

#[derive(Default)]
struct Sheet {
    map: MapFile,
    ids: BTreeMap<String, usize>,
}

impl Sheet {
    fn topics(&mut self, root: Value<'_>, limit: usize) -> Result<(), FormatError> {
        let mut open: Vec<(Value<'_>, Option<usize>, String)> = vec![(root, None, ATTACHED.to_owned())];
        while let Some((topic, parent, kind)) = open.pop() {
            let index = self.map.tree.nodes.len();
            if index >= limit {
                return Err(FormatError::TooManyNodes);
            }
            let mut node = FlatNode { parent, ..FlatNode::default() };
            if kind != ATTACHED {
                node.extra.push((KIND.to_owned(), kind));
            }
            let first = open.len();
            for (name, value) in unique(topic) {
                if name == "children" {
                    for (kind, topics) in value.members() {
                        open.extend(topics.items().map(|topic| (topic, Some(index), kind.to_string())));
                    }
                } else {
                    self.field(&mut node, index, &name, value);
                }
            }
            open[first..].reverse();
            settle_title(&mut node);
            node.extra.sort_by_key(|(key, _)| FIRST.iter().position(|first| first == key).unwrap_or(FIRST.len()));
            self.map.tree.nodes.push(node);
        }
        Ok(())
    }

    fn field(&mut self, node: &mut FlatNode, index: usize, name: &str, value: Value<'_>) {
        let text = value.as_str();
        let is_kept = match (name, text.as_deref()) {
            ("title", Some(title)) => {
                title.clone_into(&mut node.title);
                false
            }
            ("id", Some(id)) => {
                // Of several with the same, only the first keeps it.
                if *self.ids.entry(id.to_owned()).or_insert(index) == index && !id.starts_with(OWN_ID) {
                    node.extra.push((format!("{PREFIX}id"), quoted(id)));
                }
                false
            }
            // Always written anew.
            ("class" | "title" | "id", _) => false,
            ("branch", Some("folded")) => {
                node.folded = true;
                false
            }
            ("href", Some(href)) if !href.is_empty() => {
                node.link = Some(FlatLink::Url(href.to_owned()));
                false
            }
            ("structureClass", Some(name)) if index == 0 => {
                self.map.arrangement = arrangement(name);
                self.map.arrangement.is_none_or(|arrangement| structure(arrangement) != name)
            }
            ("labels", _) if value.is_array() => {
                node.tags = value.items().filter_map(Value::as_str).map(Cow::into_owned).collect();
                false
            }
            ("notes", _) => {
                node.note = note(value).unwrap_or_default();
                value.raw() != note_json(&node.note)
            }
            ("markers", _) => {
                (node.icons, node.task) = from_markers(markers(value));
                value.raw() != markers_json(to_markers(&node.icons, node.task))
            }
            ("style", _) => {
                node.color = color(value);
                node.color.is_none_or(|color| value.raw() != style_json(color))
            }
            _ => true,
        };
        if is_kept {
            node.extra.push((format!("{PREFIX}{name}"), value.raw().to_owned()));
        }
    }

    /// Reads the parts of a sheet beside its topics.
    fn rest(&mut self, sheet: Value<'_>) {
        let tree = &mut self.map.tree;
        for node in &mut tree.nodes {
            if let Some(FlatLink::Url(url)) = &node.link
                && let Some(&to) = url.strip_prefix(TOPIC_LINK).and_then(|id| self.ids.get(id))
            {
                node.link = Some(FlatLink::Node(to));
            }
        }
        let mut without_ends = Vec::new();
        for (name, value) in unique(sheet) {
            match (&*name, value.as_str()) {
                ("rootTopic", _) => {}
                ("title", Some(title)) => self.map.title = title.into_owned(),
                ("id", Some(id)) if !id.starts_with(OWN_ID) => {
                    tree.extra.push((format!("{PREFIX}id"), value.raw().to_owned()));
                }
                ("class" | "title" | "id", _) => {}
                ("relationships", _) if value.is_array() => {
                    for relationship in value.items() {
                        match line(relationship, &self.ids) {
                            Some(line) => tree.lines.push(line),
                            None => without_ends.push((RELATIONSHIP.to_owned(), relationship.raw().to_owned())),
                        }
                    }
                }
                _ => tree.extra.push((format!("{PREFIX}{name}"), value.raw().to_owned())),
            }
        }
        tree.extra.append(&mut without_ends);
    }
}

/// The members of an object, of several with the same name only the first.
fn unique(value: Value<'_>) -> impl Iterator<Item = (Cow<'_, str>, Value<'_>)> {
    let mut seen = BTreeSet::new();
    value.members().filter(move |(name, _)| seen.insert(name.clone()))
}

/// Takes a title with formatting in place of a missing one, and of no other.
fn settle_title(node: &mut FlatNode) {
    let Some(at) = node.extra.iter().position(|(key, _)| key == "xmind:attributedTitle") else { return };
    let text = Tape::new(&node.extra[at].1).map(|tape| formatted(tape.root())).unwrap_or_default();
    if node.title.is_empty() {
        node.title.clone_from(&text);
    }
    if node.title != text {
        node.extra.remove(at);
    }
}

fn line(relationship: Value<'_>, ids: &BTreeMap<String, usize>) -> Option<FlatLine> {
    let end = |name: &str| ids.get(&*relationship.get(name)?.as_str()?).copied();
    let tips = relationship.get("style").map(tips).unwrap_or_default();
    let mut line = FlatLine { from: end("end1Id")?, to: end("end2Id")?, tips, ..FlatLine::default() };
    for (name, value) in unique(relationship) {
        match (&*name, value.as_str()) {
            ("end1Id" | "end2Id", _) => {}
            ("title", Some(title)) => line.label = title.into_owned(),
            ("id", Some(id)) if !id.starts_with(OWN_ID) => {
                line.extra.push((format!("{PREFIX}id"), value.raw().to_owned()));
            }
            ("class" | "title" | "id", _) => {}
            ("style", _) if value.raw() == tips_json(tips) => {}
            _ => line.extra.push((format!("{PREFIX}{name}"), value.raw().to_owned())),
        }
    }
    Some(line)
}
