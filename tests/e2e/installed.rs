//! The app on a device: installing it.

use serde_json::json;

use crate::app::App;
use crate::browser::{Browser, CTRL, Page};

/// A page in which a script runs before those of the app.
fn prepared(script: &str) -> Page {
    let page = Browser::shared().new_context().blank();
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    page
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
