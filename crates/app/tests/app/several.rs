//! Several answers to one question: made at once, stopped, taken up, undone, merged.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_agent::turn::TurnInput;
use espalier_app::connect::{ConnectMsg, ModelScope};
use espalier_app::effect::KeyKeeping;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Msg, NewKey, Notice, Refusal};
use espalier_chat::merge::INSTRUCTION;
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_llm::secret::Secret;
use espalier_model::conversation::Status;
use espalier_model::settings::ModelChoice;
use espalier_model::{Message, MessageKey, Slug};

use crate::lab::Lab;

fn choice(model: &str) -> ModelChoice {
    ModelChoice { provider: Slug::new("openai"), model: model.to_owned() }
}

/// A conversation with one answer, and a second endpoint.
fn answered() -> (Lab, MessageKey) {
    let mut lab = Lab::new();
    lab.send(Msg::Connect(ConnectMsg::SaveEndpoint {
        provider: Slug::new("openai"),
        base_url: "https://api.openai.com/v1".to_owned(),
        model: "gpt-test".to_owned(),
        key: Some(NewKey { secret: Secret::new("k"), keeping: KeyKeeping::Session }),
        same_key: false,
    }));
    lab.use_custom_endpoint();
    lab.ask("Why?", "Because.");
    let key = lab.last().key();
    (lab, key)
}

fn ask(lab: &mut Lab, key: MessageKey, models: &[&str]) {
    let choices = models.iter().map(|model| choice(model)).collect();
    lab.send(Msg::Sessions(SessionMsg::AnswerBySeveral(key, choices)));
}

/// Lets a piece arrive of what the model was asked for in the call at this place.
fn text(lab: &mut Lab, call: usize, text: &str) {
    let delta = serde_json::json!({"choices": [{"index": 0, "delta": {"content": text}}]});
    input(lab, call, TurnInput::Chunk(format!("data: {delta}\n\n").into_bytes()));
}

fn end(lab: &mut Lab, call: usize) {
    input(lab, call, TurnInput::Chunk(b"data: [DONE]\n\n".to_vec()));
    input(lab, call, TurnInput::Ended);
}

fn input(lab: &mut Lab, call: usize, input: TurnInput) {
    let (turn, step) = (lab.calls[call].turn, lab.calls[call].step);
    lab.send(Msg::Turn(turn, step, input));
}

/// The answers to the question: text and status of each.
fn answers(lab: &Lab) -> Vec<(String, Status)> {
    rows(lab).into_iter().map(|row| (row.text(), row.status)).collect()
}

fn rows(lab: &Lab) -> Vec<Message> {
    let session = lab.session();
    let view = lab.model.view(session).expect("the session is open");
    let question = view.path[0];
    let children = view.tree.children(Some(question)).iter();
    children.filter_map(|&id| lab.model.message(MessageKey { session, id })).map(|row| Message::clone(row)).collect()
}

fn said(text: &str, status: Status) -> (String, Status) {
    (text.to_owned(), status)
}

fn refusal(lab: &Lab) -> Option<&Notice> {
    lab.model.toasts.last().map(|toast| &toast.text)
}

#[test]
fn v1_several_answers_are_one_step() {
    let (mut lab, key) = answered();
    let before = lab.rows();
    ask(&mut lab, key, &["one", "two"]);
    assert_eq!(lab.calls.len(), 3);
    assert_eq!(lab.model.compared.map(|key| key.id), rows(&lab).get(1).map(|row| row.id));
    text(&mut lab, 1, "By ");
    text(&mut lab, 2, "Of ");
    text(&mut lab, 1, "one");
    text(&mut lab, 2, "two");
    end(&mut lab, 2);
    end(&mut lab, 1);
    let all = [said("Because.", Status::Done), said("By one", Status::Done), said("Of two", Status::Done)];
    assert_eq!(answers(&lab), all);
    let models: Vec<_> = rows(&lab).into_iter().filter_map(|row| row.provenance.model).collect();
    assert_eq!(models, ["test-model", "one", "two"]);
    let after = lab.rows();
    lab.send(Msg::Undo);
    assert_eq!(lab.rows(), before);
    lab.send(Msg::Redo);
    assert_eq!(lab.rows(), after);
    let mut lab = lab.reload();
    assert_eq!(lab.rows(), after);
    lab.send(Msg::Undo);
    assert_eq!(answers(&lab), &all[..1]);
}

