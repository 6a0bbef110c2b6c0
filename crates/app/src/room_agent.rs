//! Room agents: assistants with tools. Which one answers in which conversations, and how its tools are run.
//!
//! - H1 A tool sees the records as they are when it is run, and changes nothing itself: what it writes is stored with
//!   the checkpoint that says it was done.
//! - H2 A tool that writes asks the person first, whatever the model says: instructions in what was read are data.
//!   Where the person sees at once what is changed and can take it back, the assistant asks only before what is grave.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use super::edit::Label;
use super::effect::Effect;
use super::{Model, Msg};
use espalier_agent::turn::{Ending, Outcome, State};
use espalier_agent_api::ask::{Answer, Question, QuestionKind};
use espalier_agent_api::spec::Agent;
use espalier_agent_api::tool::{Reply, Tool, ToolError, ToolKind, ToolResult, ToolRun, named};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_model::change::ChangeSet;
use espalier_model::conversation::{Grounding, Part, Scope};
use espalier_model::persona::{Parameters, PersonaId, Preset, Role};
use espalier_model::workspace::Draft;
use espalier_model::{Message, MessageKey, Persona, SessionId};

/// Outcome of a tool call.
#[derive(Debug)]
pub struct ToolOutcome {
    /// Result for the turn.
    pub result: ToolResult,
    /// Changes of records, with the document whose history they join (H1).
    pub changes: Option<(Label, ChangeSet)>,
    /// Message to handle once the changes are stored: at most once, as it is lost where the page goes away in between.
    pub then: Option<Msg>,
}

/// A call that is handed to another agent.
#[derive(Debug)]
pub struct Delegation {
    /// The agent.
    pub agent: Rc<dyn Agent>,
    /// The agent's instructions.
    pub instructions: String,
    /// The agent's task.
    pub task: String,
}

/// Request to the built-in model.
#[derive(Debug)]
pub struct BuiltinPrompt<'a> {
    /// The answer that is being made.
    pub answer: MessageKey,
    /// Text of the last message of the person.
    pub text: &'a str,
    /// State of the turn.
    pub state: &'a State,
    /// Whether it answers in place of a model that cannot call tools, which it then says.
    pub instead: bool,
}

/// An answer that is complete.
#[derive(Debug)]
pub struct TurnEnd<'a> {
    /// The answer.
    pub answer: MessageKey,
    /// State of its turn at the end.
    pub state: &'a State,
    /// Reason of the end.
    pub ending: &'a Ending,
    /// Calls, also incomplete and discarded ones: the names and the text of the arguments.
    pub calls: &'a [(String, String)],
}

/// Notice of changes.
pub const CHANGES: &str = "changes";
/// Notice that nothing was changed.
pub const UNCHANGED: &str = "unchanged";

/// Notice of what a turn changed, whatever the words of the answer say: kinds of changes with their numbers.
pub fn changes(kinds: &BTreeMap<&str, u64>) -> String {
    if kinds.is_empty() {
        return UNCHANGED.to_owned();
    }
    let counts = kinds.iter().map(|(kind, count)| format!(" {kind}={count}"));
    format!("{CHANGES}{}", counts.collect::<String>())
}

/// An assistant with tools.
pub trait RoomAgent: fmt::Debug + Sync {
    /// The agent of a turn that makes this answer.
    fn agent(&self, model: &Model, answer: MessageKey) -> Rc<dyn Agent>;
    /// The agent that delegates work; `None` where one agent does all of it.
    fn supervisor(&self, _: &Model) -> Option<Rc<dyn Agent>> {
        None
    }
    /// A tool of the supervisor or of an agent that it delegates to.
    fn supervised_tool(&self, _: &str) -> Option<&'static Tool> {
        None
    }
    /// The agent of a turn that was kept.
    fn agent_named(&self, model: &Model, answer: MessageKey, _: &str) -> Rc<dyn Agent> {
        self.agent(model, answer)
    }
    /// The agent that a call is delegated to; `None` for a call of a tool.
    fn delegate(&self, _: &Model, _: MessageKey, _: &ToolRun) -> Option<Delegation> {
        None
    }
    /// Result of a delegated call, from the agent's turn; `None` for its last words.
    fn report(&self, _: &Model, _: &ToolRun, _: &State, _: &Outcome) -> Option<ToolResult> {
        None
    }
    /// Whether there is something that an answer could have changed, so that it is told when it changed nothing.
    fn changes_things(&self, _: &Model, _: MessageKey) -> bool {
        true
    }
    /// Id of the persona that it answers as.
    fn persona_id(&self) -> PersonaId;
    /// The persona, with the instructions that precede the conversation.
    fn persona(&self, model: &Model, session: SessionId) -> Persona;
    /// Whether all data of its tools is in memory.
    fn is_ready(&self, _: &Model) -> bool {
        true
    }
    /// Has what a call looks into brought into memory; returns whether it is there, or cannot be had.
    fn prepare(&self, _: &mut Model, _: MessageKey, _: &ToolRun, _: &mut Vec<Effect>) -> bool {
        true
    }
    /// Whether its tools that write ask the person themselves, where that is needed (H2).
    fn asks_itself(&self) -> bool {
        false
    }
    /// Runs a call of a turn that makes an answer, or works for one (H1).
    fn run(&self, model: &Model, env: &mut Env, answer: MessageKey, state: &State, run: &ToolRun) -> ToolOutcome;
    /// Next output of the built-in model, in pieces of a stream.
    fn built_in(&self, model: &Model, spoken: &BuiltinPrompt<'_>) -> Vec<Vec<u8>>;
    /// Whether the built-in model answers where a model cannot call tools.
    fn stands_in(&self) -> bool {
        false
    }
    /// Whether it completes itself what a model cannot be made to call, so that a missing call is no error.
    fn completes(&self) -> bool {
        false
    }
    /// Whether its calls are shown while they stream in, and so have to outlive the page.
    fn shows_calls(&self) -> bool {
        false
    }
    /// Whether an answer that broke off goes on after its words; else it begins again.
    fn continues(&self, _: &Model, _: MessageKey) -> bool {
        true
    }
    /// Adds to the commit that ends an answer; returns notices for the person, each in one word.
    fn on_turn_end(&self, _: &Model, _: &mut Env, _: &TurnEnd<'_>, _: &mut Draft<'_>) -> Vec<String> {
        Vec::new()
    }
    /// Checks the numbers of an answer against the results of its tools.
    fn check(&self, _: &Model, _: &Message, _: &[Part]) -> Option<Grounding> {
        None
    }
}

