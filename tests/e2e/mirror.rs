//! The second copy: what the database loses is said, and comes back.

use std::fs;

use serde_json::json;

use crate::app::App;
use crate::browser::{Browser, TemporaryFolder};
use crate::endpoint::{Endpoint, Reply};

const DELETE: &str = "new Promise(done => { const gone = indexedDB.deleteDatabase('espalier');
    gone.onsuccess = () => done('deleted'); gone.onerror = () => done('failed'); })";

/// The names of the files in the folder of the mirror.
const MIRRORED: &str = "(async () => {
  const folder = await navigator.storage.getDirectory().then(root => root.getDirectoryHandle('espalier-mirror'));
  const names = [];
  for await (const name of folder.keys()) names.push(name);
  return names.sort();
})()";

/// Takes rows out of a store behind the app's back: those whose text has this in it.
fn take_out(app: &App, store: &str, text: &str) {
    let script = format!(
        "new Promise((done, failed) => {{
           const open = indexedDB.open('espalier');
           open.onerror = () => failed(open.error);
           open.onsuccess = () => {{
             const database = open.result, transaction = database.transaction('{store}', 'readwrite');
             let gone = 0;
             transaction.objectStore('{store}').openCursor().onsuccess = ({{ target: {{ result: cursor }} }}) => {{
               if (!cursor) return;
               if (String(cursor.value).includes({text:?})) {{ cursor.delete(); gone++; }}
               cursor.continue();
             }};
             transaction.oncomplete = () => {{ database.close(); done(gone); }};
           }};
         }})"
    );
    assert_eq!(app.page.eval(&script), json!(1), "one row of {store} goes");
}

/// The page is somewhere else while the data goes.
fn lose_the_database(app: &App) {
    app.page.expect_problem("404");
    app.page.goto(&format!("{}no-such-page", App::url()));
    assert_eq!(app.page.eval(DELETE), "deleted");
    app.page.goto(&App::url());
    app.wait_ready();
}

fn map_of_two(app: &App) {
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
}

#[test]
fn mirror_everything_comes_back_after_the_database_is_gone() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let folder = TemporaryFolder::new("mirror");
    let note = folder.write("packing.txt", "Three pairs of socks.");
    app.page.css("input[data-testid=attach]").set_files(&[&note]);
    app.page.test_id("attachment").wait_attr("data-kind", "text");
    endpoint.reply(Reply::text(&["Warm ones."]));
    app.ask("What socks?");
    map_of_two(&app);
    app.go("time");
    app.page.test_id("quick-add").fill("packing @Trip");
    app.page.press("Enter", 0);
    app.page.test_id("entry").wait_text("packing");
    app.wait_mirrored();
    let file = app.export_all();
    let before = fs::read_to_string(&file).unwrap();
    // The second one has the same name.
    fs::remove_file(file).unwrap();
    app.wait_mirrored();
    lose_the_database(&app);
    app.page.test_id("missing-restore").wait_visible();
    let said = app.page.test_id("missing-what").shown_text();
    for part in ["1 conversation (2 messages)", "1 map (2 nodes)", "1 time entry", "1 attached file"] {
        assert!(said.contains(part), "{part:?} is missing in {said:?}");
    }
    app.page.screenshot("mirror-missing");
    // Only a button decides.
    app.page.press("Escape", 0);
    app.page.test_id("missing-restore").click();
    app.page.test_id("missing").wait_gone();
    app.page.test_id("toast").wait_text("Brought back");
    app.page.screenshot("mirror-restored");
    app.go("chat");
    app.page.test_id("session-item").containing("What socks?").click();
    app.page.test_id("message").wait_count(2);
    app.page.test_id("message").nth(0).wait_text("packing.txt");
    app.page.test_id("message").nth(1).wait_text("Warm ones.");
    app.wait_mirrored();
    let rows = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.starts_with("{\"id\"") || line.starts_with("{\"hash\""));
        rows.map(|row| row.trim_end_matches([',', ']', '}']).to_owned()).collect()
    };
    let after = fs::read_to_string(app.export_all()).unwrap();
    assert!(rows(&before).len() >= 7, "{before}");
    assert_eq!(rows(&after), rows(&before));
    app.reload();
    app.wait_mirrored();
    assert!(!app.page.test_id("missing").visible().exists());
}

#[test]
fn mirror_a_message_that_is_gone_from_inside_is_noticed_and_comes_back() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::text(&["Nothing but this."]));
    app.ask("What is kept?");
    endpoint.reply(Reply::text(&["And this."]));
    app.ask("What else?");
    app.wait_mirrored();
    app.go("time");
    take_out(&app, "messages", "Nothing but this.");
    app.reload();
    app.page.test_id("missing-what").wait_text("1 message");
    app.page.test_id("missing-restore").wait_visible().click();
    app.page.test_id("missing").wait_gone();
    app.go("chat");
    app.page.test_id("session-item").containing("What is kept?").click();
    app.wait_said(&["user: What is kept?", "assistant: Nothing but this.", "user: What else?", "assistant: And this."]);
}

#[test]
fn mirror_what_is_gone_without_is_kept_aside_and_not_asked_again() {
    let app = App::first_visit();
    map_of_two(&app);
    app.wait_mirrored();
    let before = app.page.eval(MIRRORED);
    lose_the_database(&app);
    app.page.test_id("missing-restore").wait_visible();
    app.page.test_id("missing-go-on").click();
    app.page.test_id("missing").wait_gone();
    app.wait_mirrored();
    let after = app.page.eval(MIRRORED);
    let (before, after) = (before.as_array().unwrap(), after.as_array().unwrap());
    assert!(before.iter().all(|name| after.contains(name)) && after.len() > before.len(), "{before:?} {after:?}");
    app.reload();
    app.wait_mirrored();
    assert!(!app.page.test_id("missing").visible().exists());
}

#[test]
fn mirror_the_next_tab_goes_on_with_it_and_deleting_everything_takes_it_along() {
    let context = Browser::shared().new_context();
    let first = App::open(&context);
    first.page.wait_for("document.documentElement.dataset.mirrored === 'yes'");
    let second = App::open(&context);
    second.go("time");
    second.page.test_id("quick-add").fill("packing @Trip");
    second.page.press("Enter", 0);
    second.page.test_id("entry").wait_text("packing");
    // The first tab writes for both.
    first.wait_mirrored();
    assert_eq!(second.page.eval("document.documentElement.dataset.mirrored ?? null"), json!(null));
    drop(first);
    second.page.wait_for("document.documentElement.dataset.mirrored === 'yes'");
    let before = second.page.eval(MIRRORED);
    second.go("settings");
    second.page.test_id("erase-all").click();
    second.page.test_id("confirm-yes").visible().click();
    second.page.test_id("confirm").containing("can’t be undone").wait_visible();
    second.page.eval("window.__old = true");
    second.page.test_id("confirm-yes").visible().click();
    second.page.wait_for("!window.__old && document.documentElement.dataset.app === 'ready'");
    second.wait_mirrored();
    let after = second.page.eval(MIRRORED);
    let changes = |names: &serde_json::Value| -> Vec<String> {
        let names = names.as_array().unwrap().iter().filter_map(|name| name.as_str());
        names.filter(|name| name.contains("-more-")).map(str::to_owned).collect()
    };
    let (before, after) = (changes(&before), changes(&after));
    assert!(!before.is_empty() && !before.iter().any(|name| after.contains(name)), "{before:?} {after:?}");
}
