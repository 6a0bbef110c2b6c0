//! Says from the head of a file alone if its model can run here, in how much memory, and perhaps how fast.
//!
//! - S1 Whatever is refused is named: the architecture, the format of a tensor, the tokenizer, the memory needed.
//! - S2 The memory of an estimate grows with the context and never overflows.

use serde::{Deserialize, Serialize};

use crate::header::{Header, TensorInfo};

/// Architectures that can be run.
pub const ARCHITECTURES: [&str; 3] = ["llama", "qwen2", "qwen3"];
/// Formats of tensors that can be computed with.
pub const FORMATS: [&str; 13] =
    ["F32", "F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K"];
/// Kinds of tokenizers that are known.
pub const TOKENIZERS: [&str; 2] = ["gpt2", "llama"];
/// Most memory of a model in bytes: a program in the browser has 4 GiB, and something is left to compute in.
pub const MAX_MEMORY: u64 = 3 << 30;
/// Memory beside tensors and context: vocabulary, one step's numbers.
pub const FIXED: u64 = 20 << 20;
/// Longest context that is chosen unasked: a longer prompt takes minutes.
const MAX_DEFAULT_CONTEXT: u64 = 8_192;
/// Context in steps of which the default is chosen, also the shortest of use.
const STEP: u64 = 1_024;
/// Bytes of weights read in a second, on the machines that were measured.
const BYTES_PER_SECOND: f64 = 3e9;

/// Reason why a model cannot run here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Refusal {
    /// Its architecture is not known.
    #[error("the architecture {name:?} is not supported")]
    Architecture {
        /// Its name, empty if the file has none.
        name: String,
    },
    /// It has parts of which only some are used for each token.
    #[error("models with {count} experts are not supported")]
    Experts {
        /// Number of experts.
        count: u64,
    },
    /// A tensor is stored in a format that cannot be computed with.
    #[error("the format {name} of {tensor} is not supported")]
    Format {
        /// Name of the format.
        name: String,
        /// Name of the first such tensor.
        tensor: String,
    },
    /// The file is one of several.
    #[error("the model is spread over {count} files")]
    Split {
        /// Number of files.
        count: u64,
    },
    /// A value or tensor without which nothing can be computed is missing.
    #[error("{key} is missing")]
    Missing {
        /// Key of the metadata, or name of a tensor.
        key: String,
    },
    /// Its tokenizer is not known.
    #[error("the tokenizer {name:?} is not supported")]
    Tokenizer {
        /// Its name, empty if the file has none.
        name: String,
    },
    /// The rule that cuts its text is not known.
    #[error("the pre-tokenizer {name:?} is not supported")]
    PreTokenizer {
        /// Its name.
        name: String,
    },
    /// It needs more memory than there is.
    #[error("{needed} of {limit} bytes of memory are needed")]
    Memory {
        /// Bytes needed with the asked context, or with the shortest.
        needed: u64,
        /// Bytes there are at most.
        limit: u64,
    },
}

/// Fact that a person should know of a model that can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Note {
    /// No chat template: conversations are put into a common form that the model may not know.
    NoTemplate,
    /// The context is longer than those that the model was trained with.
    LongContext,
}

/// Cut of text before it is made tokens, as the names in files stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pre {
    /// Rule that llama.cpp takes for files that name none.
    Default,
    /// GPT-2.
    Gpt2,
    /// GPT-2 with each digit alone.
    Smollm,
    /// Qwen 2 and 3.
    Qwen2,
    /// Llama 3, with numbers of up to three digits.
    Llama3,
}

impl Pre {
    /// Returns the cut that a name stands for.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "default" => Self::Default,
            "gpt-2" | "gpt2" | "phi-2" | "mpt" | "olmo" => Self::Gpt2,
            "smollm" | "starcoder" | "refact" | "command-r" | "codeshell" => Self::Smollm,
            "qwen2" | "deepseek-r1-qwen" | "megrez" => Self::Qwen2,
            "llama3" | "llama-v3" | "llama-bpe" | "falcon3" => Self::Llama3,
            _ => return None,
        })
    }
}

/// Memory that a model takes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Memory {
    /// All tensors.
    pub tensors: u64,
    /// The largest tensor, which is there twice while it is loaded.
    pub largest: u64,
    /// Keys and values of one token of context.
    pub per_token: u64,
}

impl Memory {
    /// Returns the memory of the model in a head; the error names the number that is missing.
    pub fn of(header: &Header) -> Result<Self, Refusal> {
        let wanted = |value: Option<u64>, key: &str| {
            value.filter(|value| *value > 0).ok_or_else(|| Refusal::Missing { key: header.own_key(key) })
        };
        let layers = wanted(header.block_count(), "block_count")?;
        let heads = wanted(header.kv_head_count(), "attention.head_count_kv")?;
        let size = wanted(header.head_size(), "attention.head_count")?;
        // A key and a value, of four bytes a number.
        let per_token = layers.saturating_mul(heads).saturating_mul(size).saturating_mul(2 * 4);
        let largest = header.tensors.iter().map(|tensor| tensor.bytes).max().unwrap_or(0);
        Ok(Self { tensors: header.tensor_bytes(), largest, per_token })
    }

