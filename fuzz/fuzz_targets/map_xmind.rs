//! Any workbook gives an error or maps that come back: as bytes, and as content in an archive that is sound.
#![no_main]

#[path = "common/map.rs"]
mod map;

use espalier_mindmap::formats::{Format, detect, pack_archive};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (kind, bytes) = input;
    match kind % 3 {
        0 => {
            if let Ok(format @ (Format::Xmind | Format::Xmind8)) = detect(bytes, "") {
                map::check(format, bytes);
            }
        }
        1 => map::check(Format::Xmind, &pack_archive(&[("content.json", bytes)])),
        _ => {
            let halves = bytes.split_at(bytes.len() / 4);
            map::check(Format::Xmind8, &pack_archive(&[("content.xml", halves.1), ("styles.xml", halves.0)]));
        }
    }
});
