//! The helper that sees all rooms: opened by keys in any of them, asked without a model, shown what it looks up, and what
//! it proposes ticked and taken back.

use serde_json::json;

use crate::app::App;
use crate::axe;
use crate::browser::{CTRL, Locator, Page};
use crate::endpoint::Endpoint;
use crate::time_assistant::calls;

fn panel(page: &Page) -> Locator<'_> {
    page.test_id("helper-panel")
}

/// Makes a map called “Kyoto” and goes to the room.
fn with_map(app: &App, room: &str) {
    let page = &app.page;
    app.go("map");
    page.test_id("map-new").visible().click();
    page.test_id("node-title-input").wait_visible();
    page.type_text("Kyoto");
    page.press("Enter", 0);
    page.press("Escape", 0);
    page.test_id("node-title-input").wait_gone();
    app.wait_saved();
    if room != "map" {
        app.go(room);
    }
}

/// Asks the helper, and waits for its answer.
#[track_caller]
fn ask(page: &Page, text: &str) -> String {
    let before = panel(page).test_id("message").count();
    panel(page).test_id("composer").fill(text);
    panel(page).test_id("composer").focus();
    page.press("Enter", 0);
    panel(page).test_id("message").wait_count(before + 2);
    let last = panel(page).test_id("message").last();
    last.wait_attr("data-status", "done");
    page.settled();
    last.test_id("content").text()
}

#[track_caller]
fn allow(page: &Page, room: &str) {
    let toggle = panel(page).test_id("helper-room").attr_is("data-room", room);
    toggle.click();
    toggle.wait_attr("aria-pressed", "true");
}

#[test]
fn the_helper_is_opened_asked_followed_and_closed_by_keys() {
    let app = App::first_visit();
    let page = &app.page;
    with_map(&app, "time");
    page.press("j", CTRL);
    panel(page).wait_visible().wait_attr("data-scope", "workspace");
    page.wait_for("document.activeElement?.closest('[data-testid=helper-panel]') !== null");
    let allowed = panel(page).test_id("helper-room").attr_is("aria-pressed", "true");
    assert_eq!(allowed.attrs("data-room"), ["time"], "the room that is open");
    let answer = ask(page, "Where did I mention Kyoto?");
    assert!(!answer.contains("Kyoto map") && answer.contains("Time"), "{answer}");
    allow(page, "map");
    ask(page, "Where did I mention Kyoto?");
    panel(page).test_id("tool-call").wait_count(2);
    assert_eq!(panel(page).test_id("tool-call").attrs("data-tool"), ["find", "find"]);
    page.screenshot("helper");
    axe::check(page, "helper");
    panel(page).css("a[href^='#/map/']").last().focus();
    page.press("Enter", 0);
    page.wait_for("location.hash.startsWith('#/map/')");
    panel(page).wait_visible();
    panel(page).test_id("composer").focus();
    page.press("Escape", 0);
    panel(page).wait_gone();
    // The same keys close it, too; what was said is still there.
    page.press("j", CTRL);
    panel(page).test_id("message").wait_count(4);
    page.press("j", CTRL);
    panel(page).wait_gone();
}

#[test]
fn the_helper_is_at_hand_on_a_phone_and_leaves_the_way_to_what_it_found() {
    let app = App::first_visit();
    let page = &app.page;
    with_map(&app, "chat");
    page.viewport(390, 844);
    page.test_id("room-more").visible().tap();
    page.test_id("helper").visible().tap();
    panel(page).wait_visible();
    let map = panel(page).test_id("helper-room").attr_is("data-room", "map");
    map.tap();
    map.wait_attr("aria-pressed", "true");
    assert_eq!(map.spoken_name(), "Map");
    axe::check(page, "helper, 390 px");
    let outside = page.eval(
        "[...document.querySelectorAll('[data-testid=helper-panel] *')].filter(e => e.checkVisibility()
            && e.getBoundingClientRect().right > innerWidth + 0.5).map(e => e.outerHTML.slice(0, 80))",
    );
    assert_eq!(outside, json!([]), "outside the window");
    ask(page, "我在哪里提到过Kyoto？");
    page.screenshot("helper-390");
    axe::check(page, "helper with what it found, 390 px");
    panel(page).css("a[href^='#/map/']").last().tap();
    page.wait_for("location.hash.startsWith('#/map/')");
    panel(page).wait_gone();
    page.test_id("map-node").wait_count(1);
}

