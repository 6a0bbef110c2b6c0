//! Pages of PDF documents as pictures. Runs in a worker of the page, so that a page which takes without end can be ended.
//!
//! A page is weighed before it is drawn, as hayro itself sets no limits. Must not be in here: Yew, the network, words of
//! the interface.
//!
//! - D1 A picture has at most [`MAX_SIDE`] pixels on a side, whatever size the page states.
//! - D2 A page that would take more memory or work than an honest one is refused, not begun.

#[cfg(target_arch = "wasm32")]
mod worker;

use std::fmt;
use std::sync::Arc;

use espalier_attachments::pdf::{self, PdfError};
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::page::Page;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

/// Most pixels of the longer side of a picture.
pub const MAX_SIDE: f32 = 2_048.0;

/// Most pixels for a unit of the page, of which there are 72 in an inch: more than 300 dots an inch show nothing new.
const MAX_SCALE: f32 = 300.0 / 72.0;

/// Page as pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagePicture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The pixels, row by row, each as red, green, blue and opacity. A page has no transparent places.
    pub rgba: Vec<u8>,
}

/// A document whose pages can be drawn.
pub struct Document(Pdf);

impl fmt::Debug for Document {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Document").field("count", &self.count()).finish()
    }
}

impl Document {
    /// Opens a document.
    pub fn open(bytes: &[u8]) -> Result<Self, PdfError> {
        pdf::open(bytes).map(Self)
    }

    /// Returns the number of pages.
    pub fn count(&self) -> usize {
        self.0.pages().len()
    }

    /// Draws the page with this index.
    pub fn draw(&self, index: usize) -> Result<PagePicture, PdfError> {
        let page = self.0.pages().get(index).ok_or(PdfError::Damaged)?;
        draw(page)
    }
}

fn draw(page: &Page<'_>) -> Result<PagePicture, PdfError> {
    let (page_width, page_height) = page.render_dimensions();
    let (width, height) = size(page_width, page_height).ok_or(PdfError::Damaged)?;
    pdf::check_page(page)?;
    // A little more than a whole number, as it is cut off to one.
    let scale = |pixels: u16, units: f32| (f32::from(pixels) + 0.25) / units;
    let pixmap =
        PixmapSettings { x_scale: scale(width, page_width), y_scale: scale(height, page_height), bg_color: WHITE };
    let settings = InterpreterSettings { warning_sink: Arc::new(|_| {}), ..InterpreterSettings::default() };
    // Glyphs that are kept have their places counted without looking whether that overflows.
    let how = RenderSettings { glyph_caching: false, ..RenderSettings::default() };
    let drawn = render(page, &RenderCache::new(), &settings, &how, &pixmap);
    Ok(PagePicture {
        width: u32::from(drawn.width()),
        height: u32::from(drawn.height()),
        rgba: drawn.data_as_u8_slice().to_vec(),
    })
}

/// Returns the size in pixels of a page with this size in units; `None` where that is none (D1).
fn size(width: f32, height: f32) -> Option<(u16, u16)> {
    let longer = width.max(height);
    let is_size = |side: f32| side.is_finite() && side > 0.0;
    if !is_size(width) || !is_size(height) {
        return None;
    }
    let scale = (MAX_SIDE / longer).min(MAX_SCALE);
    let pixels = |side: f32| (side * scale).round().clamp(1.0, MAX_SIDE) as u16;
    Some((pixels(width), pixels(height)))
}

#[cfg(test)]
mod tests;
