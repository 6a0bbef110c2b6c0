//! A small writer of GGUF files, for tests.

/// File that is written entry by entry.
#[derive(Clone, Debug)]
pub struct Sample {
    pub version: u32,
    pub alignment: u64,
    pub entries: Vec<(String, Vec<u8>)>,
    pub tensors: Vec<(String, Vec<u64>, u32, u64)>,
    pub data: u64,
}

impl Default for Sample {
    fn default() -> Self {
        Self { version: 3, alignment: 32, entries: Vec::new(), tensors: Vec::new(), data: 0 }
    }
}

pub fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat()
}

impl Sample {
    /// Adds an entry with the number of its kind and its bytes.
    pub fn raw(mut self, key: &str, kind: u32, bytes: &[u8]) -> Self {
        self.entries.push((key.to_owned(), [&kind.to_le_bytes()[..], bytes].concat()));
        self
    }

    pub fn number(self, key: &str, number: u32) -> Self {
        self.raw(key, 4, &number.to_le_bytes())
    }

    pub fn flag(self, key: &str, flag: bool) -> Self {
        self.raw(key, 7, &[u8::from(flag)])
    }

    pub fn text(self, key: &str, value: &str) -> Self {
        self.raw(key, 8, &text(value))
    }

    pub fn texts<T: AsRef<str>>(self, key: &str, values: &[T]) -> Self {
        let bytes: Vec<u8> = values.iter().flat_map(|value| text(value.as_ref())).collect();
        self.array(key, 8, values.len(), &bytes)
    }

    pub fn integers(self, key: &str, values: &[i32]) -> Self {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.array(key, 5, values.len(), &bytes)
    }

    pub fn floats(self, key: &str, values: &[f32]) -> Self {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.array(key, 6, values.len(), &bytes)
    }

    pub fn array(self, key: &str, kind: u32, count: usize, bytes: &[u8]) -> Self {
        let head = [&kind.to_le_bytes()[..], &(count as u64).to_le_bytes(), bytes].concat();
        self.raw(key, 9, &head)
    }

    /// Adds a tensor behind those before it; `bytes` is its length.
    pub fn tensor(mut self, name: &str, dimensions: &[u64], format: u32, bytes: u64) -> Self {
        self.tensors.push((name.to_owned(), dimensions.to_vec(), format, self.data));
        self.data = (self.data + bytes).next_multiple_of(self.alignment);
        self
    }

    /// Moves the last tensor.
    pub fn at(mut self, offset: u64) -> Self {
        self.tensors.last_mut().expect("a tensor").3 = offset;
        self
    }

    /// Returns the head, and the length of the file with its data.
    pub fn write(&self) -> (Vec<u8>, u64) {
        let mut out = b"GGUF".to_vec();
        out.extend(self.version.to_le_bytes());
        out.extend((self.tensors.len() as u64).to_le_bytes());
        out.extend((self.entries.len() as u64).to_le_bytes());
        for (key, bytes) in &self.entries {
            out.extend(text(key));
            out.extend(bytes);
        }
        for (name, dimensions, format, offset) in &self.tensors {
            out.extend(text(name));
            out.extend((dimensions.len() as u32).to_le_bytes());
            out.extend(dimensions.iter().flat_map(|size| size.to_le_bytes()));
            out.extend(format.to_le_bytes());
            out.extend(offset.to_le_bytes());
        }
        let size = (out.len() as u64).next_multiple_of(self.alignment) + self.data;
        (out, size)
    }
}

/// A small llama with a tokenizer of three tokens.
pub fn llama() -> Sample {
    Sample::default()
        .text("general.architecture", "llama")
        .text("general.name", "Tiny")
        .text("general.size_label", "1M")
        .number("general.file_type", 2)
        .number("llama.block_count", 2)
        .number("llama.context_length", 4_096)
        .number("llama.embedding_length", 64)
        .number("llama.attention.head_count", 4)
        .number("llama.attention.head_count_kv", 2)
        .text("tokenizer.ggml.model", "gpt2")
        .text("tokenizer.ggml.pre", "smollm")
        .texts("tokenizer.ggml.tokens", &["a", "b", "ab"])
        .integers("tokenizer.ggml.token_type", &[1, 1, 1])
        .texts("tokenizer.ggml.merges", &["a b"])
        .text("tokenizer.chat_template", "{{ messages[0].content }}")
        .tensor("token_embd.weight", &[64, 3], 8, 3 * 68)
        .tensor("blk.0.attn_q.weight", &[64, 64], 2, 64 * 36)
        .tensor("output_norm.weight", &[64], 0, 256)
}

impl Sample {
    /// Writes down again what was read, in the order of this file.
    pub fn again(&self, header: &crate::Header) -> Self {
        use crate::header::Value;
        let mut again = Self { version: header.version, alignment: header.alignment, ..Self::default() };
        for (key, _) in &self.entries {
            again = match header.metadata.get(key).expect("the entry") {
                Value::Unsigned(number) => again.number(key, u32::try_from(*number).expect("32 bits")),
                Value::Flag(flag) => again.flag(key, *flag),
                Value::Text(value) => again.text(key, value),
                Value::Texts(values) => again.texts(key, values),
                Value::Integers(values) => {
                    again.integers(key, &values.iter().map(|value| *value as i32).collect::<Vec<_>>())
                }
                Value::Floats(values) => again.floats(key, values),
                other => panic!("{other:?} is never written"),
            };
        }
        for tensor in &header.tensors {
            again = again.tensor(&tensor.name, &tensor.dimensions, tensor.format.number(), tensor.bytes);
        }
        again
    }
}
