//! Scope of undo: the document that is shown, and whole documents that are taken back.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_app::course::CourseMsg;
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::sessions::table::DELETE_SESSION;
use espalier_app::timelog::TimeMsg;
use espalier_app::{Confirm, Dialog, Msg, Notice, Refusal};
use espalier_command::history::Document;

use crate::lab::Lab;

#[test]
fn in_a_conversation_undo_never_takes_another_one_away() {
    let mut lab = Lab::new();
    lab.ask("first", "answer");
    let first = lab.session();
    lab.send(Msg::Sessions(SessionMsg::New));
    lab.ask("second", "another answer");
    lab.send(Msg::Go(Route::Chat(Some(first), None)));
    for _ in 0..5 {
        lab.send(Msg::Undo);
    }
    assert_eq!(lab.model.workspace.tables().sessions.len(), 2);
    assert_eq!(lab.shown(), Vec::<String>::new(), "only what was said in it");
    for _ in 0..5 {
        lab.send(Msg::Redo);
    }
    assert_eq!(lab.shown(), ["first", "answer"]);
    // From the list it is taken back with a word, and can be restored after others were made.
    lab.send(Msg::Go(Route::Chat(None, None)));
    lab.send(Msg::Undo);
    assert_eq!(lab.model.workspace.tables().sessions.len(), 1);
    assert!(matches!(lab.model.toasts.last().map(|toast| &toast.text), Some(Notice::TakenBack(..))));
    let entry = lab.model.history.entries(Document::SESSIONS).last().expect("it is kept").id;
    lab.send(Msg::Sessions(SessionMsg::New));
    let mut lab = lab.reload();
    lab.send(Msg::GoTo(Document::SESSIONS, entry));
    assert_eq!(lab.model.workspace.tables().sessions.len(), 3);
}

#[test]
fn a_notice_takes_back_all_the_steps_it_tells_of_and_no_other() {
    let count = |lab: &Lab| lab.model.workspace.tables().sessions.len();
    let three_are_deleted = || {
        let mut lab = Lab::new();
        for question in ["one", "two", "three"] {
            lab.send(Msg::Sessions(SessionMsg::New));
            lab.ask(question, "yes");
        }
        let ids: Vec<_> = lab.model.workspace.tables().sessions.keys().copied().collect();
        for id in ids {
            lab.send(Msg::Dialog(Some(Dialog::Confirm(Confirm::DeleteSession(id, 2)))));
            lab.send(Msg::Confirmed);
        }
        let toast = lab.model.toasts.last().cloned().expect("it is said");
        assert_eq!(toast.text, Notice::DoneAgain(DELETE_SESSION, 3, Document::SESSIONS));
        assert_eq!(count(&lab), 0);
        (lab, toast)
    };
    let (mut lab, toast) = three_are_deleted();
    lab.send(Msg::UndoNotice(toast.id));
    assert_eq!(count(&lab), 3);
    assert!(matches!(lab.model.toasts.as_slice(), [toast] if toast.text == Notice::UndoneSteps(3)));
    // What is not the last step any more is left alone.
    let (mut lab, toast) = three_are_deleted();
    lab.send(Msg::UndoIn(Document::SESSIONS));
    lab.model.toasts = vec![toast.clone()];
    lab.send(Msg::UndoNotice(toast.id));
    assert_eq!(count(&lab), 1);
    assert_eq!(lab.model.toasts.last().map(|toast| &toast.text), Some(&Notice::Refused(Refusal::Stale)));
}

#[test]
fn in_a_course_undo_never_takes_another_one_away() {
    let mut lab = Lab::new();
    lab.send(Msg::Course(CourseMsg::New("course".to_owned())));
    let first = lab.model.route.course().expect("it is shown");
    lab.send(Msg::Course(CourseMsg::New("course".to_owned())));
    lab.send(Msg::Go(Route::Course(Some(first), None)));
    for _ in 0..5 {
        lab.send(Msg::Undo);
    }
    assert_eq!(lab.model.courses().len(), 2);
    lab.send(Msg::Go(Route::Course(None, None)));
    lab.send(Msg::Undo);
    assert_eq!(lab.model.courses().len(), 1);
    let entry = lab.model.history.entries(Document::COURSES).last().expect("it is kept").id;
    lab.send(Msg::Course(CourseMsg::New("course".to_owned())));
    lab.send(Msg::GoTo(Document::COURSES, entry));
    assert_eq!(lab.model.courses().len(), 3);
}

#[test]
fn what_is_taken_back_in_the_log_can_be_restored_after_something_else_was_done() {
    let mut lab = Lab::new();
    lab.send(Msg::Go(Route::Time(None)));
    lab.send(Msg::Time(TimeMsg::QuickAdd("reading 10:00-11:00".to_owned())));
    assert_eq!(lab.model.workspace.tables().time_entries.len(), 1);
    lab.send(Msg::Undo);
    let entry = lab.model.history.entries(Document::TIME_LOG).last().expect("it is kept").id;
    lab.send(Msg::Time(TimeMsg::QuickAdd("walking 12:00-13:00".to_owned())));
    let mut lab = lab.reload();
    lab.send(Msg::Redo);
    assert_eq!(lab.model.workspace.tables().time_entries.len(), 1, "redo does not mix it in");
    lab.send(Msg::GoTo(Document::TIME_LOG, entry));
    assert_eq!(lab.model.workspace.tables().time_entries.len(), 2);
}
