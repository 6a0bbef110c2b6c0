//! Detection of data loss, by row counts kept outside the database.
//!
//! A database that is damaged or gone looks like a first visit, and a map without its nodes like a new one. So row
//! counts are kept beside it, and compared when the app starts and when a document is opened: where rows are missing
//! and no step explains it, the person is told.
//!
//! - U1 Numbers are kept only once everything is stored, and not while less is there than there was, until the person
//!   has seen it.
//! - U2 The numbers may be older than the database, never newer: browsers write them late. So fewer things are no loss
//!   where the database knows a later step, or its latest one was taken back.
//! - U3 The number of a document's rows is kept while all of them are in memory. It stays as it was while none is
//!   touched, and is dropped when one is added or removed of which the others were not read.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{BootState, Model, Notice};
use espalier_base::id::Id;
use espalier_command::history::{Document, EntryId};
use espalier_model::{DocumentKey, MindMap, RecordKey, Scene, Session, Table};

/// The histories that are read at every start.
pub fn lists(model: &Model) -> impl Iterator<Item = Document> + use<> {
    model.rooms.all().flat_map(|info| info.lists.iter().copied())
}

/// Row counts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RowCounts {
    /// Conversations.
    pub sessions: usize,
    /// Maps.
    pub maps: usize,
    /// Courses.
    pub courses: usize,
    /// Scenes.
    pub scenes: usize,
    /// Goals.
    pub goals: usize,
    /// Agents that the person made or changed.
    pub agents: usize,
    /// Entries of the time log, as of the last time they were read.
    pub entries: usize,
    /// The latest step of those histories that are read at every start.
    pub last: Option<EntryId>,
    /// Numbers of rows inside of documents: messages, nodes, shapes (U3).
    pub inside: BTreeMap<String, RowsInside>,
}

/// Number of rows inside of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowsInside(
    /// The number.
    pub usize,
    /// Time of the latest step of the document, in milliseconds.
    i64,
);

/// Counts before and now, where rows are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Document in which they are missing; none where whole documents are.
    pub inside: Option<Document>,
    /// Counts before.
    pub before: Vec<(Table, usize)>,
    /// Counts now; none of what was not read yet.
    pub now: Vec<(Table, Option<usize>)>,
}

impl RowCounts {
    /// Counts by table.
    const fn counts(&self) -> [(Table, usize); 7] {
        [
            (Table::Sessions, self.sessions),
            (Table::Maps, self.maps),
            (Table::Courses, self.courses),
            (Table::Scenes, self.scenes),
            (Table::TimeEntries, self.entries),
            (Table::Goals, self.goals),
            (Table::Personas, self.agents),
        ]
    }

    /// Whether any count is less than before.
    fn is_less_than(&self, before: &Self) -> bool {
        self.counts().iter().zip(before.counts()).any(|((_, now), (_, before))| *now < before)
    }
}

/// State of the detection.
#[derive(Debug, Default)]
pub struct DataLossGuard {
    /// Counts that were kept last.
    kept: RowCounts,
    /// Histories that were read, or could not be.
    histories: BTreeSet<Document>,
    compared: bool,
    entries_compared: bool,
    /// Rows of documents as they were read, until the histories of these are there to compare.
    found: BTreeMap<Document, usize>,
    /// Documents all of whose rows are in memory.
    whole: BTreeSet<Document>,
    /// Documents whose rows were added or removed since they were counted.
    touched: BTreeSet<Document>,
    /// Counts before and now, where rows are missing.
    pub missing: Option<Missing>,
}

/// Begins the detection, with the counts that were kept.
pub fn start(model: &mut Model, kept: Option<RowCounts>) {
    model.data_loss_guard = DataLossGuard { kept: kept.unwrap_or_default(), ..DataLossGuard::default() };
}

/// Takes note that a history was read, or could not be.
pub fn read(model: &mut Model, document: Document) {
    model.data_loss_guard.histories.insert(document);
}

/// Takes note of the rows inside of a document, as they were read.
pub fn rows_read(model: &mut Model, document: Document, rows: usize) {
    let rows = rows.max(rows_inside(model, document));
    let guard = &mut model.data_loss_guard;
    guard.found.insert(document, rows);
    guard.whole.insert(document);
}

