//! Drop targets of dragged nodes.

use std::ops::Range;

use super::edge::edge;
use super::{Arrangement, Edge, Heading, Layout, NONE, Point, Rect};
use espalier_model::mindmap::Side;

/// The farthest that a pointer may be from every node and still mean one.
const REACH: f64 = 160.0;
/// Fraction of a node at each end across that means "beside it".
const BESIDE: f64 = 0.25;

/// Branches that are dragged.
#[derive(Debug, Clone, PartialEq)]
pub struct Drag {
    /// The places of each branch, in order and apart from each other.
    branches: Vec<Range<usize>>,
    /// Size of the dragged branches.
    size: (f64, f64),
}

/// Relation of a drop to another node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DropHow {
    /// Before its sibling.
    Before,
    /// After its sibling.
    After,
    /// As its child.
    Child,
}

/// Target of a drop, and its preview.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DropTarget {
    /// The node that becomes the parent.
    pub parent: u32,
    /// The position among its children, those that are dragged left out; `None` is at the end.
    pub index: Option<usize>,
    /// The side of the root, where there are two.
    pub side: Option<Side>,
    /// Relation to [`Self::node`].
    pub how: DropHow,
    /// The node the pointer is at.
    pub node: u32,
    /// Rectangle for the preview, approximate: the present layout has no space for it.
    pub slot: Rect,
    /// Edge to the rectangle.
    pub edge: Edge,
}

impl Drag {
    /// Begins to drag branches by their first nodes, without roots; nodes below another of them need not be named.
    pub fn new(layout: &Layout, nodes: &[u32]) -> Option<Self> {
        let mut places: Vec<usize> = nodes.iter().filter_map(|&node| layout.place_of(node)).collect();
        places.retain(|&place| layout.parent(place).is_some());
        places.sort_unstable();
        let first = layout.boxes.get(*places.first()?)?;
        let mut branches: Vec<Range<usize>> = Vec::new();
        for place in places {
            if branches.last().is_none_or(|branch| branch.end <= place) {
                branches.push(place..layout.branch_end(place));
            }
        }
        Some(Self { branches, size: (first.width, first.height) })
    }

    /// Number of nodes that move along, including hidden ones.
    pub fn count(&self, layout: &Layout) -> usize {
        let places = self.branches.iter().cloned().flatten();
        places.map(|place| 1 + layout.hidden.get(place).map_or(0, |&hidden| hidden as usize)).sum()
    }

    /// Whether a place moves along.
    pub fn contains(&self, place: usize) -> bool {
        let after = self.branches.partition_point(|branch| branch.end <= place);
        self.branches.get(after).is_some_and(|branch| branch.contains(&place))
    }

    /// Target of a drop at a point; `None` if no node is near.
    pub fn target(&self, layout: &Layout, pointer: Point) -> Option<DropTarget> {
        if layout.arrangement == Arrangement::Outline {
            return self.target_in_outline(layout, pointer, self.row(layout, pointer)?);
        }
        let place = layout.nearest(pointer, REACH, &|place| !self.contains(place))?;
        let Some(parent) = layout.parent(place) else {
            let heading = match layout.arrangement {
                Arrangement::Left => Heading::Left,
                Arrangement::OrgChart => Heading::Down,
                Arrangement::Both if pointer.x < layout.boxes[place].centre().x => Heading::Left,
                _ => Heading::Right,
            };
            return Some(self.child(layout, pointer, place, heading));
        };
        let heading = layout.headings[place];
        let rect = &layout.boxes[place];
        let (begin, _, end) = across(heading, rect);
        let at = across_of(heading, pointer);
        let is_inside = rect.contains(pointer);
        let edges = (end - begin) * BESIDE;
        if is_beyond(heading, rect, pointer) || is_inside && at > begin + edges && at < end - edges {
            return Some(self.child(layout, pointer, place, heading));
        }
        let is_before = at < f64::midpoint(begin, end);
        self.sibling(layout, parent, place, is_before)
    }

    /// The row of an outline at the height of a point.
    fn row(&self, layout: &Layout, pointer: Point) -> Option<usize> {
        let away = |rect: &Rect| (rect.y - pointer.y).max(pointer.y - rect.bottom()).max(0.0);
        let score = |place: usize| (!self.contains(place)).then(|| away(&layout.boxes[place]));
        layout.least(&away, &score).filter(|&place| away(&layout.boxes[place]) <= REACH)
    }

    fn target_in_outline(&self, layout: &Layout, pointer: Point, place: usize) -> Option<DropTarget> {
        let rect = &layout.boxes[place];
        let inside = (pointer.y - rect.y) / rect.height.max(1.0);
        let Some(mut parent) = layout.parent(place) else {
            return Some(self.child_at(layout, place, Heading::Indented, self.children(layout, place).next(), place));
        };
        if inside < BESIDE {
            return self.sibling(layout, parent, place, true);
        }
        let first = self.children(layout, place).next();
        if inside <= 1.0 - BESIDE || first.is_some() {
            return Some(self.child_at(
                layout,
                place,
                Heading::Indented,
                first.filter(|_| inside > 1.0 - BESIDE),
                place,
            ));
        }
        // Below the last row of a branch, the place sideways says how far out it is meant.
        let mut after = place;
        while pointer.x < layout.boxes[after].x
            && self.children(layout, parent).last() == Some(after)
            && let Some(above) = layout.parent(parent)
        {
            (after, parent) = (parent, above);
        }
        self.sibling(layout, parent, after, false)
    }

