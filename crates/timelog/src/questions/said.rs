//! One question by itself, taken apart.

use std::ops::Range;

use super::reader::Reader;
use super::table::{self, Question};
use super::{Edge, Kind, Known, MAX_CHARS, Pick, rest, spelling, topic, when};
use crate::phrase::Unit;
use crate::scan::Folded;
use crate::tools::{Group, Only};
use espalier_base::date::DateRange;

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
    /// Group that the most are wanted of: "top 3 days".
    pub top_of: Option<Group>,
    /// Whether it is about how many entries, not how much time.
    pub counted: bool,
    /// The words for the days.
    pub date_words: Vec<String>,
    /// Whether it begins as one that goes on from the one before.
    pub follows: bool,
    pub which: Option<(String, Vec<String>)>,
    /// Parts that were not understood.
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
        top_of: None,
        counted: false,
        date_words: Vec::new(),
        follows: false,
        which: None,
        left: Vec::new(),
        corrected,
    };
    topic::quoted(&mut said, &text);
    topic::lacking(&mut said, known);
    topic::tagged(&mut said, &text, known);
    said.follows = lead(&mut said.reader);
    topic::named(&mut said, known);
    topic::numbered(&mut said, known);
    so_far(&mut said);
    when::lengths(&mut said);
    when::step(&mut said);
    when::clock(&mut said);
    when::dates(&mut said, &text, known);
    when::weekdays(&mut said, known);
    when::top(&mut said);
    said.follows |= said.dates.is_empty() && points_back(&said.reader);
    shape(&mut said);
    rest::read(&mut said, known);
    if !said.others.is_empty() {
        // "Which more?" is what a comparison of two asks.
        said.left.retain(|word| !["more", "less"].contains(&word.as_str()));
    }
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

/// Whether it speaks of what was found before: "break it down", "what's that as a percentage", "其中".
fn points_back(reader: &Reader) -> bool {
    const BEFORE: [&str; 5] = ["break ", "split ", "what's ", "what is ", "show "];
    const AFTER: [&str; 9] =
        [" down", " by ", " per ", " as ", " in total", " split", " broken", " grouped", " for each"];
    let ends = |at: usize| reader.after(at).chars().all(|c| !c.is_alphanumeric());
    let is_pronoun =
        |word: &Range<usize>| ["it", "that", "them", "those", "this"].contains(&reader.slice(word.clone()).as_str());
    let points = |word: &Range<usize>| {
        let (before, after) = (reader.before(word.start), reader.after(word.end));
        ends(word.end) && !before.trim().is_empty()
            || BEFORE.iter().any(|words| before.ends_with(words)) && AFTER.iter().any(|words| after.starts_with(words))
            || AFTER[..4].iter().any(|words| after.starts_with(words)) && reader.slice(word.clone()) != "this"
    };
    reader.words().iter().any(|word| is_pronoun(word) && points(word))
        || reader.whole().trim_start().starts_with("其中")
}

/// Words of what is usual, which a sum is not.
const USUALLY: &[&str] = &["usually", "normally", "typically", "generally", "一般", "通常"];
/// Words that count entries.
const COUNTS: &[&str] = &[
    "how many times",
    "how many",
    "how often",
    "how frequently",
    "number of",
    "times",
    "count",
    "sessions",
    "entries",
    "几次",
    "多少次",
    "次数",
    "几回",
    "多少回",
    "几场",
    "多少场",
    "几个",
    "多少个",
    "几条",
    "多少条",
    "频率",
];
/// Words for each of some periods.
const EACH: [(Group, &[&str]); 3] = [
    (
        Group::Week,
        &[
            "per week",
            "a week",
            "each week",
            "every week",
            "weekly",
            "每个星期",
            "每星期",
            "每礼拜",
            "每周",
            "一周",
            "周均",
        ],
    ),
    (Group::Month, &["per month", "a month", "each month", "every month", "monthly", "每个月", "每月", "月均"]),
    (Group::Day, &["per day", "a day", "each day", "every day", "daily", "每天", "每日", "一天", "日均"]),
];

/// Words for how often, where the most or the least is asked for.
const OFTEN: &[&str] =
    &["most often", "least often", "often", "frequently", "most times", "times", "次数", "频率", "number of"];

