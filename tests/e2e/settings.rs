//! Set-up of an endpoint, and the uses of its key that are allowed.

use serde_json::json;

use crate::app::{App, CANARY_KEY};
use crate::axe;
use crate::browser::{Browser, CTRL, Locator, Page};
use crate::endpoint::{Endpoint, Reply};

#[test]
fn settings_a_custom_endpoint_is_saved_tested_and_used() {
    let endpoint = Endpoint::start();
    let app = App::first_visit();
    app.configure(&endpoint);
    let tested = endpoint.recorded().into_iter().find(|one| one.request.method != "OPTIONS").unwrap();
    assert_eq!(tested.request.header("authorization"), Some(format!("Bearer {CANARY_KEY}").as_str()));
    app.go("chat");
    endpoint.forget();
    endpoint.reply(Reply::text(&["Hello ", "from afar."]));
    assert_eq!(app.ask("Are you there?"), "Hello from afar.");
    let chat = endpoint.wait_chats(1);
    assert_eq!(chat.request.path(), "/v1/chat/completions");
    assert_eq!(chat.body["model"], "test-model");
    assert_eq!(chat.body["stream"], true);
    assert_eq!(chat.body["temperature"], 0.7);
    assert!(chat.body.get("max_tokens").is_none(), "{}", chat.body);
    assert_eq!(chat.messages().last().unwrap(), &("user".to_owned(), "Are you there?".to_owned()));
    assert_eq!(
        chat.request.header("content-type").map(|kind| kind.split(';').next().unwrap()),
        Some("application/json")
    );
    assert!(
        chat.request.header("cookie").is_none() && chat.request.header("referer").is_none(),
        "{:?}",
        chat.request.headers
    );
    assert!(
        !chat.request.headers.iter().any(|(name, _)| name.to_lowercase().starts_with("x-")),
        "{:?}",
        chat.request.headers
    );
    app.reload();
    app.ask("Still there after a reload?");
    assert_eq!(endpoint.chats().len(), 2);
}

#[test]
fn settings_a_model_on_this_computer_is_found_and_used_from_the_first_page() {
    // The ports at which the three listen; at llama.cpp's it is something else, which refuses every page.
    let (ollama, studio, other) = (Endpoint::start_at(11_434), Endpoint::start_at(1_234), Endpoint::start_at(8_080));
    ollama.set_cors(false);
    other.set_cors(false);
    let app = App::first_visit();
    for problem in ["net::ERR", "CORS", "Failed to fetch"] {
        app.page.expect_problem(problem);
    }
    app.go("chat");
    app.page.css(".welcome-more .button").containing("Connect a model").click();
    let dialog = app.page.test_id("connect");
    dialog.wait_visible();
    shots(&app, "connect-doors");
    assert!(ollama.recorded().is_empty() && studio.recorded().is_empty(), "nothing is asked before the door");
    door(&app, "local").click();
    let server = |id: &str| app.page.test_id("connect").test_id("local-server").attr_is("data-id", id);
    server("lmstudio").wait_attr("data-state", "found");
    server("ollama").wait_attr("data-state", "closed");
    server("llamacpp").wait_attr("data-state", "other");
    server("llamacpp").wait_text("Something answers at port 8080, but not as llama.cpp.");
    shots(&app, "connect-found");
    assert!(server("ollama").text().contains("OLLAMA_ORIGINS="), "{}", server("ollama").text());
    let asked = |endpoint: &Endpoint| endpoint.recorded().iter().all(|one| one.request.path() == "/v1/models");
    assert!(asked(&ollama) && asked(&studio), "only the list of models is asked for");
    server("lmstudio").test_id("local-models").select("other-model");
    server("lmstudio").test_id("use-local").click();
    app.page.test_id("connect-ready").wait_text("Ready: other-model");
    assert_eq!(studio.chats().last().unwrap().body["messages"][0]["content"], "Reply with the word OK.");
    assert!(!app.page.test_id("toast").exists(), "the last page says it");
    shots(&app, "connect-ready");
    // What the server has listed is what can be chosen.
    app.page.test_id("connect-another").click();
    app.page.test_id("choose-model").wait_visible();
    let models = app.page.test_id("model-option").attr_is("data-provider", "lmstudio").attrs("data-model");
    assert_eq!(models, ["other-model", "test-model"]);
    app.page.press("Escape", 0);
    app.page.test_id("choose-model").wait_gone();
    studio.forget();
    studio.reply(Reply::text(&["From next door."]));
    assert_eq!(app.ask("Who is there?"), "From next door.");
    assert_eq!(studio.wait_chats(1).body["model"], "other-model");
    app.reload();
    app.page.test_id("composer").wait_visible();
    assert!(!app.page.test_id("connect").exists(), "the dialog does not come back");
}

