//! What is on its way to storage, and what becomes of it when storing fails.
//!
//! - E2 Commits are written in the order they were made; one that fails holds back the later ones until it is written,
//!   together with them, as one.
//! - E4 What is held back is kept outside the database as well, so that a reload does not lose it, and written at the
//!   next start before anything is read. Where it is too much for that, it is said.
//! - E5 Writing is tried again by itself, ever less often. Where space is what lacks, rows that were deleted go first,
//!   and if need be without the copy that would let the deletion be undone after a reload.
//! - E6 When the browser cleared the database, nothing is written into the empty one by itself: it would be a part that
//!   looks like the whole. Everything in memory is written back when the person says so.
//!
//! Must not be in here: where it is kept (`web::unsaved`), the wording.

use std::collections::BTreeMap;

use super::{Effect, Entry, Model, Notice, journal_row, notify};
use crate::app::effect::{CommitId, LoadTag};
use crate::command::history::Document;
use crate::model::change::{Change, ChangeSet};
use crate::model::{Record, RecordKey, Table};
use crate::storage::port::{Commit, Durability, JournalRow, Query, StorageError};

/// The most characters that are kept outside the database: browsers allow about five million.
pub const MAX_KEPT: usize = 3_000_000;
/// How long after a failure it is tried again; each time twice as long.
const FIRST_RETRY_MS: u32 = 2_000;
const LAST_RETRY_MS: u32 = 60_000;

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
    /// What is held back would be lost with this tab: it is too much to be kept outside the database.
    pub not_kept: bool,
    /// Something is kept outside the database.
    kept: bool,
    /// How often writing again failed.
    failures: u32,
    /// The commit that only deletes, to make space.
    freeing: Option<CommitId>,
    /// How what is held back is written next.
    way: Way,
    /// What waited at the end of the last visit is looked at or being written, and the start waits for it (E4).
    starting: Option<Vec<Commit>>,
}

/// How what is held back is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Way {
    /// As one.
    #[default]
    Whole,
    /// As one, after the deletions were written alone.
    Freed,
    /// Without the steps that hold what was deleted.
    WithoutErased,
}

impl Saving {
    /// Whether every change made so far is stored.
    pub fn all_saved(&self) -> bool {
        self.pending.is_empty() && self.held.is_empty()
    }

    /// The changes that are not known to be stored, as one.
    pub fn unsaved(&self) -> ChangeSet {
        self.in_order().fold(ChangeSet::default(), |done, commit| done.squash(commit.changes.clone()))
    }

    fn in_order(&self) -> impl Iterator<Item = &Commit> {
        let pending = self.pending.iter().filter(|(id, _)| Some(**id) != self.freeing);
        let mut all: Vec<(CommitId, &Commit)> = pending.map(|(id, (commit, _))| (*id, commit)).collect();
        all.extend(self.held.iter().map(|(id, commit)| (*id, commit)));
        all.sort_unstable_by_key(|(id, _)| *id);
        all.into_iter().map(|(_, commit)| commit)
    }
}

/// Commits as one, in their order.
fn joined<'a>(commits: impl Iterator<Item = &'a Commit>) -> Commit {
    let mut all = Commit::default();
    for one in commits {
        all.changes = all.changes.squash(one.changes.clone());
        all.drop_journal.extend(one.drop_journal.iter().cloned());
        for row in &one.journal {
            all.journal.retain(|earlier| earlier.key != row.key);
            all.journal.push(row.clone());
        }
    }
    all.journal.retain(|row| !all.drop_journal.contains(&row.key));
    all
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
        commit = joined([&first, &commit].into_iter());
    }
    if model.saving.waits {
        model.saving.waiting = Some(commit);
        return;
    }
    model.saving.last += 1;
    let id = CommitId(model.saving.last);
    if !model.saving.held.is_empty() || model.is_cleared() {
        let deletes = commit.changes.iter().any(|(_, change)| matches!(change, Change::Removed(_)));
        model.saving.held.insert(id, commit);
        keep(model, out);
        if deletes && model.saving.problem == Some(StorageError::Quota) {
            free(model, out);
        }
        return;
    }
    model.saving.pending.insert(id, (commit.clone(), durability));
    out.push(Effect::Commit(id, commit, durability));
}

