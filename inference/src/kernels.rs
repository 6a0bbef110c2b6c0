//! Products of a quantised matrix with rows of numbers, in one thread.
//!
//! A row of the matrix is unpacked once into whole numbers of 16 bits with a scale and an offset for each 32 of them
//! (`weight = scale × number + offset`), whatever its format, and then multiplied with all rows of the input, which
//! are rounded to 8 bits. So a prompt costs far less for each token than a single token does, and a format takes one
//! function that unpacks it.
//!
//! For a single row of input, most of that would be writing the numbers to memory and reading them back: formats whose
//! blocks are one group are then multiplied block by block, from the registers.
//!
//! - K1 A row of the output depends on its row of the input alone, to the last bit: it does not matter how many rows
//!   are multiplied together. Hence neither the length of a chunk of a prompt nor a reused prefix changes an answer.

mod format;
mod product;

pub use format::Format;
pub use product::{Input, dot};

use crate::error::Error;

/// Count of numbers that share a scale.
pub(crate) const GROUP: usize = 32;

/// Row of a matrix, unpacked.
#[derive(Debug, Default)]
pub(crate) struct Row {
    /// Whole numbers, for the quantised formats.
    pub numbers: Vec<[i16; GROUP]>,
    /// Scale and offset of each group.
    pub scales: Vec<(f32, f32)>,
    /// The weights themselves, for the other formats.
    pub floats: Vec<f32>,
}

/// Matrix in the format of its file.
pub struct Matrix {
    format: Format,
    rows: usize,
    columns: usize,
    bytes: Vec<u8>,
}

impl std::fmt::Debug for Matrix {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "Matrix({:?}, {} × {})", self.format, self.rows, self.columns)
    }
}

impl Matrix {
    /// Wraps the bytes of a matrix; `None` if there are not exactly as many as the shape needs.
    pub fn new(format: Format, rows: usize, columns: usize, bytes: Vec<u8>) -> Option<Self> {
        let row = format.row_bytes(columns)?;
        (columns > 0 && row.checked_mul(rows)? == bytes.len()).then_some(Self { format, rows, columns, bytes })
    }

    /// Returns the count of rows: of numbers that a product gives.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the count of columns: of numbers that a product takes.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the format.
    pub fn format(&self) -> Format {
        self.format
    }

    fn row_bytes(&self) -> usize {
        self.format.row_bytes(self.columns).unwrap_or_default().max(1)
    }

    /// Writes the weights of a row; `false` if there is no such row.
    pub fn row(&self, index: usize, to: &mut [f32]) -> bool {
        let Some(bytes) = self.bytes.chunks_exact(self.row_bytes()).nth(index) else { return false };
        let mut row = Row::default();
        self.format.unpack(bytes, self.columns, &mut row);
        if self.format.is_whole() {
            let groups = row.numbers.iter().zip(&row.scales);
            for (to, (numbers, (scale, offset))) in to.chunks_exact_mut(GROUP).zip(groups) {
                for (to, number) in to.iter_mut().zip(numbers) {
                    *to = scale * f32::from(*number) + offset;
                }
            }
        } else {
            to.iter_mut().zip(&row.floats).for_each(|(to, from)| *to = *from);
        }
        true
    }

    /// Multiplies with each row of the input and writes the products, one row after the other.
    pub fn multiply(&self, input: &Input, to: &mut Vec<f32>) -> Result<(), Error> {
        resize(to, input.rows() * self.rows)?;
        debug_assert_eq!(input.columns(), self.columns, "shapes are checked when a model is loaded");
        if input.rows() == 1 && self.format.multiply_alone(&self.bytes, input, to) {
            return Ok(());
        }
        let mut row = Row::default();
        for (index, bytes) in self.bytes.chunks_exact(self.row_bytes()).enumerate() {
            self.format.unpack(bytes, self.columns, &mut row);
            product::multiply(self.format.is_whole(), &row, input, |at, product| {
                if let Some(to) = to.get_mut(at * self.rows + index) {
                    *to = product;
                }
            });
        }
        Ok(())
    }
}

/// Makes a list of numbers exactly as long, or says that there is no memory.
pub(crate) fn resize<T: Clone + Default>(list: &mut Vec<T>, length: usize) -> Result<(), Error> {
    if let Some(more) = length.checked_sub(list.len()) {
        list.try_reserve_exact(more).map_err(|_| Error::Memory(more as u64 * size_of::<T>() as u64))?;
    }
    list.resize(length, T::default());
    Ok(())
}
