//! An export of `ActivityWatch`: buckets of events, each with an instant, a length and some data.
//!
//! Events of windows become rows: the program is a tag, the title the note. Where the same host has a bucket that says
//! when nobody was there, that time is left out. Events of the same program that follow each other within five seconds
//! become one row, as `ActivityWatch` itself floods gaps; rows of less than ten seconds are left out.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::when::{Zones, stamp};
use super::{FormatError, MAX_ROWS, Read, ReadRow, Reason};
use crate::row::Row;
use espalier_base::time::Timestamp;

/// The longest gap between events of one row, in milliseconds.
const GAP_MS: i64 = 5_000;
/// The shortest row, in milliseconds.
const SHORTEST_MS: i64 = 10_000;

#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    buckets: BTreeMap<String, Bucket<'a>>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Bucket<'a> {
    #[serde(rename = "type")]
    kind: String,
    hostname: String,
    #[serde(borrow)]
    events: Vec<&'a RawValue>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Raw<'a> {
    timestamp: String,
    duration: f64,
    #[serde(borrow)]
    data: Data<'a>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Data<'a> {
    #[serde(borrow)]
    app: Option<Cow<'a, str>>,
    #[serde(borrow)]
    title: Option<Cow<'a, str>>,
    #[serde(borrow)]
    status: Option<Cow<'a, str>>,
    #[serde(borrow)]
    label: Option<Cow<'a, str>>,
    /// Fields of other kinds of watchers.
    #[serde(flatten)]
    other: BTreeMap<String, serde_json::Value>,
}

/// An event, in milliseconds.
struct Event {
    place: usize,
    from: i64,
    to: i64,
    app: String,
    title: String,
}

/// Reads an export, or a list of events alone.
pub fn read(text: &str) -> Result<Read, FormatError> {
    let buckets = if text.trim_start().starts_with('[') {
        let events = serde_json::from_str(text).map_err(|error| FormatError::of_json(&error))?;
        BTreeMap::from([(String::new(), Bucket { events, ..Bucket::default() })])
    } else {
        let file: File = serde_json::from_str(text).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => FormatError::Missing("buckets"),
            _ => FormatError::of_json(&error),
        })?;
        file.buckets
    };
    if buckets.values().map(|bucket| bucket.events.len()).sum::<usize>() > MAX_ROWS {
        return Err(FormatError::TooManyRows);
    }
    let mut zones = Zones::default();
    let mut read = Read::default();
    let mut present: BTreeMap<&str, Vec<(i64, i64)>> = BTreeMap::new();
    for bucket in buckets.values().filter(|bucket| bucket.kind == "afkstatus") {
        present.entry(&bucket.hostname).or_default().extend(presence(bucket, &mut zones));
    }
    for times in present.values_mut() {
        times.sort_unstable();
    }
    for (name, bucket) in &buckets {
        match bucket.kind.as_str() {
            "afkstatus" => {}
            // What a browser shows happens while its window does.
            "web.tab.current" | "app.editor.activity" => read.ignored.push(name.clone()),
            kind => {
                // An event of a watcher that nobody knows is still something that was done.
                let name = if kind == "currentwindow" { "" } else { name.as_str() };
                read_bucket(bucket, name, present.get(bucket.hostname.as_str()), &mut read, &mut zones);
            }
        }
    }
    Ok(read)
}

/// Returns the stretches in which someone was there.
fn presence(bucket: &Bucket, zones: &mut Zones) -> Vec<(i64, i64)> {
    let mut times = Vec::new();
    for raw in &bucket.events {
        let Ok(raw) = serde_json::from_str::<Raw>(raw.get()) else { continue };
        if raw.data.status.as_deref() == Some("not-afk")
            && let Ok((from, to)) = times_of(&raw, zones)
        {
            times.push((from, to));
        }
    }
    times
}

fn times_of(raw: &Raw, zones: &mut Zones) -> Result<(i64, i64), Reason> {
    if raw.timestamp.is_empty() {
        return Err(Reason::NoStart);
    }
    // The fraction of the second counts, because many events are shorter than one.
    let fraction = raw.timestamp.split('.').nth(1).map_or(0, |rest| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).chain("000".chars()).take(3).collect();
        digits.parse::<i64>().unwrap_or(0)
    });
    let from = stamp(&raw.timestamp, None)?.instant(zones, "UTC")?.0 + fraction;
    if !(0.0..1e8).contains(&raw.duration) {
        return Err(Reason::NoEnd);
    }
    Ok((from, from + (raw.duration * 1_000.0).round() as i64))
}

