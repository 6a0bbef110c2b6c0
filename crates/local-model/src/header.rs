//! The head of a GGUF file: what the model is called, how it is made and where its tensors lie.
//!
//! A head is read from the beginning of a file, in as many bytes as are there; if they do not suffice, the error says
//! how many to come back with. Nothing of a file is trusted.
//!
//! - H1 Any bytes give a head or an error; nothing panics, and all that is kept is a small multiple of the bytes given.
//! - H2 A head that was read describes a file that is whole: each tensor lies within it.
//! - H3 More bytes change no head and no error, except [`HeaderError::NeedMore`].

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

mod format;
mod reader;

pub use format::Format;
use reader::Reader;

/// Longest head in bytes; those of today's largest vocabularies take 12 MiB.
pub const MAX_HEADER: u64 = 64 << 20;
/// Most entries of metadata, and most tensors.
const MAX_ENTRIES: u64 = 65_536;
/// Longest name of a tensor in bytes, as ggml allows.
const MAX_NAME: u64 = 64;
/// Longest key in bytes, as the format allows.
const MAX_KEY: u64 = 65_535;
/// Longest text that is kept without being asked for.
const SHORT: u64 = 4_096;

/// Reason why a file has no head that can be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "kind", content = "detail", rename_all = "camelCase")]
pub enum HeaderError {
    /// So many bytes from the beginning of the file are wanted.
    #[error("the first {0} bytes are needed")]
    NeedMore(u64),
    /// It does not begin as GGUF files do.
    #[error("this is no GGUF file")]
    NotGguf,
    /// It was written for machines with the other order of bytes.
    #[error("the file is big-endian")]
    BigEndian,
    /// Version of the format that is not known.
    #[error("GGUF version {0} is not known")]
    Version(u32),
    /// The file ends within its head.
    #[error("the file ends within its head")]
    Cut,
    /// The head is longer than [`MAX_HEADER`].
    #[error("the head is longer than {MAX_HEADER} bytes")]
    TooLong,
    /// More entries or tensors than any model has.
    #[error("{0} entries cannot be")]
    Count(u64),
    /// A key or the name of a tensor is too long or is no text.
    #[error("a name at byte {0} is no name")]
    Name(u64),
    /// A key comes twice.
    #[error("the key {0} comes twice")]
    DuplicateKey(String),
    /// A tensor comes twice.
    #[error("the tensor {0} comes twice")]
    DuplicateTensor(String),
    /// Kind of value that is not known.
    #[error("the kind of value {0} is not known")]
    ValueKind(u32),
    /// An array within an array.
    #[error("the value of {0} is nested")]
    Nested(String),
    /// The alignment is no power of two from 8 to 65,536.
    #[error("{0} is no alignment")]
    Alignment(u64),
    /// Number of a tensor format that is not known.
    #[error("the tensor format {0} is not known")]
    Format(u32),
    /// A tensor's sizes are none, too many, too large, or do not fit its format.
    #[error("the tensor {0} has sizes that cannot be")]
    Dimensions(String),
    /// A tensor does not begin on the alignment.
    #[error("the tensor {0} is not aligned")]
    Unaligned(String),
    /// A tensor lies beyond the end: only a part of the file is there.
    #[error("the tensor {0} lies beyond the end of the file")]
    Beyond(String),
}

/// Value of the metadata.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Whole number that is not negative.
    Unsigned(u64),
    /// Whole number of a kind with sign.
    Signed(i64),
    /// Number with a fraction.
    Float(f64),
    /// Yes or no.
    Flag(bool),
    /// Text; bytes that are none are replaced.
    Text(String),
    /// Text that was too long to be kept unasked, with its length in bytes.
    LongText(u64),
    /// Array that was passed over, with the number of its elements.
    Array(u64),
    /// Array of texts, kept by [`Header::read_full`].
    Texts(Vec<Box<str>>),
    /// Array of whole numbers of 32 bits or more, kept by [`Header::read_full`].
    Integers(Vec<i64>),
    /// Array of numbers of 32 bits, kept by [`Header::read_full`].
    Floats(Vec<f32>),
}

