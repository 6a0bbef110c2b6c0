//! Answers: from a question to the stored answer.
//!
//! - P1 The question is on its way to storage, with its entry, before the request leaves.
//! - P2 What streams in is stored at least every [`FLUSH_MS`] while it grows, without the journal; the end is stored
//!   with it, joined to the entry that asked, so that one undo takes back question and answer.
//! - P3 Several answers may be made at once; leaving a conversation stops none.
//! - P4 An answer that no tab makes any more and that is not finished becomes "stopped", with what had arrived; where
//!   its turn was kept, it can go on from its last step. One that asks something goes on waiting for its answer.
//! - P5 Tools are run once everything a turn said was done, and each result is told before the next tool is run.
//! - P6 A checkpoint is stored in the commit of what the step did, and removed with the end.
//! - P7 However much comes at once, no step parses more than [`SLICE`] of it for the screen; what is stored lacks
//!   nothing.
//! - P8 A turn that works for the one that answers is asked, kept and stopped like that one; what it says is in no
//!   message, but in the result of the call it works on.

mod ask;
mod begin;
mod control;
mod end;
mod entry;
mod kept;
mod live;
mod orphan;
mod preview;
mod reading;
mod sub_agents;
mod tools;

use std::collections::VecDeque;
use std::rc::Rc;

use self::ask::choose_channel;
pub use self::ask::{can_fit_context, give_up_pictures, older_half, window};
pub use self::begin::Beginning;
pub use self::entry::{
    Talk, TalkApi, TalkSlot, answer, back_online, begin, on_input, orphan_loaded, plain, resume, retry_now, shorten,
    start, stop, stop_touched, wake,
};
pub use self::kept::{OpenQuestion, forget_kept};
pub use self::live::{LiveView, PhaseView, RetryView};
pub use self::orphan::{await_owners, owner_gone};
pub use self::preview::{Preview, Recipient, SentMessage, SentTool, preview};
use self::reading::{Calling, Reading, document, read};
use super::edit::{self, Amendment, ToolChanges};
use super::effect::{CallBody, Effect, ModelCall};
use super::room_agent::{BuiltinPrompt, RoomAgent};
use super::{Model, connect};
use espalier_agent::sub_agents::{Addressed, SubAgents};
use espalier_agent::turn::{Output, Turn, TurnId, TurnInput};
use espalier_agent_api::tool::ToolRun;
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::history::{Document, EntryId};
use espalier_llm::capability::Capabilities;
use espalier_llm::price::Price;
use espalier_llm::stream::Usage;
use espalier_markdown::StreamingDocument;
use espalier_model::conversation::{Part, Provenance, Status};
use espalier_model::{KeptTurn, Learned, Message, MessageKey, Slug};
use espalier_storage::port::Durability;

/// The longest time that streamed text waits to be stored; writing it takes a busy machine another tenth of a second.
pub const FLUSH_MS: i64 = 300;
/// Bytes of text that are parsed for the screen at once.
const SLICE: usize = 16_384;
/// Pause after each slice, in milliseconds.
const SLICE_PAUSE_MS: u32 = 16;
/// An answer that is being made in this tab.
#[derive(Debug)]
pub struct Running {
    /// The answer.
    pub answer: MessageKey,
    /// The turn that makes it, and its sub-agents.
    sub_agents: SubAgents,
    id: TurnId,
    entry: EntryId,
    provider: Slug,
    builtin: Option<CallBody>,
    /// The room agent that answers, if one does.
    room_agent: Option<&'static dyn RoomAgent>,
    /// Text of the question, for the built-in model.
    question: String,
    /// Whether the built-in model answers in place of one that cannot call tools.
    instead: bool,
    /// Calls that were handed out and not run yet, with their turns.
    runs: VecDeque<(TurnId, ToolRun)>,
    /// Tokens of finished sub-agents.
    spent: Usage,
    /// Price of the model's tokens, where it is known.
    price: Option<Price>,
    /// Calls as they stream in.
    calling: Calling,
    /// Changes by tools that are not stored yet.
    written: Option<ToolChanges>,
    /// Message to handle once they are stored.
    then: Option<super::Msg>,
    provenance: Provenance,
    /// The answer as it was before this turn.
    before: Rc<Message>,
    document: StreamingDocument,
    /// Reader of proposed operations, where operations may be proposed.
    proposal: Option<Reading>,
    reasoning: String,
    /// Lengths of text and reasoning at the start of the present round, in bytes.
    round: (usize, usize),
    version: u64,
    dirty: bool,
    flushed_at: Timestamp,
    wake_asked: bool,
    slice_asked: bool,
}

/// Handles an input of a turn: of its attempt with this number.
fn take_input(model: &mut Model, env: &mut Env, at: (TurnId, u32), input: TurnInput, out: &mut Vec<Effect>) {
    let (turn, step) = at;
    let Some(id) = sub_agents::root_of(model, turn) else { return };
    if matches!(input, TurnInput::Wake)
        && let Some(running) = model.running.get_mut(&turn)
    {
        running.wake_asked = false;
        running.slice_asked = false;
    }
    let outputs =
        sub_agents::drive(model, id, |sub_agents, delegates| sub_agents.on(turn, step, input, delegates, env));
    perform(model, env, id, outputs, out);
    flush(model, env, id, out);
    show_more(model, id, out);
}

