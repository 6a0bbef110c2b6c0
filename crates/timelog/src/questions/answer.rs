//! From what was found to the words of an answer.

pub mod lists;
pub mod sums;
pub mod tables;

use super::words::{about, bounds, conditions, count, days, key, length};
use super::{Kind, Known, Plan};
use crate::calendar::Calendar;
use crate::tools::{Call, Finding, Found, Group};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::language::Language;

/// The most lines of a list.
const MAX_LINES: usize = 31;

/// Context for wording the parts of an answer.
pub struct Say<'a> {
    plan: &'a Plan,
    finding: &'a Finding,
    findings: &'a [Finding],
    language: Language,
    calendar: &'a Calendar,
    today: LocalDate,
    /// Subject and conditions.
    what: String,
    /// The days.
    when: String,
}

/// The answer; nothing if what was found does not belong to the plan.
pub fn word(plan: &Plan, findings: &[Finding], known: &Known, language: Language) -> Option<String> {
    let finding = findings.first().filter(|_| findings.len() == plan.calls.len())?;
    let today = known.around.today;
    let all = if language == Language::En { "All entries" } else { "全部记录" };
    let mut what = about(&plan.only, language).unwrap_or_else(|| all.to_owned());
    for condition in conditions(&plan.only, language) {
        what += if language == Language::En { ", " } else { "，" };
        what += &condition;
    }
    let when = days(finding.range, today, language);
    let say = Say { plan, finding, findings, language, calendar: known.calendar, today, what, when };
    Some((plan.question.word)(&say))
}

impl Say<'_> {
    fn kind(&self) -> Kind {
        self.plan.question.kind
    }

    fn is_english(&self) -> bool {
        self.language == Language::En
    }

    fn pick(&self, en: String, zh: String) -> String {
        if self.is_english() { en } else { zh }
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

    fn days(&self, range: DateRange) -> String {
        days(range, self.today, self.language)
    }

    fn group(&self) -> Group {
        match self.plan.calls.first() {
            Some(Call::Aggregate(_, groups, ..)) => groups.first().copied().unwrap_or(Group::Category),
            Some(Call::Compare(_, _, group, _)) => group.unwrap_or(Group::Category),
            _ => Group::Category,
        }
    }

    fn name(&self, row: &Found) -> String {
        key(row.keys.first().map_or("", String::as_str), self.group(), self.today, self.language)
    }

    /// Returns the subject and the days, as an answer begins.
    fn head(&self) -> String {
        let Say { what, when, .. } = self;
        self.pick(format!("{what}, {when}"), format!("{what}，{when}"))
    }

    fn nothing(&self) -> String {
        let head = self.head();
        self.pick(format!("{head}: nothing was recorded."), format!("{head}：没有记录。"))
    }

    fn bounds(&self) -> String {
        let joint = if self.is_english() { " and " } else { "、" };
        bounds(self.plan.least, self.plan.most, self.language).join(joint)
    }

    /// The lines of a list under a head, the rest left out.
    fn list(&self, head: &str, lines: impl Iterator<Item = String>) -> String {
        let mut text = format!("{head}\n");
        // A year of weeks fits.
        let most = if self.group() == Group::Week { 54 } else { MAX_LINES };
        let limit = self.plan.top.unwrap_or(most).min(54);
        for (at, line) in lines.enumerate() {
            if at == limit {
                if self.plan.top.is_none() {
                    text += &self.pick("\n- …".to_owned(), "\n- ……".to_owned());
                }
                break;
            }
            text = text + "\n- " + &line;
        }
        text
    }
}
