//! Steps of a turn: from its state to its next request, and to its end.

use super::{At, CallStatus, Ending, Notice, Outcome, Output, Streaming, Turn};
use crate::ladder::{self, Hints};
use crate::prompted::{self, Expected};
use crate::round::Round;
use espalier_agent_api::tool::{Tool, named};
use espalier_base::time::Timestamp;
use espalier_llm::capability::{ON_DEVICE_TOKENS, Rung};
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_llm::message::{ChatMessage, Role};
use espalier_llm::request::{ModelRequest, ToolChoice};
use espalier_model::conversation::Part;

/// Number of times that wrong arguments of one tool are sent back before it is withdrawn.
pub(super) const REPAIRS: u32 = 2;
/// Highest temperature of JSON from a small model, which soon writes noise at a higher one. Not where one tool has to be
/// called: what it writes there is its own, and it would say one thing over and over.
const SMALL_MODEL_TEMPERATURE: f64 = 0.2;
const LAST_ROUND: &str =
    "No tool may be called any more. Answer the question now with what you have, and say what is missing.";
const STOPPED: &str = "Not done: the user stopped here.";
const ABANDONED: &str = "Not done: the answer ended before.";

impl Turn {
    /// Asks the model for the next step, or ends the turn where there is none.
    pub(super) fn next_step(&mut self, now: Timestamp) -> Vec<Output> {
        self.state.at = At::Model;
        self.policy = self.agent.policy(&self.state);
        let wrong = &self.state.wrong;
        self.policy.tools.retain(|tool| wrong.get(tool.name).is_none_or(|count| *count <= REPAIRS));
        let has_tools = !self.policy.tools.is_empty();
        if has_tools && !self.state.last && self.state.steps >= self.policy.max_steps {
            self.state.last = true;
            self.state.note(Notice::Rounds);
        }
        let last = self.state.last;
        let choice = if last { ToolChoice::None } else { self.choice() };
        let offers = has_tools && choice != ToolChoice::None;
        let forced = if offers && !self.setup.built_in { self.forced(&choice) } else { None };
        if let Some((tool, rung)) = forced
            && rung == Rung::Form
        {
            let mut outputs = self.learn_form();
            outputs.extend(self.finish(Ending::NeedsForm(tool.name.to_owned()), None, now));
            return outputs;
        }
        let known = &self.setup.capabilities;
        let lacks_tools = known.without_tools && !self.setup.built_in;
        let prompted = has_tools && forced.is_none() && lacks_tools && self.policy.needs_tools;
        if prompted && known.ignores_prompted_tools {
            let error = LlmError::new(ErrorKind::ToolsUnsupported);
            return self.finish(Ending::ToolsUnsupported, Some(error), now);
        }
        let request = self.request(forced, prompted, offers, choice);
        let needs_tools = self.policy.needs_tools || forced.is_some();
        self.streaming = Streaming {
            tools: if offers { self.policy.tools.clone() } else { Vec::new() },
            json: forced.is_some_and(|(_, rung)| ladder::answers_in_text(rung)),
            forced,
            prompted: prompted.then(Default::default),
            ..Streaming::default()
        };
        let known = self.setup.capabilities.clone();
        let mut round = Round::new(request, self.setup.built_in, needs_tools, known, self.state.step);
        let mut outputs = Vec::new();
        self.checkpoint(&mut outputs);
        let moved = round.start(&mut self.phases, now);
        self.round = Some(round);
        outputs.extend(self.take(moved, now));
        outputs
    }

