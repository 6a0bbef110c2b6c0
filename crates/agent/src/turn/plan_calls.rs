//! Planning the calls of an answer: which of them are to be run, and the results of those that are not.

use super::{Call, CallStatus, Notice, Output, Turn};
use espalier_agent_api::repeat;
use espalier_agent_api::tool::{self, Arguments, Coercion, Tool, ToolKind, named};
use espalier_llm::request::ToolChoice;
use espalier_model::conversation::Part;

/// A call as the model made it.
#[derive(Debug)]
pub(super) struct ParsedCall {
    /// Its id at the endpoint; empty for none.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The text of the arguments as it came.
    pub raw: String,
    /// The arguments, or why they are no object.
    pub arguments: Result<Arguments, String>,
    /// Fields of the provider.
    pub opaque: String,
}

/// Decision on a call.
struct Verdict {
    status: CallStatus,
    arguments: Arguments,
    coercions: Vec<Coercion>,
    valid: bool,
    /// Result given to the model at once, and whether that is an error.
    told: Option<(String, bool)>,
}

impl Verdict {
    fn refused(told: String) -> Self {
        Self {
            status: CallStatus::Refused,
            arguments: Arguments::new(),
            coercions: Vec::new(),
            valid: false,
            told: Some((told, true)),
        }
    }
}

impl Turn {
    /// Decides on one call.
    pub(super) fn plan_call(&mut self, found: ParsedCall, outputs: &mut Vec<Output>) {
        let id = self.state.unique(&found.id);
        self.state.parts.push(Part::ToolCall {
            call_id: id.clone(),
            name: found.name.clone(),
            arguments: found.raw.clone(),
            opaque: found.opaque.clone(),
        });
        let mut verdict = self.judge(&found);
        let signature = match &found.arguments {
            Ok(given) => {
                let read = if verdict.valid { &verdict.arguments } else { given };
                tool::signature(&found.name, read)
            }
            Err(_) => format!("{} {}", found.name, found.raw),
        };
        let mark = repeat::mark(&signature);
        let same = self.same_before(mark, &found.name);
        self.state.calls.push(Call {
            id: id.clone(),
            name: found.name.clone(),
            arguments: std::mem::take(&mut verdict.arguments),
            step: self.state.steps,
            valid: verdict.valid,
            mark,
            status: verdict.status,
            answers: Vec::new(),
            coercions: verdict.coercions,
        });
        let proposes = self.state.calls.last().is_some_and(|call| call.status == CallStatus::Shown);
        let told = if self.state.goes_in_circles() && !proposes {
            Some((self.circle(), true))
        } else if let Some(earlier) = same.filter(|_| verdict.valid && !proposes) {
            // A small model that repeats itself once does so until it is stopped, and its answer repeats what it read last.
            let is_on_device = self.setup.request.is_on_device();
            self.state.last |= is_on_device;
            let hint = match self.state.result(&earlier).filter(|_| is_on_device) {
                Some(result) => format!("Its result was:\n{result}"),
                None => "Use the result of that one.".to_owned(),
            };
            Some((format!("Not run again: this is the same call as {earlier}. {hint}"), false))
        } else {
            verdict.told
        };
        if let Some((content, is_error)) = told {
            if let Some(call) = self.state.calls.last_mut() {
                call.status = if is_error { CallStatus::Refused } else { CallStatus::Done };
            }
            self.state.parts.push(Part::ToolResult { call_id: id, content, is_error });
        }
        if verdict.valid {
            self.satisfy(&found.name, outputs);
        }
    }

    fn judge(&mut self, found: &ParsedCall) -> Verdict {
        if self.is_proposal(&found.name) {
            let arguments = found.arguments.clone().unwrap_or_default();
            let (status, coercions) = (CallStatus::Shown, Vec::new());
            return Verdict { status, arguments, coercions, valid: true, told: None };
        }
        let tools = &self.streaming.tools;
        let Some(tool) = named(tools, &found.name) else {
            return Verdict::refused(tool::explain_unknown(tools, &found.name));
        };
        let read = found.arguments.as_ref().map_err(Clone::clone).and_then(|given| tool.read(given));
        match read {
            Ok((arguments, coercions)) => {
                let shows = matches!(tool.kind, ToolKind::Show);
                let status = if shows { CallStatus::Shown } else { CallStatus::Open };
                Verdict { status, arguments, coercions, valid: true, told: None }
            }
            Err(problem) => Verdict::refused(self.refuse(tool, problem)),
        }
    }

    /// Returns the message for the model about arguments that do not fit; the last time, that it should leave the tool.
    fn refuse(&mut self, tool: &Tool, problem: String) -> String {
        let count = self.state.wrong.entry(tool.name.to_owned()).or_default();
        *count += 1;
        let over = *count > super::steps::REPAIRS;
        let mut told = tool.explain(&problem);
        if over {
            told.push_str(" This was the last try; do not call it again.");
        }
        self.state.problem = Some(problem);
        told
    }

    /// Finds an earlier call that looks up the same, with nothing changed since.
    fn same_before(&self, mark: u64, name: &str) -> Option<String> {
        let writes = |name: &str| named(self.agent.tools(), name).is_none_or(Tool::writes);
        if writes(name) {
            return None;
        }
        let since = self.state.calls.iter().rev().take_while(|call| !(call.valid && writes(&call.name)));
        let known = |call: &&Call| call.mark == mark && matches!(call.status, CallStatus::Done | CallStatus::Open);
        let mut found = since.filter(known).filter(|call| self.state.result(&call.id).is_none_or(|_| call.valid));
        found.find(|call| call.valid).map(|call| call.id.clone())
    }

    /// Handles a model that goes round in circles: it is told once, then it is given no more tools.
    fn circle(&mut self) -> String {
        self.state.loops += 1;
        if self.state.loops > 1 {
            self.state.last = true;
            self.state.note(Notice::Loop);
            return tool::GOES_ROUND_STILL.to_owned();
        }
        tool::GOES_ROUND.to_owned()
    }

    /// Notes a valid call: a forced choice that asked for it is used, and the rung that got it is remembered.
    fn satisfy(&mut self, name: &str, outputs: &mut Vec<Output>) {
        if self.state.wrong.remove(name).is_some() {
            self.state.note(Notice::Repaired(name.to_owned()));
        }
        let used = match &self.policy.tool_choice {
            ToolChoice::Named(forced) if forced == name => forced.clone(),
            ToolChoice::Required => String::new(),
            _ => return,
        };
        self.state.satisfied.push(used);
        if let Some((_, rung)) = self.streaming.forced
            && self.state.rung.take().is_some()
        {
            self.state.note(Notice::Ladder(rung));
            if let Some(learned) = self.setup.capabilities.learn_rung(rung) {
                self.setup.capabilities.clone_from(&learned);
                outputs.push(Output::Learned(learned));
            }
        }
        (self.state.rung, self.state.problem) = (None, None);
    }
}
