//! Seeing to it that what is selected can be seen.
//!
//! - R1 A selected node is always drawn: one below a fold gives way to the nearest node above it that is shown, one
//!   outside the branch in focus to the first node of that branch.
//! - R2 A node that is asked for by name (a link, the search, an address) is uncovered instead: folds open, the focus is
//!   left. That is a way of looking: it is stored, but is no step of the history and never clears redo.
//!
//! Must not be in here: commands.

use std::collections::BTreeSet;

use super::{MapView, look};
use crate::app::effect::Effect;
use crate::app::{Model, edit};
use crate::model::mindmap::tree::Tree;
use crate::model::{MapId, MindMap, Node, NodeId, NodeKey};
use crate::storage::port::Durability;

/// The node that stands for another one on the screen (R1).
pub fn visible(row: &MindMap, tree: &Tree, is_folded: &dyn Fn(NodeId) -> bool, node: NodeId) -> Option<NodeId> {
    let top = row.focus.filter(|&focus| tree.place(focus).is_some()).or_else(|| tree.root())?;
    let (mut seen, mut at) = (node, node);
    while at != top {
        let Some(above) = tree.parent(at) else { return Some(top) };
        if above != top && is_folded(above) {
            seen = above;
        }
        at = above;
    }
    Some(seen)
}

/// These nodes as they can be selected: each once, the last one last.
pub(super) fn selectable(
    row: &MindMap,
    tree: &Tree,
    is_folded: &dyn Fn(NodeId) -> bool,
    nodes: &[NodeId],
) -> Vec<NodeId> {
    let mut known = BTreeSet::new();
    let seen = nodes.iter().rev().filter(|&&node| tree.place(node).is_some());
    let seen = seen.filter_map(|&node| visible(row, tree, is_folded, node)).filter(|&node| known.insert(node));
    let mut seen: Vec<NodeId> = seen.collect();
    seen.reverse();
    seen
}

/// Like [`selectable`], in a map that is opened.
pub(super) fn in_view(view: &MapView, nodes: &[NodeId]) -> Vec<NodeId> {
    let is_folded = |id| view.tree.place(id).is_some_and(|place| view.nodes[place as usize].folded);
    selectable(&view.row, &view.tree, &is_folded, nodes)
}

/// Uncovers a node (R2) and selects it.
pub(super) fn reveal(model: &mut Model, map: MapId, node: NodeId, out: &mut Vec<Effect>) {
    uncover(model, map, node, out);
    look::select(model, map, vec![node], out);
}

/// Opens the folds above a node and leaves a focus it is not in.
pub(super) fn uncover(model: &mut Model, map: MapId, node: NodeId, out: &mut Vec<Effect>) {
    let Some(view) = model.maps.views.get(&map).cloned() else { return };
    if view.tree.place(node).is_none() || in_view(&view, &[node]) == [node] {
        return;
    }
    let above: Vec<NodeId> = std::iter::successors(view.tree.parent(node), |&above| view.tree.parent(above)).collect();
    let leaves = view.row.focus.is_some_and(|focus| focus != node && !above.contains(&focus));
    edit::change(model, Durability::Relaxed, out, |draft| {
        for id in above {
            draft.update::<Node>(&NodeKey { map, id }, |row| row.folded = false);
        }
        if leaves {
            draft.update::<MindMap>(&map, |row| row.focus = None);
        }
    });
    super::refresh(model);
}
