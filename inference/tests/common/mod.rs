//! Small models with random weights, written by another implementation of the format.
#![allow(clippy::unwrap_used)] // helpers of tests
#![allow(dead_code)]

use std::io::Cursor;

use candle_core::quantized::gguf_file::{self, Value};
use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{Device, Tensor};
use espalier_inference::Model;

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

/// Model to write: its kind, its keys and its tensors as numbers.
#[derive(Clone)]
pub struct Tiny {
    pub architecture: String,
    pub head: usize,
    pub values: Vec<(String, Value)>,
    pub tensors: Vec<(String, Vec<usize>, Vec<f32>)>,
}

impl Tiny {
    pub fn new(architecture: &str, tied: bool) -> Self {
        let mut random = Random(7);
        // Qwen 3 has heads that are wider than their share.
        let head = if architecture == "qwen3" { 32 } else { WIDTH / HEADS };
        let mut values = vec![("general.architecture".to_owned(), Value::String(architecture.to_owned()))];
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
            Value::Array((0..VOCABULARY).map(|token| Value::String(format!("t{token}"))).collect()),
        ));
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
    pub fn write(&self, format: GgmlDType) -> Vec<u8> {
        let tensors: Vec<_> = self
            .tensors
            .iter()
            .map(|(name, shape, numbers)| {
                let tensor = Tensor::from_slice(numbers, shape.as_slice(), &Device::Cpu).unwrap();
                let format = if shape.len() == 1 { GgmlDType::F32 } else { format };
                (name.as_str(), QTensor::quantize(&tensor, format).unwrap())
            })
            .collect();
        let tensors: Vec<_> = tensors.iter().map(|(name, tensor)| (*name, tensor)).collect();
        let values: Vec<_> = self.values.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let mut file = Cursor::new(Vec::new());
        gguf_file::write(&mut file, &values, &tensors).unwrap();
        file.into_inner()
    }

    pub fn model(&self, format: GgmlDType) -> Model {
        Model::read(&mut Cursor::new(self.write(format)), |_, _| true).unwrap()
    }
}
