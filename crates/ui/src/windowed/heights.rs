//! Which rows of a long list are mounted: heights, offsets, and the range near the viewport.
//!
//! - V1 A height that was measured is remembered by message; others are estimated.
//! - V2 Finding a row by its offset, an offset by its row, and changing a height take logarithmic time.
//! - V3 What is mounted covers the viewport and some way beyond it, but never more than a fixed number of rows beyond it,
//!   so that many short messages do not fill the page with elements.
//! - V4 A range is replaced only when the viewport comes near its end, so that scrolling seldom draws anything.

use std::ops::Range;

/// Margin mounted beyond the viewport, in viewports.
const OVERSCAN: f64 = 0.75;
/// The most rows that are mounted beyond the viewport, on each side.
const MAX_EXTRA: usize = 8;
/// Least margin before further rows are mounted, in viewports.
const MARGIN: f64 = 0.25;

/// Row heights with their running sums (a Fenwick tree, Fenwick 1994).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Heights {
    values: Vec<f64>,
    sums: Vec<f64>,
}

/// The part of the list that is on the screen, in CSS pixels from the top of the first row.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Viewport {
    /// Its upper edge, in CSS pixels.
    pub top: f64,
    /// Its height, in CSS pixels.
    pub height: f64,
}

impl FromIterator<f64> for Heights {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let values: Vec<f64> = values.into_iter().map(|value| value.max(0.0)).collect();
        let mut sums = values.clone();
        for index in 1..=sums.len() {
            let parent = index + lowest_bit(index);
            if parent <= sums.len() {
                sums[parent - 1] += sums[index - 1];
            }
        }
        Self { values, sums }
    }
}

impl Heights {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The height of all rows.
    pub fn total(&self) -> f64 {
        self.offset(self.len())
    }

    /// Returns the upper edge of a row: the heights of all rows before it.
    pub fn offset(&self, row: usize) -> f64 {
        let mut index = row.min(self.len());
        let mut sum = 0.0;
        while index > 0 {
            sum += self.sums[index - 1];
            index -= lowest_bit(index);
        }
        sum
    }

    /// Gives a row another height; a row that is not there is ignored.
    pub fn set(&mut self, row: usize, height: f64) {
        let Some(value) = self.values.get_mut(row) else { return };
        let by = height.max(0.0) - *value;
        *value += by;
        let mut index = row + 1;
        while index <= self.sums.len() {
            self.sums[index - 1] += by;
            index += lowest_bit(index);
        }
    }

    /// The height of a row; none for a row that is not there.
    pub fn height(&self, row: usize) -> f64 {
        self.values.get(row).copied().unwrap_or(0.0)
    }

    /// Adds a row at the end.
    pub fn push(&mut self, height: f64) {
        let (height, index) = (height.max(0.0), self.values.len() + 1);
        // A sum covers the rows behind the one whose index lacks its lowest bit.
        let covered = self.offset(index - 1) - self.offset(index - lowest_bit(index));
        self.values.push(height);
        self.sums.push(height + covered);
    }

    /// The row that covers an offset; the first or last one for an offset outside.
    pub fn row_at(&self, offset: f64) -> usize {
        let mut row = 0;
        let mut left = offset.max(0.0);
        let mut step = self.len().checked_ilog2().map_or(0, |bits| 1 << bits);
        while step > 0 {
            let next = row + step;
            if next <= self.len() && self.sums[next - 1] <= left {
                row = next;
                left -= self.sums[next - 1];
            }
            step /= 2;
        }
        row.min(self.len().saturating_sub(1))
    }

    /// The rows that the viewport shows.
    pub fn visible(&self, viewport: Viewport) -> Range<usize> {
        if self.is_empty() {
            return 0..0;
        }
        let first = self.row_at(viewport.top);
        let last = self.row_at(viewport.top + viewport.height.max(0.0));
        first..last + 1
    }

    /// The rows to mount for a viewport (V3).
    pub fn range(&self, viewport: Viewport) -> Range<usize> {
        let visible = self.visible(viewport);
        let wide = self.visible(viewport.grown(OVERSCAN));
        let start = wide.start.max(visible.start.saturating_sub(MAX_EXTRA));
        let end = wide.end.min(visible.end + MAX_EXTRA);
        start..end.min(self.len())
    }

    /// The rows to mount when the end of the list is shown.
    pub fn range_at_end(&self, height: f64) -> Range<usize> {
        let top = (self.total() - height).max(0.0);
        self.range(Viewport { top, height })
    }

