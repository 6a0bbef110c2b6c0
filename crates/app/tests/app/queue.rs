//! Messages that are written while an answer is coming: sent in their turn, paused, taken back, kept over a reload.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_agent::turn::TurnInput;
use espalier_app::Msg;
use espalier_app::attachments::{AttachMsg, FileProblem};
use espalier_app::room_agent::RoomAgents;
use espalier_app::sessions::SessionMsg;
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_model::conversation::Status;
use espalier_model::{MessageId, RecordKey};
use espalier_storage::port::{Announcement, Commit};

use crate::lab::Lab;

/// A conversation whose first answer is coming, with two messages that wait.
fn waiting() -> Lab {
    let mut lab = Lab::new();
    lab.use_custom_endpoint();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "One".to_owned())));
    lab.text("First");
    queue(&mut lab, "Two");
    queue(&mut lab, "Three");
    lab
}

fn queue(lab: &mut Lab, text: &str) {
    let session = lab.session();
    lab.send(Msg::Sessions(SessionMsg::Queue(session, text.to_owned())));
}

fn take_back(lab: &mut Lab, index: usize) -> MessageId {
    let session = lab.session();
    let id = lab.model.queues.of(session).expect("messages wait").messages[index].id;
    lab.send(Msg::Sessions(SessionMsg::TakeBack(session, id)));
    id
}

fn draft(lab: &Lab) -> &str {
    lab.model.drafts.get(&Some(lab.session())).map(String::as_str).unwrap_or_default()
}

/// The messages that wait, and whether they wait for the person.
fn queued(lab: &Lab) -> (Vec<&str>, bool) {
    let queue = lab.model.queues.of(lab.session());
    queue
        .map(|queue| (queue.messages.iter().map(|message| message.text.as_str()).collect(), queue.is_paused))
        .unwrap_or_default()
}

#[test]
fn q2_each_is_sent_when_the_answer_before_it_is_done() {
    let mut lab = waiting();
    assert_eq!(lab.calls.len(), 1);
    assert_eq!(queued(&lab), (vec!["Two", "Three"], false));
    lab.send(Msg::Draft(Some(lab.session()), "Half a th".to_owned()));
    lab.end();
    assert_eq!(lab.calls.len(), 2);
    assert_eq!(queued(&lab), (vec!["Three"], false));
    let asked = lab.last_request();
    assert_eq!(
        asked["messages"].as_array().and_then(|all| all.last()).map(|last| &last["content"]),
        Some(&"Two".into())
    );
    lab.answer("Second");
    assert_eq!(queued(&lab).0, [""; 0]);
    lab.answer("Third");
    assert_eq!(lab.shown(), ["One", "First", "Two", "Second", "Three", "Third"]);
    assert_eq!(lab.calls.len(), 3);
    assert_eq!(draft(&lab), "Half a th", "what is being typed stays");
    assert!(!lab.model.words.keys().any(|place| place.starts_with("queue/")));
    // Each is a step of its own.
    lab.send(Msg::Undo);
    assert_eq!(lab.shown(), ["One", "First", "Two", "Second"]);
}

#[test]
fn q2_after_an_answer_that_was_stopped_or_failed_they_wait_for_the_person() {
    let mut lab = waiting();
    lab.send(Msg::Stop(lab.last().key()));
    assert_eq!(lab.status(), Status::Stopped);
    assert_eq!((queued(&lab), lab.calls.len()), ((vec!["Two", "Three"], true), 1));
    let session = lab.session();
    lab.send(Msg::Sessions(SessionMsg::SendQueued(session)));
    assert_eq!((queued(&lab), lab.calls.len()), ((vec!["Three"], false), 2));
    lab.input(TurnInput::Failed(LlmError::new(ErrorKind::Authentication)));
    assert_eq!(lab.status(), Status::Error);
    assert_eq!((queued(&lab), lab.calls.len()), ((vec!["Three"], true), 2));
    // One more that is written does not overtake it.
    lab.send(Msg::Sessions(SessionMsg::Send(Some(session), "Four".to_owned())));
    lab.answer("Fourth");
    assert_eq!((queued(&lab), lab.calls.len()), ((vec!["Three"], true), 3));
}

#[test]
fn q2_an_answer_that_is_deleted_sends_nothing() {
    let mut lab = waiting();
    lab.send(Msg::Sessions(SessionMsg::Delete1(lab.last().key())));
    assert_eq!(lab.shown(), ["One"]);
    assert_eq!((queued(&lab), lab.calls.len()), ((vec!["Two", "Three"], true), 1));
}

#[test]
fn q1_they_are_taken_back_and_kept_over_a_reload() {
    let mut lab = waiting();
    let session = lab.session();
    let first = take_back(&mut lab, 0);
    // Pressed twice, it is taken once.
    lab.send(Msg::Sessions(SessionMsg::TakeBack(session, first)));
    assert_eq!((draft(&lab), queued(&lab)), ("Two", (vec!["Three"], false)));
    let mut lab = lab.reload();
    assert_eq!(queued(&lab), (vec!["Three"], true));
    let calls = lab.calls.len();
    lab.send(Msg::Tick);
    assert_eq!(lab.calls.len(), calls, "nothing is sent by itself");
    lab.send(Msg::Draft(Some(session), "More".to_owned()));
    take_back(&mut lab, 0);
    assert_eq!((draft(&lab), queued(&lab)), ("Three\n\nMore", (vec![], false)));
    assert!(!lab.model.words.keys().any(|place| place.starts_with("queue/")));
}

