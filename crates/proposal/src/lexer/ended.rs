//! Whether a quote ends its string or stands inside it, told from what follows.
//!
//! After the end of a string valid JSON has a bracket, a colon, or a comma with a value or key after it. All else shows
//! that the quote was inside and nobody escaped it.

use super::super::shape::Shape;
use super::is_blank;
use super::literal::{is_word, literal};
use super::quote::is_quote;

/// The longest run of characters that is held to decide it.
const HELD_LIMIT: usize = 4096;

/// Characters seen after a quote that may end a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// At most white space.
    Quote,
    /// A comma, and at most white space after it.
    Comma,
    /// A comma and the beginning of a word.
    Word,
    /// A comma, a word and white space.
    AfterWord,
    /// A slash.
    Slash,
}

/// Whether a quote ended its string.
pub enum Verdict {
    Ended,
    Inner,
    Wait(Ended),
}

impl Ended {
    /// Judges the quote by the next character; `held` is everything from the quote on.
    pub fn verdict(self, held: &str, c: char, shape: &Shape<'_>) -> Verdict {
        match self {
            _ if held.len() >= HELD_LIMIT => Verdict::Ended,
            Self::Quote => after_quote(held, c, shape),
            Self::Comma => after_comma(c, shape),
            Self::Word if is_word(c) => Verdict::Wait(Self::Word),
            Self::Word | Self::AfterWord => after_word(held, c, shape),
            Self::Slash if matches!(c, '/' | '*') => Verdict::Ended,
            Self::Slash => Verdict::Inner,
        }
    }
}

fn after_quote(held: &str, c: char, shape: &Shape<'_>) -> Verdict {
    let spaced = held.chars().nth(1).is_some();
    match c {
        '}' | ']' | '｝' | '］' => Verdict::Ended,
        ')' | '）' if shape.in_round() => Verdict::Ended,
        ',' | '，' | ';' | '；' | '、' => Verdict::Wait(Ended::Comma),
        '/' if spaced => Verdict::Wait(Ended::Slash),
        '#' if spaced => Verdict::Ended,
        '{' | '[' if held.contains('\n') => Verdict::Ended,
        _ if is_blank(c) => Verdict::Wait(Ended::Quote),
        // A comma was forgotten.
        _ if is_quote(c) && spaced => Verdict::Ended,
        _ => Verdict::Inner,
    }
}

/// Judges after a comma and a word: a bare key, or a literal in a list, shows that the string was over.
fn after_word(held: &str, c: char, shape: &Shape<'_>) -> Verdict {
    if is_blank(c) {
        return Verdict::Wait(Ended::AfterWord);
    }
    if shape.in_object() {
        return if matches!(c, ':' | '：') { Verdict::Ended } else { Verdict::Inner };
    }
    let word = held.trim_start_matches(|c: char| !is_word(c)).trim_end();
    match c {
        ']' | '］' | '}' | '｝' => Verdict::Ended,
        ')' | '）' if shape.in_round() => Verdict::Ended,
        ',' | '，' if literal(word).is_some() => Verdict::Ended,
        _ => Verdict::Inner,
    }
}

fn after_comma(c: char, shape: &Shape<'_>) -> Verdict {
    match c {
        '}' | ']' | '｝' | '］' | '{' | '[' | '｛' | '［' => Verdict::Ended,
        ')' | '）' if shape.in_round() => Verdict::Ended,
        '/' => Verdict::Wait(Ended::Slash),
        '#' => Verdict::Ended,
        ',' | '，' | '-' | '+' | '.' | '0'..='9' if !shape.in_object() => Verdict::Ended,
        ',' | '，' => Verdict::Wait(Ended::Comma),
        _ if is_blank(c) => Verdict::Wait(Ended::Comma),
        _ if is_quote(c) => Verdict::Ended,
        _ if is_word(c) => Verdict::Wait(Ended::Word),
        _ => Verdict::Inner,
    }
}
