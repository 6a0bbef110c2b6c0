//! From the arguments of `propose_entries` to operations, as every proposal is read.

use serde_json::{Map, Value, json};

use super::toolbox::PROPOSE_ENTRIES;
use espalier_llm::stream::parse_arguments;

/// The arguments of a proposal as those of `propose_operations`; `None` where the tool proposes nothing or the arguments
/// are no JSON.
pub fn operations(tool: &str, arguments: &str) -> Option<String> {
    if tool != PROPOSE_ENTRIES {
        return None;
    }
    let given: Map<String, Value> = parse_arguments(arguments).ok()?;
    let entries = match given.get("entries") {
        Some(Value::Array(entries)) => entries.clone(),
        Some(entry @ Value::Object(_)) => vec![entry.clone()],
        // Some give the one entry itself.
        _ if given.contains_key("start") => vec![Value::Object(given.clone())],
        _ => Vec::new(),
    };
    let operation = |(at, entry): (usize, &Value)| {
        json!({
            "id": format!("entry-{}", at + 1),
            "commandId": "entry.add",
            "params": entry,
            "description": in_words(entry),
        })
    };
    let operations: Vec<Value> = entries.iter().enumerate().map(operation).collect();
    let summary = given.get("summary").and_then(Value::as_str).unwrap_or_default();
    Some(json!({ "summary": summary, "operations": operations }).to_string())
}

/// Describes an entry: `2026-03-01 09:00 – 11:00 Study: outline`.
fn in_words(entry: &Value) -> String {
    let text = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default().trim().replace('T', " ");
    let (start, end) = (text("start"), text("end"));
    // The day is said once.
    let day = start.split(' ').next().unwrap_or_default();
    let end = end.strip_prefix(day).filter(|_| !day.is_empty()).map_or(end.as_str(), str::trim_start);
    let what = entry.get("category").and_then(Value::as_str).unwrap_or_default().trim();
    let note = entry.get("note").and_then(Value::as_str).unwrap_or_default().trim();
    let about = match (what.is_empty(), note.is_empty()) {
        (false, false) => format!("{what}: {note}"),
        _ => format!("{what}{note}"),
    };
    format!("{start} – {end} {about}").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_become_operations() {
        let given = r#"{"summary":"One.","entries":[{"start":"2026-03-01T09:00","end":"2026-03-01T11:00","category":"Study","note":"outline"}]}"#;
        let read: Value = serde_json::from_str(&operations(PROPOSE_ENTRIES, given).unwrap()).unwrap();
        assert_eq!(read["operations"][0]["commandId"], "entry.add");
        assert_eq!(read["operations"][0]["description"], "2026-03-01 09:00 – 11:00 Study: outline");
        assert_eq!(read["operations"][0]["params"]["category"], "Study");
        let bare = r#"{"start":"9:00","end":"10:00"}"#;
        let read: Value = serde_json::from_str(&operations(PROPOSE_ENTRIES, bare).unwrap()).unwrap();
        assert_eq!(read["operations"].as_array().unwrap().len(), 1);
        assert_eq!((operations(PROPOSE_ENTRIES, "{\"en"), operations("other", given)), (None, None));
    }
}
