//! The tools as a model is offered them.

use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;

/// A tool as a model is offered it.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    /// Name for the model.
    pub name: &'static str,
    /// Name for people.
    pub title: Text,
    /// Purpose, and when to use it.
    pub description: Text,
    /// Parameters.
    pub params: &'static [Param],
}

const DAYS: Schema = Schema::Lenient(&Schema::Text { min: 1, max: 100 });
const WORDS: Schema = Schema::Lenient(&Schema::Text { min: 1, max: 200 });
const GROUPS: &[&str] = &["day", "week", "month", "client", "category", "goal", "tag", "hour", "weekday"];
const GROUP: Schema = Schema::Lenient(&Schema::Choice(GROUPS));
const START_DATE: Param = Param::required(
    "start_date",
    DAYS,
    Text::new(
        "The first day: 2026-03-01, or words such as \"last week\".",
        "起始日期：2026-03-01，或“上周”这样的说法。",
    ),
)
.or_called(&["from", "start", "range"]);
const END_DATE: Param = Param::optional(
    "end_date",
    DAYS,
    Text::new("The last day; missing = the end of what start_date says.", "结束日期；缺省为start_date所指时段的末尾。"),
)
.or_called(&["to", "end"]);
const RANGE: Param = Param::required(
    "range",
    DAYS,
    Text::new(
        "The days: 2026-03-01..2026-03-31, \"last week\", \"3月\", \"Q1\".",
        "时段：2026-03-01..2026-03-31、上周、3月、Q1。",
    ),
)
.or_called(&["days", "period"]);
const CATEGORY: Param = Param::optional("category", WORDS, Text::new("Only this category.", "只看该分类。"));
const GOAL: Param = Param::optional("goal", WORDS, Text::new("Only this goal.", "只看该目标。"));
const TAG: Param = Param::optional("tag", WORDS, Text::new("Only this tag.", "只看该标签。"));
const TEXT: Param =
    Param::optional("text", WORDS, Text::new("Only entries whose note has this text.", "只看备注含该文字的记录。"));
const SECONDS: Schema = Schema::Lenient(&Schema::Int { min: 0, max: 4_000_000_000 });
const WITHOUT: Param = Param::optional(
    "without_category",
    Schema::Lenient(&Schema::List { items: &WORDS, max: 20 }),
    Text::new("All but these categories.", "排除这些分类。"),
);
const LACKING: Param = Param::optional(
    "lacking",
    Schema::Lenient(&Schema::List { items: &Schema::Lenient(&Schema::Choice(&["category", "tag"])), max: 2 }),
    Text::new("Only entries without these.", "只看没有这些的记录。"),
);
const BILLABLE: Param = Param::optional(
    "billable",
    Schema::Lenient(&Schema::Bool),
    Text::new("Only time that is billed, where some categories have a rate.", "有分类设了费率时，只看计费的时间。"),
);
const WEEKDAYS: Param = Param::optional(
    "weekdays",
    Schema::Lenient(&Schema::List {
        items: &Schema::Lenient(&Schema::Choice(&[
            "monday",
            "tuesday",
            "wednesday",
            "thursday",
            "friday",
            "saturday",
            "sunday",
        ])),
        max: 7,
    }),
    Text::new("Only these days of the week.", "只看这些星期几。"),
);
const CLOCK: Param = Param::optional(
    "clock",
    DAYS,
    Text::new(
        "Only this part of each day: 09:00-12:00; of each night, by the day it begins on: 22:00-06:00.",
        "只看每天的这段时间：09:00-12:00；跨午夜的（22:00-06:00）算在开始的那一天。",
    ),
);
const MIN_ENTRY: Param = Param::optional(
    "min_entry_seconds",
    SECONDS,
    Text::new("Only entries at least this long.", "只看不短于此的记录。"),
);
const MAX_ENTRY: Param =
    Param::optional("max_entry_seconds", SECONDS, Text::new("Only entries at most this long.", "只看不长于此的记录。"));

