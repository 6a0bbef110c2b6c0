//! Commands that change no record: navigation, view, clipboard, files, assistant. They are declared here so that every
//! list has them; where the tree alone determines the node that one leads to, so does the outcome.

use super::{Command, Condition, NODE_ID, ROOT_STAYS, ensure, node, node_is_there, refuse, select};
use crate::target::MapTarget;
use espalier_command::args::Args;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::mindmap::NodeId;

/// Commands that move in a direction on the screen; only the layout knows the nodes they lead to.
pub const GEOMETRIC: &[&str] = &["nav.left", "nav.right", "nav.up", "nav.down"];

const FORMATS: &[&str] = &["json", "mm", "opml", "markdown", "text", "xmind", "svg", "png"];

const fn node_spec(id: &'static str, name: Text, description: Text, keys: &'static [&'static str]) -> Spec {
    Spec::new(id, Category::Navigation, EffectKind::View, name, description).takes(&[NODE_ID]).keys(keys)
}

const fn plain(
    id: &'static str,
    category: Category,
    kind: EffectKind,
    name: Text,
    description: Text,
    keys: &'static [&'static str],
) -> Command {
    let spec = Spec::new(id, category, kind, name, description).keys(keys);
    Command::new(spec, has_root, |_, _| Ok(Outcome::default()))
}

const fn of_node(mut command: Command) -> Command {
    command.spec.params = &[NODE_ID];
    command.when = node_is_there;
    command
}

const fn command(spec: Spec, when: Condition, to: super::Action) -> Command {
    Command::new(spec, when, to)
}

