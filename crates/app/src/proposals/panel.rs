//! Panels of proposals: made from messages, kept while they are shown, tried on the room.

use std::rc::Rc;

use super::summary::{Summary, summaries};
use super::target::refused;
use super::{ProposalTarget, choice};
use crate::conversation::{session_of, shown};
use crate::{Model, Notice, notify};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::history::EntryId;
use espalier_command::transaction::{self, Operation, Tried};
use espalier_model::conversation::Status;
use espalier_model::persona::Role;
use espalier_model::{Decision, Message, MessageKey, RoomId, SessionId};
use espalier_proposal::state::ProposalState;
use espalier_proposal::{Params, Proposal, report};

/// A proposal, as shown beside its message.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// State of the operations: ticks and outcomes.
    pub state: ProposalState,
    /// Summaries of the operations in the app's words; while more are coming, perhaps not of the last ones yet.
    pub summaries: Rc<Vec<Summary>>,
    /// Text of the message besides the operations.
    pub said: String,
    /// Sentence on all operations, as the model gave it.
    pub summary: String,
    /// Warning of the reader.
    pub warning: Option<String>,
    /// Whether more operations may come.
    pub coming: bool,
    /// Version, counted up with every change.
    pub version: u64,
    /// Version of the room data that the operations were last tried on.
    tried_on: Option<u64>,
    /// The room for which it is refused, as the helper may not look into it; nothing of it is read then.
    pub refused: Option<RoomId>,
}

/// The panel of a stored message (A1).
fn panel_of(model: &Model, place: ProposalTarget, message: &Message) -> Option<Panel> {
    let proposal = place.read(model, message);
    if is_plain(&proposal, message) {
        return None;
    }
    let state = if let Some(decision) = &message.decision {
        let undone = super::is_undone(model, place.document(), decision);
        let mut state = ProposalState::restored(&proposal.operations, decision, undone);
        show_edited(&mut state, decision);
        state
    } else {
        let mut state = ProposalState::new(&proposal);
        choice::restore(model, MessageKey { session: message.session, id: message.id }, &mut state);
        state
    };
    let applied = message.decision.as_ref().and_then(|decision| decision.entry).map(EntryId::from_uuid);
    let mut panel = Panel {
        state,
        summaries: Rc::default(),
        warning: report::warned(&proposal.warnings, model.language()),
        said: proposal.explanation,
        summary: proposal.summary,
        coming: false,
        version: 0,
        tried_on: None,
        refused: None,
    };
    panel.summarise(model, place, applied);
    Some(panel)
}

/// The panel of a message of the helper that is refused: without operations, with the reason.
fn refused_panel(model: &Model, room: RoomId) -> Panel {
    Panel { warning: Some(refused(model, room)), refused: Some(room), coming: false, ..Panel::empty() }
}

impl Panel {
    /// A panel without operations, of which some may come.
    fn empty() -> Self {
        Self {
            state: ProposalState::new(&Proposal::default()),
            summaries: Rc::default(),
            said: String::new(),
            summary: String::new(),
            warning: None,
            coming: true,
            version: 0,
            tried_on: None,
            refused: None,
        }
    }

    /// Summarises the operations; those that delete something are left for the person to tick.
    fn summarise(&mut self, model: &Model, place: ProposalTarget, applied: Option<EntryId>) {
        let summaries = summaries(model, place, self.state.rows(), applied);
        self.state.hold_back(|index| summaries.get(index).is_some_and(|summary| summary.deletes));
        self.summaries = Rc::new(summaries);
    }

    /// Number of ticked operations that change something, and number of things that the ticked deletions remove.
    pub fn ticked(&self) -> (usize, usize) {
        let (mut changed, mut deleted) = (0, 0);
        for (index, _) in self.state.rows().iter().enumerate().filter(|(_, row)| row.ticked) {
            match self.summaries.get(index).filter(|summary| summary.deletes) {
                Some(summary) => deleted += 1 + summary.more + summary.below,
                None => changed += 1,
            }
        }
        (changed, deleted)
    }
}

/// Whether an answer is plain text: it proposes nothing, and its text is not wrapped.
fn is_plain(proposal: &Proposal, message: &Message) -> bool {
    proposal.operations.is_empty() && proposal.warnings.is_empty() && proposal.explanation == message.text()
}

fn show_edited(state: &mut ProposalState, decision: &Decision) {
    for (id, text) in &decision.edited {
        state.show_edited(id, text);
    }
}

/// Changes the state of a panel, and tries its operations again.
pub fn change(model: &mut Model, key: MessageKey, change: impl FnOnce(&mut ProposalState)) {
    let Some(panel) = model.panel(key) else { return };
    let mut panel = Panel::clone(panel);
    change(&mut panel.state);
    panel.tried_on = None;
    panel.version += 1;
    model.assistant.panels.insert(key, Some(Rc::new(panel)));
    refresh(model);
}

/// Sets other parameters for an operation.
pub fn edit(model: &mut Model, key: MessageKey, index: usize, params: Params) {
    let Some(mut state) = model.panel(key).map(|panel| panel.state.clone()) else { return };
    match state.edit(index, params) {
        Ok(()) => change(model, key, |known| *known = state),
        Err(_) => notify(model, Notice::Refused(crate::Refusal::Stale), true),
    }
}

