//! Running the tools of the assistant: arguments are read into a call, a call is answered from the columns, and the
//! answer is written for a model.
//!
//! - L1 Days may be said in words; what they were taken for is said in absolute days.
//! - L2 A name that may mean several things comes back as a choice, never as the first that fits; goals of the same name
//!   count together.
//! - L3 Totals are over all that matches; only the entries themselves are given page by page.
//! - L4 The same log, day and arguments give the same bytes.

mod arguments;
mod found;
mod offers;
mod wording;

pub use self::arguments::read;
pub use self::offers::{OFFERS, Offer};
pub use self::wording::SHORT;

use std::collections::BTreeMap;

use serde_json::Value;
use uuid::Uuid;

use self::found::{compare, gaps, goals, overlaps, query};

use super::billing::{self, Clients, Terms};
use super::columns::Columns;
use super::names::{self, Named, Written};
use super::phrase::{Around, PhraseError};
use super::report::{self, Cell, Dimension, Filter, Key, Query};
use super::tools::{Call, Finding, Found, Group, GroupFilter, Missing, Only, Sums, weekday_name};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_command::schema::Problem;
use espalier_model::timelog::{Goal, GoalId, TimeCategory, TimeCategoryId};
use espalier_model::workspace::Workspace;

/// The most entries that are given at once.
pub const MAX_DETAILS: usize = 200;
/// The most groups that are given.
pub const MAX_ROWS: usize = 400;
/// The most days that are looked through, of which the first [`MAX_ROWS`] are written: the busiest day of years is one of all.
const MAX_DAYS: usize = 4_000;
/// The goals of which a query tells how much time they took.
const TOP_GOALS: usize = 10;
/// Limit of entries looked at to name those behind the groups; further groups name none.
const EVIDENCE: usize = 4_000_000;
/// Gaps shorter than this are no gaps, unless one asks.
const MIN_GAP_SECS: i64 = 900;

/// Data that the tools read.
#[derive(Debug, Clone, Copy)]
pub struct World<'a> {
    /// The records.
    pub workspace: &'a Workspace,
    /// The entries.
    pub columns: &'a Columns,
    /// Present instant.
    pub now: Timestamp,
}

/// Answer of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The numbers with the entries behind them.
    pub finding: Finding,
    /// Answer as text for a model.
    pub text: String,
    /// Answer as data.
    pub json: Value,
}

/// Reason why a tool cannot answer; its text tells a model what to do instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Language::En))]
pub enum LookUpError {
    /// The tool does not exist.
    UnknownTool(String),
    /// An argument is wrong.
    Arguments(Problem),
    /// Days are not understood.
    Days(#[from] PhraseError),
    /// No category or goal has this name.
    UnknownName {
        /// `category` or `goal`.
        kind: &'static str,
        /// Name as it was said.
        name: String,
        /// Some known names.
        known: Vec<String>,
    },
    /// A name may mean several things (L2).
    Several {
        /// `category` or `goal`.
        kind: &'static str,
        /// Name as it was said.
        name: String,
        /// Names it may mean.
        choices: Vec<String>,
    },
}

impl LookUpError {
    /// Returns the message: what is wrong, and what to do instead.
    pub fn text(&self, language: Language) -> String {
        let kind_in_chinese = |kind: &str| if kind == "goal" { "目标" } else { "分类" };
        match (self, language) {
            (Self::Arguments(problem), _) => problem.text(language),
            (Self::Days(error), _) => error.text(language),
            (Self::UnknownTool(name), Language::En) => format!("there is no tool {name:?}"),
            (Self::UnknownTool(name), Language::Zh) => format!("没有{name:?}这个工具"),
            (Self::UnknownName { kind, name, known }, Language::En) => {
                format!("there is no {kind} {name:?}. There are: {}", known.join(", "))
            }
            (Self::UnknownName { kind, name, known }, Language::Zh) => {
                format!("没有叫“{name}”的{}。现有：{}", kind_in_chinese(kind), known.join("、"))
            }
            (Self::Several { kind, name, choices }, Language::En) => format!(
                "{name:?} may be one of these {kind} names: {}. Ask which one is meant, or use one of them",
                choices.join(", ")
            ),
            (Self::Several { kind, name, choices }, Language::Zh) => {
                format!(
                    "“{name}”可能是以下{}：{}。请问清是哪一个，或直接用其中一个",
                    kind_in_chinese(kind),
                    choices.join("、")
                )
            }
        }
    }
}

const fn dimension(group: Group) -> Dimension {
    match group {
        Group::Day => Dimension::Day,
        Group::Week => Dimension::Week,
        Group::Month => Dimension::Month,
        Group::Client => Dimension::Client,
        Group::Category => Dimension::Category,
        Group::Goal => Dimension::Goal,
        Group::Tag => Dimension::Tag,
        Group::Hour => Dimension::Hour,
        Group::Weekday => Dimension::Weekday,
    }
}

impl World<'_> {
    /// Returns the day of the present instant.
    pub fn today(&self) -> LocalDate {
        self.columns.calendar().day_of(self.now)
    }

