//! Messages that are written while an answer is coming.

use serde_json::json;

use crate::app::App;
use crate::axe;
use crate::endpoint::{Endpoint, Gate, Reply};

/// A conversation whose first answer is coming, until the gate is opened.
fn answering(endpoint: &Endpoint) -> (App, Gate) {
    let app = App::first_visit();
    app.configure(endpoint);
    app.go("chat");
    endpoint.forget();
    let gate = Gate::default();
    endpoint.reply(Reply::stream().deltas(&["The first "]).gate(&gate).deltas(&["answer."]).done());
    app.send("The first question");
    app.page.css("[data-testid=message][data-role=assistant]").wait_text("The first");
    (app, gate)
}

fn write(app: &App, text: &str) {
    app.page.test_id("composer").fill(text);
    app.page.test_id("composer").focus();
    app.page.press("Enter", 0);
    app.page.test_id("composer").wait_value("");
}

#[test]
fn queue_what_is_written_meanwhile_is_sent_in_its_turn() {
    let endpoint = Endpoint::start();
    let (app, gate) = answering(&endpoint);
    let page = &app.page;
    write(&app, "The second question\nin two lines");
    write(&app, "The third question");
    page.test_id("queue-item").wait_count(2);
    axe::check(page, "queue");
    page.screenshot("queue");
    // By the button beside the one that stops the answer, as one does with a finger.
    page.test_id("queue-item").nth(1).test_id("queue-take-back").click();
    page.test_id("composer").wait_value("The third question");
    page.test_id("stop").wait_visible();
    page.test_id("send").click();
    page.test_id("queue-item").nth(1).wait_text("The third question");
    // By the keyboard, as one does to mend what was written last.
    page.test_id("composer").focus();
    page.press("ArrowUp", 0);
    page.test_id("composer").wait_value("The third question");
    page.press("Enter", 0);
    page.test_id("queue-item").wait_count(2);
    page.test_id("composer").fill("A fourth, half");
    endpoint.reply(Reply::text(&["The second answer."]));
    endpoint.reply(Reply::text(&["The third answer."]));
    gate.open();
    page.css("[data-testid=message][data-role=assistant][data-status=done]").last().wait_text("The third answer.");
    page.test_id("queue-item").wait_gone();
    page.test_id("composer").wait_value("A fourth, half");
    let said: Vec<String> = app.transcript().into_iter().map(|shown| shown.text).collect();
    let all = [
        "The first question",
        "The first answer.",
        "The second question\nin two lines",
        "The second answer.",
        "The third question",
        "The third answer.",
    ];
    assert_eq!(said, all);
    assert_eq!(endpoint.chats().len(), 3);
}

#[test]
fn queue_what_waits_outlives_a_stop_and_a_reload() {
    let endpoint = Endpoint::start();
    let (app, _gate) = answering(&endpoint);
    let page = &app.page;
    write(&app, "The second question");
    page.test_id("queue-item").wait_count(1);
    page.test_id("stop").click();
    page.test_id("queue-send").wait_visible();
    page.colour_scheme("dark");
    page.viewport(390, 844);
    page.wait_for("!document.getAnimations().length");
    page.screenshot("queue-paused");
    axe::check(page, "queue-paused");
    app.wait_saved();
    app.reload();
    page.test_id("queue-item").wait_text("The second question");
    assert_eq!(endpoint.chats().len(), 1, "nothing is sent by itself");
    endpoint.reply(Reply::text(&["The second answer."]));
    page.test_id("queue-send").click();
    page.css("[data-testid=message][data-role=assistant][data-status=done]").last().wait_text("The second answer.");
    page.test_id("queue-item").wait_gone();
    app.wait_saved();
    app.reload();
    page.css("[data-testid=message]").wait_count(4);
    page.test_id("queue-item").wait_gone();
}

/// The small store as it was, which is written seconds late, and a database that takes its time to answer.
const AFTER_A_KILL: &str = "(() => {
  Object.assign(localStorage, STORED);
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    for (let before = 0; key === 'typed' && before < 3000; before++) get.call(this, 'flush');
    return get.call(this, key);
  };
})()";

#[test]
fn queue_what_waits_is_kept_where_the_browser_was_killed_before_it_wrote_its_small_store() {
    let endpoint = Endpoint::start();
    let (app, gate) = answering(&endpoint);
    let page = &app.page;
    write(&app, "The second question");
    page.test_id("queue-item").wait_count(1);
    let stored = page.eval("({ ...localStorage })");
    let second = Gate::default();
    endpoint.reply(Reply::stream().deltas(&["The second "]).gate(&second).deltas(&["answer."]).done());
    gate.open();
    page.css("[data-testid=message][data-role=assistant]").last().wait_text("The second");
    write(&app, "The third question");
    page.test_id("queue-item").wait_text("The third question");
    app.wait_saved();
    let script = AFTER_A_KILL.replace("STORED", &stored.to_string());
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    app.reload();
    page.test_id("queue-item").wait_text("The third question");
    app.wait_saved();
    page.test_id("queue-item").wait_count(1);
}
