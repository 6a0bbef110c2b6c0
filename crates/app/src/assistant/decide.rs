//! Applying, cancelling and taking back (A2, A3).

use std::rc::Rc;

use crate::edit::{self, Label};
use crate::effect::Effect;
use crate::proposals::{APPLY, Panel, ProposalTarget, REVERT, is_undone, keep, refresh, set_undone};
use crate::{Model, Notice, Refusal, conversation, notify, prompt, room, undo};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_chat::commands;
use espalier_command::history::{Document, EntryId};
use espalier_command::transaction;
use espalier_llm::provider;
use espalier_model::change::{Change, ChangeSet};
use espalier_model::conversation::Part;
use espalier_model::{Decision, Message, MessageKey};
use espalier_proposal::report::outcome_text;
use espalier_storage::port::Durability;

/// Target and panel of a proposal that can be decided on.
fn open(model: &mut Model, key: MessageKey) -> Option<(ProposalTarget, Rc<Panel>)> {
    let place = ProposalTarget::of_message(model, key)?;
    let panel = model.panel(key).cloned()?;
    // The panel may have been made before the rooms were chosen anew; it is not gone by.
    if model.message(key).is_some_and(|message| model.refused_for(message).is_some()) {
        edit::refuse(model, Refusal::NotHere);
        return None;
    }
    if model.read_only.is_some() {
        edit::refuse(model, Refusal::ReadOnly);
        return None;
    }
    if model.running.values().any(|running| running.answer.session == key.session) {
        edit::refuse(model, Refusal::Busy);
        return None;
    }
    Some((place, panel))
}

/// Applies the ticked operations: all of them as one step, or none.
pub fn apply(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some((place, panel)) = open(model, key) else { return };
    let Some(message) = model.message(key).cloned() else { return };
    if message.decision.is_some() {
        return edit::refuse(model, Refusal::Stale);
    }
    let mut state = panel.state.clone();
    let Ok(operations) = state.begin() else { return };
    let mut draft = model.workspace.draft();
    let mut result = None;
    place.with_target(model, &mut draft, env, message.created_at, &mut |stage| {
        result = Some(transaction::run(stage, place.room.registry(), place.room.categories(), &operations));
    });
    let changes = draft.finish();
    match result {
        None => edit::refuse(model, Refusal::Gone),
        Some(Ok(applied)) => {
            let entry: EntryId = env.id();
            let Ok(decision) = state.applied(env.now) else { return };
            let decision =
                Decision { entry: (!changes.is_empty()).then(|| entry.uuid()), edited: state.edited(), ..decision };
            let beside = decided(model, key, decision);
            let subject = subject(model, place, &panel);
            let label = Label { document: place.document(), command: APPLY, subject };
            if edit::record_as(model, env, entry, label, changes, beside, out).is_none() {
                return;
            }
            keep(model, key, &panel, state);
            room::refresh(model);
            refresh(model);
            tell(model, env, key, out);
            place.room.applied(model, env, place.scope, &applied.after, out);
        }
        Some(Err(failed)) => {
            let reason = failed.reason.clone();
            if state.failed(failed).is_ok() {
                keep(model, key, &panel, state);
                notify(model, Notice::Reason(reason), true);
            }
        }
    }
}

/// Cancels a proposal.
pub fn cancel(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some((_, panel)) = open(model, key) else { return };
    if model.message(key).is_none_or(|message| message.decision.is_some()) {
        return edit::refuse(model, Refusal::Stale);
    }
    let mut state = panel.state.clone();
    let Ok(decision) = state.cancel(env.now) else { return };
    let decision = Decision { edited: state.edited(), ..decision };
    edit::change(model, Durability::Strict, out, |draft| {
        draft.update::<Message>(&key, |row| row.decision = Some(Box::new(decision)));
    });
    keep(model, key, &panel, state);
    tell(model, env, key, out);
}

