//! Assistants as tools of an assistant: a call becomes a turn of its own, with its own conversation, and the answer of
//! that turn is the call's result.
//!
//! - E1 A turn that works for another one knows nothing of that one's conversation but what it is told.
//! - E2 Everything is addressed by the turn and, within it, by the call; so what is asked by several at once and
//!   answered in any order reaches who asked.
//! - E3 Stopping the turn that answers stops all that work for it, those deepest down first.
//! - E4 A turn and those that work for it go on from their checkpoints; each is handed out once.
//! - E5 Assistants hand on their work at most [`DEPTH`] deep.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use crate::turn::{Outcome, Output, Setup, Turn, TurnId, TurnInput};
use espalier_agent_api::spec::Agent;
use espalier_agent_api::tool::{Reply, ToolError, ToolResult, ToolRun};
use espalier_base::env::Env;
use espalier_model::turn::WorksFor;

/// Greatest depth of delegation.
pub const DEPTH: usize = 3;

/// Parts of a turn that works for another one.
#[derive(Debug)]
pub struct SubTask {
    /// Request of the turn, and the endpoint it goes to.
    pub setup: Setup,
    /// The assistant.
    pub agent: Rc<dyn Agent>,
}

/// Tells which calls are the work of another assistant.
pub trait Delegates {
    /// Returns the work that a call delegates; `None` for a call of an ordinary tool.
    fn commission(&self, run: &ToolRun) -> Option<Result<SubTask, ToolError>>;

    /// Returns the result that the calling turn gets.
    fn report(&self, _: &ToolRun, turn: &Turn, outcome: &Outcome) -> ToolResult {
        report(turn, outcome)
    }
}

/// Returns the last words of a turn, or why there are none.
pub fn report(turn: &Turn, outcome: &Outcome) -> ToolResult {
    let text = turn.text();
    let Some(problem) = outcome.ending.problem() else { return Ok(Reply::Result(text)) };
    Err(ToolError::RespondToModel(format!("The assistant did not finish: {problem}. It said: {text}")))
}

/// A turn that works for another one of its [`SubAgents`].
#[derive(Debug)]
struct SubAgent {
    turn: Turn,
    /// The turn it works for, and that one's call.
    works_for: (TurnId, ToolRun),
}

/// A kept turn of a sub-agents, as it was stored.
#[derive(Debug, Clone)]
pub struct StoredTurn<'a> {
    /// The turn.
    pub id: TurnId,
    /// Turn and call it works for; `None` for the turn that answers.
    pub works_for: Option<WorksFor>,
    /// Checkpoint of the turn.
    pub checkpoint: &'a str,
}

/// A turn and all that work for it.
#[derive(Debug)]
pub struct SubAgents {
    root: TurnId,
    /// The turn that answers.
    main: Turn,
    /// Turns that work for it and are not over.
    members: BTreeMap<TurnId, SubAgent>,
    /// Stored turns whose call was not handed out again yet.
    waiting: Vec<(TurnId, WorksFor, String)>,
}

/// An output together with the turn it belongs to.
pub type Addressed = (TurnId, Output);

impl SubAgents {
    /// Makes a crew around a turn that may hand on its work.
    pub fn new(root: TurnId, turn: Turn) -> Self {
        Self { root, main: turn, members: BTreeMap::new(), waiting: Vec::new() }
    }

