//! A model in memory: its measures and its weights, read from a GGUF file.
//!
//! - W1 A file whose tensors do not have the shapes its measures promise is refused; once loaded, no shape is checked
//!   again.
//! - W2 Any header with any file gives a model or an error. No memory is taken for a tensor before its length is known
//!   to be that of its shape, and to lie within the file.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};

use espalier_local_model::header::{Header, TensorInfo};

use crate::error::Error;
use crate::kernels::{Format, Matrix, resize};

/// Name of the tensor with a row for each token.
const EMBEDDING: &str = "token_embd.weight";

/// Kind of model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Architecture {
    /// Llama and those built like it, such as SmolLM2.
    Llama,
    /// Qwen 2 and 2.5.
    Qwen2,
    /// Qwen 3, without experts.
    Qwen3,
}

/// Measures of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// Kind.
    pub architecture: Architecture,
    /// Count of layers.
    pub layers: usize,
    /// Count of tokens it was trained to see at once.
    pub context: usize,
    /// Length of the vector of a token.
    pub width: usize,
    /// Length of the vector in the middle of the feed-forward part.
    pub feed: usize,
    /// Count of attention heads.
    pub heads: usize,
    /// Count of heads that have keys and values of their own.
    pub key_heads: usize,
    /// Length of the vector of a head.
    pub head: usize,
    /// Count of numbers of a head that are turned by the position.
    pub rotated: usize,
    /// Base of the angles of the positions.
    pub rope_base: f32,
    /// Factor positions are divided by.
    pub rope_factor: f32,
    /// Smallest divisor of a norm.
    pub epsilon: f32,
    /// Count of tokens in the vocabulary.
    pub vocabulary: usize,
}

impl Architecture {
    fn of(name: &str) -> Result<Self, Error> {
        match name {
            "llama" => Ok(Self::Llama),
            "qwen2" => Ok(Self::Qwen2),
            "qwen3" => Ok(Self::Qwen3),
            _ => Err(Error::Architecture(name.chars().take(64).collect())),
        }
    }
}

impl Measures {
    /// Reads the measures from a header. Refuses kinds the engine has no computation for, by name.
    pub fn read(header: &Header) -> Result<Self, Error> {
        let name = header.architecture();
        let architecture = Architecture::of(name)?;
        let missing = |key: &str| Error::Damaged(format!("{name}.{key} is missing or no fit number"));
        // No measure of a model that fits into a tab is larger.
        let size = |name: &str, most: u64| {
            let size = header.own_number(name).filter(|size| (1..=most).contains(size));
            size.and_then(|size| usize::try_from(size).ok()).ok_or_else(|| missing(name))
        };
        let need = |name: &str| size(name, 1 << 20);
        let has = |name: &str| header.metadata.contains_key(&header.own_key(name));
        let size_or = |name: &str, other: usize| if has(name) { need(name) } else { Ok(other) };
        let number = |name: &str| {
            let number = header.own_float(name).filter(|number| number.is_finite());
            number.map(|number| number as f32).ok_or_else(|| missing(name))
        };
        let number_or = |name: &str, other: f32| if has(name) { number(name) } else { Ok(other) };
        let width = need("embedding_length")?;
        let heads = need("attention.head_count")?;
        let key_heads = size_or("attention.head_count_kv", heads)?;
        let head = size_or("attention.key_length", width / heads)?;
        let rotated = size_or("rope.dimension_count", head)?;
        let unsupported = |text: &str| Err(Error::Unsupported(text.to_owned()));
        if size_or("attention.value_length", head)? != head {
            return unsupported("its values and keys differ in length");
        }
        if header.own_number("expert_count").is_some_and(|count| count > 0) {
            return unsupported("it is a mixture of experts");
        }
        if head == 0 || !heads.is_multiple_of(key_heads) || !rotated.is_multiple_of(2) || rotated > head {
            return Err(Error::Damaged("its heads do not fit together".to_owned()));
        }
        let rope_factor = match header.text(&header.own_key("rope.scaling.type")) {
            None | Some("none") => 1.0,
            Some("linear") => number_or("rope.scaling.factor", 1.0)?,
            Some(other) => return unsupported(&format!("it scales positions by \"{other}\"")),
        };
        let rope_base = number_or("rope.freq_base", 10_000.0)?;
        let epsilon = number("attention.layer_norm_rms_epsilon")?;
        if !(rope_base >= 1.0 && rope_factor > 0.0 && epsilon >= 0.0) {
            return Err(Error::Damaged("its angles or norms are no numbers".to_owned()));
        }
        let vocabulary = header.tensor(EMBEDDING).and_then(shape).ok_or_else(|| absent(EMBEDDING))?.0;
        Ok(Self {
            architecture,
            layers: need("block_count")?,
            context: size("context_length", 1 << 31)?,
            width,
            feed: need("feed_forward_length")?,
            heads,
            key_heads,
            head,
            rotated,
            rope_base,
            rope_factor,
            epsilon,
            vocabulary,
        })
    }

