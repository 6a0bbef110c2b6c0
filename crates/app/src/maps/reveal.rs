//! Visibility of selected nodes.
//!
//! - R1 A selected node is always drawn: one below a fold gives way to the nearest node above it that is shown, one
//!   outside the branch in focus to the first node of that branch.
//! - R2 A node that is asked for by name (a link, the search, an address) is uncovered instead: folds open, the focus
//!   is left. That is a way of looking: it is stored, but is no step of the history and never clears redo.

use std::collections::BTreeSet;

use super::{MapView, view_state};
use crate::effect::Effect;
use crate::{Model, edit};
use espalier_model::{MapId, MindMap, Node, NodeId, NodeKey};
use espalier_storage::port::Durability;

/// The node that stands for another one on the screen (R1).
fn visible(view: &MapView, node: NodeId) -> Option<NodeId> {
    let tree = &view.tree;
    let top = view.row.focus.filter(|&focus| tree.index_of(focus).is_some()).or_else(|| tree.root())?;
    let is_folded = |id| tree.index_of(id).is_some_and(|place| view.nodes[place as usize].folded);
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

/// Nodes that stand for these in the selection: each once, the last one last.
pub(super) fn in_view(view: &MapView, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut known = BTreeSet::new();
    let there = nodes.iter().rev().filter(|&&node| view.tree.index_of(node).is_some());
    let seen = there.filter_map(|&node| visible(view, node)).filter(|&node| known.insert(node));
    let mut seen: Vec<NodeId> = seen.collect();
    seen.reverse();
    seen
}

/// Uncovers a node (R2) and selects it.
pub(super) fn reveal(model: &mut Model, map: MapId, node: NodeId, out: &mut Vec<Effect>) {
    uncover(model, map, node, out);
    view_state::select(model, map, vec![node], out);
}

/// Opens the folds above a node and leaves a focus it is not in.
pub(super) fn uncover(model: &mut Model, map: MapId, node: NodeId, out: &mut Vec<Effect>) {
    let Some(view) = model.maps.views.get(&map).cloned() else { return };
    if view.tree.index_of(node).is_none() || in_view(&view, &[node]) == [node] {
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
