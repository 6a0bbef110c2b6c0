//! The JSON interface to the assistant of a scene: the flow of the design, other answers, and interrupts that come
//! late.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops there")]

use espalier_app::Msg;
use espalier_app::navigate::Route;
use espalier_app::scenes::SceneMsg;
use espalier_app::scenes::protocol::{Exchange, Next, Request, Response};
use espalier_model::scene::{SceneId, ShapeType};
use espalier_storage::memory::MemoryStorage;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::lab::Lab;

fn room() -> Lab {
    Lab::on(MemoryStorage::default(), Route::Scene(None, None))
}

/// Sends a request and lets the built-in model do what it can.
fn request(lab: &mut Lab, method: &str, path: &str, body: Value) -> Response {
    let mut exchange = Exchange::new(&Request { method: method.to_owned(), path: path.to_owned(), body });
    for _ in 0..60 {
        match exchange.next(&lab.model) {
            Next::Reply(response) => return response,
            Next::Send(msg) => lab.send(msg),
            Next::Wait => lab.built_in(),
        }
    }
    panic!("there is no answer: {exchange:?}");
}

fn post(lab: &mut Lab, path: &str, body: Value) -> Value {
    let response = request(lab, "POST", path, body);
    assert_eq!(response.code, 200, "{response:?}");
    response.body
}

fn chat(lab: &mut Lab, message: &str) -> Value {
    post(lab, "/api/chat", json!({ "message": message, "sessionId": "session_123" }))
}

fn go_on(lab: &mut Lab, interrupted: &Value, result: Value) -> Value {
    post(lab, "/api/chat/continue", json!({ "threadId": interrupted["threadId"], "toolResult": result }))
}

fn shapes(lab: &mut Lab) -> Vec<Value> {
    let response = request(lab, "GET", "/api/shapes?sessionId=session_123", Value::Null);
    response.body["shapes"].as_array().unwrap().clone()
}

fn add(lab: &mut Lab, kind: ShapeType, at: [f64; 3]) -> String {
    let scene: SceneId = lab.model.route.scene().unwrap();
    lab.send(Msg::Scene(SceneMsg::Add(scene, kind, Some(at))));
    lab.model.scenes.looks[&scene].primary().unwrap().to_string()
}

fn scene(lab: &mut Lab) {
    let made = chat(lab, "draw a square at (0, 0, 0)");
    assert_eq!(made["action"], "create", "{made}");
}

#[test]
fn the_flow_of_the_design_is_replayed() {
    let mut lab = room();
    scene(&mut lab);
    let triangle = add(&mut lab, ShapeType::Triangle, [10.0, 0.0, 10.0]);

    let interrupted = chat(&mut lab, "删除坐标 (10,0,10) 附近的三角形");
    let thread = interrupted["threadId"].clone();
    assert_eq!(
        interrupted,
        json!({
            "status": "interrupted",
            "threadId": thread,
            "action": "getNearbyObjects",
            "params": { "x": 10, "y": 0, "z": 10 },
        })
    );
    assert_eq!(shapes(&mut lab).len(), 2, "nothing is done while it waits");
    let found = json!([{ "id": triangle, "type": "triangle", "position": [10, 0, 10], "distance": 0 }]);
    let completed = go_on(&mut lab, &interrupted, found.clone());
    assert_eq!(
        completed,
        json!({
            "status": "completed",
            "action": "delete",
            "targetId": triangle,
            "message": "已删除位于(10, 0, 10)的绿色三角形。",
        })
    );
    assert_eq!(shapes(&mut lab).len(), 1);

    // The same once more, as a client does whose connection broke: nothing is done twice.
    let again = json!({ "threadId": thread, "toolResult": found });
    let late = request(&mut lab, "POST", "/api/chat/continue", again);
    assert_eq!((late.code, &late.body["status"]), (409, &json!("error")), "{late:?}");
    assert_eq!(shapes(&mut lab).len(), 1);
}

