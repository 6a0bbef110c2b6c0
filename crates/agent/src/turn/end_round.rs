//! Reading the answer of a round: the part shown while it streams, and the calls in it.

use serde_json::Value;

use super::plan_calls::ParsedCall;
use super::{At, Ending, Notice, Output, Streaming, Turn, texts, thoughts};
use crate::progress::Phase;
use crate::prompted::{self, Reply};
use crate::round::RoundEnd;
use crate::transcript::fields_text;
use espalier_agent_api::tool::{self, Arguments, Tool, named};
use espalier_base::time::Timestamp;
use espalier_llm::capability::Rung;
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_llm::message::issuer;
use espalier_llm::request::ModelRequest;
use espalier_llm::stream::{Assembled, CallDelta, FinishReason};
use espalier_model::conversation::Part;

impl Streaming {
    /// Returns text and thoughts so far.
    pub(super) fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        if !self.reasoning.is_empty() {
            parts.push(Part::Reasoning { text: self.reasoning.clone() });
        }
        if !self.text.is_empty() {
            parts.push(Part::Text { text: self.text.clone() });
        }
        parts
    }

    fn forget(&mut self) {
        let (tools, prompted) = (std::mem::take(&mut self.tools), self.prompted.as_ref().map(|_| Default::default()));
        *self = Self { tools, forced: self.forced, json: self.json, prompted, ..Self::default() };
    }
}

impl Turn {
    /// Passes on one thing a round brings.
    pub(super) fn show(&mut self, output: Output, outputs: &mut Vec<Output>) {
        // A conversation without tools is the person's: there "ten thousand times" may be what was asked for.
        if let Output::Text(text) = &output
            && !self.agent.tools().is_empty()
        {
            self.streaming.goes_round |= self.streaming.refrain.push(text);
        }
        match output {
            Output::Text(text) if self.streaming.json => {
                let name = self.streaming.forced.map(|(tool, _)| tool.name.to_owned());
                let name = name.filter(|_| !std::mem::replace(&mut self.streaming.json_named, true));
                outputs.push(Output::ToolCall(CallDelta { call: self.state.calls.len(), name, arguments: text }));
            }
            Output::Text(text) if self.streaming.prompted.is_some() => self.say_prompted(&text, outputs),
            Output::Text(text) if self.streaming.tools.is_empty() => self.say(&text, outputs),
            Output::Text(text) => {
                let text = self.streaming.filter.push(&text);
                self.say(&text, outputs);
            }
            Output::Reasoning(mut text) => {
                if self.streaming.reasoning.is_empty() && !thoughts(&self.state.parts).is_empty() {
                    text.insert_str(0, "\n\n");
                }
                self.streaming.reasoning.push_str(&text);
                outputs.push(Output::Reasoning(text));
            }
            Output::TextWasReasoning => {
                let mut text = std::mem::take(&mut self.streaming.text);
                if let Some(prompted) = &mut self.streaming.prompted {
                    (text, *prompted) = (std::mem::take(&mut prompted.0), Default::default());
                }
                self.streaming.reasoning.push_str(&text);
                (self.streaming.filter, self.streaming.json_named) = Default::default();
                outputs.push(Output::TextWasReasoning);
            }
            Output::ToolCall(mut delta) => {
                delta.call += self.state.calls.len();
                outputs.push(Output::ToolCall(delta));
            }
            Output::Again => {
                self.streaming.forget();
                outputs.push(Output::Again);
            }
            Output::Learned(capabilities) => {
                self.setup.capabilities.clone_from(&capabilities);
                outputs.push(Output::Learned(capabilities));
            }
            other => outputs.push(other),
        }
    }

    fn say(&mut self, text: &str, outputs: &mut Vec<Output>) {
        if text.is_empty() {
            return;
        }
        let mut text = text.to_owned();
        if self.streaming.text.is_empty() && !texts(&self.state.parts).is_empty() {
            // What is said after a tool was used is a paragraph of its own.
            text = format!("\n\n{}", text.trim_start_matches('\n'));
        }
        self.streaming.text.push_str(&text);
        outputs.push(Output::Text(text));
    }

    /// Reads on in a message of the form that was asked for in the prompt, and shows what is known of the answer.
    fn say_prompted(&mut self, text: &str, outputs: &mut Vec<Output>) {
        let Some((message, shown)) = &mut self.streaming.prompted else { return };
        message.push_str(text);
        let Some(answer) = prompted::answer_so_far(message) else { return };
        let more = answer.get(*shown..).unwrap_or_default().to_owned();
        *shown = answer.len();
        self.say(&more, outputs);
    }

