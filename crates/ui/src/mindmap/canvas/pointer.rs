//! Pointer input of a map: selecting, moving nodes, panning, framing, pinching.
//!
//! - P1 A press that hardly moves is a click; from [`SLOP`] on it is a drag.
//! - P2 A node that is dragged shows where it would go; Escape leaves it where it was.
//! - P3 On empty ground the map moves; with Shift or Ctrl a frame selects. Two fingers zoom.
//! - P4 A finger moves the map wherever it begins. Held still on a node for [`HOLD_MS`] it takes the node up; let go
//!   without having moved, it opens the node's menu. Two taps edit.
//! - P5 A click on a task's box ticks it, on the sign of a link or note opens that.
//! - P6 While nodes are chosen, a click or tap adds a node to what is selected, or takes it out, and does nothing else.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::Viewport;
use super::drag::{begin_drag, drop_nodes};
use super::frame::{draw_frame, frame};
use super::keys::{is_choosing, reached};
use super::page::use_page_events;
use crate::kit::Anchor;
use crate::kit::dom::{focus, suppress_click};
use crate::store::{Store, use_store};
use espalier_app::maps::{MapMsg, Panel};
use espalier_app::{Model, Msg};
use espalier_mindmap::commands::{OpenLink, SetTask, ToggleFold};
use espalier_mindmap::layout::{Drag, DropTarget, Point, Rect};
use espalier_model::mindmap::Task;
use espalier_model::{MapId, Node, NodeId, NodeKey};

/// How far a press may move and still be a click, in CSS pixels.
const SLOP: f64 = 5.0;
/// How far a finger may move and still tap, in CSS pixels.
const FINGER_SLOP: f64 = 10.0;
/// Duration of a long press that begins a drag, in milliseconds.
const HOLD_MS: u32 = 450;
/// The longest time between two taps that are one gesture.
const TWICE_MS: f64 = 350.0;

#[derive(Clone, PartialEq)]
pub struct Gestures {
    pub down: Callback<PointerEvent>,
    pub moved: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
    pub cancel: Callback<PointerEvent>,
    pub twice: Callback<MouseEvent>,
    pub context: Callback<MouseEvent>,
}

/// Preview of a drag: the nodes, and where a drop would put them.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// The node that is drawn under the pointer.
    pub node: NodeId,
    /// All dragged nodes.
    pub drag: Drag,
    /// Point of the map where the drag began.
    pub from: Point,
    /// Drop target, if there is one near.
    pub target: Option<DropTarget>,
}

#[derive(Debug, Default)]
enum Gesture {
    #[default]
    None,
    /// A press on a node that has not moved yet, with the badge it is on.
    Press { node: NodeId, x: f64, y: f64, badge: Option<Badge> },
    /// A finger on a node that has not moved yet, with the badge it is on, and whether it holds the node (P4).
    Finger { node: NodeId, x: f64, y: f64, badge: Option<Badge>, held: bool },
    /// A drag of nodes from a point of the map.
    Drag { drag: Drag, nodes: Vec<NodeId>, from: Point, target: Option<DropTarget> },
    /// The map moves.
    Pan { x: f64, y: f64, moved: bool },
    /// A frame from a point of the map.
    Frame { from: Point },
}

/// Part of a node with an action of its own (P5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Badge {
    Task,
    Link,
    Note,
}

#[derive(Debug, Default)]
struct PointerState {
    gesture: Gesture,
    fingers: BTreeMap<i32, (f64, f64)>,
    /// Whether the last press was a finger's.
    is_finger: bool,
    /// Runs out when a finger was held still long enough.
    holding: Option<Timeout>,
    /// The last tap: on which node, and when.
    tap: Option<(NodeId, f64)>,
}

