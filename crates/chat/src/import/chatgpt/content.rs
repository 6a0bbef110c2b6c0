//! Content of one message of a ChatGPT export, as Markdown.

use serde_json::Value;

use crate::export::fenced;
use crate::import::content::{MessageContent, push_paragraph, text, titled};
use espalier_model::persona::Role;

/// Reads the content of a message; `None` when it is not a message.
pub fn read(message: &Value) -> Option<MessageContent> {
    let message = message.as_object()?;
    let author = message.get("author").unwrap_or(&Value::Null);
    let metadata = message.get("metadata").unwrap_or(&Value::Null);
    let content = message.get("content").unwrap_or(&Value::Null);
    let role = text(author, "role");
    let mut said = MessageContent::by_name(role);
    said.hidden = metadata.get("is_visually_hidden_from_conversation") == Some(&Value::Bool(true));
    said.model = ["resolved_model_slug", "model_slug"]
        .iter()
        .map(|name| text(metadata, name))
        .find(|slug| !slug.is_empty())
        .map(str::to_owned);
    let finish = metadata.get("finish_details").map_or("", |details| text(details, "type"));
    said.finish = Some(finish.to_owned()).filter(|finish| !finish.is_empty());
    said.cut_off = finish == "interrupted" || message.get("status").and_then(Value::as_str) == Some("in_progress");
    speak(&mut said, content, metadata);
    if said.from_tool {
        attribute(&mut said, text(author, "name"), "from");
    } else if said.role == Role::Assistant {
        let recipient = message.get("recipient").and_then(Value::as_str).unwrap_or("all");
        attribute(&mut said, if recipient == "all" { "" } else { recipient }, "to");
    }
    Some(said)
}

/// Names the tool a text comes from or goes to.
fn attribute(said: &mut MessageContent, tool: &str, direction: &str) {
    let tool = match tool {
        "" if said.from_tool => "tool",
        tool => tool,
    };
    if !tool.is_empty() && !said.text.is_empty() {
        said.text = format!("[{direction} {tool}]\n\n{}", said.text);
    }
}

fn speak(said: &mut MessageContent, content: &Value, metadata: &Value) {
    let kind = text(content, "content_type");
    match kind {
        "thoughts" => said.reasoning = thoughts(content),
        "reasoning_recap" => said.reasoning.push_str(first_text(content)),
        "user_editable_context" | "model_editable_context" => {
            said.role = Role::System;
            said.text = custom_instructions(content);
            said.hidden = false;
            said.enabled = false;
        }
        _ => said.text = shown(kind, content),
    }
    for attachment in metadata.get("attachments").and_then(Value::as_array).into_iter().flatten() {
        let name = text(attachment, "name");
        push_paragraph(&mut said.text, &format!("[file: {}]", if name.is_empty() { "?" } else { name }));
    }
}

fn shown(kind: &str, content: &Value) -> String {
    match kind {
        "text" | "multimodal_text" | "" => parts(content),
        "code" => fenced(language(content), first_text(content)),
        "execution_output" => fenced("", first_text(content)),
        "tether_quote" => {
            let source = [text(content, "title"), text(content, "url")].join(" ");
            titled(&format!("quote from {}", source.trim()), first_text(content))
        }
        "tether_browsing_display" => first_text(content).to_owned(),
        "system_error" => titled(&format!("error {}", text(content, "name")), first_text(content)),
        // Whatever this is, what text it has is kept and what it is is said.
        kind => {
            let inside = first_text(content);
            let inside = if inside.is_empty() { parts(content) } else { inside.to_owned() };
            titled(kind, &inside)
        }
    }
}

fn parts(content: &Value) -> String {
    let mut whole = String::new();
    let parts = content.get("parts").and_then(Value::as_array);
    for part in parts.into_iter().flatten() {
        match part {
            Value::String(text) => push_paragraph(&mut whole, text),
            Value::Null => {}
            part => push_paragraph(&mut whole, &media(part)),
        }
    }
    if whole.is_empty() { first_text(content).to_owned() } else { whole }
}

/// A part that is not plain text.
fn media(part: &Value) -> String {
    let kind = text(part, "content_type");
    match kind {
        "image_asset_pointer" => {
            let size = |name| part.get(name).and_then(Value::as_u64);
            let mut label = "image".to_owned();
            if let (Some(width), Some(height)) = (size("width"), size("height")) {
                label = format!("image {width}×{height}");
            }
            let prompt = part.pointer("/metadata/dalle/prompt").and_then(Value::as_str).unwrap_or_default();
            if prompt.is_empty() { format!("[{label}]") } else { format!("[{label}: {prompt}]") }
        }
        "audio_transcription" => first_text(part).to_owned(),
        "audio_asset_pointer" | "real_time_user_audio_video_asset_pointer" => "[audio]".to_owned(),
        "video_container_asset_pointer" => "[video]".to_owned(),
        "" => match first_text(part) {
            "" => "[unknown content]".to_owned(),
            text => text.to_owned(),
        },
        kind => titled(kind, first_text(part)),
    }
}

fn thoughts(content: &Value) -> String {
    let mut whole = String::new();
    for thought in content.get("thoughts").and_then(Value::as_array).into_iter().flatten() {
        match text(thought, "summary") {
            "" => {}
            summary => push_paragraph(&mut whole, &format!("**{summary}**")),
        }
        push_paragraph(&mut whole, text(thought, "content"));
    }
    if whole.is_empty() { parts(content) } else { whole }
}

fn custom_instructions(content: &Value) -> String {
    const FIELDS: [&str; 5] = ["user_profile", "user_instructions", "model_set_context", "structured_context", "text"];
    let mut whole = String::new();
    for field in FIELDS {
        push_paragraph(&mut whole, text(content, field));
    }
    if whole.is_empty() { whole } else { titled("custom instructions", &whole) }
}

fn language(content: &Value) -> &str {
    Some(text(content, "language"))
        .filter(|&language| {
            language != "unknown" && language.chars().all(|c| c.is_ascii_alphanumeric() || "+-#".contains(c))
        })
        .unwrap_or_default()
}

/// The first of the fields in which the various kinds of content keep their text.
fn first_text(content: &Value) -> &str {
    ["text", "result", "content", "summary"]
        .iter()
        .map(|name| text(content, name))
        .find(|text| !text.is_empty())
        .unwrap_or_default()
}
