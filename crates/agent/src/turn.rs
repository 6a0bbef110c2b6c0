//! One turn: from a question to the end of the answer, over as many rounds as it takes, as a machine without I/O.
//!
//! - A1 The machine is told what happened ([`TurnInput`]) and says what is to be done ([`Output`]); time and chance are
//!   handed in. Outputs are done in their order, and what they bring about is told after all of them.
//! - A2 Bytes and errors of an older attempt are dropped, and so is a second result of a call.
//! - A3 How one request is tried again is the [`Round`]'s; that nothing visible is taken back silently holds for each.
//! - A4 Every turn ends exactly once; what had arrived is kept whatever the end was.
//! - A6 A checkpoint comes before each step and after each result; what is written of a tool together with the
//!   checkpoint that its result brings out is done exactly once, whenever the page goes away.
//! - A7 Reads of one step are handed out together, a write alone and in its place; a question does not hold up the
//!   reads beside it. Nothing is handed out twice.
//! - A8 Whenever one looks, the parts are a transcript in which each call is answered once (`transcript`).

mod end_round;
mod plan_calls;
mod steps;
mod tools;

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::progress::Phases;
use crate::round::{Moved, Round};
use crate::salvage::LeakFilter;
use espalier_agent_api::ask::{Answer, Question};
use espalier_agent_api::repeat::Refrain;
use espalier_agent_api::spec::{Agent, Plain, StepPolicy};
use espalier_agent_api::state::VERSION;
pub use espalier_agent_api::state::{At, Call, CallStatus, Ending, Notice, Outcome, State};
use espalier_agent_api::tool::{Tool, ToolResult, ToolRun};
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_llm::capability::{Capabilities, Rung};
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_llm::message::ChatMessage;
use espalier_llm::request::{HttpRequest, ModelRequest};
use espalier_llm::stream::{Assembled, CallDelta, FinishReason};
pub use espalier_model::TurnId;
use espalier_model::conversation::Part;

/// An event that a turn is told of.
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
    /// The outcome of a call that was handed out with [`Output::Run`].
    Result {
        /// The call.
        call_id: String,
        /// The outcome.
        result: ToolResult,
    },
    /// The person's answer to an [`Output::Ask`].
    Answer {
        /// The call that asks.
        call_id: String,
        /// The answer.
        answer: Answer,
    },
}

/// An instruction of a turn to its driver.
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
    /// All text of this round so far was reasoning; it only became clear now.
    TextWasReasoning,
    /// A tool call begins or grows; its number counts over the whole turn. It runs only if it is complete in the end.
    ToolCall(CallDelta),
    /// The round begins anew: its events so far count no more. [`Turn::text`] and its kin give the rest.
    Again,
    /// Capabilities learned about the endpoint, to be remembered.
    Learned(Capabilities),
    /// The written form of the turn, to be stored with everything done so far (A6).
    Checkpoint(String),
    /// Run these calls side by side; answered by [`TurnInput::Result`] for each.
    Run(Vec<ToolRun>),
    /// Ask the person; answered by [`TurnInput::Answer`], now or after a reload.
    Ask {
        /// The call that asks.
        call_id: String,
        /// The question.
        question: Question,
    },
    /// Nothing goes on until a question is answered.
    Parked,
    /// The turn is over.
    Finished(Box<Outcome>),
}

/// Parameters that a person set for an assistant; they count more than those of a step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Chosen {
    /// Temperature.
    pub temperature: Option<f64>,
    /// Limit of tokens.
    pub max_tokens: Option<u32>,
}

/// Request of a turn, and the endpoint it goes to.
#[derive(Debug)]
pub struct Setup {
    /// Request before the turn adds to it; its tools count only where the assistant has none.
    pub request: ModelRequest,
    /// Parameters that a person set.
    pub chosen: Chosen,
    /// Whether the built-in model answers.
    pub built_in: bool,
    /// Known capabilities of the endpoint.
    pub capabilities: Capabilities,
    /// The language of tools' descriptions and of progress.
    pub language: Language,
}

