//! What was learned about an endpoint.

use serde::{Deserialize, Serialize};

/// What was learned.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Capabilities {}
