//! Long rows of siblings, of which only those near the window are in the page: the blocks of a long text, the items of a
//! long list, the rows of a long table.
//!
//! - W1 Two spaces stand for what is not there. The first child of the element is the space before, then come the items,
//!   one element each, then the space after.
//! - W2 What was measured is remembered; anything else is estimated, on the scale of what was measured.
//! - W3 While the view follows its end, what is added at the end is there at once.
//! - W4 What is selected, or has the focus, stays.
//! - W5 On paper everything is there. When the browser is asked to find something, what is missing comes little by little,
//!   so that it can be found.
//!
//! Keeping in place what the reader looks at is the business of whoever scrolls ([`ScrollHost`]), or of the browser. Must not
//! be in here: what an item looks like.

pub mod heights;

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Node};
use yew::prelude::*;

use self::heights::{Heights, Viewport};

/// Margin mounted beyond the window, in windows.
const OVERSCAN: f64 = 1.0;
/// Least margin before further items are mounted, in windows.
const MARGIN: f64 = 0.4;
/// The height assumed until the window was measured, in CSS pixels.
const WINDOW_PX: f64 = 900.0;
/// Differences below this are rounding, in CSS pixels.
const SAME_PX: f64 = 0.5;
/// Drawing may show other heights than were thought, and so ask for other items; so often at most without a reason.
const MOST_ROUNDS: u8 = 6;
/// Number of items mounted at once where all are to be mounted.
const SLICE: usize = 96;
/// The pause after that, in milliseconds.
const PAUSE_MS: u32 = 16;
/// The most items that all come for the browser to find something among them.
const MOST_SOUGHT: usize = 16_384;
/// The most items that stay because something is selected.
const MOST_SELECTED: usize = 4_096;
/// The most items that stay because one of them has the focus.
const MOST_FOCUSED: usize = 256;

/// The owner of the scrolled view around long lists.
pub trait ScrollHost {
    /// Whether the end is followed.
    fn follows(&self) -> bool;
    /// Puts the view to where it belongs after something in it has another height.
    fn keep(&self);
}

/// Context that hands the [`ScrollHost`] to the long lists in it.
#[derive(Clone)]
pub struct ScrollContext(pub Rc<dyn ScrollHost>);

impl PartialEq for ScrollContext {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Range of a long list that is to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct VisibleRange {
    /// The items.
    pub range: Range<usize>,
    /// The heights of the spaces before and after them.
    pub spaces: [f64; 2],
    /// Whether they are more than those near the window, so that the browser had better not draw them all.
    pub all: bool,
}

impl VisibleRange {
    /// The heights as attributes.
    pub fn attributes(&self) -> [String; 2] {
        self.spaces.map(|height| format!("{height:.2}"))
    }
}

/// Says which of `count` items in the element to draw: all of them, or those near the window if the row is longer than
/// the first of the limits. They come in groups of the second, so that groups can be components.
#[hook]
pub fn use_window(
    node: &NodeRef,
    count: usize,
    limits: (usize, usize),
    estimate: impl Fn(usize) -> f64,
) -> (Option<VisibleRange>, Rc<Window>) {
    let (most, step) = limits;
    let scroll_context = use_context::<ScrollContext>();
    let redraw = use_force_update();
    let made = use_memo((), {
        let node = node.clone();
        |()| Window::new(node, step, Callback::from(move |()| redraw.force_update()))
    });
    let window = (*made).clone();
    let is_long = count > most;
    *window.scroll_context.borrow_mut() = scroll_context;
    let seen = is_long.then(|| window.take(count, estimate));
    window.drawn_whole.set(if is_long { 0 } else { count });
    use_effect({
        let window = window.clone();
        move || {
            if is_long {
                window.drawn();
            }
        }
    });
    use_effect_with(is_long, {
        let window = window.clone();
        move |is_long| {
            let watched = is_long.then(|| WindowListeners::by(&window));
            move || {
                window.more.borrow_mut().take();
                drop(watched);
            }
        }
    });
    (seen, window)
}

/// The window onto a long list: what is measured, and which items are mounted.
pub struct Window {
    node: NodeRef,
    step: usize,
    redraw: Callback<()>,
    scroll_context: RefCell<Option<ScrollContext>>,
    row: RefCell<Measurements>,
    rounds: Cell<u8>,
    /// The height of the window.
    height: Cell<f64>,
    /// Number of items when the list was short and fully mounted.
    drawn_whole: Cell<usize>,
    /// The last drawn range, and whether it differs from the one before.
    seen: RefCell<(Option<VisibleRange>, bool)>,
    /// Timer that mounts further items.
    more: RefCell<Option<Timeout>>,
}

/// Measured state of the list.
#[derive(Debug, Default)]
struct Measurements {
    heights: Heights,
    measured: Vec<bool>,
    range: Range<usize>,
    /// Ratio of measured to estimated heights.
    scale: Option<f64>,
    /// The width of the text for which all this holds.
    width: f64,
    /// Whether all items are mounted at once (W5).
    whole: bool,
    /// Whether all items are mounted bit by bit, and stay (W5).
    sought: bool,
    /// An item that is to be in the page, and on the screen.
    aim: Option<usize>,
}

impl Measurements {
    /// Takes a row of `count` items, of which the last that was known may have become longer.
    fn take(&mut self, count: usize, estimate: impl Fn(usize) -> f64) {
        let (scale, known) = (self.scale.unwrap_or(1.0), self.heights.len());
        if known == 0 || count < known {
            let height = |index: usize| match self.measured.get(index) {
                Some(true) => self.heights.height(index),
                _ => estimate(index) * scale,
            };
            self.heights = (0..count).map(height).collect();
        } else if let Some(last) = known.checked_sub(1) {
            if self.measured.get(last) == Some(&false) {
                self.heights.set(last, estimate(last) * scale);
            }
            for index in known..count {
                self.heights.push(estimate(index) * scale);
            }
        }
        self.measured.resize(count, false);
        self.range.end = self.range.end.min(count);
        self.range.start = self.range.start.min(self.range.end);
    }

