//! Agent of the Scene room: its conversation, and its tools on the shapes in memory.
//!
//! - T1 A scene has one conversation, which belongs to it.
//! - T2 The changes of a tool are the change set of commands of the room, stored with the checkpoint that says it was
//!   done.
//! - T3 The shapes that were found are worked out again from the calls of the turn, so that a turn that goes on after a
//!   reload may act on the same shapes.

mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::{Value, json};

pub use self::write::{Change, Ghost, ghosts, reviewing};
use crate::room_agent::{BuiltinPrompt, Delegation, RoomAgent, ToolOutcome, TurnEnd, changes, own_persona};
use crate::{BootState, Model, Msg};
use espalier_agent::turn::{self, CallStatus, Outcome, State};
use espalier_agent_api::ask::{Answer, QuestionKind};
use espalier_agent_api::spec::Agent;
use espalier_agent_api::tool::{Reply, Tool, ToolError, ToolResult, ToolRun};
use espalier_base::env::Env;
use espalier_base::id::Id;
use espalier_command::call::CommandId;
use espalier_command::history::Document;
use espalier_i18n::messages;
use espalier_llm::builtin::{BuiltinInput, stream_call, stream_text};
use espalier_llm::network::{TargetClass, target_class};
use espalier_model::conversation::Part;
use espalier_model::persona::PersonaId;
use espalier_model::scene::{SceneId, ShapeId};
use espalier_model::settings::SceneAgents;
use espalier_model::workspace::Draft;
use espalier_model::{Message, MessageKey, Persona, SessionId};
use espalier_scene::agent::perceive::perceive;
use espalier_scene::agent::prompt::Reader;
use espalier_scene::agent::sight::{Found, Sight};
use espalier_scene::agent::supervisor::{self, Specialty, Supervisor, results};
use espalier_scene::agent::toolbox::{ARRANGE, ASK, CREATE, DELETE, MODIFY, SELECT, UNDO};
use espalier_scene::agent::{MAX_TOKENS, SceneAgent, act, local, outside, prompt as instructions};

/// Command id of the assistant's steps in the history.
pub const STEP: CommandId = super::entry::ASSISTED;
/// Number of shapes that are remembered after they were made or mentioned.
const REMEMBERED: usize = 20;
/// Number of messages that are searched for them.
const LOOKED_BACK: usize = 40;

/// The agent of the Scene room.
#[derive(Debug)]
pub struct SceneRoomAgent;

/// The id of a scene's conversation, which follows from the scene (T1).
pub fn session_of(scene: SceneId) -> SessionId {
    // The conversation is another thing than the scene, so its id is another one, too.
    SessionId::from_uuid(uuid::Uuid::from_u128(scene.uuid().as_u128() ^ 0x5CE4_E000))
}

fn scene_of(model: &Model, session: SessionId) -> Option<SceneId> {
    model.scope_of(session)?.as_scene()
}

