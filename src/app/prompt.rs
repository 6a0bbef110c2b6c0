//! Answers: from a question to the stored answer.
//!
//! - P1 The question is on its way to storage, with its entry, before the request leaves.
//! - P2 What streams in is stored at least every [`FLUSH_MS`] while it grows, without the journal; the end is stored
//!   with it, joined to the entry that asked, so that one undo takes back question and answer.
//! - P3 Several answers may be made at once; leaving a conversation stops none.
//! - P4 An answer that no tab makes any more and that is not finished becomes "stopped", with what had arrived.
//!
//! Must not be in here: fetching; the rules of a turn (`agent::turn`).

mod live;
mod orphan;

use std::rc::Rc;

pub use self::live::{LiveView, RetryView};
pub use self::orphan::{orphan_loaded, owner_gone};
use super::effect::{CallBody, Effect, ModelCall};
use super::{Model, connect, edit};
use crate::agent::context::{self, Context, ContextOptions};
use crate::agent::transcript::fields_text;
use crate::agent::turn::{Outcome, Output, Turn, TurnId, TurnInput};
use crate::base::env::Env;
use crate::base::time::Timestamp;
use crate::command::history::{Document, EntryId};
use crate::feature::chat::builtin as guide;
use crate::llm::builtin::{self, BuiltinInput};
use crate::llm::error::ErrorKind;
use crate::llm::message::issuer;
use crate::llm::provider::{self, Provider};
use crate::llm::request::ModelRequest;
use crate::llm::stream::{Assembled, FinishReason};
use crate::markdown::StreamingDocument;
use crate::model::conversation::{Part, Provenance, Status};
use crate::model::persona::Role;
use crate::model::{Learned, Message, MessageId, MessageKey, Persona, RecordKey, Session, SessionId, Slug};
use crate::storage::port::Durability;

/// The longest time that streamed text waits to be stored.
pub const FLUSH_MS: i64 = 400;
/// The temperature where the agent says nothing else.
const TEMPERATURE: f64 = 0.7;
/// The longest answer, in tokens, where the agent says nothing else.
const MAX_TOKENS: u32 = 2_048;
/// What is kept free of the model's context for the answer, at least, in tokens.
const RESERVE: usize = 512;
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
    reasoning: String,
    version: u64,
    dirty: bool,
    flushed_at: Timestamp,
    wake_asked: bool,
}

/// Where a question goes.
struct Target {
    provider: &'static Provider,
    base_url: String,
    model: String,
}

fn target(model: &Model, persona: &Persona) -> Target {
    let own = persona.provider.as_ref().and_then(|id| provider::by_id(id.as_str()));
    let provider = own.unwrap_or_else(|| model.provider());
    let row = model.endpoint(provider);
    let name = persona.model.clone().filter(|name| !name.is_empty()).unwrap_or(row.model);
    Target { provider, base_url: row.base_url, model: name }
}

