//! iCalendar, RFC 5545: its events as rows, and rows as events.
//!
//! The summary is the first line of the note and the description the rest; the first category is the category and the
//! others are tags. What a calendar has no property for stands in properties of our own that begin with `X-ESPALIER`.

mod lines;
mod rule;
mod zone;

use std::collections::BTreeSet;

use super::when::{Stamp, period_length, seconds, stamp};
use super::{FormatError, MAX_ROWS, Options, Question, Read, ReadRow, Reason};
use crate::row::Row;
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::text::truncate;
use espalier_base::time::Timestamp;
use lines::{Line, escape, split, unescape};
use rule::Budget;
use zone::Names;

/// The most periods of rules that are looked at in one file.
const BUDGET: usize = 3_000_000;

/// A property that says when.
#[derive(Debug, Clone, Default)]
struct When {
    value: String,
    zone: Option<String>,
    is_date: bool,
}

/// An event as it stands.
#[derive(Debug, Clone, Default)]
struct Event {
    place: usize,
    uid: String,
    start: Option<When>,
    end: Option<When>,
    duration: Option<String>,
    summary: String,
    description: Option<String>,
    categories: Vec<String>,
    is_cancelled: bool,
    rule: Option<String>,
    excluded: Vec<When>,
    added: Vec<When>,
    replaces: Option<When>,
    goal: Option<String>,
    tags: Vec<String>,
    zone: Option<String>,
    is_untitled: bool,
    is_running: bool,
}

/// Time of an event: a whole day, or an instant with what its clock shows.
enum At {
    Day(LocalDate),
    Instant { second: i64, date: LocalDate, secs: i32, zone: String },
}

/// Reads a calendar.
pub fn read(text: &str, options: &Options) -> Result<Read, FormatError> {
    let mut names = Names::default();
    let events = events(text, &mut names)?;
    let mut replaced: BTreeSet<(&str, i64)> = BTreeSet::new();
    for event in &events {
        if let Some(Ok(At::Instant { second, .. })) = event.replaces.as_ref().map(|when| at(when, options, &mut names))
        {
            replaced.insert((&event.uid, second));
        }
    }
    let repeating = events.iter().filter(|event| event.repeats()).count();
    let mut read = Read::default();
    if repeating > 0 && options.range.is_none() {
        read.questions.push(Question::Occurrences { events: repeating });
    }
    let mut budget = Budget(BUDGET);
    for event in &events {
        let row = first_row(event, options, &mut names);
        match (row, options.range) {
            (Ok(_), None) if event.repeats() => read.rows.push(ReadRow::new(event.place, Err(Reason::Repeats))),
            (Ok(row), Some(range)) if event.repeats() => {
                let found = occurrences(event, &row, range, &replaced, options, &mut names, &mut budget);
                match found {
                    Ok(rows) => read.rows.extend(rows.into_iter().map(|row| ReadRow::new(event.place, Ok(row)))),
                    Err(reason) => read.rows.push(ReadRow::new(event.place, Err(reason))),
                }
            }
            (row, _) => read.rows.push(ReadRow::new(event.place, row)),
        }
        if read.rows.len() > MAX_ROWS {
            return Err(FormatError::TooManyRows);
        }
    }
    Ok(read)
}

impl Event {
    fn repeats(&self) -> bool {
        (self.rule.is_some() || !self.added.is_empty()) && self.replaces.is_none() && !self.is_cancelled
    }

    fn take(&mut self, line: Line) {
        let when = || When {
            value: line.value.trim().to_owned(),
            zone: line.param("TZID").map(str::to_owned),
            is_date: line.param("VALUE").is_some_and(|value| value.eq_ignore_ascii_case("DATE")),
        };
        let several = || {
            let When { zone, is_date, .. } = When { value: String::new(), ..when() };
            let one = |value: &str| When { value: value.trim().to_owned(), zone: zone.clone(), is_date };
            line.value.split(',').map(one).collect::<Vec<_>>()
        };
        let text = || unescape(&line.value);
        match line.name.as_str() {
            "UID" => self.uid = line.value,
            "DTSTART" => self.start = Some(when()),
            "DTEND" => self.end = Some(when()),
            "DURATION" => self.duration = Some(line.value),
            "SUMMARY" => self.summary = text(),
            "DESCRIPTION" => self.description = Some(text()),
            "CATEGORIES" => self.categories.extend(split(&line.value)),
            "STATUS" => self.is_cancelled = line.value.trim().eq_ignore_ascii_case("CANCELLED"),
            "RRULE" => self.rule = Some(line.value),
            "EXDATE" => self.excluded.extend(several()),
            "RDATE" => self.added.extend(several()),
            "RECURRENCE-ID" => self.replaces = Some(when()),
            "X-ESPALIER-GOAL" => self.goal = Some(text()),
            "X-ESPALIER-TAGS" => self.tags.extend(split(&line.value)),
            "X-ESPALIER-ZONE" => self.zone = Some(text()),
            "X-ESPALIER-UNTITLED" => self.is_untitled = true,
            "X-ESPALIER-RUNNING" => self.is_running = true,
            _ => {}
        }
    }
}

