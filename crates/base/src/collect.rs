//! Sets and maps put together one by one.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_what_collecting_gives() {
        let pairs = [(3, 'c'), (1, 'a'), (3, 'd'), (2, 'b')];
        assert_eq!(map(pairs), pairs.into_iter().collect());
        assert_eq!(set([3, 1, 3]), [1, 3].into_iter().collect());
    }
}
