//! The Course room: interviews by clicks, words and keys, their outlines, and further use of them.

use serde_json::{Value, json};

use crate::app::App;
use crate::axe;
use crate::browser::{ALT, LIMIT, Locator};
use crate::endpoint::reply::{Gate, delta};
use crate::endpoint::{Endpoint, Reply};

/// Begins a new interview of this kind.
pub fn begin(app: &App, flow: &str) {
    app.go("course");
    app.page.test_id("course-flow").wait_visible().select(flow);
    app.page.test_id("course-new").click();
    app.page.test_id("assistant").wait_visible().wait_attr("data-scope", "course");
}

pub fn field<'a>(app: &'a App, name: &str) -> Locator<'a> {
    app.page.test_id("profile-field").attr_is("data-field", name)
}

/// Returns the open card, once it asks for this field.
fn card<'a>(app: &'a App, name: &str) -> Locator<'a> {
    let card = app.page.test_id("question");
    card.wait_visible().wait_attr("data-field", name).wait_attr("data-status", "open");
    card
}

fn option(app: &App, at: usize) -> Locator<'_> {
    app.page.test_id("question").test_id("option").nth(at)
}

/// Chooses the first option of the card that asks for a field, by keys: the page may still make room for the card.
pub fn choose(app: &App, name: &str) {
    let card = card(app, name);
    app.wait_saved();
    option(app, 0).focus();
    if card.attr("data-kind") == "choose" {
        app.page.press(" ", 0);
        app.page.css("[data-testid=option-submit]:not([disabled])").wait_visible().focus();
    }
    app.page.press("Enter", 0);
}

/// Chooses the first options until the outline is there, on the built-in model.
fn finish(app: &App, topic: &str) {
    app.send(topic);
    field(app, "goal").wait_attr("data-filled", "yes").wait_text(topic);
    for name in ["background", "targetOutcome", "cognitiveStyle"] {
        choose(app, name);
        field(app, name).wait_attr("data-filled", "yes");
    }
    app.page.test_id("outline").wait_visible().wait_attr("data-status", "done");
}

/// Makes a reply that calls one tool, its arguments in pieces of a few characters.
fn call(text: &str, name: &str, arguments: &Value, gate: Option<&Gate>) -> Reply {
    let mut reply = Reply::stream();
    if !text.is_empty() {
        reply = reply.deltas(&[text]);
    }
    let begin = json!({ "index": 0, "id": "c1", "type": "function", "function": { "name": name, "arguments": "" } });
    reply = reply.event(&delta(&json!({ "tool_calls": [begin] }), None));
    let text: Vec<char> = arguments.to_string().chars().collect();
    for (at, piece) in text.chunks(12).enumerate() {
        let piece: String = piece.iter().collect();
        let more = json!({ "index": 0, "function": { "arguments": piece } });
        reply = reply.event(&delta(&json!({ "tool_calls": [more] }), None));
        if let Some(gate) = gate.filter(|_| at == text.len() / 24) {
            reply = reply.gate(gate);
        }
    }
    reply.finish("tool_calls")
}

fn present(name: &str, several: bool) -> Reply {
    let arguments = json!({
        "question": "Pick one", "options": ["First", "Second", "Third"], "targetField": name,
        "allowSkip": true, "multiSelect": several,
    });
    call("Good. Tell me more.", "presentOptions", &arguments, None)
}

fn outline_arguments() -> Value {
    let module = |title: &str| json!({ "title": title, "chapters": [{ "title": format!("{title} one"), "contentSnippet": "c" }, { "title": format!("{title} two") }] });
    json!({
        "title": "The history of China", "description": "From the beginning to now", "difficulty": "intermediate",
        "estimatedMinutes": 240, "modules": [module("Dynasties"), module("Thought"), module("Today")], "reason": "As you asked",
    })
}

