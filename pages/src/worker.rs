//! The browser's side: what the script of the worker (`static/pages-worker.js`) calls.

use espalier_attachments::pdf::PdfError;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use crate::{Document, PagePicture};

/// Document whose pages are drawn.
#[wasm_bindgen]
pub struct Drawer(Document);

/// Pixels of a page.
#[wasm_bindgen]
pub struct Pixels(PagePicture);

#[wasm_bindgen]
impl Drawer {
    /// Opens a document; throws the name of what is wrong with it.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<Self, String> {
        Document::open(bytes).map(Self).map_err(name)
    }

    /// Returns the number of its pages.
    pub fn count(&self) -> u32 {
        u32::try_from(self.0.count()).unwrap_or(u32::MAX)
    }

    /// Draws the page with this index; throws the name of what is wrong with it.
    pub fn draw(&self, index: u32) -> Result<Pixels, String> {
        self.0.draw(index as usize).map(Pixels).map_err(name)
    }
}

#[wasm_bindgen]
impl Pixels {
    /// Returns the width in pixels.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> u32 {
        self.0.width
    }

    /// Returns the height in pixels.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> u32 {
        self.0.height
    }

    /// Returns the pixels, in memory that can be handed to the page.
    pub fn rgba(&self) -> Uint8Array {
        Uint8Array::from(self.0.rgba.as_slice())
    }
}

/// Returns the name of an error, as `src/web/pages.rs` reads it.
fn name(error: PdfError) -> String {
    match error {
        PdfError::Encrypted => "encrypted",
        PdfError::TooComplex => "too complex",
        PdfError::Damaged | PdfError::NoText { .. } | PdfError::Unreadable { .. } => "damaged",
    }
    .to_owned()
}
