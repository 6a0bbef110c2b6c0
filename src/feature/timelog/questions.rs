//! Questions about the time log that are answered by rules, offline: which tool to call, and how to word what it found.
//!
//! - O1 A question becomes calls of the same tools a model has; the numbers of the answer are those of their findings.
//! - O2 Every answer says which days it is about, as absolute dates.
//! - O3 A name that could be several is asked back about; one that is not known is looked for in the notes, and that is
//!   said.
//! - O4 What is not understood has no answer here, rather than a wrong one.
//!
//! Must not be in here: running tools, records.

mod answer;
mod plan;
mod shapes;
mod slots;
mod words;

use super::calendar::Calendar;
use super::names::Named;
use super::phrase::Around;
use super::scan::Folded;
use super::tools::{Call, Finding, Only};
use crate::base::date::DateRange;
use crate::base::language::Language;
use crate::command::spec::Text;

pub use shapes::{SHAPES, Shape};

/// What a question is read against.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Today, and how weeks begin.
    pub around: Around,
    /// The viewer's zone, in which times are said.
    pub calendar: &'a Calendar,
    /// The categories.
    pub categories: &'a [Named<'a>],
    /// The goals.
    pub goals: &'a [Named<'a>],
}

/// What a question comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Understood {
    /// These calls, of whose findings the answer is made.
    Plan(Plan),
    /// A name that could be each of these.
    Which(String, Vec<String>),
}

/// How a question is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// What kind of question it is.
    pub kind: Kind,
    /// What has to be called, in order.
    pub calls: Vec<Call>,
    /// The days it is about.
    pub range: DateRange,
    /// What it is about.
    pub only: Only,
    /// The other thing of a question for one or the other.
    pub versus: Option<Only>,
}

/// A kind of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table of shapes says what each is")]
pub enum Kind {
    Summary,
    HowMuch,
    HowOften,
    Share,
    MeanDay,
    MeanWeek,
    MeanMonth,
    MeanEntry,
    Median,
    Longest,
    Shortest,
    Last,
    First,
    ActiveDays,
    FreeDays,
    Trend,
    Gaps,
    Overlaps,
    Top,
    Least,
    TopGoals,
    TopTags,
    BusiestDay,
    QuietestDay,
    BusiestWeekday,
    BusiestHour,
    BusiestWeek,
    BusiestMonth,
    ByDay,
    ByWeekday,
    ByHour,
    ByWeek,
    ByMonth,
    ByCategory,
    ByGoal,
    ByTag,
    Categories,
    Goals,
    Progress,
    Remaining,
    Entries,
    Compare,
    Versus,
    Streak,
    Unusual,
    Weekend,
    Running,
    StartOfDay,
    EndOfDay,
}

/// The questions a person is welcomed with.
pub const PROMPTS: [Text; 7] = [
    Text::new("What did I do today?", "我今天做了什么？"),
    Text::new("Summarize this week", "总结一下本周"),
    Text::new("This month by category", "本月按分类统计"),
    Text::new("Compare this month with last month", "对比本月和上个月"),
    Text::new("How are my goals progressing?", "我的目标进度如何？"),
    Text::new("What is my longest streak?", "我最长连续记录了多少天？"),
    Text::new("Which days were unusual lately?", "最近有哪些异常的日子？"),
];

/// What a question comes to; nothing if it is not understood (O4).
pub fn understand(text: &str, known: &Known) -> Option<Understood> {
    let folded = Folded::new(text);
    // A question is short; a story is for a model.
    if folded.len() > 300 {
        return None;
    }
    let mut slots = slots::Slots::read(text, &folded, known);
    let shape = shapes::find(&slots);
    if let Some((shape, ranges)) = &shape {
        slots.hide(ranges);
        if shape.is_about
            && let Some(which) = slots.topic(known)
        {
            return Some(which);
        }
    }
    plan::make(shape.map(|(shape, _)| shape.kind), &slots, known).map(Understood::Plan)
}

/// The answer, from what the calls of the plan found, in their order.
pub fn answer(plan: &Plan, findings: &[Finding], known: &Known, language: Language) -> Option<String> {
    answer::word(plan, findings, known, language)
}

/// The question back about a name (O3).
pub fn ask_back(said: &str, choices: &[String], language: Language) -> String {
    match language {
        Language::En => format!("“{said}” could be {}. Which one do you mean?", choices.join(", ")),
        Language::Zh => format!("“{said}”可能是{}。你指的是哪一个？", choices.join("、")),
    }
}

#[cfg(test)]
mod tests;
