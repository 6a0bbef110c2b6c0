//! One question by itself, taken apart. Must not be in here: the questions before it, calls.

use super::reader::Reader;
use super::table::{self, Question};
use super::{Kind, Known, MAX_CHARS, rest, spelling, topic, when};
use crate::base::date::DateRange;
use crate::feature::timelog::phrase::Unit;
use crate::feature::timelog::scan::Folded;
use crate::feature::timelog::tools::{Group, Only};

/// Days that are counted from others.
#[derive(Clone)]
pub struct Step {
    pub unit: Unit,
    pub offset: i32,
    pub words: String,
}

/// The parts of a question.
pub struct Said {
    pub reader: Reader,
    pub question: Option<&'static Question>,
    /// The days, in the order they are named.
    pub dates: Vec<DateRange>,
    /// The place in them of those that something is compared with.
    pub than: Option<usize>,
    /// A day from today that a part of the day says.
    pub day: Option<i32>,
    pub step: Option<Step>,
    pub only: Only,
    pub others: Vec<Only>,
    pub top: Option<usize>,
    pub least: Option<i64>,
    pub most: Option<i64>,
    pub bound_words: Vec<String>,
    /// It begins as one that goes on from the one before.
    pub follows: bool,
    pub which: Option<(String, Vec<String>)>,
    /// What no part of this is.
    pub left: Vec<String>,
    pub corrected: Vec<(String, String)>,
}

/// Takes a question apart; nothing of what is too long, or says nothing.
pub fn read(text: &str, known: &Known) -> Option<Said> {
    if Folded::new(text).len() > MAX_CHARS {
        return None;
    }
    let (text, corrected) = spelling::mend(text.trim(), known);
    let mut said = Said {
        reader: Reader::new(&text),
        question: None,
        dates: Vec::new(),
        than: None,
        day: None,
        step: None,
        only: Only::default(),
        others: Vec::new(),
        top: None,
        least: None,
        most: None,
        bound_words: Vec::new(),
        follows: false,
        which: None,
        left: Vec::new(),
        corrected,
    };
    topic::quoted(&mut said, &text);
    topic::tagged(&mut said, &text, known);
    said.follows = lead(&mut said.reader);
    topic::named(&mut said, known);
    topic::numbered(&mut said, known);
    when::lengths(&mut said);
    when::step(&mut said);
    when::clock(&mut said);
    when::dates(&mut said, &text, known);
    when::weekdays(&mut said, known);
    when::top(&mut said);
    shape(&mut said);
    rest::read(&mut said, known);
    Some(said)
}

/// Takes the words with which one goes on.
fn lead(reader: &mut Reader) -> bool {
    let start = reader.chars().iter().take_while(|c| !c.is_alphanumeric()).count();
    let mut follows = false;
    for words in ["and what about", "and how about", "what about", "how about", "but", "and", "so", "那么", "那"] {
        let length = words.chars().count();
        if reader.place(words).is_some_and(|range| range.start == start) {
            reader.take(start..start + length);
            follows = true;
            break;
        }
    }
    let text: String = reader.text();
    let ends = text.trim_end_matches(['?', '!', '.', ' ', '？']).ends_with('呢');
    follows || ends && text.chars().count() < 16
}

fn shape(said: &mut Said) {
    let has_bound = said.least.is_some() || said.most.is_some();
    let counts_time = [
        "how many hours",
        "how many minutes",
        "how many mins",
        "how many hrs",
        "多少个小时",
        "几个小时",
        "几个钟头",
        "多少个钟头",
    ];
    let is_time = counts_time.iter().any(|words| said.reader.place(words).is_some());
    let found = table::find(&said.reader, |kind| match kind {
        Kind::DaysOver => has_bound,
        Kind::Count => !is_time,
        _ => true,
    });
    let Some((question, places)) = found else {
        if !said.others.is_empty() {
            also(said, Kind::Versus);
        }
        if said.top.is_some() {
            said.question = Some(table::of(Kind::Most(Group::Category)));
        }
        return;
    };
    for place in places {
        said.reader.take(place);
    }
    let has_topic = !said.only.is_of_all();
    let kind = match question.kind {
        // "When did I start sport?" asks for more than today.
        Kind::StartOfDay if said.dates.is_empty() && has_topic && said.only.clock.is_none() => Kind::First,
        Kind::EndOfDay if said.dates.is_empty() && has_topic => Kind::Last,
        kind => kind,
    };
    said.question = Some(table::of(kind));
    also(said, kind);
    if !said.others.is_empty() || said.dates.len() > 1 {
        also(said, Kind::Versus);
    }
}

