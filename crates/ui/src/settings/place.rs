//! The copy in a folder of the person's own: choosing it, its state in words, texts with two versions.

use yew::prelude::*;

use crate::kit::moment::use_local_times;
use crate::kit::{Button, ButtonKind, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::place::{Decision, PlaceMsg, PlaceProblem, PlaceState, TwoVersions};
use espalier_app::{Model, Msg};

/// The most characters of a version of a text that are shown.
const SHOWN: usize = 600;

/// The state of the folder, as it is shown.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    state: PlaceState,
    name: String,
    unsent: usize,
    damaged: Vec<String>,
    two_versions: Vec<TwoVersions>,
}

/// The folder, with what can be done about it.
#[component]
pub fn OwnPlace() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(|model: &Model| {
        let place = &model.place;
        Shown {
            state: place.state.clone(),
            name: place.name.clone(),
            unsent: place.unsent,
            damaged: place.damaged.clone(),
            two_versions: place.two_versions.clone(),
        }
    });
    let done = use_selector(|model: &Model| model.place.done);
    let when = use_local_times((*done).into_iter().collect());
    let say = &words.settings.data.place;
    let name = shown.name.as_str();
    let text = match (&shown.state, when.first()) {
        (PlaceState::Unknown, _) => String::new(),
        (PlaceState::Unavailable, _) => say.unavailable.to_owned(),
        (PlaceState::Nothing, _) => say.hint.to_owned(),
        (PlaceState::Elsewhere, _) => say.elsewhere.to_owned(),
        (PlaceState::Locked, _) => (say.locked)(name),
        (PlaceState::Failed(PlaceProblem::Absent), _) => (say.absent)(name),
        (PlaceState::Failed(PlaceProblem::Full), _) => (say.full)(name),
        (PlaceState::Failed(PlaceProblem::Other(reason)), _) => (say.failed)(name, reason),
        (PlaceState::InStep | PlaceState::Working, _) if shown.unsent > 0 => (say.unsent)(name, shown.unsent),
        (PlaceState::InStep, Some(when)) => (say.in_step)(name, when),
        (PlaceState::Working | PlaceState::InStep, _) => (say.working)(name),
    };
    let send = |msg: fn() -> PlaceMsg| dispatch.reform(move |_: MouseEvent| Msg::Place(msg()));
    let has_folder =
        matches!(shown.state, PlaceState::Locked | PlaceState::Working | PlaceState::InStep | PlaceState::Failed(_));
    let save = if shown.state == PlaceState::Locked { say.unlock } else { say.save_now };
    let damaged = shown.damaged.iter().map(|name| html! { <li key={name.clone()}><code>{ name.clone() }</code></li> });
    let versions = shown.two_versions.iter().map(|text| {
        let key = format!("{}{}", text.key, text.version);
        html! { <Versions {key} text={text.clone()} /> }
    });
    html! {
        <div class="settings-place" data-testid="place" hidden={shown.state == PlaceState::Unknown}>
            <h3>{ say.title }</h3>
            <p data-testid="place-state" role="status">{ text }</p>
            if shown.state == PlaceState::Nothing {
                <Button label={say.choose} icon={IconName::Upload} test_id="place-choose" onclick={send(|| PlaceMsg::Choose)} />
            }
            if has_folder {
                <div class="settings-actions">
                    <Button label={save} test_id="place-save" onclick={send(|| PlaceMsg::SaveNow)} />
                    <Button label={say.leave} kind={ButtonKind::Plain} test_id="place-leave" onclick={send(|| PlaceMsg::Leave)} />
                </div>
                <p class="field-hint">{ say.leave_hint }</p>
            }
            if !shown.damaged.is_empty() {
                <div data-testid="place-damaged">
                    <p>{ (say.damaged)(shown.damaged.len()) }</p>
                    <ul class="settings-learned">{ for damaged }</ul>
                </div>
            }
            if !shown.two_versions.is_empty() {
                <div data-testid="place-versions">
                    <p>{ (say.two_versions)(shown.two_versions.len()) }</p>
                    { for versions }
                </div>
            }
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct VersionsProps {
    text: TwoVersions,
}

/// A text with its other version, and the decision.
#[component]
fn Versions(props: &VersionsProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let say = &words.settings.data.place;
    let decide = |decision: Decision| {
        let text = props.text.clone();
        dispatch.reform(move |_: MouseEvent| Msg::Place(PlaceMsg::Decide(Box::new(text.clone()), decision)))
    };
    let cut = |text: &str| text.chars().take(SHOWN).collect::<String>();
    html! {
        <dl class="settings-versions" data-testid="place-version">
            <dt>{ say.here }</dt>
            <dd>{ cut(&props.text.here) }</dd>
            <dt>{ say.other }</dt>
            <dd>{ cut(&props.text.other) }</dd>
            <dd class="settings-actions">
                <Button label={say.keep} test_id="version-keep" onclick={decide(Decision::Keep)} />
                <Button label={say.use_other} test_id="version-use" onclick={decide(Decision::UseOther)} />
            </dd>
        </dl>
    }
}
