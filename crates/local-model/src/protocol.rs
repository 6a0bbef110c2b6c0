//! Messages between the page and the worker that runs a model, as JSON.
//!
//! - P1 Each message reads back from its JSON as it was.
//! - P2 Each request that was generated for ends with one [`FromWorker::Done`] or one [`FromWorker::Failed`].

use serde::{Deserialize, Serialize};

use crate::header::HeaderError;
use crate::support::Refusal;

/// Message from the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToWorker {
    /// Loads a model; answered by [`FromWorker::Loading`] and [`FromWorker::Ready`].
    Open {
        /// Name of its file in the browser's storage of files.
        name: String,
        /// Tokens of context; chosen by the worker if not asked for.
        context: Option<u64>,
    },
    /// Answers a conversation.
    Generate {
        /// Number that all messages about it carry.
        id: u64,
        /// The conversation, ending with what is to be answered.
        messages: Vec<ChatMessage>,
        /// Most tokens of the answer.
        max_tokens: u32,
        /// Temperature of sampling; the likeliest token always at 0.
        temperature: f32,
        /// Part of the likelihood that tokens are chosen from.
        top_p: f32,
        /// Number that chance begins with, so that an answer can be had again.
        seed: u64,
        /// Texts that end the answer before them.
        stop: Vec<String>,
        /// Most tokens of prompt and answer, if fewer than the model was opened with.
        context: Option<u64>,
        /// JSON schema that the answer must follow, as its text.
        grammar: Option<String>,
    },
    /// Ends an answer; what came so far stays.
    Cancel {
        /// Number of the request.
        id: u64,
    },
    /// Lets go of the file and the memory.
    Close,
}

/// Speaker in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Instructions.
    System,
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// Message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatMessage {
    /// Speaker.
    pub role: Role,
    /// The words.
    pub content: String,
}

/// Message from the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FromWorker {
    /// So much of the file was read.
    Loading {
        /// Bytes read.
        done: u64,
        /// Bytes in all.
        total: u64,
    },
    /// The model is loaded.
    Ready {
        /// Its architecture.
        architecture: String,
        /// Name that its makers gave it.
        name: Option<String>,
        /// Tokens of context.
        context: u64,
        /// Bytes of memory taken.
        memory: u64,
        /// Whether the file brings a chat template.
        has_template: bool,
        /// Whether answers can be held to a JSON schema.
        has_grammar: bool,
    },
    /// So much of the prompt was read.
    Prompt {
        /// Number of the request.
        id: u64,
        /// Tokens read, those kept from the request before included.
        done: u64,
        /// Tokens in all.
        total: u64,
    },
    /// The answer goes on.
    Piece {
        /// Number of the request.
        id: u64,
        /// Whole characters.
        text: String,
    },
    /// The answer is over.
    Done {
        /// Number of the request.
        id: u64,
        /// Reason.
        reason: EndReason,
        /// Tokens of the prompt.
        prompt_tokens: u64,
        /// Those of them that were kept from the request before.
        reused_tokens: u64,
        /// Tokens of the answer.
        answer_tokens: u64,
        /// Milliseconds that the prompt took.
        prompt_ms: f64,
        /// Milliseconds that the answer took.
        answer_ms: f64,
    },
    /// A request, or the worker as a whole, failed.
    Failed {
        /// Number of the request; none if it was about no request.
        id: Option<u64>,
        /// Reason.
        error: LocalError,
    },
}

/// Reason for which an answer is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum EndReason {
    /// The model ended it.
    Stop,
    /// It was as long as it may be.
    Length,
    /// The page ended it.
    Cancelled,
}

/// Reason why the worker could not do as asked; the interface has its words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LocalError {
    /// The file is not there any more, or may not be read.
    #[error("the file is not there")]
    NotThere,
    /// Another tab has the file open.
    #[error("the file is in use")]
    InUse,
    /// The head of the file cannot be read.
    #[error("the head of the file: {error}")]
    Header {
        /// Reason.
        error: HeaderError,
    },
    /// The model cannot run here: architecture, formats, tokenizer, memory.
    #[error("the model: {refusal}")]
    Refused {
        /// Reason.
        refusal: Refusal,
    },
    /// The memory did not suffice, though the estimate said so.
    #[error("{needed} bytes of memory are not there")]
    TooBig {
        /// Bytes needed.
        needed: u64,
    },
    /// The file's tokenizer contradicts itself.
    #[error("the tokenizer: {detail}")]
    Tokenizer {
        /// Reason, in English, for a report.
        detail: String,
    },
    /// The file's chat template does not take this conversation.
    #[error("the chat template: {detail}")]
    Template {
        /// Reason, in English, for a report.
        detail: String,
    },
    /// The conversation is longer than the context.
    #[error("{needed} tokens do not fit into {context}")]
    ContextFull {
        /// Tokens of the prompt.
        needed: u64,
        /// Tokens of context.
        context: u64,
    },
    /// The JSON schema cannot be followed.
    #[error("the schema: {detail}")]
    Grammar {
        /// Reason, in English, for a report.
        detail: String,
    },
    /// A request came before a model was opened, or while another one runs.
    #[error("no model is ready")]
    NotReady,
    /// The file could not be read to its end.
    #[error("reading: {detail}")]
    Read {
        /// Reason, in the browser's words.
        detail: String,
    },
    /// The program of the worker ended; it has to be started anew.
    #[error("the worker ended: {detail}")]
    Crashed {
        /// Reason, in the browser's words.
        detail: String,
    },
}

