//! The menus of lists, the palette and forms on a small page, with the paths a hand takes.

use std::time::Duration;

use serde_json::json;

use crate::app::App;
use crate::browser::{Browser, CTRL, Locator, Page, now};
use crate::endpoint::{Endpoint, Reply};

/// Returns the middle of an element.
pub fn middle(target: &Locator<'_>) -> (f64, f64) {
    target.wait_visible();
    let at = target.read(
        "list => { const r = list.find(e => e.checkVisibility()).getBoundingClientRect(); \
         return [r.x + r.width / 2, r.y + r.height / 2]; }",
    );
    (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
}

/// Moves the pointer in small steps, as a hand does, and clicks where it ends.
fn glide(page: &Page, from: (f64, f64), to: (f64, f64)) {
    const STEPS: u32 = 12;
    for step in 1..=STEPS {
        let part = f64::from(step) / f64::from(STEPS);
        page.mouse("mouseMoved", from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part, 0);
    }
    page.mouse("mousePressed", to.0, to.1, 1);
    page.mouse("mouseReleased", to.0, to.1, 1);
}

/// Opens the menu of a row with the pointer, leaves the row and takes an item of the menu.
fn choose(page: &Page, row: &Locator<'_>, item: &Locator<'_>) {
    row.hover();
    let button = row.css("[aria-expanded]");
    let at = middle(&button);
    button.click();
    // First far to the right, over nothing that belongs to the row.
    page.mouse("mouseMoved", at.0 + 260.0, at.1 + 5.0, 0);
    glide(page, (at.0 + 260.0, at.1 + 5.0), middle(item));
}

#[test]
fn menus_of_maps_and_courses_stay_open_when_the_pointer_leaves_the_row() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("map");
    page.test_id("map-new").visible().click();
    page.test_id("map-item").wait_count(1);
    page.press("Escape", 0);
    let row = page.test_id("map-item").nth(0);
    choose(page, &row, &row.test_id("map-item-duplicate"));
    page.test_id("map-item").wait_count(2);
    choose(page, &row, &row.test_id("map-item-delete"));
    app.confirm();
    page.test_id("map-item").wait_count(1);

    app.go("course");
    page.test_id("course-new").visible().click();
    app.go("course");
    let row = page.test_id("course-item").nth(0);
    choose(page, &row, &row.test_id("course-duplicate"));
    page.test_id("course-item").wait_count(2);
}

#[test]
fn menus_of_lists_work_with_keys_and_give_the_focus_back() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("map");
    page.test_id("map-new").visible().click();
    page.test_id("map-item").wait_count(1);
    page.press("Escape", 0);
    page.test_id("map-item").css("a").focus();
    page.press("Tab", 0);
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.matches('.menu-item')");
    page.press("ArrowDown", 0);
    page.press("Escape", 0);
    page.wait_for("!document.querySelector(':popover-open')");
    page.wait_for("document.activeElement?.getAttribute('aria-expanded') === 'false'");
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.matches('.menu-item')");
    page.press("ArrowDown", 0);
    page.press("Enter", 0);
    page.test_id("map-item").wait_count(2);
}

/// Makes a visit with a map, in a page that finishes late what it draws.
fn late_map() -> App {
    let app = App::first_late_visit();
    app.go("map");
    app.page.test_id("map-new").visible().click();
    app.page.test_id("map-item").wait_count(1);
    app.page.press("Escape", 0);
    app
}

#[test]
fn menus_are_at_their_place_when_they_are_first_seen() {
    let app = late_map();
    let page = &app.page;
    for button in ["[data-testid=map-item] [aria-expanded]", "[data-testid=room-more]"] {
        page.css(button).visible().focus();
        page.eval(
            "(window.places = [], (function look() {
                const list = document.querySelector(':popover-open');
                // The list comes in from a little above: without that.
                const at = list && [list.offsetLeft, list.offsetTop];
                if (at) places.push([...at, list.contains(document.activeElement)].join(' '));
                window.looks = requestAnimationFrame(look);
            })(), 0)",
        );
        page.press("Enter", 0);
        page.wait_for("new Set(places).size && document.activeElement?.closest(':popover-open') && places.length > 20");
        page.eval("cancelAnimationFrame(looks)");
        assert_eq!(page.eval("new Set(places).size"), 1, "{button}: {}", page.eval("[...new Set(places)].join(', ')"));
        page.press("Escape", 0);
        page.wait_for("!document.querySelector(':popover-open')");
    }
}

