//! What is left of a question when all else is understood: it names something, or the question was not understood.
//!
//! Must not be in here: words that were understood.

use super::said::Said;
use super::topic::{about, stem};
use super::{Known, stop};
use crate::feature::timelog::names::{self, Found, Named};
use crate::feature::timelog::scan::is_cjk;

/// Reads what is left: names, tags, words of the notes; what is none of these is left over.
pub fn read(said: &mut Said, known: &Known) {
    for phrase in english(said) {
        if !named(said, &phrase.join(" "), known) {
            for word in phrase {
                if !named(said, &word, known) {
                    said.left.push(word);
                }
            }
        }
    }
    for run in chinese(said) {
        chinese_run(said, &run, known);
    }
}

/// Words next to each other that are not known to say nothing.
fn english(said: &Said) -> Vec<Vec<String>> {
    let mut phrases: Vec<Vec<String>> = Vec::new();
    let mut end = 0;
    for range in said.reader.words() {
        let word = said.reader.slice(range.clone());
        let plain = word.trim_end_matches("'s");
        if stop::ENGLISH.split_whitespace().any(|stop| stop == word || stop == plain) {
            continue;
        }
        let joins = said.reader.slice(end..range.start).chars().all(|c| c == ' ');
        end = range.end;
        match phrases.last_mut().filter(|_| joins) {
            Some(phrase) => phrase.push(plain.to_owned()),
            None => phrases.push(vec![plain.to_owned()]),
        }
    }
    phrases
}

/// Takes words for the name of something; says whether they are one.
fn named(said: &mut Said, words: &str, known: &Known) -> bool {
    if let Some(tag) = known.tags.iter().find(|tag| names::plain(tag) == names::plain(words)) {
        if said.only.tag.is_some() {
            return false;
        }
        said.only.tag = Some(tag.clone());
        return true;
    }
    let all: Vec<Named> = known.categories.iter().chain(known.goals).copied().collect();
    let name_of = |at: usize| all.get(at).map(|named| named.name.to_owned()).unwrap_or_default();
    let has = |at: usize| {
        let names = all
            .get(at)
            .into_iter()
            .flat_map(|named| std::iter::once(named.name).chain(named.aliases.iter().map(String::as_str)));
        names.map(names::plain).any(|name| name.contains(words) || (words.chars().count() > 3 && words.contains(&name)))
    };
    let is_long = words.chars().count() > 2 || words.chars().any(is_cjk);
    match names::find(words, &all) {
        Found::One(at, _) if is_long && has(at) => {
            about(said, name_of(at), at >= known.categories.len());
            return true;
        }
        Found::Several(places) if is_long && places.iter().all(|at| has(*at)) && !(known.mentions)(words) => {
            said.which = Some((words.to_owned(), places.into_iter().map(name_of).collect()));
            return true;
        }
        _ => {}
    }
    if said.only.text.is_some() {
        return false;
    }
    let root = stem(words);
    let found = [words, &root].into_iter().find(|word| (known.mentions)(word)).map(str::to_owned);
    let is_found = found.is_some();
    said.only.text = found;
    is_found
}

/// What is left in Chinese, piece by piece.
fn chinese(said: &Said) -> Vec<Vec<char>> {
    let runs = said.reader.chars().split(|c| !is_cjk(*c));
    runs.filter(|run| !run.is_empty()).map(<[char]>::to_vec).collect()
}

/// Reads a run: the words that say nothing are found first, then what is between them, which may go on into them.
fn chinese_run(said: &mut Said, run: &[char], known: &Known) {
    let stops: Vec<Vec<char>> = stop::CHINESE.split_whitespace().map(|word| word.chars().collect()).collect();
    let mut open = vec![true; run.len()];
    let mut at = 0;
    while at < run.len() {
        let longest = stops.iter().filter(|stop| run[at..].starts_with(stop)).map(Vec::len).max();
        if let Some(length) = longest {
            open[at..at + length].fill(false);
        }
        at += longest.unwrap_or(1);
    }
    let mut at = 0;
    while at < run.len() {
        if !open[at] {
            at += 1;
            continue;
        }
        let end = at + open[at..].iter().take_while(|open| **open).count();
        let next = piece(said, run, at, end, known);
        at = next.max(end);
    }
}

/// Takes the longest name that the piece from one character to another is in, or that is in it; gives where it ends.
fn piece(said: &mut Said, run: &[char], from: usize, to: usize, known: &Known) -> usize {
    let text = |from: usize, to: usize| run[from..to].iter().collect::<String>();
    let mut ways: Vec<(usize, usize)> = Vec::new();
    for begin in from.saturating_sub(2)..to {
        for end in (begin + 1).max(from + 1)..=(to + 2).min(run.len()) {
            ways.push((begin, end));
        }
    }
    ways.sort_by_key(|(begin, end)| (std::cmp::Reverse(end - begin), *begin));
    // "开了几次会议": the verb adds nothing to what it is about.
    if !said.only.is_of_all() && run[from..to].iter().all(|c| LIGHT.contains(*c)) {
        return to;
    }
    for (begin, end) in ways {
        // "跑步跑了": what is said again of the name adds nothing.
        let inside = begin.max(from)..end.min(to);
        let rest = run[from..inside.start].iter().chain(&run[inside.end..to]);
        let words = text(begin, end);
        let repeats = rest.clone().all(|c| words.contains(*c) || LIGHT.contains(*c));
        let alone = end - begin > 1 || to - from == 1;
        if repeats && alone && named(said, &words, known) {
            return end;
        }
    }
    said.left.push(text(from, to));
    to
}

/// Verbs that say only that something was done.
const LIGHT: &str = "做写看读打练学听玩跑游画弹唱吃开上去完成些点";
