//! The Map room: built by keys, changed by the pointer, kept.

use serde_json::{Value, json};

use crate::app::App;
use crate::browser::{CTRL, Page, SHIFT};
use crate::map_hand::middle;

const ALT: u32 = 1;

/// Makes a visit with a new map whose root is called "Plan" and has the keyboard.
fn planned() -> App {
    let app = App::first_visit();
    app.go("map");
    app.page.test_id("map-new").visible().click();
    app.page.test_id("node-title-input").wait_visible();
    app.page.type_text("Plan");
    app.page.press("Enter", 0);
    wait_map(&app.page, &["0 Plan*"]);
    app
}

/// Returns the nodes as the page has them: depth and title, with a star where selected.
fn map(page: &Page) -> Vec<String> {
    let script = "[...document.querySelectorAll('[data-testid=map-node]')]
        .map(n => `${n.dataset.depth} ${n.dataset.title}${n.dataset.selected === 'true' ? '*' : ''}`)";
    let list: Value = page.eval(script);
    list.as_array().into_iter().flatten().filter_map(|text| Some(text.as_str()?.to_owned())).collect()
}

#[track_caller]
fn wait_map(page: &Page, expect: &[&str]) {
    let script = format!(
        "JSON.stringify([...document.querySelectorAll('[data-testid=map-node]')]
            .map(n => `${{n.dataset.depth}} ${{n.dataset.title}}${{n.dataset.selected === 'true' ? '*' : ''}}`))
            === JSON.stringify({})",
        json!(expect)
    );
    page.wait_for_or(&script, crate::browser::LIMIT, || format!("waiting for {expect:?}; now {:?}", map(page)));
}

/// Types titles, each ended with Enter, and stops with Escape.
fn list(page: &Page, titles: &[&str]) {
    for title in titles {
        page.test_id("node-title-input").wait_visible().wait_value("");
        page.type_text(title);
        page.press("Enter", 0);
    }
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.press("Escape", 0);
    page.test_id("node-title-input").wait_gone();
}

#[test]
fn map_thirty_nodes_are_written_with_the_keyboard_alone() {
    let app = planned();
    let page = &app.page;
    page.press("Tab", 0);
    let names: Vec<String> = (1..=30).map(|number| format!("Point {number}")).collect();
    list(page, &names.iter().map(String::as_str).collect::<Vec<_>>());
    page.test_id("map-node").wait_count(31);
    page.screenshot("map-thirty");
    // Every title is one step; all of them are taken back after a reload, and done again.
    app.wait_saved();
    app.reload();
    page.test_id("map-node").wait_count(31);
    for left in (1..=30).rev() {
        page.test_id("undo").click();
        page.test_id("map-node").wait_count(left);
    }
    for there in 2..=31 {
        page.test_id("redo").click();
        page.test_id("map-node").wait_count(there);
    }
    app.wait_saved();
}

#[test]
fn map_one_key_ends_a_title_and_begins_the_next() {
    let app = planned();
    let page = &app.page;
    page.press("Tab", 0);
    list(page, &["Alpha", "Beta"]);
    wait_map(page, &["0 Plan", "1 Alpha", "1 Beta*"]);
    page.press("Tab", 0);
    page.test_id("node-title-input").wait_visible();
    page.type_text("Child");
    page.press("Tab", 0);
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.type_text("Grandchild");
    page.press("Enter", 0);
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.press("Escape", 0);
    wait_map(page, &["0 Plan", "1 Alpha", "1 Beta", "2 Child", "3 Grandchild*"]);
    page.press("ArrowLeft", 0);
    wait_map(page, &["0 Plan", "1 Alpha", "1 Beta", "2 Child*", "3 Grandchild"]);
    page.press("F2", 0);
    page.test_id("node-title-input").wait_visible().wait_value("Child");
    page.press("End", 0);
    page.type_text("ren");
    page.press("Enter", 0);
    wait_map(page, &["0 Plan", "1 Alpha", "1 Beta", "2 Children*", "3 Grandchild"]);
    page.press(" ", 0);
    wait_map(page, &["0 Plan", "1 Alpha", "1 Beta", "2 Children*"]);
    page.press("Tab", SHIFT);
    page.test_id("node-title-input").wait_visible();
    page.type_text("Between");
    page.press("Enter", 0);
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.press("Escape", 0);
    wait_map(page, &["0 Plan", "1 Alpha", "1 Beta", "2 Between*", "3 Children"]);
    page.press("z", CTRL);
    wait_map(page, &["0 Plan", "1 Alpha", "1 Beta", "2 Children*"]);
}

