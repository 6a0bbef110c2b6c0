//! A log as a person keeps one, and what is in it by brute force: every entry is cut at every minute's edge that
//! matters, and added up without any of the tools.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Kind, Known, Plan};
use crate::columns::Columns;
use crate::look_up::World;
use crate::names::Named;
use crate::testing::{Random, calendar};
use crate::tools::{Group, Missing, Only};
use espalier_base::date::{DateRange, LocalDate, Weekday};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_model::mindmap::order::OrderKey;
use espalier_model::timelog::{Tags, TimeCategory, TimeEntry, TimeEntryId};
use espalier_model::workspace::Workspace;

/// 2026-11-22 21:00 in Berlin, a Sunday.
const NOW: Timestamp = Timestamp(1_795_377_600_000);

/// Categories with the notes and tags of their entries.
pub type Kinds = [(&'static str, &'static [(&'static str, &'static str)]); 6];

pub const ENGLISH: Kinds = [
    ("Deep work", &[("thesis chapter two", "thesis"), ("parser", "code"), ("code review", "code"), ("", "")]),
    ("Study", &[("Spanish lesson", "lang"), ("linear algebra", ""), ("thesis outline", "thesis")]),
    ("Reading", &[("Dune", "book"), ("三体", "book"), ("papers", "")]),
    ("Sport", &[("running in the park", "run"), ("swimming", ""), ("climbing", "gym")]),
    ("Meetings", &[("standup", ""), ("planning with Ann", "team"), ("retro", "team")]),
    ("Household", &[("cleaning", "home"), ("cooking", "home"), ("shopping", "")]),
];

pub const CHINESE: Kinds = [
    ("深度工作", &[("写论文第二章", "论文"), ("写代码", "代码"), ("", "")]),
    ("学习", &[("西班牙语", "语言"), ("线性代数", ""), ("写论文提纲", "论文")]),
    ("阅读", &[("沙丘", "书"), ("三体", "书"), ("看文献", "")]),
    ("运动", &[("跑步", ""), ("游泳", ""), ("攀岩", "")]),
    ("会议", &[("周会", ""), ("和小王讨论", "团队")]),
    ("家务", &[("打扫", "家"), ("做饭", "家"), ("买菜", "")]),
];

/// A log.
pub struct Log {
    pub workspace: Workspace,
    pub columns: Columns,
    pub names: Vec<&'static str>,
    pub tags: Vec<String>,
    pub entries: Vec<Rc<TimeEntry>>,
    /// Entries cut at every half hour of the clock: which, the day, the minute, how many seconds.
    pieces: Vec<(usize, LocalDate, i32, i64)>,
}

impl Log {
    /// Makes nine months of entries, with both changes of the clock, nights, holes, and twelve days off.
    #[expect(clippy::too_many_lines, reason = "one step for each kind of entry")]
    pub fn new(kinds: &Kinds, seed: u64) -> Self {
        let mut env = Env::deterministic(NOW, seed);
        let calendar = calendar("Europe/Berlin", Weekday::Monday);
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut workspace = Workspace::default();
        let mut draft = workspace.draft();
        let mut ids = Vec::new();
        for (name, _) in kinds {
            let id = env.id();
            ids.push(id);
            let (name, order) = ((*name).to_owned(), OrderKey::default());
            draft.put(TimeCategory::new(id, name, order));
        }
        let first: LocalDate = "2026-02-23".parse().unwrap();
        let today: LocalDate = "2026-11-22".parse().unwrap();
        let hole = DateRange { first: "2026-07-06".parse().unwrap(), last: "2026-07-17".parse().unwrap() };
        for at in 0..=today.since(first) {
            let day = first.plus_days(at);
            if hole.contains(day) || random.below(40) == 0 {
                continue;
            }
            let mut second = calendar.day_start(day) + (7 * 60 + random.below(150)) * 60;
            for _ in 0..=random.below(7) {
                second += random.below(90) * 60;
                // Mostly minutes, sometimes exact hours, now and then most of the night.
                let length = match random.below(24) {
                    0 => 3_600,
                    1 => 7_200,
                    2 => random.below(40_000) + 60,
                    3 => random.below(800) + 60,
                    _ => random.below(9_000) + 600,
                };
                let start = Timestamp(second * 1_000);
                if start.plus_ms(length * 1_000) > NOW {
                    break;
                }
                let place = random.below(6) as usize;
                let (note, tag) = kinds[place].1[random.below(kinds[place].1.len() as i64) as usize];
                let mut entry = TimeEntry::new(env.id_at(start), start, calendar.zone().clone(), start);
                entry.end = Some(start.plus_ms(length * 1_000));
                entry.category = Some(ids[place]).filter(|_| random.below(60) > 0);
                note.clone_into(&mut entry.note);
                entry.tags = Tags::new([tag].into_iter().filter(|tag| !tag.is_empty()));
                draft.put(entry);
                second += length;
            }
        }
        let changes = draft.finish();
        workspace.apply(&changes).unwrap();
        let entries: Vec<Rc<TimeEntry>> = workspace.tables().time_entries.values().cloned().collect();
        let columns = Columns::of(calendar, &entries);
        let mut tags: Vec<String> =
            kinds.iter().flat_map(|(_, notes)| notes.iter().map(|(_, tag)| (*tag).to_owned())).collect();
        tags.retain(|tag| !tag.is_empty());
        tags.sort_unstable();
        tags.dedup();
        let mut pieces = Vec::new();
        for (place, entry) in entries.iter().enumerate() {
            let (mut at, end) = (entry.start.0 / 1_000, entry.end.unwrap_or(NOW).0 / 1_000);
            while at < end {
                let next = ((at / 1_800 + 1) * 1_800).min(end);
                let clock = columns.calendar().clock(at);
                pieces.push((place, clock.date, clock.second / 60, next - at));
                at = next;
            }
        }
        Self { pieces, workspace, columns, names: kinds.iter().map(|(name, _)| *name).collect(), tags, entries }
    }