/// Calls `look` with the sight of the scene of a conversation, including the shapes mentioned up to an answer.
fn with_sight<T>(
    model: &Model,
    session: SessionId,
    answer: Option<MessageKey>,
    state: Option<&State>,
    look: impl FnOnce(SceneId, &Sight<'_>) -> T,
) -> Option<T> {
    let scene = scene_of(model, session)?;
    let world = model.world(scene)?;
    let view = model.scenes.looks.get(&scene).cloned().unwrap_or_default();
    let mentioned = mentioned(model, answer, state);
    let sight = Sight {
        world,
        camera: view.camera,
        size: view.size,
        selection: &view.selection,
        mentioned: &mentioned,
        only: None,
    };
    Some(look(scene, &sight))
}

/// Groups of shapes that were made or mentioned together, the latest first: in the turn in progress, then in earlier
/// answers.
fn mentioned(model: &Model, answer: Option<MessageKey>, state: Option<&State>) -> Vec<Vec<ShapeId>> {
    let mut groups = Vec::new();
    collect(state.map_or(&[][..], |state| &state.parts), false, &mut groups);
    let Some(answer) = answer else { return groups };
    let above = |id| model.message(MessageKey { id, ..answer }).map(AsRef::as_ref);
    let mut row: Option<&Message> = model.message(answer).and_then(|row| row.parent).and_then(above);
    for _ in 0..LOOKED_BACK {
        let Some(message) = row else { break };
        collect(&message.parts, true, &mut groups);
        if groups.iter().map(Vec::len).sum::<usize>() >= REMEMBERED {
            break;
        }
        row = message.parent.and_then(above);
    }
    groups
}

/// Adds the groups of shapes in results, the latest first: those that were changed, those that were the only match, and
/// in an answer that `ended` and did nothing else, those that were listed; of too long a list nobody can say "them".
fn collect(parts: &[Part], ended: bool, groups: &mut Vec<Vec<ShapeId>>) {
    let told = parts.iter().rev().filter_map(|part| match part {
        Part::ToolResult { content, .. } => serde_json::from_str::<Value>(content).ok(),
        _ => None,
    });
    let told: Vec<Value> = told.collect();
    let told: Vec<&Value> = told.iter().flat_map(|told| results(told).into_iter().rev()).collect();
    let only_looked = ended && told.iter().all(|told| told["done"].is_null());
    for told in told {
        let group = ids_in(told);
        let is_whole = told["total"] == group.len();
        if (told["done"].is_string() || told["total"] == 1) && !group.is_empty() {
            groups.push(group);
        } else if only_looked && !group.is_empty() {
            groups.push(if is_whole { group } else { Vec::new() });
        }
    }
}

fn ids_in(told: &Value) -> Vec<ShapeId> {
    let shapes = told["shapes"].as_array().into_iter().flatten();
    shapes.filter_map(|shape| shape["id"].as_str()?.parse().ok()).collect()
}

/// The shapes that a turn found so far (T3), those that are selected included: the person points at them.
fn found(sight: &Sight<'_>, state: &State) -> BTreeSet<ShapeId> {
    let mut ids: BTreeSet<ShapeId> = sight.selection.iter().copied().collect();
    for call in state.calls.iter().filter(|call| call.valid && call.status == CallStatus::Done) {
        if let Some(perceived) = outside::perceived(state, &call.id) {
            ids.extend(perceived);
        } else if let Ok((Found { shapes, .. }, _)) = perceive(sight, &call.name, &call.arguments) {
            ids.extend(shapes.into_iter().map(|(id, _)| id));
        }
        if call.name == ASK {
            let chosen = call.answers.iter().filter_map(|answer| match answer {
                Answer::Chosen(ids) => Some(ids),
                _ => None,
            });
            ids.extend(chosen.flatten().filter_map(|id| id.parse::<ShapeId>().ok()));
        }
        let told: Value = state.result(&call.id).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        ids.extend(ids_in(&told));
    }
    ids
}

/// Outcome of a tool with a result, and a sentence about it for the person.
fn tell(model: &Model, mut told: Value) -> ToolOutcome {
    told["summary"] = json!(local::summary(&told, model.language()));
    ToolOutcome::only(Ok(Reply::Result(told.to_string())))
}

fn refuse(why: impl Into<String>) -> ToolOutcome {
    ToolOutcome::only(Err(ToolError::RespondToModel(why.into())))
}

/// Number of shapes that a turn and its finished sub-agents have deleted so far.
fn deleted_in(state: &State) -> usize {
    let done = state.calls.iter().filter(|call| call.status == CallStatus::Done);
    let deleted = |call: &turn::Call| {
        let told: Value = state.result(&call.id).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let steps = results(&told).into_iter().filter(|step| step["done"] == "deleted");
        steps.filter_map(|step| step["total"].as_u64()).sum::<u64>() as usize
    };
    done.map(deleted).sum()
}

/// Whether the supervisor delegates the work to several agents.
fn delegates_work(model: &Model) -> bool {
    let provider = model.provider();
    let is_builtin = provider.id == espalier_llm::provider::BUILTIN;
    match model.preferences().scene_agents {
        _ if is_builtin => false,
        SceneAgents::One => false,
        SceneAgents::Several => true,
        // Several agents read several prompts, which takes a small model minutes.
        SceneAgents::Auto if provider.traits.on_device => false,
        SceneAgents::Auto => target_class(&model.endpoint(provider).base_url) == TargetClass::Public,
    }
}

/// The instructions of an agent, with the scene as it is.
fn instructions_for(model: &Model, session: SessionId, reader: Reader) -> String {
    let language = model.language();
    let text = with_sight(model, session, None, None, |_, sight| instructions::text(sight, reader, language));
    text.unwrap_or_else(|| instructions::rules(reader, language))
}

impl RoomAgent for SceneRoomAgent {
    fn agent(&self, _: &Model, _: MessageKey) -> Rc<dyn Agent> {
        Rc::new(SceneAgent)
    }

    fn supervisor(&self, model: &Model) -> Option<Rc<dyn Agent>> {
        delegates_work(model).then(|| Rc::new(Supervisor::default()) as Rc<dyn Agent>)
    }

    fn supervised_tool(&self, name: &str) -> Option<&'static Tool> {
        Specialty::of_tool(name).map(|one| &one.tool)
    }

    fn agent_named(&self, model: &Model, answer: MessageKey, id: &str) -> Rc<dyn Agent> {
        match Specialty::of_agent(id) {
            Some(one) => Rc::new(one.agent()),
            None if id == Supervisor::ID => Rc::new(Supervisor::default()),
            None => self.agent(model, answer),
        }
    }

    fn delegate(&self, model: &Model, answer: MessageKey, run: &ToolRun) -> Option<Delegation> {
        let one = Specialty::of_tool(&run.name)?;
        let instructions = instructions_for(model, answer.session, Reader::Specialist(one));
        let task = run.arguments.get("task").and_then(Value::as_str).unwrap_or_default().to_owned();
        Some(Delegation { agent: Rc::new(one.agent()), instructions, task })
    }

    fn report(&self, _: &Model, run: &ToolRun, state: &State, outcome: &Outcome) -> Option<ToolResult> {
        Specialty::of_tool(&run.name)?;
        Some(Ok(Reply::Result(supervisor::report(state, outcome.ending.problem().as_deref()).to_string())))
    }

    fn persona_id(&self) -> PersonaId {
        Id::from_uuid(uuid::Uuid::from_u128(0xA553))
    }

    fn persona(&self, model: &Model, session: SessionId) -> Persona {
        let reader = if delegates_work(model) { Reader::Supervisor } else { Reader::One };
        let text = instructions_for(model, session, reader);
        own_persona(model, self.persona_id(), messages(model.language()).scene.assistant, text, MAX_TOKENS)
    }

    fn is_ready(&self, model: &Model) -> bool {
        model.boot == BootState::Ready && model.scenes.opening.is_empty()
    }

    fn asks_itself(&self) -> bool {
        true
    }

    fn run(&self, model: &Model, env: &mut Env, answer: MessageKey, state: &State, run: &ToolRun) -> ToolOutcome {
        if matches!(run.name.as_str(), CREATE | MODIFY | DELETE | ARRANGE | SELECT | UNDO) {
            return write::write(model, env, answer, run, state);
        }
        let waits = outside::is_perceived_outside(&run.name)
            && scene_of(model, answer.session).is_some_and(|scene| model.scenes.clients.contains(&scene));
        if waits && run.answers.is_empty() {
            return ToolOutcome::only(Ok(Reply::Ask(outside::question(&run.name))));
        }
        let perceived = with_sight(model, answer.session, Some(answer), Some(state), |_, sight| {
            if let Some(Answer::Text(text)) = run.answers.last() {
                return outside::report(sight, &run.arguments, text);
            }
            perceive(sight, &run.name, &run.arguments).map(|(_, told)| told)
        });
        match perceived {
            Some(Ok(told)) => tell(model, told),
            Some(Err(why)) => refuse(why),
            None => refuse("The scene is not open."),
        }
    }

    fn built_in(&self, model: &Model, spoken: &BuiltinPrompt<'_>) -> Vec<Vec<u8>> {
        let input = BuiltinInput { last_user_text: spoken.text.to_owned(), history_len: 1, language: model.language() };
        let language = input.spoken();
        let said = with_sight(model, spoken.answer.session, Some(spoken.answer), Some(spoken.state), |_, sight| {
            local::next(sight, spoken.text, spoken.state, language, spoken.instead)
        });
        match said {
            Some(local::LocalReply::Text(text)) => stream_text(&text),
            Some(local::LocalReply::Call(id, tool, arguments)) => stream_call("", &id, tool, &arguments.to_string()),
            None => stream_text(messages(language).scene.loading),
        }
    }

    fn stands_in(&self) -> bool {
        true
    }

    fn on_turn_end(&self, _: &Model, _: &mut Env, settled: &TurnEnd<'_>, _: &mut Draft<'_>) -> Vec<String> {
        vec![changes_in(settled.state)]
    }
}