    /// Returns the days that words for days are relative to.
    pub fn around(&self) -> Around {
        let calendar = self.columns.calendar();
        let running = self.columns.running().first().map(|entry| entry.start.0.div_euclid(1_000));
        let first = self.columns.extent().map(|(first, _)| first).into_iter().chain(running).min();
        let earliest = first.map(|first| calendar.day(first));
        Around { today: self.today(), week_start: calendar.week_start(), earliest }
    }

    /// All tags, by name.
    pub fn tags(&self) -> Vec<String> {
        let dictionary = self.columns.dictionary();
        let mut tags: Vec<String> =
            (1..=dictionary.tags()).filter_map(|tag| dictionary.tag(tag)).map(str::to_owned).collect();
        tags.sort_unstable();
        tags
    }

    /// Whether some note or tag has these words; those of letters have to begin where a word does.
    pub fn mentions(&self, words: &str) -> bool {
        let filter = Filter { text: words.to_owned(), ..Filter::default() };
        let query = Query::new(self.all_days()).of(filter);
        let wanted = super::scan::Folded::new(words);
        let begins = |text: &str| {
            let folded = super::scan::Folded::new(text);
            let chars = folded.chars();
            let letter = |c: &char| c.is_alphanumeric() && !super::scan::is_cjk(*c);
            (0..chars.len()).any(|at| {
                let is_begun = at.checked_sub(1).is_none_or(|before| !(letter(&chars[before]) && letter(&chars[at])));
                let end = at + wanted.len();
                let rest: String = chars.get(end..).unwrap_or_default().iter().take_while(|c| letter(c)).collect();
                let is_form =
                    wanted.chars().last().is_some_and(|c| super::scan::is_cjk(*c)) || is_ending(&rest, wanted.chars());
                is_begun && chars[at..].starts_with(wanted.chars()) && is_form
            })
        };
        let found = report::evidence(self.columns, &query, &[], self.now);
        found.iter().any(|row| begins(&row.entry.note) || row.entry.tags.iter().any(begins))
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
        let mut filter = Filter {
            text: only.text.clone().unwrap_or_default(),
            weekdays: only.weekdays.iter().fold(0, |days, day| days | 1 << day.from_monday()),
            clock: only.clock,
            min_secs: only.min_secs,
            max_secs: only.max_secs,
            ..Filter::default()
        };
        for name in &only.without {
            filter.without.extend(self.categories_named(name)?);
        }
        if let Some(name) = &only.category {
            filter.categories = self.categories_named(name)?;
        } else if only.lacks(Missing::Category) {
            filter.categories = vec![None];
        }
        if only.billable && self.has_terms() {
            let terms = self.terms();
            let named = (!filter.categories.is_empty()).then_some(filter.categories);
            let billed = terms.into_keys().map(Some).filter(|id| named.as_ref().is_none_or(|all| all.contains(id)));
            filter.categories = billed.collect();
            if filter.categories.is_empty() {
                // An empty list would be everything, and no category has this id.
                filter.categories.push(Some(TimeCategoryId::from_uuid(Uuid::nil())));
            }
        }
        filter.untagged = only.lacks(Missing::Tag);
        if let Some(name) = &only.goal {
            filter.goals = self.goals_named(name)?.into_iter().map(Some).collect();
        }
        filter.tags = only.tag.iter().cloned().collect();
        Ok(filter)
    }

    fn terms(&self) -> Terms {
        billing::terms(self.workspace.tables().time_categories.values().map(AsRef::as_ref))
    }

    fn has_terms(&self) -> bool {
        !self.terms().is_empty()
    }

    fn clients(&self) -> Clients {
        billing::clients(self.workspace.tables().time_categories.values().map(AsRef::as_ref))
    }

    /// The categories of a name; a client stands for its projects as well.
    fn categories_named(&self, name: &str) -> Result<Vec<Option<TimeCategoryId>>, LookUpError> {
        let rows = names::written(self.workspace.tables().time_categories.values().map(AsRef::as_ref));
        let named: Vec<Named<'_>> = rows.iter().map(Written::named).collect();
        let mut found: Vec<_> =
            resolve("category", name, &named)?.into_iter().map(|place| Some(rows[place].row.id)).collect();
        let projects: Vec<_> = self
            .clients()
            .into_iter()
            .filter(|(_, client)| found.contains(&Some(*client)))
            .map(|(id, _)| Some(id))
            .collect();
        found.extend(projects);
        Ok(found)
    }

    fn goals_named(&self, name: &str) -> Result<Vec<GoalId>, LookUpError> {
        let rows: Vec<_> = self.workspace.tables().goals.values().collect();
        let named: Vec<Named<'_>> =
            rows.iter().map(|row| Named { name: &row.name, aliases: &[], client: None }).collect();
        Ok(resolve("goal", name, &named)?.into_iter().map(|place| rows[place].id).collect())
    }
}

