//! Keeping the sides and colours of main branches while others come and go (see [`super::super::branches`]).

use super::MapTarget;
use crate::branches::{self, Branches};
use crate::layout::NONE;
use espalier_model::mindmap::{Layout, Node, NodeId, Side};

impl MapTarget<'_, '_> {
    /// Stores what the main branches show, before the first of them changes.
    pub fn keep_branches(&mut self, parent: NodeId) {
        if self.branches.is_some() || self.shape.root() != Some(parent) {
            return;
        }
        let mains = self.shape.children(parent).into_owned();
        let rows: Vec<_> = mains.iter().map(|&id| self.draft.get::<Node>(&self.key(id))).collect();
        let hues = branches::colours(rows.iter().map(|row| row.as_ref().and_then(|row| row.hue)));
        let is_both = self.row().is_some_and(|row| row.layout == Layout::Both);
        let sizes: Vec<usize> = mains.iter().map(|&id| self.shape.subtree(id).len()).collect();
        let kept: Vec<Option<Side>> = rows.iter().map(|row| row.as_ref().and_then(|row| row.side)).collect();
        let sides = if is_both { self.sides(parent, &mains, &kept) } else { kept };
        for ((&id, &hue), &side) in mains.iter().zip(&hues).zip(&sides) {
            self.arrange_silently(id, |row| (row.hue, row.side) = (Some(hue), side));
        }
        self.branches = Some(Branches::new(is_both, &hues, &sides, &sizes));
    }

    /// The sides that main branches are seen on.
    fn sides(&self, root: NodeId, mains: &[NodeId], kept: &[Option<Side>]) -> Vec<Option<Side>> {
        let nodes = self.shape.subtree(root);
        let places: std::collections::HashMap<NodeId, u32> = nodes.iter().copied().zip(0..).collect();
        let place = |id: &NodeId| places.get(id).copied().unwrap_or(NONE);
        let parents: Vec<u32> = nodes.iter().map(|&id| self.shape.parent(id).as_ref().map_or(NONE, place)).collect();
        let mut stored = vec![None; nodes.len()];
        for (id, &side) in mains.iter().zip(kept) {
            if let Some(slot) = stored.get_mut(place(id) as usize) {
                *slot = side;
            }
        }
        let all = branches::sides(&parents, &stored);
        mains.iter().map(|id| all.get(place(id) as usize).copied().flatten()).collect()
    }

    /// Gives a node that has become a main branch its colour, and where there are two sides its side: the one it is
    /// said to have, else the one with less on it.
    pub(super) fn join_branches(&mut self, id: NodeId, parent: NodeId, side: Option<Side>) {
        if self.shape.root() != Some(parent) {
            return;
        }
        let said = side.or_else(|| self.draft.get::<Node>(&self.key(id)).and_then(|row| row.side));
        let Some(known) = &mut self.branches else { return };
        let (hue, side) = known.join(said);
        self.arrange_silently(id, |row| (row.hue, row.side) = (Some(hue), side));
    }

    /// Changes how a node is shown, which is nothing that anyone did to the map.
    fn arrange_silently(&mut self, id: NodeId, change: impl FnOnce(&mut Node)) {
        let Some(before) = self.draft.get::<Node>(&self.key(id)) else { return };
        let mut after = Node::clone(&before);
        change(&mut after);
        if after != *before {
            self.draft.put(after);
        }
    }
}
