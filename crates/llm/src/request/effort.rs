//! Limit to the thinking of a model before it answers, and the fields in which endpoints are told.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::capability::Capabilities;

/// Limit to the thinking of a model before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Not at all, or as little as the model can.
    Off,
    /// Briefly.
    Low,
    /// As long as is usual.
    Medium,
    /// Long.
    High,
    /// As long as the model can.
    Max,
}

impl Effort {
    /// All levels, the shortest first.
    pub const ALL: [Self; 5] = [Self::Off, Self::Low, Self::Medium, Self::High, Self::Max];

    /// Returns the stored name of the level.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Max => "max",
        }
    }

    /// Returns the level with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|effort| effort.name() == name)
    }

    /// Returns the tokens of thought where an endpoint wants a number; `None` sets no bound. They are those that
    /// others give for the same levels (help.router-for.me/configuration/thinking, read in November 2026).
    const fn tokens(self) -> Option<u32> {
        match self {
            Self::Off => Some(0),
            Self::Low => Some(1_024),
            Self::Medium => Some(8_192),
            Self::High => Some(24_576),
            Self::Max => None,
        }
    }
}

/// Words for the levels, from `Off` to `Max`. Models differ in those they take, so each level has several, the best
/// first: one that was refused is followed by the next.
pub type EffortWords = [&'static [&'static str]; 5];

/// Fields in which an endpoint is told how long the model may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThinkingForm {
    /// `reasoning_effort: WORD`
    Word(EffortWords),
    /// `reasoning: {effort: WORD}`
    Nested(EffortWords),
    /// `enable_thinking: BOOL` and `thinking_budget: TOKENS`
    Switch,
    /// `thinking: {type: enabled | disabled}`; with words also `reasoning_effort: WORD`.
    Typed(Option<EffortWords>),
    /// `thinking: {type: enabled, budget_tokens: TOKENS}`. The budget has to stay below that of the whole answer, and
    /// while it thinks, the model takes neither a temperature nor a forced tool.
    Budgeted,
    /// `chat_template_kwargs: {enable_thinking: BOOL, reasoning_effort: WORD}`; a template ignores what it does not know.
    Template,
}

/// The fields that tell how long a model may think.
pub(crate) const FIELDS: &[&str] =
    &["reasoning_effort", "reasoning", "enable_thinking", "thinking_budget", "thinking", "chat_template_kwargs"];

/// The smallest budget of thought that a budgeted endpoint takes, in tokens.
const LEAST_BUDGET: u32 = 1_024;

/// Returns the name under which a word that a field does not take is remembered.
pub(crate) fn refusal(field: &str, word: &str) -> String {
    [field, "=", word].concat()
}

/// Returns the first word for the level that was not refused.
fn word(words: &EffortWords, field: &str, effort: Effort, known: &Capabilities) -> Option<&'static str> {
    let taken = |word: &&&str| !known.omitted.contains(&refusal(field, word));
    words.get(effort as usize)?.iter().find(taken).copied()
}

/// Adds the fields to a body that is otherwise complete but for the person's own fields.
pub(super) fn add(body: &mut Map<String, Value>, form: &ThinkingForm, effort: Effort, known: &Capabilities) {
    let thinks = effort != Effort::Off;
    let kind = if thinks { "enabled" } else { "disabled" };
    let mut put = |name: &str, value: Value| drop(body.insert(name.to_owned(), value));
    match form {
        ThinkingForm::Word(words) => {
            if let Some(word) = word(words, "reasoning_effort", effort, known) {
                put("reasoning_effort", json!(word));
            }
        }
        ThinkingForm::Nested(words) => {
            if let Some(word) = word(words, "reasoning", effort, known) {
                put("reasoning", json!({"effort": word}));
            }
        }
        ThinkingForm::Switch => {
            put("enable_thinking", json!(thinks));
            if let Some(tokens) = effort.tokens().filter(|_| thinks) {
                put("thinking_budget", json!(tokens));
            }
        }
        ThinkingForm::Typed(words) => {
            put("thinking", json!({"type": kind}));
            let words = words.as_ref().filter(|_| thinks);
            if let Some(word) = words.and_then(|words| word(words, "reasoning_effort", effort, known)) {
                put("reasoning_effort", json!(word));
            }
        }
        ThinkingForm::Budgeted => add_budget(body, effort, known),
        ThinkingForm::Template => {
            let words: EffortWords = [&["low"], &["low"], &["medium"], &["high"], &["high"]];
            let word = words.get(effort as usize).and_then(|words| words.first());
            put("chat_template_kwargs", json!({"enable_thinking": thinks, "reasoning_effort": word}));
        }
    }
}

fn add_budget(body: &mut Map<String, Value>, effort: Effort, known: &Capabilities) {
    if effort == Effort::Off {
        body.insert("thinking".to_owned(), json!({"type": "disabled"}));
        return;
    }
    let forced = body.get("tool_choice").is_some_and(|choice| *choice != "auto" && *choice != "none");
    let whole = ["max_tokens", "max_completion_tokens"].iter().find_map(|name| body.get(*name)?.as_u64());
    let whole = whole.and_then(|tokens| u32::try_from(tokens).ok()).unwrap_or(u32::MAX);
    // An eighth is left for the answer.
    let most = whole - whole / 8;
    let budget = effort.tokens().unwrap_or(most).min(most);
    if forced || budget < LEAST_BUDGET || known.omitted.contains("thinking") {
        return;
    }
    body.insert("thinking".to_owned(), json!({"type": "enabled", "budget_tokens": budget}));
    body.remove("temperature");
    body.remove("top_p");
}
