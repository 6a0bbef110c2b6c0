//! The inner products.

use super::{GROUP, Row, resize};
use crate::error::Error;

/// Count of rows of the input that are multiplied while a row of the matrix is in the registers.
const TILE: usize = 4;

/// Rows of numbers to multiply matrices with, also rounded to 8 bits for the quantised formats.
#[derive(Debug, Default)]
pub struct Input {
    rows: usize,
    columns: usize,
    floats: Vec<f32>,
    numbers: Vec<[i16; GROUP]>,
    /// Scale of each group, and the sum of its rounded numbers times the scale, for the offset of the weights.
    scales: Vec<(f32, f32)>,
}

impl Input {
    /// Takes rows of `columns` numbers.
    pub fn set(&mut self, floats: &[f32], columns: usize) -> Result<(), Error> {
        self.columns = columns;
        self.rows = floats.len().checked_div(columns).unwrap_or_default();
        resize(&mut self.floats, floats.len())?;
        self.floats.copy_from_slice(floats);
        let groups = if columns.is_multiple_of(GROUP) { floats.len() / GROUP } else { 0 };
        resize(&mut self.numbers, groups)?;
        resize(&mut self.scales, groups)?;
        let (chunks, _) = floats.as_chunks::<GROUP>();
        for ((chunk, numbers), scale) in chunks.iter().zip(&mut self.numbers).zip(&mut self.scales) {
            let largest = chunk.iter().fold(0_f32, |largest, number| largest.max(number.abs()));
            let step = largest / 127.0;
            let by = if step > 0.0 { step.recip() } else { 0.0 };
            let mut sum = 0_i32;
            for (to, number) in numbers.iter_mut().zip(chunk) {
                // Adding and taking away 1.5 × 2^23 rounds to the nearest whole number, in two instructions.
                const ROUND: f32 = 12_582_912.0;
                *to = ((number * by + ROUND) - ROUND) as i16;
                sum += i32::from(*to);
            }
            *scale = (step, step * sum as f32);
        }
        Ok(())
    }

    /// Returns the count of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the groups of all rows, rounded, and the scale and the sum of each.
    pub(super) fn groups(&self) -> (&[[i16; GROUP]], &[(f32, f32)]) {
        (&self.numbers, &self.scales)
    }

    /// Returns the length of a row.
    pub fn columns(&self) -> usize {
        self.columns
    }
}

/// Multiplies a row of a matrix with each row of the input, and hands over the products with the rows' numbers.
pub(crate) fn multiply(whole: bool, row: &Row, input: &Input, mut to: impl FnMut(usize, f32)) {
    if !whole {
        for (at, floats) in input.floats.chunks_exact(input.columns.max(1)).enumerate() {
            to(at, dot(&row.floats, floats));
        }
        return;
    }
    let groups = row.numbers.len().max(1);
    let numbers = input.numbers.chunks_exact(groups * TILE);
    let scales = input.scales.chunks_exact(groups * TILE);
    let done = numbers.len() * TILE;
    let rest = numbers.remainder().chunks_exact(groups).zip(scales.remainder().chunks_exact(groups));
    for (tile, (numbers, scales)) in numbers.zip(scales).enumerate() {
        for (at, product) in products::<TILE>(row, numbers, scales).into_iter().enumerate() {
            to(tile * TILE + at, product);
        }
    }
    for (at, (numbers, scales)) in rest.enumerate() {
        let [product] = products::<1>(row, numbers, scales);
        to(done + at, product);
    }
}

fn products<const N: usize>(row: &Row, numbers: &[[i16; GROUP]], scales: &[(f32, f32)]) -> [f32; N] {
    let groups = row.numbers.len();
    let mut sums = [Sum::default(); N];
    if numbers.len() < groups * N || scales.len() < groups * N || row.scales.len() < groups {
        return [0.0; N];
    }
    for (group, (weights, by)) in row.numbers.iter().zip(&row.scales).enumerate() {
        for (at, sum) in sums.iter_mut().enumerate() {
            sum.add(weights, *by, &numbers[at * groups + group], scales[at * groups + group]);
        }
    }
    sums.map(Sum::total)
}