/// Takes note of rows that were added or removed.
pub fn changed<'a>(model: &mut Model, rows: impl Iterator<Item = &'a RecordKey>) {
    let touched = rows.filter_map(RecordKey::inside);
    model.data_loss_guard.touched.extend(touched.filter(|document| document.inside().is_some()));
}

/// Counts but for those inside of documents, which [`count_inside`] keeps.
fn now(model: &Model) -> RowCounts {
    let tables = model.workspace.tables();
    RowCounts {
        sessions: tables.sessions.len(),
        maps: tables.maps.len(),
        courses: tables.courses.len(),
        scenes: tables.scenes.len(),
        goals: tables.goals.len(),
        agents: tables.personas.len(),
        entries: entries(model),
        last: latest(model, lists(model)).map(|(id, _)| id),
        inside: BTreeMap::new(),
    }
}

/// Number of entries of the time log, as of the last time they were read.
fn entries(model: &Model) -> usize {
    if model.whole.contains(&Table::TimeEntries) {
        model.workspace.tables().time_entries.len()
    } else {
        model.data_loss_guard.kept.entries
    }
}

/// Whether everything was read that is read at the start, and there is no conversation, map, course, scene or time entry.
pub fn is_empty(model: &Model) -> bool {
    let rows = model.workspace.tables();
    model.boot == BootState::Ready
        && rows.sessions.is_empty()
        && rows.maps.is_empty()
        && rows.courses.is_empty()
        && rows.scenes.is_empty()
        && entries(model) == 0
}

/// Counts the rows inside of the documents that were touched (U3); says whether a number changed. This runs after every
/// message, so the numbers of all others stay where they are.
fn count_inside(model: &mut Model) -> bool {
    let guard = &mut model.data_loss_guard;
    let found = &guard.found;
    let touched: Vec<Document> = guard.touched.iter().copied().filter(|one| !found.contains_key(one)).collect();
    let mut changed = false;
    for document in touched {
        model.data_loss_guard.touched.remove(&document);
        let key = document.to_string();
        let known = model.data_loss_guard.kept.inside.get(&key).copied();
        if known.is_none() {
            model.data_loss_guard.whole.insert(document);
        }
        let is_whole = name(model, document).is_some() && model.data_loss_guard.whole.contains(&document);
        let number = is_whole.then(|| {
            let last = latest(model, [document]).map_or(0, |(id, _)| id.unix_ms());
            RowsInside(rows_inside(model, document), last)
        });
        changed |= number != known;
        let inside = &mut model.data_loss_guard.kept.inside;
        match number {
            Some(number) => drop(inside.insert(key, number)),
            None => drop(inside.remove(&key)),
        }
    }
    changed
}

/// Number of rows in memory that are inside of a document.
fn rows_inside(model: &Model, document: Document) -> usize {
    let DocumentKey::Thing(id) = document.key else { return 0 };
    let rows = &model.workspace;
    match document.inside() {
        Some((Table::Messages, _)) => rows.messages(Id::from_uuid(id)).count(),
        Some((Table::Nodes, _)) => rows.nodes(Id::from_uuid(id)).count(),
        Some((Table::Shapes, _)) => rows.shapes(Id::from_uuid(id)).count(),
        _ => 0,
    }
}

/// Returns the name of a document with rows inside, which may be empty; `None` where it is gone.
pub fn name(model: &Model, document: Document) -> Option<String> {
    let DocumentKey::Thing(id) = document.key else { return None };
    let rows = &model.workspace;
    match document.inside()?.0 {
        Table::Messages => rows.get::<Session>(&Id::from_uuid(id)).map(|row| model.title(row)),
        Table::Nodes => rows.get::<MindMap>(&Id::from_uuid(id)).map(|row| row.name.clone()),
        Table::Shapes => rows.get::<Scene>(&Id::from_uuid(id)).map(|row| row.name.clone()),
        _ => None,
    }
}

