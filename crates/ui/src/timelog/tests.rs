use yew::prelude::*;

use super::*;
use crate::testing::{assert_names, draw, ready};
use espalier_app::navigate::Route;
use espalier_app::timelog::{self, Form, LogQuery, Preset};
use espalier_app::update;
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::settings::Language;
use espalier_timelog::commands::{CreateCategory, CreateGoal};
use espalier_timelog::report::Dimension;

/// 2026-03-02 12:00 in Berlin, a Monday.
const NOON: i64 = 1_772_449_200_000;

/// A log with these lines typed at noon.
fn log(language: Language, lines: &[&str]) -> (Model, Env) {
    let mut model = ready(language);
    model.facts.zone = Some(Zone::new("Europe/Berlin"));
    let mut env = Env::deterministic(Timestamp(NOON), 5);
    for msg in std::iter::once(Msg::Go(Route::Time(None)))
        .chain(lines.iter().map(|line| Msg::Time(TimeMsg::QuickAdd((*line).to_owned()))))
    {
        drop(update(&mut model, msg, &mut env));
    }
    (model, env)
}

fn send(log: &mut (Model, Env), msg: TimeMsg) {
    drop(update(&mut log.0, Msg::Time(msg), &mut log.1));
}

fn room(log: (Model, Env)) -> String {
    draw(log.0, html! { <TimeRoom /> })
}

#[test]
fn an_empty_log_says_what_can_be_done() {
    for (language, words) in [(Language::En, "No entries yet"), (Language::Zh, "还没有记录")] {
        let html = room(log(language, &[]));
        assert!(html.contains(words), "{html}");
        let names = ["timer-start", "timer-resume", "quick-add", "entry-add", "range-from", "range-to", "group-by"];
        assert_names(&html, &names);
        assert_names(&html, &["report", "report-total", "import-file", "export", "export-format"]);
    }
}

#[test]
fn an_empty_room_is_the_line_and_the_ways_to_begin() {
    let html = room(log(Language::En, &[]));
    assert!(html.contains("hidden=\"hidden\" class=\"time-columns\""), "{html}");
    assert_eq!(html.matches("data-testid=\"entry-add\"").count(), 1, "{html}");
    assert_names(&html, &["example", "time-others", "goal-add", "category-name"]);
    let html = room(log(Language::En, &["9-11:30 writing #thesis"]));
    assert!(html.contains("<div class=\"time-columns\">") && !html.contains("time-others"), "{html}");
    assert_eq!(html.matches("data-testid=\"entry-add\"").count(), 1, "{html}");
}

#[test]
fn one_button_is_primary_whether_something_runs_or_not() {
    let mut log = log(Language::En, &["9-11:30 writing #thesis"]);
    for (label, names) in [("Start", &["timer-start"][..]), ("Switch", &["timer-start", "timer-stop"])] {
        let html = draw(log.0, html! { <TimeRoom /> });
        assert_eq!(html.matches("button-primary").count(), 1, "{html}");
        assert!(html.contains(&format!("<span>{label}</span>")), "{html}");
        assert_names(&html, names);
        log = self::log(Language::En, &["9-11:30 writing #thesis", "reading"]);
    }
}

#[test]
fn entries_their_sums_and_charts_are_shown() {
    let mut log = log(Language::En, &["9-11:30 writing #thesis", "yesterday 23:00-1:00 late"]);
    send(&mut log, TimeMsg::Do(CreateCategory::new("Work".to_owned()).into()));
    let goal = CreateGoal::new("Thesis".to_owned(), "2026-03-01".to_owned(), "2026-03-10".to_owned());
    send(&mut log, TimeMsg::Do(CreateGoal { target: Some(600), ..goal }.into()));
    send(&mut log, TimeMsg::Start("now".to_owned()));
    let html = room(log);
    assert_names(&html, &["entry", "report-row", "chart", "category-item", "goal-item", "timer-stop"]);
    assert!(
        html.contains("data-start=\"2026-03-02T09:00:00+01:00\"")
            && html.contains("data-end=\"2026-03-02T11:30:00+01:00\"")
    );
    assert!(html.contains("data-testid=\"report-total\" data-seconds=\"16200\""), "{html}");
    assert!(html.contains("01:00 +1"), "an end on another day says so");
    assert_eq!(html.matches("data-testid=\"chart\"").count(), 4);
    assert!(!html.contains(" style="), "the page's policy forbids style attributes");
}

#[test]
fn a_log_of_one_day_has_the_chart_of_its_parts_alone() {
    let html = room(log(Language::En, &["9-11:30 writing #thesis", "8-9 mail #admin"]));
    assert_eq!(html.matches("data-testid=\"chart\"").count(), 1);
    assert!(html.contains("data-kind=\"ring\"") && !html.contains("time-average"), "{html}");
    assert!(html.contains("data-key=\"thesis\"") && html.contains("time-hue-1"), "tags have colours: {html}");
}

#[test]
fn rows_of_a_report_have_names_for_scripts() {
    let mut log = log(Language::En, &["9-11:30 writing #thesis"]);
    for (by, key) in [
        (Dimension::Category, ""),
        (Dimension::Day, "2026-03-02"),
        (Dimension::Week, "2026-03-02"),
        (Dimension::Month, "2026-03-01"),
        (Dimension::Tag, "thesis"),
        (Dimension::Weekday, "monday"),
        (Dimension::Hour, "9"),
        (Dimension::Goal, ""),
    ] {
        let asked = LogQuery { group_by: by, is_chosen: true, preset: Preset::Today, ..LogQuery::default() };
        send(&mut log, TimeMsg::Ask(asked));
        let mut model = ready(Language::En);
        (model.core.now, model.core.workspace) = (log.0.now, log.0.workspace.clone());
        (model.facts, model.route) = (log.0.facts.clone(), Route::Time(None));
        model.timelog.look = log.0.timelog.look.clone();
        timelog::ensure(&mut model);
        let html = draw(model, html! { <ReportCard /> });
        assert!(html.contains(&format!("data-testid=\"report-row\" data-key=\"{key}\"")), "{by:?}: {html}");
    }
}

