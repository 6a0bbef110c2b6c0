//! Form of a question: choices that are put together into one that the rules understand.
//!
//! - W1 A form becomes a question only where the rules read just what was chosen.

use super::{Kind, Known, Plan, Understood, grammar, understand};
use crate::phrase;
use crate::tools::{Group, Only};
use espalier_base::date::DateRange;
use espalier_base::language::Language;
use espalier_command::spec::Text;

/// Figure that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Sum of the time.
    Time,
    /// Mean of the time.
    Average,
    /// Number of entries.
    Count,
    /// Group with the most time.
    Most,
    /// Part of the whole time.
    Share,
    /// Number of days.
    Days,
    /// Days in a row.
    Streak,
    /// Change over the weeks.
    Trend,
    /// Longest entry.
    Longest,
    /// The entries themselves.
    Entries,
}

/// Division of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// One figure for all.
    Whole,
    /// By the entry.
    Entry,
    /// By a group.
    By(Group),
}

/// Entries that are asked about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum About {
    /// All entries.
    #[default]
    All,
    /// Those of a category.
    Category(String),
    /// Those of a goal.
    Goal(String),
    /// Those with a tag.
    Tag(String),
}

/// Choices of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// Figure that is asked for.
    pub measure: Measure,
    /// Its division.
    pub split: Split,
    /// Place of the days in [`DAYS`].
    pub days: usize,
    /// Entries that are asked about.
    pub about: About,
}

/// The days of forms: their label, and the words in a question.
pub const DAYS: [(Text, Text); 10] = [
    (Text::new("Today", "今天"), Text::new("today", "今天")),
    (Text::new("Yesterday", "昨天"), Text::new("yesterday", "昨天")),
    (Text::new("This week", "本周"), Text::new("this week", "本周")),
    (Text::new("Last week", "上周"), Text::new("last week", "上周")),
    (Text::new("This month", "本月"), Text::new("this month", "本月")),
    (Text::new("Last month", "上个月"), Text::new("last month", "上个月")),
    (Text::new("Last 30 days", "最近30天"), Text::new("in the last 30 days", "最近30天")),
    (Text::new("This year", "今年"), Text::new("this year", "今年")),
    (Text::new("Last year", "去年"), Text::new("last year", "去年")),
    (Text::new("All time", "全部时间"), Text::new("of all time", "全部时间")),
];
/// Place of this week.
const THIS_WEEK: usize = 2;

/// Question of one measure and one split.
struct Row {
    measure: Measure,
    split: Split,
    kind: Kind,
    /// Words with `{n}` for what it is about, `{on}` and `{of}` for the same after that word, `{d}` for the days.
    text: Text,
}

const fn row(measure: Measure, split: Split, kind: Kind, en: &'static str, zh: &'static str) -> Row {
    Row { measure, split, kind, text: Text::new(en, zh) }
}

const fn by(group: Group, en: &'static str, zh: &'static str) -> Row {
    row(Measure::Time, Split::By(group), Kind::By(group), en, zh)
}

const fn most(group: Group, en: &'static str, zh: &'static str) -> Row {
    row(Measure::Most, Split::By(group), Kind::Most(group), en, zh)
}

const fn average(split: Split, kind: Kind, en: &'static str, zh: &'static str) -> Row {
    row(Measure::Average, split, kind, en, zh)
}

const fn count(group: Group, en: &'static str, zh: &'static str) -> Row {
    row(Measure::Count, Split::By(group), Kind::MeanCount(group), en, zh)
}

