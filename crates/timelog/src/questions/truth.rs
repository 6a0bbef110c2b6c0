//! Expected content of an answer, worked out by brute force, and a check that the answer has it.

use super::oracle::{Log, Truth};
use super::words::{count, key, length, percent};
use super::{Edge, Kind, Pick, Plan, answer};
use crate::grounding;
use crate::look_up::{self, MAX_DETAILS};
use crate::tools::{Finding, Group, MONTH_DAYS, Only, mean};
use espalier_base::date::{DateRange, LocalDate, Weekday};
use espalier_base::language::Language;

/// The answer of a plan.
pub fn said(log: &Log, plan: &Plan, language: Language) -> String {
    let world = log.world();
    let findings: Vec<Finding> =
        plan.calls.iter().map(|call| look_up::answer(&world, call, 0, MAX_DETAILS).unwrap().finding).collect();
    log.with_known(|known| {
        let text = answer(plan, &findings, known, language).unwrap();
        let marks = grounding::check(&text, &findings, &log.names, known.calendar, &known.around);
        let wrong: Vec<&str> =
            marks.iter().filter(|mark| mark.is_wrong()).map(|mark| &text[mark.range.clone()]).collect();
        assert!(wrong.is_empty(), "not found: {wrong:?} in {text}");
        text
    })
}