/// Opens the dialog that connects a model from wherever one is.
fn connect(app: &App) {
    app.page.press("k", CTRL);
    app.page.test_id("palette-input").wait_visible().fill("Connect a model");
    app.page.test_id("palette-item").attr_is("data-command", "app.connect").wait();
    app.page.press("Enter", 0);
    app.page.test_id("connect").wait_visible();
}

fn door<'a>(app: &'a App, door: &str) -> Locator<'a> {
    app.page.test_id("connect-door").attr_is("data-door", door)
}

/// Pictures of the page, light and wide, and dark and narrow.
fn shots(app: &App, name: &str) {
    // Nothing fades in any more after it.
    axe::check(&app.page, name);
    app.page.screenshot(name);
    app.page.colour_scheme("dark");
    app.page.viewport(390, 844);
    axe::check(&app.page, name);
    app.page.screenshot(&format!("{name}-narrow-dark"));
    app.page.viewport(1280, 800);
    app.page.colour_scheme("light");
}

/// An endpoint that takes one key, as the address of a known provider.
fn with_key(key: &'static str) -> (Endpoint, App) {
    let endpoint = Endpoint::start();
    endpoint.respond(move |recorded| {
        let is_good = recorded.request.header("authorization") == Some(&format!("Bearer {key}"));
        (recorded.request.method != "OPTIONS" && !is_good)
            .then(|| Reply::error(401, "invalid_api_key", "Incorrect API key"))
    });
    let app = App::first_visit();
    app.go("settings");
    app.page.test_id("provider").select("openai");
    app.page.css("form[data-provider=openai]").wait();
    app.page.test_id("base-url").fill(&endpoint.base_url());
    app.page.eval("window.__old = true");
    app.page.test_id("save-endpoint").click();
    app.page.wait_for("window.__old === undefined && document.documentElement.dataset.app === 'ready'");
    app.wait_saved();
    app.page.expect_problem("401");
    app.go("chat");
    (endpoint, app)
}

#[test]
fn settings_a_pasted_key_is_tried_at_once_and_a_wrong_one_can_be_mended() {
    let (endpoint, app) = with_key("sk-right");
    let page = &app.page;
    connect(&app);
    door(&app, "key").click();
    page.test_id("connect-provider").attr_is("data-provider", "openai").click();
    let status = page.test_id("connect").test_id("connect-status");
    let paste = |key: &str| {
        page.wait_for("document.activeElement?.dataset.testid === 'connect-key'");
        page.eval(&format!(
            "document.activeElement.dispatchEvent(new ClipboardEvent('paste', {{ bubbles: true }})),
                document.execCommand('insertText', false, {})",
            json!(key)
        ));
    };
    paste("sk-wrong");
    status.wait_attr("data-status", "failed");
    status.wait_text("OpenAI doesn’t accept this key.");
    page.test_id("connect-key").wait_attr("aria-invalid", "true");
    page.test_id("connect-key").wait_value("");
    shots(&app, "connect-key");
    paste("sk-right");
    page.test_id("connect-ready").wait_text("Ready: gpt-4.1-mini");
    page.wait_for("document.activeElement?.dataset.testid === 'connect-start'");
    page.test_id("connect-start").click();
    page.test_id("connect").wait_gone();
    page.wait_for("document.activeElement?.dataset.testid === 'composer'");
    endpoint.reply(Reply::text(&["By the key."]));
    assert_eq!(app.ask("Who answers?"), "By the key.");
    let stored = page.eval("JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })");
    assert!(!stored.as_str().unwrap_or_default().contains("sk-wrong"), "{stored}");
}

