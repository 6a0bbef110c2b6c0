//! The list of shapes: the equal of the picture for the keyboard and for those who hear it.
//!
//! - O1 Only the rows near the window of the list are in the page; every row has the same height.
//! - O2 The list has one place in the order of Tab; arrow keys go through it, with Shift they extend the selection.

use std::collections::BTreeSet;
use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use super::toolbar::ICONS;
use crate::kit::dom::{focus, set_property, set_px};
use crate::kit::{Icon, TextInput};
use crate::store::{Store, use_messages, use_selector, use_store};
use espalier_app::scenes::{SceneMsg, SceneViewState, short};
use espalier_app::{Model, Msg};
use espalier_i18n::Messages;
use espalier_model::scene::Shape;
use espalier_model::{SceneId, ShapeId};
use espalier_scene::commands::Focus;
use espalier_scene::world::{Slot, World};

/// The height of a row in CSS pixels, as the style sheet has it.
const ROW: f64 = 36.0;
/// Number of rows mounted above and below the window.
const MARGIN: usize = 8;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ObjectListProps {
    pub scene: SceneId,
}

/// The rows that match the search, with the world, its count of listed changes and the words that they were found with.
struct MatchCache {
    key: (u64, u64, String),
    slots: Rc<Vec<Slot>>,
}

#[component]
pub fn ObjectList(props: &ObjectListProps) -> Html {
    let scene = props.scene;
    let words = use_messages();
    let store = use_store();
    let shown = use_selector(move |model| {
        let look = model.scenes.looks.get(&scene);
        let world = model.world(scene).map_or([0; 3], |world| [world.id(), world.listed(), world.version()]);
        (world, look.map_or(0, |look| look.selections), look.map(|look| look.query.clone()).unwrap_or_default())
    });
    let (world, selections, query) = &*shown;
    let slots = use_matching(scene, (world[0], world[1]), query, &store, words);
    let list = use_node_ref();
    let (window, onscroll) = use_window(&list, slots.len());
    let selected = use_memo((scene, *selections), |_| {
        let read = |model: &Model| Some(model.scenes.looks.get(&scene)?.selection.iter().copied().collect());
        store.read(read).unwrap_or_else(BTreeSet::<ShapeId>::new)
    });
    let primary = store.read(|model| model.scenes.looks.get(&scene).and_then(SceneViewState::primary));
    let place = {
        let slot = store.read(|model| model.world(scene)?.slot(primary?));
        slot.and_then(|slot| slots.binary_search(&slot).ok())
    };
    use_effect_with((primary, place), {
        let list = list.clone();
        move |(_, place)| reveal(&list, *place)
    });
    let (first, last) = (window.0.min(slots.len()), window.1.min(slots.len()));
    let total = slots.len();
    let (space, rows) = use_spacing(first, total);
    let onkeydown = use_keys(scene, store.clone(), slots.clone(), place);
    let view = |at: usize| {
        let row = store.read(|model| model.world(scene)?.item(slots[at]).map(|item| item.row.clone()));
        row.map(|row| {
            let id = row.id;
            html! {
                <ObjectRow
                    key={id.to_string()} {scene} {row} {at} {total} selected={selected.contains(&id)}
                    current={primary == Some(id)} list={list.clone()}
                />
            }
        })
    };
    let empty = if query.is_empty() { words.scene.no_shapes } else { words.scene.nothing_found };
    let active = primary.filter(|_| place.is_some_and(|at| (first..last).contains(&at))).map(element_id);
    html! {
        <section class="scene-objects" aria-label={words.scene.shapes}>
            { search_field(scene, query.clone(), store.clone(), words) }
            <div
                ref={list.clone()} class="scene-list" role="listbox" tabindex="0" aria-multiselectable="true"
                aria-label={words.scene.shapes} aria-activedescendant={active} {onscroll} {onkeydown}
            >
                <div ref={space} class="scene-space" role="presentation">
                    <div ref={rows} role="presentation">{ for (first..last).filter_map(view) }</div>
                </div>
                <p class="scene-empty" hidden={total > 0}>{ empty }</p>
            </div>
        </section>
    }
}

/// The shapes that a search finds, found again when the list or the search is another one.
#[hook]
fn use_matching(
    scene: SceneId,
    world: (u64, u64),
    query: &str,
    store: &Store,
    words: &'static Messages,
) -> Rc<Vec<Slot>> {
    let found = use_mut_ref(|| MatchCache { key: (0, 0, String::new()), slots: Rc::default() });
    let key = (world.0, world.1, query.to_owned());
    if found.borrow().key != key {
        let slots = store.read(|model| model.world(scene).map(|world| matching(world, query, words)));
        *found.borrow_mut() = MatchCache { key, slots: Rc::new(slots.unwrap_or_default()) };
    }
    found.borrow().slots.clone()
}

/// The places of the rows in sight, and what follows them when the list is scrolled.
#[hook]
fn use_window(list: &NodeRef, count: usize) -> (UseStateHandle<(usize, usize)>, Callback<Event>) {
    let window = use_state_eq(|| (0_usize, 20_usize));
    let onscroll = {
        let (list, window) = (list.clone(), window.setter());
        Callback::from(move |_: Event| window.set(rows_in(&list)))
    };
    use_effect_with(count, {
        let (list, window) = (list.clone(), window.setter());
        move |_| window.set(rows_in(&list))
    });
    (window, onscroll)
}

/// The space of all rows, and the rows that are drawn, moved to where they are in it.
#[hook]
fn use_spacing(first: usize, total: usize) -> (NodeRef, NodeRef) {
    let space = use_node_ref();
    let rows = use_node_ref();
    use_effect_with((first, total), {
        let (space, rows) = (space.clone(), rows.clone());
        move |(first, total)| {
            set_px(&space, "block-size", *total as f64 * ROW);
            set_property(&rows, "translate", &format!("0 {}px", *first as f64 * ROW));
        }
    });
    (space, rows)
}

