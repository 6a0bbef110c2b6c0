//! Long answers, of which only what is near the window is in the page.

use std::fmt::Write;

use crate::app::App;
use crate::browser::{CTRL, on_time};
use crate::endpoint::{Endpoint, Reply};

/// Paragraphs, headings and lists with numbers, so that every place has a name.
fn numbered(count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        let words = "some words to read ".repeat(number % 23);
        write!(text, "## Heading {number}\n\nParagraph {number}: {words}\n\n- one\n- two\n\n").unwrap();
    }
    text + "The very end."
}

/// Script for the text of the first element below the upper edge of the transcript, and how far below it.
const FIRST: &str = "(() => { const top = document.querySelector('.transcript').getBoundingClientRect().top;
    const first = [...document.querySelectorAll('.markdown > :not(.window-space)')]
        .find(e => e.getBoundingClientRect().bottom > top + 1);
    return [first.textContent, Math.round(first.getBoundingClientRect().top - top)]; })()";

/// Script for whether no part of the transcript that is in sight is only a space.
const FILLED: &str = "(() => { const view = document.querySelector('.transcript').getBoundingClientRect();
    return [...document.querySelectorAll('.window-space')].every(e => { const r = e.getBoundingClientRect();
        return r.height < 1 || r.bottom <= view.top + 1 || r.top >= view.bottom - 1; }); })()";

fn with_answer(text: &str) -> (App, Endpoint) {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::text(&[text]));
    app.send("Everything");
    app.wait_answer("done");
    (app, endpoint)
}

#[test]
fn long_answers_are_read_up_and_down_without_a_jump() {
    // What was scrolled is measured after three frames.
    on_time();
    let (app, _endpoint) = with_answer(&numbered(800));
    let page = &app.page;
    app.last().test_id("content").containing("The very end.").wait();
    // Up, a little at a time: each step moves what is read by that much and nothing else.
    for _ in 0..30 {
        page.wait_for(FILLED);
        let moved = page.eval(
            "new Promise(done => { const view = document.querySelector('.transcript');
                const edge = view.getBoundingClientRect().top;
                const seen = [...document.querySelectorAll('.markdown > :not(.window-space)')]
                    .find(e => e.getBoundingClientRect().bottom > edge + 1);
                const before = seen.getBoundingClientRect().top;
                view.scrollBy(0, -350);
                requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() =>
                    done(seen.getBoundingClientRect().top - before)))); })",
        );
        let moved = moved.as_f64().unwrap();
        assert!((moved - 350.0).abs() < 2.0, "moved by {moved} instead of 350");
    }
    page.screenshot("long-middle");
    // To the beginning and back with keys.
    page.test_id("transcript").focus();
    page.press("Home", 0);
    page.wait_for("document.querySelector('.transcript').scrollTop === 0");
    page.wait_for(FILLED);
    app.last().test_id("content").containing("Paragraph 0").wait();
    page.press("PageDown", 0);
    page.wait_for("document.querySelector('.transcript').scrollTop > 200");
    page.wait_for(FILLED);
    page.press("End", 0);
    page.wait_for(&format!("{FILLED} && document.querySelector('.markdown').textContent.includes('The very end.')"));
    // Far into it, as with the bar at its side.
    page.eval("(document.querySelector('.transcript').scrollTop = 20000, 0)");
    page.wait_for(&format!("{FILLED} && !document.querySelector('.markdown').textContent.includes('The very end.')"));
    let first = page.eval(FIRST);
    page.eval("new Promise(done => setTimeout(done, 300))");
    assert_eq!(page.eval(FIRST), first, "it moves by itself");
    page.css(".to-end").click();
    page.wait_for(&format!("{FILLED} && document.querySelector('.markdown').textContent.includes('The very end.')"));
    let elements = page.eval("document.querySelectorAll('.markdown *').length").as_f64().unwrap();
    assert!(elements < 2_000.0, "{elements} elements");
}

