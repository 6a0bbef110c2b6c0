use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::json;

use super::*;
use crate::moment;
use crate::testing::calendar;
use crate::tools::{GroupFilter, Order};
use espalier_base::date::Weekday;
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_model::mindmap::order::OrderKey;
use espalier_model::timelog::{Tags, TimeEntry};

/// 2026-03-04 12:00 in Berlin, a Wednesday.
const NOW: Timestamp = Timestamp(1_772_622_000_000);

struct Lab {
    workspace: Workspace,
    columns: Columns,
}

impl Lab {
    fn new() -> Self {
        let mut env = Env::deterministic(NOW, 3);
        let calendar = calendar("Europe/Berlin", Weekday::Monday);
        let workspace = Workspace::default();
        let mut draft = workspace.draft();
        let mut category = |name: &str, alias: &str| {
            let (id, name) = (env.id(), name.to_owned());
            let aliases = vec![alias.to_owned()];
            draft.put(TimeCategory { aliases, ..TimeCategory::new(id, name, OrderKey::default()) });
            id
        };
        let (study, sport) = (category("Study", "学习"), category("Sport", "运动"));
        let day = |text: &str| text.parse().unwrap();
        let mut goal = |name: &str, target: Option<i64>| {
            let (id, name) = (env.id(), name.to_owned());
            let (from, to) = (day("2026-03-01"), day("2026-03-31"));
            draft.put(Goal { id, name, from, to, target_secs: target, category: None });
            id
        };
        let (thesis, thesis_two) = (goal("Thesis", Some(36_000)), goal("Thesis", None));
        goal("Thesaurus", None);
        let mut add = |from: &str, to: &str, category, goal, note: &str| {
            let at = |text: &str| moment::read(text, &calendar, day("2026-03-04"));
            let start = at(from).unwrap();
            let mut entry = TimeEntry::new(env.id_at(start), start, calendar.zone().clone(), start);
            (entry.end, entry.category, entry.goal, entry.note) = (at(to), category, goal, note.to_owned());
            entry.tags = Tags::new(["deep"]);
            draft.put(entry);
        };
        add("2026-03-02 09:00", "2026-03-02 11:00", Some(study), Some(thesis), "outline");
        add("2026-03-02 23:00", "2026-03-03 01:00", Some(study), Some(thesis_two), "late");
        add("2026-03-03 18:00", "2026-03-03 19:00", Some(sport), None, "run");
        add("2026-02-24 18:00", "2026-02-24 19:30", Some(sport), None, "run");
        add("2026-03-03 18:30", "2026-03-03 18:45", None, None, "call");
        let changes = draft.finish();
        let mut workspace = workspace;
        workspace.apply(&changes).unwrap();
        let rows: Vec<Rc<TimeEntry>> = workspace.tables().time_entries.values().cloned().collect();
        let columns = Columns::of(calendar, &rows);
        Self { workspace, columns }
    }

    fn world(&self) -> World<'_> {
        World { workspace: &self.workspace, columns: &self.columns, now: NOW }
    }

    fn run(&self, tool: &str, arguments: Value) -> Answer {
        run(&self.world(), tool, &arguments, 50).unwrap()
    }

    fn fails(&self, tool: &str, arguments: Value) -> String {
        run(&self.world(), tool, &arguments, 50).unwrap_err().to_string()
    }
}

#[test]
fn a_query_gives_totals_goals_and_entries() {
    let lab = Lab::new();
    let answer = lab.run("query_time_entries", json!({ "start_date": "this week" }));
    let expected = [
        "Range: 2026-03-02..2026-03-08 (7 days, Europe/Berlin).",
        "Total: 5h 15m in 4 entries; 2 of 7 days with time, mean a day 1h 45m over 3 days, median 2h 37m 30s, longest streak 2 days.",
        "Categories:",
        "- Study: 4h in 2 entries; 2 of 7 days with time, mean a day 1h 20m over 3 days, median 2h, longest streak 2 days, 76.2%",
        "- Sport: 1h in 1 entry; 1 of 7 days with time, mean a day 20m over 3 days, median 1h, longest streak 1 day, 19.0%",
        "- (none): 15m in 1 entry; 1 of 7 days with time, mean a day 5m over 3 days, median 15m, longest streak 1 day, 4.8%",
    ];
    assert_eq!(answer.text.lines().take(6).collect::<Vec<_>>(), expected);
    assert!(answer.text.contains("Top goals:\n- Thesis: "), "{}", answer.text);
    let (before, after) = ("- 2026-03-03 18:00 to 2026-03-03 19:00, 1h [Sport] (id ", ") run\n");
    assert!(answer.text.contains(before) && answer.text.contains(after), "{}", answer.text);
    assert_eq!(answer.finding.entries.len(), 4);
    assert_eq!(answer.json["total"]["seconds"], 18_900);
    let page = run(&lab.world(), "query_time_entries", &json!({ "start_date": "this week", "offset": 1 }), 2).unwrap();
    assert_eq!(page.json["next_offset"], 3);
    assert_eq!(page.finding.total, answer.finding.total);
}

