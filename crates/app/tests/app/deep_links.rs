//! Addresses of single entries and chapters.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_app::course::CourseMsg;
use espalier_app::navigate::Route;
use espalier_app::timelog::{LogQuery, Preset, TimeMsg, View, listed};
use espalier_app::{Msg, Notice, places};
use espalier_model::course::ChapterId;
use espalier_model::{Course, CourseId, RoomId, TimeEntry, TimeEntryId};
use espalier_storage::memory::MemoryStorage;
use espalier_timelog::commands::DeleteEntries;
use espalier_timelog::report::Filter;
use uuid::Uuid;

use crate::lab::Lab;

/// A log of two months, with its entries, the latest first.
fn log() -> (Lab, Vec<TimeEntryId>) {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Time(None));
    lab.send(Msg::Time(TimeMsg::Example));
    let mut rows: Vec<&TimeEntry> = lab.model.workspace.tables().time_entries.values().map(AsRef::as_ref).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.start));
    let entries = rows.into_iter().map(|row| row.id).collect();
    (lab, entries)
}

fn is_listed(lab: &Lab, id: TimeEntryId) -> bool {
    let (found, _) = listed(&lab.model, lab.model.time_range(), lab.model.timelog.look.shown);
    found.iter().any(|(_, entry)| entry.id == id)
}

#[track_caller]
fn check_entry(lab: &Lab, id: TimeEntryId) {
    let look = &lab.model.timelog.look;
    assert_eq!((look.at, look.pointed), (Some(id), Some(id)));
    assert!(is_listed(lab, id), "the list has it");
    let (calendar, row) = (lab.model.timelog.columns.calendar(), lab.model.timelog.columns.get(id));
    let day = calendar.day_of(row.expect("it is there").start);
    assert!(lab.model.timeline_range().contains(day), "the timeline is at its day");
}

fn notices(lab: &Lab) -> usize {
    lab.model.toasts.iter().filter(|toast| toast.text == Notice::NoSuchPlace).count()
}

#[test]
fn an_entry_outside_of_what_is_shown_comes_into_it() {
    let (lab, entries) = log();
    let (first, last) = (entries[0], entries[entries.len() - 1]);
    assert!(is_listed(&lab, first) && !is_listed(&lab, last));
    // The log has still to be read.
    let mut lab = lab.visit_at(Route::Time(Some(last)));
    check_entry(&lab, last);
    assert_eq!(lab.model.time_range().days(), 7, "its week alone, however long the log is");
    lab.send(Msg::Time(TimeMsg::Arrived));
    assert_eq!(lab.model.timelog.look.pointed, None);
    // Another look at the log, and there again.
    let filter = Filter { text: "no note says this".to_owned(), ..Filter::default() };
    lab.send(Msg::Time(TimeMsg::Ask(LogQuery { filter, ..LogQuery::default() })));
    assert!(!is_listed(&lab, last));
    lab.send(Msg::RouteChanged(Route::Time(Some(last))));
    check_entry(&lab, last);
    for view in [View::Day, View::Week] {
        lab.send(Msg::Time(TimeMsg::Show(view)));
        lab.send(Msg::Time(TimeMsg::GoTo(None)));
        lab.send(Msg::RouteChanged(Route::Time(Some(last))));
        check_entry(&lab, last);
    }
    assert_eq!(notices(&lab), 0);
}

#[test]
fn days_that_have_the_entry_stay_unless_the_list_ends_before_it() {
    let (mut lab, entries) = log();
    let days = lab.model.time_range();
    lab.send(Msg::Go(Route::Time(Some(entries[3]))));
    check_entry(&lab, entries[3]);
    assert_eq!((lab.model.time_range(), lab.model.timelog.look.asked.preset), (days, Preset::default()));
    lab.send(Msg::Time(TimeMsg::Ask(LogQuery { preset: Preset::All, ..LogQuery::default() })));
    let shown = lab.model.timelog.look.shown;
    assert!(!is_listed(&lab, entries[shown]) && is_listed(&lab, entries[shown - 1]));
    lab.send(Msg::Go(Route::Time(Some(entries[shown]))));
    check_entry(&lab, entries[shown]);
}

#[test]
fn an_entry_that_is_gone_leads_to_the_log_and_is_told() {
    let (lab, entries) = log();
    let mut lab = lab.visit_at(Route::Time(Some(TimeEntryId::from_uuid(Uuid::from_u128(7)))));
    assert_eq!((lab.model.route, notices(&lab)), (Route::Time(None), 1));
    assert!(lab.model.timelog.ready && lab.model.timelog.look.pointed.is_none() && is_listed(&lab, entries[0]));
    lab.do_time(DeleteEntries::new(vec![entries[1]]));
    lab.send(Msg::Go(Route::Settings));
    assert_eq!(notices(&lab), 0);
    lab.send(Msg::RouteChanged(Route::Time(Some(entries[1]))));
    assert_eq!((lab.model.route, notices(&lab)), (Route::Time(None), 1));
    lab.send(Msg::Undo);
    lab.send(Msg::RouteChanged(Route::Time(Some(entries[1]))));
    check_entry(&lab, entries[1]);
    assert_eq!(places::last(&lab.model, RoomId::Time), Route::Time(None), "one comes back to the log as it was left");
    assert_eq!(lab.kept_places[0], "#/time");
}

fn course() -> (Lab, CourseId, ChapterId) {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Course(None, None));
    lab.send(Msg::Course(CourseMsg::Example));
    let id = lab.model.route.course().expect("the course is shown");
    let row = lab.model.workspace.get::<Course>(&id).expect("it is there");
    let last = row.outline.as_ref().and_then(|outline| outline.sections.last()?.chapters.last());
    let chapter = last.expect("it has chapters").id;
    (lab, id, chapter)
}

#[test]
fn a_chapter_is_shown_in_the_outline() {
    let (mut lab, id, chapter) = course();
    let there = Route::Course(Some(id), Some(chapter));
    let title = lab.model.title_of(Route::Course(Some(id), None));
    for go in [Msg::Go(there), Msg::RouteChanged(there)] {
        lab.send(Msg::Course(CourseMsg::ShowOutline(false)));
        lab.send(go);
        assert_eq!((lab.model.route, lab.model.courses.pointed), (there, Some(chapter)));
        assert!(lab.model.courses.outline, "not the interview");
        lab.send(Msg::Course(CourseMsg::Arrived));
        assert_eq!(lab.model.courses.pointed, None);
    }
    assert!(title.is_some() && lab.model.title_of(there) == title);
    assert_eq!(lab.kept_places[0], format!("#/course/{id}"));
    assert_eq!(places::last(&lab.model, RoomId::Course), Route::Course(Some(id), None));
    let lab = lab.visit_at(there);
    assert_eq!((lab.model.courses.pointed, notices(&lab)), (Some(chapter), 0));
}

#[test]
fn a_chapter_that_is_gone_leads_to_its_course_and_is_told() {
    let (lab, id, chapter) = course();
    let unknown = ChapterId::from_uuid(Uuid::from_u128(7));
    let mut lab = lab.visit_at(Route::Course(Some(id), Some(unknown)));
    assert_eq!((lab.model.route, notices(&lab)), (Route::Course(Some(id), None), 1));
    assert!(lab.model.courses.outline && lab.model.courses.pointed.is_none());
    // A course that is gone says so itself.
    let gone = Route::Course(Some(CourseId::from_uuid(Uuid::from_u128(7))), Some(chapter));
    lab.send(Msg::Go(Route::Settings));
    lab.send(Msg::RouteChanged(gone));
    assert_eq!((lab.model.route, notices(&lab)), (gone, 0));
}
