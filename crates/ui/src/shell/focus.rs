//! Where the keyboard is: the focus does not fall off the page, and F6 goes round the regions of the page.
//!
//! - F1 When what had the focus is taken away, what stands in its place takes the focus: the same control of it, or
//!   itself, or what else can be used there. No text field is entered in this way. From a control that cannot be used
//!   any more only what it stands in takes the focus, for the same key pressed again must not press its neighbour.
//! - F2 When a dialog or a list that lay over the page goes, the focus is back where it was.
//! - F3 All this is for those who use keys: a press of a pointer leaves the focus where it falls. A map keeps the focus
//!   on its nodes by itself.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, FocusOptions, HtmlElement, MutationObserver, MutationObserverInit};
use yew::prelude::*;

use crate::kit::dom::is_covered;

/// The regions that F6 goes round, in all rooms; those that are not there are passed over.
const REGIONS: &str = ".rail, .sidebar, .room-head, .chat-view, .composer, .map-search, .map-canvas, \
    .map-side > *, .course-outline, .time-head, .time-period, .time-card, .time-side > *, .settings, .helper > *";
/// Preferred focus targets of a region: the current item, or the field to write in.
const ENTRY: &str = "[aria-current=\"page\"], .map-node[tabindex=\"0\"], .composer-text";
/// Focusable controls that are not text fields.
const USABLE: &str = "a[href], button:not(:disabled), summary, select:not(:disabled), \
    input:is([type=checkbox],[type=radio]):not(:disabled), [tabindex]:not(input, textarea)";
/// Focusable container of a control, such as a message.
const AROUND: &str = "[tabindex]:not(main, .map-canvas)";
/// Elements that lie over the page, or stand beside all of it.
const OVER: &str = "dialog, [popover], .helper";
/// Most controls tried in one container.
const TRIED: u32 = 24;

/// Last position of the focus on the page, without dialogs and popovers.
#[derive(Default)]
struct FocusPath {
    /// The element and its ancestors, innermost first, each with its index among its siblings.
    elements: Vec<(Element, u32)>,
    /// Whether the focus went on to something that lies over the page.
    over: bool,
    /// Whether a key was pressed last, and not a pointer (F3).
    keys: bool,
}

/// Keeps the focus on the page for as long as the component is there.
#[hook]
pub fn use_focus_kept() {
    use_effect_with((), |()| {
        let kept = web_sys::window().and_then(|window| window.document()).and_then(|page| keep(&page));
        move || drop(kept)
    });
}