pub(super) const COMMANDS: &[Command] = &[
    command(
        node_spec("nav.select", Text::new("Select", "选中"), Text::new("Selects a node.", "选中一个节点。"), &[]),
        node_is_there,
        |stage, args| Ok(select(node(stage, args)?)),
    ),
    command(
        node_spec(
            "nav.parent",
            Text::new("Go to parent", "转到父节点"),
            Text::new("Selects the parent.", "选中父节点。"),
            &["Alt+Home"],
        ),
        |stage, args| has_neighbour(stage, args, parent, refuse("this node has no parent", "节点没有父节点")),
        |stage, args| select_neighbour(stage, args, parent),
    ),
    command(
        node_spec(
            "nav.firstChild",
            Text::new("Go to first child", "转到第一个子节点"),
            Text::new("Selects the first child.", "选中第一个子节点。"),
            &["Alt+End"],
        ),
        |stage, args| has_neighbour(stage, args, first_child, refuse("this node has no children", "节点没有下级")),
        |stage, args| select_neighbour(stage, args, first_child),
    ),
    command(
        node_spec(
            "nav.nextSibling",
            Text::new("Go to next sibling", "转到下一个同级节点"),
            Text::new("Selects the next sibling.", "选中下一个同级节点。"),
            &["PageDown"],
        ),
        |stage, args| {
            has_neighbour(stage, args, next, refuse("there is no sibling after this node", "后面没有同级节点"))
        },
        |stage, args| select_neighbour(stage, args, next),
    ),
    command(
        node_spec(
            "nav.previousSibling",
            Text::new("Go to previous sibling", "转到上一个同级节点"),
            Text::new("Selects the previous sibling.", "选中上一个同级节点。"),
            &["PageUp"],
        ),
        |stage, args| {
            has_neighbour(stage, args, previous, refuse("there is no sibling before this node", "前面没有同级节点"))
        },
        |stage, args| select_neighbour(stage, args, previous),
    ),
    Command::new(
        Spec::new(
            "nav.root",
            Category::Navigation,
            EffectKind::View,
            Text::new("Go to root", "转到根节点"),
            Text::new("Selects the root.", "选中根节点。"),
        )
        .keys(&["Home"]),
        has_root,
        |stage, _| Ok(stage.shape.root().map_or_else(Outcome::default, select)),
    ),
    of_node(navigation_command(
        "nav.left",
        Text::new("Left", "向左"),
        Text::new("Selects the node on the left.", "选中左边的节点。"),
        &["ArrowLeft"],
    )),
    of_node(navigation_command(
        "nav.right",
        Text::new("Right", "向右"),
        Text::new("Selects the node on the right.", "选中右边的节点。"),
        &["ArrowRight"],
    )),
    of_node(navigation_command(
        "nav.up",
        Text::new("Up", "向上"),
        Text::new("Selects the node above.", "选中上方的节点。"),
        &["ArrowUp"],
    )),
    of_node(navigation_command(
        "nav.down",
        Text::new("Down", "向下"),
        Text::new("Selects the node below.", "选中下方的节点。"),
        &["ArrowDown"],
    )),
    navigation_command(
        "nav.back",
        Text::new("Back", "后退"),
        Text::new("Goes back to the node that was selected before.", "回到之前选中的节点。"),
        &["Alt+ArrowLeft"],
    ),
    navigation_command(
        "nav.forward",
        Text::new("Forward", "前进"),
        Text::new("Goes forward again.", "前进到后退之前的节点。"),
        &["Alt+ArrowRight"],
    ),
    navigation_command(
        "nav.selectAll",
        Text::new("Select all", "全选"),
        Text::new("Selects all nodes.", "选中所有节点。"),
        &["Mod+A"],
    ),
    command(
        node_spec(
            "nav.selectBranch",
            Text::new("Select branch", "选中分支"),
            Text::new("Selects a node and everything below it.", "选中节点及其所有下级。"),
            &["Mod+Shift+A"],
        ),
        node_is_there,
        |stage, args| {
            let branch = stage.shape.subtree(node(stage, args)?);
            Ok(Outcome { made: Vec::new(), select: branch.into_iter().map(NodeId::uuid).collect() })
        },
    ),
    command(
        node_spec(
            "nav.selectSiblings",
            Text::new("Select siblings", "选中同级节点"),
            Text::new("Selects a node and its siblings.", "选中节点及其同级节点。"),
            &["Mod+Alt+A"],
        ),
        node_is_there,
        |stage, args| {
            let id = node(stage, args)?;
            let siblings =
                stage.shape.parent(id).map_or_else(|| vec![id], |parent| stage.shape.children(parent).into_owned());
            Ok(Outcome { made: Vec::new(), select: siblings.into_iter().map(NodeId::uuid).collect() })
        },
    ),
    view_command(
        "view.zoomIn",
        Text::new("Zoom in", "放大"),
        Text::new("Makes the map larger.", "放大导图。"),
        &["Mod+="],
    ),
    view_command(
        "view.zoomOut",
        Text::new("Zoom out", "缩小"),
        Text::new("Makes the map smaller.", "缩小导图。"),
        &["Mod+-"],
    ),
    view_command(
        "view.zoomReset",
        Text::new("Actual size", "实际大小"),
        Text::new("Shows the map at 100%.", "以100%显示。"),
        &["Mod+0"],
    ),
    view_command(
        "view.fit",
        Text::new("Fit", "适应窗口"),
        Text::new("Shows the whole map.", "缩放到显示整张导图。"),
        &["Mod+9"],
    ),
    of_node(view_command(
        "view.center",
        Text::new("Centre", "居中"),
        Text::new("Moves a node to the middle.", "把节点移到中央。"),
        &["Mod+Alt+C"],
    )),
    view_command(
        "view.outline",
        Text::new("Outline view", "大纲视图"),
        Text::new("Shows the map as an outline, or as a map again.", "切换大纲视图。"),
        &["Mod+Alt+O"],
    ),
    of_node(view_command(
        "node.editTitle",
        Text::new("Edit title", "编辑标题"),
        Text::new("Edits the title in place.", "就地编辑标题。"),
        &["F2"],
    )),
    of_node(view_command(
        "node.editNote",
        Text::new("Edit note", "编辑备注"),
        Text::new("Opens the note of a node.", "打开节点备注。"),
        &["Mod+Alt+Enter"],
    )),
    of_node(view_command(
        "node.openLink",
        Text::new("Open link", "打开链接"),
        Text::new("Opens the link of a node.", "打开节点的链接。"),
        &[],
    )),
    view_command(
        "map.search",
        Text::new("Find", "查找"),
        Text::new("Finds text in the map.", "在导图中查找文字。"),
        &["Mod+F"],
    ),
    of_node(outside_command(
        "node.copy",
        Text::new("Copy", "复制"),
        Text::new("Copies nodes as indented text.", "把节点复制为缩进文本。"),
        &["Mod+C"],
    )),
    Command::new(
        Spec::new(
            "node.cut",
            Category::Edit,
            EffectKind::Outside,
            Text::new("Cut", "剪切"),
            Text::new("Copies nodes as indented text and deletes them.", "把节点复制为缩进文本并删除。"),
        )
        .takes(&[NODE_ID])
        .keys(&["Mod+X"]),
        |stage, args| ensure(stage.shape.parent(node(stage, args)?).is_some(), ROOT_STAYS),
        |_, _| Ok(Outcome::default()),
    ),
    Command::new(
        Spec::new(
            "map.export",
            Category::Map,
            EffectKind::Outside,
            Text::new("Export map", "导出导图"),
            Text::new("Writes the map to a file.", "把导图导出为文件。"),
        )
        .takes(&[Param::optional(
            "format",
            Schema::Lenient(&Schema::Choice(FORMATS)),
            Text::new("The format.", "格式。"),
        )]),
        has_root,
        |_, _| Ok(Outcome::default()),
    ),
    of_node(plain(
        "ai.assist",
        Category::Ai,
        EffectKind::View,
        Text::new("Assistant", "助手"),
        Text::new("Opens the assistant of a node.", "打开节点的助手。"),
        &["Mod+Alt+J"],
    )),
];

