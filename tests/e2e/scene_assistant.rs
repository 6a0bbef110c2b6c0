//! The assistant of a scene in the page: commands without a model, questions that outlive a reload, and endpoints that can
//! call tools or not.

use serde_json::{Value, json};

use crate::app::App;
use crate::endpoint::{Endpoint, Reply};
use crate::time_assistant::calls;

/// Makes a new scene and opens the assistant.
pub fn room(app: &App) {
    app.go("scene");
    app.page.test_id("scene-new").visible().click();
    app.page.test_id("scene-canvas").wait_attr("data-state", "full");
    app.page.test_id("assistant").wait_visible().wait_attr("data-scope", "scene");
}

#[test]
fn scene_assistant_does_commands_without_a_network_and_one_undo_takes_an_answer_back() {
    let app = App::first_visit();
    room(&app);
    let page = &app.page;
    assert_eq!(page.eval("document.activeElement.closest('[data-testid=assistant]') === null"), json!(true));
    page.test_id("quick-prompt").wait_count(4);
    assert_eq!(app.ask("Draw a red square with side 5 at (10, 0, 10)"), "Created red square at (10, 0, 10).");
    let square = page.test_id("scene-object").attr_is("data-type", "square");
    square.wait_attr("data-x", "10").wait_attr("data-z", "10");
    app.ask("draw three blue circles in a row");
    page.test_id("scene-object").wait_count(4);
    app.last().test_id("changed").wait_attr("data-count", "3").wait_text("Changes: 3 added");
    page.screenshot("scene-changes");
    app.last().test_id("answer-undo").click();
    page.test_id("scene-object").wait_count(1);
    app.last().test_id("answer-undo").wait_gone();
    app.redo();
    page.test_id("scene-object").wait_count(4);
    let said = app.ask("delete everything except the hexagon");
    assert!(said.contains("except"), "{said}");
    app.last().test_id("changed").wait_attr("data-count", "0").wait_text("Nothing was changed");
    page.test_id("scene-object").wait_count(4);
    page.screenshot("scene-assistant");
}

#[test]
fn scene_assistant_numbers_the_candidates_and_waits_for_an_answer_over_a_reload() {
    let app = App::first_visit();
    room(&app);
    let page = &app.page;
    app.ask("在(0,0,0)画一个三角形，然后在(3,0,0)画一个三角形");
    page.test_id("scene-object").wait_count(2);
    app.send("删除三角形");
    page.test_id("question").wait_attr("data-status", "open");
    page.test_id("candidate").wait_count(2);
    let second = page.test_id("candidate").nth(1).attr("data-id");
    app.wait_saved();
    app.reload();
    page.test_id("candidate").wait_count(2);
    assert_eq!(page.test_id("candidate").nth(1).attr("data-id"), second);
    page.test_id("scene-object").wait_count(2);
    page.test_id("option").nth(1).click();
    page.test_id("scene-object").wait_count(1);
    page.test_id("candidate").wait_count(0);
    assert_ne!(page.test_id("scene-object").attr("data-id"), second);
    assert!(app.wait_answer("done").starts_with("已删除"));
}

#[test]
fn scene_assistant_takes_a_click_on_a_number_in_the_picture_as_the_answer() {
    let app = App::first_visit();
    room(&app);
    let page = &app.page;
    app.ask("draw a triangle at (0, 0, 0), then draw a triangle at (3, 0, 0)");
    page.test_id("scene-object").wait_count(2);
    app.send("delete the triangle");
    page.test_id("question").wait_attr("data-status", "open");
    page.test_id("candidate").wait_count(2);
    let first = page.test_id("candidate").nth(0).attr("data-id");
    page.test_id("candidate").nth(0).click();
    page.test_id("scene-object").wait_count(1);
    page.test_id("candidate").wait_count(0);
    assert_ne!(page.test_id("scene-object").attr("data-id"), first);
    assert!(app.wait_answer("done").starts_with("Deleted"));
    app.undo();
    page.test_id("scene-object").wait_count(2);
}

