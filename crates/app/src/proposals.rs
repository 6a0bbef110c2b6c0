//! Proposals of answers: read from messages, shown beside them, tried on the room as it is.
//!
//! - A1 A proposal is read from what the message says, whenever it is shown; only what the person decided is stored.
//! - A4 What is not decided is tried again whenever the room changes, and nothing the person wrote since is
//!   overwritten.

mod channel;
pub mod choice;
mod panel;
mod summary;
mod target;

use std::collections::BTreeMap;
use std::rc::Rc;

pub use self::channel::{PERSONA, shape_request};
pub use self::panel::{Panel, change, edit, live, refresh, settle};
pub use self::summary::{Summary, choices, reason};
pub use self::target::{ProposalTarget, TARGET, named_in};
use super::Model;
use espalier_command::call::CommandId;
use espalier_command::history::{Document, EntryId};
use espalier_model::{Decision, MessageKey, SessionId};
use espalier_proposal::report::outcome_text;
use espalier_proposal::state::{ProposalState, Status};

/// Command id of the step that applies a proposal.
pub const APPLY: CommandId = CommandId::new("ai.apply");
/// Command id of the step that takes an applied proposal back after other steps.
pub const REVERT: CommandId = CommandId::new("ai.revert");

/// State of proposals, none of it stored.
#[derive(Debug, Default)]
pub struct Assistant {
    /// Panels of the messages that were shown; `None` for those that propose nothing.
    pub panels: BTreeMap<MessageKey, Option<Rc<Panel>>>,
    /// The target in which the open proposal is previewed.
    previewed: Option<ProposalTarget>,
}

impl Model {
    /// The panel of a message that proposes something.
    pub fn panel(&self, key: MessageKey) -> Option<&Rc<Panel>> {
        self.assistant.panels.get(&key)?.as_ref()
    }
}

/// Puts a proposal into another state.
pub fn keep(model: &mut Model, key: MessageKey, panel: &Panel, state: ProposalState) {
    let mut panel = panel.clone();
    panel.state = state;
    panel.version += 1;
    model.assistant.panels.insert(key, Some(Rc::new(panel)));
}

/// Whether an applied proposal is undone at present, by the history or, where that does not know it, the decision.
pub fn is_undone(model: &Model, document: Document, decision: &Decision) -> bool {
    let undone = |id: uuid::Uuid| {
        let entry = model.history.entry(document, EntryId::from_uuid(id));
        entry.map(|entry| entry.undone)
    };
    match (decision.entry.and_then(undone), decision.reverted_by.map(undone)) {
        (_, Some(Some(false))) | (Some(true), _) => true,
        // The step that took it back is forgotten; the decision was told what became of it.
        (None, _) | (_, Some(None)) => decision.undone,
        (Some(false), _) => false,
    }
}

/// Updates the panel of a proposal after the step that applied it, or took it back, was undone or redone.
pub fn set_undone(model: &mut Model, entry: EntryId, undone: bool) {
    let Some((key, undone)) = model.decided_by(entry, undone) else { return };
    let Some(panel) = model.panel(key).cloned() else { return };
    let mut state = panel.state.clone();
    let moved = if undone { state.undone() } else { state.redone() };
    if moved.is_ok() {
        keep(model, key, &panel, state);
    }
}

/// News for the model with the next question: proposals that were undone or redone since it last heard.
pub fn updates_for_model(model: &Model, session: SessionId) -> Vec<(MessageKey, String)> {
    let Some(view) = model.view(session) else { return Vec::new() };
    let keys = view.path.iter().map(|&id| MessageKey { session, id });
    keys.filter_map(|key| {
        let decision = model.message(key)?.decision.as_ref().filter(|decision| decision.operations_applied)?;
        let undone = is_undone(model, ProposalTarget::of_message(model, key)?.document(), decision);
        if undone == decision.undone_told {
            return None;
        }
        let panel = model.panel(key)?;
        let wanted = if undone { Status::Undone } else { Status::Applied };
        let text = (panel.state.status() == wanted).then(|| outcome_text(&panel.state, model.language()))??;
        Some((key, text))
    })
    .collect()
}
