//! When the entries of the time log are read, and what is done before they are.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_app::effect::{Effect, LoadTag};
use espalier_app::files::FileMsg;
use espalier_app::load::Start;
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::timelog::{Entries, TimeMsg};
use espalier_app::{Model, Msg, update};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::{Document, RecordKey, Table, TimeEntry};
use espalier_storage::memory::MemoryStorage;
use espalier_storage::packing::Packed as _;
use espalier_storage::port::Announcement;
use espalier_storage::port::{Loaded, Query, Storage as _, StorageError};
use espalier_timelog::commands::DeleteEntries;
use futures::executor::block_on;

use crate::lab::Lab;

/// A store with the rows of an older version: one entry of an hour a day.
fn old_rows(count: i64) -> (MemoryStorage, Vec<TimeEntry>) {
    let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 3);
    let storage = MemoryStorage::default();
    let make = |number: i64| {
        let start = Timestamp(1_400_000_000_000 + number * 86_400_000);
        let mut entry = TimeEntry::new(env.id_at(start), start, Zone::new("UTC"), start);
        entry.end = Some(start.plus_ms(3_600_000));
        entry.note = format!("day {number}");
        let json = serde_json::to_string(&entry).expect("plain data");
        storage.put_raw(Table::TimeEntries.name(), &entry.id.to_string(), &json);
        entry
    };
    let entries = (0..count).map(make).collect();
    (storage, entries)
}

fn count(lab: &Lab) -> usize {
    lab.model.workspace.tables().time_entries.len()
}

fn stored(lab: &Lab) -> usize {
    block_on(lab.storage.load(Query::Tables(vec![Table::TimeEntries]))).expect("the store can be read").records.len()
}

#[test]
fn other_rooms_begin_without_the_entries_and_the_room_reads_them_once() {
    let (storage, entries) = old_rows(30);
    let mut lab = Lab::on(storage, Route::default());
    assert_eq!((count(&lab), lab.model.timelog.ready), (0, false));
    lab.send(Msg::Go(Route::Time(None)));
    assert_eq!((count(&lab), lab.model.timelog.columns.len()), (30, 30));
    let loads = |lab: &Lab| lab.trace.iter().filter(|name| *name == "Load").count();
    let before = loads(&lab);
    lab.send(Msg::Go(Route::Settings));
    lab.send(Msg::Go(Route::Time(None)));
    assert_eq!(loads(&lab), before);
    let lab = Lab::on(lab.storage, Route::Time(None));
    assert_eq!(lab.model.timelog.columns.get(entries[7].id).map(|entry| entry.note.as_str()), Some("day 7"));
}

#[test]
fn what_is_asked_of_the_log_in_another_room_is_done_on_all_of_it() {
    let (storage, entries) = old_rows(30);
    let mut lab = Lab::on(storage, Route::default());
    lab.do_time(DeleteEntries::new(vec![entries[3].id, entries[4].id]));
    assert_eq!((count(&lab), stored(&lab)), (28, 28));
    lab.send(Msg::UndoIn(Document::TIME_LOG));
    assert_eq!((count(&lab), stored(&lab)), (30, 30));
}

#[test]
fn undo_of_an_import_takes_entries_back_that_were_not_read() {
    let (storage, _) = old_rows(5);
    let all = Lab::on(storage, Route::Time(None));
    let records: Vec<_> = all.model.workspace.tables().records().collect();
    let file = espalier_storage::archive::write(&records, Timestamp(0));
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    lab.send(Msg::Files(FileMsg::Read("all.json".to_owned(), file.into_bytes())));
    lab.send(Msg::Files(FileMsg::Apply));
    assert_eq!(stored(&lab), 5);
    let mut lab = Lab::on(lab.storage, Route::default());
    assert_eq!(count(&lab), 0);
    lab.send(Msg::Undo);
    assert_eq!((count(&lab), stored(&lab)), (0, 0), "{:?}", lab.model.toasts);
    lab.send(Msg::Redo);
    assert_eq!((count(&lab), stored(&lab)), (5, 5));
}

#[test]
fn many_rows_are_packed_after_they_were_read_and_few_are_not() {
    let (storage, entries) = old_rows(1_999);
    let lab = Lab::on(storage, Route::Time(None));
    assert!(!lab.trace.contains(&"Pack".to_owned()));
    let (storage, _) = old_rows(2_000);
    let lab = Lab::on(storage, Route::Time(None));
    assert_eq!(lab.storage.get_raw(Table::TimeEntries.name(), &entries[0].id.to_string()), None);
    assert!(lab.storage.get_chunk(TimeEntry::CHUNKS, &TimeEntry::chunk_key(&entries[0].id.to_string())).is_some());
    assert_eq!((count(&lab), stored(&lab)), (2_000, 2_000));
    let again = Lab::on(lab.storage, Route::Time(None));
    assert!(!again.trace.contains(&"Pack".to_owned()));
    assert_eq!(again.model.timelog.columns.len(), 2_000);
}

