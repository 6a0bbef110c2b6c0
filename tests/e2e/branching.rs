//! The tree of a conversation: siblings, edits, deletion, undo, search.

use crate::app::App;
use crate::endpoint::{Endpoint, Reply};

fn scripted(answers: &[&str]) -> (Endpoint, App) {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    for answer in answers {
        endpoint.reply(Reply::text(&[answer]));
    }
    (endpoint, app)
}

#[test]
fn branching_regenerate_adds_a_sibling_and_one_can_switch() {
    let (endpoint, app) = scripted(&["First answer.", "Second answer."]);
    app.ask("Question");
    app.message(1).act("regenerate");
    app.wait_said(&["user: Question", "assistant: Second answer."]);
    app.wait_answer("done");
    app.message(1).test_id("branch-label").wait_text("2/2");
    app.message(1).act("branch-prev");
    app.wait_said(&["user: Question", "assistant: First answer."]);
    app.message(1).test_id("branch-label").wait_text("1/2");
    app.page.screenshot("branches");
    app.reload();
    app.wait_said(&["user: Question", "assistant: First answer."]);
    app.message(1).act("branch-next");
    app.wait_said(&["user: Question", "assistant: Second answer."]);
    // Both requests asked the same.
    let chats = endpoint.chats();
    assert_eq!(chats[0].messages(), chats[1].messages());
}

#[test]
fn branching_an_edited_question_starts_a_branch_and_both_survive() {
    let (endpoint, app) = scripted(&["About cats.", "More cats.", "About dogs."]);
    app.ask("Tell me about cats");
    app.ask("More");
    app.message(0).act("edit");
    app.message(0).test_id("edit-input").fill("Tell me about dogs");
    app.message(0).test_id("edit-branch").click();
    app.wait_said(&["user: Tell me about dogs", "assistant: About dogs."]);
    app.wait_answer("done");
    let sent = endpoint.wait_chats(3).messages();
    assert!(sent.iter().any(|(_, text)| text == "Tell me about dogs"), "{sent:?}");
    assert!(!sent.iter().any(|(_, text)| text.contains("cats")), "{sent:?}");
    app.message(0).test_id("branch-label").wait_text("2/2");
    app.message(0).act("branch-prev");
    let whole = ["user: Tell me about cats", "assistant: About cats.", "user: More", "assistant: More cats."];
    app.wait_said(&whole);
    app.reload();
    app.wait_said(&whole);
}

#[test]
fn branching_an_edit_in_place_asks_nobody_and_can_be_undone() {
    let (endpoint, app) = scripted(&["Answer with a tpyo."]);
    app.ask("Question");
    let id = app.message(1).attr("data-id");
    app.message(1).act("edit");
    app.message(1).test_id("edit-input").fill("Answer without a typo.");
    app.message(1).test_id("edit-save").click();
    app.wait_said(&["user: Question", "assistant: Answer without a typo."]);
    assert_eq!(app.message(1).attr("data-id"), id);
    app.reload();
    app.wait_said(&["user: Question", "assistant: Answer without a typo."]);
    app.undo();
    app.wait_said(&["user: Question", "assistant: Answer with a tpyo."]);
    app.redo();
    app.wait_said(&["user: Question", "assistant: Answer without a typo."]);
    assert_eq!(endpoint.chats().len(), 1);
    app.ask("Next");
    assert!(endpoint.wait_chats(2).messages().iter().any(|(_, text)| text == "Answer without a typo."));
}

#[test]
fn branching_what_is_selected_in_a_form_just_drawn_stays_selected() {
    let app = App::first_late_visit();
    let page = &app.page;
    app.ask("What can I do here?");
    app.message(0).act("edit");
    page.wait_for(
        "(() => { const field = document.querySelector('[data-testid=edit-input]'); field?.select(); return !!field; })()",
    );
    // By its effects the field is given the height of its text.
    page.wait_for("document.querySelector('[data-testid=edit-input]').style.height.endsWith('px')");
    page.insert_text("How do branches work?");
    page.test_id("edit-input").wait_value("How do branches work?");
}

