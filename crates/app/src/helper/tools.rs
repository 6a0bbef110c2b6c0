//! The tools of the helper as a model is offered them: four that look, and one that proposes.

use std::sync::LazyLock;

use serde_json::Value;

use crate::proposals::TARGET;
use espalier_agent_api::tool::{Arguments, Tool, ToolKind, unchecked};
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_proposal::TOOL_NAME;

pub(super) const FIND: &str = "find";
pub(super) const OPEN: &str = "open";
pub(super) const READ: &str = "read";
pub(super) const SUM: &str = "sum";
pub(super) const DAY: &str = "day";

/// The most operations of a proposal.
const MAX_OPERATIONS: usize = 200;

const LINE: Schema = Schema::Lenient(&Schema::Text { min: 1, max: 200 });
const PROSE: Schema = Schema::Lenient(&Schema::Text { min: 0, max: 8_000 });
const LINES: Schema = Schema::Lenient(&Schema::List { items: &LINE, max: 50 });
const ROOMS: Schema = Schema::Lenient(&Schema::List {
    items: &Schema::Lenient(&Schema::Choice(&["chat", "map", "time", "course", "scene"])),
    max: 5,
});
const GROUPS: Schema = Schema::Lenient(&Schema::List {
    items: &Schema::Lenient(&Schema::Choice(&["day", "week", "month", "category", "goal", "tag"])),
    max: 2,
});

const fn line(name: &'static str, en: &'static str, zh: &'static str) -> Param {
    Param::optional(name, LINE, Text::new(en, zh))
}

const ADDRESS: Param = Param::required(
    "address",
    LINE,
    Text::new("The address, copied from a result: map:…, message:…/….", "地址，从结果中照抄，以map:、message:等开头。"),
);

static FIND_TOOL: Tool = Tool {
    name: FIND,
    title: Text::new("Find", "查找"),
    description: Text::new(
        "Finds texts of the user in the rooms that may be looked into: up to 10 hits, each with its address, kind, room \
         and a line.",
        "在允许查看的功能区中查找用户的内容：最多10条，各有地址、类型、功能区和一行文字。",
    ),
    params: &[
        Param::required(
            "text",
            LINE,
            Text::new(
                "The words to look for: a hit has all of them, so give few.",
                "要查找的词：结果要包含全部词，所以尽量少。",
            ),
        )
        .or_called(&["query", "words"]),
        Param::optional(
            "rooms",
            ROOMS,
            Text::new("Only these rooms; missing = all that are allowed.", "只查这些功能区；缺省为所有允许的功能区。"),
        ),
    ],
    check: unchecked,
    kind: ToolKind::Read,
    words: |arguments, _| said(arguments, "text"),
};

static OPEN_TOOL: Tool = Tool {
    name: OPEN,
    title: Text::new("Open", "打开"),
    description: Text::new(
        "Shows something to the user, when they ask to go there. It changes nothing.",
        "用户想去某处时，把它显示出来。不会改动任何内容。",
    ),
    params: &[ADDRESS],
    check: unchecked,
    kind: ToolKind::Read,
    words: |_, _| String::new(),
};

static READ_TOOL: Tool = Tool {
    name: READ,
    title: Text::new("Read", "读取"),
    description: Text::new(
        "The text of a thing: a map as an outline with ids, a conversation, a course, a chapter, an entry, a scene.",
        "某项内容的文字：导图（带标识的大纲）、对话、课程、章节、记录、场景。",
    ),
    params: &[ADDRESS],
    check: unchecked,
    kind: ToolKind::Read,
    words: |_, _| String::new(),
};