/// Tells the model of a decision, so that it goes on from there. One on this device has nothing to add and takes its time,
/// the guide has nothing to add at all. In rooms with proposals the model in Settings is the one that answers.
fn tell(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let provider = model.provider();
    if provider.traits.on_device || provider.id == provider::BUILTIN {
        return;
    }
    if let Some(text) = told_of(model, key) {
        report(model, env, key, text, out);
    }
}

/// Undoes an applied proposal: by its own step if that is the last one, else by a new step that can be undone itself.
pub fn take_back(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some(place) = ProposalTarget::of_message(model, key) else { return };
    let Some(decision) = model.message(key).and_then(|message| message.decision.clone()) else { return };
    let Some(entry) = decision.entry.map(EntryId::from_uuid) else { return edit::refuse(model, Refusal::Gone) };
    let document = place.document();
    if is_undone(model, document, &decision) {
        return edit::refuse(model, Refusal::Stale);
    }
    if model.history.next_undo(&[document]).is_some_and(|(_, last)| last.id == entry) {
        return undo::undo_in(model, env, &[document], out);
    }
    let Some(applied) = model.history.entry(document, entry) else { return edit::refuse(model, Refusal::Gone) };
    let (fitting, mut conflicts) = model.workspace.fit(&applied.changes.invert());
    let (changes, kept) = place.room.fit(model, place.scope, fitting);
    conflicts.extend(kept);
    if !changes.iter().any(|(_, change)| says_something(change)) {
        return edit::refuse(model, Refusal::Stale);
    }
    let (id, subject) = (env.id(), applied.subject.clone());
    let mut beside = model.workspace.draft();
    beside.update::<Message>(&key, |row| {
        if let Some(decision) = &mut row.decision {
            decision.reverted_by = Some(id.uuid());
            decision.undone = true;
        }
    });
    let beside = beside.finish();
    let label = Label { document, command: REVERT, subject };
    if edit::record_as(model, env, id, label, changes, beside, out).is_some() {
        set_undone(model, id, false);
        notify(model, Notice::Undone(APPLY.to_string(), conflicts.len()), !conflicts.is_empty());
    }
}

/// Whether a change is more than a new time of change.
fn says_something(change: &Change) -> bool {
    match change {
        Change::Updated(edits) => edits.iter().any(|edit| !edit.from.is_bookkeeping()),
        Change::Added(_) | Change::Removed(_) => true,
    }
}

fn told_of(model: &Model, key: MessageKey) -> Option<String> {
    outcome_text(&model.panel(key)?.state, model.language())
}

fn decided(model: &Model, key: MessageKey, decision: Decision) -> ChangeSet {
    let mut draft = model.workspace.draft();
    draft.update::<Message>(&key, |row| row.decision = Some(Box::new(decision)));
    draft.finish()
}

fn subject(model: &Model, place: ProposalTarget, panel: &Panel) -> String {
    const SUBJECT: usize = 60;
    let first = || panel.state.ticked().next().map(|operation| operation.description.trim().to_owned());
    let said = Some(panel.summary.trim().to_owned()).filter(|summary| !summary.is_empty());
    let own = Some(place.room.subject(model, place.scope)).filter(|own| !own.is_empty());
    truncate(&said.or(own).or_else(first).unwrap_or_default(), SUBJECT)
}

/// Reports a decision to the model in the conversation, and has it answer (A3).
pub fn report(model: &mut Model, env: &mut Env, key: MessageKey, text: String, out: &mut Vec<Effect>) {
    let session = key.session;
    let label = Label { document: Document::of(session), command: conversation::SEND, subject: String::new() };
    let sent = edit::run(model, env, label, out, |draft, env| {
        let key = MessageKey { session, id: env.id() };
        commands::send_parts(draft, env, key, vec![Part::Report { text }]).map_err(Refusal::from)
    });
    if let Some((sent, entry)) = sent {
        prompt::start(model, env, MessageKey { session, id: sent.answer }, entry, out);
    }
}
