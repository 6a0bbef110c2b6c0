//! Printing: the whole thing that is open, and nothing of the page around it.

use serde_json::json;

use crate::app::App;
use crate::browser::{Page, TemporaryFolder};
use crate::endpoint::{Endpoint, Reply};
use crate::time::{days, room_in};

/// Begins to print as the browser does, and shows the page as it would be on paper.
fn on_paper(page: &Page) {
    page.send("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    page.eval("(dispatchEvent(new Event('beforeprint')), 0)");
}

fn on_screen(page: &Page) {
    page.send("Emulation.setEmulatedMedia", json!({ "media": "" }));
    page.eval("(dispatchEvent(new Event('afterprint')), 0)");
}

/// Waits until of all of these elements none is displayed.
#[track_caller]
fn wait_hidden(page: &Page, selector: &str) {
    page.wait_for(&format!("[...document.querySelectorAll('{selector}')].every(e => !e.checkVisibility())"));
}

/// Waits until so many elements have a box.
#[track_caller]
fn wait_boxes(page: &Page, selector: &str, count: usize) {
    page.wait_for(&format!(
        "[...document.querySelectorAll('{selector}')].filter(e => {{ const r = e.getBoundingClientRect();
            return r.width > 0 && r.height > 0; }}).length === {count}"
    ));
}

/// Number of pages of the file that the browser makes for a printer.
fn pages(page: &Page) -> usize {
    let script = "(data => atob(data).match(/\\/Type\\s*\\/Page[^s]/g)?.length ?? 0)";
    let answer = page.send("Page.printToPDF", json!({ "preferCSSPageSize": true }));
    let count = page.eval(&format!("{script}({})", answer["data"]));
    usize::try_from(count.as_u64().unwrap()).unwrap()
}

#[test]
fn print_a_map_is_one_page_with_all_of_it() {
    let app = App::first_visit();
    app.go("map");
    let page = &app.page;
    page.test_id("example").visible().click();
    page.test_id("map-node").wait();
    let count = page.test_id("map-node").count();
    let camera = page.css(".map-svg > g").attr("transform");
    page.test_id("map-details").click();
    page.css(".map-side > *").wait_visible();
    on_paper(page);
    wait_hidden(page, ".rail, .sidebar, .map-side, .map-corner, .room-actions");
    wait_boxes(page, ".map-node", count);
    page.wait_for(
        "(() => { const view = document.querySelector('.map-svg').getBoundingClientRect();
            return [...document.querySelectorAll('.map-node')].map(n => n.getBoundingClientRect()).every(r =>
                r.left >= view.left && r.right <= view.right && r.top >= view.top && r.bottom <= view.bottom); })()",
    );
    page.css(".room-title").wait_visible();
    page.screenshot("print-map");
    on_screen(page);
    page.css(".rail").wait_visible();
    assert_eq!(pages(page), 1);
    page.test_id("map-details").click();
    page.wait_for(&format!("document.querySelector('.map-svg > g').getAttribute('transform') === '{camera}'"));
}

#[test]
fn print_a_conversation_is_all_of_its_messages() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    let long = "Some words that fill a line of the page. ".repeat(40);
    for number in 0..12 {
        endpoint.reply(Reply::text(&[&long]));
        app.send(&format!("Question {number}"));
        app.wait_answer("done");
    }
    page.wait_for("document.querySelectorAll('[data-testid=message]').length < 24");
    on_paper(page);
    wait_boxes(page, "[data-testid=message]", 24);
    wait_hidden(page, ".rail, .sidebar, .composer, .message-tools, .room-actions");
    page.css(".room-title").wait_visible();
    page.screenshot("print-chat");
    on_screen(page);
    page.css(".composer").wait_visible();
    page.wait_for("document.querySelectorAll('[data-testid=message]').length < 24");
    assert!(pages(page) > 2, "{} pages", pages(page));
}

#[test]
fn print_a_scene_is_its_picture() {
    let app = App::first_visit();
    app.go("scene");
    let page = &app.page;
    page.test_id("example").visible().click();
    page.test_id("scene-object").wait();
    page.test_id("scene-canvas").wait_attr("data-state", "full");
    // The browser's own dialog would wait for a person.
    page.eval("(window.print = () => { window.printed = (window.printed ?? 0) + 1; }, 0)");
    page.test_id("room-more").click();
    page.test_id("room-print").visible().click();
    page.wait_for("window.printed === 1");
    on_paper(page);
    wait_hidden(
        page,
        ".rail, .listed-place, .scene-tools, .scene-side, .assistant, .scene-canvas, .room-actions, [popover]",
    );
    page.css(".room-title").wait_visible();
    // Not one colour alone: the shapes are in it.
    page.wait_for(
        "(() => { const image = document.querySelector('.scene-paper');
            if (!image.complete || image.naturalWidth < 100 || image.getBoundingClientRect().width < 100) return false;
            const canvas = new OffscreenCanvas(64, 64), context = canvas.getContext('2d');
            context.drawImage(image, 0, 0, 64, 64);
            const data = context.getImageData(0, 0, 64, 64).data, colours = new Set();
            for (let i = 0; i < data.length; i += 4) colours.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
            return colours.size > 8; })()",
    );
    page.screenshot("print-scene");
    on_screen(page);
    page.test_id("scene-canvas").wait_visible();
    assert_eq!(pages(page), 1);
}

