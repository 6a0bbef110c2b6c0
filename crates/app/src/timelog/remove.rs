//! Deletion of a category or a goal, after a question that names the entries it affects.

use super::run_one;
use crate::effect::Effect;
use crate::{Confirm, Model, Notice, notify};
use espalier_base::env::Env;
use espalier_command::call::Call;
use espalier_command::history::Document;
use espalier_model::{Goal, GoalId, TimeCategory, TimeCategoryId};
use espalier_timelog::commands::{DeleteCategory, DeleteGoal};

/// A category or a goal to delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// A category; its entries move to another one or to none.
    Category(TimeCategoryId, Option<TimeCategoryId>),
    /// A goal; its entries stay.
    Goal(GoalId),
}

/// A question before a deletion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// The deletion.
    pub removal: Removal,
    /// Name of the category or goal.
    pub name: String,
    /// Number of entries that have it.
    pub count: usize,
    /// Name of the category that its entries move to.
    pub to: Option<String>,
}

/// The question before a category or goal is deleted.
pub(super) fn question(model: &Model, removal: Removal) -> Confirm {
    let entries = model.workspace.tables().time_entries.values();
    let (count, to) = match removal {
        Removal::Category(id, to) => (entries.filter(|entry| entry.category == Some(id)).count(), to),
        Removal::Goal(id) => (entries.filter(|entry| entry.goal == Some(id)).count(), None),
    };
    let to = to.and_then(|id| model.workspace.get::<TimeCategory>(&id)).map(|row| row.name.clone());
    Confirm::RemoveFromLog(Removed { removal, name: name_of(model, removal), count, to })
}

fn name_of(model: &Model, removal: Removal) -> String {
    let found = match removal {
        Removal::Category(id, _) => model.workspace.get::<TimeCategory>(&id).map(|row| row.name.clone()),
        Removal::Goal(id) => model.workspace.get::<Goal>(&id).map(|row| row.name.clone()),
    };
    found.unwrap_or_default()
}

/// Deletes, as was confirmed.
pub fn remove(model: &mut Model, env: &mut Env, removal: Removal, out: &mut Vec<Effect>) {
    let name = name_of(model, removal);
    let call: Call = match removal {
        Removal::Category(category, reassign_to) => DeleteCategory { category, reassign_to }.into(),
        Removal::Goal(id) => DeleteGoal::new(id).into(),
    };
    let id = call.id;
    if run_one(model, env, call, out).is_some() {
        notify(model, Notice::Done(id, name, Document::TIME_LOG), false);
    }
}
