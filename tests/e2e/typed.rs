//! Typed text stays: over another room and over a reload, until it is used or given up by hand.

use serde_json::json;

use crate::app::App;
use crate::browser::{ALT, CTRL, Locator};
use crate::download;
use crate::place::open_form;

/// A field of the app: where it is, and how it is opened.
struct TypedField {
    room: &'static str,
    open: fn(&App) -> Locator<'_>,
}

const FIELDS: [TypedField; 13] = [
    TypedField { room: "chat", open: |app| app.page.test_id("composer") },
    TypedField { room: "map", open: |app| app.page.test_id("map-begin") },
    TypedField { room: "course", open: |app| app.page.test_id("course-begin") },
    TypedField { room: "scene", open: |app| app.page.test_id("scene-begin") },
    TypedField { room: "time", open: |app| app.page.test_id("quick-add") },
    TypedField { room: "time", open: category },
    TypedField { room: "time", open: goal },
    TypedField { room: "chat", open: agent },
    TypedField { room: "chat", open: message },
    TypedField { room: "map", open: tag },
    TypedField { room: "time", open: bulk_tags },
    TypedField { room: "chat", open: address },
    TypedField { room: "settings", open: place },
];

fn place(app: &App) -> Locator<'_> {
    open_form(app);
    app.page.test_id("place-kind").wait_visible().select("s3");
    app.page.test_id("place-prefix")
}

fn address(app: &App) -> Locator<'_> {
    download::open(app);
    app.page.test_id("model-address")
}

fn category(app: &App) -> Locator<'_> {
    open_others(app);
    app.page.test_id("category-name")
}

fn goal(app: &App) -> Locator<'_> {
    open_others(app);
    if !app.page.test_id("goal-name").exists() {
        app.page.test_id("goal-add").click();
    }
    app.page.test_id("goal-name")
}

fn open_others(app: &App) {
    app.page.test_id("time-others").wait();
    if !app.page.test_id("category-name").visible().exists() {
        app.page.test_id("time-others").click();
    }
}

fn agent(app: &App) -> Locator<'_> {
    app.page.press("g", CTRL | ALT);
    app.page.css(".agents-buttons button").nth(0).wait_visible().click();
    app.page.css(".agent-form textarea").nth(0)
}

fn message(app: &App) -> Locator<'_> {
    if !app.message(0).exists() {
        app.ask("How do I begin?");
        app.wait_answer("done");
    }
    app.message(0).act("edit");
    app.message(0).test_id("edit-input")
}

fn tag(app: &App) -> Locator<'_> {
    let page = &app.page;
    if !page.test_id("map-node").exists() {
        page.test_id("map-begin").fill("Plan");
        page.press("Enter", 0);
        page.test_id("map-node").wait_count(1);
        page.press("Escape", 0);
        page.test_id("map-node").click();
    }
    if !page.test_id("node-tag").visible().exists() {
        page.test_id("map-details").click();
    }
    page.test_id("node-tag")
}

fn bulk_tags(app: &App) -> Locator<'_> {
    let page = &app.page;
    if !page.test_id("entry").exists() {
        page.test_id("quick-add").fill("yesterday 9-10 reading");
        page.press("Enter", 0);
        page.test_id("entry").wait();
    }
    if !page.test_id("bulk-tags").visible().exists() {
        page.test_id("entry").nth(0).css("input[type=checkbox]").click();
    }
    page.test_id("bulk-tags")
}

#[test]
fn typed_words_stay_over_another_room_and_a_reload() {
    let app = App::first_visit();
    let page = &app.page;
    for (number, TypedField { room, open }) in FIELDS.iter().enumerate() {
        let text = format!("half a thought {number}");
        let come = || {
            app.go(room);
            page.settled();
            open(&app)
        };
        let field = come();
        field.wait_visible().fill(&text);
        // Without the mouse: what closes a field by taking the focus away is another thing.
        page.eval(&format!("void (location.hash = {})", json!(if *room == "chat" { "#/time" } else { "#/chat" })));
        field.wait_gone();
        come().wait_visible().wait_value(&text);
        app.reload();
        come().wait_visible().wait_value(&text);
        // The form of an agent leads back to the list of agents.
        for _ in 0..2 {
            if page.css("dialog[open]").exists() {
                page.press("Escape", 0);
                page.settled();
            }
        }
    }
}

#[test]
fn typed_names_and_texts_are_taken_when_their_place_goes_away() {
    let app = App::first_visit();
    let page = &app.page;
    let leave = |to: &str| page.eval(&format!("void (location.hash = {})", json!(to)));
    app.go("map");
    page.test_id("map-begin").fill("Plan");
    page.press("Enter", 0);
    page.test_id("map-node").wait_count(1);
    page.press("Escape", 0);
    for (name, reloads) in [("Renamed once", false), ("Renamed twice", true)] {
        page.test_id("room-title").click();
        page.test_id("room-rename").wait_visible().fill(name);
        if reloads {
            page.reload();
            app.wait_ready();
        } else {
            leave("#/chat");
            page.test_id("room-rename").wait_gone();
            app.go("map");
        }
        page.test_id("room-title").wait_text(name);
    }
    // A field that commits when it is left.
    page.test_id("map-node").click();
    page.test_id("map-details").click();
    page.test_id("node-link").wait_visible().fill("https://example.org/a");
    leave("#/chat");
    page.test_id("node-link").wait_gone();
    app.go("map");
    page.test_id("map-node").wait().click();
    page.test_id("node-link").wait_visible().wait_value("https://example.org/a");
    page.test_id("node-link").fill("https://example.org/b");
    page.reload();
    app.wait_ready();
    page.test_id("map-node").wait().click();
    if !page.test_id("node-link").visible().exists() {
        page.test_id("map-details").click();
    }
    page.test_id("node-link").wait_visible().wait_value("https://example.org/b");
}
