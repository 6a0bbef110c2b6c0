//! The piece of a text that a hit shows.

use std::ops::Range;

use espalier_base::fold;

/// A piece of text around a match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snippet {
    /// The piece, on one line.
    pub text: String,
    /// The matches in it, as byte ranges in order, without overlap.
    pub matches: Vec<Range<usize>>,
}

impl Snippet {
    /// Cuts the piece around the first match of words, folded, out of a text, which is there folded as well (F5).
    pub(crate) fn new(text: &str, folded: &str, words: &[String]) -> Self {
        /// Characters before the match: few enough for it to be in sight.
        const BEFORE: usize = 30;
        const AFTER: usize = 110;
        let first = words.iter().filter_map(|word| folded.find(word.as_str())).min().unwrap_or_default();
        let at = fold::unfolded_at(text, first);
        let (before, after) = text.split_at(at);
        let start = before.char_indices().rev().take(BEFORE).last().map_or(at, |(index, _)| index);
        let end = after.char_indices().nth(AFTER).map_or(text.len(), |(index, _)| at + index);
        let mut piece = text[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
        if start > 0 {
            piece.insert(0, '…');
        }
        if end < text.len() {
            piece.push('…');
        }
        let matches = fold::ranges(&piece, words);
        Self { text: piece, matches }
    }

    /// Returns the piece cut at its matches: each part with whether it is one.
    pub fn parts(&self) -> Vec<(&str, bool)> {
        let mut parts = Vec::with_capacity(2 * self.matches.len() + 1);
        let mut end = 0;
        for found in &self.matches {
            parts.push((self.text.get(end..found.start).unwrap_or_default(), false));
            parts.push((self.text.get(found.clone()).unwrap_or_default(), true));
            end = found.end;
        }
        parts.push((self.text.get(end..).unwrap_or_default(), false));
        parts.retain(|(text, _)| !text.is_empty());
        parts
    }
}
