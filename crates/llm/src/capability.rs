//! Capabilities of one model of one endpoint, learned from its refusals, so that each is met at most once.
//!
//! Facts that are known beforehand are those of `provider`.
//!
//! Rules, each with a test of its name:
//! - L1 A refusal teaches one change, and only one that the refused request would feel.
//! - L2 No change is ever taken back, so a request is repeated a bounded number of times.
//! - L3 An error that has nothing to do with the request's shape teaches nothing.
//! - L4 Refused pictures teach nothing by themselves: an answer that did not see them is for the person to allow.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::error::{ErrorKind, LlmError, RoleRule};
use super::message::Role;
use super::request::effort::{self, refusal};
use super::request::{ModelRequest, ResponseFormat, ToolChoice};

/// The budget that is given once reasoning has used up a smaller one, in tokens.
pub const RAISED_BUDGET_TOKENS: u32 = 16_384;

/// The raised budget on this device, in tokens, and the budget of a step there unless a person chose one: a small model
/// may go round until its context is full, which takes many minutes.
pub const ON_DEVICE_TOKENS: u32 = 2_048;

/// Parameters that may simply be left out.
const OPTIONAL: &[&str] = &[
    "temperature",
    "top_p",
    "seed",
    "stop",
    "stream_options",
    "parallel_tool_calls",
    "reasoning_split",
    "tool_stream",
];

/// Name of the field for the token budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TokenField {
    /// `max_tokens`
    #[default]
    MaxTokens,
    /// `max_completion_tokens`, which replaced it in OpenAI's interface.
    MaxCompletionTokens,
    /// The endpoint takes neither field.
    Absent,
}

/// Strongest `tool_choice` that works; from left to right ever less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ChoiceForm {
    /// One tool by its name.
    #[default]
    Named,
    /// Some tool (`required`); the others are left out where one was meant.
    Required,
    /// The model decides; the others are left out where one was meant.
    Auto,
    /// Not even `tool_choice` is sent.
    Absent,
}

/// Strongest `response_format` that works; from left to right ever less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum JsonForm {
    /// JSON that follows a schema.
    #[default]
    Schema,
    /// Any JSON object.
    Object,
    /// No `response_format` is sent.
    Absent,
}

/// Way to make a model call one tool; from left to right ever less directly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Rung {
    /// The tool is named.
    #[default]
    Named,
    /// Some tool is required, and it is the only one.
    Required,
    /// The tool is the only one, and the model decides.
    Only,
    /// The tool is the only one, and the model is asked in words to call it.
    Nudge,
    /// The answer is to follow the JSON Schema of the tool's arguments.
    Schema,
    /// The answer is to be a JSON object.
    Object,
    /// JSON is looked for in the answer.
    Text,
    /// The model cannot do it; a person fills in a form.
    Form,
}

/// Whether earlier reasoning goes back to the endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReasoningReplay {
    /// Reasoning is shown to the person and never sent.
    #[default]
    Never,
    /// With messages that carry tool calls, even if it is empty.
    WithCalls,
}

/// Known properties of a model of an endpoint besides the provider's table. The default is "nothing yet".
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Capabilities {
    /// Field for the token budget; `None` leaves it to the provider's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_field: Option<TokenField>,
    /// The most tokens the endpoint lets a request ask for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_limit: Option<u32>,
    /// The least tokens a request should ask for, because reasoning takes its share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_floor: Option<u32>,
    /// Parameters that are left out, and words that a parameter does not take (`reasoning_effort=minimal`).
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub omitted: BTreeSet<String>,
    /// Whether the model can't be given tools.
    pub without_tools: bool,
    /// Whether the model does not call tools that are described in the prompt either.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ignores_prompted_tools: bool,
    /// Strongest `tool_choice` that works; `None` leaves it to the provider's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<ChoiceForm>,
    /// Whether earlier reasoning goes back; `None` leaves it to the provider's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<ReasoningReplay>,
    /// Strongest `response_format` that works; `None` tries a schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<JsonForm>,
    /// Whether there is no role of the system: its words join those the person says first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_system: bool,
    /// Whether the person and the model have to take turns: neighbours of one role are one message.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub alternate: bool,
    /// Whether the endpoint refused pictures and the person went on without them: a note stands in their place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_pictures: bool,
    /// The most tokens the model reads here, as the endpoint named it and the person confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_limit: Option<u32>,
    /// Rung to begin with when one tool must be called, because the model ignored those above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forced: Option<Rung>,
}

