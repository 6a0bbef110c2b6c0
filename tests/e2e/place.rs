//! The copy in a folder of the person's own, and two devices that share it.

use serde_json::json;

use crate::app::App;
use crate::browser::Browser;

/// The browser's picker of folders, which a test cannot press, gives a folder of the private files.
const PICKER: &str = "window.showDirectoryPicker = async () =>
    (await navigator.storage.getDirectory()).getDirectoryHandle('Own folder', { create: true })";

/// The files of the folder: name and bytes in base64.
const FILES: &str = "(async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Own folder', { create: true });
  const files = {};
  for await (const [name, handle] of folder.entries()) {
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    files[name] = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  }
  return files;
})()";

/// A device: a browser's context of its own, with its folder.
pub fn device() -> App {
    let page = Browser::shared().new_context().blank();
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": PICKER }));
    App::open_in(page, &App::url())
}

/// Puts files into the folder, as a program does that keeps folders of several devices alike.
fn carry(from: &App, to: &App) {
    let files = from.page.eval(FILES);
    let script = format!(
        "(async () => {{
           const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Own folder', {{ create: true }});
           const files = {files};
           for (const [name, text] of Object.entries(files)) {{
             const writable = await (await folder.getFileHandle(name, {{ create: true }})).createWritable();
             await writable.write(Uint8Array.from(atob(text), byte => byte.charCodeAt(0)));
             await writable.close();
           }}
           return true;
         }})()"
    );
    assert_eq!(to.page.eval(&script), json!(true));
}

pub fn wait_in_step(app: &App) {
    app.wait_saved();
    app.page.test_id("place-status").wait_text("Everything is in “");
    app.page.test_id("place-status").wait_attr("data-state", "confirmed");
    app.page.wait_for("document.documentElement.dataset.placed === 'yes'");
}

/// Opens the form in which a place is entered.
pub fn open_form(app: &App) {
    app.go("settings");
    app.page.wait_for("document.querySelector('[data-testid=place-add], [data-testid=place-kind]')");
    if !app.page.test_id("place-kind").visible().exists() {
        app.page.test_id("place-add").click();
    }
}

fn choose(app: &App) {
    open_form(app);
    app.page.test_id("place-choose").wait_visible().click();
    wait_in_step(app);
}

pub fn save_now(app: &App) {
    app.wait_saved();
    app.go("settings");
    app.page.eval("document.documentElement.dataset.placed = 'asked'");
    app.page.test_id("place-save").wait_visible().click();
    wait_in_step(app);
}

pub fn map_named(app: &App, title: &str) {
    app.go("map");
    app.page.test_id("map-new").visible().click();
    app.page.test_id("node-title-input").wait_visible();
    app.page.type_text(title);
    app.page.press("Enter", 0);
    app.page.test_id("map-node").wait_text(title);
    app.page.press("Escape", 0);
}

#[test]
fn place_two_devices_get_each_others_work_and_keep_both_versions_of_a_text() {
    let (one, other) = (device(), device());
    map_named(&one, "Trip");
    choose(&one);
    one.page.screenshot("place-in-step");
    carry(&one, &other);
    other.go("time");
    other.page.test_id("quick-add").fill("packing");
    other.page.press("Enter", 0);
    other.page.test_id("entry").wait_text("packing");
    choose(&other);
    other.go("map");
    other.page.test_id("map-item").containing("Trip").click();
    other.page.test_id("map-node").wait_text("Trip");
    carry(&other, &one);
    save_now(&one);
    one.go("time");
    one.page.test_id("entry").wait_text("packing");
    // Both change the same text.
    for (app, title) in [(&one, "Trip north"), (&other, "Trip south")] {
        app.go("map");
        app.page.test_id("map-node").nth(0).click();
        app.page.press("F2", 0);
        app.page.test_id("node-title-input").wait_visible().fill(title);
        app.page.press("Enter", 0);
        app.page.test_id("map-node").wait_text(title);
        save_now(app);
    }
    carry(&one, &other);
    save_now(&other);
    other.page.test_id("place-version").wait_count(1);
    other.page.test_id("toast").wait_text("1 text was changed on two devices");
    other.page.screenshot("place-versions");
    let said = other.page.test_id("place-version").shown_text();
    assert!(said.contains("Trip north") && said.contains("Trip south"), "{said}");
    other.page.test_id("version-use").click();
    other.page.test_id("place-version").wait_count(0);
    wait_in_step(&other);
    carry(&other, &one);
    save_now(&one);
    let titles = [&one, &other].map(|app| {
        app.go("map");
        app.page.test_id("map-node").wait_count(1);
        app.page.test_id("map-node").shown_text()
    });
    assert_eq!(titles[0], titles[1]);
}

