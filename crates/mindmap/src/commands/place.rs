//! Placement of nodes: deleting, moving, sorting.

use std::cmp::Ordering;

use super::{
    Command, NODE_ID, PARENT_ID, POSITION, ROOT_STAYS, RunsOn, ensure, named, node, node_below, node_is_below,
    node_is_there, refuse, select,
};
use crate::target::MapTarget;
use espalier_command::args::Args;
use espalier_command::call::Signature;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::mindmap::{Node, NodeId, Side, Task};

const fn placing(signature: Signature, name: Text, description: Text) -> Spec {
    Spec::new(signature, Category::Node, EffectKind::Change, name, description)
}

commands! {
    "node.delete" Delete(node: NodeId = NODE_ID);
    "node.deleteKeepChildren" DeleteKeepChildren(node: NodeId = NODE_ID);
    "node.moveTo" MoveTo(node: NodeId = NODE_ID, parent: NodeId = PARENT_ID_ONLY) { position: usize = POSITION };
    "node.moveUp" MoveUp(node: NodeId = NODE_ID);
    "node.moveDown" MoveDown(node: NodeId = NODE_ID);
    "node.moveFirst" MoveFirst(node: NodeId = NODE_ID);
    "node.moveLast" MoveLast(node: NodeId = NODE_ID);
    "node.indent" Indent(node: NodeId = NODE_ID);
    "node.outdent" Outdent(node: NodeId = NODE_ID);
    "node.sortChildren" SortChildren(
        node: NodeId = NODE_ID,
    ) {
        by: &'static str = Param::optional(
            "by",
            Schema::Lenient(&Schema::Choice(&["title", "task", "created"])),
            Text::new("What to sort by; null = title.", "排序依据；null = 标题。"),
        ),
        descending: bool = Param::optional(
            "descending",
            Schema::Lenient(&Schema::Bool),
            Text::new("In reverse order.", "是否倒序。"),
        ),
    };
    "node.setSide" SetSide(
        node: NodeId = NODE_ID,
    ) {
        side: Side = Param::optional(
            "side",
            Schema::Lenient(&Schema::Choice(&["left", "right"])),
            Text::new("The side; null = balanced.", "方向；null = 自动平衡。"),
        ),
    };
}

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        placing(
            Delete::SIGNATURE,
            Text::new("Delete", "删除"),
            Text::new("Deletes a node and everything below it.", "删除节点及其所有下级。"),
        )
        .keys(&["Delete", "Backspace"])
        .or_called(&["deleteNode", "removeNode", "remove"]),
        can_delete,
        |stage, args| delete(stage, args, false),
    )
    .on(RunsOn::Selection)
    .below_root(),
    Command::new(
        placing(
            DeleteKeepChildren::SIGNATURE,
            Text::new("Delete, keep children", "仅删除节点"),
            Text::new("Deletes a node; its children take its place.", "只删除节点本身，子节点上移到它的位置。"),
        )
        .keys(&["Shift+Delete", "Shift+Backspace"])
        .or_called(&["unwrap"]),
        can_delete,
        |stage, args| delete(stage, args, true),
    )
    .on(RunsOn::Selection),
    Command::new(
        placing(
            MoveTo::SIGNATURE,
            Text::new("Move to", "移动到"),
            Text::new(
                "Puts a node, with everything below it, below another.",
                "把节点（连同下级）移动到另一个节点下。",
            ),
        )
        .or_called(&["move", "moveNode", "reparent"]),
        |stage, args| {
            let (id, _) = node_below(stage, args)?;
            let parent = named(stage, args, "parentId")?;
            let below_itself = refuse("a node can’t be moved below itself", "节点不能移动到自己下面");
            ensure(!stage.shape.is_within(parent, id), below_itself)
        },
        |stage, args| {
            let id = node(stage, args)?;
            let parent = named(stage, args, "parentId")?;
            stage.place(id, parent, args.number("position"));
            Ok(select(id))
        },
    ),
    Command::new(
        placing(
            MoveUp::SIGNATURE,
            Text::new("Move up", "上移"),
            Text::new("Puts a node before the sibling above it.", "把节点移到上一个同级节点之前。"),
        )
        .keys(&["Mod+ArrowUp"]),
        |stage, args| has_sibling(stage, args, -1),
        |stage, args| step(stage, args, -1),
    )
    .on(RunsOn::Selection)
    .below_root(),
    Command::new(
        placing(
            MoveDown::SIGNATURE,
            Text::new("Move down", "下移"),
            Text::new("Puts a node after the sibling below it.", "把节点移到下一个同级节点之后。"),
        )
        .keys(&["Mod+ArrowDown"]),
        |stage, args| has_sibling(stage, args, 1),
        |stage, args| step(stage, args, 1),
    )
    .on(RunsOn::Selection)
    .below_root(),
    Command::new(
        placing(
            MoveFirst::SIGNATURE,
            Text::new("Move to the front", "移到最前"),
            Text::new("Puts a node before all its siblings.", "把节点移到所有同级节点之前。"),
        )
        .keys(&["Mod+Home"]),
        |stage, args| has_sibling(stage, args, -1),
        |stage, args| move_to_end(stage, args, Some(0)),
    ),
    Command::new(
        placing(
            MoveLast::SIGNATURE,
            Text::new("Move to the end", "移到最后"),
            Text::new("Puts a node after all its siblings.", "把节点移到所有同级节点之后。"),
        )
        .keys(&["Mod+End"]),
        |stage, args| has_sibling(stage, args, 1),
        |stage, args| move_to_end(stage, args, None),
    ),
    Command::new(
        placing(
            Indent::SIGNATURE,
            Text::new("Indent", "降级"),
            Text::new(
                "Puts a node below the sibling before it, as its last child.",
                "把节点变为上一个同级节点的子节点。",
            ),
        )
        .keys(&["Mod+ArrowRight", "Mod+]"])
        .or_called(&["demote"]),
        |stage, args| has_sibling(stage, args, -1),
        |stage, args| {
            let id = node(stage, args)?;
            if let Some(parent) = stage.shape.sibling(id, -1) {
                stage.arrange(parent, |row| row.folded = false);
                stage.place(id, parent, None);
            }
            Ok(select(id))
        },
    )
    .on(RunsOn::Selection)
    .below_root(),
    Command::new(
        placing(
            Outdent::SIGNATURE,
            Text::new("Outdent", "升级"),
            Text::new("Puts a node right after its parent.", "把节点移到父节点之后，成为其同级。"),
        )
        .keys(&["Mod+ArrowLeft", "Mod+["])
        .or_called(&["promote"]),
        |stage, args| {
            let (_, parent) = node_below(stage, args)?;
            let top = refuse("the node is already below the root", "节点已经在根节点之下");
            ensure(stage.shape.parent(parent).is_some(), top)
        },
        |stage, args| {
            let (id, parent) = node_below(stage, args)?;
            let position = stage.shape.position(parent).map(|position| position + 1);
            if let Some(above) = stage.shape.parent(parent) {
                stage.place(id, above, position);
            }
            Ok(select(id))
        },
    )
    .on(RunsOn::Selection)
    .below_root(),
    Command::new(
        placing(
            SortChildren::SIGNATURE,
            Text::new("Sort children", "排序子节点"),
            Text::new("Sorts the children of a node.", "对节点的子节点排序。"),
        )
        .or_called(&["sort"]),
        |stage, args| {
            let id = node(stage, args)?;
            let few = refuse("there are fewer than two children to sort", "子节点不足两个，无需排序");
            ensure(stage.shape.children(id).len() > 1, few)
        },
        sort,
    )
    .on(RunsOn::Selection),
    Command::new(
        placing(
            SetSide::SIGNATURE,
            Text::new("Set side", "设置方向"),
            Text::new("Puts a main branch on one side of the root.", "把主分支放在根节点的某一侧。"),
        ),
        |stage, args| {
            let (_, parent) = node_below(stage, args)?;
            let main = refuse("only a child of the root has a side", "只有根节点的子节点可以设置方向");
            ensure(Some(parent) == stage.shape.root(), main)
        },
        |stage, args| {
            let id = node(stage, args)?;
            let side = match args.text("side") {
                Some("left") => Some(Side::Left),
                Some("right") => Some(Side::Right),
                _ => None,
            };
            stage.arrange(id, |row| row.side = side);
            Ok(select(id))
        },
    )
    .on(RunsOn::Choice),
];

