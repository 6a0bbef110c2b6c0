//! `conversations.json` of a Claude data export.
//!
//! The format is not documented by its maker; what is known of it comes from exports people have described. A file is a
//! list of conversations with `chat_messages`; each has a `sender`, a `text` and, in later exports, a list `content` and
//! a `parent_message_uuid`. Without the latter each message follows the one before it.

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
        let members: Members<'_> = serde_json::from_str(raw).unwrap_or_default();
        members.get("chat_messages").is_some()
    })
}

/// Reads one conversation.
pub fn conversation(raw: &str, seen: &mut BTreeSet<SessionId>, records: &mut Vec<Record>) -> Entry {
    let members: Members<'_> = match serde_json::from_str(raw) {
        Ok(members) => members,
        Err(error) => return malformed("", &error),
    };
    let instant = |name: &str| members.instant(name).map(|ms| Timestamp(ms as i64));
    let messages = members.list("chat_messages");
    let values = || messages.iter().map(|raw| serde_json::from_str::<Value>(raw.get()).unwrap_or_default());
    let is_tree = values().any(|message| message.get("parent_message_uuid").is_some());
    let mut conversation = Conversation {
        app: "claude",
        id: members.text("uuid").unwrap_or_default(),
        title: members.text("name").unwrap_or_default(),
        created_at: instant("created_at"),
        updated_at: instant("updated_at"),
        current: members.text("current_leaf_message_uuid"),
        default_model: members.text("model"),
        ..Conversation::default()
    };
    let mut before = None;
    for (index, message) in values().enumerate() {
        conversation.unreadable += usize::from(!message.is_object());
        let mut item = item(index, &message);
        if !is_tree {
            item.parent = before.replace(item.name.clone());
        }
        conversation.items.push(item);
    }
    if conversation.current.is_none() {
        conversation.current = conversation.items.last().map(|item| item.name.clone());
    }
    conversation.finish(seen, records)
}

fn item(index: usize, message: &Value) -> Item {
    // A message that begins a conversation follows this one, which is not there.
    let is_root = |id: &&str| id.bytes().all(|byte| matches!(byte, b'0' | b'-' | b'4' | b'8'));
    let mut said = MessageContent::by(if text(message, "sender") == "human" { Role::User } else { Role::Assistant });
    for part in message.get("content").and_then(Value::as_array).into_iter().flatten() {
        read_part(&mut said, part);
    }
    if said.text.is_empty() {
        text(message, "text").clone_into(&mut said.text);
    }
    let list = |name: &str| message.get(name).and_then(Value::as_array).into_iter().flatten();
    for attached in list("attachments") {
        let name = Some(text(attached, "file_name")).filter(|name| !name.is_empty()).unwrap_or("?");
        push_paragraph(&mut said.text, &file("file", name, text(attached, "extracted_content")));
    }
    for attached in list("files") {
        push_paragraph(&mut said.text, &file("file", text(attached, "file_name"), ""));
    }
    said.cut_off = message.get("truncated") == Some(&Value::Bool(true));
    let parent = message.get("parent_message_uuid").and_then(Value::as_str).filter(|id| !is_root(id));
    let name = text(message, "uuid");
    Item {
        name: if name.is_empty() { index.to_string() } else { name.to_owned() },
        parent: parent.map(str::to_owned),
        children: Vec::new(),
        said: message.is_object().then_some(said),
        time: message.get("created_at").and_then(json::instant),
    }
}

fn read_part(said: &mut MessageContent, part: &Value) {
    match text(part, "type") {
        "text" => push_paragraph(&mut said.text, text(part, "text")),
        "thinking" => push_paragraph(&mut said.reasoning, text(part, "thinking")),
        "tool_use" => {
            let input = part.get("input").map(|input| match input {
                Value::String(text) => text.clone(),
                input => input.to_string(),
            });
            let title = format!("to {}", text(part, "name"));
            push_paragraph(&mut said.text, &titled(&title, &fenced("json", &input.unwrap_or_default())));
        }
        "tool_result" => {
            let mut inside = text(part, "content").to_owned();
            for block in part.get("content").and_then(Value::as_array).into_iter().flatten() {
                push_paragraph(&mut inside, text(block, "text"));
            }
            push_paragraph(&mut said.text, &titled(&format!("from {}", text(part, "name")), &inside));
        }
        "token_budget" | "" => {}
        kind => push_paragraph(&mut said.text, &titled(kind, text(part, "text"))),
    }
}
