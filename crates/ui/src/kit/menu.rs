//! A list of things to do, opened by a button or at the pointer.
//!
//! It lies in the browser's top layer (`popover`), so nothing can cut it off, and a click elsewhere or Escape closes
//! it.
//!
//! A list that a held finger opens lies under that finger, and lifting it can be a click where it lies. So a click
//! counts only if its pointer came down on the list; one of the keyboard or of a screen reader has none (`detail` is
//! 0).

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::button::IconButton;
use super::dom::{focus, set_px, use_layout_effect};
use super::icon::{Icon, IconName};
use crate::store::use_messages;

#[derive(Debug, Clone, PartialEq)]
pub struct MenuItem {
    pub label: AttrValue,
    /// A picture before the words.
    pub icon: Option<IconName>,
    pub test_id: Option<AttrValue>,
    /// The keys that do the same, as they are printed on the keyboard.
    pub keys: Option<AttrValue>,
    /// Whether something is lost by it.
    pub danger: bool,
    /// Whether it can't be done now.
    pub disabled: bool,
    /// Whether it is on, for one that switches something.
    pub checked: Option<bool>,
    pub onselect: Callback<()>,
}

impl MenuItem {
    /// An item with words, a picture and what happens; the rest is as usual.
    pub fn new(label: impl Into<AttrValue>, icon: IconName, onselect: Callback<()>) -> Self {
        let label = label.into();
        Self {
            label,
            icon: Some(icon),
            test_id: None,
            keys: None,
            danger: false,
            disabled: false,
            checked: None,
            onselect,
        }
    }

    #[must_use]
    pub fn with_test_id(mut self, id: impl Into<AttrValue>) -> Self {
        self.test_id = Some(id.into());
        self
    }

    #[must_use]
    pub fn with_keys(mut self, keys: Option<impl Into<AttrValue>>) -> Self {
        self.keys = keys.map(Into::into);
        self
    }

    /// Marks the item as one that deletes.
    #[must_use]
    pub fn with_danger(mut self) -> Self {
        self.danger = true;
        self
    }
}