impl Capabilities {
    /// Returns the capabilities changed by this error of this request, or `None` when it teaches nothing new. After a
    /// change, the same request is worth sending again at once.
    #[must_use]
    pub fn learn(&self, error: &LlmError, request: &ModelRequest) -> Option<Self> {
        let mut next = self.clone();
        match &error.kind {
            ErrorKind::Parameter { name } => next.learn_parameter(name, &error.detail, request),
            ErrorKind::ToolsUnsupported if !request.tools.is_empty() => next.without_tools = true,
            ErrorKind::ForcedChoice => next.learn_choice(request),
            ErrorKind::Starved | ErrorKind::Length => next.learn_starvation(request),
            ErrorKind::Roles { rule } => next.learn_roles(*rule, request),
            _ => return None,
        }
        (next != *self).then_some(next)
    }

    fn learn_parameter(&mut self, name: &str, detail: &str, request: &ModelRequest) {
        // `stream_options.include_usage`, `tools[0].function.strict`
        let base = name.split(['.', '[']).next().unwrap_or_default();
        let base = if base == "include_usage" { "stream_options" } else { base };
        match base {
            "max_tokens" | "max_completion_tokens" => self.learn_tokens(base, &detail.to_lowercase(), request),
            _ if effort::FIELDS.contains(&base) && self.learn_effort(base, &detail.to_lowercase(), request) => {}
            "reasoning_content" | "reasoning" => {
                let wanted = !says_unknown(&detail.to_lowercase());
                self.replay.get_or_insert(if wanted { ReasoningReplay::WithCalls } else { ReasoningReplay::Never });
            }
            "tool_choice" => self.learn_choice(request),
            "response_format" => self.learn_json(request),
            "tools" if name == "tools" && says_unknown(&detail.to_lowercase()) && !request.tools.is_empty() => {
                self.without_tools = true;
            }
            _ if (OPTIONAL.contains(&base) || request.extra.contains_key(base)) && request.sends(base, self) => {
                self.omitted.insert(base.to_owned());
            }
            _ => {}
        }
    }

    /// Learns that the model takes another word for how long it may think, or none at all; returns whether the request
    /// says anything about it. Some endpoints name the ability (`thinking`) instead of the field.
    fn learn_effort(&mut self, name: &str, detail: &str, request: &ModelRequest) -> bool {
        let sent = request.thinking_fields(self);
        let named: Vec<_> = sent.iter().filter(|(field, _)| *field == name).collect();
        let refused = if named.is_empty() { sent.iter().collect() } else { named };
        for (field, word) in &refused {
            let word = word.as_ref().filter(|word| is_about_value(detail, word));
            self.omitted.insert(word.map_or_else(|| (*field).to_owned(), |word| refusal(field, word)));
        }
        !refused.is_empty()
    }

    /// Learns from a refused token budget: either the field has another name here, or the number is too large.
    fn learn_tokens(&mut self, name: &str, detail: &str, request: &ModelRequest) {
        let Some(asked) = request.budget(self) else { return };
        let field = request.token_field(self);
        let sent = match field {
            TokenField::MaxTokens => "max_tokens",
            TokenField::MaxCompletionTokens => "max_completion_tokens",
            TokenField::Absent => return,
        };
        if name != sent {
            return;
        }
        let too_large = !says_unknown(detail) && !detail.contains("instead");
        if too_large && let Some(limit) = largest_number_below(detail, asked) {
            self.token_limit = Some(limit);
            return;
        }
        let other = TokenField::MaxCompletionTokens;
        self.token_field = Some(if self.token_field.is_none() && field != other { other } else { TokenField::Absent });
    }

    fn learn_choice(&mut self, request: &ModelRequest) {
        let form = request.choice_form(self);
        let next = match (&request.tool_choice, form) {
            (ToolChoice::Named(_), ChoiceForm::Named) => ChoiceForm::Required,
            (ToolChoice::Named(_) | ToolChoice::Required, ChoiceForm::Named | ChoiceForm::Required) => ChoiceForm::Auto,
            _ => ChoiceForm::Absent,
        };
        if !request.tools.is_empty() {
            self.choice = Some(next);
        }
    }

    fn learn_json(&mut self, request: &ModelRequest) {
        self.json = match (&request.response_format, self.json.unwrap_or_default()) {
            (Some(ResponseFormat::JsonSchema { .. }), JsonForm::Schema) => Some(JsonForm::Object),
            (Some(_), JsonForm::Schema | JsonForm::Object) => Some(JsonForm::Absent),
            _ => self.json,
        };
    }

