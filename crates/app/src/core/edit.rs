//! Editing and storing: every change of the records goes through here.
//!
//! - E1 A command is one draft, one change set, one entry, one commit. If it fails, nothing changed.

mod amend;
pub mod save;

pub use self::amend::{Amendment, ToolChanges, amend_entry, commit_amendment, stream};
pub use self::save::{Saving, commit, committed, save_again, with_deferred_commit};

use super::notice::{Notice, Refusal, notify};
use super::{Core, journal, links};
use crate::effect::Effect;
use espalier_base::env::Env;
use espalier_command::call::CommandId;
use espalier_command::history::{Document, Entry, EntryId, Step, journal_key};
use espalier_mindmap::commands::UpdateNote;
use espalier_model::change::ChangeSet;
use espalier_model::workspace::Draft;
use espalier_model::{Message, MessageKey};
use espalier_storage::files::StoredFile;
use espalier_storage::port::{Commit, Durability, JournalRow};

/// Commands that are done again and again while a person types; a short pause does not make another step.
const TYPED: [CommandId; 1] = [UpdateNote::ID];

/// A command: its id in the registry, what it is done to, and the document whose history it joins.
#[derive(Debug, Clone)]
pub struct Label {
    /// The history it joins.
    pub document: Document,
    /// The command's id.
    pub command: CommandId,
    /// Subject: the thing it acts on, in the user's words.
    pub subject: String,
}

