use std::rc::Rc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use espalier_command::call::Signature;
use espalier_command::registry::Registry;
use espalier_command::spec::{Category, EffectKind, Spec, Text};

const TEXT: Text = Text::new("x", "x");
static ADD: Spec =
    Spec::new(Signature::new("node.addChild"), Category::Node, EffectKind::Change, TEXT, TEXT).making("node");
static DELETE: Spec = Spec::new(Signature::new("node.delete"), Category::Node, EffectKind::Change, TEXT, TEXT);

fn names() -> Rc<Registry> {
    Rc::new(Registry::new([&ADD, &DELETE]))
}

fn events(channel: Channel, pieces: &[&str]) -> Vec<ProposalEvent> {
    let mut reader = ProposalReader::new(channel, names());
    let mut events: Vec<ProposalEvent> = pieces.iter().flat_map(|piece| reader.push(piece)).collect();
    events.extend(reader.finish());
    events
}

fn text(said: &str) -> ProposalEvent {
    ProposalEvent::Text(said.to_owned())
}

#[test]
fn p2_the_panel_opens_with_the_tag_and_each_operation_comes_with_its_bracket() {
    let mut reader = ProposalReader::new(Channel::Text, names());
    assert_eq!(reader.push("Two.\n<opera"), [text("Two.\n")]);
    assert_eq!(reader.push("tions>"), [ProposalEvent::Opened]);
    assert_eq!(reader.push(r#"[{"id":"a","commandId":"node.delete","params":["n1"]"#), []);
    assert_eq!(reader.push("}"), [ProposalEvent::Operation(0)]);
    assert_eq!(reader.push(r#",{"id":"b","commandId":"node.delete","params":["n2"]}]"#), [ProposalEvent::Operation(1)]);
    assert_eq!(reader.push("</operations"), []);
    assert_eq!(reader.push(">\nOk."), [ProposalEvent::Closed, text("\nOk.")]);
    assert!(!reader.proposal().complete);
    assert_eq!(reader.finish(), []);
    assert!(reader.proposal().complete);
}

#[test]
fn p2_an_explanation_in_json_is_shown_while_it_grows() {
    let mut reader = ProposalReader::new(Channel::Json, names());
    assert_eq!(reader.push("{\"expla"), [ProposalEvent::Opened]);
    assert_eq!(reader.push("nation\": \"It is "), [text("It is ")]);
    assert_eq!(reader.push("do\\u00"), [text("do")]);
    assert_eq!(reader.push("62le"), [text("ble")]);
    assert_eq!(reader.push("\""), []);
    assert_eq!(reader.push(", \"operations\": [{\"commandId\":\"node.delete\"}]}"), [ProposalEvent::Operation(0)]);
    assert_eq!(reader.finish(), [ProposalEvent::Closed]);
}

#[test]
fn p3_a_mentioned_tag_waits_for_the_next_character() {
    assert_eq!(events(Channel::Text, &["In <operations>", " tags."]), [text("In "), text("<operations> tags.")]);
    assert_eq!(
        events(Channel::Text, &["In <operations>", "\n[]</operations>"]),
        [text("In "), ProposalEvent::Opened, ProposalEvent::Closed]
    );
}

#[test]
fn calls_are_told_apart_by_their_numbers() {
    let mut reader = ProposalReader::new(Channel::Tool, names());
    assert_eq!(reader.call(1, None, r#"{"node":"#), []);
    assert_eq!(reader.call(0, Some(TOOL_NAME), ""), [ProposalEvent::Opened]);
    assert_eq!(reader.call(0, None, r#"{"operations":[{"commandId":"node.delete","params":["a"]"#), []);
    assert_eq!(reader.call(1, Some("node_delete"), r#""b"}"#), [ProposalEvent::Operation(0)]);
    assert_eq!(reader.call(0, None, "}]}"), [ProposalEvent::Operation(1)]);
    assert_eq!(reader.call(2, Some("other"), r#"{"node":"c"}"#), []);
    assert_eq!(reader.call(usize::MAX, Some("node_delete"), r#"{"node":"c"}"#), []);
    reader.finish();
    let operations = &reader.proposal().operations;
    assert_eq!(operations.len(), 2);
    assert_eq!(Value::from(operations[0].params.clone()), json!({"node": "b"}));
    assert_eq!(Value::from(operations[1].params.clone()), json!(["a"]));
}

#[test]
fn text_and_a_call_go_into_one_proposal() {
    let mut reader = ProposalReader::new(Channel::Tool, names());
    reader.push("It is double.");
    reader.call(0, Some(TOOL_NAME), r#"{"explanation":"Again.","operations":[{"commandId":"node.delete"}]}"#);
    reader.finish();
    let proposal = reader.into_proposal();
    assert_eq!((proposal.explanation.as_str(), proposal.summary.as_str()), ("It is double.", "Again."));
    assert_eq!(proposal.operations.len(), 1);
}

#[test]
fn a_call_written_as_text_counts_where_tools_are_offered() {
    let said = "Ok.\n<tool_call>\n{\"name\": \"propose_operations\", \"arguments\": {\"operations\": \
                [{\"commandId\": \"node.delete\"}]}}\n</tool_call>";
    let glm = "Ok.\n<tool_call>propose_operations\n<arg_key>operations</arg_key>\n\
               <arg_value>[{\"commandId\": \"node.delete\"}]</arg_value>\n</tool_call>";
    let inside = "Ok.\n<operations>\n<tool_call>{\"name\": \"delete\", \"arguments\": {}}</tool_call></operations>";
    for said in [said, glm, inside] {
        assert_eq!(
            events(Channel::Tool, &[said]),
            [text("Ok.\n"), ProposalEvent::Opened, ProposalEvent::Operation(0), ProposalEvent::Closed]
        );
    }
    assert_eq!(events(Channel::Text, &[said]), [text(said)]);
}

#[test]
fn what_was_reasoning_proposes_nothing() {
    let mut reader = ProposalReader::new(Channel::Text, names());
    reader.push("Hm. <operations>[{\"commandId\":\"node.delete\"}]");
    reader.restart();
    assert_eq!(reader.push("Yes."), [text("Yes.")]);
    reader.finish();
    assert!(reader.proposal().operations.is_empty() && reader.proposal().complete);
}

#[test]
fn a_tree_as_deep_as_a_command_takes_is_read_and_a_deeper_one_refused() {
    let read = |levels: usize| {
        let tree = format!("{}{}", "{\"title\":\"a\",\"children\":[".repeat(levels), "]}".repeat(levels));
        let mut reader = ProposalReader::new(Channel::Text, names());
        reader.push(&format!(
            "<operations>{{\"operations\":[{{\"commandId\":\"x\",\"params\":[\"n1\",[{tree}]]}}]}}</operations>"
        ));
        reader.finish();
        (reader.proposal().operations.len(), reader.proposal().warnings.clone())
    };
    assert_eq!(read(espalier_command::schema::MAX_TREE_DEPTH), (1, vec![]));
    assert_eq!(read(100), (0, vec![Warning::TooDeep]));
    assert_eq!(read(100_000), (0, vec![Warning::TooDeep]));
}

#[test]
fn an_operation_is_kept_as_it_is() {
    let text = r#"{"id":"a","commandId":"node.delete","params":["n1"],"confidence":0.5,"tempId":"t"}"#;
    let mut reader = ProposalReader::new(Channel::Json, names());
    reader.push(&format!(r#"{{"operations":[{text}]}}"#));
    reader.finish();
    let operation = reader.proposal().operations[0].clone();
    assert_eq!(serde_json::from_str::<Operation>(&operation.to_text()).unwrap(), operation);
    assert_eq!((operation.confidence, operation.creates.as_deref()), (Some(0.5), Some("t")));
}

#[test]
fn p6_hostile_texts_are_read_in_time() {
    let many = 200_000;
    for part in [
        "[",
        "{",
        "]",
        "\"",
        "{\"a\":",
        "<",
        "<operations>",
        "</operations>",
        "\\",
        "`",
        "\",",
        "'",
        "“",
        "[{",
        "/*",
        "#",
        "\" ",
        "<operations\t",
    ] {
        for around in [("", ""), ("<operations>", ""), ("<operations>[{\"a\":\"", "\"}]</operations>")] {
            let said = format!("{}{}{}", around.0, part.repeat(many / part.len()), around.1);
            let mut reader = ProposalReader::new(Channel::Text, names());
            reader.push(&said);
            reader.finish();
        }
    }
    let ids: Vec<Value> = (0..20_000)
        .flat_map(|n| [json!({"id": format!("op-{}", n * 2), "commandId": "x"}), json!({"commandId": "x"})])
        .collect();
    let mut reader = ProposalReader::new(Channel::Text, names());
    reader.push(&format!("<operations>{}</operations>", Value::Array(ids)));
    assert_eq!(reader.proposal().operations.len(), 40_000);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        "[\"',:{}\\[\\]/*#<>“”‘’，：「」` \\\\\n\r\ttrue0-9ab]{0,16}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 48, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map("[\"',:{}a-c\\\\ “”，]{0,6}", inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn valid_json_is_read_as_it_is(value in any_json(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        let around = format!("[{text}]");
        prop_assert_eq!(shape::value(&around), Some(json!([value])), "{}", text);
    }

    #[test]
    fn p1_any_text_cut_anywhere_gives_the_same(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "<operations>", "</operations>", "<operations/>", "<think>", "</think>", "<", "/", ">", "[", "]", "{", "}",
                "(", ")", "\"", "'", "“", "”", "，", "：", ",", ":", "\\", "n", "u0041", "\n", "\r", " ", "`", "```", "~~~",
                "//", "/*", "*/", "#", "id", "commandId", "node.delete", "params", "operations", "explanation", "null", "1",
                "世", "{\"commandId\":\"node.delete\",\"params\":[\"", "\"]}", "\"operations\":[", "\"explanation\":\"",
            ]),
            0..40,
        ),
        size in 1_usize..7,
        channel in prop::sample::select(vec![Channel::Text, Channel::Json]),
    ) {
        let whole = words.concat();
        let mut pieces = Vec::new();
        let mut rest = whole.as_str();
        while !rest.is_empty() {
            let end = rest.char_indices().map(|(at, _)| at).nth(size).unwrap_or(rest.len());
            pieces.push(&rest[..end]);
            rest = &rest[end..];
        }
        let merged = |events: Vec<ProposalEvent>| {
            let mut merged: Vec<ProposalEvent> = Vec::new();
            for event in events {
                match (merged.last_mut(), event) {
                    (Some(ProposalEvent::Text(all)), ProposalEvent::Text(more)) => all.push_str(&more),
                    (_, event) => merged.push(event),
                }
            }
            merged
        };
        prop_assert_eq!(merged(events(channel, &pieces)), merged(events(channel, &[whole.as_str()])));
    }
}
