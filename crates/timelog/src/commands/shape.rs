//! Moving, resizing, splitting and merging entries.

use std::rc::Rc;

use super::entries::named;
use super::{
    Command, END, ENTRY_ID, ENTRY_IDS, MOMENT, Moment, OVERLAP, RUNNING, START, changing, ensure, entry, new_id,
    refuse, select, span,
};
use crate::overlap::Span;
use crate::target::{LogTarget, set_span, span_of};
use espalier_base::time::Timestamp;
use espalier_command::args::Args;
use espalier_command::commands;
use espalier_command::schema::Param;
use espalier_command::spec::Text;
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::timelog::{Overlap, TimeEntry, TimeEntryId};

commands! {
    "entry.move" MoveEntry(
        entry: TimeEntryId = ENTRY_ID,
        start: Moment = Param::required("start", MOMENT, Text::new("The new start.", "新的开始时间。")).or_called(&[
                        "startTime",
                        "to",
                        "at",
                    ]),
    ) {
        overlap: Overlap = OVERLAP,
    };
    "entry.resize" ResizeEntry(
        entry: TimeEntryId = ENTRY_ID,
    ) {
        start: Moment = START,
        end: Moment = END,
        overlap: Overlap = OVERLAP,
    };
    "entry.split" SplitEntry(
        entry: TimeEntryId = ENTRY_ID,
        at: Moment = Param::required("at", MOMENT, Text::new("Where the second one begins.", "第二条的开始时间。"))
                    .or_called(&["time", "splitAt", "start"]),
    );
    "entry.merge" MergeEntries(entries: Vec<TimeEntryId> = ENTRY_IDS);
}

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        changing(
            MoveEntry::SIGNATURE,
            Text::new("Move entry", "移动记录"),
            Text::new("Moves an entry to another time; its length stays the same.", "把记录移到另一个时间，时长不变。"),
        ),
        |stage, args| {
            let row = entry(stage, args)?;
            ensure(!row.is_running(), RUNNING)?;
            stage.has_room(Some(row.id), moving(stage, &row, args)?, stage.policy(args))
        },
        |stage, args| {
            let row = entry(stage, args)?;
            let span = moving(stage, &row, args)?;
            reshape(stage, &row, span, args)
        },
    ),
    Command::new(
        changing(
            ResizeEntry::SIGNATURE,
            Text::new("Resize entry", "调整时长"),
            Text::new("Moves one edge of an entry or both.", "移动记录的开始或结束边缘。"),
        ),
        |stage, args| {
            let row = entry(stage, args)?;
            let one = args.get("start").or(args.get("end")).is_some();
            ensure(one, refuse("no edge was given", "没有指定要移动的边缘"))?;
            stage.has_room(Some(row.id), resizing(stage, &row, args)?, stage.policy(args))
        },
        |stage, args| {
            let row = entry(stage, args)?;
            let span = resizing(stage, &row, args)?;
            reshape(stage, &row, span, args)
        },
    ),
    Command::new(
        changing(
            SplitEntry::SIGNATURE,
            Text::new("Split entry", "拆分记录"),
            Text::new("Splits an entry in two at a given time.", "在某个时间点把一条记录拆成两条。"),
        )
        .making("entry"),
        |stage, args| splitting(stage, args).map(drop),
        |stage, args| {
            let (row, at) = splitting(stage, args)?;
            let id = new_id(stage, args, at);
            let rest = TimeEntry { id, start: at, updated_at: stage.env.now, ..TimeEntry::clone(&row) };
            stage.draft.put(rest);
            stage.write(row.id, |row| row.end = Some(at));
            Ok(Outcome { made: vec![id.uuid()], select: vec![row.id.uuid(), id.uuid()] })
        },
    ),
    Command::new(
        changing(
            MergeEntries::SIGNATURE,
            Text::new("Merge entries", "合并记录"),
            Text::new(
                "Merges entries into one, from the earliest start to the latest end.",
                "把若干条记录合并为一条，从最早的开始到最晚的结束。",
            ),
        )
        .or_called(&["joinEntries", "mergeEntries"])
        .keys(&["m"]),
        |stage, args| {
            let rows = merging(stage, args)?;
            let ids: Vec<TimeEntryId> = rows.iter().map(|row| row.id).collect();
            stage.has_room_beside(&ids, merged_span(&rows), stage.policy(args))
        },
        merge,
    ),
];

