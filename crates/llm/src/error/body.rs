//! Reads the many shapes in which endpoints describe an error into one set of facts.
//!
//! Known shapes: `{error:{message,type,param,code}}`, the same in an array (Gemini), `{error:"…"}`, `{message}`,
//! `{detail:"…"}`, `{detail:[{loc,msg}]}` (FastAPI), `{base_resp:{status_code,status_msg}}` (MiniMax, on status 200),
//! `{type:"error",error:{type,message,http_code}}` (Anthropic and MiniMax), `{error:{code,n_ctx}}` (llama.cpp), a web
//! page of a proxy, plain text and nothing at all.

use serde_json::Value;

/// Facts of an error in a body, before anything is concluded from them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Facts {
    /// The endpoint's sentence.
    pub message: String,
    /// Codes and types, in lower case, joined by spaces.
    pub codes: String,
    /// The parameter that is named as the cause.
    pub parameter: Option<String>,
    /// An HTTP status that is written in the body.
    pub status: Option<u16>,
    /// The code of MiniMax's `base_resp`, whose numbers are its own.
    pub base_code: Option<u64>,
    /// Milliseconds that the endpoint asks to wait.
    pub retry_after_ms: Option<u64>,
    /// The number of tokens the model can read.
    pub context_limit: Option<u64>,
    /// Whether the body is a web page.
    pub is_page: bool,
}

/// Reads a body of any shape; an unknown one becomes the message.
pub(super) fn read(body: &str) -> Facts {
    let trimmed = body.trim_start_matches('\u{feff}').trim();
    if let Ok(value) = serde_json::from_str::<Value>(trimmed) {
        return read_value(&value).unwrap_or_else(|| plain(trimmed));
    }
    plain(trimmed)
}

/// Reads a JSON body; `None` when it describes no error.
pub(super) fn read_value(value: &Value) -> Option<Facts> {
    let mut facts = Facts::default();
    let found = collect(value, &mut facts, 0);
    (found && !(facts.message.is_empty() && facts.codes.is_empty() && facts.base_code.is_none())).then_some(facts)
}

fn plain(text: &str) -> Facts {
    Facts { message: text.to_owned(), is_page: text.starts_with('<'), ..Facts::default() }
}

fn collect(value: &Value, facts: &mut Facts, depth: usize) -> bool {
    if depth > 3 {
        return false;
    }
    match value {
        Value::Array(items) => items.iter().any(|item| collect(item, facts, depth + 1)),
        Value::String(text) if depth > 0 => {
            set_message(facts, text);
            // Gateways like to wrap the body of another endpoint as text.
            if let Some(inner) = embedded_object(text) {
                collect(&inner, facts, depth + 1);
            }
            true
        }
        Value::Object(object) => collect_object(object, facts, depth),
        _ => false,
    }
}

fn collect_object(object: &serde_json::Map<String, Value>, facts: &mut Facts, depth: usize) -> bool {
    if let Some(base) = object.get("base_resp") {
        let code = base.get("status_code").and_then(Value::as_u64).unwrap_or(0);
        if code != 0 {
            facts.base_code = Some(code);
            set_message(facts, base.get("status_msg").and_then(Value::as_str).unwrap_or_default());
            return true;
        }
    }
    if let Some(error) = object.get("error").filter(|error| !is_nothing(error)) {
        add_code(facts, object.get("type"));
        add_code(facts, object.get("code"));
        let found = collect(error, facts, depth + 1);
        if let Some(message) = object.get("message").and_then(Value::as_str) {
            set_message(facts, message);
        }
        return found;
    }
    match object.get("detail") {
        Some(Value::Array(items)) => {
            validation(items, facts);
            return true;
        }
        Some(Value::String(text)) => set_message(facts, text),
        _ => {}
    }
    for name in ["message", "msg", "error_msg", "errorMessage", "error_description", "title"] {
        if let Some(text) = object.get(name).and_then(Value::as_str) {
            set_message(facts, text);
        }
    }
    for name in ["code", "type", "status", "error_code", "reason"] {
        add_code(facts, object.get(name));
    }
    for name in ["http_code", "code", "status", "status_code", "statusCode"] {
        if let Some(status) = object.get(name).and_then(whole_number).and_then(http_status) {
            facts.status = facts.status.or(Some(status));
        }
    }
    if let Some(name) = object.get("param").and_then(Value::as_str).filter(|name| !name.is_empty()) {
        facts.parameter = Some(name.to_owned());
    }
    if let Some(limit) = object.get("n_ctx").and_then(Value::as_u64) {
        facts.context_limit = Some(limit);
    }
    details(object, facts);
    upstream(object, facts, depth);
    // Outside an error object a lone type says nothing: `{"type":"ping"}` is a sign of life.
    !facts.message.is_empty() || (depth > 0 && !facts.codes.is_empty())
}

/// Reads Google's list of details, one of which may say how long to wait.
fn details(object: &serde_json::Map<String, Value>, facts: &mut Facts) {
    for detail in object.get("details").and_then(Value::as_array).into_iter().flatten() {
        if let Some(delay) = detail.get("retryDelay").and_then(Value::as_str) {
            facts.retry_after_ms = duration_ms(delay);
        }
        add_code(facts, detail.get("reason"));
    }
}

