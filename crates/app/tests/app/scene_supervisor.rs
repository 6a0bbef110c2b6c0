//! The supervisor of a scene's assistant and its agents: what each is told, parallel questions in every order, and that
//! everything is done once whenever the page goes away.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on stops there")]

use espalier_agent::turn::TurnInput;
use espalier_agent_api::ask::Answer;
use espalier_app::Msg;
use espalier_app::connect::ConnectMsg;
use espalier_app::effect::{CallBody, ModelCall};
use espalier_app::navigate::Route;
use espalier_app::scenes::SceneMsg;
use espalier_app::scenes::agent::session_of;
use espalier_app::sessions::SessionMsg;
use espalier_command::history::Document;
use espalier_model::conversation::{Part, Status};
use espalier_model::scene::{SceneId, Shape, ShapeType};
use espalier_model::settings::SceneAgents;
use espalier_storage::memory::MemoryStorage;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::lab::Lab;

/// A scene with two triangles and two circles, and a model that hands on.
fn stocked() -> (Lab, SceneId) {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Scene(None, None));
    lab.send(Msg::Scene(SceneMsg::Create));
    let scene = lab.model.route.scene().unwrap();
    for (at, kind) in
        [ShapeType::Triangle, ShapeType::Triangle, ShapeType::Circle, ShapeType::Circle].into_iter().enumerate()
    {
        lab.send(Msg::Scene(SceneMsg::Add(scene, kind, Some([10.0 + at as f64, 0.0, 10.0]))));
    }
    lab.send(Msg::Scene(SceneMsg::Select(scene, Vec::new())));
    lab.use_custom_endpoint();
    lab.send(Msg::Connect(ConnectMsg::SetSceneAgents(SceneAgents::Several)));
    (lab, scene)
}

fn say(lab: &mut Lab, scene: SceneId, text: &str) {
    lab.send(Msg::Sessions(SessionMsg::Send(Some(session_of(scene)), text.to_owned())));
}

fn shapes(lab: &Lab, scene: SceneId) -> Vec<Shape> {
    lab.model.workspace.shapes(scene).map(|row| Shape::clone(row)).collect()
}

fn body(call: &ModelCall) -> Value {
    let CallBody::Http(request) = &call.request else { panic!("the built-in model was asked") };
    serde_json::from_str(&request.body).unwrap()
}

/// Who is asked: the supervisor, or the agent that does this work.
fn who(body: &Value) -> &'static str {
    let system = body["messages"][0]["content"].as_str().unwrap();
    let agents =
        [("You decide", "supervisor"), ("You make", "create"), ("You delete", "delete"), ("You change", "modify")];
    agents.into_iter().find(|(words, _)| system.contains(words)).unwrap().1
}

/// An answer of a model.
enum Says {
    Calls(Vec<(&'static str, &'static str, Value)>),
    Text(&'static str),
}

/// The answer of the model of each turn, by what it was told so far.
fn reply(body: &Value) -> Says {
    let messages = body["messages"].as_array().unwrap();
    let last = messages.iter().rposition(|message| message["role"] == "user").unwrap();
    let results: Vec<Value> = messages[last..]
        .iter()
        .filter(|message| message["role"] == "tool")
        .map(|message| serde_json::from_str(message["content"].as_str().unwrap()).unwrap_or_default())
        .collect();
    let ask = || {
        let options = results[0]["shapes"].as_array().unwrap().iter();
        let options: Vec<Value> = options.map(|shape| json!({ "id": shape["id"], "label": shape["id"] })).collect();
        Says::Calls(vec![("q", "askUser", json!({ "question": "Which one?", "options": options }))])
    };
    let chosen = || results[1]["chosen"][0]["id"].clone();
    match (who(body), results.len()) {
        ("supervisor", 0) => Says::Calls(vec![
            ("a", "deleteAgent", json!({ "task": "Delete a triangle near (10, 0, 10)." })),
            ("b", "modifyAgent", json!({ "task": "Make a circle purple." })),
            ("c", "createAgent", json!({ "task": "Draw a square at (50, 0, 50)." })),
        ]),
        ("supervisor", _) => Says::Text("I've deleted the triangle, made the circle purple and drawn a square."),
        ("create", 0) => {
            let params = json!({ "x": 50, "y": 0, "z": 50 });
            Says::Calls(vec![("s", "createShape", json!({ "type": "square", "params": params }))])
        }
        ("delete", 0) => {
            Says::Calls(vec![("n", "getNearbyObjects", json!({ "x": 10, "y": 0, "z": 10, "type": "triangle" }))])
        }
        ("modify", 0) => Says::Calls(vec![("n", "listShapes", json!({ "type": "circle" }))]),
        ("delete" | "modify", 1) => ask(),
        ("delete", 2) => Says::Calls(vec![("d", "deleteShape", json!({ "id": chosen() }))]),
        ("modify", 2) => {
            Says::Calls(vec![("m", "modifyShape", json!({ "id": chosen(), "params": { "color": "purple" } }))])
        }
        (_, _) => Says::Text("It is done."),
    }
}

/// Lets the model answer the request that was made first.
fn respond(lab: &mut Lab) {
    let call = lab.calls.remove(0);
    let event = |delta: Value, finish: Option<&str>| {
        let choice = json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }] });
        format!("data: {choice}\n\n")
    };
    let text = match reply(&body(&call)) {
        Says::Text(text) => event(json!({ "content": text }), None) + &event(json!({}), Some("stop")),
        Says::Calls(calls) => {
            let calls = calls.into_iter().enumerate().map(|(index, (id, name, arguments))| {
                let function = json!({ "name": name, "arguments": arguments.to_string() });
                json!({ "index": index, "id": id, "type": "function", "function": function })
            });
            let calls: Vec<Value> = calls.collect();
            event(json!({ "tool_calls": calls }), None) + &event(json!({}), Some("tool_calls"))
        }
    };
    let chunk = format!("{text}data: [DONE]\n\n").into_bytes();
    lab.send(Msg::Turn(call.turn, call.step, TurnInput::Chunk(chunk)));
    lab.send(Msg::Turn(call.turn, call.step, TurnInput::Ended));
}

