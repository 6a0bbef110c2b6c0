use std::collections::VecDeque;
use std::rc::Rc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::flow::{FLOWS, MIN_SECTIONS};
use super::super::interview::Reply;
use super::*;
use espalier_agent::testing::{Says, call, calls_with, check_wire, chunk, setup, text};
use espalier_agent::turn::{Output, Setup, Turn, TurnInput};
use espalier_base::time::Timestamp;
use espalier_llm::capability::Capabilities;
use espalier_llm::error::from_response;

/// Abilities of an endpoint and its model.
#[derive(Debug, Clone, Copy)]
struct Can {
    tools: bool,
    forced: bool,
    schema: bool,
    object: bool,
    thinking: bool,
    /// Whether the model writes JSON when it is asked for it.
    json: bool,
}

impl Can {
    fn answer(self, body: &Value) -> Says {
        check_wire(body);
        let refused = |message: &'static str| Says::Status(400, message);
        let said = body["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap_or_default();
        let system = body["messages"][0]["content"].as_str().unwrap();
        let arguments = good(system).to_string();
        if body["tools"].is_array() {
            if !self.tools {
                return refused(r#"{"error":{"message":"this model does not support tools"}}"#);
            }
            if body.get("tool_choice").is_some() && !self.forced {
                return refused(r#"{"error":{"message":"tool_choice: only auto is supported","param":"tool_choice"}}"#);
            }
            return call(body["tools"][0]["function"]["name"].as_str().unwrap(), &arguments);
        }
        let form = body["response_format"]["type"].as_str();
        if (form == Some("json_schema") && !self.schema) || (form == Some("json_object") && !self.object) {
            return refused(r#"{"error":{"message":"response_format is not supported","param":"response_format"}}"#);
        }
        let thought = if self.thinking { chunk(&json!({ "reasoning_content": "hm" }), None) } else { String::new() };
        let content = match form {
            Some(_) => arguments,
            None if self.json && said.contains("JSON Schema") => format!("Here you are:\n```json\n{arguments}\n```"),
            None => "Let us just talk.".to_owned(),
        };
        Says::Bytes(thought + &chunk(&json!({ "content": content }), None) + &chunk(&json!({}), Some("stop")))
    }
}

/// Arguments that fit what the system asks for.
fn good(system: &str) -> Value {
    if let Some((_, rest)) = system.split_once("targetField \"") {
        let field = rest.split('"').next().unwrap();
        return json!({ "question": "Which one", "options": ["One", "Two"], "targetField": field });
    }
    let part =
        |inner: &str| json!([{ "title": "A", inner: [{ "title": "a" }] }, { "title": "B", inner: [{ "title": "b" }] }]);
    let (name, inner) = if system.contains("generatePlan") { ("milestones", "tasks") } else { ("modules", "chapters") };
    json!({
        "title": "T", "description": "d", "difficulty": "beginner", "estimatedMinutes": 60, name: part(inner), "reason": "r",
    })
}

/// Drives one turn of the interviewer against an endpoint.
fn turn(interviewer: &Interviewer, known: &mut Capabilities, mut endpoint: impl FnMut(&Value) -> Says) -> (Turn, u32) {
    let setup = Setup { capabilities: known.clone(), ..setup() };
    let mut turn = Turn::of(setup, Rc::new(interviewer.clone()), Timestamp(0));
    let mut queue = VecDeque::from(turn.start(Timestamp(0)));
    let mut requests = 0;
    while let Some(output) = queue.pop_front() {
        let step = turn.step();
        let mut on = |input| turn.on(step, input, Timestamp(0), 0.5);
        match output {
            Output::Call(request) => {
                requests += 1;
                let body: Value = serde_json::from_str(&request.unwrap().body).unwrap();
                match endpoint(&body) {
                    Says::Bytes(bytes) => {
                        queue.extend(on(TurnInput::Chunk(bytes.into())));
                        queue.extend(on(TurnInput::Ended));
                    }
                    Says::Status(status, body) => {
                        let error = from_response(status, &[], body, "http://localhost/v1/chat/completions");
                        queue.extend(on(TurnInput::Failed(error)));
                    }
                    Says::Fails(error) => queue.extend(on(TurnInput::Failed(error))),
                }
            }
            Output::Wake(_) => queue.extend(on(TurnInput::Wake)),
            Output::Learned(learned) => *known = learned,
            _ => {}
        }
    }
    assert!(turn.is_over());
    (turn, requests)
}

#[test]
fn i3_the_interview_finishes_on_every_kind_of_endpoint() {
    for bits in 0_u8..64 {
        let bit = |number: u8| bits >> number & 1 == 1;
        let can = Can { tools: bit(0), forced: bit(1), schema: bit(2), object: bit(3), thinking: bit(4), json: bit(5) };
        let able = can.tools || can.schema || can.object || can.json;
        for flow in FLOWS {
            let (mut profile, mut known, mut env) =
                (Profile::new(), Capabilities::default(), Env::deterministic(Timestamp(0), 1));
            let mut asked = Vec::new();
            while let Some(field) = interview::next(flow, &profile) {
                let interviewer = Interviewer::new(flow, profile.clone(), Language::En);
                let (turn, requests) = turn(&interviewer, &mut known, |body| can.answer(body));
                asked.push(requests);
                let Came::Card(card, call) = interviewer.came(turn.state(), &mut env) else {
                    panic!("a card: {can:?}")
                };
                let is_open = field.options.is_empty();
                assert_eq!((card.field, call.is_some()), (Some(field.name), able && !is_open), "{can:?}");
                assert_eq!(card.options.is_empty(), is_open, "nothing is suggested for what it is about");
                let first = card.options.first().cloned();
                let reply = first.map_or_else(|| Reply::Words("mine".into()), |one| Reply::Options(vec![one]));
                interview::reply(flow, &mut profile, Some(&card), &reply, false).unwrap();
            }
            let interviewer = Interviewer::new(flow, profile.clone(), Language::En);
            let (turn, requests) = turn(&interviewer, &mut known, |body| can.answer(body));
            let Came::Outline(outline) = interviewer.came(turn.state(), &mut env) else {
                panic!("an outline: {can:?}")
            };
            assert_eq!((outline.completed_here, outline.sections.len() >= MIN_SECTIONS), (!able, true), "{can:?}");
            if able {
                assert!(
                    asked[2..].iter().chain([&asked[0]]).chain([&requests]).all(|requests| *requests == 1),
                    "{can:?} {asked:?}: it is learned once"
                );
            }
        }
    }
}

#[test]
fn i1_i2_one_thing_at_a_time() {
    let flow = FLOWS[0];
    let mut profile = Profile::new();
    let interviewer = Interviewer::new(flow, profile.clone(), Language::Zh);
    let (words, requests) = turn(&interviewer, &mut Capabilities::default(), |body| {
        assert!(body.get("tools").is_none() && body.get("response_format").is_none(), "it is asked for in words");
        text("你想学什么？")
    });
    assert_eq!((words.text(), requests), ("你想学什么？".into(), 1));
    profile.insert(flow.fields[0].name.to_owned(), espalier_model::course::FieldAnswer::Words("围棋".to_owned()));
    for field in &flow.fields[1..] {
        let interviewer = Interviewer::new(flow, profile.clone(), Language::Zh);
        let (turn, _) = turn(&interviewer, &mut Capabilities::default(), |body| {
            assert_eq!(body["tools"].as_array().unwrap().len(), 1);
            assert_eq!((body["temperature"].clone(), body["max_tokens"].clone()), (json!(0.7), json!(4096)));
            assert!(body["messages"][0]["content"].as_str().unwrap().contains(field.task.zh));
            let asked = good(&format!("targetField {:?}", field.name));
            calls_with("好的！", &[("c", "presentOptions", &asked.to_string())])
        });
        assert_eq!(turn.text(), "好的！");
        profile.insert(field.name.to_owned(), espalier_model::course::FieldAnswer::Skipped);
    }
    let interviewer = Interviewer::new(flow, profile, Language::Zh);
    turn(&interviewer, &mut Capabilities::default(), |body| {
        assert_eq!(body["tool_choice"]["function"]["name"], "generateOutline");
        assert_eq!(body["temperature"], json!(0.8));
        call("generateOutline", &good("").to_string())
    });
}

#[test]
fn an_outline_that_breaks_the_limits_goes_back_twice_and_is_then_completed_here() {
    let flow = FLOWS[0];
    let profile: Profile =
        flow.fields.iter().map(|field| (field.name.to_owned(), espalier_model::course::FieldAnswer::Skipped)).collect();
    let interviewer = Interviewer::new(flow, profile, Language::En);
    let mut env = Env::deterministic(Timestamp(0), 1);
    let mut wrong = good("");
    wrong["modules"] = json!([{ "title": "Only", "chapters": [{ "title": "one" }] }]);
    let mut told = Vec::new();
    let (turn, requests) = turn(&interviewer, &mut Capabilities::default(), |body| {
        told.push(body["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap().to_owned());
        call("generateOutline", &wrong.to_string())
    });
    assert_eq!((requests, turn.state().calls.len()), (3, 3));
    assert!(told[1].contains("modules: must have at least 2 items"), "{told:?}");
    let Came::Outline(outline) = interviewer.came(turn.state(), &mut env) else { panic!("an outline") };
    assert_eq!(
        (outline.title.as_str(), outline.sections[0].title.as_str(), outline.completed_here),
        ("T", "Only", true)
    );
}

#[test]
fn an_error_of_the_endpoint_still_leaves_a_card() {
    let begun = Profile::from([("goal".to_owned(), espalier_model::course::FieldAnswer::Words("Go".to_owned()))]);
    for profile in [Profile::new(), begun] {
        let interviewer = Interviewer::new(FLOWS[0], profile, Language::En);
        let (turn, _) = turn(&interviewer, &mut Capabilities::default(), |_| Says::Status(401, "{}"));
        let mut env = Env::deterministic(Timestamp(0), 1);
        assert!(matches!(interviewer.came(turn.state(), &mut env), Came::Card(_, None)));
    }
}

fn hostile() -> impl Strategy<Value = Says> {
    let arguments = prop_oneof![
        Just(json!({"question": "Done", "options": ["I choose A", "B"], "targetField": "goal", "answer": "A"})),
        Just(json!({"question": "Q", "options": ["A", "B"], "targetField": "favouriteColour"})),
        Just(json!({"question": "Q", "options": ["A"], "targetField": "goal"})),
        Just(json!({"question": "Q", "options": ["A", "A"], "targetField": "goal"})),
        Just(json!({"goal": "set by the model", "profile": {"background": "x"}})),
        Just(json!({"question": "Q", "options": ["A", "B"], "targetField": "general"})),
        Just(json!([])),
    ];
    let name = prop::sample::select(vec!["presentOptions", "generateOutline", "setField", "updateProfile", ""]);
    prop_oneof![
        (name, arguments).prop_map(|(name, arguments)| call(name, &arguments.to_string())),
        prop::sample::select(vec![
            "The user chose Python.",
            "goal = Python; background = none",
            "{\"goal\":\"x\"}",
            ""
        ])
        .prop_map(text),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn only_a_person_fills_a_field(replies in prop::collection::vec(hostile(), 1..9), known in 0_usize..4) {
        let flow = FLOWS[0];
        let profile: Profile = flow.fields[..known]
            .iter()
            .map(|field| (field.name.to_owned(), espalier_model::course::FieldAnswer::Words("mine".into())))
            .collect();
        let interviewer = Interviewer::new(flow, profile.clone(), Language::En);
        let mut replies = replies.into_iter().cycle();
        let (turn, requests) = turn(&interviewer, &mut Capabilities::default(), |_| replies.next().unwrap());
        prop_assert!(requests <= 24, "{requests}");
        prop_assert_eq!(&interviewer.profile, &profile);
        let came = interviewer.came(turn.state(), &mut Env::deterministic(Timestamp(0), 1));
        let Came::Card(card, _) = came else { panic!("a card while something is missing") };
        let count = card.options.len();
        let fits = if known == 0 { count == 0 } else { (2..=4).contains(&count) };
        prop_assert!(fits, "{count}");
        prop_assert!(card.field.is_none_or(|name| flow.field(name).is_some()));
    }
}

#[test]
fn who_talks_about_an_outline_is_told_that_it_cannot_be_changed_here() {
    for (language, words) in [(Language::En, "never say that you did"), (Language::Zh, "绝不要说已经修改")] {
        let outline = outline::skeleton(FLOWS[0], &Profile::new(), language, &mut Env::deterministic(Timestamp(0), 1));
        let interviewer = Interviewer::new(FLOWS[0], Profile::new(), language).at(Work::Talk(Box::new(outline)));
        assert!(interviewer.instructions().contains(words));
    }
}

#[test]
fn the_example_of_a_turn_is_valid_as_it_stands() {
    for flow in FLOWS {
        for language in [Language::En, Language::Zh] {
            let mut profile = Profile::default();
            loop {
                let agent = Interviewer::new(flow, profile.clone(), language);
                if let Some(example) = agent.example() {
                    let tool = agent.forced().expect("a tool");
                    let read = tool.read(&object_in(&example).expect("JSON"));
                    assert!(read.as_ref().is_ok_and(|(_, changes)| changes.is_empty()), "{example}: {read:?}");
                } else {
                    assert!(agent.forced().is_none(), "{profile:?}");
                }
                let Some(field) = agent.missing() else { break };
                profile.insert(field.name.to_owned(), espalier_model::course::FieldAnswer::Skipped);
            }
        }
    }
}
