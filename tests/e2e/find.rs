//! Finding anything by its words, in a page of its own and from every room.

use crate::app::App;
use crate::axe;
use crate::browser::{CTRL, Locator, Page, TemporaryFolder};
use crate::endpoint::{Endpoint, Reply};

/// Opens the palette and types words into it.
#[track_caller]
fn look_for(page: &Page, words: &str) {
    page.press("k", CTRL);
    page.wait_for("document.activeElement?.dataset.testid === 'palette-input'");
    page.type_text(words);
}

/// Returns the rows about things of a kind.
fn rows<'a>(page: &'a Page, kind: &str) -> Locator<'a> {
    page.test_id("palette-item").attr_is("data-kind", kind)
}

/// A workspace with something in each room but Scene.
fn furnished(app: &App) {
    let page = &app.page;
    app.ask("Where do the gulls of Kérity sleep?");
    app.go("time");
    page.test_id("quick-add").wait_visible().fill("yesterday 9-10 sharpening left-handed chisels");
    page.press("Enter", 0);
    page.test_id("entry").containing("chisels").wait();
    look_for(page, "New map");
    page.test_id("palette-item").attr_is("data-command", "map.new").wait_visible();
    page.press("Enter", 0);
    page.test_id("node-title-input").wait_visible();
    page.type_text("Harbour novel");
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.dataset.testid !== 'node-title-input'");
    page.press("Tab", 0);
    page.test_id("node-title-input").wait_visible();
    page.type_text("Ilse");
    page.press("Enter", 0);
    page.test_id("map-node").containing("Ilse").wait();
    app.wait_saved();
}

/// Types words, waits until the first row is of a kind, and opens it.
#[track_caller]
fn finds_first(app: &App, words: &str, kind: &str) {
    let page = &app.page;
    look_for(page, words);
    let first = format!("document.querySelector('[data-testid=palette-item]')?.dataset.kind === '{kind}'");
    page.wait_for_or(&first, crate::browser::LIMIT, || {
        format!("{words:?}: {:?}", page.test_id("palette-item").attrs("data-kind"))
    });
    page.screenshot(&format!("find-{kind}"));
    page.press("Enter", 0);
    page.test_id("palette").wait_gone();
}

#[test]
fn find_opens_things_of_all_rooms_where_they_are() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    endpoint.reply(Reply::text(&["On ledges, out of the wind."]));
    furnished(&app);
    app.go("settings");
    // Read from storage, as in a later visit.
    app.reload();
    finds_first(&app, "ledges wind", "message");
    page.wait_for("/^#\\/chat\\/[^/]+\\/[^/]+$/.test(location.hash)");
    app.messages().containing("On ledges").wait_visible();
    finds_first(&app, "left-handed", "entry");
    page.wait_for("location.hash.startsWith('#/time/')");
    page.css(".time-entry-at").containing("chisels").wait_visible();
    finds_first(&app, "ilse", "node");
    page.wait_for("/^#\\/map\\/[^/]+\\/[^/]+$/.test(location.hash)");
    page.test_id("map-node").attr_is("data-selected", "true").containing("Ilse").wait();
    // A letter is wrong, a mark is missing, capitals don't matter.
    finds_first(&app, "harbuor", "map");
    finds_first(&app, "GULLS OF KERITY", "session");
    finds_first(&app, "gulls", "session");
    app.messages().containing("gulls").wait_visible();
    finds_first(&app, "yesterday", "days");
    page.test_id("entry").containing("chisels").wait_visible();
    finds_first(&app, "socratic", "agent");
    page.test_id("agent-instructions").wait_visible();
}

#[test]
fn find_begins_with_what_is_new_and_follows_what_changes() {
    let app = App::first_visit();
    let page = &app.page;
    furnished(&app);
    app.go("settings");
    look_for(page, "");
    let kinds = page.test_id("palette-item").attrs("data-kind");
    assert_eq!(kinds[..3], ["map", "session", "entry"].map(str::to_owned), "{kinds:?}");
    page.screenshot("find-latest");
    let height = || page.eval("document.querySelector('[data-testid=palette]').clientHeight");
    let before = height();
    page.type_text("zzqq");
    page.test_id("palette-item").wait_gone();
    assert_eq!(height(), before, "it stays as it opened");
    page.press("Escape", 0);
    page.test_id("palette").wait_gone();
    look_for(page, "cormorants");
    page.test_id("palette-item").wait_gone();
    page.press("Escape", 0);
    page.test_id("palette").wait_gone();
    app.go("chat");
    app.ask("And the cormorants?");
    finds_first(&app, "cormorants", "message");
    // Commands alone.
    look_for(page, ">cormor");
    page.test_id("palette-item").wait_gone();
    page.press("Escape", 0);
    page.test_id("palette").wait_gone();
    look_for(page, ">theme");
    page.test_id("palette-item").attr_is("data-command", "app.theme").wait_visible();
}