fn moving(stage: &LogTarget<'_, '_>, row: &TimeEntry, args: &Args) -> Result<Span, Reason> {
    let start = stage.moment(args, "start")?.unwrap_or(row.start);
    span(start, row.end.map(|end| start.plus_ms(end.since_ms(row.start))))
}

fn resizing(stage: &LogTarget<'_, '_>, row: &TimeEntry, args: &Args) -> Result<Span, Reason> {
    span(stage.moment(args, "start")?.unwrap_or(row.start), stage.moment(args, "end")?.or(row.end))
}

fn reshape(stage: &mut LogTarget<'_, '_>, row: &TimeEntry, span: Span, args: &Args) -> Result<Outcome, Reason> {
    if span != span_of(row) {
        stage.make_room(row.id, span, stage.policy(args))?;
        stage.write(row.id, |row| set_span(row, span));
    }
    Ok(select([row.id]))
}

fn splitting(stage: &LogTarget<'_, '_>, args: &Args) -> Result<(Rc<TimeEntry>, Timestamp), Reason> {
    let row = entry(stage, args)?;
    let outside = refuse("that time isn’t within the entry", "该时间不在记录之内");
    let at = stage.moment(args, "at")?.ok_or(outside.clone())?;
    let end = row.end.unwrap_or(stage.now());
    // What runs can be split now: what follows runs on.
    ensure(row.start < at && (at < end || (row.is_running() && at == end)), outside)?;
    Ok((row, at))
}

fn merging(stage: &LogTarget<'_, '_>, args: &Args) -> Result<Vec<Rc<TimeEntry>>, Reason> {
    let mut rows = Vec::new();
    for id in named(args) {
        rows.push(stage.entry(id)?);
    }
    ensure(rows.len() > 1, refuse("select at least two entries to merge", "请至少选择两条记录再合并"))?;
    rows.sort_unstable_by_key(|row| (row.start, row.id));
    Ok(rows)
}

/// Returns the span from the first beginning to the last end.
fn merged_span(rows: &[Rc<TimeEntry>]) -> Span {
    let spans = || rows.iter().map(|row| span_of(row));
    let is_running = spans().any(|span| span.end.is_none());
    Span {
        start: spans().map(|span| span.start).min().unwrap_or_default(),
        end: spans().filter_map(|span| span.end).max().filter(|_| !is_running),
    }
}

/// The first one takes the rest in: notes are joined, and what it lacks it gets from the next one that has it. Room is
/// made for what lies between them.
fn merge(stage: &mut LogTarget<'_, '_>, args: &Args) -> Result<Outcome, Reason> {
    let rows = merging(stage, args)?;
    let span = merged_span(&rows);
    let mut notes: Vec<&str> = Vec::new();
    for row in &rows {
        let note = row.note.trim();
        if !note.is_empty() && !notes.contains(&note) {
            notes.push(note);
        }
    }
    let first = &rows[0];
    let note = if notes.len() == 1 { notes[0].to_owned() } else { notes.join("\n") };
    let tags = rows.iter().fold(first.tags.clone(), |tags, row| tags.and(&row.tags));
    for row in &rows[1..] {
        stage.draft.remove::<TimeEntry>(&row.id);
    }
    stage.make_room(first.id, span, stage.policy(args))?;
    stage.write(first.id, |merged| {
        set_span(merged, span);
        (merged.note, merged.tags) = (note, tags);
        merged.category = rows.iter().find_map(|row| row.category);
        merged.goal = rows.iter().find_map(|row| row.goal);
    });
    Ok(select([first.id]))
}
