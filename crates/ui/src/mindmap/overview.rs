//! The map in small, with the window over it; a press or a drag moves the window.

use std::rc::Rc;

use yew::prelude::*;

use super::canvas::Viewport;
use super::render_tree::RenderTree;
use crate::store::use_messages;
use espalier_mindmap::layout::{Point, Rect};

/// A map with fewer nodes is seen without it.
const LEAST: usize = 25;
/// Around the map in small, as a part of its size.
const MARGIN: f64 = 0.04;

#[derive(Clone, Properties)]
pub struct OverviewProps {
    pub viewport: Viewport,
    pub rendered: Rc<RenderTree>,
}

impl PartialEq for OverviewProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.rendered, &other.rendered)
    }
}

/// The overview of a map; empty for a small one.
#[component]
pub fn Overview(props: &OverviewProps) -> Html {
    let words = use_messages();
    let svg = use_node_ref();
    let viewport = props.viewport.clone();
    use_effect(move || viewport.settle());
    let path = use_memo(Rc::as_ptr(&props.rendered), {
        let rendered = props.rendered.clone();
        move |_| rendered.small()
    });
    if props.rendered.layout.boxes.len() < LEAST {
        return html! {};
    }
    let Rect { x, y, width, height } = props.rendered.layout.bounds;
    let margin = width.max(height) * MARGIN;
    let frame = (x - margin, y - margin, width + 2.0 * margin, height + 2.0 * margin);
    let to = {
        let (viewport, svg) = (props.viewport.clone(), svg.clone());
        move |event: &PointerEvent| {
            let Some(element) = svg.cast::<web_sys::Element>() else { return };
            let place = element.get_bounding_client_rect();
            // The picture keeps its shape inside the element.
            let scale = (place.width() / frame.2).min(place.height() / frame.3);
            let (left, top) = (
                place.left() + (place.width() - frame.2 * scale) / 2.0,
                place.top() + (place.height() - frame.3 * scale) / 2.0,
            );
            let point = Point {
                x: frame.0 + (f64::from(event.client_x()) - left) / scale,
                y: frame.1 + (f64::from(event.client_y()) - top) / scale,
            };
            viewport.move_camera(|camera| camera.center(&Rect { x: point.x, y: point.y, width: 0.0, height: 0.0 }));
        }
    };
    let onpointerdown = {
        let (to, svg) = (to.clone(), svg.clone());
        Callback::from(move |event: PointerEvent| {
            event.stop_propagation();
            if let Some(element) = svg.cast::<web_sys::Element>() {
                // Without capture a drag ends at the edge, and nothing else.
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            to(&event);
        })
    };
    let onpointermove = Callback::from(move |event: PointerEvent| {
        event.stop_propagation();
        if event.buttons() & 1 == 1 {
            to(&event);
        }
    });
    html! {
        <svg
            ref={svg} class="map-overview" data-testid="map-overview" role="img" aria-label={words.map.details.overview}
            viewBox={format!("{:.0} {:.0} {:.0} {:.0}", frame.0, frame.1, frame.2, frame.3)} {onpointerdown} {onpointermove}
        >
            <path class="map-far" d={(*path).clone()} />
            <rect ref={props.viewport.window.clone()} class="map-overview-window" width="0" height="0" />
        </svg>
    }
}
