//! Proposals in conversations about a node, and the description of the node for the model.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{MapView, look_after};
use crate::Model;
use crate::effect::Effect;
use crate::proposals::{APPLY, PERSONA, REVERT};
use crate::room::Proposals;
use crate::room_agent::own_persona;
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::text::truncate;
use espalier_base::time::Timestamp;
use espalier_command::history::Document;
use espalier_command::registry::Registry;
use espalier_command::spec::Category;
use espalier_command::transaction::{self, CommandTarget, Operation, Prepared};
use espalier_i18n::messages;
use espalier_llm::builtin::BuiltinInput;
use espalier_mindmap::REGISTRY;
use espalier_mindmap::builtin::{self, Named};
use espalier_mindmap::change_preview::{self, Mark};
use espalier_mindmap::context::{self, Surroundings};
use espalier_mindmap::proposing;
use espalier_mindmap::target::MapTarget;
use espalier_model::change::{Change, ChangeSet};
use espalier_model::conversation::Part;
use espalier_model::workspace::{Conflict, Draft};
use espalier_model::{MapId, Message, MessageKey, Node, NodeId, NodeKey, Persona, RecordKey, Scope};
use espalier_proposal::prompt::{Detail, Guide};
use espalier_proposal::{Channel, CommandNames, Offered, Proposal, ProposalReader};

/// Number of the person's last steps that the model is told.
const STEPS: usize = 8;
/// The longest answer, in tokens: operations take many.
const MAX_TOKENS: u32 = 4_096;
/// The most nodes to choose from.
const MOST: usize = 500;
const SUBJECT: usize = 60;

/// Preview of a proposal on the map that is shown.
#[derive(Debug, Clone)]
pub struct Preview {
    /// The map.
    pub map: MapId,
    /// The map with the new nodes in it.
    pub view: Rc<MapView>,
    /// Marks by node.
    pub marks: Rc<BTreeMap<NodeId, Mark>>,
    made_of: (MessageKey, u64, u64),
}

/// Operations around a node of a map.
#[derive(Debug)]
pub struct MapProposals;

impl Proposals for MapProposals {
    fn document(&self, scope: Scope) -> Document {
        scope.as_node().map_or(Document::MAPS, |(map, _)| Document::of(map))
    }