    /// Returns the calls of a message of that form, once the rest of its answer was shown; `None` where it is none.
    fn prompted_reply(&mut self, outputs: &mut Vec<Output>) -> Option<Vec<ParsedCall>> {
        let (message, shown) = self.streaming.prompted.take()?;
        match prompted::read(&message, &self.streaming.tools) {
            Some(Reply::Calls(calls)) => {
                let found = calls.into_iter().map(|(name, arguments)| ParsedCall::of_object(&name, arguments));
                return Some(found.collect());
            }
            Some(Reply::Answer(answer)) => self.say(answer.get(shown..).unwrap_or_default(), outputs),
            // A model that has called tools before, and now says something, answers.
            None if !self.state.calls.is_empty() && !message.contains('{') => self.say(&message, outputs),
            None => {
                self.streaming.prompted = Some((message, shown));
                return None;
            }
        }
        Some(Vec::new())
    }

    /// Asks once more for a message that was of no such form; after that the model counts as one that cannot do it.
    fn missed(&mut self, error: LlmError, now: Timestamp, outputs: &mut Vec<Output>) {
        self.state.missed += 1;
        let message = self.streaming.prompted.take().map(|(message, _)| message).unwrap_or_default();
        self.streaming = Streaming::default();
        outputs.push(Output::Again);
        if self.state.missed <= 1 {
            outputs.extend(self.next_step(now));
            return;
        }
        if !self.state.calls.is_empty() {
            // It could do it before, and begun again from the start would do things twice.
            let error = if message.is_empty() { error } else { error.with_detail(message.trim()) };
            outputs.extend(self.finish(Ending::Failed, Some(error), now));
            return;
        }
        self.setup.capabilities.ignores_prompted_tools = true;
        outputs.push(Output::Learned(self.setup.capabilities.clone()));
        let error = LlmError::new(ErrorKind::ToolsUnsupported);
        outputs.extend(self.finish(Ending::ToolsUnsupported, Some(error), now));
    }

    /// Ends a round: its calls are taken up, or the turn ends.
    pub(super) fn end_round(&mut self, end: RoundEnd, now: Timestamp, outputs: &mut Vec<Output>) {
        let mut asked = None;
        if let Some(round) = self.round.take() {
            self.time(&round, now);
            self.setup.capabilities.clone_from(&round.capabilities);
            asked = Some(round.request().clone());
        }
        self.state.usage.add(end.answer.usage);
        self.last.clone_from(&end.answer);
        if let Some(error) = end.error {
            return self.round_failed(error, &end.answer, now, outputs);
        }
        let answer = end.answer;
        if self.is_cut(&answer) {
            return self.cut_off(asked.as_ref(), &answer, now, outputs);
        }
        let found = if self.streaming.prompted.is_some() {
            let Some(found) = self.prompted_reply(outputs) else {
                return self.missed(LlmError::new(ErrorKind::Empty), now, outputs);
            };
            self.state.missed = 0;
            found
        } else {
            self.found(&answer, outputs)
        };
        if let Some((rung, problem)) = self.not_forced(&found) {
            return self.descend(rung, problem, now, outputs);
        }
        if found.is_empty() {
            self.take_thoughts(&answer, outputs);
        }
        self.keep(&answer, !found.is_empty());
        if found.is_empty() {
            outputs.extend(self.finish_round(now));
            return;
        }
        let is_last = self.state.last;
        self.state.steps += 1;
        self.state.at = At::Tools;
        for found in found {
            self.plan_call(found, outputs);
        }
        if is_last {
            outputs.extend(self.finish_round(now));
            return;
        }
        let stops = self.policy.stop_when.iter().any(|stop| stop.holds(&self.state));
        if let Some((tool, rung)) = self.streaming.forced.filter(|_| !stops)
            && self.state.wrong.get(tool.name).is_some_and(|count| *count > super::steps::REPAIRS)
        {
            self.state.wrong.remove(tool.name);
            let problem = self.state.problem.take();
            return self.descend(rung, problem, now, outputs);
        }
        self.streaming = Streaming::default();
        outputs.extend(self.pump(now));
    }

    /// Where the tool that had to be called was not, or with wrong arguments: how it was asked for, and what is wrong.
    fn not_forced(&self, found: &[ParsedCall]) -> Option<(Rung, Option<String>)> {
        let (tool, rung) = self.streaming.forced?;
        if found.is_empty() {
            return Some((rung, None));
        }
        let problem = found.iter().find_map(|found| self.streaming.json.then(|| found.problem(tool)).flatten());
        problem.map(|problem| (rung, Some(problem)))
    }

