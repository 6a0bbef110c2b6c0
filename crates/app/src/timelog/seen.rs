//! View state after changes: shows what was made or asked for, and drops selected or filtered things that are gone or
//! hidden.

use std::rc::Rc;

use super::view_state::PAGE;
use super::{Preset, View, listed};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Model, Notice, notify};
use espalier_base::date::{DateRange, LocalDate};
use espalier_command::transaction::Applied;
use espalier_model::{Goal, TimeCategory, TimeEntry, TimeEntryId};
use espalier_timelog::report::Filter;

/// Drops things that are gone from the selection, the form and the filter.
pub(super) fn prune(model: &mut Model) {
    let timelog = &mut *model.timelog;
    let (columns, look) = (&timelog.columns, &mut timelog.look);
    look.selection.retain(|&id| columns.get(id).is_some());
    look.at.take_if(|id| columns.get(*id).is_none());
    if let Some(form) = &mut look.form
        && form.entry.is_some_and(|id| columns.get(id).is_none())
    {
        // What was typed is not lost with the entry: it can be saved as a new one.
        form.entry = None;
        look.form.take_if(|form| !form.is_changed());
    }
    let (workspace, filter) = (&model.core.workspace, &mut look.asked.filter);
    filter.categories.retain(|id| id.is_none_or(|id| workspace.get::<TimeCategory>(&id).is_some()));
    filter.goals.retain(|id| id.is_none_or(|id| workspace.get::<Goal>(&id).is_some()));
}

/// Takes the keyboard away from an entry that the timeline does not show.
pub(super) fn forget_hidden(model: &mut Model) {
    let shown = |id: TimeEntryId| model.timelog.columns.get(id).is_some_and(|entry| is_on_timeline(model, entry));
    if model.timelog.look.view != View::List && model.timelog.look.at.is_some_and(|id| !shown(id)) {
        model.timelog.look.at = None;
    }
}

/// Whether an entry lies in the days of the timeline.
fn is_on_timeline(model: &Model, entry: &TimeEntry) -> bool {
    let (from, to) = model.timelog.columns.calendar().span(model.timeline_range());
    let (start, end) = entry.seconds(model.now);
    start < to && end.max(start + 1) > from
}

/// Moves the keyboard to the entry that a step made or changed, and shows its day: widens the days of the list and
/// moves the timeline.
pub(super) fn reveal(model: &mut Model, applied: &Applied) {
    let ids = applied.outcomes.iter().flat_map(|(_, outcome)| &outcome.select);
    let entries: Vec<TimeEntryId> = ids.map(|&id| TimeEntryId::from_uuid(id)).collect();
    let found: Vec<Rc<TimeEntry>> = entries.iter().filter_map(|&id| model.timelog.columns.get(id)).cloned().collect();
    let Some(first) = found.first() else { return };
    let calendar = model.timelog.columns.calendar();
    let days: Vec<LocalDate> = found.iter().map(|entry| calendar.day_of(entry.start)).collect();
    model.timelog.look.selection.clear();
    model.timelog.look.at = Some(first.id);
    if model.timelog.look.view != View::List && !found.iter().any(|entry| is_on_timeline(model, entry)) {
        model.timelog.look.day = days.first().copied();
    }
    for day in days {
        see_day(model, day);
    }
}

/// Shows the entry of the address, if it has one: moves the keyboard to it, and the list and the timeline to its week
/// where they do not show it. The entry may be years away, so the days are not widened.
pub(super) fn point(model: &mut Model, out: &mut Vec<Effect>) {
    let Route::Time(asked) = model.route else { return };
    model.timelog.look.pointed = asked;
    let Some(id) = asked else { return };
    let Some(entry) = model.timelog.columns.get(id).cloned() else {
        model.timelog.look.pointed = None;
        model.route = Route::Time(None);
        out.push(Effect::SetRoute(model.route, true));
        return notify(model, Notice::NoSuchPlace, false);
    };
    let calendar = model.timelog.columns.calendar();
    let day = calendar.day_of(entry.start);
    let first = calendar.week_of(day);
    let week = DateRange::new(first, first.plus_days(6));
    let place = |model: &Model, range: DateRange, limit: usize| {
        listed(model, range, limit).0.iter().position(|(_, entry)| entry.id == id)
    };
    let mut rank = place(model, week, usize::MAX);
    if rank.is_none() {
        model.timelog.look.asked.filter = Filter::default();
        rank = place(model, week, usize::MAX);
    }
    if place(model, model.time_range(), model.timelog.look.shown).is_none() {
        (model.timelog.look.asked.preset, model.timelog.look.asked.custom) = (Preset::Custom, week);
        model.timelog.look.shown = PAGE.max(rank.map_or(0, |rank| rank + 1));
    }
    model.timelog.look.selection.clear();
    model.timelog.look.at = Some(id);
    model.timelog.look.pointed_calls += 1;
    if !is_on_timeline(model, &entry) {
        model.timelog.look.day = Some(day);
    }
}

/// Widens the days that are shown by one, if it is not among them.
fn see_day(model: &mut Model, day: LocalDate) {
    let range = model.time_range();
    if !range.contains(day) {
        let wider = DateRange { first: range.first.min(day), last: range.last.max(day) };
        (model.timelog.look.asked.preset, model.timelog.look.asked.custom) = (Preset::Custom, wider);
    }
}
