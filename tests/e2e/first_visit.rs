//! First steps of a newcomer, without a key, without a network beyond the page's own files.

use crate::app::App;
use crate::browser::Browser;

#[test]
fn first_visit_lands_in_chat_ready_to_type() {
    let app = App::first_visit();
    let page = &app.page;
    page.wait_for("location.hash.startsWith('#/chat')");
    page.test_id("composer").wait_visible();
    page.test_id("nav-chat").wait_visible();
    page.test_id("nav-settings").wait_visible();
    assert!(!page.eval("document.title").as_str().unwrap().is_empty());
    assert_eq!(page.eval("document.documentElement.lang"), "en");
    assert!(page.eval("performance.getEntriesByName('boot', 'measure').length").as_u64() >= Some(1));
    page.screenshot("first-visit");
}

#[test]
fn first_visit_asks_nobody_but_its_own_host() {
    let app = App::first_visit();
    app.ask("What can I do here?");
    app.go("settings");
    app.go("chat");
    let own = App::origin();
    let foreign: Vec<String> = app.page.exchanges().into_iter().map(|exchange| exchange.url).collect();
    let foreign: Vec<&String> =
        foreign.iter().filter(|url| !url.starts_with(&own) && !url.starts_with("blob:")).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
}

#[test]
fn first_visit_is_answered_by_the_built_in_model_which_says_what_it_is() {
    let app = App::first_visit();
    let answer = app.ask("What can I do here?");
    assert!(answer.len() > 40, "{answer:?}");
    let words = app.page.eval("document.body.innerText.toLowerCase()");
    assert!(words.as_str().unwrap().contains("rule-based"), "the built-in model is not labelled: {words}");
    app.reload();
    app.wait_answer("done");
    assert_eq!(app.transcript()[0].text, "What can I do here?");
    assert_eq!(app.last().test_id("content").text().trim(), answer);
}

#[test]
fn first_visit_refuses_to_run_inside_a_frame() {
    let context = Browser::shared().new_context();
    let outer = context.blank();
    // A page of the same origin without a policy of its own.
    outer.goto(&format!("{}robots.txt", App::url()));
    outer.eval(&format!(
        "(document.body.append(window.frame = Object.assign(document.createElement('iframe'), {{ src: '{}' }})), 0)",
        App::url()
    ));
    outer.wait_for(
        "frame.contentDocument?.readyState === 'complete' && frame.contentWindow.location.href !== 'about:blank'",
    );
    // An ordinary visit that starts later and gets ready shows that the framed one had its time.
    let _control = App::open(&context);
    assert_ne!(outer.eval("frame.contentDocument.documentElement.dataset.app ?? null"), "ready");
    assert_eq!(outer.eval("frame.contentDocument.querySelectorAll('[data-testid=composer]').length"), 0);
    outer.expect_problem("");
}