fn read_bucket(bucket: &Bucket, name: &str, present: Option<&Vec<(i64, i64)>>, read: &mut Read, zones: &mut Zones) {
    let mut events = Vec::new();
    for (index, raw) in bucket.events.iter().enumerate() {
        match event(index + 1, raw, name, zones) {
            Ok(event) => events.push(event),
            Err(reason) => read.rows.push(ReadRow::new(index + 1, Err(reason))),
        }
    }
    events.sort_unstable_by_key(|event| (event.from, event.to, event.place));
    if let Some(present) = present {
        events = while_present(events, present);
    }
    for run in runs(events) {
        let (from, to) = (run.from.div_euclid(1_000), run.to.div_euclid(1_000));
        let row = if run.to - run.from < SHORTEST_MS {
            Err(Reason::NoActivity)
        } else {
            let tags = Some(run.app).filter(|app| !app.is_empty()).into_iter().collect();
            let (start, end) = (Timestamp(from * 1_000), Some(Timestamp(to * 1_000)));
            Ok(Row { start, end, tags, note: run.title, ..Row::default() })
        };
        read.rows.push(ReadRow::new(run.place, row));
    }
}

fn event(place: usize, raw: &RawValue, bucket: &str, zones: &mut Zones) -> Result<Event, Reason> {
    let raw: Raw = serde_json::from_str(raw.get()).map_err(|_| Reason::Malformed)?;
    let (from, to) = times_of(&raw, zones)?;
    let text = |text: Option<Cow<str>>| text.unwrap_or_default().trim().to_owned();
    let (app, title, label) = (text(raw.data.app), text(raw.data.title), text(raw.data.label));
    let title = if title.is_empty() { label } else { title };
    let other = raw.data.other.values().find_map(|value| value.as_str().map(str::trim).filter(|text| !text.is_empty()));
    let title = match other {
        _ if !app.is_empty() || !title.is_empty() => title,
        Some(other) if !bucket.is_empty() => other.to_owned(),
        _ => bucket.to_owned(),
    };
    if app.is_empty() && title.is_empty() {
        return Err(Reason::NoActivity);
    }
    Ok(Event { place, from, to, app, title })
}

/// The parts of events in which someone was there; both are in order.
fn while_present(events: Vec<Event>, present: &[(i64, i64)]) -> Vec<Event> {
    let mut merged: Vec<(i64, i64)> = Vec::new();
    for &(from, to) in present {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    let mut parts = Vec::new();
    for event in events {
        let first = merged.partition_point(|(_, to)| *to <= event.from);
        for &(from, to) in merged[first..].iter().take_while(|(from, _)| *from < event.to) {
            let Event { place, app, title, .. } = &event;
            let (from, to) = (event.from.max(from), event.to.min(to));
            parts.push(Event { place: *place, from, to, app: app.clone(), title: title.clone() });
            // A file may claim to have been away a million times during one event.
            if parts.len() >= 2 * MAX_ROWS {
                return parts;
            }
        }
    }
    parts
}

/// Joins events of one program that follow each other; the title is the one that was there longest.
fn runs(events: Vec<Event>) -> Vec<Event> {
    let mut runs: Vec<Event> = Vec::new();
    let mut titles: BTreeMap<String, i64> = BTreeMap::new();
    let close = |run: &mut Event, titles: &mut BTreeMap<String, i64>| {
        let longest = std::mem::take(titles).into_iter().max_by_key(|(_, length)| *length);
        run.title = longest.map(|(title, _)| title).unwrap_or_default();
    };
    for event in events {
        let length = event.to - event.from;
        match runs.last_mut() {
            Some(run) if run.app == event.app && event.from - run.to <= GAP_MS => run.to = run.to.max(event.to),
            last => {
                if let Some(run) = last {
                    close(run, &mut titles);
                }
                let Event { place, from, to, .. } = event;
                runs.push(Event { place, from, to, title: String::new(), app: event.app });
            }
        }
        *titles.entry(event.title).or_default() += length;
    }
    if let Some(run) = runs.last_mut() {
        close(run, &mut titles);
    }
    runs
}
