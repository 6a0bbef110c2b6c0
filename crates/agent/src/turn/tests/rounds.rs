//! Several rounds of one turn.

use serde_json::json;

use crate::progress::Phase;
use crate::testing::*;
use crate::turn::{CallStatus, Chosen, Ending, Notice, Setup, State, TurnInput};
use espalier_agent_api::spec::{StepPolicy, StopWhen};
use espalier_llm::capability::{Capabilities, Rung};
use espalier_llm::request::ToolChoice;
use espalier_model::conversation::Part;

fn word(word: &str) -> String {
    json!({ "word": word }).to_string()
}

#[test]
fn what_a_person_set_counts_more_than_a_step() {
    let policy = |_: &State| StepPolicy { temperature: Some(0.2), max_tokens: Some(900), ..StepPolicy::default() };
    let asked = |chosen: Chosen| {
        let lab = Lab::with(Setup { chosen, ..setup() }, policy, vec![text("Well.")]).start();
        (lab.requests[0]["temperature"].clone(), lab.requests[0]["max_tokens"].clone())
    };
    assert_eq!(asked(Chosen::default()), (json!(0.2), json!(900)));
    assert_eq!(asked(Chosen { temperature: Some(1.5), max_tokens: None }), (json!(1.5), json!(900)));
    assert_eq!(asked(Chosen { temperature: None, max_tokens: Some(7) }), (json!(0.2), json!(7)));
}

#[test]
fn the_result_goes_back_and_the_answer_follows() {
    let lab = Lab::new(free, vec![calls_with("Let me see.", &[("a", "look", &word("x"))]), text("It is x.")]).start();
    assert_eq!(lab.outcome().ending, Ending::Answered);
    let expected = ["system Be brief.", "user Well?", "assistant Let me see. [look {\"word\":\"x\"}]", "tool look x"];
    assert_eq!(lab.said(1), expected);
    assert_eq!(lab.turn.text(), "Let me see.\n\nIt is x.");
    assert_eq!(lab.shown, lab.turn.text(), "what was shown is what is stored");
    let kinds: Vec<&str> = lab.outcome().parts.iter().map(kind).collect();
    assert_eq!(kinds, ["text", "call", "result", "text"]);
    assert_eq!(lab.streamed, [(0, "look".into(), word("x"))]);
}

fn kind(part: &Part) -> &'static str {
    match part {
        Part::Text { .. } => "text",
        Part::Reasoning { .. } => "reasoning",
        Part::ToolCall { .. } => "call",
        Part::ToolResult { .. } => "result",
        Part::Opaque { .. } => "opaque",
        Part::Report { .. } => "report",
        Part::Attachment(_) => "attachment",
    }
}

#[test]
fn a7_reads_go_out_together_and_writes_in_their_place() {
    let all = [
        ("a", "look", word("1")),
        ("b", "look", word("2")),
        ("c", "put", word("3")),
        ("d", "look", word("4")),
        ("e", "put", word("5")),
        ("f", "put", word("6")),
    ];
    let made: Vec<_> = all.iter().map(|(id, name, arguments)| (*id, *name, arguments.as_str())).collect();
    let mut lab = Lab::new(free, vec![calls(&made), text("Done.")]);
    lab.hold = true;
    let mut lab = lab.start();
    let ids = |lab: &Lab| lab.held.iter().map(|run| run.call_id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&lab), ["a", "b"]);
    let answer = |lab: &mut Lab, id: &str| {
        let at = lab.held.iter().position(|run| run.call_id == id).expect("it was handed out");
        let run = lab.held.remove(at);
        lab.input(TurnInput::Result { call_id: run.call_id.clone(), result: (lab.run)(&run) });
    };
    answer(&mut lab, "b");
    assert_eq!(ids(&lab), ["a"], "a write waits for all reads before it");
    answer(&mut lab, "a");
    assert_eq!(ids(&lab), ["c"]);
    answer(&mut lab, "c");
    assert_eq!(ids(&lab), ["d"], "a read after a write sees what it did");
    answer(&mut lab, "d");
    answer(&mut lab, "e");
    assert_eq!((lab.outcome.is_none(), ids(&lab)), (true, vec!["f".to_owned()]));
    answer(&mut lab, "f");
    assert_eq!(lab.outcome().ending, Ending::Answered);
    assert_eq!(lab.batches, [2, 1, 1, 1, 1]);
    // In the order of the calls, whatever the order of the results.
    let results: Vec<String> = lab.said(1).into_iter().filter(|line| line.starts_with("tool")).collect();
    assert_eq!(results, ["tool look 1", "tool look 2", "tool put 3", "tool look 4", "tool put 5", "tool put 6"]);
}