#[test]
fn a_mean_a_day_is_that_of_the_report() {
    let lab = Lab::new();
    for days in ["today", "this week", "this month", "2026", "2025", "last 30 days"] {
        let sums = lab.run("aggregate", json!({ "range": days, "group_by": ["weekday"] })).finding;
        let query = Query::new(sums.range).by(&[Dimension::Weekday]).with_days();
        let report = report::report(&lab.columns, &query, NOW);
        let means = |one: &Sums| (one.mean_per_day().unwrap_or(0), one.mean_days);
        assert_eq!(means(&sums.total), (report.total.mean_per_day(), report.total.mean_days), "{days}");
        let rows: Vec<_> = report.rows.iter().map(|row| (row.cell.mean_per_day(), row.cell.mean_days)).collect();
        assert_eq!(sums.rows.iter().map(|row| means(&row.sums)).collect::<Vec<_>>(), rows, "{days}");
    }
}

#[test]
fn sums_comparisons_gaps_overlaps_and_goals_are_looked_up() {
    let lab = Lab::new();
    let answer =
        lab.run("aggregate", json!({ "range": "this week", "group_by": ["day", "category"], "category": "学习" }));
    let rows: Vec<(String, i64)> = answer.finding.rows.iter().map(|row| (row.keys.join(" "), row.sums.secs)).collect();
    assert_eq!(rows, [("2026-03-02 Study".to_owned(), 10_800), ("2026-03-03 Study".to_owned(), 3_600)]);
    assert_eq!(answer.finding.rows[0].entries.len(), 2);
    let answer = lab.run("compare", json!({ "range_a": "this week", "range_b": "last week", "group_by": "category" }));
    assert_eq!(answer.finding.other_total.unwrap().secs, 5_400);
    let answer = lab.run("find_overlaps", json!({ "range": "this week" }));
    assert_eq!((answer.finding.total.count, answer.finding.rows[0].sums.secs), (1, 900));
    let answer = lab.run("find_gaps", json!({ "range": "2026-03-02" }));
    assert_eq!(answer.finding.total.secs, 86_400 - 10_800);
    let answer =
        lab.run("list_goals", json!({ "start_date": "2026-03-01", "end_date": "2026-03-31", "goal": "thesis" }));
    assert_eq!(answer.finding.rows.len(), 2);
    assert!(answer.text.contains("target 10h, 20.0% done"), "{}", answer.text);
    let answer = lab.run("list_categories", json!({}));
    assert_eq!(answer.finding.rows.iter().map(|row| row.keys[0].as_str()).collect::<Vec<_>>(), ["Study", "Sport", ""]);
    let nothing = lab.run("query_time_entries", json!({ "start_date": "2020-01-01" }));
    assert!(nothing.text.ends_with("There is no data for this.\n"));
}

#[test]
fn days_say_when_what_begins_in_them_begins_and_ends() {
    let lab = Lab::new();
    let arguments = json!({ "range": "this week", "group_by": ["day"], "first_and_last": true, "category": "Study" });
    let answer = lab.run("aggregate", arguments);
    // What began on Monday ended on Tuesday, on which nothing began.
    let groups = answer.text.split_once("Groups:\n").unwrap().1;
    assert_eq!(groups, "- 2026-03-02 09:00 to 2026-03-03 01:00, 3h [2026-03-02]\n");
}

#[test]
fn of_years_every_day_is_looked_through_and_some_are_written() {
    let lab = Lab::new();
    let calendar = calendar("Europe/Berlin", Weekday::Monday);
    let mut env = Env::deterministic(NOW, 4);
    let first: LocalDate = "2024-10-01".parse().unwrap();
    let rows: Vec<Rc<TimeEntry>> = (0..500)
        .map(|at| {
            let start = Timestamp(calendar.instant(first.plus_days(at), 36_000) * 1_000);
            let mut entry = TimeEntry::new(env.id_at(start), start, calendar.zone().clone(), start);
            entry.end = Some(start.plus_ms(if at == 480 { 7_200_000 } else { 3_600_000 }));
            Rc::new(entry)
        })
        .collect();
    let columns = Columns::of(calendar, &rows);
    let world = World { columns: &columns, ..lab.world() };
    let range = DateRange { first, last: first.plus_days(499) };
    let call = Call::Aggregate(range, vec![Group::Day], Only::default(), GroupFilter::default());
    let answer = answer(&world, &call, 0, 50).unwrap();
    assert_eq!(answer.finding.rows.iter().map(|row| row.sums.secs).max(), Some(7_200));
    assert!(answer.text.ends_with("100 more are left out; ask for fewer days.\n"), "{}", answer.text);
}

