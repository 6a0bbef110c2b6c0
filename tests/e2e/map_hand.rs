//! The Map room under fast fingers: no letter goes astray, nothing jumps from under the pointer, and a finger pans.

use std::time::Duration;

use serde_json::{Value, json};

use crate::app::App;
use crate::browser::{LIMIT, Page, now};

/// Makes a visit with a new map whose root is called "Plan" and has the keyboard.
fn planned() -> App {
    begun(App::first_visit())
}

fn begun(app: App) -> App {
    app.go("map");
    app.page.test_id("map-new").visible().click();
    app.page.test_id("node-title-input").wait_visible();
    app.page.type_text("Plan");
    app.page.press("Enter", 0);
    app.page.test_id("map-node").wait_attr("data-title", "Plan");
    app
}

fn titles(page: &Page) -> Vec<String> {
    page.test_id("map-node").attrs("data-title")
}

#[track_caller]
fn wait_titles(page: &Page, expect: &[&str]) {
    let script = format!(
        "JSON.stringify([...document.querySelectorAll('[data-testid=map-node]')].map(n => n.dataset.title))
            === JSON.stringify({})",
        json!(expect)
    );
    page.wait_for_or(&script, LIMIT, || format!("waiting for {expect:?}; now {:?}", titles(page)));
}

/// Ten titles below the root, written without waiting for anything, with a pause after each key.
fn write_ten(page: &Page, pause_ms: u64) {
    let names = [
        "Before we go",
        "Passport",
        "Rail pass",
        "Travel insurance",
        "Yen in cash",
        "Phone card",
        "Day one",
        "Day two",
        "Ramen",
        "Home",
    ];
    let pause = || std::thread::sleep(Duration::from_millis(pause_ms));
    page.press("Tab", 0);
    pause();
    for name in names {
        for letter in name.chars() {
            page.press(&letter.to_string(), 0);
            pause();
        }
        page.press("Enter", 0);
        pause();
    }
    page.press("Escape", 0);
    let mut all = vec!["Plan"];
    all.extend(names);
    wait_titles(page, &all);
    // The field is given back: the keyboard is at a node, and the next key begins there.
    page.wait_for("document.activeElement?.dataset.testid === 'map-node'");
    page.press("Tab", 0);
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.press("Escape", 0);
    wait_titles(page, &all);
}

#[test]
fn map_no_letter_is_lost_without_a_pause_between_keys() {
    let app = planned();
    write_ten(&app.page, 0);
    app.wait_saved();
    app.reload();
    app.page.test_id("map-node").wait_count(11);
}

#[test]
fn map_no_letter_is_lost_on_a_slow_machine() {
    let app = planned();
    app.page.send("Emulation.setCPUThrottlingRate", json!({ "rate": 4 }));
    write_ten(&app.page, 30);
    app.page.send("Emulation.setCPUThrottlingRate", json!({ "rate": 1 }));
}

#[test]
fn map_no_key_is_lost_while_what_is_drawn_is_not_finished() {
    let app = begun(App::first_late_visit());
    write_ten(&app.page, 0);
    // A new node without a title goes, and the keyboard is at the one before it.
    app.page.press("Tab", 0);
    app.page.press("Escape", 0);
    app.page.press("F2", 0);
    app.page.test_id("node-title-input").wait_visible().wait_value("Home");
}

/// Returns the middle of a node on the screen.
pub fn middle(page: &Page, title: &str) -> (f64, f64) {
    page.test_id("map-node").attr_is("data-title", title).wait();
    let script = format!(
        "(() => {{ const b = document.querySelector('[data-testid=map-node][data-title={}] rect').getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2]; }})()",
        json!(title)
    );
    let point: Value = page.eval(&script);
    (point[0].as_f64().unwrap_or_default(), point[1].as_f64().unwrap_or_default())
}