/// Whether letters after a word only make a form of it: "running" of "run", but not "outline" of "out".
fn is_ending(rest: &str, word: &[char]) -> bool {
    let doubled = word.last().and_then(|last| rest.strip_prefix(*last));
    let endings = ["", "s", "es", "ed", "ing", "er", "ers", "e", "ings"];
    endings.contains(&rest) || doubled.is_some_and(|rest| ["ing", "ed", "er", "ers"].contains(&rest))
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
            let first = super::target::plain_name(named[places[0]].own());
            let same: Vec<usize> =
                (0..named.len()).filter(|&place| super::target::plain_name(named[place].own()) == first).collect();
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
        mean_days: cell.mean_days,
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
    let mut finding = match call {
        Call::Query(range, only, order) => query(world, *range, &world.filter(only)?, *order, (offset, details)),
        Call::Aggregate(range, groups, only, kept) => aggregate(world, *range, groups, &world.filter(only)?, *kept),
        Call::Compare(one, other, group, only) => compare(world, *one, *other, *group, &world.filter(only)?),
        Call::Gaps(range, least) => gaps(world, *range, least.unwrap_or(MIN_GAP_SECS)),
        Call::Overlaps(range) => overlaps(world, *range),
        Call::Categories => {
            aggregate(world, world.all_days(), &[Group::Category], &Filter::default(), GroupFilter::default())
        }
        Call::Goals(range, name) => goals(world, *range, name.as_deref())?,
    };
    if let Call::Query(_, only, _) | Call::Aggregate(_, _, only, _) | Call::Compare(_, _, _, only) = call {
        finding.only = only.clone();
        finding.only.billable = only.billable && world.has_terms();
    }
    // How long groups or gaps have to be is said as well.
    if let Call::Aggregate(_, _, _, kept) = call {
        finding.only.min_secs = finding.only.min_secs.or(kept.min_secs);
        finding.only.max_secs = finding.only.max_secs.or(kept.max_secs.filter(|most| *most > 0));
    }
    if let Call::Gaps(_, least) = call {
        finding.only.min_secs = *least;
    }
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
    let (range, logged) = (query.range, report::logged(world.columns, query.range, world.now));
    Finding { range, logged, other: None, total: sums(total), other_total: None, rows, entries, only: Only::default() }
}

fn aggregate(world: &World<'_>, range: DateRange, groups: &[Group], filter: &Filter, kept: GroupFilter) -> Finding {
    let dimensions: Vec<Dimension> = groups.iter().map(|group| dimension(*group)).collect();
    let query = whole(range, filter).by(&dimensions).with_clients(world.clients());
    let limit = match groups {
        [] => 0,
        [Group::Day] => MAX_DAYS,
        _ => MAX_ROWS,
    };
    let (report, mut rows) = grouped(world, &query, limit);
    if let ([group], true) = (groups, kept.empty) {
        with_empty(world, &query, *group, &mut rows);
    }
    if let ([Group::Day], true) = (groups, kept.edges) {
        with_edges(world, &query, &mut rows);
    }
    rows.retain(|row| kept.min_secs.is_none_or(|least| row.sums.secs >= least));
    rows.retain(|row| kept.max_secs.is_none_or(|most| row.sums.secs <= most));
    finding(world, &query, &report.total, rows)
}

/// Says of days when the first of the entries that begin in them begins, and when the last of these ends.
fn with_edges(world: &World<'_>, query: &Query, rows: &mut Vec<Found>) {
    let mut edges: BTreeMap<String, (Timestamp, Timestamp)> = BTreeMap::new();
    for row in report::evidence(world.columns, query, &[], world.now) {
        let (start, end) = (row.entry.start, row.entry.end.unwrap_or(world.now));
        let day = report::day_of(world.columns, query, start.0.div_euclid(1_000)).to_string();
        let edge = edges.entry(day).or_insert((start, end));
        *edge = (edge.0.min(start), edge.1.max(end));
    }
    rows.retain_mut(|row| {
        let edge = edges.get(&row.keys[0]);
        (row.start, row.end) = (edge.map(|edge| edge.0), edge.map(|edge| edge.1));
        edge.is_some()
    });
}

/// Adds the days, weeks or months without any time.
fn with_empty(world: &World<'_>, query: &Query, group: Group, rows: &mut Vec<Found>) {
    let dimension = dimension(group);
    if !dimension.is_period() {
        return;
    }
    let calendar = world.columns.calendar();
    let week_start = calendar.week_start();
    let counts =
        |day: LocalDate| query.filter.weekdays == 0 || query.filter.weekdays >> day.weekday().from_monday() & 1 == 1;
    let mut all = Vec::new();
    for period in report::periods(query.range, dimension, week_start).into_iter().take(MAX_DAYS) {
        let key = dimension.period_of(period.first, week_start).to_string();
        let days = (0..period.days()).filter(|&day| counts(period.first.plus_days(day))).count() as u32;
        if let Some(at) = rows.iter().position(|row| row.keys[0] == key) {
            all.push(rows.swap_remove(at));
        } else if days > 0 {
            all.push(Found { keys: vec![key], sums: Sums { days, ..Sums::default() }, ..Found::default() });
        }
    }
    *rows = all;
}

#[cfg(test)]
mod tests;
