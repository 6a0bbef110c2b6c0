//! Answers made of groups.

use super::{MAX_LINES, Say};
use crate::questions::Kind;
use crate::questions::words::{key, percent};
use crate::tools::{Found, Group, Sums, mean, share};

/// The groups with their parts, under a head.
pub fn rows_under(say: &Say, head: &str) -> String {
    let whole = say.finding.total.secs;
    // Of tags an entry may have several, so that their parts are no parts of the whole; of days they say little.
    let has_parts = matches!(say.group(), Group::Client | Group::Category | Group::Goal | Group::Weekday | Group::Hour);
    // What has no time is the first that can be left out of a long list.
    let is_long = say.finding.rows.len() > MAX_LINES;
    let left_out = is_long && say.finding.rows.iter().any(|row| row.sums.secs == 0);
    let rows = say.finding.rows.iter().filter(|row| !is_long || row.sums.secs > 0);
    let lines = rows.map(|row| {
        let (name, sum) = (say.name(row), say.long(row.sums.secs));
        let mut more: Vec<String> =
            share(row.sums.secs, whole).filter(|_| has_parts).map(percent).into_iter().collect();
        if say.group() == Group::Weekday {
            let a_day = say.long(row.sums.mean_per_day().unwrap_or(0));
            more.push(say.pick(format!("{a_day} a day"), format!("平均每天{a_day}")));
        }
        let more = more.join(if say.is_english() { ", " } else { "，" });
        let more = match (more.is_empty(), say.is_english()) {
            (true, _) => more,
            (_, true) => format!(" ({more})"),
            _ => format!("（{more}）"),
        };
        say.pick(format!("{name}: {sum}{more}"), format!("{name}：{sum}{more}"))
    });
    let mut text = say.list(head, lines);
    if left_out {
        text += &say.pick("\n\nThose without an entry are not listed.".to_owned(), "\n\n没有记录的未列出。".to_owned());
    }
    text
}

pub fn table(say: &Say) -> String {
    let Sums { secs, count, .. } = say.finding.total;
    if count == 0 {
        return say.nothing();
    }
    let (head, sum, entries) = (say.head(), say.long(secs), say.entries(count));
    rows_under(say, &say.pick(format!("{head}: **{sum}** in {entries}."), format!("{head}：**{sum}**，{entries}。")))
}

/// The groups with the most time, or the least of those that have any.
pub fn extreme(say: &Say) -> String {
    let most = matches!(say.kind(), Kind::Most(_));
    let is_named = |row: &&Found| row.keys.first().is_some_and(|key| !key.is_empty());
    // Nothing is not the category one asks for; a week without anything is a week.
    let counts = |row: &&Found| row.sums.secs > 0 || !most && matches!(say.group(), Group::Week | Group::Month);
    let mut rows: Vec<&Found> = say.finding.rows.iter().filter(counts).filter(is_named).collect();
    // Of equals the first stays the first.
    let size = |row: &Found| row.sums.secs;
    rows.sort_by_key(|row| if most { -size(row) } else { size(row) });
    let whole = say.finding.total.secs;
    let Some(best) = rows.first() else { return unnamed(say) };
    let has_parts = matches!(say.group(), Group::Category | Group::Goal);
    let value = |row: &Found| {
        let part = share(row.sums.secs, whole).filter(|_| has_parts).map(percent);
        let mut more: Vec<String> = part.into_iter().collect();
        if say.group() == Group::Weekday {
            let a_day = say.long(row.sums.mean_per_day().unwrap_or(0));
            more.push(say.pick(format!("{a_day} a day"), format!("平均每天{a_day}")));
        }
        let more = more.join(", ");
        let sum = say.long(row.sums.secs);
        // "23 min, 55 s" would read as one length.
        if more.is_empty() { sum } else { say.pick(format!("{sum}; {more}"), format!("{sum}，{more}")) }
    };
    let head = say.head();
    if say.plan.top.is_some_and(|top| top > 1) {
        let head = match (most, say.is_english()) {
            (true, true) => format!("{head}, the most time first:"),
            (false, true) => format!("{head}, the least time first:"),
            (true, false) => format!("{head}，从多到少："),
            (false, false) => format!("{head}，从少到多："),
        };
        let lines = rows.iter().map(|row| {
            say.pick(format!("**{}**: {}", say.name(row), value(row)), format!("**{}**：{}", say.name(row), value(row)))
        });
        return say.list(&head, lines);
    }
    let (name, value) = (say.name(best), value(best));
    let (en, zh) = if most { ("most", "最多") } else { ("least", "最少") };
    let next = rows.get(1).map(|row| (say.name(row), say.long(row.sums.secs)));
    let next = next.map_or_else(String::new, |(name, sum)| {
        say.pick(format!(" Next: {name}, {sum}."), format!("其次是{name}，{sum}。"))
    });
    say.pick(
        format!("{head}: the {en} time is on **{name}** ({value}).{next}"),
        format!("{head}：用时{zh}的是**{name}**（{value}）。{next}"),
    )
}

