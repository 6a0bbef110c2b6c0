//! The frame around the rooms: one head, one rail, and nothing that does not fit.

use serde_json::json;

use crate::app::App;
use crate::browser::{CTRL, LIMIT, Page};

const ROOMS: [&str; 6] = ["chat", "map", "time", "course", "scene", "settings"];

/// Makes a document with a long name in every room that has documents.
fn filled() -> App {
    let app = App::first_visit();
    let page = &app.page;
    app.ask(&"A question with a very long title ".repeat(4));
    app.go("map");
    page.test_id("map-new").visible().click();
    page.test_id("node-title-input").wait_visible();
    page.type_text(&"Kindergarten".repeat(6));
    page.press("Enter", 0);
    app.go("course");
    page.test_id("course-begin").fill(&"Learn to build a very long wooden boat ".repeat(3));
    page.test_id("course-new").visible().click();
    page.test_id("question").wait_visible();
    app.go("scene");
    page.test_id("scene-new").visible().click();
    page.test_id("scene-canvas").wait_attr("data-state", "full");
    app.go("time");
    page.test_id("quick-add").fill("today 8-9 reading");
    page.press("Enter", 0);
    page.test_id("entry").wait_visible();
    app.wait_saved();
    app
}

/// Returns the height of the head, the place of its title, and the number of lists to choose from in it.
fn head(page: &Page) -> serde_json::Value {
    page.eval(
        "(() => { const head = document.querySelector('.room-head'), title = head.querySelector('h1');
            const range = document.createRange();
            range.selectNodeContents(document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode());
            return { height: head.offsetHeight, list: head.querySelector('.drawer-button')?.checkVisibility() ?? false,
                title: Math.round(range.getBoundingClientRect().left - head.getBoundingClientRect().left),
                selects: [...head.querySelectorAll('select')].filter(e => e.checkVisibility()).length }; })()",
    )
}

#[test]
fn frame_every_room_has_the_same_head() {
    let app = filled();
    let page = &app.page;
    page.viewport(1440, 900);
    let seen = ROOMS.map(|room| {
        app.go(room);
        page.css(".room-head h1").wait_visible();
        page.wait_for("innerWidth === 1440");
        page.wait_for("document.documentElement.scrollWidth <= innerWidth");
        page.screenshot(&format!("frame-{room}"));
        (room, head(page))
    });
    for (room, head) in &seen {
        assert_eq!(head, &json!({ "height": 48, "list": false, "title": 16, "selects": 0 }), "{room}: {seen:?}");
    }
}

#[test]
fn frame_nothing_ends_outside_the_window() {
    let app = filled();
    let page = &app.page;
    for width in [320, 360, 390, 565, 820] {
        page.viewport(width, 800);
        page.wait_for(&format!("innerWidth === {width}"));
        for room in ROOMS {
            app.go(room);
            page.css(".room-head h1").wait_visible();
            let outside = "[...document.querySelectorAll('.room-head *, .rail *, .composer *')]
                .filter(e => e.checkVisibility() && !e.closest('[popover]') && !e.closest('.visually-hidden'))
                .filter(e => e.getBoundingClientRect().right > innerWidth + 0.5 || e.getBoundingClientRect().left < -0.5)
                .map(e => e.outerHTML.slice(0, 120))";
            page.wait_for_or(&format!("({outside}).length === 0"), LIMIT, || {
                format!("outside in {room} at {width} px: {}", page.eval(outside))
            });
            assert_eq!(head(page)["height"], json!(48), "{room} at {width} px");
            page.screenshot(&format!("frame-{room}-{width}"));
        }
    }
}

#[test]
fn frame_a_phone_has_today_and_the_five_rooms_below_and_the_rest_behind_more() {
    let app = filled();
    let page = &app.page;
    page.viewport(390, 844);
    page.wait_for("innerWidth === 390");
    page.settled();
    app.go("map");
    page.test_id("map-view").wait_visible();
    let links = page.eval(
        "[...document.querySelectorAll('.rail a, .rail button')].filter(e => e.checkVisibility())
            .map(e => { const r = e.getBoundingClientRect(); return [e.dataset.testid, Math.min(r.width, r.height) >= 44]; })",
    );
    assert_eq!(
        links,
        json!([
            ["nav-today", true],
            ["nav-chat", true],
            ["nav-map", true],
            ["nav-time", true],
            ["nav-course", true],
            ["nav-scene", true]
        ])
    );
    page.test_id("room-more").click();
    for id in ["redo", "history", "palette-open", "help", "nav-settings", "export", "export-format"] {
        page.test_id(id).wait_visible();
    }
    page.screenshot("frame-more-phone");
    page.test_id("nav-settings").click();
    page.test_id("provider").wait_visible();
}

