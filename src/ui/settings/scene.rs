//! The choices of the Scene room. Must not be in here: what they do.

use yew::prelude::*;

use super::Section;
use crate::app::Msg;
use crate::app::connect::ConnectMsg;
use crate::model::settings::{SceneAgents, SceneReview};
use crate::ui::kit::Field;
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// The section.
#[component]
pub fn SceneSection() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let chosen = use_selector(|model| {
        let preferences = model.preferences();
        (preferences.scene_agents, preferences.scene_review)
    });
    let (agents, review) = *chosen;
    let onagents = dispatch.reform(|event: Event| {
        Msg::Connect(ConnectMsg::SetSceneAgents(match value(&event).as_str() {
            "one" => SceneAgents::One,
            "several" => SceneAgents::Several,
            _ => SceneAgents::Auto,
        }))
    });
    let onreview = dispatch.reform(|event: Event| {
        Msg::Connect(ConnectMsg::SetSceneReview(match value(&event).as_str() {
            "always" => SceneReview::Always,
            "deletions" => SceneReview::Deletions,
            _ => SceneReview::Never,
        }))
    });
    html! {
        <Section title={words.scene.room}>
            <Field label={words.scene.agents} hint={words.scene.agents_hint}>
                <select data-testid="scene-agents" onchange={onagents}>
                    <option value="auto" selected={agents == SceneAgents::Auto}>{ words.scene.agents_auto }</option>
                    <option value="one" selected={agents == SceneAgents::One}>{ words.scene.agents_one }</option>
                    <option value="several" selected={agents == SceneAgents::Several}>{ words.scene.agents_several }</option>
                </select>
            </Field>
            <Field label={words.scene.review} hint={words.scene.review_hint}>
                <select data-testid="scene-review" onchange={onreview}>
                    <option value="never" selected={review == SceneReview::Never}>{ words.scene.review_never }</option>
                    <option value="deletions" selected={review == SceneReview::Deletions}>{ words.scene.review_deletions }</option>
                    <option value="always" selected={review == SceneReview::Always}>{ words.scene.review_always }</option>
                </select>
            </Field>
        </Section>
    }
}

fn value(event: &Event) -> String {
    event.target_unchecked_into::<web_sys::HtmlSelectElement>().value()
}
