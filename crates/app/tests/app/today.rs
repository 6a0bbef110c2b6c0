//! Today: when the app opens there, what it shows, and what is read for it.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_app::assistant::AssistantMsg;
use espalier_app::connect::ConnectMsg;
use espalier_app::course::{CourseMsg, table};
use espalier_app::maps::MapMsg;
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::timelog::{Entries, TimeMsg};
use espalier_app::today::{self, TodayMsg, WaitsFor};
use espalier_app::{Msg, Notice};
use espalier_command::history::Document;
use espalier_course::commands::Edit;
use espalier_model::settings::Opening;
use espalier_model::{Course, MessageKey, RoomId, Thing};
use espalier_storage::memory::MemoryStorage;
use serde_json::json;

use crate::lab::Lab;

/// A later visit that stands on Today.
fn later(lab: Lab) -> Lab {
    let mut lab = lab.visit_at(Route::Today);
    lab.send(Msg::Today(TodayMsg::Open));
    lab
}

fn waiting(lab: &Lab) -> Vec<(WaitsFor, MessageKey, RoomId)> {
    today::waiting(&lab.model).into_iter().map(|one| (one.waits_for, one.at, one.room)).collect()
}

/// A conversation with an answer that was stopped.
fn stopped(lab: &mut Lab, question: &str) -> MessageKey {
    lab.send(Msg::Sessions(SessionMsg::New));
    let session = lab.model.route.session();
    lab.send(Msg::Sessions(SessionMsg::Send(session, question.to_owned())));
    lab.text("one, two");
    let answer = lab.last().key();
    lab.send(Msg::Stop(answer));
    answer
}

#[test]
fn a_later_day_opens_on_today_once_unless_the_person_chose_otherwise() {
    let mut lab = Lab::new();
    lab.send(Msg::Go(Route::Time(None)));
    let lab = lab.next_day();
    assert_eq!(lab.model.route, Route::Today);
    // The second visit of that day goes on where one was, and Today is no room to come back to.
    let mut lab = lab.visit();
    assert_eq!(lab.model.route, Route::Time(None));
    lab.send(Msg::Connect(ConnectMsg::SetOpening(Opening::Today)));
    let mut lab = lab.visit();
    assert_eq!(lab.model.route, Route::Today);
    lab.send(Msg::Connect(ConnectMsg::SetOpening(Opening::LastPlace)));
    assert_eq!(lab.next_day().model.route, Route::Time(None));
}

#[test]
fn a_first_visit_opens_in_chat_and_has_nothing_to_go_on_with() {
    let mut lab = Lab::new().visit();
    assert_eq!(lab.model.route, Route::Chat(None, None));
    lab.send(Msg::Go(Route::Today));
    lab.send(Msg::Today(TodayMsg::Open));
    assert!(today::is_first_visit(&lab.model));
    assert!(today::latest(&lab.model).is_empty() && today::next_chapters(&lab.model).is_empty());
    assert!(waiting(&lab).is_empty());
    lab.send(Msg::Time(TimeMsg::Start("writing".to_owned())));
    assert!(!today::is_first_visit(&lab.model));
}

#[test]
fn the_five_latest_things_are_listed_with_their_times_and_what_runs_is_not_among_them() {
    let mut lab = Lab::new();
    for number in 0..5 {
        lab.send(Msg::Sessions(SessionMsg::New));
        lab.env.now = lab.env.now.plus_ms(1_000);
        lab.ask(&format!("Question {number}"), "Answer");
    }
    lab.send(Msg::Maps(MapMsg::Create));
    lab.send(Msg::Time(TimeMsg::Start("writing".to_owned())));
    lab.send(Msg::Go(Route::Today));
    let latest = today::latest(&lab.model);
    assert_eq!(latest.len(), 5);
    assert!(latest.is_sorted_by(|(one, _), (other, _)| one >= other), "{latest:?}");
    let kinds: Vec<&str> = latest.iter().map(|(_, thing)| thing.kind()).collect();
    assert_eq!(kinds, ["map", "session", "session", "session", "session"]);
}

#[test]
fn the_log_is_read_for_the_line_and_the_goals_and_not_before() {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Time(None));
    lab.send(Msg::Time(TimeMsg::QuickAdd("9-10 reading".to_owned())));
    let mut lab = later(lab);
    assert_eq!(lab.model.timelog.reading.entries, Entries::Away);
    lab.send(Msg::Time(TimeMsg::Read));
    assert!(lab.model.timelog.ready);
    assert!(matches!(today::latest(&lab.model)[..], [(_, Thing::Entry(_))]));
}

