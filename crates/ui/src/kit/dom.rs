//! Access to the document: focus, measures, positions, properties.
//!
//! The page's policy blocks `style` attributes, so a position that is worked out goes through the object model. Must
//! not be in here: anything that is drawn.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use yew::functional::TearDown;
use yew::prelude::*;

/// Sets a CSS property of an element to a length in pixels.
pub(crate) fn set_px(node: &NodeRef, property: &str, pixels: f64) {
    set_property(node, property, &format!("{pixels:.1}px"));
}

/// Sets a CSS property of an element, custom properties (`--name`) included.
pub(crate) fn set_property(node: &NodeRef, property: &str, value: &str) {
    let Some(node) = node.get() else { return };
    let style = match node.dyn_into::<web_sys::HtmlElement>() {
        Ok(element) => element.style(),
        Err(node) => match node.dyn_into::<web_sys::SvgElement>() {
            Ok(element) => element.style(),
            Err(_) => return,
        },
    };
    // The only failure is a style that may not be written to, which an element's own never is.
    let _ = style.set_property(property, value);
}

/// The cleanup of a layout effect.
type Undo = Box<dyn FnOnce()>;

/// A layout effect that is still to be run, and the cleanup of the one before.
#[derive(Default)]
struct LayoutEffect {
    run: Option<Box<dyn FnOnce() -> Undo>>,
    undo: Option<Undo>,
}

impl LayoutEffect {
    /// Runs it, unless it was run already.
    fn run(effect: &RefCell<Self>) {
        let taken = effect.borrow_mut().run.take();
        let Some(run) = taken else { return };
        let undo = effect.borrow_mut().undo.take();
        if let Some(undo) = undo {
            undo();
        }
        let undo = run();
        effect.borrow_mut().undo = Some(undo);
    }
}

impl Drop for LayoutEffect {
    fn drop(&mut self) {
        if let Some(undo) = self.undo.take() {
            undo();
        }
    }
}

/// Like `use_effect_with`, but before the page is painted or hears an event. An effect may come after both, when what is
/// drawn is in use already: too late for a focus, a caret or a place.
///
/// Where Yew works on without letting go of the page, it runs in its place among the effects, those of children first.
/// Otherwise it runs when Yew lets go, before all effects, those of parents first.
#[hook]
pub(crate) fn use_layout_effect<D, F, T>(deps: D, run: F)
where
    D: Clone + PartialEq + 'static,
    F: FnOnce(&D) -> T + 'static,
    T: TearDown,
{
    let effect = use_mut_ref(LayoutEffect::default);
    use_memo(deps.clone(), {
        let effect = effect.clone();
        move |deps: &D| {
            let deps = deps.clone();
            effect.borrow_mut().run = Some(Box::new(move || {
                let undo = run(&deps);
                Box::new(move || undo.tear_down())
            }));
            // There is nothing to lay out without a browser.
            if cfg!(target_arch = "wasm32")
                && let Some(window) = web_sys::window()
            {
                // The component may be gone by then, and the effect with it.
                let effect = Rc::downgrade(&effect);
                let run = move || {
                    if let Some(effect) = effect.upgrade() {
                        LayoutEffect::run(&effect);
                    }
                };
                // A microtask waits until Yew lets go of the page, which it does only when all new components are in it.
                window.queue_microtask(Closure::once_into_js(run).unchecked_ref());
            }
        }
    });
    use_effect_with(deps, move |_| LayoutEffect::run(&effect));
}

/// Puts the keyboard focus on an element; nothing happens when it is not there.
pub(crate) fn focus(node: &NodeRef) {
    if let Some(element) = node.cast::<web_sys::HtmlElement>() {
        // Focusing an element that cannot take the focus is no failure either.
        let _ = element.focus();
    }
}

thread_local! {
    /// Element of the page that gets the focus when the dialog over it closes.
    static BEHIND: RefCell<Option<web_sys::HtmlElement>> = const { RefCell::new(None) };
}

/// Puts the keyboard focus on an element of the page: where a dialog is over it, as soon as that closes.
pub(crate) fn focus_on_page(element: &web_sys::HtmlElement) {
    // It fails behind a dialog, and for what cannot take the focus at all.
    let _ = element.focus();
    let behind = (is_covered() && !has_focus(element)).then(|| element.clone());
    BEHIND.with(|place| place.replace(behind));
}

/// Gives the focus, after a dialog closed, to what asked for it in the meantime, if that is still of use.
pub(super) fn focus_behind() {
    let is_of_use = |element: &web_sys::HtmlElement| {
        element.is_connected() && element.get_attribute("aria-hidden").as_deref() != Some("true")
    };
    if let Some(element) = BEHIND.with(RefCell::take).filter(is_of_use) {
        focus_on_page(&element);
    }
}