    /// Groups are drawn whole.
    fn choose(&mut self, range: Range<usize>, step: usize) -> bool {
        let range = range.start / step * step..(range.end.div_ceil(step) * step).min(self.heights.len());
        std::mem::replace(&mut self.range, range.clone()) != range
    }

    fn spaces(&self) -> [f64; 2] {
        let end = self.heights.total() - self.heights.offset(self.range.end);
        [self.heights.offset(self.range.start), end.max(0.0)]
    }

    /// Takes what was measured, from the first item in the page; says whether something is new.
    fn measure(&mut self, found: &[f64], width: f64) -> bool {
        let mut changed = false;
        if (self.width - width).abs() > 1.0 {
            // Everything else is to be measured anew, and is as high as before until then.
            changed = self.width > 0.0;
            self.width = width;
            self.measured.fill(false);
        }
        let first = self.range.start;
        let thought: f64 = (first..first + found.len()).map(|index| self.heights.height(index)).sum();
        let is_new = self.scale.is_none();
        for (index, height) in (first..).zip(found) {
            changed |= (self.heights.height(index) - height).abs() > SAME_PX;
            self.heights.set(index, *height);
            if let Some(measured) = self.measured.get_mut(index) {
                *measured = true;
            }
        }
        if is_new && thought > 0.0 && found.len() > 4 {
            self.rescale(found.iter().sum::<f64>() / thought);
            changed = true;
        }
        changed
    }

    /// Rescales the estimated heights by a factor (W2).
    fn rescale(&mut self, by: f64) {
        let by = by.clamp(0.25, 4.0);
        self.scale = Some(by);
        let height = |index: usize| {
            let height = self.heights.height(index);
            if self.measured[index] { height } else { height * by }
        };
        self.heights = (0..self.heights.len()).map(height).collect();
    }
}

impl Window {
    fn new(node: NodeRef, step: usize, redraw: Callback<()>) -> Rc<Self> {
        Rc::new(Self {
            node,
            step,
            redraw,
            scroll_context: RefCell::default(),
            row: RefCell::default(),
            rounds: Cell::new(0),
            height: Cell::new(WINDOW_PX),
            drawn_whole: Cell::new(0),
            seen: RefCell::default(),
            more: RefCell::default(),
        })
    }

    /// Brings an item onto the screen.
    pub fn reveal(&self, index: usize) {
        {
            let mut row = self.row.borrow_mut();
            row.aim = Some(index);
            let height = self.height.get();
            let range = row.heights.near(Viewport { top: row.heights.offset(index) - height / 2.0, height }, OVERSCAN);
            row.choose(range, self.step);
        }
        self.again();
    }

