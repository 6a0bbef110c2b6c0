//! Errors of a request, from sending it to the end of the answer, in one enum.
//!
//! An error is stored with the message it belongs to and is worded for a person at the edge, in their language. When to
//! try again is decided by `retry`.

mod body;
mod classify;
mod detail;
mod refusals;

use serde::{Deserialize, Serialize};

pub(crate) use classify::from_value;
pub use classify::{from_body_in_200, from_response};
pub use detail::sanitise;

/// Reason why a request brought no complete answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ErrorKind {
    /// The key is missing, wrong, from another region, or may not do this.
    Authentication,
    /// The account has no credit left; trying again does not help.
    Quota,
    /// The endpoint refuses more requests for now.
    RateLimit {
        /// Milliseconds that the endpoint asks to wait, if it said so.
        retry_after_ms: Option<u64>,
    },
    /// The endpoint does not accept one parameter of the request.
    Parameter {
        /// Name of the parameter in the request's body.
        name: String,
    },
    /// The model or the server can't call tools.
    ToolsUnsupported,
    /// The model or the server can't see pictures.
    NoPictures,
    /// The content of an attached file is not stored in this browser.
    FileMissing,
    /// The model can't be made to call a certain tool.
    ForcedChoice,
    /// The conversation is longer than the model can read.
    ContextLength {
        /// Size of the model's context in tokens, if the endpoint said it.
        limit: Option<u64>,
    },
    /// The endpoint's content filter stopped the question or the answer.
    Moderation,
    /// The endpoint failed or is overloaded.
    Server,
    /// The answer ended without saying that it is finished.
    Truncated,
    /// Reasoning used up the whole token budget, so that nothing was left for the answer.
    Starved,
    /// The answer is longer than the token budget: it stops in the middle.
    Length,
    /// The model ended its answer without having said anything.
    Empty,
    /// The response is not one of a chat endpoint.
    Malformed,
    /// The response is one of another kind of interface.
    OtherInterface {
        /// Interface that the response belongs to.
        dialect: Dialect,
    },
    /// The model's template refuses the conversation for who speaks in it.
    Roles {
        /// Demand that the conversation does not meet.
        rule: RoleRule,
    },
    /// The answer is larger than what this page accepts.
    TooLarge,
    /// The address leads nowhere, or the endpoint does not know the model.
    NotFound {
        /// Part of the request that leads nowhere.
        what: Missing,
    },
    /// The request was refused for another reason.
    Refused,
    /// No answer arrived at all.
    Network {
        /// Likeliest reason, as far as it can be known.
        network: NetworkKind,
    },
    /// The model on this device did not answer.
    OnDevice {
        /// Reason why it did not.
        problem: DeviceProblem,
    },
    /// The person stopped the request.
    Stopped,
    /// There is no usable endpoint: no address, or one that is no web address.
    NoEndpoint,
}

/// Reason why a model on this device did not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DeviceProblem {
    /// Its file is not kept in this browser any more.
    FileMissing,
    /// Another tab has its file open.
    InUse,
    /// Its file cannot be read or used.
    BadFile,
    /// There is not enough memory for it.
    Memory,
    /// Its program could not be fetched.
    ProgramMissing,
    /// Its program ended by itself.
    Crashed,
}

/// Kinds of interfaces besides chat completions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Dialect {
    /// Ollama's `/api/chat` and `/api/generate`.
    Ollama,
    /// Anthropic's `/v1/messages`.
    Anthropic,
    /// OpenAI's `/v1/responses`.
    Responses,
    /// Google's `generateContent`.
    Gemini,
}

/// A demand of a template on the roles of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RoleRule {
    /// There is no role of the system.
    NoSystem,
    /// The person and the model take turns.
    Alternate,
}

/// Subject of a 404.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Missing {
    /// The model's name.
    Model,
    /// The path of the address; often `/v1` is missing.
    Path,
}

