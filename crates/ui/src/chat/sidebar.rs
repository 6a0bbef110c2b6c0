//! The list of conversations, with the search through all of them.

mod hits;

use std::rc::Rc;

use uuid::Uuid;
use yew::prelude::*;

use self::hits::Hits;
use crate::kit::IconName;
use crate::shell::list::{ExtraAction, ListKind, ListPane, ListTestIds, ListWords, RowContent, SearchResult};
use crate::store::{use_dispatch, use_messages};
use espalier_app::Msg;
use espalier_app::files::{ExportKind, FileMsg};
use espalier_app::navigate::Route;
use espalier_app::sessions::{self, SessionMsg};
use espalier_base::collect;
use espalier_model::{Session, SessionId};

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
    ask: Some(|query| Msg::Sessions(SessionMsg::Search(query))),
    found: |model, query| {
        let search = &model.search;
        if search.query != query {
            return SearchResult { busy: true, ..SearchResult::default() };
        }
        // Conversations of other rooms are listed only where something was found in them.
        let found = collect::set(search.hits.iter().map(|hit| hit.session));
        let rows = found.iter().filter_map(|id| model.workspace.get::<Session>(id));
        let within = rows.map(|row: &Rc<Session>| (row.id.uuid(), row.updated_at)).collect();
        SearchResult { within, busy: search.busy, left_out: search.left_out }
    },
    below: |id, query, onopen| {
        let (session, query, onopen) = (SessionId::from_uuid(id), query.to_owned(), onopen.clone());
        html! { <Hits {session} {query} {onopen} /> }
    },
};

/// Properties of [`Sidebar`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SidebarProps {
    /// The conversation that is shown.
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
