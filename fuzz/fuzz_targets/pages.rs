//! Any page of a document is drawn in bounded time, or refused; its picture is never larger than promised.
#![no_main]

use espalier_pages::{Document, MAX_SIDE};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = Document::open(bytes) else { return };
    for index in 0..document.count().min(3) {
        if let Ok(page) = document.draw(index) {
            assert!(page.width.max(page.height) as f32 <= MAX_SIDE);
            assert_eq!(page.rgba.len(), 4 * page.width as usize * page.height as usize);
        }
    }
});
