//! Assistants and their policies: which tools a step has, how often, and when to stop.
//!
//! - D1 A policy is worked out anew before each step from what has happened, and from nothing else that changes.
//! - D2 A forced choice holds for one use: once such a call was made, the same choice counts as `auto`.
//! - D3 A stop that waits for a call counts valid calls only.

use std::fmt;

use crate::state::State;
use crate::tool::Tool;
use espalier_llm::request::ToolChoice;

/// The most rounds with tools where an assistant says nothing else.
pub const MAX_STEPS: u32 = 5;

/// A condition to stop after a step, although the model would go on.
#[derive(Clone, Copy)]
pub enum StopWhen {
    /// After so many steps.
    StepCount(u32),
    /// Once a call of this tool was valid (D3).
    ValidCall(&'static str),
    /// Once so many tokens were used, as the endpoint counts them.
    Budget(u64),
    /// When this function holds.
    Predicate(fn(&State) -> bool),
}

/// Policy of the next step.
#[derive(Debug, Clone)]
pub struct StepPolicy {
    /// The tools on offer.
    pub tools: Vec<&'static Tool>,
    /// Whether the model must call a tool, and which.
    pub tool_choice: ToolChoice,
    /// Conditions that end the turn when one of them holds.
    pub stop_when: Vec<StopWhen>,
    /// The most rounds with tools; then one without them for the answer.
    pub max_steps: u32,
    /// Whether the turn ends instead of asking without tools, since the answer would be made up.
    pub needs_tools: bool,
    /// Temperature, instead of that of the request.
    pub temperature: Option<f64>,
    /// Limit of tokens, instead of that of the request.
    pub max_tokens: Option<u32>,
    /// Instructions of the system, added to those of the request.
    pub instructions: Option<String>,
    /// Valid arguments of the tool that has to be called, as JSON. A small model that is held to a schema takes its
    /// bearings from them.
    pub example: Option<String>,
}

impl Default for StepPolicy {
    /// Policy of a plain conversation.
    fn default() -> Self {
        Self {
            tools: Vec::new(),
            tool_choice: ToolChoice::Auto,
            stop_when: Vec::new(),
            max_steps: MAX_STEPS,
            needs_tools: false,
            temperature: None,
            max_tokens: None,
            instructions: None,
            example: None,
        }
    }
}

/// An assistant, as far as the engine knows it.
pub trait Agent: fmt::Debug {
    /// Returns the id of the assistant in checkpoints.
    fn id(&self) -> &'static str;
    /// Returns all its tools; a step offers some of them.
    fn tools(&self) -> &[&'static Tool];
    /// Returns the policy of the next step (D1).
    fn policy(&self, state: &State) -> StepPolicy;
}

/// The assistant of plain conversations.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plain;

impl Agent for Plain {
    fn id(&self) -> &'static str {
        "plain"
    }

    fn tools(&self) -> &[&'static Tool] {
        &[]
    }

    fn policy(&self, _: &State) -> StepPolicy {
        StepPolicy::default()
    }
}

impl StopWhen {
    /// Whether the condition holds.
    pub fn holds(&self, state: &State) -> bool {
        match self {
            Self::StepCount(count) => state.steps >= *count,
            Self::ValidCall(name) => state.calls.iter().any(|call| call.valid && call.name == *name),
            Self::Budget(tokens) => state.tokens() >= *tokens,
            Self::Predicate(holds) => holds(state),
        }
    }
}

impl fmt::Debug for StopWhen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StepCount(count) => write!(out, "StepCount({count})"),
            Self::ValidCall(name) => write!(out, "ValidCall({name})"),
            Self::Budget(tokens) => write!(out, "Budget({tokens})"),
            Self::Predicate(_) => out.write_str("Predicate"),
        }
    }
}
