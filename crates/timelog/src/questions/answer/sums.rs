//! Answers of one number.

use super::Say;
use crate::questions::Kind;
use crate::questions::calls::whole_of;
use crate::questions::words::{about, percent, rate};
use crate::tools::{Finding, Group, MONTH_DAYS, Only, Sums, WEEK_DAYS, mean, share};

fn found(say: &Say) -> Option<Sums> {
    Some(say.finding.total).filter(|sums| sums.count > 0)
}

/// Words nothing: what is to be changed has no number.
pub fn number(say: &Say) -> String {
    say.nothing()
}

/// The time, in how many entries on how many days.
pub fn sum(say: &Say) -> String {
    let Some(sums) = found(say) else { return say.nothing() };
    let (head, sum, entries, days) =
        (say.head(), say.long(sums.secs), say.entries(sums.count), say.day_count(sums.active_days));
    let (billable, billed) = if say.finding.only.billable { (" billable", "计费") } else { ("", "") };
    let head = say.pick(
        format!("{head}: **{sum}**{billable} in {entries} on {days}."),
        format!("{head}：{billed}**{sum}**，{entries}，共{days}有记录。"),
    );
    if say.finding.rows.len() > 1 { super::tables::rows_under(say, &head) } else { head }
}

pub fn count(say: &Say) -> String {
    let Some(sums) = found(say) else { return say.nothing() };
    let (head, entries, sum, days) =
        (say.head(), say.entries(sums.count), say.long(sums.secs), say.day_count(sums.active_days));
    say.pick(
        format!("{head}: **{entries}** on {days}, {sum} altogether."),
        format!("{head}：**{entries}**，分布在{days}，合计{sum}。"),
    )
}

fn per(say: &Say, value: i64, (en, zh): (&str, &str)) -> String {
    let Some(sums) = found(say) else { return say.nothing() };
    let (head, value, sum, entries) = (say.head(), say.long(value), say.long(sums.secs), say.entries(sums.count));
    say.pick(
        format!("{head}: **{value}** {en} on average ({sum} in {entries})."),
        format!("{head}：平均{zh}**{value}**（合计{sum}，{entries}）。"),
    )
}

pub fn mean_entry(say: &Say) -> String {
    let sums = say.finding.total;
    per(say, mean(sums.secs, sums.count).unwrap_or(0), ("per entry", "每次"))
}

pub fn mean_week(say: &Say) -> String {
    let head = per(say, say.finding.total.per(WEEK_DAYS), ("a week", "每周"));
    super::tables::rows_under(say, &head)
}

pub fn mean_month(say: &Say) -> String {
    let head = per(say, say.finding.total.per(MONTH_DAYS), ("a month", "每月"));
    super::tables::rows_under(say, &head)
}

/// Words how often on average in a day, a week or a month, to a tenth.
pub fn mean_count(say: &Say) -> String {
    let Some(sums) = found(say) else { return say.nothing() };
    let (length, en, zh) = match say.kind() {
        Kind::MeanCount(Group::Week) => (WEEK_DAYS, "a week", "每周"),
        Kind::MeanCount(Group::Month) => (MONTH_DAYS, "a month", "每月"),
        _ => (1.0, "a day", "每天"),
    };
    let (head, rate, entries) = (say.head(), rate(sums.rate(length)), say.entries(sums.count));
    let days = say.day_count(sums.days_of_mean());
    say.pick(
        format!("{head}: **{rate} times** {en} on average ({entries} in {days})."),
        format!("{head}：平均{zh}**{rate}次**（{days}共{entries}）。"),
    )
}

pub fn mean_day(say: &Say) -> String {
    let Some(sums) = found(say) else { return say.nothing() };
    let (Sums { secs, active_days, .. }, days) = (sums, sums.days_of_mean());
    let head = say.head();
    let value = say.long(sums.mean_per_day().unwrap_or(0));
    let active = say.long(mean(secs, active_days).unwrap_or(0));
    let (of_days, with, sum) = (say.day_count(days), say.day_count(active_days), say.long(secs));
    say.pick(
        format!("{head}: **{value}** a day on average over {of_days}; {active} on each of the {with} with an entry ({sum} altogether)."),
        format!("{head}：{of_days}平均每天**{value}**；只算有记录的{with}，平均{active}（合计{sum}）。"),
    )
}

pub fn median(say: &Say) -> String {
    let Some(sums) = found(say) else { return say.nothing() };
    let (head, value, with) = (say.head(), say.long(sums.median_secs), say.day_count(sums.active_days));
    say.pick(
        format!("{head}: the median of the {with} with an entry is **{value}**."),
        format!("{head}：有记录的{with}，中位数是**{value}**。"),
    )
}

