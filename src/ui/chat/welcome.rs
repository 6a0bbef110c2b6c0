//! What a newcomer, or an empty conversation, meets: what this is, where to go, something to begin with.
//!
//! Must not be in here: how questions are answered.

use yew::prelude::*;

use crate::app::files::FileMsg;
use crate::app::navigate::Route;
use crate::app::sessions::SessionMsg;
use crate::app::{Dialog, Msg, places};
use crate::llm::provider;
use crate::model::{RoomId, SessionId};
use crate::ui::chat::header::IMPORT_INPUT;
use crate::ui::kit::dom::press_element;
use crate::ui::kit::{Button, ButtonKind, Icon, IconName};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// See [`Welcome`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct WelcomeProps {
    /// The empty conversation, if there is one already.
    pub session: Option<SessionId>,
}

/// See the module.
#[component]
pub fn Welcome(props: &WelcomeProps) -> Html {
    let words = use_messages();
    let welcome = &words.chat.welcome;
    html! {
        <section class="welcome">
            <h2 class="welcome-title">{ welcome.title }</h2>
            <p class="welcome-lead">{ welcome.lead }</p>
            <QuickPrompts session={props.session} />
            <Ways />
            <p class="welcome-note">{ welcome.privacy }</p>
        </section>
    }
}

/// Questions to begin with.
#[component]
fn QuickPrompts(props: &WelcomeProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let session = props.session;
    let read_only = use_selector(|model| model.read_only.is_some());
    let onexample = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::Example));
    let prompts = words.chat.welcome.prompts.iter().map(|text| {
        let dispatch = dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            dispatch.emit(Msg::Sessions(SessionMsg::AskGuide(session, (*text).to_owned())));
        });
        html! { <li key={*text}><button type="button" class="quick" disabled={*read_only} {onclick}>{ *text }</button></li> }
    });
    html! {
        <div>
            <h3 class="welcome-head">{ words.chat.welcome.try_it }</h3>
            <ul class="quick-list">{ for prompts }</ul>
            <Button label={words.shell.example.see} kind={ButtonKind::Quiet} test_id="example" disabled={*read_only} onclick={onexample} />
        </div>
    }
}

/// Where to go from here.
#[component]
fn Ways() -> Html {
    let words = use_messages();
    let welcome = &words.chat.welcome;
    let dispatch = use_dispatch();
    let builtin = use_selector(|model| model.provider().id == provider::builtin().id);
    let places = use_selector(|model| RoomId::ALL.map(|room| places::last(model, room)));
    let way = |room: RoomId| places[room as usize].to_string();
    let onagents = use_callback(dispatch, |_: MouseEvent, dispatch| {
        dispatch.emit(Msg::Dialog(Some(Dialog::Personas)));
    });
    let (title, text) =
        if *builtin { (welcome.connect, welcome.connect_text) } else { (welcome.connected, welcome.connected_text) };
    html! {
        <ul class="ways">
            <li key="connect">
                <a class="way" href={Route::Settings.to_string()}>
                    <Icon name={IconName::Settings} /><strong>{ title }</strong><span>{ text }</span>
                </a>
            </li>
            <li key="map">
                <a class="way" href={way(RoomId::Map)}>
                    <Icon name={IconName::Tree} /><strong>{ welcome.map }</strong><span>{ welcome.map_text }</span>
                </a>
            </li>
            <li key="time">
                <a class="way" href={Route::Time.to_string()}>
                    <Icon name={IconName::Clock} /><strong>{ words.time.room }</strong><span>{ words.time.way }</span>
                </a>
            </li>
            <li key="course">
                <a class="way" href={way(RoomId::Course)}>
                    <Icon name={IconName::Outline} /><strong>{ words.course.room }</strong><span>{ words.course.way }</span>
                </a>
            </li>
            <li key="scene">
                <a class="way" href={way(RoomId::Scene)}>
                    <Icon name={IconName::Scene} /><strong>{ words.scene.room }</strong><span>{ words.scene.way }</span>
                </a>
            </li>
            <li key="agents">
                <button type="button" class="way" onclick={onagents}>
                    <Icon name={IconName::Agent} /><strong>{ welcome.agents }</strong><span>{ welcome.agents_text }</span>
                </button>
            </li>
            <li key="import">
                <button type="button" class="way" onclick={Callback::from(|_: MouseEvent| press_element(IMPORT_INPUT))}>
                    <Icon name={IconName::Upload} /><strong>{ welcome.import }</strong><span>{ welcome.import_text }</span>
                </button>
            </li>
        </ul>
    }
}
