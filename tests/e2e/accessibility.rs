//! axe-core on every screen, in both colour schemes, wide and narrow.

use crate::app::App;
use crate::axe;
use crate::browser::{Browser, CTRL};
use crate::endpoint::{Endpoint, Reply};

const RICH: &str = "## Heading\n\nText with a [link](https://example.org/page) and `code`.\n\n1. one\n2. two\n\n- [x] task\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n```rust\nfn main() {}\n```\n";

/// Checks what is on the screen in both colour schemes.
#[track_caller]
fn check(app: &App, screen: &str) {
    for scheme in ["light", "dark"] {
        app.page.colour_scheme(scheme);
        // Colours may fade over; axe-core should see where they end.
        app.page.wait_for("document.getAnimations().every(a => a.playState !== 'running' || a.effect.getComputedTiming().iterations === Infinity)");
        app.page.screenshot(&format!("{screen}-{scheme}"));
        axe::check(&app.page, &format!("{screen}, {scheme}"));
    }
}

#[track_caller]
fn check_no_sideways_scrolling(app: &App) {
    let widths = app.page.eval("[document.documentElement.scrollWidth, innerWidth]");
    assert!(widths[0].as_u64() <= widths[1].as_u64(), "the page is wider than its window: {widths}");
}

#[test]
fn accessibility_of_the_first_screen_and_settings() {
    let app = App::first_visit();
    check(&app, "welcome");
    app.go("settings");
    check(&app, "settings");
}

#[test]
fn accessibility_of_a_conversation_with_branches() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::text(&[RICH]));
    endpoint.reply(Reply::reasoning(&["Thinking about it."], &[RICH]));
    app.ask("Show me");
    app.message(1).act("regenerate");
    app.message(1).test_id("branch-label").wait_text("2/2");
    app.wait_answer("done");
    check(&app, "conversation");
    app.message(0).act("edit");
    app.message(0).test_id("edit-input").wait_visible();
    check(&app, "editing");
    app.page.press("Escape", 0);
    app.message(0).act("delete");
    app.page.test_id("confirm").visible().wait();
    check(&app, "confirm");
    app.page.test_id("confirm-no").click();
    app.page.press("k", CTRL);
    app.page.test_id("palette-input").wait_visible();
    check(&app, "palette");
}

#[test]
fn accessibility_of_failures() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::error(401, "invalid_api_key", "Incorrect API key"));
    app.send("Hello");
    app.wait_answer("error");
    check(&app, "error");
    endpoint.reply(Reply::error(429, "rate_limit_exceeded", "Slow down").header("Retry-After", "58"));
    app.send("Again");
    app.page.test_id("retry-countdown").wait_visible();
    check(&app, "countdown");
    app.page.test_id("stop").click();
}

#[test]
fn accessibility_on_a_telephone() {
    let context = Browser::shared().new_context();
    let app = App { page: context.blank() };
    app.page.viewport(390, 844);
    app.page.goto(&App::url());
    app.wait_ready();
    check(&app, "narrow-welcome");
    check_no_sideways_scrolling(&app);
    app.ask("What can I do here?");
    check(&app, "narrow-conversation");
    check_no_sideways_scrolling(&app);
    app.page.eval("location.hash = '#/settings'");
    app.page.test_id("provider").wait_visible();
    check(&app, "narrow-settings");
    check_no_sideways_scrolling(&app);
}

#[test]
fn accessibility_in_chinese() {
    let app = App::open_at(&Browser::shared().new_context(), &format!("{}?lang=zh", App::url()));
    app.ask("你好");
    check(&app, "conversation-zh");
}

#[test]
fn accessibility_of_a_scene() {
    let app = App::first_visit();
    app.go("scene");
    check(&app, "scene-welcome");
    app.page.test_id("example").click();
    app.page.test_id("scene-canvas").wait_attr("data-state", "full");
    app.page.test_id("scene-object").nth(1).click();
    app.page.test_id("object-form").wait_visible();
    check(&app, "scene");
    app.page.viewport(390, 844);
    check_no_sideways_scrolling(&app);
    check(&app, "scene-narrow");
}
