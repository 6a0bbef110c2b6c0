//! Adding nodes.

use serde_json::Value;

use super::{
    Command, MAX_NOTE, NODE_ID, PARENT_ID, POSITION, RunsOn, TITLE, TITLE_TEXT, ensure, made, named, node_below,
    node_is_below, parent_is_there, plain_lines, refuse,
};
use crate::node_tree::NodeTree;
use crate::pasted;
use crate::target::MapTarget;
use crate::transfer;
use espalier_command::args::Args;
use espalier_command::call::Signature;
use espalier_command::commands;
use espalier_command::schema::{CHILDREN, Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::{Outcome, Reason, TEMP_ID};
use espalier_model::mindmap::{Line, Node, NodeId, NodeLink};

const MAX_TREES: usize = 50;
const MAX_TREE_NODES: usize = 1_000;
/// The most characters of a pasted text.
const MAX_PASTE: usize = 10_000_000;

const TREE: Schema = Schema::Tree {
    node: &[
        Param::required("title", TITLE_TEXT, Text::new("The title.", "标题。")).or_called(&["text", "name", "topic"]),
        Param::optional(
            "note",
            Schema::Text { min: 0, max: MAX_NOTE },
            Text::new("The note, in Markdown.", "备注（Markdown）。"),
        ),
        Param::optional(
            TEMP_ID,
            Schema::Text { min: 1, max: 64 },
            Text::new("A name by which later operations refer to this node.", "后面的操作用它来引用这个节点。"),
        ),
    ],
    max: MAX_TREE_NODES,
};

const fn adding(signature: Signature, name: Text, description: Text) -> Spec {
    Spec::new(signature, Category::Node, EffectKind::Change, name, description).making("node")
}

commands! {
    "node.addChild" AddChild(parent: NodeId = PARENT_ID) { position: usize = POSITION, title: String = TITLE };
    "node.addSiblingAfter" AddSiblingAfter(node: NodeId = NODE_ID) { title: String = TITLE };
    "node.addSiblingBefore" AddSiblingBefore(node: NodeId = NODE_ID) { title: String = TITLE };
    "node.addParent" AddParent(node: NodeId = NODE_ID) { title: String = TITLE };
    "node.addChildTrees" AddChildTrees(
        parent: NodeId = PARENT_ID,
        trees: Vec<Value> = Param::required(
            "trees",
            Schema::Lenient(&Schema::List { items: &TREE, max: MAX_TREES }),
            Text::new("The branches: title, note, children.", "分支：title、note、children。"),
        )
        .or_called(&["nodes", "children", "tree"]),
    ) {
        position: usize = POSITION,
    };
    "node.paste" Paste(
        parent: NodeId = PARENT_ID,
        text: String = Param::required(
            "text",
            Schema::Text { min: 1, max: MAX_PASTE },
            Text::new("Markdown, or one node a line, indented.", "Markdown，或每行一个节点，用缩进表示层级。"),
        ),
    ) {
        position: usize = POSITION,
    };
    "node.duplicate" Duplicate(node: NodeId = NODE_ID);
}

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        adding(
            AddChild::SIGNATURE,
            Text::new("Add child", "添加子节点"),
            Text::new("Adds a child to a node.", "给一个节点添加子节点。"),
        )
        .keys(&["Tab", "Insert"])
        .or_called(&["createNode", "addNode", "新增子节点"]),
        parent_is_there,
        |stage, args| {
            let parent = named(stage, args, "parentId")?;
            let title = plain_lines(args.text("title").unwrap_or_default());
            stage.arrange(parent, |row| row.folded = false);
            Ok(made(stage.add(args.creates, parent, args.number("position"), &title)))
        },
    ),
    Command::new(
        adding(
            AddSiblingAfter::SIGNATURE,
            Text::new("Add sibling after", "在后面添加同级节点"),
            Text::new("Adds a node right after another, below the same parent.", "在一个节点之后添加同级节点。"),
        )
        .keys(&["Enter"])
        .or_called(&["addSibling", "insertAfter"]),
        node_is_below,
        |stage, args| add_beside(stage, args, 1),
    ),
    Command::new(
        adding(
            AddSiblingBefore::SIGNATURE,
            Text::new("Add sibling before", "在前面添加同级节点"),
            Text::new("Adds a node right before another, below the same parent.", "在一个节点之前添加同级节点。"),
        )
        .keys(&["Shift+Enter"])
        .or_called(&["insertBefore"]),
        node_is_below,
        |stage, args| add_beside(stage, args, 0),
    ),
    Command::new(
        adding(
            AddParent::SIGNATURE,
            Text::new("Add parent", "添加父节点"),
            Text::new("Puts a new node between a node and its parent.", "在一个节点和它的父节点之间插入新节点。"),
        )
        .keys(&["Shift+Tab"])
        .or_called(&["insertParent"]),
        node_is_below,
        |stage, args| {
            let (id, above) = node_below(stage, args)?;
            let title = plain_lines(args.text("title").unwrap_or_default());
            let position = stage.shape.position(id);
            let parent = stage.add(args.creates, above, position, &title);
            let branch = stage.node(id)?;
            stage.arrange(parent, |row| (row.side, row.hue) = (branch.side, branch.hue));
            stage.place(id, parent, None);
            Ok(made(parent))
        },
    ),
    Command::new(
        adding(
            AddChildTrees::SIGNATURE,
            Text::new("Add branches", "添加分支"),
            Text::new("Adds whole branches below a node.", "在一个节点下添加整棵分支。"),
        )
        .or_called(&["addTrees", "addSubtree", "addBranch"]),
        |stage, args| {
            ensure(!args.list("trees").is_empty(), refuse("there are no branches to add", "没有要添加的分支"))?;
            parent_is_there(stage, args)
        },
        |stage, args| {
            let (trees, ids) = read_trees(args.list("trees"));
            put(stage, args, &trees, &ids)
        },
    ),
    Command::new(
        Spec::new(
            Paste::SIGNATURE,
            Category::Edit,
            EffectKind::Change,
            Text::new("Paste", "粘贴"),
            Text::new(
                "Adds Markdown or indented text as branches below a node.",
                "把Markdown或缩进文本作为分支粘贴到节点下。",
            ),
        )
        .keys(&["Mod+V"])
        .making("node"),
        |stage, args| {
            let empty = args.text("text").is_none_or(|text| text.trim().is_empty());
            ensure(!empty, refuse("the text is empty", "文本为空"))?;
            parent_is_there(stage, args)
        },
        |stage, args| {
            let trees = pasted::read(args.text("text").unwrap_or_default());
            put(stage, args, &trees, &[])
        },
    ),
    Command::new(
        adding(
            Duplicate::SIGNATURE,
            Text::new("Duplicate", "创建副本"),
            Text::new(
                "Adds a copy of a node and everything below it, right after it.",
                "在节点之后添加它及其下级的副本。",
            ),
        )
        .keys(&["Mod+D"])
        .or_called(&["copyNode", "cloneNode"]),
        node_is_below,
        duplicate,
    )
    .on(RunsOn::Selection),
];

