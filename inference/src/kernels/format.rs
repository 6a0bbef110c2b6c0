//! The formats of weights, and how a row of each is unpacked. Layouts as in `ggml-quants.c` of llama.cpp.

use super::product::Sum;
use super::{GROUP, Input, Row};

/// Format of the weights of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Format {
    F32,
    F16,
    Bf16,
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q2K,
    Q3K,
    Q4K,
    Q5K,
    Q6K,
}

/// −16 for each bit of a byte that is not set: what the fifth bit of a number adds to its other four, less 16.
static FIFTH: [[i16; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = if byte >> bit & 1 == 1 { 0 } else { -16 };
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl Format {
    /// Returns the format with a number of the GGUF specification.
    pub fn from_ggml(number: u32) -> Option<Self> {
        Some(match number {
            0 => Self::F32,
            1 => Self::F16,
            2 => Self::Q4_0,
            3 => Self::Q4_1,
            6 => Self::Q5_0,
            7 => Self::Q5_1,
            8 => Self::Q8_0,
            10 => Self::Q2K,
            11 => Self::Q3K,
            12 => Self::Q4K,
            13 => Self::Q5K,
            14 => Self::Q6K,
            30 => Self::Bf16,
            _ => return None,
        })
    }

    /// Returns the count of numbers in a block.
    pub fn block(self) -> usize {
        match self {
            Self::F32 | Self::F16 | Self::Bf16 => 1,
            Self::Q4_0 | Self::Q4_1 | Self::Q5_0 | Self::Q5_1 | Self::Q8_0 => 32,
            Self::Q2K | Self::Q3K | Self::Q4K | Self::Q5K | Self::Q6K => 256,
        }
    }

    /// Returns the length of a block in bytes.
    pub fn block_bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
            Self::Q4_0 => 18,
            Self::Q4_1 => 20,
            Self::Q5_0 => 22,
            Self::Q5_1 => 24,
            Self::Q8_0 => 34,
            Self::Q2K => 84,
            Self::Q3K => 110,
            Self::Q4K => 144,
            Self::Q5K => 176,
            Self::Q6K => 210,
        }
    }

    /// Returns the length of a row in bytes, if it is whole blocks.
    pub fn row_bytes(self, columns: usize) -> Option<usize> {
        columns.is_multiple_of(self.block()).then(|| (columns / self.block()).checked_mul(self.block_bytes())).flatten()
    }

    /// Says whether rows unpack into whole numbers with scales, rather than into the weights themselves.
    pub(crate) fn is_whole(self) -> bool {
        !matches!(self, Self::F32 | Self::F16 | Self::Bf16 | Self::Q2K)
    }

    /// Unpacks a row.
    pub(crate) fn unpack(self, bytes: &[u8], columns: usize, row: &mut Row) {
        if self.is_whole() {
            row.numbers.resize(columns / GROUP, [0; GROUP]);
            row.scales.resize(columns / GROUP, (0.0, 0.0));
        } else {
            row.floats.resize(columns, 0.0);
        }
        match self {
            Self::F32 => {
                let (floats, _) = bytes.as_chunks();
                row.floats.iter_mut().zip(floats).for_each(|(to, from)| *to = f32::from_le_bytes(*from));
            }
            Self::F16 => {
                let (floats, _) = bytes.as_chunks();
                row.floats.iter_mut().zip(floats).for_each(|(to, from)| *to = half(*from));
            }
            Self::Bf16 => {
                let (floats, _) = bytes.as_chunks();
                let wide = |from: [u8; 2]| f32::from_bits(u32::from(u16::from_le_bytes(from)) << 16);
                row.floats.iter_mut().zip(floats).for_each(|(to, from)| *to = wide(*from));
            }
            Self::Q4_0 => small(bytes, row, q4_0),
            Self::Q4_1 => small(bytes, row, q4_1),
            Self::Q5_0 => small(bytes, row, q5_0),
            Self::Q5_1 => small(bytes, row, q5_1),
            Self::Q8_0 => small(bytes, row, q8_0),
            Self::Q2K => q2k(bytes, row),
            Self::Q3K => large(bytes, row, q3k),
            Self::Q4K => large(bytes, row, q4k),
            Self::Q5K => large(bytes, row, q5k),
            Self::Q6K => large(bytes, row, q6k),
        }
    }

    /// Multiplies rows with an input of a single row, without unpacking them to memory; `false` for formats that have
    /// to be unpacked.
    pub(crate) fn multiply_alone(self, bytes: &[u8], input: &Input, to: &mut [f32]) -> bool {
        match self {
            Self::Q4_0 => alone(bytes, input, to, q4_0),
            Self::Q4_1 => alone(bytes, input, to, q4_1),
            Self::Q5_0 => alone(bytes, input, to, q5_0),
            Self::Q5_1 => alone(bytes, input, to, q5_1),
            Self::Q8_0 => alone(bytes, input, to, q8_0),
            _ => return false,
        }
        true
    }
}

