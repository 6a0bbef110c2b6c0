//! The picture of a scene: its canvas and camera, drawn when something changed and at no other time.
//!
//! - P1 A frame is drawn only after something asked for it ([`Picture::wake`]), at most once per frame of the screen.
//! - P2 The camera is moved here while a hand moves it; the model is told when the hand has come to rest.
//! - P3 A lost graphics context is made again when the browser gives it back; nothing but the picture depends on it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::{Rc, Weak};

use glam::{DVec2, DVec3};
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CssStyleDeclaration, HtmlCanvasElement, ResizeObserver};
use yew::prelude::*;

use super::overlay::Overlay;
use super::painter::{Frame, PaintError, Painter, Preview, Rgb, Theme};
use crate::kit::dom::{measure, now};
use crate::store::Store;
use espalier_app::Msg;
use espalier_app::scenes::SceneMsg;
use espalier_app::scenes::agent::candidates;
use espalier_base::base64;
use espalier_model::{SceneId, ShapeId};
use espalier_scene::camera::Camera;
use espalier_scene::commands::middle_of;
use espalier_scene::geometry::Corners;
use espalier_scene::gizmo::Gizmo;
use espalier_scene::world::World;

/// Rest of the camera before the model is told, in milliseconds.
const REST_MS: u32 = 120;
/// More pixels than this are not drawn, whatever the screen has.
const MAX_PIXELS: f64 = 16e6;

/// A picture; a clone is the same one.
#[derive(Clone)]
pub struct Picture(Rc<Inner>);

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

struct Inner {
    canvas: NodeRef,
    paper: NodeRef,
    overlay: RefCell<Overlay>,
    store: Store,
    scene: Cell<Option<SceneId>>,
    camera: Cell<Camera>,
    /// The number of the last camera that was taken from the model.
    camera_calls: Cell<u64>,
    size: Cell<DVec2>,
    ratio: Cell<f64>,
    hovered: Cell<Option<ShapeId>>,
    preview: RefCell<Option<Preview>>,
    /// The shapes between which the person is asked to choose.
    candidates: RefCell<Vec<ShapeId>>,
    /// The selection of the model, by the number of its last change.
    selected: RefCell<(u64, Rc<BTreeSet<ShapeId>>)>,
    painter: RefCell<Option<Painter>>,
    /// The middle of the selection, with the state it was worked out of: the number of the selection, the world and its
    /// version.
    middle: Cell<Option<([u64; 3], DVec3)>>,
    /// The world that was drawn last without a failure, and its version.
    drawn: Cell<Option<(u64, u64)>>,
    asked: Cell<Option<i32>>,
    draw: RefCell<Option<Closure<dyn FnMut()>>>,
    resting: RefCell<Option<Timeout>>,
    /// State of the drawing, as it was reported last.
    told: Cell<State>,
    /// Told how the picture is drawn when that changes.
    state: RefCell<Option<Callback<State>>>,
}

/// State of the drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    /// Drawn as intended.
    #[default]
    Full,
    /// Without WebGL.
    Simple,
    /// Not at all, until the browser gives the graphics context back.
    Lost,
    /// Not at all: the graphics card cannot draw it as it is.
    Failed,
}

impl Picture {
    /// A picture that is not in the page yet.
    pub fn new(store: Store) -> Self {
        Self(Rc::new(Inner {
            canvas: NodeRef::default(),
            paper: NodeRef::default(),
            overlay: RefCell::default(),
            store,
            scene: Cell::default(),
            camera: Cell::default(),
            camera_calls: Cell::new(u64::MAX),
            size: Cell::new(DVec2::new(1.0, 1.0)),
            ratio: Cell::new(1.0),
            hovered: Cell::default(),
            preview: RefCell::default(),
            candidates: RefCell::default(),
            selected: RefCell::default(),
            painter: RefCell::default(),
            middle: Cell::default(),
            drawn: Cell::default(),
            asked: Cell::default(),
            draw: RefCell::default(),
            resting: RefCell::default(),
            told: Cell::default(),
            state: RefCell::default(),
        }))
    }

    pub fn canvas(&self) -> NodeRef {
        self.0.canvas.clone()
    }

    /// The element that names of shapes stand in.
    pub fn names(&self) -> NodeRef {
        self.0.overlay.borrow().names.clone()
    }

    /// The lines of the handles.
    pub fn handles(&self) -> [NodeRef; 5] {
        self.0.overlay.borrow().handles.clone()
    }

    /// Draws the outlines of shapes as they would be.
    pub fn show_ghosts(&self, ghosts: Vec<(NodeRef, Corners)>) {
        self.0.overlay.borrow_mut().ghosts = ghosts;
        self.wake();
    }

    /// The selection frame.
    pub fn marquee(&self) -> NodeRef {
        self.0.overlay.borrow().frame.clone()
    }

