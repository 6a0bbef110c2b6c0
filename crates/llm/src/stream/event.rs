//! Output of a stream: events while it runs, and the whole answer at any time.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::calls::{AssembledCall, CallDelta};
use crate::error::LlmError;

/// One step of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelEvent {
    /// More of the visible answer.
    Text(String),
    /// More of the reasoning.
    Reasoning(String),
    /// All text so far was reasoning; it only became clear now.
    TextWasReasoning,
    /// A tool call begins or grows.
    ToolCall(CallDelta),
    /// The token counts as far as they are known.
    Usage(Usage),
    /// The model says why it ends. Other events may follow.
    Finish(FinishReason),
    /// An error; the text so far stays valid. Sent once.
    Error(LlmError),
    /// Nothing new, but the server is alive.
    Alive,
}

/// Reason for which a model ended its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FinishReason {
    /// The model was done.
    Stop,
    /// The token budget was used up.
    Length,
    /// The model wants to call tools.
    ToolCalls,
    /// A filter stopped the answer.
    ContentFilter,
    /// Any other word, as it came.
    Other(String),
}

impl FinishReason {
    pub(super) fn from_wire(word: &str) -> Self {
        match word.to_ascii_lowercase().as_str() {
            "stop" | "end_turn" | "stop_sequence" | "eos" => Self::Stop,
            "length" | "max_tokens" | "max_output_tokens" => Self::Length,
            "tool_calls" | "tool_use" | "function_call" => Self::ToolCalls,
            "content_filter" | "sensitive" | "safety" => Self::ContentFilter,
            _ => Self::Other(word.to_owned()),
        }
    }

    /// Whether the token budget was used up.
    pub fn is_length(&self) -> bool {
        *self == Self::Length
    }

    /// Whether tool calls of an answer that ends like this may run. Gemini says `stop` even with calls.
    pub fn allows_calls(&self) -> bool {
        matches!(self, Self::Stop | Self::ToolCalls)
    }
}

impl std::fmt::Display for FinishReason {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::ToolCalls => "tool_calls",
            Self::ContentFilter => "content_filter",
            Self::Other(word) => word,
        })
    }
}

/// Token counts, as far as the endpoint told them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Tokens of the request: the wire's `prompt_tokens` or `input_tokens`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_tokens: Option<u64>,
    /// Tokens of the answer, reasoning included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completion_tokens: Option<u64>,
    /// Total as the endpoint reports it; not computed from the other counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_tokens: Option<u64>,
    /// The part of the answer's tokens that went into reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<u64>,
    /// The part of the prompt that came from the endpoint's cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached_tokens: Option<u64>,
    /// The wire's `cost` in billionths; whether of a US dollar, the provider's table says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
}

impl Usage {
    /// Adds the tokens of another answer; a count that neither has stays unknown.
    pub fn add(&mut self, more: Self) {
        let add = |sum: &mut Option<u64>, more: Option<u64>| {
            if let Some(more) = more {
                *sum = Some(sum.unwrap_or(0).saturating_add(more));
            }
        };
        add(&mut self.prompt_tokens, more.prompt_tokens);
        add(&mut self.completion_tokens, more.completion_tokens);
        add(&mut self.total_tokens, more.total_tokens);
        add(&mut self.reasoning_tokens, more.reasoning_tokens);
        add(&mut self.cached_tokens, more.cached_tokens);
        add(&mut self.cost, more.cost);
    }
}

/// Field that the reasoning came in. Some endpoints want it back under the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReasoningSource {
    /// `reasoning_content`
    ReasoningContent,
    /// `reasoning`
    Reasoning,
    /// `thinking_content` or `thinking`
    Thinking,
    /// `reasoning_details`
    Details,
    /// Parts of the content of the type `thinking`.
    Parts,
    /// Tags in the text.
    Tags,
}

/// The answer as it stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Assembled {
    /// Visible text, without the reasoning.
    pub text: String,
    /// Reasoning before and between the text; empty if the endpoint shows none.
    pub reasoning: String,
    /// Field that the reasoning came in first; `None` without reasoning.
    pub reasoning_source: Option<ReasoningSource>,
    /// Tool calls in the order in which they began.
    pub calls: Vec<AssembledCall>,
    /// Token counts as last reported.
    pub usage: Usage,
    /// Reason of the end; `None` as long as neither the model nor the stream has said that it is done.
    pub finish: Option<FinishReason>,
    /// Error that the answer ended with, if any.
    pub error: Option<LlmError>,
    /// Fields of the message that only the provider understands and wants back.
    pub opaque: Map<String, Value>,
    /// Whether the stream ended before the model said that it was done.
    pub truncated: bool,
    /// Whether the token budget was used up before there was any answer.
    pub starved: bool,
}
