//! Any indented text gives a map that comes back.
#![no_main]

#[path = "common/map.rs"]
mod map;

use espalier_mindmap::formats::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| map::check(Format::Text, bytes));
