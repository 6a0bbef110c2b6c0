//! Pointer input of the picture: looking around, selecting, moving, turning and scaling shapes.
//!
//! - H1 A press that hardly moves is a click. A click selects the shape below it, with Shift or Ctrl besides the others.
//! - H2 A drag on a shape moves it, with what is selected along with it, on the ground plane; a drag on a handle does what
//!   the handle is for. Escape leaves everything where it was. A finger moves only what is selected already.
//! - H3 A drag elsewhere turns the view; with the right or the middle button, or with two fingers, it moves the view. The
//!   wheel and two fingers zoom at the pointer. With Shift it frames shapes, which are then selected as well.
//! - H4 The right button, or a finger that is held still, opens the list of what can be done there.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use glam::{DVec2, DVec3};
use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::painter::Preview;
use super::picture::Picture;
use crate::kit::dom::{measure, now, suppress_click};
use crate::store::{Store, use_store};
use espalier_app::Msg;
use espalier_app::scenes::SceneMsg;
use espalier_model::ShapeId;
use espalier_scene::camera::project;
use espalier_scene::commands::{Focus, MoveShapes, RotateShapes, ScaleShapes};
use espalier_scene::gizmo::{Drag, Gizmo, Handle, on_grid};

/// How far a press may move and still be a click, in CSS pixels: with a mouse, with a finger.
const SLOP: (f64, f64) = (4.0, 10.0);
/// Duration of a long press, in milliseconds.
const HOLD_MS: u32 = 500;
/// Radians that the view turns for each CSS pixel.
const TURN: f64 = 0.006;
/// The factor of the zoom for each unit that the wheel turns.
const WHEEL: f64 = 0.0015;

/// Position at which the context menu was opened.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// The point of the window.
    pub window: (f64, f64),
    pub shape: Option<ShapeId>,
    /// The point of the ground there.
    pub ground: DVec3,
}

#[derive(Clone, PartialEq)]
pub struct Gestures {
    pub down: Callback<PointerEvent>,
    pub moved: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
    pub cancel: Callback<PointerEvent>,
    pub leave: Callback<PointerEvent>,
    pub twice: Callback<MouseEvent>,
    pub context: Callback<MouseEvent>,
}

#[derive(Debug, Default)]
enum Gesture {
    #[default]
    None,
    /// A press that has not moved yet.
    Press(Press),
    /// A long press, which opens the context menu once it is released.
    Held(Press),
    /// The view turns.
    Turn { last: DVec2 },
    /// The view moves.
    Pan { last: DVec2 },
    /// Shapes are dragged.
    Drag(Box<Dragging>),
    /// A frame around shapes, from a point.
    Frame { from: DVec2, to: DVec2 },
    /// Two fingers: their middle and their distance.
    Pinch { middle: DVec2, apart: f64 },
}

/// A press that has not moved yet.
#[derive(Debug, Clone, Copy)]
struct Press {
    from: DVec2,
    window: (f64, f64),
    shape: Option<ShapeId>,
    handle: Option<Handle>,
    shift: bool,
    adds: bool,
    button: i16,
}

/// A drag of shapes.
#[derive(Debug)]
struct Dragging {
    shapes: Vec<ShapeId>,
    /// Set of these shapes, for the preview.
    previewed: Rc<BTreeSet<ShapeId>>,
    gizmo: Gizmo,
    /// The handle, where it is not the shape itself that is dragged.
    handle: Option<Handle>,
    /// Start of the drag: the pixel, and the point on the plane on which a shape is dragged.
    from: (DVec2, DVec3),
    drag: Drag,
}

#[derive(Debug, Default)]
struct PointerState {
    gesture: Gesture,
    fingers: BTreeMap<i32, DVec2>,
    is_finger: bool,
    /// Runs out when a finger was held still long enough.
    holding: Option<Timeout>,
}

/// Access of the handlers to the pointer's state, the picture and the store.
#[derive(Clone)]
struct Controller {
    state: Rc<RefCell<PointerState>>,
    picture: Picture,
    store: Store,
    open: Callback<Spot>,
}

