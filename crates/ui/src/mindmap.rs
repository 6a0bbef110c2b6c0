//! The Map room: mind maps drawn, changed by hand, and what stands beside them.

mod anchor;
mod begin;
mod camera;
mod canvas;
mod details;
mod list;
mod measure;
mod node;
mod note;
mod overview;
mod picture;
mod render_tree;
mod search;
mod style;
mod toolbar;

use wasm_bindgen::JsCast;
use yew::prelude::*;

use self::begin::Begin;
use self::canvas::MapCanvas;
use self::details::DetailsPanel;
use self::list::MapList;
use self::note::NotePanel;
use self::search::SearchBar;
use self::toolbar::Toolbar;
use super::assistant::NodeAssistant;
use super::store::{use_dispatch, use_messages, use_selector};
use crate::kit::{Button, ButtonKind, Scrim, use_drawer};
use crate::shell::picture::RoomPicture;
use espalier_app::maps::{MapMsg, Panel};
use espalier_app::{Model, Msg};
use espalier_mindmap::commands::Focus;
use espalier_model::{MapId, MindMap, RoomId};

#[derive(Debug, PartialEq)]
struct MapRoomState {
    map: Option<MapId>,
    ready: bool,
    panel: Panel,
    searching: bool,
    focused: bool,
    /// Whether a line is being drawn.
    drawing: bool,
    /// Number of selected nodes, in selection mode.
    choosing: Option<usize>,
}

impl MapRoomState {
    fn of(model: &Model) -> Self {
        let map = model.route.map().filter(|map| model.workspace.get::<MindMap>(map).is_some());
        let look = map.and_then(|map| model.maps.looks.get(&map));
        let view = map.and_then(|map| model.map_view(map));
        Self {
            map,
            ready: view.is_some(),
            panel: look.map(|look| look.panel).unwrap_or_default(),
            searching: look.is_some_and(|look| look.query.is_some()),
            choosing: look.filter(|look| look.choosing).map(|look| look.selection.len()),
            drawing: look.is_some_and(|look| look.line_from.is_some()),
            focused: view.is_some_and(|view| view.row.focus.is_some()),
        }
    }
}

/// Gives the focus to the node that the keyboard is at.
fn focus_map() {
    let document = web_sys::window().and_then(|window| window.document());
    let node = document.and_then(|document| document.query_selector(".map-node[tabindex=\"0\"]").ok().flatten());
    if let Some(node) = node.and_then(|node| node.dyn_into::<web_sys::SvgElement>().ok()) {
        // Without a node that can take it the focus stays where it is.
        let _ = node.focus();
    }
}

/// The Map room: the list of maps, the current one with its tools and panels.
#[component]
pub fn MapRoom() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let state = use_selector(MapRoomState::of);
    let drawer = use_drawer();
    let main = match state.map {
        Some(map) if state.ready => {
            let onleave = Callback::from(|()| focus_map());
            let search = state.searching.then(|| html! { <SearchBar {map} onleave={onleave.clone()} /> });
            let panel = match state.panel {
                Panel::None => Html::default(),
                Panel::Note => html! { <NotePanel key="note" {map} {onleave} /> },
                Panel::Details => html! { <DetailsPanel key="details" {map} /> },
                Panel::Assistant => html! { <NodeAssistant key="assistant" {map} {onleave} /> },
            };
            let unfocus = dispatch.reform(move |_: MouseEvent| Msg::Maps(MapMsg::Do(map, Focus::new().into())));
            let focus = state.focused.then(|| html! {
                <p class="map-focus">{ words.map.focused }<Button label={words.map.unfocus} kind={ButtonKind::Quiet} onclick={unfocus} /></p>
            });
            let cancel = dispatch.reform(move |_: MouseEvent| Msg::Maps(MapMsg::EndLine(map, None)));
            let drawing = state.drawing.then(|| html! {
                <p class="map-focus" role="status">{ words.map.drawing_line }<Button label={words.map.cancel} kind={ButtonKind::Quiet} onclick={cancel} /></p>
            });
            let done = dispatch.reform(move |_: MouseEvent| {
                focus_map();
                Msg::Maps(MapMsg::Choose(map, false))
            });
            let choosing = state.choosing.map(|count| html! {
                <p class="map-focus" role="status" data-testid="map-choosing">{ (words.map.selected)(count) }<Button label={words.map.done} kind={ButtonKind::Quiet} test_id="map-chosen" onclick={done} /></p>
            });
            html! {
                <div key="map" class="map-stage">
                    <Toolbar {map} drawer={drawer.clone()} />
                    <div class="map-bars">{ focus }{ drawing }{ choosing }{ search }</div>
                    <div class="map-split"><MapCanvas {map} /><div class="map-side">{ panel }</div></div>
                </div>
            }
        }
        Some(_) => html! { <p key="loading" class="loading" role="status">{ words.map.loading }</p> },
        None => html! {
            <div key="welcome" class="room-frame">
                <Toolbar map={None::<MapId>} drawer={drawer.clone()} />
                <div class="listed-welcome">
                    <RoomPicture room={RoomId::Map} />
                    <h2>{ words.map.begin }</h2>
                    <p>{ words.map.welcome }</p>
                    <Begin />
                    <div class="listed-list"><MapList open=true map={None} onclose={Callback::noop()} /></div>
                </div>
            </div>
        },
    };
    let list =
        state.map.map(|map| html! { <MapList map={Some(map)} open={drawer.open} onclose={drawer.onclose.clone()} /> });
    html! {
        <div class={classes!("listed-room", state.map.is_none().then_some("listed-bare"))}>
            <div class="listed-place">{ list }</div>
            <Scrim {drawer} />
            <div class="map-main">{ main }</div>
        </div>
    }
}
