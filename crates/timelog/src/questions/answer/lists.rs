//! Answers that are entries, stretches, categories or goals.

use super::Say;
use crate::questions::words::{count, day, key, percent};
use crate::questions::{Edge, Kind, Pick};
use crate::tools::{Found, Group, share};
use espalier_base::text::truncate;
use espalier_base::time::Timestamp;

/// Formats an instant as the viewer's clock shows it, with the day.
fn at(say: &Say, at: Timestamp) -> String {
    let clock = say.calendar.clock(at.0.div_euclid(1_000));
    let (hour, minute, _) = clock.time();
    let day = day(clock.date, say.today, say.language);
    say.pick(format!("{day}, {hour:02}:{minute:02}"), format!("{day} {hour:02}:{minute:02}"))
}

/// A stretch of time: the day is said once where it is one.
fn stretch(say: &Say, row: &Found) -> String {
    let Some(start) = row.start else { return String::new() };
    let from = at(say, start);
    let to = match row.end {
        None => say.pick("now".to_owned(), "现在".to_owned()),
        Some(end) if say.calendar.day_of(end) == say.calendar.day_of(start) => {
            let (hour, minute, _) = say.calendar.clock(end.0.div_euclid(1_000)).time();
            format!("{hour:02}:{minute:02}")
        }
        Some(end) => at(say, end),
    };
    format!("{from} – {to}")
}

fn line(say: &Say, row: &Found) -> String {
    let name = key(row.keys.first().map_or("", String::as_str), Group::Category, say.today, say.language);
    let note = truncate(&row.note.replace('\n', " "), 80);
    let note = if note.trim().is_empty() { String::new() } else { format!(" · {note}") };
    format!("{} · {name}{note} · {}", stretch(say, row), say.long(row.sums.secs))
}

/// Returns the entries of a finding, which have a beginning; the groups before them are for models.
fn entries<'a>(say: &'a Say) -> Vec<&'a Found> {
    say.finding.rows.iter().filter(|row| row.start.is_some()).collect()
}

/// Words one entry, or as many as are wanted.
pub fn entry(say: &Say) -> String {
    let mut rows = entries(say);
    let head = say.head();
    if say.kind() == Kind::Running {
        rows.retain(|row| row.end.is_none());
        return match rows[..] {
            [] => say.pick("No timer is running.".to_owned(), "现在没有在计时。".to_owned()),
            _ => say.list(
                &say.pick("Running now:".to_owned(), "正在计时：".to_owned()),
                rows.into_iter().map(|row| line(say, row)),
            ),
        };
    }
    let end = |row: &&Found| row.end.unwrap_or(Timestamp(i64::MAX));
    if matches!(say.kind(), Kind::EndOfDay) {
        rows.sort_by_key(|row| std::cmp::Reverse(end(row)));
    }
    let Some(first) = rows.first() else { return say.nothing() };
    if say.plan.top.is_some_and(|top| top > 1) {
        return say.list(&say.pick(format!("{head}:"), format!("{head}：")), rows.iter().map(|row| line(say, row)));
    }
    let (en, zh) = match say.kind() {
        Kind::Last => ("the last entry is", "最近一次是"),
        Kind::First | Kind::StartOfDay => ("the first entry is", "第一条记录是"),
        Kind::EndOfDay => ("the last entry to end is", "最后结束的记录是"),
        Kind::Longest => ("the longest entry is", "最长的一次是"),
        _ => ("the shortest entry is", "最短的一次是"),
    };
    let clock = match (say.kind(), first.start, first.end) {
        (Kind::StartOfDay, Some(start), _) => Some(start),
        (Kind::EndOfDay, _, end) => end,
        _ => None,
    };
    let clock = clock.map(|at| {
        let (hour, minute, _) = say.calendar.clock(at.0.div_euclid(1_000)).time();
        format!("**{hour:02}:{minute:02}**")
    });
    let clock = clock.map(|clock| say.pick(format!("{clock}; "), format!("{clock}，"))).unwrap_or_default();
    let line = line(say, first);
    say.pick(format!("{head}: {clock}{en} {line}."), format!("{head}：{clock}{zh}{line}。"))
}

/// Words when the days begin or end: as usual, at the earliest, or at the latest.
pub fn edges(say: &Say) -> String {
    let Kind::Edge(edge, pick) = say.kind() else { return say.nothing() };
    let is_start = edge == Edge::Start;
    // After midnight is later than before it.
    let second = |row: &Found| {
        let day = say.calendar.clock(row.start?.0.div_euclid(1_000));
        let at = if is_start { day } else { say.calendar.clock(row.end?.0.div_euclid(1_000)) };
        Some(i64::from(at.date.since(day.date)) * 86_400 + i64::from(at.second))
    };
    let mut rows: Vec<(i64, &Found)> =
        say.finding.rows.iter().filter_map(|row| second(row).map(|second| (second, row))).collect();
    rows.sort_by_key(|(second, row)| (*second, row.start));
    let (Some(first), Some(last), Some(middle)) =
        (rows.first(), rows.last(), rows.get(rows.len().saturating_sub(1) / 2))
    else {
        return say.nothing();
    };
    let clock = |(second, _): &(i64, &Found)| format!("{:02}:{:02}", second / 3_600 % 24, second / 60 % 60);
    let on = |(_, row): &(i64, &Found)| {
        let start = row.start.map(|at| say.calendar.day_of(at));
        start.map_or_else(String::new, |start| day(start, say.today, say.language))
    };
    let head = say.head();
    if pick == Pick::Usual {
        let days = say.day_count(u32::try_from(rows.len()).unwrap_or(u32::MAX));
        let (usual, early, late) = (clock(middle), clock(first), clock(last));
        let (early_on, late_on) = (on(first), on(last));
        let (en, zh) = if is_start { ("start", "开始") } else { ("finish", "结束") };
        return say.pick(
            format!(
                "{head}: you usually {en} around **{usual}**, the median of {days}. The earliest is {early} ({early_on}), the latest {late} ({late_on})."
            ),
            format!("{head}：通常**{usual}**左右{zh}（{days}的中位数）。最早{early}（{early_on}），最晚{late}（{late_on}）。"),
        );
    }
    let found = if pick == Pick::Earliest { first } else { last };
    let (at, on) = (clock(found), on(found));
    let (en, zh) = match (pick == Pick::Earliest, is_start) {
        (true, true) => ("earliest start", "最早开始"),
        (true, false) => ("earliest finish", "最早结束"),
        (false, true) => ("latest start", "最晚开始"),
        (false, false) => ("latest finish", "最晚结束"),
    };
    say.pick(
        format!("{head}: the {en} is **{at}**, on the day of {on}."),
        format!("{head}：{zh}的时间是**{at}**（{on}）。"),
    )
}

