//! Keeps fields that only their provider understands, so that the next request can bring them back unchanged.

use serde_json::{Map, Value};

/// Length in bytes from which on a server that repeats its reasoning from the beginning is recognised.
const REPETITION_BYTES: usize = 16;

/// Adds pieces of `reasoning_details` to those that came before and returns the text that is new in them.
///
/// Pieces of one entry have the same type and the same index or id; their texts are joined. Some servers (MiniMax)
/// send the whole text each time instead.
pub(super) fn merge_details(opaque: &mut Map<String, Value>, pieces: Value) -> String {
    let mut added = String::new();
    let entry = opaque.entry("reasoning_details").or_insert_with(|| Value::Array(Vec::new()));
    let Value::Array(known) = entry else { return added };
    let pieces = match pieces {
        Value::Array(pieces) => pieces,
        Value::Object(_) => vec![pieces],
        _ => return added,
    };
    for piece in pieces {
        let Value::Object(piece) = piece else { continue };
        match known.last_mut() {
            Some(Value::Object(last)) if is_same_entry(last, &piece) => extend(last, piece, &mut added),
            _ => {
                added.push_str(visible_text(&piece));
                known.push(Value::Object(piece));
            }
        }
    }
    added
}

/// Adds the fields of an object to those that came before under this name; later values win.
pub(super) fn merge_object(opaque: &mut Map<String, Value>, name: &str, value: Value) {
    match (opaque.get_mut(name), value) {
        (Some(Value::Object(known)), Value::Object(new)) => known.extend(new),
        (_, value) => {
            opaque.insert(name.to_owned(), value);
        }
    }
}

fn visible_text(entry: &Map<String, Value>) -> &str {
    ["text", "summary"].iter().find_map(|name| entry.get(*name)?.as_str()).unwrap_or_default()
}

fn is_same_entry(last: &Map<String, Value>, piece: &Map<String, Value>) -> bool {
    let same = |name: &str| {
        let absent = |value: Option<&Value>| value.is_none_or(Value::is_null);
        let (old, new) = (last.get(name), piece.get(name));
        old == new || absent(old) || absent(new)
    };
    ["type", "index", "id", "format"].into_iter().all(same)
}

fn extend(last: &mut Map<String, Value>, piece: Map<String, Value>, added: &mut String) {
    for (name, value) in piece {
        let joined = matches!(name.as_str(), "text" | "summary" | "data");
        match (last.get_mut(&name), value) {
            (_, Value::Null) => {}
            (Some(Value::String(old)), Value::String(new)) if joined => {
                let repeats = old.len() >= REPETITION_BYTES && new.starts_with(old.as_str());
                let new = if repeats { &new[old.len()..] } else { new.as_str() };
                if name != "data" {
                    added.push_str(new);
                }
                old.push_str(new);
            }
            (_, value) => {
                if joined && name != "data" {
                    added.push_str(value.as_str().unwrap_or_default());
                }
                last.insert(name, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(pieces: &[Value], expect: Value, text: &str) {
        let mut opaque = Map::new();
        let added: String = pieces.iter().map(|piece| merge_details(&mut opaque, piece.clone())).collect();
        assert_eq!(opaque.get("reasoning_details"), Some(&expect));
        assert_eq!(added, text);
    }

    #[test]
    fn pieces_of_one_entry_are_joined() {
        check(
            &[
                json!([{"type": "reasoning.text", "index": 0, "text": "a", "signature": null}]),
                json!([{"type": "reasoning.text", "index": 0, "text": "b"}]),
                json!([{"type": "reasoning.text", "index": 0, "signature": "s"}]),
                json!([{"type": "reasoning.encrypted", "index": 1, "data": "x"}]),
            ],
            json!([
                {"type": "reasoning.text", "index": 0, "text": "ab", "signature": "s"},
                {"type": "reasoning.encrypted", "index": 1, "data": "x"},
            ]),
            "ab",
        );
    }

    #[test]
    fn a_text_that_is_repeated_from_the_beginning_counts_once() {
        check(
            &[json!([{"text": "sixteen letters!"}]), json!([{"text": "sixteen letters! and more"}])],
            json!([{"text": "sixteen letters! and more"}]),
            "sixteen letters! and more",
        );
    }

    #[test]
    fn objects_grow() {
        let mut opaque = Map::new();
        merge_object(&mut opaque, "extra_content", json!({"google": {"a": 1}}));
        merge_object(&mut opaque, "extra_content", json!({"other": 2}));
        assert_eq!(opaque["extra_content"], json!({"google": {"a": 1}, "other": 2}));
    }
}
