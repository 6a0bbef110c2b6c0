//! Any body, cut anywhere, gives the same answer as in one piece, and no call of a bad answer is complete.
#![no_main]

use espalier_llm::stream::{Assembled, Assembler, ModelEvent};
use libfuzzer_sys::fuzz_target;

/// Returns the answer, and the text and the reasoning as a listener heard them.
fn assemble<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> (Assembled, String, String) {
    let mut assembler = Assembler::default();
    let mut events = Vec::new();
    for piece in pieces {
        events.extend(assembler.push(piece));
    }
    events.extend(assembler.finish());
    let (mut text, mut reasoning) = (String::new(), String::new());
    for event in events {
        match event {
            ModelEvent::Text(piece) => text.push_str(&piece),
            ModelEvent::Reasoning(piece) => reasoning.push_str(&piece),
            ModelEvent::TextWasReasoning => reasoning.push_str(&std::mem::take(&mut text)),
            _ => {}
        }
    }
    (assembler.assembled(), text, reasoning)
}

/// Expands bytes from 0x80 on to fragments that streams are made of, so that the fuzzer finds deep states soon.
fn expand(input: &[u8]) -> Vec<u8> {
    const WORDS: &[&str] = &[
        "data: ",
        "\n\n",
        "\r\n",
        "event: error\n",
        ": x\n",
        "[DONE]",
        "{\"choices\":[{\"index\":0,\"delta\":{",
        "},\"finish_reason\":null}]}\n\n",
        "},\"finish_reason\":\"stop\"}]}\n\n",
        "},\"finish_reason\":\"tool_calls\"}]}\n\n",
        "\"content\":\"",
        "\"reasoning_content\":\"",
        "\"",
        ",",
        "<think>",
        "</think>",
        "```\\n",
        "\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{",
        "\"tool_calls\":[{\"index\":1,\"id\":\"\",\"function\":{\"arguments\":\"}",
        "\"}}]",
        "{\"choices\":[],\"usage\":{\"total_tokens\":1}}\n\n",
        "{\"error\":{\"message\":\"no\",\"code\":429}}\n\n",
        "\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"",
        "\"}]",
        "\\ud83c",
        "\\udf33",
        "世",
        "\u{feff}",
    ];
    let mut body = Vec::new();
    for &byte in input {
        match byte.checked_sub(0x80).and_then(|number| WORDS.get(usize::from(number))) {
            Some(word) => body.extend_from_slice(word.as_bytes()),
            None => body.push(byte),
        }
    }
    body
}

fuzz_target!(|input: (u8, u16, &[u8])| {
    let (size, at, body) = input;
    let body = expand(body);
    let expect = assemble(std::iter::once(body.as_slice()));
    assert_eq!(assemble(body.chunks(usize::from(size) + 1)), expect);
    let (left, right) = body.split_at(usize::from(at).min(body.len()));
    assert_eq!(assemble([left, right].into_iter()), expect);
    let (answer, text, reasoning) = expect;
    assert_eq!((&text, &reasoning), (&answer.text, &answer.reasoning));
    assert!(answer.error.is_none() || answer.calls.iter().all(|call| !call.complete));
    assert!(answer.calls.iter().all(|call| !call.complete || (call.arguments.is_ok() && !call.name.is_empty())));
});