/// Says something and lets everything go on: at each step the next request is answered, or a question, of which `order`
/// says which one; where `reload` says so the page is loaded again before. Gives how many steps it took.
fn drive(
    (mut lab, scene): (Lab, SceneId),
    order: impl Fn(usize) -> usize,
    reload: impl Fn(usize) -> bool,
) -> (Lab, usize) {
    say(&mut lab, scene, "delete a triangle, make a circle purple and draw a square");
    for step in 0..80 {
        if reload(step) {
            lab = lab.reload();
            let last = lab.last();
            if lab.model.can_resume(last.key()) {
                lab.send(Msg::Resume(last.key()));
            }
        }
        let at = lab.last().key();
        let open = lab.model.questions(at);
        if !lab.calls.is_empty() {
            respond(&mut lab);
        } else if !open.is_empty() {
            let one = &open[order(step) % open.len()];
            let answer = Answer::Chosen(vec![one.question.options[0].id.clone()]);
            lab.send(Msg::Answer(at, one.call_id.clone(), answer.clone()));
            // The same answer again, as of a second click, counts for nothing.
            lab.send(Msg::Answer(at, one.call_id.clone(), answer));
        } else {
            return (lab, step);
        }
    }
    panic!("it does not come to an end: {:?}", lab.last());
}

/// The outcome of a run, in which everything was done once.
fn check(lab: &Lab, scene: SceneId) {
    let all = shapes(lab, scene);
    let count = |kind: ShapeType| all.iter().filter(|row| row.geometry.kind() == kind).count();
    assert_eq!(ShapeType::ALL.map(count), [1, 2, 1], "{all:?}");
    let is_painted = |row: &&Shape| row.geometry.kind() == ShapeType::Circle && row.color.rgb != [207, 65, 48];
    assert_eq!(all.iter().filter(is_painted).count(), 1, "{all:?}");
    assert_eq!(lab.status(), Status::Done, "{:?}", lab.last());
    assert_eq!(lab.model.history.entries(Document::of(scene)).len(), 5, "one step for the whole answer");
    assert!(lab.model.workspace.tables().turns.is_empty(), "nothing is kept of what is over");
    assert_eq!(lab.last().provenance.notices, ["changes added=1 changed=1 deleted=1"]);
}

