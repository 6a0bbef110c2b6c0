//! Viewport of the canvas: its elements, the camera, and the map as it is drawn.

mod fitting;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use self::fitting::Fitting;
use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use yew::prelude::*;

use crate::kit::dom::{focus, focus_on_page, has_focus, measure, now, set_property};
use crate::mindmap::anchor::anchor;
use crate::mindmap::camera::{Camera, STEP};
use crate::mindmap::measure::Ruler;
use crate::mindmap::render_tree::{LabelCache, RenderTree};
use crate::store::Store;
use espalier_app::maps::{self, MapView};
use espalier_mindmap::label::{LEADING, MAX_LINE, Rank};
use espalier_mindmap::layout::{Arrangement, Point, Rect};
use espalier_model::{MapId, NodeId};

/// Shared state of the canvas; a clone is a handle to the same viewport.
#[derive(Clone, Default)]
pub struct Viewport {
    /// The element around everything.
    pub container: NodeRef,
    /// The group that is panned and zoomed.
    pub world: NodeRef,
    /// The selection frame.
    pub marquee: NodeRef,
    /// The window in the map in small.
    pub window: NodeRef,
    /// The field of the title.
    pub field: NodeRef,
    /// Copy of the dragged node under the pointer.
    pub carried: NodeRef,
    inner: Rc<Inner>,
}

impl PartialEq for Viewport {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }
}

#[derive(Default)]
struct Inner {
    camera: Cell<Camera>,
    rendered: RefCell<Option<Rc<RenderTree>>>,
    draw: RefCell<Option<UseStateSetter<Option<Rect>>>>,
    drawn: Cell<Option<Rect>>,
    ruler: RefCell<Ruler>,
    labels: RefCell<LabelCache>,
    cameras: RefCell<BTreeMap<MapId, (Camera, Fitting)>>,
    fitting: RefCell<Fitting>,
    /// Whether the map is on paper, where it has no camera.
    printing: Cell<bool>,
    /// The part of the container that nothing lies over.
    free: Cell<Rect>,
    /// The previous drawing.
    before: RefCell<Option<Before>>,
    /// Time until which nothing scrolls by itself after a press, in milliseconds.
    still: Cell<f64>,
    /// Number of the edit whose title the field holds (see `Editing::call`).
    given: Cell<u64>,
}

/// A previous drawing: a map, its focused node, and where that was.
struct Before {
    map: MapId,
    node: NodeId,
    rect: Rect,
    rendered: Rc<RenderTree>,
}

impl Viewport {
    pub fn rendered(&self) -> Option<Rc<RenderTree>> {
        self.inner.rendered.borrow().clone()
    }

    pub fn camera(&self) -> Camera {
        self.inner.camera.get()
    }

    pub fn set_rendered(&self, rendered: Option<Rc<RenderTree>>) {
        *self.inner.rendered.borrow_mut() = rendered;
    }

    /// Sets the state that is updated when another part of the map is to be drawn.
    pub fn draw_with(&self, draw: UseStateSetter<Option<Rect>>) {
        *self.inner.draw.borrow_mut() = Some(draw);
    }

    /// Measures and arranges a map.
    pub fn arrange(&self, view: &Rc<MapView>, arrangement: Arrangement) -> Rc<RenderTree> {
        let start = now();
        let mut ruler = self.inner.ruler.borrow_mut();
        let mut labels = self.inner.labels.borrow_mut();
        let rendered = RenderTree::new(view, arrangement, &mut labels, &mut |text, size| ruler.width(text, size));
        measure("map.layout", start);
        Rc::new(rendered)
    }

