//! The head of the room: the conversation's title, ways to look at it, and what can be done with the whole of it.

pub mod agent_select;

use yew::prelude::*;

use crate::course::CourseLink;
use crate::kit::{Drawer, FileTools, IconName, MenuItem};
use crate::shell::head::RoomHead;
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::files::{ExportKind, FileMsg};
use espalier_app::sessions::{self, SessionMsg};
use espalier_app::{Dialog, Msg};
use espalier_i18n::chat::Files;
use espalier_model::{Session, SessionId};

/// The id of the element in which a file is chosen.
pub const IMPORT_INPUT: &str = "import-chat";
const KINDS: [(ExportKind, &str); 3] =
    [(ExportKind::Markdown, "markdown"), (ExportKind::MarkdownTree, "markdown-tree"), (ExportKind::Json, "json")];

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct HeaderProps {
    pub session: Option<SessionId>,
    pub drawer: Drawer,
}

#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let words = use_messages();
    let (dispatch, store) = (use_dispatch(), use_store());
    let session = props.session;
    let shown = use_selector(move |model| {
        let row = session.and_then(|id| model.workspace.get::<Session>(&id));
        (row.map(|row| model.title(row)), model.read_only.is_some())
    });
    let (title, read_only) = &*shown;
    let title = title.clone().filter(|title| !title.is_empty()).unwrap_or_else(|| words.chat.new_session.to_owned());
    let open =
        |dialog: fn(SessionId) -> Dialog| dispatch.reform(move |session: SessionId| Msg::Dialog(Some(dialog(session))));
    let item = |label: &'static str, icon: IconName, does: Callback<SessionId>| {
        let onselect = Callback::from(move |()| {
            if let Some(session) = session {
                does.emit(session);
            }
        });
        MenuItem { disabled: session.is_none(), ..MenuItem::new(label, icon, onselect) }
    };
    let onduplicate = dispatch.reform(|session: SessionId| Msg::Sessions(SessionMsg::Duplicate(session)));
    let ondelete = {
        let store = store.clone();
        Callback::from(move |session: SessionId| {
            let question = store.read(|model| sessions::ask_delete(model, session));
            store.dispatch(Msg::Dialog(Some(question)));
        })
    };
    let changes = |item: MenuItem| MenuItem { disabled: item.disabled || *read_only, ..item };
    let tree = item(words.command.show_tree, IconName::Tree, open(Dialog::Tree)).with_test_id("tree");
    let preview = item(words.command.context_preview, IconName::Eye, open(Dialog::ContextPreview));
    let onagents = dispatch.reform(|()| Msg::Dialog(Some(Dialog::Personas)));
    let items = vec![
        changes(item(words.command.duplicate_session, IconName::Duplicate, onduplicate)),
        MenuItem::new(words.command.agents, IconName::Agent, onagents),
        changes(item(words.command.delete_session, IconName::Trash, ondelete)).with_danger(),
    ];
    let onrename = session
        .filter(|_| !read_only)
        .map(|session| dispatch.reform(move |name: String| Msg::Sessions(SessionMsg::Rename(session, name))));
    let files = files(session, *read_only, &words.chat.files, &dispatch);
    html! {
        <RoomHead
            {title} {onrename} list={(words.chat.sidebar.title, props.drawer.clone())}
            beside={session.map(|id| html! { <CourseLink of={id.uuid()} /> })}
            actions={vec![tree, preview.with_test_id("context-preview")]} {items} {files}
        />
    }
}

/// Saving a conversation as a file, and opening one.
fn files(session: Option<SessionId>, read_only: bool, say: &Files, dispatch: &Callback<Msg>) -> Html {
    let onexport = {
        let dispatch = dispatch.clone();
        Callback::from(move |format: &'static str| {
            let kind = KINDS.iter().find(|(_, name)| *name == format).map(|(kind, _)| *kind);
            if let (Some(session), Some(kind)) = (session, kind) {
                dispatch.emit(Msg::Files(FileMsg::ExportSession(session, kind)));
            }
        })
    };
    let onimport = dispatch.reform(|()| Msg::Files(FileMsg::Choose(IMPORT_INPUT)));
    let formats: Vec<_> = KINDS.iter().map(|(_, value)| *value).zip([say.markdown, say.tree, say.json]).collect();
    html! {
        <FileTools
            {formats} format={say.format} export={say.export} import={say.import} accept=".espalier,.json,.jsonl,.zip,.png,.charx,application/json"
            input={IMPORT_INPUT} empty={session.is_none()} {read_only} {onexport} {onimport}
        />
    }
}