/// Says that there is none to name; what there is has no category, goal or tag.
fn unnamed(say: &Say) -> String {
    if say.finding.total.count == 0 {
        return say.nothing();
    }
    let (head, sum) = (say.head(), say.long(say.finding.total.secs));
    let none = key("", say.group(), say.today, say.language);
    say.pick(format!("{head}: **{sum}**, all of it with {none}."), format!("{head}：**{sum}**，全部{none}。"))
}

pub fn which_days(say: &Say) -> String {
    let rows = &say.finding.rows;
    let bounds = say.bounds();
    if rows.is_empty() {
        return say.nothing();
    }
    let (head, days) = (say.head(), say.day_count(u32::try_from(rows.len()).unwrap_or(u32::MAX)));
    let with = if bounds.is_empty() {
        say.pick("with an entry".to_owned(), "有记录".to_owned())
    } else {
        say.pick(format!("with {bounds}"), bounds.clone())
    };
    let without = without_entry(say);
    let head = say.pick(format!("{head}: **{days}** {with}{without}:"), format!("{head}：**{days}**{with}{without}："));
    say.list(
        &head,
        rows.iter().map(|row| {
            say.pick(
                format!("{}: {}", say.name(row), say.long(row.sums.secs)),
                format!("{}：{}", say.name(row), say.long(row.sums.secs)),
            )
        }),
    )
}

pub fn days_over(say: &Say) -> String {
    let rows = say.finding.rows.len();
    if rows > 0 {
        return which_days(say);
    }
    let (head, bounds) = (say.head(), say.bounds());
    let without = without_entry(say);
    say.pick(format!("{head}: no day with {bounds}{without}."), format!("{head}：没有一天{bounds}{without}。"))
}

/// Says, where a most was asked for, that days without an entry do not count; else that would be open.
fn without_entry(say: &Say) -> String {
    let Sums { days, active_days, .. } = say.finding.total;
    let without = days.saturating_sub(active_days);
    if say.plan.most.is_none() || without == 0 {
        return String::new();
    }
    let without = say.day_count(without);
    say.pick(format!(", not counting the {without} without an entry"), format!("（不算没有记录的{without}）"))
}

pub fn which_free(say: &Say) -> String {
    let rows = &say.finding.rows;
    let head = say.head();
    if rows.is_empty() {
        return say.pick(format!("{head}: every day has an entry."), format!("{head}：每天都有记录。"));
    }
    let days = say.day_count(u32::try_from(rows.len()).unwrap_or(u32::MAX));
    let head = say.pick(format!("{head}: **{days}** without an entry:"), format!("{head}：**{days}**没有记录："));
    say.list(&head, rows.iter().map(|row| say.name(row)))
}

