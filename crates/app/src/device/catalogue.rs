//! Small open models that can be downloaded: a table.
//!
//! Sizes and digests are those that were published of the files. Each model has an architecture, formats and a tokenizer
//! that `local-model` can run.

use espalier_llm::provider::Bilingual;

/// The place where the models of the table are published, and what it redirects to.
pub const HUB_ORIGINS: [&str; 2] = ["https://huggingface.co", "https://*.hf.co"];

/// A model of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// Name of the model.
    pub name: &'static str,
    /// Number of its parameters, in millions.
    pub millions: u32,
    /// Bytes of its file.
    pub bytes: u64,
    /// Licence of the model.
    pub licence: &'static str,
    /// Expectation of its answers.
    pub expect: Bilingual,
    /// Address of its file.
    pub address: &'static str,
    /// Digest of its file by SHA-256, where it is known.
    pub sha256: Option<&'static str>,
}

const fn both(en: &'static str, zh: &'static str) -> Bilingual {
    Bilingual { en, zh }
}

/// The table, smallest first.
pub const OFFERS: [Offer; 4] = [
    Offer {
        name: "SmolLM2 135M",
        millions: 135,
        bytes: 105_454_432,
        licence: "Apache-2.0",
        expect: both(
            "Fluent but often wrong; English only. Good for a first try.",
            "语句通顺但常出错，只会英语，适合先试一试。",
        ),
        address: "https://huggingface.co/bartowski/SmolLM2-135M-Instruct-GGUF/resolve/main/SmolLM2-135M-Instruct-Q4_K_M.gguf",
        sha256: Some("2e8040ceae7815abe0dcb3540b9995eaa1fa0d2ca9e797d0a635ae4433c68c2d"),
    },
    Offer {
        name: "SmolLM2 360M",
        millions: 360,
        bytes: 386_404_992,
        licence: "Apache-2.0",
        expect: both(
            "Short answers and rewording in English; hardly any Chinese.",
            "能用英语简短作答、改写文字，几乎不会中文。",
        ),
        address: "https://huggingface.co/HuggingFaceTB/SmolLM2-360M-Instruct-GGUF/resolve/main/smollm2-360m-instruct-q8_0.gguf",
        sha256: None,
    },
    Offer {
        name: "Qwen2.5 0.5B",
        millions: 494,
        bytes: 491_400_032,
        licence: "Apache-2.0",
        expect: both("Simple questions and rewording in English and Chinese.", "中英文都能回答简单问题、改写文字。"),
        address: "https://huggingface.co/Qwen/Qwen2.5-0.5B-Instruct-GGUF/resolve/main/qwen2.5-0.5b-instruct-q4_k_m.gguf",
        sha256: Some("74a4da8c9fdbcd15bd1f6d01d621410d31c6fc00986f5eb687824e7b93d7a9db"),
    },
    Offer {
        name: "Qwen3 0.6B",
        millions: 596,
        bytes: 639_446_688,
        licence: "Apache-2.0",
        expect: both(
            "The best of these in English and Chinese, but it thinks before it answers, so it is slow.",
            "在这几个中英文最好，但会先思考再回答，比较慢。",
        ),
        address: "https://huggingface.co/Qwen/Qwen3-0.6B-GGUF/resolve/main/Qwen3-0.6B-Q8_0.gguf",
        sha256: None,
    },
];

impl Offer {
    /// Name of its file.
    pub fn file(&self) -> &'static str {
        self.address.rsplit('/').next().unwrap_or_default()
    }
}

/// Returns the model of the table whose file has this name.
pub fn by_file(name: &str) -> Option<&'static Offer> {
    OFFERS.iter().find(|offer| offer.file() == name)
}