/// Reads `metadata.raw`, in which OpenRouter keeps the words of the endpoint behind it.
fn upstream(object: &serde_json::Map<String, Value>, facts: &mut Facts, depth: usize) {
    let Some(metadata) = object.get("metadata") else { return };
    if let Some(raw) = metadata.get("raw").and_then(Value::as_str) {
        let mut inner = Facts::default();
        if let Some(value) = embedded_object(raw) {
            collect(&value, &mut inner, depth + 1);
        } else {
            raw.clone_into(&mut inner.message);
        }
        if !inner.message.is_empty() {
            facts.message = format!("{}: {}", facts.message, inner.message);
        }
        facts.codes.push(' ');
        facts.codes.push_str(&inner.codes);
        facts.parameter = facts.parameter.take().or(inner.parameter);
        facts.retry_after_ms = facts.retry_after_ms.or(inner.retry_after_ms);
    }
    if metadata.get("flagged_input").is_some() || metadata.get("reasons").is_some() {
        facts.codes.push_str(" content_filter");
    }
}

/// Reads FastAPI's list of invalid fields.
fn validation(items: &[Value], facts: &mut Facts) {
    for item in items {
        let place = item.get("loc").and_then(Value::as_array);
        let name = place.and_then(|place| place.iter().filter_map(Value::as_str).find(|part| *part != "body"));
        if let Some(name) = name.filter(|_| facts.parameter.is_none()) {
            facts.parameter = Some(name.to_owned());
        }
        if let Some(text) = item.get("msg").and_then(Value::as_str) {
            set_message(facts, text);
        }
    }
}

/// Keeps the first message that is not empty.
fn set_message(facts: &mut Facts, text: &str) {
    if facts.message.is_empty() {
        text.clone_into(&mut facts.message);
    }
}

fn add_code(facts: &mut Facts, value: Option<&Value>) {
    let text = match value {
        Some(Value::String(text)) => text.to_ascii_lowercase(),
        Some(Value::Number(number)) => number.to_string(),
        _ => return,
    };
    if text.is_empty() || text == "error" {
        return;
    }
    if !facts.codes.is_empty() {
        facts.codes.push(' ');
    }
    facts.codes.push_str(&text);
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn embedded_object(text: &str) -> Option<Value> {
    let start = text.find('{')?;
    let end = text.rfind('}')?;
    serde_json::from_str(text.get(start..=end)?).ok()
}

fn whole_number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

fn http_status(number: u64) -> Option<u16> {
    (400..600).contains(&number).then_some(number as u16)
}

/// Reads a duration such as `1.2s`, `20ms`, `6m0s`, `1h2m`, `36 seconds`, in milliseconds; a bare number is seconds.
pub(super) fn duration_ms(text: &str) -> Option<u64> {
    let mut rest = text.trim_start();
    let mut total = 0.0_f64;
    let mut found = false;
    while let Some((number, after)) = leading_number(rest) {
        let after = after.trim_start();
        let letters = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let unit_ms = match &after[..letters] {
            "ms" | "millisecond" | "milliseconds" => 1.0,
            "s" | "sec" | "secs" | "second" | "seconds" => 1000.0,
            "m" | "min" | "mins" | "minute" | "minutes" => 60_000.0,
            "h" | "hour" | "hours" => 3_600_000.0,
            _ if !found => return Some((number * 1000.0).round() as u64),
            _ => break,
        };
        total += number * unit_ms;
        found = true;
        rest = &after[letters..];
    }
    found.then_some(total.round() as u64)
}

fn leading_number(text: &str) -> Option<(f64, &str)> {
    let mut end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    if text[..end].ends_with('.') {
        end -= 1; // the full stop of a sentence
    }
    Some((text[..end].parse().ok()?, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_in_every_spelling() {
        for (text, expect) in [
            ("1.2s", Some(1200)),
            ("20ms", Some(20)),
            ("6m0s", Some(360_000)),
            ("1h2m", Some(3_720_000)),
            ("36 seconds", Some(36_000)),
            ("5.", Some(5000)),
            ("7", Some(7000)),
            ("20s. Visit the site", Some(20_000)),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(duration_ms(text), expect, "{text}");
        }
    }

    #[test]
    fn an_answer_without_an_error_has_no_facts() {
        for body in
            [r#"{"type":"ping"}"#, r#"{"choices":[]}"#, r#"{"error":null}"#, r#"{"error":{}}"#, "[]", "3", "\"text\""]
        {
            let value: Value = serde_json::from_str(body).unwrap();
            let facts = read_value(&value);
            assert!(facts.as_ref().is_none_or(|facts| facts.message.is_empty()), "{body}: {facts:?}");
        }
    }

    #[test]
    fn a_wrapped_body_is_opened() {
        let facts = read(
            r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"bad temperature\",\"param\":\"temperature\"}}"}}}"#,
        );
        assert_eq!(facts.message, "Provider returned error: bad temperature");
        assert_eq!(facts.parameter.as_deref(), Some("temperature"));
        assert_eq!(facts.status, Some(400));
    }
}
