//! The beginning of an answer, and going on with one from its checkpoint.

use std::collections::VecDeque;
use std::rc::Rc;

use super::ask::{answer_builtin, context_of, messages_of, request_of, target};
use super::kept::{as_kept, can_resume, forget_kept, forget_turns, kept_of, members_of};
use super::reading::{Calling, Reading, document};
use super::{Running, perform, sub_agents};
use crate::effect::{CallBody, Effect};
use crate::proposals::ProposalTarget;
use crate::{Model, Notice, connect, notify, room};
use espalier_agent::context::Context;
use espalier_agent::sub_agents::{Addressed, SubAgents};
use espalier_agent::turn::{Setup, Turn, TurnId};
use espalier_base::env::Env;
use espalier_chat::merge;
use espalier_command::history::{Document, EntryId};
use espalier_llm::price::Price;
use espalier_llm::provider;
use espalier_llm::stream::Usage;
use espalier_model::conversation::tree::Tree;
use espalier_model::conversation::{Channel, Part, Provenance, Status};
use espalier_model::persona::Role;
use espalier_model::{Learned, Message, MessageKey, Persona, RecordKey, SessionId, Slug};

/// Message to a model that is to continue its answer.
pub(super) const CONTINUE: &str = "Continue exactly where your last message stopped. Do not repeat anything of it.";

/// A turn, ready to start.
pub(super) struct Prepared {
    pub(super) setup: Setup,
    /// The messages considered for it, sent or left out.
    pub(super) context: Context,
    builtin: Option<CallBody>,
    provider: Slug,
    provenance: Provenance,
    question: String,
    price: Option<Price>,
}

impl Prepared {
    /// Has the built-in model answer instead.
    fn stands_in(&mut self) {
        let builtin = provider::builtin();
        self.setup.built_in = true;
        self.price = None;
        self.provider = Slug::new(builtin.id);
        self.provenance.provider = Some(Slug::new(builtin.id));
        self.provenance.model = Some(builtin.default_model.to_owned());
    }
}

/// An answer that is to be made.
#[derive(Debug, Clone, Copy)]
pub struct Beginning {
    /// The answer.
    pub answer: MessageKey,
    /// The step of the history that asked.
    pub entry: EntryId,
}

/// Begins to answer.
pub(super) fn begin(model: &mut Model, env: &mut Env, beginning: Beginning, out: &mut Vec<Effect>) {
    let Beginning { answer, entry } = beginning;
    room::refresh(model);
    let Some(message) = model.message(answer).cloned() else {
        // The question was taken back while the code for the answer was fetched.
        return out.push(Effect::ReleaseTurn(answer));
    };
    forget_kept(model, &[answer], out);
    let room_agent = model.room_agent(answer.session);
    let mut before = Message::clone(&message);
    let goes_on = room_agent.is_none_or(|room_agent| room_agent.continues(model, answer));
    let continuing = goes_on && !message.text().is_empty();
    if room_agent.is_some() && !continuing {
        before.parts.clear();
    }
    let Some(prepared) = prepare(model, answer, continuing.then_some(&message)) else { return };
    let turn = turn_of(model, model, prepared.setup, answer);
    let id = env.id();
    let asked = proposes(model, answer.session);
    let text = if goes_on { message.text() } else { String::new() };
    let mut proposal = asked.map(|asked| Reading::new(asked, &before, &text));
    let shown = proposal.as_mut().map_or(text, |reading| reading.reader.proposal().explanation.clone());
    let running = Running {
        answer,
        sub_agents: SubAgents::new(id, turn),
        id,
        entry,
        provider: prepared.provider,
        builtin: prepared.builtin,
        room_agent,
        question: prepared.question,
        instead: false,
        runs: VecDeque::new(),
        spent: Usage::default(),
        price: prepared.price,
        calling: Calling::default(),
        written: None,
        then: None,
        provenance: prepared.provenance,
        document: document(&shown),
        proposal,
        reasoning: before.reasoning(),
        round: (0, 0),
        before: Rc::new(before),
        version: 0,
        dirty: false,
        flushed_at: env.now,
        wake_asked: false,
        slice_asked: false,
    };
    model.running.insert(id, running);
    out.push(Effect::HoldTurn(answer));
    let outputs = sub_agents::drive(model, id, |sub_agents, delegates| sub_agents.start(delegates, env));
    perform(model, env, id, outputs, out);
}

