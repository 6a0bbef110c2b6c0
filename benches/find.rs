//! Time of finding words in a large workspace, on this machine: `cargo bench --bench find`.
//!
//! For each word, letter by letter: the whole search and the choice of the best, in the median of several rounds, with
//! the number of hits; once narrowed from letter to letter, and once begun anew with each.
#![allow(clippy::disallowed_methods)] // a bench asks the clock
#![allow(clippy::print_stdout)] // and prints what it found

#[path = "find/texts.rs"]
mod texts;

use std::hint::black_box;
use std::time::Instant;

use espalier_base::time::Timestamp;
use espalier_find::{Filter, Index, Passage, Query, Search};

use texts::{ENTRIES, MESSAGES, NODES, SHAPES, Texts};

const ROUNDS: usize = 9;
/// Bytes of a step, as in the page.
const STEP: usize = 2 << 20;
/// A frequent word, the inside of one, a rare one, one that is not there, and a frequent and a rare Chinese one.
const WORDS: [&str; 6] = ["garden", "arden", "quince", "xylophage", "今天", "榅桲"];
/// Groups of lines; names are in all of them.
const GROUPS: u8 = 4;

/// Returns all texts with their groups and whether they are names.
fn all() -> Vec<(u8, bool, String)> {
    let mut texts = Texts::new();
    let mut all: Vec<(u8, bool, String)> = (0..MESSAGES).map(|at| (0, false, texts.make(at, 600))).collect();
    all.extend((0..ENTRIES).map(|at| (1, true, texts.make(at, 24))));
    all.extend((0..NODES).map(|at| (2, true, texts.make(at, 20))));
    all.extend((0..NODES / 10).map(|at| (2, false, texts.make(at, 200))));
    all.extend((0..SHAPES).map(|at| (3, true, format!("{} {at}", texts.make(at, 8)))));
    all
}

/// Looks for the best of a query; returns the number of all hits and the milliseconds of the longest step.
fn find(index: &Index<i64>, search: &mut Search) -> (usize, f64) {
    let mut longest = 0.0_f64;
    loop {
        let start = Instant::now();
        let is_done = search.go_on(index, STEP);
        longest = longest.max(start.elapsed().as_secs_f64() * 1e3);
        if is_done {
            break;
        }
    }
    black_box(search.best(index, Filter { group: None, is_name: Some(true) }, 12));
    for group in 0..GROUPS {
        let filter = Filter { group: Some(group), is_name: Some(false) };
        black_box((search.best(index, filter, 16), search.count(index, filter)));
    }
    (search.len(), longest)
}

/// Returns the milliseconds until each letter of a word was looked for, with the hits and the longest step.
fn type_in(index: &Index<i64>, word: &str, narrows: bool) -> Vec<(f64, usize, f64)> {
    let mut before: Option<Search> = None;
    let ends = word.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let letter = |end| {
        let start = Instant::now();
        let query = Query::new(&word[..end])?;
        let mut search = match before.take().filter(|_| narrows) {
            Some(before) => before.refined(query),
            None => Search::within(index, query),
        };
        let (count, longest) = find(index, &mut search);
        before = Some(search);
        Some((start.elapsed().as_secs_f64() * 1e3, count, longest))
    };
    ends.filter_map(letter).collect()
}

fn main() {
    let all = all();
    let bytes: usize = all.iter().map(|(_, _, text)| text.len()).sum();
    let start = Instant::now();
    let mut index = Index::default();
    for (key, (group, is_name, text)) in (0..).zip(&all) {
        index.add(key, *group, Passage { text, is_name: *is_name, at: Timestamp(key) });
    }
    let took = start.elapsed().as_secs_f64() * 1e3;
    println!("{} texts, {:.1} MB: taken in within {took:.0} ms", all.len(), bytes as f64 / 1e6);
    for word in WORDS {
        for (way, narrows) in [("narrowed", true), ("anew", false)] {
            let rounds: Vec<_> = (0..ROUNDS).map(|_| type_in(&index, word, narrows)).collect();
            print!("{word}, {way}:");
            for letter in 0..rounds[0].len() {
                let mut times: Vec<_> = rounds.iter().map(|round| round[letter]).collect();
                times.sort_by(|one, other| one.0.total_cmp(&other.0));
                let (took, count, _) = times[ROUNDS / 2];
                let longest = times.iter().map(|time| time.2).fold(0.0, f64::max);
                print!(" {took:.1} ms ({count} hits, longest step {longest:.1});");
            }
            println!();
        }
    }
}
