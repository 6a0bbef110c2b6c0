//! One stretch of time as it stands in a file or a typed line, and what it is about: names instead of ids.

use espalier_base::date::DateRange;
use espalier_base::time::Timestamp;
use espalier_model::mindmap::Color;

/// One stretch of time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// Beginning.
    pub start: Timestamp,
    /// End, after `start`; `None` while it is running.
    pub end: Option<Timestamp>,
    /// The IANA name of the zone it was kept in; empty where that is not known.
    pub zone: String,
    /// The name of its category.
    pub category: Option<String>,
    /// The name of its goal.
    pub goal: Option<String>,
    /// Without `#`, in the order given, each once.
    pub tags: Vec<String>,
    /// Free text, may have several lines.
    pub note: String,
}

/// Categories in their order, and goals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Kinds {
    /// The categories.
    pub categories: Vec<CategoryRow>,
    /// The goals.
    pub goals: Vec<GoalRow>,
}

/// A category.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CategoryRow {
    /// Name of the category.
    pub name: String,
    /// A colour of its own.
    pub color: Option<Color>,
    /// Other names of the category.
    pub aliases: Vec<String>,
    /// Whether it is kept for old entries only.
    pub archived: bool,
    /// The name of its client.
    pub client: Option<String>,
    /// Price of an hour in minor units.
    pub rate: Option<i64>,
    /// Whether its time is billed.
    pub billable: Option<bool>,
}

/// A goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalRow {
    /// Name of the goal.
    pub name: String,
    /// Days of the goal.
    pub days: DateRange,
    /// Seconds to be spent on it.
    pub target_secs: Option<i64>,
    /// The name of its category.
    pub category: Option<String>,
}

impl Row {
    /// Whether two rows stand for the same stretch: they begin and end in the same second and have the same content.
    /// Zones and the order of tags are left out, because not every format keeps them.
    pub fn is_same(&self, other: &Self) -> bool {
        let seconds = |at: Timestamp| at.0.div_euclid(1_000);
        let mut tags: Vec<&str> = self.tags.iter().map(String::as_str).collect();
        let mut other_tags: Vec<&str> = other.tags.iter().map(String::as_str).collect();
        tags.sort_unstable();
        other_tags.sort_unstable();
        seconds(self.start) == seconds(other.start)
            && self.end.map(seconds) == other.end.map(seconds)
            && self.category == other.category
            && self.goal == other.goal
            && self.note.trim() == other.note.trim()
            && tags == other_tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_stretch_is_known_again() {
        let one = Row { start: Timestamp(1_500), tags: vec!["a".into(), "b".into()], ..Row::default() };
        let other =
            Row { start: Timestamp(1_000), tags: vec!["b".into(), "a".into()], zone: "UTC".into(), ..Row::default() };
        assert!(one.is_same(&other));
        assert!(!one.is_same(&Row { start: Timestamp(2_000), ..one.clone() }));
        assert!(!one.is_same(&Row { end: Some(Timestamp(3_000)), ..one.clone() }));
    }
}
