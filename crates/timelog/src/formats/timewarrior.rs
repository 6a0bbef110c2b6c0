//! `timew export`: a list of intervals with tags and an annotation.
//!
//! Timewarrior has tags only. A category and a goal are written as the tags `category:…` and `goal:…`, and a tag that is
//! the name of a known category is one when it is read.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::when::{Zones, stamp};
use super::{FormatError, MAX_ROWS, Options, Read, ReadRow, Reason};
use crate::names::{self, Found, How};
use crate::row::Row;
use espalier_base::time::Timestamp;

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct Interval {
    id: u64,
    #[serde(skip_serializing_if = "String::is_empty")]
    start: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    end: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    annotation: String,
}

const CATEGORY: &str = "category:";
const GOAL: &str = "goal:";

/// Reads a list of intervals.
pub fn read(text: &str, options: &Options) -> Result<Read, FormatError> {
    let list: Vec<&RawValue> = serde_json::from_str(text).map_err(|error| FormatError::of_json(&error))?;
    if list.len() > MAX_ROWS {
        return Err(FormatError::TooManyRows);
    }
    let mut zones = Zones::default();
    let mut rows = Vec::with_capacity(list.len());
    for (index, raw) in list.iter().enumerate() {
        let interval: Result<Interval, _> = serde_json::from_str(raw.get());
        let row = interval.map_err(|_| Reason::Malformed).and_then(|interval| row(interval, options, &mut zones));
        rows.push(ReadRow::new(index + 1, row));
    }
    Ok(Read { rows, ..Read::default() })
}

fn row(interval: Interval, options: &Options, zones: &mut Zones) -> Result<Row, Reason> {
    if interval.start.is_empty() {
        return Err(Reason::NoStart);
    }
    let mut instant = |text: &str| stamp(text, None)?.instant(zones, "UTC");
    let start = instant(&interval.start)?;
    let end = if interval.end.is_empty() { None } else { Some(instant(&interval.end)?) };
    if end.is_some_and(|end| end < start) {
        return Err(Reason::EndBeforeStart);
    }
    let zone = options.zone.as_str().to_owned();
    let mut row = Row { start, end, zone, note: interval.annotation, ..Row::default() };
    for tag in interval.tags {
        if let (Some(category), None) = (tag.strip_prefix(CATEGORY), &row.category) {
            row.category = Some(category.to_owned());
        } else if let (Some(goal), None) = (tag.strip_prefix(GOAL), &row.goal) {
            row.goal = Some(goal.to_owned());
        } else {
            row.tags.push(tag);
        }
    }
    if row.category.is_none() {
        category_of_tags(&mut row, options);
    }
    Ok(row)
}

fn category_of_tags(row: &mut Row, options: &Options) {
    for at in 0..row.tags.len() {
        if let Found::One(category, How::Exact | How::Alias) = names::find(&row.tags[at], options.categories) {
            row.category = options.categories.get(category).map(|category| category.name.to_owned());
            row.tags.remove(at);
            return;
        }
    }
}

/// Writes a list of intervals, the newest with the number 1, as Timewarrior counts them.
pub fn write(rows: &[Row]) -> String {
    let compact = |at: Timestamp| {
        let text: String = at.to_rfc3339().chars().filter(|c| !matches!(c, '-' | ':')).take(15).collect();
        text + "Z"
    };
    let mut out = String::from("[\n");
    for (index, row) in rows.iter().enumerate() {
        let said = |prefix: &str, name: &Option<String>| name.as_ref().map(|name| format!("{prefix}{name}"));
        let mut tags: Vec<String> = said(CATEGORY, &row.category).into_iter().collect();
        tags.extend(said(GOAL, &row.goal));
        tags.extend(row.tags.iter().cloned());
        let interval = Interval {
            id: (rows.len() - index) as u64,
            start: compact(row.start),
            end: row.end.map(compact).unwrap_or_default(),
            tags,
            annotation: row.note.clone(),
        };
        // Strings, numbers and lists always have a JSON form.
        out.push_str(&serde_json::to_string(&interval).unwrap_or_default());
        out.push_str(if index + 1 < rows.len() { ",\n" } else { "\n" });
    }
    out.push_str("]\n");
    out
}