#[test]
fn course_a_sentence_then_cards_several_and_skip_and_an_outline_that_streams() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    begin(&app, "course");
    page.test_id("question").wait_gone();
    // What one begins with is the goal.
    endpoint.reply(present("background", false));
    app.send("I want to learn Chinese history");
    field(&app, "goal").wait_attr("data-filled", "yes").wait_text("I want to learn Chinese history");
    card(&app, "background").wait_attr("data-kind", "options");
    page.test_id("option").wait_count(3);
    field(&app, "background").wait_attr("data-filled", "no");
    let first = endpoint.wait_chats(1);
    assert_eq!(first.body["tools"].as_array().map(Vec::len), Some(1));
    assert_eq!(first.body["tool_choice"]["function"]["name"], "presentOptions");
    assert_eq!(first.body["temperature"], json!(0.7));
    // By a click.
    endpoint.reply(present("targetOutcome", true));
    option(&app, 1).click();
    field(&app, "background").wait_attr("data-filled", "yes").wait_text("Second");
    // Several.
    card(&app, "targetOutcome").wait_attr("data-kind", "choose");
    option(&app, 0).click();
    option(&app, 2).click();
    endpoint.reply(present("cognitiveStyle", false));
    page.test_id("option-submit").click();
    field(&app, "targetOutcome").wait_text("First, Third");
    // Skipped; the outline comes.
    card(&app, "cognitiveStyle");
    let gate = Gate::default();
    endpoint.reply(call("Here it is.", "generateOutline", &outline_arguments(), Some(&gate)));
    page.test_id("option-skip").click();
    let outline = page.test_id("outline");
    outline.wait_visible().wait_attr("data-status", "streaming").wait_text("Dynasties");
    page.test_id("question").wait_gone();
    page.screenshot("course-streaming");
    gate.open();
    outline.wait_attr("data-status", "done");
    page.test_id("outline-module").wait_count(3);
    page.test_id("outline-chapter").wait_count(6);
    let last = endpoint.wait_chats(4);
    assert_eq!(last.body["tool_choice"]["function"]["name"], "generateOutline");
    assert_eq!((last.body["temperature"].clone(), last.body["max_tokens"].clone()), (json!(0.8), json!(4096)));
    app.wait_saved();
    page.screenshot("course");
    axe::check(page, "course");
    app.reload();
    page.test_id("outline-chapter").wait_count(6);
    field(&app, "cognitiveStyle").wait_attr("data-filled", "yes");
}

#[test]
fn course_a_greeting_is_no_goal_and_nothing_is_suggested_for_one() {
    let app = App::first_visit();
    begin(&app, "course");
    app.send("Hello!");
    card(&app, "goal").wait_attr("data-kind", "words");
    app.page.test_id("option").wait_gone();
    field(&app, "goal").wait_attr("data-filled", "no");
    app.send("Learn to bake sourdough bread");
    field(&app, "goal").wait_text("Learn to bake sourdough bread");
    card(&app, "background").wait_text("How much do you already know?");
    // What the card asks is not said a second time above it.
    app.page.test_id("assistant").wait_attr("data-repeated", "all");
    let last = "document.querySelector('.course-talk .message-last').getBoundingClientRect().height";
    app.page.wait_for(&format!("{last} < 2"));
    app.page.screenshot("course-interview");
    // It is changed where it stands; nothing else was answered yet.
    field(&app, "goal").css(".in-place").click();
    app.page.css(".course-field input").wait_visible().fill("Bake rye bread");
    app.page.press("Enter", 0);
    field(&app, "goal").wait_text("Bake rye bread");
    card(&app, "background");
}