/// Returns the strings that the answer of a plan must contain.
#[expect(clippy::too_many_lines, reason = "one rule per kind of answer, written apart from the shipped ones")]
pub fn expected(log: &Log, plan: &Plan, language: Language) -> Vec<String> {
    let (range, only) = (plan.range, &plan.only);
    let today: LocalDate = "2026-11-22".parse().unwrap();
    let long = |secs: i64| length(secs, language);
    let days = |number: u32| count(number, "day", "days", "天", language);
    let entries = |number: u32| count(number, "entry", "entries", "条记录", language);
    let total = log.total(range, only);
    let all_days = counted(range, only);
    // Of what is in a category the whole is the category.
    let category = only.category.clone().filter(|_| only.tag.is_some() || only.text.is_some());
    let bare = Only { category, tag: None, text: None, without: Vec::new(), lacking: Vec::new(), ..only.clone() };
    let named = |name: &str, group: Group| key(name, group, today, language);
    match plan.question.kind {
        Kind::Gaps => {
            let gaps = gaps(log, range, plan.least.unwrap_or(900));
            return if gaps.is_empty() {
                vec![]
            } else {
                vec![count(gaps.len() as u32, "gap", "gaps", "个空档", language), long(gaps.iter().sum())]
            };
        }
        Kind::ActiveDays | Kind::FreeDays => {
            let with = total.days.len() as u32;
            return vec![days(with), days(all_days - with)];
        }
        Kind::WhichFree => {
            let free = free(range, only, &total);
            return free.into_iter().take(31).map(|day| named(&day.to_string(), Group::Day)).collect();
        }
        Kind::DaysOver | Kind::WhichDays => {
            let (least, most) = (plan.least.unwrap_or(1), plan.most.unwrap_or(i64::MAX));
            let good = total.days.values().filter(|secs| (least..=most).contains(*secs)).count() as u32;
            return if good == 0 { Vec::new() } else { vec![days(good)] };
        }
        Kind::Compare => {
            let other = log.total(plan.other_range.unwrap(), only);
            return vec![long(total.secs), long(other.secs), long((total.secs - other.secs).abs())]
                .into_iter()
                .take(if total.secs == other.secs { 2 } else { 3 })
                .collect();
        }
        Kind::Versus => {
            return std::iter::once(only).chain(&plan.others).map(|only| long(log.total(range, only).secs)).collect();
        }
        Kind::Running
        | Kind::Categories
        | Kind::Goals
        | Kind::Progress
        | Kind::Remaining
        | Kind::Overlaps
        | Kind::Unusual => return Vec::new(),
        _ if total.entries.is_empty() => {
            return vec![match language {
                Language::En => "nothing was recorded".to_owned(),
                Language::Zh => "没有记录".to_owned(),
            }];
        }
        _ => {}
    }
    let (secs, number) = (total.secs, total.entries.len() as u32);
    // Means are over the days that the log says something about.
    let told: Vec<Weekday> = log.told(range).into_iter().map(LocalDate::weekday).collect();
    let told_days = |has: &dyn Fn(Weekday) -> bool| told.iter().filter(|day| has(**day)).count() as u32;
    let asked = told_days(&|day| only.weekdays.is_empty() || only.weekdays.contains(&day));
    let mean_days = if asked == 0 { all_days } else { asked };
    match plan.question.kind {
        Kind::Sum | Kind::Billed | Kind::Count => vec![long(secs), entries(number), days(total.days.len() as u32)],
        Kind::Share => vec![percent(secs as f64 / log.total(range, &bare).secs as f64), long(secs)],
        Kind::MeanDay => vec![
            long(mean(secs, mean_days).unwrap()),
            days(mean_days),
            long(mean(secs, total.days.len() as u32).unwrap()),
        ],
        Kind::MeanEntry => vec![long(mean(secs, number).unwrap()), long(secs)],
        Kind::MeanWeek => vec![long((secs as f64 / (f64::from(mean_days) / 7.0).max(1.0)).round() as i64)],
        Kind::MeanMonth => vec![long((secs as f64 / (f64::from(mean_days) / MONTH_DAYS).max(1.0)).round() as i64)],
        Kind::MeanCount(group) => {
            let length = match group {
                Group::Week => 7.0,
                Group::Month => MONTH_DAYS,
                _ => 1.0,
            };
            let tenths = (f64::from(number) / (f64::from(mean_days) / length).max(1.0) * 10.0).round() as u32;
            let said = if tenths.is_multiple_of(10) {
                format!("**{}", tenths / 10)
            } else {
                format!("**{}.{}", tenths / 10, tenths % 10)
            };
            vec![said, entries(number)]
        }
        Kind::Median => {
            let mut all: Vec<i64> = total.days.values().copied().collect();
            all.sort_unstable();
            vec![long(i64::midpoint(all[(all.len() - 1) / 2], all[all.len() / 2]))]
        }
        Kind::Longest => vec![long(*total.entries.values().max().unwrap())],
        Kind::Shortest => vec![long(*total.entries.values().min().unwrap())],
        Kind::Last | Kind::First | Kind::StartOfDay | Kind::EndOfDay => {
            let all = log.entries.iter().filter(|entry| total.entries.contains_key(&entry.id));
            let at = match plan.question.kind {
                Kind::Last => all.map(|entry| entry.start).max(),
                Kind::EndOfDay => all.filter_map(|entry| entry.end).max(),
                _ => all.map(|entry| entry.start).min(),
            };
            let clock = log.columns.calendar().clock(at.unwrap().0 / 1_000);
            vec![format!("{:02}:{:02}", clock.hour(), clock.second / 60 % 60)]
        }
        Kind::Edge(edge, pick) => {
            let mut days: std::collections::BTreeMap<LocalDate, Vec<i64>> = std::collections::BTreeMap::new();
            for entry in log.entries.iter().filter(|entry| total.entries.contains_key(&entry.id)) {
                let clock = |at: espalier_base::time::Timestamp| log.columns.calendar().clock(at.0 / 1_000);
                let (start, end) = (clock(entry.start), clock(entry.end.unwrap()));
                let after = i64::from(end.date.since(start.date)) * 86_400 + i64::from(end.second);
                if total.days.contains_key(&start.date) {
                    let at = if edge == Edge::Start { i64::from(start.second) } else { after };
                    days.entry(start.date).or_default().push(at);
                }
            }
            let of_day =
                |all: &Vec<i64>| *if edge == Edge::Start { all.iter().min() } else { all.iter().max() }.unwrap();
            let mut all: Vec<i64> = days.values().map(of_day).collect();
            all.sort_unstable();
            let at = match pick {
                Pick::Usual => all[(all.len() - 1) / 2],
                Pick::Earliest => all[0],
                Pick::Latest => all[all.len() - 1],
            };
            vec![format!("**{:02}:{:02}**", at / 3_600 % 24, at / 60 % 60)]
        }
        Kind::Streak => {
            let (mut best, mut run) = (0, 0);
            for at in 0..range.days() {
                run = if total.days.contains_key(&range.first.plus_days(at)) { run + 1 } else { 0 };
                best = best.max(run);
            }
            vec![days(best)]
        }
        Kind::Most(group) => {
            let mut truth = log.truth(range, only, Some(group));
            truth.remove("");
            // Of what has no tag at all, no tag has the most: it is said how much that is.
            let best = truth.values().map(|truth| truth.secs).max().unwrap_or(secs);
            vec![long(best)]
        }
        Kind::Least(group) => {
            let mut truth = log.truth(range, only, Some(group));
            truth.remove("");
            if matches!(group, Group::Week | Group::Month) && has_empty(range, group, &truth, only) {
                return vec![long(0)];
            }
            vec![long(truth.values().map(|truth| truth.secs).min().unwrap_or(secs))]
        }
        Kind::By(group) => lines(log, range, only, group, language, today),
        Kind::Summary => lines(log, range, only, Group::Category, language, today),
        Kind::Trend => vec![long(secs)],
        Kind::Entries => vec![long(secs), entries(number)],
        Kind::Grew => {
            let (one, other) = (
                log.truth(range, only, Some(Group::Category)),
                log.truth(plan.other_range.unwrap(), only, Some(Group::Category)),
            );
            let by = |name: &str| {
                one.get(name).map_or(0, |truth| truth.secs) - other.get(name).map_or(0, |truth| truth.secs)
            };
            let best = log.names.iter().max_by_key(|name| by(name)).unwrap();
            vec![format!("\n\n- {best}")]
        }
        Kind::Weekend => {
            let weekend = Only { weekdays: vec![Weekday::Saturday, Weekday::Sunday], ..only.clone() };
            let end = log.total(range, &weekend).secs;
            let is_end = |day: Weekday| weekend.weekdays.contains(&day);
            let a_day = |secs, days| long(mean(secs, days).unwrap_or(0));
            let means = [a_day(end, told_days(&is_end)), a_day(secs - end, told_days(&|day| !is_end(day)))];
            [long(end), long(secs - end)].into_iter().chain(means).collect()
        }
        Kind::DayParts => [(0, 360), (360, 720), (720, 1_080), (1_080, 1_440)]
            .into_iter()
            .map(|clock| long(log.total(range, &Only { clock: Some(clock), ..only.clone() }).secs))
            .collect(),
        _ => Vec::new(),
    }
}

