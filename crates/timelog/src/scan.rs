//! A line of text as characters that are easy to compare, and a cursor over them.
//!
//! Upper and lower case, full-width and usual forms, traditional and simplified forms of the words of time, and the
//! many dashes and spaces become one each; every character keeps its place in the text.

mod number;

use std::ops::Range;

/// A text with the differences taken out, one character for each of the text.
pub struct Folded {
    chars: Vec<char>,
    /// Beginning of each character in the text, and the end of the text.
    starts: Vec<usize>,
}

impl Folded {
    /// Folds a text.
    pub fn new(text: &str) -> Self {
        let mut folded = Self { chars: Vec::new(), starts: Vec::new() };
        for (at, character) in text.char_indices() {
            folded.chars.push(fold(character));
            folded.starts.push(at);
        }
        folded.starts.push(text.len());
        folded
    }

    /// The number of characters.
    pub fn len(&self) -> usize {
        self.chars.len()
    }

    /// The characters.
    pub fn chars(&self) -> &[char] {
        &self.chars
    }

    /// The bytes of the text that these characters stand for.
    pub fn bytes(&self, range: Range<usize>) -> Range<usize> {
        let at = |index: usize| self.starts[index.min(self.chars.len())];
        at(range.start)..at(range.end)
    }

    /// A cursor before the character of that number.
    pub fn scan(&self, at: usize) -> Scan<'_> {
        Scan { chars: &self.chars, at: at.min(self.chars.len()) }
    }
}

/// A cursor. Every reader leaves it where it was if it does not find what it reads.
#[derive(Clone, Copy)]
pub struct Scan<'a> {
    chars: &'a [char],
    /// The number of characters before the cursor.
    pub at: usize,
}

impl<'a> Scan<'a> {
    /// The characters from the cursor to another.
    pub fn until(&self, end: usize) -> &'a [char] {
        self.chars.get(self.at..end).unwrap_or_default()
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// The character before the cursor.
    pub fn before(&self) -> Option<char> {
        self.at.checked_sub(1).and_then(|at| self.chars.get(at)).copied()
    }

    /// Whether nothing is left.
    pub fn is_end(&self) -> bool {
        self.at >= self.chars.len()
    }

    /// Skips spaces.
    pub fn space(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
    }

    /// Reads one character.
    pub fn char(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// Reads a word or words. Letters have to end where the word ends and to begin where it begins; a space stands for
    /// any number of them.
    pub fn word(&mut self, word: &str) -> bool {
        // Most words differ in their first character.
        if self.peek() != word.chars().next() {
            return false;
        }
        let mut ahead = *self;
        if word.starts_with(|c: char| c.is_ascii_alphabetic())
            && self.before().is_some_and(|c| c.is_alphabetic() && !is_cjk(c))
        {
            return false;
        }
        for wanted in word.chars() {
            if wanted == ' ' && ahead.peek() == Some(' ') {
                ahead.space();
            } else if !ahead.char(wanted) {
                return false;
            }
        }
        if word.ends_with(|c: char| c.is_ascii_alphabetic())
            && ahead.peek().is_some_and(|c| c.is_alphabetic() && !is_cjk(c))
        {
            return false;
        }
        *self = ahead;
        true
    }

    /// Reads the longest of some words.
    pub fn any<T: Copy>(&mut self, words: &[(&str, T)]) -> Option<T> {
        let mut best: Option<(usize, T)> = None;
        for (word, meaning) in words {
            let mut ahead = *self;
            if ahead.word(word) && best.is_none_or(|(at, _)| ahead.at > at) {
                best = Some((ahead.at, *meaning));
            }
        }
        let (at, meaning) = best?;
        self.at = at;
        Some(meaning)
    }

    /// Reads the longest of some words that mean the same.
    pub fn one_of(&mut self, words: &[&str]) -> bool {
        let mut best = None;
        for word in words {
            let mut ahead = *self;
            if ahead.word(word) {
                best = best.max(Some(ahead.at));
            }
        }
        self.at = best.unwrap_or(self.at);
        best.is_some()
    }

    /// Skips spaces and then reads one of some words; goes nowhere without one.
    pub fn spaced(&mut self, words: &[&str]) -> bool {
        let mut ahead = *self;
        ahead.space();
        let found = ahead.one_of(words);
        if found {
            *self = ahead;
        }
        found
    }
}

/// Whether it is written without spaces between words.
pub fn is_cjk(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn fold(character: char) -> char {
    match character {
        'a'..='z' | '0'..='9' => character,
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character).to_ascii_lowercase()
        }
        '、' => ',',
        '。' => '.',
        '〜' => '~',
        '‐'..='―' | '−' => '-',
        '“' | '”' | '「' | '」' => '"',
        '‘' | '’' => '\'',
        '點' => '点',
        '時' => '时',
        '週' => '周',
        '後' => '后',
        '鐘' | '鍾' => '钟',
        '個' => '个',
        '兩' => '两',
        '從' => '从',
        '過' => '过',
        '這' => '这',
        '來' => '来',
        '號' => '号',
        '間' => '间',
        '禮' => '礼',
        '〇' => '零',
        character if character.is_whitespace() => ' ',
        character => {
            let mut lower = character.to_lowercase();
            match (lower.next(), lower.next()) {
                (Some(single), None) => single,
                _ => character,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn differences_that_do_not_matter_are_folded() {
        let folded = Folded::new("昨天下午３點—５點　Work");
        assert_eq!(folded.chars().iter().collect::<String>(), "昨天下午3点-5点 work");
        assert_eq!(folded.bytes(4..5), 12..15);
    }

    #[test]
    fn words_end_where_letters_end() {
        let folded = Folded::new("last  weekend");
        assert!(!folded.scan(0).word("last week"));
        assert!(folded.scan(0).word("last weekend"));
        assert!(!folded.scan(1).word("ast"));
        let mixed = Folded::new("9am学");
        assert!(mixed.scan(1).word("am"), "a Chinese character ends a word of letters");
        assert_eq!(folded.scan(0).any(&[("last", 1), ("last weekend", 2)]), Some(2));
    }

    proptest! {
        #[test]
        fn every_character_keeps_its_place(text in any::<String>()) {
            let folded = Folded::new(&text);
            prop_assert_eq!(folded.len(), text.chars().count());
            for (index, character) in text.chars().enumerate() {
                prop_assert_eq!(&text[folded.bytes(index..index + 1)], character.to_string());
            }
        }
    }
}
