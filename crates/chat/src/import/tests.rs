use std::collections::BTreeMap;
use std::rc::Rc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use espalier_model::conversation::tree::Tree;
use espalier_model::persona::{Effort, Parameters, Persona, Role};
use espalier_model::settings::Language;
use espalier_model::{Message, MessageId, Session};

fn node(id: &str, parent: Option<&str>, children: &[&str], message: Value) -> (String, Value) {
    let node = json!({"id": id, "parent": parent, "children": children, "message": message});
    (id.to_owned(), node)
}

fn says(role: &str, at: f64, text: &str) -> Value {
    json!({"author": {"role": role}, "create_time": at, "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully", "recipient": "all", "metadata": {}})
}

fn content(role: &str, content: Value) -> Value {
    json!({"author": {"role": role, "name": "python"}, "content": content, "recipient": "all", "metadata": {}})
}

fn conversation(nodes: Vec<(String, Value)>, current: &str) -> Value {
    let mapping: serde_json::Map<String, Value> = nodes.into_iter().collect();
    json!({"title": "A talk", "create_time": 1_700_000_000.5, "update_time": 1_700_000_100.0, "mapping": mapping,
        "current_node": current, "conversation_id": "c1", "default_model_slug": "gpt-4", "is_archived": false})
}

/// A user's message answered twice, the first answer followed up; a hidden system node on top.
fn branching() -> Value {
    conversation(
        vec![
            node("root", None, &["sys"], Value::Null),
            node("sys", Some("root"), &["u1"], says("system", 0.0, "")),
            node("u1", Some("sys"), &["a1", "a2"], says("user", 1_700_000_001.0, "Question")),
            node("a1", Some("u1"), &["u2"], says("assistant", 1_700_000_002.0, "First")),
            node("a2", Some("u1"), &[], says("assistant", 1_700_000_009.0, "Second")),
            node("u2", Some("a1"), &["a3"], says("user", 1_700_000_004.0, "More")),
            node("a3", Some("u2"), &[], says("assistant", 1_700_000_005.0, "Third")),
        ],
        "a3",
    )
}

fn open(file: &Value) -> Contents {
    read(file.to_string().as_bytes()).unwrap()
}

fn rows(contents: &Contents) -> (Vec<Rc<Session>>, Vec<Rc<Message>>) {
    let mut sessions = Vec::new();
    let mut messages = Vec::new();
    for record in &contents.records {
        match record {
            Record::Sessions(row) => sessions.push(row.clone()),
            Record::Messages(row) => messages.push(row.clone()),
            _ => panic!("unexpected {record:?}"),
        }
    }
    (sessions, messages)
}

/// The texts of the path that is shown in the only session.
fn shown(contents: &Contents) -> Vec<String> {
    let (sessions, messages) = rows(contents);
    let tree = Tree::of(messages.iter().map(|row| &**row));
    let by_id: BTreeMap<_, _> = messages.iter().map(|row| (row.id, row)).collect();
    tree.path(tree.active_leaf(&sessions[0])).iter().map(|id| by_id[id].text()).collect()
}

#[test]
fn files_are_told_apart() {
    let check = |text: &str, expect: ImportFormat| assert_eq!(detect(text.as_bytes()), expect, "{text}");
    check("", ImportFormat::Unknown(Unknown::Empty));
    check("  \n", ImportFormat::Unknown(Unknown::Empty));
    check("PK\u{3}\u{4}rest", ImportFormat::Several);
    check("<!doctype html>", ImportFormat::Unknown(Unknown::Html));
    check("{\"a\":", ImportFormat::Unknown(Unknown::NotJson { line: 1, column: 5 }));
    check("hello", ImportFormat::Unknown(Unknown::OtherText));
    check(&"c1,".repeat(100_000), ImportFormat::Unknown(Unknown::OtherText));
    check("[1, 2]", ImportFormat::Unknown(Unknown::OtherJson));
    check("[]", ImportFormat::Unknown(Unknown::Empty));
    check("12", ImportFormat::Unknown(Unknown::OtherJson));
    check("{\"format\":\"espalier.session\",\"v\":1}", ImportFormat::Sessions);
    check("\u{feff}{\"format\":\"espalier.agents\"}", ImportFormat::Agents);
    check(&json!([branching()]).to_string(), ImportFormat::Foreign(App::ChatGpt));
    check(&branching().to_string(), ImportFormat::Foreign(App::ChatGpt));
    check(&json!({"conversations": [branching()]}).to_string(), ImportFormat::Foreign(App::ChatGpt));
    assert_eq!(detect(&[0xff, 0xfe, 0x00]), ImportFormat::Unknown(Unknown::NotText));
}