/// Notice of what the tools of a turn changed, whatever the words of the answer say: kinds of changes with numbers of
/// shapes, and steps that were taken back or done again.
fn changes_in(state: &State) -> String {
    let calls = state.calls.iter().filter(|call| call.status == CallStatus::Done);
    let told = calls.filter_map(|call| serde_json::from_str::<Value>(state.result(&call.id)?).ok());
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for told in told.collect::<Vec<_>>().iter().flat_map(results) {
        let kind = match told["done"].as_str() {
            Some("created") => "added",
            Some("modified" | "arranged") => "changed",
            Some("deleted") => "deleted",
            Some("undone") => "undone",
            Some("redone") => "redone",
            _ => continue,
        };
        *kinds.entry(kind).or_default() += told["total"].as_u64().or(told["steps"].as_u64()).unwrap_or(1);
    }
    changes(&kinds)
}

/// The scene whose latest step is what this answer changed, so that undoing it takes the answer's changes back.
pub fn undoable(model: &Model, answer: MessageKey) -> Option<Document> {
    let scene = Document::of(scene_of(model, answer.session)?);
    let is_last = model.view(answer.session)?.path.last() == Some(&answer.id);
    let begun = model.message(answer).filter(|_| is_last)?.created_at;
    let (_, step) = model.history.next_undo(&[scene])?;
    (step.command == STEP && step.at >= begun).then_some(scene)
}