/// Waits until the map was fitted anew and a node is in sight.
fn wait_fitted(page: &Page, title: &str) {
    page.wait_for(&format!(
        "(box => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('[data-title={title}]'))
         (document.querySelector('[data-testid=map-node][data-title={title}] rect').getBoundingClientRect())"
    ));
}

/// Adds children to the node with the keyboard.
fn children(page: &Page, names: &[&str]) {
    page.press("Tab", 0);
    for name in names {
        page.type_text(name);
        page.press("Enter", 0);
    }
    page.press("Escape", 0);
    page.test_id("node-title-input").wait_gone();
}

#[test]
fn map_a_selected_node_that_is_dragged_does_not_make_the_map_jump() {
    let app = planned();
    let page = &app.page;
    children(page, &["Alpha", "Beta", "Gamma", "Delta"]);
    page.test_id("map-node").attr_is("data-title", "Alpha").click();
    page.test_id("map-node").attr_is("data-title", "Alpha").wait_attr("data-selected", "true");
    let root = middle(page, "Plan");
    let (from, to) = (middle(page, "Alpha"), middle(page, "Delta"));
    page.mouse("mousePressed", from.0, from.1, 1);
    for step in 1..=8 {
        let part = f64::from(step) / 8.0;
        page.mouse("mouseMoved", from.0 + (to.0 - from.0) * part, from.1 + (to.1 + 16.0 - from.1) * part, 1);
    }
    page.test_id("ghost").wait();
    page.mouse("mouseReleased", to.0, to.1 + 16.0, 1);
    wait_titles(page, &["Plan", "Beta", "Gamma", "Delta", "Alpha"]);
    let after = middle(page, "Plan");
    assert!((root.0 - after.0).abs() < 2.0 && (root.1 - after.1).abs() < 2.0, "{root:?} {after:?}");
}

#[test]
fn map_a_fold_that_is_clicked_stays_under_the_pointer() {
    let app = planned();
    let page = &app.page;
    children(page, &["Alpha", "Beta", "Gamma"]);
    page.test_id("map-node").attr_is("data-title", "Alpha").click();
    children(page, &["One", "Two", "Three", "Four"]);
    page.test_id("map-node").attr_is("data-title", "Gamma").click();
    let before = middle(page, "Alpha");
    page.test_id("map-node").attr_is("data-title", "Alpha").test_id("fold").click();
    wait_titles(page, &["Plan", "Alpha", "Beta", "Gamma"]);
    let after = middle(page, "Alpha");
    assert!((before.0 - after.0).abs() < 2.0 && (before.1 - after.1).abs() < 2.0, "{before:?} {after:?}");
}

#[test]
fn map_a_finger_pans_even_from_a_node_and_holds_to_open_the_list() {
    let app = planned();
    let page = &app.page;
    children(page, &["Alpha", "Beta"]);
    let before = middle(page, "Alpha");
    swipe(page, before, (before.0 - 60.0, before.1 + 48.0));
    wait_titles(page, &["Plan", "Alpha", "Beta"]);
    let after = middle(page, "Alpha");
    assert!(before.0 - after.0 > 30.0 && after.1 - before.1 > 20.0, "the map moved: {before:?} {after:?}");
    // Held still and let go: the list of the node.
    page.touch("touchStart", Some(after));
    page.test_id("map-node").attr_is("data-title", "Alpha").wait_attr("data-selected", "true");
    page.touch("touchEnd", None);
    page.css("[role=menuitem]").visible().wait();
    page.press("Escape", 0);
    page.css("[role=menuitem]").wait_gone();
    // Held, then moved: the node goes along.
    let (from, to) = (middle(page, "Beta"), middle(page, "Alpha"));
    page.touch("touchStart", Some(from));
    page.test_id("map-node").attr_is("data-title", "Beta").wait_attr("data-selected", "true");
    for step in 1..=6 {
        let part = f64::from(step) / 6.0;
        page.touch("touchMove", Some((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)));
    }
    page.test_id("ghost").wait();
    page.touch("touchEnd", None);
    page.test_id("map-node").attr_is("data-title", "Beta").wait_attr("data-depth", "2");
    // Two taps edit.
    let at = middle(page, "Alpha");
    tap_twice(page, at);
    page.test_id("node-title-input").wait_visible().wait_value("Alpha");
}

