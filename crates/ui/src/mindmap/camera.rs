//! Which part of a map is seen: where the window stands over it, and how large it is.

use espalier_mindmap::layout::{Arrangement, Point, Rect};

/// The smallest and the largest zoom.
const ZOOM: (f64, f64) = (0.05, 4.0);
/// The smallest zoom at which a map is made to fit.
const LEAST_FIT: f64 = 0.000_5;
/// The smallest zoom at which a map that is opened is shown whole.
pub const LEAST_WHOLE: f64 = 0.55;
/// The smallest zoom at which its main branches, whose titles are larger, are shown together.
const LEAST_MAIN: f64 = 0.45;
/// The smallest zoom at which what a proposal changes is shown together.
const LEAST_BROUGHT: f64 = 0.4;
/// The smallest zoom at which titles can be read.
const READABLE: f64 = 0.7;
/// Factor of one zoom step.
pub const STEP: f64 = 1.25;
/// Margin drawn beyond the window on each side, as a fraction of its size.
const MARGIN: f64 = 0.6;
/// Free space around a revealed rectangle, in CSS pixels.
const CLEAR: f64 = 32.0;

/// Position and zoom of the window onto the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The point of the map in the window's upper left corner.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// CSS pixels per unit of the map.
    pub zoom: f64,
    /// The window's width in CSS pixels.
    pub width: f64,
    /// Height of the window.
    pub height: f64,
}

/// Parts of a map that are to be in sight when it is opened.
#[derive(Debug, Clone, Copy)]
pub struct Parts {
    /// All of it.
    pub bounds: Rect,
    /// The root with its children.
    pub main: Rect,
    pub root: Rect,
    /// The selected node.
    pub selected: Rect,
}

impl Default for Camera {
    fn default() -> Self {
        Self { x: 0.0, y: 0.0, zoom: 1.0, width: 0.0, height: 0.0 }
    }
}

impl Camera {
    /// The part of the map in the window.
    pub fn seen(&self) -> Rect {
        Rect { x: self.x, y: self.y, width: self.width / self.zoom, height: self.height / self.zoom }
    }

    /// The part that is drawn while this one is seen, so that small movements need no drawing.
    pub fn drawn(&self) -> Rect {
        let seen = self.seen();
        let (x, y) = (seen.width * MARGIN, seen.height * MARGIN);
        Rect { x: seen.x - x, y: seen.y - y, width: seen.width + 2.0 * x, height: seen.height + 2.0 * y }
    }

    /// Whether the drawn rectangle still covers the window, and is not far too large.
    pub fn is_within(&self, drawn: &Rect) -> bool {
        let seen = self.seen();
        let inside =
            seen.x >= drawn.x && seen.y >= drawn.y && seen.right() <= drawn.right() && seen.bottom() <= drawn.bottom();
        inside && drawn.width < seen.width * 5.0
    }

    /// The point of the map at a point of the window.
    pub fn point(&self, x: f64, y: f64) -> Point {
        Point { x: self.x + x / self.zoom, y: self.y + y / self.zoom }
    }

    /// Zooms around a point of the window, which stays where it is.
    pub fn zoom_at(&mut self, x: f64, y: f64, factor: f64) {
        let fixed = self.point(x, y);
        // A very large map that was made to fit is smaller than one zooms by hand.
        self.zoom = (self.zoom * factor).clamp(ZOOM.0.min(self.zoom), ZOOM.1);
        self.x = fixed.x - x / self.zoom;
        self.y = fixed.y - y / self.zoom;
    }

    /// Zooms around the middle.
    pub fn zoom_by(&mut self, factor: f64) {
        self.zoom_at(self.width / 2.0, self.height / 2.0, factor);
    }

    /// Moves by so many CSS pixels.
    pub fn pan(&mut self, x: f64, y: f64) {
        self.x -= x / self.zoom;
        self.y -= y / self.zoom;
    }