#[test]
fn a2_a_result_counts_once() {
    let mut lab = Lab::new(free, vec![calls(&[("a", "look", &word("x")), ("b", "look", &word("y"))]), text("Done.")]);
    lab.hold = true;
    let mut lab = lab.start();
    let result = |id: &str| TurnInput::Result {
        call_id: id.to_owned(),
        result: Ok(espalier_agent_api::tool::Reply::Result(format!("for {id}"))),
    };
    lab.input(result("a"));
    lab.input(result("a"));
    lab.input(result("nobody"));
    assert!(lab.outcome.is_none());
    lab.input(result("b"));
    lab.input(result("b"));
    assert_eq!(lab.said(1)[3..], ["tool for a", "tool for b"]);
}

#[test]
fn after_the_last_round_the_model_answers_without_tools() {
    let mut replies: Vec<Says> = (0..5).map(|number| call("look", &word(&number.to_string()))).collect();
    replies.push(text("Enough."));
    let lab = Lab::new(free, replies).start();
    assert_eq!(lab.tools_of(4).len(), TOOLS.len());
    assert!(lab.requests[5].get("tools").is_none() && lab.requests[5].get("tool_choice").is_none());
    assert!(lab.said(5).last().expect("a message").starts_with("user No tool may be called"));
    assert_eq!(lab.outcome().notices, [Notice::Rounds]);
    assert!(lab.requests.iter().all(|request| request["stream"] == true), "every round streams");
}

#[test]
fn d1_the_policy_is_worked_out_before_each_step() {
    let policy = |state: &State| StepPolicy {
        tools: if state.done("look").count() < 2 { vec![&LOOK] } else { vec![&PUT] },
        temperature: Some(f64::from(state.steps) / 10.0),
        max_tokens: Some(100 + state.steps),
        instructions: Some(format!("Step {}.", state.steps)),
        ..StepPolicy::default()
    };
    let lab = Lab::new(policy, vec![call("look", &word("a")), call("look", &word("b")), text("Done.")]).start();
    assert_eq!((lab.tools_of(0), lab.tools_of(2)), (vec!["look"], vec!["put"]));
    let system: Vec<_> = (0..3).map(|step| lab.said(step)[0].clone()).collect();
    assert_eq!(system, ["system Be brief.\n\nStep 0.", "system Be brief.\n\nStep 1.", "system Be brief.\n\nStep 2."]);
    let budgets: Vec<_> = lab.requests.iter().map(|request| request["max_tokens"].clone()).collect();
    assert_eq!(budgets, [json!(100), json!(101), json!(102)]);
}

#[test]
fn stops_are_looked_at_after_each_step() {
    let stops = |state: &State, stop| StepPolicy { stop_when: vec![stop], ..free(state) };
    let replies = || vec![call("look", "{}"), call("look", &word("a")), call("look", &word("b")), text("Done.")];
    let valid = |state: &State| StepPolicy { stop_when: vec![StopWhen::ValidCall("look")], ..free(state) };
    let lab = Lab::new(valid, replies()).start();
    assert_eq!(
        (lab.outcome().ending.clone(), lab.requests.len()),
        (Ending::Condition(0), 2),
        "D3: an invalid call is none"
    );
    let steps = |state: &State| StepPolicy { stop_when: vec![StopWhen::StepCount(1)], ..free(state) };
    assert_eq!(Lab::new(steps, replies()).start().requests.len(), 1);
    let predicate = |state: &State| StepPolicy {
        stop_when: vec![StopWhen::StepCount(9), StopWhen::Predicate(|state| state.done("look").count() == 2)],
        ..free(state)
    };
    let lab = Lab::new(predicate, replies()).start();
    assert_eq!((lab.outcome().ending.clone(), lab.requests.len()), (Ending::Condition(1), 3));
    let budget = StopWhen::Budget(100);
    let mut state = State::new("");
    state.usage.prompt_tokens = Some(60);
    assert!(!stops(&state, budget).stop_when[0].holds(&state));
    state.usage.completion_tokens = Some(40);
    assert!(budget.holds(&state));
}

