//! The commands of the time log: what each is called, what it takes, when it can be done, and what it does.
//!
//! - C1 A condition looks at what the parameters name, never at what is selected.
//! - C2 A command that fails has changed nothing; one that succeeds is taken back byte for byte.
//! - C3 Commands leave at most one entry running: starting one stops those that run.
//! - C4 A command that changes when an entry is makes room for it as the policy says; one that is refused says so
//!   before. What comes in from files or as one list is kept as it was, also where it overlaps.

mod categories;
mod entries;
mod goals;
mod import;
mod shape;
mod timer;

use std::rc::Rc;

use serde::{Serialize, Serializer};

pub use self::categories::{
    ArchiveCategory, CreateCategory, DeleteCategory, MergeCategories, MoveCategory, RecolourCategory, RenameCategory,
    RestoreCategory, SetAliases, SetClient, SetRate,
};
pub use self::entries::{AddEntry, DeleteEntries, DuplicateEntry, EditEntry};
pub use self::goals::{CreateGoal, DeleteGoal, EditGoal};
pub use self::import::ImportEntries;
pub use self::shape::{MergeEntries, MoveEntry, ResizeEntry, SplitEntry};
pub use self::timer::{ResumeEntry, StartEntry, StopEntry};
use super::overlap::Span;
use super::target::{LogTarget, span_of};
use espalier_base::time::Timestamp;
use espalier_command::args::Args;
use espalier_command::call::{CommandId, Signature};
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::timelog::{Goal, GoalId, Tags, TimeCategory, TimeCategoryId, TimeEntry, TimeEntryId};

/// Whether a command can be done to what the parameters name.
pub type Condition = fn(&LogTarget<'_, '_>, &Args) -> Result<(), Reason>;
/// Action of a command, run where its condition holds.
pub type Action = fn(&mut LogTarget<'_, '_>, &Args) -> Result<Outcome, Reason>;

/// A command with what it does.
#[derive(Debug)]
pub struct Command {
    /// Name and parameters.
    pub spec: Spec,
    /// Condition under which it can be done.
    pub when: Condition,
    /// The action.
    pub run: Action,
}

impl Command {
    const fn new(spec: Spec, when: Condition, run: Action) -> Self {
        Self { spec, when, run }
    }
}

/// All commands of the time log, in the order in which lists show them.
pub static TABLES: &[&[Command]] =
    &[timer::COMMANDS, entries::COMMANDS, shape::COMMANDS, categories::COMMANDS, goals::COMMANDS, import::COMMANDS];

/// All commands of the time log.
pub fn all() -> impl Iterator<Item = &'static Command> {
    TABLES.iter().copied().flatten()
}

/// The command with an id.
pub fn find(id: CommandId) -> Option<&'static Command> {
    all().find(|command| command.spec.id == id)
}

/// An instant as a parameter, written as in RFC 3339.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment(pub Timestamp);

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_rfc3339())
    }
}

/// A category as a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum CategoryRef {
    /// Its id.
    Id(TimeCategoryId),
    /// Its name, or the id of the operation that makes it.
    Named(String),
}

impl From<TimeCategoryId> for CategoryRef {
    fn from(id: TimeCategoryId) -> Self {
        Self::Id(id)
    }
}

/// The most characters of a note.
pub const MAX_NOTE: usize = 100_000;
/// The most characters of the name of a category or goal.
pub const MAX_NAME: usize = 200;
/// The most entries that one command names.
const MAX_NAMED: usize = 100_000;

const ENTRY: Schema = Schema::Reference("entry");
const CATEGORY_REF: Schema = Schema::Reference("category");
const GOAL_REF: Schema = Schema::Reference("goal");
const MOMENT: Schema = Schema::Lenient(&Schema::Text { min: 1, max: 64 });
const NAME_TEXT: Schema = Schema::Lenient(&Schema::Text { min: 1, max: MAX_NAME });

const ENTRY_ID: Param =
    Param::required("entryId", ENTRY, Text::new("The entry.", "记录。")).or_called(&["entry", "id"]);