/// State of reading the answer that is being streamed.
#[derive(Debug, Default)]
struct Streaming {
    /// Text and thoughts of this round as they were shown.
    text: String,
    reasoning: String,
    filter: LeakFilter,
    /// The tools on offer; text is looked through for calls only if there are some.
    tools: Vec<&'static Tool>,
    /// The tool that must be called, and how it is asked for.
    forced: Option<(&'static Tool, Rung)>,
    /// Whether the answer's text is arguments.
    json: bool,
    /// Whether the name of the call that the text is has been told.
    json_named: bool,
    /// Where tools are asked for in the prompt: the message so far, and how much of its answer was shown, in bytes.
    prompted: Option<(String, usize)>,
    /// The words so far, watched for going round.
    refrain: Refrain,
    goes_round: bool,
}

/// State machine of one turn.
#[derive(Debug)]
pub struct Turn {
    setup: Setup,
    agent: Rc<dyn Agent>,
    state: State,
    policy: StepPolicy,
    round: Option<Round>,
    streaming: Streaming,
    /// Calls that were handed out and have no result yet.
    running: BTreeSet<String>,
    /// Questions that were told since the turn was loaded.
    asked: BTreeSet<String>,
    parked: bool,
    attempt: u32,
    /// Answer of the last round.
    last: Assembled,
    started_at: Timestamp,
    first_at: Option<Timestamp>,
    thinking_ms: Option<i64>,
    /// Phases of the turn and their durations.
    pub phases: Phases,
}

impl Turn {
    /// Makes a turn of plain conversation; nothing is sent before [`Turn::start`]. Tools of the request are offered as
    /// they are, and calls of them are for whoever put them there: the turn ends with them, see [`Ending::Proposed`].
    pub fn new(request: ModelRequest, built_in: bool, capabilities: Capabilities, now: Timestamp) -> Self {
        let chosen = Chosen::default();
        Self::of(Setup { request, chosen, built_in, capabilities, language: Language::En }, Rc::new(Plain), now)
    }

    /// Makes a turn of this assistant.
    pub fn of(setup: Setup, agent: Rc<dyn Agent>, now: Timestamp) -> Self {
        let state = State::new(agent.id());
        Self::with_state(setup, agent, state, now)
    }

    /// Makes a turn that goes on where a checkpoint was written, once [`Turn::start`] is called; `None` where it is not
    /// one of this assistant and version, or of a turn that is over.
    pub fn resume(setup: Setup, agent: Rc<dyn Agent>, checkpoint: &str, now: Timestamp) -> Option<Self> {
        let state = read_checkpoint(&*agent, checkpoint)?;
        Some(Self::with_state(setup, agent, state, now))
    }

    /// Whether a turn of this assistant can go on from a checkpoint.
    pub fn fits(agent: &dyn Agent, checkpoint: &str) -> bool {
        Self::read(agent, checkpoint).is_some()
    }

    fn with_state(setup: Setup, agent: Rc<dyn Agent>, state: State, now: Timestamp) -> Self {
        Self {
            setup,
            policy: StepPolicy::default(),
            agent,
            state,
            round: None,
            streaming: Streaming::default(),
            running: BTreeSet::new(),
            asked: BTreeSet::new(),
            parked: false,
            attempt: 0,
            last: Assembled::default(),
            started_at: now,
            first_at: None,
            thinking_ms: None,
            phases: Phases::new(now),
        }
    }

    /// Returns the attempt that is under way; events of the network are labelled with it.
    pub fn step(&self) -> u32 {
        self.round.as_ref().map_or(self.state.step, Round::step)
    }

    /// Returns the endpoint that is asked.
    pub fn base_url(&self) -> &str {
        &self.setup.request.base_url
    }

    /// Returns the model that is asked.
    pub fn model(&self) -> &str {
        &self.setup.request.model
    }

    /// Replaces the request from the next attempt on, because what was learned makes another form of it better; returns
    /// the request as this endpoint wants it.
    pub fn ask_instead(&mut self, request: ModelRequest) -> Result<HttpRequest, LlmError> {
        if let Some(round) = &mut self.round {
            round.ask_instead(request.clone());
        }
        self.setup.request = request;
        self.setup.request.shape(&self.setup.capabilities)
    }

    /// Returns the number of tries of this round so far.
    pub fn attempt(&self) -> u32 {
        self.round.as_ref().map_or(self.attempt, Round::attempt)
    }

    /// Returns the time of the next try, while one is waited for.
    pub fn waiting_until(&self) -> Option<Timestamp> {
        self.round.as_ref().and_then(Round::waiting_until)
    }

    /// Returns the error because of which the next try is waited for, and the greatest number of tries.
    pub fn waiting_for(&self) -> Option<(&LlmError, u32)> {
        self.round.as_ref().and_then(|round| Some((round.waiting_for()?, round.most_attempts())))
    }

    /// Returns the state after the last step.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the state that a checkpoint of this assistant holds; `None` where a turn cannot go on from it.
    pub fn read(agent: &dyn Agent, checkpoint: &str) -> Option<State> {
        read_checkpoint(agent, checkpoint)
    }

    /// Whether the tools of the present round are described in its messages.
    pub const fn describes_tools(&self) -> bool {
        self.streaming.prompted.is_some()
    }

    /// Whether nothing goes on until a question is answered.
    pub const fn is_parked(&self) -> bool {
        self.parked
    }

    /// Whether the turn is over.
    pub fn is_over(&self) -> bool {
        self.state.at == At::Over
    }

    /// Returns the answer as it stands, with what the present round brought so far (A8).
    pub fn parts(&self) -> Vec<Part> {
        let mut parts = self.state.parts.clone();
        parts.extend(self.streaming.parts());
        parts
    }