#[test]
fn menus_just_closed_open_again() {
    let app = late_map();
    let page = &app.page;
    let again = |button: &str| {
        page.css(button).visible().focus();
        page.press("Enter", 0);
        page.wait_for("document.activeElement?.matches(':popover-open .menu-item')");
        page.press("Escape", 0);
        page.press("Enter", 0);
        page.wait_for("document.activeElement?.matches(':popover-open .menu-item')");
        // And stays.
        page.press("ArrowDown", 0);
        page.wait_for("document.activeElement?.matches(':popover-open .menu-item + .menu-item')");
        page.press("Escape", 0);
        page.wait_for(&format!("document.activeElement === document.querySelector({button:?})"));
        page.wait_for("!document.querySelector(':popover-open')");
    };
    again("[data-testid=map-item] [aria-expanded]");
    again("[data-testid=room-more]");
    app.go("scene");
    page.test_id("scene-new").visible().click();
    page.test_id("scene-canvas").wait_attr("data-state", "full");
    page.test_id("scene-add").nth(0).click();
    page.test_id("scene-object").wait_count(1);
    again("[data-testid=scene-arrange]");
}

#[test]
fn menus_rows_stay_while_what_is_open_changes() {
    let app = App::first_visit();
    let page = &app.page;
    let are = |names: [&str; 2]| {
        page.wait_for(&format!(
            "JSON.stringify([...document.querySelectorAll('[data-testid=map-item]')].map(e => e.querySelector('.list-title')\
             ?.textContent)) === {:?}",
            json!(names).to_string()
        ));
    };
    app.go("map");
    for name in ["One", "Two"] {
        page.test_id("map-new").visible().click();
        page.test_id("node-title-input").wait_visible();
        page.press("Escape", 0);
        page.test_id("room-title").click();
        page.test_id("room-rename").wait_visible();
        page.press("a", CTRL);
        page.type_text(name);
        page.press("Enter", 0);
        page.test_id("room-title").wait_text(name);
    }
    are(["Two", "One"]);
    page.test_id("map-item").containing("One").click();
    page.test_id("room-title").wait_text("One");
    page.test_id("map-item").containing("One").css("a").focus();
    page.press("F2", 0);
    page.test_id("map-item-name").wait_visible();
    page.type_text("Three");
    page.press("Enter", 0);
    are(["Two", "Three"]);
    app.wait_saved();
    // Arrows go from row to row; Delete asks.
    page.test_id("map-item").containing("Three").css("a").focus();
    page.press("ArrowUp", 0);
    page.wait_for("document.activeElement?.textContent.startsWith('Two')");
    page.press("Enter", 0);
    page.test_id("room-title").wait_text("Two");
    are(["Three", "Two"]);
    page.test_id("map-item").containing("Three").css("a").focus();
    page.press("Delete", 0);
    page.test_id("confirm").wait_visible().containing("Three").wait();
    page.test_id("confirm-no").click();
    page.screenshot("list-wide");
    page.colour_scheme("dark");
    page.screenshot("list-wide-dark");
    page.colour_scheme("light");
    // A drawer on a phone, which Escape closes.
    page.viewport(390, 844);
    page.css(".drawer-button button").visible().click();
    page.css(".sidebar-open").wait_visible();
    page.wait_for("document.querySelector('.sidebar').getBoundingClientRect().left === 0");
    page.screenshot("list-phone");
    page.press("Escape", 0);
    page.css(".sidebar-open").wait_gone();
}

#[test]
fn menus_of_conversations_say_what_they_delete() {
    let app = App::first_visit();
    let page = &app.page;
    app.ask("What can I do here?");
    let row = page.test_id("session-item").nth(0);
    let (x, y) = middle(&row.css("a"));
    for kind in ["mousePressed", "mouseReleased"] {
        page.send(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": x, "y": y, "button": "right", "clickCount": 1 }),
        );
    }
    let delete = row.test_id("session-delete");
    let to = middle(&delete);
    glide(page, (x + 300.0, y), to);
    page.test_id("confirm").wait_visible().containing("What can I do here?").wait();
    page.test_id("confirm-yes").click();
    page.test_id("session-item").wait_gone();
    for _ in 0..20 {
        page.test_id("session-new").click();
    }
    page.test_id("session-item").wait_count(1);
}

#[test]
fn menus_the_palette_runs_what_was_typed_before_it_is_drawn() {
    let app = App::first_late_visit();
    let page = &app.page;
    page.press("k", CTRL);
    page.wait_for("document.activeElement?.dataset.testid === 'palette-input'");
    page.type_text("New map");
    page.press("Enter", 0);
    page.wait_for("location.hash.startsWith('#/map/')");
}

