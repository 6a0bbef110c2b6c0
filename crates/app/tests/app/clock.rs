//! The running timer in every room, over reloads, other tabs and what takes it back.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on stops there")]

use espalier_app::clock;
use espalier_app::navigate::Route;
use espalier_app::palette::{self, CommandAction};
use espalier_app::timelog::{Entries, TimeMsg};
use espalier_app::{Msg, Notice};
use espalier_base::time::Timestamp;
use espalier_command::history::Document;
use espalier_model::{RecordKey, TimeEntry, TimeEntryId};
use espalier_storage::memory::MemoryStorage;
use espalier_storage::port::Announcement;
use espalier_timelog::commands::{DeleteEntries, StopEntry};

use crate::lab::Lab;

const NOON: i64 = 1_772_449_200_000;

/// A timer that was started 42 minutes ago, in a visit that begins in Chat.
fn elsewhere() -> Lab {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Time(None));
    lab.env.now = Timestamp(NOON);
    lab.send(Msg::Time(TimeMsg::Start("writing".to_owned())));
    lab.send(Msg::Go(Route::default()));
    lab.env.now = lab.env.now.plus_ms(42 * 60_000);
    let mut lab = lab.reload();
    lab.send(Msg::Tick);
    lab
}

fn shown(lab: &Lab) -> Option<(String, String)> {
    clock::running(&lab.model).map(|running| (running.what.clone(), running.time()))
}

fn id(lab: &Lab) -> TimeEntryId {
    clock::running(&lab.model).expect("it runs").id
}

fn offered(lab: &Lab) -> Option<CommandAction> {
    let entries = palette::entries(&lab.model);
    let found = entries.iter().find(|entry| matches!(entry.id().as_str(), "time.stop" | "entry.stop"));
    found.and_then(|entry| entry.action(&lab.model))
}

#[test]
fn it_is_shown_after_a_reload_in_another_room_without_the_log() {
    let lab = elsewhere();
    assert_eq!(shown(&lab), Some(("writing".to_owned(), "0:42".to_owned())));
    assert_eq!(lab.model.timelog.reading.entries, Entries::Away);
    assert!(!lab.trace.contains(&"FetchChunk".to_owned()), "not even the room's code");
}

#[test]
fn it_is_stopped_from_another_room_and_the_notice_takes_that_back() {
    let mut lab = elsewhere();
    let Some(CommandAction::Send(stop)) = offered(&lab) else { panic!("it is offered") };
    let entry = id(&lab);
    lab.send(stop);
    assert_eq!((shown(&lab), lab.model.route), (None, Route::default()));
    assert!(!lab.model.workspace.get::<TimeEntry>(&entry).expect("it is there").is_running());
    assert!(offered(&lab).is_none());
    let toast = lab.model.toasts.last().cloned().expect("it is told");
    assert_eq!(toast.text, Notice::Done(StopEntry::ID, "writing".to_owned(), Document::TIME_LOG));
    lab.send(Msg::UndoNotice(toast.id));
    assert_eq!(shown(&lab).map(|(what, _)| what).as_deref(), Some("writing"));
    let lab = lab.reload();
    assert!(shown(&lab).is_some(), "what was taken back is kept as well");
}

fn marks(lab: &Lab) -> usize {
    lab.trace.iter().filter(|effect| *effect == "Badge").count()
}

#[test]
fn c4_the_icon_is_marked_when_it_begins_or_ends_and_at_the_start() {
    let mut lab = elsewhere();
    assert_eq!((marks(&lab), lab.model.clock.is_marked()), (1, Some(true)));
    let entry = id(&lab);
    lab.send(Msg::Tick);
    assert_eq!(marks(&lab), 1);
    lab.send(Msg::Time(TimeMsg::Stop(entry)));
    assert_eq!((marks(&lab), lab.model.clock.is_marked()), (2, Some(false)));
    let lab = lab.reload();
    assert_eq!((marks(&lab), lab.model.clock.is_marked()), (1, Some(false)), "another visit may have left a mark");
}

#[test]
fn what_was_stopped_is_not_shown_after_a_reload() {
    let mut lab = elsewhere();
    let entry = id(&lab);
    lab.send(Msg::Time(TimeMsg::Stop(entry)));
    assert!(!lab.model.words.contains_key(clock::PLACE));
    assert_eq!(shown(&lab.reload()), None);
}

#[test]
fn what_is_kept_of_an_entry_that_is_gone_shows_nothing_and_is_forgotten() {
    let mut lab = elsewhere();
    let (entry, words) = (id(&lab), lab.model.words.clone());
    lab.do_time(DeleteEntries::new(vec![entry]));
    assert_eq!(shown(&lab), None);
    lab.model.words = words;
    let lab = lab.reload();
    assert_eq!(shown(&lab), None);
    assert!(!lab.model.words.contains_key(clock::PLACE));
}

#[test]
fn another_tab_stops_it_starts_it_and_deletes_it() {
    for with_log in [false, true] {
        let mut lab = elsewhere();
        let entry = id(&lab);
        if with_log {
            lab.send(Msg::Go(Route::Time(None)));
            lab.send(Msg::Go(Route::default()));
        }
        let mut other = Lab::on(lab.storage, Route::Time(None));
        other.env = lab.env;
        other.send(Msg::Time(TimeMsg::Stop(entry)));
        (lab.storage, lab.env) = (other.storage, other.env);
        let wrote =
            |id| Msg::Outside(Announcement { rows: vec![RecordKey::TimeEntries(id)], ..Announcement::default() });
        lab.send(wrote(entry));
        assert_eq!(shown(&lab), None);

        let mut other = Lab::on(lab.storage, Route::Time(None));
        other.env = lab.env;
        other.send(Msg::Time(TimeMsg::Start("reading".to_owned())));
        let second = id(&other);
        (lab.storage, lab.env) = (other.storage, other.env);
        lab.send(wrote(second));
        assert_eq!(shown(&lab).map(|(what, _)| what).as_deref(), Some("reading"));

        let mut other = Lab::on(lab.storage, Route::Time(None));
        other.env = lab.env;
        other.do_time(DeleteEntries::new(vec![second]));
        (lab.storage, lab.env) = (other.storage, other.env);
        lab.send(wrote(second));
        assert_eq!(shown(&lab), None);
    }
}

#[test]
fn the_room_offers_its_own_command_and_both_stop_the_same() {
    let mut lab = elsewhere();
    lab.send(Msg::Go(Route::Time(None)));
    let Some(CommandAction::Send(stop)) = offered(&lab) else { panic!("it is offered") };
    lab.send(stop);
    assert_eq!(shown(&lab), None);
    assert!(lab.model.toasts.is_empty(), "it is seen in the room");
}