/// Whether the person asked for something to be deleted: what a model reads in a name, a note or a file does not count,
/// and neither does a question.
fn asked_to_delete(model: &Model, answer: MessageKey) -> bool {
    let asked = model.message(answer).and_then(|row| row.parent);
    let asked = asked.and_then(|id| model.message(MessageKey { session: answer.session, id }));
    asked.is_some_and(|row| act::asks_to_delete(&row.text()))
}

/// The shapes that the person is asked to choose from, in the order of their numbers.
pub fn candidates(model: &Model, scene: SceneId) -> Vec<ShapeId> {
    let session = session_of(scene);
    let leaf = model.view(session).and_then(|view| view.path.last().copied());
    let open = leaf.map(|id| model.questions(MessageKey { session, id })).unwrap_or_default();
    // Changes that are to be ticked are shown as they would be, not numbered.
    let asks = open.into_iter().filter(|open| !matches!(open.question.kind, QuestionKind::Review { .. }));
    let options = asks.flat_map(|open| open.question.options);
    options.filter_map(|option| option.id.parse().ok()).collect()
}

/// The message that answers the open question with one of its candidates.
pub fn choice(model: &Model, scene: SceneId, shape: ShapeId) -> Option<Msg> {
    let session = session_of(scene);
    let id = model.view(session)?.path.last().copied()?;
    let at = MessageKey { session, id };
    let shape = shape.to_string();
    let mut open = model.questions(at).into_iter();
    let open = open.find(|open| {
        open.question.kind == QuestionKind::ChooseOne && open.question.options.iter().any(|option| option.id == shape)
    })?;
    Some(Msg::Answer(at, open.call_id, Answer::Chosen(vec![shape])))
}

/// Suggested commands, in a language.
pub fn prompts(language: espalier_base::language::Language) -> Vec<&'static str> {
    local::PROMPTS.iter().map(|text| text.get(language)).collect()
}