    /// Shows all of it, not larger than it is.
    pub fn fit(&mut self, bounds: &Rect) {
        // A small window has none of its room to spare.
        let room = |length: f64| (length - 2.0 * CLEAR.min(length * 0.03)).max(1.0);
        let zoom = (room(self.width) / bounds.width.max(1.0)).min(room(self.height) / bounds.height.max(1.0));
        self.zoom = zoom.clamp(LEAST_FIT, 1.0);
        self.center(bounds);
    }

    /// Shows a map that is opened: all of it where its titles can be made out then, or else the selected node with the
    /// main branches, or with the root; where not even that can be read, the selected node.
    pub fn open(&mut self, parts: &Parts, arrangement: Arrangement) {
        self.begin(&parts.root, arrangement);
        let (main, root) = (parts.main.joined(&parts.selected), parts.root.joined(&parts.selected));
        for (part, least) in [(parts.bounds, LEAST_WHOLE), (main, LEAST_MAIN), (root, LEAST_WHOLE)] {
            if self.seen().contains_all(&part) {
                return;
            }
            let mut whole = *self;
            whole.fit(&part);
            if whole.zoom >= least {
                *self = whole;
                return;
            }
        }
        self.reveal(&parts.selected);
    }

    /// Brings a part into sight that is not, smaller if need be, but not too small to be made out.
    pub fn bring(&mut self, part: &Rect) {
        if self.seen().contains_all(part) {
            return;
        }
        let mut whole = *self;
        whole.fit(part);
        if (LEAST_BROUGHT..self.zoom).contains(&whole.zoom) {
            *self = whole;
            return;
        }
        self.zoom_by(whole.zoom.max(LEAST_BROUGHT).min(self.zoom) / self.zoom);
        self.reveal(part);
    }

    /// Puts the middle of a part into the middle of the window.
    pub fn center(&mut self, rect: &Rect) {
        let seen = self.seen();
        self.x = rect.x + rect.width / 2.0 - seen.width / 2.0;
        self.y = rect.y + rect.height / 2.0 - seen.height / 2.0;
    }

    /// Puts a part into the middle of the window, large enough to be read.
    pub fn read(&mut self, rect: &Rect) {
        self.zoom = self.zoom.max(READABLE);
        self.center(rect);
    }

    /// Puts the root where its branches have room.
    pub fn begin(&mut self, root: &Rect, arrangement: Arrangement) {
        self.zoom = 1.0;
        self.center(root);
        let (x, y) = match arrangement {
            Arrangement::Right => (0.28, 0.0),
            Arrangement::Left => (-0.28, 0.0),
            Arrangement::Both => (0.0, 0.0),
            Arrangement::OrgChart => (0.0, 0.32),
            Arrangement::Outline => (0.0, 0.0),
        };
        self.x += x * self.width;
        self.y += y * self.height;
        if arrangement == Arrangement::Outline {
            (self.x, self.y) = (root.x - CLEAR, root.y - CLEAR);
        }
    }

    /// Moves as little as is needed to see a part; of one that is too large, its beginning.
    pub fn reveal(&mut self, rect: &Rect) {
        let (seen, clear) = (self.seen(), CLEAR / self.zoom);
        let along = |from: f64, length: f64, start: f64, room: f64| {
            if start - clear < from {
                start - clear
            } else if start + room + clear > from + length {
                (start + room + clear - length).min(start - clear)
            } else {
                from
            }
        };
        self.x = along(seen.x, seen.width, rect.x, rect.width);
        self.y = along(seen.y, seen.height, rect.y, rect.height);
    }