pub fn compared(say: &Say) -> String {
    let finding = say.finding;
    let (one, other) = (finding.total, finding.other_total.unwrap_or_default());
    let before = finding.other.map(|range| say.days(range)).unwrap_or_default();
    let (what, when) = (&say.what, &say.when);
    let size = |sums: Sums| say.long(sums.secs);
    let (a, b) = (size(one), size(other));
    let change = changed(say, one, other);
    let head = say.pick(
        format!("{what}: **{a}** in {when}, **{b}** in {before}{change}."),
        format!("{what}：{when}**{a}**，{before}**{b}**{change}。"),
    );
    if finding.rows.is_empty() {
        return head;
    }
    let lines = finding.rows.iter().map(|row| {
        let then = row.other.unwrap_or_default();
        let (name, a, b) = (say.name(row), size(row.sums), size(then));
        let change = changed(say, row.sums, then);
        say.pick(format!("{name}: {a} / {b}{change}"), format!("{name}：{a} / {b}{change}"))
    });
    say.list(&head, lines)
}

/// Words the groups that changed the most, in either direction as it was asked.
pub fn grew(say: &Say) -> String {
    let finding = say.finding;
    let before = finding.other.map(|range| say.days(range)).unwrap_or_default();
    let mut rows: Vec<&Found> =
        finding.rows.iter().filter(|row| row.keys.first().is_some_and(|key| !key.is_empty())).collect();
    let by = |row: &Found| row.sums.secs - row.other.unwrap_or_default().secs;
    rows.sort_by_key(|row| -by(row));
    let when = &say.when;
    let head = say.pick(
        format!("{when} compared with {before}, what grew most first:"),
        format!("{when}与{before}相比，增长最多的在前："),
    );
    let lines = rows.iter().map(|row| {
        let then = row.other.unwrap_or_default();
        let (name, a, b) = (say.name(row), say.long(row.sums.secs), say.long(then.secs));
        let change = changed(say, row.sums, then);
        say.pick(format!("{name}: {a} / {b}{change}"), format!("{name}：{a} / {b}{change}"))
    });
    say.list(&head, lines)
}

fn changed(say: &Say, one: Sums, other: Sums) -> String {
    let apart = say.long((one.secs - other.secs).abs());
    let part = share((one.secs - other.secs).abs(), other.secs).map(percent);
    let part = part.map(|part| say.pick(format!(", {part}"), format!("，{part}"))).unwrap_or_default();
    match one.secs.cmp(&other.secs) {
        std::cmp::Ordering::Equal => say.pick(" (no change)".to_owned(), "（没有变化）".to_owned()),
        std::cmp::Ordering::Greater => say.pick(format!(" ({apart} more{part})"), format!("（多{apart}{part}）")),
        std::cmp::Ordering::Less => say.pick(format!(" ({apart} less{part})"), format!("（少{apart}{part}）")),
    }
}

pub fn trend(say: &Say) -> String {
    let rows = &say.finding.rows;
    // What has only begun says nothing yet.
    let whole: Vec<i64> = rows.iter().map(|row| row.sums.secs).collect();
    let half = whole.len() / 2;
    let sum = |secs: &[i64]| secs.iter().sum::<i64>();
    let (early, late) = (sum(&whole[..half]), sum(&whole[whole.len() - half..]));
    let sense = match (half, late * 10 > early * 11, late * 11 < early * 10) {
        (0, ..) => say.pick("There is too little to see a trend.".to_owned(), "数据太少，看不出趋势。".to_owned()),
        (_, true, _) => say.pick("It is going up.".to_owned(), "总体在上升。".to_owned()),
        (_, _, true) => say.pick("It is going down.".to_owned(), "总体在下降。".to_owned()),
        _ => say.pick("It stays about the same.".to_owned(), "基本持平。".to_owned()),
    };
    if say.finding.total.count == 0 { say.nothing() } else { format!("{sense}\n\n{}", table(say)) }
}

