//! Lines of a map as paths: edges from a parent to its child, and lines between two other nodes.
//!
//! - D1 A line begins at the edge of its parent or behind it, and ends at its child.
//! - D2 Parts of a line that several children share have the colour of their parent.
//! - D3 Lines stay within the space that the layout keeps free for them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::label::Rank;
use super::layout::{Edge, Heading, Layout, Point, Rect};
use super::theme::{LeafStyle, LineShape, Theme};
use espalier_model::mindmap::Tips;

/// Colour of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeColor {
    /// The colour of the root.
    Root,
    /// The colour of a branch, by its number.
    Branch(u8),
    /// A colour of its own.
    Own([u8; 3]),
}

/// Stroke of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stroke {
    /// An outline, to be filled.
    Filled,
    /// A thick line.
    Thick,
    /// A thin line.
    Thin,
}

impl Stroke {
    /// The width of the line.
    pub fn width(self, theme: &Theme) -> f64 {
        match self {
            Self::Filled => 0.0,
            Self::Thick => theme.trunk.min(2.5),
            Self::Thin => THIN.min(theme.trunk),
        }
    }
}

/// Width that a line thins out to on its way to a main branch.
const LIMB: f64 = 2.4;
/// Width of the last twigs, and of the underline of a leaf.
const THIN: f64 = 1.6;

/// The lines of a map, as one path for each colour and stroke.
pub type Strokes = BTreeMap<(Stroke, EdgeColor), String>;

/// An edge to draw, with the ranks and colours of its two nodes.
#[derive(Debug, Clone, Copy)]
pub struct EdgePath {
    /// Place of the child in the layout.
    pub place: usize,
    /// Rank of the child.
    pub rank: Rank,
    /// Rank of the parent.
    pub above: Rank,
    /// Colour of the child.
    pub ink: EdgeColor,
    /// Colour of the parent.
    pub parent: EdgeColor,
}

/// Adds the edge that leads to a place.
pub fn draw(strokes: &mut Strokes, layout: &Layout, theme: &Theme, line: &EdgePath) {
    let Some(edge) = layout.edge(line.place) else { return };
    let Some(parent) = layout.parent(line.place).map(|parent| layout.boxes[parent]) else { return };
    let child = layout.boxes[line.place];
    match (edge.heading, theme.lines) {
        (Heading::Indented, _) => draw_list_edge(strokes, theme, line, &edge),
        (Heading::Down, LineShape::Elbow) => draw_elbow_down(strokes, theme, line, &edge),
        (Heading::Down, _) => draw_down(strokes, theme, line, &edge),
        (_, LineShape::Elbow) => draw_elbow(strokes, theme, line, &edge),
        (_, lines) => draw_sideways(strokes, theme, line, &edge, lines, &parent, &child),
    }
}

/// The point from which the children of a place are reached in this theme, seen from its box.
pub fn handle(theme: &Theme, rank: Rank, heading: Heading, rect: &Rect, at: Point) -> Point {
    let sideways = matches!(heading, Heading::Right | Heading::Left);
    let y = if sideways && is_underlined(theme, rank) { rect.bottom() - THIN / 2.0 } else { at.y };
    // Words end near the end of a leaf; the handle stands behind it.
    let by = if rank == Rank::Leaf { 9.0 } else { 0.0 };
    match heading {
        Heading::Right | Heading::Root => Point { x: at.x + by, y },
        Heading::Left => Point { x: at.x - by, y },
        Heading::Down => Point { x: at.x, y: at.y + by },
        // A row has its handle at the end, where it hides none of the lines.
        Heading::Indented => Point { x: rect.right() + 10.0, y: rect.centre().y },
    }
}

fn is_underlined(theme: &Theme, rank: Rank) -> bool {
    theme.leaves == LeafStyle::Underline && rank == Rank::Leaf
}