    /// Returns the bytes that the cache of a token takes.
    pub fn cache_bytes(&self) -> usize {
        self.layers * self.key_heads * self.head * 2 * size_of::<f32>()
    }
}

/// Matrix with an addend for each number it gives.
#[derive(Debug)]
pub(crate) struct Linear {
    pub matrix: Matrix,
    pub bias: Option<Vec<f32>>,
}

/// Weights of a layer.
#[derive(Debug)]
pub(crate) struct Layer {
    pub attention_norm: Vec<f32>,
    pub query: Linear,
    pub key: Linear,
    pub value: Linear,
    pub query_norm: Option<Vec<f32>>,
    pub key_norm: Option<Vec<f32>>,
    pub output: Linear,
    pub feed_norm: Vec<f32>,
    pub gate: Matrix,
    pub up: Matrix,
    pub down: Matrix,
}

/// Model, ready to run.
#[derive(Debug)]
pub struct Model {
    pub(crate) measures: Measures,
    pub(crate) embedding: Matrix,
    pub(crate) layers: Vec<Layer>,
    pub(crate) norm: Vec<f32>,
    /// `None` when the embedding is used in its place.
    pub(crate) output: Option<Matrix>,
    /// Angle by which each pair of numbers turns from one position to the next.
    pub(crate) turns: Vec<f64>,
}

impl Model {
    /// Reads a model whose file has that header. Each tensor goes straight to its place, so the file is never in memory
    /// besides.
    ///
    /// `progress` gets the bytes that were read and those of all tensors; when it returns `false`, reading stops with
    /// an [`Error::Read`] of the kind `Interrupted`.
    pub fn read(
        reader: &mut (impl Read + Seek),
        header: &Header,
        progress: impl FnMut(u64, u64) -> bool,
    ) -> Result<Self, Error> {
        let measures = Measures::read(header)?;
        let length = reader.seek(SeekFrom::End(0))?;
        let tensors = header.tensors.iter().map(|tensor| (tensor.name.as_str(), tensor)).collect();
        let mut loader = Loader { reader, length, header, tensors, progress, done: 0, total: header.tensor_bytes() };
        let Measures { width, feed, heads, key_heads, head, vocabulary, .. } = measures;
        let embedding = loader.matrix(EMBEDDING, vocabulary, width)?;
        let norm = loader.list("output_norm.weight", width)?;
        let own = loader.has("output.weight");
        let output = if own { Some(loader.matrix("output.weight", vocabulary, width)?) } else { None };
        let normed = measures.architecture == Architecture::Qwen3;
        let mut layers = Vec::new();
        for index in 0..measures.layers {
            let name = |part: &str| format!("blk.{index}.{part}.weight");
            layers.push(Layer {
                attention_norm: loader.list(&name("attn_norm"), width)?,
                query: loader.linear(index, "attn_q", heads * head, width)?,
                key: loader.linear(index, "attn_k", key_heads * head, width)?,
                value: loader.linear(index, "attn_v", key_heads * head, width)?,
                query_norm: if normed { Some(loader.list(&name("attn_q_norm"), head)?) } else { None },
                key_norm: if normed { Some(loader.list(&name("attn_k_norm"), head)?) } else { None },
                output: loader.linear(index, "attn_output", width, heads * head)?,
                feed_norm: loader.list(&name("ffn_norm"), width)?,
                gate: loader.matrix(&name("ffn_gate"), feed, width)?,
                up: loader.matrix(&name("ffn_up"), feed, width)?,
                down: loader.matrix(&name("ffn_down"), width, feed)?,
            });
        }
        let half = measures.rotated / 2;
        // Llama 3 slows the turns of its longer waves down; the file has a divisor for each.
        let slowed = loader.has("rope_freqs.weight");
        let slower = if slowed { loader.list("rope_freqs.weight", half)? } else { vec![1.0; half] };
        let turn = |(index, slower): (usize, &f32)| {
            let exponent = -2.0 * index as f64 / measures.rotated as f64;
            f64::from(measures.rope_base).powf(exponent) / (f64::from(*slower) * f64::from(measures.rope_factor))
        };
        let turns = slower.iter().enumerate().map(turn).collect::<Vec<_>>();
        if turns.iter().any(|turn| !turn.is_finite()) {
            return Err(Error::Damaged("a divisor of its angles is zero".to_owned()));
        }
        Ok(Self { measures, embedding, layers, norm, output, turns })
    }

