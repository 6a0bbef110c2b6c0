//! Quirks of servers, each as the shortest list of pieces that shows it.

use super::super::chunk::Delta;
use super::*;
use proptest::prelude::*;

/// Hands one list of pieces, as JSON, to the tracker.
fn feed(tracker: &mut CallTracker, pieces: &str) {
    let json = format!("{{\"tool_calls\":{pieces}}}");
    let delta: Delta<'_> = serde_json::from_str(&json).unwrap();
    tracker.begin_list();
    for fragment in delta.tool_calls.0.unwrap_or_default() {
        tracker.push(fragment);
    }
}

fn track(lists: &[&str]) -> CallTracker {
    let mut tracker = CallTracker::default();
    for pieces in lists {
        feed(&mut tracker, pieces);
    }
    tracker
}

/// Renders `name(arguments)` for each call, with `!` in front of those that are not complete.
fn summary(tracker: &CallTracker) -> Vec<String> {
    let calls = tracker.assembled(true);
    calls
        .iter()
        .map(|call| {
            let mark = if call.complete { "" } else { "!" };
            format!("{mark}{}({})", call.name, call.raw_arguments)
        })
        .collect()
}

fn check(deltas: &[&str], expect: &[&str]) {
    assert_eq!(summary(&track(deltas)), expect, "{deltas:?}");
}