    pub fn world(&self) -> World<'_> {
        World { workspace: &self.workspace, columns: &self.columns, now: NOW }
    }

    pub fn with_known<T>(&self, look: impl FnOnce(&Known) -> T) -> T {
        let world = self.world();
        let categories: Vec<Named> = self.names.iter().map(|name| Named { name, aliases: &[], client: None }).collect();
        let mentions = |words: &str| world.mentions(words);
        look(&Known {
            around: world.around(),
            calendar: self.columns.calendar(),
            categories: &categories,
            goals: &[],
            tags: &self.tags,
            mentions: &mentions,
        })
    }
}

/// Describes a plan in the words of the files of questions.
pub fn brief(plan: &Plan) -> String {
    let mut parts: Vec<String> = Vec::new();
    let kind = match plan.question.kind {
        Kind::Most(group) => format!("most {}", group.name()),
        Kind::Least(group) => format!("least {}", group.name()),
        Kind::By(group) => format!("by {}", group.name()),
        Kind::StartOfDay => "start".to_owned(),
        Kind::EndOfDay => "end".to_owned(),
        Kind::Edge(edge, pick) => {
            let edge = if edge == super::Edge::Start { "start" } else { "end" };
            format!("{pick:?} {edge}").to_lowercase()
        }
        Kind::MeanCount(group) => format!("count per {}", group.name()),
        kind => format!("{kind:?}").to_lowercase(),
    };
    parts.push(kind);
    parts.push(crate::phrase::echo(plan.range));
    let echo = crate::phrase::echo;
    let mut rest = only(&plan.only, plan.least, plan.most);
    let days = matches!(plan.question.kind, Kind::DaysOver | Kind::WhichDays);
    if days {
        rest = rest.replace("min:", "atleast:");
    }
    let mut all = vec![rest];
    all.extend(plan.top.map(|top| format!("top:{top}")));
    all.extend(plan.other_range.map(|other| format!("versus {}", echo(other))));
    for other in &plan.others {
        all.push(format!("| {}", only(&Only { min_secs: None, ..other.clone() }, None, None)));
    }
    parts.push(all.join(" ").trim().to_owned());
    parts.join("; ")
}

fn only(only: &Only, least: Option<i64>, most: Option<i64>) -> String {
    let mut parts: Vec<String> = [&only.category, &only.goal].into_iter().flatten().cloned().collect();
    parts.extend(only.tag.iter().map(|tag| format!("#{tag}")));
    parts.extend(only.text.iter().map(|text| format!("text:{}", text.to_lowercase())));
    if !only.without.is_empty() {
        parts.push(format!("without:{}", only.without.join(",")));
    }
    parts.extend(only.lacking.iter().map(|lack| match lack {
        Missing::Category => "uncategorized".to_owned(),
        Missing::Tag => "untagged".to_owned(),
    }));
    let days: Vec<&str> = only.weekdays.iter().map(|day| &crate::tools::weekday_name(*day)[..3]).collect();
    if !days.is_empty() {
        parts.push(format!("days:{}", days.join(",")));
    }
    if let Some((from, to)) = only.clock {
        parts.push(format!("clock:{:02}:{:02}-{:02}:{:02}", from / 60, from % 60, to / 60, to % 60));
    }
    parts.extend(least.map(|secs| format!("min:{secs}")));
    parts.extend(most.map(|secs| format!("max:{secs}")));
    parts.join(" ")
}