#[test]
fn a_newer_file_is_refused_with_its_version() {
    let file = json!({"format": "espalier.session", "v": 9, "sessions": []}).to_string();
    assert_eq!(read(file.as_bytes()), Err(ImportError::Newer { found: 9, known: 1 }));
}

#[test]
fn g1_the_whole_tree_is_read_and_the_current_branch_is_shown() {
    let contents = open(&json!([branching()]));
    assert_eq!(shown(&contents), ["Question", "First", "More", "Third"]);
    let (sessions, messages) = rows(&contents);
    assert_eq!((sessions[0].name.as_str(), messages.len()), ("A talk", 5));
    assert_eq!(sessions[0].created_at.0, 1_700_000_000_500);
    assert_eq!(sessions[0].choices.len(), 1);
    let answer = messages.iter().find(|row| row.text() == "First").unwrap();
    assert_eq!(answer.provenance.model.as_deref(), Some("gpt-4"));
    assert_eq!(answer.created_at.0, 1_700_000_002_000);
    let counts = Counts { messages: 5, branches: 2, ..Counts::default() };
    assert_eq!(contents.report, [entry("A talk", Outcome::Read(counts))]);
}

#[test]
fn g1_siblings_keep_their_order_of_time() {
    let (_, messages) = rows(&open(&branching()));
    let tree = Tree::of(messages.iter().map(|row| &**row));
    let question = messages.iter().find(|row| row.text() == "Question").unwrap();
    let texts: Vec<String> = tree
        .children(Some(question.id))
        .iter()
        .map(|id| messages.iter().find(|row| row.id == *id).unwrap().text())
        .collect();
    assert_eq!(texts, ["First", "Second"]);
}

#[test]
fn g2_hidden_and_empty_nodes_are_stepped_over() {
    let mut hidden = says("system", 0.0, "You are a model.");
    hidden["metadata"]["is_visually_hidden_from_conversation"] = json!(true);
    let file = conversation(
        vec![
            node("s", None, &["u"], hidden),
            node("u", Some("s"), &["e"], says("user", 1.0, "Hello")),
            node("e", Some("u"), &["a"], says("assistant", 2.0, "")),
            node("a", Some("e"), &[], says("assistant", 3.0, "Hi")),
        ],
        "a",
    );
    let contents = open(&file);
    assert_eq!(shown(&contents), ["Hello", "Hi"]);
    let Outcome::Read(counts) = &contents.report[0].outcome else { panic!() };
    assert_eq!((counts.messages, counts.hidden), (2, 1));
}

#[test]
fn g3_thoughts_belong_to_the_answer_that_follows() {
    let thoughts = json!({"content_type": "thoughts", "thoughts": [
        {"summary": "Reading", "content": "It is short."}, {"summary": "", "content": "Done."}]});
    let recap = json!({"content_type": "reasoning_recap", "content": "Thought for 3s"});
    let mut nodes = vec![
        node("u", None, &["t"], says("user", 1.0, "Why?")),
        node("t", Some("u"), &["r"], content("assistant", thoughts)),
        node("r", Some("t"), &["a"], content("assistant", recap)),
    ];
    let contents = open(&conversation(nodes.clone(), "r"));
    assert_eq!(shown(&contents), ["Why?", ""]);
    nodes.push(node("a", Some("r"), &[], says("assistant", 2.0, "Because.")));
    let contents = open(&conversation(nodes, "a"));
    assert_eq!(shown(&contents), ["Why?", "Because."]);
    let (_, messages) = rows(&contents);
    assert_eq!(messages[1].reasoning(), "**Reading**\n\nIt is short.\n\nDone.\n\nThought for 3s");
}

