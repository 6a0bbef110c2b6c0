//! Importing a file of everything, where what is here changes between the report and the deed.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier::app::files::{FileMsg, ImportState};
use espalier::app::navigate::Route;
use espalier::app::sessions::SessionMsg;
use espalier::app::{Msg, Notice};
use espalier::model::{Session, SessionId, Table};
use espalier::storage::archive::ConflictPolicy;
use espalier::storage::memory::MemoryStorage;

use crate::lab::Lab;

/// An app with one conversation, and the file of everything in it.
fn exported() -> (Lab, SessionId, Vec<u8>) {
    let mut lab = Lab::new();
    lab.ask("Question", "Answer");
    let id = lab.session();
    lab.send(Msg::Files(FileMsg::ExportAll));
    let (_, text) = lab.saved_files.pop().expect("a file");
    (lab, id, text.into_bytes())
}

fn choose(lab: &mut Lab, file: &[u8]) {
    lab.send(Msg::Files(FileMsg::Read("all.json".to_owned(), file.to_vec())));
}

fn apply(lab: &mut Lab) {
    lab.send(Msg::Files(FileMsg::Apply));
}

fn waiting(lab: &Lab) -> &ImportState {
    lab.model.import.as_ref().expect("the report is shown")
}

/// How many rows would be added and replaced.
fn told(lab: &Lab) -> (usize, usize) {
    let total = waiting(lab).plan.as_ref().expect("it was compared").total();
    (total.added, total.replaced)
}

fn title(lab: &Lab, id: SessionId) -> String {
    lab.model.workspace.get::<Session>(&id).map(|row| row.name.clone()).unwrap_or_default()
}

#[test]
fn what_the_report_said_is_done_at_once_while_it_is_still_so() {
    let (_, id, file) = exported();
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &file);
    let (added, _) = told(&lab);
    assert!(added >= 3);
    apply(&mut lab);
    assert!(lab.model.import.is_none());
    assert!(lab.model.toasts.iter().any(|toast| toast.text == Notice::Imported(added)), "{:?}", lab.model.toasts);
    assert!(lab.model.workspace.get::<Session>(&id).is_some());
    lab.send(Msg::Undo);
    assert!(lab.model.workspace.get::<Session>(&id).is_none());
}

#[test]
fn what_this_tab_changed_since_the_report_is_not_written_over_unsaid() {
    let (mut lab, id, file) = exported();
    choose(&mut lab, &file);
    lab.send(Msg::Files(FileMsg::SetPolicy(ConflictPolicy::TakeTheirs)));
    assert_eq!(told(&lab), (0, 0));
    // The change is not even stored yet.
    lab.hold_commits = true;
    lab.send(Msg::Sessions(SessionMsg::Rename(id, "Mine".to_owned())));
    apply(&mut lab);
    assert_eq!((told(&lab), waiting(&lab).differs, title(&lab, id).as_str()), ((0, 1), true, "Mine"));
    // Now it was said.
    apply(&mut lab);
    assert!(lab.model.import.is_none());
    assert_ne!(title(&lab, id), "Mine");
}

#[test]
fn what_another_tab_stored_since_the_report_is_not_written_over_unsaid() {
    let (mut source, id, file) = exported();
    source.send(Msg::Sessions(SessionMsg::Rename(id, "Theirs".to_owned())));
    let row = source.storage.get_raw(Table::Sessions.name(), &id.to_string()).expect("it is stored");
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &file);
    let (added, _) = told(&lab);
    lab.storage.put_raw(Table::Sessions.name(), &id.to_string(), &row);
    apply(&mut lab);
    assert_eq!((told(&lab), waiting(&lab).differs), ((added - 1, 0), true));
    assert_eq!(lab.storage.get_raw(Table::Sessions.name(), &id.to_string()), Some(row.clone()));
    apply(&mut lab);
    assert!(lab.model.import.is_none());
    assert_eq!(title(&lab.reload(), id), "Theirs", "what is here stays");
}

#[test]
fn while_it_is_compared_again_it_is_done_once_and_can_be_left() {
    let (_, id, file) = exported();
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &file);
    // What cannot be read changes nothing, and it can be tried again.
    lab.fail_loads = true;
    apply(&mut lab);
    assert!(!waiting(&lab).applying && waiting(&lab).plan.is_some());
    lab.fail_loads = false;
    lab.hold_loads = true;
    apply(&mut lab);
    apply(&mut lab);
    assert!(waiting(&lab).applying);
    lab.send(Msg::Files(FileMsg::Cancel));
    lab.release_loads();
    assert!(lab.model.workspace.get::<Session>(&id).is_none(), "it was left");
    choose(&mut lab, &file);
    lab.hold_loads = true;
    apply(&mut lab);
    // Another choice is not what was to be done.
    lab.send(Msg::Files(FileMsg::SetPolicy(ConflictPolicy::TakeTheirs)));
    lab.release_loads();
    assert!(!waiting(&lab).applying && lab.model.workspace.get::<Session>(&id).is_none());
    apply(&mut lab);
    assert!(lab.model.workspace.get::<Session>(&id).is_some());
}
