//! Many entries at once, as one step.

use serde_json::Value;

use super::{Command, MAX_NAME, MAX_NOTE, MOMENT, changing, ensure, refuse};
use crate::import;
use crate::moment;
use crate::row::{Kinds, Row};
use crate::target::LogTarget;
use espalier_command::args::Args;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::timelog::{TimeEntryId, whole_second};

/// The most rows of one import.
pub const MAX_ROWS: usize = 2_000_000;

const TEXT: Schema = Schema::Lenient(&Schema::Text { min: 0, max: MAX_NOTE });
const NAME: Schema = Schema::Lenient(&Schema::Text { min: 0, max: MAX_NAME });
const ROW: Schema = Schema::Object(&[
    Param::required("start", MOMENT, Text::new("When it begins.", "开始时间。")),
    Param::optional("end", MOMENT, Text::new("When it ends; missing while it runs.", "结束时间；计时中可缺省。")),
    Param::optional("category", NAME, Text::new("The name of its category.", "分类名称。")),
    Param::optional("goal", NAME, Text::new("The name of its goal.", "目标名称。")),
    Param::optional("tags", Schema::Lenient(&Schema::List { items: &NAME, max: 50 }), Text::new("Its tags.", "标签。")),
    Param::optional("note", TEXT, Text::new("What was done.", "做了什么。")),
    Param::optional("zone", NAME, Text::new("Its zone.", "时区。")),
]);

commands! {
    "entry.import" ImportEntries(
        rows: Value = Param::required(
            "rows",
            Schema::Lenient(&Schema::List { items: &ROW, max: MAX_ROWS }),
            Text::new("The entries.", "记录列表。"),
        )
        .or_called(&["entries"]),
    );
}

pub(super) const COMMANDS: &[Command] = &[Command::new(
    changing(
        ImportEntries::SIGNATURE,
        Text::new("Import entries", "导入记录"),
        Text::new("Adds many entries at once; existing ones are skipped.", "一次添加多条记录；已有的记录会跳过。"),
    )
    .or_called(&["addEntries", "importEntries"]),
    |stage, args| {
        ensure(!args.list("rows").is_empty(), refuse("there is nothing to import", "没有要导入的内容"))?;
        rows(stage, args).map(drop)
    },
    |stage, args| {
        let rows = rows(stage, args)?;
        let done = import::import(stage, &rows, &Kinds::default());
        let made: Vec<_> = done.added.into_iter().map(TimeEntryId::uuid).collect();
        Ok(Outcome { made, select: Vec::new() })
    },
)];

fn rows(stage: &LogTarget<'_, '_>, args: &Args) -> Result<Vec<Row>, Reason> {
    let bad = refuse("a row has no valid times", "有一行的时间无效");
    let one = |row: &Value| {
        let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
        let moment = |name: &str| match text(name) {
            "" => Ok(None),
            given => {
                moment::read(given, stage.calendar(), stage.today()).map(whole_second).map(Some).ok_or(bad.clone())
            }
        };
        let (start, end) = (moment("start")?.ok_or(bad.clone())?, moment("end")?);
        ensure(end.is_none_or(|end| end >= start), bad.clone())?;
        let name = |name: &str| Some(text(name).trim().to_owned()).filter(|name| !name.is_empty());
        let tags = row.get("tags").and_then(Value::as_array).into_iter().flatten();
        Ok(Row {
            start,
            end,
            zone: text("zone").trim().to_owned(),
            category: name("category"),
            goal: name("goal"),
            tags: tags.filter_map(|tag| tag.as_str().map(str::to_owned)).collect(),
            note: text("note").to_owned(),
        })
    };
    args.list("rows").iter().map(one).collect()
}