    /// The request of a step: what was said so far, and how tools are asked for.
    fn request(
        &self,
        forced: Option<(&'static Tool, Rung)>,
        prompted: bool,
        offers: bool,
        choice: ToolChoice,
    ) -> ModelRequest {
        let mut request = self.setup.request.clone();
        request.messages = self.conversation();
        let chosen = self.setup.chosen;
        request.temperature = chosen.temperature.or(self.policy.temperature).or(request.temperature);
        request.max_tokens = chosen.max_tokens.or(self.policy.max_tokens).or(request.max_tokens);
        let language = self.setup.language;
        let plain = self.agent.tools().is_empty();
        if request.is_on_device() && !plain && chosen.max_tokens.is_none() {
            let most = request.max_tokens.unwrap_or(u32::MAX).min(ON_DEVICE_TOKENS);
            request.max_tokens = Some(most);
        }
        if !plain {
            request.tools = self.policy.tools.iter().map(|tool| tool.spec(language)).collect();
        }
        if let Some(instructions) = &self.policy.instructions {
            instruct(&mut request.messages, instructions);
        }
        match forced {
            Some((tool, rung)) => {
                let hints = Hints { problem: self.state.problem.as_deref(), example: self.policy.example.as_deref() };
                ladder::apply(&mut request, tool, rung, &hints, language);
            }
            None if prompted => {
                let tools = if offers { &self.policy.tools[..] } else { &[] };
                let brief = request.is_on_device();
                // There the beginning stays as it is, so that it need not be read again; the schema leaves no call.
                let described = if brief { &self.policy.tools[..] } else { tools };
                let instructions = prompted::instructions(described, brief, language);
                instruct(&mut request.messages, &instructions);
                let expected = match () {
                    // Held to the schema, it can only have been cut off.
                    () if self.state.missed > 0 && !brief => Expected::Repeated,
                    // A small model would rather say that it did something than do it.
                    () if brief && offers && self.state.calls.is_empty() => Expected::Call,
                    () => Expected::Any,
                };
                prompted::apply(&mut request, tools, expected, language);
            }
            None if offers => request.tool_choice = choice,
            None if plain => {}
            None => request.withhold_tools(),
        }
        if forced.is_none() && request.is_on_device() && request.response_format.is_some() {
            request.temperature = request.temperature.map(|temperature| temperature.min(SMALL_MODEL_TEMPERATURE));
        }
        if self.state.last {
            request.messages.push(ChatMessage::new(Role::User, LAST_ROUND));
        }
        request
    }

    /// Returns the choice that holds: a forced one only until it was used.
    fn choice(&self) -> ToolChoice {
        let used = |name: &str| self.state.satisfied.iter().any(|satisfied| satisfied == name);
        match &self.policy.tool_choice {
            ToolChoice::Named(name) if used(name) || named(&self.policy.tools, name).is_none() => ToolChoice::Auto,
            ToolChoice::Required if used("") => ToolChoice::Auto,
            choice => choice.clone(),
        }
    }

    /// Returns the one tool that must be called, with the rung of the ladder.
    fn forced(&self, choice: &ToolChoice) -> Option<(&'static Tool, Rung)> {
        let tool = match choice {
            ToolChoice::Named(name) => named(&self.policy.tools, name)?,
            ToolChoice::Required if self.policy.tools.len() == 1 => self.policy.tools.first()?,
            _ => return None,
        };
        let known = &self.setup.capabilities;
        let mut request = self.setup.request.clone();
        request.messages.clear();
        Some((tool, self.state.rung.unwrap_or_else(|| ladder::first(&request, known))))
    }

    /// Notes that the whole ladder led to nothing: the next time only its last question is tried.
    fn learn_form(&mut self) -> Vec<Output> {
        let known = self.state.rung.take().and_then(|_| self.setup.capabilities.learn_rung(Rung::Text));
        let Some(learned) = known else { return Vec::new() };
        self.setup.capabilities.clone_from(&learned);
        vec![Output::Learned(learned)]
    }

    /// Goes one rung down and asks again; the answer of this round counts no more.
    pub(super) fn descend(&mut self, rung: Rung, problem: Option<String>, now: Timestamp, outputs: &mut Vec<Output>) {
        let mut request = self.setup.request.clone();
        request.messages.clear();
        self.state.rung = Some(ladder::below(rung, &request, &self.setup.capabilities));
        self.state.problem = problem;
        outputs.push(Output::Again);
        self.streaming = Streaming::default();
        outputs.extend(self.next_step(now));
    }

    /// Ends the turn (A4); every open call gets a result that says so (A8).
    pub(super) fn finish(&mut self, ending: Ending, error: Option<LlmError>, now: Timestamp) -> Vec<Output> {
        let why = if ending == Ending::Stopped { STOPPED } else { ABANDONED };
        for call in &mut self.state.calls {
            if matches!(call.status, CallStatus::Open | CallStatus::Asking(_)) {
                call.status = CallStatus::Refused;
                let (call_id, content) = (call.id.clone(), why.to_owned());
                self.state.parts.push(Part::ToolResult { call_id, content, is_error: true });
            }
        }
        self.state.at = At::Over;
        self.running.clear();
        if let Some(round) = self.round.take() {
            self.time(&round, now);
        }
        self.phases.end(now);
        let outcome = Outcome {
            ending,
            parts: self.state.parts.clone(),
            assembled: std::mem::take(&mut self.last),
            error,
            usage: self.state.usage,
            first_token_ms: self.first_at.map(|first| first.since_ms(self.started_at)),
            total_ms: now.since_ms(self.started_at),
            thinking_ms: self.thinking_ms,
            notices: self.state.notices.clone(),
        };
        vec![Output::Finished(Box::new(outcome))]
    }

    /// Notes how long a round that is over took.
    pub(super) fn time(&mut self, round: &Round, now: Timestamp) {
        self.state.step = round.step();
        self.attempt = round.attempt();
        self.first_at = self.first_at.or(round.first_at());
        if let Some(ms) = round.thinking_ms(now) {
            self.thinking_ms = Some(self.thinking_ms.unwrap_or(0) + ms);
        }
    }
}

/// Adds to what the system says; some templates know only one message of the system, the first.
fn instruct(messages: &mut Vec<ChatMessage>, instructions: &str) {
    match messages.first_mut().filter(|first| first.role == Role::System) {
        Some(first) => {
            first.content.push_str("\n\n");
            first.content.push_str(instructions);
        }
        None => messages.insert(0, ChatMessage::new(Role::System, instructions)),
    }
}