/// Returns a number of 16 bits as one of 32. Infinities become large numbers: no weight is one.
fn half(bytes: [u8; 2]) -> f32 {
    // The sign and the rest go to their places; the exponent is then 112 too small.
    let bits = i32::from(i16::from_le_bytes(bytes)) << 13;
    f32::from_bits(bits as u32 & 0x8fff_e000) * f32::from_bits(0x7780_0000)
}

/// Returns the first numbers of 16 bits of a block, and the rest of it.
fn heads<const N: usize>(block: &[u8]) -> ([f32; N], &[u8]) {
    let (front, rest) = block.split_at(2 * N);
    let (halves, _) = front.as_chunks();
    let mut heads = [0.0; N];
    heads.iter_mut().zip(halves).for_each(|(to, from)| *to = half(*from));
    (heads, rest)
}

/// Unpacks blocks of 32 numbers with a function that returns scale and offset.
#[inline(always)]
#[allow(clippy::inline_always)] // a call for each block would cost as much as the block
fn small<const N: usize>(bytes: &[u8], row: &mut Row, unpack: impl Fn(&[u8; N], &mut [i16; GROUP]) -> (f32, f32)) {
    let (blocks, _) = bytes.as_chunks::<N>();
    for ((block, numbers), scale) in blocks.iter().zip(&mut row.numbers).zip(&mut row.scales) {
        *scale = unpack(block, numbers);
    }
}

/// Multiplies rows of such blocks with a single row of numbers. Each block is multiplied while it is in the registers.
/// Taking two or four rows at once was no faster for 4 bits and three to four times slower for 8.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn alone<const N: usize>(
    bytes: &[u8],
    input: &Input,
    to: &mut [f32],
    unpack: impl Fn(&[u8; N], &mut [i16; GROUP]) -> (f32, f32),
) {
    let (blocks, _) = bytes.as_chunks::<N>();
    let (numbers, scales) = input.groups();
    for (row, to) in blocks.chunks_exact(numbers.len().max(1)).zip(to) {
        let mut sum = Sum::default();
        for ((block, numbers), scale) in row.iter().zip(numbers).zip(scales) {
            let mut weights = [0; GROUP];
            let by = unpack(block, &mut weights);
            sum.add(&weights, by, numbers, *scale);
        }
        *to = sum.total();
    }
}

/// Unpacks blocks of 256 numbers.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn large<const N: usize>(
    bytes: &[u8],
    row: &mut Row,
    unpack: impl Fn(&[u8; N], &mut [[i16; GROUP]; 8], &mut [(f32, f32); 8]),
) {
    let (blocks, _) = bytes.as_chunks::<N>();
    let (numbers, _) = row.numbers.as_chunks_mut::<8>();
    let (scales, _) = row.scales.as_chunks_mut::<8>();
    for ((block, numbers), scales) in blocks.iter().zip(numbers).zip(scales) {
        unpack(block, numbers, scales);
    }
}

/// Writes the low halves of 16 bytes, then the high ones.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
fn nibbles(bytes: &[u8], numbers: &mut [i16; GROUP]) {
    let (low, high) = numbers.split_at_mut(GROUP / 2);
    for ((byte, low), high) in bytes.iter().zip(low).zip(high) {
        *low = i16::from(byte & 15);
        *high = i16::from(byte >> 4);
    }
}

/// Writes signed bytes as numbers.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
fn widen(bytes: &[u8], numbers: &mut [i16; GROUP]) {
    numbers.iter_mut().zip(bytes).for_each(|(to, from)| *to = i16::from(*from as i8));
}