    /// Returns the measures.
    pub fn measures(&self) -> &Measures {
        &self.measures
    }
}

/// Returns the count of rows of a tensor, and of numbers in each.
fn shape(tensor: &TensorInfo) -> Option<(usize, usize)> {
    let (columns, rows) = tensor.dimensions.split_first()?;
    let rows = rows.iter().try_fold(1_u64, |rows, size| rows.checked_mul(*size))?;
    Some((usize::try_from(rows).ok()?, usize::try_from(*columns).ok()?))
}

fn absent(name: &str) -> Error {
    Error::Damaged(format!("the tensor {name} is missing"))
}

struct Loader<'a, R, P> {
    reader: &'a mut R,
    /// Length of the file.
    length: u64,
    header: &'a Header,
    /// Tensors by name: a header may have thousands, and each is looked for.
    tensors: BTreeMap<&'a str, &'a TensorInfo>,
    progress: P,
    done: u64,
    total: u64,
}

impl<R: Read + Seek, P: FnMut(u64, u64) -> bool> Loader<'_, R, P> {
    fn matrix(&mut self, name: &str, rows: usize, columns: usize) -> Result<Matrix, Error> {
        /// Read at once, so that the progress moves also within a large tensor.
        const PIECE: usize = 8 << 20;
        let info = *self.tensors.get(name).ok_or_else(|| absent(name))?;
        if shape(info) != Some((rows, columns)) {
            let sizes = &info.dimensions;
            return Err(Error::Damaged(format!("the tensor {name} is of {sizes:?}, not {rows} rows of {columns}")));
        }
        let format = Format::from_ggml(info.format.number()).ok_or_else(|| {
            Error::Unsupported(format!("the tensor {name} has the unknown format {}", info.format.name()))
        })?;
        let length = format
            .row_bytes(columns)
            .and_then(|row| row.checked_mul(rows))
            .filter(|length| *length as u64 == info.bytes)
            .ok_or_else(|| Error::Damaged(format!("the tensor {name} has not the length of its shape")))?;
        let place = self.header.place(info);
        if place.checked_add(info.bytes).is_none_or(|end| end > self.length) {
            return Err(Error::Damaged(format!("the tensor {name} leads out of the file")));
        }
        let mut bytes = Vec::new();
        resize(&mut bytes, length)?;
        self.reader.seek(SeekFrom::Start(place))?;
        for piece in bytes.chunks_mut(PIECE) {
            self.reader.read_exact(piece)?;
            self.done += piece.len() as u64;
            if !(self.progress)(self.done, self.total) {
                return Err(Error::Read(std::io::ErrorKind::Interrupted.into()));
            }
        }
        Matrix::new(format, rows, columns, bytes).ok_or_else(|| Error::Damaged(format!("the tensor {name} is empty")))
    }

    fn has(&self, name: &str) -> bool {
        self.tensors.contains_key(name)
    }

    /// Reads a tensor of one row as numbers.
    fn list(&mut self, name: &str, length: usize) -> Result<Vec<f32>, Error> {
        let matrix = self.matrix(name, 1, length)?;
        let mut list = vec![0.0; length];
        matrix.row(0, &mut list);
        Ok(list)
    }

    fn linear(&mut self, layer: usize, part: &str, rows: usize, columns: usize) -> Result<Linear, Error> {
        let matrix = self.matrix(&format!("blk.{layer}.{part}.weight"), rows, columns)?;
        let bias = format!("blk.{layer}.{part}.bias");
        let bias = if self.has(&bias) { Some(self.list(&bias, rows)?) } else { None };
        Ok(Linear { matrix, bias })
    }
}