/// `parentId` where `nodeId` is another parameter.
const PARENT_ID_ONLY: Param = Param { aliases: &["parent", "newParentId", "to"], ..PARENT_ID };

/// Whether an earlier operation of the same transaction deleted the node, perhaps with its parent, so that nothing is
/// left to do.
fn was_there(stage: &MapTarget<'_, '_>, args: &Args) -> bool {
    let id: Option<NodeId> = args.id("nodeId");
    id.is_some_and(|id| !stage.shape.contains(id) && stage.shape.base().index_of(id).is_some())
}

fn can_delete(stage: &MapTarget<'_, '_>, args: &Args) -> Result<(), Reason> {
    if was_there(stage, args) {
        return Ok(());
    }
    node_is_there(stage, args)?;
    node_is_below(stage, args)
}

fn delete(stage: &mut MapTarget<'_, '_>, args: &Args, keep_children: bool) -> Result<Outcome, Reason> {
    if was_there(stage, args) {
        return Ok(Outcome::default());
    }
    let (id, parent) = node_below(stage, args)?;
    let first_child = stage.shape.children(id).first().copied().filter(|_| keep_children);
    let near = first_child.or_else(|| stage.shape.sibling(id, 1)).or_else(|| stage.shape.sibling(id, -1));
    if keep_children {
        stage.lift_children(id);
    }
    stage.remove(id);
    Ok(select(near.unwrap_or(parent)))
}

