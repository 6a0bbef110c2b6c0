//! Chats exported from Open WebUI.
//!
//! The format is what Open WebUI 0.3 to 0.6 writes ("Export Chats"): a list of rows with a `chat`, whose `history` has
//! `messages` by id, each with a `parentId`, and the `currentId`. Older files have the `chat` itself in place of the row.
//! Thoughts of a model, and results of tools, stand in the text of an answer as `<details type="…">`.

use serde_json::Value;

use super::content::{MessageContent, file, list, named, push_paragraph, text, texts, titled};
use super::conversation::Conversation;
use super::graph::Item;
use super::json::{self, LOOKED_AT, Members, Top};
use crate::export::fenced;
use espalier_model::persona::Role;

/// Whether a file looks like one of these.
pub fn recognises(top: &Top<'_>) -> bool {
    top.values().iter().take(LOOKED_AT).any(|raw| {
        let row: Members<'_> = serde_json::from_str(raw).unwrap_or_default();
        chat(&row).members("history").get("messages").is_some()
    })
}

/// Reads one conversation.
pub fn conversation(row: &Members<'_>) -> Conversation {
    let chat = chat(row);
    let history = chat.members("history");
    let mut conversation = Conversation {
        app: "openwebui",
        id: row.text("id").or_else(|| chat.text("id")).unwrap_or_default(),
        title: row.text("title").or_else(|| chat.text("title")).unwrap_or_default(),
        created_at: row.timestamp("created_at").or_else(|| chat.timestamp("timestamp")),
        updated_at: row.timestamp("updated_at"),
        current: history.text("currentId"),
        default_model: chat.value("models").get(0).and_then(Value::as_str).map(str::to_owned),
        ..Conversation::default()
    };
    for (name, raw) in history.members("messages").0 {
        let value = serde_json::from_str::<Value>(raw.get()).unwrap_or_default();
        conversation.unreadable += usize::from(!value.is_object());
        conversation.items.push(item(name, &value));
    }
    conversation
}

fn chat<'a>(row: &Members<'a>) -> Members<'a> {
    match row.get("chat") {
        Some(_) => row.members("chat"),
        None => Members(row.0.clone()),
    }
}

fn item(name: String, message: &Value) -> Item {
    let mut said = MessageContent::by_name(text(message, "role"));
    if said.role == Role::Assistant {
        read_answer(&mut said, text(message, "content"));
    } else {
        text(message, "content").clone_into(&mut said.text);
    }
    let error = message.get("error").map_or("", |error| match error {
        Value::String(words) => words,
        error => text(error, "content"),
    });
    if !error.is_empty() {
        push_paragraph(&mut said.text, &titled("error", error));
    }
    for attached in list(message, "files") {
        push_paragraph(&mut said.text, &attachment(attached));
    }
    said.model = named(message, "model");
    said.cut_off = message.get("done") == Some(&Value::Bool(false));
    Item {
        name,
        parent: named(message, "parentId"),
        children: texts(message, "childrenIds"),
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

/// Takes apart an answer with `<details type="…">`.
fn read_answer(said: &mut MessageContent, mut rest: &str) {
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
                let mut shown = fenced("json", attribute(head, "arguments").trim());
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
