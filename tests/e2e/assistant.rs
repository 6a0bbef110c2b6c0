//! The assistant of a node: proposals over each channel, ticked, applied, taken back, told to the model, kept.

use serde_json::{Value, json};

use crate::app::App;
use crate::browser::{ALT, CTRL, LIMIT, Page};
use crate::endpoint::{Endpoint, Reply};

/// Makes a visit with an endpoint and a map.
fn asked(endpoint: &Endpoint) -> App {
    let app = App::with_endpoint(endpoint);
    trip(&app);
    app
}

/// Makes a map of a root and two children; the keyboard is at the root, the assistant is open.
pub fn trip(app: &App) {
    let page = &app.page;
    app.go("map");
    page.test_id("map-new").visible().click();
    page.test_id("node-title-input").wait_visible();
    for (title, key) in [("Trip", "Tab"), ("Costs", "Enter"), ("Route", "Enter")] {
        page.test_id("node-title-input").wait_visible();
        page.type_text(title);
        page.press(key, 0);
        page.test_id("node-title-input").wait_visible().wait_value("");
    }
    page.press("Escape", 0);
    page.test_id("node-title-input").wait_gone();
    page.test_id("map-node").wait_count(3);
    // The field that went had the focus; the map takes it back.
    page.wait_for("document.activeElement !== document.body");
    page.press("ArrowLeft", 0);
    page.test_id("map-node").attr_is("data-title", "Trip").wait_attr("data-selected", "true");
    page.press("j", CTRL | ALT);
    page.test_id("assistant").wait_visible().wait_attr("data-scope", "map");
}

fn titles(page: &Page) -> Vec<String> {
    page.test_id("map-node").attrs("data-title")
}

#[track_caller]
fn wait_titles(page: &Page, expect: &[&str]) {
    let script = format!(
        "JSON.stringify([...document.querySelectorAll('[data-testid=map-node]')]
            .filter(n => !n.querySelector('[data-change=added]')).map(n => n.dataset.title)) === JSON.stringify({})",
        json!(expect)
    );
    page.wait_for_or(&script, LIMIT, || format!("waiting for {expect:?}; now {:?}", titles(page)));
}

/// Returns two children and a new title, as a model writes them.
fn operations() -> Value {
    json!([
        { "id": "op-1", "commandId": "node.addChild", "params": { "parentId": "current", "position": null, "title": "Food" },
          "description": "Add “Food”", "confidence": 0.9, "reasoning": "Everybody eats." },
        { "id": "op-2", "commandId": "node.addChild", "params": ["n1", null, "Hotel"], "description": "Add “Hotel”" },
        { "id": "op-3", "commandId": "node.updateTitle", "params": ["n2", "Budget"], "description": "Rename “Costs”" },
        { "id": "op-4", "commandId": "node.delete", "params": ["n99"], "description": "Delete what is not there" },
    ])
}

fn as_text() -> Reply {
    let text =
        format!("Here are **ideas**.\n\nSummary: More to plan.\n\n<operations>\n{}\n</operations>\n", operations());
    let pieces: Vec<String> = text.chars().collect::<Vec<_>>().chunks(7).map(|piece| piece.iter().collect()).collect();
    Reply::text(&pieces.iter().map(String::as_str).collect::<Vec<_>>())
}

fn as_call() -> Reply {
    let arguments =
        json!({ "explanation": "Here are **ideas**.", "summary": "More to plan.", "operations": operations() })
            .to_string();
    let mut reply = Reply::stream().deltas(&["Here are **ideas**."]);
    for (index, piece) in arguments.chars().collect::<Vec<_>>().chunks(40).enumerate() {
        let piece: String = piece.iter().collect();
        let function = if index == 0 {
            json!({ "name": "propose_operations", "arguments": piece })
        } else {
            json!({ "arguments": piece })
        };
        let mut call = json!({ "index": 0, "function": function });
        if index == 0 {
            call["id"] = json!("call_1");
            call["type"] = json!("function");
        }
        reply = reply.event(&crate::endpoint::reply::delta(&json!({ "tool_calls": [call] }), None));
    }
    reply.finish("tool_calls")
}