#[test]
fn shapes_are_made_changed_listed_taken_back_and_done_again() {
    let mut lab = room();
    let made = chat(&mut lab, "在 (10,0,10) 画一个边长 5 的红色正方形");
    let id = made["targetId"].as_str().unwrap().to_owned();
    assert_eq!((&made["status"], &made["action"]), (&json!("completed"), &json!("create")));
    assert_eq!(made["data"]["id"], json!(id));
    assert_eq!((&made["data"]["type"], &made["data"]["position"]), (&json!("square"), &json!([10, 0, 10])));
    let corners = json!([[7.5, 0, 7.5], [12.5, 0, 7.5], [12.5, 0, 12.5], [7.5, 0, 12.5]]);
    assert_eq!(made["data"]["geometry"], json!({ "sideLength": 5, "vertices": corners }));

    let all = shapes(&mut lab);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0]["id"], json!(id));
    assert!(all[0]["createdAt"].as_str().unwrap().starts_with("2023-11-14T"), "{all:?}");

    let interrupted = chat(&mut lab, "make the last square twice as big");
    assert_eq!(
        (&interrupted["action"], &interrupted["params"]),
        (&json!("getLastCreated"), &json!({ "type": "square" }))
    );
    let changed = go_on(&mut lab, &interrupted, json!({ "id": id, "type": "square" }));
    assert_eq!((&changed["action"], &changed["targetId"]), (&json!("modify"), &json!(id)));
    assert_eq!(changed["data"]["geometry"]["sideLength"], 10);

    let step = |lab: &mut Lab, which: &str| {
        post(lab, &format!("/api/operations/{which}"), json!({ "sessionId": "session_123" }))
    };
    let undone = step(&mut lab, "undo");
    assert_eq!((&undone["action"], &undone["data"]["geometry"]["sideLength"]), (&json!("modify"), &json!(5)));
    let undone = step(&mut lab, "undo");
    assert_eq!((&undone["action"], &undone["targetId"], &undone["data"]), (&json!("delete"), &json!(id), &Value::Null));
    assert_eq!(step(&mut lab, "undo")["action"], "none");
    let redone = step(&mut lab, "redo");
    assert_eq!((&redone["action"], &redone["data"]["id"]), (&json!("create"), &json!(id)));
    assert_eq!(shapes(&mut lab).len(), 1);

    let none = chat(&mut lab, "多少个圆？");
    assert_eq!((&none["status"], &none["action"]), (&json!("completed"), &json!("none")));
    assert!(!none["message"].as_str().unwrap().is_empty());
}

#[test]
fn what_the_client_sees_is_what_there_is_to_choose_from() {
    let mut lab = room();
    scene(&mut lab);
    let [one, two, three] = [1.0, 2.0, 900.0].map(|x| add(&mut lab, ShapeType::Circle, [x, 0.0, 0.0]));
    let interrupted = chat(&mut lab, "delete the circle in view");
    assert_eq!((&interrupted["action"], &interrupted["params"]), (&json!("getObjectsInView"), &json!({})));
    // The client may look elsewhere than the page: it sees the last two, of which one has to be chosen.
    let asked =
        go_on(&mut lab, &interrupted, json!([{ "id": two, "type": "circle" }, { "id": three, "type": "circle" }]));
    assert_eq!((&asked["status"], &asked["action"]), (&json!("interrupted"), &json!("askUser")), "{asked}");
    let options = asked["params"]["options"].as_array().unwrap();
    let ids: Vec<&str> = options.iter().map(|option| option["id"].as_str().unwrap()).collect();
    assert!(ids.len() == 2 && ids.contains(&two.as_str()) && ids.contains(&three.as_str()), "{asked}");

    let wrong = json!({ "threadId": asked["threadId"], "toolResult": one });
    let wrong = request(&mut lab, "POST", "/api/chat/continue", wrong);
    assert_eq!(wrong.code, 400, "{wrong:?}");
    let deleted = go_on(&mut lab, &asked, json!(two));
    assert_eq!((&deleted["action"], &deleted["targetId"]), (&json!("delete"), &json!(two)), "{deleted}");
}

#[test]
fn an_interrupt_waits_over_a_reload_and_a_wrong_result_leaves_it_open() {
    let mut lab = room();
    scene(&mut lab);
    let triangle = add(&mut lab, ShapeType::Triangle, [10.0, 0.0, 10.0]);
    let interrupted = chat(&mut lab, "delete the triangle near (10, 0, 10)");
    let mut lab = lab.reload();
    let unknown = json!({ "threadId": interrupted["threadId"], "toolResult": [{ "id": "tri_789" }] });
    let unknown = request(&mut lab, "POST", "/api/chat/continue", unknown);
    assert_eq!(unknown.code, 400, "{unknown:?}");
    assert!(unknown.body["message"].as_str().unwrap().contains("tri_789"), "{unknown:?}");
    let done = go_on(&mut lab, &interrupted, json!([{ "id": triangle }]));
    assert_eq!((&done["action"], &done["targetId"]), (&json!("delete"), &json!(triangle)), "{done}");
}