static ROWS: &[Row] = &[
    row(Measure::Time, Split::Whole, Kind::Sum, "How much time did I spend {on} {d}?", "{d}{n}总共多长时间？"),
    by(Group::Client, "Time {on} by client {d}", "{d}{n}按客户统计"),
    by(Group::Category, "Time {on} by category {d}", "{d}{n}按分类统计"),
    by(Group::Tag, "Time {on} by tag {d}", "{d}{n}按标签统计"),
    by(Group::Goal, "Time {on} by goal {d}", "{d}{n}按目标统计"),
    by(Group::Day, "Time {on} by day {d}", "{d}{n}按天统计"),
    by(Group::Week, "Time {on} by week {d}", "{d}{n}按周统计"),
    by(Group::Month, "Time {on} by month {d}", "{d}{n}按月统计"),
    by(Group::Weekday, "Time {on} by weekday {d}", "{d}{n}按星期几统计"),
    by(Group::Hour, "Time {on} by hour {d}", "{d}{n}按小时统计"),
    average(Split::By(Group::Day), Kind::MeanDay, "Average time {on} per day {d}", "{d}{n}平均每天多久？"),
    average(Split::By(Group::Week), Kind::MeanWeek, "Average time {on} per week {d}", "{d}{n}平均每周多久？"),
    average(Split::By(Group::Month), Kind::MeanMonth, "Average time {on} per month {d}", "{d}{n}平均每月多久？"),
    average(Split::Entry, Kind::MeanEntry, "Average length of a {n} session {d}", "{d}{n}平均每次多久？"),
    row(Measure::Count, Split::Whole, Kind::Count, "How many {n} entries are there {d}?", "{d}{n}有多少条记录？"),
    count(Group::Day, "{n} entries per day {d}", "{d}{n}平均每天几次？"),
    count(Group::Week, "{n} entries per week {d}", "{d}{n}平均每周几次？"),
    count(Group::Month, "{n} entries per month {d}", "{d}{n}平均每月几次？"),
    most(Group::Category, "Which category took the most time {on} {d}?", "{d}{n}哪个分类用时最多？"),
    most(Group::Tag, "Which tag took the most time {on} {d}?", "{d}{n}哪个标签用时最多？"),
    most(Group::Day, "Which day had the most {n} {d}?", "{d}{n}哪天最多？"),
    most(Group::Week, "Which week had the most {n} {d}?", "{d}{n}哪一周最多？"),
    most(Group::Month, "Which month had the most {n} {d}?", "{d}{n}哪个月最多？"),
    most(Group::Weekday, "On which weekday do I do {n} most {d}?", "{d}{n}星期几最多？"),
    most(Group::Hour, "At which hour do I do {n} most {d}?", "{d}{n}哪个小时最多？"),
    row(Measure::Share, Split::Whole, Kind::Share, "What share of {d} was {n}?", "{d}{n}占比是多少？"),
    row(
        Measure::Days,
        Split::Whole,
        Kind::ActiveDays,
        "On how many days did I track {n} {d}?",
        "{d}有多少天有{n}记录？",
    ),
    row(Measure::Streak, Split::Whole, Kind::Streak, "Longest streak {of} {d}", "{d}{n}最长连续几天？"),
    row(Measure::Trend, Split::Whole, Kind::Trend, "What is the trend {of} {d}?", "{d}{n}的趋势如何？"),
    row(
        Measure::Longest,
        Split::Whole,
        Kind::Longest,
        "What was my longest {n} entry {d}?",
        "{d}{n}最长的一次是什么时候？",
    ),
    row(Measure::Entries, Split::Whole, Kind::Entries, "Show the {n} entries {d}", "列出{d}{n}的记录"),
];

impl Measure {
    /// Measures in the order in which they are offered.
    pub const ALL: [Self; 10] = [
        Self::Time,
        Self::Average,
        Self::Count,
        Self::Most,
        Self::Share,
        Self::Days,
        Self::Streak,
        Self::Trend,
        Self::Longest,
        Self::Entries,
    ];

    /// Label of the measure.
    pub const fn label(self) -> Text {
        match self {
            Self::Time => Text::new("Total time", "总时长"),
            Self::Average => Text::new("Average time", "平均时长"),
            Self::Count => Text::new("Number of entries", "记录条数"),
            Self::Most => Text::new("Most time", "用时最多"),
            Self::Share => Text::new("Share of the time", "占比"),
            Self::Days => Text::new("Number of days", "天数"),
            Self::Streak => Text::new("Longest streak", "最长连续天数"),
            Self::Trend => Text::new("Trend", "趋势"),
            Self::Longest => Text::new("Longest entry", "最长的一次"),
            Self::Entries => Text::new("List of entries", "记录列表"),
        }
    }

    /// The splits of the measure, the usual one first.
    pub fn splits(self) -> impl Iterator<Item = Split> {
        ROWS.iter().filter(move |row| row.measure == self).map(|row| row.split)
    }
}

impl Split {
    /// Label of the split.
    pub const fn label(self) -> Text {
        match self {
            Self::Whole => Text::new("In total", "不分组"),
            Self::Entry => Text::new("By entry", "按次"),
            Self::By(Group::Day) => Text::new("By day", "按天"),
            Self::By(Group::Week) => Text::new("By week", "按周"),
            Self::By(Group::Month) => Text::new("By month", "按月"),
            Self::By(Group::Client) => Text::new("By client", "按客户"),
            Self::By(Group::Category) => Text::new("By category", "按分类"),
            Self::By(Group::Goal) => Text::new("By goal", "按目标"),
            Self::By(Group::Tag) => Text::new("By tag", "按标签"),
            Self::By(Group::Hour) => Text::new("By hour", "按小时"),
            Self::By(Group::Weekday) => Text::new("By weekday", "按星期几"),
        }
    }
}

impl About {
    /// All that can be asked about.
    pub fn all(known: &Known<'_>) -> Vec<Self> {
        let categories = known.categories.iter().map(|named| Self::Category(named.name.to_owned()));
        let goals = known.goals.iter().map(|named| Self::Goal(named.name.to_owned()));
        let tags = known.tags.iter().map(|tag| Self::Tag(tag.clone()));
        std::iter::once(Self::All).chain(categories).chain(goals).chain(tags).collect()
    }