/// Words that go with a kind and say no more than it does.
fn also(said: &mut Said, kind: Kind) {
    let words: &[&str] = match kind {
        Kind::Most(_) | Kind::Least(_) | Kind::Grew | Kind::Longest | Kind::Shortest | Kind::WhichDays => &[
            "most",
            "the most",
            "least",
            "fewest",
            "top",
            "productive",
            "busiest",
            "longest",
            "biggest",
            "category",
            "best",
            "最多",
            "最少",
            "最长",
            "最忙",
            "最高",
            "效率",
            "最大",
            "排名",
            "哪天",
            "哪一天",
            "增长",
            "最",
            "分类",
            "比",
            "最闲",
            "最清闲",
        ],
        Kind::Compare | Kind::Versus | Kind::Weekend | Kind::DayParts => &[
            "compared to",
            "compared with",
            "more",
            "less",
            "than",
            "most",
            "better",
            "active",
            "productive",
            "busy",
            "busier",
            "which was",
            "prefer",
            "difference",
            "differ",
            "versus",
            "vs",
            "mornings",
            "morning",
            "evenings",
            "evening",
            "afternoon",
            "afternoons",
            "weekend*",
            "weekday*",
            "against",
            "更多",
            "最多",
            "相比",
            "比较",
            "对比",
            "哪个",
            "谁",
            "差别",
            "差多少",
            "晚上",
            "早上",
            "上午",
            "下午",
            "更忙",
            "更",
            "周末",
            "工作日",
            "多大",
            "比",
            "差异",
            "不同",
        ],
        Kind::Trend => &[
            "down",
            "up",
            "more",
            "less",
            "better",
            "still",
            "time",
            "changing",
            "变化",
            "越来越少",
            "越来越多",
            "越来越",
            "增加",
            "减少",
        ],
        Kind::Streak => &["longest", "best", "current", "最长", "最多", "最高", "多少天", "几天"],
        Kind::Gaps => &["longest", "空", "超", "时段", "最长"],
        Kind::Share => &["big", "large", "much", "百分之多少", "多少"],
        Kind::MeanDay | Kind::MeanWeek | Kind::MeanMonth | Kind::MeanEntry | Kind::Median => &[
            "averag*",
            "mean",
            "typical",
            "usual",
            "daily",
            "weekly",
            "monthly",
            "per day",
            "per week",
            "a day",
            "a week",
            "on average",
            "length",
            "duration",
            "last",
            "平均",
            "日均",
            "每天",
            "每周",
            "每月",
            "一次",
            "均",
            "每日",
            "多长",
        ],
        Kind::Overlaps | Kind::Categories | Kind::Goals | Kind::Progress | Kind::Remaining => {
            &["goals", "goal", "overlapping", "两条", "reach", "reached", "target"]
        }
        Kind::By(Group::Weekday) => {
            &["averag*", "mean", "on average", "平均", "分布", "统计", "breakdown", "distribut*", "spread"]
        }
        Kind::By(_) => &[
            "spread",
            "distribut*",
            "breakdown",
            "break down",
            "down",
            "table",
            "separately",
            "按",
            "分布",
            "统计",
            "分别",
            "各",
            "表格",
            "去",
            "day of the week",
            "split",
        ],
        Kind::First | Kind::Last | Kind::StartOfDay | Kind::EndOfDay => &[
            "first",
            "start*",
            "begin",
            "latest",
            "last",
            "stop*",
            "finish*",
            "early",
            "late",
            "几点",
            "哪天",
            "哪一天",
            "最早",
            "最晚",
            "第一次",
            "tracking",
        ],
        Kind::WhichFree | Kind::FreeDays => {
            &["no", "not", "didn't", "didnt", "without", "nothing", "empty", "没", "没有", "at all", "free", "off"]
        }
        Kind::ActiveDays | Kind::DaysOver => &["on", "active", "exceed*", "超过"],
        Kind::Running => &["running", "timer", "active", "anything", "current*", "计时", "正在", "运行"],
        Kind::Entries => &["listed", "exactly", "detail*", "明细", "详细", "列出", "显示", "查找", "提到", "记录"],
        _ => &[],
    };
    for words in words {
        said.reader.eat(words);
    }
}