/// Refines the kind of a question about single days or entries: it may ask for what is usual, for each week, or for how
/// often, or be none. `there` is the question before its words were taken.
fn refine(said: &mut Said, there: &Reader, kind: Kind, is_time: bool) -> Kind {
    let each = EACH.iter().find(|(_, words)| there.has(words));
    let counts = !is_time && there.has(COUNTS);
    let is_mean = matches!(
        kind,
        Kind::MeanDay
            | Kind::MeanWeek
            | Kind::MeanMonth
            | Kind::MeanEntry
            | Kind::Count
            | Kind::By(Group::Day | Group::Week | Group::Month)
    );
    let kind = match (each, kind) {
        (Some((group, words)), _) if is_mean && counts => {
            said.reader.eat_all(words);
            said.reader.eat_all(COUNTS);
            Kind::MeanCount(*group)
        }
        (Some((Group::Day, words)), Kind::MeanDay) if asks_every(there) => {
            said.reader.eat_all(words);
            Kind::ActiveDays
        }
        (Some((_, words)), Kind::ActiveDays | Kind::FreeDays | Kind::DaysOver) => {
            said.left.extend(words.iter().find(|word| there.has(&[word])).map(|word| (*word).to_owned()));
            kind
        }
        (_, Kind::By(_)) if counts => {
            said.reader.eat_all(COUNTS);
            said.counted = true;
            kind
        }
        (_, Kind::Most(_) | Kind::Least(_) | Kind::Compare | Kind::Sum) if !is_time && there.has(OFTEN) => {
            said.reader.eat_all(OFTEN);
            said.counted = true;
            kind
        }
        (_, Kind::Count) => {
            said.counted = true;
            kind
        }
        _ => kind,
    };
    // How often is no part of another question.
    if let Some(word) = ["次数", "频率"].iter().find(|word| said.reader.eat(word)).filter(|_| !said.counted) {
        said.left.push((*word).to_owned());
    }
    let Some(word) = USUALLY.iter().find(|word| said.reader.has(&[word])) else { return kind };
    said.reader.eat_all(USUALLY);
    match kind {
        Kind::Sum => Kind::MeanDay,
        Kind::MeanDay
        | Kind::MeanWeek
        | Kind::MeanMonth
        | Kind::MeanEntry
        | Kind::MeanCount(_)
        | Kind::Median
        | Kind::Most(_)
        | Kind::Least(_)
        | Kind::By(_)
        | Kind::DayParts
        | Kind::Weekend => kind,
        _ => {
            said.left.push((*word).to_owned());
            kind
        }
    }
}

/// Whether it is asked on how many days of all: "Did I run every day?".
fn asks_every(there: &Reader) -> bool {
    let text = there.whole();
    let asks = ["did i", "have i", "was i", "do i"].iter().any(|words| text.trim_start().starts_with(words));
    let amounts = ["how", "多久", "多长", "多少", "几小时", "几个小时"];
    (asks || there.has(&["每天都", "天天"])) && !amounts.iter().any(|word| text.contains(word))
}

/// Returns the kind for the group that the most are wanted of: "top 3 days" is not about categories.
fn of_what(said: &Said, kind: Kind) -> Kind {
    match (kind, said.top_of) {
        (Kind::Least(_), Some(group)) => Kind::Least(group),
        (Kind::Most(_) | Kind::WhichDays | Kind::Summary | Kind::Sum | Kind::Entries, Some(group)) => Kind::Most(group),
        _ => kind,
    }
}

/// Returns the kind where a number of entries is wanted: the first ones, and not all.
fn which_entries(said: &mut Said, kind: Kind) -> Kind {
    if kind != Kind::Entries || said.top.is_none() {
        return kind;
    }
    let first = ["first", "earliest", "oldest", "最早", "最先"].iter().any(|word| said.reader.eat(word));
    said.reader.eat_all(&["last", "latest", "newest", "most recent", "最近", "最新", "最后"]);
    if first { Kind::First } else { kind }
}

