//! Answers: from a question to the stored answer.
//!
//! - P1 The question is on its way to storage, with its entry, before the request leaves.
//! - P2 What streams in is stored at least every [`FLUSH_MS`] while it grows, without the journal; the end is stored
//!   with it, joined to the entry that asked, so that one undo takes back question and answer.
//! - P3 Several answers may be made at once; leaving a conversation stops none.
//! - P4 An answer that no tab makes any more and that is not finished becomes "stopped", with what had arrived.
//!
//! Must not be in here: fetching; the rules of a turn (`agent::turn`).

mod ask;
mod control;
mod live;
mod orphan;
mod outcome;
mod reading;

use std::rc::Rc;

use self::ask::{answer_builtin, choose_channel, context_of, request_of, target};
pub use self::control::{retry_now, stop, stop_touched};
pub use self::live::{LiveView, RetryView};
pub use self::orphan::{orphan_loaded, owner_gone};
use self::outcome::word;
use self::reading::{Reading, document, read};
use super::effect::{CallBody, Effect, ModelCall};
use super::{Model, assistant, connect, edit};
use crate::agent::turn::{Outcome, Output, Turn, TurnId, TurnInput};
use crate::base::env::Env;
use crate::base::time::Timestamp;
use crate::command::history::{Document, EntryId};
use crate::llm::error::ErrorKind;
use crate::llm::provider;
use crate::llm::stream::FinishReason;
use crate::markdown::StreamingDocument;
use crate::model::conversation::{Part, Provenance, Status};
use crate::model::{Learned, Message, MessageKey, Session, Slug};
use crate::storage::port::Durability;

/// The longest time that streamed text waits to be stored.
pub const FLUSH_MS: i64 = 400;
const CONTINUE: &str = "Continue exactly where your last message stopped. Do not repeat anything of it.";

/// An answer that is being made in this tab.
#[derive(Debug)]
pub struct Running {
    /// The answer.
    pub answer: MessageKey,
    turn: Turn,
    id: TurnId,
    entry: EntryId,
    provider: Slug,
    builtin: Option<Vec<Vec<u8>>>,
    provenance: Provenance,
    /// The answer as it was before this turn.
    before: Rc<Message>,
    document: StreamingDocument,
    /// Where operations may be proposed: what reads them, and the text as it came.
    proposal: Option<Reading>,
    reasoning: String,
    /// How long text and thoughts were when the present round began, in bytes.
    round: (usize, usize),
    version: u64,
    dirty: bool,
    flushed_at: Timestamp,
    wake_asked: bool,
}

/// Begins to answer; `entry` is the step of the history that asked.
pub fn start(model: &mut Model, env: &mut Env, answer: MessageKey, entry: EntryId, out: &mut Vec<Effect>) {
    super::selector::refresh(model);
    let Some(message) = model.message(answer).cloned() else {
        return;
    };
    let Some(view) = model.view(answer.session).cloned() else {
        return;
    };
    let persona = model.persona_of(Some(answer.session));
    let target = target(model, &persona);
    let continuing = !message.text().is_empty();
    let end = if continuing { Some(answer.id) } else { view.tree.parent(answer.id) };
    let path = view.tree.path(end);
    let instruction = continuing.then_some(CONTINUE);
    let context = context_of(model, answer.session, &path, &persona, &target, instruction);
    let is_builtin = target.provider.id == provider::builtin().id;
    let builtin = is_builtin.then(|| answer_builtin(model, answer.session, &context));
    let scope = model.scope_of(answer.session).unwrap_or_default();
    let asked = (!scope.is_chat()).then(|| model.asked());
    let request = request_of(model, &persona, &target, &context, asked);
    let learned = connect::learned_key(&target.base_url, &target.model);
    let capabilities = model.workspace.get::<Learned>(&learned).map(|row| row.capabilities.clone()).unwrap_or_default();
    let text = message.text();
    let mut proposal = asked.map(|asked| Reading::new(asked, &text));
    let shown = proposal.as_mut().map_or(text, |reading| reading.reader.proposal().explanation.clone());
    let provenance = Provenance {
        provider: Some(Slug::new(target.provider.id)),
        model: Some(target.model),
        persona: Some(persona.id),
        persona_name: Some(persona.name.clone()),
        ..Provenance::default()
    };
    let id = env.id();
    let mut turn = Turn::new(request, is_builtin, capabilities, env.now);
    let outputs = turn.start(env.now);
    let running = Running {
        answer,
        turn,
        id,
        entry,
        provider: Slug::new(target.provider.id),
        builtin,
        provenance,
        document: document(&shown),
        proposal,
        reasoning: message.reasoning(),
        round: (0, 0),
        before: message,
        version: 0,
        dirty: false,
        flushed_at: env.now,
        wake_asked: false,
    };
    model.running.insert(id, running);
    out.push(Effect::HoldTurn(answer));
    perform(model, env, id, outputs, out);
}

