//! Writing `content.json`.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{
    KIND, PREFIX, RELATIONSHIP, color, formatted, markers, markers_json, note, note_json, quoted, style_json, tips,
    tips_json,
};
use crate::formats::MapFile;
use crate::formats::tape::{Tape, Value};
use crate::formats::xmind::{ATTACHED, OWN_ID, TOPIC_LINK, arrangement, from_markers, structure, to_markers};
use crate::node_tree::{FlatLine, FlatLink, FlatNode, NodeTree};
use espalier_model::mindmap::{Task, Tips};

/// Writes a list with one sheet. Several roots are put below a topic with the title of the map.
pub fn write(map: &MapFile) -> String {
    let tree = &map.tree;
    let mut text = String::from("[{");
    if !tree.extra.iter().any(|(key, _)| key == "xmind:id") {
        member(&mut text, "id", &quoted(&format!("{OWN_ID}sheet")));
    }
    member(&mut text, "class", &quoted("sheet"));
    member(&mut text, "title", &quoted(&map.title));
    let ids = ids(tree);
    member(&mut text, "rootTopic", "");
    topics(&mut text, map, &ids);
    let lines = tree.lines.iter().enumerate().filter_map(|(index, line)| relationship(index, line, &ids));
    let kept = tree.extra.iter().filter(|(key, raw)| key == RELATIONSHIP && Tape::new(raw).is_ok());
    let relationships: Vec<String> = lines.chain(kept.map(|(_, raw)| raw.clone())).collect();
    if !relationships.is_empty() {
        member(&mut text, "relationships", &list(&relationships));
    }
    extra(&mut text, &tree.extra, &["class", "title", "rootTopic", "relationship", "relationships"]);
    text.push_str("}]");
    text
}

/// Adds a member to an object that is being written.
fn member(text: &mut String, name: &str, value: &str) {
    if !text.ends_with('{') {
        text.push(',');
    }
    text.extend([&quoted(name), ":", value]);
}

fn list(parts: &[String]) -> String {
    format!("[{}]", parts.join(","))
}

/// The id of each node: its own, if no other had it before, or one made of its place.
fn ids(tree: &NodeTree) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let id = |(index, node): (usize, &FlatNode)| {
        let raw = node.extra.iter().find(|(key, _)| key == "xmind:id").map(|(_, raw)| raw);
        let own = raw.and_then(|raw| Tape::new(raw).ok()?.root().as_str().map(Cow::into_owned));
        own.filter(|id| taken.insert(id.clone())).unwrap_or_else(|| format!("{OWN_ID}{index}"))
    };
    tree.nodes.iter().enumerate().map(id).collect()
}

/// Steps that are still to be written, the next one last.
enum Step<'a> {
    Topic(usize),
    Kind(&'a str),
    Text(&'static str),
}

fn topics(text: &mut String, map: &MapFile, ids: &[String]) {
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
        text.extend(["{\"id\":\"", OWN_ID, "root\",\"class\":\"topic\",\"title\":", &quoted(&map.title)]);
        steps.push(Step::Text("}"));
        push_children(&mut steps, tree, &roots);
    }
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(part) => text.push_str(part),
            Step::Kind(kind) => text.push_str(&quoted(kind)),
            Step::Topic(index) => {
                topic(text, map, index, ids);
                steps.push(Step::Text("}"));
                push_children(&mut steps, tree, &children[index]);
            }
        }
    }
}

/// The children by their kinds, in the order in which these come first.
fn push_children<'a>(steps: &mut Vec<Step<'a>>, tree: &'a NodeTree, children: &[usize]) {
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
    steps.push(Step::Text("}"));
    for (index, (kind, group)) in groups.iter().enumerate().rev() {
        steps.push(Step::Text("]"));
        for (position, &child) in group.iter().enumerate().rev() {
            steps.push(Step::Topic(child));
            if position > 0 {
                steps.push(Step::Text(","));
            }
        }
        steps.push(Step::Text(":["));
        steps.push(Step::Kind(kind));
        if index > 0 {
            steps.push(Step::Text(","));
        }
    }
    steps.push(Step::Text(",\"children\":{"));
}

