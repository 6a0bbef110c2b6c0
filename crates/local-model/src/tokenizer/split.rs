//! Cuts text into the words that BPE works within, as the regular expressions of the models do.
//!
//! The expressions are written out as a scanner: each character is looked at a few times, however the text is made, and
//! no engine for expressions has to be loaded. Only tables of Unicode come from a library.

use std::ops::Range;
use std::sync::OnceLock;

use regex_syntax::hir::{Class, HirKind};

use crate::support::Pre;

/// Calls `word` with each word of the text, in order; together they are the text.
pub(super) fn split<'a>(pre: Pre, text: &'a str, word: &mut dyn FnMut(&'a str)) {
    match pre {
        Pre::Gpt2 => cut(text, gpt2, word),
        Pre::Qwen2 => cut(text, |rest| modern(rest, 1), word),
        Pre::Llama3 => cut(text, |rest| modern(rest, 3), word),
        Pre::Smollm => isolate(text, &|c| is(c, NUMBER).then_some(1), &mut |part| cut(part, gpt2, word)),
        Pre::Default => {
            // Signs alone, then as GPT-2, then numbers alone, which are cut after each third digit.
            let sign = |c: char| (is(c, PUNCTUATION) || "$+<=>^~|".contains(c)).then_some(usize::MAX);
            isolate(text, &sign, &mut |part| {
                cut(part, gpt2, &mut |part| {
                    isolate(part, &|c| is(c, NUMBER).then_some(usize::MAX), &mut |part| threes(part, word));
                });
            });
        }
    }
}

/// Cuts by a function that says how long the first word of a text that is not empty is.
fn cut<'a>(text: &'a str, length: impl Fn(&str) -> usize, word: &mut dyn FnMut(&'a str)) {
    let mut rest = text;
    while !rest.is_empty() {
        // At least a byte, so that it ends; a length within a character cannot be, and then takes the rest.
        let (first, after) = rest.split_at_checked(length(rest).max(1)).unwrap_or((rest, ""));
        word(first);
        rest = after;
    }
}

/// Cuts out runs of the characters for which a number is returned: the most of them in one word.
fn isolate<'a>(text: &'a str, most: &dyn Fn(char) -> Option<usize>, word: &mut dyn FnMut(&'a str)) {
    let (mut start, mut inside, mut count) = (0, false, 0);
    for (at, c) in text.char_indices() {
        let limit = most(c);
        if at > start && (limit.is_some() != inside || limit.is_some_and(|limit| count >= limit)) {
            word(text.get(start..at).unwrap_or_default());
            start = at;
        }
        if start == at {
            (inside, count) = (limit.is_some(), 0);
        }
        count += 1;
    }
    if start < text.len() {
        word(text.get(start..).unwrap_or_default());
    }
}

/// Cuts out each three ASCII digits that follow one another.
fn threes<'a>(text: &'a str, word: &mut dyn FnMut(&'a str)) {
    let bytes = text.as_bytes();
    let (mut start, mut at) = (0, 0);
    let mut push = |range: Range<usize>| {
        if let Some(part) = text.get(range).filter(|part| !part.is_empty()) {
            word(part);
        }
    };
    while at < bytes.len() {
        let end = at + 3;
        if bytes.get(at..end).is_some_and(|three| three.iter().all(u8::is_ascii_digit)) {
            push(start..at);
            push(at..end);
            (start, at) = (end, end);
        } else {
            at += 1;
        }
    }
    push(start..bytes.len());
}

/// `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
fn gpt2(text: &str) -> usize {
    if let Some(length) = contraction(text, false) {
        return length;
    }
    let space = usize::from(text.starts_with(' '));
    let after = text.get(space..).unwrap_or_default();
    let Some(first) = after.chars().next() else { return spaces(text) };
    let length = if is(first, LETTER) {
        run(after, |c| is(c, LETTER))
    } else if is(first, NUMBER) {
        run(after, |c| is(c, NUMBER))
    } else if first.is_whitespace() {
        return spaces(text);
    } else {
        run(after, is_other)
    };
    space + length
}

/// `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,digits}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
fn modern(text: &str, digits: usize) -> usize {
    if let Some(length) = contraction(text, true) {
        return length;
    }
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return 0 };
    let second = chars.next();
    if is(first, LETTER) {
        return run(text, |c| is(c, LETTER));
    }
    if is(first, NUMBER) {
        return text.chars().take(digits).take_while(|c| is(*c, NUMBER)).map(char::len_utf8).sum();
    }
    if !matches!(first, '\r' | '\n') && second.is_some_and(|c| is(c, LETTER)) {
        return first.len_utf8() + run(chars_after(text, first), |c| is(c, LETTER));
    }
    let space = usize::from(first == ' ');
    let after = text.get(space..).unwrap_or_default();
    let other = run(after, is_other);
    if other > 0 {
        let end = space + other;
        return end + run(text.get(end..).unwrap_or_default(), |c| matches!(c, '\r' | '\n'));
    }
    let white = text.get(..run(text, char::is_whitespace)).unwrap_or_default();
    match white.rfind(['\r', '\n']) {
        Some(last) => last + 1,
        None => spaces(text),
    }
}

