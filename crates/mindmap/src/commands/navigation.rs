//! Commands that change no record: navigation, view, clipboard, files, assistant. They are declared here so that every
//! list has them; where the tree alone determines the node that one leads to, so does the outcome.

use super::{Command, Condition, NODE_ID, ROOT_STAYS, RunsOn, ensure, node, node_is_there, refuse, select};
use crate::target::MapTarget;
use espalier_command::args::Args;
use espalier_command::call::Signature;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::mindmap::NodeId;

const FORMATS: &[&str] = &["json", "mm", "opml", "markdown", "text", "xmind", "svg", "png"];

const fn node_spec(signature: Signature, name: Text, description: Text, keys: &'static [&'static str]) -> Spec {
    Spec::new(signature, Category::Navigation, EffectKind::View, name, description).keys(keys)
}

const fn plain(
    signature: Signature,
    category: Category,
    kind: EffectKind,
    name: Text,
    description: Text,
    keys: &'static [&'static str],
) -> Command {
    let spec = Spec::new(signature, category, kind, name, description).keys(keys);
    Command::new(spec, has_root, |_, _| Ok(Outcome::default()))
}

const fn of_node(mut command: Command) -> Command {
    command.when = node_is_there;
    command
}

const fn command(spec: Spec, when: Condition, to: super::Action) -> Command {
    Command::new(spec, when, to)
}

commands! {
    "nav.select" SelectNode(node: NodeId = NODE_ID);
    "nav.parent" GoToParent(node: NodeId = NODE_ID);
    "nav.firstChild" GoToFirstChild(node: NodeId = NODE_ID);
    "nav.nextSibling" GoToNextSibling(node: NodeId = NODE_ID);
    "nav.previousSibling" GoToPreviousSibling(node: NodeId = NODE_ID);
    "nav.root" GoToRoot;
    "nav.left" GoLeft(node: NodeId = NODE_ID);
    "nav.right" GoRight(node: NodeId = NODE_ID);
    "nav.up" GoUp(node: NodeId = NODE_ID);
    "nav.down" GoDown(node: NodeId = NODE_ID);
    "nav.back" GoBack;
    "nav.forward" GoForward;
    "nav.selectAll" SelectAll;
    "nav.selectBranch" SelectBranch(node: NodeId = NODE_ID);
    "nav.selectSiblings" SelectSiblings(node: NodeId = NODE_ID);
    "view.zoomIn" ZoomIn;
    "view.zoomOut" ZoomOut;
    "view.zoomReset" ZoomReset;
    "view.fit" Fit;
    "view.center" Center(node: NodeId = NODE_ID);
    "view.outline" ShowOutline;
    "node.editTitle" EditTitle(node: NodeId = NODE_ID);
    "node.editNote" EditNote(node: NodeId = NODE_ID);
    "node.openLink" OpenLink(node: NodeId = NODE_ID);
    "map.search" Search;
    "node.copy" Copy(node: NodeId = NODE_ID);
    "node.cut" Cut(node: NodeId = NODE_ID);
    "map.export" Export {
        format: &'static str = Param::optional(
            "format",
            Schema::Lenient(&Schema::Choice(FORMATS)),
            Text::new("The format.", "格式。"),
        ),
    };
    "ai.assist" Assist(node: NodeId = NODE_ID);
}

