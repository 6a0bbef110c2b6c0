//! An assistant beside a room: its conversation, with what it proposes, and the field to write in.

pub mod evidence;
pub mod helper;
pub mod offers;
mod operation;
mod operation_form;
pub mod proposal;
pub mod question;
pub mod scene;
pub mod time;

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::chat::{Composer, EditDrafts, Transcript};
use crate::kit::{IconButton, IconName, PanelHead, is_composing};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::assistant;
use espalier_app::maps::{MapMsg, Panel};
use espalier_app::sessions::SessionMsg;
use espalier_app::{Dialog, Model, Msg};
use espalier_model::conversation::Scope;
use espalier_model::{MapId, MessageId, Node, NodeKey, RoomId, SessionId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NodeAssistantProps {
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
    let Some(session) = state.session else { return html! {} };
    let onleave = props.onleave.clone();
    let onclose = Callback::from(move |()| {
        dispatch.emit(Msg::Maps(MapMsg::Panel(map, Panel::None)));
        onleave.emit(());
    });
    let title = if state.title.is_empty() { words.map.untitled.to_owned() } else { state.title.clone() };
    let prompts: Vec<AttrValue> = words.map.assist.prompts.iter().map(|text| AttrValue::from(*text)).collect();
    html! {
        <AssistantPanel
            {session} room={RoomId::Map} label={words.map.assistant} {title} empty={state.empty} lead={words.map.assist.lead}
            {prompts} read_only={state.read_only} {onclose} onescape={props.onleave.clone()}
        />
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct AssistantPanelProps {
    pub session: SessionId,
    /// The room it stands beside; `None` for the helper that sees all rooms.
    pub room: Option<RoomId>,
    pub label: AttrValue,
    pub title: AttrValue,
    /// A control in the place of the title.
    #[prop_or_default]
    pub choice: Option<Html>,
    /// Buttons of its head.
    #[prop_or_default]
    pub tools: Html,
    /// Whether nothing was said yet.
    pub empty: bool,
    /// A sentence on the assistant's purpose.
    pub lead: AttrValue,
    /// Things to begin with.
    pub prompts: Vec<AttrValue>,
    pub read_only: bool,
    /// Part of the last message that is not shown, as `data-repeated` says it.
    #[prop_or_default]
    pub repeated: Option<&'static str>,
    /// Cards between the messages and the field to write in.
    #[prop_or_default]
    pub children: Html,
    /// Whether it takes no focus.
    #[prop_or_default]
    pub still: bool,
    /// Closes the panel; it always stands there without.
    #[prop_or_default]
    pub onclose: Option<Callback<()>>,
    #[prop_or_default]
    pub onescape: Option<Callback<()>>,
}

/// The panel of an assistant: its head, its messages or what to begin with, and the field to write in.
#[component]
pub fn AssistantPanel(props: &AssistantPanelProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let editing = use_state_eq(|| None::<MessageId>);
    let drafts = (*use_memo((), |()| EditDrafts::default())).clone();
    let onedit = use_callback(editing.setter(), |id, editing| editing.set(id));
    let (session, room) = (props.session, props.room);
    let onescape = props.onescape.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if let Some(onescape) = &onescape
            && event.key() == "Escape"
            && !event.default_prevented()
            && !is_composing(&event)
        {
            event.prevent_default();
            onescape.emit(());
        }
        if room == Some(RoomId::Scene) {
            // Keys that are typed here are no keys of the canvas.
            event.stop_propagation();
        }
    });
    let onpreview = dispatch.reform(move |_: MouseEvent| Msg::Dialog(Some(Dialog::ContextPreview(session))));
    let view = if props.empty {
        html! {
            <Lead
                key="lead" {session} lead={props.lead.clone()} prompts={props.prompts.clone()} disabled={props.read_only}
            />
        }
    } else {
        html! { <Transcript key={session.to_string()} {session} editing={*editing} onedit={onedit.clone()} {drafts} /> }
    };
    let (scope, class) = match room {
        None => ("workspace", None),
        Some(RoomId::Chat) => ("chat", None),
        Some(RoomId::Map) => ("map", None),
        Some(RoomId::Time) => ("time", None),
        Some(RoomId::Course) => ("course", Some("course-talk")),
        Some(RoomId::Scene) => ("scene", Some("scene-assistant")),
    };
    let test_id = if room.is_some() { "assistant" } else { "helper-panel" };
    html! {
        <section
            class={classes!("assistant", class)} data-testid={test_id} data-scope={scope}
            data-repeated={props.repeated} aria-label={props.label.clone()} {onkeydown}
        >
            <PanelHead title={props.title.clone()} choice={props.choice.clone()} onclose={props.onclose.clone()}>
                { props.tools.clone() }
                <IconButton icon={IconName::Eye} label={words.command.context_preview} test_id="context-preview" onclick={onpreview} />
            </PanelHead>
            <div class="assistant-view">{ view }</div>
            <div class="assistant-foot">
                { props.children.clone() }
                <Composer session={Some(session)} {onedit} calm=true still={props.still} />
            </div>
        </section>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct LeadProps {
    pub session: SessionId,
    /// A sentence on the assistant's purpose.
    pub lead: AttrValue,
    /// Things to begin with; one that is not finished ends in a space or a colon.
    pub prompts: Vec<AttrValue>,
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

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SessionChoiceProps {
    /// The conversation that is shown, which may have no message yet.
    pub session: SessionId,
    /// All conversations with their names.
    pub all: Vec<(SessionId, String)>,
    /// Shows another one.
    pub onopen: Callback<SessionId>,
}

/// The conversations of an assistant that has several, one of them shown.
#[component]
pub fn SessionChoice(props: &SessionChoiceProps) -> Html {
    let words = use_messages();
    let session = props.session;
    let onopen = props.onopen.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Ok(id) = event.target_unchecked_into::<HtmlSelectElement>().value().parse() {
            onopen.emit(id);
        }
    });
    let is_new = !props.all.iter().any(|(id, _)| *id == session);
    let new = is_new.then(
        || html! { <option key="new" value={session.to_string()} selected=true>{ words.helper.unnamed }</option> },
    );
    let options = props.all.iter().map(|(id, name)| {
        html! {
            <option key={id.to_string()} value={id.to_string()} selected={*id == session} data-testid="session-item" data-id={id.to_string()}>
                { name.clone() }
            </option>
        }
    });
    html! { <select class="assistant-choice" aria-label={words.helper.conversations} {onchange}>{ new }{ for options }</select> }
}
