//! Any indented text gives a map that comes back, and any copied HTML gives such a text or nothing.
#![no_main]

#[path = "common/map.rs"]
mod map;

use espalier_mindmap::copied_html;
use espalier_mindmap::formats::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    map::check(Format::Text, bytes);
    if let Some(lines) = std::str::from_utf8(bytes).ok().and_then(copied_html::outline) {
        assert!(lines.lines().all(|line| line.trim_start_matches('\t').starts_with("- ")), "{lines:?}");
    }
});
