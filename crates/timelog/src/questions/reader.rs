//! A question as characters, of which those that were understood are taken away.

use std::ops::Range;

use crate::scan::{Folded, Scan, is_cjk};

/// Placeholder for text that was taken away: no letter, no space, so that nothing is read across it.
const TAKEN: char = '\u{1}';

/// Folded question, of which parts are taken away.
#[derive(Clone)]
pub struct Reader {
    chars: Vec<char>,
    /// All characters, also those that were taken away.
    all: Vec<char>,
}

impl Reader {
    pub fn new(text: &str) -> Self {
        let chars = Folded::new(text).chars().to_vec();
        Self { all: chars.clone(), chars }
    }

    pub fn chars(&self) -> &[char] {
        &self.chars
    }

    /// Returns the text that is left, each character in its place.
    pub fn text(&self) -> String {
        self.chars.iter().collect()
    }

    /// The whole question, with what was taken away.
    pub fn whole(&self) -> String {
        self.all.iter().collect()
    }

    /// Returns the text before a place, with what was taken away.
    pub fn before(&self, at: usize) -> String {
        self.all[..at.min(self.all.len())].iter().collect()
    }

    /// Returns the text after a place, with what was taken away.
    pub fn after(&self, at: usize) -> String {
        self.all[at.min(self.all.len())..].iter().collect()
    }

    /// Whether one of these stands here, of what is left.
    pub fn has(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.place(word).is_some())
    }

    /// Takes away all of these.
    pub fn eat_all(&mut self, words: &[&str]) {
        for word in words {
            while self.eat(word) {}
        }
    }

    pub fn slice(&self, range: Range<usize>) -> String {
        self.chars[range].iter().collect()
    }

    pub fn take(&mut self, range: Range<usize>) {
        self.chars[range].fill(TAKEN);
    }

    /// The words of letters and digits.
    pub fn words(&self) -> Vec<Range<usize>> {
        let mut words = Vec::new();
        let mut begin = None;
        for (at, c) in self.chars.iter().chain(&[' ']).enumerate() {
            let inside = c.is_alphanumeric() && !is_cjk(*c) || (matches!(c, '\'' | '-') && begin.is_some());
            match (inside, begin) {
                (true, None) => begin = Some(at),
                (false, Some(from)) => {
                    words.push(from..at);
                    begin = None;
                }
                _ => {}
            }
        }
        words
    }

    /// Whether letters neither go on before nor after.
    pub fn is_whole(&self, range: &Range<usize>) -> bool {
        let joined = |a: Option<&char>, b: Option<&char>| {
            a.zip(b).is_some_and(|(a, b)| a.is_alphanumeric() && b.is_alphanumeric() && !is_cjk(*a) && !is_cjk(*b))
        };
        let before = range.start.checked_sub(1).and_then(|at| self.chars.get(at));
        !joined(before, self.chars.get(range.start))
            && !joined(self.chars.get(range.end.saturating_sub(1)), self.chars.get(range.end))
    }

    /// Finds a text that stands by itself.
    pub fn find(&self, wanted: &str) -> Option<Range<usize>> {
        let wanted = Folded::new(wanted.trim());
        let wanted = wanted.chars();
        if wanted.is_empty() {
            return None;
        }
        let last = self.chars.len().checked_sub(wanted.len())?;
        (0..=last)
            .map(|at| at..at + wanted.len())
            .find(|range| self.chars[range.clone()] == *wanted && self.is_whole(range))
    }

    /// Finds words; `*` at the end stands for the rest of a word, a space for any number of them.
    pub fn place(&self, words: &str) -> Option<Range<usize>> {
        let (words, open) = words.strip_suffix('*').map_or((words, false), |words| (words, true));
        (0..self.chars.len()).find_map(|at| {
            let mut end = at;
            for wanted in words.chars() {
                if self.chars.get(end) != Some(&wanted) {
                    return None;
                }
                end += 1;
                while wanted == ' ' && self.chars.get(end) == Some(&' ') {
                    end += 1;
                }
            }
            while open && self.chars.get(end).is_some_and(char::is_ascii_alphabetic) {
                end += 1;
            }
            let range = at..end;
            (end > at && self.is_whole(&range)).then_some(range)
        })
    }

    /// Takes words away if they are there.
    pub fn eat(&mut self, words: &str) -> bool {
        let place = self.place(words);
        if let Some(range) = place.clone() {
            self.take(range);
        }
        place.is_some()
    }

    /// Takes away what a reader reads, wherever it first does.
    pub fn eat_with<T>(&mut self, read: impl Fn(&mut Scan) -> Option<T>) -> Option<(Range<usize>, T)> {
        let folded = Folded::new(&self.text());
        for at in 0..folded.len() {
            let mut scan = folded.scan(at);
            if let Some(found) = read(&mut scan)
                && scan.at > at
            {
                let range = at..scan.at.min(self.chars.len());
                self.take(range.clone());
                return Some((range, found));
            }
        }
        None
    }

    /// The characters of some bytes of [`Reader::text`].
    pub fn range_of(&self, bytes: &Range<usize>) -> Range<usize> {
        let mut at = 0;
        let mut range = self.chars.len()..self.chars.len();
        for (index, c) in self.chars.iter().enumerate() {
            if at == bytes.start {
                range.start = index;
            }
            at += c.len_utf8();
            if at == bytes.end {
                range.end = index + 1;
            }
        }
        range.start.min(range.end)..range.end
    }
}
