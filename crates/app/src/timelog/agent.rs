//! Agent of the Time room: its conversations, and its tools on the log in memory.
//!
//! - T1 Its conversations are ordinary ones with a scope of their own, so that they are listed in their room.
//! - T2 All that a turn looks up is seen as of the instant at which it was asked.

use std::rc::Rc;

use super::set_panel;
use crate::effect::Effect;
use crate::navigate::Route;
use crate::room_agent::{BuiltinPrompt, RoomAgent, ToolOutcome, own_persona};
use crate::{Model, conversation, prompt, room, sessions};
use espalier_agent::turn::State;
use espalier_agent_api::spec::Agent;
use espalier_agent_api::tool::{Reply, ToolError, ToolRun};
use espalier_base::env::Env;
use espalier_base::id::Id;
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_i18n::messages;
use espalier_llm::builtin::{BuiltinInput, stream_call, stream_text};
use espalier_llm::provider::builtin;
use espalier_model::conversation::{Grounding, Part, Scope, Status};
use espalier_model::persona::{PersonaId, Role};
use espalier_model::{Message, MessageKey, Persona, Session, SessionId};
use espalier_timelog::agent::local::Before;
use espalier_timelog::agent::offers::{self, FormStart, Offer};
use espalier_timelog::agent::toolbox::{ASK, PROPOSE_ENTRIES};
use espalier_timelog::agent::{MAX_TOKENS, TimeAgent, evidence, local, prompt as instructions};
use espalier_timelog::look_up::{self, MAX_DETAILS, World};
use espalier_timelog::questions::MAX_EARLIER;
use espalier_timelog::questions::form::Form;

/// The fewest entries that a tool returns at once.
const MIN_DETAILS: usize = 10;
/// Tokens that an entry takes in a request, about.
const TOKENS_PER_ENTRY: usize = 40;

/// The agent of the Time room.
#[derive(Debug)]
pub struct TimeRoomAgent;

fn world(model: &Model, now: Timestamp) -> World<'_> {
    World { workspace: &model.workspace, columns: &model.timelog.columns, now }
}

/// Time at which an answer was asked for (T2).
fn asked_at(model: &Model, answer: MessageKey) -> Timestamp {
    model.message(answer).map_or(model.now, |row| row.created_at)
}

/// The present of a conversation: the time at which the answer in progress was asked for, else now (T2).
fn present(model: &Model, session: SessionId) -> Timestamp {
    let leaf = model.view(session).and_then(|view| view.path.last().copied());
    let last = leaf.and_then(|id| model.message(MessageKey { session, id }));
    let unfinished = last.filter(|row| row.role == Role::Assistant && row.status != Status::Done);
    unfinished.map_or(model.now, |row| row.created_at)
}

/// Number of entries that a tool may return: an eighth of the context limit of the model.
fn details(model: &Model, session: SessionId) -> usize {
    let window = prompt::window(model, session);
    window.map_or(MAX_DETAILS / 2, |tokens| (tokens / 8 / TOKENS_PER_ENTRY).clamp(MIN_DETAILS, MAX_DETAILS))
}

/// Earlier questions of the person, the earliest first, each with what they chose where it was asked back.
fn earlier(model: &Model, answer: MessageKey) -> Vec<Before> {
    let above = |id| model.message(MessageKey { id, ..answer }).map(AsRef::as_ref);
    let question = model.message(answer).and_then(|row| row.parent).and_then(above);
    let mut said = Vec::new();
    let mut chosen = None;
    let mut row = question.and_then(|question| question.parent).and_then(above);
    while let Some(message) = row.filter(|_| said.len() < MAX_EARLIER) {
        if message.role == Role::User {
            said.push(Before { text: message.text(), chosen: chosen.take() });
        } else {
            chosen = chosen_in(message);
        }
        row = message.parent.and_then(above);
    }
    said.reverse();
    said
}

/// Choice or words of the person, where an answer asked back.
fn chosen_in(message: &Message) -> Option<String> {
    let mut asked = message.parts.iter().rev().filter_map(|part| match part {
        Part::ToolCall { call_id, name, .. } if name == ASK => message.result_of(call_id),
        _ => None,
    });
    let answer: serde_json::Value = serde_json::from_str(asked.next()?).ok()?;
    let text = answer["text"].as_str().or_else(|| answer["chosen"][0]["label"].as_str());
    text.map(str::to_owned)
}

/// Question that the built-in model answered last.
struct AnsweredQuestion {
    text: String,
    chosen: Option<String>,
    earlier: Vec<Before>,
    at: Timestamp,
}

/// The question of an answer, if it is the last one and the built-in model's own.
fn answered(model: &Model, answer: MessageKey) -> Option<AnsweredQuestion> {
    let is_last = model.view(answer.session).and_then(|view| view.path.last().copied()) == Some(answer.id);
    let row = model.message(answer).filter(|row| is_last && row.role == Role::Assistant && row.status == Status::Done);
    let row = row.filter(|_| model.scope_of(answer.session) == Some(Scope::TIME))?;
    let by_builtin = row.provenance.provider.as_ref().is_some_and(|id| id.as_str() == builtin().id)
        || row.provenance.notices.iter().any(|notice| notice == "local");
    let proposes = row.parts.iter().any(|part| matches!(part, Part::ToolCall { name, .. } if name == PROPOSE_ENTRIES));
    let question = row.parent.and_then(|id| model.message(MessageKey { id, ..answer }));
    let question = question.filter(|_| by_builtin && !proposes && model.timelog.ready)?;
    let (text, chosen, earlier) = (question.text(), chosen_in(row), earlier(model, answer));
    Some(AnsweredQuestion { text, chosen, earlier, at: row.created_at })
}

