//! From what someone calls a category or goal to the one that is meant.
//!
//! - N1 The exact name decides, then an alias, each without regard to case, width and spaces; then what is close.
//! - N2 Where several fit equally, all of them are the answer: there is no silent first match.
//! - N3 What was only close says so, so that it can be shown.
//! - N4 A project is written `Client/Project`, and found by that in any of the names of both, or by its own name alone.
//!   A category of which the same is the whole name comes first.

use std::collections::BTreeMap;

use espalier_base::text::fuzzy_score;

use super::billing;
use super::scan::Folded;
use espalier_model::timelog::{TimeCategory, TimeCategoryId};

/// Sign between a client and its project.
pub const SLASH: char = '/';

/// Category or goal with its names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Named<'a> {
    /// Main name; that of a project is `Client/Project` where its client is given (N4).
    pub name: &'a str,
    /// Other names.
    pub aliases: &'a [String],
    /// Client of a project.
    pub client: Option<&'a TimeCategory>,
}

impl<'a> Named<'a> {
    /// The name without that of the client.
    pub fn own(&self) -> &'a str {
        let own = self.client.and_then(|client| self.name.strip_prefix(client.name.as_str())?.strip_prefix(SLASH));
        own.unwrap_or(self.name)
    }

    /// All names but the written one.
    pub(super) fn own_names(&self) -> impl Iterator<Item = &'a str> {
        std::iter::once(self.own()).chain(self.aliases.iter().map(String::as_str))
    }

    /// Whether a name is one of these, without its client.
    fn is_own(&self, plain_name: &str) -> bool {
        self.own_names().any(|name| plain(name) == plain_name)
    }

    /// Whether a name is exactly that of this one (N1, N4).
    pub fn is_called(&self, wanted: &str) -> bool {
        let wanted = plain(wanted);
        plain(self.name) == wanted || self.is_own(&wanted) || self.is_joined(&wanted, is_own, is_own)
    }

    /// Whether a name is that of the client and of this one, each as the functions say.
    fn is_joined(
        &self,
        wanted: &str,
        is_client: impl Fn(&Named<'_>, &str) -> bool,
        is_project: impl Fn(&Named<'_>, &str) -> bool,
    ) -> bool {
        let Some(client) = self.client else { return false };
        wanted.match_indices(SLASH).any(|(at, _)| {
            let (of, own) = (wanted[..at].trim_end(), wanted[at + 1..].trim_start());
            !own.is_empty() && is_client(&of_row(client), of) && is_project(self, own)
        })
    }
}

/// Whether a name is one of these, without its client.
fn is_own(named: &Named<'_>, plain_name: &str) -> bool {
    named.is_own(plain_name)
}

/// A category by its own names.
pub(super) const fn of_row(row: &TimeCategory) -> Named<'_> {
    Named { name: row.name.as_str(), aliases: row.aliases.as_slice(), client: None }
}

/// A category with the name that it is written by.
#[derive(Debug, Clone, PartialEq)]
pub struct Written<'a> {
    /// The category.
    pub row: &'a TimeCategory,
    /// Its client.
    pub client: Option<&'a TimeCategory>,
    /// Its name, `Client/Project` for a project (N4).
    pub name: String,
}

impl Written<'_> {
    /// The names to search.
    pub fn named(&self) -> Named<'_> {
        Named { name: &self.name, aliases: &self.row.aliases, client: self.client }
    }
}

/// Returns categories with the names that they are written by, in their order.
pub fn written<'a>(rows: impl IntoIterator<Item = &'a TimeCategory>) -> Vec<Written<'a>> {
    let rows: Vec<&TimeCategory> = rows.into_iter().collect();
    let clients = billing::clients(rows.iter().copied());
    let by_id: BTreeMap<TimeCategoryId, &TimeCategory> = rows.iter().map(|row| (row.id, *row)).collect();
    let one = |row: &'a TimeCategory| {
        let client = clients.get(&row.id).and_then(|id| by_id.get(id).copied());
        let name = client.map_or_else(|| row.name.clone(), |client| format!("{}{SLASH}{}", client.name, row.name));
        Written { row, client, name }
    };
    rows.into_iter().map(one).collect()
}

/// Returns names by which each category is found again: its own, or `Client/Project` where another one has the same.
pub fn exported<'a>(rows: impl IntoIterator<Item = &'a TimeCategory>) -> BTreeMap<TimeCategoryId, String> {
    let all = written(rows);
    let mut count: BTreeMap<String, u32> = BTreeMap::new();
    for one in &all {
        *count.entry(plain(&one.row.name)).or_default() += 1;
    }
    let name = |one: Written<'_>| {
        let is_shared = count.get(&plain(&one.row.name)).is_some_and(|count| *count > 1);
        (one.row.id, if is_shared { one.name } else { one.row.name.clone() })
    };
    all.into_iter().map(name).collect()
}

