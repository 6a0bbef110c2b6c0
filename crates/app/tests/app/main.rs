//! The app's loop from a person's action to what is stored and sent, without a browser.

mod attachments;
mod chunks;
mod clock;
mod connect;
mod course;
mod deep_links;
mod device;
mod device_download;
mod elsewhere;
mod example;
mod files;
mod find;
mod handover;
mod helper;
mod injection;
mod keys;
mod lab;
mod links;
mod make;
mod maps;
mod misbehaviour;
mod models;
mod parameters;
mod places;
mod preview;
mod queue;
mod saving;
mod scene_assistant;
mod scene_commands;
mod scene_protocol;
mod scene_supervisor;
mod scenes;
mod several;
mod time_assistant;
mod time_many;
mod time_palette;
mod time_reading;
mod timelog;
mod today;
mod turns;
mod undo_scope;

use espalier_agent::turn::TurnInput;
use espalier_app::effect::Resume;
use espalier_app::files::FileMsg;
use espalier_app::load::Start;
use espalier_app::sessions::SessionMsg;
use espalier_app::{BootState, Model, Msg, Notice, Refusal};
use espalier_llm::error::{ErrorKind, LlmError, NetworkKind};
use espalier_model::MessageKey;
use espalier_model::conversation::Status;
use espalier_storage::port::{Durability, Storage as _, StorageError};
use futures::executor::block_on;

use lab::Lab;

fn key(lab: &Lab, index: usize) -> MessageKey {
    lab.path()[index].key()
}

#[test]
fn a_question_is_stored_before_it_is_sent_and_a_plain_answer_is_two_commits() {
    let mut lab = Lab::new();
    lab.ask("one", "1");
    lab.trace.clear();
    lab.ask("two", "2");
    let commit = lab.trace.iter().position(|name| name == "Commit").expect("stored");
    let call = lab.trace.iter().position(|name| name == "CallModel").expect("sent");
    assert!(commit < call, "{:?}", lab.trace);
    assert_eq!(lab.trace.iter().filter(|name| *name == "Commit").count(), 2, "{:?}", lab.trace);
    assert_eq!(lab.shown(), ["one", "1", "two", "2"]);
    assert_eq!(lab.status(), Status::Done);
}

#[test]
fn what_is_sent_is_the_path_that_is_shown() {
    let mut lab = Lab::new();
    lab.ask("first", "answer one");
    lab.send(Msg::Sessions(SessionMsg::EditAsBranch(key(&lab, 0), "second".to_owned())));
    let body = lab.last_request();
    let sent: Vec<&str> =
        body["messages"].as_array().expect("a list").iter().filter_map(|m| m["content"].as_str()).collect();
    assert!(sent.contains(&"second") && !sent.contains(&"first"), "{sent:?}");
    assert_eq!(body["model"], "test-model");
    assert_eq!(body["stream"], true);
    assert_eq!(body["temperature"], 0.7);
}

#[test]
fn everything_is_there_after_a_reload_and_can_still_be_undone() {
    let mut lab = Lab::new();
    lab.ask("hello", "hi there");
    let regenerated = key(&lab, 1);
    lab.send(Msg::Sessions(SessionMsg::Regenerate(regenerated)));
    lab.answer("hello again");
    let rows = lab.rows();
    let mut lab = lab.reload();
    assert_eq!(lab.rows(), rows);
    assert_eq!(lab.shown(), ["hello", "hello again"]);
    lab.send(Msg::Undo);
    assert_eq!(lab.shown(), ["hello", "hi there"]);
    lab.send(Msg::Undo);
    assert_eq!(lab.shown(), Vec::<String>::new());
    let mut lab = lab.reload();
    lab.send(Msg::Redo);
    lab.send(Msg::Redo);
    assert_eq!(lab.rows(), rows);
}

#[test]
fn a_stopped_answer_keeps_its_text_and_can_be_continued() {
    let mut lab = Lab::new();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "count".to_owned())));
    lab.text("one, two");
    let answer = lab.last().key();
    lab.send(Msg::Stop(answer));
    assert_eq!(lab.status(), Status::Stopped);
    assert_eq!(lab.shown(), ["count", "one, two"]);
    assert_eq!(lab.cancelled.len(), 1);
    lab.text("late text is dropped");
    assert_eq!(lab.shown(), ["count", "one, two"]);
    lab.send(Msg::Sessions(SessionMsg::Continue(answer)));
    lab.text(", three");
    lab.end();
    assert_eq!(lab.shown(), ["count", "one, two, three"]);
    lab.send(Msg::Undo);
    assert_eq!(lab.shown(), ["count", "one, two"]);
    assert_eq!(lab.status(), Status::Stopped);
}