#[test]
fn scene_assistant_lets_a_model_perceive_and_act_in_rounds() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    room(&app);
    let page = &app.page;
    page.test_id("scene-add").attr_is("data-type", "triangle").click();
    page.test_id("scene-object").wait_count(1);
    let id = page.test_id("scene-object").attr("data-id");
    endpoint.reply(calls("", &[("c1", "getNearbyObjects", json!({ "x": 0, "y": 0, "z": 0 }))]));
    let params = json!({ "color": "purple", "dx": 2 });
    endpoint.reply(calls("", &[("c2", "modifyShape", json!({ "id": id, "params": params }))]));
    endpoint.reply(Reply::text(&["It is purple now."]));
    assert_eq!(app.ask("paint the triangle purple"), "It is purple now.");
    page.test_id("scene-object").wait_attr("data-colour", "#8d43b8");
    let found = told(&endpoint, 2);
    assert_eq!((&found["total"], &found["shapes"][0]["id"]), (&json!(1), &json!(id)));
    assert_eq!(told(&endpoint, 3)["done"], json!("modified"));
    app.undo();
    page.test_id("scene-object").wait_attr("data-colour", "#2c7f43");
}

/// Makes a reply in the form that is asked for in the prompt where an endpoint takes no tools.
fn in_json(value: Value) -> Reply {
    let text = value.to_string();
    let half = text.len() / 2;
    Reply::text(&[&text[..half], &text[half..]])
}

#[test]
fn scene_assistant_over_an_endpoint_with_json_alone_asks_and_waits_over_a_reload() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    room(&app);
    let page = &app.page;
    for count in 1..=2 {
        page.test_id("scene-add").attr_is("data-type", "triangle").click();
        page.test_id("scene-object").wait_count(count);
    }
    let ids = page.test_id("scene-object").attrs("data-id");
    endpoint.reply(Reply::error(400, "invalid_request_error", "test-model does not support tools"));
    page.expect_problem("400");
    endpoint.reply(in_json(json!({ "name": "listShapes", "parameters": { "type": "triangle" } })));
    let options: Vec<Value> = ids.iter().map(|id| json!({ "id": id, "label": "Triangle" })).collect();
    let question = json!({ "question": "Which triangle?", "options": options });
    endpoint.reply(in_json(json!({ "name": "askUser", "parameters": question })));
    app.send("paint a triangle purple");
    page.test_id("question").wait_attr("data-status", "open").wait_text("Which triangle?");
    page.test_id("candidate").wait_count(2);
    let asked = endpoint.wait_chats(3);
    assert!(asked.body.get("tools").is_none(), "{}", asked.body);
    assert_eq!(asked.body["response_format"]["type"], "json_schema");
    let messages = asked.messages();
    assert!(messages[0].1.contains("createShape"), "{}", messages[0].1);
    let (role, found) = messages.last().cloned().unwrap_or_default();
    assert_eq!(role, "user");
    assert!(found.starts_with("Result of listShapes: {") && found.contains(&ids[0]), "{found}");

    app.wait_saved();
    app.reload();
    page.test_id("candidate").wait_count(2);
    let params = json!({ "color": "purple" });
    endpoint.reply(in_json(json!({ "name": "modifyShape", "parameters": { "id": ids[1], "params": params } })));
    endpoint.reply(in_json(json!({ "answer": "It is “purple” now.\nAnything else?" })));
    page.test_id("option").nth(1).click();
    let said = app.wait_answer("done");
    assert!(said.contains("It is “purple” now.") && !said.contains('{'), "{said}");
    let shape = page.test_id("scene-object").attr_is("data-id", &ids[1]);
    shape.wait_attr("data-colour", "#8d43b8");
    page.test_id("tool-call").wait_count(2);
    // What was learned holds for the next question.
    let before = endpoint.chats().len();
    endpoint.reply(in_json(json!({ "answer": "Hello." })));
    assert_eq!(app.ask("hello"), "Hello.");
    assert_eq!(endpoint.chats().len(), before + 1);
    app.undo();
    shape.wait_attr("data-colour", "#2c7f43");
}

