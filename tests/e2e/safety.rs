//! Losses in the browser: the whole database, the permission to store, or on purpose everything. The messages are then
//! true, and there is a way on.

use std::fs;

use serde_json::json;

use crate::app::{App, CANARY_KEY};
use crate::browser::{Browser, Profile, TemporaryFolder};
use crate::endpoint::{Endpoint, Reply};
use crate::site::Site;

const DELETE: &str = "new Promise(done => { const gone = indexedDB.deleteDatabase('espalier');
    gone.onsuccess = () => done('deleted'); gone.onerror = () => done('failed'); })";

#[test]
fn safety_a_database_deleted_under_the_page_is_said_and_written_back() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::text(&["Still here."]));
    app.ask("Remember this");
    app.wait_saved();
    assert_eq!(app.page.eval(DELETE), "deleted");
    app.page.test_id("unsaved").wait_visible();
    let said = app.page.test_id("unsaved").shown_text();
    assert!(said.contains("deleted") && !said.contains("newer version"), "{said}");
    assert_eq!(app.page.eval("document.documentElement.dataset.saved"), "no");
    app.page.screenshot("cleared");
    let known = app.page.downloads();
    app.page.test_id("unsaved-export").click();
    let text = fs::read_to_string(app.page.wait_download(&known)).unwrap();
    assert!(text.contains("Remember this") && text.contains("Still here."), "{text}");
    app.page.test_id("save-again").click();
    app.page.test_id("unsaved").wait_gone();
    app.wait_saved();
    app.reload();
    app.wait_said(&["user: Remember this", "assistant: Still here."]);
}

#[test]
fn safety_a_database_that_is_gone_at_the_start_is_noticed_and_a_backup_comes_back() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::text(&["Yes."]));
    app.ask("Is it kept?");
    let file = app.export_all();
    app.go("chat");
    app.wait_mirrored();
    // The page is somewhere else while the data goes.
    app.page.expect_problem("404");
    app.page.goto(&format!("{}no-such-page", App::url()));
    assert_eq!(app.page.eval(DELETE), "deleted");
    app.page.goto(&App::url());
    app.wait_ready();
    app.page.test_id("missing").wait_visible();
    let said = app.page.test_id("missing").shown_text();
    assert!(said.contains("1 conversation"), "{said}");
    app.page.screenshot("missing");
    app.page.test_id("missing-import").set_files(&[&file]);
    app.page.test_id("import-report").wait_visible();
    app.page.test_id("import-apply").click();
    app.page.test_id("import-report").wait_gone();
    // An import takes no address that nobody agreed to.
    app.page.test_id("missing-what").wait_text("Missing from the database: 1 endpoint.");
    app.page.test_id("missing-restore").click();
    app.page.test_id("missing").wait_gone();
    app.wait_saved();
    app.page.test_id("session-item").containing("Is it kept?").click();
    app.wait_said(&["user: Is it kept?", "assistant: Yes."]);
    app.reload();
    assert!(!app.page.test_id("missing").visible().exists());
}

#[test]
fn safety_a_page_that_may_store_nothing_says_how_to_allow_it() {
    for (blocked, ready) in [("localStorage", true), ("indexedDB", false)] {
        let page = Browser::shared().new_context().blank();
        for expected in ["SecurityError", "does not keep", "database", "blocked", "denied", "cannot"] {
            page.expect_problem(expected);
        }
        let script = format!(
            "Object.defineProperty(window, '{blocked}', {{ get() {{ throw new DOMException('denied', 'SecurityError'); }} }})"
        );
        page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
        page.goto(&format!("{}?lang=en", App::url()));
        let state = if ready { "ready" } else { "failed" };
        page.wait_for(&format!("document.documentElement.dataset.app === '{state}'"));
        if !ready {
            let shown = page.css("#rescue").shown_text();
            assert!(shown.contains("Allow it"), "{shown}");
            assert!(!shown.contains("still in this browser"), "nobody knows that: {shown}");
            assert!(shown.is_ascii() || !shown.contains('的'), "one language: {shown}");
            page.screenshot("denied");
        }
    }
}

