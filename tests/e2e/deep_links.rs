//! Addresses of single entries and chapters, in a page that is opened at them and in one that is open already.

use std::sync::Arc;

use serde_json::json;

use crate::app::App;
use crate::browser::{Browser, Context, Locator, Page};
use crate::time::days;

const SIZES: [(u32, u32); 2] = [(1440, 900), (390, 844)];

/// Opens an address in a page of such a size.
fn open_at(context: &Arc<Context>, (width, height): (u32, u32), address: &str) -> App {
    let page = context.blank();
    page.viewport(width, height);
    App::open_in(page, &format!("{}{address}", App::url()))
}

/// Waits until the whole of an element is on the screen, and nothing lies over it but what is drawn with it.
#[track_caller]
fn wait_in_sight(page: &Page, selector: &str) {
    let selector = json!(selector);
    page.wait_for(&format!(
        "(() => {{ const element = document.querySelector({selector}), box = element?.getBoundingClientRect();
            if (!box || box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) return false;
            const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
            return (element.closest('svg') ?? element).contains(top); }})()"
    ));
}

/// Presses a link to an address.
fn press_link(page: &Page, address: &str) {
    page.eval(&format!("Object.assign(document.createElement('a'), {{ href: {} }}).click()", json!(address)));
}

/// Opens the address of a thing, goes there again from another room and from the place itself, and goes back.
#[track_caller]
fn leads_to(context: &Arc<Context>, address: &str, title: &str, check: impl Fn(&Page)) {
    for size in SIZES {
        let app = open_at(context, size, address);
        let page = &app.page;
        check(page);
        assert_eq!(page.eval("document.querySelector('main').scrollTop"), json!(0), "the room itself stays");
        page.wait_for(&format!("document.title.includes({})", json!(title)));
        page.screenshot(&format!("deep-link-{}-{}", &address[2..6], size.0));
        // The rest is another look at the place, then the same link again.
        page.eval("for (const element of document.querySelectorAll('main, main *')) element.scrollTop = 0");
        page.eval("document.activeElement.blur()");
        press_link(page, address);
        check(page);
        page.eval("location.hash = '#/chat'");
        page.test_id("composer").wait_visible();
        press_link(page, address);
        check(page);
        page.eval("history.back()");
        page.test_id("composer").wait_visible();
        page.eval("history.back()");
        check(page);
        assert_eq!(page.eval("location.hash"), json!(address));
        assert!(!page.test_id("toast").exists());
    }
}

/// Returns the last of these elements, once it is there.
fn last_id(found: &Locator<'_>) -> String {
    found.last().wait_visible().attr("data-id")
}

#[test]
fn deep_links_lead_to_an_entry() {
    let context = Browser::shared().new_context();
    let app = App::open(&context);
    let page = &app.page;
    app.go("time");
    page.test_id("example").visible().click();
    page.test_id("entry").wait();
    // More than thirty days ago, so that the log does not show it at first.
    let day = |ago: u32| {
        let day = page.eval(&format!("new Date(Date.now() - {ago} * 864e5).toISOString().slice(0, 10)"));
        day.as_str().unwrap().to_owned()
    };
    days(page, &day(50), &day(44));
    let id = last_id(&page.test_id("entry"));
    app.wait_saved();
    leads_to(&context, &format!("#/time/{id}"), "Time", |page| {
        wait_in_sight(page, &format!("[data-id='{id}']"));
        page.css(&format!(".time-entry-at[data-id='{id}'] .time-open:focus")).wait();
    });
}

#[test]
fn deep_links_lead_to_an_entry_in_the_timeline() {
    let app = open_at(&Browser::shared().new_context(), SIZES[0], "#/time");
    let page = &app.page;
    page.test_id("example").visible().click();
    page.test_id("entry").wait();
    let id = last_id(&page.test_id("entry"));
    page.test_id("view-week").click();
    page.test_id("timeline").wait_visible();
    press_link(page, &format!("#/time/{id}"));
    page.css(&format!(".time-block-at[data-id='{id}']:focus")).wait();
    // The box of the whole is as wide as its words, of which the block shows a part.
    wait_in_sight(page, &format!("[data-testid=entry][data-id='{id}'] .time-shape"));
}

#[test]
fn deep_links_lead_to_a_chapter() {
    let context = Browser::shared().new_context();
    let app = App::open(&context);
    let page = &app.page;
    app.go("course");
    page.test_id("example").visible().click();
    page.test_id("outline").wait_visible();
    let course = page.eval("location.hash").as_str().unwrap().to_owned();
    let title = page.css("#outline-title").text();
    let id = last_id(&page.test_id("outline-chapter"));
    app.wait_saved();
    leads_to(&context, &format!("{course}/{id}"), &title, |page| {
        wait_in_sight(page, &format!("#chapter-{id}"));
        page.css(&format!("#chapter-{id}[data-pointed]:focus")).wait();
    });
}

#[test]
fn deep_links_to_what_is_gone_lead_to_the_room() {
    let nobody = "0190163d-8694-739b-aea5-966c26f8ad91";
    let context = Browser::shared().new_context();
    let app = App::open_at(&context, &format!("{}#/time/{nobody}", App::url()));
    let page = &app.page;
    page.test_id("toast").wait_visible();
    page.test_id("quick-add").wait_visible();
    page.wait_for("location.hash === '#/time'");
    app.go("course");
    page.test_id("example").visible().click();
    page.test_id("outline").wait_visible();
    let course = page.eval("location.hash").as_str().unwrap().to_owned();
    press_link(page, &format!("{course}/{nobody}"));
    page.test_id("toast").wait_visible();
    page.wait_for(&format!("location.hash === {}", json!(course)));
    page.test_id("outline").wait_visible();
}