/// Returns the gestures, and during a drag the preview of a drop.
#[hook]
pub fn use_pointer(
    map: MapId,
    viewport: &Viewport,
    menu: UseStateSetter<Option<Anchor>>,
) -> (Gestures, Option<Preview>) {
    let store = use_store();
    let state = use_mut_ref(PointerState::default);
    let preview = use_state_eq(|| None::<Preview>);
    let show = preview.setter();
    let down = use_callback((map, viewport.clone(), store.clone()), {
        let state = state.clone();
        move |event: PointerEvent, (map, viewport, store)| {
            press(&mut state.borrow_mut(), &event, *map, viewport, store);
            if matches!(state.borrow().gesture, Gesture::Finger { .. }) {
                let (shared, store, map) = (state.clone(), store.clone(), *map);
                let holding = Timeout::new(HOLD_MS, move || take_up(&mut shared.borrow_mut(), map, &store));
                state.borrow_mut().holding = Some(holding);
            }
        }
    });
    let moved = use_callback((viewport.clone(), store.clone(), map), {
        let (state, show) = (state.clone(), show.clone());
        move |event: PointerEvent, (viewport, store, map)| {
            let mut state = state.borrow_mut();
            move_to(&mut state, &event, *map, viewport, store);
            if let Gesture::Drag { drag, nodes, from, target } = &state.gesture
                && let Some(&node) = nodes.first()
            {
                viewport.carry(viewport.point(&event));
                show.set(Some(Preview { node, drag: drag.clone(), from: *from, target: *target }));
            }
        }
    });
    let up = use_callback((map, viewport.clone(), store.clone(), menu.clone()), {
        let (state, show) = (state.clone(), show.clone());
        move |event: PointerEvent, (map, viewport, store, menu)| {
            show.set(None);
            let opens = matches!(state.borrow().gesture, Gesture::Finger { held: true, .. });
            release(&mut state.borrow_mut(), &event, *map, viewport, store);
            if opens {
                suppress_click();
                menu.set(Some(Anchor::Point(f64::from(event.client_x()), f64::from(event.client_y()))));
            }
        }
    });
    let cancel = use_callback(viewport.clone(), {
        let (state, show) = (state.clone(), show.clone());
        move |event: PointerEvent, viewport| {
            show.set(None);
            let mut state = state.borrow_mut();
            state.fingers.remove(&event.pointer_id());
            (state.gesture, state.holding) = (Gesture::None, None);
            draw_frame(viewport, None);
        }
    });
    let (twice, context) = use_clicks(map, viewport, menu, &state);
    use_page_events(map, viewport, &store, move || {
        let dragging = matches!(state.borrow().gesture, Gesture::Drag { .. });
        if dragging {
            state.borrow_mut().gesture = Gesture::None;
            show.set(None);
        }
        dragging
    });
    (Gestures { down, moved, up, cancel, twice, context }, (*preview).clone())
}

/// Returns what a double click does, and what asks for the context menu.
#[hook]
fn use_clicks(
    map: MapId,
    viewport: &Viewport,
    menu: UseStateSetter<Option<Anchor>>,
    state: &Rc<RefCell<PointerState>>,
) -> (Callback<MouseEvent>, Callback<MouseEvent>) {
    let store = use_store();
    let twice = use_callback((map, store.clone(), viewport.clone()), {
        let state = state.clone();
        move |event: MouseEvent, (map, store, viewport)| {
            let on_badge = badge_of(&event).is_some() || state.borrow().is_finger;
            let on_badge = on_badge || store.read(|model| is_choosing(model, *map));
            if let Some(node) = node_of(&event, *map, store).filter(|_| !on_badge) {
                edit(node, *map, viewport, store);
            }
        }
    });
    let state = state.clone();
    let context = use_callback((map, store, menu), move |event: MouseEvent, (map, store, menu)| {
        let Some(node) = node_of(&event, *map, store) else { return };
        event.prevent_default();
        // The finger's own list opens when it is let go (P4).
        if state.borrow().is_finger && !state.borrow().fingers.is_empty() {
            return;
        }
        point_at(node, *map, store);
        menu.set(Some(Anchor::Point(f64::from(event.client_x()), f64::from(event.client_y()))));
    });
    (twice, context)
}

fn element_of(event: &MouseEvent) -> Option<web_sys::Element> {
    event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok())
}

/// Returns the badge an event is on (P5).
fn badge_of(event: &MouseEvent) -> Option<Badge> {
    let element = element_of(event)?.closest("[data-sign]").ok().flatten()?;
    match element.get_attribute("data-sign")?.as_str() {
        "task" => Some(Badge::Task),
        "link" => Some(Badge::Link),
        "note" => Some(Badge::Note),
        _ => None,
    }
}

/// The node an event is on; one that is only proposed is none yet.
fn node_of(event: &MouseEvent, map: MapId, store: &Store) -> Option<NodeId> {
    let element = element_of(event)?.closest("[data-testid=map-node]").ok().flatten()?;
    let node = element.get_attribute("data-id")?.parse().ok()?;
    let exists = store.read(|model| model.map_view(map).is_some_and(|view| view.tree.index_of(node).is_some()));
    exists.then_some(node)
}

