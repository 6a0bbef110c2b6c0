//! The notations of calls in text.

use serde_json::{Map, Value};

use super::Leaked;
use espalier_agent_api::tool::{Tool, named, object_in};
use espalier_command::schema::Schema;

/// Openers of marked calls.
pub const OPENERS: &[&str] = &[
    "<tool_call>",
    "<function=",
    "<function_calls>",
    "<minimax:tool_call>",
    "<invoke name=",
    "<|python_tag|>",
    "<|tool_calls_section_begin|>",
    "<|tool_call_begin|>",
    "<｜tool▁calls▁begin｜>",
    "<｜tool▁call▁begin｜>",
    "[TOOL_CALLS]",
];

/// The keys that a bare JSON call begins with.
const FIRST_KEYS: &[&str] = &["name", "tool", "function", "type", "arguments", "parameters", "tool_name", "tool_call"];
/// The most text that is read as calls, in bytes.
const LIMIT: usize = 256 * 1024;

/// Whether text that begins with an opener may still become a call.
pub fn plausible(held: &str) -> bool {
    if held.len() > LIMIT {
        return false;
    }
    if let Some(opener) = OPENERS.iter().find(|opener| held.starts_with(**opener)) {
        let rest = held[opener.len()..].trim_start();
        return match *opener {
            "<tool_call>" | "<|python_tag|>" => rest.is_empty() || rest.starts_with(['{', '[', '<']),
            "<function_calls>" | "<minimax:tool_call>" => rest.is_empty() || rest.starts_with('<'),
            "<function=" => rest.is_empty() || rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'),
            _ => true,
        };
    }
    let Some(rest) = held.trim_start_matches(['[', ' ', '\n', '\r', '\t']).strip_prefix('{') else {
        return held.trim_start_matches(['[', ' ', '\n', '\r', '\t']).is_empty();
    };
    let Some(key) = rest.trim_start().strip_prefix('"') else { return rest.trim().is_empty() };
    match key.split_once('"') {
        Some((key, _)) => FIRST_KEYS.contains(&key),
        None => FIRST_KEYS.iter().any(|known| known.starts_with(key)),
    }
}

/// Reads the calls that the text consists of; `None` when it is not calls of these tools alone.
pub fn calls(text: &str, tools: &[&Tool]) -> Option<Vec<Leaked>> {
    let text = text.trim();
    let found = if text.starts_with(['{', '[']) && !text.starts_with("[TOOL_CALLS]") {
        bare(text)?
    } else if text.contains("<invoke name=") {
        elements(text, "<invoke name=", "</invoke>", "<parameter name=", tools)?
    } else if text.contains("<function=") {
        elements(text, "<function=", "</function>", "<parameter=", tools)?
    } else if text.contains("tool▁call▁begin") {
        sections(text, "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>", deepseek)?
    } else if text.contains("<|tool_call_begin|>") {
        sections(text, "<|tool_call_begin|>", "<|tool_call_end|>", kimi)?
    } else if let Some(rest) = text.strip_prefix("[TOOL_CALLS]") {
        mistral(rest.trim_start())?
    } else if let Some(rest) = text.strip_prefix("<|python_tag|>") {
        rest.split(';')
            .map(|one| json_calls(one.trim().trim_end_matches("<|eom_id|>")))
            .collect::<Option<Vec<_>>>()?
            .concat()
    } else if text.contains("<tool_call>") {
        sections(text, "<tool_call>", "</tool_call>", |inside| json_calls(inside).and_then(|mut calls| calls.pop()))?
    } else {
        return None;
    };
    let offered = !found.is_empty() && found.iter().all(|call| named(tools, &call.name).is_some());
    offered.then_some(found)
}

/// Reads a bare JSON call, which has to be everything there is.
fn bare(text: &str) -> Option<Vec<Leaked>> {
    json_calls(text)
}

fn json_calls(text: &str) -> Option<Vec<Leaked>> {
    match serde_json::from_str(text.trim()).ok()? {
        Value::Array(items) => items.into_iter().map(json_call).collect(),
        value => json_call(value).map(|call| vec![call]),
    }
}

