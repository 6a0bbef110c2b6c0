//! What is asked: where a question goes, what is sent with it, in which form.
//!
//! Must not be in here: what comes back.

use std::rc::Rc;

use super::begin::CONTINUE;
use super::reading::Reading;
use crate::agent::context::{self, Context, ContextOptions};
use crate::agent::turn::TurnId;
use crate::app::Model;
use crate::app::assistant::{self, Asked};
use crate::feature::chat::builtin as guide;
use crate::llm::builtin::{self, BuiltinInput};
use crate::llm::provider::{self, Provider};
use crate::llm::request::ModelRequest;
use crate::model::conversation::Scope;
use crate::model::persona::Role;
use crate::model::{Message, MessageId, MessageKey, Persona, SessionId};

/// The temperature where the agent says nothing else.
const TEMPERATURE: f64 = 0.7;
/// The longest answer, in tokens, where the agent says nothing else.
const MAX_TOKENS: u32 = 2_048;
/// What is kept free of the model's context for the answer, at least, in tokens.
const RESERVE: usize = 512;

/// Where a question goes.
pub(super) struct Target {
    pub(super) provider: &'static Provider,
    pub(super) base_url: String,
    pub(super) model: String,
}

pub(super) fn target(model: &Model, persona: &Persona) -> Target {
    let own = persona.provider.as_ref().and_then(|id| provider::by_id(id.as_str()));
    let provider = own.unwrap_or_else(|| model.provider());
    let row = model.endpoint(provider);
    let name = persona.model.clone().filter(|name| !name.is_empty()).unwrap_or(row.model);
    Target { provider, base_url: row.base_url, model: name }
}

/// How many tokens the model of a conversation can read, where that is known.
pub fn window(model: &Model, session: SessionId) -> Option<usize> {
    let target = target(model, &model.persona_of(Some(session)));
    target.provider.context_of(&target.model).map(|tokens| tokens as usize)
}

/// The messages of a path.
pub(super) fn messages_of(model: &Model, session: SessionId, path: &[MessageId]) -> Vec<Rc<Message>> {
    path.iter().filter_map(|&id| model.message(MessageKey { session, id }).cloned()).collect()
}

pub(super) fn context_of(
    messages: &[Rc<Message>],
    persona: &Persona,
    target: &Target,
    continue_instruction: Option<&str>,
) -> Context {
    let answer = persona.parameters.max_tokens.unwrap_or(MAX_TOKENS) as usize;
    let window = target.provider.context_of(&target.model).map(|tokens| tokens as usize);
    let budget_tokens = window.map(|window| window.saturating_sub(answer.min(window / 2)).max(RESERVE));
    context::assemble(persona, messages, ContextOptions { budget_tokens, continue_instruction })
}

/// The request for a context, in the form in which operations are asked for, where they are.
pub(super) fn request_of(
    model: &Model,
    persona: &Persona,
    target: &Target,
    context: &Context,
    asked: Option<Asked>,
) -> ModelRequest {
    let mut request = ModelRequest::new(target.provider.id, &target.base_url, &target.model, context::to_wire(context));
    request.temperature = Some(persona.parameters.temperature.unwrap_or(TEMPERATURE));
    request.max_tokens = Some(persona.parameters.max_tokens.unwrap_or(MAX_TOKENS));
    if let Some(asked) = asked {
        asked.shape(&mut request, model.language());
    }
    request
}

/// Something was learned about the endpoint: where that makes another channel better, the question is put for it.
pub(super) fn choose_channel(model: &mut Model, id: TurnId) {
    let asked = model.asked();
    let Some(running) = model.running.get(&id) else { return };
    let answer = running.answer;
    let Some(view) =
        model.view(answer.session).filter(|_| running.proposal.as_ref().is_some_and(|reading| reading.asked != asked))
    else {
        return;
    };
    let path = view.tree.path(view.tree.parent(answer.id));
    let before = running.before.clone();
    let continues = !before.text().is_empty();
    let persona = model.persona_of(Some(answer.session));
    let target = target(model, &persona);
    let mut messages = messages_of(model, answer.session, &path);
    messages.extend(continues.then(|| before.clone()));
    let context = context_of(&messages, &persona, &target, continues.then_some(CONTINUE));
    let request = request_of(model, &persona, &target, &context, Some(asked));
    model.assistant.panels.remove(&answer);
    if let Some(running) = model.running.get_mut(&id) {
        let instead = running.turn.ask_instead(request).ok();
        running.proposal = Some(Reading { instead, ..Reading::new(asked, &before, &before.text()) });
        running.provenance.channel = Some(asked.channel);
    }
}

pub(super) fn answer_builtin(model: &Model, session: SessionId, context: &Context) -> Vec<Vec<u8>> {
    let said = context.included().filter(|item| item.role == Role::User).count();
    let last = context.included().filter(|item| item.role == Role::User).last();
    let input = BuiltinInput {
        last_user_text: last.map(|item| item.text.clone()).unwrap_or_default(),
        history_len: said,
        language: model.language(),
    };
    match model.scope_of(session) {
        Some(Scope::Node { map, node }) => builtin::stream_text(&assistant::builtin_answer(model, map, node, &input)),
        _ => builtin::stream(guide::RULES, &input),
    }
}
