//! Writing `.mm`.

use std::collections::BTreeMap;

use super::{ARROW, DONE, END_ARROW, NO_ARROW, OPEN, OWN_ID, PREFIX, START_ARROW, VERSION, from_rich, is_element_key};
use crate::formats::xml::{Token, Tokens, Writer, is_element, write_attributes, write_elements};
use crate::formats::{MapFile, rich};
use crate::node_tree::{FlatLine, FlatLink, FlatNode, NodeTree};
use espalier_model::mindmap::{Side, Task};

/// Elements with a place of their own.
const OWN_ELEMENTS: [&str; 3] = ["richcontent", "icon", "node"];

/// Writes a map. Several roots are put below a node with the title of the map.
pub fn write(map: &MapFile) -> String {
    let tree = &map.tree;
    let ids = ids(tree);
    let mut lines: Vec<&FlatLine> = tree.lines.iter().filter(|line| line.to < tree.nodes.len()).collect();
    lines.sort_by_key(|line| line.from);
    let mut writer = Writer::default();
    writer.start("map");
    if !tree.extra.iter().any(|(key, _)| key == "mm:version") {
        writer.attribute("version", VERSION);
    }
    write_attributes(&mut writer, PREFIX, &tree.extra, &[]);
    write_elements(&mut writer, PREFIX, &tree.extra, &["node"]);
    let is_forest = tree.nodes.iter().filter(|node| node.parent.is_none()).count() != 1;
    if is_forest {
        writer.line();
        writer.start("node");
        writer.attribute("TEXT", &map.title);
    }
    let mut open: Vec<usize> = Vec::new();
    let mut rest = lines.as_slice();
    for (index, node) in tree.nodes.iter().enumerate() {
        while open.last().is_some_and(|&last| Some(last) != node.parent) {
            open.pop();
            writer.end();
        }
        open.push(index);
        writer.line();
        let from = rest.partition_point(|line| line.from < index);
        let to = rest.partition_point(|line| line.from <= index);
        write_node(&mut writer, node, ids.get(&index).map(String::as_str), &ids);
        write_lines(&mut writer, &rest[from..to], &ids);
        rest = &rest[to..];
    }
    writer.finish() + "\n"
}

/// The ids to write: of nodes that came with one, and of those that a link or a line leads to.
fn ids(tree: &NodeTree) -> BTreeMap<usize, String> {
    let mut ids = BTreeMap::new();
    let mut taken = BTreeMap::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        if let Some((_, id)) = node.extra.iter().find(|(key, _)| key == "mm:ID") {
            taken.entry(id.as_str()).or_insert(index);
            ids.insert(index, id.clone());
        }
    }
    let links = tree.nodes.iter().filter_map(|node| match node.link {
        Some(FlatLink::Node(to)) => Some(to),
        _ => None,
    });
    for to in links.chain(tree.lines.iter().map(|line| line.to)) {
        // An id that another node had first would lead there.
        let has_own = ids.get(&to).is_some_and(|id| taken.get(id.as_str()).is_none_or(|&first| first == to));
        if !has_own {
            ids.insert(to, format!("{OWN_ID}{to}"));
        }
    }
    ids
}

fn write_node(writer: &mut Writer, node: &FlatNode, id: Option<&str>, ids: &BTreeMap<usize, String>) {
    let rich: Vec<&str> = node
        .extra
        .iter()
        .filter(|(key, raw)| is_element_key(key, "richcontent") && is_element(raw))
        .map(|(_, raw)| raw.as_str())
        .collect();
    let (title, note) = from_rich(rich.iter().copied());
    let is_title_kept = title.as_ref() == Some(&node.title);
    // Without any, the note stood alone as it is written here.
    let is_note_kept = !rich.is_empty() && note == node.note;

    writer.start("node");
    let text = (!is_title_kept).then(|| node.title.clone());
    let side = node.side.map(|side| if side == Side::Left { "left" } else { "right" });
    let link = match &node.link {
        Some(FlatLink::Url(url)) => Some(url.clone()),
        Some(FlatLink::Node(to)) => ids.get(to).map(|id| format!("#{id}")),
        None => None,
    };
    let fields = [
        ("TEXT", text),
        ("ID", id.filter(|id| id.starts_with(OWN_ID)).map(str::to_owned)),
        ("FOLDED", node.folded.then(|| "true".to_owned())),
        ("POSITION", side.map(str::to_owned)),
        ("LINK", link),
        ("BACKGROUND_COLOR", node.color.map(|color| color.to_string())),
        ("TAGS", (!node.tags.is_empty()).then(|| node.tags.join("\n"))),
    ];
    let mut own = vec!["TEXT"];
    for (name, value) in fields {
        if let Some(value) = value {
            writer.attribute(name, &value);
            own.push(name);
        }
    }
    write_attributes(writer, PREFIX, &node.extra, &own);
    for element in rich {
        let is_title = super::kind(element).as_deref() == Some("NODE");
        if if is_title { is_title_kept } else { is_note_kept } {
            writer.raw(element);
        }
    }
    if !is_note_kept && !node.note.is_empty() {
        writer.raw(&rich::write_note(&node.note));
    }
    icons(writer, node);
    write_elements(writer, PREFIX, &node.extra, &OWN_ELEMENTS);
}

fn icons(writer: &mut Writer, node: &FlatNode) {
    let task = match node.task {
        Task::None => None,
        Task::Open => Some(OPEN),
        Task::Done => Some(DONE),
    };
    // Those that say more than their names, the first one of each name last.
    let mut kept: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (_, raw) in node.extra.iter().rev().filter(|(key, raw)| is_element_key(key, "icon") && is_element(raw)) {
        if let Ok(Some(Token::Start(start))) = Tokens::new(raw).next()
            && let Some(name) = start.get("BUILTIN")
        {
            kept.entry(name.to_owned()).or_default().push(raw);
        }
    }
    for name in task.into_iter().chain(node.icons.iter().map(String::as_str)) {
        if let Some(raw) = kept.get_mut(name).and_then(Vec::pop) {
            writer.raw(raw);
        } else {
            writer.start("icon");
            writer.attribute("BUILTIN", name);
            writer.end();
        }
    }
}

fn write_lines(writer: &mut Writer, lines: &[&FlatLine], ids: &BTreeMap<usize, String>) {
    for line in lines {
        let Some(id) = ids.get(&line.to) else { continue };
        writer.start("arrowlink");
        writer.attribute("DESTINATION", id);
        if !line.label.is_empty() {
            writer.attribute("MIDDLE_LABEL", &line.label);
        }
        let mut own = vec!["DESTINATION", "MIDDLE_LABEL"];
        for (name, has, usual) in [(START_ARROW, line.tips.start(), false), (END_ARROW, line.tips.end(), true)] {
            let kept = line.extra.iter().find(|(key, _)| key.strip_prefix(PREFIX) == Some(name));
            // The kind of arrow that a file had, as long as there is one at all.
            match kept {
                Some((_, kind)) if (kind != NO_ARROW) == has => continue,
                Some(_) => own.push(name),
                None => {}
            }
            if has != usual {
                writer.attribute(name, if has { ARROW } else { NO_ARROW });
            }
        }
        write_attributes(writer, PREFIX, &line.extra, &own);
        writer.end();
    }
}
