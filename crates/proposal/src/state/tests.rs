use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::Params;
use crate::report::outcome_text;
use espalier_base::language::Language;
use espalier_command::spec::Text;
use espalier_command::transaction::Outcome;

const NO: Reason = Reason::Refused(Text::new("no", "不行"));

/// `makes<-needs`: an operation with the name of what it makes and the names it needs; `!` can't be done, `x-a` deletes
/// `a`, so that nothing after it can need that.
fn operation(id: usize, text: &str) -> Operation {
    Operation {
        id: format!("op-{id}"),
        command_id: text.to_owned(),
        description: format!("Do {text}"),
        params: Params::Positional(vec![json!(id)]),
        ..Operation::default()
    }
}

fn state(texts: &[&str]) -> ProposalState {
    let operations = texts.iter().enumerate().map(|(at, text)| operation(at, text)).collect();
    let mut state = ProposalState::new(&Proposal { operations, ..Proposal::default() });
    state.examine(&mut trial);
    state
}

#[test]
fn s1_what_is_held_back_waits_for_the_person() {
    let operations = ["a", "x-b", "c<-a"].iter().enumerate().map(|(at, text)| operation(at, text)).collect();
    let mut state = ProposalState::new(&Proposal { operations, ..Proposal::default() });
    state.hold_back(|index| index == 1);
    state.examine(&mut trial);
    assert_eq!(ticks_of(&state), [true, false, true]);
    assert!(state.rows()[1].reason.is_none(), "it can be ticked");
    assert!(state.tick(1, true));
    state.hold_back(|index| index == 1);
    state.examine(&mut trial);
    assert_eq!(ticks_of(&state), [true; 3], "a choice outlives what is found out later");
    state.tick_all(false);
    state.tick_all(true);
    assert_eq!(ticks_of(&state), [true; 3]);
}

fn trial(operations: &[transaction::Operation]) -> Vec<Tried> {
    let mut tried: Vec<Tried> = Vec::new();
    let mut gone = BTreeSet::new();
    for (at, operation) in operations.iter().enumerate() {
        let (makes, needs) = operation.command.split_once("<-").unwrap_or((&operation.command, ""));
        let mut result =
            if makes == "!" && operation.params != json!(["mended"]) { Err(NO) } else { Ok(Outcome::default()) };
        let mut places = Vec::new();
        for need in needs.split(',').filter(|need| !need.is_empty()) {
            if gone.contains(need) {
                result = Err(Reason::NotFound { kind: "node", name: need.to_owned() });
                continue;
            }
            match operations[..at].iter().position(|earlier| earlier.command.split("<-").next() == Some(need)) {
                Some(place) if tried[place].result.is_ok() => places.push(place),
                Some(place) => {
                    places.push(place);
                    result = Err(Reason::Needs(operations[place].id.clone()));
                }
                None => result = Err(Reason::NotFound { kind: "node", name: need.to_owned() }),
            }
        }
        if let Some(name) = makes.strip_prefix("x-") {
            gone.insert(name.to_owned());
        }
        tried.push(Tried { result, needs: places });
    }
    tried
}

fn shown(state: &ProposalState) -> String {
    state
        .rows()
        .iter()
        .map(|row| match (&row.reason, row.ticked) {
            (Some(_), false) => '!',
            (Some(_), true) => '?',
            (None, true) => 'x',
            (None, false) => '-',
        })
        .collect()
}

fn ticks_of(state: &ProposalState) -> Vec<bool> {
    state.rows().iter().map(|row| row.ticked).collect()
}

fn tick(state: &mut ProposalState, index: usize, ticked: bool) {
    state.tick(index, ticked);
    state.examine(&mut trial);
}

#[test]
fn s1_what_is_valid_is_ticked_and_the_rest_says_why() {
    let mut state = state(&["a", "!", "b", "c<-zzz"]);
    assert_eq!(shown(&state), "x!x!");
    assert_eq!(state.rows()[1].reason, Some(NO));
    assert!(!state.tick(1, true));
    state.tick_all(true);
    assert_eq!(shown(&state), "x!x!");
    state.tick_all(false);
    assert_eq!(shown(&state), "-!-!");
    state.add(operation(9, "d"));
    state.examine(&mut trial);
    assert_eq!(shown(&state), "-!-!x");
}