#[test]
fn branching_a_deleted_subtree_comes_back_even_after_a_reload() {
    let (_endpoint, app) = scripted(&["One.", "Two."]);
    app.ask("First");
    app.ask("Second");
    app.message(1).act("delete");
    let question = app.confirm();
    assert!(question.contains('3'), "the question does not say how many go: {question:?}");
    app.wait_said(&["user: First"]);
    app.reload();
    app.wait_said(&["user: First"]);
    app.undo();
    let whole = ["user: First", "assistant: One.", "user: Second", "assistant: Two."];
    app.wait_said(&whole);
    app.reload();
    app.wait_said(&whole);
    app.redo();
    app.wait_said(&["user: First"]);
    app.undo();
    app.wait_said(&whole);
}

#[test]
fn branching_a_message_can_be_kept_out_of_the_context() {
    let (endpoint, app) = scripted(&["Noted.", "Sure."]);
    app.ask("The secret word is quince");
    app.message(0).act("toggle-context");
    app.wait_saved();
    app.ask("Go on");
    let sent = endpoint.wait_chats(2).messages();
    assert!(!sent.iter().any(|(_, text)| text.contains("quince")), "{sent:?}");
    app.message(0).act("toggle-context");
    app.ask("And now");
    let sent = endpoint.wait_chats(3).messages();
    assert!(sent.iter().any(|(_, text)| text.contains("quince")), "{sent:?}");
}

#[test]
fn branching_from_an_earlier_message_leaves_the_rest_alone() {
    let (endpoint, app) = scripted(&["One.", "Two.", "Other."]);
    app.ask("First");
    app.ask("Second");
    app.message(1).act("branch-from");
    app.wait_said(&["user: First", "assistant: One."]);
    app.ask("Alternative");
    app.wait_said(&["user: First", "assistant: One.", "user: Alternative", "assistant: Other."]);
    assert!(!endpoint.wait_chats(3).messages().iter().any(|(_, text)| text == "Second"));
    app.message(2).test_id("branch-label").wait_text("2/2");
    app.message(2).act("branch-prev");
    app.wait_said(&["user: First", "assistant: One.", "user: Second", "assistant: Two."]);
}

#[test]
fn branching_a_stopped_answer_can_be_continued() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::stream().deltas(&["To be"]).hang());
    app.send("Hamlet");
    app.last().test_id("content").wait_text("To be");
    app.page.test_id("stop").click();
    app.wait_answer("stopped");
    endpoint.reply(Reply::text(&[" or not to be."]));
    app.last().act("continue");
    app.wait_said(&["user: Hamlet", "assistant: To be or not to be."]);
    app.wait_answer("done");
}

#[test]
fn branching_the_tree_shows_every_message_and_leads_to_it() {
    let (_endpoint, app) = scripted(&["First answer.", "Second answer."]);
    app.ask("Question");
    let first = app.message(1).attr("data-id");
    app.message(1).act("regenerate");
    app.wait_said(&["user: Question", "assistant: Second answer."]);
    app.wait_answer("done");
    let page = &app.page;
    if !page.test_id("tree-node").visible().exists() {
        page.test_id("tree").visible().click();
    }
    page.test_id("tree-node").wait_count(3);
    page.screenshot("tree");
    page.test_id("tree-node").attr_is("data-id", &first).click();
    app.wait_said(&["user: Question", "assistant: First answer."]);
}

#[test]
fn branching_sessions_are_made_renamed_copied_and_deleted() {
    let (_endpoint, app) = scripted(&["One.", "Two."]);
    let page = &app.page;
    app.ask("About apples");
    page.test_id("session-new").visible().click();
    page.wait_for("document.querySelectorAll('[data-testid=message]').length === 0");
    app.ask("About pears");
    page.test_id("session-item").wait_count(2);
    let apples = page.test_id("session-item").containing("apples");
    apples.click();
    app.wait_said(&["user: About apples", "assistant: One."]);
    apples.act("session-duplicate");
    page.test_id("session-item").wait_count(3);
    app.wait_saved();
    let pears = page.test_id("session-item").containing("pears");
    pears.act("session-delete");
    app.confirm();
    page.test_id("session-item").wait_count(2);
    app.reload();
    page.test_id("session-item").wait_count(2);
    app.undo();
    page.test_id("session-item").wait_count(3);
    page.test_id("session-item").containing("pears").click();
    app.wait_said(&["user: About pears", "assistant: Two."]);
}

