//! Requests to endpoints over HTTP, or to a recording of them.
//!
//! - N1 The key is attached only here, and only when the request's origin is that of the endpoint; redirects are not
//!   followed.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::replay::{Recording, Round};
use espalier_llm::error::{self, ErrorKind, LlmError, NetworkKind};
use espalier_llm::request::HttpRequest;
use espalier_llm::secret::Secret;

/// The largest answer of an endpoint that refuses, in bytes.
const MAX_REFUSAL: u64 = 1 << 20;
const PIECE: usize = 16 << 10;

/// Target of requests.
#[derive(Debug)]
pub enum Transport {
    /// The network, with this key.
    Network(Secret),
    /// A recording.
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

/// Masks the key in an error, since an endpoint may echo it.
fn masked(error: LlmError, key: &Secret) -> LlmError {
    let detail = key.redact(&error.detail);
    error.with_detail(&detail)
}

fn over_network(key: &Secret, request: &HttpRequest, on_piece: &mut dyn FnMut(Vec<u8>)) -> Result<(), LlmError> {
    let first_byte = Duration::from_millis(request.timeouts.first_byte_ms.into());
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
    let body = response.into_body().into_reader();
    if !(200..300).contains(&status) {
        let mut text = Vec::new();
        // As much of it as came says more than that it broke off.
        drop(body.take(MAX_REFUSAL).read_to_end(&mut text));
        let text = String::from_utf8_lossy(&text);
        return Err(error::from_response(status, &headers, &text, &request.url));
    }
    pieces(body, Duration::from_millis(request.timeouts.idle_ms.into()), on_piece)
}

/// Hands a body on piece by piece; one that falls silent is given up, and so is the thread that waits for it.
fn pieces(
    mut body: impl Read + Send + 'static,
    idle: Duration,
    on_piece: &mut dyn FnMut(Vec<u8>),
) -> Result<(), LlmError> {
    let (sender, receiver) = mpsc::sync_channel::<std::io::Result<Vec<u8>>>(1);
    std::thread::spawn(move || {
        let mut piece = vec![0; PIECE];
        loop {
            let read = body.read(&mut piece).map(|count| piece[..count].to_vec());
            let is_last = read.as_ref().is_ok_and(Vec::is_empty) || read.is_err();
            // Nobody takes it where the request was given up.
            if sender.send(read).is_err() || is_last {
                return;
            }
        }
    });
    loop {
        match receiver.recv_timeout(idle) {
            Ok(Ok(piece)) if piece.is_empty() => return Ok(()),
            Ok(Ok(piece)) => on_piece(piece),
            Ok(Err(error)) => return Err(LlmError::network(NetworkKind::Interrupted).with_detail(&error.to_string())),
            Err(RecvTimeoutError::Timeout) => return Err(LlmError::network(NetworkKind::IdleTimeout)),
            Err(RecvTimeoutError::Disconnected) => return Err(LlmError::network(NetworkKind::Interrupted)),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that sends a little, and then nothing for as long as anyone listens.
    struct Stalls(bool);

    impl Read for Stalls {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                std::thread::park();
                return Ok(0);
            }
            buffer[..2].copy_from_slice(b"ab");
            Ok(2)
        }
    }

    #[test]
    fn an_answer_that_falls_silent_is_given_up() {
        let mut came = Vec::new();
        let ended = pieces(Stalls(false), Duration::from_millis(50), &mut |piece| came.extend(piece));
        assert_eq!(ended.map_err(|error| error.kind), Err(LlmError::network(NetworkKind::IdleTimeout).kind));
        assert_eq!(came, b"ab");
        let mut came = Vec::new();
        pieces(&b"all of it"[..], Duration::from_secs(5), &mut |piece| came.extend(piece)).unwrap();
        assert_eq!(came, b"all of it");
    }
}