    /// Moves as little as is needed for a part not to lie under something that covers so much of the window; left or up,
    /// for what covers stands at the right or below.
    pub fn avoid(&mut self, rect: &Rect, over: &Rect) {
        let clear = CLEAR / 4.0;
        let (left, top) = ((rect.x - self.x) * self.zoom, (rect.y - self.y) * self.zoom);
        let (right, bottom) = (left + rect.width * self.zoom, top + rect.height * self.zoom);
        let (x, y) = (right + clear - over.x, bottom + clear - over.y);
        if x <= 0.0 || y <= 0.0 || left - clear >= over.right() || top - clear >= over.bottom() {
            return;
        }
        // What would leave the window at the other side stays: there is no room beside what covers it.
        let (may_left, may_up) = (left - x >= 0.0, top - y >= 0.0);
        if may_up && (y <= x || !may_left) {
            self.y += y / self.zoom;
        } else if may_left {
            self.x += x / self.zoom;
        }
    }

    /// The transformation of the map, as an attribute.
    pub fn transform(&self) -> String {
        format!("scale({:.4}) translate({:.2} {:.2})", self.zoom, -self.x, -self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera() -> Camera {
        Camera { x: 10.0, y: 20.0, zoom: 2.0, width: 800.0, height: 600.0 }
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut camera = camera();
        let before = camera.point(123.0, 45.0);
        camera.zoom_at(123.0, 45.0, STEP);
        let after = camera.point(123.0, 45.0);
        assert!((before.x - after.x).abs() < 1e-9 && (before.y - after.y).abs() < 1e-9);
        camera.zoom_by(1e9);
        assert!((camera.zoom - ZOOM.1).abs() < 1e-9);
    }

    #[test]
    fn fitting_shows_everything() {
        let mut camera = camera();
        let bounds = Rect { x: -4_000.0, y: -100.0, width: 9_000.0, height: 700.0 };
        camera.fit(&bounds);
        let seen = camera.seen();
        assert!(seen.x <= bounds.x && seen.right() >= bounds.right(), "{seen:?}");
        assert!(seen.y <= bounds.y && seen.bottom() >= bounds.bottom(), "{seen:?}");
    }

    #[test]
    fn what_is_to_be_read_is_large_enough_and_in_the_middle() {
        let rect = Rect { x: 3_000.0, y: -700.0, width: 120.0, height: 40.0 };
        for (before, after) in [(0.05, READABLE), (1.5, 1.5)] {
            let mut camera = Camera { zoom: before, ..camera() };
            camera.read(&rect);
            assert!((camera.zoom - after).abs() < 1e-9);
            let middle = camera.point(400.0, 300.0);
            assert!((middle.x - rect.centre().x).abs() < 1e-6 && (middle.y - rect.centre().y).abs() < 1e-6);
        }
    }

    #[test]
    fn revealing_moves_only_what_is_needed() {
        let mut camera = camera();
        let inside = Rect { x: 100.0, y: 100.0, width: 50.0, height: 20.0 };
        let before = camera;
        camera.reveal(&inside);
        assert_eq!(camera, before);
        let right = Rect { x: 900.0, y: 100.0, width: 50.0, height: 20.0 };
        camera.reveal(&right);
        assert!(camera.seen().right() >= right.right() && (camera.y - before.y).abs() < 1e-9);
    }

    #[test]
    fn what_is_covered_is_moved_out_from_under_it_the_short_way() {
        let over = Rect { x: 600.0, y: 450.0, width: 200.0, height: 150.0 };
        let mut camera = Camera { x: 0.0, y: 0.0, zoom: 1.0, width: 800.0, height: 600.0 };
        let free = Rect { x: 100.0, y: 500.0, width: 80.0, height: 30.0 };
        camera.avoid(&free, &over);
        assert!(camera.x.abs() < 1e-9 && camera.y.abs() < 1e-9);
        let covered = Rect { x: 650.0, y: 460.0, width: 80.0, height: 30.0 };
        camera.avoid(&covered, &over);
        assert!((camera.y - 48.0).abs() < 1e-9 && camera.x.abs() < 1e-9, "{camera:?}");
        // A panel over the whole height can only be left to the left, and one over everything not at all.
        let panel = Rect { x: 500.0, y: 0.0, width: 300.0, height: 600.0 };
        let mut camera = Camera { x: 0.0, y: 0.0, zoom: 1.0, width: 800.0, height: 600.0 };
        camera.avoid(&covered, &panel);
        assert!((camera.x - 238.0).abs() < 1e-9 && camera.y.abs() < 1e-9, "{camera:?}");
        let before = camera;
        camera.avoid(&covered, &Rect { x: 0.0, y: 0.0, width: 800.0, height: 600.0 });
        assert_eq!(camera, before);
    }

    #[test]
    fn a_map_is_opened_whole_only_where_that_is_needed_and_can_be_read() {
        let window = Camera { x: 0.0, y: 0.0, zoom: 1.0, width: 800.0, height: 600.0 };
        let root = Rect { x: -50.0, y: -20.0, width: 100.0, height: 40.0 };
        for (width, zoom) in [(700.0, 1.0..1.01), (1_200.0, 0.55..0.99), (5_000.0, 0.99..1.01)] {
            let bounds = Rect { x: -width / 2.0, y: -150.0, width, height: 300.0 };
            let main = Rect { x: -200.0, y: -100.0, width: 400.0, height: 200.0 };
            let mut camera = window;
            camera.open(&Parts { bounds, main, root, selected: root }, Arrangement::Both);
            assert_eq!(camera.seen().contains_all(&bounds), width < 5_000.0, "{width}");
            assert!(camera.seen().contains_all(&main) && zoom.contains(&camera.zoom), "{width} {camera:?}");
        }
    }

    #[test]
    fn a_map_too_large_to_be_read_is_opened_at_its_main_branches_or_the_selected_node() {
        let window = Camera { x: 0.0, y: 0.0, zoom: 1.0, width: 390.0, height: 600.0 };
        let rect = |x: f64, width: f64| Rect { x, y: -20.0, width, height: 40.0 };
        let (bounds, root) = (rect(-2_000.0, 4_000.0), rect(-50.0, 100.0));
        let (main, near, far) = (rect(-300.0, 600.0), rect(200.0, 100.0), rect(1_800.0, 100.0));
        for (selected, expect) in [(root, main), (near, main), (far, far)] {
            let mut camera = window;
            camera.open(&Parts { bounds, main, root, selected }, Arrangement::Both);
            assert!(camera.seen().contains_all(&expect) && camera.zoom >= LEAST_WHOLE, "{camera:?}");
        }
    }

    #[test]
    fn what_is_brought_into_sight_is_made_no_smaller_than_needed() {
        let window = Camera { x: 0.0, y: 0.0, zoom: 1.0, width: 400.0, height: 300.0 };
        for (x, width, zoom) in [(50.0, 100.0, 1.0), (900.0, 100.0, 1.0), (900.0, 600.0, 0.62), (900.0, 9_000.0, 0.4)] {
            let part = Rect { x, y: 20.0, width, height: 40.0 };
            let mut camera = window;
            camera.bring(&part);
            assert!((camera.zoom - zoom).abs() < 0.02, "{camera:?}");
            assert!(camera.seen().contains_all(&part) || width > 1_000.0, "{camera:?}");
            assert!(camera.seen().contains(Point { x: part.x, y: part.y }), "{camera:?}");
        }
    }

    #[test]
    fn a_very_large_map_fits_too_and_zooming_goes_on_from_there() {
        let mut camera = Camera { x: 0.0, y: 0.0, zoom: 1.0, width: 800.0, height: 600.0 };
        let bounds = Rect { x: 0.0, y: -100_000.0, width: 900.0, height: 200_000.0 };
        camera.fit(&bounds);
        assert!(camera.seen().y <= bounds.y && camera.seen().bottom() >= bounds.bottom());
        let least = camera.zoom;
        camera.zoom_by(1.0 / STEP);
        assert!((camera.zoom - least).abs() < 1e-9, "not smaller than what fits");
        camera.zoom_by(STEP);
        assert!(camera.zoom > least && camera.zoom < ZOOM.0);
    }
}
