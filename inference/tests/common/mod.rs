//! Small models with random weights, and a writer of the format that is no part of the engine.
#![allow(clippy::unwrap_used)] // helpers of tests
#![allow(dead_code)]

use std::io::Cursor;

use espalier_inference::kernels::Format;
use espalier_inference::{Error, Model};
use espalier_local_model::header::{Header, HeaderError};

pub const VOCABULARY: usize = 50;
pub const WIDTH: usize = 64;
pub const FEED: usize = 96;
pub const LAYERS: usize = 3;
pub const HEADS: usize = 4;
pub const KEY_HEADS: usize = 2;
pub const CONTEXT: usize = 128;

/// Random numbers from −1 to 1, the same for a seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    pub fn list(&mut self, length: usize, size: f32) -> Vec<f32> {
        (0..length).map(|_| self.next() * size).collect()
    }
}

/// Value of a key.
#[derive(Clone)]
pub enum Value {
    U32(u32),
    F32(f32),
    Text(String),
    Texts(Vec<String>),
    Integers(Vec<i32>),
}

impl Value {
    /// Number of its kind, and its bytes.
    fn write(&self) -> (u32, Vec<u8>) {
        let array = |kind: u32, length: usize, all: Vec<u8>| {
            (9, [&kind.to_le_bytes()[..], &(length as u64).to_le_bytes(), &all].concat())
        };
        match self {
            Self::U32(number) => (4, number.to_le_bytes().to_vec()),
            Self::F32(number) => (6, number.to_le_bytes().to_vec()),
            Self::Text(text) => (8, text_bytes(text)),
            Self::Texts(texts) => array(8, texts.len(), texts.iter().flat_map(|text| text_bytes(text)).collect()),
            Self::Integers(all) => array(5, all.len(), all.iter().flat_map(|number| number.to_le_bytes()).collect()),
        }
    }
}

fn text_bytes(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat()
}

/// Reads the header of a file.
pub fn header(file: &[u8]) -> Result<Header, HeaderError> {
    Header::read(file, file.len() as u64)
}

/// Reads the model of a file that has that header.
pub fn read(file: &[u8], header: &Header) -> Result<Model, Error> {
    Model::read(&mut Cursor::new(file), header, |_, _| true)
}

/// Rounds numbers to a format, in the simplest way there is; only those that models of tests are written in.
pub fn quantise(numbers: &[f32], format: Format) -> Vec<u8> {
    let largest = |block: &[f32]| block.iter().fold(0_f32, |most, number| most.max(number.abs()));
    let nearest = |number: f32, scale: f32| if scale > 0.0 { (number / scale).round() as i32 } else { 0 };
    let nibbles = |all: &[i32]| (0..16).map(|at| (all[at] & 15 | (all[at + 16] & 15) << 4) as u8).collect::<Vec<_>>();
    let in_blocks = |write: &dyn Fn(&[f32]) -> Vec<u8>| numbers.chunks(32).flat_map(write).collect();
    match format {
        Format::F32 => numbers.iter().flat_map(|number| number.to_le_bytes()).collect(),
        Format::F16 => numbers.iter().flat_map(|number| half(*number)).collect(),
        Format::Bf16 => numbers.iter().flat_map(|number| ((number.to_bits() >> 16) as u16).to_le_bytes()).collect(),
        Format::Q8_0 => in_blocks(&|block| {
            let scale = largest(block) / 127.0;
            let quants = block.iter().map(|number| nearest(*number, scale) as i8 as u8);
            half(scale).into_iter().chain(quants).collect()
        }),
        Format::Q4_0 => in_blocks(&|block| {
            let scale = largest(block) / 7.0;
            let quants: Vec<i32> = block.iter().map(|number| nearest(*number, scale) + 8).collect();
            [&half(scale)[..], &nibbles(&quants)].concat()
        }),
        Format::Q4_1 => in_blocks(&|block| {
            let least = block.iter().copied().fold(f32::INFINITY, f32::min);
            let scale = (block.iter().copied().fold(f32::NEG_INFINITY, f32::max) - least) / 15.0;
            let quants: Vec<i32> = block.iter().map(|number| nearest(number - least, scale).min(15)).collect();
            [&half(scale)[..], &half(least), &nibbles(&quants)].concat()
        }),
        Format::Q5_0 => in_blocks(&|block| {
            let scale = largest(block) / 15.0;
            let quants: Vec<i32> = block.iter().map(|number| nearest(*number, scale) + 16).collect();
            let fifth = quants.iter().zip(0..).fold(0_u32, |bits, (quant, at)| bits | ((*quant as u32 >> 4) & 1) << at);
            [&half(scale)[..], &fifth.to_le_bytes(), &nibbles(&quants)].concat()
        }),
        other => panic!("no test writes {other:?}"),
    }
}

