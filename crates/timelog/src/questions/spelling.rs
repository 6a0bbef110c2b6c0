//! Words that are written wrong and near to one that is known. What is changed is told to the person.
//!
//! - Y1 A word that is known, or stands in the notes, is never changed.
//! - Y2 Only a dropped, added, doubled or swapped letter makes a mistake of a short word: "mail" is not "main".
//! - Y3 A word of three letters is mended only where it lacks a vowel of one known word: "tme".
//! - Y4 What people commonly write shorter, or say in the north of China, is the same word, and no mistake.

use std::collections::BTreeSet;

use super::table::{QUESTIONS, ways};
use super::topic::stem;
use super::{Known, stop};
use crate::scan::Folded;

/// Words of days and times.
const DATES: &str = "january february march april may june july august september october november december monday tuesday \
    wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays today yesterday \
    tomorrow tonight week weeks month months quarter year weekend weekends weekday weekdays morning mornings afternoon \
    afternoons evening evenings night nights noon midnight spring summer autumn winter before after since until longer \
    shorter more less fewer least most than between except excluding without first second third half three five seven \
    eight twelve twenty thirty beginning previous current recent past next jan feb mar apr jun jul aug sep sept oct nov dec \
    besides other workdays workday under above below exceeding versus different difference easter christmas \
    separate distinct everything load workload untagged uncategorized uncategorised usually normally typically generally \
    worst earliest latest oldest newest weekly monthly daily yearly ever never talk talked attend attended play played";

/// Short forms and the words they stand for.
const SHORT: &[(&str, &str)] = &[
    ("avg", "average"),
    ("whats", "what's"),
    ("hows", "how's"),
    ("wheres", "where's"),
    ("whens", "when's"),
    ("im", "i'm"),
    ("ive", "i've"),
    ("didnt", "didn't"),
    ("dont", "don't"),
    ("wasnt", "wasn't"),
    ("havent", "haven't"),
    ("wk", "week"),
    ("wks", "weeks"),
    ("yr", "year"),
    ("mth", "month"),
    ("wknd", "weekend"),
    ("tmrw", "tomorrow"),
    ("yday", "yesterday"),
    ("u", "you"),
    ("pct", "percent"),
    ("thru", "through"),
];
const SPOKEN: &[(&str, &str)] = &[
    ("昨儿个", "昨天"),
    ("昨儿", "昨天"),
    ("今儿个", "今天"),
    ("今儿", "今天"),
    ("前儿", "前天"),
    ("明儿", "明天"),
    ("哪儿", "哪里"),
    ("那会儿", "那时"),
    ("这会儿", "现在"),
    ("啥时候", "什么时候"),
    ("啥时", "什么时候"),
    ("咋样", "怎么样"),
    ("啥", "什么"),
    ("咋", "怎么"),
    ("最久", "最长"),
    ("上礼拜", "上周"),
    ("这礼拜", "这周"),
    ("上个礼拜", "上周"),
    ("这个礼拜", "这周"),
];

/// Replaces spoken forms by written ones (Y4).
fn written(text: &str) -> String {
    SPOKEN.iter().fold(text.to_owned(), |text, (spoken, written)| text.replace(spoken, written))
}

fn known_words(known: &Known) -> BTreeSet<String> {
    let mut words: BTreeSet<String> =
        stop::ENGLISH.split_whitespace().chain(DATES.split_whitespace()).map(str::to_owned).collect();
    for question in QUESTIONS.iter() {
        for way in ways(question) {
            words
                .extend(way.split(['+', ' ', '*']).filter(|word| word.is_ascii() && word.len() > 1).map(str::to_owned));
        }
    }
    words.extend(names(known));
    words
}

