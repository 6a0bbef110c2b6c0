//! The map itself: drawn near the window, moved without drawing, with a field for the title that is edited.
//!
//! - V1 Moving and zooming set one attribute; drawing happens only when the window leaves what is drawn.
//! - V2 When the layout changes, the node the keyboard is at stays where it is on the screen.
//! - V3 What the keyboard reaches is brought into sight, with as little movement as possible.
//!
//! Must not be in here: what a key or gesture means (`keys`, `pointer`).

mod carry;
mod editor;
mod frame;
mod keys;
mod menu;
mod page;
mod pointer;
mod stage;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

use yew::prelude::*;

use self::editor::TitleField;
use self::menu::NodeMenu;
use self::pointer::{Preview, use_pointer};
pub use self::stage::Stage;
use super::node::MapNode;
use super::overview::Overview;
use super::picture;
use super::scene::{COLOURS, Scene, edge_path};
use crate::app::maps::{Look, MapMsg, MapView, Picture};
use crate::app::{Model, Msg};
use crate::feature::mindmap::ghost::Mark;
use crate::feature::mindmap::layout::{Arrangement, Heading, Rect};
use crate::feature::mindmap::search::{Options, Query};
use crate::model::mindmap::Layout as Choice;
use crate::model::{MapId, NodeId};
use crate::ui::kit::Anchor;
use crate::ui::kit::shared::Shared;
use crate::ui::store::{use_messages, use_selector, use_store};

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
    look: Look,
    primary: Option<NodeId>,
}

impl Shown {
    fn of(model: &Model, map: MapId) -> Self {
        let preview = model.assistant.ghost.as_ref().filter(|preview| preview.map == map);
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
        (Some(scene), Some(window)) => contents(scene, &window, &shown, preview.as_ref()),
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
    let overview = scene.clone().map(|scene| html! { <Overview stage={stage.clone()} {scene} /> });
    use_picture(map, &shown, &stage);
    let zoom = if shown.look.outline { "map-svg map-outlined" } else { "map-svg" };
    let theme = shown.view.as_ref().map(|view| format!("map-theme-{}", view.row.palette as u8));
    html! {
        <div
            ref={stage.container.clone()} class="map-canvas" data-testid="map-view" tabindex="-1" {onkeydown}
            onpointerdown={gestures.down} onpointermove={gestures.moved} onpointerup={gestures.up.clone()}
            onpointercancel={gestures.cancel} ondblclick={gestures.twice} oncontextmenu={gestures.context}
        >
            <svg
                class={classes!(zoom, theme)} role="tree" aria-label={words.map.tree} aria-multiselectable="true"
            >
                <g ref={stage.world.clone()} role="presentation">{ body }</g>
            </svg>
            <svg class="map-marquee" aria-hidden="true"><rect ref={stage.marquee.clone()} width="0" height="0" /></svg>
            <TitleField {map} stage={stage.clone()} editing={shown.look.editing.clone()} />
            <div onkeydown={keys_stay} onpointerdown={presses_stay}>{ context_menu }</div>
            <div class="map-overview-place">{ overview }</div>
        </div>
    }
}

/// How a map is arranged while it is shown like this.
pub fn arrangement(view: &MapView, look: &Look) -> Arrangement {
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
            let (svg, width, height) = picture::draw(&stage.arrange(&view, arrangement(&view, &look)));
            store.dispatch(Msg::Maps(MapMsg::Drawn(map, Picture { svg, size: (width, height), pixels })));
        }
    });
}

fn contents(scene: &Rc<Scene>, window: &Rect, shown: &Shown, preview: Option<&Preview>) -> Html {
    let keep = shown.primary.and_then(|node| scene.place(node));
    let (places, more) = scene.near(window, keep);
    let far = more.then(|| html! { <path class="map-far" d={scene.boxes(window)} /> });
    let edges = scene.edges(window).into_iter().enumerate().filter(|(_, path)| !path.is_empty()).map(|(at, d)| {
        html! { <path key={at} class={format!("map-edge map-colour-{}", at % COLOURS)} {d} /> }
    });
    let query = shown.look.query.as_ref().filter(|query| !query.trim().is_empty());
    let query = query.map(|query| Query::new(query.trim(), Options::default()));
    let nodes = places.into_iter().map(|place| node(scene, place, shown, query.as_ref()));
    html! {
        <>
            <g key="edges" role="presentation">{ for edges }{ lines(scene, window) }</g>
            <g key="far" role="presentation">{ far }</g>
            <g key="nodes" role="presentation">{ for nodes }</g>
            <g key="ghost" role="presentation">{ preview.map(Preview::draw) }</g>
        </>
    }
}

fn node(scene: &Rc<Scene>, place: usize, shown: &Shown, query: Option<&Query>) -> Html {
    let index = scene.layout.nodes[place];
    let row = scene.node(index);
    let rect = scene.layout.boxes[place];
    let handle = (scene.has_children(index) && place > 0).then(|| {
        let heading = outward(scene, place);
        let point = scene.layout.handle(place, heading);
        (point.x - rect.x, point.y - rect.y, scene.layout.hidden[place])
    });
    html! {
        <MapNode
            key={row.id.to_string()} node={row.clone()} face={scene.faces[index as usize].clone()} {rect}
            level={scene.level(index)} among={scene.among[index as usize]} colour={scene.colours[index as usize]} heading={scene.layout.headings[place]}
            selected={shown.look.selection.contains(&row.id)} primary={shown.primary == Some(row.id)}
            mark={shown.marks.as_ref().and_then(|marks| marks.get(&row.id).cloned())}
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
    let mut paths = String::new();
    let mut labels = Vec::new();
    for &index in &scene.lined {
        let node = scene.node(index);
        let Some(from) = scene.layout.rect_of(index).map(|rect| rect.centre()) else { continue };
        for line in &node.lines {
            let Some(to) = scene.rect(line.to).map(|rect| rect.centre()) else { continue };
            let (x, y) = (f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y) - 40.0);
            if !Rect::between(from, to).grown(40.0).touches(window) {
                continue;
            }
            // Writing to a string does not fail.
            let _ = write!(paths, "M{:.0} {:.0}Q{x:.0} {y:.0} {:.0} {:.0}", from.x, from.y, to.x, to.y);
            if !line.label.is_empty() {
                let key = format!("{index} {}", line.to);
                labels.push(html! {
                    <text {key} class="map-line-label" text-anchor="middle" x={format!("{x:.0}")} y={format!("{:.0}", y + 20.0)}>
                        { line.label.clone() }
                    </text>
                });
            }
        }
    }
    html! { <><path key="paths" class="map-line" d={paths} />{ for labels }</> }
}

impl Preview {
    fn draw(&self) -> Html {
        let slot = self.target.slot;
        html! {
            <g class="map-drop" role="presentation" data-testid="ghost" data-change="moved">
                <path class="map-edge" d={edge_path(&self.target.edge)} />
                <rect
                    x={format!("{:.1}", slot.x)} y={format!("{:.1}", slot.y)} rx="8"
                    width={format!("{:.1}", slot.width)} height={format!("{:.1}", slot.height)}
                />
            </g>
        }
    }
}
