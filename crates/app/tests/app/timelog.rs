//! The Time room from a person's action to what is stored.

use std::collections::BTreeSet;

use espalier_app::files::{FileMsg, ImportError};
use espalier_app::load::Start;
use espalier_app::navigate::Route;
use espalier_app::timelog::files::{self, ImportMsg};
use espalier_app::timelog::form::Typed;
use espalier_app::timelog::{
    Form, LogQuery, Preset, TimeMsg, View, known_names, line_readings, suggestions, with_suggestion,
};
use espalier_app::{Model, Msg, Notice};
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::TimeEntry;
use espalier_model::timelog::{Overlap, TimePreferences};
use espalier_storage::memory::MemoryStorage;
use espalier_timelog::commands::{
    AddEntry, ArchiveCategory, CreateCategory, CreateGoal, DeleteCategory, DeleteEntries, EditEntry, MergeEntries,
    MoveEntry, ResumeEntry, SetClient, SetRate, SplitEntry, StopEntry,
};
use espalier_timelog::formats::Format;
use espalier_timelog::names::written;
use espalier_timelog::report::{Dimension, Key, Query, Row, report};

use crate::lab::{Lab, moment};

/// 2026-03-02 12:00 in Berlin, a Monday.
const NOON: i64 = 1_772_449_200_000;

fn lab() -> Lab {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Time(None));
    lab.env.now = Timestamp(NOON);
    in_zone(&mut lab, "Europe/Berlin");
    lab
}

fn in_zone(lab: &mut Lab, zone: &str) {
    let choices = TimePreferences { zone: Some(Zone::new(zone)), ..lab.model.time_choices() };
    lab.send(Msg::Time(TimeMsg::Choose(choices)));
}

fn reload(lab: Lab) -> Lab {
    let mut next = Lab::on(lab.storage, Route::Time(None));
    next.env = lab.env;
    next.send(Msg::Time(TimeMsg::Tick));
    next
}

fn line(lab: &mut Lab, text: &str) {
    lab.send(Msg::Time(TimeMsg::QuickAdd(text.to_owned())));
}

fn goal(name: &str, from: &str, to: &str) -> CreateGoal {
    CreateGoal::new(name.to_owned(), from.to_owned(), to.to_owned())
}

fn entries(model: &Model) -> Vec<&TimeEntry> {
    let mut all: Vec<&TimeEntry> = model.workspace.tables().time_entries.values().map(|row| &**row).collect();
    all.sort_by_key(|row| row.start);
    all
}

/// Notes with the seconds each has until now.
fn notes(lab: &Lab) -> Vec<(String, i64)> {
    let length = |row: &TimeEntry| {
        let (start, end) = row.seconds(lab.env.now);
        end - start
    };
    entries(&lab.model).into_iter().map(|row| (row.note.clone(), length(row))).collect()
}

fn total(lab: &Lab) -> i64 {
    let query = Query::new(lab.model.time_range());
    report(&lab.model.timelog.columns, &query, lab.env.now).total.seconds
}

#[test]
fn a_line_is_an_entry_and_undo_takes_it_back_after_a_reload() {
    let mut lab = lab();
    line(&mut lab, "9-11:30 writing #thesis");
    assert_eq!(notes(&lab), [("writing".to_owned(), 9_000)]);
    assert_eq!(total(&lab), 9_000);
    let mut lab = reload(lab);
    assert_eq!(total(&lab), 9_000);
    lab.send(Msg::Undo);
    assert!(notes(&lab).is_empty());
    assert_eq!(total(&lab), 0);
    lab.send(Msg::Redo);
    assert_eq!(total(&lab), 9_000);
}

#[test]
fn a_line_makes_its_category_and_one_undo_takes_both_back() {
    let mut lab = lab();
    line(&mut lab, "9-11 emails @office");
    let names = |lab: &Lab| lab.model.time_categories().iter().map(|row| row.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&lab), ["office"]);
    assert_eq!(entries(&lab.model)[0].category, Some(lab.model.time_categories()[0].id));
    lab.send(Msg::Undo);
    assert!(names(&lab).is_empty() && entries(&lab.model).is_empty());
    lab.send(Msg::Redo);
    line(&mut lab, "11-11:30 calls @Office");
    assert_eq!(names(&lab), ["office"], "it is made once");
    lab.send(Msg::Time(TimeMsg::Start("planning !garden".to_owned())));
    assert_eq!(names(&lab).len(), 2);
    assert!(entries(&lab.model)[2].category.is_some());
}