/// All tools that look something up.
pub static OFFERS: &[Offer] = &[
    Offer {
        name: "query_time_entries",
        title: Text::new("Look up entries", "查询记录"),
        description: Text::new(
            "Totals over all matching entries, their categories and top goals, then the entries themselves.",
            "所有匹配记录的合计、分类与主要目标，以及记录明细。",
        ),
        params: &[
            START_DATE,
            END_DATE,
            CATEGORY,
            GOAL,
            TAG,
            TEXT,
            WITHOUT,
            LACKING,
            BILLABLE,
            WEEKDAYS,
            CLOCK,
            MIN_ENTRY,
            MAX_ENTRY,
            Param::optional(
                "order",
                Schema::Lenient(&Schema::Choice(&["latest", "earliest", "longest", "shortest"])),
                Text::new("Which entries come first; missing = the latest.", "哪些记录在前；缺省为最近的。"),
            ),
            Param::optional(
                "offset",
                Schema::Lenient(&Schema::Int { min: 0, max: 10_000_000 }),
                Text::new("How many entries to leave out.", "跳过的记录数。"),
            ),
        ],
    },
    Offer {
        name: "aggregate",
        title: Text::new("Add up", "汇总"),
        description: Text::new(
            "Sum, share, mean and median a day, number of entries and longest streak, grouped in up to three ways.",
            "按至多三个维度分组：合计、占比、日均、中位数、条数、最长连续天数。",
        ),
        params: &[
            RANGE,
            Param::optional(
                "group_by",
                Schema::Lenient(&Schema::List { items: &GROUP, max: 3 }),
                Text::new("How to group.", "分组方式。"),
            )
            .or_called(&["groups"]),
            Param::optional(
                "metrics",
                Schema::Lenient(&Schema::List {
                    items: &Schema::Lenient(&Schema::Choice(&["sum", "mean", "median", "share", "count", "streak"])),
                    max: 6,
                }),
                Text::new("What is of interest; all are given.", "关心的指标；总会给出全部。"),
            ),
            CATEGORY,
            GOAL,
            TAG,
            TEXT,
            WITHOUT,
            LACKING,
            BILLABLE,
            WEEKDAYS,
            CLOCK,
            MIN_ENTRY,
            MAX_ENTRY,
            Param::optional(
                "empty_groups",
                Schema::Lenient(&Schema::Bool),
                Text::new("Also the days, weeks or months without any time.", "也列出没有记录的日、周、月。"),
            ),
            Param::optional(
                "first_and_last",
                Schema::Lenient(&Schema::Bool),
                Text::new(
                    "By day alone: when the first entry begins and the last one ends.",
                    "只按日分组时：首条何时开始、末条何时结束。",
                ),
            ),
            Param::optional(
                "min_group_seconds",
                SECONDS,
                Text::new("Only groups with at least this much time.", "只看不少于此时长的分组。"),
            ),
            Param::optional(
                "max_group_seconds",
                SECONDS,
                Text::new("Only groups with at most this much time.", "只看不多于此时长的分组。"),
            ),
        ],
    },
    Offer {
        name: "compare",
        title: Text::new("Compare", "对比"),
        description: Text::new(
            "The same sums of two ranges of days, and how they differ.",
            "两个时段的同一汇总及其差异。",
        ),
        params: &[
            Param::required("range_a", DAYS, Text::new("One range of days.", "时段一。")),
            Param::optional(
                "range_b",
                DAYS,
                Text::new("The other; missing = the one before.", "时段二；缺省为之前的同长时段。"),
            ),
            Param::optional("group_by", GROUP, Text::new("How to group.", "分组方式。")),
            CATEGORY,
            GOAL,
            TAG,
            TEXT,
            WITHOUT,
            LACKING,
            BILLABLE,
            WEEKDAYS,
            CLOCK,
            MIN_ENTRY,
            MAX_ENTRY,
        ],
    },
    Offer {
        name: "find_gaps",
        title: Text::new("Find gaps", "查找空档"),
        description: Text::new(
            "Times without an entry, of a quarter of an hour or more unless said otherwise.",
            "十五分钟以上没有记录的时段。",
        ),
        params: &[
            RANGE,
            Param::optional(
                "min_seconds",
                SECONDS,
                Text::new("Only gaps at least this long; missing = 900.", "只看不短于此的空档；缺省为900。"),
            ),
        ],
    },
    Offer {
        name: "find_overlaps",
        title: Text::new("Find overlaps", "查找重叠"),
        description: Text::new("Entries that are at the same time.", "时间上重叠的记录。"),
        params: &[RANGE],
    },
    Offer {
        name: "list_categories",
        title: Text::new("List categories", "列出分类"),
        description: Text::new("The categories with the time of all entries.", "全部分类及其累计时长。"),
        params: &[],
    },
    Offer {
        name: "list_goals",
        title: Text::new("List goals", "列出目标"),
        description: Text::new("The goals for these days, and how far they are.", "这些日期内的目标及其进度。"),
        params: &[START_DATE, END_DATE, GOAL],
    },
];
