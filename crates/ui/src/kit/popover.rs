//! A button and the panel it opens, in the browser's top layer.
//!
//! The panel is always in the page: what is in it can be found and pressed by name, also while it is closed.

use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::icon::{Icon, IconName};
use super::menu::{hide_list, step_focus, toggle_list};

/// The selector of the buttons that close the panel they stand in.
const CLOSES: &str = ".menu-item, .popover-closes button";

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct PopoverProps {
    /// The id of the panel in the document.
    pub id: &'static str,
    /// The name of the button and of the panel.
    pub label: AttrValue,
    pub icon: IconName,
    pub test_id: &'static str,
    /// Whether the button shows its name, where there is room.
    #[prop_or_default]
    pub named: bool,
    /// The content. Choosing a `menu-item` of it closes the panel, and so does a button in a part `popover-closes`; the
    /// arrow keys move among the items.
    pub children: Html,
}

/// The button with its panel.
#[component]
pub fn Popover(props: &PopoverProps) -> Html {
    let panel = use_node_ref();
    let button = use_node_ref();
    let onpress = {
        let (panel, button) = (panel.clone(), button.clone());
        Callback::from(move |event: MouseEvent| toggle_list(&event, &panel, &button))
    };
    let onclick = {
        let panel = panel.clone();
        Callback::from(move |event: MouseEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let chosen = target.and_then(|target| target.closest(CLOSES).ok().flatten());
            if chosen.is_some() {
                hide_list(&panel);
            }
        })
    };
    let onkeydown = {
        let panel = panel.clone();
        Callback::from(move |event: KeyboardEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let is_item = target.is_some_and(|target| target.matches(".menu-item").unwrap_or(false));
            let panel = panel.cast::<web_sys::HtmlElement>().filter(|_| is_item);
            if panel.is_some_and(|panel| step_focus(&panel, &event.key())) {
                event.prevent_default();
                event.stop_propagation();
            }
        })
    };
    let kind = if props.named { "button-named" } else { "button-icon" };
    html! {
        <span class="menu">
            <button
                ref={button} type="button" class={classes!("button", "button-quiet", kind)} data-testid={props.test_id}
                aria-label={props.label.clone()} title={props.label.clone()} aria-haspopup="true" popovertarget={props.id}
                onclick={onpress}
            >
                <Icon name={props.icon} />
                <span class="button-name" aria-hidden="true">{ props.named.then(|| props.label.clone()) }</span>
            </button>
            <div
                ref={panel} id={props.id} class="menu-list popover" popover="auto" role="group" aria-label={props.label.clone()}
                {onclick} {onkeydown}
            >
                { props.children.clone() }
            </div>
        </span>
    }
}