#[test]
fn s2_unticking_takes_along_what_depends_and_ticking_what_is_needed() {
    let mut state = state(&["a", "b<-a", "c<-b", "d", "e<-d,a"]);
    assert_eq!(shown(&state), "xxxxx");
    tick(&mut state, 0, false);
    assert_eq!(shown(&state), "---x-");
    assert_eq!((state.blocked_by(1), state.blocked_by(2), state.blocked_by(3)), (Some(0), Some(1), None));
    tick(&mut state, 0, true);
    assert_eq!(shown(&state), "xxxxx", "nobody unticked the others");
    tick(&mut state, 1, false);
    tick(&mut state, 0, false);
    tick(&mut state, 2, true);
    assert_eq!(shown(&state), "xxxxx");
    tick(&mut state, 1, false);
    tick(&mut state, 0, false);
    tick(&mut state, 0, true);
    assert_eq!(shown(&state), "x--xx", "the choice about the second one holds");
}

#[test]
fn s2_what_needs_something_invalid_is_invalid() {
    assert_eq!(shown(&state(&["!", "b<-!"])), "!!");
}

#[test]
fn s3_each_end_is_reached_once() {
    let now = Timestamp(5);
    let mut state = state(&["a", "b", "!"]);
    assert_eq!(state.applied(now), Err(NotNow(Status::Pending)));
    assert_eq!(state.undone(), Err(NotNow(Status::Pending)));
    tick(&mut state, 1, false);
    let operations = state.begin().unwrap();
    assert_eq!(operations.iter().map(|operation| operation.id.as_str()).collect::<Vec<_>>(), ["op-0"]);
    assert_eq!(state.status().name(), "applying");
    assert!(state.begin().is_err() && state.cancel(now).is_err() && !state.tick(1, true));
    state.tick_all(true);
    state.add(operation(7, "z"));
    assert_eq!(shown(&state), "x-!");
    assert_eq!(state.edit(0, Params::default()), Err(NotNow(Status::Applying)));
    let decision = state.applied(now).unwrap();
    assert!(state.applied(now).is_err() && state.begin().is_err() && state.cancel(now).is_err());
    assert_eq!(state.count(), 1);
    assert_eq!(
        serde_json::to_value(&decision).unwrap(),
        json!({"operationsApplied": true, "appliedOperationIds": ["op-0"], "appliedAt": 5, "operationsCancelled": false})
    );
    state.undone().unwrap();
    assert!(state.undone().is_err() && state.begin().is_err());
    state.redone().unwrap();
    assert!(state.redone().is_err());

    let operations: Vec<Operation> = state.rows().iter().map(|row| row.operation.clone()).collect();
    let mut again = ProposalState::restored(&operations, &decision, true);
    assert_eq!((again.status(), again.count()), (Status::Undone, 1));
    assert!(again.begin().is_err());
    again.examine(&mut |_| panic!("what is decided is not tried"));
    assert_eq!(ProposalState::restored(&operations, &decision, false).status(), Status::Applied);
    assert_eq!(ProposalState::restored(&operations, &Decision::default(), false).status(), Status::Pending);
}

#[test]
fn s3_what_failed_can_be_tried_again_and_what_was_cancelled_cannot() {
    let failure = || Failed { index: 0, operation: "op-0".to_owned(), reason: NO };
    let mut state = state(&["a", "b"]);
    state.begin().unwrap();
    state.failed(failure()).unwrap();
    assert_eq!((state.status(), state.failure(), state.count()), (Status::Failed, Some(&failure()), 2));
    assert!(state.failed(failure()).is_err());
    tick(&mut state, 0, false);
    state.begin().unwrap();
    assert_eq!(state.failure(), None);
    state.failed(failure()).unwrap();
    let decision = state.cancel(Timestamp(9)).unwrap();
    assert_eq!(
        serde_json::to_value(&decision).unwrap(),
        json!({"operationsApplied": false, "operationsCancelled": true, "cancelledAt": 9})
    );
    assert!(state.begin().is_err() && state.cancel(Timestamp(9)).is_err());
    let again = ProposalState::restored(&[operation(0, "a")], &decision, false);
    assert_eq!((again.status(), shown(&again).as_str()), (Status::Cancelled, "-"));
    tick_nothing_begins();
}

