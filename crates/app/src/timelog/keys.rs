//! Commands without parameters: run on the selection.

use super::{Form, TimeMsg, ensure, run_one};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Model, clock as timer};
use espalier_base::env::Env;
use espalier_command::call::{Call, CommandId};
use espalier_command::spec::Spec;
use espalier_model::{TimeEntry, TimeEntryId};
use espalier_timelog::REGISTRY;
use espalier_timelog::commands::{
    AddEntry, DeleteEntries, DuplicateEntry, EditEntry, MergeEntries, ResumeEntry, StartEntry, StopEntry,
};

/// The command of a key, written as in the registry.
pub fn shortcut(keys: &str) -> Option<&'static Spec> {
    let plain = keys.to_lowercase();
    let exact = REGISTRY.by_shortcut(keys, espalier_timelog::CATEGORIES);
    exact.or_else(|| REGISTRY.by_shortcut(&plain, espalier_timelog::CATEGORIES)).filter(|spec| is_here(spec))
}

/// Whether a command can be found by keys and in lists. The others need a choice which only a form offers.
pub const fn is_here(spec: &Spec) -> bool {
    !spec.shortcuts.is_empty()
}

/// Whether a command can run now, on the selection.
pub fn applies(model: &Model, spec: &Spec) -> bool {
    let selected = targets(model).len();
    let runs = !model.timelog.columns.running().is_empty();
    is_here(spec)
        && match spec.id {
            StartEntry::ID | AddEntry::ID => true,
            StopEntry::ID => runs,
            ResumeEntry::ID => !model.timelog.columns.is_empty(),
            MergeEntries::ID => selected > 1,
            DeleteEntries::ID => selected > 0,
            _ => selected == 1,
        }
}

/// Entries that commands act on: the ticked ones, else the one the keyboard is at.
pub fn targets(model: &Model) -> Vec<TimeEntryId> {
    let look = &model.timelog.look;
    if look.selection.is_empty() { look.at.into_iter().collect() } else { look.selection.clone() }
}

/// Entries that a command of the palette acts on: in the room the selection, else the last one worked on. Empty where
/// the log would have to be read for that.
pub fn addressed(model: &Model) -> Vec<TimeEntryId> {
    let selected = if matches!(model.route, Route::Time(_)) { targets(model) } else { Vec::new() };
    if selected.is_empty() { latest(model).into_iter().collect() } else { selected }
}

/// The running entry, else the one that ended last.
pub(super) fn latest(model: &Model) -> Option<TimeEntryId> {
    let running = timer::running(model).map(|running| running.id);
    running.or_else(|| {
        let columns = &model.timelog.columns;
        let (_, end) = columns.extent()?;
        let last = columns.meeting(end - 1, end, model.now);
        last.max_by_key(|found| (found.hot.end, found.entry.id)).map(|found| found.entry.id)
    })
}

/// Runs a command on the selection.
pub(super) fn perform(model: &mut Model, env: &mut Env, id: CommandId, out: &mut Vec<Effect>) {
    ensure(model);
    let selection = targets(model);
    let primary = selection.last().copied();
    let entry = |id| model.workspace.get::<TimeEntry>(&id);
    let call: Call = match id {
        StartEntry::ID => return super::update(model, env, TimeMsg::Start(String::new()), out),
        AddEntry::ID => {
            let form = Form::blank(model);
            return super::form::open(model, Some(form));
        }
        EditEntry::ID => {
            let form = primary.and_then(entry).map(|entry| Form::of(model, entry));
            return super::form::open(model, form);
        }
        StopEntry::ID => StopEntry::new().into(),
        // Resuming what runs already makes no sense; the last one that ended is meant.
        ResumeEntry::ID => {
            let ended = primary.filter(|id| selection.len() == 1 && entry(*id).is_none_or(|row| !row.is_running()));
            ResumeEntry { entry: ended }.into()
        }
        MergeEntries::ID => MergeEntries::new(selection).into(),
        DeleteEntries::ID => DeleteEntries::new(selection).into(),
        DuplicateEntry::ID if let Some(primary) = primary => DuplicateEntry::new(primary).into(),
        _ => return,
    };
    run_one(model, env, call, out);
}
