//! What of an answer's end is stored.
//!
//! Must not be in here: storing it.

use crate::agent::transcript::fields_text;
use crate::llm::message::issuer;
use crate::llm::stream::{Assembled, FinishReason};
use crate::model::conversation::Part;

/// What the model called, with the fields its provider wants back.
pub(super) fn called(answer: &Assembled, base_url: &str, model: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    if !answer.calls.is_empty()
        && (!answer.opaque.is_empty() || answer.calls.iter().any(|call| !call.opaque.is_empty()))
    {
        parts.push(Part::Opaque { issuer: issuer(base_url, model), fields: fields_text(&answer.opaque) });
    }
    parts.extend(answer.calls.iter().map(|call| Part::ToolCall {
        call_id: call.id.clone(),
        name: call.name.clone(),
        arguments: call.raw_arguments.clone(),
        opaque: fields_text(&call.opaque),
    }));
    parts
}

/// A finish reason as the protocol spells it.
pub(super) fn word(reason: &FinishReason) -> String {
    match reason {
        FinishReason::Stop => "stop",
        FinishReason::Length => "length",
        FinishReason::ToolCalls => "tool_calls",
        FinishReason::ContentFilter => "content_filter",
        FinishReason::Other(word) => word,
    }
    .to_owned()
}
