//! The answer of a tool as a model reads it: lines of text, and the same as data.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::{MAX_ROWS, World};
use crate::moment;
use crate::phrase::echo;
use crate::tools::{Call, Finding, Found, Order, Sums};
use espalier_base::time::Timestamp;
use espalier_model::timelog::TimeEntryId;

/// Number of characters given of an entry's id.
pub const SHORT: usize = 8;
/// The most characters of a note that are given.
const MAX_NOTE: usize = 200;

/// A length of time, exact: `5h 30m`, `12m 5s`, `0m`.
pub fn length(secs: i64) -> String {
    let (sign, secs) = if secs < 0 { ("-", -secs) } else { ("", secs) };
    let (hours, minutes, rest) = (secs / 3_600, secs / 60 % 60, secs % 60);
    let mut text = String::from(sign);
    if hours > 0 {
        let _ = write!(text, "{hours}h ");
    }
    if minutes > 0 || (hours == 0 && rest == 0) {
        let _ = write!(text, "{minutes}m ");
    }
    if rest > 0 {
        let _ = write!(text, "{rest}s ");
    }
    text.trim_end().to_owned()
}

fn percent(part: i64, whole: i64) -> String {
    if whole <= 0 { String::new() } else { format!(", {:.1}%", part as f64 * 100.0 / whole as f64) }
}

fn is_entry(row: &Found) -> bool {
    row.start.is_some()
}

fn entries_of(call: &Call, finding: &Finding) -> usize {
    if matches!(call, Call::Query(..)) { finding.entries.len() } else { 0 }
}

/// Returns the offset of the next page, if there is one.
fn next_offset(call: &Call, finding: &Finding, offset: usize) -> Option<usize> {
    let shown = finding.rows.iter().filter(|row| is_entry(row)).count();
    let next = offset + shown;
    (entries_of(call, finding) > next && shown > 0).then_some(next)
}

/// The answer as lines of text.
pub fn text(world: &World<'_>, call: &Call, finding: &Finding, offset: usize) -> String {
    let zone = world.columns.calendar().zone();
    let mut text = format!("Range: {} ({}, {zone}).\n", echo(finding.range), days(finding.range.days() as u32));
    let _ = writeln!(text, "Total: {}.", total(&finding.total));
    if let (Some(other), Some(sums)) = (finding.other, finding.other_total) {
        let difference = finding.total.secs - sums.secs;
        let _ = writeln!(text, "Compared with {} ({}): {}.", echo(other), days(other.days() as u32), total(&sums));
        let _ = writeln!(text, "Difference: {}{}.", length(difference), percent(difference, sums.secs));
    }
    if finding.total.count == 0 && finding.rows.is_empty() {
        text.push_str("There is no data for this.\n");
        return text;
    }
    let mut section = "";
    for row in finding.rows.iter().take(MAX_ROWS) {
        let heading = heading(call, row);
        if heading != section {
            section = heading;
            let _ = writeln!(text, "{section}:");
        }
        let _ = writeln!(text, "- {}", line(world, finding, row));
    }
    if finding.rows.len() > MAX_ROWS {
        let _ = writeln!(text, "{} more are left out; ask for fewer days.", finding.rows.len() - MAX_ROWS);
    }
    if let Some(next) = next_offset(call, finding, offset) {
        let _ = writeln!(text, "{} entries in all; for more, offset {next}.", entries_of(call, finding));
    }
    text
}

fn heading(call: &Call, row: &Found) -> &'static str {
    match call {
        Call::Query(_, _, order) if is_entry(row) => match order {
            Order::Latest => "Entries, the latest first",
            Order::Earliest => "Entries, the earliest first",
            Order::Longest => "Entries, the longest first",
            Order::Shortest => "Entries, the shortest first",
        },
        Call::Query(..) if row.keys.len() > 1 => "Top goals",
        Call::Query(..) | Call::Categories => "Categories",
        Call::Aggregate(..) | Call::Compare(..) => "Groups",
        Call::Gaps(..) => "Gaps",
        Call::Overlaps(_) => "Overlaps",
        Call::Goals(..) => "Goals",
    }
}

fn days(count: u32) -> String {
    if count == 1 { "1 day".to_owned() } else { format!("{count} days") }
}