/// Gives the focus to an element that comes into an open dialog; with `autofocus` alone it has it only where it is there
/// when the dialog opens.
#[hook]
pub(crate) fn use_autofocus(node: &NodeRef, focused: bool) {
    let node = node.clone();
    use_layout_effect(focused, move |focused| {
        let element = node.cast::<web_sys::Element>().filter(|_| *focused);
        if element.is_some_and(|element| element.closest("dialog[open]").is_ok_and(|dialog| dialog.is_some())) {
            focus(&node);
        }
    });
}

/// Whether the field that stands in for the composer while the app starts has the focus: it hands over what is in it by
/// itself, but not in the middle of a word.
pub(crate) fn has_first_words() -> bool {
    let active = web_sys::window().and_then(|window| window.document()).and_then(|page| page.active_element());
    active.is_some_and(|active| active.id() == "first-words")
}

pub(crate) fn has_focus(element: &web_sys::Element) -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.and_then(|page| page.active_element()).is_some_and(|active| active == *element)
}

/// Whether a key belongs to an input method that is composing a character; such a key is never a command.
pub(crate) fn is_composing(event: &KeyboardEvent) -> bool {
    // The last key of a composition is reported outside it by some browsers, as code 229.
    event.is_composing() || event.key_code() == 229
}

/// Keeps the browser from making a click of the finger that is being lifted. Called at its `pointerup`, when the finger
/// has opened something: the click would fall on what has just opened, or close it.
pub(crate) fn suppress_click() {
    /// Time in which the `touchend` that belongs to a `pointerup` has come, in milliseconds.
    const LIMIT_MS: u32 = 500;
    let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
    let document = web_sys::window().and_then(|window| window.document());
    let listener = document
        .map(|document| EventListener::once_with_options(&document, "touchend", options, Event::prevent_default));
    Timeout::new(LIMIT_MS, move || drop(listener)).forget();
}

/// Text in a field, if the field is in the page.
pub(crate) fn field_value(node: &NodeRef) -> Option<String> {
    let node = node.get()?;
    let line = node.dyn_ref::<web_sys::HtmlInputElement>().map(web_sys::HtmlInputElement::value);
    line.or_else(|| Some(node.dyn_ref::<web_sys::HtmlTextAreaElement>()?.value()))
}

/// Whether an event comes from something that text is typed into.
pub(crate) fn is_typing(event: &Event) -> bool {
    let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok()) else {
        return false;
    };
    match element.tag_name().as_str() {
        "TEXTAREA" => true,
        "INPUT" => {
            let kind = element.get_attribute("type").unwrap_or_default();
            !matches!(kind.as_str(), "checkbox" | "radio" | "button" | "submit" | "range" | "file" | "color")
        }
        _ => element.is_content_editable(),
    }
}

/// Tells when Escape is pressed, wherever the keyboard is.
#[hook]
pub(crate) fn use_escape(pressed: Callback<()>) {
    use_effect_with(pressed, |pressed| {
        let (pressed, document) = (pressed.clone(), web_sys::window().and_then(|window| window.document()));
        let listener = document.map(|document| {
            EventListener::new(&document, "keydown", move |event| {
                if event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape") {
                    pressed.emit(());
                }
            })
        });
        move || drop(listener)
    });
}

/// Whether a media query holds; follows it as it changes. Before the first effect, and without a browser, it does not.
#[hook]
pub(crate) fn use_media(query: &'static str) -> bool {
    let holds = use_state_eq(|| false);
    let set = holds.setter();
    use_effect_with(query, move |query| {
        let list = web_sys::window().and_then(|window| window.match_media(query).ok()).flatten();
        let listener = list.map(|list| {
            set.set(list.matches());
            let watched = list.clone();
            EventListener::new(&list, "change", move |_| set.set(watched.matches()))
        });
        move || drop(listener)
    });
    *holds
}

/// Milliseconds since the page was loaded.
pub fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// Notes for whoever looks how long something took that began at `start`.
pub fn measure(name: &str, start: f64) {
    let Some(performance) = web_sys::window().and_then(|window| window.performance()) else {
        return;
    };
    let options = js_sys::Object::new();
    let set = |key: &str, value: f64| js_sys::Reflect::set(&options, &key.into(), &value.into()).is_ok();
    if !set("start", start) || !set("end", performance.now()) {
        return;
    }
    if let Ok(function) = js_sys::Reflect::get(&performance, &"measure".into())
        && let Some(function) = function.dyn_ref::<js_sys::Function>()
        && let Err(error) = function.call2(&performance, &name.into(), &options)
    {
        log::debug!("performance.measure({name}): {error:?}");
    }
}