/// Returns the gestures of a picture; `open` shows the context menu at a spot.
#[hook]
pub fn use_gestures(picture: &Picture, open: Callback<Spot>) -> Gestures {
    let store = use_store();
    let state = use_mut_ref(PointerState::default);
    let controller = Controller { state, picture: picture.clone(), store, open };
    use_wheel(picture);
    use_escape(&controller);
    let on = |act: fn(&Controller, &PointerEvent)| {
        let controller = controller.clone();
        Callback::from(move |event: PointerEvent| act(&controller, &event))
    };
    let twice = {
        let controller = controller.clone();
        Callback::from(move |event: MouseEvent| {
            if let (Some(scene), Some(_)) =
                (controller.picture.scene(), controller.picture.shape_at(place(&controller.picture, &event)))
            {
                controller.store.dispatch(Msg::Scene(SceneMsg::Key(scene, Focus::ID)));
            }
        })
    };
    let context = {
        let controller = controller.clone();
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            // With a pointer the list opens when that is let go (H4); what is left is the key for it.
            if controller.state.borrow().fingers.is_empty() && event.button() != 2 {
                controller.open.emit(controller.spot_of_keyboard());
            }
        })
    };
    let leave = {
        let picture = picture.clone();
        Callback::from(move |_: PointerEvent| picture.hover(None))
    };
    Gestures { down: on(press), moved: on(drag), up: on(release), cancel: on(give_up), leave, twice, context }
}

/// The wheel zooms at the pointer (H3). The listener is not passive, so that the page stays where it is.
#[hook]
fn use_wheel(picture: &Picture) {
    let picture = picture.clone();
    use_effect_with((), move |()| {
        let canvas = picture.canvas().cast::<Element>();
        let listener = canvas.map(|canvas| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&canvas, "wheel", options, move |event| {
                let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                event.prevent_default();
                let lines = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE { 16.0 } else { 1.0 };
                // A pinch on a touchpad comes as a wheel with Ctrl held, in smaller steps.
                let scale = if event.ctrl_key() { 6.0 } else { 1.0 };
                let mut camera = picture.camera();
                let turned = (event.delta_y() * lines * scale).clamp(-400.0, 400.0);
                camera.zoom((-turned * WHEEL).exp(), place(&picture, event), picture.size());
                picture.look(camera);
            })
        });
        move || drop(listener)
    });
}

/// Escape gives up what is dragged (H2), before it means anything else.
#[hook]
fn use_escape(controller: &Controller) {
    let controller = controller.clone();
    use_effect_with((), move |()| {
        let document = web_sys::window().and_then(|window| window.document());
        let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
        let listener = document.map(|document| {
            EventListener::new_with_options(&document, "keydown", options, move |event| {
                let escape = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape");
                let busy = matches!(controller.state.borrow().gesture, Gesture::Drag(_) | Gesture::Frame { .. });
                if escape && busy {
                    event.prevent_default();
                    event.stop_propagation();
                    controller.state.borrow_mut().gesture = Gesture::None;
                    controller.picture.preview(None);
                    controller.picture.frame_from(None);
                }
            })
        });
        move || drop(listener)
    });
}

/// Returns an event's position in the picture, in CSS pixels. Events of components come from the page's root, so their
/// own target does not tell.
fn place(picture: &Picture, event: &MouseEvent) -> DVec2 {
    DVec2::new(f64::from(event.client_x()), f64::from(event.client_y())) - picture.corner()
}

impl Controller {
    fn spot(&self, press: &Press) -> Spot {
        let ground = self.picture.camera().ground(press.from, self.picture.size());
        Spot { window: press.window, shape: press.shape, ground }
    }