#[test]
fn g4_what_is_not_text_is_named() {
    let check = |message: Value, expect: &str| {
        let contents = open(&conversation(vec![node("n", None, &[], message)], "n"));
        assert_eq!(shown(&contents), [expect]);
    };
    let image =
        json!({"content_type": "image_asset_pointer", "width": 4, "height": 3, "asset_pointer": "file-service://x"});
    let picture = json!({"content_type": "multimodal_text", "parts": [image, "Look"]});
    check(content("user", picture), "[image 4×3]\n\nLook");
    let drawn = json!({"content_type": "multimodal_text",
        "parts": [{"content_type": "image_asset_pointer", "metadata": {"dalle": {"prompt": "a cat"}}}]});
    check(content("assistant", drawn), "[image: a cat]");
    let voice = json!({"content_type": "multimodal_text", "parts": [
        {"content_type": "audio_transcription", "text": "Hi"}, {"content_type": "audio_asset_pointer"}]});
    check(content("user", voice), "Hi\n\n[audio]");
    let code = json!({"content_type": "code", "language": "python", "text": "1+1"});
    let mut call = content("assistant", code);
    call["recipient"] = json!("python");
    check(call, "[to python]\n\n```python\n1+1\n```");
    check(content("tool", json!({"content_type": "execution_output", "text": "2"})), "[from python]\n\n```\n2\n```");
    let quote = json!({"content_type": "tether_quote", "title": "T", "url": "https://e.org", "text": "Words"});
    check(content("assistant", quote), "[quote from T https://e.org]\n\nWords");
    check(content("assistant", json!({"content_type": "new_thing", "x": 1})), "[new_thing]");
    check(content("assistant", json!({"content_type": "new_thing", "parts": ["inside"]})), "[new_thing]\n\ninside");
    let mut file = says("user", 1.0, "See");
    file["metadata"]["attachments"] = json!([{"name": "a.pdf"}]);
    check(file, "See\n\n[file: a.pdf]");
}

#[test]
fn g5_custom_instructions_are_kept_but_switched_off() {
    let mut message = content(
        "user",
        json!({"content_type": "user_editable_context", "user_profile": "A cook", "user_instructions": "Be brief"}),
    );
    message["metadata"]["is_visually_hidden_from_conversation"] = json!(true);
    let (_, messages) = rows(&open(&conversation(vec![node("n", None, &[], message)], "n")));
    assert_eq!(messages[0].text(), "[custom instructions]\n\nA cook\n\nBe brief");
    assert_eq!((messages[0].role, messages[0].enabled), (Role::System, false));
}

#[test]
fn g6_broken_trees_are_read() {
    let file = conversation(
        vec![
            node("x", Some("y"), &["y"], says("user", 1.0, "one")),
            node("y", Some("x"), &["x", "nowhere"], says("assistant", 2.0, "two")),
            node("z", Some("gone"), &["w"], says("user", 3.0, "three")),
            ("w".to_owned(), json!({"message": says("alien", 4.0, "four"), "children": 7})),
            ("v".to_owned(), json!("not a node")),
        ],
        "nowhere",
    );
    let contents = open(&file);
    let (sessions, messages) = rows(&contents);
    let mut texts: Vec<String> = messages.iter().map(|row| row.text()).collect();
    texts.sort();
    assert_eq!(texts, ["[from tool]\n\nfour", "one", "three", "two"]);
    assert!(sessions[0].active_leaf.is_some());
    let Outcome::Read(counts) = &contents.report[0].outcome else { panic!() };
    assert_eq!(counts.unreadable, 1);
    // What had to be mended is counted for the report, which says it beside the title.
    assert_eq!((counts.orphans, counts.rings), (1, 1), "{counts:?}");
}