const fn navigation_command(id: &'static str, name: Text, description: Text, keys: &'static [&'static str]) -> Command {
    plain(id, Category::Navigation, EffectKind::View, name, description, keys)
}

const fn view_command(id: &'static str, name: Text, description: Text, keys: &'static [&'static str]) -> Command {
    plain(id, Category::View, EffectKind::View, name, description, keys)
}

const fn outside_command(id: &'static str, name: Text, description: Text, keys: &'static [&'static str]) -> Command {
    plain(id, Category::Edit, EffectKind::Outside, name, description, keys)
}

fn has_root(stage: &MapTarget<'_, '_>, _: &Args) -> Result<(), Reason> {
    ensure(stage.shape.root().is_some(), refuse("the map is empty", "导图是空的"))
}

type NeighbourFn = fn(&MapTarget<'_, '_>, NodeId) -> Option<NodeId>;

fn parent(stage: &MapTarget<'_, '_>, id: NodeId) -> Option<NodeId> {
    stage.shape.parent(id)
}

fn first_child(stage: &MapTarget<'_, '_>, id: NodeId) -> Option<NodeId> {
    stage.shape.children(id).first().copied()
}

fn next(stage: &MapTarget<'_, '_>, id: NodeId) -> Option<NodeId> {
    stage.shape.sibling(id, 1)
}

fn previous(stage: &MapTarget<'_, '_>, id: NodeId) -> Option<NodeId> {
    stage.shape.sibling(id, -1)
}

fn has_neighbour(
    stage: &MapTarget<'_, '_>,
    args: &Args,
    neighbour: NeighbourFn,
    otherwise: Reason,
) -> Result<(), Reason> {
    ensure(neighbour(stage, node(stage, args)?).is_some(), otherwise)
}

fn select_neighbour(stage: &MapTarget<'_, '_>, args: &Args, neighbour: NeighbourFn) -> Result<Outcome, Reason> {
    Ok(neighbour(stage, node(stage, args)?).map_or_else(Outcome::default, select))
}