fn as_json() -> Reply {
    let text = json!({ "explanation": "Here are **ideas**.", "summary": "More to plan.", "operations": operations() })
        .to_string();
    let pieces: Vec<String> = text.chars().collect::<Vec<_>>().chunks(11).map(|piece| piece.iter().collect()).collect();
    Reply::text(&pieces.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Checks a proposal of any channel: nothing of the JSON is seen, the valid operations are ticked, some are applied,
/// one undo.
fn decide(app: &App, endpoint: &Endpoint) {
    let page = &app.page;
    let proposal = page.test_id("proposal");
    proposal.wait_visible().wait_attr("data-status", "pending");
    page.test_id("operation").wait_count(4);
    app.wait_answer("done");
    let said = app.last().test_id("content").text();
    assert!(said.trim().starts_with("Here are ideas.") && !said.contains(['{', '<']), "{said}");
    assert_eq!(page.test_id("operation").attrs("data-valid"), ["true", "true", "true", "false"]);
    assert!(page.test_id("operation").nth(3).test_id("operation-reason").text().contains("n99"));
    let boxes = |index: usize| page.test_id("operation").nth(index).css("input").is_checked();
    assert_eq!([boxes(0), boxes(1), boxes(2), boxes(3)], [true, true, true, false]);
    page.test_id("ghost").wait_count(3);
    assert_eq!(page.test_id("ghost").attr_is("data-change", "added").count(), 2);
    wait_titles(page, &["Trip", "Costs", "Route"]);
    page.screenshot("map-proposal");
    // One of them is not wanted.
    page.test_id("operation").nth(1).css("input").click();
    page.test_id("ghost").wait_count(2);
    let before = endpoint.chats().len();
    endpoint.reply(Reply::text(&["Well done."]));
    page.test_id("proposal-apply").click();
    proposal.wait_attr("data-status", "applied");
    wait_titles(page, &["Trip", "Budget", "Route", "Food"]);
    page.test_id("ghost").wait_gone();
    // The model is told, and answers on.
    let told = endpoint.wait_chats(before + 1);
    let (role, text) = told.messages().last().cloned().unwrap_or_default();
    assert!(role == "user" && text.starts_with("applied: 2 of 4"), "{role}: {text}");
    app.wait_said_last("Well done.");
    app.wait_saved();
}

impl App {
    #[track_caller]
    fn wait_said_last(&self, text: &str) {
        let script = format!(
            "(() => {{ const all = document.querySelectorAll('[data-testid=message][data-role=assistant]');
                const last = all[all.length - 1];
                return last && last.dataset.status === 'done' && last.textContent.includes({}); }})()",
            json!(text)
        );
        self.page.wait_for_or(&script, LIMIT, || format!("waiting for {text}; now {:?}", self.said()));
    }
}

#[test]
fn assistant_a_proposal_in_a_tool_call_is_applied_in_part_and_taken_back_as_one() {
    let endpoint = Endpoint::start();
    let app = asked(&endpoint);
    let page = &app.page;
    endpoint.reply(as_call());
    app.send("What is missing?");
    let request = endpoint.wait_chats(1);
    assert_eq!(request.body["tools"][0]["function"]["name"], "propose_operations");
    let (role, system) = request.messages().first().cloned().unwrap_or_default();
    assert!(
        role == "system" && system.contains("Trip") && system.contains("Costs") && system.contains("<map-data>"),
        "{system}"
    );
    decide(&app, &endpoint);
    // A reload changes nothing: it was decided once and for all.
    app.reload();
    page.test_id("map-assistant").wait_visible().click();
    page.test_id("proposal").wait_visible().wait_attr("data-status", "applied");
    assert!(page.test_id("proposal-status").text().contains("2 of 4"));
    assert!(!page.test_id("proposal-apply").exists());
    page.test_id("proposal-undo").click();
    page.test_id("proposal").wait_attr("data-status", "undone");
    wait_titles(page, &["Trip", "Costs", "Route"]);
    page.test_id("redo").click();
    page.test_id("proposal").wait_attr("data-status", "applied");
    wait_titles(page, &["Trip", "Budget", "Route", "Food"]);
    page.test_id("undo").click();
    page.test_id("proposal").wait_attr("data-status", "undone");
    // With the next question the model hears of it.
    let before = endpoint.chats().len();
    endpoint.reply(Reply::text(&["I see."]));
    app.send("And now?");
    let told = endpoint.wait_chats(before + 1);
    let (_, text) = told.messages().last().cloned().unwrap_or_default();
    assert!(text.starts_with("undone:") && text.ends_with("And now?"), "{text}");
    let roles: Vec<String> = told.messages().into_iter().map(|(role, _)| role).collect();
    assert!(roles.contains(&"tool".to_owned()), "{roles:?}");
}

