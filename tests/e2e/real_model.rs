//! Conversations with a real model behind a real server; `cargo xtask real-model` starts both.

use std::time::Duration;

use crate::app::App;
use crate::{attachments, course, time_assistant};

/// Script for whether the last message is an answer that is done.
pub const RESTS: &str = "[...document.querySelectorAll('[data-testid=message]')].at(-1)?.dataset.status === 'done'
    && [...document.querySelectorAll('[data-testid=message]')].at(-1).dataset.role === 'assistant'";

/// Waits for an answer. Small models on small machines take their time, and may be asked in several ways.
fn wait_for_answer(app: &App) {
    let state = || format!("transcript: {:#?}", app.transcript());
    app.page.wait_for_or(RESTS, Duration::from_mins(5), state);
}

/// Returns the app, with the server as its endpoint.
fn app() -> App {
    let base_url = std::env::var("ESPALIER_REAL_MODEL").expect("ESPALIER_REAL_MODEL is the base URL of the server");
    let app = App::first_visit();
    app.save_endpoint(&base_url, "", "");
    app.test_connection("ok");
    app
}

#[test]
#[ignore = "needs a real server: cargo xtask real-model"]
fn real_model_holds_a_conversation_that_branches_and_stays() {
    let app = app();
    let page = &app.page;
    app.go("chat");
    let first = app.ask("Name one color of the rainbow.");
    assert!(!first.is_empty());
    app.last().act("regenerate");
    app.last().test_id("branch-label").wait_text("2/2");
    let other = app.wait_answer("done");
    let second = app.ask("And one more?");
    assert!(!other.is_empty() && !second.is_empty());
    app.message(0).act("edit");
    page.test_id("edit-input").fill("Name one animal of the forest.");
    page.test_id("edit-branch").click();
    app.message(0).test_id("branch-label").wait_text("2/2");
    let third = app.wait_answer("done");
    app.wait_saved();
    let said = app.said();
    app.reload();
    app.wait_said(&said.iter().map(String::as_str).collect::<Vec<_>>());
    app.message(0).act("branch-prev");
    app.wait_said(&[
        "user: Name one color of the rainbow.",
        &format!("assistant: {other}"),
        "user: And one more?",
        &format!("assistant: {second}"),
    ]);
    page.screenshot("real-model");
    eprintln!("first: {first}\nagain: {other}\nthen: {second}\nas a branch: {third}");
}

/// Checks that a refusal of pictures is understood in the server's own words.
#[test]
#[ignore = "needs a real server: cargo xtask real-model"]
fn real_model_that_sees_no_pictures_answers_without_them() {
    let app = app();
    let page = &app.page;
    app.go("chat");
    attachments::give(&app, "paste", "[data-testid=composer]", &[&attachments::picture(40, 30)]);
    page.test_id("attachment").wait_count(1);
    app.send("Name one color of the rainbow.");
    app.wait_answer("error");
    page.screenshot("real-model-no-pictures");
    page.css(".problem-ways button").containing("without").click();
    let answer = app.wait_answer("done");
    assert!(!answer.is_empty());
    attachments::give(&app, "paste", "[data-testid=composer]", &[&attachments::picture(40, 30)]);
    page.test_id("attach-note").wait_text("see pictures");
    eprintln!("without the picture: {answer}");
}

/// Script for the text of the last answer without its marked numbers, code and addresses.
const UNMARKED: &str = "(() => {
    const answer = [...document.querySelectorAll('[data-testid=message]')].at(-1);
    const content = answer.querySelector('[data-testid=content]').cloneNode(true);
    for (const part of content.querySelectorAll('[data-testid=evidence], [data-testid=unverified], code, pre')) {
        part.replaceWith(' ');
    }
    for (const block of content.querySelectorAll('p, li, td, th, h1, h2, h3, h4, h5, h6, br')) block.after('\\n');
    return content.textContent;
})()";

/// Script for today, as the page has it: year, month, day.
const TODAY: &str = "(() => { const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].join('-'); })()";

