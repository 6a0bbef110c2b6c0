//! Assembly of an answer: from its bytes to model events and the whole answer, whatever the endpoint's habits.
//!
//! Rules, each with a test of its name:
//! - A1 The result is the same for every way of cutting the bytes.
//! - A2 Reasoning comes in any of its fields, or as tags in the text; a field that repeats another is read once.
//! - A3 `[DONE]` in any letter case ends everything, and well where the model gave no reason but an answer; an end
//!   without either is a truncated answer.
//! - A4 An error in the stream ends it; the text before it is kept, and no call is complete. A payload that cannot be
//!   read is skipped; it is an error only where nothing usable came, or where a call may have lost a piece with it.
//! - A5 Usage may come anywhere, or in a payload without choices.
//! - A6 Unknown finish reasons are kept as they are; calls run only after `stop` and its kin or `tool_calls`.
//! - A7 A whole answer instead of a stream gives the same result as the stream.
//! - A8 A budget that was used up without any answer is starvation, not an empty answer.
//! - A9 Fields that a provider wants back are kept as they came.
//! - A10 An answer of unreasonable size is an error, not a full memory.
//! - A11 A stream of another kind of interface is told from an answer that says nothing.

mod calls;
mod chunk;
mod dialect;
mod event;
mod fold;
mod harmony;
mod lenient;
mod passthrough;
mod surrogates;
mod think;

pub use calls::{ArgumentsError, AssembledCall, CALLS_LIMIT, CallDelta, parse_arguments};
pub use event::{Assembled, FinishReason, ModelEvent, ReasoningSource, Usage};
pub use think::CodeTracker;

use serde_json::{Map, Value};

use self::calls::CallTracker;
use self::chunk::{Choice, Chunk, Delta, WireUsage};
use self::fold::{Halves, Speaks};
use self::harmony::Harmony;
use self::think::{Part, ThinkSplitter};
use super::error::{self, Dialect, ErrorKind, LlmError};
use super::sse::{EVENT_BYTES_LIMIT, SseDecoder, SseEvent};

/// Options of reading a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AssemblerOptions {
    /// Read `<think>` and its kin in the text as reasoning.
    pub think_tags: bool,
    /// The longest event, in bytes.
    pub event_bytes: usize,
    /// The most that is kept of one answer, in bytes.
    pub answer_bytes: usize,
}

impl Default for AssemblerOptions {
    fn default() -> Self {
        Self { think_tags: true, event_bytes: EVENT_BYTES_LIMIT, answer_bytes: 16 * 1024 * 1024 }
    }
}

/// Reads one answer. Feed it with `push`, close it with `finish` or `interrupt`.
#[derive(Debug, Clone)]
pub struct Assembler {
    decoder: SseDecoder,
    answer: Answer,
    ended: bool,
}

impl Default for Assembler {
    fn default() -> Self {
        Self::new(AssemblerOptions::default())
    }
}

impl Assembler {
    /// Makes a reader that has read nothing yet.
    pub fn new(options: AssemblerOptions) -> Self {
        Self {
            decoder: SseDecoder::with_limit(options.event_bytes),
            answer: Answer { options, ..Answer::default() },
            ended: false,
        }
    }

    /// Reads one piece of the body. Neighbouring events of one kind are joined, so that a piece of the network becomes
    /// few events.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<ModelEvent> {
        let mut out = Vec::new();
        if self.ended {
            return out;
        }
        let Self { decoder, answer, .. } = self;
        answer.keep_head(bytes);
        decoder.push(bytes, |event| answer.accept(event, &mut out));
        if std::mem::take(&mut answer.alive) && out.is_empty() {
            out.push(ModelEvent::Alive);
        }
        out
    }

    /// Ends a body that is complete.
    pub fn finish(&mut self) -> Vec<ModelEvent> {
        self.end(None)
    }

    /// Ends a body that was cut off: by the person, a timeout or the network. An answer that had said its last word
    /// stays good.
    pub fn interrupt(&mut self, error: LlmError) -> Vec<ModelEvent> {
        self.end(Some(error))
    }

    /// Whether nothing more is read, so that the connection may be closed.
    pub fn is_over(&self) -> bool {
        self.ended || self.answer.over
    }

    /// Whether anything was shown that a silent new attempt would take away again.
    pub fn has_output(&self) -> bool {
        !self.answer.text.is_empty() || !self.answer.calls.is_empty()
    }

    /// Returns the answer as it stands.
    pub fn assembled(&self) -> Assembled {
        let answer = &self.answer;
        let ended_well =
            self.ended && answer.error.is_none() && answer.finish.as_ref().is_some_and(FinishReason::allows_calls);
        Assembled {
            text: answer.text.clone(),
            reasoning: answer.reasoning.clone(),
            reasoning_source: answer.reasoning_source,
            calls: answer.calls.assembled(ended_well),
            usage: answer.usage,
            finish: answer.finish.clone(),
            error: answer.error.clone(),
            opaque: answer.opaque.clone(),
            truncated: answer.finish.is_none(),
            starved: answer.is_starved(),
        }
    }

    fn end(&mut self, error: Option<LlmError>) -> Vec<ModelEvent> {
        let mut out = Vec::new();
        if std::mem::replace(&mut self.ended, true) {
            return out;
        }
        let Self { decoder, answer, .. } = self;
        decoder.finish(|event| answer.accept(event, &mut out));
        answer.end(error, &mut out);
        out
    }
}

