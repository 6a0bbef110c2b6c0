//! One request to a model, with its retries, until there is an answer or no hope of one.
//!
//! - A2 Bytes and errors of an older attempt are dropped; attempts are numbered over the whole turn.
//! - A3 A request is sent again only while nothing of the answer is visible, and never after an error that another try
//!   does not mend; pieces of a call that never ran do not count as visible. What a refusal teaches is always
//!   remembered; it changes the next request at once if no text came yet, even if the model had thought, since a budget
//!   used up by thinking shows only then.
//! - A5 Where the tools are the point of the question, an endpoint without tools ends the round instead of being asked
//!   without them: a model would make up what it cannot look up.

use crate::progress::{Phase, Phases};
use crate::turn::{Output, TurnInput};
use espalier_base::time::Timestamp;
use espalier_llm::capability::Capabilities;
use espalier_llm::error::{ErrorKind, LlmError, NetworkKind};
use espalier_llm::request::ModelRequest;
use espalier_llm::retry::{RetryDecision, RetryPolicy};
use espalier_llm::stream::{Assembled, Assembler, ModelEvent};

/// End of a round: the answer, as far as it came, and the error.
#[derive(Debug)]
pub struct RoundEnd {
    /// The answer, as far as it came.
    pub answer: Assembled,
    /// The error, if there was one.
    pub error: Option<LlmError>,
}

/// Outcome of a step of the round.
#[derive(Debug, Default)]
pub struct Moved {
    /// Outputs of the step, to be done and shown.
    pub outputs: Vec<Output>,
    /// End of the round, if it is over.
    pub end: Option<RoundEnd>,
}

/// State machine of one request and its retries.
#[derive(Debug)]
pub struct Round {
    request: ModelRequest,
    built_in: bool,
    /// Whether to end rather than go on without tools (A5).
    needs_tools: bool,
    /// Known capabilities of the endpoint, with those this round learned.
    pub capabilities: Capabilities,
    policy: RetryPolicy,
    assembler: Assembler,
    attempt: u32,
    step: u32,
    /// Whether text came.
    spoke: bool,
    /// Whether text or reasoning came.
    visible: bool,
    /// Whether pieces of a call came.
    called: bool,
    first_at: Option<Timestamp>,
    thinking: Option<(Timestamp, Option<Timestamp>)>,
    /// Time of the next try, and why the last one failed.
    waiting: Option<(Timestamp, LlmError)>,
    over: bool,
}

impl Round {
    /// Makes a round of this request; nothing is sent before [`Round::start`]. `step` is the last one of the round
    /// before.
    pub fn new(
        request: ModelRequest,
        built_in: bool,
        needs_tools: bool,
        capabilities: Capabilities,
        step: u32,
    ) -> Self {
        Self {
            request,
            built_in,
            needs_tools,
            capabilities,
            policy: RetryPolicy::default(),
            assembler: Assembler::default(),
            attempt: 0,
            step,
            spoke: false,
            visible: false,
            called: false,
            first_at: None,
            thinking: None,
            waiting: None,
            over: false,
        }
    }

    /// Returns the attempt that is under way, numbered over the whole turn.
    pub const fn step(&self) -> u32 {
        self.step
    }

    /// Returns the number of tries of this round so far.
    pub const fn attempt(&self) -> u32 {
        self.attempt
    }

    /// Returns the request.
    pub const fn request(&self) -> &ModelRequest {
        &self.request
    }

    /// Replaces the request from the next attempt on.
    pub fn ask_instead(&mut self, request: ModelRequest) {
        self.request = request;
    }

    /// Returns the time of the next try, while one is waited for.
    pub fn waiting_until(&self) -> Option<Timestamp> {
        self.waiting.as_ref().map(|(until, _)| *until)
    }

    /// Returns the error because of which the next try is waited for.
    pub fn waiting_for(&self) -> Option<&LlmError> {
        self.waiting.as_ref().map(|(_, why)| why)
    }

    /// Returns the greatest number of tries.
    pub const fn most_attempts(&self) -> u32 {
        self.policy.max_attempts
    }

    /// Returns the time of the first piece.
    pub const fn first_at(&self) -> Option<Timestamp> {
        self.first_at
    }

    /// Returns how long the model was thinking, in milliseconds.
    pub fn thinking_ms(&self, now: Timestamp) -> Option<i64> {
        self.thinking.map(|(from, to)| to.unwrap_or(now).since_ms(from))
    }

    /// Returns the answer as it stands.
    pub fn answer(&self) -> Assembled {
        self.assembler.assembled()
    }

    /// Sends the request for the first time, or again at once.
    pub fn start(&mut self, phases: &mut Phases, now: Timestamp) -> Moved {
        self.waiting = None;
        self.step += 1;
        self.attempt += 1;
        self.assembler = Assembler::default();
        phases.enter(Phase::Preparing, now);
        if self.built_in {
            return Moved { outputs: vec![Output::Call(None)], end: None };
        }
        match self.request.shape(&self.capabilities) {
            Ok(request) => Moved { outputs: vec![Output::Call(Some(request))], end: None },
            Err(error) => self.end(Vec::new(), Some(error)),
        }
    }

