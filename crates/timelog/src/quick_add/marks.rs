//! `#tag`, `@category` and `@goal` in a typed line; a name of several words is known by its list or by quotes.
//!
//! - M1 `@` is a category with that name or alias, else a goal that it can only mean, else a new category.
//! - M2 `!` is a category too, also by a part of its name; a new one only if none is close.
//! - M3 `@Client/Project` is the project of a client, each by any of its names; what is not there yet of the two is new.

use std::ops::Range;

use super::{Doubt, Kind, Known, Line, QuickAdd, Span};
use crate::names::{self, Found, How, Named, SLASH};
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
        let known = |names: &[Named]| {
            let said = names.iter().flat_map(|named| std::iter::once(named.name).chain(named.own_names()));
            known_name(&chars[at + 1..], said)
        };
        let (category, goal) = match kind {
            Kind::Tag => (None, None),
            Kind::Category => (known(self.known.categories), None),
            _ => (known(self.known.categories), known(self.known.goals)),
        };
        let inside = category.max(goal).map(|count| (at + 1, at + 1 + count, at + 1 + count));
        // A name may have quotes of its own, and what is in quotes may begin with a name.
        let named = inside.into_iter().chain(quoted(chars, at + 1)).max_by_key(|(.., end)| *end);
        let (from, to, mut end) = named.unwrap_or_else(|| {
            let mut end = word_end(chars, at + 1);
            // A project in quotes follows.
            let is_client = end > at + 2 && chars[end - 1] == SLASH && chars.get(end) == Some(&'"');
            end -= usize::from(is_client && kind != Kind::Tag && quoted(chars, end).is_some());
            (
                at + 1,
                end,
                end + usize::from(kind == Kind::Tag && chars.get(end) == Some(&'#') && is_free(chars, end + 1)),
            )
        });
        let mut name: String = self.original(from, to);
        if kind == Kind::Tag {
            if !self.row.tags.contains(&name) {
                self.row.tags.push(name);
            }
            self.take(at..end, kind);
            return Some(end);
        }
        if (goal.is_none() || category >= goal)
            && let Some((own, past)) = self.project_at(end, &name)
        {
            name = format!("{name}{SLASH}{own}");
            end = past;
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

    /// Reads a project behind the name of its client (M3), and finds its end.
    fn project_at(&self, at: usize, client: &str) -> Option<(String, usize)> {
        let chars = self.folded.chars();
        let categories = self.known.categories;
        let begins = chars.get(at + 1).is_some_and(|c| c.is_alphanumeric() || *c == '"');
        let mut named = categories.iter().filter(|named| named.is_called(client)).peekable();
        let may_be_client = named.peek().is_none() || named.any(|named| named.client.is_none());
        if chars.get(at) != Some(&SLASH) || !begins || !may_be_client {
            return None;
        }
        let from = at + 1;
        let is_of = |named: &&Named| named.client.is_some_and(|row| names::of_row(row).is_called(client));
        let inside = known_name(&chars[from..], categories.iter().filter(is_of).flat_map(Named::own_names));
        let (from, to, end) = inside
            .map(|count| (from, from + count, from + count))
            .into_iter()
            .chain(quoted(chars, from))
            .max_by_key(|(.., end)| *end)
            .unwrap_or_else(|| {
                let end = word_end(chars, from);
                (from, end, end)
            });
        Some((self.original(from, to), end))
    }

    /// Finds a category: of several that are called so, the one that is written so.
    fn find_category(&self, name: &str) -> Found {
        let categories = self.known.categories;
        let mut written = (0..categories.len()).filter(|&at| without_quotes(categories[at].name) == name);
        if let (Some(at), None) = (written.next(), written.next()) {
            return Found::One(at, How::Exact);
        }
        let found = names::find(name, categories);
        // A name close to that of a project that is not there is no client's.
        let is_project = |at: &usize| categories[*at].name.contains(SLASH);
        match found {
            Found::One(at, How::Close) if !is_project(&at) && names::split(name, categories).is_some() => Found::None,
            Found::Several(mut all)
                if !all.iter().all(|&at| categories[at].is_called(name))
                    && names::split(name, categories).is_some() =>
            {
                all.retain(is_project);
                if all.is_empty() { Found::None } else { Found::Several(all) }
            }
            found => found,
        }
    }

    /// Whether a name is that of a category, or of several.
    fn is_category(&self, name: &str) -> bool {
        match self.find_category(name) {
            Found::One(_, how) => how != How::Close,
            Found::Several(all) => all.iter().all(|&at| self.known.categories[at].is_called(name)),
            Found::None => false,
        }
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

    /// A category that is not there yet; the client of a project goes by its own name.
    fn make_category(&mut self, at: usize, end: usize, mut name: String) {
        let categories = self.known.categories;
        if let Some((client, own)) = names::split(&name, categories) {
            let mut known = categories.iter().filter(|named| named.client.is_none() && named.is_called(client));
            name = format!("{}{SLASH}{own}", known.next().map_or(client, |named| named.name));
        }
        self.row.category = Some(name);
        self.new_category = true;
        self.take(at..end, Kind::Category);
    }

    fn read_name(&mut self, at: usize, end: usize, kind: Kind, name: &str) {
        let names = if kind == Kind::Goal { self.known.goals } else { self.known.categories };
        let taken = if kind == Kind::Goal { self.row.goal.is_some() } else { self.row.category.is_some() };
        let found = if kind == Kind::Goal { names::find(name, names) } else { self.find_category(name) };
        let found = match found {
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

/// Length in characters of the longest of some names that stands here.
fn known_name<'n>(chars: &[char], said: impl Iterator<Item = &'n str>) -> Option<usize> {
    let fits = said.filter_map(|name| {
        let name = Folded::new(name.trim());
        let ends = chars.get(name.len()).is_none_or(|c| !c.is_alphanumeric() || is_cjk(*c));
        (name.len() > 0 && chars.starts_with(name.chars()) && ends).then_some(name.len())
    });
    fits.max()
}

/// Writes the mark that is read as a category of that name (M2).
pub fn mark(name: &str) -> String {
    format!("!\"{}\"", without_quotes(name))
}

/// A name without what ends a text in quotes.
fn without_quotes(name: &str) -> String {
    name.chars().zip(Folded::new(name).chars()).filter(|(_, folded)| **folded != '"').map(|(c, _)| c).collect()
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
