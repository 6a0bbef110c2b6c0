//! Cost of reading a proposal while it streams: `cargo bench --bench proposal`.
//!
//! Each line is a text of 1 MB: its best time over several runs in one piece, in pieces of four characters, and one
//! character at a time; then the last of these for twice the length, divided by two. Where the last two agree, the cost
//! of a character does not grow with the length.
#![allow(clippy::disallowed_methods)] // a bench asks the clock
#![allow(clippy::print_stdout)] // and prints what it found

use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;

use espalier_proposal::{Channel, NoCommands, ProposalReader};

const BYTES: usize = 1_000_000;
const RUNS: usize = 5;

fn main() {
    println!("{:<28} {:>9} {:>9} {:>9} {:>9}", "ms for 1 MB", "whole", "by four", "by one", "2 MB / 2");
    let operation = r#"{"id":"op","commandId":"node.addChild","params":["b1520189-176f-4592-b64a-bb60d7420836",null,"A title"],"description":"Add a title"},"#;
    let chinese = r#"{"id":"op","commandId":"node.addChild","params":["n1",null,"市场调研与竞品分析"],"description":"新增“市场调研”"},"#;
    let single = r"{'id': 'op', 'commandId': 'node.addChild', 'params': ['n1', None, 'It's a title'],}, ";
    let note = "A line of a note with **Markdown**, and a few more words.\\n";
    let prose = "Some words with `code`, *emphasis* and a < b, and a few more of them.\n";
    let cases = [
        ("operations", "<operations>[", operation, "]</operations>"),
        ("operations, Chinese", "<operations>[", chinese, "]</operations>"),
        ("operations, Python", "<operations>[", single, "]</operations>"),
        ("one long note", "<operations>[{\"commandId\":\"x\",\"params\":[\"", note, "\"]}]</operations>"),
        ("explanation alone", "", prose, ""),
        ("hostile: brackets", "<operations>", "[{", ""),
        ("hostile: quotes", "<operations>[\"", "\" , ", ""),
        ("hostile: tags", "", "<operations ", ""),
        ("hostile: white space", "<operations>[\"\"", "          ", ""),
    ];
    for (name, before, part, after) in cases {
        let text = |bytes: usize| format!("{before}{}{after}", part.repeat(bytes / part.len()));
        let (once, twice) = (text(BYTES), text(2 * BYTES));
        println!(
            "{name:<28} {:>9.1} {:>9.1} {:>9.1} {:>9.1}",
            best(&once, usize::MAX),
            best(&once, 4),
            best(&once, 1),
            best(&twice, 1) / 2.0
        );
    }
}

/// Returns the milliseconds for the text in pieces of so many characters.
fn best(text: &str, characters: usize) -> f64 {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.char_indices().map(|(at, _)| at).nth(characters).unwrap_or(rest.len());
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    let run = || {
        let begin = Instant::now();
        let mut reader = ProposalReader::new(Channel::Text, Rc::new(NoCommands));
        for piece in &pieces {
            black_box(reader.push(piece));
        }
        black_box(reader.finish());
        begin.elapsed().as_secs_f64() * 1e3
    };
    (0..RUNS).map(|_| run()).fold(f64::INFINITY, f64::min)
}
