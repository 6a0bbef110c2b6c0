//! Conversations: sessions with a tree of messages each.
//!
//! - M1 A message stores its `parent`; children are derived ([`tree::Tree`]), so the two can never disagree.
//! - M2 `active_leaf` says which path is shown and continued; `choices` remembers, for each fork, where the reader was.
//! - M3 The model that answered is recorded in the answer itself ([`Provenance`]) and never changes with the settings.
//! - M4 One answer is one message however often the model was asked for it: its parts stand in the order in which they
//!   came about, thoughts and text and calls of a round, their results, then the next round.

mod attachment;
mod part;
mod scope;
pub mod tree;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use self::attachment::{Attachment, AttachmentKind, FileHash};
pub use self::scope::Scope;
use super::decision::Decision;
pub use super::evidence::Grounding;
use super::persona::{PersonaId, Role};
use super::record::record;
use super::room::{Document, RoomId};
use super::settings::{ModelChoice, Slug};
use espalier_base::id::{Id, InvalidId};
use espalier_base::time::Timestamp;
use espalier_llm::error::{LlmError, Remedy};

/// Id of a [`Session`].
pub type SessionId = Id<Session>;
/// Id of a [`Message`] within its session.
pub type MessageId = Id<Message>;

/// Key of a stored message: below its session, so that one range holds one session in order of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageKey {
    /// The session.
    pub session: SessionId,
    /// The message.
    pub id: MessageId,
}

impl fmt::Display for MessageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.session, self.id)
    }
}

impl FromStr for MessageKey {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let (session, id) = text.split_once('/').ok_or_else(|| InvalidId(text.chars().take(80).collect()))?;
        Ok(Self { session: session.parse()?, id: id.parse()? })
    }
}

/// Stage of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The model is answering.
    Streaming,
    /// The message waits for a person, or for the next try.
    Waiting,
    /// Complete.
    Done,
    /// Ended by the user or by a reload; what had arrived is kept.
    Stopped,
    /// Ended by an error; what had arrived is kept.
    Error,
}

/// A piece of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", tag = "kind", rename_all = "camelCase")]
pub enum Part {
    /// Plain text.
    Text {
        /// Markdown.
        text: String,
    },
    /// Reasoning of a thinking model, before its answer.
    Reasoning {
        /// Markdown.
        text: String,
    },
    /// A tool the model called.
    ToolCall {
        /// The call's id at the endpoint.
        call_id: String,
        /// The tool's name.
        name: String,
        /// The arguments as the model wrote them.
        arguments: String,
        /// Fields of the provider that go back with the call, as the JSON text of an object; empty for none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        opaque: String,
    },
    /// The outcome of a tool call.
    ToolResult {
        /// The call's id.
        call_id: String,
        /// Result as the model is told it.
        content: String,
        /// Whether the call failed, or was refused.
        #[serde(default, skip_serializing_if = "is_false")]
        is_error: bool,
    },
    /// Fields of the provider that belong to the model's words from here to the next result; they and those of the
    /// calls go back to nobody but who issued them.
    Opaque {
        /// Issuer of the fields, an endpoint and a model.
        issuer: String,
        /// The JSON text of an object; empty for none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        fields: String,
    },
    /// A report of the app to the model, in a message of the user's: the outcome of a proposal.
    Report {
        /// Plain text, one thing a line.
        text: String,
    },
    /// A file that the person attached.
    Attachment(Box<Attachment>),
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference in")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Channel through which a model proposes operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Channel {
    /// By calling a tool.
    Tool,
    /// By answering with one JSON object.
    Json,
    /// In a tag in its text.
    #[default]
    Text,
}

/// Origin of an answer: the provider, the model and the agent, with counts and durations.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The provider's id.
    pub provider: Option<Slug>,
    /// The model, as the endpoint named it.
    pub model: Option<String>,
    /// The agent's id.
    pub persona: Option<PersonaId>,
    /// The agent's name at that time.
    pub persona_name: Option<String>,
    /// Channel through which operations were asked for, where they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<Channel>,
    /// Whether a person chose provider and model for this one answer; then it goes on with them, whatever else is chosen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
    /// Whether it is made of the answers beside it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub merged: bool,
    /// Tokens of the prompt, as the endpoint counted them.
    pub prompt_tokens: Option<u32>,
    /// Tokens of the answer, as the endpoint counted them.
    pub completion_tokens: Option<u32>,
    /// Cost of the answer in billionths of a US dollar, as the endpoint reported it or by the prices of that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
    /// Milliseconds from the request to the first piece of the answer.
    pub first_token_ms: Option<i64>,
    /// Milliseconds that the model was thinking.
    pub thinking_ms: Option<i64>,
    /// Milliseconds from the request to the end.
    pub total_ms: Option<i64>,
    /// Reason for the end, in the endpoint's own word.
    pub finish: Option<String>,
    /// The error the answer ended with.
    pub error: Option<LlmError>,
    /// Whether the answer ends where the token limit was reached.
    #[serde(default)]
    pub truncated: bool,
    /// Remarks for the person on how the answer came about, each in one word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