#[test]
fn a_line_makes_a_project_and_its_client_and_one_undo_takes_all_back() {
    let mut lab = lab();
    let names = |lab: &Lab| {
        let rows = lab.model.time_categories();
        let mut names: Vec<String> = written(rows.iter().map(AsRef::as_ref)).into_iter().map(|one| one.name).collect();
        names.sort();
        names
    };
    let of_entry = |lab: &Lab, at: usize| {
        let rows = lab.model.time_categories();
        let id = entries(&lab.model)[at].category;
        written(rows.iter().map(AsRef::as_ref)).into_iter().find(|one| Some(one.row.id) == id).map(|one| one.name)
    };
    line(&mut lab, "8-9 layout @Acme/Website");
    assert_eq!(names(&lab), ["Acme", "Acme/Website"]);
    assert_eq!(of_entry(&lab, 0).as_deref(), Some("Acme/Website"));
    lab.send(Msg::Undo);
    assert!(names(&lab).is_empty() && entries(&lab.model).is_empty());
    lab.send(Msg::Redo);
    line(&mut lab, "9-10 logo @acme/Logo");
    assert_eq!(names(&lab), ["Acme", "Acme/Logo", "Acme/Website"], "the client is there");
    line(&mut lab, "10-10:30 call @website");
    assert_eq!(of_entry(&lab, 2).as_deref(), Some("Acme/Website"));
    line(&mut lab, "10:30-11 call @Beta/Website");
    assert_eq!(of_entry(&lab, 3).as_deref(), Some("Beta/Website"));
    assert_eq!(names(&lab).len(), 5);
    line(&mut lab, "11-11:30 call !\"Beta/Website\"");
    assert_eq!(of_entry(&lab, 4).as_deref(), Some("Beta/Website"));
    let read = line_readings(&lab.model, "11:30-12 call @Website", lab.env.now).swap_remove(0);
    let choices = known_names(&lab.model, |categories, _| {
        read.doubts[0].choices.iter().map(|&at| categories[at].name.to_owned()).collect::<Vec<_>>()
    });
    assert_eq!(choices, ["Acme/Website", "Beta/Website"]);
    // Earlier entries are found by either part, and their marks are read back.
    let offered = |typed: &str| -> Vec<String> {
        suggestions(&lab.model, typed).into_iter().map(|found| format!("{}: {}", found.category, found.note)).collect()
    };
    assert_eq!(offered("bet"), ["Beta/Website: call"]);
    assert_eq!(offered("log"), ["Acme/Logo: logo"]);
    assert_eq!(offered("acme").len(), 3);
    let taken = with_suggestion("11:30-12 bet", "bet", &suggestions(&lab.model, "bet")[0]);
    assert_eq!(taken, "11:30-12 call !\"Beta/Website\"");
    // A form takes the written name too, and refuses one that may be either.
    let mut form = Form::new(&lab.model, lab.env.now.plus_ms(-3_600_000), Some(lab.env.now));
    form.category = "Website".to_owned();
    lab.send(Msg::Time(TimeMsg::Save(Box::new(form.clone()))));
    assert_eq!((entries(&lab.model).len(), names(&lab).len()), (5, 5));
    form.category = "acme/website".to_owned();
    lab.send(Msg::Time(TimeMsg::Save(Box::new(form))));
    assert_eq!((of_entry(&lab, 5).as_deref(), names(&lab).len()), (Some("Acme/Website"), 5));
}

#[test]
fn a_line_of_the_palette_that_is_asked_about_opens_the_form() {
    let mut lab = lab();
    lab.send(Msg::Go(Route::Settings));
    let anywhere = |text: &str| Msg::Time(TimeMsg::AddAnywhere(text.to_owned()));
    lab.send(anywhere("9-10 mail"));
    assert_eq!((entries(&lab.model).len(), lab.model.route), (1, Route::Settings));
    lab.send(anywhere("2-3 call @office"));
    assert_eq!((entries(&lab.model).len(), lab.model.route), (1, Route::Time(None)));
    let form = lab.model.timelog.look.form.clone().expect("the form is open");
    assert_eq!((form.note.as_str(), form.category.as_str()), ("call", "office"));
    lab.send(Msg::Time(TimeMsg::Save(form)));
    assert_eq!(notes(&lab)[1], ("call".to_owned(), 3_600));
}

#[test]
fn the_lines_of_a_first_week_give_a_report_in_colours() {
    let mut lab = lab();
    for text in [
        "today 8-9 mail #admin",
        "today 9-11:30 writing #thesis",
        "45m standup #team",
        "yesterday 9-11 reading #thesis",
        "yesterday 3-5pm tennis #sport",
        "yesterday 12:30-1:15 lunch",
        "Sat 10:00-11:30 figures #thesis",
        "Sat 2-3pm review #team #thesis",
        "Fri 9-10 mail #admin",
        "last night 10-11 film #rest",
    ] {
        line(&mut lab, text);
    }
    assert_eq!(entries(&lab.model).len(), 10);
    let (columns, range, now) = (&lab.model.timelog.columns, lab.model.time_range(), lab.env.now);
    let asked = LogQuery::default();
    assert_eq!(asked.groups(columns, range, now), (Dimension::Tag, Dimension::Tag));
    let rows = report(columns, &asked.query(range).by(&[Dimension::Tag]), now).rows;
    let hue = |row: &Row| match &row.keys[0] {
        Key::Tag(Some(tag)) => lab.model.timelog.names.tag_hue(tag),
        _ => None,
    };
    let hues: BTreeSet<usize> = rows.iter().filter_map(hue).collect();
    assert_eq!(hues.len(), 5, "{rows:?}");
    let hue = |tag: &str| lab.model.timelog.names.tag_hue(tag);
    assert_eq!(["admin", "thesis", "team"].map(hue), [Some(0), Some(1), Some(2)], "in the order of first use");
    // One category is enough for categories to count; who chose the category sees it.
    let chosen = LogQuery { is_chosen: true, ..LogQuery::default() };
    assert_eq!(chosen.groups(columns, range, now).0, Dimension::Category);
    line(&mut lab, "today 6-7 run @health");
    assert_eq!(asked.groups(&lab.model.timelog.columns, range, lab.env.now).0, Dimension::Category);
}

