//! Endpoints that fail: which requests are retried, which texts are kept, and the messages to the reader.

use crate::app::App;
use crate::endpoint::{Endpoint, Gate, Reply};

#[test]
fn failures_a_rejected_key_is_said_and_never_retried() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::error(401, "invalid_api_key", "Incorrect API key provided"));
    app.send("Hello?");
    app.wait_answer("error");
    assert!(app.last().shown_text().to_lowercase().contains("key"), "{}", app.last().shown_text());
    assert!(!app.page.test_id("retry-countdown").visible().exists());
    assert_eq!(endpoint.chats().len(), 1);
    app.page.screenshot("error");
    // A person may still try again; the failed answer is not lost but a sibling.
    endpoint.reply(Reply::text(&["Now it works."]));
    app.last().act("regenerate");
    app.messages().containing("Now it works.").wait();
    assert_eq!(app.wait_answer("done"), "Now it works.");
}

#[test]
fn failures_a_full_endpoint_is_retried_after_its_own_delay() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::error(429, "rate_limit_exceeded", "Slow down").header("Retry-After", "1"));
    endpoint.reply(Reply::text(&["Finally."]));
    app.send("Busy?");
    app.page.test_id("retry-countdown").wait_visible();
    assert_eq!(app.wait_answer("done"), "Finally.");
    let chats = endpoint.chats();
    assert_eq!(chats.len(), 2);
    assert!(chats[1].at - chats[0].at >= std::time::Duration::from_millis(990), "{:?}", chats[1].at - chats[0].at);
    app.page.test_id("retry-countdown").wait_gone();
}

#[test]
fn failures_nobody_has_to_wait_for_the_countdown() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::error(429, "rate_limit_exceeded", "Slow down").header("Retry-After", "55"));
    endpoint.reply(Reply::text(&["At once."]));
    app.send("Hurry");
    app.page.test_id("retry-now").click();
    assert_eq!(app.wait_answer("done"), "At once.");
    endpoint.reply(Reply::error(429, "rate_limit_exceeded", "Slow down").header("Retry-After", "55"));
    app.send("Never mind");
    app.page.test_id("retry-countdown").wait_visible();
    app.page.test_id("stop").click();
    app.page.test_id("retry-countdown").wait_gone();
    assert_eq!(endpoint.chats().len(), 3);
}

#[test]
fn failures_a_server_error_is_retried() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::error(503, "overloaded", "Overloaded"));
    endpoint.reply(Reply::text(&["Recovered."]));
    app.send("Try");
    assert_eq!(app.wait_answer("done"), "Recovered.");
}

#[test]
fn failures_an_exhausted_quota_is_not_retried() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::error(429, "insufficient_quota", "You exceeded your current quota"));
    app.send("Money?");
    app.wait_answer("error");
    assert_eq!(endpoint.chats().len(), 1);
}

#[test]
fn failures_text_that_was_seen_is_kept_and_not_asked_for_again() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let gate = Gate::default();
    endpoint.reply(Reply::stream().deltas(&["Half an answ"]).gate(&gate).cut());
    app.send("Break off");
    app.messages().containing("Half an answ").wait();
    gate.open();
    assert_eq!(app.wait_answer("error"), "Half an answ");
    assert_eq!(endpoint.chats().len(), 1);
    app.reload();
    assert_eq!(app.wait_answer("error"), "Half an answ");
    endpoint.reply(Reply::text(&["er, continued."]));
    app.last().act("continue");
    app.messages().containing("continued.").wait();
    assert_eq!(app.wait_answer("done"), "Half an answer, continued.");
}

#[test]
fn failures_an_end_without_a_finish_is_called_truncated() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::stream().deltas(&["Just stops"]));
    app.send("And then?");
    app.page.wait_for("[...document.querySelectorAll('[data-testid=message]')].at(-1)?.dataset.status === 'error'");
    assert_eq!(app.wait_answer("error"), "Just stops");
}

#[test]
fn failures_an_answer_cut_off_by_its_length_is_continued_at_one_click() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::stream().deltas(&["Up to the lim"]).finish("length"));
    app.send("Write on");
    assert_eq!(app.wait_answer("done"), "Up to the lim");
    app.last().test_id("continue-answer").wait_visible();
    app.wait_saved();
    app.reload();
    endpoint.reply(Reply::text(&["it and beyond."]));
    app.last().test_id("continue-answer").click();
    app.messages().containing("beyond.").wait();
    assert_eq!(app.wait_answer("done"), "Up to the limit and beyond.");
    // What came to an end of its own has nothing to continue.
    app.page.test_id("continue-answer").wait_gone();
    let sent = endpoint.chats()[1].messages();
    assert!(sent.iter().any(|(_, said)| said == "Up to the lim"), "{sent:#?}");
}

#[test]
fn failures_garbage_in_the_stream_is_an_error_not_a_crash() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let garbage = [
        &b"data: {not json}\n\n"[..],
        b"\x00\xff\xfe\n\n",
        b"<html>502</html>",
        b"data: {\"error\":{\"message\":\"boom\"}}\n\n",
    ];
    // Tall enough for all of it: only what is near the window is mounted.
    app.page.viewport(1280, 3000);
    for (index, bytes) in garbage.into_iter().enumerate() {
        // Some of it looks like a connection that broke, which is worth another try; this one never gets better.
        endpoint.respond(move |_| Some(Reply::stream().bytes(bytes)));
        app.send("Garbage");
        app.messages().wait_count(2 * (index + 1));
        app.wait_answer("error");
    }
    endpoint.respond(|_| Some(Reply::text(&["All right."])));
    assert_eq!(app.ask("Still alive?"), "All right.");
}

