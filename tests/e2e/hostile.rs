//! An endpoint that means harm: nothing it says runs, loads or leads anywhere unseen.

use crate::app::App;
use crate::endpoint::{Endpoint, Reply};

fn attack(evil: &str) -> String {
    format!(
        "<script>window.pwned = 1</script><img src=x onerror=\"window.pwned = 2\">\
         <svg onload=\"window.pwned = 3\"></svg><iframe src=\"{evil}/frame\"></iframe>\n\n\
         ![pixel]({evil}/pixel.png?leak=1)\n\n![ref][r]\n\n[r]: {evil}/reference.png\n\n\
         [click](javascript:window.pwned=4) [tab](java\tscript:window.pwned=5) [entity](&#106;avascript:window.pwned=6) \
         [data](data:text/html,<script>alert(1)</script>) [vb](vbscript:x) <javascript:window.pwned=7>\n\n\
         [honest]({evil}/page)\n\n\
         <style>body {{ display: none }}</style><link rel=stylesheet href=\"{evil}/style.css\">\
         <meta http-equiv=refresh content=\"0;url={evil}/gone\"><base href=\"{evil}/\">\n\n\
         ```html\n<script>window.pwned = 8</script>\n```\n\n| <img src=x onerror=window.pwned=9> | b |\n|---|---|\n| 1 | 2 |\n\n\
         <form action=\"{evil}/form\"><input name=password></form>\n\nThe end."
    )
}

#[test]
fn hostile_markdown_runs_nothing_and_loads_nothing() {
    let endpoint = Endpoint::start();
    let evil = Endpoint::start();
    let evil_address = evil.base_url();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    let text = attack(&evil_address);
    // Letter by letter, so that every prefix was on the screen or could have been.
    let pieces: Vec<String> = text.chars().map(String::from).collect();
    endpoint.reply(Reply::tokens(&pieces, None));
    let shown = app.ask("Attack me");
    assert!(shown.contains("The end."), "{shown}");
    assert!(shown.contains("<script>window.pwned = 1</script>"), "HTML is not shown as text: {shown}");
    assert!(page.eval("window.pwned ?? null").is_null());
    let content = app.last().test_id("content");
    for forbidden in [
        "script",
        "img[src^=http]",
        "iframe",
        "svg[onload]",
        "style",
        "link",
        "meta",
        "base",
        "form",
        "[onerror]",
        "[style]",
    ] {
        assert_eq!(content.css(forbidden).count(), 0, "{forbidden} in {}", content.read("list => list[0].innerHTML"));
    }
    for address in content.css("[href]").attrs("href") {
        let scheme = page.eval(&format!("new URL({}, location.href).protocol", serde_json::json!(address)));
        assert!(["http:", "https:", "mailto:"].contains(&scheme.as_str().unwrap()), "{address}");
    }
    app.reload();
    app.wait_answer("done");
    assert!(page.eval("window.pwned ?? null").is_null());
    assert!(evil.recorded().is_empty(), "{:?}", evil.recorded());
    page.screenshot("hostile");
}

#[test]
fn hostile_links_show_where_they_lead_before_they_do() {
    let endpoint = Endpoint::start();
    let evil = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    let address = format!("{}/page?with=everything", evil.base_url());
    endpoint.reply(Reply::text(&[&format!("Read [your bank]({address}).")]));
    app.ask("A link");
    let here = page.eval("location.href");
    app.last().test_id("content").css("a, button, [role=link]").containing("your bank").click();
    page.test_id("link-address").visible().wait_text(&address);
    page.screenshot("link");
    page.press("Escape", 0);
    page.test_id("link-address").wait_gone();
    assert_eq!(page.eval("location.href"), here);
    assert!(evil.recorded().is_empty());
}

#[test]
fn hostile_text_in_names_and_questions_is_only_text() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let text = "<img src=x onerror=window.pwned=1><b>bold</b>";
    app.ask(text);
    assert!(app.transcript()[0].text.contains("<img src=x"), "{:?}", app.transcript()[0]);
    app.page.test_id("session-item").containing("<img").wait();
    app.reload();
    assert!(app.page.eval("window.pwned ?? null").is_null());
}

#[test]
fn hostile_streams_of_great_size_do_not_stop_the_page() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let line = "x".repeat(1_000_000);
    endpoint.reply(Reply::text(&[
        &line,
        &"[".repeat(20_000),
        &"> ".repeat(5_000),
        &"*a_ ".repeat(20_000),
        "\n\nThe end.",
    ]));
    app.send("Big");
    app.page.wait_for_or(
        "document.querySelector('[data-testid=transcript]')?.textContent.includes('The end.')",
        std::time::Duration::from_mins(1),
        || "waiting for the end of a large answer".into(),
    );
    app.wait_answer("done");
    assert_eq!(app.ask("Still there?"), "All right.");
}
