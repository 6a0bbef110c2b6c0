//! The tools of the scene's assistant as the engine knows them: some that perceive, some that act, and one that asks.

use serde_json::Value;

use espalier_agent_api::ask::{Choice, Question, QuestionKind};
use espalier_agent_api::tool::{Arguments, Tool, ToolKind, unchecked};
use espalier_base::language::Language;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_model::scene::ShapeType;

/// Shapes near a point.
pub const NEARBY: &str = "getNearbyObjects";
/// The shape that was made last.
pub const LAST_CREATED: &str = "getLastCreated";
/// Shapes that the person sees.
pub const IN_VIEW: &str = "getObjectsInView";
/// Shapes by type, colour and name.
pub const LIST: &str = "listShapes";
/// One shape.
pub const BY_ID: &str = "getShapeById";
/// The distance of two shapes.
pub const MEASURE: &str = "measureDistance";
/// Makes a shape.
pub const CREATE: &str = "createShape";
/// Changes shapes.
pub const MODIFY: &str = "modifyShape";
/// Deletes shapes.
pub const DELETE: &str = "deleteShape";
/// Arranges shapes.
pub const ARRANGE: &str = "arrangeShapes";
/// Selects shapes.
pub const SELECT: &str = "selectShapes";
/// Takes steps back, or does them again.
pub const UNDO: &str = "undo";
/// The selected shapes, as a set of [`all_of`].
pub const SELECTION: &str = "selection";
/// The most ids of one call.
pub const MOST_IDS: usize = 1_000;
/// The most shapes that one call makes.
pub const MOST_MADE: i64 = 100;
/// Asks the person.
pub const ASK: &str = "askUser";

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

