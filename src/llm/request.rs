//! To be filled in: the names that the app relies on.
use super::{capability::Capabilities, error::LlmError, message::ChatMessage, secret::Secret};
#[derive(Debug, Clone, PartialEq)]
pub struct HttpRequest {
    pub url: String,
    pub method: &'static str,
    pub headers: Vec<(String, String)>,
    pub body: String,
}
impl HttpRequest {
    pub fn authorise(&self, _key: &Secret) -> Option<(&'static str, String)> {
        None
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct ModelRequest {
    pub provider: String,
    pub base_url: String,
    pub model: String,
    pub messages: Vec<ChatMessage>,
    pub temperature: Option<f64>,
    pub max_tokens: Option<u32>,
}
impl ModelRequest {
    pub fn new(provider: &str, base_url: &str, model: &str, messages: Vec<ChatMessage>) -> Self {
        Self {
            provider: provider.into(),
            base_url: base_url.into(),
            model: model.into(),
            messages,
            temperature: None,
            max_tokens: None,
        }
    }
    pub fn shape(&self, _c: &Capabilities) -> Result<HttpRequest, LlmError> {
        Err(LlmError::new(super::error::ErrorKind::NoEndpoint))
    }
}
pub fn origin_of(_url: &str) -> Option<String> {
    None
}