#[test]
fn menus_the_palette_makes_and_renames_from_every_room() {
    let app = App::first_visit();
    let page = &app.page;
    let look_for = |text: &str| {
        page.press("k", CTRL);
        page.test_id("palette-input").wait_visible();
        page.wait_for("document.activeElement?.dataset.testid === 'palette-input'");
        page.type_text(text);
    };
    look_for("New map");
    page.test_id("palette-item").attr_is("data-command", "map.new").wait_visible();
    page.press("Enter", 0);
    page.wait_for("location.hash.startsWith('#/map/')");
    // The title of the new map is being written, where the palette is within reach as well.
    page.test_id("node-title-input").wait_visible();
    look_for("Rename map");
    page.test_id("palette-item").attr_is("data-command", "map.rename").wait_visible();
    page.screenshot("palette-rename");
    page.press("Enter", 0);
    page.test_id("palette-item").wait_gone();
    page.type_text("Kitchen");
    page.press("Enter", 0);
    page.test_id("map-item").containing("Kitchen").wait();
    app.go("chat");
    look_for("Kitch");
    page.test_id("palette-item").containing("Kitchen").wait_visible();
    page.screenshot("palette-places");
    page.press("Enter", 0);
    page.wait_for("location.hash.startsWith('#/map/')");
    // A palette that is still seen would take the keys.
    page.test_id("palette").wait_gone();
    look_for("theme");
    page.press("Escape", 0);
    page.test_id("palette").wait_gone();
    page.press("F1", 0);
    page.test_id("help-sheet").wait_visible();
    page.screenshot("help-in-map");
}

#[test]
fn menus_a_form_on_a_phone_is_in_sight_with_its_buttons() {
    let app = App::first_visit();
    let page = &app.page;
    page.viewport(390, 844);
    app.ask("What can I do here?");
    app.ask("How do branches work?");
    let said = app.messages().attr_is("data-role", "user").last();
    said.act("edit");
    page.test_id("edit-input").wait_visible();
    page.wait_for(
        "(() => { const b = document.querySelector('[data-testid=edit-save]')?.getBoundingClientRect(); \
         const c = document.querySelector('.composer')?.getBoundingClientRect(); \
         return b && c && b.height > 0 && b.bottom <= c.top && b.top >= 0; })()",
    );
    page.screenshot("phone-edit");
    page.press("Escape", 0);
    page.test_id("tree").click();
    page.test_id("tree-node").wait_visible();
    // Letters of 13 px that are not drawn smaller than 10.
    page.wait_for("document.querySelector('[data-testid=tree-node]').getBoundingClientRect().height >= 31");
    page.screenshot("phone-tree");
}

#[test]
fn menus_formulas_are_shown_as_they_were_written() {
    let app = App::first_visit();
    let page = &app.page;
    app.ask("So \\(a_1 \\\\ \\{b\\}\\) and $5 and $10");
    // What the person wrote is text; formulas are those of Markdown.
    page.test_id("message").nth(0).containing("\\(a_1 \\\\ \\{b\\}\\)").wait();
}

#[test]
fn menus_a_very_large_answer_leaves_the_page_alive() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    let part = "## Part\n\nSome **words** with `code` and a [link](https://x.example).\n\n- one\n- two\n- three\n\n";
    page.eval(
        "window.tasks = []; new PerformanceObserver(l => l.getEntries().forEach(e => window.tasks.push(e.duration)))\
         .observe({ type: 'longtask' })",
    );
    let shown = "[...document.querySelectorAll('[data-testid=message]')].at(-1)?.querySelector('.markdown')\
        ?.lastElementChild?.previousElementSibling?.getBoundingClientRect().bottom <= innerHeight \
        && [...document.querySelectorAll('[data-testid=message]')].at(-1).textContent.includes('The very end.')";
    let measured = |what: &str, since: std::time::Instant, most_seconds: u64| {
        page.wait_for_or(shown, Duration::from_secs(4 * most_seconds), || format!("the end of {what} is not in sight"));
        let seconds = since.elapsed().as_secs_f64();
        let tasks = page.eval("window.tasks.map(Math.round).sort((a, b) => b - a).slice(0, 8).join(' ')");
        let longest = page.eval("Math.max(0, ...window.tasks)").as_f64().unwrap();
        let told = format!("{what}: its end is in sight after {seconds:.1} s; long tasks in ms: {tasks}");
        eprintln!("{told}");
        // A page that was built quickly, on a machine that is shared, is several times slower than one for people.
        assert!(longest < 1_000.0, "{told}");
        page.eval("(window.tasks.length = 0)");
    };
    for (bytes, seconds) in [(100_000, 2), (300_000, 2), (2_000_000, 5)] {
        let answer = format!("{}The very end.", part.repeat(bytes / part.len()));
        endpoint.reply(Reply::text(&[&answer]));
        let since = now();
        app.send("Everything");
        measured(&format!("an answer of {bytes} bytes"), since, seconds);
        app.wait_answer("done");
        let conversation = page.eval("location.hash").as_str().unwrap().to_owned();
        page.test_id("session-new").click();
        page.test_id("message").wait_gone();
        let since = now();
        page.eval(&format!("(location.hash = {conversation:?}, 0)"));
        measured(&format!("{bytes} bytes opened again"), since, seconds);
        // However long it is, only what is near the window is in the page.
        let elements = page.eval("document.querySelectorAll('.markdown *').length").as_f64().unwrap();
        assert!(elements < 4_000.0, "{elements} elements for {bytes} bytes");
    }
}

