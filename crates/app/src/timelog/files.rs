//! Files of the time log, in and out; an import is a dry run until it is applied.
//!
//! - I1 A file is read again whenever a question about it is answered; nothing is changed before it is applied.
//! - I2 All of it is one step, and bringing it in again adds nothing.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Preset, ensure, known_names, record, view_state};
use crate::effect::Effect;
use crate::{Model, Notice, edit, notify};
use espalier_base::date::DateRange;
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_base::time::Timestamp;
use espalier_model::{Goal, Preferences, Thing, TimeCategory, TimeCategoryId, TimeEntry};
use espalier_storage::port::Durability;
use espalier_timelog::commands::ImportEntries;
use espalier_timelog::formats::{self, DayOrder, DryRun, Format, FormatError, Options, Role, Table};
use espalier_timelog::row::{CategoryRow, GoalRow, Kinds, Row};
use espalier_timelog::target::LogTarget;
use espalier_timelog::{import, names, overlap};

/// A message about an import.
#[derive(Debug, Clone, PartialEq)]
pub enum ImportMsg {
    /// Set which of the first two numbers of a date is the day.
    Order(DayOrder),
    /// Set the days in which repeating events are wanted.
    Range(DateRange),
    /// Set the roles of the columns, which are kept for tables with the same columns.
    Columns(Vec<Option<Role>>),
    /// Read the file as another format; where it cannot be, nothing changes.
    As(Format),
    /// Apply the import.
    Apply,
    /// Cancel the import.
    Cancel,
}

/// An import that waits for a decision.
#[derive(Debug, Clone)]
pub struct Import {
    /// The file's name.
    pub file: String,
    /// Result of the dry run.
    pub run: Rc<DryRun>,
    /// Number of new entries that overlap others, which are kept as well.
    pub overlapping: usize,
    /// Counts of categories and goals that the import creates, besides those of the new entries.
    pub kinds: (usize, usize),
    /// Order of days and months, as answered.
    pub order: Option<DayOrder>,
    /// Days of repeating events, as answered.
    pub range: Option<DateRange>,
    /// The thing that the rows are from, with its name, where they are from no file.
    pub made_of: Option<(Thing, String)>,
    format: Option<Format>,
    bytes: Rc<[u8]>,
}

/// Entries as rows, with names for ids.
pub fn rows(model: &Model) -> Vec<Row> {
    let names = names::exported(model.workspace.tables().time_categories.values().map(AsRef::as_ref));
    let entries = model.workspace.tables().time_entries.values();
    let mut rows: Vec<Row> = entries.map(|entry| row(model, &names, entry)).collect();
    rows.sort_by_key(|row| row.start);
    rows
}

fn row(model: &Model, names: &BTreeMap<TimeCategoryId, String>, entry: &TimeEntry) -> Row {
    let goal = entry.goal.and_then(|id| model.workspace.get::<Goal>(&id));
    Row {
        start: entry.start,
        end: entry.end,
        zone: entry.zone.to_string(),
        category: entry.category.and_then(|id| names.get(&id).cloned()),
        goal: goal.map(|row| row.name.clone()),
        tags: entry.tags.iter().map(str::to_owned).collect(),
        note: entry.note.clone(),
    }
}

/// Categories and goals with names for ids.
pub fn kinds(model: &Model) -> Kinds {
    let categories = model.time_categories();
    let name = |id| categories.iter().find(|row| Some(row.id) == id).map(|row| row.name.clone());
    let names = names::exported(categories.iter().map(AsRef::as_ref));
    let mut goals = model.goals();
    goals.sort_unstable_by_key(|row| (row.from, row.id));
    let goal = |row: &Rc<Goal>| GoalRow {
        name: row.name.clone(),
        days: row.range(),
        target_secs: row.target_secs,
        category: row.category.and_then(|id| names.get(&id).cloned()),
    };
    let category = |row: &Rc<TimeCategory>| CategoryRow {
        name: row.name.clone(),
        color: row.color,
        aliases: row.aliases.clone(),
        archived: row.archived,
        client: name(row.parent),
        rate: row.rate,
        billable: row.billable,
    };
    Kinds { categories: categories.iter().map(category).collect(), goals: goals.iter().map(goal).collect() }
}

/// Writes the whole log to a file.
pub(super) fn export(model: &mut Model, format: Format, now: Timestamp, out: &mut Vec<Effect>) {
    ensure(model);
    let text = formats::write(format, &rows(model), &kinds(model), now);
    let kind = if format == Format::Timewarrior { "-timewarrior" } else { "" };
    let name = format!("espalier-time{kind}-{}.{}", model.today(), format.extension());
    notify(model, Notice::Exported(name.clone()), false);
    out.push(Effect::SaveFile { name, mime: format.media_type(), bytes: text.into_bytes() });
}

/// Writes the timesheet to a table.
pub(super) fn export_sheet(model: &mut Model, out: &mut Vec<Effect>) {
    ensure(model);
    let names = model.timelog.names.clone();
    let name = |id| names.category_name(Some(id)).to_owned();
    let text = model.timesheet().csv(&model.time_clients(), &name, model.time_currency().as_deref());
    let DateRange { first, last } = model.time_range();
    let name = format!("espalier-timesheet-{first}-{last}.csv");
    notify(model, Notice::Exported(name.clone()), false);
    out.push(Effect::SaveFile { name, mime: Format::Csv.media_type(), bytes: text.into_bytes() });
}