    /// Takes an event of this attempt.
    pub fn on(&mut self, input: TurnInput, phases: &mut Phases, now: Timestamp, chance: f64) -> Moved {
        if self.over {
            return Moved::default();
        }
        match input {
            TurnInput::Chunk(bytes) => {
                let events = self.assembler.push(&bytes);
                self.events(events, phases, now, chance)
            }
            TurnInput::Ended => {
                let step = self.step;
                let events = self.assembler.finish();
                let mut moved = self.events(events, phases, now, chance);
                if !self.over && self.step == step {
                    let error = self.assembler.assembled().error;
                    let last = match error {
                        Some(error) => self.failed(error, phases, now, chance),
                        None => self.end(Vec::new(), None),
                    };
                    moved.add(last);
                }
                moved
            }
            TurnInput::Failed(error) => self.failed(error, phases, now, chance),
            TurnInput::Wake if self.waiting.is_some() => self.start(phases, now),
            TurnInput::Wake | TurnInput::Result { .. } | TurnInput::Answer { .. } => Moved::default(),
        }
    }

    fn events(&mut self, events: Vec<ModelEvent>, phases: &mut Phases, now: Timestamp, chance: f64) -> Moved {
        let mut moved = Moved::default();
        for event in events {
            match event {
                ModelEvent::Text(text) => {
                    phases.enter(Phase::Answering, now);
                    self.first_at.get_or_insert(now);
                    self.thought(now);
                    (self.spoke, self.visible) = (true, true);
                    moved.outputs.push(Output::Text(text));
                }
                ModelEvent::TextWasReasoning => {
                    self.spoke = false;
                    self.thinking.get_or_insert((self.first_at.unwrap_or(now), None));
                    moved.outputs.push(Output::TextWasReasoning);
                }
                ModelEvent::Reasoning(text) => {
                    phases.enter(Phase::Thinking, now);
                    self.first_at.get_or_insert(now);
                    self.thinking.get_or_insert((now, None));
                    self.visible = true;
                    moved.outputs.push(Output::Reasoning(text));
                }
                ModelEvent::ToolCall(delta) => {
                    self.first_at.get_or_insert(now);
                    self.thought(now);
                    self.called = true;
                    moved.outputs.push(Output::ToolCall(delta));
                }
                ModelEvent::Error(error) => {
                    let failed = self.failed(error, phases, now, chance);
                    moved.add(failed);
                    return moved;
                }
                ModelEvent::Usage(_) | ModelEvent::Finish(_) | ModelEvent::Alive => {}
            }
        }
        moved
    }

    /// Notes that the model stopped thinking, if it did.
    fn thought(&mut self, now: Timestamp) {
        if let Some((_, end)) = &mut self.thinking {
            end.get_or_insert(now);
        }
    }

    fn failed(&mut self, error: LlmError, phases: &mut Phases, now: Timestamp, chance: f64) -> Moved {
        let mut outputs = Vec::new();
        if let Some(learned) = self.capabilities.learn(&error, &self.request) {
            let lost_tools = learned.without_tools && !self.capabilities.without_tools;
            self.capabilities = learned;
            outputs.push(Output::Learned(self.capabilities.clone()));
            if lost_tools && self.needs_tools {
                return self.end(outputs, Some(error));
            }
            if !self.spoke {
                self.begin_anew(&mut outputs);
                let mut moved = Moved { outputs, end: None };
                moved.add(self.start(phases, now));
                return moved;
            }
        }
        match self.policy.decide(&error, self.attempt, self.visible, chance) {
            RetryDecision::Retry { delay_ms } => {
                let delay = u32::try_from(delay_ms).unwrap_or(u32::MAX);
                self.begin_anew(&mut outputs);
                self.step += 1;
                if error.kind == (ErrorKind::Network { network: NetworkKind::Offline }) {
                    // Nothing was asked.
                    self.attempt = self.attempt.saturating_sub(1);
                }
                self.waiting = Some((now.plus_ms(i64::from(delay)), error));
                outputs.push(Output::Wake(delay));
                Moved { outputs, end: None }
            }
            RetryDecision::GiveUp => self.end(outputs, Some(error)),
        }
    }

    fn begin_anew(&mut self, outputs: &mut Vec<Output>) {
        if std::mem::take(&mut self.visible) | std::mem::take(&mut self.called) {
            (self.first_at, self.thinking) = (None, None);
            outputs.push(Output::Again);
        }
    }

    fn end(&mut self, outputs: Vec<Output>, error: Option<LlmError>) -> Moved {
        self.over = true;
        self.waiting = None;
        Moved { outputs, end: Some(RoundEnd { answer: self.assembler.assembled(), error }) }
    }

    /// Ends the round where it is, with what came.
    pub fn cut(&mut self) -> Option<RoundEnd> {
        if self.over { None } else { self.end(Vec::new(), None).end }
    }

    /// Ends the round where it is, because the user wants so.
    pub fn stop(&mut self) -> Option<RoundEnd> {
        if self.over {
            return None;
        }
        self.end(Vec::new(), Some(LlmError::new(ErrorKind::Stopped))).end
    }
}

impl Moved {
    fn add(&mut self, next: Self) {
        self.outputs.extend(next.outputs);
        self.end = next.end.or(self.end.take());
    }
}
