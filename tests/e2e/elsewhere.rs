//! Data that is in this browser alone: the reminder to save it elsewhere, and the way in for data from elsewhere.

use serde_json::json;

use crate::app::App;
use crate::archive::back_up;
use crate::browser::{Browser, Page};
use crate::place::open_form;

/// The browser promises nothing, and its picker of folders, which a test cannot press, gives one of the private files.
const BROWSER: &str = "StorageManager.prototype.persist = StorageManager.prototype.persisted = async () => false;
    window.showDirectoryPicker = async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('Own folder', { create: true })";

fn prepared() -> Page {
    let page = Browser::shared().new_context().blank();
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": BROWSER }));
    page
}

fn log_an_entry(app: &App) {
    app.go("time");
    app.page.test_id("quick-add").fill("packing");
    app.page.press("Enter", 0);
    app.page.test_id("entry").wait_text("packing");
    app.wait_saved();
    app.page.wait_for("JSON.parse(localStorage['espalier.elsewhere'] ?? '{}').filled > 0");
}

/// Moves what the browser keeps of these times so many days back, and goes to the settings of a page loaded anew, once it
/// knows all that a reminder depends on.
fn pass(app: &App, days: u32) {
    app.go("settings");
    app.wait_saved();
    app.page.eval(&format!(
        "(() => {{
            const times = JSON.parse(localStorage['espalier.elsewhere']);
            for (const name in times) if (times[name]) times[name] -= {days} * 864e5;
            localStorage['espalier.elsewhere'] = JSON.stringify(times);
        }})()"
    ));
    app.reload();
    app.page.wait_for(
        "!document.querySelector('[data-testid=place-add]') || document.querySelector('[data-testid=place-kind]')",
    );
    app.page.test_id("storage-usage").wait_text("used.");
}

fn wait_pointed(page: &Page) {
    page.wait_for("document.activeElement?.dataset.pointed && location.hash === '#/settings'");
    for inside in ["place", "import-file"] {
        page.test_id(inside).wait();
        let is_in_sight = format!(
            "(() => {{
                const part = document.querySelector('[data-testid={inside}]');
                const {{ top, bottom }} = (part.closest('label') ?? part).getBoundingClientRect();
                return document.activeElement.contains(part) && top >= 0 && bottom <= innerHeight;
            }})()"
        );
        page.wait_for(&is_in_sight);
    }
}

#[test]
fn elsewhere_after_two_weeks_without_a_save_a_reminder_leads_to_the_ways_to_save() {
    let app = App::open_in(prepared(), &App::url());
    let page = &app.page;
    log_an_entry(&app);
    app.go("settings");
    page.test_id("elsewhere").wait_text("Nothing has been saved outside this browser yet.");
    pass(&app, 13);
    assert!(!page.test_id("toast").exists(), "it is too early");
    pass(&app, 1);
    page.test_id("toast").wait_text("For two weeks or more, nothing has been saved outside this browser");
    app.go("time");
    page.screenshot("elsewhere-reminder");
    page.test_id("toast-data").wait_visible().click();
    wait_pointed(page);
    page.test_id("toast").wait_gone();
    page.screenshot("elsewhere-settings");
    pass(&app, 13);
    assert!(!page.test_id("toast").exists(), "it was said");
    app.export_all();
    page.test_id("elsewhere").wait_text("Last saved outside this browser: ");
    pass(&app, 13);
    assert!(!page.test_id("toast").exists(), "a save counts");
    pass(&app, 1);
    page.test_id("toast").wait_text("For two weeks or more");
    // A save answers it; a second export of that day would have the same name.
    back_up(&app, "");
    page.test_id("toast").containing("For two weeks").wait_gone();
}

#[test]
fn elsewhere_a_folder_in_step_counts_and_an_empty_browser_is_left_alone() {
    let app = App::open_in(prepared(), &App::url());
    let page = &app.page;
    app.go("settings");
    page.eval("localStorage['espalier.elsewhere'] = '{}'");
    pass(&app, 30);
    assert!(!page.test_id("toast").exists(), "there is nothing to save");
    log_an_entry(&app);
    open_form(&app);
    page.test_id("place-choose").wait_visible().click();
    page.test_id("elsewhere").wait_text("Last saved outside this browser: ");
    pass(&app, 30);
    page.test_id("place-status").wait_text("Everything is in “Own folder”");
    assert!(!page.test_id("toast").exists(), "all is in the folder");
}

#[test]
fn elsewhere_an_empty_browser_offers_to_bring_data_back_by_mouse_and_keyboard() {
    let app = App::first_visit();
    let page = &app.page;
    page.test_id("welcome-restore").wait_visible();
    page.screenshot("welcome-restore");
    page.test_id("welcome-restore").click();
    wait_pointed(page);
    app.go("chat");
    page.test_id("welcome-restore").wait_visible().focus();
    page.press("Enter", 0);
    wait_pointed(page);
    // The first thing to press in it.
    page.press("Tab", 0);
    page.wait_for("document.activeElement?.dataset.testid === 'import-file'");
    page.press("Tab", 0);
    page.wait_for("document.activeElement?.dataset.testid === 'place-add'");
    page.press("Enter", 0);
    page.test_id("place-kind").wait_visible();
    log_an_entry(&app);
    app.go("chat");
    page.test_id("starter").nth(0).wait_visible();
    assert!(!page.test_id("welcome-restore").exists(), "there is something here");
    let chinese = App::open_at(&Browser::shared().new_context(), &format!("{}?lang=zh", App::url()));
    chinese.page.test_id("welcome-restore").wait_text("恢复已有数据");
    chinese.page.screenshot("welcome-restore-zh");
}