/// Number of 16 bits, rounded to zero.
fn half(number: f32) -> [u8; 2] {
    let bits = number.to_bits();
    let (sign, exponent) = (bits >> 16 & 0x8000, bits >> 23 & 0xff);
    assert!(exponent < 143, "{number} is too large");
    let size = if exponent < 113 { 0 } else { (exponent - 112) << 10 | bits >> 13 & 0x3ff };
    ((sign | size) as u16).to_le_bytes()
}

fn number_of(format: Format) -> u32 {
    (0..64).find(|number| Format::from_ggml(*number) == Some(format)).unwrap()
}

/// Model to write: its kind, its keys and its tensors as numbers.
#[derive(Clone)]
pub struct Tiny {
    pub architecture: String,
    pub head: usize,
    pub values: Vec<(String, Value)>,
    pub tensors: Vec<(String, Vec<usize>, Vec<f32>)>,
}

fn values(architecture: &str, head: usize) -> Vec<(String, Value)> {
    let mut values = vec![("general.architecture".to_owned(), Value::Text(architecture.to_owned()))];
    let key = |key: &str| format!("{architecture}.{key}");
    for (name, value) in [
        ("block_count", LAYERS),
        ("context_length", CONTEXT),
        ("embedding_length", WIDTH),
        ("feed_forward_length", FEED),
        ("attention.head_count", HEADS),
        ("attention.head_count_kv", KEY_HEADS),
    ] {
        values.push((key(name), Value::U32(value as u32)));
    }
    if architecture == "qwen3" {
        values.push((key("attention.key_length"), Value::U32(head as u32)));
        values.push((key("attention.value_length"), Value::U32(head as u32)));
    }
    values.push((key("attention.layer_norm_rms_epsilon"), Value::F32(1e-5)));
    values.push((key("rope.freq_base"), Value::F32(1000.0)));
    values.push((
        "tokenizer.ggml.tokens".to_owned(),
        Value::Texts((0..VOCABULARY).map(|token| format!("t{token}")).collect()),
    ));
    values
}

impl Tiny {
    pub fn new(architecture: &str, tied: bool) -> Self {
        let mut random = Random(7);
        // Qwen 3 has heads that are wider than their share.
        let head = if architecture == "qwen3" { 32 } else { WIDTH / HEADS };
        let values = values(architecture, head);
        let mut tensors = Vec::new();
        let mut matrix = |name: String, rows: usize, columns: usize| {
            tensors.push((name, vec![rows, columns], random.list(rows * columns, (3.0 / columns as f32).sqrt())));
        };
        matrix("token_embd.weight".to_owned(), VOCABULARY, WIDTH);
        if !tied {
            matrix("output.weight".to_owned(), VOCABULARY, WIDTH);
        }
        for layer in 0..LAYERS {
            let name = |part: &str| format!("blk.{layer}.{part}.weight");
            matrix(name("attn_q"), HEADS * head, WIDTH);
            matrix(name("attn_k"), KEY_HEADS * head, WIDTH);
            matrix(name("attn_v"), KEY_HEADS * head, WIDTH);
            matrix(name("attn_output"), WIDTH, HEADS * head);
            matrix(name("ffn_gate"), FEED, WIDTH);
            matrix(name("ffn_up"), FEED, WIDTH);
            matrix(name("ffn_down"), WIDTH, FEED);
        }
        let mut list = |name: String, length: usize, around: f32| {
            let numbers = random.list(length, 0.3).into_iter().map(|number| around + number).collect();
            tensors.push((name, vec![length], numbers));
        };
        list("output_norm.weight".to_owned(), WIDTH, 1.0);
        for layer in 0..LAYERS {
            list(format!("blk.{layer}.attn_norm.weight"), WIDTH, 1.0);
            list(format!("blk.{layer}.ffn_norm.weight"), WIDTH, 1.0);
            if architecture == "qwen2" {
                list(format!("blk.{layer}.attn_q.bias"), HEADS * head, 0.0);
                list(format!("blk.{layer}.attn_k.bias"), KEY_HEADS * head, 0.0);
                list(format!("blk.{layer}.attn_v.bias"), KEY_HEADS * head, 0.0);
            }
            if architecture == "qwen3" {
                list(format!("blk.{layer}.attn_q_norm.weight"), head, 1.0);
                list(format!("blk.{layer}.attn_k_norm.weight"), head, 1.0);
            }
        }
        Self { architecture: architecture.to_owned(), head, values, tensors }
    }

