//! The request of a turn: its endpoint, its messages, its form.

use std::rc::Rc;

use super::begin::CONTINUE;
use super::reading::Reading;
use crate::effect::{CallBody, Effect};
use crate::proposals::{self, ProposalTarget};
use crate::{Model, connect, edit};
use espalier_agent::context::{self, Context, ContextOptions, Origin};
use espalier_agent::turn::TurnId;
use espalier_llm::builtin::{self, BuiltinInput};
use espalier_llm::capability::Capabilities;
use espalier_llm::error::ErrorKind;
use espalier_llm::message::ChatMessage;
use espalier_llm::price::Price;
use espalier_llm::provider::{self, Provider};
use espalier_llm::request::{ModelRequest, read_extra};
use espalier_llm::retry::Timeouts;
use espalier_model::conversation::Channel;
use espalier_model::persona::{Parameters, Role};
use espalier_model::{Endpoint, Learned, Message, MessageId, MessageKey, Persona, SessionId, Slug};
use espalier_storage::port::Durability;

/// The temperature where the agent says nothing else.
const TEMPERATURE: f64 = 0.7;
/// Tokens of the model's context that are reserved for an answer of no set length.
const ANSWER: usize = 2_048;
/// Tokens of the model's context that are reserved for the answer, at least.
const RESERVE: usize = 512;

/// The endpoint and model of a request.
pub(super) struct Target {
    pub(super) provider: &'static Provider,
    pub(super) base_url: String,
    pub(super) model: String,
    /// Size of the model's context, where the endpoint listed it.
    listed_context: Option<u32>,
    /// Price of its tokens, as the endpoint listed it or the provider's table has it.
    pub(super) price: Option<Price>,
}

pub(super) fn target(model: &Model, persona: &Persona) -> Target {
    let own = persona.provider.as_ref().and_then(|id| provider::by_id(id.as_str()));
    // A further connection that was removed is not made up from the table.
    let is_there =
        |known: &&Provider| known.number().is_none() || model.workspace.get::<Endpoint>(&Slug::new(known.id)).is_some();
    let own = own.filter(is_there);
    let provider = own.unwrap_or_else(|| model.provider());
    let row = model.endpoint(provider);
    let name = persona.model.clone().filter(|name| !name.is_empty()).unwrap_or(row.model);
    let listed = row.traits.get(&name);
    let listed_context = listed.and_then(|traits| traits.context_tokens);
    let price = listed.and_then(|traits| traits.price).or_else(|| provider.price_of(&row.base_url, &name));
    Target { provider, base_url: row.base_url, model: name, listed_context, price }
}

/// Context limit of a model in tokens, where it is known: the provider's, the endpoint's list's, or one that the endpoint
/// named and the person accepted.
pub(super) fn reads(model: &Model, target: &Target) -> Option<usize> {
    let learned = connect::learned_key(&target.base_url, &target.model);
    let named = model.workspace.get::<Learned>(&learned).and_then(|row| row.capabilities.context_limit);
    let tokens =
        named.into_iter().chain(target.listed_context).chain(target.provider.context_of(&target.model)).min()?;
    Some(tokens as usize)
}

/// Context limit of the model of a conversation in tokens, where it is known.
pub fn window(model: &Model, session: SessionId) -> Option<usize> {
    reads(model, &target(model, &model.persona_of(Some(session))))
}

/// The limit that the endpoint named in the error of an answer, where it is not known yet.
fn named_limit(model: &Model, answer: MessageKey, target: &Target) -> Option<u32> {
    let error = model.message(answer)?.provenance.error.as_ref()?;
    let ErrorKind::ContextLength { limit: Some(limit) } = error.kind else { return None };
    let limit = u32::try_from(limit).ok()?;
    reads(model, target).is_none_or(|known| known > limit as usize).then_some(limit)
}

/// Whether an answer failed for a limit that is not obeyed yet.
pub fn can_fit_context(model: &Model, answer: MessageKey) -> bool {
    named_limit(model, answer, &target(model, &model.persona_of_answer(answer))).is_some()
}

/// Makes the limit that an endpoint named in the error of an answer the one that holds from now on; where it named
/// none, returns the messages to be left out.
pub(super) fn shorten(model: &mut Model, answer: MessageKey, out: &mut Vec<Effect>) -> Vec<MessageId> {
    let target = target(model, &model.persona_of_answer(answer));
    let Some(limit) = named_limit(model, answer, &target) else { return older_half(model, answer) };
    let key = connect::learned_key(&target.base_url, &target.model);
    let known = model.workspace.get::<Learned>(&key).map(|row| row.capabilities.clone()).unwrap_or_default();
    edit::change(model, Durability::Strict, out, |draft| {
        draft.put(Learned { key, capabilities: Capabilities { context_limit: Some(limit), ..known } });
    });
    Vec::new()
}

/// Remembers that the model of an answer is not sent pictures from now on, as the person goes on without them.
pub fn give_up_pictures(model: &mut Model, answer: MessageKey, out: &mut Vec<Effect>) {
    let target = target(model, &model.persona_of_answer(answer));
    let key = connect::learned_key(&target.base_url, &target.model);
    let known = model.workspace.get::<Learned>(&key).map(|row| row.capabilities.clone()).unwrap_or_default();
    if let Some(capabilities) = known.give_up_pictures() {
        edit::change(model, Durability::Strict, out, |draft| draft.put(Learned { key, capabilities }));
    }
}