    /// Returns the text of the answer as it stands.
    pub fn text(&self) -> String {
        let mut text = texts(&self.state.parts);
        text.push_str(&self.streaming.text);
        text
    }

    /// Returns the reasoning of the answer as it stands.
    pub fn reasoning(&self) -> String {
        let mut text = thoughts(&self.state.parts);
        text.push_str(&self.streaming.reasoning);
        text
    }

    /// Returns the messages that the present round shows the model.
    pub fn messages(&self) -> Vec<ChatMessage> {
        self.round.as_ref().map_or_else(|| self.conversation(), |round| round.request().messages.clone())
    }

    /// Returns the questions that wait for an answer.
    pub fn questions(&self) -> impl Iterator<Item = (&str, &Question)> {
        self.state.questions()
    }

    /// Begins, goes on after a checkpoint, or sends a request that waits for its next try at once.
    pub fn start(&mut self, now: Timestamp) -> Vec<Output> {
        match (self.state.at, &mut self.round) {
            (At::Over, _) => Vec::new(),
            (_, Some(round)) if round.waiting_until().is_some() => {
                let moved = round.start(&mut self.phases, now);
                self.take(moved, now)
            }
            (_, Some(_)) => Vec::new(),
            (At::Model, None) => self.next_step(now),
            (At::Tools, None) => {
                self.policy = self.agent.policy(&self.state);
                self.pump(now)
            }
        }
    }

    /// Takes an event (A1); `chance` is a number in `0.0..1.0` for the wait before the next try. The step labels events
    /// of the network; results and answers are told by their calls.
    pub fn on(&mut self, step: u32, input: TurnInput, now: Timestamp, chance: f64) -> Vec<Output> {
        if self.is_over() {
            return Vec::new();
        }
        match input {
            TurnInput::Result { call_id, result } => self.on_result(&call_id, result, now),
            TurnInput::Answer { call_id, answer } => self.on_answer(&call_id, &answer, now),
            input => {
                let Some(round) = self.round.as_mut().filter(|round| round.step() == step) else {
                    return Vec::new();
                };
                let moved = round.on(input, &mut self.phases, now, chance);
                self.take(moved, now)
            }
        }
    }

    /// Ends the turn where it is, because the user wants so.
    pub fn stop(&mut self, now: Timestamp) -> Vec<Output> {
        if self.is_over() {
            return Vec::new();
        }
        if let Some(end) = self.round.as_mut().and_then(Round::stop) {
            self.state.usage.add(end.answer.usage);
            self.keep_partial(&end.answer);
            self.last = end.answer;
        }
        self.finish(Ending::Stopped, Some(LlmError::new(ErrorKind::Stopped)), now)
    }

    /// Passes on what a round brings, and goes on when it is over.
    fn take(&mut self, moved: Moved, now: Timestamp) -> Vec<Output> {
        let mut outputs = Vec::new();
        for output in moved.outputs {
            self.show(output, &mut outputs);
        }
        let mut end = moved.end;
        if end.is_none() && self.streaming.goes_round {
            // Nothing but the same will follow, and not the call: it is asked for in another way. An answer ends here, as
            // one that has no end of its own.
            end = self.round.as_mut().and_then(Round::cut);
            if let Some(end) = end.as_mut().filter(|_| !self.wants_call()) {
                end.answer.finish = Some(FinishReason::Length);
            }
        }
        if let Some(end) = end {
            self.end_round(end, now, &mut outputs);
        }
        outputs
    }

    /// Whether the round has to bring a call, or a message of the form that was asked for in the prompt.
    fn wants_call(&self) -> bool {
        self.streaming.forced.is_some() || self.streaming.prompted.is_some()
    }

    fn checkpoint(&self, outputs: &mut Vec<Output>) {
        let has_tools = !self.agent.tools().is_empty();
        if has_tools && let Ok(text) = serde_json::to_string(&self.state) {
            outputs.push(Output::Checkpoint(text));
        }
    }

    /// Returns the messages before this turn, and those of its finished rounds.
    fn conversation(&self) -> Vec<ChatMessage> {
        let mut messages = self.setup.request.messages.clone();
        messages.extend(crate::transcript::expand(&self.state.parts));
        messages
    }
}

fn read_checkpoint(agent: &dyn Agent, checkpoint: &str) -> Option<State> {
    let state: State = serde_json::from_str(checkpoint).ok()?;
    let fits = state.version == VERSION && state.agent == agent.id() && state.at != At::Over;
    fits.then_some(state)
}

fn texts(parts: &[Part]) -> String {
    let pieces = parts.iter().map(|part| if let Part::Text { text } = part { text.as_str() } else { "" });
    pieces.collect()
}

fn thoughts(parts: &[Part]) -> String {
    let pieces = parts.iter().map(|part| if let Part::Reasoning { text } = part { text.as_str() } else { "" });
    pieces.collect()
}

#[cfg(test)]
mod tests;
