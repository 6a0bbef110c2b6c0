//! The Chat room: conversations that branch.

mod agents;
pub mod attachments;
mod composer;
mod dialogs;
pub mod format;
mod growing;
mod header;
mod message;
mod preview;
pub mod queued;
mod sidebar;
pub mod transcript;
mod tree;
mod welcome;

use yew::prelude::*;

use self::header::Header;
use self::header::agent_select::AgentSelect;
use self::sidebar::Sidebar;
use self::welcome::Welcome;
use super::store::use_selector;
use crate::kit::{Scrim, use_drawer};
use espalier_app::navigate::Route;
use espalier_app::{BootState, Model};
use espalier_model::{MessageId, Session, SessionId};

pub use self::attachments::ChosenFilesProps;
pub use self::composer::Composer;
pub use self::dialogs::ChatDialogs;
pub use self::message::action::Action;
pub use self::message::drafts::EditDrafts;
pub use self::queued::QueuedProps;
pub use self::transcript::TranscriptProps;
pub(crate) use super::chunks::LazyTranscript as Transcript;

/// The slice of the model that the Chat room draws.
#[derive(Debug, PartialEq)]
struct ChatRoomState {
    session: Option<SessionId>,
    target: Option<MessageId>,
    empty: bool,
}

impl ChatRoomState {
    fn of(model: &Model) -> Self {
        let (session, target) = match model.route {
            Route::Chat(session, target) => (session, target),
            _ => (None, None),
        };
        let is_empty = |id: SessionId| match model.view(id) {
            Some(view) => view.path.is_empty(),
            None => model.boot == BootState::Ready && model.workspace.get::<Session>(&id).is_none(),
        };
        let empty = session.is_none_or(is_empty);
        Self { session, target, empty }
    }
}

/// The Chat room: the sidebar, the current conversation and the composer.
#[component]
pub fn ChatRoom() -> Html {
    let state = use_selector(ChatRoomState::of);
    let session = state.session;
    let drawer = use_drawer();
    let editing = use_state_eq(|| None::<MessageId>);
    let drafts = (*use_memo((), |()| EditDrafts::default())).clone();
    let onedit = use_callback(editing.setter(), |id, editing| editing.set(id));
    let view = match session.filter(|_| !state.empty) {
        Some(session) => html! {
            <Transcript
                key={session.to_string()} {session} target={state.target} editing={*editing} onedit={onedit.clone()}
                {drafts}
            />
        },
        None => html! { <Welcome key="welcome" /> },
    };
    html! {
        <div class="chat">
            <Sidebar {session} open={drawer.open} onclose={drawer.onclose.clone()} />
            <Scrim drawer={drawer.clone()} />
            <div class="chat-main">
                <Header {session} {drawer} />
                <div class="chat-view">{ view }</div>
                <Composer {session} {onedit} tools={html! { <AgentSelect {session} /> }} />
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests;