    /// Takes a row as it is to be drawn now, and says what of it is to be drawn.
    fn take(&self, count: usize, estimate: impl Fn(usize) -> f64) -> VisibleRange {
        let mut row = self.row.borrow_mut();
        let whole = self.drawn_whole.get().min(count);
        if whole > 0 {
            // What somebody may be reading stays.
            row.take(whole, &estimate);
            row.range = 0..whole;
        }
        let before = row.heights.len();
        let had_end = row.range.end == before;
        row.take(count, estimate);
        if before != count {
            self.rounds.set(0);
        }
        if row.whole {
            row.range = 0..count;
        } else if row.sought {
            // It comes by itself.
        } else if before == 0 || (had_end && count > before && self.follows()) {
            let range = self.at_first(&row);
            // While a little is added again and again, what is there stays for a while.
            let start =
                if had_end && row.range.end + 4 * self.step > range.start { row.range.start } else { range.start };
            let stays = row.heights.offset(range.end) - row.heights.offset(start) < 6.0 * self.height.get();
            row.choose(if stays && before > 0 { start..range.end } else { range }, self.step);
        }
        let seen = VisibleRange { range: row.range.clone(), spaces: row.spaces(), all: row.sought };
        let other = self.seen.borrow().0.as_ref() != Some(&seen);
        *self.seen.borrow_mut() = (Some(seen.clone()), other);
        seen
    }

    /// Returns the range to draw before the position is known (W3).
    fn at_first(&self, row: &Measurements) -> Range<usize> {
        let height = self.height.get();
        let top = if self.follows() { (row.heights.total() - height).max(0.0) } else { 0.0 };
        row.heights.near(Viewport { top, height }, OVERSCAN)
    }

    fn follows(&self) -> bool {
        self.scroll_context.borrow().as_ref().is_some_and(|scroll_context| scroll_context.0.follows())
    }

    /// After every drawing.
    fn drawn(self: &Rc<Self>) {
        self.height.set(page_height());
        let other = self.seen.borrow().1;
        let changed = self.measure() || other;
        self.bring_more();
        if let Some(scroll_context) = changed.then(|| self.scroll_context.borrow().clone()).flatten() {
            scroll_context.0.keep();
        }
        self.arrive();
        if changed || self.rounds.get() == 0 {
            self.look();
        }
    }

    /// Looks whether what is in the page is still near the window.
    fn look(&self) {
        let other = self.choose() || self.has_other_spaces();
        if other && self.rounds.get() < MOST_ROUNDS {
            self.rounds.set(self.rounds.get() + 1);
            self.again();
        }
    }

    /// Whether the spaces in the page are no longer what they should be.
    fn has_other_spaces(&self) -> bool {
        let now = self.row.borrow().spaces();
        let drawn = self.seen.borrow().0.as_ref().map_or(now, |seen| seen.spaces);
        now.iter().zip(drawn).any(|(now, drawn)| (now - drawn).abs() > SAME_PX)
    }

    fn again(&self) {
        self.redraw.emit(());
    }

    /// The window was scrolled, or has another size.
    fn moved(&self) {
        self.height.set(page_height());
        self.rounds.set(0);
        self.measure();
        self.look();
    }

    /// Mounts all items for printing, or no longer (W5).
    fn print(&self, whole: bool) {
        {
            let mut row = self.row.borrow_mut();
            row.whole = whole;
            if !whole {
                row.range = self.at_first(&row);
            }
        }
        self.rounds.set(0);
        self.again();
    }

    /// The browser is asked to find something.
    fn find(&self) {
        let begins = {
            let mut row = self.row.borrow_mut();
            let begins = !row.sought && row.heights.len() <= MOST_SOUGHT;
            row.sought |= begins;
            begins
        };
        if begins {
            self.again();
        }
    }

    /// Has a little more come where everything is to.
    fn bring_more(self: &Rc<Self>) {
        let row = self.row.borrow();
        if !row.sought || row.range.len() == row.heights.len() {
            return;
        }
        let window = self.clone();
        let come = move || {
            {
                let mut row = window.row.borrow_mut();
                let range = row.range.start.saturating_sub(SLICE)..(row.range.end + SLICE).min(row.heights.len());
                row.choose(range, window.step);
            }
            window.again();
        };
        *self.more.borrow_mut() = Some(Timeout::new(PAUSE_MS, come));
    }

    /// Goes to the item that was to be shown.
    fn arrive(&self) {
        let place = {
            let row = self.row.borrow();
            row.aim.filter(|aim| row.range.contains(aim)).map(|aim| aim - row.range.start)
        };
        let Some(item) = place.and_then(|place| self.items()?.nth(place)) else { return };
        self.row.borrow_mut().aim = None;
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Center);
        item.scroll_into_view_with_scroll_into_view_options(&options);
    }

    /// The items in the page, if they are those that are meant to be.
    fn items(&self) -> Option<impl Iterator<Item = Element>> {
        let children = self.node.cast::<Element>()?.children();
        let count = self.row.borrow().range.len();
        let fits = children.length() as usize == count + 2;
        fits.then(move || (1..children.length() - 1).filter_map(move |index| children.item(index)))
    }

