//! Running the tools of the assistant: arguments are read into a call, a call is answered from the columns, and the
//! answer is written for a model.
//!
//! - L1 Days may be said in words; what they were taken for is said in absolute days.
//! - L2 A name that may mean several things comes back as a choice, never as the first that fits; goals of the same name
//!   count together.
//! - L3 Totals are over all that matches; only the entries themselves are given page by page.
//! - L4 The same log, day and arguments give the same bytes.
//!
//! Must not be in here: sums, asking a model, changing anything.

mod arguments;
mod offers;
mod wording;

pub use self::arguments::read;
pub use self::offers::{OFFERS, Offer};
pub use self::wording::SHORT;

use serde_json::Value;

use super::columns::Columns;
use super::insight;
use super::names::{self, Named};
use super::phrase::{Around, PhraseError};
use super::report::{self, Cell, Dimension, Filter, Key, Query};
use super::tools::{Call, Finding, Found, Group, Only, Sums};
use crate::base::date::{DateRange, Weekday};
use crate::base::time::Timestamp;
use crate::command::schema::Problem;
use crate::model::timelog::{Goal, GoalId, TimeCategory, TimeCategoryId};
use crate::model::workspace::Workspace;

/// The most entries that are given at once.
pub const MAX_DETAILS: usize = 200;
/// The most groups that are given.
pub const MAX_ROWS: usize = 400;
/// The goals of which a query tells how much time they took.
const TOP_GOALS: usize = 10;
/// How many entries may be looked at to say which ones are behind the groups; further groups name none.
const EVIDENCE: usize = 4_000_000;
/// Gaps shorter than this are no gaps, unless one asks.
const MIN_GAP_SECS: i64 = 900;

/// What the tools look at.
#[derive(Debug, Clone, Copy)]
pub struct World<'a> {
    /// The records.
    pub workspace: &'a Workspace,
    /// The entries.
    pub columns: &'a Columns,
    /// Now.
    pub now: Timestamp,
}

/// What a tool answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The numbers with the entries behind them.
    pub finding: Finding,
    /// What a model is told.
    pub text: String,
    /// The same as data.
    pub json: Value,
}

/// Why a tool cannot answer; its text tells a model what to do instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LookUpError {
    /// There is no such tool.
    #[error("there is no tool {0:?}")]
    UnknownTool(String),
    /// An argument is wrong.
    #[error("{}", .0.text(crate::base::language::Language::En))]
    Arguments(Problem),
    /// Days are not understood.
    #[error(transparent)]
    Days(#[from] PhraseError),
    /// Nothing has this name.
    #[error("there is no {kind} {name:?}. There are: {}", known.join(", "))]
    UnknownName {
        /// `category` or `goal`.
        kind: &'static str,
        /// As it was said.
        name: String,
        /// Some that there are.
        known: Vec<String>,
    },
    /// A name may mean several things (L2).
    #[error("{name:?} may be one of these {kind} names: {}. Ask which one is meant, or use one of them", choices.join(", "))]
    Several {
        /// `category` or `goal`.
        kind: &'static str,
        /// As it was said.
        name: String,
        /// What it may mean.
        choices: Vec<String>,
    },
}

const fn dimension(group: Group) -> Dimension {
    match group {
        Group::Day => Dimension::Day,
        Group::Week => Dimension::Week,
        Group::Month => Dimension::Month,
        Group::Category => Dimension::Category,
        Group::Goal => Dimension::Goal,
        Group::Tag => Dimension::Tag,
        Group::Hour => Dimension::Hour,
        Group::Weekday => Dimension::Weekday,
    }
}

