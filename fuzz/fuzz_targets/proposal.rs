//! Any answer, cut anywhere, proposes the same as in one piece; an answer that is cut off proposes a beginning of that;
//! and a proposal that was read can be read again.
#![no_main]

use std::rc::Rc;

use espalier_proposal::{Channel, CommandNames, Proposal, ProposalEvent, ProposalReader, TOOL_NAME};
use libfuzzer_sys::fuzz_target;

/// A lookup that knows two commands.
struct Names;

impl CommandNames for Names {
    fn canonical(&self, written: &str) -> Option<String> {
        ["node.addChild", "node.delete"].into_iter().find(|id| id.ends_with(written)).map(str::to_owned)
    }
}

/// Returns the proposal, and the text a listener heard, with a mark for each other event.
fn read<'a>((channel, as_call): (Channel, bool), pieces: impl Iterator<Item = &'a str>) -> (Proposal, String) {
    let mut reader = ProposalReader::new(channel, Rc::new(Names));
    let mut heard = String::new();
    let mut listen = |events: Vec<ProposalEvent>| {
        for event in events {
            match event {
                ProposalEvent::Text(text) => heard.push_str(&text),
                ProposalEvent::Opened => heard.push('\u{1}'),
                ProposalEvent::Operation(_) => heard.push('\u{2}'),
                ProposalEvent::Closed => heard.push('\u{3}'),
            }
        }
    };
    if as_call {
        listen(reader.call(0, Some(TOOL_NAME), ""));
    }
    for piece in pieces {
        listen(if as_call { reader.call(0, None, piece) } else { reader.push(piece) });
    }
    listen(reader.finish());
    (reader.into_proposal(), heard)
}

/// Expands bytes from 0x80 on to fragments that answers are made of, so that the fuzzer finds deep states soon.
fn expand(input: &[u8]) -> String {
    const WORDS: &[&str] = &[
        "<operations>",
        "</operations>",
        "<operations/>",
        "<operations a=\"b\">",
        "<\\/operations>",
        "<think>",
        "</think>",
        "```json\n",
        "```\n",
        "~~~\n",
        "{\"operations\":[",
        "{\"id\":\"op-1\",\"commandId\":\"node.delete\",\"params\":[\"n1\"]}",
        "{'commandId': 'addChild', 'params': ('n1', None, 'A'),}",
        "\"commandId\":\"node.delete\"",
        "\"params\":[",
        "\"params\":{",
        "\"explanation\":\"",
        "\"summary\":\"",
        "\"arguments\":\"",
        "\"name\":\"propose_operations\"",
        "{\\\"id\\\": \\\"a\\\"",
        "\"tempId\":\"t\"",
        "\\u4e16",
        "\\ud83c\\udf33",
        "\\\"",
        "“",
        "”",
        "，",
        "：",
        "｛",
        "］",
        "世",
        "// x\n",
        "/* x */",
        "null",
        "True",
        "0.5",
        "\r\n",
        "Summary: x.\n",
        "<operation>",
        "</operation>",
        "<tool_call>",
        "</tool_call>",
    ];
    let mut text = String::new();
    for &byte in input {
        match byte.checked_sub(0x80).and_then(|number| WORDS.get(usize::from(number))) {
            Some(word) => text.push_str(word),
            None => text.push(char::from(byte & 0x7f)),
        }
    }
    text
}

fn chunks(text: &str, size: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut end = size.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

fuzz_target!(|input: (u8, u8, u16, &[u8])| {
    let (channel, size, at, body) = input;
    let channel = [(Channel::Text, false), (Channel::Json, false), (Channel::Tool, true), (Channel::Tool, false)]
        [usize::from(channel) % 4];
    let text = expand(body);
    let expect = read(channel, std::iter::once(text.as_str()));
    assert_eq!(read(channel, chunks(&text, usize::from(size) + 1)), expect);
    let mut at = usize::from(at).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let (left, right) = text.split_at(at);
    assert_eq!(read(channel, [left, right].into_iter()), expect);
    let (beginning, _) = read(channel, std::iter::once(left));
    assert!(expect.0.operations.starts_with(&beginning.operations), "what was cut off proposes something else");
    let mut ids: Vec<&str> = expect.0.operations.iter().map(|operation| operation.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), expect.0.operations.len());
});
