//! The worker as a chat endpoint: a request in the OpenAI format becomes a message to the worker, and its messages
//! become the events of a stream, so that a model on the device answers in the same loop as any other.
//!
//! - E1 Whatever the body is, it becomes a question or an error; nothing of it is dropped in silence: tools and pictures
//!   are refused, as a server without them does.
//! - E2 The stream of a finished answer ends with `[DONE]`, after the counts of its tokens.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::protocol::{ChatMessage, EndReason, FromWorker, Role, ToWorker};

/// Temperature where the request names none.
const TEMPERATURE: f32 = 0.7;

/// Reason why a request cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// It lists tools, which are not called here.
    #[error("tools are not called here")]
    Tools,
    /// It has pictures in it.
    #[error("pictures are not seen here")]
    Pictures,
    /// It is not in the format of chat completions.
    #[error("not a chat request: {0}")]
    Malformed(String),
}

/// A question to a model on the device.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Name of the model, which is the name of its file.
    pub model: String,
    /// The message that asks the worker.
    pub message: ToWorker,
}

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    model: String,
    messages: Vec<Said>,
    #[serde(default, alias = "max_completion_tokens")]
    max_tokens: Option<u32>,
    #[serde(default)]
    temperature: Option<f32>,
    #[serde(default)]
    top_p: Option<f32>,
    #[serde(default)]
    seed: Option<i64>,
    #[serde(default)]
    stop: Option<Stop>,
    #[serde(default)]
    tools: Option<Vec<Value>>,
    #[serde(default)]
    response_format: Option<ResponseFormat>,
}

#[derive(Deserialize)]
struct Said {
    role: String,
    #[serde(default)]
    content: Option<Content>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

#[derive(Deserialize)]
struct ContentPart {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    text: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Stop {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
struct ResponseFormat {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    json_schema: Option<JsonSchema>,
}

#[derive(Deserialize)]
struct JsonSchema {
    #[serde(default)]
    schema: Value,
}

impl Content {
    fn text(self) -> Result<String, RequestError> {
        let parts = match self {
            Self::Text(text) => return Ok(text),
            Self::Parts(parts) => parts,
        };
        let text = |part: ContentPart| (part.kind == "text").then_some(part.text).ok_or(RequestError::Pictures);
        Ok(parts.into_iter().map(text).collect::<Result<Vec<_>, _>>()?.join("\n"))
    }
}

/// Reads the body of a request as the question with that number; `random` is the seed where it names none.
///
/// # Errors
/// If it is no chat request, or asks for what a model on the device cannot do.
pub fn read_request(id: u64, body: &str, random: u64) -> Result<Question, RequestError> {
    let body: Body = serde_json::from_str(body).map_err(|error| RequestError::Malformed(error.to_string()))?;
    if body.tools.is_some_and(|tools| !tools.is_empty()) {
        return Err(RequestError::Tools);
    }
    let mut messages = Vec::with_capacity(body.messages.len());
    for said in body.messages {
        let role = match said.role.as_str() {
            "system" | "developer" => Role::System,
            "assistant" => Role::Assistant,
            _ => Role::User,
        };
        let content = said.content.map_or(Ok(String::new()), Content::text)?;
        messages.push(ChatMessage { role, content });
    }
    let grammar = body.response_format.and_then(|format| match (format.kind.as_str(), format.json_schema) {
        ("json_schema", Some(form)) => Some(form.schema.to_string()),
        ("json_object", _) => Some(json!({"type": "object"}).to_string()),
        _ => None,
    });
    let stop = match body.stop {
        None => Vec::new(),
        Some(Stop::One(text)) => vec![text],
        Some(Stop::Several(texts)) => texts,
    };
    let message = ToWorker::Generate {
        id,
        messages,
        max_tokens: body.max_tokens.unwrap_or(u32::MAX),
        temperature: body.temperature.unwrap_or(TEMPERATURE),
        top_p: body.top_p.unwrap_or(1.0),
        seed: body.seed.map_or(random, i64::cast_unsigned),
        stop: stop.into_iter().filter(|text| !text.is_empty()).collect(),
        context: None,
        grammar,
    };
    Ok(Question { model: body.model, message })
}

/// Returns the events of the stream that a message of the worker becomes; `None` for one that says nothing of the answer.
pub fn event(message: &FromWorker) -> Option<String> {
    match message {
        FromWorker::Piece { text, .. } => Some(data(&json!({"choices": [{"index": 0, "delta": {"content": text}}]}))),
        FromWorker::Done { reason, prompt_tokens, reused_tokens, answer_tokens, .. } => {
            let reason = match reason {
                EndReason::Stop | EndReason::Cancelled => "stop",
                EndReason::Length => "length",
            };
            let usage = json!({
                "prompt_tokens": prompt_tokens,
                "completion_tokens": answer_tokens,
                "total_tokens": prompt_tokens + answer_tokens,
                "prompt_tokens_details": {"cached_tokens": reused_tokens},
            });
            let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}], "usage": usage});
            Some(data(&end) + "data: [DONE]\n\n")
        }
        FromWorker::Loading { .. }
        | FromWorker::Ready { .. }
        | FromWorker::Prompt { .. }
        | FromWorker::Failed { .. } => None,
    }
}

