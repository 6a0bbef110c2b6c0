//! Undo and redo, as a journal that is kept.
//!
//! - H1 Every command and every assistant turn is one entry of one document; a document's entries are a line: done
//!   ones first, then undone ones.
//! - H2 A new entry drops the undone ones of its document. In a list of documents, where each step stands for itself,
//!   they are set aside instead: no redo does them again, but each can be restored, now or in a year.
//! - H3 Planning an undo changes nothing; only [`History::confirm`] does, after the change was applied.
//! - H4 Changes that an undo could not take back (because the rows were changed since) stay out of the entry, so redo
//!   is its exact opposite.
//! - H5 Across several documents the latest done entry is undone first, and the last undone one is redone first. After
//!   a reload, when the order of undos is not known any more, it is the earliest undone one.
//! - H6 Typing on in the same fields after a short pause is one step with the typing before; typing that comes back to
//!   where it began is no step.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use espalier_base::id::Id;
use espalier_base::time::Timestamp;
use espalier_model::RecordKey;
use espalier_model::change::{Change, ChangeSet, Edit};
use espalier_model::workspace::{Conflict, Workspace};

pub use espalier_model::Document;

/// The most entries that a document keeps; the oldest go first.
pub const MAX_ENTRIES: usize = 10_000;

/// The longest pause in typing that does not begin a new step.
pub const TYPING_PAUSE_MS: i64 = 2_000;

/// Id of an [`Entry`].
pub type EntryId = Id<Entry>;

/// An entry: one step that can be taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The id; entries sort by time.
    pub id: EntryId,
    /// The command's id, for its name in the user's language.
    pub command: String,
    /// Object of the command, in the user's words.
    pub subject: String,
    /// Time at which the step was made.
    pub at: Timestamp,
    /// Changes of the step.
    pub changes: ChangeSet,
    /// Whether it is taken back at present.
    pub undone: bool,
    /// Whether other steps were made since it was taken back, so that it comes back only when asked for by name (H2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
    /// The name of a checkpoint right after this entry.
    pub checkpoint: Option<String>,
}

/// Returns the key of an entry's journal row.
pub fn journal_key(document: Document, entry: EntryId) -> String {
    format!("{document}/{entry}")
}

/// Reads a journal row's key.
pub fn parse_journal_key(key: &str) -> Option<(Document, EntryId)> {
    let (document, entry) = key.split_once('/')?;
    Some((document.parse().ok()?, entry.parse().ok()?))
}

/// An undo or redo that is worked out but not done.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The document.
    pub document: Document,
    /// The entry.
    pub entry: EntryId,
    /// Whether it is taken back (or else done again).
    pub undo: bool,
    /// Changes to be made now.
    pub changes: ChangeSet,
    /// Changes left alone, because the rows were changed since.
    pub conflicts: Vec<Conflict>,
}

/// All histories in memory.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    logs: BTreeMap<Document, Vec<Entry>>,
    /// Documents with older entries in storage that were not read, with the key of the oldest that was.
    partial: BTreeMap<Document, String>,
    /// Documents whose journal was asked for.
    asked: BTreeSet<Document>,
    /// Entries undone since the start, in this order (H5).
    undone: Vec<EntryId>,
}

impl History {
    /// Returns the entries of a document, oldest first, undone ones last.
    pub fn entries(&self, document: Document) -> &[Entry] {
        self.logs.get(&document).map_or(&[], Vec::as_slice)
    }

