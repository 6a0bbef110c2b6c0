//! The app on a device: installing it, what the system hands over, the mark on its icon, and versions while it is open.

use serde_json::{Value, json};

use crate::app::App;
use crate::archive::back_up;
use crate::browser::{Browser, CTRL, Page};

/// A page in which a script runs before those of the app.
fn prepared(script: &str) -> Page {
    let page = Browser::shared().new_context().blank();
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    page
}

/// A launch queue that hands over what it is given by `__launch`, as soon as the page takes it.
const QUEUE: &str = "const waiting = []; let take = null;
    window.__launch = (launch) => (take ? take(launch) : waiting.push(launch)) && 0;
    window.__file = (name, text) => __launch({ files: [{ getFile: async () => new File([text], name) }] });
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer(f) { take = f; waiting.splice(0).forEach(f); } } });";

fn shows(app: &App, room: &str) {
    app.page.wait_for(&format!("location.hash.startsWith('#/{room}')"));
}

#[test]
fn installed_the_manifest_has_no_faults() {
    let app = App::first_visit();
    let manifest = app.page.send("Page.getAppManifest", json!({}));
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    let errors = app.page.send("Page.getInstallabilityErrors", json!({}));
    let ids = errors["installabilityErrors"].as_array().unwrap().iter().map(|error| &error["errorId"]);
    // Every test has a profile of its own that is gone afterwards.
    assert_eq!(ids.filter(|id| *id != "in-incognito").collect::<Vec<_>>(), Vec::<&Value>::new());
    let manifest: Value = serde_json::from_str(manifest["data"].as_str().unwrap()).unwrap();
    let opened = &manifest["file_handlers"][0]["accept"]["application/octet-stream"];
    assert!(opened.as_array().unwrap().contains(&json!(".espalier")), "{opened}");
    let shortcuts = manifest["shortcuts"].as_array().unwrap();
    assert_eq!(shortcuts.len(), 5);
    for shortcut in shortcuts {
        let url = shortcut["url"].as_str().unwrap();
        let room = url.strip_prefix("./#/").unwrap();
        app.page.eval(&format!("(location.hash = '#/{room}', 0)"));
        app.page.css(&format!("[data-testid=nav-{room}][aria-current=page]")).wait();
    }
}

#[test]
fn installed_is_offered_where_the_browser_offers_it() {
    let offer = "const offer = new Event('beforeinstallprompt', { cancelable: true });
        offer.prompt = async () => { window.__asked = (window.__asked ?? 0) + 1; return {}; };
        dispatchEvent(offer);";
    // Before the app is there.
    let page = prepared(&format!("addEventListener('DOMContentLoaded', () => {{ {offer} }})"));
    let app = App::open_in(page, &App::url());
    let page = &app.page;
    app.go("settings");
    page.test_id("install").visible().click();
    page.wait_for("window.__asked === 1");
    page.test_id("install").wait_gone();
    assert!(page.test_id("install-hint").shown_text().contains("Add to Home Screen"));
    let in_palette = || {
        page.press("k", CTRL);
        page.test_id("palette-input").fill("install");
        page.settled();
        page.css("[data-command='app.install']")
    };
    assert!(!in_palette().exists());
    page.press("Escape", 0);
    page.test_id("palette").wait_gone();
    // Later on.
    page.eval(&format!("(() => {{ {offer} }})()"));
    page.test_id("install").wait_visible();
    in_palette().wait_visible().click();
    page.wait_for("window.__asked === 2");
    page.eval(&format!("(() => {{ {offer} }})()"));
    page.test_id("install").wait_visible();
    page.eval("(dispatchEvent(new Event('appinstalled')), 0)");
    page.test_id("install").wait_gone();
}

#[test]
fn installed_a_shared_text_is_the_draft_of_a_new_conversation() {
    let context = Browser::shared().new_context();
    let app = App::open_at(&context, &App::url());
    app.ask("What can I do here?");
    app.wait_saved();
    let shared =
        "share-title=A%20page&share-text=Read%20https%3A%2F%2Fexample.com%2F&share-url=https%3A%2F%2Fexample.com%2F";
    let app = App::open_at(&context, &format!("{}?lang=en&{shared}", App::url()));
    let draft = "A page\n\nRead https://example.com/";
    app.page.test_id("composer").wait_value(draft);
    assert_eq!(app.page.eval("location.search + location.hash"), "?lang=en#/chat");
    app.reload();
    app.page.test_id("composer").wait_value(draft);
    assert!(app.transcript().is_empty());
}

