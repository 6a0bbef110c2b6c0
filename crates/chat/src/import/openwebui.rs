//! Chats exported from Open WebUI.
//!
//! The format is what Open WebUI 0.3 to 0.6 writes ("Export Chats"): a list of rows with a `chat`, whose `history` has
//! `messages` by id, each with a `parentId`, and the `currentId`. Older files have the `chat` itself in place of the row.
//! What a model thought, and what tools returned, stands in the text as `<details type="…">`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::content::{MessageContent, file, push_paragraph, text, titled};
use super::conversation::Conversation;
use super::graph::Item;
use super::json::{self, Members, Top};
use super::{Entry, malformed};
use crate::export::fenced;
use espalier_base::time::Timestamp;
use espalier_model::Record;
use espalier_model::conversation::SessionId;
use espalier_model::persona::Role;

/// Whether a file looks like one of these.
pub fn recognises(top: &Top<'_>) -> bool {
    top.values().iter().take(super::LOOKED_AT).any(|raw| {
        let row: Members<'_> = serde_json::from_str(raw).unwrap_or_default();
        history(&row).get("messages").is_some()
    })
}

/// Reads one conversation.
pub fn conversation(raw: &str, seen: &mut BTreeSet<SessionId>, records: &mut Vec<Record>) -> Entry {
    let row: Members<'_> = match serde_json::from_str(raw) {
        Ok(row) => row,
        Err(error) => return malformed("", &error),
    };
    let (chat, history) = (chat(&row), history(&row));
    let title = row.text("title").or_else(|| chat.text("title")).unwrap_or_default();
    let messages = history.members("messages").0;
    let first = messages.first().map(|(id, _)| id.clone()).unwrap_or_default();
    let instant = |name: &str| row.instant(name).map(|ms| Timestamp(ms as i64));
    let mut conversation = Conversation {
        app: "openwebui",
        id: row.text("id").or_else(|| chat.text("id")).filter(|id| !id.is_empty()).unwrap_or(first),
        title,
        created_at: instant("created_at").or_else(|| chat.instant("timestamp").map(|ms| Timestamp(ms as i64))),
        updated_at: instant("updated_at"),
        current: history.text("currentId"),
        default_model: chat.value("models").get(0).and_then(Value::as_str).map(str::to_owned),
        ..Conversation::default()
    };
    for (name, raw) in messages {
        let value = serde_json::from_str::<Value>(raw.get()).unwrap_or_default();
        conversation.unreadable += usize::from(!value.is_object());
        conversation.items.push(item(name, &value));
    }
    conversation.finish(seen, records)
}

fn chat<'a>(row: &Members<'a>) -> Members<'a> {
    match row.get("chat") {
        Some(_) => row.members("chat"),
        None => Members(row.0.clone()),
    }
}

fn history<'a>(row: &Members<'a>) -> Members<'a> {
    chat(row).members("history")
}

fn item(name: String, message: &Value) -> Item {
    let mut said = MessageContent::by(match text(message, "role") {
        "user" => Role::User,
        "system" => Role::System,
        _ => Role::Assistant,
    });
    said.from_tool = text(message, "role") == "tool";
    read_text(&mut said, text(message, "content"));
    let error = message.get("error").map_or("", |error| match error {
        Value::String(words) => words,
        error => text(error, "content"),
    });
    if !error.is_empty() {
        push_paragraph(&mut said.text, &titled("error", error));
    }
    for attached in message.get("files").and_then(Value::as_array).into_iter().flatten() {
        push_paragraph(&mut said.text, &attachment(attached));
    }
    said.model = Some(text(message, "model").to_owned()).filter(|model| !model.is_empty());
    said.cut_off = message.get("done") == Some(&Value::Bool(false));
    let children = message.get("childrenIds").and_then(Value::as_array);
    Item {
        name,
        parent: message.get("parentId").and_then(Value::as_str).map(str::to_owned),
        children: children.into_iter().flatten().filter_map(|id| Some(id.as_str()?.to_owned())).collect(),
        said: message.is_object().then_some(said),
        time: message.get("timestamp").and_then(json::instant),
    }
}

/// A note on an attached file, with its text where the export has it.
fn attachment(attached: &Value) -> String {
    let kind = text(attached, "type");
    let name = [text(attached, "name"), text(&attached["file"], "filename")].into_iter().find(|name| !name.is_empty());
    let inside = attached.pointer("/file/data/content").and_then(Value::as_str).unwrap_or_default();
    if kind == "image" {
        file("image", name.unwrap_or_default(), "")
    } else {
        file("file", name.unwrap_or("?"), inside)
    }
}

/// Takes apart a text with `<details type="…">`.
fn read_text(said: &mut MessageContent, mut rest: &str) {
    const BEGIN: &str = "<details type=\"";
    const END: &str = "</details>";
    loop {
        let block = rest.find(BEGIN).and_then(|at| Some((at, rest[at..].find(END)? + at)));
        let Some((begin, end)) = block else { break };
        push_paragraph(&mut said.text, rest[..begin].trim());
        let whole = &rest[begin..end];
        let (head, inside) = whole.split_once('>').unwrap_or((whole, ""));
        let inside = inside.split_once("</summary>").map_or(inside, |(_, inside)| inside);
        match attribute(head, "type").as_str() {
            "reasoning" => push_paragraph(&mut said.reasoning, unquoted(&unescaped(inside)).trim()),
            kind => {
                let name = attribute(head, "name");
                let title = if name.is_empty() { kind.replace('_', " ") } else { format!("from {name}") };
                let result = attribute(head, "result");
                let result = if result.is_empty() { unescaped(inside.trim()) } else { result };
                let arguments = fenced("json", attribute(head, "arguments").trim());
                let mut shown = arguments;
                push_paragraph(&mut shown, &result);
                push_paragraph(&mut said.text, &titled(&title, &shown));
            }
        }
        rest = &rest[end + END.len()..];
    }
    let is_whole = said.text.is_empty() && said.reasoning.is_empty();
    push_paragraph(&mut said.text, if is_whole { rest } else { rest.trim() });
}

/// An attribute of a tag; empty if it is not there.
fn attribute(head: &str, name: &str) -> String {
    let value = head.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split_once('"'));
    value.map(|(value, _)| unescaped(value)).unwrap_or_default()
}

/// Text without the marks of a quotation that stand before each line.
fn unquoted(text: &str) -> String {
    let lines: Vec<&str> =
        text.lines().map(|line| line.strip_prefix("> ").or(line.strip_prefix('>')).unwrap_or(line)).collect();
    lines.join("\n")
}

fn unescaped(text: &str) -> String {
    const NAMES: [(&str, &str); 6] =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&amp;", "&")];
    NAMES.iter().fold(text.to_owned(), |text, (name, character)| text.replace(name, character))
}