fn add_beside(stage: &mut MapTarget<'_, '_>, args: &Args, offset: usize) -> Result<Outcome, Reason> {
    let (id, parent) = node_below(stage, args)?;
    let title = plain_lines(args.text("title").unwrap_or_default());
    let position = stage.shape.position(id).map(|position| position + offset);
    let new = stage.add(args.creates, parent, position, &title);
    // Beside a branch is on its side.
    let side = stage.node(id)?.side;
    stage.arrange(new, |row| row.side = side);
    Ok(made(new))
}

fn put(
    stage: &mut MapTarget<'_, '_>,
    args: &Args,
    trees: &NodeTree,
    ids: &[Option<NodeId>],
) -> Result<Outcome, Reason> {
    let parent = named(stage, args, "parentId")?;
    stage.arrange(parent, |row| row.folded = false);
    let first = args.creates.map(NodeId::from_uuid);
    let ids: Vec<Option<NodeId>> = std::iter::once(first).chain(ids.iter().skip(1).copied()).collect();
    let all = transfer::put_below(stage, parent, args.number("position"), trees, &ids);
    let tops = all.iter().zip(&trees.nodes).filter(|(_, node)| node.parent.is_none());
    let select = tops.map(|(id, _)| id.uuid()).collect();
    Ok(Outcome { made: all.iter().map(|id| id.uuid()).collect(), select })
}

/// The trees of a parameter in pre-order, with the ids that some of their nodes are to have.
fn read_trees(trees: &[Value]) -> (NodeTree, Vec<Option<NodeId>>) {
    let mut read = NodeTree::default();
    let mut ids = Vec::new();
    let mut work: Vec<(Option<usize>, &Value)> = trees.iter().rev().map(|tree| (None, tree)).collect();
    while let Some((parent, tree)) = work.pop() {
        let text = |name: &str| plain_lines(tree.get(name).and_then(Value::as_str).unwrap_or_default());
        let place = read.push(parent, text("title"));
        read.nodes[place].note = text("note");
        ids.push(text(TEMP_ID).parse().ok());
        let children = tree.get(CHILDREN).and_then(Value::as_array);
        work.extend(children.into_iter().flatten().rev().map(|child| (Some(place), child)));
    }
    (read, ids)
}

/// Copies the rows themselves, so that nothing about them is lost; links within the copied part lead within the copy.
fn duplicate(stage: &mut MapTarget<'_, '_>, args: &Args) -> Result<Outcome, Reason> {
    let (id, parent) = node_below(stage, args)?;
    let nodes = stage.shape.subtree(id);
    let first = args.creates.map_or_else(|| stage.env.id(), NodeId::from_uuid);
    let rest = (1..nodes.len()).map(|_| stage.env.id());
    let copies: std::collections::BTreeMap<NodeId, NodeId> =
        nodes.iter().copied().zip(std::iter::once(first).chain(rest)).collect();
    let copy_of = |id: NodeId| copies.get(&id).copied();
    let position = stage.shape.position(id).map_or(0, |position| position + 1);
    let order = stage.room(parent, position, 1).pop().unwrap_or_default();
    for (index, &old) in nodes.iter().enumerate() {
        let mut row = Node::clone(&*stage.node(old)?);
        row.id = copy_of(old).unwrap_or(old);
        row.created_at = stage.env.now;
        row.updated_at = stage.env.now;
        row.short = stage.next_short();
        row.parent = row.parent.map(|parent| copy_of(parent).unwrap_or(parent));
        if let Some(NodeLink::Node { node }) = &mut row.link {
            *node = copy_of(*node).unwrap_or(*node);
        }
        row.lines =
            row.lines.into_iter().map(|line| Line { to: copy_of(line.to).unwrap_or(line.to), ..line }).collect();
        let mut at = usize::MAX;
        if index == 0 {
            row.order = order.clone();
            at = position;
        }
        stage.put(row, at);
    }
    Ok(Outcome {
        made: nodes.iter().filter_map(|&old| copy_of(old)).map(NodeId::uuid).collect(),
        select: vec![first.uuid()],
    })
}