/// Lists entries with their total.
pub fn entry_list(say: &Say) -> String {
    let total = say.finding.total;
    if total.count == 0 {
        return say.nothing();
    }
    let (head, sum, number) = (say.head(), say.long(total.secs), say.entries(total.count));
    let head = say.pick(format!("{head}: {number}, **{sum}**."), format!("{head}：{number}，合计**{sum}**。"));
    say.list(&head, entries(say).into_iter().map(|row| line(say, row)))
}

/// Lists gaps or overlaps: all in order, or of many the longest first.
pub fn stretches(say: &Say) -> String {
    let gaps = say.kind() == Kind::Gaps;
    let mut rows: Vec<&Found> =
        say.finding.rows.iter().filter(|row| say.plan.most.is_none_or(|most| row.sums.secs <= most)).collect();
    let (when, bounds) = (&say.when, say.bounds());
    let of = match (bounds.is_empty(), say.is_english()) {
        (true, _) => String::new(),
        (_, true) => format!(" of {bounds}"),
        _ => bounds,
    };
    let number = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    let secs: i64 = rows.iter().map(|row| row.sums.secs).sum();
    if rows.is_empty() {
        return if gaps {
            say.pick(format!("{when}: no gaps{of}."), format!("{when}：没有{of}的空档。").replace("没有的", "没有"))
        } else {
            say.pick(format!("{when}: no entries overlap."), format!("{when}：没有重叠的记录。"))
        };
    }
    let many = if gaps {
        count(number, "gap", "gaps", "个空档", say.language)
    } else {
        count(number, "overlap", "overlaps", "处重叠", say.language)
    };
    let sum = say.long(secs);
    let is_cut = rows.len() > super::MAX_LINES;
    if is_cut || say.plan.top.is_some() {
        rows.sort_by_key(|row| std::cmp::Reverse(row.sums.secs));
    }
    let order = if is_cut {
        say.pick(", the longest first".to_owned(), "，最长的在前".to_owned())
    } else {
        String::new()
    };
    let nights = gaps && say.plan.least.is_none_or(|least| least < 36_000);
    let nights =
        if nights { say.pick(", nights included".to_owned(), "，包括夜里".to_owned()) } else { String::new() };
    let head = say.pick(
        format!("{when}: **{many}**{of}, {sum} altogether{nights}{order}:"),
        format!("{when}：{of}**{many}**，合计{sum}{nights}{order}："),
    );
    say.list(&head, rows.iter().map(|row| format!("{} · {}", stretch(say, row), say.long(row.sums.secs))))
}

pub fn categories(say: &Say) -> String {
    let rows = &say.finding.rows;
    if rows.is_empty() {
        return say.pick("There are no categories yet.".to_owned(), "还没有分类。".to_owned());
    }
    let named = rows.iter().filter(|row| row.keys.first().is_some_and(|key| !key.is_empty()));
    let lines = named.map(|row| {
        say.pick(
            format!("{}: {}", row.keys[0], say.long(row.sums.secs)),
            format!("{}：{}", row.keys[0], say.long(row.sums.secs)),
        )
    });
    say.list(&say.pick("Categories and their time so far:".to_owned(), "分类及累计时长：".to_owned()), lines)
}

/// Lists goals with their progress.
pub fn goals(say: &Say) -> String {
    let when = &say.when;
    if say.finding.rows.is_empty() {
        return say.pick(format!("{when}: there is no such goal."), format!("{when}：没有这样的目标。"));
    }
    let lines = say.finding.rows.iter().map(|row| row.keys.first().cloned().unwrap_or_default() + &goal(say, row));
    say.list(&say.pick(format!("Goals, {when}:"), format!("{when}的目标：")), lines)
}

fn goal(say: &Say, row: &Found) -> String {
    let done = say.long(row.sums.secs);
    let Some(target) = row.target_secs.filter(|target| *target > 0) else {
        return say.pick(format!(": **{done}**, no target"), format!("：**{done}**，没有设定时长"));
    };
    let (part, wanted) = (percent(share(row.sums.secs, target).unwrap_or(0.0)), say.long(target));
    let left = match target - row.sums.secs {
        left @ 1.. => say.pick(format!("{} left", say.long(left)), format!("还差{}", say.long(left))),
        _ => say.pick("reached".to_owned(), "已达成".to_owned()),
    };
    say.pick(
        format!(": **{done}** of {wanted} ({part}), {left}"),
        format!("：{wanted}中的**{done}**（{part}），{left}"),
    )
}