#[test]
fn c1_by_id_then_index_then_last() {
    check(
        &[
            r#"[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}}]"#,
            r#"[{"index":0,"function":{"arguments":"{\"x\""}}]"#,
            r#"[{"index":0,"function":{"arguments":":1}"}}]"#,
        ],
        &[r#"f({"x":1})"#],
    );
    check(
        &[
            r#"[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}},{"index":1,"id":"b","function":{"name":"g","arguments":"{\"y\":"}}]"#,
            r#"[{"index":1,"function":{"arguments":"2}"}},{"index":0,"function":{"arguments":"1}"}}]"#,
        ],
        &[r#"f({"x":1})"#, r#"g({"y":2})"#],
    );
    check(
        &[
            r#"[{"id":"a","function":{"name":"f","arguments":"{\"x\":"}},{"id":"b","function":{"name":"g","arguments":"{}"}}]"#,
            r#"[{"id":"a","function":{"arguments":"1}"}}]"#,
        ],
        &[r#"f({"x":1})"#, "g({})"],
    );
    check(
        &[r#"[{"id":"a","function":{"name":"f","arguments":"{\"x\":"}}]"#, r#"[{"function":{"arguments":"1}"}}]"#],
        &[r#"f({"x":1})"#],
    );
    check(&[r#"[{"index":1,"id":"a","function":{"name":"f","arguments":"{}"}}]"#], &["f({})"]);
}

#[test]
fn c2_two_calls_are_never_merged() {
    let both = &["f({})", r#"f({"x":1})"#];
    // Index 0 for all of them.
    check(
        &[
            r#"[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]"#,
            r#"[{"index":0,"id":"b","function":{"name":"f","arguments":"{\"x\":1}"}}]"#,
        ],
        both,
    );
    // Neither index nor id.
    check(&[r#"[{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"f","arguments":"{\"x\":1}"}}]"#], both);
    check(
        &[r#"[{"function":{"name":"f","arguments":"{}"}}]"#, r#"[{"function":{"name":"f","arguments":"{\"x\":1}"}}]"#],
        both,
    );
    // Empty ids under one index.
    check(
        &[
            r#"[{"index":0,"id":"","function":{"name":"f","arguments":"{}"}}]"#,
            r#"[{"index":0,"id":"","function":{"name":"f","arguments":"{\"x\":1}"}}]"#,
        ],
        both,
    );
    // Two names under one index, without ids.
    check(
        &[
            r#"[{"index":0,"function":{"name":"f","arguments":"{}"}}]"#,
            r#"[{"index":0,"function":{"name":"g","arguments":"{}"}}]"#,
        ],
        &["f({})", "g({})"],
    );
    // One id for two indexes.
    check(
        &[
            r#"[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}},{"index":1,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]"#,
        ],
        both,
    );
    // Nothing tells them apart: refused.
    check(
        &[
            r#"[{"index":0,"function":{"name":"f","arguments":"{}"}}]"#,
            r#"[{"index":0,"function":{"arguments":"{}"}}]"#,
        ],
        &["!f({}{})"],
    );
}

#[test]
fn c3_empty_and_late_fields() {
    check(
        &[
            r#"[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}}]"#,
            r#"[{"index":0,"id":"","type":"function","function":{"name":"","arguments":"{}"}}]"#,
            r#"[{"index":0,"id":"","function":{"arguments":""}}]"#,
        ],
        &["f({})"],
    );
    check(
        &[
            r#"[{"index":0,"id":"a","function":{"arguments":"{\"x\""}}]"#,
            r#"[{"index":0,"function":{"name":"f","arguments":":1}"}}]"#,
        ],
        &[r#"f({"x":1})"#],
    );
    check(
        &[
            r#"[{"index":0}]"#,
            r#"[{"index":0,"id":"a","function":{"name":"f"}}]"#,
            r#"[{"index":0,"function":{"arguments":"{}"}}]"#,
        ],
        &["f({})"],
    );
    check(&[r#"[{"index":0,"id":"a"}]"#], &[]);
    check(&[r#"[{"index":0,"id":"a","function":{"arguments":"{}"}}]"#], &["!({})"]);
    // Name and id in every piece.
    check(
        &[
            r#"[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\""}}]"#,
            r#"[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":":1}"}}]"#,
        ],
        &[r#"f({"x":1})"#],
    );
    check(
        &[
            r#"[{"index":0,"function":{"name":"f","arguments":"{\"x\""}}]"#,
            r#"[{"index":0,"function":{"name":"f","arguments":":1}"}}]"#,
        ],
        &[r#"f({"x":1})"#],
    );
}

#[test]
fn c4_a_stray_end() {
    check(
        &[
            r#"[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1"}}]"#,
            r#"[{"index":1,"function":{"arguments":"}"}}]"#,
        ],
        &[r#"f({"x":1})"#],
    );
    check(
        &[
            r#"[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1"}},{"index":1,"id":"b","function":{"name":"g","arguments":"{\"x\":1"}}]"#,
            r#"[{"index":2,"function":{"arguments":"}"}}]"#,
        ],
        &[r#"!f({"x":1)"#, r#"!g({"x":1)"#],
    );
    check(
        &[
            r#"[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]"#,
            r#"[{"index":1,"function":{"arguments":"}"}}]"#,
        ],
        &["f({})"],
    );
}

#[test]
fn c4_arguments_without_an_owner_make_a_bare_call_suspect() {
    check(
        &[r#"[{"id":"a","function":{"name":"f","arguments":""}}]"#, r#"[{"index":0,"function":{"arguments":"{}"}}]"#],
        &["f({})"],
    );
    check(
        &[
            r#"[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]"#,
            r#"[{"index":1,"function":{"arguments":"{\"x\":1}"}}]"#,
        ],
        &["!f()", r#"!({"x":1})"#],
    );
}

#[test]
fn c5_objects_and_repeated_arguments() {
    check(&[r#"[{"index":0,"id":"a","function":{"name":"f","arguments":{"x":1}}}]"#], &[r#"f({"x":1})"#]);
    check(&[r#"[{"index":0,"id":"a","name":"f","arguments":"{}"}]"#], &["f({})"]);
    check(&[r#"{"id":"a","function":{"name":"f","arguments":null}}"#], &["f()"]);
    let whole = r#"[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]"#;
    check(&[whole, whole], &[r#"f({"x":1})"#]);
}

#[test]
fn c6_every_call_has_its_own_id() {
    let tracker = track(&[
        r#"[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}},{"index":1,"id":"a","function":{"name":"f","arguments":"{}"}},{"index":2,"function":{"name":"g","arguments":"{}"}},{"index":3,"id":"call_3","function":{"name":"g","arguments":"{}"}}]"#,
    ]);
    let ids: Vec<String> = tracker.assembled(true).into_iter().map(|call| call.id).collect();
    assert_eq!(ids, ["a", "a_2", "call_4", "call_3"]);
}

#[test]
fn c7_complete_only_with_an_object_and_a_good_end() {
    for (arguments, complete) in [
        ("", true),
        (" \\n", true),
        ("{}", true),
        (r#"\"{\\\"x\\\":1}\""#, true),
        ("null", false),
        ("[]", false),
        ("3", false),
        ("{", false),
        ("{}}", false),
        ("{'x':1}", false),
    ] {
        let tracker =
            track(&[&format!(r#"[{{"index":0,"id":"a","function":{{"name":"f","arguments":"{arguments}"}}}}]"#)]);
        let call = tracker.assembled(true).remove(0);
        assert_eq!(call.complete, complete, "{arguments}");
        assert_eq!(call.arguments.is_ok(), complete, "{arguments}");
        assert!(!tracker.assembled(false)[0].complete, "{arguments}");
    }
}

#[test]
fn a_flood_of_calls_is_bounded() {
    let mut tracker = CallTracker::default();
    for number in 0..CALLS_LIMIT + 10 {
        feed(&mut tracker, &format!(r#"[{{"id":"c{number}","function":{{"name":"f"}}}}]"#));
    }
    assert!(tracker.overflowed());
    assert_eq!(tracker.assembled(true).len(), CALLS_LIMIT);
}

/// Ways in which a server may number its calls.
#[derive(Debug, Clone, Copy)]
enum Style {
    Indexed,
    IndexedFromOne,
    AllZero,
    NoIndex,
    RepeatsAll,
    NoIds,
}

proptest! {
    #[test]
    fn calls_in_pieces_come_back_as_they_were(
        calls in prop::collection::vec(("[a-z]{1,6}", prop::collection::vec(("[a-z]{1,3}", any::<String>()), 0..4)), 1..5),
        size in 1_usize..12,
        style in prop::sample::select(vec![
            Style::Indexed, Style::IndexedFromOne, Style::AllZero, Style::NoIndex, Style::RepeatsAll, Style::NoIds,
        ]),
    ) {
        let mut tracker = CallTracker::default();
        let mut expect = Vec::new();
        for (number, (name, fields)) in calls.iter().enumerate() {
            let object: Map<String, Value> = fields.iter().map(|(k, v)| (k.clone(), Value::from(v.as_str()))).collect();
            let text: Vec<char> = Value::Object(object.clone()).to_string().chars().collect();
            for (piece_number, piece) in text.chunks(size).enumerate() {
                let mut function = serde_json::json!({"arguments": piece.iter().collect::<String>()});
                let mut fragment = serde_json::json!({});
                match style {
                    Style::Indexed | Style::RepeatsAll | Style::NoIds => fragment["index"] = number.into(),
                    Style::IndexedFromOne => fragment["index"] = (number + 1).into(),
                    Style::AllZero => fragment["index"] = 0.into(),
                    Style::NoIndex => {}
                }
                if piece_number == 0 || matches!(style, Style::RepeatsAll) {
                    function["name"] = name.as_str().into();
                    if !matches!(style, Style::NoIds) {
                        fragment["id"] = format!("id{number}").into();
                    }
                }
                fragment["function"] = function;
                feed(&mut tracker, &serde_json::json!([fragment]).to_string());
            }
            expect.push((name.clone(), object));
        }
        let found: Vec<_> = tracker.assembled(true).into_iter().map(|call| (call.name, call.arguments.unwrap())).collect();
        prop_assert_eq!(found, expect);
    }

    /// Checks that only a whole object of one name is complete, whatever the pieces are.
    #[test]
    fn no_junk_is_ever_complete(
        pieces in prop::collection::vec(
            (prop::option::of(0_u64..3), prop::sample::select(vec!["", "a", "b"]), prop::sample::select(vec!["", "f", "g"]),
             prop::sample::select(vec!["", "{", "}", "{}", "\"x\":1", "{\"x\":", "2}", "]", "null"])),
            0..12,
        ),
    ) {
        let mut tracker = CallTracker::default();
        for (index, id, name, arguments) in &pieces {
            let fragment = serde_json::json!({"index": index, "id": id, "function": {"name": name, "arguments": arguments}});
            feed(&mut tracker, &serde_json::json!([fragment]).to_string());
        }
        let calls = tracker.assembled(true);
        for call in &calls {
            if call.complete {
                let text = call.raw_arguments.trim();
                prop_assert!(text.is_empty() || matches!(serde_json::from_str(text), Ok(Value::Object(_))));
                prop_assert!(!call.name.is_empty());
            }
        }
        let mut ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), calls.len());
        prop_assert!(tracker.assembled(false).iter().all(|call| !call.complete));
    }
}