fn tick_nothing_begins() {
    let mut state = state(&["a"]);
    state.tick_all(false);
    assert_eq!(state.begin(), Err(NotNow(Status::Pending)));
}

#[test]
fn s4_what_another_operation_spoils_comes_back_when_that_one_goes() {
    let mut state = state(&["a", "x-a", "c<-a"]);
    assert_eq!(shown(&state), "xx!");
    tick(&mut state, 1, false);
    assert_eq!(shown(&state), "x-x");
    tick(&mut state, 2, false);
    assert_eq!(shown(&state), "x--");
    tick(&mut state, 1, true);
    assert_eq!(shown(&state), "xx!");
}

#[test]
fn s4_an_edited_operation_is_asked_anew_and_keeps_its_id() {
    let mut state = state(&["a", "!"]);
    let same = state.rows()[1].operation.params.clone();
    state.edit(1, same).unwrap();
    assert!(!state.rows()[1].edited, "what is kept as it was is not edited");
    state.edit(1, Params::Positional(vec![json!("mended")])).unwrap();
    state.examine(&mut trial);
    assert_eq!(shown(&state), "xx");
    assert_eq!(state.rows()[1].operation.id, "op-1");
    assert!(state.rows()[1].edited);
    state.begin().unwrap();
    state.applied(Timestamp(1)).unwrap();
    assert_eq!(
        outcome_text(&state, Language::En).unwrap(),
        "applied: 2 of 2 operations\n- op-0 a: Do a\n- op-1 !, edited by the person to [\"mended\"]"
    );
    assert!(outcome_text(&state, Language::Zh).unwrap().ends_with("- op-1 !，用户已改为 [\"mended\"]"));
}

#[test]
fn the_model_is_told_what_became_of_it() {
    let mut state = state(&["a", "b", "!"]);
    assert_eq!(outcome_text(&state, Language::En), None);
    tick(&mut state, 1, false);
    state.begin().unwrap();
    state.applied(Timestamp(1)).unwrap();
    assert_eq!(
        outcome_text(&state, Language::En).unwrap(),
        "applied: 1 of 3 operations\n- op-0 a: Do a\nnot applied:\n- op-1 b: Do b\n- op-2 !: Do !: no"
    );
    state.undone().unwrap();
    assert_eq!(outcome_text(&state, Language::Zh).unwrap(), "已撤销：先前应用的1个操作已收回\n- op-0 a: Do a");
    let mut other = self::state(&["a", "b"]);
    other.cancel(Timestamp(1)).unwrap();
    assert_eq!(outcome_text(&other, Language::En).unwrap(), "cancelled 2 operations; nothing was changed");
}

proptest! {
    #[test]
    fn what_is_ticked_can_always_be_done(
        texts in prop::collection::vec(
            prop::sample::select(vec!["a", "b", "c<-a", "d<-b,c", "!", "e<-d", "x-a", "x-c", "f<-zzz", "b<-c"]),
            1..9,
        ),
        clicks in prop::collection::vec((0_usize..9, any::<bool>()), 0..12),
    ) {
        let mut state = state(&texts);
        for (index, ticked) in clicks {
            tick(&mut state, index, ticked);
            let operations: Vec<_> = state.ticked().map(Operation::to_command).collect();
            prop_assert!(trial(&operations).iter().all(|tried| tried.result.is_ok()), "{} {}", texts.join(" "), shown(&state));
            prop_assert!(!shown(&state).contains('?'));
        }
    }
}