#[test]
fn a_session_of_the_app_says_what_was_mended_in_it() {
    let session =
        Session::new("0190163d-8694-739b-aea5-966c26f8ad91".parse().unwrap(), espalier_base::time::Timestamp(0));
    let (one, two): (MessageId, MessageId) = (
        "0190163d-8694-739b-aea5-966c26f8ad92".parse().unwrap(),
        "0190163d-8694-739b-aea5-966c26f8ad93".parse().unwrap(),
    );
    let says =
        |id, parent| Message::new(id, session.id, Some(parent), Role::User, "hello", espalier_base::time::Timestamp(0));
    let counts = |messages: [Message; 2]| {
        let file =
            json!({"format": "espalier.session", "v": 1, "sessions": [{"session": session, "messages": messages}]});
        let Outcome::Read(counts) = open(&file).report[0].outcome else { panic!() };
        (counts.orphans, counts.rings)
    };
    assert_eq!(counts([says(one, two), says(two, one)]), (0, 1));
    let gone: MessageId = "0190163d-8694-739b-aea5-966c26f8ad99".parse().unwrap();
    assert_eq!(counts([says(one, gone), says(two, one)]), (1, 0));
}

#[test]
fn i2_a_bad_conversation_is_skipped_and_the_others_are_read() {
    let mut other = branching();
    other["conversation_id"] = json!("c2");
    let mut empty = conversation(Vec::new(), "");
    empty["conversation_id"] = json!("c3");
    let bad = json!({"title": "Bad", "mapping": [1]});
    let contents = open(&json!([branching(), bad, empty, branching(), 5, other]));
    let skipped: Vec<bool> = contents.report.iter().map(|entry| matches!(entry.outcome, Outcome::Skipped(_))).collect();
    assert_eq!(skipped, [false, true, true, true, true, false]);
    assert_eq!(contents.report[1].title, "Bad");
    assert_eq!(contents.report[2].outcome, Outcome::Skipped(Skipped::Empty));
    assert_eq!(contents.report[3].outcome, Outcome::Skipped(Skipped::Duplicate));
    assert_eq!(rows(&contents).0.len(), 2);
}

#[test]
fn i3_reading_again_gives_the_same_rows_even_after_the_conversation_grew() {
    let first = open(&branching());
    assert_eq!(open(&branching()), first);
    let mut grown = branching();
    let (id, node) = node("u4", Some("a3"), &[], says("user", 1_700_000_200.0, "Later"));
    grown["mapping"][&id] = node;
    grown["update_time"] = json!(1_700_000_200.0);
    let later = open(&grown);
    for message in rows(&first).1 {
        assert!(rows(&later).1.contains(&message));
    }
}

#[test]
fn i5_what_was_being_written_is_stopped() {
    let mut message = says("assistant", 1.0, "half");
    message["status"] = json!("in_progress");
    let (_, messages) = rows(&open(&conversation(vec![node("n", None, &[], message)], "n")));
    assert_eq!(messages[0].status, espalier_model::conversation::Status::Stopped);
}

#[test]
fn a_bad_row_of_a_session_spoils_only_itself() {
    let session =
        Session::new("0190163d-8694-739b-aea5-966c26f8ad91".parse().unwrap(), espalier_base::time::Timestamp(0));
    let file = json!({"format": "espalier.session", "v": 1, "sessions": [
        {"session": session, "messages": [{"id": 5}]},
        {"session": {"name": "Broken"}, "messages": []},
    ]});
    let contents = open(&file);
    assert_eq!(contents.records.len(), 1);
    let Outcome::Read(counts) = contents.report[0].outcome else { panic!() };
    assert_eq!(counts.unreadable, 1);
    assert_eq!(contents.report[1].title, "Broken");
    assert!(matches!(contents.report[1].outcome, Outcome::Skipped(Skipped::Malformed(_))));
}

#[test]
fn agents_travel_in_a_file() {
    let mut agents = crate::personas::shipped(Language::Zh);
    agents[0].parameters = Parameters {
        effort: Some(Effort::High),
        stop: vec!["END".to_owned()],
        extra: r#"{"top_k": 40}"#.to_owned(),
        idle_seconds: Some(30),
        ..Parameters::default()
    };
    let json = crate::personas::to_json(&agents).unwrap();
    let contents = read(json.as_bytes()).unwrap();
    let read: Vec<Persona> = contents
        .records
        .iter()
        .map(|record| match record {
            Record::Personas(row) => (**row).clone(),
            _ => panic!("unexpected {record:?}"),
        })
        .collect();
    assert_eq!((contents.kind, read), (ImportFormat::Agents, agents));
}