/// Holds the pointer once it does more than press, so that what it does ends wherever it is let go. A press alone is
/// not held: its click, and the second one, belong to the node.
fn hold(event: &PointerEvent, viewport: &Viewport) {
    if let Some(container) = viewport.container.cast::<web_sys::Element>() {
        // A pointer that is gone already cannot be held, and need not be.
        let _ = container.set_pointer_capture(event.pointer_id());
    }
}

fn press(state: &mut PointerState, event: &PointerEvent, map: MapId, viewport: &Viewport, store: &Store) {
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    state.fingers.insert(event.pointer_id(), (x, y));
    (state.is_finger, state.holding) = (event.pointer_type() == "touch", None);
    if event.button() > 1 || state.fingers.len() > 1 {
        state.gesture = Gesture::None;
        return;
    }
    let on_fold = element_of(event).and_then(|element| element.closest(".map-fold").ok().flatten()).is_some();
    match node_of(event, map, store) {
        Some(node) if on_fold => {
            // First, for it ends the editing of a title, which is kept.
            viewport.take_focus(node);
            viewport.keep_still();
            store.dispatch(Msg::Maps(MapMsg::Select(map, vec![node])));
            store.dispatch(Msg::Maps(MapMsg::Key(map, ToggleFold::ID)));
            event.prevent_default();
        }
        Some(node) if state.is_finger => {
            let badge = badge_of(event);
            state.gesture = Gesture::Finger { node, x, y, badge, held: false };
            // The node may be drawn anew under the finger.
            hold(event, viewport);
        }
        Some(node) => state.gesture = Gesture::Press { node, x, y, badge: badge_of(event) },
        None if event.shift_key() || event.ctrl_key() || event.meta_key() => {
            state.gesture = Gesture::Frame { from: viewport.point(event) };
            hold(event, viewport);
        }
        None => state.gesture = Gesture::Pan { x, y, moved: false },
    }
}

/// Follows the pointer.
fn move_to(state: &mut PointerState, event: &PointerEvent, map: MapId, viewport: &Viewport, store: &Store) {
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    if let Some(&before) = state.fingers.get(&event.pointer_id()) {
        if state.fingers.len() == 2 {
            return pinch(state, event.pointer_id(), before, (x, y), viewport);
        }
        state.fingers.insert(event.pointer_id(), (x, y));
    }
    match &mut state.gesture {
        Gesture::None => {}
        Gesture::Finger { node, x: from_x, y: from_y, held, .. } => {
            if (x - *from_x).hypot(y - *from_y) >= FINGER_SLOP {
                let taken = if *held { carried(*node, viewport.point(event), map, viewport, store) } else { None };
                state.gesture = taken.unwrap_or(Gesture::Pan { x, y, moved: true });
                state.holding = None;
            }
        }
        Gesture::Press { node, x: from_x, y: from_y, .. } => {
            if (x - *from_x).hypot(y - *from_y) >= SLOP {
                let from = viewport.point(event);
                state.gesture =
                    carried(*node, from, map, viewport, store).unwrap_or(Gesture::Pan { x, y, moved: true });
                hold(event, viewport);
            }
        }
        Gesture::Drag { drag, target, .. } => {
            *target = viewport.rendered().and_then(|rendered| drag.target(&rendered.layout, viewport.point(event)));
        }
        Gesture::Pan { x: from_x, y: from_y, moved } => {
            if *moved || (x - *from_x).hypot(y - *from_y) >= SLOP {
                if !*moved {
                    hold(event, viewport);
                }
                let (dx, dy) = (x - *from_x, y - *from_y);
                (*from_x, *from_y, *moved) = (x, y, true);
                viewport.move_camera(|camera| camera.pan(dx, dy));
            }
        }
        Gesture::Frame { from } => draw_frame(viewport, Some(Rect::between(*from, viewport.point(event)))),
    }
}

/// Two fingers: zooms around their middle, and moves with it.
fn pinch(state: &mut PointerState, finger: i32, before: (f64, f64), after: (f64, f64), viewport: &Viewport) {
    let Some(&other) = state.fingers.iter().find(|(id, _)| **id != finger).map(|(_, point)| point) else { return };
    let apart = |point: (f64, f64)| (point.0 - other.0).hypot(point.1 - other.1).max(1.0);
    let (left, top) = viewport.origin();
    let middle = (f64::midpoint(after.0, other.0) - left, f64::midpoint(after.1, other.1) - top);
    let (dx, dy) = ((after.0 - before.0) / 2.0, (after.1 - before.1) / 2.0);
    viewport.move_camera(|camera| {
        camera.pan(dx, dy);
        camera.zoom_at(middle.0, middle.1, apart(after) / apart(before));
    });
    state.fingers.insert(finger, after);
}

