//! What was learned about an endpoint.

use serde::{Deserialize, Serialize};

/// What was learned.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Capabilities {}

impl Capabilities {
    /// What is to be done differently after this error; `None` when it teaches nothing new.
    pub fn learn(&self, _error: &super::error::LlmError, _request: &super::request::ModelRequest) -> Option<Self> {
        None
    }
}