    /// Takes what a model without tools thought for its answer, where it ended well and said nothing else: some leave
    /// short answers in a block that they never close.
    fn take_thoughts(&mut self, answer: &Assembled, outputs: &mut Vec<Output>) {
        let is_whole = answer.finish == Some(FinishReason::Stop) && self.streaming.tools.is_empty();
        let thoughts = answer.reasoning.trim();
        if is_whole && !thoughts.is_empty() && self.streaming.text.trim().is_empty() && self.state.calls.is_empty() {
            self.state.note(Notice::Thoughts);
            self.say(thoughts, outputs);
        }
    }

    /// Whether the limit of tokens cut off what was asked for in the middle.
    fn is_cut(&self, answer: &Assembled) -> bool {
        let length = answer.finish == Some(FinishReason::Length);
        if let Some((message, shown)) = &self.streaming.prompted {
            let is_call = *shown == 0 && message.contains('{');
            return length && is_call && prompted::read(message, &self.streaming.tools).is_none();
        }
        let Some((tool, _)) = self.streaming.forced else { return false };
        let began = if self.streaming.json {
            answer.text.contains('{')
        } else {
            answer.calls.iter().any(|call| call.name == tool.name && !call.raw_arguments.is_empty())
        };
        began && length
    }

    /// Asks again with more room, if that is possible; else the turn ends with what came.
    fn cut_off(&mut self, asked: Option<&ModelRequest>, answer: &Assembled, now: Timestamp, outputs: &mut Vec<Output>) {
        let error = LlmError::new(ErrorKind::Length);
        let Some(learned) = asked.and_then(|asked| self.setup.capabilities.learn(&error, asked)) else {
            return self.round_failed(error, answer, now, outputs);
        };
        self.setup.capabilities.clone_from(&learned);
        self.streaming = Streaming::default();
        outputs.extend([Output::Learned(learned), Output::Again]);
        outputs.extend(self.next_step(now));
    }

    /// Ends the turn with the words of this round; where there are none, with an error.
    fn finish_round(&mut self, now: Timestamp) -> Vec<Output> {
        let silent = self.streaming.text.trim().is_empty();
        self.streaming = Streaming::default();
        if !silent {
            return self.finish(Ending::Answered, None, now);
        }
        let finish = self.last.finish.as_ref();
        let word = finish.map(ToString::to_string).unwrap_or_default();
        let kind = match finish {
            Some(FinishReason::Length) if self.last.calls.is_empty() => ErrorKind::Starved,
            Some(FinishReason::Length) => ErrorKind::Length,
            _ => ErrorKind::Empty,
        };
        self.finish(Ending::Failed, Some(LlmError::new(kind).with_detail(&word)), now)
    }

    fn round_failed(&mut self, error: LlmError, answer: &Assembled, now: Timestamp, outputs: &mut Vec<Output>) {
        if let Some((_, rung)) = self.streaming.forced {
            let ignored = matches!(
                error.kind,
                ErrorKind::ToolsUnsupported
                    | ErrorKind::ForcedChoice
                    | ErrorKind::Parameter { .. }
                    | ErrorKind::Refused
                    | ErrorKind::Empty
            );
            if ignored {
                return self.descend(rung, None, now, outputs);
            }
        }
        let was_prompted = self.streaming.prompted.is_some();
        let lost_tools = error.kind == ErrorKind::ToolsUnsupported && self.setup.capabilities.without_tools;
        if lost_tools && self.policy.needs_tools && !was_prompted {
            // They are asked for in the prompt from now on.
            self.streaming = Streaming::default();
            outputs.push(Output::Again);
            outputs.extend(self.next_step(now));
            return;
        }
        let unheard = matches!(error.kind, ErrorKind::Refused | ErrorKind::Parameter { .. } | ErrorKind::Empty);
        if was_prompted && unheard && self.state.missed == 0 {
            return self.missed(error, now, outputs);
        }
        if error.kind == ErrorKind::Empty && self.state.steps > 0 && !self.state.nudged {
            // Some models fall silent after a result; asked for words alone they speak.
            (self.state.nudged, self.state.last) = (true, true);
            outputs.push(Output::Again);
            outputs.extend(self.next_step(now));
            return;
        }
        self.keep_partial(answer);
        let unsupported = error.kind == ErrorKind::ToolsUnsupported && self.policy.needs_tools;
        let ending = if unsupported { Ending::ToolsUnsupported } else { Ending::Failed };
        outputs.extend(self.finish(ending, Some(error), now));
    }