    fn of(only: &Only) -> Self {
        match only {
            Only { category: Some(name), .. } => Self::Category(name.clone()),
            Only { goal: Some(name), .. } => Self::Goal(name.clone()),
            Only { tag: Some(tag), .. } => Self::Tag(tag.clone()),
            _ => Self::All,
        }
    }

    fn only(&self) -> Only {
        let mut only = Only::default();
        match self.clone() {
            Self::All => {}
            Self::Category(name) => only.category = Some(name),
            Self::Goal(name) => only.goal = Some(name),
            Self::Tag(tag) => only.tag = Some(tag),
        }
        only
    }

    fn words(&self) -> String {
        match self {
            Self::All => String::new(),
            Self::Category(name) | Self::Goal(name) => name.clone(),
            Self::Tag(tag) => format!("#{tag}"),
        }
    }
}

impl Default for Form {
    fn default() -> Self {
        Self { measure: Measure::Time, split: Split::Whole, days: THIS_WEEK, about: About::All }
    }
}

/// Form with what a text names, be the rest understood or not; nothing where it names nothing that a form has, or days
/// that no form has.
pub fn about(text: &str, known: &Known<'_>) -> Option<Form> {
    let said = grammar::read(text, known)?;
    let about = About::of(&said.only);
    let days = said.dates.first().map(|days| DateRange::new(days.first, days.last.min(known.around.today)));
    let days = days.map(|days| (0..DAYS.len()).find(|at| range(*at, known) == Some(days)));
    if days == Some(None) || days.is_none() && about == About::All {
        return None;
    }
    Some(Form { days: days.flatten().unwrap_or(THIS_WEEK), about, ..Form::default() })
}

impl Form {
    /// Forms with these days and what this one is about, one for each question.
    pub fn all(self) -> impl Iterator<Item = Self> {
        ROWS.iter().map(move |row| Self { measure: row.measure, split: row.split, ..self.clone() })
    }

    /// Form with the choices of a question, as far as it has them.
    pub fn of(plan: &Plan, known: &Known<'_>) -> Self {
        let usual = Self::default();
        let row = ROWS.iter().find(|row| row.kind == plan.question.kind);
        let days = (0..DAYS.len()).find(|at| range(*at, known) == Some(plan.range));
        Self {
            measure: row.map_or(usual.measure, |row| row.measure),
            split: row.map_or(usual.split, |row| row.split),
            days: days.unwrap_or(usual.days),
            about: About::of(&plan.only),
        }
    }

    /// Returns the form with another measure, and the same split where that has it.
    #[must_use]
    pub fn with_measure(self, measure: Measure) -> Self {
        let split = measure.splits().find(|split| *split == self.split).or_else(|| measure.splits().next());
        Self { measure, split: split.unwrap_or(Split::Whole), ..self }
    }

    /// The question, after those before it; nothing where the rules would read it in another way (W1).
    pub fn question(&self, earlier: &[&str], known: &Known<'_>, language: Language) -> Option<String> {
        let row = ROWS.iter().find(|row| (row.measure, row.split) == (self.measure, self.split))?;
        let days = DAYS.get(self.days)?.1.get(language);
        // "of in the last 30 days" is no English.
        let days = if row.kind == Kind::Share { days.trim_start_matches("in ") } else { days };
        let name = match (&self.about, language) {
            (About::All, Language::En) if row.kind == Kind::Share => "each category".to_owned(),
            (About::All, Language::Zh) if row.kind == Kind::Share => "各分类".to_owned(),
            (about, _) => about.words(),
        };
        let after = |word: &str| if name.is_empty() { String::new() } else { format!("{word} {name}") };
        let template = row.text.get(language);
        let filled = [("{on}", after("on")), ("{of}", after("of")), ("{n}", name.clone()), ("{d}", days.to_owned())]
            .iter()
            .fold(template.to_owned(), |text, (place, words)| text.replace(place, words));
        let spaced = filled.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ?", "?");
        let mut letters = spaced.chars();
        let text: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        let Some(Understood::Plan(plan)) = understand(&text, earlier, known) else { return None };
        let bounds = (plan.top, plan.least, plan.most, plan.others.len());
        let is_meant = plan.question.kind == row.kind
            && plan.only == self.about.only()
            && Some(plan.range) == range(self.days, known)
            && bounds == (None, None, None, 0);
        is_meant.then_some(text)
    }
}

/// Days of a form up to today.
fn range(at: usize, known: &Known<'_>) -> Option<DateRange> {
    let today = known.around.today;
    let range = phrase::resolve(DAYS.get(at)?.1.en, &known.around).ok()?;
    Some(DateRange::new(range.first, range.last.min(today)))
}