impl World<'_> {
    /// Today.
    pub fn today(&self) -> crate::base::date::LocalDate {
        self.columns.calendar().day_of(self.now)
    }

    /// What words for days are relative to.
    pub fn around(&self) -> Around {
        let calendar = self.columns.calendar();
        let running = self.columns.running().first().map(|entry| entry.start.0.div_euclid(1_000));
        let first = self.columns.extent().map(|(first, _)| first).into_iter().chain(running).min();
        let earliest = first.map(|first| calendar.day(first));
        Around { today: self.today(), week_start: calendar.week_start(), earliest }
    }

    fn all_days(&self) -> DateRange {
        let earliest = self.around().earliest.unwrap_or(self.today());
        let last = self.columns.extent().map(|(_, last)| self.columns.calendar().day(last - 1));
        DateRange::new(earliest, last.unwrap_or(earliest).max(self.today()))
    }

    fn category_name(&self, id: Option<TimeCategoryId>) -> String {
        let row = id.and_then(|id| self.workspace.get::<TimeCategory>(&id));
        row.map(|row| row.name.clone()).unwrap_or_default()
    }

    fn goal_name(&self, id: Option<GoalId>) -> String {
        let row = id.and_then(|id| self.workspace.get::<Goal>(&id));
        row.map(|row| row.name.clone()).unwrap_or_default()
    }

    fn key_text(&self, key: &Key) -> String {
        match key {
            Key::From(day) => day.to_string(),
            Key::Weekday(day) => weekday_name(*day).to_owned(),
            Key::Hour(hour) => hour.to_string(),
            Key::Category(category) => self.category_name(*category),
            Key::Goal(goal) => self.goal_name(*goal),
            Key::Tag(tag) => tag.clone().unwrap_or_default(),
        }
    }

    /// The filter that names stand for (L2).
    fn filter(&self, only: &Only) -> Result<Filter, LookUpError> {
        let mut filter = Filter { text: only.text.clone().unwrap_or_default(), ..Filter::default() };
        if let Some(name) = &only.category {
            let rows: Vec<_> = self.workspace.tables().time_categories.values().collect();
            let named: Vec<Named<'_>> =
                rows.iter().map(|row| Named { name: &row.name, aliases: &row.aliases }).collect();
            filter.categories =
                resolve("category", name, &named)?.into_iter().map(|place| Some(rows[place].id)).collect();
        }
        if let Some(name) = &only.goal {
            filter.goals = self.goals_named(name)?.into_iter().map(Some).collect();
        }
        filter.tags = only.tag.iter().cloned().collect();
        Ok(filter)
    }

    fn goals_named(&self, name: &str) -> Result<Vec<GoalId>, LookUpError> {
        let rows: Vec<_> = self.workspace.tables().goals.values().collect();
        let named: Vec<Named<'_>> = rows.iter().map(|row| Named { name: &row.name, aliases: &[] }).collect();
        Ok(resolve("goal", name, &named)?.into_iter().map(|place| rows[place].id).collect())
    }
}

/// The English name of a weekday, as findings have it.
const fn weekday_name(day: Weekday) -> &'static str {
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"][day.from_monday() as usize]
}

/// The places of what a name stands for: one, or all that have the same name (L2).
fn resolve(kind: &'static str, name: &str, named: &[Named<'_>]) -> Result<Vec<usize>, LookUpError> {
    let names_of = |places: &[usize]| -> Vec<String> {
        let mut names: Vec<String> = places.iter().map(|&place| named[place].name.to_owned()).collect();
        names.dedup();
        names
    };
    match names::find(name, named) {
        names::Found::One(place, _) => Ok(vec![place]),
        names::Found::Several(places) => {
            let first = super::stage::plain_name(named[places[0]].name);
            let same: Vec<usize> =
                (0..named.len()).filter(|&place| super::stage::plain_name(named[place].name) == first).collect();
            if places.iter().all(|place| same.contains(place)) {
                return Ok(same);
            }
            Err(LookUpError::Several { kind, name: name.to_owned(), choices: names_of(&places) })
        }
        names::Found::None => {
            let some: Vec<usize> = (0..named.len().min(30)).collect();
            Err(LookUpError::UnknownName { kind, name: name.to_owned(), known: names_of(&some) })
        }
    }
}

fn sums(cell: &Cell) -> Sums {
    Sums {
        secs: cell.seconds,
        count: cell.entries,
        days: cell.days,
        active_days: cell.active_days,
        median_secs: cell.median_secs,
        streak: cell.streak,
    }
}

