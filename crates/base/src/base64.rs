//! Bytes as text: base64 (RFC 4648, section 4) without the signs at the end that only fill up.

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes as text.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let at = |place: usize| u32::from(group.get(place).copied().unwrap_or_default());
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..=group.len() {
            text.push(char::from(SIGNS[(bits >> (18 - 6 * place)) as usize & 63]));
        }
    }
    text
}

/// Encodes bytes as text, filled up with `=` to whole groups of four signs, as data URLs have it.
pub fn encode_padded(bytes: &[u8]) -> String {
    let mut text = encode(bytes);
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

/// Decodes a text; `None` where it is not base64.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut values = [u8::MAX; 256];
    for (value, sign) in (0_u8..).zip(SIGNS) {
        values[usize::from(*sign)] = value;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for sign in group {
            let value = values[usize::from(*sign)];
            if value == u8::MAX {
                return None;
            }
            bits = bits << 6 | u32::from(value);
        }
        let whole = (bits << (6 * (4 - group.len()))).to_be_bytes();
        let count = group.len() - 1;
        // What is left over of the last sign must say nothing, so that every text has one meaning.
        if count == 0 || whole[1 + count..].iter().any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend_from_slice(&whole[1..=count]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_examples_of_the_standard() {
        for (bytes, text) in
            [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        for text in ["Z", "Zm9vY", "Zh", "Zm9", "Zm 8", "Zg==", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_text_is_that_of_its_bytes(bytes in prop::collection::vec(any::<u8>(), 0..50), text in "[A-Za-z0-9+/ ]{0,9}") {
            let encoded = encode(&bytes);
            prop_assert_eq!(decode(&encoded), Some(bytes));
            if let Some(bytes) = decode(&text) {
                prop_assert_eq!(encode(&bytes), text);
            }
        }
    }
}