#[test]
fn the_timer_goes_on_over_a_reload_and_only_one_runs() {
    let mut lab = lab();
    lab.send(Msg::Time(TimeMsg::Start("reading".to_owned())));
    lab.env.now = lab.env.now.plus_ms(3_600_000);
    let mut lab = reload(lab);
    assert_eq!(lab.model.timelog.columns.running().len(), 1);
    let (note, seconds) = notes(&lab).remove(0);
    assert_eq!(note, "reading");
    assert!((3_600..3_602).contains(&seconds), "{seconds}");
    lab.send(Msg::Time(TimeMsg::Start("writing".to_owned())));
    assert_eq!(lab.model.timelog.columns.running().len(), 1);
    lab.send(Msg::Time(TimeMsg::Key(StopEntry::ID)));
    assert!(lab.model.timelog.columns.running().is_empty());
    lab.send(Msg::Time(TimeMsg::Key(ResumeEntry::ID)));
    let running = lab.model.timelog.columns.running();
    assert_eq!(running.iter().map(|row| row.note.as_str()).collect::<Vec<_>>(), ["writing"]);
}

#[test]
fn a_day_on_which_the_clock_changes_has_its_own_length() {
    let mut lab = lab();
    let form = |from: &str, to: &str| {
        let typed = |text: &str| Typed::default().with_text(text.to_owned());
        Box::new(Form { start: typed(from), end: typed(to), ..Form::default() })
    };
    lab.send(Msg::Time(TimeMsg::Save(form("2026-03-28T23:00", "2026-03-29T06:00"))));
    assert_eq!(notes(&lab), [(String::new(), 6 * 3_600)], "an hour is skipped");
    lab.send(Msg::Time(TimeMsg::Save(form("2026-10-25T00:00", "2026-10-26T00:00"))));
    assert_eq!(notes(&lab)[1].1, 25 * 3_600);
    // 02:30 comes twice that night.
    let mut twice = form("2026-10-25T02:30", "2026-10-25T02:30");
    twice.end = twice.end.with_later(true);
    lab.send(Msg::Time(TimeMsg::Save(twice)));
    assert!(notes(&lab).iter().any(|(_, seconds)| *seconds == 3_600), "{:?}", notes(&lab));
    assert!(lab.model.time_range().contains("2026-10-25".parse().unwrap()), "what was made can be seen");
}

/// The form that is open, with another note.
fn type_note(lab: &mut Lab, note: &str) {
    let form = lab.model.timelog.look.form.clone().unwrap_or_default();
    lab.send(Msg::Time(TimeMsg::Typed(Box::new(Form { note: note.to_owned(), ..*form }))));
}

fn open_note(lab: &Lab) -> Option<String> {
    lab.model.timelog.look.form.as_ref().map(|form| form.note.clone())
}

#[test]
fn a_half_filled_form_is_there_again_after_a_reload() {
    let mut lab = lab();
    lab.send(Msg::Time(TimeMsg::Key(AddEntry::ID)));
    type_note(&mut lab, "half a thought");
    let mut lab = lab.reload();
    lab.send(Msg::Time(TimeMsg::Tick));
    assert_eq!(open_note(&lab).as_deref(), Some("half a thought"));
    // What is saved is not offered again.
    let form = lab.model.timelog.look.form.clone().unwrap();
    lab.send(Msg::Time(TimeMsg::Save(form)));
    assert_eq!(entries(&lab.model).len(), 1);
    let lab = lab.reload();
    assert_eq!(open_note(&lab), None);
}

#[test]
fn a_form_is_not_closed_over_what_was_typed_without_a_question() {
    let mut lab = lab();
    lab.send(Msg::Time(TimeMsg::Key(AddEntry::ID)));
    lab.send(Msg::Time(TimeMsg::Close));
    assert_eq!(open_note(&lab), None, "nothing was typed");
    lab.send(Msg::Time(TimeMsg::Key(AddEntry::ID)));
    type_note(&mut lab, "a thought");
    lab.send(Msg::Time(TimeMsg::Close));
    assert!(lab.model.timelog.look.leaving && open_note(&lab).is_some());
    lab.send(Msg::Time(TimeMsg::Close));
    assert!(!lab.model.timelog.look.leaving && open_note(&lab).is_some(), "to be asked twice is to go on");
    lab.send(Msg::Time(TimeMsg::Close));
    type_note(&mut lab, "another thought");
    assert!(!lab.model.timelog.look.leaving, "to type is to go on");
    lab.send(Msg::Time(TimeMsg::Discard));
    assert_eq!(open_note(&lab), None);
    assert_eq!(open_note(&lab.reload()), None);
}

