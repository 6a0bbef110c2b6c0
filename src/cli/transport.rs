//! Requests to endpoints over HTTP, or to a recording of them.
//!
//! - N1 The key is attached only here, and only when the request's origin is that of the endpoint; redirects are not
//!   followed.
//!
//! Must not be in here: what is sent, what is made of the answer.

use std::collections::VecDeque;
use std::io::Read;
use std::time::Duration;

use super::replay::{Recording, Round};
use crate::llm::error::{self, ErrorKind, LlmError, NetworkKind};
use crate::llm::request::HttpRequest;
use crate::llm::retry::Timeouts;
use crate::llm::secret::Secret;

/// The largest answer of an endpoint that refuses, in bytes.
const MAX_REFUSAL: u64 = 1 << 20;
const PIECE: usize = 16 << 10;

/// Where requests go.
#[derive(Debug)]
pub enum Transport {
    /// Over the network, with this key.
    Network(Secret),
    /// To what was recorded.
    Replay(VecDeque<Round>),
}

impl Transport {
    /// Answers from a recording.
    pub fn replay(recording: &Recording) -> Self {
        Self::Replay(recording.rounds.iter().cloned().collect())
    }

    /// Sends a request and hands its answer on piece by piece.
    pub fn call(&mut self, request: &HttpRequest, on_piece: &mut dyn FnMut(Vec<u8>)) -> Result<(), LlmError> {
        match self {
            Self::Network(key) => over_network(key, request, on_piece).map_err(|error| masked(error, key)),
            Self::Replay(rounds) => {
                let missing = || LlmError::new(ErrorKind::Refused).with_detail("the recording has no further answer");
                let round = rounds.pop_front().ok_or_else(missing)?;
                on_piece(round.answer.into_bytes());
                round.error.map_or(Ok(()), Err)
            }
        }
    }
}

/// An endpoint may echo the key.
fn masked(error: LlmError, key: &Secret) -> LlmError {
    let detail = key.redact(&error.detail);
    error.with_detail(&detail)
}

fn over_network(key: &Secret, request: &HttpRequest, on_piece: &mut dyn FnMut(Vec<u8>)) -> Result<(), LlmError> {
    let first_byte = Duration::from_millis(Timeouts::default().first_byte_ms.into());
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_connect(Some(Duration::from_secs(30)))
        .timeout_recv_response(Some(first_byte))
        .build()
        .into();
    let mut sending = agent.post(&request.url);
    for (name, value) in &request.headers {
        sending = sending.header(name.as_str(), value.as_str());
    }
    if let Some((name, value)) = request.authorise(key) {
        sending = sending.header(name, value);
    }
    let response = sending.send(request.body.as_bytes()).map_err(|error| unreachable(&error))?;
    let status = response.status().as_u16();
    let headers: Vec<(String, String)> = response
        .headers()
        .iter()
        .filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())))
        .collect();
    let mut body = response.into_body().into_reader();
    if !(200..300).contains(&status) {
        let mut text = Vec::new();
        // As much of it as came says more than that it broke off.
        drop(body.take(MAX_REFUSAL).read_to_end(&mut text));
        let text = String::from_utf8_lossy(&text);
        return Err(error::from_response(status, &headers, &text, &request.url));
    }
    let mut piece = vec![0; PIECE];
    loop {
        match body.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) => on_piece(piece[..count].to_vec()),
            Err(error) => return Err(LlmError::network(NetworkKind::Interrupted).with_detail(&error.to_string())),
        }
    }
}

fn unreachable(error: &ureq::Error) -> LlmError {
    let kind = match error {
        ureq::Error::Timeout(_) => NetworkKind::FirstByteTimeout,
        _ => NetworkKind::Unreachable,
    };
    LlmError::network(kind).with_detail(&error.to_string())
}
