//! The header of a GGUF file: what the engine needs of it, read with bounds.
//!
//! - G1 Nothing in a header makes the reader panic or take more memory than the header's own size; arrays (the
//!   vocabulary) are skipped, not kept.
//! - G2 A tensor in a [`Header`] lies inside the file, its size is computed without overflow, and its rows are whole
//!   blocks of its format.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};

use crate::error::Error;
use crate::kernels::Format;

/// Longest name of a key or a tensor.
const MAX_NAME: u64 = 1024;
/// Longest text that is kept. Longer ones (the chat template) are skipped.
const MAX_TEXT: u64 = 4096;
/// Most keys, and most tensors, of a header. A model with 100 layers has about 1,200 tensors.
const MAX_COUNT: u64 = 1 << 16;
const BUFFER: usize = 256 * 1024;

/// Value of a key of the header.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    /// Whole number.
    Whole(i128),
    /// Number with a fraction.
    Real(f64),
    /// Yes or no.
    Flag(bool),
    /// Text.
    Text(String),
    /// Array, of which only the length is kept.
    Array(u64),
}

/// Place and shape of a tensor in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorInfo {
    /// Format of its numbers.
    pub format: Format,
    /// Count of rows: the product of all dimensions but the fastest.
    pub rows: usize,
    /// Count of numbers in a row: the fastest dimension.
    pub columns: usize,
    /// Offset from the start of the file.
    pub offset: u64,
    /// Its length in bytes.
    pub bytes: usize,
}

/// Facts that a file states about its model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Header {
    /// Keys with their values.
    pub values: BTreeMap<String, Scalar>,
    /// Tensors by name.
    pub tensors: BTreeMap<String, TensorInfo>,
}

impl Header {
    /// Reads the header from the start of the file.
    pub fn read(reader: &mut (impl Read + Seek)) -> Result<Self, Error> {
        let length = reader.seek(SeekFrom::End(0))?;
        reader.seek(SeekFrom::Start(0))?;
        let mut source = Source { reader, length, position: 0, buffer: Vec::new(), used: 0 };
        if length < 24 || source.bytes::<4>()? != *b"GGUF" || !matches!(source.u32()?, 2 | 3) {
            return Err(Error::NotGguf);
        }
        let tensor_count = source.count("tensors", 24)?;
        let value_count = source.count("keys", 13)?;
        let mut values = BTreeMap::new();
        for _ in 0..value_count {
            let key = source.name()?;
            let kind = source.u32()?;
            let value = source.value(kind)?;
            if values.insert(key.clone(), value).is_some() {
                return Err(damaged(format!("the key {key} is there twice")));
            }
        }
        let mut raw = Vec::new();
        for _ in 0..tensor_count {
            raw.push(source.tensor()?);
        }
        let alignment = match values.get("general.alignment") {
            None => 32,
            Some(Scalar::Whole(size @ 1..=65_536)) => *size as u64,
            Some(_) => return Err(damaged("the alignment is no size".to_owned())),
        };
        let data = source
            .position
            .checked_next_multiple_of(alignment)
            .ok_or_else(|| damaged("the alignment leads out of the file".to_owned()))?;
        let mut tensors = BTreeMap::new();
        for (name, mut info) in raw {
            info.offset = info
                .offset
                .checked_add(data)
                .filter(|start| start.checked_add(info.bytes as u64).is_some_and(|end| end <= length))
                .ok_or_else(|| damaged(format!("the tensor {name} leads out of the file")))?;
            if tensors.insert(name.clone(), info).is_some() {
                return Err(damaged(format!("the tensor {name} is there twice")));
            }
        }
        Ok(Self { values, tensors })
    }

    /// Returns the text of a key.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.values.get(key) {
            Some(Scalar::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the size under a key: a whole number from 0 to 2^31.
    pub fn size(&self, key: &str) -> Option<usize> {
        match self.values.get(key) {
            Some(Scalar::Whole(size @ 0..=0x8000_0000)) => usize::try_from(*size).ok(),
            _ => None,
        }
    }

    /// Returns the number under a key.
    pub fn number(&self, key: &str) -> Option<f64> {
        match self.values.get(key) {
            Some(Scalar::Whole(number)) => Some(*number as f64),
            Some(Scalar::Real(number)) => Some(*number),
            _ => None,
        }
        .filter(|number| number.is_finite())
    }
}

fn damaged(text: String) -> Error {
    Error::Damaged(text)
}

/// A file read from front to back through a buffer: seeking in a buffered reader would throw its buffer away for each
/// of the thousands of words that are skipped.
struct Source<'a, R> {
    reader: &'a mut R,
    length: u64,
    position: u64,
    buffer: Vec<u8>,
    used: usize,
}

