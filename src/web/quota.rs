//! Quota of storage: the bytes allowed, the bytes in use, and whether the browser promised to keep them.
//!
//! The figures are the browser's estimates; only a commit that fails says for certain that the space is used up. Must
//! not be in here: what to do about it.

use js_sys::Reflect;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::StorageManager;

use super::page::window;

/// Bytes in use and bytes allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Bytes in use.
    pub used: u64,
    /// Bytes allowed.
    pub quota: u64,
}

fn manager() -> Option<StorageManager> {
    let navigator = window()?.navigator();
    // Absent on pages that are not a secure context.
    let there = Reflect::get(&navigator, &"storage".into()).is_ok_and(|storage| storage.is_object());
    there.then(|| navigator.storage())
}

async fn answer(promise: Result<js_sys::Promise, JsValue>) -> Option<JsValue> {
    JsFuture::from(promise.ok()?).await.ok()
}

/// Asks the browser to keep the data; it may ask the user, or decide by itself.
pub async fn persist() -> bool {
    let Some(manager) = manager() else { return false };
    answer(manager.persist()).await.is_some_and(|granted| granted.is_truthy())
}

/// Whether the browser promised to keep the data.
pub async fn persisted() -> bool {
    let Some(manager) = manager() else { return false };
    answer(manager.persisted()).await.is_some_and(|granted| granted.is_truthy())
}

/// Asks the browser for the figures.
pub async fn estimate() -> Option<Estimate> {
    let estimate = answer(manager()?.estimate()).await?;
    let figure = |name: &str| Reflect::get(&estimate, &name.into()).ok()?.as_f64().map(|bytes| bytes as u64);
    Some(Estimate { used: figure("usage")?, quota: figure("quota")? })
}
