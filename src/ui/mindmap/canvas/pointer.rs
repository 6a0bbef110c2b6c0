//! What the pointer does on a map: selecting, moving nodes, moving the map, framing, pinching.
//!
//! - P1 A press that hardly moves is a click; from [`SLOP`] on it is a drag.
//! - P2 A node that is dragged shows where it would go; Escape leaves it where it was.
//! - P3 On empty ground the map moves; with Shift or Ctrl a frame selects. Two fingers zoom.
//!
//! Must not be in here: what a command does.

use std::collections::BTreeMap;

use gloo::events::EventListener;
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::Stage;
use super::keys::reached;
use crate::app::Msg;
use crate::app::maps::MapMsg;
use crate::base::gather;
use crate::feature::mindmap::layout::{Drag, DropTarget, Point, Rect};
use crate::feature::mindmap::transfer::positions;
use crate::model::mindmap::Side;
use crate::model::{MapId, NodeId};
use crate::ui::kit::Anchor;
use crate::ui::kit::dom::focus;
use crate::ui::store::{Store, use_store};

/// How far a press may move and still be a click, in CSS pixels.
const SLOP: f64 = 5.0;

/// What the canvas listens to.
#[derive(Clone, PartialEq)]
pub struct Gestures {
    pub down: Callback<PointerEvent>,
    pub moved: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
    pub cancel: Callback<PointerEvent>,
    pub twice: Callback<MouseEvent>,
    pub context: Callback<MouseEvent>,
}

/// What is dragged, and where a drop would put it.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// The node that is drawn under the pointer.
    pub node: NodeId,
    /// Everything that goes along.
    pub drag: Drag,
    /// Where the pointer was when it was taken up.
    pub from: Point,
    /// The place, if there is one near.
    pub target: Option<DropTarget>,
}

#[derive(Debug, Default)]
enum Gesture {
    #[default]
    None,
    /// A press on a node that has not moved yet.
    Press { node: NodeId, x: f64, y: f64 },
    /// Nodes on their way from a point of the map.
    Drag { drag: Drag, nodes: Vec<NodeId>, from: Point, target: Option<DropTarget> },
    /// The map moves.
    Pan { x: f64, y: f64, moved: bool },
    /// A frame from a point of the map.
    Frame { from: Point },
}

#[derive(Debug, Default)]
struct Hand {
    gesture: Gesture,
    fingers: BTreeMap<i32, (f64, f64)>,
}

/// The gestures, and what a drop would do while something is dragged.
#[hook]
pub fn use_pointer(map: MapId, stage: &Stage, menu: UseStateSetter<Option<Anchor>>) -> (Gestures, Option<Preview>) {
    let store = use_store();
    let hand = use_mut_ref(Hand::default);
    let preview = use_state_eq(|| None::<Preview>);
    let show = preview.setter();
    let down = use_callback((map, stage.clone(), store.clone()), {
        let hand = hand.clone();
        move |event: PointerEvent, (map, stage, store)| press(&mut hand.borrow_mut(), &event, *map, stage, store)
    });
    let moved = use_callback((stage.clone(), store.clone(), map), {
        let (hand, show) = (hand.clone(), show.clone());
        move |event: PointerEvent, (stage, store, map)| {
            let mut hand = hand.borrow_mut();
            move_to(&mut hand, &event, *map, stage, store);
            if let Gesture::Drag { drag, nodes, from, target } = &hand.gesture
                && let Some(&node) = nodes.first()
            {
                stage.carry(stage.point(&event));
                show.set(Some(Preview { node, drag: drag.clone(), from: *from, target: *target }));
            }
        }
    });
    let up = use_callback((map, stage.clone(), store.clone()), {
        let (hand, show) = (hand.clone(), show.clone());
        move |event: PointerEvent, (map, stage, store)| {
            show.set(None);
            release(&mut hand.borrow_mut(), &event, *map, stage, store);
        }
    });
    let cancel = use_callback(stage.clone(), {
        let (hand, show) = (hand.clone(), show.clone());
        move |event: PointerEvent, stage| {
            show.set(None);
            let mut hand = hand.borrow_mut();
            hand.fingers.remove(&event.pointer_id());
            hand.gesture = Gesture::None;
            draw_frame(stage, None);
        }
    });
    let twice = use_callback((map, store.clone()), |event: MouseEvent, (map, store)| {
        if let Some(node) = node_of(&event, *map, store) {
            store.dispatch(Msg::Maps(MapMsg::BeginEdit(*map, node, None)));
        }
    });
    let context = use_callback((map, store.clone(), menu), |event: MouseEvent, (map, store, menu)| {
        let Some(node) = node_of(&event, *map, store) else { return };
        event.prevent_default();
        if !store.read(|model| model.maps.looks.get(map).is_some_and(|look| look.selection.contains(&node))) {
            store.dispatch(Msg::Maps(MapMsg::Select(*map, vec![node])));
        }
        menu.set(Some(Anchor::Point(f64::from(event.client_x()), f64::from(event.client_y()))));
    });
    use_page_events(map, stage, &store, move || {
        let dragging = matches!(hand.borrow().gesture, Gesture::Drag { .. });
        if dragging {
            hand.borrow_mut().gesture = Gesture::None;
            show.set(None);
        }
        dragging
    });
    (Gestures { down, moved, up, cancel, twice, context }, (*preview).clone())
}