#[test]
fn frame_the_way_back_closes_what_covers_a_room_on_a_phone() {
    let app = filled();
    let page = &app.page;
    page.viewport(390, 844);
    page.wait_for("innerWidth === 390");
    app.go("chat");
    app.go("map");
    for (room, button) in [("map", "map-assistant"), ("time", "time-assistant"), ("scene", "scene-assistant")] {
        if room != "map" {
            app.go(room);
        }
        let (here, length) = (page.eval("location.href"), page.eval("history.length"));
        let panel = page.css("[data-testid=assistant]:not([data-scope=course])");
        page.test_id(button).visible().click();
        panel.wait_visible();
        page.eval("history.back()");
        panel.wait_gone();
        assert_eq!(page.eval("location.href"), here, "{room}");
        // One that is closed by hand leaves nothing to go back to.
        page.test_id(button).visible().click();
        panel.wait_visible();
        page.css(".panel-head > button:last-child").visible().click();
        panel.wait_gone();
        page.wait_for("history.state === null");
        assert_eq!(page.eval("location.href"), here, "{room}");
        assert!(page.eval("history.length").as_u64() <= length.as_u64().map(|length| length + 1), "{room}");
    }
    app.go("chat");
    page.css(".drawer-button").visible().click();
    page.css(".drawer-scrim").wait_visible();
    page.eval("history.back()");
    page.css(".drawer-scrim").wait_gone();
    page.eval("history.back()");
    page.wait_for("location.hash.startsWith('#/scene')");
}

#[test]
fn frame_an_example_on_a_phone_is_removed_behind_more() {
    let app = App::first_visit();
    let page = &app.page;
    page.viewport(390, 844);
    page.wait_for("innerWidth === 390");
    // One that runs a timer, which is seen in every head.
    for room in ["time", "map", "course"] {
        app.go(room);
        page.test_id("example").visible().click();
        page.test_id("example").wait_gone();
        page.settled();
        page.test_id("room-more").click();
        page.test_id("example-remove").wait_visible();
        page.press("Escape", 0);
        page.test_id("example-remove").wait_gone();
        let free = "(() => { const right = e => e.getBoundingClientRect().right;
            const left = document.querySelector('.room-actions').getBoundingClientRect().left;
            return [...document.querySelectorAll('.room-name *')].filter(e => e.checkVisibility() && right(e) > left + 0.5)
                .map(e => e.outerHTML.slice(0, 100)); })()";
        page.wait_for_or(&format!("({free}).length === 0"), LIMIT, || format!("{room}: {}", page.eval(free)));
        page.screenshot(&format!("frame-example-{room}-390"));
    }
    page.test_id("example-remove").click();
    page.test_id("course-begin").wait_visible();
    page.wait_for("!document.querySelector(':popover-open')");
}

#[test]
fn frame_the_title_is_renamed_where_it_stands_and_more_is_used_by_keys() {
    let app = filled();
    let page = &app.page;
    for (room, document) in
        [("map", "map-item"), ("scene", "scene-item"), ("course", "course-item"), ("chat", "session-item")]
    {
        app.go(room);
        page.test_id("room-title").click();
        page.test_id("room-rename").wait_visible();
        page.press("a", CTRL);
        page.type_text(&format!("Renamed {room}"));
        page.press("Enter", 0);
        page.test_id("room-title").wait_text(&format!("Renamed {room}"));
        page.test_id(document).wait_text(&format!("Renamed {room}"));
        page.test_id("room-title").click();
        page.test_id("room-rename").wait_visible();
        page.type_text("No");
        page.press("Escape", 0);
        page.test_id("room-title").wait_text(&format!("Renamed {room}"));
    }
    page.test_id("room-more").focus();
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.closest('[popover]') != null");
    let first = page.eval("document.activeElement.textContent");
    page.press("ArrowDown", 0);
    assert_ne!(page.eval("document.activeElement.textContent"), first);
    page.press("End", 0);
    page.wait_for("document.activeElement?.matches('.menu-danger')");
    page.press("Escape", 0);
    page.wait_for("!document.querySelector(':popover-open') && document.activeElement?.dataset.testid === 'room-more'");
}