/// Position at which a menu opens.
#[derive(Debug, Clone, PartialEq)]
pub enum Anchor {
    /// Below an element, or above it where there is more room.
    Element(NodeRef),
    /// At a point of the window, in CSS pixels.
    Point(f64, f64),
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MenuProps {
    /// Label of the button for screen readers, also its tooltip.
    pub label: AttrValue,
    #[prop_or(IconName::More)]
    pub icon: IconName,
    #[prop_or_default]
    pub test_id: Option<AttrValue>,
    pub items: Vec<MenuItem>,
}

/// A button that opens a list.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    // Whether it is open, and how often the button was pressed: a list that is closed may still be drawn when the next
    // one is asked for.
    let open = use_state_eq(|| (false, 0_u32));
    let node = use_node_ref();
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set((!open.0, open.1 + 1)))
    };
    let count = open.1;
    let onclose = {
        let (open, node) = (open.clone(), node.clone());
        Callback::from(move |()| {
            if *open == (true, count) {
                open.set((false, count));
                focus(&node);
            }
        })
    };
    let list = open.0.then(|| {
        let anchor = Anchor::Element(node.clone());
        html! { <MenuList key={count} label={props.label.clone()} items={props.items.clone()} {anchor} {onclose} /> }
    });
    html! {
        <span class="menu">
            <IconButton
                icon={props.icon} label={props.label.clone()} test_id={props.test_id.clone()}
                expanded={open.0} node={node} onclick={toggle}
            />
            <span>{ list }</span>
        </span>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MenuListProps {
    /// The list's name.
    pub label: AttrValue,
    pub items: Vec<MenuItem>,
    /// Items that are seldom wanted: shown in place of a row "More", which is there for them.
    #[prop_or_default]
    pub rest: Vec<MenuItem>,
    pub anchor: Anchor,
    /// Called when the menu closes, with or without a choice.
    pub onclose: Callback<()>,
}

/// The list itself, open for as long as it is there; also of use as a context menu.
#[component]
pub fn MenuList(props: &MenuListProps) -> Html {
    let words = use_messages();
    let node = use_node_ref();
    let is_whole = use_state_eq(|| false);
    let stay = Callback::noop();
    let before = if *is_whole { props.items.iter().filter(|item| !item.danger).count() } else { 0 };
    use_layout_effect((node.clone(), props.anchor.clone(), before), |(node, anchor, before)| {
        open_list(node, anchor);
        if let Some(list) = node.cast::<web_sys::HtmlElement>().filter(|_| *before > 0) {
            move_focus(&list, |_, _| *before);
        }
    });
    // At once, as the list may stay drawn for a while.
    let close = {
        let (node, onclose) = (node.clone(), props.onclose.clone());
        Callback::from(move |()| {
            hide_list(&node);
            onclose.emit(());
        })
    };
    let onkeydown = {
        let (node, close) = (node.clone(), close.clone());
        Callback::from(move |event: KeyboardEvent| on_key(&event, &node, &close))
    };
    let ontoggle = {
        let (node, onclose) = (node.clone(), props.onclose.clone());
        Callback::from(move |_: Event| {
            let is_open = node.cast::<web_sys::Element>().is_some_and(|list| is_open(&list));
            if !is_open {
                onclose.emit(());
            }
        })
    };
    let pressed = use_mut_ref(|| false);
    let onpointerdown = {
        let pressed = pressed.clone();
        Callback::from(move |_: PointerEvent| *pressed.borrow_mut() = true)
    };
    // Deletions stand last.
    let (last, first): (Vec<_>, Vec<_>) =
        props.items.iter().cloned().partition(|item| item.danger && !props.rest.is_empty());
    let (shown, more) = if *is_whole { (props.rest.clone(), None) } else { (Vec::new(), props.rest.first()) };
    let more = more.map(|_| {
        let onselect = Callback::from(move |()| is_whole.set(true));
        MenuItem::new(words.shell.more, IconName::More, onselect).with_test_id("menu-more")
    });
    let closing = |items: Vec<MenuItem>| items.into_iter().map(|item| (item, &close));
    let items = closing(first).chain(closing(shown)).chain(more.map(|item| (item, &stay))).chain(closing(last));
    let items = items.enumerate().map(|(index, (item, close))| view_item(index, &item, true, &pressed, close));
    html! {
        <div
            ref={node.clone()} class="menu-list" popover="auto" role="menu" tabindex="-1"
            aria-label={props.label.clone()} {onkeydown} {ontoggle} {onpointerdown}
        >
            { for items }
        </div>
    }
}

/// Draws an item. In a closed list (not `in_use`) it has no menu role, and can still be pressed by name.
/// `pressed` says whether the pointer came down on the list.
pub fn view_item(
    index: usize,
    item: &MenuItem,
    in_use: bool,
    pressed: &Rc<RefCell<bool>>,
    onclose: &Callback<()>,
) -> Html {
    let onclick = {
        let (onselect, onclose, pressed) = (item.onselect.clone(), onclose.clone(), pressed.clone());
        Callback::from(move |event: MouseEvent| {
            event.stop_propagation();
            if event.detail() > 0 && !*pressed.borrow() {
                return;
            }
            // Closed first, so that a dialog opened by the choice finds the focus back where it was.
            onclose.emit(());
            onselect.emit(());
        })
    };
    let role = in_use.then_some(if item.checked.is_some() { "menuitemcheckbox" } else { "menuitem" });
    let icon = if item.checked == Some(true) { Some(IconName::Check) } else { item.icon };
    html! {
        <button
            key={index} type="button" {role} tabindex="-1" disabled={item.disabled}
            class={classes!("menu-item", item.danger.then_some("menu-danger"))}
            aria-checked={item.checked.map(|on| if on { "true" } else { "false" })}
            data-testid={item.test_id.clone()} {onclick}
        >
            <span class="menu-icon">{ icon.map(|name| html! { <Icon {name} /> }) }</span>
            <span>{ item.label.clone() }</span>
            <kbd class="menu-keys" hidden={item.keys.is_none()} aria-hidden="true">{ item.keys.clone() }</kbd>
        </button>
    }
}

/// Opens a list at its place, with the focus on the first thing in it, unless something in it has the focus already.
pub fn open_list(node: &NodeRef, anchor: &Anchor) {
    let Some(list) = node.cast::<web_sys::HtmlElement>() else { return };
    if !is_open(&list) {
        // A list that cannot be opened this way is simply shown where it stands.
        let _ = list.show_popover();
    }
    place(node, &list, anchor);
    if !list.matches(":focus-within").unwrap_or(false) {
        move_focus(&list, |_, _| 0);
    }
}

/// Closes a list, which gives the focus back.
pub fn hide_list(node: &NodeRef) {
    if let Some(list) = node.cast::<web_sys::HtmlElement>().filter(|list| is_open(list)) {
        // A list that is open can be closed.
        let _ = list.hide_popover();
    }
}

/// Opens the list of a button that is pressed, or closes it. The browser, which knows the list of the button as well
/// (`popovertarget`), would show it before it is at its place.
pub fn toggle_list(event: &MouseEvent, node: &NodeRef, button: &NodeRef) {
    event.prevent_default();
    if node.cast::<web_sys::Element>().is_some_and(|list| is_open(&list)) {
        hide_list(node);
    } else {
        open_list(node, &Anchor::Element(button.clone()));
    }
}

pub fn is_open(list: &web_sys::Element) -> bool {
    list.matches(":popover-open").unwrap_or(false)
}

/// Moves an open list to where it belongs.
fn place(node: &NodeRef, list: &web_sys::HtmlElement, anchor: &Anchor) {
    const GAP: f64 = 4.0;
    const MARGIN: f64 = 8.0;
    let size = list.get_bounding_client_rect();
    let window = web_sys::window();
    let side = |value: Option<Result<wasm_bindgen::JsValue, wasm_bindgen::JsValue>>| {
        value.and_then(Result::ok).and_then(|value| value.as_f64()).unwrap_or(0.0)
    };
    let width = side(window.as_ref().map(web_sys::Window::inner_width));
    let height = side(window.as_ref().map(web_sys::Window::inner_height));
    let (left, top) = match anchor {
        Anchor::Point(x, y) => (*x, *y),
        Anchor::Element(anchor) => {
            let Some(element) = anchor.cast::<web_sys::Element>() else {
                return;
            };
            let rect = element.get_bounding_client_rect();
            let below = rect.bottom() + GAP;
            let fits = below + size.height() + MARGIN <= height;
            (rect.right() - size.width(), if fits { below } else { rect.top() - GAP - size.height() })
        }
    };
    set_px(node, "left", left.min(width - size.width() - MARGIN).max(MARGIN));
    set_px(node, "top", top.min(height - size.height() - MARGIN).max(MARGIN));
}

/// Moves in an open list by keys, and closes it.
pub fn on_key(event: &KeyboardEvent, node: &NodeRef, onclose: &Callback<()>) {
    let Some(list) = node.cast::<web_sys::HtmlElement>() else {
        return;
    };
    match event.key().as_str() {
        "Escape" | "Tab" => onclose.emit(()),
        key if step_focus(&list, key) => {}
        _ => return,
    }
    event.prevent_default();
    event.stop_propagation();
}

/// Moves the focus among the items as a key asks for, and says whether the key was one that does.
pub fn step_focus(list: &web_sys::HtmlElement, key: &str) -> bool {
    match key {
        "ArrowDown" => move_focus(list, |at, count| at.map_or(0, |at| (at + 1) % count)),
        "ArrowUp" => move_focus(list, |at, count| at.map_or(count - 1, |at| (at + count - 1) % count)),
        "Home" => move_focus(list, |_, _| 0),
        "End" => move_focus(list, |_, count| count - 1),
        _ => return false,
    }
    true
}

/// Moves the focus among the items that can be chosen; `next` gets the present place and the number of items.
fn move_focus(list: &web_sys::HtmlElement, next: impl Fn(Option<usize>, usize) -> usize) {
    let Ok(found) = list.query_selector_all(".menu-item:not(:disabled)") else {
        return;
    };
    let items: Vec<web_sys::HtmlElement> =
        (0..found.length()).filter_map(|index| found.get(index)?.dyn_into().ok()).collect();
    if items.is_empty() {
        return;
    }
    let active = list.owner_document().and_then(|document| document.active_element());
    let at = items.iter().position(|item| active.as_ref() == Some(item.unchecked_ref()));
    if let Some(item) = items.get(next(at, items.len())) {
        // An item of an open list takes the focus.
        let _ = item.focus();
    }
}