    /// Returns the documents whose entries are in memory.
    pub fn documents(&self) -> impl Iterator<Item = Document> + '_ {
        self.logs.keys().copied()
    }

    /// Finds an entry.
    pub fn entry(&self, document: Document, id: EntryId) -> Option<&Entry> {
        self.entries(document).iter().find(|entry| entry.id == id)
    }

    /// Notes that entries before this key are stored that were not read, or that there are none.
    pub fn set_partial(&mut self, document: Document, before: Option<String>) {
        self.partial.remove(&document);
        self.partial.extend(before.map(|key| (document, key)));
    }

    /// Returns the key before which entries are stored that were not read.
    pub fn older(&self, document: Document) -> Option<&str> {
        self.partial.get(&document).map(String::as_str)
    }

    /// Notes that the journal of a document is to be read; returns whether that is new. A step that was made or came
    /// from another tab tells nothing of the stored ones.
    pub fn ask(&mut self, document: Document) -> bool {
        self.asked.insert(document)
    }

    /// Notes that the journal of a document could not be read.
    pub fn not_read(&mut self, document: Document) {
        self.asked.remove(&document);
    }

    /// Takes entries as they were read: known ones stay as they are, for what was read may be older.
    pub fn add_read(&mut self, document: Document, entries: impl IntoIterator<Item = Entry>) {
        let log = self.logs.entry(document).or_default();
        for entry in entries {
            if let Err(index) = log.binary_search_by_key(&entry.id, |known| known.id) {
                log.insert(index, entry);
            }
        }
    }

    /// Takes entries as another tab has them: new ones are added, known ones replaced.
    pub fn absorb(&mut self, document: Document, entries: impl IntoIterator<Item = Entry>) {
        let log = self.logs.entry(document).or_default();
        for entry in entries {
            match log.binary_search_by_key(&entry.id, |known| known.id) {
                Ok(index) => log[index] = entry,
                Err(index) => log.insert(index, entry),
            }
        }
    }

    /// Forgets an entry that another tab dropped.
    pub fn forget(&mut self, document: Document, id: EntryId) {
        if let Some(log) = self.logs.get_mut(&document) {
            log.retain(|entry| entry.id != id);
        }
    }

    /// Adds an entry and returns the ids of the entries that are dropped for it: the undone ones, unless they are set
    /// aside, and the oldest where there are too many (H2).
    pub fn record(&mut self, document: Document, entry: Entry) -> Vec<EntryId> {
        let log = self.logs.entry(document).or_default();
        let mut dropped = Vec::new();
        if document.sets_aside() {
            for known in log.iter_mut().filter(|known| known.undone) {
                known.aside = true;
            }
        } else {
            dropped.extend(log.iter().filter(|known| known.undone).map(|known| known.id));
            log.retain(|known| !known.undone);
        }
        log.push(entry);
        let surplus = log.len().saturating_sub(MAX_ENTRIES);
        dropped.extend(log.drain(..surplus).map(|old| old.id));
        dropped
    }

    /// Adds changes to an entry that is still going on; returns whether the entry is there.
    pub fn amend(&mut self, document: Document, id: EntryId, changes: ChangeSet) -> bool {
        let Some(entry) = self.entry_mut(document, id) else {
            return false;
        };
        entry.changes = std::mem::take(&mut entry.changes).squash(changes);
        true
    }

    /// Finds the step that typing goes on with (H6): the last one, where it and `changes` change the same fields of the
    /// same rows by the same command, nothing was undone since, and no checkpoint lies between.
    pub fn typing(&self, document: Document, command: &str, changes: &ChangeSet, now: Timestamp) -> Option<EntryId> {
        let last = self.entries(document).last()?;
        let recent = (0..=TYPING_PAUSE_MS).contains(&now.since_ms(last.at));
        let open = !last.undone && last.checkpoint.is_none() && last.command == command;
        (recent && open && same_fields(&last.changes, changes)).then_some(last.id)
    }

    /// Adds typed changes to the step they go on with (H6), and returns that step; `None` when nothing is left of it,
    /// so that it is gone.
    pub fn type_on(&mut self, document: Document, id: EntryId, changes: ChangeSet, now: Timestamp) -> Option<&Entry> {
        self.amend(document, id, changes);
        let entry = self.entry_mut(document, id)?;
        entry.at = now;
        let counts = |edits: &[Edit]| edits.iter().all(|edit| edit.from.is_bookkeeping());
        if entry.changes.iter().all(|(_, change)| matches!(change, Change::Updated(edits) if counts(edits))) {
            self.forget(document, id);
        }
        self.entry(document, id)
    }

    /// Forgets undone entries that a later step was made after, as that step would have done had it known of them (H2);
    /// returns their ids.
    pub fn tidy(&mut self, document: Document) -> Vec<EntryId> {
        let Some(log) = self.logs.get_mut(&document) else { return Vec::new() };
        let Some(last_done) = log.iter().rev().find(|entry| !entry.undone).map(|entry| entry.id) else {
            return Vec::new();
        };
        if document.sets_aside() {
            for known in log.iter_mut().filter(|known| known.undone && known.id < last_done) {
                known.aside = true;
            }
            return Vec::new();
        }
        let gone = |entry: &Entry| entry.undone && entry.id < last_done;
        let ids = log.iter().filter(|entry| gone(entry)).map(|entry| entry.id).collect();
        log.retain(|entry| !gone(entry));
        ids
    }

    fn entry_mut(&mut self, document: Document, id: EntryId) -> Option<&mut Entry> {
        self.logs.get_mut(&document)?.iter_mut().find(|entry| entry.id == id)
    }

    /// Returns the entry that an undo in these documents would take back (H5).
    pub fn next_undo(&self, scope: &[Document]) -> Option<(Document, &Entry)> {
        let last_done = |&document: &Document| {
            self.entries(document).iter().rev().find(|entry| !entry.undone).map(|entry| (document, entry))
        };
        scope.iter().filter_map(last_done).max_by_key(|(_, entry)| entry.id)
    }

    /// Returns the entry that a redo in these documents would do again (H5).
    pub fn next_redo(&self, scope: &[Document]) -> Option<(Document, &Entry)> {
        let first_undone = |&document: &Document| {
            self.entries(document).iter().find(|entry| entry.undone && !entry.aside).map(|entry| (document, entry))
        };
        let recent = |id: EntryId| self.undone.iter().rposition(|&undone| undone == id);
        scope.iter().filter_map(first_undone).min_by_key(|(_, entry)| (Reverse(recent(entry.id)), entry.id))
    }

    /// Works out the next undo (H3).
    pub fn plan_undo(&self, workspace: &Workspace, scope: &[Document]) -> Option<Step> {
        let (document, entry) = self.next_undo(scope)?;
        let (changes, conflicts) = workspace.fit(&entry.changes.invert());
        Some(Step { document, entry: entry.id, undo: true, changes, conflicts })
    }

    /// Works out the next redo (H3).
    pub fn plan_redo(&self, workspace: &Workspace, scope: &[Document]) -> Option<Step> {
        let (document, entry) = self.next_redo(scope)?;
        let (changes, conflicts) = workspace.fit(&entry.changes);
        Some(Step { document, entry: entry.id, undo: false, changes, conflicts })
    }

    /// Works out how one entry is done again, whatever was done since (H2).
    pub fn plan_restore(&self, workspace: &Workspace, document: Document, id: EntryId) -> Option<Step> {
        let entry = self.entry(document, id).filter(|entry| entry.undone)?;
        let (changes, conflicts) = workspace.fit(&entry.changes);
        Some(Step { document, entry: id, undo: false, changes, conflicts })
    }

    /// Records that a planned step was applied, and returns the entry to be written (H4).
    pub fn confirm(&mut self, step: &Step) -> Option<&Entry> {
        self.undone.retain(|&undone| undone != step.entry);
        if step.undo {
            self.undone.push(step.entry);
        }
        let entry = self.entry_mut(step.document, step.entry)?;
        (entry.undone, entry.aside) = (step.undo, false);
        entry.changes = if step.undo { step.changes.invert() } else { step.changes.clone() };
        Some(entry)
    }

    /// Names a checkpoint after the last done entry; `None` when there is none.
    pub fn add_checkpoint(&mut self, scope: &[Document], name: &str) -> Option<(Document, &Entry)> {
        let (document, id) = self.next_undo(scope).map(|(document, entry)| (document, entry.id))?;
        let entry = self.entry_mut(document, id)?;
        entry.checkpoint = Some(name.to_owned());
        Some((document, entry))
    }
}

