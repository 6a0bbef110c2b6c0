//! The map itself: drawn near the window, moved without drawing, with a field for the title that is edited.
//!
//! - V1 Moving and zooming set one attribute; drawing happens only when the window leaves what is drawn.
//! - V2 When the layout changes, the node the keyboard is at stays where it is on the screen.
//! - V3 What the keyboard reaches is brought into sight, with as little movement as possible.

mod drag;
mod editor;
mod frame;
mod keys;
mod menu;
mod page;
mod pointer;
mod viewport;

use std::collections::BTreeMap;
use std::rc::Rc;

use yew::prelude::*;

use self::editor::TitleField;
use self::menu::NodeMenu;
use self::pointer::{Preview, use_pointer};
pub use self::viewport::Viewport;
use super::node::{MapNode, carried, ghost_label, ink_class, own};
use super::overview::Overview;
use super::picture;
use super::render_tree::{RenderTree, edge_path};
use super::toolbar::Corner;
use crate::kit::Anchor;
use crate::kit::dom::use_layout_effect;
use crate::kit::shared::Shared;
use crate::store::{use_messages, use_selector, use_store};
use espalier_app::maps::{MapMsg, MapView, MapViewState, Picture};
use espalier_app::{Model, Msg};
use espalier_i18n::Messages;
use espalier_mindmap::change_preview::Mark;
use espalier_mindmap::edge::{self, Stroke};
use espalier_mindmap::layout::{Arrangement, DropHow, DropTarget, Heading, Rect};
use espalier_mindmap::search::{Options, Query};
use espalier_mindmap::theme::{Background, Theme};
use espalier_model::mindmap::Layout as Choice;
use espalier_model::{MapId, NodeId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MapCanvasProps {
    pub map: MapId,
}

/// The slice of the model that the canvas draws.
#[derive(Debug, PartialEq)]
struct CanvasState {
    view: Option<Shared<MapView>>,
    /// Changes of an open proposal; the map is then drawn with the new nodes.
    marks: Option<Shared<BTreeMap<NodeId, Mark>>>,
    look: MapViewState,
    primary: Option<NodeId>,
}

impl CanvasState {
    fn of(model: &Model, map: MapId) -> Self {
        let preview = model.maps.preview.as_ref().filter(|preview| preview.map == map);
        Self {
            view: preview.map(|preview| &preview.view).or_else(|| model.map_view(map)).map(Shared::from),
            marks: preview.map(|preview| Shared::from(&preview.marks)),
            look: model.maps.looks.get(&map).cloned().unwrap_or_default(),
            primary: model.maps.primary(map),
        }
    }
}

#[component]
pub fn MapCanvas(props: &MapCanvasProps) -> Html {
    let map = props.map;
    let words = use_messages();
    let state = use_selector(move |model| CanvasState::of(model, map));
    let viewport = (*use_memo((), |()| Viewport::default())).clone();
    let drawn = use_state_eq(|| None::<Rect>);
    let menu = use_state_eq(|| None::<Anchor>);
    viewport.draw_with(drawn.setter());
    let mounted = drawn.is_some();
    let rendered = use_rendered(&viewport, &state, mounted);
    viewport.set_rendered(rendered.clone());
    use_movements(&viewport, map, &state, rendered.as_ref());
    let (gestures, preview) = use_pointer(map, &viewport, menu.setter());
    let onkeydown = keys::use_keys(map, &viewport);
    let body = match (&rendered, *drawn) {
        (Some(rendered), Some(window)) => contents(&viewport, rendered, &window, &state, preview.as_ref(), words),
        _ => html! {},
    };
    let context_menu = menu.as_ref().map(|anchor| {
        let (onclose, viewport, primary) = (menu.setter(), viewport.clone(), state.primary);
        let onclose = move |()| {
            onclose.set(None);
            if let Some(node) = primary {
                viewport.take_focus(node);
            }
        };
        html! { <NodeMenu {map} anchor={anchor.clone()} {onclose} /> }
    });
    // What is done in the list is not done to the map below it.
    let keys_stay = Callback::from(|event: KeyboardEvent| event.stop_propagation());
    let presses_stay = Callback::from(|event: PointerEvent| event.stop_propagation());
    let clicks_stay = Callback::from(|event: MouseEvent| event.stop_propagation());
    let overview = rendered.clone().map(|rendered| html! { <Overview viewport={viewport.clone()} {rendered} /> });
    use_picture(map, &state, &viewport);
    let zoom = if state.look.outline { "map-svg map-outlined" } else { "map-svg" };
    let theme = state.view.as_ref().map(|view| format!("map-theme-{}", view.row.palette as u8));
    html! {
        <div
            ref={viewport.container.clone()} class={classes!("map-canvas", theme)} data-testid="map-view" tabindex="-1" {onkeydown}
            onpointerdown={gestures.down} onpointermove={gestures.moved} onpointerup={gestures.up.clone()}
            onpointercancel={gestures.cancel} ondblclick={gestures.twice} oncontextmenu={gestures.context}
        >
            <svg
                class={zoom} role="tree" aria-label={words.map.tree} aria-multiselectable="true"
            >
                <g ref={viewport.world.clone()} role="presentation">{ body }</g>
            </svg>
            <svg class="map-marquee" aria-hidden="true"><rect ref={viewport.marquee.clone()} width="0" height="0" /></svg>
            <TitleField
                {map} viewport={viewport.clone()} rendered={rendered.as_ref().map(Shared::from)} editing={state.look.editing.clone()}
            />
            <div onkeydown={keys_stay} onpointerdown={presses_stay.clone()}>{ context_menu }</div>
            <div class="map-corner-place" onpointerdown={presses_stay.clone()} ondblclick={clicks_stay}><Corner {map} /></div>
            <div class="map-overview-place">{ overview }</div>
        </div>
    }
}

/// Returns the arrangement of a map in a view state.
pub fn arrangement(view: &MapView, look: &MapViewState) -> Arrangement {
    if look.outline { Choice::Outline } else { view.row.layout }
}

#[hook]
fn use_rendered(viewport: &Viewport, state: &CanvasState, mounted: bool) -> Option<Rc<RenderTree>> {
    let key = state.view.as_ref().map(|view| (view.clone(), arrangement(view, &state.look)));
    let viewport = viewport.clone();
    (*use_memo((key, mounted), move |(key, mounted)| {
        let (view, arrangement) = key.as_ref().filter(|_| *mounted)?;
        Some(viewport.arrange(&view.0, *arrangement))
    }))
    .clone()
}

/// Moves the window when the layout, the selection, or a wish asks for it (V2, V3).
#[hook]
fn use_movements(viewport: &Viewport, map: MapId, state: &CanvasState, rendered: Option<&Rc<RenderTree>>) {
    let mounted = viewport.clone();
    use_layout_effect((), move |()| mounted.mount());
    let arranged = viewport.clone();
    let version = rendered.map(Rc::as_ptr);
    use_layout_effect((map, version, state.primary), move |(map, _, primary)| arranged.follow(*map, *primary));
    let aimed = viewport.clone();
    let count = state.look.camera.0;
    let done = use_mut_ref(|| (map, count));
    use_effect_with((map, count), {
        let wish = state.look.camera.1;
        move |&now| {
            // Another map's last wish was carried out when it was made.
            let (before, last) = done.replace(now);
            if let Some(wish) = wish.filter(|_| before == map && last != count) {
                aimed.aim(wish);
            }
        }
    });
    let sized = viewport.clone();
    use_effect_with(state.look.panel, move |_| sized.resized());
    let marked = viewport.clone();
    use_layout_effect(state.marks.clone(), move |marks| {
        marked.bring(marks.iter().flat_map(|marks| marks.keys().copied()));
    });
}

/// Draws a picture of the map, without what is only proposed, when one is wished for.
#[hook]
fn use_picture(map: MapId, state: &CanvasState, viewport: &Viewport) {
    let store = use_store();
    let (wish, pixels) = state.look.picture;
    let done = use_mut_ref(|| (map, wish));
    let (viewport, look) = (viewport.clone(), state.look.clone());
    use_effect_with((map, wish), move |&now| {
        let (before, last) = done.replace(now);
        if before != map || last == wish {
            return;
        }
        if let Some(view) = store.read(|model| model.map_view(map).cloned()) {
            let rendered = viewport.arrange(&view, arrangement(&view, &look));
            let (svg, width, height) = picture::draw(&rendered, &viewport.family());
            store.dispatch(Msg::Maps(MapMsg::Drawn(map, Picture { svg, size: (width, height), pixels })));
        }
    });
}

fn contents(
    viewport: &Viewport,
    rendered: &Rc<RenderTree>,
    window: &Rect,
    state: &CanvasState,
    preview: Option<&Preview>,
    words: &Messages,
) -> Html {
    let keep = state.primary.and_then(|node| rendered.place(node));
    let (places, more) = rendered.near(window, keep);
    let far = more.then(|| html! { <path class="map-far" d={rendered.boxes(window)} /> });
    let labels = state.marks.iter().flat_map(|marks| {
        places.iter().filter_map(|&place| {
            let node = rendered.at(place);
            let mark = marks.get(&node.id)?;
            Some(ghost_label(node, &rendered.layout.boxes[place], mark, &words.map.assist))
        })
    });
    let labels: Vec<Html> = labels.collect();
    let query = state.look.query.as_ref().filter(|query| !query.trim().is_empty());
    let query = query.map(|query| Query::new(query.trim(), Options::default()));
    let nodes = places.into_iter().map(|place| node(rendered, place, state, query.as_ref(), preview));
    html! {
        <>
            <g key="ground" role="presentation">{ ground(rendered.theme(), window) }</g>
            <g key="edges" role="presentation">{ for edges(rendered, window, more) }</g>
            <g key="far" role="presentation">{ far }</g>
            <g key="lines" role="presentation">{ lines(rendered, window) }</g>
            <g key="nodes" role="presentation">{ for nodes }</g>
            <g key="labels" role="presentation">{ for labels }</g>
            <g key="ghost" role="presentation">{ preview.map(|preview| preview.draw(viewport, rendered)) }</g>
        </>
    }
}

/// Dots or squares behind the map; from far away they would be a blur.
fn ground(theme: &Theme, window: &Rect) -> Html {
    const WIDEST: f64 = 9_000.0;
    let tile = match theme.ground {
        Background::Plain => return html! {},
        Background::Dots => html! { <circle class="map-dot" cx="12" cy="12" r="1.25" /> },
        Background::Grid => html! { <path class="map-grid" d="M24 0H0V24" /> },
    };
    if window.width > WIDEST {
        return html! {};
    }
    let Rect { x, y, width, height } = window;
    html! {
        <>
            <pattern key="pattern" id="map-ground" width="24" height="24" patternUnits="userSpaceOnUse">{ tile }</pattern>
            <rect
                key="ground" fill="url(#map-ground)" x={format!("{x:.0}")} y={format!("{y:.0}")}
                width={format!("{width:.0}")} height={format!("{height:.0}")}
            />
        </>
    }
}

/// The edges near the window, as one path for each colour and kind of stroke.
fn edges(rendered: &Rc<RenderTree>, window: &Rect, are_plain: bool) -> Vec<Html> {
    let theme = rendered.theme();
    let draw = |((stroke, ink), d): ((Stroke, edge::EdgeColor), String)| {
        let width = (stroke != Stroke::Filled).then(|| format!("{:.1}", stroke.width(theme)));
        html! {
            <path
                key={format!("{stroke:?} {ink:?}")} color={own(ink).map(|color| color.to_string())} stroke-width={width}
                class={classes!("map-edge", (stroke != Stroke::Filled).then_some("map-edge-drawn"), ink_class(ink))} {d}
            />
        }
    };
    rendered.edges(window, are_plain).into_iter().map(draw).collect()
}

fn node(
    rendered: &Rc<RenderTree>,
    place: usize,
    state: &CanvasState,
    query: Option<&Query>,
    preview: Option<&Preview>,
) -> Html {
    let index = rendered.layout.nodes[place];
    let row = rendered.node(index);
    let rect = rendered.layout.boxes[place];
    let label = &rendered.labels[index as usize];
    let handle = (rendered.has_children(index) && place > 0).then(|| {
        let heading = outward(rendered, place);
        let point = edge::handle(rendered.theme(), label.rank, heading, &rect, rendered.layout.handle(place, heading));
        (point.x - rect.x, point.y - rect.y, rendered.layout.hidden[place])
    });
    html! {
        <MapNode
            key={row.id.to_string()} node={row.clone()} label={label.clone()} {rect} level={rendered.level(index)}
            among={rendered.among[index as usize]} ink={rendered.inks[index as usize]} theme={rendered.view.row.palette}
            selected={state.look.selection.contains(&row.id)} primary={state.primary == Some(row.id)}
            mark={state.marks.as_ref().and_then(|marks| marks.get(&row.id).cloned())}
            leaves={preview.is_some_and(|preview| preview.drag.contains(place))}
            found={query.is_some_and(|query| query.is_in(&row.title) || query.is_in(&row.note))} {handle}
        />
    }
}

/// The direction in which the children of a place lie.
fn outward(rendered: &RenderTree, place: usize) -> Heading {
    match rendered.layout.headings[place] {
        Heading::Root => Heading::Right,
        heading => heading,
    }
}

/// Associative lines between nodes that are not hidden, where they come near the window.
fn lines(rendered: &Rc<RenderTree>, window: &Rect) -> Html {
    let (mut paths, mut tips) = (String::new(), String::new());
    let mut labels = Vec::new();
    for &index in &rendered.lined {
        let Some(place) = rendered.layout.place_of(index) else { continue };
        for line in &rendered.node(index).lines {
            let Some(to) = rendered.rect(line.to) else { continue };
            let joint = edge::joint(&rendered.layout.boxes[place], &to, rendered.layout.headings[place], line.tips);
            if !joint.bounds.touches(window) {
                continue;
            }
            paths.push_str(&joint.line);
            tips.push_str(&joint.tips);
            if !line.label.is_empty() {
                let key = format!("{index} {}", line.to);
                let (x, y) = (format!("{:.0}", joint.label.x), format!("{:.0}", joint.label.y));
                labels.push(html! {
                    <text {key} class="map-line-label" text-anchor="middle" {x} {y}>{ line.label.clone() }</text>
                });
            }
        }
    }
    html! {
        <>
            <path key="paths" class="map-line" d={paths} />
            <path key="tips" class="map-line-tip" d={tips} />
            { for labels }
        </>
    }
}

impl Preview {
    fn draw(&self, viewport: &Viewport, rendered: &Rc<RenderTree>) -> Html {
        let node = rendered.index(self.node).map(|index| index as usize);
        let copy = node.map(|at| {
            let (row, label, ink) = (rendered.node(at as u32), &rendered.labels[at], rendered.inks[at]);
            html! {
                <g
                    key="carried" ref={viewport.carried.clone()} class="map-carried" aria-hidden="true"
                    transform={Viewport::beside(self.from)}
                >
                    { carried(row, label, ink, rendered.theme(), self.drag.count(&rendered.layout)) }
                </g>
            }
        });
        html! { <>{ self.target.as_ref().map(|target| drop(rendered, target)) }{ copy }</> }
    }
}

/// Draws the drop target of a drag: a bar in the gap, the line to it, and a frame around the new parent.
fn drop(rendered: &Rc<RenderTree>, target: &DropTarget) -> Html {
    const THICK: f64 = 5.0;
    const LONG: f64 = 120.0;
    let slot = target.slot;
    let bar = match target.edge.heading {
        Heading::Down => Rect { x: slot.centre().x - THICK / 2.0, width: THICK, ..slot },
        heading => {
            let width = slot.width.min(LONG);
            let x = if heading == Heading::Left { slot.right() - width } else { slot.x };
            Rect { x, y: slot.centre().y - THICK / 2.0, width, height: THICK }
        }
    };
    let place = rendered.layout.place_of(target.parent);
    let frame = place.filter(|_| target.how == DropHow::Child).map(|place| rendered.layout.boxes[place].grown(4.0));
    let rect = |class: &'static str, rect: Rect, rx: f64| {
        html! {
            <rect
                key={class} {class} x={format!("{:.1}", rect.x)} y={format!("{:.1}", rect.y)} rx={format!("{rx:.1}")}
                width={format!("{:.1}", rect.width)} height={format!("{:.1}", rect.height)}
            />
        }
    };
    html! {
        <g key="drop" class="map-drop" role="presentation" data-testid="ghost" data-change="moved">
            <path key="edge" class="map-drop-edge" d={edge_path(&target.edge)} />
            { frame.map(|frame| rect("map-drop-parent", frame, (frame.height / 2.0).min(12.0))) }
            { rect("map-drop-bar", bar, THICK / 2.0) }
        </g>
    }
}
