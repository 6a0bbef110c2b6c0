//! The log that is made with one click: two months up to now, as somebody could have kept it.
//!
//! - E1 Every row has the mark of an example. A category that is there by the same name is used as it is.
//! - E2 Nothing overlaps, nothing ends later than now, and at most the timer runs.

use std::rc::Rc;

use super::calendar::{Calendar, Clock};
use espalier_base::date::{LocalDate, Weekday};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_command::spec::Text;
use espalier_model::RoomId;
use espalier_model::example::{is_example, marked};
use espalier_model::mindmap::Color;
use espalier_model::mindmap::order::OrderKey;
use espalier_model::timelog::{Goal, GoalId, Tags, TimeCategory, TimeCategoryId, TimeEntry, whole_second};

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

const WORK: usize = 0;
const LEARNING: usize = 1;
const SPORT: usize = 2;
const HOME: usize = 3;
const PEOPLE: usize = 4;

/// The categories with their colours.
const KINDS: [(Text, [u8; 3]); 5] = [
    (t("Work", "工作"), [0x3f, 0x6f, 0xb5]),
    (t("Learning", "学习"), [0x8a, 0x5c, 0xc2]),
    (t("Sport", "运动"), [0x2c, 0x8f, 0x5a]),
    (t("Home", "家务"), [0xb9, 0x7a, 0x1f]),
    (t("Family and friends", "亲友"), [0xc2, 0x4a, 0x6e]),
];

/// The goals: name, category, for how many days from today it goes on, hours.
const GOALS: [(Text, usize, i32, i64); 2] = [
    (t("Spanish for the trip", "旅行用的西班牙语"), LEARNING, 24, 25),
    (t("Half marathon", "半程马拉松"), SPORT, 17, 30),
];

const SPANISH: Option<usize> = Some(0);
const RUNNING: Option<usize> = Some(1);

/// Recurring activity.
struct Habit {
    /// The days of the week, from Monday.
    days: &'static [Weekday],
    /// Period in weeks.
    every: i32,
    /// Earliest beginning: hour and minute.
    from: (i32, i32),
    /// About how many minutes it takes.
    minutes: i32,
    kind: usize,
    goal: Option<usize>,
    tag: Text,
    note: Text,
}

use Weekday::{
    Friday as FRI, Monday as MON, Saturday as SAT, Sunday as SUN, Thursday as THU, Tuesday as TUE, Wednesday as WED,
};

#[rustfmt::skip]
const HABITS: [Habit; 13] = [
    Habit { days: &[MON, TUE, WED, THU, FRI], every: 1, from: (9, 0), minutes: 20, kind: WORK, goal: None, tag: t("meeting", "会议"), note: t("Stand-up", "晨会") },
    Habit { days: &[MON, WED, FRI], every: 1, from: (9, 50), minutes: 120, kind: WORK, goal: None, tag: t("website", "网站"), note: t("New start page", "新首页") },
    Habit { days: &[TUE, THU], every: 1, from: (9, 50), minutes: 115, kind: WORK, goal: None, tag: t("report", "报告"), note: t("Quarterly report", "季度报告") },
    Habit { days: &[MON, TUE, THU], every: 1, from: (13, 0), minutes: 190, kind: WORK, goal: None, tag: t("customers", "客户"), note: t("Customer requests", "处理客户需求") },
    Habit { days: &[WED, FRI], every: 1, from: (13, 10), minutes: 150, kind: WORK, goal: None, tag: t("website", "网站"), note: t("Texts and pictures", "文案和图片") },
    Habit { days: &[TUE, THU], every: 1, from: (18, 0), minutes: 45, kind: SPORT, goal: RUNNING, tag: t("running", "跑步"), note: t("Run along the river", "沿河跑步") },
    Habit { days: &[SAT], every: 1, from: (9, 30), minutes: 90, kind: SPORT, goal: RUNNING, tag: t("running", "跑步"), note: t("Long run", "长距离跑") },
    Habit { days: &[MON, WED, SUN], every: 1, from: (20, 0), minutes: 40, kind: LEARNING, goal: SPANISH, tag: TAG, note: t("Spanish lesson", "西班牙语课") },
    Habit { days: &[TUE, THU, SAT], every: 1, from: (21, 0), minutes: 45, kind: LEARNING, goal: None, tag: t("reading", "阅读"), note: t("Reading", "看书") },
    Habit { days: &[WED], every: 1, from: (18, 20), minutes: 50, kind: HOME, goal: None, tag: t("cooking", "做饭"), note: t("Cooking", "做晚饭") },
    Habit { days: &[SAT], every: 1, from: (13, 30), minutes: 75, kind: HOME, goal: None, tag: t("", ""), note: t("Shopping and cleaning", "采购、打扫") },
    Habit { days: &[SUN], every: 1, from: (11, 30), minutes: 150, kind: PEOPLE, goal: None, tag: t("", ""), note: t("Lunch with the family", "和家人吃午饭") },
    Habit { days: &[FRI], every: 2, from: (19, 0), minutes: 150, kind: PEOPLE, goal: None, tag: t("", ""), note: t("Dinner with friends", "和朋友聚餐") },
];

