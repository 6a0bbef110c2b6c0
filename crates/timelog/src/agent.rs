//! The assistant of the time log: what it is told, which tools it has, what it answers without a model, and how what it
//! says is checked.
//!
//! - A1 Everything it says about the log was looked up in the same turn; it never adds up itself.
//! - A2 It changes nothing: what is to be changed is proposed, and the person ticks it.
//! - A3 All that is looked up in a turn is seen as of one instant, so that what runs is as long everywhere.

mod entry_from_text;
pub mod evidence;
pub mod local;
pub mod offers;
pub mod prompt;
pub mod propose;
pub mod toolbox;

use espalier_agent_api::spec::{Agent, StepPolicy};
use espalier_agent_api::state::State;
use espalier_agent_api::tool::Tool;

/// The most rounds with tools.
pub const MAX_ROUNDS: u32 = 5;
/// Sampling temperature of the model.
const TEMPERATURE: f64 = 0.2;
/// The longest answer, in tokens; some models think a lot first.
pub const MAX_TOKENS: u32 = 8_192;

/// The assistant.
#[derive(Debug, Clone, Copy, Default)]
pub struct TimeAgent;

impl Agent for TimeAgent {
    fn id(&self) -> &'static str {
        "time"
    }

    fn tools(&self) -> &[&'static Tool] {
        &toolbox::TOOLS
    }

    fn policy(&self, _: &State) -> StepPolicy {
        StepPolicy {
            tools: self.tools().to_vec(),
            max_steps: MAX_ROUNDS,
            needs_tools: true,
            temperature: Some(TEMPERATURE),
            max_tokens: Some(MAX_TOKENS),
            ..StepPolicy::default()
        }
    }
}

#[cfg(test)]
mod freelance;
#[cfg(test)]
mod tests;
