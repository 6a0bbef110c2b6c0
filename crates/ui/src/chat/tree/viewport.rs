//! The arithmetic of the tree's drawing: where a message stands, which part is seen, where an arrow key leads.
//!
//! - P1 Zooming keeps what is under the pointer under the pointer.
//! - P2 A drawing that fits is shown whole, never larger than life; a larger one opens at the message that is shown.
//! - P3 Only what is in view, and one message around it, is drawn.

use std::ops::Range;

use espalier_chat::outline::{Outline, OutlineNode};

/// The width of a message in the drawing.
pub const NODE_WIDTH: f64 = 240.0;
/// The height of a message in the drawing.
pub const NODE_HEIGHT: f64 = 40.0;
/// Distance between lanes.
const LANE: f64 = 264.0;
/// Distance between columns; columns go down, as a conversation does.
const COLUMN: f64 = 72.0;
/// Space around the whole.
const MARGIN: f64 = 24.0;
/// Smaller letters can't be read.
const READABLE: f64 = 0.8;
const MIN_ZOOM: f64 = 0.15;
const MAX_ZOOM: f64 = 2.0;

/// The visible part of the drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TreeViewport {
    /// The left edge, in the drawing.
    pub left: f64,
    /// The upper edge, in the drawing.
    pub top: f64,
    /// How many pixels one unit of the drawing has.
    pub zoom: f64,
    /// The width of the window onto it, in pixels.
    pub width: f64,
    /// The height of the window onto it, in pixels.
    pub height: f64,
}

impl Default for TreeViewport {
    fn default() -> Self {
        Self { left: 0.0, top: 0.0, zoom: 1.0, width: 900.0, height: 560.0 }
    }
}

/// Direction of an arrow key in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To the message it follows.
    Parent,
    /// To the answer on the shown path, or the first one.
    Child,
    /// To the message before it in the same column.
    Before,
    /// To the message after it in the same column.
    After,
}

/// The upper left corner of a message.
pub fn corner(node: &OutlineNode) -> (f64, f64) {
    (node.lane * LANE, node.column as f64 * COLUMN)
}

impl TreeViewport {
    /// Returns the value of the `viewBox` attribute.
    pub fn view_box(&self) -> String {
        format!("{:.1} {:.1} {:.1} {:.1}", self.left, self.top, self.width / self.zoom, self.height / self.zoom)
    }

    /// Returns the viewport of a window of this size.
    #[must_use]
    pub fn sized(self, width: f64, height: f64) -> Self {
        if width < 1.0 || height < 1.0 { self } else { Self { width, height, ..self } }
    }

    /// Returns the initial viewport (P2).
    #[must_use]
    pub fn opened(self, outline: &Outline, shown: Option<usize>) -> Self {
        let (width, height) = extent(outline);
        let zoom = (self.width / width).min(self.height / height).min(1.0);
        let node = shown.and_then(|index| outline.nodes.get(index));
        if zoom < READABLE
            && let Some(node) = node
        {
            return Self { zoom: 1.0, ..self }.centred(node);
        }
        self.whole(outline)
    }

    /// The view of everything.
    #[must_use]
    pub fn whole(self, outline: &Outline) -> Self {
        let (width, height) = extent(outline);
        let zoom = (self.width / width).min(self.height / height).clamp(MIN_ZOOM, 1.0);
        let left = (width - self.width / zoom) / 2.0 - MARGIN;
        let top = if height * zoom < self.height { (height - self.height / zoom) / 2.0 - MARGIN } else { -MARGIN };
        Self { left, top, zoom, ..self }
    }

    /// The view with a message in the middle.
    #[must_use]
    pub fn centred(self, node: &OutlineNode) -> Self {
        let (x, y) = corner(node);
        let left = x + NODE_WIDTH / 2.0 - self.width / self.zoom / 2.0;
        let top = y + NODE_HEIGHT / 2.0 - self.height / self.zoom / 2.0;
        Self { left, top, ..self }
    }

    /// The view moved by pixels.
    #[must_use]
    pub fn moved(self, right: f64, down: f64) -> Self {
        Self { left: self.left + right / self.zoom, top: self.top + down / self.zoom, ..self }
    }

    /// The view zoomed around a point, given in pixels of the window (P1).
    #[must_use]
    pub fn zoomed(self, factor: f64, x: f64, y: f64) -> Self {
        let zoom = (self.zoom * factor).clamp(MIN_ZOOM, MAX_ZOOM);
        let left = self.left + x / self.zoom - x / zoom;
        let top = self.top + y / self.zoom - y / zoom;
        Self { left, top, zoom, ..self }
    }

    /// Whether a message is seen as a whole.
    pub fn shows(&self, node: &OutlineNode) -> bool {
        let (x, y) = corner(node);
        let (right, bottom) = (self.left + self.width / self.zoom, self.top + self.height / self.zoom);
        x >= self.left && y >= self.top && x + NODE_WIDTH <= right && y + NODE_HEIGHT <= bottom
    }

    /// The messages to draw (P3).
    pub fn drawn(&self, outline: &Outline) -> Vec<usize> {
        outline.within(self.columns(), self.lanes())
    }

    fn columns(&self) -> Range<usize> {
        let first = (self.top / COLUMN).floor() - 1.0;
        let last = ((self.top + self.height / self.zoom) / COLUMN).ceil() + 1.0;
        first.max(0.0) as usize..last.max(0.0) as usize
    }

    fn lanes(&self) -> Range<f64> {
        let first = (self.left - NODE_WIDTH) / LANE;
        let last = (self.left + self.width / self.zoom) / LANE;
        first - 1.0..last + 1.0
    }
}