#[test]
fn map_the_style_is_what_the_map_has() {
    let app = planned();
    let page = &app.page;
    page.test_id("map-layout").select("left");
    page.test_id("map-theme").select("ocean");
    page.test_id("map-layout").wait_value("left");
    page.test_id("map-new").visible().click();
    page.test_id("node-title-input").wait_visible();
    page.press("Escape", 0);
    page.test_id("map-layout").wait_value("right");
    page.test_id("map-theme").wait_value("rainbow");
    page.test_id("map-outline").click();
    page.screenshot("map-style");
    // Escape closes what lies over the map.
    page.press("Escape", 0);
    page.test_id("map-style").wait_visible();
    page.wait_for("!document.querySelector(':popover-open')");
    page.settled();
    page.test_id("map-node").click();
    page.wait_for("document.activeElement?.dataset.testid === 'map-node'");
    page.press("Tab", 0);
    page.test_id("node-title-input").wait_visible();
    page.type_text("Child");
    page.press("Enter", 0);
    page.press("Escape", 0);
    page.test_id("map-node").wait_count(2);
    page.press("z", crate::browser::CTRL);
    page.test_id("map-node").wait_count(1);
    page.press("y", crate::browser::CTRL);
    page.test_id("map-node").wait_count(2);
}

#[test]
fn map_the_finger_that_opened_the_list_presses_nothing_in_it() {
    let app = planned();
    let page = &app.page;
    // The last one is selected, so that the held one is not.
    children(page, &["Alpha", "Beta"]);
    page.viewport(390, 640);
    page.wait_for("innerWidth === 390");
    wait_fitted(page, "Alpha");
    // Down to the corner, where the list has to open above the finger, and so below it.
    let from = middle(page, "Alpha");
    let bottom = page.eval("document.querySelector('[data-testid=map-view]').getBoundingClientRect().bottom");
    let to = (300.0, bottom.as_f64().unwrap() - 40.0);
    swipe(page, from, to);
    page.test_id("map-node").attr_is("data-title", "Alpha").wait_attr("data-selected", "false");
    let finger = middle(page, "Alpha");
    page.eval("window.clicks = 0; addEventListener('click', () => window.clicks += 1, true)");
    page.touch("touchStart", Some(finger));
    page.test_id("map-node").attr_is("data-title", "Alpha").wait_attr("data-selected", "true");
    page.touch("touchEnd", None);
    page.css("[role=menuitem]").visible().wait();
    let under = format!("document.elementFromPoint({}, {})?.closest('.menu-item')", finger.0, finger.1);
    page.wait_for(&format!("!!{under}"));
    page.screenshot("map-list-under-finger");
    // What the browser makes of the lifted finger, at once or late: a click with no press before it.
    page.eval(&format!("{under}.dispatchEvent(new MouseEvent('click', {{ bubbles: true, detail: 1 }}))"));
    page.wait_for("window.clicks >= 1");
    page.wait_for("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
    page.css("[role=menuitem]").visible().wait();
    assert_eq!(titles(page), ["Plan", "Alpha", "Beta"]);
    page.test_id("node-title-input").wait_gone();
    // A finger that comes down on it presses it.
    let row = page.eval(
        "(() => { const b = document.querySelector('[role=menuitem]').getBoundingClientRect(); \
         return [b.x + b.width / 2, b.y + b.height / 2]; })()",
    );
    let row = (row[0].as_f64().unwrap(), row[1].as_f64().unwrap());
    page.touch("touchStart", Some(row));
    page.touch("touchEnd", None);
    page.css("[role=menuitem]").wait_gone();
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.type_text("By finger");
    page.press("Enter", 0);
    page.test_id("map-node").attr_is("data-title", "By finger").wait_attr("data-depth", "2");
}

/// How long a finger is held for a long press, in milliseconds.
const HOLD_MS: u32 = 450;

/// Taps a node with a finger.
fn tap(page: &Page, title: &str) {
    let at = middle(page, title);
    page.swiftly(HOLD_MS, || {
        page.touch("touchStart", Some(at));
        page.touch("touchEnd", None);
    });
}

/// Taps twice in a row. A busy machine may be too slow for that, and tries again.
fn tap_twice(page: &Page, at: (f64, f64)) {
    for _ in 0..10 {
        let mut time = Duration::ZERO;
        page.swiftly(HOLD_MS, || {
            let start = now();
            for _ in 0..2 {
                page.touch("touchStart", Some(at));
                page.touch("touchEnd", None);
            }
            time = start.elapsed();
        });
        if time < Duration::from_millis(300) {
            return;
        }
    }
}

/// Moves a finger from one point to another, at once.
fn swipe(page: &Page, from: (f64, f64), to: (f64, f64)) {
    page.swiftly(HOLD_MS, || {
        page.touch("touchStart", Some(from));
        for step in 1..=6 {
            let part = f64::from(step) / 6.0;
            page.touch("touchMove", Some((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)));
        }
        page.touch("touchEnd", None);
    });
}

/// Opens the whole list of a node and presses an item of it. The list is asked for by the event that a long press ends in on
/// other systems.
fn open_and_choose(page: &Page, title: &str, item: &str) {
    let (x, y) = middle(page, title);
    page.eval(&format!(
        "document.elementFromPoint({x}, {y}).dispatchEvent(new MouseEvent('contextmenu', \
         {{ bubbles: true, cancelable: true, clientX: {x}, clientY: {y} }}))"
    ));
    page.test_id("menu-more").wait_visible().click();
    page.css("[role=menuitem]").containing(item).wait_visible();
    page.css("[role=menuitem]").containing(item).click();
    page.css("[role=menuitem]").wait_gone();
}

#[track_caller]
fn wait_selected(page: &Page, expect: &[&str]) {
    let script = format!(
        "JSON.stringify([...document.querySelectorAll('[data-testid=map-node][data-selected=true]')]
            .map(n => n.dataset.title).sort()) === JSON.stringify({})",
        json!(expect)
    );
    page.wait_for(&script);
}

