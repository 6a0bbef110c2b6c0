//! Any file is taken or refused, its text has no control characters, and no text ends its own quotation.
#![no_main]

use espalier_attachments::{Kind, hash, inspect, pdf, prompt, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    assert_eq!(hash::sha256(bytes).len(), 64);
    if let Ok(found) = inspect("file.txt", "", bytes) {
        assert_eq!(found.kind == Kind::Picture, found.width.is_some());
    }
    if let Ok(read) = text::decode_with(bytes, |_, bytes| Some(bytes.iter().map(|byte| char::from(*byte)).collect())) {
        assert!(!read.contains(['\0', '\r']));
        let quoted = prompt::quote("file.txt", Kind::Text, &read, 200);
        let fence = quoted.lines().nth(1).map_or(0, |line| line.chars().take_while(|c| *c == '`').count());
        assert_eq!(
            quoted.lines().filter(|line| line.len() >= fence && line.starts_with(&"`".repeat(fence))).count(),
            2
        );
    }
    if let Ok(document) = pdf::read(bytes) {
        assert!(document.pages.len() <= pdf::MAX_PAGES && document.pages.len() <= document.total);
    }
});
