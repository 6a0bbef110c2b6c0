//! The map itself: drawn near the window, moved without drawing, with a field for the title that is edited.
//!
//! - V1 Moving and zooming set one attribute; drawing happens only when the window leaves what is drawn.
//! - V2 When the layout changes, the node the keyboard is at stays where it is on the screen.
//! - V3 What the keyboard reaches is brought into sight, with as little movement as possible.

mod carry;
mod editor;
mod frame;
mod keys;
mod menu;
mod page;
mod pointer;
mod stage;

use std::collections::BTreeMap;
use std::rc::Rc;

use yew::prelude::*;

use self::editor::TitleField;
use self::menu::NodeMenu;
use self::pointer::{Preview, use_pointer};
pub use self::stage::Stage;
use super::node::{MapNode, carried, ghost_label, ink_class, own};
use super::overview::Overview;
use super::picture;
use super::scene::{Scene, edge_path};
use super::toolbar::Corner;
use crate::kit::Anchor;
use crate::kit::shared::Shared;
use crate::store::{use_messages, use_selector, use_store};
use espalier_app::maps::{MapMsg, MapView, MapViewState, Picture};
use espalier_app::{Model, Msg};
use espalier_i18n::Messages;
use espalier_mindmap::edge::{self, Stroke};
use espalier_mindmap::ghost::Mark;
use espalier_mindmap::layout::{Arrangement, DropHow, DropTarget, Heading, Rect};
use espalier_mindmap::search::{Options, Query};
use espalier_mindmap::theme::{Ground, Theme};
use espalier_model::mindmap::Layout as Choice;
use espalier_model::{MapId, NodeId};

/// See [`MapCanvas`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MapCanvasProps {
    /// The map.
    pub map: MapId,
}

/// What of the model decides what is drawn here.
#[derive(Debug, PartialEq)]
struct Shown {
    view: Option<Shared<MapView>>,
    /// What an open proposal would do; the map is then shown with what would be new.
    marks: Option<Shared<BTreeMap<NodeId, Mark>>>,
    look: MapViewState,
    primary: Option<NodeId>,
}

impl Shown {
    fn of(model: &Model, map: MapId) -> Self {
        let preview = model.maps.ghost.as_ref().filter(|preview| preview.map == map);
        Self {
            view: preview.map(|preview| &preview.view).or_else(|| model.map_view(map)).map(Shared::from),
            marks: preview.map(|preview| Shared::from(&preview.marks)),
            look: model.maps.looks.get(&map).cloned().unwrap_or_default(),
            primary: model.maps.primary(map),
        }
    }
}

/// See the module.
#[component]
pub fn MapCanvas(props: &MapCanvasProps) -> Html {
    let map = props.map;
    let words = use_messages();
    let shown = use_selector(move |model| Shown::of(model, map));
    let stage = (*use_memo((), |()| Stage::default())).clone();
    let drawn = use_state_eq(|| None::<Rect>);
    let menu = use_state_eq(|| None::<Anchor>);
    stage.draw_with(drawn.setter());
    let mounted = drawn.is_some();
    let scene = use_scene(&stage, &shown, mounted);
    stage.set_scene(scene.clone());
    use_movements(&stage, map, &shown, scene.as_ref());
    let (gestures, preview) = use_pointer(map, &stage, menu.setter());
    let onkeydown = keys::use_keys(map, &stage);
    let body = match (&scene, *drawn) {
        (Some(scene), Some(window)) => contents(&stage, scene, &window, &shown, preview.as_ref(), words),
        _ => html! {},
    };
    let context_menu = menu.as_ref().map(|anchor| {
        let (onclose, stage, primary) = (menu.setter(), stage.clone(), shown.primary);
        let onclose = move |()| {
            onclose.set(None);
            if let Some(node) = primary {
                stage.take_focus(node);
            }
        };
        html! { <NodeMenu {map} anchor={anchor.clone()} {onclose} /> }
    });
    // What is done in the list is not done to the map below it.
    let keys_stay = Callback::from(|event: KeyboardEvent| event.stop_propagation());
    let presses_stay = Callback::from(|event: PointerEvent| event.stop_propagation());
    let clicks_stay = Callback::from(|event: MouseEvent| event.stop_propagation());
    let overview = scene.clone().map(|scene| html! { <Overview stage={stage.clone()} {scene} /> });
    use_picture(map, &shown, &stage);
    let zoom = if shown.look.outline { "map-svg map-outlined" } else { "map-svg" };
    let theme = shown.view.as_ref().map(|view| format!("map-theme-{}", view.row.palette as u8));
    html! {
        <div
            ref={stage.container.clone()} class={classes!("map-canvas", theme)} data-testid="map-view" tabindex="-1" {onkeydown}
            onpointerdown={gestures.down} onpointermove={gestures.moved} onpointerup={gestures.up.clone()}
            onpointercancel={gestures.cancel} ondblclick={gestures.twice} oncontextmenu={gestures.context}
        >
            <svg
                class={zoom} role="tree" aria-label={words.map.tree} aria-multiselectable="true"
            >
                <g ref={stage.world.clone()} role="presentation">{ body }</g>
            </svg>
            <svg class="map-marquee" aria-hidden="true"><rect ref={stage.marquee.clone()} width="0" height="0" /></svg>
            <TitleField
                {map} stage={stage.clone()} scene={scene.as_ref().map(Shared::from)} editing={shown.look.editing.clone()}
            />
            <div onkeydown={keys_stay} onpointerdown={presses_stay.clone()}>{ context_menu }</div>
            <div class="map-corner-place" onpointerdown={presses_stay.clone()} ondblclick={clicks_stay}><Corner {map} /></div>
            <div class="map-overview-place">{ overview }</div>
        </div>
    }
}