    /// Begins to listen to the window; ends when the result is dropped.
    pub fn mount(&self) -> impl FnOnce() + use<> {
        self.inner.ruler.borrow_mut().open();
        self.settle();
        self.inner.free.set(self.free());
        let wheeled = self.clone();
        let sizes = self.watch_sizes();
        let printed = web_sys::window().map(|window| {
            [("beforeprint", true), ("afterprint", false)].map(|(event, whole)| {
                let viewport = self.clone();
                EventListener::new(&window, event, move |_| viewport.print(whole))
            })
        });
        let wheel = self.container.get().map(|container| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&container, "wheel", options, move |event| {
                if let Some(event) = event.dyn_ref::<WheelEvent>() {
                    event.prevent_default();
                    wheeled.wheel(event);
                }
            })
        });
        move || drop((sizes, printed, wheel))
    }

    /// Returns the container's position in the page.
    pub fn origin(&self) -> (f64, f64) {
        let rect = self.container.cast::<web_sys::Element>().map(|element| element.get_bounding_client_rect());
        rect.map_or((0.0, 0.0), |rect| (rect.left(), rect.top()))
    }

    /// The point of the map under a pointer.
    pub fn point(&self, event: &MouseEvent) -> Point {
        let (left, top) = self.origin();
        self.camera().point(f64::from(event.client_x()) - left, f64::from(event.client_y()) - top)
    }

    /// Moves the dragged copy to the pointer, which is at this point of the map.
    pub fn carry(&self, point: Point) {
        if let Some(element) = self.carried.cast::<web_sys::Element>() {
            // A plain attribute of a plain element; setting it does not fail.
            let _ = element.set_attribute("transform", &Self::beside(point));
        }
    }

    /// Returns the `transform` of a copy dragged at a point: beside it, so that what is below the pointer can be seen.
    pub fn beside(point: Point) -> String {
        format!("translate({:.1} {:.1})", point.x + 12.0, point.y + 10.0)
    }

    /// The names of the typefaces of titles.
    pub fn family(&self) -> String {
        self.inner.ruler.borrow().family().to_owned()
    }

    /// Changes the camera by hand.
    pub fn move_camera(&self, change: impl FnOnce(&mut Camera)) {
        let mut camera = self.camera();
        change(&mut camera);
        self.inner.camera.set(camera);
        self.inner.fitting.take();
        self.settle();
    }

    fn wheel(&self, event: &WheelEvent) {
        let (left, top) = self.origin();
        let (x, y) = (f64::from(event.client_x()) - left, f64::from(event.client_y()) - top);
        let lines = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE { 16.0 } else { 1.0 };
        let (dx, dy) = (event.delta_x() * lines, event.delta_y() * lines);
        // A pinch on a touchpad comes as a wheel with Ctrl; two fingers come in small or slanted steps, a wheel in large.
        let is_wheel = dx == 0.0 && dy.abs() >= 40.0 && dy.fract() == 0.0;
        self.move_camera(|camera| {
            if event.shift_key() {
                camera.pan(-dx - dy, 0.0);
            } else if event.ctrl_key() || event.meta_key() {
                camera.zoom_at(x, y, (-dy * 0.01).clamp(-0.5, 0.5).exp());
            } else if is_wheel {
                camera.zoom_at(x, y, (-dy * 0.002).clamp(-0.5, 0.5).exp());
            } else {
                camera.pan(-dx, -dy);
            }
        });
    }

    /// Shows all of the map as a picture for printing, or no longer.
    fn print(&self, whole: bool) {
        let Some(world) = self.world.cast::<web_sys::Element>() else { return };
        let (Some(svg), Some(rendered)) = (world.parent_element(), self.rendered()) else { return };
        self.inner.printing.set(whole);
        // Plain attributes of plain elements; setting them does not fail.
        if whole {
            let all = rendered.layout.bounds.grown(24.0);
            let _ = svg.set_attribute("viewBox", &format!("{} {} {} {}", all.x, all.y, all.width, all.height));
            let _ = world.remove_attribute("transform");
            self.inner.drawn.set(Some(all));
            if let Some(draw) = &*self.inner.draw.borrow() {
                draw.set(Some(all));
            }
        } else {
            let _ = svg.remove_attribute("viewBox");
            self.inner.drawn.set(None);
            self.resized();
            self.settle();
        }
    }

    /// Puts the camera's state into the page, and has it drawn again if more has come into sight.
    pub fn settle(&self) {
        let Some(element) = self.container.cast::<web_sys::Element>().filter(|_| !self.inner.printing.get()) else {
            return;
        };
        let mut camera = self.camera();
        (camera.width, camera.height) = (f64::from(element.client_width()), f64::from(element.client_height()));
        self.inner.camera.set(camera);
        if let Some(world) = self.world.cast::<web_sys::Element>() {
            // A plain attribute of a plain element; setting it does not fail.
            let _ = world.set_attribute("transform", &camera.transform());
        }
        self.place_field();
        self.place_window();
        if self.inner.drawn.get().is_none_or(|drawn| !camera.is_within(&drawn)) {
            let drawn = camera.drawn();
            self.inner.drawn.set(Some(drawn));
            if let Some(draw) = &*self.inner.draw.borrow() {
                draw.set(Some(drawn));
            }
        }
    }

    /// Puts the frame of the window onto the map in small.
    fn place_window(&self) {
        let Some(frame) = self.window.cast::<web_sys::Element>() else { return };
        let seen = self.camera().seen();
        let values = [("x", seen.x), ("y", seen.y), ("width", seen.width), ("height", seen.height)];
        for (name, value) in values {
            // A plain attribute of a plain element; setting it does not fail.
            let _ = frame.set_attribute(name, &format!("{value:.0}"));
        }
        // A map that is in sight as a whole is not shown a second time.
        let bounds = self.rendered().map(|rendered| rendered.layout.bounds).unwrap_or_default();
        if let Some(overview) = frame.parent_element() {
            let _ = overview.set_attribute("data-idle", if seen.contains_all(&bounds) { "true" } else { "false" });
        }
    }

    /// Puts the field of the title over the words of the node it belongs to, with letters and width as they are there.
    pub fn place_field(&self) {
        let placed = self.inner.before.borrow().as_ref().map(|before| (before.node, before.rect));
        let Some((node, rect)) = placed else { return };
        let (camera, rendered) = (self.camera(), self.rendered());
        let label = rendered.as_ref().and_then(|rendered| Some(&rendered.labels[rendered.index(node)? as usize]));
        let (rank, text_x) = label.map_or((Rank::Leaf, Rank::Leaf.pad_x()), |label| (label.rank, label.text_x()));
        // It has the padding of the node; marks before the title stay in sight.
        let left = rect.x + f64::from(text_x - rank.pad_x());
        let (x, y) = ((left - camera.x) * camera.zoom, (rect.y - camera.y) * camera.zoom);
        set_property(&self.field, "transform", &format!("translate({x:.1}px,{y:.1}px) scale({:.3})", camera.zoom));
        let width = label.map_or(rect.width, |label| f64::from(label.room() + 2.0 * rank.pad_x()));
        set_property(&self.field, "min-width", &format!("{width:.0}px"));
        set_property(&self.field, "max-width", &format!("{:.0}px", MAX_LINE + 2.0 * rank.pad_x() + 1.0));
        let lines = label.map_or(1, |label| label.lines.len().max(1)) as f32 * rank.font() * LEADING;
        set_property(&self.field, "min-height", &format!("{:.0}px", (lines + 2.0 * rank.pad_y()).ceil()));
        set_property(&self.field, "padding", &format!("{}px {}px", rank.pad_y(), rank.pad_x()));
        set_property(&self.field, "text-align", if rank == Rank::Leaf { "start" } else { "center" });
        set_property(&self.field, "font-size", &format!("{}px", rank.font()));
        set_property(&self.field, "font-weight", &Rank::weight_of(rank.font()).to_string());
    }

    /// After drawing: what one looks at stays where it was, and what the keyboard reached comes into sight (V2, V3).
    pub fn follow(&self, map: MapId, primary: Option<NodeId>) {
        let start = now();
        let Some(rendered) = self.rendered() else { return };
        let Some((node, rect)) = primary.and_then(|node| Some((node, rendered.rect(node)?))) else { return };
        let arrangement = rendered.layout.arrangement;
        let mut camera = self.camera();
        let before = self.inner.before.take();
        let mut fitting = self.inner.fitting.take();
        match &before {
            Some(before) if before.map == map && before.rendered.layout.arrangement == arrangement => {
                let known = before.rendered.rect(node).is_some();
                if let Some((old, new)) = anchor(&before.rendered, &rendered, node, before.node) {
                    let (from, to) = (old.centre(), new.centre());
                    // A node that grew while it was edited grows away from its parent.
                    let same = (old.width - new.width).abs() < 0.5;
                    let x = if same { to.x - from.x } else { 0.0 };
                    for camera in std::iter::once(&mut camera).chain(&mut fitting.away) {
                        (camera.x, camera.y) = (camera.x + x, camera.y + to.y - from.y);
                    }
                }
                let stood = camera;
                // What was pressed by hand was in sight, and moves not a pixel.
                if !known || now() > self.inner.still.get() {
                    camera.reveal(&rect);
                    self.avoid(&mut camera, &rect);
                }
                // Where the keyboard leads is one's own view, unless it is only beside a panel.
                if camera != stood && fitting.away.is_none() {
                    fitting = Fitting::default();
                }
            }
            _ => {
                if let Some(before) = &before {
                    self.inner.cameras.borrow_mut().insert(before.map, (camera, fitting));
                }
                let is_other = before.as_ref().is_some_and(|before| before.map != map);
                let kept = self.inner.cameras.borrow().get(&map).cloned().filter(|_| is_other);
                if let Some((kept, how)) = kept {
                    camera = Camera { width: camera.width, height: camera.height, ..kept };
                    camera.reveal(&rect);
                    fitting = how;
                } else {
                    fitting = Fitting::OPENED;
                    camera = self.fitted(&rendered, &rect, &self.inner.free.get(), &fitting);
                }
            }
        }
        *self.inner.before.borrow_mut() = Some(Before { map, node, rect, rendered });
        *self.inner.fitting.borrow_mut() = fitting;
        self.inner.camera.set(camera);
        self.settle();
        self.focus_node(node);
        measure("map.render", start);
    }

    /// Prevents automatic scrolling for a moment after a press, so that nothing moves under the pointer.
    pub fn keep_still(&self) {
        const LONG_MS: f64 = 700.0;
        self.inner.still.set(now() + LONG_MS);
    }

    /// Moves a camera until what lies over the map does not cover a part of it.
    fn avoid(&self, camera: &mut Camera, rect: &Rect) {
        for selector in [".map-overview:not([data-idle=true])", ".map-side > *"] {
            if let Some(over) = self.place_of(selector) {
                camera.avoid(rect, &over);
            }
        }
    }

    /// Gives the focus to a node, if the map has it.
    pub fn focus_node(&self, node: NodeId) {
        let document = web_sys::window().and_then(|window| window.document());
        let active = document.and_then(|document| document.active_element());
        let Some(container) = self.container.get() else { return };
        let is_here =
            active.as_ref().is_none_or(|active| active.tag_name() == "BODY" || container.contains(Some(active)));
        // One who types, or chooses from a list on a node, goes on with that.
        let is_busy = active.is_some_and(|active| {
            active.tag_name() == "TEXTAREA" || active.closest("[role=menu]").is_ok_and(|menu| menu.is_some())
        });
        if is_here && !is_busy {
            self.take_focus(node);
        }
    }

    /// Gives the focus to a node.
    pub fn take_focus(&self, node: NodeId) {
        let selector = format!("[data-id=\"{node}\"]");
        let found =
            self.world.cast::<web_sys::Element>().and_then(|world| world.query_selector(&selector).ok().flatten());
        if let Some(element) = found.and_then(|element| element.dyn_into::<web_sys::SvgElement>().ok()) {
            let _ = element.focus();
        }
    }

    /// Gives the focus back from the field to the map, and to the node that the keyboard is at.
    fn return_focus(&self, primary: Option<NodeId>) {
        // The node may not be drawn yet; then it takes the focus from the map once it is.
        focus(&self.container);
        if let Some(node) = primary {
            self.take_focus(node);
        }
    }

    /// Gives the focus to the field, empty, so that what is typed now begins there.
    pub fn begin_word(&self) {
        if let Some(field) = self.field.cast::<web_sys::HtmlTextAreaElement>() {
            field.set_value("");
            let _ = field.focus();
        }
    }

    /// Gives the field to the title that is edited now, at once and only once; where none is, it is emptied, and the map
    /// has the keyboard again. So a key that follows is never one of the title before.
    pub fn hand_over(&self, store: &Store, map: MapId) {
        let Some(field) = self.field.cast::<web_sys::HtmlTextAreaElement>() else { return };
        let editing = store.read(|model| model.maps.looks.get(&map).and_then(|look| look.editing.clone()));
        let call = editing.as_ref().map_or(0, |editing| editing.call);
        if self.inner.given.replace(call) == call {
            return;
        }
        let text = editing.as_ref().map_or("", |editing| editing.text.as_str());
        if field.value() != text {
            field.set_value(text);
        }
        match editing {
            Some(editing) => {
                focus_on_page(&field);
                if editing.all {
                    field.select();
                }
            }
            None if has_focus(&field) => self.return_focus(store.read(|model| model.maps.primary(map))),
            None => {}
        }
    }

    /// Returns the text in the field, if it has been given to the title that is edited now.
    pub fn edited_text(&self, store: &Store, map: MapId) -> Option<String> {
        let call = store.read(|model| Some(model.maps.looks.get(&map)?.editing.as_ref()?.call))?;
        let field = self.field.cast::<web_sys::HtmlTextAreaElement>().filter(|_| self.inner.given.get() == call)?;
        Some(field.value())
    }

    /// Moves the camera as asked.
    pub fn aim(&self, wish: maps::Camera) {
        let Some(rendered) = self.rendered() else { return };
        self.move_camera(|camera| match wish {
            maps::Camera::In => camera.zoom_by(STEP),
            maps::Camera::Out => camera.zoom_by(1.0 / STEP),
            maps::Camera::Reset => camera.zoom_by(1.0 / camera.zoom),
            maps::Camera::Fit => {}
            maps::Camera::Center(node) => {
                if let Some(rect) = rendered.rect(node) {
                    camera.center(&rect);
                }
            }
            maps::Camera::Read(node) => {
                if let Some(rect) = rendered.rect(node) {
                    camera.read(&rect);
                }
            }
        });
        if wish == maps::Camera::Fit {
            self.fit_whole(&rendered);
        }
    }
}
