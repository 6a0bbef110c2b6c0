//! Losses: parts of a map that a written file does not hold, found by reading it again.

use super::{Format, MapFile, read_as};
use crate::node_tree::{FlatLine, FlatLink, FlatNode, NodeTree};
use espalier_model::mindmap::Task;

/// A part of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lost {
    /// Structure: how nodes stand below each other, or that there are several roots.
    Structure,
    /// Parts of titles, such as line ends or white space around them.
    Title,
    /// Notes.
    Note,
    /// Icons.
    Icon,
    /// Colours.
    Color,
    /// Tags.
    Tag,
    /// Tasks.
    Task,
    /// Addresses.
    Url,
    /// Links to other nodes.
    NodeLink,
    /// Folds.
    Fold,
    /// The side of the root on which branches stand.
    Side,
    /// Lines between nodes, their labels, or their arrowheads.
    Line,
    /// The arrangement of the map.
    Arrangement,
    /// Content that other programs had written into the file.
    Extra,
}

/// A loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Loss {
    /// The part that is lost.
    pub what: Lost,
    /// Number of nodes that lose it, or of lost things.
    pub count: usize,
}

/// Compares a map with the content of a file.
pub fn find(map: &MapFile, bytes: &[u8], format: Format) -> Vec<Loss> {
    let read = read_as(format, bytes, "").ok().and_then(|imported| imported.maps.into_iter().next());
    let Some(read) = read else {
        return vec![Loss { what: Lost::Structure, count: map.tree.nodes.len() }];
    };
    let mut losses = Vec::new();
    let mut add = |what: Lost, count: usize| {
        if count > 0 {
            losses.push(Loss { what, count });
        }
    };
    let (nodes, found) = aligned(&map.tree, &read.tree);
    let moved = nodes.iter().zip(&found).filter(|(a, b)| a.parent != b.parent).count();
    add(Lost::Structure, moved + nodes.len().abs_diff(found.len()));
    let count = |differs: fn(&FlatNode, &FlatNode) -> bool| {
        let missing = nodes.iter().skip(found.len()).filter(|node| differs(node, &FlatNode::default())).count();
        nodes.iter().zip(&found).filter(|(a, b)| differs(a, b)).count() + missing
    };
    add(Lost::Title, count(|a, b| a.title != b.title));
    add(Lost::Note, count(|a, b| a.note != b.note));
    add(Lost::Icon, count(|a, b| a.icons != b.icons));
    add(Lost::Color, count(|a, b| a.color != b.color));
    add(Lost::Tag, count(|a, b| a.tags != b.tags));
    add(Lost::Task, count(|a, b| a.task != b.task && a.task != Task::None));
    add(Lost::Url, count(|a, b| matches!(a.link, Some(FlatLink::Url(_))) && a.link != b.link));
    add(Lost::NodeLink, count(|a, b| matches!(a.link, Some(FlatLink::Node(_))) && a.link != b.link));
    add(Lost::Fold, count(|a, b| a.folded && !b.folded));
    add(Lost::Side, count(|a, b| a.side.is_some() && a.side != b.side));
    add(Lost::Line, missing_lines(&map.tree, &read.tree));
    add(Lost::Arrangement, usize::from(map.arrangement.is_some() && map.arrangement != read.arrangement));
    let extra = count(|a, b| a.extra.iter().any(|entry| !b.extra.contains(entry)));
    add(Lost::Extra, extra + usize::from(map.tree.extra.iter().any(|entry| !read.tree.extra.contains(entry))));
    losses
}

/// Nodes of both trees, without the root that was made for a map with several.
fn aligned<'a>(tree: &'a NodeTree, read: &'a NodeTree) -> (Vec<&'a FlatNode>, Vec<&'a FlatNode>) {
    let skip = usize::from(read.nodes.len() == tree.nodes.len() + 1);
    (tree.nodes.iter().collect(), read.nodes.iter().skip(skip).collect())
}

fn missing_lines(tree: &NodeTree, read: &NodeTree) -> usize {
    let key = |line: &FlatLine| (line.from, line.to, line.label.clone(), line.tips);
    let mut found: Vec<_> = read.lines.iter().map(key).collect();
    found.sort_unstable();
    let mut lines: Vec<_> = tree.lines.iter().map(key).collect();
    lines.sort_unstable();
    let mut missing = 0;
    let mut rest = found.iter().peekable();
    for line in &lines {
        while rest.next_if(|found| *found < line).is_some() {}
        if rest.next_if(|found| *found == line).is_none() {
            missing += 1;
        }
    }
    missing
}