/// Texts that input methods show one after the other while a word is typed, and the word in the end: Pinyin, Kana made
/// into Kanji, and Hangul whose syllables are built up and whose last consonant moves on to the next one.
const COMPOSITIONS: [(&str, &[&str], &str); 3] = [
    ("Chinese", &["s", "si", "si w", "si wei", "si wei dao tu"], "思维导图"),
    ("Japanese", &["k", "か", "かん", "かんじ", "感じ", "漢字"], "漢字"),
    ("Korean", &["ㅎ", "하", "한", "한ㄱ", "한그", "한글"], "한글"),
];

#[test]
fn map_a_word_from_an_input_method_is_a_title_and_never_a_command() {
    let app = planned();
    let page = &app.page;
    let mut expected = vec!["0 Plan".to_owned()];
    page.press("Tab", 0);
    for (language, steps, word) in COMPOSITIONS {
        page.test_id("node-title-input").wait_visible().wait_value("");
        let before = page.test_id("map-node").count();
        for step in steps {
            page.compose(step);
            page.test_id("node-title-input").wait_value(step);
            // These belong to the input method: the composition goes on, and the map stays as it is.
            for key in ["Enter", "Tab", "Escape", "ArrowUp", "ArrowDown", " "] {
                let event = json!({ "type": "rawKeyDown", "key": key, "windowsVirtualKeyCode": 229 });
                page.send("Input.dispatchKeyEvent", event);
            }
            assert_eq!(page.test_id("map-node").count(), before, "{language}: {step}");
        }
        page.insert_text(word);
        page.test_id("node-title-input").wait_value(word);
        page.press("Enter", 0);
        expected.push(format!("1 {word}"));
    }
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.press("Escape", 0);
    if let Some(last) = expected.last_mut() {
        last.push('*');
    }
    wait_map(page, &expected.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn map_the_list_on_a_node_works_by_hand_and_by_keyboard() {
    let app = planned();
    let page = &app.page;
    page.test_id("map-node").dblclick();
    page.test_id("node-title-input").wait_visible().wait_value("Plan");
    page.press("Escape", 0);
    let open = "(() => { const node = document.querySelector('[data-testid=map-node]');
        const b = node.getBoundingClientRect();
        node.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true,
            clientX: b.x + 9, clientY: b.y + 9 })); })()";
    page.eval(open);
    page.css("[role=menuitem]").visible().wait();
    page.css("[role=menuitem]").visible().click();
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.type_text("By hand");
    page.press("Enter", 0);
    page.press("Escape", 0);
    wait_map(page, &["0 Plan", "1 By hand*"]);
    page.test_id("map-node").attr_is("data-title", "Plan").click();
    page.eval(open);
    page.wait_for("document.activeElement?.getAttribute('role') === 'menuitem'");
    page.press("Enter", 0);
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.type_text("By key");
    page.press("Enter", 0);
    page.press("Escape", 0);
    wait_map(page, &["0 Plan", "1 By hand", "1 By key*"]);
    page.eval(open);
    page.wait_for("document.activeElement?.getAttribute('role') === 'menuitem'");
    page.press("Escape", 0);
    page.wait_for("document.activeElement?.dataset.testid === 'map-node'");
}