/// Words of lengths and entries: what has them is not about when days begin and end.
const NO_EDGE: &[&str] = &[
    "how long",
    "how much",
    "how many",
    "hours",
    "hour",
    "per",
    "entry",
    "entries",
    "session",
    "sessions",
    "record",
    "first",
    "last",
    "since",
    "多久",
    "多长",
    "多少",
    "几小时",
    "几个小时",
    "每天平均",
    "平均每",
    "一次",
    "一条",
    "记录",
    "第一",
    "占",
    "比",
    "时长",
];
const STARTS: &[&str] = &["start*", "begin*", "began", "开始", "开工", "上班", "开干"];
const ENDS: &[&str] = &["finish*", "stop*", "end", "ends", "ended", "quit", "结束", "收工", "下班", "停"];
const USUAL: &[&str] = &[
    "usual*",
    "normal*",
    "typical*",
    "general*",
    "on average",
    "averag*",
    "mean",
    "median",
    "一般",
    "通常",
    "平时",
    "平均",
];
const EARLY: &[&str] = &["earliest", "how early", "最早", "多早"];
const LATE: &[&str] = &["latest", "how late", "最晚", "多晚"];

/// Reads a question about when days begin or end, as usual, at the earliest or at the latest, in any order of its
/// words.
fn edge(said: &mut Said) -> Option<Kind> {
    let there = &said.reader;
    let has_clock = there.has(&["几点", "多早", "多晚", "什么时候"]);
    let asks_how = there.has(&["how early", "how late", "多早", "多晚", "最早几点", "最晚几点"]);
    // "平时" says the days of the week as well, and was taken for them.
    let is_usual = there.has(USUAL) || there.whole().contains("平时");
    let pick = match (is_usual, there.has(EARLY), there.has(LATE)) {
        (true, false, false) => Pick::Usual,
        (_, true, false) => Pick::Earliest,
        (_, false, true) => Pick::Latest,
        _ => return None,
    };
    let edge = match (there.has(STARTS), there.has(ENDS)) {
        (true, false) => Edge::Start,
        (false, true) => Edge::End,
        // "How late did I work?" is about the end, "最早几点" about the beginning.
        (false, false) if asks_how && pick == Pick::Earliest => Edge::Start,
        (false, false) if asks_how && pick == Pick::Latest => Edge::End,
        _ => return None,
    };
    let is_other = there.has(NO_EDGE) || said.least.is_some() || said.most.is_some();
    // Of one day there is one beginning; without any day it is today's that one asks for.
    let one_day = match said.dates[..] {
        [] => asks_how && said.only.weekdays.is_empty(),
        [range] => range.days() == 1,
        _ => false,
    };
    let is_chinese = there.whole().chars().any(crate::scan::is_cjk);
    if is_other || one_day || is_chinese && !has_clock {
        return None;
    }
    for words in [STARTS, ENDS, USUAL, EARLY, LATE, &["几点", "time", "what time", "at what time", "点", "时候"]] {
        said.reader.eat_all(words);
    }
    Some(Kind::Edge(edge, pick))
}

/// Words for a single day, of which a length is said.
const ONE_DAY: &[&str] = &["one day", "a day", "a single day", "single day", "any day", "一天", "哪天"];

/// Whether mornings or evenings are counted.
fn counts_parts(text: &str) -> bool {
    const PARTS: [&str; 4] = ["morning", "afternoon", "evening", "night"];
    const PARTS_ZH: [&str; 5] = ["早上", "上午", "下午", "晚上", "夜里"];
    PARTS.iter().any(|part| ["how many", "number of"].iter().any(|lead| text.contains(&format!("{lead} {part}s"))))
        || PARTS_ZH.iter().any(|part| ["几个", "多少个"].iter().any(|lead| text.contains(&format!("{lead}{part}"))))
}

/// Words for the most or the least.
const SUPERLATIVES: &[&str] = &["most", "least", "fewest", "busiest", "quietest", "best", "worst", "strongest", "最"];

/// Weeks and months of a length are no entries of that length, and are not looked for.
fn bounded_period(there: &Reader, has_bound: bool) -> Option<String> {
    let units =
        ["weeks", "week", "months", "month", "哪一周", "哪周", "哪几周", "几周", "哪个月", "哪几个月", "几个月"];
    units.into_iter().find(|unit| has_bound && there.has(&[unit])).map(str::to_owned)
}

/// "The most productive month so far" is one of all months, not of this one.
fn so_far(said: &mut Said) {
    const MOST: [&str; 8] = ["productive", "busiest", "best", "worst", "quietest", "strongest", "hardest", "which"];
    for most in MOST {
        for unit in ["day", "week", "month", "quarter", "year"] {
            if let Some(place) = said.reader.place(&format!("{most} {unit} so far")) {
                said.reader.take(place.end - "so far".len()..place.end);
            }
        }
    }
}

