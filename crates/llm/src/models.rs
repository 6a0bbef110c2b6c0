//! The two small requests of the settings: the list of models, and the test of a connection.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::capability::Capabilities;
use super::error::{ErrorKind, LlmError};
use super::message::{ChatMessage, Role};
use super::price::Price;
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

/// Traits of a model, as far as its endpoint lists them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelTraits {
    /// Size of its context in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_tokens: Option<u32>,
    /// Whether it calls tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<bool>,
    /// Whether it takes pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pictures: Option<bool>,
    /// Whether it thinks before it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking: Option<bool>,
    /// Price of its tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
}

/// A model in the list of an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedModel {
    /// Name as requests give it.
    pub name: String,
    /// Traits that the list gives.
    pub traits: ModelTraits,
}

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

/// Reads an answer of `/models`: OpenAI's `{data:[{id}]}`, Ollama's and Google's `{models:[{name}]}`, or a list. `None`
/// if it is no list of models; one that lists none may be `null`.
pub fn parse(body: &str) -> Option<Vec<ListedModel>> {
    let value = serde_json::from_str::<Value>(body.trim_start_matches('\u{feff}')).ok()?;
    let list = match &value {
        Value::Array(list) => Some(list),
        Value::Object(fields) => {
            let named = || ["data", "models", "result"].iter().filter_map(|name| fields.get(*name));
            let list = named().find_map(Value::as_array);
            if list.is_none() && !named().any(Value::is_null) {
                return None;
            }
            list
        }
        _ => return None,
    };
    let mut listed: Vec<ListedModel> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for item in list.into_iter().flatten() {
        let name =
            item.as_str().or_else(|| ["id", "name", "model"].iter().find_map(|field| item.get(*field)?.as_str()));
        let Some(name) = name.map(str::trim) else { continue };
        // Google lists `models/gemini-…` and takes the name without it.
        let name = name.strip_prefix("models/").unwrap_or(name);
        let usable = !name.is_empty() && name.len() <= NAME_BYTES && !name.chars().any(char::is_control);
        if usable && listed.len() < MODELS_LIMIT && seen.insert(name.to_owned()) {
            listed.push(ListedModel { name: name.to_owned(), traits: traits_of(item) });
        }
    }
    Some(listed)
}

/// Reads the traits of a listed model. OpenAI's format has none; these are the fields of OpenRouter (`architecture`,
/// `supported_parameters`), Mistral (`capabilities`), Moonshot and Fireworks (`supports_…`), and the several names for
/// the context's size.
fn traits_of(item: &Value) -> ModelTraits {
    let tokens = ["context_length", "max_context_length", "max_model_len", "context_window"];
    let context_tokens = tokens.iter().find_map(|field| u32::try_from(item.get(*field)?.as_u64()?).ok());
    let says = |fields: &[&str]| fields.iter().find_map(|field| item.pointer(field)?.as_bool());
    let lists = |field: &str, words: &[&str]| {
        let listed = item.pointer(field)?.as_array()?;
        Some(listed.iter().filter_map(Value::as_str).any(|word| words.contains(&word)))
    };
    ModelTraits {
        context_tokens: context_tokens.filter(|tokens| *tokens > 0),
        tools: says(&["/capabilities/function_calling", "/supports_tools"])
            .or_else(|| lists("/supported_parameters", &["tools"])),
        pictures: says(&["/capabilities/vision", "/supports_image_in", "/supports_image_input"])
            .or_else(|| lists("/architecture/input_modalities", &["image"])),
        thinking: says(&["/capabilities/reasoning", "/supports_reasoning"])
            .or_else(|| lists("/supported_parameters", &["reasoning", "include_reasoning"])),
        price: item.get("pricing").and_then(Price::listed),
    }
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
            let names: Vec<String> = parse(body).unwrap().into_iter().map(|model| model.name).collect();
            assert_eq!(names, ["a", "b"], "{body}");
        }
        for body in ["", "null", "{}", "<html>", r#"{"data":{}}"#, r#"{"error":{"message":"no"}}"#] {
            assert_eq!(parse(body), None, "{body}");
        }
        for body in ["[]", r#"{"data":[]}"#, r#"{"object":"list","data":null}"#] {
            assert_eq!(parse(body), Some(Vec::new()), "{body}");
        }
        let many: Vec<String> = (0..5000).map(|number| format!("\"m{number}\"")).collect();
        assert_eq!(parse(&format!("[{}]", many.join(","))).unwrap().len(), MODELS_LIMIT);
    }

    #[test]
    fn the_traits_under_every_name() {
        let of = |item: &str| parse(&format!("[{item}]")).unwrap().remove(0).traits;
        let all = |context: u32, tools: bool, pictures: bool, thinking: bool| ModelTraits {
            context_tokens: Some(context),
            tools: Some(tools),
            pictures: Some(pictures),
            thinking: Some(thinking),
            price: None,
        };
        let open_router = r#"{"id":"a","context_length":200000,"architecture":{"input_modalities":["text","image"]},
            "supported_parameters":["max_tokens","tools","reasoning"]}"#;
        assert_eq!(of(open_router), all(200_000, true, true, true));
        let priced = r#"{"id":"a","pricing":{"prompt":"0.000001","completion":"0.000005"}}"#;
        assert_eq!(of(priced).price, Some(Price::cents(100, 500)));
        let text_only = r#"{"id":"a","context_length":8192,"architecture":{"input_modalities":["text"]},"supported_parameters":[]}"#;
        assert_eq!(of(text_only), all(8_192, false, false, false));
        let mistral = r#"{"id":"a","max_context_length":131072,
            "capabilities":{"completion_chat":true,"function_calling":true,"vision":false,"reasoning":false}}"#;
        assert_eq!(of(mistral), all(131_072, true, false, false));
        let bare = r#"{"id":"a","max_model_len":4096,"context_window":"many","capabilities":["completion"]}"#;
        assert_eq!(of(bare), ModelTraits { context_tokens: Some(4_096), ..ModelTraits::default() });
        assert_eq!(of(r#"{"id":"a","context_length":-1}"#), ModelTraits::default());
        assert_eq!(of("\"a\""), ModelTraits::default());
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