/// The size of the whole drawing with the space around it.
fn extent(outline: &Outline) -> (f64, f64) {
    let width = (outline.lanes - 1.0).max(0.0) * LANE + NODE_WIDTH + 2.0 * MARGIN;
    let height = (outline.columns().max(1) - 1) as f64 * COLUMN + NODE_HEIGHT + 2.0 * MARGIN;
    (width, height)
}

/// The index of the message that a step leads to.
pub fn next(outline: &Outline, index: usize, step: Direction) -> Option<usize> {
    let node = outline.nodes.get(index)?;
    match step {
        Direction::Parent => node.parent,
        Direction::Before => index.checked_sub(1).filter(|before| outline.nodes[*before].column == node.column),
        Direction::After => outline.nodes.get(index + 1).filter(|after| after.column == node.column).map(|_| index + 1),
        Direction::Child => {
            let answers = outline.column(node.column + 1).filter(|child| outline.nodes[*child].parent == Some(index));
            let answers: Vec<usize> = answers.collect();
            let shown = answers.iter().find(|child| outline.nodes[**child].on_path);
            shown.or_else(|| answers.first()).copied()
        }
    }
}

/// The line from a message to an answer, as the data of an SVG path.
pub fn line(from: &OutlineNode, to: &OutlineNode) -> String {
    let ((x1, y1), (x2, y2)) = (corner(from), corner(to));
    let (x1, y1, x2) = (x1 + NODE_WIDTH / 2.0, y1 + NODE_HEIGHT, x2 + NODE_WIDTH / 2.0);
    let middle = f64::midpoint(y1, y2);
    format!("M{x1:.1} {y1:.1}C{x1:.1} {middle:.1} {x2:.1} {middle:.1} {x2:.1} {y2:.1}")
}

/// The beginning of a text that fits into a width, given in widths of a Latin letter; wide characters count two.
pub fn fitting(text: &str, width: usize) -> String {
    let mut used = 0;
    for (index, character) in text.char_indices() {
        used += if u32::from(character) >= 0x1100 { 2 } else { 1 };
        if used > width {
            return format!("{}…", text[..index].trim_end());
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::time::Timestamp;
    use espalier_chat::outline::outline;
    use espalier_model::persona::Role;
    use espalier_model::{Message, MessageId, Session, SessionId};

    fn drawing(parents: &[Option<u128>]) -> Outline {
        let id = |number: u128| MessageId::from_uuid(uuid::Uuid::from_u128(number));
        let mut session = Session::new(SessionId::from_uuid(uuid::Uuid::from_u128(1)), Timestamp(0));
        session.active_leaf = Some(id(parents.len() as u128 - 1));
        let messages: Vec<Message> = parents
            .iter()
            .enumerate()
            .map(|(index, parent)| {
                Message::new(id(index as u128), session.id, parent.map(id), Role::User, "text", Timestamp(0))
            })
            .collect();
        outline(&session, &messages)
    }

    #[test]
    fn p1_zooming_keeps_the_point_under_the_pointer() {
        let view = TreeViewport { left: 10.0, top: 20.0, ..TreeViewport::default() };
        let zoomed = view.zoomed(1.5, 300.0, 200.0);
        let at = |view: TreeViewport| (view.left + 300.0 / view.zoom, view.top + 200.0 / view.zoom);
        let (before, after) = (at(view), at(zoomed));
        assert!((before.0 - after.0).abs() < 1e-9 && (before.1 - after.1).abs() < 1e-9);
        assert!(view.zoomed(1e9, 0.0, 0.0).zoom <= MAX_ZOOM && view.zoomed(0.0, 0.0, 0.0).zoom >= MIN_ZOOM);
    }

    #[test]
    fn p2_a_small_tree_is_shown_whole_and_a_long_one_at_the_shown_message() {
        let small = drawing(&[None, Some(0), Some(0)]);
        let view = TreeViewport::default().opened(&small, Some(0));
        assert!(small.nodes.iter().all(|node| view.shows(node)) && view.zoom <= 1.0);
        let parents: Vec<Option<u128>> = (0..500_u128).map(|index| index.checked_sub(1)).collect();
        let long = drawing(&parents);
        let view = TreeViewport::default().opened(&long, Some(499));
        assert!(view.shows(&long.nodes[499]));
        assert!((view.zoom - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn p3_a_long_tree_is_drawn_in_part_and_what_is_seen_is_drawn() {
        let parents: Vec<Option<u128>> = (0..10_000_u128).map(|index| index.checked_sub(1)).collect();
        let long = drawing(&parents);
        let view = TreeViewport::default().centred(&long.nodes[5_000]);
        let drawn = view.drawn(&long);
        assert!(drawn.len() < 20 && drawn.contains(&5_000));
        let seen = long.nodes.iter().enumerate().filter(|(_, node)| view.shows(node));
        assert!(seen.map(|(index, _)| index).all(|index| drawn.contains(&index)));
    }

    #[test]
    fn arrows_follow_the_shown_path_and_stay_in_the_column() {
        let tree = drawing(&[None, Some(0), Some(0)]);
        assert_eq!(next(&tree, 0, Direction::Child), Some(2), "the shown answer");
        assert_eq!(next(&tree, 2, Direction::Before), Some(1));
        assert_eq!(
            [next(&tree, 2, Direction::After), next(&tree, 1, Direction::Before), next(&tree, 0, Direction::Parent)],
            [None; 3]
        );
        assert_eq!(next(&tree, 1, Direction::Parent), Some(0));
    }

    #[test]
    fn a_text_is_cut_by_its_width() {
        assert_eq!(fitting("short", 10), "short");
        assert_eq!(fitting("a longer text", 8), "a longer…");
        assert_eq!(fitting("今天下午三点", 6), "今天下…");
    }
}