/// Updates the panel of an answer while it streams in.
pub fn live(model: &mut Model, key: MessageKey, proposal: &Proposal) {
    let known = model.panel(key).cloned();
    let mut panel = match known {
        Some(known) => Panel::clone(&known),
        None => Panel::empty(),
    };
    for operation in proposal.operations.iter().skip(panel.state.rows().len()) {
        panel.state.add(operation.clone());
        panel.tried_on = None;
    }
    panel.version += 1;
    let (all, known) = (panel.state.rows().len(), panel.summaries.len());
    // A long list is gone through again only when it has doubled, and at its end.
    if all != known && (all < 50 || all >= known * 2) {
        summarise(model, key, &mut panel);
    }
    model.assistant.panels.insert(key, Some(Rc::new(panel)));
}

fn summarise(model: &Model, key: MessageKey, panel: &mut Panel) {
    if let Some(place) = ProposalTarget::of_message(model, key) {
        panel.summarise(model, place, None);
    }
}

/// Completes the panel of an answer: its proposal will not change any more.
pub fn settle(model: &mut Model, key: MessageKey, proposal: &Proposal) {
    live(model, key, proposal);
    let language = model.language();
    if let Some(panel) = model.panel(key).cloned() {
        let mut panel = Panel::clone(&panel);
        summarise(model, key, &mut panel);
        panel.coming = false;
        panel.said.clone_from(&proposal.explanation);
        panel.summary.clone_from(&proposal.summary);
        panel.warning = report::warned(&proposal.warnings, language);
        model.assistant.panels.insert(key, Some(Rc::new(panel)));
    }
}

/// Makes the panels of the conversations that are shown, and tries what is undecided on the rooms as they are (A4).
pub fn refresh(model: &mut Model) {
    if let Some(session) = model.helper.shown() {
        make_panels(model, session);
    }
    let session = shown(model).and_then(|scope| session_of(model, scope));
    let found = session.and_then(|session| {
        let place = ProposalTarget::of(model, session)?;
        place.room.version(model, place.scope)?;
        Some((session, place, model.view(session)?.path.last().copied()))
    });
    let Some((session, place, last)) = found else {
        // Nothing that is shown proposes anything.
        if let Some(place) = model.assistant.previewed.take() {
            place.room.preview(model, place.scope, None);
        }
        return;
    };
    let open = make_panels(model, session);
    let before = model.assistant.previewed.replace(place);
    if let Some(before) = before.filter(|before| before.scope.room() != place.scope.room()) {
        before.room.preview(model, before.scope, None);
    }
    place.room.preview(model, place.scope, open.filter(|(key, _)| Some(key.id) == last));
}

/// Makes the panels of a conversation; returns the last message with an open one, and its time.
fn make_panels(model: &mut Model, session: SessionId) -> Option<(MessageKey, Timestamp)> {
    let path = model.view(session)?.path.clone();
    let mut open = None;
    for &id in path.iter() {
        open = make_panel(model, MessageKey { session, id }).or(open);
    }
    open
}

/// Makes the panel of a message, where there is something to be shown; returns the message and its time while that is
/// open.
fn make_panel(model: &mut Model, key: MessageKey) -> Option<(MessageKey, Timestamp)> {
    let message = model.message(key).filter(|message| message.role == Role::Assistant).cloned()?;
    let refused_for = model.refused_for(&message);
    // Which rooms are chosen may change while it is shown.
    if model.panel(key).is_some_and(|panel| panel.refused != refused_for) {
        model.assistant.panels.remove(&key);
    }
    if let Some(room) = refused_for {
        if model.panel(key).is_none() {
            let panel = Rc::new(refused_panel(model, room));
            model.assistant.panels.insert(key, Some(panel));
        }
        return None;
    }
    let place = ProposalTarget::of_message(model, key)?;
    let version = place.room.version(model, place.scope)?;
    // One that comes in another tab is read as far as it was stored.
    let is_here = model.running.values().any(|running| running.answer == key);
    if !is_here && !model.assistant.panels.contains_key(&key) {
        let panel = panel_of(model, place, &message).map(Rc::new);
        if panel.is_some() || !matches!(message.status, Status::Streaming | Status::Waiting) {
            model.assistant.panels.insert(key, panel);
        }
    }
    let panel = model.panel(key).filter(|panel| panel.state.status().is_open()).cloned()?;
    let at = message.created_at;
    if panel.tried_on != Some(version) {
        let mut panel = Panel::clone(&panel);
        panel.summarise(model, place, None);
        panel.state.examine(&mut |operations| trial(model, place, at, operations));
        panel.tried_on = Some(version);
        panel.version += 1;
        model.assistant.panels.insert(key, Some(Rc::new(panel)));
    }
    Some((key, at))
}

fn trial(model: &Model, place: ProposalTarget, at: Timestamp, operations: &[Operation]) -> Vec<Tried> {
    let mut draft = model.workspace.draft();
    // The ids that are drawn here are thrown away with the draft.
    let mut env = Env::deterministic(model.now, 1);
    let mut tried = Vec::new();
    place.with_target(model, &mut draft, &mut env, at, &mut |stage| {
        tried = transaction::try_each(stage, place.room.registry(), place.room.categories(), operations);
    });
    tried
}