#[test]
fn settings_a_model_is_connected_by_keyboard_alone() {
    let (_endpoint, app) = with_key("sk-typed");
    let page = &app.page;
    connect(&app);
    let tab_to = |condition: &str| {
        for _ in 0..20 {
            if page.eval(condition) == json!(true) {
                return;
            }
            page.press("Tab", 0);
        }
        panic!("Tab does not reach {condition}");
    };
    page.wait_for("document.activeElement?.dataset.door === 'local'");
    // There and back again.
    page.press("Tab", 0);
    page.press("Tab", 0);
    page.wait_for("document.activeElement?.dataset.door === 'file'");
    page.press("Enter", 0);
    page.test_id("connect").test_id("device-models").wait_visible();
    page.wait_for("document.activeElement?.dataset.testid === 'connect-back'");
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.dataset.door === 'local'");
    page.press("Tab", 0);
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.dataset.testid === 'connect-provider'");
    tab_to("document.activeElement?.dataset.provider === 'openai'");
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.dataset.testid === 'connect-key'");
    page.type_text("sk-typed");
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.dataset.testid === 'connect-start'");
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.dataset.testid === 'composer'");
}

#[test]
fn settings_a_key_is_tried_after_the_reload_that_lets_the_page_ask() {
    let app = App::first_visit();
    let page = &app.page;
    // Nothing leaves this computer.
    page.send("Network.setBlockedURLs", json!({ "urls": ["*api.openai.com*"] }));
    page.expect_problem("net::ERR");
    connect(&app);
    door(&app, "key").click();
    page.test_id("connect-provider").attr_is("data-provider", "openai").click();
    page.test_id("connect").wait_text("api.openai.com");
    page.test_id("connect-key").fill("sk-canary");
    page.eval("window.__old = true");
    page.test_id("connect-try").click();
    page.wait_for("window.__old === undefined && document.documentElement.dataset.app === 'ready'");
    page.test_id("connect").test_id("connect-status").wait_attr("data-status", "failed");
    page.test_id("connect-provider").attr_is("data-provider", "openai").wait_attr("aria-pressed", "true");
    page.test_id("connect-back").click();
    door(&app, "file").wait_visible();
    page.css(".connect-foot a").click();
    page.test_id("connect").wait_gone();
    page.test_id("provider").wait_visible();
    // A model that did not answer is not the one that does.
    page.test_id("provider").wait_value("builtin");
}

#[test]
fn settings_a_refused_key_is_reported() {
    let endpoint = Endpoint::start();
    endpoint.respond(|recorded| {
        (recorded.request.method != "OPTIONS").then(|| Reply::error(401, "invalid_api_key", "Incorrect API key"))
    });
    let app = App::first_visit();
    app.save_endpoint(&endpoint.base_url(), "wrong", "test-model");
    app.test_connection("failed");
    let said = app.page.test_id("connection-status").shown_text().to_lowercase();
    assert!(said.contains("key"), "{said:?}");
}

#[test]
fn settings_an_unreachable_endpoint_is_reported() {
    let app = App::first_visit();
    app.save_endpoint("http://127.0.0.1:9/v1", "any", "test-model");
    app.test_connection("failed");
    assert!(app.page.test_id("connection-status").shown_text().len() > 20);
}