#[test]
fn find_lists_one_room_and_goes_back_to_all() {
    let app = App::first_visit();
    let page = &app.page;
    for number in 0..6 {
        page.test_id("session-new").visible().click();
        app.messages().wait_count(0);
        app.ask(&format!("Herons {number}\nand what you know of them"));
    }
    look_for(page, "you know");
    page.css("#palette-more-chat").wait_visible().click();
    page.css(".palette-only").containing("Chat").wait_visible();
    rows(page, "message").wait_count(6);
    assert!(page.test_id("palette-input").has_focus());
    page.press("Escape", 0);
    page.css(".palette-only").wait_gone();
    page.css("#palette-more-chat").wait_visible();
    page.press("Escape", 0);
    page.test_id("palette").wait_gone();
}

#[test]
fn find_is_used_with_a_finger_and_in_chinese() {
    let app = App::first_visit();
    let page = &app.page;
    app.ask("海鸥在哪里过夜？");
    app.go("time");
    page.viewport(390, 844);
    page.test_id("room-more").visible().tap();
    page.test_id("palette-open").visible().tap();
    page.test_id("palette-input").wait_visible();
    axe::check(page, "what is found at first, 390 px");
    page.test_id("palette-input").fill("过夜");
    let row = rows(page, "session");
    row.wait_visible();
    page.screenshot("find-phone");
    assert_eq!(page.eval("document.querySelector('.palette-item mark').textContent"), "过夜");
    let size = page.eval("document.querySelector('[data-testid=palette-item]').getBoundingClientRect().height");
    assert!(size.as_f64().is_some_and(|size| size >= 36.0), "{size}");
    axe::check(page, "what is found, 390 px");
    row.tap();
    page.wait_for("location.hash.startsWith('#/chat/')");
    app.messages().containing("海鸥").wait_visible();
}

#[test]
fn find_reaches_what_is_inside_of_things_and_says_which_row_is_chosen() {
    let folder = TemporaryFolder::new("find");
    let app = App::first_visit();
    let page = &app.page;
    for room in ["course", "scene"] {
        app.go(room);
        page.test_id("example").visible().click();
        page.test_id("example").wait_gone();
    }
    page.test_id("scene-canvas").wait_attr("data-state", "full");
    page.test_id("scene-add").attr_is("data-type", "circle").visible().click();
    page.test_id("object-name").wait_visible().fill("Lighthouse lamp");
    page.press("Enter", 0);
    page.test_id("scene-object").containing("Lighthouse lamp").wait();
    let shape = page.test_id("scene-object").containing("Lighthouse lamp").attr("data-id");
    app.go("time");
    page.test_id("quick-add").wait_visible().fill("yesterday 9-10am sketching @Woodcraft");
    page.press("Enter", 0);
    page.test_id("quick-add").wait_value("");
    app.go("chat");
    page.css("input[data-testid=attach]").set_files(&[&folder.write("pier.txt", "Barnacles below the waterline.\n")]);
    page.test_id("attachment").wait_count(1);
    app.ask("What is this?");
    app.go("settings");
    app.reload();
    finds_first(&app, "flour water time", "chapter");
    page.wait_for("document.activeElement?.textContent === 'Flour, water, time'");
    finds_first(&app, "lighthouse", "shape");
    page.test_id("scene-object").attr_is("data-id", &shape).wait_attr("data-selected", "true");
    finds_first(&app, "woodcraft", "category");
    page.test_id("entry").containing("sketching").wait();
    finds_first(&app, "barnacles", "message");
    app.messages().containing("What is this?").wait_visible();
    // Read aloud: the row that Enter opens is that of the field, and moves with the arrows.
    look_for(page, "a");
    page.test_id("palette-item").nth(1).wait_visible();
    let chosen = "[...document.querySelectorAll('[role=option][aria-selected=true]')].map(e => e.id).join() === \
        document.activeElement.getAttribute('aria-activedescendant')";
    for key in ["ArrowDown", "ArrowDown", "ArrowUp"] {
        let before = page.test_id("palette-input").attr("aria-activedescendant");
        page.press(key, 0);
        page.wait_for(&format!(
            "{chosen} && document.activeElement.getAttribute('aria-activedescendant') !== '{before}'"
        ));
    }
    assert_eq!(page.test_id("palette-input").attr("role"), "combobox");
}
