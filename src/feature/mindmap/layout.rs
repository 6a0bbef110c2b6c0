//! Where the nodes of a map stand: tidy tree layouts over flat arrays.
//!
//! - L1 No two boxes overlap, and no edge crosses a box or another edge.
//! - L2 Siblings stand in their order, on each side.
//! - L3 A parent stands midway between the centres of its first and last child, on each side.
//! - L4 The layout of a mirrored map is the mirrored layout.
//! - L5 Time and memory are linear in the number of nodes, and nothing recurses, so a chain of any length is fine.
//! - L6 Any arrays give a layout: what is missing counts as zero, a parent that does not stand before its child as none.
//! - L7 The centre of the first root is at (0, 0), whatever else changes; an outline begins there with its corner.
//!
//! Lengths are CSS pixels at zoom 1; x grows to the right, y downwards.
//!
//! Must not be in here: measuring text, drawing.

mod balance;
mod edge;
mod place;
mod rect;
mod tidy;
mod visible;

pub use balance::balanced_sides;
pub use edge::{Edge, Heading};
pub use rect::{Point, Rect};

use crate::model::mindmap::Side;

/// Stands for "no node" where an index is meant.
pub const NONE: u32 = u32::MAX;

/// How the branches of a map are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Arrangement {
    /// Everything to the right of the root.
    #[default]
    Right,
    /// Everything to the left of the root.
    Left,
    /// Branches on both sides of the root.
    Both,
    /// Levels below each other, each in one row: an organisation chart.
    Down,
    /// A list, each level indented.
    Outline,
}

impl Arrangement {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Right, Self::Left, Self::Both, Self::Down, Self::Outline];
}

/// A map as arrays: entry `i` of each describes node `i`. The nodes stand in pre-order.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tree<'a> {
    /// The index of each node's parent, [`NONE`] for a root. It decides how many nodes there are.
    pub parents: &'a [u32],
    /// How wide each node is.
    pub widths: &'a [f32],
    /// How high each node is.
    pub heights: &'a [f32],
    /// Whether the nodes below it are hidden.
    pub folded: &'a [bool],
    /// The side each child of a root keeps, for [`Arrangement::Both`].
    pub sides: &'a [Option<Side>],
}

impl Tree<'_> {
    /// The parent, where there is one.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).map(|&parent| parent as usize).filter(|&parent| parent < node)
    }
}

/// The distances between nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spacing {
    /// Between a parent and its children.
    pub level: f64,
    /// Between siblings.
    pub sibling: f64,
    /// Between nodes that stand beside each other and are not siblings.
    pub branch: f64,
    /// How far each level of an outline is indented.
    pub indent: f64,
}

impl Default for Spacing {
    fn default() -> Self {
        Self { level: 40.0, sibling: 10.0, branch: 18.0, indent: 24.0 }
    }
}

/// Where everything that is not hidden stands. Its own indices, "places", count the visible nodes in the order of the tree.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// How it is arranged.
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
    /// Where each place lies, seen from its parent.
    pub headings: Vec<Heading>,
    /// How many nodes are hidden below each place.
    pub hidden: Vec<u32>,
    /// What encloses all boxes.
    pub bounds: Rect,
}

impl Layout {
    /// Arranges a map.
    pub fn new(tree: &Tree<'_>, arrangement: Arrangement, spacing: &Spacing) -> Self {
        place::layout(tree, arrangement, spacing)
    }

    /// The place of a node that is not hidden.
    pub fn place_of(&self, node: u32) -> Option<usize> {
        self.places.get(node as usize).filter(|&&place| place != NONE).map(|&place| place as usize)
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

    /// How far `after` has to be moved so that a node stays where it is in `self`. If the node is hidden in one of them,
    /// nothing moves.
    pub fn shift_to_keep(&self, node: u32, after: &Self) -> Point {
        match (self.rect_of(node), after.rect_of(node)) {
            (Some(here), Some(there)) => Point { x: here.x - there.x, y: here.y - there.y },
            _ => Point::default(),
        }
    }
}

#[cfg(test)]
mod tests;