#[test]
fn settings_models_are_fetched_from_the_endpoint() {
    let endpoint = Endpoint::start();
    let app = App::first_visit();
    app.configure(&endpoint);
    app.page.test_id("fetch-models").click();
    app.page.test_id("model-list").wait_visible();
    app.page.test_id("model-list").select("other-model");
    app.page.test_id("model").wait_value("other-model");
}

#[test]
fn settings_an_address_that_is_none_is_refused_wherever_it_is_used() {
    let app = App::first_visit();
    app.go("settings");
    let page = &app.page;
    page.test_id("provider").select("custom");
    page.css("[data-provider=custom]").wait();
    for (typed, says) in
        [("localhost:11434", "http://"), ("not a url", "isn’t a web address"), ("", "Enter a base URL")]
    {
        for button in ["save-endpoint", "test-connection", "fetch-models"] {
            // Something else first: what is typed again as it was changes nothing.
            page.test_id("base-url").fill("http://localhost");
            page.wait_for("document.querySelector('[data-testid=base-url-problem]').innerText === ''");
            page.test_id("base-url").fill(typed);
            page.test_id(button).click();
            page.test_id("base-url-problem").wait_text(says);
        }
    }
    page.test_id("base-url").fill("localhost:11434");
    page.test_id("save-endpoint").click();
    page.test_id("base-url-meant").wait_visible().click();
    page.test_id("base-url").wait_value("http://localhost:11434");
}

#[test]
fn settings_a_provider_without_its_key_is_not_ready() {
    let app = App::first_visit();
    app.go("settings");
    let page = &app.page;
    page.test_id("provider").select("openai");
    page.css("form[data-provider=openai]").wait();
    page.test_id("save-endpoint").click();
    page.test_id("key-missing").wait_text("API key");
    page.wait_for(
        "document.activeElement.dataset.testid === 'api-key' && document.activeElement.ariaInvalid === 'true'",
    );
    let marked = page.test_id("provider").css("option[value=openai]").text();
    assert!(!marked.contains('✓'), "{marked:?}");
    page.test_id("test-connection").click();
    page.test_id("key-missing").wait_text("API key");
}

#[test]
fn settings_what_was_typed_and_not_saved_is_still_there() {
    let app = App::first_visit();
    app.go("settings");
    let page = &app.page;
    page.test_id("provider").select("custom");
    page.css("[data-provider=custom]").wait();
    page.test_id("base-url").fill("https://somewhere.example/v1");
    app.go("chat");
    app.go("settings");
    page.test_id("base-url").wait_value("https://somewhere.example/v1");
}

#[test]
fn settings_what_was_typed_for_others_is_there_after_an_address_was_saved_and_no_key_is() {
    let endpoint = Endpoint::start();
    let app = App::first_visit();
    app.go("settings");
    let page = &app.page;
    page.test_id("provider").select("openai");
    page.test_id("key-page").wait_attr("href", "https://platform.openai.com/api-keys");
    page.test_id("key-page").wait_attr("rel", "noopener noreferrer");
    page.test_id("base-url").fill("https://relay.example/v1");
    page.test_id("api-key").fill("sk-never-kept");
    // Saving a new address loads the page again.
    app.configure(&endpoint);
    app.go("settings");
    page.test_id("provider").select("openai");
    page.test_id("base-url").wait_value("https://relay.example/v1");
    page.test_id("api-key").wait_value("");
    let stored = page.eval("JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })");
    assert!(!stored.as_str().unwrap_or_default().contains("sk-never-kept"), "{stored}");
}

