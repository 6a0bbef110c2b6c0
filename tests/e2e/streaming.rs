//! An answer on its way: partial text, thinking, stop, several at once.

use std::time::Duration;

use crate::app::App;
use crate::browser::now;
use crate::endpoint::{Endpoint, Gate, Reply};

#[test]
fn streaming_text_shows_while_it_arrives() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let gate = Gate::default();
    endpoint.reply(Reply::stream().deltas(&["The first half, "]).gate(&gate).deltas(&["then the second."]).done());
    app.send("Slowly, please");
    app.last().wait_attr("data-status", "streaming");
    app.last().test_id("content").wait_text("The first half,");
    app.page.test_id("stop").wait_visible();
    app.page.screenshot("streaming");
    gate.open();
    app.wait_answer("done");
    app.last().test_id("content").wait_text("The first half, then the second.");
    app.page.test_id("stop").wait_gone();
    app.wait_saved();
}

#[test]
fn streaming_survives_any_cutting_of_the_bytes() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::text(&["Grüße, ", "你好", " 👩‍👩‍👧‍👦 ", "done"]).byte_by_byte());
    assert_eq!(app.ask("In pieces"), "Grüße, 你好 👩‍👩‍👧‍👦 done");
    let odd = b"\xef\xbb\xbf: hello\r\n\r\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"BOM and \"}}]}\r\rdata: {\"choices\":[{\"index\":0,\ndata: \"delta\":{\"content\":\"two lines\"},\"finish_reason\":\"stop\"}]}\n\n";
    endpoint.reply(Reply::stream().bytes(odd));
    assert_eq!(app.ask("Odd line ends"), "BOM and two lines");
}

#[test]
fn streaming_keeps_thoughts_apart_from_the_answer() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::reasoning(&["Let me ", "think."], &["Forty", "-two."]));
    assert_eq!(app.ask("The question?"), "Forty-two.");
    let thinking = app.last().test_id("thinking");
    assert!(thinking.text().contains("Let me think."), "{}", thinking.text());
    endpoint.reply(Reply::text(&["<thi", "nk>hidden", " thought</th", "ink>", "Visible."]));
    assert_eq!(app.ask("Once more"), "Visible.");
    assert!(app.last().test_id("thinking").text().contains("hidden thought"));
    // Thoughts are for the reader; a model is never sent its own again.
    app.ask("And now?");
    let sent = endpoint.wait_chats(3).body.to_string();
    assert!(!sent.contains("hidden thought") && !sent.contains("Let me think"), "{sent}");
}

#[test]
fn streaming_stop_aborts_at_once_and_keeps_the_text() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::stream().deltas(&["Kept text"]).hang());
    app.send("Go on for ever");
    app.last().test_id("content").wait_text("Kept text");
    let before = now();
    app.page.test_id("stop").click();
    let aborted = endpoint.wait_abort().aborted_at.unwrap();
    // Moving the mouse and clicking is in this figure too.
    assert!(aborted - before < Duration::from_secs(1), "{:?}", aborted - before);
    assert_eq!(app.wait_answer("stopped"), "Kept text");
    app.reload();
    assert_eq!(app.wait_answer("stopped"), "Kept text");
}

#[test]
fn streaming_stop_works_before_the_first_byte() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::stream().hang());
    app.send("Anybody?");
    endpoint.wait_chats(1);
    app.page.test_id("stop").click();
    endpoint.wait_abort();
    app.wait_answer("stopped");
    assert_eq!(app.ask("Then this"), "All right.");
}

#[test]
fn streaming_the_question_is_stored_before_it_is_sent() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::stream().hang());
    app.send("Remember me");
    endpoint.wait_chats(1);
    // Whatever happens to this page now, another one finds the question.
    let address = app.page.eval("location.href");
    let other = App::open_at(&app.page.context, address.as_str().unwrap());
    other.messages().containing("Remember me").wait();
    app.page.test_id("stop").click();
}

#[test]
fn streaming_several_sessions_do_not_disturb_each_other() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let gate = Gate::default();
    endpoint.reply(Reply::stream().deltas(&["Slow begins"]).gate(&gate).deltas(&[" and ends."]).done());
    app.send("Slow one");
    app.last().test_id("content").wait_text("Slow begins");
    let slow = app.page.eval("location.hash");
    app.page.test_id("session-new").visible().click();
    app.page.wait_for("document.querySelectorAll('[data-testid=message]').length === 0");
    endpoint.reply(Reply::text(&["Quick."]));
    assert_eq!(app.ask("Quick one"), "Quick.");
    gate.open();
    app.page.eval(&format!("location.hash = {slow}"));
    app.messages().containing("Slow one").wait();
    assert_eq!(app.wait_answer("done"), "Slow begins and ends.");
}

