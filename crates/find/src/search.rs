//! A search that goes through the texts in steps.

use memchr::memmem::Finder;

use super::index::Index;
use super::query::Query;
use super::snippet::Snippet;
use super::typo;
use espalier_base::time::Timestamp;

/// Fewest names that are found as they are written for those with a mistake not to be looked for.
const ENOUGH_NAMES: usize = 3;

/// The fit of a text; the best comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// A name that is the query, but for words of which the order is another.
    Whole,
    /// A name that begins with a word of the query.
    Start,
    /// A text in which a word begins with one of the query.
    Word,
    /// A text with the words in it.
    Inside,
    /// A name with a mistake.
    Typo,
}

/// A text that was found.
#[derive(Debug, Clone, Copy)]
struct Hit {
    entry: u32,
    fit: Fit,
}

/// State of a search.
#[derive(Debug, Clone)]
pub struct Search {
    query: Query,
    /// Hits in the order of the index.
    hits: Vec<Hit>,
    /// Entries of a wider search that are still to be looked at, the next one last, and the number of the first entry
    /// that it had not looked at.
    among: Option<Vec<u32>>,
    /// Number of the next entry.
    next: usize,
    /// Number of the next entry of which the name is compared with mistakes.
    typo: usize,
    generation: u32,
}

/// Choice among the hits.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// The group; every one where it is `None`.
    pub group: Option<u8>,
    /// Whether it is a name; both where it is `None`.
    pub is_name: Option<bool>,
}

/// A hit with its words.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<K> {
    /// The key of what was found.
    pub key: K,
    /// Whether the text is a name.
    pub is_name: bool,
    /// Time of the text.
    pub at: Timestamp,
    /// The text around the match.
    pub snippet: Snippet,
}

impl Search {
    /// Begins a search.
    pub const fn new(query: Query, generation: u32) -> Self {
        Self { query, hits: Vec::new(), among: None, next: 0, typo: 0, generation }
    }

    /// Begins a search in an index.
    pub const fn within<K>(index: &Index<K>, query: Query) -> Self {
        Self::new(query, index.generation)
    }

    /// Returns the search for another query, which looks only at what this one found where that is enough.
    #[must_use]
    pub fn refined(self, query: Query) -> Self {
        if !query.narrows(&self.query) {
            return Self::new(query, self.generation);
        }
        // What was found with a mistake is looked for again, as it does not contain the words.
        let found = self.hits.iter().rev().filter(|hit| hit.fit != Fit::Typo).map(|hit| hit.entry);
        let mut among: Vec<u32> = found.collect();
        if let Some(rest) = self.among {
            among.splice(0..0, rest);
        }
        Self { among: Some(among), next: self.next, ..Self::new(query, self.generation) }
    }

    /// Returns the query.
    pub const fn query(&self) -> &Query {
        &self.query
    }

    /// Goes on through about so many bytes of text; returns whether the end is reached.
    pub fn go_on<K: Copy>(&mut self, index: &Index<K>, bytes: usize) -> bool {
        if self.generation != index.generation {
            *self = Self::within(index, self.query.clone());
        }
        let mut left = bytes;
        while let Some(entry) = self.among.as_mut().and_then(Vec::pop) {
            let text = index.folded(entry as usize);
            left = left.saturating_sub(text.len() + 1);
            if self.query.is_in(text) {
                self.hits.extend(hit(&self.query, index, entry as usize));
            }
            if left == 0 {
                return false;
            }
        }
        self.among = None;
        self.scan(index, left) && self.forgive(index, left)
    }

    /// Goes through texts in the order of the index.
    fn scan<K: Copy>(&mut self, index: &Index<K>, bytes: usize) -> bool {
        if self.next >= index.entries.len() {
            return true;
        }
        let from = index.start(self.next);
        let last = index.entry_at(self.next, (from + bytes).min(index.folded.len() - 1));
        let end = index.start(last + 1);
        // No query has a line break, so no match goes from one text into the next.
        let finder = Finder::new(self.query.longest());
        let mut at = from;
        while let Some(found) = finder.find(&index.folded.as_bytes()[at..end]) {
            let entry = index.entry_at(self.next, at + found);
            if self.query.is_in(index.folded(entry)) {
                self.hits.extend(hit(&self.query, index, entry));
            }
            self.next = entry + 1;
            at = index.start(entry + 1);
        }
        self.next = last + 1;
        self.next >= index.entries.len()
    }

