//! Target of a proposal: the scope and the room that its operations act on.

use std::fmt;

use serde_json::Value;

use crate::Model;
use crate::room::Proposals;
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_command::history::Document;
use espalier_command::transaction::CommandTarget;
use espalier_llm::stream::parse_arguments;
use espalier_model::conversation::Part;
use espalier_model::workspace::Draft;
use espalier_model::{Message, MessageKey, MindMap, RoomId, Scope, SessionId, Thing};
use espalier_proposal::{Proposal, TOOL_NAME};
use espalier_timelog::agent::toolbox::PROPOSE_ENTRIES;

/// Target of operations.
#[derive(Clone, Copy)]
pub struct ProposalTarget {
    /// Scope of the conversation.
    pub scope: Scope,
    /// The room that carries the operations out.
    pub room: &'static dyn Proposals,
}

impl fmt::Debug for ProposalTarget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.scope.fmt(out)
    }
}

/// Parameter of a proposal of the helper that names the target: the address of a map or of a node, or else the log.
pub const TARGET: &str = "target";

/// The target that a message of the helper names first.
pub fn named_in(model: &Model, message: &Message) -> Option<Scope> {
    message.parts.iter().find_map(|part| target_of_call(model, part))
}

/// The target of a call, where it proposes something.
fn target_of_call(model: &Model, part: &Part) -> Option<Scope> {
    let Part::ToolCall { name, arguments, .. } = part else { return None };
    if name == PROPOSE_ENTRIES {
        return Some(Scope::TIME);
    }
    if name != TOOL_NAME {
        return None;
    }
    let given = parse_arguments(arguments).ok()?;
    let Some(target) = given.get(TARGET).and_then(Value::as_str) else { return Some(Scope::TIME) };
    match target.trim().parse() {
        Ok(Thing::Map(map)) => Some(Scope::node(map, model.workspace.get::<MindMap>(&map)?.root)),
        Ok(Thing::Node(key)) => Some(Scope::node(key.map, key.id)),
        Ok(thing) if thing.room() == RoomId::Time => Some(Scope::TIME),
        Err(_) if target.trim().eq_ignore_ascii_case("time") => Some(Scope::TIME),
        _ => None,
    }
}

impl Model {
    /// The room that a message of the helper proposes something for, while that is undecided and it is not one of the
    /// chosen ones: nothing of it is read then, and it cannot be applied.
    pub fn refused_for(&self, message: &Message) -> Option<RoomId> {
        if self.scope_of(message.session) != Some(Scope::WORKSPACE) || message.decision.is_some() {
            return None;
        }
        named_in(self, message).map(Scope::room).filter(|room| !self.helper.rooms.contains(room))
    }
}

/// Says why what is proposed for a room cannot be applied, and what can be done about it.
pub(super) fn refused(model: &Model, room: RoomId) -> String {
    let language = model.language();
    let title = model.rooms.info(room).map_or("", |info| info.title.get(language));
    match language {
        Language::En => {
            format!(
                "This would change {title}, which the helper may not look into. To decide on it, tick {title} below."
            )
        }
        Language::Zh => {
            format!("这项建议涉及“{title}”，全局助手还不能查看该功能区。请先在下方勾选“{title}”，再作决定。")
        }
    }
}

impl ProposalTarget {
    /// Target of what is proposed in a conversation; none in one with the helper, where each message has its own.
    pub fn of(model: &Model, session: SessionId) -> Option<Self> {
        Self::at(model, model.scope_of(session)?)
    }

    /// Target of what a message proposes.
    pub fn of_message(model: &Model, key: MessageKey) -> Option<Self> {
        Self::of_stored(model, model.scope_of(key.session)?, model.message(key)?)
    }

    /// Target of what a message in a conversation about something proposes.
    pub fn of_stored(model: &Model, scope: Scope, message: &Message) -> Option<Self> {
        Self::at(model, if scope == Scope::WORKSPACE { named_in(model, message)? } else { scope })
    }

    fn at(model: &Model, scope: Scope) -> Option<Self> {
        Some(Self { scope, room: model.rooms.get(scope.room())?.proposals(scope)? })
    }

    /// Reads what a message proposes for the target: of a message that names several, the part that is for this one.
    pub fn read(self, model: &Model, message: &Message) -> Proposal {
        if model.scope_of(message.session) != Some(Scope::WORKSPACE) {
            return self.room.read(message);
        }
        let mut own = message.clone();
        own.parts.retain(|part| match part {
            Part::ToolCall { .. } => target_of_call(model, part) == Some(self.scope),
            _ => true,
        });
        // Nothing of what the helper says is part of what it proposes.
        own.parts.retain(|part| matches!(part, Part::ToolCall { .. }));
        Proposal { explanation: message.text(), ..self.room.read(&own) }
    }

    /// The history that carrying out joins.
    pub fn document(self) -> Document {
        self.room.document(self.scope)
    }

    /// Calls `act` with a target for operations that were proposed at some time; returns whether one could be opened.
    pub fn with_target(
        self,
        model: &Model,
        draft: &mut Draft<'_>,
        env: &mut Env,
        proposed_at: Timestamp,
        act: &mut dyn FnMut(&mut dyn CommandTarget),
    ) -> bool {
        self.room.with_target(model, self.scope, (draft, env, proposed_at), act)
    }
}