#[test]
fn what_is_typed_outlives_its_entry_and_the_line_it_came_from() {
    let mut lab = lab();
    line(&mut lab, "9-10 reading");
    let id = entries(&lab.model)[0].id;
    lab.send(Msg::Time(TimeMsg::Edit(id)));
    type_note(&mut lab, "reading, with notes");
    lab.do_time(DeleteEntries::new(vec![id]));
    let form = lab.model.timelog.look.form.clone().expect("what was typed is still there");
    assert_eq!((form.entry, form.note.as_str()), (None, "reading, with notes"));
    lab.send(Msg::Time(TimeMsg::Save(form)));
    assert_eq!(entries(&lab.model).iter().map(|row| row.note.as_str()).collect::<Vec<_>>(), ["reading, with notes"]);
}

#[test]
fn a_form_changes_what_was_touched_and_nothing_else() {
    let mut lab = lab();
    lab.send(Msg::Time(TimeMsg::Start("a".to_owned())));
    lab.env.now = lab.env.now.plus_ms(61_000);
    lab.send(Msg::Time(TimeMsg::Key(StopEntry::ID)));
    let before = (*entries(&lab.model)[0]).clone();
    lab.send(Msg::Time(TimeMsg::Edit(before.id)));
    let mut form = lab.model.timelog.look.form.clone().expect("the form is open");
    form.note = "b".to_owned();
    form.category = "Reading".to_owned();
    lab.send(Msg::Time(TimeMsg::Save(form)));
    let after = entries(&lab.model)[0].clone();
    assert_eq!((after.start, after.end, after.note.as_str()), (before.start, before.end, "b"));
    let category = after.category.and_then(|id| lab.model.workspace.get::<espalier_model::TimeCategory>(&id));
    assert_eq!(category.map(|row| row.name.as_str()), Some("Reading"));
    lab.send(Msg::Undo);
    assert_eq!(*entries(&lab.model)[0], before);
    assert!(lab.model.time_categories().is_empty(), "the new category was part of the same step");
}

#[test]
fn what_lacks_its_end_opens_the_form() {
    let mut lab = lab();
    line(&mut lab, "yesterday reading");
    assert!(entries(&lab.model).is_empty());
    let form = lab.model.timelog.look.form.as_ref().expect("the form is open");
    assert_eq!(form.note, "reading");
    assert!(form.start.text.starts_with("2026-03-01T"), "{:?}", form.start);
}

#[test]
fn importing_twice_adds_nothing_and_one_undo_takes_all_of_it_back() {
    let file = "start,end,category,note\n\
        2026-02-02T09:00:00+01:00,2026-02-02T10:00:00+01:00,Work,plan\n\
        2026-02-02T23:00:00+01:00,2026-02-03T01:00:00+01:00,Work,late\n\
        nonsense,,Work,x\n";
    let mut lab = lab();
    let import = |lab: &mut Lab| {
        lab.send(Msg::Files(FileMsg::Read("log.csv".to_owned(), file.as_bytes().to_vec())));
        let counts = lab.model.timelog.import.as_ref().expect("it is looked at first").run.counts();
        lab.send(Msg::Time(TimeMsg::Import(ImportMsg::Apply)));
        counts
    };
    assert_eq!(import(&mut lab), (2, 0, 1));
    assert_eq!(total(&lab), 3 * 3_600);
    assert_eq!(import(&mut lab), (0, 2, 1));
    assert_eq!(entries(&lab.model).len(), 2);
    let mut lab = reload(lab);
    lab.send(Msg::Undo);
    assert!(entries(&lab.model).is_empty());
}

#[test]
fn a_file_that_is_no_log_changes_nothing() {
    let mut lab = lab();
    lab.send(Msg::Files(FileMsg::Read("x.csv".to_owned(), b"".to_vec())));
    assert!(lab.model.timelog.import.is_none());
    assert!(matches!(lab.model.toasts.last().map(|toast| &toast.text), Some(Notice::TimeFile(_))));
}

#[test]
fn of_several_logs_the_first_is_looked_at_and_the_others_are_named() {
    let mut lab = lab();
    let log = |hour: u8| {
        format!("start,end,note\n2026-02-02T{hour:02}:00:00Z,2026-02-02T{hour:02}:30:00Z,{hour}\n").into_bytes()
    };
    let files = vec![("a.csv".to_owned(), log(9)), ("b.csv".to_owned(), log(10))];
    lab.send(Msg::Files(FileMsg::ReadSeveral(files)));
    assert_eq!(lab.model.timelog.import.as_ref().expect("it is looked at first").run.counts(), (1, 0, 0));
    let told = lab.model.toasts.iter().filter(|toast| match &toast.text {
        Notice::ImportFailed(ImportError::InFile { name, error }) => {
            name == "b.csv" && **error == ImportError::OneAtATime
        }
        _ => false,
    });
    assert_eq!(told.count(), 1, "{:?}", lab.model.toasts);
    lab.send(Msg::Time(TimeMsg::Import(ImportMsg::Apply)));
    assert_eq!(entries(&lab.model)[0].note, "9");
}

#[test]
fn what_is_exported_comes_in_again_as_known() {
    for format in Format::WRITTEN {
        let mut lab = lab();
        line(&mut lab, "9-11:30 writing #thesis");
        lab.send(Msg::Time(TimeMsg::Export(format)));
        let (name, text) = lab.saved_files.pop().expect("a file");
        lab.send(Msg::Files(FileMsg::Read(name, text.into_bytes())));
        let run = lab.model.timelog.import.as_ref().expect("it is read").run.clone();
        assert_eq!(run.counts(), (0, 1, 0), "{format:?}");
    }
}

