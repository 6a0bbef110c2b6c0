//! Espalier: a private AI workspace in one browser tab.

pub mod agent;
pub mod app;
pub mod base;
pub mod command;
pub mod feature;
pub mod i18n;
pub mod llm;
pub mod markdown;
pub mod model;
pub mod storage;
#[cfg(any(target_arch = "wasm32", test))]
pub mod ui;
#[cfg(target_arch = "wasm32")]
pub mod web;
