//! The Time room: readings of a line, changing many entries at once, tables whose columns are chosen.

use espalier_app::Msg;
use espalier_app::files::FileMsg;
use espalier_app::navigate::Route;
use espalier_app::timelog::files::ImportMsg;
use espalier_app::timelog::{Bulk, LogQuery, Preset, TimeMsg, suggestions};
use espalier_base::date::DateRange;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::timelog::TimePreferences;
use espalier_model::{TimeEntry, TimeEntryId};
use espalier_storage::memory::MemoryStorage;
use espalier_timelog::commands::CreateCategory;
use espalier_timelog::formats::{Question, Role};

use crate::lab::Lab;

/// 2026-11-18 14:00 in Berlin, a Wednesday.
const AFTERNOON: i64 = 1_795_006_800_000;

fn lab() -> Lab {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Time(None));
    lab.env.now = Timestamp(AFTERNOON);
    let zone = Some(Zone::new("Europe/Berlin"));
    lab.send(Msg::Time(TimeMsg::Choose(TimePreferences { zone, ..lab.model.time_choices() })));
    lab
}

fn line(lab: &mut Lab, text: &str) {
    lab.send(Msg::Time(TimeMsg::QuickAdd(text.to_owned())));
}

fn entries(lab: &Lab) -> Vec<TimeEntry> {
    let mut all: Vec<TimeEntry> =
        lab.model.workspace.tables().time_entries.values().map(|row| TimeEntry::clone(row)).collect();
    all.sort_by_key(|row| row.start);
    all
}

#[test]
fn what_is_hardly_meant_is_not_done_before_a_reading_is_chosen() {
    let mut lab = lab();
    for asked in ["1:30 review", "10:00 - 10:00 x", "25:99-26:00 x", "999999999h x", "2026-02-30 9-10 x", "2-3 call"] {
        line(&mut lab, asked);
        assert!(entries(&lab).is_empty() && lab.model.timelog.look.form.is_none(), "{asked}");
    }
    lab.send(Msg::Time(TimeMsg::AddReading("1:30 review".to_owned(), 0)));
    let made = entries(&lab);
    assert_eq!(made[0].end.unwrap().since_ms(made[0].start), 5_400_000);
    line(&mut lab, "meeting 2-3");
    lab.send(Msg::Time(TimeMsg::AddReading("call 2-3".to_owned(), 1)));
    let hours: Vec<i64> = entries(&lab).iter().map(|row| (AFTERNOON - row.start.0) / 3_600_000).collect();
    assert_eq!(hours, [24, 1], "yesterday at two, the review");
}

#[test]
fn all_that_is_ticked_changes_in_one_step() {
    let mut lab = lab();
    for text in ["9-10am a #x", "10am-11am b", "11am-11:30am c"] {
        line(&mut lab, text);
    }
    line(&mut lab, "8-9am d !\"Work\"");
    lab.do_time(CreateCategory::new("Work".to_owned()));
    let ids: Vec<TimeEntryId> = entries(&lab).iter().filter(|row| row.note != "c").map(|row| row.id).collect();
    let work = lab.model.time_categories()[0].id;
    lab.send(Msg::Time(TimeMsg::Select(ids.clone())));
    let before = entries(&lab);
    lab.send(Msg::Time(TimeMsg::Bulk(Bulk::Category(Some(work)))));
    lab.send(Msg::Time(TimeMsg::Bulk(Bulk::AddTags(vec!["y".to_owned()]))));
    lab.send(Msg::Time(TimeMsg::Bulk(Bulk::Shift(-15))));
    assert_eq!(lab.model.timelog.look.selection, ids, "they stay ticked");
    let after = entries(&lab);
    for (old, new) in before.iter().zip(&after) {
        let ticked = old.note != "c";
        assert_eq!(new.category, ticked.then_some(work), "{}", old.note);
        assert_eq!(new.tags.iter().any(|tag| tag == "y"), ticked, "{}", old.note);
        assert_eq!(old.start.since_ms(new.start), if ticked { 900_000 } else { 0 }, "{}", old.note);
    }
    assert!(after.iter().any(|row| row.tags.iter().eq(["x", "y"])));
    for _ in 0..3 {
        lab.send(Msg::Undo);
    }
    let plain = |rows: Vec<TimeEntry>| {
        rows.into_iter().map(|row| (row.start, row.end, row.category, row.tags)).collect::<Vec<_>>()
    };
    assert_eq!(plain(entries(&lab)), plain(before));
}

#[test]
fn columns_are_chosen_once_for_tables_of_the_same_kind() {
    let mut lab = lab();
    let read = |lab: &mut Lab, text: &str| {
        lab.send(Msg::Files(FileMsg::Read("hours.csv".to_owned(), text.as_bytes().to_vec())));
    };
    read(&mut lab, "Wann;Bis;Was\n2026-08-04 09:00;2026-08-04 10:00;Lesen\n");
    let run = lab.model.timelog.import.as_ref().expect("it is read").run.clone();
    assert_eq!((run.questions.clone(), run.counts()), (vec![Question::Columns], (0, 0, 0)));
    let roles = vec![Some(Role::Start), Some(Role::End), Some(Role::Note)];
    lab.send(Msg::Time(TimeMsg::Import(ImportMsg::Columns(roles))));
    assert_eq!(lab.model.timelog.import.as_ref().expect("it is read again").run.counts(), (1, 0, 0));
    lab.send(Msg::Time(TimeMsg::Import(ImportMsg::Apply)));
    assert_eq!(entries(&lab)[0].note, "Lesen");
    let range = lab.model.time_range();
    assert_eq!(range, DateRange::day("2026-08-04".parse().unwrap()), "what came in is seen, and no empty months");
    read(&mut lab, "Wann;Bis;Was\n2026-08-05 09:00;2026-08-05 10:00;Malen\n");
    let run = lab.model.timelog.import.as_ref().expect("it is read").run.clone();
    assert_eq!((run.questions.len(), run.counts()), (0, (1, 0, 0)));
}

#[test]
fn the_timeline_goes_to_the_days_that_are_asked_for() {
    let mut lab = lab();
    let day = |text: &str| text.parse().unwrap();
    let custom = DateRange { first: day("2026-10-25"), last: day("2026-10-25") };
    let asked = LogQuery { preset: Preset::Custom, custom, ..lab.model.timelog.look.asked.clone() };
    lab.send(Msg::Time(TimeMsg::Ask(asked.clone())));
    assert_eq!(lab.model.timeline_range(), custom);
    lab.send(Msg::Time(TimeMsg::Ask(LogQuery { preset: Preset::Week, ..asked })));
    assert_eq!(lab.model.timeline_range().first, day("2026-11-18"));
}

#[test]
fn earlier_entries_are_offered_by_how_their_words_begin() {
    let mut lab = lab();
    lab.do_time(CreateCategory::new("Deep".to_owned()));
    for text in
        ["8-9am !Deep writing thesis", "9-10am reading", "10-11am !Deep writing thesis", "11-11:30am writing mail"]
    {
        line(&mut lab, text);
    }
    let said: Vec<(String, String)> =
        suggestions(&lab.model, "wri").into_iter().map(|found| (found.note, found.category)).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.contains(&("writing thesis".to_owned(), "Deep".to_owned())));
    assert_eq!(suggestions(&lab.model, "thes").len(), 1);
    assert!(suggestions(&lab.model, "").is_empty());
}