#[test]
fn everything_in_one_file_has_the_log_too() {
    let mut lab = lab();
    line(&mut lab, "9-11:30 writing #thesis");
    lab.do_time(goal("G", "2026-03-01", "2026-03-31"));
    lab.send(Msg::Files(FileMsg::ExportAll));
    let (name, text) = lab.saved_files.pop().expect("a file");
    let rows = lab.rows().len();
    let mut other = Lab::on(MemoryStorage::default(), Route::Settings);
    other.send(Msg::Files(FileMsg::Read(name, text.into_bytes())));
    other.send(Msg::Files(FileMsg::Apply));
    assert_eq!(entries(&other.model).len(), 1);
    assert_eq!(other.model.goals().len(), 1);
    assert!(other.rows().len() <= rows);
    let query = Query::new(other.model.goals()[0].range());
    other.send(Msg::Go(Route::Time(None)));
    assert_eq!(report(&other.model.timelog.columns, &query, other.env.now).total.seconds, 9_000);
}

#[test]
fn the_usual_overlap_policy_makes_room() {
    let mut lab = lab();
    let choices = TimePreferences { overlap: Overlap::Crop, ..lab.model.time_choices() };
    lab.send(Msg::Time(TimeMsg::Choose(choices)));
    line(&mut lab, "8-10 reading");
    line(&mut lab, "9-11 writing");
    assert_eq!(notes(&lab), [("reading".to_owned(), 3_600), ("writing".to_owned(), 7_200)]);
    lab.send(Msg::Undo);
    assert_eq!(notes(&lab), [("reading".to_owned(), 7_200)]);
}

#[test]
fn what_is_ticked_is_merged_and_deleted() {
    let mut lab = lab();
    line(&mut lab, "8-9 a");
    line(&mut lab, "9-10 b");
    let ids = entries(&lab.model).iter().map(|row| row.id).collect::<Vec<_>>();
    lab.send(Msg::Time(TimeMsg::Select(ids.clone())));
    lab.send(Msg::Time(TimeMsg::Key(MergeEntries::ID)));
    assert_eq!(notes(&lab), [("a\nb".to_owned(), 7_200)]);
    lab.send(Msg::Undo);
    lab.send(Msg::Time(TimeMsg::Select(ids)));
    lab.send(Msg::Time(TimeMsg::Key(DeleteEntries::ID)));
    assert!(notes(&lab).is_empty());
    assert!(lab.model.timelog.look.selection.is_empty(), "what is gone is not ticked");
}

#[test]
fn days_follow_the_zone_and_the_week_that_were_chosen() {
    let mut lab = lab();
    line(&mut lab, "yesterday 23:00-1:00 late");
    lab.send(Msg::Time(TimeMsg::Ask(LogQuery { preset: Preset::Yesterday, ..lab.model.timelog.look.asked.clone() })));
    assert_eq!(total(&lab), 3_600);
    in_zone(&mut lab, "America/Los_Angeles");
    assert_eq!(total(&lab), 7_200, "there it was all in one day");
    lab.send(Msg::Time(TimeMsg::Show(View::Week)));
    assert_eq!(lab.model.timelog.look.view, View::Week);
}

#[test]
fn the_browsers_zone_is_the_one_unless_another_is_chosen() {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Time(None));
    let mut start = Start { route: Some(Route::Time(None)), ..Start::default() };
    start.facts.zone = Some(Zone::new("Asia/Shanghai"));
    lab.send(Msg::Started(Box::new(start)));
    assert_eq!(lab.model.time_zone(), Zone::new("Asia/Shanghai"));
}

#[test]
fn events_that_repeat_are_asked_about_and_then_read_in_the_days_that_were_chosen() {
    use espalier_base::date::DateRange;
    let file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:standup\r\n\
        DTSTART:20260202T090000Z\r\nDTEND:20260202T091500Z\r\nRRULE:FREQ=WEEKLY\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    let mut lab = lab();
    lab.send(Msg::Files(FileMsg::Read("work.ics".to_owned(), file.as_bytes().to_vec())));
    let import = lab.model.timelog.import.as_ref().expect("it is looked at");
    assert_eq!((import.run.counts().0, import.run.questions.len()), (0, 1));
    let range = DateRange::new("2026-02-01".parse().unwrap(), "2026-02-28".parse().unwrap());
    lab.send(Msg::Time(TimeMsg::Import(ImportMsg::Range(range))));
    lab.send(Msg::Time(TimeMsg::Import(ImportMsg::Apply)));
    assert_eq!(notes(&lab), vec![("standup".to_owned(), 900); 4]);
    assert_eq!(total(&lab), 3_600, "what came in can be seen");
    lab.send(Msg::Undo);
    assert!(notes(&lab).is_empty());
}

#[test]
fn a_category_goes_after_a_question_and_comes_back() {
    let mut lab = lab();
    lab.do_time(CreateCategory::new("Work".to_owned()));
    line(&mut lab, "9-10 plan !Work");
    let id = lab.model.time_categories()[0].id;
    assert_eq!(entries(&lab.model)[0].category, Some(id));
    lab.send(Msg::Time(TimeMsg::Remove(espalier_app::timelog::Removal::Category(id, None))));
    assert_eq!(lab.model.time_categories().len(), 1, "not before it was confirmed");
    lab.send(Msg::Confirmed);
    assert_eq!((lab.model.time_categories().len(), entries(&lab.model)[0].category), (0, None));
    let mut lab = reload(lab);
    lab.send(Msg::Undo);
    assert_eq!(entries(&lab.model)[0].category, Some(id));
}

