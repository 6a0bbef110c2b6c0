//! Fetches the pieces of the app through the start script, which knows their files.

use wasm_bindgen::prelude::*;

use espalier_app::attachments::Reader;
use espalier_app::chunks::{Chunk, ChunkError};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = espalier)]
    async fn load(piece: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = espalier)]
    async fn idle() -> Result<JsValue, JsValue>;
}

/// Fetches the files of the piece.
pub async fn fetch(piece: Chunk) -> Result<(), ChunkError> {
    match load(piece.name()).await {
        Ok(_) => Ok(()),
        Err(reason) if reason.as_string().as_deref() == Some("offline") => Err(ChunkError::Offline),
        Err(_) => Err(ChunkError::Gone),
    }
}

/// Fetches the reader of attached files, which tells encodings as well; `None` where it can't be had.
pub async fn reader() -> Option<&'static Reader> {
    fetch(Chunk::Attach).await.ok()?;
    espalier_ui::chunks::arrived(Chunk::Attach).reader
}

/// Waits until the page can be used and has nothing else to do.
pub async fn rest() {
    if let Err(error) = idle().await {
        log::warn!("never idle: {error:?}");
    }
}