fn shape(said: &mut Said) {
    let has_bound = said.least.is_some() || said.most.is_some();
    if has_bound {
        // "有没有哪天超过8小时" asks for no days without anything.
        said.reader.eat("有没有");
    }
    let there = said.reader.clone();
    let counts_time = [
        "how many hours",
        "how much time",
        "number of hours",
        "amount of time",
        "hours",
        "how many minutes",
        "how many mins",
        "how many hrs",
        "多少个小时",
        "几个小时",
        "几个钟头",
        "多少个钟头",
    ];
    if let Some(kind) = edge(said) {
        said.question = Some(table::of(kind));
        return;
    }
    let is_time = counts_time.iter().any(|words| said.reader.place(words).is_some());
    let asks_which = said.reader.has(&["哪几天"]);
    let found = table::find(&said.reader, |kind| match kind {
        // "哪几天" asks which, not how many.
        Kind::DaysOver => has_bound && !asks_which,
        Kind::ActiveDays => !asks_which,
        Kind::Count => !is_time,
        _ => true,
    });
    let Some((question, places)) = found else {
        if has_bound && there.has(&["days", "any day", "a day"]) {
            said.question = Some(table::of(Kind::WhichDays));
            also(said, Kind::WhichDays);
            return;
        }
        said.left.extend(bounded_period(&there, has_bound));
        said.counted = !is_time && there.has(OFTEN);
        if said.counted {
            said.reader.eat_all(OFTEN);
        }
        if !said.others.is_empty() {
            also(said, Kind::Versus);
        }
        if said.top.is_some() {
            said.question = Some(table::of(Kind::Most(said.top_of.unwrap_or(Group::Category))));
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
    let kind = which_entries(said, of_what(said, kind));
    let kind = refine(said, &there, kind, is_time);
    // "Were there days with less than two hours?" is about days, not entries.
    if matches!(kind, Kind::Most(Group::Week | Group::Month) | Kind::Entries) && !there.has(SUPERLATIVES) {
        said.left.extend(bounded_period(&there, has_bound));
    }
    let kind = match kind {
        Kind::Entries if has_bound && there.has(&["days", "any day", "a day"]) => Kind::WhichDays,
        Kind::Entries | Kind::Sum | Kind::Summary if has_bound && there.has(ONE_DAY) => Kind::WhichDays,
        Kind::MeanDay if has_bound && there.has(ONE_DAY) && !there.has(&["averag*", "mean", "平均", "日均"]) => {
            Kind::WhichDays
        }
        // "How many evenings did I study?"
        Kind::Count if counts_parts(&there.whole()) => {
            said.counted = false;
            Kind::ActiveDays
        }
        kind => kind,
    };
    if kind == Kind::Sum && has_bound && there.has(&["days"]) {
        said.left.push("days".to_owned());
    }
    // "A streak without Sport" is one of days on which there was none, not of all other time.
    let of_days = matches!(
        kind,
        Kind::Streak
            | Kind::WhichDays
            | Kind::Last
            | Kind::First
            | Kind::Most(Group::Day | Group::Week | Group::Month | Group::Weekday)
            | Kind::Least(Group::Day | Group::Week | Group::Month | Group::Weekday)
    );
    if of_days && there.whole().contains("without ") {
        said.left.extend(said.only.without.first().map(|name| format!("without {name}")));
    }
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
            "最近",
            "most",
            "the most",
            "least",
            "fewest",
            "top",
            "productive",
            "busiest",
            "busy",
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
            "worst",
            "day",
            "days",
            "week",
            "weeks",
            "month",
            "months",
            "最高",
            "最",
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
        Kind::MeanDay | Kind::MeanWeek | Kind::MeanMonth | Kind::MeanEntry | Kind::MeanCount(_) | Kind::Median => &[
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
            "break",
            "broken",
            "down",
            "最多",
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
        Kind::ActiveDays | Kind::DaysOver => &["on", "active", "different", "distinct", "exceed*", "超过"],
        Kind::Running => &["running", "timer", "active", "anything", "current*", "计时", "正在", "运行"],
        Kind::Entries => &["listed", "exactly", "detail*", "明细", "详细", "列出", "显示", "查找", "提到", "记录"],
        _ => &[],
    };
    for words in words {
        said.reader.eat(words);
    }
}
