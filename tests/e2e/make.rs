//! Making one thing of another, by keyboard, with the mouse and with a finger.

use serde_json::json;

use crate::app::App;
use crate::axe;
use crate::browser::{CTRL, Page, SHIFT, TemporaryFolder};
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
    page.press("z", CTRL | SHIFT);
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

/// Renames the node that is selected, by keys.
fn rename(page: &Page, title: &str) {
    page.press("F2", 0);
    page.test_id("node-title-input").wait_visible();
    page.press("a", CTRL);
    page.type_text(title);
    page.press("Enter", 0);
    page.test_id("map-node").attr_is("data-title", title).wait();
    page.wait_for("document.activeElement?.dataset.testid === 'map-node'");
}

#[test]
fn make_a_course_of_a_branch_again_keeps_what_a_person_changed() {
    let folder = TemporaryFolder::new("make");
    let app = App::first_visit();
    let page = &app.page;
    app.go("map");
    let file = folder.write("town.txt", "Town\n\tHarbour\n\t\tCranes\n\t\tShips\n\tMarket\n\t\tFish\n");
    page.test_id("import-file").set_files(&[&file]);
    let node = |title: &str| page.test_id("map-node").attr_is("data-title", title);
    node("Harbour").wait_visible().click();
    node("Harbour").wait_attr("data-selected", "true");
    open_list(page);
    page.test_id("make-panel").wait_text("Harbour");
    choose(page, "course");
    let chapters = page.test_id("outline-chapter");
    chapters.wait_count(2);
    // One chapter is done, the other one has a name of the person's own.
    chapters.nth(0).test_id("chapter-done").focus();
    page.press(" ", 0);
    chapters.nth(0).wait_attr("data-done", "yes");
    chapters.nth(1).css(".in-place").nth(0).focus();
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.matches('input.rename')");
    page.press("a", CTRL);
    page.type_text("Boats");
    page.press("Enter", 0);
    chapters.nth(1).wait_text("Boats");
    // Meanwhile the branch changes.
    page.eval("history.back()");
    node("Cranes").wait_visible().click();
    node("Cranes").wait_attr("data-selected", "true");
    rename(page, "Big cranes");
    page.press("ArrowDown", 0);
    node("Ships").wait_attr("data-selected", "true");
    rename(page, "Tall ships");
    page.press("Enter", 0);
    page.test_id("node-title-input").wait_visible().wait_value("");
    page.type_text("Nets");
    page.press("Enter", 0);
    page.press("Escape", 0);
    page.test_id("node-title-input").wait_gone();
    page.wait_for("document.activeElement?.dataset.testid === 'map-node'");
    node("Harbour").click();
    node("Harbour").wait_attr("data-selected", "true");
    open_list(page);
    choose(page, "course");
    chapters.wait_count(3);
    for (place, (title, done)) in [("Big cranes", "yes"), ("Boats", "no"), ("Nets", "no")].into_iter().enumerate() {
        chapters.nth(place).wait_text(title).wait_attr("data-done", done);
    }
    page.test_id("toast-undo").click();
    chapters.wait_count(2);
    chapters.nth(0).wait_text("Cranes").wait_attr("data-done", "yes");
    chapters.nth(1).wait_text("Boats");
}

#[test]
fn make_a_timer_a_goal_and_a_prompt_of_a_chapter_with_a_finger() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("course");
    page.test_id("example").visible().click();
    page.test_id("outline").wait_visible();
    page.viewport(390, 844);
    let chapter = page.test_id("outline-chapter").nth(0);
    let title = chapter.css(".in-place").nth(0).text();
    for to in ["timer", "goal", "prompt"] {
        app.go("course");
        chapter.test_id("chapter-menu").wait_visible().tap();
        page.test_id("make").visible().tap();
        page.test_id("make-panel").wait_visible().wait_text(&title);
        if to == "timer" {
            axe::check(page, "what can be made of a chapter, 390 px");
            page.screenshot("make-chapter-390");
        }
        page.test_id("make-item").attr_is("data-to", to).tap();
        page.test_id("make-panel").wait_gone();
        match to {
            "timer" => {
                // The person stays where they are, and sees that it runs.
                page.test_id("running-clock").wait_visible().tap();
                page.test_id("timer-stop").wait_visible();
                page.test_id("links").visible().wait_text("1");
            }
            "goal" => drop(page.test_id("goal-item").wait_count(1).wait_text(&title)),
            _ => {
                let written =
                    format!("document.querySelector('[data-testid=composer]')?.value.startsWith('# {title}')");
                page.wait_for(&written);
            }
        }
    }
    app.go("course");
    page.test_id("links").visible().wait_text("2").tap();
    page.test_id("link-to").wait_count(2);
}

#[test]
fn make_a_map_of_a_file_by_keys_and_a_scene_of_a_list_with_a_finger() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    let folder = TemporaryFolder::new("make");
    let file = folder.write("pier.md", "# Pier\n\n## Tides\n- ebb\n- flood\n");
    page.css("input[data-testid=attach]").set_files(&[&file]);
    page.test_id("attachment").wait_count(1);
    endpoint.reply(Reply::text(&[ANSWER]));
    app.ask("What is this?");
    app.message(0).css(".message-tools > button").focus();
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.matches('.menu-item')");
    page.test_id("make").focus();
    page.press("Enter", 0);
    page.test_id("make-panel").wait_visible().wait_text("From the file “pier.md”");
    axe::check(page, "what can be made of a message with a file");
    page.css(".links-group").containing("pier.md").test_id("make-item").attr_is("data-to", "map").focus();
    page.press("Enter", 0);
    page.test_id("map-node").attr_is("data-title", "flood").wait_visible();
    page.test_id("map-node").wait_count(4);
    page.test_id("links").wait_text("1");
    app.go("chat");
    // Words that are selected stand for themselves.
    app.message(1).css("li").containing("fish").wait_visible();
    page.eval(
        "getSelection().selectAllChildren([...document.querySelectorAll('li')].find(e => e.textContent === 'fish'))",
    );
    app.message(1).css(".message-tools > button").focus();
    page.press("Enter", 0);
    page.test_id("make").wait_visible().focus();
    page.press("Enter", 0);
    page.test_id("make-panel").wait_visible().wait_text("Make from “fish”");
    page.press("Escape", 0);
    page.test_id("make-panel").wait_gone();
    page.eval("getSelection().removeAllRanges()");
    page.viewport(390, 844);
    app.message(1).css(".message-tools > button").tap();
    page.test_id("make").wait_visible().tap();
    page.test_id("make-item").attr_is("data-to", "scene").wait_visible().tap();
    page.test_id("scene-canvas").wait_attr("data-state", "full");
    page.test_id("scene-object").containing("cranes").wait();
    page.test_id("scene-object").wait_count(6);
    page.test_id("links").visible().wait_text("1");
    page.screenshot("make-scene-390");
    // And back: a map of that scene.
    page.test_id("room-more").visible().tap();
    page.test_id("make").visible().tap();
    page.test_id("make-item").attr_is("data-to", "map").wait_visible();
    let small = "[...document.querySelectorAll('[data-testid=make-item]')].filter(e => e.getBoundingClientRect().height < 36).length";
    assert_eq!(page.eval(small), json!(0));
    page.test_id("make-item").attr_is("data-to", "map").tap();
    page.test_id("map-node").attr_is("data-title", "cranes").wait();
    page.test_id("links").visible().wait_text("1");
}
