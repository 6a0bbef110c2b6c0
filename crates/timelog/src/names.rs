//! From what someone calls a category or goal to the one that is meant.
//!
//! - N1 The exact name decides, then an alias, each without regard to case, width and spaces; then what is close.
//! - N2 Where several fit equally, all of them are the answer: there is no silent first match.
//! - N3 What was only close says so, so that it can be shown.

use espalier_base::text::fuzzy_score;

use super::scan::Folded;

/// Category or goal with its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named<'a> {
    /// Main name.
    pub name: &'a str,
    /// Other names.
    pub aliases: &'a [String],
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
    let exact = all(&|named| plain(named.name) == wanted);
    if !exact.is_empty() {
        return found(exact, How::Exact);
    }
    let alias = all(&|named| named.aliases.iter().any(|alias| plain(alias) == wanted));
    if !alias.is_empty() {
        return found(alias, How::Alias);
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
        let said = std::iter::once(named.name).chain(named.aliases.iter().map(String::as_str));
        let said: Vec<String> = said.map(plain).collect();
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
        let names: Vec<Named> = names.iter().map(|name| Named { name, aliases: &[] }).collect();
        find(wanted, &names)
    }

    #[test]
    fn n1_exact_names_come_first() {
        assert_eq!(look("WORK", &NAMES[..8]), Found::One(0, How::Exact));
        assert_eq!(look("ｗｏｒｋ", &NAMES[..8]), Found::One(0, How::Exact));
        assert_eq!(look(" master   THESIS ", NAMES), Found::One(3, How::Exact));
        assert_eq!(look("学习", NAMES), Found::One(5, How::Exact));
        let aliases = ["gym".to_owned(), "锻炼".to_owned()];
        let names = [Named { name: "Sport", aliases: &aliases }, Named { name: "Gym shopping", aliases: &[] }];
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
