//! The page in chunks: rooms whose code comes later, hosts that have it no more, networks that come and go.

use crate::app::App;
use crate::browser::{Browser, Page};
use crate::start::Copy;

/// Rooms, each with the beginning of its file's name, and a selector of an element that is there only when it is drawn.
const ROOMS: [(&str, &str, &str); 4] = [
    ("map", "map-", ".listed-room"),
    ("time", "time-", ".time-room"),
    ("course", "course-", ".course-room"),
    ("scene", "scene-", ".listed-room"),
];

/// Whether the page is in chunks; a quick build is in one, and there is nothing to see.
fn is_cut(page: &Page) -> bool {
    page.eval("document.querySelector('script[data-chunks]').dataset.chunks !== '{}'") == true
}

fn is_there(page: &Page, room: &str) {
    page.wait_for(&format!("!!document.querySelector('main {room}')"));
}

/// Returns the files of the program that were asked for since the exchanges were forgotten.
fn fetched(page: &Page) -> Vec<String> {
    let urls = page.exchanges().into_iter().map(|exchange| exchange.url);
    urls.filter(|url| url.rsplit('.').next() == Some("wasm"))
        .map(|url| url.rsplit('/').next().unwrap_or_default().to_owned())
        .collect()
}

/// Starts a host without an offline copy, so that nothing is kept behind the page's back.
fn plain_host() -> (Copy, App) {
    let copy = Copy::new();
    copy.take_away("sw");
    let context = Browser::shared().new_context();
    let app = App { page: context.blank() };
    for expected in ["404", "no offline copy", "net::ERR", "Failed to fetch", "cannot reach"] {
        app.page.expect_problem(expected);
    }
    app.page.goto(&copy.url());
    app.wait_ready();
    (copy, app)
}

#[test]
fn chunks_a_room_fetches_few_files_and_only_its_own() {
    for (room, file, drawn) in ROOMS {
        let app = App::first_visit();
        if !is_cut(&app.page) {
            return;
        }
        // What the start and the first idle moment fetch is none of the room's.
        let start = fetched(&app.page);
        assert!(!start.iter().any(|name| name.starts_with(file)), "{start:?} came before {room} was asked for");
        let fetched = format!(
            "performance.getEntriesByType('resource').filter(one => one.initiatorType === 'fetch' && /\\/{file}[0-9a-f]+[.]wasm$/.test(one.name)).length"
        );
        app.go(room);
        is_there(&app.page, drawn);
        assert_eq!(app.page.eval(&fetched), 1, "{room}");
        let asked = app.page.eval("JSON.parse(document.querySelector('script[data-chunks]').dataset.chunks)");
        assert!(asked[room].as_array().is_some_and(|files| files.len() <= 3), "{asked}");
        app.page.screenshot(&format!("chunk-{room}"));
    }
}

#[test]
fn chunks_an_address_leads_straight_into_its_room() {
    for (room, _, drawn) in ROOMS {
        let app = App::open_at(&Browser::shared().new_context(), &format!("{}#/{room}", App::url()));
        is_there(&app.page, drawn);
    }
}

#[test]
fn chunks_that_are_gone_from_the_host_say_so_and_can_be_had_again() {
    let (copy, app) = plain_host();
    if !is_cut(&app.page) {
        return;
    }
    app.page.test_id("composer").fill("half a thought");
    let taken = copy.take_away("time-");
    app.go("time");
    app.page.test_id("chunk-missing").wait_visible().wait_text("new version");
    app.page.test_id("chunk-reload").wait_visible();
    app.page.screenshot("chunk-gone");
    // It still is not there.
    app.page.test_id("chunk-retry").click();
    app.page.test_id("chunk-missing").wait_visible();
    copy.put_back(taken);
    app.page.test_id("chunk-retry").click();
    is_there(&app.page, ".time-room");
    app.go("chat");
    app.page.test_id("composer").wait_value("half a thought");
}

#[test]
fn chunks_that_cannot_be_reached_say_so_in_the_language_of_the_page() {
    let (copy, app) = plain_host();
    if !is_cut(&app.page) {
        return;
    }
    app.page.goto(&format!("{}?lang=zh", copy.url()));
    app.wait_ready();
    // What conversations need is here from now on.
    assert!(!app.ask("你好").is_empty());
    app.page.offline(true);
    app.go("map");
    app.page.test_id("chunk-missing").wait_visible().wait_text("网络");
    app.page.screenshot("chunk-offline-zh");
    // Another room is another chunk; what is here goes on.
    app.go("chat");
    assert!(!app.ask("还在吗？").is_empty());
    app.page.offline(false);
    app.go("map");
    is_there(&app.page, ".listed-room");
}

#[test]
fn chunks_of_an_old_tab_come_from_what_the_browser_kept() {
    let copy = Copy::new();
    let context = Browser::shared().new_context();
    let app = App { page: context.blank() };
    app.page.expect_problem("404");
    app.page.goto(&copy.url());
    app.wait_ready();
    app.page.wait_for("navigator.serviceWorker.ready.then(worker => worker.active?.state === 'activated')");
    // The host has another build now; this tab goes on with its own, although no worker answers for it yet.
    copy.take_away("map-");
    copy.take_away("time-");
    copy.take_away("shared-");
    for (room, _, drawn) in ROOMS {
        app.go(room);
        is_there(&app.page, drawn);
    }
}
