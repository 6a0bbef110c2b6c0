//! Suggestions: earlier entries whose notes match what is being typed, or whose client or project does.

use std::collections::{BTreeMap, BTreeSet};

use crate::Model;
use espalier_model::TimeCategoryId;
use espalier_timelog::names::{Written, written};
use espalier_timelog::quick_add::mark;

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
    /// The name of its category, `Client/Project` for a project; empty without one.
    pub category: String,
}

/// Suggestions whose note, client or project has a word that begins with what was typed, the latest first.
pub fn suggestions(model: &Model, typed: &str) -> Vec<Suggestion> {
    let typed = typed.trim().to_lowercase();
    if typed.chars().count() < 2 && typed.is_ascii() {
        return Vec::new();
    }
    let rows = model.time_categories();
    let written = written(rows.iter().map(AsRef::as_ref));
    let names: BTreeMap<TimeCategoryId, &Written<'_>> = written.iter().map(|one| (one.row.id, one)).collect();
    let begins = |text: &str| text.starts_with(&typed) || text.split(' ').any(|word| word.starts_with(&typed));
    let is_of = |one: &&Written<'_>| {
        let names = one.client.map(|client| [&client.name, &one.row.name]);
        names.is_some_and(|names| names.into_iter().any(|name| begins(&name.to_lowercase())))
    };
    let of_project: BTreeSet<TimeCategoryId> = written.iter().filter(is_of).map(|one| one.row.id).collect();
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
        let category = entry.category.and_then(|id| names.get(&id)).filter(|one| !one.row.archived);
        if !begins(&lower) && !entry.category.is_some_and(|id| of_project.contains(&id)) {
            continue;
        }
        let category = category.map(|one| one.name.clone()).unwrap_or_default();
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
        if suggestion.category.is_empty() { String::new() } else { format!(" {}", mark(&suggestion.category)) };
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
