//! Espalier: a private AI workspace in one browser tab.

pub mod base;
pub mod command;
pub mod llm;
pub mod markdown;
pub mod model;
pub mod storage;
