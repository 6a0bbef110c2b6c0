//! Commands of the list of maps: creating, renaming, copying and deleting whole maps.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::node_tree::NodeTree;
use super::transfer;
use espalier_base::env::Env;
use espalier_base::text;
use espalier_command::args::Args;
use espalier_command::call::CommandId;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::{CommandTarget, Outcome, Reason};
use espalier_model::mindmap::{Line, MapId, MindMap, Node, NodeId, NodeLink};
use espalier_model::workspace::Draft;

/// The most characters of a map's name.
pub const MAX_NAME: usize = 200;

/// The list of maps being changed.
pub struct ListTarget<'s, 'w> {
    /// The records; the nodes of a map that is copied or deleted must be in memory.
    pub draft: &'s mut Draft<'w>,
    /// The clock and new ids.
    pub env: &'s mut Env,
}

/// A command of the list.
#[derive(Debug)]
pub struct ListCommand {
    /// Name and parameters.
    pub spec: Spec,
    /// The condition.
    pub when: fn(&ListTarget<'_, '_>, &Args) -> Result<(), Reason>,
    /// The action.
    pub run: fn(&mut ListTarget<'_, '_>, &Args) -> Result<Outcome, Reason>,
}

const MAP_ID: Param =
    Param::required("mapId", Schema::Reference("map"), Text::new("The map.", "导图。")).or_called(&["map", "id"]);
const NAME_TEXT: Schema = Schema::Text { min: 0, max: MAX_NAME };

commands! {
    "map.create" CreateMap { name: String = Param::optional("name", NAME_TEXT, Text::new("Its name.", "名称。")) };
    "map.rename" RenameMap(
        map: MapId = MAP_ID,
        name: String = Param::required("name", NAME_TEXT, Text::new("Its name.", "名称。")),
    );
    "map.duplicate" DuplicateMap(
        map: MapId = MAP_ID,
    ) {
        name: String = Param::optional("name", NAME_TEXT, Text::new("The name of the copy.", "副本的名称。")),
    };
    "map.delete" DeleteMap(map: MapId = MAP_ID);
}

/// All commands of the list of maps.
pub static COMMANDS: &[ListCommand] = &[
    ListCommand {
        spec: Spec::new(
            CreateMap::SIGNATURE,
            Category::Map,
            EffectKind::Change,
            Text::new("New map", "新建导图"),
            Text::new("Adds a map with a root.", "新建一张只有根节点的导图。"),
        )
        .making("map")
        .keys(&["Mod+Alt+N"]),
        when: |_, _| Ok(()),
        run: |stage, args| {
            let name = args.text("name").unwrap_or_default();
            let mut trees = NodeTree::default();
            trees.push(None, name.trim());
            let id = args.creates.map_or_else(|| stage.env.id(), MapId::from_uuid);
            transfer::new_map(stage.draft, stage.env, id, &name_of(name), &trees);
            Ok(made(id))
        },
    },
    ListCommand {
        spec: Spec::new(
            RenameMap::SIGNATURE,
            Category::Map,
            EffectKind::Change,
            Text::new("Rename map", "重命名导图"),
            Text::new("Gives a map another name.", "修改导图的名称。"),
        ),
        when: map_is_there,
        run: |stage, args| {
            let (id, name, now) = (map(stage, args)?, name_of(args.text("name").unwrap_or_default()), stage.env.now);
            if stage.draft.get::<MindMap>(&id).is_some_and(|row| row.name != name) {
                stage.draft.update::<MindMap>(&id, |row| (row.name, row.updated_at) = (name, now));
            }
            Ok(Outcome::default())
        },
    },
    ListCommand {
        spec: Spec::new(
            DuplicateMap::SIGNATURE,
            Category::Map,
            EffectKind::Change,
            Text::new("Duplicate map", "创建导图副本"),
            Text::new("Adds a copy of a map.", "创建导图的副本。"),
        )
        .making("map"),
        when: map_is_there,
        run: duplicate,
    },
    ListCommand {
        spec: Spec::new(
            DeleteMap::SIGNATURE,
            Category::Map,
            EffectKind::Change,
            Text::new("Delete map", "删除导图"),
            Text::new("Deletes a map with all its nodes.", "删除导图及其所有节点。"),
        ),
        when: map_is_there,
        run: |stage, args| {
            let id = map(stage, args)?;
            for node in stage.draft.nodes(id) {
                stage.draft.remove::<Node>(&node.key());
            }
            stage.draft.remove::<MindMap>(&id);
            Ok(Outcome::default())
        },
    },
];