#[test]
fn a_split_and_a_drag_are_one_step_each() {
    let mut lab = lab();
    line(&mut lab, "9-11 reading");
    let id = entries(&lab.model)[0].id;
    lab.do_time(SplitEntry::new(id, moment("2026-03-02T10:00:00+01:00")));
    assert_eq!(notes(&lab), vec![("reading".to_owned(), 3_600); 2]);
    lab.do_time(MoveEntry::new(id, moment("2026-03-02T07:00:00+01:00")));
    assert_eq!(entries(&lab.model)[0].start, Timestamp(NOON - 5 * 3_600_000));
    lab.send(Msg::Undo);
    lab.send(Msg::Undo);
    assert_eq!(notes(&lab), [("reading".to_owned(), 7_200)]);
}

#[test]
fn what_was_ticked_in_the_list_is_not_deleted_from_the_timeline() {
    let mut lab = lab();
    line(&mut lab, "8-9 a");
    line(&mut lab, "9-10 b");
    let ids: Vec<_> = entries(&lab.model).iter().map(|row| row.id).collect();
    lab.send(Msg::Time(TimeMsg::Select(vec![ids[0]])));
    lab.send(Msg::Time(TimeMsg::Show(View::Day)));
    lab.send(Msg::Time(TimeMsg::At(ids[1])));
    lab.send(Msg::Time(TimeMsg::Key(DeleteEntries::ID)));
    assert_eq!(notes(&lab), [("a".to_owned(), 3_600)]);
    // Nor what the keyboard was at on another day.
    lab.send(Msg::Time(TimeMsg::At(ids[0])));
    lab.send(Msg::Time(TimeMsg::GoTo(Some("2026-03-05".parse().unwrap()))));
    lab.send(Msg::Time(TimeMsg::Key(DeleteEntries::ID)));
    assert_eq!(notes(&lab).len(), 1);
}

#[test]
fn a_form_leaves_alone_what_changed_elsewhere_meanwhile() {
    let mut lab = lab();
    lab.send(Msg::Time(TimeMsg::Start("a".to_owned())));
    let id = entries(&lab.model)[0].id;
    lab.send(Msg::Time(TimeMsg::Edit(id)));
    let mut form = lab.model.timelog.look.form.clone().expect("the form is open");
    lab.env.now = lab.env.now.plus_ms(600_000);
    lab.do_time(StopEntry::new());
    lab.do_time(EditEntry { tags: Some(vec!["x".to_owned()]), ..EditEntry::new(id) });
    form.note = "b".to_owned();
    lab.send(Msg::Time(TimeMsg::Save(form)));
    assert_eq!(notes(&lab), [("b".to_owned(), 600)], "it does not run again");
    assert!(entries(&lab.model)[0].tags.contains("x"));
    // Saving what was not touched is no step.
    lab.send(Msg::Time(TimeMsg::Edit(id)));
    let form = lab.model.timelog.look.form.clone().expect("the form is open");
    lab.send(Msg::Time(TimeMsg::Save(form)));
    assert!(lab.model.timelog.look.form.is_none());
    lab.send(Msg::Undo);
    assert_eq!(notes(&lab), [("a".to_owned(), 600)]);
    // What is emptied is cleared.
    lab.send(Msg::Time(TimeMsg::Edit(id)));
    let mut form = lab.model.timelog.look.form.clone().expect("the form is open");
    form.tags = String::new();
    lab.send(Msg::Time(TimeMsg::Save(form)));
    assert!(entries(&lab.model)[0].tags.is_empty());
    assert_eq!(notes(&lab), [("a".to_owned(), 600)]);
}

#[test]
fn what_was_typed_is_kept_in_the_step_that_splits() {
    let mut lab = lab();
    line(&mut lab, "9-11 reading");
    let id = entries(&lab.model)[0].id;
    lab.send(Msg::Time(TimeMsg::Edit(id)));
    let mut form = lab.model.timelog.look.form.clone().expect("the form is open");
    form.note = "writing".to_owned();
    let split = |at: &str| SplitEntry::new(id, moment(at)).into();
    lab.send(Msg::Time(TimeMsg::SaveAnd(form.clone(), split("2026-03-02T15:00:00+01:00"))));
    assert_eq!(notes(&lab), [("reading".to_owned(), 7_200)], "a step that is refused changes nothing");
    assert!(lab.model.timelog.look.form.is_some(), "and the form stays");
    lab.send(Msg::Time(TimeMsg::SaveAnd(form, split("2026-03-02T10:00:00+01:00"))));
    assert_eq!(notes(&lab), vec![("writing".to_owned(), 3_600); 2]);
    assert!(lab.model.timelog.look.form.is_none());
    lab.send(Msg::Undo);
    assert_eq!(notes(&lab), [("reading".to_owned(), 7_200)]);
    lab.send(Msg::Time(TimeMsg::Edit(id)));
    lab.do_time(DeleteEntries::new(vec![id]));
    assert!(lab.model.timelog.look.form.is_none(), "the form of what is gone closes");
}

