//! What a conversation about a node asks a model: the instructions, the surroundings of the node, and the channel by
//! which operations are to come.
//!
//! Must not be in here: sending, reading answers.

use super::{APPLY, REVERT};
use crate::agent::proposal::Channel;
use crate::agent::proposal::prompt::{self, Detail, Guide};
use crate::app::Model;
use crate::app::maps::REGISTRY;
use crate::base::id::Id;
use crate::base::language::Language;
use crate::command::history::Document;
use crate::feature::mindmap::builtin::{self, Named};
use crate::feature::mindmap::context::{self, Surroundings};
use crate::feature::mindmap::{self, proposing};
use crate::i18n::messages;
use crate::llm::builtin::BuiltinInput;
use crate::llm::capability::{Capabilities, JsonForm};
use crate::llm::request::ModelRequest;
use crate::model::persona::{Parameters, PersonaId, Preset, Role};
use crate::model::{MapId, Node, NodeId, NodeKey, Persona};

/// How many of the person's last steps the model is told.
const STEPS: usize = 8;
/// The longest answer, in tokens: operations take many.
const MAX_TOKENS: u32 = 4_096;

/// The agent that answers about nodes.
pub const PERSONA: PersonaId = Id::from_uuid(uuid::Uuid::from_u128(0xA551));

/// How operations are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// The channel.
    pub channel: Channel,
}

/// The best way that this model of this endpoint is not known to refuse.
pub fn asked(known: &Capabilities, is_builtin: bool) -> Asked {
    let no_format = known.json == Some(JsonForm::Absent);
    let channel = match () {
        () if is_builtin => Channel::Text,
        () if !known.without_tools && !known.omitted.contains("tools") => Channel::Tool,
        () if !no_format => Channel::Json,
        () => Channel::Text,
    };
    Asked { channel }
}

impl Asked {
    /// Puts into a request what the channel needs.
    pub fn shape(self, request: &mut ModelRequest, language: Language) {
        // The commands stand in the instructions already; the schema names them and no more, so that nothing is said
        // twice: written out in full it is four times as long as everything else together.
        let schema = || {
            let operations = prompt::short_operations(&REGISTRY, mindmap::TOLD);
            prompt::answer_schema(operations, language)
        };
        request.tools.clear();
        request.response_format = None;
        match self.channel {
            Channel::Tool => request.tools.push(prompt::tool(schema(), language)),
            Channel::Json => request.response_format = Some(prompt::response_format(Some(schema()))),
            Channel::Text => {}
        }
    }
}

/// The agent that answers about a node: its one preset says everything it has to know.
pub fn persona(model: &Model, map: MapId, node: NodeId, asked: Asked) -> Persona {
    let language = model.language();
    let commands = REGISTRY.prompt(mindmap::TOLD, language);
    let example = proposing::example(&node.to_string(), language);
    let detail = if asked.channel == Channel::Text { Detail::Full } else { Detail::Brief };
    let guide = Guide {
        channel: asked.channel,
        language,
        detail,
        commands: &commands,
        advice: proposing::advice(language),
        example: &example,
    };
    let role = match language {
        Language::En => {
            "You are the assistant of one node of a mind map. Help the person think: answer briefly in their language, \
             in Markdown, and where a change of the map would help, propose it."
        }
        Language::Zh => {
            "你是思维导图中一个节点的助手。帮助用户思考：用用户的语言简短回答（Markdown），需要改动导图时提出建议。"
        }
    };
    let text = format!("{role}\n\n{}\n{}", guide.text(), surroundings(model, map, node));
    own_persona(model, PERSONA, messages(language).map.assistant, text, MAX_TOKENS)
}

/// The agent of a room's own assistant: one preset says everything it has to know.
pub fn own_persona(model: &Model, id: PersonaId, name: &str, instructions: String, max_tokens: u32) -> Persona {
    Persona {
        id,
        name: name.to_owned(),
        icon: String::new(),
        description: String::new(),
        provider: None,
        model: None,
        parameters: Parameters { max_tokens: Some(max_tokens), ..Parameters::default() },
        presets: vec![Preset::Message { role: Role::System, text: instructions, enabled: true }, Preset::ChatHistory],
        created_at: model.now,
    }
}

fn surroundings(model: &Model, map: MapId, node: NodeId) -> String {
    let Some(view) = model.map_view(map) else { return String::new() };
    let language = model.language();
    let entries = model.history.entries(Document::Map(map)).iter().rev();
    let changes: Vec<String> = entries
        // What was proposed by the model itself it is told in the conversation.
        .filter(|entry| !entry.undone && !matches!(entry.command.as_str(), APPLY | REVERT))
        .take(STEPS)
        .map(|entry| {
            let name = REGISTRY.by_id(&entry.command).map_or(entry.command.as_str(), |spec| spec.name.get(language));
            if entry.subject.is_empty() { name.to_owned() } else { format!("{name}: {}", entry.subject) }
        })
        .collect();
    context::describe(&Surroundings {
        map: &view.row,
        tree: &view.tree,
        nodes: &view.nodes,
        node,
        changes: &changes,
        outline_tokens: context::OUTLINE_TOKENS,
        language,
    })
}

/// What the built-in guide says about a node.
pub fn builtin_answer(model: &Model, map: MapId, node: NodeId, input: &BuiltinInput) -> String {
    let around = named(model, map, node);
    builtin::answer(input, &around).unwrap_or_else(|| builtin::help(&around, input.spoken()))
}

fn named(model: &Model, map: MapId, node: NodeId) -> builtin::Surroundings {
    let name = |id: NodeId| {
        let row = model.workspace.get::<Node>(&NodeKey { map, id });
        Named { id: id.to_string(), title: row.map(|row| row.title.clone()).unwrap_or_default() }
    };
    let Some(view) = model.map_view(map) else { return builtin::Surroundings::default() };
    let parent = view.tree.parent(node);
    let siblings = parent.map(|parent| view.tree.children(parent)).unwrap_or_default();
    let note = model.workspace.get::<Node>(&NodeKey { map, id: node }).map(|row| row.note.clone());
    builtin::Surroundings {
        node: name(node),
        note: note.unwrap_or_default(),
        parent: parent.map(name),
        children: view.tree.children(node).into_iter().map(name).collect(),
        siblings: siblings.into_iter().filter(|&id| id != node).map(name).collect(),
    }
}
