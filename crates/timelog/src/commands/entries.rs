//! Adding, changing, copying and deleting entries.

use super::{
    CATEGORY, CategoryRef, Command, END, END_WORDS, ENTRY_ID, ENTRY_IDS, GOAL, MOMENT, Moment, NOTE, OVERLAP, RUNNING,
    START, START_WORDS, TAGS, changing, complete, content_is_there, ensure, entry, new_id, place, plain_lines, refuse,
    select, set_content, span,
};
use crate::overlap::Span;
use crate::target::{LogTarget, set_span, span_of};
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_command::args::Args;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::timelog::{GoalId, Overlap, Tags, TimeEntry, TimeEntryId};

const ZONE: Param = Param::optional(
    "zone",
    Schema::Text { min: 1, max: 64 },
    Text::new("The zone it is kept in, such as Europe/Berlin.", "所在时区，例如Asia/Shanghai。"),
)
.or_called(&["timezone"]);
const CLEAR: Param = Param::optional(
    "clear",
    Schema::Lenient(&Schema::List {
        items: &Schema::Lenient(&Schema::Choice(&["category", "goal", "tags", "note", "end"])),
        max: 5,
    }),
    Text::new("What to clear.", "要清除的字段。"),
);

commands! {
    "entry.add" AddEntry(
        start: Moment = Param::required("start", MOMENT, START_WORDS).or_called(&["startTime", "from", "begin"]),
        end: Moment = Param::required("end", MOMENT, END_WORDS).or_called(&["endTime", "to", "stop"]),
    ) {
        category: CategoryRef = CATEGORY,
        goal: GoalId = GOAL,
        tags: Vec<String> = TAGS,
        note: String = NOTE,
        zone: String = ZONE,
        overlap: Overlap = OVERLAP,
    };
    "entry.edit" EditEntry(
        entry: TimeEntryId = ENTRY_ID,
    ) {
        start: Moment = START,
        end: Moment = END,
        category: CategoryRef = CATEGORY,
        goal: GoalId = GOAL,
        tags: Vec<String> = TAGS,
        note: String = NOTE,
        zone: String = ZONE,
        clear: Vec<&'static str> = CLEAR,
        overlap: Overlap = OVERLAP,
    };
    "entry.duplicate" DuplicateEntry(
        entry: TimeEntryId = ENTRY_ID,
    ) {
        start: Moment = START,
        overlap: Overlap = OVERLAP,
    };
    "entry.delete" DeleteEntries(entries: Vec<TimeEntryId> = ENTRY_IDS);
}

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        changing(
            AddEntry::SIGNATURE,
            Text::new("Add entry", "添加记录"),
            Text::new("Adds an entry from one time to another.", "添加一条从某时到某时的记录。"),
        )
        .or_called(&["addEntry", "createEntry", "logTime"])
        .keys(&["n"])
        .making("entry"),
        |stage, args| {
            content_is_there(stage, args)?;
            stage.has_room(None, adding(stage, args)?, stage.policy(args))
        },
        |stage, args| {
            let span = adding(stage, args)?;
            let start = Timestamp(span.start * 1_000);
            let zone = args.text("zone").map_or_else(|| stage.zone(), Zone::new);
            let mut row = TimeEntry::new(new_id(stage, args, start), start, zone, stage.env.now);
            set_span(&mut row, span);
            set_content(&mut row, args);
            complete(stage, &mut row);
            place(stage, row, args)
        },
    ),
    Command::new(
        changing(
            EditEntry::SIGNATURE,
            Text::new("Edit entry", "编辑记录"),
            Text::new("Changes an entry and its times.", "修改记录的内容和时间。"),
        )
        .or_called(&["updateEntry", "changeEntry"])
        .keys(&["e"]),
        |stage, args| {
            content_is_there(stage, args)?;
            let row = entry(stage, args)?;
            let new = editing(stage, &row, args)?;
            if new.end.is_none() && !row.is_running() {
                ensure(stage.running().is_empty(), refuse("another timer is running", "另一条记录正在计时"))?;
                ensure(
                    new.start <= stage.now().0 / 1_000,
                    refuse("a timer can’t start in the future", "计时不能从未来开始"),
                )?;
            }
            if new == span_of(&row) { Ok(()) } else { stage.has_room(Some(row.id), new, stage.policy(args)) }
        },
        edit,
    ),
    Command::new(
        changing(
            DuplicateEntry::SIGNATURE,
            Text::new("Duplicate entry", "创建记录副本"),
            Text::new(
                "Adds a copy of an entry, right after it or where it is told.",
                "复制一条记录，放在其后或指定的开始时间。",
            ),
        )
        .or_called(&["copyEntry"])
        .keys(&["d"])
        .making("entry"),
        |stage, args| {
            let row = entry(stage, args)?;
            ensure(!row.is_running(), RUNNING)?;
            stage.has_room(None, copying(stage, &row, args)?, stage.policy(args))
        },
        |stage, args| {
            let row = entry(stage, args)?;
            let span = copying(stage, &row, args)?;
            let id = new_id(stage, args, Timestamp(span.start * 1_000));
            let mut copy = TimeEntry { id, updated_at: stage.env.now, ..TimeEntry::clone(&row) };
            set_span(&mut copy, span);
            place(stage, copy, args)
        },
    ),
    Command::new(
        changing(
            DeleteEntries::SIGNATURE,
            Text::new("Delete entries", "删除记录"),
            Text::new("Deletes entries.", "删除若干条记录。"),
        )
        .or_called(&["removeEntry", "deleteEntries"])
        .keys(&["Delete"]),
        |stage, args| {
            let ids = named(args);
            ensure(!ids.is_empty(), refuse("no entries were given", "没有指定记录"))?;
            ids.into_iter().try_for_each(|id| stage.entry(id).map(drop))
        },
        |stage, args| {
            for id in named(args) {
                stage.draft.remove::<TimeEntry>(&id);
            }
            Ok(Outcome::default())
        },
    ),
];

