//! Pictures of pages on the disk.
//!
//! Must not talk to the browser; it gets what the browser sent.

use std::path::Path;

/// Saves a picture as `NAME.png` into the folder of `ESPALIER_SHOTS`.
pub fn save(name: &str, base64_text: &str) {
    let Some(folder) = std::env::var_os("ESPALIER_SHOTS") else {
        return;
    };
    std::fs::create_dir_all(&folder).expect("the folder for pictures can be created");
    let path = Path::new(&folder).join(format!("{name}.png"));
    std::fs::write(path, base64(base64_text)).expect("the picture can be written");
}

/// Decodes the standard alphabet; the browser sends pictures this way.
fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'a'..=b'z' => Some(u32::from(byte - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut buffer, mut bits) = (0_u32, 0);
    for value in text.bytes().filter_map(digit) {
        buffer = buffer << 6 | value;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits & 0xff) as u8);
        }
    }
    bytes
}