#[test]
fn course_a_part_made_anew_and_a_lesson_are_seen_in_their_places_as_they_come() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    begin(&app, "course");
    endpoint.reply(present("background", false));
    app.send("Chinese history");
    for (name, next) in [("background", "targetOutcome"), ("targetOutcome", "cognitiveStyle")] {
        card(&app, name);
        endpoint.reply(present(next, false));
        choose(&app, name);
    }
    card(&app, "cognitiveStyle");
    endpoint.reply(call("", "generateOutline", &outline_arguments(), None));
    choose(&app, "cognitiveStyle");
    page.test_id("outline").wait_visible().wait_attr("data-status", "done");
    // A part; the others stay as they are.
    let gate = Gate::default();
    let arguments = json!({ "title": "Thinkers", "chapters": [{ "title": "Confucius" }, { "title": "Laozi" }] });
    endpoint.reply(call("", "generateModule", &arguments, Some(&gate)));
    page.test_id("module-regenerate").nth(1).click();
    let part = page.test_id("outline-module").nth(1);
    part.wait_attr("data-status", "streaming").wait_text("Confucius");
    page.test_id("outline-module").nth(0).wait_text("Dynasties one");
    page.screenshot("course-part-streaming");
    gate.open();
    part.wait_text("Laozi").wait_text("Thinkers");
    page.test_id("outline-module").wait_count(3);
    app.wait_saved();
    // A lesson.
    let gate = Gate::default();
    endpoint.reply(
        Reply::stream().deltas(&["- **Aim**: virtue\n", "- **Steps**\n"]).gate(&gate).deltas(&["  - read\n"]).done(),
    );
    part.test_id("chapter-menu").nth(0).click();
    page.test_id("chapter-expand").wait_visible().click();
    let lesson = page.test_id("chapter-lesson");
    lesson.wait_visible().wait_attr("data-status", "streaming").wait_text("virtue");
    gate.open();
    lesson.wait_attr("data-status", "done").wait_text("read");
}

#[test]
fn course_goes_on_after_a_reload_in_the_middle() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    begin(&app, "course");
    endpoint.reply(present("background", false));
    app.send("Rust");
    card(&app, "background");
    app.wait_saved();
    app.reload();
    card(&app, "background");
    field(&app, "goal").wait_text("Rust");
    endpoint.reply(present("targetOutcome", false));
    option(&app, 0).click();
    card(&app, "targetOutcome");
    // While the model works the page goes away: the form of the field stays.
    let gate = Gate::default();
    endpoint.reply(Reply::stream().deltas(&["Just a "]).gate(&gate).done());
    option(&app, 0).click();
    endpoint.wait_chats(3);
    app.wait_saved();
    app.reload();
    gate.open();
    card(&app, "cognitiveStyle");
    endpoint.reply(call("", "generateOutline", &outline_arguments(), None));
    option(&app, 0).click();
    app.page.test_id("option-submit").click();
    app.page.test_id("outline").wait_visible().wait_attr("data-status", "done");
}

#[test]
fn course_plans_a_project_in_chinese_with_the_keyboard_alone() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("settings");
    page.test_id("language").select("zh");
    page.wait_for("document.documentElement.lang.startsWith('zh')");
    begin(&app, "project");
    page.test_id("composer").focus();
    page.insert_text("组织一次会议");
    page.press("Enter", 0);
    for (name, several) in [("constraints", true), ("deadline", false), ("workingStyle", false)] {
        card(&app, name);
        option(&app, 0).focus();
        if several {
            page.press(" ", 0);
            page.css("[data-testid=option-submit]:enabled").focus();
        }
        page.press("Enter", 0);
        field(&app, name).wait_attr("data-filled", "yes");
    }
    page.test_id("outline").wait_visible().wait_attr("data-status", "done").wait_text("定下大事");
    page.screenshot("course-project-zh");
    axe::check(page, "course-zh");
}

