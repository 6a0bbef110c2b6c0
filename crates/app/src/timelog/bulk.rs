//! Bulk changes: one change of several entries, such as all ticked ones.

use super::{ensure, keys, run, targets};
use crate::effect::Effect;
use crate::{Model, Notice, notify};
use espalier_base::env::Env;
use espalier_command::call::Call;
use espalier_model::{GoalId, TimeCategoryId, TimeEntry, TimeEntryId};
use espalier_timelog::commands::{EditEntry, Moment, MoveEntry, NO_ENTRY};

/// A change of several entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bulk {
    /// Set the category; `None` removes it.
    Category(Option<TimeCategoryId>),
    /// Set the goal; `None` removes it.
    Goal(Option<GoalId>),
    /// Add these tags.
    AddTags(Vec<String>),
    /// Set the note.
    Note(String),
    /// Shift the times by so many minutes; running entries stay.
    Shift(i64),
}

impl Bulk {
    /// Reads the tags of a typed text, which are separated by commas or spaces; `None` where there is none.
    pub fn add_tags(text: &str) -> Option<Self> {
        let tags = text.split([',', ' ', '，', '、']).map(|tag| tag.trim_start_matches(['#', '＃']).trim());
        let tags: Vec<String> = tags.filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
        (!tags.is_empty()).then_some(Self::AddTags(tags))
    }
}

/// Changes all ticked entries, which stay ticked.
pub(super) fn perform(model: &mut Model, env: &mut Env, change: &Bulk, out: &mut Vec<Effect>) {
    ensure(model);
    let ids = targets(model);
    if perform_on(model, env, &ids, change, out) {
        model.timelog.look.selection = ids;
    }
}

/// Changes these entries, or the last one worked on where none is named.
pub(super) fn perform_on_named(
    model: &mut Model,
    env: &mut Env,
    mut ids: Vec<TimeEntryId>,
    change: &Bulk,
    out: &mut Vec<Effect>,
) {
    ensure(model);
    if ids.is_empty() {
        ids.extend(keys::latest(model));
    }
    if ids.is_empty() {
        return notify(model, Notice::Reason(NO_ENTRY), true);
    }
    perform_on(model, env, &ids, change, out);
}

/// Changes entries as one step; returns whether they were changed.
fn perform_on(model: &mut Model, env: &mut Env, ids: &[TimeEntryId], change: &Bulk, out: &mut Vec<Effect>) -> bool {
    let mut entries: Vec<_> = ids.iter().filter_map(|id| model.workspace.get::<TimeEntry>(id).cloned()).collect();
    // Those in front make room first, so that none is in the way of another.
    entries.sort_unstable_by_key(|row| row.start);
    if matches!(change, Bulk::Shift(minutes) if *minutes > 0) {
        entries.reverse();
    }
    let steps: Vec<Call> = entries.iter().filter_map(|row| step(row, change)).collect();
    let name = if matches!(change, Bulk::Shift(_)) { MoveEntry::ID } else { EditEntry::ID };
    !steps.is_empty() && run(model, env, name, steps, out).is_some()
}

/// The command that changes an entry; `None` where it stays.
fn step(row: &TimeEntry, change: &Bulk) -> Option<Call> {
    let mut edit = EditEntry::new(row.id);
    match change {
        Bulk::Category(None) => edit.clear = Some(vec!["category"]),
        Bulk::Category(Some(id)) => edit.category = Some((*id).into()),
        Bulk::Goal(None) => edit.clear = Some(vec!["goal"]),
        Bulk::Goal(goal) => edit.goal = *goal,
        Bulk::AddTags(more) => {
            edit.tags = Some(row.tags.iter().map(str::to_owned).chain(more.iter().cloned()).collect());
        }
        Bulk::Note(text) => edit.note = Some(text.clone()),
        Bulk::Shift(minutes) => {
            let start = Moment(row.start.plus_ms(minutes * 60_000));
            return row.end.map(|_| MoveEntry::new(row.id, start).into());
        }
    }
    Some(edit.into())
}
