//! The list of conversations, with the search through all of them.

use uuid::Uuid;
use yew::prelude::*;

use crate::kit::IconName;
use crate::shell::list::{ExtraAction, ListKind, ListPane, ListTestIds, ListWords, RowContent};
use crate::store::{use_dispatch, use_messages};
use espalier_app::Msg;
use espalier_app::files::{ExportKind, FileMsg};
use espalier_app::navigate::Route;
use espalier_app::sessions::{self, SessionMsg};
use espalier_model::{RoomId, Session, SessionId};

/// The conversations, as they are listed.
pub static SESSIONS: ListKind = ListKind {
    names: ListTestIds {
        new: "session-new",
        search: "session-search",
        item: "session-item",
        menu: "session-menu",
        rename: "session-rename",
        rename_input: "session-rename-input",
        duplicate: "session-duplicate",
        delete: "session-delete",
    },
    words: |words| ListWords {
        list: words.chat.sidebar.title,
        rename: words.command.rename_session,
        duplicate: words.command.duplicate_session,
        delete: words.command.delete_session,
        untitled: words.chat.new_session,
        search: words.chat.sidebar.search,
        empty: words.chat.sidebar.empty,
        busy: words.chat.sidebar.answering,
    },
    count: |model| model.workspace.tables().sessions.len(),
    rows: |model| model.sessions().iter().map(|row| (row.id.uuid(), row.updated_at)).collect(),
    content: |model, id| {
        let id = SessionId::from_uuid(id);
        let Some(row) = model.workspace.get::<Session>(&id) else { return RowContent::default() };
        let busy = model.running.values().any(|running| running.answer.session == id);
        RowContent { title: model.title(row), note: None, busy, at: Some(row.updated_at) }
    },
    route: |id| Route::Chat(Some(SessionId::from_uuid(id)), None),
    rename: |id, name| Msg::Sessions(SessionMsg::Rename(SessionId::from_uuid(id), name)),
    duplicate: |id| Msg::Sessions(SessionMsg::Duplicate(SessionId::from_uuid(id))),
    delete: |model, id| Some(Msg::Dialog(Some(sessions::ask_delete(model, SessionId::from_uuid(id))))),
    extras: |words| {
        let extra = |label, make| ExtraAction { label, icon: IconName::Download, make };
        vec![
            extra(words.command.export_markdown, |id| export(id, ExportKind::Markdown)),
            extra(words.command.export_tree, |id| export(id, ExportKind::MarkdownTree)),
            extra(words.command.export_json, |id| export(id, ExportKind::Json)),
        ]
    },
    search_from: 0,
    room: RoomId::Chat,
};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SidebarProps {
    pub session: Option<SessionId>,
    /// Whether it is open, where it is a drawer.
    pub open: bool,
    /// Closes it, where it is a drawer.
    pub onclose: Callback<()>,
}

/// The list of conversations.
#[component]
pub fn Sidebar(props: &SidebarProps) -> Html {
    let words = use_messages();
    let onnew = use_dispatch().reform(|()| Msg::Sessions(SessionMsg::New));
    html! {
        <ListPane
            kind={&SESSIONS} current={props.session.map(SessionId::uuid)} open={props.open} onclose={props.onclose.clone()}
            new={words.command.new_session} {onnew}
        />
    }
}

const fn export(id: Uuid, kind: ExportKind) -> Msg {
    Msg::Files(FileMsg::ExportSession(SessionId::from_uuid(id), kind))
}
