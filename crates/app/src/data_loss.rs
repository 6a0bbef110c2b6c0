//! Detection of data loss, by row counts kept outside the database.
//!
//! A database that is damaged or gone looks like a first visit. So row counts are kept beside it and compared when the
//! app starts: where rows are missing and no step explains it, the person is told before anything is done.
//!
//! - U1 Numbers are kept only once everything is stored, and not while less is there than there was, until the person
//!   has seen it.
//! - U2 The numbers may be older than the database, never newer: browsers write them late. So fewer things are no loss
//!   where the database knows a later step, or its latest one was taken back.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{BootState, Model};
use espalier_command::history::{Document, EntryId};
use espalier_model::Table;

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
}

impl RowCounts {
    /// Counts by table.
    pub const fn counts(&self) -> [(Table, usize); 7] {
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
    kept: Option<RowCounts>,
    /// Histories that still have to be read before the counts can be compared.
    awaited: BTreeSet<Document>,
    compared: bool,
    entries_compared: bool,
    /// Counts before and now, where rows are missing.
    pub missing: Option<(RowCounts, RowCounts)>,
}

/// Begins the detection, with the counts that were kept.
pub fn start(model: &mut Model, kept: Option<RowCounts>) {
    model.data_loss_guard = DataLossGuard { kept, awaited: lists(model).collect(), ..DataLossGuard::default() };
}

/// Takes note that a history was read, or could not be.
pub fn read(model: &mut Model, document: Document) {
    model.data_loss_guard.awaited.remove(&document);
}

fn now(model: &Model) -> RowCounts {
    let tables = model.workspace.tables();
    let entries = if model.whole.contains(&Table::TimeEntries) {
        tables.time_entries.len()
    } else {
        model.data_loss_guard.kept.as_ref().map_or(0, |kept| kept.entries)
    };
    RowCounts {
        sessions: tables.sessions.len(),
        maps: tables.maps.len(),
        courses: tables.courses.len(),
        scenes: tables.scenes.len(),
        goals: tables.goals.len(),
        agents: tables.personas.len(),
        entries,
        last: latest(model).map(|(id, _)| id),
    }
}

/// The latest step, and whether it was undone.
fn latest(model: &Model) -> Option<(EntryId, bool)> {
    let last = |document: Document| model.history.entries(document).iter().map(|entry| (entry.id, entry.undone)).max();
    lists(model).filter_map(last).max()
}

/// Compares once, and then returns the counts to be kept whenever they have changed (U1).
pub fn counts_to_keep(model: &mut Model) -> Option<RowCounts> {
    let settled = model.boot == BootState::Ready && model.data_loss_guard.awaited.is_empty() && model.all_saved();
    if !settled || model.read_only.is_some() || model.data_loss_guard.missing.is_some() {
        return None;
    }
    let now = now(model);
    let here = model.whole.contains(&Table::TimeEntries);
    let before = model.data_loss_guard.kept.clone().unwrap_or_default();
    let less = !std::mem::replace(&mut model.data_loss_guard.compared, true) && now.is_less_than(&before) && {
        // U2
        !latest(model).is_some_and(|(id, undone)| undone || before.last.is_none_or(|last| id > last))
    };
    let no_entries = here
        && !std::mem::replace(&mut model.data_loss_guard.entries_compared, true)
        && now.entries == 0
        && before.entries > 0
        && model.history.entries(Document::TIME_LOG).is_empty();
    if less || no_entries {
        model.data_loss_guard.missing = Some((before, now));
    } else if model.data_loss_guard.kept.as_ref() != Some(&now) {
        model.data_loss_guard.kept = Some(now.clone());
        return Some(now);
    }
    None
}

/// Accepts the loss: the person was told and goes on.
pub fn accept(model: &mut Model) {
    model.data_loss_guard.missing = None;
}