#[test]
fn place_is_used_again_after_a_reload_names_what_is_damaged_and_is_left() {
    let app = device();
    map_named(&app, "Trip");
    choose(&app);
    let other = "\"0badc0de-00000000-\" + \"0\".repeat(64) + \".bundle\"";
    app.page.eval(&format!(
        "(async () => {{
           const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Own folder');
           const writable = await (await folder.getFileHandle({other}, {{ create: true }})).createWritable();
           await writable.write('half');
           await writable.close();
         }})()"
    ));
    app.reload();
    app.go("settings");
    wait_in_step(&app);
    app.page.test_id("place-damaged").wait_text("0badc0de-00000000-");
    let before = app.page.eval(FILES);
    app.page.test_id("place-leave").click();
    app.page.test_id("place-add").wait_visible();
    assert_eq!(app.page.eval(FILES), before, "the folder stays as it is");
    app.reload();
    open_form(&app);
    app.page.test_id("place-choose").wait_visible();
    app.go("map");
    app.page.test_id("map-node").wait_text("Trip");
}

#[test]
fn place_without_folders_says_so() {
    let page = Browser::shared().new_context().blank();
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": "delete window.showDirectoryPicker" }));
    let app = App::open_in(page, &App::url());
    open_form(&app);
    app.page.test_id("place").wait_text("can’t write to folders");
    assert!(!app.page.test_id("place-choose").visible().exists());
    app.page.test_id("place-address").wait_visible();
}

#[test]
fn place_a_file_is_carried_between_browsers_that_have_no_folders() {
    let begin = || {
        let page = Browser::shared().new_context().blank();
        page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": "delete window.showDirectoryPicker" }));
        App::open_in(page, &App::url())
    };
    let (one, other) = (begin(), begin());
    let carry = |app: &App| {
        open_form(app);
        app.page.test_id("place-kind").wait_visible().select("carried");
        app.page.test_id("place-carry").wait_visible().click();
        wait_in_step(app);
        app.page.test_id("place-stale").wait_visible();
    };
    let save = |app: &App| {
        let known = app.page.downloads();
        app.page.test_id("place-save-file").wait_visible().click();
        let file = app.page.wait_download(&known);
        app.page.test_id("place-stale").wait_gone();
        file
    };
    map_named(&one, "Trip");
    carry(&one);
    let file = save(&one);
    one.page.screenshot("place-carried");
    map_named(&other, "Garden");
    carry(&other);
    other.page.test_id("place-take-file").set_files(&[file.as_path()]);
    other.go("map");
    other.page.test_id("map-item").containing("Trip").wait();
    other.go("settings");
    wait_in_step(&other);
    let file = save(&other);
    one.page.test_id("place-take-file").set_files(&[file.as_path()]);
    one.go("map");
    one.page.test_id("map-item").containing("Garden").wait();
    // Another file is refused, and changes nothing.
    one.go("settings");
    let other_file = one.export_all();
    one.page.test_id("place-take-file").set_files(&[other_file.as_path()]);
    one.page.test_id("place-status").wait_text("isn’t a file that Espalier saved for other devices");
    one.page.test_id("place-save").click();
    wait_in_step(&one);
    one.page.test_id("place-leave").click();
    one.page.test_id("place-add").wait_visible();
    assert!(!private_folders(&one).contains(&"espalier-carried".to_owned()), "the files to carry go with the place");
    // Everything that is deleted takes them along as well.
    assert!(private_folders(&other).contains(&"espalier-carried".to_owned()));
    other.go("settings");
    other.page.eval("window.__old = true");
    other.page.test_id("erase-all").click();
    other.page.test_id("confirm-yes").visible().click();
    other.page.test_id("confirm").containing("can’t be undone").wait_visible();
    other.page.test_id("confirm-yes").visible().click();
    other.page.wait_for("!window.__old && document.documentElement.dataset.app === 'ready'");
    other.page.wait_for("!document.documentElement.dataset.erased");
    assert!(!private_folders(&other).contains(&"espalier-carried".to_owned()));
}

/// Names of the folders of the browser's private files.
fn private_folders(app: &App) -> Vec<String> {
    let names = app.page.eval(
        "(async () => {
           const names = [];
           for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
           return names;
         })()",
    );
    names.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}