impl From<HeaderError> for LocalError {
    fn from(error: HeaderError) -> Self {
        Self::Header { error }
    }
}

impl From<Refusal> for LocalError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused { refusal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        "Wörter “und” \n 词 \u{1f600}".to_owned()
    }

    fn check<T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug>(messages: &[T]) {
        for message in messages {
            let json = serde_json::to_string(message).expect("JSON");
            let read: T = serde_json::from_str(&json).expect("the message");
            assert_eq!(&read, message, "{json}");
        }
    }

    #[test]
    fn p1_messages_to_the_worker_read_back() {
        let generate = |context: Option<u64>, grammar: Option<String>| ToWorker::Generate {
            id: u64::MAX,
            messages: [Role::System, Role::User, Role::Assistant]
                .map(|role| ChatMessage { role, content: text() })
                .to_vec(),
            max_tokens: 100,
            temperature: 0.7,
            top_p: 0.95,
            seed: 7,
            stop: vec![text()],
            context,
            grammar,
        };
        check(&[
            ToWorker::Open { name: text(), context: None },
            ToWorker::Open { name: text(), context: Some(2_048) },
            generate(None, None),
            generate(Some(10), Some("{\"type\":\"object\"}".to_owned())),
            ToWorker::Cancel { id: 1 },
            ToWorker::Close,
        ]);
    }

    #[test]
    fn p1_messages_from_the_worker_read_back() {
        let done = |reason| FromWorker::Done {
            id: 3,
            reason,
            prompt_tokens: 10,
            reused_tokens: 5,
            answer_tokens: 7,
            prompt_ms: 1.25,
            answer_ms: 1e6,
        };
        let ready = |name: Option<String>| FromWorker::Ready {
            architecture: "llama".to_owned(),
            name,
            context: 2_048,
            memory: 1 << 40,
            has_template: true,
            has_grammar: false,
        };
        check(&[
            FromWorker::Loading { done: 1, total: u64::MAX },
            ready(None),
            ready(Some(text())),
            FromWorker::Prompt { id: 1, done: 2, total: 3 },
            FromWorker::Piece { id: 1, text: text() },
            done(EndReason::Stop),
            done(EndReason::Length),
            done(EndReason::Cancelled),
            FromWorker::Failed { id: None, error: LocalError::NotReady },
        ]);
    }

    #[test]
    fn p1_errors_read_back() {
        let detail = text;
        let header = [
            HeaderError::NeedMore(1),
            HeaderError::NotGguf,
            HeaderError::Version(9),
            HeaderError::DuplicateKey(text()),
            HeaderError::Beyond(text()),
        ];
        let refusals = [
            Refusal::Architecture { name: text() },
            Refusal::Format { name: text(), tensor: text() },
            Refusal::Split { count: 2 },
            Refusal::Memory { needed: 4, limit: 3 },
        ];
        let mut errors: Vec<LocalError> = header.into_iter().map(LocalError::from).collect();
        errors.extend(refusals.into_iter().map(LocalError::from));
        errors.extend([
            LocalError::NotThere,
            LocalError::InUse,
            LocalError::TooBig { needed: 5 },
            LocalError::Tokenizer { detail: detail() },
            LocalError::Template { detail: detail() },
            LocalError::ContextFull { needed: 5_000, context: 4_096 },
            LocalError::Grammar { detail: detail() },
            LocalError::Read { detail: detail() },
            LocalError::Crashed { detail: detail() },
        ]);
        check(&errors);
    }

    #[test]
    fn the_json_is_as_agreed() {
        let message = FromWorker::Failed { id: Some(4), error: HeaderError::Version(9).into() };
        let json = r#"{"type":"failed","id":4,"error":{"kind":"header","error":{"kind":"version","detail":9}}}"#;
        assert_eq!(serde_json::to_string(&message).expect("JSON"), json);
        let message: ToWorker = serde_json::from_str(r#"{"type":"cancel","id":2}"#).expect("the message");
        assert_eq!(message, ToWorker::Cancel { id: 2 });
    }
}
