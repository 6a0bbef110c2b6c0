//! Sets and maps put together one by one, and maps merged.
//!
//! Collecting into a B-tree sorts first, and every type of item brings a whole stable sort into the page; inserting
//! uses code that is there anyway.

use std::collections::{BTreeMap, BTreeSet};

/// Returns the set of these items.
pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    for item in items {
        set.insert(item);
    }
    set
}

/// Returns the map of these pairs; the last one of a key counts.
pub fn map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}

/// Returns the map `newer` with what was changed between `before` and `now`, an older copy of it; where both changed the
/// value of a key, the one of `now` counts.
pub fn merge<K: Ord, V: Eq>(before: &BTreeMap<K, V>, now: BTreeMap<K, V>, newer: BTreeMap<K, V>) -> BTreeMap<K, V> {
    let mut merged = newer;
    for key in before.keys() {
        if !now.contains_key(key) {
            merged.remove(key);
        }
    }
    for (key, value) in now {
        if before.get(&key) != Some(&value) {
            merged.insert(key, value);
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The truth is computed key by key.
        #[test]
        fn a_merged_map_has_the_changes_of_both(
            [before, now, newer] in proptest::array::uniform3(proptest::collection::btree_map(0_u8..6, 0_u8..3, 0..6)),
        ) {
            let merged = merge(&before, now.clone(), newer.clone());
            for key in 0..6 {
                let is_changed_now = now.get(&key) != before.get(&key);
                let expected = if is_changed_now { now.get(&key) } else { newer.get(&key) };
                prop_assert_eq!(merged.get(&key), expected);
            }
        }
    }

    #[test]
    fn they_are_what_collecting_gives() {
        let pairs = [(3, 'c'), (1, 'a'), (3, 'd'), (2, 'b')];
        assert_eq!(map(pairs), pairs.into_iter().collect());
        assert_eq!(set([3, 1, 3]), [1, 3].into_iter().collect());
    }
}