#[test]
fn a_line_that_is_refused_is_not_counted_as_done() {
    let mut lab = lab();
    let choices = TimePreferences { overlap: Overlap::Forbid, ..lab.model.time_choices() };
    lab.send(Msg::Time(TimeMsg::Choose(choices)));
    line(&mut lab, "8-10 reading");
    let done = lab.model.timelog.done;
    line(&mut lab, "9-11 writing");
    line(&mut lab, "  ");
    assert_eq!(lab.model.timelog.done, done);
    line(&mut lab, "10-11 writing");
    assert_eq!(lab.model.timelog.done, done + 1);
}

#[test]
fn what_is_gone_is_no_filter() {
    let mut lab = lab();
    lab.do_time(CreateCategory::new("Work".to_owned()));
    line(&mut lab, "9-10 plan !Work");
    line(&mut lab, "10-11 rest");
    let id = lab.model.time_categories()[0].id;
    let mut asked = lab.model.timelog.look.asked.clone();
    asked.filter.categories = vec![Some(id)];
    lab.send(Msg::Time(TimeMsg::Ask(asked)));
    lab.do_time(DeleteCategory::new(id));
    assert!(lab.model.timelog.look.asked.filter.categories.is_empty());
    assert!(lab.model.timelog.names.categories.is_empty());
    lab.send(Msg::Undo);
    assert_eq!(lab.model.timelog.names.categories.len(), 1);
}

#[test]
fn the_timeline_follows_what_is_moved() {
    let mut lab = lab();
    line(&mut lab, "9-10 a");
    let id = entries(&lab.model)[0].id;
    lab.send(Msg::Time(TimeMsg::Show(View::Day)));
    lab.do_time(MoveEntry::new(id, moment("2026-03-03T09:00:00+01:00")));
    assert_eq!(lab.model.timeline_range().first.to_string(), "2026-03-03");
    assert_eq!(lab.model.timelog.look.at, Some(id), "the keyboard stays at it");
    lab.send(Msg::Time(TimeMsg::Show(View::Week)));
    lab.do_time(MoveEntry::new(id, moment("2026-03-08T09:00:00+01:00")));
    assert_eq!(lab.model.timelog.look.day.map(|day| day.to_string()).as_deref(), Some("2026-03-03"), "it was seen");
}

#[test]
fn of_goals_with_one_name_the_day_says_which() {
    let mut lab = lab();
    for (from, to) in [("2026-02-01", "2026-02-28"), ("2026-03-01", "2026-03-31")] {
        lab.do_time(goal("Thesis", from, to));
    }
    line(&mut lab, "9-10 outline @Thesis");
    line(&mut lab, "2026-02-10 9-10 reading @thesis");
    let goals: Vec<_> = entries(&lab.model)
        .iter()
        .map(|row| row.goal.and_then(|id| lab.model.workspace.get::<espalier_model::Goal>(&id)))
        .map(|goal| goal.map(|goal| goal.from.to_string()).unwrap_or_default())
        .collect();
    assert_eq!(goals, ["2026-02-01", "2026-03-01"]);
}

#[test]
fn the_logs_own_file_has_categories_and_goals_with_all_that_they_say() {
    let mut lab = lab();
    let (color, aliases) = (Some("#336699".parse().unwrap()), Some(vec!["job".to_owned()]));
    lab.do_time(CreateCategory { color, aliases, ..CreateCategory::new("Work".to_owned()) });
    lab.do_time(CreateCategory::new("Old".to_owned()));
    let [work, old] = [0, 1].map(|place: usize| lab.model.time_categories()[place].id);
    lab.do_time(ArchiveCategory::new(old));
    for (from, to) in [("2026-02-01", "2026-02-28"), ("2026-03-01", "2026-03-31")] {
        lab.do_time(CreateGoal { target: Some(600), category: Some(work), ..goal("Thesis", from, to) });
    }
    line(&mut lab, "9-10 outline @Thesis");
    lab.send(Msg::Time(TimeMsg::Export(Format::Json)));
    let (name, text) = lab.saved_files.pop().expect("a file");
    let said = |lab: &Lab| {
        let goal = entries(&lab.model)[0].goal.and_then(|id| lab.model.workspace.get::<espalier_model::Goal>(&id));
        (files::kinds(&lab.model), goal.map(|goal| goal.from))
    };
    let mut other = self::lab();
    for kinds in [(2, 2), (0, 0)] {
        other.send(Msg::Files(FileMsg::Read(name.clone(), text.clone().into_bytes())));
        assert_eq!(other.model.timelog.import.as_ref().expect("it is read").kinds, kinds);
        other.send(Msg::Time(TimeMsg::Import(ImportMsg::Apply)));
        assert_eq!(said(&other), said(&lab));
    }
    other.send(Msg::Undo);
    assert!(other.model.time_categories().is_empty() && other.model.goals().is_empty());
}

