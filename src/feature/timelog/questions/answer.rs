//! From what was found to the words of an answer. Must not be in here: understanding questions.

mod lists;

use super::words::{about, count, days, key, length, percent};
use super::{Kind, Known, Plan};
use crate::base::language::Language;
use crate::feature::timelog::calendar::Calendar;
use crate::feature::timelog::tools::{Call, Finding, Found, Group, MONTH_DAYS, Sums, WEEK_DAYS, mean, share};

/// The most lines of a list.
const MAX_LINES: usize = 31;

/// What the parts of an answer need.
struct Say<'a> {
    plan: &'a Plan,
    finding: &'a Finding,
    language: Language,
    calendar: &'a Calendar,
    /// What it is about, or "everything".
    what: String,
    /// The days.
    when: String,
}

/// The answer; nothing if what was found does not belong to the plan.
pub fn word(plan: &Plan, findings: &[Finding], known: &Known, language: Language) -> Option<String> {
    let finding = findings.first().filter(|_| findings.len() == plan.calls.len())?;
    let all = if language == Language::En { "all entries" } else { "全部记录" };
    let what = about(&plan.only, language).unwrap_or_else(|| all.to_owned());
    let say = Say { plan, finding, language, calendar: known.calendar, what, when: days(finding.range, language) };
    Some(match plan.kind {
        Kind::Categories | Kind::Goals | Kind::Progress | Kind::Remaining => say.listed(),
        Kind::Gaps | Kind::Overlaps => say.stretches(),
        Kind::Compare => say.compared(),
        Kind::Versus => say.versus(findings.get(1)?),
        _ if finding.total.count == 0 && finding.rows.is_empty() => say.nothing(),
        Kind::Share => say.share(findings.get(1)?),
        Kind::Last
        | Kind::First
        | Kind::Longest
        | Kind::Shortest
        | Kind::Running
        | Kind::StartOfDay
        | Kind::EndOfDay
        | Kind::Entries => say.entry(),
        Kind::Top | Kind::TopGoals | Kind::TopTags | Kind::BusiestDay | Kind::BusiestWeekday | Kind::BusiestHour => {
            say.extreme(true)
        }
        Kind::BusiestWeek | Kind::BusiestMonth => say.extreme(true),
        Kind::Least | Kind::QuietestDay => say.extreme(false),
        Kind::Unusual => say.unusual(),
        Kind::Trend => say.trend(),
        Kind::Weekend => say.weekend(),
        Kind::Summary
        | Kind::ByCategory
        | Kind::ByGoal
        | Kind::ByTag
        | Kind::ByDay
        | Kind::ByWeek
        | Kind::ByMonth
        | Kind::ByHour
        | Kind::ByWeekday => say.table(),
        _ => say.number(),
    })
}