/// The words of all names.
fn names(known: &Known) -> impl Iterator<Item = String> {
    let named = known.categories.iter().chain(known.goals);
    let all = named.flat_map(|named| std::iter::once(named.name).chain(named.aliases.iter().map(String::as_str)));
    let all: Vec<&str> = all.chain(known.tags.iter().map(String::as_str)).collect();
    let words = |name: &str| -> Vec<String> {
        let folded: String = Folded::new(name).chars().iter().collect();
        folded.split_whitespace().filter(|word| word.is_ascii()).map(str::to_owned).collect()
    };
    all.into_iter().flat_map(words).collect::<Vec<_>>().into_iter()
}

/// A text with its mistakes mended, and which.
pub fn mend(text: &str, known: &Known) -> (String, Vec<(String, String)>) {
    let text = &written(text);
    let folded = Folded::new(text);
    let chars = folded.chars();
    let (mut mended, mut changed) = (String::new(), Vec::new());
    let words = known_words(known);
    let names: Vec<String> = names(known).collect();
    let roots: BTreeSet<String> = words.iter().map(|word| stem(word)).collect();
    let mut at = 0;
    let mut quoted = false;
    while at < chars.len() {
        let mut end = at;
        while chars.get(end).is_some_and(char::is_ascii_alphabetic) {
            end += 1;
        }
        if end == at {
            quoted ^= chars[at] == '"';
            mended.push_str(&text[folded.bytes(at..at + 1)]);
            at += 1;
            continue;
        }
        let word: String = chars[at..end].iter().collect();
        let said = &text[folded.bytes(at..end)];
        let joined = [at.checked_sub(1), Some(end)]
            .into_iter()
            .flatten()
            .any(|at| chars.get(at).is_some_and(|c| c.is_ascii_digit() || matches!(c, '#' | '\'' | '-')));
        // "stud" may be the beginning of several names.
        let begins = names.iter().any(|name| name.starts_with(&word));
        if let Some((_, long)) = SHORT.iter().find(|(short, _)| *short == word && !quoted && !joined && !begins) {
            mended.push_str(long);
            at = end;
            continue;
        }
        let is_known =
            quoted || begins || joined || word.len() < 3 || words.contains(&word) || roots.contains(&stem(&word));
        match (!is_known && !(known.mentions)(&word)).then(|| nearest(&word, &words)).flatten() {
            Some(better) => {
                changed.push((said.to_owned(), better.to_owned()));
                mended.push_str(better);
            }
            None => mended.push_str(said),
        }
        at = end;
    }
    (mended, changed)
}

/// The one word that is nearest; none where two are.
fn nearest<'a>(word: &str, words: &'a BTreeSet<String>) -> Option<&'a str> {
    if word.len() == 3 {
        let lacks_a_vowel = |known: &&String| {
            known.len() == 4
                && (1..4)
                    .any(|at| "aeiou".contains(&known[at..=at]) && [&known[..at], &known[at + 1..]].concat() == word)
        };
        let mut found = words.iter().filter(lacks_a_vowel);
        return found.next().filter(|_| found.next().is_none()).map(String::as_str);
    }
    let mut best: Option<(usize, &str)> = None;
    let mut several = false;
    for known in words.iter().filter(|known| known.len() > 3 && known.starts_with(&word[..1])) {
        let Some(distance) = distance(word, known) else { continue };
        match best {
            Some((least, _)) if distance > least => {}
            Some((least, _)) if distance == least => several = true,
            _ => (best, several) = (Some((distance, known.as_str())), false),
        }
    }
    best.filter(|_| !several).map(|(_, word)| word)
}

/// The mistakes between two words (Y2): one of a short word, two of a long one.
fn distance(word: &str, known: &str) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (word.chars().collect(), known.chars().collect());
    if a.len().abs_diff(b.len()) > 2 {
        return None;
    }
    let replaced = if b.len() < 6 { 2 } else { 1 };
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = row[j - 1] + if a[i - 1] == b[j - 1] { 0 } else { replaced };
            next[j] = change.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                next[j] = next[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    let limit = if b.len() > 7 { 2 } else { 1 };
    row.last().copied().filter(|distance| *distance <= limit)
}