#[test]
fn failures_a_parameter_the_endpoint_refuses_is_learned_once() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::error(
        400,
        "unsupported_value",
        "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) is supported.",
    ));
    endpoint.reply(Reply::text(&["Understood."]));
    assert_eq!(app.ask("First"), "Understood.");
    app.reload();
    app.ask("Second");
    let chats = endpoint.chats();
    assert_eq!(chats.len(), 3);
    for chat in &chats[1..] {
        assert!(chat.body.get("temperature").is_none(), "{}", chat.body);
    }
}

#[test]
fn failures_an_endpoint_without_cors_is_explained() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.set_cors(false);
    app.page.expect_problem("CORS");
    app.send("Across origins");
    app.wait_answer("error");
    let text = app.last().shown_text().to_lowercase();
    assert!(text.contains("cors") || text.contains("browser"), "{text:?}");
    // Asking again would be refused again.
    assert!(!app.page.test_id("retry-countdown").exists());
}

/// Presses the button with this name beside the last error.
fn press(app: &App, name: &str) {
    app.last().css(".problem button").containing(name).click();
}

#[test]
fn failures_each_button_leads_to_its_field() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    for (status, code, message, button, field) in [
        (401, "invalid_api_key", "Incorrect API key provided", "Check the key", "api-key"),
        (404, "model_not_found", "The model `m` does not exist", "Choose another model", "model"),
        (404, "", "Not Found", "Check the base URL", "base-url"),
    ] {
        endpoint.reply(Reply::error(status, code, message));
        app.go("chat");
        app.send("Where to?");
        app.wait_answer("error");
        press(&app, button);
        app.page.wait_for(&format!("document.activeElement?.dataset.testid === '{field}'"));
        assert_eq!(app.page.test_id(field).attr("data-pointed"), "true");
    }
}

#[test]
fn failures_a_longer_answer_is_allowed_in_the_agent() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.respond(|_| Some(Reply::stream().event(&serde_json::json!({"choices": [{"index": 0, "delta": {"reasoning": "Hm"}, "finish_reason": "length"}]})).done()));
    app.send("Think");
    app.wait_answer("error");
    press(&app, "Allow a longer answer");
    app.page.wait_for("document.activeElement?.closest('label')?.innerText.includes('Maximum answer length')");
}

#[test]
fn failures_how_to_allow_this_page_is_shown_for_any_endpoint() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.set_cors(false);
    app.page.expect_problem("CORS");
    app.send("Across origins");
    app.wait_answer("error");
    press(&app, "How to allow it");
    let help = app.page.test_id("allow-page");
    help.wait_visible();
    app.page.wait_for("document.querySelector('[data-testid=allow-page]').open");
    help.wait_text(&format!("Access-Control-Allow-Origin: {}", App::origin()));
    let text = help.shown_text();
    for server in ["nginx", "vLLM", "LiteLLM", "LM Studio", "Ollama", "llama.cpp"] {
        assert!(text.contains(server), "{server} is missing in {text}");
    }
    app.page.screenshot("allow-page");
}

#[test]
fn failures_a_named_limit_becomes_the_budget_at_one_click() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    for _ in 0..3 {
        app.ask(&"many words ".repeat(300));
    }
    let message = "This model's maximum context length is 2048 tokens. However, your messages resulted in 5000 tokens.";
    endpoint.reply(Reply::error(400, "context_length_exceeded", message));
    app.send("And now?");
    app.wait_answer("error");
    endpoint.reply(Reply::text(&["Short enough."]));
    press(&app, "Shorten and try again");
    app.messages().containing("Short enough.").wait();
    let chats = endpoint.chats();
    let (before, after) = (chats[chats.len() - 2].messages().len(), chats[chats.len() - 1].messages().len());
    assert!(after < before, "{before} then {after}");
}

#[test]
fn failures_the_banner_says_why_and_the_clock_runs_while_nothing_comes() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::error(429, "rate_limit_exceeded", "Slow down").header("Retry-After", "55"));
    let gate = Gate::default();
    endpoint.reply(Reply::stream().gate(&gate).deltas(&["Late."]).finish("stop").done());
    app.send("Busy?");
    app.page.test_id("retry-countdown").wait_text("Too many requests");
    app.page.test_id("retry-now").click();
    app.page.wait_for(
        "parseFloat(document.querySelector('[data-testid=phase][aria-current] .phase-time')?.innerText) >= 1",
    );
    gate.open();
    assert_eq!(app.wait_answer("done"), "Late.");
}

#[test]
fn failures_offline_is_said_and_ends_by_itself() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    app.page.expect_problem("ERR_INTERNET_DISCONNECTED");
    app.page.offline(true);
    // A request to this very device is answered offline too, so it is one that fails that shows what is said.
    endpoint.reply(Reply::text(&["Here again."]));
    app.send("Anyone there?");
    app.page.test_id("retry-countdown").wait_visible();
    app.page.offline(false);
    assert_eq!(app.wait_answer("done"), "Here again.");
}
