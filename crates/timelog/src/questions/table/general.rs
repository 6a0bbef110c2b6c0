//! The more general questions.

use super::super::Kind;
use super::super::answer::{lists, sums, tables};
use super::super::calls;
use super::{Question, Usual, row};
use crate::tools::Group;

pub const ROWS: &[Question] = &[
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
            "which week+least|which week+quietest|which week+fewest|what week+least|quietest week|week+least|weeks+least|week+fewest|week+worst",
            "哪一周+最少|哪周+最少|最闲的一周|哪个星期+最少|最少的一周|最少的星期|最少的周",
        ),
        ("Which week was the quietest?", "哪一周记录最少？"),
        (calls::by_week, tables::extreme),
    ),
    row(
        Kind::Most(Group::Week),
        Usual::Always,
        (
            "which week|what week|busiest week|best+week|week+most|most productive week|strongest week",
            "哪一周|哪周|最忙的一周|哪个星期|最多的一周|最多的星期|最多的周",
        ),
        ("Which week was the busiest?", "哪一周最忙？"),
        (calls::by_week, tables::extreme),
    ),
    row(
        Kind::Least(Group::Month),
        Usual::Always,
        (
            "which month+least|which month+quietest|which month+fewest|what month+least|quietest month|month+least|month+worst",
            "哪个月+最少|哪一个月+最少|最闲的月|哪个月+最闲|最少的月份|最少的月|几月+最少",
        ),
        ("Which month was the quietest?", "哪个月记录最少？"),
        (calls::by_month, tables::extreme),
    ),
    row(
        Kind::Most(Group::Month),
        Usual::Always,
        (
            "which month|what month|busiest month|best+month|month+most|most productive month|strongest month",
            "哪个月|哪一个月|最忙的月|最多的月份|最多的月|几月+最多|最高产的月份|最高产的月|最高产的一个月",
        ),
        ("Which month was the busiest?", "哪个月最忙？"),
        (calls::by_month, tables::extreme),
    ),
    row(
        Kind::Least(Group::Day),
        Usual::Always,
        (
            "quietest day*|which day+quietest|least busy day|which day+least|lightest day|day+worst|which day+fewest|what day+least|day+least|\
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
            "busiest day*|busiest|most productive day*|best+day|longest day|which day+most|what day+most|day+most|\
             fullest day|strongest day|hardest day|which day+longest|on which day+more",
            "最忙|哪天+最多|哪一天+最多|最多的一天|哪天+最长|哪一天+最长|最多的日子|最多的天|最充实|最努力",
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
             how long+usually|how long does+take|how long do+take|how long is a|how long are|how long do+last|how long does+last|average+last|how long+on average last",
            "平均每次|每次平均|每次|单次|平均一次|一次平均|平均时长|平均长度|平均多久|平均多长|一般多久|一次多久|一次多长",
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
            "列出|明细|哪些记录|记录有哪些|提到|查找|显示|的记录|详细|有哪些+记录",
        ),
        ("Show the entries of yesterday", "列出昨天的记录"),
        (calls::latest, lists::entry_list),
    ),
    row(
        Kind::Last,
        Usual::Always,
        ("last|latest|newest", "最后|最新"),
        ("When was my last entry?", "最近一次记录是什么时候？"),
        (calls::latest, lists::entry),
    ),
    row(
        Kind::First,
        Usual::Always,
        ("first|earliest|oldest", "最早|最先"),
        ("When was my first entry?", "第一条记录是什么时候？"),
        (calls::earliest, lists::entry),
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
    // "上周的学习记录", where nothing else is asked.
    row(
        Kind::Entries,
        Usual::Always,
        ("\u{2}", "记录"),
        ("Show the entries of yesterday", "列出昨天的记录"),
        (calls::latest, lists::entry_list),
    ),
    row(
        Kind::MeanCount(Group::Day),
        Usual::Lately,
        ("\u{2}", "\u{2}"),
        ("How many times a day do I track something?", "我平均每天记录几次？"),
        (calls::total, sums::mean_count),
    ),
    row(
        Kind::MeanCount(Group::Week),
        Usual::Quarter,
        ("\u{2}", "\u{2}"),
        ("How many times a week do I track something?", "我平均每周记录几次？"),
        (calls::total, sums::mean_count),
    ),
    row(
        Kind::MeanCount(Group::Month),
        Usual::Always,
        ("\u{2}", "\u{2}"),
        ("How many times a month do I track something?", "我平均每月记录几次？"),
        (calls::total, sums::mean_count),
    ),
    row(
        Kind::Versus,
        Usual::Week,
        ("\u{2}", "\u{2}"),
        ("Did I spend more time on one or the other this week?", "本周哪个花的时间更多？"),
        (calls::versus, sums::versus),
    ),
];
