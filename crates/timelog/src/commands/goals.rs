//! The commands of goals.

use super::{CATEGORY, Command, GOAL_ID, NAME_TEXT, category, changing, ensure, goal, made, name_of, refuse};
use crate::target::LogTarget;
use espalier_base::date::{DateRange, LocalDate};
use espalier_command::args::Args;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::timelog::{Goal, GoalId, TimeCategoryId};

const DAY: Schema = Schema::Text { min: 10, max: 10 };
const FROM_WORDS: Text = Text::new("The first day, such as 2026-03-01.", "第一天，例如2026-03-01。");
const TO_WORDS: Text = Text::new("The last day, such as 2026-03-31.", "最后一天，例如2026-03-31。");
const TARGET: Param = Param::optional(
    "targetMinutes",
    Schema::Lenient(&Schema::Int { min: 0, max: 100_000_000 }),
    Text::new("The target in minutes; 0 = no target.", "目标时长（分钟）；0 = 不设。"),
)
.or_called(&["minutes", "target"]);
const CLEAR_CATEGORY: Param = Param::optional(
    "clear",
    Schema::Lenient(&Schema::List { items: &Schema::Lenient(&Schema::Choice(&["category", "target"])), max: 2 }),
    Text::new("What to clear.", "要清除的字段。"),
);

commands! {
    "goal.create" CreateGoal(
        name: String = Param::required("name", NAME_TEXT, Text::new("Its name.", "名称。")).or_called(&["title"]),
        from: String = Param::required("from", DAY, FROM_WORDS).or_called(&["startDate", "start", "date"]),
        to: String = Param::required("to", DAY, TO_WORDS).or_called(&["endDate", "end", "until"]),
    ) {
        target: i64 = TARGET,
        category: TimeCategoryId = CATEGORY,
    };
    "goal.edit" EditGoal(
        goal: GoalId = GOAL_ID,
    ) {
        name: String = Param::optional("name", NAME_TEXT, Text::new("Its name.", "名称。")).or_called(&["title"]),
        from: String = Param::optional("from", DAY, FROM_WORDS).or_called(&["startDate", "start"]),
        to: String = Param::optional("to", DAY, TO_WORDS).or_called(&["endDate", "end", "until"]),
        target: i64 = TARGET,
        category: TimeCategoryId = CATEGORY,
        clear: Vec<&'static str> = CLEAR_CATEGORY,
    };
    "goal.delete" DeleteGoal(goal: GoalId = GOAL_ID);
}

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        changing(
            CreateGoal::SIGNATURE,
            Text::new("New goal", "新建目标"),
            Text::new("Adds a goal with dates.", "新建一个有起止日期的目标。"),
        )
        .or_called(&["addGoal"])
        .making("goal"),
        |stage, args| {
            name_of(args)?;
            days(stage, args, None)?;
            category_is_there(stage, args)
        },
        |stage, args| {
            let (name, range) = (name_of(args)?, days(stage, args, None)?);
            let id = args.creates.map_or_else(|| stage.env.id(), GoalId::from_uuid);
            let (from, to) = (range.first, range.last);
            let category = args.id("category");
            stage.draft.put(Goal { id, name, from, to, target_secs: target(args), category });
            Ok(made(id.uuid()))
        },
    ),
    Command::new(
        changing(EditGoal::SIGNATURE, Text::new("Edit goal", "编辑目标"), Text::new("Changes a goal.", "修改目标。"))
            .or_called(&["updateGoal"]),
        |stage, args| {
            let row = goal(stage, args)?;
            if args.get("name").is_some() {
                name_of(args)?;
            }
            days(stage, args, Some(&row))?;
            category_is_there(stage, args)
        },
        edit,
    ),
    Command::new(
        changing(
            DeleteGoal::SIGNATURE,
            Text::new("Delete goal", "删除目标"),
            Text::new("Deletes a goal; its entries stay, without it.", "删除目标；其记录保留，但不再属于它。"),
        )
        .or_called(&["removeGoal"]),
        |stage, args| goal(stage, args).map(drop),
        |stage, args| {
            let id = goal(stage, args)?.id;
            for entry in stage.entries(|entry| entry.goal == Some(id)) {
                stage.write(entry.id, |row| row.goal = None);
            }
            stage.draft.remove::<Goal>(&id);
            Ok(Outcome::default())
        },
    ),
];

fn edit(stage: &mut LogTarget<'_, '_>, args: &Args) -> Result<Outcome, Reason> {
    let row = goal(stage, args)?;
    let range = days(stage, args, Some(&row))?;
    let name = if args.get("name").is_some() { name_of(args)? } else { row.name.clone() };
    let clears = |field: &str| args.list("clear").iter().any(|word| word == field);
    stage.draft.update::<Goal>(&row.id, |row| {
        (row.name, row.from, row.to) = (name, range.first, range.last);
        if args.get("targetMinutes").is_some() || clears("target") {
            row.target_secs = target(args).filter(|_| !clears("target"));
        }
        if args.get("category").is_some() || clears("category") {
            row.category = args.id("category").filter(|_| !clears("category"));
        }
    });
    Ok(Outcome { made: Vec::new(), select: vec![row.id.uuid()] })
}

fn target(args: &Args) -> Option<i64> {
    let minutes = args.get("targetMinutes").and_then(serde_json::Value::as_i64);
    minutes.filter(|&minutes| minutes > 0).map(|minutes| minutes * 60)
}

fn category_is_there(stage: &LogTarget<'_, '_>, args: &Args) -> Result<(), Reason> {
    if args.get("category").is_some() { category(stage, args, "category").map(drop) } else { Ok(()) }
}

fn days(_stage: &LogTarget<'_, '_>, args: &Args, row: Option<&Goal>) -> Result<DateRange, Reason> {
    let day = |param: &str, known: Option<LocalDate>| {
        let given = args.text(param).map(|text| text.trim().parse().ok());
        given.unwrap_or(known).ok_or(refuse("enter a date such as 2026-03-01", "请输入日期，例如2026-03-01"))
    };
    let (from, to) = (day("from", row.map(|row| row.from))?, day("to", row.map(|row| row.to))?);
    ensure(from <= to, refuse("the last day can’t be before the first", "结束日期不能早于开始日期"))?;
    Ok(DateRange { first: from, last: to })
}