#[test]
fn v1_undone_while_they_are_made_all_of_them_stop() {
    let (mut lab, key) = answered();
    let before = lab.rows();
    ask(&mut lab, key, &["one", "two", "three"]);
    text(&mut lab, 1, "By one");
    text(&mut lab, 3, "By three");
    lab.send(Msg::Undo);
    assert!(lab.model.running.is_empty());
    for call in 1..4 {
        assert!(lab.cancelled.contains(&lab.calls[call].turn), "the request {call} goes on");
    }
    assert_eq!(lab.rows(), before);
    text(&mut lab, 2, "late");
    assert_eq!(lab.rows(), before);
}

#[test]
fn v2_stopping_one_leaves_the_others() {
    let (mut lab, key) = answered();
    ask(&mut lab, key, &["one", "two"]);
    text(&mut lab, 1, "By one");
    text(&mut lab, 2, "By ");
    let first = rows(&lab)[1].key();
    lab.send(Msg::Stop(first));
    text(&mut lab, 2, "two");
    text(&mut lab, 1, " late");
    end(&mut lab, 2);
    let all = [said("Because.", Status::Done), said("By one", Status::Stopped), said("By two", Status::Done)];
    assert_eq!(answers(&lab), all);
    lab.send(Msg::Undo);
    assert_eq!(answers(&lab), &all[..1], "they are one step still");
}

#[test]
fn v2_one_that_fails_leaves_the_others_and_is_tried_again_by_its_model() {
    let (mut lab, key) = answered();
    ask(&mut lab, key, &["one", "two"]);
    input(&mut lab, 1, TurnInput::Failed(LlmError::new(ErrorKind::Authentication)));
    text(&mut lab, 2, "By two");
    end(&mut lab, 2);
    let failed = rows(&lab)[1].clone();
    assert_eq!(failed.status, Status::Error);
    lab.send(Msg::Sessions(SessionMsg::Regenerate(failed.key())));
    assert_eq!(lab.last_request()["model"], "one");
}

#[test]
fn v2_after_a_reload_both_are_stopped_and_go_on() {
    let (mut lab, key) = answered();
    ask(&mut lab, key, &["one", "two"]);
    text(&mut lab, 1, "By");
    text(&mut lab, 2, "Of");
    lab.env.now = lab.env.now.plus_ms(1_000);
    text(&mut lab, 1, " one");
    text(&mut lab, 2, " two");
    let mut lab = lab.reload();
    let stopped = [said("Because.", Status::Done), said("By one", Status::Stopped), said("Of two", Status::Stopped)];
    assert_eq!(answers(&lab), stopped);
    for row in &rows(&lab)[1..] {
        lab.send(Msg::Sessions(SessionMsg::Continue(row.key())));
    }
    assert_eq!(lab.calls.len(), 2);
    text(&mut lab, 1, ", at last");
    text(&mut lab, 0, ", too");
    end(&mut lab, 0);
    end(&mut lab, 1);
    let all = [said("By one, too", Status::Done), said("Of two, at last", Status::Done)];
    assert_eq!(&answers(&lab)[1..], &all);
    lab.send(Msg::Undo);
    lab.send(Msg::Undo);
    assert_eq!(answers(&lab), stopped);
    lab.send(Msg::Undo);
    assert_eq!(answers(&lab), &stopped[..1]);
}

#[test]
fn no_more_than_four_are_asked_and_none_is_no_step() {
    let (mut lab, key) = answered();
    let before = lab.rows();
    ask(&mut lab, key, &[]);
    assert_eq!((lab.rows(), lab.calls.len()), (before, 1));
    ask(&mut lab, key, &["1", "2", "3", "4", "5"]);
    assert_eq!(answers(&lab).len(), 5, "the first one, and four");
}