/// Parses the next slice of streamed text, so that the page can respond in between (P7).
fn show_more(model: &mut Model, id: TurnId, out: &mut Vec<Effect>) {
    // What is left of a slice is worked off after the pause, not with whatever comes in between.
    let Some(running) = model.running.get_mut(&id).filter(|running| !running.slice_asked) else { return };
    let before = running.document.shown().len();
    let more = running.document.refresh_some(SLICE);
    running.version += u64::from(running.document.shown().len() > before);
    // While the next try is waited for, coming back would begin it.
    if more && running.turn().waiting_until().is_none() && !running.slice_asked {
        running.slice_asked = true;
        out.push(Effect::Wake(id, running.turn().step(), SLICE_PAUSE_MS));
    }
}

/// Carries out the outputs of the turns of an answer, then runs their tools, whose results cause more outputs, until
/// there are none.
fn perform(model: &mut Model, env: &mut Env, id: TurnId, outputs: Vec<Addressed>, out: &mut Vec<Effect>) {
    let mut next = Some((id, outputs));
    while let Some((id, outputs)) = next {
        let follows = perform_all(model, env, id, outputs, out);
        next = follows.or_else(|| tools::run_next(model, env, id, out).map(|outputs| (id, outputs)));
    }
}

/// Carries out the outputs of the turns of an answer. Returns those of a turn that takes over.
fn perform_all(
    model: &mut Model,
    env: &mut Env,
    id: TurnId,
    outputs: Vec<Addressed>,
    out: &mut Vec<Effect>,
) -> Option<(TurnId, Vec<Addressed>)> {
    let runs = outputs.iter().any(|(_, output)| matches!(output, Output::Run(_)));
    let waits = |running: &Running| running.is_parked() && running.runs.is_empty();
    let parks = !runs && model.running.get(&id).is_some_and(waits);
    for (turn, output) in outputs {
        let running = model.running.get_mut(&id)?;
        running.version += 1;
        if turn != id {
            sub_agents::perform_one(model, env, (id, turn), output, parks, out);
            continue;
        }
        match output {
            Output::Text(text) => say(model, id, &text),
            Output::Reasoning(text) => {
                running.reasoning.push_str(&text);
                running.dirty = true;
            }
            Output::TextWasReasoning => {
                let came = running.text();
                let (before, thought) = came.split_at_checked(running.round.0).unwrap_or((came, ""));
                let (before, thought) = (before.to_owned(), thought.to_owned());
                running.reasoning.push_str(&thought);
                running.begin_again(&before);
                model.assistant.panels.remove(&running.answer);
            }
            Output::Again => {
                let before = running.text().get(..running.round.0).unwrap_or_default().to_owned();
                running.reasoning.truncate(running.round.1);
                running.begin_again(&before);
                model.assistant.panels.remove(&running.answer);
            }
            Output::ToolCall(delta) => {
                let Some(reading) = &mut running.proposal else {
                    running.calling.push(&delta);
                    running.dirty |= running.room_agent.is_some_and(RoomAgent::shows_calls);
                    continue;
                };
                let call = reading.calls_before + delta.call;
                let events = reading.reader.call(call, delta.name.as_deref(), &delta.arguments);
                read(model, id, events);
            }
            Output::Call(request) => call(model, id, request, out),
            Output::Wake(ms) => {
                out.push(Effect::CancelCall(id));
                out.push(Effect::Wake(id, running.turn().step(), ms));
                set_status(model, id, Status::Waiting, out);
            }
            Output::Learned(capabilities) => {
                learn(model, id, capabilities, out);
                choose_channel(model, id);
            }
            Output::Checkpoint(text) => tools::store(model, env, (id, id), text, parks, out),
            Output::Run(runs) => running.runs.extend(runs.into_iter().map(|run| (id, run))),
            // What is asked is read from the turn; that it waits is stored with its checkpoint.
            Output::Ask { .. } | Output::Parked => {}
            Output::Finished(outcome) => return end::finished(model, env, id, *outcome, out),
        }
    }
    None
}

/// Stores what was learned about the endpoint of an answer.
fn learn(model: &mut Model, id: TurnId, capabilities: Capabilities, out: &mut Vec<Effect>) {
    let Some(turn) = model.running.get(&id).map(Running::turn) else { return };
    let key = connect::learned_key(turn.base_url(), turn.model());
    edit::change(model, Durability::Relaxed, out, |draft| {
        draft.put(Learned { key, capabilities });
    });
}

fn say(model: &mut Model, id: TurnId, text: &str) {
    let Some(running) = model.running.get_mut(&id) else { return };
    running.dirty = true;
    let Some(reading) = &mut running.proposal else { return running.document.append(text) };
    reading.raw.push_str(text);
    let events = reading.reader.push(text);
    read(model, id, events);
}

