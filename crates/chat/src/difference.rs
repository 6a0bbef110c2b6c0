//! The words by which one text differs from another.
//!
//! - W1 What is kept and removed is the old text; what is kept and added is the new one.
//! - W2 No two pieces of one kind follow each other, none is empty, and of a change what is removed comes first.
//! - W3 Spaces alone between two changes are part of one change: words changed in a row stay together.

use std::ops::Range;

/// The most pairs of words that are compared; longer texts are compared by lines, or as a whole.
const PAIRS: usize = 9_000_000;

/// Fate of a piece of text between the old text and the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is in both texts.
    Kept,
    /// It is in the old text alone.
    Removed,
    /// It is in the new text alone.
    Added,
}

/// Returns the pieces of two texts, in order.
pub fn difference<'t>(old: &'t str, new: &'t str) -> Vec<(Fate, &'t str)> {
    let (before, after) = tokens(old, new);
    let mut pieces = Vec::new();
    let mut done = (0, 0);
    for (removed, added) in changes(&before, &after) {
        let (from, to) = (span(&before, &removed), span(&after, &added));
        pieces.push((Fate::Kept, &old[done.0..from.start]));
        done = (from.end, to.end);
        pieces.extend([(Fate::Removed, &old[from]), (Fate::Added, &new[to])]);
    }
    pieces.push((Fate::Kept, &old[done.0..]));
    pieces.retain(|(_, text)| !text.is_empty());
    pieces
}

/// The places of two lists of tokens that differ, joined where only spaces lie between (W3).
fn changes(before: &[&str], after: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut changes: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let mut found = Vec::new();
    compare((before, 0), (after, 0), &mut found);
    for (removed, added) in found {
        match changes.last_mut() {
            Some(last) if before[last.0.end..removed.start].iter().all(|token| token.trim().is_empty()) => {
                (last.0.end, last.1.end) = (removed.end, added.end);
            }
            _ => changes.push((removed, added)),
        }
    }
    changes
}

/// Finds the changes between two runs of tokens, each with its place, after Myers: the path is divided where the
/// searches from both ends meet, so that memory grows with the length alone.
fn compare(before: (&[&str], usize), after: (&[&str], usize), found: &mut Vec<(Range<usize>, Range<usize>)>) {
    let ((old, from), (new, to)) = (before, after);
    let start = old.iter().zip(new).take_while(|(one, other)| one == other).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| one == other).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let (from, to) = (from + start, to + start);
    if old.is_empty() && new.is_empty() {
        return;
    }
    let all = (old.len(), new.len());
    match middle(old, new).filter(|at| !old.is_empty() && !new.is_empty() && *at != (0, 0) && *at != all) {
        Some((x, y)) => {
            compare((&old[..x], from), (&new[..y], to), found);
            compare((&old[x..], from + x), (&new[y..], to + y), found);
        }
        None => found.push((from..from + all.0, to..to + all.1)),
    }
}

/// A point of the shortest path from one list to the other, about half way.
fn middle(old: &[&str], new: &[&str]) -> Option<(usize, usize)> {
    let (n, m) = (old.len().cast_signed(), new.len().cast_signed());
    let (delta, most) = (n - m, n.midpoint(m) + 1);
    // How far the diagonals were followed, from the start and from the end.
    let mut reached = [0, 1].map(|_| vec![0_isize; 2 * most.unsigned_abs() + 3]);
    let place = |diagonal: isize| (diagonal + most + 1).unsigned_abs();
    let same = |x: isize, y: isize, backward: bool| {
        let at = |list: &[&str], place: isize| {
            if backward { list.len() - 1 - place.unsigned_abs() } else { place.unsigned_abs() }
        };
        x < n && (0..m).contains(&y) && old[at(old, x)] == new[at(new, y)]
    };
    for depth in 0..=most {
        for backward in [false, true] {
            for diagonal in (-depth..=depth).step_by(2) {
                let there = &reached[usize::from(backward)];
                let (less, more) = (there[place(diagonal - 1)], there[place(diagonal + 1)]);
                let mut x = if depth == 0 {
                    0
                } else if diagonal == -depth || (diagonal != depth && less < more) {
                    more
                } else {
                    less + 1
                };
                let first = x;
                while same(x, x - diagonal, backward) {
                    x += 1;
                }
                reached[usize::from(backward)][place(diagonal)] = x;
                let across = delta - diagonal;
                let searched = if backward { depth } else { depth - 1 };
                let meets = (delta % 2 != 0) != backward && across.abs() <= searched;
                if meets && x + reached[usize::from(!backward)][place(across)] >= n {
                    let (x, y) = if backward { (n - x, m - (x - diagonal)) } else { (first, first - diagonal) };
                    let is_inside = (0..=n).contains(&x) && (0..=m).contains(&y);
                    return is_inside.then(|| (x.unsigned_abs(), y.unsigned_abs()));
                }
            }
        }
    }
    None
}

/// The bytes at which some tokens stand.
fn span(tokens: &[&str], range: &Range<usize>) -> Range<usize> {
    let length = |tokens: &[&str]| tokens.iter().map(|token| token.len()).sum::<usize>();
    let start = length(&tokens[..range.start]);
    start..start + length(&tokens[range.clone()])
}

/// Both texts in tokens as small as they can be compared.
fn tokens<'t>(old: &'t str, new: &'t str) -> (Vec<&'t str>, Vec<&'t str>) {
    let fits = |(before, after): &(Vec<&str>, Vec<&str>)| before.len().saturating_mul(after.len()) <= PAIRS;
    let lines = |text: &'t str| text.split_inclusive('\n').collect::<Vec<_>>();
    let by_words = (words(old), words(new));
    if fits(&by_words) {
        return by_words;
    }
    let by_lines = (lines(old), lines(new));
    if fits(&by_lines) { by_lines } else { (vec![old], vec![new]) }
}