/// Escape ends a drag (P2); pasting adds below what is selected.
#[hook]
fn use_page_events(map: MapId, stage: &Stage, store: &Store, cancel: impl Fn() -> bool + 'static) {
    let (stage, store) = (stage.clone(), store.clone());
    use_effect_with(map, move |&map| {
        let document = web_sys::window().and_then(|window| window.document());
        let listeners = document.map(|document| {
            let options = gloo::events::EventListenerOptions::run_in_capture_phase();
            let escape = EventListener::new_with_options(&document, "keydown", options, move |event| {
                let is_escape = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape");
                if is_escape && cancel() {
                    event.stop_propagation();
                }
            });
            let paste = EventListener::new(&document, "paste", move |event| {
                let Some(event) = event.dyn_ref::<web_sys::ClipboardEvent>() else { return };
                let target = event.target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
                let here = stage.container.get().is_some_and(|node| node.contains(target.as_ref()));
                let typing = crate::ui::kit::dom::is_typing(event);
                let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok());
                if let Some(text) = text.filter(|text| here && !typing && !text.trim().is_empty()) {
                    store.dispatch(Msg::Maps(MapMsg::Paste(map, text)));
                }
            });
            (escape, paste)
        });
        move || drop(listeners)
    });
}

fn element_of(event: &MouseEvent) -> Option<web_sys::Element> {
    event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok())
}

/// The node an event is on; one that is only proposed is none yet.
fn node_of(event: &MouseEvent, map: MapId, store: &Store) -> Option<NodeId> {
    let element = element_of(event)?.closest("[data-testid=map-node]").ok().flatten()?;
    let node = element.get_attribute("data-id")?.parse().ok()?;
    let exists = store.read(|model| model.map_view(map).is_some_and(|view| view.tree.place(node).is_some()));
    exists.then_some(node)
}

/// Holds the pointer once it does more than press, so that what it does ends wherever it is let go. A press alone is
/// not held: its click, and the second one, belong to the node.
fn hold(event: &PointerEvent, stage: &Stage) {
    if let Some(container) = stage.container.cast::<web_sys::Element>() {
        // A pointer that is gone already cannot be held, and need not be.
        let _ = container.set_pointer_capture(event.pointer_id());
    }
}

fn press(hand: &mut Hand, event: &PointerEvent, map: MapId, stage: &Stage, store: &Store) {
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    hand.fingers.insert(event.pointer_id(), (x, y));
    if event.button() > 1 || hand.fingers.len() > 1 {
        hand.gesture = Gesture::None;
        return;
    }
    let on_fold = element_of(event).and_then(|element| element.closest(".map-fold").ok().flatten()).is_some();
    match node_of(event, map, store) {
        Some(node) if on_fold => {
            // First, for it ends the editing of a title, which is kept.
            stage.take_focus(node);
            store.dispatch(Msg::Maps(MapMsg::Select(map, vec![node])));
            store.dispatch(Msg::Maps(MapMsg::Key(map, "node.toggleFold")));
            event.prevent_default();
        }
        Some(node) => hand.gesture = Gesture::Press { node, x, y },
        None if event.shift_key() || event.ctrl_key() || event.meta_key() => {
            hand.gesture = Gesture::Frame { from: stage.point(event) };
            hold(event, stage);
        }
        None => hand.gesture = Gesture::Pan { x, y, moved: false },
    }
}

/// Follows the pointer.
fn move_to(hand: &mut Hand, event: &PointerEvent, map: MapId, stage: &Stage, store: &Store) {
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    if let Some(&before) = hand.fingers.get(&event.pointer_id()) {
        if hand.fingers.len() == 2 {
            return pinch(hand, event.pointer_id(), before, (x, y), stage);
        }
        hand.fingers.insert(event.pointer_id(), (x, y));
    }
    match &mut hand.gesture {
        Gesture::None => {}
        Gesture::Press { node, x: from_x, y: from_y } => {
            if (x - *from_x).hypot(y - *from_y) >= SLOP {
                hand.gesture =
                    take(*node, stage.point(event), map, stage, store).unwrap_or(Gesture::Pan { x, y, moved: true });
                hold(event, stage);
            }
        }
        Gesture::Drag { drag, target, .. } => {
            *target = stage.scene().and_then(|scene| drag.target(&scene.layout, stage.point(event)));
        }
        Gesture::Pan { x: from_x, y: from_y, moved } => {
            if *moved || (x - *from_x).hypot(y - *from_y) >= SLOP {
                if !*moved {
                    hold(event, stage);
                }
                let (dx, dy) = (x - *from_x, y - *from_y);
                (*from_x, *from_y, *moved) = (x, y, true);
                stage.move_camera(|camera| camera.pan(dx, dy));
            }
        }
        Gesture::Frame { from } => draw_frame(stage, Some(Rect::between(*from, stage.point(event)))),
    }
}