fn total(sums: &Sums) -> String {
    let mut text = format!("{} in {}", length(sums.secs), entries(sums.count));
    if sums.active_days > 0 {
        let _ = write!(text, "; {} of {} days with time", sums.active_days, sums.days);
        let mean = sums.mean_per_day().unwrap_or_default();
        // The days before the log began, and those to come, are not free ones.
        let over = sums.days_of_mean();
        let over = if over == sums.days { String::new() } else { format!(" over {}", days(over)) };
        let _ = write!(text, ", mean a day {}{over}, median {}", length(mean), length(sums.median_secs));
        let _ = write!(text, ", longest streak {}", days(sums.streak));
    }
    text
}

fn entries(count: u32) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}

fn line(world: &World<'_>, finding: &Finding, row: &Found) -> String {
    let keys: Vec<&str> = row.keys.iter().map(String::as_str).filter(|key| !key.is_empty()).collect();
    let mut text = keys.join(" / ");
    if text.is_empty() && !is_entry(row) {
        text.push_str("(none)");
    }
    if let Some(start) = row.start {
        let end = row.end.map_or_else(|| "now (running)".to_owned(), |end| clock(world, end));
        let what = if text.is_empty() { String::new() } else { format!(" [{text}]") };
        text = format!("{} to {end}, {}{what}", clock(world, start), length(row.sums.secs));
        if let [entry] = row.entries[..] {
            let _ = write!(text, " (id {})", short(entry));
        }
        let note: String = row.note.replace('\n', " ").chars().take(MAX_NOTE).collect();
        if !note.trim().is_empty() {
            let _ = write!(text, " {note}");
        }
        return text;
    }
    let _ = write!(text, ": {}{}", total(&row.sums), percent(row.sums.secs, finding.total.secs));
    if let Some(other) = &row.other {
        let difference = row.sums.secs - other.secs;
        let _ = write!(text, "; before {}, difference {}", length(other.secs), length(difference));
    }
    if let Some(target) = row.target_secs {
        let _ = write!(text, "; target {}{} done", length(target), percent(row.sums.secs, target));
    }
    text
}

/// The end of an id, which tells entries apart well enough.
fn short(entry: TimeEntryId) -> String {
    let id = entry.to_string();
    id[id.len() - SHORT..].to_owned()
}

fn clock(world: &World<'_>, at: Timestamp) -> String {
    moment::write(at, world.columns.calendar())[..16].replace('T', " ")
}

/// The answer as data.
pub fn json(world: &World<'_>, call: &Call, finding: &Finding, offset: usize) -> Value {
    let mut value = json!({
        "tool": call.tool(),
        "range": { "first": finding.range.first, "last": finding.range.last },
        "zone": world.columns.calendar().zone().as_str(),
        "total": of_sums(&finding.total),
        "rows": finding.rows.iter().take(MAX_ROWS).map(|row| of_row(world, row)).collect::<Vec<_>>(),
    });
    if let (Some(other), Some(sums)) = (finding.other, finding.other_total) {
        value["other_range"] = json!({ "first": other.first, "last": other.last });
        value["other_total"] = of_sums(&sums);
    }
    if let Some(next) = next_offset(call, finding, offset) {
        value["next_offset"] = next.into();
    }
    value
}

fn of_sums(sums: &Sums) -> Value {
    let mut value = json!({ "seconds": sums.secs, "entries": sums.count });
    if sums.days > 0 {
        value["days"] = sums.days.into();
    }
    if sums.days_of_mean() != sums.days {
        value["mean_days"] = sums.mean_days.into();
    }
    if sums.active_days > 0 {
        value["active_days"] = sums.active_days.into();
        value["median_seconds"] = sums.median_secs.into();
        value["streak_days"] = sums.streak.into();
    }
    value
}

fn of_row(world: &World<'_>, row: &Found) -> Value {
    let mut value = Map::new();
    let mut set = |name: &str, item: Value| drop(value.insert(name.to_owned(), item));
    if row.keys.iter().any(|key| !key.is_empty()) || !is_entry(row) {
        set("keys", row.keys.clone().into());
    }
    set("sums", of_sums(&row.sums));
    if let Some(other) = &row.other {
        set("other", of_sums(other));
    }
    for (name, at) in [("start", row.start), ("end", row.end)] {
        if let Some(at) = at {
            set(name, moment::write(at, world.columns.calendar()).into());
        }
    }
    if let Some(target) = row.target_secs {
        set("target_seconds", target.into());
    }
    if !row.note.is_empty() {
        set("note", row.note.clone().into());
    }
    Value::Object(value)
}
