//! `#tag`, `@category` and `@goal` in a typed line; a name of several words is known by its list or by quotes.
//!
//! - M1 `@` is a category with that name or alias, else a goal that it can only mean, else a new category.
//! - M2 `!` is a category too, also by a part of its name; a new one only if none is close.

use std::ops::Range;

use super::{Doubt, Kind, Known, Line, QuickAdd, Span};
use crate::names::{self, Found, How, Named};
use crate::scan::{Folded, is_cjk};

impl Line<'_> {
    /// Finds all marks.
    pub(super) fn read_marks(&mut self) {
        let mut at = 0;
        while at < self.folded.len() {
            at = self.read_mark(at).unwrap_or(at + 1);
        }
    }

    fn read_mark(&mut self, at: usize) -> Option<usize> {
        let chars = self.folded.chars();
        let sign = chars[at];
        let kind = match sign {
            '#' => Kind::Tag,
            '@' => Kind::Goal,
            '!' => Kind::Category,
            _ => return None,
        };
        let before = at.checked_sub(1).map(|before| chars[before]);
        // "C#", "me@example.org" and "好！" are none.
        let begins = before.is_none_or(|c| c == ' ' || self.used[at - 1] || (is_cjk(c) && kind != Kind::Category));
        if !begins || !chars.get(at + 1).is_some_and(|c| c.is_alphanumeric() || *c == '"') {
            return None;
        }
        let known = |names| known_name(&chars[at + 1..], names);
        let inside = match kind {
            Kind::Tag => None,
            Kind::Category => known(self.known.categories),
            _ => known(self.known.categories).max(known(self.known.goals)),
        };
        let inside = inside.map(|count| (at + 1, at + 1 + count, at + 1 + count));
        let (from, to, end) = inside.or_else(|| quoted(chars, at + 1)).unwrap_or_else(|| {
            let end = word_end(chars, at + 1);
            (
                at + 1,
                end,
                end + usize::from(kind == Kind::Tag && chars.get(end) == Some(&'#') && is_free(chars, end + 1)),
            )
        });
        let name: String = self.original(from, to);
        if kind == Kind::Tag {
            if !self.row.tags.contains(&name) {
                self.row.tags.push(name);
            }
            self.take(at..end, kind);
            return Some(end);
        }
        let is_quoted = chars.get(at + 1) == Some(&'"');
        let is_goal = kind == Kind::Goal && self.is_goal(&name, is_quoted);
        let is_new = kind == Kind::Goal && !is_goal && !self.is_category(&name);
        if is_new && self.row.category.is_none() {
            self.make_category(at, end, name);
        } else {
            self.read_name(at, end, if is_goal { Kind::Goal } else { Kind::Category }, &name);
        }
        Some(end)
    }

    fn is_category(&self, name: &str) -> bool {
        is_exact(&names::find(name, self.known.categories), self.known.categories)
    }

    /// Whether a name behind `@` is that of a goal (M1); quotes say all of it.
    fn is_goal(&self, name: &str, is_quoted: bool) -> bool {
        let goals = self.known.goals;
        let found = names::find(name, goals);
        let close = match &found {
            Found::One(at, How::Close) => std::slice::from_ref(at),
            Found::Several(all) => all,
            _ => &[],
        };
        let begins = |at: &usize| {
            let words = goals[*at].name.to_lowercase();
            words.split(' ').any(|word| word.starts_with(&name.to_lowercase()))
        };
        let is_meant = !is_quoted && !close.is_empty() && close.iter().all(begins);
        !self.is_category(name) && (is_exact(&found, goals) || is_meant)
    }

    /// A category that is not there yet.
    fn make_category(&mut self, at: usize, end: usize, name: String) {
        self.row.category = Some(name);
        self.new_category = true;
        self.take(at..end, Kind::Category);
    }

    fn read_name(&mut self, at: usize, end: usize, kind: Kind, name: &str) {
        let names = if kind == Kind::Goal { self.known.goals } else { self.known.categories };
        let taken = if kind == Kind::Goal { self.row.goal.is_some() } else { self.row.category.is_some() };
        let found = match names::find(name, names) {
            // Which of those with one name is meant is settled by the day.
            Found::Several(all) if is_exact(&Found::Several(all.clone()), names) => Found::One(all[0], How::Exact),
            found => found,
        };
        let choices = match found {
            Found::One(one, _) if !taken => {
                let name = names.get(one).map(|named| named.name.to_owned());
                *if kind == Kind::Goal { &mut self.row.goal } else { &mut self.row.category } = name;
                self.take(at..end, kind);
                return;
            }
            Found::None if !taken && kind == Kind::Category => return self.make_category(at, end, name.to_owned()),
            Found::One(one, _) => vec![one],
            Found::Several(choices) => choices,
            Found::None => Vec::new(),
        };
        self.doubts.push(Doubt { range: self.folded.bytes(at..end), kind, choices });
    }
}