/// Finds the words with a number that has neither evidence nor a mark, and is not of the few that need none: the day it
/// is, the number of a line, a digit inside a word or an address.
fn unaccounted(text: &str, today: (u32, u32, u32)) -> Vec<String> {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let (year, month, day) = today;
    let name = MONTHS[month as usize - 1];
    let mut rest = text.to_owned();
    // The longest first, so that no form leaves the year of another behind.
    for form in [
        format!("{year}-{month:02}-{day:02}"),
        format!("{year}-{month}-{day}"),
        format!("{year}/{month:02}/{day:02}"),
        format!("{name} {day}, {year}"),
        format!("{day} {name} {year}"),
        format!("{year}年{month}月{day}日"),
        format!("{name} {day}"),
        format!("{day} {name}"),
    ] {
        let mut from = 0;
        while let Some(at) = rest[from..].find(&form).map(|at| from + at) {
            // "November 25" is no day of "November 251".
            let end = at + form.len();
            let joined = rest[..at].ends_with(|c: char| c.is_ascii_digit())
                || rest[end..].starts_with(|c: char| c.is_ascii_digit());
            if joined {
                from = end;
            } else {
                rest.replace_range(at..end, " ");
                from = at + 1;
            }
        }
    }
    let mut found = Vec::new();
    for line in rest.lines() {
        for (place, word) in line.split_whitespace().enumerate() {
            let number = word.trim_end_matches(['.', ')']);
            let of_line = place == 0 && number != word && number.chars().all(|c| c.is_ascii_digit());
            let mut before = ' ';
            let begins = word.chars().any(|c| {
                let begins = c.is_ascii_digit() && !before.is_ascii_alphanumeric();
                before = c;
                begins
            });
            if begins && !of_line && !word.contains("://") {
                found.push(word.to_owned());
            }
        }
    }
    found
}

#[test]
fn real_model_numbers_without_a_mark_are_told_from_those_that_need_none() {
    let today = (2026, 3, 5);
    for free in [
        "",
        "No number.",
        "Today is 2026-03-05, Thursday.",
        "On March 5, 2026 and 5 March",
        "2026年3月5日没有记录",
        "1. First\n2) Second",
        "GPT4 and v2, see https://a.example/2026/7",
    ] {
        assert!(unaccounted(free, today).is_empty(), "{free}");
    }
    for (text, left) in [
        ("You logged 3 hours on 2026-03-05.", &["3"][..]),
        ("2026-03-04", &["2026-03-04"]),
        ("March 51", &["51"]),
        ("March 5, 2025", &["2025"]),
        ("-7.5h (9)", &["-7.5h", "(9)"]),
        ("It was 1. Yes\n12", &["1.", "12"]),
        ("共3小时", &["共3小时"]),
    ] {
        assert_eq!(unaccounted(text, today), left, "{text}");
    }
}

/// Checks that every number of an answer is found in the log or marked, whatever the model says.
#[test]
#[ignore = "needs a real server: cargo xtask real-model"]
fn real_model_without_working_tools_invents_no_numbers() {
    let app = app();
    let page = &app.page;
    time_assistant::room(&app);
    // A small model's server may refuse tools, or take them and never use them; either way there is an answer.
    app.send("How many hours did I log today?");
    wait_for_answer(&app);
    let said = app.wait_answer("done");
    assert!(!said.is_empty());
    let called = page.test_id("tool-call").attrs("data-tool");
    let notices = page.css("[data-notice]").attrs("data-notice");
    let (backed, marked) = (page.test_id("evidence").texts(), page.test_id("unverified").texts());
    let today = page.eval(TODAY).as_str().expect("a date").to_owned();
    let today: Vec<u32> = today.split('-').map(|part| part.parse().expect("a number")).collect();
    let unmarked = page.eval(UNMARKED).as_str().expect("a text").to_owned();
    let left = unaccounted(&unmarked, (today[0], today[1], today[2]));
    assert!(left.is_empty(), "neither found in the log nor marked: {left:?} of {said}");
    page.screenshot("real-model-time");
    eprintln!("said: {said}\ncalled: {called:?}\nnotices: {notices:?}\nfound: {backed:?}\nmarked: {marked:?}");
}

/// Checks that the interview comes to an outline, however little the model can be made to do.
#[test]
#[ignore = "needs a real server: cargo xtask real-model"]
fn real_model_conducts_an_interview_to_an_outline() {
    let app = app();
    let page = &app.page;
    course::begin(&app, "course");
    app.send("I want to learn the history of China");
    let mut cards = Vec::new();
    // A card without a field does not count, so there may be more of them than fields.
    while cards.len() < 12 {
        wait_for_answer(&app);
        if !page.test_id("question").exists() {
            break;
        }
        let card = page.test_id("question");
        let options = page.test_id("option").attrs("data-id");
        let name = card.attr("data-field");
        cards.push((name.clone(), card.css(".question-text").text(), options));
        course::choose(&app, &name);
    }
    let outline = page.test_id("outline");
    outline.wait_visible().wait_attr("data-status", "done");
    assert!(page.test_id("outline-module").count() >= 2);
    let local = page.test_id("outline-completed").exists();
    let notices = page.css("[data-notice]").attrs("data-notice");
    page.screenshot("real-model-course");
    eprintln!(
        "cards: {cards:#?}\nnotices: {notices:?}\ncompleted by the app: {local}\noutline: {}",
        outline.shown_text()
    );
}
