//! Espalier: a private AI workspace in one browser tab.

pub mod agent;
pub mod base;
pub mod command;
pub mod feature;
pub mod llm;
pub mod markdown;
pub mod model;
pub mod storage;
#[cfg(target_arch = "wasm32")]
pub mod web;
