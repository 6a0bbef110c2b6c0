//! Drawing a scene: what a frame shows, and the two painters that can draw it.
//!
//! - D1 A painter draws all of a frame from the world's arrays, and keeps nothing that cannot be made again from them.
//! - D2 What cannot be drawn is an error, never the end of the program.

#[cfg(target_arch = "wasm32")]
mod gl;
mod plain;

use std::collections::BTreeSet;
use std::rc::Rc;

use glam::{DAffine3, DVec2};
use web_sys::HtmlCanvasElement;

use self::plain::PlainPainter;
use espalier_model::ShapeId;
use espalier_scene::camera::Camera;
use espalier_scene::world::World;

/// A colour from 0 to 1: red, green, blue.
pub type Rgb = [f32; 3];

/// The colours of the page that a picture uses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Theme {
    /// Behind everything.
    pub ground: Rgb,
    /// The lines of the grid.
    pub line: Rgb,
    /// Around what is selected.
    pub accent: Rgb,
}

/// Shapes drawn elsewhere than they are, while they are dragged.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    pub shapes: Rc<BTreeSet<ShapeId>>,
    /// Transformation of their points.
    pub by: DAffine3,
}

/// The content of one picture.
#[derive(Debug)]
pub struct Frame<'a> {
    pub world: &'a World,
    pub camera: Camera,
    /// The size in CSS pixels.
    pub size: DVec2,
    /// Pixels of the device in one CSS pixel.
    pub ratio: f64,
    pub selected: &'a Rc<BTreeSet<ShapeId>>,
    pub hovered: Option<ShapeId>,
    /// The shapes between which the person is asked to choose.
    pub candidates: &'a [ShapeId],
    /// Shapes that are being dragged.
    pub preview: Option<&'a Preview>,
    pub theme: Theme,
}

impl Frame<'_> {
    /// The size in pixels of the device.
    pub fn pixels(&self) -> (u32, u32) {
        let pixels = (self.size * self.ratio).round().max(DVec2::ONE);
        (pixels.x as u32, pixels.y as u32)
    }
}

/// Reason why a picture could not be drawn.
#[cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "only WebGL runs out of these"))]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaintError {
    /// The browser has taken the graphics context away; it tells when it is back.
    #[error("the graphics context is lost")]
    Lost,
    /// There is not enough graphics memory.
    #[error("out of graphics memory")]
    Memory,
    /// The browser cannot draw like this, for a reason of its own.
    #[error("cannot draw: {0}")]
    Unable(String),
}

/// The painter of a scene on a canvas.
pub enum Painter {
    /// With WebGL.
    #[cfg(target_arch = "wasm32")]
    Gl(Box<gl::GlPainter>),
    /// With a two-dimensional context, where there is no WebGL.
    Plain(PlainPainter),
}

impl Painter {
    /// The best painter for a canvas; the canvas keeps the kind of context it was given first.
    pub fn new(canvas: &HtmlCanvasElement) -> Result<Self, PaintError> {
        #[cfg(target_arch = "wasm32")]
        match gl::GlPainter::new(canvas) {
            Ok(painter) => return Ok(Self::Gl(Box::new(painter))),
            Err(PaintError::Lost) => return Err(PaintError::Lost),
            Err(error) => log::warn!("scene: {error}"),
        }
        PlainPainter::new(canvas).map(Self::Plain)
    }

    /// Whether it is the simpler one.
    pub const fn is_plain(&self) -> bool {
        matches!(self, Self::Plain(_))
    }

    #[cfg_attr(not(target_arch = "wasm32"), allow(clippy::unnecessary_wraps, reason = "only WebGL can fail"))]
    pub fn paint(&mut self, frame: &Frame<'_>) -> Result<(), PaintError> {
        match self {
            #[cfg(target_arch = "wasm32")]
            Self::Gl(painter) => painter.paint(frame),
            Self::Plain(painter) => {
                painter.paint(frame);
                Ok(())
            }
        }
    }
}

/// The distance between lines of the grid for a view of this height, in units of the scene: a power of ten.
pub fn grid_step(distance: f64) -> f64 {
    10_f64.powf((distance / 60.0).max(1e-3).log10().ceil())
}
