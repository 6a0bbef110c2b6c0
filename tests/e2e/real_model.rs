//! Conversations with a real model behind a real server; `cargo xtask real-model` starts both.

use crate::app::App;
use crate::time_assistant;

/// The app, with the server as its endpoint.
fn app() -> App {
    let base_url = std::env::var("ESPALIER_REAL_MODEL").expect("ESPALIER_REAL_MODEL is the base URL of the server");
    let app = App::first_visit();
    app.save_endpoint(&base_url, "", "");
    app.test_connection("ok");
    app
}

#[test]
#[ignore = "needs a real server: cargo xtask real-model"]
fn real_model_holds_a_conversation_that_branches_and_stays() {
    let app = app();
    let page = &app.page;
    app.go("chat");
    let first = app.ask("Name one color of the rainbow.");
    assert!(!first.is_empty());
    app.last().act("regenerate");
    app.last().test_id("branch-label").wait_text("2/2");
    let other = app.wait_answer("done");
    let second = app.ask("And one more?");
    assert!(!other.is_empty() && !second.is_empty());
    app.message(0).act("edit");
    page.test_id("edit-input").fill("Name one animal of the forest.");
    page.test_id("edit-branch").click();
    app.message(0).test_id("branch-label").wait_text("2/2");
    let third = app.wait_answer("done");
    app.wait_saved();
    let said = app.said();
    app.reload();
    assert_eq!(app.said(), said);
    app.message(0).act("branch-prev");
    app.wait_said(&[
        "user: Name one color of the rainbow.",
        &format!("assistant: {other}"),
        "user: And one more?",
        &format!("assistant: {second}"),
    ]);
    page.screenshot("real-model");
    eprintln!("first: {first}\nagain: {other}\nthen: {second}\nas a branch: {third}");
}

#[test]
#[ignore = "needs a real server: cargo xtask real-model"]
fn real_model_without_working_tools_invents_no_numbers() {
    let app = app();
    let page = &app.page;
    time_assistant::room(&app);
    // A small model's server may refuse tools, or take them and never use them; either way there is an answer.
    app.send("How many hours did I log today?");
    let said = app.wait_answer("done");
    assert!(!said.is_empty());
    let called = page.test_id("tool-call").attrs("data-tool");
    let notices = page.css("[data-notice]").attrs("data-notice");
    let (backed, marked) = (page.test_id("evidence").texts(), page.test_id("unverified").texts());
    let has_number = said.chars().any(|character| character.is_ascii_digit());
    assert!(
        !has_number || !backed.is_empty() || !marked.is_empty(),
        "every number is either found in the log or marked: {said}"
    );
    page.screenshot("real-model-time");
    eprintln!("said: {said}\ncalled: {called:?}\nnotices: {notices:?}\nfound: {backed:?}\nmarked: {marked:?}");
}
