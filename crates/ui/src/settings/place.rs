//! The copy in a place of the person's own: entering it, its state in words, texts with two versions.

mod form;

use yew::prelude::*;

use self::form::PlaceForm;
use crate::kit::moment::use_local_times;
use crate::kit::{Button, ButtonKind, Field, FileButton, IconName, TextInput};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::place::{Decision, PlaceMsg, PlaceProblem, PlaceState, ServerPlace, TwoVersions};
use espalier_app::{Model, Msg};
use espalier_i18n::place::PlaceWords;
use espalier_llm::secret::Secret;

/// The most characters of a version of a text that are shown.
const SHOWN: usize = 600;

/// The state of the place, as it is shown.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    state: PlaceState,
    name: String,
    kind: &'static str,
    is_server: bool,
    is_carried: bool,
    is_stale: bool,
    is_sealed: bool,
    unsent: usize,
    damaged: Vec<String>,
    foreign: Vec<String>,
    two_versions: Vec<TwoVersions>,
}

impl Shown {
    fn of(model: &Model) -> Self {
        let place = &model.place;
        Self {
            state: place.state.clone(),
            name: place.name.clone(),
            kind: match &place.server {
                Some(ServerPlace::WebDav { .. }) => "webdav",
                Some(ServerPlace::S3 { .. }) => "s3",
                None if place.is_carried => "carried",
                None => "folder",
            },
            is_server: place.server.is_some(),
            is_carried: place.is_carried,
            is_stale: place.is_stale,
            is_sealed: place.is_sealed,
            unsent: place.unsent,
            damaged: place.damaged.clone(),
            foreign: place.foreign.clone(),
            two_versions: place.two_versions.clone(),
        }
    }
}

/// The place, with what can be done about it.
#[component]
pub fn OwnPlace() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(Shown::of);
    let done = use_selector(|model: &Model| model.place.done);
    let when = use_local_times((*done).into_iter().collect());
    let say = &words.settings.data.place;
    let state = &shown.state;
    let is_failed = matches!(state, PlaceState::Failed(_));
    let has_place = is_failed
        || matches!(state, PlaceState::Locked | PlaceState::Sealed { .. } | PlaceState::Working | PlaceState::InStep);
    let versions = shown.two_versions.iter().map(|text| {
        let key = format!("{}{}", text.key, text.version);
        html! { <Versions {key} text={text.clone()} /> }
    });
    html! {
        <div class="settings-place" data-testid="place">
            <h3>{ say.title }</h3>
            <p data-testid="place-status" data-state={stage(&shown)} role="status">{ text(&shown, when.first().map(AsRef::as_ref), say) }</p>
            if matches!(state, PlaceState::Sealed { .. }) {
                <Unlock />
            }
            if *state == PlaceState::InStep && shown.is_sealed {
                <p class="field-hint">{ say.sealed }</p>
            }
            if matches!(state, PlaceState::Unknown | PlaceState::Nothing) {
                <details>
                    <summary data-testid="place-add">{ say.begin }</summary>
                    // The form begins with a folder where there are folders.
                    if *state == PlaceState::Nothing {
                        <PlaceForm />
                    }
                </details>
            }
            if is_failed && shown.is_server {
                <PlaceForm />
            }
            if has_place && shown.is_carried {
                <Carried is_stale={shown.is_stale} />
            }
            if has_place {
                { actions(&shown, say, &dispatch) }
            }
            { faults(&shown, say) }
            if !shown.two_versions.is_empty() {
                <div data-testid="place-versions">
                    <p>{ (say.two_versions)(shown.two_versions.len()) }</p>
                    { for versions }
                </div>
            }
        </div>
    }
}

/// The buttons of the place.
fn actions(shown: &Shown, say: &PlaceWords, dispatch: &Callback<Msg>) -> Html {
    let send = |msg: fn() -> PlaceMsg| dispatch.reform(move |_: MouseEvent| Msg::Place(msg()));
    let save = if shown.state == PlaceState::Locked { say.allow_again } else { say.save_now };
    html! {
        <>
            <div class="settings-actions" data-testid="place-item" data-kind={shown.kind}>
                if !matches!(shown.state, PlaceState::Sealed { .. }) {
                    <Button label={save} test_id="place-save" onclick={send(|| PlaceMsg::SaveNow)} />
                }
                <Button label={say.leave} kind={ButtonKind::Plain} test_id="place-leave" onclick={send(|| PlaceMsg::Leave)} />
            </div>
            <p class="field-hint">{ say.leave_hint }</p>
        </>
    }
}

/// Files that cannot be read, and files of others.
fn faults(shown: &Shown, say: &PlaceWords) -> Html {
    html! {
        <>
            if !shown.damaged.is_empty() {
                <div data-testid="place-damaged">
                    <p>{ (say.damaged)(shown.damaged.len()) }</p>
                    { names(&shown.damaged) }
                </div>
            }
            if !shown.foreign.is_empty() {
                <details data-testid="place-foreign">
                    <summary>{ (say.foreign)(shown.foreign.len()) }</summary>
                    { names(&shown.foreign) }
                </details>
            }
        </>
    }
}

