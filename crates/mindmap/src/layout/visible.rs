//! The nodes that are not hidden.

use super::{NONE, Rect, Tree};

/// The visible nodes in the order of the tree, as in a layout; their boxes have a size and no position yet.
pub(super) struct Visible {
    pub nodes: Vec<u32>,
    pub places: Vec<u32>,
    pub parents: Vec<u32>,
    pub boxes: Vec<Rect>,
    pub hidden: Vec<u32>,
}

impl Visible {
    pub fn new(tree: &Tree<'_>) -> Self {
        let count = tree.parents.len().min(NONE as usize);
        let mut visible = Self {
            nodes: Vec::with_capacity(count),
            places: Vec::with_capacity(count),
            parents: Vec::with_capacity(count),
            boxes: Vec::with_capacity(count),
            hidden: Vec::with_capacity(count),
        };
        if tree.folded.contains(&true) {
            visible.add_unfolded(tree, count);
        } else {
            for node in 0..count {
                visible.add(tree, node, tree.parent(node).map_or(NONE, |parent| parent as u32));
            }
        }
        visible
    }

    fn add_unfolded(&mut self, tree: &Tree<'_>, count: usize) {
        // For a hidden node, the place of the folded one that hides it.
        let mut hidden_by: Vec<u32> = Vec::with_capacity(count);
        for node in 0..count {
            let Some(parent) = tree.parent(node) else {
                hidden_by.push(NONE);
                self.add(tree, node, NONE);
                continue;
            };
            let place = self.places[parent];
            let is_folded = tree.folded.get(parent).is_some_and(|&folded| folded);
            let by = if is_folded && place != NONE { place } else { hidden_by[parent] };
            hidden_by.push(by);
            match self.hidden.get_mut(by as usize) {
                Some(hidden) => {
                    *hidden += 1;
                    self.places.push(NONE);
                }
                None => self.add(tree, node, place),
            }
        }
    }

    fn add(&mut self, tree: &Tree<'_>, node: usize, parent: u32) {
        self.places.push(self.nodes.len() as u32);
        self.nodes.push(node as u32);
        self.parents.push(parent);
        let (width, height) = (size(tree.widths, node), size(tree.heights, node));
        self.boxes.push(Rect { x: 0.0, y: 0.0, width, height });
        self.hidden.push(0);
    }
}

/// A size one can calculate with.
pub(super) fn size(sizes: &[f32], node: usize) -> f64 {
    sizes.get(node).copied().filter(|size| size.is_finite()).map_or(0.0, |size| f64::from(size.clamp(0.0, 1e6)))
}