/// A log of two weeks for a client and for nobody, as the app writes it: of the client thirty short entries a day.
fn billed_log() -> String {
    let entry = |day: usize, minute: usize, length: usize, category: &str, note: &str| {
        let at = |minute: usize| format!("2026-02-{day:02}T{:02}:{:02}:00+01:00", minute / 60, minute % 60);
        json!({ "start": at(minute), "end": at(minute + length), "zone": "Europe/Berlin", "category": category, "note": note, "tags": ["call"] })
    };
    let mut entries: Vec<_> = (1..=14)
        .flat_map(|day| (0..30).map(move |at| (day, 480 + at * 25)))
        .map(|(day, minute)| entry(day, minute, 20, "Website", "Went through the list of open questions with everyone"))
        .collect();
    entries.push(entry(15, 600, 30, "Acme", "=1+1"));
    entries.push(entry(15, 700, 60, "Home", "Cooking"));
    let categories =
        json!([{ "name": "Acme", "rate": 8_000 }, { "name": "Website", "client": "Acme" }, { "name": "Home" }]);
    json!({ "format": "espalier-time", "v": 1, "categories": categories, "entries": entries }).to_string()
}

#[test]
fn print_a_timesheet_is_all_of_its_rows_and_no_control() {
    let app = room_in("Europe/Berlin");
    let page = &app.page;
    let folder = TemporaryFolder::new("timesheet");
    app.import(&folder.write("log.json", billed_log()));
    days(page, "2026-02-01", "2026-02-28");
    let client = page.css("[data-testid=category-item][data-name=Acme]").attr("data-id");
    page.test_id("filter-category").select(&client);
    page.test_id("timesheet").click();
    page.test_id("timesheet-client").wait_text("Acme");
    // 420 times twenty minutes at 80.00 are 26.67 each, and half an hour is 40.00.
    let seconds = 420 * 1_200 + 1_800;
    page.test_id("timesheet-total").wait_attr("data-seconds", &seconds.to_string());
    page.test_id("timesheet-total").wait_attr("data-amount", &(420 * 2_667 + 4_000).to_string());
    page.test_id("timesheet-row").wait_count(421);
    wait_boxes(page, "[data-testid=timesheet-row]", 400);
    page.screenshot("timesheet");
    page.eval("(document.querySelector('[data-testid=timesheet-bill]').scrollIntoView(), 0)");
    page.screenshot("timesheet-end");
    page.viewport(390, 844);
    page.eval("(document.querySelector('[data-testid=report]').scrollIntoView(), 0)");
    page.screenshot("timesheet-phone");
    page.viewport(1440, 900);

    let known = page.downloads();
    page.test_id("timesheet-csv").click();
    let text = std::fs::read_to_string(page.wait_download(&known)).unwrap();
    assert_eq!(text.lines().count(), 422);
    assert!(text.contains(",0.33,1200,Acme,Website,"), "{text}");
    assert!(text.contains("2026-02-15,10:00,10:30,0.50,1800,Acme,,'=1+1,call,yes,80.00,40.00,"), "{text}");
    assert!(!text.contains("Home"));

    // The browser's own dialog would wait for a person.
    page.eval("(window.print = () => { window.printed = (window.printed ?? 0) + 1; }, 0)");
    page.test_id("report-print").click();
    page.wait_for("window.printed === 1");
    page.eval("(document.documentElement.dataset.theme = 'dark', 0)");
    page.screenshot("timesheet-dark");
    on_paper(page);
    wait_boxes(page, "[data-testid=timesheet-row]", 421);
    wait_hidden(page, ".rail, .toasts, button, select, input, textarea, summary");
    page.wait_for("document.querySelector('.time-report h2').getBoundingClientRect().height > 0");
    page.wait_for("getComputedStyle(document.documentElement).colorScheme === 'light'");
    page.screenshot("print-timesheet");
    on_screen(page);
    assert!(pages(page) > 5, "{} pages", pages(page));

    page.test_id("report-view").click();
    page.test_id("group-by").wait_visible();
    on_paper(page);
    wait_hidden(page, ".rail, .toasts, select, summary, [data-testid=report-print]");
    page.test_id("report-total").wait_visible();
    page.screenshot("print-report");
    on_screen(page);
}
