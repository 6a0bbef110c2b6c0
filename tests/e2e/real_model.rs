//! Conversations with a real model behind a real server; `cargo xtask real-model` starts both.

use std::time::Duration;

use crate::app::App;
use crate::{course, time_assistant};

/// Whether the last message is an answer that is done.
const RESTS: &str = "[...document.querySelectorAll('[data-testid=message]')].at(-1)?.dataset.status === 'done'
    && [...document.querySelectorAll('[data-testid=message]')].at(-1).dataset.role === 'assistant'";

/// Waits for an answer. Small models on small machines take their time, and may be asked in several ways.
fn wait_for_answer(app: &App) {
    let state = || format!("transcript: {:#?}", app.transcript());
    app.page.wait_for_or(RESTS, Duration::from_mins(5), state);
}

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
    wait_for_answer(&app);
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

/// However little the model can be made to do, the interview comes to an outline.
#[test]
#[ignore = "needs a real server: cargo xtask real-model"]
fn real_model_conducts_an_interview_to_an_outline() {
    let app = app();
    let page = &app.page;
    course::begin(&app, "course");
    app.send("I want to learn the history of China");
    let mut cards = Vec::new();
    // A card without a field does not count, so there may be more of them than fields.
    while cards.len() < 12 {
        wait_for_answer(&app);
        if !page.test_id("question").exists() {
            break;
        }
        let card = page.test_id("question");
        let options = page.test_id("option").attrs("data-id");
        let name = card.attr("data-field");
        cards.push((name.clone(), card.css(".question-text").text(), options));
        course::choose(&app, &name);
    }
    let outline = page.test_id("outline");
    outline.wait_visible().wait_attr("data-status", "done");
    assert!(page.test_id("outline-module").count() >= 2);
    let local = page.test_id("outline-completed").exists();
    let notices = page.css("[data-notice]").attrs("data-notice");
    page.screenshot("real-model-course");
    eprintln!(
        "cards: {cards:#?}\nnotices: {notices:?}\ncompleted by the app: {local}\noutline: {}",
        outline.shown_text()
    );
}