/// Two fingers: zooms around their middle, and moves with it.
fn pinch(hand: &mut Hand, finger: i32, before: (f64, f64), after: (f64, f64), stage: &Stage) {
    let Some(&other) = hand.fingers.iter().find(|(id, _)| **id != finger).map(|(_, point)| point) else { return };
    let apart = |point: (f64, f64)| (point.0 - other.0).hypot(point.1 - other.1).max(1.0);
    let (left, top) = stage.origin();
    let middle = (f64::midpoint(after.0, other.0) - left, f64::midpoint(after.1, other.1) - top);
    let (dx, dy) = ((after.0 - before.0) / 2.0, (after.1 - before.1) / 2.0);
    stage.move_camera(|camera| {
        camera.pan(dx, dy);
        camera.zoom_at(middle.0, middle.1, apart(after) / apart(before));
    });
    hand.fingers.insert(finger, after);
}

/// Takes nodes up: all that are selected, if the one that was pressed is among them.
fn take(node: NodeId, from: Point, map: MapId, stage: &Stage, store: &Store) -> Option<Gesture> {
    let scene = stage.scene()?;
    let selected = store.read(|model| model.maps.looks.get(&map).map(|look| look.selection.clone()))?;
    if store.read(|model| model.read_only.is_some()) {
        return None;
    }
    let nodes = if selected.contains(&node) { selected } else { vec![node] };
    let indices: Vec<u32> = nodes.iter().filter_map(|&node| scene.index(node)).collect();
    let drag = Drag::new(&scene.layout, &indices)?;
    let nodes = crate::feature::mindmap::transfer::topmost(&scene.view.tree, &nodes);
    Some(Gesture::Drag { drag, nodes, from, target: None })
}

fn release(hand: &mut Hand, event: &PointerEvent, map: MapId, stage: &Stage, store: &Store) {
    hand.fingers.remove(&event.pointer_id());
    draw_frame(stage, None);
    match std::mem::take(&mut hand.gesture) {
        Gesture::Press { node, .. } => {
            let extend = event.shift_key() || event.ctrl_key() || event.meta_key();
            let nodes = store.read(|model| toggled(&model.maps, map, node, extend));
            store.dispatch(Msg::Maps(MapMsg::Select(map, nodes)));
            stage.take_focus(node);
        }
        Gesture::Drag { nodes, target: Some(target), .. } => put(&nodes, &target, map, stage, store),
        Gesture::Frame { from } => frame(&Rect::between(from, stage.point(event)), map, stage, store),
        Gesture::Pan { moved: false, .. } => focus(&stage.container),
        _ => {}
    }
}

fn toggled(maps: &crate::app::maps::Maps, map: MapId, node: NodeId, extend: bool) -> Vec<NodeId> {
    let selection = reached(maps, map, node, extend);
    let was = maps.looks.get(&map).is_some_and(|look| look.selection.contains(&node));
    if extend && was && selection.len() > 1 {
        return selection.into_iter().filter(|&other| other != node).collect();
    }
    selection
}

fn put(nodes: &[NodeId], target: &DropTarget, map: MapId, stage: &Stage, store: &Store) {
    let Some(scene) = stage.scene() else { return };
    let Some(view) = store.read(|model| model.map_view(map).cloned()) else { return };
    let parent = scene.node(target.parent).id;
    if view.tree.place(parent).is_none() {
        return;
    }
    // What is only proposed is drawn, but has no place among the children yet.
    let slot = target.index.map(|index| {
        let going = gather::set(nodes.iter().copied());
        let staying = scene.view.tree.children(parent).into_iter().filter(|child| !going.contains(child));
        staying.take(index).filter(|&child| view.tree.place(child).is_some()).count()
    });
    let positions = slot.map(|slot| positions(&view.tree.children(parent), nodes, slot));
    let mut operations: Vec<(&'static str, Value)> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let position = positions.as_ref().and_then(|positions| positions.get(at));
        operations.push(("node.moveTo", json!([node, parent, position])));
        if let Some(side) = target.side.filter(|_| view.tree.root() == Some(parent)) {
            let side = if side == Side::Left { "left" } else { "right" };
            operations.push(("node.setSide", json!([node, side])));
        }
    }
    store.dispatch(Msg::Maps(MapMsg::DoAll(map, "node.moveTo", operations)));
}

/// Selects what a frame touches.
fn frame(rect: &Rect, map: MapId, stage: &Stage, store: &Store) {
    let Some(scene) = stage.scene() else { return };
    let nodes: Vec<NodeId> = scene.layout.boxes_in(rect).into_iter().map(|place| scene.at(place as usize).id).collect();
    if !nodes.is_empty() {
        store.dispatch(Msg::Maps(MapMsg::Select(map, nodes)));
    }
}

/// Draws the frame, or takes it away.
fn draw_frame(stage: &Stage, rect: Option<Rect>) {
    let Some(element) = stage.marquee.cast::<web_sys::Element>() else { return };
    let camera = stage.camera();
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
