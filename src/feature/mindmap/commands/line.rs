//! Associative lines between nodes. Must not be in here: drawing them.

use super::{Command, NODE, ensure, named, refuse, select};
use crate::command::args::Args;
use crate::command::schema::{Param, Schema};
use crate::command::spec::{Category, Kind, Spec, Text};
use crate::command::transaction::Reason;
use crate::feature::mindmap::stage::MapStage;
use crate::model::mindmap::{Extra, Line, NodeId};

const FROM: Param =
    Param::required("fromId", NODE, Text::new("The node it starts at.", "起点节点。")).or_called(&["from", "nodeId"]);
const TO: Param =
    Param::required("toId", NODE, Text::new("The node it ends at.", "终点节点。")).or_called(&["to", "targetId"]);

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        Spec::new(
            "node.addLine",
            Category::Node,
            Kind::Change,
            Text::new("Add line", "添加关联线"),
            Text::new(
                "Draws a line between two nodes, or changes its text.",
                "在两个节点之间添加关联线，或修改线上的文字。",
            ),
        )
        .takes(&[
            FROM,
            TO,
            Param::optional(
                "label",
                Schema::Lenient(&Schema::Text { min: 0, max: 500 }),
                Text::new("The text on it.", "线上的文字。"),
            ),
        ])
        .or_called(&["connect", "addRelation", "addAssociation"]),
        |stage, args| {
            let (from, to) = ends(stage, args)?;
            ensure(from != to, refuse("a line needs two different nodes", "关联线需要两个不同的节点"))
        },
        |stage, args| {
            let (from, to) = ends(stage, args)?;
            let label = args.text("label").unwrap_or_default().trim().to_owned();
            stage.write(from, |row| match row.lines.iter_mut().find(|line| line.to == to) {
                Some(line) => line.label = label,
                None => row.lines.push(Line { to, label, extra: Extra::new() }),
            });
            Ok(select(from))
        },
    ),
    Command::new(
        Spec::new(
            "node.removeLine",
            Category::Node,
            Kind::Change,
            Text::new("Remove line", "移除关联线"),
            Text::new("Removes the line between two nodes.", "移除两个节点之间的关联线。"),
        )
        .takes(&[FROM, TO])
        .or_called(&["disconnect", "removeRelation"]),
        |stage, args| {
            let (from, to) = ends(stage, args)?;
            let there = stage.node(from)?.lines.iter().any(|line| line.to == to);
            ensure(there, refuse("there is no such line", "没有这条关联线"))
        },
        |stage, args| {
            let (from, to) = ends(stage, args)?;
            stage.write(from, |row| row.lines.retain(|line| line.to != to));
            Ok(select(from))
        },
    ),
];

fn ends(stage: &MapStage<'_, '_>, args: &Args) -> Result<(NodeId, NodeId), Reason> {
    Ok((named(stage, args, "fromId")?, named(stage, args, "toId")?))
}
