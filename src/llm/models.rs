//! To be filled in: the names that the app relies on.
use super::{capability::Capabilities, error::LlmError, provider::Provider, request::HttpRequest};
pub fn test_request(_p: &Provider, _b: &str, _m: &str, _c: &Capabilities) -> Result<HttpRequest, LlmError> {
    Err(LlmError::new(super::error::ErrorKind::NoEndpoint))
}
pub fn list_request(_p: &Provider, _b: &str) -> Result<HttpRequest, LlmError> {
    Err(LlmError::new(super::error::ErrorKind::NoEndpoint))
}
pub fn test_answer(_b: &str) -> Result<String, LlmError> {
    Ok(String::new())
}
pub fn parse(_b: &str) -> Vec<String> {
    Vec::new()
}
