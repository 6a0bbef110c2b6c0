//! Fitting a map into what is left of the window.
//!
//! - F1 A map that was fitted, as it was opened or by wish, is fitted again when a panel comes or goes or the window
//!   changes, until it is moved or zoomed by hand.
//! - F2 A view of one's own stays; it is moved only where the selected node, which was in sight, would lie under a panel,
//!   and back once there is room.
//! - F3 What a proposal changes is brought into sight when it appears.

use std::collections::BTreeSet;

use super::Viewport;
use crate::kit::dom::{has_focus, now};
use crate::kit::sizes::Sizes;
use crate::mindmap::camera::{Camera, LEAST_WHOLE, Parts};
use crate::mindmap::render_tree::RenderTree;
use espalier_mindmap::layout::Rect;
use espalier_model::NodeId;

/// The narrowest part of the container, in CSS pixels, that a map is fitted into.
const LEAST_FREE: f64 = 120.0;

/// The map in small, and the buttons.
const OVERVIEW: &str = ".map-overview";
const CORNER: &str = ".map-corner-place";

/// How the camera came to stand where it stands.
#[derive(Debug, Clone, Default)]
pub struct Fitting {
    how: How,
    /// The camera to go back to when there is room again, with the size of what was free then.
    pub away: Option<Camera>,
    /// Nodes that a proposal changes, which were brought into sight.
    shown: BTreeSet<NodeId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum How {
    /// Moved or zoomed by hand.
    #[default]
    ByHand,
    /// As it was opened.
    Opened,
    /// All of it, however small.
    Whole,
}

impl Fitting {
    /// A map as it is opened.
    pub const OPENED: Self = Self { how: How::Opened, away: None, shown: BTreeSet::new() };
}

impl Viewport {
    /// Follows the sizes of the map and of what stands beside it; ends when the result is dropped.
    pub(super) fn watch_sizes(&self) -> Option<Sizes> {
        let container = self.container.cast::<web_sys::Element>()?;
        let resized = self.clone();
        let mut sizes = Sizes::watched_by(move |_| resized.resized())?;
        let side = container.next_element_sibling();
        sizes.watch(std::iter::once(container).chain(side).collect());
        Some(sizes)
    }

    /// Returns the place in the container of something that lies over it.
    pub(super) fn place_of(&self, selector: &str) -> Option<Rect> {
        let container = self.container.cast::<web_sys::Element>()?;
        let found = container.parent_element()?.query_selector(selector).ok()??.get_bounding_client_rect();
        let (left, top) = self.origin();
        let place = Rect { x: found.left() - left, y: found.top() - top, width: found.width(), height: found.height() };
        Some(place).filter(|place| place.width > 0.0)
    }

    /// Returns the part of the container that no panel lies over; all of it, where a panel leaves nothing of use.
    pub(super) fn free(&self) -> Rect {
        let Some(container) = self.container.cast::<web_sys::Element>() else { return Rect::default() };
        let (width, height) = (f64::from(container.client_width()), f64::from(container.client_height()));
        let side = self.place_of(".map-side > *").map_or(width, |side| side.x.min(width));
        Rect { x: 0.0, y: 0.0, width: if side < LEAST_FREE { width } else { side }, height }
    }

    /// Returns the camera for a map that is fitted into a part of the container.
    pub(super) fn fitted(&self, rendered: &RenderTree, selected: &Rect, free: &Rect, fitting: &Fitting) -> Camera {
        let layout = &rendered.layout;
        let root = layout.boxes.first().copied().unwrap_or_default();
        let main = layout.children(0).fold(root, |all, child| all.joined(&layout.boxes[child]));
        let parts = Parts { bounds: layout.bounds, main, root, selected: *selected };
        let fit = |height: f64| {
            let mut camera = Camera { width: free.width, height, ..self.camera() };
            match fitting.how {
                How::Whole => camera.fit(&layout.bounds),
                _ => camera.open(&parts, layout.arrangement),
            }
            camera
        };
        let mut camera = fit(free.height);
        let is_whole = |camera: &Camera| camera.seen().contains_all(&layout.bounds);
        if !is_whole(&camera) {
            self.uncover(&mut camera, selected);
            return camera;
        }
        let Some(corner) = self.place_of(CORNER) else { return camera };
        // No node lies under the buttons where there is room for all of them above.
        let (from, to) = (camera.point(corner.x, corner.y), camera.point(corner.right(), corner.bottom()));
        if layout.boxes_in(&Rect::between(from, to)).is_empty() {
            return camera;
        }
        let above = fit(corner.y);
        if is_whole(&above) && (above.zoom >= LEAST_WHOLE || fitting.how == How::Whole) { above } else { camera }
    }