/// Kind of a character: characters of the same kind that follow each other are one token, except marks and those of
/// languages written without spaces.
#[derive(PartialEq, Eq)]
enum Kind {
    Word,
    Space,
    Single,
}

fn kind(character: char) -> Kind {
    match character {
        _ if character.is_whitespace() => Kind::Space,
        // Han, kana and hangul with their marks, and their wide forms.
        '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' => Kind::Single,
        '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}' => Kind::Single,
        _ if character.is_alphanumeric() => Kind::Word,
        _ => Kind::Single,
    }
}

fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut from = 0;
    let mut last = Kind::Single;
    for (at, character) in text.char_indices() {
        let here = kind(character);
        if at > from && (here == Kind::Single || here != last) {
            words.push(&text[from..at]);
            from = at;
        }
        last = here;
    }
    words.extend(Some(&text[from..]).filter(|rest| !rest.is_empty()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The pieces as text: what is removed in brackets, what is added in braces.
    fn shown(old: &str, new: &str) -> String {
        let show = |(fate, text): (Fate, &str)| match fate {
            Fate::Kept => text.to_owned(),
            Fate::Removed => format!("[{text}]"),
            Fate::Added => format!("{{{text}}}"),
        };
        difference(old, new).into_iter().map(show).collect()
    }

    /// Length of the longest list that both have in it, by the plain table.
    fn common(before: &[&str], after: &[&str]) -> usize {
        let mut row = vec![0; after.len() + 1];
        for one in before {
            let mut diagonal = 0;
            for (place, other) in after.iter().enumerate() {
                let above = row[place + 1];
                row[place + 1] = if one == other { diagonal + 1 } else { above.max(row[place]) };
                diagonal = above;
            }
        }
        row[after.len()]
    }

    fn without(pieces: &[(Fate, &str)], fate: Fate) -> String {
        pieces.iter().filter(|(which, _)| *which != fate).map(|(_, text)| *text).collect()
    }

    #[test]
    fn words_differ_as_a_whole() {
        assert_eq!(shown("A quick fox.", "A quiet fox!"), "A [quick]{quiet} fox[.]{!}");
        assert_eq!(shown("same", "same"), "same");
        assert_eq!(shown("", "new"), "{new}");
        assert_eq!(shown("old", ""), "[old]");
        assert_eq!(shown("", ""), "");
        assert_eq!(shown("x2 = 3", "x2 == 3"), "x2 ={=} 3");
    }

    #[test]
    fn w3_words_changed_in_a_row_stay_together() {
        assert_eq!(shown("one red fox ran", "one very old fox ran"), "one [red]{very old} fox ran");
        assert_eq!(shown("it was red then", "it is blue then"), "it [was red]{is blue} then");
    }

    #[test]
    fn chinese_differs_by_characters() {
        assert_eq!(shown("今天天气很好。", "今天天气不好！"), "今天天气[很]{不}好[。]{！}");
        assert_eq!(words("用Rust写，ok"), ["用", "Rust", "写", "，", "ok"]);
    }

    #[test]
    fn long_texts_are_compared_by_lines() {
        let long = |word: &str| format!("{}last {word}\n", "a b c d e f g h\n".repeat(1_000));
        let (old, new) = (long("one"), long("two"));
        assert_eq!(difference(&old, &new)[1..], [(Fate::Removed, "last one\n"), (Fate::Added, "last two\n")]);
    }

    #[test]
    fn texts_too_long_for_that_differ_as_a_whole() {
        let (old, new) = ("a\n".repeat(5_000), "b\n".repeat(5_000));
        assert_eq!(difference(&old, &new), [(Fate::Removed, old.as_str()), (Fate::Added, new.as_str())]);
    }

    proptest! {
        #[test]
        fn w1_either_text_is_what_it_keeps_and_its_own(old in "[ab好\n .]{0,40}", new in "[ab好\n .]{0,40}") {
            let pieces = difference(&old, &new);
            prop_assert_eq!(without(&pieces, Fate::Added), old.as_str());
            prop_assert_eq!(without(&pieces, Fate::Removed), new.as_str());
        }

        #[test]
        fn w1_also_of_any_text(old in ".{0,40}", new in ".{0,40}") {
            let pieces = difference(&old, &new);
            prop_assert_eq!(without(&pieces, Fate::Added), old.as_str());
            prop_assert_eq!(without(&pieces, Fate::Removed), new.as_str());
        }

        #[test]
        fn no_two_lists_have_fewer_changes(old in "[abc]{0,14}", new in "[abc]{0,14}") {
            let tokens = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
            let (old, new) = (tokens(&old), tokens(&new));
            let (before, after): (Vec<&str>, Vec<&str>) =
                (old.iter().map(String::as_str).collect(), new.iter().map(String::as_str).collect());
            let mut found = Vec::new();
            compare((&before, 0), (&after, 0), &mut found);
            let changed: usize = found.iter().map(|(removed, added)| removed.len() + added.len()).sum();
            prop_assert_eq!(changed, before.len() + after.len() - 2 * common(&before, &after));
        }

        #[test]
        fn w2_pieces_alternate(old in "[ab ]{0,40}", new in "[ab ]{0,40}") {
            let pieces = difference(&old, &new);
            prop_assert!(pieces.iter().all(|(_, text)| !text.is_empty()));
            for pair in pieces.windows(2) {
                prop_assert!(pair[0].0 != pair[1].0 && (pair[0].0, pair[1].0) != (Fate::Added, Fate::Removed));
            }
        }
    }
}
