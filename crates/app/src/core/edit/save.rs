//! Storing: the commits on their way to storage, and the handling of failures.
//!
//! - E2 Commits are written in the order they were made; one that fails holds back the later ones until it is written,
//!   together with them, as one.
//! - E4 What is held back is kept outside the database as well, so that a reload does not lose it, and written at the
//!   next start before anything is read. Where it is too much for that, it is said.
//! - E5 Writing is tried again by itself, ever less often. Where space is what lacks, rows that were deleted go first,
//!   and if need be without the copy that would let the deletion be undone after a reload.
//! - E6 When the browser cleared the database, nothing is written into the empty one by itself: it would be a part that
//!   looks like the whole. Everything in memory is written back when the person says so.

use std::collections::BTreeMap;
use std::ops::DerefMut;

use super::{Core, Effect, Entry, Notice, journal_row, notify};
use crate::effect::{CommitId, LoadTag};
use espalier_command::history::Document;
use espalier_model::change::{Change, ChangeSet};
use espalier_model::{Record, RecordKey};
use espalier_storage::port::{Commit, Durability, JournalRow, Query, StorageError};

/// The most characters that are kept outside the database: browsers allow about five million.
pub const MAX_KEPT: usize = 3_000_000;
/// Delay before the first retry, in milliseconds; doubled each time.
const FIRST_RETRY_MS: u32 = 2_000;
const LAST_RETRY_MS: u32 = 60_000;

/// State of the commits on their way to storage.
#[derive(Debug, Default)]
pub struct Saving {
    last: u64,
    pending: BTreeMap<CommitId, (Commit, Durability)>,
    /// Commits that failed or came after one that failed, in the order in which they were made.
    held: BTreeMap<CommitId, Commit>,
    /// Commit that is written together with the next one and not before (see [`with_deferred_commit`]).
    waiting: Option<Commit>,
    /// Whether commits are collected in `waiting` at the moment.
    waits: bool,
    /// Error of the first failed commit.
    pub problem: Option<StorageError>,
    /// Whether the held commits would be lost with this tab, being too large to be kept outside the database.
    pub not_kept: bool,
    /// Whether commits are kept outside the database.
    kept: bool,
    /// Number of failed retries.
    failures: u32,
    /// The commit that only deletes, to make space.
    freeing: Option<CommitId>,
    /// Strategy of the next retry.
    way: RetryStrategy,
    /// Commits of the last visit that are being compared or written, and that the start waits for (E4).
    starting: Option<Vec<Commit>>,
}

/// Strategy of writing the held commits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum RetryStrategy {
    /// As one commit.
    #[default]
    Whole,
    /// As one commit, after the deletions were written alone.
    Freed,
    /// Without the steps that hold deleted rows.
    WithoutErased,
}

impl Saving {
    /// Whether every change made so far is stored.
    pub fn all_saved(&self) -> bool {
        self.pending.is_empty() && self.held.is_empty()
    }

    /// All changes that are not known to be stored, as one set.
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

/// Joins commits into one, in their order.
fn join_commits<'a>(commits: impl Iterator<Item = &'a Commit>) -> Commit {
    let mut all = Commit::default();
    for one in commits {
        all.changes = all.changes.squash(one.changes.clone());
        all.drop_journal.extend(one.drop_journal.iter().cloned());
        all.files.extend(one.files.iter().cloned());
        for row in &one.journal {
            all.journal.retain(|earlier| earlier.key != row.key);
            all.journal.push(row.clone());
        }
    }
    all.journal.retain(|row| !all.drop_journal.contains(&row.key));
    all
}

/// Runs `act` so that its commits wait for the next one, as they are not worth storing by themselves; if the page is
/// left before that, they are lost.
pub fn with_deferred_commit<M: DerefMut<Target = Core>, T>(model: &mut M, act: impl FnOnce(&mut M) -> T) -> T {
    model.saving.waits = true;
    let done = act(model);
    model.saving.waits = false;
    done
}

/// Sends a commit to storage, behind those that are held (E2).
pub fn commit(core: &mut Core, mut commit: Commit, durability: Durability, out: &mut Vec<Effect>) {
    if let Some(first) = core.saving.waiting.take() {
        commit = join_commits([&first, &commit].into_iter());
    }
    if core.saving.waits {
        core.saving.waiting = Some(commit);
        return;
    }
    core.saving.last += 1;
    let id = CommitId(core.saving.last);
    if !core.saving.held.is_empty() || core.is_cleared() {
        let deletes = commit.changes.iter().any(|(_, change)| matches!(change, Change::Removed(_)));
        core.saving.held.insert(id, commit);
        keep(core, out);
        if deletes && core.saving.problem == Some(StorageError::Quota) {
            free(core, out);
        }
        return;
    }
    core.saving.pending.insert(id, (commit.clone(), durability));
    out.push(Effect::Commit(id, commit, durability));
}

