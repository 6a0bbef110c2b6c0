//! The list of what a room has, beside what is open in it: conversations, maps, courses, scenes.
//!
//! A room says in a [`ListKind`] what is listed and what can be done to it; how that looks and how it is used is here,
//! once.

pub mod hits;
pub mod order;
mod row;
pub mod rows;
pub mod when;

use gloo::timers::callback::Timeout;
use uuid::Uuid;
use yew::prelude::*;

use self::rows::Rows;
use crate::kit::{Button, IconName, TextInput, is_composing};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::find::{Asker, FindMsg};
use espalier_app::navigate::Route;
use espalier_app::{Model, Msg};
use espalier_base::time::Timestamp;
use espalier_i18n::Messages;
use espalier_model::RoomId;

/// The number of rows from which on it is worth looking for one.
pub const MANY: usize = 8;
/// The pause in typing after which it is searched by itself, in milliseconds.
const PAUSE_MS: u32 = 100;

/// A listed item with the instant of its last change.
pub type Listed = (Uuid, Timestamp);

#[derive(Debug, PartialEq, Default)]
pub struct RowContent {
    /// The name; where it is empty, [`ListWords::untitled`] stands for it.
    pub title: String,
    /// A figure before the time of the last change.
    pub note: Option<String>,
    /// Whether something is going on in it.
    pub busy: bool,
    /// The instant of the last change.
    pub at: Option<Timestamp>,
}

/// A further action of a room on a listed item.
#[derive(Debug)]
pub struct ExtraAction {
    pub label: &'static str,
    pub icon: IconName,
    /// The message that does it.
    pub make: fn(Uuid) -> Msg,
}

#[derive(Debug)]
pub struct ListWords {
    pub list: &'static str,
    pub rename: &'static str,
    pub duplicate: &'static str,
    pub delete: &'static str,
    pub untitled: &'static str,
    pub search: &'static str,
    /// While there is nothing to list.
    pub empty: &'static str,
    /// The state of a row that is busy.
    pub busy: &'static str,
}

#[derive(Debug)]
pub struct ListTestIds {
    pub new: &'static str,
    pub search: &'static str,
    pub item: &'static str,
    pub menu: &'static str,
    pub rename: &'static str,
    pub rename_input: &'static str,
    pub duplicate: &'static str,
    pub delete: &'static str,
}

/// A list of a room: its rows, its words, and the messages of its menu.
#[derive(Debug)]
pub struct ListKind {
    pub names: ListTestIds,
    pub words: fn(&'static Messages) -> ListWords,
    pub count: fn(&Model) -> usize,
    /// All items, the last changed first.
    pub rows: fn(&Model) -> Vec<Listed>,
    pub content: fn(&Model, Uuid) -> RowContent,
    pub route: fn(Uuid) -> Route,
    pub rename: fn(Uuid, String) -> Msg,
    pub duplicate: fn(Uuid) -> Msg,
    /// Asks whether to delete one; nothing for one that is gone.
    pub delete: fn(&Model, Uuid) -> Option<Msg>,
    /// More items of the menu, between copying and deleting; none of them changes anything.
    pub extras: fn(&'static Messages) -> Vec<ExtraAction>,
    /// The number of rows from which on there is a search.
    pub search_from: usize,
    /// The room, in the contents of which is searched.
    pub room: RoomId,
}

impl PartialEq for ListKind {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ListPaneProps {
    pub kind: &'static ListKind,
    pub current: Option<Uuid>,
    /// Whether it is open, where it is a drawer.
    pub open: bool,
    /// Closes it, where it is a drawer.
    pub onclose: Callback<()>,
    /// The name of the button for a new one; none where the room begins with a field for that.
    #[prop_or_default]
    pub new: Option<&'static str>,
    #[prop_or_default]
    pub onnew: Callback<()>,
    /// A control before that button.
    #[prop_or_default]
    pub children: Html,
}

/// The list with its head: the button for a new one, and the search.
#[component]
pub fn ListPane(props: &ListPaneProps) -> Html {
    let words = use_messages();
    let kind = props.kind;
    let say = (kind.words)(words);
    let query = use_state_eq(String::new);
    let search = use_search(kind, &query);
    let shown = use_selector(move |model| ((kind.count)(model) >= kind.search_from, model.read_only.is_some()));
    let (searches, read_only) = *shown;
    let onnew = use_callback((props.onnew.clone(), props.onclose.clone()), |_: MouseEvent, (onnew, onclose)| {
        onnew.emit(());
        onclose.emit(());
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
    let new = props.new.map(|label| {
        html! {
            <Button {label} icon={IconName::New} test_id={kind.names.new} disabled={read_only} onclick={onnew} />
        }
    });
    let field = (searches || !query.is_empty()).then(|| {
        html! {
            <TextInput
                class="list-search" kind="search" test_id={kind.names.search} label={say.search} placeholder={say.search}
                verbatim=true value={(*query).clone()} ontype={query.setter()} {onkeydown}
            />
        }
    });
    html! {
        <nav
            class={classes!("sidebar", props.open.then_some("sidebar-open"))} aria-label={say.list}
            onkeydown={onescape}
        >
            <div class="sidebar-head">{ props.children.clone() }{ new }{ field }</div>
            <Rows
                {kind} current={props.current} open={props.open} query={query.trim().to_owned()}
                onopen={props.onclose.clone()}
            />
        </nav>
    }
}

/// Has the room search once typing pauses, or at once when asked to; each search once.
#[hook]
fn use_search(kind: &'static ListKind, query: &str) -> Callback<String> {
    let dispatch = use_dispatch();
    let asked = use_mut_ref(String::new);
    let search = use_callback(dispatch, move |query: String, dispatch| {
        let query = query.trim().to_owned();
        let mut asked = asked.borrow_mut();
        if *asked != query {
            asked.clone_from(&query);
            drop(asked);
            dispatch.emit(Msg::Find(FindMsg::Ask(Asker::List(kind.room), query)));
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

#[cfg(test)]
mod tests;
