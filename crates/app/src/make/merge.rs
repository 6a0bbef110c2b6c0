//! Bringing rows up to date that were made of others: the state they were made with says what a person has changed
//! since.
//!
//! - P1 A field is written only where it still is as it was made.
//! - P2 A row that was made and is gone stays gone, with what would hang on it.
//! - P3 A row whose source is gone goes too, unless a person changed it or something of theirs hangs on it.

use std::collections::{BTreeMap, BTreeSet};

use espalier_base::fnv::hash_32;
use espalier_model::link::LastState;
use uuid::Uuid;

/// A row to be made: its fields as text, and the row it hangs on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The id, the same each time it is made.
    pub id: Uuid,
    /// The row above it.
    pub parent: Option<Uuid>,
    /// Texts of its fields.
    pub fields: Vec<String>,
}

/// Rows that were made.
pub trait Made {
    /// Returns the fields of a row as they are; `None` where there is no such row.
    fn fields(&self, id: Uuid) -> Option<Vec<String>>;
    /// Adds a row; so many of those before it hang on the same one.
    fn add(&mut self, row: &Row, position: usize);
    /// Writes a field.
    fn write(&mut self, id: Uuid, field: usize, text: &str);
    /// Removes a row, and returns whether it did: not where something hangs on it.
    fn remove(&mut self, id: Uuid) -> bool;
}

/// Returns the state that rows are made with.
pub fn state_of(rows: &[Row]) -> LastState {
    rows.iter().map(|row| (row.id, row.fields.iter().map(|text| hash_32(text)).collect())).collect()
}

/// Brings what was made up to date, given the states that it may have been made with.
pub fn update(made: &mut dyn Made, rows: &[Row], last: &[LastState]) {
    let was_made = |id: &Uuid| last.iter().any(|state| state.contains_key(id));
    let is_ours = |id: &Uuid, field: usize, text: &str| {
        let known = |state: &LastState| state.get(id).and_then(|fields| fields.get(field)).copied();
        last.iter().any(|state| known(state) == Some(hash_32(text)))
    };
    let mut siblings: BTreeMap<Option<Uuid>, usize> = BTreeMap::new();
    for row in rows {
        let place = siblings.entry(row.parent).or_default();
        match made.fields(row.id) {
            Some(now) => {
                for (field, (now, new)) in now.iter().zip(&row.fields).enumerate() {
                    if now != new && is_ours(&row.id, field, now) {
                        made.write(row.id, field, new);
                    }
                }
            }
            None if was_made(&row.id) => continue,
            None if row.parent.is_some_and(|parent| made.fields(parent).is_none()) => continue,
            None => made.add(row, *place),
        }
        *place += 1;
    }
    let kept: BTreeSet<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut gone: BTreeSet<Uuid> =
        last.iter().flat_map(|state| state.keys()).filter(|id| !kept.contains(id)).copied().collect();
    gone.retain(|id| {
        let now = made.fields(*id);
        now.is_some_and(|now| now.iter().enumerate().all(|(field, text)| is_ours(id, field, text)))
    });
    // What hangs on another one goes before it.
    loop {
        let before = gone.len();
        gone.retain(|id| !made.remove(*id));
        if gone.len() == before {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Rows in memory, each with the one it hangs on.
    #[derive(Debug, Clone, PartialEq, Default)]
    struct Rows(BTreeMap<Uuid, (Option<Uuid>, Vec<String>)>);

    impl Made for Rows {
        fn fields(&self, id: Uuid) -> Option<Vec<String>> {
            self.0.get(&id).map(|(_, fields)| fields.clone())
        }

        fn add(&mut self, row: &Row, _: usize) {
            assert!(self.0.insert(row.id, (row.parent, row.fields.clone())).is_none());
        }

        fn write(&mut self, id: Uuid, field: usize, text: &str) {
            text.clone_into(&mut self.0.get_mut(&id).expect("it is there").1[field]);
        }

        fn remove(&mut self, id: Uuid) -> bool {
            let is_free = self.0.values().all(|(parent, _)| *parent != Some(id));
            is_free && self.0.remove(&id).is_some()
        }
    }

    fn id(number: usize) -> Uuid {
        Uuid::from_u128(number as u128 + 1)
    }

    /// Trees of rows in pre-order, each below one of those before it.
    fn any_rows() -> impl Strategy<Value = Vec<Row>> {
        let row = (any::<bool>(), 0_usize..8, "[ab]{0,2}", "[ab]{0,2}");
        prop::collection::vec(row, 1..10).prop_map(|rows| {
            let mut made: Vec<Row> = Vec::new();
            for (number, (is_there, above, one, other)) in rows.into_iter().enumerate() {
                let parent = (!made.is_empty()).then(|| made[above % made.len()].id);
                if is_there || made.is_empty() {
                    made.push(Row { id: id(number), parent, fields: vec![one, other] });
                }
            }
            made
        })
    }

    fn first(rows: &[Row]) -> Rows {
        let mut made = Rows::default();
        update(&mut made, rows, &[]);
        made
    }

    proptest! {
        #[test]
        fn what_nobody_touched_becomes_what_is_made_now(before in any_rows(), after in any_rows()) {
            let mut made = first(&before);
            let all: Vec<Uuid> = made.0.keys().copied().collect();
            prop_assert_eq!(all.len(), before.len());
            update(&mut made, &after, &[state_of(&before)]);
            for row in &after {
                prop_assert_eq!(made.fields(row.id), Some(row.fields.clone()));
            }
            // What is left over holds something up: rows keep their place.
            let kept: BTreeSet<Uuid> = after.iter().map(|row| row.id).collect();
            for left in made.0.keys().filter(|id| !kept.contains(id)) {
                prop_assert!(made.0.values().any(|(parent, _)| *parent == Some(*left)));
            }
        }

        #[test]
        fn p1_p2_p3_what_a_person_did_stays(
            before in any_rows(), after in any_rows(), changed in 0_usize..10, removed in 0_usize..10, added in 0_usize..10,
        ) {
            let mut made = first(&before);
            let pick = |number: usize| before[number % before.len()].id;
            let (changed, removed, holder) = (pick(changed), pick(removed), pick(added));
            "by hand".clone_into(&mut made.0.get_mut(&changed).expect("it was made").1[0]);
            let own = id(100);
            made.0.insert(own, (Some(holder), vec!["mine".to_owned()]));
            let is_removed = removed != changed && made.remove(removed);
            let last = [state_of(&before)];
            update(&mut made, &after, &last);
            prop_assert_eq!(&made.0[&changed].1[0], "by hand");
            prop_assert!(made.0.contains_key(&own) && made.0.contains_key(&holder));
            prop_assert!(!is_removed || !made.0.contains_key(&removed));
            // The other field of a changed row still follows.
            let now = after.iter().find(|row| row.id == changed);
            prop_assert!(now.is_none_or(|row| made.0[&changed].1[1] == row.fields[1]));
            // Once more changes nothing.
            let again = made.clone();
            update(&mut made, &after, &[state_of(&after)]);
            let is_new = |id: &&Uuid| !again.0.contains_key(id);
            prop_assert!(made.0.keys().filter(is_new).count() == 0);
            prop_assert!(again.0.iter().all(|(id, row)| made.0.get(id).is_none_or(|now| now == row)));
        }
    }
}
