//! Parameters of an agent in its requests; the speed and cost of an answer, and the share of the context that is used.

use std::time::Duration;

use serde_json::{Value, json};

use crate::app::App;
use crate::axe;
use crate::browser::{CTRL, Page};
use crate::endpoint::{Endpoint, Gate, Reply};
use crate::scene_assistant;
use crate::time_assistant::{calls, room};

/// Opens the form of a new agent.
fn new_agent(app: &App) {
    app.page.press("k", 2);
    app.page.test_id("palette-input").wait_visible();
    app.page.test_id("palette-input").fill("new agent");
    app.page.press("Enter", 0);
    app.page.css(".agent-form").wait_visible();
}

#[test]
fn parameters_of_an_agent_are_typed_kept_and_sent() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    new_agent(&app);
    let field = |label: &str| page.css(".agent-form .field").containing(label).css("input");
    field("Name").nth(0).fill("Particular");
    // The fold is opened by the keyboard.
    page.test_id("agent-more").focus();
    page.press("Enter", 0);
    page.test_id("agent-effort").wait_visible();
    page.test_id("agent-effort").select("high");
    field("Seed").fill("-7");
    field("Top P").fill("0,9");
    page.test_id("agent-stop").fill("END\n\\n\\n");
    page.test_id("agent-extra").fill(r#"{"messages": []}"#);
    page.css(".agent-form button[type=submit]").click();
    page.css(".agent-wrong").wait_text("messages");
    axe::check(page, "further settings of an agent");
    page.screenshot("parameters");
    page.viewport(390, 844);
    page.screenshot("parameters-390");
    page.viewport(1280, 800);
    page.test_id("agent-extra").fill(r#"{"top_k": 40}"#);
    page.css(".agent-form button[type=submit]").click();
    page.css(".agent-choose").containing("Particular").click();
    page.css(".agent-chosen").containing("Particular").wait_visible();
    page.press("Escape", 0);
    app.wait_saved();
    app.reload();
    endpoint.reply(Reply::text(&["Yes."]));
    app.ask("Are they sent?");
    let body = endpoint.wait_chats(1).body;
    assert_eq!((&body["reasoning_effort"], &body["seed"], &body["top_p"]), (&json!("high"), &json!(-7), &json!(0.9)));
    assert_eq!((&body["stop"], &body["top_k"]), (&json!(["END", "\n\n"]), &json!(40)), "{body}");
    // What is refused is left out, and the answer comes all the same.
    let refused = "Unrecognized request argument supplied: reasoning_effort";
    page.expect_problem("400");
    endpoint.reply(Reply::error(400, "invalid_request_error", refused));
    endpoint.reply(Reply::text(&["Still here."]));
    assert_eq!(app.ask("And now?"), "Still here.");
    let body = endpoint.wait_chats(3).body;
    assert_eq!((body.get("reasoning_effort"), &body["seed"]), (None, &json!(-7)));
}

/// Asks Time's assistant, whose model looks first, and returns the last request.
fn asked_in_time(endpoint: &Endpoint, app: &App) -> Value {
    endpoint.reply(calls("", &[("c1", "list_categories", json!({}))]));
    endpoint.reply(Reply::text(&["There are none."]));
    app.ask("Which categories are there?");
    endpoint.chats().pop().expect("something was asked").body
}

/// Opens the form from the model below the field of the assistant.
fn open_parameters(app: &App) {
    app.page.test_id("model-picker").visible().click();
    app.page.test_id("model-parameters").wait_visible().click();
    app.page.test_id("room-parameters").wait_visible();
}

fn screenshots(page: &Page) {
    for (width, height) in [(1440, 900), (390, 844)] {
        page.viewport(width, height);
        for scheme in ["light", "dark"] {
            page.colour_scheme(scheme);
            page.screenshot(&format!("room-parameters-{width}-{scheme}"));
        }
    }
}

#[test]
fn parameters_of_a_rooms_assistant_hold_for_it_alone_until_they_are_reset() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    room(&app);
    let own = asked_in_time(&endpoint, &app);
    assert_eq!((own.get("top_p"), own.get("reasoning_effort")), (None, None));
    assert_ne!(own["temperature"], json!(1.5));
    open_parameters(&app);
    page.test_id("room-parameters").wait_text("Time");
    let field = |label: &str| page.css("[data-testid=room-parameters] .field").containing(label).css("input");
    field("Temperature").fill("3");
    page.test_id("agent-more").focus();
    page.press("Enter", 0);
    page.test_id("agent-effort").wait_visible();
    page.test_id("agent-effort").select("high");
    field("Top P").fill("0,9");
    page.test_id("room-parameters-save").click();
    page.css(".agent-wrong").wait_text("from 0 to 2");
    axe::check(page, "parameters of a room's assistant");
    screenshots(page);
    axe::check(page, "parameters of a room's assistant in the dark");
    page.colour_scheme("light");
    page.viewport(1280, 800);
    field("Temperature").fill("1.5");
    page.test_id("room-parameters-save").click();
    page.test_id("room-parameters").wait_gone();
    app.reload();
    page.test_id("assistant").wait_visible();
    let body = asked_in_time(&endpoint, &app);
    let set = (&body["temperature"], &body["top_p"], &body["reasoning_effort"]);
    assert_eq!(set, (&json!(1.5), &json!(0.9), &json!("high")));
    // Another room's assistant keeps its own.
    scene_assistant::room(&app);
    endpoint.reply(Reply::text(&["It is empty."]));
    app.send("What is there?");
    app.wait_answer("done");
    let other = endpoint.chats().pop().expect("something was asked").body;
    assert_eq!((other.get("top_p"), other.get("reasoning_effort")), (None, None));
    assert_ne!(other["temperature"], json!(1.5));
    // The palette leads there too, and the fields can all be emptied at once.
    app.go("time");
    page.press("k", CTRL);
    page.test_id("palette-input").wait_visible();
    page.test_id("palette-input").fill("assistant parameters");
    page.press("Enter", 0);
    field("Temperature").wait_value("1.5");
    page.test_id("room-parameters-reset").focus();
    page.press("Enter", 0);
    field("Temperature").wait_value("");
    page.test_id("room-parameters").wait_text("All fields are empty");
    page.test_id("room-parameters-save").focus();
    page.press("Enter", 0);
    page.test_id("room-parameters").wait_gone();
    app.reload();
    page.test_id("assistant").wait_visible();
    let body = asked_in_time(&endpoint, &app);
    assert_eq!((body.get("top_p"), body.get("reasoning_effort")), (None, None));
    assert_eq!(body["temperature"], own["temperature"]);
}