#[test]
fn v3_answers_are_merged_by_the_model_of_the_conversation() {
    let (mut lab, key) = answered();
    lab.send(Msg::Sessions(SessionMsg::Merge(key)));
    assert_eq!(refusal(&lab), Some(&Notice::Refused(Refusal::NotHere)), "there is one only");
    ask(&mut lab, key, &["one"]);
    text(&mut lab, 1, "By one");
    lab.send(Msg::Sessions(SessionMsg::Merge(key)));
    assert_eq!(refusal(&lab), Some(&Notice::Refused(Refusal::Busy)));
    end(&mut lab, 1);
    let before = lab.rows();
    lab.send(Msg::Sessions(SessionMsg::Merge(key)));
    assert_eq!(lab.model.compared, None);
    assert_eq!(lab.last_request()["model"], "test-model");
    let asked = lab.sent().pop().expect("something was asked");
    assert!(asked.starts_with("user: Why?\n\n---\n") && asked.contains(INSTRUCTION), "{asked}");
    assert!(asked.find("Because.") < asked.find("By one"), "{asked}");
    lab.input(TurnInput::Failed(LlmError::new(ErrorKind::Authentication)));
    let failed = lab.last();
    assert_eq!((failed.status, failed.provenance.merged), (Status::Error, true));
    lab.send(Msg::Undo);
    assert_eq!(lab.rows(), before);
    lab.send(Msg::Redo);
    lab.send(Msg::Sessions(SessionMsg::Regenerate(failed.key())));
    assert_eq!(lab.sent().pop(), Some(asked.clone()), "it is merged again");
    lab.answer("Because one said so.");
    let merged = lab.last();
    assert_eq!((merged.text().as_str(), merged.status), ("Because one said so.", Status::Done));
    assert!(merged.provenance.merged && !merged.provenance.chosen);
    assert_eq!(lab.shown(), ["Why?", "Because one said so."], "the question is as it was");
    lab.send(Msg::Sessions(SessionMsg::Regenerate(merged.key())));
    assert_eq!(lab.sent().pop(), Some("user: Why?".to_owned()), "what is done is not merged again");
}

#[test]
fn v3_a_merged_answer_that_stopped_goes_on_as_one() {
    let (mut lab, key) = answered();
    ask(&mut lab, key, &["one"]);
    text(&mut lab, 1, "By one");
    end(&mut lab, 1);
    lab.send(Msg::Sessions(SessionMsg::Merge(key)));
    lab.text("Half");
    let merged = lab.last().key();
    lab.send(Msg::Stop(merged));
    lab.send(Msg::Sessions(SessionMsg::Continue(merged)));
    let sent = lab.sent();
    assert!(sent.iter().any(|message| message.contains("By one")), "{sent:?}");
    lab.answer(" and half");
    assert_eq!(lab.last().text(), "Half and half");
    assert!(lab.last().provenance.merged);
}

#[test]
fn showing_a_branch_ends_the_comparison() {
    let (mut lab, key) = answered();
    ask(&mut lab, key, &["one"]);
    lab.send(Msg::Sessions(SessionMsg::SwitchTo(key)));
    assert_eq!((lab.model.compared, lab.last().id), (None, key.id));
    lab.send(Msg::Sessions(SessionMsg::Compare(Some(key))));
    assert_eq!(lab.model.compared, Some(key));
    let scope = ModelScope::Session(key.session);
    assert_eq!(lab.model.chosen_model(scope).model, "test-model", "the choice was for those answers only");
}

#[test]
fn v4_keeping_one_is_part_of_asking_whichever_is_kept() {
    for kept in 0..3 {
        let (mut lab, key) = answered();
        let before = lab.rows();
        ask(&mut lab, key, &["one", "two"]);
        text(&mut lab, 1, "By one");
        text(&mut lab, 2, "By two");
        end(&mut lab, 1);
        end(&mut lab, 2);
        let kept = rows(&lab)[kept].key();
        lab.send(Msg::Sessions(SessionMsg::Keep(kept)));
        assert_eq!((lab.model.compared, lab.last().id), (None, kept.id));
        let after = lab.rows();
        lab.send(Msg::Undo);
        assert_eq!(lab.rows(), before, "one step takes all of it back");
        lab.send(Msg::Redo);
        assert_eq!(lab.rows(), after);
        let mut lab = lab.reload();
        assert_eq!((lab.rows(), lab.last().id), (after, kept.id));
        lab.send(Msg::Undo);
        assert_eq!(lab.rows(), before);
    }
}

#[test]
fn v4_keeping_one_while_another_is_coming_and_later_is_a_step_that_loses_nothing() {
    let (mut lab, key) = answered();
    let before = lab.rows();
    ask(&mut lab, key, &["one", "two"]);
    text(&mut lab, 1, "By one");
    end(&mut lab, 1);
    let first = rows(&lab)[1].key();
    lab.send(Msg::Sessions(SessionMsg::Keep(first)));
    text(&mut lab, 2, "By two");
    end(&mut lab, 2);
    assert_eq!((lab.last().id, answers(&lab)[2].clone()), (first.id, said("By two", Status::Done)));
    // Something else was done since, so that the choice is a step of its own.
    lab.send(Msg::Sessions(SessionMsg::SwitchTo(key)));
    let switched = lab.rows();
    lab.send(Msg::Sessions(SessionMsg::Keep(first)));
    assert_eq!(lab.last().id, first.id);
    lab.send(Msg::Undo);
    assert_eq!(lab.rows(), switched);
    lab.send(Msg::Undo);
    lab.send(Msg::Undo);
    assert_eq!(lab.rows(), before);
}
