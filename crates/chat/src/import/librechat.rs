//! Conversations exported from LibreChat.
//!
//! A file is one conversation with `messages` (or `messagesTree`): a list in which each names its `parentMessageId`, or
//! nested, each with its `children`. These may lie thousands deep, so they are read without recursion.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::content::{MessageContent, file, push_paragraph, text, titled};
use super::conversation::Conversation;
use super::graph::Item;
use super::json::{self, Members, Top};
use crate::export::fenced;
use espalier_model::persona::Role;

/// Parent of the messages that follow none.
const ROOT: &str = "00000000-0000-0000-0000-000000000000";

/// Whether a file looks like one of these.
pub fn recognises(top: &Top<'_>) -> bool {
    top.has(&["conversationId", "messages"]) || top.has(&["conversationId", "messagesTree"])
}

/// Reads one conversation.
pub fn conversation(members: &Members<'_>) -> serde_json::Result<Conversation> {
    let messages = members.get("messagesTree").or_else(|| members.get("messages"));
    let flat = flatten(messages.map_or("[]", RawValue::get))?;
    let mut conversation = Conversation {
        app: "librechat",
        id: members.text("conversationId").unwrap_or_default(),
        title: members.text("title").unwrap_or_default(),
        default_model: members.members("options").text("model"),
        ..Conversation::default()
    };
    for (below, members) in flat {
        let below = below.map(|index| conversation.items[index].name.clone());
        let item = item(conversation.items.len(), below, &members);
        conversation.items.push(item);
    }
    conversation.current = latest(&conversation.items);
    let times = || conversation.items.iter().filter_map(|item| item.time);
    let (first, last) = (times().reduce(f64::min), times().reduce(f64::max));
    (conversation.created_at, conversation.updated_at) = (json::timestamp(first), json::timestamp(last));
    Ok(conversation)
}

/// The message that was written last; the format does not say which one was shown.
fn latest(items: &[Item]) -> Option<String> {
    let time = |item: &Item| item.time.unwrap_or_default();
    items.iter().reduce(|last, item| if time(item) >= time(last) { item } else { last }).map(|item| item.name.clone())
}

/// A message of a list: the index of the one it stands below, and its own members.
type Nested<'a> = (Option<usize>, Members<'a>);

/// The messages of a list and all that stand below them. Linear in the length of the text.
fn flatten(text: &str) -> serde_json::Result<Vec<Nested<'_>>> {
    let mut found: Vec<Nested<'_>> = Vec::new();
    // The messages that are being read, each in the `children` of the one before it.
    let mut open: Vec<usize> = Vec::new();
    let mut rest = text.trim_start().strip_prefix('[').unwrap_or_default();
    let mut in_list = true;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        match (in_list, rest.bytes().next()) {
            (true, Some(b'{')) => {
                found.push((open.last().copied(), Members::default()));
                open.push(found.len() - 1);
                in_list = false;
                rest = &rest[1..];
            }
            (true, Some(b']')) if !open.is_empty() => {
                in_list = false;
                rest = &rest[1..];
            }
            (true, Some(b']')) | (_, None) => return Ok(found),
            (true, Some(_)) => rest = value::<&RawValue>(rest)?.1,
            (false, Some(b'}')) => {
                open.pop();
                in_list = true;
                rest = &rest[1..];
            }
            (false, Some(_)) => {
                let (name, after) = value::<String>(rest)?;
                rest = after.trim_start().strip_prefix(':').unwrap_or_default().trim_start();
                if let Some(after) = rest.strip_prefix('[').filter(|_| name == "children") {
                    in_list = true;
                    rest = after;
                    continue;
                }
                let (inside, after) = value::<&RawValue>(rest)?;
                if let Some(&index) = open.last() {
                    found[index].1.0.push((name, inside));
                }
                rest = after;
            }
        }
    }
}

/// Reads the first value of a text; returns it with the text behind it.
fn value<'a, T: Deserialize<'a>>(text: &'a str) -> serde_json::Result<(T, &'a str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<T>();
    let first = values.next().unwrap_or_else(|| Err(serde::de::Error::custom("the text ends early")))?;
    Ok((first, &text[values.byte_offset()..]))
}

fn item(index: usize, below: Option<String>, members: &Members<'_>) -> Item {
    let is_user = members.value("isCreatedByUser") == Value::Bool(true);
    let mut said = MessageContent::by(if is_user { Role::User } else { Role::Assistant });
    for part in members.list("content") {
        read_part(&mut said, &serde_json::from_str(part.get()).unwrap_or_default());
    }
    if said.text.is_empty() {
        said.text = members.text("text").unwrap_or_default();
    }
    for attached in members.list("files") {
        let attached = serde_json::from_str::<Value>(attached.get()).unwrap_or_default();
        let kind = if text(&attached, "type").starts_with("image/") { "image" } else { "file" };
        push_paragraph(&mut said.text, &file(kind, text(&attached, "filename"), text(&attached, "text")));
    }
    said.model = members.text("model");
    said.finish = members.text("finish_reason");
    said.cut_off = members.value("unfinished") == Value::Bool(true);
    Item {
        name: members.text("messageId").filter(|id| !id.is_empty()).unwrap_or_else(|| index.to_string()),
        parent: members.text("parentMessageId").filter(|id| !id.is_empty() && id != ROOT).or(below),
        children: Vec::new(),
        said: Some(said),
        time: json::instant(&members.value("createdAt")),
    }
}

fn read_part(said: &mut MessageContent, part: &Value) {
    // A text is itself, or an object with a `value`.
    let words = |name: &str| match part.get(name) {
        Some(Value::String(text)) => text.as_str(),
        Some(inner) => text(inner, "value"),
        None => "",
    };
    match text(part, "type") {
        "text" => push_paragraph(&mut said.text, words("text")),
        "think" => push_paragraph(&mut said.reasoning, words("think")),
        "error" => push_paragraph(&mut said.text, &titled("error", words("error"))),
        "tool_call" => {
            let call = part.get("tool_call").unwrap_or(&Value::Null);
            let mut inside = fenced("json", text(call, "args"));
            push_paragraph(&mut inside, text(call, "output"));
            push_paragraph(&mut said.text, &titled(&format!("from {}", text(call, "name")), &inside));
        }
        "image_file" | "image_url" => push_paragraph(&mut said.text, &file("image", "", "")),
        "" => {}
        kind => push_paragraph(&mut said.text, &titled(kind, words("text"))),
    }
}
