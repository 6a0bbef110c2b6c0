//! Typed lines, as entries or as the beginning of the timer.

use super::{Form, ensure, run_making, run_one};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Model, room};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::call::Call;
use espalier_model::{Thing, TimeEntry, TimeEntryId};
use espalier_timelog::commands::{AddEntry, CategoryRef, CreateCategory, Moment, StartEntry};
use espalier_timelog::names::{Found, How, Named, Written, find, split, written};
use espalier_timelog::quick_add::{self, Known, QuickAdd, Sure, Timed};
use espalier_timelog::row::Row;

/// Calls `read` with the names of categories and goals, as parsers need them.
pub fn known_names<T>(model: &Model, read: impl FnOnce(&[Named<'_>], &[Named<'_>]) -> T) -> T {
    let categories = model.time_categories();
    let goals = model.goals();
    let categories = written(categories.iter().map(AsRef::as_ref));
    let live = categories.iter().filter(|one| !one.row.archived);
    let categories: Vec<Named<'_>> = live.map(Written::named).collect();
    let goals: Vec<Named<'_>> = goals.iter().map(|row| Named { name: &row.name, aliases: &[], client: None }).collect();
    read(&categories, &goals)
}

/// Reads a line as of an instant, with its most likely meaning.
pub fn read_line(model: &Model, text: &str, now: Timestamp) -> QuickAdd {
    line_readings(model, text, now).swap_remove(0)
}

/// All readings of a line as of an instant, at least one.
pub fn line_readings(model: &Model, text: &str, now: Timestamp) -> Vec<QuickAdd> {
    known_names(model, |categories, goals| {
        let calendar = model.timelog.columns.calendar();
        quick_add::readings(text, &Known { now, calendar, categories, goals })
    })
}

/// Adds the entry of a line; a line that says too little opens the form, and one without an end runs. A line with an
/// open question adds nothing unless one of its readings was chosen. The entry may be given an id.
pub(super) fn add(
    model: &mut Model,
    env: &mut Env,
    text: &str,
    chosen: Option<usize>,
    made: Option<TimeEntryId>,
    out: &mut Vec<Effect>,
) {
    ensure(model);
    if text.trim().is_empty() {
        return;
    }
    let mut readings = line_readings(model, text, env.now);
    if chosen.is_none() && matches!(readings[0].sure, Sure::Asked(_)) {
        return;
    }
    let place = chosen.unwrap_or(0).min(readings.len() - 1);
    let read = readings.swap_remove(place);
    match (read.timed, read.row.end) {
        (Timed::Open, _) => fill(model, &read),
        (_, Some(end)) => {
            let (mut steps, StartEntry { category, goal, tags, note, .. }) = said(model, &read);
            let add = AddEntry::new(Moment(read.row.start), Moment(end));
            steps.push(AddEntry { category, goal, tags, note, ..add }.into());
            run_making(model, env, AddEntry::ID, steps, made, out);
        }
        _ => begin(model, env, &read, made, out),
    }
}

/// Adds the entry of a line that was typed outside the room. As readings cannot be chosen there, a line with an open
/// question opens the form in the room with its most likely meaning.
pub(super) fn add_anywhere(
    model: &mut Model,
    env: &mut Env,
    text: &str,
    made: Option<TimeEntryId>,
    out: &mut Vec<Effect>,
) {
    ensure(model);
    if is_made(model, made) {
        return room::go(model, Route::Time(None), out);
    }
    let read = read_line(model, text, env.now);
    if text.trim().is_empty() || !matches!((read.sure, read.timed), (Sure::Asked(_), _) | (_, Timed::Open)) {
        return add(model, env, text, None, made, out);
    }
    room::go(model, Route::Time(None), out);
    fill(model, &read);
}

/// Whether an entry of that id exists already.
fn is_made(model: &Model, made: Option<TimeEntryId>) -> bool {
    made.is_some_and(|id| model.workspace.get::<TimeEntry>(&id).is_some())
}