#[test]
fn a_reload_in_the_middle_of_an_answer_keeps_what_was_stored_and_says_stopped() {
    let mut lab = Lab::new();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "long story".to_owned())));
    lab.text("once upon");
    lab.env.now = lab.env.now.plus_ms(1_000);
    lab.text(" a time");
    let lab = lab.reload();
    assert_eq!(lab.shown(), ["long story", "once upon a time"]);
    assert_eq!(lab.status(), Status::Stopped);
}

#[test]
fn a_failed_request_is_tried_again_until_something_is_visible() {
    let mut lab = Lab::new();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "hello".to_owned())));
    lab.input(TurnInput::Failed(LlmError::network(NetworkKind::Unreachable)));
    assert_eq!(lab.status(), Status::Waiting);
    let (turn, step, _) = lab.wakes.pop().expect("a next try is planned");
    lab.send(Msg::Turn(turn, step, TurnInput::Wake));
    assert_eq!(lab.calls.len(), 2);
    assert_eq!(lab.status(), Status::Streaming);
    lab.text("some text");
    lab.input(TurnInput::Failed(LlmError::network(NetworkKind::Interrupted)));
    assert_eq!(lab.status(), Status::Error);
    assert_eq!(lab.shown(), ["hello", "some text"]);
    assert_eq!(lab.calls.len(), 2);
}

#[test]
fn a_wrong_key_is_not_tried_again() {
    let mut lab = Lab::new();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "hello".to_owned())));
    lab.input(TurnInput::Failed(LlmError::new(ErrorKind::Authentication)));
    assert_eq!(lab.status(), Status::Error);
    assert_eq!(lab.calls.len(), 1);
    assert_eq!(lab.last().provenance.error.map(|error| error.kind), Some(ErrorKind::Authentication));
}

#[test]
fn a_refused_parameter_is_left_out_at_once_and_from_then_on() {
    let mut lab = Lab::new();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "hello".to_owned())));
    assert!(lab.last_request().get("temperature").is_some());
    lab.input(TurnInput::Failed(
        LlmError::new(ErrorKind::Parameter { name: "temperature".to_owned() }).with_status(400),
    ));
    assert_eq!(lab.calls.len(), 2);
    assert!(lab.last_request().get("temperature").is_none(), "{}", lab.last_request());
    lab.answer("hi");
    lab.ask("again", "yes");
    assert!(lab.last_request().get("temperature").is_none());
    assert_eq!(lab.calls.len(), 3);
}

#[test]
fn deleting_takes_the_branch_and_undo_brings_it_back() {
    let mut lab = Lab::new();
    lab.ask("a", "1");
    lab.ask("b", "2");
    let before = lab.rows();
    lab.send(Msg::Sessions(SessionMsg::Delete1(key(&lab, 2))));
    assert_eq!(lab.shown(), ["a", "1"]);
    let mut lab = lab.reload();
    lab.send(Msg::Undo);
    assert_eq!(lab.shown(), ["a", "1", "b", "2"]);
    assert_eq!(lab.rows(), before);
}

#[test]
fn two_conversations_can_be_answered_at_once() {
    let mut lab = Lab::new();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "one".to_owned())));
    let first = lab.session();
    lab.send(Msg::Sessions(SessionMsg::New));
    lab.send(Msg::Sessions(SessionMsg::Send(Some(lab.session()), "two".to_owned())));
    let second = lab.calls.pop().expect("the second request");
    lab.answer("to the first");
    lab.calls.push(second);
    lab.answer("to the second");
    assert_eq!(lab.shown(), ["two", "to the second"]);
    let messages: Vec<String> = lab.model.workspace.messages(first).map(|message| message.text()).collect();
    assert_eq!(messages, ["one", "to the first"]);
}

#[test]
fn a_new_conversation_that_is_still_empty_is_used_again() {
    let mut lab = Lab::new();
    lab.ask("one", "answer");
    for _ in 0..20 {
        lab.send(Msg::Sessions(SessionMsg::New));
    }
    assert_eq!(lab.model.sessions().len(), 2);
    lab.send(Msg::Draft(Some(lab.session()), "begun".to_owned()));
    lab.send(Msg::Sessions(SessionMsg::New));
    assert_eq!(lab.model.sessions().len(), 3, "what was begun is left alone");
}

#[test]
fn what_will_be_sent_has_the_draft_at_its_end() {
    let mut lab = Lab::new();
    lab.ask("one", "answer");
    let session = lab.session();
    lab.send(Msg::Draft(Some(session), "and then".to_owned()));
    let context = lab.model.context_preview(session);
    assert_eq!(context.included().last().map(|item| item.text.clone()), Some("and then".to_owned()));
}

