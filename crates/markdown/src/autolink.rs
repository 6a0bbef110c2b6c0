//! Bare `https://` and `http://` addresses in running text. Only ASCII belongs to them: in Chinese and Japanese the sentence
//! goes on right behind an address, without a space.

/// Finds the first bare address in a text, as a byte range.
pub(super) fn find(text: &str) -> Option<std::ops::Range<usize>> {
    // Most text is told apart by this cheaper search.
    if !text.contains(':') {
        return None;
    }
    let mut from = 0;
    while let Some(found) = text[from..].find("http") {
        let start = from + found;
        from = start + 4;
        let rest = &text[start..];
        let Some(scheme_length) =
            ["https://", "http://"].iter().find(|scheme| rest.starts_with(**scheme)).map(|s| s.len())
        else {
            continue;
        };
        if text[..start].ends_with(|before: char| before.is_ascii_alphanumeric()) {
            continue;
        }
        let length = trim(&rest[..rest.bytes().take_while(|byte| is_address_byte(*byte)).count()]);
        if length > scheme_length {
            return Some(start..start + length);
        }
    }
    None
}

fn is_address_byte(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>' | b'"' | b'`' | b'|' | b'\\' | b'^' | b'{' | b'}')
}

/// Returns the length of an address without the punctuation of the sentence around it, as GitHub does it.
fn trim(address: &str) -> usize {
    let bytes = address.as_bytes();
    let mut length = bytes.len();
    let (opening, mut closing) = (address.matches('(').count(), address.matches(')').count());
    while let Some(last) = length.checked_sub(1).map(|index| bytes[index]) {
        match last {
            b'?' | b'!' | b'.' | b',' | b':' | b';' | b'*' | b'_' | b'~' | b'\'' | b']' | b'[' => {}
            b')' if closing > opening => closing -= 1,
            _ => break,
        }
        length -= 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<&str>) {
        assert_eq!(find(text).map(|range| &text[range]), expect, "{text:?}");
    }

    #[test]
    fn finds_addresses() {
        check("see https://example.com/a?b=c#d.", Some("https://example.com/a?b=c#d"));
        check("见https://example.com/路径。", Some("https://example.com/"));
        check("（http://例子.cn）", None);
        check("(https://en.example.org/wiki/A_(b))", Some("https://en.example.org/wiki/A_(b)"));
        check("xhttps://example.com", None);
        check("http:// nothing", None);
        check("http https://a.b", Some("https://a.b"));
        check("none", None);
    }
}