/// Names of documents whose rows or files were not read, and the number of time entries where these were not: what cannot
/// be written back from memory.
pub fn not_in_memory(model: &Model) -> (Vec<String>, usize) {
    let guard = &model.data_loss_guard;
    let documents = guard.kept.inside.iter().filter(|(_, RowsInside(rows, _))| *rows > 0);
    let messages = model.workspace.tables().messages.values();
    // Of an attached file no more than its name and its text is in memory.
    let with_files = messages.filter(|message| message.attachments().next().is_some());
    let with_files: BTreeSet<Document> = with_files.map(|message| Document::of(message.session)).collect();
    let documents = documents
        .filter_map(|(key, _)| key.parse().ok())
        .filter(|document| !guard.whole.contains(document) || with_files.contains(document));
    let entries = if model.whole.contains(&Table::TimeEntries) { 0 } else { guard.kept.entries };
    (documents.filter_map(|document| name(model, document)).collect(), entries)
}

/// The latest step, and whether it was undone.
fn latest(model: &Model, documents: impl IntoIterator<Item = Document>) -> Option<(EntryId, bool)> {
    let last = |document: Document| model.history.entries(document).iter().map(|entry| (entry.id, entry.undone)).max();
    documents.into_iter().filter_map(last).max()
}

/// Compares once, and then returns the counts to be kept whenever they have changed (U1).
pub fn counts_to_keep(model: &mut Model) -> Option<RowCounts> {
    let is_read = |document| model.data_loss_guard.histories.contains(&document);
    let settled = model.boot == BootState::Ready && lists(model).all(is_read) && model.all_saved();
    if !settled || model.read_only.is_some() || model.data_loss_guard.missing.is_some() {
        return None;
    }
    let opened = model.data_loss_guard.found.iter().filter(|(document, _)| is_read(**document));
    let opened: Vec<(Document, usize)> = opened.map(|(document, rows)| (*document, *rows)).collect();
    for (document, rows) in opened {
        model.data_loss_guard.found.remove(&document);
        model.data_loss_guard.missing = missing_inside(model, document, rows);
        if model.data_loss_guard.missing.is_some() {
            // The dialog says more than the notice of what was put in order.
            model.toasts.retain(|toast| !matches!(toast.text, Notice::Repaired(.., true)));
            return None;
        }
    }
    let here = model.whole.contains(&Table::TimeEntries);
    let inside_changed = count_inside(model);
    let now = now(model);
    let inside = std::mem::take(&mut model.data_loss_guard.kept.inside);
    let before = model.data_loss_guard.kept.clone();
    model.data_loss_guard.kept.inside = inside;
    let less = !std::mem::replace(&mut model.data_loss_guard.compared, true) && now.is_less_than(&before) && {
        // U2
        !latest(model, lists(model)).is_some_and(|(id, undone)| undone || before.last.is_none_or(|last| id > last))
    };
    let no_entries = here
        && !std::mem::replace(&mut model.data_loss_guard.entries_compared, true)
        && now.entries == 0
        && before.entries > 0
        && model.history.entries(Document::TIME_LOG).is_empty();
    if less || no_entries {
        let counted = |(table, count)| (table, (here || table != Table::TimeEntries).then_some(count));
        let now = now.counts().map(counted).to_vec();
        model.data_loss_guard.missing = Some(Missing { inside: None, before: before.counts().to_vec(), now });
    } else if inside_changed || before != now {
        let kept = &mut model.data_loss_guard.kept;
        *kept = RowCounts { inside: std::mem::take(&mut kept.inside), ..now };
        return Some(kept.clone());
    }
    None
}

/// Rows that are missing inside of a document which was just read.
fn missing_inside(model: &mut Model, document: Document, rows: usize) -> Option<Missing> {
    model.data_loss_guard.touched.insert(document);
    let RowsInside(before, last) = *model.data_loss_guard.kept.inside.get(&document.to_string())?;
    // U2
    let is_explained = latest(model, [document]).is_some_and(|(id, undone)| undone || id.unix_ms() > last);
    let is_there = name(model, document).is_some();
    let (table, _) = document.inside().filter(|_| rows < before && !is_explained && is_there)?;
    Some(Missing { inside: Some(document), before: vec![(table, before)], now: vec![(table, Some(rows))] })
}

/// Accepts the loss: the person was told and goes on.
pub fn accept(model: &mut Model) {
    model.data_loss_guard.missing = None;
}