#[test]
fn the_timeline_shows_one_entry_over_two_days_once() {
    let mut log = log(Language::En, &["yesterday 23:00-1:00 late"]);
    send(&mut log, TimeMsg::Show(View::Week));
    // Yesterday was a Sunday, and weeks begin on Monday here.
    let html = room(log);
    assert_eq!(html.matches("data-testid=\"entry\"").count(), 1, "{html}");
    let mut log = self::log(Language::En, &["9-10 a", "today 23:00-1:00 late"]);
    send(&mut log, TimeMsg::Show(View::Week));
    let html = room(log);
    assert_eq!(html.matches("data-testid=\"entry\"").count(), 2, "{html}");
    assert_eq!(html.matches("data-testid=\"entry-part\"").count(), 1, "{html}");
    assert!(html.contains("class=\"time-now\""));
}

#[test]
fn the_form_says_what_is_in_the_way_and_what_is_wrong() {
    let mut log = log(Language::En, &["9-11 reading"]);
    let at = |hour: i64| Timestamp(NOON + (hour - 12) * 3_600_000);
    let form = Form::new(&log.0, at(10), Some(at(12)));
    send(&mut log, TimeMsg::Open(Box::new(form.clone())));
    let html = draw(log.0, html! { <EntryDialog /> });
    assert_names(
        &html,
        &["entry-start", "entry-end", "entry-category", "entry-note", "entry-save", "entry-tags", "entry-goal"],
    );
    assert!(html.contains("reading (09:00–11:00) stays unchanged"), "{html}");
    let place = |name: &str| html.find(&format!("data-testid=\"{name}\"")).unwrap();
    assert!(place("entry-overlap") < place("entry-more"), "what happens to it is chosen in sight (D2): {html}");
    let mut log = self::log(Language::Zh, &["9-11 reading"]);
    let backwards = Form { start: form.end, end: form.start, ..Form::default() };
    send(&mut log, TimeMsg::Open(Box::new(backwards)));
    let html = draw(log.0, html! { <EntryDialog /> });
    assert!(html.contains("结束时间须晚于开始时间"), "{html}");
}

#[test]
fn an_entry_that_is_there_can_be_split_merged_and_deleted() {
    let mut log = log(Language::En, &["9-11 reading", "11-12 writing"]);
    let first = log.0.workspace.tables().time_entries.values().min_by_key(|row| row.start).unwrap().id;
    send(&mut log, TimeMsg::Edit(first));
    let html = draw(log.0, html! { <EntryDialog /> });
    assert_names(&html, &["entry-split", "entry-split-at", "entry-merge", "entry-delete"]);
    let at = |name: &str| html.find(&format!("data-testid=\"{name}\"")).unwrap();
    let order =
        ["entry-note", "entry-start", "entry-category", "entry-tags", "entry-delete", "entry-split", "entry-save"];
    assert!(order.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{html}");
    assert!(at("entry-more") < at("entry-overlap"), "nothing is in the way: {html}");
    assert!(html.contains("value=\"2026-03-02T10:00\""), "it is split in the middle unless one says otherwise");
}

#[test]
fn what_began_before_the_days_that_are_seen_stands_on_the_first_of_them() {
    let mut log = log(Language::En, &["yesterday 23:00-1:00 late"]);
    send(&mut log, TimeMsg::Ask(LogQuery { preset: Preset::Today, ..LogQuery::default() }));
    let html = draw(log.0, html! { <EntryList /> });
    assert!(html.contains("data-seconds=\"3600\"") && !html.contains("data-seconds=\"0\""), "{html}");
    assert!(html.contains("Mon, 2 Mar 2026") && !html.contains("1 Mar 2026"), "{html}");
}

#[test]
fn each_chart_is_one_stop_of_tab_and_its_parts_have_names() {
    let html =
        room(log(Language::En, &["9-11:30 writing #thesis", "8-9 mail #admin", "yesterday 9-10 reading #thesis"]));
    let charts: Vec<&str> = html.split("data-testid=\"chart\"").skip(1).collect();
    assert_eq!(charts.len(), 4);
    for (chart, parts) in charts.iter().zip([2, 2, 2, 0]) {
        let picture = chart.split_once("</svg>").unwrap().0;
        assert_eq!(picture.matches("role=\"button\"").count(), parts, "{picture}");
        assert_eq!(picture.matches("data-part=").count(), parts);
        assert_eq!(picture.matches("tabindex=\"0\"").count(), parts.min(1), "{picture}");
        assert_eq!(picture.matches("tabindex=\"-1\"").count(), parts.saturating_sub(1));
        assert!(picture.contains(if parts == 0 { "role=\"img\"" } else { "role=\"group\"" }), "{picture}");
    }
    assert!(charts[0].contains("aria-label=\"2 Mar: 3 h 30 min · #thesis 2 h 30 min · #admin 1 h\""), "{}", charts[0]);
    assert!(charts[1].contains("aria-label=\"#thesis: 3 h 30 min\""), "{}", charts[1]);
    assert!(charts[2].contains("aria-label=\"Sun, 1 Mar 2026: 1 h\""), "{}", charts[2]);
}
