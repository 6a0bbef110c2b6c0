//! Interface between the assistant and the time log: the names and arguments of the tools, and their findings as exact
//! numbers with the entries behind each.
//!
//! - W1 A finding has the seconds, counts and days themselves; they are rounded where they are worded, once.
//! - W2 Every number that may be said is a [`Fact`] of the finding, so that a reply can be checked against it.

mod facts;

use serde_json::{Map, Value};

pub use self::facts::{Fact, MONTH_DAYS, Unit, WEEK_DAYS, mean, share};
use super::phrase::echo;
use espalier_base::date::{DateRange, Weekday};
use espalier_base::time::Timestamp;
use espalier_model::timelog::TimeEntryId;

/// A way to group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Group {
    Day,
    Week,
    Month,
    Client,
    Category,
    Goal,
    Tag,
    Hour,
    Weekday,
}

impl Group {
    /// All, in the order of lists.
    pub const ALL: [Self; 9] = [
        Self::Day,
        Self::Week,
        Self::Month,
        Self::Client,
        Self::Category,
        Self::Goal,
        Self::Tag,
        Self::Hour,
        Self::Weekday,
    ];

    /// Its name among the arguments of a tool.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Client => "client",
            Self::Category => "category",
            Self::Goal => "goal",
            Self::Tag => "tag",
            Self::Hour => "hour",
            Self::Weekday => "weekday",
        }
    }
}

/// Part that entries may be without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Missing {
    Category,
    Tag,
}

impl Missing {
    /// All, by their names among the arguments of a tool.
    pub const ALL: [(&'static str, Self); 2] = [("category", Self::Category), ("tag", Self::Tag)];
}

/// Filter of entries; all, where nothing is said.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Only {
    /// The name of a category.
    pub category: Option<String>,
    /// The name of a goal.
    pub goal: Option<String>,
    /// A tag without `#`.
    pub tag: Option<String>,
    /// Text in the note.
    pub text: Option<String>,
    /// The names of categories that are left out.
    pub without: Vec<String>,
    /// Parts that the entries must be without.
    pub lacking: Vec<Missing>,
    /// Some days of the week, in order from Monday; none is all.
    pub weekdays: Vec<Weekday>,
    /// A part of each day, in minutes after midnight; where the second is less, of the night that begins on that day.
    pub clock: Option<(i32, i32)>,
    /// Entries of categories alone whose time is billed, as long as some are.
    pub billable: bool,
    /// Entries of at least so many seconds.
    pub min_secs: Option<i64>,
    /// Entries of at most so many.
    pub max_secs: Option<i64>,
}

impl Only {
    /// Whether nothing is said.
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// Whether entries with this part are left out.
    pub fn lacks(&self, lack: Missing) -> bool {
        self.lacking.contains(&lack)
    }

    /// Whether no name is said, whatever is said of days and lengths.
    pub fn is_of_all(&self) -> bool {
        let Self { category, goal, tag, text, without, lacking, .. } = self;
        [category, goal, tag, text].iter().all(|name| name.is_none()) && without.is_empty() && lacking.is_empty()
    }
}

/// Order of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Order {
    #[default]
    Latest,
    Earliest,
    Longest,
    Shortest,
}

impl Order {
    /// All, by their names among the arguments of a tool.
    pub const ALL: [(&'static str, Self); 4] = [
        ("latest", Self::Latest),
        ("earliest", Self::Earliest),
        ("longest", Self::Longest),
        ("shortest", Self::Shortest),
    ];
}

/// Choice among the groups of a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GroupFilter {
    /// Days, weeks and months without any time as well.
    pub empty: bool,
    /// Only those with at least so many seconds.
    pub min_secs: Option<i64>,
    /// Only those with at most so many.
    pub max_secs: Option<i64>,
    /// Of days when the first of the entries that begin in them begins, and when the last of these ends; days in which
    /// none begins are left out.
    pub edges: bool,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    /// Totals, and the entries themselves.
    Query(DateRange, Only, Order),
    /// Sums by up to three groups.
    Aggregate(DateRange, Vec<Group>, Only, GroupFilter),
    /// Sums of two ranges by at most one group.
    Compare(DateRange, DateRange, Option<Group>, Only),
    /// Times without an entry, of at least so many seconds where that is said.
    Gaps(DateRange, Option<i64>),
    /// Entries at the same time.
    Overlaps(DateRange),
    /// The categories.
    Categories,
    /// The goals that are for some of these days, and how far they are.
    Goals(DateRange, Option<String>),
}

