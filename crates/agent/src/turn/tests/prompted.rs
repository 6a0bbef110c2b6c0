//! Endpoints that take no tools: they are asked for in the prompt.

use std::rc::Rc;

use serde_json::json;

use crate::testing::*;
use crate::turn::{Ending, Setup, Turn, TurnInput};
use espalier_agent_api::ask::Answer;
use espalier_base::time::Timestamp;
use espalier_llm::capability::{Capabilities, JsonForm, ON_DEVICE_TOKENS, RAISED_BUDGET_TOKENS};
use espalier_llm::error::ErrorKind;
use espalier_llm::provider::DEVICE;

const NO_TOOLS: Says = Says::Status(400, r#"{"error":{"message":"m does not support tools"}}"#);

fn without_tools() -> Setup {
    Setup { capabilities: Capabilities { without_tools: true, ..Capabilities::default() }, ..setup() }
}

fn asks(name: &str, word: &str) -> Says {
    text(&json!({ "name": name, "arguments": { "word": word } }).to_string())
}

fn answers(words: &str) -> Says {
    text(&json!({ "answer": words }).to_string())
}

#[test]
fn after_a_refusal_of_tools_they_are_described_and_called_in_json() {
    let replies = vec![NO_TOOLS, asks("look", "x"), asks("put", "y"), answers("Both are there.")];
    let lab = Lab::new(free, replies).start();
    assert_eq!(lab.outcome().ending, Ending::Answered);
    assert_eq!(lab.ran, ["look x", "put y"]);
    assert_eq!((lab.turn.text().as_str(), lab.shown.as_str()), ("Both are there.", "Both are there."));
    assert_eq!(
        lab.learned.last().map(|known| (known.without_tools, known.ignores_prompted_tools)),
        Some((true, false))
    );
    for request in &lab.requests[1..] {
        assert!(request.get("tools").is_none(), "{request}");
        assert_eq!(request["response_format"]["type"], "json_schema");
    }
    let said = lab.said(3);
    assert!(said[0].starts_with("system Be brief.") && said[0].contains("- look: Looks something up."), "{said:?}");
    let rest =
        ["user Well?", r#"assistant {"name":"look","#, "user Result of look: look x", "assistant {", "user Result"];
    assert_eq!(said.len(), 1 + rest.len());
    for (said, rest) in said[1..].iter().zip(rest) {
        assert!(said.starts_with(rest), "{said} {rest}");
    }
}

#[test]
fn what_is_no_reply_is_asked_for_once_more_and_then_never_again() {
    let lab = Lab::with(without_tools(), free, vec![text("Let me look."), asks("look", "x"), answers("Done.")]).start();
    assert_eq!((lab.outcome().ending.clone(), lab.ran.len(), lab.shown.as_str()), (Ending::Answered, 1, "Done."));
    assert!(lab.said(1).last().is_some_and(|last| last.contains("Send it again")), "{:?}", lab.said(1));
    assert!(lab.requests[1].get("response_format").is_none(), "it may be what spoils it");
    assert!(lab.requests[2].get("response_format").is_some());

    let lab = Lab::with(without_tools(), free, vec![text("Seven hours!"), text("Seven!")]).start();
    assert_eq!((lab.outcome().ending.clone(), lab.turn.text().as_str()), (Ending::ToolsUnsupported, ""));
    assert_eq!(lab.learned.last().map(|known| known.ignores_prompted_tools), Some(true));
}

#[test]
fn a_model_that_called_tools_is_not_begun_anew_for_a_broken_message() {
    let broken = || text(r#"{"name": "put", "argum"#);
    let lab = Lab::with(without_tools(), free, vec![asks("put", "x"), broken(), broken()]).start();
    let outcome = lab.outcome();
    assert_eq!((outcome.ending.clone(), lab.ran.as_slice()), (Ending::Failed, ["put x".to_owned()].as_slice()));
    assert_eq!(outcome.error.as_ref().map(|error| &error.kind), Some(&ErrorKind::Empty));
    assert_eq!(lab.learned, []);
    // Words alone are an answer by then.
    let lab = Lab::with(without_tools(), free, vec![asks("put", "x"), text("It is there.")]).start();
    assert_eq!((lab.outcome().ending.clone(), lab.turn.text().as_str()), (Ending::Answered, "It is there."));
}

#[test]
fn wrong_arguments_and_unknown_tools_are_explained() {
    let lab = Lab::with(
        without_tools(),
        free,
        vec![asks("find", "x"), asks("look", "never"), asks("look", "x"), answers("Found.")],
    )
    .start();
    assert_eq!((lab.ran.as_slice(), lab.turn.text().as_str()), (["look x".to_owned()].as_slice(), "Found."));
    assert!(lab.said(1).last().is_some_and(|last| last.contains("There is no tool")), "{:?}", lab.said(1));
    assert!(lab.said(2).last().is_some_and(|last| last.contains("must not be")), "{:?}", lab.said(2));
}

#[test]
fn the_last_round_offers_an_answer_alone() {
    let mut replies: Vec<Says> = ["a", "b", "c", "d", "e"].iter().map(|word| asks("look", word)).collect();
    replies.push(answers("Enough."));
    let lab = Lab::with(without_tools(), free, replies).start();
    assert_eq!((lab.outcome().ending.clone(), lab.turn.text().as_str()), (Ending::Answered, "Enough."));
    let last = &lab.requests[5]["response_format"]["json_schema"]["schema"]["anyOf"];
    assert_eq!(last.as_array().map(Vec::len), Some(1), "{last}");
    assert!(!lab.said(5)[0].contains("- look"));
}

#[test]
fn a_model_on_this_device_begins_with_a_call_and_answers_once_it_repeats_one() {
    let mut here = without_tools();
    here.request.provider = DEVICE.to_owned();
    here.request.temperature = Some(0.9);
    let replies = vec![text("Let me"), asks("look", "x"), asks("look", "x"), answers("It is x.")];
    let lab = Lab::with(here, free, replies).start();
    assert_eq!((lab.outcome().ending.clone(), lab.turn.text().as_str()), (Ending::Answered, "It is x."));
    assert_eq!(lab.ran, ["look x"]);
    let told = lab.said(3).iter().filter(|said| said.contains("Its result was:")).count();
    assert_eq!(told, 1, "{:?}", lab.said(3));
    let answer = json!(["answer"]);
    let forms = |at: usize| lab.requests[at]["response_format"]["json_schema"]["schema"]["anyOf"].as_array().cloned();
    let may = |at: usize| {
        let forms = forms(at).unwrap_or_default();
        let answers = forms.iter().filter(|form| form["required"] == answer).count();
        (answers, forms.len() - answers)
    };
    let calls = may(0).1;
    assert_eq!([may(0), may(1), may(2), may(3)], [(0, calls), (0, calls), (1, calls), (1, 0)]);
    assert!(calls > 0 && lab.requests.iter().all(|request| request["temperature"] == json!(0.2)));
    assert!(lab.requests.iter().all(|request| request["max_tokens"] == json!(ON_DEVICE_TOKENS)));
    // The beginning stays as it is, so that it need not be read again.
    assert!(lab.said(0)[0].contains("- look(word: ") && lab.said(3)[0] == lab.said(0)[0], "{:?}", lab.said(0));
}

#[test]
fn a_refused_form_of_answers_is_left_out() {
    let refuses = |body| Says::Status(400, body);
    let by_name = r#"{"error":{"message":"response_format is not supported","param":"response_format"}}"#;
    let lab =
        Lab::with(without_tools(), free, vec![refuses(by_name), refuses(by_name), asks("look", "x"), answers("Done.")])
            .start();
    assert_eq!((lab.outcome().ending.clone(), lab.ran.len()), (Ending::Answered, 1));
    assert_eq!(lab.learned.last().and_then(|known| known.json), Some(JsonForm::Absent));
    // One that does not say what it refuses is asked once without it.
    let lab = Lab::with(
        without_tools(),
        free,
        vec![refuses(r#"{"error":{"message":"grammar: bad root"}}"#), asks("look", "x"), answers("Done.")],
    )
    .start();
    assert_eq!((lab.outcome().ending.clone(), lab.ran.len()), (Ending::Answered, 1));
    let lab = Lab::with(without_tools(), free, vec![refuses("{}"), refuses("{}"), refuses("{}")]).start();
    assert_eq!((lab.outcome().ending.clone(), lab.requests.len()), (Ending::Failed, 2));
}

#[test]
fn a_call_that_was_cut_off_gets_more_room_and_an_answer_is_kept() {
    let cut = |text: &str| Says::Bytes(chunk(&json!({ "content": text }), None) + &chunk(&json!({}), Some("length")));
    let mut small = without_tools();
    small.request.max_tokens = Some(64);
    let lab =
        Lab::with(small, free, vec![cut(r#"{"name": "look", "argum"#), asks("look", "x"), answers("Done.")]).start();
    assert_eq!((lab.outcome().ending.clone(), lab.ran.len()), (Ending::Answered, 1));
    assert_eq!(lab.requests[1]["max_tokens"], RAISED_BUDGET_TOKENS);
    let lab = Lab::with(without_tools(), free, vec![cut(r#"{"answer": "Once upon"#)]).start();
    assert_eq!((lab.outcome().ending.clone(), lab.turn.text().as_str()), (Ending::Answered, "Once upon"));
}

#[test]
fn a_question_outlives_the_page() {
    let lab = Lab::with(without_tools(), free, vec![asks("ask", "which?")]).start();
    assert_eq!((lab.asked.len(), lab.parked), (1, 1));
    let checkpoint = lab.checkpoints.last().expect("a checkpoint");
    let turn = Turn::resume(without_tools(), Rc::new(lab.agent), checkpoint, Timestamp(100)).expect("it goes on");
    let mut again = Lab { turn, ..Lab::with(without_tools(), free, vec![answers("It is a.")]) }.start();
    let (call_id, _) = again.asked.pop().expect("the question again");
    again.input(TurnInput::Answer { call_id, answer: Answer::Chosen(vec!["a".to_owned()]) });
    assert_eq!(again.outcome().ending, Ending::Answered);
    let said = again.said(0);
    assert!(said.last().is_some_and(|last| last.starts_with("user Result of ask: {\"chosen\"")), "{said:?}");
}

#[test]
fn an_answer_streams_and_what_was_shown_is_kept_when_it_is_stopped() {
    let mut lab = Lab::with(without_tools(), free, Vec::new()).start();
    let feed = |lab: &mut Lab, text: &str| {
        let bytes = chunk(&json!({ "content": text }), None).into_bytes();
        lab.input(TurnInput::Chunk(bytes));
    };
    feed(&mut lab, "{\"ans");
    assert_eq!(lab.shown, "");
    feed(&mut lab, "wer\": \"Seven \\\"ho");
    assert_eq!(lab.shown, "Seven \"ho");
    feed(&mut lab, "urs\\");
    assert_eq!(lab.shown, "Seven \"hours");
    lab.stop();
    assert_eq!((lab.outcome().ending.clone(), lab.turn.text().as_str()), (Ending::Stopped, "Seven \"hours"));
    // Words in no form are kept too.
    let mut lab = Lab::with(without_tools(), free, Vec::new()).start();
    feed(&mut lab, "Well, se");
    assert_eq!(lab.shown, "");
    lab.stop();
    assert_eq!(lab.turn.text(), "Well, se");
}