/// The events of a calendar, and where it says its zones are.
fn events(text: &str, names: &mut Names) -> Result<Vec<Event>, FormatError> {
    let (mut events, mut event, mut zone) = (Vec::new(), None::<Event>, None::<String>);
    let (mut depth, mut is_calendar) = (0_usize, false);
    for line in lines::read(text) {
        let value = line.value.trim().to_ascii_uppercase();
        match (line.name.as_str(), value.as_str()) {
            ("BEGIN", "VCALENDAR") => is_calendar = true,
            ("BEGIN", "VEVENT") => {
                (event, depth) = (Some(Event { place: line.place, ..Event::default() }), 0);
            }
            ("BEGIN", _) => depth += 1,
            ("END", "VEVENT") => events.extend(event.take()),
            ("END", "VTIMEZONE") => zone = None,
            ("END", _) => depth = depth.saturating_sub(1),
            ("TZID", _) if event.is_none() => zone = Some(line.value),
            ("X-LIC-LOCATION", _) => {
                names.places.extend(zone.clone().map(|zone| (zone, line.value.trim().to_owned())));
            }
            _ => {
                if let Some(event) = event.as_mut().filter(|_| depth == 0) {
                    event.take(line);
                }
            }
        }
        if events.len() > MAX_ROWS {
            return Err(FormatError::TooManyRows);
        }
    }
    if is_calendar { Ok(events) } else { Err(FormatError::Missing("VCALENDAR")) }
}

fn at(when: &When, options: &Options, names: &mut Names) -> Result<At, Reason> {
    let not = || Reason::NotADate(truncate(&when.value, 40));
    if when.is_date || !when.value.contains(['T', 't']) {
        let day = super::when::date(&when.value, None).map_err(|_| not())?;
        return Ok(At::Day(day));
    }
    // Of a period only the beginning counts here.
    let value = when.value.split('/').next().unwrap_or_default();
    let Stamp { date, secs, offset } = stamp(value, None).map_err(|_| not())?;
    let zone = match (&when.zone, offset) {
        (_, Some(_)) => "UTC".to_owned(),
        (Some(zone), None) => names.known(zone)?,
        (None, None) => options.zone.as_str().to_owned(),
    };
    let instant = Stamp { date, secs, offset: offset.map(|_| 0) }.instant(&mut names.zones, &zone)?;
    Ok(At::Instant { second: instant.0.div_euclid(1_000), date, secs, zone })
}

/// The event itself, or the first of its occurrences.
fn first_row(event: &Event, options: &Options, names: &mut Names) -> Result<Row, Reason> {
    if event.is_cancelled {
        return Err(Reason::Cancelled);
    }
    let At::Instant { second, zone, .. } = at(event.start.as_ref().ok_or(Reason::NoStart)?, options, names)? else {
        return Err(Reason::AllDay);
    };
    let end = match (&event.end, &event.duration) {
        (Some(end), _) => match at(end, options, names)? {
            At::Instant { second, .. } => Some(second),
            At::Day(_) => return Err(Reason::AllDay),
        },
        (None, Some(duration)) => {
            let length = duration.trim().trim_start_matches('+').strip_prefix(['P', 'p']).and_then(period_length);
            Some(second + length.ok_or(Reason::NoEnd)?)
        }
        (None, None) if event.is_running => None,
        (None, None) => return Err(Reason::NoEnd),
    };
    if end.is_some_and(|end| end < second) {
        return Err(Reason::EndBeforeStart);
    }
    let mut categories =
        event.categories.iter().map(|category| category.trim().to_owned()).filter(|name| !name.is_empty());
    let category = categories.next();
    let mut tags: Vec<String> = categories.collect();
    tags.extend(event.tags.iter().filter(|tag| !tag.is_empty()).cloned());
    let note = match &event.description {
        _ if event.is_untitled => String::new(),
        Some(description) => format!("{}\n{description}", event.summary),
        None => event.summary.clone(),
    };
    Ok(Row {
        start: seconds(second)?,
        end: end.map(seconds).transpose()?,
        zone: event.zone.clone().unwrap_or(zone),
        category,
        goal: event.goal.clone(),
        tags,
        note,
    })
}

