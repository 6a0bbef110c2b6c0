//! Searching all conversations: what is found when, and in what is read.

use espalier_app::Msg;
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;

use crate::lab::Lab;

fn found(lab: &Lab) -> Vec<String> {
    lab.model.search.hits.iter().map(|hit| hit.snippet.text.clone()).collect()
}

fn search(lab: &mut Lab, query: &str) {
    lab.send(Msg::Sessions(SessionMsg::Search(query.to_owned())));
}

/// Conversations about `0` to `count`, each with a question and an answer.
fn conversations(count: usize) -> Lab {
    let mut lab = Lab::new();
    for number in 0..count {
        lab.send(Msg::Sessions(SessionMsg::New));
        lab.env.now = lab.env.now.plus_ms(1_000);
        lab.ask(&format!("Question {number}"), &format!("the \"Answer\"\nto {number}"));
    }
    lab
}

#[test]
fn every_conversation_is_searched_whether_it_is_in_memory_or_not() {
    let mut lab = conversations(30);
    search(&mut lab, "answer");
    let all = found(&lab);
    assert_eq!(all.len(), 30);
    assert!(all[0].ends_with("29") && all[29].ends_with(" 0"), "{all:?}");
    let mut lab = lab.reload();
    search(&mut lab, "answer");
    assert!(!lab.model.search.busy && lab.model.searching.is_none());
    assert_eq!(found(&lab), all);
    search(&mut lab, "\"ANSWER to 17\"");
    assert_eq!(found(&lab), Vec::<String>::new(), "there is a quotation mark between them");
    search(&mut lab, "\"to 17\"");
    assert_eq!(found(&lab), ["the \"Answer\" to 17"]);
}

#[test]
fn what_is_in_memory_is_found_before_anything_is_read_and_reads_are_few_at_first() {
    let mut lab = conversations(30).reload();
    let newest = lab.model.sessions()[0].id;
    lab.send(Msg::Go(Route::Chat(Some(newest), None)));
    lab.hold_loads = true;
    lab.trace.clear();
    search(&mut lab, "answer");
    assert!(lab.model.search.busy);
    assert_eq!(found(&lab).len(), 1);
    lab.release_held();
    assert_eq!(found(&lab).len(), 9, "{:?}", lab.trace);
    // Other words, while rows of the first search are on their way.
    search(&mut lab, "question 27");
    lab.hold_loads = false;
    lab.release_loads();
    assert!(!lab.model.search.busy);
    let mut questions = found(&lab);
    questions.dedup();
    assert_eq!(questions, ["Question 27"]);
}

#[test]
fn nothing_to_look_for_ends_a_search() {
    let mut lab = conversations(3).reload();
    lab.hold_loads = true;
    search(&mut lab, "answer");
    search(&mut lab, " \" ");
    assert!(!lab.model.search.busy && lab.model.searching.is_none());
    lab.hold_loads = false;
    lab.release_loads();
    assert_eq!(found(&lab), Vec::<String>::new());
}

#[test]
fn a_search_that_cannot_read_says_so_and_ends() {
    let mut lab = conversations(12).reload();
    lab.fail_loads = true;
    search(&mut lab, "answer");
    assert!(!lab.model.search.busy && lab.model.searching.is_none());
    assert!(!lab.model.toasts.is_empty());
}
