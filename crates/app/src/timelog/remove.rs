//! Deleting a category or a goal, after a question that says what becomes of its entries.

use super::run;
use crate::effect::Effect;
use crate::{Confirm, Model, Notice, notify};
use espalier_base::env::Env;
use espalier_command::history::Document;
use espalier_model::{Goal, GoalId, TimeCategory, TimeCategoryId};

/// What is to be deleted, once it was confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// A category; its entries go to another one or to none.
    Category(TimeCategoryId, Option<TimeCategoryId>),
    /// A goal; its entries stay.
    Goal(GoalId),
}

/// What is asked about before it is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// What is to be deleted.
    pub removal: Removal,
    /// Its name.
    pub name: String,
    /// How many entries have it.
    pub count: usize,
    /// The name of the category that its entries go to.
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

/// Deletes what was confirmed.
pub fn remove(model: &mut Model, env: &mut Env, removal: Removal, out: &mut Vec<Effect>) {
    let name = name_of(model, removal);
    let (command, params) = match removal {
        Removal::Category(id, to) => ("category.delete", serde_json::json!({ "categoryId": id, "reassignTo": to })),
        Removal::Goal(id) => ("goal.delete", serde_json::json!({ "goalId": id })),
    };
    if run(model, env, command, vec![(command, params)], out).is_some() {
        notify(model, Notice::Done(command, name, Document::TIME_LOG), false);
    }
}