/// How a map is arranged while it is shown like this.
pub fn arrangement(view: &MapView, look: &MapViewState) -> Arrangement {
    if look.outline { Choice::Outline } else { view.row.layout }
}

#[hook]
fn use_scene(stage: &Stage, shown: &Shown, mounted: bool) -> Option<Rc<Scene>> {
    let key = shown.view.as_ref().map(|view| (view.clone(), arrangement(view, &shown.look)));
    let stage = stage.clone();
    (*use_memo((key, mounted), move |(key, mounted)| {
        let (view, arrangement) = key.as_ref().filter(|_| *mounted)?;
        Some(stage.arrange(&view.0, *arrangement))
    }))
    .clone()
}

/// Moves the window when the layout, the selection, or a wish asks for it (V2, V3).
#[hook]
fn use_movements(stage: &Stage, map: MapId, shown: &Shown, scene: Option<&Rc<Scene>>) {
    let mounted = stage.clone();
    use_effect_with((), move |()| mounted.mount());
    let arranged = stage.clone();
    let version = scene.map(Rc::as_ptr);
    use_effect_with((map, version, shown.primary), move |(map, _, primary)| arranged.follow(*map, *primary));
    let aimed = stage.clone();
    let count = shown.look.camera.0;
    let done = use_mut_ref(|| (map, count));
    use_effect_with((map, count), {
        let wish = shown.look.camera.1;
        move |&now| {
            // Another map's last wish was carried out when it was made.
            let (before, last) = done.replace(now);
            if let Some(wish) = wish.filter(|_| before == map && last != count) {
                aimed.aim(wish);
            }
        }
    });
    let sized = stage.clone();
    use_effect_with(shown.look.panel, move |_| sized.show_primary());
}

/// Draws a picture of the map, without what is only proposed, when one is wished for.
#[hook]
fn use_picture(map: MapId, shown: &Shown, stage: &Stage) {
    let store = use_store();
    let (wish, pixels) = shown.look.picture;
    let done = use_mut_ref(|| (map, wish));
    let (stage, look) = (stage.clone(), shown.look.clone());
    use_effect_with((map, wish), move |&now| {
        let (before, last) = done.replace(now);
        if before != map || last == wish {
            return;
        }
        if let Some(view) = store.read(|model| model.map_view(map).cloned()) {
            let scene = stage.arrange(&view, arrangement(&view, &look));
            let (svg, width, height) = picture::draw(&scene, &stage.family());
            store.dispatch(Msg::Maps(MapMsg::Drawn(map, Picture { svg, size: (width, height), pixels })));
        }
    });
}

fn contents(
    stage: &Stage,
    scene: &Rc<Scene>,
    window: &Rect,
    shown: &Shown,
    preview: Option<&Preview>,
    words: &Messages,
) -> Html {
    let keep = shown.primary.and_then(|node| scene.place(node));
    let (places, more) = scene.near(window, keep);
    let far = more.then(|| html! { <path class="map-far" d={scene.boxes(window)} /> });
    let labels = shown.marks.iter().flat_map(|marks| {
        places.iter().filter_map(|&place| {
            let node = scene.at(place);
            let mark = marks.get(&node.id)?;
            Some(ghost_label(node, &scene.layout.boxes[place], mark, &words.map.assist))
        })
    });
    let labels: Vec<Html> = labels.collect();
    let query = shown.look.query.as_ref().filter(|query| !query.trim().is_empty());
    let query = query.map(|query| Query::new(query.trim(), Options::default()));
    let nodes = places.into_iter().map(|place| node(scene, place, shown, query.as_ref(), preview));
    html! {
        <>
            <g key="ground" role="presentation">{ ground(scene.theme(), window) }</g>
            <g key="edges" role="presentation">{ for edges(scene, window, more) }</g>
            <g key="far" role="presentation">{ far }</g>
            <g key="lines" role="presentation">{ lines(scene, window) }</g>
            <g key="nodes" role="presentation">{ for nodes }</g>
            <g key="labels" role="presentation">{ for labels }</g>
            <g key="ghost" role="presentation">{ preview.map(|preview| preview.draw(stage, scene)) }</g>
        </>
    }
}