/// The turn that makes an answer. Its purpose is read from `after`, the model in which the answer already exists.
pub(super) fn turn_of(model: &Model, after: &Model, setup: Setup, answer: MessageKey) -> Turn {
    let Some(room_agent) = model.room_agent(answer.session) else {
        let Setup { request, built_in, capabilities, .. } = setup;
        return Turn::new(request, built_in, capabilities, model.now);
    };
    let agent = if setup.built_in { None } else { room_agent.supervisor(model) };
    Turn::of(setup, agent.unwrap_or_else(|| room_agent.agent(after, answer)), model.now)
}

/// Channel and target of operations, where an assistant without tools may propose some.
fn proposes(model: &Model, session: SessionId) -> Option<(Channel, ProposalTarget)> {
    let place = ProposalTarget::of(model, session).filter(|_| model.room_agent(session).is_none())?;
    Some((model.operation_channel(), place))
}

/// Prepares the turn of an answer; a message that is continued comes with its text so far.
fn prepare(model: &Model, answer: MessageKey, continued: Option<&Rc<Message>>) -> Option<Prepared> {
    let view = model.view(answer.session)?;
    let path = view.tree.path(view.tree.parent(answer.id));
    let persona = model.persona_of_answer(answer);
    let made = &model.message(answer)?.provenance;
    let (chosen, merged) = (made.chosen, made.merged);
    let mut messages = messages_of(model, answer.session, &path);
    if merged && let Some(question) = messages.last_mut() {
        Rc::make_mut(question).parts.push(Part::Text { text: merging(model, answer, &view.tree) });
    }
    let mut prepared = prepare_on(model, answer.session, &persona, messages, continued);
    (prepared.provenance.chosen, prepared.provenance.merged) = (chosen, merged);
    Some(prepared)
}

/// End of the question of a merged answer: the newest of the answers that were there before it.
fn merging(model: &Model, answer: MessageKey, tree: &Tree) -> String {
    let older = tree.siblings(answer.id).iter().rev().filter(|id| **id < answer.id);
    let texts = older.filter_map(|&id| model.message(MessageKey { id, ..answer })).map(|message| message.text());
    let mut texts: Vec<String> = texts.filter(|text| !text.trim().is_empty()).take(merge::MOST).collect();
    texts.reverse();
    merge::prompt(texts.iter().map(String::as_str))
}

/// Prepares a turn for given messages.
pub(super) fn prepare_on(
    model: &Model,
    session: SessionId,
    persona: &Persona,
    mut messages: Vec<Rc<Message>>,
    continued: Option<&Rc<Message>>,
) -> Prepared {
    let target = target(model, persona);
    let asks = messages.iter().rev().find(|message| message.role == Role::User);
    let question = asks.map(|message| message.own_text()).unwrap_or_default();
    messages.extend(continued.cloned());
    let context = context_of(model, &messages, persona, &target, continued.map(|_| CONTINUE));
    let is_builtin = target.provider.id == provider::builtin().id;
    let has_room_agent = model.room_agent(session).is_some();
    let builtin = (is_builtin && !has_room_agent).then(|| answer_builtin(model, session, &context));
    let asked = proposes(model, session);
    let request = request_of(model, persona, &target, &context, asked);
    let learned = connect::learned_key(&target.base_url, &target.model);
    let capabilities = model.workspace.get::<Learned>(&learned).map(|row| row.capabilities.clone()).unwrap_or_default();
    Prepared {
        setup: Setup {
            request,
            chosen: model.chosen_parameters(session),
            built_in: is_builtin,
            capabilities,
            language: model.language(),
        },
        context,
        builtin,
        provider: Slug::new(target.provider.id),
        provenance: Provenance {
            provider: Some(Slug::new(target.provider.id)),
            model: Some(target.model),
            persona: Some(persona.id),
            persona_name: Some(persona.name.clone()),
            channel: asked.map(|(channel, _)| channel),
            ..Provenance::default()
        },
        question,
        price: target.price,
    }
}