/// Something happened to a turn.
pub fn on_input(model: &mut Model, env: &mut Env, id: TurnId, step: u32, input: TurnInput, out: &mut Vec<Effect>) {
    let Some(running) = model.running.get_mut(&id) else {
        return;
    };
    if matches!(input, TurnInput::Wake) {
        running.wake_asked = false;
    }
    let chance = env.fraction();
    let outputs = running.turn.on(step, input, env.now, chance);
    perform(model, env, id, outputs, out);
    flush(model, env, id, out);
}

fn perform(model: &mut Model, env: &mut Env, id: TurnId, outputs: Vec<Output>, out: &mut Vec<Effect>) {
    for output in outputs {
        let Some(running) = model.running.get_mut(&id) else {
            return;
        };
        running.version += 1;
        match output {
            Output::Text(text) => {
                running.dirty = true;
                let Some(reading) = &mut running.proposal else {
                    running.document.push(&text);
                    continue;
                };
                reading.raw.push_str(&text);
                let events = reading.reader.push(&text);
                read(model, id, events);
            }
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
            }
            Output::Again => {
                let before = running.text().get(..running.round.0).unwrap_or_default().to_owned();
                running.reasoning.truncate(running.round.1);
                running.begin_again(&before);
            }
            Output::ToolCall(delta) => {
                let Some(reading) = &mut running.proposal else { continue };
                let events = reading.reader.call(delta.call, delta.name.as_deref(), &delta.arguments);
                read(model, id, events);
            }
            Output::Call(request) => {
                running.round = (running.text().len(), running.reasoning.len());
                let instead = running.proposal.as_mut().and_then(|reading| reading.instead.take());
                let body = match request {
                    Some(request) => CallBody::Http(instead.unwrap_or(request)),
                    None => CallBody::Builtin(running.builtin.take().unwrap_or_default()),
                };
                let call = ModelCall {
                    turn: id,
                    step: running.turn.step(),
                    provider: running.provider.clone(),
                    request: body,
                };
                set_status(model, id, Status::Streaming, out);
                out.push(Effect::CallModel(Box::new(call)));
            }
            Output::Wake(ms) => {
                out.push(Effect::CancelCall(id));
                out.push(Effect::Wake(id, running.turn.step(), ms));
                set_status(model, id, Status::Waiting, out);
            }
            Output::Learned(capabilities) => {
                let key = connect::learned_key(running.turn.base_url(), running.turn.model());
                edit::change(model, Durability::Relaxed, out, |draft| {
                    draft.put(Learned { key, capabilities });
                });
                choose_channel(model, id);
            }
            // Plain conversations have no tools of their own.
            Output::Checkpoint(_) | Output::Run(_) | Output::Ask { .. } | Output::Parked => {}
            Output::Finished(outcome) => finished(model, env, id, *outcome, out),
        }
    }
}