    /// Shows the frame between two points, or none.
    pub fn frame_from(&self, corners: Option<(DVec2, DVec2)>) {
        self.0.overlay.borrow().frame(corners);
    }

    /// Returns the picture's upper left corner in the window.
    pub fn corner(&self) -> DVec2 {
        let place = self.0.canvas.cast::<HtmlCanvasElement>().map(|canvas| canvas.get_bounding_client_rect());
        place.map_or(DVec2::ZERO, |place| DVec2::new(place.left(), place.top()))
    }

    /// Whether nothing may be changed.
    pub fn is_read_only(&self) -> bool {
        self.0.store.read(|model| model.read_only.is_some())
    }

    /// The picture as PNG; empty where the browser cannot write one.
    pub fn png(&self) -> Vec<u8> {
        // The pixels can be read only until the task ends in which they were drawn.
        self.draw();
        let url = self.0.canvas.cast::<HtmlCanvasElement>().and_then(|canvas| canvas.to_data_url().ok());
        let data = url.as_ref().and_then(|url| url.strip_prefix("data:image/png;base64,"));
        data.and_then(|data| base64::decode(data.trim_end_matches('='))).unwrap_or_default()
    }

    /// The element that stands for the picture on paper, where what a graphics card drew is gone.
    pub fn paper(&self) -> NodeRef {
        self.0.paper.clone()
    }

    /// Puts what is seen on paper.
    fn print(&self) {
        self.draw();
        let url = self.0.canvas.cast::<HtmlCanvasElement>().and_then(|canvas| canvas.to_data_url().ok());
        if let (Some(url), Some(paper)) = (url, self.0.paper.cast::<web_sys::HtmlImageElement>()) {
            paper.set_src(&url);
        }
    }

    /// The size in CSS pixels.
    pub fn size(&self) -> DVec2 {
        self.0.size.get()
    }

    pub fn camera(&self) -> Camera {
        self.0.camera.get()
    }

    pub fn scene(&self) -> Option<SceneId> {
        self.0.scene.get()
    }

