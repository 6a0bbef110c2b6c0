//! Endpoints that fail: what is retried, what is not, what is kept, what the reader is told.

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
fn failures_garbage_in_the_stream_is_an_error_not_a_crash() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let garbage = [
        &b"data: {not json}\n\n"[..],
        b"\x00\xff\xfe\n\n",
        b"<html>502</html>",
        b"data: {\"error\":{\"message\":\"boom\"}}\n\n",
    ];
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
        "unsupported_parameter",
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ));
    endpoint.reply(Reply::text(&["Understood."]));
    assert_eq!(app.ask("First"), "Understood.");
    app.reload();
    app.ask("Second");
    let chats = endpoint.chats();
    assert_eq!(chats.len(), 3);
    for chat in &chats[1..] {
        assert_eq!(chat.body["max_completion_tokens"], 2048, "{}", chat.body);
        assert!(chat.body.get("max_tokens").is_none(), "{}", chat.body);
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
