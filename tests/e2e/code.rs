//! Blocks of code in answers: coloured while they arrive, wrapped, saved.

use std::fmt::Write;

use crate::app::App;
use crate::browser::Page;
use crate::endpoint::{Endpoint, Gate, Reply};

const RUST: &str =
    "```rust\n// 打招呼 🎉 first\nfn main() {\n    let greeting = \"你好，🎉 world\"; /* 👩‍👩‍👧‍👦 */ let n = 42;\n}\n```\n\n";
const PYTHON: &str = "Then:\n\n```py\n@cached\ndef 问候(name: str) -> None:\n    \"\"\"文档 🎉\n    string\"\"\"\n    return f\"嗨 {name}\"  # 完\n```\n";
const HOSTILE: &str = "\n```html\n</code></pre><script>document.title = 'hacked'</script><img src=x onerror=\"document.title='hacked'\">\n```\n";

/// Script for the texts that one kind of highlight holds.
fn held(kind: &str) -> String {
    format!(
        "[...CSS.highlights.get('code-{kind}') ?? []].map(one => one.startContainer.data.slice(one.startOffset, one.endOffset))"
    )
}

/// Waits until a highlight holds exactly these texts, in any order.
fn wait_held(page: &Page, kind: &str, texts: &[&str]) {
    let wanted = serde_json::to_string(texts).unwrap();
    page.wait_for(&format!("JSON.stringify({}.sort()) === JSON.stringify({wanted}.sort())", held(kind)));
}

/// The characters of a text, each a piece of its own.
fn letters(text: &str) -> Vec<&str> {
    text.split("").filter(|letter| !letter.is_empty()).collect()
}

/// Script for the number of ranges of all kinds.
const RANGES: &str =
    "[...CSS.highlights].filter(([name]) => name.startsWith('code-')).reduce((sum, [, one]) => sum + one.size, 0)";

#[test]
fn code_is_coloured_while_it_arrives() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    let (gate, text) = (Gate::default(), format!("{RUST}{PYTHON}{HOSTILE}"));
    let (before, after) = text.split_at(text.find("; /*").unwrap());
    endpoint.reply(Reply::stream().deltas(&letters(before)).gate(&gate).deltas(&letters(after)).done());
    app.send("Code, please");
    // The line that still grows is plain.
    wait_held(page, "keyword", &["fn"]);
    wait_held(page, "comment", &["// 打招呼 🎉 first"]);
    wait_held(page, "text", &[]);
    gate.open();
    app.wait_answer("done");
    wait_held(page, "keyword", &["fn", "let", "let", "def", "return"]);
    wait_held(page, "comment", &["// 打招呼 🎉 first", "/* 👩‍👩‍👧‍👦 */", "# 完"]);
    wait_held(page, "function", &["main", "问候"]);
    wait_held(page, "number", &["42"]);
    page.wait_for(&format!(
        "['\"你好，🎉 world\"', '\"\"\"文档 🎉', '    string\"\"\"', 'f\"嗨 {{name}}\"'].every(one => {}.includes(one))",
        held("text")
    ));
    let content = app.last().test_id("content");
    assert_eq!(content.css(".code-language").texts(), ["Rust", "Python", "HTML"]);
    // One element for each run, and nothing of the answer is markup.
    assert_eq!(content.css("pre code > *").count(), 3);
    assert_eq!(content.css("script, img").count(), 0);
    assert!(content.css("pre code").nth(2).text().starts_with("</code></pre><script>"));
    assert_ne!(page.eval("document.title"), "hacked");
    page.screenshot("code");
    crate::axe::check(page, "code");
    app.wait_saved();
    page.colour_scheme("dark");
    page.viewport(390, 844);
    page.reload();
    wait_held(page, "function", &["main", "问候"]);
    page.wait_for("document.documentElement.scrollWidth <= innerWidth");
    page.screenshot("code-dark-narrow");
    crate::axe::check(page, "code-dark-narrow");
    // Elsewhere nothing of it is kept.
    page.eval("location.hash = '#/map'");
    page.wait_for(&format!("{RANGES} === 0"));
}