pub fn active_days(say: &Say) -> String {
    let Sums { days, active_days, .. } = say.finding.total;
    let (with, without, all) =
        (say.day_count(active_days), say.day_count(days.saturating_sub(active_days)), say.day_count(days));
    let head = say.head();
    if say.kind() == Kind::FreeDays {
        return say.pick(
            format!("{head}: **{without}** of {all} without an entry, {with} with one."),
            format!("{head}：{all}中有**{without}**没有记录，{with}有记录。"),
        );
    }
    say.pick(
        format!("{head}: **{with}** of {all} with an entry, {without} without one."),
        format!("{head}：{all}中有**{with}**有记录，{without}没有记录。"),
    )
}

pub fn streak(say: &Say) -> String {
    let Some(sums) = found(say) else { return say.nothing() };
    let (head, run) = (say.head(), say.day_count(sums.streak));
    say.pick(format!("{head}: the longest streak is **{run}** in a row."), format!("{head}：最长连续**{run}**。"))
}

pub fn share_of(say: &Say) -> String {
    let Some(whole) = say.findings.get(1).filter(|whole| whole.total.secs != 0) else { return say.nothing() };
    if say.plan.only.is_of_all() {
        let head = say.pick(
            format!("{}: **{}** altogether.", say.head(), say.long(whole.total.secs)),
            format!("{}：合计**{}**。", say.head(), say.long(whole.total.secs)),
        );
        let part = |secs: i64| share(secs, whole.total.secs).map(percent).unwrap_or_default();
        let lines = whole.rows.iter().map(|row| {
            let (name, sum, part) = (say.name(row), say.long(row.sums.secs), part(row.sums.secs));
            say.pick(format!("{name}: {part} ({sum})"), format!("{name}：{part}（{sum}）"))
        });
        return say.list(&head, lines);
    }
    let (part, all) = (say.finding.total.secs, whole.total.secs);
    let (head, said) = (say.head(), percent(share(part, all).unwrap_or(0.0)));
    let (sum, total) = (say.long(part), say.long(all));
    let of = whole_of(&say.plan.only);
    let of = about(&Only { weekdays: Vec::new(), ..of }, say.language);
    if part == 0 {
        return say.pick(
            format!("{head}: nothing was recorded, so **0%** of {total}."),
            format!("{head}：没有记录，在总共{total}中占**0%**。"),
        );
    }
    if let Some(of) = of {
        return say.pick(
            format!("{head}: **{said}** of the time of {of} ({sum} of {total})."),
            format!("{head}：占{of}时间的**{said}**（总共{total}，其中{sum}）。"),
        );
    }
    say.pick(
        format!("{head}: **{said}** of the time recorded ({sum} of {total})."),
        format!("{head}：占记录时间的**{said}**（总共{total}，其中{sum}）。"),
    )
}

/// Compares two things or more, the most first, with their total, and how far apart two are.
pub fn versus(say: &Say) -> String {
    let long = |secs: i64| say.long(secs);
    let all: Vec<(String, i64)> = say
        .findings
        .iter()
        .map(|finding: &Finding| (about(&finding.only, say.language).unwrap_or_default(), finding.total.secs))
        .collect();
    let mut order: Vec<&(String, i64)> = all.iter().collect();
    order.sort_by_key(|(_, secs)| std::cmp::Reverse(*secs));
    let line = |(name, secs): &(String, i64)| {
        say.pick(format!("{name}: **{}**", long(*secs)), format!("{name}：**{}**", long(*secs)))
    };
    let head = say.pick(format!("{}:", say.when), format!("{}：", say.when));
    let rest = crate::questions::words::conditions(&say.plan.only, say.language);
    let head = if rest.is_empty() {
        head
    } else {
        say.pick(format!("{}, {}:", say.when, rest.join(", ")), format!("{}，{}：", say.when, rest.join("，")))
    };
    let mut text = say.list(&head, order.iter().map(|one| line(one)));
    if let [(more, a), (_, b)] = order[..] {
        let apart = say.long(a - b);
        let both = say.long(a + b);
        text += &if a == b {
            say.pick("\n\nBoth are the same.".to_owned(), "\n\n两者一样多。".to_owned())
        } else {
            say.pick(
                format!("\n\n{more} has {apart} more. Both together: {both}."),
                format!("\n\n{more}多{apart}，两者合计{both}。"),
            )
        };
    }
    text
}