#[test]
fn safety_without_a_line_between_tabs_everything_is_stored_and_that_is_said() {
    let endpoint = Endpoint::start();
    let page = Browser::shared().new_context().blank();
    let script = "delete window.BroadcastChannel; Object.defineProperty(navigator, 'locks', { value: undefined })";
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    page.goto(&format!("{}?lang=en#/nonsense", App::url()));
    let app = App { page };
    app.wait_ready();
    // One notice at a time: the grave one stays behind the one that passes.
    app.page.test_id("toast").containing("no page at that address").wait_visible();
    app.page.test_id("toast").containing("one tab at a time").wait_visible();
    app.page.screenshot("notice-that-stays");
    app.configure(&endpoint);
    app.go("chat");
    endpoint.reply(Reply::text(&["Alone, but safe."]));
    app.ask("Is it stored?");
    app.wait_saved();
    app.reload();
    app.wait_said(&["user: Is it stored?", "assistant: Alone, but safe."]);
}

#[test]
fn safety_everything_can_be_deleted_after_two_questions() {
    let endpoint = Endpoint::start();
    let context = Browser::shared().new_context();
    let app = App::open(&context);
    app.configure(&endpoint);
    app.go("chat");
    app.ask("Forget me");
    let other = App::open(&context);
    app.go("settings");
    app.page.test_id("erase-all").click();
    app.page.test_id("confirm-yes").visible().click();
    app.page.eval("window.__old = true");
    app.page.test_id("confirm").containing("can’t be undone").wait_visible();
    app.page.test_id("confirm-yes").visible().click();
    app.page.wait_for("!window.__old && document.documentElement.dataset.app === 'ready'");
    let left = app.page.eval("Object.keys(localStorage).filter(name => /key|origins|drafts|unsaved/.test(name))");
    assert_eq!(left, json!([]), "{left}");
    assert!(!app.page.eval("JSON.stringify({ ...localStorage, ...sessionStorage })").to_string().contains(CANARY_KEY));
    app.go("chat");
    app.page.test_id("session-item").wait_count(0);
    other.page.wait_for("document.documentElement.dataset.app === 'ready' && !document.documentElement.dataset.erased");
    other.page.test_id("session-item").wait_count(0);
}

#[test]
fn safety_leaving_asks_only_while_something_is_not_saved() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    app.ask("Kept");
    app.wait_saved();
    app.page.reload();
    app.wait_ready();
    assert_eq!(app.page.dialogs(), Vec::<String>::new(), "everything was saved");
    for expected in ["QuotaExceeded", "quota", "cannot be stored", "full"] {
        app.page.expect_problem(expected);
    }
    app.page.eval(
        "(() => {
           const open = IDBDatabase.prototype.transaction;
           IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
             if (mode === 'readwrite') throw new DOMException('full', 'QuotaExceededError');
             return open.call(this, stores, mode, ...rest);
           };
         })()",
    );
    app.send("Not stored");
    app.page.test_id("unsaved").wait_visible();
    app.page.reload();
    app.wait_ready();
    assert_eq!(app.page.dialogs(), ["beforeunload"]);
    // It was kept outside the database, and the new page stores it.
    app.page.test_id("message").containing("Not stored").wait_visible();
    app.wait_saved();
}

#[test]
fn safety_what_the_rescue_page_saves_is_imported() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::text(&["Rescued."]));
    app.ask("Save me");
    app.wait_saved();
    let known = app.page.downloads();
    app.page.eval("document.getElementById('rescue-export').click()");
    let saved = fs::read_to_string(app.page.wait_download(&known)).unwrap();
    let folder = TemporaryFolder::new("rescue");
    let file = folder.write("rescue.json", saved);
    let other = App::first_visit();
    other.go("settings");
    other.import(&file);
    other.go("chat");
    other.page.test_id("session-item").containing("Save me").click();
    other.wait_said(&["user: Save me", "assistant: Rescued."]);
}

#[test]
fn safety_words_being_typed_are_there_after_a_reload() {
    // On a slow machine the page goes before the last letters are drawn.
    for late_ms in [0, 60] {
        let page = Browser::shared().new_context().blank();
        if late_ms > 0 {
            page.finish_late(late_ms);
        }
        let app = App::open_in(page, &App::url());
        app.go("time");
        app.page.test_id("quick-add").fill("half a thought");
        app.page.reload();
        app.wait_ready();
        app.page.test_id("quick-add").wait_value("half a thought");
        app.page.test_id("quick-add").fill("a whole thought");
        app.page.press("Enter", 0);
        app.page.test_id("timer-stop").wait_visible().click();
        app.page.test_id("entry").wait_text("a whole thought");
    }
}

