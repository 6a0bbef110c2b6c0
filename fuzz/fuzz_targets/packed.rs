//! Any bytes behind a right checksum are an error or packed rows, which are packed again as rows that are the same bytes.
#![no_main]

use espalier_base::bytes::{begin, seal};
use espalier_model::{scene, timelog};
use libfuzzer_sys::fuzz_target;

/// Makes a form whose checksum is right, or damage would be found before anything is read.
fn sealed(head: [u8; 4], body: &[u8]) -> Vec<u8> {
    let mut bytes = begin(head, body.len());
    bytes.extend(body);
    seal(&mut bytes);
    bytes
}

fuzz_target!(|body: &[u8]| {
    if let Ok(rows) = timelog::packed::unpack(&sealed(*b"ETL\x01", body)) {
        let bytes = timelog::packed::pack(&rows);
        assert_eq!(timelog::packed::unpack(&bytes).expect("it was packed here"), rows);
    }
    if let Ok(rows) = scene::packed::unpack(&sealed(*b"ESH\x01", body)) {
        let bytes = scene::packed::pack(&rows);
        // Compared as bytes, because a number that is none is not equal to itself.
        assert_eq!(scene::packed::pack(&scene::packed::unpack(&bytes).expect("it was packed here")), bytes);
    }
});