fn carried(node: NodeId, from: Point, map: MapId, viewport: &Viewport, store: &Store) -> Option<Gesture> {
    begin_drag(node, map, viewport, store).map(|(drag, nodes)| Gesture::Drag { drag, nodes, from, target: None })
}

fn release(state: &mut PointerState, event: &PointerEvent, map: MapId, viewport: &Viewport, store: &Store) {
    state.fingers.remove(&event.pointer_id());
    state.holding = None;
    draw_frame(viewport, None);
    viewport.keep_still();
    match std::mem::take(&mut state.gesture) {
        Gesture::Press { node, badge, .. } => {
            let extend = event.shift_key() || event.ctrl_key() || event.meta_key();
            click(node, badge.filter(|_| !extend), extend, map, viewport, store);
        }
        Gesture::Finger { held: true, .. } => {}
        Gesture::Finger { node, badge, .. } => {
            // The time of the event: a busy page handles the second tap late.
            let at = event.time_stamp();
            let again = state.tap.replace((node, at)).is_some_and(|(last, then)| last == node && at - then < TWICE_MS);
            if again && !store.read(|model| is_choosing(model, map)) {
                state.tap = None;
                // Its click would take the focus back to the node, over which the field may not be drawn yet.
                suppress_click();
                return edit(node, map, viewport, store);
            }
            click(node, badge, false, map, viewport, store);
        }
        Gesture::Drag { nodes, target: Some(target), .. } => drop_nodes(&nodes, &target, map, viewport, store),
        Gesture::Frame { from } => frame(&Rect::between(from, viewport.point(event)), map, viewport, store),
        Gesture::Pan { moved: false, .. } => focus(&viewport.container),
        _ => {}
    }
}

/// A press on a node that did not move: it is selected, or what of it was pressed does what it is for (P5). While a line
/// is drawn, it ends at the node.
fn click(node: NodeId, badge: Option<Badge>, extend: bool, map: MapId, viewport: &Viewport, store: &Store) {
    let send = |msg| store.dispatch(Msg::Maps(msg));
    if store.read(|model| model.maps.looks.get(&map).is_some_and(|look| look.line_from.is_some())) {
        return send(MapMsg::EndLine(map, Some(node)));
    }
    let chooses = store.read(|model| is_choosing(model, map));
    let badge = badge.filter(|_| !chooses);
    let nodes = store.read(|model| toggled(&model.maps, map, node, extend || chooses));
    send(MapMsg::Select(map, nodes));
    viewport.take_focus(node);
    match badge {
        Some(Badge::Task) => {
            let row = store.read(|model| model.workspace.get::<Node>(&NodeKey { map, id: node }).cloned());
            let next = if row.is_some_and(|row| row.task == Task::Open) { Task::Done } else { Task::Open };
            send(MapMsg::Do(map, SetTask::new(node, next).into()));
        }
        Some(Badge::Link) => send(MapMsg::Key(map, OpenLink::ID)),
        Some(Badge::Note) => send(MapMsg::Panel(map, Panel::Note)),
        None => {}
    }
}

/// Edits a title in its place; on a phone the keyboard comes only while the finger's event is handled.
fn edit(node: NodeId, map: MapId, viewport: &Viewport, store: &Store) {
    store.dispatch(Msg::Maps(MapMsg::BeginEdit(map, node, None)));
    viewport.hand_over(store, map);
}

/// Handles a long press: the finger holds the node now, which is shown by selecting it.
fn take_up(state: &mut PointerState, map: MapId, store: &Store) {
    let Gesture::Finger { node, held, .. } = &mut state.gesture else { return };
    *held = true;
    point_at(*node, map, store);
}

/// Selects a node whose menu is to open or that is taken up, unless it is selected; beside the others while nodes are
/// chosen (P6).
fn point_at(node: NodeId, map: MapId, store: &Store) {
    let selected = |model: &Model| model.maps.looks.get(&map).is_some_and(|look| look.selection.contains(&node));
    if !store.read(selected) {
        let nodes = store.read(|model| reached(&model.maps, map, node, is_choosing(model, map)));
        store.dispatch(Msg::Maps(MapMsg::Select(map, nodes)));
    }
}

fn toggled(maps: &espalier_app::maps::Maps, map: MapId, node: NodeId, extend: bool) -> Vec<NodeId> {
    let selection = reached(maps, map, node, extend);
    let was = maps.looks.get(&map).is_some_and(|look| look.selection.contains(&node));
    if extend && was && selection.len() > 1 {
        return selection.into_iter().filter(|&other| other != node).collect();
    }
    selection
}
