//! The tools of the assistant as the engine knows them: seven that look something up, one that asks the person, and two
//! that propose changes.

use std::sync::LazyLock;

use serde_json::Value;

use crate::billing::MAX_RATE;
use crate::look_up::OFFERS;
use espalier_agent_api::ask::{Choice, Question, QuestionKind};
use espalier_agent_api::tool::{Arguments, Tool, ToolKind, unchecked};
use espalier_base::language::Language;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_proposal::TOOL_NAME;

/// The name of the tool that asks the person.
pub const ASK: &str = "ask_user";
/// The name of the tool that proposes new entries.
pub const PROPOSE_ENTRIES: &str = "propose_entries";
/// The most options of a question.
const MAX_OPTIONS: usize = 8;
/// The most entries of a proposal.
const MAX_ENTRIES: usize = 200;

const LINE: Schema = Schema::Lenient(&Schema::Text { min: 1, max: 200 });
const PROSE: Schema = Schema::Lenient(&Schema::Text { min: 0, max: 4_000 });
const NAMES: Schema = Schema::Lenient(&Schema::List { items: &LINE, max: 50 });

const fn text(name: &'static str, en: &'static str, zh: &'static str) -> Param {
    Param::optional(name, LINE, Text::new(en, zh))
}

const SUMMARY: Param = Param::optional(
    "summary",
    PROSE,
    Text::new("One sentence on all of it, for the person.", "用一句话概括，给用户看。"),
);
const CATEGORY: Param = text("category", "The category, by name.", "分类名称。");
const GOAL: Param = text("goal", "The goal, by name.", "目标名称。");
const NOTE: Param = Param::optional("note", PROSE, Text::new("What was done.", "做了什么。"));
const TAGS: Param = Param::optional("tags", NAMES, Text::new("Its tags, without #.", "标签，不带#。"));

/// Asks the person.
const ASK_USER: Tool = Tool {
    name: ASK,
    title: Text::new("Ask", "询问"),
    description: Text::new(
        "Asks the user to choose, when a name or a range may mean several things. Never guess instead.",
        "当名称或时段可能有多种含义时，请用户选择，不要猜测。",
    ),
    params: &[
        Param::required("question", PROSE, Text::new("The question.", "问题。")),
        Param::optional(
            "options",
            Schema::Lenient(&Schema::List { items: &LINE, max: MAX_OPTIONS }),
            Text::new("What there is to choose; missing = an answer in words.", "可选项；缺省为自由回答。"),
        ),
        Param::optional(
            "multiple",
            Schema::Lenient(&Schema::Bool),
            Text::new("Whether several may be chosen.", "是否可多选。"),
        ),
    ],
    check: unchecked,
    kind: ToolKind::Ask(question),
    words: |arguments, _| said(arguments, "question"),
};

/// Proposes new entries.
const PROPOSE: Tool = Tool {
    name: PROPOSE_ENTRIES,
    title: Text::new("Propose entries", "建议新增记录"),
    description: Text::new(
        "Proposes entries to be added. Nothing is changed: the user sees a list and ticks what is to be done.",
        "建议新增记录。不会直接修改：用户会看到清单并勾选。",
    ),
    params: &[
        SUMMARY,
        Param::required(
            "entries",
            Schema::Lenient(&Schema::List {
                items: &Schema::Object(&[
                    Param::required(
                        "start",
                        LINE,
                        Text::new(
                            "When it begins: 2026-03-01T09:30, local time.",
                            "开始：2026-03-01T09:30，当地时间。",
                        ),
                    ),
                    Param::required("end", LINE, Text::new("When it ends.", "结束时间。")),
                    CATEGORY,
                    GOAL,
                    TAGS,
                    NOTE,
                ]),
                max: MAX_ENTRIES,
            }),
            Text::new("The entries.", "记录列表。"),
        ),
    ],
    check: unchecked,
    kind: ToolKind::Propose,
    words: |_, _| String::new(),
};

/// Parameters of all commands that can be proposed; each command takes some of them.
const CHANGE: &[Param] = &[
    text("entryId", "The id of an entry.", "记录的标识。"),
    Param::optional("entryIds", NAMES, Text::new("The ids of several entries.", "多条记录的标识。")),
    text("start", "When it begins, such as 2026-03-01T09:30.", "开始时间，例如2026-03-01T09:30。"),
    text("end", "When it ends.", "结束时间。"),
    text("at", "An instant, where to split.", "时间点，例如拆分处。"),
    CATEGORY,
    GOAL,
    TAGS,
    NOTE,
    text("categoryId", "The category that is changed, by name.", "要修改的分类名称。"),
    text("goalId", "The goal that is changed, by name.", "要修改的目标名称。"),
    text("name", "A new name.", "新名称。"),
    text("client", "The client of a new category, by name.", "新分类所属客户的名称。"),
    Param::optional(
        "rate",
        Schema::Lenient(&Schema::Int { min: 0, max: MAX_RATE }),
        Text::new("Price of an hour of a new category in minor units.", "新分类每小时的价格，以最小货币单位计。"),
    ),
    Param::optional(
        "billable",
        Schema::Lenient(&Schema::Bool),
        Text::new("Whether the time of a new category is billed.", "新分类是否计费。"),
    ),
    text("from", "The first day of a goal.", "目标的起始日。"),
    text("to", "The last day of a goal.", "目标的结束日。"),
    Param::optional(
        "targetMinutes",
        Schema::Lenient(&Schema::Int { min: 0, max: 6_000_000 }),
        Text::new("The minutes that a goal wants.", "目标时长（分钟）。"),
    ),
];

