//! Layout of a map: tidy tree layouts over flat arrays.
//!
//! - L1 No two boxes overlap, and no edge crosses a box or another edge.
//! - L2 Siblings stand in their order, on each side.
//! - L3 A parent stands midway between the centres of its first and last child, on each side. In a chart, leaves that
//!   have no siblings but leaves hang below their parent as a list instead.
//! - L4 The layout of a mirrored map with one root is the mirrored layout.
//! - L5 Time and memory are linear in the number of nodes, and nothing recurses, so a chain of any length is fine.
//! - L6 Any arrays give a layout: what is missing counts as zero, a parent that does not stand before its child as
//!   none.
//! - L7 The centre of the first root is at (0, 0), whatever else changes; an outline begins there with its corner.
//!
//! Lengths are CSS pixels at zoom 1; x grows to the right, y downwards.

mod balance;
mod drop;
mod edge;
mod index;
mod navigate;
mod place;
mod rect;
mod tidy;
mod visible;

pub use balance::balanced_sides;
pub use drop::{Drag, DropHow, DropTarget};
pub use edge::{Edge, Heading};
pub use navigate::Direction;
pub use rect::{Point, Rect};

pub use espalier_model::mindmap::Layout as Arrangement;
use espalier_model::mindmap::Side;

/// Index that stands for no node.
pub const NONE: u32 = u32::MAX;

/// Every arrangement.
pub const ARRANGEMENTS: [Arrangement; 5] =
    [Arrangement::Right, Arrangement::Left, Arrangement::Both, Arrangement::OrgChart, Arrangement::Outline];

/// A map as arrays: entry `i` of each describes node `i`. The nodes stand in pre-order.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tree<'a> {
    /// Index of the parent of each node, [`NONE`] for a root. Its length is the number of nodes.
    pub parents: &'a [u32],
    /// Width of each node.
    pub widths: &'a [f32],
    /// Height of each node.
    pub heights: &'a [f32],
    /// Whether the nodes below each node are hidden.
    pub folded: &'a [bool],
    /// Stored side of each child of a root, for [`Arrangement::Both`].
    pub sides: &'a [Option<Side>],
}

impl Tree<'_> {
    /// The parent, where there is one.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).map(|&parent| parent as usize).filter(|&parent| parent < node)
    }
}

/// Distances between nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spacing {
    /// Distance between a parent and its children.
    pub level: f64,
    /// Distance between a root and its children.
    pub trunk: f64,
    /// Distance between the children of a root, and between their branches.
    pub main: f64,
    /// Distance between other siblings.
    pub sibling: f64,
    /// Distance between nodes that stand beside each other and are not siblings.
    pub branch: f64,
    /// Indentation of each level of an outline.
    pub indent: f64,
}

impl Default for Spacing {
    fn default() -> Self {
        Self { level: 34.0, trunk: 60.0, main: 20.0, sibling: 4.0, branch: 11.0, indent: 24.0 }
    }
}

/// A laid-out map. Its own indices, "places", count the visible nodes in the order of the tree.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// The arrangement.
    pub arrangement: Arrangement,
    /// The distances.
    pub spacing: Spacing,
    /// The node at each place.
    pub nodes: Vec<u32>,
    /// The place of each node, [`NONE`] if it is hidden.
    pub places: Vec<u32>,
    /// The place of the parent of each place, [`NONE`] for a root.
    pub parents: Vec<u32>,
    /// The box at each place.
    pub boxes: Vec<Rect>,
    /// The heading of each place, seen from its parent.
    pub headings: Vec<Heading>,
    /// Number of nodes that are hidden below each place.
    pub hidden: Vec<u32>,
    /// Bounds of all boxes.
    pub bounds: Rect,
    index: index::Index,
}

impl Layout {
    /// Lays out a map.
    pub fn new(tree: &Tree<'_>, arrangement: Arrangement, spacing: &Spacing) -> Self {
        place::layout(tree, arrangement, spacing)
    }

    /// The place of a node that is not hidden.
    pub fn place_of(&self, node: u32) -> Option<usize> {
        self.places.get(node as usize).filter(|&&place| place != NONE).map(|&place| place as usize)
    }

    /// The places of the children of a place that is not folded, in their order. Takes as long as its branch is large.
    pub fn children(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        (place + 1..self.branch_end(place)).filter(move |&below| self.parents[below] as usize == place)
    }

    /// The place behind the last one of a branch. Takes as long as the branch is large.
    pub fn branch_end(&self, place: usize) -> usize {
        let below = |parent: &&u32| **parent != NONE && **parent as usize >= place;
        place + 1 + self.parents.iter().skip(place + 1).take_while(below).count()
    }

    /// The box of a node that is not hidden.
    pub fn rect_of(&self, node: u32) -> Option<Rect> {
        self.place_of(node).map(|place| self.boxes[place])
    }

    /// The place of the parent.
    pub fn parent(&self, place: usize) -> Option<usize> {
        self.parents.get(place).filter(|&&parent| parent != NONE).map(|&parent| parent as usize)
    }

    /// The side of the root on which a place stands; `None` for roots and where there are no sides.
    pub fn side(&self, place: usize) -> Option<Side> {
        match self.headings[place] {
            Heading::Right => Some(Side::Right),
            Heading::Left => Some(Side::Left),
            Heading::Root | Heading::Down | Heading::Indented => None,
        }
    }
}

#[cfg(test)]
mod tests;