/// Time that the timer has been running, in seconds, if today is as old.
const TIMER: i64 = 47 * 60;
/// The tag of what belongs to the first goal.
const TAG: Text = t("spanish", "西班牙语");
const TIMER_NOTE: Text = t("Spanish: irregular verbs", "西班牙语：不规则动词");
/// The week without work, counted back from this one.
const HOLIDAY: i32 = 4;

/// The rows of the example.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rows {
    /// Categories that were not there.
    pub categories: Vec<TimeCategory>,
    /// Goals.
    pub goals: Vec<Goal>,
    /// Entries in the order of time; the last one may be running.
    pub entries: Vec<TimeEntry>,
}

/// The example as of now, in a language and in the days of a calendar, beside the categories that are there in their
/// order. Where a timer runs already, none is started.
pub fn example(language: Language, calendar: &Calendar, env: &mut Env, known: &[Rc<TimeCategory>], runs: bool) -> Rows {
    let mut rows = Rows::default();
    let mut order = known.last().map(|row| row.order.clone());
    let kinds: Vec<TimeCategoryId> = KINDS
        .iter()
        .map(|(name, rgb)| {
            let name = name.get(language);
            if let Some(row) = known.iter().find(|row| row.name == name) {
                return row.id;
            }
            let id = marked(RoomId::Time, env.id());
            let place = OrderKey::between(order.as_ref(), None).unwrap_or_default();
            order = Some(place.clone());
            let color = Some(Color { rgb: *rgb });
            let row = TimeCategory { color, ..TimeCategory::new(id, name.to_owned(), place) };
            rows.categories.push(row);
            id
        })
        .collect();
    let now = env.now.0.div_euclid(1_000);
    let today = calendar.day(now);
    let first = today.plus_months(-2);
    let goals: Vec<GoalId> = GOALS
        .iter()
        .map(|(name, kind, days, hours)| {
            let id = marked(RoomId::Time, env.id());
            let (name, to) = (name.get(language).to_owned(), today.plus_days(*days));
            let category = kinds.get(*kind).copied();
            rows.goals.push(Goal { id, name, from: first, to, target_secs: Some(hours * 3_600), category });
            id
        })
        .collect();
    let timer = (now - TIMER).max(calendar.day_start(today));
    let until = if runs { now } else { timer };
    for (habit, start, end) in spans(calendar, first, today) {
        if end > until {
            continue;
        }
        let start = Timestamp(start * 1_000);
        // Below a second it is chance, so that no id is made twice.
        let id = marked(RoomId::Time, env.id_at(start.plus_ms(env.now.0.rem_euclid(1_000))));
        let mut row = TimeEntry::new(id, start, calendar.zone().clone(), env.now);
        row.end = Some(Timestamp(end * 1_000));
        row.category = kinds.get(habit.kind).copied();
        row.goal = habit.goal.and_then(|goal| goals.get(goal).copied());
        row.tags = Tags::new([habit.tag.get(language)]);
        habit.note.get(language).clone_into(&mut row.note);
        rows.entries.push(row);
    }
    if !runs {
        let id = marked(RoomId::Time, env.id());
        let mut row = TimeEntry::new(id, whole_second(Timestamp(timer * 1_000)), calendar.zone().clone(), env.now);
        row.category = kinds.get(LEARNING).copied();
        row.goal = goals.first().copied();
        row.tags = Tags::new([TAG.get(language)]);
        TIMER_NOTE.get(language).clone_into(&mut row.note);
        rows.entries.push(row);
    }
    rows
}

/// The entries of these days in order of time: the note, from when and to when.
fn spans(calendar: &Calendar, first: LocalDate, last: LocalDate) -> Vec<(&'static Habit, i64, i64)> {
    let this_week = last.week_start(Weekday::Monday);
    let mut found = Vec::new();
    for day in (first.0..=last.0).map(LocalDate) {
        let week = this_week.since(day.week_start(Weekday::Monday)) / 7;
        for (place, habit) in (0..).zip(&HABITS) {
            let is_off = habit.kind == WORK && week == HOLIDAY || week % habit.every != 0;
            if is_off || !habit.days.contains(&day.weekday()) {
                continue;
            }
            // No two days are quite the same.
            let more = day.since(first) * 31 + place * 17;
            let (hour, minute) = habit.from;
            let second = (hour * 60 + minute + more % 4 * 5) * 60;
            let start = calendar.instants(Clock { date: day, second }).first();
            let minutes = habit.minutes + more % 5 * 5 - 10;
            found.push((habit, start, start + i64::from(minutes) * 60));
        }
    }
    found.sort_by_key(|(_, start, _)| *start);
    found
}