fn chars_after(text: &str, first: char) -> &str {
    text.get(first.len_utf8()..).unwrap_or_default()
}

/// `'s|'t|'re|'ve|'m|'ll|'d`
fn contraction(text: &str, any_case: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b'\'') {
        return None;
    }
    let letter = |at: usize| {
        let byte = *bytes.get(at)?;
        Some(if any_case { byte.to_ascii_lowercase() } else { byte })
    };
    match (letter(1)?, letter(2)) {
        (b's' | b't' | b'm' | b'd', _) => Some(2),
        (b'r' | b'v', Some(b'e')) | (b'l', Some(b'l')) => Some(3),
        _ => None,
    }
}

/// `\s+(?!\S)|\s+`: white space without its last character, if a word follows that may want it.
fn spaces(text: &str) -> usize {
    let length = run(text, char::is_whitespace);
    let white = text.get(..length).unwrap_or_default();
    match white.char_indices().next_back() {
        Some((last, _)) if length < text.len() && last > 0 => last,
        _ => length,
    }
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// `[^\s\p{L}\p{N}]`
fn is_other(c: char) -> bool {
    !(c.is_whitespace() || is(c, LETTER) || is(c, NUMBER))
}

const LETTER: usize = 0;
const NUMBER: usize = 1;
const PUNCTUATION: usize = 2;

fn is(c: char, class: usize) -> bool {
    if c.is_ascii() {
        return match class {
            LETTER => c.is_ascii_alphabetic(),
            NUMBER => c.is_ascii_digit(),
            _ => c.is_ascii_punctuation() && !"$+<=>^`|~".contains(c),
        };
    }
    static TABLES: OnceLock<[Vec<(char, char)>; 3]> = OnceLock::new();
    let tables = TABLES.get_or_init(|| [r"\p{L}", r"\p{N}", r"\p{P}"].map(table));
    let order = |range: &(char, char)| {
        if range.1 < c {
            std::cmp::Ordering::Less
        } else if range.0 > c {
            std::cmp::Ordering::Greater
        } else {
            std::cmp::Ordering::Equal
        }
    };
    tables.get(class).is_some_and(|table| table.binary_search_by(order).is_ok())
}

/// Returns the ranges of a class, empty if the library does not know it, which a test rules out.
fn table(class: &str) -> Vec<(char, char)> {
    match regex_syntax::parse(class).map(regex_syntax::hir::Hir::into_kind) {
        Ok(HirKind::Class(Class::Unicode(class))) => {
            class.ranges().iter().map(|range| (range.start(), range.end())).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(pre: Pre, text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        split(pre, text, &mut |word| words.push(word));
        words
    }

    #[test]
    fn classes_are_known() {
        for (class, inside, outside) in
            [(LETTER, "aé日ʰª", "1٣ \u{301}.😀"), (NUMBER, "7٣½Ⅷ", "a日.²\u{301}"), (PUNCTUATION, ".，“_", "a$<1+😀")]
        {
            assert!(inside.chars().all(|c| is(c, class)), "{class}");
            assert!(outside.chars().filter(|c| *c != '²').all(|c| !is(c, class)), "{class}");
        }
        // ASCII is decided without the tables, alike.
        for (class, name) in [(LETTER, r"\p{L}"), (NUMBER, r"\p{N}"), (PUNCTUATION, r"\p{P}")] {
            let table = table(name);
            for c in '\0'..='\x7f' {
                assert_eq!(is(c, class), table.iter().any(|range| (range.0..=range.1).contains(&c)), "{c:?} {name}");
            }
        }
    }

    #[test]
    fn words_are_cut() {
        assert_eq!(words(Pre::Gpt2, "I'm  at 12ab!? "), ["I", "'m", " ", " at", " 12", "ab", "!?", " "]);
        assert_eq!(words(Pre::Smollm, "in 123 \n x"), ["in", " ", "1", "2", "3", " \n", " x"]);
        assert_eq!(words(Pre::Qwen2, "I'M (ok)\n\n  x 12"), ["I", "'M", " (", "ok", ")\n\n", " ", " x", " ", "1", "2"]);
        assert_eq!(words(Pre::Llama3, "12345 \n \n  y\t"), ["123", "45", " \n \n", " ", " y", "\t"]);
        assert_eq!(words(Pre::Default, "a=12345,b"), ["a", "=", "123", "45", ",", "b"]);
    }

    #[test]
    fn words_together_are_the_text() {
        let text = "Ünïcode's 1٣½ \u{3000}\r\n\t x’s <|im|> 日本。\u{301}\u{a0}😀  ";
        for pre in [Pre::Default, Pre::Gpt2, Pre::Smollm, Pre::Qwen2, Pre::Llama3] {
            assert_eq!(words(pre, text).concat(), text);
            assert!(words(pre, "").is_empty());
        }
    }
}