/// The state in one word, for scripts.
fn stage(shown: &Shown) -> &'static str {
    match &shown.state {
        PlaceState::Unknown | PlaceState::Unavailable | PlaceState::Nothing | PlaceState::Elsewhere => "none",
        PlaceState::Locked | PlaceState::Sealed { .. } | PlaceState::Failed(_) => "failed",
        PlaceState::Working => "sending",
        PlaceState::InStep if shown.unsent > 0 => "changed",
        PlaceState::InStep => "confirmed",
    }
}

/// The state in words; `when` is the time at which everything was in the place last.
fn text(shown: &Shown, when: Option<&str>, say: &PlaceWords) -> String {
    let name = if shown.is_carried { say.carried_name } else { shown.name.as_str() };
    match (&shown.state, when) {
        (PlaceState::Unavailable, _) => say.unavailable.to_owned(),
        (PlaceState::Unknown | PlaceState::Nothing, _) => say.hint.to_owned(),
        (PlaceState::Elsewhere, _) => say.elsewhere.to_owned(),
        (PlaceState::Locked, _) => (say.locked)(name),
        (PlaceState::Sealed { is_wrong: false }, _) => (say.has_password)(name),
        (PlaceState::Sealed { is_wrong: true }, _) => (say.wrong_password)(name),
        (PlaceState::Failed(problem), _) => failure(problem, name, say),
        (PlaceState::InStep | PlaceState::Working, _) if shown.unsent > 0 => (say.unsent)(name, shown.unsent),
        (PlaceState::InStep, Some(when)) => (say.in_step)(name, when),
        (PlaceState::Working | PlaceState::InStep, _) => (say.working)(name),
    }
}

fn failure(problem: &PlaceProblem, name: &str, say: &PlaceWords) -> String {
    match problem {
        PlaceProblem::Absent => (say.absent)(name),
        PlaceProblem::Full => (say.full)(name),
        PlaceProblem::NoSecret => (say.no_secret)(name),
        PlaceProblem::InTheClear => (say.in_the_clear)(name),
        PlaceProblem::NoSeal => (say.no_seal)(name),
        PlaceProblem::BadSeal => (say.bad_seal)(name),
        PlaceProblem::NotCarried => say.not_carried.to_owned(),
        PlaceProblem::Server(error) => (say.failed)(name, &(say.server)(error)),
        PlaceProblem::Other(reason) => (say.failed)(name, &format!("{reason}.")),
    }
}

fn names(names: &[String]) -> Html {
    let items = names.iter().map(|name| html! { <li key={name.clone()}><code>{ name.clone() }</code></li> });
    html! { <ul class="settings-learned">{ for items }</ul> }
}

/// The id of the element in which the file of another device is chosen.
const INPUT: &str = "carried-file";

#[derive(Debug, Clone, PartialEq, Properties)]
struct CarriedProps {
    is_stale: bool,
}

/// The ways of a file that is carried: out, and in.
#[component]
fn Carried(props: &CarriedProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let say = &words.settings.data.place;
    let save = dispatch.reform(|_: MouseEvent| Msg::Place(PlaceMsg::SaveCarried));
    let onchoose = dispatch.reform(|()| Msg::Place(PlaceMsg::TakeCarried(INPUT)));
    html! {
        <>
            if props.is_stale {
                <p data-testid="place-stale">{ say.stale }</p>
            }
            <div class="settings-actions">
                <Button label={say.save_file} icon={IconName::Download} test_id="place-save-file" onclick={save} />
                <FileButton
                    input={INPUT} label={say.take_file} accept=".zip,application/zip" test_id="place-take-file" {onchoose}
                />
            </div>
        </>
    }
}

/// The password of a sealed place. It is kept nowhere while it is typed.
#[component]
fn Unlock() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let typed = use_state(String::new);
    let say = &words.settings.data.place;
    let onsubmit = {
        let typed = typed.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let password = Secret::new(&*typed);
            if !password.is_empty() {
                dispatch.emit(Msg::Place(PlaceMsg::Unlock(password)));
                typed.set(String::new());
            }
        })
    };
    let ontype = typed.setter();
    html! {
        <form class="settings-form" autocomplete="off" novalidate=true {onsubmit}>
            <Field label={say.password}>
                <TextInput kind="password" verbatim=true value={(*typed).clone()} test_id="place-password" {ontype} />
            </Field>
            <div class="settings-actions"><Button label={say.unlock} test_id="place-unlock" submit=true /></div>
        </form>
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
                <Button label={say.keep_text} test_id="version-keep" onclick={decide(Decision::Keep)} />
                <Button label={say.use_other} test_id="version-use" onclick={decide(Decision::UseOther)} />
            </dd>
        </dl>
    }
}
