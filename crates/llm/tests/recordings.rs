//! Streams recorded from real providers, which give their normal form however they are cut.
//!
//! `ESPALIER_RECORDINGS` names a folder with files `NAME.chunks.txt`, one payload a line (those of the AI SDK's tests,
//! `packages/*/src/**/__fixtures__`): `cargo test -p espalier-llm --test recordings -- --ignored`.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on stops")]
#![cfg(not(target_arch = "wasm32"))]

use std::path::Path;

use espalier_llm::stream::{Assembled, Assembler, FinishReason};

/// Expected outcome of a recording: characters of text and of thoughts, calls, whether it ends to call tools, tokens.
type Expected = (&'static str, usize, usize, &'static [(&'static str, &'static str)], (u64, u64));

const CITY: &str = r#"{"location": "San Francisco"}"#;
const EXPECTED: [Expected; 9] = [
    ("alibaba-text", 3_771, 0, &[], (18, 779)),
    ("alibaba-tool-call", 0, 0, &[("weather", CITY)], (295, 22)),
    ("azure-model-router.1", 19, 0, &[], (15, 78)),
    ("deepseek-tool-call", 0, 191, &[("weather", CITY)], (339, 83)),
    ("groq-tool-call", 0, 0, &[("weather", "{}")], (210, 15)),
    ("mistral-incremental-tool-call", 0, 0, &[("webSearchTool", r#"{"query": "current Berlin weather"}"#)], (171, 14)),
    ("mistral-tool-call", 0, 0, &[("weather", CITY)], (124, 22)),
    ("moonshotai-stream", 6, 16, &[], (9, 12)),
    ("xai-tool-call", 0, 1_069, &[("weather", r#"{"location":"San Francisco"}"#)], (307, 26)),
];

fn read(bytes: &[u8], piece: usize) -> Assembled {
    let mut assembler = Assembler::default();
    for piece in bytes.chunks(piece) {
        drop(assembler.push(piece));
    }
    drop(assembler.finish());
    assembler.assembled()
}

#[test]
#[ignore = "needs a folder of recordings: ESPALIER_RECORDINGS"]
fn recordings_of_real_providers_give_their_normal_form() {
    let folder = std::env::var("ESPALIER_RECORDINGS").expect("ESPALIER_RECORDINGS names the folder");
    for (name, text, thought, calls, tokens) in EXPECTED {
        let file = Path::new(&folder).join(format!("{name}.chunks.txt"));
        let lines = std::fs::read_to_string(&file).expect("the recording is there");
        let events = lines.lines().filter(|line| !line.trim().is_empty()).map(|line| format!("data: {line}\n\n"));
        let stream = events.collect::<String>() + "data: [DONE]\n\n";
        for piece in [1, 7, 1_000, stream.len()] {
            let found = read(stream.as_bytes(), piece);
            let named = |(name, _): &(&str, &str)| (*name).to_owned();
            assert_eq!((found.error.as_ref(), found.truncated), (None, false), "{name}");
            assert_eq!((found.text.chars().count(), found.reasoning.chars().count()), (text, thought), "{name}");
            let names: Vec<String> = found.calls.iter().map(|call| call.name.clone()).collect();
            assert_eq!(names, calls.iter().map(named).collect::<Vec<_>>(), "{name}");
            for (call, (_, arguments)) in found.calls.iter().zip(calls) {
                let expected: serde_json::Value = serde_json::from_str(arguments).unwrap();
                let given = call.arguments.clone().expect("they can be read");
                assert_eq!(serde_json::Value::Object(given), expected, "{name}");
            }
            let ending = if calls.is_empty() { FinishReason::Stop } else { FinishReason::ToolCalls };
            assert_eq!(found.finish, Some(ending), "{name}");
            assert_eq!(
                (found.usage.prompt_tokens, found.usage.completion_tokens),
                (Some(tokens.0), Some(tokens.1)),
                "{name}"
            );
        }
    }
}
