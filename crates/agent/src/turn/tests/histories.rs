//! Random histories: the engine's output is a valid transcript after any inputs in any order. Every request is checked
//! by the lab, and so are the parts after every input.

use proptest::prelude::*;

use crate::testing::*;
use crate::transcript;
use crate::turn::{State, TurnInput};
use espalier_agent_api::ask::Answer;
use espalier_agent_api::spec::StepPolicy;
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_llm::request::ToolChoice;
use espalier_model::conversation::Part;

fn forced(state: &State) -> StepPolicy {
    StepPolicy { tool_choice: ToolChoice::Named("look".into()), max_steps: 3, ..free(state) }
}

fn one_call() -> impl Strategy<Value = (&'static str, &'static str, &'static str)> {
    (
        prop::sample::select(vec!["", "a", "b", "a_2"]),
        prop::sample::select(vec!["look", "put", "ask", "propose", "nothing", ""]),
        prop::sample::select(vec![
            r#"{"word":"x"}"#,
            r#"{"word":"y"}"#,
            r#"{"word":"bad"}"#,
            r#"{"word":"sure"}"#,
            r#"{"word":"fatal"}"#,
            "{}",
            "{\"wo",
            "[]",
            "",
        ]),
    )
}

fn says() -> impl Strategy<Value = Says> {
    let finish = prop::sample::select(vec![Some("stop"), Some("tool_calls"), Some("length"), Some("odd"), None]);
    let streamed = (
        prop::sample::select(vec!["", "Hello.", "<tool_call>", "{\"name\":"]),
        prop::collection::vec(one_call(), 0..4),
        finish,
    )
        .prop_map(|(said, made, finish)| {
            let Says::Bytes(mut bytes) = calls_with(said, &made) else { return text("") };
            // The last payload is the end; another one takes its place.
            let end = bytes.trim_end().rfind("data:").unwrap_or(0);
            bytes.truncate(end);
            if let Some(finish) = finish {
                bytes += &chunk(&serde_json::json!({}), Some(finish));
            }
            Says::Bytes(bytes)
        });
    prop_oneof![
        8 => streamed,
        1 => Just(Says::Status(400, r#"{"error":{"message":"model does not support tools"}}"#)),
        1 => Just(Says::Status(400, r#"{"error":{"message":"tool_choice is not supported"}}"#)),
        1 => Just(Says::Fails(LlmError::new(ErrorKind::Server))),
    ]
}

#[derive(Debug, Clone)]
enum Act {
    Result(usize),
    Answer(usize, Answer),
    Stray(&'static str),
    Reload,
    Stop,
}

fn act() -> impl Strategy<Value = Act> {
    let answer = prop_oneof![
        Just(Answer::Cancelled),
        Just(Answer::Text("so".into())),
        Just(Answer::Chosen(vec!["a".into()])),
        Just(Answer::Chosen(vec!["z".into()])),
    ];
    prop_oneof![
        8 => (0_usize..4).prop_map(Act::Result),
        4 => (0_usize..4, answer).prop_map(|(index, answer)| Act::Answer(index, answer)),
        1 => prop::sample::select(vec!["a", "nobody", ""]).prop_map(Act::Stray),
        1 => Just(Act::Reload),
        1 => Just(Act::Stop),
    ]
}

fn play(lab: Lab, acts: &[Act]) -> Lab {
    let mut lab = lab.start();
    for act in acts {
        if lab.outcome.is_some() {
            break;
        }
        match act {
            Act::Result(index) if !lab.held.is_empty() => {
                let run = lab.held.remove(index % lab.held.len());
                let result = (lab.run)(&run);
                lab.input(TurnInput::Result { call_id: run.call_id, result });
            }
            Act::Answer(index, answer) => {
                let open: Vec<String> = lab.turn.questions().map(|(id, _)| id.to_owned()).collect();
                if !open.is_empty() {
                    let call_id = open[index % open.len()].clone();
                    lab.input(TurnInput::Answer { call_id, answer: answer.clone() });
                }
            }
            Act::Stray(id) => {
                lab.input(TurnInput::Answer { call_id: (*id).to_owned(), answer: Answer::Confirmed(true) });
                lab.input(TurnInput::Ended);
            }
            Act::Reload if !lab.checkpoints.is_empty() => {
                lab.held.clear();
                lab = lab.reloaded();
            }
            Act::Stop => lab.stop(),
            Act::Result(_) | Act::Reload => {}
        }
    }
    if lab.outcome.is_none() {
        lab.stop();
    }
    lab
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a8_every_transcript_is_valid(
        replies in prop::collection::vec(says(), 0..9),
        acts in prop::collection::vec(act(), 0..24),
        is_forced in any::<bool>(),
        cut in any::<prop::sample::Index>(),
        edited in any::<bool>(),
    ) {
        let policy: fn(&State) -> StepPolicy = if is_forced { forced } else { free };
        let mut lab = Lab::new(policy, replies);
        lab.hold = true;
        let lab = play(lab, &acts);
        let parts = &lab.outcome().parts;
        prop_assert_eq!(transcript::problem(&transcript::expand(parts)), None);
        let ids: std::collections::BTreeSet<_> = lab.turn.state().calls.iter().map(|call| &call.id).collect();
        prop_assert_eq!(ids.len(), lab.turn.state().calls.len(), "ids are unique in a turn");
        for call in &lab.turn.state().calls {
            let results = parts.iter().filter(|part| matches!(part, Part::ToolResult { call_id, .. } if *call_id == call.id));
            prop_assert!(results.count() <= 1, "one result at most");
        }
        // A branch or an edit may begin anywhere in it.
        let mut part: Vec<Part> = parts[..cut.index(parts.len() + 1)].to_vec();
        if edited {
            part.retain(|part| !matches!(part, Part::Text { .. }));
            part.push(Part::Text { text: "edited".into() });
        }
        prop_assert_eq!(transcript::problem(&transcript::expand(&part)), None);
    }
}