#[test]
fn the_supervisor_hands_on_and_each_agent_looks_before_it_acts() {
    let (mut lab, scene) = stocked();
    say(&mut lab, scene, "delete a triangle, make a circle purple and draw a square");
    let names = |body: &Value| -> Vec<String> {
        let tools = body["tools"].as_array().unwrap().iter();
        tools.map(|tool| tool["function"]["name"].as_str().unwrap().to_owned()).collect()
    };
    let first = body(&lab.calls[0]);
    assert_eq!(
        names(&first),
        ["createAgent", "deleteAgent", "modifyAgent", "queryAgent", "undo", "askUser"],
        "{first}"
    );
    respond(&mut lab);
    assert_eq!(lab.calls.len(), 3, "all three work at once");
    let delete = lab.calls.iter().map(body).find(|body| who(body) == "delete").unwrap();
    let tools = names(&delete);
    assert!(tools.contains(&"deleteShape".to_owned()) && !tools.contains(&"createShape".to_owned()), "{tools:?}");
    let messages = delete["messages"].as_array().unwrap();
    assert_eq!((messages.len(), &messages[1]["content"]), (2, &json!("Delete a triangle near (10, 0, 10).")));

    let (lab, _) = drive(stocked(), |_| 0, |_| false);
    let scene = lab.model.route.scene().unwrap();
    check(&lab, scene);
    let report = lab.last().parts.into_iter().find_map(|part| match part {
        Part::ToolResult { call_id, content, is_error } if call_id == "a" => {
            assert!(!is_error);
            Some(serde_json::from_str::<Value>(&content).unwrap())
        }
        _ => None,
    });
    let report = report.unwrap();
    let tools: Vec<&str> =
        report["steps"].as_array().unwrap().iter().map(|step| step["tool"].as_str().unwrap()).collect();
    assert_eq!(tools, ["getNearbyObjects", "askUser", "deleteShape"], "{report}");
    assert_eq!((&report["steps"][2]["done"], &report["said"]), (&json!("deleted"), &json!("It is done.")));

    let mut lab = lab;
    lab.send(Msg::Undo);
    let left = shapes(&lab, scene);
    assert_eq!(left.len(), 4, "one undo takes back what all of them did");
}

#[test]
fn everything_is_done_once_whenever_the_page_goes_away() {
    let (lab, steps) = drive(stocked(), |_| 0, |_| false);
    check(&lab, lab.model.route.scene().unwrap());
    assert!(steps > 10, "{steps}");
    for at in 0..=steps {
        for also in [steps, at + 2] {
            let (lab, _) = drive(stocked(), |_| 0, |step| step == at || step == also);
            check(&lab, lab.model.route.scene().unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn questions_are_answered_in_any_order_and_through_reloads(
        order in prop::collection::vec(0_usize..3, 80),
        reloads in prop::collection::vec(prop::bool::weighted(0.2), 80),
    ) {
        let (lab, _) = drive(stocked(), |step| order[step], |step| reloads[step]);
        check(&lab, lab.model.route.scene().unwrap());
    }
}

#[test]
fn stopping_stops_all_agents_and_keeps_what_was_done() {
    let (mut lab, scene) = stocked();
    say(&mut lab, scene, "delete a triangle, make a circle purple and draw a square");
    for _ in 0..40 {
        if shapes(&lab, scene).len() == 5 {
            break;
        }
        respond(&mut lab);
    }
    assert_eq!(shapes(&lab, scene).len(), 5, "the square is there, the rest is under way");
    let at = lab.last().key();
    lab.send(Msg::Stop(at));
    assert_eq!(lab.status(), Status::Stopped);
    assert!(lab.model.running.is_empty() && lab.model.workspace.tables().turns.is_empty());
    for call in std::mem::take(&mut lab.calls) {
        lab.send(Msg::Turn(call.turn, call.step, TurnInput::Chunk(b"data: {}\n\n".to_vec())));
        lab.send(Msg::Turn(call.turn, call.step, TurnInput::Ended));
    }
    assert_eq!((shapes(&lab, scene).len(), lab.status()), (5, Status::Stopped), "what comes late counts for nothing");
}

#[test]
fn who_does_the_work_follows_from_the_choice_and_the_endpoint() {
    let (mut lab, scene) = stocked();
    for (agents, base_url, tools) in [
        (SceneAgents::Auto, "http://127.0.0.1:9/v1", 13),
        (SceneAgents::Several, "http://127.0.0.1:9/v1", 6),
        (SceneAgents::Auto, "http://gateway.example:9/v1", 6),
        (SceneAgents::One, "http://gateway.example:9/v1", 13),
    ] {
        lab.model.facts.allowed_origins.push("http://gateway.example:9".to_owned());
        lab.send(Msg::Connect(ConnectMsg::SaveEndpoint {
            provider: espalier_model::Slug::new("custom"),
            base_url: base_url.to_owned(),
            model: "test-model".to_owned(),
            key: None,
            same_key: false,
        }));
        lab.send(Msg::Connect(ConnectMsg::SetSceneAgents(agents)));
        say(&mut lab, scene, "draw a square");
        let asked = body(lab.calls.last().unwrap());
        assert_eq!(asked["tools"].as_array().map(Vec::len), Some(tools), "{agents:?} {base_url}");
        let at = lab.last().key();
        lab.send(Msg::Stop(at));
        lab.calls.clear();
    }
}