    /// Begins to draw; ends when the result is called.
    pub fn mount(&self, state: Callback<State>) -> impl FnOnce() + use<> {
        *self.0.state.borrow_mut() = Some(state);
        *self.0.draw.borrow_mut() = Some(self.frame());
        let canvas = self.0.canvas.cast::<HtmlCanvasElement>();
        let listeners = canvas.as_ref().map(|canvas| {
            let (lost, back) = (self.clone(), self.clone());
            let options = gloo::events::EventListenerOptions::enable_prevent_default();
            [
                EventListener::new_with_options(canvas, "webglcontextlost", options, move |event| {
                    // Without this the browser does not give it back.
                    event.prevent_default();
                    lost.lose();
                }),
                EventListener::new(canvas, "webglcontextrestored", move |_| back.wake()),
            ]
        });
        let sized = self.clone();
        let resized = Closure::<dyn FnMut()>::new(move || sized.measure());
        let observer = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(canvas)) = (&observer, &canvas) {
            observer.observe(canvas);
        }
        self.measure();
        let printed = self.clone();
        let printing =
            web_sys::window().map(|window| EventListener::new(&window, "beforeprint", move |_| printed.print()));
        let picture = self.clone();
        move || {
            picture.rest();
            picture.stop();
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop((listeners, resized, printing));
        }
    }

    /// Takes the scene, the camera and the selection from the model, and draws.
    pub fn follow(&self, scene: SceneId) {
        let changed = self.0.scene.get() != Some(scene);
        if changed {
            // The model is told where the camera of the scene before came to rest (P2).
            self.rest();
            self.0.scene.set(Some(scene));
        }
        self.0.store.read(|model| {
            *self.0.candidates.borrow_mut() = candidates(model, scene);
            let Some(look) = model.scenes.looks.get(&scene) else { return };
            if changed || self.0.camera_calls.get() != look.camera_calls {
                self.0.camera_calls.set(look.camera_calls);
                self.0.camera.set(look.camera);
            }
            let mut selected = self.0.selected.borrow_mut();
            if changed || selected.0 != look.selections {
                *selected = (look.selections, Rc::new(look.selection.iter().copied().collect()));
            }
        });
        self.wake();
    }

    /// Moves the camera, and tells the model when it has come to rest (P2).
    pub fn look(&self, camera: Camera) {
        self.0.camera.set(camera);
        self.wake();
        let picture = Self(self.0.clone());
        *self.0.resting.borrow_mut() = Some(Timeout::new(REST_MS, move || picture.rest()));
    }

    fn rest(&self) {
        if let (Some(_), Some(scene)) = (self.0.resting.borrow_mut().take(), self.0.scene.get()) {
            self.0.store.dispatch(Msg::Scene(SceneMsg::Looked(scene, self.camera(), self.size())));
        }
    }

    pub fn hover(&self, shape: Option<ShapeId>) {
        if self.0.hovered.replace(shape) != shape {
            self.wake();
        }
    }

    /// Marks that a finger was held still long enough to open the list once it is let go.
    pub fn hold(&self, held: bool) {
        if let Some(canvas) = self.0.canvas.cast::<HtmlCanvasElement>() {
            // The canvas is ours, and so are its attributes.
            let _ = canvas.set_attribute("data-held", if held { "true" } else { "false" });
        }
    }

    /// Draws shapes elsewhere while they are dragged.
    pub fn preview(&self, preview: Option<Preview>) {
        *self.0.preview.borrow_mut() = preview;
        self.wake();
    }

    /// The nearest shape at a point of the picture.
    pub fn shape_at(&self, pixel: DVec2) -> Option<ShapeId> {
        let ray = self.camera().ray(pixel, self.size());
        let scene = self.scene()?;
        self.0.store.read(|model| {
            let world = model.world(scene)?;
            let (slot, _) = world.hit(&ray)?;
            world.item(slot).map(|item| item.row.id)
        })
    }

    /// Reads the world that is drawn.
    pub fn read<T>(&self, read: impl FnOnce(&World) -> T) -> Option<T> {
        let scene = self.scene()?;
        self.0.store.read(|model| model.world(scene).map(read))
    }

    pub fn selected(&self) -> Vec<ShapeId> {
        let scene = self.scene();
        let read = |model: &espalier_app::Model| Some(model.scenes.looks.get(&scene?)?.selection.clone());
        self.0.store.read(read).unwrap_or_default()
    }

    /// Returns the handles around the selection; `None` if it is empty, or nothing may be changed.
    pub fn gizmo(&self) -> Option<Gizmo> {
        let scene = self.scene().filter(|_| !self.is_read_only())?;
        let key = self.0.store.read(|model| {
            let (look, world) = (model.scenes.looks.get(&scene)?, model.world(scene)?);
            (!look.selection.is_empty()).then(|| [look.selections, world.id(), world.version()])
        })?;
        let known = self.0.middle.get().filter(|known| known.0 == key).map(|known| known.1);
        let middle = known.or_else(|| self.middle_of(&self.selected()))?;
        self.0.middle.set(Some((key, middle)));
        Some(Gizmo::new(middle, self.camera(), self.size()))
    }

    /// The handles around shapes.
    pub fn gizmo_of(&self, shapes: &[ShapeId]) -> Option<Gizmo> {
        self.middle_of(shapes).map(|middle| Gizmo::new(middle, self.camera(), self.size()))
    }

    fn middle_of(&self, shapes: &[ShapeId]) -> Option<DVec3> {
        let row = |world: &World, id: ShapeId| world.get(id).map(|item| item.row.clone());
        let rows: Vec<_> = self.read(|world| shapes.iter().filter_map(|id| row(world, *id)).collect())?;
        (!rows.is_empty()).then(|| middle_of(&rows))
    }

    /// Asks for a frame (P1).
    pub fn wake(&self) {
        let draw = self.0.draw.borrow();
        let Some(draw) = draw.as_ref().filter(|_| self.0.asked.get().is_none()) else { return };
        let window = web_sys::window();
        let asked = window.and_then(|window| window.request_animation_frame(draw.as_ref().unchecked_ref()).ok());
        self.0.asked.set(asked);
    }

    fn stop(&self) {
        if let (Some(window), Some(asked)) = (web_sys::window(), self.0.asked.take()) {
            // A frame that has come already is none to be called off.
            let _ = window.cancel_animation_frame(asked);
        }
        self.0.overlay.borrow_mut().clear();
        *self.0.painter.borrow_mut() = None;
        *self.0.draw.borrow_mut() = None;
        *self.0.state.borrow_mut() = None;
    }

    fn frame(&self) -> Closure<dyn FnMut()> {
        let inner: Weak<Inner> = Rc::downgrade(&self.0);
        Closure::new(move || {
            if let Some(inner) = inner.upgrade() {
                inner.asked.set(None);
                Self(inner).draw();
            }
        })
    }

    fn lose(&self) {
        *self.0.painter.borrow_mut() = None;
        self.tell(State::Lost);
    }

    /// Says that the scene cannot be drawn, and has the step taken back without which it could.
    fn fail(&self, error: &PaintError) {
        log::warn!("scene: {error}");
        *self.0.painter.borrow_mut() = None;
        self.tell(State::Failed);
        if let (Some(scene), Some((world, version)), Some(drawn)) = (self.scene(), self.state(), self.0.drawn.get())
            && world == drawn.0
            && version > drawn.1
        {
            self.0.store.dispatch(Msg::Scene(SceneMsg::NotDrawn(scene)));
        }
    }

    /// The world and its version.
    fn state(&self) -> Option<(u64, u64)> {
        self.read(|world| (world.id(), world.version()))
    }

    fn tell(&self, state: State) {
        if self.0.told.replace(state) != state
            && let Some(callback) = self.0.state.borrow().as_ref()
        {
            callback.emit(state);
        }
    }

    /// Takes the size of the canvas from the page.
    fn measure(&self) {
        let Some(canvas) = self.0.canvas.cast::<HtmlCanvasElement>() else { return };
        let place = canvas.get_bounding_client_rect();
        let size = DVec2::new(place.width(), place.height());
        if size.min_element() < 1.0 {
            return;
        }
        let ratio = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio()).max(0.5);
        let most = (MAX_PIXELS / (size.x * size.y)).sqrt();
        self.0.size.set(size);
        self.0.ratio.set(ratio.min(most));
        if let Some(scene) = self.scene() {
            self.0.store.dispatch(Msg::Scene(SceneMsg::Looked(scene, self.camera(), size)));
        }
        self.wake();
    }

    fn draw(&self) {
        let start = now();
        let Some(canvas) = self.0.canvas.cast::<HtmlCanvasElement>() else { return };
        let Some(theme) = theme(&canvas) else { return };
        if self.0.painter.borrow().is_none() {
            match Painter::new(&canvas) {
                Ok(painter) => *self.0.painter.borrow_mut() = Some(painter),
                Err(PaintError::Lost) => return self.lose(),
                Err(error) => {
                    log::warn!("scene: {error}");
                    return self.tell(State::Failed);
                }
            }
        }
        match self.paint(&canvas, theme) {
            Some(Ok(())) => {
                self.0.drawn.set(self.state());
                let is_plain = self.0.painter.borrow().as_ref().is_some_and(Painter::is_plain);
                self.tell(if is_plain { State::Simple } else { State::Full });
            }
            Some(Err(PaintError::Lost)) => self.lose(),
            Some(Err(error)) => self.fail(&error),
            None => {}
        }
        measure("scene.frame", start);
    }

    fn paint(&self, canvas: &HtmlCanvasElement, theme: Theme) -> Option<Result<(), PaintError>> {
        let selected = self.0.selected.borrow();
        let preview = self.0.preview.borrow();
        let gizmo = self.gizmo();
        let candidates = self.0.candidates.borrow();
        self.read(|world| {
            let frame = Frame {
                world,
                camera: self.camera(),
                size: self.size(),
                ratio: self.0.ratio.get(),
                selected: &selected.1,
                hovered: self.0.hovered.get().filter(|id| world.slot(*id).is_some()),
                candidates: &candidates,
                preview: preview.as_ref(),
                theme,
            };
            let (width, height) = frame.pixels();
            if (canvas.width(), canvas.height()) != (width, height) {
                canvas.set_width(width);
                canvas.set_height(height);
            }
            self.0.overlay.borrow_mut().place(&frame, gizmo.as_ref());
            self.0.painter.borrow_mut().as_mut().map_or(Ok(()), |painter| painter.paint(&frame))
        })
    }
}

