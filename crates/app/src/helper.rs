//! The helper that sees all rooms: its panel, the rooms it may look into, and its conversations.
//!
//! - E1 It looks into those rooms only that the person has chosen; in the beginning that is the one that is open. Its
//!   tools see to that, whatever a model or a text says.
//! - E2 It changes nothing: what it proposes is a proposal of the room concerned, which the person ticks. Where the room
//!   is not one of the chosen ones it is refused: it is neither read nor tried nor applied.
//! - E3 What it was told stays in its conversation. A message counts as one of the room that its conversation is about,
//!   and those with the helper itself are looked into by no tool.
//!
//! The agent comes with what makes answers.

pub mod agent;
mod guide;
mod look;
mod tools;

use std::collections::BTreeSet;

use super::effect::Effect;
use super::proposals::named_in;
use super::{Model, room};
use espalier_base::env::Env;
use espalier_command::history::Document;
use espalier_model::{MessageKey, RoomId, Scope, Session, SessionId, Thing};

/// A message to the helper.
#[derive(Debug)]
pub enum HelperMsg {
    /// Show the panel, or close it.
    Show(bool),
    /// Let it look into a room, or not any more.
    Allow(RoomId, bool),
    /// Begin another conversation.
    New,
    /// Show a conversation.
    Open(SessionId),
}

/// State of the helper, none of it stored.
#[derive(Debug, Default)]
pub struct Helper {
    /// Whether its panel is open.
    pub is_open: bool,
    /// The rooms it may look into (E1).
    pub rooms: BTreeSet<RoomId>,
    /// Its conversation.
    pub session: Option<SessionId>,
    /// The call for which something is looked for.
    asked: Option<(MessageKey, String)>,
}

impl Helper {
    /// The conversation that is shown.
    pub fn shown(&self) -> Option<SessionId> {
        self.session.filter(|_| self.is_open)
    }
}

/// Handles a message to the helper.
pub fn update(model: &mut Model, env: &mut Env, msg: HelperMsg, out: &mut Vec<Effect>) {
    match msg {
        HelperMsg::Show(true) => {
            let last = || model.sessions_of(Scope::WORKSPACE).first().map(|session| session.id);
            let session = model.helper.session.or_else(last).unwrap_or_else(|| env.id());
            show_session(model, session);
            fetch_rooms(model, out);
        }
        HelperMsg::Show(false) => model.helper.is_open = false,
        HelperMsg::Allow(room, true) => {
            model.helper.rooms.insert(room);
            fetch_rooms(model, out);
        }
        HelperMsg::Allow(room, false) => drop(model.helper.rooms.remove(&room)),
        HelperMsg::New => model.helper.session = Some(env.id()),
        HelperMsg::Open(session) => model.helper.session = Some(session),
    }
}

/// Shows a conversation in the panel; where that opens, it may look into the room that is open (E1).
pub fn show_session(model: &mut Model, session: SessionId) {
    if !model.helper.is_open {
        model.helper.rooms = model.route.room().into_iter().collect();
    }
    model.helper.session = Some(session);
    model.helper.is_open = true;
}

/// Asks for the code of the rooms that it may look into.
fn fetch_rooms(model: &mut Model, out: &mut Vec<Effect>) {
    for id in model.helper.rooms.clone() {
        room::want(model, id, out);
    }
}

/// Has what the proposals in its conversation are about read, with the code of their rooms.
pub fn follow(model: &mut Model, out: &mut Vec<Effect>) {
    let Some(session) = model.helper.shown() else { return };
    let Some(view) = model.view(session) else { return };
    let path = view.path.clone();
    let scopes = path.iter().filter_map(|&id| {
        let message = model.message(MessageKey { session, id })?;
        if model.refused_for(message).is_some() { None } else { named_in(model, message) }
    });
    let scopes: BTreeSet<Scope> = scopes.collect();
    for scope in scopes {
        let document = scope.as_node().map_or(Document::TIME_LOG, |(map, _)| Document::of(map));
        room::fetch(model, document, out);
    }
}

impl Model {
    /// The room that counts for what a thing says; `None` for a conversation with the helper, and for what is gone (E3).
    pub fn room_that_holds(&self, thing: Thing) -> Option<RoomId> {
        let session = match thing {
            Thing::Session(session) => session,
            Thing::Message(key) => key.session,
            _ => return Some(thing.room()),
        };
        let scope = self.workspace.get::<Session>(&session)?.scope;
        (scope != Scope::WORKSPACE).then(|| scope.room())
    }
}

/// Whether the conversation of the helper is empty.
pub fn is_empty(model: &Model, session: SessionId) -> bool {
    model.opened.contains(&session) && model.view(session).is_none_or(|view| view.path.is_empty())
}

/// Names of the pages that are no rooms.
const TODAY: &str = "today";
const SETTINGS: &str = "settings";

/// Name of a room in tools and in the page.
pub const fn name(room: RoomId) -> &'static str {
    match room {
        RoomId::Chat => "chat",
        RoomId::Map => "map",
        RoomId::Time => "time",
        RoomId::Course => "course",
        RoomId::Scene => "scene",
    }
}
