//! Readings of answers that models really wrote: `tests/proposals/*.txt`, cut in every way.
//!
//! A case is
//!
//! ```text
//! === its name
//! channel: text | json | tool      (text unless said; the last one reads arguments)
//! tool: the name of the tool       (propose_operations unless said)
//! warnings: cutOff unclosed        (none unless said; cutOff means that the proposal is incomplete)
//! summary: the summary             (not compared unless said)
//! lines: crlf                      (line feeds in what was said become CRLF)
//! --- said
//! the answer
//! --- shown
//! the text that people see, without white space around it (the section may be left out: nothing)
//! --- operations
//! id command parameters {"other fields": "as far as they are to be compared"}
//! ```
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on stops")]

use std::fs;
use std::path::Path;
use std::rc::Rc;

use espalier_command::registry::Registry;
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_proposal::{Channel, Proposal, ProposalEvent, ProposalReader, TOOL_NAME};
use proptest::prelude::*;
use serde_json::{Value, json};

#[derive(Debug, Clone)]
struct Case {
    name: String,
    channel: Channel,
    tool: String,
    warnings: Vec<String>,
    summary: Option<String>,
    said: String,
    shown: String,
    operations: Vec<String>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proposals");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        for part in format!("\n{text}").split("\n=== ").skip(1) {
            cases.push(parse(&name, part));
        }
    }
    cases
}

fn parse(file: &str, part: &str) -> Case {
    let mut sections = part.split("\n--- ");
    let mut head = sections.next().unwrap().lines();
    let mut case = Case {
        name: format!("{file}: {}", head.next().unwrap()),
        channel: Channel::Text,
        tool: TOOL_NAME.to_owned(),
        warnings: Vec::new(),
        summary: None,
        said: String::new(),
        shown: String::new(),
        operations: Vec::new(),
    };
    let mut crlf = false;
    for line in head.filter(|line| !line.trim().is_empty()) {
        match line.split_once(": ").unwrap_or_else(|| panic!("{}: {line}", case.name)) {
            ("channel", name) => case.channel = serde_json::from_value(json!(name)).unwrap(),
            ("tool", name) => name.clone_into(&mut case.tool),
            ("warnings", names) => case.warnings = names.split(' ').map(str::to_owned).collect(),
            ("summary", text) => case.summary = Some(text.to_owned()),
            ("lines", "crlf") => crlf = true,
            (other, _) => panic!("{}: {other}", case.name),
        }
    }
    for section in sections {
        let (title, body) = section.split_once('\n').unwrap_or((section, ""));
        match title {
            "said" => body.clone_into(&mut case.said),
            "shown" => body.trim().clone_into(&mut case.shown),
            "operations" => {
                case.operations = body.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
            }
            other => panic!("{}: {other}", case.name),
        }
    }
    if crlf {
        case.said = case.said.replace('\n', "\r\n");
    }
    case
}

const TEXT: Text = Text::new("", "");

const fn command(id: &'static str, aliases: &'static [&'static str]) -> Spec {
    Spec::new(espalier_command::call::Signature::new(id), Category::Node, EffectKind::Change, TEXT, TEXT)
        .or_called(aliases)
}

/// Commands as an editor of maps may have them.
static COMMANDS: [Spec; 10] = [
    command("node.addChild", &["addNode", "createNode", "createChild", "insertChild", "添加子节点", "新增节点"]),
    command("node.addChildTrees", &["addTree", "addSubtree", "添加子树"]),
    command("node.addSiblingAfter", &["addSibling"]),
    command("node.updateTitle", &["rename", "renameNode", "setTitle", "修改标题", "重命名"]),
    command("node.updateNote", &["setNote", "修改备注"]),
    command("node.delete", &["deleteNode", "remove", "removeNode", "删除节点"]),
    command("node.moveTo", &["move", "moveNode", "移动节点"]),
    command("node.setTask", &["setDone"]),
    command("node.addTag", &["tag"]),
    command("navigation.select", &["focusNode"]),
];

fn commands() -> Rc<Registry> {
    let commands: Vec<&'static Spec> = COMMANDS.iter().collect();
    Rc::new(Registry::new(commands))
}

/// Returns the proposal and the text as a listener heard it.
fn read<'a>(case: &Case, pieces: impl Iterator<Item = &'a str>) -> (Proposal, String) {
    let mut reader = ProposalReader::new(case.channel, commands());
    let mut shown = String::new();
    let mut indexes = Vec::new();
    let mut listen = |events: Vec<ProposalEvent>| {
        for event in events {
            match event {
                ProposalEvent::Text(text) => shown.push_str(&text),
                ProposalEvent::Operation(index) => indexes.push(index),
                ProposalEvent::Opened | ProposalEvent::Closed => {}
            }
        }
    };
    if case.channel == Channel::Tool {
        listen(reader.call(0, Some(&case.tool), ""));
    }
    for piece in pieces {
        listen(match case.channel {
            Channel::Tool => reader.call(0, None, piece),
            Channel::Json | Channel::Text => reader.push(piece),
        });
    }
    listen(reader.finish());
    let proposal = reader.into_proposal();
    assert!(indexes.into_iter().eq(0..proposal.operations.len()), "{}: each operation is told once", case.name);
    assert_eq!(shown, proposal.explanation, "{}", case.name);
    (proposal, shown)
}