#[test]
fn a_commit_that_fails_is_kept_said_and_written_later_in_order() {
    let mut lab = Lab::new();
    *lab.storage.fail_next.borrow_mut() = Some(StorageError::Quota);
    lab.ask("precious", "indeed");
    assert!(!lab.model.all_saved());
    assert!(lab.model.toasts.iter().any(|toast| toast.text == Notice::Storage(StorageError::Quota)));
    lab.send(Msg::SaveAgain);
    assert!(lab.model.all_saved());
    let rows = lab.rows();
    let lab = lab.reload();
    assert_eq!(lab.shown(), ["precious", "indeed"]);
    assert_eq!(lab.rows(), rows);
}

#[test]
fn what_is_written_after_a_failure_wins_over_what_was_made_before_it() {
    let mut lab = Lab::new();
    lab.ask("question", "answer");
    let id = lab.session();
    let name = |name: &str| Msg::Sessions(SessionMsg::Rename(id, name.to_owned()));
    lab.hold_commits = true;
    lab.send(name("first name"));
    lab.send(name("second name"));
    let held: Vec<_> = std::mem::take(&mut lab.held_commits);
    lab.send(Msg::Committed(held[0].0, Err(StorageError::Quota)));
    lab.send(name("third name"));
    block_on(lab.storage.commit(held[1].1.clone(), Durability::Strict)).expect("it is written");
    lab.send(Msg::Committed(held[1].0, Ok(())));
    // What was not stored is in the export of everything all the same.
    lab.send(Msg::Files(FileMsg::ExportAll));
    let (_, text) = lab.saved_files.last().expect("a file").clone();
    assert!(text.contains("third name") && !text.contains("second name"), "{text}");
    lab.hold_commits = false;
    lab.send(Msg::SaveAgain);
    assert!(lab.model.all_saved());
    let lab = lab.reload();
    let session = lab.model.workspace.get::<espalier_model::Session>(&id).expect("it is there");
    assert_eq!(session.name, "third name");
}

#[test]
fn nothing_is_shown_as_saved_before_it_is() {
    let mut lab = Lab::new();
    assert!(lab.model.all_saved());
    lab.hold_commits = true;
    lab.send(Msg::Sessions(SessionMsg::New));
    assert!(!lab.model.all_saved());
}

#[test]
fn undo_of_a_running_answer_stops_it_first() {
    let mut lab = Lab::new();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "hello".to_owned())));
    lab.text("partial");
    lab.send(Msg::Undo);
    assert_eq!(lab.cancelled.len(), 1);
    assert_eq!(lab.shown(), Vec::<String>::new());
    lab.send(Msg::Redo);
    assert_eq!(lab.shown(), ["hello", "partial"]);
    assert_eq!(lab.status(), Status::Stopped);
}

#[test]
fn the_built_in_guide_answers_without_any_endpoint() {
    let mut lab = Lab::on(Default::default(), Default::default());
    lab.send(Msg::Sessions(SessionMsg::Send(None, "What can you do?".to_owned())));
    let call = lab.calls.pop().expect("the guide is asked");
    let espalier_app::effect::CallBody::Builtin(pieces) = call.request else { panic!("no endpoint is configured") };
    for piece in pieces {
        lab.send(Msg::Turn(call.turn, call.step, TurnInput::Chunk(piece)));
    }
    lab.send(Msg::Turn(call.turn, call.step, TurnInput::Ended));
    assert_eq!(lab.status(), Status::Done);
    assert!(!lab.last().text().is_empty());
}

/// A browser that is killed can have forgotten what the start script reads, and still have every record.
#[test]
fn an_endpoint_the_start_script_forgot_is_allowed_again_before_the_page_is_ready() {
    let mut lab = Lab::new();
    let start = |reloaded_for| Msg::Started(Box::new(Start { reloaded_for, ..Start::default() }));
    lab.model = Model::default();
    lab.trace.clear();
    lab.send(start(None));
    assert_eq!(lab.model.boot, BootState::Loading);
    assert!(lab.trace.iter().any(|effect| effect.starts_with("Reload")), "{:?}", lab.trace);
    // It is tried once; a browser that keeps nothing still gets its page.
    lab.model = Model::default();
    lab.trace.clear();
    lab.send(start(Some(Resume::Nothing)));
    assert_eq!(lab.model.boot, BootState::Ready);
    assert!(!lab.trace.iter().any(|effect| effect.starts_with("Reload")), "{:?}", lab.trace);
}

#[test]
fn what_is_sent_while_an_answer_comes_is_refused_with_the_reason_and_stays() {
    let mut lab = Lab::new();
    lab.use_custom_endpoint();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "one".to_owned())));
    let session = lab.session();
    lab.model.drafts.insert(Some(session), "two".to_owned());
    lab.send(Msg::Sessions(SessionMsg::Send(Some(session), "two".to_owned())));
    assert!(
        lab.model.toasts.iter().any(|toast| toast.text == Notice::Refused(Refusal::Busy)),
        "{:?}",
        lab.model.toasts
    );
    assert_eq!(lab.model.drafts.get(&Some(session)).map(String::as_str), Some("two"));
}