#[test]
fn an_agent_with_fields_that_may_not_be_set_is_skipped_with_the_reason() {
    let mut agents = crate::personas::shipped(Language::En);
    agents[0].parameters.extra = r#"{"messages": []}"#.to_owned();
    let contents = read(crate::personas::to_json(&agents).unwrap().as_bytes()).unwrap();
    assert!(matches!(&contents.report[0].outcome, Outcome::Skipped(Skipped::Malformed(why)) if why.contains("extra")));
    assert_eq!(contents.records.len(), agents.len() - 1);
}

#[test]
fn a_file_of_everything_is_read_and_reported_by_conversation() {
    let mut records = open(&json!([branching()])).records;
    records.extend(
        crate::personas::shipped(Language::En).into_iter().take(1).map(|agent| Record::Personas(Rc::new(agent))),
    );
    let text = espalier_storage::archive::write(&records, espalier_base::time::Timestamp(0));
    assert_eq!(detect(text.as_bytes()), ImportFormat::Archive);
    let contents = read(text.as_bytes()).unwrap();
    let keys = |records: &[Record]| records.iter().map(Record::key).collect::<BTreeSet<_>>();
    assert_eq!(keys(&contents.records), keys(&records));
    let counts = Counts { messages: 5, branches: 2, ..Counts::default() };
    let expect = [entry("A talk", Outcome::Read(counts)), entry("Assistant", Outcome::Row(Table::Personas, 0))];
    assert_eq!(contents.report, expect);

    let damaged = text.replacen("\"name\":\"A talk\"", "\"name\":7", 1);
    let report = read(damaged.as_bytes()).unwrap().report;
    assert!(matches!(&report.last().unwrap().outcome, Outcome::Skipped(Skipped::Malformed(_))), "{report:?}");
    assert_eq!(report.last().unwrap().title, "sessions 1");
    let newer = text.replacen("\"v\":", "\"v\":9", 1);
    assert!(matches!(read(newer.as_bytes()), Err(ImportError::Newer { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// I4, G3: whatever the links say, every text is read once and the result has a sound tree.
    #[test]
    fn g6_no_text_is_lost_in_any_graph(
        links in prop::collection::vec((prop::option::of(0_usize..14), prop::collection::vec(0_usize..14, 0..3)), 1..12),
        current in 0_usize..14,
    ) {
        let name = |index: usize| format!("n{index}");
        let nodes = links.iter().enumerate().map(|(index, (parent, children))| {
            let children: Vec<String> = children.iter().map(|&child| name(child)).collect();
            let children: Vec<&str> = children.iter().map(String::as_str).collect();
            let role = ["user", "assistant"][index % 2];
            node(&name(index), parent.map(name).as_deref(), &children, says(role, 0.0, &format!("text {index}")))
        }).collect();
        let contents = open(&conversation(nodes, &name(current)));
        let (sessions, messages) = rows(&contents);
        let mut texts: Vec<String> = messages.iter().map(|row| row.text()).collect();
        let mut expect: Vec<String> = (0..links.len()).map(|index| format!("text {index}")).collect();
        texts.sort();
        expect.sort();
        prop_assert_eq!(texts, expect);
        let tree = Tree::of(messages.iter().map(|row| &**row));
        prop_assert!(tree.repairs.is_empty());
        prop_assert!(sessions[0].active_leaf.is_some_and(|leaf| tree.contains(leaf)));
    }

    /// I4: any text, and any damage to a good file, is an error or a result, never a panic.
    #[test]
    fn i4_damaged_files_are_survived(at in 0_usize..2_000, byte in any::<u8>(), cut in 0_usize..2_000) {
        let mut bytes = json!([branching()]).to_string().into_bytes();
        let length = bytes.len();
        bytes[at % length] = byte;
        let _ = read(&bytes);
        let _ = read(&bytes[..cut % length]);
    }
}
