//! The assistant of a scene: its conversation and the field to write in.

use yew::prelude::*;

use super::Lead;
use crate::chat::{Composer, EditDrafts, Transcript};
use crate::kit::{IconButton, IconName, is_composing};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::scenes::agent::{prompts, session_of};
use espalier_app::{Dialog, Model, Msg};
use espalier_model::{MessageId, SceneId};

/// Properties of [`SceneAssistant`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SceneAssistantProps {
    /// The scene.
    pub scene: SceneId,
    /// Whether the panel was open with the scene, so that it takes no focus.
    pub still: bool,
    /// Closes the panel.
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

/// The panel of a scene's assistant.
#[component]
pub fn SceneAssistant(props: &SceneAssistantProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let scene = props.scene;
    let state = use_selector(move |model| SceneAssistantState::of(model, scene));
    let editing = use_state_eq(|| None::<MessageId>);
    let drafts = (*use_memo((), |()| EditDrafts::default())).clone();
    let onedit = use_callback(editing.setter(), |id, editing| editing.set(id));
    let session = session_of(scene);
    let close = props.onclose.clone();
    let onkeydown = {
        let close = close.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" && !event.default_prevented() && !is_composing(&event) {
                event.prevent_default();
                close.emit(());
            }
            // Keys that are typed here are no keys of the canvas.
            event.stop_propagation();
        })
    };
    let onpreview = dispatch.reform(move |_: MouseEvent| Msg::Dialog(Some(Dialog::ContextPreview(session))));
    let view = if state.empty {
        let prompts: Vec<AttrValue> = prompts(words.language).into_iter().map(AttrValue::from).collect();
        html! { <Lead key="lead" {session} lead={words.scene.assistant_lead} {prompts} disabled={state.read_only} /> }
    } else {
        html! { <Transcript key={session.to_string()} {session} editing={*editing} onedit={onedit.clone()} {drafts} /> }
    };
    html! {
        <section class="assistant scene-assistant" data-testid="assistant" data-scope="scene" aria-label={words.scene.assistant} {onkeydown}>
            <header class="assistant-head">
                <h2>{ words.scene.assistant }</h2>
                <IconButton icon={IconName::Eye} label={words.command.context_preview} test_id="context-preview" onclick={onpreview} />
                <IconButton icon={IconName::Close} label={words.shell.close} onclick={close.reform(|_: MouseEvent| ())} />
            </header>
            <div class="assistant-view">{ view }</div>
            <Composer session={Some(session)} {onedit} calm=true still={props.still} />
        </section>
    }
}