/// Splits the name of a project that is not there into those of its client and its own; the longest client that is
/// known decides where. Numbers like `24/7` are one name, and so is what a project, which can't be a client, stands
/// before.
pub fn split<'n>(name: &'n str, names: &[Named]) -> Option<(&'n str, &'n str)> {
    let parts = |(at, _): (usize, &str)| {
        let (client, own) = (name[..at].trim(), name[at + 1..].trim());
        (!plain(client).is_empty() && !plain(own).is_empty()).then_some((client, own))
    };
    let all: Vec<(&str, &str)> = name.match_indices(SLASH).filter_map(parts).collect();
    let is_known = |named: &Named, client: &str| named.is_own(&plain(client));
    let known = all.iter().rev().find(|(client, _)| names.iter().any(|named| is_known(named, client)));
    let is_number = |text: &str| text.chars().all(|c| c.is_numeric() || matches!(c, SLASH | '.' | ' '));
    let (client, own) = known.or_else(|| all.first().filter(|_| !is_number(name)))?;
    let is_client = known.is_none() || names.iter().any(|named| named.client.is_none() && is_known(named, client));
    is_client.then_some((*client, *own))
}

/// Way in which a name was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// By its name.
    Exact,
    /// By an alias.
    Alias,
    /// As the only one that is close.
    Close,
}

/// Match of a name, as positions in the list that was searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// One match, and how it was found.
    One(usize, How),
    /// Several that fit, the best first.
    Several(Vec<usize>),
    /// No match, not even a close one.
    None,
}

/// The most choices that are offered.
const MAX_CHOICES: usize = 8;

/// Finds what is meant by a name.
pub fn find(wanted: &str, names: &[Named]) -> Found {
    let wanted = plain(wanted);
    if wanted.is_empty() {
        return Found::None;
    }
    let all = |fits: &dyn Fn(&Named) -> bool| -> Vec<usize> {
        names.iter().enumerate().filter(|(_, named)| fits(named)).map(|(at, _)| at).collect()
    };
    let mut exact = all(&|named| plain(named.name) == wanted);
    // A category with this whole name comes before a project that is written so (N4).
    if exact.iter().any(|&at| names[at].client.is_none()) {
        exact.retain(|&at| names[at].client.is_none());
    }
    if exact.is_empty() {
        exact = all(&|named| plain(named.own()) == wanted);
    }
    if !exact.is_empty() {
        return found(exact, How::Exact);
    }
    let alias = all(&|named| named.aliases.iter().any(|alias| plain(alias) == wanted));
    if !alias.is_empty() {
        return found(alias, How::Alias);
    }
    let joined = all(&|named| named.is_joined(&wanted, is_own, is_own));
    if !joined.is_empty() {
        return found(joined, How::Alias);
    }
    let is_near = |named: &Named<'_>, own: &str| named.own_names().any(|name| nearness(own, &plain(name)).is_some());
    // A client that is known whole is no other one.
    let is_client = |client: &Named<'_>, of: &str| {
        client.is_own(of) || (is_near(client, of) && !names.iter().any(|named| named.is_own(of)))
    };
    let joined = all(&|named| named.is_joined(&wanted, is_client, is_near));
    if !joined.is_empty() {
        return found(joined, How::Close);
    }
    close(&wanted, names)
}

fn found(mut all: Vec<usize>, how: How) -> Found {
    match all[..] {
        [] => Found::None,
        [one] => Found::One(one, how),
        _ => {
            all.truncate(MAX_CHOICES);
            Found::Several(all)
        }
    }
}

/// Finds names that contain the wanted one, begin like it or are misspelt; only without these, those that have its
/// letters in order.
fn close(wanted: &str, names: &[Named]) -> Found {
    let mut near: Vec<(i32, usize)> = Vec::new();
    let mut far: Vec<(i32, usize)> = Vec::new();
    for (at, named) in names.iter().enumerate() {
        // A project that is not there is none of another client.
        let is_whole = named.client.is_some() && wanted.contains(SLASH);
        let said: Vec<String> = if is_whole { vec![plain(named.name)] } else { named.own_names().map(plain).collect() };
        if let Some(score) = said.iter().filter_map(|name| nearness(wanted, name)).max() {
            near.push((score, at));
        } else if let Some(score) = said.iter().filter_map(|name| abbreviation(wanted, name)).max() {
            far.push((score, at));
        }
    }
    let mut best = if near.is_empty() { far } else { near };
    best.sort_unstable_by_key(|(score, at)| (-score, *at));
    found(best.into_iter().map(|(_, at)| at).collect(), How::Close)
}

