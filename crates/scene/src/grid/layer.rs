//! One uniform division of all space into cells, the outermost of which reach as far as there are items.

use super::Item;

/// Items that a cell holds on average when its layer is made.
const PER_CELL: f64 = 8.0;
/// An axis along which items differ by less than this part of their coordinates is not divided.
const FLAT: f64 = 1e-9;
/// Rounding error, as a part of the coordinates, that may put an item outside the edges computed for its cell.
const ROUNDING: f64 = 1e-14;

/// A division of all space into cells: where its cells are, and how far what is in them reaches.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Place of its first cell in the cells of the grid; the others follow, the last axis fastest.
    pub first: u32,
    /// Layers above it.
    pub depth: u32,
    /// Cells along each axis, at least one.
    pub counts: [u32; 3],
    origin: [f64; 3],
    size: [f64; 3],
    /// One divided by the size; zero along an axis that is not divided.
    inverse: [f64; 3],
    pad: f64,
    /// Lowest coordinates of the centres that were ever put in.
    pub low: [f64; 3],
    /// Highest coordinates of the centres that were ever put in.
    pub high: [f64; 3],
    /// Largest radius ever put in, big items left out.
    pub reach: f64,
}

impl Layer {
    /// A layer that suits the items: about [`PER_CELL`] of them in each cell were they spread evenly.
    pub fn fit(items: &[Item], depth: u32) -> Self {
        let mut layer = Self {
            first: 0,
            depth,
            counts: [1; 3],
            origin: [0.0; 3],
            size: [0.0; 3],
            inverse: [0.0; 3],
            pad: 0.0,
            low: [f64::INFINITY; 3],
            high: [f64::NEG_INFINITY; 3],
            reach: 0.0,
        };
        for item in items {
            layer.widen(item.centre, 0.0);
        }
        if !items.is_empty() {
            layer.origin = layer.low;
            layer.pad = layer.magnitude() * ROUNDING;
            layer.divide(items.len());
        }
        layer
    }

    /// Sets the number of cells along each axis. The shortest axis is left whole while it is shorter than a cell.
    fn divide(&mut self, items: usize) {
        let extent: [f64; 3] = std::array::from_fn(|axis| self.high[axis] - self.low[axis]);
        let flat = (self.magnitude() * FLAT).max(1e-100);
        let mut axes: Vec<usize> = (0..3).filter(|&axis| extent[axis] > flat).collect();
        axes.sort_by(|&a, &b| extent[b].total_cmp(&extent[a]));
        let wanted = (items as f64 / PER_CELL).max(1.0);
        while let Some(&shortest) = axes.last() {
            // By logarithms, for a product of extents can be too large or too small for a number.
            let volume: f64 = axes.iter().map(|&axis| extent[axis].ln()).sum();
            let size = ((volume - wanted.ln()) / axes.len() as f64).exp();
            if extent[shortest] < size {
                axes.pop();
                continue;
            }
            for &axis in &axes {
                let count = (extent[axis] / size).floor().clamp(1.0, wanted);
                self.counts[axis] = count as u32;
                self.size[axis] = extent[axis] / count;
                self.inverse[axis] = if count > 1.0 { count / extent[axis] } else { 0.0 };
            }
            break;
        }
    }

    /// Number of its cells.
    pub fn cell_count(&self) -> usize {
        self.counts.iter().map(|&count| count as usize).product()
    }

    /// Longest side of a cell.
    pub fn cell_size(&self) -> f64 {
        self.size.iter().copied().fold(0.0, f64::max)
    }

    /// Largest absolute coordinate of a centre.
    pub fn magnitude(&self) -> f64 {
        self.low.iter().chain(&self.high).fold(0.0, |most, x| x.abs().max(most))
    }

    /// Index of the cell along an axis; what lies outside belongs to the outermost cells. Never falls as `x` grows.
    pub fn index(&self, axis: usize, x: f64) -> u32 {
        // The conversion takes what is negative or not a number as zero.
        (((x - self.origin[axis]) * self.inverse[axis]) as u32).min(self.counts[axis] - 1)
    }

    /// Indices of the cell that a point belongs to.
    pub fn indices(&self, point: [f64; 3]) -> [u32; 3] {
        std::array::from_fn(|axis| self.index(axis, point[axis]))
    }

    /// Place in the cells of the grid of the cell with these indices.
    pub fn place(&self, at: [u32; 3]) -> usize {
        ((at[0] * self.counts[1] + at[1]) * self.counts[2] + at[2] + self.first) as usize
    }

    /// Indices of the last cell.
    pub fn last(&self) -> [u32; 3] {
        self.counts.map(|count| count - 1)
    }

    /// Returns the range along an axis of the centres that the cells `from` to `to` can hold.
    pub fn span(&self, axis: usize, from: u32, to: u32) -> (f64, f64) {
        let edge = |index: u32| self.origin[axis] + f64::from(index) * self.size[axis];
        let low = if from == 0 { self.low[axis] } else { edge(from) - self.pad };
        let high = if to + 1 == self.counts[axis] { self.high[axis] } else { edge(to + 1) + self.pad };
        (low, high)
    }

    /// Distance along an axis from `x` to the nearest centre that the cell can hold; zero inside.
    pub fn gap(&self, axis: usize, index: u32, x: f64) -> f64 {
        let (low, high) = self.span(axis, index, index);
        (low - x).max(x - high).max(0.0)
    }

    /// Notes that an item is put in.
    pub fn widen(&mut self, centre: [f64; 3], reach: f64) {
        for (axis, x) in centre.into_iter().enumerate() {
            self.low[axis] = self.low[axis].min(x);
            self.high[axis] = self.high[axis].max(x);
        }
        self.reach = self.reach.max(reach);
    }
}