#[test]
fn usage_adds_up_over_the_rounds() {
    let usage = |prompt: u32| {
        format!("data: {}\n\n", json!({"choices": [], "usage": {"prompt_tokens": prompt, "completion_tokens": 5}}))
    };
    let with = |says: Says, prompt: u32| match says {
        Says::Bytes(bytes) => Says::Bytes(bytes + &usage(prompt)),
        other => other,
    };
    let lab = Lab::new(free, vec![with(call("look", &word("x")), 100), with(text("Done."), 120)]).start();
    let usage = lab.outcome().usage;
    assert_eq!((usage.prompt_tokens, usage.completion_tokens), (Some(220), Some(10)));
}

#[test]
fn a_proposal_ends_the_turn_and_waits_for_the_person() {
    let lab = Lab::new(free, vec![calls_with("I suggest:", &[("p", "propose", "{\"anything\":1}")])]).start();
    assert_eq!((lab.outcome().ending.clone(), lab.ran.len()), (Ending::Proposed, 0));
    assert_eq!(lab.turn.state().calls[0].status, CallStatus::Shown);
    // What came of it by the time the connection broke is kept, too.
    let half = chunk(&json!({"content": "I suggest:"}), None)
        + &chunk(
            &json!({"tool_calls": [{"index": 0, "id": "p", "function": {"name": "propose", "arguments": "{\"any"}}]}),
            None,
        );
    let lab = Lab::new(free, vec![Says::Bytes(half)]).start();
    assert_eq!(lab.outcome().ending, Ending::Failed);
    assert!(matches!(&lab.outcome().parts[1], Part::ToolCall { arguments, .. } if arguments == "{\"any"));
}

#[test]
fn what_is_shown_has_to_be_right_and_ends_the_turn() {
    let lab = Lab::new(free, vec![call("show", &word("never")), call("show", &word("x"))]).start();
    assert_eq!((lab.outcome().ending.clone(), lab.ran.len(), lab.requests.len()), (Ending::Proposed, 0, 2));
    assert!(lab.said(1).pop().expect("a message").contains("word: must not be \"never\""));
    assert_eq!(lab.turn.state().calls[1].status, CallStatus::Shown);
    assert!(
        lab.outcome().parts.iter().all(|part| !matches!(part, Part::ToolResult { call_id, .. } if call_id == "c_2"))
    );
}

#[test]
fn a_condition_comes_before_the_ladder() {
    let policy = |state: &State| StepPolicy {
        tool_choice: ToolChoice::Named("look".into()),
        stop_when: vec![StopWhen::Predicate(|state| state.calls.len() > 2)],
        ..free(state)
    };
    let wrong = || call("look", "{}");
    let lab = Lab::new(policy, vec![wrong(), wrong(), wrong(), text("?")]).start();
    assert_eq!((lab.outcome().ending.clone(), lab.requests.len()), (Ending::Condition(0), 3));
}

#[test]
fn fields_of_the_provider_come_back_in_their_place() {
    let call = json!({"index": 0, "id": "a", "function": {"name": "look", "arguments": word("x")}, "extra_content": {"google": {"thought_signature": "sig"}}});
    let bytes =
        chunk(&json!({"reasoning_content": "hm", "tool_calls": [call]}), None) + &chunk(&json!({}), Some("tool_calls"));
    let lab = Lab::new(free, vec![Says::Bytes(bytes), text("Done.")]).start();
    let calls = &lab.requests[1]["messages"][2]["tool_calls"];
    assert_eq!(calls[0]["extra_content"]["google"]["thought_signature"], "sig");
    let stored = serde_json::to_string(&lab.outcome().parts).expect("it is written");
    let parts: Vec<Part> = serde_json::from_str(&stored).expect("and read");
    let messages = crate::transcript::expand(&parts);
    assert_eq!(messages[0].issuer.as_deref(), Some("http://localhost/v1 m"));
    assert_eq!(messages[0].reasoning.as_deref(), Some("hm"));
}

