//! Doing, undoing and storing: every change of the records goes through here.
//!
//! - E1 A command is one draft, one change set, one entry, one commit. If it fails, nothing changed.
//! - E2 Commits are written in the order they were made; one that fails holds back the later ones until it is written,
//!   together with them, as one.
//! - E3 Undoing or redoing stops running answers that it touches first.
//!
//! Must not be in here: what a command does (`feature::*`).

mod join;
mod scope;
mod travel;

use std::collections::BTreeMap;

pub use self::join::{Joining, Written, amend, join, stream};
use self::scope::gone;
pub use self::scope::{histories, redo_scope, undo_scope};
pub use self::travel::go_to;

use super::effect::{CommitId, Effect};
use super::{Model, Notice, Refusal, assistant, load, maps, notify, prompt, selector};
use crate::base::env::Env;
use crate::command::history::{Document, Entry, EntryId, Step, journal_key};
use crate::model::RecordKey;
use crate::model::change::ChangeSet;
use crate::model::workspace::Draft;
use crate::storage::port::{Commit, Durability, JournalRow, StorageError};

/// Commands that are done again and again while a person types; a short pause does not make another step.
const TYPED: &[&str] = &["node.updateNote"];

/// What is on its way to storage.
#[derive(Debug, Default)]
pub struct Saving {
    last: u64,
    pending: BTreeMap<CommitId, (Commit, Durability)>,
    /// Commits that failed or came after one that failed, in the order in which they were made.
    held: BTreeMap<CommitId, Commit>,
    /// What is written together with the next commit and not before (see [`waiting`]).
    waiting: Option<Commit>,
    /// Whether commits wait at the moment.
    waits: bool,
    /// Why the first of them failed.
    pub problem: Option<StorageError>,
}

impl Saving {
    /// Whether every change made so far is stored.
    pub fn all_saved(&self) -> bool {
        self.pending.is_empty() && self.held.is_empty()
    }

    /// The changes that are not known to be stored, as one.
    pub fn unsaved(&self) -> ChangeSet {
        let mut all: BTreeMap<CommitId, &ChangeSet> = BTreeMap::new();
        for (id, commit) in self.pending.iter().map(|(id, (commit, _))| (id, commit)).chain(&self.held) {
            all.insert(*id, &commit.changes);
        }
        all.into_values().fold(ChangeSet::default(), |done, changes| done.squash(changes.clone()))
    }
}

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

/// Does something that is not worth storing by itself: it is written together with what comes next, or, if the page is
/// left before that, never.
pub fn waiting<T>(model: &mut Model, act: impl FnOnce(&mut Model) -> T) -> T {
    model.saving.waits = true;
    let done = act(model);
    model.saving.waits = false;
    done
}

/// Sends a commit on its way, behind those that are held back (E2).
pub fn commit(model: &mut Model, mut commit: Commit, durability: Durability, out: &mut Vec<Effect>) {
    if let Some(first) = model.saving.waiting.take() {
        commit = joined(first, commit);
    }
    if model.saving.waits {
        model.saving.waiting = Some(commit);
        return;
    }
    model.saving.last += 1;
    let id = CommitId(model.saving.last);
    if !model.saving.held.is_empty() {
        model.saving.held.insert(id, commit);
        return;
    }
    model.saving.pending.insert(id, (commit.clone(), durability));
    out.push(Effect::Commit(id, commit, durability));
}

/// A commit was written, or not.
pub fn committed(model: &mut Model, id: CommitId, result: Result<(), StorageError>) {
    let Some((commit, _)) = model.saving.pending.remove(&id) else {
        return;
    };
    let Err(error) = result else {
        if model.saving.held.is_empty() {
            model.saving.problem = None;
        } else {
            // It builds on one that failed; writing it once more after that one is harmless and puts it right. What was
            // made after it stays after it.
            model.saving.held.insert(id, commit);
        }
        return;
    };
    model.saving.held.insert(id, commit);
    if model.saving.problem.is_none() {
        notify(model, Notice::Storage(error.clone()), true);
    }
    model.saving.problem = Some(error);
}

/// Writes everything that was held back as one commit.
pub fn save_again(model: &mut Model, out: &mut Vec<Effect>) {
    if model.saving.held.is_empty() || !model.saving.pending.is_empty() {
        return;
    }
    let all = std::mem::take(&mut model.saving.held).into_values().fold(Commit::default(), joined);
    commit(model, all, Durability::Strict, out);
}

/// Two commits, one after the other, as one.
fn joined(mut first: Commit, then: Commit) -> Commit {
    first.changes = first.changes.squash(then.changes);
    first.drop_journal.extend(then.drop_journal);
    for row in then.journal {
        first.journal.retain(|earlier| earlier.key != row.key);
        first.journal.push(row);
    }
    first.journal.retain(|row| !first.drop_journal.contains(&row.key));
    first
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
    let touched: Vec<RecordKey> = entry.changes.keys().cloned().collect();
    prompt::stop_touched(model, env, &touched, out);
    let step = model.history.plan_undo(&model.workspace, scope)?;
    perform(model, &step, out)
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