#[test]
fn code_is_wrapped_and_saved() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    let long = "word ".repeat(80);
    endpoint.reply(Reply::text(&[&format!("```rs\n// {long}\nfn f() {{}}\n```\n\n```klingon\nx\n```\n")]));
    app.ask("One long line");
    let sideways = "document.querySelector('.code pre').scrollWidth > document.querySelector('.code pre').clientWidth";
    page.wait_for(sideways);
    page.test_id("code-wrap").nth(0).wait_attr("aria-pressed", "false").click();
    page.wait_for(&format!("!({sideways})"));
    page.test_id("code-wrap").nth(1).wait_attr("aria-pressed", "true");
    page.screenshot("code-wrapped");
    page.test_id("code-wrap").nth(0).click();
    page.wait_for(sideways);
    for (index, name, text) in [(0, "code.rs", format!("// {long}\nfn f() {{}}\n")), (1, "code.txt", "x\n".to_owned())]
    {
        let known = page.downloads();
        page.test_id("code-save").nth(index).click();
        let file = page.wait_download(&known);
        assert_eq!(file.file_name().and_then(|name| name.to_str()), Some(name));
        assert_eq!(std::fs::read_to_string(file).unwrap(), text);
    }
}

#[test]
fn code_that_is_long_is_coloured_where_it_is_seen() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    let mut text = String::from("```rust\n");
    for number in 0..4_000 {
        writeln!(text, "let line_{number} = \"行 {number}\"; // {number}").unwrap();
    }
    endpoint.reply(Reply::text(&[&(text + "```\n")]));
    app.ask("Much code");
    let has = |number: usize| format!("{}.includes('\"行 {number}\"')", held("text"));
    page.wait_for(&has(3_999));
    let connected = "[...CSS.highlights].every(([, one]) => [...one].every(range => range.startContainer.isConnected))";
    page.wait_for(connected);
    assert!(page.eval(&format!("{}.length", held("keyword"))).as_u64().is_some_and(|count| count < 3_000));
    page.eval("document.querySelector('.code').scrollIntoView()");
    page.wait_for(&has(0));
    page.wait_for(&format!("!{}", has(3_999)));
    page.wait_for(connected);
    app.wait_saved();
}

#[test]
fn code_that_draws_a_diagram_opens_as_a_map() {
    let endpoint = Endpoint::start();
    let app = App::first_visit();
    app.configure(&endpoint);
    app.go("chat");
    let answer = "```mermaid\nflowchart TD\n  A[Seed] --> B{Rain?}\n  B -->|yes| C(Grow)\n  C --> A\n```\n\n```mermaid\nsequenceDiagram\n  A->>B: hi\n```\n";
    endpoint.reply(Reply::text(&[answer]));
    app.ask("Draw it");
    let page = &app.page;
    page.test_id("code-map").wait_count(1);
    page.test_id("code-map").click();
    page.wait_for("location.hash.startsWith('#/map/')");
    page.test_id("map-node").wait_count(3);
    let titles = page.test_id("map-node").attrs("data-title");
    assert_eq!(titles, ["Seed", "Rain?", "yes: Grow"]);
    app.undo();
    page.test_id("map-node").wait_count(0);
}

#[test]
fn code_free_pictures_in_data_addresses_are_shown_and_nothing_else_is() {
    let endpoint = Endpoint::start();
    let app = App::first_visit();
    app.configure(&endpoint);
    app.go("chat");
    let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let svg = "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0iYWxlcnQoMSkiLz4=";
    let answer = format!(
        "![dot](data:image/png;base64,{dot})\n\n![svg](data:image/svg+xml;base64,{svg})\n\n![far](https://example.com/a.png)\n"
    );
    endpoint.reply(Reply::text(&[&answer]));
    app.ask("Show it");
    let page = &app.page;
    page.wait_for("document.querySelector('[data-testid=image-data]')?.naturalWidth === 1");
    assert_eq!(page.css("[data-testid=message] img").count(), 1);
    page.test_id("image-card").wait_count(2);
}
