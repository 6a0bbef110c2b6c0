//! Points and rectangles.

/// A point.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Distance to the right.
    pub x: f64,
    /// Distance downwards.
    pub y: f64,
}

/// A rectangle by its upper left corner and its size, which is not negative.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// The left side.
    pub x: f64,
    /// The upper side.
    pub y: f64,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

impl Rect {
    /// The rectangle between two corners.
    pub fn between(a: Point, b: Point) -> Self {
        let (x, y) = (a.x.min(b.x), a.y.min(b.y));
        Self { x, y, width: a.x.max(b.x) - x, height: a.y.max(b.y) - y }
    }

    /// The smallest rectangle around this one and another.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        let corner = Point { x: self.right().max(other.right()), y: self.bottom().max(other.bottom()) };
        Self::between(Point { x: self.x.min(other.x), y: self.y.min(other.y) }, corner)
    }

    /// Whether another rectangle is inside.
    pub fn contains_all(&self, other: &Self) -> bool {
        other.x >= self.x && other.y >= self.y && other.right() <= self.right() && other.bottom() <= self.bottom()
    }

    /// The right side.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// The lower side.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The middle.
    pub fn centre(&self) -> Point {
        Point { x: self.x + self.width / 2.0, y: self.y + self.height / 2.0 }
    }

    /// Whether the point is inside or on a side.
    pub fn contains(&self, point: Point) -> bool {
        point.x >= self.x && point.x <= self.right() && point.y >= self.y && point.y <= self.bottom()
    }

    /// Whether the two have a point in common, sides included.
    pub fn touches(&self, other: &Self) -> bool {
        self.x <= other.right() && other.x <= self.right() && self.y <= other.bottom() && other.y <= self.bottom()
    }

    /// The square of the distance from the point; 0 inside.
    pub fn distance_squared(&self, point: Point) -> f64 {
        let across = (self.x - point.x).max(point.x - self.right()).max(0.0);
        let along = (self.y - point.y).max(point.y - self.bottom()).max(0.0);
        across * across + along * along
    }

    /// This rectangle, larger by this much on every side.
    #[must_use]
    pub fn grown(&self, by: f64) -> Self {
        Self { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    /// This rectangle, moved.
    #[must_use]
    pub fn moved(&self, by: Point) -> Self {
        Self { x: self.x + by.x, y: self.y + by.y, ..*self }
    }
}

/// A rectangle by its sides, which is quicker to extend.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hull {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Hull {
    pub const EMPTY: Self =
        Self { left: f64::INFINITY, top: f64::INFINITY, right: f64::NEG_INFINITY, bottom: f64::NEG_INFINITY };

    pub fn add(&mut self, rect: &Rect) {
        self.join(&Self { left: rect.x, top: rect.y, right: rect.right(), bottom: rect.bottom() });
    }

    pub fn join(&mut self, other: &Self) {
        self.left = self.left.min(other.left);
        self.top = self.top.min(other.top);
        self.right = self.right.max(other.right);
        self.bottom = self.bottom.max(other.bottom);
    }

    /// The rectangle around everything that was added, or an empty one at the origin.
    pub fn rect(&self) -> Rect {
        if self.left > self.right {
            return Rect::default();
        }
        Rect { x: self.left, y: self.top, width: self.right - self.left, height: self.bottom - self.top }
    }

    pub fn touches(&self, rect: &Rect) -> bool {
        self.left <= rect.right() && rect.x <= self.right && self.top <= rect.bottom() && rect.y <= self.bottom
    }
}