static SUM_TOOL: Tool = Tool {
    name: SUM,
    title: Text::new("Add up time", "汇总时间"),
    description: Text::new(
        "Adds up the hours of the time log. Never add up yourself.",
        "汇总时间记录的时长。不要自己计算。",
    ),
    params: &[
        Param::required(
            "period",
            LINE,
            Text::new(
                "The days: 2026-03-01..2026-03-31, \"yesterday\", \"last week\".",
                "时段：2026-03-01..2026-03-31、昨天、上周。",
            ),
        )
        .or_called(&["range", "days"]),
        Param::optional("by", GROUPS, Text::new("How to group.", "分组方式。")).or_called(&["group_by"]),
        line("category", "Only this category.", "只看该分类。"),
        line("goal", "Only this goal.", "只看该目标。"),
        line("tag", "Only this tag.", "只看该标签。"),
        line("text", "Only entries whose note has this text.", "只看备注含该文字的记录。"),
    ],
    check: unchecked,
    kind: ToolKind::Read,
    words: |arguments, _| {
        let words = ["period", "by", "category", "goal", "tag", "text"].map(|name| said(arguments, name));
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" · ")
    },
};

/// Parameters of the commands that are proposed most; each command takes some of them.
const CHANGE: &[Param] = &[
    line("nodeId", "The id of a node.", "节点的标识。"),
    line("parentId", "The id of the node below which something goes.", "上级节点的标识。"),
    line("title", "The title of a node.", "节点的标题。"),
    Param::optional("note", PROSE, Text::new("A note.", "备注。")),
    line("tag", "A tag of a node.", "节点的标签。"),
    line("entryId", "The id of an entry.", "记录的标识。"),
    Param::optional("entryIds", LINES, Text::new("The ids of several entries.", "多条记录的标识。")),
    line("start", "When an entry begins, such as 2026-03-01T09:30.", "记录的开始时间，例如2026-03-01T09:30。"),
    line("end", "When it ends.", "结束时间。"),
    line("category", "The category, by name.", "分类名称。"),
    line("goal", "The goal, by name.", "目标名称。"),
    Param::optional("tags", LINES, Text::new("The tags of an entry.", "记录的标签。")),
    line("name", "A new name.", "新名称。"),
];

static PROPOSE_TOOL: Tool = Tool {
    name: TOOL_NAME,
    title: Text::new("Propose changes", "建议修改"),
    description: Text::new(
        "Proposes changes of one map or of the time log. Nothing is changed: the user ticks what is to be done. Read the \
         ids first. One target in an answer.",
        "建议修改一张导图或时间记录。不会直接修改：由用户勾选。请先读取标识。一次回答只针对一个目标。",
    ),
    params: &[
        Param::required(
            TARGET,
            LINE,
            Text::new("\"time\", or the address of the map: map:….", "“time”，或以map:开头的导图地址。"),
        ),
        Param::optional(
            "summary",
            PROSE,
            Text::new("One sentence on all of it, for the person.", "用一句话概括，给用户看。"),
        ),
        Param::required(
            "operations",
            Schema::List {
                items: &Schema::Object(&[
                    Param::required("commandId", LINE, Text::new("What is to be done.", "要执行的命令。")),
                    Param::required("params", Schema::Object(CHANGE), Text::new("To what.", "参数。")),
                    Param::optional(
                        "description",
                        PROSE,
                        Text::new("One sentence for the person.", "给用户看的一句话。"),
                    ),
                ]),
                max: MAX_OPERATIONS,
            },
            Text::new("The changes in order.", "按顺序的修改。"),
        ),
    ],
    check: unchecked,
    kind: ToolKind::Propose,
    words: |_, _| String::new(),
};

/// Tool of the guide alone: what it looks at of a day before it answers.
pub(super) static DAY_TOOL: Tool = Tool {
    name: DAY,
    title: Text::new("Look at a day", "查看某天"),
    description: Text::new("Lists what was changed or written on a day.", "列出某天改动或写下的内容。"),
    params: &[line("day", "The day.", "日期。")],
    check: unchecked,
    kind: ToolKind::Read,
    words: |arguments, _| said(arguments, "day"),
};

/// The helper's own tools.
pub(super) static TOOLS: LazyLock<Vec<&'static Tool>> =
    LazyLock::new(|| vec![&FIND_TOOL, &OPEN_TOOL, &READ_TOOL, &SUM_TOOL, &PROPOSE_TOOL]);

/// Text of an argument; a list with commas.
pub(super) fn said(arguments: &Arguments, name: &str) -> String {
    match arguments.get(name) {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        _ => String::new(),
    }
}