/// Goes to the next region of the page, or the one before; passes over those that cannot take the focus.
pub fn step_region(forward: bool) {
    let Some(page) = web_sys::window().and_then(|window| window.document()) else { return };
    let Ok(found) = page.query_selector_all(REGIONS) else { return };
    let mut regions: Vec<Element> = (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect();
    if !forward {
        regions.reverse();
    }
    let active = page.active_element();
    // Of regions one within another, the inner one is the later in the document.
    let holds = |region: &Element| active.as_ref().is_some_and(|active| region.contains(Some(active)));
    let here = if forward { regions.iter().rposition(holds) } else { regions.iter().position(holds) };
    regions.rotate_left(here.map_or(0, |at| at + 1));
    for region in &regions {
        let inside = region.query_selector(ENTRY).ok().flatten();
        if inside.is_some_and(|entry| take(&entry)) || enter(region) {
            return;
        }
    }
}

fn keep(page: &web_sys::Document) -> Option<(EventListener, [EventListener; 2], PageObserver)> {
    let path = Rc::<RefCell<FocusPath>>::default();
    let focused = {
        let path = path.clone();
        EventListener::new(page, "focusin", move |event| follow(&mut path.borrow_mut(), event))
    };
    let used = ["keydown", "pointerdown"].map(|kind| {
        let path = path.clone();
        // Before anything keeps the event from the page.
        let first = EventListenerOptions::run_in_capture_phase();
        EventListener::new_with_options(page, kind, first, move |event| {
            path.borrow_mut().keys = event.type_() == "keydown";
        })
    });
    let waits = Rc::<Cell<bool>>::default();
    let changed = Closure::<dyn FnMut()>::new(move || {
        // An answer changes the page many times a second; the cheapest question comes first.
        if !path.borrow().keys || !is_lost() || waits.replace(true) {
            return;
        }
        let (path, waits) = (path.clone(), waits.clone());
        // While the focus moves from one thing to another nothing has it for a moment.
        Timeout::new(0, move || {
            waits.set(false);
            restore(&path);
        })
        .forget();
    });
    let observer = MutationObserver::new(changed.as_ref().unchecked_ref()).ok()?;
    let options = MutationObserverInit::new();
    options.set_child_list(true);
    options.set_subtree(true);
    options.set_attribute_filter(&js_sys::Array::of2(&"disabled".into(), &"hidden".into()));
    observer.observe_with_options(page.body()?.as_ref(), &options).ok()?;
    Some((focused, used, PageObserver { observer, _changed: changed }))
}

/// Watches the page until it is dropped.
struct PageObserver {
    observer: MutationObserver,
    _changed: Closure<dyn FnMut()>,
}

impl Drop for PageObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

fn target(event: &Event) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

fn is_in(element: &Element, selector: &str) -> bool {
    element.closest(selector).is_ok_and(|found| found.is_some())
}

fn is(element: &Element, selector: &str) -> bool {
    element.matches(selector).unwrap_or(false)
}

/// Notes where the focus is now.
fn follow(path: &mut FocusPath, event: &Event) {
    let Some(element) = target(event) else { return };
    path.over = is_in(&element, OVER);
    if path.over {
        return;
    }
    path.elements.clear();
    let mut next = Some(element);
    while let Some(element) = next {
        let mut place = 0;
        let mut before = element.previous_element_sibling();
        while let Some(sibling) = before {
            place += 1;
            before = sibling.previous_element_sibling();
        }
        next = element.parent_element();
        path.elements.push((element, place));
    }
}

/// Whether nothing that can be used has the focus.
fn is_lost() -> bool {
    let page = web_sys::window().and_then(|window| window.document());
    let active = page.and_then(|page| page.active_element()).filter(|active| active.tag_name() != "BODY");
    active.is_none_or(|active| is(&active, ":disabled"))
}

/// Gives the focus to what stands where it was, if nothing has it (F1, F2).
fn restore(path: &RefCell<FocusPath>) {
    if !path.borrow().keys || !is_lost() || is_covered() {
        return;
    }
    // Taking the focus is noted again, so nothing of it is borrowed any more then.
    let (elements, over) = {
        let mut path = path.borrow_mut();
        (path.elements.clone(), std::mem::take(&mut path.over))
    };
    let Some((lost, _)) = elements.first() else { return };
    if lost.is_connected() {
        if !is(lost, ":disabled") && !is_in(lost, "[hidden]") {
            if over {
                take(lost);
            }
        } else if let Some(around) = elements.get(1).and_then(|(parent, _)| parent.closest(AROUND).ok().flatten()) {
            take(&around);
        }
        return;
    }
    let name = lost.get_attribute("data-testid").map(|name| format!("[data-testid=\"{name}\"]"));
    for pair in elements.windows(2) {
        let [(_, place), (parent, _)] = pair else { continue };
        if !parent.is_connected() {
            continue;
        }
        if is_in(parent, ".map-canvas") {
            return;
        }
        if is(parent, "main") {
            take(parent);
            return;
        }
        let children = parent.children();
        let last = children.length().saturating_sub(1);
        let near = [(*place).min(last), place.saturating_add(1).min(last), place.saturating_sub(1).min(last)];
        let near: Vec<Element> = near.into_iter().filter_map(|at| children.item(at)).collect();
        let same = name.as_ref().and_then(|name| near.first()?.query_selector(name).ok().flatten());
        if same.is_some_and(|same| is(&same, USABLE) && take(&same)) || near.iter().any(enter) || enter(parent) {
            return;
        }
    }
}

/// Gives the focus to an element, or to the first thing in it that can be used.
fn enter(element: &Element) -> bool {
    if is(element, USABLE) && take(element) {
        return true;
    }
    let Ok(found) = element.query_selector_all(USABLE) else { return false };
    let all = (0..found.length().min(TRIED)).filter_map(|at| found.get(at)?.dyn_into::<Element>().ok());
    all.into_iter().any(|element| !is_in(&element, OVER) && take(&element))
}

/// Gives an element the focus, without scrolling; whether it has it then.
fn take(element: &Element) -> bool {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    // Elements of SVG have the same method.
    let taken = element.unchecked_ref::<HtmlElement>().focus_with_options(&options).is_ok();
    taken && element.owner_document().and_then(|page| page.active_element()).as_ref() == Some(element)
}
