//! Changes of a turn, joined to the entries they belong to.
//!
//! - J1 What a turn does to its conversation is part of the entry that asked, so that one undo takes both back.
//! - J2 What its tools write in a room is one entry of that room for the whole turn, stored in the same commit as the
//!   checkpoint that says it was done.
//! - J3 The checkpoint itself is part of no entry: no undo brings a turn back that is over.

use super::{Core, Label, commit, journal_row, links, recorded};
use crate::effect::Effect;
use espalier_base::time::Timestamp;
use espalier_command::history::{Document, Entry, EntryId};
use espalier_model::change::ChangeSet;
use espalier_model::workspace::Draft;
use espalier_storage::port::{Commit, Durability};

/// Records that the tools of a turn changed (J2).
#[derive(Debug, Clone)]
pub struct ToolChanges {
    /// Label of the entry in the history of the room.
    pub label: Label,
    /// Id of the entry; one for the whole turn.
    pub entry: EntryId,
    /// The changes.
    pub changes: ChangeSet,
}

/// An amendment of an entry: everything that is committed along with the changes.
#[derive(Debug)]
pub struct Amendment {
    /// Whether the entry is written too; else a crash leaves it as it was when the turn began.
    pub journal: bool,
    /// Changes in the same commit that are part of no entry (J3).
    pub unjournaled: ChangeSet,
    /// Changes by tools.
    pub tool_changes: Option<ToolChanges>,
    /// The time of the change.
    pub now: Timestamp,
}

/// Changes records, as part of an entry that exists already (J1).
pub fn amend_entry(
    core: &mut Core,
    document: Document,
    entry: EntryId,
    out: &mut Vec<Effect>,
    edit: impl FnOnce(&mut Draft<'_>),
) {
    amend_with(core, (document, entry), true, out, edit);
}

/// Changes records of a running turn without writing its entry: a crash then leaves the text, and the entry as it was
/// when the turn began.
pub fn stream(
    core: &mut Core,
    document: Document,
    entry: EntryId,
    out: &mut Vec<Effect>,
    edit: impl FnOnce(&mut Draft<'_>),
) {
    amend_with(core, (document, entry), false, out, edit);
}

fn amend_with(
    core: &mut Core,
    of: (Document, EntryId),
    journal: bool,
    out: &mut Vec<Effect>,
    edit: impl FnOnce(&mut Draft<'_>),
) {
    let mut draft = core.workspace.draft();
    edit(&mut draft);
    let changes = draft.finish();
    // What streams is an assistant's text, in which nothing is linked.
    let changes = if journal { links::with_links(core, changes) } else { changes };
    let how = Amendment { journal, unjournaled: ChangeSet::default(), tool_changes: None, now: core.now };
    commit_amendment(core, of, changes, how, out);
}

/// Commits changes that belong to an entry, along with the rest of the amendment; returns whether they were made.
pub fn commit_amendment(
    core: &mut Core,
    (document, entry): (Document, EntryId),
    changes: ChangeSet,
    how: Amendment,
    out: &mut Vec<Effect>,
) -> bool {
    let mut all = changes.clone().squash(how.unjournaled);
    if let Some(written) = &how.tool_changes {
        all = all.squash(written.changes.clone());
    }
    if core.read_only.is_some() || all.is_empty() || !core.apply(&all) {
        return false;
    }
    core.history.amend(document, entry, changes);
    let mut rows = Commit { changes: all, ..Commit::default() };
    if how.journal {
        let row = core.history.entry(document, entry).and_then(|entry| journal_row(document, entry));
        rows.journal.extend(row);
    }
    if let Some(written) = how.tool_changes {
        record_tool_changes(core, written, how.now, &mut rows);
    }
    // Also what streams: what was on the screen for half a second outlives the loss of power.
    commit(core, rows, Durability::Strict, out);
    true
}

fn record_tool_changes(core: &mut Core, written: ToolChanges, now: Timestamp, rows: &mut Commit) {
    let ToolChanges { label, entry: id, changes } = written;
    let document = label.document;
    if !core.history.amend(document, id, changes.clone()) {
        let command = label.command.to_string();
        let entry = Entry {
            id,
            command,
            subject: label.subject,
            at: now,
            changes,
            undone: false,
            aside: false,
            checkpoint: None,
        };
        let (written, dropped) = recorded(core, document, entry);
        rows.journal.extend(written);
        rows.drop_journal.extend(dropped);
        return;
    }
    rows.journal.extend(core.history.entry(document, id).and_then(|entry| journal_row(document, entry)));
}
