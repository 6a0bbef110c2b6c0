//! Text with the differences taken out that a search does not care about.
//!
//! Must not be in here: what a query means.

use std::ops::Range;

/// The text in lower case, full-width forms as their usual ones, every space as one.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

/// Appends the folded text.
pub fn fold_into(text: &str, folded: &mut String) {
    folded.reserve(text.len());
    for character in text.chars() {
        fold_char(character, |character| folded.push(character));
    }
}

fn fold_char(character: char, mut push: impl FnMut(char)) {
    match character {
        'a'..='z' | '0'..='9' => push(character),
        'A'..='Z' => push(character.to_ascii_lowercase()),
        // A sigma at the end of a word is a sigma.
        'ς' => push('σ'),
        '\u{ff01}'..='\u{ff5e}' => {
            let usual = char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character);
            push(usual.to_ascii_lowercase());
        }
        character if character.is_whitespace() => push(' '),
        character if character.is_ascii() => push(character),
        character => character.to_lowercase().for_each(push),
    }
}

/// Where the character of `text` begins whose folded form covers the byte `at` of the folded text.
pub fn unfolded_at(text: &str, at: usize) -> usize {
    let mut length = 0;
    for (index, character) in text.char_indices() {
        fold_char(character, |folded| length += folded.len_utf8());
        if length > at {
            return index;
        }
    }
    text.len()
}

/// Where any of `words` (folded) is found in `text`, in order; what touches or overlaps is one range.
pub fn ranges(text: &str, words: &[String]) -> Vec<Range<usize>> {
    let mut folded = String::with_capacity(text.len());
    // For each byte of the folded text the range of the character it comes from.
    let mut origin: Vec<Range<usize>> = Vec::with_capacity(text.len());
    for (index, character) in text.char_indices() {
        fold_char(character, |character| folded.push(character));
        origin.resize(folded.len(), index..index + character.len_utf8());
    }
    let mut found: Vec<Range<usize>> = Vec::new();
    for word in words {
        found.extend(folded.match_indices(word.as_str()).filter_map(|(at, word)| {
            let (first, last) = (origin.get(at)?, origin.get((at + word.len()).checked_sub(1)?)?);
            Some(first.start..last.end)
        }));
    }
    found.sort_unstable_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(found.len());
    for range in found {
        match merged.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}
