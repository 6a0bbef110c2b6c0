//! Bulk changes: one change of several entries, such as all ticked ones.

use serde_json::json;

use super::{CommandCall, ensure, keys, run, targets};
use crate::effect::Effect;
use crate::{Model, Notice, notify};
use espalier_base::env::Env;
use espalier_model::{GoalId, TimeCategoryId, TimeEntry, TimeEntryId};
use espalier_timelog::commands::NO_ENTRY;

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
    let steps: Vec<CommandCall> = entries
        .iter()
        .filter_map(|row| {
            let mut params = json!({ "entryId": row.id });
            match change {
                Bulk::Category(Some(id)) => params["category"] = json!(id),
                Bulk::Category(None) => params["clear"] = json!(["category"]),
                Bulk::Goal(Some(id)) => params["goal"] = json!(id),
                Bulk::Goal(None) => params["clear"] = json!(["goal"]),
                Bulk::AddTags(more) => {
                    let tags: Vec<&str> = row.tags.iter().chain(more.iter().map(String::as_str)).collect();
                    params["tags"] = json!(tags);
                }
                Bulk::Note(text) => params["note"] = json!(text),
                Bulk::Shift(minutes) => {
                    let start = row.start.plus_ms(minutes * 60_000);
                    return row.end.map(|_| ("entry.move", json!({ "entryId": row.id, "start": start.to_rfc3339() })));
                }
            }
            Some(("entry.edit", params))
        })
        .collect();
    let name = if matches!(change, Bulk::Shift(_)) { "entry.move" } else { "entry.edit" };
    !steps.is_empty() && run(model, env, name, steps, out).is_some()
}
