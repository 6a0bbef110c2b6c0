//! Preview of the next request, for the person to see before it is sent.
//!
//! The preview begins the same turn that would be started and reads its first request, so the two cannot differ.

use std::fmt::Write as _;
use std::rc::Rc;

use serde_json::Value;

use super::begin::{prepare_on, turn_of};
use crate::Model;
use espalier_agent::context::{Context, ContextItem, Excluded, Origin, TOKENS_PER_MESSAGE};
use espalier_agent::turn::Output;
use espalier_base::text::estimate_tokens;
use espalier_model::persona::Role;
use espalier_model::{Message, MessageId, MessageKey};

/// A request that is not sent yet.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Preview {
    /// The messages considered, with those left out and the reason.
    pub context: Context,
    /// Recipient of the request, with its body.
    pub asked: Recipient,
    /// The message in the composer, not sent yet.
    pub typed: Option<MessageId>,
}

/// Recipient of a request.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Recipient {
    /// Nobody: the model is known to be unable to do what is needed.
    #[default]
    Nobody,
    /// The built-in model, in this tab.
    BuiltIn,
    /// An endpoint.
    Endpoint {
        /// The body of the request.
        body: Value,
        /// Whether the tools are described in the messages and called in JSON.
        in_words: bool,
    },
}

/// A message of a request, or one that is left out.
#[derive(Debug, Clone, PartialEq)]
pub struct SentMessage {
    /// The message of the conversation it comes from; `None` for one that the app adds.
    pub origin: Option<Origin>,
    /// The role, as it is sent.
    pub role: String,
    /// The text, calls included.
    pub text: String,
    /// The estimated tokens.
    pub tokens: usize,
    /// Reason why it is left out.
    pub why_excluded: Option<Excluded>,
}

/// A tool of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct SentTool {
    /// The name.
    pub name: String,
    /// The description for the model.
    pub description: String,
    /// The JSON Schema of the arguments.
    pub schema: String,
    /// The estimated tokens of name, description and schema.
    pub tokens: usize,
}

/// The first request of an answer below these messages. Its purpose is read from `after`, the model as it would be
/// then.
pub fn preview(model: &Model, after: &Model, answer: MessageKey, messages: Vec<Rc<Message>>) -> Option<Preview> {
    let prepared = prepare_on(model, answer.session, &model.persona_of(Some(answer.session)), messages, None);
    let (context, is_builtin) = (prepared.context, prepared.setup.built_in);
    let mut turn = turn_of(model, after, prepared.setup, answer);
    let outputs = turn.start(model.now);
    let sent =
        outputs.into_iter().find_map(|output| if let Output::Call(request) = output { Some(request) } else { None });
    let asked = match sent {
        Some(Some(request)) if !is_builtin => {
            let body = serde_json::from_str(&request.body).ok()?;
            Recipient::Endpoint { body, in_words: turn.describes_tools() }
        }
        Some(_) => Recipient::BuiltIn,
        None => Recipient::Nobody,
    };
    Some(Preview { context, asked, typed: None })
}

impl Preview {
    fn body(&self) -> Option<&Value> {
        if let Recipient::Endpoint { body, .. } = &self.asked { Some(body) } else { None }
    }

    /// The messages in their order: each that is sent, once and as it is sent, and those left out in their places.
    pub fn messages(&self) -> Vec<SentMessage> {
        let Some(body) = self.body() else { return self.context.items.iter().map(considered).collect() };
        let sent: Vec<SentMessage> = body["messages"].as_array().into_iter().flatten().map(sent_message).collect();
        let mut listed = Vec::with_capacity(sent.len());
        let mut rest = sent.as_slice();
        for item in &self.context.items {
            if !item.included {
                listed.push(considered(item));
                continue;
            }
            for message in &item.messages {
                // The app may have added to it, or put others before it.
                let is_it =
                    |sent: &SentMessage| sent.text.starts_with(&message.content) && sent.role == role(message.role);
                let Some(at) = rest.iter().position(is_it) else { continue };
                listed.extend_from_slice(&rest[..at]);
                listed.push(SentMessage { origin: Some(item.origin), ..rest[at].clone() });
                rest = &rest[at + 1..];
            }
        }
        listed.extend_from_slice(rest);
        listed
    }

    /// The tools that are offered.
    pub fn tools(&self) -> Vec<SentTool> {
        let tools = self.body().and_then(|body| body["tools"].as_array());
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let tool = |tool: &Value| SentTool {
            name: text(&tool["function"]["name"]),
            description: text(&tool["function"]["description"]),
            schema: serde_json::to_string_pretty(&tool["function"]["parameters"]).unwrap_or_default(),
            tokens: estimate_tokens(&tool.to_string()),
        };
        tools.into_iter().flatten().map(tool).collect()
    }

    /// The JSON Schema that the answer must match, and its estimated tokens.
    pub fn format(&self) -> Option<(String, usize)> {
        let format = self.body()?.get("response_format")?;
        Some((serde_json::to_string_pretty(format).unwrap_or_default(), estimate_tokens(&format.to_string())))
    }

    /// The rest of the request: model, temperature and the like, as JSON.
    pub fn settings(&self) -> Option<String> {
        let mut rest = self.body()?.as_object()?.clone();
        for part in ["messages", "tools", "response_format"] {
            rest.remove(part);
        }
        serde_json::to_string_pretty(&rest).ok()
    }
}

fn role(role: espalier_llm::message::Role) -> String {
    serde_json::to_value(role).ok().and_then(|role| role.as_str().map(str::to_owned)).unwrap_or_default()
}

fn considered(item: &ContextItem) -> SentMessage {
    let role = match item.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    SentMessage {
        origin: Some(item.origin),
        role: role.to_owned(),
        text: item.text.clone(),
        tokens: item.tokens,
        why_excluded: item.why_excluded,
    }
}

fn sent_message(message: &Value) -> SentMessage {
    let mut text = message["content"].as_str().unwrap_or_default().to_owned();
    for call in message["tool_calls"].as_array().into_iter().flatten() {
        let part = |name: &str| call["function"][name].as_str().unwrap_or_default().to_owned();
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = write!(text, "{}({})", part("name"), part("arguments"));
    }
    let tokens = estimate_tokens(&text) + TOKENS_PER_MESSAGE;
    let role = message["role"].as_str().unwrap_or_default().to_owned();
    SentMessage { origin: None, role, text, tokens, why_excluded: None }
}