/// Runs a tool: reads its arguments, looks up, and writes the answer with at most so many entries.
pub fn run(world: &World<'_>, tool: &str, arguments: &Value, details: usize) -> Result<Answer, LookUpError> {
    let (call, offset) = read(world, tool, arguments)?;
    answer(world, &call, offset, details)
}

/// Answers a call; entries are left out up to `offset`, and at most `details` of them given (L3).
pub fn answer(world: &World<'_>, call: &Call, offset: usize, details: usize) -> Result<Answer, LookUpError> {
    let details = details.min(MAX_DETAILS);
    let finding = match call {
        Call::Query(range, only) => query(world, *range, &world.filter(only)?, offset, details),
        Call::Aggregate(range, groups, only) => aggregate(world, *range, groups, &world.filter(only)?),
        Call::Compare(one, other, group, only) => compare(world, *one, *other, *group, &world.filter(only)?),
        Call::Gaps(range) => gaps(world, *range),
        Call::Overlaps(range) => overlaps(world, *range),
        Call::Categories => aggregate(world, world.all_days(), &[Group::Category], &Filter::default()),
        Call::Goals(range, name) => goals(world, *range, name.as_deref())?,
    };
    let text = wording::text(world, call, &finding, offset);
    let json = wording::json(world, call, &finding, offset);
    Ok(Answer { finding, text, json })
}

fn grouped(world: &World<'_>, query: &Query, limit: usize) -> (report::Report, Vec<Found>) {
    let report = report::report(world.columns, query, world.now);
    let looked_at = report.total.entries.max(1) as usize;
    let mut rows = Vec::new();
    for (place, row) in report.rows.iter().take(limit).enumerate() {
        let entries = if place * looked_at < EVIDENCE {
            report::evidence_ids(world.columns, query, &row.keys, world.now)
        } else {
            Vec::new()
        };
        let keys = row.keys.iter().map(|key| world.key_text(key)).collect();
        rows.push(Found { keys, sums: sums(&row.cell), entries, ..Found::default() });
    }
    (report, rows)
}

fn whole(range: DateRange, filter: &Filter) -> Query {
    Query::new(range).of(filter.clone()).with_days()
}

fn finding(world: &World<'_>, query: &Query, total: &Cell, rows: Vec<Found>) -> Finding {
    let entries = report::evidence_ids(world.columns, query, &[], world.now);
    Finding { range: query.range, other: None, total: sums(total), other_total: None, rows, entries }
}

fn aggregate(world: &World<'_>, range: DateRange, groups: &[Group], filter: &Filter) -> Finding {
    let dimensions: Vec<Dimension> = groups.iter().map(|group| dimension(*group)).collect();
    let query = whole(range, filter).by(&dimensions);
    let (report, rows) = grouped(world, &query, if groups.is_empty() { 0 } else { MAX_ROWS });
    finding(world, &query, &report.total, rows)
}

/// Categories, the top goals, then the entries, the latest first; the latter have a beginning.
fn query(world: &World<'_>, range: DateRange, filter: &Filter, offset: usize, details: usize) -> Finding {
    let query = whole(range, filter);
    let (report, mut rows) = grouped(world, &query.clone().by(&[Dimension::Category]), MAX_ROWS);
    let (_, goals) = grouped(world, &query.clone().by(&[Dimension::Goal]), TOP_GOALS + 1);
    rows.extend(goals.into_iter().filter(|row| row.keys != [""]).take(TOP_GOALS).map(|mut row| {
        // A goal is told from a category by its place in the keys.
        row.keys.insert(0, String::new());
        row
    }));
    let (from, to) = world.columns.calendar().span(range);
    let mut found = report::evidence(world.columns, &query, &[], world.now);
    found.sort_unstable_by_key(|row| (std::cmp::Reverse(row.hot.start), row.entry.id));
    for row in found.iter().skip(offset).take(details) {
        let (entry, cut) = (row.entry, row.hot.end.min(to) - row.hot.start.max(from));
        rows.push(Found {
            keys: vec![world.category_name(entry.category), world.goal_name(entry.goal)],
            sums: Sums { secs: cut, count: 1, ..Sums::default() },
            start: Some(entry.start),
            end: entry.end,
            note: entry.note.clone(),
            entries: vec![entry.id],
            ..Found::default()
        });
    }
    finding(world, &query, &report.total, rows)
}

