//! The database is emptied, store by store or as a whole, also while the app is open: it is said, and comes back.

use serde_json::json;

use super::backup::Backup;
use super::work::{Workspace, heal, open_or_begin_anew};
use super::{Engine, Figures, LEVELDB, SQLITE, is_long};
use crate::app::App;
use crate::browser::{Browser, Profile};
use crate::site::Site;

#[test]
fn missing_stores_are_noticed_and_come_back() {
    empty_each(&LEVELDB);
}

#[test]
fn missing_stores_are_noticed_and_come_back_in_the_newer_storage_engine() {
    if is_long() {
        empty_each(&SQLITE);
    }
}

/// The stores that the short form empties; it leaves out those of which the loss looks the same.
const SOME: [&str; 5] = ["sessions", "messages", "nodes", "shapes", "timeEntries"];

/// Empties a store behind the app's back and returns how many rows it had.
fn empty(app: &App, store: &str) -> u64 {
    let script = format!(
        "new Promise((done, failed) => {{
           const open = indexedDB.open('espalier');
           open.onerror = () => failed(open.error);
           open.onsuccess = () => {{
             const transaction = open.result.transaction('{store}', 'readwrite');
             const store = transaction.objectStore('{store}'), count = store.count();
             store.clear();
             transaction.oncomplete = () => {{ open.result.close(); done(count.result); }};
             transaction.onerror = () => failed(transaction.error);
           }};
         }})"
    );
    app.page.eval(&script).as_u64().expect("rows are counted")
}

const STORES: &str = "new Promise((done, failed) => {
  const open = indexedDB.open('espalier');
  open.onerror = () => failed(open.error);
  open.onsuccess = () => { open.result.close(); done([...open.result.objectStoreNames]); };
})";

fn empty_each(engine: &Engine) {
    let mut figures = Figures::new("missing", engine.name);
    let mut workspace = Workspace::new(engine.flags);
    let backup = Backup::of_work(&mut workspace);
    let site = Site::of_dist();
    let browser = Browser::start(&Profile::Fresh, engine.flags);
    let page = browser.new_context().blank();
    page.expect_problem("");
    let app = open_or_begin_anew(page, &site.url()).expect("the app begins");
    backup.put_into(&app);
    let stores = app.page.eval(STORES);
    let stores = stores.as_array().expect("a list of stores").iter().filter_map(|store| store.as_str());
    for store in stores.filter(|store| is_long() || SOME.contains(store)) {
        app.go("settings");
        app.wait_mirrored();
        if empty(&app, store) == 0 {
            continue;
        }
        figures.tries += 1;
        app.page.reload();
        app.wait_ready();
        if store == "timeEntries" {
            // Their number is compared once the log is read.
            app.page.eval("location.hash = '#/time', 0");
            app.page.test_id("missing").wait_visible();
        }
        backup.judge(&app, store, false, &mut figures);
    }
    assert!(figures.tries >= 4, "{} stores had rows", figures.tries);
    figures.judge();
}

/// A way in which the browser deletes the data of an open page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Database,
    EverythingOfTheSite,
    FromAnotherTab,
}

#[test]
fn missing_all_of_it_while_it_is_open_is_said_and_written_back() {
    let mut figures = Figures::new("cleared", LEVELDB.name);
    let mut workspace = Workspace::new(LEVELDB.flags);
    let backup = Backup::of_work(&mut workspace);
    for way in [Way::Database, Way::EverythingOfTheSite, Way::FromAnotherTab] {
        figures.tries += 1;
        let site = Site::of_dist();
        let context = Browser::shared().new_context();
        let page = context.blank();
        page.expect_problem("");
        let app = open_or_begin_anew(page, &site.url()).expect("the app begins");
        backup.put_into(&app);
        if way == Way::EverythingOfTheSite {
            // Nothing is left but what is in memory, which is everything that was looked at.
            super::backup::look_around(&app);
        } else {
            app.page.reload();
            app.wait_ready();
            app.wait_mirrored();
        }
        let clear = |types: &str| {
            app.page.send("Storage.clearDataForOrigin", json!({ "origin": site.origin(), "storageTypes": types }));
        };
        match way {
            Way::Database => clear("indexeddb"),
            Way::EverythingOfTheSite => clear("all"),
            Way::FromAnotherTab => {
                let other = context.blank();
                other.expect_problem("404");
                other.goto(&format!("{}no-such-page", site.url()));
                other.eval(
                    "new Promise((done, failed) => { const gone = indexedDB.deleteDatabase('espalier');
                     gone.onsuccess = () => done(0); gone.onerror = () => failed(gone.error); })",
                );
            }
        }
        app.page.test_id("save-again").wait_visible().click();
        app.page.test_id("unsaved").wait_gone();
        if way == Way::EverythingOfTheSite {
            // The bytes of files are in no memory, and the second copy is gone, too.
            app.page.test_id("toast").containing("hadn’t read all of").wait_visible();
        } else {
            heal(&app, true);
        }
        app.wait_saved();
        app.page.reload();
        app.wait_ready();
        backup.judge(&app, &format!("{way:?}"), way == Way::EverythingOfTheSite, &mut figures);
    }
    figures.judge();
}
