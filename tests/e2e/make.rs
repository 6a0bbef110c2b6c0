//! Making one thing of another, by keyboard, with the mouse and with a finger.

use serde_json::json;

use crate::app::App;
use crate::axe;
use crate::browser::{CTRL, Page};
use crate::endpoint::{Endpoint, Reply};
use crate::time::room_in;

const ANSWER: &str = "Sure!\n\n## Harbour\n- cranes\n- ships\n\n## Market\n- fish\n";

/// Runs the command *Make…* from the palette.
#[track_caller]
fn open_list(page: &Page) {
    page.press("k", CTRL);
    page.wait_for("document.activeElement?.dataset.testid === 'palette-input'");
    page.type_text(">make…");
    page.test_id("palette-item").attr_is("data-command", "app.make").wait_visible();
    page.press("Enter", 0);
    page.test_id("make-panel").wait_visible();
    page.wait_for("document.activeElement?.dataset.testid === 'make-item'");
}

/// Chooses from the list by keys alone.
#[track_caller]
fn choose(page: &Page, to: &str) {
    for _ in 0..8 {
        if page.eval("document.activeElement?.dataset.to") == json!(to) {
            page.press("Enter", 0);
            page.test_id("make-panel").wait_gone();
            return;
        }
        page.press("Tab", 0);
    }
    panic!("{to} is not offered");
}

fn titles(page: &Page) -> Vec<String> {
    page.test_id("map-node").texts()
}

#[test]
fn make_a_map_of_a_conversation_and_a_course_of_that_by_keys_alone() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    endpoint.reply(Reply::text(&[ANSWER]));
    app.ask("Tell me about the town");
    open_list(page);
    axe::check(page, "what can be made of a conversation");
    assert_eq!(page.test_id("make-item").attrs("data-to"), ["map", "course", "prompt", "scene"]);
    page.screenshot("make-list");
    choose(page, "map");
    page.test_id("map-node").containing("cranes").wait_visible();
    assert_eq!(titles(page).len(), 7, "{:?}", titles(page));
    page.test_id("links").wait_text("1");
    app.wait_saved();
    // One step takes the map and its link back, and one brings both again.
    page.test_id("toast-undo").click();
    page.test_id("map-node").wait_count(0);
    page.press("z", CTRL | crate::browser::SHIFT);
    page.test_id("map-item").containing("Tell me about the town").click();
    page.test_id("map-node").wait_count(7);
    open_list(page);
    choose(page, "course");
    page.test_id("outline-chapter").wait_count(2);
    page.test_id("links").wait_text("1");
    page.screenshot("make-course");
    // What was made is said, after a reload too, and is brought up to date.
    page.eval("history.back()");
    page.test_id("map-node").wait_count(7);
    app.wait_saved();
    app.reload();
    page.test_id("map-node").wait_count(7);
    open_list(page);
    page.test_id("make-item").attr_is("data-to", "course").wait_text("brings it up to date");
    choose(page, "course");
    page.test_id("outline-chapter").wait_count(2);
}

#[test]
fn make_entries_of_a_table_in_an_answer_after_a_look() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    let table = "| date | start | end | note |\n|---|---|---|---|\n| 2026-03-02 | 9:00 | 10:30 | Talk |\n\
        | 2026-03-03 | 14:00 | 15:00 | Mails |\n";
    endpoint.reply(Reply::text(&[table]));
    app.ask("My week?");
    page.eval(
        "(() => { const text = document.querySelectorAll('[data-testid=message]')[1].querySelector('[data-testid=content]');
            const box = text.getBoundingClientRect(), at = { clientX: box.x + 9, clientY: box.y + 9 };
            text.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at })); })()",
    );
    page.test_id("make").wait_visible().click();
    page.test_id("make-item").attr_is("data-to", "entries").wait_visible().click();
    page.test_id("import-report").wait_visible();
    page.test_id("import-apply").click();
    page.test_id("entry").containing("Mails").wait_visible();
    page.test_id("entry").wait_count(2);
    page.test_id("links").wait_text("2");
    app.wait_saved();
    page.test_id("links").click();
    page.test_id("back-link").wait_count(2);
}

#[test]
fn make_a_map_of_days_with_a_finger_on_a_phone() {
    let app = room_in("Europe/Berlin");
    let page = &app.page;
    page.viewport(390, 844);
    for line in ["today 9-11am writing @work", "today 1-2pm reading @home"] {
        page.test_id("quick-add").wait_visible().fill(line);
        page.press("Enter", 0);
        page.test_id("quick-add").wait_value("");
    }
    page.test_id("entry").wait_count(2);
    page.test_id("room-more").visible().click();
    page.test_id("make").wait_visible().click();
    page.test_id("make-panel").wait_visible();
    axe::check(page, "what can be made of days, 390 px");
    page.screenshot("make-days-390");
    page.test_id("make-item").attr_is("data-to", "map").visible().click();
    page.test_id("map-node").containing("9:00–11:00 writing").wait();
    page.screenshot("make-days-map-390");
    page.viewport(1440, 900);
    page.screenshot("make-days-map");
}