#[test]
fn safety_what_could_not_be_written_back_is_missed_where_it_was() {
    let app = App::first_visit();
    app.go("map");
    app.page.test_id("map-new").visible().click();
    app.page.test_id("node-title-input").wait_visible();
    app.page.type_text("Trip");
    app.page.press("Enter", 0);
    app.page.press("Tab", 0);
    app.page.test_id("node-title-input").wait_visible();
    app.page.type_text("Boots");
    app.page.press("Enter", 0);
    // The next one is not wanted.
    app.page.test_id("map-node").wait_count(3);
    app.page.press("Escape", 0);
    app.page.test_id("map-node").wait_count(2);
    app.go("chat");
    app.ask("Hello");
    app.wait_mirrored();
    app.reload();
    assert_eq!(app.page.eval(DELETE), "deleted");
    app.page.test_id("save-again").wait_visible().click();
    app.page.test_id("toast").wait_text("hadn’t read all of: “Trip”");
    app.wait_saved();
    app.reload();
    app.go("map");
    app.page.test_id("missing-restore").wait_visible();
    app.page.test_id("missing-what").wait_text("1 node");
    app.page.screenshot("missing-inside");
    // Only a button decides.
    app.page.press("Escape", 0);
    app.reload();
    app.page.test_id("missing").wait_visible();
    app.page.test_id("missing-go-on").click();
    app.page.test_id("missing").wait_gone();
    app.wait_saved();
    app.reload();
    app.page.test_id("map-view").wait_visible();
    assert!(!app.page.test_id("missing").visible().exists());
}

#[test]
fn safety_a_database_that_cannot_be_opened_is_replaced_when_one_says_so_and_a_backup_comes_back() {
    let (site, endpoint) = (Site::of_dist(), Endpoint::start());
    let folder = TemporaryFolder::new("damaged");
    let profile = Profile::At(folder.to_path_buf());
    let browser = Browser::start(&profile, &[]);
    let app = App { page: browser.profile_context().blank() };
    app.page.goto(&site.url());
    app.wait_ready();
    app.configure(&endpoint);
    app.go("chat");
    endpoint.reply(Reply::text(&["Still here."]));
    app.ask("Remember this");
    let backup = app.export_all();
    app.wait_mirrored();
    browser.quit();
    let databases = folder.join("Default/IndexedDB");
    let database = fs::read_dir(&databases).unwrap().find_map(|entry| {
        let path = entry.unwrap().path();
        path.extension().is_some_and(|end| end == "leveldb").then_some(path)
    });
    for file in fs::read_dir(database.expect("the database is there")).unwrap() {
        let path = file.unwrap().path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("MANIFEST")) {
            fs::remove_file(path).unwrap();
        }
    }
    let browser = Browser::start(&profile, &[]);
    let app = App { page: browser.profile_context().blank() };
    app.page.goto(&site.url());
    app.page.wait_for("document.documentElement.dataset.app === 'failed'");
    app.page.test_id("begin-anew").wait_visible();
    assert!(!app.page.test_id("rescue-export").visible().exists(), "nothing of it can be saved");
    app.page.screenshot("rescue-anew");
    app.page.test_id("begin-anew").click();
    app.page.css("#rescue-anew-really").wait_visible();
    app.page.eval("window.__leaving = true");
    app.page.test_id("begin-anew").click();
    app.page.wait_for("!window.__leaving");
    app.wait_ready();
    app.page.test_id("missing").wait_text("1 conversation");
    app.page.press("Escape", 0);
    app.page.test_id("missing").wait_visible();
    app.page.test_id("missing-import").set_files(&[&backup]);
    app.page.test_id("import-apply").wait_visible().click();
    app.page.test_id("import-report").wait_gone();
    app.page.test_id("missing-what").wait_text("Missing from the database: 1 endpoint.");
    app.page.test_id("missing-restore").click();
    app.page.test_id("missing").wait_gone();
    app.wait_saved();
    app.reload();
    app.page.test_id("session-item").containing("Remember this").click();
    app.wait_said(&["user: Remember this", "assistant: Still here."]);
    // Deleting everything takes the new database along.
    app.go("settings");
    app.page.test_id("erase-all").click();
    app.page.test_id("confirm-yes").visible().click();
    app.page.test_id("confirm").containing("can’t be undone").wait_visible();
    app.page.test_id("confirm-yes").visible().click();
    app.page.wait_for("navigator.storageBuckets.keys().then(names => names.length === 0)");
}
