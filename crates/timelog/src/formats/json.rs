//! The app's own file: `{"format":"espalier-time","v":1,"categories":[{"name":…,…}],"goals":[{"name":…,"from":…,
//! "to":…,…}],"entries":[{"start":…,"end":…,"zone":…,…}]}`. Files without categories and goals are read as well.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::when::{Zones, stamp};
use super::{FormatError, MAX_ROWS, Read, ReadRow, Reason};
use crate::billing::MAX_RATE;
use crate::row::{CategoryRow, GoalRow, Kinds, Row};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::text::truncate;
use espalier_base::time::Timestamp;

/// Value of `format`.
pub const FORMAT: &str = "espalier-time";
/// The newest version.
const VERSION: u32 = 1;

#[derive(Deserialize, Default)]
#[serde(default)]
struct Head {
    format: String,
    v: u32,
}

/// The most categories, and the most goals, that are read.
const MAX_KINDS: usize = 10_000;
/// The most characters of a name, and the most other names.
const MAX_NAME: usize = 200;
const MAX_ALIASES: usize = 50;

#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    entries: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    categories: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    goals: Vec<&'a RawValue>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct Category {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    archived: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    client: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    billable: Option<bool>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Goal {
    name: String,
    from: LocalDate,
    to: LocalDate,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target_secs: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    category: Option<String>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct Entry {
    start: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    zone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

/// Reads a file.
pub fn read(text: &str) -> Result<Read, FormatError> {
    let head: Head = serde_json::from_str(text).map_err(|error| of(&error, "format"))?;
    if head.format != FORMAT || head.v == 0 {
        return Err(FormatError::Missing("format"));
    }
    if head.v > VERSION {
        return Err(FormatError::Newer { found: head.v, known: VERSION });
    }
    let file: File = serde_json::from_str(text).map_err(|error| of(&error, "entries"))?;
    if file.entries.len() > MAX_ROWS {
        return Err(FormatError::TooManyRows);
    }
    let mut zones = Zones::default();
    let mut read = Read::default();
    for (index, raw) in file.entries.iter().enumerate() {
        let entry: Result<Entry, _> = serde_json::from_str(raw.get());
        let row = entry.map_err(|_| Reason::Malformed).and_then(|entry| row(entry, &mut zones));
        read.rows.push(ReadRow::new(index + 1, row));
    }
    for (index, raw) in file.categories.iter().take(MAX_KINDS).enumerate() {
        match serde_json::from_str(raw.get()).ok().and_then(category) {
            Some(row) => read.kinds.categories.push(row),
            None => read.ignored.push(format!("categories[{index}]")),
        }
    }
    for (index, raw) in file.goals.iter().take(MAX_KINDS).enumerate() {
        match serde_json::from_str(raw.get()).ok().and_then(goal) {
            Some(row) => read.kinds.goals.push(row),
            None => read.ignored.push(format!("goals[{index}]")),
        }
    }
    Ok(read)
}

/// A name as it is kept: one line, not empty.
fn name(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then(|| truncate(&name, MAX_NAME))
}

fn category(row: Category) -> Option<CategoryRow> {
    let aliases = row.aliases.iter().take(MAX_ALIASES).filter_map(|alias| name(alias)).collect();
    let color = row.color.and_then(|color| color.parse().ok());
    let rate = row.rate.filter(|rate| (0..=MAX_RATE).contains(rate));
    let client = row.client.and_then(|text| name(&text));
    let Category { archived, billable, .. } = row;
    Some(CategoryRow { name: name(&row.name)?, color, aliases, archived, client, rate, billable })
}

fn goal(row: Goal) -> Option<GoalRow> {
    let is_known = |day: LocalDate| (1_900..2_200).contains(&day.year());
    if row.from > row.to || !is_known(row.from) || !is_known(row.to) {
        return None;
    }
    let (days, category) = (DateRange { first: row.from, last: row.to }, row.category.and_then(|text| name(&text)));
    Some(GoalRow { name: name(&row.name)?, days, target_secs: row.target_secs.filter(|secs| *secs > 0), category })
}

fn of(error: &serde_json::Error, what: &'static str) -> FormatError {
    match error.classify() {
        serde_json::error::Category::Data => FormatError::Missing(what),
        _ => FormatError::of_json(error),
    }
}

fn row(entry: Entry, zones: &mut Zones) -> Result<Row, Reason> {
    if entry.start.is_empty() {
        return Err(Reason::NoStart);
    }
    let zone = if entry.zone.is_empty() { "UTC" } else { &entry.zone };
    let mut instant = |text: &str| stamp(text, None)?.instant(zones, zone);
    let start = instant(&entry.start)?;
    let end = entry.end.as_deref().map(&mut instant).transpose()?;
    if end.is_some_and(|end| end < start) {
        return Err(Reason::EndBeforeStart);
    }
    let Entry { zone, category, goal, tags, note, .. } = entry;
    Ok(Row { start, end, zone, category, goal, tags, note })
}

/// Writes a file, one entry a line.
pub fn write(rows: &[Row], kinds: &Kinds) -> String {
    let mut out = format!("{{\"format\":\"{FORMAT}\",\"v\":{VERSION}");
    list(&mut out, "categories", &kinds.categories, |row| {
        let CategoryRow { name, color, aliases, archived, client, rate, billable } = row.clone();
        let color = color.map(|color| color.to_string());
        serde_json::to_string(&Category { name, color, aliases, archived, client, rate, billable })
    });
    list(&mut out, "goals", &kinds.goals, |row| {
        let GoalRow { name, days, target_secs, category } = row.clone();
        serde_json::to_string(&Goal { name, from: days.first, to: days.last, target_secs, category })
    });
    let instant = |at: Timestamp| {
        let text = at.to_rfc3339();
        format!("{}Z", text.get(..19).unwrap_or(&text))
    };
    list(&mut out, "entries", rows, |row| {
        let Row { start, end, zone, category, goal, tags, note } = row.clone();
        serde_json::to_string(&Entry { start: instant(start), end: end.map(instant), zone, category, goal, tags, note })
    });
    out.push_str("}\n");
    out
}

/// Adds a list, one item a line; one that may be missing and is empty is left out.
fn list<T>(out: &mut String, name: &str, items: &[T], write: impl Fn(&T) -> serde_json::Result<String>) {
    if items.is_empty() && name != "entries" {
        return;
    }
    out.push_str(",\"");
    out.push_str(name);
    out.push_str("\":[\n");
    for (index, item) in items.iter().enumerate() {
        // Strings, numbers and lists always have a JSON form.
        out.push_str(&write(item).unwrap_or_default());
        out.push_str(if index + 1 < items.len() { ",\n" } else { "\n" });
    }
    out.push(']');
}
