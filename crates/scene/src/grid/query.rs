//! The queries of the grid.

use super::layer::Layer;
use super::{Grid, NONE, Slot};

/// Rounding error, as a part of the numbers involved, between the results of two ways to compute a distance.
const ROUNDING: f64 = 1e-12;

/// The nearest items found so far, nearest first, ties by slot.
struct Nearest<'a> {
    point: [f64; 3],
    k: usize,
    /// Squared distance and slot.
    found: Vec<(f64, Slot)>,
    keep: &'a mut dyn FnMut(Slot) -> bool,
}

impl Nearest<'_> {
    /// Squared distance beyond which nothing is wanted any more.
    fn worst(&self) -> f64 {
        if self.found.len() < self.k { f64::INFINITY } else { self.found[self.k - 1].0 }
    }

    /// Takes an item in if it is nearer than one found before.
    fn offer(&mut self, distance: f64, slot: Slot) {
        let full = self.found.len() == self.k;
        if full && (distance, slot) >= self.found[self.k - 1] || !(self.keep)(slot) {
            return;
        }
        if full {
            self.found.pop();
        }
        let place = self.found.partition_point(|&other| other < (distance, slot));
        self.found.insert(place, (distance, slot));
    }
}

/// The planes of a view and what was found in it.
struct View<'a> {
    /// A stack: first all planes, then for each box of cells that is being looked at those which cut it.
    planes: Vec<[f64; 4]>,
    out: &'a mut Vec<Slot>,
}

/// Whether a sphere touches the inside of all planes.
fn touches(planes: &[[f64; 4]], centre: [f64; 3], radius: f64) -> bool {
    // Without early exit, for which plane ends it can hardly be foreseen.
    planes.iter().fold(true, |inside, &plane| inside & (side(plane, centre) >= -radius))
}

/// Appends the wanted slots, without a jump that depends on which those are.
fn append(out: &mut Vec<Slot>, slots: &[Slot], mut is_wanted: impl FnMut(usize) -> bool) {
    let mut len = out.len();
    out.resize(len + slots.len(), 0);
    for (index, &slot) in slots.iter().enumerate() {
        out[len] = slot;
        len += usize::from(is_wanted(index));
    }
    out.truncate(len);
}

/// Distance of a point from a plane, positive inside.
fn side(plane: [f64; 4], [x, y, z]: [f64; 3]) -> f64 {
    plane[0] * x + plane[1] * y + plane[2] * z + plane[3]
}

/// A ray and its nearest hit so far.
struct Ray<'a> {
    origin: [f64; 3],
    direction: [f64; 3],
    /// The axis that it runs along most.
    main: usize,
    best: Option<(f64, Slot)>,
    hit: &'a mut dyn FnMut(Slot) -> Option<f64>,
}

impl Ray<'_> {
    /// Distance beyond which nothing is wanted any more.
    fn limit(&self) -> f64 {
        self.best.map_or(f64::INFINITY, |(distance, _)| distance)
    }

    /// Asks for the exact hit of an item if the ray touches its bounding sphere before the nearest hit so far.
    fn offer(&mut self, slot: Slot, centre: [f64; 3], radius: f64) {
        let towards = subtract(centre, self.origin);
        let along = dot(towards, self.direction);
        let nearest = along.max(0.0);
        let aside = subtract(towards, self.direction.map(|d| d * nearest));
        let half = radius * radius - dot(aside, aside);
        // Where the ray starts inside the sphere this is negative, and never beyond a hit.
        if half < 0.0 || along - half.sqrt() > self.limit() {
            return;
        }
        if let Some(distance) = (self.hit)(slot).filter(|distance| *distance >= 0.0)
            && self.best.is_none_or(|best| (distance, slot) < best)
        {
            self.best = Some((distance, slot));
        }
    }

    /// Distances at which it enters and leaves a box, not before its origin; it misses the box if the first is larger.
    fn clip(&self, low: [f64; 3], high: [f64; 3]) -> (f64, f64) {
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        for axis in 0..3 {
            // A ray in a side's plane gives what is not a number, which `max` and `min` pass over.
            let a = (low[axis] - self.origin[axis]) / self.direction[axis];
            let b = (high[axis] - self.origin[axis]) / self.direction[axis];
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        (enter, leave)
    }
}