#[test]
fn installed_what_is_handed_over_before_the_start_is_imported() {
    let opml = "<opml version='2.0'><head><title>Trip</title></head><body><outline text='Japan'/></body></opml>";
    let page = prepared(&format!("{QUEUE} __file('trip.opml', {})", json!(opml)));
    let app = App::open_in(page, &App::url());
    shows(&app, "map");
    app.page.test_id("map-node").containing("Japan").wait();
}

#[test]
fn installed_files_shortcuts_and_shared_texts_reach_a_page_that_is_open() {
    let app = App::open_in(prepared(QUEUE), &App::url());
    let page = &app.page;
    app.ask("What can I do here?");
    let export = std::fs::read_to_string(app.export_all()).unwrap();
    page.eval(&format!("__launch({{ targetURL: '{}#/course' }})", App::url()));
    shows(&app, "course");
    page.eval(&format!("__file('all.json', {})", json!(export)));
    page.test_id("import-report").wait_visible();
    page.test_id("import-cancel").click();
    page.test_id("import-report").wait_gone();
    let backup = json!(std::fs::read(back_up(&app, "")).unwrap());
    app.go("time");
    page.eval(&format!("__file('all.espalier', Uint8Array.from({backup}))"));
    page.test_id("import-report").wait_visible();
    page.test_id("import-cancel").click();
    page.test_id("import-report").wait_gone();
    page.eval("__file('log.csv', 'start,end,note\\n2026-01-05T09:00:00Z,2026-01-05T10:00:00Z,reading\\n')");
    shows(&app, "time");
    page.test_id("import-report").wait_visible();
    page.press("Escape", 0);
    page.eval("__file('small.gguf', 'not a model')");
    page.test_id("device-models").wait_visible();
    page.test_id("device-models").containing("small.gguf").wait();
    page.press("Escape", 0);
    page.eval(&format!("__launch({{ targetURL: '{}?share-text=Later' }})", App::url()));
    page.test_id("composer").wait_value("Later");
    assert!(app.transcript().is_empty());
}

#[test]
fn installed_a_running_timer_marks_the_icon() {
    let record = "window.__marks = [];
        Navigator.prototype.setAppBadge = async () => void __marks.push('set');
        Navigator.prototype.clearAppBadge = async () => void __marks.push('clear');";
    let app = App::open_in(prepared(record), &App::url());
    let marks = |expected: &str| app.page.wait_for(&format!("__marks.join() === '{expected}'"));
    marks("clear");
    app.go("time");
    app.page.test_id("timer-start").visible().click();
    marks("clear,set");
    app.reload();
    marks("set");
    app.page.test_id("timer-stop").visible().click();
    marks("set,clear");
}

#[test]
fn installed_a_refused_mark_is_no_matter() {
    let refuse = "Navigator.prototype.clearAppBadge = async () => { throw new Error('no'); };";
    let app = App::open_in(prepared(refuse), &App::url());
    app.page.expect_problem("clearAppBadge");
    app.ask("What can I do here?");
    assert!(!app.page.test_id("toast").exists());
}

#[test]
fn installed_an_open_page_looks_for_a_new_version_every_day() {
    let clock = "window.__looks = 0; window.__hours = 0;
        const now = Date.now; Date.now = () => now() + __hours * 3_600_000;
        const every = setInterval;
        window.setInterval = (act, ms, ...rest) => (ms === 3_600_000 ? (window.__hourly = act) && 0 : every(act, ms, ...rest));
        ServiceWorkerRegistration.prototype.update = async () => { window.__looks += 1; };";
    let app = App::open_in(prepared(clock), &App::url());
    let page = &app.page;
    page.wait_for("navigator.serviceWorker.ready.then(r => r.active?.state === 'activated')");
    page.wait_for("!!window.__hourly");
    // What `act` leads to is done a few turns later.
    let looks = |hours: f64, act: &str| {
        page.eval(&format!(
            "(window.__hours = {hours}, {act}, navigator.serviceWorker.getRegistration().then(() => 0))"
        ));
        page.settled();
        page.eval("window.__looks")
    };
    let seen = "document.dispatchEvent(new Event('visibilitychange'))";
    assert_eq!(looks(23.0, "__hourly()"), 0);
    assert_eq!(looks(24.1, "__hourly()"), 1);
    assert_eq!(looks(24.5, "__hourly()"), 1);
    assert_eq!(looks(24.9, seen), 1, "not an hour later");
    assert_eq!(looks(25.2, seen), 2);
    assert_eq!(looks(49.1, "__hourly()"), 2);
    assert_eq!(looks(49.3, "__hourly()"), 3);
}
