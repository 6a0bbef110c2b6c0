//! Who answers: one agent for the app, or one of the conversation's own.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::kit::{Icon, IconButton, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::sessions::SessionMsg;
use espalier_app::{Dialog, Model, Msg};
use espalier_model::persona::PersonaId;
use espalier_model::{Session, SessionId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct AgentSelectProps {
    pub session: Option<SessionId>,
}

/// The slice of the model that the agent menu draws.
#[derive(Debug, PartialEq)]
struct AgentSelectState {
    agents: Vec<(PersonaId, String)>,
    chosen: PersonaId,
    pinned: bool,
    read_only: bool,
}

impl AgentSelectState {
    fn of(model: &Model, session: Option<SessionId>) -> Self {
        let row = session.and_then(|id| model.workspace.get::<Session>(&id));
        Self {
            agents: model.personas().iter().map(|row| (row.id, row.name.clone())).collect(),
            chosen: model.answering(session).0,
            pinned: row.is_some_and(|row| row.persona.is_some()),
            read_only: model.read_only.is_some(),
        }
    }
}

/// The menu that chooses the agent of a conversation.
#[component]
pub fn AgentSelect(props: &AgentSelectProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let session = props.session;
    let state = use_selector(move |model| AgentSelectState::of(model, session));
    let (chosen, pinned) = (state.chosen, state.pinned);
    let onchange = use_callback((dispatch.clone(), session, pinned), |event: Event, (dispatch, session, pinned)| {
        let Ok(id) = event.target_unchecked_into::<HtmlSelectElement>().value().parse() else {
            return;
        };
        dispatch.emit(match session.filter(|_| *pinned) {
            Some(session) => Msg::Sessions(SessionMsg::Pin(session, Some(id))),
            None => Msg::ChoosePersona(id),
        });
    });
    let onpin = use_callback((dispatch.clone(), session, pinned, chosen), |_: MouseEvent, deps| {
        let (dispatch, session, pinned, chosen) = deps;
        if let Some(session) = session {
            dispatch.emit(Msg::Sessions(SessionMsg::Pin(*session, (!pinned).then_some(*chosen))));
        }
    });
    let onedit = use_callback(dispatch, |_: MouseEvent, dispatch| {
        dispatch.emit(Msg::Dialog(Some(Dialog::Personas)));
    });
    let options = state.agents.iter().map(|(id, name)| {
        html! { <option key={id.to_string()} value={id.to_string()} selected={*id == chosen}>{ name.clone() }</option> }
    });
    html! {
        <div class="agent-select">
            <span class="composer-chip">
                <select
                    data-testid="agent-select" aria-label={words.chat.choose_agent} disabled={state.read_only}
                    value={chosen.to_string()} {onchange}
                >
                    { for options }
                </select>
                <Icon name={IconName::ChevronDown} />
            </span>
            <span class={classes!("agent-select-more", pinned.then_some("agent-select-pinned"))}>
                <IconButton icon={IconName::Agent} label={words.command.agents} test_id="agent-edit" onclick={onedit} />
                <IconButton
                    icon={IconName::Pin} label={words.chat.pin_agent} pressed={pinned}
                    disabled={session.is_none() || state.read_only} onclick={onpin}
                />
            </span>
        </div>
    }
}
