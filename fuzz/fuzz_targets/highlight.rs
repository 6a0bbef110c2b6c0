//! Any code is read: spans are in order and on boundaries, and lines one by one have those of the whole.
#![no_main]

use espalier_highlight::{Highlighter, Span};
use libfuzzer_sys::fuzz_target;

const LANGUAGES: [&str; 24] = [
    "rust",
    "python",
    "js",
    "tsx",
    "json",
    "yaml",
    "toml",
    "html",
    "css",
    "c++",
    "c#",
    "swift",
    "php",
    "ruby",
    "sql",
    "bash",
    "powershell",
    "lua",
    "haskell",
    "dart",
    "diff",
    "makefile",
    "markdown",
    "latex",
];

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let language = LANGUAGES[usize::from(number) % LANGUAGES.len()];
    let Some(mut whole) = Highlighter::new(language) else { panic!("{language} is not known") };
    let mut lines = whole.clone();
    let mut spans = Vec::new();
    whole.read(text, &mut spans);
    let mut end = 0;
    for span in &spans {
        assert!(end <= span.range.start && span.range.start < span.range.end, "{span:?}");
        assert!(text.get(span.range.clone()).is_some_and(|part| !part.contains('\n')), "{span:?}");
        end = span.range.end;
    }
    let (mut found, mut start) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let mut own = Vec::new();
        lines.read(line, &mut own);
        found.extend(
            own.into_iter().map(|Span { range, token }| Span { range: range.start + start..range.end + start, token }),
        );
        start += line.len();
    }
    assert_eq!(found, spans, "{language}");
});