#[test]
fn the_next_chapter_of_a_course_is_ticked_and_a_notice_takes_that_back() {
    let mut lab = Lab::new();
    lab.send(Msg::Course(CourseMsg::New("course".to_owned())));
    let course = lab.model.route.course().expect("it is shown");
    assert!(today::next_chapters(&lab.model).is_empty(), "it has no outline");
    lab.send(Msg::Course(CourseMsg::Template(course)));
    let mut lab = later(lab);
    let outline = lab.model.workspace.get::<Course>(&course).and_then(|row| row.outline.clone()).expect("an outline");
    let chapters: Vec<_> = outline.sections.iter().flat_map(|section| &section.chapters).collect();
    assert_eq!(today::next_chapters(&lab.model), [(course, chapters[0].id)]);
    lab.send(Msg::Course(CourseMsg::Edit(course, Edit::Done(chapters[0].id, true))));
    assert_eq!(today::next_chapters(&lab.model), [(course, chapters[1].id)]);
    let toast = lab.model.toasts.last().cloned().expect("it is told");
    assert_eq!(toast.text, Notice::Done(table::DONE, chapters[0].title.clone(), Document::of(course)));
    lab.send(Msg::UndoNotice(toast.id));
    assert_eq!(today::next_chapters(&lab.model), [(course, chapters[0].id)]);
}

#[test]
fn t1_an_answer_that_broke_off_is_found_by_the_last_message_and_gone_on_with() {
    let mut lab = Lab::new();
    lab.ask("What is done?", "This is.");
    let answer = stopped(&mut lab, "count");
    let mut lab = later(lab);
    assert_eq!(waiting(&lab), [(WaitsFor::Rest, answer, RoomId::Chat)]);
    assert!(lab.model.opened.is_empty(), "no conversation was read");
    lab.send(Msg::Today(TodayMsg::Continue(answer)));
    assert_eq!(lab.model.route, Route::Chat(Some(answer.session), Some(answer.id)));
    lab.text(", three");
    lab.end();
    assert_eq!(lab.shown(), ["count", "one, two, three"]);
    lab.send(Msg::Go(Route::Today));
    assert!(waiting(&lab).is_empty());
}

#[test]
fn t1_an_answer_that_the_page_went_away_from_is_settled_first() {
    let mut lab = Lab::new();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "long story".to_owned())));
    lab.text("once upon");
    lab.env.now = lab.env.now.plus_ms(1_000);
    lab.text(" a time");
    let answer = lab.last().key();
    assert!(waiting(&lab).is_empty(), "it is coming");
    let lab = later(lab);
    assert_eq!(waiting(&lab), [(WaitsFor::Rest, answer, RoomId::Chat)]);
}

#[test]
fn what_broke_off_long_ago_is_not_listed_for_ever() {
    let mut lab = Lab::new();
    stopped(&mut lab, "count");
    lab.env.now = lab.env.now.plus_ms(8 * 86_400_000);
    assert!(waiting(&later(lab)).is_empty());
}

#[test]
fn t2_an_open_question_and_a_proposal_wait_until_they_are_decided() {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Time(None));
    lab.send(Msg::Assistant(AssistantMsg::Time(true)));
    lab.use_custom_endpoint();
    lab.ask("Which?", "");
    let session = lab.session();
    lab.send(Msg::Sessions(SessionMsg::Send(Some(session), "Which one?".to_owned())));
    lab.tools("", &[("c1", "ask_user", r#"{"question":"Which?","options":["A","B"]}"#)]);
    let question = lab.last().key();
    let mut lab = later(lab);
    assert_eq!(waiting(&lab), [(WaitsFor::Answer, question, RoomId::Time)]);
    assert_eq!(lab.model.questions(question).len(), 1, "it can be shown");
    lab.send(Msg::Go(Route::Chat(Some(session), Some(question.id))));
    assert_eq!(lab.model.route, Route::Time(None), "the link leads to the room");
    let entry = json!({ "summary": "One", "entries": [{ "start": "2023-11-13T14:00", "end": "2023-11-13T15:00" }] });
    lab.send(Msg::Sessions(SessionMsg::Send(Some(session), "Add an hour".to_owned())));
    lab.tools("", &[("p1", "propose_entries", &entry.to_string())]);
    let proposal = lab.last().key();
    let mut lab = later(lab);
    assert_eq!(waiting(&lab), [(WaitsFor::Decision, proposal, RoomId::Time)]);
    lab.send(Msg::Go(Route::Chat(Some(session), Some(proposal.id))));
    lab.send(Msg::Assistant(AssistantMsg::Cancel(proposal)));
    lab.answer("All right.");
    assert!(waiting(&lab).is_empty());
    assert_eq!(waiting(&later(lab)), []);
}

#[test]
fn what_cannot_be_read_is_told_once() {
    let mut lab = Lab::new();
    stopped(&mut lab, "count");
    let mut lab = lab.visit_at(Route::Today);
    lab.fail_loads = true;
    lab.send(Msg::Today(TodayMsg::Open));
    assert!(today::missing(&lab.model).is_empty(), "it is not asked for again and again");
    assert_eq!(lab.model.toasts.len(), 1);
    assert!(waiting(&lab).is_empty());
    lab.fail_loads = false;
    lab.send(Msg::Today(TodayMsg::Open));
    assert_eq!(waiting(&lab).len(), 1);
}
