//! The two tools of an interview: showing options, and making the result.

use serde_json::Value;

use super::flow::{MAX_CHAPTERS, MAX_SECTIONS, MIN_MINUTES, MIN_SECTIONS};
use espalier_agent_api::tool::{self, Arguments, Tool, ToolKind};
use espalier_base::language::Language;
use espalier_command::schema::{self, Param, Schema};
use espalier_command::spec::Text;

/// The field of a card that fills none.
pub const GENERAL: &str = "general";
/// The fewest options of a card.
pub const MIN_OPTIONS: usize = 2;
/// The most options of a card.
pub const MAX_OPTIONS: usize = 4;

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

const LINE: Schema = Schema::Text { min: 1, max: 200 };
const PROSE: Schema = Schema::Text { min: 0, max: 4_000 };
const FLAG: Schema = Schema::Lenient(&Schema::Bool);

const QUESTION: Param = Param::required(
    "question",
    Schema::Lenient(&Schema::Text { min: 1, max: 80 }),
    t("A short title of the card", "卡片标题，5到10个字"),
);
const OPTION: Schema = Schema::Lenient(&Schema::Text { min: 1, max: 100_000 });
const OPTIONS: Param = Param::required(
    "options",
    // What a person began with may be among them, and that may be long.
    Schema::Taken(
        &Schema::AtLeast(MIN_OPTIONS, &Schema::List { items: &LINE, max: MAX_OPTIONS }),
        &Schema::AtLeast(MIN_OPTIONS, &Schema::Lenient(&Schema::List { items: &OPTION, max: MAX_OPTIONS })),
    ),
    t("2 to 4 short options", "2到4个简短选项"),
);
const SKIP: Param = Param::optional("allowSkip", FLAG, t("The user may skip this", "允许跳过"));
const SEVERAL: Param = Param::optional("multiSelect", FLAG, t("Several options may be chosen", "允许多选"));
const TARGET_FIELD: Text = t("Which field the choice fills", "所选内容填入哪个字段");
const TARGET: Text = t("Which field the choice fills; general for none", "所选内容填入哪个字段；general表示不填");

/// Schema of the field's name: any text, as the field is known and a wrong name does no harm.
const ANY: Schema = Schema::Lenient(&Schema::Text { min: 0, max: 200 });

/// Shows options, whatever field they are for.
pub const PRESENT: Tool = Tool {
    name: "presentOptions",
    title: t("Options", "选项"),
    description: t(
        "Shows the user clickable options. Call it right after asking a question in words.",
        "向用户展示可点击的选项卡片。用文字提问后立即调用。",
    ),
    params: &[QUESTION, OPTIONS, Param::required("targetField", ANY, TARGET), SKIP, SEVERAL],
    check: enough_options,
    kind: ToolKind::Show,
    words: question_words,
};

/// The tool that shows options for one field, and for no other one.
macro_rules! present {
    ($field:literal) => {
        &Tool {
            params: &[
                QUESTION,
                OPTIONS,
                Param::required("targetField", Schema::Taken(&Schema::Choice(&[$field]), &ANY), TARGET_FIELD),
                SKIP,
                SEVERAL,
            ],
            check: |arguments| {
                enough_options(arguments)?;
                is_for($field, arguments)
            },
            ..PRESENT
        }
    };
}

/// The tools that show options, by field.
const BY_FIELD: [(&str, &Tool); 8] = [
    ("goal", present!("goal")),
    ("background", present!("background")),
    ("targetOutcome", present!("targetOutcome")),
    ("cognitiveStyle", present!("cognitiveStyle")),
    ("aim", present!("aim")),
    ("constraints", present!("constraints")),
    ("deadline", present!("deadline")),
    ("workingStyle", present!("workingStyle")),
];

/// The tool that shows options for this field.
pub fn present(field: &str) -> &'static Tool {
    BY_FIELD.iter().find(|(name, _)| *name == field).map_or(&PRESENT, |(_, tool)| tool)
}

/// Whether options are for the field that was asked for: they say so, or name no other one, or their title is about it.
fn is_for(field: &str, arguments: &Arguments) -> Result<(), String> {
    let text = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default();
    let target = schema::plain(text("targetField"));
    let other = BY_FIELD.iter().any(|(name, _)| *name != field && schema::plain(name) == target);
    if !other || schema::plain(text("question")).contains(&schema::plain(field)) {
        return Ok(());
    }
    Err(format!(
        "targetField: must be {field:?}, and the options must be answers to that; nothing else is asked for now"
    ))
}

const TITLE: Param = Param::required("title", Schema::Lenient(&LINE), t("Its title", "标题"));
const SNIPPET: Param = Param::optional("contentSnippet", Schema::Lenient(&PROSE), t("What is in it", "内容简介"));
const CHAPTER: Schema = Schema::Lenient(&Schema::Object(&[TITLE, SNIPPET]));
const CHAPTERS: Schema = Schema::AtLeast(1, &Schema::List { items: &CHAPTER, max: MAX_CHAPTERS });
const MODULE: Schema =
    Schema::Lenient(&Schema::Object(&[TITLE, Param::required("chapters", CHAPTERS, t("Its chapters", "章节"))]));
const MODULE_LIST: Schema = Schema::List { items: &MODULE, max: MAX_SECTIONS };
const MODULES: Schema = Schema::AtLeast(MIN_SECTIONS, &MODULE_LIST);
const MILESTONE: Schema =
    Schema::Lenient(&Schema::Object(&[TITLE, Param::required("tasks", CHAPTERS, t("Its tasks", "任务"))]));
const MILESTONE_LIST: Schema = Schema::List { items: &MILESTONE, max: MAX_SECTIONS };
const MILESTONES: Schema = Schema::AtLeast(MIN_SECTIONS, &MILESTONE_LIST);