#[test]
fn streaming_goes_on_in_a_hidden_tab() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let gate = Gate::default();
    endpoint.reply(Reply::stream().deltas(&["Seen, "]).gate(&gate).deltas(&["unseen."]).done());
    app.send("Watch me");
    app.last().test_id("content").wait_text("Seen,");
    app.page.send("Emulation.setFocusEmulationEnabled", serde_json::json!({ "enabled": false }));
    app.page.to_front();
    let front = app.page.context.blank_tab();
    front.to_front();
    app.page.wait_for("document.visibilityState === 'hidden'");
    gate.open();
    app.page.wait_for(
        "document.documentElement.dataset.saved === 'yes' && !document.querySelector('[data-status=streaming]')",
    );
    drop(front);
    app.page.to_front();
    assert_eq!(app.wait_answer("done"), "Seen, unseen.");
}

#[test]
fn streaming_markdown_becomes_structure() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let answer = "# Title\n\nSome **bold** text with `code`.\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```rust\nfn main() {}\n```\n";
    let pieces: Vec<String> = answer.chars().map(String::from).collect();
    endpoint.reply(Reply::tokens(&pieces, None));
    app.ask("Show me everything");
    let content = app.last().test_id("content");
    for selector in ["strong", "p code", "ul li", "table td", "pre code", "input[type=checkbox]:checked"] {
        assert!(
            content.css(selector).exists(),
            "{selector} is missing in {}",
            content.read("list => list[0].innerHTML")
        );
    }
    assert_eq!(content.css("pre code").text().trim_end(), "fn main() {}");
    app.page.screenshot("markdown");
}

/// Formulas of an answer, one of them nested as deep as any that is read, and one that is not known.
const FORMULAS: &str = "Inline $e^{i\\pi}+1=0$ and money $5 and $6.\n\n\
    $$\\int_0^\\infty e^{-x^2}\\,\\mathrm{d}x = \\frac{\\sqrt{\\pi}}{2}$$\n\n\
    | f | value |\n|---|---|\n| \\(a_1\\) | $\\frac{1}{2}$ |\n\n\
    - $\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}$\n- $\\nosuchthing{x}$\n\n\
    \\[ \\boxed{x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}} \\]\n\n\
    \\begin{align} a &= b \\\\ c &= d \\end{align}\n\n";

#[test]
fn streaming_a_part_is_copied_with_its_formulas_and_links() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    endpoint.reply(Reply::text(&["## Areas\n\n1. A *square*: $a^2$, see [more](https://more.example/?a&b)\n2. A circle: $\\frac{\\pi d^2}{4}$ <b>\n"]));
    app.ask("Areas, please");
    page.wait_for("document.querySelectorAll('[data-testid=content] math').length === 2");
    let html = page.eval(
        "(() => { const item = document.querySelector('[data-testid=content] ol li'); const range = document.createRange(); \
         range.setStart(item.querySelector('em').firstChild, 2); range.setEnd(item.querySelector('math mn').firstChild, 1); \
         const copy = () => { const clipboardData = new DataTransfer(); document.body.dispatchEvent(new ClipboardEvent('copy', \
         { clipboardData, bubbles: true, cancelable: true })); return clipboardData.getData('text/html'); }; \
         getSelection().removeAllRanges(); getSelection().addRange(range); const part = copy(); \
         getSelection().selectAllChildren([...document.querySelectorAll('[data-testid=content]')].at(-1)); return [part, copy()]; })()",
    );
    let (part, whole) = (html[0].as_str().unwrap_or_default(), html[1].as_str().unwrap_or_default());
    assert!(part.starts_with("<ol><li><em>uare</em>: <math") && part.ends_with("</math></li></ol>"), "{part}");
    for inside in ["<h2>Areas</h2>", "<a href=\"https://more.example/?a&amp;b\">more</a>", "&lt;b&gt;", "</mfrac>"] {
        assert!(whole.contains(inside), "{inside} in {whole}");
    }
}

#[test]
fn streaming_formulas_define_commands_for_those_behind_them() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let text = "$$\\newcommand{\\QQ}{\\mathbb{Q}} \\def\\of#1{f(#1)}$$\n\nFor $x\\in\\QQ$ and $\\of{x}$.\n\n$\\def\\a{\\a}\\a$ End.";
    let pieces: Vec<String> = text.chars().map(String::from).collect();
    endpoint.reply(Reply::tokens(&pieces, None));
    app.ask("Define, please");
    let content = app.last().test_id("content");
    app.page.wait_for("document.querySelectorAll('[data-testid=content] math').length === 3");
    assert!(content.css("math").nth(1).text().contains('ℚ'), "{}", content.text());
    assert!(content.css("math").nth(2).text().contains('f'), "{}", content.text());
    assert!(content.text().contains("$\\def\\a{\\a}\\a$"), "{}", content.text());
}