const NUMBER: Schema = Schema::Lenient(&Schema::Number { min: -1e6, max: 1e6 });
const POSITIVE: Schema = Schema::Lenient(&Schema::Number { min: 1e-3, max: 1e5 });
const RADIUS: Schema = Schema::Lenient(&Schema::Number { min: 0.0, max: 1e6 });
const COUNT: Schema = Schema::Lenient(&Schema::Int { min: 0, max: 1_000_000 });
const ID: Schema = Schema::Lenient(&Schema::Text { min: 1, max: 200 });
const IDS: Schema = Schema::Lenient(&Schema::List { items: &ID, max: MOST_IDS });
const LINE: Schema = Schema::Lenient(&Schema::Text { min: 1, max: 200 });
const PROSE: Schema = Schema::Lenient(&Schema::Text { min: 1, max: 1_000 });
const COLOR_NAMES: &[&str] =
    &["red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "brown", "black", "grey", "white"];

const TYPE: Param =
    Param::optional("type", Schema::Lenient(&Schema::Choice(ShapeType::NAMES)), t("Only this type.", "仅此类型。"));
const COLOR: Param = Param::optional(
    "color",
    Schema::Lenient(&Schema::Choice(COLOR_NAMES)),
    t("Only shapes of about this colour.", "仅此颜色（近似）。"),
);
const CURSOR: Param = Param::optional("cursor", COUNT, t("Where to go on, from a result.", "从结果给出的位置继续。"));
const THE_ID: Param = Param::optional("id", ID, t("The id, from a result of this turn.", "本轮查询结果中的id。"));
const THE_IDS: Param = Param::optional("ids", IDS, t("Several ids, instead of id.", "多个id，代替id。"));
const ALL_OF: Param = Param::optional(
    "allOf",
    Schema::Lenient(&Schema::Choice(&[LIST, NEARBY, IN_VIEW, SELECTION])),
    t(
        "Instead of ids, for any number: all that the last call of this tool found, or all that are selected.",
        "代替id，数量不限：该工具最近一次找到的全部图形，或全部选中的图形。",
    ),
)
.rarely();
const EXCEPT_TYPE: Param = Param::optional(
    "exceptType",
    Schema::Lenient(&Schema::Choice(ShapeType::NAMES)),
    t("Not this type.", "排除此类型。"),
)
.rarely();
const EXCEPT_COLOR: Param = Param::optional(
    "exceptColor",
    Schema::Lenient(&Schema::Choice(COLOR_NAMES)),
    t("Not this colour.", "排除此颜色。"),
)
.rarely();
const EXCEPT_NAME: Param = Param::optional("exceptName", LINE, t("Not with this name.", "排除此名称。")).rarely();

const fn number(name: &'static str, en: &'static str, zh: &'static str) -> Param {
    Param::optional(name, NUMBER, t(en, zh))
}

const NEW: &[Param] = &[
    number("x", "To the right; 0 if missing.", "向右；缺省为0。"),
    number("y", "Up; 0 if missing.", "向上；缺省为0。"),
    number("z", "Towards the viewer; 0 if missing.", "朝向观察者；缺省为0。"),
    Param::optional(
        "size",
        POSITIVE,
        t("Side length, or radius of a circle; about 2 if missing.", "边长或圆的半径；缺省约为2。"),
    )
    .or_called(&["side", "sideLength", "radius", "edge"]),
    Param::optional("color", LINE, t("A colour name or #rrggbb.", "颜色名或#rrggbb。")).or_called(&["colour"]),
    Param::optional("name", LINE, t("A name for it.", "名称。")),
    number("rotationX", "Degrees about x.", "绕x轴角度。"),
    number("rotationY", "Degrees about y.", "绕y轴角度。"),
    number("rotationZ", "Degrees about z.", "绕z轴角度。"),
    Param::optional(
        "count",
        Schema::Lenient(&Schema::Int { min: 1, max: MOST_MADE }),
        t("Make so many; 1 if missing.", "数量；缺省为1。"),
    ),
    Param::optional(
        "figure",
        Schema::Lenient(&Schema::Choice(&["line", "grid", "circle"])),
        t("How several are arranged; a line if missing.", "多个时的排列方式；缺省为一行。"),
    ),
];

const CHANGED: &[Param] = &[
    number("x", "New position: right.", "新位置：向右。"),
    number("y", "New position: up.", "新位置：向上。"),
    number("z", "New position: towards the viewer.", "新位置：朝向观察者。"),
    number("dx", "Move by so much instead.", "改为相对移动。"),
    number("dy", "Move up by so much.", "向上移动。"),
    number("dz", "Move towards the viewer by so much.", "朝观察者移动。"),
    Param::optional("size", POSITIVE, t("New side length or radius.", "新边长或半径。")).or_called(&[
        "side",
        "sideLength",
        "radius",
        "edge",
    ]),
    number("grow", "Larger by so much.", "增大的量。").rarely(),
    Param::optional("factor", POSITIVE, t("So many times as large.", "缩放倍数。")).or_called(&["scale"]),
    Param::optional("color", LINE, t("A colour name or #rrggbb.", "颜色名或#rrggbb。")).or_called(&["colour"]),
    Param::optional("name", LINE, t("A new name.", "新名称。")),
    number("rotate", "Turn by so many degrees about y.", "绕y轴旋转的角度。"),
];

const fn read(name: &'static str, title: Text, description: Text, params: &'static [Param]) -> Tool {
    Tool { name, title, description, params, check: unchecked, kind: ToolKind::Read, words: no_words }
}

const fn write(
    name: &'static str,
    title: Text,
    description: Text,
    params: &'static [Param],
    check: fn(&Arguments) -> Result<(), String>,
) -> Tool {
    Tool { name, title, description, params, check, kind: ToolKind::Write, words: no_words }
}

/// All tools.
pub static TOOLS: [&Tool; 13] = [
    &read(
        NEARBY,
        t("Look nearby", "查看附近"),
        t("Finds shapes near a point, the nearest first.", "查找坐标附近的图形，近的在前。"),
        &[
            Param::required("x", NUMBER, t("To the right.", "向右。")),
            Param::required("y", NUMBER, t("Up.", "向上。")),
            Param::required("z", NUMBER, t("Towards the viewer.", "朝向观察者。")),
            Param::optional("radius", RADIUS, t("How far; 5 if missing.", "半径；缺省为5。")),
            TYPE,
            COLOR,
            CURSOR,
        ],
    ),
    &read(
        LAST_CREATED,
        t("Look at the last one", "查看最近创建的图形"),
        t("Finds the shape that was made last.", "查找最近创建的图形。"),
        &[TYPE, COLOR, Param::optional("offset", COUNT, t("1 = the one before the last.", "1 = 倒数第二个。"))],
    ),
    &read(
        IN_VIEW,
        t("Look around", "查看视野"),
        t("Finds the shapes that the user sees now.", "查找用户当前视野内的图形。"),
        &[TYPE, COLOR, EXCEPT_TYPE, EXCEPT_COLOR, EXCEPT_NAME, CURSOR],
    ),
    &read(
        LIST,
        t("List shapes", "列出图形"),
        t("Finds and counts shapes, the latest first.", "列出并计数图形，新的在前。"),
        &[
            TYPE,
            COLOR,
            Param::optional("name", LINE, t("Only with this name.", "仅此名称。")),
            EXCEPT_TYPE,
            EXCEPT_COLOR,
            EXCEPT_NAME,
            CURSOR,
        ],
    ),
    &read(
        BY_ID,
        t("Look at a shape", "查看图形"),
        t("Tells of one shape, or of several.", "查看一个或几个图形。"),
        &[THE_ID, THE_IDS],
    ),
    &read(
        MEASURE,
        t("Measure", "测量距离"),
        t("Measures the distance of the middles of two shapes.", "测量两个图形中心的距离。"),
        &[Param::required("ids", Schema::AtLeast(2, &IDS), t("Two ids.", "两个id。"))],
    ),
    &write(
        CREATE,
        t("Create", "创建"),
        t("Makes a square, a circle or a triangle.", "创建正方形、圆形或三角形。"),
        &[
            Param::required("type", Schema::Lenient(&Schema::Choice(ShapeType::NAMES)), t("The type.", "类型。")),
            Param::optional("params", Schema::Lenient(&Schema::Object(NEW)), t("Its measures.", "参数。")),
        ],
        unchecked,
    ),
    &write(
        MODIFY,
        t("Modify", "修改"),
        t("Moves, turns, scales, recolours or renames shapes.", "移动、旋转、缩放、改色或重命名图形。"),
        &[
            THE_ID,
            THE_IDS,
            ALL_OF,
            Param::required("params", Schema::Lenient(&Schema::Object(CHANGED)), t("What changes.", "要修改的内容。")),
        ],
        changes_something,
    ),
    &write(DELETE, t("Delete", "删除"), t("Deletes shapes.", "删除图形。"), &[THE_ID, THE_IDS, ALL_OF], names_some),
    &write(
        ARRANGE,
        t("Arrange", "排列"),
        t("Arranges shapes in a line, a grid or a circle.", "把图形排成一行、网格或一圈。"),
        &[
            Param::required("ids", Schema::AtLeast(2, &IDS), t("The ids.", "图形的id。")),
            Param::optional(
                "figure",
                Schema::Lenient(&Schema::Choice(&["line", "grid", "circle"])),
                t("The figure; a line if missing.", "排列方式；缺省为一行。"),
            ),
            Param::optional("gap", RADIUS, t("Between neighbours.", "间距。")),
        ],
        unchecked,
    ),
    &write(
        SELECT,
        t("Select", "选中"),
        t("Selects shapes for the user.", "选中图形。"),
        &[THE_ID, THE_IDS, ALL_OF],
        names_some,
    ),
    &write(
        UNDO,
        t("Undo", "撤销"),
        t("Takes the last steps back, or does them again.", "撤销最近的操作，或重做。"),
        &[
            Param::optional("steps", Schema::Lenient(&Schema::Int { min: 1, max: 20 }), t("How many.", "步数。")),
            Param::optional("redo", Schema::Lenient(&Schema::Bool), t("Do again instead.", "改为重做。")),
        ],
        unchecked,
    ),
    &Tool {
        name: ASK,
        title: t("Ask", "询问"),
        description: t(
            "Asks the user to choose, when several shapes may be meant. Never guess instead.",
            "当可能指多个图形时，请用户选择，不要猜测。",
        ),
        params: &[
            Param::required("question", PROSE, t("The question.", "问题。")),
            Param::optional(
                "options",
                Schema::Lenient(&Schema::List {
                    items: &Schema::Object(&[
                        Param::required("id", ID, t("The id of a shape, or a word.", "图形的id，或一个词。")),
                        Param::required("label", LINE, t("What is shown.", "显示的文字。")),
                    ]),
                    max: 8,
                }),
                t("What there is to choose.", "可选项。"),
            ),
        ],
        check: unchecked,
        kind: ToolKind::Ask(question),
        words: |arguments, _| text(arguments, "question"),
    },
];

fn no_words(_: &Arguments, _: Language) -> String {
    String::new()
}

fn text(arguments: &Arguments, name: &str) -> String {
    arguments.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The ids that a call names, in `id` or in `ids`.
pub fn ids_of(arguments: &Arguments) -> Vec<&str> {
    let several = arguments.get("ids").and_then(Value::as_array).into_iter().flatten();
    let mut ids: Vec<&str> = arguments.get("id").into_iter().chain(several).filter_map(Value::as_str).collect();
    let mut seen = std::collections::BTreeSet::new();
    ids.retain(|id| seen.insert(*id));
    ids
}

/// The set that a call names instead of ids: a tool that finds shapes, or [`SELECTION`].
pub fn all_of(arguments: &Arguments) -> Option<&str> {
    arguments.get("allOf").and_then(Value::as_str)
}

fn names_some(arguments: &Arguments) -> Result<(), String> {
    match (ids_of(arguments).is_empty(), all_of(arguments)) {
        (true, None) => Err("id, ids or allOf: at least one shape is needed".to_owned()),
        (false, Some(_)) => Err("allOf: either this, or id and ids".to_owned()),
        _ => Ok(()),
    }
}

fn changes_something(arguments: &Arguments) -> Result<(), String> {
    names_some(arguments)?;
    let params = arguments.get("params").and_then(Value::as_object);
    if params.is_some_and(|params| params.values().any(|value| !value.is_null())) {
        Ok(())
    } else {
        Err("params: at least one change is needed".to_owned())
    }
}

fn question(arguments: &Arguments) -> Question {
    let options = arguments.get("options").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let field = |option: &Value, name: &str| option.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let choice =
        |option: &Value| Choice { id: field(option, "id"), label: field(option, "label"), detail: String::new() };
    let kind = if options.is_empty() { QuestionKind::Text } else { QuestionKind::ChooseOne };
    Question {
        prompt: text(arguments, "question"),
        kind,
        options: options.iter().map(choice).collect(),
        other: false,
        skip: false,
    }
}
