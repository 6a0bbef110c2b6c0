//! Messages of a request, independent of any endpoint's dialect.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Role of a speaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The app, which instructs the model.
    System,
    /// The person.
    User,
    /// The model.
    Assistant,
    /// The result of a tool call.
    Tool,
}

impl Role {
    /// Returns the name that every endpoint uses.
    pub fn as_wire(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}

/// A call that the model made earlier, to be shown to it again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolCall {
    /// Id of the call, which the message with its result repeats.
    pub id: String,
    /// Name of the tool, as in [`ToolSpec`](super::request::ToolSpec).
    pub name: String,
    /// The text of the arguments exactly as it came.
    pub arguments: String,
    /// Fields of the provider, such as a thought signature.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub opaque: Map<String, Value>,
}

/// A picture within a message. Its content is put in by who sends the request (`request::HttpRequest::fill`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    /// Name of the file.
    pub name: String,
    /// Media type, such as `image/png`.
    pub media_type: String,
    /// Hash under which the content is stored.
    pub hash: String,
}

/// One message of a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    /// Role of the speaker.
    pub role: Role,
    /// Text of the message; of a tool's message, the result. Empty where the model only called tools.
    #[serde(default)]
    pub content: String,
    /// Pictures that belong to the text, in the order the person gave them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
    /// The reasoning before an answer, for endpoints that want it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// Calls that the model made in this message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// The call that a message of the role `tool` answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// Fields of the provider that belong to the message.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub opaque: Map<String, Value>,
    /// Issuer of the opaque fields, see [`issuer`]; they go back to nobody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issuer: Option<String>,
}

/// Returns the name of an endpoint and a model, to tell whose opaque fields these are.
pub fn issuer(base_url: &str, model: &str) -> String {
    format!("{} {model}", base_url.trim().trim_end_matches('/'))
}

impl ChatMessage {
    /// Makes a message with nothing but text.
    pub fn new(role: impl Into<Role>, content: impl Into<String>) -> Self {
        Self {
            role: role.into(),
            content: content.into(),
            pictures: Vec::new(),
            reasoning: None,
            tool_calls: Vec::new(),
            tool_call_id: None,
            opaque: Map::new(),
            issuer: None,
        }
    }

    /// Makes the result of a tool call.
    pub fn tool_result(call_id: impl Into<String>, content: impl Into<String>) -> Self {
        Self { tool_call_id: Some(call_id.into()), ..Self::new(Role::Tool, content) }
    }
}