    /// Remembers the rung on which a tool was called that the model had ignored above it; `None` when nothing is new.
    #[must_use]
    pub fn learn_rung(&self, rung: Rung) -> Option<Self> {
        (rung > self.forced.unwrap_or_default()).then(|| Self { forced: Some(rung), ..self.clone() })
    }

    /// Remembers that the person goes on without the pictures that the endpoint refused; `None` when nothing is new.
    #[must_use]
    pub fn give_up_pictures(&self) -> Option<Self> {
        (!self.without_pictures).then(|| Self { without_pictures: true, ..self.clone() })
    }

    /// Learns a rule of roles, unless it would change nothing in this request.
    fn learn_roles(&mut self, rule: RoleRule, request: &ModelRequest) {
        let before = request.conversation(self).len();
        let mut next = self.clone();
        match rule {
            RoleRule::NoSystem => next.no_system = request.messages.iter().any(|message| message.role == Role::System),
            RoleRule::Alternate => next.alternate = true,
        }
        if rule == RoleRule::NoSystem || request.conversation(&next).len() < before {
            *self = next;
        }
    }

    fn learn_starvation(&mut self, request: &ModelRequest) {
        let raised = if request.is_on_device() { ON_DEVICE_TOKENS } else { RAISED_BUDGET_TOKENS };
        if request.budget(self).is_none_or(|tokens| tokens < raised) && self.token_limit.is_none() {
            self.token_floor.get_or_insert(raised);
        }
    }
}

/// Whether a refusal is about this word of a field rather than about the field.
fn is_about_value(detail: &str, word: &str) -> bool {
    const PHRASES: &[&str] =
        &["supported values", "should be", "must be", "invalid value", "one of", "cannot be disabled", "think value"];
    let quoted = |mark: char| detail.contains(&[mark.to_string().as_str(), word, &mark.to_string()].concat());
    ['\'', '"', '`'].into_iter().any(quoted) || PHRASES.iter().any(|phrase| detail.contains(phrase))
}

fn says_unknown(detail: &str) -> bool {
    [
        "unsupported",
        "not supported",
        "not support",
        "unrecognized",
        "unknown",
        "unexpected",
        "not permitted",
        "extra inputs",
    ]
    .iter()
    .any(|phrase| detail.contains(phrase))
}

