//! State of a turn that is kept between its steps: its written form is the checkpoint.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ask::{Answer, Question};
use crate::repeat;
use crate::tool::{Arguments, Coercion};
use espalier_llm::capability::Rung;
use espalier_llm::error::LlmError;
use espalier_llm::stream::{Assembled, Usage};
use espalier_model::conversation::Part;

/// Version of the written form.
pub const VERSION: u32 = 1;

/// Stage of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CallStatus {
    /// The call is to be run, or is running.
    Open,
    /// A person is asked.
    Asking(Question),
    /// The call has its result.
    Done,
    /// The call was refused: its result says why.
    Refused,
    /// The call is shown to the person, who decides after the turn.
    Shown,
}

/// A call of this turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Id, unique within the turn.
    pub id: String,
    /// The tool's name as the model wrote it.
    pub name: String,
    /// The arguments, read; empty where they do not fit.
    pub arguments: Arguments,
    /// Step that made it, from 1.
    pub step: u32,
    /// Whether the tool is there and the arguments fit.
    pub valid: bool,
    /// Hash of the name and the arguments: equal for equal calls.
    pub mark: u64,
    /// Stage of the call.
    pub status: CallStatus,
    /// Answers of the person to its questions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
    /// Harmless corrections of its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coercions: Vec<Coercion>,
}

/// Stage of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum At {
    /// The model is to be asked, or is being asked.
    Model,
    /// The calls of a step are being done.
    Tools,
    /// The turn is over.
    Over,
}

/// A remark for the person on how the answer came about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Notice {
    /// The model went round in circles.
    Loop,
    /// The model used up its rounds.
    Rounds,
    /// Arguments of this tool were sent back as wrong, and came right.
    Repaired(String),
    /// A call was written into the text, and read from there.
    Salvaged,
    /// A tool the model was told to call had to be asked for another way.
    Ladder(Rung),
    /// The model left its answer in its thoughts, and it was taken from there.
    Thoughts,
}

impl Notice {
    /// Name under which the notice is kept.
    pub fn name(&self) -> String {
        match self {
            Self::Loop => "loop".to_owned(),
            Self::Rounds => "rounds".to_owned(),
            Self::Repaired(tool) => format!("repaired {tool}"),
            Self::Salvaged => "salvaged".to_owned(),
            Self::Ladder(_) => "ladder".to_owned(),
            Self::Thoughts => "thoughts".to_owned(),
        }
    }
}

/// State of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The version of the written form.
    pub version: u32,
    /// Id of the assistant.
    pub agent: String,
    /// Number of answers of the model so far.
    pub steps: u32,
    /// Attempt that was last under way.
    pub step: u32,
    /// Stage of the turn.
    pub at: At,
    /// The answer so far.
    pub parts: Vec<Part>,
    /// The calls so far.
    pub calls: Vec<Call>,
    /// Tokens so far, as the endpoint counted them.
    pub usage: Usage,
    /// Forced choices that were used; empty text for "some tool".
    pub satisfied: Vec<String>,
    /// Rung of the ladder for the tool to be called.
    pub rung: Option<Rung>,
    /// Fault of the last answer on the ladder.
    pub problem: Option<String>,
    /// Number of wrong arguments of each tool since the last valid call.
    pub wrong: BTreeMap<String, u32>,
    /// Number of times the model was told that it goes round in circles.
    pub loops: u32,
    /// Whether the next round is the last one, without tools.
    pub last: bool,
    /// Whether the model was asked to say something after it had said nothing.
    pub nudged: bool,
    /// Number of messages in a row that were no reply, where tools are asked for in the prompt.
    #[serde(default)]
    pub missed: u32,
    /// Remarks for the person.
    pub notices: Vec<Notice>,
}

/// Reason why a turn ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The model answered.
    Answered,
    /// A condition of the policy held; the number is its place.
    Condition(usize),
    /// The model proposed something; the person decides.
    Proposed,
    /// The endpoint or the model cannot call tools, and without them the answer would be made up.
    ToolsUnsupported,
    /// The model cannot be made to call this tool: a person is to fill in its parameters.
    NeedsForm(String),
    /// A tool failed so that the turn cannot go on.
    Fatal(String),
    /// The person stopped the turn.
    Stopped,
    /// The endpoint failed; see the error.
    Failed,
}