    /// The rows to mount so that a row comes to be seen.
    pub fn range_around(&self, row: usize, height: f64) -> Range<usize> {
        let top = (self.offset(row) - height / 2.0).max(0.0);
        let range = self.range(Viewport { top, height });
        range.start.min(row)..range.end.max(row + 1).min(self.len())
    }

    /// The rows within a part of the viewport's height beyond it, however many they are.
    pub fn near(&self, viewport: Viewport, by: f64) -> Range<usize> {
        let range = self.visible(viewport.grown(by));
        range.start..range.end.min(self.len())
    }

    /// Whether the mounted range still covers the viewport (V4).
    pub fn covers(&self, mounted: &Range<usize>, viewport: Viewport) -> bool {
        let visible = self.visible(viewport);
        let needed = self.visible(viewport.grown(MARGIN));
        let extra = MAX_EXTRA / 4;
        let start = needed.start.max(visible.start.saturating_sub(extra));
        let end = needed.end.min(visible.end + extra).min(self.len());
        mounted.end <= self.len() && mounted.start <= start && end <= mounted.end
    }
}

impl Viewport {
    /// The viewport with a part of its height added on both sides.
    fn grown(self, by: f64) -> Self {
        let extra = self.height.max(0.0) * by;
        Self { top: self.top - extra, height: self.height + 2.0 * extra }
    }
}

const fn lowest_bit(index: usize) -> usize {
    index & index.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn view(top: f64, height: f64) -> Viewport {
        Viewport { top, height }
    }

    fn same(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-6
    }

    #[test]
    fn offsets_and_rows_answer_each_other() {
        let heights: Heights = [10.0, 20.0, 30.0].into_iter().collect();
        let offsets = [(0, 0.0), (1, 10.0), (2, 30.0), (3, 60.0), (9, 60.0)];
        assert!(offsets.iter().all(|(row, offset)| same(heights.offset(*row), *offset)));
        assert_eq!(
            [-5.0, 0.0, 9.9, 10.0, 29.0, 30.0, 59.0, 60.0, 1e9].map(|at| heights.row_at(at)),
            [0, 0, 0, 1, 1, 2, 2, 2, 2]
        );
        assert_eq!(Heights::default().range(view(0.0, 500.0)), 0..0);
    }

    #[test]
    fn v3_many_short_rows_mount_no_more_than_a_fixed_number_beyond_the_viewport() {
        let heights: Heights = std::iter::repeat_n(30.0, 10_000).collect();
        let range = heights.range(view(3_000.0, 900.0));
        assert_eq!(range, 100 - MAX_EXTRA..131 + MAX_EXTRA);
        assert_eq!(heights.range_at_end(900.0).end, 10_000);
    }

    #[test]
    fn v4_a_small_scroll_mounts_nothing() {
        let heights: Heights = std::iter::repeat_n(100.0, 1_000).collect();
        let mounted = heights.range(view(5_000.0, 800.0));
        assert!(heights.covers(&mounted, view(5_000.0, 800.0)));
        assert!(heights.covers(&mounted, view(5_150.0, 800.0)));
        assert!(!heights.covers(&mounted, view(6_000.0, 800.0)));
        assert!(!heights.covers(&(0..2_000), view(0.0, 800.0)), "the list became shorter");
    }

    proptest! {
        #[test]
        fn sums_stay_right_after_any_changes(
            values in proptest::collection::vec(0_u16..400, 0..200),
            changes in proptest::collection::vec((0_usize..220, 0_u16..400), 0..60),
            at in 0_u32..90_000,
        ) {
            let mut plain: Vec<f64> = values.into_iter().map(f64::from).collect();
            let mut heights: Heights = plain.iter().copied().collect();
            for (row, height) in changes {
                heights.set(row, f64::from(height));
                if let Some(value) = plain.get_mut(row) {
                    *value = f64::from(height);
                }
            }
            let grown: Heights = plain.iter().fold(Heights::default(), |mut heights, height| {
                heights.push(*height);
                heights
            });
            for row in 0..=plain.len() {
                prop_assert!(same(grown.offset(row), heights.offset(row)));
                prop_assert!(same(heights.offset(row), plain[..row].iter().sum::<f64>()));
            }
            if !plain.is_empty() {
                let at = f64::from(at);
                let row = heights.row_at(at);
                if at < heights.total() {
                    prop_assert!(heights.offset(row) <= at && at < heights.offset(row + 1));
                }
                let seen = heights.visible(view(at, 700.0));
                let mounted = heights.range(view(at, 700.0));
                prop_assert!(mounted.start <= seen.start && seen.end <= mounted.end);
                prop_assert!(mounted.len() <= seen.len() + 2 * MAX_EXTRA);
                prop_assert!(heights.covers(&mounted, view(at, 700.0)));
            }
        }
    }
}
