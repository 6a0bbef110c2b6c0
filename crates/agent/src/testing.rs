//! A turn with a scripted endpoint and a few tools.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::return_self_not_must_use,
    reason = "only tests use it, and one that cannot go on stops"
)]

use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use serde_json::{Value, json};

use crate::transcript;
use crate::turn::{Chosen, Outcome, Output, Setup, State, Turn, TurnInput};
use espalier_agent_api::ask::{Choice, Question, QuestionKind};
use espalier_agent_api::spec::{Agent, StepPolicy};
use espalier_agent_api::tool::{Arguments, Reply, Tool, ToolError, ToolKind, ToolResult, ToolRun, unchecked};
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_llm::capability::Capabilities;
use espalier_llm::error::{LlmError, from_response};
use espalier_llm::message::{ChatMessage, Role};
use espalier_llm::request::ModelRequest;

const fn both(text: &'static str) -> Text {
    Text::new(text, text)
}

const SHORT: Schema = Schema::Text { min: 1, max: 40 };

/// A tool that reads.
pub const LOOK: Tool = Tool {
    name: "look",
    title: both("Look"),
    description: both("Looks something up."),
    params: &[
        Param::required("word", Schema::Lenient(&SHORT), both("what")),
        Param::optional("limit", Schema::Lenient(&Schema::Int { min: 1, max: 9 }), both("how many")),
    ],
    check: |arguments| match arguments.get("word").and_then(Value::as_str) {
        Some("never") => Err("word: must not be \"never\"".to_owned()),
        _ => Ok(()),
    },
    kind: ToolKind::Read,
    words: |arguments, _| arguments.get("word").and_then(Value::as_str).unwrap_or_default().to_owned(),
};
/// A tool that changes something.
pub const PUT: Tool =
    Tool { name: "put", description: both("Puts it."), kind: ToolKind::Write, title: both("Put"), ..LOOK };
/// A question.
pub const ASK: Tool = Tool {
    name: "ask",
    title: both("Ask"),
    description: both("Asks the user."),
    params: &[Param::required("word", SHORT, both("what"))],
    check: unchecked,
    kind: ToolKind::Ask(question),
    words: |_, _| String::new(),
};
/// A tool whose calls the person decides about later.
pub const PROPOSE: Tool = Tool { name: "propose", kind: ToolKind::Propose, description: both("Proposes."), ..LOOK };
/// A tool whose calls the person answers with a message.
pub const SHOW: Tool = Tool { name: "show", kind: ToolKind::Show, description: both("Shows."), ..LOOK };
/// All tools of the lab.
pub const TOOLS: &[&Tool] = &[&LOOK, &PUT, &ASK, &PROPOSE, &SHOW];

pub fn question(arguments: &Arguments) -> Question {
    let option = |id: &str| Choice { id: id.to_owned(), label: id.to_owned(), detail: String::new() };
    Question {
        prompt: arguments.get("word").and_then(Value::as_str).unwrap_or_default().to_owned(),
        kind: QuestionKind::ChooseOne,
        options: vec![option("a"), option("b")],
        other: true,
        skip: false,
    }
}

/// An assistant whose policy is a function.
#[derive(Clone, Copy)]
pub struct Helper(pub fn(&State) -> StepPolicy);

impl fmt::Debug for Helper {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Helper")
    }
}

impl Agent for Helper {
    fn id(&self) -> &'static str {
        "helper"
    }

    fn tools(&self) -> &[&'static Tool] {
        TOOLS
    }

    fn policy(&self, state: &State) -> StepPolicy {
        self.0(state)
    }
}

/// Allows all tools, without limits.
pub fn free(_: &State) -> StepPolicy {
    StepPolicy { tools: TOOLS.to_vec(), needs_tools: true, ..StepPolicy::default() }
}

/// A scripted answer of the endpoint.
#[derive(Debug, Clone)]
pub enum Says {
    /// Bytes of a stream, and no more.
    Bytes(String),
    /// A refusal.
    Status(u16, &'static str),
    /// No answer.
    Fails(LlmError),
}

impl Says {
    /// The inputs of a turn that gets it.
    fn inputs(self) -> Vec<TurnInput> {
        match self {
            Self::Bytes(bytes) => {
                let pieces = bytes.as_bytes().chunks(2_000).map(|piece| TurnInput::Chunk(piece.into()));
                pieces.chain([TurnInput::Ended]).collect()
            }
            Self::Status(status, body) => {
                let error = from_response(status, &[], body, "http://localhost/v1/chat/completions");
                vec![TurnInput::Failed(error)]
            }
            Self::Fails(error) => vec![TurnInput::Failed(error)],
        }
    }
}

/// Returns one payload of a stream.
pub fn chunk(delta: &Value, finish: Option<&str>) -> String {
    format!("data: {}\n\n", json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }] }))
}