/// Handles the acknowledgement of a commit.
pub fn committed(core: &mut Core, id: CommitId, result: Result<(), StorageError>, out: &mut Vec<Effect>) {
    let Some((commit, _)) = core.saving.pending.remove(&id) else {
        return;
    };
    if core.saving.freeing == Some(id) {
        core.saving.freeing = None;
        match result {
            Ok(()) => {
                core.saving.way = RetryStrategy::Freed;
                save_again(core, out);
            }
            Err(_) => retry(core, out),
        }
        return;
    }
    match result {
        Ok(()) if core.saving.held.is_empty() => {
            if core.saving.way == RetryStrategy::WithoutErased {
                notify(core, Notice::ErasedForGood, false);
            }
            let kept = core.saving.kept && core.saving.pending.is_empty();
            let saving = &mut core.saving;
            (saving.problem, saving.not_kept, saving.failures, saving.way) = (None, false, 0, RetryStrategy::Whole);
            if kept {
                core.saving.kept = false;
                out.push(Effect::KeepUnsaved(None));
            }
        }
        // It builds on one that failed; writing it once more after that one is harmless and puts it right. What was
        // made after it stays after it.
        Ok(()) => {
            core.saving.held.insert(id, commit);
            go_on(core, out);
        }
        Err(error) => failed(core, id, commit, error, out),
    }
}

fn failed(core: &mut Core, id: CommitId, commit: Commit, error: StorageError, out: &mut Vec<Effect>) {
    core.saving.held.insert(id, commit);
    if core.saving.problem.is_none() {
        notify(core, Notice::Storage(error.clone()), true);
    }
    if !core.is_cleared() {
        core.saving.problem = Some(error);
    }
    go_on(core, out);
}

/// Keeps the failed commits and retries, once no other commit is on its way.
fn go_on(core: &mut Core, out: &mut Vec<Effect>) {
    if !core.saving.pending.is_empty() {
        return;
    }
    keep(core, out);
    let full = core.saving.problem == Some(StorageError::Quota);
    match core.saving.way {
        RetryStrategy::Whole if full && deletes(core) => free(core, out),
        RetryStrategy::Freed if full => {
            core.saving.way = RetryStrategy::WithoutErased;
            save_again(core, out);
        }
        _ => retry(core, out),
    }
}

fn deletes(core: &Core) -> bool {
    let held = join_commits(core.saving.held.values());
    held.changes.iter().any(|(_, change)| matches!(change, Change::Removed(_)))
}

/// Writes the deletions among the held commits alone, as they need no space (E5).
fn free(core: &mut Core, out: &mut Vec<Effect>) {
    if !core.saving.pending.is_empty() {
        return;
    }
    let all = join_commits(core.saving.held.values());
    let gone = all.changes.iter().filter(|(_, change)| matches!(change, Change::Removed(_)));
    let changes: ChangeSet = gone.map(|(key, change)| (key.clone(), change.clone())).collect();
    if changes.is_empty() {
        return;
    }
    core.saving.last += 1;
    let id = CommitId(core.saving.last);
    // They come once more with everything else, and are marked then.
    let only = Commit { changes, drop_journal: all.drop_journal, unmarked: true, ..Commit::default() };
    core.saving.freeing = Some(id);
    core.saving.pending.insert(id, (only.clone(), Durability::Strict));
    out.push(Effect::Commit(id, only, Durability::Strict));
}

/// Retries after a delay; there is no retry where this tab may not write any more.
fn retry(core: &mut Core, out: &mut Vec<Effect>) {
    core.saving.way = RetryStrategy::Whole;
    let final_word = matches!(core.saving.problem, Some(StorageError::Superseded | StorageError::Cleared));
    if final_word || core.saving.held.is_empty() {
        return;
    }
    let after = FIRST_RETRY_MS.saturating_mul(1 << core.saving.failures.min(8)).min(LAST_RETRY_MS);
    core.saving.failures += 1;
    out.push(Effect::SaveAgainLater(after));
}

/// Retries by itself; data that the browser cleared is written back only when the person says so (E6).
pub fn retry_now(core: &mut Core, out: &mut Vec<Effect>) {
    if !core.is_cleared() {
        save_again(core, out);
    }
}

/// Writes everything held as one commit; into a database that was cleared, everything in memory (E6).
pub fn save_again(core: &mut Core, out: &mut Vec<Effect>) {
    if core.is_cleared() {
        return write_back(core, out);
    }
    if core.saving.held.is_empty() || !core.saving.pending.is_empty() {
        return;
    }
    let held = std::mem::take(&mut core.saving.held);
    let mut all = join_commits(held.values());
    if core.saving.way == RetryStrategy::WithoutErased {
        all.journal.retain(|row| !holds_erased(&row.json));
    }
    commit(core, all, Durability::Strict, out);
}

/// Whether a step holds rows that were deleted, which take as much space as they did before.
fn holds_erased(json: &str) -> bool {
    let entry: Option<Entry> = serde_json::from_str(json).ok();
    let erased = |entry: Entry| entry.changes.iter().any(|(_, change)| matches!(change, Change::Removed(_)));
    entry.is_some_and(erased)
}