#[test]
fn course_fits_a_phone() {
    let app = App::first_visit();
    let page = &app.page;
    page.viewport(390, 844);
    begin(&app, "course");
    app.send("Baking");
    card(&app, "background");
    page.screenshot("course-phone-card");
    axe::check(page, "course-phone-card");
    let wide = "document.documentElement.scrollWidth <= window.innerWidth";
    page.wait_for_or(wide, LIMIT, || "it is wider than the window".to_owned());
    for name in ["background", "targetOutcome", "cognitiveStyle"] {
        choose(&app, name);
    }
    page.test_id("outline").wait_visible().wait_attr("data-status", "done");
    page.screenshot("course-phone-outline");
    axe::check(page, "course-phone-outline");
    page.wait_for_or(wide, LIMIT, || "it is wider than the window".to_owned());
    page.test_id("course-talk").click();
    page.test_id("composer").wait_visible();
}

#[test]
fn course_an_endpoint_without_tools_or_json_still_comes_to_an_outline() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.respond(|request| {
        if !request.is_chat() {
            return None;
        }
        let refused = request.body["tools"].is_array() || request.body.get("response_format").is_some();
        Some(if refused {
            Reply::error(400, "invalid_request_error", "this model does not support tools or response_format")
        } else {
            Reply::text(&["Let us just ", "talk about it."])
        })
    });
    app.page.expect_problem("400");
    begin(&app, "course");
    finish(&app, "Baking");
    app.page.test_id("outline-completed").wait_visible();
}

#[test]
fn course_begins_with_a_sentence_in_the_one_field_of_an_empty_room() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("course");
    page.test_id("course-begin").wait_visible().fill("Move house");
    page.test_id("course-flow").wait_count(1);
    page.test_id("course-new").wait_count(1);
    page.screenshot("course-empty");
    axe::check(page, "course-empty");
    page.test_id("course-flow").select("project");
    page.test_id("course-new").click();
    field(&app, "aim").wait_attr("data-filled", "yes").wait_text("Move house");
    card(&app, "constraints");
}

#[test]
fn course_list_copies_searches_deletes_and_undoes() {
    let app = App::first_visit();
    let page = &app.page;
    begin(&app, "course");
    finish(&app, "Baking");
    app.go("course");
    page.test_id("course-item").wait_count(1).hover();
    page.test_id("course-menu").click();
    page.test_id("course-duplicate").wait_visible().click();
    page.test_id("course-item").wait_count(2);
    page.test_id("course-search").fill("nothing like it");
    page.test_id("course-item").wait_gone();
    page.test_id("course-search").fill("(2)");
    page.test_id("course-item").wait_count(1).hover();
    page.test_id("course-menu").click();
    page.test_id("course-delete").wait_visible().click();
    app.confirm();
    page.test_id("course-search").fill("");
    page.test_id("course-item").wait_count(1);
    app.undo();
    page.test_id("course-item").wait_count(2);
}

#[test]
fn course_an_earlier_answer_is_changed_on_a_branch_and_fields_are_edited_beside() {
    let app = App::first_visit();
    let page = &app.page;
    // So high that the whole conversation is drawn.
    page.viewport(1280, 2400);
    begin(&app, "course");
    finish(&app, "Drawing");
    field(&app, "background").wait_text("I’m new to it");
    // The answer becomes another one, on a branch of its own.
    let said = app.messages().attr_is("data-role", "user").nth(1);
    said.act("edit");
    page.test_id("edit-input").wait_visible().fill("I know it well");
    page.test_id("edit-branch").click();
    field(&app, "background").wait_text("I know it well");
    card(&app, "targetOutcome");
    field(&app, "cognitiveStyle").wait_attr("data-filled", "no");
    app.undo();
    field(&app, "background").wait_text("I’m new to it");
    field(&app, "cognitiveStyle").wait_attr("data-filled", "yes");
    // The same without a branch.
    let said = app.messages().attr_is("data-role", "user").nth(1);
    said.act("edit");
    page.test_id("edit-input").wait_visible().fill("I draw a little");
    page.test_id("edit-save").click();
    field(&app, "background").wait_text("I draw a little");
    field(&app, "cognitiveStyle").wait_attr("data-filled", "yes");
    app.undo();
    field(&app, "background").wait_text("I’m new to it");
    // Beside the conversation.
    field(&app, "goal").test_id("profile-clear").click();
    card(&app, "goal");
    field(&app, "background").wait_attr("data-filled", "no");
    field(&app, "cognitiveStyle").wait_attr("data-filled", "yes");
    field(&app, "goal").css(".in-place").click();
    page.css(".course-field input").wait_visible().fill("Painting");
    page.press("Enter", 0);
    field(&app, "goal").wait_text("Painting");
    card(&app, "background");
    app.undo();
    app.undo();
    field(&app, "goal").wait_text("Drawing");
    field(&app, "background").wait_attr("data-filled", "yes");
}

