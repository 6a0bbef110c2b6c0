//! Conversations exported from the web UI of llama.cpp.
//!
//! Up to 2026 a file was one object with `conv` and `messages`, or a list of these; now it is JSON Lines: a line of the
//! type `session` with the conversation, and one of the type `message` for each message. A message names its `parent`;
//! the first one, of the type `root`, says nothing.

use std::collections::BTreeSet;

use serde_json::Value;
use serde_json::value::RawValue;

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

/// A conversation of a file: its own members, and its messages.
type Source<'a> = (Members<'a>, Vec<&'a str>);

/// Whether a file looks like one of these.
pub fn recognises(top: &Top<'_>) -> bool {
    match top {
        Top::Lines(lines) => lines.first().is_some_and(|line| {
            let line: Members<'_> = serde_json::from_str(line.get()).unwrap_or_default();
            line.text("type").as_deref() == Some("session") && line.get("id").is_some()
        }),
        top => top.values().iter().take(super::LOOKED_AT).any(|raw| {
            let members: Members<'_> = serde_json::from_str(raw).unwrap_or_default();
            members.get("conv").is_some() && members.get("messages").is_some()
        }),
    }
}

/// Reads all conversations.
pub fn conversations(top: &Top<'_>, seen: &mut BTreeSet<SessionId>, records: &mut Vec<Record>) -> Vec<Entry> {
    if let Top::Lines(lines) = top {
        return sessions(lines.iter().map(|line| line.get()))
            .into_iter()
            .map(|source| read(source, seen, records))
            .collect();
    }
    let read_one = |raw: &str| match serde_json::from_str::<Members<'_>>(raw) {
        Ok(members) => {
            let messages = members.list("messages").into_iter().map(RawValue::get).collect();
            read((members.members("conv"), messages), seen, records)
        }
        Err(error) => malformed("", &error),
    };
    top.values().into_iter().map(read_one).collect()
}

fn sessions<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Source<'a>> {
    let mut sessions: Vec<Source<'a>> = Vec::new();
    for line in lines {
        let members: Members<'a> = serde_json::from_str(line).unwrap_or_default();
        match (members.text("type").as_deref(), members.get("message"), sessions.last_mut()) {
            (Some("session"), ..) => sessions.push((members, Vec::new())),
            (Some("message"), Some(message), Some((_, messages))) => messages.push(message.get()),
            _ => {}
        }
    }
    sessions
}

fn read((members, messages): Source<'_>, seen: &mut BTreeSet<SessionId>, records: &mut Vec<Record>) -> Entry {
    let mut conversation = Conversation {
        app: "llama.cpp",
        id: members.text("id").unwrap_or_default(),
        title: members.text("name").unwrap_or_default(),
        updated_at: members.instant("lastModified").map(|ms| Timestamp(ms as i64)),
        current: members.text("currNode"),
        ..Conversation::default()
    };
    for (index, raw) in messages.into_iter().enumerate() {
        let message = serde_json::from_str::<Value>(raw).unwrap_or_default();
        conversation.unreadable += usize::from(!message.is_object());
        conversation.items.push(item(index, &message));
    }
    let times = conversation.items.iter().filter_map(|item| item.time);
    conversation.created_at = times.reduce(f64::min).map(|ms| Timestamp(ms as i64));
    conversation.finish(seen, records)
}

fn item(index: usize, message: &Value) -> Item {
    let role = text(message, "role");
    let mut said = MessageContent::by(match role {
        "user" => Role::User,
        "system" => Role::System,
        _ => Role::Assistant,
    });
    said.from_tool = role == "tool";
    text(message, "content").clone_into(&mut said.text);
    if said.from_tool && !said.text.is_empty() {
        said.text = titled("from tool", &said.text);
    }
    let thought = ["reasoningContent", "thinking"].map(|name| text(message, name));
    thought.into_iter().find(|text| !text.is_empty()).unwrap_or_default().clone_into(&mut said.reasoning);
    match message.get("toolCalls") {
        None | Some(Value::Null) => {}
        Some(Value::String(calls)) if calls.is_empty() => {}
        Some(Value::String(calls)) => push_paragraph(&mut said.text, &titled("to tools", &fenced("json", calls))),
        Some(calls) => push_paragraph(&mut said.text, &titled("to tools", &fenced("json", &calls.to_string()))),
    }
    for attached in message.get("extra").and_then(Value::as_array).into_iter().flatten() {
        let kind = match text(attached, "type") {
            "imageFile" => "image",
            "audioFile" => "audio",
            "videoFile" => "video",
            _ => "file",
        };
        push_paragraph(&mut said.text, &file(kind, text(attached, "name"), text(attached, "content")));
    }
    said.model = Some(text(message, "model").to_owned()).filter(|model| !model.is_empty());
    let name = text(message, "id");
    let children = message.get("children").and_then(Value::as_array);
    Item {
        name: if name.is_empty() { index.to_string() } else { name.to_owned() },
        parent: message
            .get("parent")
            .and_then(Value::as_str)
            .filter(|id| !id.is_empty() && *id != "-1")
            .map(str::to_owned),
        children: children.into_iter().flatten().filter_map(|id| Some(id.as_str()?.to_owned())).collect(),
        said: message.is_object().then_some(said),
        time: message.get("timestamp").and_then(json::instant),
    }
}
