//! Two tabs of one person: both see everything, nothing is lost.

use crate::app::App;
use crate::endpoint::{Endpoint, Gate, Reply};

#[test]
fn tabs_see_what_the_other_one_does() {
    let endpoint = Endpoint::start();
    let first = App::with_endpoint(&endpoint);
    endpoint.reply(Reply::text(&["One."]));
    first.ask("From the first tab");
    first.wait_saved();
    let address = first.page.eval("location.href");
    let second = App::open_at(&first.page.context, address.as_str().unwrap());
    second.wait_said(&["user: From the first tab", "assistant: One."]);
    endpoint.reply(Reply::text(&["Two."]));
    second.ask("From the second tab");
    let whole = ["user: From the first tab", "assistant: One.", "user: From the second tab", "assistant: Two."];
    first.wait_said(&whole);
    first.reload();
    first.wait_said(&whole);
}

#[test]
fn tabs_show_an_answer_live_while_another_one_receives_it() {
    let endpoint = Endpoint::start();
    let first = App::with_endpoint(&endpoint);
    let gate = Gate::default();
    endpoint.reply(Reply::stream().deltas(&["Live text"]).gate(&gate).deltas(&[", complete."]).done());
    first.send("Watch from both sides");
    let address = first.page.eval("location.href");
    let second = App::open_at(&first.page.context, address.as_str().unwrap());
    second.last().test_id("content").wait_text("Live text");
    gate.open();
    for tab in [&second, &first] {
        tab.wait_answer("done");
        tab.last().test_id("content").wait_text("Live text, complete.");
    }
    assert_eq!(endpoint.chats().len(), 1);
}

#[test]
fn tabs_writing_at_the_same_time_lose_nothing() {
    let endpoint = Endpoint::start();
    let first = App::with_endpoint(&endpoint);
    let second = App::open(&first.page.context);
    let gate = Gate::default();
    for app in [&first, &second] {
        app.page.test_id("session-new").visible().click();
    }
    endpoint.respond(|recorded| {
        let question = recorded.messages().last()?.1.clone();
        recorded.body["stream"].as_bool()?;
        Some(Reply::text(&["Echo ", &question]))
    });
    endpoint.reply(Reply::stream().deltas(&["Echo"]).gate(&gate).deltas(&[" first 0"]).done());
    endpoint.reply(Reply::stream().deltas(&["Echo"]).gate(&gate).deltas(&[" second 0"]).done());
    // The scripted answers go out in the order of the questions; both are under way at once.
    first.send("first 0");
    endpoint.wait_chats(1);
    second.send("second 0");
    endpoint.wait_chats(2);
    gate.open();
    for app in [&first, &second] {
        app.wait_answer("done");
    }
    for round in 1..4 {
        first.send(&format!("first {round}"));
        second.send(&format!("second {round}"));
        for app in [&first, &second] {
            app.wait_answer("done");
        }
    }
    first.wait_saved();
    second.wait_saved();
    for (app, name) in [(&first, "first"), (&second, "second")] {
        app.reload();
        let expected: Vec<String> = (0..4)
            .flat_map(|round| [format!("user: {name} {round}"), format!("assistant: Echo {name} {round}")])
            .collect();
        app.wait_said(&expected.iter().map(String::as_str).collect::<Vec<_>>());
        app.page.test_id("session-item").containing("first").wait();
        app.page.test_id("session-item").containing("second").wait();
    }
}

#[test]
fn tabs_follow_a_deletion() {
    let endpoint = Endpoint::start();
    let first = App::with_endpoint(&endpoint);
    first.ask("Keep");
    first.ask("Drop");
    let address = first.page.eval("location.href");
    let second = App::open_at(&first.page.context, address.as_str().unwrap());
    second.messages().containing("Drop").wait();
    first.message(2).act("delete");
    first.confirm();
    second.wait_said(&["user: Keep", "assistant: All right."]);
    first.undo();
    second.wait_said(&["user: Keep", "assistant: All right.", "user: Drop", "assistant: All right."]);
}