#[test]
fn course_the_outline_is_edited_versioned_and_taken_to_other_rooms() {
    let app = App::first_visit();
    let page = &app.page;
    begin(&app, "course");
    finish(&app, "Baking");
    page.test_id("outline-module").wait_count(4);
    page.test_id("chapter-done").nth(0).click();
    page.test_id("outline-progress").wait_text("1 of 12");
    // The title leads; the line below it opens the form.
    let top = |css: &str| page.eval(&format!("document.querySelector('{css}').getBoundingClientRect().top")).as_f64();
    assert!(top(".course-title") < top(".course-facts") && top(".course-facts") < top(".course-about"));
    page.test_id("outline-minutes").wait_gone();
    page.test_id("outline-facts").click();
    page.test_id("outline-minutes").wait_visible().fill("90");
    page.press("Enter", 0);
    page.test_id("outline-time").wait_text("1 h 30 min");
    page.screenshot("course-outline");
    page.test_id("outline-facts").click();
    page.test_id("outline-chapter").nth(0).css(".in-place").nth(0).click();
    page.css(".course-chapter input.rename").wait_visible().fill("What bread is");
    page.press("Enter", 0);
    page.test_id("outline-chapter").nth(0).wait_text("What bread is");
    // Moved by keys, with the keyboard staying on it.
    page.test_id("outline-chapter").nth(0).css(".in-place").nth(0).focus();
    page.press("ArrowDown", ALT);
    page.test_id("outline-chapter").nth(1).wait_text("What bread is");
    page.press("ArrowUp", ALT);
    page.test_id("outline-chapter").nth(0).wait_text("What bread is");
    // One part anew.
    page.test_id("module-regenerate").nth(1).click();
    page.test_id("outline-module").nth(1).wait_text("What this part is for");
    page.test_id("outline-chapter").nth(0).wait_text("What bread is");
    page.test_id("outline-versions").click();
    page.test_id("outline-version").wait_count(1).nth(0).click();
    page.test_id("outline-module").nth(1).wait_text("Mixing and kneading");
    // A lesson.
    page.test_id("chapter-menu").nth(0).click();
    page.test_id("chapter-expand").wait_visible().click();
    page.test_id("chapter-lesson").wait_count(1);
    app.wait_saved();
    // A file.
    let known = page.downloads();
    page.test_id("export-format").select("markdown");
    page.test_id("export").click();
    let file = page.wait_download(&known);
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("- [x] What bread is"), "{text}");
    // A map; one undo takes it back.
    page.test_id("outline-to-map").click();
    page.test_id("map-node").containing("What bread is").wait_visible();
    app.undo();
    page.test_id("map-node").wait_gone();
    app.go("course");
    page.test_id("outline-to-goals").wait_visible().click();
    page.test_id("course-goals-make").wait_visible().click();
    page.test_id("goal-item").wait_count(4);
    // The way back.
    page.test_id("goal-item").nth(0).test_id("course-back").wait_visible();
    app.go("course");
    page.test_id("chapter-chat").nth(0).click();
    page.test_id("message").attr_is("data-role", "system").wait_text("What bread is");
    assert!(page.exchanges().iter().all(|exchange| !exchange.url.contains("/chat/completions")));
}