    /// Measures what is in the page; says whether something is new.
    fn measure(&self) -> bool {
        let (Some(element), Some(items)) = (self.node.cast::<Element>(), self.items()) else { return false };
        let width = element.closest(".markdown").ok().flatten().map_or(0.0, |text| text.client_width().into());
        let Some(end) = element.last_element_child().filter(|_| width > 0.0) else { return false };
        let mut tops: Vec<f64> = items.map(|item| item.get_bounding_client_rect().top()).collect();
        let mut row = self.row.borrow_mut();
        if row.whole || row.sought {
            return false;
        }
        // Behind the last one stands a space instead of the next item, with other margins.
        if row.range.end == row.heights.len() {
            tops.push(end.get_bounding_client_rect().top());
        }
        let found: Vec<f64> = tops.windows(2).map(|pair| pair[1] - pair[0]).collect();
        row.measure(&found, width)
    }

    /// Chooses the items for the present place; says whether they are other ones.
    fn choose(&self) -> bool {
        let Some(top) = self.node.cast::<Element>().and_then(|element| element.first_element_child()) else {
            return false;
        };
        let viewport = Viewport { top: -top.get_bounding_client_rect().top(), height: self.height.get() };
        let mut row = self.row.borrow_mut();
        let needed = row.heights.near(viewport, MARGIN);
        let is_enough = row.range.start <= needed.start && needed.end <= row.range.end;
        if row.whole || row.sought || row.aim.is_some() || is_enough {
            return false;
        }
        let mut range = row.heights.near(viewport, OVERSCAN);
        let both = range.start.min(row.range.start)..range.end.max(row.range.end);
        if both.len() <= self.held() {
            range = both;
        }
        row.choose(range, self.step)
    }

    /// Returns the number of items that may stay because of the selection or the focus (W4).
    fn held(&self) -> usize {
        let (Some(node), Some(window)) = (self.node.cast::<Node>(), web_sys::window()) else { return 0 };
        let selection = window.get_selection().ok().flatten().filter(|selection| !selection.is_collapsed());
        let selected = selection.is_some_and(|selection| {
            node.contains(selection.anchor_node().as_ref()) || node.contains(selection.focus_node().as_ref())
        });
        let active = window.document().and_then(|page| page.active_element());
        match active {
            _ if selected => MOST_SELECTED,
            Some(active) if node.contains(Some(&active)) => MOST_FOCUSED,
            _ => 0,
        }
    }
}

/// Listeners for scrolling and resizing.
struct WindowListeners {
    _listeners: Vec<EventListener>,
    frame: Rc<FrameRequest>,
}

/// At most one look per animation frame, after all other listeners of the scroll event.
struct FrameRequest {
    asked: Cell<Option<i32>>,
    look: Closure<dyn FnMut()>,
}

impl WindowListeners {
    fn by(window: &Rc<Window>) -> Option<Self> {
        let page = web_sys::window()?;
        let frame = Rc::new_cyclic(|frame: &std::rc::Weak<FrameRequest>| {
            let (frame, window) = (frame.clone(), window.clone());
            let look = Closure::<dyn FnMut()>::new(move || {
                if let Some(frame) = frame.upgrade() {
                    frame.asked.set(None);
                }
                window.moved();
            });
            FrameRequest { asked: Cell::new(None), look }
        });
        let options = EventListenerOptions::run_in_capture_phase();
        let moved = ["scroll", "resize"].map(|event| {
            let frame = frame.clone();
            EventListener::new_with_options(&page, event, options, move |_| frame.ask())
        });
        let printed = [("beforeprint", true), ("afterprint", false)].map(|(event, whole)| {
            let window = window.clone();
            EventListener::new(&page, event, move |_| window.print(whole))
        });
        let window = window.clone();
        let sought = EventListener::new_with_options(&page, "keydown", options, move |event| {
            if event.dyn_ref::<KeyboardEvent>().is_some_and(asks_to_find) {
                window.find();
            }
        });
        Some(Self { _listeners: moved.into_iter().chain(printed).chain([sought]).collect(), frame })
    }
}

impl FrameRequest {
    fn ask(&self) {
        if self.asked.get().is_none() {
            let asked = web_sys::window()
                .and_then(|page| page.request_animation_frame(self.look.as_ref().unchecked_ref()).ok());
            self.asked.set(asked);
        }
    }
}

impl Drop for WindowListeners {
    fn drop(&mut self) {
        if let (Some(page), Some(asked)) = (web_sys::window(), self.frame.asked.take()) {
            // A frame that has come already is none to be called off.
            let _ = page.cancel_animation_frame(asked);
        }
    }
}

