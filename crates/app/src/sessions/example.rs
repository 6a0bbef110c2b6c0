//! The example among the conversations: shown, and removed again.

use super::{SUBJECT, ask_delete, delete_session, label, table};
use crate::conversation;
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Model, edit, room};
use espalier_base::env::Env;
use espalier_base::text::title;
use espalier_chat::personas::ASSISTANT;
use espalier_command::history::Document;
use espalier_model::example::is_example;
use espalier_model::persona::Role;
use espalier_model::{Message, RoomId, Session, SessionId};

/// Builder of the rows of the example.
pub type Make = fn(espalier_base::language::Language, &mut Env) -> (Session, Vec<Message>);

/// Shows the example, which is made where there is none.
pub fn open_example(model: &mut Model, env: &mut Env, make: Make, out: &mut Vec<Effect>) {
    let is_ours = |row: &&std::rc::Rc<Session>| row.scope.is_chat() && is_example(RoomId::Chat, row.id);
    let there = model.workspace.tables().sessions.values().find(is_ours).map(|row| row.id);
    if let Some(id) = there {
        return room::go(model, Route::Chat(Some(id), None), out);
    }
    let (session, messages) = make(model.language(), env);
    let (id, label) = (session.id, label(Document::SESSIONS, table::EXAMPLE, &session.name));
    let made = edit::run(model, env, label, out, |draft, _| {
        draft.put(session);
        for message in messages {
            draft.put(message);
        }
        Ok(())
    });
    if made.is_some() {
        model.opened.insert(id);
        model.stale_views.insert(id);
        model.history.absorb(Document::of(id), []);
        room::go(model, Route::Chat(Some(id), None), out);
    }
}

/// Deletes the example, or asks first where a person said or changed something in it.
pub(super) fn remove(model: &mut Model, env: &mut Env, id: SessionId, out: &mut Vec<Effect>) {
    let Some(row) = model.workspace.get::<Session>(&id).filter(|_| is_example(RoomId::Chat, id)) else { return };
    if !model.opened.contains(&id) {
        return conversation::open(model, id, out);
    }
    if is_changed(model, row) {
        model.dialog = Some(ask_delete(model, id));
    } else {
        delete_session(model, env, id, out);
    }
}

/// Whether something in the example is not as it was made. The branch that is shown does not count.
fn is_changed(model: &Model, row: &Session) -> bool {
    let at = row.created_at;
    let mut messages = model.workspace.messages(row.id);
    let first = model.workspace.messages(row.id).find(|message| message.role == Role::User);
    row.updated_at != at
        || row.persona != Some(ASSISTANT)
        || first.is_none_or(|first| title(&first.text(), SUBJECT) != row.name)
        || messages.any(|message| message.created_at != at || message.edited_at.is_some() || !message.enabled)
}