#[test]
fn the_helper_says_what_was_done_and_opens_things_without_a_model() {
    let app = App::first_visit();
    let page = &app.page;
    with_map(&app, "time");
    page.test_id("quick-add").wait_visible().fill("yesterday 9-11am counting gulls");
    page.press("Enter", 0);
    page.test_id("quick-add").wait_value("");
    app.wait_saved();
    app.go("chat");
    page.press("j", CTRL);
    panel(page).wait_visible();
    let answer = ask(page, "What did I do yesterday?");
    assert!(answer.contains("Time") && !answer.contains("gulls"), "it may not look there: {answer}");
    allow(page, "time");
    allow(page, "map");
    let answer = ask(page, "What did I do yesterday?");
    assert!(answer.contains("2 h"), "{answer}");
    assert!(panel(page).test_id("tool-call").exists(), "what it looked up is shown");
    ask(page, "open Kyoto");
    page.wait_for("location.hash.startsWith('#/map/')");
    page.test_id("map-node").wait_count(1);
}

#[test]
fn what_the_helper_proposes_for_another_room_is_ticked_and_undone() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    with_map(&app, "map");
    page.wait_for("location.hash.split('/').length > 2");
    let map = page.eval("location.hash.split('/')[2]").as_str().unwrap().to_owned();
    let address = format!("map:{map}");
    app.go("time");
    page.test_id("helper").visible().click();
    allow(page, "map");
    let looks = [
        ("c1", "find", json!({ "text": "Kyoto" })),
        ("c2", "read", json!({ "address": address.clone() })),
        ("c3", "read", json!({ "address": "session:00000000-0000-0000-0000-000000000001" })),
    ];
    endpoint.reply(calls("Let me look.", &looks));
    let add = json!({ "id": "o1", "commandId": "node.addChild", "params": { "parentId": "n1", "title": "Temples" }, "description": "Add “Temples”" });
    let proposal = json!({ "target": address, "summary": "One more", "operations": [add] });
    endpoint.reply(calls("I suggest one.", &[("p1", "propose_operations", proposal)]));
    panel(page).test_id("composer").fill("Add temples to my map");
    panel(page).test_id("composer").focus();
    page.press("Enter", 0);
    panel(page).test_id("proposal").wait_visible().wait_attr("data-status", "pending");
    let told = endpoint.wait_chats(2).messages();
    let told: Vec<&str> = told.iter().filter(|(role, _)| role == "tool").map(|(_, text)| text.as_str()).collect();
    assert!(told[0].contains("Kyoto") && told[1].contains("Kyoto") && !told[2].contains("\"data\""), "{told:?}");
    assert_eq!(panel(page).test_id("tool-call").attrs("data-tool")[..3], ["find", "read", "read"]);
    page.screenshot("helper-proposal");
    axe::check(page, "helper with a proposal");
    endpoint.reply(crate::endpoint::Reply::text(&["Good."]));
    // By keys: without a tick there is nothing to apply.
    let tick = panel(page).test_id("operation").css("input");
    for ticked in [false, true] {
        tick.focus();
        page.press(" ", 0);
        page.wait_for(&format!("document.activeElement.checked === {ticked}"));
        page.wait_for(&format!(
            "document.querySelector('[data-testid=helper-panel] [data-testid=proposal-apply]').disabled === {}",
            !ticked
        ));
    }
    panel(page).test_id("proposal-apply").focus();
    page.press("Enter", 0);
    panel(page).test_id("proposal").wait_attr("data-status", "applied");
    endpoint.wait_chats(3);
    panel(page).test_id("message").last().wait_attr("data-status", "done");
    page.wait_for("location.hash.startsWith('#/time')");
    app.go("map");
    page.test_id("map-node").wait_count(2);
    panel(page).test_id("proposal-undo").click();
    panel(page).test_id("proposal").wait_attr("data-status", "undone");
    page.test_id("map-node").wait_count(1);
}