/// Whether a category of the example is not what it was.
pub fn is_changed_category(row: &TimeCategory) -> bool {
    let is = |(name, rgb): &(Text, [u8; 3])| {
        [name.en, name.zh].contains(&row.name.as_str()) && row.color == Some(Color { rgb: *rgb })
    };
    row.archived || !row.aliases.is_empty() || !KINDS.iter().any(is)
}

/// Whether a goal of the example is not what it was.
pub fn is_changed_goal(row: &Goal) -> bool {
    let is = |(name, _, _, hours): &(Text, usize, i32, i64)| {
        [name.en, name.zh].contains(&row.name.as_str()) && row.target_secs == Some(hours * 3_600)
    };
    !GOALS.iter().any(is)
}

/// Whether one of the example's entries was changed since it was made, given ids of rows that were made with it.
pub fn are_changed_entries<'a>(entries: impl Iterator<Item = &'a TimeEntry>, made: impl Iterator<Item = i64>) -> bool {
    let Some(made) = made.max() else { return true };
    entries.filter(|row| is_example(RoomId::Time, row.id)).any(|row| row.updated_at.0 > made)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use espalier_base::zone::Zone;

    const ZONES: [&str; 5] = ["UTC", "Asia/Shanghai", "Europe/Berlin", "America/New_York", "Pacific/Apia"];

    fn made(zone: &str, now: i64, language: Language) -> Rows {
        let calendar = Calendar::new(&Zone::new(zone), Weekday::Monday);
        example(language, &calendar, &mut Env::deterministic(Timestamp(now), 3), &[], false)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn e1_e2_every_row_is_marked_and_none_overlaps_wherever_and_whenever_it_is_made(
            zone in prop::sample::select(&ZONES), now in 1_500_000_000_000_i64..2_000_000_000_000,
        ) {
            let rows = made(zone, now, Language::En);
            let mut ids = BTreeSet::new();
            for (id, again) in rows.entries.iter().map(|row| row.id.uuid()).chain(rows.goals.iter().map(|row| row.id.uuid()))
                .chain(rows.categories.iter().map(|row| row.id.uuid())).map(|id| (id, ids.insert(id)))
            {
                prop_assert!(again && is_example(RoomId::Time, TimeCategoryId::from_uuid(id)));
            }
            let ends: Vec<(i64, i64)> = rows.entries.iter().map(|row| row.seconds(Timestamp(now))).collect();
            prop_assert!(ends.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{:?}", ends);
            prop_assert!(ends.iter().all(|(start, end)| start <= end && *end <= now / 1_000));
            let running = rows.entries.iter().filter(|row| row.is_running()).count();
            prop_assert_eq!((running, rows.entries.last().is_some_and(TimeEntry::is_running)), (1, true));
            prop_assert!(rows.entries.len() > 100);
            prop_assert!(!rows.categories.iter().any(is_changed_category) && !rows.goals.iter().any(is_changed_goal));
        }
    }

    #[test]
    fn both_languages_are_alike_and_say_something() {
        let now = 1_700_000_000_000;
        let [en, zh] = [Language::En, Language::Zh].map(|language| made("Asia/Shanghai", now, language));
        let shape =
            |rows: &Rows| rows.entries.iter().map(|row| (row.start, row.end, row.tags.is_empty())).collect::<Vec<_>>();
        assert_eq!(shape(&en), shape(&zh));
        assert!(zh.entries.iter().all(|row| row.note.chars().any(espalier_base::text::is_han)));
        assert!(!zh.categories.iter().any(is_changed_category));
    }

    #[test]
    fn e1_a_category_of_the_same_name_is_used_and_a_timer_that_runs_goes_on() {
        let calendar = Calendar::new(&Zone::new("UTC"), Weekday::Monday);
        let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 3);
        let own = TimeCategory::new(env.id(), "Sport".to_owned(), OrderKey::default());
        let rows = example(Language::En, &calendar, &mut env, &[Rc::new(own.clone())], true);
        assert_eq!(rows.categories.len(), 4);
        assert!(rows.entries.iter().any(|row| row.category == Some(own.id)));
        assert!(rows.entries.iter().all(|row| !row.is_running()));
    }
}