    /// Finds the calls of an answer, wherever they stand; held text that is no call is shown.
    fn found(&mut self, answer: &Assembled, outputs: &mut Vec<Output>) -> Vec<ParsedCall> {
        let forced = self.streaming.forced.map(|(tool, _)| tool);
        if let Some(tool) = forced.filter(|_| self.streaming.json) {
            return found_in_json(&answer.text, tool).into_iter().collect();
        }
        let ended_well = answer.finish.as_ref().is_some_and(FinishReason::allows_calls);
        let mut found: Vec<ParsedCall> = Vec::new();
        for call in answer.calls.iter().filter(|call| !call.name.trim().is_empty()) {
            if ended_well || self.is_proposal(&call.name) {
                let arguments = tool::object_of(call).cloned();
                let (id, name) = (call.id.clone(), call.name.clone());
                found.push(ParsedCall {
                    id,
                    name,
                    raw: call.raw_arguments.clone(),
                    arguments,
                    opaque: fields_text(&call.opaque),
                });
            }
        }
        let (leaked, rest) = self.streaming.filter.finish(&self.streaming.tools);
        if !found.is_empty() || leaked.is_empty() || !ended_well {
            // A call written beside a real one says nothing more.
            self.say(&rest, outputs);
        } else {
            self.state.note(Notice::Salvaged);
            found.extend(leaked.into_iter().map(|leaked| ParsedCall::written(&leaked.name, leaked.arguments)));
        }
        if let Some(tool) = forced.filter(|_| found.is_empty() && ended_well) {
            // Some write the arguments alone.
            let written = found_in_json(&answer.text, tool).filter(|found| found.problem(tool).is_none());
            if let Some(written) = written {
                self.state.note(Notice::Salvaged);
                self.streaming.text.clear();
                outputs.push(Output::Again);
                found.push(written);
            }
        }
        found
    }

    /// Keeps the model's words and thoughts of this round.
    fn keep(&mut self, answer: &Assembled, calls: bool) {
        let opaque = !answer.opaque.is_empty() || answer.calls.iter().any(|call| !call.opaque.is_empty());
        if calls && opaque {
            let issuer = issuer(self.base_url(), self.model());
            self.state.parts.push(Part::Opaque { issuer, fields: fields_text(&answer.opaque) });
        }
        let said = self.streaming.parts();
        self.state.parts.extend(said);
    }

    /// Keeps the parts of a round that did not end well: words, thoughts, and proposals as far as they came.
    pub(super) fn keep_partial(&mut self, answer: &Assembled) {
        if let Some((message, _)) = self.streaming.prompted.take().filter(|(message, _)| !message.contains('{')) {
            self.streaming.text.push_str(&message);
        }
        if !self.streaming.json {
            let (_, rest) = self.streaming.filter.finish(&[]);
            self.streaming.text.push_str(&rest);
        }
        let calls: Vec<_> = answer.calls.iter().filter(|call| self.is_proposal(&call.name)).collect();
        self.keep(answer, !calls.is_empty());
        for call in calls {
            self.state.parts.push(Part::ToolCall {
                call_id: self.state.unique(&call.id),
                name: call.name.clone(),
                arguments: call.raw_arguments.clone(),
                opaque: fields_text(&call.opaque),
            });
        }
        self.streaming = Streaming::default();
    }

    /// Whether calls of this tool are only shown: so are those of tools that came with a plain request.
    pub(super) fn is_proposal(&self, name: &str) -> bool {
        let came_along = || self.setup.request.tools.iter().any(|tool| tool.name == name);
        named(&self.streaming.tools, name).map_or_else(|| self.agent.tools().is_empty() && came_along(), Tool::proposes)
    }

    /// Notes that tools are being used, in words.
    pub(super) fn enter_tools(&mut self, words: String, now: Timestamp) {
        self.phases.enter_with(Phase::Tool, words, now);
    }
}

/// Finds the JSON object in a text as a call of this tool; `None` where there is none.
fn found_in_json(text: &str, tool: &Tool) -> Option<ParsedCall> {
    let mut object = tool::object_in(text)?;
    let names_itself = object.get("name").and_then(Value::as_str) == Some(tool.name);
    let inner = ["arguments", "parameters"].into_iter().filter(|_| names_itself).find_map(|key| object.remove(key));
    if let Some(Value::Object(inner)) = inner {
        object = inner;
    }
    Some(ParsedCall::of_object(tool.name, object))
}

impl ParsedCall {
    fn of_object(name: &str, object: Arguments) -> Self {
        let raw = Value::Object(object.clone()).to_string();
        Self { id: String::new(), name: name.to_owned(), raw, arguments: Ok(object), opaque: String::new() }
    }

    fn written(name: &str, raw: String) -> Self {
        let arguments = serde_json::from_str(&raw).map_err(|error| format!("they are not valid JSON ({error})"));
        Self { id: String::new(), name: name.to_owned(), raw, arguments, opaque: String::new() }
    }

    /// Returns the fault of the call as one of this tool.
    fn problem(&self, tool: &Tool) -> Option<String> {
        match &self.arguments {
            Ok(arguments) => tool.read(arguments).err(),
            Err(problem) => Some(problem.clone()),
        }
    }
}
