//! Words of a node's details: its properties besides title and note.

/// The words of a node's details.
#[derive(Debug)]
pub struct Details {
    /// Title of the details.
    pub title: &'static str,
    /// Hint that all of several selected nodes are changed.
    pub several: fn(usize) -> String,
    /// Label of the text on a line to a node of this name.
    pub line_label: fn(&str) -> String,
    /// Text in that field while it is empty.
    pub line_text: &'static str,
    /// Label of the arrowheads of the line to a node of this name.
    pub line_tips: fn(&str) -> String,
    /// Arrowheads: none, at the end, at the beginning, at both, as `Tips::ALL` has them.
    pub tips: [&'static str; 4],
    /// Error of a link that is no address.
    pub no_address: &'static str,
    /// The colour.
    pub colour: &'static str,
    /// Option of no colour.
    pub no_colour: &'static str,
    /// The colours, in their order.
    pub colours: [&'static str; 8],
    /// The icon.
    pub icon: &'static str,
    /// Option of no icon.
    pub no_icon: &'static str,
    /// State as a task.
    pub task: &'static str,
    /// States as a task: no task, to be done, done.
    pub tasks: [&'static str; 3],
    /// The tags.
    pub tags: &'static str,
    /// Text in a field in which an item is added.
    pub add: &'static str,
    /// Button that removes an item of this name.
    pub remove: fn(&str) -> String,
    /// The link.
    pub link: &'static str,
    /// Text in the field of a link.
    pub link_hint: &'static str,
    /// Lines to other nodes.
    pub lines: &'static str,
    /// Button that adds a line.
    pub line_to: &'static str,
    /// Name of the small map.
    pub overview: &'static str,
}

pub(super) const EN: Details = Details {
    title: "Details",
    several: |count| match count {
        1 => "1 node".to_owned(),
        _ => format!("{count} nodes: changes apply to all of them"),
    },
    line_label: |name| format!("Text on the line to “{name}”"),
    line_text: "Label",
    line_tips: |name| format!("Arrowheads of the line to “{name}”"),
    tips: ["No arrow", "Arrow →", "Arrow ←", "Arrows ↔"],
    no_address: "That isn’t a link. Paste one such as https://example.com, or a node’s id such as n12.",
    colour: "Colour",
    no_colour: "No colour",
    colours: ["Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Pink"],
    icon: "Icon",
    no_icon: "No icon",
    task: "Task",
    tasks: ["No task", "To do", "Done"],
    tags: "Tags",
    add: "Add, then Enter",
    remove: |name| format!("Remove “{name}”"),
    link: "Link",
    link_hint: "https://… or a node’s id",
    lines: "Lines to other nodes",
    line_to: "Line to…",
    overview: "Overview of the map",
};

pub(super) const ZH: Details = Details {
    title: "详情",
    several: |count| format!("{count}个节点：修改对全部生效"),
    line_label: |name| format!("到“{name}”的关联线上的文字"),
    line_text: "标签",
    line_tips: |name| format!("连到“{name}”的线的箭头"),
    tips: ["无箭头", "箭头→", "箭头←", "双箭头↔"],
    no_address: "这不是链接。请粘贴https://example.com这样的网址，或n12这样的节点编号。",
    colour: "颜色",
    no_colour: "无颜色",
    colours: ["红", "橙", "黄", "绿", "青", "蓝", "紫", "粉"],
    icon: "图标",
    no_icon: "无图标",
    task: "任务",
    tasks: ["不是任务", "待办", "已完成"],
    tags: "标签",
    add: "输入后按Enter添加",
    remove: |name| format!("移除“{name}”"),
    link: "链接",
    link_hint: "https://……或节点编号",
    lines: "关联线",
    line_to: "连到……",
    overview: "导图缩略图",
};