/// Follow-up questions that the built-in model offers below the last answer.
pub fn offers(model: &Model, answer: MessageKey) -> Vec<Offer> {
    let Some(AnsweredQuestion { text, chosen, earlier, at }) = answered(model, answer) else { return Vec::new() };
    let asked = local::UserQuestion { text: &text, earlier: &earlier };
    offers::after(&world(model, at), &asked, chosen.as_deref(), spoken(model, &text))
}

/// Form of the next question below the last answer of the built-in model.
pub fn form(model: &Model, answer: MessageKey) -> Option<FormStart> {
    let AnsweredQuestion { text, chosen, earlier, at } = answered(model, answer)?;
    let asked = local::UserQuestion { text: &text, earlier: &earlier };
    Some(offers::form(&world(model, at), &asked, chosen.as_deref()))
}

/// Question that a form below an answer asks, in the language of the app; nothing where it can't be asked.
pub fn form_question(model: &Model, answer: MessageKey, form: &Form) -> Option<String> {
    let AnsweredQuestion { text, chosen, earlier, at } = answered(model, answer)?;
    let asked = local::UserQuestion { text: &text, earlier: &earlier };
    offers::form_question(&world(model, at), &asked, chosen.as_deref(), form, model.language())
}

/// The language of a question.
fn spoken(model: &Model, text: &str) -> Language {
    BuiltinInput { last_user_text: text.to_owned(), history_len: 1, language: model.language() }.spoken()
}

impl RoomAgent for TimeRoomAgent {
    fn agent(&self, _: &Model, _: MessageKey) -> Rc<dyn Agent> {
        Rc::new(TimeAgent)
    }

    fn persona(&self, model: &Model, session: SessionId) -> Persona {
        let language = model.language();
        let text = instructions::text(&world(model, present(model, session)), language);
        own_persona(model, self.persona_id(), messages(language).helper.time, text, MAX_TOKENS)
    }

    fn persona_id(&self) -> PersonaId {
        Id::from_uuid(uuid::Uuid::from_u128(0xA552))
    }

    fn is_ready(&self, model: &Model) -> bool {
        model.timelog.ready
    }

    fn run(&self, model: &Model, _: &mut Env, answer: MessageKey, _: &State, run: &ToolRun) -> ToolOutcome {
        let world = world(model, asked_at(model, answer));
        let arguments = run.arguments.clone().into();
        let found = look_up::run(&world, &run.name, &arguments, details(model, answer.session));
        let reply = found.map(|answer| Reply::Result(answer.text));
        ToolOutcome::only(reply.map_err(|error| ToolError::RespondToModel(error.to_string())))
    }

    fn built_in(&self, model: &Model, spoken: &BuiltinPrompt<'_>) -> Vec<Vec<u8>> {
        let language = self::spoken(model, spoken.text);
        let world = world(model, asked_at(model, spoken.answer));
        let earlier = earlier(model, spoken.answer);
        let asked = local::UserQuestion { text: spoken.text, earlier: &earlier };
        match local::next(&world, &asked, spoken.state, language, spoken.instead) {
            local::LocalReply::Text(text) => stream_text(&text),
            local::LocalReply::Call(text, id, tool, arguments) => stream_call(&text, &id, tool, &arguments.to_string()),
        }
    }

    fn stands_in(&self) -> bool {
        true
    }

    fn check(&self, model: &Model, row: &Message, parts: &[Part]) -> Option<Grounding> {
        let parent = row.parent.and_then(|id| model.message(MessageKey { id, ..row.key() }));
        let question = parent.map(|message| message.text()).unwrap_or_default();
        evidence::check(&world(model, row.created_at), &question, parts)
    }
}

/// Asks the assistant in a conversation of its own, beside the log; one that is there is only shown.
pub(super) fn ask(model: &mut Model, env: &mut Env, session: SessionId, text: &str, out: &mut Vec<Effect>) {
    let is_new = model.workspace.get::<Session>(&session).is_none();
    model.timelog.session = Some(session);
    set_panel(model, true, out);
    room::go(model, Route::Time(None), out);
    conversation::open_shown(model, env, out);
    if is_new {
        sessions::send(model, env, Some(session), text, None, out);
    }
}

/// Chooses the conversation to show: the chosen one, else the last one, else a new one.
pub fn choose_session(model: &mut Model, env: &mut Env) -> SessionId {
    if let Some(chosen) = model.timelog.session {
        return chosen;
    }
    let last = model.sessions_of(Scope::TIME).first().map(|session| session.id);
    let chosen = last.unwrap_or_else(|| env.id());
    model.timelog.session = Some(chosen);
    chosen
}