fn lines(log: &Log, range: DateRange, only: &Only, group: Group, language: Language, today: LocalDate) -> Vec<String> {
    let truth = log.truth(range, only, Some(group));
    let joint = if language == Language::En { ": " } else { "：" };
    let line = |(name, truth): (&String, &Truth)| {
        format!("{}{joint}{}", key(name, group, today, language), length(truth.secs, language))
    };
    let limit = if truth.len() > 25 { 0 } else { 31 };
    truth.iter().map(line).take(limit).collect()
}

/// Counts the days that are looked at.
fn counted(range: DateRange, only: &Only) -> u32 {
    let days = (0..range.days()).map(|at| range.first.plus_days(at).weekday());
    days.filter(|day| only.weekdays.is_empty() || only.weekdays.contains(day)).count() as u32
}

fn free(range: DateRange, only: &Only, total: &Truth) -> Vec<LocalDate> {
    let days = (0..range.days()).map(|at| range.first.plus_days(at));
    let counts = |day: &LocalDate| only.weekdays.is_empty() || only.weekdays.contains(&day.weekday());
    days.filter(counts).filter(|day| !total.days.contains_key(day)).collect()
}

fn has_empty(range: DateRange, group: Group, truth: &std::collections::BTreeMap<String, Truth>, only: &Only) -> bool {
    let days = (0..range.days()).map(|at| range.first.plus_days(at));
    let counts = |day: &LocalDate| only.weekdays.is_empty() || only.weekdays.contains(&day.weekday());
    let keys = days
        .filter(counts)
        .map(|day| if group == Group::Week { day.week_start(Weekday::Monday) } else { day.month_start() });
    keys.into_iter().any(|key| !truth.contains_key(&key.to_string()))
}

/// The lengths of the gaps, from the entries that meet the range, up to now.
fn gaps(log: &Log, range: DateRange, least: i64) -> Vec<i64> {
    let (from, to) = log.columns.calendar().span(range);
    let to = to.min(log.world().now.0 / 1_000);
    let mut all: Vec<(i64, i64)> =
        log.entries.iter().map(|entry| (entry.start.0 / 1_000, entry.end.unwrap().0 / 1_000)).collect();
    all.sort_unstable();
    let mut gaps = Vec::new();
    let mut at = from;
    for (start, end) in all.into_iter().filter(|(start, end)| *end > from && *start < to) {
        gaps.push(start.min(to) - at);
        at = at.max(end);
    }
    gaps.push(to - at);
    gaps.retain(|gap| *gap >= least);
    gaps
}
