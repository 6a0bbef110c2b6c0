//! The questions that are nearest to one that was not understood.

use std::collections::BTreeSet;

use super::table::QUESTIONS;
use super::{Kind, PROMPTS};
use crate::scan::{Folded, is_cjk};
use espalier_base::language::Language;

/// Finds the three questions that share the most with a text.
pub fn nearest(text: &str, language: Language) -> Vec<&'static str> {
    let wanted = parts(text);
    let score = |example: &str| parts(example).intersection(&wanted).map(|part| part.chars().count()).sum::<usize>();
    let mut all: Vec<(usize, &'static str)> = QUESTIONS
        .iter()
        .filter(|question| !matches!(question.kind, Kind::Change | Kind::Versus))
        .map(|question| question.example.get(language))
        .map(|example| (score(example), example))
        .collect();
    all.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let near = all.into_iter().filter(|(score, _)| *score > 0).map(|(_, example)| example);
    let usual = PROMPTS.iter().map(|prompt| prompt.get(language));
    let mut found: Vec<&str> = Vec::new();
    for example in near.chain(usual) {
        if !found.contains(&example) && found.len() < 3 {
            found.push(example);
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
