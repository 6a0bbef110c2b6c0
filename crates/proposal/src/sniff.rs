//! Whether an answer is JSON as a whole, told from its first characters.

use super::fields::{Field, field};

/// Form of an answer, as its first characters tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sniffed {
    /// More characters are needed.
    Unclear,
    Text,
    Json,
}

/// Classifies the first characters of an answer. Where JSON was asked for, any JSON counts, in a code fence or not;
/// elsewhere only JSON that has a proposal's own fields.
pub(super) fn sniff(held: &str, asked: bool) -> Sniffed {
    let mut rest = skip(held);
    if asked && rest.starts_with(['`', '~']) {
        let Some((fence, after)) = rest.split_once('\n') else {
            return Sniffed::Unclear;
        };
        if !(fence.starts_with("```") || fence.starts_with("~~~")) {
            return Sniffed::Text;
        }
        rest = skip(after);
    }
    let Some(first) = rest.chars().next() else {
        return Sniffed::Unclear;
    };
    if !matches!(first, '{' | '[' | '｛' | '［') {
        return Sniffed::Text;
    }
    if asked {
        return Sniffed::Json;
    }
    first_key(rest)
}

fn first_key(json: &str) -> Sniffed {
    let mut rest = json;
    let mut in_object = false;
    while let Some(c) = rest.chars().next() {
        match c {
            '{' | '｛' if in_object => return Sniffed::Text,
            '{' | '｛' => in_object = true,
            '[' | '［' if in_object => return Sniffed::Text,
            '[' | '［' => {}
            _ => break,
        }
        rest = skip(&rest[c.len_utf8()..]);
    }
    let Some(quote) = rest.chars().next() else {
        return Sniffed::Unclear;
    };
    if !in_object || !matches!(quote, '"' | '\'' | '“' | '＂' | '‘') {
        return Sniffed::Text;
    }
    let key = &rest[quote.len_utf8()..];
    let Some(end) = key.find(['"', '\'', '”', '＂', '’']) else {
        return Sniffed::Unclear;
    };
    match field(&key[..end]) {
        Field::Operations | Field::Explanation | Field::Summary | Field::Command => Sniffed::Json,
        _ => Sniffed::Text,
    }
}

fn skip(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}
