//! The field in which a conversation is renamed, in place of its title.
//!
//! Must not be in here: what it is called without a name of its own (`feature::chat`).

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::Msg;
use crate::app::sessions::SessionMsg;
use crate::model::{Session, SessionId};
use crate::ui::kit::is_composing;
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
    let node = use_node_ref();
    use_effect_with(node.clone(), |node| {
        if let Some(field) = node.cast::<HtmlInputElement>() {
            // A field in the page takes the focus.
            let _ = field.focus();
            field.select();
        }
    });
    let finish = use_callback((dispatch, id, title.clone(), props.onclose.clone()), |text: String, deps| {
        let (dispatch, id, title, onclose) = deps;
        if text.trim() != title {
            dispatch.emit(Msg::Sessions(SessionMsg::Rename(*id, text)));
        }
        onclose.emit(());
    });
    let onblur = use_callback(finish.clone(), |event: FocusEvent, finish| {
        finish.emit(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let onkeydown = use_callback((finish, props.onclose.clone()), |event: KeyboardEvent, (finish, onclose)| {
        event.stop_propagation();
        match event.key().as_str() {
            "Enter" if !is_composing(&event) => {
                finish.emit(event.target_unchecked_into::<HtmlInputElement>().value());
            }
            "Escape" if !is_composing(&event) => onclose.emit(()),
            _ => {}
        }
    });
    let value = if name.is_empty() { title } else { name };
    html! {
        <input
            ref={node} class="rename" type="text" maxlength="200" data-testid="session-rename-input"
            aria-label={words.command.rename_session} {value} {onblur} {onkeydown}
        />
    }
}