/// The entries that a list names, each once.
pub(super) fn named(args: &Args) -> Vec<TimeEntryId> {
    let mut ids: Vec<TimeEntryId> = args.list("entryIds").iter().filter_map(|id| id.as_str()?.parse().ok()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn adding(stage: &LogTarget<'_, '_>, args: &Args) -> Result<Span, Reason> {
    let missing = || refuse("enter a start and an end", "请输入开始时间和结束时间");
    let start = stage.moment(args, "start")?.ok_or_else(missing)?;
    let end = stage.moment(args, "end")?.ok_or_else(missing)?;
    span(start, Some(end))
}

fn clears(args: &Args, field: &str) -> bool {
    args.list("clear").iter().any(|word| word == field)
}

fn editing(stage: &LogTarget<'_, '_>, row: &TimeEntry, args: &Args) -> Result<Span, Reason> {
    let start = stage.moment(args, "start")?.unwrap_or(row.start);
    let end = stage.moment(args, "end")?.or(row.end).filter(|_| !clears(args, "end"));
    span(start, end)
}

fn edit(stage: &mut LogTarget<'_, '_>, args: &Args) -> Result<Outcome, Reason> {
    let row = entry(stage, args)?;
    let new = editing(stage, &row, args)?;
    if new != span_of(&row) {
        stage.make_room(row.id, new, stage.policy(args))?;
    }
    stage.write(row.id, |row| {
        if new != span_of(row) {
            set_span(row, new);
        }
        set_content(row, args);
        if clears(args, "category") {
            row.category = None;
        }
        if clears(args, "goal") {
            row.goal = None;
        }
        if clears(args, "tags") {
            row.tags = Tags::default();
        }
        if clears(args, "note") {
            row.note = plain_lines("");
        }
        if let Some(zone) = args.text("zone") {
            row.zone = Zone::new(zone);
        }
    });
    Ok(select([row.id]))
}

fn copying(stage: &LogTarget<'_, '_>, row: &TimeEntry, args: &Args) -> Result<Span, Reason> {
    let (start, end) = row.seconds(stage.env.now);
    let at = stage.moment(args, "start")?.unwrap_or(Timestamp(end * 1_000));
    span(at, Some(at.plus_ms((end - start) * 1_000)))
}
