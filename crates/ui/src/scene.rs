//! The Scene room: the picture, the list of shapes that can do the same, and the form of what is selected.

mod begin;
mod canvas;
mod form;
mod labels;
mod list;
mod menu;
mod objects;
mod overlay;
mod painter;
mod picture;
mod pointer;
mod toolbar;

use yew::prelude::*;

use self::begin::Begin;
use self::canvas::SceneCanvas;
use self::form::ObjectForm;
use self::list::SceneList;
use self::objects::ObjectList;
use self::toolbar::{Head, Tools};
use super::assistant::scene::SceneAssistant;
use super::store::{use_messages, use_selector};
use crate::kit::{Scrim, use_drawer, use_media};
use crate::shell::picture::RoomPicture;
use espalier_model::{RoomId, Scene, SceneId};

/// The Scene room: the list of scenes, the current one with its tools and panels.
#[component]
pub fn SceneRoom() -> Html {
    let words = use_messages();
    let shown = use_selector(|model| {
        let scene: Option<SceneId> = model.route.scene().filter(|id| model.workspace.get::<Scene>(id).is_some());
        (scene, scene.is_some_and(|scene| model.world(scene).is_some()))
    });
    let (scene, ready) = *shown;
    let drawer = use_drawer();
    let wide = use_media("(min-width: 64rem)");
    let chosen = use_state_eq(|| None::<bool>);
    let assistant = chosen.unwrap_or(wide);
    let onassistant = {
        let chosen = chosen.setter();
        Callback::from(move |()| chosen.set(Some(!assistant)))
    };
    let onleave = use_callback(chosen.setter(), |(), chosen| chosen.set(Some(false)));
    let main = match scene {
        Some(scene) if ready => html! {
            <div key="scene" class="scene-stage">
                <Head scene={Some(scene)} drawer={drawer.clone()} {onassistant} {assistant} />
                <Tools {scene} />
                <div class={classes!("scene-split", assistant.then_some("scene-split-assisted"))}>
                    <SceneCanvas {scene} />
                    <aside class="scene-side">
                        <ObjectList {scene} />
                        <ObjectForm {scene} />
                    </aside>
                    { assistant.then(|| html! { <SceneAssistant key={scene.to_string()} {scene} still={chosen.is_none()} onclose={onleave.clone()} /> }) }
                </div>
            </div>
        },
        Some(_) => html! { <p key="loading" class="loading" role="status">{ words.scene.loading }</p> },
        None => html! {
            <div key="welcome" class="room-frame">
                <Head scene={None::<SceneId>} drawer={drawer.clone()} {onassistant} {assistant} />
                <div class="listed-welcome">
                    <RoomPicture room={RoomId::Scene} />
                    <h2>{ words.scene.begin }</h2>
                    <p>{ words.scene.welcome }</p>
                    <Begin />
                    <div class="listed-list"><SceneList open=true scene={None::<SceneId>} onclose={Callback::noop()} /></div>
                </div>
            </div>
        },
    };
    let list = scene
        .map(|scene| html! { <SceneList scene={Some(scene)} open={drawer.open} onclose={drawer.onclose.clone()} /> });
    html! {
        <div class={classes!("listed-room", scene.is_none().then_some("listed-bare"))}>
            <div class="listed-place">{ list }</div>
            <Scrim {drawer} />
            <div class="scene-main">{ main }</div>
        </div>
    }
}

#[cfg(test)]
mod tests;