    /// Looks for names with a mistake where few were found without (F3).
    fn forgive<K: Copy>(&mut self, index: &Index<K>, bytes: usize) -> bool {
        let is_name = |hit: &&Hit| index.live(hit.entry as usize).is_some_and(|entry| entry.is_name);
        if self.typo == 0 && self.hits.iter().filter(is_name).take(ENOUGH_NAMES).count() == ENOUGH_NAMES {
            self.typo = usize::MAX;
        }
        let mut left = bytes;
        while self.typo < index.entries.len() && left > 0 {
            let at = self.typo;
            self.typo += 1;
            if !index.live(at).is_some_and(|entry| entry.is_name) {
                continue;
            }
            let name = index.folded(at);
            // Comparing costs more than reading.
            left = left.saturating_sub(4 * name.len() + 4);
            if !self.query.is_in(name) && typo::is_like(self.query.words(), name) {
                self.hits.push(Hit { entry: at as u32, fit: Fit::Typo });
            }
        }
        self.typo >= index.entries.len()
    }

    /// Returns the number of all hits so far, also of those in texts that were removed.
    pub const fn len(&self) -> usize {
        self.hits.len()
    }

    /// Whether nothing was found so far.
    pub const fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    /// Returns the number of hits so far.
    pub fn count<K: Copy>(&self, index: &Index<K>, filter: Filter) -> usize {
        self.chosen(index, filter).count()
    }

    /// Returns the best hits: those that fit best, and of them the newest.
    pub fn best<K: Copy>(&self, index: &Index<K>, filter: Filter, most: usize) -> Vec<Found<K>> {
        type Rank = (Fit, std::cmp::Reverse<Timestamp>, u32);
        let mut best: Vec<Rank> = Vec::with_capacity(most + 1);
        for (hit, at) in self.chosen(index, filter) {
            let rank = (hit.fit, std::cmp::Reverse(at), hit.entry);
            if best.len() < most || best.last().is_some_and(|worst| rank < *worst) {
                let place = best.partition_point(|other| *other < rank);
                best.insert(place, rank);
                best.truncate(most);
            }
        }
        best.into_iter().filter_map(|(_, _, entry)| self.found(index, entry)).collect()
    }

    /// Returns the first hits in the order of the index of which this says so, and the number of all of these.
    pub fn first<K: Copy>(
        &self,
        index: &Index<K>,
        filter: Filter,
        most: usize,
        mut is_wanted: impl FnMut(&K) -> bool,
    ) -> (Vec<Found<K>>, usize) {
        let (mut first, mut count) = (Vec::new(), 0);
        for (hit, _) in self.chosen(index, filter) {
            if index.live(hit.entry as usize).is_some_and(|entry| is_wanted(&entry.key)) {
                count += 1;
                first.extend((count <= most).then(|| self.found(index, hit.entry)).flatten());
            }
        }
        (first, count)
    }

    fn found<K: Copy>(&self, index: &Index<K>, entry: u32) -> Option<Found<K>> {
        let at = entry as usize;
        let of = index.live(at)?;
        let snippet = Snippet::new(index.shown(at), index.folded(at), self.query.words());
        Some(Found { key: of.key, is_name: of.is_name, at: of.at, snippet })
    }

    fn chosen<'a, K: Copy>(
        &'a self,
        index: &'a Index<K>,
        filter: Filter,
    ) -> impl Iterator<Item = (&'a Hit, Timestamp)> + 'a {
        let is_current = self.generation == index.generation;
        self.hits.iter().filter(move |_| is_current).filter_map(move |hit| {
            let of = index.live(hit.entry as usize)?;
            let fits = filter.group.is_none_or(|group| group == of.group)
                && filter.is_name.is_none_or(|is_name| is_name == of.is_name);
            fits.then_some((hit, of.at))
        })
    }
}

