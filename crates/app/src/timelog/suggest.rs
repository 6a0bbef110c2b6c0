//! Suggestions: earlier entries whose notes match what is being typed.

use std::collections::BTreeSet;

use crate::Model;
use espalier_model::TimeCategory;

/// The most suggestions.
const MOST: usize = 4;
/// Number of the latest entries that are searched.
const LOOKED_AT: usize = 5_000;
/// The longest note that is suggested, in characters.
const LONGEST: usize = 80;

/// An earlier note with its category.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Suggestion {
    /// The note.
    pub note: String,
    /// The name of its category; empty without one.
    pub category: String,
}

/// Suggestions whose note has a word that begins with what was typed, the latest first.
pub fn suggestions(model: &Model, typed: &str) -> Vec<Suggestion> {
    let typed = typed.trim().to_lowercase();
    if typed.chars().count() < 2 && typed.is_ascii() {
        return Vec::new();
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    if typed.is_empty() {
        return found;
    }
    // Ids follow the time at which entries began.
    for entry in model.workspace.tables().time_entries.values().rev().take(LOOKED_AT) {
        let note = entry.note.trim();
        if note.is_empty() || note.contains('\n') || note.chars().nth(LONGEST).is_some() {
            continue;
        }
        let lower = note.to_lowercase();
        let begins = lower.starts_with(&typed) || lower.split(' ').any(|word| word.starts_with(&typed));
        if !begins {
            continue;
        }
        let category = entry.category.and_then(|id| model.workspace.get::<TimeCategory>(&id));
        let category = category.filter(|row| !row.archived).map(|row| row.name.clone()).unwrap_or_default();
        let suggestion = Suggestion { note: note.to_owned(), category };
        if (lower != typed || !suggestion.category.is_empty()) && seen.insert(suggestion.clone()) {
            found.push(suggestion);
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// The line with a suggestion in place of the words that were typed for it.
pub fn with_suggestion(line: &str, typed: &str, suggestion: &Suggestion) -> String {
    let category =
        if suggestion.category.is_empty() { String::new() } else { format!(" !\"{}\"", suggestion.category) };
    let said = format!("{}{category}", suggestion.note);
    match line.rfind(typed.trim()).filter(|_| !typed.trim().is_empty()) {
        Some(at) => format!("{}{said}{}", &line[..at], &line[at + typed.trim().len()..]),
        None => format!("{} {said}", line.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suggestion_takes_the_place_of_the_words_typed_for_it() {
        let made = Suggestion { note: "writing thesis".to_owned(), category: "Deep work".to_owned() };
        assert_eq!(with_suggestion("9-10 wri #a", "wri", &made), "9-10 writing thesis !\"Deep work\" #a");
        let plain = Suggestion { category: String::new(), ..made };
        assert_eq!(with_suggestion("wri", "wri", &plain), "writing thesis");
        assert_eq!(with_suggestion("写 9点到10点", "x", &plain), "写 9点到10点 writing thesis");
    }
}
