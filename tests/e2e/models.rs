//! The choice of a model: for a conversation, for one answer, for all that begins.

use crate::app::App;
use crate::axe;
use crate::endpoint::{Endpoint, Reply};

/// The model that the last request asked.
fn asked(endpoint: &Endpoint) -> String {
    let last = endpoint.chats().pop().expect("something was asked");
    last.body["model"].as_str().unwrap_or_default().to_owned()
}

/// Has the endpoint listed its models, and asked something of the first.
fn begun(endpoint: &Endpoint) -> App {
    let app = App::first_visit();
    app.configure(endpoint);
    app.page.test_id("fetch-models").click();
    app.page.test_id("model-list").wait_visible();
    app.go("chat");
    endpoint.reply(Reply::text(&["By the first."]));
    app.ask("Who answers?");
    app
}

#[test]
fn models_are_chosen_for_a_conversation_by_keyboard_and_kept() {
    let endpoint = Endpoint::start();
    let app = begun(&endpoint);
    let first = asked(&endpoint);
    app.page.test_id("model-picker").click();
    app.page.test_id("choose-model").wait_visible();
    axe::check(&app.page, "the list of models");
    app.page.screenshot("models");
    app.page.viewport(390, 844);
    app.page.screenshot("models-390");
    app.page.viewport(1280, 800);
    // A favourite stays where it is until the list is opened again.
    let order = app.page.test_id("model-option").attrs("data-model");
    app.page.test_id("model-favourite").nth(1).click();
    app.page.test_id("model-favourite").nth(1).wait_attr("aria-pressed", "true");
    assert_eq!(app.page.test_id("model-option").attrs("data-model"), order);
    app.page.press("Escape", 0);
    app.page.test_id("choose-model").wait_gone();
    app.page.test_id("model-picker").click();
    app.page.test_id("model-option").nth(0).wait_attr("data-model", &order[1]);
    app.page.test_id("model-search").fill("other");
    app.page.test_id("model-option").wait_count(1);
    app.page.press("Enter", 0);
    app.page.test_id("choose-model").wait_gone();
    app.page.test_id("model-picker").wait_text("other-model");
    endpoint.reply(Reply::text(&["By the other."]));
    app.ask("And now?");
    assert_eq!(asked(&endpoint), "other-model");
    app.wait_saved();
    app.page.reload();
    app.wait_ready();
    app.page.test_id("model-picker").wait_text("other-model");
    // Back to what the settings say.
    app.page.test_id("model-picker").click();
    app.page.test_id("model-follow").click();
    app.page.test_id("model-picker").wait_text(&first);
    app.wait_saved();
    app.page.reload();
    app.wait_ready();
    app.page.test_id("model-picker").wait_text(&first);
}

#[test]
fn models_answer_again_beside_the_answer_that_is_there() {
    let endpoint = Endpoint::start();
    let app = begun(&endpoint);
    app.last().focus();
    app.page.press("m", 0);
    app.page.test_id("choose-model").wait_visible();
    app.page.test_id("model-search").fill("other");
    app.page.test_id("model-option").wait_count(1);
    endpoint.reply(Reply::text(&["By the other."]));
    app.page.test_id("model-option").css("button").nth(0).click();
    // Until then the last one is the answer before, which is done.
    app.last().test_id("branch-label").wait_text("2");
    assert_eq!(app.wait_answer("done"), "By the other.");
    assert_eq!(asked(&endpoint), "other-model");
    endpoint.reply(Reply::text(&["By the first again."]));
    app.ask("Next");
    assert_ne!(asked(&endpoint), "other-model");
}

#[test]
fn models_of_a_second_connection_have_its_name_and_its_key() {
    let (first, second) = (Endpoint::start(), Endpoint::start());
    let app = App::first_visit();
    app.configure(&first);
    let page = &app.page;
    page.test_id("add-connection").click();
    page.test_id("provider").wait_value("custom~2");
    page.test_id("connection-name").fill("Work");
    page.test_id("base-url").fill(&second.base_url());
    page.test_id("api-key").fill("sk-second");
    page.test_id("model").fill("second-model");
    page.eval("window.__old = true");
    page.test_id("save-endpoint").click();
    // The new address takes a reload of the page.
    page.wait_for("window.__old === undefined && document.documentElement.dataset.app === 'ready'");
    app.wait_saved();
    page.test_id("provider").wait_value("custom~2");
    page.test_id("connection-status").wait_attr("data-status", "ok");
    page.test_id("connection-name").wait_value("Work");
    axe::check(page, "a second connection");
    page.screenshot("models-connection");
    app.go("chat");
    second.reply(Reply::text(&["By the second."]));
    app.ask("Who answers?");
    page.test_id("model-picker").wait_text("Work · second-model");
    let asked = second.chats().pop().expect("the second was asked");
    assert_eq!(asked.request.header("authorization"), Some("Bearer sk-second"));
    // The list has both, and the first one answers with its own key.
    page.test_id("model-picker").click();
    page.test_id("model-option").attr_is("data-provider", "custom").nth(0).css("button").nth(0).click();
    page.test_id("choose-model").wait_gone();
    first.reply(Reply::text(&["By the first."]));
    app.ask("And now?");
    assert!(
        first.chats().pop().expect("the first was asked").request.header("authorization") != Some("Bearer sk-second")
    );
    // Removed, it is gone with its key; the conversation goes on with what the settings say.
    app.go("settings");
    page.test_id("provider").select("custom~2");
    page.test_id("remove-connection").click();
    assert!(app.confirm().contains("Work"));
    page.wait_for("![...document.querySelectorAll('[data-testid=provider] option')].some(o => o.value === 'custom~2' && o.textContent.includes('Work'))");
    assert_eq!(
        page.eval("Object.keys(localStorage).filter(name => name.startsWith('espalier.key.custom~2')).length"),
        0
    );
}
