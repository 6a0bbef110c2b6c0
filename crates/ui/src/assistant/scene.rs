//! The assistant of a scene: its conversation and the field to write in.

use yew::prelude::*;

use super::AssistantPanel;
use crate::store::{use_messages, use_selector};
use espalier_app::Model;
use espalier_app::scenes::agent::{prompts, session_of};
use espalier_model::{RoomId, SceneId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SceneAssistantProps {
    pub scene: SceneId,
    /// Whether the panel was open with the scene, so that it takes no focus.
    pub still: bool,
    pub onclose: Callback<()>,
}

#[derive(Debug, PartialEq)]
struct SceneAssistantState {
    empty: bool,
    read_only: bool,
}

impl SceneAssistantState {
    fn of(model: &Model, scene: SceneId) -> Self {
        let session = session_of(scene);
        let known = model.view(session);
        Self {
            empty: model.opened.contains(&session) && known.is_none_or(|view| view.path.is_empty()),
            read_only: model.read_only.is_some(),
        }
    }
}

#[component]
pub fn SceneAssistant(props: &SceneAssistantProps) -> Html {
    let words = use_messages();
    let scene = props.scene;
    let state = use_selector(move |model| SceneAssistantState::of(model, scene));
    let prompts: Vec<AttrValue> = prompts(words.language).into_iter().map(AttrValue::from).collect();
    html! {
        <AssistantPanel
            session={session_of(scene)} room={RoomId::Scene} label={words.scene.assistant} title={words.scene.assistant}
            empty={state.empty} lead={words.scene.assistant_lead} {prompts} read_only={state.read_only} still={props.still}
            onclose={props.onclose.clone()} onescape={props.onclose.clone()}
        />
    }
}