#[test]
fn assistant_an_endpoint_without_tools_is_asked_for_json_and_then_for_text() {
    let endpoint = Endpoint::start();
    let app = asked(&endpoint);
    endpoint.reply(Reply::error(400, "invalid_request_error", "test-model does not support tools"));
    endpoint.reply(as_json());
    app.send("What is missing?");
    let second = endpoint.wait_chats(2);
    assert!(second.body.get("tools").is_none(), "{}", second.body);
    assert_eq!(second.body["response_format"]["type"], "json_schema");
    decide(&app, &endpoint);
    // What was learned is remembered: without a schema, and then without a form, where those are refused too.
    let before = endpoint.chats().len();
    for _ in 0..2 {
        endpoint.reply(Reply::json(
            400,
            &json!({ "error": { "message": "response_format is not supported", "param": "response_format", "code": "unsupported_parameter" } }),
        ));
    }
    endpoint.reply(Reply::text(&["Nothing more."]));
    app.send("Anything else?");
    let last = endpoint.wait_chats(before + 3);
    assert!(last.body.get("tools").is_none() && last.body.get("response_format").is_none(), "{}", last.body);
    assert!(last.messages()[0].1.contains("</operations>"));
    app.wait_said_last("Nothing more.");
    app.page.expect_problem("400");
}

#[test]
fn assistant_a_proposal_in_text_is_applied_and_one_is_cancelled() {
    let endpoint = Endpoint::start();
    let app = asked(&endpoint);
    let page = &app.page;
    endpoint.reply(as_text());
    app.send("What is missing?");
    decide(&app, &endpoint);
    endpoint.reply(as_text());
    app.send("More?");
    page.test_id("proposal").wait_count(2);
    app.wait_answer("done");
    let before = endpoint.chats().len();
    endpoint.reply(Reply::text(&["All right."]));
    page.test_id("proposal").last().test_id("proposal-cancel").click();
    page.test_id("proposal").last().wait_attr("data-status", "cancelled");
    let told = endpoint.wait_chats(before + 1);
    let (_, text) = told.messages().last().cloned().unwrap_or_default();
    assert!(text.starts_with("cancelled 4 operations"), "{text}");
    app.wait_said_last("All right.");
    wait_titles(page, &["Trip", "Budget", "Route", "Food"]);
    app.wait_saved();
    app.reload();
    page.test_id("map-assistant").wait_visible().click();
    page.test_id("proposal").wait_count(2);
    page.test_id("proposal").last().wait_attr("data-status", "cancelled");
}

#[test]
fn assistant_what_was_written_since_is_not_overwritten_and_a_node_has_its_own_conversation() {
    let endpoint = Endpoint::start();
    let app = asked(&endpoint);
    let page = &app.page;
    endpoint.reply(as_text());
    app.send("What is missing?");
    page.test_id("operation").wait_count(4);
    app.wait_answer("done");
    // The person gives the node another title by hand.
    page.test_id("composer").focus();
    page.press("Escape", 0);
    assert!(page.test_id("map-node").attr_is("data-title", "Trip").has_focus());
    page.test_id("map-node").attr_is("data-title", "Costs").click();
    page.test_id("map-node").attr_is("data-title", "Costs").wait_attr("data-selected", "true");
    // Another node, another conversation.
    page.test_id("proposal").wait_gone();
    page.press("F2", 0);
    page.test_id("node-title-input").wait_visible().wait_value("Costs");
    page.press("End", 0);
    page.type_text(" and fees");
    page.press("Enter", 0);
    page.test_id("map-node").attr_is("data-title", "Costs and fees").wait();
    page.press("ArrowLeft", 0);
    page.test_id("proposal").wait_visible();
    page.test_id("operation").nth(2).wait_attr("data-valid", "false");
    endpoint.reply(Reply::text(&["Good."]));
    page.test_id("proposal-apply").click();
    page.test_id("proposal").wait_attr("data-status", "applied");
    wait_titles(page, &["Trip", "Costs and fees", "Route", "Food", "Hotel"]);
}