#[test]
fn q1_a_newer_copy_of_them_takes_the_place_of_what_the_page_began_with() {
    let mut lab = waiting();
    let mut words = lab.model.words.clone();
    let began_with = words.clone();
    lab.end();
    queue(&mut lab, "Four");
    words.clone_from(&lab.model.words);
    lab.model.words = began_with;
    let mut lab = lab.reload();
    assert_eq!(queued(&lab), (vec!["Three"], true), "what was sent waits no more");
    lab.send(Msg::TypedCopy(lab.model.drafts.clone(), words));
    assert_eq!(queued(&lab), (vec!["Three", "Four"], true));
    let none = lab.model.words.iter().filter(|(place, _)| !place.starts_with("queue/"));
    let none = none.map(|(place, text)| (place.clone(), text.clone())).collect();
    lab.send(Msg::TypedCopy(lab.model.drafts.clone(), none));
    assert_eq!(queued(&lab).0, [""; 0]);
}

#[test]
fn q3_two_tabs_with_the_same_messages_lose_none_and_send_none_twice() {
    let mut lab = waiting();
    queue(&mut lab, "Three");
    lab.send(Msg::Stop(lab.last().key()));
    let mut lab = lab.reload();
    let session = lab.session();
    assert_eq!(queued(&lab), (vec!["Two", "Three", "Three"], true));
    let mut other = lab_with_the_same_words(&mut lab);
    other.send(Msg::Sessions(SessionMsg::SendQueued(session)));
    queue(&mut other, "Four");
    other.answer("Second");
    assert_eq!(queued(&other), (vec!["Three", "Four"], false), "the first of the equal ones is being answered");
    other.answer("Third");
    other.send(Msg::Stop(other.last().key()));
    let written: Vec<String> = queued(&other).0.iter().map(|text| (*text).to_owned()).collect();
    let news = other.path().into_iter().map(|message| RecordKey::Messages(message.key()));
    let rows = news.chain([RecordKey::Sessions(session)]).collect();
    (lab.storage, lab.env) = (other.storage, other.env);
    let kept_before = lab.model.words.len();
    lab.send(Msg::Outside(Announcement { rows, ..Announcement::default() }));
    assert_eq!(queued(&lab).0, [""; 0], "all that this tab knew were sent by the other");
    assert_eq!(lab.model.words.len(), kept_before - 3);
    // Taking away its own places leaves the other's alone.
    assert_eq!(written, ["Four"]);
    assert!(other.model.words.values().any(|text| text == "Four"));
}

/// A second tab with the same rows and words, whose clock goes on.
fn lab_with_the_same_words(lab: &mut Lab) -> Lab {
    let words = lab.model.words.clone();
    let storage = std::mem::take(&mut lab.storage);
    let env = std::mem::replace(&mut lab.env, Lab::first_env());
    let mut other = Lab::with(storage, lab.model.route, RoomAgents::default(), env, words);
    other.use_custom_endpoint();
    other.env.now.0 += 1_000;
    other
}

#[test]
fn words_alone_wait_and_only_in_chat() {
    let mut lab = waiting();
    let session = Some(lab.session());
    assert!(lab.model.can_queue(session) && !lab.model.can_queue(None));
    lab.send(Msg::Attach(AttachMsg::Reading(session, 1, "a.txt".to_owned())));
    lab.send(Msg::Attach(AttachMsg::Read(session, 1, Err(FileProblem::Unreadable))));
    assert!(!lab.model.can_queue(session), "a file that was chosen stays with its words");
    lab.send(Msg::Attach(AttachMsg::Remove(session, 1)));
    queue(&mut lab, " \n");
    assert_eq!(queued(&lab), (vec!["Two", "Three"], false));
    lab.send(Msg::Stop(lab.last().key()));
    assert!(!lab.model.can_queue(session), "no answer is coming");
}

#[test]
fn what_another_tab_writes_while_a_conversation_is_read_is_read_as_well() {
    let mut lab = Lab::new();
    lab.ask("Hello", "Hi.");
    let at = lab.last().key();
    let mut model = std::mem::take(&mut lab.model);
    let reads = |model: &mut espalier_app::Model, env: &mut espalier_base::env::Env| {
        let news = Announcement { rows: vec![RecordKey::Messages(at)], ..Announcement::default() };
        let effects = espalier_app::update(model, Msg::Outside(news), env);
        effects.iter().any(|effect| {
            matches!(effect, espalier_app::effect::Effect::Load(espalier_app::effect::LoadTag::Outside(..), _))
        })
    };
    assert!(reads(&mut model, &mut lab.env), "it is here");
    model.opened.remove(&at.session);
    assert!(!reads(&mut model, &mut lab.env), "nobody reads it");
    model.opening.insert(at.session);
    assert!(reads(&mut model, &mut lab.env), "what is on its way may be older");
}

#[test]
fn q1_one_is_saved_once_its_words_are_on_the_disk() {
    let mut lab = Lab::new();
    lab.use_custom_endpoint();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "One".to_owned())));
    assert!(lab.model.all_saved());
    (lab.hold_commits, lab.trace) = (true, Vec::new());
    queue(&mut lab, "Two");
    assert_eq!(lab.trace, ["KeepWords", "KeepDraft", "Commit"]);
    assert!(!lab.model.all_saved());
    let [(id, commit)] = &lab.held_commits[..] else { panic!("one commit: {:?}", lab.held_commits) };
    assert_eq!(*commit, Commit::default());
    lab.send(Msg::Committed(*id, Ok(())));
    assert!(lab.model.all_saved());
}