record! {
    /// A conversation: a small row, so that the list of all of them is shown at once.
    Session, SessionField, SessionId, |row| row.id;
    identity {
        /// The id.
        id: SessionId,
        /// Time at which it was begun.
        created_at: Timestamp,
        /// Subject of the conversation.
        #[serde(default, skip_serializing_if = "Scope::is_chat")]
        scope: Scope,
    }
    fields {
        /// Name that the user gave it; empty shows the first words instead.
        Name name: String,
        /// Time at which it last grew.
        UpdatedAt updated_at: Timestamp,
        /// The last message of the path that is shown.
        ActiveLeaf active_leaf: Option<MessageId>,
        /// For a message with several children (nil: for several first messages), the child last looked at.
        Choices choices: BTreeMap<MessageId, MessageId>,
        /// The agent of this session; `None` follows the one chosen for the app.
        Persona persona: Option<PersonaId>,
        /// The model that answers in this session; `None` follows the agent and the settings.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Model model: Option<ModelChoice>,
    }
}

record! {
    /// One message of a conversation.
    Message, MessageField, MessageKey, |row| MessageKey { session: row.session, id: row.id };
    identity {
        /// The id.
        id: MessageId,
        /// The session it belongs to.
        session: SessionId,
        /// Role of the speaker.
        role: Role,
        /// Time at which it was begun.
        created_at: Timestamp,
    }
    fields {
        /// Message it follows; `None` begins the conversation.
        Parent parent: Option<MessageId>,
        /// The content.
        Parts parts: Vec<Part>,
        /// Stage of the message.
        Status status: Status,
        /// Whether it is sent; a message that is switched off stays in the conversation.
        Enabled enabled: bool,
        /// Origin of the message; boxed, because every edit of any field takes the room of the largest.
        Provenance provenance: Box<Provenance>,
        /// Time at which a person last changed its text.
        EditedAt edited_at: Option<Timestamp>,
        /// The person's decision on the proposal in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Decision decision: Option<Box<Decision>>,
        /// Sources of the numbers in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Grounding grounding: Option<Box<Grounding>>,
    }
}

impl Part {
    /// Makes a call without fields of the provider.
    pub fn tool_call(call_id: &str, name: &str, arguments: &str) -> Self {
        Self::ToolCall {
            call_id: call_id.to_owned(),
            name: name.to_owned(),
            arguments: arguments.to_owned(),
            opaque: String::new(),
        }
    }
}

impl Session {
    /// Makes a new, empty session.
    pub fn new(id: SessionId, now: Timestamp) -> Self {
        Self {
            id,
            created_at: now,
            scope: Scope::CHAT,
            name: String::new(),
            updated_at: now,
            active_leaf: None,
            choices: BTreeMap::new(),
            persona: None,
            model: None,
        }
    }
}

