//! Doing, undoing and storing: every change of the records goes through here.
//!
//! - E1 A command is one draft, one change set, one entry, one commit. If it fails, nothing changed.
//! - E3 Undoing or redoing stops running answers that it touches first.
//!
//! Must not be in here: what a command does (`feature::*`).

mod join;
pub mod save;
mod scope;
mod travel;

pub use self::join::{Joining, Written, amend, join, stream};
pub use self::save::{Saving, commit, committed, save_again, waiting};
use self::scope::gone;
pub use self::scope::{histories, redo_scope, undo_scope};
pub use self::travel::go_to;

use super::effect::{Effect, LoadTag};
use super::{Model, Notice, Refusal, assistant, load, maps, notify, prompt, selector};
use crate::base::env::Env;
use crate::command::history::{Document, Entry, EntryId, Step, journal_key};
use crate::model::change::{Change, ChangeSet};
use crate::model::workspace::Draft;
use crate::model::{Record, RecordKey, Table};
use crate::storage::port::{Commit, Durability, JournalRow, Loaded, Query};

/// Commands that are done again and again while a person types; a short pause does not make another step.
const TYPED: &[&str] = &["node.updateNote"];

/// A command: its id in the registry, what it is done to, and the document whose history it joins.
#[derive(Debug, Clone)]
pub struct Label {
    /// The history it joins.
    pub document: Document,
    /// The command's id.
    pub command: &'static str,
    /// What it is done to, in the user's words.
    pub subject: String,
}

