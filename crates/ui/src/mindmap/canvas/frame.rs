//! The frame that selects what it touches.

use super::Viewport;
use crate::store::Store;
use espalier_app::Msg;
use espalier_app::maps::MapMsg;
use espalier_mindmap::layout::Rect;
use espalier_model::{MapId, NodeId};

/// Selects what a frame touches.
pub fn frame(rect: &Rect, map: MapId, viewport: &Viewport, store: &Store) {
    let Some(rendered) = viewport.rendered() else { return };
    let nodes: Vec<NodeId> =
        rendered.layout.boxes_in(rect).into_iter().map(|place| rendered.at(place as usize).id).collect();
    if !nodes.is_empty() {
        store.dispatch(Msg::Maps(MapMsg::Select(map, nodes)));
    }
}

/// Draws the frame, or takes it away.
pub fn draw_frame(viewport: &Viewport, rect: Option<Rect>) {
    let Some(element) = viewport.marquee.cast::<web_sys::Element>() else { return };
    let camera = viewport.camera();
    let rect = rect.unwrap_or(Rect { x: camera.x, y: camera.y, width: 0.0, height: 0.0 });
    let lengths = [
        ("x", (rect.x - camera.x) * camera.zoom),
        ("y", (rect.y - camera.y) * camera.zoom),
        ("width", rect.width * camera.zoom),
        ("height", rect.height * camera.zoom),
    ];
    for (name, length) in lengths {
        // A plain attribute of a plain element; setting it does not fail.
        let _ = element.set_attribute(name, &format!("{length:.1}"));
    }
}