/// Reason why no answer arrived, as far as a browser lets a page know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NetworkKind {
    /// The device has no connection.
    Offline,
    /// The server is there, but does not let pages call it (or hides its error answers from them).
    Cors,
    /// The browser asks the person before a page may reach this device or the local network, and was not allowed.
    LocalNetworkPermission,
    /// A page on https may not call an http address.
    MixedContent,
    /// Nothing answers at this address.
    Unreachable,
    /// Nothing arrived within the time allowed for the first byte.
    FirstByteTimeout,
    /// The stream stood still for too long.
    IdleTimeout,
    /// The connection broke while the answer was arriving.
    Interrupted,
    /// The endpoint redirects elsewhere, where the key must not follow.
    Redirected,
    /// The page itself may call this address only after it was loaded again.
    NotYetAllowed,
}

/// Action to offer a person beside the error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Remedy {
    /// Send the same request again.
    Retry,
    /// Look at the key.
    CheckKey,
    /// Look at the endpoint's address.
    CheckAddress,
    /// Look at the endpoint's settings.
    OpenSettings,
    /// Choose another model.
    SwitchModel,
    /// Leave earlier messages out.
    ShortenContext,
    /// Let the model go on from where it stopped.
    Continue,
    /// Raise the token budget.
    RaiseBudget,
    /// Reword the question.
    EditPrompt,
    /// Allow the page to reach the local network.
    AllowLocalNetwork,
    /// Read how the server is told to accept this page.
    AllowOrigin,
    /// Load the page again, which is when it learns where requests may go.
    Reload,
    /// Send the question without the pictures that go with it.
    LeaveOutPictures,
}

/// An error with the endpoint's own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{kind:?} {detail}")]
pub struct LlmError {
    /// Reason, by which the remedy and the retry are chosen.
    pub kind: ErrorKind,
    /// The HTTP status, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The endpoint's own words: one line, short, without anything that looks like a key. May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Milliseconds that the endpoint asks to wait before another try, where its kind does not say so; of the moment,
    /// never kept.
    #[serde(skip)]
    pub retry_after_ms: Option<u64>,
}

impl LlmError {
    /// Makes an error of this kind with no details.
    pub fn new(kind: ErrorKind) -> Self {
        Self { kind, status: None, detail: String::new(), retry_after_ms: None }
    }

    /// Makes an error of a failure below HTTP.
    pub fn network(network: NetworkKind) -> Self {
        Self::new(ErrorKind::Network { network })
    }

    /// Returns the error with a detail, which is cleaned first.
    #[must_use]
    pub fn with_detail(mut self, detail: &str) -> Self {
        self.detail = sanitise(detail);
        self
    }

    /// Returns the error with the HTTP status.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Whether the same request may succeed a little later.
    pub fn retryable(&self) -> bool {
        match &self.kind {
            ErrorKind::RateLimit { .. } | ErrorKind::Server | ErrorKind::Truncated => true,
            ErrorKind::Network { network } => matches!(
                network,
                NetworkKind::Offline
                    | NetworkKind::Unreachable
                    | NetworkKind::FirstByteTimeout
                    | NetworkKind::IdleTimeout
                    | NetworkKind::Interrupted
            ),
            _ => false,
        }
    }