    /// Moves a camera that does not see everything until a part lies under nothing in the corners.
    fn uncover(&self, camera: &mut Camera, part: &Rect) {
        for over in [OVERVIEW, CORNER].into_iter().filter_map(|selector| self.place_of(selector)) {
            camera.avoid(part, &over);
        }
    }

    /// Shows the whole map, however small.
    pub(super) fn fit_whole(&self, rendered: &RenderTree) {
        let fitting = Fitting { how: How::Whole, ..Fitting::default() };
        let camera = self.fitted(rendered, &Rect::default(), &self.free(), &fitting);
        *self.inner.fitting.borrow_mut() = fitting;
        self.place(camera);
    }

    /// Takes in another size of the container or of what lies over it (F1, F2).
    pub fn resized(&self) {
        if self.inner.printing.get() {
            return;
        }
        let free = self.free();
        let before = self.inner.free.replace(free);
        self.settle();
        // What was pressed by hand moves not a pixel when a bar comes above it.
        let is_held = now() <= self.inner.still.get() && (before.width - free.width).abs() < 1.0;
        if free == before || free.width <= 0.0 || is_held {
            return;
        }
        let Some(rendered) = self.rendered() else { return };
        let Some(rect) = self.selected(&rendered) else { return };
        let mut fitting = self.inner.fitting.borrow().clone();
        let base =
            fitting.away.unwrap_or_else(|| Camera { width: before.width, height: before.height, ..self.camera() });
        let mut camera = Camera { width: free.width, height: free.height, ..base };
        let is_fitted = fitting.how != How::ByHand;
        let is_enough = base.zoom >= 1.0 && camera.seen().contains_all(&rendered.layout.bounds);
        let is_written = self.field.cast::<web_sys::Element>().is_some_and(|field| has_focus(&field));
        if is_fitted && !is_enough && !is_written {
            camera = self.fitted(&rendered, &rect, &free, &fitting);
        } else if base.seen().contains_all(&rect) && !camera.seen().contains_all(&rect) {
            camera.reveal(&rect);
            self.uncover(&mut camera, &rect);
        }
        let is_moved = [camera.x - base.x, camera.y - base.y, camera.zoom - base.zoom].iter().any(|by| by.abs() > 1e-9);
        fitting.away = is_moved.then_some(base);
        *self.inner.fitting.borrow_mut() = fitting;
        self.place(camera);
    }

    /// Brings what a proposal changes into sight, once for each node (F3).
    pub fn bring(&self, nodes: impl Iterator<Item = NodeId>) {
        let Some(rendered) = self.rendered() else { return };
        let nodes: BTreeSet<NodeId> = nodes.collect();
        let mut fitting = self.inner.fitting.borrow().clone();
        let is_new = !nodes.is_subset(&fitting.shown);
        let all = nodes.iter().filter_map(|&node| rendered.rect(node)).reduce(|all, rect| all.joined(&rect));
        fitting.shown = nodes;
        let free = self.free();
        let base = Camera { width: free.width, height: free.height, ..self.camera() };
        if let Some(all) = all.filter(|all| is_new && !base.seen().contains_all(all)) {
            let fit = self.selected(&rendered).filter(|_| fitting.how != How::ByHand);
            let mut camera = fit.map_or(base, |rect| self.fitted(&rendered, &rect, &free, &fitting));
            camera.bring(&all);
            self.uncover(&mut camera, &all);
            fitting.away = fitting.away.or(Some(base));
            self.inner.camera.set(camera);
        }
        *self.inner.fitting.borrow_mut() = fitting;
        self.settle();
    }

    /// The box of the node that the keyboard is at.
    fn selected(&self, rendered: &RenderTree) -> Option<Rect> {
        self.inner.before.borrow().as_ref().and_then(|before| rendered.rect(before.node))
    }

    /// Moves the camera, by no one's hand.
    fn place(&self, camera: Camera) {
        self.inner.camera.set(camera);
        self.settle();
    }
}
