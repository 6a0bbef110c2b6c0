use super::*;
use crate::llm::capability::RAISED_BUDGET_TOKENS;

fn turn() -> Turn {
    let mut request = ModelRequest::new("custom", "http://localhost/v1", "m", Vec::new());
    request.max_tokens = Some(2_048);
    Turn::new(request, false, Capabilities::default(), Timestamp(0))
}

fn feed(turn: &mut Turn, text: &str) -> Vec<Output> {
    turn.on(turn.step(), TurnInput::Chunk(text.as_bytes().to_vec()), Timestamp(10), 0.5)
}

fn chunk(delta: &str, finish: &str) -> String {
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
    assert!(matches!(turn.start(Timestamp(0)).as_slice(), [Output::Call(Some(_))]));
    assert_eq!(feed(&mut turn, &chunk(r#"{"reasoning_content":"hm"}"#, "null")), [Output::Reasoning("hm".into())]);
    assert_eq!(feed(&mut turn, &chunk(r#"{"content":"yes"}"#, "null")), [Output::Text("yes".into())]);
    feed(&mut turn, &chunk("{}", "\"stop\""));
    let [Output::Finished(outcome)] = &end(&mut turn)[..] else { panic!("it ends") };
    assert_eq!((outcome.assembled.text.as_str(), outcome.assembled.reasoning.as_str()), ("yes", "hm"));
    assert_eq!((outcome.error.clone(), outcome.first_token_ms, outcome.thinking_ms), (None, Some(10), Some(0)));
}

#[test]
fn a2_what_comes_for_an_older_attempt_is_dropped() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    let old = turn.step();
    let offline = LlmError::new(ErrorKind::Server);
    assert!(matches!(turn.on(old, TurnInput::Failed(offline), Timestamp(1), 0.5)[..], [Output::Wake(_)]));
    assert_eq!(turn.on(old, TurnInput::Chunk(chunk(r#"{"content":"late"}"#, "null").into()), Timestamp(2), 0.5), []);
    assert!(matches!(turn.on(turn.step(), TurnInput::Wake, Timestamp(3), 0.5)[..], [Output::Call(_)]));
    assert_eq!(turn.attempt(), 2);
}

#[test]
fn a3_a_budget_used_up_by_thinking_is_raised_and_asked_again() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    feed(&mut turn, &chunk(r#"{"reasoning_content":"so much to think"}"#, "null"));
    feed(&mut turn, &chunk("{}", "\"length\""));
    let outputs = end(&mut turn);
    let [Output::Learned(learned), Output::Again, again] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!(learned.token_floor, Some(RAISED_BUDGET_TOKENS));
    assert!(body(again).contains(&RAISED_BUDGET_TOKENS.to_string()), "{}", body(again));
    // A second time it is told, and what was thought is kept.
    feed(&mut turn, &chunk(r#"{"reasoning_content":"still"}"#, "null"));
    feed(&mut turn, &chunk("{}", "\"length\""));
    let outputs = end(&mut turn);
    let [Output::Finished(outcome)] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!(outcome.error.as_ref().map(|error| &error.kind), Some(&ErrorKind::Starved));
    assert_eq!(outcome.assembled.reasoning, "still");
}

#[test]
fn a3_nothing_is_sent_again_after_visible_text() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    feed(&mut turn, &chunk(r#"{"content":"half"}"#, "null"));
    let broken = LlmError::new(ErrorKind::Server);
    let outputs = turn.on(turn.step(), TurnInput::Failed(broken), Timestamp(20), 0.5);
    let [Output::Finished(outcome)] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!((outcome.assembled.text.as_str(), outcome.error.is_some()), ("half", true));
}

#[test]
fn a3_a_call_that_was_cut_off_is_asked_for_again() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    let outputs = feed(
        &mut turn,
        &chunk(r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"look","arguments":"{"}}]}"#, "null"),
    );
    let delta = CallDelta { call: 0, name: Some("look".into()), arguments: "{".into() };
    assert_eq!(outputs, [Output::ToolCall(delta)]);
    let outputs = turn.on(turn.step(), TurnInput::Ended, Timestamp(20), 0.5);
    assert!(matches!(outputs[..], [Output::Again, Output::Wake(_)]), "{outputs:?}");
}

#[test]
fn a3_text_that_turns_out_to_be_reasoning_is_not_the_answer() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    feed(&mut turn, &chunk(r#"{"content":"first I think"}"#, "null"));
    let outputs = feed(&mut turn, &chunk(r#"{"content":"</think>Yes."}"#, "null"));
    assert!(outputs.contains(&Output::TextWasReasoning), "{outputs:?}");
    feed(&mut turn, &chunk("{}", "\"stop\""));
    let outputs = end(&mut turn);
    let Some(Output::Finished(outcome)) = outputs.last() else { panic!("{outputs:?}") };
    assert_eq!((outcome.assembled.text.as_str(), outcome.assembled.reasoning.as_str()), ("Yes.", "first I think"));
}

#[test]
fn a4_a_turn_ends_once() {
    let mut turn = turn();
    turn.start(Timestamp(0));
    feed(&mut turn, &chunk(r#"{"content":"half"}"#, "null"));
    assert_eq!(turn.stop(Timestamp(30)).len(), 1);
    assert_eq!(turn.stop(Timestamp(31)), []);
    assert_eq!(end(&mut turn), []);
}