/// The older half of what a conversation sends before an answer, to be left out where no limit is known. What is left
/// begins with a message of the person, and ends with the last one.
pub fn older_half(model: &Model, answer: MessageKey) -> Vec<MessageId> {
    let Some(view) = model.view(answer.session) else { return Vec::new() };
    let path = view.tree.path(view.tree.parent(answer.id));
    let persona = model.persona_of_answer(answer);
    let messages = messages_of(model, answer.session, &path);
    let context = context_of(model, &messages, &persona, &target(model, &persona), None);
    let said = context.included().filter_map(|item| match item.origin {
        Origin::Message(id) => Some((id, item.role, item.tokens)),
        Origin::Preset(_) | Origin::Instruction => None,
    });
    let said: Vec<(MessageId, Role, usize)> = said.collect();
    let half = said.iter().map(|(.., tokens)| tokens).sum::<usize>() / 2;
    let mut left = 0;
    let beyond = said.iter().position(|(_, role, tokens)| {
        let is_enough = left >= half && *role == Role::User;
        left += tokens;
        is_enough
    });
    let last = said.iter().rposition(|(_, role, _)| *role == Role::User).unwrap_or_default();
    said[..beyond.unwrap_or(last).min(last)].iter().map(|(id, ..)| *id).collect()
}

/// The messages of a path.
pub(super) fn messages_of(model: &Model, session: SessionId, path: &[MessageId]) -> Vec<Rc<Message>> {
    path.iter().filter_map(|&id| model.message(MessageKey { session, id }).cloned()).collect()
}

pub(super) fn context_of(
    model: &Model,
    messages: &[Rc<Message>],
    persona: &Persona,
    target: &Target,
    continue_instruction: Option<&str>,
) -> Context {
    let answer = persona.parameters.max_tokens.map_or(ANSWER, |tokens| tokens as usize);
    let budget_tokens = reads(model, target).map(|window| window.saturating_sub(answer.min(window / 2)).max(RESERVE));
    context::assemble(persona, messages, ContextOptions { budget_tokens, continue_instruction })
}

/// The request for a context, with the channel for operations where they may be proposed.
pub(super) fn request_of(
    model: &Model,
    persona: &Persona,
    target: &Target,
    context: &Context,
    asked: Option<(Channel, ProposalTarget)>,
) -> ModelRequest {
    let mut request = request_to(persona, target, context::to_wire(context));
    if let Some((channel, place)) = asked {
        proposals::shape_request(channel, model, &mut request, place);
    }
    request
}

/// The request for some messages.
pub(super) fn request_to(persona: &Persona, target: &Target, messages: Vec<ChatMessage>) -> ModelRequest {
    let mut request = ModelRequest::new(target.provider.id, &target.base_url, &target.model, messages);
    request.temperature = Some(persona.parameters.temperature.unwrap_or(TEMPERATURE));
    let Parameters { effort, stop, top_p, seed, extra, first_token_seconds, idle_seconds, .. } = &persona.parameters;
    request.max_tokens = persona.parameters.max_tokens;
    (request.effort, request.top_p, request.seed) = (*effort, *top_p, *seed);
    request.stop = stop.iter().take(Parameters::MOST_STOPS).cloned().collect();
    // The form and the import refuse others.
    request.extra = read_extra(extra).unwrap_or_default();
    let limit = |seconds: Option<u32>| seconds.map(|seconds| seconds.min(Parameters::MOST_SECONDS) * 1_000);
    let usual = Timeouts::default();
    request.timeouts = Timeouts {
        first_byte_ms: limit(*first_token_seconds).unwrap_or(usual.first_byte_ms),
        idle_ms: limit(*idle_seconds).unwrap_or(usual.idle_ms),
    };
    request
}

/// Asks again by another channel, where what was learned about the endpoint makes that the better one.
pub(super) fn choose_channel(model: &mut Model, id: TurnId) {
    let asked = model.operation_channel();
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
    let context = context_of(model, &messages, &persona, &target, continues.then_some(CONTINUE));
    let Some(place) = ProposalTarget::of(model, answer.session) else { return };
    let request = request_of(model, &persona, &target, &context, Some((asked, place)));
    model.assistant.panels.remove(&answer);
    if let Some(running) = model.running.get_mut(&id) {
        let instead = running.sub_agents.main_mut().ask_instead(request).ok();
        running.proposal = Some(Reading { instead, ..Reading::new((asked, place), &before, &before.text()) });
        running.provenance.channel = Some(asked);
    }
}

/// Answers without an endpoint: by the rules of the room, or the guide.
pub(super) fn answer_builtin(model: &Model, session: SessionId, context: &Context) -> CallBody {
    let said = context.included().filter(|item| item.role == Role::User).count();
    let last = context.included().filter(|item| item.role == Role::User).last();
    let input = BuiltinInput {
        last_user_text: last.map(|item| item.text.clone()).unwrap_or_default(),
        history_len: said,
        language: model.language(),
    };
    let place = ProposalTarget::of(model, session);
    match place.and_then(|place| place.room.built_in(model, place.scope, &input)) {
        Some(text) => CallBody::Builtin(builtin::stream_text(&text)),
        None => CallBody::Builtin(espalier_chat::builtin::answer(&input)),
    }
}
