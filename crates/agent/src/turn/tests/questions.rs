//! Questions in the middle of a turn.

use serde_json::json;

use crate::testing::*;
use crate::turn::{Ending, TurnInput};
use espalier_agent_api::ask::Answer;

fn ask(id: &'static str) -> (&'static str, &'static str, String) {
    (id, "ask", json!({ "word": id }).to_string())
}

fn answer(lab: &mut Lab, id: &str, answer: Answer) {
    lab.input(TurnInput::Answer { call_id: id.to_owned(), answer });
}

fn chosen(id: &str) -> Answer {
    Answer::Chosen(vec![id.to_owned()])
}

#[test]
fn a_question_parks_the_turn_until_it_is_answered() {
    let (id, name, arguments) = ask("q");
    let mut lab = Lab::new(free, vec![calls(&[(id, name, &arguments)]), text("So be it.")]).start();
    assert_eq!((lab.asked.len(), lab.parked, lab.requests.len()), (1, 1, 1));
    assert_eq!(lab.turn.questions().map(|(id, _)| id).collect::<Vec<_>>(), ["q"]);
    answer(&mut lab, "q", chosen("nothing there"));
    answer(&mut lab, "else", chosen("a"));
    assert_eq!(lab.requests.len(), 1, "only what fits is an answer");
    answer(&mut lab, "q", chosen("a"));
    answer(&mut lab, "q", chosen("b"));
    assert_eq!(lab.said(1)[3], r#"tool {"chosen":[{"id":"a","label":"a"}]}"#);
    assert_eq!(lab.outcome().ending, Ending::Answered);
}

#[test]
fn not_to_answer_is_an_answer() {
    let (id, name, arguments) = ask("q");
    let mut lab = Lab::new(free, vec![calls(&[(id, name, &arguments)]), text("Well.")]).start();
    answer(&mut lab, "q", Answer::Cancelled);
    assert!(lab.said(1)[3].contains("cancelled"), "{:?}", lab.said(1));
    assert_eq!(lab.outcome().ending, Ending::Answered);
}

#[test]
fn answers_reach_their_calls_in_every_order_and_through_reloads() {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for (order, reload) in orders.into_iter().flat_map(|order| [(order, false), (order, true)]) {
        let all = [ask("q0"), ask("q1"), ask("q2")];
        let mut made: Vec<_> = all.iter().map(|(id, name, arguments)| (*id, *name, arguments.as_str())).collect();
        made.push(("r", "look", r#"{"word":"x"}"#));
        let mut lab = Lab::new(free, vec![calls(&made), text("Done.")]).start();
        assert_eq!((lab.asked.len(), lab.ran.len()), (3, 1), "a question holds up no read");
        for question in order {
            if reload {
                lab = lab.reloaded();
            }
            answer(&mut lab, &format!("q{question}"), Answer::Text(format!("answer {question}")));
        }
        let told: Vec<String> = lab.said(lab.requests.len() - 1)[3..].to_vec();
        let expected = [
            r#"tool {"text":"answer 0"}"#,
            r#"tool {"text":"answer 1"}"#,
            r#"tool {"text":"answer 2"}"#,
            "tool look x",
        ];
        assert_eq!(told, expected, "{order:?}");
        assert_eq!(lab.ran.len(), 1, "nothing ran twice");
    }
}

#[test]
fn a_tool_may_ask_before_it_does_something() {
    let sure = json!({ "word": "sure" }).to_string();
    let replies = || vec![calls(&[("a", "put", &sure), ("b", "look", r#"{"word":"x"}"#)]), text("Done.")];
    let mut lab = Lab::new(free, replies()).start();
    assert_eq!((lab.asked.len(), lab.ran.clone()), (1, vec!["put sure".to_owned()]));
    lab = lab.reloaded();
    assert_eq!(lab.asked.len(), 1, "the question is told again after a reload");
    answer(&mut lab, "a", chosen("a"));
    assert_eq!(lab.ran, ["put sure", "put sure", "look x"]);
    assert_eq!(lab.said(lab.requests.len() - 1)[3], "tool put sure");

    let mut lab = Lab::new(free, replies()).start();
    answer(&mut lab, "a", Answer::Cancelled);
    assert_eq!(lab.ran, ["put sure", "look x"], "what needed the answer is not done");
    assert!(lab.said(1)[3].starts_with("tool Not done"));
}

#[test]
fn stopping_answers_the_questions() {
    let (id, name, arguments) = ask("q");
    let mut lab = Lab::new(free, vec![calls(&[(id, name, &arguments)])]).start();
    lab.stop();
    assert_eq!((lab.outcome().ending.clone(), lab.turn.questions().count()), (Ending::Stopped, 0));
    answer(&mut lab, "q", chosen("a"));
    assert_eq!(lab.requests.len(), 1);
}