fn set_status(model: &mut Model, id: TurnId, status: Status, out: &mut Vec<Effect>) {
    let Some((answer, entry)) = model.running.get(&id).map(|running| (running.answer, running.entry)) else {
        return;
    };
    edit::stream(model, Document::Session(answer.session), entry, out, |draft| {
        draft.update::<Message>(&answer, |row| row.status = status);
    });
}

/// Stores what has arrived, if it is time; else sees to it that it will be (P2).
fn flush(model: &mut Model, env: &Env, id: TurnId, out: &mut Vec<Effect>) {
    let Some(running) = model.running.get_mut(&id) else {
        return;
    };
    if !running.dirty {
        return;
    }
    let waited = env.now.since_ms(running.flushed_at);
    if waited < FLUSH_MS {
        if !running.wake_asked {
            running.wake_asked = true;
            out.push(Effect::Wake(id, running.turn.step(), u32::try_from(FLUSH_MS - waited).unwrap_or(0)));
        }
        return;
    }
    running.dirty = false;
    running.flushed_at = env.now;
    let (answer, entry, parts) = (running.answer, running.entry, running.parts());
    edit::stream(model, Document::Session(answer.session), entry, out, |draft| {
        draft.update::<Message>(&answer, |row| row.parts = parts);
    });
}

impl Running {
    /// What came does not count; the answer is what it was before.
    fn begin_again(&mut self, before: &str) {
        self.dirty = true;
        if let Some(reading) = &mut self.proposal {
            *reading = Reading { instead: reading.instead.take(), ..Reading::new(reading.asked, before) };
            self.document = document(&reading.reader.proposal().explanation);
        } else {
            self.document = document(before);
        }
    }

    /// The text of the answer as it came.
    fn text(&self) -> &str {
        self.proposal.as_ref().map_or_else(|| self.document.text(), |reading| &reading.raw)
    }

    /// The message's parts as they stand: what it was before, then what this turn brought, joined where it goes on.
    fn parts(&self) -> Vec<Part> {
        let mut parts = self.before.parts.clone();
        for part in self.turn.parts() {
            match (parts.last_mut(), part) {
                (Some(Part::Text { text }), Part::Text { text: more }) => text.push_str(&more),
                (_, part) => parts.push(part),
            }
        }
        parts
    }
}

fn finished(model: &mut Model, env: &Env, id: TurnId, outcome: Outcome, out: &mut Vec<Effect>) {
    let Some(mut running) = model.running.remove(&id) else {
        return;
    };
    if let Some(reading) = &mut running.proposal {
        reading.reader.finish();
        assistant::settle(model, running.answer, reading.reader.proposal());
    }
    out.push(Effect::CancelCall(id));
    let status = match outcome.error.as_ref().map(|error| &error.kind) {
        None => Status::Done,
        Some(ErrorKind::Stopped) => Status::Stopped,
        Some(_) => Status::Error,
    };
    let parts = running.parts();
    let usage = outcome.usage;
    let provenance = Provenance {
        prompt_tokens: usage.prompt_tokens.and_then(|tokens| u32::try_from(tokens).ok()),
        completion_tokens: usage.completion_tokens.and_then(|tokens| u32::try_from(tokens).ok()),
        first_token_ms: outcome.first_token_ms,
        thinking_ms: outcome.thinking_ms,
        total_ms: Some(outcome.total_ms),
        finish: outcome.assembled.finish.as_ref().map(word),
        truncated: outcome.assembled.finish == Some(FinishReason::Length),
        error: outcome.error.filter(|error| error.kind != ErrorKind::Stopped),
        ..running.provenance
    };
    let (answer, now) = (running.answer, env.now);
    edit::amend(model, Document::Session(answer.session), running.entry, out, |draft| {
        draft.update::<Message>(&answer, |row| {
            row.parts = parts;
            row.status = status;
            *row.provenance = provenance;
        });
        draft.update::<Session>(&answer.session, |row| row.updated_at = now);
    });
    out.push(Effect::ReleaseTurn(answer));
    if status == Status::Done {
        out.push(Effect::Announce(crate::markdown::plain_text(running.document.blocks())));
    }
}