#[test]
fn course_ticks_and_words_answer_together_and_the_keyboard_goes_on() {
    let app = App::first_visit();
    let page = &app.page;
    // So high that nothing has to scroll.
    page.viewport(1280, 2400);
    begin(&app, "course");
    app.send("I want to learn watercolour painting");
    field(&app, "goal").wait_text("I want to learn watercolour painting");
    choose(&app, "background");
    card(&app, "targetOutcome").wait_attr("data-kind", "choose");
    option(&app, 0).click();
    option(&app, 2).click();
    app.send("And a cat");
    let outcome = field(&app, "targetOutcome");
    outcome.wait_attr("data-filled", "yes").wait_text("Understand it").wait_text("And a cat");
    choose(&app, "cognitiveStyle");
    page.test_id("outline").wait_visible().wait_attr("data-status", "done").wait_text("Watercolour painting");
    let focus = |condition: &str| page.wait_for(&format!("(e => {condition})(document.activeElement)"));
    focus("e.id === 'outline-title'");
    // What is new is named at once; of what goes its neighbour takes the keyboard.
    page.test_id("chapter-add").nth(0).focus();
    page.press("Enter", 0);
    page.css(".course-chapter input.rename").wait_visible();
    focus("e.matches('.course-chapter input.rename')");
    page.insert_text("Paper");
    page.press("Enter", 0);
    page.test_id("outline-chapter").nth(4).wait_text("Paper");
    focus("e.textContent === 'Paper'");
    page.test_id("outline-chapter").nth(4).test_id("chapter-menu").click();
    page.css(".menu-list .menu-danger").wait_visible().click();
    page.test_id("outline-chapter").wait_count(16);
    focus("e.matches('.course-part .in-place')");
    // A part that was made anew can be taken back at once.
    page.test_id("module-regenerate").nth(1).click();
    page.test_id("outline-module").nth(1).wait_text("What this part is for");
    page.test_id("toast-undo").wait_visible().click();
    page.test_id("outline-module").nth(1).wait_text("Light and shadow in three tones");
    // Without an answer nothing is made anew; its card takes the keyboard.
    field(&app, "background").test_id("profile-clear").click();
    card(&app, "background");
    page.test_id("course-generate").click();
    page.test_id("toast").containing("Background").wait_visible();
    focus("e.closest('[data-testid=question]') !== null");
    // In the other rooms.
    page.test_id("outline-to-goals").focus();
    page.press("Enter", 0);
    page.test_id("course-goals-make").wait_visible().focus();
    page.press("Enter", 0);
    page.test_id("goal-item").wait_count(5);
    focus("e !== document.body");
    app.go("course");
    page.test_id("chapter-chat").nth(0).wait_visible().click();
    page.test_id("composer")
        .wait_visible()
        .wait_value("Explain “Paper and tools for watercolour painting: the few you need” to me with an example.");
    focus("e.dataset.testid === 'composer'");
}

/// Returns the middle of a script's element, as a point of the window.
fn middle(app: &App, element: &str) -> (f64, f64) {
    let point = app.page.eval(&format!(
        "(() => {{ const b = ({element}).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
    ));
    (point[0].as_f64().unwrap(), point[1].as_f64().unwrap())
}

/// Presses on a grip and carries it to a height, without letting go.
fn carry(app: &App, grip: &str, to: f64) -> f64 {
    let (x, y) = middle(app, grip);
    app.page.mouse("mouseMoved", x, y, 0);
    app.page.mouse("mousePressed", x, y, 1);
    for step in 1..=8 {
        app.page.mouse("mouseMoved", x, y + (to - y) * f64::from(step) / 8.0, 1);
    }
    x
}