/// The answer as far as it was read.
#[derive(Debug, Clone, Default)]
struct Answer {
    options: AssemblerOptions,
    text: String,
    reasoning: String,
    reasoning_source: Option<ReasoningSource>,
    splitter: ThinkSplitter,
    harmony: Harmony,
    speaks: Speaks,
    halves: Halves,
    calls: CallTracker,
    usage: Usage,
    finish: Option<FinishReason>,
    error: Option<LlmError>,
    opaque: Map<String, Value>,
    /// Number of bytes that are kept.
    kept: usize,
    /// Beginning of the body, until a payload of it was understood.
    head: Vec<u8>,
    /// Whether a payload was understood.
    understood: bool,
    /// Whether pieces came, so that a whole message after them only repeats them.
    streamed: bool,
    /// Whether a new block of reasoning began after another one.
    new_block: bool,
    /// A payload that could not be read.
    hole: Option<String>,
    /// The kind of interface that sends such payloads.
    dialect: Option<Dialect>,
    /// Whether nothing more is read.
    over: bool,
    alive: bool,
}

const HEAD_BYTES: usize = 512;

impl Answer {
    fn keep_head(&mut self, bytes: &[u8]) {
        if !self.understood && self.head.len() < HEAD_BYTES {
            let room = (HEAD_BYTES - self.head.len()).min(bytes.len());
            self.head.extend_from_slice(&bytes[..room]);
        }
    }

    fn accept(&mut self, event: SseEvent<'_>, out: &mut Vec<ModelEvent>) {
        if self.over {
            return;
        }
        match event {
            SseEvent::Comment => self.alive = true,
            SseEvent::TooLong => self.fail(LlmError::new(ErrorKind::TooLarge), out),
            SseEvent::Body(text) => self.body(&text, out),
            SseEvent::Message { name, data, terminated } => self.payload(&name, data.trim(), terminated, out),
        }
        let size =
            self.text.len() + self.reasoning.len() + self.splitter.held_bytes() + self.harmony.held_bytes() + self.kept;
        if size > self.options.answer_bytes || self.calls.overflowed() {
            self.fail(LlmError::new(ErrorKind::TooLarge), out);
        }
    }

    fn payload(&mut self, name: &str, data: &str, terminated: bool, out: &mut Vec<ModelEvent>) {
        self.alive = true;
        if data.is_empty() {
            return;
        }
        if is_done(data) {
            self.understood = true;
            self.over = true;
            if self.finish.is_none() && self.error.is_none() && !self.is_blank() {
                let reason = if self.calls.is_empty() { FinishReason::Stop } else { FinishReason::ToolCalls };
                out.push(ModelEvent::Finish(reason.clone()));
                self.finish = Some(reason);
            }
            return;
        }
        if let Some(chunk) = Chunk::parse(data) {
            self.chunk(chunk, name, data, out);
        } else if data.contains('\n') && data.lines().any(is_payload) {
            // A server that forgets the blank lines between its events.
            for line in data.lines() {
                if !self.over {
                    self.payload(name, line.trim(), true, out);
                }
            }
        } else if name == "error" {
            let error = error::from_body_in_200(data);
            self.fail(error.unwrap_or_else(|| LlmError::new(ErrorKind::Server).with_detail(data)), out);
        } else if terminated && name != "ping" {
            self.hole.get_or_insert_with(|| data.to_owned());
        }
    }

    fn body(&mut self, body: &str, out: &mut Vec<ModelEvent>) {
        let body = body.trim();
        if let Some(chunk) = Chunk::parse(body) {
            self.chunk(chunk, "", body, out);
        } else if let Some(error) = error::from_body_in_200(body) {
            self.fail(error, out);
        } else if body.lines().any(is_payload) {
            for line in body.lines() {
                if !self.over {
                    self.payload("", line.trim(), true, out);
                }
            }
        } else if serde_json::from_str::<Value>(body).is_err_and(|error| error.is_eof()) {
            self.fail(LlmError::new(ErrorKind::Truncated), out);
        } else {
            self.fail(LlmError::new(ErrorKind::Malformed).with_detail(body), out);
        }
    }

