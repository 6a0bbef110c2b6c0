//! Offers of the guide below its answers: one press makes a document in its room, and the button leads there
//! afterwards.

use crate::app::App;
use crate::endpoint::{Endpoint, Reply};

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

#[test]
fn a_sentence_to_begin_with_is_sent_as_it_is_or_with_words_of_ones_own() {
    let app = App::first_visit();
    let page = &app.page;
    let starters = page.test_id("starter");
    starters.wait_count(4);
    starters.nth(0).click();
    page.test_id("composer").wait_value("Make a mind map about my garden");
    page.wait_for("document.activeElement?.dataset.testid === 'composer'");
    let selected = "(field => field.value.slice(field.selectionStart, field.selectionEnd))(document.activeElement)";
    assert_eq!(page.eval(selected), "my garden");
    page.screenshot("welcome-starter");
    page.type_text("bees");
    page.test_id("composer").wait_value("Make a mind map about bees");
    // What one typed is never overwritten.
    starters.nth(3).click();
    page.test_id("composer").wait_value("Make a mind map about bees\nDraw three blue circles in a row");
    page.test_id("composer").fill("");
    starters.nth(3).click();
    page.press("Enter", 0);
    page.wait_for("document.querySelector('[data-testid=handover]')?.dataset.room === 'scene'");
    page.test_id("handover-make").click();
    page.wait_for("location.hash.startsWith('#/scene/')");
    page.test_id("scene-object").wait_count(3);
}

#[test]
fn every_room_has_an_example_after_one_press_and_none_after_its_undo() {
    let app = App::first_visit();
    let page = &app.page;
    page.test_id("examples").click();
    page.test_id("example-mark").wait_visible();
    page.test_id("toast-undo").wait_visible();
    page.screenshot("examples");
    for room in ["map", "time", "course", "scene"] {
        app.go(room);
        page.test_id("example-mark").wait_visible();
    }
    app.go("chat");
    app.reload();
    page.test_id("example-mark").wait_visible();
}

#[test]
fn what_takes_a_model_is_said_with_what_a_room_can_begin() {
    let app = App::first_visit();
    let page = &app.page;
    app.ask("Explain photosynthesis");
    page.test_id("handover").wait_count(3);
    assert_eq!(page.test_id("handover").attrs("data-room"), ["map", "course", "settings"]);
    page.screenshot("doors");
    page.viewport(390, 844);
    page.screenshot("doors-390");
    page.viewport(1280, 800);
    page.test_id("handover-make").nth(1).click();
    page.wait_for("location.hash.startsWith('#/course/')");
    app.go("chat");
    page.test_id("handover-open").wait_count(1);
}

#[test]
fn a_room_is_offered_below_the_answer_of_a_model_as_well() {
    let endpoint = Endpoint::start();
    let app = App::first_visit();
    app.configure(&endpoint);
    app.go("chat");
    endpoint.reply(Reply::text(&["Here is one: soil, seeds, tools."]));
    app.ask("Make a mind map about gardening");
    app.page.test_id("handover-make").click();
    app.page.wait_for("location.hash.startsWith('#/map/')");
    app.page.test_id("undo").click();
    app.go("chat");
    app.page.test_id("handover-make").wait_visible();
}