/// As above; the compiler makes single steps of it.
#[inline(always)]
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code, clippy::inline_always)]
fn nibbles(bytes: &[u8], numbers: &mut [i16; GROUP]) {
    use core::arch::wasm32::{
        i16x8_extend_high_u8x16, i16x8_extend_low_u8x16, u8x16_splat, u16x8_shr, v128_and, v128_load, v128_store,
    };
    let Some(bytes) = bytes.first_chunk::<16>() else { return };
    let to = numbers.as_mut_ptr();
    // SAFETY: 16 bytes are read from an array of 16, 64 written to one of 32 numbers of 2; alignment does not matter.
    unsafe {
        let bytes = v128_load(bytes.as_ptr().cast());
        let fifteen = u8x16_splat(15);
        // There is no shift of single bytes on x86.
        let (low, high) = (v128_and(bytes, fifteen), v128_and(u16x8_shr(bytes, 4), fifteen));
        v128_store(to.cast(), i16x8_extend_low_u8x16(low));
        v128_store(to.add(8).cast(), i16x8_extend_high_u8x16(low));
        v128_store(to.add(16).cast(), i16x8_extend_low_u8x16(high));
        v128_store(to.add(24).cast(), i16x8_extend_high_u8x16(high));
    }
}

/// As above.
#[inline(always)]
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code, clippy::inline_always)]
fn widen(bytes: &[u8], numbers: &mut [i16; GROUP]) {
    use core::arch::wasm32::{i16x8_load_extend_i8x8, v128_store};
    let Some(bytes) = bytes.first_chunk::<GROUP>() else { return };
    let (from, to) = (bytes.as_ptr().cast::<i8>(), numbers.as_mut_ptr());
    for at in [0, 8, 16, 24] {
        // SAFETY: 8 of 32 bytes are read and 8 of 32 numbers written, from the same place; alignment does not matter.
        unsafe { v128_store(to.add(at).cast(), i16x8_load_extend_i8x8(from.add(at))) };
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn add_fifth(bits: &[u8], numbers: &mut [i16; GROUP]) {
    let (eights, _) = numbers.as_chunks_mut::<8>();
    for (eight, byte) in eights.iter_mut().zip(bits) {
        for (number, add) in eight.iter_mut().zip(&FIFTH[usize::from(*byte)]) {
            *number += add;
        }
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn q4_0(block: &[u8; 18], numbers: &mut [i16; GROUP]) -> (f32, f32) {
    let ([scale], quants) = heads(block);
    nibbles(quants, numbers);
    (scale, -8.0 * scale)
}

#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn q4_1(block: &[u8; 20], numbers: &mut [i16; GROUP]) -> (f32, f32) {
    let ([scale, offset], quants) = heads(block);
    nibbles(quants, numbers);
    (scale, offset)
}

#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn q5_0(block: &[u8; 22], numbers: &mut [i16; GROUP]) -> (f32, f32) {
    let ([scale], rest) = heads(block);
    let (fifth, quants) = rest.split_at(4);
    nibbles(quants, numbers);
    add_fifth(fifth, numbers);
    (scale, 0.0)
}

#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn q5_1(block: &[u8; 24], numbers: &mut [i16; GROUP]) -> (f32, f32) {
    let ([scale, offset], rest) = heads(block);
    let (fifth, quants) = rest.split_at(4);
    nibbles(quants, numbers);
    add_fifth(fifth, numbers);
    (scale, offset + 16.0 * scale)
}

#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn q8_0(block: &[u8; 34], numbers: &mut [i16; GROUP]) -> (f32, f32) {
    let ([scale], quants) = heads(block);
    widen(quants, numbers);
    (scale, 0.0)
}

/// Returns scale and offset `j` of the 8 that the formats with 4 and 5 bits pack into 12 bytes.
fn scale_and_offset(packed: &[u8; 12], j: usize) -> (f32, f32) {
    let (scale, offset) = if j < 4 {
        (packed[j] & 63, packed[j + 4] & 63)
    } else {
        (packed[j + 4] & 15 | packed[j - 4] >> 6 << 4, packed[j + 4] >> 4 | packed[j] >> 6 << 4)
    };
    (f32::from(scale), f32::from(offset))
}

fn q4k(block: &[u8; 144], numbers: &mut [[i16; GROUP]; 8], scales: &mut [(f32, f32); 8]) {
    let ([scale, offset], rest) = heads(block);
    let Some((packed, quants)) = rest.split_first_chunk::<12>() else { return };
    for (pair, (numbers, quants)) in numbers.chunks_exact_mut(2).zip(quants.chunks_exact(32)).enumerate() {
        let [low, high] = numbers else { return };
        for ((low, high), quant) in low.iter_mut().zip(high).zip(quants) {
            *low = i16::from(quant & 15);
            *high = i16::from(quant >> 4);
        }
        for j in [2 * pair, 2 * pair + 1] {
            let (by, minus) = scale_and_offset(packed, j);
            scales[j] = (scale * by, -offset * minus);
        }
    }
}

