//! The picture in the page: the canvas, the names over it, and what is said where it cannot be drawn.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::menu::SpotMenu;
use super::overlay::class_of;
use super::picture::{Picture, State};
use super::pointer::{Spot, use_gestures};
use crate::kit::dom::focus;
use crate::kit::use_media;
use crate::store::{Store, use_messages, use_selector, use_store};
use espalier_app::Model;
use espalier_app::Msg;
use espalier_app::scenes::SceneMsg;
use espalier_app::scenes::agent::{Change, Ghost, candidates, choice, ghosts, reviewing};
use espalier_model::settings::Theme;
use espalier_model::{SceneId, ShapeId};
use espalier_scene::gizmo::Handle;
use espalier_scene::world::World;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SceneCanvasProps {
    pub scene: SceneId,
}

#[component]
pub fn SceneCanvas(props: &SceneCanvasProps) -> Html {
    let scene = props.scene;
    let words = use_messages();
    let store = use_store();
    let onchoose = choosing(scene, store.clone());
    let picture = (*use_memo(store.clone(), |store| Picture::new(store.clone()))).clone();
    let state = use_state_eq(State::default);
    // The camera is not among it: the picture has that itself.
    let shown = use_selector(move |model| {
        let world = model.world(scene);
        let look = model.scenes.looks.get(&scene);
        let version = world.map(|world| (world.id(), world.version()));
        let candidates = candidates(model, scene);
        (version, world.map_or(0, World::len), candidates, look.map(|look| (look.selections, look.camera_calls)))
    });
    let ghosts = use_ghosts(scene, &store);
    let theme = use_selector(Model::theme);
    let dark = use_media("(prefers-color-scheme: dark)");
    let spot = use_state_eq(|| None::<Spot>);
    let open = use_callback(spot.setter(), |at: Spot, spot| spot.set(Some(at)));
    let gestures = use_gestures(&picture, open);
    use_pictures(scene, &picture);
    use_effect_with((), {
        let (picture, state) = (picture.clone(), state.setter());
        move |()| picture.mount(Callback::from(move |now| state.set(now)))
    });
    use_effect_with((scene, shown.clone(), theme, dark), {
        let picture = picture.clone();
        move |(scene, ..): &(SceneId, _, Rc<Theme>, bool)| picture.follow(*scene)
    });
    let ghosts = use_outlines(&picture, ghosts);
    let told = told(*state, &words.scene);
    let handles = Handle::ALL.into_iter().zip(picture.handles()).map(|(handle, node)| {
        html! { <path ref={node} class={class_of(handle)} /> }
    });
    let menu = spot.as_ref().map(|at| {
        let (spot, canvas) = (spot.setter(), picture.canvas());
        let onclose = Callback::from(move |()| {
            spot.set(None);
            focus(&canvas);
        });
        html! { <SpotMenu {scene} spot={at.clone()} {onclose} /> }
    });
    // Keys in the list are not keys of the room.
    let keys_stay = Callback::from(|event: KeyboardEvent| event.stop_propagation());
    html! {
        <div class="scene-picture">
            <canvas
                ref={picture.canvas()} class="scene-canvas" data-testid="scene-canvas" tabindex="0" role="img"
                aria-label={(words.scene.canvas)(shown.1)} data-state={state_name(*state)}
                onpointerdown={gestures.down} onpointermove={gestures.moved} onpointerup={gestures.up}
                onpointercancel={gestures.cancel} onpointerleave={gestures.leave} ondblclick={gestures.twice}
                oncontextmenu={gestures.context}
            />
            <img ref={picture.paper()} class="scene-paper" alt={(words.scene.canvas)(shown.1)} />
            <div ref={picture.names()} class="scene-labels" aria-hidden="true" onclick={onchoose}></div>
            <svg class="scene-handles" aria-hidden="true">{ for ghosts }{ for handles }</svg>
            <div ref={picture.marquee()} class="scene-marquee" aria-hidden="true"></div>
            <div onkeydown={keys_stay}>{ menu }</div>
            <p class="scene-told" role="status" hidden={told.is_none()}>{ told }</p>
            <p class="scene-hint" hidden={shown.1 > 0}>{ words.scene.canvas_hint }</p>
        </div>
    }
}

