//! Panels beside a room: their head, and the browser's way back that closes one.

use std::cell::Cell;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::dom::use_layout_effect;
use super::{IconButton, IconName};
use crate::store::use_messages;

/// State of the history's entry that a panel over the whole window adds.
const OVER: &str = "panel";

thread_local! {
    /// Number of panels that are open.
    static OPEN: Cell<u32> = const { Cell::new(0) };
}

/// Returns the history of a window so narrow that a panel covers its room.
fn narrow_history() -> Option<web_sys::History> {
    let window = web_sys::window()?;
    let is_narrow = window.match_media("(max-width: 60rem)").ok()??.matches();
    window.history().ok().filter(|_| is_narrow)
}

fn address() -> Option<String> {
    web_sys::window()?.location().href().ok()
}

/// Whether the present entry of the history is the one that a panel added.
pub fn is_over(history: &web_sys::History) -> bool {
    history.state().is_ok_and(|state| state.as_string().as_deref() == Some(OVER))
}

/// Has the browser's way back close what is open, where it covers the room behind it. What is closed in another way takes
/// its entry of the history along.
#[hook]
pub(crate) fn use_back(open: bool, onclose: Callback<()>) {
    let close = use_mut_ref(|| onclose.clone());
    *close.borrow_mut() = onclose;
    use_layout_effect(open, move |open| {
        let over = open.then(narrow_history).flatten().map(|history| {
            OPEN.set(OPEN.get() + 1);
            // One that takes another's place, or that is there again after a reload, has an entry already.
            if !is_over(&history)
                && let Err(error) = history.push_state_with_url(&JsValue::from_str(OVER), "", None)
            {
                log::warn!("no way back from a panel: {error:?}");
            }
            let (here, seen) = (address(), history.clone());
            let listener = web_sys::window().map(|window| {
                EventListener::new(&window, "popstate", move |_| {
                    if !is_over(&seen) && address() == here {
                        let close = close.borrow().clone();
                        close.emit(());
                    }
                })
            });
            (history, listener)
        });
        move || {
            let Some((history, listener)) = over else { return };
            drop(listener);
            OPEN.set(OPEN.get().saturating_sub(1));
            // Another panel may be about to take its place.
            Timeout::new(0, move || {
                if OPEN.get() == 0
                    && is_over(&history)
                    && let Err(error) = history.back()
                {
                    log::warn!("cannot go back: {error:?}");
                }
            })
            .forget();
        }
    });
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub(crate) struct PanelHeadProps {
    pub(crate) title: AttrValue,
    /// A control in the place of the title, which is for screen readers then.
    #[prop_or_default]
    pub(crate) choice: Option<Html>,
    /// Buttons besides the one that closes the panel.
    #[prop_or_default]
    pub(crate) children: Html,
    /// Closes the panel; one that always stands there has no such button.
    #[prop_or_default]
    pub(crate) onclose: Option<Callback<()>>,
}

/// Head of a panel: its title, its buttons, the way out.
#[component]
pub(crate) fn PanelHead(props: &PanelHeadProps) -> Html {
    let words = use_messages();
    use_back(props.onclose.is_some(), props.onclose.clone().unwrap_or_default());
    let close = props.onclose.as_ref().map(|onclose| {
        let onclick = onclose.reform(|_: MouseEvent| ());
        html! { <IconButton icon={IconName::Close} label={words.shell.close} {onclick} /> }
    });
    html! {
        <header class="panel-head">
            <h2 class={classes!(props.choice.is_some().then_some("visually-hidden"))} title={props.title.clone()}>{ &props.title }</h2>
            { props.choice.clone() }
            { props.children.clone() }
            { close }
        </header>
    }
}
