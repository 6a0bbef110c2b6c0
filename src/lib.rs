//! Espalier: a private AI workspace in one browser tab.

pub mod llm;
pub mod markdown;