    /// Returns all memory taken with a context.
    pub fn with_context(self, context: u64) -> u64 {
        let context = self.per_token.saturating_mul(context);
        self.tensors.saturating_add(self.largest).saturating_add(context).saturating_add(FIXED)
    }
}

/// Model that can run here, and what to expect of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Support {
    /// Tokens of context.
    pub context: u64,
    /// Its memory, part by part.
    pub parts: Memory,
    /// Memory with that context.
    pub memory: u64,
    /// Tokens in a second that an answer may come with: a guess.
    pub tokens_per_second: f64,
    /// Facts to know.
    pub notes: Vec<Note>,
}

/// Decision on a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// It can run.
    Runs(Support),
    /// It cannot, for that reason.
    Refused(Refusal),
}

/// Decides on a file, with the asked context or with [`default_context`].
pub fn judge(header: &Header, context: Option<u64>) -> Verdict {
    match support(header, context, MAX_MEMORY) {
        Ok(support) => Verdict::Runs(support),
        Err(refusal) => Verdict::Refused(refusal),
    }
}

/// Returns what to expect of a model in at most `limit` bytes of memory, or why it cannot run.
///
/// # Errors
///
/// The first reason against it; reasons that no memory would cure come first.
pub fn support(header: &Header, context: Option<u64>, limit: u64) -> Result<Support, Refusal> {
    if header.split_count() > 1 {
        return Err(Refusal::Split { count: header.split_count() });
    }
    if !ARCHITECTURES.contains(&header.architecture()) {
        return Err(Refusal::Architecture { name: header.architecture().to_owned() });
    }
    if let Some(count) = header.own_number("expert_count").filter(|count| *count > 0) {
        return Err(Refusal::Experts { count });
    }
    if let Some(tensor) = header.tensors.iter().find(|tensor| !FORMATS.contains(&tensor.format.name())) {
        let (name, tensor) = (tensor.format.name().to_owned(), tensor.name.clone());
        return Err(Refusal::Format { name, tensor });
    }
    let tokenizer = header.tokenizer_model().unwrap_or_default();
    if !TOKENIZERS.contains(&tokenizer) {
        return Err(Refusal::Tokenizer { name: tokenizer.to_owned() });
    }
    if let Some(name) = header.tokenizer_pre().filter(|name| tokenizer == "gpt2" && Pre::from_name(name).is_none()) {
        return Err(Refusal::PreTokenizer { name: name.to_owned() });
    }
    let missing = |key: &str| Refusal::Missing { key: key.to_owned() };
    header.vocabulary_size().filter(|count| *count > 0).ok_or_else(|| missing("tokenizer.ggml.tokens"))?;
    let embedding = header.tensor(EMBEDDING).ok_or_else(|| missing(EMBEDDING))?;
    let parts = Memory::of(header)?;
    let shortest = context.unwrap_or_else(|| header.context_length().unwrap_or(STEP).min(STEP));
    let context = context.or_else(|| default_context(header, limit));
    let Some(context) = context.filter(|context| parts.with_context(*context) <= limit) else {
        return Err(Refusal::Memory { needed: parts.with_context(shortest), limit });
    };
    let mut notes = Vec::new();
    if !header.has_chat_template() {
        notes.push(Note::NoTemplate);
    }
    if header.context_length().is_some_and(|trained| trained < context) {
        notes.push(Note::LongContext);
    }
    let memory = parts.with_context(context);
    Ok(Support { context, parts, memory, tokens_per_second: tokens_per_second(header, embedding), notes })
}

/// Returns the longest context that fits into so many bytes of memory: in steps of 1,024 tokens, no longer than the
/// model was trained with, and no longer than 8,192. Nothing if none of use does.
pub fn default_context(header: &Header, memory: u64) -> Option<u64> {
    let parts = Memory::of(header).ok()?;
    let trained = header.context_length().filter(|length| *length > 0).unwrap_or(MAX_DEFAULT_CONTEXT);
    let most = trained.min(MAX_DEFAULT_CONTEXT);
    let left = memory.checked_sub(parts.with_context(0))?;
    let fits = left / parts.per_token.max(1);
    if fits >= most {
        return Some(most);
    }
    Some(fits / STEP * STEP).filter(|context| *context > 0)
}

/// Name of the tensor with a row for each token.
const EMBEDDING: &str = "token_embd.weight";