fn json_call(value: Value) -> Option<Leaked> {
    let Value::Object(mut object) = value else { return None };
    if let Some(Value::Object(inner)) = object.remove("tool_call").or_else(|| {
        let nested = object.get("function").is_some_and(Value::is_object);
        nested.then(|| object.remove("function")).flatten()
    }) {
        object = inner;
    }
    let name = ["name", "tool", "function", "tool_name"].iter().find_map(|key| object.get(*key)?.as_str())?.to_owned();
    let arguments =
        ["arguments", "parameters", "args", "input"].iter().find_map(|key| object.remove(*key)).unwrap_or(Value::Null);
    leaked(&name, arguments)
}

fn leaked(name: &str, arguments: Value) -> Option<Leaked> {
    let arguments = match arguments {
        Value::Object(_) => arguments,
        Value::String(text) => serde_json::from_str(&text).ok().filter(Value::is_object)?,
        _ => return None,
    };
    let name = name.trim().trim_start_matches("functions.");
    Some(Leaked { name: name.to_owned(), arguments: arguments.to_string() })
}

/// Reads the text between each pair of markers as a call; the last end may be missing.
fn sections(text: &str, begin: &str, end: &str, read: fn(&str) -> Option<Leaked>) -> Option<Vec<Leaked>> {
    let mut calls = Vec::new();
    for part in text.split(begin).skip(1) {
        let inside = part.split_once(end).map_or(part, |(inside, _)| inside);
        calls.push(read(inside.trim())?);
    }
    Some(calls)
}

fn deepseek(inside: &str) -> Option<Leaked> {
    let (first, rest) = inside.split_once("<｜tool▁sep｜>")?;
    let (name, arguments) = if first.trim() == "function" { rest.split_once('\n')? } else { (first, rest) };
    leaked(name, Value::Object(object_in(arguments)?))
}

fn kimi(inside: &str) -> Option<Leaked> {
    let (id, arguments) = inside.split_once("<|tool_call_argument_begin|>")?;
    let name = id.trim().split(':').next()?;
    leaked(name, Value::Object(object_in(arguments)?))
}

fn mistral(rest: &str) -> Option<Vec<Leaked>> {
    if rest.starts_with('[') {
        return json_calls(rest);
    }
    let at = rest.find('{')?;
    let name = rest[..at].trim().trim_end_matches("[ARGS]");
    leaked(name, Value::Object(object_in(&rest[at..])?)).map(|call| vec![call])
}

/// Reads calls as elements with parameters inside, or with one JSON object.
fn elements(text: &str, open: &str, close: &str, parameter: &str, tools: &[&Tool]) -> Option<Vec<Leaked>> {
    let mut calls = Vec::new();
    for part in text.split(open).skip(1) {
        let (name, body) = part.split_once('>')?;
        let name = name.trim().trim_matches(['"', '\'']);
        let (body, closed) = body.split_once(close).map_or((body, false), |(inside, _)| (inside, true));
        let body = body.trim();
        if body.starts_with('{') {
            calls.push(leaked(name, serde_json::from_str(body).ok()?)?);
            continue;
        }
        let mut arguments = Map::new();
        for part in body.split(parameter).skip(1) {
            let (head, value) = part.split_once('>')?;
            let key = head.split_whitespace().next()?.trim_matches(['"', '\'']);
            let value = value.split_once("</parameter>").map_or(value, |(inside, _)| inside).trim();
            arguments.insert(key.to_owned(), value_of(value, key, named(tools, name)));
        }
        if arguments.is_empty() && !(body.is_empty() && closed) {
            return None;
        }
        calls.push(leaked(name, Value::Object(arguments))?);
    }
    Some(calls)
}

/// Reads a value written without quotes: a text where the parameter is one, otherwise JSON where it is that.
fn value_of(text: &str, key: &str, tool: Option<&Tool>) -> Value {
    let schema = tool.and_then(|tool| tool.params.iter().find(|param| param.name == key)).map(|param| &param.schema);
    if schema.is_some_and(is_text) {
        return text.into();
    }
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

fn is_text(schema: &Schema) -> bool {
    match schema {
        Schema::Text { .. } | Schema::Choice(_) | Schema::Reference(_) => true,
        Schema::Nullable(inner) | Schema::Lenient(inner) => is_text(inner),
        _ => false,
    }
}
