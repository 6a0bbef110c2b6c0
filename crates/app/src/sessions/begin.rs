//! A new conversation, or one that is as good as new.

use super::{label, table};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Model, edit, room};
use espalier_base::env::Env;
use espalier_chat::commands;
use espalier_command::history::Document;
use espalier_model::{Session, SessionId};

/// Begins a conversation and shows it.
pub(super) fn new_session(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) -> Option<SessionId> {
    let label = label(Document::SESSIONS, table::NEW, "");
    let (id, _) = edit::run(model, env, label, out, |draft, env| Ok(commands::new_session(draft, env, None)))?;
    model.opened.insert(id);
    model.stale_views.insert(id);
    model.history.absorb(Document::of(id), []);
    room::go(model, Route::Chat(Some(id), None), out);
    Some(id)
}

/// A conversation in which nothing was said or prepared yet.
pub(super) fn empty_session(model: &Model) -> Option<SessionId> {
    let is_empty = |row: &Session| {
        model.opened.contains(&row.id)
            && row.name.is_empty()
            && row.persona.is_none()
            && row.model.is_none()
            && model.workspace.messages(row.id).next().is_none()
            && model.drafts.get(&Some(row.id)).is_none_or(|draft| draft.trim().is_empty())
            && model.attachments.chosen(Some(row.id)).is_empty()
    };
    model.sessions().into_iter().find(|row| is_empty(row)).map(|row| row.id)
}