fn q5k(block: &[u8; 176], numbers: &mut [[i16; GROUP]; 8], scales: &mut [(f32, f32); 8]) {
    let ([scale, offset], rest) = heads(block);
    let Some((packed, rest)) = rest.split_first_chunk::<12>() else { return };
    let (fifth, quants) = rest.split_at(32);
    for (pair, (numbers, quants)) in numbers.chunks_exact_mut(2).zip(quants.chunks_exact(32)).enumerate() {
        let [low, high] = numbers else { return };
        for (((low, high), quant), fifth) in low.iter_mut().zip(high).zip(quants).zip(fifth) {
            let bits = fifth >> (2 * pair);
            *low = i16::from(quant & 15 | (bits & 1) << 4);
            *high = i16::from(quant >> 4 | (bits & 2) << 3);
        }
        for j in [2 * pair, 2 * pair + 1] {
            let (by, minus) = scale_and_offset(packed, j);
            scales[j] = (scale * by, -offset * minus);
        }
    }
}

/// The scales of 16 numbers each go into the numbers: 32 × 128 still fits into 16 bits.
fn q6k(block: &[u8; 210], numbers: &mut [[i16; GROUP]; 8], scales: &mut [(f32, f32); 8]) {
    let (low, rest) = block.split_at(128);
    let (high, rest) = rest.split_at(64);
    let (by, scale) = rest.split_at(16);
    let ([scale], _) = heads(scale);
    scales.fill((scale, 0.0));
    for half in 0..2 {
        let (low, high) = (&low[64 * half..][..64], &high[32 * half..][..32]);
        for part in 0..4 {
            let low = &low[32 * (part % 2)..][..32];
            let (shift_low, shift_high) = (4 * (part / 2), 2 * part);
            let group = 4 * half + part;
            for side in 0..2 {
                let by = i16::from(by[2 * group + side] as i8);
                let from = low[16 * side..][..16].iter().zip(&high[16 * side..][..16]);
                for (to, (low, high)) in numbers[group][16 * side..][..16].iter_mut().zip(from) {
                    let number = low >> shift_low & 15 | (high >> shift_high & 3) << 4;
                    *to = (i16::from(number) - 32) * by;
                }
            }
        }
    }
}

fn q3k(block: &[u8; 110], numbers: &mut [[i16; GROUP]; 8], scales: &mut [(f32, f32); 8]) {
    let (mask, rest) = block.split_at(32);
    let (quants, rest) = rest.split_at(64);
    let (packed, scale) = rest.split_at(12);
    let ([scale], _) = heads(scale);
    scales.fill((scale, 0.0));
    for (group, numbers) in numbers.iter_mut().enumerate() {
        let quants = &quants[32 * (group / 4)..][..32];
        let shift = 2 * (group % 4);
        for side in 0..2 {
            let j = 2 * group + side;
            let low = if j < 8 { packed[j] & 15 } else { packed[j - 8] >> 4 };
            let by = i16::from(low | (packed[8 + j % 4] >> (2 * (j / 4)) & 3) << 4) - 32;
            let from = quants[16 * side..][..16].iter().zip(&mask[16 * side..][..16]);
            for (to, (quant, mask)) in numbers[16 * side..][..16].iter_mut().zip(from) {
                let number = i16::from(quant >> shift & 3) + 4 * i16::from(mask >> group & 1) - 4;
                *to = number * by;
            }
        }
    }
}

/// Offsets of 16 numbers each do not fit the scheme of 32, so these become weights.
fn q2k(bytes: &[u8], row: &mut Row) {
    let (blocks, _) = bytes.as_chunks::<84>();
    let (floats, _) = row.floats.as_chunks_mut::<256>();
    for (block, floats) in blocks.iter().zip(floats) {
        let (packed, rest) = block.split_at(16);
        let (quants, rest) = rest.split_at(64);
        let ([scale, offset], _) = heads(rest);
        for (j, (floats, packed)) in floats.chunks_exact_mut(16).zip(packed).enumerate() {
            let (by, minus) = (scale * f32::from(packed & 15), offset * f32::from(packed >> 4));
            let quants = &quants[32 * (j / 8) + 16 * (j % 2)..][..16];
            for (to, quant) in floats.iter_mut().zip(quants) {
                *to = by * f32::from(quant >> (2 * (j % 8 / 2)) & 3) - minus;
            }
        }
    }
}
