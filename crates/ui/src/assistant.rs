//! An assistant beside a room: its conversation, with what it proposes, and the field to write in.

pub mod evidence;
pub mod offers;
mod operation;
mod operation_form;
pub mod proposal;
pub mod question;
pub mod scene;
pub mod time;

use yew::prelude::*;

use crate::chat::{Composer, EditDrafts, Transcript};
use crate::kit::{IconButton, IconName, is_composing};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::assistant;
use espalier_app::maps::{MapMsg, Panel};
use espalier_app::sessions::SessionMsg;
use espalier_app::{Dialog, Model, Msg};
use espalier_model::conversation::Scope;
use espalier_model::{MapId, MessageId, Node, NodeKey, SessionId};

/// Properties of [`NodeAssistant`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NodeAssistantProps {
    /// The map.
    pub map: MapId,
    /// Gives the focus back to the map.
    #[prop_or_default]
    pub onleave: Callback<()>,
}

#[derive(Debug, PartialEq)]
struct NodeAssistantState {
    session: Option<SessionId>,
    title: String,
    empty: bool,
    read_only: bool,
}

impl NodeAssistantState {
    fn of(model: &Model) -> Self {
        let scope = assistant::shown(model);
        let session = scope.and_then(Scope::own_session);
        let title = match scope.and_then(Scope::as_node) {
            Some((map, node)) => model.workspace.get::<Node>(&NodeKey { map, id: node }).map(|row| row.title.clone()),
            _ => None,
        };
        let known = session.and_then(|session| model.view(session));
        Self {
            session,
            title: title.unwrap_or_default(),
            empty: session.is_some_and(|session| model.opened.contains(&session))
                && known.is_none_or(|view| view.path.is_empty()),
            read_only: model.read_only.is_some(),
        }
    }
}

/// The assistant of the node that the keyboard is at.
#[component]
pub fn NodeAssistant(props: &NodeAssistantProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let state = use_selector(NodeAssistantState::of);
    let map = props.map;
    let editing = use_state_eq(|| None::<MessageId>);
    let drafts = (*use_memo((), |()| EditDrafts::default())).clone();
    let onedit = use_callback(editing.setter(), |id, editing| editing.set(id));
    let Some(session) = state.session else { return html! {} };
    let close = {
        let (dispatch, onleave) = (dispatch.clone(), props.onleave.clone());
        Callback::from(move |()| {
            dispatch.emit(Msg::Maps(MapMsg::Panel(map, Panel::None)));
            onleave.emit(());
        })
    };
    let onkeydown = {
        let onleave = props.onleave.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" && !event.default_prevented() && !is_composing(&event) {
                event.prevent_default();
                onleave.emit(());
            }
        })
    };
    let onpreview = dispatch.reform(move |_: MouseEvent| Msg::Dialog(Some(Dialog::ContextPreview(session))));
    let title = if state.title.is_empty() { words.map.untitled.to_owned() } else { state.title.clone() };
    let view = if state.empty {
        let prompts: Vec<AttrValue> = words.map.assist.prompts.iter().map(|text| AttrValue::from(*text)).collect();
        html! { <Lead key="lead" {session} lead={words.map.assist.lead} {prompts} disabled={state.read_only} /> }
    } else {
        html! { <Transcript key={session.to_string()} {session} editing={*editing} onedit={onedit.clone()} {drafts} /> }
    };
    html! {
        <section class="assistant" data-testid="assistant" data-scope="map" aria-label={words.map.assistant} {onkeydown}>
            <header class="assistant-head">
                <h2 title={title.clone()}>{ title.clone() }</h2>
                <IconButton icon={IconName::Eye} label={words.command.context_preview} test_id="context-preview" onclick={onpreview} />
                <IconButton icon={IconName::Close} label={words.shell.close} onclick={close.reform(|_: MouseEvent| ())} />
            </header>
            <div class="assistant-view">{ view }</div>
            <Composer session={Some(session)} {onedit} calm=true />
        </section>
    }
}

/// Properties of [`Lead`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct LeadProps {
    /// The conversation.
    pub session: SessionId,
    /// A sentence on the assistant's purpose.
    pub lead: AttrValue,
    /// Things to begin with; one that is not finished ends in a space or a colon.
    pub prompts: Vec<AttrValue>,
    /// Whether nothing can be sent.
    pub disabled: bool,
}

/// Introduction of an empty conversation, with prompts to begin with.
#[component]
pub fn Lead(props: &LeadProps) -> Html {
    let dispatch = use_dispatch();
    let session = props.session;
    let prompts = props.prompts.iter().map(|text| {
        let dispatch = dispatch.clone();
        // One that is not finished is put into the field, to be finished there.
        let open = text.ends_with([' ', '：']);
        let state = if open { format!("{}…", text.trim_end()) } else { text.to_string() };
        let said = text.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            if open {
                dispatch.emit(Msg::Draft(Some(session), said.to_string()));
                dispatch.emit(Msg::FocusComposer);
            } else {
                dispatch.emit(Msg::Sessions(SessionMsg::Send(Some(session), said.to_string())));
            }
        });
        html! {
            <li key={text.to_string()}>
                <button type="button" class="quick" data-testid="quick-prompt" disabled={props.disabled} {onclick}>{ state }</button>
            </li>
        }
    });
    html! {
        <div class="assistant-lead">
            <p>{ props.lead.clone() }</p>
            <ul class="quick-list">{ for prompts }</ul>
        </div>
    }
}
