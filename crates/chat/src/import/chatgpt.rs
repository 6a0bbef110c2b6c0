//! `conversations.json` of a ChatGPT data export.
//!
//! The format is not documented by its maker; what is known of it comes from exports people have described. A file is
//! a list of conversations; each has a `mapping` of node ids to nodes with a `parent`, `children` and perhaps a
//! `message`, and a `current_node`. A single conversation, and an object with a list `conversations`, are read too.
//! - G1 Nothing that is not text vanishes: it is named in brackets.
//! - G2 Custom instructions are kept, but switched off, because this app's agents have their own.
//! - G3 Cycles, missing nodes, unknown roles and contents, and parts of the wrong type are tolerated.

mod content;

use serde_json::Value;
use serde_json::value::RawValue;

use super::content::texts;
use super::conversation::Conversation;
use super::graph::Item;
use super::json::{self, Members, Top};

/// Whether a file looks like one of these.
pub fn recognises(top: &Top<'_>) -> bool {
    top.has(&["mapping"])
}

/// Reads one conversation.
pub fn conversation(members: &Members<'_>) -> serde_json::Result<Conversation> {
    let nodes: Members<'_> = serde_json::from_str(members.get("mapping").map_or("{}", RawValue::get))?;
    let mut conversation = Conversation {
        app: "chatgpt",
        id: members.text("conversation_id").or_else(|| members.text("id")).unwrap_or_default(),
        title: members.text("title").unwrap_or_default(),
        created_at: members.timestamp("create_time"),
        updated_at: members.timestamp("update_time"),
        current: members.text("current_node"),
        default_model: members.text("default_model_slug"),
        ..Conversation::default()
    };
    for (name, raw) in nodes.0 {
        let value = serde_json::from_str::<Value>(raw.get()).unwrap_or(Value::Null);
        conversation.unreadable += usize::from(!value.is_object());
        conversation.items.push(item(name, &value));
    }
    Ok(conversation)
}

fn item(name: String, node: &Value) -> Item {
    let message = node.get("message");
    Item {
        name,
        parent: node.get("parent").and_then(Value::as_str).map(str::to_owned),
        children: texts(node, "children"),
        said: message.and_then(content::read),
        time: message.and_then(|message| json::instant(message.get("create_time")?)),
    }
}