/// Runs a command (E1) and returns its result and its entry.
pub fn run<T>(
    core: &mut Core,
    env: &mut Env,
    label: Label,
    out: &mut Vec<Effect>,
    command: impl FnOnce(&mut Draft<'_>, &mut Env) -> Result<T, Refusal>,
) -> Option<(T, EntryId)> {
    if core.read_only.is_some() {
        refuse(core, Refusal::ReadOnly);
        return None;
    }
    let mut draft = core.workspace.draft();
    let result = match command(&mut draft, env) {
        Ok(result) => result,
        Err(reason) => {
            refuse(core, reason);
            return None;
        }
    };
    let changes = draft.finish();
    record(core, env, label, changes, out).map(|id| (result, id))
}

/// Makes the changes of a command, as one entry (E1), and returns it.
pub fn record(
    core: &mut Core,
    env: &mut Env,
    label: Label,
    changes: ChangeSet,
    out: &mut Vec<Effect>,
) -> Option<EntryId> {
    let id = env.id();
    record_as(core, env, id, label, changes, ChangeSet::default(), out)
}

/// Like [`record`], as the entry of this id; what is `beside` is written in the same commit but is not part of the
/// entry, so that no undo takes it back.
pub fn record_as(
    core: &mut Core,
    env: &Env,
    id: EntryId,
    label: Label,
    changes: ChangeSet,
    beside: ChangeSet,
    out: &mut Vec<Effect>,
) -> Option<EntryId> {
    let changes = links::with_links(core, changes);
    let all = changes.clone().squash(beside);
    if all.is_empty() {
        return Some(id);
    }
    if core.read_only.is_some() || !core.apply(&all) {
        refuse(core, if core.read_only.is_some() { Refusal::ReadOnly } else { Refusal::Stale });
        return None;
    }
    if changes.is_empty() {
        commit(core, Commit { changes: all, ..Commit::default() }, Durability::Strict, out);
        return Some(id);
    }
    if TYPED.contains(&label.command)
        && let Some(last) = core.history.typing(label.document, label.command.as_str(), &changes, env.now)
    {
        let row = core.history.type_on(label.document, last, changes, env.now);
        let journal: Vec<JournalRow> = row.and_then(|entry| journal_row(label.document, entry)).into_iter().collect();
        let gone = journal.is_empty().then(|| journal_key(label.document, last));
        let drop_journal = gone.into_iter().collect();
        commit(core, Commit { changes: all, journal, drop_journal, ..Commit::default() }, Durability::Strict, out);
        return Some(last);
    }
    let entry = Entry {
        id,
        command: label.command.to_string(),
        subject: label.subject,
        at: env.now,
        changes,
        undone: false,
        aside: false,
        checkpoint: None,
    };
    let (journal, drop_journal) = recorded(core, label.document, entry);
    commit(core, Commit { changes: all, journal, drop_journal, ..Commit::default() }, Durability::Strict, out);
    Some(id)
}

/// Adds an entry to its history; returns the journal rows to write and the keys of those to drop.
fn recorded(core: &mut Core, document: Document, entry: Entry) -> (Vec<JournalRow>, Vec<String>) {
    let undone = core.history.entries(document).iter().filter(|known| known.undone && !known.aside);
    let undone: Vec<EntryId> = undone.map(|known| known.id).collect();
    let mut rows: Vec<JournalRow> = journal_row(document, &entry).into_iter().collect();
    let dropped = core.history.record(document, entry);
    let aside = undone.into_iter().filter_map(|id| core.history.entry(document, id));
    rows.extend(aside.filter_map(|known| journal_row(document, known)));
    (rows, dropped.into_iter().map(|id| journal_key(document, id)).collect())
}

/// Changes records without an entry: settings, checkpoints, streamed text.
pub fn change(core: &mut Core, durability: Durability, out: &mut Vec<Effect>, edit: impl FnOnce(&mut Draft<'_>)) {
    if core.read_only.is_some() {
        return;
    }
    let mut draft = core.workspace.draft();
    edit(&mut draft);
    let changes = draft.finish();
    if changes.is_empty() || !core.apply(&changes) {
        return;
    }
    commit(core, Commit { changes, ..Commit::default() }, durability, out);
}

/// Stores attached files, before the next commit.
pub fn store_files(core: &mut Core, files: Vec<StoredFile>, out: &mut Vec<Effect>) {
    if core.read_only.is_none() && !files.is_empty() {
        commit(core, Commit { files, ..Commit::default() }, Durability::Relaxed, out);
    }
}

fn journal_row(document: Document, entry: &Entry) -> Option<JournalRow> {
    let json = serde_json::to_string(entry).ok()?;
    Some(JournalRow { key: journal_key(document, entry.id), json })
}

/// Drops undone steps that a later step stands after: that one was made before they were read.
pub fn tidy(core: &mut Core, document: Document, out: &mut Vec<Effect>) {
    let gone = core.history.tidy(document);
    if !gone.is_empty() && core.read_only.is_none() {
        let drop_journal = gone.into_iter().map(|id| journal_key(document, id)).collect();
        commit(core, Commit { drop_journal, ..Commit::default() }, Durability::Relaxed, out);
    }
}

/// Carries out an undo or redo step; returns the command of its entry. Conflicts are notified.
pub fn perform(core: &mut Core, step: &Step, out: &mut Vec<Effect>) -> Option<String> {
    if core.read_only.is_some() {
        refuse(core, Refusal::ReadOnly);
        return None;
    }
    if !core.apply(&step.changes) {
        refuse(core, Refusal::Stale);
        return None;
    }
    let entry = core.history.confirm(step)?;
    let command = entry.command.clone();
    let journal = journal_row(step.document, entry).into_iter().collect();
    let beside = decision(core, step);
    let beside = if core.apply(&beside) { beside } else { ChangeSet::default() };
    let rows = Commit { changes: step.changes.clone().squash(beside), journal, ..Commit::default() };
    commit(core, rows, Durability::Strict, out);
    journal::read_ahead(core, step.document, out);
    Some(command)
}

/// Changes of the decision on a proposal that follow from undoing or redoing the step that carried it out: the decision
/// is no part of that step, but says whether it holds at present.
fn decision(core: &Core, step: &Step) -> ChangeSet {
    let mut draft = core.workspace.draft();
    if let Some((key, undone)) = core.decided_by(step.entry, step.undo) {
        draft.update::<Message>(&key, |row| {
            if let Some(decision) = &mut row.decision {
                decision.undone = undone;
            }
        });
    }
    draft.finish()
}

impl Core {
    /// The message whose proposal a step carried out or took back, and whether what was decided counts as undone once
    /// the step is.
    pub fn decided_by(&self, entry: EntryId, undone: bool) -> Option<(MessageKey, bool)> {
        let id = Some(entry.uuid());
        self.workspace.tables().messages.iter().find_map(|(key, row)| {
            let decision = row.decision.as_ref()?;
            let reverts = decision.reverted_by == id;
            (reverts || decision.entry == id).then_some((*key, undone != reverts))
        })
    }
}

/// Names the state after the last step of these histories; says whether there is one.
pub fn add_checkpoint(core: &mut Core, scope: &[Document], name: &str, out: &mut Vec<Effect>) -> bool {
    let row = core.history.add_checkpoint(scope, name).and_then(|(document, entry)| journal_row(document, entry));
    let Some(row) = row else { return false };
    commit(core, Commit { journal: vec![row], ..Commit::default() }, Durability::Strict, out);
    true
}

/// Notifies of the reason why a command was not done.
pub fn refuse(core: &mut Core, reason: Refusal) {
    notify(core, Notice::Refused(reason), true);
}
