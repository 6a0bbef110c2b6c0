//! Spatial index: runs of places with their bounds. In the order of the tree, neighbours in the list are neighbours on
//! the map, so two levels of runs are all it takes.

use super::rect::Hull;
use super::{Layout, Point, Rect};

/// Number of places, or runs of them, in a run.
const RUN: usize = 32;

/// Bounds of each run of boxes together with the edges that lead to them.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Index {
    small: Vec<Hull>,
    large: Vec<Hull>,
}

impl Index {
    pub fn new(layout: &Layout) -> Self {
        let mut small = Vec::with_capacity(layout.boxes.len().div_ceil(RUN));
        for begin in (0..layout.boxes.len()).step_by(RUN) {
            let mut hull = Hull::EMPTY;
            for place in begin..(begin + RUN).min(layout.boxes.len()) {
                hull.add(&layout.boxes[place]);
                if let Some(edge) = layout.edge(place) {
                    hull.add(&edge.bounds());
                }
            }
            small.push(hull);
        }
        let mut large = Vec::with_capacity(small.len().div_ceil(RUN));
        for run in small.chunks(RUN) {
            let mut hull = Hull::EMPTY;
            for part in run {
                hull.join(part);
            }
            large.push(hull);
        }
        Self { small, large }
    }

    /// The places in runs that touch the rectangle for which `keep` holds, in order.
    fn collect(&self, rect: &Rect, count: usize, keep: &dyn Fn(usize) -> bool) -> Vec<u32> {
        let mut found = Vec::new();
        for (large, _) in self.large.iter().enumerate().filter(|(_, hull)| hull.touches(rect)) {
            for small in large * RUN..((large + 1) * RUN).min(self.small.len()) {
                if self.small[small].touches(rect) {
                    let places = small * RUN..((small + 1) * RUN).min(count);
                    found.extend(places.filter(|&place| keep(place)).map(|place| place as u32));
                }
            }
        }
        found
    }

    /// The first of the places with the least score, if that is below `limit`. No box inside a rectangle may have a
    /// lower score than `bound` gives for the rectangle.
    fn least(
        &self,
        count: usize,
        limit: f64,
        bound: &dyn Fn(&Rect) -> f64,
        score: &dyn Fn(usize) -> Option<f64>,
    ) -> Option<usize> {
        let (mut best, mut found) = (limit, None);
        for large in 0..self.large.len() {
            if bound(&self.large[large].rect()) >= best {
                continue;
            }
            for small in large * RUN..((large + 1) * RUN).min(self.small.len()) {
                if bound(&self.small[small].rect()) >= best {
                    continue;
                }
                for place in small * RUN..((small + 1) * RUN).min(count) {
                    if let Some(score) = score(place).filter(|&score| score < best) {
                        (best, found) = (score, Some(place));
                    }
                }
            }
        }
        found
    }
}

impl Layout {
    /// The places whose boxes touch the rectangle, in order.
    pub fn boxes_in(&self, rect: &Rect) -> Vec<u32> {
        self.index.collect(rect, self.boxes.len(), &|place| self.boxes[place].touches(rect))
    }

    /// The places to which an edge leads that may touch the rectangle, in order.
    pub fn edges_in(&self, rect: &Rect) -> Vec<u32> {
        let keep = |place| self.edge(place).is_some_and(|edge| edge.bounds().touches(rect));
        self.index.collect(rect, self.boxes.len(), &keep)
    }

    /// The place whose box is nearest to a point, and not farther away than `reach`, among those for which `may` holds.
    pub fn nearest(&self, point: Point, reach: f64, may: &dyn Fn(usize) -> bool) -> Option<usize> {
        let bound = |rect: &Rect| rect.distance_squared(point);
        let score = |place: usize| may(place).then(|| self.boxes[place].distance_squared(point));
        // A little more, because a limit is not reached.
        self.index.least(self.boxes.len(), reach * reach + 1e-9, &bound, &score)
    }

    /// The place with the least score, where `bound` is below every score in a rectangle.
    pub(super) fn least(&self, bound: &dyn Fn(&Rect) -> f64, score: &dyn Fn(usize) -> Option<f64>) -> Option<usize> {
        self.index.least(self.boxes.len(), f64::INFINITY, bound, score)
    }
}
