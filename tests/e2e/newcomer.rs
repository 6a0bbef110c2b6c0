//! A new visitor without a key makes something of their own in each room within a minute, at a person's pace.

use std::thread;
use std::time::{Duration, Instant};

use crate::app::App;
use crate::browser::{Locator, Page};
use crate::course::{choose, field};

/// Time to find the next control on the page and move the hand to it.
const LOOK: Duration = Duration::from_millis(1_200);
/// Time between two keys of someone who types about 40 words a minute.
const KEY: Duration = Duration::from_millis(300);
/// The time that a person has.
const MINUTE: Duration = Duration::from_mins(1);

/// A person at the page; the clock runs from the first look.
struct Person<'a> {
    page: &'a Page,
    began: Instant,
}

impl<'a> Person<'a> {
    #[allow(clippy::disallowed_methods)] // These tests run natively only, where there is a clock.
    fn at(page: &'a Page) -> Self {
        Self { page, began: Instant::now() }
    }

    /// Looks for a control, then clicks it.
    fn click(&self, what: &Locator<'_>) {
        self.looks();
        what.wait_visible();
        what.click();
    }

    /// Waits for a while, unless the time is up.
    fn looks(&self) {
        assert!(self.began.elapsed() < MINUTE, "the minute is over");
        thread::sleep(LOOK);
    }

    /// Types a text letter by letter.
    fn types(&self, text: &str) {
        thread::sleep(LOOK);
        for letter in text.chars() {
            thread::sleep(KEY);
            self.page.type_text(&letter.to_string());
        }
    }

    fn enter(&self) {
        thread::sleep(KEY);
        self.page.press("Enter", 0);
    }

    fn is_done(&self, room: &str) {
        self.is_done_within(room, MINUTE);
    }

    fn is_done_within(&self, room: &str, time: Duration) {
        let took = self.began.elapsed();
        assert!(took < time, "{room} took {took:?}");
    }
}

/// Makes a first visit that goes into a room by its link in the rail.
fn visit(room: &str) -> App {
    let app = App::first_visit();
    let person = Person::at(&app.page);
    person.click(&app.page.test_id(&format!("nav-{room}")));
    app
}

/// Returns the example that stands in an empty field: a person may well type just that.
fn example_of(field: &Locator<'_>) -> String {
    field.wait_visible();
    field.attr("placeholder").trim_end_matches('…').to_owned()
}

#[test]
fn newcomer_asks_and_asks_in_another_way() {
    let app = App::first_visit();
    let page = &app.page;
    let person = Person::at(page);
    person.click(&page.test_id("composer"));
    person.types("What is a branch?");
    person.enter();
    app.wait_answer("done");
    person.click(&app.message(0));
    app.message(0).hover();
    person.click(&app.message(0).test_id("edit"));
    page.test_id("edit-input").wait_visible().focus();
    page.press("End", crate::browser::CTRL);
    person.types(" Why?");
    person.click(&page.test_id("edit-branch"));
    page.test_id("branch-label").visible().nth(0).wait_text("2/2");
    app.wait_answer("done");
    person.is_done("Chat");
    app.wait_saved();
    app.reload();
    page.test_id("branch-label").visible().nth(0).wait_text("2/2");
}

#[test]
fn newcomer_draws_a_map() {
    let app = visit("map");
    let page = &app.page;
    let person = Person::at(page);
    let field = page.test_id("map-begin");
    person.click(&field);
    person.types("My garden");
    person.enter();
    page.test_id("map-node").wait_count(1);
    for (key, title) in [("Tab", "Beds"), ("Enter", "Trees"), ("Enter", "Pond")] {
        thread::sleep(LOOK);
        page.press(key, 0);
        page.test_id("node-title-input").wait_visible();
        person.types(title);
        person.enter();
    }
    page.press("Escape", 0);
    person.is_done("Map");
    app.wait_saved();
    app.reload();
    for title in ["My garden", "Beds", "Trees", "Pond"] {
        page.test_id("map-node").wait_text(title);
    }
}

#[test]
fn newcomer_logs_an_hour() {
    let app = visit("time");
    let page = &app.page;
    let person = Person::at(page);
    let field = page.test_id("quick-add");
    person.click(&field);
    person.types("45m reading #books");
    person.enter();
    page.test_id("entry").wait_count(1);
    person.is_done("Time");
    app.wait_saved();
    app.reload();
    page.test_id("entry").wait_count(1);
    assert_ne!(page.test_id("report-total").attr("data-seconds"), "0");
}

#[test]
fn newcomer_plans_a_course() {
    let app = visit("course");
    let page = &app.page;
    let person = Person::at(page);
    person.click(&page.test_id("course-begin"));
    person.types("Learn to bake bread");
    person.enter();
    field(&app, "goal").wait_attr("data-filled", "yes").wait_text("bake bread");
    for name in ["background", "targetOutcome", "cognitiveStyle"] {
        thread::sleep(LOOK);
        choose(&app, name);
        field(&app, name).wait_attr("data-filled", "yes");
    }
    page.test_id("outline").wait_visible().wait_attr("data-status", "done");
    person.is_done("Course");
    app.wait_saved();
    app.reload();
    page.test_id("outline-chapter").nth(3).wait_visible();
}

#[test]
fn newcomer_builds_a_scene() {
    for language in ["en", "zh-CN"] {
        let app = App::first_visit();
        let page = &app.page;
        page.language(language);
        app.reload();
        let person = Person::at(page);
        person.click(&page.test_id("nav-scene"));
        let field = page.test_id("scene-begin");
        let typed = example_of(&field);
        person.click(&field);
        person.types(&typed);
        person.enter();
        page.test_id("scene-object").wait_count(3);
        person.is_done("Scene");
        app.wait_saved();
        app.reload();
        page.test_id("scene-object").wait_count(3);
    }
}

#[test]
fn newcomer_makes_something_from_the_first_page_in_half_a_minute() {
    for (place, hash) in [(0, "#/map/"), (2, "#/course/"), (3, "#/scene/")] {
        let app = App::first_visit();
        let page = &app.page;
        let person = Person::at(page);
        person.click(&page.test_id("starter").nth(place));
        person.enter();
        person.click(&page.test_id("handover-make"));
        page.wait_for(&format!("location.hash.startsWith('{hash}')"));
        person.is_done_within(hash, MINUTE / 2);
    }
    let app = App::first_visit();
    let person = Person::at(&app.page);
    person.click(&app.page.test_id("starter").nth(1));
    person.enter();
    person.click(&app.page.test_id("handover-make"));
    app.page.test_id("handover-open").wait_visible();
    person.is_done_within("Time", MINUTE / 2);
}