#[test]
fn settings_each_provider_keeps_its_own_configuration() {
    let endpoint = Endpoint::start();
    let app = App::first_visit();
    app.configure(&endpoint);
    let page = &app.page;
    page.test_id("provider").select("ollama");
    page.test_id("base-url").wait_value("http://localhost:11434/v1");
    page.test_id("provider").select("custom");
    page.test_id("base-url").wait_value(&endpoint.base_url());
    page.test_id("model").wait_value("test-model");
    let marked = page.test_id("provider").css("option[value=custom]").text();
    assert!(marked.contains('✓'), "{marked:?}");
    let providers = page.test_id("provider").css("option").attrs("value");
    for id in [
        "qwen",
        "gemini",
        "glm",
        "kimi",
        "minimax",
        "openai",
        "anthropic",
        "deepseek",
        "openrouter",
        "ollama",
        "lmstudio",
        "llamacpp",
        "custom",
        "builtin",
    ] {
        assert!(providers.iter().any(|one| one == id), "{id} is missing in {providers:?}");
    }
}

#[test]
fn settings_a_cleared_key_is_sent_no_more() {
    let endpoint = Endpoint::start();
    let app = App::first_visit();
    app.configure(&endpoint);
    app.page.test_id("clear-key").click();
    if app.page.test_id("confirm-yes").visible().exists() {
        app.confirm();
    }
    app.wait_saved();
    app.go("chat");
    endpoint.forget();
    app.send("Without a key");
    let sent = endpoint.wait_chats(1);
    assert!(!format!("{:?}", sent.request.headers).contains(CANARY_KEY), "{:?}", sent.request.headers);
}

#[test]
fn settings_an_older_single_configuration_is_taken_over() {
    let endpoint = Endpoint::start();
    let context = Browser::shared().new_context();
    let old = json!({
        "providerId": "custom", "baseURL": endpoint.base_url(), "apiKey": CANARY_KEY, "model": "old-model",
    });
    let page = context.blank();
    page.expect_problem("404");
    page.goto(&format!("{}no-such-page", App::url()));
    page.eval(&format!("localStorage.setItem('ai-config', {})", json!(old.to_string())));
    drop(page);
    let app = App::open(&context);
    app.ask("From the older version");
    let chat = endpoint.wait_chats(1);
    assert_eq!(chat.body["model"], "old-model");
    assert_eq!(chat.request.header("authorization"), Some(format!("Bearer {CANARY_KEY}").as_str()));
}

#[test]
fn settings_the_page_can_reach_only_what_was_saved() {
    let (endpoint, other) = (Endpoint::start(), Endpoint::start());
    let app = App::first_visit();
    app.configure(&endpoint);
    app.reload();
    let script = format!("fetch('{}/models').then(() => 'reached').catch(() => 'refused')", other.base_url());
    assert_eq!(app.page.eval(&script), "refused");
    app.page.expect_problem("connect-src");
    app.page.expect_problem("ontent");
    assert!(other.recorded().is_empty(), "{:?}", other.recorded());
}

#[test]
fn settings_a_redirect_does_not_take_the_key_along() {
    let (endpoint, other) = (Endpoint::start(), Endpoint::start());
    let app = App::with_endpoint(&endpoint);
    let target = format!("{}/chat/completions", other.base_url());
    endpoint.reply(Reply::status(307, "").header("Location", &target));
    app.page.expect_problem("connect-src");
    app.page.expect_problem("ontent");
    app.send("Follow me");
    app.wait_answer("error");
    assert!(other.recorded().is_empty(), "{:?}", other.recorded());
}

