//! Makes a server's words safe to show and to store: one short line of plain text without anything like a key.

/// The longest detail that is kept, in characters.
const DETAIL_CHARS: usize = 300;

/// Bytes of a server's text that are looked at. Web pages of proxies can be long.
const SOURCE_BYTES: usize = 16 * 1024;

const KEY_PREFIXES: &[&str] =
    &["sk-", "sk_", "pk-", "gsk_", "hf_", "xai-", "AIza", "eyJ", "nvapi-", "r8_", "tgp_", "Bearer:"];

/// Cleans a text to one line of at most 300 characters, without tags, control characters and anything that looks like a
/// key.
pub fn sanitise(text: &str) -> String {
    let text = head(text, SOURCE_BYTES);
    let plain = if text.trim_start().starts_with('<') { page_text(text) } else { text.to_owned() };
    let mut line = String::with_capacity(plain.len().min(DETAIL_CHARS * 4));
    let words = plain.split(|c: char| c.is_whitespace() || c.is_control() || is_direction_mark(c));
    let mut after_bearer = false;
    for word in words.filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        if after_bearer && word.len() >= 8 {
            line.push('…');
        } else {
            push_without_keys(word, &mut line);
        }
        after_bearer = word.eq_ignore_ascii_case("bearer");
    }
    shorten(line)
}

/// Whether a character changes the direction of the text after it, by which a server could disguise its words.
fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

fn head(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn shorten(line: String) -> String {
    match line.char_indices().nth(DETAIL_CHARS) {
        Some((at, _)) => format!("{}…", line[..at].trim_end()),
        None => line,
    }
}

/// Returns the title of a web page, or else its text without the tags.
fn page_text(page: &str) -> String {
    let lower = page.to_ascii_lowercase();
    if let Some(start) = lower.find("<title>").map(|at| at + 7)
        && let Some(length) = lower[start..].find("</title>")
    {
        return page[start..start + length].to_owned();
    }
    let mut text = String::new();
    let mut inside_tag = false;
    for c in page.chars() {
        match c {
            '<' => {
                inside_tag = true;
                text.push(' ');
            }
            '>' => inside_tag = false,
            _ if !inside_tag => text.push(c),
            _ => {}
        }
    }
    text
}

fn push_without_keys(word: &str, line: &mut String) {
    let mut rest = word;
    while !rest.is_empty() {
        let token = rest.find(|c| !is_key_char(c)).unwrap_or(rest.len());
        if looks_like_key(&rest[..token]) {
            line.push('…');
        } else {
            line.push_str(&rest[..token]);
        }
        let separator = rest[token..].find(is_key_char).map_or(rest.len(), |at| token + at);
        line.push_str(&rest[token..separator]);
        rest = &rest[separator..];
    }
}

fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '*')
}

fn looks_like_key(token: &str) -> bool {
    if token.len() >= 8 && KEY_PREFIXES.iter().any(|prefix| token.starts_with(prefix)) {
        return true;
    }
    if token.contains("***") {
        return true;
    }
    // Names of models have short parts; keys are long runs of letters mixed with digits.
    token.split(['-', '_', '.']).any(|part| {
        part.len() >= 20
            && part.bytes().any(|byte| byte.is_ascii_digit())
            && part.bytes().any(|byte| byte.is_ascii_alphabetic())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(input: &str, expect: &str) {
        assert_eq!(sanitise(input), expect, "{input:?}");
    }

    #[test]
    fn keys_never_stay() {
        check("Incorrect API key provided: sk-proj-abcDEF123456.", "Incorrect API key provided: …");
        check("Incorrect API key provided: abcd****wxyz. See the site.", "Incorrect API key provided: … See the site.");
        check("key=AIzaSyA1234567890 is bad", "key=… is bad");
        check("header \"Authorization: Bearer secretsecret\"", "header \"Authorization: Bearer …");
        check("got 0123456789abcdef0123456789abcdef.AbCdEf here", "got … here");
    }

    #[test]
    fn names_of_models_stay() {
        check(
            "The model `claude-3-5-sonnet-20241022` does not exist",
            "The model `claude-3-5-sonnet-20241022` does not exist",
        );
        check(
            "accounts/fireworks/models/llama-v3p1-405b-instruct",
            "accounts/fireworks/models/llama-v3p1-405b-instruct",
        );
    }

    #[test]
    fn one_plain_short_line() {
        check("  a\r\n\tb\u{0}c \u{202E}d ", "a b c d");
        check("<html><head><title>502 Bad Gateway</title></head><body>x</body></html>", "502 Bad Gateway");
        check("<p>No <b>title</b></p>", "No title");
        let long = sanitise(&"世界 ".repeat(400));
        assert_eq!(long.chars().count(), 300);
    }

    proptest! {
        #[test]
        fn any_text_becomes_one_short_line(text in any::<String>()) {
            let line = sanitise(&text);
            prop_assert!(line.chars().count() <= DETAIL_CHARS + 1);
            prop_assert!(!line.chars().any(char::is_control));
        }

        #[test]
        fn a_key_with_a_known_beginning_never_stays(key in "sk-[A-Za-z0-9]{16,48}", before in "[ a-z:(\"']{0,9}[ :(\"']", after in "[ .,)\"'][ a-z]{0,9}") {
            let line = sanitise(&format!("{before}{key}{after}"));
            prop_assert!(!line.contains(&key));
        }
    }
}
