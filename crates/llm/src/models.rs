//! The two small requests of the settings: the list of models, and the test of a connection.

use serde_json::Value;

use super::capability::Capabilities;
use super::error::{ErrorKind, LlmError};
use super::message::{ChatMessage, Role};
use super::provider::Provider;
use super::request::{HttpRequest, ModelRequest, prepare};
use super::stream::{Assembler, ModelEvent};

/// The most models that are listed.
const MODELS_LIMIT: usize = 2_000;

/// The most tokens of the answer to the test's question.
const TEST_TOKENS: u32 = 16;
/// The question that a test of a connection sends.
pub const TEST_QUESTION: &str = "Reply with the word OK.";

/// The longest name of a model, in bytes.
const NAME_BYTES: usize = 200;

/// Asks for the models.
pub fn list_request(provider: &Provider, base_url: &str) -> Result<HttpRequest, LlmError> {
    prepare(provider, base_url, "models", "GET")
}

/// Makes the smallest real question. It sets no temperature, so that no model refuses it for that, and asks for a
/// handful of tokens, since a small model may ramble on until its context is full; `limited` is false where that was
/// refused.
pub fn test_request(
    provider: &Provider,
    base_url: &str,
    model: &str,
    known: &Capabilities,
    limited: bool,
) -> Result<HttpRequest, LlmError> {
    let question = ChatMessage::new(Role::User, TEST_QUESTION);
    let mut request = ModelRequest::new(provider.id, base_url, model, vec![question]);
    request.max_tokens = limited.then_some(TEST_TOKENS);
    request.shape(known)
}

/// Returns the endpoint's answer to the question, in a few words, or the error.
pub fn test_answer(body: &str) -> Result<String, LlmError> {
    let mut assembler = Assembler::default();
    let mut events = assembler.push(body.as_bytes());
    events.extend(assembler.finish());
    let answer = assembler.assembled();
    let said = if answer.text.trim().is_empty() { &answer.reasoning } else { &answer.text };
    let said: String = said.trim().chars().take(80).collect();
    let failed = events.into_iter().find_map(|event| match event {
        ModelEvent::Error(error) => Some(error),
        _ => None,
    });
    match failed {
        // A model that thinks until its budget is used up did answer, whether or not its thoughts are shown.
        Some(error) if error.kind == ErrorKind::Starved => Ok(said),
        Some(error) => Err(error),
        None => Ok(said),
    }
}

/// Reads the names in an answer of `/models`: OpenAI's `{data:[{id}]}`, Ollama's and Google's `{models:[{name}]}`, or a
/// list.
pub fn parse(body: &str) -> Vec<String> {
    let Ok(value) = serde_json::from_str::<Value>(body.trim_start_matches('\u{feff}')) else {
        return Vec::new();
    };
    let list = match &value {
        Value::Array(list) => Some(list),
        Value::Object(fields) => ["data", "models", "result"].iter().find_map(|name| fields.get(*name)?.as_array()),
        _ => None,
    };
    let mut names: Vec<String> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for item in list.into_iter().flatten() {
        let name =
            item.as_str().or_else(|| ["id", "name", "model"].iter().find_map(|field| item.get(*field)?.as_str()));
        let Some(name) = name.map(str::trim) else { continue };
        // Google lists `models/gemini-…` and takes the name without it.
        let name = name.strip_prefix("models/").unwrap_or(name);
        let usable = !name.is_empty() && name.len() <= NAME_BYTES && !name.chars().any(char::is_control);
        if usable && names.len() < MODELS_LIMIT && seen.insert(name.to_owned()) {
            names.push(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::{by_id, custom};

    #[test]
    fn the_names_in_every_shape() {
        for body in [
            r#"{"object":"list","data":[{"id":"a"},{"id":"b"},{"id":"a"},{"x":1},null]}"#,
            r#"{"models":[{"name":"models/a","model":"x"},{"name":"b"}]}"#,
            r#"["a","b",""]"#,
            r#"[{"id":"a"},{"name":"b"}]"#,
        ] {
            assert_eq!(parse(body), ["a", "b"], "{body}");
        }
        for body in ["", "null", "{}", "<html>", r#"{"data":{}}"#, r#"{"error":{"message":"no"}}"#] {
            assert_eq!(parse(body), Vec::<String>::new(), "{body}");
        }
        let many: Vec<String> = (0..5000).map(|number| format!("\"m{number}\"")).collect();
        assert_eq!(parse(&format!("[{}]", many.join(","))).len(), MODELS_LIMIT);
    }

    #[test]
    fn the_requests() {
        let list = list_request(custom(), "http://localhost:8080/v1/").unwrap();
        assert_eq!(
            (list.method, list.url.as_str(), list.body.as_str()),
            ("GET", "http://localhost:8080/v1/models", "")
        );
        assert!(list.headers.is_empty());
        let body = |limited: bool| -> Value {
            let (openai, known) = (by_id("openai").unwrap(), Capabilities::default());
            let test = test_request(openai, "https://api.openai.com/v1", "gpt-5", &known, limited);
            serde_json::from_str(&test.unwrap().body).unwrap()
        };
        assert_eq!(
            (&body(true)["model"], &body(true)["max_completion_tokens"]),
            (&"gpt-5".into(), &TEST_TOKENS.into())
        );
        assert!(body(true).get("temperature").is_none() && body(false).get("max_completion_tokens").is_none());
        assert!(list_request(custom(), "localhost:8080").is_err());
    }

    #[test]
    fn the_answer_to_the_question() {
        let said = "data: {\"choices\":[{\"delta\":{\"content\":\" OK \"},\"finish_reason\":\"stop\"}]}\n\n";
        assert_eq!(test_answer(said).unwrap(), "OK");
        let thought = "data: {\"choices\":[{\"delta\":{\"reasoning\":\"hm\"},\"finish_reason\":\"length\"}]}\n\n";
        assert_eq!(test_answer(thought).unwrap(), "hm");
        let silent = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\n";
        assert_eq!(test_answer(silent).unwrap(), "");
        assert_eq!(
            test_answer(r#"{"error":{"message":"bad key","code":401}}"#).unwrap_err().kind,
            ErrorKind::Authentication
        );
        assert_eq!(test_answer("").unwrap_err().kind, ErrorKind::Truncated);
    }
}
