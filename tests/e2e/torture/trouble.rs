//! Disks that are full, handles that die and clocks that jump, while work goes on in all rooms.

use std::time::Duration;

use serde_json::json;

use super::work::{KINDS, Promise, Workspace, heal, wait_acknowledged};
use super::{Figures, LEVELDB, is_long, tries};
use crate::app::App;
use crate::browser::Page;

const PROMISE: Promise = Promise { stream_ms: None, is_restored: false };

/// The work to be hit: of every kind once, or in the short form these.
fn kinds(some: &[usize]) -> Vec<usize> {
    if is_long() { (0..KINDS.len()).cycle().take(tries(0) as usize).collect() } else { some.to_vec() }
}

#[test]
fn trouble_with_a_full_disk_loses_nothing() {
    let mut figures = Figures::new("quota", LEVELDB.name);
    let mut workspace = Workspace::new(LEVELDB.flags);
    let origin = workspace.site.origin();
    let browser = workspace.start();
    let app = workspace.open(&browser);
    figures.acknowledged += workspace.work(&app, 2, Duration::ZERO, || browser.quit());
    for kind in kinds(&[0, 2, 5]) {
        figures.tries += 1;
        // A browser remembers for a while how much space there is, so the space has to be gone before it looks.
        let browser = workspace.start();
        let app = workspace.open_in(&browser, &|page| {
            page.expect_problem("");
            page.send("Storage.overrideQuotaForOrigin", json!({ "origin": origin, "quotaSize": 1 }));
        });
        workspace.begin(&app, kind);
        app.page.test_id("save-again").wait_visible();
        assert_eq!(app.page.eval("document.documentElement.dataset.saved"), "no");
        app.page.send("Storage.overrideQuotaForOrigin", json!({ "origin": origin }));
        app.page.test_id("save-again").click();
        wait_acknowledged(&app.page, kind);
        figures.acknowledged += end(&mut workspace, &app);
        browser.quit();
    }
    let app = workspace.open(&workspace.start());
    workspace.compare(&app, "after a full disk", &PROMISE, &mut figures);
    figures.judge();
}

/// Ends the work, once everything that it did is saved.
fn end(workspace: &mut Workspace, app: &App) -> usize {
    app.page.reload();
    app.wait_ready();
    app.wait_saved();
    workspace.take(&app.page)
}

/// Keeps the databases that the page opens, so that their handles can be made useless.
const HANDLES: &str = "window.__databases = [];
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...words) {
    const request = open.apply(this, words);
    request.addEventListener('success', () => __databases.push(request.result));
    return request;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...words) {
    if (window.__unknown-- > 0) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    return transaction.apply(this, words);
  };";

#[test]
fn trouble_with_a_dead_handle_loses_nothing() {
    let mut figures = Figures::new("dead handle", LEVELDB.name);
    let mut workspace = Workspace::new(LEVELDB.flags);
    let browser = workspace.start();
    for (number, kind) in kinds(&[0, 3, 6]).into_iter().enumerate() {
        figures.tries += 1;
        let app = workspace.open_in(&browser, &|page| {
            page.expect_problem("");
            page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": HANDLES }));
        });
        let after = Duration::from_millis(number as u64 * 211 % 400);
        figures.acknowledged += workspace.work(&app, kind, after, || {
            // Closed from within, or lost as in WebKit.
            let harm = ["__databases.splice(0).forEach(one => one.close()), 0", "(window.__unknown = 1, 0)"];
            app.page.eval(harm[number % 2]);
            wait_acknowledged(&app.page, kind);
        });
        figures.acknowledged += end(&mut workspace, &app);
    }
    let app = workspace.open(&browser);
    workspace.compare(&app, "after a dead handle", &PROMISE, &mut figures);
    figures.judge();
}

/// A clock that the test moves.
const CLOCK: &str = "{
  const RealDate = Date, by = () => Number(localStorage.getItem('torture.clock') ?? 0);
  Date = class extends RealDate {
    constructor(...words) { words.length ? super(...words) : super(RealDate.now() + by()); }
    static now() { return RealDate.now() + by(); }
  };
}";

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

#[test]
fn trouble_with_the_clock_loses_nothing() {
    let mut figures = Figures::new("clock", LEVELDB.name);
    let mut workspace = Workspace::new(LEVELDB.flags);
    let browser = workspace.start();
    let moved = |page: &Page| {
        page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": CLOCK }));
    };
    let jumps = [DAY_MS, -DAY_MS, 3_650 * DAY_MS, -3_650 * DAY_MS];
    for (number, kind) in kinds(&[0, 1, 2, 4]).into_iter().enumerate() {
        figures.tries += 1;
        let jump = jumps[number % jumps.len()];
        let app = workspace.open_in(&browser, &moved);
        figures.acknowledged += workspace.work(&app, kind, Duration::ZERO, || {
            app.page.eval(&format!("(localStorage.setItem('torture.clock', {jump}), 0)"));
            wait_acknowledged(&app.page, kind);
        });
        figures.acknowledged += end(&mut workspace, &app);
        // What was written at a time that is yet to come is in the second copy all the same.
        app.wait_mirrored();
    }
    let app = workspace.open(&browser);
    workspace.compare(&app, "after the clock jumped", &PROMISE, &mut figures);
    app.page.eval("(localStorage.removeItem('torture.clock'), 0)");
    app.page.expect_problem("");
    app.page.goto(&format!("{}no-such-page", workspace.site.url()));
    app.page.eval(
        "new Promise((done, failed) => { const gone = indexedDB.deleteDatabase('espalier');
         gone.onsuccess = () => done(0); gone.onerror = () => failed(gone.error); })",
    );
    app.page.goto(&workspace.site.url());
    app.wait_ready();
    let heals = Promise { is_restored: true, ..PROMISE };
    assert!(heal(&app, true).is_some(), "the second copy says nothing of the loss");
    workspace.compare(&app, "after the database was gone", &heals, &mut figures);
    figures.judge();
}