/// Resumes an answer from the checkpoint of its turn, after the page went away; returns whether it could.
pub(super) fn resume(model: &mut Model, env: &mut Env, answer: MessageKey, out: &mut Vec<Effect>) -> bool {
    if !can_resume(model, answer) {
        notify(model, Notice::RunsElsewhere, true);
        return false;
    }
    room::refresh(model);
    let Some((kept, room_agent)) = kept_of(model, answer) else { return false };
    let mut before = Message::new(answer.id, answer.session, None, Role::Assistant, "", env.now);
    before.parts.clone_from(&kept.before);
    let continued = (!before.text().is_empty()).then(|| Rc::new(before.clone()));
    let Some(mut prepared) = prepare(model, answer, continued.as_ref()) else { return false };
    if kept.instead {
        prepared.stands_in();
    }
    let agent = room_agent.agent_named(model, answer, &kept.agent);
    let Some(turn) = Turn::resume(prepared.setup, agent, &kept.checkpoint, env.now) else {
        return false;
    };
    let id: TurnId = kept.id;
    let others = members_of(model, answer);
    let entry = entry_of(model, answer).unwrap_or_else(|| env.id());
    let running = Running {
        answer,
        id,
        entry,
        provider: prepared.provider,
        builtin: None,
        room_agent: Some(room_agent),
        question: prepared.question,
        instead: kept.instead,
        runs: VecDeque::new(),
        spent: Usage::default(),
        price: prepared.price,
        calling: Calling::default(),
        written: None,
        then: None,
        provenance: prepared.provenance,
        document: document(&(before.text() + &turn.text())),
        proposal: None,
        reasoning: before.reasoning() + &turn.reasoning(),
        round: (0, 0),
        before: Rc::new(before),
        version: 0,
        dirty: true,
        flushed_at: env.now,
        wake_asked: false,
        slice_asked: false,
        sub_agents: SubAgents::resume(id, turn, &others.iter().map(|row| as_kept(row)).collect::<Vec<_>>()),
    };
    model.running.insert(id, running);
    model.ownerless.remove(&answer);
    out.push(Effect::HoldTurn(answer));
    let outputs = sub_agents::drive(model, id, |sub_agents, delegates| sub_agents.start(delegates, env));
    let unclaimed = model.running.get(&id).map(|running| running.sub_agents.unclaimed().collect()).unwrap_or_default();
    forget_turns(model, unclaimed, out);
    perform(model, env, id, outputs, out);
    true
}

/// The step of the history that asked for an answer.
fn entry_of(model: &Model, answer: MessageKey) -> Option<EntryId> {
    let entries = model.history.entries(Document::of(answer.session)).iter().rev();
    let mut asked = entries.filter(|entry| entry.changes.get(&RecordKey::Messages(answer)).is_some());
    asked.find(|entry| !entry.undone).map(|entry| entry.id)
}

/// Has the built-in model take over from one that cannot call tools; returns the new turn with its first outputs.
pub(super) fn stand_in(
    model: &mut Model,
    env: &mut Env,
    old: TurnId,
    out: &mut Vec<Effect>,
) -> Option<(TurnId, Vec<Addressed>)> {
    let (answer, room_agent) =
        model.running.get(&old).and_then(|running| Some((running.answer, running.room_agent?)))?;
    let mut prepared = prepare(model, answer, None)?;
    prepared.stands_in();
    let mut running = model.running.remove(&old)?;
    out.push(Effect::CancelCall(old));
    forget_kept(model, &[answer], out);
    // Another id, so that nothing that still arrives for the old one counts.
    running.id = env.id();
    running.sub_agents = SubAgents::new(running.id, Turn::of(prepared.setup, room_agent.agent(model, answer), env.now));
    running.instead = true;
    running.runs.clear();
    running.provider = prepared.provider;
    running.price = prepared.price;
    running.provenance.provider = prepared.provenance.provider;
    running.provenance.model = prepared.provenance.model;
    running.document = document(&running.before.text());
    running.reasoning = running.before.reasoning();
    running.round = (0, 0);
    let id = running.id;
    model.running.insert(id, running);
    Some((id, sub_agents::drive(model, id, |sub_agents, delegates| sub_agents.start(delegates, env))))
}

/// Whether a message with this status is being made or waits.
pub(super) const fn is_coming(status: Status) -> bool {
    matches!(status, Status::Streaming | Status::Waiting)
}
