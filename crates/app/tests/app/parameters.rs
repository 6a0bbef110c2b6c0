//! Parameters of an agent in its requests, the cost of an answer, and the share of the context that is used.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on stops")]

use espalier_agent::turn::TurnInput;
use espalier_app::assistant::AssistantMsg;
use espalier_app::connect::ConnectMsg;
use espalier_app::conversation;
use espalier_app::effect::{CallBody, KeyKeeping, Probe};
use espalier_app::maps::{MapMsg, Panel};
use espalier_app::navigate::Route;
use espalier_app::scenes::SceneMsg;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Msg, NewKey};
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_llm::retry::Timeouts;
use espalier_llm::secret::Secret;
use espalier_model::persona::{Effort, Parameters};
use espalier_model::{Persona, RoomId, Scope, Slug};
use serde_json::{Value, json};

use crate::lab::Lab;

/// A workspace whose agent has these parameters.
fn with(parameters: Parameters) -> Lab {
    let mut lab = Lab::new();
    let agent = Persona { parameters, ..Persona::clone(&lab.model.persona_of(None)) };
    let id = agent.id;
    lab.send(Msg::SavePersona(Box::new(agent)));
    lab.send(Msg::ChoosePersona(id));
    lab
}

fn full() -> Parameters {
    Parameters {
        effort: Some(Effort::Low),
        stop: vec!["END".to_owned()],
        top_p: Some(0.9),
        seed: Some(7),
        extra: r#"{"top_k": 40}"#.to_owned(),
        first_token_seconds: Some(600),
        idle_seconds: Some(30),
        ..Parameters::default()
    }
}

fn timeouts(lab: &Lab) -> Timeouts {
    let CallBody::Http(request) = &lab.calls.last().expect("a request was made").request else {
        panic!("the built-in model was asked")
    };
    request.timeouts
}

fn usage(lab: &mut Lab, usage: &Value) {
    let payload = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage});
    lab.input(TurnInput::Chunk(format!("data: {payload}\n\ndata: [DONE]\n\n").into_bytes()));
    lab.input(TurnInput::Ended);
}

fn ask(lab: &mut Lab, text: &str) {
    let session = lab.model.route.session();
    lab.send(Msg::Sessions(SessionMsg::Send(session, text.to_owned())));
}

#[test]
fn what_an_agent_asks_for_is_in_its_requests_also_after_a_reload() {
    let mut lab = with(full());
    for _ in 0..2 {
        lab.ask("One", "1");
        let body = lab.last_request();
        assert_eq!((&body["reasoning_effort"], &body["seed"]), (&json!("low"), &json!(7)));
        assert_eq!((&body["stop"], &body["top_p"], &body["top_k"]), (&json!(["END"]), &json!(0.9), &json!(40)));
        assert_eq!(timeouts(&lab), Timeouts { first_byte_ms: 600_000, idle_ms: 30_000 });
        lab = lab.reload();
    }
}

#[test]
fn without_parameters_nothing_is_added() {
    let mut lab = with(Parameters::default());
    lab.ask("One", "1");
    let body = lab.last_request();
    let mut names: Vec<&String> = body.as_object().expect("an object").keys().collect();
    names.sort();
    assert_eq!(names, ["messages", "model", "stream", "stream_options", "temperature"]);
    assert_eq!(timeouts(&lab), Timeouts::default());
}

#[test]
fn a_refused_parameter_is_left_out_at_once_and_from_then_on() {
    let mut lab = with(full());
    ask(&mut lab, "One");
    let refused = LlmError::new(ErrorKind::Parameter { name: "seed".to_owned() }).with_status(400);
    lab.input(TurnInput::Failed(refused));
    let again = lab.last_request();
    assert_eq!((again.get("seed"), &again["top_p"]), (None, &json!(0.9)));
    lab.answer("1");
    let mut lab = lab.reload();
    lab.ask("Two", "2");
    assert!(lab.last_request().get("seed").is_none());
}

/// Sets parameters of the assistant of a room.
fn set(lab: &mut Lab, room: RoomId, parameters: Parameters) {
    lab.send(Msg::Connect(ConnectMsg::SetRoomParameters(room, Box::new(parameters))));
}

/// Asks the assistant of something, and returns the request without its messages.
fn asked(lab: &mut Lab, scope: Scope) -> Value {
    if let Some(scene) = scope.as_scene() {
        lab.send(Msg::Go(Route::Scene(Some(scene), None)));
    } else {
        lab.send(Msg::Go(Route::Time(None)));
        lab.send(Msg::Assistant(AssistantMsg::Time(true)));
    }
    let session = conversation::session_of(&lab.model, scope);
    let before = lab.calls.len();
    lab.send(Msg::Sessions(SessionMsg::Send(session, "Well?".to_owned())));
    assert_eq!(lab.calls.len(), before + 1, "{:?}", lab.model.toasts);
    let mut body = lab.last_request();
    body.as_object_mut().expect("an object").retain(|name, _| !["messages", "tools"].contains(&name.as_str()));
    lab.answer("Well.");
    body
}

/// A workspace with a scene, and what the assistants of rooms are about.
fn rooms() -> (Lab, [(RoomId, Scope); 2]) {
    let mut lab = Lab::new();
    lab.send(Msg::Scene(SceneMsg::Create));
    let scene = lab.model.route.scene().expect("a scene is shown");
    (lab, [(RoomId::Time, Scope::TIME), (RoomId::Scene, Scope::scene(scene))])
}

