//! To be filled in: the names that the app relies on.
use super::error::LlmError;
#[derive(Debug, Clone, Copy, Default)]
pub struct RetryPolicy;
#[derive(Debug)]
pub enum RetryDecision {
    Retry { delay_ms: u64 },
    GiveUp,
}
impl RetryPolicy {
    pub fn decide(&self, _e: &LlmError, _attempt: u32, _visible: bool, _chance: f64) -> RetryDecision {
        RetryDecision::GiveUp
    }
}
#[derive(Debug, Clone, Copy, Default)]
pub struct Timeouts {
    pub first_byte_ms: u32,
    pub idle_ms: u32,
}