    fn registry(&self) -> &'static Registry {
        &REGISTRY
    }

    fn categories(&self) -> &'static [Category] {
        espalier_mindmap::PROPOSED
    }

    fn exposed_commands(&self) -> &'static [Category] {
        espalier_mindmap::EXPOSED
    }

    fn names(&self) -> Rc<dyn CommandNames> {
        Rc::new(Offered { registry: &REGISTRY, categories: espalier_mindmap::PROPOSED })
    }

    fn version(&self, model: &Model, scope: Scope) -> Option<u64> {
        model.map_view(scope.as_node()?.0).map(|view| view.version)
    }

    fn with_target(
        &self,
        model: &Model,
        scope: Scope,
        (draft, env, proposed_at): (&mut Draft<'_>, &mut Env, Timestamp),
        act: &mut dyn FnMut(&mut dyn CommandTarget),
    ) -> bool {
        let Some((map, node)) = scope.as_node() else { return false };
        let Some(view) = model.map_view(map) else { return false };
        let Some(mut stage) = MapTarget::open(draft, env, map, &view.tree) else { return false };
        stage.current = Some(node);
        stage.proposed_at = Some(proposed_at);
        act(&mut stage);
        true
    }

    fn read(&self, message: &Message) -> Proposal {
        let mut reader = ProposalReader::new(message.provenance.channel.unwrap_or_default(), self.names());
        let mut calls = 0;
        for part in &message.parts {
            match part {
                Part::Text { text } => drop(reader.push(text)),
                Part::ToolCall { name, arguments, .. } => {
                    reader.call(calls, Some(name), arguments);
                    calls += 1;
                }
                _ => {}
            }
        }
        reader.finish();
        reader.into_proposal()
    }

    fn subject(&self, model: &Model, scope: Scope) -> String {
        let row = scope.as_node().and_then(|(map, id)| model.workspace.get::<Node>(&NodeKey { map, id }));
        row.map(|row| truncate(row.title.trim(), SUBJECT)).unwrap_or_default()
    }

    fn title(&self, model: &Model, scope: Scope, kind: &str, id: uuid::Uuid) -> Option<String> {
        let key = NodeKey { map: scope.as_node()?.0, id: NodeId::from_uuid(id) };
        (kind == "node").then(|| model.workspace.get::<Node>(&key).map(|row| row.title.clone()))?
    }

    fn below(&self, model: &Model, scope: Scope, id: Option<uuid::Uuid>) -> usize {
        let view = scope.as_node().and_then(|(map, _)| model.map_view(map));
        let place = view.zip(id).and_then(|(view, id)| view.tree.index_of(NodeId::from_uuid(id)));
        let range = view.zip(place).map(|(view, place)| view.tree.range(place).len());
        range.unwrap_or(1).saturating_sub(1)
    }

    fn choices(&self, model: &Model, scope: Scope, kind: &str) -> Vec<(String, usize, String)> {
        let view = scope.as_node().and_then(|(map, _)| model.map_view(map)).filter(|_| kind == "node");
        let named = |view: &Rc<MapView>| {
            let rows = view.nodes.iter().zip(view.tree.depths()).take(MOST);
            rows.map(|(row, depth)| (row.id.to_string(), *depth as usize, row.title.clone())).collect()
        };
        view.map(named).unwrap_or_default()
    }

    /// Splits off removals of nodes that have others below which stay, with those nodes as conflicts.
    fn fit(&self, model: &Model, scope: Scope, changes: ChangeSet) -> (ChangeSet, Vec<Conflict>) {
        let Some((map, _)) = scope.as_node() else { return (changes, Vec::new()) };
        let Some(view) = model.map_view(map) else { return (changes, Vec::new()) };
        let goes = |node: NodeId| {
            let key = RecordKey::Nodes(NodeKey { map, id: node });
            matches!(changes.get(&key), Some(Change::Removed(_)))
        };
        let mut kept = BTreeSet::new();
        for &node in view.tree.ids().iter().filter(|&&node| !goes(node)) {
            let mut above = view.tree.parent(node);
            while let Some(parent) = above.filter(|&parent| goes(parent) && kept.insert(parent)) {
                above = view.tree.parent(parent);
            }
        }
        let (mut fitting, mut conflicts) = (ChangeSet::default(), Vec::new());
        for (key, change) in changes.iter() {
            match key {
                RecordKey::Nodes(node) if kept.contains(&node.id) => conflicts.push(Conflict { key: key.clone() }),
                _ => fitting.push(key.clone(), change.clone()),
            }
        }
        (fitting, conflicts)
    }

    fn applied(&self, model: &mut Model, env: &mut Env, scope: Scope, after: &[Prepared], out: &mut Vec<Effect>) {
        if let Some((map, _)) = scope.as_node() {
            look_after(model, env, map, after, out);
        }
    }

    fn preview(&self, model: &mut Model, scope: Scope, open: Option<(MessageKey, Timestamp)>) {
        let Some((map, _)) = scope.as_node() else { return };
        let found = open.zip(model.map_view(map).cloned());
        let Some(((key, at), view)) = found else {
            model.maps.preview = None;
            return;
        };
        let Some(panel) = model.panel(key).cloned() else { return };
        let made_of = (key, panel.version, view.version);
        if model.maps.preview.as_ref().is_some_and(|known| known.made_of == made_of) {
            return;
        }
        let operations: Vec<Operation> = panel.state.ticked().map(espalier_proposal::Operation::to_command).collect();
        let mut draft = model.workspace.draft();
        let mut env = Env::deterministic(model.now, 1);
        let mut done = false;
        self.with_target(model, scope, (&mut draft, &mut env, at), &mut |stage| {
            done = transaction::run(stage, &REGISTRY, espalier_mindmap::PROPOSED, &operations).is_ok();
        });
        let changes = draft.finish();
        if !done || operations.is_empty() {
            model.maps.preview = None;
            return;
        }
        let preview = change_preview::of(&view.row, &view.nodes, &changes);
        let version = view.version.wrapping_add(panel.version << 32);
        let view = MapView { row: view.row.clone(), tree: preview.tree, nodes: preview.nodes, version };
        model.maps.preview = Some(Preview { map, view: Rc::new(view), marks: Rc::new(preview.marks), made_of });
    }

    /// The persona that answers about a node: its one preset holds all its instructions.
    fn persona(&self, model: &Model, scope: Scope) -> Option<Persona> {
        let (map, node) = scope.as_node()?;
        let (language, channel) = (model.language(), model.operation_channel());
        let commands = REGISTRY.prompt(espalier_mindmap::EXPOSED, language);
        let example = proposing::example(&node.to_string(), language);
        let detail = if channel == Channel::Text { Detail::Full } else { Detail::Brief };
        let advice = proposing::advice(language);
        let guide = Guide { channel, language, detail, commands: &commands, advice, example: &example };
        let role = match language {
            Language::En => {
                "You are the assistant of one node of a mind map. Help the person think: answer briefly in their \
                 language, in Markdown, and where a change of the map would help, propose it."
            }
            Language::Zh => {
                "你是思维导图中一个节点的助手。帮助用户思考：用用户的语言简短回答（Markdown），需要改动导图时提出建议。"
            }
        };
        let text = format!("{role}\n\n{}\n{}", guide.text(), surroundings(model, map, node));
        Some(own_persona(model, PERSONA, messages(language).map.assistant, text, MAX_TOKENS))
    }

    fn references(&self, model: &Model, scope: Scope) -> Vec<String> {
        let Some((map, node)) = scope.as_node() else { return Vec::new() };
        let builtin::Surroundings { node, parent, children, siblings, .. } = named(model, map, node);
        let near = [node].into_iter().chain(children).chain(parent).chain(siblings);
        near.map(|named| named.id).take(MAX_REFERENCES).collect()
    }

    fn built_in(&self, model: &Model, scope: Scope, input: &BuiltinInput) -> Option<String> {
        let (map, node) = scope.as_node()?;
        let around = named(model, map, node);
        Some(builtin::answer(input, &around).unwrap_or_else(|| builtin::help(&around, input.spoken())))
    }
}

/// Most ids that a small model may choose from.
const MAX_REFERENCES: usize = 200;

fn surroundings(model: &Model, map: MapId, node: NodeId) -> String {
    let Some(view) = model.map_view(map) else { return String::new() };
    let language = model.language();
    let entries = model.history.entries(Document::of(map)).iter().rev();
    let changes: Vec<String> = entries
        // What was proposed by the model itself it is told in the conversation.
        .filter(|entry| !entry.undone && entry.command != APPLY && entry.command != REVERT)
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
