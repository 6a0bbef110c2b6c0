//! Answers, byte for byte: the bytes, their times, and how they break off.
//!
//! Must not look at the request; whoever scripts it does.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::now;

/// Holds an answer until the test opens it, so that no test has to guess how long something takes.
#[derive(Debug, Clone, Default)]
pub struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    pub fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    fn wait(&self, limit: Duration) -> bool {
        let open = self.0.0.lock().unwrap();
        *self.0.1.wait_timeout_while(open, limit, |open| !*open).unwrap().0
    }
}

#[derive(Debug, Clone)]
enum Step {
    /// One network chunk.
    Send(Vec<u8>),
    Pause(Duration),
    /// Waits until this long after the answer began, so that a rate does not drift.
    Until(Duration),
    Gate(Gate),
    /// Closes the connection in the middle of the answer.
    Cut,
}

#[derive(Debug, Clone)]
pub struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    steps: Vec<Step>,
}

impl Reply {
    pub fn status(status: u16, body: &str) -> Self {
        let steps = if body.is_empty() { Vec::new() } else { vec![Step::Send(body.as_bytes().to_vec())] };
        Self { status, headers: Vec::new(), steps }
    }

    pub fn json(status: u16, body: &Value) -> Self {
        Self::status(status, &body.to_string()).header("Content-Type", "application/json")
    }

    /// Makes an error in the shape that OpenAI-compatible servers use.
    pub fn error(status: u16, code: &str, message: &str) -> Self {
        Self::json(status, &json!({ "error": { "message": message, "type": code, "code": code } }))
    }

    /// Makes an event stream with nothing in it yet.
    pub fn stream() -> Self {
        Self { status: 200, headers: Vec::new(), steps: Vec::new() }.header("Content-Type", "text/event-stream")
    }

    /// Makes a complete stream with these pieces of text, each in a network chunk of its own.
    pub fn text(pieces: &[&str]) -> Self {
        Self::stream().deltas(pieces).done()
    }

    /// Makes a complete stream of pieces at a steady rate; `None` is as fast as the network takes it.
    pub fn tokens(pieces: &[String], per_second: Option<f64>) -> Self {
        let mut reply = Self::stream();
        for (index, piece) in pieces.iter().enumerate() {
            if let Some(rate) = per_second {
                reply.steps.push(Step::Until(Duration::from_secs_f64(index as f64 / rate)));
            }
            reply = reply.deltas(&[piece]);
        }
        reply.done()
    }

    /// Makes a stream that thinks before it answers.
    pub fn reasoning(thought: &[&str], answer: &[&str]) -> Self {
        let mut reply = Self::stream();
        for piece in thought {
            reply = reply.event(&delta(&json!({ "reasoning_content": piece }), None));
        }
        reply.deltas(answer).done()
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn deltas(mut self, pieces: &[&str]) -> Self {
        for piece in pieces {
            self = self.event(&delta(&json!({ "content": piece }), None));
        }
        self
    }

    /// Adds one event with a JSON body.
    pub fn event(self, body: &Value) -> Self {
        self.bytes(format!("data: {body}\n\n").as_bytes())
    }

    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.steps.push(Step::Send(bytes.to_vec()));
        self
    }

    /// Puts every byte into a network chunk of its own.
    pub fn byte_by_byte(mut self) -> Self {
        let split = |step: Step| match step {
            Step::Send(bytes) => bytes.into_iter().map(|byte| Step::Send(vec![byte])).collect(),
            other => vec![other],
        };
        self.steps = self.steps.into_iter().flat_map(split).collect();
        self
    }

    pub fn pause(mut self, pause: Duration) -> Self {
        self.steps.push(Step::Pause(pause));
        self
    }

    pub fn gate(mut self, gate: &Gate) -> Self {
        self.steps.push(Step::Gate(gate.clone()));
        self
    }

    /// Sends no further byte, until the client gives up.
    pub fn hang(self) -> Self {
        self.gate(&Gate::default())
    }

    /// Breaks the connection off here.
    pub fn cut(mut self) -> Self {
        self.steps.push(Step::Cut);
        self
    }

    /// Adds the finish reason, usage and `[DONE]`.
    pub fn done(self) -> Self {
        self.finish("stop")
    }

    pub fn finish(self, reason: &str) -> Self {
        let usage = json!({ "prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18 });
        self.event(&delta(&json!({}), Some(reason)))
            .event(&json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [], "usage": usage }))
            .bytes(b"data: [DONE]\n\n")
    }

    /// Sends everything; an error means that the client closed the connection (or that a `cut` was scripted and
    /// executed, which counts as complete).
    pub(super) fn send(&self, stream: &mut TcpStream, cors: bool) -> io::Result<()> {
        let start = now();
        let mut head = format!("HTTP/1.1 {} Scripted\r\nConnection: close\r\n", self.status);
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if cors {
            head.push_str(
                "Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Headers: authorization, content-type\r\n\
                 Access-Control-Allow-Methods: GET, POST\r\nAccess-Control-Expose-Headers: retry-after\r\n",
            );
        }
        // A 204 has no body, hence no chunks either.
        let chunked = self.status != 204;
        head.push_str(if chunked { "Transfer-Encoding: chunked\r\n\r\n" } else { "\r\n" });
        // A gate before the first byte holds the head back as well: a server that hangs says nothing at all.
        let mut head = Some(head);
        for step in &self.steps {
            match step {
                Step::Send(bytes) => {
                    if let Some(head) = head.take() {
                        stream.write_all(head.as_bytes())?;
                    }
                    send_chunk(stream, bytes)?;
                }
                Step::Pause(pause) => hold(stream, *pause)?,
                Step::Until(moment) => hold(stream, moment.saturating_sub(start.elapsed()))?,
                Step::Gate(gate) => {
                    while !gate.wait(Duration::from_millis(5)) {
                        check_connected(stream)?;
                    }
                }
                Step::Cut => {
                    stream.flush()?;
                    return stream.shutdown(Shutdown::Both);
                }
            }
        }
        if let Some(head) = head.take() {
            stream.write_all(head.as_bytes())?;
        }
        if chunked {
            stream.write_all(b"0\r\n\r\n")?;
        }
        stream.flush()
    }
}

/// Makes one chunk of a stream in the shape that servers send.
pub fn delta(delta: &Value, finish: Option<&str>) -> Value {
    json!({
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_700_000_000, "model": "test-model",
        "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }],
    })
}

fn send_chunk(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
    chunk.extend_from_slice(bytes);
    chunk.extend_from_slice(b"\r\n");
    stream.write_all(&chunk)
}

/// Sleeps, but notices a client that goes away.
fn hold(stream: &TcpStream, pause: Duration) -> io::Result<()> {
    let start = now();
    loop {
        let left = pause.saturating_sub(start.elapsed());
        if left.is_zero() {
            return Ok(());
        }
        thread::sleep(left.min(Duration::from_millis(5)));
        if left > Duration::from_millis(20) {
            check_connected(stream)?;
        }
    }
}

fn check_connected(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(true)?;
    let seen = stream.peek(&mut [0]);
    stream.set_nonblocking(false)?;
    match seen {
        Ok(0) => Err(ErrorKind::ConnectionAborted.into()),
        Err(error) if error.kind() != ErrorKind::WouldBlock => Err(error),
        _ => Ok(()),
    }
}
