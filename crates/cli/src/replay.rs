//! Recordings of an endpoint's answers in a file, and answers from such a file.
//!
//! - R1 A recording holds requests without keys, and the bytes that came back, so that it can be shared.

use serde::{Deserialize, Serialize};

use espalier_llm::error::LlmError;

/// The version that is written.
const VERSION: u32 = 1;

/// A recording of one run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Recording {
    /// The version of the file.
    pub v: u32,
    /// The instant, in milliseconds since 1970 in UTC.
    pub now: i64,
    /// The zone.
    pub zone: String,
    /// The provider, the model and the base address.
    pub endpoint: [String; 3],
    /// The requests with their answers, in order.
    pub rounds: Vec<Round>,
}

/// One request with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The request's body, as JSON text.
    pub request: String,
    /// The bytes that came back, as text.
    pub answer: String,
    /// Error that ended the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<LlmError>,
}

impl Recording {
    /// Makes an empty recording.
    pub fn new(now: i64, zone: &str, endpoint: [String; 3]) -> Self {
        Self { v: VERSION, now, zone: zone.to_owned(), endpoint, rounds: Vec::new() }
    }

    /// Reads a file.
    pub fn read(text: &str) -> Result<Self, String> {
        let recording: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if recording.v == VERSION { Ok(recording) } else { Err(format!("it has version {}", recording.v)) }
    }

    /// Returns the text of a file.
    pub fn write(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}