#[test]
fn nothing_found_changes_nothing() {
    let mut lab = room();
    scene(&mut lab);
    for nothing in [json!([]), Value::Null] {
        let interrupted = chat(&mut lab, "delete the triangle near (10, 0, 10)");
        let done = go_on(&mut lab, &interrupted, nothing);
        assert_eq!((&done["status"], &done["action"]), (&json!("completed"), &json!("none")), "{done}");
    }
    assert_eq!(shapes(&mut lab).len(), 1);
}

#[test]
fn what_cannot_be_drawn_is_taken_back() {
    let mut lab = room();
    let made = chat(&mut lab, "draw three blue circles in a row");
    assert_eq!(made["operations"].as_array().map(Vec::len), Some(3), "{made}");
    let id = made["operations"][1]["targetId"].as_str().unwrap().to_owned();
    let back = post(&mut lab, &format!("/api/shapes/{id}/rollback"), Value::Null);
    assert_eq!((&back["action"], &back["targetId"]), (&json!("delete"), &json!(id)), "{back}");
    assert!(shapes(&mut lab).is_empty(), "the step is taken back as a whole");
    let gone = request(&mut lab, "POST", &format!("/api/shapes/{id}/rollback"), Value::Null);
    assert_eq!(gone.code, 404);

    let first = chat(&mut lab, "draw a square at (0, 0, 0)")["targetId"].as_str().unwrap().to_owned();
    chat(&mut lab, "draw a circle at (5, 0, 0)");
    let late = request(&mut lab, "POST", &format!("/api/shapes/{first}/rollback"), Value::Null);
    assert_eq!(late.code, 409, "{late:?}");
    assert_eq!(shapes(&mut lab).len(), 2);
}

#[test]
fn what_is_wrong_with_a_request_is_said() {
    let mut lab = room();
    for (method, path, body, code) in [
        ("GET", "/api/chat", json!({}), 405),
        ("POST", "/api/shapes", json!({}), 405),
        ("POST", "/api/dance", json!({}), 404),
        ("POST", "/api/chat", json!({ "message": "draw a circle" }), 400),
        ("POST", "/api/chat", json!({ "message": " ", "sessionId": "s" }), 400),
        ("POST", "/api/chat", json!({ "message": "x".repeat(30_000), "sessionId": "s" }), 400),
        ("POST", "/api/chat", json!({ "message": "x", "sessionId": "s", "perceives": 1 }), 400),
        ("POST", "/api/chat/continue", json!({ "threadId": "thread_456", "toolResult": [] }), 404),
        ("GET", "/api/shapes", Value::Null, 400),
        ("POST", "/api/shapes/tri_789/rollback", Value::Null, 404),
    ] {
        let response = request(&mut lab, method, path, body.clone());
        assert_eq!(response.code, code, "{method} {path} {body}: {response:?}");
        assert_eq!(response.body["status"], "error");
    }
    assert!(lab.model.workspace.tables().scenes.is_empty(), "nothing was made");
    assert!(Request::read("{").is_err() && Request::read("{}").is_err());
    let read = Request::read(r#"{"path": "/api/shapes?sessionId=%E5%9C%BA%E6%99%AF"}"#).unwrap();
    assert_eq!((read.method.as_str(), &read.body), ("GET", &Value::Null));
    let empty = request(&mut lab, "GET", &read.path, Value::Null);
    assert_eq!((empty.code, empty.body), (200, json!({ "shapes": [] })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn any_text_is_answered(
        path in "/?(api|chat|continue|shapes|operations|undo|rollback|thread_|%|[?&=+]|[a-z0-9é]{0,6}|/){0,9}",
        method in "GET|POST|[A-Z]{0,5}",
        text in "\\PC{0,40}",
        thread in "thread(_[0-9a-f-]{0,36}){0,4}",
    ) {
        prop_assert!(Request::read(&text).map_or_else(|answer| answer.code == 400, |request| !request.path.is_empty()));
        let body = json!({ "sessionId": text, "message": text, "threadId": thread, "toolResult": text });
        let mut exchange = Exchange::new(&Request { method, path, body });
        match exchange.next(&espalier_app::Model::default()) {
            Next::Reply(response) => prop_assert!([200, 400, 404, 405].contains(&response.code), "{response:?}"),
            Next::Send(_) => {}
            Next::Wait => prop_assert!(false, "nothing could come"),
        }
    }
}
