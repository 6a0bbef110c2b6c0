//! The choices of the Scene room. Must not be in here: what they do.

use yew::prelude::*;

use super::Section;
use crate::app::Msg;
use crate::app::connect::ConnectMsg;
use crate::model::settings::SceneAgents;
use crate::ui::kit::Field;
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// The section.
#[component]
pub fn SceneSection() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let agents = *use_selector(|model| model.preferences().scene_agents);
    let onchange = dispatch.reform(|event: Event| {
        let select: web_sys::HtmlSelectElement = event.target_unchecked_into();
        Msg::Connect(ConnectMsg::SetSceneAgents(match select.value().as_str() {
            "one" => SceneAgents::One,
            "several" => SceneAgents::Several,
            _ => SceneAgents::Auto,
        }))
    });
    html! {
        <Section title={words.scene.room}>
            <Field label={words.scene.agents} hint={words.scene.agents_hint}>
                <select data-testid="scene-agents" {onchange}>
                    <option value="auto" selected={agents == SceneAgents::Auto}>{ words.scene.agents_auto }</option>
                    <option value="one" selected={agents == SceneAgents::One}>{ words.scene.agents_one }</option>
                    <option value="several" selected={agents == SceneAgents::Several}>{ words.scene.agents_several }</option>
                </select>
            </Field>
        </Section>
    }
}
