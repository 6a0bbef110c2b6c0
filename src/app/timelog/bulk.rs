//! One change of all entries that are ticked. Must not be in here: what a command does to one.

use serde_json::json;

use super::{Step, ensure, run, targets};
use crate::app::Model;
use crate::app::effect::Effect;
use crate::base::env::Env;
use crate::model::{GoalId, TimeCategoryId, TimeEntry};

/// What is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bulk {
    /// The category; `None` takes it away.
    Category(Option<TimeCategoryId>),
    /// The goal; `None` takes it away.
    Goal(Option<GoalId>),
    /// These tags are added.
    AddTags(Vec<String>),
    /// When they were, by so many minutes; what runs stays.
    Shift(i64),
}

/// Does it as one step; what is ticked stays ticked.
pub(super) fn perform(model: &mut Model, env: &mut Env, change: Bulk, out: &mut Vec<Effect>) {
    ensure(model);
    let ids = targets(model);
    let mut entries: Vec<_> = ids.iter().filter_map(|id| model.workspace.get::<TimeEntry>(id).cloned()).collect();
    // Those in front make room first, so that none is in the way of another.
    entries.sort_unstable_by_key(|row| row.start);
    if matches!(change, Bulk::Shift(minutes) if minutes > 0) {
        entries.reverse();
    }
    let steps: Vec<Step> = entries
        .iter()
        .filter_map(|row| {
            let mut params = json!({ "entryId": row.id });
            match &change {
                Bulk::Category(Some(id)) => params["category"] = json!(id),
                Bulk::Category(None) => params["clear"] = json!(["category"]),
                Bulk::Goal(Some(id)) => params["goal"] = json!(id),
                Bulk::Goal(None) => params["clear"] = json!(["goal"]),
                Bulk::AddTags(more) => {
                    let tags: Vec<&str> = row.tags.iter().chain(more.iter().map(String::as_str)).collect();
                    params["tags"] = json!(tags);
                }
                Bulk::Shift(minutes) => {
                    let start = row.start.plus_ms(minutes * 60_000);
                    return row.end.map(|_| ("entry.move", json!({ "entryId": row.id, "start": start.to_rfc3339() })));
                }
            }
            Some(("entry.edit", params))
        })
        .collect();
    let name = if matches!(change, Bulk::Shift(_)) { "entry.move" } else { "entry.edit" };
    if !steps.is_empty() && run(model, env, name, steps, out).is_some() {
        model.timelog.look.selection = ids;
    }
}