#[test]
fn branching_search_finds_what_is_on_a_branch_that_is_not_shown() {
    let (_endpoint, app) = scripted(&["A word: rhubarb.", "Another answer."]);
    let page = &app.page;
    app.ask("Question");
    app.message(1).act("regenerate");
    app.wait_said(&["user: Question", "assistant: Another answer."]);
    app.wait_answer("done");
    page.test_id("session-new").visible().click();
    app.messages().wait_count(0);
    app.ask("Something else");
    page.test_id("session-search").visible().fill("rhubarb");
    page.test_id("session-item").visible().wait_count(1);
    page.test_id("session-search").fill("nowhere to be found");
    page.test_id("session-item").visible().wait_count(0);
    page.test_id("session-search").fill("");
    page.test_id("session-item").visible().wait_count(2);
}

#[test]
fn branching_an_agent_speaks_first_and_is_recorded() {
    let (endpoint, app) = scripted(&["Plain.", "In character."]);
    let page = &app.page;
    app.ask("Hello");
    let agents = page.test_id("agent-select").css("option").attrs("value");
    assert!(agents.len() >= 3, "{agents:?}");
    let plain = endpoint.wait_chats(1).messages();
    page.test_id("agent-select").select(agents.last().unwrap());
    app.wait_saved();
    app.ask("Hello again");
    let sent = endpoint.wait_chats(2).messages();
    assert_ne!(sent[0], plain[0], "choosing another agent changed nothing in the request");
    app.reload();
    app.ask("Still you?");
    assert_eq!(endpoint.wait_chats(3).messages()[0], sent[0]);
}

#[test]
fn branching_the_preview_shows_what_will_be_sent() {
    let (endpoint, app) = scripted(&["Noted."]);
    app.ask("The secret word is quince");
    let page = &app.page;
    page.test_id("context-preview").visible().click();
    page.wait_for("document.body.innerText.split('quince').length >= 3");
    page.screenshot("context-preview");
    assert_eq!(endpoint.chats().len(), 1);
}

#[test]
fn branching_the_preview_opens_at_its_end() {
    let (_endpoint, app) = scripted(&["One.", "Two.", "Three."]);
    let page = &app.page;
    page.viewport(1280, 600);
    for question in ["first", "second", "third"] {
        app.ask(&format!("The {question}\n{}", "A line of the question.\n".repeat(30)));
    }
    page.test_id("composer").visible().fill("What is typed and comes last");
    page.test_id("context-preview").visible().click();
    page.test_id("preview-total").wait();
    page.wait_for(
        "(() => { const last = document.querySelector('.sent-list').lastElementChild;
            const { top, bottom } = last.getBoundingClientRect();
            return last.textContent.includes('comes last') && top > 0 && bottom <= innerHeight; })()",
    );
    // It was brought there: the beginning is out of sight.
    let first = page.eval("document.querySelector('.sent-list').firstElementChild.getBoundingClientRect().bottom < 0");
    assert_eq!(first, true);
    page.screenshot("context-preview-end");
}

#[test]
fn branching_a_long_title_leaves_the_composer_in_the_window() {
    let app = App::first_visit();
    let page = &app.page;
    // One word, which cannot be broken.
    app.ask(&"Kindergarten".repeat(5));
    for width in [320, 360, 390, 565] {
        page.viewport(width, 800);
        page.wait_for(&format!("innerWidth === {width}"));
        page.test_id("send").wait_visible();
        let inside = "(() => { const b = document.querySelector('[data-testid=send]').getBoundingClientRect(); \
             return b.width > 0 && b.left >= 0 && b.right <= innerWidth; })()";
        page.wait_for_or(inside, crate::browser::LIMIT, || format!("the button is outside at {width} px"));
        page.screenshot(&format!("chat-long-title-{width}"));
    }
}
