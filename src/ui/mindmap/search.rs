//! The search in a map: what is found stands out, Enter goes from one to the next, and it can be replaced.
//!
//! Must not be in here: finding.

use serde_json::json;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::maps::MapMsg;
use crate::app::{Model, Msg};
use crate::feature::mindmap::search::{Options, Query};
use crate::model::{MapId, NodeId};
use crate::ui::kit::dom::focus;
use crate::ui::kit::{Button, ButtonKind, IconButton, IconName, is_composing};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// See [`SearchBar`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SearchBarProps {
    /// The map.
    pub map: MapId,
    /// Gives the focus back to the map.
    #[prop_or_default]
    pub onleave: Callback<()>,
}

#[derive(Debug, PartialEq)]
struct Shown {
    query: String,
    found: Vec<NodeId>,
    at: Option<usize>,
}

impl Shown {
    fn of(model: &Model, map: MapId) -> Self {
        let query = model.maps.looks.get(&map).and_then(|look| look.query.clone()).unwrap_or_default();
        let wanted = Query::new(query.trim(), Options::default());
        let nodes = model.map_view(map).map(|view| view.nodes.as_slice()).unwrap_or_default();
        let hit = |node: &&std::rc::Rc<crate::model::Node>| wanted.is_in(&node.title) || wanted.is_in(&node.note);
        let found: Vec<NodeId> =
            if query.trim().is_empty() { Vec::new() } else { nodes.iter().filter(hit).map(|node| node.id).collect() };
        let primary = model.maps.primary(map);
        let at = found.iter().position(|&node| Some(node) == primary);
        Self { query, found, at }
    }
}

/// See the module.
#[component]
pub fn SearchBar(props: &SearchBarProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let map = props.map;
    let shown = use_selector(move |model| Shown::of(model, map));
    let field = use_node_ref();
    let with = use_node_ref();
    use_effect_with(field.clone(), focus);
    let oninput = dispatch.reform(move |event: InputEvent| {
        Msg::Maps(MapMsg::Search(map, Some(event.target_unchecked_into::<HtmlInputElement>().value())))
    });
    let close = {
        let (dispatch, onleave) = (dispatch.clone(), props.onleave.clone());
        Callback::from(move |()| {
            dispatch.emit(Msg::Maps(MapMsg::Search(map, None)));
            onleave.emit(());
        })
    };
    let step = {
        let (dispatch, shown) = (dispatch.clone(), shown.clone());
        Callback::from(move |back: bool| {
            let count = shown.found.len();
            let next = match (shown.at, back) {
                (Some(at), false) => (at + 1) % count.max(1),
                (Some(at), true) => (at + count.max(1) - 1) % count.max(1),
                (None, _) => 0,
            };
            if let Some(&node) = shown.found.get(next) {
                // What is hidden by a fold is shown before it is reached.
                dispatch.emit(Msg::Maps(MapMsg::Reveal(map, node)));
            }
        })
    };
    let onkeydown = {
        let (step, close) = (step.clone(), close.clone());
        Callback::from(move |event: KeyboardEvent| {
            match event.key().as_str() {
                "Enter" if !is_composing(&event) => step.emit(event.shift_key()),
                "Escape" => close.emit(()),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let onreplace = {
        let (dispatch, with, query) = (dispatch.clone(), with.clone(), shown.query.clone());
        Callback::from(move |_: MouseEvent| {
            let text = with.cast::<HtmlInputElement>().map(|field| field.value()).unwrap_or_default();
            dispatch.emit(Msg::Maps(MapMsg::Do(map, "map.replace", json!({ "find": query.trim(), "replace": text }))));
        })
    };
    let count = (words.map.found)(shown.at.map_or(0, |at| at + 1), shown.found.len());
    html! {
        <div class="map-search" role="search">
            <input
                ref={field} type="search" data-testid="map-search" aria-label={words.map.search_hint}
                placeholder={words.map.search_hint} value={shown.query.clone()} {oninput} {onkeydown}
            />
            <span class="map-number" role="status">{ count }</span>
            <IconButton icon={IconName::ChevronUp} label={words.map.previous} onclick={step.reform(|_: MouseEvent| true)} />
            <IconButton icon={IconName::ChevronDown} label={words.map.next} onclick={step.reform(|_: MouseEvent| false)} />
            <input ref={with} type="text" aria-label={words.map.replace_hint} placeholder={words.map.replace_hint} />
            <Button
                label={words.map.replace_all} kind={ButtonKind::Quiet} disabled={shown.found.is_empty()}
                onclick={onreplace}
            />
            <IconButton icon={IconName::Close} label={words.shell.close} onclick={close.reform(|_: MouseEvent| ())} />
        </div>
    }
}