pub(crate) fn set_title(title: &str) {
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        document.set_title(title);
    }
}

pub(crate) fn reload() {
    if let Some(window) = web_sys::window()
        && let Err(error) = window.location().reload()
    {
        log::warn!("cannot reload: {error:?}");
    }
}

/// Brings the element with this id into sight, with as little movement as possible.
pub(crate) fn show_element(id: &str) {
    let element = web_sys::window().and_then(|window| window.document()).and_then(|page| page.get_element_by_id(id));
    if let Some(element) = element {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Presses the element with this id, as a click on it would.
pub(crate) fn press_element(id: &str) {
    let element = web_sys::window().and_then(|window| window.document()).and_then(|page| page.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        element.click();
    }
}

pub(crate) fn text_area(test_id: &str) -> Option<web_sys::HtmlTextAreaElement> {
    let page = web_sys::window().and_then(|window| window.document())?;
    page.query_selector(&format!("textarea[data-testid=\"{test_id}\"]")).ok().flatten()?.dyn_into().ok()
}

/// Writes a text into a text area as if it had been typed, and selects a part of it, counted in UTF-16 units.
pub(crate) fn type_into(area: &web_sys::HtmlTextAreaElement, text: &str, selected: std::ops::Range<usize>) {
    area.set_value(text);
    let init = web_sys::EventInit::new();
    init.set_bubbles(true);
    if let Ok(event) = Event::new_with_event_init_dict("input", &init) {
        // Nobody cancels it.
        let _ = area.dispatch_event(&event);
    }
    let unit = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    // What cannot have the focus holds the text all the same.
    let _ = area.focus();
    let _ = area.set_selection_range(unit(selected.start), unit(selected.end));
}

/// Presses the first of these controls that is there, by its test id or its id; a field gets the focus.
pub(crate) fn press_control(names: &[&str]) {
    let Some(page) = web_sys::window().and_then(|window| window.document()) else { return };
    let control = names.iter().find_map(|name| {
        let selector = format!("[data-testid=\"{name}\"], #{name}");
        page.query_selector(&selector).ok().flatten()?.dyn_into::<web_sys::HtmlElement>().ok()
    });
    if let Some(control) = control {
        // What cannot have the focus can be pressed all the same.
        let _ = control.focus();
        control.click();
    }
}

/// Whether something lies over the page that Escape closes by itself.
pub(crate) fn is_covered() -> bool {
    let page = web_sys::window().and_then(|window| window.document());
    page.is_some_and(|page| page.query_selector("dialog[open], :popover-open").is_ok_and(|found| found.is_some()))
}

/// The origin this page was loaded from, such as `https://example.org`.
pub(crate) fn origin() -> Option<String> {
    web_sys::window()?.location().origin().ok()
}

/// Shows the page's own rescue section with a reason, in place of the app.
pub fn show_rescue(reason: &str) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else {
        return;
    };
    if let Some(text) = document.get_element_by_id("rescue-reason") {
        text.set_text_content(Some(reason));
    }
    let marks = [
        (document.document_element(), "data-app", Some("failed")),
        (document.get_element_by_id("app"), "hidden", Some("")),
        (document.get_element_by_id("rescue"), "hidden", None),
    ];
    for (element, name, value) in marks {
        let Some(element) = element else { continue };
        // Plain attributes of plain elements; there is nobody left to tell if even that fails.
        let _ = match value {
            Some(value) => element.set_attribute(name, value),
            None => element.remove_attribute(name),
        };
    }
}

/// Whether the start script (`static/boot.js`) has a new version of the app waiting.
#[hook]
pub(crate) fn use_update() -> bool {
    let waits = use_state_eq(|| false);
    let set = waits.setter();
    use_effect_with((), move |()| {
        let window = web_sys::window();
        let root = window.as_ref().and_then(web_sys::Window::document).and_then(|page| page.document_element());
        if root.is_some_and(|root| root.get_attribute("data-update").as_deref() == Some("waiting")) {
            set.set(true);
        }
        let listener = window.map(|window| EventListener::new(&window, "espalier-update", move |_| set.set(true)));
        move || drop(listener)
    });
    *waits
}

/// Has the start script switch to the new version, which loads the page again.
pub(crate) fn activate_update() {
    if let Some(window) = web_sys::window()
        && let Ok(event) = Event::new("espalier-activate")
        && let Err(error) = window.dispatch_event(&event)
    {
        log::warn!("cannot switch to the new version: {error:?}");
    }
}
