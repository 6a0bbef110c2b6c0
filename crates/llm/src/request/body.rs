//! JSON body of a request.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::effort;
use super::extra;
use super::files::address;
use super::{ModelRequest, ResponseFormat, ToolChoice, ToolSpec};
use crate::capability::{Capabilities, ChoiceForm, JsonForm, ReasoningReplay, TokenField};
use crate::message::{ChatMessage, Role, issuer};

impl ModelRequest {
    /// Builds the body after all that is known about the endpoint.
    pub(super) fn body(&self, known: &Capabilities) -> Value {
        let traits = &self.table().traits;
        let mut body = Map::new();
        if !self.model.trim().is_empty() {
            body.insert("model".to_owned(), json!(self.model.trim()));
        }
        body.insert("messages".to_owned(), Value::Array(self.wire_messages(known)));
        // A thinking model of some providers refuses anything but a stream.
        body.insert("stream".to_owned(), json!(true));
        body.insert("stream_options".to_owned(), json!({"include_usage": true}));
        if let Some(temperature) = self.temperature.filter(|_| !self.table().fixes_temperature(&self.model)) {
            body.insert(
                "temperature".to_owned(),
                json!(temperature.clamp(traits.min_temperature, traits.max_temperature)),
            );
        }
        if let Some(share) = self.top_p.filter(|_| !self.table().fixes_temperature(&self.model)) {
            body.insert("top_p".to_owned(), json!(share.clamp(0.0, 1.0)));
        }
        if let Some(seed) = self.seed {
            body.insert("seed".to_owned(), json!(seed));
        }
        if !self.stop.is_empty() {
            body.insert("stop".to_owned(), json!(self.stop));
        }
        if let Some(tokens) = self.budget(known) {
            match self.token_field(known) {
                TokenField::MaxTokens => body.insert("max_tokens".to_owned(), json!(tokens)),
                TokenField::MaxCompletionTokens => body.insert("max_completion_tokens".to_owned(), json!(tokens)),
                TokenField::Absent => None,
            };
        }
        if !self.tools.is_empty() && !known.without_tools {
            self.add_tools(&mut body, known);
        }
        if let Some(format) = self.response_format.as_ref().and_then(|format| response_format(format, known)) {
            body.insert("response_format".to_owned(), format);
        }
        for (name, only_with_tools) in traits.switches {
            if !only_with_tools || body.contains_key("tools") {
                body.insert((*name).to_owned(), json!(true));
            }
        }
        if let Some(effort) = self.effort {
            effort::add(&mut body, &traits.thinking, effort, known);
        }
        extra::merge(&mut body, &self.extra);
        body.retain(|name, _| !known.omitted.contains(name));
        Value::Object(body)
    }

    fn add_tools(&self, body: &mut Map<String, Value>, known: &Capabilities) {
        let form = self.choice_form(known);
        // Where one tool can't be named, it is the only one that is offered.
        let only = match &self.tool_choice {
            ToolChoice::Named(name) if form != ChoiceForm::Named => Some(name),
            _ => None,
        };
        let offered = self.tools.iter().filter(|tool| only.is_none_or(|name| tool.name == *name));
        body.insert("tools".to_owned(), Value::Array(offered.map(tool).collect()));
        let choice = match (&self.tool_choice, form) {
            (ToolChoice::Auto, _) | (_, ChoiceForm::Absent) => return,
            (ToolChoice::None, _) => json!("none"),
            (_, ChoiceForm::Auto) => json!("auto"),
            (ToolChoice::Named(name), ChoiceForm::Named) => json!({"type": "function", "function": {"name": name}}),
            (ToolChoice::Required | ToolChoice::Named(_), _) => json!("required"),
        };
        body.insert("tool_choice".to_owned(), choice);
    }

    fn wire_messages(&self, known: &Capabilities) -> Vec<Value> {
        let issuer = issuer(&self.base_url, &self.model);
        let replay = known.replay.unwrap_or(self.table().traits.replay);
        self.conversation(known).iter().map(|message| wire_message(message, &issuer, replay)).collect()
    }

