//! One request and its tries.

use crate::testing::*;
use crate::turn::{Ending, Output, Setup, Turn, TurnInput};
use espalier_agent_api::state::Notice;
use espalier_base::time::Timestamp;
use espalier_llm::capability::RAISED_BUDGET_TOKENS;
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_llm::stream::CallDelta;

fn turn() -> Turn {
    let mut setup: Setup = setup();
    setup.request.max_tokens = Some(2_048);
    Turn::new(setup.request, false, setup.capabilities, Timestamp(0))
}

fn feed(turn: &mut Turn, text: &str) -> Vec<Output> {
    turn.on(turn.step(), TurnInput::Chunk(text.as_bytes().to_vec()), Timestamp(10), 0.5)
}

fn piece(delta: &str, finish: &str) -> String {
    format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{delta},\"finish_reason\":{finish}}}]}}\n\n")
}

fn end(turn: &mut Turn) -> Vec<Output> {
    turn.on(turn.step(), TurnInput::Ended, Timestamp(20), 0.5)
}

fn body(output: &Output) -> &str {
    let Output::Call(Some(request)) = output else { panic!("no request: {output:?}") };
    &request.body
}

#[test]
fn a1_text_and_thoughts_come_out_as_they_arrive() {
    let mut turn = turn();
    assert!(matches!(turn.start(Timestamp(0)).as_slice(), [Output::Call(Some(_))]), "no checkpoint without tools");
    assert_eq!(feed(&mut turn, &piece(r#"{"reasoning_content":"hm"}"#, "null")), [Output::Reasoning("hm".into())]);
    assert_eq!(feed(&mut turn, &piece(r#"{"content":"yes"}"#, "null")), [Output::Text("yes".into())]);
    assert_eq!((turn.text(), turn.reasoning()), ("yes".into(), "hm".into()));
    feed(&mut turn, &piece("{}", "\"stop\""));
    let [Output::Finished(outcome)] = &end(&mut turn)[..] else { panic!("it ends") };
    assert_eq!((turn.text(), turn.reasoning(), turn.parts()), ("yes".into(), "hm".into(), outcome.parts.clone()));
    assert_eq!((outcome.error.clone(), outcome.first_token_ms, outcome.thinking_ms), (None, Some(10), Some(0)));
    assert_eq!(outcome.ending, Ending::Answered);
}

#[test]
fn a2_what_comes_for_an_older_attempt_is_dropped() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    let old = turn.step();
    let offline = LlmError::new(ErrorKind::Server);
    assert!(matches!(turn.on(old, TurnInput::Failed(offline), Timestamp(1), 0.5)[..], [Output::Wake(_)]));
    let late = piece(r#"{"content":"late"}"#, "null");
    assert_eq!(turn.on(old, TurnInput::Chunk(late.into()), Timestamp(2), 0.5), []);
    assert!(matches!(turn.on(turn.step(), TurnInput::Wake, Timestamp(3), 0.5)[..], [Output::Call(_)]));
    assert_eq!(turn.attempt(), 2);
}

#[test]
fn a3_a_budget_used_up_by_thinking_is_raised_and_asked_again() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    feed(&mut turn, &piece(r#"{"reasoning_content":"so much to think"}"#, "null"));
    feed(&mut turn, &piece("{}", "\"length\""));
    let outputs = end(&mut turn);
    let [Output::Learned(learned), Output::Again, again] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!(learned.token_floor, Some(RAISED_BUDGET_TOKENS));
    assert!(body(again).contains(&RAISED_BUDGET_TOKENS.to_string()), "{}", body(again));
    // A second time it is told, and what was thought is kept.
    feed(&mut turn, &piece(r#"{"reasoning_content":"still"}"#, "null"));
    feed(&mut turn, &piece("{}", "\"length\""));
    let outputs = end(&mut turn);
    let [Output::Finished(outcome)] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!(outcome.error.as_ref().map(|error| &error.kind), Some(&ErrorKind::Starved));
    assert_eq!(turn.reasoning(), "still");
}

#[test]
fn a3_nothing_is_sent_again_after_visible_text() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    feed(&mut turn, &piece(r#"{"content":"half"}"#, "null"));
    let broken = LlmError::new(ErrorKind::Server);
    let outputs = turn.on(turn.step(), TurnInput::Failed(broken), Timestamp(20), 0.5);
    let [Output::Finished(outcome)] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!((turn.text().as_str(), outcome.error.is_some()), ("half", true));
}

#[test]
fn a3_a_call_that_was_cut_off_is_asked_for_again() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    let begun = r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"look","arguments":"{"}}]}"#;
    let delta = CallDelta { call: 0, name: Some("look".into()), arguments: "{".into() };
    assert_eq!(feed(&mut turn, &piece(begun, "null")), [Output::ToolCall(delta)]);
    let outputs = end(&mut turn);
    assert!(matches!(outputs[..], [Output::Again, Output::Wake(_)]), "{outputs:?}");
}

#[test]
fn a3_text_that_turns_out_to_be_reasoning_is_not_the_answer() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    feed(&mut turn, &piece(r#"{"content":"first I think"}"#, "null"));
    let outputs = feed(&mut turn, &piece(r#"{"content":"</think>Yes."}"#, "null"));
    assert!(outputs.contains(&Output::TextWasReasoning), "{outputs:?}");
    assert_eq!((turn.text().as_str(), turn.reasoning().as_str()), ("Yes.", "first I think"));
    feed(&mut turn, &piece("{}", "\"stop\""));
    assert!(matches!(end(&mut turn)[..], [Output::Finished(_)]));
}

#[test]
fn a3_thoughts_without_an_answer_are_the_answer_where_they_ended_well() {
    for (thought, reasoning) in [
        (r#"{"content":"<think>Hello! How are you?"}"#, "Hello! How are you?"),
        (r#"{"reasoning_content":"Hello! How are you?"}"#, "Hello! How are you?"),
    ] {
        let mut turn = turn();
        turn.start(Timestamp(0));
        feed(&mut turn, &piece(thought, "null"));
        feed(&mut turn, &piece("{}", "\"stop\""));
        let outputs = end(&mut turn);
        let [Output::Text(text), Output::Finished(outcome)] = &outputs[..] else { panic!("{outputs:?}") };
        assert_eq!((text.as_str(), turn.text().as_str(), turn.reasoning().as_str()), (reasoning, reasoning, reasoning));
        assert_eq!((&outcome.ending, &outcome.error), (&Ending::Answered, &None));
        assert_eq!(outcome.notices, [Notice::Thoughts]);
    }
    // Thoughts that were cut off are none.
    let mut turn = turn();
    turn.start(Timestamp(0));
    feed(&mut turn, &piece(r#"{"content":"<think>Hello! How"}"#, "null"));
    feed(&mut turn, &piece("{}", "\"length\""));
    let outputs = end(&mut turn);
    assert!(!outputs.iter().any(|output| matches!(output, Output::Text(_))), "{outputs:?}");
}

#[test]
fn a4_a_turn_ends_once() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    feed(&mut turn, &piece(r#"{"content":"half"}"#, "null"));
    let outputs = turn.stop(Timestamp(30));
    let [Output::Finished(outcome)] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!((outcome.ending.clone(), turn.text().as_str()), (Ending::Stopped, "half"));
    assert_eq!(turn.stop(Timestamp(31)), []);
    assert_eq!(end(&mut turn), []);
}

#[test]
fn a_wait_for_the_next_try_can_be_cut_short() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    let waits = turn.on(turn.step(), TurnInput::Failed(LlmError::new(ErrorKind::Server)), Timestamp(1), 0.5);
    assert!(matches!(waits[..], [Output::Wake(_)]) && turn.waiting_until().is_some());
    assert!(matches!(turn.start(Timestamp(2))[..], [Output::Call(Some(_))]));
    assert_eq!(turn.start(Timestamp(3)), [], "a request is under way");
}

#[test]
fn calls_of_tools_that_came_with_the_request_are_for_whoever_put_them_there() {
    let mut setup = setup();
    setup.request.tools = vec![PROPOSE.spec(setup.language)];
    let mut turn = Turn::new(setup.request, false, setup.capabilities, Timestamp(0));
    let outputs = turn.start(Timestamp(0));
    assert!(body(&outputs[0]).contains("\"tools\""));
    feed(
        &mut turn,
        &piece(
            r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"propose","arguments":"{\"any\":1}"}}]}"#,
            "null",
        ),
    );
    feed(&mut turn, &piece("{}", "\"tool_calls\""));
    let outputs = end(&mut turn);
    let [Output::Finished(outcome)] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!((outcome.ending.clone(), outcome.assembled.calls.len()), (Ending::Proposed, 1));
}

#[test]
fn a_plain_turn_may_ask_in_another_form_after_it_learned_something() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    let mut other = setup().request;
    other.temperature = Some(0.25);
    let request = turn.ask_instead(other).expect("it has a shape");
    assert!(request.body.contains("0.25"));
    turn.on(turn.step(), TurnInput::Failed(LlmError::new(ErrorKind::Server)), Timestamp(1), 0.5);
    assert!(body(&turn.start(Timestamp(2))[0]).contains("0.25"));
}