/// A commit was written, or not.
pub fn committed(model: &mut Model, id: CommitId, result: Result<(), StorageError>, out: &mut Vec<Effect>) {
    let Some((commit, _)) = model.saving.pending.remove(&id) else {
        return;
    };
    if model.saving.freeing == Some(id) {
        model.saving.freeing = None;
        match result {
            Ok(()) => {
                model.saving.way = Way::Freed;
                save_again(model, out);
            }
            Err(_) => retry(model, out),
        }
        return;
    }
    match result {
        Ok(()) if model.saving.held.is_empty() => {
            if model.saving.way == Way::WithoutErased {
                notify(model, Notice::ErasedForGood, false);
            }
            let kept = model.saving.kept && model.saving.pending.is_empty();
            let saving = &mut model.saving;
            (saving.problem, saving.not_kept, saving.failures, saving.way) = (None, false, 0, Way::Whole);
            if kept {
                model.saving.kept = false;
                out.push(Effect::KeepUnsaved(None));
            }
        }
        // It builds on one that failed; writing it once more after that one is harmless and puts it right. What was
        // made after it stays after it.
        Ok(()) => {
            model.saving.held.insert(id, commit);
            go_on(model, out);
        }
        Err(error) => failed(model, id, commit, error, out),
    }
}

fn failed(model: &mut Model, id: CommitId, commit: Commit, error: StorageError, out: &mut Vec<Effect>) {
    model.saving.held.insert(id, commit);
    if model.saving.problem.is_none() {
        notify(model, Notice::Storage(error.clone()), true);
    }
    if !model.is_cleared() {
        model.saving.problem = Some(error);
    }
    go_on(model, out);
}

/// What failed is kept and tried again, once nothing is on its way any more.
fn go_on(model: &mut Model, out: &mut Vec<Effect>) {
    if !model.saving.pending.is_empty() {
        return;
    }
    keep(model, out);
    let full = model.saving.problem == Some(StorageError::Quota);
    match model.saving.way {
        Way::Whole if full && deletes(model) => free(model, out),
        Way::Freed if full => {
            model.saving.way = Way::WithoutErased;
            save_again(model, out);
        }
        _ => retry(model, out),
    }
}

fn deletes(model: &Model) -> bool {
    let held = joined(model.saving.held.values());
    held.changes.iter().any(|(_, change)| matches!(change, Change::Removed(_)))
}

/// Writes the deletions among what is held back alone, which need no space (E5).
fn free(model: &mut Model, out: &mut Vec<Effect>) {
    if !model.saving.pending.is_empty() {
        return;
    }
    let all = joined(model.saving.held.values());
    let gone = all.changes.iter().filter(|(_, change)| matches!(change, Change::Removed(_)));
    let changes: ChangeSet = gone.map(|(key, change)| (key.clone(), change.clone())).collect();
    if changes.is_empty() {
        return;
    }
    model.saving.last += 1;
    let id = CommitId(model.saving.last);
    let only = Commit { changes, journal: Vec::new(), drop_journal: all.drop_journal };
    model.saving.freeing = Some(id);
    model.saving.pending.insert(id, (only.clone(), Durability::Strict));
    out.push(Effect::Commit(id, only, Durability::Strict));
}

/// Tries again after a while; nothing helps where this tab may not write any more.
fn retry(model: &mut Model, out: &mut Vec<Effect>) {
    model.saving.way = Way::Whole;
    let final_word = matches!(model.saving.problem, Some(StorageError::Superseded | StorageError::Cleared));
    if final_word || model.saving.held.is_empty() {
        return;
    }
    let after = FIRST_RETRY_MS.saturating_mul(1 << model.saving.failures.min(8)).min(LAST_RETRY_MS);
    model.saving.failures += 1;
    out.push(Effect::SaveAgainLater(after));
}

/// Tries again by itself; what the browser cleared is written back only when the person says so (E6).
pub fn retry_now(model: &mut Model, out: &mut Vec<Effect>) {
    if !model.is_cleared() {
        save_again(model, out);
    }
}

/// Writes everything that was held back as one commit; into a database that was cleared, everything there is (E6).
pub fn save_again(model: &mut Model, out: &mut Vec<Effect>) {
    if model.is_cleared() {
        return write_back(model, out);
    }
    if model.saving.held.is_empty() || !model.saving.pending.is_empty() {
        return;
    }
    let held = std::mem::take(&mut model.saving.held);
    let mut all = joined(held.values());
    if model.saving.way == Way::WithoutErased {
        all.journal.retain(|row| !holds_erased(&row.json));
    }
    commit(model, all, Durability::Strict, out);
}

/// Whether a step holds rows that were deleted, which take as much space as they did before.
fn holds_erased(json: &str) -> bool {
    let entry: Option<Entry> = serde_json::from_str(json).ok();
    let erased = |entry: Entry| entry.changes.iter().any(|(_, change)| matches!(change, Change::Removed(_)));
    entry.is_some_and(erased)
}