#[test]
fn parameters_of_a_rooms_assistant_are_laid_over_its_own() {
    let (mut lab, places) = rooms();
    for (room, scope) in places {
        let own = asked(&mut lab, scope);
        set(&mut lab, room, Parameters { temperature: Some(1.5), ..full() });
        let mut expect = own.clone();
        for (name, value) in [
            ("temperature", json!(1.5)),
            ("reasoning_effort", json!("low")),
            ("stop", json!(["END"])),
            ("top_p", json!(0.9)),
            ("seed", json!(7)),
            ("top_k", json!(40)),
        ] {
            assert_ne!(own[name], value, "{room:?}");
            expect[name] = value;
        }
        assert_eq!(asked(&mut lab, scope), expect, "what is not set stays as it is: {room:?}");
        assert_eq!(timeouts(&lab), Timeouts { first_byte_ms: 600_000, idle_ms: 30_000 });
        set(&mut lab, room, Parameters { max_tokens: Some(77), ..Parameters::default() });
        let mut expect = own.clone();
        expect["max_tokens"] = json!(77);
        assert_eq!(asked(&mut lab, scope), expect, "{room:?}");
        set(&mut lab, room, Parameters::default());
        assert_eq!(asked(&mut lab, scope), own, "{room:?}");
    }
    assert!(lab.model.preferences().room_parameters.is_empty());
}

#[test]
fn parameters_of_one_room_are_kept_and_leave_the_others_alone() {
    let (mut lab, [(_, time), (_, scene)]) = rooms();
    let before = asked(&mut lab, scene);
    set(&mut lab, RoomId::Time, Parameters { temperature: Some(1.5), ..Parameters::default() });
    let mut lab = lab.reload();
    assert_eq!(asked(&mut lab, time)["temperature"], json!(1.5));
    assert_eq!(asked(&mut lab, scene), before);
    assert_eq!(lab.model.persona_of(None).parameters.temperature, None, "Chat has agents");
}

#[test]
fn parameters_of_the_assistant_of_nodes_are_laid_over_its_own() {
    let mut lab = Lab::new();
    lab.send(Msg::Maps(MapMsg::Create));
    let node = lab.model.workspace.tables().nodes.keys().next().copied().expect("a map has a node");
    let scope = Scope::node(node.map, node.id);
    lab.send(Msg::Maps(MapMsg::Panel(node.map, Panel::Assistant)));
    let own = lab.model.persona_of(scope.own_session()).parameters.clone();
    set(&mut lab, RoomId::Map, full());
    let expect = Parameters { max_tokens: own.max_tokens, ..full() };
    assert!(own.max_tokens.is_some());
    assert_eq!(lab.model.persona_of(scope.own_session()).parameters, expect);
}

#[test]
fn an_answer_costs_what_the_endpoints_list_says() {
    let mut lab = Lab::new();
    ask(&mut lab, "One");
    lab.text("1");
    usage(&mut lab, &json!({"prompt_tokens": 1_000, "completion_tokens": 500}));
    assert_eq!(lab.last().provenance.cost, None, "no price is known");
    let listed = json!({"data": [{"id": "test-model", "context_length": 1_000,
        "pricing": {"prompt": "0.000001", "completion": "0.000005"}}]});
    lab.send(Msg::Probed(Slug::new("custom"), Probe::Models, Ok(listed.to_string())));
    ask(&mut lab, "Two");
    lab.text("2");
    usage(&mut lab, &json!({"prompt_tokens": 1_000, "completion_tokens": 500, "cost": 99}));
    let made = lab.last().provenance;
    assert_eq!(made.cost, Some(3_500_000), "what this endpoint calls cost may be anything");
    let mut lab = lab.reload();
    lab.ask("Three", "3");
    assert_eq!(lab.last().provenance.cost, None, "no usage, no cost");
}

#[test]
fn what_openrouter_reports_is_what_an_answer_cost() {
    let mut lab = Lab::new();
    lab.send(Msg::Connect(ConnectMsg::SaveEndpoint {
        provider: Slug::new("openrouter"),
        base_url: "https://openrouter.ai/api/v1".to_owned(),
        model: "some/model".to_owned(),
        key: Some(NewKey { secret: Secret::new("k"), keeping: KeyKeeping::Session }),
        same_key: false,
    }));
    ask(&mut lab, "One");
    lab.text("1");
    usage(&mut lab, &json!({"prompt_tokens": 8, "completion_tokens": 11, "cost": 0.000_78}));
    assert_eq!(lab.last().provenance.cost, Some(780_000));
}

#[test]
fn the_context_used_is_that_of_the_path_where_the_window_is_known() {
    let mut lab = Lab::new();
    lab.ask("One", "1");
    let session = lab.session();
    assert_eq!(lab.model.context_used(session), None);
    let listed = json!({"data": [{"id": "test-model", "context_length": 4_000}]});
    lab.send(Msg::Probed(Slug::new("custom"), Probe::Models, Ok(listed.to_string())));
    let (before, window) = lab.model.context_used(session).expect("the window is known");
    assert_eq!(window, 4_000);
    lab.ask(&"word ".repeat(200), "2");
    let (after, _) = lab.model.context_used(session).expect("the window is known");
    assert!(after > before + 150, "{before} {after}");
}
