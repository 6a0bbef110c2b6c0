//! Elements of the page over the picture that follow it frame by frame: names, handles, the frame around what is being
//! selected.
//!
//! - V1 The component makes the elements once; here they are only moved, so that a frame costs no drawing of the page.

use glam::{DAffine3, DVec2};
use web_sys::Element;
use yew::prelude::*;

use super::labels::Labels;
use super::painter::Frame;
use crate::kit::dom::{set_property, set_px};
use espalier_scene::arrange::Axis;
use espalier_scene::camera::project;
use espalier_scene::geometry::Corners;
use espalier_scene::gizmo::{Gizmo, Handle};

/// The corners of the outline of a circle.
const ROUND: usize = 48;

/// The elements over a picture.
#[derive(Default)]
pub struct Overlay {
    /// Container of the shapes’ names.
    pub names: NodeRef,
    /// The lines of the handles, in the order of [`Handle::ALL`].
    pub handles: [NodeRef; 5],
    /// The selection frame.
    pub frame: NodeRef,
    /// The outlines of shapes as they would be, with the corners of each.
    pub ghosts: Vec<(NodeRef, Corners)>,
    labels: Labels,
}

impl Overlay {
    /// Moves everything to where it belongs in a frame.
    pub fn place(&mut self, frame: &Frame<'_>, gizmo: Option<&Gizmo>) {
        self.labels.place(&self.names, frame);
        let matrix = frame.camera.matrix(frame.size);
        for (node, corners) in &self.ghosts {
            let Some(element) = node.cast::<Element>() else { continue };
            let outline = corners.outline(ROUND).into_iter().map(|point| project(&matrix, point, frame.size));
            // What reaches behind the camera has no outline in the picture.
            let outline = outline.collect::<Option<Vec<DVec2>>>().unwrap_or_default();
            let points: Vec<String> = outline.iter().map(|at| format!("{:.1} {:.1}", at.x, at.y)).collect();
            let path = if points.is_empty() { String::new() } else { format!("M{}Z", points.join(" L")) };
            // Attributes of elements that are there can always be set.
            let _ = element.set_attribute("d", &path);
        }
        // While shapes are dragged, the handles would hide them.
        let gizmo = gizmo.filter(|_| frame.preview.is_none_or(|preview| preview.by == DAffine3::IDENTITY));
        for (handle, node) in Handle::ALL.into_iter().zip(&self.handles) {
            let Some(element) = node.cast::<Element>() else { continue };
            let path = gizmo.and_then(|gizmo| gizmo.line(handle)).map(|line| path_of(handle, &line));
            // Attributes of elements that are there can always be set.
            let _ = element.set_attribute("d", &path.unwrap_or_default());
        }
    }

    /// Shows the frame between two points, or none.
    pub fn frame(&self, corners: Option<(DVec2, DVec2)>) {
        let (from, to) = corners.unwrap_or_default();
        let (low, size) = (from.min(to), (from - to).abs());
        set_property(&self.frame, "display", if corners.is_some() { "block" } else { "none" });
        set_property(&self.frame, "translate", &format!("{:.1}px {:.1}px", low.x, low.y));
        set_px(&self.frame, "inline-size", size.x);
        set_px(&self.frame, "block-size", size.y);
    }

    /// Takes the names out of the page.
    pub fn clear(&mut self) {
        self.labels.clear();
    }
}

/// The path of a handle: a line with an arrowhead, a ring, or a small square.
fn path_of(handle: Handle, line: &[DVec2]) -> String {
    let point = |at: DVec2| format!("{:.1} {:.1}", at.x, at.y);
    match (handle, line) {
        (Handle::Move(_), [from, to]) => {
            let along = (*to - *from).normalize_or_zero() * 9.0;
            let aside = along.perp() * 0.55;
            let [left, right] = [*to - along + aside, *to - along - aside].map(point);
            format!("M{} L{} M{left} L{} L{right}Z", point(*from), point(*to), point(*to))
        }
        (_, [knob]) => format!("M{} h10 v10 h-10Z", point(*knob - 5.0)),
        (_, points) => format!("M{}", points.iter().map(|at| point(*at)).collect::<Vec<_>>().join(" L")),
    }
}

pub const fn class_of(handle: Handle) -> &'static str {
    match handle {
        Handle::Move(Axis::X) => "scene-handle scene-handle-x",
        Handle::Move(Axis::Y) => "scene-handle scene-handle-y",
        Handle::Move(Axis::Z) => "scene-handle scene-handle-z",
        Handle::Turn => "scene-handle scene-handle-turn",
        Handle::Scale => "scene-handle scene-handle-scale",
    }
}
