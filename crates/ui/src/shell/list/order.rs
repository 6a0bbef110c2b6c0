//! The order in which a list stands.
//!
//! - O1 Whoever opens a list, or something in it, finds what changed last first.
//! - O2 From then on no row moves, whatever changes; what goes leaves the others in their order, and what comes, comes
//!   in where its last change belongs.

use super::Listed;
use espalier_base::collect;

/// An order, and what it was taken for.
#[derive(Debug)]
pub struct Order<K> {
    key: Option<K>,
    rows: Vec<Listed>,
}

impl<K> Default for Order<K> {
    fn default() -> Self {
        Self { key: None, rows: Vec::new() }
    }
}

impl<K: PartialEq> Order<K> {
    /// Brings the order up to date: taken anew where `key` is another one (O1), else kept (O2). `fresh` has what there
    /// is, the last change first; the times in the order are those at which it was taken.
    pub fn update(&mut self, key: K, fresh: &[Listed]) -> &[Listed] {
        if self.key.as_ref() == Some(&key) {
            self.keep(fresh);
        } else {
            self.key = Some(key);
            self.rows = fresh.to_vec();
        }
        &self.rows
    }

    fn keep(&mut self, fresh: &[Listed]) {
        let known = collect::set(self.rows.iter().map(|(id, _)| *id));
        let there = collect::set(fresh.iter().map(|(id, _)| *id));
        self.rows.retain(|(id, _)| there.contains(id));
        for row in fresh.iter().filter(|(id, _)| !known.contains(id)) {
            let place = self.rows.iter().position(|(_, at)| *at < row.1);
            self.rows.insert(place.unwrap_or(self.rows.len()), *row);
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use espalier_base::time::Timestamp;

    fn rows(all: &[(u128, i64)]) -> Vec<Listed> {
        all.iter().map(|(id, at)| (Uuid::from_u128(*id), Timestamp(*at))).collect()
    }

    #[track_caller]
    fn check(order: &mut Order<u8>, key: u8, fresh: &[(u128, i64)], expect: &[u128]) {
        let ids: Vec<u128> = order.update(key, &rows(fresh)).iter().map(|(id, _)| id.as_u128()).collect();
        assert_eq!(ids, expect);
    }

    #[test]
    fn o1_a_list_that_is_opened_begins_with_the_last_change() {
        let mut order = Order::default();
        check(&mut order, 0, &[(3, 30), (2, 20), (1, 10)], &[3, 2, 1]);
        check(&mut order, 0, &[(1, 40), (3, 30), (2, 20)], &[3, 2, 1]);
        check(&mut order, 1, &[(1, 40), (3, 30), (2, 20)], &[1, 3, 2]);
    }

    #[test]
    fn o2_rows_stay_where_they_are_while_others_come_and_go() {
        let mut order = Order::default();
        check(&mut order, 0, &[(3, 30), (2, 20), (1, 10)], &[3, 2, 1]);
        check(&mut order, 0, &[(1, 40), (2, 20)], &[2, 1]);
        // One that comes back stands where it was, a new one at the top.
        check(&mut order, 0, &[(4, 50), (1, 40), (3, 30), (2, 20)], &[4, 3, 2, 1]);
        check(&mut order, 0, &[], &[]);
    }
}
