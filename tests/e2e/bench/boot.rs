//! Time from an empty window to a workspace one can type into.

use serde_json::json;

use super::{Table, figure, floor, runs};
use crate::app::App;
use crate::browser::{Browser, Context, Page, TemporaryFolder};
use crate::site::Site;
use std::sync::Arc;

/// Condition under which our pages are ready.
const READY: &str = "document.documentElement?.dataset.app === 'ready'";
/// Condition under which another app can be typed into.
const PEER_READY: &str = "document.querySelector('textarea:not([disabled])') !== null";

/// Returns a script that notes when the page became ready, at the moment it does.
fn watch(ready: &str) -> String {
    format!(
        "new MutationObserver((_, watch) => {{
            if (!({ready})) return;
            window.__readyAt = performance.now();
            watch.disconnect();
        }}).observe(document, {{ subtree: true, childList: true, attributes: true }});"
    )
}

const COLUMNS: [&str; 7] =
    ["first paint ms", "ready ms", "`boot` ms", "main thread ms", "wire KB", "elements", "heap MB"];

pub fn run() {
    let mut table = Table::new("Start", &COLUMNS);
    let (site, blank) = (Site::of_dist(), floor::blank_site());
    let mut pages = vec![("blank page", blank.url(), READY), ("Espalier", site.url(), READY)];
    if let Ok(peer) = std::env::var("ESPALIER_PEER") {
        pages.push(("peer", peer, PEER_READY));
    }
    for _ in 0..runs() {
        for (kind, slow) in [("cold", false), ("cold, 10 Mbit/s + 40 ms", true)] {
            for (name, url, ready) in &pages {
                let context = Browser::shared().new_context();
                table.add(&format!("{name}, {kind}"), &visit(&context, url, ready, slow));
            }
        }
        for (name, url, ready) in &pages {
            let context = Browser::shared().new_context();
            // The third visit has every cache filled, the compiled code included.
            visit(&context, url, ready, false);
            visit(&context, url, ready, false);
            table.add(&format!("{name}, warm"), &visit(&context, url, ready, false));
        }
    }
    table.print();
}

/// Number of the files that are attached, and the bytes of each.
const FILES: (usize, usize) = (14, 8_000_000);

/// Measures how much longer the start takes with 112 MB of files that are stored, and with the same in a composer.
pub fn run_files() {
    let mut table = Table::new("Start with files", &COLUMNS);
    let site = Site::of_dist();
    let folder = TemporaryFolder::new("many-files");
    let line = |file: usize| format!("Line of the file with the number {file:04}.\n");
    let files: Vec<_> = (0..FILES.0)
        .map(|file| folder.write(&format!("{file}.txt"), line(file).repeat(FILES.1 / line(file).len())))
        .collect();
    let rows =
        [("without files", 0, true), ("112 MB of files", FILES.0, true), ("the same, not sent yet", FILES.0, false)];
    for (name, count, removes) in rows {
        let context = Browser::shared().new_context();
        visit(&context, &site.url(), READY, false);
        let app = App { page: context.open(&format!("{}#/chat", site.url())) };
        app.wait_ready();
        for (before, file) in files.iter().take(count).enumerate() {
            app.page.css("#attach-files-new").set_files(&[file]);
            app.page.test_id("attachment").wait_count(before + 1);
        }
        // What is taken away again stays stored for a day.
        for left in (0..count).rev().filter(|_| removes) {
            app.page.test_id("attach-remove").last().click();
            app.page.test_id("attachment").wait_count(left);
        }
        app.wait_saved();
        drop(app);
        for _ in 0..runs() {
            visit(&context, &site.url(), READY, false);
            table.add(name, &visit(&context, &site.url(), READY, false));
        }
    }
    table.print();
}

fn visit(context: &Arc<Context>, url: &str, ready: &str, slow: bool) -> [f64; 7] {
    let page = &context.blank();
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": watch(ready) }));
    if ready == PEER_READY {
        // What another app complains of is not ours.
        page.expect_problem("");
    }
    if slow {
        let limits =
            json!({ "offline": false, "latency": 40, "downloadThroughput": 1_250_000, "uploadThroughput": 1_250_000 });
        page.send("Network.emulateNetworkConditions", limits);
    }
    let work = super::Work::start(page);
    page.goto(url);
    page.wait_for("window.__readyAt > 0");
    page.wait_for("performance.getEntriesByName('first-contentful-paint').length > 0");
    [
        figure(page, "performance.getEntriesByName('first-contentful-paint')[0].startTime"),
        figure(page, "window.__readyAt"),
        figure(page, "performance.getEntriesByName('boot', 'measure')[0]?.duration"),
        work.since(page, "TaskDuration"),
        wire_kilobytes(page),
        figure(page, "document.querySelectorAll('*').length"),
        page.metrics()["JSHeapUsedSize"] / 1_048_576.0,
    ]
}

/// Script that measures from the press of a room's entry to the room, in a visit that has not seen it, and once more.
const OPEN_ROOM: &str = r"
(room, drawn) => new Promise((done) => {
  const start = performance.now();
  const look = () => document.querySelector(`main ${drawn}`) && done(performance.now() - start);
  new MutationObserver(look).observe(document.querySelector('main'), { subtree: true, childList: true });
  document.querySelector(`[data-testid=nav-${room}]`).click();
})";

pub fn run_rooms() {
    let mut table = Table::new("Opening a room", &["first time ms", "second time ms"]);
    let site = Site::of_dist();
    for _ in 0..runs() {
        for (room, drawn) in [("map", ".listed-room"), ("time", ".time-room"), ("course", ".course-room")] {
            let app = App { page: Browser::shared().new_context().blank() };
            app.page.goto(&site.url());
            app.wait_ready();
            let kept = "navigator.serviceWorker.ready.then(worker => worker.active?.state === 'activated')";
            app.page.wait_for(kept);
            let open = || figure(&app.page, &format!("({OPEN_ROOM})('{room}', '{drawn}')"));
            let first = open();
            app.go("chat");
            table.add(room, &[first, open()]);
        }
    }
    table.print();
}

fn wire_kilobytes(page: &Page) -> f64 {
    page.exchanges().iter().map(|exchange| exchange.received_bytes).sum::<f64>() / 1000.0
}