/// Proposes any change.
const PROPOSE_CHANGES: Tool = Tool {
    name: TOOL_NAME,
    title: Text::new("Propose changes", "建议修改"),
    description: Text::new(
        "Proposes changes of entries, categories or goals. Nothing is changed: the user ticks what is to be done. Look up \
         the ids first.",
        "建议修改记录、分类或目标。不会直接修改：由用户勾选。请先查询标识。",
    ),
    params: &[
        SUMMARY,
        Param::required(
            "operations",
            Schema::List {
                items: &Schema::Object(&[
                    Param::required(
                        "commandId",
                        Schema::Choice(&[
                            "entry.add",
                            "entry.edit",
                            "entry.delete",
                            "entry.split",
                            "entry.merge",
                            "entry.start",
                            "entry.stop",
                            "category.create",
                            "category.rename",
                            "category.delete",
                            "goal.create",
                            "goal.edit",
                            "goal.delete",
                        ]),
                        Text::new("What is to be done.", "要执行的命令。"),
                    ),
                    Param::required("params", Schema::Object(CHANGE), Text::new("To what.", "参数。")),
                    Param::optional(
                        "description",
                        PROSE,
                        Text::new("One sentence for the person.", "给用户看的一句话。"),
                    ),
                ]),
                max: MAX_ENTRIES,
            },
            Text::new("The changes in order.", "按顺序的修改。"),
        ),
    ],
    check: unchecked,
    kind: ToolKind::Propose,
    words: |_, _| String::new(),
};

static ALL: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let look_up = |offer: &crate::look_up::Offer| Tool {
        name: offer.name,
        title: offer.title,
        description: offer.description,
        params: offer.params,
        check: unchecked,
        kind: ToolKind::Read,
        words: in_words,
    };
    OFFERS.iter().map(look_up).chain([ASK_USER, PROPOSE, PROPOSE_CHANGES]).collect()
});

/// All tools of the assistant.
pub static TOOLS: LazyLock<Vec<&'static Tool>> = LazyLock::new(|| ALL.iter().collect());

fn said(arguments: &Arguments, name: &str) -> String {
    match arguments.get(name) {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Array(items)) => {
            let items = items.iter().filter_map(Value::as_str);
            items.collect::<Vec<_>>().join(", ")
        }
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// Describes a look-up in words: the days, the grouping, the filter.
fn in_words(arguments: &Arguments, language: Language) -> String {
    let english = language == Language::En;
    let mut words: Vec<String> = Vec::new();
    let (start, end) = (said(arguments, "start_date"), said(arguments, "end_date"));
    match (start.as_str(), end.as_str()) {
        ("", "") => {}
        (day, "") | ("", day) => words.push(day.to_owned()),
        (start, end) if start == end => words.push(start.to_owned()),
        (start, end) => words.push(format!("{start} – {end}")),
    }
    words.push(said(arguments, "range").replace("..", " – "));
    let (one, other) = (said(arguments, "range_a"), said(arguments, "range_b"));
    words.push(if other.is_empty() { one } else { format!("{one} / {other}") });
    let group = said(arguments, "group_by");
    if !group.is_empty() {
        words.push(if english { format!("by {group}") } else { format!("按{}", in_chinese(&group)) });
    }
    for name in ["category", "goal"] {
        words.push(said(arguments, name));
    }
    let quoted = |name: &str, before: &str| {
        let text = said(arguments, name);
        if text.is_empty() { text } else { format!("{before}{text}") }
    };
    words.push(quoted("tag", "#"));
    words.push(quoted("text", if english { "with " } else { "含 " }));
    words.retain(|word| !word.is_empty());
    words.join(" · ")
}

/// Translates the names of groups to Chinese; an unknown one stays as it is.
fn in_chinese(groups: &str) -> String {
    const NAMES: [(&str, &str); 8] = [
        ("day", "天"),
        ("week", "周"),
        ("month", "月"),
        ("category", "分类"),
        ("goal", "目标"),
        ("tag", "标签"),
        ("hour", "小时"),
        ("weekday", "星期"),
    ];
    let name = |group: &str| {
        let known = NAMES.iter().find(|(id, _)| *id == group);
        known.map_or_else(|| group.to_owned(), |(_, name)| (*name).to_owned())
    };
    groups.split(", ").map(name).collect::<Vec<_>>().join("、")
}

fn question(arguments: &Arguments) -> Question {
    let options: Vec<String> = match arguments.get("options") {
        Some(Value::Array(items)) => items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    };
    let several = arguments.get("multiple").and_then(Value::as_bool).unwrap_or(false);
    let kind = match options.len() {
        0 => QuestionKind::Text,
        count if several => QuestionKind::ChooseSeveral { min: 1, max: count },
        _ => QuestionKind::ChooseOne,
    };
    let option = |label: String| Choice { id: label.clone(), label, detail: String::new() };
    let other = !options.is_empty();
    Question {
        prompt: said(arguments, "question"),
        kind,
        options: options.into_iter().map(option).collect(),
        other,
        skip: false,
    }
}