/// The page is being left: what is on its way to the database may not get there any more (E4).
pub fn leaving(model: &mut Model, out: &mut Vec<Effect>) {
    // Only steps of the person: they can be told to be there already by the next start, and so never go back in time.
    if model.saving.pending.values().any(|(commit, _)| !commit.journal.is_empty()) {
        keep(model, out);
    }
}

/// Keeps what is held back outside the database (E4).
fn keep(model: &mut Model, out: &mut Vec<Effect>) {
    let held = !model.saving.held.is_empty();
    let mut all: Vec<Commit> = if model.is_cleared() {
        vec![everything(model)]
    } else {
        model.saving.in_order().filter(|commit| held || !commit.journal.is_empty()).cloned().collect()
    };
    let text = |all: &Vec<Commit>| serde_json::to_string(all).ok().filter(|text| text.len() <= MAX_KEPT);
    let kept = text(&all).or_else(|| {
        // Words come before the way back to earlier ones.
        for commit in &mut all {
            commit.journal.clear();
        }
        text(&all)
    });
    model.saving.not_kept = kept.is_none();
    if kept.is_some() || model.saving.kept {
        model.saving.kept = kept.is_some();
        out.push(Effect::KeepUnsaved(kept));
    }
}

/// The browser did not keep it.
pub fn not_kept(model: &mut Model) {
    model.saving.kept = false;
    model.saving.not_kept = !model.saving.all_saved();
}

/// The browser cleared the database while this tab had it open: what is in memory is all there is.
pub fn cleared(model: &mut Model, out: &mut Vec<Effect>) {
    if model.is_cleared() {
        return;
    }
    model.saving.problem = Some(StorageError::Cleared);
    notify(model, Notice::Storage(StorageError::Cleared), true);
    keep(model, out);
}

/// All records and steps in memory, as they would be written into an empty database.
fn everything(model: &Model) -> Commit {
    let records = model.workspace.tables().records();
    let changes = records.map(|record| (record.key(), Change::Added(record))).collect();
    let entries = |document: Document| model.history.entries(document).iter().map(move |entry| (document, entry));
    let journal = model.history.documents().flat_map(entries);
    let journal = journal.filter_map(|(document, entry)| journal_row(document, entry)).collect();
    Commit { changes, journal, drop_journal: Vec::new() }
}

fn write_back(model: &mut Model, out: &mut Vec<Effect>) {
    let all = everything(model);
    model.saving.held.clear();
    model.saving.problem = None;
    out.push(Effect::AcceptCleared);
    commit(model, all, Durability::Strict, out);
}

/// What waited at the end of an earlier visit is written before anything is read (E4); first it is looked which of its
/// steps are stored already.
pub fn resume(model: &mut Model, unsaved: Vec<Commit>, out: &mut Vec<Effect>) {
    let keys = unsaved.iter().flat_map(|commit| &commit.journal).map(|row| row.key.clone()).collect();
    (model.saving.starting, model.saving.kept) = (Some(unsaved), true);
    out.push(Effect::Load(LoadTag::Unsaved, Query::JournalRows(keys)));
}

/// It is known which of those steps are stored.
pub fn resumed(model: &mut Model, stored: &[JournalRow], out: &mut Vec<Effect>) {
    let Some(unsaved) = &model.saving.starting else { return };
    let is_stored =
        |commit: &&Commit| !commit.journal.is_empty() && commit.journal.iter().all(|row| stored.contains(row));
    let all = joined(unsaved.iter().filter(|commit| !is_stored(commit)));
    commit(model, all, Durability::Strict, out);
}

/// Whether the start waited for what just ended; it does so no longer.
pub fn start_waited(model: &mut Model) -> bool {
    model.saving.starting.take().is_some()
}

/// What was read, as it is with the changes that are not stored yet.
pub fn over(model: &Model, tag: &LoadTag, records: Vec<Record>) -> Vec<Record> {
    if model.saving.held.is_empty() {
        return records;
    }
    let concerns = |key: &RecordKey| match (tag, key) {
        (LoadTag::Boot, key) => !matches!(key.table(), Table::Messages | Table::Nodes | Table::TimeEntries),
        (LoadTag::Session(session), RecordKey::Messages(key)) => key.session == *session,
        (LoadTag::Map(map), RecordKey::Nodes(key)) => key.map == *map,
        (LoadTag::TimeLog, RecordKey::TimeEntries(_)) => true,
        (LoadTag::Outside(rows, _), key) => rows.contains(key),
        _ => false,
    };
    let unsaved = model.saving.unsaved();
    let changes = unsaved.iter().filter(|(key, _)| concerns(key));
    let changes: ChangeSet = changes.map(|(key, change)| (key.clone(), change.clone())).collect();
    changes.over(records)
}
