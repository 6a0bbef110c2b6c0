//! Which node stays where it is on the screen when a map is arranged again.
//!
//! - A1 It is the node the keyboard is at, or was at, where that stands where it stood in the tree.
//! - A2 A node that was moved is not held fast: what it was put below is, so that it lands where it was dropped.

use super::render_tree::RenderTree;
use espalier_mindmap::layout::Rect;
use espalier_model::{Node, NodeId};

/// Returns the old and new box of the node to keep in place; `at` is focused now, `was` was before.
pub fn anchor(before: &RenderTree, after: &RenderTree, at: NodeId, was: NodeId) -> Option<(Rect, Rect)> {
    let both = |node: NodeId| Some((before.rect(node)?, after.rect(node)?));
    let stays = |node: NodeId| {
        let (old, new) = (before.node(before.index(node)?), after.node(after.index(node)?));
        stands_as(old, new).then(|| both(node)).flatten()
    };
    let above = |node: NodeId| {
        let chain = std::iter::successors(after.view.tree.parent(node), |&above| after.view.tree.parent(above));
        chain.into_iter().find_map(both)
    };
    // A node that is new has no place to be held at; one that was moved leaves that to its new parent.
    let old = if before.rect(at).is_some() { None } else { stays(was) };
    stays(at).or(old).or_else(|| above(at)).or_else(|| stays(was))
}

/// Whether a node stands at the same place of the tree.
fn stands_as(old: &Node, new: &Node) -> bool {
    (old.parent, &old.order, old.side) == (new.parent, &new.order, new.side)
}
