//! The scrolled view of a long list, as far as it has to be measured: which rows are mounted, what is kept in place.
//!
//! - S1 What the reader looks at stays where it is, whatever is mounted, measured or removed around it: the first row on
//!   the screen is the anchor, and after every change it is put back where it was, but for what the reader has scrolled
//!   in the meantime. Within a row of which only a part is mounted, what is first on the screen of that part is.
//! - S2 While the view follows the end, it shows the end.
//! - S3 Heights above and below what is mounted are stood in for by two spaces, drawn together with the rows, so that the
//!   two never disagree.
//!
//! The arithmetic is in [`super::scroll_state`].

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element, HtmlElement, ResizeObserverEntry};
use yew::prelude::*;

use super::scroll_state::{Anchor, SAME_PX, ScrollState};
use crate::kit::sizes::Sizes;
use crate::windowed::ScrollHost;
use espalier_model::MessageId;

/// Where a row that was jumped to stands, as a part of the view's height.
const AIM: f64 = 0.12;

/// How much of the view's height a page is.
const PAGE: f64 = 0.875;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Nodes {
    pub view: NodeRef,
    /// The space above the rows, with which the content begins.
    pub before: NodeRef,
    /// The element whose children are the rows, each with `data-id`.
    pub list: NodeRef,
}

/// Measures a scrolled list, decides which rows are mounted and keeps the anchor in place.
pub struct Scroller {
    pub nodes: Nodes,
    state: RefCell<ScrollState>,
    redraw: Callback<()>,
    sizes: RefCell<Option<Sizes>>,
    redraw_asked: Cell<bool>,
    held: Cell<Option<MessageId>>,
    /// Whether all rows are drawn, for printing.
    whole: Cell<bool>,
    /// Element within the anchor that is kept in place.
    inner: RefCell<Option<Inner>>,
}

/// An element within a row, and where it stood, as in [`Anchor`].
struct Inner {
    element: Element,
    offset: f64,
    scrolled: f64,
}

impl ScrollHost for Scroller {
    fn follows(&self) -> bool {
        self.state.borrow().follows()
    }

    fn keep(&self) {
        self.settle();
    }
}

impl PartialEq for Scroller {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Scroller {
    /// A view that asks for another drawing with `redraw`.
    pub fn new(redraw: Callback<()>) -> Rc<Self> {
        Rc::new(Self {
            nodes: Nodes::default(),
            state: RefCell::default(),
            redraw,
            sizes: RefCell::default(),
            redraw_asked: Cell::new(false),
            held: Cell::new(None),
            whole: Cell::new(false),
            inner: RefCell::default(),
        })
    }

    /// The rows to draw of this list, whose last one may be an answer that is coming, and the heights of the spaces
    /// before and after them.
    pub fn rows(&self, path: &Rc<Vec<MessageId>>, coming: bool) -> (Range<usize>, [f64; 2]) {
        let mut state = self.state.borrow_mut();
        if !Rc::ptr_eq(&state.path, path) {
            state.take(path, coming);
        }
        if self.whole.get() {
            return (0..path.len(), [0.0, 0.0]);
        }
        (state.mounted.clone(), state.spaces())
    }

    /// Draws all rows for printing, or no longer. Then it takes the size of the screen again, since the one of paper,
    /// on which everything is in sight, may have been measured before printing was said to begin.
    pub fn print(&self, whole: bool) {
        self.whole.set(whole);
        if let Some(rect) = self.rect().filter(|_| !whole) {
            let mut state = self.state.borrow_mut();
            state.resize((rect.width(), rect.height()));
            state.mount(0);
        }
        self.redraw.emit(());
    }

    /// Keeps everything where it is around a row, and that row on the screen, until told otherwise. To be called before
    /// the row is drawn in its other shape.
    pub fn hold(&self, id: Option<MessageId>) {
        if self.held.replace(id) == id {
            return;
        }
        self.state.borrow_mut().held = id.is_some();
        let Some(id) = id else { return };
        self.state.borrow_mut().follow.following = false;
        self.remember_anchor();
        if self.element(id).is_none() {
            let mut state = self.state.borrow_mut();
            if let Some(row) = state.row(id) {
                state.aim = Some(id);
                state.mounted = state.heights.range_around(row, state.size.1);
            }
        }
    }

    /// Whether the end of the list is on the screen, or followed.
    pub fn is_at_end(&self) -> bool {
        let state = self.state.borrow();
        state.at_end || state.follows()
    }

    /// Goes to the end and follows it.
    pub fn to_end(&self) {
        {
            let mut state = self.state.borrow_mut();
            state.follow.following = true;
            state.held = false;
            state.aim = None;
            state.mounted = state.heights.range_at_end(state.size.1);
        }
        self.ask_for_redraw();
    }

