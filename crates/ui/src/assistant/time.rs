//! The assistant of the Time room: its conversations, one of them shown, and the field to write in.

use yew::prelude::*;

use super::{AssistantPanel, SessionChoice};
use crate::kit::{IconButton, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::assistant::{self, AssistantMsg};
use espalier_app::{Model, Msg};
use espalier_model::conversation::Scope;
use espalier_model::{RoomId, SessionId};
use espalier_timelog::questions::PROMPTS;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct TimeAssistantProps {
    /// Gives the focus back to the room.
    #[prop_or_default]
    pub onleave: Callback<()>,
}

#[derive(Debug, PartialEq)]
struct TimeAssistantState {
    session: SessionId,
    empty: bool,
    read_only: bool,
    /// All conversations with their names.
    all: Vec<(SessionId, String)>,
}

impl TimeAssistantState {
    fn of(model: &Model) -> Option<Self> {
        let session =
            assistant::session_of(model, Scope::TIME).filter(|_| assistant::shown(model) == Some(Scope::TIME))?;
        let known = model.view(session);
        Some(Self {
            session,
            empty: model.opened.contains(&session) && known.is_none_or(|view| view.path.is_empty()),
            read_only: model.read_only.is_some(),
            all: model.sessions_of(Scope::TIME).iter().map(|row| (row.id, model.title(row))).collect(),
        })
    }
}

/// The panel of the Time room's assistant; empty while it is closed.
#[component]
pub fn TimeAssistant(props: &TimeAssistantProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let state = use_selector(TimeAssistantState::of);
    let Some(state) = &*state else { return html! {} };
    let session = state.session;
    let onclose = {
        let (dispatch, onleave) = (dispatch.clone(), props.onleave.clone());
        Callback::from(move |()| {
            dispatch.emit(Msg::Assistant(AssistantMsg::Time(false)));
            onleave.emit(());
        })
    };
    let prompts: Vec<AttrValue> = PROMPTS.iter().map(|text| AttrValue::from(text.get(words.language))).collect();
    let onnew = dispatch.reform(|_: MouseEvent| Msg::Assistant(AssistantMsg::NewTime));
    let onopen = dispatch.reform(|session| Msg::Assistant(AssistantMsg::OpenTime(session)));
    let is_new = !state.all.iter().any(|(id, _)| *id == session);
    let tools = html! {
        <IconButton
            icon={IconName::New} label={words.helper.new_conversation} test_id="session-new" disabled={is_new} onclick={onnew}
        />
    };
    html! {
        <AssistantPanel
            {session} room={RoomId::Time} label={words.helper.time} title={words.helper.time}
            choice={html! { <SessionChoice {session} all={state.all.clone()} {onopen} /> }} {tools} empty={state.empty}
            lead={words.helper.time_lead} {prompts} read_only={state.read_only} {onclose} onescape={props.onleave.clone()}
        />
    }
}