pub(super) const COMMANDS: &[Command] = &[
    command(
        node_spec(
            SelectNode::SIGNATURE,
            Text::new("Select", "选中"),
            Text::new("Selects a node.", "选中一个节点。"),
            &[],
        ),
        node_is_there,
        |stage, args| Ok(select(node(stage, args)?)),
    ),
    command(
        node_spec(
            GoToParent::SIGNATURE,
            Text::new("Go to parent", "转到父节点"),
            Text::new("Selects the parent.", "选中父节点。"),
            &["Alt+Home"],
        ),
        |stage, args| has_neighbour(stage, args, parent, refuse("this node has no parent", "节点没有父节点")),
        |stage, args| select_neighbour(stage, args, parent),
    ),
    command(
        node_spec(
            GoToFirstChild::SIGNATURE,
            Text::new("Go to first child", "转到第一个子节点"),
            Text::new("Selects the first child.", "选中第一个子节点。"),
            &["Alt+End"],
        ),
        |stage, args| has_neighbour(stage, args, first_child, refuse("this node has no children", "节点没有下级")),
        |stage, args| select_neighbour(stage, args, first_child),
    ),
    command(
        node_spec(
            GoToNextSibling::SIGNATURE,
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
            GoToPreviousSibling::SIGNATURE,
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
            GoToRoot::SIGNATURE,
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
        GoLeft::SIGNATURE,
        Text::new("Left", "向左"),
        Text::new("Selects the node on the left.", "选中左边的节点。"),
        &["ArrowLeft"],
    ))
    .on(RunsOn::Neighbour),
    of_node(navigation_command(
        GoRight::SIGNATURE,
        Text::new("Right", "向右"),
        Text::new("Selects the node on the right.", "选中右边的节点。"),
        &["ArrowRight"],
    ))
    .on(RunsOn::Neighbour),
    of_node(navigation_command(
        GoUp::SIGNATURE,
        Text::new("Up", "向上"),
        Text::new("Selects the node above.", "选中上方的节点。"),
        &["ArrowUp"],
    ))
    .on(RunsOn::Neighbour),
    of_node(navigation_command(
        GoDown::SIGNATURE,
        Text::new("Down", "向下"),
        Text::new("Selects the node below.", "选中下方的节点。"),
        &["ArrowDown"],
    ))
    .on(RunsOn::Neighbour),
    navigation_command(
        GoBack::SIGNATURE,
        Text::new("Back", "后退"),
        Text::new("Goes back to the node that was selected before.", "回到之前选中的节点。"),
        &["Alt+ArrowLeft"],
    ),
    navigation_command(
        GoForward::SIGNATURE,
        Text::new("Forward", "前进"),
        Text::new("Goes forward again.", "前进到后退之前的节点。"),
        &["Alt+ArrowRight"],
    ),
    navigation_command(
        SelectAll::SIGNATURE,
        Text::new("Select all", "全选"),
        Text::new("Selects all nodes.", "选中所有节点。"),
        &["Mod+A"],
    ),
    command(
        node_spec(
            SelectBranch::SIGNATURE,
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
            SelectSiblings::SIGNATURE,
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
        ZoomIn::SIGNATURE,
        Text::new("Zoom in", "放大"),
        Text::new("Makes the map larger.", "放大导图。"),
        &["Mod+="],
    ),
    view_command(
        ZoomOut::SIGNATURE,
        Text::new("Zoom out", "缩小"),
        Text::new("Makes the map smaller.", "缩小导图。"),
        &["Mod+-"],
    ),
    view_command(
        ZoomReset::SIGNATURE,
        Text::new("Actual size", "实际大小"),
        Text::new("Shows the map at 100%.", "以100%显示。"),
        &["Mod+0"],
    ),
    view_command(
        Fit::SIGNATURE,
        Text::new("Fit", "适应窗口"),
        Text::new("Shows the whole map.", "缩放到显示整张导图。"),
        &["Mod+9"],
    ),
    of_node(view_command(
        Center::SIGNATURE,
        Text::new("Centre", "居中"),
        Text::new("Moves a node to the middle.", "把节点移到中央。"),
        &["Mod+Alt+C"],
    )),
    view_command(
        ShowOutline::SIGNATURE,
        Text::new("Outline view", "大纲视图"),
        Text::new("Shows the map as an outline, or as a map again.", "切换大纲视图。"),
        &["Mod+Alt+O"],
    ),
    of_node(view_command(
        EditTitle::SIGNATURE,
        Text::new("Edit title", "编辑标题"),
        Text::new("Edits the title in place.", "就地编辑标题。"),
        &["F2"],
    )),
    of_node(view_command(
        EditNote::SIGNATURE,
        Text::new("Edit note", "编辑备注"),
        Text::new("Opens the note of a node.", "打开节点备注。"),
        &["Mod+Alt+Enter"],
    )),
    of_node(view_command(
        OpenLink::SIGNATURE,
        Text::new("Open link", "打开链接"),
        Text::new("Opens the link of a node.", "打开节点的链接。"),
        &[],
    )),
    view_command(
        Search::SIGNATURE,
        Text::new("Find", "查找"),
        Text::new("Finds text in the map.", "在导图中查找文字。"),
        &["Mod+F"],
    ),
    of_node(outside_command(
        Copy::SIGNATURE,
        Text::new("Copy", "复制"),
        Text::new("Copies nodes as indented text.", "把节点复制为缩进文本。"),
        &["Mod+C"],
    )),
    Command::new(
        Spec::new(
            Cut::SIGNATURE,
            Category::Edit,
            EffectKind::Outside,
            Text::new("Cut", "剪切"),
            Text::new("Copies nodes as indented text and deletes them.", "把节点复制为缩进文本并删除。"),
        )
        .keys(&["Mod+X"]),
        |stage, args| ensure(stage.shape.parent(node(stage, args)?).is_some(), ROOT_STAYS),
        |_, _| Ok(Outcome::default()),
    )
    .below_root(),
    Command::new(
        Spec::new(
            Export::SIGNATURE,
            Category::Map,
            EffectKind::Outside,
            Text::new("Export map", "导出导图"),
            Text::new("Writes the map to a file.", "把导图导出为文件。"),
        ),
        has_root,
        |_, _| Ok(Outcome::default()),
    )
    .on(RunsOn::Choice),
    of_node(plain(
        Assist::SIGNATURE,
        Category::Ai,
        EffectKind::View,
        Text::new("Assistant", "助手"),
        Text::new("Opens the assistant of a node.", "打开节点的助手。"),
        &["Mod+Alt+J"],
    )),
];

const fn navigation_command(
    signature: Signature,
    name: Text,
    description: Text,
    keys: &'static [&'static str],
) -> Command {
    plain(signature, Category::Navigation, EffectKind::View, name, description, keys)
}

const fn view_command(signature: Signature, name: Text, description: Text, keys: &'static [&'static str]) -> Command {
    plain(signature, Category::View, EffectKind::View, name, description, keys)
}

const fn outside_command(
    signature: Signature,
    name: Text,
    description: Text,
    keys: &'static [&'static str],
) -> Command {
    plain(signature, Category::Edit, EffectKind::Outside, name, description, keys)
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
