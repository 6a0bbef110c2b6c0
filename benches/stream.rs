//! Speed of turning the bytes of an answer into model events: `cargo bench --bench stream` on this machine, and the
//! same code as WebAssembly in a browser as a part of `cargo xtask bench`.
//!
//! Each line of the native run is the best and the median of several runs over about 32 MB in pieces of 16 KB, as a
//! fast network hands them over; a run in the browser is over [`BODY_BYTES`].
#![allow(clippy::disallowed_methods)] // a bench asks the clock
#![allow(clippy::print_stdout)] // and prints what it found

use std::hint::black_box;

use espalier_llm::sse::SseDecoder;
use espalier_llm::stream::{Assembler, AssemblerOptions};

const PIECE_BYTES: usize = 16 * 1024;
const BODY_BYTES: usize = if cfg!(target_arch = "wasm32") { 1_000_000 } else { 32_000_000 };

const CASES: [(&str, &str); 3] = [
    ("words", r#"{"content":" some words of it"}"#),
    ("text with escapes", r#"{"content":"line\n\"quoted\" \u4e16\u754c and more"}"#),
    ("reasoning", r#"{"reasoning_content":" some words of it"}"#),
];

/// Makes a body whose payloads carry this delta, with the fields around it that endpoints send.
fn body(delta: &str) -> Vec<u8> {
    let payload = format!(
        "data: {{\"id\":\"chatcmpl-0123456789\",\"object\":\"chat.completion.chunk\",\"created\":1770000000,\
         \"model\":\"some-model-2026\",\"system_fingerprint\":\"fp_0123456789\",\
         \"choices\":[{{\"index\":0,\"delta\":{delta},\"logprobs\":null,\"finish_reason\":null}}],\"usage\":null}}\n\n"
    );
    payload.repeat(BODY_BYTES / payload.len()).into_bytes()
}

fn assemble(body: &[u8], piece_bytes: usize) {
    let options = AssemblerOptions { answer_bytes: usize::MAX, ..AssemblerOptions::default() };
    let mut assembler = Assembler::new(options);
    for piece in body.chunks(piece_bytes) {
        black_box(assembler.push(piece));
    }
    black_box(assembler.finish());
}

fn decode(body: &[u8], piece_bytes: usize) {
    let mut decoder = SseDecoder::new();
    for piece in body.chunks(piece_bytes) {
        decoder.push(piece, |event| {
            black_box(event);
        });
    }
    decoder.finish(|event| {
        black_box(event);
    });
}

/// Receiver of each case: its name, how many bytes it reads, and a run.
#[cfg(not(target_arch = "wasm32"))]
type Measure<'a> = &'a mut dyn FnMut(&str, usize, &dyn Fn());

#[cfg(not(target_arch = "wasm32"))]
fn cases(measure: Measure<'_>) {
    for (name, delta) in CASES {
        let body = body(delta);
        measure(&format!("events and assembly, {name}"), body.len(), &|| assemble(&body, PIECE_BYTES));
    }
    let words = body(CASES[0].1);
    measure("events alone, words", words.len(), &|| decode(&words, PIECE_BYTES));
    measure("events and assembly, pieces of 64 bytes", words.len(), &|| assemble(&words, 64));
    let mut line = b"data: ".to_vec();
    line.resize(10_000_000, b'x');
    measure("events alone, one line of 10 MB byte by byte", line.len(), &|| decode(&line, 1));
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    const RUNS: usize = 7;
    cases(&mut |name, bytes, run| {
        let mut times: Vec<std::time::Duration> = (0..RUNS)
            .map(|_| {
                let begin = std::time::Instant::now();
                run();
                begin.elapsed()
            })
            .collect();
        times.sort_unstable();
        let [best, median] = [times[0], times[RUNS / 2]].map(|took| bytes as f64 / 1e6 / took.as_secs_f64());
        println!("{name:<46} {best:>6.0} MB/s, median {median:>6.0} MB/s");
    });
}

/// One function for each case: the driver of the browser gives up on a page that is busy for half a minute.
#[cfg(target_arch = "wasm32")]
mod page {
    use wasm_bindgen_test::{Criterion, wasm_bindgen_bench};

    use super::{CASES, PIECE_BYTES, assemble, body, decode};

    wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

    fn assembly(bench: &mut Criterion, case: usize, piece_bytes: usize) {
        let (name, delta) = CASES[case];
        let body = body(delta);
        let name = format!("events and assembly, {name}, {} bytes in pieces of {piece_bytes}", body.len());
        bench.bench_function(&name, |bencher| bencher.iter(|| assemble(&body, piece_bytes)));
    }

    #[wasm_bindgen_bench]
    fn words(bench: &mut Criterion) {
        assembly(bench, 0, PIECE_BYTES);
    }

    #[wasm_bindgen_bench]
    fn escapes(bench: &mut Criterion) {
        assembly(bench, 1, PIECE_BYTES);
    }

    #[wasm_bindgen_bench]
    fn reasoning(bench: &mut Criterion) {
        assembly(bench, 2, PIECE_BYTES);
    }

    #[wasm_bindgen_bench]
    fn small_pieces(bench: &mut Criterion) {
        assembly(bench, 0, 64);
    }

    #[wasm_bindgen_bench]
    fn events_alone(bench: &mut Criterion) {
        let body = body(CASES[0].1);
        let name = format!("events alone, words, {} bytes", body.len());
        bench.bench_function(&name, |bencher| bencher.iter(|| decode(&body, PIECE_BYTES)));
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}