#[test]
fn menus_a_message_shows_three_buttons_and_the_rest_on_its_line() {
    let app = App::first_visit();
    let page = &app.page;
    app.ask("What can I do here?");
    app.ask("How do branches work?");
    page.mouse("mouseMoved", 2.0, 2.0, 0);
    let last = app.last();
    let seen = |of: i32| {
        format!(
            "[...[...document.querySelectorAll('[data-testid=message]')].at({of}).querySelectorAll('.message-foot button')]
                .filter(button => button.checkVisibility({{ checkOpacity: true }})).length"
        )
    };
    page.wait_for(&format!("{} === 3", seen(-1)));
    page.wait_for(&format!("{} === 0", seen(-3)));
    // The name of who speaks stands where it changes.
    page.wait_for(
        "JSON.stringify([...document.querySelectorAll('.message-assistant .message-speaker')]
            .map(name => name.getBoundingClientRect().width > 1)) === '[true,false]'",
    );
    page.screenshot("message-quiet");
    let place = "JSON.stringify([...document.querySelectorAll('.message-facts')].at(-1).getBoundingClientRect())";
    let before = page.eval(place);
    last.test_id("copy").hover();
    page.wait_for(&format!("{} === 7", seen(-1)));
    assert_eq!(page.eval(place), before, "nothing moves");
    page.screenshot("message-line");
    last.css(".message-tools > button").click();
    page.css(":popover-open").wait_visible();
    page.screenshot("message-menu");
    let rows = page.eval("[...document.querySelectorAll(':popover-open .menu-item')].map(row => row.innerText.trim())");
    assert_eq!(rows, json!(["Edit", "Branch from here", "Leave out", "Make…", "Copy link", "Delete"]));
    page.press("Escape", 0);
    page.mouse("mouseMoved", 2.0, 2.0, 0);
    // A button that isn't seen can be pressed, as it comes with the pointer.
    app.message(0).act("branch-from");
    page.test_id("message").wait_count(1);
}

#[test]
fn menus_rows_of_files_stand_on_one_line() {
    let app = App::first_visit();
    let page = &app.page;
    for width in [1440, 390] {
        page.viewport(width, 844);
        for room in ["chat", "map", "time", "course", "scene"] {
            app.go(room);
            page.test_id("room-more").visible().click();
            page.css(":popover-open").wait_visible();
            page.wait_for(
                "[...document.querySelectorAll(':popover-open .menu-item, :popover-open select')]
                    .every(row => row.getBoundingClientRect().height < 56 && row.scrollWidth <= row.clientWidth + 1)",
            );
            page.screenshot(&format!("files-{room}-{width}"));
            page.press("Escape", 0);
            page.css(":popover-open").wait_gone();
        }
    }
}

#[test]
fn menus_a_new_map_of_the_palette_takes_the_letters_that_follow() {
    let page = Browser::shared().new_context().blank();
    page.finish_late(400);
    let app = App::open_in(page, &App::url());
    let page = &app.page;
    page.press("k", CTRL);
    page.wait_for("document.activeElement?.dataset.testid === 'palette-input'");
    page.type_text("New map");
    page.test_id("palette-item").containing("New map").wait_visible();
    page.press("Enter", 0);
    // The title is drawn behind the palette, and has the focus once that is gone.
    page.wait_for("document.activeElement?.dataset.testid === 'node-title-input'");
    page.type_text("Harbour");
    page.press("Enter", 0);
    page.test_id("map-node").containing("Harbour").wait_visible();
}
