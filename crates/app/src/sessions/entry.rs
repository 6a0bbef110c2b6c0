//! The entry of the Chat room.

use super::{SessionMsg, table, texts};
use crate::command::Command;
use crate::core::Changed;
use crate::effect::Effect;
use crate::navigate::Route;
use crate::room::{self, Room, RoomMsg, RoomRows};
use crate::{Model, conversation, helper, prompt};
use espalier_base::env::Env;
use espalier_command::history::Document;
use espalier_find::Passage;
use espalier_model::{Record, RecordKey, RoomId, Scope, Session, SessionId, Thing};
use espalier_storage::port::Loaded;

/// The Chat room.
#[derive(Debug)]
pub struct ChatRoom;

/// The room, whose code is here.
pub fn room() -> Option<&'static dyn Room> {
    Some(&ChatRoom)
}

impl RoomRows for ChatRoom {
    fn texts(&self, record: &Record, add: &mut dyn FnMut(Thing, Passage<'_>)) {
        texts::of(record, add);
    }

    fn changed(&self, model: &mut Model, changed: &Changed) {
        conversation::changed(model, changed);
    }

    fn refresh(&self, model: &mut Model) {
        conversation::refresh(model);
    }

    fn booted(&self, model: &mut Model, _: usize, out: &mut Vec<Effect>) {
        if matches!(model.route, Route::Chat(Some(_), _)) {
            // Now it is known what that conversation is about.
            room::show(model, model.route, out);
        }
    }

    fn loaded(&self, model: &mut Model, _: &mut Env, of: Document, loaded: Loaded, out: &mut Vec<Effect>) {
        if let Some(session) = of.thing_of(RoomId::Chat).map(SessionId::from_uuid) {
            conversation::opened(model, session, loaded, out);
            prompt::await_owners(model, session, out);
        }
    }

    fn failed(&self, model: &mut Model, of: Document) {
        if let Some(session) = of.thing_of(RoomId::Chat).map(SessionId::from_uuid) {
            model.opening.remove(&session);
            model.unread.insert(of);
        }
    }

    fn fetch(&self, model: &mut Model, of: Document, out: &mut Vec<Effect>) -> bool {
        let Some(session) = of.thing_of(RoomId::Chat).map(SessionId::from_uuid) else { return true };
        conversation::open(model, session, out);
        model.opened.contains(&session) || model.unread.contains(&of)
    }

    fn concerns(&self, model: &mut Model, key: &RecordKey) -> bool {
        let RecordKey::Messages(key) = key else { return false };
        // Messages written while a conversation is read may not be in what was read.
        let is_here = model.opened.contains(&key.session) || model.opening.contains(&key.session);
        is_here && !model.running.values().any(|running| running.answer == *key)
    }
}

impl Room for ChatRoom {
    fn id(&self) -> RoomId {
        RoomId::Chat
    }

    fn show(&self, model: &mut Model, route: Route, out: &mut Vec<Effect>) {
        if let Some(session) = route.session() {
            conversation::open(model, session, out);
        }
    }

    fn place_of(&self, model: &mut Model, scope: Scope, session: SessionId) -> Option<Route> {
        (scope == Scope::WORKSPACE).then(|| {
            helper::show_session(model, session);
            Route::Chat(None, None)
        })
    }

    fn undo_scope(&self, model: &Model) -> Vec<Document> {
        let open = model.route.session().filter(|session| model.workspace.get::<Session>(session).is_some());
        [Document::SESSIONS, Document::PERSONAS].into_iter().chain(open.map(Document::of)).collect()
    }

    fn is_shown(&self, model: &Model, key: &RecordKey) -> bool {
        matches!(key, RecordKey::Sessions(id) if model.route.session() == Some(*id))
    }

    fn commands(&self) -> &'static [Command] {
        table::COMMANDS
    }

    fn perform(&self, model: &mut Model, env: &mut Env, msg: RoomMsg, out: &mut Vec<Effect>) {
        if let Ok(msg) = msg.downcast::<SessionMsg>() {
            super::update(model, env, *msg, out);
        }
    }
}
