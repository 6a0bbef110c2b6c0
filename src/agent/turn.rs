//! One turn: from a question to the end of the answer, as a machine without I/O.
//!
//! - A1 The machine is told what happened ([`TurnInput`]) and says what is to be done ([`Output`]); time and chance are
//!   handed in.
//! - A2 What arrives for an older attempt is dropped.
//! - A3 A request is sent again only while nothing of the answer is visible, and never after an error that another try
//!   does not mend; pieces of a call that never ran do not count as visible. What a refusal teaches is always remembered; it changes the next request at once if no text came
//!   yet, even if the model had thought, since a budget used up by thinking shows only then.
//! - A4 Every turn ends exactly once; what had arrived is kept whatever the end was.
//!
//! Must not be in here: feature names, spawning, the screen.

use crate::agent::progress::{Phase, Phases};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::llm::capability::Capabilities;
use crate::llm::error::{ErrorKind, LlmError};
use crate::llm::request::{HttpRequest, ModelRequest};
use crate::llm::retry::{RetryDecision, RetryPolicy};
use crate::llm::stream::{Assembled, Assembler, CallDelta, ModelEvent};

/// Names a [`Turn`].
pub type TurnId = Id<Turn>;

/// What happened.
#[derive(Debug)]
pub enum TurnInput {
    /// Bytes of the answer.
    Chunk(Vec<u8>),
    /// The answer's bytes are complete.
    Ended,
    /// There is no answer, or no more of it.
    Failed(LlmError),
    /// The time asked for with [`Output::Wake`] is over.
    Wake,
}

/// What is to be done.
#[derive(Debug, PartialEq)]
pub enum Output {
    /// Send this; `None` asks the built-in model, which needs no request.
    Call(Option<HttpRequest>),
    /// Come back after so many milliseconds.
    Wake(u32),
    /// More of the answer.
    Text(String),
    /// More of what the model thinks.
    Reasoning(String),
    /// All text so far was reasoning; it only became clear now.
    TextWasReasoning,
    /// A tool call begins or grows. It runs only if it is complete in the end.
    ToolCall(CallDelta),
    /// The answer begins anew: what came of this turn so far counts no more.
    Again,
    /// What was learned about the endpoint, to be remembered.
    Learned(Capabilities),
    /// The turn is over.
    Finished(Box<Outcome>),
}

/// How a turn ended.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    /// What came, as far as it came.
    pub assembled: Assembled,
    /// What went wrong, if so.
    pub error: Option<LlmError>,
    /// From the request to the first piece.
    pub first_token_ms: Option<i64>,
    /// From the request to the end.
    pub total_ms: i64,
    /// How long the model was thinking.
    pub thinking_ms: Option<i64>,
}

/// The machine.
#[derive(Debug)]
pub struct Turn {
    request: ModelRequest,
    built_in: bool,
    capabilities: Capabilities,
    policy: RetryPolicy,
    assembler: Assembler,
    attempt: u32,
    step: u32,
    /// Text came.
    spoke: bool,
    /// Text or reasoning came.
    visible: bool,
    /// Pieces of a call came.
    called: bool,
    started_at: Timestamp,
    first_at: Option<Timestamp>,
    thinking: Option<(Timestamp, Option<Timestamp>)>,
    waiting_until: Option<Timestamp>,
    finished: bool,
    /// What it is doing, and how long each thing took.
    pub phases: Phases,
}

impl Turn {
    /// A turn that asks this; nothing is sent before [`Turn::start`].
    pub fn new(request: ModelRequest, built_in: bool, capabilities: Capabilities, now: Timestamp) -> Self {
        Self {
            request,
            built_in,
            capabilities,
            policy: RetryPolicy::default(),
            assembler: Assembler::default(),
            attempt: 0,
            step: 0,
            spoke: false,
            visible: false,
            called: false,
            started_at: now,
            first_at: None,
            thinking: None,
            waiting_until: None,
            finished: false,
            phases: Phases::new(now),
        }
    }

    /// The attempt that is under way; answers are labelled with it.
    pub const fn step(&self) -> u32 {
        self.step
    }

    /// The endpoint that is asked.
    pub fn base_url(&self) -> &str {
        &self.request.base_url
    }

    /// The model that is asked.
    pub fn model(&self) -> &str {
        &self.request.model
    }

    /// Asks something else from the next attempt on, because what was learned makes another form of the question
    /// better; gives the request as this endpoint wants it.
    pub fn ask_instead(&mut self, request: ModelRequest) -> Result<HttpRequest, LlmError> {
        self.request = request;
        self.request.shape(&self.capabilities)
    }

    /// The number of tries so far.
    pub const fn attempt(&self) -> u32 {
        self.attempt
    }

    /// When the next try begins, while one is waited for.
    pub const fn waiting_until(&self) -> Option<Timestamp> {
        self.waiting_until
    }