const ENTRY_IDS: Param = Param::required(
    "entryIds",
    Schema::Lenient(&Schema::List { items: &ENTRY, max: MAX_NAMED }),
    Text::new("The entries.", "记录列表。"),
)
.or_called(&["entries", "ids", "entryId", "id"]);
const CATEGORY: Param =
    Param::optional("category", CATEGORY_REF, Text::new("The category, by id or name.", "分类（编号或名称）。"))
        .or_called(&["categoryId"]);
const CATEGORY_ID: Param =
    Param::required("categoryId", CATEGORY_REF, Text::new("The category, by id or name.", "分类（编号或名称）。"))
        .or_called(&["category", "id"]);
const GOAL: Param = Param::optional("goal", GOAL_REF, Text::new("The goal, by id or name.", "目标（编号或名称）。"))
    .or_called(&["goalId"]);
const GOAL_ID: Param =
    Param::required("goalId", GOAL_REF, Text::new("The goal, by id or name.", "目标（编号或名称）。"))
        .or_called(&["goal", "id"]);
const TAGS: Param = Param::optional(
    "tags",
    Schema::Lenient(&Schema::List { items: &Schema::Lenient(&Schema::Text { min: 1, max: 100 }), max: 50 }),
    Text::new("Its tags, without #.", "标签，不带#。"),
)
.or_called(&["tag"]);
const NOTE: Param = Param::optional(
    "note",
    Schema::Lenient(&Schema::Text { min: 0, max: MAX_NOTE }),
    Text::new("What was done.", "做了什么。"),
)
.or_called(&["description", "activity", "text", "title"]);
const START_WORDS: Text = Text::new("When it begins, such as 2026-03-01T09:30.", "开始时间，例如2026-03-01T09:30。");
const END_WORDS: Text = Text::new("When it ends, such as 2026-03-01T11:00.", "结束时间，例如2026-03-01T11:00。");
const START: Param = Param::optional("start", MOMENT, START_WORDS).or_called(&["startTime", "from", "begin"]);
const END: Param = Param::optional("end", MOMENT, END_WORDS).or_called(&["endTime", "to", "stop"]);
const OVERLAP: Param = Param::optional(
    "overlap",
    Schema::Lenient(&Schema::Choice(&["allow", "crop", "split", "forbid"])),
    Text::new("What to do if it overlaps others.", "与其他记录重叠时如何处理。"),
);

const ENDS_BEFORE: Reason = refuse("the end must be after the start", "结束时间须晚于开始时间");
/// Refusal of a change in a log without entries.
pub const NO_ENTRY: Reason = refuse("there is no entry yet", "还没有记录");
const NOT_RUNNING: Reason = refuse("no timer is running", "没有正在计时的记录");
const RUNNING: Reason = refuse("it’s still running", "它仍在计时");
const NAME_TAKEN: Reason = refuse("this name is already taken", "已有同名项");
const NO_NAME: Reason = refuse("enter a name", "请填写名称");

const fn refuse(en: &'static str, zh: &'static str) -> Reason {
    Reason::Refused(Text::new(en, zh))
}

fn ensure(holds: bool, reason: Reason) -> Result<(), Reason> {
    if holds { Ok(()) } else { Err(reason) }
}

const fn changing(signature: Signature, name: Text, description: Text) -> Spec {
    Spec::new(signature, Category::Time, EffectKind::Change, name, description)
}

fn made(id: uuid::Uuid) -> Outcome {
    Outcome { made: vec![id], select: vec![id] }
}

fn select(ids: impl IntoIterator<Item = TimeEntryId>) -> Outcome {
    Outcome { made: Vec::new(), select: ids.into_iter().map(TimeEntryId::uuid).collect() }
}

fn entry(stage: &LogTarget<'_, '_>, args: &Args) -> Result<Rc<TimeEntry>, Reason> {
    let missing = || Reason::NotFound { kind: "entry", name: args.text("entryId").unwrap_or_default().to_owned() };
    stage.entry(args.id("entryId").ok_or_else(missing)?)
}

