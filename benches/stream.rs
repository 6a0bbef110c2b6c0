//! How fast the bytes of an answer become model events, on this machine: `cargo bench --bench stream`.
//!
//! Each line is the best and the median of several runs over about 32 MB in pieces of 16 KB, as a fast network hands them over. The
//! same code runs in the page; `benches/README.md` has the figures of both.
#![allow(clippy::disallowed_methods)] // a bench asks the clock
#![allow(clippy::print_stdout)] // and prints what it found

use std::hint::black_box;
use std::time::{Duration, Instant};

use espalier::llm::sse::SseDecoder;
use espalier::llm::stream::{Assembler, AssemblerOptions};

const PIECE_BYTES: usize = 16 * 1024;
const BODY_BYTES: usize = 32 * 1024 * 1024;
const RUNS: usize = 7;

/// A body whose payloads carry this delta, with the fields around it that endpoints send.
fn body(delta: &str) -> Vec<u8> {
    let payload = format!(
        "data: {{\"id\":\"chatcmpl-0123456789\",\"object\":\"chat.completion.chunk\",\"created\":1770000000,\
         \"model\":\"some-model-2026\",\"system_fingerprint\":\"fp_0123456789\",\
         \"choices\":[{{\"index\":0,\"delta\":{delta},\"logprobs\":null,\"finish_reason\":null}}],\"usage\":null}}\n\n"
    );
    payload.repeat(BODY_BYTES / payload.len()).into_bytes()
}

fn report(name: &str, bytes: usize, mut run: impl FnMut() -> Duration) {
    let mut times: Vec<Duration> = (0..RUNS).map(|_| run()).collect();
    times.sort_unstable();
    let [best, median] = [times[0], times[RUNS / 2]].map(|took| bytes as f64 / 1e6 / took.as_secs_f64());
    println!("{name:<46} {best:>6.0} MB/s, median {median:>6.0} MB/s");
}

fn assemble(body: &[u8], piece_bytes: usize) -> Duration {
    let options = AssemblerOptions { answer_bytes: usize::MAX, ..AssemblerOptions::default() };
    let begin = Instant::now();
    let mut assembler = Assembler::new(options);
    for piece in body.chunks(piece_bytes) {
        black_box(assembler.push(piece));
    }
    black_box(assembler.finish());
    begin.elapsed()
}

fn decode(body: &[u8], piece_bytes: usize) -> Duration {
    let begin = Instant::now();
    let mut decoder = SseDecoder::new();
    for piece in body.chunks(piece_bytes) {
        decoder.push(piece, |event| {
            black_box(event);
        });
    }
    decoder.finish(|event| {
        black_box(event);
    });
    begin.elapsed()
}

fn main() {
    let cases = [
        ("words", r#"{"content":" some words of it"}"#),
        ("text with escapes", r#"{"content":"line\n\"quoted\" \u4e16\u754c and more"}"#),
        ("reasoning", r#"{"reasoning_content":" some words of it"}"#),
    ];
    for (name, delta) in cases {
        let body = body(delta);
        report(&format!("events and assembly, {name}"), body.len(), || assemble(&body, PIECE_BYTES));
    }
    let words = body(cases[0].1);
    report("events alone, words", words.len(), || decode(&words, PIECE_BYTES));
    report("events and assembly, pieces of 64 bytes", words.len(), || assemble(&words, 64));
    let mut line = b"data: ".to_vec();
    line.resize(10_000_000, b'x');
    report("events alone, one line of 10 MB byte by byte", line.len(), || decode(&line, 1));
}
