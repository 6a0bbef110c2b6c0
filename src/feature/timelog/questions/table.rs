//! The questions, one row for each: the words by which it is known, the days it is about where none are said, the calls
//! that answer it, how the answer is worded, and an example. The more special stand before the more general.
//!
//! Must not be in here: how words are read, sums.

use std::ops::Range;

use super::Kind;
use super::answer::{Say, lists, sums, tables};
use super::calls::{self, Asked};
use super::reader::Reader;
use crate::command::spec::Text;
use crate::feature::timelog::tools::{Call, Group};

/// A question.
#[derive(Debug, Clone, Copy)]
pub struct Question {
    /// What kind it is.
    pub kind: Kind,
    /// English words: any of those between `|`, all of those between `+`; `*` stands for the rest of a word.
    pub english: &'static str,
    /// Chinese words, in the same way.
    pub chinese: &'static str,
    /// The days that are meant where none are said.
    pub usual: Usual,
    /// How it is put, in both languages.
    pub example: Text,
    /// What has to be called.
    pub(super) calls: fn(&Asked) -> Vec<Call>,
    /// What is said then.
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

type Calls = fn(&Asked) -> Vec<Call>;
type Word = fn(&Say) -> String;

const fn row(
    kind: Kind,
    usual: Usual,
    (english, chinese): (&'static str, &'static str),
    (en, zh): (&'static str, &'static str),
    (calls, word): (Calls, Word),
) -> Question {
    Question { kind, english, chinese, usual, example: Text::new(en, zh), calls, word }
}

/// All questions.
pub static QUESTIONS: &[Question] = &[
    row(
        Kind::Change,
        Usual::Today,
        (
            "delete|remove|erase|undo|rename|merge+entries|split+entry|move+entry|change+entry",
            "删除|删掉|移除|清空|撤销|改名|重命名|合并",
        ),
        ("Delete yesterday's entries", "删除昨天的记录"),
        (calls::none, sums::number),
    ),
    row(
        Kind::Overlaps,
        Usual::Lately,
        ("overlap*|double book*|double-book*|at the same time", "重叠|冲突|同时"),
        ("Do any entries overlap?", "有没有重叠的记录？"),
        (calls::overlaps, lists::stretches),
    ),
    row(
        Kind::WhichFree,
        Usual::Month,
        (
            "which days+no|which days+not|which days+without|which days+didn't|what days+no|what days+without|which day+no|\
             which day+without|days with no|empty days|which days+nothing|which days+empty|which days+didnt",
            "哪几天+没|哪些天+没|哪天+没|哪一天+没|哪些日子+没|哪几日+没|哪天+空白",
        ),
        ("Which days this month had no entries?", "本月哪几天没有记录？"),
        (calls::days_with_empty, tables::which_free),
    ),
    row(
        Kind::FreeDays,
        Usual::Month,
        (
            "how many days+not|how many days+didn't|how many days+no|days without|days off|number of days+no|\
             how many days+didnt|how many days+without|how often+not",
            "多少天没|几天没|没+多少天|没+几天|多少天+没|几天+没",
        ),
        ("How many days this month had no entries?", "本月有几天没有记录？"),
        (calls::total, sums::active_days),
    ),
    row(
        Kind::Gaps,
        Usual::Lately,
        (
            "gap|gaps|untracked|unrecorded|not tracked|missing time|unaccounted|nothing recorded|nothing tracked|\
             no entries|without entries|without an entry|breaks|holes",
            "空档|空白|未记录|没记录|没有记录|间隙|空闲|空隙|断档",
        ),
        ("Where are the gaps of the last 30 days?", "最近30天有哪些空档？"),
        (calls::gaps, lists::stretches),
    ),
    row(
        Kind::Unusual,
        Usual::Lately,
        ("unusual*|anomal*|outlier*|out of the ordinary|abnormal*|strange days|odd days", "异常|不寻常|反常|不正常"),
        ("Which days were unusual lately?", "最近有哪些异常的日子？"),
        (calls::by_day, tables::unusual),
    ),
    row(
        Kind::Streak,
        Usual::Always,
        ("streak*|in a row|consecutive*|without a break|on end|running streak", "连续|连着|接连|一连"),
        ("What is my longest streak?", "我最长连续记录了多少天？"),
        (calls::total, sums::streak),
    ),
    row(
        Kind::Remaining,
        Usual::Month,
        ("remain*|left|still need*|to go", "还差|还剩|剩余|还需要"),
        ("How much is left for my goals?", "目标还差多少？"),
        (calls::goals, lists::goals),
    ),
    row(
        Kind::Progress,
        Usual::Month,
        (
            "progress*|on track|pace|how far|reached my goal*|reach my goal*|meet my goal*|met my goal*",
            "进度|进展|完成度|完成了多少|达标|达成",
        ),
        ("How are my goals progressing?", "我的目标进度如何？"),
        (calls::goals, lists::goals),
    ),
    row(
        Kind::Goals,
        Usual::Month,
        (
            "list+goal*|which goals|what goals|what are my goals|my goals|show+goals",
            "哪些目标|目标列表|我的目标|所有目标|什么目标",
        ),
        ("What are my goals?", "我有哪些目标？"),
        (calls::goals, lists::goals),
    ),
    row(
        Kind::Categories,
        Usual::Always,
        (
            "list+categories|which categories do|what categories|what are my categories|my categories|show+categories|\
             which categories are there|which categories exist|how many categories",
            "有哪些分类|哪些类别|分类列表|什么分类|所有分类|我的分类|几个分类",
        ),
        ("Which categories do I have?", "我有哪些分类？"),
        (calls::categories, lists::categories),
    ),
    row(
        Kind::Running,
        Usual::Today,
        (
            "timer|right now|being tracked|am i doing|currently|am i tracking|is something running|is anything running|\
             is running|still running",
            "正在|计时|现在在|现在有没有",
        ),
        ("Is a timer running?", "现在有在计时吗？"),
        (calls::running, lists::entry),
    ),
    row(
        Kind::DayParts,
        Usual::Quarter,
        (
            "morning*+evening*|morning*+afternoon*|morning person|early bird|night owl|mornings or|evenings or|\
             time of day+more",
            "早上+晚上|上午+下午|上午+晚上|早上+下午|白天+晚上|早起",
        ),
        ("Am I more active in the morning or in the evening?", "我早上忙还是晚上忙？"),
        (calls::by_hour, tables::day_parts),
    ),
    row(
        Kind::Weekend,
        Usual::Quarter,
        (
            "weekend*+weekday*|weekend*+workday*|weekday*+weekend*|weekend*+working day*|weekend*+during the week",
            "周末+工作日|工作日+周末|双休日+工作日|周末+平时|周末+平日",
        ),
        ("How do weekends compare with weekdays?", "周末和工作日相比如何？"),
        (calls::by_weekday, tables::weekend),
    ),
    row(
        Kind::First,
        Usual::Always,
        (
            "first time|when+first|very first|first entry|earliest entry|first session|start tracking|started tracking|\
             begin tracking|since when|oldest entry|when+begin to|when+start to|when+start with|what+first entry",
            "第一次|首次|最早一次|第一条|最早的记录|最早一条|从什么时候开始|什么时候开始做|什么时候开始记",
        ),
        ("When was my first entry?", "第一条记录是什么时候？"),
        (calls::earliest, lists::entry),
    ),
    row(
        Kind::Last,
        Usual::Always,
        (
            "when+last|last time|most recent*|latest entry|latest session|how long ago|how long since|how long+since i last|\
             last session|last entry|time since|last one",
            "上次|最近一次|上一次|最后一次|多久没|最后一条|最近一条|最新一条|最新的记录|前一次",
        ),
        ("When was my last entry?", "最近一次记录是什么时候？"),
        (calls::latest, lists::entry),
    ),
    row(
        Kind::StartOfDay,
        Usual::Today,
        (
            "when+start*|what time+start*|when+begin|when+began|what time+begin|what time+began|how early",
            "几点开始|什么时候开始|最早几点|几点+开始|几点起",
        ),
        ("When did I start today?", "我今天几点开始的？"),
        (calls::earliest, lists::entry),
    ),
    row(
        Kind::EndOfDay,
        Usual::Today,
        (
            "when+stop*|when+finish*|what time+stop*|what time+finish*|when+end|when+ended|what time+end|what time+ended|\
             how late|when+quit|when+done",
            "几点结束|什么时候结束|几点收工|几点+结束|最晚几点|几点下班|几点停",
        ),
        ("When did I finish yesterday?", "我昨天几点结束的？"),
        (calls::latest, lists::entry),
    ),
    row(
        Kind::Grew,
        Usual::Month,
        (
            "grew|grown|grow|increased the most|increased most|changed the most|changed most|rose|biggest increase|\
             biggest change|gained|shrank|dropped the most|decreased the most|fell the most",
            "增长最多|增加最多|增长最快|变化最大|涨得最多|增加得最多|增长得最多|减少最多|减少得最多|下降最多",
        ),
        ("Which category grew most this month?", "本月增长最多的分类是什么？"),
        (calls::compare, tables::grew),
    ),
    row(
        Kind::Trend,
        Usual::Quarter,
        (
            "trend*|over time|develop*|increas*|decreas*|more and more|less and less|going up|going down|evolve*|evolving|\
             getting better|getting worse|upward*|downward*|rising|falling",
            "趋势|走势|越来越|变化情况|上升|下降|增加了吗|减少了吗",
        ),
        ("What is the trend of the last 12 weeks?", "最近12周的趋势如何？"),
        (calls::trend, tables::trend),
    ),
    row(
        Kind::Share,
        Usual::Always,
        (
            "%|share|percent*|proportion|fraction|what part|how big a part|how large a part|how much of my time|\
             how much of the time|ratio|how much of",
            "占比|比例|百分比|百分之几|百分之多少|占多少|占了多少|占了百分|份额|占几成|比重",
        ),
        ("What share of this month was each category?", "本月各分类占比是多少？"),
        (calls::share, sums::share_of),
    ),
    row(
        Kind::DaysOver,
        Usual::Month,
        ("how many days|number of days|how many+days|how often", "多少天|几天|天数"),
        ("On how many days this month did I track more than 8 hours?", "本月有多少天超过8小时？"),
        (calls::days_over, tables::days_over),
    ),
    row(
        Kind::ActiveDays,
        Usual::Month,
        ("how many days|number of days|how many+days", "多少天|几天|天数"),
        ("On how many days this month did I track anything?", "本月有多少天有记录？"),
        (calls::total, sums::active_days),
    ),
    row(
        Kind::By(Group::Weekday),
        Usual::Quarter,
        (
            "by weekday|by day of the week|per weekday|each weekday|by days of the week|across the week|over the week|\
             per day of the week|for each day of the week|weekday breakdown|weekday distribution",
            "按星期|按周几|星期几分布|星期分布|每个星期几|周几分布",
        ),
        ("The last 12 weeks by weekday", "最近12周按星期几统计"),
        (calls::by_weekday, tables::table),
    ),
    row(
        Kind::By(Group::Category),
        Usual::Month,
        (
            "by category|per category|each category|categor*+breakdown|by categories|for each category|all categories|\
             break down|breakdown|distribution|split up|divided|where+time go|where did my time go|where does my time go|\
             where+go|how+spend my time|how did i spend|spend+time on+list",
            "按分类|按类别|各分类|每个分类|分类统计|各个分类|各类|分布情况|时间花在哪|花在哪|时间都去哪|去哪|花在什么|怎么分配|时间分配",
        ),
        ("This month by category", "本月按分类统计"),
        (calls::by_category, tables::table),
    ),
    row(
        Kind::By(Group::Goal),
        Usual::Month,
        ("by goal|per goal|each goal|by goals|for each goal", "按目标|各目标|每个目标"),
        ("This month by goal", "本月按目标统计"),
        (calls::by_goal, tables::table),
    ),
    row(
        Kind::Least(Group::Tag),
        Usual::Month,
        ("which tag+least|what tag+least", "哪个标签+最少"),
        ("Which tag took the least time this month?", "本月哪个标签用得最少？"),
        (calls::by_tag, tables::extreme),
    ),
    row(
        Kind::Most(Group::Tag),
        Usual::Month,
        (
            "which tag|what tag|top tag*|tag+most|tags+most|which tags+most|most used tag*|most common tag*",
            "哪个标签|标签排名|标签+最多|什么标签+最多",
        ),
        ("Which tag took the most time this month?", "本月哪个标签用得最多？"),
        (calls::by_tag, tables::extreme),
    ),
    row(
        Kind::By(Group::Tag),
        Usual::Month,
        (
            "by tag|per tag|each tag|by tags|for each tag|tags|which tags|all tags",
            "按标签|各标签|每个标签|标签统计|标签",
        ),
        ("This month by tag", "本月按标签统计"),
        (calls::by_tag, tables::table),
    ),
    row(
        Kind::Least(Group::Weekday),
        Usual::Quarter,
        (
            "which weekday+least|which day of the week+least|weekday+least|quietest weekday|which weekday+fewest",
            "星期几+最少|周几+最少",
        ),
        ("Which weekday do I track the least?", "我星期几记录最少？"),
        (calls::by_weekday, tables::extreme),
    ),
    row(
        Kind::Most(Group::Weekday),
        Usual::Quarter,
        (
            "which weekday|which day of the week|what day of the week|busiest weekday|best weekday|what weekday|\
             weekday+most|most productive weekday|which days of the week",
            "星期几|周几|礼拜几",
        ),
        ("Which weekday do I track the most?", "我星期几记录最多？"),
        (calls::by_weekday, tables::extreme),
    ),
    row(
        Kind::Most(Group::Hour),
        Usual::Quarter,
        (
            "which hour|what hour|time of day|busiest hour|productive hour*|productive time|at what time|what time+most|\
             which time+most|best hour|hour+most|what time do i usually",
            "哪个小时|几点最|什么时段|哪个时段|什么时间段|几点+最多|哪个时间段|哪个钟头",
        ),
        ("At what hour do I track the most?", "我哪个时段记录最多？"),
        (calls::by_hour, tables::extreme),
    ),
    row(
        Kind::By(Group::Hour),
        Usual::Month,
        (
            "by hour|per hour of the day|hourly|hour by hour|hours of the day|each hour|by time of day|by hours|for each hour",
            "按小时|时段分布|各时段|每个小时|每小时|按时段",
        ),
        ("This month by hour", "本月按小时统计"),
        (calls::by_hour, tables::table),
    ),
    row(
        Kind::Least(Group::Week),
        Usual::Always,
        (
            "which week+least|which week+quietest|which week+fewest|what week+least|quietest week|week+least|week+fewest",
            "哪一周+最少|哪周+最少|最闲的一周|哪个星期+最少|最少的一周",
        ),
        ("Which week was the quietest?", "哪一周记录最少？"),
        (calls::by_week, tables::extreme),
    ),
    row(
        Kind::Most(Group::Week),
        Usual::Always,
        (
            "which week|what week|busiest week|best week|week+most|most productive week|strongest week",
            "哪一周|哪周|最忙的一周|哪个星期|最多的一周",
        ),
        ("Which week was the busiest?", "哪一周最忙？"),
        (calls::by_week, tables::extreme),
    ),
    row(
        Kind::Least(Group::Month),
        Usual::Always,
        (
            "which month+least|which month+quietest|which month+fewest|what month+least|quietest month|month+least",
            "哪个月+最少|哪一个月+最少|最闲的月|哪个月+最闲",
        ),
        ("Which month was the quietest?", "哪个月记录最少？"),
        (calls::by_month, tables::extreme),
    ),
    row(
        Kind::Most(Group::Month),
        Usual::Always,
        (
            "which month|what month|busiest month|best month|month+most|most productive month|strongest month",
            "哪个月|哪一个月|最忙的月|最多的月|几月+最多",
        ),
        ("Which month was the busiest?", "哪个月最忙？"),
        (calls::by_month, tables::extreme),
    ),
    row(
        Kind::Least(Group::Day),
        Usual::Always,
        (
            "quietest day*|which day+quietest|least busy day|which day+least|lightest day|worst day|which day+fewest|what day+least|day+least|\
             calmest day|laziest day",
            "最闲|最少的一天|哪天+最少|哪一天+最少|最轻松|最清闲",
        ),
        ("Which day was the quietest?", "最闲的是哪一天？"),
        (calls::by_day, tables::extreme),
    ),
    row(
        Kind::Most(Group::Day),
        Usual::Always,
        (
            "busiest day*|busiest|most productive day*|best day|longest day|which day+most|what day+most|day+most|\
             fullest day|strongest day|hardest day|which day+longest|on which day+more",
            "最忙|哪天+最多|哪一天+最多|最多的一天|哪天+最长|最充实|最努力",
        ),
        ("Which day was the busiest?", "最忙的一天是哪天？"),
        (calls::by_day, tables::extreme),
    ),
    row(
        Kind::WhichDays,
        Usual::Month,
        (
            "which days|what days|on which day|which day|what day|which dates|which date",
            "哪些天|哪几天|哪天|哪一天|哪些日子|哪几日",
        ),
        ("On which days this week did I track anything?", "本周哪些天有记录？"),
        (calls::by_day, tables::which_days),
    ),
    row(
        Kind::Longest,
        Usual::Always,
        ("longest", "最长"),
        ("What was my longest entry?", "最长的一次是什么时候？"),
        (calls::longest, lists::entry),
    ),
    row(
        Kind::Shortest,
        Usual::Always,
        ("shortest", "最短"),
        ("What was my shortest entry?", "最短的一次是什么时候？"),
        (calls::shortest, lists::entry),
    ),
    row(
        Kind::MeanEntry,
        Usual::Always,
        (
            "averag*+session*|averag*+entry|averag*+entries|mean+session*|how long+session*|typical+session*|average length|\
             average duration|averag*+length|mean length|mean duration|per session|per entry|a typical+session|usual length|\
             how long+usually|how long does+take|how long do+take|how long is a|how long are|average+last|how long+on average last",
            "平均每次|每次平均|每次|单次|平均一次|一次平均|平均时长|平均长度|一般多久|一次多久|一次多长",
        ),
        ("What is the average length of an entry?", "平均每次多长时间？"),
        (calls::total, sums::mean_entry),
    ),
    row(
        Kind::MeanWeek,
        Usual::Quarter,
        (
            "averag*+week|averag*+weekly|per week|a week|each week|every week|weekly|weekly average",
            "每周|每星期|周均|每个星期|一周平均|每礼拜",
        ),
        ("How much do I track per week?", "我每周记录多久？"),
        (calls::by_week, sums::mean_week),
    ),
    row(
        Kind::MeanMonth,
        Usual::Always,
        (
            "averag*+month|averag*+monthly|per month+averag*|mean+month|monthly average",
            "每月平均|平均每月|月均|每个月平均|平均每个月",
        ),
        ("How much do I track per month on average?", "我平均每月记录多久？"),
        (calls::by_month, sums::mean_month),
    ),
    row(
        Kind::By(Group::Month),
        Usual::Always,
        (
            "by month|month by month|monthly|per month|a month|each month|every month|by months|for each month",
            "按月|逐月|每月|每个月|各月|各个月",
        ),
        ("This year by month", "今年按月统计"),
        (calls::by_month, tables::table),
    ),
    row(
        Kind::By(Group::Week),
        Usual::Quarter,
        ("by week|week by week|weekly breakdown|weekly totals|by weeks|for each week", "按周|逐周|每周分别|各周"),
        ("This year by week", "今年按周统计"),
        (calls::by_week, tables::table),
    ),
    row(
        Kind::By(Group::Day),
        Usual::Lately,
        (
            "by day|day by day|daily breakdown|daily totals|by days|for each day|per day+list|each day separately|by date",
            "按天|按日|逐日|每天分别|逐天|各天|每天各",
        ),
        ("This week by day", "本周按天统计"),
        (calls::by_day, tables::table),
    ),
    row(
        Kind::Median,
        Usual::Lately,
        ("median|typical day|typically+day", "中位数|通常一天"),
        ("What is the median day of this month?", "本月每天时长的中位数是多少？"),
        (calls::total, sums::median),
    ),
    row(
        Kind::MeanDay,
        Usual::Lately,
        (
            "averag*|mean|per day|a day|each day|every day|daily|on an average day|daily average",
            "平均|每天|日均|均值|每日|一天多久|一天平均",
        ),
        ("How much do I track per day on average?", "我平均每天记录多久？"),
        (calls::total, sums::mean_day),
    ),
    row(
        Kind::Count,
        Usual::Week,
        (
            "how often|how many times|how many sessions|how many entries|number of entries|number of sessions|how many|\
             number of|count of|count|how frequently|times did i",
            "多少次|几次|次数|多少条|几条|频率|多少回|几回|多少个|几个|几场|多少场",
        ),
        ("How many entries are there this week?", "本周有多少条记录？"),
        (calls::total, sums::count),
    ),
    row(
        Kind::Most(Group::Goal),
        Usual::Month,
        ("which goal|what goal|top goal*", "哪个目标|目标排名"),
        ("Which goal took the most time this month?", "本月哪个目标用时最多？"),
        (calls::by_goal, tables::extreme),
    ),
    row(
        Kind::Entries,
        Usual::Always,
        (
            "entries|entry|records|record|mention*|notes about|find|list everything|list|search|sessions|show me all|\
             exactly did i do|details",
            "列出|明细|哪些记录|记录有哪些|提到|查找|显示|的记录|详细|有哪些+记录|记录",
        ),
        ("Show the entries of yesterday", "列出昨天的记录"),
        (calls::latest, lists::entry_list),
    ),
    row(
        Kind::Compare,
        Usual::Week,
        (
            "compar*|versus|vs|vs.|than|difference|more or less|chang*|against",
            "比较|对比|相比|比起|相较|比|差别|差多少|变化|差距",
        ),
        ("Compare this month with last month", "对比本月和上个月"),
        (calls::compare, tables::compared),
    ),
    row(
        Kind::Least(Group::Category),
        Usual::Month,
        ("least|smallest|fewest", "最少|最小"),
        ("Which category took the least time this month?", "本月哪个分类用时最少？"),
        (calls::by_category, tables::extreme),
    ),
    row(
        Kind::Most(Group::Category),
        Usual::Month,
        ("most|top|main|mainly|biggest|largest", "最多|主要|排名|最大|前几"),
        ("Which category took the most time this month?", "本月哪个分类用时最多？"),
        (calls::by_category, tables::extreme),
    ),
    row(
        Kind::Summary,
        Usual::Today,
        (
            "what did i do|what have i|what was i doing|what i did|what did i work on|summar*|overview|recap|how was|report|\
             look like|what happened|what did i get|how did+go|what did i get up to|what i was doing|doing",
            "做了什么|干了什么|做了些什么|干了些什么|做什么|干什么|干嘛|忙什么|忙了什么|忙些什么|总结|概况|概览|汇总|怎么样|如何|怎么过|在忙啥|干了啥|做了啥|回顾",
        ),
        ("What did I do today?", "我今天做了什么？"),
        (calls::by_category, tables::table),
    ),
    row(
        Kind::Sum,
        Usual::Week,
        (
            "how long|how much|how many hours|how many minutes|total*|sum|hours|minutes|did i spend|time spent|time on|\
             time for|how many mins|did i do any|spent on|spend on|time in|altogether|amount of time|time went|time goes|\
             time did|did i|time|was i|have i",
            "多久|多长时间|多少时间|几小时|几个小时|多少小时|总共|一共|总计|合计|花了|用了|时长|多少分钟|几分钟|多少个小时|多长|\
             有没有|累计|总和|总时间|多少钟头|时间",
        ),
        ("How much time did I track this week?", "本周总共多长时间？"),
        (calls::sum, sums::sum),
    ),
    row(
        Kind::Versus,
        Usual::Week,
        ("\u{2}", "\u{2}"),
        ("Did I spend more time on one or the other this week?", "本周哪个花的时间更多？"),
        (calls::versus, sums::versus),
    ),
];

/// The question of a kind.
pub fn of(kind: Kind) -> &'static Question {
    QUESTIONS.iter().find(|question| question.kind == kind).unwrap_or(&QUESTIONS[0])
}

/// The ways in which the words of a question may stand.
pub fn ways(question: &Question) -> impl Iterator<Item = &'static str> {
    question.english.split('|').chain(question.chinese.split('|')).map(str::trim)
}

/// The first question whose words are there, and where they stand.
pub fn find(reader: &Reader, is_wanted: impl Fn(Kind) -> bool) -> Option<(&'static Question, Vec<Range<usize>>)> {
    QUESTIONS.iter().filter(|question| is_wanted(question.kind)).find_map(|question| {
        let found = ways(question)
            .find_map(|words| words.split('+').map(|word| reader.place(word)).collect::<Option<Vec<_>>>());
        found.map(|ranges| (question, ranges))
    })
}