/// A model that was told to show the room and waits for what it asked for.
fn waiting() -> (Model, Env) {
    let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 5);
    let mut model = Model::default();
    drop(update(&mut model, Msg::Started(Box::default()), &mut env));
    drop(update(&mut model, Msg::Loaded(LoadTag::Boot, Ok(Loaded::default())), &mut env));
    let asked = update(&mut model, Msg::Go(Route::Time(None)), &mut env);
    let reads = |effect: &Effect| matches!(effect, Effect::Load(LoadTag::Rows(Document::TIME_LOG), _));
    assert_eq!(asked.iter().filter(|effect| reads(effect)).count(), 1);
    assert_eq!(model.timelog.reading.entries, Entries::Coming);
    (model, env)
}

#[test]
fn what_another_tab_writes_while_the_entries_are_read_is_read_after_them() {
    let (mut model, mut env) = waiting();
    let entry = TimeEntry::new(env.id(), env.now, Zone::new("UTC"), env.now);
    let key = RecordKey::TimeEntries(entry.id);
    let news = Announcement { rows: vec![key.clone()], ..Announcement::default() };
    drop(update(&mut model, Msg::Outside(news.clone()), &mut env));
    // What was read is from before the other tab removed it.
    let read = Loaded { records: vec![espalier_model::Record::TimeEntries(entry.into())], ..Loaded::default() };
    let effects = update(&mut model, Msg::Loaded(LoadTag::Rows(Document::TIME_LOG), Ok(read)), &mut env);
    let outside = |effect: &Effect| matches!(effect, Effect::Load(LoadTag::Outside(keys, _), _) if *keys == news.rows);
    assert_eq!(effects.iter().filter(|effect| outside(effect)).count(), 1);
    let tag = LoadTag::Outside(vec![key], Vec::new());
    drop(update(&mut model, Msg::Loaded(tag, Ok(Loaded::default())), &mut env));
    assert!(model.workspace.tables().time_entries.is_empty());
    assert!(model.timelog.columns.is_empty());
}

#[test]
fn a_tab_without_the_entries_reads_single_ones_for_the_timer_and_not_an_import_of_another_tab() {
    let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 5);
    let mut model = Model::default();
    drop(update(&mut model, Msg::Started(Box::<Start>::default()), &mut env));
    drop(update(&mut model, Msg::Loaded(LoadTag::Boot, Ok(Loaded::default())), &mut env));
    let mut reads = |count: usize| {
        let rows = (0..count).map(|_| RecordKey::TimeEntries(env.id())).collect();
        let news = Announcement { rows, ..Announcement::default() };
        update(&mut model, Msg::Outside(news), &mut env).len()
    };
    assert_eq!((reads(1), reads(100)), (1, 0));
}

#[test]
fn what_waits_for_entries_that_cannot_be_read_is_not_done_later() {
    let (mut model, mut env) = waiting();
    let line = || Msg::Time(TimeMsg::QuickAdd("9-10 x".to_owned()));
    assert!(update(&mut model, line(), &mut env).is_empty());
    let gone = Err(StorageError::Unavailable("test".to_owned()));
    drop(update(&mut model, Msg::Loaded(LoadTag::Rows(Document::TIME_LOG), gone), &mut env));
    assert!(model.toasts.iter().any(|toast| toast.error));
    let asked = update(&mut model, Msg::Undo, &mut env);
    assert!(matches!(asked.as_slice(), [Effect::Load(LoadTag::Rows(Document::TIME_LOG), _)]), "{asked:?}");
    drop(update(&mut model, Msg::Loaded(LoadTag::Rows(Document::TIME_LOG), Ok(Loaded::default())), &mut env));
    assert!(model.workspace.tables().time_entries.is_empty());
    drop(update(&mut model, line(), &mut env));
    assert_eq!(model.workspace.tables().time_entries.len(), 1);
}

#[test]
fn what_is_taken_back_while_the_log_is_read_is_a_step_of_the_log_or_nothing() {
    let (storage, entries) = old_rows(3);
    let mut lab = Lab::on(storage, Route::Time(None));
    lab.do_time(DeleteEntries::new(vec![entries[0].id]));
    lab.send(Msg::Go(Route::default()));
    lab.send(Msg::Sessions(SessionMsg::New));
    let sessions = lab.model.workspace.tables().sessions.len();
    for leaves in [true, false] {
        lab = Lab::on(lab.storage, Route::default());
        lab.hold_loads = true;
        lab.send(Msg::Go(Route::Time(None)));
        lab.send(Msg::Undo);
        assert!(!lab.model.all_saved(), "what waits is not done");
        if leaves {
            lab.send(Msg::Go(Route::default()));
        }
        lab.release_loads();
        assert_eq!(count(&lab), if leaves { 2 } else { 3 });
        assert_eq!(lab.model.workspace.tables().sessions.len(), sessions);
    }
}