    /// The shape the keyboard is at, or the middle of the picture.
    fn spot_of_keyboard(&self) -> Spot {
        let (camera, size) = (self.picture.camera(), self.picture.size());
        let shape = self.picture.selected().last().copied();
        let middle = shape.and_then(|id| self.picture.read(|world| world.get(id).map(|item| item.middle)).flatten());
        let at = middle.and_then(|middle| camera.project(middle, size)).unwrap_or(size / 2.0);
        let corner = self.picture.corner();
        Spot { window: (corner.x + at.x, corner.y + at.y), shape, ground: camera.ground(at, size) }
    }

    fn open(&self, press: &Press) {
        let spot = self.spot(press);
        if let (Some(shape), Some(scene)) = (spot.shape, self.picture.scene())
            && !self.picture.selected().contains(&shape)
        {
            self.store.dispatch(Msg::Scene(SceneMsg::Select(scene, vec![shape])));
        }
        // The browser closes lists when the pointer goes up, this one too if it were there by then.
        let open = self.open.clone();
        Timeout::new(0, move || open.emit(spot)).forget();
    }

    fn may_change(&self) -> bool {
        self.store.read(|model| model.read_only.is_none())
    }

    fn snaps(&self) -> bool {
        let scene = self.picture.scene();
        let read = |model: &espalier_app::Model| Some(model.scenes.looks.get(&scene?)?.snap);
        self.store.read(read).unwrap_or_default()
    }
}

fn press(controller: &Controller, event: &PointerEvent) {
    let picture = &controller.picture;
    let at = place(picture, event);
    let mut state = controller.state.borrow_mut();
    state.is_finger = event.pointer_type() == "touch";
    state.fingers.insert(event.pointer_id(), at);
    state.holding = None;
    if let Some(canvas) = picture.canvas().cast::<Element>() {
        // A pointer that is gone already needs no capture.
        let _ = canvas.set_pointer_capture(event.pointer_id());
    }
    if state.fingers.len() == 2 {
        picture.hold(false);
        picture.preview(None);
        state.gesture = pinch_of(&state);
    }
    if state.fingers.len() > 1 {
        return;
    }
    let handle = picture.gizmo().filter(|_| event.button() == 0);
    let handle = handle.and_then(|gizmo| gizmo.handle_at(at, state.is_finger));
    let start = now();
    let shape = picture.shape_at(at);
    measure("scene.query", start);
    let press = Press {
        from: at,
        window: (f64::from(event.client_x()), f64::from(event.client_y())),
        shape,
        handle,
        shift: event.shift_key(),
        adds: event.shift_key() || event.ctrl_key() || event.meta_key(),
        button: event.button(),
    };
    if state.is_finger && handle.is_none() {
        let controller = controller.clone();
        state.holding = Some(Timeout::new(HOLD_MS, move || {
            controller.state.borrow_mut().gesture = Gesture::Held(press);
            controller.picture.hold(true);
        }));
    }
    state.gesture = Gesture::Press(press);
}

fn pinch_of(state: &PointerState) -> Gesture {
    let mut fingers = state.fingers.values();
    match (fingers.next(), fingers.next()) {
        (Some(one), Some(other)) => Gesture::Pinch { middle: (*one + *other) / 2.0, apart: one.distance(*other) },
        _ => Gesture::None,
    }
}

