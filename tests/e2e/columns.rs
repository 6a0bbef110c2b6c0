//! Answers of several models side by side: asked at once, stopped, compared, kept, merged.

use serde_json::json;

use crate::app::App;
use crate::axe;
use crate::endpoint::{Endpoint, Gate, Reply};

const FIRST: &str = "A fence keeps the deer out, and costs little.";

/// Answer of each model, of which the second half waits for its gate.
fn halves(model: &str) -> [&'static str; 2] {
    match model {
        "other-model" => ["A hedge keeps the deer out, ", "and birds live in it."],
        _ => ["A wall keeps the deer out, ", "but costs a lot."],
    }
}

fn whole(model: &str) -> String {
    halves(model).concat()
}

/// A first answer, two models to choose from, and a gate for each.
fn begun() -> (Endpoint, App, [Gate; 2]) {
    let endpoint = Endpoint::start();
    let app = App::first_visit();
    app.configure(&endpoint);
    app.page.test_id("fetch-models").click();
    app.page.test_id("model-list").wait_visible();
    app.go("chat");
    endpoint.reply(Reply::text(&[FIRST]));
    app.ask("What keeps deer out of the orchard?");
    endpoint.forget();
    let gates = [Gate::default(), Gate::default()];
    let held = gates.clone();
    endpoint.respond(move |asked| {
        let model = asked.body["model"].as_str().filter(|_| asked.is_chat())?;
        let [first, second] = halves(model);
        let gate = &held[usize::from(model == "other-model")];
        Some(Reply::stream().deltas(&[first]).gate(gate).deltas(&[second]).done())
    });
    (endpoint, app, gates)
}

/// Asks both models, and waits until both are answering.
fn ask_both(app: &App) {
    app.last().focus();
    app.page.press("m", 0);
    app.page.test_id("choose-model").wait_visible();
    for model in ["test-model", "other-model"] {
        app.page.test_id("model-option").attr_is("data-model", model).test_id("model-tick").click();
    }
    app.page.test_id("model-ask").wait_text("2");
    app.page.screenshot("columns-choice");
    axe::check(&app.page, "the choice of several models");
    app.page.test_id("model-ask").click();
    let columns = app.page.test_id("answer-column");
    columns.wait_count(3);
    columns.nth(1).wait_text(halves("test-model")[0].trim());
    columns.nth(2).wait_text(halves("other-model")[0].trim());
    for column in [1, 2] {
        columns.nth(column).wait_attr("data-status", "streaming");
    }
}

/// Both answers come to their ends.
fn end(app: &App, gates: &[Gate]) {
    for gate in gates {
        gate.open();
    }
    for column in [1, 2] {
        app.page.test_id("answer-column").nth(column).wait_attr("data-status", "done");
    }
}

fn question() -> String {
    "user: What keeps deer out of the orchard?".to_owned()
}

#[test]
fn columns_two_models_answer_at_once_one_is_kept_and_all_is_undone() {
    let (endpoint, app, gates) = begun();
    ask_both(&app);
    app.page.screenshot("columns-streaming");
    axe::check(&app.page, "answers that stream side by side");
    end(&app, &gates);
    let mut models: Vec<_> = endpoint.chats().iter().map(|chat| chat.body["model"].clone()).collect();
    models.sort_by_key(ToString::to_string);
    assert_eq!(models, [json!("other-model"), json!("test-model")]);
    app.page.viewport(1440, 900);
    app.page.screenshot("columns-1440");
    app.page.colour_scheme("dark");
    app.page.wait_for("!document.getAnimations().length");
    app.page.screenshot("columns-1440-dark");
    axe::check(&app.page, "answers side by side in the dark");
    app.page.eval("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }, 0");
    app.page.test_id("answer-column").nth(2).test_id("column-copy").click();
    app.page.wait_for(&format!("window.copied === {}", json!(whole("other-model"))));
    app.page.test_id("answer-column").nth(1).test_id("column-keep").click();
    app.page.test_id("answer-column").wait_gone();
    app.wait_said(&[&question(), &format!("assistant: {}", whole("test-model"))]);
    app.last().test_id("branch-label").wait_text("2/3");
    // The choice is part of what was asked.
    app.undo();
    app.wait_said(&[&question(), &format!("assistant: {FIRST}")]);
    app.last().test_id("branch-label").wait_gone();
    app.reload();
    app.wait_said(&[&question(), &format!("assistant: {FIRST}")]);
}

