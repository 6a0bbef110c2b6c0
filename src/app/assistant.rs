//! The assistants beside rooms: their conversations, what they propose, and what becomes of that.
//!
//! - A1 A proposal is read from what the message says, whenever it is shown; only what the person decided is stored.
//! - A2 Applying writes the changes, their entry and the decision in one commit; cancelling writes the decision. Either
//!   happens once, after a reload too, and no undo takes the decision back.
//! - A3 The model is told what was applied or cancelled and answers on; that applied changes were taken back it is told
//!   with the next question.
//! - A4 What is not decided is tried again whenever the room changes, and nothing the person wrote since is overwritten.
//!
//! Must not be in here: reading proposals (`agent::proposal`), the commands, drawing.

mod ask;
mod course;
mod decide;
mod panel;
mod place;
mod summary;
mod time;

use std::collections::BTreeMap;
use std::rc::Rc;

pub use self::ask::{Asked, PERSONA, asked, builtin_answer, own_persona, persona};
pub use self::course::{doing as course_doing, is_builtin, left_behind as course_left_behind};
pub use self::decide::{ensure_session, flipped, news, report};
pub use self::panel::{Panel, live, refresh, settle};
pub use self::place::{Place, names, spec};
pub use self::summary::{Summary, choices, reason};
pub use self::time::{helper_of, offers};
use super::effect::Effect;
use super::maps::{MapView, Panel as Side};
use super::navigate::Route;
use super::{Model, Stage, load};
use crate::agent::proposal::Params;
use crate::base::env::Env;
use crate::command::history::Document;
use crate::feature::mindmap::ghost::Mark;
use crate::model::conversation::Scope;
use crate::model::{Course, MapId, MessageKey, NodeId, Session, SessionId};

/// The id of the step that applies a proposal.
pub const APPLY: &str = "ai.apply";
/// The id of the step that takes an applied proposal back after other steps.
pub const REVERT: &str = "ai.revert";

/// What is known of proposals, none of it stored.
#[derive(Debug, Default)]
pub struct Assistant {
    /// The panels of messages that were shown; none for those that propose nothing.
    pub panels: BTreeMap<MessageKey, Option<Rc<Panel>>>,
    /// The conversation of the Time room that is shown.
    pub time: Option<SessionId>,
    /// What the open proposal of the shown conversation would do.
    pub ghost: Option<Preview>,
}

/// What a proposal would do to the map that is shown.
#[derive(Debug, Clone)]
pub struct Preview {
    /// The map.
    pub map: MapId,
    /// The map with what would be new.
    pub view: Rc<MapView>,
    /// What would happen to whom.
    pub marks: Rc<BTreeMap<NodeId, Mark>>,
    made_of: (MessageKey, u64, u64),
}

/// Something to do with a proposal.
#[derive(Debug, Clone, PartialEq)]
pub enum AssistantMsg {
    /// Tick an operation, or untick it.
    Tick(MessageKey, usize, bool),
    /// Tick all that is possible, or nothing.
    TickAll(MessageKey, bool),
    /// Other parameters for an operation.
    Edit(MessageKey, usize, Params),
    /// Carry out what is ticked.
    Apply(MessageKey),
    /// Do none of it.
    Cancel(MessageKey),
    /// Take back what was applied.
    Undo(MessageKey),
    /// Show the assistant beside the time log, or not.
    Time(bool),
    /// Begin another conversation about the time log.
    NewTime,
    /// Show one.
    OpenTime(SessionId),
}

/// Does one.
pub fn update(model: &mut Model, env: &mut Env, msg: AssistantMsg, out: &mut Vec<Effect>) {
    match msg {
        AssistantMsg::Tick(key, index, ticked) => {
            panel::change(model, key, |state| {
                state.tick(index, ticked);
            });
        }
        AssistantMsg::TickAll(key, ticked) => panel::change(model, key, |state| state.tick_all(ticked)),
        AssistantMsg::Edit(key, index, params) => panel::edit(model, key, index, params),
        AssistantMsg::Apply(key) => decide::apply(model, env, key, out),
        AssistantMsg::Cancel(key) => decide::cancel(model, env, key, out),
        AssistantMsg::Undo(key) => decide::take_back(model, env, key, out),
        AssistantMsg::Time(open) => {
            model.timelog.look.panel = open;
            model.composer_calls += u64::from(open);
        }
        AssistantMsg::NewTime => model.assistant.time = Some(env.id()),
        AssistantMsg::OpenTime(session) => model.assistant.time = Some(session),
    }
}

impl Model {
    /// The panel of a message that proposes something.
    pub fn panel(&self, key: MessageKey) -> Option<&Rc<Panel>> {
        self.assistant.panels.get(&key)?.as_ref()
    }

    /// What a conversation is about.
    pub fn scope_of(&self, session: SessionId) -> Option<Scope> {
        let row = self.workspace.get::<Session>(&session).map(|row| row.scope);
        row.or_else(|| shown(self).filter(|scope| session_of(self, *scope) == Some(session)))
    }
}

/// What the assistant that is open at the moment is about.
pub fn shown(model: &Model) -> Option<Scope> {
    if model.route == Route::Time {
        return model.timelog.look.panel.then_some(Scope::Time);
    }
    if let Route::Course(course) = model.route {
        let course = course.filter(|id| model.workspace.get::<Course>(id).is_some())?;
        return Some(Scope::Course { course });
    }
    let map = model.route.map()?;
    let look = model.maps.looks.get(&map)?;
    let node = model.maps.primary(map)?;
    (look.panel == Side::Assistant).then_some(Scope::Node { map, node })
}

/// The conversation that is shown of what an assistant is about.
pub fn session_of(model: &Model, scope: Scope) -> Option<SessionId> {
    match scope {
        Scope::Time => model.assistant.time,
        scope => scope.own_session(),
    }
}

/// Sees to it that the conversation that is shown is in memory.
pub fn open_shown(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let Some(scope) = shown(model) else { return };
    let own = scope.own_session();
    let chosen = (scope == Scope::Time && model.stage == Stage::Ready).then(|| time::choose_session(model, env));
    let Some(session) = own.or(chosen) else { return };
    if model.workspace.get::<Session>(&session).is_some() {
        if !model.unread.contains(&Document::Session(session)) {
            load::open(model, session, out);
        }
    } else {
        // Nothing was said yet: there is nothing to be read.
        model.opened.insert(session);
    }
}