fn drag(controller: &Controller, event: &PointerEvent) {
    let picture = &controller.picture;
    let at = place(picture, event);
    let mut state = controller.state.borrow_mut();
    if state.fingers.contains_key(&event.pointer_id()) {
        state.fingers.insert(event.pointer_id(), at);
    }
    if let Gesture::Press(press) = &state.gesture {
        let slop = if state.is_finger { SLOP.1 } else { SLOP.0 };
        if press.from.distance(at) < slop {
            return;
        }
        let press = *press;
        state.holding = None;
        state.gesture = begin(controller, &press, state.is_finger);
    }
    let mut camera = picture.camera();
    let size = picture.size();
    let is_finger = state.is_finger;
    match &mut state.gesture {
        Gesture::None => {
            if event.buttons() == 0 && !is_finger {
                picture.hover(picture.shape_at(at));
            }
        }
        Gesture::Press(_) | Gesture::Held(_) => {}
        Gesture::Turn { last } => {
            let by = (at - *last) * TURN;
            *last = at;
            camera.orbit(-by.x, by.y);
            picture.look(camera);
        }
        Gesture::Pan { last } => {
            camera.pan(at - *last, size);
            *last = at;
            picture.look(camera);
        }
        Gesture::Drag(dragging) => {
            let snap = controller.snaps() != event.alt_key();
            if let Some(drag) = dragging.at(picture, at, snap) {
                dragging.drag = drag;
                let by = drag.transform(dragging.gizmo.middle);
                picture.preview(Some(Preview { shapes: dragging.previewed.clone(), by }));
            }
        }
        Gesture::Frame { from, to } => {
            *to = at;
            picture.frame_from(Some((*from, at)));
        }
        Gesture::Pinch { middle, apart } => {
            let (before, from) = (*middle, *apart);
            let next = pinch_of(&state);
            if let Gesture::Pinch { middle, apart } = next {
                camera.pan(middle - before, size);
                camera.zoom((apart / from.max(1.0)).clamp(0.2, 5.0), middle, size);
                picture.look(camera);
            }
            state.gesture = next;
        }
    }
}

/// The gesture that a press becomes once it moves (H2, H3).
fn begin(controller: &Controller, press: &Press, is_finger: bool) -> Gesture {
    let picture = &controller.picture;
    if press.button != 0 {
        return Gesture::Pan { last: press.from };
    }
    let selected = picture.selected();
    let (Some(scene), true) = (picture.scene(), controller.may_change()) else {
        return Gesture::Turn { last: press.from };
    };
    if let (Some(handle), Some(gizmo)) = (press.handle, picture.gizmo()) {
        let from = (press.from, gizmo.middle);
        return Gesture::Drag(Box::new(Dragging::new(selected, gizmo, Some(handle), from)));
    }
    let Some(shape) = press.shape.filter(|shape| !is_finger || selected.contains(shape)) else {
        if press.shift {
            return Gesture::Frame { from: press.from, to: press.from };
        }
        return Gesture::Turn { last: press.from };
    };
    let shapes = if selected.contains(&shape) { selected } else { vec![shape] };
    controller.store.dispatch(Msg::Scene(SceneMsg::Select(scene, shapes.clone())));
    let hit = picture.read(|world| world.get(shape).map(|item| item.middle)).flatten();
    let start = hit.and_then(|middle| on_plane(picture, press.from, middle));
    let (Some(start), Some(gizmo)) = (start, picture.gizmo_of(&shapes)) else {
        return Gesture::Turn { last: press.from };
    };
    picture.hover(None);
    Gesture::Drag(Box::new(Dragging::new(shapes, gizmo, None, (press.from, start))))
}

impl Dragging {
    fn new(shapes: Vec<ShapeId>, gizmo: Gizmo, handle: Option<Handle>, from: (DVec2, DVec3)) -> Self {
        let previewed = Rc::new(shapes.iter().copied().collect());
        Self { shapes, previewed, gizmo, handle, from, drag: Drag::Move(DVec3::ZERO) }
    }

    /// The change that the drag makes with the pointer at a pixel.
    fn at(&self, picture: &Picture, pixel: DVec2, snap: bool) -> Option<Drag> {
        if let Some(handle) = self.handle {
            return self.gizmo.drag(handle, self.from.0, pixel, snap);
        }
        let by = on_plane(picture, pixel, self.from.1)? - self.from.1;
        Some(Drag::Move(if snap { on_grid(by) } else { by }))
    }
}

/// The point at a pixel on the plane in which shapes are moved through a point: level, or in the plane of the picture
/// where that is seen from its edge.
fn on_plane(picture: &Picture, pixel: DVec2, through: DVec3) -> Option<DVec3> {
    let camera = picture.camera();
    let ray = camera.ray(pixel, picture.size());
    let [_, _, back] = camera.axes();
    let normal = if back.y.abs() > 0.15 { DVec3::Y } else { back };
    let distance = ray.meets(through, normal)?;
    let far = (camera.eye() - through).length() * 20.0;
    (distance < far || !camera.has_perspective()).then(|| ray.at(distance))
}

