//! Detection of a file's format.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Format, FormatError, MAX_BYTES, encoding, json, solidtime, table};
use espalier_base::zip;

/// Fields of a JSON object that tell formats apart.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Object {
    format: Option<String>,
    buckets: Option<IgnoredAny>,
}

/// Detects the format of a file by its content.
pub fn detect(bytes: &[u8]) -> Result<Format, FormatError> {
    if bytes.len() > MAX_BYTES {
        return Err(FormatError::TooLarge);
    }
    if zip::is_archive(bytes) {
        return solidtime::open(bytes).map(|_| Format::Solidtime);
    }
    detect_text(&encoding::text(bytes)?)
}

/// Detects the format of a text.
pub fn detect_text(text: &str) -> Result<Format, FormatError> {
    let text = text.trim_start();
    if text.is_empty() {
        return Err(FormatError::Empty);
    }
    if text.get(..15).is_some_and(|head| head.eq_ignore_ascii_case("BEGIN:VCALENDAR")) {
        return Ok(Format::Icalendar);
    }
    if text.starts_with('{') {
        let object: Object = serde_json::from_str(text).map_err(|error| FormatError::of_json(&error))?;
        return match (object.format, object.buckets) {
            (Some(format), _) if format == json::FORMAT => Ok(Format::Json),
            (_, Some(_)) => Ok(Format::ActivityWatch),
            _ => Err(FormatError::Unknown),
        };
    }
    if text.starts_with('[') {
        return detect_list(text);
    }
    let header = table::header(text);
    let has = |name: &str| header.iter().any(|known| known == name);
    if !table::has_times(&header) {
        // What its columns are can be asked.
        return if table::is_table(text) { Ok(Format::Csv) } else { Err(FormatError::Unknown) };
    }
    if solidtime::is_such(&header) {
        return Ok(Format::Solidtime);
    }
    let clockify = ["duration (h)", "duration (decimal)", "time (h)", "time (decimal)"];
    // A short report of Clockify has no lengths; one of Toggl always has.
    let short = has("start date") && has("end time") && has("user") && !has("duration");
    if clockify.into_iter().any(has) || short {
        return Ok(Format::Clockify);
    }
    let toggl = has("start date") && has("duration") && ["user", "email", "client"].into_iter().any(has);
    Ok(if toggl { Format::Toggl } else { Format::Csv })
}

/// A list of intervals has starts, one of events has timestamps.
fn detect_list(text: &str) -> Result<Format, FormatError> {
    // Looking at the first item is enough, and the whole may be large.
    let head = text.get(..text.floor_char_boundary(2_000)).unwrap_or(text);
    let list: Result<Vec<IgnoredAny>, _> = serde_json::from_str(text);
    if let Err(error) = list {
        return Err(FormatError::of_json(&error));
    }
    let at = |name: &str| head.find(name).unwrap_or(usize::MAX);
    let (event, interval) = (at("\"timestamp\""), at("\"start\""));
    match (event == usize::MAX, interval == usize::MAX) {
        // An empty list is an export of nothing.
        _ if text[1..].trim_start().starts_with(']') => Ok(Format::Timewarrior),
        (true, true) => Err(FormatError::Unknown),
        _ => Ok(if event < interval { Format::ActivityWatch } else { Format::Timewarrior }),
    }
}