    /// Returns the one button that fits; none where there is nothing to repair.
    pub fn remedy(&self) -> Option<Remedy> {
        Some(match &self.kind {
            ErrorKind::Authentication => Remedy::CheckKey,
            ErrorKind::Quota | ErrorKind::ForcedChoice | ErrorKind::ToolsUnsupported | ErrorKind::NoPictures => {
                Remedy::SwitchModel
            }
            ErrorKind::NotFound { what: Missing::Model } => Remedy::SwitchModel,
            ErrorKind::Parameter { .. } | ErrorKind::Roles { .. } => Remedy::SwitchModel,
            ErrorKind::NotFound { what: Missing::Path }
            | ErrorKind::NoEndpoint
            | ErrorKind::Malformed
            | ErrorKind::OtherInterface { .. } => Remedy::CheckAddress,
            ErrorKind::Refused => Remedy::OpenSettings,
            ErrorKind::RateLimit { .. } | ErrorKind::Server | ErrorKind::Empty => Remedy::Retry,
            ErrorKind::ContextLength { .. } => Remedy::ShortenContext,
            ErrorKind::Moderation | ErrorKind::FileMissing => Remedy::EditPrompt,
            ErrorKind::Truncated | ErrorKind::Length | ErrorKind::TooLarge | ErrorKind::Stopped => Remedy::Continue,
            ErrorKind::Starved => Remedy::RaiseBudget,
            ErrorKind::OnDevice { problem } => match problem {
                DeviceProblem::FileMissing | DeviceProblem::BadFile | DeviceProblem::Memory => Remedy::SwitchModel,
                DeviceProblem::InUse | DeviceProblem::ProgramMissing | DeviceProblem::Crashed => Remedy::Retry,
            },
            ErrorKind::Network { network } => match network {
                NetworkKind::Offline | NetworkKind::Unreachable | NetworkKind::FirstByteTimeout => Remedy::Retry,
                // Something had arrived, which is worth going on from.
                NetworkKind::IdleTimeout | NetworkKind::Interrupted => Remedy::Continue,
                NetworkKind::Cors => Remedy::AllowOrigin,
                NetworkKind::LocalNetworkPermission => Remedy::AllowLocalNetwork,
                NetworkKind::MixedContent | NetworkKind::Redirected => Remedy::CheckAddress,
                NetworkKind::NotYetAllowed => Remedy::Reload,
            },
        })
    }

    /// Returns a second button, where the first one may not be enough.
    pub fn other_remedy(&self) -> Option<Remedy> {
        match &self.kind {
            ErrorKind::Network { network: NetworkKind::Unreachable } => Some(Remedy::CheckAddress),
            ErrorKind::NoPictures => Some(Remedy::LeaveOutPictures),
            ErrorKind::Malformed
            | ErrorKind::Refused
            | ErrorKind::Network {
                network: NetworkKind::Cors | NetworkKind::LocalNetworkPermission | NetworkKind::NotYetAllowed,
            } => Some(Remedy::Retry),
            _ => None,
        }
    }

    /// Returns the endpoint's own words; `None` where they are the app's.
    pub fn endpoint_words(&self) -> Option<&str> {
        let own = match &self.kind {
            ErrorKind::NoEndpoint
            | ErrorKind::FileMissing
            | ErrorKind::Stopped
            | ErrorKind::Empty
            | ErrorKind::Starved
            | ErrorKind::Truncated
            | ErrorKind::TooLarge
            | ErrorKind::Network { .. } => true,
            // Without a status it was never sent.
            ErrorKind::Refused | ErrorKind::ForcedChoice => self.status.is_none(),
            _ => false,
        };
        (!own && !self.detail.is_empty()).then_some(self.detail.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_survives_storage() {
        let error =
            LlmError::new(ErrorKind::RateLimit { retry_after_ms: Some(1200) }).with_status(429).with_detail("slow");
        let stored = serde_json::to_string(&error).unwrap();
        assert_eq!(stored, r#"{"kind":{"type":"rateLimit","retryAfterMs":1200},"status":429,"detail":"slow"}"#);
        assert_eq!(serde_json::from_str::<LlmError>(&stored).unwrap(), error);
        let network = LlmError::network(NetworkKind::Cors);
        let stored = serde_json::to_string(&network).unwrap();
        assert_eq!(stored, r#"{"kind":{"type":"network","network":"cors"}}"#);
        assert_eq!(serde_json::from_str::<LlmError>(&stored).unwrap(), network);
    }

    #[test]
    fn neither_a_bad_key_nor_an_empty_account_is_tried_again() {
        for kind in [ErrorKind::Authentication, ErrorKind::Quota, ErrorKind::Moderation, ErrorKind::Stopped] {
            assert!(!LlmError::new(kind).retryable());
        }
        assert!(LlmError::new(ErrorKind::Server).retryable());
        assert!(!LlmError::network(NetworkKind::Cors).retryable());
        assert!(LlmError::network(NetworkKind::Unreachable).retryable());
    }

    #[test]
    fn an_address_the_page_does_not_know_yet_takes_a_reload_and_then_another_try() {
        let error = LlmError::network(NetworkKind::NotYetAllowed);
        assert_eq!((error.remedy(), error.other_remedy()), (Some(Remedy::Reload), Some(Remedy::Retry)));
    }
}