fn release(controller: &Controller, event: &PointerEvent) {
    let picture = &controller.picture;
    let gesture = {
        let mut state = controller.state.borrow_mut();
        state.fingers.remove(&event.pointer_id());
        state.holding = None;
        let gesture = std::mem::take(&mut state.gesture);
        if state.fingers.len() == 1
            && let Some(last) = state.fingers.values().next().copied()
        {
            // The finger that is left goes on turning the view.
            state.gesture = Gesture::Turn { last };
            return;
        }
        gesture
    };
    let Some(scene) = picture.scene() else { return };
    match gesture {
        Gesture::Held(press) => {
            suppress_click();
            picture.hold(false);
            controller.open(&press);
        }
        Gesture::Press(press) if press.button == 2 => controller.open(&press),
        Gesture::Press(press) if press.button == 0 && press.handle.is_none() => {
            let msg = match press.shape {
                Some(shape) if press.adds => SceneMsg::Toggle(scene, shape),
                Some(shape) => SceneMsg::Select(scene, vec![shape]),
                None if press.adds => return,
                None => SceneMsg::Select(scene, Vec::new()),
            };
            controller.store.dispatch(Msg::Scene(msg));
        }
        Gesture::Drag(dragging) => {
            // The shapes are where they are dropped before the picture stops drawing them there.
            if let Some(msg) = dragging.done(scene) {
                controller.store.dispatch(Msg::Scene(msg));
            }
            picture.preview(None);
        }
        Gesture::Frame { from, to } => {
            picture.frame_from(None);
            let mut selection = picture.selected();
            selection.extend(framed(picture, from, to));
            controller.store.dispatch(Msg::Scene(SceneMsg::Select(scene, selection)));
        }
        _ => {}
    }
}

impl Dragging {
    /// Returns the command that applies the drag.
    fn done(&self, scene: espalier_model::SceneId) -> Option<SceneMsg> {
        if self.drag.is_nothing() {
            return None;
        }
        let round = |value: f64| (value * 1_000.0).round() / 1_000.0;
        let shapes = self.shapes.clone();
        let call = match self.drag {
            Drag::Move(by) => {
                let [dx, dy, dz] = by.to_array().map(round);
                MoveShapes { shapes, dx: Some(dx), dy: Some(dy), dz: Some(dz) }.into()
            }
            Drag::Turn(degrees) => RotateShapes::new(shapes, round(degrees)).into(),
            Drag::Scale(factor) => ScaleShapes::new(shapes, round(factor)).into(),
        };
        Some(SceneMsg::Do(scene, call))
    }
}

/// The shapes whose middles are drawn in a frame.
fn framed(picture: &Picture, from: DVec2, to: DVec2) -> Vec<ShapeId> {
    let (low, high) = (from.min(to), from.max(to));
    let (camera, size) = (picture.camera(), picture.size());
    let matrix = camera.matrix(size);
    let is_inside =
        |middle: DVec3| project(&matrix, middle, size).is_some_and(|at| at.cmpge(low).all() && at.cmple(high).all());
    let found = picture.read(|world| {
        let seen = world.in_view(&camera.planes(size)).into_iter().filter_map(|slot| world.item(slot));
        let mut framed: Vec<ShapeId> = seen.filter(|item| is_inside(item.middle)).map(|item| item.row.id).collect();
        framed.sort_unstable();
        framed
    });
    found.unwrap_or_default()
}

fn give_up(controller: &Controller, event: &PointerEvent) {
    let mut state = controller.state.borrow_mut();
    state.fingers.remove(&event.pointer_id());
    (state.gesture, state.holding) = (Gesture::None, None);
    controller.picture.hold(false);
    controller.picture.preview(None);
    controller.picture.frame_from(None);
}
