//! Questions about the time log that are answered by rules, offline: which tool to call, and how to word what it found.
//!
//! - O1 A question becomes calls of the same tools a model has; the numbers of the answer are those of their findings.
//! - O2 Every answer says which days it is about, and every condition that it counts by.
//! - O3 Each character of a question is in one slot (a name, days, a condition) or in the form, which is known as a whole.
//!   Any other word, a second one for a slot, a negation: it is declined and the part is named. No figure is better than a
//!   wrong one.
//! - O4 Nothing is guessed: spelling is not mended, a word is no filter unless it is a name, a tag or stands in quotes, and
//!   a question whether something exists looks at all days where none are said.
//! - O5 A question that leaves something out takes it from the one before: the days, what it is about, or what is asked.

mod answer;
mod calls;
mod follow;
pub mod form;
mod grammar;
mod nearest;
mod table;
mod when;
mod words;

use super::calendar::Calendar;
use super::names::Named;
use super::phrase::Around;
use super::tools::{Call, Finding, Group, Only};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::language::Language;
use espalier_command::spec::Text;

pub use nearest::nearest;
pub use table::{QUESTIONS, Question};

/// Data that a question is read against.
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
    /// All tags.
    pub tags: &'a [String],
    /// Whether some note or tag has these words, a word of letters from its beginning.
    pub mentions: &'a dyn Fn(&str) -> bool,
}

/// Interpretation of a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Understood {
    /// These calls, of whose findings the answer is made.
    Plan(Box<Plan>),
    /// A name that could be each of these.
    Which(String, Vec<String>),
    /// Words that occur nowhere, where a name should be; it may be another name of one of these.
    Nowhere(String, Vec<String>),
    /// Not a question, unless without these parts (O3).
    Left(Vec<String>),
    /// A question about days that are still to come.
    Ahead(DateRange),
    /// The log is to be changed, which questions do not do.
    Change,
}

/// Plan of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Kind of question that was matched.
    pub question: &'static Question,
    /// Calls to make, in order.
    pub calls: Vec<Call>,
    /// The days it is about.
    pub range: DateRange,
    /// Whether the person said which days.
    pub says_days: bool,
    /// The days of a comparison.
    pub other_range: Option<DateRange>,
    /// Entries it is about.
    pub only: Only,
    /// The other things of a question for one or the other.
    pub others: Vec<Only>,
    /// Number of results wanted.
    pub top: Option<usize>,
    /// Lengths that gaps or days must have, in seconds.
    pub least: Option<i64>,
    /// Lengths that they must not have more than.
    pub most: Option<i64>,
}

/// A kind of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table of questions says what each is")]
pub enum Kind {
    Summary,
    Sum,
    Billed,
    Count,
    Share,
    MeanDay,
    MeanWeek,
    MeanMonth,
    MeanEntry,
    MeanCount(Group),
    Median,
    Longest,
    Shortest,
    Last,
    First,
    ActiveDays,
    FreeDays,
    WhichDays,
    WhichFree,
    DaysOver,
    Trend,
    Gaps,
    Overlaps,
    Most(Group),
    Least(Group),
    By(Group),
    Categories,
    Goals,
    Progress,
    Remaining,
    Entries,
    Compare,
    Grew,
    Versus,
    Streak,
    Unusual,
    Weekend,
    DayParts,
    Running,
    StartOfDay,
    EndOfDay,
    Edge(Edge, Pick),
    Change,
}

/// Edge of a day: where its entries begin, or where they end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Edge {
    Start,
    End,
}

/// Choice of one among many days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Pick {
    Usual,
    Earliest,
    Latest,
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

/// Words that leave open which days or sums are meant when they come together: an answer would be a guess.
const VAGUE: [&[&str]; 10] = [
    &["last night"],
    &["tonight"],
    &["昨晚"],
    &["昨夜"],
    &["今晚"],
    &["did i ", "at least "],
    &["mid-", " to "],
    &["mid-", " until "],
    &["mid-", " till "],
    &["mid-", " through "],
];

/// A question is short; a story is for a model.
const MAX_CHARS: usize = 300;
/// Number of questions before this one that may say what it leaves out.
pub const MAX_EARLIER: usize = 8;

/// Interprets a question after those before it, the earliest first; nothing if it is not understood.
pub fn understand(text: &str, earlier: &[&str], known: &Known) -> Option<Understood> {
    let from = earlier.len().saturating_sub(MAX_EARLIER);
    let mut before = None;
    for text in &earlier[from..] {
        if let Some(asked) = grammar::read(text, known).and_then(|said| follow::join(said, before.as_ref())) {
            before = Some(asked).filter(follow::FullQuestion::is_whole);
        }
    }
    let said = grammar::read(text, known)?;
    let lower = text.to_lowercase();
    if let Some(words) = VAGUE.iter().find(|words| words.iter().all(|word| lower.contains(word))) {
        let left = if let [word] = words { word } else { text.trim() };
        return Some(Understood::Left(vec![left.to_owned()]));
    }
    // It may go on from a question that was not understood, or be about what that one was about.
    let is_open = match &before {
        None => !earlier.is_empty() && (said.is_part() || said.is_bare()),
        Some(before) => !before.only.is_all() && said.is_bare(),
    };
    if is_open {
        return Some(Understood::Left(vec![text.trim().to_owned()]));
    }
    let asked = follow::join(said, before.as_ref())?;
    Some(calls::plan(asked, known))
}

/// The answer, from what the calls of the plan found, in their order.
pub fn answer(plan: &Plan, findings: &[Finding], known: &Known, language: Language) -> Option<String> {
    answer::word(plan, findings, known, language)
}

/// Whether a text asks something by itself, and is not only a name.
pub fn asks(text: &str, known: &Known) -> bool {
    grammar::read(text, known).is_some_and(|said| said.kind.is_some() || !said.dates.is_empty())
}

/// A day as people write it.
pub fn day_in_words(day: LocalDate, today: LocalDate, language: Language) -> String {
    words::days(DateRange::day(day), today, language)
}

/// Days as people write them.
pub fn days_in_words(days: DateRange, today: LocalDate, language: Language) -> String {
    words::days(days, today, language)
}

/// The question back about a name.
pub fn ask_back(said: &str, choices: &[String], language: Language) -> String {
    match language {
        Language::En => format!("“{said}” could be {}. Which one do you mean?", choices.join(", ")),
        Language::Zh => format!("“{said}”可能是{}。你指的是哪一个？", choices.join("、")),
    }
}

#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod grid;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod people;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod truth;
