//! Use of the whole app without a mouse.

use crate::app::App;
use crate::browser::{CTRL, SHIFT};
use crate::endpoint::{Endpoint, Reply};

/// Presses Tab until the focus is inside an element with this test id.
#[track_caller]
fn tab_to(app: &App, id: &str) {
    for _ in 0..120 {
        if app.page.test_id(id).has_focus() {
            return;
        }
        app.page.press("Tab", 0);
    }
    panic!("{id} cannot be reached with the Tab key");
}

#[test]
fn keyboard_is_enough_to_ask_and_to_read() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    endpoint.reply(Reply::text(&["One."]));
    tab_to(&app, "composer");
    page.type_text("first line");
    page.press("Enter", SHIFT);
    page.type_text("second line");
    assert_eq!(page.test_id("composer").value(), "first line\nsecond line");
    page.press("Enter", 0);
    app.wait_answer("done");
    assert_eq!(endpoint.wait_chats(1).messages().last().unwrap().1, "first line\nsecond line");
    // The composer is empty and still has the focus: the next question needs no hand on the mouse.
    assert!(page.test_id("composer").has_focus());
    assert_eq!(page.test_id("composer").value(), "");
    endpoint.reply(Reply::text(&["Two."]));
    tab_to(&app, "regenerate");
    page.press("Enter", 0);
    app.messages().containing("Two.").wait();
    app.wait_answer("done");
    tab_to(&app, "branch-prev");
    page.press("Enter", 0);
    app.messages().containing("One.").wait();
}

#[test]
fn keyboard_opens_the_palette_and_gives_the_focus_back() {
    let app = App::first_visit();
    let page = &app.page;
    page.test_id("composer").click();
    page.press("k", CTRL);
    page.test_id("palette-input").wait_visible();
    page.wait_for("document.activeElement?.dataset.testid === 'palette-input'");
    let commands = page.test_id("palette-item").attrs("data-command");
    assert!(commands.len() >= 5, "{commands:?}");
    page.screenshot("palette");
    page.press("Escape", 0);
    page.test_id("palette").wait_gone();
    assert!(page.test_id("composer").has_focus());
    page.press("k", CTRL);
    page.test_id("palette-input").wait_visible();
    page.type_text("settings");
    page.test_id("palette-item").visible().wait();
    page.press("Enter", 0);
    page.wait_for("location.hash.startsWith('#/settings')");
}

#[test]
fn keyboard_input_methods_do_not_send() {
    let app = App::first_visit();
    let page = &app.page;
    page.test_id("composer").click();
    page.compose("ni");
    // What a browser reports for Enter inside a composition.
    page.send(
        "Input.dispatchKeyEvent",
        serde_json::json!({ "type": "rawKeyDown", "key": "Process", "code": "Enter", "windowsVirtualKeyCode": 229 }),
    );
    page.eval(
        "document.querySelector('[data-testid=composer]').dispatchEvent(new KeyboardEvent('keydown',
            { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))",
    );
    page.insert_text("你");
    assert_eq!(page.test_id("composer").value(), "你");
    assert_eq!(app.messages().count(), 0);
    page.press("Enter", 0);
    app.wait_answer("done");
    assert_eq!(app.transcript()[0].text, "你");
}

#[test]
fn keyboard_undoes_and_redoes() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    app.ask("Delete me");
    app.message(0).act("delete");
    app.confirm();
    app.page.wait_for("document.querySelectorAll('[data-testid=message]').length === 0");
    app.page.eval("document.activeElement?.blur()");
    app.page.press("z", CTRL);
    app.messages().wait_count(2);
    app.page.press("z", CTRL | SHIFT);
    app.messages().wait_count(0);
}

#[test]
fn keyboard_help_lists_the_shortcuts() {
    let app = App::first_visit();
    app.page.test_id("help").click();
    app.page.wait_for(
        "[...document.querySelectorAll('dialog[open], [role=dialog]')].some(e => e.innerText.includes('Ctrl'))",
    );
    app.page.screenshot("help");
    app.page.press("Escape", 0);
    app.page.wait_for("document.querySelectorAll('dialog[open]').length === 0");
}

#[test]
fn keyboard_leaves_a_map_and_comes_back() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("map");
    page.test_id("map-new").visible().click();
    page.test_id("node-title-input").wait_visible();
    page.type_text("Plan");
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.dataset.testid === 'map-node'");
    for region in [".rail", ".sidebar", ".room-head", ".map-canvas"] {
        page.press("F6", 0);
        page.wait_for(&format!("document.activeElement?.closest('{region}') != null"));
    }
    assert!(page.test_id("map-node").has_focus());
    page.press("F6", SHIFT);
    page.wait_for("document.activeElement?.closest('.room-head') != null");
}

#[test]
fn keyboard_stays_on_the_page_when_what_had_the_focus_is_gone() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    for answer in ["One.", "Two."] {
        endpoint.reply(Reply::text(&[answer]));
    }
    app.ask("Question");
    app.page.eval("[...document.querySelectorAll('[data-testid=message]')].at(-1).focus()");
    app.page.press("r", 0);
    app.messages().containing("Two.").wait();
    app.wait_answer("done");
    app.page.wait_for("document.activeElement?.dataset.role === 'assistant'");
    // From the second answer to the first, and back again.
    app.page.press("ArrowLeft", 0);
    app.messages().containing("One.").wait();
    app.page.wait_for("document.activeElement?.dataset.role === 'assistant'");
    app.page.press("ArrowRight", 0);
    app.messages().containing("Two.").wait();
    app.page.wait_for("document.activeElement?.dataset.role === 'assistant'");
    app.page.press("Delete", 0);
    app.page.test_id("confirm-yes").wait_visible().focus();
    app.page.press("Enter", 0);
    app.page
        .wait_for("![...document.querySelectorAll('[data-testid=message]')].some(e => e.innerText.includes('Two.'))");
    app.page.wait_for("document.activeElement?.dataset.testid === 'message'");
}