impl Message {
    /// Makes a complete message of one text.
    pub fn new(
        id: MessageId,
        session: SessionId,
        parent: Option<MessageId>,
        role: Role,
        text: &str,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            session,
            role,
            created_at: now,
            parent,
            parts: if text.is_empty() { Vec::new() } else { vec![Part::Text { text: text.to_owned() }] },
            status: Status::Done,
            enabled: true,
            provenance: Box::default(),
            edited_at: None,
            decision: None,
            grounding: None,
        }
    }

    /// Returns the one button that helps with the error; an answer without words cannot be continued.
    pub fn remedy(&self) -> Option<Remedy> {
        let remedy = self.provenance.error.as_ref()?.remedy()?;
        let nothing = remedy == Remedy::Continue && self.text().is_empty();
        Some(if nothing { Remedy::Retry } else { remedy })
    }

    /// Returns the key of the message.
    pub const fn key(&self) -> MessageKey {
        MessageKey { session: self.session, id: self.id }
    }

    /// Returns all its text, without reasoning.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut reported = false;
        for part in &self.parts {
            let (Part::Text { text: piece } | Part::Report { text: piece }) = part else { continue };
            if std::mem::replace(&mut reported, matches!(part, Part::Report { .. })) {
                text.push_str("\n\n");
            }
            text.push_str(piece);
        }
        text
    }

    /// Returns the text written in it, without the app's reports to the model.
    pub fn own_text(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| match part {
            Part::Text { text } => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    /// Returns the files that came with it.
    pub fn attachments(&self) -> impl Iterator<Item = &Attachment> {
        self.parts.iter().filter_map(|part| match part {
            Part::Attachment(file) => Some(&**file),
            _ => None,
        })
    }

    /// Returns the result of a call, as the model was told it.
    pub fn result_of(&self, id: &str) -> Option<&str> {
        self.parts.iter().find_map(|part| match part {
            Part::ToolResult { call_id, content, .. } if call_id == id => Some(content.as_str()),
            _ => None,
        })
    }

    /// Returns the reasoning of the model.
    pub fn reasoning(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            if let Part::Reasoning { text: piece } = part {
                text.push_str(piece);
            }
        }
        text
    }

    /// Returns the parts with the text replaced, where the first text was, or the first one after all results;
    /// reasoning and calls stay.
    pub fn with_text(&self, text: &str) -> Vec<Part> {
        let is_text = |part: &Part| matches!(part, Part::Text { .. });
        let last_result = self.parts.iter().rposition(|part| matches!(part, Part::ToolResult { .. }));
        let mut own = self.parts.iter().enumerate().filter(|(_, part)| !is_text(part));
        let place = match (last_result, self.parts.iter().position(is_text)) {
            (None, Some(first)) => first,
            (Some(result), _) => own.position(|(index, _)| index == result).map_or(0, |at| at + 1),
            (None, None) => own.count(),
        };
        let mut parts: Vec<Part> = self.parts.iter().filter(|part| !is_text(part)).cloned().collect();
        if !text.is_empty() {
            parts.insert(place, Part::Text { text: text.to_owned() });
        }
        parts
    }
}

impl Document {
    /// The list of conversations.
    pub const SESSIONS: Self = Self::list(RoomId::Chat, 0);
}

impl From<SessionId> for Document {
    /// Makes the document of one conversation.
    fn from(id: SessionId) -> Self {
        Self::thing(RoomId::Chat, id.uuid())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_text_stands_where_the_old_one_was() {
        let text = |text: &str| Part::Text { text: text.to_owned() };
        let thought = Part::Reasoning { text: "hm".to_owned() };
        let call = Part::tool_call("c", "n", "{}");
        let id = MessageId::from_uuid(uuid::Uuid::nil());
        let session = SessionId::from_uuid(uuid::Uuid::nil());
        let mut message = Message::new(id, session, None, Role::Assistant, "", Timestamp(0));
        message.parts = vec![thought.clone(), text("a"), call.clone(), text("b")];
        assert_eq!(message.with_text("new"), [thought.clone(), text("new"), call.clone()]);
        assert_eq!(message.with_text(""), [thought.clone(), call.clone()]);
        message.parts = vec![thought.clone()];
        assert_eq!(message.with_text("new"), [thought.clone(), text("new")]);
        let result = Part::ToolResult { call_id: "c".to_owned(), content: "4".to_owned(), is_error: false };
        message.parts = vec![text("a"), call.clone(), result.clone(), thought.clone(), text("b")];
        assert_eq!(message.with_text("new"), [call.clone(), result.clone(), text("new"), thought.clone()]);
    }

    #[test]
    fn m4_calls_of_older_versions_are_read_and_written_as_they_were() {
        let old = r#"{"kind":"toolCall","call_id":"c","name":"n","arguments":"{}"}"#;
        assert_eq!(serde_json::from_str::<Part>(old).unwrap(), Part::tool_call("c", "n", "{}"));
        assert_eq!(serde_json::to_string(&Part::tool_call("c", "n", "{}")).unwrap(), old);
        let result = Part::ToolResult { call_id: "c".to_owned(), content: "4".to_owned(), is_error: false };
        let text = serde_json::to_string(&result).unwrap();
        assert_eq!(text, r#"{"kind":"toolResult","call_id":"c","content":"4"}"#);
        assert_eq!(serde_json::from_str::<Part>(&text).unwrap(), result);
    }
}