/// Dots or squares behind the map; from far away they would be a blur.
fn ground(theme: &Theme, window: &Rect) -> Html {
    const WIDEST: f64 = 9_000.0;
    let piece = match theme.ground {
        Ground::Plain => return html! {},
        Ground::Dots => html! { <circle class="map-dot" cx="12" cy="12" r="1.25" /> },
        Ground::Grid => html! { <path class="map-grid" d="M24 0H0V24" /> },
    };
    if window.width > WIDEST {
        return html! {};
    }
    let Rect { x, y, width, height } = window;
    html! {
        <>
            <pattern key="pattern" id="map-ground" width="24" height="24" patternUnits="userSpaceOnUse">{ piece }</pattern>
            <rect
                key="ground" fill="url(#map-ground)" x={format!("{x:.0}")} y={format!("{y:.0}")}
                width={format!("{width:.0}")} height={format!("{height:.0}")}
            />
        </>
    }
}

/// The edges near the window, as one path for each colour and kind of stroke.
fn edges(scene: &Rc<Scene>, window: &Rect, are_plain: bool) -> Vec<Html> {
    let theme = scene.theme();
    let draw = |((stroke, ink), d): ((Stroke, edge::EdgeColor), String)| {
        let width = (stroke != Stroke::Filled).then(|| format!("{:.1}", stroke.width(theme)));
        html! {
            <path
                key={format!("{stroke:?} {ink:?}")} color={own(ink).map(|color| color.to_string())} stroke-width={width}
                class={classes!("map-edge", (stroke != Stroke::Filled).then_some("map-edge-drawn"), ink_class(ink))} {d}
            />
        }
    };
    scene.edges(window, are_plain).into_iter().map(draw).collect()
}

fn node(scene: &Rc<Scene>, place: usize, shown: &Shown, query: Option<&Query>, preview: Option<&Preview>) -> Html {
    let index = scene.layout.nodes[place];
    let row = scene.node(index);
    let rect = scene.layout.boxes[place];
    let face = &scene.faces[index as usize];
    let handle = (scene.has_children(index) && place > 0).then(|| {
        let heading = outward(scene, place);
        let point = edge::handle(scene.theme(), face.rank, heading, &rect, scene.layout.handle(place, heading));
        (point.x - rect.x, point.y - rect.y, scene.layout.hidden[place])
    });
    html! {
        <MapNode
            key={row.id.to_string()} node={row.clone()} face={face.clone()} {rect} level={scene.level(index)}
            among={scene.among[index as usize]} ink={scene.inks[index as usize]} theme={scene.view.row.palette}
            selected={shown.look.selection.contains(&row.id)} primary={shown.primary == Some(row.id)}
            mark={shown.marks.as_ref().and_then(|marks| marks.get(&row.id).cloned())}
            leaves={preview.is_some_and(|preview| preview.drag.contains(place))}
            found={query.is_some_and(|query| query.is_in(&row.title) || query.is_in(&row.note))} {handle}
        />
    }
}

/// The direction in which the children of a place lie.
fn outward(scene: &Scene, place: usize) -> Heading {
    match scene.layout.headings[place] {
        Heading::Root => Heading::Right,
        heading => heading,
    }
}

/// Associative lines between nodes that are not hidden, where they come near the window.
fn lines(scene: &Rc<Scene>, window: &Rect) -> Html {
    let (mut paths, mut tips) = (String::new(), String::new());
    let mut labels = Vec::new();
    for &index in &scene.lined {
        let Some(place) = scene.layout.place_of(index) else { continue };
        for line in &scene.node(index).lines {
            let Some(to) = scene.rect(line.to) else { continue };
            let joint = edge::joint(&scene.layout.boxes[place], &to, scene.layout.headings[place], line.tips);
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
    fn draw(&self, stage: &Stage, scene: &Rc<Scene>) -> Html {
        let node = scene.index(self.node).map(|index| index as usize);
        let copy = node.map(|at| {
            let (row, face, ink) = (scene.node(at as u32), &scene.faces[at], scene.inks[at]);
            html! {
                <g
                    key="carried" ref={stage.carried.clone()} class="map-carried" aria-hidden="true"
                    transform={Stage::beside(self.from)}
                >
                    { carried(row, face, ink, scene.theme(), self.drag.count(&scene.layout)) }
                </g>
            }
        });
        html! { <>{ self.target.as_ref().map(|target| drop(scene, target)) }{ copy }</> }
    }
}

/// Where a drop would put what is carried: a bar in the gap, the line to it, and a frame around what becomes its parent.
fn drop(scene: &Rc<Scene>, target: &DropTarget) -> Html {
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
    let place = scene.layout.place_of(target.parent);
    let frame = place.filter(|_| target.how == DropHow::Child).map(|place| scene.layout.boxes[place].grown(4.0));
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