impl<R: Read + Seek> Source<'_, R> {
    fn remaining(&self) -> u64 {
        self.length.saturating_sub(self.position)
    }

    fn need(&self, bytes: u64) -> Result<(), Error> {
        if bytes > self.remaining() { Err(damaged("the header is longer than the file".to_owned())) } else { Ok(()) }
    }

    /// Hands the next bytes, piece by piece, to a function.
    fn take(&mut self, bytes: u64, mut keep: impl FnMut(&[u8])) -> Result<(), Error> {
        self.need(bytes)?;
        let mut left = bytes;
        while left > 0 {
            if self.used >= self.buffer.len() {
                let size = self.remaining().min(BUFFER as u64) as usize;
                self.buffer.resize(size, 0);
                self.reader.read_exact(&mut self.buffer)?;
                self.used = 0;
            }
            let rest = self.buffer.get(self.used..).unwrap_or_default();
            let piece = rest.get(..left.min(rest.len() as u64) as usize).unwrap_or_default();
            keep(piece);
            self.used += piece.len();
            self.position += piece.len() as u64;
            left -= piece.len() as u64;
        }
        Ok(())
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut bytes = [0; N];
        let mut filled = 0;
        self.take(N as u64, |piece| {
            for (to, from) in bytes.iter_mut().skip(filled).zip(piece) {
                *to = *from;
            }
            filled += piece.len();
        })?;
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, Error> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, Error> {
        self.bytes().map(u64::from_le_bytes)
    }

    fn count(&mut self, of: &str, smallest: u64) -> Result<u64, Error> {
        let count = self.u64()?;
        if count > MAX_COUNT || count.saturating_mul(smallest) > self.remaining() {
            return Err(damaged(format!("it counts {count} {of}")));
        }
        Ok(count)
    }

    fn name(&mut self) -> Result<String, Error> {
        let length = self.u64()?;
        if length > MAX_NAME {
            return Err(damaged(format!("a name of {length} bytes")));
        }
        self.text(length)
    }

    fn text(&mut self, length: u64) -> Result<String, Error> {
        let mut bytes = Vec::new();
        self.take(length, |piece| bytes.extend_from_slice(piece))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn value(&mut self, kind: u32) -> Result<Scalar, Error> {
        Ok(match kind {
            0 => Scalar::Whole(i128::from(u8::from_le_bytes(self.bytes()?))),
            1 => Scalar::Whole(i128::from(i8::from_le_bytes(self.bytes()?))),
            2 => Scalar::Whole(i128::from(u16::from_le_bytes(self.bytes()?))),
            3 => Scalar::Whole(i128::from(i16::from_le_bytes(self.bytes()?))),
            4 => Scalar::Whole(i128::from(self.u32()?)),
            5 => Scalar::Whole(i128::from(i32::from_le_bytes(self.bytes()?))),
            6 => Scalar::Real(f64::from(f32::from_le_bytes(self.bytes()?))),
            7 => Scalar::Flag(self.bytes::<1>()? != [0]),
            8 => {
                let length = self.u64()?;
                if length > MAX_TEXT {
                    self.take(length, |_| ())?;
                    Scalar::Array(length)
                } else {
                    Scalar::Text(self.text(length)?)
                }
            }
            9 => {
                let kind = self.u32()?;
                let count = self.u64()?;
                let bytes = match kind {
                    0 | 1 | 7 => count,
                    2 | 3 => count.saturating_mul(2),
                    4..=6 => count.saturating_mul(4),
                    10..=12 => count.saturating_mul(8),
                    8 => {
                        self.need(count.saturating_mul(8))?;
                        for _ in 0..count {
                            let length = self.u64()?;
                            self.take(length, |_| ())?;
                        }
                        0
                    }
                    _ => return Err(damaged(format!("an array of the kind {kind}"))),
                };
                self.take(bytes, |_| ())?;
                Scalar::Array(count)
            }
            10 => Scalar::Whole(i128::from(self.u64()?)),
            11 => Scalar::Whole(i128::from(i64::from_le_bytes(self.bytes()?))),
            12 => Scalar::Real(f64::from_le_bytes(self.bytes()?)),
            _ => return Err(damaged(format!("a value of the kind {kind}"))),
        })
    }

    fn tensor(&mut self) -> Result<(String, TensorInfo), Error> {
        let name = self.name()?;
        let dimensions = self.u32()?;
        if dimensions > 4 {
            return Err(damaged(format!("the tensor {name} has {dimensions} dimensions")));
        }
        let mut columns = 1;
        let mut rows = 1_u64;
        let too_large = || damaged(format!("the tensor {name} is too large"));
        for dimension in 0..dimensions {
            let size = self.u64()?;
            if dimension == 0 {
                columns = size;
            } else {
                rows = rows.checked_mul(size).ok_or_else(too_large)?;
            }
        }
        let kind = self.u32()?;
        let offset = self.u64()?;
        let format = Format::from_ggml(kind)
            .ok_or_else(|| Error::Unsupported(format!("the tensor {name} has the unknown format {kind}")))?;
        if !columns.is_multiple_of(format.block() as u64) {
            return Err(damaged(format!("the rows of the tensor {name} are no whole blocks")));
        }
        let bytes = (columns / format.block() as u64)
            .checked_mul(format.block_bytes() as u64)
            .and_then(|row| row.checked_mul(rows))
            .ok_or_else(too_large)?;
        let size = |number: u64| usize::try_from(number).map_err(|_| too_large());
        let info = TensorInfo { format, rows: size(rows)?, columns: size(columns)?, offset, bytes: size(bytes)? };
        Ok((name, info))
    }
}
