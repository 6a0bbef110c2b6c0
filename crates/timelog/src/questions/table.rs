//! The questions, one row for each: the forms by which it is asked, the days it is about where none are said, the calls that
//! answer it, how the answer is worded, and an example.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::answer::{Say, lists, sums, tables};
use super::calls::{self, FullQuestion};
use super::grammar::plain_form;
use super::{Edge, Kind, Pick};
use crate::tools::{Call, Group};
use espalier_command::spec::Text;

/// A question.
#[derive(Debug, Clone, Copy)]
pub struct Question {
    /// Kind.
    pub kind: Kind,
    /// English and Chinese forms between `;`: all words of a question besides names, days and conditions.
    pub forms: [&'static str; 2],
    /// The days that are meant where none are said.
    pub usual: Usual,
    /// Example in both languages.
    pub example: Text,
    /// Makes the calls that answer it.
    pub(super) calls: fn(&FullQuestion) -> Vec<Call>,
    /// Words the answer.
    pub(super) word: fn(&Say) -> String,
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// The days that are meant where none are said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Usual {
    Today,
    Week,
    Month,
    Lately,
    Quarter,
    Always,
}

/// A table of questions: the kind, the usual days, the calls, the words of the answer, an example in both languages, and
/// the forms in both.
macro_rules! questions {
    ($($kind:expr, $usual:ident, $calls:ident, $word:expr, $en:literal, $zh:literal, $english:literal, $chinese:literal;)*) => {
        /// All questions.
        pub static QUESTIONS: &[Question] = &[$(Question {
            kind: $kind,
            forms: [$english, $chinese],
            usual: Usual::$usual,
            example: Text::new($en, $zh),
            calls: calls::$calls,
            word: $word,
        }),*];
    };
}

/// The question of a kind.
pub fn of(kind: Kind) -> &'static Question {
    QUESTIONS.iter().find(|question| question.kind == kind).unwrap_or(&QUESTIONS[0])
}

static FORMS: LazyLock<BTreeMap<String, Kind>> =
    LazyLock::new(|| all_forms().into_iter().filter(|(form, _)| !form.is_empty()).collect());

/// Finds the kind that a form asks for, which is unique.
pub fn find(form: &str) -> Option<Kind> {
    FORMS.get(form).copied()
}

/// Whether a word is part of some form.
pub fn has_word(word: &str) -> bool {
    static WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| FORMS.keys().flat_map(|form| form.split(' ')).collect());
    WORDS.contains(word)
}

/// Every form without the words that say nothing.
pub(super) fn all_forms() -> Vec<(String, Kind)> {
    let forms = QUESTIONS.iter().flat_map(|question| question.forms.map(|forms| (forms, question.kind)));
    forms.flat_map(|(forms, kind)| forms.split(';').map(move |form| (plain_form(form), kind))).collect()
}

