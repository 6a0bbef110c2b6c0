//! What of an answer's end is stored.
//!
//! Must not be in here: storing it.

use crate::llm::stream::FinishReason;

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