/// Opens the form with the content of a line. From then on only the form has it: closing the form would lose it.
fn fill(model: &mut Model, read: &QuickAdd) {
    let opened = Form::new(model, read.row.start, read.row.end);
    let form = Form { opened: Some(Box::new(opened)), ..Form::of_row(model, &read.row) };
    super::form::open(model, Some(form));
    model.timelog.done += 1;
}

/// Starts the timer with the content of a line. The entry may be given an id; an existing one of that id is shown.
pub(super) fn start(model: &mut Model, env: &mut Env, text: &str, made: Option<TimeEntryId>, out: &mut Vec<Effect>) {
    ensure(model);
    if is_made(model, made) {
        return room::go(model, Route::Time(None), out);
    }
    let read = read_line(model, text, env.now);
    begin(model, env, &read, made, out);
}

/// Starts the timer with a note, which is taken as it is, and links the entry to the thing it is about.
pub(super) fn start_of(model: &mut Model, env: &mut Env, made_of: (Thing, String), note: &str, out: &mut Vec<Effect>) {
    ensure(model);
    model.core.made_of = Some(made_of);
    run_one(model, env, StartEntry { note: Some(note.to_owned()), ..StartEntry::new() }, out);
    model.core.made_of = None;
}

fn begin(model: &mut Model, env: &mut Env, read: &QuickAdd, made: Option<TimeEntryId>, out: &mut Vec<Effect>) {
    let (mut steps, said) = said(model, read);
    let start = (read.timed == Timed::Since).then_some(Moment(read.row.start));
    steps.push(StartEntry { start, ..said }.into());
    run_making(model, env, StartEntry::ID, steps, made, out);
}

/// Content of a line besides its times, after the commands that make its category where that is new.
fn said(model: &Model, read: &QuickAdd) -> (Vec<Call>, StartEntry) {
    let (mut steps, mut said) = (Vec::new(), content(model, &read.row));
    if read.new_category
        && let Some(name) = &read.row.category
    {
        said.category = category(model, name, &mut steps);
    }
    (steps, said)
}

/// Content of a row besides its times; the day decides between goals of one name.
pub(super) fn content(model: &Model, row: &Row) -> StartEntry {
    let category = row.category.as_deref().and_then(|name| {
        let rows = model.time_categories();
        let named = written(rows.iter().map(AsRef::as_ref)).into_iter().filter(|one| one.name == name);
        named.min_by_key(|one| (one.row.archived, one.client.is_some())).map(|one| one.row.id.into())
    });
    let goal = row.goal.as_deref().and_then(|name| {
        let day = model.timelog.columns.calendar().day_of(row.start);
        let goals = model.goals();
        let named = goals.iter().filter(|goal| goal.name == name);
        named.max_by_key(|goal| (goal.range().contains(day), goal.to)).map(|goal| goal.id)
    });
    StartEntry { category, goal, tags: Some(row.tags.clone()), note: Some(row.note.clone()), ..StartEntry::new() }
}

/// The category of a name, after the commands that make it and its client where they are new.
pub(super) fn category(model: &Model, name: &str, steps: &mut Vec<Call>) -> Option<CategoryRef> {
    if name.is_empty() {
        return None;
    }
    let rows = model.time_categories();
    let all = written(rows.iter().map(AsRef::as_ref));
    let named: Vec<Named<'_>> = all.iter().map(Written::named).collect();
    match find(name, &named) {
        Found::One(at, How::Exact | How::Alias) => return Some(all[at].row.id.into()),
        // Which of them is meant is not known: the command says so.
        Found::Several(places) if places.iter().all(|&at| named[at].is_called(name)) => {
            return Some(CategoryRef::Named(name.to_owned()));
        }
        _ => {}
    }
    let mut make = |name: &str, client: Option<CategoryRef>| {
        steps.push(CreateCategory { client, ..CreateCategory::new(name.to_owned()) }.into());
        Some(CategoryRef::Named(format!("step{}", steps.len())))
    };
    let Some((client, own)) = split(name, &named) else { return make(name, None) };
    let is_client = |one: &&Written<'_>| one.client.is_none() && one.named().is_called(client);
    let client = all.iter().find(is_client).map(|one| one.row.id.into()).or_else(|| make(client, None));
    make(own, client)
}
