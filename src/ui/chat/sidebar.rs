//! The list of conversations: new ones, old ones, and the search through all of them.
//!
//! Must not be in here: one entry of the list (`item`), the words that were found (`hits`).

mod hits;
pub mod item;
pub mod list;
mod menu;

use gloo::timers::callback::Timeout;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use self::list::SessionList;
use crate::app::Msg;
use crate::app::sessions::SessionMsg;
use crate::model::SessionId;
use crate::ui::kit::{Button, ButtonKind, IconName, is_composing};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// How long typing pauses before all messages are searched, in milliseconds.
const PAUSE_MS: u32 = 300;

/// See [`Sidebar`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SidebarProps {
    /// The conversation that is shown.
    pub session: Option<SessionId>,
    /// Whether it is open, where it is a drawer.
    pub open: bool,
    /// Closes it, where it is a drawer.
    pub onclose: Callback<()>,
}

/// See the module.
#[component]
pub fn Sidebar(props: &SidebarProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let query = use_state_eq(String::new);
    let search = use_search(&query);
    let read_only = use_selector(|model| model.read_only.is_some());
    let onnew = use_callback((dispatch, props.onclose.clone()), |_: MouseEvent, (dispatch, onclose)| {
        dispatch.emit(Msg::Sessions(SessionMsg::New));
        onclose.emit(());
    });
    let oninput = use_callback(query.setter(), |event: InputEvent, query| {
        query.set(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let onkeydown = use_callback((search, query.clone()), |event: KeyboardEvent, (search, query)| {
        match event.key().as_str() {
            "Enter" if !is_composing(&event) => search.emit((**query).clone()),
            "Escape" if !query.is_empty() => query.set(String::new()),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    });
    let onescape = use_callback(props.onclose.clone(), |event: KeyboardEvent, onclose| {
        if event.key() == "Escape" {
            onclose.emit(());
        }
    });
    html! {
        <nav
            class={classes!("sidebar", props.open.then_some("sidebar-open"))} aria-label={words.chat.sidebar.title}
            onkeydown={onescape}
        >
            <div class="sidebar-head">
                <Button
                    label={words.command.new_session} icon={IconName::New} kind={ButtonKind::Plain}
                    test_id="session-new" disabled={*read_only} onclick={onnew}
                />
                <input
                    type="search" class="session-search" data-testid="session-search" autocomplete="off"
                    aria-label={words.command.search} placeholder={words.chat.sidebar.search}
                    value={(*query).clone()} {oninput} {onkeydown}
                />
            </div>
            <SessionList session={props.session} query={query.trim().to_owned()} onopen={props.onclose.clone()} />
        </nav>
    }
}

/// Searches all messages once typing pauses, or at once when asked to; each search once.
#[hook]
fn use_search(query: &str) -> Callback<String> {
    let dispatch = use_dispatch();
    let asked = use_mut_ref(String::new);
    let search = use_callback(dispatch, move |query: String, dispatch| {
        let query = query.trim().to_owned();
        let mut asked = asked.borrow_mut();
        if *asked != query {
            asked.clone_from(&query);
            drop(asked);
            dispatch.emit(Msg::Sessions(SessionMsg::Search(query)));
        }
    });
    let later = search.clone();
    use_effect_with(query.to_owned(), move |query| {
        let query = query.clone();
        let pause = Timeout::new(if query.is_empty() { 0 } else { PAUSE_MS }, move || later.emit(query));
        move || drop(pause)
    });
    search
}