fn category(stage: &LogTarget<'_, '_>, args: &Args, param: &str) -> Result<Rc<TimeCategory>, Reason> {
    let missing = || Reason::NotFound { kind: "category", name: args.text(param).unwrap_or_default().to_owned() };
    let id: TimeCategoryId = args.id(param).ok_or_else(missing)?;
    stage.draft.get::<TimeCategory>(&id).ok_or_else(missing)
}

fn goal(stage: &LogTarget<'_, '_>, args: &Args) -> Result<Rc<Goal>, Reason> {
    let missing = || Reason::NotFound { kind: "goal", name: args.text("goalId").unwrap_or_default().to_owned() };
    let id: GoalId = args.id("goalId").ok_or_else(missing)?;
    stage.draft.get::<Goal>(&id).ok_or_else(missing)
}

/// Whether the records named by the parameters of an entry's content exist; an earlier operation may have deleted them.
fn content_is_there(stage: &LogTarget<'_, '_>, args: &Args) -> Result<(), Reason> {
    if args.get("category").is_some() {
        category(stage, args, "category")?;
    }
    let goal: Option<GoalId> = args.id("goal");
    let there = goal.is_none_or(|goal| stage.draft.get::<Goal>(&goal).is_some());
    ensure(there, Reason::NotFound { kind: "goal", name: args.text("goal").unwrap_or_default().to_owned() })
}

/// Gives an entry the content that the parameters say; what they do not say stays.
fn set_content(row: &mut TimeEntry, args: &Args) {
    if let Some(category) = args.id("category") {
        row.category = Some(category);
    }
    if let Some(goal) = args.id("goal") {
        row.goal = Some(goal);
    }
    if args.get("tags").is_some() {
        row.tags = Tags::new(args.list("tags").iter().filter_map(|tag| tag.as_str()));
    }
    if let Some(note) = args.text("note") {
        row.note = plain_lines(note);
    }
}

/// A goal brings its category along where the entry has none.
fn complete(stage: &LogTarget<'_, '_>, row: &mut TimeEntry) {
    if row.category.is_none() {
        row.category = row.goal.and_then(|goal| stage.draft.get::<Goal>(&goal)).and_then(|goal| goal.category);
    }
}

/// The stretch between two instants, which must be in order.
fn span(start: Timestamp, end: Option<Timestamp>) -> Result<Span, Reason> {
    ensure(end.is_none_or(|end| end >= start), ENDS_BEFORE)?;
    let possible = LogTarget::is_possible(start) && end.is_none_or(LogTarget::is_possible);
    ensure(possible, refuse("enter a year from 1900 to 2199", "请输入1900到2199年之间的时间"))?;
    Ok(Span { start: start.0.div_euclid(1_000), end: end.map(|end| end.0.div_euclid(1_000)) })
}

/// Ends all entries that are running; what began later than that is as short as can be.
fn stop_all(stage: &mut LogTarget<'_, '_>, at: Timestamp) {
    for entry in stage.running() {
        stage.write(entry.id, |row| row.end = Some(at.max(row.start)));
    }
}

/// The id that what is made is to have.
fn new_id(stage: &mut LogTarget<'_, '_>, args: &Args, start: Timestamp) -> TimeEntryId {
    args.creates.map_or_else(|| stage.env.id_at(start), TimeEntryId::from_uuid)
}

/// Puts an entry where it is new or has moved to, makes room for it, and says which it is.
fn place(stage: &mut LogTarget<'_, '_>, row: TimeEntry, args: &Args) -> Result<Outcome, Reason> {
    let (id, span) = (row.id, span_of(&row));
    stage.make_room(id, span, stage.policy(args))?;
    stage.draft.put(row);
    Ok(made(id.uuid()))
}

/// Normalises line ends to those of the rest of the app.
fn plain_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A name as it is kept: one line, not empty.
fn name_of(args: &Args) -> Result<String, Reason> {
    let name = args.text("name").unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    ensure(!name.is_empty(), NO_NAME)?;
    Ok(name)
}

#[cfg(test)]
mod tests;
