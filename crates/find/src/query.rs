//! The words of a query.

use espalier_base::fold::folded;

/// Words that are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The words, folded, in order, each once; at least one.
    words: Vec<String>,
}

impl Query {
    /// Reads a query; `None` where no word is in it. What stands in double quotes is one word (F1).
    pub fn new(text: &str) -> Option<Self> {
        let mut words: Vec<String> = Vec::new();
        for (index, piece) in text.split(['"', '“', '”']).enumerate() {
            let piece = folded(piece);
            if index % 2 == 1 {
                words.push(piece.split_whitespace().collect::<Vec<_>>().join(" "));
            } else {
                words.extend(piece.split_whitespace().map(str::to_owned));
            }
        }
        words.retain(|word| !word.is_empty());
        words.sort_unstable();
        words.dedup();
        (!words.is_empty()).then_some(Self { words })
    }

    /// Returns the words.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns the longest word, of which there are the fewest in most texts.
    pub(crate) fn longest(&self) -> &str {
        self.words.iter().max_by_key(|word| word.len()).map_or("", String::as_str)
    }

    /// Whether each text that this query finds is found by another one too.
    pub(crate) fn narrows(&self, other: &Self) -> bool {
        other.words.iter().all(|wider| self.words.iter().any(|word| word.contains(wider.as_str())))
    }

    /// Whether a folded text contains all words.
    pub(crate) fn is_in(&self, folded: &str) -> bool {
        self.words.iter().all(|word| folded.contains(word.as_str()))
    }
}