questions! {
    Kind::Change, Today, none, sums::number, "Delete yesterday's entries", "删除昨天的记录",
        "delete;remove;erase;undo;rename;delete everything;delete all entries;delete entries;remove entries;\
        merge entries",
        "删除;删掉;清空;撤销;删除记录;删除全部记录;删除所有记录;删掉记录";
    Kind::Overlaps, Always, overlaps, lists::stretches, "Do any entries overlap?", "有没有重叠的记录？",
        "overlaps;do any entries overlap;any overlapping entries;overlapping entries;are there any overlaps;\
        do i have any overlaps;do entries overlap",
        "重叠记录;有没有时间重叠的记录;时间重叠的记录;有没有重叠的记录;有没有重叠;有重叠吗;哪些记录重叠;记录里有重叠吗";
    Kind::WhichFree, Month, days_with_empty, tables::which_free, "Which days this month had no entries?", "本月哪几天没有记录？",
        "which days had no entries;which days had no entries at all;which days had no;which days without entries;\
        which days without any entries;which days without;which days without any;which days no;which days did i not;\
        which days did i not do;which days did i not do any;which days did i not track anything;\
        which days had nothing;which days did i not log anything;days with no entries",
        "哪几天没有记录;哪几天没有任何记录;哪几天没有;哪些天没有记录;哪些天没有;哪天没有记录;哪天没有;哪几天没;哪些天没";
    Kind::FreeDays, Month, total, sums::active_days, "How many days this month had no entries?", "本月有几天没有记录？",
        "how many days had no entries;how many days without;how many days without any;how many days without entries;\
        how many days did i not;how many days did i not do;how many days did i not do any;how many days had no;\
        days without;days without any;days without entries;number of days without;number of days without any",
        "几天没有记录;几天没有;几天没;有几天没有记录;有几天没有;有几天没;有多少天没有;多少天没有记录;多少天没有;多少天没";
    Kind::Gaps, Always, gaps, lists::stretches, "Where are the gaps of the last 30 days?", "最近30天有哪些空档？",
        "gaps;holes in my log;any holes in my log;gaps in my log;any gaps;are there gaps;are there any gaps;where are the gaps;where are gaps;gaps of;any gaps of;\
        where are the holes in my log;where are the gaps in my log;do i have any gaps;which gaps;list gaps;show gaps;\
        show the gaps",
        "空档;有哪些时间没记;哪些时间没记;有哪些空档;有没有空档;有空档吗;空档有哪些;有没有的空档;有的空档吗;有没有空白;有没有的空白;哪些空档";
    Kind::Unusual, Lately, by_day, tables::unusual, "Which days were unusual lately?", "最近有哪些异常的日子？",
        "which days were unusual lately;which days were unusual;unusual days;any unusual days",
        "哪些异常的日子;有哪些异常的日子;有没有异常的日子;最近有哪些异常的日子;异常的日子";
    Kind::Streak, Always, total, sums::streak, "What is my longest streak?", "我最长连续记录了多少天？",
        "longest streak;how many days in a row;how many days in a row did i;how many days in a row did i do;what is my longest streak;what was my longest streak;streak;longest streak of",
        "最长连续几天;最长连续多少天;最长连续记录多少天;最长连续记录几天;连续几天;连续多少天;最长连续";
    Kind::Remaining, Month, goals, lists::goals, "How much is left for my goals?", "目标还差多少？",
        "how much is left for my goals;how much is left for my goal;how much is left to reach my goals",
        "目标还差多少;目标还剩多少";
    Kind::Progress, Month, goals, lists::goals, "How are my goals progressing?", "我的目标进度如何？",
        "how are my goals progressing;goal progress;progress of my goals;how are my goals",
        "目标进度;目标进度如何;目标进度怎么样;目标进展如何";
    Kind::Goals, Month, goals, lists::goals, "What are my goals?", "我有哪些目标？",
        "what are my goals;which goals do i have;list my goals;show my goals",
        "有哪些目标;我有哪些目标;目标列表;列出目标";
    Kind::Categories, Always, categories, lists::categories, "Which categories do I have?", "我有哪些分类？",
        "which categories do i have;what categories do i have;what are my categories;list my categories;\
        list all categories;show my categories",
        "有哪些分类;我有哪些分类;有什么分类;分类列表;列出分类";
    Kind::Running, Today, running, lists::entry, "Is a timer running?", "现在有在计时吗？",
        "is a timer running;is the timer running;is a timer still running;what is running;is anything running;\
        am i tracking anything right now;is anything being tracked right now",
        "现在有在计时吗;现在在计时吗;有在计时吗;在计时吗;正在计时吗";
    Kind::DayParts, Quarter, by_hour, tables::day_parts, "Am I more active in the morning or in the evening?", "我早上忙还是晚上忙？",
        "am i more active in the morning or in the evening;by part of the day;morning vs evening;\
        in the morning or in the evening",
        "早上忙还是晚上忙;早上多还是晚上多;上午多还是晚上多;按时段";
    Kind::Weekend, Quarter, by_weekday, tables::weekend, "How do weekends compare with weekdays?", "周末和工作日相比如何？",
        "how do weekends compare with weekdays;weekends compared with weekdays;compare weekends with weekdays;\
        compare weekends and weekdays;do i more on weekends or on weekdays;weekends vs weekdays;\
        weekends versus weekdays",
        "周末和工作日相比如何;周末和工作日相比;周末和工作日对比;对比周末和工作日;周末和工作日比怎么样";
    Kind::First, Always, earliest, lists::entry, "When was my first entry?", "第一条记录是什么时候？",
        "when was my first entry;when was my very first entry;when was the first entry;first entry;when did i first;\
        when did i first do;when was the first;when was the first time i;when was the first time i did;first time;\
        when did i start tracking",
        "第一条记录;第一条记录是什么时候;第一条记录是哪天;第一次;第一次是什么时候;第一次是哪天;最早一次是什么时候;最早的记录是什么时候";
    Kind::Last, Always, latest, lists::entry, "When was my last entry?", "最近一次记录是什么时候？",
        "when was my last entry;when was the last entry;last entry;latest entry;when did i last;when did i last do;\
        when did i last have;when was the last;when was my last;last time i;last time;when was the last time i;\
        when was the last time i did;when was the last time i had",
        "最近一次记录是什么时候;最近一次;最近一次是什么时候;最近一次是哪天;最后一次;最后一次是什么时候;最后一次是哪天;上次;上次是什么时候;上次是哪天;上一次是什么时候;最后一条记录;最后一条记录是什么时候";
    Kind::StartOfDay, Today, earliest, lists::entry, "When did I start today?", "我今天几点开始的？",
        "when did i start;what time did i start;when did my day begin;when did my day start;when did i begin",
        "几点开始;我今天几点开始的;什么时候开始";
    Kind::EndOfDay, Today, latest, lists::entry, "When did I finish yesterday?", "我昨天几点结束的？",
        "when did i finish;when did i stop;what time did i finish;what time did i stop;when did my day end;\
        what time did i stop working;when did i stop working;when did i finish working",
        "几点结束;什么时候结束;几点收工";
    Kind::Edge(Edge::Start, Pick::Usual), Quarter, edges, lists::edges, "When do I usually start?", "我通常几点开始？",
        "when do i usually start;when do i normally start;when do i usually begin;when do i normally begin;\
        what time do i usually start;usual start;when do i usually start with",
        "通常几点开始;一般几点开始;平均几点开始";
    Kind::Edge(Edge::Start, Pick::Earliest), Quarter, edges, lists::edges, "What was my earliest start this month?", "我本月最早几点开始？",
        "earliest start;what was my earliest start;how early did i start",
        "最早几点开始";
    Kind::Edge(Edge::Start, Pick::Latest), Quarter, edges, lists::edges, "What was my latest start this month?", "我本月最晚几点开始？",
        "latest start;what was my latest start;how late did i start",
        "最晚几点开始";
    Kind::Edge(Edge::End, Pick::Usual), Quarter, edges, lists::edges, "When do I usually finish?", "我通常几点结束？",
        "when do i usually finish;when do i normally finish;when do i usually stop;when do i normally stop;\
        usual finish;what is my average finishing time",
        "通常几点结束;一般几点结束;平均几点结束";
    Kind::Edge(Edge::End, Pick::Earliest), Quarter, edges, lists::edges, "What was my earliest finish this month?", "我本月最早几点结束？",
        "earliest finish;what was my earliest finish",
        "最早几点结束";
    Kind::Edge(Edge::End, Pick::Latest), Quarter, edges, lists::edges, "What was my latest finish this month?", "我本月最晚几点结束？",
        "latest finish;what was my latest finish;how late did i finish;when did i finish latest;\
        when did i stop latest",
        "最晚几点结束";
    Kind::Grew, Month, compare, tables::grew, "Which category grew most this month?", "本月增长最多的分类是什么？",
        "which category grew most;which category grew the most;which category grew most compared to;\
        which category grew the most compared to;which category grew the most compared with",
        "增长最多的分类;增长最多的分类是什么;哪个分类增长最多;比增长最多的分类是什么";
    Kind::Trend, Quarter, trend, tables::trend, "What is the trend of the last 12 weeks?", "最近12周的趋势如何？",
        "trend;trend in;what is the trend;what is the trend of;is going up or down;is my going up or down;\
        how has developed;how did develop",
        "趋势;趋势如何;走势;走势如何;是越来越多还是越来越少";
    Kind::Share, Always, share, sums::share_of, "What share of this month was each category?", "本月各分类占比是多少？",
        "share;what fraction of was;what fraction was;percentage;percent;share of my time;what share of was;what share of was each category;what share;\
        what percentage was;what percent was;what percentage of was;what percent of was;percentage of;share of;%;\
        what share of my time is;what percentage of my time is;what share of my time goes to;\
        what percentage of my time goes to;what share of goes to;what share of my goes to;what share of went to;\
        percent of that went to",
        "占比;占总时间多少;占总时间的多少;占比多少;占比是多少;各分类占比;各分类占比是多少;占百分之多少;占百分之几;占了百分之多少;占多少;占我时间的比例是多少;占总时间的百分之几;占我时间的百分之多少";
    Kind::DaysOver, Month, days_over, tables::days_over, "On how many days this month did I track more than 8 hours?", "本月有多少天超过8小时？",
        "",
        "";
    Kind::ActiveDays, Month, total, sums::active_days, "On how many days this month did I track anything?", "本月有多少天有记录？",
        "on how many days did i track anything;how many days did i track anything;on how many days did i;\
        on how many days did i do;how many days did i;how many days did i do;how many days did i track;\
        on how many days did i track;how many days",
        "多少天有记录;几天有记录;有多少天有记录;多少天;几天;有几天;有多少天";
    Kind::By(Group::Weekday), Quarter, by_weekday, tables::table, "The last 12 weeks by weekday", "最近12周按星期几统计",
        "by weekday;time by weekday;by day of the week;per weekday;average per weekday for;hours per weekday;for each weekday",
        "按星期几统计;按星期几分布;按周几统计;按星期统计;按星期几统计时长";
    Kind::By(Group::Category), Month, by_category, tables::table, "This month by category", "本月按分类统计",
        "by category;per category;time by category;hours by category;total by category;break down by category;\
        breakdown by category;split by category;break down;where did my time go;breakdown;\
        give me a breakdown of by category;how did i spend my time;\
        hours per project;hours by project;by project;per project;time per project;time by project;how many hours per project;\
        hours per category;time per category;how many hours per category",
        "按分类统计;按分类;按分类汇总;按分类列出;各分类用了多少时间;各分类时间;时间花在哪;时间花在哪里;时间花在哪了;各分类多久;各类时间;分类统计;各分类用了多久;按项目统计;按项目;每个项目多久;每个项目多少小时;各项目多少小时;各项目用时";
    Kind::By(Group::Client), Month, by_client, tables::table, "This month by client", "本月按客户统计",
        "hours per client;hours by client;by client;per client;time per client;time by client;how many hours per client;\
        how much time per client",
        "按客户统计;按客户;每个客户多久;每个客户多少小时;各客户多少小时;各客户用时";
    Kind::By(Group::Goal), Month, by_goal, tables::table, "This month by goal", "本月按目标统计",
        "by goal;time by goal;per goal",
        "按目标统计;按目标";
    Kind::Least(Group::Tag), Month, by_tag, tables::extreme, "Which tag took the least time this month?", "本月哪个标签用得最少？",
        "which tag took the least time;which tag did i use the least",
        "哪个标签用得最少;哪个标签用时最少";
    Kind::Most(Group::Tag), Month, by_tag, tables::extreme, "Which tag took the most time this month?", "本月哪个标签用得最多？",
        "which tag took the most time;which tag did i use the most;what tag did i use the most;which tag most;\
        biggest tag;biggest tag by hours;top tags",
        "哪个标签用得最多;哪个标签用时最多;用得最多的标签;用得最多的标签是哪个;哪个标签最多";
    Kind::By(Group::Tag), Month, by_tag, tables::table, "This month by tag", "本月按标签统计",
        "by tag;per tag;time by tag;hours by tag;tags;split by tag;break down by tag",
        "按标签统计;按标签;标签统计;各标签时间";
    Kind::Least(Group::Weekday), Quarter, by_weekday, tables::extreme, "Which weekday do I track the least?", "我星期几记录最少？",
        "which weekday do i track the least;which weekday has the fewest;which weekday has the least;which weekday do i do the least;which weekday least",
        "星期几记录最少;星期几最少;周几最少";
    Kind::Most(Group::Weekday), Quarter, by_weekday, tables::extreme, "Which weekday do I track the most?", "我星期几记录最多？",
        "which weekday do i track the most;which weekday do i do the most;which weekday do i the most;\
        on which weekday do i do most;on which weekday do i most;which weekday is the busiest",
        "星期几记录最多;星期几最多;周几最多";
    Kind::Most(Group::Hour), Quarter, by_hour, tables::extreme, "At what hour do I track the most?", "我哪个时段记录最多？",
        "at what hour do i track the most;at what hour do i the most;at which hour do i do most;\
        at which hour do i most;which hour most;what is my most productive hour;what is my most productive hour for;\
        which hour is the busiest",
        "哪个时段记录最多;哪个小时记录最多;哪个小时最多;哪个时段最多";
    Kind::By(Group::Hour), Month, by_hour, tables::table, "This month by hour", "本月按小时统计",
        "by hour;hour by hour;by hour of the day;time by hour",
        "按小时统计;按小时;时段分布";
    Kind::Least(Group::Week), Always, by_week, tables::extreme, "Which week was the quietest?", "哪一周记录最少？",
        "which week was the quietest;which week had the least;which week had the fewest;quietest week;\
        in which week did i have the fewest;least busy week;in which week did i the least",
        "哪一周记录最少;哪一周最少;哪周最少;最闲的一周";
    Kind::Most(Group::Week), Always, by_week, tables::extreme, "Which week was the busiest?", "哪一周最忙？",
        "which week was the busiest;what was my busiest week;which week had the most;busiest week;which week did i spend the most time in;\
        which week did i the most;best week;most productive week",
        "哪一周最忙;最忙的一周是哪周;最忙的一周是哪一周;哪一周最多;哪一周记录最多;哪周最多;哪周最忙;最忙的一周";
    Kind::Least(Group::Month), Always, by_month, tables::extreme, "Which month was the quietest?", "哪个月记录最少？",
        "which month was the quietest;what is my slowest month;slowest month;which month was the slowest;which month had the least;which month had the fewest;quietest month;\
        in which month did i the least",
        "哪个月记录最少;哪个月最清闲;哪个月最闲;哪个月最少;最闲的月";
    Kind::Most(Group::Month), Always, by_month, tables::extreme, "Which month was the busiest?", "哪个月最忙？",
        "which month was the busiest;which month had the most;busiest month;in which month did i the most;\
        most productive month;which month did i the most",
        "哪个月最忙;哪个月最多;哪个月记录最多;最忙的月;最多的月份";
    Kind::Least(Group::Day), Always, by_day, tables::extreme, "Which day was the quietest?", "最闲的是哪一天？",
        "which day was the quietest;quietest day;my quietest day;what was my quietest day;which day had the least;\
        laziest day",
        "最闲的是哪一天;哪天最闲;最闲的一天;哪天最少;哪天记录最少";
    Kind::Most(Group::Day), Always, by_day, tables::extreme, "Which day was the busiest?", "最忙的一天是哪天？",
        "which day was the busiest;busiest day;what was my busiest day;which day had the most;\
        which day did i the most;which day did i the longest;top days;busiest days;most productive day",
        "最忙的一天是哪天;最忙的一天;哪天最忙;哪天最多;哪天记录最多;哪一天时间最长;最忙的是哪一天";
    Kind::WhichDays, Month, by_day, tables::which_days, "On which days this week did I track anything?", "本周哪些天有记录？",
        "on which days did i track anything;which days did i track anything;on which days did i;\
        on which days did i do;which days did i;which days did i do;which days did i track",
        "哪些天有记录;哪几天有记录;哪些天;哪几天;有哪些天";
    Kind::Longest, Always, longest, lists::entry, "What was my longest entry?", "最长的一次是什么时候？",
        "what was my longest entry;longest entry;longest entries;longest session;longest;what was my longest session;\
        what was my longest;my longest;top longest entries;top longest",
        "最长的一次是什么时候;最长的是哪个;最长的是哪次;最长的是哪一次;最长的一次;最长的一条记录;最长的记录;最长的;最长一次;最长的一条;最长的条记录;最长的条";
    Kind::Shortest, Always, shortest, lists::entry, "What was my shortest entry?", "最短的一次是什么时候？",
        "what was my shortest entry;shortest entry;shortest entries;shortest session;shortest;what was my shortest;\
        which was my shortest;what was my shortest session;top shortest entries;top shortest",
        "最短的一次是什么时候;最短的一次;最短的一条记录;最短的记录;最短的;最短的是哪次;最短的条记录;最短的条";
    Kind::MeanEntry, Always, total, sums::mean_entry, "What is the average length of an entry?", "平均每次多长时间？",
        "what is the average length of an entry;average length of an entry;average length of;average length of a;\
        average length of a session;average session;average entry;how long is a typical session;\
        how long is an average session;how long is my average session;what is the average length of;average length;\
        average session length",
        "平均每次多长时间;平均每次多久;平均每次多长;平均一次多长;平均一次多久;每次平均多久;每次平均多长时间;每次一般多久";
    Kind::MeanWeek, Quarter, by_week, sums::mean_week, "How much do I track per week?", "我每周记录多久？",
        "how much do i track per week;how many hours a week do i;how many hours a week;how many hours a week do i on average;how many hours a week on average;how much per week;average per week;average time per week;\
        how much per week on average;average hours per week;on average how much per week;per week;hours per week;\
        average weekly;how much do i per week;how many hours per week",
        "每周记录多久;平均每周用时;平均一周多久;每周多久;平均每周多久;平均每周多少小时;平均每周多长时间;每周平均多久;每周平均";
    Kind::MeanMonth, Always, by_month, sums::mean_month, "How much do I track per month on average?", "我平均每月记录多久？",
        "how much do i track per month on average;average per month;how much per month on average;\
        average hours per month;average time per month;average monthly",
        "平均每月记录多久;平均每月多久;平均每个月多久;平均每月多少小时;每月平均多久";
    Kind::By(Group::Month), Always, by_month, tables::table, "This year by month", "今年按月统计",
        "by month;month by month;total hours per month;hours per month;total per month;total by month;monthly totals;\
        monthly totals for;time by month;how much per month;time per month;break down by month",
        "按月统计;按月;按月汇总;每月总时长;每个月的总时长;每个月的时间;每个月多少小时;每个月多久;按月列出时间";
    Kind::By(Group::Week), Quarter, by_week, tables::table, "This year by week", "今年按周统计",
        "by week;week by week;weekly totals;total by week;time by week;show by week;break down by week",
        "按周统计;按周;按周汇总;按周列出时间";
    Kind::By(Group::Day), Lately, by_day, tables::table, "This week by day", "本周按天统计",
        "by day;day by day;daily totals;time by day;total by day;break down by day;\
        each day;hours each day;hours by day;how long each day;how many hours each day;how much time each day;how much each day;\
        how long did i work each day;how many hours did i work each day;how much did i work each day;how long do i work each day",
        "按天统计;每天各多少小时;每天各多久;按天;按日统计;按天汇总;逐日;每天多久;每天多少小时;每天多长时间;每天几个小时;每天工作多久;每天工作多少小时;每天工作多长时间;每天工作几个小时;每天都工作多久";
    Kind::Median, Lately, total, sums::median, "What is the median day of this month?", "本月每天时长的中位数是多少？",
        "what is the median day;what is the median day of;median day;median",
        "每天时长的中位数;时间的中位数是多少;每天时长的中位数是多少;的中位数;的中位数是多少";
    Kind::MeanDay, Lately, total, sums::mean_day, "How much do I track per day on average?", "我平均每天记录多久？",
        "how much do i track per day on average;how much per day;average per day;how much per day on average;\
        average time per day;average hours per day;on average how much per day;average daily;\
        what is my daily average;daily average;mean daily total;on average how long per day;\
        how long per day on average;how much on average per day;how many hours per day;average time;average hours;\
        on average how long do i per day",
        "平均每天记录多久;平均每天多久;平均每天记录多少时间;平均每天多长时间;平均每天多少小时;每天平均多久;每天平均多长时间;日均时间;日均;平均每天;日均多久";
    Kind::MeanCount(Group::Day), Lately, total, sums::mean_count, "How many times a day do I track something?", "我平均每天记录几次？",
        "how many times a day do i track something;how many times per day;how often per day;\
        how many times per day on average;entries per day;how many entries per day",
        "平均每天记录几次;平均每天几次;平均每天多少次";
    Kind::MeanCount(Group::Week), Quarter, total, sums::mean_count, "How many times a week do I track something?", "我平均每周记录几次？",
        "how many times a week do i track something;how many times per week;how often per week;\
        how many times per week on average;how many times per week do i do;number of per week;entries per week;\
        how many entries per week",
        "平均每周记录几次;平均每周几次;平均每周多少次";
    Kind::MeanCount(Group::Month), Always, total, sums::mean_count, "How many times a month do I track something?", "我平均每月记录几次？",
        "how many times a month do i track something;how many times per month;how often per month;entries per month;\
        how many times per month on average",
        "平均每月记录几次;平均每月几次;平均每月多少次";
    Kind::Count, Week, total, sums::count, "How many entries are there this week?", "本周有多少条记录？",
        "how many entries are there;how many sessions did i have;how many sessions did i do;how many entries did i log;how many entries;number of entries;how many times;how often;\
        how many times did i do;how many sessions;number of sessions;how many;how many did i have;number of;\
        how many entries do i have;how many entries did i make;how many were there;how many were",
        "有多少条记录;做了几次;做了多少次;有几条记录;多少条记录;几条记录;几次;多少次;记录有几条;有多少次;记了几条;多少条";
    Kind::Entries, Always, latest, lists::entry_list, "Show the entries of yesterday", "列出昨天的记录",
        "show the entries;show me everything;show me everything from;show everything from;show the entries of;show entries;show entries of;list entries;list all entries;\
        list the entries;list all entries of;list all entries from;entries;all entries;entries of;which entries;\
        which entries were;which entries are;show me the entries;list my entries;find entries;find all entries;\
        show all entries;everything",
        "列出记录;列出所有记录;列出全部记录;列出的记录;有哪些的记录;有哪些记录;记录有哪些;列出所有的记录;查找的记录;的记录;哪些记录";
    Kind::Compare, Week, compare, tables::compared, "Compare this month with last month", "对比本月和上个月",
        "compare;did i more;do i spend more time on;compare my;compared with;compared to;difference;\
        difference between;did i more than;did i do more than;is more than;more than;less than;\
        how much more did i than;how much less did i than;how much more than;was busier than;did i more in or;vs;\
        versus",
        "对比;比较;比怎么样;相比;相比怎么样;相比如何;比多吗;比多多少;比少多少;比少了多少;比少吗;比忙吗;差多少";
    Kind::Least(Group::Category), Month, by_category, tables::extreme, "Which category took the least time this month?", "本月哪个分类用时最少？",
        "which category took the least time;which category did i spend the least time on;which category least",
        "哪个分类用时最少;用时最少的分类;用时最少的分类是哪个;哪个分类最少;什么用时最少";
    Kind::Most(Group::Category), Month, by_category, tables::extreme, "Which category took the most time this month?", "本月哪个分类用时最多？",
        "which category took the most time;what took the most time;what did i spend most time on;\
        what did i spend the most time on;top categories;top category;biggest category;which category most;\
        what did i do most",
        "哪个分类用时最多;用时最多的分类;用时最多的分类是哪个;哪个分类最多;什么用时最多;什么事情花的时间最多;分类;名分类;名的分类;排名的分类;时间花在哪最多";
    Kind::Summary, Today, by_category, tables::table, "What did I do today?", "我今天做了什么？",
        "what did i do;what was i up to;summarize;summarise;summary;summary of;overview;overview of;recap;what did i work on",
        "做了什么;干了些什么;忙什么了;忙了什么;忙了些什么;干了什么;总结;总结一下;概况;都做了什么;都干了什么;做了些什么";
    Kind::Sum, Week, sum, sums::sum, "How much time did I track this week?", "本周总共多长时间？",
        "how much time did i track;how many hours did i log;how much time did i log;how much did i log;how much time did i spend;time logged;time logged under;how much time did i spend on;how much;how long;how many hours;how many minutes;\
        total time;total hours;total;hours;time;minutes;time spent on;time spent;total hours of;how much did i do;\
        what is my total for;what is the total for;how much time went into;how much time;what is the total of;sum of;\
        hours of;hours logged;total hours logged;total time on;how many hours did i track;what is my total for;\
        what is my total;how many hours were;\
        how many hours did i work;how long did i work;how much did i work;hours worked",
        "多长时间;总共记了几个小时;记了几个小时;总共记了多久;记了多久;用时;总用时;总计;共多久;多久;多少小时;几小时;几个小时;多少时间;多少分钟;几分钟;多少个小时;总时长;时长;时间;总时间;花了多少时间;花了多久;记录了多久;用了多久;用了几个小时;花了多长时间;用了多长时间;的总时长;合计;工作多少小时;工作多久;工作几个小时;工作几小时;工作多长时间;工作多少时间;一共工作多少小时";
    Kind::Billed, Week, billed, sums::sum, "How many hours do I bill this week?", "本周计费多少小时？",
        "how many hours do i bill;how many hours did i bill;how many hours can i bill;hours billed;billable hours;\
        how many billable hours;how much time do i bill",
        "计费多少小时;可计费多少小时;给计费多少小时;给计费多久;要给计费多少小时;可计费时长;计费时长";
    Kind::Versus, Week, versus, sums::versus, "Did I spend more time on one or the other this week?", "本周哪个花的时间更多？",
        "which was more;which more;which more often",
        "哪个花的时间更多;哪个花的时间多;哪个更多;哪个多";
}