/// Tensor of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorInfo {
    /// Its name, as `blk.0.attn_q.weight`.
    pub name: String,
    /// Its sizes, the innermost (the length of a row) first.
    pub dimensions: Vec<u64>,
    /// Format of its numbers.
    pub format: Format,
    /// Place of its first byte, from the beginning of the data.
    pub offset: u64,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Head of a GGUF file.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Version of the format, 2 or 3.
    pub version: u32,
    /// All metadata by key; long texts and arrays are there in length only unless read by [`Header::read_full`].
    pub metadata: BTreeMap<String, Value>,
    /// All tensors, in the order of the file.
    pub tensors: Vec<TensorInfo>,
    /// Power of two that places of tensors are a multiple of.
    pub alignment: u64,
    /// Place of the data in the file.
    pub data_offset: u64,
    /// Length of the file in bytes.
    pub file_size: u64,
}

impl Header {
    /// Reads a head from the beginning of a file that is `file_size` long, passing over arrays and long texts.
    ///
    /// # Errors
    ///
    /// [`HeaderError::NeedMore`] if `bytes` does not hold all of the head, which is asked for again with more of them.
    pub fn read(bytes: &[u8], file_size: u64) -> Result<Self, HeaderError> {
        read(bytes, file_size, false)
    }

    /// Reads a head with the vocabulary and all other arrays and texts.
    ///
    /// # Errors
    ///
    /// As [`Header::read`].
    pub fn read_full(bytes: &[u8], file_size: u64) -> Result<Self, HeaderError> {
        read(bytes, file_size, true)
    }

    /// Returns the head without its arrays and long texts, which take megabytes; of each the length stays.
    #[must_use]
    pub fn into_brief(mut self) -> Self {
        for value in self.metadata.values_mut() {
            match value {
                Value::Text(text) if text.len() as u64 > SHORT => *value = Value::LongText(text.len() as u64),
                Value::Texts(texts) => *value = Value::Array(texts.len() as u64),
                Value::Integers(numbers) => *value = Value::Array(numbers.len() as u64),
                Value::Floats(numbers) => *value = Value::Array(numbers.len() as u64),
                _ => {}
            }
        }
        self
    }

    /// Returns a text of the metadata.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.metadata.get(key)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a whole number of the metadata that is not negative.
    pub fn number(&self, key: &str) -> Option<u64> {
        match self.metadata.get(key)? {
            Value::Unsigned(number) => Some(*number),
            Value::Signed(number) => u64::try_from(*number).ok(),
            _ => None,
        }
    }

    /// Returns a number of the metadata.
    pub fn float(&self, key: &str) -> Option<f64> {
        match self.metadata.get(key)? {
            Value::Float(number) => Some(*number),
            Value::Unsigned(number) => Some(*number as f64),
            Value::Signed(number) => Some(*number as f64),
            _ => None,
        }
    }

