//! Keyboard input of a map.
//!
//! - K1 A key that belongs to an input method never reaches the map: it is given to the field of the title.
//! - K2 A letter begins a new title; shortcuts are those of the registry.

use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::Viewport;
use crate::kit::{dom, is_composing};
use crate::shell::keys::pressed;
use crate::store::{Store, use_store};
use espalier_app::maps::{self, MapMsg, Maps};
use espalier_app::{Model, Msg};
use espalier_mindmap::commands::ToggleFold;
use espalier_mindmap::layout::Direction;
use espalier_model::{MapId, NodeId};

#[hook]
pub fn use_keys(map: MapId, viewport: &Viewport) -> Callback<KeyboardEvent> {
    let store = use_store();
    use_callback((map, viewport.clone(), store), |event: KeyboardEvent, (map, viewport, store)| {
        let in_field = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if event.default_prevented() || in_field.is_some_and(|element| element.tag_name() == "TEXTAREA") {
            return;
        }
        let primary = store.read(|model| model.maps.primary(*map));
        if let Some(node) = primary
            && begins_word(&event)
            && store.read(|model| model.read_only.is_none())
        {
            // While the key is down the field takes the focus, so the letter, or the composition, begins there.
            viewport.begin_word();
            store.dispatch(Msg::Maps(MapMsg::BeginEdit(*map, node, Some(String::new()))));
            return viewport.hand_over(store, *map);
        }
        if is_composing(&event) {
            return;
        }
        if let Some(msg) = meant(*map, viewport, store, &event) {
            event.prevent_default();
            let start = dom::now();
            store.dispatch(msg);
            viewport.hand_over(store, *map);
            dom::measure("map.edit", start);
        }
    })
}

/// Whether a key begins a title: a letter, or an input method's key.
fn begins_word(event: &KeyboardEvent) -> bool {
    let letter = event.key().chars().count() == 1 && event.key() != " ";
    let bare = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
    bare && (letter || is_composing(event))
}

fn meant(map: MapId, viewport: &Viewport, store: &Store, event: &KeyboardEvent) -> Option<Msg> {
    let keys = store.read(|model| pressed(event, model.facts.mac))?;
    let extend = keys.strip_prefix("Shift+").unwrap_or(&keys);
    if let Some(direction) = direction(extend) {
        return store.read(|model| arrow(model, map, viewport, direction, keys.len() > extend.len()));
    }
    if keys == "Mod+V" {
        return None;
    }
    let (draws, primary) = store.read(|model| {
        let draws = model.maps.looks.get(&map).is_some_and(|look| look.line_from.is_some());
        (draws, model.maps.primary(map))
    });
    let id = match keys.as_str() {
        "Escape" if draws => return Some(Msg::Maps(MapMsg::EndLine(map, None))),
        "Escape" if store.read(|model| is_choosing(model, map)) => return Some(Msg::Maps(MapMsg::Choose(map, false))),
        "Enter" if draws => return Some(Msg::Maps(MapMsg::EndLine(map, primary))),
        " " | "Space" => ToggleFold::ID,
        "Mod+Alt+N" => return Some(Msg::Maps(MapMsg::Create)),
        "Escape" => return escape(&store.read(|model| model.maps.looks.get(&map).cloned())?, map),
        keys => maps::shortcut(keys)?.id,
    };
    Some(Msg::Maps(MapMsg::Key(map, id)))
}

/// Whether a tap adds a node to what is selected.
pub fn is_choosing(model: &Model, map: MapId) -> bool {
    model.maps.looks.get(&map).is_some_and(|look| look.choosing)
}

fn escape(look: &maps::MapViewState, map: MapId) -> Option<Msg> {
    if look.query.is_some() {
        return Some(Msg::Maps(MapMsg::Search(map, None)));
    }
    let last = *look.selection.last().filter(|_| look.selection.len() > 1)?;
    Some(Msg::Maps(MapMsg::Select(map, vec![last])))
}

fn direction(key: &str) -> Option<Direction> {
    match key {
        "ArrowLeft" => Some(Direction::Left),
        "ArrowRight" => Some(Direction::Right),
        "ArrowUp" => Some(Direction::Up),
        "ArrowDown" => Some(Direction::Down),
        _ => None,
    }
}

fn arrow(model: &Model, map: MapId, viewport: &Viewport, direction: Direction, extend: bool) -> Option<Msg> {
    let rendered = viewport.rendered()?;
    let view = model.map_view(map)?;
    let mut place = rendered.place(model.maps.primary(map)?)?;
    // What is only proposed is passed over.
    let to = loop {
        place = rendered.layout.neighbour(place, direction)?;
        let node = rendered.at(place).id;
        if view.tree.index_of(node).is_some() {
            break node;
        }
    };
    Some(Msg::Maps(MapMsg::Select(map, reached(&model.maps, map, to, extend))))
}

/// Returns the selection after moving to `node`.
pub fn reached(maps: &Maps, map: MapId, node: NodeId, extend: bool) -> Vec<NodeId> {
    if !extend {
        return vec![node];
    }
    let mut selection = maps.looks.get(&map).map(|look| look.selection.clone()).unwrap_or_default();
    selection.retain(|&other| other != node);
    selection.push(node);
    selection
}
