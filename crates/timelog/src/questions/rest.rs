//! Remainder of a question when all else is understood: it names something, or the question was not understood.

use std::ops::Range;

use super::said::Said;
use super::topic::{about, is_second, stem};
use super::{Known, stop};
use crate::names::{self, Found, Named};
use crate::scan::is_cjk;
use crate::tools::Only;

/// Reads what is left: names, tags, words of the notes; what is none of these is left over.
pub fn read(said: &mut Said, known: &Known) {
    noted(said, known);
    for phrase in english(said) {
        english_phrase(said, &phrase, known);
    }
    // A verb adds nothing to what it is about.
    if !said.only.is_of_all() {
        said.left.retain(|word| !LIGHT_ENGLISH.split_whitespace().any(|light| light == word));
    }
    // "开过会": what is done says nothing once it is known with what.
    let runs = chinese(said);
    for bare in [false, true] {
        for (at, run) in &runs {
            chinese_run(said, *at, run, bare, known);
        }
    }
}

/// A word and where it stands.
type Word = (Range<usize>, String);

/// Takes words that stand in a note as they stand here, with those between them that say nothing alone: "planning with
/// Ann".
fn noted(said: &mut Said, known: &Known) {
    const MOST: usize = 6;
    let words = said.reader.words();
    if said.only.text.is_some() {
        return;
    }
    for from in 0..words.len() {
        for to in (from + 2..=(from + MOST).min(words.len())).rev() {
            let range = words[from].start..words[to - 1].end;
            let inside: Vec<String> = words[from..to].iter().map(|range| said.reader.slice(range.clone())).collect();
            let text = said.reader.slice(range.clone());
            let is_plain =
                text.split([' ', '-']).all(|word| !word.is_empty() && word.chars().all(char::is_alphanumeric));
            let ends = !is_stop(&inside[0]) && !is_stop(&inside[inside.len() - 1]);
            if is_plain && ends && inside.iter().any(|word| is_stop(word)) && (known.mentions)(&text) {
                said.reader.take(range);
                said.only.text = Some(text);
                return;
            }
        }
    }
}

fn is_stop(word: &str) -> bool {
    stop::ENGLISH.split_whitespace().any(|stop| stop == word)
}

/// Words next to each other that are not known to say nothing.
fn english(said: &mut Said) -> Vec<Vec<Word>> {
    let mut phrases: Vec<Vec<Word>> = Vec::new();
    let mut end = 0;
    let mut before = String::new();
    for range in said.reader.words() {
        let word = said.reader.slice(range.clone());
        let plain = word.trim_end_matches("'s");
        let is_each = ["per", "each", "every", "a", "an"].contains(&before.as_str());
        // "a year" wants a mean of what has none.
        let is_unit = ["day", "week", "month", "quarter", "year", "hour"].contains(&plain);
        before.clone_from(&word);
        if is_each && is_unit {
            said.left.push(plain.to_owned());
            continue;
        }
        if is_stop(&word) || is_stop(plain) {
            continue;
        }
        let joins = said.reader.slice(end..range.start).chars().all(|c| c == ' ');
        end = range.end;
        let plain = plain.to_owned();
        match phrases.last_mut().filter(|_| joins) {
            Some(phrase) => phrase.push((range, plain)),
            None => phrases.push(vec![(range, plain)]),
        }
    }
    phrases
}

/// Takes the longest part of a phrase that names something, then what stands before and after it.
fn english_phrase(said: &mut Said, phrase: &[Word], known: &Known) {
    for length in (1..=phrase.len()).rev() {
        for from in 0..=phrase.len() - length {
            let part = &phrase[from..from + length];
            let words: Vec<&str> = part.iter().map(|(_, word)| word.as_str()).collect();
            let second = is_second(&said.reader, part[0].0.start);
            if named(said, &words.join(" "), second, known) {
                english_phrase(said, &phrase[..from], known);
                english_phrase(said, &phrase[from + length..], known);
                return;
            }
        }
    }
    said.left.extend(phrase.iter().map(|(_, word)| word.clone()));
}