    fn children<'a>(&'a self, layout: &'a Layout, place: usize) -> impl Iterator<Item = usize> + 'a {
        layout.children(place).filter(|&child| !self.contains(child))
    }

    /// Target as a child of a node, in the order across.
    fn child(&self, layout: &Layout, pointer: Point, place: usize, heading: Heading) -> DropTarget {
        let at = across_of(heading, pointer);
        let rect = &layout.boxes[place];
        // On the node itself it goes to the end, as it does on one that is folded or has no children yet.
        let before = self
            .children(layout, place)
            .filter(|&child| layout.headings[child] == heading && !rect.contains(pointer))
            .find(|&child| across(heading, &layout.boxes[child]).1 > at);
        self.child_at(layout, place, heading, before, place)
    }

    /// Target as a child of `parent`, before `next` if there is one.
    fn child_at(
        &self,
        layout: &Layout,
        parent: usize,
        heading: Heading,
        next: Option<usize>,
        node: usize,
    ) -> DropTarget {
        let last = self.children(layout, parent).filter(|&child| layout.headings[child] == heading).last();
        let slot = match (next, last) {
            (Some(next), _) => self.beside(layout, next, true),
            (None, Some(last)) => self.beside(layout, last, false),
            (None, None) => self.below(layout, parent, heading),
        };
        let index = next.and_then(|next| self.children(layout, parent).position(|child| child == next));
        let target = (layout.nodes[parent], index, DropHow::Child, layout.nodes[node]);
        show(layout, target, parent, heading, slot)
    }

    fn sibling(&self, layout: &Layout, parent: usize, place: usize, is_before: bool) -> Option<DropTarget> {
        let position = self.children(layout, parent).position(|child| child == place)?;
        let index = position + usize::from(!is_before);
        let how = if is_before { DropHow::Before } else { DropHow::After };
        let slot = self.beside(layout, place, is_before);
        let target = (layout.nodes[parent], Some(index), how, layout.nodes[place]);
        Some(show(layout, target, parent, layout.headings[place], slot))
    }

    /// The space between a place and its neighbour on one side.
    fn beside(&self, layout: &Layout, place: usize, is_before: bool) -> Rect {
        let rect = layout.boxes[place];
        let gap = layout.spacing.sibling;
        match layout.headings[place] {
            Heading::Down => {
                let x = if is_before { rect.x - gap } else { rect.right() };
                Rect { x, y: rect.y, width: gap, height: self.size.1 }
            }
            heading => {
                let y = if is_before { rect.y - gap } else { rect.bottom() };
                let x = if heading == Heading::Left { rect.right() - self.size.0 } else { rect.x };
                Rect { x, y, width: self.size.0, height: gap }
            }
        }
    }

    /// Rectangle of the first child of a place.
    fn below(&self, layout: &Layout, place: usize, heading: Heading) -> Rect {
        let rect = layout.boxes[place];
        let (gap, level, centre) = (layout.spacing.sibling, layout.spacing.level, rect.centre());
        let (width, height) = self.size;
        match heading {
            Heading::Down => Rect { x: centre.x - gap / 2.0, y: rect.bottom() + level, width: gap, height },
            Heading::Left => Rect { x: rect.x - level - width, y: centre.y - gap / 2.0, width, height: gap },
            Heading::Indented => Rect { x: rect.x + layout.spacing.indent, y: rect.bottom(), width, height: gap },
            Heading::Right | Heading::Root => {
                Rect { x: rect.right() + level, y: centre.y - gap / 2.0, width, height: gap }
            }
        }
    }
}

fn show(
    layout: &Layout,
    (parent, index, how, node): (u32, Option<usize>, DropHow, u32),
    place: usize,
    heading: Heading,
    slot: Rect,
) -> DropTarget {
    let is_two_sided = layout.arrangement == Arrangement::Both && layout.parents[place] == NONE;
    let side = match heading {
        Heading::Left if is_two_sided => Some(Side::Left),
        Heading::Right if is_two_sided => Some(Side::Right),
        _ => None,
    };
    let edge = edge(heading, &layout.boxes[place], &slot, layout.spacing.level);
    DropTarget { parent, index, side, how, node, slot, edge }
}

/// Whether a point lies where the children of a node would stand.
fn is_beyond(heading: Heading, rect: &Rect, point: Point) -> bool {
    match heading {
        Heading::Left => point.x < rect.x,
        Heading::Down => point.y > rect.bottom(),
        Heading::Right | Heading::Root | Heading::Indented => point.x > rect.right(),
    }
}

/// Begin, centre and end in the direction in which siblings follow each other.
fn across(heading: Heading, rect: &Rect) -> (f64, f64, f64) {
    match heading {
        Heading::Down => (rect.x, rect.centre().x, rect.right()),
        _ => (rect.y, rect.centre().y, rect.bottom()),
    }
}

fn across_of(heading: Heading, point: Point) -> f64 {
    if heading == Heading::Down { point.x } else { point.y }
}
