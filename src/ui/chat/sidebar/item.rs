//! What can be done to a conversation of the list. Must not be in here: how it is offered.

use crate::app::sessions::SessionMsg;
use crate::app::{Confirm, Dialog, Model, Msg};
use crate::model::{Session, SessionId};

/// Something to do to a conversation of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Copy it.
    Duplicate,
    /// Delete it.
    Delete,
}

impl Deed {
    /// What it sends; nothing for a conversation that is gone.
    pub fn msg(self, model: &Model, id: SessionId) -> Option<Msg> {
        model.workspace.get::<Session>(&id)?;
        Some(match self {
            Self::Duplicate => Msg::Sessions(SessionMsg::Duplicate(id)),
            Self::Delete => {
                let count = model.workspace.messages(id).count();
                Msg::Dialog(Some(Dialog::Confirm(Confirm::DeleteSession(id, count))))
            }
        })
    }
}