/// Writes a topic up to its children.
fn topic(text: &mut String, map: &MapFile, index: usize, ids: &[String]) {
    let node = &map.tree.nodes[index];
    let href = match &node.link {
        Some(FlatLink::Url(url)) => Some(url.clone()),
        Some(FlatLink::Node(to)) => ids.get(*to).map(|id| format!("{TOPIC_LINK}{id}")),
        None => None,
    };
    let labels: Vec<String> = node.tags.iter().map(|tag| quoted(tag)).collect();
    let mut fields = vec![
        ("id", Some(quoted(&ids[index]))),
        ("class", Some(quoted("topic"))),
        ("title", Some(quoted(&node.title))),
        ("href", href.map(|href| quoted(&href))),
        ("branch", node.folded.then(|| quoted("folded"))),
        ("labels", (!labels.is_empty()).then(|| list(&labels))),
    ];
    let first_kept = fields.len();
    fields.extend(kept_fields(node));
    if index == 0 {
        let is_same = |raw: Value<'_>| raw.as_str().is_some_and(|name| arrangement(&name) == map.arrangement);
        let made = || map.arrangement.map(|arrangement| quoted(structure(arrangement)));
        fields.push(("structureClass", kept(node, "structureClass", is_same).or_else(made)));
    }
    let mut own = vec!["children", "kind"];
    text.push('{');
    for (position, (name, value)) in fields.into_iter().enumerate() {
        // What was kept and no longer says the same must not come back.
        if value.is_some() || position >= first_kept {
            own.push(name);
        }
        if let Some(value) = value {
            member(text, name, &value);
        }
    }
    extra(text, &node.extra, &own);
}

/// Fields that hold a part of a value in a file, with that part.
fn kept_fields(node: &FlatNode) -> [(&'static str, Option<String>); 4] {
    let has_markers = !node.icons.is_empty() || node.task != Task::None;
    let has_markers_kept = |raw: Value<'_>| from_markers(markers(raw)) == (node.icons.clone(), node.task);
    let made_markers = || has_markers.then(|| markers_json(to_markers(&node.icons, node.task)));
    let has_note_kept = |raw: Value<'_>| note(raw).unwrap_or_default() == node.note;
    let made_note = || (!node.note.is_empty()).then(|| note_json(&node.note));
    let made_style = || node.color.map(style_json);
    [
        ("notes", kept(node, "notes", has_note_kept).or_else(made_note)),
        ("markers", kept(node, "markers", has_markers_kept).or_else(made_markers)),
        ("style", kept(node, "style", |raw| color(raw) == node.color).or_else(made_style)),
        ("attributedTitle", kept(node, "attributedTitle", |raw| formatted(raw) == node.title)),
    ]
}

/// Value that was kept under a name, if it still holds the same.
fn kept(node: &FlatNode, name: &str, is_same: impl Fn(Value<'_>) -> bool) -> Option<String> {
    let raw = node.extra.iter().find(|(key, _)| key.strip_prefix(PREFIX) == Some(name)).map(|(_, raw)| raw)?;
    let tape = Tape::new(raw).ok()?;
    is_same(tape.root()).then(|| raw.clone())
}

fn relationship(index: usize, line: &FlatLine, ids: &[String]) -> Option<String> {
    let (from, to) = (ids.get(line.from)?, ids.get(line.to)?);
    let mut text = String::from("{");
    if !line.extra.iter().any(|(key, _)| key == "xmind:id") {
        member(&mut text, "id", &quoted(&format!("{OWN_ID}line-{index}")));
    }
    member(&mut text, "class", &quoted("relationship"));
    member(&mut text, "end1Id", &quoted(from));
    member(&mut text, "end2Id", &quoted(to));
    if !line.label.is_empty() {
        member(&mut text, "title", &quoted(&line.label));
    }
    let mut own = vec!["class", "end1Id", "end2Id", "title"];
    let style = line.extra.iter().find(|(key, _)| key.strip_prefix(PREFIX) == Some("style"));
    let says = |(_, raw): &(String, String)| Tape::new(raw).map_or(Tips::default(), |tape| tips(tape.root()));
    if style.map_or(Tips::default(), says) != line.tips {
        own.push("style");
        member(&mut text, "style", &tips_json(line.tips));
    }
    extra(&mut text, &line.extra, &own);
    text.push('}');
    Some(text)
}

/// Writes the members that were kept, each once, if they are JSON.
fn extra(text: &mut String, extra: &[(String, String)], own: &[&str]) {
    let mut seen: BTreeSet<&str> = own.iter().copied().collect();
    for (key, raw) in extra {
        if let Some(name) = key.strip_prefix(PREFIX)
            && seen.insert(name)
            && Tape::new(raw).is_ok()
        {
            member(text, name, raw);
        }
    }
}
