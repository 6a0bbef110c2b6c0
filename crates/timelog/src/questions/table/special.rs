//! The more special questions, which are tried first.

use super::super::answer::{lists, sums, tables};
use super::super::calls;
use super::super::{Edge, Kind, Pick};
use super::{Question, Usual, row};
use crate::tools::Group;

pub const ROWS: &[Question] = &[
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
            "多少天没|几天没|没+多少天|没+几天|多少天+没|几天+没|没+天数",
        ),
        ("How many days this month had no entries?", "本月有几天没有记录？"),
        (calls::total, sums::active_days),
    ),
    row(
        Kind::Gaps,
        Usual::Lately,
        (
            "gap|gaps|untracked|unrecorded|not tracked|missing time|unaccounted|nothing recorded|nothing tracked|\
             no entries|without entries|without an entry|breaks|longest break|holes",
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
            "list+categories|which categories do|what categories do|what categories are|what categories have|what are my categories|my categories|show+categories|\
             which categories are there|which categories exist|how many categories",
            "有哪些分类|哪些类别|分类列表|有什么分类|所有分类|我的分类|几个分类",
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
            "first time|first thing|when+first|very first|first entry|earliest entry|first session|start tracking|started tracking|\
             begin tracking|since when|oldest entry|when+begin to|when+start to|when+start with|what+first entry",
            "第一次|首次|最早一次|最先做的|第一件|第一条|最早的记录|最早一条|从什么时候开始|什么时候开始做|什么时候开始记",
        ),
        ("When was my first entry?", "第一条记录是什么时候？"),
        (calls::earliest, lists::entry),
    ),
    row(
        Kind::Last,
        Usual::Always,
        (
            "when+last|last time|last thing|most recent*|latest entry|latest session|how long ago|how long since|how long+since i last|\
             last session|last entry|time since|last one",
            "上次|最近一次|上一次|最后一次|最后做的|最后一件|多久没|多长时间没|多少天没有做|最后一条|最近一条|最新一条|最新的记录|前一次",
        ),
        ("When was my last entry?", "最近一次记录是什么时候？"),
        (calls::latest, lists::entry),
    ),
    row(
        Kind::StartOfDay,
        Usual::Today,
        (
            "when+start*|what time+start*|when+begin|when+began|what time+begin|what time+began|how early",
            "几点开始|什么时候开始|最早几点|几点+开始|几点起|几点开工|几点上班",
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
    // The words of these stand in any order; they are found before the table is looked into.
    row(
        Kind::Edge(Edge::Start, Pick::Usual),
        Usual::Quarter,
        ("usual start", "通常几点开始"),
        ("When do I usually start?", "我通常几点开始？"),
        (calls::edges, lists::edges),
    ),
    row(
        Kind::Edge(Edge::Start, Pick::Earliest),
        Usual::Quarter,
        ("earliest start", "最早几点开始"),
        ("What was my earliest start this month?", "我本月最早几点开始？"),
        (calls::edges, lists::edges),
    ),
    row(
        Kind::Edge(Edge::Start, Pick::Latest),
        Usual::Quarter,
        ("latest start", "最晚几点开始"),
        ("What was my latest start this month?", "我本月最晚几点开始？"),
        (calls::edges, lists::edges),
    ),
    row(
        Kind::Edge(Edge::End, Pick::Usual),
        Usual::Quarter,
        ("usual finish", "通常几点结束"),
        ("When do I usually finish?", "我通常几点结束？"),
        (calls::edges, lists::edges),
    ),
    row(
        Kind::Edge(Edge::End, Pick::Earliest),
        Usual::Quarter,
        ("earliest finish", "最早几点结束"),
        ("What was my earliest finish this month?", "我本月最早几点结束？"),
        (calls::edges, lists::edges),
    ),
    row(
        Kind::Edge(Edge::End, Pick::Latest),
        Usual::Quarter,
        ("latest finish", "最晚几点结束"),
        ("What was my latest finish this month?", "我本月最晚几点结束？"),
        (calls::edges, lists::edges),
    ),
    row(
        Kind::Grew,
        Usual::Month,
        (
            "grew|grown|grow|increased the most|increased most|changed the most|changed most|rose|biggest increase|\
             biggest change|gained|shrank|dropped the most|decreased the most|fell the most",
            "增长最多|增加最多|增长最快|增加最快|上升最快|涨得最快|涨最快|涨最多|涨幅最大|变化最大|涨得最多|增加得最多|增长得最多|减少最多|减少得最多|下降最多",
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
            "趋势|走势|越来越|变化情况|上升|下降|增加了吗|减少了吗|增加还是减少|增加了还是减少了|变多还是变少|变多了还是变少了",
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
            "按分类|按类别|各分类|时间花在哪里|花在哪里|每个分类|分类统计|各个分类|各类|分布情况|时间花在哪|花在哪|时间都去哪|去哪|花在什么|怎么分配|时间分配",
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
            "which tag|what tag|top tag*|tag+most|tags+most|which tags+most|most used tag*|most common tag*|biggest tag*|largest tag*",
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
            "which weekday+least|which day of the week+least|weekday+least|quietest weekday|which weekday+fewest|weekday+worst|\
             day of the week+worst",
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
];