/// Keeps commits on their way outside the database, as they may not arrive once the page is left (E4).
pub fn leaving(core: &mut Core, out: &mut Vec<Effect>) {
    // Only steps of the person: they can be told to be there already by the next start, and so never go back in time.
    if core.saving.pending.values().any(|(commit, _)| !commit.journal.is_empty()) {
        keep(core, out);
    }
}

/// Keeps the held commits outside the database (E4).
fn keep(core: &mut Core, out: &mut Vec<Effect>) {
    let held = !core.saving.held.is_empty();
    let mut all: Vec<Commit> = if core.is_cleared() {
        vec![everything(core)]
    } else {
        // A step may name a file whose commit is on its way, too.
        let is_wanted = |commit: &&Commit| held || !commit.journal.is_empty() || !commit.files.is_empty();
        core.saving.in_order().filter(is_wanted).cloned().collect()
    };
    let text = |all: &Vec<Commit>| serde_json::to_string(all).ok().filter(|text| text.len() <= MAX_KEPT);
    let mut kept = text(&all);
    // Words come before files, and before the way back to earlier ones.
    for shorten in [|commit: &mut Commit| commit.files.clear(), |commit: &mut Commit| commit.journal.clear()] {
        kept = kept.or_else(|| {
            all.iter_mut().for_each(shorten);
            text(&all)
        });
    }
    core.saving.not_kept = kept.is_none();
    if kept.is_some() || core.saving.kept {
        core.saving.kept = kept.is_some();
        out.push(Effect::KeepUnsaved(kept));
    }
}

/// Takes note that the browser refused to keep the held commits.
pub fn not_kept(core: &mut Core) {
    core.saving.kept = false;
    core.saving.not_kept = !core.saving.all_saved();
}

/// Takes note that the browser cleared the database while this tab had it open: memory has all that is left.
pub fn cleared(core: &mut Core, out: &mut Vec<Effect>) {
    if core.is_cleared() {
        return;
    }
    core.saving.problem = Some(StorageError::Cleared);
    notify(core, Notice::Storage(StorageError::Cleared), true);
    keep(core, out);
}

/// All records and steps in memory, as they would be written into an empty database.
fn everything(core: &Core) -> Commit {
    let records = core.workspace.tables().records();
    let changes = records.map(|record| (record.key(), Change::Added(record))).collect();
    let entries = |document: Document| core.history.entries(document).iter().map(move |entry| (document, entry));
    let journal = core.history.documents().flat_map(entries);
    let journal = journal.filter_map(|(document, entry)| journal_row(document, entry)).collect();
    Commit { changes, journal, ..Commit::default() }
}

fn write_back(core: &mut Core, out: &mut Vec<Effect>) {
    let all = everything(core);
    core.saving.held.clear();
    core.saving.problem = None;
    out.push(Effect::AcceptCleared);
    commit(core, all, Durability::Strict, out);
}

/// Writes the commits that waited at the end of an earlier visit, before anything is read (E4); first reads which of
/// their steps are stored already.
pub fn resume(core: &mut Core, unsaved: Vec<Commit>, out: &mut Vec<Effect>) {
    let keys = unsaved.iter().flat_map(|commit| &commit.journal).map(|row| row.key.clone()).collect();
    (core.saving.starting, core.saving.kept) = (Some(unsaved), true);
    out.push(Effect::Load(LoadTag::Unsaved, Query::JournalRows(keys)));
}

/// Goes on with [`resume`], knowing which of the steps are stored.
pub fn resumed(core: &mut Core, stored: &[JournalRow], out: &mut Vec<Effect>) {
    let Some(unsaved) = &core.saving.starting else { return };
    let is_stored =
        |commit: &&Commit| !commit.journal.is_empty() && commit.journal.iter().all(|row| stored.contains(row));
    let all = join_commits(unsaved.iter().filter(|commit| !is_stored(commit)));
    commit(core, all, Durability::Strict, out);
}

/// Ends the wait of the start for the commits of an earlier visit; returns whether it waited.
pub fn start_waited(core: &mut Core) -> bool {
    core.saving.starting.take().is_some()
}

/// Applies the changes that are not stored yet to records that were read.
pub fn over(core: &Core, tag: &LoadTag, records: Vec<Record>) -> Vec<Record> {
    if core.saving.held.is_empty() {
        return records;
    }
    let concerns = |key: &RecordKey| match (tag, key) {
        (LoadTag::Boot, key) => key.inside().is_none(),
        (LoadTag::Rows(document), key) => key.inside() == Some(*document),
        (LoadTag::Outside(rows, _) | LoadTag::Running(rows), key) => rows.contains(key),
        _ => false,
    };
    let unsaved = core.saving.unsaved();
    let changes = unsaved.iter().filter(|(key, _)| concerns(key));
    let changes: ChangeSet = changes.map(|(key, change)| (key.clone(), change.clone())).collect();
    changes.over(records)
}
