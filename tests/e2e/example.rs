//! The example of each room: one click shows it, one removes it, and one undo brings it back.

use crate::app::App;

/// Makes the example of a room, removes it, and takes that back; `part` is a part of it that is seen.
#[track_caller]
fn comes_and_goes(room: &str, part: &str) {
    let app = App::first_visit();
    app.go(room);
    let page = &app.page;
    page.test_id("example").visible().click();
    page.test_id(part).wait_visible();
    page.test_id("example-mark").wait_visible();
    page.screenshot(&format!("example-{room}"));
    page.test_id("example-remove").visible().click();
    page.test_id("toast-undo").wait_visible();
    page.test_id(part).wait_gone();
    assert!(!page.test_id("confirm").exists());
    page.test_id("example").wait_visible();
    page.test_id("toast-undo").click();
    page.test_id("toast-undo").wait_gone();
    // A thing of a list comes back to the list, and the same button opens it.
    if room != "time" {
        page.test_id("example").visible().click();
    }
    page.test_id(part).wait_visible();
    page.test_id("example-mark").wait_visible();
}

#[test]
fn example_of_a_map() {
    comes_and_goes("map", "map-node");
}

#[test]
fn example_of_a_time_log() {
    comes_and_goes("time", "entry");
}

#[test]
fn example_of_a_course() {
    comes_and_goes("course", "outline");
}

#[test]
fn example_of_a_scene() {
    comes_and_goes("scene", "scene-object");
}

#[test]
fn example_of_a_conversation() {
    comes_and_goes("chat", "message");
}

#[test]
fn example_that_was_changed_asks_before_it_goes() {
    let app = App::first_visit();
    app.go("time");
    let page = &app.page;
    page.test_id("example").visible().click();
    page.test_id("timer-stop").visible().click();
    page.test_id("timer-stop").wait_gone();
    page.test_id("example-remove").visible().click();
    page.test_id("confirm").wait_visible();
    page.test_id("confirm-yes").click();
    page.test_id("entry").wait_gone();
    page.test_id("example").wait_visible();
}