    /// Returns the messages as this endpoint takes them: calls in words, the system as the person, neighbours as one.
    pub(crate) fn conversation(&self, known: &Capabilities) -> Vec<Cow<'_, ChatMessage>> {
        let mut taken: Vec<Cow<'_, ChatMessage>> = Vec::with_capacity(self.messages.len());
        let mut after_system = false;
        for message in &self.messages {
            let mut message = Cow::Borrowed(message);
            if known.without_tools {
                message = Cow::Owned(without_tools(&message));
            }
            if known.without_pictures && !message.pictures.is_empty() {
                leave_out_pictures(message.to_mut());
            }
            let is_system = known.no_system && message.role == Role::System;
            if is_system {
                message.to_mut().role = Role::User;
            }
            let joins = known.alternate || is_system || after_system;
            after_system = is_system;
            match taken.last_mut().filter(|last| joins && last.role == message.role) {
                Some(last) if is_plain(last) && is_plain(&message) => {
                    let last = last.to_mut();
                    if !last.content.is_empty() && !message.content.is_empty() {
                        last.content.push_str("\n\n");
                    }
                    last.content.push_str(&message.content);
                    last.pictures.extend(message.pictures.iter().cloned());
                }
                _ => taken.push(message),
            }
        }
        taken
    }
}

/// Whether a message is nothing but text and pictures.
fn is_plain(message: &ChatMessage) -> bool {
    message.tool_calls.is_empty() && message.tool_call_id.is_none()
}

fn tool(spec: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "function": {"name": spec.name, "description": spec.description, "parameters": spec.parameters},
    })
}

fn response_format(format: &ResponseFormat, known: &Capabilities) -> Option<Value> {
    match (format, known.json.unwrap_or_default()) {
        (_, JsonForm::Absent) => None,
        (ResponseFormat::JsonSchema { name, schema }, JsonForm::Schema) => {
            Some(json!({"type": "json_schema", "json_schema": {"name": name, "schema": schema}}))
        }
        _ => Some(json!({"type": "json_object"})),
    }
}

fn wire_message(message: &ChatMessage, issuer: &str, replay: ReasoningReplay) -> Value {
    let mut wire = Map::new();
    let own = message.issuer.as_deref() == Some(issuer);
    if own {
        wire.extend(message.opaque.clone());
    }
    wire.insert("role".to_owned(), json!(message.role.as_wire()));
    let bare = message.content.is_empty() && !message.tool_calls.is_empty();
    wire.insert("content".to_owned(), if bare { Value::Null } else { content(message) });
    if let Some(id) = &message.tool_call_id {
        wire.insert("tool_call_id".to_owned(), json!(id));
    }
    if message.tool_calls.is_empty() {
        return Value::Object(wire);
    }
    if replay == ReasoningReplay::WithCalls {
        let reasoning = message.reasoning.as_deref().unwrap_or_default();
        wire.insert("reasoning_content".to_owned(), json!(reasoning));
    }
    let calls = message.tool_calls.iter().map(|call| {
        let mut wire = if own { call.opaque.clone() } else { Map::new() };
        wire.insert("id".to_owned(), json!(call.id));
        wire.insert("type".to_owned(), json!("function"));
        wire.insert("function".to_owned(), json!({"name": call.name, "arguments": valid_arguments(&call.arguments)}));
        Value::Object(wire)
    });
    wire.insert("tool_calls".to_owned(), calls.collect());
    Value::Object(wire)
}

/// Returns the content of a message: its text, or its parts where it has pictures. Every endpoint takes plain text.
fn content(message: &ChatMessage) -> Value {
    if message.pictures.is_empty() {
        return json!(message.content);
    }
    let text = (!message.content.is_empty()).then(|| json!({"type": "text", "text": message.content}));
    let pictures =
        message.pictures.iter().map(|picture| json!({"type": "image_url", "image_url": {"url": address(picture)}}));
    text.into_iter().chain(pictures).collect()
}

/// Puts a note in the place of the pictures, so that the model does not take the text for all there is.
fn leave_out_pictures(message: &mut ChatMessage) {
    for picture in std::mem::take(&mut message.pictures) {
        if !message.content.is_empty() {
            message.content.push_str("\n\n");
        }
        for piece in ["[The picture ", &picture.name, " was attached here. You can't see it.]"] {
            message.content.push_str(piece);
        }
    }
}

/// Writes calls and results as plain text, for a model that knows no tools.
fn without_tools(message: &ChatMessage) -> ChatMessage {
    let mut content = message.content.clone();
    for call in &message.tool_calls {
        if !content.is_empty() {
            content.push('\n');
        }
        content.push('[');
        content.push_str(&call.name);
        content.push(' ');
        content.push_str(&call.arguments);
        content.push(']');
    }
    let role = if message.role == Role::Tool { Role::User } else { message.role };
    ChatMessage { pictures: message.pictures.clone(), ..ChatMessage::new(role, content) }
}

/// Returns the text of a JSON object: as it came where it is one, `{}` for none, otherwise wrapped.
fn valid_arguments(text: &str) -> String {
    if text.trim().is_empty() {
        return "{}".to_owned();
    }
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(_)) => text.to_owned(),
        _ => json!({"invalid_arguments": text}).to_string(),
    }
}
