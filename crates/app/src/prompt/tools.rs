//! Running the tools of a turn, and storing its checkpoints (`agent::turn`, A6).

use super::kept::keep;
use super::{perform, sub_agents};
use crate::edit::{self, Amendment, ToolChanges};
use crate::effect::Effect;
use crate::room_agent::{self, RoomAgent};
use crate::{Model, room, update};
use espalier_agent::sub_agents::Addressed;
use espalier_agent::turn::{Turn, TurnId, TurnInput};
use espalier_base::env::Env;
use espalier_command::history::{Document, EntryId};
use espalier_model::Message;
use espalier_model::conversation::Status;

/// Runs the next call of an answer's turns, if it can run now, and returns the outputs that its result causes.
pub(super) fn run_next(model: &mut Model, env: &mut Env, id: TurnId, out: &mut Vec<Effect>) -> Option<Vec<Addressed>> {
    let room_agent = ready(model, id)?;
    let running = model.running.get(&id)?;
    let (answer, next) = (running.answer, running.runs.front()?.1.clone());
    if !room_agent.prepare(model, answer, &next, out) {
        return None;
    }
    let (turn, run) = model.running.get_mut(&id)?.runs.pop_front()?;
    let running = model.running.get(&id)?;
    let ran = room_agent::run(model, env, room_agent, running.answer, running.sub_agents.turn(turn)?.state(), &run);
    let running = model.running.get_mut(&id)?;
    running.then = ran.then;
    if let Some((label, changes)) = ran.changes {
        // One entry for all that this turn writes, the same after a reload too.
        running.written = Some(ToolChanges { label, entry: EntryId::from_uuid(id.uuid()), changes });
    }
    let step = running.sub_agents.turn(turn).map_or(0, Turn::step);
    let input = TurnInput::Result { call_id: run.call_id, result: ran.result };
    Some(sub_agents::drive(model, id, |sub_agents, delegates| sub_agents.on(turn, step, input, delegates, env)))
}

/// The room agent of a turn that has calls to run, once its tools can run.
fn ready(model: &Model, id: TurnId) -> Option<&'static dyn RoomAgent> {
    let running = model.running.get(&id).filter(|running| !running.runs.is_empty())?;
    running.room_agent.filter(|room_agent| room_agent.is_ready(model))
}

/// Runs the tools that had to wait until their records were read.
pub(super) fn wake(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let waiting: Vec<TurnId> = model.running.keys().copied().filter(|id| ready(model, *id).is_some()).collect();
    for id in waiting {
        perform(model, env, id, Vec::new(), out);
    }
}

/// Stores the checkpoint of a turn, with the answer so far and the changes by its tools, in one commit.
pub(super) fn store(
    model: &mut Model,
    env: &mut Env,
    (id, turn): (TurnId, TurnId),
    checkpoint: String,
    parks: bool,
    out: &mut Vec<Effect>,
) {
    let now = model.now;
    let Some(running) = model.running.get_mut(&id) else { return };
    if running.sub_agents.turn(turn).is_none() {
        // It is over by now. What its tools wrote is stored with the checkpoint of the turn it worked for, which follows and
        // says that it was done; a commit of its own would leave the call to be done again.
        return;
    }
    running.dirty = false;
    running.flushed_at = now;
    let (written, then) = (running.written.take(), running.then.take());
    let Some(running) = model.running.get(&id) else { return };
    let (document, entry) = (Document::of(running.answer.session), running.entry);
    let mut draft = model.workspace.draft();
    let parts = running.parts();
    draft.update::<Message>(&running.answer, |row| {
        row.parts = parts;
        if parks {
            row.status = Status::Waiting;
        }
    });
    let changes = draft.finish();
    let beside = keep(model, running, turn, checkpoint, parks);
    let how = Amendment { journal: false, unjournaled: beside, tool_changes: written, now };
    edit::commit_amendment(model, (document, entry), changes, how, out);
    if let Some(msg) = then {
        room::tell(model);
        out.extend(update(model, msg, env));
    }
}