#[test]
fn assistant_what_cannot_be_done_without_another_says_why_and_changes_nothing() {
    let endpoint = Endpoint::start();
    let app = asked(&endpoint);
    let page = &app.page;
    let operations = json!([
        { "id": "op-1", "commandId": "node.moveTo", "params": ["n3", "n2", null] },
        { "id": "op-2", "commandId": "node.outdent", "params": ["n3"] },
        { "id": "op-3", "commandId": "node.addChild", "params": ["n2", null, "Food"] },
    ]);
    endpoint.reply(Reply::text(&["Ideas.\n\n<operations>\n", &operations.to_string(), "\n</operations>\n"]));
    app.send("What is missing?");
    page.test_id("operation").wait_count(3);
    app.wait_answer("done");
    let operation = |index: usize| page.test_id("operation").nth(index);
    operation(1).wait_attr("data-valid", "true");
    operation(0).css("input").click();
    operation(1).wait_attr("data-valid", "false");
    operation(1).test_id("operation-reason").wait_text("already below the root");
    assert!(!operation(1).css("input").is_checked());
    operation(0).css("input").click();
    operation(1).wait_attr("data-valid", "true");
    assert!(operation(1).css("input").is_checked());
    operation(0).css("input").click();
    operation(1).wait_attr("data-valid", "false");
    endpoint.reply(Reply::text(&["Good."]));
    page.test_id("proposal-apply").click();
    page.test_id("proposal").wait_attr("data-status", "applied");
    assert!(page.test_id("proposal-status").text().contains("1 of 3"));
    wait_titles(page, &["Trip", "Costs", "Food", "Route"]);
}

#[test]
fn assistant_the_guide_proposes_without_a_network() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("map");
    page.test_id("map-new").visible().click();
    page.test_id("node-title-input").wait_visible();
    page.type_text("Garden");
    page.press("Enter", 0);
    page.test_id("map-node").wait_count(1);
    page.test_id("map-assistant").click();
    page.test_id("composer").wait_visible();
    app.send("add children: Herbs, Roses, Pond");
    page.test_id("operation").wait_count(3);
    app.wait_answer("done");
    page.test_id("proposal-apply").click();
    page.test_id("proposal").wait_attr("data-status", "applied");
    wait_titles(page, &["Garden", "Herbs", "Roses", "Pond"]);
    page.test_id("context-preview").click();
    page.css("dialog").wait_visible();
    assert!(page.css("dialog").text().contains("Herbs"));
}

#[test]
fn assistant_an_operation_says_what_it_does_and_is_changed_in_a_form() {
    let endpoint = Endpoint::start();
    let app = asked(&endpoint);
    let page = &app.page;
    let operations = json!([
        { "id": "op-1", "commandId": "node.delete", "params": ["n3"], "description": "Fix a typo" },
        { "id": "op-2", "commandId": "node.addChild", "params": ["n2", null, "Food"], "description": "Add food" },
    ]);
    endpoint.reply(Reply::text(&["Ideas.\n\n<operations>\n", &operations.to_string(), "\n</operations>\n"]));
    app.send("What is missing?");
    page.test_id("operation").wait_count(2);
    app.wait_answer("done");
    let operation = |index: usize| page.test_id("operation").nth(index);
    // What is ticked says what it does, whatever the model calls it.
    operation(0).css(".operation-summary").wait_text("Delete: “Route”");
    // What takes something away waits for the person, and the button says what it will do.
    assert!(!operation(0).css("input").is_checked() && operation(1).css("input").is_checked());
    let apply = page.test_id("proposal-apply");
    apply.wait_text("Apply 1 change");
    operation(0).css("input").click();
    apply.wait_text("Apply 1 change, delete 1 item");
    operation(0).css("input").click();
    operation(1).css(".operation-summary").wait_text("Food · Costs");
    operation(1).test_id("operation-edit").click();
    let form = page.test_id("operation-form");
    form.wait_visible();
    let title = form.css("input[name='title']");
    assert_eq!(title.value(), "Food");
    title.fill("Food \"for all\", {too}");
    page.press("Enter", 0);
    form.wait_gone();
    operation(1).css(".operation-summary").wait_text("Food \"for all\", {too}");
    endpoint.reply(Reply::text(&["Good."]));
    page.test_id("proposal-apply").click();
    page.test_id("proposal").wait_attr("data-status", "applied");
    wait_titles(page, &["Trip", "Costs", "Food \"for all\", {too}", "Route"]);
    let told = endpoint.wait_chats(2);
    let text = told.messages().last().map(|(_, text)| text.clone()).unwrap_or_default();
    assert!(text.contains("edited by the person") && !text.contains("Add food"), "{text}");
}