fn tokens_per_second(header: &Header, embedding: &TensorInfo) -> f64 {
    // Of the embedding only a row is read, unless it is the output layer as well.
    let unread = if header.tensor("output.weight").is_some() { embedding.bytes } else { 0 };
    BYTES_PER_SECOND / header.tensor_bytes().saturating_sub(unread).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Sample, llama};

    fn read(sample: &Sample) -> Header {
        let (bytes, size) = sample.write();
        Header::read(&bytes, size).expect("a head")
    }

    fn refusal(sample: Sample) -> Refusal {
        match judge(&read(&sample), None) {
            Verdict::Refused(refusal) => refusal,
            Verdict::Runs(support) => panic!("{support:?}"),
        }
    }

    fn bare(architecture: &str) -> Sample {
        Sample::default().text("general.architecture", architecture)
    }

    #[test]
    fn a_known_model_runs() {
        let Verdict::Runs(support) = judge(&read(&llama()), None) else { panic!("refused") };
        assert_eq!((support.context, support.notes), (4_096, vec![]));
        // Two layers, two heads, 16 numbers.
        assert_eq!(support.parts.per_token, 2 * 2 * 2 * 16 * 4);
        assert_eq!(support.memory, 204 + 2_304 + 256 + 2_304 + 4_096 * 512 + FIXED);
        assert!((support.tokens_per_second - 3e9 / 2_764.0).abs() < 1.0);
    }

    #[test]
    fn s1_refusals_name_their_reason() {
        assert_eq!(refusal(bare("gemma3")), Refusal::Architecture { name: "gemma3".to_owned() });
        assert_eq!(refusal(Sample::default()), Refusal::Architecture { name: String::new() });
        assert_eq!(refusal(llama().number("split.count", 3)), Refusal::Split { count: 3 });
        assert_eq!(refusal(llama().number("llama.expert_count", 8)), Refusal::Experts { count: 8 });
        let format = Refusal::Format { name: "IQ2_XS".to_owned(), tensor: "x".to_owned() };
        assert_eq!(refusal(llama().tensor("x", &[256], 17, 74)), format);
        let model = |name: &str| bare("qwen2").text("tokenizer.ggml.model", name);
        assert_eq!(refusal(model("bert")), Refusal::Tokenizer { name: "bert".to_owned() });
        let pre = model("gpt2").text("tokenizer.ggml.pre", "tekken");
        assert_eq!(refusal(pre), Refusal::PreTokenizer { name: "tekken".to_owned() });
        assert_eq!(refusal(model("gpt2")), Refusal::Missing { key: "tokenizer.ggml.tokens".to_owned() });
        let tokens = model("llama").texts("tokenizer.ggml.tokens", &["a"]);
        assert_eq!(refusal(tokens.clone()), Refusal::Missing { key: EMBEDDING.to_owned() });
        let tensor = tokens.tensor(EMBEDDING, &[1], 0, 4);
        assert_eq!(refusal(tensor), Refusal::Missing { key: "qwen2.block_count".to_owned() });
    }

    #[test]
    fn too_large_a_model_is_refused_with_its_need() {
        let huge = llama().tensor("x", &[1 << 30], 0, 4 << 30);
        let Refusal::Memory { needed, limit } = refusal(huge) else { panic!("another reason") };
        assert!(needed > 8 << 30 && limit == MAX_MEMORY);
        let header = read(&llama());
        let need = Memory::of(&header).expect("its memory").with_context(1 << 40);
        assert_eq!(
            judge(&header, Some(1 << 40)),
            Verdict::Refused(Refusal::Memory { needed: need, limit: MAX_MEMORY })
        );
    }

    #[test]
    fn s2_the_context_fits_the_memory() {
        let header = read(&llama());
        let memory = Memory::of(&header).expect("its memory");
        for context in [1_024, 2_048, 3_072, 4_096] {
            assert_eq!(default_context(&header, memory.with_context(context)), Some(context));
            assert_eq!(default_context(&header, memory.with_context(context) + 100), Some(context));
        }
        assert_eq!(default_context(&header, memory.with_context(1_023)), None);
        assert_eq!(default_context(&header, 0), None);
        assert_eq!(default_context(&header, u64::MAX), Some(4_096));
        assert_eq!(memory.with_context(u64::MAX), u64::MAX);
    }

    #[test]
    fn notes_are_made() {
        let untold = bare("qwen3")
            .number("qwen3.block_count", 1)
            .number("qwen3.attention.head_count", 2)
            .number("qwen3.attention.key_length", 128)
            .number("qwen3.embedding_length", 64)
            .number("qwen3.context_length", 100)
            .text("tokenizer.ggml.model", "gpt2")
            .texts("tokenizer.ggml.tokens", &["a"])
            .tensor(EMBEDDING, &[64, 1], 0, 256);
        let Verdict::Runs(support) = judge(&read(&untold), Some(200)) else { panic!("refused") };
        assert_eq!(support.notes, [Note::NoTemplate, Note::LongContext]);
        assert_eq!(support.parts.per_token, 2 * 2 * 128 * 4);
        let Verdict::Runs(support) = judge(&read(&untold), None) else { panic!("refused") };
        assert_eq!(support.context, 100);
    }
}