const DESCRIPTION: Param = Param::required("description", Schema::Lenient(&PROSE), t("What it is about", "简介"));
const DIFFICULTY: Param = Param::required(
    "difficulty",
    Schema::Lenient(&Schema::Choice(&["beginner", "intermediate", "advanced"])),
    t("How hard it is", "难度"),
);
const MINUTES: Param = Param::required(
    "estimatedMinutes",
    Schema::Lenient(&Schema::Int { min: MIN_MINUTES as i64, max: 1_000_000 }),
    t("How long all of it takes, in minutes; at least 30", "总时长（分钟），至少30"),
);
const REASON: Param = Param::required("reason", Schema::Lenient(&PROSE), t("Why it suits the user", "为何适合该用户"));

/// Makes the outline of a course.
pub const GENERATE_OUTLINE: Tool = Tool {
    name: "generateOutline",
    title: t("Course outline", "课程大纲"),
    description: t(
        "Makes the personal course outline. Only once everything is known.",
        "生成个性化课程大纲。仅在信息齐全后调用。",
    ),
    params: &[
        TITLE,
        DESCRIPTION,
        DIFFICULTY,
        MINUTES,
        Param::required("modules", MODULES, t("2 to 20 modules", "2到20个模块")),
        REASON,
    ],
    check: enough_sections,
    kind: ToolKind::Show,
    words: title_words,
};

/// Makes the plan of a project.
pub const GENERATE_PLAN: Tool = Tool {
    name: "generatePlan",
    title: t("Project plan", "项目计划"),
    description: t("Makes the plan. Only once everything is known.", "生成项目计划。仅在信息齐全后调用。"),
    params: &[
        TITLE,
        DESCRIPTION,
        DIFFICULTY,
        MINUTES,
        Param::required("milestones", MILESTONES, t("2 to 20 milestones", "2到20个里程碑")),
        REASON,
    ],
    ..GENERATE_OUTLINE
};

/// Makes one module of a course again.
pub const GENERATE_MODULE: Tool = Tool {
    name: "generateModule",
    title: t("Module", "模块"),
    description: t("Rewrites one module of the course.", "重新生成课程中的一个模块。"),
    params: &[TITLE, Param::required("chapters", CHAPTERS, t("Its chapters", "章节"))],
    check: enough_chapters,
    kind: ToolKind::Show,
    words: title_words,
};

/// Makes one milestone of a plan again.
pub const GENERATE_MILESTONE: Tool = Tool {
    name: "generateMilestone",
    title: t("Milestone", "里程碑"),
    description: t("Rewrites one milestone of the plan.", "重新生成计划中的一个里程碑。"),
    params: &[TITLE, Param::required("tasks", CHAPTERS, t("Its tasks", "任务"))],
    ..GENERATE_MODULE
};

/// Makes the missing rest of a course outline that broke off.
pub const GENERATE_REST: Tool = Tool {
    name: "addModules",
    title: t("Missing modules", "缺少的模块"),
    description: t("Adds the modules that are missing in the outline.", "补上大纲中缺少的模块。"),
    params: &[Param::required(
        "modules",
        Schema::AtLeast(1, &MODULE_LIST),
        t("The modules that are missing", "缺少的模块"),
    )],
    check: tool::unchecked,
    kind: ToolKind::Show,
    words: title_words,
};

/// Makes the missing rest of a plan that broke off.
pub const GENERATE_PLAN_REST: Tool = Tool {
    name: "addMilestones",
    title: t("Missing milestones", "缺少的里程碑"),
    description: t("Adds the milestones that are missing in the plan.", "补上计划中缺少的里程碑。"),
    params: &[Param::required(
        "milestones",
        Schema::AtLeast(1, &MILESTONE_LIST),
        t("The milestones that are missing", "缺少的里程碑"),
    )],
    ..GENERATE_REST
};

fn enough_chapters(arguments: &Arguments) -> Result<(), String> {
    let name = if arguments.contains_key("tasks") { "tasks" } else { "chapters" };
    let list = arguments.get(name).and_then(Value::as_array);
    if list.is_some_and(|list| !list.is_empty()) { Ok(()) } else { Err(format!("{name}: must have at least one item")) }
}

fn enough_options(arguments: &Arguments) -> Result<(), String> {
    let options = distinct_options(arguments).len();
    if options < MIN_OPTIONS { Err(format!("options: must be at least {MIN_OPTIONS} that differ")) } else { Ok(()) }
}

/// The options, each once: a small model repeats some.
pub fn distinct_options(arguments: &Arguments) -> Vec<&str> {
    let mut options: Vec<&str> = Vec::new();
    for option in arguments.get("options").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
        if !options.contains(&option) {
            options.push(option);
        }
    }
    options
}

fn enough_sections(arguments: &Arguments) -> Result<(), String> {
    let (name, sections) = sections(arguments);
    let empty = sections.iter().position(|section| chapters(section).is_empty());
    empty.map_or(Ok(()), |index| Err(format!("{name}[{index}]: must have at least one item in it")))
}

/// The parts of a result, with the name they go by.
pub fn sections(arguments: &Arguments) -> (&'static str, &[Value]) {
    let name = if arguments.contains_key("milestones") { "milestones" } else { "modules" };
    (name, arguments.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice))
}

/// The smallest parts of a part.
pub fn chapters(section: &Value) -> &[Value] {
    let list = ["chapters", "tasks"].iter().find_map(|name| section.get(*name)?.as_array());
    list.map_or(&[], Vec::as_slice)
}

fn question_words(arguments: &Arguments, _: Language) -> String {
    arguments.get("question").and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn title_words(arguments: &Arguments, _: Language) -> String {
    arguments.get("title").and_then(Value::as_str).unwrap_or_default().to_owned()
}
