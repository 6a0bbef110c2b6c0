//! Content of a node: title, note, icon, colour, tags, task, link.

use super::{
    Command, MAX_NOTE, NODE, NODE_ID, RunsOn, ensure, named, node, node_is_there, plain_lines, refuse, select,
};
use crate::target::MapTarget;
use espalier_command::args::Args;
use espalier_command::call::Signature;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::mindmap::{Color, Node, NodeId, NodeLink, Task};

const fn writing(signature: Signature, name: Text, description: Text) -> Spec {
    Spec::new(signature, Category::Node, EffectKind::Change, name, description)
}

const TAG: Param = Param::required(
    "tag",
    Schema::Lenient(&Schema::Text { min: 1, max: 100 }),
    Text::new("The tag, without #.", "标签，不带#。"),
)
.or_called(&["name", "label"]);

/// Writes to the node that `nodeId` names.
fn write(stage: &mut MapTarget<'_, '_>, args: &Args, change: impl FnOnce(&mut Node)) -> Result<Outcome, Reason> {
    let id = node(stage, args)?;
    stage.write(id, change);
    Ok(select(id))
}

commands! {
    "node.updateTitle" UpdateTitle(node: NodeId = NODE_ID, title: String = Param { required: true, ..super::TITLE });
    "node.updateNote" UpdateNote(
        node: NodeId = NODE_ID,
        note: String = Param::required(
            "note",
            Schema::Lenient(&Schema::Text { min: 0, max: MAX_NOTE }),
            Text::new("The note, in Markdown.", "备注（Markdown）。"),
        )
        .or_called(&["text", "content", "notes"]),
    );
    "node.setIcon" SetIcon(
        node: NodeId = NODE_ID,
    ) {
        icon: String = Param::optional(
            "icon",
            Schema::Text { min: 1, max: 40 },
            Text::new("An emoji or the name of an icon; null = none.", "表情符号或图标名；null = 无。"),
        ),
    };
    "node.setColor" SetColor(
        node: NodeId = NODE_ID,
    ) {
        color: Color = Param::optional(
        "color",
        Schema::Text { min: 1, max: 40 },
        Text::new(
            "The colour, as #rrggbb; null = the map’s.",
            "颜色，例如#rrggbb；null = 使用导图的颜色。",
        ),
    )
    .or_called(&["colour"]),
    };
    "node.addTag" AddTag(node: NodeId = NODE_ID, tag: String = TAG);
    "node.removeTag" RemoveTag(node: NodeId = NODE_ID, tag: String = TAG);
    "node.setTask" SetTask(
        node: NodeId = NODE_ID,
        task: Task = Param::required(
            "task",
            Schema::Lenient(&Schema::Choice(&["none", "open", "done"])),
            Text::new("The state of the task.", "任务状态。"),
        )
        .or_called(&["state", "status"]),
    );
    "node.addLink" AddLink(
        node: NodeId = NODE_ID,
    ) {
        url: String = Param::optional("url", Schema::Text { min: 1, max: 8_000 }, Text::new("A web address.", "网址。"))
                    .or_called(&["href", "link"]),
        target: NodeId = Param::optional("targetId", NODE, Text::new("Or another node.", "或另一个节点。"))
                    .or_called(&["target"]),
    };
    "node.removeLink" RemoveLink(node: NodeId = NODE_ID);
}

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        writing(
            UpdateTitle::SIGNATURE,
            Text::new("Change title", "修改标题"),
            Text::new("Replaces the title of a node.", "替换节点的标题。"),
        )
        .or_called(&["rename", "renameNode", "setTitle", "editNode"]),
        node_is_there,
        |stage, args| {
            let title = plain_lines(args.text("title").unwrap_or_default());
            write(stage, args, |row| row.title = title)
        },
    ),
    Command::new(
        writing(
            UpdateNote::SIGNATURE,
            Text::new("Change note", "修改备注"),
            Text::new("Replaces the note of a node; an empty one removes it.", "替换节点的备注；空文本则删除备注。"),
        )
        .or_called(&["setNote", "updateNotes", "editNote"]),
        node_is_there,
        |stage, args| {
            let note = plain_lines(args.text("note").unwrap_or_default());
            write(stage, args, |row| row.note = note)
        },
    ),
    Command::new(
        writing(
            SetIcon::SIGNATURE,
            Text::new("Set icon", "设置图标"),
            Text::new("Sets the icon of a node, or removes it.", "设置节点的图标（替换原有图标），或去掉图标。"),
        ),
        node_is_there,
        |stage, args| {
            let icons = args.text("icon").map(str::to_owned).into_iter().collect();
            write(stage, args, |row| row.icons = icons)
        },
    )
    .on(RunsOn::Choice),
    Command::new(
        writing(
            SetColor::SIGNATURE,
            Text::new("Set colour", "设置颜色"),
            Text::new("Sets the colour of a node, or removes it.", "设置节点的颜色，或恢复默认。"),
        )
        .or_called(&["setColour"]),
        |stage, args| {
            let is_color = args.text("color").is_none_or(|text| text.parse::<Color>().is_ok());
            ensure(is_color, refuse("enter a colour such as #3366cc", "请输入颜色，例如#3366cc"))?;
            node_is_there(stage, args)
        },
        |stage, args| {
            let color = args.text("color").and_then(|text| text.parse().ok());
            write(stage, args, |row| row.color = color)
        },
    )
    .on(RunsOn::Choice),
    Command::new(
        writing(
            AddTag::SIGNATURE,
            Text::new("Add tag", "添加标签"),
            Text::new("Adds a tag to a node.", "给节点添加标签。"),
        ),
        |stage, args| {
            ensure(!tag(args).is_empty(), refuse("the tag is empty", "标签为空"))?;
            node_is_there(stage, args)
        },
        |stage, args| {
            write(stage, args, |row| {
                if !row.tags.iter().any(|known| known == tag(args)) {
                    row.tags.push(tag(args).to_owned());
                }
            })
        },
    ),
    Command::new(
        writing(
            RemoveTag::SIGNATURE,
            Text::new("Remove tag", "移除标签"),
            Text::new("Removes a tag from a node.", "移除节点的标签。"),
        ),
        |stage, args| {
            let row = stage.node(node(stage, args)?)?;
            ensure(
                row.tags.iter().any(|known| known == tag(args)),
                refuse("the node has no such tag", "节点没有这个标签"),
            )
        },
        |stage, args| write(stage, args, |row| row.tags.retain(|known| known != tag(args))),
    ),
    Command::new(
        writing(
            SetTask::SIGNATURE,
            Text::new("Set task", "设置任务"),
            Text::new("Makes a node a task that is open or done, or no task.", "把节点设为待办、已完成或非任务。"),
        )
        .keys(&["Mod+Enter"]),
        node_is_there,
        |stage, args| {
            let task = match args.text("task") {
                Some("open") => Task::Open,
                Some("done") => Task::Done,
                _ => Task::None,
            };
            write(stage, args, |row| row.task = task)
        },
    ),
    Command::new(
        writing(
            AddLink::SIGNATURE,
            Text::new("Set link", "设置链接"),
            Text::new("Links a node to a web address or to another node.", "让节点链接到一个网址或另一个节点。"),
        )
        .or_called(&["setLink"]),
        |stage, args| {
            let one = args.get("url").is_some() != args.get("targetId").is_some();
            ensure(
                one,
                refuse("a link leads to a web address or to a node, not both", "链接只能指向一个网址或一个节点"),
            )?;
            if args.get("targetId").is_some() {
                let target = named(stage, args, "targetId")?;
                ensure(target != node(stage, args)?, refuse("a node can’t link to itself", "节点不能链接到自己"))?;
            }
            node_is_there(stage, args)
        },
        |stage, args| {
            let link = match (args.text("url"), args.id("targetId")) {
                (Some(url), _) => Some(NodeLink::Url { url: url.trim().to_owned() }),
                (None, node) => node.map(|node| NodeLink::Node { node }),
            };
            write(stage, args, |row| row.link = link)
        },
    ),
    Command::new(
        writing(
            RemoveLink::SIGNATURE,
            Text::new("Remove link", "移除链接"),
            Text::new("Removes the link of a node.", "移除节点的链接。"),
        ),
        |stage, args| {
            let row = stage.node(node(stage, args)?)?;
            ensure(row.link.is_some(), refuse("the node has no link", "节点没有链接"))
        },
        |stage, args| write(stage, args, |row| row.link = None),
    ),
];

fn tag(args: &Args) -> &str {
    args.text("tag").unwrap_or_default().trim().trim_start_matches('#').trim_start()
}
