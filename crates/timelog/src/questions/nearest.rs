//! The questions that are nearest to one that was not understood.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::table::QUESTIONS;
use super::{Kind, Known, PROMPTS, form};
use crate::scan::{Folded, is_cjk};
use espalier_base::language::Language;

/// Number of questions that are offered.
const OFFERED: usize = 3;

/// Finds the three questions that share the most with a text: about the name and the days that were understood, where
/// there are any.
pub fn nearest(text: &str, known: &Known<'_>, language: Language) -> Vec<String> {
    let wanted = parts(text);
    let score = |example: &str| parts(example).intersection(&wanted).map(|part| part.chars().count()).sum::<usize>();
    let understood = form::about(text, known).into_iter().flat_map(form::Form::all);
    let mut filled: Vec<String> =
        understood.filter_map(|form| form.question(&[], known, language)).filter(|filled| filled != text).collect();
    if !filled.is_empty() {
        // Of equals those that come first stay first: the plain sum.
        filled.sort_by_key(|example| Reverse(score(example)));
        filled.truncate(OFFERED);
        return filled;
    }
    let mut all: Vec<(usize, &'static str)> = QUESTIONS
        .iter()
        .filter(|question| !matches!(question.kind, Kind::Change | Kind::Versus))
        .map(|question| question.example.get(language))
        .map(|example| (score(example), example))
        .collect();
    all.sort_by_key(|(score, _)| Reverse(*score));
    let near = all.into_iter().filter(|(score, _)| *score > 0).map(|(_, example)| example);
    let usual = PROMPTS.iter().map(|prompt| prompt.get(language));
    let mut found: Vec<String> = Vec::new();
    for example in near.chain(usual) {
        if found.len() < OFFERED && !found.iter().any(|known| known == example) {
            found.push(example.to_owned());
        }
    }
    found
}

/// Words of letters, and pairs of Chinese characters.
fn parts(text: &str) -> BTreeSet<String> {
    let folded = Folded::new(text);
    let text: String = folded.chars().iter().collect();
    let words = text.split(|c: char| !c.is_alphanumeric() || is_cjk(c));
    let mut parts: BTreeSet<String> = words.filter(|word| word.len() > 2).map(str::to_owned).collect();
    let pairs = folded.chars().windows(2).filter(|pair| pair.iter().all(|c| is_cjk(*c)));
    parts.extend(pairs.map(|pair| pair.iter().collect::<String>()));
    parts
}
