//! How wide text is, asked of the browser once for each text.

use std::collections::HashMap;

use wasm_bindgen::JsCast;
use web_sys::CanvasRenderingContext2d;

use espalier_mindmap::label::Rank;

/// Most widths kept in the cache.
const KEPT: usize = 60_000;

/// Measures text and remembers what it measured.
#[derive(Debug, Default)]
pub struct Ruler {
    context: Option<CanvasRenderingContext2d>,
    font: String,
    family: String,
    widths: HashMap<(String, u32), f32>,
}

impl Ruler {
    /// The width of a text in letters of this size, in CSS pixels; a usual width until it was opened.
    pub fn width(&mut self, text: &str, size: f32) -> f32 {
        let key = (text.to_owned(), size.to_bits());
        if let Some(&width) = self.widths.get(&key) {
            return width;
        }
        let width = self.measure(text, size);
        if self.widths.len() >= KEPT {
            self.widths.clear();
        }
        self.widths.insert(key, width);
        width
    }

    fn measure(&mut self, text: &str, size: f32) -> f32 {
        let Some(context) = &self.context else {
            return text.chars().count() as f32 * size * 0.55;
        };
        let weight = Rank::weight_of(size);
        let font = format!("{weight} {size}px {}", self.family);
        if self.font != font {
            context.set_font(&font);
            self.font = font;
        }
        context.measure_text(text).map_or(0.0, |metrics| metrics.width() as f32)
    }

    /// The names of the typefaces that are measured.
    pub fn family(&self) -> &str {
        &self.family
    }

    /// Makes ready to ask the browser; from then on widths are true.
    pub fn open(&mut self) {
        let Some(window) = web_sys::window() else { return };
        let Some(document) = window.document() else { return };
        let Some(body) = document.body() else { return };
        let style = window.get_computed_style(&body).ok().flatten();
        self.family = style.and_then(|style| style.get_property_value("font-family").ok()).unwrap_or_default();
        let canvas = document.create_element("canvas").ok().and_then(|canvas| canvas.dyn_into().ok());
        let context = canvas.and_then(|canvas: web_sys::HtmlCanvasElement| canvas.get_context("2d").ok().flatten());
        self.context = context.and_then(|context| context.dyn_into().ok());
        self.widths.clear();
    }
}
