//! Any bytes, cut anywhere, give the same events as in one piece.
#![no_main]

use espalier_llm::sse::{SseDecoder, SseEvent};
use libfuzzer_sys::fuzz_target;

fn decode<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let mut seen = Vec::new();
    let mut note = |event: SseEvent<'_>| seen.push(format!("{event:?}"));
    let mut decoder = SseDecoder::with_limit(256);
    for piece in pieces {
        decoder.push(piece, &mut note);
    }
    decoder.finish(&mut note);
    seen
}

// The first bytes say where to cut, the others are the body.
fuzz_target!(|input: (u8, u8, &[u8])| {
    let (size, at, body) = input;
    let expect = decode(std::iter::once(body));
    assert_eq!(decode(body.chunks(usize::from(size) + 1)), expect);
    let (left, right) = body.split_at(usize::from(at).min(body.len()));
    assert_eq!(decode([left, right].into_iter()), expect);
});
