//! Sub-agents: turns that work for the one that answers (P8 of `app::prompt`).

use super::ask::{request_to, target};
use super::{Running, learn, set_status, tools};
use crate::effect::{CallBody, Effect, ModelCall};
use crate::room_agent::{Delegation, RoomAgent};
use crate::{Model, connect, edit};
use espalier_agent::sub_agents::{self, Addressed, Delegates, SubAgents, SubTask};
use espalier_agent::turn::{Outcome, Output, Setup, Turn, TurnId};
use espalier_agent_api::tool::{ToolError, ToolResult, ToolRun};
use espalier_base::env::Env;
use espalier_llm::message::{ChatMessage, Role};
use espalier_model::conversation::Status;
use espalier_model::{KeptTurn, Learned, MessageKey};
use espalier_storage::port::Durability;

/// Delegates calls of an answer's turns, as its room agent says.
pub(super) struct RoomAgentDelegates<'a> {
    model: &'a Model,
    room_agent: Option<&'static dyn RoomAgent>,
    answer: MessageKey,
}

impl Delegates for RoomAgentDelegates<'_> {
    fn commission(&self, run: &ToolRun) -> Option<Result<SubTask, ToolError>> {
        let Delegation { agent, instructions, task } = self.room_agent?.delegate(self.model, self.answer, run)?;
        let persona = self.model.persona_of(Some(self.answer.session));
        let target = target(self.model, &persona);
        let messages = vec![ChatMessage::new(Role::System, &instructions), ChatMessage::new(Role::User, &task)];
        let learned = connect::learned_key(&target.base_url, &target.model);
        let known = self.model.workspace.get::<Learned>(&learned).map(|row| row.capabilities.clone());
        let setup = Setup {
            request: request_to(&persona, &target, messages),
            chosen: self.model.chosen_parameters(self.answer.session),
            built_in: false,
            capabilities: known.unwrap_or_default(),
            language: self.model.language(),
        };
        Some(Ok(SubTask { setup, agent }))
    }

    fn report(&self, run: &ToolRun, turn: &Turn, outcome: &Outcome) -> ToolResult {
        let told = self.room_agent.and_then(|room_agent| room_agent.report(self.model, run, turn.state(), outcome));
        told.unwrap_or_else(|| sub_agents::report(turn, outcome))
    }
}

/// The turn that answers, for itself or one of its sub-agents.
pub(super) fn root_of(model: &Model, turn: TurnId) -> Option<TurnId> {
    if model.running.contains_key(&turn) {
        return Some(turn);
    }
    model.running.iter().find(|(_, running)| running.sub_agents.turn(turn).is_some()).map(|(id, _)| *id)
}

/// Drives the turns of an answer with an input.
pub(super) fn drive(
    model: &mut Model,
    id: TurnId,
    tell: impl FnOnce(&mut SubAgents, &RoomAgentDelegates<'_>) -> Vec<Addressed>,
) -> Vec<Addressed> {
    // Who is handed a task is said by the assistant, who looks at the model meanwhile.
    let Some(mut running) = model.running.remove(&id) else { return Vec::new() };
    let delegates = RoomAgentDelegates { model, room_agent: running.room_agent, answer: running.answer };
    let outputs = tell(&mut running.sub_agents, &delegates);
    model.running.insert(id, running);
    outputs
}

/// Carries out an output of a sub-agent.
pub(super) fn perform_one(
    model: &mut Model,
    env: &mut Env,
    (id, turn): (TurnId, TurnId),
    output: Output,
    parks: bool,
    out: &mut Vec<Effect>,
) {
    let Some(running) = model.running.get_mut(&id) else { return };
    let step = running.sub_agents.turn(turn).map_or(0, Turn::step);
    match output {
        Output::Call(request) => {
            let request = request.map_or_else(|| CallBody::Builtin(Vec::new()), CallBody::Http);
            let provider = running.provider.clone();
            if model.running_status(id) != Some(Status::Streaming) {
                set_status(model, id, Status::Streaming, out);
            }
            out.push(Effect::CallModel(Box::new(ModelCall { turn, step, provider, request })));
        }
        Output::Wake(ms) => {
            out.push(Effect::CancelCall(turn));
            out.push(Effect::Wake(turn, step, ms));
        }
        Output::Learned(capabilities) => learn(model, id, capabilities, out),
        Output::Checkpoint(text) => tools::store(model, env, (id, turn), text, parks, out),
        Output::Run(runs) => running.runs.extend(runs.into_iter().map(|run| (turn, run))),
        Output::Finished(outcome) => {
            running.runs.retain(|(of, _)| *of != turn);
            running.spent.add(outcome.usage);
            out.push(Effect::CancelCall(turn));
            edit::change(model, Durability::Relaxed, out, |draft| {
                if draft.get::<KeptTurn>(&turn).is_some() {
                    draft.remove::<KeptTurn>(&turn);
                }
            });
        }
        // What it says is for the one it works for; that it asks is read from the turn.
        Output::Text(_)
        | Output::Reasoning(_)
        | Output::TextWasReasoning
        | Output::Again
        | Output::ToolCall(_)
        | Output::Ask { .. }
        | Output::Parked => {}
    }
}

impl Model {
    fn running_status(&self, id: TurnId) -> Option<Status> {
        Some(self.message(self.running.get(&id)?.answer)?.status)
    }
}

impl Running {
    /// Name of a call among all turns of an answer: a call of a sub-agent has the id of its turn in front.
    pub(super) fn name_of(&self, turn: TurnId, call: &str) -> String {
        name_of((turn != self.id).then_some(turn), call)
    }

    /// The turn and the call that a name stands for.
    pub(super) fn call_of(&self, name: &str) -> (TurnId, String) {
        let (turn, call) = call_of(name);
        match turn {
            Some(turn) if self.sub_agents.turn(turn).is_some() => (turn, call.to_owned()),
            _ => (self.id, name.to_owned()),
        }
    }
}

/// The name of a call among all turns of an answer.
pub(super) fn name_of(turn: Option<TurnId>, call: &str) -> String {
    turn.map_or_else(|| call.to_owned(), |turn| format!("{turn}:{call}"))
}

/// The turn and the call that a name stands for; `None` for the turn that answers.
pub(super) fn call_of(name: &str) -> (Option<TurnId>, &str) {
    let parts = name.split_once(':').and_then(|(turn, call)| Some((turn.parse().ok()?, call)));
    parts.map_or((None, name), |(turn, call)| (Some(turn), call))
}