/// The occurrences in a range of days, each as long as the first.
fn occurrences(
    event: &Event,
    first: &Row,
    range: DateRange,
    replaced: &BTreeSet<(&str, i64)>,
    options: &Options,
    names: &mut Names,
    budget: &mut Budget,
) -> Result<Vec<Row>, Reason> {
    let Some(Ok(At::Instant { date, secs, zone, .. })) = event.start.as_ref().map(|start| at(start, options, names))
    else {
        return Err(Reason::NoStart);
    };
    let rule = match &event.rule {
        Some(text) => Some(rule::read(text).ok_or_else(|| Reason::Rule(truncate(text, 80)))?),
        None => None,
    };
    let days = match &rule {
        Some(rule) => rule.days(date, range, budget).ok_or(Reason::TooOften)?,
        None => vec![date],
    };
    let until =
        rule.and_then(|rule| rule.until).map(|until| at(&When { value: until, ..When::default() }, options, names));
    let until = until.transpose()?;
    let (mut gone, mut gone_days) = (BTreeSet::new(), BTreeSet::new());
    for when in &event.excluded {
        match at(when, options, names)? {
            At::Day(day) => drop(gone_days.insert(day)),
            At::Instant { second, .. } => drop(gone.insert(second)),
        }
    }
    let mut starts: BTreeSet<(i64, LocalDate)> = BTreeSet::new();
    for day in days {
        let second = names.zones.instant(&zone, day, secs)?.0.div_euclid(1_000);
        let is_over = match &until {
            Some(At::Day(last)) => day > *last,
            Some(At::Instant { second: last, .. }) => second > *last,
            None => false,
        };
        if !is_over {
            starts.insert((second, day));
        }
    }
    for when in &event.added {
        if let At::Instant { second, date, .. } = at(when, options, names)? {
            starts.insert((second, date));
        }
    }
    let length = first.end.map_or(0, |end| end.since_ms(first.start));
    let is_wanted = |(second, day): &(i64, LocalDate)| {
        range.contains(*day)
            && !gone.contains(second)
            && !gone_days.contains(day)
            && !replaced.contains(&(event.uid.as_str(), *second))
    };
    let wanted = starts.into_iter().filter(is_wanted);
    let rows = wanted.map(|(second, _)| {
        let start = seconds(second)?;
        let end = seconds(second + length / 1_000)?;
        Ok(Row { start, end: Some(end), ..first.clone() })
    });
    rows.collect()
}

/// Writes a calendar.
pub fn write(rows: &[Row], now: Timestamp) -> String {
    let compact = |at: Timestamp| {
        let text: String = at.to_rfc3339().chars().filter(|c| !matches!(c, '-' | ':')).take(15).collect();
        text + "Z"
    };
    let mut out = String::new();
    let mut line = |name: &str, value: &str| lines::write(&mut out, name, value);
    line("BEGIN", "VCALENDAR");
    line("VERSION", "2.0");
    line("PRODID", "-//Espalier//Time log//EN");
    for (index, row) in rows.iter().enumerate() {
        line("BEGIN", "VEVENT");
        line("UID", &format!("{}-{index}@espalier", compact(row.start)));
        line("DTSTAMP", &compact(now));
        line("DTSTART", &compact(row.start));
        match row.end {
            Some(end) => line("DTEND", &compact(end)),
            None => line("X-ESPALIER-RUNNING", "TRUE"),
        }
        if row.note.is_empty() {
            let title = row.category.as_ref().or(row.goal.as_ref());
            line("SUMMARY", &escape(title.map_or("—", String::as_str)));
            line("X-ESPALIER-UNTITLED", "TRUE");
        } else {
            let (summary, description) = row.note.split_once('\n').map_or((&*row.note, None), |(a, b)| (a, Some(b)));
            line("SUMMARY", &escape(summary));
            if let Some(description) = description {
                line("DESCRIPTION", &escape(description));
            }
        }
        if let Some(category) = &row.category {
            line("CATEGORIES", &escape(category));
        }
        if let Some(goal) = &row.goal {
            line("X-ESPALIER-GOAL", &escape(goal));
        }
        if !row.tags.is_empty() {
            let tags: Vec<String> = row.tags.iter().map(|tag| escape(tag)).collect();
            line("X-ESPALIER-TAGS", &tags.join(","));
        }
        if !row.zone.is_empty() {
            line("X-ESPALIER-ZONE", &escape(&row.zone));
        }
        line("END", "VEVENT");
    }
    line("END", "VCALENDAR");
    out
}
