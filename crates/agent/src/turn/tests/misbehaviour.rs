//! Misbehaviour of endpoints and models, and its outcome.

use serde_json::json;

use crate::testing::*;
use crate::turn::{Ending, State};
use espalier_agent_api::spec::{StepPolicy, StopWhen};
use espalier_llm::error::{ErrorKind, LlmError, NetworkKind};
use espalier_llm::request::ToolChoice;
use espalier_llm::stream::FinishReason;

/// `look` has to be called first.
fn forced(_: &State) -> StepPolicy {
    StepPolicy { tool_choice: ToolChoice::Named("look".into()), ..free(&State::new("")) }
}

/// `look` has to be called, and that is all.
fn forced_once(state: &State) -> StepPolicy {
    StepPolicy { stop_when: vec![StopWhen::ValidCall("look")], ..forced(state) }
}

/// Tools are welcome, but the answer does not depend on them.
fn welcome(state: &State) -> StepPolicy {
    StepPolicy { needs_tools: false, ..free(state) }
}

/// Checks what a person sees: how it ended, what was said, what was done, and how often the endpoint was asked.
fn check(case: &str, policy: fn(&State) -> StepPolicy, replies: Vec<Says>, expected: &str) {
    let lab = Lab::new(policy, replies).start();
    let Some(outcome) = &lab.outcome else {
        panic!("{case}: not over; asked {:?}", lab.asked);
    };
    let error = outcome.error.as_ref().map(|error| format!(" ({:?})", error.kind)).unwrap_or_default();
    let text = lab.turn.text().replace('\n', "/");
    let found = format!("{:?}{error}; says {text:?}; did {:?}; {} asked", outcome.ending, lab.ran, lab.requests.len());
    let requests: Vec<_> = (0..lab.requests.len()).map(|request| lab.said(request)).collect();
    assert_eq!(found, expected, "{case}; {requests:#?}");
}

fn stream(pieces: &[&str]) -> Says {
    Says::Bytes(pieces.concat())
}

fn look(word: &str) -> Says {
    call("look", &json!({ "word": word }).to_string())
}

fn done() -> Says {
    text("Done.")
}

