//! The assistant of the Time room: its conversations, one of them shown, and the field to write in.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::Lead;
use crate::chat::{Composer, EditDrafts, Transcript};
use crate::kit::{IconButton, IconName, is_composing};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::assistant::{self, AssistantMsg};
use espalier_app::{Dialog, Model, Msg};
use espalier_model::conversation::Scope;
use espalier_model::{MessageId, SessionId};
use espalier_timelog::questions::PROMPTS;

/// Properties of [`TimeAssistant`].
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
    let editing = use_state_eq(|| None::<MessageId>);
    let drafts = (*use_memo((), |()| EditDrafts::default())).clone();
    let onedit = use_callback(editing.setter(), |id, editing| editing.set(id));
    let Some(state) = &*state else { return html! {} };
    let session = state.session;
    let onkeydown = {
        let onleave = props.onleave.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" && !event.default_prevented() && !is_composing(&event) {
                event.prevent_default();
                onleave.emit(());
            }
        })
    };
    let onclose = {
        let (dispatch, onleave) = (dispatch, props.onleave.clone());
        Callback::from(move |()| {
            dispatch.emit(Msg::Assistant(AssistantMsg::Time(false)));
            onleave.emit(());
        })
    };
    let view = if state.empty {
        let prompts: Vec<AttrValue> = PROMPTS.iter().map(|text| AttrValue::from(text.get(words.language))).collect();
        html! { <Lead key="lead" {session} lead={words.helper.time_lead} {prompts} disabled={state.read_only} /> }
    } else {
        html! { <Transcript key={session.to_string()} {session} editing={*editing} onedit={onedit.clone()} {drafts} /> }
    };
    html! {
        <section class="assistant" data-testid="assistant" data-scope="time" aria-label={words.helper.time} {onkeydown}>
            <Head {session} all={state.all.clone()} {onclose} />
            <div class="assistant-view">{ view }</div>
            <Composer session={Some(session)} {onedit} calm=true />
        </section>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct HeadProps {
    session: SessionId,
    all: Vec<(SessionId, String)>,
    onclose: Callback<()>,
}

/// Which conversation is shown, and what can be done to it.
#[component]
fn Head(props: &HeadProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let session = props.session;
    let onchange = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            if let Ok(id) = event.target_unchecked_into::<HtmlSelectElement>().value().parse() {
                dispatch.emit(Msg::Assistant(AssistantMsg::OpenTime(id)));
            }
        })
    };
    let onnew = dispatch.reform(|_: MouseEvent| Msg::Assistant(AssistantMsg::NewTime));
    let onpreview = dispatch.reform(move |_: MouseEvent| Msg::Dialog(Some(Dialog::ContextPreview(session))));
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
    html! {
        <header class="assistant-head">
            <h2 class="visually-hidden">{ words.helper.time }</h2>
            <select class="assistant-choice" aria-label={words.helper.conversations} {onchange}>{ new }{ for options }</select>
            <IconButton icon={IconName::New} label={words.helper.new_conversation} test_id="session-new" disabled={is_new} onclick={onnew} />
            <IconButton icon={IconName::Eye} label={words.command.context_preview} test_id="context-preview" onclick={onpreview} />
            <IconButton icon={IconName::Close} label={words.shell.close} onclick={props.onclose.reform(|_: MouseEvent| ())} />
        </header>
    }
}
