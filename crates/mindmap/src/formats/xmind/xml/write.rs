//! Writing `content.xml` and `styles.xml`.

use std::collections::BTreeSet;

use super::{KIND, OWN_ELEMENTS, PREFIX, note, note_xml};
use crate::formats::MapFile;
use crate::formats::xmind::{ATTACHED, OWN_ID, TOPIC_LINK, arrangement, structure, to_markers};
use crate::formats::xml::{Writer, element_name, is_element, write_attributes, write_elements};
use crate::node_tree::{FlatLink, FlatNode, NodeTree};
use espalier_model::mindmap::{Color, Task};

const NAMESPACES: [(&str, &str); 6] = [
    ("xmlns", "urn:xmind:xmap:xmlns:content:2.0"),
    ("xmlns:fo", "http://www.w3.org/1999/XSL/Format"),
    ("xmlns:svg", "http://www.w3.org/2000/svg"),
    ("xmlns:xhtml", "http://www.w3.org/1999/xhtml"),
    ("xmlns:xlink", "http://www.w3.org/1999/xlink"),
    ("version", "2.0"),
];

/// Writes both files. Several roots are put below a topic with the title of the map.
pub fn write(map: &MapFile) -> (String, String) {
    let ids = ids(&map.tree);
    let mut writer = Writer::document();
    writer.start("xmap-content");
    for (name, value) in NAMESPACES {
        writer.attribute(name, value);
    }
    writer.start("sheet");
    if !map.tree.extra.iter().any(|(key, _)| key == "xmind8:id") {
        writer.attribute("id", &format!("{OWN_ID}sheet"));
    }
    write_attributes(&mut writer, PREFIX, &map.tree.extra, &[]);
    topics(&mut writer, map, &ids);
    writer.element("title", &map.title);
    relationships(&mut writer, &map.tree, &ids);
    write_elements(&mut writer, PREFIX, &map.tree.extra, &["title", "relationship"]);
    (writer.finish(), styles(&map.tree))
}

/// The id of each node: its own, if no other had it before, or one made of its place.
fn ids(tree: &NodeTree) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let id = |(index, node): (usize, &FlatNode)| {
        let own = node.extra.iter().find(|(key, _)| key == "xmind8:id").map(|(_, id)| id.clone());
        own.filter(|id| taken.insert(id.clone())).unwrap_or_else(|| format!("{OWN_ID}{index}"))
    };
    tree.nodes.iter().enumerate().map(id).collect()
}

/// Steps that are still to be written, the next one last.
enum Step<'a> {
    Topic(usize),
    Topics(&'a str),
    End(usize),
}

fn topics(writer: &mut Writer, map: &MapFile, ids: &[String]) {
    let tree = &map.tree;
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); tree.nodes.len()];
    let mut roots = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        match node.parent.and_then(|parent| children.get_mut(parent)) {
            Some(siblings) => siblings.push(index),
            None => roots.push(index),
        }
    }
    let mut steps = Vec::new();
    if let [root] = roots[..] {
        steps.push(Step::Topic(root));
    } else {
        writer.start("topic");
        writer.attribute("id", &format!("{OWN_ID}root"));
        writer.element("title", &map.title);
        steps.push(Step::End(1));
        push_children(&mut steps, writer, tree, &roots);
    }
    while let Some(step) = steps.pop() {
        match step {
            Step::End(count) => (0..count).for_each(|_| writer.end()),
            Step::Topics(kind) => {
                writer.start("topics");
                writer.attribute("type", kind);
            }
            Step::Topic(index) => {
                topic(writer, map, index, ids);
                steps.push(Step::End(1));
                push_children(&mut steps, writer, tree, &children[index]);
            }
        }
    }
}

/// The children by their kinds, in the order in which these come first.
fn push_children<'a>(steps: &mut Vec<Step<'a>>, writer: &mut Writer, tree: &'a NodeTree, children: &[usize]) {
    if children.is_empty() {
        return;
    }
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for &child in children {
        let kind = tree.nodes[child].extra.iter().find(|(key, _)| key == KIND).map_or(ATTACHED, |(_, kind)| kind);
        match groups.iter_mut().find(|(found, _)| *found == kind) {
            Some((_, group)) => group.push(child),
            None => groups.push((kind, vec![child])),
        }
    }
    writer.start("children");
    steps.push(Step::End(1));
    for (kind, group) in groups.iter().rev() {
        steps.push(Step::End(1));
        steps.extend(group.iter().rev().map(|&child| Step::Topic(child)));
        steps.push(Step::Topics(kind));
    }
}