fn context_of(
    model: &Model,
    session: SessionId,
    path: &[MessageId],
    persona: &Persona,
    target: &Target,
    continue_instruction: Option<&str>,
) -> Context {
    let messages: Vec<Rc<Message>> =
        path.iter().filter_map(|&id| model.message(MessageKey { session, id }).cloned()).collect();
    let answer = persona.parameters.max_tokens.unwrap_or(MAX_TOKENS) as usize;
    let window = target.provider.context_of(&target.model).map(|tokens| tokens as usize);
    let budget_tokens = window.map(|window| window.saturating_sub(answer.min(window / 2)).max(RESERVE));
    context::assemble(persona, &messages, ContextOptions { budget_tokens, continue_instruction })
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
    let builtin = is_builtin.then(|| answer_builtin(model, &context));
    let mut request =
        ModelRequest::new(target.provider.id, &target.base_url, &target.model, context::to_wire(&context));
    request.temperature = Some(persona.parameters.temperature.unwrap_or(TEMPERATURE));
    request.max_tokens = Some(persona.parameters.max_tokens.unwrap_or(MAX_TOKENS));
    let learned = connect::learned_key(&target.base_url, &target.model);
    let capabilities = model.workspace.get::<Learned>(&learned).map(|row| row.capabilities.clone()).unwrap_or_default();
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
        document: document(&message.text()),
        reasoning: message.reasoning(),
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

fn document(text: &str) -> StreamingDocument {
    let mut document = StreamingDocument::new();
    document.push(text);
    document
}

fn answer_builtin(model: &Model, context: &Context) -> Vec<Vec<u8>> {
    let said = context.included().filter(|item| item.role == Role::User).count();
    let last = context.included().filter(|item| item.role == Role::User).last();
    let input = BuiltinInput {
        last_user_text: last.map(|item| item.text.clone()).unwrap_or_default(),
        history_len: said,
        language: model.language(),
    };
    builtin::stream(guide::RULES, &input)
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
                running.document.push(&text);
                running.dirty = true;
            }
            Output::Reasoning(text) => {
                running.reasoning.push_str(&text);
                running.dirty = true;
            }
            Output::TextWasReasoning => {
                let before = running.before.text();
                running.reasoning.push_str(running.document.text().get(before.len()..).unwrap_or_default());
                running.document = document(&before);
                running.dirty = true;
            }
            Output::Again => {
                running.document = document(&running.before.text());
                running.reasoning = running.before.reasoning();
                running.dirty = true;
            }
            Output::ToolCall(_) => {}
            Output::Call(request) => {
                let body = match request {
                    Some(request) => CallBody::Http(request),
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
            }
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
    /// The message's parts as they stand.
    fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        if !self.reasoning.is_empty() {
            parts.push(Part::Reasoning { text: self.reasoning.clone() });
        }
        let is_said = |part: &&Part| matches!(part, Part::Text { .. } | Part::Reasoning { .. });
        parts.extend(self.before.parts.iter().filter(|part| !is_said(part)).cloned());
        if !self.document.text().is_empty() {
            parts.push(Part::Text { text: self.document.text().to_owned() });
        }
        parts
    }
}

fn finished(model: &mut Model, env: &Env, id: TurnId, outcome: Outcome, out: &mut Vec<Effect>) {
    let Some(running) = model.running.remove(&id) else {
        return;
    };
    out.push(Effect::CancelCall(id));
    let status = match outcome.error.as_ref().map(|error| &error.kind) {
        None => Status::Done,
        Some(ErrorKind::Stopped) => Status::Stopped,
        Some(_) => Status::Error,
    };
    let mut parts = running.parts();
    parts.extend(called(&outcome.assembled, running.turn.base_url(), running.turn.model()));
    let usage = outcome.assembled.usage;
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

/// What the model called, with the fields its provider wants back.
fn called(answer: &Assembled, base_url: &str, model: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    if !answer.calls.is_empty()
        && (!answer.opaque.is_empty() || answer.calls.iter().any(|call| !call.opaque.is_empty()))
    {
        parts.push(Part::Opaque { issuer: issuer(base_url, model), fields: fields_text(&answer.opaque) });
    }
    parts.extend(answer.calls.iter().map(|call| Part::ToolCall {
        call_id: call.id.clone(),
        name: call.name.clone(),
        arguments: call.raw_arguments.clone(),
        opaque: fields_text(&call.opaque),
    }));
    parts
}

/// A finish reason as the protocol spells it.
fn word(reason: &FinishReason) -> String {
    match reason {
        FinishReason::Stop => "stop",
        FinishReason::Length => "length",
        FinishReason::ToolCalls => "tool_calls",
        FinishReason::ContentFilter => "content_filter",
        FinishReason::Other(word) => word,
    }
    .to_owned()
}

fn running_at(model: &Model, key: MessageKey) -> Option<TurnId> {
    model.running.values().find(|running| running.answer == key).map(|running| running.id)
}

/// Stops making an answer; what had arrived is kept.
pub fn stop(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some(id) = running_at(model, key) else { return };
    let Some(running) = model.running.get_mut(&id) else {
        return;
    };
    let outputs = running.turn.stop(env.now);
    perform(model, env, id, outputs, out);
}

/// Stops the answers among these rows.
pub fn stop_touched(model: &mut Model, env: &mut Env, keys: &[RecordKey], out: &mut Vec<Effect>) {
    let answers: Vec<MessageKey> = model
        .running
        .values()
        .map(|running| running.answer)
        .filter(|answer| keys.contains(&RecordKey::Messages(*answer)))
        .collect();
    for answer in answers {
        stop(model, env, answer, out);
    }
}

/// Begins the next try at once.
pub fn retry_now(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some(id) = running_at(model, key) else { return };
    let Some(running) = model.running.get_mut(&id) else {
        return;
    };
    if running.turn.waiting_until().is_none() {
        return;
    }
    let outputs = running.turn.start(env.now);
    perform(model, env, id, outputs, out);
}