#[test]
fn course_parts_and_chapters_are_carried_by_their_grips() {
    let app = App::first_visit();
    let page = &app.page;
    // So high that nothing has to scroll.
    page.viewport(1280, 2400);
    begin(&app, "course");
    finish(&app, "Baking");
    let titles = |class: &str| {
        let script = format!("[...document.querySelectorAll('{class} .in-place')].map(e => e.textContent)");
        page.eval(&script).as_array().expect("a list").clone()
    };
    let parts = titles(".course-part-head h3");
    let chapters = titles(".course-chapter-head");
    let grip = |name: &str, at: usize| format!("document.querySelectorAll('[data-testid={name}]')[{at}]");
    let row = |name: &str, at: usize| format!("document.querySelectorAll('[data-testid={name}]')[{at}]");
    // The first chapter goes below the second one.
    let (_, second) = middle(&app, &row("outline-chapter", 1));
    let x = carry(&app, &grip("chapter-grip", 0), second + 6.0);
    page.test_id("outline-chapter").nth(0).wait_attr("data-carried", "true");
    page.test_id("outline-chapter").nth(2).wait_attr("data-drop", "before");
    page.screenshot("course-carry");
    page.mouse("mouseReleased", x, second + 6.0, 1);
    let first = chapters[0].as_str().unwrap();
    page.test_id("outline-chapter").nth(1).wait_text(first);
    app.undo();
    page.test_id("outline-chapter").nth(0).wait_text(first);
    // Into another part.
    let (_, other) = middle(&app, &row("outline-chapter", 5));
    let x = carry(&app, &grip("chapter-grip", 0), other - 4.0);
    page.mouse("mouseReleased", x, other - 4.0, 1);
    page.test_id("outline-module").nth(1).wait_text(first);
    app.undo();
    page.test_id("outline-module").nth(0).wait_text(first);
    // Escape leaves it.
    let x = carry(&app, &grip("chapter-grip", 0), other);
    page.press("Escape", 0);
    page.css(".course-part [data-carried]").wait_gone();
    page.mouse("mouseReleased", x, other, 1);
    assert_eq!(titles(".course-chapter-head"), chapters);
    // A part.
    let (_, last) = middle(&app, &row("outline-module", 3));
    let x = carry(&app, &grip("module-grip", 0), last + 10.0);
    page.mouse("mouseReleased", x, last + 10.0, 1);
    page.test_id("outline-module").nth(3).wait_text(parts[0].as_str().unwrap());
    app.undo();
    page.test_id("outline-module").nth(0).wait_text(parts[0].as_str().unwrap());
    // From anywhere else nothing is carried.
    let from = "document.querySelector('.course-chapter-head .in-place')";
    let x = carry(&app, from, other);
    page.mouse("mouseReleased", x, other, 1);
    assert_eq!(titles(".course-chapter-head"), chapters);
    let touch = format!("getComputedStyle({}).touchAction", grip("module-grip", 0));
    assert_eq!(page.eval(&touch), "none");
    let scrolls = format!("getComputedStyle({}).touchAction", row("outline-module", 0));
    assert_eq!(page.eval(&scrolls), "auto");
}

#[test]
fn course_a_finger_carries_a_chapter_by_its_grip() {
    let app = App::first_visit();
    let page = &app.page;
    page.viewport(390, 1600);
    begin(&app, "course");
    finish(&app, "Baking");
    let first = page.eval("document.querySelector('.course-chapter-head .in-place').textContent");
    let (x, y) = middle(&app, "document.querySelector('[data-testid=chapter-grip]')");
    let (_, second) = middle(&app, "document.querySelectorAll('[data-testid=outline-chapter]')[1]");
    let to = second + 6.0;
    page.touch("touchStart", Some((x, y)));
    for step in 1..=8 {
        page.touch("touchMove", Some((x, y + (to - y) * f64::from(step) / 8.0)));
    }
    page.test_id("outline-chapter").nth(0).wait_attr("data-carried", "true");
    page.touch("touchEnd", None);
    page.test_id("outline-chapter").nth(1).wait_text(first.as_str().unwrap());
}