/// Writes a topic up to those below it.
fn topic(writer: &mut Writer, map: &MapFile, index: usize, ids: &[String]) {
    let node = &map.tree.nodes[index];
    writer.start("topic");
    let href = match &node.link {
        Some(FlatLink::Url(url)) => Some(url.clone()),
        Some(FlatLink::Node(to)) => ids.get(*to).map(|id| format!("{TOPIC_LINK}{id}")),
        None => None,
    };
    let mut fields = vec![("id", Some(ids[index].clone()))];
    fields.push(("xlink:href", href));
    fields.push(("branch", node.folded.then(|| "folded".to_owned())));
    fields.push(("style-id", node.color.map(style_id)));
    if index == 0 {
        let kept = node.extra.iter().find(|(key, _)| key == "xmind8:structure-class").map(|(_, name)| name);
        let is_same = kept.is_some_and(|name| arrangement(name) == map.arrangement);
        fields.push(("structure-class", map.arrangement.filter(|_| !is_same).map(|it| structure(it).to_owned())));
    }
    let mut own = vec!["topics"];
    for (name, value) in fields {
        if let Some(value) = value {
            writer.attribute(name, &value);
            own.push(name);
        }
    }
    write_attributes(writer, PREFIX, &node.extra, &own);
    writer.element("title", &node.title);
    let kept = node.extra.iter().find(|(key, _)| element_name(PREFIX, key) == Some("notes")).map(|(_, raw)| raw);
    match kept.filter(|raw| is_element(raw) && note(raw) == node.note) {
        Some(raw) => writer.raw(raw),
        None if node.note.is_empty() => {}
        None => writer.raw(&note_xml(&node.note)),
    }
    if !node.icons.is_empty() || node.task != Task::None {
        writer.start("marker-refs");
        for marker in to_markers(&node.icons, node.task) {
            writer.start("marker-ref");
            writer.attribute("marker-id", marker);
            writer.end();
        }
        writer.end();
    }
    if !node.tags.is_empty() {
        writer.start("labels");
        node.tags.iter().for_each(|tag| writer.element("label", tag));
        writer.end();
    }
    write_elements(writer, PREFIX, &node.extra, &OWN_ELEMENTS);
}

fn relationships(writer: &mut Writer, tree: &NodeTree, ids: &[String]) {
    let is_kept = |key: &str, raw: &str| element_name(PREFIX, key) == Some("relationship") && is_element(raw);
    let kept: Vec<&str> =
        tree.extra.iter().filter(|(key, raw)| is_kept(key, raw)).map(|(_, raw)| raw.as_str()).collect();
    if tree.lines.is_empty() && kept.is_empty() {
        return;
    }
    writer.start("relationships");
    for (index, line) in tree.lines.iter().enumerate() {
        let (Some(from), Some(to)) = (ids.get(line.from), ids.get(line.to)) else { continue };
        writer.start("relationship");
        if !line.extra.iter().any(|(key, _)| key == "xmind8:id") {
            writer.attribute("id", &format!("{OWN_ID}line-{index}"));
        }
        writer.attribute("end1", from);
        writer.attribute("end2", to);
        write_attributes(writer, PREFIX, &line.extra, &["end1", "end2"]);
        if !line.label.is_empty() {
            writer.element("title", &line.label);
        }
        writer.end();
    }
    for raw in kept {
        writer.raw(raw);
    }
    writer.end();
}

fn style_id(color: Color) -> String {
    format!("{OWN_ID}{}", &color.to_string()[1..])
}

/// Styles, one for each colour.
fn styles(tree: &NodeTree) -> String {
    let colors: BTreeSet<[u8; 3]> = tree.nodes.iter().filter_map(|node| node.color).map(|color| color.rgb).collect();
    let mut writer = Writer::document();
    writer.start("xmap-styles");
    writer.attribute("xmlns", "urn:xmind:xmap:xmlns:style:2.0");
    writer.attribute("xmlns:svg", "http://www.w3.org/2000/svg");
    writer.attribute("version", "2.0");
    writer.start("styles");
    for rgb in colors {
        let color = Color { rgb };
        writer.start("style");
        writer.attribute("id", &style_id(color));
        writer.attribute("type", "topic");
        writer.start("topic-properties");
        writer.attribute("svg:fill", &color.to_string());
        writer.end();
        writer.end();
    }
    writer.finish()
}