fn search_field(scene: SceneId, value: String, store: Store, words: &Messages) -> Html {
    let ontype = Callback::from(move |words: String| store.dispatch(Msg::Scene(SceneMsg::Search(scene, words))));
    let label = words.scene.search;
    html! {
        <TextInput
            kind="search" class="scene-search" test_id="scene-search" {value} placeholder={label} {label} {ontype}
        />
    }
}

fn row_id(slots: &[Slot], store: &Store, scene: SceneId, at: usize) -> ShapeId {
    let id = store.read(|model| model.world(scene)?.item(*slots.get(at)?).map(|item| item.row.id));
    id.unwrap_or(ShapeId::from_uuid(uuid::Uuid::nil()))
}

fn element_id(shape: ShapeId) -> String {
    format!("object-{shape}")
}

/// The slots of shapes whose name or type has all words of a search in it.
fn matching(world: &World, query: &str, words: &Messages) -> Vec<Slot> {
    let parts: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let fits = |row: &Shape| {
        let text = format!("{} {}", row.name, words.scene.types[row.geometry.kind() as usize]).to_lowercase();
        parts.iter().all(|part| text.contains(part.as_str()))
    };
    world.items().filter(|(_, item)| parts.is_empty() || fits(&item.row)).map(|(slot, _)| slot).collect()
}

/// The rows that are in the window of the list, with those around it (O1).
fn rows_in(list: &NodeRef) -> (usize, usize) {
    let Some(list) = list.cast::<Element>() else { return (0, 20) };
    let first = (f64::from(list.scroll_top()) / ROW) as usize;
    let count = (f64::from(list.client_height()) / ROW).ceil() as usize;
    (first.saturating_sub(MARGIN), first + count + MARGIN)
}

/// Scrolls a row into the window of the list.
fn reveal(list: &NodeRef, place: Option<usize>) {
    let (Some(list), Some(place)) = (list.cast::<Element>(), place) else { return };
    let (top, height) = (place as f64 * ROW, f64::from(list.client_height()));
    let scrolled = f64::from(list.scroll_top());
    if top < scrolled {
        list.set_scroll_top(top as i32);
    } else if top + ROW > scrolled + height {
        list.set_scroll_top((top + ROW - height).ceil() as i32);
    }
}

/// The keys of the list (O2).
#[hook]
fn use_keys(scene: SceneId, store: Store, slots: Rc<Vec<Slot>>, place: Option<usize>) -> Callback<KeyboardEvent> {
    use_callback((scene, store, slots, place), |event: KeyboardEvent, (scene, store, slots, place)| {
        if slots.is_empty() || event.alt_key() || event.ctrl_key() || event.meta_key() {
            return;
        }
        let last = slots.len() - 1;
        let to = match event.key().as_str() {
            "ArrowDown" => place.map_or(0, |at| (at + 1).min(last)),
            "ArrowUp" => place.map_or(last, |at| at.saturating_sub(1)),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        let id = row_id(slots, store, *scene, to);
        let mut selection = if event.shift_key() {
            store.read(|model| model.scenes.looks.get(scene).map(|look| look.selection.clone())).unwrap_or_default()
        } else {
            Vec::new()
        };
        selection.retain(|shape| *shape != id);
        selection.push(id);
        store.dispatch(Msg::Scene(SceneMsg::Select(*scene, selection)));
    })
}

#[derive(Clone, PartialEq, Properties)]
struct ObjectRowProps {
    scene: SceneId,
    row: Rc<Shape>,
    at: usize,
    total: usize,
    selected: bool,
    current: bool,
    list: NodeRef,
}

#[component]
fn ObjectRow(props: &ObjectRowProps) -> Html {
    let words = use_messages();
    let store = use_store();
    let row = &props.row;
    let (scene, id, kind) = (props.scene, row.id, row.geometry.kind());
    let onclick = {
        let (store, list) = (store.clone(), props.list.clone());
        Callback::from(move |event: MouseEvent| {
            let adds = event.shift_key() || event.ctrl_key() || event.meta_key();
            let msg = if adds { SceneMsg::Toggle(scene, id) } else { SceneMsg::Select(scene, vec![id]) };
            store.dispatch(Msg::Scene(msg));
            focus(&list);
        })
    };
    let ondblclick = Callback::from(move |_: MouseEvent| {
        store.dispatch(Msg::Scene(SceneMsg::Key(scene, Focus::ID)));
    });
    let swatch = use_node_ref();
    let color = row.color.to_string();
    use_effect_with(color.clone(), {
        let swatch = swatch.clone();
        move |color| set_property(&swatch, "color", color)
    });
    let [x, y, z] = row.position.map(short);
    let label = (words.scene.label)(row);
    html! {
        <div
            id={element_id(id)} class={classes!("scene-object", props.current.then_some("scene-object-current"))}
            role="option" aria-selected={props.selected.to_string()} aria-posinset={(props.at + 1).to_string()}
            aria-setsize={props.total.to_string()} data-testid="scene-object" data-id={id.to_string()}
            data-type={kind.name()} data-x={row.position[0].to_string()} data-y={row.position[1].to_string()}
            data-z={row.position[2].to_string()} data-colour={color} data-selected={props.selected.to_string()}
            {onclick} {ondblclick}
        >
            <span ref={swatch} class="scene-swatch"><Icon name={ICONS[kind as usize]} /></span>
            <span class="scene-object-name">{ label }</span>
            <span class="scene-object-place" aria-label={(words.scene.at)(&x, &y, &z)}>{ format!("{x}, {y}, {z}") }</span>
        </div>
    }
}
