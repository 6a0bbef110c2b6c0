//! Bare `https://` and `http://` addresses in running text. Letters of any script belong to them, but for those of
//! scripts in which the sentence goes on right behind an address, without a space.

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
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let length = trim(&rest[..end]);
        if length > scheme_length && !is_host_cut(&rest[scheme_length..], end - scheme_length) {
            return Some(start..start + length);
        }
    }
    None
}

fn belongs(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"' | '`' | '|' | '\\' | '^' | '{' | '}');
    }
    let is_mark = matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{dff}');
    (c.is_alphanumeric() || is_mark) && !is_written_without_spaces(c)
}

/// Whether a letter is of a script that is written without spaces, or, as Korean, with endings right behind a word.
fn is_written_without_spaces(c: char) -> bool {
    matches!(
        c,
        '\u{e00}'..='\u{eff}' // Thai, Lao
            | '\u{1000}'..='\u{109f}' // Burmese
            | '\u{1100}'..='\u{11ff}' // Hangul
            | '\u{1780}'..='\u{17ff}' // Khmer
            | '\u{2e80}'..='\u{a4cf}' // Han, kana, bopomofo, Yi
            | '\u{a960}'..='\u{a97f}' // Hangul
            | '\u{ac00}'..='\u{d7ff}' // Hangul
            | '\u{f900}'..='\u{faff}' // Han
            | '\u{ff00}'..='\u{ffef}' // full width
            | '\u{20000}'..='\u{3ffff}' // Han
    )
}

/// Whether an address ends in the middle of its host, which would make it another one: before a letter and without a
/// domain, or right behind a dot.
fn is_host_cut(address: &str, end: usize) -> bool {
    let (host, behind) = address.split_at(end);
    let is_open = !host.contains(['/', '?', '#']) && behind.starts_with(char::is_alphanumeric);
    is_open && (host.ends_with('.') || !host.contains('.'))
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
        check("https://de.wikipedia.org/wiki/Köln ist", Some("https://de.wikipedia.org/wiki/Köln"));
        check("https://ru.wikipedia.org/wiki/Москва.", Some("https://ru.wikipedia.org/wiki/Москва"));
        check("https://he.wikipedia.org/wiki/ירושלים", Some("https://he.wikipedia.org/wiki/ירושלים"));
        check("https://hi.wikipedia.org/wiki/हिन्दी", Some("https://hi.wikipedia.org/wiki/हिन्दी"));
        check("https://müller.example/a", Some("https://müller.example/a"));
        check(
            "https://zh.wikipedia.org/wiki/%E5%8C%97%E4%BA%AC。",
            Some("https://zh.wikipedia.org/wiki/%E5%8C%97%E4%BA%AC"),
        );
        // Another host than was written is worse than no link.
        check("https://例子.cn/a", None);
        check("https://www.例子.cn/a", None);
        check("https://m例.cn", None);
        check("请看https://example.com的首页", Some("https://example.com"));
        check("https://example.com에서", Some("https://example.com"));
    }
}