#[test]
fn l2_names_are_found_or_asked_about() {
    let lab = Lab::new();
    let both = lab.run("query_time_entries", json!({ "start_date": "this week", "goal": "Thesis" }));
    assert_eq!(both.finding.total.secs, 14_400, "goals of one name count together");
    let choice = lab.fails("query_time_entries", json!({ "start_date": "this week", "goal": "thes" }));
    assert!(choice.contains("Thesis") && choice.contains("Thesaurus"), "{choice}");
    let unknown = lab.fails("aggregate", json!({ "range": "today", "category": "zzzz" }));
    assert!(unknown.contains("There are: Study, Sport"), "{unknown}");
    assert!(lab.fails("aggregate", json!({ "range": "blue" })).contains("as a date"), "days");
    assert!(lab.fails("aggregate", json!({})).contains("range"));
    assert!(lab.fails("destroy", json!({})).contains("no tool"));
}

#[test]
fn a_condition_that_cannot_be_read_is_no_condition_left_out() {
    let lab = Lab::new();
    let week = |name: &str, value: Value| {
        let mut arguments = json!({ "range": "this week" });
        arguments[name] = value;
        arguments
    };
    for wrong in ["mornings", "9", "09:00-25:00", "12:00-12:00", "13pm-2pm", "09:61-10:00"] {
        let said = lab.fails("aggregate", week("clock", wrong.into()));
        assert!(said.contains("clock") && said.contains("09:00-12:30"), "{wrong}: {said}");
    }
    for (right, expected) in [
        ("9-12", (540, 720)),
        ("9am–12:30 pm", (540, 750)),
        ("22:00 to 06:00", (1_320, 360)),
        ("09:00:00-24:00:00", (540, 1_440)),
    ] {
        let call = read(&lab.world(), "aggregate", &week("clock", right.into()));
        assert!(
            matches!(call, Ok((Call::Aggregate(_, _, Only { clock: Some(clock), .. }, _), 0)) if clock == expected)
        );
    }
    let said = lab.fails("aggregate", week("weekdays", json!(["Monday", "someday"])));
    assert!(said.contains("weekdays") && said.contains("tuesday"), "{said}");
    let said = lab.fails("aggregate", json!({ "range": "today", "min_entry_seconds": 600, "max_entry_seconds": 60 }));
    assert!(said.contains("max_entry_seconds") && said.contains("600"), "{said}");
    let said = lab.fails("aggregate", json!({ "range": "today", "min_group_seconds": 600, "max_group_seconds": 60 }));
    assert!(said.contains("max_group_seconds"), "{said}");
    let said = lab.fails("aggregate", week("group_by", json!(["day", "project"])));
    assert!(said.contains("group_by") && said.contains("category"), "{said}");
}

#[test]
fn tools_are_described_in_both_languages_and_answer_calls() {
    let mut names = BTreeSet::new();
    for offer in OFFERS {
        assert!(names.insert(offer.name));
        for text in offer.params.iter().map(|param| param.description).chain([offer.title, offer.description]) {
            assert!([Language::En, Language::Zh].iter().all(|language| !text.get(*language).is_empty()));
        }
    }
    // What a call says of itself reads back as the same call.
    let lab = Lab::new();
    let range = DateRange { first: "2026-03-01".parse().unwrap(), last: "2026-03-31".parse().unwrap() };
    let only = Only { category: Some("Study".to_owned()), ..Only::default() };
    let every = Only {
        without: vec!["Sport".to_owned()],
        lacking: vec![Missing::Tag],
        weekdays: vec![Weekday::Monday, Weekday::Sunday],
        clock: Some((22 * 60, 6 * 60 + 30)),
        min_secs: Some(61),
        max_secs: Some(7_200),
        ..Only::default()
    };
    for call in [
        Call::Query(range, only.clone(), Order::Latest),
        Call::Query(range, every.clone(), Order::Longest),
        Call::Aggregate(range, vec![Group::Weekday, Group::Hour], only.clone(), GroupFilter::default()),
        Call::Aggregate(
            range,
            vec![Group::Day],
            every,
            GroupFilter { empty: true, min_secs: Some(0), max_secs: Some(90), edges: true },
        ),
        Call::Compare(range, range.previous(), Some(Group::Goal), only),
        Call::Gaps(range, None),
        Call::Gaps(range, Some(172_801)),
        Call::Overlaps(range),
        Call::Categories,
        Call::Goals(range, Some("x".to_owned())),
    ] {
        assert_eq!(read(&lab.world(), call.tool(), &call.arguments().into()), Ok((call, 0)));
    }
}