#[test]
fn long_answers_are_whole_on_paper_and_for_finding_and_stay_where_they_are_selected() {
    let (app, _endpoint) = with_answer(&numbered(300));
    let page = &app.page;
    app.last().test_id("content").containing("The very end.").wait();
    page.eval("(dispatchEvent(new Event('beforeprint')), 0)");
    page.wait_for("document.querySelectorAll('.markdown > h4').length === 300");
    page.eval("(dispatchEvent(new Event('afterprint')), 0)");
    page.wait_for("document.querySelectorAll('.markdown > h4').length < 200");
    page.test_id("transcript").focus();
    page.press("Home", 0);
    page.wait_for("document.querySelector('.markdown').textContent.includes('Paragraph 0:')");
    assert_eq!(page.eval("find('Paragraph 299')"), false);
    // What is selected does not go away when it is scrolled out of sight.
    page.eval(
        "(getSelection().setBaseAndExtent(document.querySelector('.markdown > h4').firstChild, 0, \
         document.querySelectorAll('.markdown > h4')[2].firstChild, 4), 0)",
    );
    page.eval("(document.querySelector('.transcript').scrollTop = 9000, 0)");
    page.wait_for(FILLED);
    let selected = page.eval("getSelection().toString()");
    assert!(selected.as_str().unwrap().contains("Paragraph 1"), "{selected}");
    // What the browser is asked to find can be found, wherever it is.
    page.eval("(getSelection().removeAllRanges(), 0)");
    page.press("f", CTRL);
    page.wait_for("document.querySelectorAll('.markdown > h4').length === 300");
    assert_eq!(page.eval("find('Paragraph 299')"), true);
}

#[test]
fn long_lists_tables_and_code_are_right_wherever_one_looks() {
    let mut text = String::from("A[^1] list:\n\n");
    for number in 1..=600 {
        writeln!(text, "{number}. item {number}").unwrap();
    }
    text += "\n| row | what |\n|---|---|\n";
    for number in 1..=600 {
        writeln!(text, "| {number} | cell {number} |").unwrap();
    }
    text += "\n```text\n";
    for number in 1..=6_000 {
        writeln!(text, "line {number} of the code").unwrap();
    }
    text += "```\n\n[^1]: The note.\n\nThe very end.";
    let (app, _endpoint) = with_answer(&text);
    let page = &app.page;
    app.last().test_id("content").containing("The very end.").wait();
    let go = |top: &str| {
        page.eval(&format!("(document.querySelector('.transcript').scrollTop = {top}, 0)"));
        page.eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
        page.wait_for(FILLED);
    };
    let offset = |selector: &str| {
        format!(
            "document.querySelector('.transcript').scrollTop \
             + document.querySelector('{selector}').getBoundingClientRect().top"
        )
    };
    page.screenshot("long-code-end");
    // Lines are as far apart as lines are, wherever they are.
    go(&format!("{} + 60000", offset(".markdown pre")));
    page.screenshot("long-code");
    let [first, last] = ["0", "document.querySelectorAll('.markdown code > span').length - 1"].map(|index| {
        page.eval(&format!(
            "Number(/line (\\d+)/.exec(document.querySelectorAll('.markdown code > span')[{index}].textContent)[1])"
        ))
        .as_f64()
        .unwrap()
    });
    assert!(first > 1_000.0 && last < 5_000.0, "{first} to {last}");
    go(&format!("{} + 9000", offset(".markdown table")));
    page.screenshot("long-table");
    let rows =
        page.eval("document.querySelectorAll('.markdown tbody > tr:not(.window-space)').length").as_f64().unwrap();
    assert!(rows < 200.0, "{rows} rows");
    go(&format!("{} + 7000", offset(".markdown ol")));
    page.screenshot("long-list");
    let right = "[...document.querySelectorAll('.markdown ol > li:not(.window-space)')]\
        .every(e => e.textContent === `item ${e.value}`)";
    assert_eq!(page.eval(right), true);
    // A footnote leads there and back.
    go("0");
    page.css("[data-note-ref]").click();
    page.wait_for("document.activeElement?.dataset.note === '1'");
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.dataset.noteRef === '1'");
    page.wait_for(FILLED);
}