#[test]
fn settings_the_list_of_sections_leads_to_each() {
    let app = App::first_visit();
    app.go("settings");
    let page = &app.page;
    let link = |name: &str| page.test_id("settings-section").containing(name);
    link("Model").wait_attr("aria-current", "true");
    for (width, height, shot) in [(1440, 900, "settings-wide"), (390, 844, "settings-phone")] {
        page.viewport(width, height);
        for (name, control) in [
            ("Your data", "storage-usage"),
            ("Compatibility", ""),
            ("About", ""),
            ("Appearance", "theme"),
            ("Model", "provider"),
        ] {
            link(name).focus();
            page.press("Enter", 0);
            link(name).wait_attr("aria-current", "true");
            page.wait_for(&format!(
                "document.activeElement.tagName === 'H2' && document.activeElement.innerText === {name:?}"
            ));
            page.wait_for(&format!(
                "[document.activeElement, document.querySelector('[data-testid=\"{control}\"]') ?? document.activeElement].every(element => {{
                    const box = element.getBoundingClientRect();
                    return box.bottom <= innerHeight && document.elementFromPoint(box.left + 5, box.top + 5) !== null; }})"
            ));
            page.wait_for("document.querySelectorAll('.settings-link[aria-current]').length === 1");
            if !control.is_empty() {
                page.screenshot(&format!("{shot}-{control}"));
            }
        }
        axe::check(page, shot);
        let widths = page.eval("[document.documentElement.scrollWidth, innerWidth]");
        assert!(widths[0].as_u64() <= widths[1].as_u64(), "{widths}");
        // Scrolling tells where one is as well.
        page.eval("document.querySelector('.settings-page').scrollTop = 1e6");
        link("Compatibility").wait_attr("aria-current", "true");
        page.eval("document.querySelector('.settings-page').scrollTop = 0");
        link("Model").wait_attr("aria-current", "true");
    }
    page.test_id("language").select("zh");
    page.wait_for("document.documentElement.lang.startsWith('zh')");
    page.test_id("theme").focus();
    page.wait_for("document.querySelector('.settings-link:nth-child(2)').ariaCurrent === 'true'");
    page.screenshot("settings-phone-zh");
    page.colour_scheme("dark");
    page.viewport(1440, 900);
    page.screenshot("settings-wide-zh-dark");
}

/// Fails unless the times of day in these elements are the ones of their instants, written like this.
#[track_caller]
fn assert_times(page: &Page, selector: &str, instant: &str, locale: &str, hour12: bool) {
    page.css(selector).wait();
    page.wait_for(&format!(
        "[...document.querySelectorAll({selector:?})].every(element => {{
            const hour = {hour12} ? 'numeric' : '2-digit';
            const options = {{ hour, minute: '2-digit', hourCycle: {hour12} ? 'h12' : 'h23' }};
            const at = new Date(element.closest('[{instant}]').getAttribute('{instant}'));
            const time = at.toLocaleTimeString({locale:?}, options).replace(/\\s/, '\\u00a0');
            return element.textContent.trim().startsWith(time); }})"
    ));
}

#[test]
fn settings_one_clock_is_shown_in_all_rooms() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    app.ask("What time is it?");
    app.go("time");
    page.test_id("quick-add").fill("today 0:05-1:30 writing");
    page.press("Enter", 0);
    page.test_id("entry").wait_count(1);
    let check = |locale: &str, hour12: bool| {
        app.go("chat");
        assert_times(page, "time.moment", "datetime", locale, hour12);
        assert_times(page, "[data-testid=session-item] time", "datetime", locale, hour12);
        app.go("time");
        page.test_id("view-list").click();
        assert_times(page, ".time-span", "data-start", locale, hour12);
        page.test_id("view-day").click();
        assert_times(page, ".time-block-time", "data-start", locale, hour12);
        page.screenshot(&format!("clock-{locale}-{hour12}"));
        app.go("settings");
    };
    check("en", false);
    page.test_id("clock-format").select("12");
    check("en", true);
    app.wait_saved();
    app.reload();
    page.test_id("clock-format").wait_value("12");
    check("en", true);
    page.test_id("language").select("zh");
    page.wait_for("document.documentElement.lang.startsWith('zh')");
    check("zh", true);
    // The browser's language is American English, which counts to twelve; Chinese does not.
    page.test_id("clock-format").select("");
    check("zh", false);
    page.test_id("language").select("en");
    page.wait_for("document.documentElement.lang === 'en'");
    check("en", true);
    app.wait_saved();
}