    /// Restores a crew from its kept turns, besides the turn that answers (E4).
    pub fn resume(root: TurnId, turn: Turn, kept: &[StoredTurn<'_>]) -> Self {
        let mut sub_agents = Self::new(root, turn);
        for kept in kept {
            if let Some(works_for) = &kept.works_for {
                sub_agents.waiting.push((kept.id, works_for.clone(), kept.checkpoint.to_owned()));
            }
        }
        sub_agents
    }

    /// Returns the id of the turn that answers.
    pub const fn root(&self) -> TurnId {
        self.root
    }

    /// Returns the turn that answers.
    pub const fn main(&self) -> &Turn {
        &self.main
    }

    /// Mutable access to the turn that answers.
    pub const fn main_mut(&mut self) -> &mut Turn {
        &mut self.main
    }

    /// Returns the turn that answers, then all that work for it and are not over.
    pub fn turns(&self) -> impl Iterator<Item = (TurnId, &Turn)> {
        let members = self.members.iter().map(|(id, member)| (*id, &member.turn));
        std::iter::once((self.root, &self.main)).chain(members)
    }

    /// Finds a turn.
    pub fn turn(&self, id: TurnId) -> Option<&Turn> {
        if id == self.root { Some(&self.main) } else { self.members.get(&id).map(|member| &member.turn) }
    }

    fn turn_mut(&mut self, id: TurnId) -> Option<&mut Turn> {
        if id == self.root { Some(&mut self.main) } else { self.members.get_mut(&id).map(|member| &mut member.turn) }
    }

    /// Returns the turn and call that a turn works for; `None` for the one that answers, and for one that is over.
    pub fn works_for(&self, id: TurnId) -> Option<WorksFor> {
        let (turn, run) = &self.members.get(&id)?.works_for;
        Some(WorksFor { turn: *turn, call_id: run.call_id.clone() })
    }

    /// Whether nothing goes on until a question is answered: of every turn that no other one works for.
    pub fn is_parked(&self) -> bool {
        let is_waited_for = |id: TurnId| self.members.values().any(|member| member.works_for.0 == id);
        self.turns().all(|(id, turn)| turn.is_parked() || is_waited_for(id))
    }

    /// Stored turns that nobody waits for any more, once the sub-agents were started.
    pub fn unclaimed(&self) -> impl Iterator<Item = TurnId> {
        self.waiting.iter().map(|(id, ..)| *id)
    }

    /// Counts the turns between this one and the one that answers.
    pub fn depth(&self, id: TurnId) -> usize {
        let above = |id: &TurnId| self.members.get(id).map(|member| member.works_for.0);
        std::iter::successors(above(&id), above).count()
    }

    /// Begins, or goes on from the checkpoints.
    pub fn start(&mut self, delegates: &dyn Delegates, env: &mut Env) -> Vec<Addressed> {
        let outputs = self.main.start(env.now);
        self.follow(self.root, outputs, delegates, env)
    }

    /// Sends what waits for its next try at once.
    pub fn retry(&mut self, delegates: &dyn Delegates, env: &mut Env) -> Vec<Addressed> {
        let waits = |(id, turn): (TurnId, &Turn)| turn.waiting_until().map(|_| id);
        let ids: Vec<TurnId> = self.turns().filter_map(waits).collect();
        let mut addressed = Vec::new();
        for id in ids {
            let outputs = self.turn_mut(id).map(|turn| turn.start(env.now)).unwrap_or_default();
            addressed.extend(self.follow(id, outputs, delegates, env));
        }
        addressed
    }

    /// Tells what happened to one turn; the rest as in [`Turn::on`].
    pub fn on(
        &mut self,
        id: TurnId,
        step: u32,
        input: TurnInput,
        delegates: &dyn Delegates,
        env: &mut Env,
    ) -> Vec<Addressed> {
        let by_network = !matches!(input, TurnInput::Result { .. } | TurnInput::Answer { .. });
        let chance = if by_network { env.fraction() } else { 0.5 };
        let Some(turn) = self.turn_mut(id) else { return Vec::new() };
        let outputs = turn.on(step, input, env.now, chance);
        self.follow(id, outputs, delegates, env)
    }

    /// Stops everything (E3).
    pub fn stop(&mut self, env: &Env) -> Vec<Addressed> {
        let mut ids: Vec<TurnId> = self.turns().map(|(id, _)| id).collect();
        ids.sort_by_key(|id| std::cmp::Reverse(self.depth(*id)));
        let mut addressed = Vec::new();
        for id in ids {
            if let Some(turn) = self.turn_mut(id) {
                addressed.extend(turn.stop(env.now).into_iter().map(|output| (id, output)));
            }
        }
        self.members.clear();
        self.waiting.clear();
        addressed
    }

    /// Handles the outputs that concern the crew itself, and passes on the rest.
    fn follow(&mut self, id: TurnId, outputs: Vec<Output>, delegates: &dyn Delegates, env: &mut Env) -> Vec<Addressed> {
        let mut queue: VecDeque<Addressed> = outputs.into_iter().map(|output| (id, output)).collect();
        let mut addressed = Vec::new();
        while let Some((id, output)) = queue.pop_front() {
            match output {
                Output::Run(runs) => {
                    let mut own = Vec::new();
                    for run in runs {
                        match delegates.commission(&run) {
                            None => own.push(run),
                            Some(commission) => queue.extend(self.hand_on(id, run, commission, env)),
                        }
                    }
                    if !own.is_empty() {
                        addressed.push((id, Output::Run(own)));
                    }
                }
                Output::Finished(outcome) => {
                    // What was found is kept above before the turn that found it is forgotten.
                    let mut above = VecDeque::from(self.report(id, &outcome, delegates, env));
                    addressed.extend(above.pop_front_if(|(_, first)| matches!(first, Output::Checkpoint(_))));
                    addressed.push((id, Output::Finished(outcome)));
                    queue.extend(above);
                }
                other => addressed.push((id, other)),
            }
        }
        addressed
    }

    fn hand_on(
        &mut self,
        id: TurnId,
        run: ToolRun,
        commission: Result<SubTask, ToolError>,
        env: &mut Env,
    ) -> Vec<Addressed> {
        let deep = || ToolError::RespondToModel("Work cannot be handed on any further; do it yourself.".to_owned());
        let commission = commission.and_then(|found| if self.depth(id) < DEPTH { Ok(found) } else { Err(deep()) });
        let SubTask { setup, agent } = match commission {
            Ok(commission) => commission,
            Err(error) => return self.answer(id, run.call_id, Err(error), env),
        };
        let kept =
            self.waiting.iter().position(|(_, works_for, _)| works_for.turn == id && works_for.call_id == run.call_id);
        let kept = kept.map(|at| self.waiting.swap_remove(at));
        let child = kept.as_ref().map_or_else(|| env.id(), |(child, ..)| *child);
        let turn = match kept {
            // A checkpoint that cannot be read begins anew.
            Some((_, _, checkpoint)) if Turn::fits(&*agent, &checkpoint) => {
                Turn::resume(setup, agent, &checkpoint, env.now)
            }
            _ => Some(Turn::of(setup, agent, env.now)),
        };
        let Some(mut turn) = turn else { return Vec::new() };
        let outputs = turn.start(env.now);
        self.members.insert(child, SubAgent { turn, works_for: (id, run) });
        outputs.into_iter().map(|output| (child, output)).collect()
    }

    /// Reports a turn that is over to the one it worked for.
    fn report(&mut self, id: TurnId, outcome: &Outcome, delegates: &dyn Delegates, env: &mut Env) -> Vec<Addressed> {
        if id == self.root {
            return Vec::new();
        }
        let Some(SubAgent { turn, works_for: (above, run) }) = self.members.remove(&id) else { return Vec::new() };
        let result = delegates.report(&run, &turn, outcome);
        self.answer(above, run.call_id, result, env)
    }

    fn answer(&mut self, id: TurnId, call_id: String, result: ToolResult, env: &mut Env) -> Vec<Addressed> {
        let Some(turn) = self.turn_mut(id) else { return Vec::new() };
        let step = turn.step();
        let outputs = turn.on(step, TurnInput::Result { call_id, result }, env.now, 0.5);
        outputs.into_iter().map(|output| (id, output)).collect()
    }
}

#[cfg(test)]
mod tests;