/// Chooses the shape whose name is pressed.
fn choosing(scene: SceneId, store: Store) -> Callback<MouseEvent> {
    Callback::from(move |event: MouseEvent| {
        let shape = chosen(&event);
        let msg = shape.and_then(|shape| store.read(|model| choice(model, scene, shape)));
        if let Some(msg) = msg {
            store.dispatch(msg);
        }
    })
}

/// The changes that are asked about, as they would look.
#[hook]
fn use_ghosts(scene: SceneId, store: &Store) -> Rc<Vec<Ghost>> {
    // Worked out when another change is asked about, or the scene is another one.
    let asked = use_selector(move |model| {
        (reviewing(model, scene), model.world(scene).map(|world| (world.id(), world.version())))
    });
    use_memo(asked, {
        let store = store.clone();
        move |asked| if asked.0.is_empty() { Vec::new() } else { store.read(|model| ghosts(model, scene)) }
    })
}

/// The paths of changes that are asked about, which the picture moves.
#[hook]
fn use_outlines(picture: &Picture, ghosts: Rc<Vec<Ghost>>) -> Vec<Html> {
    let ghost_nodes =
        use_memo(ghosts.clone(), |ghosts| ghosts.iter().map(|_| NodeRef::default()).collect::<Vec<NodeRef>>());
    use_effect_with(ghosts.clone(), {
        let (picture, nodes) = (picture.clone(), ghost_nodes.clone());
        move |ghosts| {
            let outlines = ghosts.iter().zip(nodes.iter()).map(|(ghost, node)| (node.clone(), ghost.corners));
            picture.show_ghosts(outlines.collect());
        }
    });
    ghosts.iter().zip(ghost_nodes.iter()).enumerate().map(|(index, (ghost, node))| {
        let class = classes!("scene-ghost", (ghost.change == Change::Removed).then_some("scene-ghost-removed"));
        html! { <path key={index} ref={node.clone()} {class} data-testid="ghost" data-change={ghost.change.name()} /> }
    }).collect()
}

/// The line about a picture that does not show everything.
fn told(state: State, say: &espalier_i18n::scene::Scene) -> Option<&'static str> {
    match state {
        State::Full => None,
        State::Simple => Some(say.simple_picture),
        State::Lost => Some(say.picture_lost),
        State::Failed => Some(say.picture_failed),
    }
}

/// Hands out a picture of what is seen when one is wished for.
#[hook]
fn use_pictures(scene: SceneId, picture: &Picture) {
    let store = use_store();
    let wish = use_selector(move |model| model.scenes.looks.get(&scene).map(|look| look.picture).unwrap_or_default());
    let done = use_mut_ref(|| (scene, wish.0));
    let picture = picture.clone();
    use_effect_with((scene, *wish), move |&(scene, (count, wish))| {
        let (before, last) = done.replace((scene, count));
        if let Some(wish) = wish.filter(|_| before == scene && last != count) {
            store.dispatch(Msg::Scene(SceneMsg::Drawn(scene, wish, picture.png())));
        }
    });
}

/// The shape whose number was clicked.
fn chosen(event: &MouseEvent) -> Option<ShapeId> {
    let target: Element = event.target()?.dyn_into().ok()?;
    target.closest("[data-testid=candidate]").ok().flatten()?.get_attribute("data-id")?.parse().ok()
}

const fn state_name(state: State) -> &'static str {
    match state {
        State::Full => "full",
        State::Simple => "simple",
        State::Lost => "lost",
        State::Failed => "failed",
    }
}
