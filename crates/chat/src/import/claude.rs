//! `conversations.json` of a Claude data export.
//!
//! The format is not documented by its maker; what is known of it comes from exports people have described. A file is a
//! list of conversations with `chat_messages`; each has a `sender`, a `text` and, in later exports, a list `content` and
//! a `parent_message_uuid`. Without the latter each message follows the one before it.

use serde_json::Value;

use super::content::{MessageContent, file, list, named, push_paragraph, text, titled};
use super::conversation::Conversation;
use super::graph::Item;
use super::json::{self, Members, Top};
use crate::export::fenced;
use espalier_model::persona::Role;

/// Whether a file looks like one of these.
pub fn recognises(top: &Top<'_>) -> bool {
    top.has(&["chat_messages"])
}

/// Reads one conversation.
pub fn conversation(members: &Members<'_>) -> Conversation {
    let messages = members.list("chat_messages").into_iter();
    let messages: Vec<Value> = messages.map(|raw| serde_json::from_str(raw.get()).unwrap_or_default()).collect();
    let is_tree = messages.iter().any(|message| message.get("parent_message_uuid").is_some());
    let mut conversation = Conversation {
        app: "claude",
        id: members.text("uuid").unwrap_or_default(),
        title: members.text("name").unwrap_or_default(),
        created_at: members.timestamp("created_at"),
        updated_at: members.timestamp("updated_at"),
        current: members.text("current_leaf_message_uuid"),
        default_model: members.text("model"),
        ..Conversation::default()
    };
    let mut before = None;
    for (index, message) in messages.iter().enumerate() {
        conversation.unreadable += usize::from(!message.is_object());
        let mut item = item(index, message);
        if !is_tree {
            item.parent = before.replace(item.name.clone());
        }
        conversation.items.push(item);
    }
    if conversation.current.is_none() {
        conversation.current = conversation.items.last().map(|item| item.name.clone());
    }
    conversation
}

fn item(index: usize, message: &Value) -> Item {
    // A message that begins a conversation follows this one, which is not there.
    let is_root = |id: &&str| id.bytes().all(|byte| matches!(byte, b'0' | b'-' | b'4' | b'8'));
    let mut said = MessageContent::by(if text(message, "sender") == "human" { Role::User } else { Role::Assistant });
    for part in list(message, "content") {
        read_part(&mut said, part);
    }
    if said.text.is_empty() {
        text(message, "text").clone_into(&mut said.text);
    }
    for attached in list(message, "attachments") {
        let name = text(attached, "file_name");
        push_paragraph(&mut said.text, &file("file", name, text(attached, "extracted_content")));
    }
    for attached in list(message, "files") {
        push_paragraph(&mut said.text, &file("file", text(attached, "file_name"), ""));
    }
    said.cut_off = message.get("truncated") == Some(&Value::Bool(true));
    let parent = message.get("parent_message_uuid").and_then(Value::as_str).filter(|id| !is_root(id));
    Item {
        name: named(message, "uuid").unwrap_or_else(|| index.to_string()),
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
            for block in list(part, "content") {
                push_paragraph(&mut inside, text(block, "text"));
            }
            push_paragraph(&mut said.text, &titled(&format!("from {}", text(part, "name")), &inside));
        }
        "token_budget" | "" => {}
        kind => push_paragraph(&mut said.text, &titled(kind, text(part, "text"))),
    }
}