#[test]
fn coercions_are_recorded() {
    let lab = Lab::new(free, vec![call("look", r#"{"word":7,"limit":"3"}"#), text("Done.")]).start();
    let names: Vec<_> = lab.turn.state().calls[0].coercions.iter().map(|coercion| coercion.name.as_str()).collect();
    assert_eq!(names, ["limit", "word"]);
    assert_eq!(lab.turn.state().calls[0].arguments["limit"], 3);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let wrong = call("look", r#"{"word":"x","limit":90}"#);
    let lab = Lab::new(free, vec![wrong.clone(), text("Done.")]).start();
    let told = lab.said(1).pop().expect("a message");
    assert!(
        told.starts_with("tool Invalid arguments for look: limit: must be from 1 to 9. Nothing was done."),
        "{told}"
    );
    assert!(told.contains("\"maximum\":9"), "{told}");
    assert!(lab.outcome().notices.is_empty(), "nothing was corrected");
    let mended = call("look", r#"{"word":"x","limit":9}"#);
    let lab = Lab::new(free, vec![wrong, mended, text("Done.")]).start();
    assert_eq!(lab.outcome().notices, [Notice::Repaired("look".into())]);
}

#[test]
fn the_rung_that_worked_is_where_one_begins_the_next_time() {
    let forced = |state: &State| StepPolicy {
        tool_choice: ToolChoice::Named("look".into()),
        stop_when: vec![StopWhen::ValidCall("look")],
        ..free(state)
    };
    let talk = || text("Let us talk.");
    let lab = Lab::new(forced, vec![talk(), talk(), talk(), talk(), text(r#"{"word":"x"}"#)]).start();
    let learned = lab.learned.last().expect("something was learned").clone();
    assert_eq!(learned.forced, Some(Rung::Schema));
    assert_eq!(lab.requests[0]["tool_choice"]["function"]["name"], "look");
    assert_eq!((lab.requests[1]["tool_choice"].clone(), lab.tools_of(1)), (json!("required"), vec!["look"]));
    assert_eq!((lab.requests[2].get("tool_choice"), lab.tools_of(2)), (None, vec!["look"]));
    assert!(lab.said(3).last().expect("a message").contains("Call the tool look now"));
    assert_eq!(lab.requests[4]["response_format"]["type"], "json_schema");
    // The arguments stream like those of a call.
    assert_eq!(lab.streamed.last(), Some(&(0, "look".into(), r#"{"word":"x"}"#.into())));
    let next = Lab::with(Setup { capabilities: learned, ..setup() }, forced, vec![text(r#"{"word":"y"}"#)]);
    let lab = next.start();
    assert_eq!((lab.requests.len(), lab.ran), (1, vec!["look y".to_owned()]));
}

#[test]
fn a_model_known_to_call_no_tools_is_not_asked() {
    let capabilities = Capabilities { without_tools: true, ignores_prompted_tools: true, ..Capabilities::default() };
    let lab = Lab::with(Setup { capabilities, ..setup() }, free, vec![text("Seven hours!")]).start();
    assert_eq!((lab.outcome().ending.clone(), lab.requests.len()), (Ending::ToolsUnsupported, 0));
}

#[test]
fn phases_say_what_is_done_in_words() {
    let lab = Lab::new(free, vec![call("look", &word("hours")), text("Seven.")]).start();
    let entered: Vec<_> =
        lab.turn.phases.entered().iter().map(|entered| (entered.phase, entered.words.as_str())).collect();
    let expected =
        [(Phase::Preparing, ""), (Phase::Tool, "Look: hours"), (Phase::Preparing, ""), (Phase::Answering, "")];
    assert_eq!(entered, expected);
}

#[test]
fn stopping_keeps_what_was_said_and_answers_what_was_called() {
    let mut lab = Lab::new(free, vec![calls(&[("a", "look", &word("x")), ("b", "put", &word("y"))])]);
    lab.hold = true;
    let mut lab = lab.start();
    lab.stop();
    assert_eq!(lab.outcome().ending, Ending::Stopped);
    let results = lab.outcome().parts.iter().filter(|part| matches!(part, Part::ToolResult { is_error: true, .. }));
    assert_eq!(results.count(), 2);
    lab.input(TurnInput::Result {
        call_id: "a".into(),
        result: Ok(espalier_agent_api::tool::Reply::Result("late".into())),
    });
    assert_eq!(lab.outcome().parts, lab.turn.parts());
}