    /// Goes to the beginning; says whether there is a view.
    pub fn to_start(&self) -> bool {
        self.scroll(|view| view.set_scroll_top(0))
    }

    /// Goes on, or back, by so many pages, with a little of what was seen; says whether there is a view.
    pub fn by_page(&self, pages: f64) -> bool {
        self.scroll(|view| view.scroll_by_with_x_and_y(0.0, pages * f64::from(view.client_height()) * PAGE))
    }

    fn scroll(&self, scroll: impl FnOnce(&Element)) -> bool {
        let view = self.nodes.view.cast::<Element>();
        self.state.borrow_mut().aim = None;
        if let Some(view) = &view {
            scroll(view);
        }
        view.is_some()
    }

    /// Goes to a row; says whether it is in the list.
    pub fn to_row(&self, id: MessageId) -> bool {
        {
            let mut state = self.state.borrow_mut();
            let Some(row) = state.row(id) else { return false };
            state.aim = Some(id);
            state.follow.following = false;
            state.mounted = state.heights.range_around(row, state.size.1);
        }
        self.ask_for_redraw();
        true
    }

    /// The element of a row, if it is mounted.
    pub fn element(&self, id: MessageId) -> Option<HtmlElement> {
        self.elements().find(|(row, _)| *row == id).and_then(|(_, element)| element.dyn_into().ok())
    }

    /// The first row on the screen.
    pub fn first_visible(&self) -> Option<MessageId> {
        self.state.borrow().anchor.map(|anchor| anchor.id)
    }

    /// After every drawing: measures what is mounted and puts the reader back to where they were (S1, S2).
    pub fn drawn(self: &Rc<Self>) {
        self.redraw_asked.set(false);
        if self.whole.get() {
            // Sizes on paper say nothing of the screen, to which it goes back.
            return;
        }
        let other_width = self.measure();
        self.settle();
        self.observe();
        if !self.choose() || other_width {
            self.ask_for_redraw();
        }
    }

    /// The view was scrolled.
    pub fn scrolled(&self) {
        let Some(view) = self.nodes.view.cast::<Element>().filter(|_| !self.whole.get()) else {
            return;
        };
        let was_at_end = self.is_at_end();
        if self.redraw_asked.get() && !self.state.borrow().follows() {
            // The rows may be other ones already, and not yet be put to where they belong.
            self.settle();
        }
        let (top, max, height) = extent(&view);
        {
            let mut state = self.state.borrow_mut();
            state.follow.scrolled(top, max, height);
            state.at_end = max - top <= state.size.1 / 2.0;
        }
        if !self.state.borrow().follows() {
            self.remember_anchor();
        }
        if !self.choose() || was_at_end != self.is_at_end() {
            self.ask_for_redraw();
        }
    }

    /// Watches nothing any more.
    pub fn stop(&self) {
        self.sizes.borrow_mut().take();
    }

    fn ask_for_redraw(&self) {
        if !self.redraw_asked.replace(true) {
            self.redraw.emit(());
        }
    }

    /// The mounted rows with their elements.
    fn elements(&self) -> impl Iterator<Item = (MessageId, Element)> {
        let rows = self.nodes.list.cast::<Element>().map(|list| list.children());
        rows.into_iter().flat_map(|rows| {
            (0..rows.length()).filter_map(move |index| {
                let element = rows.item(index)?;
                Some((id_of(&element)?, element))
            })
        })
    }

    /// Measures what is mounted; says whether the width is another one, so that everything else is to be measured anew.
    fn measure(&self) -> bool {
        let heights: Vec<(MessageId, f64)> =
            self.elements().map(|(id, element)| (id, element.get_bounding_client_rect().height())).collect();
        let size = self.rect().map(|rect| (rect.width(), rect.height()));
        let mut state = self.state.borrow_mut();
        let other_width = size.is_some_and(|size| state.resize(size));
        for (id, height) in heights {
            state.set_height(id, height);
        }
        other_width
    }

    fn rect(&self) -> Option<DomRect> {
        self.nodes.view.cast::<Element>().map(|view| view.get_bounding_client_rect())
    }

    /// Puts the view to where it belongs. Doing it twice changes nothing more.
    fn settle(&self) {
        let Some(view) = self.nodes.view.cast::<Element>() else {
            return;
        };
        let (top, max, height) = extent(&view);
        // The reader may have moved up without the browser having said so yet.
        self.state.borrow_mut().follow.scrolled(top, max, height);
        let by = self.distance(&view);
        if by.abs() > SAME_PX {
            view.scroll_by_with_x_and_y(0.0, by);
        }
        let following = {
            let mut state = self.state.borrow_mut();
            state.follow.put(f64::from(view.scroll_top()));
            state.at_end |= state.follows();
            state.follows()
        };
        if !following {
            self.remember_anchor();
        }
    }

