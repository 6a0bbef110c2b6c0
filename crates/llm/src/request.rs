//! Conversion of a conversation to the one HTTP request of an endpoint.
//!
//! The key is not in it: the shell asks [`HttpRequest::authorise`] for the header.
//!
//! Rules, each with a test of its name:
//! - Q1 A base address is taken as people paste it; one without `http` or `https` is refused with a reason.
//! - Q2 Only `Content-Type` and `Authorization` are sent, and the headers in a provider's table: every other one makes
//!   some endpoint refuse a page.
//! - Q3 The key goes only to the origin of the saved base address.
//! - Q4 Learned capabilities of the endpoint are obeyed.
//! - Q5 Opaque fields go back only to their issuer.
//! - Q6 Where roles are refused, the system's words join the person's, and neighbours of one role are one message.
//! - Q7 Arguments that are no JSON object are wrapped, never emptied: an endpoint refuses a history with broken JSON.
//! - Q8 The content of a file is put in where the body names it, never where a text looks as if it did.
//! - Q9 How long the model may think is told in the endpoint's own fields; a word that was refused is followed by the next.
//! - Q10 Fields that the person adds are in the body, but never in the place of one that the app decides.

mod address;
mod body;
pub(crate) mod effort;
mod extra;
mod files;

pub use address::{BaseProblem, check_base, join, origin_of};
pub use effort::{Effort, EffortWords, ThinkingForm};
pub use extra::{ExtraProblem, RESERVED, read_extra};

use serde_json::{Map, Value};

use super::capability::{Capabilities, ChoiceForm, TokenField};
use super::error::{ErrorKind, LlmError};
use super::message::ChatMessage;
use super::provider::{self, Provider};
use super::retry::Timeouts;
use super::secret::Secret;

/// A tool that the model may call.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    /// Name by which the model calls the tool.
    pub name: String,
    /// Purpose of the tool, in words for the model.
    pub description: String,
    /// JSON Schema of the arguments; an object.
    pub parameters: Value,
}

/// Whether the model must call a tool, and which.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ToolChoice {
    /// The model decides; `tool_choice` is left out, for this is its default.
    #[default]
    Auto,
    /// No tool may be called (`none`).
    None,
    /// Some tool must be called (`required`).
    Required,
    /// The tool of this name must be called.
    Named(String),
}

/// The form of the answer's text.
#[derive(Debug, Clone, PartialEq)]
pub enum ResponseFormat {
    /// Any JSON object.
    JsonObject,
    /// JSON that follows a schema.
    JsonSchema {
        /// Name of the schema, which the interface demands.
        name: String,
        /// JSON Schema of the answer.
        schema: Value,
    },
}

/// A request to a model, before it is shaped for an endpoint.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelRequest {
    /// The provider's id.
    pub provider: String,
    /// Base address, taken as people paste it (Q1).
    pub base_url: String,
    /// Name of the model; may be empty where the server has just one.
    pub model: String,
    /// Conversation from its first message to the one to be answered.
    pub messages: Vec<ChatMessage>,
    /// Sampling temperature, kept within the endpoint's range; `None` leaves it to the endpoint.
    pub temperature: Option<f64>,
    /// The token budget of the answer, reasoning included.
    pub max_tokens: Option<u32>,
    /// Tools that are offered.
    pub tools: Vec<ToolSpec>,
    /// Whether one of the tools must be called; without tools it is not sent.
    pub tool_choice: ToolChoice,
    /// Form of the answer's text; `None` for free text.
    pub response_format: Option<ResponseFormat>,
    /// Limit to the thinking of the model; `None` leaves it to the endpoint.
    pub effort: Option<Effort>,
    /// Texts before which the answer ends.
    pub stop: Vec<String>,
    /// Share of the likeliest words that are drawn from, 0 to 1.
    pub top_p: Option<f64>,
    /// Seed with which the same request gives the same answer, where the endpoint can.
    pub seed: Option<i64>,
    /// Fields that the person adds (Q10).
    pub extra: Map<String, Value>,
    /// Longest waits for the answer.
    pub timeouts: Timeouts,
}

/// Header with the key that the shell is to add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuthHeader {
    /// `Authorization: Bearer KEY`, if there is a key.
    Bearer,
    /// No header: the request goes to no endpoint.
    None,
}

/// A request, complete but for the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// Full address: the base address with the path joined to it.
    pub url: String,
    /// HTTP method, `GET` or `POST`.
    pub method: &'static str,
    /// Names and values of the headers, besides the one with the key.
    pub headers: Vec<(String, String)>,
    /// Header in which the key is to go.
    pub auth: AuthHeader,
    /// Body in JSON; empty for `GET`.
    pub body: String,
    /// The origin of the saved base address, the only one that may see the key.
    pub origin: String,
    /// Longest waits for the answer.
    pub timeouts: Timeouts,
}

