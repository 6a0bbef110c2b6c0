//! The choices of the Scene room.

use yew::prelude::*;

use super::Section;
use crate::kit::{Field, Select, SelectOption};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::Msg;
use espalier_app::connect::ConnectMsg;
use espalier_model::settings::{SceneAgents, SceneReview};

#[component]
pub fn SceneSection() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let chosen = use_selector(|model| {
        let preferences = model.preferences();
        (preferences.scene_agents, preferences.scene_review)
    });
    let (agents, review) = *chosen;
    let onagents = dispatch.reform(|value: String| {
        Msg::Connect(ConnectMsg::SetSceneAgents(match value.as_str() {
            "one" => SceneAgents::One,
            "several" => SceneAgents::Several,
            _ => SceneAgents::Auto,
        }))
    });
    let onreview = dispatch.reform(|value: String| {
        Msg::Connect(ConnectMsg::SetSceneReview(match value.as_str() {
            "always" => SceneReview::Always,
            "deletions" => SceneReview::Deletions,
            _ => SceneReview::Never,
        }))
    });
    let all_agents = vec![
        SelectOption::new("auto", words.scene.agents_auto),
        SelectOption::new("one", words.scene.agents_one),
        SelectOption::new("several", words.scene.agents_several),
    ];
    let agents = match agents {
        SceneAgents::Auto => "auto",
        SceneAgents::One => "one",
        SceneAgents::Several => "several",
    };
    let reviews = vec![
        SelectOption::new("never", words.scene.review_never),
        SelectOption::new("deletions", words.scene.review_deletions),
        SelectOption::new("always", words.scene.review_always),
    ];
    let review = match review {
        SceneReview::Never => "never",
        SceneReview::Deletions => "deletions",
        SceneReview::Always => "always",
    };
    html! {
        <Section title={words.scene.room}>
            <Field label={words.scene.agents} hint={words.scene.agents_hint}>
                <Select test_id="scene-agents" value={agents} options={all_agents} onchoose={onagents} />
            </Field>
            <Field label={words.scene.review} hint={words.scene.review_hint}>
                <Select test_id="scene-review" value={review} options={reviews} onchoose={onreview} />
            </Field>
        </Section>
    }
}