    fn chunk(&mut self, chunk: Chunk<'_>, name: &str, payload: &str, out: &mut Vec<ModelEvent>) {
        self.understood = true;
        self.halves.met |= chunk.halved;
        let usage = chunk.usage.0.or_else(|| chunk.x_groq.0.and_then(|extra| extra.usage.0));
        let has_usage = usage.is_some();
        if let Some(usage) = usage {
            self.add_usage(&usage, out);
        }
        let refused = chunk.base_resp.0.is_some_and(|response| response.status_code.0.unwrap_or(0) != 0);
        let bare = chunk.choices.0.is_none() && !has_usage;
        let failed = refused || name == "error" || has_content(&chunk.error);
        for choice in chunk.choices.0.into_iter().flatten() {
            if choice.index.0.unwrap_or(0) == 0 {
                self.choice(choice, failed, payload.len(), out);
            }
        }
        if failed || bare {
            let value = serde_json::from_str::<Value>(payload).unwrap_or_default();
            match error::from_value(&value) {
                Some(error) => self.fail(error, out),
                None if failed => self.fail(LlmError::new(ErrorKind::Server), out),
                None => self.dialect = self.dialect.or_else(|| dialect::of(&value)),
            }
        }
    }

    fn choice(&mut self, choice: Choice<'_>, failed: bool, payload_bytes: usize, out: &mut Vec<ModelEvent>) {
        if let Some(usage) = &choice.usage.0 {
            self.add_usage(usage, out);
        }
        if let Some(delta) = choice.delta.0 {
            self.delta(*delta, payload_bytes, out);
        }
        if !self.streamed {
            if let Some(message) = choice.message.0 {
                self.delta(*message, payload_bytes, out);
            } else if !choice.text.is_empty() {
                let mut text = choice.text.0;
                self.halves.join_content(&mut text);
                self.content(&text, out);
            }
        }
        let word = &*choice.finish_reason.0;
        if word.is_empty() || failed || self.finish.is_some() {
            return;
        }
        let reason = FinishReason::from_wire(word);
        out.push(ModelEvent::Finish(reason.clone()));
        self.finish = Some(reason);
        let kind = match word {
            "error" | "network_error" | "insufficient_system_resource" => ErrorKind::Server,
            "model_context_window_exceeded" => ErrorKind::ContextLength { limit: None },
            _ => return,
        };
        self.note(LlmError::new(kind).with_detail(word), out);
    }

    /// Ends the stream with an error.
    fn fail(&mut self, error: LlmError, out: &mut Vec<ModelEvent>) {
        self.note(error, out);
        self.over = true;
    }

    /// Notes an error; only the first one counts.
    fn note(&mut self, error: LlmError, out: &mut Vec<ModelEvent>) {
        if self.error.is_none() {
            out.push(ModelEvent::Error(error.clone()));
            self.error = Some(error);
        }
    }

    fn end(&mut self, error: Option<LlmError>, out: &mut Vec<ModelEvent>) {
        self.last_pieces(out);
        if self.error.is_some() {
            return;
        }
        let malformed = |detail: &str| LlmError::new(ErrorKind::Malformed).with_detail(detail);
        let found = match (&self.finish, error) {
            (None, Some(error)) => error,
            (_, None) if self.is_blank() && self.dialect.is_some() => {
                let dialect = self.dialect.unwrap_or(Dialect::Responses);
                LlmError::new(ErrorKind::OtherInterface { dialect })
            }
            (_, None) if self.hole.is_some() && (self.is_blank() || !self.calls.is_empty()) => {
                malformed(self.hole.as_deref().unwrap_or_default())
            }
            (None, None) if !self.understood && self.has_words() => malformed(&String::from_utf8_lossy(&self.head)),
            (None, None) => LlmError::new(ErrorKind::Truncated),
            (Some(FinishReason::ContentFilter), _) => LlmError::new(ErrorKind::Moderation),
            (Some(_), _) if self.is_starved() => LlmError::new(ErrorKind::Starved),
            (Some(FinishReason::Length), _) if self.text.trim().is_empty() => LlmError::new(ErrorKind::Length),
            (Some(_), _) if self.is_blank() => LlmError::new(ErrorKind::Empty),
            (Some(_), _) => return,
        };
        self.note(found, out);
    }

    /// Whether the beginning of the body holds more than comments.
    fn has_words(&self) -> bool {
        self.head.split(|byte| *byte == b'\n').any(|line| !line.trim_ascii().is_empty() && !line.starts_with(b":"))
    }

    fn is_starved(&self) -> bool {
        self.finish == Some(FinishReason::Length) && self.text.trim().is_empty() && self.calls.is_empty()
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty() && self.reasoning.trim().is_empty() && self.calls.is_empty()
    }
}

fn is_payload(line: &str) -> bool {
    let line = line.trim();
    is_done(line) || Chunk::parse(line).is_some()
}

fn is_done(data: &str) -> bool {
    data.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("[done]"))
}

fn has_content(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => true,
    }
}

#[cfg(test)]
#[path = "stream/tests.rs"]
mod tests;