/// Product of two rows while its groups are added. K1 holds as long as all products are made with it, group by group.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    lanes: core::arch::wasm32::v128,
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    numbers: f32,
    offsets: f32,
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Default for Sum {
    fn default() -> Self {
        Self { lanes: core::arch::wasm32::f32x4(0.0, 0.0, 0.0, 0.0), offsets: 0.0 }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl Default for Sum {
    fn default() -> Self {
        Self { numbers: 0.0, offsets: 0.0 }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Sum {
    /// Adds the product of a group of weights, with scale and offset, and one of numbers, with scale and sum.
    #[inline(always)]
    #[allow(clippy::inline_always)] // within the innermost loop
    pub(super) fn add(
        &mut self,
        weights: &[i16; GROUP],
        (scale, offset): (f32, f32),
        numbers: &[i16; GROUP],
        (step, sum): (f32, f32),
    ) {
        use core::arch::wasm32::{
            f32x4_add, f32x4_convert_i32x4, f32x4_mul, f32x4_splat, i32x4_add, i32x4_dot_i16x8, v128, v128_load,
        };
        #[inline(always)]
        #[allow(clippy::inline_always)] // as above
        fn load(numbers: &[i16; GROUP], part: usize) -> v128 {
            let (parts, _) = numbers.as_chunks::<8>();
            // SAFETY: a reference to 8 numbers of 16 bits is 16 readable bytes; the instruction needs no alignment.
            #[allow(unsafe_code)]
            unsafe {
                v128_load(core::ptr::from_ref(&parts[part]).cast())
            }
        }
        let dot = |part| i32x4_dot_i16x8(load(weights, part), load(numbers, part));
        let product = f32x4_convert_i32x4(i32x4_add(i32x4_add(dot(0), dot(1)), i32x4_add(dot(2), dot(3))));
        self.lanes = f32x4_add(self.lanes, f32x4_mul(product, f32x4_splat(scale * step)));
        self.offsets += offset * sum;
    }

    /// Returns the product.
    pub(super) fn total(self) -> f32 {
        use core::arch::wasm32::f32x4_extract_lane;
        let sum = self.lanes;
        self.offsets
            + ((f32x4_extract_lane::<0>(sum) + f32x4_extract_lane::<1>(sum))
                + (f32x4_extract_lane::<2>(sum) + f32x4_extract_lane::<3>(sum)))
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl Sum {
    /// Adds the product of a group of weights, with scale and offset, and one of numbers, with scale and sum.
    #[inline(always)]
    #[allow(clippy::inline_always)] // within the innermost loop
    pub(super) fn add(
        &mut self,
        weights: &[i16; GROUP],
        (scale, offset): (f32, f32),
        numbers: &[i16; GROUP],
        (step, sum): (f32, f32),
    ) {
        let products = weights.iter().zip(numbers).map(|(weight, number)| i32::from(*weight) * i32::from(*number));
        self.numbers += products.sum::<i32>() as f32 * (scale * step);
        self.offsets += offset * sum;
    }

    /// Returns the product.
    pub(super) fn total(self) -> f32 {
        self.numbers + self.offsets
    }
}

/// Returns the inner product of two lists of numbers, summed in eight lanes so that it can be computed side by side.
pub fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (lefts, left_rest) = left.as_chunks::<8>();
    let (rights, right_rest) = right.as_chunks::<8>();
    let mut lanes = [0_f32; 8];
    for (left, right) in lefts.iter().zip(rights) {
        for ((lane, left), right) in lanes.iter_mut().zip(left).zip(right) {
            *lane += left * right;
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(left, right)| left * right).sum();
    (((a + e) + (b + f)) + ((c + g) + (d + h))) + rest
}
