//! Conversations exported from the web UI of llama.cpp.
//!
//! Up to 2026 a file was one object with `conv` and `messages`, or a list of these; now it is JSON Lines: a line of the
//! type `session` with the conversation, and one of the type `message` for each message. A message names its `parent`;
//! the first one, of the type `root`, says nothing.

use serde_json::Value;
use serde_json::value::RawValue;

use super::content::{MessageContent, file, list, named, push_paragraph, text, texts, titled};
use super::conversation::Conversation;
use super::graph::Item;
use super::json::{self, Members, Top};
use crate::export::fenced;

/// Whether a file looks like one of these.
pub fn recognises(top: &Top<'_>) -> bool {
    match top {
        Top::Lines(lines) => lines.first().is_some_and(|line| {
            let line: Members<'_> = serde_json::from_str(line.get()).unwrap_or_default();
            line.text("type").as_deref() == Some("session") && line.get("id").is_some()
        }),
        top => top.has(&["conv", "messages"]),
    }
}

/// Reads one conversation of a file in the older form.
pub fn conversation(members: &Members<'_>) -> Conversation {
    read(&members.members("conv"), members.list("messages").into_iter())
}

/// Reads all conversations of a file of lines.
pub fn sessions(lines: &[&RawValue]) -> Vec<Conversation> {
    let mut sessions: Vec<(Members<'_>, Vec<&RawValue>)> = Vec::new();
    for line in lines {
        let members: Members<'_> = serde_json::from_str(line.get()).unwrap_or_default();
        match (members.text("type").as_deref(), members.get("message"), sessions.last_mut()) {
            (Some("session"), ..) => sessions.push((members, Vec::new())),
            (Some("message"), Some(message), Some((_, messages))) => messages.push(message),
            _ => {}
        }
    }
    sessions.into_iter().map(|(members, messages)| read(&members, messages.into_iter())).collect()
}

fn read<'a>(members: &Members<'_>, messages: impl Iterator<Item = &'a RawValue>) -> Conversation {
    let mut conversation = Conversation {
        app: "llama.cpp",
        id: members.text("id").unwrap_or_default(),
        title: members.text("name").unwrap_or_default(),
        updated_at: members.timestamp("lastModified"),
        current: members.text("currNode"),
        ..Conversation::default()
    };
    for (index, raw) in messages.enumerate() {
        let message = serde_json::from_str::<Value>(raw.get()).unwrap_or_default();
        conversation.unreadable += usize::from(!message.is_object());
        conversation.items.push(item(index, &message));
    }
    let times = conversation.items.iter().filter_map(|item| item.time);
    conversation.created_at = json::timestamp(times.reduce(f64::min));
    conversation
}

fn item(index: usize, message: &Value) -> Item {
    let mut said = MessageContent::by_name(text(message, "role"));
    text(message, "content").clone_into(&mut said.text);
    if said.from_tool && !said.text.is_empty() {
        said.text = titled("from tool", &said.text);
    }
    let thought = named(message, "reasoningContent").or_else(|| named(message, "thinking"));
    said.reasoning = thought.unwrap_or_default();
    match message.get("toolCalls") {
        None | Some(Value::Null) => {}
        Some(Value::String(calls)) if calls.is_empty() => {}
        Some(Value::String(calls)) => push_paragraph(&mut said.text, &titled("to tools", &fenced("json", calls))),
        Some(calls) => push_paragraph(&mut said.text, &titled("to tools", &fenced("json", &calls.to_string()))),
    }
    for attached in list(message, "extra") {
        let kind = match text(attached, "type") {
            "imageFile" => "image",
            "audioFile" => "audio",
            "videoFile" => "video",
            _ => "file",
        };
        push_paragraph(&mut said.text, &file(kind, text(attached, "name"), text(attached, "content")));
    }
    said.model = named(message, "model");
    Item {
        name: named(message, "id").unwrap_or_else(|| index.to_string()),
        parent: named(message, "parent").filter(|id| id != "-1"),
        children: texts(message, "children"),
        said: message.is_object().then_some(said),
        time: message.get("timestamp").and_then(json::instant),
    }
}