#[test]
fn columns_one_is_stopped_while_the_other_goes_on_and_undo_stops_both() {
    let (endpoint, app, gates) = begun();
    ask_both(&app);
    let columns = app.page.test_id("answer-column");
    columns.nth(1).test_id("column-stop").click();
    columns.nth(1).wait_attr("data-status", "stopped");
    columns.nth(2).wait_attr("data-status", "streaming");
    gates[1].open();
    columns.nth(2).wait_attr("data-status", "done");
    columns.nth(2).wait_text(halves("other-model")[1]);
    assert!(!columns.nth(1).text().contains(halves("test-model")[1]));
    endpoint.wait_abort();
    app.undo();
    columns.wait_gone();
    app.wait_said(&[&question(), &format!("assistant: {FIRST}")]);
}

#[test]
fn columns_show_the_words_that_differ() {
    let (_endpoint, app, gates) = begun();
    ask_both(&app);
    end(&app, &gates);
    let columns = app.page.test_id("answer-column");
    app.page.test_id("compare-end").click();
    columns.wait_gone();
    app.last().test_id("compare").click();
    columns.wait_count(3);
    // The one that was shown is what the others are compared with.
    columns.nth(2).test_id("column-words").wait_gone();
    columns.nth(1).test_id("column-words").click();
    columns.nth(1).test_id("column-words").wait_attr("aria-pressed", "true");
    assert_eq!(columns.nth(1).css("del").nth(0).text(), "hedge");
    assert_eq!(columns.nth(1).css("ins").nth(0).text(), "wall");
    app.page.screenshot("columns-words");
    axe::check(&app.page, "the words that differ");
    columns.nth(1).test_id("column-words").click();
    columns.nth(1).css("del").wait_gone();
}

#[test]
fn columns_are_merged_into_one_answer_and_that_is_undone() {
    let (endpoint, app, gates) = begun();
    ask_both(&app);
    end(&app, &gates);
    endpoint.reply(Reply::text(&["A hedge, ", "or a fence."]));
    app.page.test_id("merge").click();
    app.page.test_id("answer-column").wait_gone();
    assert_eq!(app.wait_answer("done"), "A hedge, or a fence.");
    app.last().test_id("branch-label").wait_text("4/4");
    let (role, asked) = endpoint.wait_chats(3).messages().pop().expect("something was asked");
    assert_eq!(role, "user");
    for part in ["What keeps deer", FIRST, &whole("test-model"), &whole("other-model")] {
        assert!(asked.contains(part), "{part:?} is not in {asked:?}");
    }
    app.last().test_id("compare").click();
    app.page.test_id("answer-column").wait_count(4);
    app.page.screenshot("columns-merged");
    app.undo();
    app.page.test_id("answer-column").wait_gone();
    app.last().test_id("branch-label").wait_text("3/3");
}

#[test]
fn columns_on_a_phone_are_shown_one_at_a_time() {
    let (_endpoint, app, gates) = begun();
    ask_both(&app);
    end(&app, &gates);
    app.page.viewport(390, 844);
    let place = app.page.css(".columns-place");
    app.page.test_id("answer-column").nth(0).focus();
    place.wait_text("1/3");
    app.page.wait_for("!document.getAnimations().length");
    app.page.screenshot("columns-390");
    axe::check(&app.page, "answers on a phone");
    for expected in ["2/3", "3/3"] {
        app.page.press("ArrowRight", 0);
        place.wait_text(expected);
    }
    assert!(app.page.test_id("answer-column").nth(2).has_focus());
    app.page.press("ArrowLeft", 0);
    place.wait_text("2/3");
    // A letter acts on no message while several are shown.
    app.page.press("r", 0);
    app.page.test_id("answer-column").wait_count(3);
    let fits = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(app.page.eval(fits), json!(true), "the page scrolls sideways");
    app.page.press("Escape", 0);
    app.page.test_id("answer-column").wait_gone();
    app.page.wait_for("document.activeElement?.dataset.testid === 'message'");
}