/// Lookup of the room agent for a scope.
pub type RoomAgentOf = fn(Scope) -> Option<&'static dyn RoomAgent>;

/// Room agents that replace those of the rooms, in tests.
#[derive(Clone, Copy, Default)]
pub struct RoomAgents(pub Option<RoomAgentOf>);

impl fmt::Debug for RoomAgents {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("RoomAgents")
    }
}

impl Model {
    /// The room agent that answers in a conversation.
    pub fn room_agent(&self, session: SessionId) -> Option<&'static dyn RoomAgent> {
        let scope = self.scope_of(session)?;
        match self.room_agents.0 {
            Some(other) => other(scope),
            None if scope == Scope::WORKSPACE => self.talk.helper(),
            None => self.rooms.get(scope.room())?.agent(scope),
        }
    }

    /// A tool of the room agent that gives an answer.
    pub fn tool(&self, answer: MessageKey, name: &str) -> Option<&'static Tool> {
        let room_agent = self.room_agent(answer.session)?;
        named(room_agent.agent(self, answer).tools(), name).or_else(|| room_agent.supervised_tool(name))
    }
}

/// The persona of a room agent: one preset holds all its instructions.
pub fn own_persona(model: &Model, id: PersonaId, name: &str, instructions: String, max_tokens: u32) -> Persona {
    Persona {
        id,
        name: name.to_owned(),
        icon: String::new(),
        description: String::new(),
        provider: None,
        model: None,
        parameters: Parameters { max_tokens: Some(max_tokens), ..Parameters::default() },
        presets: vec![Preset::Message { role: Role::System, text: instructions, enabled: true }, Preset::ChatHistory],
        created_at: model.now,
    }
}

impl ToolOutcome {
    /// Outcome of a tool that changed nothing.
    pub const fn only(result: ToolResult) -> Self {
        Self { result, changes: None, then: None }
    }
}

/// Runs a call, once the person has agreed where it writes (H2).
pub fn run(
    model: &Model,
    env: &mut Env,
    room_agent: &dyn RoomAgent,
    answer: MessageKey,
    state: &State,
    run: &ToolRun,
) -> ToolOutcome {
    let agent = room_agent.agent(model, answer);
    let Some(tool) = named(agent.tools(), &run.name) else {
        return ToolOutcome::only(Err(ToolError::RespondToModel("This tool is not there any more.".to_owned())));
    };
    if matches!(tool.kind, ToolKind::Write) {
        if model.read_only.is_some() {
            return ToolOutcome::only(Err(ToolError::RespondToModel("Nothing can be changed in this tab.".to_owned())));
        }
        match run.answers.first() {
            _ if room_agent.asks_itself() => {}
            None => return ToolOutcome::only(Ok(Reply::Ask(permission(tool, run, model.language())))),
            Some(Answer::Confirmed(true)) => {}
            Some(_) => {
                return ToolOutcome::only(Err(ToolError::RespondToModel(
                    "Not done: the user does not want it.".to_owned(),
                )));
            }
        }
    }
    room_agent.run(model, env, answer, state, run)
}

/// Asks whether a call may write.
fn permission(tool: &Tool, run: &ToolRun, language: Language) -> Question {
    let words = (tool.words)(&run.arguments, language);
    let title = tool.title.get(language);
    let what = if words.is_empty() { title.to_owned() } else { format!("{title}: {words}") };
    let prompt = match language {
        Language::En => format!("May the assistant do this? {what}"),
        Language::Zh => format!("允许助手执行吗？{what}"),
    };
    Question { prompt, kind: QuestionKind::Confirm, options: Vec::new(), other: false, skip: false }
}