/// Does a command (E1) and gives its result and its entry.
pub fn run<T>(
    model: &mut Model,
    env: &mut Env,
    label: Label,
    out: &mut Vec<Effect>,
    command: impl FnOnce(&mut Draft<'_>, &mut Env) -> Result<T, Refusal>,
) -> Option<(T, EntryId)> {
    if model.read_only.is_some() {
        refuse(model, Refusal::ReadOnly);
        return None;
    }
    let mut draft = model.workspace.draft();
    let result = match command(&mut draft, env) {
        Ok(result) => result,
        Err(reason) => {
            refuse(model, reason);
            return None;
        }
    };
    let changes = draft.finish();
    record(model, env, label, changes, out).map(|id| (result, id))
}

/// Makes changes that a command worked out, as one entry (E1), and gives it.
pub fn record(
    model: &mut Model,
    env: &mut Env,
    label: Label,
    changes: ChangeSet,
    out: &mut Vec<Effect>,
) -> Option<EntryId> {
    let id = env.id();
    record_as(model, env, id, label, changes, ChangeSet::default(), out)
}

/// Like [`record`], as the entry of this id; what is `beside` is written in the same commit but is not part of the
/// entry, so that no undo takes it back.
pub fn record_as(
    model: &mut Model,
    env: &Env,
    id: EntryId,
    label: Label,
    changes: ChangeSet,
    beside: ChangeSet,
    out: &mut Vec<Effect>,
) -> Option<EntryId> {
    let all = changes.clone().squash(beside);
    if all.is_empty() {
        return Some(id);
    }
    if model.read_only.is_some() || !apply(model, &all) {
        refuse(model, if model.read_only.is_some() { Refusal::ReadOnly } else { Refusal::Stale });
        return None;
    }
    if changes.is_empty() {
        commit(model, Commit { changes: all, ..Commit::default() }, Durability::Strict, out);
        return Some(id);
    }
    if TYPED.contains(&label.command)
        && let Some(last) = model.history.typing(label.document, label.command, &changes, env.now)
    {
        let row = model.history.type_on(label.document, last, changes, env.now);
        let journal: Vec<JournalRow> = row.and_then(|entry| journal_row(label.document, entry)).into_iter().collect();
        let gone = journal.is_empty().then(|| journal_key(label.document, last));
        let drop_journal = gone.into_iter().collect();
        commit(model, Commit { changes: all, journal, drop_journal }, Durability::Strict, out);
        return Some(last);
    }
    let entry = Entry {
        id,
        command: label.command.to_owned(),
        subject: label.subject,
        at: env.now,
        changes,
        undone: false,
        aside: false,
        checkpoint: None,
    };
    let (journal, drop_journal) = recorded(model, label.document, entry);
    commit(model, Commit { changes: all, journal, drop_journal }, Durability::Strict, out);
    Some(id)
}

/// Adds an entry to its history, and gives what is to be written of that: rows, and keys of rows that go.
fn recorded(model: &mut Model, document: Document, entry: Entry) -> (Vec<JournalRow>, Vec<String>) {
    let waiting = model.history.entries(document).iter().filter(|known| known.undone && !known.aside);
    let waiting: Vec<EntryId> = waiting.map(|known| known.id).collect();
    let mut rows: Vec<JournalRow> = journal_row(document, &entry).into_iter().collect();
    let dropped = model.history.record(document, entry);
    let aside = waiting.into_iter().filter_map(|id| model.history.entry(document, id));
    rows.extend(aside.filter_map(|known| journal_row(document, known)));
    (rows, dropped.into_iter().map(|id| journal_key(document, id)).collect())
}

/// Changes records without an entry: settings, checkpoints, streamed text.
pub fn change(model: &mut Model, durability: Durability, out: &mut Vec<Effect>, edit: impl FnOnce(&mut Draft<'_>)) {
    if model.read_only.is_some() {
        return;
    }
    let mut draft = model.workspace.draft();
    edit(&mut draft);
    let changes = draft.finish();
    if changes.is_empty() || !apply(model, &changes) {
        return;
    }
    commit(model, Commit { changes, ..Commit::default() }, durability, out);
}

/// Applies changes and notes which derived views they make stale; says whether they fit.
fn apply(model: &mut Model, changes: &ChangeSet) -> bool {
    if model.workspace.apply(changes).is_err() {
        return false;
    }
    selector::touch(model, changes);
    true
}

fn journal_row(document: Document, entry: &Entry) -> Option<JournalRow> {
    let json = serde_json::to_string(entry).ok()?;
    Some(JournalRow { key: journal_key(document, entry.id), json })
}

/// Drops undone steps that a later step stands after: that one was made before they were read.
pub fn tidy(model: &mut Model, document: Document, out: &mut Vec<Effect>) {
    let gone = model.history.tidy(document);
    if !gone.is_empty() && model.read_only.is_none() {
        let drop_journal = gone.into_iter().map(|id| journal_key(document, id)).collect();
        commit(model, Commit { drop_journal, ..Commit::default() }, Durability::Relaxed, out);
    }
}

/// Takes back the last step.
pub fn undo(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    undo_in(model, env, &undo_scope(model), out);
}

/// Takes back the last step of these histories.
pub fn undo_in(model: &mut Model, env: &mut Env, scope: &[Document], out: &mut Vec<Effect>) {
    if let Some(notice) = take_back_in(model, env, scope, out) {
        notify(model, notice, false);
    }
}

/// Takes back the last step without a word, unless something is in the way.
pub fn take_back(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) -> Option<Notice> {
    take_back_in(model, env, &undo_scope(model), out)
}

fn take_back_in(model: &mut Model, env: &mut Env, scope: &[Document], out: &mut Vec<Effect>) -> Option<Notice> {
    let Some((_, entry)) = model.history.next_undo(scope) else {
        return Some(Notice::NothingToUndo);
    };
    let away = rows_away(model, entry);
    if !away.is_empty() && model.fetched != Some(entry.id) {
        model.fetched = Some(entry.id);
        out.push(Effect::Load(LoadTag::Undo(scope.to_vec()), Query::Rows(away)));
        return None;
    }
    let touched: Vec<RecordKey> = entry.changes.keys().cloned().collect();
    prompt::stop_touched(model, env, &touched, out);
    let step = model.history.plan_undo(&model.workspace, scope)?;
    perform(model, &step, out)
}

/// The rows that a step made or changed and that are in storage alone: of conversations and maps that were not opened
/// since. Without them it would be taken back by half.
fn rows_away(model: &Model, entry: &Entry) -> Vec<(Table, String)> {
    let tables = model.workspace.tables();
    let left = |(key, change): (&RecordKey, &Change)| {
        let inside = matches!(key, RecordKey::Messages(_) | RecordKey::Nodes(_));
        let away = inside && !matches!(change, Change::Removed(_)) && tables.record(key).is_none();
        away.then(|| (key.table(), key.row_key()))
    };
    entry.changes.iter().filter_map(left).collect()
}

/// The rows that a step needs to be taken back are here.
pub fn fetched(model: &mut Model, env: &mut Env, scope: &[Document], loaded: Loaded, out: &mut Vec<Effect>) {
    let fresh = |record: &Record| model.workspace.tables().record(&record.key()).is_none();
    let fresh: Vec<Record> = loaded.records.into_iter().filter(fresh).collect();
    model.workspace.absorb(fresh);
    undo_in(model, env, scope, out);
    model.fetched = None;
}

/// Does the last undone step again.
pub fn redo(model: &mut Model, out: &mut Vec<Effect>) {
    let scope = redo_scope(model);
    let Some(step) = model.history.plan_redo(&model.workspace, &scope) else {
        return notify(model, Notice::NothingToRedo, false);
    };
    if let Some(notice) = perform(model, &step, out) {
        notify(model, notice, false);
    }
}

/// Makes a step, and gives what there is to say about it; what is in the way is said at once.
fn perform(model: &mut Model, step: &Step, out: &mut Vec<Effect>) -> Option<Notice> {
    if model.read_only.is_some() {
        refuse(model, Refusal::ReadOnly);
        return None;
    }
    if !apply(model, &step.changes) {
        refuse(model, Refusal::Stale);
        return None;
    }
    let entry = model.history.confirm(step)?;
    let command = entry.command.clone();
    let journal = journal_row(step.document, entry).into_iter().collect();
    let beside = assistant::flipped(model, step.entry, step.undo);
    let beside = if apply(model, &beside) { beside } else { ChangeSet::default() };
    let rows = Commit { changes: step.changes.clone().squash(beside), journal, drop_journal: Vec::new() };
    commit(model, rows, Durability::Strict, out);
    if let Document::Map(map) = step.document {
        maps::follow(model, map, step, out);
    }
    load::read_ahead(model, step.document, out);
    let conflicts = step.conflicts.len();
    let notice = match gone(&step.changes) {
        Some(name) if step.undo && conflicts == 0 => Notice::TakenBack(command, name),
        _ if step.undo => Notice::Undone(command, conflicts),
        _ => Notice::Redone(command, conflicts),
    };
    if conflicts > 0 {
        notify(model, notice.clone(), true);
    }
    Some(notice).filter(|_| conflicts == 0)
}

/// Names the present state, so that one can come back to it.
pub fn add_checkpoint(model: &mut Model, name: &str, out: &mut Vec<Effect>) {
    let scope = undo_scope(model);
    let row = model.history.add_checkpoint(&scope, name).and_then(|(document, entry)| journal_row(document, entry));
    match row {
        Some(row) => commit(model, Commit { journal: vec![row], ..Commit::default() }, Durability::Strict, out),
        None => notify(model, Notice::NothingToUndo, false),
    }
}

/// Says why something was not done.
pub fn refuse(model: &mut Model, reason: Refusal) {
    notify(model, Notice::Refused(reason), true);
}