/// Reads a file for a dry run; returns whether it is one of the time log.
pub fn read(model: &mut Model, name: &str, bytes: &[u8]) -> bool {
    ensure(model);
    match dry_run(model, bytes, None, None, None) {
        Ok(run) => {
            let (file, bytes, run) = (name.to_owned(), Rc::from(bytes), Rc::new(run));
            let (overlapping, kinds) = looked_at(model, &run);
            model.timelog.import = Some(Import {
                file,
                run,
                overlapping,
                kinds,
                order: None,
                range: None,
                made_of: None,
                format: None,
                bytes,
            });
        }
        Err(FormatError::Unknown) => return false,
        Err(error) => notify(model, Notice::TimeFile(error), true),
    }
    true
}

fn dry_run(
    model: &Model,
    bytes: &[u8],
    format: Option<Format>,
    day_order: Option<DayOrder>,
    range: Option<DateRange>,
) -> Result<DryRun, FormatError> {
    let known = rows(model);
    known_names(model, |categories, _| {
        let kept = model.time_choices().columns;
        let columns: Vec<(String, Vec<Option<Role>>)> =
            kept.into_iter().map(|(key, roles)| (key, roles.iter().map(|name| Role::named(name)).collect())).collect();
        let options = Options { zone: model.time_zone(), day_order, range, columns: &columns, categories };
        formats::dry_run(bytes, format, &options, &known)
    })
}

/// Handles a message about an import.
pub(super) fn import(model: &mut Model, env: &mut Env, msg: ImportMsg, out: &mut Vec<Effect>) {
    let Some(state) = model.timelog.import.take() else { return };
    let mut next = state.clone();
    match msg {
        ImportMsg::Cancel => return,
        ImportMsg::Apply => return apply(model, env, state, out),
        ImportMsg::Order(order) => next.order = Some(order),
        ImportMsg::Range(range) => next.range = Some(range),
        ImportMsg::Columns(roles) => keep_columns(model, &state, &roles, out),
        ImportMsg::As(format) => next.format = Some(format),
    }
    let run = dry_run(model, &next.bytes, next.format, next.order, next.range);
    model.timelog.import = Some(match run {
        Ok(run) => {
            next.run = Rc::new(run);
            (next.overlapping, next.kinds) = looked_at(model, &next.run);
            next
        }
        Err(error) => {
            notify(model, Notice::TimeFile(error), true);
            state
        }
    });
}

/// Keeps the roles of the columns of a table.
fn keep_columns(model: &mut Model, state: &Import, roles: &[Option<Role>], out: &mut Vec<Effect>) {
    /// The most kinds of tables whose roles are kept.
    const MOST: usize = 40;
    let Some(table) = &state.run.table else { return };
    let mut row = model.preferences();
    let columns = &mut row.time.columns;
    if columns.len() >= MOST {
        columns.pop_first();
    }
    let names = roles.iter().map(|role| role.map_or("", Role::name).to_owned()).collect();
    columns.insert(Table::key(&table.header), names);
    edit::change(model, Durability::Strict, out, |draft| draft.put::<Preferences>(row));
}

/// Number of new entries that overlap others, and numbers of new categories and goals.
fn looked_at(model: &Model, run: &DryRun) -> (usize, (usize, usize)) {
    let second = |at: Timestamp| at.0.div_euclid(1_000);
    let end = |row: &Row| second(row.end.unwrap_or(model.now));
    let new: Vec<(i64, i64)> = run.added().map(|row| (second(row.start), end(row))).collect();
    let from = new.iter().map(|(start, _)| *start).min().unwrap_or_default();
    let to = new.iter().map(|(_, end)| *end).max().unwrap_or_default();
    let there = model.timelog.columns.meeting(from, to, model.now).map(|found| (found.hot.start, found.hot.end));
    let kinds = import::new_kinds(&run.kinds, &model.time_categories(), &model.goals());
    (overlap::count_overlapping(&new, there), kinds)
}

fn apply(model: &mut Model, env: &mut Env, state: Import, out: &mut Vec<Effect>) {
    ensure(model);
    let rows: Vec<Row> = state.run.added().cloned().collect();
    let policy = model.time_choices().overlap;
    let mut draft = model.workspace.draft();
    let mut stage = LogTarget::open(&mut draft, env, &model.timelog.columns, policy);
    let done = import::import(&mut stage, &rows, &state.run.kinds);
    let changes = draft.finish();
    model.core.made_of = state.made_of;
    let recorded = record(model, env, ImportEntries::ID, truncate(&state.file, 60), changes, out);
    model.core.made_of = None;
    if recorded.is_none() {
        return;
    }
    notify(model, Notice::Imported(done.added.len()), false);
    model.timelog.look.shown = view_state::PAGE;
    let calendar = model.timelog.columns.calendar();
    let day = |at: Option<Timestamp>| at.map(|at| calendar.day_of(at));
    let first = day(rows.iter().map(|row| row.start).min());
    let last = day(rows.iter().map(|row| row.end.unwrap_or(row.start)).max());
    if let (Some(first), Some(last)) = (first, last) {
        see_import(model, DateRange { first: first.min(last), last });
    }
}

/// Shows the imported days: the range stays if some of them lie in it, else moves to the end of the import.
fn see_import(model: &mut Model, days: DateRange) {
    let shown = model.time_range();
    if shown.first <= days.last && days.first <= shown.last {
        return;
    }
    let month = DateRange { first: days.last.month_start(), last: days.last.month_end() };
    let asked = &mut model.timelog.look.asked;
    (asked.preset, asked.custom) = (Preset::Custom, if days.days() <= 31 { days } else { month });
}