fn data(value: &Value) -> String {
    format!("data: {value}\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn asked(body: &Value) -> Result<Question, RequestError> {
        read_request(1, &body.to_string(), 9)
    }

    #[test]
    fn e1_a_request_becomes_a_question() {
        let body = json!({
            "model": "a.gguf",
            "stream": true,
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]},
                {"role": "assistant", "content": null},
            ],
            "max_tokens": 5, "temperature": 0, "top_p": 0.5, "seed": 3, "stop": "\n",
            "response_format": {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "object"}}},
        });
        let said = |role, text: &str| ChatMessage { role, content: text.to_owned() };
        let message = ToWorker::Generate {
            id: 1,
            messages: vec![said(Role::System, "Be brief."), said(Role::User, "one\ntwo"), said(Role::Assistant, "")],
            max_tokens: 5,
            temperature: 0.0,
            top_p: 0.5,
            seed: 3,
            stop: vec!["\n".to_owned()],
            context: None,
            grammar: Some(r#"{"type":"object"}"#.to_owned()),
        };
        assert_eq!(asked(&body), Ok(Question { model: "a.gguf".to_owned(), message }));
    }

    #[test]
    fn e1_what_is_not_named_has_a_default() {
        let question = asked(&json!({"messages": [{"role": "user", "content": "Hi"}]})).expect("a question");
        let ToWorker::Generate { max_tokens, temperature, top_p, seed, stop, grammar, .. } = question.message else {
            panic!("another message");
        };
        assert_eq!((max_tokens, temperature, top_p, seed), (u32::MAX, TEMPERATURE, 1.0, 9));
        assert!(stop.is_empty() && grammar.is_none());
    }

    #[test]
    fn e1_tools_and_pictures_are_refused() {
        let user = json!({"role": "user", "content": "Hi"});
        assert_eq!(asked(&json!({"messages": [user], "tools": [{"type": "function"}]})), Err(RequestError::Tools));
        let picture = json!({"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}});
        let seen = json!({"messages": [{"role": "user", "content": [picture]}]});
        assert_eq!(asked(&seen), Err(RequestError::Pictures));
        assert!(matches!(read_request(1, "{", 0), Err(RequestError::Malformed(_))));
    }

    #[test]
    fn e2_a_stream_ends_with_its_counts() {
        let done = FromWorker::Done {
            id: 1,
            reason: EndReason::Length,
            prompt_tokens: 10,
            reused_tokens: 4,
            answer_tokens: 2,
            prompt_ms: 1.0,
            answer_ms: 1.0,
        };
        let text = event(&done).expect("an event");
        let first = text.lines().next().and_then(|line| line.strip_prefix("data: ")).expect("data");
        let value: Value = serde_json::from_str(first).expect("JSON");
        assert_eq!(value["choices"][0]["finish_reason"], "length");
        assert_eq!(value["usage"]["total_tokens"], 12);
        assert_eq!(value["usage"]["prompt_tokens_details"]["cached_tokens"], 4);
        assert!(text.ends_with("\n\ndata: [DONE]\n\n"));
    }

    proptest! {
        #[test]
        fn e1_no_body_breaks_it(body in ".{0,200}") {
            drop(read_request(1, &body, 0));
        }

        #[test]
        fn e2_pieces_stay_one_event(text in any::<String>()) {
            let event = event(&FromWorker::Piece { id: 1, text: text.clone() }).expect("an event");
            let line = event.strip_prefix("data: ").and_then(|rest| rest.strip_suffix("\n\n")).expect("one event");
            prop_assert!(!line.contains('\n'));
            let value: Value = serde_json::from_str(line).expect("JSON");
            prop_assert_eq!(value["choices"][0]["delta"]["content"].as_str(), Some(text.as_str()));
        }
    }
}
