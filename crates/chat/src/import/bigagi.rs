//! Conversations exported from big-AGI: all of them, or one.
//!
//! A conversation is a list of `messages`, each following the one before it. A message has a `text`, or since version 2
//! `fragments` with a `part` of a type `pt`.

use serde_json::Value;

use super::content::{MessageContent, file, list, named, push_paragraph, text, titled};
use super::conversation::Conversation;
use super::graph::Item;
use super::json::{self, Members, Top};

/// Whether a file looks like one of these.
pub fn recognises(top: &Top<'_>) -> bool {
    top.has(&["systemPurposeId", "messages"])
}

/// Reads one conversation.
pub fn conversation(members: &Members<'_>) -> Conversation {
    let mut conversation = Conversation {
        app: "big-agi",
        id: members.text("id").unwrap_or_default(),
        title: members.text("userTitle").or_else(|| members.text("autoTitle")).unwrap_or_default(),
        created_at: members.timestamp("created"),
        updated_at: members.timestamp("updated"),
        ..Conversation::default()
    };
    for (index, raw) in members.list("messages").into_iter().enumerate() {
        let message = serde_json::from_str::<Value>(raw.get()).unwrap_or_default();
        conversation.unreadable += usize::from(!message.is_object());
        let parent = conversation.items.last().map(|item| item.name.clone());
        conversation.items.push(item(index, &message, parent));
    }
    conversation.current = conversation.items.last().map(|item| item.name.clone());
    conversation
}

fn item(index: usize, message: &Value, parent: Option<String>) -> Item {
    let mut said = MessageContent::by_name(text(message, "role"));
    text(message, "text").clone_into(&mut said.text);
    for fragment in list(message, "fragments") {
        read_fragment(&mut said, fragment);
    }
    said.model = named(message, "originLLM").or_else(|| named(message.get("generator")?, "name"));
    Item {
        // Ids are not unique where a message was copied, so the place is part of the name.
        name: format!("{index} {}", text(message, "id")),
        parent,
        children: Vec::new(),
        said: message.is_object().then_some(said),
        time: message.get("created").and_then(json::instant),
    }
}

fn read_fragment(said: &mut MessageContent, fragment: &Value) {
    let part = fragment.get("part").unwrap_or(&Value::Null);
    match text(part, "pt") {
        "text" => push_paragraph(&mut said.text, text(part, "text")),
        "error" => push_paragraph(&mut said.text, &titled("error", text(part, "error"))),
        "ma" => push_paragraph(&mut said.reasoning, text(part, "aText")),
        "doc" => {
            let name = [text(fragment, "title"), text(part, "l1Title"), text(part, "ref")];
            let name = name.into_iter().find(|name| !name.is_empty()).unwrap_or("?");
            let inside = part.pointer("/data/text").and_then(Value::as_str).unwrap_or_default();
            push_paragraph(&mut said.text, &file("file", name, inside));
        }
        "image_ref" | "reference" => push_paragraph(&mut said.text, &file("image", text(fragment, "title"), "")),
        "" | "ph" | "_pt_sentinel" => {}
        kind => push_paragraph(&mut said.text, &titled(kind, text(part, "text"))),
    }
}