/// Draws a sideways edge as a ribbon that becomes thinner, and goes on below the text where leaves are underlined.
fn draw_sideways(
    strokes: &mut Strokes,
    theme: &Theme,
    line: &EdgePath,
    edge: &Edge,
    lines: LineShape,
    parent: &Rect,
    child: &Rect,
) {
    let (mut from, mut to) = (edge.from, edge.to);
    let is_main = line.rank == Rank::Main;
    let outward = if edge.heading == Heading::Left { -1.0 } else { 1.0 };
    let (mut start, mut end) = if is_main { (theme.trunk, LIMB) } else { (LIMB, THIN) };
    let is_deep = line.above == Rank::Leaf;
    if is_deep {
        start = THIN;
    }
    let underlined = is_underlined(theme, line.rank);
    if underlined {
        to.y = child.bottom() - THIN / 2.0;
        end = THIN;
        if is_deep {
            from.y = parent.bottom() - THIN / 2.0;
        }
    }
    let path = strokes.entry((Stroke::Filled, line.ink)).or_default();
    let points = match lines {
        LineShape::Curve if is_main => {
            // It comes from behind the root, so that many do not crowd at one point.
            from.x -= outward * (parent.width * 0.3).min(46.0);
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            let first = Point { x: from.x + dx * 0.08, y: from.y + dy * 0.72 };
            [from, first, Point { x: from.x + dx * 0.42, y: to.y }, to]
        }
        LineShape::Curve => {
            let middle = f64::midpoint(from.x, to.x);
            [from, Point { x: middle, y: from.y }, Point { x: middle, y: to.y }, to]
        }
        _ => {
            if is_main {
                from.x -= outward * (parent.width * 0.2).min(20.0);
            }
            let part = |share: f64| Point { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
            [from, part(1.0 / 3.0), part(2.0 / 3.0), to]
        }
    };
    ribbon(path, points, start, end);
    if underlined {
        let (x, width) = (child.x, child.width);
        let (y, high) = (to.y - THIN / 2.0, THIN);
        push(path, format_args!("M{x:.1} {y:.1}h{width:.1}v{high:.1}h-{width:.1}z"));
    }
}

/// Draws a downward edge as a ribbon that begins where all of its level ends.
fn draw_down(strokes: &mut Strokes, theme: &Theme, line: &EdgePath, edge: &Edge) {
    let (from, to, middle) = (edge.from, edge.to, edge.first.y);
    let (start, end) = if line.rank == Rank::Main { (theme.trunk.min(6.0), LIMB) } else { (LIMB, THIN) };
    let level = Point { x: from.x, y: (2.0 * middle - to.y).max(from.y) };
    let path = strokes.entry((Stroke::Filled, line.ink)).or_default();
    if level.y > from.y {
        let (x, y, high) = (from.x - start / 2.0, from.y, level.y - from.y);
        push(path, format_args!("M{x:.1} {y:.1}h{start:.1}v{high:.1}h-{start:.1}z"));
    }
    let points = match theme.lines {
        LineShape::Straight => {
            let part =
                |share: f64| Point { x: level.x + (to.x - level.x) * share, y: level.y + (to.y - level.y) * share };
            [level, part(1.0 / 3.0), part(2.0 / 3.0), to]
        }
        _ => [level, Point { x: from.x, y: middle }, Point { x: to.x, y: middle }, to],
    };
    ribbon(path, points, start, end);
}

/// Draws a sideways edge in level and upright pieces (D2).
fn draw_elbow(strokes: &mut Strokes, theme: &Theme, line: &EdgePath, edge: &Edge) {
    let (from, corner, to) = (edge.from, edge.second, edge.to);
    let stroke = if line.rank == Rank::Main { Stroke::Thick } else { Stroke::Thin };
    let (dx, dy) = (to.x - corner.x, to.y - from.y);
    let bend = theme.bend().min(dx.abs()).min(dy.abs());
    let (x, y) = (corner.x + bend * dx.signum(), corner.y - bend * dy.signum());
    let shared = strokes.entry((stroke, line.parent)).or_default();
    push(shared, format_args!("M{:.1} {:.1}H{:.1}V{y:.1}", from.x, from.y, corner.x));
    let own = strokes.entry((stroke, line.ink)).or_default();
    push(own, format_args!("M{:.1} {y:.1}Q{:.1} {:.1} {x:.1} {:.1}H{:.1}", corner.x, corner.x, to.y, to.y, to.x));
}

/// Draws a downward edge in upright and level pieces (D2).
fn draw_elbow_down(strokes: &mut Strokes, theme: &Theme, line: &EdgePath, edge: &Edge) {
    let (from, corner, to) = (edge.from, edge.second, edge.to);
    let stroke = if line.rank == Rank::Main { Stroke::Thick } else { Stroke::Thin };
    let (dx, dy) = (to.x - from.x, to.y - corner.y);
    let bend = theme.bend().min(dx.abs()).min(dy.abs());
    let (x, y) = (corner.x - bend * dx.signum(), corner.y + bend);
    let shared = strokes.entry((stroke, line.parent)).or_default();
    push(shared, format_args!("M{:.1} {:.1}V{:.1}H{x:.1}", from.x, from.y, corner.y));
    let own = strokes.entry((stroke, line.ink)).or_default();
    push(own, format_args!("M{x:.1} {:.1}Q{:.1} {:.1} {:.1} {y:.1}V{:.1}", corner.y, to.x, corner.y, to.x, to.y));
}

/// Draws the edge to a row of a list: down the stem of its parent, and in (D2).
fn draw_list_edge(strokes: &mut Strokes, theme: &Theme, line: &EdgePath, edge: &Edge) {
    let (from, to) = (edge.from, edge.to);
    let bend = theme.bend().min(to.x - from.x).min(to.y - from.y).max(0.0);
    let (x, y) = (from.x + bend, to.y - bend);
    let shared = strokes.entry((Stroke::Thin, line.parent)).or_default();
    push(shared, format_args!("M{:.1} {:.1}V{y:.1}", from.x, from.y));
    let own = strokes.entry((Stroke::Thin, line.ink)).or_default();
    push(own, format_args!("M{:.1} {y:.1}Q{:.1} {:.1} {x:.1} {:.1}H{:.1}", from.x, from.x, to.y, to.y, to.x));
}

/// Adds the area of a cubic curve that is drawn with a pen whose width changes from `start` to `end`.
fn ribbon(path: &mut String, points: [Point; 4], start: f64, end: f64) {
    let toward = |a: usize, b: usize| {
        let (dx, dy) = (points[b].x - points[a].x, points[b].y - points[a].y);
        let length = dx.hypot(dy);
        (length > 0.01).then(|| (dx / length, dy / length))
    };
    // The directions at the ends and, for the two points between, of what is around them.
    let whole = toward(0, 3).unwrap_or((1.0, 0.0));
    let ways = [
        toward(0, 1).unwrap_or(whole),
        toward(0, 2).unwrap_or(whole),
        toward(1, 3).unwrap_or(whole),
        toward(2, 3).unwrap_or(whole),
    ];
    let side = |at: usize, sign: f64| {
        let width = start + (end - start) * at as f64 / 3.0;
        let half = width / 2.0 * sign;
        let (point, way) = (points[at], ways[at]);
        (point.x - way.1 * half, point.y + way.0 * half)
    };
    let curve = |path: &mut String, at: [usize; 3], sign: f64| {
        let [first, second, last] = at.map(|at| side(at, sign));
        push(
            path,
            format_args!("C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", first.0, first.1, second.0, second.1, last.0, last.1),
        );
    };
    let (begin, turn) = (side(0, 1.0), side(3, -1.0));
    push(path, format_args!("M{:.1} {:.1}", begin.0, begin.1));
    curve(path, [1, 2, 3], 1.0);
    push(path, format_args!("L{:.1} {:.1}", turn.0, turn.1));
    curve(path, [2, 1, 0], -1.0);
    path.push('z');
}

/// A line between two nodes that are not parent and child, with the tip at its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// The curve.
    pub line: String,
    /// The arrowheads, to be filled.
    pub tips: String,
    /// Point of its label.
    pub label: Point,
    /// Bounds of the line.
    pub bounds: Rect,
}

