//! The example of the room: made, and removed again without anything that a person has.

use super::{ensure, entry, record};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Confirm, Dialog, Model, Notice, notify, room};
use espalier_base::env::Env;
use espalier_command::history::Document;
use espalier_model::example::is_example;
use espalier_model::{Goal, GoalId, RoomId, TimeCategory, TimeCategoryId, TimeEntry, TimeEntryId};
use espalier_timelog::example::{are_changed_entries, example, is_changed_category, is_changed_goal};

/// The rows that are removed with the example.
#[derive(Debug, Default)]
struct Part {
    entries: Vec<TimeEntryId>,
    goals: Vec<GoalId>,
    categories: Vec<TimeCategoryId>,
}

impl Part {
    /// Collects the entries of the example, and its goals and categories that nothing else uses.
    fn of(model: &Model) -> Self {
        let tables = model.workspace.tables();
        let own = || tables.time_entries.values().filter(|row| !is_example(RoomId::Time, row.id));
        let entries = tables.time_entries.keys().copied().filter(|id| is_example(RoomId::Time, *id)).collect();
        let goals = tables.goals.keys().copied().filter(|id| is_example(RoomId::Time, *id));
        let goals: Vec<GoalId> = goals.filter(|id| own().all(|row| row.goal != Some(*id))).collect();
        let stays = |row: &Goal| !goals.contains(&row.id);
        let is_used = |id: TimeCategoryId| {
            own().any(|row| row.category == Some(id))
                || tables.goals.values().any(|row| stays(row) && row.category == Some(id))
        };
        let categories = tables.time_categories.keys().copied().filter(|id| is_example(RoomId::Time, *id));
        let categories = categories.filter(|id| !is_used(*id)).collect();
        Self { entries, goals, categories }
    }

    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.goals.is_empty() && self.categories.is_empty()
    }

    /// Whether a person changed something of the example.
    fn is_changed(&self, model: &Model) -> bool {
        let (workspace, tables) = (&model.workspace, model.workspace.tables());
        let ids = || {
            let categories = tables.time_categories.keys().filter(|id| is_example(RoomId::Time, **id));
            let goals = tables.goals.keys().filter(|id| is_example(RoomId::Time, **id));
            categories.map(|id| id.unix_ms()).chain(goals.map(|id| id.unix_ms()))
        };
        let mut entries =
            self.entries.iter().filter_map(|id| workspace.get::<TimeEntry>(id)).map(|row| &**row).peekable();
        let mut goals = self.goals.iter().filter_map(|id| workspace.get::<Goal>(id));
        let mut categories = self.categories.iter().filter_map(|id| workspace.get::<TimeCategory>(id));
        categories.any(|row| is_changed_category(row))
            || goals.any(|row| is_changed_goal(row))
            || entries.peek().is_some() && are_changed_entries(entries, ids())
    }
}

impl Model {
    /// Whether there is something of the example in the time log that can be removed.
    pub fn has_time_example(&self) -> bool {
        !Part::of(self).is_empty()
    }
}

/// Shows the example, which is made where there is none.
pub(super) fn open(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    ensure(model);
    if !model.has_time_example() {
        let runs = !model.timelog.columns.running().is_empty();
        let known = model.time_categories();
        let rows = example(model.language(), model.timelog.columns.calendar(), env, &known, runs);
        let mut draft = model.workspace.draft();
        for row in rows.categories {
            draft.put(row);
        }
        for row in rows.goals {
            draft.put(row);
        }
        for row in rows.entries {
            draft.put(row);
        }
        let changes = draft.finish();
        record(model, env, entry::EXAMPLE, String::new(), changes, out);
    }
    room::go(model, Route::Time(None), out);
}

/// Removes the example, or asks first where a person changed something of it and was not asked yet.
pub(super) fn remove(model: &mut Model, env: &mut Env, asked: bool, out: &mut Vec<Effect>) {
    ensure(model);
    let part = Part::of(model);
    if part.is_empty() {
        return;
    }
    if !asked && part.is_changed(model) {
        model.dialog = Some(Dialog::Confirm(Confirm::RemoveExample));
        return;
    }
    let mut draft = model.workspace.draft();
    for id in &part.entries {
        draft.remove::<TimeEntry>(id);
    }
    for id in &part.goals {
        draft.remove::<Goal>(id);
    }
    for id in &part.categories {
        draft.remove::<TimeCategory>(id);
    }
    let changes = draft.finish();
    if record(model, env, entry::REMOVE_EXAMPLE, String::new(), changes, out).is_some() {
        notify(model, Notice::Done(entry::REMOVE_EXAMPLE, String::new(), Document::TIME_LOG), false);
    }
}