impl HttpRequest {
    /// Returns the header with the key, or `None` when this request must not or can't carry it.
    pub fn authorise(&self, key: &Secret) -> Option<(&'static str, String)> {
        let printable = !key.is_empty() && key.expose().bytes().all(|byte| byte.is_ascii_graphic());
        let allowed = self.auth == AuthHeader::Bearer && origin_of(&self.url).as_deref() == Some(self.origin.as_str());
        (printable && allowed).then(|| ("Authorization", format!("Bearer {}", key.expose())))
    }
}

impl ModelRequest {
    /// Makes a request with nothing but messages.
    pub fn new(provider: &str, base_url: &str, model: &str, messages: Vec<ChatMessage>) -> Self {
        Self {
            provider: provider.to_owned(),
            base_url: base_url.to_owned(),
            model: model.to_owned(),
            messages,
            temperature: None,
            max_tokens: None,
            tools: Vec::new(),
            tool_choice: ToolChoice::Auto,
            response_format: None,
            effort: None,
            stop: Vec::new(),
            top_p: None,
            seed: None,
            extra: Map::new(),
            timeouts: Timeouts::default(),
        }
    }

    /// Shapes the request for the endpoint, after all that was learned about it.
    pub fn shape(&self, known: &Capabilities) -> Result<HttpRequest, LlmError> {
        if self.provider == provider::BUILTIN {
            return Ok(HttpRequest {
                url: String::new(),
                method: "POST",
                headers: Vec::new(),
                auth: AuthHeader::None,
                body: String::new(),
                origin: String::new(),
                timeouts: self.timeouts,
            });
        }
        let body = self.body(known);
        let mut request = prepare(self.table(), &self.base_url, "chat/completions", "POST")?;
        request.headers.insert(0, ("Content-Type".to_owned(), "application/json".to_owned()));
        request.body = body.to_string();
        request.timeouts = self.timeouts;
        Ok(request)
    }

    fn table(&self) -> &'static Provider {
        provider::by_id(&self.provider).unwrap_or_else(provider::custom)
    }

    /// Whether it is answered in the page itself, by a model whose answers are held to the schema that is asked for.
    pub fn is_on_device(&self) -> bool {
        self.table().traits.on_device
    }

    /// Takes the tools away, so that the model answers in words. Some endpoints refuse a conversation with calls in it
    /// unless tools are listed; there they are only forbidden.
    pub fn withhold_tools(&mut self) {
        self.tool_choice = ToolChoice::None;
        if !self.table().traits.lists_unused_tools {
            self.tools.clear();
        }
    }

    /// Returns the name of the budget's field, after what was learned and the table.
    pub(super) fn token_field(&self, known: &Capabilities) -> TokenField {
        known.token_field.unwrap_or_else(|| self.table().token_field_of(&self.model))
    }

    /// Returns the strongest `tool_choice` that works.
    pub fn choice_form(&self, known: &Capabilities) -> ChoiceForm {
        known.choice.unwrap_or(self.table().traits.choice)
    }

    /// Returns the token budget to ask for: the one set, or the one the provider must be told, or none.
    pub(super) fn budget(&self, known: &Capabilities) -> Option<u32> {
        let asked = self.max_tokens.or(self.table().traits.token_budget);
        let asked = asked.into_iter().chain(known.token_floor).max()?;
        Some(known.token_limit.map_or(asked, |limit| asked.min(limit)))
    }

    /// Whether the body has this parameter.
    pub(super) fn sends(&self, parameter: &str, known: &Capabilities) -> bool {
        self.body(known).get(parameter).is_some()
    }

    /// Returns the fields of the body that say how long the model may think, each with its word where it has one.
    pub(super) fn thinking_fields(&self, known: &Capabilities) -> Vec<(&'static str, Option<String>)> {
        let body = self.body(known);
        let word = |value: &Value| value.get("effort").unwrap_or(value).as_str().map(str::to_owned);
        effort::FIELDS.iter().filter_map(|name| Some((*name, word(body.get(*name)?)))).collect()
    }
}

/// Prepares a request without a body.
pub(super) fn prepare(
    table: &Provider,
    base_url: &str,
    path: &str,
    method: &'static str,
) -> Result<HttpRequest, LlmError> {
    let url = join(base_url, path)?;
    let origin = origin_of(&url).ok_or_else(|| LlmError::new(ErrorKind::NoEndpoint).with_detail(base_url))?;
    let headers = table.traits.headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let (auth, body, timeouts) = (AuthHeader::Bearer, String::new(), Timeouts::default());
    Ok(HttpRequest { url, method, headers, auth, body, origin, timeouts })
}

#[cfg(test)]
#[path = "request/tests.rs"]
mod tests;