    /// Returns a yes or no of the metadata.
    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.metadata.get(key)? {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// Returns a number of the model, whose key begins with the architecture: `block_count`, `rope.freq_base`.
    pub fn own_number(&self, key: &str) -> Option<u64> {
        self.number(&self.own_key(key))
    }

    /// Returns a number of the model with a fraction.
    pub fn own_float(&self, key: &str) -> Option<f64> {
        self.float(&self.own_key(key))
    }

    /// Returns the whole key of a number of the model.
    pub fn own_key(&self, key: &str) -> String {
        [self.architecture(), key].join(".")
    }

    /// Name of the architecture, empty if the file names none.
    pub fn architecture(&self) -> &str {
        self.text("general.architecture").unwrap_or_default()
    }

    /// Name that the makers gave the model.
    pub fn name(&self) -> Option<&str> {
        self.text("general.name")
    }

    /// Size in the name of the model, as `135M`.
    pub fn size_label(&self) -> Option<&str> {
        self.text("general.size_label")
    }

    /// Number of the mixture of formats, as ggml counts them.
    pub fn file_type(&self) -> Option<u64> {
        self.number("general.file_type")
    }

    /// Tokens that the model was trained to look back on.
    pub fn context_length(&self) -> Option<u64> {
        self.own_number("context_length")
    }

    /// Number of layers.
    pub fn block_count(&self) -> Option<u64> {
        self.own_number("block_count")
    }

    /// Length of the vector of a token.
    pub fn embedding_length(&self) -> Option<u64> {
        self.own_number("embedding_length")
    }

    /// Heads of attention.
    pub fn head_count(&self) -> Option<u64> {
        self.own_number("attention.head_count")
    }

    /// Heads that keys and values are kept for.
    pub fn kv_head_count(&self) -> Option<u64> {
        self.own_number("attention.head_count_kv").or_else(|| self.head_count())
    }

    /// Length of the key of a head.
    pub fn head_size(&self) -> Option<u64> {
        let divided = || self.embedding_length()?.checked_div(self.head_count()?);
        self.own_number("attention.key_length").or_else(divided)
    }

    /// Whether the file brings the text that a conversation is put into.
    pub fn has_chat_template(&self) -> bool {
        matches!(self.metadata.get("tokenizer.chat_template"), Some(Value::Text(_) | Value::LongText(_)))
    }

    /// Kind of the tokenizer: `gpt2`, `llama`.
    pub fn tokenizer_model(&self) -> Option<&str> {
        self.text("tokenizer.ggml.model")
    }

    /// Name of the rule that cuts text before it is made tokens.
    pub fn tokenizer_pre(&self) -> Option<&str> {
        self.text("tokenizer.ggml.pre")
    }

    /// Number of tokens known.
    pub fn vocabulary_size(&self) -> Option<u64> {
        match self.metadata.get("tokenizer.ggml.tokens")? {
            Value::Array(count) => Some(*count),
            Value::Texts(texts) => Some(texts.len() as u64),
            _ => None,
        }
    }

    /// Number of files that the model is spread over.
    pub fn split_count(&self) -> u64 {
        self.number("split.count").unwrap_or(1)
    }

    /// Returns a tensor by its name.
    pub fn tensor(&self, name: &str) -> Option<&TensorInfo> {
        self.tensors.iter().find(|tensor| tensor.name == name)
    }

    /// Returns the place of a tensor's first byte in the file.
    pub fn place(&self, tensor: &TensorInfo) -> u64 {
        self.data_offset.saturating_add(tensor.offset)
    }

    /// Length of all tensors in bytes.
    pub fn tensor_bytes(&self) -> u64 {
        self.tensors.iter().fold(0, |sum, tensor| sum.saturating_add(tensor.bytes))
    }
}

fn read(bytes: &[u8], file_size: u64, full: bool) -> Result<Header, HeaderError> {
    let mut reader = Reader::new(bytes, file_size);
    if reader.take(4)? != b"GGUF" {
        return Err(HeaderError::NotGguf);
    }
    let version = reader.u32()?;
    match version {
        2 | 3 => {}
        _ if matches!(version.swap_bytes(), 1..=3) => return Err(HeaderError::BigEndian),
        _ => return Err(HeaderError::Version(version)),
    }
    let tensor_count = reader.u64()?;
    let entry_count = reader.u64()?;
    // The shortest entry takes 13 bytes, the shortest tensor 32.
    for (count, shortest) in [(tensor_count, 32), (entry_count, 13)] {
        if count > MAX_ENTRIES {
            return Err(HeaderError::Count(count));
        }
        if count * shortest > file_size {
            return Err(HeaderError::Cut);
        }
    }

    let mut metadata = BTreeMap::new();
    for _ in 0..entry_count {
        let key = reader.name(MAX_KEY)?;
        if metadata.contains_key(&key) {
            return Err(HeaderError::DuplicateKey(key));
        }
        let kind = reader.u32()?;
        let value = value(&mut reader, &key, kind, full)?;
        metadata.insert(key, value);
    }
    let alignment = match metadata.get("general.alignment") {
        None => 32,
        Some(Value::Unsigned(number)) if number.is_power_of_two() && (8..=65_536).contains(number) => *number,
        Some(Value::Unsigned(number)) => return Err(HeaderError::Alignment(*number)),
        Some(_) => return Err(HeaderError::Alignment(0)),
    };

    let mut names = HashSet::new();
    let mut tensors = Vec::new();
    for _ in 0..tensor_count {
        let tensor = tensor(&mut reader)?;
        if !names.insert(tensor.name.clone()) {
            return Err(HeaderError::DuplicateTensor(tensor.name));
        }
        tensors.push(tensor);
    }
    let data_offset = reader.at().next_multiple_of(alignment);
    for tensor in &tensors {
        if tensor.offset % alignment != 0 {
            return Err(HeaderError::Unaligned(tensor.name.clone()));
        }
        let end = data_offset.checked_add(tensor.offset).and_then(|start| start.checked_add(tensor.bytes));
        if end.is_none_or(|end| end > file_size) {
            return Err(HeaderError::Beyond(tensor.name.clone()));
        }
    }
    Ok(Header { version, metadata, tensors, alignment, data_offset, file_size })
}

/// Numbers of the kinds of values.
mod kind {
    pub const U8: u32 = 0;
    pub const I8: u32 = 1;
    pub const U16: u32 = 2;
    pub const I16: u32 = 3;
    pub const U32: u32 = 4;
    pub const I32: u32 = 5;
    pub const F32: u32 = 6;
    pub const FLAG: u32 = 7;
    pub const TEXT: u32 = 8;
    pub const ARRAY: u32 = 9;
    pub const U64: u32 = 10;
    pub const I64: u32 = 11;
    pub const F64: u32 = 12;
}

fn value(reader: &mut Reader<'_>, key: &str, kind: u32, full: bool) -> Result<Value, HeaderError> {
    Ok(match kind {
        kind::U8 => Value::Unsigned(u64::from(u8::from_le_bytes(reader.array()?))),
        kind::I8 => Value::Signed(i64::from(i8::from_le_bytes(reader.array()?))),
        kind::U16 => Value::Unsigned(u64::from(u16::from_le_bytes(reader.array()?))),
        kind::I16 => Value::Signed(i64::from(i16::from_le_bytes(reader.array()?))),
        kind::U32 => Value::Unsigned(u64::from(reader.u32()?)),
        kind::I32 => Value::Signed(i64::from(i32::from_le_bytes(reader.array()?))),
        kind::F32 => Value::Float(f64::from(f32::from_le_bytes(reader.array()?))),
        kind::FLAG => Value::Flag(reader.array::<1>()? != [0]),
        kind::TEXT => {
            let length = reader.u64()?;
            let bytes = reader.take(length)?;
            if full || length <= SHORT {
                Value::Text(String::from_utf8_lossy(bytes).into_owned())
            } else {
                Value::LongText(length)
            }
        }
        kind::ARRAY => array(reader, key, full)?,
        kind::U64 => Value::Unsigned(reader.u64()?),
        kind::I64 => Value::Signed(i64::from_le_bytes(reader.array()?)),
        kind::F64 => Value::Float(f64::from_le_bytes(reader.array()?)),
        _ => return Err(HeaderError::ValueKind(kind)),
    })
}

fn array(reader: &mut Reader<'_>, key: &str, full: bool) -> Result<Value, HeaderError> {
    let kind = reader.u32()?;
    let count = reader.u64()?;
    let size = match kind {
        kind::U8 | kind::I8 | kind::FLAG => 1,
        kind::U16 | kind::I16 => 2,
        kind::U32 | kind::I32 | kind::F32 => 4,
        kind::U64 | kind::I64 | kind::F64 => 8,
        kind::TEXT => return texts(reader, count, full),
        kind::ARRAY => return Err(HeaderError::Nested(key.to_owned())),
        _ => return Err(HeaderError::ValueKind(kind)),
    };
    let bytes = reader.take(count.saturating_mul(size))?;
    if !full {
        return Ok(Value::Array(count));
    }
    Ok(match kind {
        kind::U32 => Value::Integers(each(bytes, |four| i64::from(u32::from_le_bytes(four)))),
        kind::I32 => Value::Integers(each(bytes, |four| i64::from(i32::from_le_bytes(four)))),
        kind::I64 => Value::Integers(each(bytes, i64::from_le_bytes)),
        kind::F32 => Value::Floats(each(bytes, f32::from_le_bytes)),
        _ => Value::Array(count),
    })
}

fn each<const N: usize, T>(bytes: &[u8], read: impl Fn([u8; N]) -> T) -> Vec<T> {
    bytes.as_chunks().0.iter().map(|chunk| read(*chunk)).collect()
}

fn texts(reader: &mut Reader<'_>, count: u64, full: bool) -> Result<Value, HeaderError> {
    // Each text takes at least its length, so an impossible count is found before anything is read.
    reader.has_room(count.saturating_mul(8))?;
    let mut texts = Vec::new();
    for _ in 0..count {
        let length = reader.u64()?;
        let bytes = reader.take(length)?;
        if full {
            texts.push(String::from_utf8_lossy(bytes).into());
        }
    }
    Ok(if full { Value::Texts(texts) } else { Value::Array(count) })
}

fn tensor(reader: &mut Reader<'_>) -> Result<TensorInfo, HeaderError> {
    let name = reader.name(MAX_NAME)?;
    let count = reader.u32()?;
    if !(1..=4).contains(&count) {
        return Err(HeaderError::Dimensions(name));
    }
    let mut dimensions = Vec::new();
    for _ in 0..count {
        dimensions.push(reader.u64()?);
    }
    let number = reader.u32()?;
    let offset = reader.u64()?;
    let Some(format) = Format::from_number(number) else { return Err(HeaderError::Format(number)) };
    let Some(bytes) = format.bytes_of(&dimensions) else { return Err(HeaderError::Dimensions(name)) };
    Ok(TensorInfo { name, dimensions, format, offset, bytes })
}

#[cfg(test)]
mod tests;
