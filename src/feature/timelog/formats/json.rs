//! The app's own file: `{"format":"espalier-time","v":1,"entries":[{"start":…,"end":…,"zone":…,…}]}`.
//!
//! Must not be in here: records.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::when::{Zones, stamp};
use super::{FormatError, MAX_ROWS, Read, ReadRow, Reason};
use crate::base::time::Timestamp;
use crate::feature::timelog::row::Row;

/// What `format` says.
pub const FORMAT: &str = "espalier-time";
/// The newest version.
const VERSION: u32 = 1;

#[derive(Deserialize, Default)]
#[serde(default)]
struct Head {
    format: String,
    v: u32,
}

#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    entries: Vec<&'a RawValue>,
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
    Ok(read)
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
    if end.is_some_and(|end| end <= start) {
        return Err(Reason::EndBeforeStart);
    }
    let Entry { zone, category, goal, tags, note, .. } = entry;
    Ok(Row { start, end, zone, category, goal, tags, note })
}

/// Writes a file, one entry a line.
pub fn write(rows: &[Row]) -> String {
    let mut out = format!("{{\"format\":\"{FORMAT}\",\"v\":{VERSION},\"entries\":[\n");
    let instant = |at: Timestamp| {
        let text = at.to_rfc3339();
        format!("{}Z", text.get(..19).unwrap_or(&text))
    };
    for (index, row) in rows.iter().enumerate() {
        let Row { start, end, zone, category, goal, tags, note } = row.clone();
        let entry = Entry { start: instant(start), end: end.map(instant), zone, category, goal, tags, note };
        // Strings and lists always have a JSON form.
        out.push_str(&serde_json::to_string(&entry).unwrap_or_default());
        out.push_str(if index + 1 < rows.len() { ",\n" } else { "\n" });
    }
    out.push_str("]}\n");
    out
}
