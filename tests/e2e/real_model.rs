//! A conversation with a real model behind a real server; `cargo xtask real-model` starts both.

use crate::app::App;

#[test]
#[ignore = "needs a real server: cargo xtask real-model"]
fn real_model_holds_a_conversation_that_branches_and_stays() {
    let base_url = std::env::var("ESPALIER_REAL_MODEL").expect("ESPALIER_REAL_MODEL is the base URL of the server");
    let app = App::first_visit();
    let page = &app.page;
    app.save_endpoint(&base_url, "", "");
    app.test_connection("ok");
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