#[test]
fn scene_assistant_without_tools_is_answered_by_rules_which_say_so() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    room(&app);
    endpoint.reply(Reply::error(400, "invalid_request_error", "test-model does not support tools"));
    app.page.expect_problem("400");
    let said = app.ask("draw a red circle");
    assert!(said.starts_with("Created red circle"), "{said}");
    app.page.css("[data-notice=local]").wait_text("can’t use tools");
    app.page.test_id("scene-object").wait_count(1);
}

#[test]
fn scene_assistant_hands_on_to_agents_whose_steps_unfold_and_whose_question_outlives_a_reload() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    app.go("settings");
    page.test_id("scene-agents").select("several");
    room(&app);
    page.test_id("scene-add").attr_is("data-type", "triangle").click();
    page.test_id("scene-object").wait_count(1);
    page.test_id("scene-add").attr_is("data-type", "triangle").click();
    page.test_id("scene-object").wait_count(2);
    let ids = page.test_id("scene-object").attrs("data-id");
    endpoint.reply(calls("", &[("a", "deleteAgent", json!({ "task": "Delete a triangle." }))]));
    endpoint.reply(calls("", &[("n", "listShapes", json!({ "type": "triangle" }))]));
    let options: Vec<Value> = ids.iter().map(|id| json!({ "id": id, "label": format!("Triangle {id}") })).collect();
    endpoint.reply(calls("", &[("q", "askUser", json!({ "question": "Which triangle?", "options": options }))]));
    app.send("delete a triangle");
    page.test_id("question").wait_attr("data-status", "open").wait_text("Which triangle?");
    page.test_id("candidate").wait_count(2);
    app.wait_saved();
    app.reload();
    page.test_id("candidate").wait_count(2);

    endpoint.reply(calls("", &[("d", "deleteShape", json!({ "id": ids[1] }))]));
    endpoint.reply(Reply::text(&["One triangle was deleted."]));
    endpoint.reply(Reply::text(&["Deleted."]));
    page.test_id("option").nth(1).click();
    page.test_id("scene-object").wait_count(1);
    assert_eq!(page.test_id("scene-object").attr("data-id"), ids[0]);
    assert_eq!(app.wait_answer("done"), "Deleted.");
    page.test_id("tool-call").wait_attr("data-tool", "deleteAgent").css("summary").click();
    page.test_id("agent-step").wait_count(3);
    page.test_id("agent-step").nth(2).wait_text("Deleted");
    page.screenshot("scene-supervisor");
    app.undo();
    page.test_id("scene-object").wait_count(2);
}

#[test]
fn scene_assistant_shows_changes_in_the_picture_first_and_does_what_is_ticked() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("settings");
    page.test_id("scene-review").select("always");
    room(&app);
    app.send("draw three blue circles in a row");
    page.test_id("question").wait_attr("data-status", "open");
    page.test_id("ghost").wait_count(3).wait_attr("data-change", "added");
    page.wait_for("document.querySelector('[data-testid=ghost]').getAttribute('d')?.length > 20");
    page.test_id("scene-object").wait_count(0);
    page.screenshot("scene-ghosts");
    app.wait_saved();
    app.reload();
    page.test_id("ghost").wait_count(3);
    assert!(page.test_id("option").nth(1).is_checked());
    page.test_id("option").nth(1).click();
    page.test_id("option-submit").click();
    page.test_id("scene-object").wait_count(2);
    page.test_id("ghost").wait_count(0);
    app.wait_answer("done");

    app.send("delete all circles");
    page.test_id("ghost").wait_count(2).wait_attr("data-change", "removed");
    page.test_id("candidate").wait_count(0);
    assert!(!page.test_id("option").nth(0).is_checked(), "deletions are not ticked beforehand");
    page.test_id("option-skip").click();
    page.test_id("ghost").wait_count(0);
    page.test_id("scene-object").wait_count(2);
}

/// Returns the last result of a tool in the request of this number, counted from 1.
fn told(endpoint: &Endpoint, number: usize) -> Value {
    let messages = endpoint.wait_chats(number).messages();
    let last = messages.into_iter().rfind(|(role, _)| role == "tool").map(|(_, text)| text);
    serde_json::from_str(&last.unwrap_or_default()).unwrap_or_default()
}