/// Sums by brute force.
#[derive(Debug, Default, Clone)]
pub struct Truth {
    pub secs: i64,
    pub entries: BTreeMap<TimeEntryId, i64>,
    pub days: BTreeMap<LocalDate, i64>,
}

impl Log {
    fn has(&self, entry: &TimeEntry, only: &Only) -> bool {
        let name = entry.category.and_then(|id| self.workspace.get::<TimeCategory>(&id)).map(|row| row.name.clone());
        let text = format!("{} #{}", entry.note, entry.tags.iter().collect::<Vec<_>>().join(" #")).to_lowercase();
        let length = entry.end.map_or(0, |end| (end.0 - entry.start.0) / 1_000);
        only.category.as_ref().is_none_or(|wanted| name.as_ref() == Some(wanted))
            && name.as_ref().is_none_or(|name| !only.without.contains(name))
            && (!only.lacks(Missing::Category) || name.is_none())
            && (!only.lacks(Missing::Tag) || entry.tags.is_empty())
            && only.tag.as_ref().is_none_or(|tag| entry.tags.iter().any(|one| one == tag))
            && only.text.as_ref().is_none_or(|wanted| text.contains(&wanted.to_lowercase()))
            && only.min_secs.is_none_or(|least| length >= least)
            && only.max_secs.is_none_or(|most| length <= most)
    }

    /// Sums of the matching entries by group.
    pub fn truth(&self, range: DateRange, only: &Only, group: Option<Group>) -> BTreeMap<String, Truth> {
        let has: Vec<bool> = self.entries.iter().map(|entry| self.has(entry, only)).collect();
        let mut found: BTreeMap<String, Truth> = BTreeMap::new();
        for (place, day, minute, secs) in &self.pieces {
            // The small hours of a night belong to the day on which it began.
            let (in_clock, day) = match only.clock {
                Some((from, to)) if from > to && *minute < to => (true, day.plus_days(-1)),
                Some((from, to)) if from > to => (*minute >= from, *day),
                Some((from, to)) => ((from..to).contains(minute), *day),
                None => (true, *day),
            };
            let on_day = only.weekdays.is_empty() || only.weekdays.contains(&day.weekday());
            if has[*place] && range.contains(day) && in_clock && on_day {
                let entry = &self.entries[*place];
                for key in self.keys(entry, day, minute / 60, group) {
                    let truth = found.entry(key).or_default();
                    truth.secs += secs;
                    *truth.entries.entry(entry.id).or_default() += secs;
                    *truth.days.entry(day).or_default() += secs;
                }
            }
        }
        found
    }

    /// Sums of all groups together.
    pub fn total(&self, range: DateRange, only: &Only) -> Truth {
        self.truth(range, only, None).into_values().next().unwrap_or_default()
    }

    /// The days of a range that the log says something about, each looked for by itself: some time lies at or before
    /// it, and it has begun or some time lies at or after it. All days where there are none.
    pub fn told(&self, range: DateRange) -> Vec<LocalDate> {
        let today = self.columns.calendar().day_of(NOW);
        let has = |lies: &dyn Fn(LocalDate) -> bool| self.pieces.iter().any(|(_, day, ..)| lies(*day));
        let all: Vec<LocalDate> = (0..range.days()).map(|at| range.first.plus_days(at)).collect();
        let is_told = |day: LocalDate| has(&|at| at <= day) && (day <= today || has(&|at| at >= day));
        let told: Vec<LocalDate> = all.iter().copied().filter(|day| is_told(*day)).collect();
        if told.is_empty() { all } else { told }
    }

    fn keys(&self, entry: &TimeEntry, day: LocalDate, hour: i32, group: Option<Group>) -> Vec<String> {
        let name = || entry.category.and_then(|id| self.workspace.get::<TimeCategory>(&id)).map(|row| row.name.clone());
        vec![match group {
            None => String::new(),
            Some(Group::Day) => day.to_string(),
            Some(Group::Week) => day.week_start(Weekday::Monday).to_string(),
            Some(Group::Month) => day.month_start().to_string(),
            Some(Group::Category | Group::Client) => name().unwrap_or_default(),
            Some(Group::Hour) => hour.to_string(),
            Some(Group::Weekday) => crate::tools::weekday_name(day.weekday()).to_owned(),
            Some(Group::Tag) => {
                return if entry.tags.is_empty() {
                    vec![String::new()]
                } else {
                    entry.tags.iter().map(str::to_owned).collect()
                };
            }
            Some(Group::Goal) => String::new(),
        }]
    }
}