#[test]
fn names_and_ids() {
    check("an unknown tool", free, vec![call("lookup", "{}"), done()], r#"Answered; says "Done."; did []; 2 asked"#);
    check(
        "the name of an object's own method",
        free,
        vec![call("__proto__", "{}"), done()],
        r#"Answered; says "Done."; did []; 2 asked"#,
    );
    check("no name at all", free, vec![call("", r#"{"word":"x"}"#)], r#"Failed (Empty); says ""; did []; 1 asked"#);
    check(
        "two calls with one id",
        free,
        vec![calls(&[("a", "look", r#"{"word":"x"}"#), ("a", "look", r#"{"word":"y"}"#)]), done()],
        r#"Answered; says "Done."; did ["look x", "look y"]; 2 asked"#,
    );
    check(
        "the same id again in the next round",
        free,
        vec![look("x"), look("y"), done()],
        r#"Answered; says "Done."; did ["look x", "look y"]; 3 asked"#,
    );
    check(
        "calls without ids",
        free,
        vec![calls(&[("", "look", r#"{"word":"x"}"#), ("", "look", r#"{"word":"y"}"#)]), done()],
        r#"Answered; says "Done."; did ["look x", "look y"]; 2 asked"#,
    );
}

#[test]
fn arguments_that_are_meant_well() {
    check(
        "a number as a text",
        free,
        vec![call("look", r#"{"word":"x","limit":"3"}"#), done()],
        r#"Answered; says "Done."; did ["look x"]; 2 asked"#,
    );
    check(
        "a number where a text belongs",
        free,
        vec![call("look", r#"{"word":7}"#), done()],
        r#"Answered; says "Done."; did ["look 7"]; 2 asked"#,
    );
    check(
        "null for what may be missing",
        free,
        vec![call("look", r#"{"word":"x","limit":null}"#), done()],
        r#"Answered; says "Done."; did ["look x"]; 2 asked"#,
    );
    check(
        "an object encoded twice",
        free,
        vec![call("look", r#""{\"word\":\"x\"}""#), done()],
        r#"Answered; says "Done."; did ["look x"]; 2 asked"#,
    );
}

#[test]
fn wrong_arguments() {
    check(
        "a missing argument, repaired",
        free,
        vec![call("look", "{}"), look("x"), done()],
        r#"Answered; says "Done."; did ["look x"]; 3 asked"#,
    );
    check(
        "an argument of another type",
        free,
        vec![call("look", r#"{"word":{"a":1}}"#), look("x"), done()],
        r#"Answered; says "Done."; did ["look x"]; 3 asked"#,
    );
    check(
        "an argument too many",
        free,
        vec![call("look", r#"{"word":"x","colour":"red"}"#), look("x"), done()],
        r#"Answered; says "Done."; did ["look x"]; 3 asked"#,
    );
    check(
        "broken JSON never becomes an empty object",
        free,
        vec![call("look", r#"{"word":"#), look("x"), done()],
        r#"Answered; says "Done."; did ["look x"]; 3 asked"#,
    );
    check(
        "arguments that are a list",
        free,
        vec![call("look", r#"["x"]"#), look("x"), done()],
        r#"Answered; says "Done."; did ["look x"]; 3 asked"#,
    );
    check(
        "wrong for ever: after two repairs the tool is withdrawn",
        free,
        vec![
            call("look", "{}"),
            call("look", r#"{"x":1}"#),
            call("look", r#"{"x":2}"#),
            call("look", r#"{"x":3}"#),
            done(),
        ],
        r#"Answered; says "Done."; did []; 5 asked"#,
    );
}

#[test]
fn tools_that_fail() {
    check(
        "a failure the model is told",
        free,
        vec![look("bad"), look("good"), done()],
        r#"Answered; says "Done."; did ["look bad", "look good"]; 3 asked"#,
    );
    check(
        "a failure nobody can mend",
        free,
        vec![look("fatal"), done()],
        r#"Fatal("the database is gone"); says ""; did ["look fatal"]; 1 asked"#,
    );
    check(
        "a result that is empty",
        free,
        vec![look("void"), done()],
        r#"Answered; says "Done."; did ["look void"]; 2 asked"#,
    );
}

#[test]
fn going_round_in_circles() {
    check(
        "the same call again is not run again",
        free,
        vec![look("x"), look("x"), done()],
        r#"Answered; says "Done."; did ["look x"]; 3 asked"#,
    );
    check(
        "the same call in other words",
        free,
        vec![call("look", r#"{"word":"x","limit":2}"#), call("look", r#"{"limit":2,"word":"x"}"#), done()],
        r#"Answered; says "Done."; did ["look x"]; 3 asked"#,
    );
    check(
        "twice in one round",
        free,
        vec![calls(&[("a", "look", r#"{"word":"x"}"#), ("b", "look", r#"{"word":"x"}"#)]), done()],
        r#"Answered; says "Done."; did ["look x"]; 2 asked"#,
    );
    check(
        "for ever the same",
        free,
        vec![look("x"), look("x"), look("x"), look("x"), done()],
        r#"Answered; says "Done."; did ["look x"]; 5 asked"#,
    );
    let (x, y) = (("a", "put", r#"{"word":"x"}"#), ("b", "put", r#"{"word":"y"}"#));
    check(
        "two writes in turn",
        free,
        vec![calls(&[x]), calls(&[y]), calls(&[x]), calls(&[y]), calls(&[x]), done()],
        r#"Answered; says "Done."; did ["put x", "put y", "put x"]; 6 asked"#,
    );
    check(
        "an unknown tool for ever",
        free,
        vec![call("no", "{}"), call("no", "{}"), call("no", "{}"), call("no", "{}"), done()],
        r#"Answered; says "Done."; did []; 5 asked"#,
    );
}

#[test]
fn rounds_that_end() {
    check(
        "always something new: the rounds end",
        free,
        vec![look("a"), look("b"), look("c"), look("d"), look("e"), text("That is all.")],
        r#"Answered; says "That is all."; did ["look a", "look b", "look c", "look d", "look e"]; 6 asked"#,
    );
    check(
        "a call in the round without tools",
        free,
        vec![
            look("a"),
            look("b"),
            look("c"),
            look("d"),
            look("e"),
            calls_with("Well.", &[("z", "look", r#"{"word":"f"}"#)]),
        ],
        r#"Answered; says "Well."; did ["look a", "look b", "look c", "look d", "look e"]; 6 asked"#,
    );
    check(
        "nothing but a call in the round without tools",
        free,
        vec![look("a"), look("b"), look("c"), look("d"), look("e"), look("f")],
        r#"Failed (Empty); says ""; did ["look a", "look b", "look c", "look d", "look e"]; 6 asked"#,
    );
    check(
        "silence after a result",
        free,
        vec![look("x"), text(""), done()],
        r#"Answered; says "Done."; did ["look x"]; 3 asked"#,
    );
    check(
        "silence for ever",
        free,
        vec![look("x"), text(""), text("")],
        r#"Failed (Empty); says ""; did ["look x"]; 3 asked"#,
    );
}

#[test]
fn streams_that_end_badly() {
    let begun = chunk(
        &json!({"tool_calls": [{"index": 0, "id": "a", "function": {"name": "look", "arguments": "{\"wo"}}]}),
        None,
    );
    let said = chunk(&json!({"content": "I will look."}), None);
    let whole = chunk(
        &json!({"tool_calls": [{"index": 0, "id": "a", "function": {"name": "look", "arguments": "{\"word\":\"x\"}"}}]}),
        None,
    );
    check(
        "a call that is cut off is asked for again",
        free,
        vec![stream(&[&begun]), look("x"), done()],
        r#"Answered; says "Done."; did ["look x"]; 3 asked"#,
    );
    check(
        "a whole call without an end does not run",
        free,
        vec![stream(&[&whole]), done()],
        r#"Answered; says "Done."; did []; 2 asked"#,
    );
    check(
        "text and half a call",
        free,
        vec![stream(&[&said, &begun])],
        r#"Failed (Truncated); says "I will look."; did []; 1 asked"#,
    );
    check(
        "the budget ends inside of a call",
        free,
        vec![stream(&[&said, &begun, &chunk(&json!({}), Some("length"))])],
        r#"Answered; says "I will look."; did []; 1 asked"#,
    );
    check(
        "filtered with a call",
        free,
        vec![stream(&[&whole, &chunk(&json!({}), Some("content_filter"))])],
        r#"Failed (Moderation); says ""; did []; 1 asked"#,
    );
    check(
        "an unknown reason with a call",
        free,
        vec![stream(&[&whole, &chunk(&json!({}), Some("whatever"))])],
        r#"Failed (Empty); says ""; did []; 1 asked"#,
    );
    check(
        "`stop` with calls",
        free,
        vec![stream(&[&whole, &chunk(&json!({}), Some("stop"))]), done()],
        r#"Answered; says "Done."; did ["look x"]; 2 asked"#,
    );
    check(
        "an error in the stream after a call",
        free,
        vec![stream(&[&whole, "data: {\"error\":{\"message\":\"Internal server error\",\"code\":500}}\n\n"]), done()],
        r#"Answered; says "Done."; did []; 2 asked"#,
    );
}

#[test]
fn connections_that_break() {
    check(
        "the connection breaks for ever",
        free,
        vec![Says::Fails(LlmError::network(NetworkKind::Interrupted)); 4],
        r#"Failed (Network { network: Interrupted }); says ""; did []; 4 asked"#,
    );
    check(
        "the connection breaks in the second round",
        free,
        vec![look("x"), Says::Fails(LlmError::new(ErrorKind::Server)), done()],
        r#"Answered; says "Done."; did ["look x"]; 3 asked"#,
    );
    check(
        "a wrong key in the second round",
        free,
        vec![look("x"), Says::Status(401, "{}")],
        r#"Failed (Authentication); says ""; did ["look x"]; 2 asked"#,
    );
}

#[test]
fn endpoints_without_tools() {
    let refusals = [
        (400, r#"{"error":{"message":"registry.ollama.ai/library/gemma does not support tools"}}"#),
        (500, r#"{"error":{"message":"tools param requires --jinja flag"}}"#),
        (404, r#"{"error":{"message":"No endpoints found that support tool use. Try disabling \"look\"."}}"#),
        (400, r#"{"error":{"message":"Unknown parameter: 'tools'.","param":"tools"}}"#),
        (
            400,
            r#"{"error":{"message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"}}"#,
        ),
        (422, r#"{"error":{"message":"function calling is not available for this model"}}"#),
    ];
    for (status, body) in refusals {
        check(
            body,
            free,
            vec![Says::Status(status, body), text("Seven hours!"), text("Seven, as I said.")],
            r#"ToolsUnsupported (ToolsUnsupported); says ""; did []; 3 asked"#,
        );
        check(
            body,
            welcome,
            vec![Says::Status(status, body), text("Hello.")],
            r#"Answered; says "Hello."; did []; 2 asked"#,
        );
        check(
            body,
            forced_once,
            vec![Says::Status(status, body), text(r#"{"word":"x"}"#)],
            r#"Condition(0); says ""; did ["look x"]; 2 asked"#,
        );
    }
    check(
        "the second round loses the tools",
        free,
        vec![look("x"), Says::Status(400, refusals[0].1), text(r#"{"answer":"Seven."}"#)],
        r#"Answered; says "Seven."; did ["look x"]; 3 asked"#,
    );
}

#[test]
fn a_tool_that_must_be_called() {
    let words = || text("Let us talk instead.");
    let refused = || {
        Says::Status(
            400,
            r#"{"error":{"message":"tool_choice is not supported in thinking mode","param":"tool_choice"}}"#,
        )
    };
    let no_format =
        || Says::Status(400, r#"{"error":{"message":"response_format is unsupported","param":"response_format"}}"#);
    let x = r#"Condition(0); says ""; did ["look x"]; "#;
    check("it is called", forced_once, vec![look("x")], &format!("{x}1 asked"));
    check("naming is refused", forced_once, vec![refused(), look("x")], &format!("{x}2 asked"));
    check("forcing is refused", forced_once, vec![refused(), refused(), look("x")], &format!("{x}3 asked"));
    check("naming is ignored", forced_once, vec![words(), look("x")], &format!("{x}2 asked"));
    check(
        "it has to be asked in words",
        forced_once,
        vec![words(), words(), words(), look("x")],
        &format!("{x}4 asked"),
    );
    check(
        "it answers by schema",
        forced_once,
        vec![words(), words(), words(), words(), text(r#"{"word":"x"}"#)],
        &format!("{x}5 asked"),
    );
    check(
        "it answers with an object",
        forced_once,
        vec![words(), words(), words(), words(), no_format(), text(r#"{"word":"x"}"#)],
        &format!("{x}6 asked"),
    );
    check(
        "it answers with JSON in words",
        forced_once,
        vec![
            words(),
            words(),
            words(),
            words(),
            no_format(),
            no_format(),
            text("Sure:\n```json\n{\"word\":\"x\"}\n```"),
        ],
        &format!("{x}7 asked"),
    );
    check(
        "junk by schema",
        forced_once,
        vec![words(), words(), words(), words(), text("{\"w\":1}"), text("{}"), text(r#"{"word":"x"}"#)],
        &format!("{x}7 asked"),
    );
    check("nothing helps: a form", forced_once, vec![words(); 7], r#"NeedsForm("look"); says ""; did []; 7 asked"#);
}

#[test]
fn a_call_of_a_forced_tool_may_be_wrong() {
    let x = r#"Condition(0); says ""; did ["look x"]; "#;
    check("arguments as text", forced_once, vec![text(r#"{"word":"x"}"#)], &format!("{x}1 asked"));
    check(
        "wrong arguments are repaired before the ladder",
        forced_once,
        vec![call("look", "{}"), look("x")],
        &format!("{x}2 asked"),
    );
    check(
        "another tool is called instead",
        forced_once,
        vec![call("put", r#"{"word":"p"}"#), look("x")],
        r#"Condition(0); says ""; did ["put p", "look x"]; 2 asked"#,
    );
    check(
        "an invalid call is no call",
        forced_once,
        vec![call("look", "{}"), call("look", "{\"word\":\"\"}"), look("x")],
        &format!("{x}3 asked"),
    );
    check(
        "the choice is free after it was used",
        forced,
        vec![look("x"), done()],
        r#"Answered; says "Done."; did ["look x"]; 2 asked"#,
    );
    check("silence", forced_once, vec![text(""), look("x")], &format!("{x}2 asked"));
}

#[test]
fn words_that_go_round() {
    let words = || text("Let us talk instead.");
    let x = r#"Condition(0); says ""; did ["look x"]; "#;
    // Where a call is wanted, a text that goes round is not waited for; what would follow it is not heard any more.
    let round = chunk(&json!({ "content": "I am here to share a story of a story.\n\n" }), None).repeat(100);
    let late = || match look("late") {
        Says::Bytes(call) => Says::Bytes(round.clone() + &call),
        other => other,
    };
    check("words that go round", forced_once, vec![late(), look("x")], &format!("{x}2 asked"));
    // An answer that goes round is not waited for either: it ends as one that was cut off.
    let lab = Lab::new(free, vec![late()]).start();
    let outcome = lab.outcome.as_ref().expect("it is over");
    assert_eq!((outcome.ending.clone(), lab.requests.len(), lab.ran.len()), (Ending::Answered, 1, 0));
    assert_eq!(outcome.assembled.finish, Some(FinishReason::Length));
    assert!(lab.turn.text().len() < 2_500, "{} bytes", lab.turn.text().len());
    let blank = || text(&"\n".repeat(5_000));
    let no_words = vec![words(), words(), words(), words(), blank(), text(r#"{"word":"x"}"#)];
    check("an object that never begins", forced_once, no_words, &format!("{x}6 asked"));
}

#[test]
fn calls_in_the_text() {
    let x = r#"Answered; says "Done."; did ["look x"]; 2 asked"#;
    for leaked in [
        r#"{"name": "look", "arguments": {"word": "x"}}"#,
        r#"[{"name": "look", "parameters": {"word": "x"}}]"#,
        "<tool_call>\n{\"name\": \"look\", \"arguments\": {\"word\": \"x\"}}\n</tool_call>",
        "<function=look>{\"word\": \"x\"}</function>",
        "<function=look>\n<parameter=word>\nx\n</parameter>\n</function>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>look\n```json\n{\"word\": \"x\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "<|python_tag|>{\"name\": \"look\", \"parameters\": {\"word\": \"x\"}}",
        "<function_calls>\n<invoke name=\"look\">\n<parameter name=\"word\">x</parameter>\n</invoke>\n</function_calls>",
        "<minimax:tool_call>\n<invoke name=\"look\">\n<parameter name=\"word\">x</parameter>\n</invoke>\n</minimax:tool_call>",
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.look:0<|tool_call_argument_begin|>{\"word\": \"x\"}<|tool_call_end|><|tool_calls_section_end|>",
        "[TOOL_CALLS][{\"name\": \"look\", \"arguments\": {\"word\": \"x\"}}]",
    ] {
        check(leaked, free, vec![text(leaked), done()], x);
    }
    let prose = "A call looks like `<tool_call>` in some templates.";
    check("a question about calls", free, vec![text(prose)], &format!("Answered; says {prose:?}; did []; 1 asked"));
    let other = r#"{"name": "Anna", "arguments": {"for": 1}}"#;
    check("JSON that is no call", free, vec![text(other)], &format!("Answered; says {other:?}; did []; 1 asked"));
    let both = calls_with(r#"{"name":"look","arguments":{"word":"y"}}"#, &[("a", "look", r#"{"word":"x"}"#)]);
    check("a call in the text beside a real one counts no more than other noise", free, vec![both, done()], x);
}