fn subtract(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn is_finite(point: [f64; 3]) -> bool {
    point.iter().all(|x| x.is_finite())
}

impl Grid {
    /// The `k` nearest centres, nearest first, ties by slot, with their distances; those for which `keep` is false are
    /// left out. None if the point is not finite.
    pub fn nearest(&self, point: [f64; 3], k: usize, keep: &mut dyn FnMut(Slot) -> bool) -> Vec<(Slot, f64)> {
        if k == 0 || self.is_empty() || !is_finite(point) {
            return Vec::new();
        }
        let mut nearest = Nearest { point, k, found: Vec::with_capacity(k.min(self.len)), keep };
        self.nearest_in(&self.layers[0], &mut nearest);
        nearest.found.into_iter().map(|(distance, slot)| (slot, distance.sqrt())).collect()
    }

    /// Goes through the cells of a layer in shells around that of the point, until all farther ones are too far.
    fn nearest_in(&self, layer: &Layer, nearest: &mut Nearest) {
        let at = layer.indices(nearest.point);
        let last = layer.last();
        for shell in 0.. {
            let from: [u32; 3] = std::array::from_fn(|axis| at[axis].saturating_sub(shell));
            let to: [u32; 3] = std::array::from_fn(|axis| (at[axis] + shell).min(last[axis]));
            for x in from[0]..=to[0] {
                let x_gap = layer.gap(0, x, nearest.point[0]).powi(2);
                if x_gap > nearest.worst() {
                    continue;
                }
                for y in from[1]..=to[1] {
                    let xy_gap = x_gap + layer.gap(1, y, nearest.point[1]).powi(2);
                    if xy_gap > nearest.worst() {
                        continue;
                    }
                    // Only the two ends belong to the shell, unless all of this row does.
                    if x.abs_diff(at[0]) == shell || y.abs_diff(at[1]) == shell {
                        for z in from[2]..=to[2] {
                            self.nearest_in_cell(layer, [x, y, z], xy_gap, nearest);
                        }
                    } else {
                        let ends = [at[2].checked_sub(shell), Some(at[2] + shell).filter(|&z| z <= last[2])];
                        for z in ends.into_iter().flatten() {
                            self.nearest_in_cell(layer, [x, y, z], xy_gap, nearest);
                        }
                    }
                }
            }
            if gap_outside(layer, nearest.point, from, to) > nearest.worst() || (from == [0; 3] && to == last) {
                return;
            }
        }
    }

    /// Goes through a cell unless it is too far; `xy_gap` is the squared distance to it along the first two axes.
    fn nearest_in_cell(&self, layer: &Layer, at: [u32; 3], xy_gap: f64, nearest: &mut Nearest) {
        if xy_gap + layer.gap(2, at[2], nearest.point[2]).powi(2) > nearest.worst() {
            return;
        }
        let cell = &self.cells[layer.place(at)];
        if cell.child != NONE {
            self.nearest_in(&self.layers[cell.child as usize], nearest);
            return;
        }
        let places = cell.places();
        let mut worst = nearest.worst();
        for (&centre, &slot) in self.centres[places.clone()].iter().zip(&self.slots[places]) {
            let away = subtract(centre, nearest.point);
            let distance = dot(away, away);
            if distance <= worst {
                nearest.offer(distance, slot);
                worst = nearest.worst();
            }
        }
    }

    /// Adds to `out` all whose centre is at most `radius` away, in no order; none if the point is not finite.
    pub fn within(&self, point: [f64; 3], radius: f64, out: &mut Vec<Slot>) {
        if radius >= 0.0 && is_finite(point) && !self.is_empty() {
            self.within_in(&self.layers[0], point, radius, out);
        }
    }

    /// Takes what is near enough in a layer.
    fn within_in(&self, layer: &Layer, point: [f64; 3], radius: f64, out: &mut Vec<Slot>) {
        let square = radius * radius;
        let range = |axis: usize| {
            let around = radius + (radius + point[axis].abs()) * ROUNDING;
            layer.index(axis, point[axis] - around)..=layer.index(axis, point[axis] + around)
        };
        // Squares of the least and the largest distance along an axis. Sums of them are rounded as those of an item
        // are, so they are never on the wrong side of its.
        let gaps = |axis: usize, index: u32| {
            let (low, high) = layer.span(axis, index, index);
            let (before, behind) = (point[axis] - low, high - point[axis]);
            ((-before).max(-behind).max(0.0).powi(2), before.max(behind).powi(2))
        };
        let (y_range, z_range) = (range(1), range(2));
        for x in range(0) {
            let x_gaps = gaps(0, x);
            for y in y_range.clone() {
                let y_gaps = gaps(1, y);
                let (near, far) = (x_gaps.0 + y_gaps.0, x_gaps.1 + y_gaps.1);
                if near > square {
                    continue;
                }
                for z in z_range.clone() {
                    let z_gaps = gaps(2, z);
                    if near + z_gaps.0 <= square {
                        let is_whole = far + z_gaps.1 <= square;
                        self.within_cell(layer.place([x, y, z]), point, radius, is_whole, out);
                    }
                }
            }
        }
    }

    /// Takes what is near enough of a cell, which is all where it is as a whole.
    fn within_cell(&self, cell: usize, point: [f64; 3], radius: f64, is_whole: bool, out: &mut Vec<Slot>) {
        let cell = &self.cells[cell];
        let places = cell.places();
        if cell.child != NONE {
            self.within_in(&self.layers[cell.child as usize], point, radius, out);
        } else if is_whole {
            out.extend_from_slice(&self.slots[places]);
        } else {
            let centres = &self.centres[places.clone()];
            append(out, &self.slots[places], |index| {
                let away = subtract(centres[index], point);
                dot(away, away) <= radius * radius
            });
        }
    }

    /// Adds to `out` all whose bounding sphere touches the inside of all planes (`a`, `b`, `c`, `d`: inside is
    /// `a * x + b * y + c * z + d >= 0`, with unit normals), in no order. Whole cells inside are taken without testing
    /// each item.
    pub fn in_view(&self, planes: &[[f64; 4]], out: &mut Vec<Slot>) {
        if self.is_empty() {
            return;
        }
        let mut view = View { planes: planes.to_vec(), out };
        self.view_layer(&self.layers[0], 0, &mut view);
        for &slot in &self.big {
            let place = self.homes[slot as usize].place as usize;
            if touches(planes, self.centres[place], self.radii[place]) {
                view.out.push(slot);
            }
        }
    }

    /// Takes what is in view of a layer; only the planes from `first` on can cut it.
    fn view_layer(&self, layer: &Layer, first: usize, view: &mut View) {
        let rounding = (layer.magnitude() + layer.reach) * ROUNDING;
        self.view_cells(layer, ([0; 3], layer.last()), rounding, first, view);
    }

    /// Takes what is in view of a box of cells, by halves where it is partly inside.
    fn view_cells(&self, layer: &Layer, cells: ([u32; 3], [u32; 3]), rounding: f64, first: usize, view: &mut View) {
        let (from, to) = cells;
        let spans: [(f64, f64); 3] = std::array::from_fn(|axis| layer.span(axis, from[axis], to[axis]));
        let centre = spans.map(|(low, high)| f64::midpoint(low, high));
        let half = spans.map(|(low, high)| (high - low) * 0.5);
        let end = view.planes.len();
        for index in first..end {
            let plane = view.planes[index];
            let distance = side(plane, centre);
            let extent = plane[0].abs() * half[0] + plane[1].abs() * half[1] + plane[2].abs() * half[2];
            let rounding = rounding + plane[3].abs() * ROUNDING;
            if distance + extent + layer.reach < -rounding {
                view.planes.truncate(end);
                return;
            }
            // Not the opposite comparison, which would take a plane that is not a number for one far away.
            let is_inside = distance - extent > rounding;
            if !is_inside {
                view.planes.push(plane);
            }
        }
        let longest = (0..3).max_by_key(|&axis| to[axis] - from[axis]).unwrap_or(0);
        if view.planes.len() == end {
            self.take_cells(layer, from, to, view.out);
        } else if from[longest] == to[longest] {
            self.view_cell(layer.place(from), end, view);
        } else {
            let middle = u32::midpoint(from[longest], to[longest]);
            let (mut low_end, mut high_start) = (to, from);
            low_end[longest] = middle;
            high_start[longest] = middle + 1;
            self.view_cells(layer, (from, low_end), rounding, end, view);
            self.view_cells(layer, (high_start, to), rounding, end, view);
        }
        view.planes.truncate(end);
    }

    /// Takes what is in view of a cell, but for big items.
    fn view_cell(&self, cell: usize, first: usize, view: &mut View) {
        let cell = &self.cells[cell];
        if cell.child != NONE {
            self.view_layer(&self.layers[cell.child as usize], first, view);
            return;
        }
        let places = cell.places();
        let (centres, radii) = (&self.centres[places.clone()], &self.radii[places.clone()]);
        let planes = &view.planes[first..];
        append(view.out, &self.slots[places], |index| {
            let radius = radii[index];
            (radius <= self.big_from) & touches(planes, centres[index], radius)
        });
    }

    /// Takes all in a box of cells, but for big items.
    fn take_cells(&self, layer: &Layer, from: [u32; 3], to: [u32; 3], out: &mut Vec<Slot>) {
        for x in from[0]..=to[0] {
            for y in from[1]..=to[1] {
                for cell in &self.cells[layer.place([x, y, from[2]])..=layer.place([x, y, to[2]])] {
                    if cell.child != NONE {
                        let child = &self.layers[cell.child as usize];
                        self.take_cells(child, [0; 3], child.last(), out);
                    } else if cell.reach > self.big_from {
                        let radii = &self.radii[cell.places()];
                        append(out, &self.slots[cell.places()], |index| radii[index] <= self.big_from);
                    } else {
                        out.extend_from_slice(&self.slots[cell.places()]);
                    }
                }
            }
        }
    }

    /// The nearest hit of a ray: calls `hit` for items whose bounding sphere the ray touches, cells front to back,
    /// which gives the distance of an exact hit, if any; of equal distances the lower slot counts. Cells and items
    /// beyond the nearest hit so far are skipped. The direction has unit length. Distances that are negative or not
    /// numbers are passed over.
    pub fn cast(
        &self,
        origin: [f64; 3],
        direction: [f64; 3],
        hit: &mut dyn FnMut(Slot) -> Option<f64>,
    ) -> Option<(Slot, f64)> {
        let main = (0..3).max_by(|&a, &b| direction[a].abs().total_cmp(&direction[b].abs()))?;
        if self.is_empty() || !is_finite(origin) || !is_finite(direction) || direction[main] == 0.0 {
            return None;
        }
        let mut ray = Ray { origin, direction, main, best: None, hit };
        self.cast_in(&self.layers[0], &mut ray);
        for &slot in &self.big {
            let place = self.homes[slot as usize].place as usize;
            ray.offer(slot, self.centres[place], self.radii[place]);
        }
        ray.best.map(|(distance, slot)| (slot, distance))
    }

    /// Goes through the slices of a layer across the main axis of the ray, and in each through the cells whose items
    /// can reach the part of the ray that is near the slice.
    fn cast_in(&self, layer: &Layer, ray: &mut Ray) {
        let farthest = ray.origin.iter().fold(layer.magnitude(), |most, x| x.abs().max(most));
        let reach = layer.reach + (farthest + layer.reach) * ROUNDING;
        let (enter, leave) = ray.clip(layer.low.map(|low| low - reach), layer.high.map(|high| high + reach));
        let main = ray.main;
        let (start, pace) = (ray.origin[main], ray.direction[main]);
        let margin = reach.copysign(pace);
        if enter > leave {
            return;
        }
        let mut slice = layer.index(main, start + pace * enter - margin);
        let end = layer.index(main, start + pace * leave + margin);
        loop {
            let (low, high) = layer.span(main, slice, slice);
            let (near, far) = if pace > 0.0 { (low, high) } else { (high, low) };
            let from = ((near - margin - start) / pace).max(enter);
            let to = ((far + margin - start) / pace).min(leave);
            if from > ray.limit() {
                return;
            }
            if from <= to {
                self.cast_in_slice(layer, slice, (from, to), reach, ray);
            }
            if slice == end {
                return;
            }
            slice = if pace > 0.0 { slice + 1 } else { slice - 1 };
        }
    }

    /// Goes through the cells of a slice whose items can reach the part of the ray between two distances.
    fn cast_in_slice(&self, layer: &Layer, slice: u32, part: (f64, f64), reach: f64, ray: &mut Ray) {
        let range = |axis: usize| {
            let a = ray.origin[axis] + ray.direction[axis] * part.0;
            let b = ray.origin[axis] + ray.direction[axis] * part.1;
            layer.index(axis, a.min(b) - reach)..=layer.index(axis, a.max(b) + reach)
        };
        let (second, third) = ((ray.main + 1) % 3, (ray.main + 2) % 3);
        let third_range = range(third);
        let mut at = [slice; 3];
        for second_index in range(second) {
            at[second] = second_index;
            for third_index in third_range.clone() {
                at[third] = third_index;
                let cell = &self.cells[layer.place(at)];
                if cell.child != NONE {
                    self.cast_in(&self.layers[cell.child as usize], ray);
                }
                for place in cell.places() {
                    if self.radii[place] <= self.big_from {
                        ray.offer(self.slots[place], self.centres[place], self.radii[place]);
                    }
                }
            }
        }
    }

    /// The box around all bounding spheres; none if nothing is stored.
    pub fn bounds(&self) -> Option<([f64; 3], [f64; 3])> {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for cell in &self.cells {
            let places = cell.places();
            for (centre, radius) in self.centres[places.clone()].iter().zip(&self.radii[places]) {
                for (axis, x) in centre.iter().enumerate() {
                    low[axis] = low[axis].min(x - radius);
                    high[axis] = high[axis].max(x + radius);
                }
            }
        }
        (!self.is_empty()).then_some((low, high))
    }
}

/// Squared distance from the point to the nearest centre that is in a layer but not in a box of its cells around that
/// of the point; infinite if the box is all of the layer.
fn gap_outside(layer: &Layer, point: [f64; 3], from: [u32; 3], to: [u32; 3]) -> f64 {
    let last = layer.last();
    let beside: [f64; 3] =
        std::array::from_fn(|axis| (layer.low[axis] - point[axis]).max(point[axis] - layer.high[axis]).max(0.0));
    let mut nearest = f64::INFINITY;
    for axis in 0..3 {
        let mut gap = f64::INFINITY;
        if from[axis] > 0 {
            gap = layer.gap(axis, from[axis] - 1, point[axis]);
        }
        if to[axis] < last[axis] {
            gap = gap.min(layer.gap(axis, to[axis] + 1, point[axis]));
        }
        let (b, c) = (beside[(axis + 1) % 3], beside[(axis + 2) % 3]);
        nearest = nearest.min(gap * gap + b * b + c * c);
    }
    nearest * (1.0 - ROUNDING)
}