fn has_sibling(stage: &MapTarget<'_, '_>, args: &Args, offset: isize) -> Result<(), Reason> {
    let (id, _) = node_below(stage, args)?;
    let alone = match offset {
        ..0 => refuse("there is no sibling before this node", "前面没有同级节点"),
        _ => refuse("there is no sibling after this node", "后面没有同级节点"),
    };
    ensure(stage.shape.sibling(id, offset).is_some(), alone)
}

fn step(stage: &mut MapTarget<'_, '_>, args: &Args, offset: isize) -> Result<Outcome, Reason> {
    let (id, parent) = node_below(stage, args)?;
    let position = stage.shape.position(id).and_then(|position| position.checked_add_signed(offset));
    stage.place(id, parent, Some(position.ok_or(ROOT_STAYS)?));
    Ok(select(id))
}

fn move_to_end(stage: &mut MapTarget<'_, '_>, args: &Args, position: Option<usize>) -> Result<Outcome, Reason> {
    let (id, parent) = node_below(stage, args)?;
    stage.place(id, parent, position);
    Ok(select(id))
}

fn sort(stage: &mut MapTarget<'_, '_>, args: &Args) -> Result<Outcome, Reason> {
    let id = node(stage, args)?;
    let children = stage.shape.children(id).into_owned();
    let mut rows = children.iter().map(|&child| stage.node(child)).collect::<Result<Vec<_>, _>>()?;
    let by = args.text("by").unwrap_or("title");
    let descending = args.flag("descending");
    // Equal ones stay in their order.
    rows.sort_by(|one, other| {
        let order = compare(by, one, other);
        if descending { order.reverse() } else { order }
    });
    stage.reorder(id, rows.iter().map(|row| row.id).collect());
    Ok(select(id))
}

fn compare(by: &str, one: &Node, other: &Node) -> Ordering {
    let task = |row: &Node| match row.task {
        Task::Open => 0,
        Task::None => 1,
        Task::Done => 2,
    };
    match by {
        "task" => task(one).cmp(&task(other)),
        "created" => one.created_at.cmp(&other.created_at),
        _ => natural(&one.title, &other.title),
    }
}

/// Compares as people sort: without case, and numbers by their value.
fn natural(one: &str, other: &str) -> Ordering {
    let (mut one, mut other) = (one.chars().peekable(), other.chars().peekable());
    loop {
        let (Some(&left), Some(&right)) = (one.peek(), other.peek()) else {
            return one.peek().is_some().cmp(&other.peek().is_some());
        };
        let order = if left.is_ascii_digit() && right.is_ascii_digit() {
            let number = |chars: &mut std::iter::Peekable<std::str::Chars<'_>>| {
                let digits: String = std::iter::from_fn(|| chars.next_if(char::is_ascii_digit)).collect();
                digits.trim_start_matches('0').to_owned()
            };
            let (left, right) = (number(&mut one), number(&mut other));
            left.len().cmp(&right.len()).then(left.cmp(&right))
        } else {
            one.next();
            other.next();
            left.to_lowercase().cmp(right.to_lowercase())
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_sort_as_people_do() {
        let sorted = ["", "1", "2", "02b", "10", "a", "B", "b2", "b10", "章1", "章12"];
        for pair in sorted.windows(2) {
            assert_eq!(natural(pair[0], pair[1]), Ordering::Less, "{pair:?}");
            assert_eq!(natural(pair[1], pair[0]), Ordering::Greater, "{pair:?}");
        }
        assert_eq!(natural("Ab007", "aB7"), Ordering::Equal);
    }
}