/// Returns a text and the end.
pub fn text(text: &str) -> Says {
    Says::Bytes(chunk(&json!({ "content": text }), None) + &chunk(&json!({}), Some("stop")))
}

/// Returns calls of (id, name, arguments), and the end.
pub fn calls(calls: &[(&str, &str, &str)]) -> Says {
    calls_with("", calls)
}

/// Returns a text, calls, and the end.
pub fn calls_with(text: &str, calls: &[(&str, &str, &str)]) -> Says {
    let mut bytes = String::new();
    if !text.is_empty() {
        bytes += &chunk(&json!({ "content": text }), None);
    }
    for (index, (id, name, arguments)) in calls.iter().enumerate() {
        let call = json!({ "index": index, "id": id, "type": "function", "function": { "name": name, "arguments": arguments } });
        bytes += &chunk(&json!({ "tool_calls": [call] }), None);
    }
    Says::Bytes(bytes + &chunk(&json!({}), Some("tool_calls")))
}

/// Returns one call and the end.
pub fn call(name: &str, arguments: &str) -> Says {
    calls(&[("c", name, arguments)])
}

/// A turn being driven.
pub struct Lab {
    pub turn: Turn,
    pub agent: Helper,
    pub replies: VecDeque<Says>,
    /// The bodies of the requests.
    pub requests: Vec<Value>,
    /// The calls that ran, as `name word`.
    pub ran: Vec<String>,
    /// Number of calls in each `Run`.
    pub batches: Vec<usize>,
    pub asked: Vec<(String, Question)>,
    pub parked: u32,
    pub checkpoints: Vec<String>,
    pub learned: Vec<Capabilities>,
    pub shown: String,
    pub streamed: Vec<(usize, String, String)>,
    pub outcome: Option<Outcome>,
    pub run: fn(&ToolRun) -> ToolResult,
    /// Whether calls are kept back instead of being run.
    pub hold: bool,
    pub held: Vec<ToolRun>,
    pub now: i64,
}

pub fn setup() -> Setup {
    let messages = vec![ChatMessage::new(Role::System, "Be brief."), ChatMessage::new(Role::User, "Well?")];
    let request = ModelRequest::new("custom", "http://localhost/v1", "m", messages);
    Setup {
        request,
        chosen: Chosen::default(),
        built_in: false,
        capabilities: Capabilities::default(),
        language: Language::En,
    }
}

/// Answers `look` and `put` with the word, and fails on some words.
pub fn run(run: &ToolRun) -> ToolResult {
    let word = run.arguments.get("word").and_then(Value::as_str).unwrap_or_default();
    match word {
        "bad" => Err(ToolError::RespondToModel("nothing there".into())),
        "fatal" => Err(ToolError::Fatal("the database is gone".into())),
        "sure" if run.answers.is_empty() => Ok(Reply::Ask(question(&run.arguments))),
        "void" => Ok(Reply::Result(String::new())),
        _ => Ok(Reply::Result(format!("{} {word}", run.name))),
    }
}

impl Lab {
    pub fn new(policy: fn(&State) -> StepPolicy, replies: Vec<Says>) -> Self {
        Self::with(setup(), policy, replies)
    }

    pub fn with(setup: Setup, policy: fn(&State) -> StepPolicy, replies: Vec<Says>) -> Self {
        let agent = Helper(policy);
        Self {
            turn: Turn::of(setup, Rc::new(agent), Timestamp(0)),
            agent,
            replies: replies.into(),
            requests: Vec::new(),
            ran: Vec::new(),
            batches: Vec::new(),
            asked: Vec::new(),
            parked: 0,
            checkpoints: Vec::new(),
            learned: Vec::new(),
            shown: String::new(),
            streamed: Vec::new(),
            outcome: None,
            run,
            hold: false,
            held: Vec::new(),
            now: 0,
        }
    }

    pub fn start(mut self) -> Self {
        let outputs = self.turn.start(Timestamp(0));
        self.perform(outputs);
        self
    }

    pub fn input(&mut self, input: TurnInput) {
        self.now += 10;
        let outputs = self.turn.on(self.turn.step(), input, Timestamp(self.now), 0.5);
        self.perform(outputs);
    }

    pub fn stop(&mut self) {
        let outputs = self.turn.stop(Timestamp(self.now));
        self.perform(outputs);
    }