/// Sends a request to the endpoint, or to the built-in model.
fn call(model: &mut Model, id: TurnId, request: Option<espalier_llm::request::HttpRequest>, out: &mut Vec<Effect>) {
    let built_in = request.is_none().then(|| built_in(model, id)).flatten();
    let Some(running) = model.running.get_mut(&id) else { return };
    running.round = (running.text().len(), running.reasoning.len());
    let instead = running.proposal.as_mut().and_then(|reading| reading.instead.take());
    let body = match request {
        Some(request) => CallBody::Http(instead.unwrap_or(request)),
        None => match built_in {
            Some(pieces) => CallBody::Builtin(pieces),
            None => running.builtin.take().unwrap_or_else(|| CallBody::Builtin(Vec::new())),
        },
    };
    let (step, provider) = (running.turn().step(), running.provider.clone());
    set_status(model, id, Status::Streaming, out);
    out.push(Effect::CallModel(Box::new(ModelCall { turn: id, step, provider, request: body })));
}

/// Next output of the built-in model for a room agent, in pieces of a stream.
fn built_in(model: &Model, id: TurnId) -> Option<Vec<Vec<u8>>> {
    let running = model.running.get(&id)?;
    let (text, state) = (running.question.as_str(), running.turn().state());
    let spoken = BuiltinPrompt { answer: running.answer, text, state, instead: running.instead };
    Some(running.room_agent?.built_in(model, &spoken))
}

fn set_status(model: &mut Model, id: TurnId, status: Status, out: &mut Vec<Effect>) {
    let Some((answer, entry)) = model.running.get(&id).map(|running| (running.answer, running.entry)) else {
        return;
    };
    edit::stream(model, Document::of(answer.session), entry, out, |draft| {
        draft.update::<Message>(&answer, |row| row.status = status);
    });
}

/// Stores the streamed text if it is time, or schedules that (P2).
fn flush(model: &mut Model, env: &Env, id: TurnId, out: &mut Vec<Effect>) {
    let Some(running) = model.running.get_mut(&id) else {
        return;
    };
    if !running.dirty {
        return;
    }
    let waited = env.now.since_ms(running.flushed_at);
    // While the next try is waited for, coming back earlier would begin it.
    let waits = running.turn().waiting_until().is_some();
    if waited < FLUSH_MS && !waits {
        if !running.wake_asked {
            running.wake_asked = true;
            out.push(Effect::Wake(id, running.turn().step(), u32::try_from(FLUSH_MS - waited).unwrap_or(0)));
        }
        return;
    }
    running.dirty = false;
    running.flushed_at = env.now;
    let (answer, entry, parts) = (running.answer, running.entry, running.parts());
    let came = if running.room_agent.is_some_and(RoomAgent::shows_calls) { running.calling.all() } else { Vec::new() };
    let mut draft = model.workspace.draft();
    draft.update::<Message>(&answer, |row| row.parts = parts);
    let changes = draft.finish();
    let mut beside = model.workspace.draft();
    if !came.is_empty() {
        beside.update::<KeptTurn>(&id, |row| row.came = came);
    }
    let how = Amendment { journal: false, unjournaled: beside.finish(), tool_changes: None, now: env.now };
    edit::commit_amendment(model, (Document::of(answer.session), entry), changes, how, out);
}

impl Model {
    /// States of the turn that makes an answer, then of its sub-agents.
    pub fn turn_states(&self, answer: MessageKey) -> impl Iterator<Item = &espalier_agent::turn::State> {
        let running = self.running.values().filter(move |running| running.answer == answer);
        running.flat_map(|running| running.sub_agents.turns().map(|(_, turn)| turn.state()))
    }
}

impl Running {
    /// Arguments of every call of a tool that began, also incomplete and discarded ones.
    pub fn calls_of<'a>(&'a self, tool: &'a str) -> impl Iterator<Item = &'a str> {
        self.calling.of(tool)
    }

    /// Whether it waits for the person.
    pub fn is_parked(&self) -> bool {
        self.sub_agents.is_parked()
    }

    /// The turn that makes the answer.
    const fn turn(&self) -> &Turn {
        self.sub_agents.main()
    }

    /// Discards what streamed in, back to the answer as it was before.
    fn begin_again(&mut self, before: &str) {
        self.dirty = true;
        self.calling.again();
        if let Some(reading) = &mut self.proposal {
            let instead = reading.instead.take();
            *reading = Reading { instead, ..Reading::new((reading.asked, reading.place), &self.before, before) };
            self.document = document(&reading.reader.proposal().explanation);
        } else {
            self.document = document(before);
        }
    }

    /// Text of the answer, as streamed so far.
    pub fn text(&self) -> &str {
        self.proposal.as_ref().map_or_else(|| self.document.text(), |reading| &reading.raw)
    }

    /// Parts of the message as they stand: those from before, then those of this turn, joined where it continues a
    /// text.
    fn parts(&self) -> Vec<Part> {
        let mut parts = self.before.parts.clone();
        for part in self.turn().parts() {
            match (parts.last_mut(), part) {
                (Some(Part::Text { text }), Part::Text { text: more }) => text.push_str(&more),
                (_, part) => parts.push(part),
            }
        }
        parts
    }
}