    pub fn add(&mut self, name: &str, numbers: Vec<f32>) {
        self.tensors.push((name.to_owned(), vec![numbers.len()], numbers));
    }

    pub fn set(&mut self, key: &str, value: Value) {
        self.values.retain(|(name, _)| name != key);
        self.values.push((key.to_owned(), value));
    }

    pub fn tensor(&self, name: &str) -> Option<&[f32]> {
        self.tensors.iter().find(|tensor| tensor.0 == name).map(|tensor| tensor.2.as_slice())
    }

    /// Writes the file, matrices in the given format.
    pub fn write(&self, format: Format) -> Vec<u8> {
        const ALIGNMENT: usize = 32;
        let mut head = b"GGUF\x03\0\0\0".to_vec();
        head.extend((self.tensors.len() as u64).to_le_bytes());
        head.extend((self.values.len() as u64).to_le_bytes());
        for (key, value) in &self.values {
            let (kind, bytes) = value.write();
            head.extend([text_bytes(key), kind.to_le_bytes().to_vec(), bytes].concat());
        }
        let mut data = Vec::new();
        for (name, shape, numbers) in &self.tensors {
            let format = if shape.len() == 1 { Format::F32 } else { format };
            head.extend(text_bytes(name));
            head.extend((shape.len() as u32).to_le_bytes());
            // The fastest dimension comes first.
            head.extend(shape.iter().rev().flat_map(|size| (*size as u64).to_le_bytes()));
            head.extend(number_of(format).to_le_bytes());
            head.extend((data.len() as u64).to_le_bytes());
            data.extend(quantise(numbers, format));
            data.resize(data.len().next_multiple_of(ALIGNMENT), 0);
        }
        head.resize(head.len().next_multiple_of(ALIGNMENT), 0);
        [head, data].concat()
    }

    pub fn model(&self, format: Format) -> Model {
        let file = self.write(format);
        read(&file, &header(&file).unwrap()).unwrap()
    }

    /// Gives the model words: letters, digits, space, line, the two bytes of "é", and the marks of `ChatML`.
    pub fn with_words(self) -> Self {
        self.with_tokens(&["ab42", "ab43", "ab44", "ab45", "ab46", "ab47", "ab48", "ab49"])
    }

    /// Gives it the letters, and the signs of JSON.
    pub fn with_signs(self) -> Self {
        self.with_tokens(&["{", "}", "\"", ":", ",", "[", "]", "-"])
    }

    fn with_tokens(mut self, more: &[&str; 8]) -> Self {
        let letters = ('a'..='z').chain('0'..='9').map(String::from);
        let mut tokens: Vec<String> = letters.collect();
        tokens.extend(["Ġ", "Ċ", "Ã", "©", "<|im_start|>", "<|im_end|>"].map(str::to_owned));
        tokens.extend(more.iter().map(|token| (*token).to_owned()));
        let kinds = tokens.iter().map(|token| if token.starts_with("<|") { 3 } else { 1 }).collect();
        let end = tokens.iter().position(|token| token == "<|im_end|>").unwrap();
        self.set("tokenizer.ggml.model", Value::Text("gpt2".to_owned()));
        self.set("tokenizer.ggml.tokens", Value::Texts(tokens));
        self.set("tokenizer.ggml.token_type", Value::Integers(kinds));
        self.set("tokenizer.ggml.merges", Value::Texts(Vec::new()));
        self.set("tokenizer.ggml.eos_token_id", Value::U32(end as u32));
        self
    }
}