    /// Sends the request for the first time, or again at once.
    pub fn start(&mut self, now: Timestamp) -> Vec<Output> {
        self.waiting_until = None;
        self.step += 1;
        self.attempt += 1;
        self.assembler = Assembler::default();
        self.phases.enter(Phase::Preparing, now);
        if self.built_in {
            return vec![Output::Call(None)];
        }
        match self.request.shape(&self.capabilities) {
            Ok(request) => vec![Output::Call(Some(request))],
            Err(error) => self.finish(Some(error), now),
        }
    }

    /// Tells what happened (A1); `chance` is a number in `0.0..1.0` for the wait before the next try.
    pub fn on(&mut self, step: u32, input: TurnInput, now: Timestamp, chance: f64) -> Vec<Output> {
        if self.finished || step != self.step {
            return Vec::new();
        }
        match input {
            TurnInput::Chunk(bytes) => {
                let events = self.assembler.push(&bytes);
                self.events(events, now, chance)
            }
            TurnInput::Ended => self.ended(now, chance),
            TurnInput::Failed(error) => self.failed(error, now, chance),
            TurnInput::Wake if self.waiting_until.is_some() => self.start(now),
            TurnInput::Wake => Vec::new(),
        }
    }

    /// Ends the turn where it is, because the user wants so.
    pub fn stop(&mut self, now: Timestamp) -> Vec<Output> {
        if self.finished {
            return Vec::new();
        }
        self.finish(Some(LlmError::new(ErrorKind::Stopped)), now)
    }

    fn events(&mut self, events: Vec<ModelEvent>, now: Timestamp, chance: f64) -> Vec<Output> {
        let mut outputs = Vec::new();
        for event in events {
            match event {
                ModelEvent::Text(text) => {
                    self.phases.enter(Phase::Answering, now);
                    self.first_at.get_or_insert(now);
                    if let Some((_, end)) = &mut self.thinking {
                        end.get_or_insert(now);
                    }
                    (self.spoke, self.visible) = (true, true);
                    outputs.push(Output::Text(text));
                }
                ModelEvent::TextWasReasoning => {
                    self.spoke = false;
                    self.thinking.get_or_insert((self.first_at.unwrap_or(now), None));
                    outputs.push(Output::TextWasReasoning);
                }
                ModelEvent::Reasoning(text) => {
                    self.phases.enter(Phase::Thinking, now);
                    self.first_at.get_or_insert(now);
                    self.thinking.get_or_insert((now, None));
                    self.visible = true;
                    outputs.push(Output::Reasoning(text));
                }
                ModelEvent::ToolCall(delta) => {
                    self.phases.enter(Phase::Tool, now);
                    self.first_at.get_or_insert(now);
                    self.called = true;
                    outputs.push(Output::ToolCall(delta));
                }
                ModelEvent::Error(error) => {
                    outputs.extend(self.failed(error, now, chance));
                    return outputs;
                }
                _ => {}
            }
        }
        outputs
    }

    fn ended(&mut self, now: Timestamp, chance: f64) -> Vec<Output> {
        let step = self.step;
        let events = self.assembler.finish();
        let mut outputs = self.events(events, now, chance);
        if self.finished || self.step != step {
            return outputs;
        }
        let error = self.assembler.assembled().error;
        match error {
            Some(error) => outputs.extend(self.failed(error, now, chance)),
            None => outputs.extend(self.finish(None, now)),
        }
        outputs
    }

    fn failed(&mut self, error: LlmError, now: Timestamp, chance: f64) -> Vec<Output> {
        let mut outputs = Vec::new();
        if let Some(learned) = self.capabilities.learn(&error, &self.request) {
            self.capabilities = learned;
            outputs.push(Output::Learned(self.capabilities.clone()));
            if !self.spoke {
                self.begin_anew(&mut outputs);
                outputs.extend(self.start(now));
                return outputs;
            }
        }
        match self.policy.decide(&error, self.attempt, self.visible, chance) {
            RetryDecision::Retry { delay_ms } => {
                let delay = u32::try_from(delay_ms).unwrap_or(u32::MAX);
                self.begin_anew(&mut outputs);
                self.step += 1;
                self.waiting_until = Some(now.plus_ms(i64::from(delay)));
                outputs.push(Output::Wake(delay));
            }
            RetryDecision::GiveUp => outputs.extend(self.finish(Some(error), now)),
        }
        outputs
    }

    fn begin_anew(&mut self, outputs: &mut Vec<Output>) {
        if std::mem::take(&mut self.visible) | std::mem::take(&mut self.called) {
            (self.first_at, self.thinking) = (None, None);
            outputs.push(Output::Again);
        }
    }

    fn finish(&mut self, error: Option<LlmError>, now: Timestamp) -> Vec<Output> {
        self.finished = true;
        self.waiting_until = None;
        self.phases.end(now);
        let outcome = Outcome {
            assembled: self.assembler.assembled(),
            error,
            first_token_ms: self.first_at.map(|first| first.since_ms(self.started_at)),
            total_ms: now.since_ms(self.started_at),
            thinking_ms: self.thinking.map(|(from, to)| to.unwrap_or(now).since_ms(from)),
        };
        vec![Output::Finished(Box::new(outcome))]
    }
}

#[cfg(test)]
mod tests;