/// Nearness of two folded names; `None` if they are not near.
fn nearness(wanted: &str, name: &str) -> Option<i32> {
    let (a, b): (Vec<char>, Vec<char>) = (wanted.chars().collect(), name.chars().collect());
    // One letter is in nearly everything.
    let tells = a.len() > 1 || a.first().is_some_and(|c| !c.is_ascii());
    let length = |chars: &[char]| i32::try_from(chars.len().min(1_000)).unwrap_or(1_000);
    if tells && name.starts_with(wanted) {
        return Some(3_000 - length(&b));
    }
    if tells && name.contains(wanted) {
        return Some(2_000 - length(&b));
    }
    // "the thesis project" for "Thesis"
    if b.len() > 1 && wanted.contains(name) {
        return Some(1_000 + length(&b));
    }
    let limit = match a.len().min(b.len()) {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    let distance = (limit > 0).then(|| edit_distance(&a, &b, limit))??;
    Some(500 - 100 * i32::try_from(distance).unwrap_or(5))
}

/// The letters in order, the first of them at the beginning: "mthesis" for "Master thesis".
fn abbreviation(wanted: &str, name: &str) -> Option<i32> {
    if wanted.chars().count() < 2 || wanted.chars().next() != name.chars().next() {
        return None;
    }
    fuzzy_score(wanted, name)
}

/// The number of letters to change, add, drop or swap with their neighbour (optimal string alignment); `None` above
/// the limit.
fn edit_distance(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            next[j] = change.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                next[j] = next[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().filter(|distance| *distance <= limit)
}

/// The name without case, width, quotes, and spaces but one between words.
pub(super) fn plain(name: &str) -> String {
    let folded: String = Folded::new(name).chars().iter().filter(|c| !matches!(c, '"' | '\'' | '`')).collect();
    let mut plain = String::with_capacity(folded.len());
    for word in folded.split([' ', '_', '-']).filter(|word| !word.is_empty()) {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NAMES: &[&str] =
        &["Work", "Workout", "Homework", "Master thesis", "Reading", "学习", "学习英语", "运动", "work"];

    fn look(wanted: &str, names: &[&str]) -> Found {
        let names: Vec<Named> = names.iter().map(|name| Named { name, aliases: &[], client: None }).collect();
        find(wanted, &names)
    }

    #[test]
    fn n1_exact_names_come_first() {
        assert_eq!(look("WORK", &NAMES[..8]), Found::One(0, How::Exact));
        assert_eq!(look("ｗｏｒｋ", &NAMES[..8]), Found::One(0, How::Exact));
        assert_eq!(look(" master   THESIS ", NAMES), Found::One(3, How::Exact));
        assert_eq!(look("学习", NAMES), Found::One(5, How::Exact));
        let aliases = ["gym".to_owned(), "锻炼".to_owned()];
        let names = [
            Named { name: "Sport", aliases: &aliases, client: None },
            Named { name: "Gym shopping", aliases: &[], client: None },
        ];
        assert_eq!(find("Gym", &names), Found::One(0, How::Alias));
        assert_eq!(find("锻炼", &names), Found::One(0, How::Alias));
    }

    #[test]
    fn n2_several_are_choices() {
        assert_eq!(look("work", NAMES), Found::Several(vec![0, 8]), "two of the same name");
        assert_eq!(look("wor", &NAMES[..8]), Found::Several(vec![0, 1, 2]));
        assert_eq!(look("学", NAMES), Found::Several(vec![5, 6]));
    }

    #[test]
    fn n3_what_is_close_says_so() {
        assert_eq!(look("thesis", NAMES), Found::One(3, How::Close));
        assert_eq!(look("raeding", NAMES), Found::One(4, How::Close));
        assert_eq!(look("Readings", NAMES), Found::One(4, How::Close));
        assert_eq!(look("mthesis", NAMES), Found::One(3, How::Close));
        assert_eq!(look("英语", NAMES), Found::One(6, How::Close));
        for nothing in ["", "  ", "gardening", "做饭", "x"] {
            assert_eq!(look(nothing, NAMES), Found::None, "{nothing}");
        }
    }

    proptest! {
        #[test]
        fn a_name_finds_itself_or_choices_with_it(names in prop::collection::vec("[a-zA-Z学习 ]{1,8}", 1..6), pick in 0_usize..6) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let pick = pick % names.len();
            match look(names[pick], &names) {
                Found::One(at, how) => prop_assert_eq!((at, how), (pick, How::Exact)),
                Found::Several(all) => prop_assert!(all.contains(&pick)),
                Found::None => prop_assert!(plain(names[pick]).is_empty()),
            }
        }

        #[test]
        fn any_text_is_looked_up(wanted in any::<String>(), name in any::<String>()) {
            look(&wanted, &[&name, "Work"]);
        }
    }
}