fn compare(world: &World<'_>, one: DateRange, other: DateRange, group: Option<Group>, filter: &Filter) -> Finding {
    let compared = insight::compare(world.columns, one, other, filter, group.map(dimension), world.now);
    let rows = compared.rows.iter().take(MAX_ROWS).map(|(key, here, there)| Found {
        keys: vec![world.key_text(key)],
        sums: sums(here),
        other: Some(sums(there)),
        entries: match group {
            Some(group) => {
                let query = whole(one, filter).by(&[dimension(group)]);
                report::evidence_ids(world.columns, &query, std::slice::from_ref(key), world.now)
            }
            None => Vec::new(),
        },
        ..Found::default()
    });
    let mut found = finding(world, &whole(one, filter), &compared.total.0, rows.collect());
    (found.other, found.other_total) = (Some(other), Some(sums(&compared.total.1)));
    found
}

fn stretch(from: i64, to: i64) -> Found {
    let sums = Sums { secs: to - from, count: 1, ..Sums::default() };
    let at = |second: i64| Some(Timestamp(second * 1_000));
    Found { sums, start: at(from), end: at(to), ..Found::default() }
}

fn of_stretches(range: DateRange, rows: Vec<Found>, count: usize) -> Finding {
    let secs = rows.iter().map(|row| row.sums.secs).sum();
    let total = Sums { secs, count: count as u32, days: range.days() as u32, ..Sums::default() };
    let entries = rows.iter().flat_map(|row| row.entries.iter().copied()).collect();
    Finding { range, other: None, total, other_total: None, rows, entries }
}

fn gaps(world: &World<'_>, range: DateRange) -> Finding {
    let gaps = insight::gaps(world.columns, range, &Filter::default(), MIN_GAP_SECS, None, world.now);
    let rows: Vec<Found> = gaps.iter().map(|gap| stretch(gap.from, gap.to)).collect();
    let count = rows.len();
    of_stretches(range, rows, count)
}

fn overlaps(world: &World<'_>, range: DateRange) -> Finding {
    let (pairs, count) = insight::overlaps(world.columns, range, MAX_DETAILS, world.now);
    let row = |pair: &insight::Overlapping| {
        let mut row = stretch(pair.from, pair.to);
        row.entries = vec![pair.first, pair.second];
        let note = |id| world.columns.get(id).map(|entry| entry.note.clone()).unwrap_or_default();
        row.note = format!("{} / {}", note(pair.first), note(pair.second));
        row
    };
    of_stretches(range, pairs.iter().map(row).collect(), count)
}

fn goals(world: &World<'_>, range: DateRange, name: Option<&str>) -> Result<Finding, LookUpError> {
    let wanted = name.map(|name| world.goals_named(name)).transpose()?;
    let mut goals: Vec<_> = world.workspace.tables().goals.values().collect();
    goals.retain(|goal| match &wanted {
        Some(wanted) => wanted.contains(&goal.id),
        None => goal.from <= range.last && range.first <= goal.to,
    });
    goals.sort_unstable_by_key(|goal| (goal.from, goal.id));
    let mut rows = Vec::new();
    for goal in goals.into_iter().take(MAX_ROWS) {
        let filter = Filter { goals: vec![Some(goal.id)], ..Filter::default() };
        let query = whole(goal.range(), &filter);
        let (report, _) = grouped(world, &query, 0);
        rows.push(Found {
            keys: vec![goal.name.clone(), goal.from.to_string(), goal.to.to_string()],
            sums: sums(&report.total),
            target_secs: goal.target_secs,
            entries: report::evidence_ids(world.columns, &query, &[], world.now),
            ..Found::default()
        });
    }
    let total = rows.iter().fold(Sums::default(), |sum, row| Sums {
        secs: sum.secs + row.sums.secs,
        count: sum.count + row.sums.count,
        days: range.days() as u32,
        ..sum
    });
    let entries = rows.iter().flat_map(|row| row.entries.iter().copied()).collect();
    Ok(Finding { range, other: None, total, other_total: None, rows, entries })
}

#[cfg(test)]
mod tests;