/// Whether a name was found whole, of one or of several that are called the same.
fn is_exact(found: &Found, names: &[Named]) -> bool {
    match found {
        Found::One(_, how) => *how != How::Close,
        Found::Several(all) => all.iter().all(|&at| names[at].name == names[all[0]].name),
        Found::None => false,
    }
}

/// Length in characters of the longest known name or alias that stands here.
fn known_name(chars: &[char], names: &[Named]) -> Option<usize> {
    let said =
        names.iter().flat_map(|named| std::iter::once(named.name).chain(named.aliases.iter().map(String::as_str)));
    let fits = said.filter_map(|name| {
        let name = Folded::new(name.trim());
        let ends = chars.get(name.len()).is_none_or(|c| !c.is_alphanumeric() || is_cjk(*c));
        (name.len() > 0 && chars.starts_with(name.chars()) && ends).then_some(name.len())
    });
    fits.max()
}

/// Finds a text in quotes: its beginning and end, and the end of the quotes.
fn quoted(chars: &[char], at: usize) -> Option<(usize, usize, usize)> {
    if chars.get(at) != Some(&'"') {
        return None;
    }
    let end = at + 1 + chars[at + 1..].iter().position(|c| *c == '"')?;
    (end > at + 1).then_some((at + 1, end, end + 1))
}

fn is_free(chars: &[char], at: usize) -> bool {
    chars.get(at).is_none_or(|c| *c == ' ')
}

/// Finds the end of a name that has no quotes.
fn word_end(chars: &[char], at: usize) -> usize {
    let ends = |c: char| matches!(c, ' ' | '#' | '@' | ',' | ';' | '"' | '(' | ')' | '!' | '?');
    let mut end = at + chars[at..].iter().position(|c| ends(*c)).unwrap_or(chars.len() - at);
    // The full stop of a sentence.
    while end > at + 1 && matches!(chars[end - 1], '.' | ':') {
        end -= 1;
    }
    end.max((at + 1).min(chars.len()))
}

/// A note that is, or begins with, the exact name of a category says what it was.
pub(super) fn category_of_note(text: &str, known: &Known, read: &mut QuickAdd) {
    let exact = |name: &str| match names::find(name, known.categories) {
        Found::One(at, How::Exact | How::Alias) => known.categories.get(at),
        _ => None,
    };
    let note = read.row.note.clone();
    let spans = read.spans.clone();
    let place = |part: &str| {
        let places = text.match_indices(part).map(|(at, _)| at..at + part.len());
        let is_free = |range: &Range<usize>| {
            spans.iter().all(|span| span.range.end <= range.start || range.end <= span.range.start)
        };
        places.filter(|range| !range.is_empty()).find(is_free)
    };
    if let Some(category) = exact(&note) {
        read.row.category = Some(category.name.to_owned());
        if let Some(range) = place(&note) {
            read.spans.push(Span { range, kind: Kind::Category });
            read.row.note.clear();
        }
        return;
    }
    let word = note.split([' ', ':', '：', '　']).next().unwrap_or_default();
    if let Some(category) = exact(word) {
        read.row.category = Some(category.name.to_owned());
        read.spans.extend(place(word).map(|range| Span { range, kind: Kind::Category }));
    }
}
