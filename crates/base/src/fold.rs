//! Folding of text for search: removes differences that a search ignores.

use std::ops::Range;

/// Returns the text in lower case, without marks on letters, full-width forms as their usual ones, every space as one.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

/// Appends the folded text.
pub fn fold_into(text: &str, folded: &mut String) {
    folded.reserve(text.len());
    if text.is_ascii() {
        let fold =
            |byte: u8| if char::from(byte).is_whitespace() { ' ' } else { char::from(byte.to_ascii_lowercase()) };
        return folded.extend(text.bytes().map(fold));
    }
    for character in text.chars() {
        fold_char(character, |character| folded.push(character));
    }
}

/// Letters without their marks from U+00C0 on, and from U+1E00 on; a full stop where a character is not one letter with a
/// mark. From the canonical decompositions of Unicode, and letters with a stroke.
const LATIN: &[u8] = b"\
    aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.yaaaaaaccccccccddddeeeeeeeeeegggg\
    gggghhhhiiiiiiiiii..jjkk.llllll..llnnnnnn.nnoooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs\
    b...............................oo.............uu............................aaiioouuuuuuuuuu.aa\
    aa....ggkkoooo..j...gg..nnaa....aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............\
    ......ee........";
const LATIN_ADDITIONAL: &[u8] = b"\
    aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrr\
    ssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy......aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
    eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......";

/// Returns a letter of the Latin script, in lower case, without its mark.
fn base_letter(character: char) -> Option<char> {
    let code = u32::from(character);
    let letter = match code {
        0xc0..=0x24f => LATIN[(code - 0xc0) as usize],
        0x1e00..=0x1eff => LATIN_ADDITIONAL[(code - 0x1e00) as usize],
        _ => return None,
    };
    (letter != b'.').then(|| char::from(letter))
}

fn fold_char(character: char, mut push: impl FnMut(char)) {
    match character {
        'a'..='z' | '0'..='9' => push(character),
        'A'..='Z' => push(character.to_ascii_lowercase()),
        // A mark may be a character of its own, as in names of files.
        '\u{300}'..='\u{36f}' => {}
        // A sigma at the end of a word is a sigma.
        'ς' => push('σ'),
        'ß' | 'ẞ' => "ss".chars().for_each(push),
        'Æ' | 'æ' => "ae".chars().for_each(push),
        'Œ' | 'œ' => "oe".chars().for_each(push),
        'Þ' | 'þ' => "th".chars().for_each(push),
        'Ά' | 'ά' => push('α'),
        'Έ' | 'έ' => push('ε'),
        'Ή' | 'ή' => push('η'),
        'Ί' | 'ί' | 'ϊ' | 'ΐ' | 'Ϊ' => push('ι'),
        'Ό' | 'ό' => push('ο'),
        'Ύ' | 'ύ' | 'ϋ' | 'ΰ' | 'Ϋ' => push('υ'),
        'Ώ' | 'ώ' => push('ω'),
        'Ё' | 'ё' => push('е'),
        'Й' | 'й' => push('и'),
        'Ї' | 'ї' => push('і'),
        'Ў' | 'ў' => push('у'),
        '\u{ff01}'..='\u{ff5e}' => {
            let usual = char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character);
            push(usual.to_ascii_lowercase());
        }
        character if character.is_whitespace() => push(' '),
        character if character.is_ascii() => push(character),
        character => match base_letter(character) {
            Some(letter) => push(letter),
            None => character.to_lowercase().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).for_each(push),
        },
    }
}

/// Filter of rows of JSON that can't contain some words, without reading them as JSON.
///
/// Characters that JSON writes with a backslash (quotes, line breaks, tabs, the backslash itself) are no part of the
/// words looked for, so a row that is passed over contains the words nowhere; one that is not may still turn out not
/// to.
#[derive(Debug, Clone)]
pub struct Prefilter {
    pieces: Vec<String>,
    folded: String,
}

impl Prefilter {
    /// Makes a sieve for folded words.
    pub fn new(words: &[String]) -> Self {
        let is_escaped = |c: char| matches!(c, '"' | '\\') || c.is_whitespace() || c.is_control();
        let pieces = words.iter().flat_map(|word| word.split(is_escaped));
        Self { pieces: pieces.filter(|piece| !piece.is_empty()).map(str::to_owned).collect(), folded: String::new() }
    }

    /// Whether the row may contain all words.
    pub fn lets_through(&mut self, json: &str) -> bool {
        self.folded.clear();
        fold_into(json, &mut self.folded);
        self.pieces.iter().all(|piece| self.folded.contains(piece.as_str()))
    }
}

/// Returns the start of the character of `text` whose folded form covers the byte `at` of the folded text.
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

/// Finds `words` (folded) in `text`, in order; matches that touch or overlap are one range.
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
            // A mark that is a character of its own belongs to the letter before it.
            let marks = text[last.end..].chars().take_while(|c| matches!(c, '\u{300}'..='\u{36f}'));
            Some(first.start..last.end + marks.map(char::len_utf8).sum::<usize>())
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Checks that a row with the text in it is not passed over, whatever the text contains.
        #[test]
        fn a_row_that_contains_the_words_is_let_through(
            text in "(?s)[a-cA-C\\\\\"\n\t /\u{1}\u{7f}İßΣς你好Ａ😀]{1,40}", from in 0_usize..40, length in 1_usize..12,
        ) {
            let characters: Vec<char> = text.chars().collect();
            let piece: String = characters[from % characters.len()..].iter().take(length).collect();
            let json = serde_json::json!({ "parts": [{ "text": text, "arguments": serde_json::json!({ "a": text }).to_string() }] });
            prop_assert!(Prefilter::new(&[folded(&piece)]).lets_through(&json.to_string()));
        }

        #[test]
        fn plain_letters_fold_like_any_others(text in "(?s)[ -~\n\r\t\u{b}\u{c}\u{1}]{0,40}") {
            let mut one_by_one = String::new();
            text.chars().for_each(|c| fold_char(c, |c| one_by_one.push(c)));
            prop_assert_eq!(folded(&text), one_by_one);
        }
    }

    #[test]
    fn rows_without_a_word_are_passed_over() {
        let mut prefilter = Prefilter::new(&["rust".to_owned(), "你好".to_owned()]);
        assert!(prefilter.lets_through(r#"{"text":"Rust, 你好"}"#));
        assert!(!prefilter.lets_through(r#"{"text":"Rust"}"#));
        assert!(!prefilter.lets_through(r#"{"text":"你好"}"#));
    }
}