impl Ending {
    /// Returns why there is no answer, for another model; `None` where there is one.
    pub fn problem(&self) -> Option<String> {
        match self {
            Self::Answered | Self::Condition(_) | Self::Proposed => None,
            Self::Stopped => Some("it was stopped".to_owned()),
            Self::ToolsUnsupported => Some("its model cannot call tools".to_owned()),
            Self::NeedsForm(tool) => Some(format!("its model would not call {tool}")),
            Self::Fatal(problem) => Some(problem.clone()),
            Self::Failed => Some("its model did not answer".to_owned()),
        }
    }
}

/// Outcome of a turn.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    /// Reason for the end.
    pub ending: Ending,
    /// Parts of the answer.
    pub parts: Vec<Part>,
    /// Answer of the last round.
    pub assembled: Assembled,
    /// Error of the endpoint, if there was one.
    pub error: Option<LlmError>,
    /// Tokens of all rounds.
    pub usage: Usage,
    /// Milliseconds from the beginning to the first piece.
    pub first_token_ms: Option<i64>,
    /// Milliseconds from the beginning to the end.
    pub total_ms: i64,
    /// Milliseconds that the model was thinking.
    pub thinking_ms: Option<i64>,
    /// Remarks for the person.
    pub notices: Vec<Notice>,
}

impl State {
    /// Returns the state before anything happened.
    pub fn new(agent: &str) -> Self {
        Self {
            version: VERSION,
            agent: agent.to_owned(),
            steps: 0,
            step: 0,
            at: At::Model,
            parts: Vec::new(),
            calls: Vec::new(),
            usage: Usage::default(),
            satisfied: Vec::new(),
            rung: None,
            problem: None,
            wrong: BTreeMap::new(),
            loops: 0,
            last: false,
            nudged: false,
            missed: 0,
            notices: Vec::new(),
        }
    }

    /// Returns the tokens so far, as the endpoint counted them.
    pub fn tokens(&self) -> u64 {
        let counted = self.usage.prompt_tokens.unwrap_or(0) + self.usage.completion_tokens.unwrap_or(0);
        counted.max(self.usage.total_tokens.unwrap_or(0))
    }

    /// Finds the call of that id.
    pub fn call(&self, id: &str) -> Option<&Call> {
        self.calls.iter().find(|call| call.id == id)
    }

    /// Finds the call of that id, to change it.
    pub fn call_mut(&mut self, id: &str) -> Option<&mut Call> {
        self.calls.iter_mut().find(|call| call.id == id)
    }

    /// Returns the questions that wait for an answer.
    pub fn questions(&self) -> impl Iterator<Item = (&str, &Question)> {
        self.calls.iter().filter_map(|call| match &call.status {
            CallStatus::Asking(question) => Some((call.id.as_str(), question)),
            _ => None,
        })
    }

    /// Returns the result of a call as the model is told it.
    pub fn result(&self, id: &str) -> Option<&str> {
        self.parts.iter().find_map(|part| match part {
            Part::ToolResult { call_id, content, .. } if call_id == id => Some(content.as_str()),
            _ => None,
        })
    }

    /// Valid calls of one tool that have a result, oldest first.
    pub fn done<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Call> {
        self.calls.iter().filter(move |call| call.name == name && call.status == CallStatus::Done)
    }

    /// Adds a remark for the person, unless it was made already.
    pub fn note(&mut self, notice: Notice) {
        if !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }

    /// Whether the last calls go round in circles.
    pub fn goes_in_circles(&self) -> bool {
        let from = self.calls.len().saturating_sub(2 * repeat::LONGEST_PERIOD);
        let marks: Vec<u64> = self.calls[from..].iter().map(|call| call.mark).collect();
        repeat::period(&marks).is_some()
    }

    /// Returns an id for a call that no other call of the turn has.
    pub fn unique(&self, id: &str) -> String {
        let stem = if id.is_empty() { "call" } else { id };
        let taken = |id: &str| self.call(id).is_some();
        let numbered = (2..).map(|number| format!("{stem}_{number}"));
        std::iter::once(stem.to_owned()).chain(numbered).find(|id| !taken(id)).unwrap_or_default()
    }
}
