//! Any file gives an error or rows that fit together; any graph of messages keeps every text.
#![no_main]

use std::collections::BTreeSet;

use espalier_chat::import::{self, App, Contents, ImportFormat};
use espalier_model::Record;
use espalier_model::conversation::Status;
use espalier_model::conversation::tree::Tree;
use libfuzzer_sys::fuzz_target;

/// A node of a made-up export: its parent, its stated children, its time, and the kind of its content.
type Node = (Option<u8>, Vec<u8>, i32, u8);

fuzz_target!(|input: (&[u8], Vec<Node>, u8)| {
    let (raw, nodes, current) = input;
    if let Ok(contents) = import::read(raw) {
        check(&contents);
    }
    let file = file(&nodes, current);
    assert_eq!(import::detect(file.as_bytes()), ImportFormat::Foreign(App::ChatGpt));
    let contents = import::read(file.as_bytes()).expect("it is JSON of the right shape");
    check(&contents);
    assert_eq!(import::read(file.as_bytes()).as_ref(), Ok(&contents));
    let said: String = texts(&contents).collect();
    for index in 0..nodes.len() {
        assert_eq!(said.matches(&format!("<{index}>")).count(), 1, "{file}");
    }
});

fn file(nodes: &[Node], current: u8) -> String {
    let name = |number: &u8| format!("\"n{number}\"");
    let mapping: Vec<String> = nodes
        .iter()
        .enumerate()
        .map(|(index, (parent, children, at, kind))| {
            let parent = parent.as_ref().map_or("null".to_owned(), name);
            let children: Vec<String> = children.iter().map(name).collect();
            let role = ["user", "assistant", "tool", "system"][usize::from(kind & 3)];
            let content = match kind >> 2 & 3 {
                0 => format!("{{\"content_type\":\"text\",\"parts\":[\"<{index}>\"]}}"),
                1 => format!("{{\"content_type\":\"code\",\"text\":\"<{index}>\"}}"),
                2 => format!("{{\"content_type\":\"thoughts\",\"thoughts\":[{{\"content\":\"<{index}>\"}}]}}"),
                _ => format!("{{\"content_type\":\"other\",\"result\":\"<{index}>\"}}"),
            };
            format!(
                "\"n{index}\":{{\"parent\":{parent},\"children\":[{}],\"message\":{{\"author\":{{\"role\":\"{role}\"}},\
                 \"create_time\":{at},\"content\":{content}}}}}",
                children.join(",")
            )
        })
        .collect();
    format!("[{{\"mapping\":{{{}}},\"current_node\":\"n{current}\"}}]", mapping.join(","))
}

fn check(contents: &Contents) {
    let mut keys = BTreeSet::new();
    let mut messages = Vec::new();
    for record in &contents.records {
        assert!(keys.insert(record.key()), "{:?} is there twice", record.key());
        if let Record::Messages(row) = record {
            assert!(!matches!(row.status, Status::Streaming | Status::Waiting));
            messages.push(row);
        }
    }
    if matches!(contents.kind, ImportFormat::Foreign(_)) {
        assert!(Tree::of(messages.iter().map(|row| &***row)).repairs.is_empty());
    }
}

fn texts(contents: &Contents) -> impl Iterator<Item = String> {
    contents.records.iter().filter_map(|record| match record {
        Record::Messages(row) => Some(row.text() + &row.reasoning()),
        _ => None,
    })
}
