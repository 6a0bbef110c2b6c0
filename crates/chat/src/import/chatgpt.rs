//! `conversations.json` of a ChatGPT data export.
//!
//! The format is not documented by its maker; what is known of it comes from exports people have described. A file is
//! a list of conversations; each has a `mapping` of node ids to nodes with a `parent`, `children` and perhaps a
//! `message`, and a `current_node`. A single conversation, and an object with a list `conversations`, are read too.
//! - G1 The whole tree is read, and the branch that was shown there is shown here.
//! - G2 A node without text, and one that was hidden there, is left out; what follows it follows what it followed.
//! - G3 What a model thought belongs to the answer that comes next; where none comes it is a message of its own.
//! - G4 Nothing that is not text vanishes: it is named in brackets.
//! - G5 Custom instructions are kept, but switched off, because this app's agents have their own.
//! - G6 Cycles, missing nodes, unknown roles and contents, and parts of the wrong type are tolerated.

mod content;

use std::collections::BTreeSet;

use serde_json::Value;
use serde_json::value::RawValue;

use super::conversation::Conversation;
use super::graph::Item;
use super::json::{self, Members, Top, milliseconds};
use super::{Entry, malformed};
use espalier_base::time::Timestamp;
use espalier_model::Record;
use espalier_model::conversation::SessionId;

/// Whether a file looks like one of these.
pub fn recognises(top: &Top<'_>) -> bool {
    conversations(top).iter().take(super::LOOKED_AT).any(|raw| {
        let members: Members<'_> = serde_json::from_str(raw).unwrap_or_default();
        members.get("mapping").is_some()
    })
}

/// The conversations of a file.
pub fn conversations<'a>(top: &Top<'a>) -> Vec<&'a str> {
    match top {
        Top::Object(_, members) if members.get("mapping").is_none() => {
            members.list("conversations").into_iter().map(RawValue::get).collect()
        }
        top => top.values(),
    }
}

/// Reads one conversation.
pub fn conversation(raw: &str, seen: &mut BTreeSet<SessionId>, records: &mut Vec<Record>) -> Entry {
    let members: Members<'_> = match serde_json::from_str(raw) {
        Ok(members) => members,
        Err(error) => return malformed("", &error),
    };
    let title = members.text("title").unwrap_or_default();
    let mapping = members.get("mapping").map_or("{}", RawValue::get);
    let nodes: Members<'_> = match serde_json::from_str(mapping) {
        Ok(nodes) => nodes,
        Err(error) => return malformed(&title, &error),
    };
    let first_node = nodes.0.first().map(|(id, _)| id.clone()).unwrap_or_default();
    let mut conversation = Conversation {
        app: "chatgpt",
        id: members.text("conversation_id").or_else(|| members.text("id")).unwrap_or(first_node),
        title,
        created_at: instant(members.number("create_time")),
        updated_at: instant(members.number("update_time")),
        current: members.text("current_node"),
        default_model: members.text("default_model_slug"),
        ..Conversation::default()
    };
    for (name, raw) in nodes.0 {
        let value = serde_json::from_str::<Value>(raw.get()).unwrap_or(Value::Null);
        conversation.unreadable += usize::from(!value.is_object());
        conversation.items.push(item(name, &value));
    }
    conversation.finish(seen, records)
}

fn item(name: String, node: &Value) -> Item {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let children = node.get("children").and_then(Value::as_array);
    let message = node.get("message");
    Item {
        name,
        parent: node.get("parent").and_then(text),
        children: children.into_iter().flatten().filter_map(text).collect(),
        said: message.and_then(content::read),
        time: message.and_then(|message| milliseconds(json::number(message.get("create_time")?)?)),
    }
}

fn instant(seconds: Option<f64>) -> Option<Timestamp> {
    milliseconds(seconds?).map(|ms| Timestamp(ms as i64))
}
