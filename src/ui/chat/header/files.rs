//! Taking a conversation along as a file, and bringing files in.
//!
//! Must not be in here: the formats; the report of an import.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::app::Msg;
use crate::app::files::{ExportKind, FileMsg};
use crate::i18n::Messages;
use crate::model::SessionId;
use crate::ui::kit::{Icon, IconButton, IconName, use_media};
use crate::ui::store::{use_dispatch, use_messages};

/// The id of the element in which a file is chosen.
pub const IMPORT_INPUT: &str = "import-chat";

/// See [`Files`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FilesProps {
    /// The conversation.
    pub session: Option<SessionId>,
}

const KINDS: [(ExportKind, &str); 3] =
    [(ExportKind::Markdown, "markdown"), (ExportKind::MarkdownTree, "markdown-tree"), (ExportKind::Json, "json")];

const fn name(kind: ExportKind, words: &Messages) -> &'static str {
    match kind {
        ExportKind::Json => words.chat.files.json,
        ExportKind::Markdown => words.chat.files.markdown,
        ExportKind::MarkdownTree => words.chat.files.tree,
    }
}

/// See the module. On a narrow page the controls are behind a button.
#[component]
pub fn Files(props: &FilesProps) -> Html {
    let words = use_messages();
    let narrow = use_media("(max-width: 60rem)");
    let open = use_state_eq(|| false);
    let onclick = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    html! {
        <div class="files">
            <span hidden={!narrow}>
                <IconButton icon={IconName::More} label={words.chat.files.title} expanded={*open} {onclick} />
            </span>
            <div class="files-controls" role="group" aria-label={words.chat.files.title} hidden={narrow && !*open}>
                <Export session={props.session} />
                <Import />
            </div>
        </div>
    }
}

#[component]
fn Export(props: &FilesProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let kind = use_state_eq(|| ExportKind::Markdown);
    let onchange = use_callback(kind.setter(), |event: Event, kind| {
        let value = event.target_unchecked_into::<HtmlSelectElement>().value();
        if let Some((chosen, _)) = KINDS.iter().find(|(_, name)| *name == value) {
            kind.set(*chosen);
        }
    });
    let session = props.session;
    let onclick = use_callback((dispatch, session, *kind), |_: MouseEvent, (dispatch, session, kind)| {
        if let Some(session) = session {
            dispatch.emit(Msg::Files(FileMsg::ExportSession(*session, *kind)));
        }
    });
    let options = KINDS.iter().map(|(option, value)| {
        html! { <option key={*value} value={*value} selected={option == &*kind}>{ name(*option, words) }</option> }
    });
    html! {
        <>
            <select data-testid="export-format" aria-label={words.chat.files.format} {onchange}>{ for options }</select>
            <IconButton
                icon={IconName::Download} label={words.chat.files.export} test_id="export"
                disabled={session.is_none()} {onclick}
            />
        </>
    }
}

#[component]
fn Import() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let onchange = use_callback(dispatch, |_: Event, dispatch| {
        dispatch.emit(Msg::Files(FileMsg::Choose(IMPORT_INPUT)));
    });
    html! {
        <label class="import button button-icon button-quiet" title={words.chat.files.import}>
            <Icon name={IconName::Upload} />
            <input
                id={IMPORT_INPUT} class="visually-hidden" type="file" accept=".json,application/json"
                data-testid="import-file" aria-label={words.chat.files.import} {onchange}
            />
        </label>
    }
}
