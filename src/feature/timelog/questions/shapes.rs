//! The table of questions: the words by which each kind is known, in both languages, the more special before the more
//! general. Must not be in here: what is done about a question.

use std::ops::Range;

use super::Kind;
use super::slots::Slots;

/// How one kind of question is known.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// The kind.
    pub kind: Kind,
    /// English words: any of those between `|`, all of those between `+`; `*` stands for the rest of a word.
    pub english: &'static str,
    /// Chinese words, in the same way.
    pub chinese: &'static str,
    /// Whether what else is said is what it is about.
    pub is_about: bool,
}

const fn shape(kind: Kind, is_about: bool, english: &'static str, chinese: &'static str) -> Shape {
    Shape { kind, english, chinese, is_about }
}

/// All kinds that are known by their words.
pub const SHAPES: &[Shape] = &[
    shape(Kind::Overlaps, false, "overlap*|double book*|at the same time", "重叠|冲突|同时"),
    shape(
        Kind::Gaps,
        false,
        "gap|gaps|untracked|unrecorded|not tracked|missing time|unaccounted",
        "空档|空白|未记录|没记录|没有记录|间隙|空闲",
    ),
    shape(Kind::Unusual, false, "unusual*|anomal*|outlier*|out of the ordinary|abnormal", "异常|不寻常|反常"),
    shape(Kind::Streak, true, "streak*|in a row|consecutive*", "连续|连着"),
    shape(Kind::Remaining, true, "remain*|left|still need*|to go", "还差|还剩|剩余|还需要"),
    shape(Kind::Progress, true, "progress*|on track|pace|how far", "进度|进展|完成度|完成了多少"),
    shape(
        Kind::Goals,
        false,
        "list+goal*|which goals|what goals|my goals|show+goals",
        "哪些目标|目标列表|我的目标|所有目标|什么目标",
    ),
    shape(
        Kind::Categories,
        false,
        "list+categor*|which categories do|what categories|my categories|show+categories",
        "哪些分类|哪些类别|分类列表|什么分类|所有分类|我的分类",
    ),
    shape(Kind::Running, false, "running|right now|timer|being tracked|am i doing", "正在|计时器"),
    shape(
        Kind::Last,
        true,
        "when+last|last time|most recent*|how long ago|how long since",
        "上次|最近一次|上一次|最后一次|多久没",
    ),
    shape(Kind::First, true, "first time|when+first", "第一次|首次|最早一次"),
    shape(Kind::StartOfDay, false, "when+start*|what time+start*", "几点开始|什么时候开始|最早几点"),
    shape(
        Kind::EndOfDay,
        false,
        "when+stop*|when+finish*|what time+stop*|what time+finish*|when+end*",
        "几点结束|什么时候结束|几点收工",
    ),
    shape(
        Kind::Trend,
        true,
        "trend*|over time|develop*|increas*|decreas*|more and more|less and less",
        "趋势|走势|越来越",
    ),
    shape(
        Kind::Share,
        true,
        "share|percent*|proportion|fraction|what part|how much of my time",
        "占比|比例|百分比|百分之几|占多少|占了多少|份额",
    ),
    shape(Kind::Weekend, true, "weekend*+weekday*|weekends", "周末+工作日|周末|双休日"),
    shape(Kind::ByWeekday, true, "by weekday|by day of the week|per weekday|each weekday", "按星期|按周几|星期几分布"),
    shape(
        Kind::ByCategory,
        true,
        "by category|per category|each category|categor*+breakdown",
        "按分类|按类别|各分类|每个分类|分类统计",
    ),
    shape(Kind::ByGoal, true, "by goal|per goal|each goal", "按目标|各目标|每个目标"),
    shape(Kind::ByTag, true, "by tag|per tag|each tag", "按标签|各标签|每个标签"),
    shape(Kind::ByHour, true, "by hour|per hour|hourly|hour by hour", "按小时|时段分布|各时段"),
    shape(Kind::ByDay, true, "by day|day by day|daily breakdown|daily totals", "按天|按日|逐日|每天分别"),
    shape(Kind::ByWeek, true, "by week|week by week|weekly breakdown|weekly totals", "按周|逐周|每周分别"),
    shape(Kind::ByMonth, true, "by month|month by month|monthly breakdown|monthly totals", "按月|逐月|每月分别"),
    shape(
        Kind::MeanEntry,
        true,
        "averag*+session*|averag*+entry|averag*+entries|mean+session|how long+session*|typical session",
        "平均每次|每次平均|每次|单次",
    ),
    shape(Kind::MeanWeek, true, "averag*+week|per week|a week|each week|every week|weekly", "每周|每星期|周均"),
    shape(Kind::MeanMonth, true, "averag*+month|per month|a month|each month|every month|monthly", "每月|每个月|月均"),
    shape(Kind::Median, true, "median|typical*", "中位数|通常一天"),
    shape(Kind::MeanDay, true, "averag*|mean|per day|a day|each day|every day|daily", "平均|每天|日均|均值"),
    shape(
        Kind::BusiestWeekday,
        true,
        "which weekday|which day of the week|what day of the week|busiest weekday",
        "星期几|周几",
    ),
    shape(
        Kind::BusiestHour,
        true,
        "which hour|what hour|time of day|busiest hour|productive hour*",
        "哪个小时|几点最|什么时段|哪个时段|什么时间段",
    ),
    shape(Kind::BusiestWeek, true, "which week|what week|busiest week|best week", "哪一周|哪周|最忙的一周"),
    shape(Kind::BusiestMonth, true, "which month|what month|busiest month|best month", "哪个月|哪一个月|最忙的月"),
    shape(
        Kind::QuietestDay,
        true,
        "quietest day|least busy|which day+least|lightest day|worst day",
        "最闲|最少的一天|哪天+最少|最轻松",
    ),
    shape(
        Kind::BusiestDay,
        true,
        "busiest day|busiest|which day|what day|best day|productive day|longest day",
        "最忙|哪天|哪一天|最多的一天",
    ),
    shape(Kind::Longest, true, "longest", "最长"),
    shape(Kind::Shortest, true, "shortest", "最短"),
    shape(
        Kind::FreeDays,
        true,
        "how many days+not|how many days+didn't|days without|days off",
        "多少天没|几天没|没+多少天|没+几天",
    ),
    shape(Kind::ActiveDays, true, "how many days|number of days", "多少天|几天|天数"),
    shape(
        Kind::HowOften,
        true,
        "how often|how many times|how many sessions|how many entries|number of entries|\
         number of sessions",
        "多少次|几次|次数|多少条|几条|频率",
    ),
    shape(Kind::TopGoals, false, "which goal|what goal|top goal*", "哪个目标|目标排名"),
    shape(Kind::TopTags, false, "which tag|what tag|top tag*", "哪个标签|标签排名"),
    shape(Kind::Compare, true, "compar*|versus|vs|than|difference|more or less|chang*", "比较|对比|相比|比|差别|变化"),
    shape(Kind::Least, true, "least|smallest", "最少"),
    shape(Kind::Top, true, "most|top|main|mainly|biggest", "最多|主要|排名|最大"),
    shape(Kind::ByCategory, true, "breakdown|distribution|where+go|spend+time on", "分布|去哪|花在哪|花在什么"),
    shape(
        Kind::Entries,
        true,
        "entries|records|mention*|notes about|find|list everything",
        "列出|明细|记录有哪些|哪些记录|提到|查找|显示",
    ),
    shape(
        Kind::HowMuch,
        true,
        "how long|how much|how many hours|how many minutes|total*|sum|hours|did i spend",
        "多久|多长时间|多少时间|几小时|几个小时|多少小时|总共|一共|总计|合计|花了|用了|时长",
    ),
    shape(
        Kind::Summary,
        false,
        "what did i do|what have i|summar*|overview|recap|how was|report|look like",
        "做了什么|干了什么|做了些什么|总结|概况|概览|汇总|怎么样|如何",
    ),
];

/// The first shape whose words are there, and where they stand, in characters.
pub fn find(slots: &Slots) -> Option<(&'static Shape, Vec<Range<usize>>)> {
    SHAPES.iter().find_map(|shape| {
        let mut ways = shape.english.split('|').chain(shape.chinese.split('|')).filter(|words| !words.is_empty());
        let found = ways.find_map(|words| words.split('+').map(|word| slots.place(word)).collect::<Option<Vec<_>>>());
        found.map(|ranges| (shape, ranges))
    })
}