    /// How far the view has to be scrolled.
    fn distance(&self, view: &Element) -> f64 {
        let (aim, anchor, following) = {
            let state = self.state.borrow();
            (state.aim, state.anchor, state.follows())
        };
        let top = view.get_bounding_client_rect().top();
        if let Some(element) = aim.and_then(|id| self.element(id)) {
            self.state.borrow_mut().aim = None;
            return element.get_bounding_client_rect().top() - top - f64::from(view.client_height()) * AIM;
        }
        if following {
            return f64::from(view.scroll_height() - view.client_height() - view.scroll_top());
        }
        let (Some(anchor), Some(scrolled)) = (anchor, self.scrolled_by()) else { return 0.0 };
        if let Some(inner) = self.inner.borrow().as_ref().filter(|inner| inner.element.is_connected()) {
            let offset = inner.offset - (scrolled - inner.scrolled);
            return inner.element.get_bounding_client_rect().top() - top - offset;
        }
        let offset = anchor.offset - (scrolled - anchor.scrolled);
        self.element(anchor.id).map_or(0.0, |element| element.get_bounding_client_rect().top() - top - offset)
    }

    /// How far the view is scrolled, with fractions of a pixel.
    fn scrolled_by(&self) -> Option<f64> {
        let first = self.nodes.before.cast::<Element>()?.get_bounding_client_rect();
        Some(self.rect()?.top() - first.top())
    }

    /// Remembers the first row on the screen, and where it stands.
    fn remember_anchor(&self) {
        let (Some(rect), Some(scrolled)) = (self.rect(), self.scrolled_by()) else { return };
        let first = self.elements().find_map(|(id, element)| {
            let row = element.get_bounding_client_rect();
            let offset = row.top() - rect.top();
            (row.bottom() > rect.top() + 1.0).then_some((Anchor { id, offset, scrolled }, element))
        });
        if let Some((anchor, element)) = first {
            self.state.borrow_mut().anchor = Some(anchor);
            let inner = innermost(&element, rect.top() + 1.0);
            *self.inner.borrow_mut() = inner.map(|element| {
                let offset = element.get_bounding_client_rect().top() - rect.top();
                Inner { element, offset, scrolled }
            });
        }
    }

    /// Chooses the rows to mount for the present place; says whether those that are mounted will do.
    fn choose(&self) -> bool {
        let Some(view) = self.nodes.view.cast::<Element>() else {
            return true;
        };
        self.state.borrow_mut().choose(f64::from(view.scroll_top()))
    }

    /// Watches the sizes of what is mounted, and of the view.
    fn observe(self: &Rc<Self>) {
        let mut sizes = self.sizes.borrow_mut();
        if sizes.is_none() {
            let scroller = Rc::downgrade(self);
            *sizes = Sizes::watched_by(move |entries| {
                if let Some(scroller) = scroller.upgrade() {
                    scroller.resized(entries);
                }
            });
        }
        if let Some(sizes) = sizes.as_mut() {
            let view = self.nodes.view.cast::<Element>();
            sizes.watch(self.elements().map(|(_, element)| element).chain(view).collect());
        }
    }

    /// The sizes of some of what is watched have changed. Called between layout and painting.
    fn resized(&self, entries: &Array) {
        if self.whole.get() {
            return;
        }
        let mut other_width = false;
        for entry in entries.iter() {
            let element = entry.unchecked_ref::<ResizeObserverEntry>().target();
            let rect = element.get_bounding_client_rect();
            let mut state = self.state.borrow_mut();
            match id_of(&element) {
                Some(id) => state.set_height(id, rect.height()),
                None => other_width |= state.resize((rect.width(), rect.height())),
            }
        }
        self.settle();
        if !self.choose() || other_width {
            self.ask_for_redraw();
        }
    }
}

/// Returns the first element below an edge, within long lists that are partly mounted (`ui::windowed`).
fn innermost(row: &Element, edge: f64) -> Option<Element> {
    let spaces = row.query_selector_all(".window-space").ok()?;
    let parents = (0..spaces.length()).filter_map(|index| spaces.get(index)?.parent_element());
    let found = parents.into_iter().find_map(|parent| {
        let children = parent.children();
        let children = (0..children.length()).filter_map(|index| children.item(index));
        let mut items = children.into_iter().filter(|child| !child.matches(".window-space").unwrap_or(false));
        items.find(|child| child.get_bounding_client_rect().bottom() > edge)
    })?;
    Some(innermost(&found, edge).unwrap_or(found))
}

/// The scroll position of a view, the largest one there is, and the view's height.
fn extent(view: &Element) -> (f64, f64, f64) {
    let height = view.client_height();
    (f64::from(view.scroll_top()), f64::from(view.scroll_height() - height), f64::from(height))
}

fn id_of(element: &Element) -> Option<MessageId> {
    element.get_attribute("data-id")?.parse().ok()
}
