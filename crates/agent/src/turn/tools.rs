//! Running the calls of a step: which are handed out when, and how results come back (A6, A7).

use super::{CallStatus, Ending, Output, Turn};
use espalier_agent_api::ask::{Answer, Question};
use espalier_agent_api::tool::{Reply, Tool, ToolError, ToolKind, ToolResult, ToolRun, named};
use espalier_base::time::Timestamp;
use espalier_model::conversation::Part;

const NO_SUCH_TOOL: &str = "This tool is not there any more.";
const DECLINED: &str = "Not done: the user did not want to answer the question this needs.";
const NOTHING: &str = "(no output)";

impl Turn {
    /// Hands out what can be done now, or goes on when everything is done.
    pub(super) fn pump(&mut self, now: Timestamp) -> Vec<Output> {
        let mut outputs = Vec::new();
        let mut runs = Vec::new();
        let (mut open, mut waits) = (false, false);
        for index in 0..self.state.calls.len() {
            let call = &self.state.calls[index];
            match &call.status {
                CallStatus::Done | CallStatus::Refused | CallStatus::Shown => continue,
                CallStatus::Asking(question) => {
                    if self.asked.insert(call.id.clone()) {
                        outputs.push(Output::Ask { call_id: call.id.clone(), question: question.clone() });
                    }
                    open = true;
                    waits |= named(self.agent.tools(), &call.name).is_some_and(Tool::writes);
                    continue;
                }
                CallStatus::Open => {}
            }
            let tool = named(self.agent.tools(), &call.name);
            let writes = tool.is_some_and(Tool::writes);
            if self.running.contains(&call.id) {
                open = true;
                waits |= writes;
                continue;
            }
            if waits || (writes && open) {
                // What comes later waits for this one.
                (open, waits) = (true, true);
                continue;
            }
            let Some(tool) = tool else {
                let id = call.id.clone();
                self.done(&id, NO_SUCH_TOOL.to_owned(), true);
                continue;
            };
            open = true;
            waits |= writes;
            self.hand_out(index, tool, &mut runs, &mut outputs);
        }
        if !open {
            return self.step_done(now);
        }
        if !outputs.is_empty() || !runs.is_empty() {
            let mut first = Vec::new();
            self.checkpoint(&mut first);
            first.append(&mut outputs);
            outputs = first;
        }
        if !runs.is_empty() {
            self.enter_tools(self.words(&runs), now);
            outputs.push(Output::Run(runs));
        }
        let parks = self.running.is_empty();
        if parks && !std::mem::replace(&mut self.parked, parks) {
            outputs.push(Output::Parked);
        }
        outputs
    }

    fn hand_out(&mut self, index: usize, tool: &Tool, runs: &mut Vec<ToolRun>, outputs: &mut Vec<Output>) {
        let call = &mut self.state.calls[index];
        if let ToolKind::Ask(question) = tool.kind {
            let question = question(&call.arguments);
            call.status = CallStatus::Asking(question.clone());
            self.asked.insert(call.id.clone());
            self.parked = false;
            outputs.push(Output::Ask { call_id: call.id.clone(), question });
            return;
        }
        self.running.insert(call.id.clone());
        self.parked = false;
        runs.push(ToolRun {
            call_id: call.id.clone(),
            name: call.name.clone(),
            arguments: call.arguments.clone(),
            answers: call.answers.clone(),
        });
    }

    /// Returns the calls in words for people.
    fn words(&self, runs: &[ToolRun]) -> String {
        let language = self.setup.language;
        let mut words = String::new();
        for run in runs {
            let Some(tool) = named(self.agent.tools(), &run.name) else { continue };
            if !words.is_empty() {
                words.push_str(" · ");
            }
            words.push_str(tool.title.get(language));
            let details = (tool.words)(&run.arguments, language);
            if !details.is_empty() {
                words.push_str(": ");
                words.push_str(&details);
            }
        }
        words
    }

    /// Takes the outcome of a call that was handed out; anything else is dropped (A2).
    pub(super) fn on_result(&mut self, id: &str, result: ToolResult, now: Timestamp) -> Vec<Output> {
        if !self.running.remove(id) {
            return Vec::new();
        }
        match result {
            Ok(Reply::Result(content)) => self.done(id, content, false),
            Ok(Reply::Ask(question)) => self.ask(id, question),
            Err(ToolError::RespondToModel(problem)) => self.done(id, problem, true),
            Err(ToolError::Fatal(problem)) => {
                self.done(id, problem.clone(), true);
                return self.finish(Ending::Fatal(problem), None, now);
            }
        }
        self.after_result(now)
    }

    fn ask(&mut self, id: &str, question: Question) {
        self.asked.remove(id);
        self.parked = false;
        if let Some(call) = self.state.call_mut(id) {
            call.status = CallStatus::Asking(question);
        }
    }

    /// Takes the person's answer; one that does not fit the question, or a second one, is dropped.
    pub(super) fn on_answer(&mut self, id: &str, answer: &Answer, now: Timestamp) -> Vec<Output> {
        let Some(call) = self.state.call(id) else { return Vec::new() };
        let CallStatus::Asking(question) = &call.status else { return Vec::new() };
        if !question.accepts(answer) {
            return Vec::new();
        }
        let is_question =
            named(self.agent.tools(), &call.name).is_none_or(|tool| matches!(tool.kind, ToolKind::Ask(_)));
        let text = question.answer_text(answer);
        if is_question {
            self.done(id, text, false);
        } else if *answer == Answer::Cancelled {
            self.done(id, DECLINED.to_owned(), true);
        } else if let Some(call) = self.state.call_mut(id) {
            call.status = CallStatus::Open;
        }
        if let Some(call) = self.state.call_mut(id) {
            call.answers.push(answer.clone());
        }
        self.parked = false;
        self.after_result(now)
    }

    fn after_result(&mut self, now: Timestamp) -> Vec<Output> {
        let mut outputs = Vec::new();
        self.checkpoint(&mut outputs);
        let mut next = self.pump(now);
        if matches!(next.first(), Some(Output::Checkpoint(_))) {
            // It is the later one that counts.
            outputs.clear();
        }
        outputs.append(&mut next);
        outputs
    }

    fn done(&mut self, id: &str, content: String, is_error: bool) {
        let Some(call) = self.state.call_mut(id) else { return };
        call.status = CallStatus::Done;
        let content = if content.is_empty() { NOTHING.to_owned() } else { content };
        self.state.parts.push(Part::ToolResult { call_id: id.to_owned(), content, is_error });
    }

    /// Ends a step whose calls are all done: the turn ends where the policy says so, or the model is asked again.
    fn step_done(&mut self, now: Timestamp) -> Vec<Output> {
        let step = self.state.steps;
        let mut of_step = self.state.calls.iter().filter(|call| call.step == step);
        if of_step.any(|call| call.status == CallStatus::Shown) {
            return self.finish(Ending::Proposed, None, now);
        }
        if let Some(index) = self.policy.stop_when.iter().position(|stop| stop.holds(&self.state)) {
            return self.finish(Ending::Condition(index), None, now);
        }
        self.next_step(now)
    }
}