/// Lists days far from the median, as the median absolute deviation measures far (three of them, scaled as for a normal
/// distribution).
pub fn unusual(say: &Say) -> String {
    let finding = say.finding;
    let mut secs: Vec<i64> = finding.rows.iter().map(|row| row.sums.secs).collect();
    let median = middle(&mut secs);
    let mut apart: Vec<i64> = secs.iter().map(|secs| (secs - median).abs()).collect();
    let limit = (middle(&mut apart) as f64 * 1.4826 * 3.0).max(3_600.0);
    let far: Vec<&Found> = finding.rows.iter().filter(|row| (row.sums.secs - median).abs() as f64 > limit).collect();
    let (head, usual) = (say.head(), say.long(finding.total.median_secs));
    if far.is_empty() {
        return say.pick(
            format!("{head}: no day stands out; the median is {usual}."),
            format!("{head}：没有异常的日子，中位数是{usual}。"),
        );
    }
    let head = say.pick(
        format!("{head}: days that stand out (the median is {usual}):"),
        format!("{head}：异常的日子（中位数{usual}）："),
    );
    say.list(
        &head,
        far.iter().map(|row| {
            say.pick(
                format!("{}: {}", say.name(row), say.long(row.sums.secs)),
                format!("{}：{}", say.name(row), say.long(row.sums.secs)),
            )
        }),
    )
}

/// Compares weekends with the other days, each by a day of theirs.
pub fn weekend(say: &Say) -> String {
    if say.finding.total.count == 0 {
        return say.nothing();
    }
    let is_end = |row: &Found| row.keys.first().is_some_and(|key| key == "saturday" || key == "sunday");
    let secs =
        |end: bool| say.finding.rows.iter().filter(|row| is_end(row) == end).map(|row| row.sums.secs).sum::<i64>();
    let (end, work) = (secs(true), secs(false));
    let range = say.finding.logged;
    let days = |end: bool| {
        let all = (0..range.days()).map(|day| range.first.plus_days(day).weekday().from_monday() > 4);
        u32::try_from(all.filter(|is_end| *is_end == end).count()).unwrap_or(u32::MAX)
    };
    let a_day = |secs, days| say.long(mean(secs, days).unwrap_or(0));
    let (end_mean, work_mean) = (a_day(end, days(true)), a_day(work, days(false)));
    let part = |secs| share(secs, end + work).map(percent).unwrap_or_default();
    let head = say.head();
    let (end_sum, work_sum, end_part, work_part) = (say.long(end), say.long(work), part(end), part(work));
    let text = say.pick(
        format!(
            "{head}:\n\n- Weekends: **{end_sum}**, {end_part} ({end_mean} a day)\n- Weekdays: **{work_sum}**, {work_part} ({work_mean} a day)"
        ),
        format!(
            "{head}：\n\n- 周末：**{end_sum}**，{end_part}（平均每天{end_mean}）\n- 工作日：**{work_sum}**，{work_part}（平均每天{work_mean}）"
        ),
    );
    rows_under(say, &text)
}

/// The parts of the day.
pub fn day_parts(say: &Say) -> String {
    if say.finding.total.count == 0 {
        return say.nothing();
    }
    let parts = [
        (0..6, "Night, 00:00–06:00", "夜里0点至6点"),
        (6..12, "Morning, 06:00–12:00", "上午6点至12点"),
        (12..18, "Afternoon, 12:00–18:00", "下午12点至18点"),
        (18..24, "Evening, 18:00–24:00", "晚上18点至24点"),
    ];
    let whole = say.finding.total.secs;
    let lines = parts.into_iter().map(|(hours, en, zh)| {
        let hour = |row: &&Found| {
            row.keys.first().and_then(|key| key.parse::<i32>().ok()).is_some_and(|hour| hours.contains(&hour))
        };
        let secs: i64 = say.finding.rows.iter().filter(hour).map(|row| row.sums.secs).sum();
        let (sum, part) = (say.long(secs), share(secs, whole).map(percent).unwrap_or_default());
        say.pick(format!("{en}: {sum} ({part})"), format!("{zh}：{sum}（{part}）"))
    });
    let head = say.head();
    say.list(&say.pick(format!("{head}, by part of the day:"), format!("{head}，按时段：")), lines)
}

/// The median; of two in the middle their mean.
fn middle(numbers: &mut [i64]) -> i64 {
    numbers.sort_unstable();
    let half = numbers.len() / 2;
    match (numbers.get(half), half.checked_sub(1).and_then(|at| numbers.get(at))) {
        (Some(upper), Some(lower)) if numbers.len().is_multiple_of(2) => i64::midpoint(*upper, *lower),
        (Some(middle), _) => *middle,
        _ => 0,
    }
}