/// The entries of a log by the names of client and project, and the number of categories.
fn billed(lab: &Lab) -> (Vec<(String, String)>, usize) {
    let name = |id: Option<_>| {
        let row = id.and_then(|id| lab.model.workspace.get::<espalier_model::TimeCategory>(&id));
        row.map(|row| (row.parent, row.name.clone()))
    };
    let of = |row: &TimeEntry| {
        let (client, own) = name(row.category).unwrap_or_default();
        (name(client).map(|(_, name)| name).unwrap_or_default(), own)
    };
    (entries(&lab.model).iter().map(|row| of(row)).collect(), lab.model.time_categories().len())
}

#[test]
fn projects_of_one_name_and_different_clients_stay_two_in_a_file() {
    let pair = |client: &str, own: &str| (client.to_owned(), own.to_owned());
    let said = vec![pair("Acme", "Website"), pair("Beta", "Website"), pair("", "Acme")];
    for format in Format::WRITTEN {
        let mut lab = lab();
        line(&mut lab, "9-10 pages @Acme/Website");
        line(&mut lab, "10-11 shop @Beta/Website");
        line(&mut lab, "11-12 call @Acme");
        assert_eq!(billed(&lab), (said.clone(), 4));
        lab.send(Msg::Time(TimeMsg::Export(format)));
        let (name, text) = lab.saved_files.pop().expect("a file");
        // Here it is all known; elsewhere Beta's is new beside one of Acme's that is there.
        let mut other = self::lab();
        line(&mut other, "8-9 before @Acme/Website");
        for (lab, added) in [(&mut lab, 0), (&mut other, 3)] {
            lab.send(Msg::Files(FileMsg::Read(name.clone(), text.clone().into_bytes())));
            assert_eq!(lab.model.timelog.import.as_ref().expect("it is read").run.counts().0, added, "{format:?}");
            lab.send(Msg::Time(TimeMsg::Import(ImportMsg::Apply)));
        }
        assert_eq!(billed(&lab), (said.clone(), 4), "{format:?}");
        if format == Format::Json {
            let (rows, count) = billed(&other);
            assert_eq!((&rows[1..], count), (&said[..], 4));
        }
    }
}

#[test]
fn an_import_says_what_lies_over_other_entries_and_a_wrong_format_can_be_put_right() {
    let file = "start,end,note\n2026-03-02T09:30:00+01:00,2026-03-02T10:30:00+01:00,a\n\
        2026-03-02T14:00:00+01:00,2026-03-02T15:00:00+01:00,b\n2026-03-02T14:30:00+01:00,2026-03-02T15:30:00+01:00,c\n\
        2026-03-02T16:00:00+01:00,2026-03-02T17:00:00+01:00,d\n";
    let mut lab = lab();
    line(&mut lab, "9-10 reading");
    lab.send(Msg::Files(FileMsg::Read("log.csv".to_owned(), file.as_bytes().to_vec())));
    let import = |lab: &Lab| lab.model.timelog.import.clone().expect("it is looked at");
    assert_eq!((import(&lab).run.counts().0, import(&lab).overlapping), (4, 3));
    lab.send(Msg::Time(TimeMsg::Import(ImportMsg::As(Format::Json))));
    assert_eq!(import(&lab).run.format, Format::Csv, "it is none");
    lab.send(Msg::Time(TimeMsg::Import(ImportMsg::As(Format::Toggl))));
    assert_eq!((import(&lab).run.format, import(&lab).run.counts().0), (Format::Toggl, 4));
}

#[test]
fn clients_and_rates_are_there_after_a_reload_and_in_a_file() {
    let mut log = lab();
    for name in ["Logo", "Acme"] {
        log.do_time(CreateCategory::new(name.to_owned()));
    }
    let [logo, acme] = [0, 1].map(|place: usize| log.model.time_categories()[place].id);
    log.do_time(SetClient { category: logo, client: Some(acme) });
    log.do_time(SetRate { rate: Some(8_050), ..SetRate::new(acme) });
    line(&mut log, "9-10 sketches !Logo");
    let log = reload(log);
    let terms = |lab: &Lab| {
        let mut all: Vec<_> =
            files::kinds(&lab.model).categories.into_iter().map(|row| (row.name, row.client, row.rate)).collect();
        all.sort();
        all
    };
    let expected = [("Acme".to_owned(), None, Some(8_050)), ("Logo".to_owned(), Some("Acme".to_owned()), None)];
    assert_eq!(terms(&log), expected);
    let file = espalier_timelog::formats::write(
        Format::Json,
        &files::rows(&log.model),
        &files::kinds(&log.model),
        log.model.now,
    );
    // A project may stand before its client in the file.
    let mut other = lab();
    assert!(files::read(&mut other.model, "log.json", file.as_bytes()));
    other.send(Msg::Time(TimeMsg::Import(ImportMsg::Apply)));
    assert_eq!(terms(&other), expected);
    other.send(Msg::Undo);
    assert!(other.model.time_categories().is_empty());
    // A row from before clients is read, and says nothing of them.
    let old = r#"{"id":"018f0000-0000-7000-8000-000000000001","name":"Work","order":"a0"}"#;
    let mut row: espalier_model::TimeCategory = serde_json::from_str(old).unwrap();
    assert_eq!((row.parent, row.rate, row.billable), (None, None, None));
    assert_eq!(serde_json::to_string(&row).unwrap(), old);
    row.rate = Some(1);
    assert!(serde_json::to_string(&row).unwrap().ends_with(r#""rate":1}"#));
}
