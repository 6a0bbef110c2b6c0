//! Moves that align, distribute or arrange shapes, worked out from their bounds.
//!
//! - R1 The order in which shapes are given is the order in which they are placed; what is done again moves nothing.
//! - R2 The middle of all stays where it is, but for [`align`] to an edge.

use glam::DVec3;

/// The least and the greatest coordinates of a shape.
pub type Bounds = (DVec3, DVec3);

/// An axis of the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// To the right in the view from above.
    X,
    /// Up.
    Y,
    /// Down in the view from above.
    Z,
}

impl Axis {
    /// The names, in the order of the axes.
    pub const NAMES: &[&str] = &["x", "y", "z"];

    /// The axis of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::X, Self::Y, Self::Z]
            .into_iter()
            .zip(Self::NAMES)
            .find(|(_, known)| **known == name)
            .map(|(axis, _)| axis)
    }

    /// The direction.
    pub const fn unit(self) -> DVec3 {
        match self {
            Self::X => DVec3::X,
            Self::Y => DVec3::Y,
            Self::Z => DVec3::Z,
        }
    }
}

/// The part of the bounds that is lined up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// The least coordinate.
    Low,
    /// The middle.
    Middle,
    /// The greatest coordinate.
    High,
}

fn along((low, high): &Bounds, axis: Axis) -> (f64, f64) {
    (low.dot(axis.unit()), high.dot(axis.unit()))
}

fn all_along(bounds: &[Bounds], axis: Axis) -> (f64, f64) {
    let each = bounds.iter().map(|bounds| along(bounds, axis));
    each.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (from, to)| (low.min(from), high.max(to)))
}

/// Returns the move of each shape so that all have the same edge on an axis.
pub fn align(bounds: &[Bounds], axis: Axis, edge: Edge) -> Vec<DVec3> {
    let (low, high) = all_along(bounds, axis);
    let by = |(from, to): (f64, f64)| match edge {
        Edge::Low => low - from,
        Edge::Middle => f64::midpoint(low, high) - f64::midpoint(from, to),
        Edge::High => high - to,
    };
    bounds.iter().map(|bounds| axis.unit() * by(along(bounds, axis))).collect()
}

/// Returns the move of each shape so that the gaps between them on an axis are equal; the outermost two stay.
///
/// Shapes that overlap so much that equal gaps would put one before its predecessor get equal steps between their
/// middles instead: the order is kept in both cases, so that distributing again moves nothing.
pub fn distribute(bounds: &[Bounds], axis: Axis) -> Vec<DVec3> {
    let mut order: Vec<usize> = (0..bounds.len()).collect();
    let middle = |at: &usize| {
        let (from, to) = along(&bounds[*at], axis);
        from + to
    };
    order.sort_by(|one, other| middle(one).total_cmp(&middle(other)));
    let mut moves = vec![DVec3::ZERO; bounds.len()];
    let (Some(&first), Some(&last)) = (order.first(), order.last()) else { return moves };
    let (low, high) = (along(&bounds[first], axis).0, along(&bounds[last], axis).1);
    let filled: f64 = bounds.iter().map(|bounds| along(bounds, axis)).map(|(from, to)| to - from).sum();
    let steps = (bounds.len().max(2) - 1) as f64;
    let gap = (high - low - filled) / steps;
    let size = |at: usize| {
        let (from, to) = along(&bounds[at], axis);
        to - from
    };
    let in_order = order.windows(2).all(|pair| f64::midpoint(size(pair[0]), size(pair[1])) + gap > 1e-6);
    if !in_order {
        let (start, end) = (middle(&first) / 2.0, middle(&last) / 2.0);
        for (step, at) in order.into_iter().enumerate() {
            let wanted = start + (end - start) * step as f64 / steps;
            moves[at] = axis.unit() * (wanted - middle(&at) / 2.0);
        }
        return moves;
    }
    let mut next = low;
    for at in order {
        let (from, to) = along(&bounds[at], axis);
        moves[at] = axis.unit() * (next - from);
        next += to - from + gap;
    }
    moves
}

/// A figure in which shapes are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// A line along x.
    Line,
    /// Rows along x, about as many rows as columns.
    Grid,
    /// A circle on the ground.
    Circle,
}