/// The line between two boxes. Where one stands above the other it goes around what is between them, on the side to
/// which the map grows.
pub fn joint(from: &Rect, to: &Rect, heading: Heading, tips: Tips) -> Joint {
    let is_stacked = from.x < to.right() && to.x < from.right() && heading != Heading::Down;
    let points = if is_stacked && heading == Heading::Left {
        let x = from.x.min(to.x) - around(from, to);
        let at = |rect: &Rect| Point { x: rect.x - AWAY, y: rect.centre().y };
        [at(from), Point { x, y: from.centre().y }, Point { x, y: to.centre().y }, at(to)]
    } else if is_stacked || heading == Heading::Indented {
        let x = from.right().max(to.right()) + around(from, to);
        let at = |rect: &Rect| Point { x: rect.right() + AWAY, y: rect.centre().y };
        [at(from), Point { x, y: from.centre().y }, Point { x, y: to.centre().y }, at(to)]
    } else {
        let (a, b) = (from.centre(), to.centre());
        let bend =
            Point { x: f64::midpoint(a.x, b.x) + (b.y - a.y) / 5.0, y: f64::midpoint(a.y, b.y) - (b.x - a.x) / 5.0 };
        let (start, end) = (exit_point(&from.grown(AWAY), bend), exit_point(&to.grown(AWAY), bend));
        let near = |end: Point| Point { x: end.x + (bend.x - end.x) / 1.5, y: end.y + (bend.y - end.y) / 1.5 };
        [start, near(start), near(end), end]
    };
    let [a, b, c, d] = points;
    let middle = |of: fn(&Point) -> f64| (of(&a) + 3.0 * of(&b) + 3.0 * of(&c) + of(&d)) / 8.0;
    let label = Point { x: middle(|point| point.x), y: middle(|point| point.y) };
    let line = format!("M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y);
    // As the curve never leaves what its four points enclose.
    let bounds = Rect::between(
        Point { x: a.x.min(b.x).min(c.x).min(d.x), y: a.y.min(b.y).min(c.y).min(d.y) },
        Point { x: a.x.max(b.x).max(c.x).max(d.x), y: a.y.max(b.y).max(c.y).max(d.y) },
    );
    let start = if tips.start() { tip(b, a) } else { String::new() };
    let end = if tips.end() { tip(c, d) } else { String::new() };
    Joint { line, tips: start + &end, label, bounds }
}

/// Distance between a node and the end of a line to another.
const AWAY: f64 = 3.0;

/// Length of the detour of a line around what is between two boxes.
fn around(from: &Rect, to: &Rect) -> f64 {
    (24.0 + (from.y - to.y).abs() / 5.0).min(120.0)
}

fn tip(before: Point, end: Point) -> String {
    const LONG: f64 = 9.0;
    const HALF: f64 = 4.0;
    let (dx, dy) = (end.x - before.x, end.y - before.y);
    let length = dx.hypot(dy).max(0.01);
    let (x, y) = (dx / length, dy / length);
    let base = Point { x: end.x - x * LONG, y: end.y - y * LONG };
    format!(
        "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z",
        end.x,
        end.y,
        base.x - y * HALF,
        base.y + x * HALF,
        base.x + y * HALF,
        base.y - x * HALF
    )
}

/// Point at which the straight way from the middle of a rectangle to a point leaves it.
fn exit_point(rect: &Rect, point: Point) -> Point {
    let centre = rect.centre();
    let (x, y) = (point.x - centre.x, point.y - centre.y);
    let part = |half: f64, way: f64| if way.abs() < f64::EPSILON { f64::INFINITY } else { half / way.abs() };
    let share = part(rect.width / 2.0, x).min(part(rect.height / 2.0, y)).min(1.0);
    Point { x: centre.x + x * share, y: centre.y + y * share }
}

fn push(path: &mut String, piece: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = path.write_fmt(piece);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{ARRANGEMENTS, NONE, Spacing, Tree};
    use espalier_model::mindmap::Palette;

    const PALETTES: [Palette; 6] =
        [Palette::Plain, Palette::Rainbow, Palette::Ocean, Palette::Forest, Palette::Sunset, Palette::Ink];
    const PARENTS: [u32; 7] = [NONE, 0, 1, 1, 0, 4, 5];

    fn layout(arrangement: usize) -> Layout {
        let tree = Tree {
            parents: &PARENTS,
            widths: &[120.0, 80.0, 60.0, 60.0, 80.0, 60.0, 60.0],
            heights: &[48.0, 34.0, 27.0, 46.0, 34.0, 27.0, 27.0],
            folded: &[false; 7],
            sides: &[],
        };
        Layout::new(&tree, ARRANGEMENTS[arrangement], &Spacing::default())
    }

    fn rank(node: usize) -> Rank {
        match PARENTS[node] {
            NONE => Rank::Root,
            0 => Rank::Main,
            _ => Rank::Leaf,
        }
    }

    fn drawn(layout: &Layout, theme: &Theme, place: usize) -> Strokes {
        let mut strokes = Strokes::new();
        let node = layout.nodes[place] as usize;
        let above = PARENTS[node] as usize;
        let parent = if above == 0 { EdgeColor::Root } else { EdgeColor::Branch(0) };
        let path = EdgePath { place, rank: rank(node), above: rank(above), ink: EdgeColor::Branch(1), parent };
        draw(&mut strokes, layout, theme, &path);
        strokes
    }

    #[test]
    fn d3_every_line_stays_between_its_parent_and_its_child() {
        for palette in PALETTES {
            let theme = Theme::of(palette);
            for arrangement in 0..ARRANGEMENTS.len() {
                let layout = layout(arrangement);
                for place in 1..layout.boxes.len() {
                    let parent = layout.boxes[layout.parent(place).unwrap()];
                    let child = layout.boxes[place];
                    let room = Rect::between(
                        Point { x: parent.x.min(child.x), y: parent.y.min(child.y) },
                        Point { x: parent.right().max(child.right()), y: parent.bottom().max(child.bottom()) },
                    );
                    let room = room.grown(theme.trunk);
                    for path in drawn(&layout, theme, place).values() {
                        // Curves stay within their points; all pieces but short ones back and forth are absolute.
                        for piece in path.split(['M', 'C', 'L', 'Q']).filter(|piece| !piece.is_empty()) {
                            let piece = piece.split(['H', 'V', 'h', 'v', 'z']).next().unwrap();
                            let numbers: Vec<f64> = piece.split(' ').map(|number| number.parse().unwrap()).collect();
                            for point in numbers.chunks(2) {
                                let at = Point { x: point[0], y: point[1] };
                                assert!(room.contains(at), "{palette:?} {arrangement} {place} {at:?} {room:?} {path}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn d2_what_children_share_has_the_colour_of_their_parent() {
        // An org chart and an indented list, with level and upright lines.
        for arrangement in [3, 4] {
            let strokes = drawn(&layout(arrangement), Theme::of(Palette::Plain), 1);
            let inks: Vec<EdgeColor> = strokes.keys().map(|(_, ink)| *ink).collect();
            assert_eq!(inks, [EdgeColor::Root, EdgeColor::Branch(1)]);
        }
    }

    #[test]
    fn lines_become_thinner_from_the_root_on() {
        let layout = layout(0);
        let theme = Theme::of(Palette::Rainbow);
        let width = |place: usize, end: bool| {
            let path = drawn(&layout, theme, place).into_values().next().unwrap();
            let ribbon = path.split('z').next().unwrap();
            let points: Vec<f64> =
                ribbon.split(['M', 'C', 'L', ' ']).filter_map(|number| number.parse().ok()).collect();
            let at = |point: usize| (points[2 * point], points[2 * point + 1]);
            // The points go along one side and come back on the other.
            let (one, other) = if end { (at(3), at(4)) } else { (at(0), at(7)) };
            (one.0 - other.0).hypot(one.1 - other.1)
        };
        assert!((width(1, false) - theme.trunk).abs() < 0.2);
        assert!(width(1, true) < width(1, false) && width(2, true) < width(1, true));
    }

    #[test]
    fn a_line_between_rows_of_a_list_goes_around_what_is_between_them() {
        let rows: Vec<Rect> =
            (0..3).map(|row| Rect { x: 0.0, y: 30.0 * f64::from(row), width: 80.0, height: 26.0 }).collect();
        let joint = joint(&rows[0], &rows[2], Heading::Indented, Tips::End);
        assert!(joint.label.x > rows[1].right());
        assert!(joint.bounds.x >= rows[0].right());
    }
}