impl Say<'_> {
    fn pick(&self, en: String, zh: String) -> String {
        if self.language == Language::En { en } else { zh }
    }

    fn long(&self, secs: i64) -> String {
        length(secs, self.language)
    }

    fn entries(&self, number: u32) -> String {
        count(number, "entry", "entries", "条记录", self.language)
    }

    fn day_count(&self, number: u32) -> String {
        count(number, "day", "days", "天", self.language)
    }

    fn group(&self) -> Group {
        match self.plan.calls.first() {
            Some(Call::Aggregate(_, groups, _)) => groups.first().copied().unwrap_or(Group::Category),
            Some(Call::Compare(_, _, group, _)) => group.unwrap_or(Group::Category),
            _ => Group::Category,
        }
    }

    fn name(&self, row: &Found) -> String {
        key(row.keys.first().map_or("", String::as_str), self.group(), self.language)
    }

    fn nothing(&self) -> String {
        let Say { what, when, .. } = self;
        self.pick(format!("There is no data for {what} in {when}."), format!("{when} 没有{what}的数据。"))
    }

    /// One number.
    fn number(&self) -> String {
        let Say { what, when, finding, .. } = self;
        let Sums { secs, count, days, active_days, median_secs, streak } = finding.total;
        let (sum, entries) = (self.long(secs), self.entries(count));
        let per = |value: i64, en: &str, zh: &str| {
            let value = self.long(value);
            self.pick(
                format!("{what}: on average **{value}** {en} in {when} ({sum} in {entries})."),
                format!("{when}，{what}平均{zh} **{value}**（共 {sum}，{entries}）。"),
            )
        };
        match self.plan.kind {
            Kind::MeanDay => {
                let active = self.long(mean(secs, active_days).unwrap_or(0));
                let (value, of_days) = (self.long(mean(secs, days).unwrap_or(0)), self.day_count(days));
                let with = self.day_count(active_days);
                self.pick(
                    format!("{what}: on average **{value}** a day over the {of_days} of {when}, {active} on the {with} with entries ({sum} in all)."),
                    format!("{when} 共 {of_days}，{what}平均每天 **{value}**；其中有记录的 {with}，这些天平均 {active}（共 {sum}）。"),
                )
            }
            Kind::MeanWeek => per(finding.total.per(WEEK_DAYS), "a week", "每周"),
            Kind::MeanMonth => per(finding.total.per(MONTH_DAYS), "a month", "每月"),
            Kind::MeanEntry => per(mean(secs, count).unwrap_or(0), "an entry", "每次"),
            Kind::Median => {
                let value = self.long(median_secs);
                self.pick(
                    format!("{what}: the median of the days with entries in {when} is **{value}**."),
                    format!("{when}，{what}有记录的日子的中位数是 **{value}**。"),
                )
            }
            Kind::HowOften => self.pick(
                format!("{what}: **{entries}** in {when}, {sum} in all."),
                format!("{when}，{what}：**{entries}**，共 {sum}。"),
            ),
            Kind::ActiveDays | Kind::FreeDays => {
                let (with, without) = (self.day_count(active_days), self.day_count(days.saturating_sub(active_days)));
                let all = self.day_count(days);
                self.pick(
                    format!("{what}: **{with}** of {all} in {when} have entries, {without} have none."),
                    format!("{when} 的 {all} 中，{what}有记录的是 **{with}**，没有记录的是 {without}。"),
                )
            }
            Kind::Streak => {
                let run = self.day_count(streak);
                self.pick(
                    format!("The longest streak of {what} in {when} is **{run}** in a row."),
                    format!("{when}，{what}最长连续 **{run}**。"),
                )
            }
            _ => self.pick(
                format!("{what}: **{sum}** in {when}, in {entries} on {}.", self.day_count(active_days)),
                format!("{when}，{what}共 **{sum}**，{entries}，分布在 {}。", self.day_count(active_days)),
            ),
        }
    }

    /// A list of groups with their parts.
    fn table(&self) -> String {
        let Say { what, when, finding, .. } = self;
        let sum = self.long(finding.total.secs);
        let entries = self.entries(finding.total.count);
        let head = self.pick(
            format!("{what} in {when}: **{sum}** in {entries}."),
            format!("{when}，{what}共 **{sum}**，{entries}。"),
        );
        // Of tags an entry may have several, so that their parts are no parts of the whole.
        let has_parts = !matches!(self.group(), Group::Tag);
        let lines = finding.rows.iter().take(MAX_LINES).map(|row| {
            let part = share(row.sums.secs, finding.total.secs).filter(|_| has_parts).map(percent);
            let part = part.map(|part| self.pick(format!(" ({part})"), format!("（{part}）"))).unwrap_or_default();
            format!("- {}: {}{part}", self.name(row), self.long(row.sums.secs))
        });
        let mut text = head + "\n";
        for line in lines {
            text = text + "\n" + &line;
        }
        text + &self.more(finding.rows.len())
    }

    fn more(&self, rows: usize) -> String {
        match rows.checked_sub(MAX_LINES).filter(|more| *more > 0) {
            Some(_) => self.pick("\n- …".to_owned(), "\n- ……".to_owned()),
            None => String::new(),
        }
    }

    /// The group with the most or least.
    fn extreme(&self, most: bool) -> String {
        let Say { what, when, finding, .. } = self;
        let rows = finding.rows.iter().filter(|row| row.sums.secs > 0);
        let best = if most {
            // The first of equals, not the last.
            rows.rev().max_by_key(|row| row.sums.secs)
        } else {
            rows.min_by_key(|row| row.sums.secs)
        };
        let Some(best) = best else { return self.nothing() };
        let (name, value) = (self.name(best), self.long(best.sums.secs));
        let part = share(best.sums.secs, finding.total.secs).filter(|_| self.group() != Group::Tag).map(percent);
        let total = self.long(finding.total.secs);
        let part = part
            .map(|part| self.pick(format!(", {part} of {total}"), format!("，占 {total} 的 {part}")))
            .unwrap_or_default();
        let (en, zh) = if most { ("most", "最多") } else { ("least", "最少") };
        self.pick(
            format!("{what} in {when}: the {en} time is **{name}** with {value}{part}."),
            format!("{when}，{what}时间{zh}的是 **{name}**：{value}{part}。"),
        )
    }

    fn share(&self, whole: &Finding) -> String {
        let Say { what, when, finding, .. } = self;
        let (part, all) = (finding.total.secs, whole.total.secs);
        let (said, sum, total) = (percent(share(part, all).unwrap_or(0.0)), self.long(part), self.long(all));
        if self.plan.only.is_all() {
            return Say {
                finding: whole,
                plan: &Plan {
                    calls: vec![self.plan.calls.last().cloned().unwrap_or(Call::Categories)],
                    ..self.plan.clone()
                },
                what: what.clone(),
                when: when.clone(),
                ..*self
            }
            .table();
        }
        self.pick(
            format!("{what}: **{said}** of the time in {when} ({sum} of {total})."),
            format!("{when}，{what}占 **{said}**（{total} 中的 {sum}）。"),
        )
    }

    fn versus(&self, other: &Finding) -> String {
        let Say { what, when, finding, .. } = self;
        let name = self.plan.versus.as_ref().and_then(|only| about(only, self.language)).unwrap_or_default();
        let (a, b) = (finding.total.secs, other.total.secs);
        let (first, second, apart) = (self.long(a), self.long(b), self.long((a - b).abs()));
        let (more, less) = if a >= b { (what, &name) } else { (&name, what) };
        if a == b {
            return self.pick(
                format!("{what} and {name}: the same, {first} each, in {when}."),
                format!("{when}，{what}和{name}一样多，各 {first}。"),
            );
        }
        self.pick(
            format!(
                "More time went to **{more}**: {what} {first}, {name} {second} in {when}. {less} has {apart} less."
            ),
            format!("{when}，**{more}** 更多：{what} {first}，{name} {second}，相差 {apart}。"),
        )
    }

    fn compared(&self) -> String {
        let Say { what, when, finding, .. } = self;
        let (one, other) = (finding.total, finding.other_total.unwrap_or_default());
        let before = finding.other.map(|range| days(range, self.language)).unwrap_or_default();
        let (a, b) = (self.long(one.secs), self.long(other.secs));
        let head = self.pick(
            format!("{what}: **{a}** in {when}, **{b}** in {before}{}.", self.changed(one, other)),
            format!("{what}：{when} **{a}**，{before} **{b}**{}。", self.changed(one, other)),
        );
        let mut text = head;
        for (at, row) in finding.rows.iter().take(MAX_LINES).enumerate() {
            let then = row.other.unwrap_or_default();
            let line = format!(
                "- {}: {} / {}{}",
                self.name(row),
                self.long(row.sums.secs),
                self.long(then.secs),
                self.changed(row.sums, then)
            );
            text = text + if at == 0 { "\n\n" } else { "\n" } + &line;
        }
        text + &self.more(finding.rows.len())
    }

    fn changed(&self, one: Sums, other: Sums) -> String {
        let apart = self.long((one.secs - other.secs).abs());
        let part = share((one.secs - other.secs).abs(), other.secs)
            .map(|part| format!(", {}", percent(part)))
            .unwrap_or_default();
        match one.secs.cmp(&other.secs) {
            std::cmp::Ordering::Equal => self.pick(", no change".to_owned(), "，没有变化".to_owned()),
            std::cmp::Ordering::Greater => self.pick(format!(" ({apart} more{part})"), format!("（多 {apart}{part}）")),
            std::cmp::Ordering::Less => self.pick(format!(" ({apart} less{part})"), format!("（少 {apart}{part}）")),
        }
    }

    fn trend(&self) -> String {
        let rows = &self.finding.rows;
        let half = rows.len() / 2;
        let sum = |rows: &[Found]| rows.iter().map(|row| row.sums.secs).sum::<i64>();
        let (early, late) = (sum(&rows[..half]), sum(&rows[rows.len() - half..]));
        let sense = match (half, late * 10 > early * 11, late * 11 < early * 10) {
            (0, ..) => self.pick("There is too little to see a trend.".to_owned(), "数据太少，看不出趋势。".to_owned()),
            (_, true, _) => self.pick("It is going up.".to_owned(), "趋势是上升。".to_owned()),
            (_, _, true) => self.pick("It is going down.".to_owned(), "趋势是下降。".to_owned()),
            _ => self.pick("It stays about the same.".to_owned(), "基本持平。".to_owned()),
        };
        format!("{sense}\n\n{}", self.table())
    }

    /// Days far from the median, as the median absolute deviation measures far (three of them, scaled as for a normal
    /// distribution).
    fn unusual(&self) -> String {
        let Say { when, finding, .. } = self;
        let mut secs: Vec<i64> = finding.rows.iter().map(|row| row.sums.secs).collect();
        let median = middle(&mut secs);
        let mut apart: Vec<i64> = secs.iter().map(|secs| (secs - median).abs()).collect();
        let limit = (middle(&mut apart) as f64 * 1.4826 * 3.0).max(3_600.0);
        let far: Vec<&Found> =
            finding.rows.iter().filter(|row| (row.sums.secs - median).abs() as f64 > limit).take(MAX_LINES).collect();
        let usual = self.long(finding.total.median_secs);
        if far.is_empty() {
            return self.pick(
                format!("No day in {when} is unusual; the median is {usual}."),
                format!("{when} 没有异常的日子，中位数是 {usual}。"),
            );
        }
        let mut text = self.pick(
            format!("Unusual days in {when} (the median is {usual}):\n"),
            format!("{when} 中异常的日子（中位数 {usual}）：\n"),
        );
        for row in far {
            text = format!("{text}\n- {}: {}", self.name(row), self.long(row.sums.secs));
        }
        text
    }

    fn weekend(&self) -> String {
        let Say { what, when, finding, .. } = self;
        let is_end = |row: &&Found| row.keys.first().is_some_and(|key| key == "saturday" || key == "sunday");
        let mut text = self.pick(format!("{what} at weekends in {when}:\n"), format!("{when} 周末的{what}：\n"));
        for row in finding.rows.iter().filter(is_end) {
            let a_day = self.long(mean(row.sums.secs, row.sums.days).unwrap_or(0));
            let line = self.pick(
                format!("{} ({a_day} a day)", self.long(row.sums.secs)),
                format!("{}（平均每天 {a_day}）", self.long(row.sums.secs)),
            );
            text = format!("{text}\n- {}: {line}", self.name(row));
        }
        text
    }
}

/// The median; of two in the middle their mean.
fn middle(numbers: &mut [i64]) -> i64 {
    numbers.sort_unstable();
    let half = numbers.len() / 2;
    match (numbers.get(half), half.checked_sub(1).and_then(|at| numbers.get(at))) {
        (Some(upper), Some(lower)) if numbers.len().is_multiple_of(2) => (upper + lower) / 2,
        (Some(middle), _) => *middle,
        _ => 0,
    }
}