/// The colours that the style of the canvas asks for.
fn theme(canvas: &HtmlCanvasElement) -> Option<Theme> {
    let style = web_sys::window()?.get_computed_style(canvas).ok()??;
    let color = |style: &CssStyleDeclaration, name: &str| rgb(&style.get_property_value(name).unwrap_or_default());
    Some(Theme {
        ground: color(&style, "background-color").unwrap_or([1.0; 3]),
        line: color(&style, "color").unwrap_or([0.5; 3]),
        accent: color(&style, "caret-color").unwrap_or([0.1, 0.4, 0.3]),
    })
}

/// Reads `rgb(1, 2, 3)` and `rgba(…)`, the form in which browsers give sRGB colours of a computed style.
fn rgb(text: &str) -> Option<Rgb> {
    let inside = text.trim().strip_prefix("rgb")?.trim_start_matches('a').strip_prefix('(')?;
    let mut parts = inside.split([',', ' ', '/', ')']).filter(|part| !part.is_empty());
    let mut part = || parts.next()?.parse::<f32>().ok().map(|value| value / 255.0);
    Some([part()?, part()?, part()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_a_computed_style_are_read() {
        assert_eq!(rgb("rgb(255, 0, 51)"), Some([1.0, 0.0, 0.2]));
        assert_eq!(rgb("rgba(0, 0, 0, 0.5)"), Some([0.0; 3]));
        assert_eq!(rgb("rgb(255 255 255 / 1)"), Some([1.0; 3]));
        assert_eq!(rgb("transparent"), None);
    }
}