impl Call {
    /// The name of the tool.
    pub const fn tool(&self) -> &'static str {
        match self {
            Self::Query(..) => "query_time_entries",
            Self::Aggregate(..) => "aggregate",
            Self::Compare(..) => "compare",
            Self::Gaps(..) => "find_gaps",
            Self::Overlaps(_) => "find_overlaps",
            Self::Categories => "list_categories",
            Self::Goals(..) => "list_goals",
        }
    }

    /// The arguments as the tool takes them, with absolute days.
    pub fn arguments(&self) -> Map<String, Value> {
        let mut arguments = Map::new();
        let mut set = |name: &str, value: Value| drop(arguments.insert(name.to_owned(), value));
        match self {
            Self::Query(range, only, order) => {
                set("start_date", range.first.to_string().into());
                set("end_date", range.last.to_string().into());
                set_only(only, &mut set);
                let name = Order::ALL.iter().find(|(_, one)| one == order).filter(|_| *order != Order::Latest);
                if let Some((name, _)) = name {
                    set("order", (*name).into());
                }
            }
            Self::Aggregate(range, groups, only, kept) => {
                set("range", echo(*range).into());
                set("group_by", groups.iter().map(|group| Value::from(group.name())).collect());
                set_only(only, &mut set);
                if kept.empty {
                    set("empty_groups", true.into());
                }
                if kept.edges {
                    set("first_and_last", true.into());
                }
                set_secs("group", kept.min_secs, kept.max_secs, &mut set);
            }
            Self::Compare(one, other, group, only) => {
                set("range_a", echo(*one).into());
                set("range_b", echo(*other).into());
                if let Some(group) = group {
                    set("group_by", group.name().into());
                }
                set_only(only, &mut set);
            }
            Self::Gaps(range, least) => {
                set("range", echo(*range).into());
                if let Some(least) = least {
                    set("min_seconds", (*least).into());
                }
            }
            Self::Overlaps(range) => set("range", echo(*range).into()),
            Self::Categories => {}
            Self::Goals(range, goal) => {
                set("start_date", range.first.to_string().into());
                set("end_date", range.last.to_string().into());
                if let Some(goal) = goal {
                    set("goal", goal.clone().into());
                }
            }
        }
        arguments
    }
}

fn set_only(only: &Only, set: &mut impl FnMut(&str, Value)) {
    let all = [("category", &only.category), ("goal", &only.goal), ("tag", &only.tag), ("text", &only.text)];
    for (name, value) in all {
        if let Some(value) = value {
            set(name, value.clone().into());
        }
    }
    if !only.without.is_empty() {
        set("without_category", only.without.iter().map(|name| Value::from(name.as_str())).collect());
    }
    let lacking: Value =
        Missing::ALL.iter().filter(|(_, lack)| only.lacks(*lack)).map(|(name, _)| Value::from(*name)).collect();
    if !only.lacking.is_empty() {
        set("lacking", lacking);
    }
    if !only.weekdays.is_empty() {
        set("weekdays", only.weekdays.iter().map(|day| Value::from(weekday_name(*day))).collect());
    }
    if let Some((from, to)) = only.clock {
        let clock = |minute: i32| format!("{:02}:{:02}", minute / 60, minute % 60);
        set("clock", format!("{}-{}", clock(from), clock(to)).into());
    }
    if only.billable {
        set("billable", true.into());
    }
    set_secs("entry", only.min_secs, only.max_secs, set);
}

fn set_secs(what: &str, least: Option<i64>, most: Option<i64>, set: &mut impl FnMut(&str, Value)) {
    for (name, value) in [("min", least), ("max", most)] {
        if let Some(value) = value {
            set(&format!("{name}_{what}_seconds"), value.into());
        }
    }
}

/// The English name of a weekday, as findings and arguments have it.
pub const fn weekday_name(day: Weekday) -> &'static str {
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"][day.from_monday() as usize]
}

/// Exact sums of some entries over some days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// Seconds of the entries.
    pub secs: i64,
    /// Number of entries.
    pub count: u32,
    /// Number of days of the range.
    pub days: u32,
    /// Number of those that means are over: the days that the log says something about (R4 of `report`).
    pub mean_days: u32,
    /// Number of days with an entry.
    pub active_days: u32,
    /// The median of the days that have one.
    pub median_secs: i64,
    /// The most days in a row that have one.
    pub streak: u32,
}

/// A line of a finding: a group, an entry, a gap, or a goal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// Group names in each way of grouping, or the name of its category. Days are written `2026-03-01`, weeks and
    /// months by their first day, weekdays `monday`, hours `9`; no category is empty.
    pub keys: Vec<String>,
    /// Its sums.
    pub sums: Sums,
    /// Its sums in the other range of a comparison.
    pub other: Option<Sums>,
    /// Beginning, where it is one stretch.
    pub start: Option<Timestamp>,
    /// End; `None` also while it is running.
    pub end: Option<Timestamp>,
    /// Target of a goal, in seconds.
    pub target_secs: Option<i64>,
    /// The note of an entry.
    pub note: String,
    /// The entries behind it.
    pub entries: Vec<TimeEntryId>,
}

/// Result of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The days that were looked at.
    pub range: DateRange,
    /// Those of them that means are over.
    pub logged: DateRange,
    /// Days they were compared with.
    pub other: Option<DateRange>,
    /// Everything together.
    pub total: Sums,
    /// Everything of the other range.
    pub other_total: Option<Sums>,
    /// The lines, those with the most time first unless they are in the order of time.
    pub rows: Vec<Found>,
    /// The entries behind the total.
    pub entries: Vec<TimeEntryId>,
    /// Filter of the entries.
    pub only: Only,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_have_absolute_arguments() {
        let range = DateRange { first: "2026-03-01".parse().unwrap(), last: "2026-03-31".parse().unwrap() };
        let only = Only { category: Some("Work".to_owned()), ..Only::default() };
        let call = Call::Aggregate(range, vec![Group::Day, Group::Category], only.clone(), GroupFilter::default());
        let expected = r#"{"category":"Work","group_by":["day","category"],"range":"2026-03-01..2026-03-31"}"#;
        assert_eq!((call.tool(), Value::from(call.arguments()).to_string().as_str()), ("aggregate", expected));
        let call = Call::Query(range, only, Order::Latest);
        assert_eq!(call.arguments()["start_date"], "2026-03-01");
    }
}
