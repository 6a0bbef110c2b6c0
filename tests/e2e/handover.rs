//! Offers of the guide below its answers: one press makes a document in its room, and the button leads there
//! afterwards.

use crate::app::App;

#[test]
fn a_map_is_made_by_one_press_and_found_again_after_a_reload() {
    let app = App::first_visit();
    let page = &app.page;
    app.ask("Make a mind map about gardening");
    page.wait_for("document.querySelector('[data-testid=handover]')?.dataset.room === 'map'");
    page.test_id("handover-make").click();
    page.wait_for("location.hash.startsWith('#/map/')");
    let map = page.eval("location.hash");
    app.go("chat");
    page.test_id("handover-open").wait_visible();
    page.test_id("handover-make").wait_gone();
    app.reload();
    page.test_id("handover-open").click();
    page.wait_for(&format!("location.hash === {map}"));
}

#[test]
fn hours_are_logged_in_chat_and_undone_by_the_notice() {
    let app = App::first_visit();
    let page = &app.page;
    app.ask("Yesterday I worked on my thesis from 9:00 to 11:00");
    page.test_id("handover-make").click();
    page.test_id("toast-undo").wait_visible();
    page.wait_for("location.hash.startsWith('#/chat')");
    page.test_id("handover-open").wait_visible();
    page.test_id("toast-undo").click();
    page.test_id("handover-make").wait_visible();
}

#[test]
fn a_question_that_takes_a_model_leads_to_connecting_one() {
    let app = App::first_visit();
    let page = &app.page;
    app.ask("What is the capital of France?");
    page.wait_for("document.querySelector('[data-testid=handover]')?.dataset.room === 'settings'");
    page.test_id("handover-make").click();
    page.test_id("connect").wait_visible();
}
