//! The field in which a conversation is renamed, in place of its title.
//!
//! Must not be in here: what it is called without a name of its own (`feature::chat`).

use yew::prelude::*;

use crate::app::Msg;
use crate::app::sessions::SessionMsg;
use crate::model::{Session, SessionId};
use crate::ui::kit::RenameField;
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// See [`Rename`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct RenameProps {
    /// The conversation.
    pub session: SessionId,
    /// It was renamed, or not.
    pub onclose: Callback<()>,
}

/// See the module. Enter or leaving the field renames, Escape leaves everything as it is.
#[component]
pub fn Rename(props: &RenameProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let id = props.session;
    let name =
        use_selector(move |model| model.workspace.get::<Session>(&id).map(|row| (row.name.clone(), model.title(row))));
    let (name, title) = (*name).clone().unwrap_or_default();
    let onfinish =
        use_callback((dispatch, id, props.onclose.clone()), |name: Option<String>, (dispatch, id, onclose)| {
            if let Some(name) = name {
                dispatch.emit(Msg::Sessions(SessionMsg::Rename(*id, name)));
            }
            onclose.emit(());
        });
    let value = if name.is_empty() { title } else { name };
    html! { <RenameField {value} label={words.command.rename_session} test_id="session-rename-input" {onfinish} /> }
}
