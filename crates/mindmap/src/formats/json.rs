//! The app's own file of one map: `{"format":"espalier-map","v":1,"title":…,"nodes":[…],"lines":[…]}`, the nodes in
//! pre-order, each with the position of its parent, so that no depth is too much.

use serde::{Deserialize, Serialize};

use super::{FormatError, MAX_NODES, MapFile};
use crate::node_tree::{FlatLine, FlatLink, FlatNode, NodeTree};
use espalier_model::mindmap::{Color, Extra, Layout, Side, Task, Tips};

/// Value of `format`.
const FORMAT: &str = "espalier-map";
/// The newest version.
const VERSION: u32 = 1;

#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: String,
    #[serde(default)]
    v: u32,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct File {
    format: String,
    v: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<Layout>,
    nodes: Vec<Node>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Line>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extra: Extra,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Node {
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    title: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    icons: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<Color>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<Task>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// Index of another node, where there is no address.
    #[serde(skip_serializing_if = "Option::is_none")]
    link_to: Option<usize>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    folded: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extra: Extra,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct Line {
    from: usize,
    to: usize,
    #[serde(skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(skip_serializing_if = "Tips::is_usual")]
    tips: Tips,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extra: Extra,
}

/// Whether a text is a file of this format.
pub fn is_own(text: &str) -> bool {
    serde_json::from_str::<Head>(text).is_ok_and(|head| head.format == FORMAT)
}

/// Reads a file.
pub fn read(text: &str) -> Result<Vec<MapFile>, FormatError> {
    let error = |error: serde_json::Error| match error.classify() {
        serde_json::error::Category::Data => FormatError::Missing("nodes"),
        _ => FormatError::Json { line: error.line(), column: error.column() },
    };
    let head: Head = serde_json::from_str(text).map_err(error)?;
    if head.format != FORMAT || head.v == 0 {
        return Err(FormatError::Missing("format"));
    }
    if head.v > VERSION {
        return Err(FormatError::Newer { found: head.v, known: VERSION });
    }
    let file: File = serde_json::from_str(text).map_err(error)?;
    if file.nodes.len() > MAX_NODES {
        return Err(FormatError::TooManyNodes);
    }
    let lines =
        file.lines.into_iter().map(|Line { from, to, label, tips, extra }| FlatLine { from, to, label, tips, extra });
    let tree =
        NodeTree { nodes: file.nodes.into_iter().map(flat).collect(), lines: lines.collect(), extra: file.extra };
    // The rules of a tree, and that all links lead somewhere.
    if tree.nodes.is_empty() || !tree.is_pre_order() {
        return Err(FormatError::Missing("nodes"));
    }
    Ok(vec![MapFile { title: file.title, arrangement: file.layout, tree }])
}

fn flat(node: Node) -> FlatNode {
    let Node { parent, title, note, icons, color, tags, task, url, link_to, folded, side, extra } = node;
    let link = url.map(FlatLink::Url).or(link_to.map(FlatLink::Node));
    FlatNode { parent, title, note, icons, color, tags, task: task.unwrap_or_default(), link, folded, side, extra }
}

/// Writes a file.
pub fn write(map: &MapFile) -> String {
    let nodes = map.tree.nodes.iter().cloned().map(|node| {
        let FlatNode { parent, title, note, icons, color, tags, task, link, folded, side, extra } = node;
        let (url, link_to) = match link {
            Some(FlatLink::Url(url)) => (Some(url), None),
            Some(FlatLink::Node(to)) => (None, Some(to)),
            None => (None, None),
        };
        let task = Some(task).filter(|task| *task != Task::None);
        Node { parent, title, note, icons, color, tags, task, url, link_to, folded, side, extra }
    });
    let lines = map.tree.lines.iter().cloned();
    let file = File {
        format: FORMAT.to_owned(),
        v: VERSION,
        title: map.title.clone(),
        layout: map.arrangement,
        nodes: nodes.collect(),
        lines: lines.map(|FlatLine { from, to, label, tips, extra }| Line { from, to, label, tips, extra }).collect(),
        extra: map.tree.extra.clone(),
    };
    // Strings, numbers and lists always have a JSON form.
    serde_json::to_string(&file).unwrap_or_default() + "\n"
}