/// Whether two sets change the same fields of the same rows, apart from those that only keep count.
fn same_fields(one: &ChangeSet, other: &ChangeSet) -> bool {
    let content = |edits: &[Edit]| edits.iter().filter(|edit| !edit.from.is_bookkeeping()).count();
    let same = |key: &RecordKey, change: &Change| match (change, other.get(key)) {
        (Change::Updated(first), Some(Change::Updated(second))) => {
            let known = |edit: &Edit| first.iter().any(|earlier| earlier.to.names_same(&edit.to));
            content(first) == content(second) && second.iter().filter(|edit| !edit.from.is_bookkeeping()).all(known)
        }
        _ => false,
    };
    one.len() == other.len() && one.iter().all(|(key, change)| same(key, change))
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::env::Env;
    use espalier_model::{MapId, RoomId, Session, SessionId};

    const DOCUMENT: Document = Document::thing(RoomId::Chat, uuid::Uuid::nil());

    struct Lab {
        workspace: Workspace,
        history: History,
        env: Env,
        session: SessionId,
    }

    impl Lab {
        fn new() -> Self {
            let mut env = Env::deterministic(Timestamp(1_000), 1);
            let session = env.id();
            let mut workspace = Workspace::default();
            let mut draft = workspace.draft();
            draft.put(Session::new(session, env.now));
            let changes = draft.finish();
            workspace.apply(&changes).unwrap();
            Self { workspace, history: History::default(), env, session }
        }

        /// Types a name after a pause; returns how many steps there are then.
        fn name(&mut self, name: &str, pause_ms: i64) -> usize {
            self.env.now = self.env.now.plus_ms(pause_ms);
            let now = self.env.now;
            let mut draft = self.workspace.draft();
            draft.update::<Session>(&self.session, |row| (row.name, row.updated_at) = (name.to_owned(), now));
            let changes = draft.finish();
            self.workspace.apply(&changes).unwrap();
            if let Some(entry) = self.history.typing(DOCUMENT, "rename", &changes, now) {
                self.history.type_on(DOCUMENT, entry, changes, now);
            } else {
                let (id, command, subject) = (self.env.id(), "rename".to_owned(), String::new());
                let entry =
                    Entry { id, command, subject, at: now, changes, undone: false, aside: false, checkpoint: None };
                self.history.record(DOCUMENT, entry);
            }
            self.history.entries(DOCUMENT).len()
        }

        fn undo(&mut self) -> String {
            let step = self.history.plan_undo(&self.workspace, &[DOCUMENT]).unwrap();
            assert_eq!(step.conflicts, []);
            self.workspace.apply(&step.changes).unwrap();
            self.history.confirm(&step).unwrap();
            self.workspace.get::<Session>(&self.session).unwrap().name.clone()
        }
    }

    #[test]
    fn h6_typing_on_is_one_step_until_a_pause_or_a_checkpoint() {
        let mut lab = Lab::new();
        assert_eq!(lab.name("a", 500), 1);
        assert_eq!(lab.name("ab", 500), 1);
        assert_eq!(lab.name("abc", TYPING_PAUSE_MS), 1);
        assert_eq!(lab.name("abcd", TYPING_PAUSE_MS + 1), 2);
        lab.history.add_checkpoint(&[DOCUMENT], "here").unwrap();
        assert_eq!(lab.name("abcde", 10), 3);
        assert_eq!(lab.undo(), "abcd");
        assert_eq!(lab.name("x", 10), 3, "what follows an undone step is a new one");
        assert_eq!((lab.undo(), lab.undo(), lab.undo()), ("abcd".into(), "abc".into(), String::new()));
    }

    #[test]
    fn h6_typing_that_comes_back_is_no_step() {
        let mut lab = Lab::new();
        lab.name("a", 500);
        assert_eq!(lab.name("ab", 5_000), 2);
        assert_eq!(lab.name("a", 500), 1);
        assert_eq!(lab.undo(), "");
    }

    #[test]
    fn h5_what_was_undone_last_is_redone_first() {
        let mut lab = Lab::new();
        lab.name("a", 500);
        lab.name("b", 5_000);
        assert_eq!((lab.undo(), lab.undo()), ("a".into(), String::new()));
        let scope = [DOCUMENT, Document::PERSONAS];
        let other: EntryId = lab.env.id();
        let entry = Entry { id: other, undone: true, ..lab.history.entries(DOCUMENT)[0].clone() };
        lab.history.absorb(Document::PERSONAS, [entry]);
        let first = lab.history.entries(DOCUMENT)[0].id;
        assert_eq!(lab.history.next_redo(&scope).map(|(_, entry)| entry.id), Some(first), "undone here");
        let step = Step {
            document: Document::PERSONAS,
            entry: other,
            undo: true,
            changes: ChangeSet::default(),
            conflicts: vec![],
        };
        lab.history.confirm(&step);
        assert_eq!(lab.history.next_redo(&scope).map(|(_, entry)| entry.id), Some(other), "undone last");
        lab.history.confirm(&Step { undo: false, ..step });
        assert_eq!(lab.history.next_redo(&scope).map(|(_, entry)| entry.id), Some(first));
    }

    #[test]
    fn what_is_read_late_does_not_turn_back_what_was_done_meanwhile() {
        let mut lab = Lab::new();
        lab.name("a", 500);
        lab.name("b", 5_000);
        let read = lab.history.entries(DOCUMENT).to_vec();
        assert_eq!(lab.undo(), "a");
        lab.history.add_read(DOCUMENT, read);
        assert_eq!(lab.history.entries(DOCUMENT).iter().map(|entry| entry.undone).collect::<Vec<_>>(), [false, true]);
        assert_eq!(lab.undo(), "");
    }

    #[test]
    fn journal_rows_keep_their_keys() {
        const ID: &str = "0190163d-8694-739b-aea5-966c26f8ad91";
        let entry: EntryId = ID.parse().unwrap();
        for (document, expect) in [
            (Document::TIME_LOG, format!("timelog/{ID}")),
            (Document::of(ID.parse::<MapId>().unwrap()), format!("map.{ID}/{ID}")),
        ] {
            assert_eq!(journal_key(document, entry), expect);
            assert_eq!(parse_journal_key(&expect), Some((document, entry)));
        }
    }
}
