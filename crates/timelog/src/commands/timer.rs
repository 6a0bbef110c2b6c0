//! Starting, stopping and resuming.

use super::{
    CATEGORY, CategoryRef, Command, END, ENTRY, GOAL, Moment, NOT_RUNNING, NOTE, OVERLAP, RUNNING, START, TAGS,
    changing, complete, content_is_there, ensure, entry, new_id, place, refuse, select, set_content, span, stop_all,
};
use crate::target::{LogTarget, span_of};
use espalier_base::time::Timestamp;
use espalier_command::args::Args;
use espalier_command::commands;
use espalier_command::schema::Param;
use espalier_command::spec::Text;
use espalier_command::transaction::Reason;
use espalier_model::timelog::{GoalId, Overlap, TimeEntry, TimeEntryId};

const WHICH: Param =
    Param::optional("entryId", ENTRY, Text::new("The entry; the last one if missing.", "记录；缺省为最近一条。"))
        .or_called(&["entry", "id"]);

commands! {
    "entry.start" StartEntry {
        category: CategoryRef = CATEGORY,
        goal: GoalId = GOAL,
        tags: Vec<String> = TAGS,
        note: String = NOTE,
        start: Moment = START,
        overlap: Overlap = OVERLAP,
    };
    "entry.stop" StopEntry { entry: TimeEntryId = WHICH, end: Moment = END };
    "entry.resume" ResumeEntry { entry: TimeEntryId = WHICH };
}

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        changing(
            StartEntry::SIGNATURE,
            Text::new("Start timer", "开始计时"),
            Text::new("Starts a timer and stops the one that is running.", "开始一条新记录，并停止正在计时的记录。"),
        )
        .or_called(&["startTimer", "timerStart"])
        .keys(&["s"])
        .making("entry"),
        |stage, args| {
            content_is_there(stage, args)?;
            let start = begin(stage, args)?;
            let others = stage.policy(args);
            stage.has_room(None, span(start, Some(stage.now().max(start)))?, others)
        },
        |stage, args| {
            let start = begin(stage, args)?;
            stop_all(stage, start);
            let mut row = TimeEntry::new(new_id(stage, args, start), start, stage.zone(), stage.env.now);
            set_content(&mut row, args);
            complete(stage, &mut row);
            place(stage, row, args)
        },
    ),
    Command::new(
        changing(
            StopEntry::SIGNATURE,
            Text::new("Stop timer", "停止计时"),
            Text::new("Ends the entry that is running.", "结束正在计时的记录。"),
        )
        .or_called(&["stopTimer", "timerStop"])
        .keys(&["x"]),
        |stage, args| {
            let (row, end) = stopping(stage, args)?;
            span(row.start, Some(end)).map(drop)
        },
        |stage, args| {
            let (row, end) = stopping(stage, args)?;
            stage.write(row.id, |row| row.end = Some(end));
            Ok(select([row.id]))
        },
    ),
    Command::new(
        changing(
            ResumeEntry::SIGNATURE,
            Text::new("Resume", "继续计时"),
            Text::new(
                "Starts a new entry that says the same as an earlier one.",
                "按之前的一条记录的内容重新开始计时。",
            ),
        )
        .or_called(&["continue", "resumeTimer"])
        .keys(&["r"])
        .making("entry"),
        |stage, args| ensure(!resuming(stage, args)?.is_running(), RUNNING),
        |stage, args| {
            let (earlier, start) = (resuming(stage, args)?, stage.now());
            stop_all(stage, start);
            let mut row = TimeEntry::new(new_id(stage, args, start), start, stage.zone(), stage.env.now);
            (row.category, row.goal) = (earlier.category, earlier.goal);
            (row.tags, row.note) = (earlier.tags.clone(), earlier.note.clone());
            place(stage, row, args)
        },
    ),
];

fn begin(stage: &LogTarget<'_, '_>, args: &Args) -> Result<Timestamp, Reason> {
    let said = stage.moment(args, "start")?;
    let start = said.unwrap_or(stage.now());
    // It would be left without any length.
    let began_later = said.is_some() && stage.running().iter().any(|row| row.start > start);
    ensure(
        !began_later,
        refuse("the running timer started later; stop it first", "正在计时的记录开始得更晚，请先停止它"),
    )?;
    ensure(start <= stage.now(), refuse("a timer can’t start in the future", "计时不能从未来开始"))?;
    Ok(start)
}

fn stopping(stage: &LogTarget<'_, '_>, args: &Args) -> Result<(std::rc::Rc<TimeEntry>, Timestamp), Reason> {
    let row = match args.get("entryId") {
        Some(_) => entry(stage, args)?,
        None => stage.running().pop().ok_or(NOT_RUNNING)?,
    };
    ensure(row.is_running(), NOT_RUNNING)?;
    let end = stage.moment(args, "end")?.unwrap_or(stage.now().max(row.start));
    Ok((row, end))
}

/// The entry that is named, or the one that ended last.
fn resuming(stage: &LogTarget<'_, '_>, args: &Args) -> Result<std::rc::Rc<TimeEntry>, Reason> {
    if args.get("entryId").is_some() {
        return entry(stage, args);
    }
    let last = stage.entries(|_| true).into_iter().max_by_key(|row| (row.is_running(), span_of(row).end, row.id));
    last.ok_or(refuse("there is no entry to resume", "没有可以继续的记录"))
}