#[test]
fn parameters_speed_cost_and_context_are_told_under_an_answer() {
    let endpoint = Endpoint::start();
    endpoint.respond(|asked| {
        let listed = json!({"data": [{"id": "test-model", "context_length": 500,
            "pricing": {"prompt": "0.001", "completion": "0.002"}}]});
        asked.request.path().ends_with("/models").then(|| Reply::json(200, &listed))
    });
    let app = App::first_visit();
    let page = &app.page;
    app.configure(&endpoint);
    page.test_id("fetch-models").click();
    page.test_id("model-list").wait_visible();
    app.go("chat");
    // The speed is told of an answer that took a while after its first word was there, however late that came.
    let gate = Gate::default();
    let rest = Reply::stream().deltas(&["One "]).gate(&gate).pause(Duration::from_millis(700));
    endpoint.reply(rest.deltas(&["two."]).done());
    app.send("How fast?");
    app.last().test_id("content").wait_text("One");
    gate.open();
    app.wait_answer("done");
    assert!(!page.test_id("context-used").exists(), "little of the context is used");
    let figures = app.last().test_id("message-figures");
    figures.wait_visible();
    figures.focus();
    page.press("Enter", 0);
    let details = app.last().css(".message-figures");
    details.wait_text("tokens per second");
    let said = details.text();
    // 11 tokens for 0.001 each and 7 for 0.002.
    assert!(said.contains("first word after") && said.contains("about $0.025"), "{said}");
    endpoint.reply(Reply::text(&[&"word ".repeat(150)]));
    app.ask("More?");
    page.test_id("context-used").wait_text("of 500");
    axe::check(page, "figures of an answer");
    page.screenshot("figures");
    page.viewport(390, 844);
    page.screenshot("figures-390");
}