#[test]
fn map_a_fold_that_is_clicked_keeps_the_title_that_is_typed() {
    let app = planned();
    let page = &app.page;
    for title in ["Alpha", "Child"] {
        page.press("Tab", 0);
        list(page, &[title]);
    }
    page.test_id("map-node").attr_is("data-title", "Child").click();
    page.press("F2", 0);
    page.test_id("node-title-input").wait_visible().wait_value("Child");
    page.type_text("Kid");
    page.test_id("fold").click();
    wait_map(page, &["0 Plan", "1 Alpha*"]);
    page.press(" ", 0);
    wait_map(page, &["0 Plan", "1 Alpha*", "2 Kid"]);
}

#[test]
fn map_a_node_is_dragged_to_another_parent_and_back_with_one_undo() {
    let app = planned();
    let page = &app.page;
    page.press("Tab", 0);
    list(page, &["Alpha", "Beta"]);
    let (from, to) = (middle(page, "Alpha"), middle(page, "Beta"));
    page.mouse("mouseMoved", from.0, from.1, 0);
    page.mouse("mousePressed", from.0, from.1, 1);
    for step in 1..=8 {
        let part = f64::from(step) / 8.0;
        page.mouse("mouseMoved", from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part, 1);
    }
    page.test_id("ghost").wait();
    // A copy is carried beside the pointer, and what it was taken from is faint.
    page.wait_for(&format!(
        "(() => {{ const b = document.querySelector('.map-carried .map-box').getBoundingClientRect();
            return Math.hypot(b.x - {}, b.y - {}) < 40; }})()",
        to.0, to.1
    ));
    page.wait_for("document.querySelector('.map-leaving').dataset.title === 'Alpha'");
    page.screenshot("map-carried");
    page.mouse("mouseReleased", to.0, to.1, 1);
    page.wait_for("!document.querySelector('.map-carried, .map-leaving')");
    wait_map(page, &["0 Plan", "1 Beta", "2 Alpha*"]);
    page.test_id("undo").click();
    wait_map(page, &["0 Plan", "1 Alpha*", "1 Beta"]);
}

#[test]
fn map_notes_search_layout_and_outline_belong_to_the_map() {
    let app = planned();
    let page = &app.page;
    page.press("Tab", 0);
    list(page, &["Apples", "Pears"]);
    page.press("Enter", CTRL | ALT);
    page.test_id("node-note").wait_visible();
    // The field that was asked for is written in at once; Escape leads back to the map, and the same keys here again.
    page.wait_for("document.activeElement?.dataset.testid === 'node-note'");
    page.press("Escape", 0);
    page.wait_for("document.activeElement?.dataset.testid === 'map-node'");
    page.press("Enter", CTRL | ALT);
    page.wait_for("document.activeElement?.dataset.testid === 'node-note'");
    page.test_id("node-note").fill("Williams, **ripe**");
    page.test_id("map-node").containing("Apples").click();
    page.test_id("node-note").wait_value("");
    page.test_id("map-node").containing("Pears").click();
    page.test_id("node-note").wait_value("Williams, **ripe**");
    // It is read until one wants to write.
    page.test_id("note-shown").wait_visible().wait_text("Williams, ripe");
    page.wait_for("document.querySelector('[data-testid=node-note]').className === 'visually-hidden'");
    page.screenshot("map-note");
    page.test_id("note-shown").click();
    page.wait_for("document.querySelector('[data-testid=node-note]').className !== 'visually-hidden'");
    page.wait_for("document.activeElement?.dataset.testid === 'node-note'");
    page.press("Escape", 0);
    page.test_id("note-shown").wait_visible();
    // The search lies over the map and says how many there are.
    let top = "document.querySelector('[data-testid=map-view]').getBoundingClientRect().top";
    let before = page.eval(top);
    page.press("f", CTRL);
    page.test_id("map-search").wait_visible();
    assert_eq!(page.eval(top), before, "the map stays where it is");
    page.test_id("map-replace").wait_gone();
    page.type_text("nothing like it");
    page.test_id("map-found").wait_text("Nothing found");
    page.test_id("map-search").fill("apple");
    page.test_id("map-found").wait_text("1/1");
    page.test_id("map-node").containing("Apples").wait_attr("data-selected", "true");
    page.screenshot("map-search");
    page.press("Enter", 0);
    page.test_id("map-node").containing("Apples").wait_attr("data-selected", "true");
    page.press("Escape", 0);
    page.test_id("map-layout").select("org-chart");
    page.test_id("map-outline").click();
    page.press("Escape", 0);
    page.screenshot("map-outline");
    app.wait_saved();
    app.reload();
    page.test_id("map-node").wait_count(3);
    assert_eq!(page.test_id("map-layout").value(), "org-chart");
}

