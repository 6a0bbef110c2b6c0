//! Detection of a stream of another kind of interface, to tell it from an empty answer.

use serde_json::Value;

use crate::error::Dialect;

/// Returns the interface whose payload this is, where it is none of chat completions.
pub(super) fn of(payload: &Value) -> Option<Dialect> {
    let kind = payload.get("type").and_then(Value::as_str).unwrap_or_default();
    let has = |name: &str| payload.get(name).is_some();
    if has("choices") {
        return None;
    }
    if payload.get("done").is_some_and(Value::is_boolean) && (has("message") || has("response")) {
        return Some(Dialect::Ollama);
    }
    let block = kind.starts_with("message_") || kind.starts_with("content_block_");
    if block || (kind == "message" && payload.get("content").is_some_and(Value::is_array)) {
        return Some(Dialect::Anthropic);
    }
    let object = payload.get("object").and_then(Value::as_str);
    if kind.starts_with("response.") || object == Some("response") {
        return Some(Dialect::Responses);
    }
    has("candidates").then_some(Dialect::Gemini)
}
