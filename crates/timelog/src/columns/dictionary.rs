//! Small numbers for categories, goals and tags.
//!
//! A number is never given to something else, so rows can keep it.

use std::collections::BTreeMap;

use super::Hot;
use espalier_model::timelog::{GoalId, Tags, TimeCategoryId, TimeEntry};

/// The number of no category, no goal, and no tags.
pub const NONE: u32 = 0;

/// Small numbers for categories, goals and tags.
#[derive(Debug, Clone)]
pub struct Dictionary {
    categories: Numbers<TimeCategoryId>,
    goals: Numbers<GoalId>,
    tags: Numbers<Box<str>>,
    /// Tags that stand together, by the address they are kept at.
    sets: Numbers<usize>,
    /// The tags of each set, and their numbers.
    members: Vec<(Tags, Vec<u32>)>,
}

#[derive(Debug, Clone)]
struct Numbers<T> {
    by_value: BTreeMap<T, u32>,
    values: Vec<T>,
    /// Value looked up last, which is mostly looked up again.
    last: Option<(T, u32)>,
}

impl<T: Clone + Ord> Numbers<T> {
    const fn new() -> Self {
        Self { by_value: BTreeMap::new(), values: Vec::new(), last: None }
    }

    /// The number of a value, from 1.
    fn give(&mut self, value: &T) -> u32 {
        if let Some((_, number)) = self.last.as_ref().filter(|(known, _)| known == value) {
            return *number;
        }
        let number = self.by_value.get(value).copied().unwrap_or_else(|| {
            self.values.push(value.clone());
            let number = self.values.len() as u32;
            self.by_value.insert(value.clone(), number);
            number
        });
        self.last = Some((value.clone(), number));
        number
    }

    fn known(&self, value: &T) -> Option<u32> {
        self.by_value.get(value).copied()
    }

    fn value(&self, number: u32) -> Option<&T> {
        self.values.get((number as usize).checked_sub(1)?)
    }
}

impl Default for Dictionary {
    fn default() -> Self {
        let mut sets = Numbers::new();
        let none = Tags::default();
        // No tags at all are the set with the number 1 less 1.
        sets.give(&none.address());
        Self {
            categories: Numbers::new(),
            goals: Numbers::new(),
            tags: Numbers::new(),
            sets,
            members: vec![(none, Vec::new())],
        }
    }
}

impl Dictionary {
    /// The row of an entry, with new numbers where it has something new.
    pub fn hot(&mut self, entry: &TimeEntry, start: i64, end: i64) -> Hot {
        let category = entry.category.map_or(NONE, |category| self.categories.give(&category));
        let goal = entry.goal.map_or(NONE, |goal| self.goals.give(&goal));
        Hot { start, end, category, goal, tags: self.give_tags(&entry.tags) }
    }

    /// The row of an entry whose numbers are known.
    pub fn known(&self, entry: &TimeEntry, start: i64, end: i64) -> Hot {
        let category = entry.category.and_then(|category| self.categories.known(&category)).unwrap_or(NONE);
        let goal = entry.goal.and_then(|goal| self.goals.known(&goal)).unwrap_or(NONE);
        let tags = self.sets.known(&entry.tags.address()).map_or(NONE, |number| number - 1);
        Hot { start, end, category, goal, tags }
    }

    fn give_tags(&mut self, tags: &Tags) -> u32 {
        let number = self.sets.give(&tags.address()) - 1;
        if self.members.len() <= number as usize {
            let numbers = tags.iter().map(|tag| self.tags.give(&tag.into())).collect();
            // Keeping them keeps their address from being given to others.
            self.members.push((tags.clone(), numbers));
        }
        number
    }

    /// Number of categories that have numbers, which are 1 to this, and [`NONE`].
    pub fn categories(&self) -> u32 {
        self.categories.values.len() as u32
    }

    /// Number of goals that have numbers.
    pub fn goals(&self) -> u32 {
        self.goals.values.len() as u32
    }

    /// Number of tags that have numbers.
    pub fn tags(&self) -> u32 {
        self.tags.values.len() as u32
    }

    /// The category with a number; none for [`NONE`].
    pub fn category(&self, number: u32) -> Option<TimeCategoryId> {
        self.categories.value(number).copied()
    }

    /// The goal with a number.
    pub fn goal(&self, number: u32) -> Option<GoalId> {
        self.goals.value(number).copied()
    }

    /// The tag with a number.
    pub fn tag(&self, number: u32) -> Option<&str> {
        self.tags.value(number).map(AsRef::as_ref)
    }

    /// The numbers of the tags that stand together under a number.
    pub fn tags_of(&self, set: u32) -> &[u32] {
        self.members.get(set as usize).map_or(&[], |(_, numbers)| numbers)
    }

    /// Returns for every set of tags whether it is wanted.
    pub fn sets(&self, is_wanted: impl Fn(&Tags) -> bool) -> Vec<bool> {
        self.members.iter().map(|(tags, _)| is_wanted(tags)).collect()
    }

    /// The number of a category, if some entry has it.
    pub fn category_number(&self, category: Option<TimeCategoryId>) -> Option<u32> {
        category.map_or(Some(NONE), |category| self.categories.known(&category))
    }

    /// The number of a goal, if some entry has it.
    pub fn goal_number(&self, goal: Option<GoalId>) -> Option<u32> {
        goal.map_or(Some(NONE), |goal| self.goals.known(&goal))
    }
}