/// Whether a key opens the browser's own search.
fn asks_to_find(event: &KeyboardEvent) -> bool {
    let letter = matches!(event.key().as_str(), "f" | "F" | "g" | "G");
    event.key() == "F3" || (letter && (event.ctrl_key() || event.meta_key()))
}

fn page_height() -> f64 {
    let height = web_sys::window().and_then(|page| page.inner_height().ok()).and_then(|height| height.as_f64());
    height.filter(|height| *height > 0.0).unwrap_or(WINDOW_PX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Items that are thought to be 50 pixels high.
    fn of(count: usize) -> Rc<Window> {
        let window = Window::new(NodeRef::default(), 16, Callback::noop());
        window.take(count, |_| 50.0);
        window
    }

    fn total(window: &Window, seen: &VisibleRange) -> f64 {
        let row = window.row.borrow();
        let inside = row.heights.offset(seen.range.end) - row.heights.offset(seen.range.start);
        seen.spaces.iter().sum::<f64>() + inside - row.heights.total()
    }

    struct End;

    impl ScrollHost for End {
        fn follows(&self) -> bool {
            true
        }

        fn keep(&self) {}
    }

    #[test]
    fn w1_spaces_stand_for_what_is_not_there() {
        let window = of(1_000);
        let seen = window.take(1_000, |_| 50.0);
        assert_eq!(seen.range.start, 0);
        assert!(seen.range.len() < 64 && seen.range.end.is_multiple_of(16), "{:?}", seen.range);
        assert!(total(&window, &seen).abs() < SAME_PX);
        window.row.borrow_mut().choose(500..530, 16);
        let seen = window.take(1_000, |_| 50.0);
        assert_eq!(seen.range, 496..544);
        assert!(total(&window, &seen).abs() < SAME_PX);
        assert_eq!(window.take(40, |_| 50.0).range, 40..40, "it became short");
    }

    #[test]
    fn w2_what_was_measured_is_remembered_and_the_rest_estimated_on_its_scale() {
        let window = of(1_000);
        {
            let mut row = window.row.borrow_mut();
            assert!(row.measure(&[100.0; 20], 600.0));
            assert!((row.heights.total() - 100_000.0).abs() < 1.0);
            assert!(!row.measure(&[100.0; 20], 600.0), "nothing new");
            assert!(row.measure(&[120.0; 20], 600.0));
        }
        window.take(2_000, |_| 50.0);
        let heights = &window.row.borrow().heights;
        assert!((heights.total() - 200_400.0).abs() < 1.0, "{}", heights.total());
        assert!((heights.height(3) - 120.0).abs() < SAME_PX && (heights.height(1_500) - 100.0).abs() < SAME_PX);
    }

    #[test]
    fn w3_what_is_added_at_an_end_that_is_followed_is_there_at_once() {
        let window = Window::new(NodeRef::default(), 16, Callback::noop());
        *window.scroll_context.borrow_mut() = Some(ScrollContext(Rc::new(End)));
        let mut before = window.take(1_000, |_| 50.0).range;
        assert_eq!(before.end, 1_000);
        for count in [1_001, 1_010, 1_400, 9_000] {
            let range = window.take(count, |_| 50.0).range;
            assert_eq!(range.end, count);
            assert!(range.len() < 200, "{range:?}");
            assert!(count > 1_100 || range.start == before.start, "drawn again for a little");
            before = range;
        }
        // A reader who is elsewhere is left alone.
        *window.scroll_context.borrow_mut() = None;
        assert_eq!(window.take(9_100, |_| 50.0).range, before);
    }

    #[test]
    fn what_was_in_the_page_when_the_row_became_long_stays() {
        let window = Window::new(NodeRef::default(), 16, Callback::noop());
        window.drawn_whole.set(160);
        assert_eq!(window.take(3_000, |_| 50.0).range, 0..160);
    }

    #[test]
    fn w5_on_paper_everything_is_there() {
        let window = of(1_000);
        window.print(true);
        let seen = window.take(1_000, |_| 50.0);
        assert_eq!((seen.range, seen.spaces), (0..1_000, [0.0, 0.0]));
        window.print(false);
        assert!(window.take(1_000, |_| 50.0).range.len() < 64);
    }

    #[test]
    fn w5_what_is_to_be_found_comes() {
        let window = of(1_000);
        window.find();
        assert!(window.take(1_000, |_| 50.0).all);
        let long = of(MOST_SOUGHT + 1);
        long.find();
        assert!(!long.take(MOST_SOUGHT + 1, |_| 50.0).all);
    }
}