    pub fn perform(&mut self, outputs: Vec<Output>) {
        let mut queue = VecDeque::from(outputs);
        while let Some(output) = queue.pop_front() {
            self.now += 1;
            let now = Timestamp(self.now);
            let step = self.turn.step();
            match output {
                Output::Call(request) => {
                    let body = request.map(|request| request.body).unwrap_or_default();
                    let body: Value = serde_json::from_str(&body).expect("a body");
                    check_wire(&body);
                    self.requests.push(body);
                    let Some(reply) = self.replies.pop_front() else { continue };
                    for input in reply.inputs() {
                        queue.extend(self.turn.on(step, input, now, 0.5));
                    }
                }
                Output::Wake(_) => queue.extend(self.turn.on(step, TurnInput::Wake, now, 0.5)),
                Output::Text(text) => self.shown += &text,
                Output::Again | Output::TextWasReasoning => {
                    // What follows in the queue was said after it.
                    self.shown = String::new();
                }
                Output::Reasoning(_) => {}
                Output::ToolCall(delta) => {
                    let name = delta.name.unwrap_or_default();
                    self.streamed.push((delta.call, name, delta.arguments));
                }
                Output::Learned(capabilities) => self.learned.push(capabilities),
                Output::Checkpoint(text) => self.checkpoints.push(text),
                Output::Run(runs) => {
                    self.batches.push(runs.len());
                    for run in runs {
                        self.ran.push(described(&run));
                        if self.hold {
                            self.held.push(run);
                            continue;
                        }
                        let result = (self.run)(&run);
                        let input = TurnInput::Result { call_id: run.call_id, result };
                        queue.extend(self.turn.on(step, input, now, 0.5));
                    }
                }
                Output::Ask { call_id, question } => self.asked.push((call_id, question)),
                Output::Parked => self.parked += 1,
                Output::Finished(outcome) => {
                    assert!(self.outcome.is_none(), "a turn ends once");
                    self.outcome = Some(*outcome);
                }
            }
        }
        check_parts(&self.turn);
    }

    pub fn outcome(&self) -> &Outcome {
        self.outcome.as_ref().expect("the turn is over")
    }

    /// Returns the messages of a request as `role text [call name arguments]`.
    pub fn said(&self, request: usize) -> Vec<String> {
        let messages = self.requests[request]["messages"].as_array().expect("messages");
        messages.iter().map(shown).collect()
    }

    pub fn tools_of(&self, request: usize) -> Vec<&str> {
        let tools = self.requests[request]["tools"].as_array();
        let name = |tool: &'_ Value| tool["function"]["name"].as_str().map(str::to_owned);
        let names = tools.into_iter().flatten().filter_map(|tool| name(tool).map(|_| tool));
        names.filter_map(|tool| tool["function"]["name"].as_str()).collect()
    }
}

pub fn described(run: &ToolRun) -> String {
    format!("{} {}", run.name, run.arguments.get("word").and_then(Value::as_str).unwrap_or_default())
}

fn shown(message: &Value) -> String {
    let mut text = format!("{} {}", message["role"].as_str().unwrap_or("?"), message["content"].as_str().unwrap_or(""));
    for call in message["tool_calls"].as_array().into_iter().flatten() {
        let function = &call["function"];
        let (name, arguments) =
            (function["name"].as_str().unwrap_or("?"), function["arguments"].as_str().unwrap_or("?"));
        text.extend([" [", name, " ", arguments, "]"]);
    }
    text
}

/// Checks that no endpoint would refuse the request for its calls.
pub fn check_wire(body: &Value) {
    let mut open: VecDeque<&str> = VecDeque::new();
    for message in body["messages"].as_array().expect("messages") {
        if message["role"] == "tool" {
            assert_eq!(open.pop_front(), message["tool_call_id"].as_str(), "{body}");
            continue;
        }
        assert!(open.is_empty(), "calls without results: {body}");
        let empty = message["content"].as_str().unwrap_or_default().trim().is_empty();
        assert!(!empty || message["tool_calls"].is_array(), "an empty message: {body}");
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            let arguments = call["function"]["arguments"].as_str().expect("arguments");
            assert!(serde_json::from_str::<Arguments>(arguments).is_ok(), "{body}");
            open.push_back(call["id"].as_str().expect("an id"));
        }
    }
    assert!(open.is_empty(), "calls without results: {body}");
}

/// Checks that the parts to be stored now are a valid transcript (A8).
pub fn check_parts(turn: &Turn) {
    assert_eq!(transcript::problem(&transcript::expand(&turn.parts())), None, "{:?}", turn.parts());
}