/// Returns the move of each shape so that together they make a figure on the ground plane, with a gap between
/// neighbours; the height of each stays as it is.
pub fn arrange(bounds: &[Bounds], figure: Figure, gap: f64) -> Vec<DVec3> {
    let count = bounds.len();
    if count == 0 {
        return Vec::new();
    }
    let middles: Vec<DVec3> = bounds.iter().map(|(low, high)| (*low + *high) / 2.0).collect();
    let widest = bounds.iter().map(|(low, high)| (*high - *low).with_y(0.0).max_element()).fold(0.0, f64::max);
    let step = widest + gap;
    let columns = (count as f64).sqrt().ceil() as usize;
    let radius = if count < 2 { 0.0 } else { step / 2.0 / (std::f64::consts::PI / count as f64).sin() };
    let mut along_line = 0.0;
    let place = |at: usize, (low, high): &Bounds| match figure {
        Figure::Line => {
            let width = high.x - low.x;
            let x = along_line + width / 2.0;
            along_line += width + gap;
            DVec3::new(x, 0.0, 0.0)
        }
        Figure::Grid => DVec3::new((at % columns) as f64 * step, 0.0, (at / columns) as f64 * step),
        Figure::Circle => {
            let turn = std::f64::consts::TAU * at as f64 / count as f64;
            DVec3::new(turn.sin() * radius, 0.0, -turn.cos() * radius)
        }
    };
    let mut place = place;
    let places: Vec<DVec3> = bounds.iter().enumerate().map(|(at, bounds)| place(at, bounds)).collect();
    let mean = |points: &[DVec3]| points.iter().copied().sum::<DVec3>() / count as f64;
    let shift = mean(&middles) - mean(&places);
    places.iter().zip(&middles).map(|(place, middle)| (*place + shift - *middle).with_y(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_bounds() -> impl Strategy<Value = Vec<Bounds>> {
        let one = ([-50.0..50.0_f64, -50.0..50.0, -50.0..50.0], [0.1..9.0_f64, 0.1..9.0, 0.1..9.0]);
        let one =
            one.prop_map(|(low, size)| (DVec3::from_array(low), DVec3::from_array(low) + DVec3::from_array(size)));
        prop::collection::vec(one, 1..12)
    }

    fn moved(bounds: &[Bounds], by: &[DVec3]) -> Vec<Bounds> {
        bounds.iter().zip(by).map(|((low, high), by)| (*low + *by, *high + *by)).collect()
    }

    fn is_still(by: &[DVec3]) -> bool {
        by.iter().all(|by| by.length() < 1e-6)
    }

    proptest! {
        #[test]
        fn r1_edges_are_the_same_and_stay(bounds in any_bounds(), axis in 0..3_usize, edge in 0..3_usize) {
            let axis = [Axis::X, Axis::Y, Axis::Z][axis];
            let edge = [Edge::Low, Edge::Middle, Edge::High][edge];
            let after = moved(&bounds, &align(&bounds, axis, edge));
            prop_assert!(is_still(&align(&after, axis, edge)));
            let at = |bounds: &Bounds| {
                let (from, to) = along(bounds, axis);
                match edge { Edge::Low => from, Edge::Middle => f64::midpoint(from, to), Edge::High => to }
            };
            prop_assert!(after.iter().all(|one| (at(one) - at(&after[0])).abs() < 1e-9));
        }

        #[test]
        fn r1_gaps_are_equal_and_stay(bounds in any_bounds()) {
            let after = moved(&bounds, &distribute(&bounds, Axis::X));
            prop_assert!(is_still(&distribute(&after, Axis::X)));
            let mut sorted = after.clone();
            sorted.sort_by(|(low, high), (from, to)| (low.x + high.x).total_cmp(&(from.x + to.x)));
            let are_equal = |steps: Vec<f64>| steps.iter().all(|step| (step - steps[0]).abs() < 1e-6);
            let gaps = sorted.windows(2).map(|pair| pair[1].0.x - pair[0].1.x).collect();
            let middles = sorted.windows(2).map(|pair| (pair[1].0.x + pair[1].1.x - pair[0].0.x - pair[0].1.x) / 2.0);
            prop_assert!(are_equal(gaps) || are_equal(middles.collect()), "{sorted:?}");
        }

        #[test]
        fn r1_shapes_in_one_another_are_distributed_once(sizes in prop::collection::vec((0.1..9.0_f64, -0.5..0.5_f64), 3..9)) {
            let bounds: Vec<Bounds> = sizes
                .iter()
                .map(|(size, middle)| (DVec3::splat(middle - size / 2.0), DVec3::splat(middle + size / 2.0)))
                .collect();
            let after = moved(&bounds, &distribute(&bounds, Axis::X));
            prop_assert!(is_still(&distribute(&after, Axis::X)));
        }

        #[test]
        fn r2_figures_have_no_overlaps_and_keep_the_middle(bounds in any_bounds(), figure in 0..3_usize, gap in 0.5..4.0_f64) {
            let figure = [Figure::Line, Figure::Grid, Figure::Circle][figure];
            let by = arrange(&bounds, figure, gap);
            let after = moved(&bounds, &by);
            prop_assert!(is_still(&arrange(&after, figure, gap)));
            prop_assert!(by.iter().copied().sum::<DVec3>().length() < 1e-6);
            prop_assert!(by.iter().all(|by| by.y == 0.0));
            let apart = |(low, high): &Bounds, (from, to): &Bounds| {
                let margin = gap * 0.25;
                low.x > to.x + margin || from.x > high.x + margin || low.z > to.z + margin || from.z > high.z + margin
            };
            for (at, one) in after.iter().enumerate() {
                for other in after.iter().skip(at + 1) {
                    prop_assert!(figure == Figure::Circle || apart(one, other), "{one:?} {other:?}");
                }
            }
        }
    }
}