fn whole(case: &Case) -> Proposal {
    read(case, std::iter::once(case.said.as_str())).0
}

fn check_operation(case: &Case, line: &str, operation: &Value) {
    let mut words = line.splitn(3, ' ');
    let (id, command) = (words.next().unwrap(), words.next().unwrap());
    let mut values = serde_json::Deserializer::from_str(words.next().unwrap_or("[]")).into_iter::<Value>();
    let name = &case.name;
    assert_eq!((operation["id"].as_str(), operation["commandId"].as_str()), (Some(id), Some(command)), "{name}");
    assert_eq!(operation["params"], values.next().unwrap().unwrap(), "{name}: {line}");
    let others = values.next().map_or(json!({}), Result::unwrap);
    for (key, value) in others.as_object().unwrap() {
        assert_eq!(&operation[key], value, "{name}: {key}");
    }
}

#[test]
fn every_case_is_read_as_it_was_meant() {
    let cases = cases();
    assert!(cases.len() >= 150, "{}", cases.len());
    let mut names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), cases.len(), "two cases have one name");
    let mut failures = Vec::new();
    for case in &cases {
        if let Err(problem) = std::panic::catch_unwind(|| check(case)) {
            let text = problem.downcast_ref::<String>().cloned().unwrap_or_default();
            failures.push(format!("{}\n{text}", case.name));
        }
    }
    assert!(failures.is_empty(), "{} of {} cases:\n\n{}", failures.len(), cases.len(), failures.join("\n\n"));
}

fn check(case: &Case) {
    let proposal = whole(case);
    assert_eq!(proposal.explanation.trim().replace("\r\n", "\n"), case.shown, "{}", case.name);
    let operations = serde_json::to_value(&proposal.operations).unwrap();
    let operations = operations.as_array().unwrap();
    assert_eq!(operations.len(), case.operations.len(), "{}: {operations:#?}", case.name);
    for (line, operation) in case.operations.iter().zip(operations) {
        check_operation(case, line, operation);
    }
    let warnings: Vec<String> = proposal
        .warnings
        .iter()
        .map(|warning| serde_json::to_value(warning).unwrap().as_str().unwrap().to_owned())
        .collect();
    assert_eq!(warnings, case.warnings, "{}", case.name);
    assert_eq!(proposal.complete, !case.warnings.iter().any(|warning| warning == "cutOff"), "{}", case.name);
    if let Some(summary) = &case.summary {
        assert_eq!(&proposal.summary, summary, "{}", case.name);
    }
}

#[test]
fn every_cut_in_two_gives_the_same() {
    for case in cases() {
        let expect = whole(&case);
        let single: Vec<&str> = case.said.split("").filter(|piece| !piece.is_empty()).collect();
        assert_eq!(read(&case, single.into_iter()).0, expect, "{} by character", case.name);
        for (at, _) in case.said.char_indices() {
            let (left, right) = case.said.split_at(at);
            assert_eq!(read(&case, [left, right].into_iter()).0, expect, "{} cut at {at}", case.name);
        }
    }
}

#[test]
fn whatever_is_cut_off_proposes_nothing_but_what_was_complete() {
    for case in cases() {
        let expect = whole(&case);
        for (at, _) in case.said.char_indices() {
            let beginning = &case.said[..at];
            let (proposal, shown) = read(&case, std::iter::once(beginning));
            let known = proposal.operations.len().min(expect.operations.len());
            assert_eq!(proposal.operations, expect.operations[..known], "{} cut off at {at}", case.name);
            let hidden = ["commandId", "command_id", "\"params\"", "\"id\""];
            for word in hidden.iter().filter(|word| !expect.explanation.contains(**word)) {
                assert!(!shown.contains(word), "{} cut off at {at} shows {shown:?}", case.name);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_cutting_of_any_case_gives_the_same(sizes in prop::collection::vec(1_usize..23, 1..40)) {
        for case in cases() {
            let mut pieces = Vec::new();
            let mut rest = case.said.as_str();
            for size in sizes.iter().cycle() {
                let mut end = (*size).min(rest.len());
                while !rest.is_char_boundary(end) {
                    end += 1;
                }
                pieces.push(&rest[..end]);
                rest = &rest[end..];
                if rest.is_empty() {
                    break;
                }
            }
            prop_assert_eq!(read(&case, pieces.into_iter()).0, whole(&case), "{}", case.name);
        }
    }
}
