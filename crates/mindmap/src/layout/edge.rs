//! Edges from a parent to its child.

use super::{Arrangement, Layout, Point, Rect};

/// Direction of a node, seen from its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Heading {
    /// None, for a root.
    #[default]
    Root,
    /// To the right.
    Right,
    /// To the left.
    Left,
    /// Below.
    Down,
    /// Below and to the right, as a row of a list.
    Indented,
}

/// A line from a parent to its child: a cubic curve for [`Heading::Right`] and [`Heading::Left`], three straight pieces
/// for [`Heading::Down`], two for [`Heading::Indented`], through the same four points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// The direction.
    pub heading: Heading,
    /// The beginning at the parent.
    pub from: Point,
    /// The first control point, or corner.
    pub first: Point,
    /// The second control point, or corner.
    pub second: Point,
    /// The end at the child.
    pub to: Point,
}

impl Edge {
    /// Bounds of the edge.
    pub fn bounds(&self) -> Rect {
        // The control points lie within the other two in every direction.
        Rect::between(self.from, self.to)
    }
}

impl Layout {
    /// The edge that leads to a place; `None` for a root.
    pub fn edge(&self, place: usize) -> Option<Edge> {
        let parent = self.boxes.get(self.parent(place)?)?;
        Some(edge(self.headings[place], parent, self.boxes.get(place)?, self.spacing.level))
    }

    /// Heading of a child of a place; right for the root of a map with two sides.
    pub fn child_heading(&self, place: usize) -> Heading {
        if self.children(place).next().is_some_and(|child| self.headings[child] == Heading::Indented) {
            return Heading::Indented;
        }
        match (self.headings[place], self.arrangement) {
            (Heading::Root, Arrangement::Left) => Heading::Left,
            (Heading::Root, Arrangement::OrgChart) => Heading::Down,
            (Heading::Root, Arrangement::Outline) => Heading::Indented,
            (Heading::Root, Arrangement::Right | Arrangement::Both) => Heading::Right,
            (heading, _) => heading,
        }
    }

    /// Point at which the edges to the children of a place begin, where the handle for folding belongs.
    pub fn handle(&self, place: usize, heading: Heading) -> Point {
        leaving(heading, &self.boxes[place])
    }
}

/// The edge between two boxes, if levels are so far apart.
pub(super) fn edge(heading: Heading, parent: &Rect, child: &Rect, level: f64) -> Edge {
    let from = leaving(heading, parent);
    let (first, second, to) = match heading {
        Heading::Right | Heading::Left | Heading::Root => {
            let x = if heading == Heading::Left { child.right() } else { child.x };
            let to = Point { x, y: child.centre().y };
            let middle = f64::midpoint(from.x, to.x);
            (Point { x: middle, y: from.y }, Point { x: middle, y: to.y }, to)
        }
        Heading::Down => {
            let to = Point { x: child.centre().x, y: child.y };
            // All children of a level are reached from the same height, however high their parents are.
            let middle = to.y - level / 2.0;
            (Point { x: from.x, y: middle }, Point { x: to.x, y: middle }, to)
        }
        Heading::Indented => {
            let to = Point { x: child.x, y: child.centre().y };
            let corner = Point { x: from.x, y: to.y };
            (corner, corner, to)
        }
    };
    Edge { heading, from, first, second, to }
}

fn leaving(heading: Heading, rect: &Rect) -> Point {
    let centre = rect.centre();
    match heading {
        Heading::Right | Heading::Root => Point { x: rect.right(), y: centre.y },
        Heading::Left => Point { x: rect.x, y: centre.y },
        Heading::Down => Point { x: centre.x, y: rect.bottom() },
        // Left of where the first letter of the children stands.
        Heading::Indented => Point { x: rect.x + INDENTED_STEM.min(rect.width / 2.0), y: rect.bottom() },
    }
}

/// Distance of the stem to the rows below from the left side of their parent.
const INDENTED_STEM: f64 = 8.0;