/// Takes words for the name of something; says whether they are one. A second thing is no part of the first.
fn named(said: &mut Said, words: &str, second: bool, known: &Known) -> bool {
    let second = second && !said.only.is_of_all();
    if let Some(tag) = known.tags.iter().find(|tag| names::plain(tag) == names::plain(words)) {
        if second {
            said.others.push(Only { tag: Some(tag.clone()), ..Only::default() });
            return true;
        }
        if said.only.tag.is_some() {
            return said.only.tag.as_ref() == Some(tag);
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
    // One character is the beginning of too much, unless it says what is done: "打" is in "打扫".
    let mut chars = words.chars();
    let is_bare = matches!((chars.next(), chars.next()), (Some(c), None) if BARE.contains(c) || NUMERALS.contains(c));
    if said.only.text.as_ref().is_some_and(|text| text == words) {
        return true;
    }
    if is_bare || said.only.text.is_some() && !second {
        return false;
    }
    let root = stem(words);
    let Some(found) = [words, &root].into_iter().find(|word| (known.mentions)(word)).map(str::to_owned) else {
        return false;
    };
    if second {
        said.others.push(Only { text: Some(found), ..Only::default() });
    } else {
        said.only.text = Some(found);
    }
    true
}

/// Splits the remainder in Chinese into runs, each with the place it begins at.
fn chinese(said: &Said) -> Vec<(usize, Vec<char>)> {
    let mut runs: Vec<(usize, Vec<char>)> = Vec::new();
    let mut goes_on = false;
    for (at, c) in said.reader.chars().iter().enumerate() {
        match runs.last_mut().filter(|_| goes_on && is_cjk(*c)) {
            Some((_, run)) => run.push(*c),
            None if is_cjk(*c) => runs.push((at, vec![*c])),
            None => {}
        }
        goes_on = is_cjk(*c);
    }
    runs
}

/// Reads a run: the words that say nothing are found first, then what is between them, which may go on into them.
fn chinese_run(said: &mut Said, begin: usize, run: &[char], bare: bool, known: &Known) {
    let stops: Vec<Vec<char>> = stop::CHINESE.split_whitespace().map(|word| word.chars().collect()).collect();
    let mut open = vec![true; run.len()];
    // What would be before or after something else is not said by leaving it out.
    let text: String = run.iter().collect();
    if !bare && let Some(word) = ["之前", "以前", "之后", "以后"].iter().find(|word| text.contains(**word)) {
        said.left.push((*word).to_owned());
    }
    let mut at = 0;
    while at < run.len() {
        let longest = stops.iter().filter(|stop| run[at..].starts_with(stop)).map(Vec::len).max();
        if let Some(length) = longest {
            open[at..at + length].fill(false);
            // "没有学习的时间" is not the time of studying; at the end it only asks.
            let rest = said.reader.after(begin + at + length);
            let is_end = rest.chars().all(|c| !c.is_alphanumeric() || "了过呢啊吗呀".contains(c));
            if run[at] == '没' && !is_end && !bare {
                said.left.push("没".to_owned());
            }
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
        let is_bare = run[at..end].iter().all(|c| BARE.contains(*c));
        let next = if is_bare == bare { piece(said, begin, run, (at, end), known) } else { end };
        at = next.max(end);
    }
}

/// Takes the longest name that the piece from one character to another is in, or that is in it; gives where it ends.
fn piece(said: &mut Said, start: usize, run: &[char], (from, to): (usize, usize), known: &Known) -> usize {
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
        let mut rest = run[from..inside.start].iter().chain(&run[inside.end..to]);
        let words = text(begin, end);
        let repeats = rest.clone().all(|c| words.contains(*c) || LIGHT.contains(*c));
        // "开会" is about 会议.
        let alone = end - begin > 1 || to - from == 1 || rest.all(|c| LIGHT.contains(*c)) && is_name(&words, known);
        if repeats && alone && named(said, &words, is_second(&said.reader, start + begin), known) {
            return end;
        }
    }
    let words = text(from, to);
    // "跑了几次步": the two parts of one word.
    let whole = said.only.text.as_ref().map(|text| format!("{text}{words}")).filter(|whole| (known.mentions)(whole));
    if whole.is_some() {
        said.only.text = whole;
    } else {
        said.left.push(words);
    }
    to
}

/// Whether it is a tag or in the name of one category.
fn is_name(words: &str, known: &Known) -> bool {
    known.tags.iter().any(|tag| tag == words)
        || known.categories.iter().filter(|named| named.name.contains(words)).count() == 1
}

/// Verbs of so much that they name nothing.
const BARE: &str = "做打开上去完成些点看玩听练";
/// Numerals, which name nothing.
const NUMERALS: &str = "一二三四五六七八九十百千万两几";
/// Verbs that say only that something was done.
const LIGHT_ENGLISH: &str = "sit sat sitting talk talked talking attend attended attending play played playing practise practised practice practiced";
/// Verbs that say only that something was done.
const LIGHT: &str = "做写看读打练学听玩跑游画弹唱吃开上去完成些点";
