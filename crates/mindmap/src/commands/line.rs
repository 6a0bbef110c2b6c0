//! Associative lines between nodes.

use super::{Command, NODE, ensure, named, refuse, select};
use crate::target::MapTarget;
use espalier_command::args::Args;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::Reason;
use espalier_model::mindmap::{Extra, Line, NodeId, Tips};

const FROM: Param =
    Param::required("fromId", NODE, Text::new("The node it starts at.", "起点节点。")).or_called(&["from", "nodeId"]);
const TO: Param =
    Param::required("toId", NODE, Text::new("The node it ends at.", "终点节点。")).or_called(&["to", "targetId"]);

const TIPS: &[&str] = &[Tips::ALL[0].1, Tips::ALL[1].1, Tips::ALL[2].1, Tips::ALL[3].1];

commands! {
    "node.addLine" AddLine(
        from: NodeId = FROM,
        to: NodeId = TO,
    ) {
        label: String = Param::optional(
            "label",
            Schema::Lenient(&Schema::Text { min: 0, max: 500 }),
            Text::new("The text on it.", "线上的文字。"),
        ),
        tips: Tips = Param::optional(
            "tips",
            Schema::Lenient(&Schema::Choice(TIPS)),
            Text::new("At which ends it has an arrowhead.", "哪一端有箭头。"),
        )
        .or_called(&["arrow", "arrows", "arrowheads"]),
    };
    "node.removeLine" RemoveLine(from: NodeId = FROM, to: NodeId = TO);
}

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        Spec::new(
            AddLine::SIGNATURE,
            Category::Node,
            EffectKind::Change,
            Text::new("Add line", "添加关联线"),
            Text::new(
                "Draws a line between two nodes, or changes its text or its arrowheads.",
                "在两个节点之间添加关联线，或修改线上的文字和箭头。",
            ),
        )
        .or_called(&["connect", "addRelation", "addAssociation"]),
        |stage, args| {
            let (from, to) = ends(stage, args)?;
            ensure(from != to, refuse("a line needs two different nodes", "关联线需要两个不同的节点"))
        },
        |stage, args| {
            let (from, to) = ends(stage, args)?;
            let label = args.text("label").map(|label| label.trim().to_owned());
            let name = args.text("tips");
            let tips = Tips::ALL.iter().find(|(_, known)| Some(*known) == name).map(|(tips, _)| *tips);
            stage.write(from, |row| match row.lines.iter_mut().find(|line| line.to == to) {
                Some(line) => {
                    // What is not said stays as it is.
                    line.label = label.unwrap_or_else(|| std::mem::take(&mut line.label));
                    line.tips = tips.unwrap_or(line.tips);
                }
                None => row.lines.push(Line {
                    to,
                    label: label.unwrap_or_default(),
                    tips: tips.unwrap_or_default(),
                    extra: Extra::new(),
                }),
            });
            Ok(select(from))
        },
    ),
    Command::new(
        Spec::new(
            RemoveLine::SIGNATURE,
            Category::Node,
            EffectKind::Change,
            Text::new("Remove line", "移除关联线"),
            Text::new("Removes the line between two nodes.", "移除两个节点之间的关联线。"),
        )
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

fn ends(stage: &MapTarget<'_, '_>, args: &Args) -> Result<(NodeId, NodeId), Reason> {
    Ok((named(stage, args, "fromId")?, named(stage, args, "toId")?))
}
