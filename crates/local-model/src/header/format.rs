//! Formats of tensors, with the sizes of their blocks.

/// Way in which the numbers of a tensor are stored, by the number that ggml gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format(&'static Row);

#[derive(Debug, PartialEq, Eq)]
struct Row {
    number: u32,
    name: &'static str,
    /// Numbers in a block, and its length in bytes.
    block: (u64, u64),
}

impl Format {
    /// Returns the format with that number.
    pub fn from_number(number: u32) -> Option<Self> {
        ROWS.iter().find(|row| row.number == number).map(Self)
    }

    /// Number that ggml gives it.
    pub fn number(self) -> u32 {
        self.0.number
    }

    /// Name that ggml gives it, as `Q4_K`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the length of a tensor of those sizes, the length of a row first; nothing if they do not fit the format.
    pub(super) fn bytes_of(self, dimensions: &[u64]) -> Option<u64> {
        let (numbers, bytes) = self.0.block;
        let row = *dimensions.first()?;
        if row % numbers != 0 || dimensions.contains(&0) {
            return None;
        }
        let count = dimensions.iter().try_fold(1_u64, |count, size| count.checked_mul(*size))?;
        (count / numbers).checked_mul(bytes)
    }
}

const fn row(number: u32, name: &'static str, numbers: u64, bytes: u64) -> Row {
    Row { number, name, block: (numbers, bytes) }
}

static ROWS: [Row; 34] = [
    row(0, "F32", 1, 4),
    row(1, "F16", 1, 2),
    row(2, "Q4_0", 32, 18),
    row(3, "Q4_1", 32, 20),
    row(6, "Q5_0", 32, 22),
    row(7, "Q5_1", 32, 24),
    row(8, "Q8_0", 32, 34),
    row(9, "Q8_1", 32, 40),
    row(10, "Q2_K", 256, 84),
    row(11, "Q3_K", 256, 110),
    row(12, "Q4_K", 256, 144),
    row(13, "Q5_K", 256, 176),
    row(14, "Q6_K", 256, 210),
    row(15, "Q8_K", 256, 292),
    row(16, "IQ2_XXS", 256, 66),
    row(17, "IQ2_XS", 256, 74),
    row(18, "IQ3_XXS", 256, 98),
    row(19, "IQ1_S", 256, 50),
    row(20, "IQ4_NL", 32, 18),
    row(21, "IQ3_S", 256, 110),
    row(22, "IQ2_S", 256, 82),
    row(23, "IQ4_XS", 256, 136),
    row(24, "I8", 1, 1),
    row(25, "I16", 1, 2),
    row(26, "I32", 1, 4),
    row(27, "I64", 1, 8),
    row(28, "F64", 1, 8),
    row(29, "IQ1_M", 256, 56),
    row(30, "BF16", 1, 2),
    row(34, "TQ1_0", 256, 54),
    row(35, "TQ2_0", 256, 66),
    row(39, "MXFP4", 32, 17),
    row(40, "NVFP4", 64, 36),
    row(41, "Q1_0", 128, 18),
];
