//! Search for text in titles and notes, and its replacement.

use std::ops::Range;

/// Options of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Whether case counts.
    pub match_case: bool,
    /// Whether only whole words count.
    pub whole_words: bool,
}

/// A text to search for.
#[derive(Debug, Clone)]
pub struct Query {
    needle: Vec<char>,
    options: Options,
}

impl Query {
    /// A query; an empty text is found nowhere.
    pub fn new(text: &str, options: Options) -> Self {
        let needle = if options.match_case {
            text.chars().collect()
        } else {
            text.chars().flat_map(char::to_lowercase).collect()
        };
        Self { needle, options }
    }

    /// Whether the text is found.
    pub fn is_in(&self, text: &str) -> bool {
        self.find(text, 0).is_some()
    }

    /// Matches: byte ranges that do not overlap, in order.
    pub fn matches(&self, text: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(range) = self.find(text, from) {
            from = range.end;
            found.push(range);
        }
        found
    }

    /// The text with all matches replaced.
    pub fn replace(&self, text: &str, with: &str) -> String {
        let mut replaced = String::new();
        let mut end = 0;
        for range in self.matches(text) {
            replaced.push_str(&text[end..range.start]);
            replaced.push_str(with);
            end = range.end;
        }
        replaced.push_str(&text[end..]);
        replaced
    }

    fn find(&self, text: &str, from: usize) -> Option<Range<usize>> {
        if self.needle.is_empty() {
            return None;
        }
        let starts = text[from..].char_indices().map(|(start, _)| from + start);
        starts.filter_map(|start| Some(start..self.end_of(text, start)?)).find(|range| {
            let edge = |at: usize| !is_word(text[..at].chars().next_back()) || !is_word(text[at..].chars().next());
            !self.options.whole_words || (edge(range.start) && edge(range.end))
        })
    }

    /// End of the match that begins at `start`.
    fn end_of(&self, text: &str, start: usize) -> Option<usize> {
        let mut needle = self.needle.iter().copied();
        let mut wanted = needle.next()?;
        for (offset, character) in text[start..].char_indices() {
            let mut folded = character.to_lowercase();
            let mut exact = std::iter::once(character);
            let pieces: &mut dyn Iterator<Item = char> = if self.options.match_case { &mut exact } else { &mut folded };
            let mut pieces = pieces.peekable();
            while let Some(piece) = pieces.next() {
                if piece != wanted {
                    return None;
                }
                match needle.next() {
                    Some(next) => wanted = next,
                    // A character that becomes several in lower case is found whole or not at all.
                    None => return pieces.peek().is_none().then_some(start + offset + character.len_utf8()),
                }
            }
        }
        None
    }
}

fn is_word(character: Option<char>) -> bool {
    character.is_some_and(|character| character.is_alphanumeric() || character == '_')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, find: &str, options: Options, expect: &str) {
        assert_eq!(Query::new(find, options).replace(text, "_"), expect, "{text} {find}");
    }

    #[test]
    fn text_is_found_and_replaced() {
        let plain = Options::default();
        check("Tea and TEA, steak", "tea", plain, "_ and _, s_k");
        check("Tea and TEA, steak", "tea", Options { match_case: true, ..plain }, "Tea and TEA, s_k");
        check("Tea and TEA, steak", "tea", Options { whole_words: true, ..plain }, "_ and _, steak");
        check("春天的茶，春茶", "春", plain, "_天的茶，_茶");
        check("aaaa", "aa", plain, "__");
        check("İstanbul", "i", plain, "İstanbul");
        check("ẞ and Σ", "σ", plain, "ẞ and _");
        check("x", "", plain, "x");
        check("", "x", plain, "");
    }

    proptest! {
        #[test]
        fn ranges_are_in_order_and_replacing_by_itself_changes_nothing(text in "[aAbÄß春 ]{0,20}", find in "[aAbäß春 ]{1,3}") {
            let query = Query::new(&find, Options { match_case: true, whole_words: false });
            prop_assert_eq!(query.replace(&text, &find), text.clone());
            prop_assert_eq!(query.matches(&text).len(), text.matches(&find).count());
            let loose = Query::new(&find, Options::default());
            prop_assert!(loose.matches(&text).len() >= query.matches(&text).len());
            prop_assert!(loose.matches(&text).windows(2).all(|pair| pair[0].end <= pair[1].start));
        }
    }
}
