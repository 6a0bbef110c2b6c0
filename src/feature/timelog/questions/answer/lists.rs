//! Answers that are entries, stretches, categories or goals. Must not be in here: sums by groups.

use super::{MAX_LINES, Say};
use crate::base::text::truncate;
use crate::base::time::Timestamp;
use crate::feature::timelog::questions::Kind;
use crate::feature::timelog::questions::words::{count, key, percent};
use crate::feature::timelog::tools::{Found, Group, share};

impl Say<'_> {
    /// What the viewer's clock shows.
    fn at(&self, at: Option<Timestamp>) -> String {
        let Some(at) = at else { return self.pick("now".to_owned(), "现在".to_owned()) };
        let clock = self.calendar.clock(at.0.div_euclid(1_000));
        let (hour, minute, _) = clock.time();
        format!("{} {hour:02}:{minute:02}", clock.date)
    }

    fn entry_line(&self, row: &Found) -> String {
        let name = key(row.keys.first().map_or("", String::as_str), Group::Category, self.language);
        let note = if row.note.is_empty() { String::new() } else { format!(" · {}", truncate(&row.note, 80)) };
        format!("{} – {} · {name}{note} · {}", self.at(row.start), self.at(row.end), self.long(row.sums.secs))
    }

    /// One entry, or all of them.
    pub(super) fn entry(&self) -> String {
        let Say { what, when, finding, .. } = self;
        let rows = &finding.rows;
        let start = |row: &&Found| row.start;
        let found = match self.plan.kind {
            Kind::Last => rows.iter().max_by_key(start),
            Kind::First | Kind::StartOfDay => rows.iter().min_by_key(start),
            Kind::EndOfDay => rows.iter().max_by_key(|row| row.end.unwrap_or(Timestamp(i64::MAX))),
            Kind::Longest => rows.iter().rev().max_by_key(|row| row.sums.secs),
            Kind::Shortest => rows.iter().min_by_key(|row| row.sums.secs),
            Kind::Running => rows.iter().find(|row| row.end.is_none()),
            _ => None,
        };
        let Some(row) = found else {
            return match self.plan.kind {
                Kind::Running => self.pick("Nothing is running.".to_owned(), "现在没有正在进行的计时。".to_owned()),
                _ => self.entry_list(),
            };
        };
        let line = self.entry_line(row);
        let (en, zh) = match self.plan.kind {
            Kind::Last => ("The last entry", "最近一次"),
            Kind::First | Kind::StartOfDay => ("The first entry", "第一条记录"),
            Kind::EndOfDay => ("The last entry to end", "最后结束的记录"),
            Kind::Longest => ("The longest entry", "最长的一次"),
            Kind::Shortest => ("The shortest entry", "最短的一次"),
            _ => ("Running now", "正在进行"),
        };
        self.pick(format!("{en} of {what} in {when}: {line}."), format!("{when}，{what}{zh}：{line}。"))
    }

    fn entry_list(&self) -> String {
        let Say { what, when, finding, .. } = self;
        let (sum, entries) = (self.long(finding.total.secs), self.entries(finding.total.count));
        let mut text = self.pick(
            format!("{what} in {when}: {entries}, **{sum}**.\n"),
            format!("{when}，{what}：{entries}，共 **{sum}**。\n"),
        );
        for row in finding.rows.iter().take(MAX_LINES) {
            text = format!("{text}\n- {}", self.entry_line(row));
        }
        text + &self.more(finding.rows.len())
    }

    /// Gaps or overlaps.
    pub(super) fn stretches(&self) -> String {
        let Say { when, finding, .. } = self;
        let (rows, sum) = (finding.rows.len(), self.long(finding.total.secs));
        let number = u32::try_from(rows).unwrap_or(u32::MAX);
        let (none, head) = if self.plan.kind == Kind::Gaps {
            let many = count(number, "gap", "gaps", "个空档", self.language);
            (
                self.pick(format!("There are no gaps in {when}."), format!("{when} 没有空档。")),
                self.pick(
                    format!("{many} in {when}, **{sum}** in all:\n"),
                    format!("{when} 有 {many}，共 **{sum}**：\n"),
                ),
            )
        } else {
            let many = count(number, "overlap", "overlaps", "处重叠", self.language);
            (
                self.pick(format!("No entries overlap in {when}."), format!("{when} 没有重叠的记录。")),
                self.pick(
                    format!("{many} in {when}, **{sum}** in all:\n"),
                    format!("{when} 有 {many}，共 **{sum}**：\n"),
                ),
            )
        };
        if rows == 0 {
            return none;
        }
        let mut text = head;
        for row in finding.rows.iter().take(MAX_LINES) {
            text = format!("{text}\n- {} – {}: {}", self.at(row.start), self.at(row.end), self.long(row.sums.secs));
        }
        text + &self.more(rows)
    }

    /// Categories, or goals with how far they are.
    pub(super) fn listed(&self) -> String {
        let Say { when, finding, .. } = self;
        let goals = self.plan.kind != Kind::Categories;
        let (none, head) = if goals {
            (
                self.pick(format!("There is no such goal in {when}."), format!("{when} 没有这样的目标。")),
                self.pick(format!("Goals in {when}:\n"), format!("{when} 的目标：\n")),
            )
        } else {
            (
                self.pick("There are no categories yet.".to_owned(), "还没有分类。".to_owned()),
                self.pick("Categories:\n".to_owned(), "分类：\n".to_owned()),
            )
        };
        if finding.rows.is_empty() {
            return none;
        }
        let mut text = head;
        for row in finding.rows.iter().take(MAX_LINES) {
            let name = row.keys.first().map_or("", String::as_str);
            text = format!("{text}\n- {name}{}", if goals { self.goal(row) } else { String::new() });
        }
        text + &self.more(finding.rows.len())
    }

    fn goal(&self, row: &Found) -> String {
        let done = self.long(row.sums.secs);
        let Some(target) = row.target_secs.filter(|target| *target > 0) else {
            return self.pick(format!(": **{done}**, no target"), format!("：**{done}**，没有设定时长"));
        };
        let (part, wanted) = (percent(share(row.sums.secs, target).unwrap_or(0.0)), self.long(target));
        let left = match target - row.sums.secs {
            left @ 1.. => self.pick(format!("{} left", self.long(left)), format!("还差 {}", self.long(left))),
            _ => self.pick("reached".to_owned(), "已达成".to_owned()),
        };
        self.pick(
            format!(": **{done}** of {wanted} ({part}), {left}"),
            format!("：{wanted} 中的 **{done}**（{part}），{left}"),
        )
    }
}