#[test]
fn streaming_details_are_open_until_their_end_has_come() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let gate = Gate::default();
    let reply =
        Reply::stream().deltas(&["<details onclick=\"alert(1)\">\n<summary>Steps **one**</summary>\n\n- a ", "`b`\n"]);
    endpoint.reply(
        reply.gate(&gate).deltas(&["- c\n\n<details open>\n\ninner\n\n</details>\n</details>\n\nBehind."]).done(),
    );
    app.send("Show your steps");
    let shown = app.last().test_id("disclosure");
    shown.css("li code").wait_visible();
    app.page.wait_for("document.querySelector('[data-testid=disclosure]').open");
    gate.open();
    app.wait_answer("done");
    app.page.wait_for("document.querySelector('[data-testid=disclosure]').open === false");
    assert_eq!(shown.count(), 2);
    assert_eq!(app.page.eval("document.querySelector('[data-testid=disclosure]').hasAttribute('onclick')"), false);
    let summary = shown.nth(0).css("summary").nth(0);
    assert_eq!(summary.text(), "Steps one");
    app.page.screenshot("details-closed");
    summary.click();
    app.page.wait_for("document.querySelector('[data-testid=disclosure]').open");
    assert!(shown.nth(1).text().contains("inner"));
    app.page.screenshot("details-open");
    crate::axe::check(&app.page, "details");
    app.wait_saved();
    app.page.reload();
    shown.nth(0).wait();
    app.page.wait_for("!document.querySelector('[data-testid=disclosure]').open");
}

#[test]
fn streaming_formulas_are_mathml_and_are_copied_as_latex() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    let deep = format!("${}x{}$ End.", "\\sqrt{".repeat(15), "}".repeat(15));
    let text = format!("{FORMULAS}{deep}");
    let pieces: Vec<String> = text.chars().map(String::from).collect();
    endpoint.reply(Reply::tokens(&pieces, None));
    app.ask("Formulas, please");
    let content = app.last().test_id("content");
    page.wait_for("document.querySelectorAll('[data-testid=content] math').length === 9");
    assert_eq!(content.css("math mfrac").count(), 3);
    assert_eq!(content.css("math[display=block]").count(), 3);
    assert_eq!(content.css("math msqrt").count(), 17);
    assert_eq!(content.css("[style]").count(), 0);
    let drawn = "document.querySelector('[data-testid=content] math').namespaceURI";
    assert_eq!(page.eval(drawn), "http://www.w3.org/1998/Math/MathML");
    // An unknown command stays as its name, and amounts are no formulas.
    assert_eq!(content.css("math merror").texts(), ["\\nosuchthing"]);
    let shown = content.text();
    assert!(shown.contains("money $5 and $6."), "{shown}");
    let copied = page.eval(
        "(() => { const list = document.querySelectorAll('[data-testid=content]'); \
         getSelection().selectAllChildren(list[list.length - 1]); const clipboardData = new DataTransfer(); \
         document.body.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true })); \
         getSelection().removeAllRanges(); \
         return [clipboardData.getData('text/plain'), clipboardData.getData('text/html')]; })()",
    );
    let html = copied[1].as_str().unwrap_or_default();
    let copied = copied[0].as_str().unwrap_or_default();
    for source in
        ["Inline $e^{i\\pi}+1=0$ and", "\\mathrm{d}x = \\frac{\\sqrt{\\pi}}{2}$$", "\\(a_1\\)", "\\end{align}"]
    {
        assert_eq!(copied.matches(source).count(), 1, "{source} in {copied}");
    }
    // What knows HTML gets the structure, and nothing of the page's own.
    for (part, times) in [("<math xmlns=", 9), ("<table>", 1), ("<li>", 2), ("<mfrac>", 3), ("display=\"block\"", 3)] {
        assert_eq!(html.matches(part).count(), times, "{part} in {html}");
    }
    for part in ["<span", " class=", " style=", "<button", "\\frac", "data-"] {
        assert!(!html.contains(part), "{part} in {html}");
    }
    page.screenshot("formulas");
    crate::axe::check(page, "formulas");
    app.wait_saved();
    page.colour_scheme("dark");
    page.viewport(390, 844);
    page.reload();
    page.wait_for("document.querySelectorAll('[data-testid=content] math').length === 9");
    // A wide formula is scrolled in its place, and the page never sideways.
    page.wait_for("document.documentElement.scrollWidth <= innerWidth");
    page.screenshot("formulas-dark-narrow");
    crate::axe::check(page, "formulas-dark-narrow");
}
