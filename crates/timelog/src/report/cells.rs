//! Sums by a number: a table that finds the place of a key in a few steps.
//!
//! Keys are packed into 64 bits, so one table serves everything.

/// Places of keys, in the order in which they came.
#[derive(Debug, Clone)]
pub struct Places {
    /// The place of a key plus 1; 0 is free.
    slots: Vec<u32>,
    keys: Vec<u64>,
    last: usize,
}

impl Places {
    /// Creates a table without keys.
    pub fn new() -> Self {
        Self { slots: vec![0; 64], keys: Vec::new(), last: 0 }
    }

    /// The keys in their order.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The place of a key, which is the next one where it is new.
    pub fn place(&mut self, key: u64) -> usize {
        if self.keys.get(self.last) == Some(&key) {
            return self.last;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) & mask;
        self.last = loop {
            match self.slots[slot] {
                0 => {
                    self.slots[slot] = self.keys.len() as u32 + 1;
                    self.keys.push(key);
                    if self.keys.len() * 2 > self.slots.len() {
                        self.grow();
                    }
                    break self.keys.len() - 1;
                }
                place if self.keys[place as usize - 1] == key => break place as usize - 1,
                _ => slot = (slot + 1) & mask,
            }
        };
        self.last
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 4 - 1;
        self.slots = vec![0; mask + 1];
        for (place, key) in self.keys.iter().enumerate() {
            let mut slot = hash(*key) & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = place as u32 + 1;
        }
    }
}

/// Hashes multiplicatively (Knuth, The Art of Computer Programming, vol. 3, 6.4). Keys often differ in their upper bits
/// alone, so those are brought down before and after.
const fn hash(key: u64) -> usize {
    let mixed = (key ^ (key >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 32)) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_key_has_one_place(keys in prop::collection::vec(prop_oneof![0_u64..50, any::<u64>()], 0..2_000)) {
            let mut places = Places::new();
            let mut known = BTreeMap::new();
            for key in keys {
                let next = known.len();
                let expected = *known.entry(key).or_insert(next);
                prop_assert_eq!(places.place(key), expected);
                prop_assert_eq!(places.keys()[expected], key);
            }
        }
    }
}
