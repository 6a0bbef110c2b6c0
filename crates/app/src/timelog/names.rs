//! Names: categories, goals and tags as the screen lists them, collected once per version.

use std::rc::Rc;

use crate::Model;
use espalier_model::{Goal, GoalId, TimeCategory, TimeCategoryId};

/// Number of colours for things that have none of their own.
pub const HUES: usize = 10;

/// Categories, goals and tags in the order of lists.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Names {
    /// All categories.
    pub categories: Vec<Rc<TimeCategory>>,
    /// Index of each category's colour, below [`HUES`].
    pub hues: Vec<usize>,
    /// All goals.
    pub goals: Vec<Rc<Goal>>,
    /// The tags of all entries.
    pub tags: Vec<String>,
    /// Index of each tag's colour, below [`HUES`]: in the order of first use.
    pub tag_hues: Vec<usize>,
}

impl Names {
    /// Collects the names of a model.
    pub fn of(model: &Model) -> Self {
        let (categories, goals) = (model.time_categories(), model.goals());
        let dictionary = model.timelog.columns.dictionary();
        let number = |number: u32| Some((dictionary.tag(number)?.to_owned(), (number as usize - 1) % HUES));
        let mut tags: Vec<(String, usize)> = (1..=dictionary.tags()).filter_map(number).collect();
        tags.sort_unstable();
        let (tags, tag_hues) = tags.into_iter().unzip();
        let ids: Vec<TimeCategoryId> = categories.iter().map(|row| row.id).collect();
        Self { hues: hues(&ids), categories, goals, tags, tag_hues }
    }

    /// A category and its index.
    pub fn category(&self, id: TimeCategoryId) -> Option<(usize, &Rc<TimeCategory>)> {
        self.categories.iter().enumerate().find(|(_, row)| row.id == id)
    }

    /// The categories that a client stands for: itself and its projects.
    pub fn with_projects(&self, client: Option<TimeCategoryId>) -> Vec<Option<TimeCategoryId>> {
        let projects = self.categories.iter().filter(|row| client.is_some() && row.parent == client);
        std::iter::once(client).chain(projects.map(|row| Some(row.id))).collect()
    }

    /// Index of a tag's colour.
    pub fn tag_hue(&self, tag: &str) -> Option<usize> {
        let at = self.tags.binary_search_by(|known| known.as_str().cmp(tag)).ok()?;
        self.tag_hues.get(at).copied()
    }

    /// The name of a category; empty without one.
    pub fn category_name(&self, id: Option<TimeCategoryId>) -> &str {
        id.and_then(|id| self.category(id)).map_or("", |(_, row)| row.name.as_str())
    }

    /// The name of a goal; empty without one.
    pub fn goal_name(&self, id: Option<GoalId>) -> &str {
        let found = id.and_then(|id| self.goals.iter().find(|row| row.id == id));
        found.map_or("", |row| row.name.as_str())
    }

    /// Index that a category moves to when it moves up or down: that of its neighbour among the archived ones or among
    /// the others. `None` at the end.
    pub fn neighbour(&self, place: usize, down: bool) -> Option<usize> {
        let archived = self.categories.get(place)?.archived;
        let is_shown = |at: &usize| self.categories[*at].archived == archived;
        if down { (place + 1..self.categories.len()).find(is_shown) } else { (0..place).rev().find(is_shown) }
    }
}

/// Index of a colour for each id, in the order in which they were made: it stays when categories are moved, and no
/// colour is used twice before all are.
fn hues(ids: &[TimeCategoryId]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.sort_unstable_by_key(|&at| ids[at]);
    let mut hues = vec![0; ids.len()];
    for (number, at) in order.into_iter().enumerate() {
        hues[at] = number % HUES;
    }
    hues
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u128) -> TimeCategoryId {
        TimeCategoryId::from_uuid(uuid::Uuid::from_u128(number << 64))
    }

    #[test]
    fn a_colour_stays_when_categories_are_moved_and_none_is_there_twice_before_it_must() {
        let ids: Vec<TimeCategoryId> = (1..=10).map(id).collect();
        let all = hues(&ids);
        let mut sorted = all.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..HUES).collect::<Vec<_>>());
        let turned: Vec<TimeCategoryId> = ids.iter().rev().copied().collect();
        let mut again = hues(&turned);
        again.reverse();
        assert_eq!(again, all);
        let more: Vec<TimeCategoryId> = (1..=25).map(id).collect();
        assert_eq!(hues(&more)[..10], all, "what is made later changes no colour");
    }
}
