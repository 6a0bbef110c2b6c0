//! Target of a proposal: the scope and the room that its operations act on.

use std::fmt;

use crate::Model;
use crate::room::Proposals;
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::history::Document;
use espalier_command::transaction::CommandTarget;
use espalier_model::workspace::Draft;
use espalier_model::{Scope, SessionId};

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

impl ProposalTarget {
    /// Target of what is proposed in a conversation.
    pub fn of(model: &Model, session: SessionId) -> Option<Self> {
        let scope = model.scope_of(session)?;
        Some(Self { scope, room: model.rooms.get(scope.room())?.proposals(scope)? })
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
