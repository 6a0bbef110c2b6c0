//! The head of the room: what the conversation is called, who answers, what can be looked at and taken along.
//!
//! Must not be in here: the parts themselves (`agent_select`, `files`).

mod agent_select;
pub mod files;

use yew::prelude::*;

use self::agent_select::AgentSelect;
use self::files::Files;
use super::rename::Rename;
use crate::app::{Dialog, Msg};
use crate::model::{Session, SessionId};
use crate::ui::course::CourseLink;
use crate::ui::kit::{IconButton, IconName};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// See [`Header`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct HeaderProps {
    /// The conversation.
    pub session: Option<SessionId>,
    /// Whether the list of conversations is open, where it is a drawer.
    pub drawer: bool,
    /// Opens that list.
    pub ondrawer: Callback<MouseEvent>,
}

/// See the module.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let words = use_messages();
    let session = props.session;
    html! {
        <header class="chat-head">
            <div class="drawer-button">
                <IconButton
                    icon={IconName::Menu} label={words.chat.sidebar.title} expanded={props.drawer}
                    onclick={props.ondrawer.clone()}
                />
            </div>
            <div class="chat-title"><Title {session} />{ session.map(|id| html! { <CourseLink of={id.uuid()} /> }) }</div>
            <div class="chat-tools">
                <AgentSelect {session} />
                <Views {session} />
                <Files {session} />
            </div>
        </header>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct SessionProps {
    session: Option<SessionId>,
}

/// The conversation's title; a double click renames it.
#[component]
fn Title(props: &SessionProps) -> Html {
    let words = use_messages();
    let session = props.session;
    let renaming = use_state_eq(|| false);
    let title = use_selector(move |model| {
        let row = session.and_then(|id| model.workspace.get::<Session>(&id));
        row.map(|row| model.title(row)).unwrap_or_default()
    });
    let ondblclick = {
        let renaming = renaming.setter();
        Callback::from(move |_: MouseEvent| renaming.set(session.is_some()))
    };
    let onclose = use_callback(renaming.setter(), |(), renaming| renaming.set(false));
    if let Some(session) = session.filter(|_| *renaming) {
        return html! { <Rename {session} {onclose} /> };
    }
    let shown = if title.is_empty() { words.chat.new_session.to_owned() } else { (*title).clone() };
    html! { <h1 title={session.map(|_| words.chat.rename_hint)} {ondblclick}>{ shown }</h1> }
}

/// Ways to look at the conversation.
#[component]
fn Views(props: &SessionProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let session = props.session;
    let open = |dialog: fn(SessionId) -> Dialog| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(session) = session {
                dispatch.emit(Msg::Dialog(Some(dialog(session))));
            }
        })
    };
    html! {
        <div class="chat-views">
            <IconButton
                icon={IconName::Tree} label={words.command.show_tree} test_id="tree"
                disabled={session.is_none()} onclick={open(Dialog::Tree)}
            />
            <IconButton
                icon={IconName::Eye} label={words.command.context_preview} test_id="context-preview"
                disabled={session.is_none()} onclick={open(Dialog::ContextPreview)}
            />
        </div>
    }
}