#[test]
fn map_a_map_that_is_deleted_comes_back() {
    let app = planned();
    let page = &app.page;
    page.test_id("map-item").visible().act("map-item-delete");
    assert!(app.confirm().contains("1 node"), "the question says how much is lost");
    page.test_id("map-item").wait_count(0);
    page.test_id("undo").click();
    page.test_id("map-item").wait_count(1);
}

#[test]
fn map_a_title_goes_on_after_a_look_at_another_tab() {
    let app = planned();
    let page = &app.page;
    page.press("Tab", 0);
    page.test_id("node-title-input").wait_visible();
    for (typed, shown) in [("", ""), ("Ky", "Ky"), ("oto", "Kyoto")] {
        page.type_text(typed);
        page.send("Emulation.setFocusEmulationEnabled", json!({ "enabled": false }));
        page.to_front();
        let front = page.context.blank_tab();
        front.to_front();
        page.wait_for("document.visibilityState === 'hidden'");
        drop(front);
        page.to_front();
        page.send("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        page.wait_for("document.visibilityState === 'visible'");
        page.test_id("node-title-input").wait_visible().wait_value(shown);
        page.wait_for("document.activeElement?.dataset.testid === 'node-title-input'");
    }
    page.press("Enter", 0);
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.press("Escape", 0);
    wait_map(page, &["0 Plan", "1 Kyoto*"]);
}

#[test]
fn map_escape_keeps_a_first_title_and_leaves_an_old_one() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("map");
    page.test_id("map-new").visible().click();
    page.test_id("node-title-input").wait_visible();
    // The field has the ground and the corners of its node.
    page.wait_for(
        "((field, box) => field.backgroundColor === box.fill && \
            parseFloat(field.borderTopLeftRadius).toFixed(1) === parseFloat(document.querySelector('.map-root > .map-box').getAttribute('rx')).toFixed(1) \
        )(getComputedStyle(document.querySelector('.map-field')), getComputedStyle(document.querySelector('.map-root > .map-box')))",
    );
    page.screenshot("map-editing");
    page.type_text("Japan");
    page.press("Escape", 0);
    wait_map(page, &["0 Japan*"]);
    page.test_id("node-title-input").wait_gone();
    page.press("Tab", 0);
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.type_text("Yen in cash");
    page.press("Escape", 0);
    wait_map(page, &["0 Japan", "1 Yen in cash*"]);
    page.test_id("node-title-input").wait_gone();
    page.press("Enter", 0);
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.press("Escape", 0);
    wait_map(page, &["0 Japan", "1 Yen in cash*"]);
    page.press("F2", 0);
    page.test_id("node-title-input").wait_visible().wait_value("Yen in cash");
    page.type_text("Something else");
    page.press("Escape", 0);
    page.test_id("node-title-input").wait_gone();
    wait_map(page, &["0 Japan", "1 Yen in cash*"]);
    // The keyboard is at the node, and making it with its title was one step.
    page.press("z", CTRL);
    wait_map(page, &["0 Japan*"]);
}
