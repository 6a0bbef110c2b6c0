//! Percent-encoding of names, and the names that are plain.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Everything but the unreserved characters of RFC 3986, as AWS signs it.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Characters of a pasted path that a browser would encode.
const NOT_IN_PATH: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>').add(b'?').add(b'^').add(b'`').add(b'{').add(b'}');

/// Most bytes of a name, as file systems have it.
const LONGEST_NAME: usize = 255;

/// Encodes a name, or a value of a query.
pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// Encodes a path, whose slashes stay.
pub fn encode_path(path: &str) -> String {
    path.split('/').map(encode).collect::<Vec<_>>().join("/")
}

/// Encodes a path as it was pasted, where some characters may be encoded already.
pub fn tidy_path(path: &str) -> String {
    utf8_percent_encode(path, NOT_IN_PATH).to_string()
}

/// Decodes a part of a path; `None` if it is no text.
pub fn decode(text: &str) -> Option<Cow<'_, str>> {
    percent_decode_str(text).decode_utf8().ok()
}

/// Whether a name is one of a file, and no path in disguise.
pub fn is_plain_name(name: &str) -> bool {
    let is_path = matches!(name, "" | "." | "..") || name.contains(['/', '\\']);
    !is_path && name.len() <= LONGEST_NAME && !name.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unreserved_characters_stay() {
        assert_eq!(encode("aZ09-_.~ /+*%ä"), "aZ09-_.~%20%2F%2B%2A%25%C3%A4");
        assert_eq!(encode_path("a b/ü/"), "a%20b/%C3%BC/");
        assert_eq!(tidy_path("/a b/%C3%BC/ü"), "/a%20b/%C3%BC/%C3%BC");
    }

    #[test]
    fn a_path_is_no_name() {
        for name in ["", ".", "..", "a/b", "a\\b", "a\n", &"a".repeat(256)] {
            assert!(!is_plain_name(name), "{name:?}");
        }
        for name in ["a", ".a", "a b.json", "ä", "日记.mirror"] {
            assert!(is_plain_name(name), "{name:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn a_name_survives(name in "\\PC{0,40}") {
            let encoded = encode(&name);
            proptest::prop_assert!(encoded.is_ascii() && !encoded.contains(['/', '?', '#', '&', '+', ' ']));
            proptest::prop_assert_eq!(decode(&encoded).unwrap(), name);
        }
    }
}