/// Returns an entry that contains the words of a query, as a hit.
fn hit<K: Copy>(query: &Query, index: &Index<K>, entry: usize) -> Option<Hit> {
    let of = index.live(entry)?;
    let (text, words) = (index.folded(entry), query.words());
    let begins = |word: &String| {
        text.match_indices(word.as_str()).any(|(at, _)| !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric()))
    };
    let fit = if of.is_name && words.iter().map(String::len).sum::<usize>() + words.len() - 1 == text.trim().len() {
        Fit::Whole
    } else if of.is_name && words.iter().any(|word| text.starts_with(word.as_str())) {
        Fit::Start
    } else if !of.is_name || words.iter().all(begins) {
        // The age of what something contains says more than where in a word the letters are.
        Fit::Word
    } else {
        Fit::Inside
    };
    Some(Hit { entry: entry as u32, fit })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::Passage;

    /// The time of a text: later ones are newer.
    fn second(at: usize) -> Timestamp {
        Timestamp(i64::try_from(at).unwrap_or(i64::MAX))
    }

    fn index(texts: &[(&str, bool)]) -> Index<usize> {
        let mut index = Index::default();
        for (at, (text, is_name)) in texts.iter().enumerate() {
            index.add(at, u8::from(*is_name), Passage { text, is_name: *is_name, at: second(at) });
        }
        index
    }

    fn find(index: &Index<usize>, query: &str) -> Vec<usize> {
        let Some(query) = Query::new(query) else { return Vec::new() };
        let mut search = Search::within(index, query);
        while !search.go_on(index, 1 << 20) {}
        search.best(index, Filter::default(), 1_000).iter().map(|found| found.key).collect()
    }

    fn check(query: &str, text: &str, expect: &[&str]) {
        let index = index(&[(text, false)]);
        let Some(query) = Query::new(query) else { return assert!(expect.is_empty()) };
        let mut search = Search::within(&index, query.clone());
        while !search.go_on(&index, 1) {}
        let (found, _) = search.first(&index, Filter::default(), 9, |_| true);
        let parts = found.iter().flat_map(|hit| hit.snippet.parts());
        let marked: Vec<&str> = parts.filter_map(|(text, is_match)| is_match.then_some(text)).collect();
        assert_eq!(marked, expect, "{query:?} in {text:?}");
    }

    #[test]
    fn f1_every_word_has_to_be_there() {
        check("quick fox", "The quick brown fox", &["quick", "fox"]);
        check("quick wolf", "The quick brown fox", &[]);
        check("", "anything", &[]);
        check("\"brown fox\"", "the brown\nfox", &["brown fox"]);
        check("\"quick fox\"", "The quick brown fox", &[]);
        check("“棕 狐”", "棕 狐", &["棕 狐"]);
        check("今天下午", "会议改到今天下午三点。", &["今天下午"]);
    }

    #[test]
    fn f2_case_marks_width_and_script_do_not_matter() {
        check("RUST", "trusted Rust", &["rust", "Rust"]);
        check("strasse", "STRAßE", &["STRAßE"]);
        check("straße", "Strasse", &["Strasse"]);
        check("cafe", "Café, cafe\u{301}!", &["Café", "cafe\u{301}"]);
        check("CAFÉ", "cafe", &["cafe"]);
        check("dien bien phu", "Điện Biên Phủ", &["Điện", "Biên", "Phủ"]);
        check("ΣΊΣΥΦΟΣ", "σίσυφος", &["σίσυφος"]);
        check("елка", "Ёлка", &["Ёлка"]);
        check("ｅｓｐ", "espalier", &["esp"]);
        check("istanbul", "in İstanbul", &["İstanbul"]);
    }

    #[test]
    fn f3_names_are_found_with_a_mistake_and_come_last() {
        let texts = [("The kitchen garden", true), ("gardan", true), ("In the garden", false)];
        let index = index(&texts);
        assert_eq!(find(&index, "gardan"), [1, 0]);
        assert_eq!(find(&index, "grden"), [0], "what something contains is not guessed");
    }

    #[test]
    fn names_that_fit_best_come_first_and_then_the_newest() {
        let texts = [("Old tea", true), ("Steak", true), ("Tea", true), ("Teapots", true), ("New tea", true)];
        assert_eq!(find(&index(&texts), "tea"), [2, 3, 4, 0, 1]);
        let lines = [("steam", false), ("tea", false), ("stead", false)];
        assert_eq!(find(&index(&lines), "tea"), [2, 1, 0], "the newest line comes first, wherever the letters are");
    }

    #[test]
    fn f5_the_snippet_is_around_the_match() {
        let text = format!("{} needle {}", "before ".repeat(50), "after ".repeat(50));
        let index = index(&[(&text, false)]);
        let mut search = Search::within(&index, Query::new("needle").unwrap());
        assert!(search.go_on(&index, 1 << 20));
        let snippet = &search.first(&index, Filter::default(), 9, |_| true).0[0].snippet;
        assert!(snippet.text.starts_with('…') && snippet.text.ends_with('…') && snippet.text.chars().count() < 150);
        assert_eq!(&snippet.text[snippet.matches[0].clone()], "needle");
    }

    #[test]
    fn a_search_begins_anew_once_all_texts_were_removed() {
        let mut index = index(&[("a garden", false), ("a gate", false)]);
        let mut search = Search::within(&index, Query::new("ga").unwrap());
        while !search.go_on(&index, 1) {}
        let mut search = search.refined(Query::new("gar").unwrap());
        index.clear();
        while !search.go_on(&index, 1) {}
        assert_eq!(search.count(&index, Filter::default()), 0);
    }

    #[test]
    fn what_is_removed_is_not_found_also_after_packing() {
        let mut index = Index::default();
        let long = "x".repeat(3_000);
        for key in 0..1_000_usize {
            let text = format!("{long} word{key}");
            index.add(key, 0, Passage { text: &text, is_name: false, at: Timestamp(0) });
        }
        let mut search = Search::within(&index, Query::new("word").unwrap());
        assert!(!search.go_on(&index, 1 << 20));
        index.remove(|key| key % 4 != 0);
        assert_eq!((index.len(), index.generation), (250, 1));
        while !search.go_on(&index, 1 << 20) {}
        assert_eq!(search.count(&index, Filter::default()), 250);
        assert_eq!(index.text_of(|key| *key == 996).map(|text| &text[long.len()..]), Some(" word996"));
        assert_eq!(index.text_of(|key| *key == 997), None);
    }

    proptest! {
        /// Compares with each text by itself, in steps of any size, after narrowing, and with texts that come later.
        #[test]
        fn f4_the_way_to_a_result_does_not_matter(
            texts in prop::collection::vec(("[abá 春]{0,12}", any::<bool>()), 0..12),
            later in prop::collection::vec(("[ab]{0,6}", any::<bool>()), 0..4),
            queries in prop::collection::vec("[abÁ 春]{1,4}", 1..4),
            bytes in 1_usize..40, steps in 0_usize..4,
        ) {
            let texts: Vec<(&str, bool)> = texts.iter().chain(&later).map(|(text, is_name)| (text.as_str(), *is_name)).collect();
            let mut part = index(&texts[..texts.len() - later.len()]);
            let mut search: Option<Search> = None;
            for text in &queries {
                let Some(query) = Query::new(text) else { continue };
                search = Some(match search.take() {
                    Some(before) => before.refined(query),
                    None => Search::within(&part, query),
                });
                for _ in 0..steps {
                    search.as_mut().unwrap().go_on(&part, bytes);
                }
            }
            let Some(mut search) = search else { return Ok(()) };
            for (at, (text, is_name)) in texts.iter().enumerate().skip(texts.len() - later.len()) {
                part.add(at, u8::from(*is_name), Passage { text, is_name: *is_name, at: second(at) });
            }
            while !search.go_on(&part, bytes) {}
            let words = search.query().words().to_vec();
            let has = |text: &str| { let text = espalier_base::fold::folded(text); words.iter().all(|word| text.contains(word.as_str())) };
            let mut expect: Vec<usize> = (0..texts.len()).filter(|at| !texts[*at].0.trim().is_empty() && has(texts[*at].0)).collect();
            let mut found: Vec<usize> = search.first(&part, Filter::default(), 99, |_| true).0.iter().filter(|hit| has(&hit.snippet.text)).map(|hit| hit.key).collect();
            expect.sort_unstable();
            found.sort_unstable();
            prop_assert_eq!(found, expect);
        }
    }
}
