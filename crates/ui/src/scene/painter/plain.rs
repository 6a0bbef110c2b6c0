//! Drawing with a two-dimensional context: outlines filled from the farthest to the nearest.

use glam::{DMat4, DVec2, DVec3};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::{Frame, PaintError, Rgb, grid_step};
use espalier_model::mindmap::Color;
use espalier_scene::camera::{View, project};
use espalier_scene::world::Item;

/// Number of points of a circle.
const SEGMENTS: usize = 32;
/// Number of grid lines to each side.
const LINES: i32 = 40;

/// Draws without WebGL.
pub struct PlainPainter {
    context: CanvasRenderingContext2d,
}

impl PlainPainter {
    /// A painter for a canvas that has no other kind of context.
    pub fn new(canvas: &HtmlCanvasElement) -> Result<Self, PaintError> {
        let context = canvas.get_context("2d").ok().flatten();
        let context = context.and_then(|context| context.dyn_into().ok());
        context.map(|context| Self { context }).ok_or_else(|| PaintError::Unable("no 2d context".to_owned()))
    }

    pub fn paint(&mut self, frame: &Frame<'_>) {
        let (width, height) = frame.pixels();
        let size = DVec2::new(f64::from(width), f64::from(height));
        let matrix = frame.camera.matrix(size);
        self.context.set_fill_style_str(&css(frame.theme.ground));
        self.context.fill_rect(0.0, 0.0, size.x, size.y);
        self.grid(frame, &matrix, size);
        let eye = frame.camera.eye();
        let back = frame.camera.axes()[2];
        let mut items: Vec<(f64, &Item)> =
            frame.world.items().map(|(_, item)| ((eye - item.middle).dot(back), item)).collect();
        items.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (_, item) in items {
            self.shape(frame, item, &matrix, size);
        }
    }

    fn shape(&self, frame: &Frame<'_>, item: &Item, matrix: &DMat4, size: DVec2) {
        let id = item.row.id;
        let preview = frame.preview.filter(|preview| preview.shapes.contains(&id));
        let outline = item.corners.outline(SEGMENTS);
        let place = |point: &DVec3| preview.map_or(*point, |preview| preview.by.transform_point3(*point));
        let points: Option<Vec<DVec2>> = outline.iter().map(|point| project(matrix, place(point), size)).collect();
        let Some(points) = points else { return };
        self.trace(&points, true);
        self.context.set_fill_style_str(&item.row.color.to_string());
        self.context.fill();
        let selected = frame.selected.contains(&id);
        if selected || frame.hovered == Some(id) {
            self.context.set_stroke_style_str(&css(frame.theme.accent));
            self.context.set_line_width(if selected { 3.0 } else { 1.5 } * frame.ratio);
            self.context.stroke();
        }
    }

    fn trace(&self, points: &[DVec2], closed: bool) {
        self.context.begin_path();
        for (at, point) in points.iter().enumerate() {
            if at == 0 {
                self.context.move_to(point.x, point.y);
            } else {
                self.context.line_to(point.x, point.y);
            }
        }
        if closed {
            self.context.close_path();
        }
    }

    fn grid(&self, frame: &Frame<'_>, matrix: &DMat4, size: DVec2) {
        let [across, along] = plane(frame.camera.view);
        let step = grid_step(frame.camera.distance);
        let target = frame.camera.target;
        let nearest = |axis: DVec3| (target.dot(axis) / step).round() as i32;
        self.context.set_stroke_style_str(&css(frame.theme.line));
        self.context.set_line_width(frame.ratio);
        let reach = f64::from(LINES) * step;
        for (one, other) in [(across, along), (along, across)] {
            let (from, middle) = (nearest(one), other * (f64::from(nearest(other)) * step));
            for line in from - LINES..=from + LINES {
                let at = one * (f64::from(line) * step) + middle;
                let ends = [at - other * reach, at + other * reach].map(|point| project(matrix, point, size));
                if let [Some(start), Some(end)] = ends {
                    self.trace(&[start, end], false);
                    self.context.stroke();
                }
            }
        }
    }
}

/// The directions of the grid's lines in a view.
pub const fn plane(view: View) -> [DVec3; 2] {
    match view {
        View::Perspective | View::Top => [DVec3::X, DVec3::Z],
        View::Front => [DVec3::X, DVec3::Y],
        View::Side => [DVec3::Z, DVec3::Y],
    }
}

/// A colour as canvases take it.
fn css(rgb: Rgb) -> String {
    Color { rgb: rgb.map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8) }.to_string()
}