#[test]
fn map_several_nodes_are_chosen_by_finger() {
    let app = planned();
    let page = &app.page;
    children(page, &["Alpha", "Beta", "Gamma"]);
    page.viewport(390, 640);
    wait_fitted(page, "Alpha");
    open_and_choose(page, "Alpha", "Select more");
    page.test_id("map-choosing").wait_visible().wait_text("1 selected");
    tap(page, "Gamma");
    wait_selected(page, &["Alpha", "Gamma"]);
    page.test_id("map-choosing").wait_text("2 selected");
    tap(page, "Beta");
    wait_selected(page, &["Alpha", "Beta", "Gamma"]);
    // A second tap takes it out again, and two in a row edit nothing.
    tap(page, "Beta");
    wait_selected(page, &["Alpha", "Gamma"]);
    assert!(!page.test_id("node-title-input").visible().exists());
    page.test_id("map-chosen").click();
    page.test_id("map-choosing").wait_gone();
    wait_selected(page, &["Alpha", "Gamma"]);
    tap(page, "Beta");
    wait_selected(page, &["Beta"]);
    open_and_choose(page, "Gamma", "Select more");
    page.test_id("map-choosing").wait_visible();
    tap(page, "Alpha");
    wait_selected(page, &["Alpha", "Gamma"]);
    page.press("Escape", 0);
    page.test_id("map-choosing").wait_gone();
    wait_selected(page, &["Alpha", "Gamma"]);
}
