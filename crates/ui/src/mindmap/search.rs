//! The search in a map: what is found stands out, Enter goes from one to the next, and it can be replaced.
//!
//! - S1 While someone types, the first hit that is in sight is shown; a fold is opened only for one that is asked for.

use yew::prelude::*;

use crate::kit::dom::{focus, use_layout_effect};
use crate::kit::{Button, ButtonKind, IconButton, IconName, TextInput, is_composing};
use crate::store::{Store, use_dispatch, use_messages, use_selector, use_store};
use espalier_app::maps::{MapMsg, MapView};
use espalier_app::{Model, Msg};
use espalier_i18n::Messages;
use espalier_mindmap::commands::Replace;
use espalier_mindmap::search::{Options, Query};
use espalier_model::{MapId, NodeId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SearchBarProps {
    pub map: MapId,
    /// Gives the focus back to the map.
    #[prop_or_default]
    pub onleave: Callback<()>,
}

#[derive(Debug, PartialEq)]
struct SearchState {
    query: String,
    found: Vec<NodeId>,
    at: Option<usize>,
}

impl SearchState {
    fn of(model: &Model, map: MapId) -> Self {
        let query = model.maps.looks.get(&map).and_then(|look| look.query.clone()).unwrap_or_default();
        let wanted = Query::new(query.trim(), Options::default());
        let nodes = model.map_view(map).map(|view| view.nodes.as_slice()).unwrap_or_default();
        let hit = |node: &&std::rc::Rc<espalier_model::Node>| wanted.is_in(&node.title) || wanted.is_in(&node.note);
        let found: Vec<NodeId> =
            if query.trim().is_empty() { Vec::new() } else { nodes.iter().filter(hit).map(|node| node.id).collect() };
        let primary = model.maps.primary(map);
        let at = found.iter().position(|&node| Some(node) == primary);
        Self { query, found, at }
    }

    /// The hit after the one that is shown, or before it.
    fn next(&self, back: bool) -> Option<NodeId> {
        let count = self.found.len().max(1);
        let next = match (self.at, back) {
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
            (None, _) => 0,
        };
        self.found.get(next).copied()
    }
}

/// Whether a node is neither in a fold nor outside of the branch that is in focus.
fn is_in_sight(view: &MapView, node: NodeId) -> bool {
    let mut above = std::iter::successors(view.tree.parent(node), |&above| view.tree.parent(above));
    let is_folded = |id: NodeId| view.tree.index_of(id).is_some_and(|place| view.nodes[place as usize].folded);
    let focus = view.row.focus;
    let mut is_inside = focus.is_none() || focus == Some(node);
    let open = above.all(|id| {
        let counts = !is_inside || focus.is_none();
        is_inside |= focus == Some(id);
        !(counts && is_folded(id)) || focus == Some(id)
    });
    open && is_inside
}

/// The bar over the map.
#[component]
pub fn SearchBar(props: &SearchBarProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let store = use_store();
    let map = props.map;
    let state = use_selector(move |model| SearchState::of(model, map));
    let field = use_node_ref();
    let with = use_state_eq(String::new);
    let replacing = use_state_eq(|| false);
    use_layout_effect(field.clone(), focus);
    let ontype = Callback::from(move |text: String| search(&store, map, text));
    let close = {
        let (dispatch, onleave) = (dispatch.clone(), props.onleave.clone());
        Callback::from(move |()| {
            dispatch.emit(Msg::Maps(MapMsg::Search(map, None)));
            onleave.emit(());
        })
    };
    let step = {
        let (dispatch, state) = (dispatch.clone(), state.clone());
        Callback::from(move |back: bool| {
            if let Some(node) = state.next(back) {
                // What is hidden by a fold is shown before it is reached.
                dispatch.emit(Msg::Maps(MapMsg::Reveal(map, node)));
            }
        })
    };
    let onkeydown = keys(step.clone(), close.clone());
    let onfold = {
        let replacing = replacing.clone();
        Callback::from(move |_: MouseEvent| replacing.set(!*replacing))
    };
    let count = if state.query.trim().is_empty() {
        String::new()
    } else {
        (words.map.found)(state.at.map_or(0, |at| at + 1), state.found.len())
    };
    let none = state.found.is_empty();
    let fold = if *replacing { IconName::ChevronDown } else { IconName::ChevronRight };
    let replace = replacing.then(|| replacement(map, &state, &with, &close, &dispatch, words));
    html! {
        <div class="map-search" role="search">
            <div class="map-search-row">
                <IconButton icon={fold} label={words.map.replace} expanded={*replacing} test_id="map-replace-fold" onclick={onfold} />
                <TextInput
                    node={field} kind="search" test_id="map-search" label={words.map.search_hint}
                    placeholder={words.map.search_hint} value={state.query.clone()} {ontype} {onkeydown}
                />
                <span class="map-number" role="status" data-testid="map-found">{ count }</span>
                <IconButton icon={IconName::ChevronUp} label={words.map.previous} disabled={none} onclick={step.reform(|_: MouseEvent| true)} />
                <IconButton icon={IconName::ChevronDown} label={words.map.next} disabled={none} onclick={step.reform(|_: MouseEvent| false)} />
                <IconButton icon={IconName::Close} label={words.shell.close} onclick={close.reform(|_: MouseEvent| ())} />
            </div>
            { replace }
        </div>
    }
}

/// Looks for what is typed, and shows the first node that has it and is in sight.
fn search(store: &Store, map: MapId, text: String) {
    store.dispatch(Msg::Maps(MapMsg::Search(map, Some(text))));
    let first = store.read(|model| {
        let state = SearchState::of(model, map);
        let view = model.map_view(map).filter(|_| state.at.is_none())?;
        state.found.into_iter().find(|&node| is_in_sight(view, node))
    });
    if let Some(node) = first {
        store.dispatch(Msg::Maps(MapMsg::Reveal(map, node)));
    }
}

/// Handles keys in the field: Enter goes on, Escape ends the search.
fn keys(step: Callback<bool>, close: Callback<()>) -> Callback<KeyboardEvent> {
    Callback::from(move |event: KeyboardEvent| {
        match event.key().as_str() {
            "Enter" if !is_composing(&event) => step.emit(event.shift_key()),
            "Escape" => close.emit(()),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    })
}

/// The row in which what is found is replaced.
fn replacement(
    map: MapId,
    state: &SearchState,
    with: &UseStateHandle<String>,
    close: &Callback<()>,
    dispatch: &Callback<Msg>,
    words: &Messages,
) -> Html {
    let replace = Replace::new(state.query.trim().to_owned(), (**with).clone());
    let onclick = dispatch.reform(move |_: MouseEvent| Msg::Maps(MapMsg::Do(map, replace.clone().into())));
    let close = close.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" && !is_composing(&event) {
            event.prevent_default();
            event.stop_propagation();
            close.emit(());
        }
    });
    let hint = words.map.replace_hint;
    html! {
        <div class="map-search-row" {onkeydown}>
            <TextInput
                value={(**with).clone()} label={hint} placeholder={hint} test_id="map-replace" ontype={with.setter()}
            />
            <Button
                label={words.map.replace_all} kind={ButtonKind::Quiet} disabled={state.found.is_empty()} {onclick}
            />
        </div>
    }
}
