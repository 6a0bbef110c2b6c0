//! Rooms whose code comes later than what is asked of them.

use espalier_app::course::CourseMsg;
use espalier_app::maps::MapMsg;
use espalier_app::navigate::Route;
use espalier_app::timelog::TimeMsg;
use espalier_app::{Dialog, Msg};
use espalier_command::history::Document;
use espalier_model::Table;

use crate::lab::Lab;

#[test]
fn what_is_asked_of_rooms_before_they_are_here_is_done_once_each_in_order() {
    let mut lab = Lab::new();
    lab.hold_chunks = true;
    lab.send(Msg::Time(TimeMsg::QuickAdd("reading 9:00-10:00".to_owned())));
    lab.send(Msg::Maps(MapMsg::Create));
    lab.send(Msg::Course(CourseMsg::New("course".to_owned())));
    assert!(lab.rows().is_empty() || lab.model.mind_maps().is_empty());
    assert!(!lab.model.all_saved(), "what waits is not stored");
    lab.release_chunks();
    assert_eq!(lab.model.mind_maps().len(), 1);
    assert_eq!(lab.model.courses().len(), 1);
    assert_eq!(entries(&lab), 1);
    assert!(lab.model.all_saved());
}

#[test]
fn the_log_is_read_once_its_room_is_here_and_what_is_taken_back_waits_for_it() {
    let mut lab = Lab::new();
    lab.send(Msg::Go(Route::Time(None)));
    lab.send(Msg::Time(TimeMsg::QuickAdd("reading 9:00-10:00".to_owned())));
    lab.send(Msg::Go(Route::Chat(None, None)));
    let mut lab = lab.reload();
    lab.hold_chunks = true;
    lab.send(Msg::UndoIn(Document::TIME_LOG));
    let mut lab = lab.reload();
    lab.send(Msg::Go(Route::Time(None)));
    assert_eq!(entries(&lab), 1, "nothing was taken back before it could be");
    lab.send(Msg::Undo);
    assert_eq!(entries(&lab), 0);
}

#[test]
fn a_room_that_arrives_in_the_background_closes_no_dialog() {
    let mut lab = Lab::new();
    lab.hold_chunks = true;
    lab.send(Msg::Time(TimeMsg::QuickAdd("reading 9:00-10:00".to_owned())));
    lab.send(Msg::Dialog(Some(Dialog::Help)));
    lab.release_chunks();
    assert_eq!(entries(&lab), 1, "it is here");
    assert_eq!(lab.model.dialog, Some(Dialog::Help));
    lab.send(Msg::Go(Route::Time(None)));
    assert_eq!(lab.model.dialog, None, "another place closes it");
}

fn entries(lab: &Lab) -> usize {
    lab.model.workspace.tables().records().filter(|record| record.key().table() == Table::TimeEntries).count()
}