/// The command of the list with an id.
pub fn find(id: CommandId) -> Option<&'static ListCommand> {
    COMMANDS.iter().find(|command| command.spec.id == id)
}

/// A text as the name of a map: its first line, not too long.
pub fn name_of(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    text::truncate(line, MAX_NAME)
}

impl CommandTarget for ListTarget<'_, '_> {
    fn resolve(&self, kind: &'static str, name: &str) -> Option<Uuid> {
        let id: MapId = name.parse().ok().filter(|_| kind == "map")?;
        self.draft.get::<MindMap>(&id).map(|row| row.id.uuid())
    }

    fn new_id(&mut self) -> Uuid {
        self.env.id::<MindMap>().uuid()
    }

    fn check(&self, spec: &'static Spec, args: &Args) -> Result<(), Reason> {
        let command = find(spec.id).ok_or_else(|| Reason::UnknownCommand(spec.id.to_string()))?;
        (command.when)(self, args)
    }

    fn run(&mut self, spec: &'static Spec, args: &Args) -> Result<Outcome, Reason> {
        let command = find(spec.id).ok_or_else(|| Reason::UnknownCommand(spec.id.to_string()))?;
        (command.run)(self, args)
    }
}

fn made(id: MapId) -> Outcome {
    Outcome { made: vec![id.uuid()], select: Vec::new() }
}

fn map(stage: &ListTarget<'_, '_>, args: &Args) -> Result<MapId, Reason> {
    let id: Option<MapId> = args.id("mapId").filter(|id| stage.draft.get::<MindMap>(id).is_some());
    let name = || args.text("mapId").unwrap_or_default().to_owned();
    id.ok_or_else(|| Reason::NotFound { kind: "map", name: name() })
}

fn map_is_there(stage: &ListTarget<'_, '_>, args: &Args) -> Result<(), Reason> {
    map(stage, args).map(drop)
}

fn duplicate(stage: &mut ListTarget<'_, '_>, args: &Args) -> Result<Outcome, Reason> {
    let id = map(stage, args)?;
    let copy = args.creates.map_or_else(|| stage.env.id(), MapId::from_uuid);
    let nodes = stage.draft.nodes(id);
    // Ids increase, so taking the nodes in their order keeps those with equal order keys in theirs.
    let ids: BTreeMap<NodeId, NodeId> = nodes.iter().map(|node| (node.id, stage.env.id())).collect();
    let copy_of = |id: NodeId| ids.get(&id).copied().unwrap_or(id);
    let Some(row) = stage.draft.get::<MindMap>(&id) else { return Ok(Outcome::default()) };
    let mut row = MindMap::clone(&row);
    let name = args.text("name").map_or_else(|| format!("{} (2)", row.name), str::to_owned);
    (row.id, row.name) = (copy, name_of(&name));
    (row.created_at, row.updated_at) = (stage.env.now, stage.env.now);
    (row.root, row.focus) = (copy_of(row.root), row.focus.map(copy_of));
    stage.draft.put(row);
    for node in nodes {
        let mut node = Node::clone(&node);
        (node.id, node.map, node.created_at) = (copy_of(node.id), copy, stage.env.now);
        node.parent = node.parent.map(copy_of);
        if let Some(NodeLink::Node { node: to }) = &mut node.link {
            *to = copy_of(*to);
        }
        node.lines = node.lines.into_iter().map(|line| Line { to: copy_of(line.to), ..line }).collect();
        stage.draft.put(node);
    }
    Ok(made(copy))
}