fn largest_number_below(text: &str, bound: u32) -> Option<u32> {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<u32>().ok());
    numbers.filter(|number| (16..bound).contains(number)).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::from_response;
    use crate::message::{ChatMessage, Picture};
    use crate::request::{Effort, ToolSpec};

    fn request() -> ModelRequest {
        let mut request = ModelRequest::new("custom", "http://localhost/v1", "m", Vec::new());
        request.temperature = Some(0.7);
        request.max_tokens = Some(2048);
        request.tools =
            vec![ToolSpec { name: "f".into(), description: String::new(), parameters: serde_json::json!({}) }];
        request.tool_choice = ToolChoice::Named("f".into());
        request
    }

    fn parameter(name: &str, detail: &str) -> LlmError {
        LlmError::new(ErrorKind::Parameter { name: name.to_owned() }).with_detail(detail)
    }

    /// Checks that the error teaches this, and that it teaches it once.
    fn check(error: &LlmError, before: &Capabilities, expect: impl FnOnce(&mut Capabilities)) -> Capabilities {
        let learned = before.learn(error, &request()).unwrap_or_else(|| before.clone());
        let mut expected = before.clone();
        expect(&mut expected);
        assert_eq!(learned, expected, "{error:?}");
        learned
    }

    #[test]
    fn l1_one_change_for_each_refusal() {
        let fresh = Capabilities::default();
        let renamed = check(&parameter("max_tokens", "Use 'max_completion_tokens' instead."), &fresh, |known| {
            known.token_field = Some(TokenField::MaxCompletionTokens);
        });
        check(&parameter("max_completion_tokens", "Unrecognized request argument"), &renamed, |known| {
            known.token_field = Some(TokenField::Absent);
        });
        check(&parameter("max_tokens", "must be at most 1024"), &fresh, |known| {
            known.token_limit = Some(1024);
        });
        check(&parameter("temperature", "only 1 is allowed"), &fresh, |known| {
            known.omitted.insert("temperature".into());
        });
        check(&parameter("stream_options.include_usage", "unknown"), &fresh, |known| {
            known.omitted.insert("stream_options".into());
        });
        check(&parameter("reasoning_content", "is missing in assistant tool call message"), &fresh, |known| {
            known.replay = Some(ReasoningReplay::WithCalls);
        });
        check(&parameter("reasoning_content", "Unexpected field"), &fresh, |known| {
            known.replay = Some(ReasoningReplay::Never);
        });
        check(&LlmError::new(ErrorKind::ToolsUnsupported), &fresh, |known| {
            known.without_tools = true;
        });
        check(&LlmError::new(ErrorKind::Starved), &fresh, |known| {
            known.token_floor = Some(RAISED_BUDGET_TOKENS);
        });
    }

    #[test]
    fn l1_roles_are_learned_only_where_they_change_the_request() {
        let roles = |rule| LlmError::new(ErrorKind::Roles { rule });
        let mut asked = request();
        let fresh = Capabilities::default();
        for rule in [RoleRule::NoSystem, RoleRule::Alternate] {
            assert_eq!(fresh.learn(&roles(rule), &asked), None, "{rule:?}");
        }
        asked.messages = [Role::System, Role::User, Role::User].map(|role| ChatMessage::new(role, "x")).to_vec();
        let no_system = fresh.learn(&roles(RoleRule::NoSystem), &asked).unwrap();
        assert!(no_system.no_system && no_system.learn(&roles(RoleRule::NoSystem), &asked).is_none());
        let both = no_system.learn(&roles(RoleRule::Alternate), &asked).unwrap();
        assert!(both.alternate && both.learn(&roles(RoleRule::Alternate), &asked).is_none());
    }

    #[test]
    fn l1_json_steps_down() {
        let mut asked = request();
        asked.response_format = Some(ResponseFormat::JsonSchema { name: "f".into(), schema: serde_json::json!({}) });
        let mut known = Capabilities::default();
        for form in [JsonForm::Object, JsonForm::Absent] {
            known = known.learn(&parameter("response_format", "unknown"), &asked).unwrap();
            assert_eq!(known.json, Some(form));
        }
        assert_eq!(known.learn(&parameter("response_format.type", "unknown"), &asked), None);
        assert_eq!(Capabilities::default().learn(&parameter("response_format", ""), &request()), None);
    }

    #[test]
    fn l1_a_refused_word_is_followed_by_the_next_and_a_refused_field_left_out() {
        let mut asked = ModelRequest::new("openai", "https://api.openai.com/v1", "gpt-5.1", Vec::new());
        let effort = |asked: &ModelRequest, known: &Capabilities| asked.thinking_fields(known);
        let says = |word: &str| vec![("reasoning_effort", Some(word.to_owned()))];
        asked.effort = Some(Effort::Off);
        let mut known = Capabilities::default();
        assert_eq!(effort(&asked, &known), says("minimal"));
        let unsupported = "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. \
                           Supported values are: 'none', 'low', 'medium', and 'high'.";
        known = known.learn(&parameter("reasoning_effort", unsupported), &asked).unwrap();
        assert_eq!(effort(&asked, &known), says("none"));
        asked.effort = Some(Effort::High);
        assert_eq!(effort(&asked, &known), says("high"), "other levels are still told");
        let unknown = parameter("reasoning_effort", "Unrecognized request argument supplied: reasoning_effort");
        known = known.learn(&unknown, &asked).unwrap();
        assert_eq!(effort(&asked, &known), []);
        assert_eq!(known.learn(&unknown, &asked), None);
    }

    #[test]
    fn l1_the_ability_to_think_is_refused_under_another_name() {
        let mut asked = ModelRequest::new("ollama", "http://localhost:11434/v1", "llama3.2", Vec::new());
        asked.effort = Some(Effort::High);
        let refused = from_response(400, &[], r#"{"error":{"message":"\"llama3.2\" does not support thinking"}}"#, "");
        let known = Capabilities::default().learn(&refused, &asked).unwrap();
        assert_eq!(asked.thinking_fields(&known), []);
        let mut routed = ModelRequest::new("openrouter", "https://openrouter.ai/api/v1", "m", Vec::new());
        routed.effort = Some(Effort::Off);
        let text =
            r#"{"error":{"message":"Reasoning is mandatory for this endpoint and cannot be disabled.","code":400}}"#;
        let known = Capabilities::default().learn(&from_response(400, &[], text, ""), &routed).unwrap();
        assert_eq!(routed.thinking_fields(&known), [("reasoning", Some("minimal".to_owned()))]);
    }

    #[test]
    fn l1_fields_of_the_person_are_left_out_where_they_are_refused() {
        let mut asked = request();
        asked.seed = Some(7);
        asked.extra = serde_json::json!({"top_k": 40}).as_object().unwrap().clone();
        let fresh = Capabilities::default();
        for name in ["seed", "top_k"] {
            let known = fresh.learn(&parameter(name, "Unknown name"), &asked).unwrap();
            assert!(known.omitted.contains(name) && !asked.sends(name, &known) && asked.sends(name, &fresh), "{name}");
        }
        assert_eq!(fresh.learn(&parameter("min_p", "Unknown name"), &asked), None);
    }

    #[test]
    fn l2_the_rung_that_worked_only_ever_sinks() {
        let known = Capabilities::default().learn_rung(Rung::Schema).unwrap();
        assert_eq!(known.forced, Some(Rung::Schema));
        assert_eq!((known.learn_rung(Rung::Named), known.learn_rung(Rung::Schema)), (None, None));
    }

    #[test]
    fn l1_forced_choice_steps_down() {
        let forced = LlmError::new(ErrorKind::ForcedChoice);
        let mut known = Capabilities::default();
        for form in [ChoiceForm::Required, ChoiceForm::Auto, ChoiceForm::Absent] {
            known = check(&forced, &known, |expected| expected.choice = Some(form));
        }
        assert_eq!(known.learn(&forced, &request()), None);
    }

    #[test]
    fn l2_every_sequence_of_refusals_ends() {
        let errors = [
            parameter("max_tokens", "unsupported"),
            parameter("max_completion_tokens", "unsupported"),
            parameter("max_tokens", "at most 100"),
            parameter("temperature", ""),
            parameter("stream_options", ""),
            parameter("reasoning_content", ""),
            parameter("tool_choice", ""),
            parameter("tools", "unsupported"),
            LlmError::new(ErrorKind::ForcedChoice),
            LlmError::new(ErrorKind::ToolsUnsupported),
            LlmError::new(ErrorKind::Starved),
        ];
        let mut known = Capabilities::default();
        let mut changes = 0;
        for number in 0..1000_usize {
            if let Some(next) = known.learn(&errors[number * 7 % errors.len()], &request()) {
                known = next;
                changes += 1;
            }
        }
        assert!(changes <= 12, "{changes}");
    }

    #[test]
    fn l3_other_errors_teach_nothing() {
        let fresh = Capabilities::default();
        for kind in [ErrorKind::Authentication, ErrorKind::Server, ErrorKind::Moderation, ErrorKind::Truncated] {
            assert_eq!(fresh.learn(&LlmError::new(kind), &request()), None);
        }
        assert_eq!(fresh.learn(&parameter("messages", "bad"), &request()), None);
        let mut bare = request();
        (bare.temperature, bare.max_tokens) = (None, None);
        assert_eq!(fresh.learn(&parameter("temperature", "no"), &bare), None);
        assert_eq!(fresh.learn(&parameter("max_tokens", "no"), &bare), None);
    }

    #[test]
    fn l4_pictures_are_given_up_by_the_person_only() {
        let fresh = Capabilities::default();
        let refused = LlmError::new(ErrorKind::NoPictures);
        let mut asked = request();
        let picture = Picture { name: "a.png".into(), media_type: "image/png".into(), hash: "ab".repeat(32) };
        asked.messages = vec![ChatMessage { pictures: vec![picture], ..ChatMessage::new(Role::User, "What is this?") }];
        assert_eq!(fresh.learn(&refused, &asked), None);
        assert!(!refused.retryable());
        let without = fresh.give_up_pictures().unwrap();
        assert_eq!(without, Capabilities { without_pictures: true, ..fresh });
        assert_eq!(without.give_up_pictures(), None);
    }

    #[test]
    fn it_survives_storage() {
        assert_eq!(serde_json::from_str::<Capabilities>("{}").unwrap(), Capabilities::default());
        let known = check(&parameter("temperature", ""), &Capabilities::default(), |known| {
            known.omitted.insert("temperature".into());
        });
        let stored = serde_json::to_string(&known).unwrap();
        assert_eq!(serde_json::from_str::<Capabilities>(&stored).unwrap(), known);
    }
}
